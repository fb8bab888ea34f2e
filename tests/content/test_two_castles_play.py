"""Between Two Castles at play: every way to play it and every number of players, at random and greedily."""

from __future__ import annotations

import json
import random
from functools import cache
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import castlewright as cw
from castlewright.runtime.bots import GreedyBot, play
from castlewright.runtime.staging import cell_of, lay, set_kept, spare
from support.games import after, check_counters, check_pieces, choose_any, moments, pieces_in
from support.shared_castles import check_castle, grids, types_of

SEEDS = st.integers(0, 2**32)
SHARED, SOIREES, DEMAND, BOTH = (), ("soirees",), ("demand",), ("demand", "soirees")
MOST = {SHARED: 7, SOIREES: 8, DEMAND: 7, BOTH: 8}
SETTINGS = [(packs, players) for packs, most in MOST.items() for players in range(2, most + 1)]
NAMES = [f"{'+'.join(packs) or 'core'}-{players}" for packs, players in SETTINGS]

REGULAR = {None, "food", "living", "utility", "outdoor", "sleeping", "corridor", "downstairs", "activity"}


@cache
def rules(packs: tuple[str, ...]) -> cw.Ruleset:
    return cw.load("two_castles", packs=packs)


def types(packs: tuple[str, ...]) -> dict[int, str | None]:
    """The type printed on each tile."""
    return types_of(rules(packs))


def check_supplies(game: cw.Game, packs: tuple[str, ...]) -> None:
    """No tile, attendant, card or token comes or goes, but for the last tile of each hand."""
    tile = game.rules.kinds["tile"]
    seats = game.players + (game.players == 2 and "demand" not in packs)
    gone = sum(game.where[pid] < 0 for pid in range(tile.first, tile.end))
    assert gone == seats * 2 if game.over else gone in (0, seats)
    assert len(pieces_in(game, "royals", "court")) == 28
    assert len(pieces_in(game, "bonus_deck", "card_offer", "cards")) == (28 if "soirees" in packs else 20)
    if "soirees" in packs:
        assert len(pieces_in(game, "token_box", "marker")) == 48


def check_score(game: cw.Game, packs: tuple[str, ...]) -> None:
    """A castle is worth its lines, a player gets the lower castle, and the lines add up."""
    west, east = game.rules.keeps["first_builder"].base, game.rules.keeps["second_builder"].base
    owners: dict[int, list[int]] = {player: [] for player in range(game.players)}
    for castle in range(len(game.rules.kinds["castle"].members)):
        for player in {game.cells[west + castle], game.cells[east + castle]} - {None}:
            owners[player].append(int(game.rule("castle_score", castle)))
    for player, worth in owners.items():
        assert len(worth) == (1 if "demand" in packs else 2)
        assert game.scores[player] == min(worth)
        assert game.scores[player] == sum(line.change for line in game.lines_of(player, "points"))


# -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("packs", "players"), SETTINGS, ids=NAMES)
@given(seed=SEEDS)
@settings(max_examples=1)
def test_every_way_to_play_is_sound_at_every_moment(packs: tuple[str, ...], players: int, seed: int) -> None:
    first = rules(packs).position(players).cells[:]
    seen: set[int] = set()
    game = None
    for number, game in enumerate(moments(rules(packs), players, seed)):
        for grid in grids(game):
            if id(grid) not in seen:
                seen.add(id(grid))
                check_castle(grid, types(packs))
        if number % 25 == 0 or game.over:
            check_pieces(game)
            check_supplies(game, packs)
            check_counters(game, first)
    assert game is not None
    assert not pieces_in(game, "hand", "chosen_tiles", "open_tiles", "tile_offer", "card_offer")
    castles = grids(game)
    assert len(castles) == players + (players == 2 and "demand" not in packs)
    for grid in castles:
        regular = [pid for pid in grid.pieces() if types(packs)[pid] in REGULAR]
        assert 16 <= len(regular) <= 18  # the food bonus, and once more by the downstairs bonus
    check_score(game, packs)


