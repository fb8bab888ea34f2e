"""Between Two Castles alone: both modes played at random to the end, levels, whose turn it is."""

from __future__ import annotations

import json
import random
from collections import Counter
from functools import cache
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import castlewright as cw
from castlewright.printed import Printed
from support.games import after, check_counters, check_pieces, choose_any, moments, pieces_in

SEEDS = st.integers(0, 2**32)
SEATS = {"automa": 3, "introvert": 2}
BASE = {"automa": (22, 27, 32, 34, 36, 38, 40), "introvert": (27, 32, 37, 39, 41, 43, 45)}
STARTING = (0, 0, 0, 1, 2, 3, 4)
DRAWN = 16
"""Cards turned up in a game, and tiles that Roburg gets in it."""


@cache
def rules(mode: str, *packs: str, level: int = 3) -> cw.Ruleset:
    return cw.load("two_castles", packs=[mode, *packs], options={"level": str(level)})


def roburg(game: cw.Game) -> list[int]:
    """The heights of the columns of Roburg."""
    zone = game.rules.zones["column"]
    return [len(game.cells[cell]) for cell in range(zone.base, zone.base + zone.count)]


def expected_roburg(mode: str, level: int, heights: list[int]) -> int:
    """Base, 4 for columns of 3 or 4, 9 for higher ones; 10 for seven columns and 13 for eight."""
    filled = sum(height > 0 for height in heights)
    columns = sum(9 if height >= 5 else 4 if height >= 3 else 0 for height in heights)
    return BASE[mode][level - 1] + columns + (13 if filled >= 8 else 10 if filled == 7 else 0)


def castle_points(game: cw.Game, castle: str) -> int:
    """What a castle has scored."""
    keep = game.rules.keeps["points of castle"]
    return game.cells[keep.base + game.rules.value_numbers["castle"][castle]]


@pytest.mark.parametrize("mode", ["automa", "introvert"])
@pytest.mark.parametrize("packs", [(), ("soirees",)])
@given(seed=SEEDS, level=st.integers(1, 7))
@settings(max_examples=3)
def test_a_game_to_its_end(mode: str, packs: tuple[str, ...], seed: int, level: int) -> None:
    """SOI-AUR-12, SOI-INH-05, SOI-AUS-14, SOI-INS-07, SOI-AUT-03, SOI-INP-02, SOI-AUX-02 to 06, SOI-IND."""
    loaded = rules(mode, *packs, level=level)
    first = loaded.position(SEATS[mode]).cells[:]
    game = loaded.new_game(SEATS[mode], seed)
    assert sum(roburg(game)) == STARTING[level - 1]
    assert len(roburg(game)) >= (8 if packs else 7)
    for game in moments(loaded, SEATS[mode], seed):
        check_pieces(game)
        assert all(decision.player == 0 for decision in game.decisions)
    check_counters(game, first)
    assert sum(roburg(game)) == STARTING[level - 1] + DRAWN
    assert len(pieces_in(game, "automa_discard")) == DRAWN
    assert len(pieces_in(game, "automa_deck")) == 24 - DRAWN
    assert pieces_in(game, "shared_hand", "waiting_tiles") == []
    assert castle_points(game, "roburg") == expected_roburg(mode, level, roburg(game))


@pytest.mark.parametrize(
    ("mode", "names"), [("automa", ("linkenstein", "rechtsburg")), ("introvert", ("hermitage",))]
)
def test_a_player_scores_the_lower_castle(mode: str, names: tuple[str, ...]) -> None:
    """SOI-AUX-01, SOI-INX-02: artificial players count as players."""
    game = after(rules(mode), SEATS[mode], 11, 1000)
    assert game.over
    mine = [castle_points(game, name) for name in names]
    theirs = castle_points(game, "roburg")
    if mode == "automa":
        assert game.scores == (min(mine), min(mine[0], theirs), min(mine[1], theirs))
    else:
        assert game.scores == (mine[0], theirs)


