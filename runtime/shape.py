"""Shapes: the outline of a piece, drawn cell by cell.

``#`` is a full cell, ``/`` and ``\\`` a cut cell (one corner is missing), ``o`` a cell that lies over a cell
of another piece, ``.`` a cell that is not there. A drawing is a list of rows, the topmost first; short rows
are filled up with ``.``.
"""

from __future__ import annotations

from collections.abc import Sequence

from .cells import EDGE_NAMES, OVER, ROW, STEP

__all__ = ["Rectangle", "Shape", "ShapeError", "ShapeTurn", "cover_with_rectangles"]

Place = tuple[int, int]
"""Column and row in the box of a shape, both from 0."""
Rectangle = tuple[int, int, int, int]
"""Left column, top row, width, height."""

_NEXT = ((0, -1), (1, 0), (0, 1), (-1, 0))
# The two corners (0 top left, 1 top right, 2 bottom right, 3 bottom left) that a stroke can cut away.
_CUTS = {"/": (0, 2), "\\": (1, 3)}
# The two edges that end in each corner.
_CORNER_EDGES = ((0, 3), (0, 1), (2, 1), (2, 3))


class ShapeError(ValueError):
    """A drawing or the place of a feature in it is wrong; the text says what and where."""


class ShapeTurn:
    """A shape turned by a number of quarter turns clockwise, its box moved to the origin.

    ``full`` and ``over`` are places in order of rows, ``cuts`` pairs places with the corner that is missing
    (0 top left, 1 top right, 2 bottom right, 3 bottom left). ``cells``, ``cut_cells``, ``over_cells`` and
    ``sides`` hold the same as numbers relative to the box's first cell (see :mod:`.cells`), in rising order;
    ``sides`` are all edges of full and over cells towards a cell that is neither.
    """

    __slots__ = (
        "cell_set",
        "cells",
        "cut_cells",
        "cuts",
        "full",
        "height",
        "over",
        "over_cells",
        "rectangles",
        "sides",
        "width",
    )

    def __init__(
        self, width: int, height: int, full: set[Place], cuts: dict[Place, int], over: set[Place]
    ) -> None:
        self.width = width
        self.height = height
        self.full: tuple[Place, ...] = _by_row(full)
        self.over: tuple[Place, ...] = _by_row(over)
        self.cuts: tuple[tuple[Place, int], ...] = tuple((place, cuts[place]) for place in _by_row(set(cuts)))
        self.cells = tuple(y * ROW + x for x, y in self.full)
        self.cell_set = frozenset(self.cells)
        self.over_cells = tuple(y * ROW + x for x, y in self.over)
        self.cut_cells = tuple(y * ROW + x for (x, y), _ in self.cuts)
        solid = set(self.cells) | set(self.over_cells)
        self.sides = tuple(
            cell * 4 + edge + layer
            for layer, cells in ((0, self.cells), (OVER, self.over_cells))
            for cell in cells
            for edge in range(4)
            if cell + STEP[edge] not in solid
        )
        self.rectangles = cover_with_rectangles(full)


class Shape:
    """A drawn outline and its four rotations (no mirroring).

    ``turns[r]`` is the shape after ``r`` quarter turns clockwise; ``count`` the number of full cells.

    Raises :class:`ShapeError` for an empty drawing, an unknown character, an empty outer row or column
    (places of features count rows and columns of the drawn box), a cut cell whose missing corner cannot be
    told, or a drawing that falls apart.
    """

    __slots__ = ("count", "drawing", "height", "turns", "width")

    def __init__(self, drawing: Sequence[str]) -> None:
        self.drawing = tuple(drawing)
        self.height = len(self.drawing)
        self.width = max(map(len, self.drawing), default=0)
        full, cuts, over = _read(self.drawing)
        _check_box(full | set(cuts) | over, self.width, self.height)
        _check_whole(full | over)
        self.count = len(full)
        turns = [ShapeTurn(self.width, self.height, full, cuts, over)]
        width, height = self.width, self.height
        for _ in range(3):
            # A quarter turn clockwise takes column x, row y to column height-1-y, row x.
            full = {(height - 1 - y, x) for x, y in full}
            over = {(height - 1 - y, x) for x, y in over}
            cuts = {(height - 1 - y, x): (corner + 1) & 3 for (x, y), corner in cuts.items()}
            width, height = height, width
            turns.append(ShapeTurn(width, height, full, cuts, over))
        self.turns = tuple(turns)

    def outermost(self, edge: str, index: int) -> tuple[int, int, int]:
        """Return ``(x, y, edge)`` of the outermost full (or over) cell seen from an edge of the drawn box.

        ``edge`` is ``top``, ``right``, ``bottom`` or ``left``; ``index`` counts the columns (for top and
        bottom) or rows of the box from 1. Raises :class:`ShapeError` when there is no such column or no such
        cell in it.
        """
        if edge not in EDGE_NAMES:
            raise ShapeError(f"there is no edge {edge!r}: write top, right, bottom or left")
        number = EDGE_NAMES.index(edge)
        upright = edge in ("top", "bottom")
        size = self.width if upright else self.height
        if not 1 <= index <= size:
            raise ShapeError(f"{edge} {index} lies outside the drawing: {edge} counts from 1 to {size}")
        first = self.turns[0]
        line = [place for place in first.full + first.over if place[0 if upright else 1] == index - 1]
        if not line:
            raise ShapeError(f"{edge} {index} has no full cell in the drawing")
        pick = min if edge in ("top", "left") else max
        x, y = pick(line, key=lambda place: place[1 if upright else 0])
        return x, y, number


