"""How wide a text is, and how to make it fit, without asking a font.

Widths are those of the common sans-serif faces (Helvetica, Arial and their free twins) with a
small reserve. A browser with a wider face still fits, because nothing is set to the last unit.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

RESERVE = 1.04
LEADING = 1.12
_WIDTHS = (
    ("il|!'.,:;jI", 0.25),
    (" ftr()[]/-\u00b7", 0.32),
    ("\u2212+\u00d7=<>", 0.58),
    ("mM", 0.85),
    ("w", 0.72),
    ("W", 0.94),
    ("sczkxvyJ", 0.5),
)
_WIDTH_OF = {character: width for characters, width in _WIDTHS for character in characters}


def width_of(text: str, size: float) -> float:
    """Estimated width of a line at a font size."""
    return _ems(text) * size * RESERVE


@lru_cache(maxsize=4096)
def _ems(text: str) -> float:
    """The same at size 1: fitting a text asks for the same words at many sizes."""
    return sum(_WIDTH_OF.get(c, 0.68 if c.isupper() else 0.556 if ord(c) < 0x2E80 else 1.0) for c in text)


def shorten(text: str, size: float, width: float) -> str:
    """The text, or its beginning with an ellipsis, so that it fits; "" if nothing would."""
    if width_of(text, size) <= width:
        return text
    for end in range(len(text) - 1, 0, -1):
        cut = text[:end].rstrip() + "\u2026"
        if width_of(cut, size) <= width:
            return cut
    return ""


def wrap(text: str, size: float, width: float) -> list[str]:
    """Greedy lines; a word wider than a line stands alone and too wide."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width_of(longer, size) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def balanced(text: str, size: float, width: float) -> list[str]:
    """As few lines as `wrap` makes, of lengths as even as they come."""
    lines = wrap(text, size, width)
    for tried in range(int(width), 0, -4):
        narrower = wrap(text, size, tried)
        if len(narrower) > len(lines) or any(width_of(line, size) > width for line in narrower):
            break
        lines = narrower
    return lines


@dataclass(frozen=True, slots=True)
class Fitted:
    """Lines and the size at which they fit their box."""

    lines: tuple[str, ...]
    size: float

    @property
    def height(self) -> float:
        """From the top of the first line to the bottom of the last."""
        return len(self.lines) * self.size * LEADING

    @property
    def width(self) -> float:
        """Of the widest line."""
        return max((width_of(line, self.size) for line in self.lines), default=0.0)


def fit(text: str, width: float, height: float, largest: float, smallest: float) -> Fitted:
    """The largest setting of a text in a box; at the smallest size words are cut to make it fit.

    Returns no lines when not even one fits, or when the text is empty.
    """
    if not text.split() or width <= 0:
        return Fitted((), smallest)
    size = largest
    while size >= smallest:
        lines = balanced(text, size, width)
        if len(lines) * size * LEADING <= height and all(width_of(line, size) <= width for line in lines):
            return Fitted(tuple(lines), size)
        size -= 0.5
    room = int(height / (smallest * LEADING))
    lines = wrap(text, smallest, width)
    if room < len(lines):
        lines = [*lines[: room - 1], " ".join(lines[room - 1 :])] if room else []
    cut = [shorten(line, smallest, width) for line in lines]
    return Fitted(tuple(line for line in cut if line), smallest)
