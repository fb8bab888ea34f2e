"""Hidden information: what a view may hold, and what may never change it."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from castlewright.runtime import Game, Random
from castlewright.runtime.moves import draw, move, shuffle_into
from castlewright.runtime.ops import flip, look, shuffle
from toys import TOY, finish, played, step, toy

moments = st.tuples(st.integers(2, 4), st.integers(0, 10_000), st.integers(0, 40))


def told_of(game: Game, player: int) -> dict[str, Any]:
    """All that reaches a player: his view and the ids of his decisions."""
    view = game.view(player)
    assert json.loads(json.dumps(view)) == view
    return view


@given(moments, st.integers(0, 3), st.integers(0, 1000))
def test_a_view_does_not_change_when_only_hidden_things_do(
    moment: tuple[int, int, int], who: int, seed: int
) -> None:
    """The swap test: an imagined game differs from the real one in what is hidden, and in nothing else."""
    game = played(*moment)
    player = who % game.players
    before = game.to_json()
    imagined = game.imagine(player, seed)
    assert told_of(imagined, player) == told_of(game, player)
    assert game.to_json() == before
    for pid in range(TOY.piece_count):
        if game.known[pid] >> player & 1:
            assert imagined.where[pid] == game.where[pid]
            assert imagined.known[pid] == game.known[pid]
    lying = [
        pid for cell, zone in enumerate(TOY.cell_zone) if zone is not None for pid in imagined.cells[cell]
    ]
    assert len(set(lying)) == len(lying)
    assert finish(imagined).over


def test_imagining_deals_anew() -> None:
    game = TOY.new_game(3, 8)
    hands = {game.imagine(0, seed).zone("hand", 1) for seed in range(20)}
    assert len(hands) > 10
    assert {game.imagine(0, seed).zone("hand", 0) for seed in range(5)} == {game.zone("hand", 0)}
    assert len({game.imagine(0, seed).rng_seed for seed in range(5)}) == 5


def test_imagining_gives_others_other_answers() -> None:
    game = TOY.new_game(3, 8).choose(0, 1)
    answers = set()
    for seed in range(20):
        imagined = game.imagine(0, seed)
        assert [d.player for d in imagined.decisions] == [0, 2]
        imagined.choose(0, 0).choose(0, 2)
        answers.add(TOY.definitions[TOY.piece_def[imagined.zone("stash", 1)[0]]][1])
    assert len(answers) > 2
    # What the player himself has answered stands.
    assert game.imagine(1, 1).view(1)["answered"] == [1]


@given(moments)
def test_pieces_that_are_not_known_go_by_their_place(moment: tuple[int, int, int]) -> None:
    game = played(*moment)
    for decision in game.decisions:
        if decision.kind != "piece":
            continue
        for pid, option in zip(decision.values, decision.to_json()["options"], strict=False):
            known = bool(game.known[pid] >> decision.player & 1)
            assert ("name" in option["value"]) == known
            assert ("#" in option["label"]) == (not known)


@given(moments)
def test_numbers_of_pieces_never_leave_a_game(moment: tuple[int, int, int]) -> None:
    """Names of saved pieces carry the number of the copy; no view may."""
    game = played(*moment)
    for player in range(game.players):
        assert not any(name in json.dumps(game.view(player)) for name in TOY.piece_names if "#" in name)


@given(moments)
def test_what_owners_see_others_do_not(moment: tuple[int, int, int]) -> None:
    game = played(*moment)
    for player in range(game.players):
        view = game.view(player)
        for other in range(game.players):
            hand = view["zones"]["hand"][other]
            assert hand["count"] == len(game.zone("hand", other))
            if other == player:
                assert all("name" in piece for piece in hand["pieces"])
            assert (view["keeps"]["peeks"][other] is None) == (other != player)


@given(moments)
def test_the_log_tells_what_was_known_when_it_was_written(moment: tuple[int, int, int]) -> None:
    game = played(*moment)
    seen = {player: game.view(player)["log"] for player in range(game.players)}
    random = Random(1)
    for _ in range(10):
        if game.over:
            break
        step(game, random)
    for player, log in seen.items():
        assert game.view(player)["log"][: len(log)] == log


# ---------------------------------------------------------------------------------------------- masks


def table() -> Game:
    """Three players and nothing laid out; pieces 0 to 5 in the deck, known to nobody."""
    game = TOY.position(3, 1)
    move(game, None, tuple(range(6)), 22, "to", 0)
    shuffle(game, 22, 0)
    return game


HAND, STASH = 25, 29


def test_a_shuffle_forgets_places_but_not_what_is_in_the_zone() -> None:
    game = TOY.position(3, 1)
    move(game, None, (0, 6, 10), 22, "to", 0)
    assert [game.known[pid] for pid in (0, 6, 10)] == [-1, -1, -1]
    shuffle(game, 22, 0)
    assert [game.known[pid] for pid in (0, 6, 10)] == [0, 0, 0]
    assert game.view(1)["zones"]["deck"]["holds"] == ["blue_one", "red_one", "red_two"]
    # Once something unknown has left it, nobody knows any longer what is in it, except who saw it.
    draw(game, 1, 1, 22, HAND + 1, 0)
    assert "holds" not in game.view(0)["zones"]["deck"]
    assert len(game.view(1)["zones"]["deck"]["holds"]) == 2


def test_a_followed_move_keeps_who_knows() -> None:
    game = table()
    top = game.zone("deck")[0]
    look(game, 2, top, 0)
    draw(game, 0, 1, 22, HAND, 0)
    assert game.known[top] == 0b101
    move(game, 0, top, 24, "to", 0)
    assert game.known[top] == -1
    move(game, 0, top, 22, "under", 0)
    assert game.known[top] == -1


def test_a_secret_move_loses_whoever_sees_neither_zone() -> None:
    game = table()
    drawn = draw(game, 0, 2, 22, HAND, 0)
    look(game, 1, drawn, 0)
    look(game, 2, drawn[0], 0)
    move(game, 0, drawn[0], STASH, "to", 0, secret=True)
    assert [game.known[pid] for pid in drawn] == [0b001, 0b001]
    # Where one of the zones is seen by all there is nothing to lose.
    move(game, 0, drawn[1], 24, "to", 0, secret=True)
    assert game.known[drawn[1]] == -1


def test_face_down_hides_and_turning_shows() -> None:
    game = table()
    (drawn,) = draw(game, 0, 1, 22, HAND, 0)
    move(game, 0, drawn, 33, "to", 0, face="down")
    assert game.known[drawn] == 0b001
    assert game.view(1)["zones"]["kept"][0]["pieces"] == [{"back": "card", "at": 1, "down": True}]
    flip(game, drawn, True, 0)
    assert game.known[drawn] == -1
    flip(game, drawn, False, 0)
    assert game.known[drawn] == -1
    assert game.view(1)["zones"]["kept"][0]["pieces"][0]["down"] is True


def test_out_of_play_shows_nothing_new() -> None:
    game = table()
    top = game.zone("deck")[0]
    move(game, None, top, -1, "to", 0)
    assert game.known[top] == 0
    assert game.where[top] == -1


def test_mixing_in_forgets_the_place() -> None:
    game = table()
    move(game, None, 20, 33, "to", 0)
    move(game, None, 20, 22, "into", 0)
    assert game.known[20] == 0
    assert 20 in game.zone("deck")
    shuffle_into(game, 22, 24, 0)
    assert game.zone("deck") == ()
    assert len(game.zone("discard")) == 7
    assert all(game.known[pid] == -1 for pid in game.zone("discard"))


def test_a_bag_gives_up_its_pieces_at_random_and_unseen() -> None:
    zones = tuple((*row[:5], "bag", *row[6:]) if row[0] == "deck" else row for row in TOY.namespace["ZONES"])
    rules = toy(ZONES=zones)
    drawn_first = set()
    for seed in range(12):
        game = rules.position(2, seed)
        move(game, None, tuple(range(6)), 22, "to", 0)
        assert game.known[0] == 0
        assert len(game.view(0)["zones"]["deck"]["holds"]) == 6
        (pid,) = draw(game, 0, 1, 22, HAND, 0)
        drawn_first.add(pid)
        assert game.known[pid] == 0b01
        assert len(game.view(0)["zones"]["deck"]["holds"]) == 5
        assert "holds" not in game.view(1)["zones"]["deck"]
        assert game.view(1)["zones"]["deck"]["pieces"] == []
    assert len(drawn_first) > 2
