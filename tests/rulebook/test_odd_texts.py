"""Texts that look like markup, tables, code or links are texts wherever they are printed."""

from __future__ import annotations

import re
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

import pytest
import yaml
from typer.testing import CliRunner

from castlewright.cli.app import app
from castlewright.cli.docs import ordered
from castlewright.rulebook.book import Book
from castlewright.rulebook.single import single_page
from castlewright.rulebook.write import NAVIGATION, book_of, files_of

PACKS = Path(__file__).parent / "packs"
ALIEN = {"b", "u", "iframe", "object", "img"}


class Reader(HTMLParser):
    """Counts elements, and gathers addresses and text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: Counter[str] = Counter()
        self.links: list[str] = []
        self.said: list[str] = []
        self.silent = 0
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        self.silent += tag in ("script", "style", "svg")
        for name, value in attrs:
            assert not name.startswith("on"), (tag, attrs)
            if name in ("href", "src"):
                self.links.append(value or "")

    def handle_endtag(self, tag: str) -> None:
        self.silent -= tag in ("script", "style", "svg")

    def handle_data(self, data: str) -> None:
        if not self.silent:
            self.said.append(data)

    @property
    def text(self) -> str:
        return " ".join("".join(self.said).split())


@pytest.fixture(scope="module")
def odd() -> Book:
    return book_of(*ordered(str(PACKS / "odd"), None, None, None, None, None, None))


@pytest.fixture(scope="module")
def page(odd: Book) -> Reader:
    return Reader(single_page({"": odd}))


def titles(book: Book) -> list[str]:
    things = book.world.program.kinds["thing"].definitions
    return [" ".join((one.title or "").split()) for one in things]


def test_no_text_is_markup(page: Reader) -> None:
    plain = Reader(
        single_page({"": book_of(*ordered(str(PACKS / "tricks"), None, None, None, None, None, None))})
    )
    assert page.tags["script"] == plain.tags["script"]
    assert page.tags["style"] == plain.tags["style"]
    assert not ALIEN & set(page.tags)
    assert page.tags["h1"] >= 1
    assert [link for link in page.links if not link.startswith(("#", "data:"))] == []


def test_every_title_is_told_as_it_is(odd: Book, page: Reader) -> None:
    assert [title for title in titles(odd) if title not in page.text] == []
    assert odd.world.program.title in page.text


def test_every_title_is_on_its_card(odd: Book, tmp_path: Path) -> None:
    out = tmp_path / "x.html"
    words = ["print", str(PACKS / "odd"), "--kind", "thing", "-o", str(out)]
    assert CliRunner().invoke(app, words).exit_code == 0
    sheets = Reader(out.read_text("utf-8"))
    assert [title for title in titles(odd) if title not in sheets.text] == []
    assert not ALIEN & set(sheets.tags)
    assert not sheets.tags["script"]


def test_no_table_is_broken(odd: Book) -> None:
    rows = 0
    for one in odd.pages:
        for block in one.blocks:
            if not block.startswith("|"):
                continue
            lines = block.split("\n")
            counts = {len(re.findall(r"(?<!\\)\|", line)) for line in lines}
            assert len(counts) == 1, block
            rows += len(lines)
    assert rows


def test_no_text_begins_a_block_of_its_own(odd: Book) -> None:
    for one in odd.pages:
        for block in one.blocks:
            assert "\n\n" not in block
            assert not re.match(r"\s*\d+[.)] A title", block)
        assert one.markdown().count("\n# ") == 0


def test_navigation_holds_no_html(odd: Book) -> None:
    text = files_of({"": odd})[NAVIGATION]
    assert yaml.safe_load(text)
    assert "<" not in text


def test_drawings_are_well_formed(odd: Book) -> None:
    from xml.etree import ElementTree

    for path, text in odd.files.items():
        if path.endswith(".svg"):
            ElementTree.fromstring(text)
