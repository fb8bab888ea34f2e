"""The command line's entry."""

from __future__ import annotations

import sys
from io import TextIOWrapper

__all__ = ["run"]


def run() -> None:
    """Run the command line. Ends the process: status 0, 1 for what a check found, 2 for bad input."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # A terminal that cannot say a character shows a question mark rather than ending the run.
            stream.reconfigure(errors="replace")
    try:
        from castlewright.cli.app import app
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] not in ("typer", "click", "rich"):
            raise
        sys.exit(
            "the command line takes packages that are not installed: pip install 'castlewright[authoring]'"
        )
    try:
        app()
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    run()
