"""`castlewright fmt`: lay out rules texts in the one way."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from castlewright.cli.console import remark, say
from castlewright.cli.guard import FAILED, Refused, finish

__all__ = ["fmt"]

_MAY_WRITE = 0o222
"""The bits of a file's mode that let anybody write it. A rename would not ask for them."""


def fmt(
    paths: Annotated[
        list[Path], typer.Argument(help="Files, or folders whose .rules files are meant.", show_default=False)
    ],
    check: Annotated[
        bool, typer.Option("--check", help="Change nothing; end with status 1 if a file would change.")
    ] = False,
) -> None:
    """Lay out rules texts: two blanks a level, one statement a line, comments kept."""
    from castlewright.rules_dsl.diagnostics import DiagnosticError, Diagnostics
    from castlewright.rules_dsl.files import write_atomically
    from castlewright.rules_dsl.formatter import formatted
    from castlewright.rules_dsl.source import Span, read_source

    found = Diagnostics()
    files = rules_files(paths)
    changed: list[Path] = []
    for path in files:
        source = read_source(path, found)
        if source is None:
            continue
        try:
            text = formatted(source.text, source.path)
        except DiagnosticError as error:
            found.extend(error.diagnostics)
            continue
        if text.encode() != path.read_bytes():
            if not check and not path.stat().st_mode & _MAY_WRITE:
                found.error("CW0016", Span(source, 0, 0), f"`{path}` is read-only, and would change")
                continue
            changed.append(path)
            if not check:
                write_atomically(path, text)
    for path in changed:
        say(f"{'would change' if check else 'changed'} {path}")
    remark(f"{len(files)} files, {len(changed)} {'to change' if check else 'changed'}")
    finish(found)
    if check and changed:
        raise typer.Exit(FAILED)


def rules_files(paths: list[Path]) -> list[Path]:
    """The files named, and the .rules files below the folders named.

    Raises `Refused` for a path that is not there.
    """
    files: list[Path] = []
    for path in paths:
        if path.is_dir():
            files += sorted(path.rglob("*.rules"))
        elif path.exists():
            files.append(path)
        else:
            raise Refused("CW0001", f"there is no `{path}`", path=str(path))
    return list(dict.fromkeys(files))
