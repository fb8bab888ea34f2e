"""Tables of pieces and cards: what each prints, what each does, and how sure that is."""

from __future__ import annotations

from collections.abc import Sequence

from castlewright.compiler.english.called import called, kind_called
from castlewright.compiler.english.grammar import capital
from castlewright.compiler.typed import ir
from castlewright.compiler.typed.types import NUMBER, Unit, narrowed
from castlewright.rulebook.book import Book
from castlewright.rulebook.groups import grouping_of
from castlewright.rulebook.members import told_slot
from castlewright.rulebook.page import escaped
from castlewright.rulebook.pictures import icons_in, signs_of
from castlewright.rulebook.telling import Teller

__all__ = ["card_table", "fits_table", "piece_table"]

RARE = 4
"""A field that fewer than one in so many print is told behind their names."""
LONGEST = 260
"""A text of more characters is no cell of a table."""


def piece_table(book: Book, teller: Teller, kind: ir.Kind, definitions: Sequence[ir.Definition]) -> None:
    """What drawn pieces print; of what sits on their sides only how much, the drawings show where."""
    fields = _told_fields(book, kind, definitions)
    amounts = [n for n, field in enumerate(fields, 1) if _is_number(field) or _is_sides(field)]
    cells = [[_printed(book, teller, one, field) for field in fields] for one in definitions]
    _table(book, teller, kind, definitions, [capital(called(field)) for field in fields], cells, amounts)


def card_table(book: Book, teller: Teller, kind: ir.Kind, definitions: Sequence[ir.Definition]) -> None:
    """What cards or members print and do, a row for each."""
    told = _told_fields(book, kind, definitions)
    fields = [field for field in told if not _is_rare(book, definitions, field)]
    rare = [field for field in told if field not in fields]
    slots = [slot for slot in kind.slots.values() if any(slot.name in one.fillings for one in definitions)]
    heads = [capital(called(one)) for one in (*fields, *slots)]
    cells = [
        [
            *(_printed(book, teller, one, field) for field in fields),
            *(told_slot(book, teller, one, slot) for slot in slots),
        ]
        for one in definitions
    ]
    amounts = [n for n, field in enumerate(fields, 1) if _is_number(field)]
    more = [_rarely(book, teller, one, rare) for one in definitions]
    _table(book, teller, kind, definitions, heads, cells, amounts, more)


def fits_table(book: Book, kind: ir.Kind) -> bool:
    """Can cards be told in a table: do they all fill slots with short texts, and nothing else?"""
    program = book.world.program
    acting = (*program.changes, *program.hooks, *program.actions.values())
    holders = {id(one.holder) for one in acting if one.holder is not None}
    slots = max((len(one.fillings) for one in kind.definitions), default=0)
    longest = max((len(" ".join(book.world.writer.deeds(one))) for one in kind.definitions), default=0)
    quiet = not any(id(one) in holders for one in kind.definitions)
    return bool(slots) and slots <= 3 and quiet and (kind.is_value or longest <= LONGEST)


def _told_fields(book: Book, kind: ir.Kind, definitions: Sequence[ir.Definition]) -> list[ir.Field]:
    grouped = grouping_of(kind)
    return [
        field
        for field in kind.fields.values()
        if field is not grouped and any(book.world.writer.printed(one, field) for one in definitions)
    ]


def _is_rare(book: Book, definitions: Sequence[ir.Definition], field: ir.Field) -> bool:
    """Do so few print something in a field that it needs no column?"""
    return RARE * sum(bool(book.world.writer.printed(one, field)) for one in definitions) < len(definitions)


def _rarely(book: Book, teller: Teller, one: ir.Definition, rare: Sequence[ir.Field]) -> str:
    """What a definition prints that few print, behind its name."""
    said: list[str] = []
    for field in rare:
        value = book.world.writer.printed(one, field)
        if value:
            said.append(called(field) if value == "yes" else f"{called(field)}: {value}")
    return f" <small>({teller.linked('; '.join(said))})</small>" if said else ""


def _printed(book: Book, teller: Teller, one: ir.Definition, field: ir.Field) -> str:
    value = one.values.get(field.name)
    if _is_sides(field) and isinstance(value, tuple):
        return str(len(value)) if value and field.name in one.written else ""
    return icons_in(book, one, field) + teller.linked(book.world.writer.printed(one, field))


def _is_number(field: ir.Field) -> bool:
    bare = narrowed(field.type)
    return isinstance(bare, Unit) or bare == NUMBER


def _is_sides(field: ir.Field) -> bool:
    """Does a field say where something sits on the sides of a piece?"""
    return field.feature is not None


def _table(
    book: Book,
    teller: Teller,
    kind: ir.Kind,
    definitions: Sequence[ir.Definition],
    heads: list[str],
    cells: list[list[str]],
    right: list[int],
    more: Sequence[str] = (),
) -> None:
    """A table with names that can be linked, and how sure each row is; what holds for all stands beneath."""
    world = book.world
    sources = [teller.sources(one.texts) for one in definitions]
    alike = len(set(sources)) == 1
    rows: list[list[str]] = []
    behind = more or [""] * len(definitions)
    for one, row, source, rest in zip(definitions, cells, sources, behind, strict=True):
        anchor = teller.page.mark(world.place(one).anchor)
        sign = "".join(signs_of(book, [one.name])) if kind.is_value else ""
        pack = teller.mark(one.pack) if one.pack != kind.pack else ""
        name = f"{anchor}{pack}{sign}{escaped(world.title_of(one))}{rest}"
        rows.append([name, *row, *([] if alike else [f"<small>{source}</small>" if source else ""])])
    last = [] if alike else ["Source"]
    teller.page.table([capital(kind_called(kind, plural=False)), *heads, *last], rows, right=right)
    if alike:
        teller.small(sources[0])
