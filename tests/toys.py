"""The toy ruleset as tests use it: loaded, played at random, and bent where a test needs other blocks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from castlewright.runtime import Game, Random, Ruleset

TEXT = (Path(__file__).parent / "runtime" / "toy_ruleset.py").read_text(encoding="utf-8")
FILENAME = "<toy>"


def toy(**tables: Any) -> Ruleset:
    """A fresh toy ruleset with some of its tables replaced."""
    namespace: dict[str, Any] = {"__name__": "ruleset"}
    exec(compile(TEXT, FILENAME, "exec"), namespace)
    return Ruleset({**namespace, **tables}, FILENAME)


TOY = toy()


def step(game: Game, random: Random) -> None:
    """Give one legal answer at random, now and then an action that nobody asked for."""
    asides = game.asides
    if asides and random.below(8) == 0:
        aside = asides[random.below(len(asides))]
        game.take(aside.values[random.below(len(aside.values))], aside.player)
        return
    decisions = game.decisions
    decision = decisions[random.below(len(decisions))]
    game.choose(random.below(len(decision)), decision.player)


def played(players: int, seed: int, steps: int, rules: Ruleset = TOY) -> Game:
    """A game after so many random answers, or at its end."""
    game = rules.new_game(players, seed)
    random = Random(seed + 1000)
    for _ in range(steps):
        if game.over:
            break
        step(game, random)
    return game


def finish(game: Game, seed: int = 0) -> Game:
    """Play to the end at random."""
    random = Random(seed)
    while not game.over:
        step(game, random)
    return game


def state_of(game: Game) -> dict[str, Any]:
    """Everything that may differ between two games, but for the order in which answers came."""
    saved = game.to_json()
    del saved["history"]
    return saved
