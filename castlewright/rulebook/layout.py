"""What lies where once the game is set up, for each number of players: found by setting it up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sized
from typing import Any

from castlewright.compiler.english.called import called, kind_called
from castlewright.compiler.english.grammar import words
from castlewright.compiler.typed import ir
from castlewright.rulebook.book import Book
from castlewright.rulebook.page import escaped
from castlewright.rulebook.telling import Teller
from castlewright.rulebook.world import capital
from castlewright.runtime.errors import RuntimeFault
from castlewright.runtime.game import Game

__all__ = ["layout_table", "set_up"]

SEEDS = (1, 2, 3)
"""Games are set up several times: what chance and choices make of the setup differs, the usual is told."""
MOST_ANSWERS = 500


def set_up(book: Book, players: int, stage: str, seed: int) -> Game | None:
    """A game of so many players right after a stage, every question answered by its first option.

    None where the stage cannot be played to its end.
    """
    try:
        game = book.world.rules.new_game(players=players, seed=seed)
        for _ in range(MOST_ANSWERS):
            if game.over or not (game.step_path or stage).startswith(stage):
                return game
            decision = game.decision
            if decision is None:
                return game
            game.choose(0, decision.player)
    except RuntimeFault:
        return None
    return None


def layout_table(book: Book, teller: Teller, stage: ir.Stage) -> None:
    """The table of zones and how many pieces usually lie in each."""
    world = book.world
    played = {count: [set_up(book, count, stage.path, seed) for seed in SEEDS] for count in world.counts}
    games = {count: [one for one in some if one is not None] for count, some in played.items() if any(some)}
    rows: list[list[str]] = []
    for zone in world.rules.zones.values():
        shared = zone.holder != "player"
        counts = [
            _usual(_sizes(some, zone.base, zone.count if shared else count, shared=shared))
            for count, some in games.items()
        ]
        if any(counts):
            name = capital(_called(world.program, zone.name.split(" of ")[0]))
            whose = {"player": "each player", "": ""}.get(
                zone.holder, f"all {_plural(world.program, zone.holder)} together"
            )
            rows.append([teller.linked(name), escaped(whose), *map(str, counts)])
    if not rows:
        return
    teller.page.heading(2, "What lies where", "what-lies-where")
    teller.page.text(
        "So many pieces lie in each place when everything is set up. They are counted in games that were set "
        "up for this table; a card or a choice along the way can shift a piece or two."
    )
    numbers = [f"{count} players" if count != 1 else "1 player" for count in games]
    if any(whose for _, whose, *_ in rows):
        teller.page.table(["Place", "Of", *numbers], rows, right=range(2, len(numbers) + 2))
    else:
        short = [[name, *counts] for name, _, *counts in rows]
        teller.page.table(["Place", *numbers], short, right=range(1, len(numbers) + 1))


def _sizes(games: list[Game], base: int, holders: int, *, shared: bool) -> list[int]:
    """How many pieces lie in the zones of some holders in each game: of all together, or of each."""
    sizes: list[int] = []
    for game in games:
        own = [_size(game, base + number) for number in range(holders)]
        sizes += [sum(own)] if shared else own
    return sizes


def _usual(sizes: list[int]) -> int:
    """The size that was found most often."""
    return Counter(sizes).most_common(1)[0][0] if sizes else 0


def _called(program: ir.Program, name: str) -> str:
    """What a zone is called, by its name."""
    of_kinds = (zone for kind in program.kinds.values() for zone in kind.zones.values())
    found = next((zone for zone in (*program.zones.values(), *of_kinds) if zone.name == name), None)
    return words(name) if found is None else called(found)


def _plural(program: ir.Program, holder: str) -> str:
    kind = program.kinds.get(holder)
    return kind_called(kind, plural=True) if kind is not None else words(holder)


def _size(game: Game, cell: int) -> int:
    held: Any = game.cells[cell]
    return len(held) if isinstance(held, Sized) else 0
