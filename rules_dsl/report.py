"""Findings for a reader: on a terminal with colours, as plain text, or as JSON for another program.

Rich is used where it is installed and the output is a terminal; everything works without it. Colours follow
the terminal, `NO_COLOR` and `COLUMNS`, as Rich does.
"""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, TextIO

from . import limits
from .cells import safe, wrap
from .codes import CODES
from .diagnostics import Diagnostics
from .names import did_you_mean
from .render import WIDTH, diagnostic_lines, summary
from .snippet import Piece, Style, StyledLine, plain

if TYPE_CHECKING:
    from rich.console import Console

__all__ = [
    "explain",
    "explain_lines",
    "print_json",
    "print_lines",
    "print_report",
    "report_lines",
    "report_text",
]

_COLOURS: Final = {
    Style.GUTTER: "bold blue",
    Style.SOURCE: "",
    Style.PRIMARY: "bold red",
    Style.SECONDARY: "bold cyan",
    Style.ADDED: "bold green",
    Style.ERROR: "bold red",
    Style.WARNING: "bold yellow",
    Style.NOTE: "bold green",
    Style.MESSAGE: "bold",
    Style.PLAIN: "",
}


def report_lines(
    diagnostics: Diagnostics, width: int = WIDTH, limit: int = limits.SHOWN_DIAGNOSTICS
) -> list[StyledLine]:
    """All findings and their count as styled lines; beyond `limit` of them only how many more there are."""
    items = diagnostics.sorted()
    lines: list[StyledLine] = []
    for item in items[:limit]:
        lines += diagnostic_lines(item, width)
        lines.append([])
    if len(items) > limit:
        lines += [[Piece(f"... and {len(items) - limit} more", Style.MESSAGE)], []]
    if items:
        lines.append([Piece(summary(items, diagnostics.dropped), Style.MESSAGE)])
    return lines


def report_text(diagnostics: Diagnostics, width: int = WIDTH, limit: int = limits.SHOWN_DIAGNOSTICS) -> str:
    """All findings as plain text; the empty text if there are none."""
    return plain(report_lines(diagnostics, width, limit))


def print_report(
    diagnostics: Diagnostics, stream: TextIO | None = None, limit: int = limits.SHOWN_DIAGNOSTICS
) -> None:
    """Write all findings for people to `stream` (default: standard error), with colours on a terminal."""
    stream = stream or sys.stderr
    if stream is None:  # a program without a terminal
        return
    console = _console(stream)
    width = _width(stream) if console is None else console.width
    _write(report_lines(diagnostics, width, limit), stream, console)


def print_lines(lines: Sequence[StyledLine], stream: TextIO) -> None:
    """Write styled lines to `stream`, with colours on a terminal."""
    _write(lines, stream, _console(stream))


def print_json(diagnostics: Diagnostics, stream: TextIO | None = None) -> None:
    """Write all findings as one `DiagnosticsJson` object to `stream` (default: standard output)."""
    stream = stream or sys.stdout
    if stream is None:  # a program without a terminal
        return
    json.dump(diagnostics.to_json(), stream, indent=2, ensure_ascii=True)
    stream.write("\n")


def explain(code: str, width: int = WIDTH) -> str:
    """The page of a code as plain text. Raises `KeyError` with a hint for a code that does not exist."""
    return plain(explain_lines(code, width))


def explain_lines(code: str, width: int = WIDTH) -> list[StyledLine]:
    """The page of a code as styled lines: title, why, failing example, fix.

    Case does not matter. Raises `KeyError` with a hint for a code that does not exist.
    """
    info = CODES.get(code.strip().upper())
    if info is None:
        hint = did_you_mean(code.strip().upper(), CODES)
        raise KeyError(f"there is no code {code!r}" + (f"; {hint}" if hint else ""))
    lines: list[StyledLine] = [[Piece(info.code, Style.ERROR), Piece(f": {info.title}", Style.MESSAGE)], []]
    for paragraph in info.explanation.split("\n\n"):
        lines += [[Piece(line)] for line in wrap(paragraph, min(width, WIDTH))]
        lines.append([])
    lines += _example("This fails:", info.bad, Style.PRIMARY)
    lines.append([])
    lines += _example("This is right:", info.good, Style.ADDED)
    return lines


def _example(heading: str, text: str, style: Style) -> list[StyledLine]:
    lines: list[StyledLine] = [[Piece(heading, Style.MESSAGE)], []]
    lines += [[Piece("    "), Piece(line, style)] if line else [] for line in safe(text).split("\n")]
    return lines


def _write(lines: Sequence[StyledLine], stream: TextIO, console: Console | None) -> None:
    if console is None:
        stream.write(_encodable(plain(lines), stream))
        return
    from rich.text import Text

    for line in lines:
        text = Text(no_wrap=True, overflow="ignore")
        for piece in line:
            text.append(piece.text, _COLOURS[piece.style])
        text.rstrip()
        console.print(text, soft_wrap=True, highlight=False, markup=False)


def _console(stream: TextIO) -> Console | None:
    """A Rich console for a terminal, nothing for files, pipes and where Rich is missing."""
    if not stream.isatty():
        return None
    try:
        from rich.console import Console
    except ImportError:
        return None
    return Console(file=stream)


def _width(stream: TextIO) -> int:
    return shutil.get_terminal_size((WIDTH, 24)).columns if stream.isatty() else WIDTH


def _encodable(text: str, stream: TextIO) -> str:
    """`text` with what the stream's encoding cannot say replaced, so that printing an error never fails."""
    encoding = stream.encoding or "utf-8"
    return text.encode(encoding, "replace").decode(encoding)
