"""`castlewright explain`: the page of an error code."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from castlewright.cli.console import console
from castlewright.cli.guard import Refused

__all__ = ["explain"]


def explain(
    code: Annotated[str, typer.Argument(help="An error code, such as CW0107.", show_default=False)],
) -> None:
    """Say what an error code means, with a failing example and its fix."""
    from castlewright.rules_dsl.codes import CODES
    from castlewright.rules_dsl.names import did_you_mean
    from castlewright.rules_dsl.report import explain_lines, print_lines

    wanted = code.strip().upper()
    if wanted not in CODES:
        near = did_you_mean(wanted, CODES)
        raise Refused("CW0301", f"there is no error code {code!r}", help=near or "codes look like CW0107")
    print_lines(explain_lines(wanted, console().width), sys.stdout)
