"""Playing the toy game: saving, copying, replaying, going back, and what must never change on the way."""

from __future__ import annotations

import json
import marshal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from castlewright.runtime import (
    Decision,
    Game,
    GreedyBot,
    IllegalAnswer,
    NotAllowed,
    Random,
    RandomBot,
    RuleFailure,
    Ruleset,
    RulesetError,
    SaveError,
    play,
)
from castlewright.runtime.moves import move, place
from toys import FILENAME, TEXT, TOY, finish, played, state_of, step, toy

moments = st.tuples(st.integers(2, 4), st.integers(0, 10_000), st.integers(0, 40))


@given(moments)
def test_a_saved_game_goes_on_as_the_game_itself(moment: tuple[int, int, int]) -> None:
    game = played(*moment)
    text = json.dumps(game.to_json())
    loaded = TOY.from_json(json.loads(text))
    assert loaded.to_json() == game.to_json()
    if not game.over:
        assert [d.to_json() for d in loaded.decisions] == [d.to_json() for d in game.decisions]
    assert finish(loaded).to_json() == finish(game).to_json()


@given(moments)
def test_the_history_replays_to_the_same_game(moment: tuple[int, int, int]) -> None:
    players, seed, _ = moment
    game = played(*moment)
    saved = json.loads(json.dumps(game.to_json()))
    assert TOY.replay(players, seed, saved["history"]).to_json() == game.to_json()


@given(moments)
def test_a_copy_shares_nothing_that_changes(moment: tuple[int, int, int]) -> None:
    game = played(*moment)
    before = game.to_json()
    copy = game.copy()
    assert copy.to_json() == before
    finish(copy)
    assert game.to_json() == before
    other = finish(game.copy())
    assert other.to_json() == copy.to_json()


@given(moments)
def test_illegal_answers_change_nothing(moment: tuple[int, int, int]) -> None:
    game = played(*moment)
    before = game.to_json()
    for answer in (-1, 999, None, True, "nonsense", (1, 2), [999], [[1]], 3.5):
        for player in (None, 0, 1, 77):
            try:
                offered = any(
                    game.over is False and (player in (None, d.player)) and d.index_of(answer) >= 0
                    for d in game.decisions
                )
            except IllegalAnswer:
                offered = False
            if offered or (isinstance(answer, list) and not game.over):
                continue
            with pytest.raises(IllegalAnswer):
                game.decide(answer, player)
            assert game.to_json() == before
    for index in (-1, 99):
        with pytest.raises(IllegalAnswer):
            game.choose(index, 0)
        assert game.to_json() == before


@given(moments)
def test_the_lines_add_up_to_the_counters(moment: tuple[int, int, int]) -> None:
    game = finish(played(*moment))
    for name in ("points", "gold"):
        keep = TOY.keeps[name]
        for player in range(game.players):
            cell = keep.base + player
            total = TOY.initial[cell]
            for line in game.lines:
                total += line.change * (line.cell == cell) + line.other_change * (line.other_cell == cell)
            assert total == game.cells[cell]
    for line in game.lines:
        assert line.change != 0
        if line.parts:
            assert sum(amount for _, amount in line.parts) == line.change
    assert len(game.explain().splitlines()) == len(game.lines)


@given(moments)
def test_every_piece_lies_where_it_is_said_to(moment: tuple[int, int, int]) -> None:
    game = played(*moment)
    lying = [-1] * TOY.piece_count
    for cell, zone in enumerate(TOY.cell_zone):
        for pid in game.cells[cell] if zone is not None else ():
            assert lying[pid] == -1
            lying[pid] = cell
            if zone is not None and zone.layout >= 0:
                assert pid in game.cells[TOY.board.layout_of[cell]]
    assert lying == game.where


@given(st.integers(2, 4), st.integers(0, 10_000), st.data())
def test_simultaneous_answers_may_come_in_any_order(players: int, seed: int, data: st.DataObject) -> None:
    game = played(players, seed, data.draw(st.integers(0, 25)))
    random = Random(seed)
    while not game.over and len(game.decisions) < 2:
        step(game, random)
    if game.over:
        return
    answers = {d.player: random.below(len(d)) for d in game.decisions}
    outcomes = []
    for _ in range(2):
        copy = game.copy()
        for player in data.draw(st.permutations(sorted(answers))):
            copy.choose(answers[player], player)
        outcomes.append(state_of(copy))
    assert outcomes[0] == outcomes[1]


