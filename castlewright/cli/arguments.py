"""The arguments and options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from castlewright.cli.guard import Refused
from castlewright.compiler.compile import Order
from castlewright.library import content_roots

__all__ = ["AsJson", "Edition", "Game", "Mode", "Roots", "Settings", "With", "order_of"]

Game = Annotated[str, typer.Argument(help="Name of the game: that of its base pack.", show_default=False)]
With = Annotated[
    list[str] | None,
    typer.Option(
        "--with",
        metavar="PACKS",
        help="Packs to play with, by name, joined by commas or given several times; `all` or `none`.",
        show_default="none",
    ),
]
Settings = Annotated[
    list[str] | None,
    typer.Option(
        "--option", metavar="NAME=VALUE", help="A setting that a pack offers; may be given several times."
    ),
]
Edition = Annotated[
    str | None,
    typer.Option(
        "--edition",
        metavar="NAME",
        help="The edition of the game, where it has several: the same as --option edition=NAME.",
    ),
]
Mode = Annotated[
    str | None,
    typer.Option(
        "--mode", metavar="PACK", help="Another way to play that the game has: a pack that says it is a mode."
    ),
]
Level = Annotated[
    str | None,
    typer.Option(
        "--level",
        metavar="NAME",
        help="The level of difficulty, where the game has several: the same as --option level=NAME.",
    ),
]
Roots = Annotated[
    list[Path] | None,
    typer.Option(
        "--root", metavar="DIR", help="A folder with packs of your own; may be given several times."
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Write JSON instead of a report for people.")]


def order_of(
    game: str,
    packs: list[str] | None,
    settings: list[str] | None,
    roots: list[Path] | None,
    edition: str | None = None,
    mode: str | None = None,
    level: str | None = None,
) -> Order:
    """What these arguments order.

    Raises `Refused` for a setting without `=`, a root that is no folder.
    """
    options = {name: value for name, value in (("edition", edition), ("level", level)) if value is not None}
    for setting in settings or ():
        name, sign, value = setting.partition("=")
        if not sign:
            raise Refused("CW0210", f"`--option {setting}` gives no value", help="write NAME=VALUE")
        options[name.strip()] = value.strip()
    for root in roots or ():
        if not root.is_dir():
            raise Refused("CW0001", f"`{root}` is no folder", path=str(root))
    named = [*(packs or ()), *([] if mode is None else [mode])]
    return Order.of(game, named, options, content_roots(roots or ()))
