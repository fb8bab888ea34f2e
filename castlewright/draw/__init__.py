"""Drawings of played games: plain data in, SVG and HTML text out.

Nothing here knows a ruleset, a game or a state. Whoever has one turns it into the dictionaries that
`contract` describes. The functions are pure: the same data gives the same text on every machine.
"""

from __future__ import annotations

from .contract import Drawing, GamePage, LogLine, Piece, PlayerPart, Side
from .grid import draw_grid
from .page import draw_page
from .plan import draw_plan
from .show import draw, frame_of

__all__ = [
    "Drawing",
    "GamePage",
    "LogLine",
    "Piece",
    "PlayerPart",
    "Side",
    "draw",
    "draw_grid",
    "draw_page",
    "draw_plan",
    "frame_of",
]
