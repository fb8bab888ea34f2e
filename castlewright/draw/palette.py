"""Colours, icons and tags of the colour keys.

A key is told by its colour, by the letter of its tag, and by its icon or else the tag's outline. The
fills are light enough for dark text (contrast above 7:1) in the light and in the dark scheme, and any
two of them differ clearly for every common colour blindness. More keys than colours get stripes besides.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from .contract import Drawing
from .icons import icon
from .markup import element, number

INK = "#14202b"
NEUTRAL = "#ece9e1"
STRIPE = "#fbfaf4"
# Found by a search for light colours that are farthest apart in all simulations of blindness at once.
COLOURS = {
    "blue": "#43b2ff",
    "green": "#89e3a8",
    "orange": "#e99b50",
    "violet": "#98a9da",
    "yellow": "#fdd569",
    "rose": "#ca9fa2",
    "sky": "#b9d9ff",
    "olive": "#b1af74",
    "sand": "#e2db89",
    "grey": "#c9ced7",
    "white": "#fbfaf4",
}
"""Fills by the names under which texts choose them."""
FILLS = tuple(COLOURS.values())
OUTLINES = ("disc", "square", "diamond", "hexagon", "shield", "drop")


@dataclass(frozen=True, slots=True)
class Look:
    """How one colour key looks."""

    key: str
    fill: str
    letter: str
    outline: str
    striped: bool
    icon: str = ""


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


def looks_of(
    colour_keys: Iterable[str],
    palette: Mapping[str, str] | None = None,
    icons: Mapping[str, str] | None = None,
    order: Sequence[str] = (),
) -> dict[str, Look]:
    """A look for every single key: those of `order` in that order, then the others sorted.

    `palette` fixes the fill of some keys, `icons` gives some their icon; all keys count all the same, so that
    fixing one colour moves no other, and what comes after a key never changes how it looks.
    """
    first = [part for joined in order for part in parts_of(joined)]
    keys = list(
        dict.fromkeys([*first, *sorted({part for joined in colour_keys for part in parts_of(joined)})])
    )
    codes = _letters(keys)
    fixed = palette or {}
    return {
        key: Look(
            key=key,
            fill=fixed.get(key, FILLS[index % len(FILLS)]),
            letter=codes[key],
            outline=OUTLINES[index % len(OUTLINES)],
            striped=key not in fixed and index >= len(FILLS),
            icon=(icons or {}).get(key, ""),
        )
        for index, key in enumerate(keys)
    }


def drawing_looks(data: Drawing) -> dict[str, Look]:
    """The looks of all keys of a drawing and of the set that it belongs to."""
    own = [piece.get("colour_key", "") for piece in data.get("pieces", ())]
    return looks_of(own, data.get("palette"), data.get("icons"), data.get("keys", ()))


def tag_width(look: Look, size: float, *, narrow: bool = False) -> float:
    """How wide the tag of a key is; a narrow one has an icon or a letter, not both."""
    if not look.icon or narrow:
        return size
    return size * (1.85 if len(look.letter) == 1 else 2.2)


def tag(look: Look, x: float, y: float, size: float, *, narrow: bool = False) -> str:
    """The dark sign of a key, centred at a point, `size` high: a plate with icon and letter, or an outline
    with the letter where there is no icon.
    """
    return _plate(look, x, y, size, narrow=narrow) if look.icon else _sign(look, x, y, size)


def _plate(look: Look, x: float, y: float, size: float, *, narrow: bool) -> str:
    wide = tag_width(look, size, narrow=narrow)
    left = x - wide / 2
    plate = element("rect", x=left, y=y - size / 2, width=wide, height=size, rx=size * 0.24, class_="cw-tag")
    drawn = icon(look.icon, left + size / 2, y, size * 0.78, "cw-tag-icon")
    return element(
        "g", plate + drawn + ("" if narrow else _letter(look, left + (wide + size * 0.86) / 2, y, size))
    )


def _letter(look: Look, x: float, y: float, size: float) -> str:
    high = size * (0.72 if len(look.letter) == 1 else 0.56)
    return element(
        "text",
        look.letter,
        x=x,
        y=y + high * 0.36,
        font_size=high,
        class_="cw-tag-text",
        text_anchor="middle",
    )


def _sign(look: Look, x: float, y: float, size: float) -> str:
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
    mark = element("path", d=shapes[look.outline], class_="cw-tag")
    return element(
        "g", mark + _letter(look, 0, 0, size * 0.94), transform=f"translate({number(x)} {number(y)})"
    )


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
