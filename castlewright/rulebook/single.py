"""One self-contained HTML page of everything: navigation, search, light and dark, for screens and paper."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from html import escape

from markdown_it import MarkdownIt
from markdown_it.token import Token

from castlewright.draw.style import STYLE
from castlewright.rulebook.book import Book
from castlewright.rulebook.looks import script, sheet
from castlewright.rulebook.page import Page, slug

__all__ = ["bare", "single_page", "whole"]

_STYLE = re.compile(r"<style>.*?</style>", re.DOTALL)
_ID = re.compile(r'<a id="([^"]+)">')
_SMALL_BEFORE = re.compile(r"(@media \(prefers-color-scheme:dark\)\{)(.*)\}$", re.DOTALL)


def bare(svg: str) -> str:
    """A drawing without its style."""
    return _STYLE.sub("", svg)


def whole(svg: str) -> str:
    """A drawing as it is: for readers that style each by itself."""
    return svg


def single_page(books: Mapping[str, Book], drawn: Callable[[str], str] = bare) -> str:
    """The page of several books: the first one under no name, other ways to play under theirs.

    `drawn` makes of a drawing what stands in the page: by default it goes without the style that the page has
    once for all of them.
    """
    title = next(iter(books.values())).world.program.title
    writers = [_BookWriter(name, book, drawn) for name, book in books.items()]
    navigation = "".join(writer.navigation() for writer in writers)
    sections = "".join(writer.sections() for writer in writers)
    signs = "".join(writer.symbols() for writer in writers)
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}: rulebook</title>\n"
        f"<style>{sheet()}{_drawing_style()}</style>\n</head>\n<body>\n"
        f'<a class="skip" href="#content">To the text</a>\n'
        f'<svg class="signs" aria-hidden="true" width="0" height="0">{signs}</svg>\n'
        f'<header><p class="book-title">{escape(title)}</p>'
        '<form role="search"><label for="query" class="unseen">Search</label>'
        '<input id="query" type="search" placeholder="Search the rules" autocomplete="off" role="combobox"'
        ' aria-autocomplete="list" aria-expanded="false" aria-controls="hits">'
        '<ul id="hits" role="listbox" aria-label="Found" hidden></ul>'
        '<p id="found" role="status" class="unseen"></p></form>'
        '<button id="theme" type="button" aria-label="Light or dark">◐</button>'
        '<button id="menu" type="button" aria-expanded="false" aria-controls="nav">Contents</button>'
        "</header>\n"
        f'<nav id="nav" aria-label="Contents">{navigation}</nav>\n'
        f'<main id="content">{sections}</main>\n<script>{script()}</script>\n</body>\n</html>\n'
    )


def _drawing_style() -> str:
    """The style of the drawings once for all of them; dark follows the page, not only the system."""
    found = _SMALL_BEFORE.search(STYLE)
    if found is None:
        return STYLE
    light = STYLE[: found.start()]
    dark = re.sub(r"(?<=^|(?<=\}))(\.)", r':root[data-theme="dark"] .', found[2])
    dark = "".join(f':root[data-theme="dark"] {rule}}}' for rule in found[2].split("}") if rule)
    return f"{light}{dark}"


class _BookWriter:
    """Writes the pages of one book as sections."""

    def __init__(self, name: str, book: Book, drawn: Callable[[str], str]) -> None:
        self.drawn = drawn
        self.name = name
        self.book = book
        self.prefix = f"{slug(name)}--" if name else ""
        self.reader = MarkdownIt("commonmark", {"html": True}).enable("table")

    def page_id(self, path: str) -> str:
        """The identifier of a page's section."""
        return f"{self.prefix}{slug(path.removesuffix('.md'))}"

    def address(self, path: str, anchor: str) -> str:
        """The identifier of an anchor on a page."""
        return f"{self.page_id(path)}--{anchor}" if anchor else self.page_id(path)

    def navigation(self) -> str:
        """The contents of the book as nested lists."""
        parts: list[str] = []
        for part in self.book.parts:
            alone = len(part.pages) == 1
            named = [(part.title if alone else page.title, self.page_id(page.path)) for page in part.pages]
            links = "".join(f'<li><a href="#{name}">{escape(title)}</a></li>' for title, name in named)
            head = "" if alone else f"<p>{escape(part.title)}</p>"
            parts.append(f"{head}<ul>{links}</ul>")
        if not self.name:
            return "".join(parts)
        title = self.book.world.packs[self.name].title
        return f"<details><summary>{escape(title)}</summary>{''.join(parts)}</details>"

    def symbols(self) -> str:
        """The signs of packs, to be used wherever they stand."""
        found: list[str] = []
        for path, svg in self.book.files.items():
            if path.startswith("img/mark-"):
                inner = _STYLE.sub("", svg)
                body = inner[inner.index(">") + 1 : inner.rindex("</svg>")]
                found.append(f'<symbol id="{self.sign_id(path)}" viewBox="0 0 20 20">{body}</symbol>')
        return "".join(found)

    def sign_id(self, path: str) -> str:
        """The identifier of a pack's sign."""
        return f"{self.prefix}sign-{slug(path.removeprefix('img/').removesuffix('.svg'))}"

    def sections(self) -> str:
        """All pages."""
        return "".join(self._section(page) for page in self.book.pages)

    def _section(self, page: Page) -> str:
        tokens = self.reader.parse(page.markdown())
        heads = iter(page.heads)
        for number, token in enumerate(tokens):
            if token.type == "heading_open":
                _, _, anchor = next(heads)
                if f'<a id="{anchor}"></a>' not in tokens[number + 1].content:
                    token.attrSet("id", self.address(page.path, anchor))
            elif token.type == "table_open":
                token.attrSet("class", "sortable")
            elif token.type == "inline":
                self._inline(page, token.children or [])
        rendered = self.reader.renderer.render(tokens, self.reader.options, {})
        rendered = rendered.replace("<table", '<div class="scrolled" tabindex="0"><table')
        rendered = rendered.replace("</table>", "</table></div>")
        classes = f"page page-{slug(page.path.removesuffix('.md'))}"
        return f'<section id="{self.page_id(page.path)}" class="{classes}">{rendered}</section>\n'

    def _inline(self, page: Page, children: list[Token]) -> None:
        for child in children:
            if child.type == "link_open":
                child.attrSet("href", self._target(page, str(child.attrGet("href"))))
            elif child.type == "html_inline":
                child.content = _ID.sub(
                    lambda found: f'<a id="{self.address(page.path, found[1])}">', child.content
                )
            elif child.type == "image":
                child.content = self._image(child)
                child.type = "html_inline"

    def _target(self, page: Page, href: str) -> str:
        path, _, anchor = href.partition("#")
        if ":" in path:
            return href
        if path.startswith("../") or "/" in path:
            return f"#{slug(path)}"
        return f"#{self.address(path or page.path, anchor)}"

    def _image(self, token: Token) -> str:
        path = str(token.attrGet("src"))
        alternative = token.content
        if path.startswith("img/mark-") and self.drawn is bare:
            title = escape(alternative)
            return (
                f'<svg class="sign" role="img" aria-label="{title}"><use href="#{self.sign_id(path)}"/></svg>'
            )
        svg = self.drawn(self.book.files[path]).strip()
        if self.drawn is not bare:
            sort = "sign" if path.startswith("img/mark-") else "figure"
            return f'<span class="{sort}">{svg}</span>'
        for found in set(re.findall(r'id="([^"]+)"', svg)):
            svg = re.sub(rf'(id="|url\(#|["\s])({re.escape(found)})(?=["\s)])', rf"\g<1>{self.prefix}\2", svg)
        return f'<span class="figure">{svg}</span>'
