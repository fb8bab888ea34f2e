"""One self-contained HTML page of everything: navigation, search, light and dark, for screens and paper."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from html import escape

from markdown_it.token import Token

from castlewright.draw.style import STYLE
from castlewright.rulebook.book import Book
from castlewright.rulebook.dress import dressed, legend_of, ui_symbols
from castlewright.rulebook.inone import InOne
from castlewright.rulebook.looks import script, sheet
from castlewright.rulebook.page import Page, slug

__all__ = ["bare", "drawing_style", "single_page"]

_STYLE = re.compile(r"<style>.*?</style>", re.DOTALL)
SIGNS = ("img/mark-", "img/icon-")
"""How the paths of drawings begin that stand in lines of text."""
_VIEW = re.compile(r'viewBox="([^"]+)"')
_SMALL_BEFORE = re.compile(r"(@media \(prefers-color-scheme:dark\)\{)(.*)\}$", re.DOTALL)


def _view(svg: str) -> str:
    found = _VIEW.search(svg)
    return found[1] if found is not None else "0 0 20 20"


def bare(svg: str) -> str:
    """A drawing without its style."""
    return _STYLE.sub("", svg)


def single_page(books: Mapping[str, Book]) -> str:
    """The page of several books: the first one under no name, other ways to play under theirs."""
    title = next(iter(books.values())).world.program.title
    writers = [_BookWriter(name, book) for name, book in books.items()]
    navigation = "".join(writer.navigation() for writer in writers)
    sections = "".join(writer.sections() for writer in writers)
    signs = ui_symbols() + "".join(writer.symbols() for writer in writers)
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}: rulebook</title>\n"
        f"<style>{sheet()}{drawing_style()}</style>\n</head>\n<body>\n"
        f'<a class="skip" href="#content">To the text</a>\n'
        f'<svg class="signs" aria-hidden="true" width="0" height="0">{signs}</svg>\n'
        f'<header><p class="book-title"><a href="#index">{escape(title)}</a></p>'
        '<form role="search"><label for="query" class="unseen">Search</label>'
        '<input id="query" type="text" enterkeyhint="search" placeholder="Search the rules" role="combobox"'
        ' autocomplete="off" aria-autocomplete="list" aria-expanded="false" aria-controls="hits">'
        '<ul id="hits" role="listbox" aria-label="Found" hidden></ul>'
        '<p id="found" role="status" class="unseen"></p></form>'
        '<button id="theme" type="button" aria-label="Light or dark">◐</button>'
        '<button id="menu" type="button" aria-expanded="false" aria-controls="nav">Contents</button>'
        "</header>\n"
        f'<nav id="nav" aria-label="Contents">{navigation}</nav>\n'
        f'<main id="content">{sections}</main>\n'
        '<button id="top" type="button" aria-label="Back to the top" hidden>\u2191</button>\n'
        f"<script>{script()}</script>\n</body>\n</html>\n"
    )


def drawing_style() -> str:
    """The style of the drawings once for all of them; dark follows the page, not only the system."""
    found = _SMALL_BEFORE.search(STYLE)
    if found is None:
        return STYLE
    light = STYLE[: found.start()]
    dark = "".join(f':root[data-theme="dark"] {rule}}}' for rule in found[2].split("}") if rule)
    return f"{light}{dark}"


class _BookWriter(InOne):
    """Writes the pages of one book as sections."""

    def __init__(self, name: str, book: Book) -> None:
        super().__init__(name, book)
        self.shown: Counter[str] = Counter()  # how often each drawing: what has a name in it has it once

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
        """The signs of packs and the icons of values and kinds, to be used wherever they stand."""
        found: list[str] = []
        for path, svg in self.book.files.items():
            if path.startswith(SIGNS):
                inner = _STYLE.sub("", svg)
                body = inner[inner.index(">") + 1 : inner.rindex("</svg>")].replace(
                    'id="', f'id="{self.sign_id(path)}-'
                )
                body = body.replace("url(#", f"url(#{self.sign_id(path)}-")
                found.append(f'<symbol id="{self.sign_id(path)}" viewBox="{_view(svg)}">{body}</symbol>')
        return "".join(found)

    def sign_id(self, path: str) -> str:
        """The identifier of a pack's sign."""
        return f"{self.prefix}sign-{slug(path.removeprefix('img/').removesuffix('.svg'))}"

    def sections(self) -> str:
        """All pages."""
        pages = self.book.pages
        around = zip([None, *pages], pages, [*pages[1:], None], strict=False)
        return "".join(self._section(page, before, after) for before, page, after in around)

    def _section(self, page: Page, before: Page | None, after: Page | None) -> str:
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
                self.inline(page, token.children or [])
        self._signed(page, tokens)
        rendered = dressed(tokens, self._rendered, cards=self._cards(page))
        classes = f"page page-{slug(page.path.removesuffix('.md'))}"
        head = f'<section id="{self.page_id(page.path)}" class="{classes}">'
        return f"{head}{rendered}{legend_of(rendered)}{self._turn(before, after)}</section>\n"

    def _signed(self, page: Page, tokens: list[Token]) -> None:
        """The sign of a pack before the title of its page."""
        path = f"img/mark-{page.path.removeprefix('pack-').removesuffix('.md')}.svg"
        if page.path.startswith("pack-") and path in self.book.files and len(tokens) > 1:
            sign = Token("html_inline", "", 0)
            sign.content = f'<svg class="sign" aria-hidden="true"><use href="#{self.sign_id(path)}"/></svg> '
            tokens[1].children = [sign, *(tokens[1].children or [])]

    def _turn(self, before: Page | None, after: Page | None) -> str:
        """The ways to the pages before and after."""
        back = f'<a href="#{self.page_id(before.path)}">\u2190 {escape(before.title)}</a>' if before else ""
        on = f'<a href="#{self.page_id(after.path)}">{escape(after.title)} \u2192</a>' if after else ""
        return f'<p class="turn"><span>{back}</span><span>{on}</span></p>' if back or on else ""

    def _rendered(self, tokens: Sequence[Token]) -> str:
        html = self.reader.renderer.render(tokens, self.reader.options, {})
        html = html.replace("<table", '<div class="scrolled" tabindex="0"><table')
        return html.replace("</table>", "</table></div>")

    def _cards(self, page: Page) -> str:
        """The icon on the cards of a page; "" where its entries are no cards."""
        kind = next(
            (k for k in self.book.world.program.kinds.values() if f"kind-{slug(k.name)}.md" == page.path),
            None,
        )
        if kind is None or kind.is_value or self.book.drawn.get(kind.name, False):
            return ""
        path = f"img/icon-kind-{slug(kind.name)}.svg"
        return (
            f'<svg class="sign" aria-hidden="true"><use href="#{self.sign_id(path)}"/></svg>'
            if path in self.book.files
            else " "
        )

    def image(self, token: Token) -> str:
        """A drawing within the page; a sign by its symbol."""
        path = str(token.attrGet("src"))
        alternative = token.content
        if path.startswith(SIGNS):
            said = f'role="img" aria-label="{escape(alternative)}"' if alternative else 'aria-hidden="true"'
            view = _view(self.book.files[path])
            wide = "wide " if view != "0 0 20 20" else ""
            return (
                f'<svg class="{wide}sign" {said} viewBox="{view}"><use href="#{self.sign_id(path)}"/></svg>'
            )
        svg = bare(self.book.files[path]).strip()
        self.shown[path] += 1
        prefix = self.prefix if self.shown[path] == 1 else f"{self.prefix}no-{self.shown[path]}-"
        for found in dict.fromkeys(re.findall(r'id="([^"]+)"', svg)):
            svg = re.sub(rf'(id="|url\(#|["\s])({re.escape(found)})(?=["\s)])', rf"\g<1>{prefix}\2", svg)
        token.meta["picture"] = True
        caption = token.attrGet("title")
        if not caption:
            return f'<span class="figure">{svg}</span>'
        said = f"<figcaption>{escape(str(caption))}</figcaption>"
        return f'<figure class="figure">{svg}{said}</figure>'
