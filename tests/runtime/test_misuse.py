"""What an app may get wrong: every wrong call gives an error of the runtime, and changes nothing."""

from __future__ import annotations

import contextlib
import copy
import re
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from castlewright.runtime.errors import (
    BadCall,
    FormatError,
    IllegalAnswer,
    NotAskedError,
    NothingAskedError,
    OtherRulesError,
    PlayersError,
    RuntimeFault,
    SaveError,
    UnknownName,
)
from castlewright.runtime.game import Game
from castlewright.runtime.ruleset import Ruleset
from toys import TOY

ODD: tuple[Any, ...] = (
    *(
        None,
        True,
        -1,
        99,
        2.0,
        float("nan"),
        "",
        "x",
        b"x",
        [],
        ["x"],
        {},
        {"a": 1},
        object(),
        (1, 2),
        set[int](),
    ),
    1 << 80,
)
"""Values of all sorts, none of which is right anywhere by its sort alone."""


def ends_well(call: Callable[[], object]) -> None:
    """The call does its work, or raises an error of the runtime."""
    with contextlib.suppress(RuntimeFault):
        call()


@pytest.mark.parametrize(
    "players", [2.0, "x", "Ann", b"xy", None, True, [1, 2], {"a": 1}, object(), [None, "x"]]
)
def test_players_of_another_sort(players: Any) -> None:
    with pytest.raises(BadCall, match="2 to 4 players"):
        TOY.new_game(players)
    with pytest.raises(BadCall):
        TOY.position(players)


@pytest.mark.parametrize("players", [-1, 0, 1, 5, 10**9, 1 << 200, ["a"], list("abcdefgh")])
def test_numbers_of_players(players: Any) -> None:
    with pytest.raises(PlayersError, match="2 to 4 players"):
        TOY.new_game(players)


def test_the_error_about_players_is_a_value_error() -> None:
    with pytest.raises(ValueError, match="2 to 4"):
        TOY.new_game(17)


@pytest.mark.parametrize("seed", [2.0, "7", None, b"7", [7]])
def test_seeds_of_another_sort(seed: Any) -> None:
    with pytest.raises(BadCall, match="seed"):
        TOY.new_game(2, seed)


@pytest.mark.parametrize("seed", [-1, -(1 << 70), 1 << 70])
def test_any_whole_number_is_a_seed(seed: int) -> None:
    game = TOY.new_game(2, seed)
    assert TOY.from_json(game.to_json()).to_json() == game.to_json()


@pytest.mark.parametrize("value", ODD, ids=lambda value: re.sub(" at 0x.*", ">", repr(value)))
def test_calls_with_odd_values(value: Any) -> None:
    game = TOY.new_game(2, 1)
    before = game.to_json()
    calls: list[Callable[[], object]] = [
        lambda: game.decide(value),
        lambda: game.decide(value, 0),
        lambda: game.decide(0, value),
        lambda: game.choose(value, 0),
        lambda: game.choose(0, value),
        lambda: game.take(value, 1),
        lambda: game.take("peek", value),
        lambda: game.begin(value, 0),
        lambda: game.begin("peek", value),
        lambda: game.begin("peek", 0, value),
        lambda: game.perform(value, 0),
        lambda: game.perform("score_taken", value, 1),
        lambda: game.expire(value),
        lambda: game.view(value),
        lambda: game.imagine(value, 1),
        lambda: game.imagine(0, value),
        lambda: game.rule(value),
        lambda: game.rule("kept_count", value),
        lambda: game.rule("kept_count", 0, value),
        lambda: game.keep(value),
        lambda: game.keep("points", value),
        lambda: game.zone(value),
        lambda: game.zone("hand", value),
        lambda: game.refusals(value),
        lambda: game.lines_of(value),
        lambda: game.explain(value),
        lambda: game.winner_keys(value),
        lambda: TOY.describe(value),
        lambda: TOY.pieces_of(value),
        lambda: TOY.piece_kind(value),
        lambda: TOY.piece_title(value),
        lambda: TOY.from_json(value),
        lambda: TOY.replay(2, 1, value),
        lambda: TOY.replay(2, 1, [value]),
        lambda: TOY.replay(value, 1, []),
        lambda: Ruleset.from_code(value),
    ]
    for call in calls:
        ends_well(call)
        if game.to_json() != before:  # it was a legal answer after all
            game = TOY.new_game(2, 1)


def test_unknown_names() -> None:
    game = TOY.new_game(2, 1)
    for call in (game.rule, game.keep, game.zone):
        with pytest.raises(UnknownName, match="no_such"):
            call("no_such")
    with pytest.raises(KeyError):
        game.perform("no_such", 0)
    with pytest.raises(UnknownName, match="no piece 'no_such'"):
        TOY.pieces_of("no_such")


def test_holders_that_nobody_is() -> None:
    game = TOY.new_game(2, 1)
    holder: Any
    for holder in (-1, 2, 1.0, "0"):
        with pytest.raises(BadCall):
            game.zone("hand", holder)


def test_answers_of_others_and_after_the_end() -> None:
    game = TOY.new_game(2, 1)
    game.choose(0, 0)
    with pytest.raises(NotAskedError) as caught:
        game.decide(0, 0)
    assert caught.value.code == "CW1109"
    game.answer_all(lambda _: 0, 10_000)
    assert game.over
    with pytest.raises(NothingAskedError) as ended:
        game.decide(0)
    assert ended.value.code == "CW1108"
    assert issubclass(NothingAskedError, IllegalAnswer)


# -------------------------------------------------------------------------------------------------- saves


def test_a_save_of_another_format_tells_the_way_out() -> None:
    game = TOY.new_game(2, 1)
    game.choose(0, 0).choose(0, 1)
    saved: dict[str, Any] = {**game.to_json(), "format": 1}
    with pytest.raises(FormatError, match=r"replay its history instead") as caught:
        TOY.from_json(saved)
    assert caught.value.code == "CW1114"
    assert isinstance(caught.value, SaveError)
    again = TOY.replay(saved["players"], saved["seed"], saved["history"])
    assert again.to_json() == game.to_json()


def test_a_save_of_other_rules_tells_the_way_out() -> None:
    saved = TOY.new_game(2, 1).to_json()
    with pytest.raises(OtherRulesError, match="replay its history") as caught:
        TOY.from_json({**saved, "ruleset": "0" * 64})
    assert caught.value.code == "CW1106"
    with pytest.raises(OtherRulesError, match="'chess'"):
        TOY.from_json({**saved, "game": "chess"})


SAVED = TOY.new_game(2, 1).choose(0, 0).choose(1, 1).to_json()


@given(st.sampled_from(sorted(SAVED)), st.sampled_from(ODD), st.integers(0, 10))
@settings(max_examples=150)
def test_damaged_saves(key: str, value: Any, at: int) -> None:
    saved: dict[str, Any] = copy.deepcopy(SAVED)
    part = saved[key]
    if isinstance(part, list) and part and at < 8:
        part[at % len(part)] = value
    else:
        saved[key] = value
    with contextlib.suppress(RuntimeFault):
        game: Game = TOY.from_json(saved)
        game.view(0)
        ends_well(lambda: game.choose(0, 0))
        game.explain()