def test_nothing_of_an_answer_shows_before_all_have_answered() -> None:
    game = TOY.new_game(3, 5)
    view = game.view(1)
    ids = [d.id for d in game.decisions]
    game.choose(0, 0)
    after = game.view(1)
    assert after.pop("answered") == [0]
    assert view.pop("answered") == []
    view["decisions"] = [d for d in view["decisions"] if d["player"] != 0]
    assert after == view
    assert [d.id for d in game.decisions] == ids[1:]


@given(moments)
def test_undo_comes_back_to_the_very_state(moment: tuple[int, int, int]) -> None:
    game = played(*moment)
    if game.over:
        return
    before = game.to_json()
    random = Random(7)
    drawn, seen = game.rng_n, game.seen_n
    step(game, random)
    if (game.rng_n, game.seen_n) == (drawn, seen):
        assert game.can_undo
        assert game.undo().to_json() == before
    else:
        assert not game.can_undo
        with pytest.raises(NotAllowed):
            game.undo()


def one_by_one(game: Game, random: Random, count: int) -> None:
    """Give so many answers, or as many as are asked for."""
    for _ in range(count):
        decision = game.decision
        if decision is None:
            break
        game.choose(random.below(len(decision)), decision.player)


@given(moments)
def test_answers_in_a_run_are_answers_one_by_one(moment: tuple[int, int, int]) -> None:
    game = played(*moment)
    twin = game.copy()
    random, same = Random(3), Random(3)
    over = game.answer_all(lambda decision: random.below(len(decision)), 25)
    one_by_one(twin, same, 25)
    assert game.to_json() == twin.to_json()
    assert over == twin.over
    assert not game.can_undo


