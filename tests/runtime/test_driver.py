"""Budgets, failing rules, time limits and the odd corners of asking, with blocks written for the purpose."""

from __future__ import annotations

from typing import Any

import pytest

from castlewright.runtime import BudgetError, Game, IllegalAnswer, RuleFailure, Ruleset
from castlewright.runtime.decision import Choice
from castlewright.runtime.driver import EVENT_LIMIT, FRAME_LIMIT, ask, fork, join, tick
from castlewright.runtime.ops import enter, gain, one_at_random
from toys import TEXT, toy

Frame = list[Any]


def ruleset(*blocks: Any, choices: tuple[Choice, ...] = (), size: int = 6, **tables: Any) -> Ruleset:
    """The toy's tables with these blocks as its flow, all of one frame shape."""
    tags = ("block", "player", *("number",) * (size - 2))
    return toy(
        BLOCKS=blocks,
        CHOICES=choices,
        FRAMES=(tags,),
        BLOCK_FRAMES=(0,) * len(blocks),
        ENTRY=(0, 0, *(None,) * (size - 2)),
        ACTIONS=(),
        EFFECTS_BY_NAME={},
        **tables,
    )


def end(g: Any, f: Frame) -> bool:
    g.frames.pop()
    return True


def question(options: tuple[Any, ...], **more: Any) -> Choice:
    settings: dict[str, Any] = {
        "block": 0,
        "kind": "number",
        "type": "number",
        "slot": 2,
        "next": 1,
        "none": 1,
    }
    settings.update(options=lambda _g, _f: options, text="Which?")
    settings.update(more)
    return Choice(**settings)


def asking(choice: Choice) -> Game:
    """A game whose flow is one question."""
    return ruleset(lambda g, f: ask(g, f, choice), _record, end, choices=(choice,)).new_game(2, 1)


def _record(g: Any, f: Frame) -> bool:
    g.cells[10] = f[2]
    f[0] = 2
    return True


@pytest.mark.parametrize(
    ("blocks", "words"),
    [
        ((lambda g, f: True,), "steps"),
        ((lambda g, f: bool(g.frames.append([0, 0, None, None, None, None])) or True,), "deep"),
        ((lambda g, f: [tick(g) for _ in range(300_000)] and True,), "steps"),
        ((lambda g, f: [enter(g, 0, None) for _ in range(EVENT_LIMIT + 1)] and True,), "events"),
    ],
)
def test_what_does_not_end_is_stopped(blocks: tuple[Any, ...], words: str) -> None:
    line = blocks[0].__code__.co_firstlineno
    rules = ruleset(
        *blocks, LINES=((1, "early.rules", 1), (line, "toy.rules", 7), (line + 1, "late.rules", 9))
    )
    with pytest.raises(BudgetError, match=words) as caught:
        rules.new_game(2, 1)
    if words != "steps":  # ticks are counted inside the block, which this test did not load from the module
        assert (caught.value.file, caught.value.line) == ("toy.rules", 7)


def test_a_budget_error_undoes_the_decision() -> None:
    choice = question((1, 2))
    rules = ruleset(
        lambda g, f: ask(g, f, choice), lambda g, f: bool(enter(g, 0, None)) or True, choices=(choice,)
    )
    game = rules.new_game(2, 1)
    before = game.to_json()
    with pytest.raises(BudgetError):
        game.decide(1)
    assert game.to_json() == before
    assert len(game.frames) <= FRAME_LIMIT


def test_a_failing_rule_undoes_the_decision_and_names_its_line() -> None:
    first = next(n for n, line in enumerate(TEXT.splitlines(), 1) if line.startswith("def b12("))
    rules = toy(LINES=((1, "early.rules", 1), (first, "toy.rules", 60), (first + 5, "late.rules", 9)))
    game = rules.new_game(2, 1).choose(0, 0)
    before = game.to_json()
    names: dict[str, Any] = rules.blocks[12].__globals__
    move, names["move"] = names["move"], None
    with pytest.raises(RuleFailure, match=r"toy\.rules:60: TypeError") as caught:
        game.choose(0, 1)
    assert (caught.value.file, caught.value.line) == ("toy.rules", 60)
    assert game.to_json() == before
    names["move"] = move
    assert game.choose(0, 1).step_path == "round.turn"


