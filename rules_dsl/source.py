"""Source texts and places in them.

A `Source` is the text of one file, decoded, without byte order mark and with `\\n` line ends. A `Span` is a
piece of it. Offsets count characters of `Source.text`, from 0; lines and columns are counted from 1.
"""

from __future__ import annotations

import os
import stat
from bisect import bisect_right
from pathlib import Path
from typing import Final, NamedTuple, Protocol

from . import limits

__all__ = ["NO_SPAN", "ErrorSink", "Source", "Span", "decode_source", "read_source"]


class Source:
    """The text of one file and the path by which messages name it.

    `path` is what people see (`islands/boats.rules`); it need not exist. Two sources are equal only if
    they are the same object.
    """

    __slots__ = ("_starts", "path", "text")

    path: str
    text: str
    _starts: list[int] | None

    def __init__(self, path: str, text: str) -> None:
        self.path = path
        self.text = text
        self._starts = None

    def __repr__(self) -> str:
        return f"Source({self.path!r}, {len(self.text)} characters)"

    @property
    def line_starts(self) -> list[int]:
        """Offset of the first character of each line; found when first asked for."""
        if self._starts is None:
            starts = [0]
            find = self.text.find
            at = find("\n")
            while at >= 0:
                starts.append(at + 1)
                at = find("\n", at + 1)
            self._starts = starts
        return self._starts

    @property
    def line_count(self) -> int:
        """Number of lines; a text that ends in a line end has one empty last line."""
        return len(self.line_starts)

    def line_col(self, offset: int) -> tuple[int, int]:
        """Line and column, both from 1, of the character at `offset` (clamped to the text)."""
        offset = max(0, min(offset, len(self.text)))
        starts = self.line_starts
        line = bisect_right(starts, offset)
        return line, offset - starts[line - 1] + 1

    def line_text(self, line: int) -> str:
        """The text of line `line` (from 1) without its line end; empty for a line that does not exist."""
        starts = self.line_starts
        if not 1 <= line <= len(starts):
            return ""
        end = starts[line] - 1 if line < len(starts) else len(self.text)
        return self.text[starts[line - 1] : end]

    def offset(self, line: int, column: int) -> int:
        """The offset of a line and column, both from 1; the inverse of `line_col`, clamped to the text."""
        starts = self.line_starts
        if line < 1:
            return 0
        if line > len(starts):
            return len(self.text)
        end = starts[line] - 1 if line < len(starts) else len(self.text)
        return min(starts[line - 1] + max(column, 1) - 1, end)

    def span(self, start: int, end: int) -> Span:
        """The piece of this text from `start` up to, not including, `end`."""
        return Span(self, start, end)

    def whole(self) -> Span:
        """The whole text as a span."""
        return Span(self, 0, len(self.text))


class Span(NamedTuple):
    """A piece of a source: characters `start` up to, not including, `end`.  Immutable and cheap to make.

    An empty span (`start == end`) marks the place before a character.
    """

    source: Source
    start: int
    end: int

    @property
    def path(self) -> str:
        """The path of the source."""
        return self.source.path

    @property
    def line(self) -> int:
        """Line, from 1, of the first character."""
        return self.source.line_col(self.start)[0]

    @property
    def column(self) -> int:
        """Column, from 1, of the first character."""
        return self.source.line_col(self.start)[1]

    @property
    def end_line(self) -> int:
        """Line, from 1, of the place just after the last character."""
        return self.source.line_col(self.end)[0]

    @property
    def end_column(self) -> int:
        """Column, from 1, of the place just after the last character."""
        return self.source.line_col(self.end)[1]

    @property
    def text(self) -> str:
        """The characters of the span."""
        return self.source.text[self.start : self.end]

    @property
    def is_none(self) -> bool:
        """Whether this is the place of something that no text says (`NO_SPAN`)."""
        return self.source is _NOWHERE

    def to(self, other: Span) -> Span:
        """The smallest span that holds both; `NO_SPAN` and spans of another source add nothing."""
        if other.source is not self.source:
            return other if self.source is _NOWHERE else self
        return Span(self.source, min(self.start, other.start), max(self.end, other.end))

    def before(self) -> Span:
        """The empty span just before this one: where to insert something."""
        return Span(self.source, self.start, self.start)

    def after(self) -> Span:
        """The empty span just after this one: where to append something."""
        return Span(self.source, self.end, self.end)

    def holds(self, other: Span) -> bool:
        """Whether `other` lies inside this span."""
        return self.source is other.source and self.start <= other.start and other.end <= self.end

    def __repr__(self) -> str:
        if self.is_none:
            return "NO_SPAN"
        return f"Span({self.source.path}:{self.line}:{self.column}, {self.text[:40]!r})"

    def __str__(self) -> str:
        """`path:line:column`."""
        return f"{self.source.path}:{self.line}:{self.column}"


