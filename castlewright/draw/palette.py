"""Colours and tags of the colour keys.

A key is told by three things: its colour, the letter of its tag and the tag's outline. The fills
are light enough for dark text (contrast above 7:1) in the light and in the dark scheme, and are
told apart with every common colour blindness. More keys than colours get stripes besides.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from .contract import Drawing
from .markup import element, number

INK = "#14202b"
NEUTRAL = "#e4e2dc"
STRIPE = "#f7f5ef"
# After Paul Tol's "light" scheme, some of them lightened for the contrast of small dark text.
FILLS = (
    "#82b3e3",
    "#ee9977",
    "#eedd88",
    "#ffaabb",
    "#99ddff",
    "#5cc9aa",
    "#c5d55a",
    "#c4b5ea",
    "#c9b38c",
)
OUTLINES = ("disc", "square", "diamond", "hexagon", "shield", "drop")


@dataclass(frozen=True, slots=True)
class Look:
    """How one colour key looks."""

    key: str
    fill: str
    letter: str
    outline: str
    striped: bool


def parts_of(colour_key: str) -> list[str]:
    """The single keys of a joined key; none of a neutral one."""
    return [part for part in (piece.strip() for piece in colour_key.split("+")) if part]


def _letters(keys: list[str]) -> dict[str, str]:
    """A different short code for each key: its first letter, or more of it where that is taken."""
    codes: dict[str, str] = {}
    for key in keys:
        letters = [c for c in key if c.isalnum()] or ["?"]
        first = letters[0].upper()
        tries = [first, *(first + c.lower() for c in letters[1:]), *(f"{first}{n}" for n in range(2, 99))]
        codes[key] = next(code for code in tries if code not in codes.values())
    return codes


def looks_of(colour_keys: Iterable[str], palette: Mapping[str, str] | None = None) -> dict[str, Look]:
    """A look for every single key, stable by the sorted order of the keys.

    `palette` fixes the fill of some keys; the stable order counts all keys all the same, so that
    fixing one colour moves no other.
    """
    keys = sorted({part for joined in colour_keys for part in parts_of(joined)})
    codes = _letters(keys)
    fixed = palette or {}
    return {
        key: Look(
            key=key,
            fill=fixed.get(key, FILLS[index % len(FILLS)]),
            letter=codes[key],
            outline=OUTLINES[index % len(OUTLINES)],
            striped=key not in fixed and index >= len(FILLS),
        )
        for index, key in enumerate(keys)
    }


def drawing_looks(data: Drawing) -> dict[str, Look]:
    """The looks of all keys of a drawing and of the set that it belongs to."""
    own = [piece.get("colour_key", "") for piece in data.get("pieces", ())]
    return looks_of([*own, *data.get("keys", ())], data.get("palette"))


def tag(look: Look, x: float, y: float, size: float) -> str:
    """The dark sign with the key's letter, centred at a point, `size` wide and high."""
    r = size / 2
    half = f"a{number(r)} {number(r)} 0 1 1 "
    shapes = {
        "disc": f"M{number(-r)} 0{half}{number(size)} 0{half}{number(-size)} 0z",
        "square": _polygon([(-0.86, -0.86), (0.86, -0.86), (0.86, 0.86), (-0.86, 0.86)], r),
        "diamond": _polygon([(0, -1.14), (1.14, 0), (0, 1.14), (-1.14, 0)], r),
        "hexagon": _polygon(
            [(-0.5, -0.95), (0.5, -0.95), (1.05, 0), (0.5, 0.95), (-0.5, 0.95), (-1.05, 0)], r
        ),
        "shield": _polygon([(-0.9, -0.9), (0.9, -0.9), (0.9, 0.35), (0, 1.15), (-0.9, 0.35)], r),
        "drop": _polygon([(0, -1.15), (0.9, -0.35), (0.9, 0.9), (-0.9, 0.9), (-0.9, -0.35)], r),
    }
    letter_size = size * (0.68 if len(look.letter) == 1 else 0.52)
    letter = element(
        "text",
        look.letter,
        y=letter_size * 0.36,
        font_size=letter_size,
        class_="cw-tag-text",
        text_anchor="middle",
    )
    mark = element("path", d=shapes[look.outline], class_="cw-tag")
    return element("g", mark + letter, transform=f"translate({number(x)} {number(y)})")


def _polygon(points: list[tuple[float, float]], scale: float) -> str:
    return "M" + "L".join(f"{number(px * scale)} {number(py * scale)}" for px, py in points) + "z"


def fill_of(colour_key: str, looks: Mapping[str, Look], prefix: str) -> str:
    """The paint of a piece: a colour, or a reference into `paint_definitions`."""
    parts = parts_of(colour_key)
    if not parts:
        return NEUTRAL
    if len(parts) == 1 and not looks[parts[0]].striped:
        return looks[parts[0]].fill
    return f"url(#{prefix}-{paint_name(colour_key, looks)})"


def paint_name(colour_key: str, looks: Mapping[str, Look]) -> str:
    """An identifier for a joined or striped key, made of the positions of its parts."""
    order = sorted(looks)
    return "paint-" + "-".join(str(order.index(part)) for part in parts_of(colour_key))


def paint_definitions(colour_keys: Iterable[str], looks: Mapping[str, Look], prefix: str) -> str:
    """The patterns that `fill_of` refers to: slanting bands of several colours, or stripes."""
    written: dict[str, str] = {}
    for joined in colour_keys:
        parts = parts_of(joined)
        if not parts or (len(parts) == 1 and not looks[parts[0]].striped):
            continue
        name = paint_name(joined, looks)
        bands = [looks[part].fill for part in parts]
        wide = 18.0
        if len(parts) == 1:
            bands, wide = [looks[parts[0]].fill, STRIPE], 5.0
        stripes = "".join(
            element("rect", x=n * wide, width=wide + 0.2, height=wide * len(bands), fill=fill)
            for n, fill in enumerate(bands)
        )
        written[name] = element(
            "pattern",
            stripes,
            id=f"{prefix}-{name}",
            width=wide * len(bands),
            height=wide * len(bands),
            patternUnits="userSpaceOnUse",
            patternTransform="rotate(45)",
        )
    return "".join(written[name] for name in sorted(written))
