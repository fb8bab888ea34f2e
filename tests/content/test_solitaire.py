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
from castlewright.runtime.bots import GreedyBot, play
from castlewright.runtime.staging import cell_of, lay, put_in, set_kept, spare
from support.games import after, check_counters, check_pieces, choose_any, moments, pieces_in
from support.shared_castles import check_castle, grids, types_of

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


GONE = {"automa": 7, "introvert": 8}
"""Tiles that are out of the game at its end: the last one of each hand, and in Automa mode a throne room."""


def check_gone(game: cw.Game, mode: str, *, copying: bool) -> None:
    """SOI-AUR-10, SOI-INH-04: nothing else leaves the game, but for tiles passed over at the start."""
    tile = game.rules.kinds["tile"]
    gone = sum(game.where[pid] < 0 for pid in range(tile.first, tile.end))
    assert gone >= GONE[mode] if copying else gone == GONE[mode]
    assert len(pieces_in(game, "royals", "court")) == 28


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
    seen: set[int] = set()
    for game in moments(loaded, SEATS[mode], seed):
        check_pieces(game)
        assert all(decision.player == 0 for decision in game.decisions)
        for grid in grids(game):
            if id(grid) not in seen:
                seen.add(id(grid))
                check_castle(grid, types_of(loaded))
    check_counters(game, first)
    check_gone(game, mode, copying=bool(packs) and level > 3)
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


@pytest.mark.parametrize("mode", ["automa", "introvert"])
@pytest.mark.parametrize("pack", ["two_castles", "soirees"])
def test_greedy_bots_play_to_the_end(mode: str, pack: str) -> None:
    game = rules(mode, pack).new_game(SEATS[mode], 12)
    play(game, [GreedyBot(player, width=4) for player in range(SEATS[mode])])
    assert game.over
    # In Automa mode whatever is good for the player is good for a Roberta as well.
    if mode == "introvert":
        assert game.scores[0] > after(rules(mode, pack), SEATS[mode], 12, 1000).scores[0]


def settle(game: cw.Game, name: str, seats: tuple[int, int], row: list[str]) -> int:
    """A castle between two seats, with tiles in a row, the throne room first; returns its number."""
    number = game.rules.value_numbers["castle"][name]
    set_kept(game, "first_builder", number, seats[0], "castle")
    set_kept(game, "second_builder", number, seats[1], "castle")
    cell = cell_of(game.rules, "grid", "castle", number)
    for place, room in enumerate(row):
        lay(game, spare(game, room), cell, (place + 1 if place else 0, 0))
    return number


THRONES = ("throne_room_per_living_corridor", "throne_room_per_food_sleeping")


@pytest.mark.parametrize(("fountains", "places"), [(4, [(1,), (0,)]), (5, [(0, 1)]), (6, [(0,), (1,)])])
def test_a_tie_with_roberta_is_a_draw(fountains: int, places: list[tuple[int, ...]]) -> None:
    """SOI-INX-10, SOI-INX-11: 30, 37 or 44 points against 37, whatever the specialty rooms."""
    game = rules("introvert").position(2)
    mine = settle(game, "hermitage", (0, 0), [THRONES[0], *["fountain"] * fountains])
    put_in(game, spare(game, "per_special"), cell_of(game.rules, "cards", "castle", mine))
    settle(game, "roburg", (1, 1), [])
    assert [place.players for place in game.ranking] == places


@pytest.mark.parametrize(
    ("left", "right", "places"),
    [
        # 25 and 35: the player and Links get 25, Rechts 32.
        (5, 7, [(2,), (0,), (1,)]),
        # 35 and 35 against 32: the player gets 35, both others 32.
        (7, 7, [(0,), (1, 2)]),
    ],
)
def test_the_better_castle_breaks_ties(left: int, right: int, places: list[tuple[int, ...]]) -> None:
    """SOI-AUX-01, SOI-AUX-10: Roburg has its base of 32 points and no specialty room."""
    game = rules("automa").position(3)
    settle(game, "linkenstein", (0, 1), [THRONES[0], *["fountain"] * left])
    settle(game, "roburg", (1, 2), [])
    settle(game, "rechtsburg", (2, 0), [THRONES[1], *["fountain"] * right])
    assert [place.players for place in game.ranking] == places


def test_the_second_tiebreaker_is_the_players() -> None:
    """SOI-AUX-11: all have 40 in the lower castle, the player and Rechts 44 in the other; at level 7."""
    game = rules("automa", level=7).position(3)
    settle(game, "linkenstein", (0, 1), [THRONES[0], *["fountain"] * 8])
    settle(game, "roburg", (1, 2), [])
    mine = settle(game, "rechtsburg", (2, 0), [THRONES[1], *["fountain"] * 6])
    put_in(game, spare(game, "per_special"), cell_of(game.rules, "cards", "castle", mine))
    assert [place.players for place in game.ranking] == [(0,), (2,), (1,)]


def test_a_hand_of_the_introvert_variant() -> None:
    """SOI-INH-01 to 05: eight hands of five tiles, then three; sixteen tiles for a castle."""
    sizes: list[int] = []
    turns: set[tuple[int, int]] = set()
    game = None
    for game in moments(rules("introvert"), 2, 9):
        turn = (game.keep("round_number"), game.keep("turn_number"))
        if not game.over and turn not in turns:
            turns.add(turn)
            sizes.append(len(pieces_in(game, "shared_hand")))
    assert game is not None
    assert sizes == [5, 3] * 8
    regular = [pid for grid in grids(game) for pid in grid.pieces() if types_of(game.rules)[pid] in CORE]
    assert 16 <= len(regular) <= 18  # the food bonus, and once more by the downstairs bonus


CORE = {"food", "living", "utility", "outdoor", "sleeping", "corridor", "downstairs"}


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


@pytest.mark.parametrize(("mode", "packs"), [("automa", ("soirees",)), ("introvert", ())])
def test_views_depend_on_nothing_hidden(mode: str, packs: tuple[str, ...]) -> None:
    """Waiting hands, the cards to come and the supply: as they may lie, the player sees the same."""
    dice = random.Random(8)
    for number, game in enumerate(moments(rules(mode, *packs), SEATS[mode], 8)):
        if number % 9 == 0:
            assert game.imagine(0, dice.randrange(2**32)).view(0) == game.view(0)


def test_the_box() -> None:
    """SOI-SOL-08, SOI-SOL-09, SOI-SOL-10: parts that no rule moves."""
    loaded = rules("automa")
    kind = loaded.kinds["player_aid"]
    names = Counter(loaded.definitions[loaded.piece_def[pid]][1] for pid in range(kind.first, kind.end))
    del names["core_aid"]
    assert names == {"room_type_card": 4, "turn_order_card": 1, "solitaire_aid": 3}
