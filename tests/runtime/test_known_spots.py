"""What a search keeps from plan to plan, and questions that are cut short, against asking everything anew."""

from __future__ import annotations

import random
from itertools import zip_longest

from hypothesis import given
from hypothesis import strategies as st

from castlewright.runtime.plan import Plan
from castlewright.runtime.rays import boxes_apart, boxes_overlap
from castlewright.runtime.spots import CORNERS, Terms, any_spot, spots
from castlewright.runtime.trial import Trial
from support.plan_pieces import CARRIERS, DOOR, FENCE, GROUND, WET, both, random_placements, small_catalog

seeds = st.integers(0, 10**6)
TERMS = (
    Terms([(DOOR, DOOR)]),
    Terms([(DOOR, DOOR)], bars=[(DOOR, WET)], keep_off=[FENCE], outer=DOOR),
    Terms([(DOOR, WET), (WET, DOOR)], keep_off=[WET]),
)


@given(seeds, st.integers(4, 10), st.randoms(use_true_random=False))
def test_known_spots_tell_the_truth_while_a_plan_grows(seed: int, count: int, rng: random.Random) -> None:
    placements = random_placements(seed, count, over_share=0.6)
    plan = Plan(small_catalog())
    plans = [plan]
    for placement in placements:
        plan = plan.placed(*placement)
        plans.append(plan)
        # Now and then an older plan is asked as well: what its children know must not reach it.
        for asked in (plan, rng.choice(plans)):
            for _ in range(4):
                terms, number = rng.choice(TERMS), rng.choice(GROUND)
                anew = Plan.from_placements(asked.placements, small_catalog())
                assert any_spot(asked, number, terms) == bool(spots(anew, number, terms))


def test_a_known_spot_is_gone_when_something_lies_beside_it() -> None:
    plan = Plan(small_catalog()).placed(0, 3, 0, 0, 0)
    corner, far = (3, 3, 4, 4), (-9, -9, -8, -8, 7)
    plan.note_spots("corner", (corner, far))
    assert plan.known_spots("corner") == (corner, far)
    assert plan.placed(1, 3, 20, 0, 0).known_spots("corner") == (corner, far)
    assert plan.placed(1, 3, 5, 2, 0).known_spots("corner") == (far,)
    beside = plan.placed(1, 3, 20, 0, 0).placed(2, 0, 1, 5, 0)
    assert beside.known_spots("corner") == (far,)
    assert beside.placed(3, 3, 40, 0, 0).placed(4, 3, -8, -8, 0).known_spots("corner") == ()
    assert plan.known_spots("corner") == (corner, far)
    assert plan.known_spots("edge") == ()


@given(seeds, st.sampled_from([1, 4]), st.sampled_from(TERMS))
def test_a_check_of_shared_corners_is_asked_only_there(seed: int, number: int, terms: Terms) -> None:
    plan, slow = both(random_placements(seed, 6))
    everywhere = spots(plan, number, terms)
    asked: list[tuple[int, int, int]] = []

    def check(trial: Trial) -> bool:
        piece, _, *spot = trial.placements[-1]
        asked.append((spot[0], spot[1], spot[2]))
        assert piece == 77
        return len(trial.corner_mates(77)) > 1

    found = spots(plan, number, terms, piece=77, partial=((CORNERS, check),))
    mates = {spot: len(slow.plus(77, number, *spot).corner_mates(77)) for spot in everywhere}
    assert asked == [spot for spot in everywhere if mates[spot]]
    assert found == [spot for spot in everywhere if mates[spot] != 1]
    assert any_spot(plan, number, terms, piece=77, partial=((CORNERS, check),)) == bool(found)


