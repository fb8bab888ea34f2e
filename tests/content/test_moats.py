"""Moats in random games that build them whenever they can: rings, gardens, supply, saves."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import castlewright as cw

SUPPLY = {2: 5, 3: 7, 4: 9, 5: 10}
SEEDS = st.integers(0, 2**32)
OTHERS = ("renovations", "swans", "towers", "new_rooms", "new_cards", "royal_decrees")


@cache
def rules(*packs: str, **options: str) -> cw.Ruleset:
    return cw.load("castles", packs=("moats", *packs), options=dict(options))


def eager(decision: cw.Decision, dice: random.Random) -> int:
    """A moat where one is offered, else anything."""
    moats = [option.index for option in decision.options if option.label == "Build a moat"]
    return moats[0] if moats else dice.randrange(len(decision))


def moments(rules: cw.Ruleset, players: int, seed: int) -> Iterator[cw.Game]:
    """A game after each of its decisions."""
    game = rules.new_game(players, seed)
    dice = random.Random(seed)
    yield game
    while not game.over:
        decision = dice.choice(game.decisions)
        game.choose(eager(decision, dice), decision.player)
        yield game


def name_of(game: cw.Game, piece: int) -> str:
    return game.rules.definitions[game.rules.piece_def[piece]][1]


def held(game: cw.Game, zone: str) -> list[tuple[int, ...]]:
    """What lies in each of the cells of a zone."""
    found = game.rules.zones[zone]
    return [game.cells[cell] for cell in range(found.base, found.base + found.count)]


def ask(game: cw.Game, rule: str, *values: Any) -> Any:
    """What a rule gives."""
    return game.rules.rules[rule][0](game, *values)


def check(game: cw.Game, players: int) -> None:
    castles = held(game, "castle")[:players]
    moats = [[piece for piece in castle if name_of(game, piece) == "moat_wall"] for castle in castles]
    (supply,) = held(game, "moat_supply")
    assert sum(map(len, moats)) + len(supply) == SUPPLY[players]
    for player, castle in enumerate(castles):
        assert [name_of(game, piece) for piece in castle].count("barbican") == 1
        assert "foyer" not in {name_of(game, piece) for piece in castle}
        assert len(moats[player]) <= 3
        assert (ask(game, "ring", player) is not None) == (len(moats[player]) == 3)
        assert ask(game, "way_out", player)
        if not ask(game, "gardens_apart", player):
            continue
        rooms = [piece for piece in castle if name_of(game, piece) not in ("moat_wall", "barbican")]
        for room in rooms:
            outside = ask(game, "in_gardens", room, player)
            assert outside != ask(game, "in_castle", room, player)
            if outside:
                described = game.rules.describe(name_of(game, room))["fields"]
                assert "outdoor" in str(described["types"])


@pytest.mark.parametrize("players", SUPPLY)
@given(seed=SEEDS)
@settings(max_examples=1)
def test_rings_and_gardens(players: int, seed: int) -> None:
    packs = ("five_players", "towers") if players == 5 else ()
    last: cw.Game | None = None
    for number, game in enumerate(moments(rules(*packs), players, seed)):
        if number > 5 * players and number % 150 == 0:
            check(game, players)
        last = game
    assert last is not None
    assert last.over
    check(last, players)


@pytest.mark.parametrize("players", [2, 4])
@given(seed=SEEDS)
@settings(max_examples=1)
def test_with_all_other_packs(players: int, seed: int) -> None:
    *_, game = moments(rules(*OTHERS), players, seed)
    assert game.over
    assert game.rules.from_json(game.to_json()).to_json() == game.to_json()


def test_rings_close_and_bring_rooms() -> None:
    """Three moats close a ring in games that build all they can."""
    closed = 0
    for seed in range(3):
        *_, game = moments(rules(), 3, seed)
        closed += sum(ask(game, "ring", player) is not None for player in range(3))
        assert any(line.change >= 3 for line in game.lines if line.reason == "printed")
    assert closed > 0


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_first_edition_plays(players: int) -> None:
    packs = ("new_rooms", "new_cards", "swans")
    *_, game = moments(rules(*packs, edition="first"), players, 5)
    assert game.over
    names = [game.rules.definitions[number][1] for number in game.rules.piece_def]
    assert (names.count("moat_wall"), names.count("barbican")) == (9, 4)
