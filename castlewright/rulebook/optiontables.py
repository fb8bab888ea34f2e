"""The tables of a text that say what the values of an option change."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from castlewright.compiler.packs.texts import texts_of
from castlewright.compiler.typed import ir
from castlewright.rulebook.page import slug
from castlewright.rulebook.world import Place, World, pack_page
from castlewright.rules_dsl import nodes as n

__all__ = ["OptionTable", "option_tables"]


@dataclass(frozen=True, slots=True)
class OptionTable:
    """A table of changes of a text: the chapter it stands in, its option, what it changes, what is said
    of it, and where it is told.
    """

    chapter: str
    option: str
    targets: tuple[tuple[str, ...], ...]
    texts: ir.Texts
    place: Place


def option_tables(world: World, pack: str) -> list[OptionTable]:
    """The tables of changes that the files of a pack hold, of the options that this book tells."""
    options = {option.name for option in world.options}
    loaded = world.library.get(pack)
    found: list[OptionTable] = []
    for module in loaded.modules if loaded is not None else ():
        chapter = module.span.path.rsplit("/", 1)[-1].removesuffix(".rules")
        for item in _flat(module.items):
            if isinstance(item, n.ChangeTable) and item.by.text in options:
                rows = [row for row in _flat(item.rows) if isinstance(row, n.ChangeRow)]
                targets = dict.fromkeys(tuple(part.text for part in row.target.parts) for row in rows)
                place = Place(pack_page(pack), slug(chapter))
                found.append(OptionTable(chapter, item.by.text, tuple(targets), texts_of(item.items), place))
    return found


def _flat(items: Iterable[n.Item]) -> Iterator[n.Item]:
    for item in items:
        if isinstance(item, n.OnlyIf):
            yield from _flat(item.items)
        else:
            yield item