@given(seeds, st.sampled_from(GROUND), st.sampled_from(TERMS), st.sampled_from([FENCE, WET]))
def test_a_check_of_what_faces_a_feature_is_asked_where_something_may(
    seed: int, number: int, terms: Terms, feature: int
) -> None:
    plan = Plan.from_placements(random_placements(seed, 4), small_catalog())
    asked: list[object] = []

    def check(trial: Trial) -> bool:
        asked.append(trial.placements[-1][2:])
        return not trial.is_faced(feature) or sum(trial.placements[-1][2:4]) % 3 > 0

    everywhere = spots(plan, number, terms, piece=77)
    found = spots(plan, number, terms, piece=77, partial=((feature, check),))
    skipped = [spot for spot in everywhere if spot not in asked]
    for spot in skipped:
        assert not plan.placed(77, number, *spot).is_faced(feature)
    del asked[:]
    assert found == spots(plan, number, terms, piece=77, check=check)
    assert len(asked) == len(everywhere)
    anew = Plan.from_placements(plan.placements, small_catalog())
    assert any_spot(anew, number, terms, piece=77, partial=((feature, check),)) == bool(found)


def test_most_places_are_not_asked_what_faces_a_feature() -> None:
    plan = Plan(small_catalog()).placed(0, 5, 0, 0, 0)
    terms = Terms([(DOOR, DOOR)])
    asked: list[object] = []

    def check(trial: Trial) -> bool:
        asked.append(trial.placements[-1])
        return True

    found = [spots(plan, number, terms, partial=((FENCE, check),)) for number in GROUND if number != 5]
    assert 0 < len(asked) < sum(map(len, found)) / 2


@given(seeds, st.lists(st.integers(0, 16), max_size=6), st.lists(st.integers(0, 30), max_size=4))
def test_rays_tell_the_same_in_any_order(seed: int, sizes: list[int], offsets: list[int]) -> None:
    placements = random_placements(seed, 6)
    rays = Plan.from_placements(placements, small_catalog()).open_rays(DOOR)
    apart = max([boxes_apart(a, b) for a in rays for b in rays], default=0)
    asked = Plan.from_placements(placements, small_catalog())
    for size, offset in zip_longest(sizes, offsets, fillvalue=3):
        box = (offset - 15, 5 - offset, offset - 9, 15 - offset)
        assert asked.stays_open(DOOR, size) == (apart >= size > 0 or size == 0)
        assert asked.leaves_open(DOOR, (box,)) == any(not boxes_overlap(ray, box) for ray in rays)
    assert sorted(asked.open_rays(DOOR)) == sorted(rays)


@given(seeds, st.randoms(use_true_random=False), st.booleans())
def test_questions_about_pairs_of_pieces(seed: int, rng: random.Random, on_trial: bool) -> None:
    placements = random_placements(seed, 11, over_share=0.8)
    plan = Plan.from_placements(placements, small_catalog())
    if on_trial:
        *before, last = placements
        plan = Plan.from_placements(before, small_catalog()).trial()
        plan.put(*last)
    anew = Plan.from_placements(placements, small_catalog())
    questions = [
        (a, b, f, o) for a in anew.pieces() for b in anew.pieces() for f in (DOOR, WET) for o in (DOOR, FENCE)
    ]
    rng.shuffle(questions)
    for a, b, feature, other in questions:
        met = [
            anew.piece_at(facing)
            for side in anew.sides_of(a, feature)
            if (facing := anew.facing(side)) is not None and anew.has(facing, other)
        ]
        assert plan.joined(a, b, feature, other) == (b in met)
        assert plan.some_joined(a, feature, other) == bool(met)
        assert plan.all_joined(a, feature, other) == (len(met) == len(anew.sides_of(a, feature)))
        owners = [side for side in anew.contacts_of(a) if anew.piece_at(anew.facing(side) or 0) == b]
        assert plan.contacts(a, b) == tuple(owners)


def test_pieces_lie_over_others_in_these_plans() -> None:
    numbers = {p[1] for seed in range(5) for p in random_placements(seed, 11, over_share=0.8)}
    assert numbers & set(CARRIERS)
