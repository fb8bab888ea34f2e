"""How rules, effects, actions, changes and hooks are told on a page of rules, each in its own words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from castlewright.compiler.english.grammar import capital
from castlewright.compiler.english.phrases import Phrases
from castlewright.compiler.typed import ir
from castlewright.rulebook.book import Book
from castlewright.rulebook.labels import bold, folded, labelled, lowered
from castlewright.rulebook.page import Item, escaped
from castlewright.rulebook.telling import Teller

__all__ = ["Told", "changed_by", "hook_lead", "tell", "terms", "uncapitalised"]

Told = ir.Rule | ir.Effect | ir.Action | ir.RuleChange | ir.HookInfo | ir.Need | ir.Example


def tell(book: Book, teller: Teller, decl: Told, more: Iterable[str] = ()) -> None:
    """Write the entry of a thing; `more` stands small beneath it."""
    writer = book.world.writer
    match decl:
        case ir.Rule():
            text = labelled(writer.rule_alone(decl), uncapitalised(writer.rule_name(decl)))
            teller.entry(decl, text, more=(changed_by(book, teller, [decl]), *more))
        case ir.Effect():
            phrases = Phrases(book.world.program)
            phrases.introduce(decl.params)
            phrases.fresh.clear()
            name = f"{writer.effect_name(decl)}{writer.limit(decl.limit)}"
            teller.entry(decl, *folded(name, writer.lines(decl.body, phrases)), more)
        case ir.Action():
            lead = f"{bold(decl.title + '.')} {capital(writer.offer(decl))}{':' if decl.body else '.'}"
            lines = writer.lines(decl.body)
            if len(lines) == 1 and not lines[0].lines:
                teller.entry(decl, f"{lead} {lines[0].text}.", more=more)
            else:
                teller.entry(decl, lead, lines, more)
        case ir.RuleChange():
            _change(book, teller, decl, more)
        case ir.HookInfo():
            phrases = Phrases(book.world.program)
            lead = capital(writer.moment(decl, phrases))
            teller.entry(decl, *folded(lead, writer.lines(decl.body, phrases), ","), more)
        case _:
            pass


def _change(book: Book, teller: Teller, change: ir.RuleChange, more: Iterable[str]) -> None:
    """What a change says; of one that another pack's rule suffers, with which pack it holds."""
    head = book.world.writer.changed(change)
    text = book.world.writer.change(change)
    if change.rule.pack == change.pack:
        teller.entry(change, labelled(text, head), more=more)
        return
    pack = escaped(book.world.packs[change.pack].title)
    teller.entry(change, labelled(lowered(text, head), head), more=more, before=f"With {pack}, ")


def terms(
    book: Book,
    teller: Teller,
    rules: Iterable[ir.Rule],
    steps: Mapping[ir.Effect, ir.Step | ir.Turns],
) -> None:
    """What only has a name here, as a list in small type: small rules, and effects told where play comes to
    them.
    """
    items: list[Item] = []
    for rule in rules:
        place = book.world.place(rule)
        head = uncapitalised(book.world.writer.rule_name(rule))
        text = teller.linked(labelled(book.world.writer.rule_alone(rule), head), place)
        beneath = [part for part in (teller.formula(rule), changed_by(book, teller, [rule])) if part]
        items.append(Item(f"{teller.page.mark(place.anchor)}<small>{' · '.join([text, *beneath])}</small>"))
    for effect, step in steps.items():
        place = book.world.place(effect)
        mark = teller.page.mark(place.anchor)
        name = teller.linked(bold(book.world.title_of(effect)), place)
        items.append(Item(f"{mark}<small>{name}: see step {teller.link(step)}.</small>"))
    if items:
        teller.page.text("**Terms**")
        teller.page.items(items)


def changed_by(book: Book, teller: Teller, rules: Iterable[ir.Rule]) -> str:
    """Who changes some rules, with links to the changes; "" where nobody does."""
    world = book.world
    asked = {id(rule) for rule in rules}
    found: list[str] = []
    for change in world.program.changes:
        if id(change.rule) not in asked:
            continue
        by = change.holder if change.holder is not None else change
        name = world.title_of(change.holder) if change.holder is not None else world.packs[change.pack].title
        found.append(f"{teller.mark(change.pack)}{teller.link(by, name)}")
    named = {link.partition("](")[0]: link for link in reversed(found)}  # one link for each that changes it
    return f"Changed by {', '.join(reversed(named.values()))}" if found else ""


def hook_lead(book: Book, hook: ir.HookInfo, phrases: Phrases) -> tuple[str, str]:
    """When a hook happens, and on what condition ("" where there is none)."""
    moment, _, condition = book.world.writer.moment(hook, phrases).partition(", if ")
    return moment, condition


def uncapitalised(text: str) -> str:
    """A name as it stands inside a sentence."""
    return text[:1].lower() + text[1:]