@pytest.mark.parametrize(("packs", "players"), SETTINGS, ids=NAMES)
def test_greedy_bots_play_to_the_end(packs: tuple[str, ...], players: int) -> None:
    game = rules(packs).new_game(players, 5)
    play(game, [GreedyBot(player, width=2) for player in range(players)])
    assert game.over
    check_score(game, packs)
    for grid in grids(game):
        check_castle(grid, types(packs))


@pytest.mark.parametrize("packs", MOST, ids=["+".join(packs) or "core" for packs in MOST])
def test_greedy_bots_play_better(packs: tuple[str, ...]) -> None:
    game = rules(packs).new_game(3, 11)
    play(game, [GreedyBot(player, width=6) for player in range(3)])
    assert game.over
    at_random = after(rules(packs), 3, 11, 10_000)
    assert sum(game.scores) > sum(at_random.scores)


# ------------------------------------------------------------------------------------------------- who wins


def castles_of_three(packs: tuple[str, ...], rooms: list[list[str]]) -> cw.Game:
    """Three players and the castles between them: of the first and second, the second and third, and so on.

    In the mode of castles for oneself each has one.
    """
    game = rules(packs).position(3)
    for number, names in enumerate(rooms):
        set_kept(game, "first_builder", number, number, "castle")
        set_kept(game, "second_builder", number, number if "demand" in packs else (number + 1) % 3, "castle")
        cell = cell_of(game.rules, "grid", "castle", number)
        lay(game, spare(game, THRONES[number]), cell, (0, 0))
        for column, name in enumerate(names, 2):
            lay(game, spare(game, name), cell, (column, 0))
    return game


THRONES = ("throne_room_per_living_corridor", "throne_room_per_utility_food", "throne_room_per_corridor_food")


@pytest.mark.parametrize(
    ("packs", "rooms", "places"),
    [
        # The lower castle, then the better one, then specialty rooms, of which a tower is one more.
        (SHARED, [["fountain"], [], ["fountain"]], [(0,), (1, 2)]),
        (SHARED, [["fountain"], ["fountain"], ["fountain", "fountain"]], [(0, 2), (1,)]),
        (SHARED, [["fountain", "tower"], ["fountain"], ["fountain", "fountain"]], [(0,), (2,), (1,)]),
        (DEMAND, [["fountain"], [], ["fountain"]], [(0, 2), (1,)]),
        (DEMAND, [["fountain"], [], ["tower", "fountain"]], [(2,), (0,), (1,)]),
    ],
)
def test_ties_are_broken_by_the_better_castle_then_by_specialty_rooms(
    packs: tuple[str, ...], rooms: list[list[str]], places: list[tuple[int, ...]]
) -> None:
    ranking = castles_of_three(packs, rooms).ranking
    assert [place.players for place in ranking] == places


# ------------------------------------------------------------------------------------ what others may know


def at_the_draft(packs: tuple[str, ...], players: int, seed: int, turns: int) -> cw.Game:
    """A random game in which everybody is to choose tiles, after so many turns."""
    asked = False
    for game in moments(rules(packs), players, seed):
        choosing = len({decision.player for decision in game.decisions}) == players
        turns -= choosing and not asked
        asked = choosing
        if turns < 0:
            return game
    raise AssertionError("the game is over")


HIDDEN = ("hand", "chosen_tiles", "neutral_hand", "neutral_choice", "demands")


@pytest.mark.parametrize(("packs", "players"), [(SHARED, 2), (SOIREES, 4), (BOTH, 3)])
@given(seed=SEEDS)
@settings(max_examples=3)
def test_hands_and_choices_are_hidden_until_they_are_revealed(
    packs: tuple[str, ...], players: int, seed: int
) -> None:
    game = at_the_draft(packs, players, seed, 0)
    secret = {player: set[str]() for player in range(players)}
    dice = random.Random(seed)
    while len(game.decisions) > 1:
        for pid in pieces_in(game, *(zone for zone in HIDDEN if zone in game.rules.zones)):
            owner = game.rules.cell_owner[game.where[pid]]
            secret[owner].add(game.rules.definitions[game.rules.piece_def[pid]][1])
        for viewer in range(players):
            view = game.view(viewer)
            view["log"] = [entry for entry in view["log"] if entry["step"] != "setup.tiles_and_cards"]
            told = json.dumps(view)
            for owner, names in secret.items():
                assert owner == viewer or not any(f'"{name}"' in told for name in names)
        choose_any(game, dice)


