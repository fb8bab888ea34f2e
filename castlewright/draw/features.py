"""Features on the edges of cells: doors, fences, water, signs for everything else."""

from __future__ import annotations

from collections.abc import Mapping

from .markup import element, number
from .style import WALL

# How a feature is drawn if the data does not say; an unknown one gets a sign and a legend line.
STYLES = {
    "entrance": "door",
    "door": "door",
    "fence": "fence",
    "water": "water",
    "wall": "wall",
    "stone": "wall",
}
_TURNS = {"n": 0, "e": 90, "s": 180, "w": 270}


def style_of(feature: str, styles: Mapping[str, str]) -> str:
    """ "door", "fence", "water", "wall" (nothing besides the outline) or "sign"."""
    return styles.get(feature, STYLES.get(feature, "sign"))


def edge_mark(style: str, x: float, y: float, direction: str, unit: float, floor: str) -> str:
    """What lies on one edge of the cell whose top left corner is at `x`, `y`.

    `floor` is the paint of the piece, for the styles that take its wall away.
    """
    drawn = {"door": _door, "fence": _fence, "water": _water, "sign": _sign}.get(style)
    if drawn is None:
        return ""
    centre_x, centre_y = x + unit / 2, y + unit / 2
    turn = _TURNS.get(direction, 0)
    # Drawn for the upper edge of a cell around 0, 0, and turned.
    move = f"translate({number(centre_x)} {number(centre_y)})" + (f" rotate({turn})" if turn else "")
    return element("g", drawn(unit, floor), transform=move)


def _door(unit: float, floor: str) -> str:
    half, top = unit * 0.28, -unit / 2
    jamb, deep = unit * 0.07, WALL + 2.4
    return (
        element("rect", x=-half, y=top, width=2 * half, height=WALL + 0.5, class_="cw-gap")
        + element("rect", x=-half - jamb, y=top, width=jamb, height=deep, class_="cw-jamb")
        + element("rect", x=half, y=top, width=jamb, height=deep, class_="cw-jamb")
    )


def _fence(unit: float, floor: str) -> str:
    half, top = unit / 2, -unit / 2
    middle = top + WALL / 2 + 0.3
    posts = "".join(
        element(
            "rect", x=at * unit - 1.3, y=top + 0.2, width=2.6, height=WALL + 1.4, rx=0.8, class_="cw-post"
        )
        for at in (-0.375, -0.125, 0.125, 0.375)
    )
    return (
        element("rect", x=-half + 0.4, y=top, width=unit - 0.8, height=WALL + 0.4, fill="#fffdf5")
        + element("path", d=f"M{number(-half)} {number(middle)}H{number(half)}", class_="cw-rail")
        + posts
    )


def _water(unit: float, floor: str) -> str:
    half, top = unit / 2, -unit / 2
    quarter = unit / 4
    wave = f"q{number(quarter / 2)} -2.6 {number(quarter)} 0t{number(quarter)} 0t{number(quarter)} 0"
    return element("rect", x=-half, y=top, width=unit, height=WALL + 2.6, class_="cw-bank") + element(
        "path", d=f"M{number(-half)} {number(top + 3)}{wave}t{number(quarter)} 0", class_="cw-water"
    )


def _sign(unit: float, floor: str) -> str:
    size = unit * 0.15
    top = -unit / 2 + size + 0.8  # whole inside the piece, so that a drawing of it alone cuts nothing off
    return element(
        "path",
        d=f"M0 {number(top - size)}l{number(size)} {number(size)} {number(-size)} {number(size)} "
        f"{number(-size)} {number(-size)}z",
        class_="cw-sign",
    )
