"""Reading texts of the language that stand inside JSON texts, with places mapped back into the JSON file.

A stitched text is made of pieces of JSON texts, unescaped, and of glue between them. It is parsed as any
text; then the places of all nodes and findings are moved to where the pieces stand in the JSON file.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeVar

from . import nodes as n
from .diagnostics import Diagnostic, Diagnostics, Label, Suggestion
from .json_reader import JsonText
from .parser import parse_expression, parse_item
from .source import Source, Span

__all__ = ["Stitched", "read_expression", "read_member"]

N = TypeVar("N", bound=n.Node)

_HEAD: Final = "k d {\n"
"""The definition around a single member; its names are dropped with it."""


@dataclass(frozen=True, slots=True)
class _Piece:
    start: int
    end: int
    text: JsonText


class Stitched:
    """A text made of pieces of JSON texts (`JsonText`) and glue (`str`)."""

    def __init__(self, *parts: JsonText | str) -> None:
        self._pieces: list[_Piece] = []
        texts: list[str] = []
        at = 0
        for part in parts:
            text = part if isinstance(part, str) else part.text
            if isinstance(part, JsonText):
                self._pieces.append(_Piece(at, at + len(text), part))
            texts.append(text)
            at += len(text)
        self._target = self._pieces[0].text.span.source
        self.source = Source(self._target.path, "".join(texts))

    def place(self, span: Span) -> Span:
        """Where a piece of the stitched text stands in the JSON file; spans of other sources stay.

        Glue has no place of its own: it counts as the edge of the piece beside it.
        """
        if span.source is not self.source:
            return span
        start = self._offset(span.start)
        end = start if span.end == span.start else self._offset_of_end(span.end)
        return Span(self._target, start, max(start, end))

    def _offset(self, at: int) -> int:
        last = self._pieces[-1]
        for piece in self._pieces:
            if at < piece.end or (piece is last and at == piece.end):
                return piece.text.offset(max(at - piece.start, 0))
        return last.text.offset(last.end)

    def _offset_of_end(self, at: int) -> int:
        for piece in reversed(self._pieces):
            if at > piece.start:
                return piece.text.offset(min(at, piece.end) - piece.start)
        return self._pieces[0].text.offset(0)

    def read(self, parser: Callable[[Source, Diagnostics], N | None], diagnostics: Diagnostics) -> N | None:
        """Parse the text; nodes and findings get their places in the JSON file."""
        found = Diagnostics()
        node = parser(self.source, found)
        for finding in found:
            diagnostics.add(self._moved(finding))
        if node is None or found.has_errors:
            return None
        for part in n.walk(node):
            part.span = self.place(part.span)
        return node

    def _moved(self, finding: Diagnostic) -> Diagnostic:
        suggestion = finding.suggestion
        if suggestion is not None:
            # What is put into a JSON text has to be escaped as the text around it is.
            replacement = json.dumps(suggestion.replacement, ensure_ascii=False)[1:-1]
            suggestion = Suggestion(self.place(suggestion.span), replacement)
        return replace(
            finding,
            primary=self._moved_label(finding.primary),
            secondary=tuple(map(self._moved_label, finding.secondary)),
            suggestion=suggestion,
        )

    def _moved_label(self, label: Label) -> Label:
        return Label(self.place(label.span), label.text)


def read_expression(text: JsonText, diagnostics: Diagnostics) -> n.Expr | None:
    """The expression that a JSON text holds; None after an error. Reports what the parser reports."""
    return Stitched(text).read(parse_expression, diagnostics)


def read_member(
    parts: Sequence[JsonText | str], wanted: tuple[type[n.Item], ...], what: str, diagnostics: Diagnostics
) -> n.Item | None:
    """The one member of a definition that stitched parts hold.

    Reports what the parser reports, and CW1004 if the text holds another number or sort of members than one
    of `wanted`; `what` says in words what is due ("a hook"). Returns None after an error.
    """
    stitched = Stitched(_HEAD, *parts, "\n}")
    last = next(part for part in reversed(parts) if isinstance(part, JsonText))
    item = stitched.read(parse_item, diagnostics)
    if item is None:
        return None
    members = item.items if isinstance(item, n.Definition) else ()
    if len(members) == 1 and isinstance(members[0], wanted):
        return members[0]
    span = members[1].span if len(members) > 1 else last.span
    diagnostics.error("CW1004", span, f"one text holds one member of a definition: {what} is due here")
    return None
