"""The game with other values of its options: linked once each, and tables of what an option changes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from castlewright.compiler.english.called import called
from castlewright.compiler.english.grammar import words
from castlewright.compiler.english.phrases import Phrases
from castlewright.compiler.english.sentences import Writer
from castlewright.compiler.typed import ir
from castlewright.compiler.typed.types import YESNO, Value, narrowed
from castlewright.rulebook.book import Book
from castlewright.rulebook.optiontables import OptionTable
from castlewright.rulebook.page import escaped, slug
from castlewright.rulebook.telling import Teller
from castlewright.rulebook.world import capital, told_program
from castlewright.rules_dsl.diagnostics import DiagnosticError

__all__ = ["title_of_value", "values_of", "variant", "variant_tables"]

SAME = "as in this book"
LONGEST = 20
FEW = 3
"""So many rules stand beside each other; of more each has a row."""


def values_of(program: ir.Program, option: ir.Option) -> list[tuple[str, str]]:
    """The values that an option may take: title and name."""
    bare = narrowed(option.type)
    if bare == YESNO:
        return [("Yes", "yes"), ("No", "no")]
    if isinstance(bare, Value) and bare.kind in program.kinds:
        members = program.kinds[bare.kind].definitions
        return [(one.title or capital(words(one.name)), one.name) for one in members]
    return [(title_of_value(option.value), str(option.value))]


def title_of_value(value: ir.Const) -> str:
    """A value of an option as readers see it."""
    if isinstance(value, bool):
        return "Yes" if value else "No"
    if isinstance(value, ir.Definition):
        return value.title or capital(words(value.name))
    return str(value)


def variant(book: Book, option: str, value: str) -> ir.Program | DiagnosticError:
    """The program with another value of an option, or why there is none; worked out once for a book."""
    key = (option, value)
    if key not in book.variants:
        world = book.world
        order = replace(world.order, options={**world.order.options, option: value})
        try:
            book.variants[key] = told_program(order, world.library, world.players)
        except DiagnosticError as error:
            book.variants[key] = error
    return book.variants[key]


def variant_tables(book: Book, teller: Teller, tables: Sequence[OptionTable]) -> None:
    """What the values of options change, those of one option in one table."""
    for table in tables:
        option = book.world.program.options[table.option]
        here = {target: _told(book.world.program, target) for target in table.targets}
        columns: list[tuple[str, dict[tuple[str, ...], str]]] = []
        for title, name in values_of(book.world.program, option):
            if title == title_of_value(option.value):
                columns.append((f"{escaped(title)} (this book)", here))
            elif isinstance(program := variant(book, option.name, name), ir.Program):
                said = {target: _told(program, target) for target in table.targets}
                columns.append((escaped(title), {t: _short(text, here[t]) for t, text in said.items()}))
        differing = [t for t in table.targets if any(said[t] not in (SAME, here[t]) for _, said in columns)]
        if differing:
            _write(book, teller, option, differing, columns)
        teller.small(teller.sources(table.texts), f"[Setting](settings.md#setting-{slug(option.name)})")
        for note in table.texts.notes:
            teller.note(note)


def _short(text: str, here: str) -> str:
    """What is said with another value; a long text that is the same in this book is not said again."""
    return SAME if text == here and len(text) > LONGEST else text


def _write(
    book: Book,
    teller: Teller,
    option: ir.Option,
    targets: Sequence[tuple[str, ...]],
    columns: Sequence[tuple[str, dict[tuple[str, ...], str]]],
) -> None:
    names = [_name(book, teller, target) for target in targets]
    head = escaped(option.title or capital(words(option.name)))
    if len(targets) <= FEW:
        rows = [[title, *(teller.linked(said[target]) for target in targets)] for title, said in columns]
        teller.page.table([head, *names], rows)
        return
    rows = [
        [name, *(teller.linked(said[target]) for _, said in columns)]
        for name, target in zip(names, targets, strict=True)
    ]
    teller.page.table(["What differs", *(title for title, _ in columns)], rows)


def _name(book: Book, teller: Teller, target: tuple[str, ...]) -> str:
    """What is changed, with a link to where it is told."""
    program = book.world.program
    rule = program.rules.get(".".join(target))
    if rule is not None:
        return teller.link(rule)
    if target[0] in program.options:
        other = program.options[target[0]]
        return escaped(other.title or capital(words(other.name)))
    definition = _definition(program, target[0])
    if definition is not None and len(target) > 1:
        field = definition.kind.fields.get(target[1])
        what = called(field) if field is not None else words(target[1])
        return f"{teller.link(definition)}: {escaped(what)}"
    return escaped(capital(words(" ".join(target))))


def _told(program: ir.Program, target: tuple[str, ...]) -> str:
    """What a program says of a rule, a printed field or an option; "" where it has nothing of the kind."""
    rule = program.rules.get(".".join(target))
    if rule is not None:
        if rule.result == YESNO and isinstance(rule.value, ir.Lit):
            return "yes" if rule.value.value else "no"
        if isinstance(rule.value, ir.Lit) and not rule.lets:
            return Phrases(program).value(rule.value)
        writer = Writer(program)
        text, name = writer.rule_alone(rule), writer.rule_name(rule)
        for verb in (" is ", " are ", " "):
            if text.startswith(name + verb):
                return capital(text.removeprefix(name + verb))
        return text
    if target[0] in program.options:
        return title_of_value(program.options[target[0]].value)
    definition = _definition(program, target[0])
    if definition is None or len(target) < 2:
        return ""
    if target[1] == "copies":
        return str(definition.copies)
    field = definition.kind.fields.get(target[1])
    return "" if field is None else Writer(program).printed(definition, field)


def _definition(program: ir.Program, name: str) -> ir.Definition | None:
    return next((d for kind in program.kinds.values() for d in kind.definitions if d.name == name), None)
