"""Pages of a book within one document: their anchors, links between them, and what stands in their lines."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Sequence

from markdown_it import MarkdownIt
from markdown_it.token import Token

from castlewright.rulebook.book import Book
from castlewright.rulebook.page import Page, slug

__all__ = ["InOne"]

_ID = re.compile(r'<a id="([^"]+)">')


class InOne(ABC):
    """Reads the pages of one book for a document of several; `name` tells its anchors from others'."""

    def __init__(self, name: str, book: Book) -> None:
        self.name = name
        self.book = book
        self.prefix = f"{slug(name)}--" if name else ""
        self.reader = MarkdownIt("commonmark", {"html": True}).enable("table")

    def page_id(self, path: str) -> str:
        """The identifier of a page."""
        return f"{self.prefix}{slug(path.removesuffix('.md'))}"

    def address(self, path: str, anchor: str) -> str:
        """The identifier of an anchor on a page."""
        return f"{self.page_id(path)}--{anchor}" if anchor else self.page_id(path)

    @abstractmethod
    def image(self, token: Token) -> str:
        """What stands in the place of a picture."""

    def inline(self, page: Page, children: Sequence[Token]) -> None:
        """Lead the links in a line to what they mean within the document, and put its pictures in."""
        for child in children:
            if child.type == "link_open":
                child.attrSet("href", self._target(page, str(child.attrGet("href"))))
            elif child.type == "html_inline":
                child.content = _ID.sub(
                    lambda found: f'<a id="{self.address(page.path, found[1])}">', child.content
                )
            elif child.type == "image":
                child.content = self.image(child)
                child.type = "html_inline"

    def _target(self, page: Page, href: str) -> str:
        path, _, anchor = href.partition("#")
        if ":" in path:
            return href
        return f"#{self.address(path or page.path, anchor)}"
