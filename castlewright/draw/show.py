"""One door for both kinds of drawings."""

from __future__ import annotations

from .contract import Drawing
from .grid import draw_grid
from .plan import draw_plan


def draw(data: Drawing, prefix: str = "drawing") -> str:
    """The SVG of a drawing: a square grid where `grid` is true, else a plan."""
    return draw_grid(data, prefix) if data.get("grid") else draw_plan(data, prefix)
