"""`castlewright schema`: the JSON Schema of a kind."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from castlewright.cli.arguments import Roots, Settings, With, order_of
from castlewright.cli.console import say, write_text
from castlewright.cli.guard import Refused

__all__ = ["schema"]

Kind = Annotated[
    str,
    typer.Argument(
        metavar="KIND", help="A kind, or GAME.KIND where several games have it.", show_default=False
    ),
]
Out = Annotated[
    Path | None, typer.Option("-o", "--out", metavar="FILE", help="Write it to a file.", show_default=False)
]


def schema(
    kind: Kind, out: Out = None, packs: With = None, settings: Settings = None, roots: Roots = None
) -> None:
    """Print the JSON Schema (draft 2020-12) that definitions of a kind must satisfy when they are given as
    JSON.
    """
    from castlewright.cli.programs import games_of, library_of, program_of
    from castlewright.compiler.publish.schema import schema_text
    from castlewright.rules_dsl.names import did_you_mean

    game, _, own = kind.rpartition(".")
    order = order_of(game, packs, settings, roots)
    library = library_of(order)
    known: set[str] = set()
    for one in [game] if game else games_of(library):
        program = program_of(order_of(one, packs, settings, roots), library)
        known |= set(program.kinds)
        if own in program.kinds:
            text = schema_text(own, program)
            if out is None:
                sys.stdout.write(text)
            else:
                write_text(out, text)
                say(f"wrote {out}", style="dim")
            return
    raise Refused("CW0307", f"there is no kind `{own}`", help=did_you_mean(own, known))
