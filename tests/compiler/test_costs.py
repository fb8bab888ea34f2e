"""What rules may ask: bounded when packs are linked, counted when a game runs; how large numbers get."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from castlewright.compiler.compile import generate
from castlewright.runtime.errors import (
    BudgetError,
    DepthError,
    EventsError,
    RuleFailure,
    RuntimeFault,
    SearchError,
)
from castlewright.runtime.game import Game
from castlewright.runtime.work import LARGEST, WORK_LIMIT, product, spend
from support.linking import link_text

LONGEST_WAIT = 20
"""Seconds, on a machine that does much else; it takes two."""


def game_of(text: str) -> Game:
    """A position of a game whose rules stand beside the prelude."""
    linked = link_text(text)
    assert linked.program is not None, linked.codes
    built = generate(linked.program, linked.found)
    assert built is not None, linked.codes
    game = built.ruleset().position(2)
    game.perform("fill", 0)
    return game


FILL = """
kind raft plural rafts { printed copies: number = 40; printed size: yards = 10 yards }
raft log "Log" { }
zone shed: row of raft seen by everyone
effect fill() { move rafts to shed }
"""


def chain(count: int, times: int = 2) -> str:
    """Rules that ask the one before them so many times."""
    rules = ["rule r0() -> number = number of harbour where its size > 1 yard"]
    rules += [f"rule r{i}() -> number = {' + '.join([f'r{i - 1}()'] * times)}" for i in range(1, count)]
    return "\n".join(rules)


# ------------------------------------------------------------------------------------------ at link time


def test_a_chain_of_doubled_questions_is_reported_once_for_each_million() -> None:
    assert link_text(chain(16)).codes == []
    assert link_text(chain(25)).codes == ["CW0614"]
    assert link_text(chain(45)).codes == ["CW0614"] * 2


def test_a_long_chain_of_single_questions_is_fine() -> None:
    assert link_text(chain(3000, 1)).codes == []


def test_of_branches_the_dearer_one_counts() -> None:
    text = "\n".join(
        f"rule r{i}(n: number) -> number = if n > 3 then r{i - 1}(n - 1) else r{i - 1}(n + 1)"
        for i in range(1, 60)
    )
    assert link_text(f"rule r0(n: number) -> number = n\n{text}").codes == []


def test_changes_count_with_the_rule_they_change() -> None:
    text = chain(12) + "\nrule whole() -> number = r2()\nchange whole to r11() + r11()\n"
    assert link_text(text).codes == []
    dear = "".join(f"\nrule s{i}() -> number = {' + '.join([f's{i - 1}()'] * 8)}" for i in range(1, 4))
    assert link_text(f"{text}rule s0() -> number = whole(){dear}").codes == ["CW0614"]


def test_effects_that_double_are_reported() -> None:
    effects = "\n".join(f"effect e{i}() {{ do e{i - 1}(); do e{i - 1}() }}" for i in range(1, 40))
    assert set(link_text(f"effect e0() {{ gain 1 shell as trade }}\n{effects}").codes) == {"CW0614"}


@pytest.mark.parametrize(("times", "wanted"), [(1, []), (1000, []), (0, ["CW0721"]), (5000, ["CW0721"])])
def test_limits_are_in_bounds(times: int, wanted: list[str]) -> None:
    text = f"effect greet() at most {times} times per round {{ gain 1 shell as trade }}"
    assert link_text(text).codes == wanted


# ----------------------------------------------------------------------------------------- in a running game


def fails(game: Game, rule: str) -> RuntimeFault:
    start = time.monotonic()
    with pytest.raises(RuntimeFault) as caught:
        game.rule(rule)
    assert time.monotonic() - start < LONGEST_WAIT
    return caught.value


def test_loops_in_loops_end() -> None:
    rules = ["rule n6(m: yards) -> number = number of rafts where its size > m"]
    rules += [
        f"rule n{i}(m: yards) -> number = total n{i + 1}(its size + m) among rafts" for i in range(5, 0, -1)
    ]
    game = game_of(FILL + "\n".join(rules) + "\nrule deep() -> number = n1(0 yards)")
    error = fails(game, "deep")
    assert isinstance(error, BudgetError)
    assert error.code == "CW1102"
    assert "questions" in str(error)
    assert error.file is not None


def test_doubled_questions_about_loops_end() -> None:
    error = fails(game_of(f"{FILL}{chain(18)}\nrule whole() -> number = r17()"), "whole")
    assert isinstance(error, BudgetError)


def test_long_runs_of_numbers_end() -> None:
    inner = "total (a + b) among number b in range(1, 9_999)"
    text = f"rule wide() -> number = total ({inner}) among number a in range(1, 9_999)"
    assert isinstance(fails(game_of(FILL + text), "wide"), BudgetError)


def test_searches_end() -> None:
    text = """
    rule bound(a: raft, b: raft) -> yesno = a is not b
    rule path() -> number = number of longest path of rafts linked by bound
    """
    error = fails(game_of(FILL.replace("40", "200") + text), "path")
    assert isinstance(error, SearchError)
    assert error.code == "CW1113"


def test_honest_rules_are_far_from_the_limit() -> None:
    game = game_of(f"{FILL}\nrule sizes() -> yards = total its size among shed")
    game.rule("sizes")
    assert game.work > WORK_LIMIT * 0.99


def test_every_question_from_outside_has_work_of_its_own() -> None:
    game = game_of(f"{FILL}\n{chain(12)}\nrule whole() -> number = r11()")
    for _ in range(30):
        game.rule("whole")
        game.copy().rule("whole")


@pytest.mark.parametrize(
    ("effect", "kind"),
    [
        ("for each raft a in rafts { for each raft b in rafts { for each raft c in rafts { "
         "set a's tally to a's tally + 1 } } }", EventsError),
        ("repeat 10_000 times { repeat 10_000 times { if tide is 9 { gain 1 shell } } }", BudgetError),
        ("for each buoy b in buoys { do toll(b) }", DepthError),
    ],
)  # fmt: skip
def test_effects_end(effect: str, kind: type[BudgetError]) -> None:
    text = f"""
    kind buoy plural buoys {{ slot ring(b: buoy) }}
    buoy bell "Bell" {{ ring(b) {{ do toll(b); do toll(b) }} }}
    effect toll(b: buoy) {{ do b's ring(b) }}
    keeps tide: number = 5 seen by everyone
    keeps tally per raft: number = 0 seen by everyone
    effect start() {{ {effect} }}
    """
    game = game_of(FILL + text)
    before = game.to_json()
    start = time.monotonic()
    with pytest.raises(kind):
        game.perform("start", 0)
    assert time.monotonic() - start < LONGEST_WAIT
    assert game.to_json() == before


def test_an_error_does_not_use_up_what_comes_after() -> None:
    game = game_of(f"{FILL}{chain(18)}\nrule whole() -> number = r17()\nrule one() -> number = 1 + 0")
    fails(game, "whole")
    assert game.rule("one") == 1
    game.perform("fill", 0)


# ------------------------------------------------------------------------------------------------- numbers


def squares(count: int) -> str:
    rules = ["rule s0() -> number = number of shed + 7"]
    rules += [f"rule s{i}() -> number {{ let x = s{i - 1}(); give x * x }}" for i in range(1, count)]
    return "\n".join(rules)


def test_numbers_have_an_end() -> None:
    error = fails(game_of(f"{FILL}{squares(40)}\nrule whole() -> number = s39()"), "whole")
    assert isinstance(error, RuleFailure)
    assert error.code == "CW1112"
    assert f"{LARGEST:,}" in str(error)
    assert error.rule is not None
    assert error.rule.startswith("s")


@pytest.mark.parametrize(
    "step",
    ["set tide to tide * tide + 3", "set tide to tide + tide + 3", "set your bag to your bag + your bag"],
)
def test_what_is_kept_has_an_end(step: str) -> None:
    text = f"""
    keeps tide: number = 5 seen by everyone
    keeps bag per player: number = 5 seen by everyone
    effect grow() {{ repeat 200 times {{ {step} }} }}
    """
    game = game_of(FILL + text)
    with pytest.raises(RuleFailure, match=f"{LARGEST:,}"):
        game.perform("grow", 0)
    assert game.keep("tide") == 5


def test_counters_have_an_end() -> None:
    game = game_of(FILL + "effect grow() { repeat 200 times { gain your stars + 1 star as trade } }")
    with pytest.raises(RuleFailure, match=f"{LARGEST:,}"):
        game.perform("grow", 0)


@given(st.integers(-LARGEST, LARGEST), st.integers(-LARGEST, LARGEST))
@settings(max_examples=200)
def test_products(a: int, b: int) -> None:
    if abs(a * b) <= LARGEST:
        assert product(a, b) == a * b
    else:
        with pytest.raises(RuleFailure):
            product(a, b)


def test_small_products_are_not_looked_at() -> None:
    linked = link_text("rule worth(b: boat) -> yards = b's size * number of harbour")
    assert linked.program is not None
    built = generate(linked.program, linked.found)
    assert built is not None
    assert "product" not in built.text


def test_spending() -> None:
    game = game_of(FILL)
    game.work = 5
    spend(game, 5)
    with pytest.raises(BudgetError):
        spend(game, 1)
