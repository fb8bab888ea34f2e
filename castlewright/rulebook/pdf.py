"""The rulebook and sheets as PDF: with weasyprint, which is an extra."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from html import escape, unescape
from importlib import import_module
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from castlewright.rulebook.book import Book
from castlewright.rulebook.bound import (
    AID,
    INDEX,
    SOURCES,
    Chapter,
    Front,
    chapters_of,
    drawings_of,
    front_of,
)
from castlewright.rulebook.flat import flat
from castlewright.rulebook.looks import sheet
from castlewright.rulebook.page import slug
from castlewright.rulebook.paper import PAPERS, Paper

__all__ = ["MissingPdf", "pdf_writer", "write_book", "write_pdf"]

FORMULAS = "formulas"
"""What stands for the name of a page in the chapter of formulas."""
MANY_HEADS = 24
"""The contents leave out the headings of a chapter that has more."""

APPENDIX = (
    "<p>The rules as the engine plays them, and the passages that they follow, stand in small type "
    "at the end.</p>"
)
AID_TYPE = (8.5, 8, 7.5, 7, 6.5, 6)
"""Sizes of type for the player's aid, which stands on one page."""

_ITEM = re.compile(r"<li>(.*?)</li>", re.DOTALL)
_ROW = re.compile(r"<tr>\s*<td[^>]*>(.*?)</td>\s*<td[^>]*>(.*?)</td>\s*</tr>", re.DOTALL)
_LINK = re.compile(r'<a href="#([^"]+)">(.*?)</a>', re.DOTALL)
_TAG = re.compile(r"<[^>]+>")


class MissingPdf(ImportError):
    """The package that writes PDF, or a library that it needs, is not installed."""


def pdf_writer() -> Any:
    """The package that writes PDF. Raises `MissingPdf`."""
    try:
        return import_module("weasyprint")
    except (ImportError, OSError) as error:  # OSError: the package is there, the library pango is not
        raise MissingPdf(
            "writing PDF takes the package weasyprint and the library pango: "
            f"pip install 'castlewright[pdf]' ({error})"
        ) from error


def write_pdf(html: str, path: Path) -> None:
    """Write an HTML text as PDF. Raises `MissingPdf`, and OSError where the file cannot be written."""
    weasyprint = pdf_writer()
    _written(weasyprint.HTML(string=html, base_url=str(path.parent)).render(), path)


def write_book(
    books: Mapping[str, Book], path: Path, paper: Paper = PAPERS["a4"], *, appendix: bool = True
) -> int:
    """Write the printed rulebook of several books, and return how many pages it has.

    Without `appendix` the formulas of the rules and the list of passages that they cite are left out.
    Raises `MissingPdf`, and OSError where the file cannot be written.
    """
    chapters = chapters_of(books)
    if appendix:
        chapters = _with_formulas(chapters)
    else:
        chapters = [one for one in chapters if one.path != SOURCES]
    with TemporaryDirectory() as folder:
        for name, svg in drawings_of(books).items():
            place = Path(folder, name)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(flat(svg), encoding="utf-8")
        press = _Press(next(iter(books.values())).world.program.title, paper, folder)
        told = front_of(books)
        front = press.front(told, chapters, appendix=appendix)
        count = len(front.pages)
        documents: list[Any] = []
        for group in _bindings(chapters):
            document = press.chapters(group, count + 1)
            press.found(document, count)
            documents.append(document)
            count += len(document.pages)
        front = press.front(told, chapters, appendix=appendix)
        pages = [page for document in (front, *documents) for page in document.pages]
        _written(front.copy(pages), path)
    return count


