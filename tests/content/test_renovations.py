"""Renovations and swan tokens in random games: what is conserved, and what ends the game."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import castlewright as cw

PLAYERS = (2, 3, 4)
MARKET = {2: 5, 3: 6, 4: 7}
TRADES = {1000: 1, 3000: 2, 6000: 3, 10_000: 4, 15_000: 5}
SEEDS = st.integers(0, 2**32)


@cache
def rules(*packs: str, **options: str) -> cw.Ruleset:
    return cw.load("castles", packs=packs, options=dict(options))


def moments(rules: cw.Ruleset, players: int, seed: int) -> Iterator[cw.Game]:
    """A random game after each of its decisions."""
    game = rules.new_game(players, seed)
    dice = random.Random(seed)
    yield game
    while not game.over:
        decision = dice.choice(game.decisions)
        game.choose(dice.randrange(len(decision)), decision.player)
        yield game


def held(game: cw.Game, zone: str) -> list[tuple[int, ...]]:
    """What lies in each of the cells of a zone."""
    found = game.rules.zones[zone]
    return [game.cells[cell] for cell in range(found.base, found.base + found.count)]


def kept(game: cw.Game, name: str) -> list[int]:
    found = game.rules.keeps[name]
    return [game.cells[cell] for cell in range(found.base, found.base + found.count)]


def size_of(game: cw.Game, piece: int) -> object:
    """The square feet that are printed on a tile."""
    name = game.rules.definitions[game.rules.piece_def[piece]][1]
    return game.rules.describe(name)["fields"]["size"]


def check_renovations(game: cw.Game, players: int) -> None:
    """At most one renovation a room; sixty in all; never more on offer than the market holds."""
    covers = held(game, "cover")
    assert all(len(cover) <= 1 for cover in covers)
    (offer,) = held(game, "renovation_offer")
    assert len(offer) <= MARKET[players]
    stacked = sum(len(stack) for stack in held(game, "makeovers"))
    assert sum(map(len, covers)) + len(offer) + stacked in (0, 60)


def check_sizes(game: cw.Game) -> None:
    """A renovation covers a room of its own size."""
    zone = game.rules.zones["cover"]
    for number, cover in enumerate(held(game, "cover")):
        for renovation in cover:
            assert size_of(game, zone.first + number) == size_of(game, renovation)


def check_swans(game: cw.Game) -> None:
    """Forty tokens: in the lake, on tiles, with players, or traded for what their number pays."""
    out = [*held(game, "lake"), *held(game, "swans"), *held(game, "swans_on"), *held(game, "swans_on_top")]
    traded = sum(TRADES[line.change] for line in game.lines if line.reason == "swan_trade")
    assert sum(map(len, out)) + traded in (0, 40)
    assert all(0 <= count <= 5 for count in kept(game, "traded"))


@pytest.mark.parametrize("players", PLAYERS)
@given(seed=SEEDS)
@settings(max_examples=3)
def test_tiles_and_tokens_are_conserved(players: int, seed: int) -> None:
    for game in moments(rules("renovations", "swans"), players, seed):
        check_renovations(game, players)
        check_swans(game)
        if game.over:
            check_sizes(game)
            assert sum(not stack for stack in held(game, "tiles")) >= 2
            assert kept(game, "deck_ran_out") == [1] or held(game, "room_deck") == [()]


@pytest.mark.parametrize("edition", ["first_edition", "second_edition", "collectors", "royal"])
@pytest.mark.parametrize("players", PLAYERS)
def test_every_edition_plays_to_its_end(edition: str, players: int) -> None:
    packs = ["renovations", "swans"]
    if edition == "first_edition":
        packs.append("new_rooms")  # they alone show swans in it
    for end_check in ("turn_end", "round_end"):
        *_, game = moments(rules(*packs, edition=edition, end_check=end_check), players, 7)
        assert game.over
        tokens = sum(map(len, held(game, "swans_on"))) + sum(map(len, held(game, "swans")))
        assert tokens + sum(line.reason == "swan_trade" for line in game.lines) > 0


def players_of_the_last_round(game: cw.Game) -> int:
    """How many players had a turn in it."""
    seen: set[int] = set()
    for entry in reversed(game.log):
        if entry["kind"] == "step" and entry["step"] == "round.price":
            break
        if entry["kind"] == "step" and entry["step"] == "round.buy_turn":
            seen.add(entry["player"])
    return len(seen)


def test_the_last_round_is_played_to_its_end_or_not() -> None:
    """All have a turn in it, unless the option says that the game ends with the turn."""
    for seed in range(4):
        *_, game = moments(rules("renovations"), 3, seed)
        assert players_of_the_last_round(game) == 3
    ends: list[int] = []
    for seed in range(8):
        *_, game = moments(rules("renovations", end_check="turn_end"), 3, seed)
        ends.append(players_of_the_last_round(game))
    assert min(ends) < 3


def test_a_room_is_its_own_face_where_the_pack_is_not_in_play() -> None:
    """Nothing is asked for it: what a symbol pays is read from the printed tables straight."""
    plain, covered = cw.load("castles"), rules("renovations")
    assert not {"cover", "swans_on"} & set(plain.zones)
    for found, asks in ((plain, False), (covered, True)):
        face: Any = found.rules["room_face"][0]
        pays: Any = found.rules["symbol_points"][0]
        assert (face.__name__ in pays.__code__.co_names) is asks


@pytest.mark.parametrize("players", PLAYERS)
@given(seed=SEEDS)
@settings(max_examples=2)
def test_views_and_saves_hold_with_covers_and_tokens(players: int, seed: int) -> None:
    dice = random.Random(seed)
    for number, game in enumerate(moments(rules("renovations", "swans"), players, seed)):
        if number % 50 != 7:
            continue
        again = game.rules.from_json(game.to_json())
        assert again.to_json() == game.to_json()
        for player in range(players):
            assert game.imagine(player, dice.randrange(2**32)).view(player) == game.view(player)
