"""The chapters of a printed rulebook: pages of the books as HTML for paper, without what only a screen needs.

What stands small beneath the rules, their formulas and the passages that they cite, is taken out of the text
and kept for an appendix. Of a second way to play only that is printed which differs from the first.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape, unescape

from markdown_it.token import Token

from castlewright.rulebook.book import Book
from castlewright.rulebook.fineprint import Detail, FinePrint
from castlewright.rulebook.inone import InOne
from castlewright.rulebook.page import Page, slug

__all__ = [
    "AID",
    "INDEX",
    "SOURCES",
    "Chapter",
    "Detail",
    "Front",
    "Heading",
    "chapters_of",
    "drawings_of",
    "front_of",
]

FRONT = "index.md"
SOURCES = "coverage.md"
INDEX = "index-of-names.md"
AID = "reference.md"
AFTER = ("changes.md", "settings.md", "readings.md", "glossary.md", INDEX, SOURCES, AID)
"""Pages of the first book behind the other ways to play, in this order; the aid is the last page."""
EXAMPLES = "examples.md"
KINDS = "kind-"
"""How the names of pages of kinds begin: with drawings they are catalogues, as wide as the page."""
LEFT_OUT = ("reference-card.md",)
"""Pages that are no part of a bound book: the card is printed as a card."""
NEW_IN_A_WAY = ("play-", "examples")
"""Of another way to play, the pages that are new though the first book has pages of these names too."""

WIDE_TABLE = 46
"""A table whose widest cells together have more characters than this needs the width of the page."""
COLUMN, HALF_COLUMN = 320.0, 154.0
"""Width in pixels of a column, and of a picture of which two stand in it side by side."""
LARGEST, SMALLEST = 0.46, 0.26
"""The scales between which pictures of examples are fitted to their column."""
MANY_ROWS = 7
"""A narrow table with more rows than this is set in two halves where the page is not."""
ACROSS = "table across"
A_ROW = 3
"""More pictures than this in a row go across the page."""
SHORT_TABLE = 14
"""A table with no more rows is not broken."""
LONG_EXAMPLE = 40
"""An example with more blocks or lines than this may be broken over pages."""

_TAG = re.compile(r"<[^>]+>")
_ANY_ID = re.compile(r'id="([^"]+)"')
_BOXED = re.compile(r'<a href="#([^"]*--examples--[^"]*|examples--[^"]*)">[^<]*</a>')
_MORE = re.compile(r'\s*<a href="#(?:[a-z0-9-]+--)?readings--[^"]*">Readings?</a>')
"""Links to the page of readings, beside what it says."""
_ENTRY = re.compile(r"<li>.*?</li>\n?", re.DOTALL)
_PASSAGES = re.compile(r'href="#(?:[a-z0-9-]+--)?coverage"')
_SOURCE_OF = re.compile(r'src="([^"]+)"')
_HREF = re.compile(r'<a href="#([^"]+)">(.*?)</a>', re.DOTALL)
_FIGURE = '<img class="figure"'
_IMAGE = re.compile(r"<img [^>]*>")
_WIDTH = re.compile(r"width:calc\(([\d.]+)px")


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading for the contents: its text without markup, and where it stands."""

    text: str
    anchor: str


@dataclass(slots=True)
class Block:
    """A block of a page: its sort (`h1` to `h6`, `p`, `list`, `table`, `quote`, `other`) and HTML."""

    sort: str
    html: str
    anchor: str = ""

    @property
    def text(self) -> str:
        return " ".join(unescape(_TAG.sub("", self.html)).split())


@dataclass(slots=True)
class Chapter:
    """A chapter: `part` and `title` for running heads and contents, `sort` for the style sheet, its HTML."""

    part: str
    title: str
    anchor: str
    path: str
    sort: str
    html: str
    heads: list[Heading] = field(default_factory=list[Heading])
    details: list[Detail] = field(default_factory=list[Detail])
    blocks: list[Block] = field(default_factory=list[Block])
    """Those of examples, until it is known which of them are told elsewhere."""


