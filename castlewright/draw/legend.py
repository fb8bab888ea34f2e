"""The legend below a drawing: tags, features, the tick, the scale."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from .contract import Drawing
from .features import edge_mark
from .label import tick
from .lettering import width_of
from .markup import element, number, text_at
from .palette import STRIPE, Look, parts_of, tag, tag_width
from .style import MARGIN, WALL

SIZE = 12.0
ROW = 24.0
SIGN = 22.0


@dataclass(frozen=True, slots=True)
class Entry:
    """A sign drawn in a box of `SIGN` by 16 units at 0, 0, and its words."""

    sign: str
    words: str
    wide: float = SIGN

    @property
    def width(self) -> float:
        """With the space to the next entry."""
        return self.wide + 6 + width_of(self.words, SIZE) + 16


def key_entry(look: Look, title: str) -> Entry:
    """A colour key: its fill with its tag on it."""
    wide = max(SIGN, tag_width(look, 11.5) + 7)
    swatch = element(
        "rect",
        x=0.7,
        y=0.7,
        width=wide - 1.4,
        height=14.6,
        rx=2.5,
        fill=look.fill,
        class_="cw-edge",
    )
    if look.striped:
        lines = "M3 15L9 1M8 15l6-14M13 15l6-14"
        swatch += element("path", d=lines, stroke=STRIPE, stroke_width=2.4)
    return Entry(swatch + tag(look, wide / 2, 8, 11.5), title, wide)


def feature_entry(style: str, title: str) -> Entry:
    """A feature on a piece of wall."""
    wall = element("rect", x=0, y=5, width=SIGN, height=WALL, class_="cw-jamb")
    floor = element("rect", x=0, y=5, width=SIGN, height=9, fill="#f3efe4")
    return Entry(floor + wall + edge_mark(style, 0, 5, "n", SIGN, "#f3efe4"), title)


def tick_entry() -> Entry:
    """The sign of a complete piece."""
    return Entry(tick(8, 8, 13), "complete", 16)


def scale_entry(feet: int, cells: int, unit: float) -> Entry:
    """A bar as long as some cells."""
    wide = cells * unit
    ticks = "".join(f"M{number(n * unit)} 4v8" for n in range(cells + 1))
    return Entry(
        element("path", d=f"M0 8H{number(wide)}{ticks}", class_="cw-line", stroke_width=1.4),
        f"{feet * cells} ft",
        wide,
    )


def legend(entries: Iterable[Entry], top: float, width: float) -> tuple[str, float]:
    """Entries in rows below `top`, and the height they take."""
    x, y = MARGIN, top
    parts: list[str] = []
    for entry in entries:
        if x > MARGIN and x + entry.width - 16 > width - MARGIN:
            x, y = MARGIN, y + ROW
        move = f"translate({number(x)} {number(y)})"
        words = text_at(entry.wide + 6, 12, entry.words, SIZE, "cw-text")
        parts.append(element("g", entry.sign + words, transform=move))
        x += entry.width
    return "".join(parts), (y - top + ROW) if parts else 0.0


def key_entries(data: Drawing, looks: Mapping[str, Look]) -> list[Entry]:
    """One entry for each colour key that the drawing's pieces use, in the order of the keys."""
    titles = data.get("key_titles", {})
    used = {part for piece in data.get("pieces", ()) for part in parts_of(piece.get("colour_key", ""))}
    return [key_entry(looks[key], titles.get(key, key)) for key in looks if key in used]
