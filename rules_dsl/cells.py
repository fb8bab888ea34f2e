"""How wide text is on a terminal, and how to show text that comes from a stranger."""

from __future__ import annotations

import textwrap
import unicodedata
from typing import Final, NamedTuple

__all__ = ["Row", "clip", "lay_out", "safe", "text_width", "wrap"]

TAB: Final = 4
ELLIPSIS: Final = "…"
UNKNOWN: Final = "\N{REPLACEMENT CHARACTER}"


def safe(text: str) -> str:
    """`text` with control and direction characters but line ends replaced: it cannot steer a terminal."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(char if char == "\n" else _glyph(char) for char in text)


def text_width(text: str) -> int:
    """Number of terminal cells that `text` takes, tabs not counted as such."""
    if text.isascii():
        return len(text)
    return sum(_cells(char) for char in text)


def wrap(text: str, width: int) -> list[str]:
    """Lines of `text`, broken between words to at most `width` characters; line ends in it are kept."""
    lines: list[str] = []
    for line in safe(text).split("\n"):
        lines += textwrap.wrap(line, max(width, 10), break_long_words=False, break_on_hyphens=False) or [""]
    return lines


class Row(NamedTuple):
    """A source line as shown.

    `glyphs[i]` is what is printed for character `i`, `columns[i]` the cell where it starts (from 0);
    `columns` has one entry more, the cell after the end.
    """

    glyphs: list[str]
    columns: list[int]

    @property
    def text(self) -> str:
        """The whole line."""
        return "".join(self.glyphs)

    @property
    def width(self) -> int:
        """Cells of the whole line."""
        return self.columns[-1]


def lay_out(line: str) -> Row:
    """Find where each character of a source line is shown.

    Tabs end at every fourth cell, wide characters take two cells, combining ones none.
    """
    glyphs: list[str] = []
    columns = [0]
    column = 0
    for char in line:
        if char == "\t":
            glyph = " " * (TAB - column % TAB)
            column += len(glyph)
        else:
            glyph = _glyph(char)
            column += _cells(glyph)
        glyphs.append(glyph)
        columns.append(column)
    return Row(glyphs, columns)


def clip(row: Row, width: int, start: int, end: int) -> Row:
    """`row` cut to `width` cells so that the cells `start` to `end` are seen, or as much of them as fits.

    Characters that are cut away become empty glyphs at the cell of the `…` that stands for them.
    """
    if row.width < width:  # one cell is kept for a mark after the end
        return row
    shown = max(width - 3, 1)  # two ellipses and that cell
    left = max(0, start - max(shown - (end - start), shown // 4) // 2)
    left = min(left, max(0, row.width - shown))
    count = len(row.glyphs)
    first = next((i for i in range(count) if row.columns[i] >= left), count)
    last = first
    while last < count and row.columns[last + 1] - row.columns[first] <= shown:
        last += 1
    cut_left, cut_right = first > 0, last < count
    glyphs = [""] * first + row.glyphs[first:last] + [""] * (count - last)
    shift = row.columns[first] - (1 if cut_left else 0)
    columns = [0] * first + [column - shift for column in row.columns[first : last + 1]]
    columns += [columns[-1]] * (count - last)
    if cut_left:
        glyphs[first - 1] = ELLIPSIS
    if cut_right:
        glyphs[last] = ELLIPSIS
        columns[-1] += 1
    return Row(glyphs, columns)


def _glyph(char: str) -> str:
    if char.isprintable():
        return char
    code = ord(char)
    if code < 0x20:
        return chr(0x2400 + code)  # the picture of the control character
    category = unicodedata.category(char)
    return " " if category == "Zs" else UNKNOWN


def _cells(char: str) -> int:
    if char.isascii():
        return 1
    if unicodedata.combining(char) or unicodedata.category(char) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in ("W", "F") else 1
