"""Amounts within bounds, kept values, collections: the primitives that generated code calls."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from castlewright.runtime import BudgetError, Game
from castlewright.runtime import primitives as p
from castlewright.runtime.sets import LONGEST_RUN
from toys import TOY, toy

POINTS, GOLD = 10, 14


def purse(*, most: int | None = None) -> Game:
    """Two players with 5 gold each, at least 0 and at most `most`."""
    keeps = tuple((*row[:8], most) if row[0] == "gold" else row for row in TOY.namespace["KEEPS"])
    return toy(KEEPS=keeps).position(2, 1)


def lines(game: Game) -> list[tuple[Any, ...]]:
    return [(line.verb, line.player, line.change, line.other, line.other_change) for line in game.lines]


def test_gaining_writes_one_line() -> None:
    game = purse()
    p.gain(game, POINTS, 3, 1, 0)
    p.gain(game, POINTS, 0, 1, 0)
    p.gain(game, POINTS, -2, 1, 0)
    assert game.cells[POINTS] == 1
    assert lines(game) == [("gain", 0, 3, None, 0), ("gain", 0, -2, None, 0)]
    assert game.explain().splitlines()[1].startswith("Player 1 loses 2 points: Taken")


def test_losing_takes_what_is_there() -> None:
    game = purse()
    p.lose(game, GOLD, 8, 1, None, GOLD + 1)
    assert game.cells[GOLD : GOLD + 2] == [0, 10]
    p.lose(game, GOLD, 8, 1)
    assert lines(game) == [("lose", 0, -5, 1, 5)]


def test_gaining_from_another_takes_what_is_there() -> None:
    game = purse()
    p.gain(game, GOLD, 8, 1, None, GOLD + 1)
    assert lines(game) == [("gain", 0, 5, 1, -5)]
    p.gain(game, GOLD, 8, 1, None, GOLD + 1)
    assert game.cells[GOLD : GOLD + 2] == [10, 0]
    assert len(game.lines) == 1


def test_paying_is_all_or_nothing() -> None:
    game = purse()
    assert not p.pay(game, GOLD, 6, 1, None, GOLD + 1)
    assert game.lines == ()
    assert p.pay(game, GOLD, 5, 1, None, GOLD + 1)
    assert p.pay(game, GOLD, 0, 1)
    assert p.pay(game, GOLD + 1, 3, 1, None, GOLD + 1)
    assert not p.pay(game, GOLD + 1, 11, 1, None, GOLD + 1)
    assert lines(game) == [("pay", 0, -5, 1, 5)]
    # A counter without a lower bound never runs out.
    assert p.pay(game, POINTS, 4, 1)
    assert game.cells[POINTS] == -4


def test_what_does_not_fit_is_lost() -> None:
    game = purse(most=7)
    p.gain(game, GOLD, 5, 1)
    assert p.pay(game, GOLD + 1, 4, 1, None, GOLD)
    assert game.cells[GOLD : GOLD + 2] == [7, 1]
    assert lines(game) == [("gain", 0, 2, None, 0), ("pay", 1, -4, 0, 0)]


def test_setting_a_counter_writes_the_difference() -> None:
    game = purse(most=7)
    p.set_keep(game, GOLD, 9, 1)
    p.set_keep(game, GOLD, 9, 1)
    p.set_keep(game, GOLD, -3, 1)
    assert lines(game) == [("set", 0, 2, None, 0), ("set", 0, -7, None, 0)]


def test_lines_about_pieces_name_them() -> None:
    game = TOY.position(2, 1)
    p.set_keep(game, 60 + 3, True, 1)
    assert game.log[-1]["piece"]["name"] == "red_one"
    assert game.view(1)["log"][-1]["piece"]["name"] == "red_one"
    p.move(game, None, (3, 4), 22, "to", 0)
    p.shuffle(game, 22, 0)
    p.set_keep(game, 60 + 3, False, 1)
    assert game.log[-1]["piece"]["name"] == "red_one"
    assert game.view(1)["log"][-1]["piece"] == {}


def test_hidden_keeps_show_only_that_they_change() -> None:
    game = TOY.position(2, 1)
    p.set_keep(game, 18, 4, 1)
    assert game.view(0)["log"][-1]["value"] == 4
    assert "value" not in game.view(1)["log"][-1]


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 99))))
def test_a_ranking_shares_places(pairs: list[tuple[int, int]]) -> None:
    places = p.ranking(pairs)
    assert [len(members) for members, _, _ in places] == [last - first + 1 for _, first, last in places]
    assert sum(len(members) for members, _, _ in places) == len(pairs)
    expected = 1
    for _, first, last in places:
        assert first == expected
        expected = last + 1
    best = max((key for key, _ in pairs), default=None)
    if places:
        assert places[0][0] == tuple(item for key, item in pairs if key == best)


def test_collections_keep_their_order() -> None:
    assert p.united((3, 1), (1, 2)) == (3, 1, 2)
    assert p.without((3, 1, 2), (1,)) == (3, 2)
    assert p.distinct([3, 1, 3, 2, 1]) == (3, 1, 2)
    assert [p.item_round(n, (7, 8, 9)) for n in (1, 3, 4, 8)] == [7, 9, 7, 8]
    assert p.item_round(1, ()) is None


def test_seats_go_round() -> None:
    game = TOY.position(4, 1)
    assert p.clockwise_from(game, 2) == (2, 3, 0, 1)
    assert p.counterclockwise_from(game, 1) == (1, 0, 3, 2)
    assert (p.left_of(game, 3), p.right_of(game, 0)) == (0, 3)


def test_graphs_ask_rules_of_the_game() -> None:
    game = TOY.position(2, 1)

    def near(g: Any, a: int, b: int) -> bool:
        assert g is game
        return abs(a - b) == 1

    assert p.reach(game, 1, (1, 2, 3, 5), near) == (1, 2, 3)
    assert p.reach(game, None, (1, 2), near) == ()
    assert len(p.longest_path(game, (1, 2, 3, 5), near)) == 3
    assert p.most_pairs(game, (1, 2, 3, 4), near) == ((1, 2), (3, 4))
    assert p.chain(game, 1, lambda g, a: a + 1 if a < 4 else None) == (1, 2, 3, 4)
    assert p.chain(game, None, lambda g, a: a) == ()


def test_pieces_have_owners_and_holders() -> None:
    zones = (*TOY.namespace["ZONES"], ("under", "card", 92, 24, 0, "pile", ("card",), "owner", -1))
    game = toy(ZONES=zones, INITIAL=TOY.initial + ((),) * 24).position(2, 1)
    p.move(game, None, 0, 33 + 1, "to", 0)
    p.move(game, None, 1, 92 + 0, "to", 0)
    p.move(game, None, 2, 92 + 1, "to", 0)
    p.move(game, None, 3, 24, "to", 0)
    assert [p.owner(game, pid) for pid in (0, 1, 2, 3, 4, None)] == [1, 1, 1, None, None, None]
    assert [p.holder(game, pid, "player") for pid in (0, 1, 3)] == [1, 1, None]
    assert [p.holder(game, pid, "card") for pid in (0, 1, 2, 3)] == [None, 0, 1, None]
    assert p.piece_of(game, 1, 0, 1) == 0
    assert p.piece_of(game, 1, 0, 3) is None
    assert p.piece_of(game, None, 3, 6) == 3
    assert p.is_up(game, 0)
    assert not p.is_up(game, None)
    # What lies on a piece is seen by the piece's owner, and shown with it.
    assert game.known[1] == -1
    view = game.view(0)["zones"]["kept"][1]["pieces"][0]
    assert view["zones"]["under"]["pieces"][0]["zones"]["under"]["count"] == 1


def test_every_primitive_is_there_by_name() -> None:
    assert {"Choice", "ask", "gain", "spots", "pick_random"} <= set(p.PRIMITIVES)
    for name in p.PRIMITIVES:
        assert getattr(p, name) is p.PRIMITIVES[name]
        assert p.PRIMITIVES[name].__doc__


@pytest.mark.parametrize("mode", ["to", "onto", "under", "into"])
def test_where_pieces_go(mode: str) -> None:
    game = TOY.position(2, 1)
    p.move(game, None, (1, 2), 24, "to", 0)
    p.move(game, None, (3, 4), 24, mode, 0)
    expected = {"to": (3, 4, 1, 2), "onto": (3, 4, 1, 2), "under": (1, 2, 3, 4)}
    if mode == "into":
        assert sorted(game.zone("discard")) == [1, 2, 3, 4]
    else:
        assert game.zone("discard") == expected[mode]
    p.move(game, None, (1, 2), 23, "to", 0)
    p.move(game, None, 3, 23, mode, 0)
    if mode == "to":
        assert game.zone("row") == (1, 2, 3)


def test_a_line_names_what_it_is_about_to_those_who_know_it() -> None:
    game = purse()
    card = 4
    game.known[card] = 0b10
    p.gain(game, POINTS, 3, 1, 0, about=card)
    told = [game.view(player)["log"][-1]["about"] for player in range(2)]
    assert told == [{}, {"name": game.log[-1]["about"]["name"], "title": TOY.piece_title(card)}]
    assert game.lines[0].about == card
    assert f"Taken, {TOY.piece_title(card)} [" in game.explain()


def test_lines_may_be_about_nothing() -> None:
    game = purse()
    p.gain(game, POINTS, 3, 1, 0)
    assert "about" not in game.log[-1]
    assert game.lines[0].about is None


@pytest.mark.parametrize("told", [True, False])
def test_members_are_named_where_everybody_may_know_them(told: bool) -> None:
    rows = [*TOY.namespace["CLAUSES"]]
    rows[1] = (*rows[1][:5], "value:suit", told)
    game = toy(CLAUSES=tuple(rows)).position(2, 1)
    p.gain(game, POINTS, 3, 1, 0, about=1)
    name = TOY.kinds["suit"].members[1][0]
    assert game.log[-1]["about"] == name
    assert game.view(0)["log"][-1].get("about") == (name if told else None)


def test_parts_that_are_only_what_a_line_is_about_are_not_repeated() -> None:
    game = purse()
    p.gain(game, POINTS, 3, 1, 0, -1, ((4, 3),), about=4)
    p.gain(game, POINTS, 3, 1, 0, -1, ((5, 3),), about=4)
    assert ["(" in line for line in game.explain().splitlines()] == [False, True]


def test_a_run_of_numbers_is_bounded() -> None:
    assert list(p.numbers(2, 4)) == [2, 3, 4]
    assert list(p.numbers(3, 2)) == []
    assert len(p.numbers(1, LONGEST_RUN)) == LONGEST_RUN
    with pytest.raises(BudgetError, match="more than"):
        p.numbers(0, LONGEST_RUN)
