"""The rulebooks of both games: nothing that the printed ones promise is missing, no link leads nowhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser

import pytest
import yaml

from castlewright.cli.docs import ordered
from castlewright.rulebook import examples, settings
from castlewright.rulebook.book import Book
from castlewright.rulebook.single import single_page
from castlewright.rulebook.write import NAVIGATION, books_of, files_of
from support.rulebook_headings import CASTLES, TWO_CASTLES, Heading
from support.sections import fault_of

LINK = re.compile(r"\]\(([^)\s]+)\)")
ANCHOR = re.compile(r'<a id="([^"]+)"></a>')
VOID = {"meta", "input", "br", "img", "hr", "link", "use", "path", "rect", "circle"}


@pytest.fixture
def unplayed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Books without what takes long and adds no heading: played examples, links for each setting."""

    def nothing(*_: object) -> None:
        return None

    monkeypatch.setattr(examples, "_play", nothing)
    monkeypatch.setattr(settings, "_difference", nothing)


def anchors(book: Book) -> dict[str, set[str]]:
    """The anchors on each page: those written out, and those of headings."""
    found: dict[str, set[str]] = {}
    for page in book.pages:
        text = page.markdown()
        found[page.path] = set(ANCHOR.findall(text)) | {anchor for _, _, anchor in page.heads}
    return found


@pytest.mark.slow
@pytest.mark.usefixtures("unplayed")
@pytest.mark.parametrize(("game", "headings"), [("castles", CASTLES), ("two_castles", TWO_CASTLES)])
def test_a_rulebook_is_whole(game: str, headings: tuple[Heading, ...]) -> None:
    books = books_of(*ordered(game, None, None, None, None, None, None))
    there = {name: anchors(book) for name, book in books.items()}
    assert "\n".join(fault for one in headings if (fault := fault_of(books, one))) == ""
    assert [link for name, book in books.items() for link in broken(book, there[name])] == []
    check_files(books)
    page = Reader()
    page.feed(single_page(books))
    page.close()
    assert page.faults() == []


def is_there(pages: dict[str, set[str]], target: str) -> bool:
    path, _, anchor = target.partition("#")
    return path in pages and (not anchor or anchor in pages[path])


def broken(book: Book, pages: dict[str, set[str]]) -> Iterator[str]:
    """Links to pages, anchors and drawings that are not there, and anchors that are there twice."""
    for page in book.pages:
        text = page.markdown()
        marks = ANCHOR.findall(text)
        yield from (f"{page.path}: {mark} twice" for mark in set(marks) if marks.count(mark) > 1)
        for target in LINK.findall(text):
            if target.startswith("img/"):
                if target not in book.files:
                    yield f"{page.path}: {target}"
            elif not is_there(pages, target if target[0] != "#" else page.path + target):
                yield f"{page.path}: {target}"


def check_files(books: dict[str, Book]) -> None:
    """All pages are written, and the navigation names each of them once."""
    written = files_of(books)
    named = list(leaves(yaml.safe_load(written[NAVIGATION])))
    assert sorted(named) == sorted(path for path in written if path.endswith(".md"))


def leaves(navigation: object) -> Iterator[str]:
    if isinstance(navigation, str):
        yield navigation
    elif isinstance(navigation, list):
        for one in navigation:
            yield from leaves(one)
    elif isinstance(navigation, dict):
        for one in navigation.values():
            yield from leaves(one)


class Reader(HTMLParser):
    """Reads a page: its elements close in order, its ids are there once, its links lead to one of them."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.wrong: list[str] = []
        self.levels: list[int] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag not in VOID:
            self.open.append(tag)
        if given.get("id"):
            self.ids.append(str(given["id"]))
        if (given.get("href") or "").startswith("#"):
            self.links.append(str(given["href"])[1:])
        if tag == "svg" and not ({"aria-label", "aria-labelledby", "aria-hidden"} & set(given)):
            self.wrong.append("a drawing without words")
        if re.fullmatch("h[1-6]", tag):
            level = int(tag[1])
            if self.levels and level > self.levels[-1] + 1:
                self.wrong.append(f"{tag} after h{self.levels[-1]}")
            self.levels.append(level)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID:
            return
        if not self.open or self.open.pop() != tag:
            self.wrong.append(f"</{tag}>")

    def faults(self) -> list[str]:
        twice = (
            {name for name in self.ids if self.ids.count(name) > 1}
            if len(set(self.ids)) < len(self.ids)
            else set()
        )
        lost = set(self.links) - set(self.ids) - {""}
        return [*self.wrong, *self.open, *sorted(twice), *sorted(lost)]
