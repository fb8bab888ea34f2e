"""`castlewright build`: write a ruleset that runs without the compiler."""

from __future__ import annotations

import py_compile
from pathlib import Path
from typing import Annotated

import typer

from castlewright.cli.arguments import Edition, Game, Level, Mode, Roots, Settings, With, order_of
from castlewright.cli.console import say
from castlewright.cli.guard import Refused, finish

__all__ = ["build"]


def build(
    game: Game,
    out: Annotated[
        Path, typer.Option("-o", "--out", metavar="DIR", help="Where to write it.", show_default=False)
    ],
    packs: With = None,
    settings: Settings = None,
    edition: Edition = None,
    mode: Mode = None,
    level: Level = None,
    roots: Roots = None,
) -> None:
    """Compile a game into a folder that `castlewright.load_built` reads; equal texts give equal bytes."""
    from castlewright.built import MODULE
    from castlewright.compiler.compile import build_order
    from castlewright.rules_dsl.diagnostics import Diagnostics

    order = order_of(game, packs, settings, roots, edition, mode, level)
    found = Diagnostics()
    built = build_order(order, found)
    finish(found)
    assert built is not None  # or there would have been an error
    try:
        built.write(out)
    except FileExistsError as error:
        help = "take another folder" if out.is_dir() else None
        raise Refused("CW0016", f"cannot write `{error.filename}`: {error.strerror}", help) from error
    except OSError as error:
        raise Refused("CW0016", f"cannot write into `{out}`: {error.strerror}") from error
    # Compiled now, for whoever loads it first; the cached code names the text it was made from, not a time.
    checked = py_compile.PycInvalidationMode.CHECKED_HASH
    py_compile.compile(str(out / MODULE), dfile=f"<{built.game}>", doraise=True, invalidation_mode=checked)
    say(f"{built.title}: {', '.join(name for name, _, _ in built.packs)}")
    say(f"wrote {out / MODULE} ({len(built.text):,} characters, digest {built.digest[:12]})", style="dim")
