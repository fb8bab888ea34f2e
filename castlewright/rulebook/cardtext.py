"""Texts that fit their box: how large they can be set, and what goes on elsewhere when they do not fit.

Lengths are millimetres, sizes of type are points.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from html import escape

from castlewright.draw.lettering import width_of, wrap

__all__ = ["POINT", "Line", "Setting", "fitted", "html_of", "title_size"]

POINT = 25.4 / 72
"""A point in millimetres."""
LEADING = 1.26
"""From one line to the next, in sizes of type."""
GAP = 0.4
"""Between paragraphs, in sizes of type."""
HEAD = 1.2
"""A heading is so much larger than the text."""
BOLD = 1.08
"""Bold letters are so much wider."""
STEP = 0.25

_SENTENCE = re.compile(r"(?<=[.;:!?]) ")


@dataclass(frozen=True, slots=True)
class Line:
    """A paragraph: `lead` in bold before its text; a heading has no text but its lead."""

    text: str
    lead: str = ""
    head: bool = False


@dataclass(frozen=True, slots=True)
class Setting:
    """Paragraphs set at one size, box by box: as many boxes as it takes."""

    size: float
    boxes: tuple[tuple[Line, ...], ...]


def fitted(
    lines: Sequence[Line], boxes: Sequence[tuple[float, float]], largest: float, smallest: float
) -> Setting:
    """Set paragraphs in boxes of a width and height as large as they fit.

    At the smallest size what does not fit goes on in further boxes like the last one.
    """
    size = largest
    while size > smallest:
        setting = _filled(lines, boxes, size)
        if len(setting.boxes) <= len(boxes):
            return setting
        size -= STEP
    return _filled(lines, boxes, smallest)


def _filled(lines: Sequence[Line], boxes: Sequence[tuple[float, float]], size: float) -> Setting:
    filled: list[tuple[Line, ...]] = []
    rest = list(lines)
    while rest or not filled:
        wide, high = boxes[min(len(filled), len(boxes) - 1)]
        now, rest = _box(rest, wide, high, size)
        filled.append(tuple(now))
    return Setting(size, tuple(filled))


def _box(lines: Sequence[Line], wide: float, high: float, size: float) -> tuple[list[Line], list[Line]]:
    """What goes into a box, and the rest: broken after a sentence, after a word only where it must be."""
    now: list[Line] = []
    for number, line in enumerate(lines):
        if _height([*now, line], wide, size) <= high:
            now.append(line)
            continue
        rest = list(lines[number:])
        for parts in (_SENTENCE.split(line.text), [] if now else line.text.split(" ")):
            begun = [
                (first, second)
                for first, second in _beginnings(line, parts)
                if _height([*now, first], wide, size) <= high
            ]
            if begun:
                return [*now, begun[-1][0]], [begun[-1][1], *rest[1:]]
        while now and now[-1].head:
            rest.insert(0, now.pop())
        return (now, rest) if now else (rest[:1], rest[1:])
    return now, []


def _beginnings(line: Line, parts: Sequence[str]) -> Iterator[tuple[Line, Line]]:
    """A paragraph broken after each of its parts but the last."""
    for number in range(1, len(parts)):
        first = replace(line, text=" ".join(parts[:number]))
        yield first, Line(" ".join(parts[number:]))


def _height(lines: Sequence[Line], wide: float, size: float) -> float:
    total = sum(_count(line, wide, size) * (HEAD if line.head else 1.0) * LEADING for line in lines)
    return (total + GAP * len(lines)) * size * POINT


def _count(line: Line, wide: float, size: float) -> int:
    """How many lines a paragraph takes."""
    if line.head:
        return len(wrap(line.lead, size * HEAD * BOLD, wide / POINT))
    lead = line.lead.split()
    room = wide / POINT
    if not lead:
        return len(wrap(line.text, size, room))
    spare = width_of(line.lead, size * BOLD) - width_of(line.lead, size)
    return len(wrap(f"{line.lead} {line.text}", size, room - spare))


def html_of(lines: Sequence[Line]) -> str:
    """Paragraphs as HTML."""
    parts: list[str] = []
    for line in lines:
        if line.head:
            parts.append(f'<p class="head">{escape(line.lead)}</p>')
            continue
        lead = f"<b>{escape(line.lead)}</b> " if line.lead else ""
        parts.append(f"<p>{lead}{escape(line.text)}</p>")
    return "".join(parts)


def title_size(title: str, wide: float, largest: float, smallest: float) -> tuple[float, int]:
    """The size at which a title in bold fits a width on one line, or on two, and how many it takes."""
    room = wide / POINT
    for lines in (1, 2):
        size = largest if lines == 1 else largest * 0.8
        while size >= (largest * 0.66 if lines == 1 else smallest):
            told = wrap(title, size * BOLD, room)
            if len(told) <= lines and all(width_of(one, size * BOLD) <= room for one in told):
                return size, lines
            size -= STEP
    return smallest, 2
