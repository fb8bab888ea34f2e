"""The player reference: the order of play, what a turn offers, what things bring, on one sheet."""

from __future__ import annotations

from castlewright.compiler.english.called import called, kind_called
from castlewright.compiler.english.grammar import be
from castlewright.compiler.english.phrases import Phrases
from castlewright.compiler.english.sentences import sentence
from castlewright.compiler.english.shapes import constant_in
from castlewright.compiler.typed import ir
from castlewright.compiler.typed.types import Unit
from castlewright.rulebook.book import Book
from castlewright.rulebook.members import deeds_of, has_deeds, member_table
from castlewright.rulebook.page import Item, Page, escaped
from castlewright.rulebook.telling import Teller
from castlewright.rulebook.world import capital, parts_below

__all__ = ["aid_page", "card_page"]

PAGE = "reference.md"


def aid_page(book: Book) -> Page:
    """The sheet."""
    page = Page(PAGE, "Player reference")
    teller = Teller(book, page)
    _rounds(book, teller)
    _actions(book, teller)
    _members(book, teller)
    _scales(book, teller)
    _numbers(book, teller)
    _last(book, teller)
    return page


def card_page(book: Book) -> Page:
    """The aid on a card: what a turn offers and what the members of each kind bring, in few words."""
    page = Page("reference-card.md", "Reference card")
    teller = Teller(book, page)
    _actions(book, teller)
    _members(book, teller)
    return page


def _rounds(book: Book, teller: Teller) -> None:
    flow = book.world.program.flow
    for top in flow.parts if flow is not None else ():
        if isinstance(top, ir.Rounds):
            teller.page.heading(2, f"Each {called(top)}", f"each-{top.name}")
            teller.page.items([_step(book, teller, part) for part in top.parts], numbered=True)


def _step(book: Book, teller: Teller, part: ir.Step | ir.Turns | ir.Rounds) -> Item:
    world = book.world
    who = world.writer.part(part)
    said = "" if isinstance(part, ir.Rounds) else sentence(world.writer.body(part.body))
    told = f" ({teller.linked(who)})" if who else ""
    name = teller.link(part)
    return Item(f"{teller.mark(part.pack)}**{name}**{told}: {teller.linked(said)}")


def _actions(book: Book, teller: Teller) -> None:
    world = book.world
    flow = world.program.flow
    turns = {part.path for top in (flow.parts if flow is not None else ()) for part in parts_below(top)}
    actions = [
        a for a in world.program.actions.values() if a.holder is None and (a.turn is None or a.turn in turns)
    ]
    if not actions:
        return
    teller.page.heading(2, "What you may do", "what-you-may-do")
    items: list[Item] = []
    for action in actions:
        when = "" if action.turn is not None else " (at any time)"
        said = sentence(world.writer.body(action.body))
        items.append(
            Item(f"{teller.mark(action.pack)}**{escaped(action.title)}**{when}: {teller.linked(said)}")
        )
    teller.page.items(items)


def _members(book: Book, teller: Teller) -> None:
    """Kinds of values whose members do something: what each brings."""
    for kind in book.world.program.kinds.values():
        if not has_deeds(kind):
            continue
        slots = deeds_of(kind)
        title = f"{capital(kind_called(kind, plural=True))}: {' and '.join(called(slot) for slot in slots)}"
        teller.page.heading(2, title, f"{kind.name}-{slots[0].name}")
        member_table(book, teller, kind, kind.definitions)


def _scales(book: Book, teller: Teller) -> None:
    """Rules that are a table of constants: points for places, values of sets."""
    world = book.world
    phrases = Phrases(world.program)
    rules = [
        r
        for r in world.program.rules.values()
        if isinstance(r.value, ir.Select) and isinstance(r.result, Unit)
    ]
    for rule in rules:
        assert isinstance(rule.value, ir.Select)
        if not all(isinstance(value, ir.Lit) for _, value in rule.value.rows):
            continue
        name = teller.link(rule, world.writer.rule_name(rule))
        teller.page.text(f"{teller.mark(rule.pack)}**{name}**")
        heads = [phrases.value(key) for key, _ in rule.value.rows]
        teller.page.table(heads, [[phrases.value(value) for _, value in rule.value.rows]])


def _numbers(book: Book, teller: Teller) -> None:
    """Rules that are one number or amount."""
    world = book.world
    items: list[Item] = []
    for rule in world.program.rules.values():
        constant = constant_in(rule, world.program)
        if constant is not None and rule.texts.reads:
            name = world.writer.rule_name(rule)
            said = f"{name} {be(name)} {Phrases(world.program).value(constant)}."
            items.append(Item(f"{teller.mark(rule.pack)}{teller.linked(said)}"))
    if items:
        teller.page.heading(2, "Prices, limits and other numbers", "numbers")
        teller.page.items(items)


def _last(book: Book, teller: Teller) -> None:
    """The steps of every stage after the rounds."""
    flow = book.world.program.flow
    after = False
    for top in flow.parts if flow is not None else ():
        if isinstance(top, ir.Rounds):
            after = True
        elif after:
            teller.page.heading(2, capital(called(top)), f"last-{top.name}")
            teller.page.items([_step(book, teller, part) for part in top.parts], numbered=True)
