"""Windows: the part of the endless plane that the bit masks of a plan cover at the moment.

Masks stay small because a window is little larger than what lies in it; it grows (its *rebase*) when a piece
comes near its border. Nothing outside the masks ever sees its coordinates.
"""

from __future__ import annotations

from .cells import BIAS, ROW

__all__ = ["Box", "Window", "bits_of", "window_around"]

Box = tuple[int, int, int, int]
"""Smallest x, smallest y, largest x, largest y of some cells, all inclusive."""

# Spare cells beyond what is needed, so that most new pieces need no new window.
_SLACK = 6
# Strides are multiples of this, so that few different stencils are made.
_STEP = 8


class Window:
    """A rectangle of cells: ``left``, ``top``, ``stride`` (cells in a row), ``rows``.

    ``margin`` is the least number of free cells between the pieces and each border. It exceeds the longest
    side of any piece by two, so that neither a piece beside the others nor the cells around it wrap into
    another row.
    """

    __slots__ = ("all", "column", "left", "margin", "offset", "rows", "stride", "top")

    def __init__(self, left: int, top: int, stride: int, rows: int, margin: int) -> None:
        self.left = left
        self.top = top
        self.stride = stride
        self.rows = rows
        self.margin = margin
        self.offset = (top + BIAS) * stride + left + BIAS
        self.all = (1 << stride * rows) - 1
        # One bit in each row, in the leftmost column.
        self.column = self.all // ((1 << stride) - 1)

    def bit(self, cell: int) -> int:
        """Return the position in a mask of a cell given by its public number."""
        return (cell // ROW) * self.stride + cell % ROW - self.offset

    def cell(self, bit: int) -> int:
        """Return the public number of the cell at a position in a mask."""
        y, x = divmod(bit, self.stride)
        return (y + self.top + BIAS) * ROW + x + self.left + BIAS

    def has(self, cell: int) -> bool:
        """Tell whether a cell given by its public number lies inside."""
        x, y = cell % ROW - BIAS - self.left, cell // ROW - BIAS - self.top
        return 0 <= x < self.stride and 0 <= y < self.rows

    def holds(self, box: Box) -> bool:
        """Tell whether ``box`` lies inside with the margin kept on all four borders."""
        margin = self.margin
        return (
            box[0] - margin >= self.left
            and box[1] - margin >= self.top
            and box[2] + margin < self.left + self.stride
            and box[3] + margin < self.top + self.rows
        )

    def rectangle(self, box: Box) -> int:
        """Return the mask of all cells of ``box``, which must lie inside the window."""
        left, top, right, bottom = box
        row = (1 << right - left + 1) - 1
        column = self.column & ((1 << (bottom - top + 1) * self.stride) - 1)
        return row * column << (top - self.top) * self.stride + left - self.left


def bits_of(mask: int) -> list[int]:
    """Return the positions of the set bits of a mask in rising order."""
    found: list[int] = []
    while mask:
        bit = mask.bit_length() - 1
        found.append(bit)
        mask ^= 1 << bit
    found.reverse()
    return found


def window_around(box: Box, margin: int, before: Window | None = None) -> Window:
    """Return a window that holds ``box`` with its margin and some slack.

    With the window ``before``, its stride and its number of rows are kept when they suffice, so that masks
    can be carried over by a shift.
    """
    need = 2 * (margin + _SLACK)
    width = box[2] - box[0] + 1
    height = box[3] - box[1] + 1
    stride = -(-(width + need) // _STEP) * _STEP
    rows = height + need
    if before is not None and width + 2 * margin + 2 <= before.stride:
        stride = before.stride
    if before is not None and height + 2 * margin + 2 <= before.rows:
        rows = before.rows
    return Window(box[0] - (stride - width) // 2, box[1] - (rows - height) // 2, stride, rows, margin)
