"""What lies where once the game is set up, for each number of players: found by setting it up."""

from __future__ import annotations

from collections.abc import Sized
from typing import Any

from castlewright.compiler.english.grammar import words
from castlewright.compiler.typed import ir
from castlewright.rulebook.book import Book
from castlewright.rulebook.page import escaped
from castlewright.rulebook.telling import Teller
from castlewright.rulebook.world import capital
from castlewright.runtime.errors import RuntimeFault
from castlewright.runtime.game import Game

__all__ = ["layout_table", "set_up"]

SEED = 1
MOST_ANSWERS = 500


def set_up(book: Book, players: int, stage: str) -> Game | None:
    """A game of so many players right after a stage, every question answered by its first option.

    None where the stage cannot be played to its end.
    """
    try:
        game = book.world.rules.new_game(players=players, seed=SEED)
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
    """The table of zones and how many pieces lie in each."""
    world = book.world
    games = {count: set_up(book, count, stage.path) for count in world.counts}
    games = {count: game for count, game in games.items() if game is not None}
    if not games:
        return
    rows: list[list[str]] = []
    for zone in world.rules.zones.values():
        counts: list[str] = []
        for count, game in games.items():
            assert game is not None
            holders = count if zone.holder == "player" else zone.count
            sizes = [_size(game, zone.base + i) for i in range(holders)]
            if zone.holder == "player":
                counts.append(_each(sizes))
            else:
                counts.append(str(sum(sizes)))
        if any(text not in ("0", "") for text in counts):
            name = capital(words(zone.name.split(" of ")[0]))
            whose = {"player": " (each player)", "": ""}.get(
                zone.holder, f" (all {_plural(world.program, zone.holder)})"
            )
            rows.append([f"{teller.linked(name)}{escaped(whose)}", *counts])
    if not rows:
        return
    teller.page.heading(2, "What lies where", "what-lies-where")
    teller.page.text("Counted by setting the game up; a choice along the way can shift a piece or two.")
    heads = ["Place", *(f"{count} players" if count != 1 else "1 player" for count in games)]
    teller.page.table(heads, rows, right=range(1, len(heads)))


def _plural(program: ir.Program, holder: str) -> str:
    kind = program.kinds.get(holder)
    return words(kind.plural) if kind is not None else words(holder)


def _size(game: Game, cell: int) -> int:
    held: Any = game.cells[cell]
    return len(held) if isinstance(held, Sized) else 0


def _each(sizes: list[int]) -> str:
    low, high = min(sizes, default=0), max(sizes, default=0)
    return str(low) if low == high else f"{low}–{high}"
