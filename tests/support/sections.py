"""Sections of the pages of a rulebook: what a link to an anchor leads to."""

from __future__ import annotations

import re

from castlewright.rulebook.page import Page

__all__ = ["section"]

_HEADING = re.compile(r"(#{1,6}) ")
_ANCHOR = re.compile(r'<a id="([^"]+)"></a>')


def section(page: Page, anchor: str) -> str | None:
    """What a reader finds at an anchor of a page: below a heading all up to the next of its rank, else the
    entry up to the next one; the whole page for no anchor. None where there is no such anchor.
    """
    if not anchor:
        return page.markdown()
    lines = page.markdown().split("\n")
    headings = {name: (level, text) for level, text, name in page.heads}
    start = next((n for n, line in enumerate(lines) if anchor in _ANCHOR.findall(line)), None)
    if start is None and anchor in headings:
        level, text = headings[anchor]
        wanted = re.compile(rf"{'#' * level} .*{re.escape(text)}$")
        start = next((n for n, line in enumerate(lines) if wanted.match(line.replace("\\", ""))), None)
    if start is None:
        return None
    own = _HEADING.match(lines[start])
    for number in range(start + 1, len(lines)):
        other = _HEADING.match(lines[number])
        ends = len(other[1]) <= len(own[1]) if own and other else bool(other)
        if ends or (own is None and _ANCHOR.search(lines[number])):
            return "\n".join(lines[start:number])
    return "\n".join(lines[start:])
