"""What is wrong with a text, where, and what to do about it.

Checks report into a `Diagnostics` bag and go on; whoever called them decides what to do with the bag.  Nothing in here
knows how a diagnostic is drawn: see `report` for that.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypedDict

from . import limits
from .source import Span

__all__ = [
    "Diagnostic",
    "DiagnosticError",
    "DiagnosticJson",
    "Diagnostics",
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

    `code` is a key of `codes.CODES`; `message` is one sentence without a full stop; `secondary` are other places that
    matter, in this or another file; `notes` are further facts; `help` says what to do.
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


class Diagnostics:
    """A bag of findings.

    The same code at the same place is kept once.  At most `limits.DIAGNOSTICS` are kept; `dropped` counts the rest.
    Iterating gives them sorted by file and place.
    """

    __slots__ = ("_error_count", "_items", "_marks", "_muted", "_seen", "dropped")

    dropped: int
    _items: list[Diagnostic]
    _seen: set[tuple[str, str, int, int, str]]
    _marks: set[Hashable]
    _muted: list[Span]
    _error_count: int

    def __init__(self, items: Iterable[Diagnostic] = ()) -> None:
        self.dropped = 0
        self._items = []
        self._seen = set()
        self._marks = set()
        self._muted = []
        self._error_count = 0
        self.extend(items)

    def error(
        self,
        code: str,
        span: Span,
        message: str,
        *,
        help: str | None = None,
        label: str = "",
        related: Iterable[tuple[Span, str]] = (),
        notes: Sequence[str] = (),
        suggestion: Suggestion | None = None,
    ) -> None:
        """Report an error at `span`; `related` are other places, each with its text."""
        self.add(_made(Severity.ERROR, code, span, message, help, label, related, notes, suggestion))

    def warning(
        self,
        code: str,
        span: Span,
        message: str,
        *,
        help: str | None = None,
        label: str = "",
        related: Iterable[tuple[Span, str]] = (),
        notes: Sequence[str] = (),
        suggestion: Suggestion | None = None,
    ) -> None:
        """Report a warning at `span`: the build goes on."""
        self.add(_made(Severity.WARNING, code, span, message, help, label, related, notes, suggestion))

    def add(self, diagnostic: Diagnostic) -> None:
        """Keep a finding, unless it is known already, muted, or one too many."""
        span = diagnostic.span
        # Findings without a place would all look alike, so there the message tells them apart.
        words = "" if span.end > span.start else diagnostic.message
        key = (diagnostic.code, span.source.path, span.start, span.end, words)
        if key in self._seen or any(muted.holds(span) for muted in self._muted):
            return
        self._seen.add(key)
        if diagnostic.severity is Severity.ERROR:
            self._error_count += 1
        if len(self._items) >= limits.DIAGNOSTICS:
            self.dropped += 1
            return
        self._items.append(diagnostic)

    def extend(self, items: Iterable[Diagnostic]) -> None:
        """Keep all of `items` (a bag may be one)."""
        for item in items:
            self.add(item)
        if isinstance(items, Diagnostics):
            self.dropped += items.dropped
            # Errors that were only counted there still make this bag a bad one.
            self._error_count += items._error_count - sum(d.severity is Severity.ERROR for d in items._items)

    def mark(self, key: Hashable) -> bool:
        """Remember `key` as reported; true the first time.

        Against cascades: a checker writes `if diagnostics.mark(("name", name)): diagnostics.error(...)`, so that a
        missing definition is reported where it is first used and not at each of its two hundred uses.
        """
        if key in self._marks:
            return False
        self._marks.add(key)
        return True

    def is_marked(self, key: Hashable) -> bool:
        """Whether `key` has been marked."""
        return key in self._marks

    def mute(self, span: Span) -> None:
        """Drop all later findings inside `span`: it is known to be broken, and has been reported."""
        self._muted.append(span)

    @property
    def has_errors(self) -> bool:
        """Whether any finding is an error (counting those that were dropped)."""
        return self._error_count > 0

    @property
    def error_count(self) -> int:
        """How many errors there are, the dropped ones included."""
        return self._error_count

    def sorted(self) -> list[Diagnostic]:
        """All findings by file, place and code."""
        return sorted(self._items, key=_order)

    def codes(self) -> list[str]:
        """The codes of the findings, in the order of `sorted`."""
        return [item.code for item in self.sorted()]

    def raise_errors(self) -> None:
        """Raise `DiagnosticError` with this bag if it has errors."""
        if self.has_errors:
            raise DiagnosticError(self)

    def __iter__(self) -> Iterator[Diagnostic]:
        return iter(self.sorted())

    def __len__(self) -> int:
        return len(self._items)

    def __bool__(self) -> bool:
        return bool(self._items)

    def __repr__(self) -> str:
        return f"Diagnostics({[str(item) for item in self.sorted()]})"


class DiagnosticError(Exception):
    """Raised by the public functions when a text has errors; `diagnostics` holds them all."""

    diagnostics: Diagnostics

    def __init__(self, diagnostics: Diagnostics) -> None:
        super().__init__(diagnostics)
        self.diagnostics = diagnostics

    def __str__(self) -> str:
        return "\n".join(str(item) for item in self.diagnostics)


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
    """A finding as JSON; every key is always there."""

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
    suggestion = diagnostic.suggestion
    return {
        "code": diagnostic.code,
        "severity": diagnostic.severity.value,
        "message": diagnostic.message,
        "primary": _label_json(diagnostic.primary),
        "secondary": [_label_json(label) for label in diagnostic.secondary],
        "notes": list(diagnostic.notes),
        "help": diagnostic.help,
        "suggestion": None
        if suggestion is None
        else {"place": _place_json(suggestion.span), "replacement": suggestion.replacement},
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


def _made(
    severity: Severity,
    code: str,
    span: Span,
    message: str,
    help: str | None,
    label: str,
    related: Iterable[tuple[Span, str]],
    notes: Sequence[str],
    suggestion: Suggestion | None,
) -> Diagnostic:
    secondary = tuple(Label(place, text) for place, text in related)
    return Diagnostic(code, message, Label(span, label), secondary, tuple(notes), help, suggestion, severity)


def _order(item: Diagnostic) -> tuple[str, int, int, str, str]:
    span = item.span
    return (span.source.path, span.start, span.end, item.code, item.message)