def test_recursion_is_a_budget_error() -> None:
    def again(g: Any, f: Frame) -> bool:
        return again(g, f)

    with pytest.raises(BudgetError, match="too deep"):
        ruleset(again).new_game(2, 1)


def test_no_option_and_one_option_are_not_asked() -> None:
    assert asking(question(())).cells[10] is None
    game = asking(question((7,)))
    assert game.cells[10] == 7
    assert [entry[7] for entry in game.log_list if entry[0] == "answer"] == ["auto"]


def test_secret_questions_are_always_asked() -> None:
    for options in ((), (7,), (7, 8)):
        game = asking(question(options, secret=True))
        assert game.decision is not None
        assert len(game.decision) == max(1, len(options))
        game.choose(0)
        assert game.cells[10] == (options[0] if options else None)
        assert "value" not in game.view(1)["log"][-1]
        assert game.view(0)["log"][-1]["value"] == (options[0] if options else None)


@pytest.mark.parametrize(
    ("options", "least", "most", "answers", "result"),
    [
        ((1, 2, 3), 2, 2, (3, 1), (1, 3)),
        ((1, 2), 2, 2, (), (1, 2)),
        ((1,), 3, 3, (), (1,)),
        ((), 2, 2, (), ()),
        ((), 0, 2, (), ()),
        ((1, 2, 3), 0, 2, (None,), ()),
        ((1, 2, 3), 0, 2, (2, None), (2,)),
        ((1, 2, 3), 0, None, (3, 2, 1), (1, 2, 3)),
        ((1, 2, 3), 1, 2, (2, 1), (1, 2)),
    ],
)
def test_choices_of_several(
    options: tuple[int, ...],
    least: int,
    most: int | None,
    answers: tuple[int | None, ...],
    result: tuple[int, ...],
) -> None:
    choice = question(options, single=False, least=least, most=most, work=3)
    game = asking(choice)
    for number, answer in enumerate(answers):
        assert game.decision is not None
        assert game.decision.done == (number >= least)
        if not game.decision.done:
            with pytest.raises(IllegalAnswer):
                game.decide(None)
        game.decide(answer)
    assert game.over
    assert game.cells[10] == result


def test_an_order_is_the_order_of_the_answers() -> None:
    choice = question((1, 2, 3), single=False, least=3, most=None, work=3, ordered=True)
    game = asking(choice).decide(3).decide(1)
    # The last one is no choice.
    assert game.over
    assert game.cells[10] == (3, 1, 2)


def test_secret_choices_of_several_are_asked_to_the_last() -> None:
    choice = question((1, 2), single=False, least=2, most=2, work=3, secret=True)
    game = asking(choice).decide(2)
    assert game.decision is not None
    assert game.decision.values == (1,)
    assert game.decide(1).cells[10] == (1, 2)
    empty = asking(question((), single=False, least=0, most=2, work=3, secret=True))
    assert empty.decision is not None
    assert len(empty.decision) == 1
    assert empty.decide(None).cells[10] == ()


def test_options_are_derived_afresh() -> None:
    choice = question(())
    choice.options = lambda g, _f: tuple(range(g.cells[10]))
    game = ruleset(lambda g, f: ask(g, f, choice), end, choices=(choice,)).position(2, 1)
    game.cells[10] = 3
    game.frames = [[0, 0, None, None, None, None]]
    game.offers = None
    assert game.decision is not None
    assert game.decision.values == (0, 1, 2)
    game.cells[10] = 2
    loaded = game.rules.from_json(game.to_json())
    assert loaded.decision is not None
    assert loaded.decision.values == (0, 1)


