"""Sheets to cut out: where pieces, their backs and crop marks lie, and texts that fit their cards."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner, Result

from castlewright.cli.app import app
from castlewright.cli.docs import ordered
from castlewright.rulebook.aid import aid_page
from castlewright.rulebook.book import Book
from castlewright.rulebook.cardtext import Line, fitted, title_size
from castlewright.rulebook.faces import BACK, CARD, CELL, Face, card_face, faces_of, printable
from castlewright.rulebook.handout import lines_of, reference_cards, reference_sheets
from castlewright.rulebook.paper import PAPERS
from castlewright.rulebook.sheets import Layout, largest_cell, sheets_html
from castlewright.rulebook.world import World

GULLS = Path(__file__).parent / "packs" / "gulls"
PLACE = re.compile(
    r'class="face" style="left:([\d.-]+)mm;top:([\d.-]+)mm;width:([\d.]+)mm;height:([\d.]+)mm"'
)
MARK = re.compile(r"M([\d.-]+) ([\d.-]+)L([\d.-]+) ([\d.-]+)")
A4, LETTER = PAPERS["a4"], PAPERS["letter"]


@pytest.fixture(scope="module")
def gulls() -> Book:
    return Book(World(*ordered(str(GULLS), None, None, None, None, None, None)))


@pytest.fixture(scope="module")
def castles() -> Book:
    return Book(World(*ordered("castles", ["all"], None, None, None, None, None)))


def run(*words: object) -> Result:
    return CliRunner().invoke(app, [str(word) for word in words])


def sheets(html: str) -> list[str]:
    return html.split('<div class="sheet">')[1:]


def places(sheet: str) -> list[tuple[float, ...]]:
    return [tuple(map(float, found)) for found in PLACE.findall(sheet)]


def marks(sheet: str) -> list[tuple[float, ...]]:
    return [tuple(map(float, found)) for found in MARK.findall(sheet)]


def pieces(*sizes: tuple[float, float]) -> list[Face]:
    return [Face(wide, high, f"front {n}", f"back {n}") for n, (wide, high) in enumerate(sizes)]


# -- where things lie ----------------------------------------------------------------------------------------


def test_crop_marks_lie_along_the_edges_of_each_piece() -> None:
    front, _ = sheets(sheets_html("x", [pieces((40, 30), (24, 30), (24, 12))], Layout()))
    found = marks(front)
    assert len(found) == 3 * 8
    for x, y, wide, high in places(front):
        for corner_x, out in ((x, -1), (x + wide, 1)):
            for corner_y, down in ((y, -1), (y + high, 1)):
                across = (corner_x + 0.6 * out, corner_y, corner_x + 2.6 * out, corner_y)
                along = (corner_x, corner_y + 0.6 * down, corner_x, corner_y + 2.6 * down)
                assert pytest.approx(across, abs=0.011) in found
                assert pytest.approx(along, abs=0.011) in found


def test_cards_lie_nine_to_a_page_with_marks_outside_only() -> None:
    html = sheets_html("x", [pieces(*[CARD] * 10)], Layout())
    assert [len(places(sheet)) for sheet in sheets(html)] == [9, 9, 1, 1]
    first = sheets(html)[0]
    assert places(first)[0] == (10.5, 16.5, 63.0, 88.0)
    cards = places(first)
    for ax, ay, bx, by in marks(first):
        x, y = (ax + bx) / 2, (ay + by) / 2
        assert not any(left < x < left + w and top < y < top + h for left, top, w, h in cards)
    assert len(marks(first)) == 16


@pytest.mark.parametrize("paper", [A4, LETTER])
def test_a_back_lies_behind_its_front(paper: object) -> None:
    layout = Layout(A4 if paper is A4 else LETTER)
    for faces in (pieces(*[CARD] * 7), pieces((40, 30), (90, 20), (24, 24), (60, 60), (100, 41))):
        front, back = sheets(sheets_html("x", [faces], layout))
        told = [re.findall(rf"{side} (\d)<", sheet) for side, sheet in (("front", front), ("back", back))]
        assert told[0] == told[1]
        for (x, y, wide, high), behind in zip(places(front), places(back), strict=True):
            assert behind == pytest.approx((layout.paper.wide - x - wide, y, wide, high), abs=0.011)


def test_backs_move_for_a_printer_that_shifts_the_paper() -> None:
    faces = pieces((40, 30))
    still, moved = (
        sheets(sheets_html("x", [faces], layout)) for layout in (Layout(), Layout(shift=(1.5, -0.5)))
    )
    assert still[0] == moved[0]
    assert places(moved[1])[0][:2] == pytest.approx(
        (places(still[1])[0][0] + 1.5, places(still[1])[0][1] - 0.5), abs=0.011
    )


def test_a_piece_too_wide_for_the_paper_lies_on_its_side() -> None:
    front, back = sheets(sheets_html("x", [pieces((240, 24))], Layout()))
    assert places(front)[0][2:] == (24.0, 240.0)
    assert 'class="turned front" style="width:240.00mm;height:24.00mm"' in front
    assert 'class="turned behind"' in back


def test_everything_stays_on_its_paper(castles: Book) -> None:
    for paper in (A4, LETTER):
        cell = min(CELL, largest_cell(castles, printable(castles), paper))
        groups = [list(faces_of(castles, kind, cell, 1)) for kind in printable(castles)]
        for sheet in sheets(sheets_html("x", groups, Layout(paper, cell))):
            for x, y, wide, high in places(sheet):
                assert x >= 5
                assert y >= 5
                assert x + wide <= paper.wide - 5
                assert y + high <= paper.high - 5


# -- texts on cards ------------------------------------------------------------------------------------------

SENTENCES = st.lists(
    st.lists(st.text("abcdefghijklmnop", min_size=1, max_size=12), min_size=1, max_size=30).map(
        lambda words: " ".join(words) + "."
    ),
    min_size=1,
    max_size=12,
)


@given(SENTENCES)
def test_no_word_of_a_text_is_lost(texts: list[str]) -> None:
    setting = fitted([Line(text) for text in texts], [(54, 30), (54, 60)], 10, 6)
    told = [line.text for box in setting.boxes for line in box]
    assert " ".join(told).split() == " ".join(texts).split()
    assert setting.size == 6 or len(setting.boxes) <= 2


def test_a_long_text_goes_on_on_the_back_and_then_on_another_card() -> None:
    back = ("Deck", "", "Game")
    texts = [f"Sentence {n} of a text that is long, and says so in many words." for n in range(40)]
    (short,) = card_face("Short", [Line(text) for text in texts[:2]], back, ("", ""), "#fff")
    assert "card back" in short.back
    assert "on the back" not in short.front
    (long,) = card_face("Long", [Line(text) for text in texts[:16]], back, ("", ""), "#fff")
    assert "on the back" in long.front
    assert texts[15] in long.back
    cards = card_face("Endless", [Line(text) for text in texts], back, ("", ""), "#fff")
    assert len(cards) > 1
    whole = "".join(card.front + card.back for card in cards)
    assert all(whole.count(text) == 1 for text in texts)
    assert "Endless (2)" in cards[1].front


def test_a_long_title_takes_two_lines_or_smaller_type() -> None:
    assert title_size("Moat", 54, 12, 6) == (12, 1)
    size, lines = title_size("The Honourable Company of Underground Gardeners", 54, 12, 6)
    assert lines == 2
    assert 6 <= size < 12


def test_no_card_of_the_game_needs_its_back(castles: Book) -> None:
    for kind in printable(castles):
        for face in faces_of(castles, kind, CELL, 1):
            assert "on the back" not in face.front


# -- references ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("paper", [A4, LETTER])
def test_the_reference_is_one_sheet(castles: Book, paper: object) -> None:
    (sheet,) = reference_sheets(castles, A4 if paper is A4 else LETTER)
    size = re.search(r"font-size:([\d.]+)pt", sheet.front)
    assert size is not None
    assert float(size[1]) >= 6.25
    lines = lines_of(aid_page(castles))
    assert len(lines) > 30
    told = re.sub(r"<[^>]+>", "", sheet.front)
    assert all(line.lead.split(" ")[0] in told for line in lines)


def test_the_reference_card_holds_the_whole_aid(gulls: Book) -> None:
    (card,) = reference_cards(gulls)
    assert (card.wide, card.high) == CARD
    assert "pearls" in card.front
    assert fitted([], [BACK], 8, 6).boxes == ((),)


# -- the command ---------------------------------------------------------------------------------------------


def test_print_writes_kinds_references_and_all_at_once(tmp_path: Path) -> None:
    out = tmp_path / "x.html"
    result = run("print", GULLS, "--kind", "all", "--paper", "letter", "-o", out)
    assert result.exit_code == 0, result.output
    html = out.read_text("utf-8")
    assert "size: 215.9mm 279.4mm" in html
    assert "player reference" in html
    assert html.count(">Skiff</h2>") == 2
    result = run("print", GULLS, "--kind", "boat,reference-card", "--copies", "3", "-o", out)
    assert result.exit_code == 0, result.output
    assert out.read_text("utf-8").count(">Skiff</h2>") == 3


def test_print_refuses_cells_that_do_not_fit(tmp_path: Path) -> None:
    result = run(
        "print", "castles", "--with", "moats", "--kind", "moat", "--cell", "20", "-o", tmp_path / "x.html"
    )
    assert result.exit_code == 2
    assert "at most" in result.output
    assert not (tmp_path / "x.html").exists()