_NOWHERE: Final = Source("<built in>", "")

NO_SPAN: Final = Span(_NOWHERE, 0, 0)
"""The place of things that no text says: built-in kinds, made-up nodes."""


class ErrorSink(Protocol):
    """What reading a file needs of `diagnostics.Diagnostics`, which is built on this module."""

    def error(self, code: str, span: Span, message: str, *, help: str | None = None, label: str = "") -> None:
        """Report an error at `span`."""
        ...


def read_source(
    path: str | os.PathLike[str], diagnostics: ErrorSink, *, shown_as: str | None = None
) -> Source | None:
    """Read a file as UTF-8 text.

    A byte order mark is dropped and `\\r\\n` and `\\r` become `\\n`. Reports CW0001 (cannot be read),
    CW0002 (larger than `limits.FILE_BYTES`), CW0003 (binary) or CW0004 (not UTF-8) into `diagnostics` and
    returns `None` if the file is no text; raises nothing. Messages name the file as `shown_as`, or as the
    path was given.
    """
    name = shown_as if shown_as is not None else Path(path).as_posix()
    try:
        # Pipes and devices would block or never end, so they are refused before they are opened.
        status = os.stat(path)
        if not stat.S_ISREG(status.st_mode):
            what = "a folder" if stat.S_ISDIR(status.st_mode) else "not an ordinary file"
            _report_unreadable(name, f"`{name}` is {what}", diagnostics)
            return None
        with open(path, "rb") as file:
            data = file.read(limits.FILE_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        _report_unreadable(name, f"cannot read `{name}`: {reason}", diagnostics)
        return None
    size = max(status.st_size, len(data))
    if size > limits.FILE_BYTES:
        _report_too_large(name, size, diagnostics)
        return None
    return decode_source(name, data, diagnostics)


def decode_source(path: str, data: bytes, diagnostics: ErrorSink) -> Source | None:
    """Make a source from the bytes of a file, as `read_source` does; `path` is only a name here."""
    if len(data) > limits.FILE_BYTES:
        _report_too_large(path, len(data), diagnostics)
        return None
    data = data.removeprefix(b"\xef\xbb\xbf")
    zero = data.find(b"\x00")
    if zero >= 0:
        place = _place_of_byte(path, data, zero)
        diagnostics.error(
            "CW0003",
            place,
            "this file holds a zero byte, so it is not text",
            label="zero byte here",
            help="save the file as plain UTF-8 text",
        )
        return None
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        diagnostics.error(
            "CW0004",
            _place_of_byte(path, data, error.start),
            f"this file is not UTF-8 text: byte 0x{data[error.start]:02X} is out of place",
            label="the first bad byte",
            help="save the file in the encoding UTF-8",
        )
        return None
    return Source(path, _with_plain_line_ends(text))


def _with_plain_line_ends(text: str) -> str:
    if "\r" not in text:
        return text
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _place_of_byte(path: str, data: bytes, position: int) -> Span:
    """The character made of the byte at `position`; bytes that make none are shown as U+FFFD."""
    before = _with_plain_line_ends(data[:position].decode("utf-8", "replace"))
    after = _with_plain_line_ends(data[position:].decode("utf-8", "replace"))
    source = Source(path, before + after.replace("\x00", "\N{REPLACEMENT CHARACTER}"))
    return Span(source, len(before), len(before) + 1)


def _report_unreadable(path: str, message: str, diagnostics: ErrorSink) -> None:
    diagnostics.error("CW0001", Span(Source(path, ""), 0, 0), message)


def _report_too_large(path: str, size: int, diagnostics: ErrorSink) -> None:
    diagnostics.error(
        "CW0002",
        Span(Source(path, ""), 0, 0),
        f"this file has {size:,} bytes; the limit is {limits.FILE_BYTES:,}",
        help="split it into several files of the same pack"
        if path.endswith(".rules")
        else "give it in several smaller files",
    )
