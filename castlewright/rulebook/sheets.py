"""Sheets to print and cut out: pieces to scale with crop marks, cards nine to a page, backs for duplex."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape
from typing import cast

from castlewright.compiler.english.called import kind_called
from castlewright.compiler.typed import ir
from castlewright.draw.contract import Drawing
from castlewright.draw.palette import looks_of
from castlewright.draw.single import draw_single
from castlewright.rulebook.book import Book
from castlewright.rulebook.looks import sheet
from castlewright.rulebook.page import slug
from castlewright.rulebook.pictures import Pictures, first_piece
from castlewright.rulebook.world import capital

__all__ = ["CELL", "sheets_of"]

CELL = 12.0
"""Width in millimetres of a cell of a plan, where nothing else is asked for."""
SPACE = 4.5
"""A space of a grid is so many cells wide."""
CARD = (63.0, 88.0)
"""Width and height of a card in millimetres: poker size."""
PAPER = (210.0, 297.0)
MARGIN = 9.0
GAP = 6.0
"""Between pieces, so that there is room for their crop marks; cards lie side by side."""


@dataclass(frozen=True, slots=True)
class Face:
    """A piece to print: its size in millimetres, front and back as HTML."""

    wide: float
    high: float
    front: str
    back: str


@dataclass(frozen=True, slots=True)
class Laid:
    """A face and where its upper left corner lies on its page, in millimetres."""

    face: Face
    x: float
    y: float


def sheets_of(book: Book, kind: ir.Kind, cell: float = CELL) -> str:
    """The HTML of all sheets of a kind: each page of fronts is followed by that of its backs, mirrored so
    that they meet when the paper is turned over its long edge.
    """
    pictures = Pictures(book, kind)
    if pictures.drawable:
        faces = list(_pieces(book, pictures, kind, cell))
        pages = _shelves(faces, GAP)
    else:
        faces = [_card(book, one) for one in kind.definitions for _ in range(one.copies)]
        pages = _shelves(faces, 0.0)
    body = "".join(_front(page) + _back(page) for page in pages)
    title = f"{book.world.program.title}: {kind_called(kind, plural=True)}"
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f"<style>{sheet('sheets.css')}</style></head><body>{body}</body></html>\n"
    )


# -- what is on a piece ------------------------------------------------------------------------------------


def _pieces(book: Book, pictures: Pictures, kind: ir.Kind, cell: float) -> Iterable[Face]:
    """Pieces with an outline; one with several faces has its second face as its back."""
    for one in kind.definitions:
        drawings = [pictures.drawing(one, face) for face in range(len(one.faces))] or [pictures.drawing(one)]
        fronts = [drawing for drawing in drawings if drawing is not None]
        if not fronts:
            continue
        size = cell * SPACE if fronts[0].get("grid") else cell
        front, wide, high = _picture(fronts[0], f"f-{slug(one.name)}", size)
        if len(fronts) > 1:
            back, *_ = _picture(fronts[1], f"b-{slug(one.name)}", size)
        else:
            back, *_ = _picture(_backside(book, fronts[0], one), f"b-{slug(one.name)}", size)
        for _ in range(one.copies):
            yield Face(wide, high, front, back)


def _picture(drawing: Drawing, prefix: str, size: float) -> tuple[str, float, float]:
    """The drawing of a piece, and its size in millimetres."""
    svg = draw_single(drawing, prefix, size)
    piece = first_piece(drawing)
    if drawing.get("grid"):
        return svg, piece.get("w", 1) * size, piece.get("h", 1) * size
    places = [(int(place[0]), int(place[1])) for place in (*piece.get("cells", ()), *piece.get("cuts", ()))]
    xs, ys = [x for x, _ in places], [y for _, y in places]
    return svg, (max(xs) - min(xs) + 1) * size, (max(ys) - min(ys) + 1) * size


def _backside(book: Book, drawing: Drawing, one: ir.Definition) -> Drawing:
    """The back of a piece: its outline in the mirror without colours, and what its back tells."""
    piece = first_piece(drawing)
    cells = [[-int(x), int(y)] for x, y, *_ in piece.get("cells", ())]
    mirror = {"nw": "ne", "ne": "nw", "sw": "se", "se": "sw"}
    cuts = [[-int(x), int(y), mirror[str(corner)], *rest] for x, y, corner, *rest in piece.get("cuts", ())]
    plain = {**piece, "cells": cells, "cuts": cuts, "sides": [], "colour_key": "", "badge": "", "marks": []}
    plain |= {"title": _back_text(book, one), "small": "", "arrows": []}
    return cast("Drawing", {**drawing, "pieces": [plain]})


def _back_text(book: Book, one: ir.Definition) -> str:
    """What the back of a definition tells: its fields on the back, or its kind."""
    writer = book.world.writer
    told = [writer.printed(one, field) for field in one.kind.fields.values() if field.on_back]
    return " ".join(text for text in told if text) or capital(kind_called(one.kind, plural=False))


def _card(book: Book, one: ir.Definition) -> Face:
    """A card: title, what it does in generated sentences, its pack; on the back its kind."""
    world = book.world
    colour = _colour(book, one)
    deeds = "".join(f"<p>{escape(text)}</p>" for text in world.writer.deeds(one))
    fields = world.writer.fields(one)
    told = deeds or f"<p>{escape(fields)}</p>"
    foot = escape(fields) if deeds and fields else ""
    long = len(deeds) > 420
    front = (
        f'<div class="card{" long" if long else ""}" style="--colour:{colour}">'
        f"<h2>{escape(world.title_of(one))}</h2><div class='told'>{told}</div>"
        f"<footer><span>{foot}</span><span>{escape(world.packs[one.pack].title)}</span></footer></div>"
    )
    noun = escape(capital(kind_called(one.kind, plural=False)))
    back = (
        f'<div class="card back" style="--colour:{colour}"><h2>{noun}</h2>'
        f"<p>{escape(world.program.title)}</p></div>"
    )
    return Face(*CARD, front, back)


def _colour(book: Book, one: ir.Definition) -> str:
    """The colour of a kind of cards among all kinds."""
    names = sorted(kind.name for kind in book.world.program.kinds.values() if not kind.is_value)
    return looks_of(names)[one.kind.name].fill


# -- where it lies ---------------------------------------------------------------------------------------


def _shelves(faces: Iterable[Face], gap: float) -> list[list[Laid]]:
    """Faces laid out in rows from left to right, as high as their highest, and pages from top to bottom."""
    pages: list[list[Laid]] = [[]]
    left = (PAPER[0] - 3 * CARD[0]) / 2 if gap == 0.0 else MARGIN
    top = (PAPER[1] - 3 * CARD[1]) / 2 if gap == 0.0 else MARGIN
    x, y, high = left, top, 0.0
    for face in faces:
        if x + face.wide > PAPER[0] - left + 0.01:
            x, y, high = left, y + high + gap, 0.0
        if y + face.high > PAPER[1] - top + 0.01:
            pages.append([])
            x, y, high = left, top, 0.0
        pages[-1].append(Laid(face, x, y))
        x, high = x + face.wide + gap, max(high, face.high)
    return [page for page in pages if page]


def _front(page: list[Laid]) -> str:
    return _sheet([_placed(one.face.front, one.face, one.x, one.y) for one in page])


def _back(page: list[Laid]) -> str:
    """The backs of a page, its columns from right to left."""
    return _sheet([_placed(one.face.back, one.face, PAPER[0] - one.x - one.face.wide, one.y) for one in page])


def _sheet(placed: list[str]) -> str:
    return f'<div class="sheet">{"".join(placed)}</div>'


def _placed(content: str, face: Face, x: float, y: float) -> str:
    """A face at its place, with crop marks at its corners."""
    box = f"left:{x:.2f}mm;top:{y:.2f}mm;width:{face.wide:.2f}mm;height:{face.high:.2f}mm"
    marks = "".join(f'<i class="{corner}"></i>' for corner in ("nw", "ne", "sw", "se"))
    return f'<div class="face" style="{box}">{content}{marks}</div>'
