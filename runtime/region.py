"""Regions: the empty areas between and around the pieces of a plan.

Two empty cells belong together when they share an edge; a corner is no way through, so two pieces that touch
at a point close a region. A cut cell can be passed unless two cut cells share it.
"""

from __future__ import annotations

from .masks import Masks
from .window import Window, bits_of

__all__ = ["OUTER", "Region", "enclosed_mask", "split_regions"]


class Region:
    """An enclosed area: its ``cells`` in rising order (row by row), and their number, ``size``.

    The endless area around all pieces is the one region :data:`OUTER`, with ``enclosed`` false; its ``cells``
    are not listed and its ``size`` is 0. Regions are equal when their cells are.
    """

    __slots__ = ("_cells", "_mask", "_members", "_window", "enclosed")

    def __init__(self, window: Window | None, mask: int) -> None:
        self.enclosed = window is not None
        self._window = window
        self._mask = mask
        self._cells: tuple[int, ...] | None = None
        self._members: frozenset[int] | None = None

    @property
    def size(self) -> int:
        """The number of cells of an enclosed region, 0 for :data:`OUTER`."""
        return self._mask.bit_count()

    @property
    def cells(self) -> tuple[int, ...]:
        """The cells of an enclosed region, none for :data:`OUTER`."""
        if self._cells is None:
            window = self._window
            self._cells = () if window is None else tuple(map(window.cell, bits_of(self._mask)))
        return self._cells

    @property
    def members(self) -> frozenset[int]:
        """The cells of an enclosed region as a set, none for :data:`OUTER`."""
        if self._members is None:
            self._members = frozenset(self.cells)
        return self._members

    def holds(self, cell: int) -> bool:
        """Tell whether an enclosed region holds a cell; :data:`OUTER` lists no cells and holds none."""
        return cell in self.members

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Region):
            return NotImplemented
        return self is other or (self.enclosed and other.enclosed and self.cells == other.cells)

    def __hash__(self) -> int:
        return hash(self.cells)

    def __repr__(self) -> str:
        return f"<Region of {self.size} cells>" if self.enclosed else "<Region OUTER>"


OUTER = Region(None, 0)
"""The area around all pieces."""


def enclosed_mask(masks: Masks) -> int:
    """Return the cells that can be passed but not reached from outside the bounding box of all pieces."""
    box = masks.box
    if box is None:
        return 0
    window = masks.window
    left, top, right, bottom = box
    inside = window.rectangle(box)
    free = inside & ~masks.obstacles()
    # Everything beyond the box is outside, so the flood begins on the cells along its four edges.
    inner = 0
    if right - left > 1 and bottom - top > 1:
        inner = window.rectangle((left + 1, top + 1, right - 1, bottom - 1))
    reached = free & ~inner
    # Drop the rows above the box: short integers are quick ones.
    shift = (top - window.top) * window.stride
    reached >>= shift
    space = free >> shift
    reached = _flood(reached, space, window.stride)
    return free & ~(reached << shift)


def split_regions(masks: Masks) -> tuple[Region, ...]:
    """Return the enclosed regions, in the order of their first cells (row by row)."""
    rest = enclosed_mask(masks)
    found: list[Region] = []
    while rest:
        first = (rest & -rest).bit_length() - 1
        # Shifted down to its first cell a region is a short integer, and so is all that grows from there.
        region = _flood(1, rest >> first, masks.window.stride) << first
        found.append(Region(masks.window, region))
        rest ^= region
    return tuple(found)


def _flood(reached: int, space: int, stride: int) -> int:
    """Grow ``reached`` within ``space`` from edge to edge until nothing is added."""
    while True:
        grown = (reached | reached << 1 | reached >> 1 | reached << stride | reached >> stride) & space
        if grown == reached:
            return reached
        reached = grown
