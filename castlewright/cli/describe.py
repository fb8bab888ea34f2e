"""`castlewright describe`: what a text says, in English."""

from __future__ import annotations

import textwrap
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from castlewright.cli.arguments import AsJson, Edition, Roots, Settings, With, order_of
from castlewright.cli.console import console, say, write_json
from castlewright.cli.guard import Refused

if TYPE_CHECKING:
    from castlewright.compiler.compile import Order
    from castlewright.compiler.packs.packs import Library
    from castlewright.compiler.typed import ir

__all__ = ["describe"]


def describe(
    name: Annotated[
        str,
        typer.Argument(
            metavar="ID",
            help="A definition, rule, effect or action: its name, or GAME.NAME where several games have it.",
            show_default=False,
        ),
    ],
    packs: With = None,
    settings: Settings = None,
    edition: Edition = None,
    roots: Roots = None,
    as_json: AsJson = False,
) -> None:
    """Print the English sentences that state what a text says, with what the packs named by `--with` change
    in it."""
    from castlewright.cli.programs import games_of, games_offering, library_of, program_about
    from castlewright.compiler.english.sentences import Writer
    from castlewright.compiler.lower.settled import settle
    from castlewright.rules_dsl.names import did_you_mean

    game, _, own = name.rpartition(".")
    order = order_of(game, packs, settings, roots, edition)
    library = library_of(order)
    pack = library.get(game) if game else None
    if pack is not None:
        game = pack.info.game
    found: dict[str, list[str]] = {}
    drawn: dict[str, dict[str, list[str]]] = {}
    known: set[str] = set()
    wanted = {pack.info.game for word in order.packs if (pack := library.get(word)) is not None}
    games = [game] if game else [g for g in games_of(library) if not wanted or g in wanted]
    for one in games_offering(library, games, order.options):
        program = program_about(order_of(one, packs, settings, roots, edition), own, library)
        settle(program)
        writer = Writer(program)
        known |= writer.names()
        paragraphs = writer.describe(own)
        if paragraphs:
            found[one] = paragraphs
            drawn[one] = _drawings(program, own)
    if not found:
        everywhere = {name for one in games if order.packs for name in _all_names(one, order, library)}
        elsewhere = f"there is a `{own}` when more packs are played: name them with `--with` too"
        near = elsewhere if own in everywhere else did_you_mean(own, known)
        raise Refused("CW0301", f"nothing is called `{own}`", help=near)
    if as_json:
        write_json(
            [
                {"game": one, "name": own, "sentences": said, "drawings": drawn[one]}
                for one, said in found.items()
            ]
        )
        return
    width = min(console().width, 100)
    for one, said in found.items():
        if len(found) > 1:
            say(one, style="bold")
        for paragraph in said:
            for line in textwrap.wrap(paragraph, width):
                say(line)
            say()
        for title, rows in drawn[one].items():
            say(f"The drawing of {title}, one sign for each cell:")
            for row in rows:
                say(f"    {row}")
            say()


def _all_names(game: str, order: Order, library: Library) -> set[str]:
    """All that can be described when every pack of a game is played."""
    from castlewright.cli.programs import program_of
    from castlewright.compiler.english.sentences import Writer

    return Writer(program_of(replace(order, game=game, packs=()), library)).names()


def _drawings(program: ir.Program, name: str) -> dict[str, list[str]]:
    """The drawings of the definitions of this name, and of what they print, by the name of what is drawn."""
    from castlewright.compiler.typed import ir

    named = [d for kind in program.kinds.values() for d in kind.definitions if d.name == name]
    printed = [v for d in named for v in d.values.values() if isinstance(v, ir.Definition)]
    found: dict[str, list[str]] = {}
    for definition in (*named, *printed):
        for value in definition.values.values():
            rows = [row for row in value if isinstance(row, str)] if isinstance(value, tuple) else []
            if rows:
                found[definition.title or definition.name] = rows
    return found
