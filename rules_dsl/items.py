"""Cutting a text into its top-level items, without parsing it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from .lexer import CONTINUES, SKIP

__all__ = ["Cut", "cut_items"]

_MARK: Final = re.compile(r'"""(?:.|\n)*?(?:"""|\Z)|"(?:[^"\\\n]|\\.)*"?|\#[^\n]*|[{}()\[\]\n;]')
_TOP_CONTINUES: Final = re.compile(
    r"(?:cites|house|attested|found|note|reads|prose|until|seen|through|on[ \t]+back|at[ \t]+(?:least|most))(?!\w)"
)


@dataclass(slots=True)
class Cut:
    """Where the items and comments of a text lie."""

    items: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])
    """Begin and end of each item."""
    comments: list[tuple[int, int, bool]] = field(default_factory=list[tuple[int, int, bool]])
    """Begin and end of each comment, and whether it has its line for itself."""


def cut_items(text: str) -> Cut:
    """Find the items of `text`."""
    cut = Cut()
    depth = 0
    begin = -1
    last = 0
    for found in _MARK.finditer(text):
        at, end = found.span()
        mark = text[at]
        if begin < 0:
            gap = _first_word(text, last, at)
            if gap >= 0:
                begin = gap
        if mark == "#":
            line = text.rfind("\n", 0, at) + 1
            cut.comments.append((at, end, not text[line:at].strip()))
        elif mark in "{([":
            depth += 1
        elif mark in "})]":
            depth -= 1
        elif mark in "\n;" and depth <= 0 and begin >= 0:
            skipped = SKIP.match(text, end)
            following = skipped.end() if skipped else end
            before = text[begin:at].rstrip()
            if mark == ";" or not (
                before.endswith((",", "=", "->", "+", "-", "*", "/", "<", ">"))
                or CONTINUES.match(text, following)
                or _TOP_CONTINUES.match(text, following)
            ):
                cut.items.append((begin, at))
                begin = -1
                depth = 0
        if begin < 0 and mark not in "\n;#":
            begin = at
        last = end
    if begin < 0:
        begin = _first_word(text, last, len(text))
    if begin >= 0:
        cut.items.append((begin, len(text)))
    return cut


def _first_word(text: str, begin: int, end: int) -> int:
    while begin < end:
        if not text[begin].isspace():
            return begin
        begin += 1
    return -1