@pytest.mark.parametrize("entries", range(20, 90, 10))
def test_a_run_of_answers_that_fails_stops_before_the_failing_one(
    entries: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("castlewright.runtime.game.RUN_LENGTH", 4)
    rules = toy()
    names = rules.blocks[0].__globals__
    working = names["move"]

    def failing(g: Game, *args: object, **more: object) -> None:
        if g.log_n > entries:
            raise ZeroDivisionError
        working(g, *args, **more)

    game, twin = rules.new_game(3, 5), rules.new_game(3, 5)
    names["move"] = failing
    random, same = Random(9), Random(9)
    answers = 0

    def choose(decision: Decision) -> int:
        nonlocal answers
        answers += 1
        return random.below(len(decision))

    with pytest.raises(RuleFailure, match="divided by zero"):
        game.answer_all(choose, 1000)
    assert len(game.history) == answers - 1
    with pytest.raises(RuleFailure, match="divided by zero"):
        one_by_one(twin, same, 1000)
    assert game.to_json() == twin.to_json()
    assert [d.to_json() for d in game.decisions] == [d.to_json() for d in twin.decisions]


def test_a_chooser_that_fails_changes_nothing() -> None:
    game = played(3, 4, 5)
    before = game.to_json()
    with pytest.raises(IllegalAnswer, match="there is no option 99"):
        game.answer_all(lambda _: 99, 10)
    assert game.to_json() == before


def _at_sale(seed: int) -> Game:
    """A game in which somebody chooses up to two cards."""
    game = TOY.new_game(2, seed).choose(0, 0).choose(0, 1).decide("Sell cards")
    assert game.decision is not None
    assert game.decision.text == "Sell up to 2 cards"
    return game


def test_a_choice_of_several_is_asked_one_by_one() -> None:
    game = _at_sale(3)
    first = game.decision
    assert first is not None
    assert (first.least, first.most, first.done, len(first)) == (0, 2, True, 3)
    game.decide(first.values[1])
    second = game.decision
    assert second is not None
    assert second.id != first.id
    assert second.chosen == (first.values[1],)
    assert second.values == first.values[:1]
    game.decide(first.values[0])
    # In the order of the options, not in that of the answers.
    sold = [entry for entry in game.log_list if entry[0] == "answer"][-1]
    assert sold[5] == first.values


def test_a_choice_of_several_takes_a_list_all_or_nothing() -> None:
    game = _at_sale(3)
    assert game.decision is not None
    cards = game.decision.values
    before = game.to_json()
    for wrong in ([cards[0], 99], [cards[0], cards[0]], [*cards, cards[0]]):
        with pytest.raises(IllegalAnswer):
            game.decide(wrong)
        assert game.to_json() == before
    whole = game.copy().decide(list(cards)).to_json()
    assert whole == game.copy().decide(cards[0]).decide(cards[1]).to_json()
    none = game.copy().decide([]).to_json()
    assert none == game.copy().decide(None).to_json()
    # The card that was sold lies open now: nobody can unsee it.
    assert not game.decide([cards[0]]).can_undo


def test_labels_and_options_are_answers() -> None:
    game = _at_sale(3)
    decision = game.decision
    assert decision is not None
    option = decision.options[0]
    stale = game.copy()
    stale_option = stale.decision.options[0] if stale.decision else None
    stale.decide(option.value)
    with pytest.raises(IllegalAnswer, match="another question"):
        stale.decide(stale_option)
    by_value = game.copy().decide(option.value).to_json()
    assert game.copy().decide(option).to_json() == by_value
    unlike = [o for o in decision.options if [p.label for p in decision.options].count(o.label) == 1]
    assert unlike
    for single in unlike:
        assert game.copy().decide(single.label).to_json() == game.copy().decide(single).to_json()


def test_several_asked_must_be_told_apart() -> None:
    game = TOY.new_game(2, 1)
    with pytest.raises(IllegalAnswer, match="several players"):
        game.decide(0)


def test_an_action_at_any_time_leaves_the_question_open() -> None:
    game = TOY.new_game(2, 1)
    questions = [d.text for d in game.decisions]
    top = game.zone("deck")[0]
    assert game.known[top] == 0
    game.take("peek", 1)
    assert game.known[top] == 1 << 1
    assert [d.text for d in game.decisions] == questions
    assert game.view(1)["zones"]["deck"]["pieces"][0]["name"] == TOY.definitions[TOY.piece_def[top]][1]
    assert "name" not in game.view(0)["zones"]["deck"]["pieces"][0]
    assert not game.can_undo
    with pytest.raises(IllegalAnswer):
        game.take("again", 1)


def test_an_action_at_any_time_keeps_given_answers() -> None:
    game = TOY.new_game(2, 1)
    game.choose(0, 0)
    game.take("peek", 1)
    assert [d.player for d in game.decisions] == [1]
    game.choose(0, 1)
    assert game.step_path == "round.turn"


def test_an_answer_that_no_longer_fits_is_asked_again() -> None:
    game = TOY.new_game(2, 1)
    card = game.zone("hand", 0)[0]
    game.decide(card, 0)
    # An action at any time takes the card away before the others have answered.
    away = (lambda g, you, pid: move(g, you, pid, 24, "to", 0), False, ("piece:card",), ())
    game.rules.effects["take_away"] = away
    game.perform("take_away", 0, card)
    assert [d.player for d in game.decisions] == [0, 1]
    assert card not in game.decisions[0].values
    game.choose(0, 1).choose(0, 0)
    assert game.step_path == "round.turn"


def test_actions_can_be_begun_unasked_and_replay() -> None:
    game = TOY.new_game(2, 1).begin("peek", 1)
    assert game.keep("peeks", 1) == 1
    saved = json.loads(json.dumps(game.to_json()))
    assert TOY.replay(2, 1, saved["history"]).to_json() == game.to_json()
    assert TOY.from_json(saved).to_json() == game.to_json()


def test_a_refused_spot_says_why() -> None:
    game = TOY.position(2, 1)
    for pid, spot in ((0, (84, 0, 0, 0)), (6, (84, 6, 1, 0))):
        place(game, 0, pid, spot, 0)
    assert game.refusals((84, 7, 0, 1)) == ("like cards lie apart",)
    assert game.refusals((84, 10, 0, 1)) == ()
    assert "taken" in game.refusals((84, 7, 0, 0))[0]
    assert game.refusals("there") == game.refusals((1, 2, 3, 4)) == ("it is no spot",)


def test_bots_play_to_the_end() -> None:
    game = play(TOY.new_game(3, 4), [RandomBot(1), GreedyBot(2), RandomBot(3)])
    assert game.over
    assert game.ranking[0].players == game.winners
    assert sorted(p for place in game.ranking for p in place.players) == [0, 1, 2]


def test_looking_ahead_beats_chance() -> None:
    won = 0
    for seed in range(12):
        game = play(TOY.new_game(2, seed), [GreedyBot(seed), RandomBot(seed)])
        won += game.scores[0] > game.scores[1]
    assert won >= 9


def test_the_same_seed_gives_the_same_game_everywhere() -> None:
    # Written down once: another value means that games of older versions no longer replay.
    game = play(TOY.new_game(3, 42), [RandomBot(i) for i in range(3)])
    assert (game.scores, game.rng_n, game.history_n) == ((5, 7, 5), 24, 33)


def test_a_ruleset_loads_from_text_and_code() -> None:
    code = compile(TEXT, FILENAME, "exec")
    for rules in (Ruleset.from_text(TEXT), Ruleset.from_code(code), Ruleset.from_code(marshal.dumps(code))):
        assert finish(rules.new_game(2, 9)).to_json() == finish(TOY.new_game(2, 9)).to_json()
    for broken in (b"", b"rubbish", marshal.dumps(3)):
        with pytest.raises(RulesetError):
            Ruleset.from_code(broken)
    with pytest.raises(RulesetError, match="format 99"):
        toy(FORMAT=99)


def test_rules_without_a_flow_cannot_be_played() -> None:
    rules = toy(BLOCKS=(), CHOICES=())
    with pytest.raises(NotAllowed, match="no flow"):
        rules.new_game(2)
    assert rules.position(2).over


def test_players_are_counted_and_named() -> None:
    with pytest.raises(ValueError, match="2 to 4"):
        TOY.new_game(5)
    assert TOY.new_game(["Ann", "Bo"], 1).names == ("Ann", "Bo")


def test_what_is_no_saved_game_is_refused() -> None:
    junks: list[Any] = [None, 7, "x", [], [[1, 2, 3]]]
    for junk in junks:
        with pytest.raises(SaveError, match="object"):
            TOY.from_json(junk)


def test_a_damaged_log_is_refused() -> None:
    saved = json.loads(json.dumps(played(2, 3, 8).to_json()))
    for number, entry in enumerate(saved["log"]):
        for junk in (None, 7, [], {"a": 1}, [*entry[:1], "x", *entry[2:]], entry[:-1]):
            damaged = {**saved, "log": [*saved["log"][:number], junk, *saved["log"][number + 1 :]]}
            with pytest.raises(SaveError):
                TOY.from_json(damaged)


def test_a_frame_holds_what_its_tags_say() -> None:
    saved = json.loads(json.dumps(played(2, 3, 8).to_json()))
    top = saved["frames"][-1]
    tags = TOY.frame_tags[top[0]]
    numbers = [at for at, tag in enumerate(tags) if tag.base in ("number", "player", "unit")]
    assert numbers
    for junk in ("x", 1.5, [7]):
        for at in numbers:
            damaged = {**saved, "frames": [*saved["frames"][:-1], [*top[:at], junk, *top[at + 1 :]]]}
            with pytest.raises(SaveError):
                TOY.from_json(damaged)


def test_a_view_is_that_of_a_seat() -> None:
    game = TOY.new_game(2, 1)
    for seat in (2, -1, 99):
        with pytest.raises(ValueError, match="seat"):
            game.view(seat)


def test_damaged_saves_are_refused() -> None:
    saved = json.loads(json.dumps(played(2, 3, 5).to_json()))
    with pytest.raises(SaveError, match="version of its rules"):
        TOY.from_json({**saved, "ruleset": "other"})
    with pytest.raises(SaveError, match="format"):
        TOY.from_json({**saved, "format": 99})
    for key in saved:
        for junk in (None, 7, "x", [], [[1, 2, 3]], {"a": 1}):
            damaged = {**saved, key: junk}
            try:
                TOY.from_json(damaged)
            except SaveError:
                continue
            assert key in (
                "players",
                "seed",
                "drawn",
                "step",
                "tick",
                "seen",
                "log",
                "history",
                "inside",
                "down",
                "game",
                "face",
                "frames",
            )


def test_a_history_that_does_not_fit_names_the_input() -> None:
    game = played(2, 3, 5)
    history = game.to_json()["history"]
    history[3][-1] = ["no such thing"]
    with pytest.raises(SaveError, match="input 4"):
        TOY.replay(2, 3, history)


def test_effects_and_rules_by_name() -> None:
    game = TOY.position(2, 1)
    assert game.over
    assert game.rule("kept_count", 0) == 0
    game.perform("score_taken", 1, 3)
    assert game.keep("taken", 3) is True
    with pytest.raises(KeyError):
        game.rule("no_such_rule")
