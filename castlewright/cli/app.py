"""All commands under one name."""

from __future__ import annotations

from collections.abc import Callable

import typer

from castlewright.cli.check import check
from castlewright.cli.describe import describe
from castlewright.cli.explain import explain
from castlewright.cli.fmt import fmt
from castlewright.cli.guard import guarded
from castlewright.cli.list_ import list_
from castlewright.cli.play import play

__all__ = ["app"]

app = typer.Typer(
    name="castlewright",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

COMMANDS: tuple[Callable[..., None], ...] = (play, check, fmt, list_, describe, explain)
for _command in COMMANDS:
    app.command(_command.__name__.removesuffix("_"))(guarded(_command))


@app.callback()
def castlewright() -> None:
    """Board-game rules written as text, compiled to Python, run by a small engine."""
