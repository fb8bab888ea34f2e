"""The members of a kind of values with what each of them does, as a table."""

from __future__ import annotations

from collections.abc import Sequence

from castlewright.compiler.english.called import called, kind_called
from castlewright.compiler.typed import ir
from castlewright.rulebook.book import Book
from castlewright.rulebook.pictures import signs_of
from castlewright.rulebook.telling import Teller
from castlewright.rulebook.world import capital

__all__ = ["deeds_of", "has_deeds", "member_table"]


def has_deeds(kind: ir.Kind) -> bool:
    """Is this a kind of values whose members do something?"""
    return kind.is_value and bool(deeds_of(kind))


def deeds_of(kind: ir.Kind) -> list[ir.Slot]:
    """What the members of a kind do: their slots without a result; the only slot of a kind too."""
    return [slot for slot in kind.slots.values() if slot.result is None or len(kind.slots) == 1]


def member_table(book: Book, teller: Teller, kind: ir.Kind, members: Sequence[ir.Definition]) -> None:
    """A row for each member: its name, and what it brings."""
    slots = deeds_of(kind)
    rows: list[list[str]] = []
    for one in members:
        cells = [told_slot(book, teller, one, slot) for slot in slots]
        if any(cells):
            sign = "".join(signs_of(book, [one.name]))
            rows.append([f"{sign}**{teller.link(one)}**", *cells])
    heads = [capital(kind_called(kind, plural=False)), *(capital(called(slot)) for slot in slots)]
    teller.page.table(heads, rows)


def told_slot(book: Book, teller: Teller, one: ir.Definition, slot: ir.Slot) -> str:
    """What a member puts into a slot, without the name of the slot."""
    filling = one.fillings.get(slot.name)
    if filling is None:
        return ""
    limit, _, said = " ".join(book.world.writer.filling(filling)).partition(": ")
    often = limit.removeprefix(capital(called(slot))).strip() if said else ""
    text = capital(said or limit)
    return teller.linked(f"{text.rstrip('.')} {often}." if often else text)
