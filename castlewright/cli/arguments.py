"""The arguments and options that several commands share."""

from __future__ import annotations

import os
import re
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from castlewright.cli.guard import Refused
from castlewright.compiler.compile import Order
from castlewright.library import content_roots

__all__ = [
    "AsJson",
    "Edition",
    "Game",
    "Mode",
    "PaperOption",
    "PaperSize",
    "Roots",
    "Settings",
    "With",
    "order_of",
]

MANIFEST = "pack.rules"
NEEDED = re.compile(r"^\s*needs\s+([\w, ]+)", re.MULTILINE)
DECLARED = re.compile(r"^\s*pack\s+([a-z][a-z0-9_]*)", re.MULTILINE)
PATH_SIGNS = {"/", os.sep, os.altsep or os.sep, "."}
"""What no name of a pack holds, and every path that is meant as one: `./mine`, `packs/mine`, `..`."""

Game = Annotated[str, typer.Argument(help="Name of the game: that of its base pack.", show_default=False)]
With = Annotated[
    list[str] | None,
    typer.Option(
        "--with",
        metavar="PACKS",
        help="Packs to play with, by name or by folder, joined by commas or repeated; `all` or `none`.",
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


class PaperSize(StrEnum):
    """The sizes of paper that printed things come in."""

    A4 = "a4"
    LETTER = "letter"


PaperOption = Annotated[
    PaperSize, typer.Option("--paper", help="The size of the paper.", case_sensitive=False)
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

    Raises `Refused` for a setting without `=`, a root that is no folder, a folder that is no pack.
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
    names, folders = _named([*(packs or ()), *([] if mode is None else [mode])])
    return Order.of(game, names, options, content_roots([*(roots or ()), *folders]))


def _named(words: list[str]) -> tuple[list[str], list[Path]]:
    """The names of packs that are wanted, and the folders of those that were given as one."""
    names: list[str] = []
    folders: list[Path] = []
    for word in (part.strip() for joined in words for part in joined.split(",")):
        if not any(sign in word for sign in PATH_SIGNS):
            names.append(word)
            continue
        found = _pack_in(Path(word))
        names.append(found)
        folders += _with_needed(Path(word))
    return names, folders


def _with_needed(folder: Path) -> list[Path]:
    """The folder of a pack, and beside it those of packs that it needs, named like the packs."""
    found = [folder.resolve()]
    for one in found:
        text = (one / MANIFEST).read_text(encoding="utf-8", errors="replace")
        for names in NEEDED.findall(text):
            for name in (part.strip() for part in names.split(",")):
                place = one.parent / name
                if place not in found and (place / MANIFEST).is_file() and _pack_in(place) == name:
                    found.append(place)
    return found


def _pack_in(folder: Path) -> str:
    """The name of the pack whose folder this is. Raises `Refused` for one without a manifest."""
    try:
        text = (folder / MANIFEST).read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise Refused(
            "CW0001",
            f"`{folder}` is no folder with a `{MANIFEST}`",
            path=str(folder),
            help="name the folder of a pack; packs that ship are named without a path",
        ) from error
    found = DECLARED.search(text)
    return folder.resolve().name if found is None else found[1]
