"""A soak game: played at random to its end and checked after every decision."""

from __future__ import annotations

import random
from functools import lru_cache

import castlewright as cw
from soak.cases import Case
from soak.invariants import Watch, check_end

MOST_DECISIONS = 20_000
BETWEEN_VIEWS = 60
"""How many decisions lie between two looks at what everybody sees."""


@lru_cache(maxsize=2)
def ruleset(packs: tuple[str, ...], edition: str, options: tuple[tuple[str, str], ...]) -> cw.Ruleset:
    """The ruleset of cases; those that share one come in a row."""
    return cw.load("castles", packs=packs or "none", options={"edition": edition, **dict(options)})


def answer_any(game: cw.Game, dice: random.Random) -> None:
    """Any legal answer to any pending decision; now and then an action that nobody asked for."""
    asides = game.asides
    if asides and dice.random() < 0.1:
        aside = dice.choice(asides)
        game.take(dice.choice(aside.values), aside.player)
        return
    decision = dice.choice(game.decisions)
    game.choose(dice.randrange(len(decision)), decision.player)


def play(case: Case) -> int:
    """Play a case to its end; the number of decisions. Raises AssertionError where a check fails."""
    game = ruleset(*case.ruleset).new_game(case.players, case.seed)
    dice = random.Random(f"{case}")
    watch = Watch(game, 2 if case.settings.get("double_decrees") == "yes" else 1)
    watch.check()
    number = 0
    while not game.over:
        answer_any(game, dice)
        watch.check()
        number += 1
        if number % BETWEEN_VIEWS == 1:
            watch.check_hidden(dice.randrange(2**32))
        assert number < MOST_DECISIONS, "no end in sight"
    check_end(game)
    return number
