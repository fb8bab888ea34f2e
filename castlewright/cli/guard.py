"""What a command does when something goes wrong: a finding for people, exit status 2, no traceback."""

from __future__ import annotations

import functools
import json
import os
import sys
from collections.abc import Callable
from typing import TypeVar

import typer

from castlewright.rules_dsl.diagnostics import DiagnosticError, Diagnostics
from castlewright.rules_dsl.report import print_json, print_report
from castlewright.rules_dsl.source import NO_SPAN, Source, Span
from castlewright.runtime.errors import RuntimeFault

__all__ = ["BAD_INPUT", "Refused", "finish", "guarded"]

BAD_INPUT = 2
"""Exit status of a command that could not do what was asked."""
FAILED = 1
"""Exit status of a command that found what it was to look for: failing examples, unformatted files."""

Command = TypeVar("Command", bound=Callable[..., None])


class Refused(Exception):
    """Something the command was given that it cannot work with: one finding, with its code."""

    def __init__(self, code: str, message: str, help: str | None = None, path: str | None = None) -> None:
        super().__init__(message)
        span = NO_SPAN if path is None else Span(Source(path, ""), 0, 0)
        self.diagnostics = Diagnostics()
        self.diagnostics.error(code, span, message, help=help)


def finish(diagnostics: Diagnostics, *, as_json: bool = False) -> None:
    """Print what was found, as JSON always, else if there is something.

    End with status 2 if there are errors.
    """
    if as_json:
        print_json(diagnostics)
    elif len(diagnostics):
        print_report(diagnostics)
    if diagnostics.has_errors:
        raise typer.Exit(BAD_INPUT)


def guarded(command: Command) -> Command:
    """The command, ending with a finding and status 2 where it raises an error about its input."""

    @functools.wraps(command)
    def run(*args: object, **values: object) -> None:
        try:
            command(*args, **values)
        except (DiagnosticError, Refused) as error:
            finish(error.diagnostics, as_json=bool(values.get("as_json")))
        except RuntimeFault as error:
            finish(Refused(error.code, str(error)).diagnostics, as_json=bool(values.get("as_json")))
        except ImportError as error:
            if type(error) is ImportError or isinstance(error, ModuleNotFoundError):
                raise
            typer.echo(f"error: {error}", err=True)
            raise typer.Exit(BAD_INPUT) from error
        except BrokenPipeError:
            # Whoever read this has seen enough; Python must not complain about it again at exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise typer.Exit(BAD_INPUT) from None
        except OSError as error:
            code = (
                "CW0016"
                if isinstance(error, (PermissionError, IsADirectoryError, FileExistsError))
                else "CW0001"
            )
            name = error.filename if isinstance(error.filename, str) else "the file"
            deed = "written" if code == "CW0016" else "read"
            finish(Refused(code, f"`{name}` cannot be {deed}: {error.strerror or error}").diagnostics)

    return run  # pyright: ignore[reportReturnType]


def read_json(path: str) -> object:
    """The JSON in a file.

    Raises `Refused` with CW1001 where it is none, CW0001 to CW0004 where it is no text.
    """
    from castlewright.rules_dsl.source import read_source

    found = Diagnostics()
    source = read_source(path, found)
    if source is None:
        raise DiagnosticError(found)
    try:
        return json.loads(source.text)
    except json.JSONDecodeError as error:
        found.error(
            "CW1001",
            Span(source, error.pos, min(error.pos + 1, len(source.text))),
            f"this is no JSON: {error.msg}",
        )
    except RecursionError:
        found.error("CW0006", Span(source, 0, 0), "this JSON is nested too deeply")
    except ValueError as error:  # a number with too many digits
        found.error("CW0008", Span(source, 0, 0), str(error))
    raise DiagnosticError(found)
