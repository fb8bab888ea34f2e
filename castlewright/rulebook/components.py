"""The list of components: how many pieces of each kind there are, by pack and by what tells them apart."""

from __future__ import annotations

from collections.abc import Sequence

from castlewright.compiler.english.called import kind_called
from castlewright.compiler.typed import ir
from castlewright.rulebook.book import Book
from castlewright.rulebook.groups import groups_of
from castlewright.rulebook.page import Page, escaped
from castlewright.rulebook.telling import Teller
from castlewright.rulebook.world import capital

__all__ = ["components_page"]

MANY = 4
"""More packs than this have no columns of their own."""


def components_page(book: Book) -> Page:
    """The page of components, counted from the definitions."""
    page = Page("components.md", "Components")
    teller = Teller(book, page)
    world = book.world
    kinds = [
        k for k in world.program.kinds.values() if k.definitions and not k.is_value and world.is_physical(k)
    ]
    packs = [p for p in world.packs if any(_count(k.definitions, p) for k in kinds)]
    if len(packs) > 1:
        page.text("All that is in play with the packs of this book, by where it comes from.")
    _table(
        book,
        teller,
        "Piece",
        packs,
        [(teller.link(kind, capital(kind_called(kind, plural=True))), kind.definitions) for kind in kinds],
    )
    for kind in kinds:
        groups = [(teller.linked(title), ones) for title, ones in groups_of(kind) if title]
        if groups:
            page.heading(2, capital(kind_called(kind, plural=True)), f"components-{kind.name}")
            own = [p for p in packs if _count(kind.definitions, p)]
            _table(book, teller, capital(kind_called(kind, plural=False)), own, groups)
    return page


def _table(
    book: Book,
    teller: Teller,
    head: str,
    packs: Sequence[str],
    rows: Sequence[tuple[str, list[ir.Definition]]],
) -> None:
    """How many there are in each row, of each pack in a column of its own; of many packs with their signs."""
    world = book.world
    counts = [(name, [_count(ones, pack) for pack in packs]) for name, ones in rows]
    if len(packs) <= MANY:
        heads = [head, *(escaped(world.packs[pack].title) for pack in packs)]
        heads += ["All"] if len(packs) > 1 else []
        cells = [
            [name, *(str(c or "") for c in own), *([f"**{sum(own)}**"] if len(packs) > 1 else [])]
            for name, own in counts
        ]
        teller.page.table(heads, cells, right=range(1, len(heads)))
        return
    signs = [teller.mark(pack) or f"{escaped(world.packs[pack].title)}: " for pack in packs]
    cells = [
        [name, f"**{sum(own)}**", ", ".join(f"{s}{c}" for s, c in zip(signs, own, strict=True) if c)]
        for name, own in counts
    ]
    teller.page.table([head, "All", "Of which"], cells, right=(1,))


def _count(definitions: Sequence[ir.Definition], pack: str) -> int:
    return sum(one.copies for one in definitions if one.pack == pack)
