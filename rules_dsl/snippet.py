"""Pieces of source with their marked places, drawn as styled lines of text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from itertools import groupby
from typing import NamedTuple

from .cells import Row, clip, lay_out, safe, text_width, wrap
from .source import Source, Span

__all__ = ["Mark", "Piece", "Style", "StyledLine", "draw", "gutter_width", "numbered", "plain", "unnumbered"]


class Style(StrEnum):
    """What a piece of a drawn line is; `report` gives each a colour."""

    PLAIN = "plain"
    GUTTER = "gutter"
    SOURCE = "source"
    PRIMARY = "primary"
    SECONDARY = "secondary"
    ADDED = "added"
    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"
    MESSAGE = "message"


class Piece(NamedTuple):
    """Some characters of one style."""

    text: str
    style: Style = Style.PLAIN


StyledLine = list[Piece]


class Mark(NamedTuple):
    """A place to mark; `sign` is the character that underlines it."""

    span: Span
    text: str
    sign: str
    style: Style


class _LineMark(NamedTuple):
    """A mark in cells of one shown line; `end` is after `start`."""

    start: int
    end: int
    mark: Mark


def plain(lines: Sequence[StyledLine]) -> str:
    """The characters of `lines` without their styles, trailing blanks removed, each line ended."""
    return "".join("".join(piece.text for piece in line).rstrip() + "\n" for line in lines)


def gutter_width(marks: Sequence[Mark]) -> int:
    """Number of digits that the line numbers of `marks` need."""
    return max((len(str(_last_line(mark.span))) for mark in marks), default=1)


def draw(marks: Sequence[Mark], gutter: int, width: int) -> list[StyledLine]:
    """Draw the source lines around `marks`, the first of which names the place, in `width` cells.

    Marks of the first mark's file come first, then the other files, each under its own heading.
    """
    lines: list[StyledLine] = []
    arrow = "-->"
    for source in dict.fromkeys(mark.span.source for mark in marks):
        here = [mark for mark in marks if mark.span.source is source]
        short = [mark for mark in here if _last_line(mark.span) == mark.span.line]
        tall = [mark for mark in here if mark not in short]
        # The block with the first mark leads; a mark over several lines has a block of its own.
        blocks = [[mark] for mark in tall]
        if short:
            blocks.insert(0 if here[0] in short else 1, short)
        for block in blocks:
            lines.append(_heading(block[0].span, arrow, gutter))
            arrow = ":::"
            if not source.text:
                continue
            lines.append(unnumbered(gutter))
            lines += (
                _tall_block(block[0], gutter, width) if block[0] in tall else _block(block, gutter, width)
            )
    return lines


def numbered(line: int | None, gutter: int) -> StyledLine:
    """The start of a line that shows source line `line`."""
    return [Piece(f" {'' if line is None else line:>{gutter}} | ", Style.GUTTER)]


def unnumbered(gutter: int) -> StyledLine:
    """The start of a line between source lines."""
    return numbered(None, gutter)


def _heading(span: Span, arrow: str, gutter: int) -> StyledLine:
    place = safe(span.source.path)
    if span.source.text:
        place += f":{span.line}:{span.column}"
    return [Piece(f"{' ' * gutter}{arrow} ", Style.GUTTER), Piece(place)]


def _last_line(span: Span) -> int:
    """The last line that `span` marks; a line end in last place does not start another line."""
    end = span.end
    if end > span.start and span.source.text[end - 1 : end] == "\n":
        end -= 1
    return span.source.line_col(end)[0]


def _block(marks: Sequence[Mark], gutter: int, width: int) -> Iterator[StyledLine]:
    """Source lines in order, each with its marks beneath; longer gaps between them are left out."""
    source = marks[0].span.source
    space = max(width - gutter - 4, 20)
    before: int | None = None
    for line, group in groupby(sorted(marks, key=lambda mark: mark.span.start), lambda mark: mark.span.line):
        here = list(group)
        if before is not None and line == before + 2:
            yield _context_line(source, before + 1, gutter, space)
        elif before is not None and line > before + 2:
            yield [Piece(f"{'...':<{gutter + 2}}", Style.GUTTER)]
        yield from _marked_line(source, line, here, gutter, space)
        before = line


def _context_line(source: Source, line: int, gutter: int, space: int) -> StyledLine:
    row = clip(lay_out(source.line_text(line)), space, 0, 0)
    return [*numbered(line, gutter), Piece(row.text, Style.SOURCE)]


def _marked_line(
    source: Source, line: int, marks: list[Mark], gutter: int, space: int
) -> Iterator[StyledLine]:
    row = lay_out(source.line_text(line))
    # The mark that counts most (the primary one stands alone in its style) decides what a long line shows.
    focus = _cells_of(source, line, next((m for m in marks if m.style is Style.PRIMARY), marks[0]), row)
    row = clip(row, space, focus.start, focus.end)
    yield [*numbered(line, gutter), Piece(row.text, Style.SOURCE)]
    for pieces in _mark_lines([_cells_of(source, line, mark, row) for mark in marks], space):
        yield [*unnumbered(gutter), *pieces]


def _cells_of(source: Source, line: int, mark: Mark, row: Row) -> _LineMark:
    offset = source.line_starts[line - 1]
    last = len(row.columns) - 1
    start = row.columns[min(max(mark.span.start - offset, 0), last)]
    end = row.columns[min(max(mark.span.end - offset, 0), last)]
    return _LineMark(start, max(end, start + 1), mark)


def _mark_lines(marks: list[_LineMark], space: int) -> Iterator[StyledLine]:
    """Underlines in one line; the rightmost text beside its underline, the others below it."""
    waiting = sorted(marks, key=lambda m: (m.start, m.end))
    canvas: dict[int, tuple[str, Style]] = {}
    for mark in sorted(marks, key=lambda m: m.mark.style is Style.PRIMARY):
        canvas.update(dict.fromkeys(range(mark.start, mark.end), (mark.mark.sign, mark.mark.style)))
    line = _canvas_line(canvas)
    last = waiting[-1]
    text = safe(last.mark.text).replace("\n", " ")
    beside = last.end == max(m.end for m in marks) and last.end + 1 + text_width(text) <= space
    if beside or not text:
        waiting.pop()
        if text:
            line.append(Piece(" " + text, last.mark.style))
    yield line
    waiting = [mark for mark in waiting if mark.mark.text]
    if waiting:
        yield _canvas_line({m.start: ("|", m.mark.style) for m in waiting})
    while waiting:
        mark = waiting.pop()
        column = min(mark.start, max(0, space - 30))
        for text in wrap(mark.mark.text, space - column):
            line = _canvas_line({m.start: ("|", m.mark.style) for m in waiting if m.start < column})
            used = sum(len(piece.text) for piece in line)
            yield [*line, Piece(" " * (column - used)), Piece(text, mark.mark.style)]


def _canvas_line(canvas: dict[int, tuple[str, Style]]) -> StyledLine:
    cells = [canvas.get(cell, (" ", Style.PLAIN)) for cell in range(max(canvas, default=-1) + 1)]
    return [
        Piece("".join(char for char, _ in group), style)
        for style, group in groupby(cells, key=lambda cell: cell[1])
    ]


def _tall_block(mark: Mark, gutter: int, width: int) -> Iterator[StyledLine]:
    """A mark over several lines: a bar at the left, the end marked below the last line."""
    source, style = mark.span.source, mark.style
    first, last = mark.span.line, _last_line(mark.span)
    space = max(width - gutter - 6, 20)
    lines = range(first, last + 1)
    shown = list(lines) if len(lines) <= 6 else [first, first + 1, first + 2, last - 1, last]
    before = first
    for line in shown:
        if line > before + 1:
            yield [Piece(f"{'...':<{gutter + 3}}", Style.GUTTER), Piece("|", style)]
        row = clip(lay_out(source.line_text(line)), space, 0, 0)
        bar = "/ " if line == first else "| "
        yield [*numbered(line, gutter), Piece(bar, style), Piece(row.text, Style.SOURCE)]
        before = line
    row = clip(lay_out(source.line_text(last)), space, 0, 0)
    end = max(_cells_of(source, last, mark, row).end, 1)
    yield [*unnumbered(gutter), Piece("|" + "_" * end + mark.sign, style)]
    for text in wrap(mark.text, space) if mark.text else ():
        yield [*unnumbered(gutter), Piece("  " + text, style)]
