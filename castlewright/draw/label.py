"""What is written on a piece: value, tag, name, rule, tokens.

A label is laid out in a box. Three layouts, by what the box can hold: a card (signs above, name in
the middle, rule below), a strip (signs at both ends, name between), and a chip (signs only). A box
that is much higher than wide is written turned by a quarter.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .contract import Piece
from .describe import shown_title
from .icons import icon
from .lettering import LEADING, Fitted, fit, shorten, width_of
from .markup import element, number, text_at
from .palette import Look, parts_of, tag, tag_width

NAME_LARGEST, NAME_SMALLEST = 14.0, 7.5
SMALL_LARGEST, SMALL_SMALLEST = 10.5, 7.0
TAG_GAP = 2.5
BOLD = 0.92  # of the width is enough for what is set in bold, which runs wider
LEAST_GHOST, MOST_GHOST = 34.0, 84.0


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in drawing units."""

    x: float
    y: float
    w: float
    h: float


def ghost(piece: Piece, box: Box, looks: Mapping[str, Look]) -> str:
    """The icon of a piece, large and faint, in the middle of its box: behind the texts."""
    icons = [looks[part].icon for part in parts_of(piece.get("colour_key", ""))]
    size = min(box.w, box.h * 1.1)
    if size < LEAST_GHOST or len(icons) != 1:
        return ""
    return icon(icons[0], box.x + box.w / 2, box.y + box.h / 2, min(size, MOST_GHOST), "cw-ghost")


def numbered(number_shown: int, x: float, y: float, r: float = 9.5) -> str:
    """The number of a marked piece in a disc around a point."""
    if not number_shown:
        return ""
    words = text_at(x, y + r * 0.42, str(number_shown), r * 1.2, "cw-number-text", "middle")
    return element("circle", cx=x, cy=y, r=r, class_="cw-number") + words


def label(piece: Piece, box: Box, looks: Mapping[str, Look]) -> str:
    """The texts and signs of a piece inside a box."""
    if box.h > 1.7 * box.w and box.w < 64:
        inner = _level(piece, Box(-box.h / 2, -box.w / 2, box.h, box.w), looks)
        centre = f"translate({number(box.x + box.w / 2)} {number(box.y + box.h / 2)}) rotate(-90)"
        return element("g", inner, transform=centre)
    return _level(piece, box, looks)


def _level(piece: Piece, box: Box, looks: Mapping[str, Look]) -> str:
    if box.h >= 38 and box.w >= 30:
        return _card(piece, box, looks)
    return _strip(piece, box, looks)


def _tags(
    piece: Piece, right: float, middle: float, size: float, looks: Mapping[str, Look], room: float
) -> tuple[str, float]:
    """Tags from the right end leftwards, and the width they take; narrow ones where `room` asks for them."""
    shown = [looks[part] for part in parts_of(piece.get("colour_key", ""))]
    narrow = sum(tag_width(look, size) + TAG_GAP for look in shown) > room
    drawn, taken = "", 0.0
    for look in reversed(shown):
        wide = tag_width(look, size, narrow=narrow)
        drawn += tag(look, right - taken - wide / 2, middle, size, narrow=narrow)
        taken += wide + TAG_GAP
    return drawn, taken


def _pill(text: str, left: float, middle: float, size: float) -> tuple[str, float]:
    """The value in its pill, and the width it takes; nothing of an empty text."""
    if not text:
        return "", 0.0
    high = size * 1.32
    wide = max(high, width_of(text, size) + size * 0.7)
    shape = element(
        "rect", x=left, y=middle - high / 2, width=wide, height=high, rx=high / 2, class_="cw-pill"
    )
    return shape + text_at(left + wide / 2, middle + size * 0.36, text, size, "cw-pill-text", "middle"), wide


def tick(x: float, y: float, size: float) -> str:
    """The sign of a complete piece, centred at a point."""
    r = size / 2
    path = f"M{number(x - r * 0.48)} {number(y + r * 0.04)}l{number(r * 0.34)} {number(r * 0.36)} " + (
        f"{number(r * 0.6)} {number(-r * 0.74)}"
    )
    return element("circle", cx=x, cy=y, r=r, class_="cw-done") + element(
        "path", d=path, class_="cw-tick", stroke_width=r * 0.3
    )


def _lines(fitted: Fitted, centre: float, top: float, css: str) -> str:
    return "".join(
        text_at(centre, top + (n + 0.82) * fitted.size * LEADING, line, fitted.size, css, "middle")
        for n, line in enumerate(fitted.lines)
    )


