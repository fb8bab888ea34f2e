"""The bag into which every check reports what it finds.

Checks report and go on; whoever called them decides what to do with the bag.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import TypedDict

from . import limits
from .finding import Diagnostic, DiagnosticJson, Label, Severity, Suggestion, to_json
from .render import render, summary
from .source import Span

__all__ = [
    "Diagnostic",
    "DiagnosticError",
    "DiagnosticJson",
    "Diagnostics",
    "DiagnosticsJson",
    "Label",
    "Severity",
    "Suggestion",
    "to_json",
]


class DiagnosticsJson(TypedDict):
    """All findings of a run as JSON; `version` changes when a key changes its meaning or goes."""

    version: int
    errors: int
    warnings: int
    dropped: int
    diagnostics: list[DiagnosticJson]


class Diagnostics:
    """A bag of findings.

    The same code at the same place is kept once. At most `limits.DIAGNOSTICS` are kept; `dropped` counts
    the rest. Iterating gives them sorted by file and place.
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
        secondary = tuple(Label(place, text) for place, text in related)
        self.add(Diagnostic(code, message, Label(span, label), secondary, tuple(notes), help, suggestion))

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
        secondary = tuple(Label(place, text) for place, text in related)
        self.add(
            Diagnostic(
                code,
                message,
                Label(span, label),
                secondary,
                tuple(notes),
                help,
                suggestion,
                Severity.WARNING,
            )
        )

    def add(self, diagnostic: Diagnostic) -> None:
        """Keep a finding, unless it is known already, muted, or one too many."""
        span = diagnostic.span
        # Findings without extent would all look alike, so there the message tells them apart.
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
            kept = sum(item.severity is Severity.ERROR for item in items._items)
            self._error_count += items._error_count - kept

    def mark(self, key: Hashable) -> bool:
        """Remember `key` as reported; true the first time.

        Against cascades: a checker writes `if diagnostics.mark(("name", name)): diagnostics.error(...)`, so
        that a missing definition is reported where it is first used and not at each of its two hundred
        uses.
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

    def to_json(self) -> DiagnosticsJson:
        """All findings as plain JSON data."""
        warnings = sum(item.severity is Severity.WARNING for item in self._items)
        return {
            "version": 1,
            "errors": self._error_count,
            "warnings": warnings,
            "dropped": self.dropped,
            "diagnostics": [to_json(item) for item in self.sorted()],
        }

    def raise_errors(self) -> None:
        """Raise `DiagnosticError` with this bag if it has errors."""
        if self.has_errors:
            raise DiagnosticError(self)

    def __iter__(self) -> Iterator[Diagnostic]:
        return iter(self.sorted())

    def __len__(self) -> int:
        return len(self._items)

    def __repr__(self) -> str:
        return f"Diagnostics({[str(item) for item in self.sorted()]})"


class DiagnosticError(Exception):
    """Raised by the public functions when a text has errors; `diagnostics` holds them all.

    As a string it is what a terminal would show, without colours.
    """

    diagnostics: Diagnostics

    def __init__(self, diagnostics: Diagnostics) -> None:
        super().__init__(diagnostics)
        self.diagnostics = diagnostics

    def __str__(self) -> str:
        items = self.diagnostics.sorted()
        shown = items[: limits.SHOWN_DIAGNOSTICS]
        more = [f"... and {len(items) - len(shown)} more\n"] if len(items) > len(shown) else []
        count = summary(items, self.diagnostics.dropped)
        return "\n".join(["", *(render(item) for item in shown), *more, count])


def _order(item: Diagnostic) -> tuple[str, int, int, str, str]:
    span = item.span
    return (span.source.path, span.start, span.end, item.code, item.message)