@dataclass(frozen=True, slots=True)
class Front:
    """The title page: the path of its drawing ("" for none); as HTML what it tells, and about the book."""

    cover: str
    told: str
    about: str


def chapters_of(books: Mapping[str, Book]) -> list[Chapter]:
    """The chapters of several books in the order of print: the first book, what other ways to play have of
    their own, then words, sources and the player's aid.
    """
    writers = {name: _Writer(name, book) for name, book in books.items()}
    paths: set[str] = set()
    chosen: list[tuple[_Writer, str, Page]] = []
    for name, book in books.items():
        writer = writers[name]
        for part in book.parts:
            title = book.world.packs[name].title if paths and name else part.title
            for page in part.pages:
                new = page.path not in paths or page.path.startswith(NEW_IN_A_WAY)
                if page.path not in (FRONT, *LEFT_OUT) and new:
                    chosen.append((writer, title, page))
        paths.update(page.path for page in book.pages)
    chapters = [writer.chapter(part, page) for writer, part, page in chosen]
    told = _told_in_boxes(chapters)
    for chapter in chapters:
        if chapter.path == EXAMPLES:
            chapter.html = "\n".join(_examples(chapter.blocks, told))
    there = {name for chapter in chapters for name in (chapter.anchor, *_ANY_ID.findall(chapter.html))}
    for chapter in chapters:
        chapter.html = _resolved(chapter.html, there, writers)
        for number, detail in enumerate(chapter.details):
            html = _resolved(detail.html, there, writers)
            chapter.details[number] = Detail(detail.title, detail.anchor, html)
    return sorted(chapters, key=_place)


def _place(chapter: Chapter) -> int:
    """Where a chapter stands among the others."""
    return AFTER.index(chapter.path) + 1 if chapter.path in AFTER else 0


def _resolved(html: str, there: Container[str], writers: Mapping[str, _Writer]) -> str:
    """HTML whose links lead to what is printed: of a page that only the first book prints, to that one; else
    they are plain text.
    """
    prefixes = ["", *(writer.prefix for writer in writers.values() if writer.prefix)]

    def aimed(found: re.Match[str]) -> str:
        target, text = found[1], found[2]
        own = next((prefix for prefix in reversed(prefixes) if target.startswith(prefix)), "")
        bare = target.removeprefix(own)
        where = next((p + bare for p in (own, *prefixes) if p + bare in there), None)
        return text if where is None else f'<a href="#{where}">{text}</a>'

    return _HREF.sub(aimed, html)


def drawings_of(books: Mapping[str, Book]) -> dict[str, str]:
    """All drawings by the path that the chapters give them."""
    return {
        _Writer(name, book).drawing(path): svg
        for name, book in books.items()
        for path, svg in book.files.items()
    }


def front_of(books: Mapping[str, Book]) -> Front:
    """What the first page of the first book says beside its contents: what leads to it stands on the title
    page, the rest tells about the book.
    """
    name, book = next(iter(books.items()))
    writer = _Writer(name, book)
    page = next(page for page in book.pages if page.path == FRONT)
    cover = ""
    told: list[Block] = []
    about: list[Block] = []
    skipped = False
    for block in writer.blocks(page):
        if block.sort == "h2":
            skipped = block.anchor == writer.address(FRONT, "contents")
        elif block.sort == "pictures" and not cover:
            cover = block.html
            continue
        if block.sort == "h1" or skipped:
            continue
        block.html = _HREF.sub(r"\2", _ENTRY.sub(_without_sources, block.html))
        (about if about or block.sort in ("h2", "table", "list") else told).append(block)
    found = _SOURCE_OF.search(cover)
    return Front(found[1] if found else _richest(writer), *("\n".join(_set(part)) for part in (told, about)))


def _without_sources(found: re.Match[str]) -> str:
    """An entry of a list; nothing for one that speaks of the passages, which stand elsewhere on paper."""
    return "" if _PASSAGES.search(found[0]) else found[0]


def _richest(writer: _Writer) -> str:
    """The path of the richest drawing among those of examples; "" where there are none."""
    drawings = {path: svg for path, svg in writer.book.files.items() if path.startswith("img/example-")}
    return writer.drawing(max(drawings, key=lambda path: len(drawings[path]))) if drawings else ""


