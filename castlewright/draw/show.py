"""One door for both kinds of drawings."""

from __future__ import annotations

from collections.abc import Iterable

from .contract import Drawing
from .grid import draw_grid
from .grid import extent as grid_extent
from .plan import draw_plan
from .plan import extent as plan_extent


def draw(data: Drawing, prefix: str = "drawing") -> str:
    """The SVG of a drawing: a square grid where `grid` is true, else a plan."""
    return draw_grid(data, prefix) if data.get("grid") else draw_plan(data, prefix)


def frame_of(drawings: Iterable[Drawing]) -> tuple[int, int, int, int]:
    """The frame that shows all of several drawings of one board. Raises ValueError without any."""
    boxes = [(grid_extent if one.get("grid") else plan_extent)(one) for one in drawings]
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)
