"""Editions and other settings: what each value of an option changes, found by linking the game with it."""

from __future__ import annotations

from collections.abc import Iterator

from castlewright.compiler.english.called import kind_called
from castlewright.compiler.english.grammar import words
from castlewright.compiler.english.sentences import Writer
from castlewright.compiler.typed import ir
from castlewright.rulebook.book import Book
from castlewright.rulebook.page import Page, escaped, slug
from castlewright.rulebook.telling import Teller
from castlewright.rulebook.variants import title_of_value, values_of, variant
from castlewright.rulebook.world import capital
from castlewright.rules_dsl.diagnostics import DiagnosticError

__all__ = ["settings_page"]


def settings_page(book: Book) -> Page | None:
    """A section for each option, a table for each value that is not the chosen one; None without options."""
    world = book.world
    options = world.options
    if not options:
        return None
    page = Page("settings.md", "Editions and settings")
    teller = Teller(book, page)
    rows = [
        [
            f"[{escaped(option.title or capital(words(option.name)))}](#setting-{slug(option.name)})",
            escaped(", ".join(title for title, _ in values_of(world.program, option))),
            escaped(title_of_value(option.value)),
        ]
        for option in options
    ]
    page.text("This book is written for the settings of the last column.")
    page.table(["Setting", "Values", "Here"], rows)
    here = dict(_statements(world.program))
    for option in options:
        page.heading(2, option.title or capital(words(option.name)), f"setting-{option.name}")
        pack = f"{teller.mark(option.pack)}{escaped(world.packs[option.pack].title)}"
        page.text(f"`--option {option.name}=VALUE`, from {pack}.")
        for title, value in values_of(world.program, option):
            if title == title_of_value(option.value):
                continue
            page.heading(3, title, f"{option.name}-{value}")
            _difference(book, teller, option, value, here)
    return page


def _difference(book: Book, teller: Teller, option: ir.Option, value: str, here: dict[str, str]) -> None:
    """What is said with another value and not here, and the other way round."""
    world = book.world
    there = variant(book, option.name, value)
    if isinstance(there, DiagnosticError):
        first = there.diagnostics.sorted()[0]
        teller.page.text(f"Not with the packs of this book: {escaped(first.message)}.")
        return
    out, added = _missing(world.program, there), _missing(there, world.program)
    rows = [["Out of play", told] for told in _names(teller, out)]
    rows += [["In play too", told] for told in _names(teller, added)]
    single = {f"{one.kind.name} {one.name}" for one in (*out, *added)}
    said = {key: text for key, text in _statements(there) if key not in single}
    kept = {key: text for key, text in here.items() if key not in single}
    rows += [[sign, teller.linked(text)] for sign, text in _rows(kept, said)]
    if not rows:
        teller.page.text("Nothing else changes.")
        return
    teller.page.table(["Difference", "What is said"], rows)


def _missing(program: ir.Program, other: ir.Program) -> list[ir.Definition]:
    """The definitions of a program that another one does not have."""
    return [
        one
        for kind in program.kinds.values()
        for one in kind.definitions
        if kind.name not in other.kinds or all(o.name != one.name for o in other.kinds[kind.name].definitions)
    ]


def _names(teller: Teller, missing: list[ir.Definition]) -> Iterator[str]:
    """Definitions by name, those of a kind together, with links to those that this book tells."""
    kinds = dict.fromkeys(one.kind for one in missing)
    for kind in kinds:
        own = [one for one in missing if one.kind is kind]
        names = ", ".join(teller.link(one) for one in own)
        noun = kind_called(kind, plural=len(own) != 1)
        yield f"{len(own)} {escaped(noun)}: {names}."


def _rows(here: dict[str, str], there: dict[str, str]) -> Iterator[tuple[str, str]]:
    for key in [*here, *(key for key in there if key not in here)]:
        old, new = here.get(key), there.get(key)
        if old == new:
            continue
        if old is None and new is not None:
            yield "Holds too", new
        elif new is None and old is not None:
            yield "Does not hold", old
        elif new is not None:
            yield "Instead", new


def _statements(program: ir.Program) -> Iterator[tuple[str, str]]:
    """Everything that a program states, under a name that stays the same between settings."""
    writer = Writer(program)
    for kind in program.kinds.values():
        for one in kind.definitions:
            yield f"{kind.name} {one.name}", writer.definition(one)
    for rule in program.rules.values():
        yield f"rule {rule.name}", writer.rule(rule)
    for effect in program.effects.values():
        yield f"effect {effect.name}", writer.effect(effect)
    for action in program.actions.values():
        yield f"action {action.name}", writer.action(action)
    for hook in program.hooks:
        if hook.holder is None:
            yield f"hook {hook.pack} {hook.moment} {hook.event.name} {hook.span.line}", writer.hook(hook)
    for placing in program.placings:
        for need in placing.needs:
            yield f"need {placing.kind.name} {need.name}", writer.need(need)