class _Writer(InOne):
    """Writes pages of one book as chapters."""

    def __init__(self, name: str, book: Book) -> None:
        super().__init__(name, book)
        self.folder = f"{slug(name)}/" if name else ""

    def drawing(self, path: str) -> str:
        """Where a drawing of this book lies."""
        return f"{self.folder}{path}"

    def chapter(self, part: str, page: Page) -> Chapter:
        """A page as a chapter."""
        blocks = list(self.blocks(page))
        anchor = self.page_id(page.path)
        sort = slug(page.path.removesuffix(".md"))
        wide = page.path.startswith(KINDS) and any(block.sort == "pictures" for block in blocks)
        heads = [Heading(b.text, b.anchor) for b in blocks if b.sort == "h2"]
        title = next((b.text for b in blocks if b.sort == "h1"), page.title)
        chapter = Chapter(
            part, title, anchor, page.path, f"{sort} {'wide' if wide else 'columns'}", "", heads
        )
        if page.path in (INDEX, SOURCES):
            chapter.html = "\n".join(b.html for b in blocks if b.sort != "h1")
            return chapter
        kept = list(_without_details(blocks, chapter))
        if page.path == EXAMPLES:
            chapter.blocks = kept
        else:
            chapter.html = "\n".join(_set(kept))
        if page.path == AID:
            chapter.html = chapter.html.replace(f'class="{ACROSS}"', 'class="table"')
        return chapter

    def blocks(self, page: Page) -> Iterator[Block]:
        """The blocks of a page, one after the other."""
        tokens = self.reader.parse(page.markdown())
        heads = iter(page.heads)
        start = 0
        for number, token in enumerate(tokens):
            anchor = ""
            if token.level or token.nesting > 0:
                if token.type == "inline":
                    self.inline(page, token.children or [])
                continue
            slice_ = tokens[start : number + 1]
            start = number + 1
            if token.type == "heading_close":
                _, _, name = next(heads)
                anchor = self.address(page.path, name)
                slice_[0].attrSet("id", anchor)
            yield Block(_sort(slice_), self._html(slice_, anchor), anchor)

    def _html(self, tokens: Sequence[Token], anchor: str) -> str:
        html: str = self.reader.renderer.render(list(tokens), self.reader.options, {})
        return html.replace(f'<a id="{anchor}"></a>', "") if anchor else html

    def image(self, token: Token) -> str:
        """A picture from its file."""
        path = str(token.attrGet("src"))
        sort = "sign" if path.startswith("img/mark-") else "figure"
        size = _size(self.book.files[path]) if sort == "figure" else ""
        return f'<img class="{sort}" src="{self.drawing(path)}" alt="{escape(token.content)}"{size}>'


def _size(svg: str) -> str:
    """The size of a drawing on paper: to the scale of its pixels."""
    found = re.search(r'width="([\d.]+)" height="([\d.]+)"', svg)
    return f' style="width:calc({found[1]}px * var(--scale))"' if found else ""


def _sort(tokens: Sequence[Token]) -> str:
    first = tokens[0]
    match first.type:
        case "heading_open":
            return first.tag
        case "paragraph_open":
            inline = [c for c in tokens[1].children or [] if c.type != "softbreak" and c.content.strip()]
            if inline and all(c.content.startswith(_FIGURE) for c in inline):
                return "pictures"
            return "p"
        case "table_open":
            return "table"
        case "blockquote_open":
            return "quote"
        case "bullet_list_open" | "ordered_list_open":
            return "list"
        case _:
            return "other"


def _without_details(blocks: Sequence[Block], chapter: Chapter) -> Iterator[Block]:
    """The blocks without formulas and cited passages, which are kept as details of the chapter."""
    fine = FinePrint(chapter.title, chapter.anchor, chapter.details)
    for block in blocks:
        if block.sort in ("h2", "h3", "h4"):
            fine.head(block.text, block.anchor)
        block.html = _MORE.sub("", fine.without(block.html))
        if block.sort != "h1" and (block.text or "<img" in block.html or "id=" in block.html):
            yield block


