"""A finding as people read it: message, place, source with marks, notes and help, as styled lines of text."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from .cells import clip, lay_out, safe, wrap
from .finding import Diagnostic, Severity, Suggestion
from .snippet import (
    Mark,
    Piece,
    Style,
    StyledLine,
    draw,
    gutter_width,
    numbered,
    plain,
    unnumbered,
)

__all__ = ["WIDTH", "diagnostic_lines", "render", "summary"]

WIDTH: Final = 100
"""Width in cells where no terminal says otherwise."""

_STYLES: Final = {
    Severity.ERROR: Style.ERROR,
    Severity.WARNING: Style.WARNING,
    Severity.NOTE: Style.NOTE,
}


def render(diagnostic: Diagnostic, width: int = WIDTH) -> str:
    """One finding as plain text, several lines, the last one ended."""
    return plain(diagnostic_lines(diagnostic, width))


def diagnostic_lines(diagnostic: Diagnostic, width: int = WIDTH) -> list[StyledLine]:
    """One finding as styled lines, at most `width` cells wide where words allow it."""
    severity = diagnostic.severity
    marks = [Mark(diagnostic.span, diagnostic.primary.text, "^", Style.PRIMARY)]
    marks += [Mark(label.span, label.text, "-", Style.SECONDARY) for label in diagnostic.secondary]
    marks = [mark for mark in marks if not mark.span.is_none]
    gutter = gutter_width(marks)
    lines: list[StyledLine] = [
        [
            Piece(f"{severity}[{diagnostic.code}]", _STYLES[severity]),
            Piece(": " + safe(diagnostic.message).replace("\n", " "), Style.MESSAGE),
        ]
    ]
    lines += draw(marks, gutter, width)
    remarks = [("note", note) for note in diagnostic.notes]
    suggestion = diagnostic.suggestion
    if diagnostic.help is not None:
        remarks.append(("help", diagnostic.help))
    elif suggestion is not None:
        remarks.append(("help", _suggestion_words(suggestion)))
    if remarks and any(mark.span.source.text for mark in marks):
        lines.append(unnumbered(gutter))
    for word, text in remarks:
        lines += _remark(word, text, gutter, width)
    if suggestion is not None:
        lines += _suggested(suggestion, gutter, width)
    return lines


def summary(diagnostics: Iterable[Diagnostic], dropped: int = 0) -> str:
    """How many errors and warnings there are: "2 errors, 1 warning"."""
    found = [diagnostic.severity for diagnostic in diagnostics]
    parts = [
        f"{count} {word}" if count == 1 else f"{count} {word}s"
        for word, count in (
            ("error", found.count(Severity.ERROR)),
            ("warning", found.count(Severity.WARNING)),
            ("note", found.count(Severity.NOTE)),
        )
        if count
    ]
    if dropped:
        parts.append(f"{dropped} not kept")
    return ", ".join(parts) or "no errors"


def _remark(word: str, text: str, gutter: int, width: int) -> list[StyledLine]:
    indent = " " * (gutter + 2)
    lines = wrap(text, width - gutter - 5 - len(word) - 2)
    first: StyledLine = [
        Piece(f"{indent}= ", Style.GUTTER),
        Piece(f"{word}: ", Style.MESSAGE),
        Piece(lines[0]),
    ]
    rest = " " * (gutter + 4 + len(word) + 2)
    return [first, *([Piece(rest + line)] for line in lines[1:])]


def _suggestion_words(suggestion: Suggestion) -> str:
    if not suggestion.replacement:
        return f"leave out `{suggestion.span.text}`"
    return f"write `{suggestion.replacement}`"


def _suggested(suggestion: Suggestion, gutter: int, width: int) -> list[StyledLine]:
    """The line as it would be after the change; nothing if the change is more than one line's."""
    span, new = suggestion.span, suggestion.replacement
    if span.is_none or span.line != span.end_line or "\n" in new:
        return []
    text = span.source.line_text(span.line)
    start = span.column - 1
    changed = text[:start] + new + text[span.end_column - 1 :]
    row = lay_out(changed)
    row = clip(row, max(width - gutter - 4, 20), row.columns[start], row.columns[start + len(new)])
    cell, end = row.columns[start], row.columns[start + len(new)]
    gutter = max(gutter, len(str(span.line)))
    lines: list[StyledLine] = [
        unnumbered(gutter),
        [*numbered(span.line, gutter), Piece(row.text, Style.SOURCE)],
    ]
    if new:
        lines.append([*unnumbered(gutter), Piece(" " * cell), Piece("+" * max(end - cell, 1), Style.ADDED)])
    return lines
