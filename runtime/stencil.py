"""Stencils: a turned shape as bit masks, ready to be shifted to any place of a window.

In a mask, bit ``y * stride + x`` stands for the cell in column ``x`` and row ``y``.
"""

from __future__ import annotations

from collections.abc import Mapping

from .cells import CELL_MASK, OVER, ROW, STEP
from .shape import ShapeTurn

__all__ = ["Stencil"]


class Stencil:
    """The masks of one turned shape for windows whose rows are ``stride`` cells long.

    ``full``, ``over`` and ``cuts`` (one mask for each missing corner) have the first cell of the box at bit
    0. ``fronts`` pairs ``feature * 4 + edge`` with the mask of the cells before the full cells' sides of that
    feature and edge; its bit 0 is the cell one row above and one column left of the box, as such cells may
    lie there.
    """

    __slots__ = ("cuts", "fronts", "full", "has_cuts", "over")

    def __init__(self, shape: ShapeTurn, by_feature: Mapping[int, tuple[int, ...]], stride: int) -> None:
        self.full = _mask(shape.full, stride)
        self.over = _mask(shape.over, stride)
        cuts = [0, 0, 0, 0]
        for (x, y), corner in shape.cuts:
            cuts[corner] |= 1 << y * stride + x
        self.cuts = (cuts[0], cuts[1], cuts[2], cuts[3])
        self.has_cuts = bool(shape.cuts)
        fronts: dict[int, int] = {}
        for feature, sides in by_feature.items():
            for side in sides:
                if side & OVER:
                    continue
                edge = side & 3
                y, x = divmod((side >> 2 & CELL_MASK) + STEP[edge] + ROW + 1, ROW)
                key = feature * 4 + edge
                fronts[key] = fronts.get(key, 0) | 1 << y * stride + x
        self.fronts = tuple(fronts.items())


def _mask(places: tuple[tuple[int, int], ...], stride: int) -> int:
    mask = 0
    for x, y in places:
        mask |= 1 << y * stride + x
    return mask