def _set(blocks: Sequence[Block]) -> Iterator[str]:
    """Blocks as they stand in a chapter: what must stay together is marked for the style sheet.

    What leads to a table across the page goes across it too.
    """
    leads: list[str] = []
    for number, block in enumerate(blocks):
        following = blocks[number + 1].sort if number + 1 < len(blocks) else ""
        html = block.html
        match block.sort:
            case "h2" | "h3" | "h4":
                leads.append(html)
                continue
            case "p" if following in ("list", "table", "pictures"):
                html = html.replace("<p>", '<p class="lead">', 1)
                if following == "table":
                    leads.append(html)
                    continue
            case "table" if (sort := _table_sort(html)) == ACROSS:
                html = f'<div class="{sort}">{"".join(leads)}{html}</div>'
                leads = []
            case "table":
                html = f'<div class="{_table_sort(html)}">{html}</div>'
            case "pictures":
                images = _IMAGE.findall(html)
                strip = " strip" if len(images) > A_ROW else ""
                html = f'<div class="pictures{strip}">{"".join(images)}</div>'
            case _:
                pass
        yield from leads
        leads = []
        yield html
    yield from leads


def _table_sort(html: str) -> str:
    """Does a table fit a column?"""
    rows = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL) for row in html.split("<tr>")[1:]]
    lengths = [max(len(_TAG.sub("", cell)) for cell in column) for column in zip(*rows, strict=False)]
    longest = sum(min(length, 28) + 2 for length in lengths)
    if longest > WIDE_TABLE and len(lengths) > 2:
        return ACROSS
    whole = " whole" if len(rows) <= SHORT_TABLE else ""
    halves = " halves" if len(rows) > MANY_ROWS and longest <= WIDE_TABLE else ""
    return f"table{halves}{whole}"


def _told_in_boxes(chapters: Sequence[Chapter]) -> set[str]:
    """The examples that stand in boxes beside the rules: they are not told again, links lead to the box."""
    told: set[str] = set()

    def box(found: re.Match[str]) -> str:
        html, links = found[0], _BOXED.findall(found[0])
        if _FIGURE not in html or not links or links[-1] in told:
            return html
        told.add(links[-1])
        html = re.sub(r"<p><small>" + _BOXED.pattern + r"</small></p>\n?", "", html)
        return html.replace("<blockquote>", f'<blockquote class="box" id="{links[-1]}">', 1)

    for chapter in chapters:
        if chapter.path != EXAMPLES:
            chapter.html = re.sub(r"<blockquote>.*?</blockquote>", box, chapter.html, flags=re.DOTALL)
    return told


def _examples(blocks: Sequence[Block], told: Container[str]) -> Iterator[str]:
    """Examples, each kept together, without those told elsewhere and those that show nothing."""
    group: list[Block] = []
    for block in [*blocks, Block("h2", "")]:
        if block.sort not in ("h2", "h3"):
            group.append(block)
            continue
        if not group or group[0].sort != "h3":
            yield from _set(group)
        elif group[0].anchor not in told and any(not _is_small(b) for b in group[1:]):
            lines = sum(b.html.count("<tr>") + 1 for b in group)
            long = " long" if lines > LONG_EXAMPLE else ""
            style = f"--scale:{_scale(group):.3f}"
            yield f'<div class="example{long}" style="{style}">{"".join(_set(group))}</div>'
        group = [block] if block.html else []


def _is_small(block: Block) -> bool:
    return block.html.startswith("<p><small>")


def _scale(blocks: Sequence[Block]) -> float:
    """One scale for all pictures of an example: two side by side where they stay legible."""
    widths = [float(width) for block in blocks for width in _WIDTH.findall(block.html)]
    if not widths:
        return LARGEST
    paired = HALF_COLUMN / max(widths) if len(widths) > 1 else 0.0
    fitting = paired if paired >= SMALLEST or len(widths) > 2 else COLUMN / max(widths)
    return min(LARGEST, fitting)