@pytest.mark.parametrize(("packs", "players"), [(SHARED, 2), (SHARED, 3), (SOIREES, 5), (BOTH, 2)])
@given(seed=SEEDS)
@settings(max_examples=2)
def test_views_depend_on_nothing_hidden(packs: tuple[str, ...], players: int, seed: int) -> None:
    dice = random.Random(seed)
    for number, game in enumerate(moments(rules(packs), players, seed)):
        if number % 37 and number > 6:
            continue
        for player in range(players):
            assert game.imagine(player, dice.randrange(2**32)).view(player) == game.view(player)


# ------------------------------------------------------------------------------------ choosing at once


@pytest.mark.parametrize(("packs", "players"), [(SHARED, 2), (SHARED, 3), (BOTH, 3)])
@given(seed=SEEDS, turns=st.integers(0, 7))
@settings(max_examples=3)
def test_the_order_of_answers_changes_nothing(
    packs: tuple[str, ...], players: int, seed: int, turns: int
) -> None:
    start = at_the_draft(packs, players, seed, turns)
    found: list[tuple[object, ...]] = []
    for order in permutations(range(players)):
        game = start.copy()
        for player in order:
            dice = random.Random(seed + player)
            while own := [d for d in game.decisions if d.player == player and len(game.decisions) > 1]:
                game.choose(dice.randrange(len(own[0])), player)
        views = [game.view(player)["zones"] for player in range(players)]
        found.append((list(game.where), list(game.cells), views))
    assert all(one == found[0] for one in found)


@pytest.mark.parametrize(("packs", "players"), [(SHARED, 2), (SOIREES, 4), (BOTH, 3)])
@given(seed=SEEDS, turns=st.integers(0, 7), answers=st.integers(1, 5))
@settings(max_examples=2)
def test_a_game_saved_while_all_choose_goes_on(
    packs: tuple[str, ...], players: int, seed: int, turns: int, answers: int
) -> None:
    game = at_the_draft(packs, players, seed, turns)
    dice = random.Random(seed)
    for _ in range(answers):
        if len(game.decisions) > 1:
            choose_any(game, dice)
    loaded = rules(packs).from_json(json.loads(json.dumps(game.to_json())))
    assert [loaded.view(p) for p in range(players)] == [game.view(p) for p in range(players)]
    same = random.Random(1)
    dice = random.Random(1)
    while not game.over:
        choose_any(game, dice)
        choose_any(loaded, same)
    assert loaded.to_json() == game.to_json()


# ------------------------------------------------------------------------------------------ what goes round


def held(game: cw.Game, zone: str) -> list[set[int]]:
    """What lies in a zone of each player."""
    base = game.rules.zones[zone].base
    return [set(game.cells[base + player]) for player in range(game.players)]


@pytest.mark.parametrize(("packs", "players"), [(SHARED, 3), (DEMAND, 4), (BOTH, 2)])
@given(seed=SEEDS)
@settings(max_examples=2)
def test_hands_and_demands_go_to_the_left_then_to_the_right(
    packs: tuple[str, ...], players: int, seed: int
) -> None:
    before: list[set[int]] = []
    sizes: list[int] = []
    for game in moments(rules(packs), players, seed):
        hands = held(game, "hand")
        if len(game.decisions) == players and all(decision.secret for decision in game.decisions):
            if not before:
                sizes += {len(hand) for hand in hands}
                before = hands
        elif before and not any(decision.secret for decision in game.decisions):
            step = 1 if len(sizes) <= 4 else -1
            for player, old in enumerate(before):
                following = (player + step) % players
                assert hands[following] == old & hands[following]
                assert len(hands[following]) == len(old) - 2
                own = held(game, "open_tiles")[player]
                assert len(own & old) == (1 if "demand" in packs else 2)
                assert len(own & before[(player - step) % players]) == (1 if "demand" in packs else 0)
            before = []
    assert sizes == [9, 7, 5, 3] * 2
