"""Numbers for cells and sides.

A *cell* is one square of the endless plane of a plan; ``x`` grows to the right, ``y`` grows downwards. Its
number is ``(y + BIAS) * ROW + (x + BIAS)`` and never changes, however far a plan grows. A *side* is one edge
of a cell, seen from that cell: ``cell * 4 + edge`` with edge 0 top, 1 right, 2 bottom, 3 left. The side of a
cell that lies over another piece carries the bit :data:`OVER` as well, so that it differs from the side of
the cell beneath.

All of them are plain ``int``: cheap to store, to compare, to hash, and good for JSON.
"""

from __future__ import annotations

__all__ = [
    "BACK",
    "BIAS",
    "BOTTOM",
    "CELL_MASK",
    "EDGE_NAMES",
    "LEFT",
    "LIMIT",
    "OVER",
    "RIGHT",
    "ROW",
    "STEP",
    "TOP",
    "cell_number",
    "cell_place",
    "side_number",
    "side_place",
]

ROW = 4096
"""Difference between the numbers of two cells one above the other."""
BIAS = 2048
"""Added to both coordinates, so that numbers of cells are positive."""
LIMIT = 2000
"""Pieces must lie within ``-LIMIT <= x, y <= LIMIT``."""
CELL_MASK = ROW * ROW - 1
OVER = ROW * ROW * 4
"""Bit of the sides of cells that lie over another piece."""

TOP, RIGHT, BOTTOM, LEFT = range(4)
EDGE_NAMES = ("top", "right", "bottom", "left")
STEP = (-ROW, 1, ROW, -1)
"""``cell + STEP[edge]`` is the cell beyond that edge."""
BACK = tuple(STEP[edge] * 4 + (edge ^ 2) - edge for edge in range(4))
"""``side + BACK[edge]`` is the side at the same place, seen from the other cell."""


def cell_number(x: int, y: int) -> int:
    """Return the number of the cell in column ``x`` and row ``y``."""
    return (y + BIAS) * ROW + x + BIAS


def cell_place(cell: int) -> tuple[int, int]:
    """Return ``(x, y)`` of a cell."""
    y, x = divmod(cell, ROW)
    return x - BIAS, y - BIAS


def side_number(x: int, y: int, edge: int) -> int:
    """Return the number of the side at ``edge`` (0 top, 1 right, 2 bottom, 3 left) of the cell ``(x, y)``."""
    return cell_number(x, y) * 4 + edge


def side_place(side: int) -> tuple[int, int, int]:
    """Return ``(x, y, edge)`` of a side; whether its cell lies over another piece is ``side & OVER``."""
    x, y = cell_place(side >> 2 & CELL_MASK)
    return x, y, side & 3