def _written(document: Any, path: Path) -> None:
    """Write a document so that no half of it is ever there."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(".part")
    document.write_pdf(str(part))
    part.replace(path)


def _with_formulas(chapters: Sequence[Chapter]) -> list[Chapter]:
    """The chapters and, before the list of passages, one of the formulas that they have put away."""
    told = [one for one in chapters if one.details]
    if not told:
        return list(chapters)
    place = next((n for n, one in enumerate(chapters) if one.path in (SOURCES, AID)), len(chapters))
    part = chapters[place].part if place < len(chapters) and chapters[place].path == SOURCES else "Formulas"
    html = "\n".join(_details(one) for one in told)
    formulas = Chapter(part, "Formulas", "formulas", FORMULAS, "formulas", html)
    return [*chapters[:place], formulas, *chapters[place:]]


def _bindings(chapters: Iterable[Chapter]) -> list[list[Chapter]]:
    """Chapters that follow one another on the same pages: those of a part, small type by itself."""
    small = (SOURCES, FORMULAS)
    return [list(group) for _, group in groupby(chapters, key=lambda one: (one.part, one.path in small))]


class _Press:
    """Makes documents of chapters, and knows on which page each anchor is, as far as they are made."""

    def __init__(self, title: str, paper: Paper, folder: str) -> None:
        self.weasyprint = pdf_writer()
        self.title = title
        self.folder = folder
        self.pages: dict[str, int] = {}
        self.fonts: Any = import_module("weasyprint.text.fonts").FontConfiguration()
        self.images: dict[str, Any] = {}
        style = sheet("print.css") + f"@page {{ size: {paper.name} }}"
        self.style: Any = self.weasyprint.CSS(string=style, font_config=self.fonts)

    def found(self, document: Any, before: int) -> None:
        """Take down the pages of a document that follows so many others."""
        for number, page in enumerate(document.pages, before + 1):
            for anchor in page.anchors:
                self.pages.setdefault(anchor, number)

    def _document(self, title: str, part: str, body: str, first: int, style: str = "") -> Any:
        """A document whose first page has a number, with a style of its own."""
        side = "right" if first % 2 else "left"
        html = (
            f'<!DOCTYPE html><html lang="en" data-book="{escape(self.title)}" data-part="{escape(part)}">'
            f'<head><meta charset="utf-8"><title>{escape(title)}</title>'
            f"<style>@page :first {{ counter-reset: page {first} }} html {{ break-before: {side} }}{style}"
            f"</style></head><body>{body}</body></html>"
        )
        page = self.weasyprint.HTML(string=html, base_url=f"{self.folder}/")
        return page.render(stylesheets=[self.style], font_config=self.fonts, cache=self.images)

    def chapters(self, group: list[Chapter], first: int) -> Any:
        """Chapters of one part as a document."""
        body: list[str] = []
        for one in group:
            html = self._index(one.html) if one.path == INDEX else one.html
            html = self._passages(html) if one.path == SOURCES else html
            head = f'<h1 id="{one.anchor}">{escape(one.title)}</h1>'
            body.append(f'<section class="{one.sort}">{head}<div class="text">{html}</div></section>')
        if group[0].path != AID:
            return self._document(group[0].title, group[0].part, "\n".join(body), first)
        return self._on_one_sheet(group[0], "\n".join(body), first)

    def _on_one_sheet(self, chapter: Chapter, body: str, first: int) -> Any:
        """A chapter in the largest type in which it fits a page, else in the smallest."""
        document: Any = None
        for size in AID_TYPE:
            style = f".text {{ font-size: {size}pt }}"
            document = self._document(chapter.title, chapter.part, body, first, style)
            if len(document.pages) == 1:
                break
        return document

    # -- title and contents ----------------------------------------------------------------------------------

    def front(self, told: Front, chapters: list[Chapter], *, appendix: bool) -> Any:
        """The title page, and the contents with the page numbers that are known by now."""
        picture = f'<img class="cover" src="{told.cover}" alt="">' if told.cover else ""
        more = APPENDIX if appendix else ""
        body = (
            f'<section class="title"><h1>{escape(self.title)}</h1><p class="rulebook">Rulebook</p>'
            f"{picture}<div>{told.told}</div></section>"
            f'<section class="contents"><h1 id="contents">Contents</h1><div class="text">'
            f'{self._contents(chapters)}</div></section><section class="columns about"><div class="text">'
            f"{told.about}{more}</div></section>"
        )
        return self._document(f"{self.title}: rulebook", "", body, 1)

    def _contents(self, chapters: list[Chapter]) -> str:
        parts: list[str] = []
        for part, group in groupby(chapters, key=lambda one: one.part):
            listed = list(group)
            head = f"<h2>{escape(part)}</h2>" if len(listed) > 1 else ""
            parts.append(head + "".join(self._content(one) for one in listed))
        return "".join(f"<div>{part}</div>" for part in parts)

    def _content(self, chapter: Chapter) -> str:
        again = chapter.anchor != slug(chapter.path.removesuffix(".md"))  # of another way to play
        shown = (
            len(chapter.heads) <= MANY_HEADS
            and chapter.path not in (INDEX, SOURCES, FORMULAS, AID)
            and not again
        )
        heads = chapter.heads if shown else []
        inner = "".join(f'<p class="inner">{self._line(head.text, head.anchor)}</p>' for head in heads)
        return f'<p class="chapter">{self._line(chapter.title, chapter.anchor)}</p>{inner}'

    def _line(self, title: str, anchor: str) -> str:
        page = self.pages.get(anchor, 0)
        return f'<a href="#{anchor}" data-page="{page:d}">{escape(title)}</a>'

    # -- index and sources -----------------------------------------------------------------------------------

    def _index(self, html: str) -> str:
        """The index with numbers of pages in place of links."""
        return _ITEM.sub(lambda found: f"<p>{self._places(found[1])}</p>", html.replace("<ul>", "")).replace(
            "</ul>", ""
        )

    def _places(self, html: str) -> str:
        """The name before the first link, else its text, and the pages to which all links lead."""
        links = _LINK.findall(html)
        if not links:
            return html
        name = html[: html.index("<a ")].strip().rstrip(":,") or links[0][1]
        return f"{name} {self._numbers(anchor for anchor, _ in links)}"

    def _numbers(self, anchors: Iterable[str]) -> str:
        pages: dict[int, str] = {}
        for anchor in anchors:
            if anchor in self.pages:
                pages.setdefault(self.pages[anchor], anchor)
        return ", ".join(f'<a href="#{pages[number]}">{number}</a>' for number in sorted(pages))

    def _passages(self, html: str) -> str:
        """The list of passages, each with what states it and where, set as lines and no table."""

        def row(found: re.Match[str]) -> str:
            stated = _LINK.sub(lambda link: f"{link[2]} {self._numbers([link[1]])}".strip(), found[2])
            return f"<p><b>{found[1]}</b> {stated}</p>"

        lines = _ROW.sub(row, html)
        return re.sub(r"</?(?:table|thead|tbody)>|<tr>\s*<th.*?</tr>", "", lines, flags=re.DOTALL)


def _details(chapter: Chapter) -> str:
    """Formulas and passages of a chapter, for the appendix."""
    lines: list[str] = []
    for one in chapter.details:
        lines.append(f'<p><a href="#{one.anchor}"><b>{escape(one.title)}</b></a> {one.html}</p>')
    return f"<h2>{escape(unescape(chapter.title))}</h2>" + "".join(lines)
