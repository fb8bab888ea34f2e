"""Games played at random, moment by moment, and what must hold at every moment of every game."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import castlewright as cw


def choose_any(game: cw.Game, dice: random.Random) -> None:
    """Answer one of the pending decisions in any way."""
    decision = dice.choice(game.decisions)
    game.choose(dice.randrange(len(decision)), decision.player)


def moments(rules: cw.Ruleset, players: int, seed: int) -> Iterator[cw.Game]:
    """A random game after each of its decisions; it is the same object all the time."""
    game = rules.new_game(players, seed)
    dice = random.Random(seed)
    yield game
    while not game.over:
        choose_any(game, dice)
        yield game


def after(rules: cw.Ruleset, players: int, seed: int, count: int) -> cw.Game:
    """A random game after so many decisions, or at its end."""
    games = moments(rules, players, seed)
    game = next(games)
    for _ in range(count):
        game = next(games, game)
    return game


def check_counters(game: cw.Game, first: list[Any]) -> None:
    """Every counter is its first value and its lines; what goes from one to another stays the same."""
    sums: dict[int, int] = {}
    for line in game.lines:
        sums[line.cell] = sums.get(line.cell, 0) + line.change
        if line.other_cell >= 0:
            assert line.change + line.other_change == 0
            sums[line.other_cell] = sums.get(line.other_cell, 0) + line.other_change
    for keep in game.rules.keeps.values():
        if keep.tag.base == "unit":
            for cell in range(keep.base, keep.base + keep.count):
                assert game.cells[cell] == first[cell] + sums.get(cell, 0), game.rules.cell_names[cell]
                assert keep.least is None or game.cells[cell] >= keep.least


def check_pieces(game: cw.Game) -> None:
    """Every piece lies in one place, and the places agree."""
    seen: set[int] = set()
    for zone in game.rules.zones.values():
        for cell in range(zone.base, zone.base + zone.count):
            for pid in game.cells[cell]:
                assert pid not in seen
                assert game.where[pid] == cell
                assert game.rules.piece_kind(pid) in zone.kinds
                seen.add(pid)
    assert seen == {pid for pid, cell in enumerate(game.where) if cell >= 0}


def pieces_in(game: cw.Game, *zones: str) -> list[int]:
    """All pieces in some zones, those of every holder."""
    found: list[int] = []
    for name in zones:
        zone = game.rules.zones[name]
        for cell in range(zone.base, zone.base + zone.count):
            found += game.cells[cell]
    return found
