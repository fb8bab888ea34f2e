"""Pictures with which pages open: pieces of the chapter in a row, and on the first page a finished board."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from castlewright.compiler.typed import ir
from castlewright.draw import Drawing, draw, frame_of
from castlewright.drawings import drawings_of
from castlewright.rulebook.book import Book
from castlewright.rulebook.page import Page, escaped
from castlewright.rulebook.pictures import Pictures, colours_of
from castlewright.rulebook.world import pack_page
from castlewright.runtime.bots import RandomBot, play
from castlewright.runtime.errors import RuntimeFault

__all__ = ["open_pages"]

A_ROW = 7
"""So many pieces stand in the row."""
GAMES = 12
"""So many games are played at random for the picture of a finished board; the fullest board is shown."""
COVER = "img/cover.svg"


def open_pages(book: Book) -> None:
    """Put pictures after the titles of pages."""
    for page in book.pages:
        if page.path == "index.md":
            _put(page, _cover(book))
    for pack in book.world.packs:
        page = next((one for one in book.pages if one.path == pack_page(pack)), None)
        if page is not None:
            _put(page, "\n".join(_row(book, pack)))


def _put(page: Page, markdown: str) -> None:
    if markdown:
        page.blocks.insert(1, markdown)


def _row(book: Book, pack: str) -> list[str]:
    """Pieces that a pack brings, evenly chosen from all that can be drawn."""
    found: list[tuple[Pictures, ir.Definition]] = []
    for kind in book.world.program.kinds.values():
        if not book.drawn.get(kind.name, False):
            continue
        pictures = Pictures(book, kind)
        found += [(pictures, one) for one in kind.definitions if one.pack == pack]
    step = max(1.0, len(found) / A_ROW)
    chosen = [found[int(n * step)] for n in range(min(A_ROW, len(found)))]
    return [f"![{escaped(said)}]({path})" for path, said in _drawn(chosen)]


def _drawn(chosen: list[tuple[Pictures, ir.Definition]]) -> Iterator[tuple[str, str]]:
    for pictures, one in chosen:
        picture = pictures.picture(one, 0 if one.faces else None)
        if picture is not None:
            yield picture


def _cover(book: Book) -> str:
    """The fullest board of a few games played at random; "" for a game that cannot be played so."""
    best: Drawing | None = None
    rules = book.world.rules
    players = book.world.counts[0]
    for seed in range(1, GAMES + 1):
        try:
            game = rules.new_game(players=players, seed=seed)
            play(game, [RandomBot(seed + n) for n in range(players)])
            drawings = [one for _, one in drawings_of(game, book.world.printed)]
        except RuntimeFault:
            return ""
        for drawing in drawings:
            if best is None or _fullness(drawing) > _fullness(best):
                best = drawing
    if best is None:
        return ""
    bare = {
        **best,
        **colours_of(book),
        "bare": True,
        "legend": False,
        "paper": False,
        "title": book.world.program.title,
    }
    book.files[COVER] = draw(cast("Drawing", bare), "cover")
    return f"![{escaped(book.world.program.title)}: a finished board]({COVER})"


def _fullness(drawing: Drawing) -> float:
    """How much there is to see: many pieces of many colours close together."""
    left, top, right, bottom = frame_of([drawing])
    keys = [piece.get("colour_key", "") for piece in drawing.get("pieces", ())]
    return (len([key for key in keys if key]) + 4 * len(set(keys))) ** 2 / ((right - left) * (bottom - top))