def test_turns_go_round() -> None:
    """SOI-AUR-04, 05, 07 to 11: the player comes third in both rounds; nine tiles last for four turns."""
    turns: list[tuple[int, int, int]] = []
    for game in moments(rules("automa"), 3, 2):
        row, cards = len(pieces_in(game, "shared_hand")), len(pieces_in(game, "automa_discard"))
        number = game.keep("turn_number")
        now = (game.keep("round_number"), number, cards)
        if game.over or (turns and turns[-1][:2] == now[:2]):
            continue
        turns.append(now)
        assert row == 9 - 2 * ((number - 1) % 4)
    assert [turn[:2] for turn in turns] == [(r, n) for r in (1, 2) for n in range(1, 13)]
    mine = [n for _, n, _ in turns if n % 3 == 0]
    assert mine == [3, 6, 9, 12] * 2
    # A card is turned up in each turn of an artificial player, and in no other.
    drawn = [cards for _, _, cards in turns]
    assert [late - early for early, late in pairwise(drawn)] == [1 if n % 3 else 0 for _, n, _ in turns[:-1]]


def test_the_second_round_goes_the_other_way() -> None:
    """SOI-AUR-08, SOI-AUR-09, SOI-AUC-01: who begins a round builds the first of the castles."""
    grid = rules("automa").zones["grid"]
    number = rules("automa").value_numbers["castle"]
    began: dict[int, str] = {}
    sizes: dict[str, int] = {}
    for game in moments(rules("automa"), 3, 4):
        found = {name: len(game.cells[grid.base + number[name]]) for name in ("linkenstein", "rechtsburg")}
        grown = [name for name, size in found.items() if size > sizes.get(name, size)]
        if grown and not game.over:
            began.setdefault(game.keep("round_number"), grown[0])
        sizes = found
    assert began == {1: "linkenstein", 2: "rechtsburg"}


def test_the_card_for_specialty_rooms_next_door_is_left_out() -> None:
    """SOI-INS-10."""
    assert "per_neighbouring_special" in names_in(rules("automa", "soirees"), 3)
    assert "per_neighbouring_special" not in names_in(rules("introvert", "soirees"), 2)


def names_in(loaded: cw.Ruleset, seats: int) -> set[str]:
    """The bonus cards in the deck at the start."""
    game = loaded.new_game(seats, 1)
    return {loaded.definitions[loaded.piece_def[pid]][1] for pid in pieces_in(game, "bonus_deck")}


def test_there_are_24_cards_with_sensible_spreads() -> None:
    """SOI-SOL-07; each type comes three times, each number four times, each signal twelve times."""
    faces = Printed(rules("automa", "soirees")).fields["automa_card"]
    kind = rules("automa", "soirees").kinds["automa_card"]
    spread = {field.name: Counter(field.of(pid) for pid in range(kind.first, kind.end)) for field in faces}
    assert sum(spread["number"].values()) == 24
    assert set(spread["secret"].values()) == {3}
    assert len(spread["secret"]) == 8
    assert spread["number"] == dict.fromkeys(range(1, 7), 4)
    assert set(spread["signal"].values()) == {12}


@pytest.mark.parametrize("mode", ["automa", "introvert"])
def test_a_saved_game_goes_on(mode: str) -> None:
    game = next(moments(rules(mode), SEATS[mode], 5))
    dice, same = random.Random(1), random.Random(1)
    for _ in range(15):
        choose_any(game, dice)
    loaded = game.rules.from_json(json.loads(json.dumps(game.to_json())))
    same.setstate(dice.getstate())
    while not game.over:
        choose_any(game, dice)
        choose_any(loaded, same)
    assert loaded.to_json() == game.to_json()


def test_the_box() -> None:
    """SOI-SOL-08, SOI-SOL-09, SOI-SOL-10: parts that no rule moves."""
    loaded = rules("automa")
    kind = loaded.kinds["aid"]
    names = Counter(loaded.definitions[loaded.piece_def[pid]][1] for pid in range(kind.first, kind.end))
    assert names == {"room_type_card": 4, "turn_order_card": 1, "player_aid": 3}
