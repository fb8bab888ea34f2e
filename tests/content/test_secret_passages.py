"""Passages in random games that lay them whenever they can: what they lie on, join and block."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import castlewright as cw
from castlewright.drawings import drawings_of
from castlewright.runtime.cells import STEP
from castlewright.runtime.plan import Plan

SEEDS = st.integers(0, 2**32)
FORMS = {"short_passage", "straight_passage", "corner_passage"}
OTHERS = ("moats", "renovations", "swans", "towers", "new_rooms", "new_cards", "royal_decrees")
WANTED = ("Lay a passage", "Join it by a passage")
LONGEST = 1500
"""Decisions by which every game has come to its end, passages laid without thought or not."""


@cache
def rules(*packs: str) -> cw.Ruleset:
    return cw.load("castles", packs=("secret_passages", *packs))


def eager(decision: cw.Decision, dice: random.Random) -> int:
    """A passage where one is offered, else anything."""
    wanted = [option.index for option in decision.options if option.label in WANTED]
    return wanted[0] if wanted else dice.randrange(len(decision))


def moments(rules: cw.Ruleset, players: int, seed: int) -> Iterator[cw.Game]:
    """A game after each of its decisions."""
    game = rules.new_game(players, seed)
    dice = random.Random(seed)
    yield game
    for _ in range(LONGEST):
        if game.over:
            return
        decision = dice.choice(game.decisions)
        game.choose(eager(decision, dice), decision.player)
        yield game
    assert game.over, "no end in sight"


def name_of(game: cw.Game, piece: int) -> str:
    return game.rules.definitions[game.rules.piece_def[piece]][1]


def ask(game: cw.Game, rule: str, *values: Any) -> Any:
    """What a rule gives."""
    return game.rules.rules[rule][0](game, *values)


def plan_of(game: cw.Game, player: int) -> Plan:
    plan = game.cells[game.rules.zones["castle"].layout + player]
    assert isinstance(plan, Plan)
    return plan


def check(game: cw.Game, players: int) -> int:
    """Look at all castles; how many passages lie there."""
    supply = game.rules.zones["passage_supply"]
    laid = 0
    for player in range(players):
        plan = plan_of(game, player)
        passages = [piece for piece in plan.pieces() if name_of(game, piece) in FORMS]
        left = game.cells[supply.base + player]
        assert sorted(name_of(game, piece) for piece in (*passages, *left)) == sorted(FORMS)
        check_plan(game, plan, passages)
        check_rooms(game, plan, passages)
        assert ask(game, "way_out", player)
        laid += len(passages)
    return laid


def check_plan(game: cw.Game, plan: Plan, passages: list[int]) -> None:
    """Two ends, each over an entrance of another room; nothing else beneath; no fence beside."""
    entrance, fence = (game.rules.value_numbers["feature"][name] for name in ("entrance", "fence"))
    pairs: set[frozenset[int]] = set()
    for passage in passages:
        own = {*plan.cells_of(passage), *plan.over_cells_of(passage)}
        ends = plan.over_cells_of(passage)
        beneath = {plan.piece_in(cell) for cell in ends}
        assert len(ends) == len(beneath) == 2
        assert not beneath & {None, *passages}
        assert all(plan.piece_in(cell) == passage for cell in plan.cells_of(passage))
        for cell in ends:
            (onward,) = [edge for edge in range(4) if cell + STEP[edge] in own]
            assert plan.has(cell * 4 + onward, entrance)
        for cell in plan.cells_of(passage):
            for edge in range(4):
                assert not plan.has((cell + STEP[edge]) * 4 + (edge ^ 2), fence)
        pair = frozenset(piece for piece in beneath if piece is not None)
        assert pair not in pairs
        pairs.add(pair)
        a, b = pair
        assert not ask(game, "open_door", a, b)
        assert ask(game, "connected", a, b)
        assert ask(game, "connected", b, a)


def check_rooms(game: cw.Game, plan: Plan, passages: list[int]) -> None:
    """Everything hangs together by entrances and passages, and is complete when all entrances lead on."""
    entrance = game.rules.value_numbers["feature"]["entrance"]
    rooms = [
        piece for piece in plan.pieces() if piece not in passages and name_of(game, piece) != "moat_wall"
    ]
    joined: dict[int, set[int]] = {room: set() for room in rooms}
    for passage in passages:
        a, b = plan.lies_on(passage)
        joined[a].add(b)
        joined[b].add(a)
    completed = game.rules.keeps["completed"]
    # Between a passage and the points of its room nothing is marked yet.
    marked_late = not game.over
    for room in rooms:
        closed = True
        for side in plan.sides_of(room, entrance):
            facing = plan.facing(side)
            meets = facing is not None and plan.has(facing, entrance)
            closed = closed and (meets or plan.covered_by(side) in passages)
            if facing is not None and meets:
                joined[room].add(plan.piece_at(facing))
        assert closed == ask(game, "complete", room)
        flag = game.cells[completed.base + room - completed.first]
        assert closed == flag or (marked_late and closed)
    reached = rooms[:1]
    for room in reached:
        reached += [other for other in joined[room] if other not in reached]
    # Between a room and the passage that joins it stands a question.
    assert len(rooms) - len(reached) <= (0 if game.over else 1)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@given(seed=SEEDS)
@settings(max_examples=2)
def test_passages_lie_as_they_must(players: int, seed: int) -> None:
    packs = ("five_players", "towers") if players == 5 else ()
    last: cw.Game | None = None
    for number, game in enumerate(moments(rules(*packs), players, seed)):
        if number > 5 * players and number % 100 == 0:
            check(game, players)
        last = game
    assert last is not None
    assert last.over
    assert check(last, players)


@pytest.mark.parametrize("players", [2, 4])
@given(seed=SEEDS)
@settings(max_examples=1)
def test_with_all_other_packs(players: int, seed: int) -> None:
    *_, game = moments(rules(*OTHERS), players, seed)
    assert game.over
    assert check(game, players)
    assert game.rules.from_json(game.to_json()).to_json() == game.to_json()


@given(seed=SEEDS)
@settings(max_examples=2)
def test_no_view_changes_when_only_hidden_things_differ(seed: int) -> None:
    dice = random.Random(seed)
    for number, game in enumerate(moments(rules(), 3, seed)):
        if number % 60 == 0:
            for player in range(3):
                assert game.imagine(player, dice.randrange(2**32)).view(player) == game.view(player)


def test_nobody_is_asked_without_passages() -> None:
    """A game without the pack asks nothing about them, and gives the same scores as ever."""
    plain = cw.load("castles", packs="none")
    assert "passage_supply" not in plain.zones
    game = plain.new_game(2, 1)
    dice = random.Random(1)
    while not game.over:
        decision = game.decisions[0]
        assert not any(option.label in WANTED for option in decision.options)
        game.choose(dice.randrange(len(decision)), decision.player)


def test_passages_are_drawn_over_the_rooms() -> None:
    *_, game = moments(rules(), 2, 3)
    for _, drawing in drawings_of(game):
        bands = [piece for piece in drawing.get("pieces", ()) if piece.get("over")]
        assert {piece.get("name", "").partition("#")[0] for piece in bands} <= FORMS
        assert len(bands) > 0
        assert all(len(piece.get("over", ())) == 2 and not piece.get("sides") for piece in bands)


def test_the_first_edition_has_passages_for_four() -> None:
    first = cw.load("castles", packs=("secret_passages", "five_players", "towers"), edition="first")
    assert first.meta["players"] == (2, 4)
    *_, game = moments(first, 4, 8)
    assert check(game, 4)
