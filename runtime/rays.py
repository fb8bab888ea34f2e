"""Rays: straight ways out from sides of a plan, found one by one as far as they are asked for.

A ray is the box of all cells before a side, straight on without end. A piece whose box does not overlap it
leaves that side open, so two rays far from each other tell that no small piece can close a plan off.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence

from .cells import CELL_MASK, OVER, STEP, cell_place
from .masks import Masks
from .window import Box

__all__ = ["Rays", "boxes_apart", "boxes_overlap", "ray_box"]

_FAR = 1 << 20
_BEYOND = 1 << 22
"""Farther than any ray reaches."""


class Rays:
    """The rays of some sides of one plan.

    ``known`` are rays that are free for sure, ``sides`` those to look at for more, ``full`` the cells that
    are full. What was found is kept.
    """

    __slots__ = ("_bottom", "_left", "_rest", "_right", "_top", "found", "span")

    def __init__(
        self, known: Iterable[Box], sides: Sequence[int], masks: Masks, full: Container[int]
    ) -> None:
        self.found: list[Box] = []
        self.span = 0
        """How far two of the rays found lie apart at most, see :func:`boxes_apart`."""
        # Of all rays found: the largest left and top edge, the least right and bottom edge.
        self._left = self._top = -_BEYOND
        self._right = self._bottom = _BEYOND
        for ray in known:
            self._add(ray)
        self._rest = _rays(sides, masks, full)

    def all(self) -> tuple[Box, ...]:
        """Return the rays of all sides."""
        for ray in self._rest:
            self._add(ray)
        return tuple(self.found)

    def are_apart(self, size: int) -> bool:
        """Tell whether two rays lie so far apart that no box whose sides are that long overlaps both."""
        while self.span < size:
            ray = next(self._rest, None)
            if ray is None:
                return False
            self._add(ray)
        return True

    def leave_out(self, boxes: Sequence[Box]) -> bool:
        """Tell whether there is a ray that overlaps none of these boxes."""
        for ray in self.found:
            if not _overlaps_any(ray, boxes):
                return True
        for ray in self._rest:
            self._add(ray)
            if not _overlaps_any(ray, boxes):
                return True
        return False

    def _add(self, ray: Box) -> None:
        # The farthest two in a row are the one that begins last and the one that ends first.
        left, top, right, bottom = ray
        if left > self._left:
            self._left = left
        if top > self._top:
            self._top = top
        if right < self._right:
            self._right = right
        if bottom < self._bottom:
            self._bottom = bottom
        across, down = self._left - self._right, self._top - self._bottom
        self.span = max(across, down, 0)
        self.found.append(ray)


def _rays(sides: Sequence[int], masks: Masks, full: Container[int]) -> Iterator[Box]:
    bit_of = masks.window.bit
    # The pieces placed last mostly lie outside.
    for side in reversed(sides):
        edge = side & 3
        cell = (side >> 2 & CELL_MASK) + STEP[edge]
        if not side & OVER and cell not in full and masks.ray_clear(bit_of(cell), edge):
            yield ray_box(cell, edge)


def _overlaps_any(ray: Box, boxes: Sequence[Box]) -> bool:
    left, top, right, bottom = ray
    for box in boxes:
        if left <= box[2] and box[0] <= right and top <= box[3] and box[1] <= bottom:
            break
    else:
        return False
    return True


def ray_box(cell: int, edge: int) -> Box:
    """Return the box of all cells from ``cell`` straight on in the direction of ``edge``."""
    x, y = cell_place(cell)
    return (
        -_FAR if edge == 3 else x,
        -_FAR if edge == 0 else y,
        _FAR if edge == 1 else x,
        _FAR if edge == 2 else y,
    )


def boxes_overlap(a: Box, b: Box) -> bool:
    """Tell whether two boxes share a cell."""
    return a[0] <= b[2] and b[0] <= a[2] and a[1] <= b[3] and b[1] <= a[3]


def boxes_apart(a: Box, b: Box) -> int:
    """Return how far two boxes lie apart: a box whose sides are no longer than that cannot overlap both."""
    return max(a[0] - b[2], b[0] - a[2], a[1] - b[3], b[1] - a[3], 0)
