"""What comes out of a printer: the rulebook as PDF, and sheets whose texts stay inside their pieces."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser
from pypdf import PdfReader
from typer.testing import CliRunner, Result

from castlewright.cli.app import app
from castlewright.rulebook.paper import PAPERS

pytestmark = pytest.mark.slow

GULLS = Path(__file__).parents[1] / "rulebook" / "packs" / "gulls"
POINT = 25.4 / 72

OVERFLOWING = """() => {
  const outside = (inner, outer) => inner.width && (inner.left < outer.left - 0.5
    || inner.top < outer.top - 0.5 || inner.right > outer.right + 0.5 || inner.bottom > outer.bottom + 0.5);
  const boxOf = (node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    return range.getBoundingClientRect();
  };
  const found = [];
  for (const piece of document.querySelectorAll(".card, .token")) {
    const box = piece.getBoundingClientRect();
    for (const node of piece.querySelectorAll("h2, p, footer span")) {
      if (outside(boxOf(node), box)) found.push(node.textContent);
    }
    const told = piece.querySelector(".told"), foot = piece.querySelector("footer");
    if (!told || !told.textContent) continue;
    const text = boxOf(told), head = piece.querySelector("h2").getBoundingClientRect();
    const starts = [...(foot ? foot.querySelectorAll("span") : [])].filter((one) => one.textContent)
      .map((one) => boxOf(one).top);
    if (text.top < head.bottom - 0.5 || text.bottom > Math.min(box.bottom, ...starts) + 0.5) {
      found.push(told.textContent);
    }
  }
  for (const column of document.querySelectorAll(".reference .column")) {
    const sheet = column.closest(".face").getBoundingClientRect();
    if (outside(boxOf(column), sheet)) found.push(column.textContent.slice(0, 80));
  }
  return found;
}"""


def run(*words: object) -> Result:
    result = CliRunner().invoke(app, [str(word) for word in words])
    assert result.exit_code == 0, result.output
    return result


@pytest.fixture(scope="module", params=list(PAPERS))
def book(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, PdfReader]:
    folder = tmp_path_factory.mktemp("book")
    run("docs", GULLS, "--pdf", "--paper", request.param, "-o", folder / "out")
    return request.param, PdfReader(folder / "out" / "book.pdf")


def leaves(outline: list[Any]) -> Iterator[Any]:
    for entry in outline:
        if isinstance(entry, list):
            yield from leaves(entry)
        else:
            yield entry


def squeezed(text: str) -> str:
    """A text without blanks: where signs and breaks stand, readers of PDF put them as they like."""
    return "".join(text.split())


def boxes(reader: PdfReader) -> Iterator[tuple[int, str, float, float]]:
    """Words with the page and the place, in points, where each of them begins. Drawings are written letter by
    letter, each drawing in a frame of its own: they are left out.
    """
    for number, page in enumerate(reader.pages):
        found: list[tuple[str, float, float]] = []

        def visit(text: str, user: list[float], matrix: list[float], *_: Any, found: Any = found) -> None:
            if len(text.strip()) > 1:
                x = matrix[4] * user[0] + matrix[5] * user[2] + user[4]
                y = matrix[4] * user[1] + matrix[5] * user[3] + user[5]
                found.append((text, x, y))

        page.extract_text(visitor_text=visit)
        yield from ((number, *one) for one in found)


def fonts(reader: PdfReader) -> Iterator[Any]:
    for page in reader.pages:
        resources: Any = page["/Resources"]
        for font in resources.get("/Font", {}).values():
            yield from (one.get_object() for one in font.get_object().get("/DescendantFonts", []))


def test_the_rulebook_has_a_title_a_language_and_the_size_of_its_paper(book: tuple[str, PdfReader]) -> None:
    name, reader = book
    assert reader.metadata is not None
    assert reader.metadata.title == "The Shore: rulebook"
    root: Any = reader.trailer["/Root"]
    assert root["/Lang"] == "en"
    for page in reader.pages:
        assert float(page.mediabox.width) * POINT == pytest.approx(PAPERS[name].wide, abs=0.1)
        assert float(page.mediabox.height) * POINT == pytest.approx(PAPERS[name].high, abs=0.1)


def test_contents_and_bookmarks_lead_to_the_chapters(book: tuple[str, PdfReader]) -> None:
    _, reader = book
    named = [one.title for one in leaves(reader.outline)]
    assert {"Contents", "Components", "Setup", "The Shore", "Gulls", "Glossary", "Index"} <= set(named)
    listed = re.findall(r"^(.+?)[ .]{3,}(\d+)$", reader.pages[1].extract_text(), re.MULTILINE)
    assert len(listed) > 8
    for title, number in listed:
        assert squeezed(title) in squeezed(reader.pages[int(number) - 1].extract_text())
    assert all(int(number) > 2 for _, number in listed)
    assert sum(len(page.annotations or ()) for page in reader.pages) > 50


def test_the_index_gives_numbers_of_pages(book: tuple[str, PdfReader]) -> None:
    _, reader = book
    start = next(one for one in leaves(reader.outline) if one.title == "Index")
    first = reader.get_destination_page_number(start)
    assert first is not None
    index = reader.pages[first].extract_text()
    (number,) = re.findall(r"^Skiff (\d+)", index, re.MULTILINE)
    assert "Skiff" in reader.pages[int(number) - 1].extract_text()


def test_rules_are_told_and_formulas_stand_in_the_appendix(
    book: tuple[str, PdfReader], tmp_path: Path
) -> None:
    _, reader = book
    told = [page.extract_text().replace("-\n", "").replace("\n", " ") for page in reader.pages]
    (rule,) = [n for n, text in enumerate(told) if re.search(r"pearls of the bay are 2 pearls\. ", text)][:1]
    formulas = [n for n, text in enumerate(told) if "bay_catch()" in text]
    assert formulas
    assert min(formulas) > rule
    run("docs", GULLS, "--pdf", "--no-appendix", "-o", tmp_path / "out")
    short = PdfReader(tmp_path / "out" / "book.pdf")
    assert len(short.pages) < len(reader.pages)
    assert not any("bay_catch()" in page.extract_text() for page in short.pages)


def test_every_font_is_embedded(book: tuple[str, PdfReader]) -> None:
    _, reader = book
    found = list(fonts(reader))
    assert found
    for font in found:
        descriptor = font["/FontDescriptor"].get_object()
        assert {"/FontFile", "/FontFile2", "/FontFile3"} & set(descriptor)


def test_no_text_begins_off_the_paper(book: tuple[str, PdfReader]) -> None:
    _, reader = book
    margin = 4 / POINT
    for number, text, x, y in boxes(reader):
        box = reader.pages[number].mediabox
        assert margin < x < float(box.width) - margin, text
        assert margin < y < float(box.height) - margin, text


@pytest.mark.parametrize(("game", "cards"), [("castles", 300), ("two_castles", 60)])
def test_texts_stay_inside_cards_and_sheets(game: str, cards: int, browser: Browser, tmp_path: Path) -> None:
    out = tmp_path / "sheets.html"
    run("print", game, "--with", "all", "--kind", "all", "-o", out)
    page = browser.new_page()
    page.goto(out.as_uri())
    assert page.locator(".card, .token").count() > cards
    assert page.evaluate(OVERFLOWING) == []
    page.close()


def test_marks_and_backs_of_sheets_on_paper(tmp_path: Path) -> None:
    run("print", GULLS, "--kind", "boat", "-o", tmp_path / "x.pdf")
    reader = PdfReader(tmp_path / "x.pdf")
    front, back = reader.pages
    assert "Skiff" in front.extract_text()
    assert "Skiff" not in back.extract_text()
    first = next((x, y) for number, text, x, y in boxes(reader) if number == 0 and "Skiff" in text)
    left, top = (210 - 3 * 63) / 2, (297 - 3 * 88) / 2
    assert left < first[0] * POINT < left + 63
    assert top < 297 - first[1] * POINT < top + 11
    behind = next(x for number, text, x, _ in boxes(reader) if number == 1 and "Boat" in text)
    assert any(210 - left - 63 * (n + 1) < behind * POINT < 210 - left - 63 * n for n in range(3))
