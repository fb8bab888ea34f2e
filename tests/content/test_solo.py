"""The solo game: what it is played with, that it comes to its end, what its results are called."""

from __future__ import annotations

import pytest

import castlewright as cw
from castlewright.runtime.bots import RandomBot, play

OTHERS = (
    "five_players",
    "moats",
    "new_cards",
    "new_rooms",
    "renovations",
    "royal_decrees",
    "secret_passages",
    "swans",
    "towers",
)
LEAST = {"court_jester": -1000, "servant": 61, "duke": 81, "prince_regent": 96, "king_of_builders": 111}


def honour(game: cw.Game) -> str:
    """The name of the honour that the game gave."""
    keep = game.rules.keeps["honour_reached"]
    return game.rules.value_names["honour"][game.cells[keep.base]]


def expected(points: int) -> str:
    """SEC-SOLO-02 to SEC-SOLO-06."""
    return [name for name, least in LEAST.items() if points >= least][-1]


@pytest.mark.parametrize(
    "packs", [(), *((one,) for one in OTHERS), OTHERS], ids=lambda packs: "+".join(packs)
)
def test_a_game_alone_ends_with_an_honour(packs: tuple[str, ...]) -> None:
    rules = cw.load("castles", packs=["solo", *packs])
    assert tuple(rules.meta["players"]) == (1, 1)
    for seed in range(3):
        game = play(rules.new_game(1, seed), [RandomBot(seed)])
        assert game.over
        assert honour(game) == expected(game.scores[0])
        assert len(game.history) < 400


def test_who_only_takes_coins_comes_to_the_end_too() -> None:
    rules = cw.load("castles", packs=["solo"])
    game = rules.new_game(1, 5)
    while not game.over:
        labels = [option.label for option in game.decisions[0].options]
        game.choose(labels.index("Take coins") if "Take coins" in labels else 0, 0)
    # Twenty-two cards, five of them for the first market, then one for each room that was cleared.
    coins = rules.keeps["coins"]
    assert game.cells[coins.base] == 15_000 + 18 * 5_000
    market = rules.zones["market"]
    left = sum(len(game.cells[cell]) for cell in range(market.base, market.base + market.count))
    assert left == 4


@pytest.mark.parametrize("edition", ["first_edition", "second_edition", "collectors", "royal"])
def test_every_edition_is_played_alone(edition: str) -> None:
    packs = ["solo", "new_rooms", "swans", "moats", "secret_passages"]
    rules = cw.load("castles", packs=packs, options={"edition": edition})
    assert play(rules.new_game(1, 3), [RandomBot(1)]).over
