"""One thing found in a text: what, where, and what to do about it; and its JSON form."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypedDict

from .source import Span

__all__ = [
    "Diagnostic",
    "DiagnosticJson",
    "Label",
    "LabelJson",
    "PlaceJson",
    "Severity",
    "Suggestion",
    "SuggestionJson",
    "to_json",
]


class Severity(StrEnum):
    """How bad it is: an `error` stops the build, a `warning` does not, a `note` only informs."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Label:
    """A marked place and what to say beneath it (may be empty)."""

    span: Span
    text: str = ""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A change that would mend the text: put `replacement` in the place of `span`."""

    span: Span
    replacement: str


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding.

    `code` is a key of `codes.CODES`; `message` is one sentence without a full stop; `secondary` are other
    places that matter, in this or another file; `notes` are further facts; `help` says what to do.
    """

    code: str
    message: str
    primary: Label
    secondary: tuple[Label, ...] = ()
    notes: tuple[str, ...] = ()
    help: str | None = None
    suggestion: Suggestion | None = None
    severity: Severity = Severity.ERROR

    @property
    def span(self) -> Span:
        """The place of the finding."""
        return self.primary.span

    def __str__(self) -> str:
        """One line: `path:line:column: error[CW0301]: message`."""
        return f"{self.span}: {self.severity}[{self.code}]: {self.message}"


class PlaceJson(TypedDict):
    """A span as JSON: offsets from 0 in characters, lines and columns from 1; the end is not included."""

    file: str
    start: int
    end: int
    line: int
    column: int
    end_line: int
    end_column: int


class LabelJson(TypedDict):
    """A marked place as JSON."""

    place: PlaceJson
    text: str


class SuggestionJson(TypedDict):
    """A mending change as JSON."""

    place: PlaceJson
    replacement: str


class DiagnosticJson(TypedDict):
    """A finding as JSON; every key is always there.

    `severity` is "error", "warning" or "note".
    """

    code: str
    severity: str
    message: str
    primary: LabelJson
    secondary: list[LabelJson]
    notes: list[str]
    help: str | None
    suggestion: SuggestionJson | None


def to_json(diagnostic: Diagnostic) -> DiagnosticJson:
    """A finding as plain JSON data: see `DiagnosticJson`."""
    suggestion: SuggestionJson | None = None
    if diagnostic.suggestion is not None:
        suggestion = {
            "place": _place_json(diagnostic.suggestion.span),
            "replacement": diagnostic.suggestion.replacement,
        }
    return {
        "code": diagnostic.code,
        "severity": diagnostic.severity.value,
        "message": diagnostic.message,
        "primary": _label_json(diagnostic.primary),
        "secondary": [_label_json(label) for label in diagnostic.secondary],
        "notes": list(diagnostic.notes),
        "help": diagnostic.help,
        "suggestion": suggestion,
    }


def _label_json(label: Label) -> LabelJson:
    return {"place": _place_json(label.span), "text": label.text}


def _place_json(span: Span) -> PlaceJson:
    line, column = span.source.line_col(span.start)
    end_line, end_column = span.source.line_col(span.end)
    return {
        "file": span.source.path,
        "start": span.start,
        "end": span.end,
        "line": line,
        "column": column,
        "end_line": end_line,
        "end_column": end_column,
    }
