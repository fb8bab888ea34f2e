"""Places for pieces: the quick search against trying every position."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from castlewright.runtime.carried import Carried, spots_through
from castlewright.runtime.plan import Plan
from castlewright.runtime.proto import ANY, Catalog, Proto
from castlewright.runtime.shape import Shape
from castlewright.runtime.spots import Terms, any_spot, fronts_of, iter_spots, spots
from castlewright.runtime.trial import Trial
from support.naive_plan import NaivePlan
from support.plan_pieces import (
    CARRIERS,
    DOOR,
    END,
    FENCE,
    GROUND,
    SMALL,
    WET,
    both,
    castle_catalog,
    number_of,
    random_placements,
    small_catalog,
)

seeds = st.integers(0, 10**6)
features = st.sampled_from([ANY, DOOR, FENCE, WET])
pair_lists = st.lists(st.tuples(features, features), min_size=1, max_size=2)


def slow_spots(slow: NaivePlan, number: int, **terms: Any) -> list[tuple[int, int, int]]:
    return [spot for spot in slow.candidates(number) if slow.plus(-1, number, *spot).allowed(-1, **terms)]


@given(seeds, st.integers(1, 8), st.data())
def test_spots_equal_those_found_by_trying_every_place(seed: int, count: int, data: st.DataObject) -> None:
    plan, slow = both(random_placements(seed, count))
    pairs = data.draw(pair_lists)
    bars = data.draw(st.lists(st.tuples(st.just(DOOR), st.sampled_from([WET, FENCE])), max_size=1))
    keep_off = data.draw(st.sets(st.sampled_from([FENCE, WET])))
    outer = data.draw(st.none() | st.just(DOOR))
    number = data.draw(st.sampled_from(GROUND))
    terms = Terms(pairs, bars=bars, keep_off=keep_off, outer=outer)
    found = spots(plan, number, terms)
    assert found == slow_spots(slow, number, pairs=pairs, bars=bars, keep_off=keep_off, outer=outer)
    assert any_spot(plan, number, terms) == bool(found)
    assert list(iter_spots(plan, number, terms)) == found


@given(seeds, st.sampled_from(CARRIERS), st.booleans())
def test_spots_of_pieces_that_lie_over_others(seed: int, number: int, fenced: bool) -> None:
    plan, slow = both(random_placements(seed, 10, over_share=0.1))
    keep_off = [FENCE] if fenced else []
    terms = Terms(covers=[(END, DOOR)], keep_off=keep_off)
    found = spots(plan, number, terms)
    assert found == slow_spots(slow, number, pairs=(), keep_off=keep_off, covers=[(END, DOOR)])
    for piece in plan.pieces():
        on = [spot for spot in found if piece in slow.plus(-1, number, *spot).lies_on(-1)]
        assert spots(plan, number, terms, on=piece) == on
        assert any_spot(plan, number, terms, on=piece) == bool(on)


@given(seeds, st.sampled_from(GROUND))
def test_a_check_decides_about_what_is_left(seed: int, number: int) -> None:
    plan, slow = both(random_placements(seed, 6))
    asked: list[tuple[int, int, int]] = []

    def check(trial: Trial) -> bool:
        piece, _, x, y, rot = trial.placements[-1]
        asked.append((x, y, rot))
        return piece == 77 and len(trial.touching(77)) > 1 and trial.any_outer(DOOR)

    terms = Terms([(DOOR, DOOR)])
    everywhere = spots(plan, number, terms)
    found = spots(plan, number, terms, piece=77, check=check)
    assert asked == everywhere
    expected = []
    for spot in everywhere:
        there = slow.plus(77, number, *spot)
        if len(there.touching(77)) > 1 and there.allowed(77, [], outer=DOOR):
            expected.append(spot)
    assert found == expected


@given(seeds, st.sampled_from(GROUND), st.randoms(use_true_random=False))
def test_fronts_worked_out_for_the_moment(seed: int, number: int, rng: random.Random) -> None:
    plan, slow = both(random_placements(seed, 6, over_share=0.0))
    mine = [side for side in plan.sides_with(DOOR) if rng.random() < 0.4]
    others = [side for side in plan.sides_with(DOOR) if side not in mine]
    terms = Terms([(DOOR, 61)], bars=[(DOOR, 62)])
    extra = fronts_of(plan, mine, 61) | fronts_of(plan, others, 62)
    expected = []
    for spot in spots(plan, number, Terms([(DOOR, DOOR)])):
        there = slow.plus(-1, number, *spot)
        touched = {
            number_of(there.facing(side)) for side in there[-1].sides() if DOOR in there[-1].features(side)
        }
        if touched & set(mine) and not touched & set(others):
            expected.append(spot)
    assert spots(plan, number, terms, extra=extra) == expected


@settings(max_examples=5)
@given(seeds, st.sampled_from([0, 1, 2, 3]), st.sampled_from(CARRIERS))
def test_spots_through_a_carrier(seed: int, number: int, carrier: int) -> None:
    plan, slow = both(random_placements(seed, 3, over_share=0.1))
    terms = Terms([(DOOR, DOOR)], keep_off=[FENCE])
    carrier_terms = Terms(covers=[(END, DOOR)], keep_off=[FENCE])
    found = spots_through(plan, Carried(number, terms, carrier, carrier_terms))
    expected = []
    # A carrier is at most four cells long: every place within its reach of the pieces.
    cells = list(slow.full)
    turns = SMALL[number][0]
    size = max(len(turns), *map(len, turns)) + 4
    for rot in small_catalog()[number].rotations:
        for y in range(min(y for _, y in cells) - size, max(y for _, y in cells) + size):
            for x in range(min(x for x, _ in cells) - size, max(x for x, _ in cells) + size):
                if not slow.fits(number, x, y, rot):
                    continue
                there = slow.plus(-1, number, x, y, rot)
                if not there.allowed(-1, [], keep_off=[FENCE]):
                    continue
                quick = Plan.from_placements(there.placements, small_catalog())
                if spots(quick, carrier, carrier_terms, on=-1):
                    expected.append((x, y, rot))
    # A carrier with both ends on the new piece joins nothing.
    expected = [spot for spot in expected if joins_old(plan, number, spot, carrier, carrier_terms)]
    assert found == expected


def joins_old(plan: Plan, number: int, spot: tuple[int, int, int], carrier: int, terms: Terms) -> bool:
    there = plan.placed(-1, number, *spot)
    ways = spots(there, carrier, terms, on=-1)
    return any(len(there.placed(-2, carrier, *way).lies_on(-2)) == 2 for way in ways)


def test_a_carrier_gets_its_say_with_both_pieces_on() -> None:
    plan = Plan.from_placements([(0, 3, 0, 0, 0)], small_catalog())
    terms, carrier_terms = Terms([(DOOR, DOOR)]), Terms(covers=[(END, DOOR)])
    seen: list[tuple[int, ...]] = []

    def check(trial: Trial) -> bool:
        seen.append(trial.pieces())
        return False

    assert spots_through(plan, Carried(3, terms, 10, carrier_terms))
    refused = Carried(3, terms, 10, carrier_terms, piece=5, carrier_piece=6, carrier_check=check)
    assert spots_through(plan, refused) == []
    assert set(seen) == {(0, 5, 6)}
    seen.clear()
    assert spots_through(plan, Carried(3, terms, 10, carrier_terms, piece=5, check=check)) == []
    assert set(seen) == {(0, 5)}


def test_an_empty_plan_has_one_spot_for_each_distinct_rotation() -> None:
    catalog = Catalog(
        [
            Proto(Shape(["##", "##"]), {0: [("top", 1)]}),
            Proto(Shape(["####"]), {0: [("left", 1), ("right", 1)]}),
            Proto(Shape(["##", "##"]), {}),
            Proto(Shape(["oo"]), {}),
        ]
    )
    plan = Plan.empty(catalog)
    assert spots(plan, 0, Terms([(0, 0)])) == [(0, 0, rot) for rot in range(4)]
    assert spots(plan, 1, Terms([(0, 0)])) == [(0, 0, 0), (0, 0, 1)]
    assert spots(plan, 2, Terms()) == [(0, 0, 0)]
    assert spots(plan, 2, Terms(outer=0)) == []
    assert spots(plan, 1, Terms(outer=0), check=lambda trial: trial.placements[-1][4] == 1) == [(0, 0, 1)]
    assert not any_spot(plan, 3, Terms())
    assert spots_through(plan, Carried(0, Terms([(0, 0)]), 3, Terms())) == []


def test_a_way_out_is_kept() -> None:
    """Two sides that one piece can close at once: only where it closes a single one is it allowed."""
    catalog = Catalog(
        [
            Proto(Shape(["##"]), {0: [("top", 1), ("top", 2)]}),
            Proto(Shape(["##"]), {0: [("bottom", 1)]}),
            Proto(Shape(["#"]), {}),
        ]
    )
    plan = Plan.empty(catalog).placed(0, 0, 0, 0, 0)
    assert spots(plan, 1, Terms([(0, 0)])) == [(0, -1, 0), (1, -1, 0)]
    assert spots(plan, 1, Terms([(0, 0)], outer=0)) == [(1, -1, 0)]
    assert any_spot(plan, 1, Terms([(0, 0)], outer=0))
    # Once the other side is shut, nothing may close the last one.
    shut = plan.placed(2, 2, 0, -1, 0)
    assert spots(shut, 1, Terms([(0, 0)]))
    assert spots(shut, 1, Terms([(0, 0)], outer=0)) == []
    assert not any_spot(shut, 1, Terms([(0, 0)], outer=0))


def test_without_pairs_nothing_joins() -> None:
    plan = Plan.from_placements([(0, 0, 0, 0, 0)], small_catalog())
    assert spots(plan, 0, Terms()) == []


@pytest.mark.parametrize("seed", range(4))
def test_grown_castles(seed: int) -> None:
    """The real pieces, grown by the search itself, each step compared with trying every place."""
    catalog, names = castle_catalog()
    rng = random.Random(seed)
    plan = Plan.empty(catalog).placed(0, names["Foyer"], 0, 0, 0)
    terms = Terms([(DOOR, DOOR)], keep_off=[FENCE], outer=DOOR)
    for piece in range(1, 12):
        number = rng.randrange(len(catalog))
        found = spots(plan, number, terms)
        assert found == place_everywhere(plan, number)
        if found:
            plan = plan.placed(piece, number, *rng.choice(found))
    assert len(plan) > 8


def place_everywhere(plan: Plan, number: int) -> list[tuple[int, int, int]]:
    """Every place around the plan that a placed piece proves right, with the plan's own questions."""
    box = plan.box()
    assert box is not None
    proto = plan.catalog[number]
    found = []
    for rot in proto.rotations:
        turn = proto.turns[rot]
        width, height = turn.shape.width, turn.shape.height
        for y in range(box[1] - height, box[3] + 2):
            for x in range(box[0] - width, box[2] + 2):
                if not plan.masks.fits(turn, x, y):
                    continue
                there = plan.placed(-1, number, x, y, rot)
                faced = [(side, there.facing(side)) for side in there.contacts_of(-1)]
                joined = any(there.has(a, DOOR) and b is not None and there.has(b, DOOR) for a, b in faced)
                fenced = any(there.has(a, FENCE) or (b is not None and there.has(b, FENCE)) for a, b in faced)
                if joined and not fenced and any(map(there.is_outer, there.sides_with(DOOR))):
                    found.append((x, y, rot))
    return found
