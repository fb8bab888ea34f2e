"""The list of components: how many pieces of each kind there are, by pack and by what tells them apart."""

from __future__ import annotations

from castlewright.compiler.english.called import kind_called
from castlewright.compiler.typed import ir
from castlewright.rulebook.book import Book
from castlewright.rulebook.groups import groups_of
from castlewright.rulebook.page import Page, escaped
from castlewright.rulebook.telling import Teller
from castlewright.rulebook.world import capital

__all__ = ["components_page"]


def components_page(book: Book) -> Page:
    """The page of components, counted from the definitions."""
    page = Page("components.md", "Components")
    teller = Teller(book, page)
    world = book.world
    kinds = [
        k for k in world.program.kinds.values() if k.definitions and not k.is_value and world.is_physical(k)
    ]
    packs = [p for p in world.packs if any(_count(k, p) for k in kinds)]
    if len(packs) > 1:
        page.text("All that is in play with the packs of this book, by where it comes from.")
    heads = ["Piece", *(escaped(world.packs[p].title) for p in packs)]
    heads += ["All"] if len(packs) > 1 else []
    rows: list[list[str]] = []
    for kind in kinds:
        counts = [_count(kind, p) for p in packs]
        total = [f"**{sum(counts)}**"] if len(packs) > 1 else []
        rows.append(
            [
                teller.link(kind, capital(kind_called(kind, plural=True))),
                *(str(c) if c else "" for c in counts),
                *total,
            ]
        )
    page.table(heads, rows, right=range(1, len(heads)))
    for kind in kinds:
        groups = [(title, ones) for title, ones in groups_of(kind) if title]
        if not groups:
            continue
        page.heading(2, capital(kind_called(kind, plural=True)), f"components-{kind.name}")
        own = [p for p in packs if _count(kind, p)]
        heads = [capital(kind_called(kind, plural=False)), *(escaped(world.packs[p].title) for p in own)]
        heads += ["All"] if len(own) > 1 else []
        rows = []
        for title, ones in groups:
            counts = [sum(d.copies for d in ones if d.pack == p) for p in own]
            total = [f"**{sum(counts)}**"] if len(own) > 1 else []
            rows.append([teller.linked(title), *(str(c) if c else "" for c in counts), *total])
        page.table(heads, rows, right=range(1, len(heads)))
    return page


def _count(kind: ir.Kind, pack: str) -> int:
    return sum(one.copies for one in kind.definitions if one.pack == pack)
