"""A square grid: pieces of whole spaces, standing on a ground line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .contract import Drawing, Piece
from .describe import described, spoken
from .label import Box, ghost, label, numbered
from .legend import key_entries, legend, tick_entry
from .lettering import shorten
from .markup import element, escape, number, text_at
from .palette import Look, drawing_looks, fill_of, paint_definitions
from .style import MARGIN, WALL, frame, head_of, heading

UNIT = 104.0  # drawing units along the edge of a space
SIDE = 30.0  # room for the row numbers
LEAST_WIDTH = 330.0
_ARROWS = {
    "n": (0, -1), "ne": (1, -1), "e": (1, 0), "se": (1, 1),
    "s": (0, 1), "sw": (-1, 1), "w": (-1, 0), "nw": (-1, -1),
}  # fmt: skip


def draw_grid(data: Drawing, prefix: str = "grid") -> str:
    """The SVG of a square grid; `y` grows upwards and row 0 stands on the ground.

    `prefix` begins every identifier in it, so that several drawings can stand in one page.
    """
    pieces = data.get("pieces", ())
    keys = [piece.get("colour_key", "") for piece in pieces]
    looks = drawing_looks(data)
    left, low, right, high = extent(data)
    head = head_of(data) + 8
    wide, tall = (right - left) * UNIT, (high - low) * UNIT
    width = max(LEAST_WIDTH, wide + 2 * SIDE + 2 * MARGIN)
    x0, y0 = (width - wide) / 2 - left * UNIT, head + high * UNIT  # where space 0, 0 begins
    titles = data.get("key_titles", {})
    back = _ground(data, x0, y0, width, low, high) + (
        ""
        if data.get("columns") or not data.get("ground", True)
        else _rows(low, high, (width - wide) / 2 - 12, y0)
    )
    drawn = "".join(grid_shape(piece, x0, y0, looks, titles, prefix) for piece in pieces)
    drawn += "".join(grid_mark(piece, x0, y0) for piece in pieces if piece.get("marked"))
    drawn += _columns(data.get("columns", {}), x0, y0 - low * UNIT + 18)
    foot = head + tall + (34 if data.get("columns") else 16)
    entries = key_entries(data, looks) if data.get("legend", True) else []
    if data.get("legend", True) and any(piece.get("complete") for piece in pieces):
        entries.append(tick_entry())
    rows, legend_height = legend(entries, foot, width)
    defs = element("defs", paint_definitions(keys, looks, prefix)) if keys else ""
    body = defs + back + drawn + heading(data, width) + rows
    title = data.get("title", "") or "Grid"
    high_all = foot + legend_height + 4
    return frame(body, width, high_all, prefix, title, described(data), paper=data.get("paper", True))


def extent(data: Drawing) -> tuple[int, int, int, int]:
    """Left, lowest, right and highest line of what is shown: of all spaces, or more."""
    given = data.get("frame")
    named = [int(x) for x in data.get("columns", {})]
    left, low, right, high = _spaces_extent(data.get("pieces", ()))
    left, right = min([left, *named]), max([right, *(x + 1 for x in named)])
    if given is None:
        return left, low, right, high
    return min(left, given[0]), min(low, given[1]), max(right, given[2]), max(high, given[3])


def _spaces_extent(pieces: Sequence[Piece]) -> tuple[int, int, int, int]:
    if not pieces:
        return 0, 0, 1, 1
    lefts = [piece.get("x", 0) for piece in pieces]
    lows = [piece.get("y", 0) for piece in pieces]
    rights = [piece.get("x", 0) + piece.get("w", 1) for piece in pieces]
    highs = [piece.get("y", 0) + piece.get("h", 1) for piece in pieces]
    return min(lefts), min(lows), max(rights), max(highs)


def _ground(data: Drawing, x0: float, y0: float, width: float, low: int, high: int) -> str:
    """The ground line below row 0, and earth below it as far as pieces reach."""
    if not data.get("ground", True) or low > 0 or high < 0:
        return ""
    deep = max(10.0, -low * UNIT + 10)
    earth = element("rect", x=MARGIN / 2, y=y0, width=width - MARGIN, height=deep, rx=3, class_="cw-earth")
    return earth + element(
        "path", d=f"M{number(MARGIN / 2)} {number(y0)}H{number(width - MARGIN / 2)}", class_="cw-sod"
    )


def _rows(low: int, high: int, x: float, y0: float) -> str:
    """The numbers of the rows, beside them."""
    return "".join(
        text_at(x, y0 - (row + 0.5) * UNIT + 4, str(row).replace("-", "\u2212"), 11, "cw-text", "end")
        for row in range(low, high)
    )


def _columns(columns: Mapping[str, str], x0: float, y: float) -> str:
    """What stands below the columns."""
    return "".join(
        text_at(x0 + (int(x) + 0.5) * UNIT, y, shorten(title, 13, UNIT - 6), 13, "cw-text", "middle")
        for x, title in columns.items()
    )


def grid_shape(
    piece: Piece, x0: float, y0: float, looks: Mapping[str, Look], titles: Mapping[str, str], prefix: str
) -> str:
    """The markup of one piece on a grid whose space 0, 0 begins at `x0`, `y0`."""
    wide, tall = piece.get("w", 1) * UNIT, piece.get("h", 1) * UNIT
    x, y = x0 + piece.get("x", 0) * UNIT, y0 - piece.get("y", 0) * UNIT - tall
    paint = fill_of(piece.get("colour_key", ""), looks, prefix)
    inside = 1.5 + WALL / 2
    shape = element(
        "rect",
        x=x + inside,
        y=y + inside,
        width=wide - 2 * inside,
        height=tall - 2 * inside,
        rx=5,
        fill=paint,
        class_="cw-wall",
        stroke_width=WALL,
    )
    pad = WALL + 6
    box = Box(x + pad, y + pad, wide - 2 * pad, tall - 2 * pad)
    inlay = element(
        "rect",
        x=x + inside + 3.2,
        y=y + inside + 3.2,
        width=wide - 2 * inside - 6.4,
        height=tall - 2 * inside - 6.4,
        rx=3,
        class_="cw-inlay",
    )
    name = element("title", escape(spoken(piece, titles)))
    compass = _compass(piece, x + wide / 2, y + pad + 9)
    return element("g", name + shape + inlay + ghost(piece, box, looks) + label(piece, box, looks) + compass)


def grid_mark(piece: Piece, x0: float, y0: float) -> str:
    """A halo around a piece that the text around the drawing speaks of, and its number."""
    wide, tall = piece.get("w", 1) * UNIT, piece.get("h", 1) * UNIT
    x, y = x0 + piece.get("x", 0) * UNIT, y0 - piece.get("y", 0) * UNIT - tall
    rings = "".join(
        element("rect", x=x, y=y, width=wide, height=tall, rx=6, class_=css)
        for css in ("cw-halo", "cw-marked")
    )
    return rings + numbered(piece.get("number", 0), x + 5, y + 5, 11)


def _compass(piece: Piece, x: float, y: float) -> str:
    """The neighbours a piece looks at, as dark squares around a light one."""
    arrows = [_ARROWS[arrow] for arrow in piece.get("arrows", ()) if arrow in _ARROWS]
    if not arrows:
        return ""
    size = 5.6
    around = "".join(
        element(
            "rect",
            x=x + dx * size - 2.4,
            y=y + dy * size - 2.4,
            width=4.8,
            height=4.8,
            rx=0.8,
            class_="cw-ink" if (dx, dy) in arrows else "cw-mark",
        )
        for dy in (-1, 0, 1)
        for dx in (-1, 0, 1)
        if (dx, dy) != (0, 0)
    )
    return around + element("circle", cx=x, cy=y, r=1.6, class_="cw-ink")