def lockstep() -> Ruleset:
    """Each player is asked twice at once; in between a random number is drawn and a point gained."""
    first = question((1, 2, 3), block=2, next=3, kind="number")
    second = question((4, 5), block=4, next=5, slot=3)

    def start(g: Any, f: Frame) -> bool:
        fork(g, f, 2, [[2, p, None, None, None, None] for p in range(g.players)])
        f[0] = 1
        return True

    def between(g: Any, f: Frame) -> bool:
        f[4] = one_at_random(g, range(100))
        gain(g, 10 + f[1], f[2], 0)
        f[0] = 4
        return True

    def after(g: Any, f: Frame) -> bool:
        gain(g, 10 + f[1], f[3] * 10 + f[4] * 100, 0)
        g.frames.pop()
        return True

    return ruleset(
        start,
        lambda g, f: join(g, f, 2, 6),
        lambda g, f: ask(g, f, first),
        between,
        lambda g, f: ask(g, f, second),
        after,
        end,
        choices=(first, second),
    )


def test_fibers_go_in_lockstep() -> None:
    rules = lockstep()
    outcomes = set()
    for order in ((0, 1, 2), (2, 1, 0), (1, 2, 0)):
        game = rules.new_game(3, 1)
        for player in order[:2]:
            game.decide(player + 1, player)
            assert game.lines == ()
            with pytest.raises(IllegalAnswer, match="not asked"):
                game.decide(1, player)
            assert rules.from_json(game.to_json()).to_json() == game.to_json()
        game.decide(order[2] + 1, order[2])
        assert [line.player for line in game.lines] == [0, 1, 2]
        for player in reversed(order):
            game.decide(4, player)
        assert game.over
        outcomes.add((tuple(game.cells[10:13]), repr(game.log_list)))
    assert len(outcomes) == 1


def test_at_once_does_not_nest() -> None:
    def start(g: Any, f: Frame) -> bool:
        fork(g, f, 2, [[0, 0, None, None, None, None]])
        f[0] = 1
        return True

    with pytest.raises(RuleFailure, match="within"):
        ruleset(start, lambda g, f: join(g, f, 2, 2), end).new_game(2, 1)


def timed() -> Ruleset:
    """A question under a time limit, asked by a body two frames up; a late block follows when time is up."""
    choice = question((1, 2), block=2, next=3)

    def start(g: Any, f: Frame) -> bool:
        f[0] = 1
        g.frames.append([2, 1, None, None, None, None])
        return True

    def in_time(g: Any, f: Frame) -> bool:
        g.cells[10] = 1
        g.frames.pop()
        return True

    def late(g: Any, f: Frame) -> bool:
        g.cells[10] = 2
        g.frames.pop()
        return True

    return ruleset(
        start, in_time, lambda g, f: ask(g, f, choice), end, late, choices=(choice,), TIMED={1: (15, 4)}
    )


def test_a_time_limit_is_reported_by_the_app() -> None:
    rules = timed()
    game = rules.new_game(2, 1)
    assert game.decision is not None
    assert game.decision.seconds == 15
    assert game.view(0)["decisions"][0]["seconds"] == 15
    assert game.copy().decide(2).cells[10] == 1
    late = game.copy().expire()
    assert late.over
    assert late.cells[10] == 2
    assert rules.replay(2, 1, late.to_json()["history"]).to_json() == late.to_json()
    unlimited = asking(question((1, 2)))
    with pytest.raises(IllegalAnswer, match="no time limit"):
        unlimited.expire()


def test_yesno_is_not_a_number() -> None:
    game = asking(question((True, False), kind="yesno", type="yesno", titles=("No", "Yes")))
    with pytest.raises(IllegalAnswer):
        game.decide(1)
    assert game.decision is not None
    assert game.decision.labels() == ["Yes", "No"]
    assert game.copy().decide("No").cells[10] is False
    assert game.decide(True).cells[10] is True
