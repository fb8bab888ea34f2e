"""A page of the rulebook: plain CommonMark with tables, written block by block, and the anchors on it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

__all__ = ["Item", "Page", "escaped", "slug"]

INDENT = "    "
"""Four blanks nest a list for every reader of Markdown."""

_SPECIAL = re.compile(r"([\\`*_\[\]<>|#])")
_ENTITY = re.compile(r"&(?=#?\w+;)")
_AT_START = re.compile(r"^(\d+(?=[.)](?:\s|$))|(?=[-+](?:\s|$)))")


def escaped(text: str) -> str:
    """A text as it stands in Markdown: no character of it is taken for markup, and it is one line."""
    text = _ENTITY.sub("&amp;", " ".join(text.splitlines()))
    text = _SPECIAL.sub(r"\\\1", text).replace("\\<", "&lt;").replace("\\>", "&gt;")
    return _AT_START.sub(r"\1\\", text)  # no list begins with it


def slug(text: str) -> str:
    """A text as an anchor: lower case, words joined by hyphens."""
    return "-".join(re.findall(r"[a-z0-9]+", text.lower())) or "x"


@dataclass(frozen=True, slots=True)
class Item:
    """An entry of a list, in Markdown, with a list of its own below it."""

    text: str
    items: tuple[Item, ...] = ()


@dataclass(slots=True)
class Page:
    """A page that is being written: `path` below the folder of the book, `title`, and its blocks.

    `heads` are the headings so far: level, text and anchor.
    """

    path: str
    title: str
    blocks: list[str] = field(default_factory=list[str])
    heads: list[tuple[int, str, str]] = field(default_factory=list[tuple[int, str, str]])
    anchors: set[str] = field(default_factory=set[str])

    def __post_init__(self) -> None:
        self.heading(1, self.title)

    def anchor(self, wanted: str) -> str:
        """An anchor that nothing on this page has yet, made of a text."""
        base = slug(wanted)
        name, count = base, 1
        while name in self.anchors:
            count += 1
            name = f"{base}-{count}"
        self.anchors.add(name)
        return name

    def heading(self, level: int, text: str, anchor: str | None = None) -> str:
        """A heading; returns its anchor.

        A given anchor is written out; else it is the one that readers of Markdown make of the text.
        """
        name = self.anchor(text if anchor is None else anchor)
        mark = "" if name == slug(text) else f'<a id="{name}"></a>'
        self.heads.append((level, text, name))
        self.blocks.append(f"{'#' * level} {mark}{escaped(text)}")
        return name

    def text(self, markdown: str) -> None:
        """A paragraph that is Markdown already; nothing for an empty one."""
        if markdown.strip():
            self.blocks.append(markdown)

    def mark(self, anchor: str) -> str:
        """The markup of an anchor at the beginning of a paragraph."""
        return f'<a id="{self.anchor(anchor)}"></a>'

    def items(self, items: Iterable[Item], *, numbered: bool = False) -> None:
        """A list, numbered or not; lists inside it are never numbered."""
        lines: list[str] = []
        for number, item in enumerate(items, 1):
            _write(lines, item, f"{number}. " if numbered else "- ", 0)
        if lines:
            self.blocks.append("\n".join(lines))

    def table(
        self, heads: Sequence[str], rows: Iterable[Sequence[str]], *, right: Sequence[int] = ()
    ) -> None:
        """A table of Markdown cells; the columns numbered in `right` (from 0) end at their right edge."""
        body = [f"| {' | '.join(row)} |" for row in rows]
        if not body:
            return
        rule = " | ".join("---:" if n in right else "---" for n in range(len(heads)))
        self.blocks.append("\n".join([f"| {' | '.join(heads)} |", f"| {rule} |", *body]))

    def aside(self, word: str, markdown: str) -> None:
        """A remark that is set apart, under a word that says what it is."""
        self.blocks.append(f"> **{escaped(word)}.** {markdown}")

    def box(self, blocks: Iterable[str]) -> None:
        """Blocks that are set apart together."""
        lines = "\n\n".join(block for block in blocks if block.strip()).split("\n")
        self.blocks.append("\n".join(f"> {line}".rstrip() for line in lines))

    def picture(self, path: str, alternative: str) -> None:
        """A drawing on a line of its own."""
        self.blocks.append(f"![{escaped(alternative)}]({path})")

    def markdown(self) -> str:
        """The whole page."""
        return "\n\n".join(self.blocks) + "\n"


def _write(lines: list[str], item: Item, mark: str, depth: int) -> None:
    lines.append(f"{INDENT * depth}{mark}{item.text}")
    for inner in item.items:
        _write(lines, inner, "- ", depth + 1)
