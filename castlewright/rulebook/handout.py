"""The player reference to print: on cards, and on one sheet of paper."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from markdown_it import MarkdownIt
from markdown_it.token import Token

from castlewright.rulebook.aid import aid_page, card_page
from castlewright.rulebook.book import Book
from castlewright.rulebook.cardtext import Line, fitted, html_of
from castlewright.rulebook.faces import BACK, Face, text_card
from castlewright.rulebook.page import Page
from castlewright.rulebook.paper import Paper

__all__ = ["lines_of", "reference_cards", "reference_sheets"]

CARD_TYPE = (8.5, 6.0)
SHEET_TYPE = (10.0, 6.25)
"""The largest and the smallest size of type, in points; the smallest is still read at a table."""
COLOUR = "#e9dcc0"
COLUMNS = 3
EDGE, BETWEEN, TOP = 10.0, 5.0, 20.0
"""Millimetres: around a sheet, between its columns, and down to where they begin."""


def reference_cards(book: Book) -> list[Face]:
    """The aid on cards: one of them where it fits, else as many as it takes."""
    lines = lines_of(card_page(book))
    setting = fitted(lines, [BACK, BACK], *CARD_TYPE)
    boxes = setting.boxes
    pairs = [(boxes[n], boxes[n + 1] if n + 1 < len(boxes) else ()) for n in range(0, len(boxes), 2)]
    title = book.world.program.title
    return [text_card(title, front, behind, setting.size, COLOUR) for front, behind in pairs]


def reference_sheets(book: Book, paper: Paper) -> list[Face]:
    """The aid on a sheet of paper: its type as large as one sheet allows. More than one face only where the
    text does not fit one at the smallest size.
    """
    wide = (paper.wide - 2 * EDGE - (COLUMNS - 1) * BETWEEN) / COLUMNS
    high = paper.high - TOP - EDGE
    setting = fitted(lines_of(aid_page(book)), [(wide, high)] * COLUMNS, *SHEET_TYPE)
    title = f"{book.world.program.title}: player reference"
    faces: list[Face] = []
    for first in range(0, len(setting.boxes), COLUMNS):
        columns = "".join(
            f'<div class="column" style="left:{EDGE + n * (wide + BETWEEN):.2f}mm;width:{wide:.2f}mm">'
            f"{html_of(box)}</div>"
            for n, box in enumerate(setting.boxes[first : first + COLUMNS])
        )
        sheet = f'<div class="reference" style="font-size:{setting.size:g}pt"><h1>{title}</h1>{columns}</div>'
        faces.append(Face(paper.wide, paper.high, sheet, ""))
    return faces


def lines_of(page: Page) -> list[Line]:
    """A page as paragraphs without links and signs: headings, entries of lists, rows of tables."""
    tokens = MarkdownIt("commonmark", {"html": True}).enable("table").parse(page.markdown())
    return [line for line in _lines(tokens) if line.text or line.lead]


def _lines(tokens: Sequence[Token]) -> Iterator[Line]:
    heads: list[str] = []
    row: list[str] = []
    rows: list[list[str]] = []
    for number, token in enumerate(tokens):
        match token.type:
            case "inline" if tokens[number - 1].type == "heading_open":
                if tokens[number - 1].tag != "h1":
                    yield Line("", _plain(token), head=True)
            case "inline" if tokens[number - 1].type == "th_open":
                heads.append(_plain(token))
            case "inline" if tokens[number - 1].type == "td_open":
                row.append(_plain(token))
            case "inline":
                yield _entry(token)
            case "tr_close" if row:
                rows.append(row)
                row = []
            case "table_close":
                yield from _table(heads, rows)
                heads, rows = [], []
            case _:
                pass


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[Line]:
    if len(rows) == 1:
        yield Line("; ".join(f"{head}: {cell}" for head, cell in zip(heads, rows[0], strict=False) if cell))
        return
    for lead, *cells in rows:
        named = zip(heads[1:], cells, strict=False)
        told = [cell if len(cells) == 1 else f"{head}: {cell}" for head, cell in named if cell]
        yield Line("; ".join(told), f"{lead}.")


def _entry(token: Token) -> Line:
    """A paragraph whose first bold words are its lead."""
    lead: list[str] = []
    text: list[str] = []
    bold = False
    for child in token.children or []:
        if child.type == "strong_open":
            bold = not text
        elif child.type == "strong_close":
            bold = False
        elif child.type in ("text", "code_inline", "softbreak"):
            part = child.content or " "
            if bold:
                lead.append(part)
            elif part.strip() or text or lead:
                text.append(part)
    told = "".join(text).strip()
    name = "".join(lead).strip()
    if told[:1] in (":", "."):
        name, told = name + told[0], told[1:].strip()
    return Line(told, name)


def _plain(token: Token) -> str:
    return "".join(c.content for c in token.children or [] if c.type in ("text", "code_inline")).strip()
