"""What must hold after every decision of every game, tried on random games for each number of players."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import castlewright as cw
from castlewright.runtime.cells import OVER, STEP, cell_place
from castlewright.runtime.plan import Plan
from support import games
from support.games import check_counters, check_pieces, choose_any

PLAYERS = (2, 3, 4)
SEEDS = st.integers(0, 2**32)


@cache
def rules() -> cw.Ruleset:
    return cw.load("castles", packs="none")


def feature(name: str) -> int:
    return rules().value_numbers["feature"][name]


def moments(players: int, seed: int) -> Iterator[cw.Game]:
    """A random game after each of its decisions."""
    return games.moments(rules(), players, seed)


def after(players: int, seed: int, count: int) -> cw.Game:
    """A random game after so many decisions, or at its end."""
    return games.after(rules(), players, seed, count)


def plans(game: cw.Game) -> Iterator[tuple[int, int, Plan]]:
    """Player, zone cell and plan."""
    zone = game.rules.zones["castle"]
    for player in range(game.players):
        yield player, zone.base + player, game.cells[zone.layout + player]


# -------------------------------------------------------------------------------------------------------
# checks


def check_plan(game: cw.Game, cell: int, plan: Plan) -> None:
    """No overlap, no touched fence, everything joined, an entrance that reaches the open."""
    assert plan.pieces() == game.cells[cell]
    taken: dict[int, int] = {}
    for pid in plan.pieces():
        for place in plan.cells_of(pid):
            assert taken.setdefault(place, pid) == pid
    fence, entrance = feature("fence"), feature("entrance")
    joined: dict[int, set[int]] = {pid: set() for pid in plan.pieces()}
    for pid in plan.pieces():
        for side in plan.sides_of(pid, fence):
            assert plan.facing(side) is None
        for side in plan.sides_of(pid, entrance):
            facing = plan.facing(side)
            if facing is not None and plan.has(facing, entrance):
                joined[pid].add(plan.piece_at(facing))
    if joined:
        reached = [plan.pieces()[0]]
        for pid in reached:
            reached += [other for other in joined[pid] if other not in reached]
        assert len(reached) == len(joined)
        assert reaches_outside(plan, set(taken), entrance)


def reaches_outside(plan: Plan, taken: set[int], entrance: int) -> bool:
    """Flood the cells around a plan from a corner, and look for an entrance it comes to."""
    places = [cell_place(cell) for cell in taken]
    left, right = min(x for x, _ in places) - 1, max(x for x, _ in places) + 1
    top, bottom = min(y for _, y in places) - 1, max(y for _, y in places) + 1
    full = set(places)
    outside = {(left, top)}
    queue = [(left, top)]
    for x, y in queue:
        for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if left <= near[0] <= right and top <= near[1] <= bottom and near not in full | outside:
                outside.add(near)
                queue.append(near)
    fronts = {
        cell_place(((side & ~OVER) >> 2) + STEP[side & 3])
        for pid in plan.pieces()
        for side in plan.sides_of(pid, entrance)
    }
    return bool(fronts & outside)


# --------------------------------------------------------------------------------------------------------
# tests


@pytest.mark.parametrize("players", PLAYERS)
@given(seed=SEEDS)
@settings(max_examples=4)
def test_after_every_decision_the_game_is_sound(players: int, seed: int) -> None:
    first = rules().position(players).cells[:]
    checked: dict[int, Plan] = {}
    game = after(players, seed, 0)
    for number, game in enumerate(moments(players, seed)):
        check_pieces(game)
        for player, cell, plan in plans(game):
            if checked.get(player) is not plan:
                check_plan(game, cell, plan)
                checked[player] = plan
        if number % 10 == 0 or game.over:
            check_counters(game, first)
    assert game.scores == tuple(
        sum(line.change for line in game.lines_of(player, "points")) for player in range(players)
    )
    assert sum(len(place.players) for place in game.ranking) == players


@pytest.mark.parametrize("players", PLAYERS)
@given(seed=SEEDS, data=st.data())
@settings(max_examples=4)
def test_a_saved_game_goes_on_as_the_game_does(players: int, seed: int, data: st.DataObject) -> None:
    stop = data.draw(st.integers(0, 250))
    game = after(players, seed, stop)
    loaded = rules().from_json(json.loads(json.dumps(game.to_json())))
    assert loaded.to_json() == game.to_json()
    dice, same = random.Random(stop), random.Random(stop)
    for _ in range(40):
        if game.over:
            break
        choose_any(game, dice)
        choose_any(loaded, same)
    assert loaded.to_json() == game.to_json()
    assert loaded.log == game.log
    assert [loaded.view(p) for p in range(players)] == [game.view(p) for p in range(players)]


@pytest.mark.parametrize("players", PLAYERS)
@given(seed=SEEDS)
@settings(max_examples=3)
def test_seed_and_history_give_the_same_game(players: int, seed: int) -> None:
    game = after(players, seed, 10_000)
    assert game.over
    saved = json.loads(json.dumps(game.to_json()))
    again = rules().replay(players, seed, saved["history"])
    assert again.to_json() == game.to_json()


@pytest.mark.parametrize("players", PLAYERS)
@given(seed=SEEDS)
@settings(max_examples=3)
def test_a_copy_is_independent(players: int, seed: int) -> None:
    game = after(players, seed, 120)
    before = game.to_json()
    copy = game.copy()
    dice = random.Random(seed)
    for _ in range(60):
        if copy.over:
            break
        choose_any(copy, dice)
    assert game.to_json() == before


@pytest.mark.parametrize("players", PLAYERS)
@given(seed=SEEDS)
@settings(max_examples=3)
def test_no_view_changes_when_only_hidden_things_differ(players: int, seed: int) -> None:
    dice = random.Random(seed)
    changed = 0
    for number, game in enumerate(moments(players, seed)):
        if number % 40 and number > 4:
            continue
        for player in range(players):
            other = game.imagine(player, dice.randrange(2**32))
            assert other.view(player) == game.view(player)
            changed += other.where != game.where or other.cells != game.cells
    assert changed  # or the test would have shown nothing


@given(seed=SEEDS)
@settings(max_examples=20)
def test_an_illegal_answer_changes_nothing(seed: int) -> None:
    game = after(3, seed, seed % 60)
    before = game.to_json()
    for answer in (-1, 10**9, "no such option", (), object(), 1.5):
        with pytest.raises(cw.IllegalAnswer):
            game.decide(answer, game.decisions[0].player)
    with pytest.raises(cw.IllegalAnswer):
        game.choose(len(game.decisions[0]), game.decisions[0].player)
    assert game.to_json() == before


@pytest.mark.parametrize("players", [0, 1, 5, -3])
def test_other_numbers_of_players_are_refused(players: int) -> None:
    with pytest.raises(ValueError, match="for 2 to 4 players"):
        rules().new_game(players)
