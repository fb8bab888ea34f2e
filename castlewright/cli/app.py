"""All commands under one name."""

from __future__ import annotations

from collections.abc import Callable

import typer

from castlewright.cli.build import build
from castlewright.cli.check import check
from castlewright.cli.describe import describe
from castlewright.cli.docs import docs
from castlewright.cli.examples import run_tests
from castlewright.cli.explain import explain
from castlewright.cli.fmt import fmt
from castlewright.cli.guard import guarded
from castlewright.cli.list_ import list_
from castlewright.cli.play import play
from castlewright.cli.print_ import print_
from castlewright.cli.schema import schema
from castlewright.cli.score import score

__all__ = ["app"]

app = typer.Typer(
    name="castlewright",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

COMMANDS: dict[str, Callable[..., None]] = {
    "play": play,
    "score": score,
    "check": check,
    "build": build,
    "test": run_tests,
    "fmt": fmt,
    "list": list_,
    "describe": describe,
    "docs": docs,
    "print": print_,
    "schema": schema,
    "explain": explain,
}
for _name, _command in COMMANDS.items():
    app.command(_name)(guarded(_command))


@app.callback()
def castlewright() -> None:
    """Board-game rules written as text, compiled to Python, run by a small engine."""
