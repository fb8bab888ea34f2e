"""Plans of pieces thrown about at random, compared with the slow implementation."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from castlewright.runtime.cells import CELL_MASK, OVER, STEP, cell_number, cell_place, side_place
from castlewright.runtime.plan import Plan
from castlewright.runtime.region import OUTER
from castlewright.runtime.trial import Trial
from support.naive_plan import STEPS, NaivePlan
from support.plan_pieces import (
    DOOR,
    FENCE,
    GROUND,
    SMALL,
    WET,
    both,
    number_of,
    random_placements,
    small_catalog,
)

seeds = st.integers(0, 10**6)


def compare(plan: Plan, slow: NaivePlan) -> None:
    """Every answer of both implementations about every piece and side."""
    assert plan.pieces() == tuple(entry.piece for entry in slow.pieces)
    areas = slow.areas()
    assert [set(map(cell_place, region.cells)) for region in plan.regions()] == [set(), *areas[1:]]
    for entry in slow.pieces:
        piece = entry.piece
        sides = entry.sides()
        assert plan.sides_of(piece) == tuple(map(number_of, sides))
        assert set(map(cell_place, plan.cells_of(piece))) == entry.full
        assert list(plan.touching(piece)) == slow.touching(piece)
        assert list(plan.corner_touching(piece)) == slow.corner_touching(piece)
        assert list(plan.corner_mates(piece)) == slow.corner_mates(piece)
        assert list(plan.lies_on(piece)) == slow.lies_on(piece)
        over = [other for other in plan.pieces() if piece in slow.lies_on(other)]
        assert list(plan.lies_under(piece)) == over
        for other in slow.pieces:
            assert list(plan.contacts(piece, other.piece)) == list(
                map(number_of, slow.contacts(piece, other.piece))
            )
        for side in sides:
            number = number_of(side)
            assert number is not None
            assert plan.facing(number) == number_of(slow.facing(side))
            assert plan.piece_at(number) == piece
            assert plan.edge(number) == (side[2] - entry.rot) % 4
            assert plan.features(number) == sum(1 << feature for feature in slow.features(side))
            assert plan.covered_by(number) == slow.covered_by(side)
            assert plan.covers(number) == number_of(slow.covers(side))
            outer = slow.is_outer(side)
            assert plan.is_outer(number) == outer
            assert (plan.front(number) is OUTER) == outer
    for feature in (DOOR, FENCE, WET):
        with_feature = [
            (number_of(side), slow.is_outer(side))
            for entry in slow.pieces
            for side in entry.sides()
            if feature in entry.features(side)
        ]
        assert list(plan.sides_with(feature)) == [number for number, _ in with_feature]
        assert plan.any_outer(feature) == any(outer for _, outer in with_feature)


@given(seeds, st.integers(1, 9))
def test_answers_equal_those_of_the_slow_implementation(seed: int, count: int) -> None:
    compare(*both(random_placements(seed, count)))


@given(seeds)
def test_crowded_plans(seed: int) -> None:
    compare(*both(random_placements(seed, 16, over_share=0.5)))


@given(seeds, st.data())
def test_whether_a_piece_fits(seed: int, data: st.DataObject) -> None:
    plan, slow = both(random_placements(seed, 7))
    for _ in range(40):
        number = data.draw(st.integers(0, len(SMALL) - 1))
        x, y, rot = data.draw(st.tuples(st.integers(-16, 14), st.integers(-16, 14), st.integers(0, 3)))
        turn = small_catalog()[number].turns[rot]
        assert plan.masks.fits(turn, x, y) == slow.fits(number, x, y, rot)


@given(seeds)
def test_a_trial_answers_like_the_placed_plan(seed: int) -> None:
    """Also when questions are asked between, and after pieces were taken off again."""
    placements = random_placements(seed, 9, over_share=0.3)
    rng = random.Random(seed)
    cut = rng.randint(1, len(placements) - 1) if len(placements) > 1 else 1
    base, slow = both(placements[:cut])
    trial = base.trial()
    for placement in placements[cut:]:
        trial.put(*placement)
        slow = slow.plus(*placement)
        if rng.random() < 0.5:
            quick_answers(trial, slow)
        if rng.random() < 0.5:
            compare(trial, slow)
    compare(trial, slow)
    assert trial.placements == tuple(placements)
    while len(slow.placements) > cut:
        trial.take()
        slow = NaivePlan(slow.protos, slow.placements[:-1])
        if rng.random() < 0.5:
            quick_answers(trial, slow)
    compare(trial, slow)
    compare(base, slow)


def quick_answers(trial: Trial, slow: NaivePlan) -> None:
    """The answers that a trial gives without writing the new pieces into its dictionaries."""
    for entry in slow.pieces:
        for side in entry.sides():
            number = number_of(side)
            assert number is not None
            assert trial.is_outer(number) == slow.is_outer(side)
            if not side[3]:
                assert trial.piece_at(number) == entry.piece
            assert trial.has(number, DOOR) == (DOOR in entry.features(side))
    last = slow.pieces[-1].piece
    assert list(trial.corner_mates(last)) == slow.corner_mates(last)
    assert len(trial.sides_with(DOOR)) == sum(DOOR in bits for e in slow.pieces for bits in e.marked.values())


@given(seeds, st.integers(-300, 300), st.integers(-300, 300))
def test_moving_a_plan_moves_its_answers(seed: int, dx: int, dy: int) -> None:
    placements = random_placements(seed, 8)
    here = Plan.from_placements(placements, small_catalog())
    moved_placements = [(p, n, x + dx, y + dy, rot) for p, n, x, y, rot in placements]
    there = Plan.from_placements(moved_placements, small_catalog())
    shift = cell_number(dx, dy) - cell_number(0, 0)
    move = shift * 4

    def moved(sides: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(side + move for side in sides)

    for piece in here.pieces():
        assert there.sides_of(piece) == moved(here.sides_of(piece))
        assert there.contacts_of(piece) == moved(here.contacts_of(piece))
        assert there.touching(piece) == here.touching(piece)
    for side in here.sides():
        assert there.is_outer(side + move) == here.is_outer(side)
    assert [r.cells for r in there.regions()] == [tuple(c + shift for c in r.cells) for r in here.regions()]


@given(seeds)
def test_turning_a_plan_turns_its_answers(seed: int) -> None:
    """A quarter turn clockwise of everything: cell (x, y) goes to (-1 - y, x)."""
    placements = random_placements(seed, 8)
    catalog = small_catalog()
    plan = Plan.from_placements(placements, catalog)
    turned = Plan.from_placements(
        [(p, n, -y - catalog[n].turns[rot].shape.height, x, (rot + 1) % 4) for p, n, x, y, rot in placements],
        catalog,
    )

    def turn(side: int) -> int:
        x, y, edge = side_place(side)
        return cell_number(-1 - y, x) * 4 + (edge + 1) % 4 + (side & OVER)

    for piece in plan.pieces():
        assert set(turned.sides_of(piece)) == set(map(turn, plan.sides_of(piece)))
        assert set(turned.contacts_of(piece)) == set(map(turn, plan.contacts_of(piece)))
        assert turned.touching(piece) == plan.touching(piece)
        assert turned.corner_mates(piece) == plan.corner_mates(piece)
    for side in plan.sides():
        assert turned.features(turn(side)) == plan.features(side)
        assert turned.edge(turn(side)) == plan.edge(side)
        assert turned.is_outer(turn(side)) == plan.is_outer(side)
    assert sorted(r.size for r in turned.regions()) == sorted(r.size for r in plan.regions())


@given(seeds)
def test_building_step_by_step_equals_building_at_once(seed: int) -> None:
    placements = random_placements(seed, 10)
    rng = random.Random(seed)
    plan = Plan.empty(small_catalog())
    for placement in placements:
        # Questions in between fill caches, which must not leak into the next plan.
        for side in rng.sample(plan.sides(), min(3, len(plan.sides()))):
            plan.is_outer(side)
        plan.any_outer(DOOR)
        plan.regions()
        plan = plan.placed(*placement)
    slow = NaivePlan(both(placements)[1].protos, placements)
    compare(plan, slow)


@given(seeds, st.sets(st.integers(0, 9), min_size=1))
def test_what_some_pieces_enclose(seed: int, chosen: set[int]) -> None:
    placements = [entry for entry in random_placements(seed, 10, over_share=0.0) if entry[1] in GROUND]
    plan, slow = both(placements)
    chosen &= set(plan.pieces())
    area = plan.region_within(chosen)
    only = NaivePlan(slow.protos, [entry for entry in placements if entry[0] in chosen])
    cells = set().union(*only.areas()[1:]) if chosen else set()
    assert set(map(cell_place, area.cells if area else ())) == cells
    for entry in slow.pieces:
        assert plan.inside(entry.piece, area) == (bool(cells) and entry.full <= cells)
        assert plan.beyond(entry.piece, area) == (bool(cells) and not entry.full & cells)


def test_steps_agree() -> None:
    for edge, (dx, dy) in enumerate(STEPS):
        assert cell_place(cell_number(3, 4) + STEP[edge] & CELL_MASK) == (3 + dx, 4 + dy)
