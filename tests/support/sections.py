"""Sections of the pages of a rulebook: what a link to an anchor leads to."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Protocol

from castlewright.rulebook.page import Page
from support.rulebook_headings import Heading

__all__ = ["fault_of", "section"]


class Shelf(Protocol):
    """What has pages: a book."""

    @property
    def pages(self) -> list[Page]: ...


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


def fault_of(books: Mapping[str, Shelf], heading: Heading) -> str | None:
    """What is wrong with the counterpart of a heading: not there, or stating nothing of what it should."""
    path, _, anchor = heading.target.partition("#")
    pages = {page.path: page for page in books[heading.book].pages} if heading.book in books else {}
    found = section(pages[path], anchor) if path in pages else None
    if found is None:
        return f"{heading.words}: there is no {heading.book}/{heading.target}"
    if f"#{heading.passages.lower()}-" not in found and heading.passages:
        return f"{heading.words}: {heading.book}/{heading.target} cites nothing of {heading.passages}"
    return None