def _card(piece: Piece, box: Box, looks: Mapping[str, Look]) -> str:
    scale = min(1.3, max(1.0, min(box.w, box.h) / 60))
    sign = 11.5 * scale
    middle = box.y + sign * 0.66
    pill, left_taken = _pill(str(piece.get("badge", "")), box.x, middle, sign * 0.88)
    tags, right_taken = _tags(piece, box.x + box.w, middle, sign, looks, box.w - left_taken - 2)
    parts = [pill, tags]
    if piece.get("complete"):
        free_left = box.x + left_taken + (2.5 if left_taken else 0)
        if box.w - left_taken - right_taken >= sign + 3:
            parts.append(tick(free_left + sign * 0.5, middle, sign))
    top = box.y + (sign * 1.32 if left_taken or right_taken or piece.get("complete") else 0)
    bottom = box.y + box.h
    marks, marks_height = _marks(piece.get("marks", ()), box, bottom, scale)
    bottom -= marks_height
    free = bottom - top
    small = Fitted((), SMALL_SMALLEST)
    if piece.get("small"):
        # The name comes first: the rule gets what one fair line of the name leaves.
        small = fit(
            str(piece.get("small")),
            box.w,
            min(free * 0.42, 26 * scale),
            SMALL_LARGEST * scale,
            SMALL_SMALLEST,
        )
    name = fit(shown_title(piece), box.w * BOLD, free - small.height, NAME_LARGEST * scale, NAME_SMALLEST)
    if not name.lines:
        small = Fitted((), SMALL_SMALLEST)
        name = fit(shown_title(piece), box.w * BOLD, free, NAME_LARGEST * scale, NAME_SMALLEST)
    if small.lines and small.size > 0.74 * name.size:
        small = fit(str(piece.get("small")), box.w, small.height, 0.74 * name.size, SMALL_SMALLEST)
    space = max(0.0, free - small.height - name.height)
    parts.append(_lines(name, box.x + box.w / 2, top + space * 0.5, "cw-name"))
    parts.append(_lines(small, box.x + box.w / 2, bottom - small.height, "cw-small"))
    parts.append(marks)
    return "".join(parts)


def _marks(marks: Sequence[str], box: Box, bottom: float, scale: float) -> tuple[str, float]:
    """A row of pills at the bottom, and its height; what finds no place is counted in the last."""
    if not marks or box.h < 42:
        return "", 0.0
    size = 7.5 * scale
    high = size * 1.4
    shown: list[tuple[str, float]] = []
    taken = 0.0
    for n, mark in enumerate(marks):
        rest = len(marks) - n - 1
        text = shorten(mark, size, box.w - taken - size - (width_of(f"+{rest}", size) + size if rest else 0))
        if not text:
            text = f"+{rest + 1}"
        wide = width_of(text, size) + size * 0.8
        shown.append((text, wide))
        taken += wide + 2
        if text == f"+{rest + 1}":
            break
    x = box.x + (box.w - taken + 2) / 2
    parts: list[str] = []
    for text, wide in shown:
        parts.append(
            element("rect", x=x, y=bottom - high, width=wide, height=high, rx=high / 2, class_="cw-mark")
        )
        parts.append(text_at(x + wide / 2, bottom - high / 2 + size * 0.36, text, size, "cw-small", "middle"))
        x += wide + 2
    return "".join(parts), high + 2


def _strip(piece: Piece, box: Box, looks: Mapping[str, Look]) -> str:
    sign = min(12.0, box.h * 0.66)
    middle = box.y + box.h / 2
    tags, right = _tags(piece, box.x + box.w, middle, sign, looks, box.w * 0.36)
    pill, left = _pill(str(piece.get("badge", "")), box.x, middle, sign * 0.85)
    if left + right > box.w:
        pill, left = "", 0.0
    parts = [tags, pill]
    if piece.get("complete") and box.w - left - right > sign * 3:
        parts.append(tick(box.x + left + (2 if left else 0) + sign / 2, middle, sign))
        left += sign + 2
    marks = piece.get("marks", ())
    if marks and box.w - left - right > sign * 5:
        # No room for words: how many there are, next to the tags; the tip names them.
        count = f"+{len(marks)}"
        wide = width_of(count, sign * 0.7) + sign * 0.6
        x = box.x + box.w - right - wide
        shape = element(
            "rect", x=x, y=middle - sign / 2, width=wide, height=sign, rx=sign / 2, class_="cw-mark"
        )
        words = text_at(x + wide / 2, middle + sign * 0.26, count, sign * 0.7, "cw-small", "middle")
        parts += [shape, words]
        right += wide + 2
    free = box.w - left - right - 4
    name = fit(shown_title(piece), free * BOLD, box.h, 12.0, NAME_SMALLEST) if free >= 14 else Fitted((), 1)
    centre = box.x + left + (box.w - left - right) / 2
    parts.append(_lines(name, centre, middle - name.height / 2, "cw-name"))
    return "".join(parts)
