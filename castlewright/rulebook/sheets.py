"""Sheets to print and cut out: pieces to scale with crop marks, cards nine to a page, backs for duplex."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from html import escape

from castlewright.compiler.typed import ir
from castlewright.rulebook.book import Book
from castlewright.rulebook.faces import CARD, CELL, Face, size_of
from castlewright.rulebook.looks import sheet
from castlewright.rulebook.paper import PAPERS, Paper

__all__ = ["Layout", "largest_cell", "sheets_html"]

MARGIN = 9.0
"""What no printer reaches, and room for marks."""
GAP = 6.0
"""Between pieces, so that there is room for their crop marks; cards lie side by side."""
OFF, LONG = 0.6, 2.0
"""Where a crop mark begins, off the corner, and how long it is."""


@dataclass(frozen=True, slots=True)
class Layout:
    """How sheets are laid out: paper, millimetres a cell, copies of each piece (None: as the game has), and
    how far backs are moved right and down to meet their fronts on a printer that shifts the paper.
    """

    paper: Paper = PAPERS["a4"]
    cell: float = CELL
    copies: int | None = None
    shift: tuple[float, float] = (0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Laid:
    """A face and where its upper left corner lies on its page, in millimetres."""

    face: Face
    x: float
    y: float


def sheets_html(title: str, groups: Iterable[Sequence[Face]], layout: Layout) -> str:
    """The HTML of sheets: each page of fronts is followed by that of its backs, mirrored so that they meet
    when the paper is turned over its long edge.
    """
    paper = layout.paper
    pages = [page for faces in groups for page in _pages(faces, paper)]
    body = "".join(
        _front(page, paper) + (_back(page, layout) if any(one.face.back for one in page) else "")
        for page in pages
    )
    size = f"{paper.wide}mm {paper.high}mm"
    style = (
        f"@page {{ size: {size}; margin: 0 }}"
        f".sheet {{ width: {paper.wide}mm; height: {paper.high - 0.1:.1f}mm }}"
    )
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f"<style>{sheet('sheets.css')}{style}</style></head><body>{body}</body></html>\n"
    )


def largest_cell(book: Book, kinds: Iterable[ir.Kind], paper: Paper) -> float:
    """The width of a cell at which every piece of some kinds still fits the paper, one way round or the
    other; infinite where no piece has an outline.
    """
    room = paper.wide - 2 * MARGIN, paper.high - 2 * MARGIN
    best = float("inf")
    for kind in kinds:
        longest, shortest = size_of(book, kind)
        if longest:
            best = min(best, max(room) / longest, min(room) / shortest)
    return best


# -- where it lies ---------------------------------------------------------------------------------------


def _pages(faces: Sequence[Face], paper: Paper) -> list[list[Laid]]:
    """Whole sheets by themselves, cards side by side, other pieces the highest first: rows waste little."""
    if all((face.wide, face.high) == (paper.wide, paper.high) for face in faces):
        return [[Laid(face, 0.0, 0.0)] for face in faces]
    if all((face.wide, face.high) == CARD for face in faces):
        return _shelves(faces, 0.0, paper)
    upright = [_turned(face, paper) for face in faces]
    return _shelves(sorted(upright, key=lambda face: (-face.high, -face.wide)), GAP, paper)


def _turned(face: Face, paper: Paper) -> Face:
    """A face that is too wide for the paper, on its side."""
    if face.wide <= paper.wide - 2 * MARGIN:
        return face
    return replace(face, wide=face.high, high=face.wide, turned=True)


def _shelves(faces: Iterable[Face], gap: float, paper: Paper) -> list[list[Laid]]:
    """Faces laid out in rows from left to right, as high as their highest, and pages from top to bottom."""
    pages: list[list[Laid]] = [[]]
    left = (paper.wide - 3 * CARD[0]) / 2 if gap == 0.0 else MARGIN
    top = (paper.high - 3 * CARD[1]) / 2 if gap == 0.0 else MARGIN
    x, y, high = left, top, 0.0
    for face in faces:
        if x + face.wide > paper.wide - left + 0.01:
            x, y, high = left, y + high + gap, 0.0
        if y + face.high > paper.high - top + 0.01:
            pages.append([])
            x, y, high = left, top, 0.0
        pages[-1].append(Laid(face, x, y))
        x, high = x + face.wide + gap, max(high, face.high)
    return [page for page in pages if page]


def _front(page: list[Laid], paper: Paper) -> str:
    faces = [_placed(one.face.front, one.face, one.x, one.y, "front") for one in page]
    return f'<div class="sheet">{"".join(faces)}{_marks(page, paper)}</div>'


def _back(page: list[Laid], layout: Layout) -> str:
    """The backs of a page, its columns from right to left."""
    right, down = layout.shift
    faces = [
        _placed(
            one.face.back,
            one.face,
            layout.paper.wide - one.x - one.face.wide + right,
            one.y + down,
            "behind",
        )
        for one in page
    ]
    return f'<div class="sheet">{"".join(faces)}</div>'


def _placed(content: str, face: Face, x: float, y: float, side: str) -> str:
    """A face at its place."""
    box = f"left:{x:.2f}mm;top:{y:.2f}mm;width:{face.wide:.2f}mm;height:{face.high:.2f}mm"
    if face.turned:
        size = f"width:{face.high:.2f}mm;height:{face.wide:.2f}mm"
        content = f'<div class="turned {side}" style="{size}">{content}</div>'
    return f'<div class="face" style="{box}">{content}</div>'


def _marks(page: list[Laid], paper: Paper) -> str:
    """Crop marks off the corners of each piece, along its edges; where another piece lies there is none."""
    paths: list[str] = []
    for one in page:
        for x, outward in ((one.x, -1), (one.x + one.face.wide, 1)):
            for y, down in ((one.y, -1), (one.y + one.face.high, 1)):
                across = (x + outward * OFF, y, x + outward * (OFF + LONG), y)
                along = (x, y + down * OFF, x, y + down * (OFF + LONG))
                paths += [
                    f"M{a:.2f} {b:.2f}L{c:.2f} {d:.2f}"
                    for a, b, c, d in (across, along)
                    if not any(_covers(other, (a + c) / 2, (b + d) / 2) for other in page)
                ]
    marks = "".join(dict.fromkeys(paths))
    view = f"0 0 {paper.wide} {paper.high}"
    size = f"width:{paper.wide}mm;height:{paper.high}mm"
    return (
        f'<svg class="marks" xmlns="http://www.w3.org/2000/svg" viewBox="{view}" style="{size}" '
        f'aria-hidden="true"><path d="{marks}" fill="none" stroke="#555" stroke-width="0.15"/></svg>'
    )


def _covers(one: Laid, x: float, y: float) -> bool:
    """Does a piece lie at a point, its edge included?"""
    return (
        one.x - 0.01 <= x <= one.x + one.face.wide + 0.01
        and one.y - 0.01 <= y <= one.y + one.face.high + 0.01
    )