def cover_with_rectangles(places: set[Place]) -> tuple[Rectangle, ...]:
    """Return few rectangles (they may overlap) that together cover exactly ``places``.

    Greedy: every rectangle grows from the first place not yet covered as wide and then as high as it can, and
    the other way round; the larger one is taken. Masks of rectangles can be shrunk in a few shifts, see
    :mod:`.masks`.
    """
    rest = set(places)
    found: list[Rectangle] = []
    while rest:
        x, y = min(rest, key=lambda place: (place[1], place[0]))
        best = max(
            (_grow(places, x, y, order) for order in ("wide", "high")), key=lambda box: box[2] * box[3]
        )
        found.append(best)
        left, top, width, height = best
        rest -= {(left + i, top + j) for i in range(width) for j in range(height)}
    return tuple(found)


def _grow(places: set[Place], x: int, y: int, order: str) -> Rectangle:
    """Return a rectangle of ``places`` that holds ``(x, y)`` and cannot grow on any edge."""
    left, top, right, bottom = x, y, x, y
    for axis in ("wide", "high") if order == "wide" else ("high", "wide"):
        if axis == "wide":
            while all((left - 1, j) in places for j in range(top, bottom + 1)):
                left -= 1
            while all((right + 1, j) in places for j in range(top, bottom + 1)):
                right += 1
        else:
            while all((i, top - 1) in places for i in range(left, right + 1)):
                top -= 1
            while all((i, bottom + 1) in places for i in range(left, right + 1)):
                bottom += 1
    return left, top, right - left + 1, bottom - top + 1


def _by_row(places: set[Place]) -> tuple[Place, ...]:
    return tuple(sorted(places, key=lambda place: (place[1], place[0])))


def _read(drawing: Sequence[str]) -> tuple[set[Place], dict[Place, int], set[Place]]:
    """Return the full cells, the cut cells with their missing corners and the over cells of a drawing."""
    full: set[Place] = set()
    over: set[Place] = set()
    strokes: dict[Place, str] = {}
    for y, row in enumerate(drawing):
        for x, mark in enumerate(row):
            if mark == "#":
                full.add((x, y))
            elif mark == "o":
                over.add((x, y))
            elif mark in _CUTS:
                strokes[x, y] = mark
            elif mark != ".":
                raise ShapeError(f"unknown mark {mark!r} in row {y + 1}, column {x + 1}: use # / \\ o or .")
    if not full and not over:
        raise ShapeError("a drawing needs at least one full cell")
    return full, {place: _missing_corner(place, mark, full) for place, mark in strokes.items()}, over


def _missing_corner(place: Place, mark: str, full: set[Place]) -> int:
    """Return which corner a stroke cuts away: of its two, the one with fewer full cells beside it."""
    x, y = place
    first, second = _CUTS[mark]
    beside = [
        sum((x + _NEXT[edge][0], y + _NEXT[edge][1]) in full for edge in _CORNER_EDGES[corner])
        for corner in (first, second)
    ]
    if beside[0] == beside[1]:
        raise ShapeError(
            f"the missing corner of {mark!r} in row {y + 1}, column {x + 1} is not clear: "
            "full cells must lie on one side of the stroke"
        )
    return first if beside[0] < beside[1] else second


def _check_box(places: set[Place], width: int, height: int) -> None:
    columns = {x for x, _ in places}
    rows = {y for _, y in places}
    for there, name in ((0 in columns, "left column"), (width - 1 in columns, "right column")):
        if not there:
            raise ShapeError(
                f"the {name} of the drawing is empty: features count from the edge of the drawing"
            )
    for there, name in ((0 in rows, "top row"), (height - 1 in rows, "bottom row")):
        if not there:
            raise ShapeError(
                f"the {name} of the drawing is empty: features count from the edge of the drawing"
            )


def _check_whole(solid: set[Place]) -> None:
    reached = {min(solid)}
    open_places = list(reached)
    while open_places:
        x, y = open_places.pop()
        for dx, dy in _NEXT:
            place = (x + dx, y + dy)
            if place in solid and place not in reached:
                reached.add(place)
                open_places.append(place)
    if len(reached) != len(solid):
        raise ShapeError("the drawing falls apart: all full cells must hang together edge to edge")
