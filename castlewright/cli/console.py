"""Where commands write: answers to standard output, remarks and errors to standard error."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from castlewright.cli.guard import Refused
from castlewright.rules_dsl.files import write_atomically

__all__ = ["console", "remark", "say", "table", "write_json", "write_text"]

WIDTH = 100
"""Width in cells of what goes to a file or a pipe, unless COLUMNS says otherwise."""


def console(*, stderr: bool = False) -> Console:
    """A console for this moment's standard output or error.

    Colours and width follow NO_COLOR, COLUMNS and the terminal.
    """
    stream = sys.stderr if stderr else sys.stdout
    width = None if stream.isatty() or os.environ.get("COLUMNS", "").isdigit() else WIDTH
    return Console(stderr=stderr, width=width, highlight=False, markup=False, emoji=False)


def say(text: str | Text = "", style: str | None = None) -> None:
    """Write a line of the answer; long lines are not cut, so that they can be copied."""
    console().print(text, style=style, soft_wrap=True)


def remark(text: str | Text, style: str | None = None) -> None:
    """Write a line about the run to standard error."""
    console(stderr=True).print(text, style=style, soft_wrap=True)


def table(title: str | None = None, *, caption: str | None = None) -> Table:
    """An empty table in the style of all commands."""
    return Table(
        title=title,
        caption=caption,
        title_justify="left",
        caption_justify="left",
        title_style="bold",
        caption_style="dim",
        box=None,
        pad_edge=False,
        header_style="bold",
    )


def write_json(data: Any, path: str | None = None) -> None:
    """Write JSON to standard output (None or `-`) or, whole or not at all, to a file. Raises `Refused`."""
    text = json.dumps(data, indent=2, ensure_ascii=False) + "\n"
    if path is None or path == "-":
        sys.stdout.write(_encodable(text))
        return
    write_text(Path(path), text)


def write_text(path: Path, text: str) -> None:
    """Write a file, whole or not at all, and the folders above it. Raises `Refused`."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, text)
    except OSError as error:
        raise Refused("CW0016", f"cannot write `{path}`: {error.strerror}", path=str(path)) from error


def _encodable(text: str) -> str:
    """JSON that any encoding of standard output can say: what it cannot is escaped."""
    encoding = sys.stdout.encoding or "utf-8"
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return json.dumps(json.loads(text), indent=2, ensure_ascii=True) + "\n"
    return text
