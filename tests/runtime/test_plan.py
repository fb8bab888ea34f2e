"""Single facts about plans, each on a small arrangement that can be drawn by hand."""

from __future__ import annotations

import json

import pytest

from castlewright.runtime.cells import BOTTOM, LEFT, OVER, RIGHT, TOP, cell_number, side_number
from castlewright.runtime.plan import OverlapError, Plan, PlanError
from castlewright.runtime.proto import Catalog, Proto
from castlewright.runtime.region import OUTER
from castlewright.runtime.shape import Shape

SQUARE, OCTAGON, HOOK, LINE, SHORT, STRAIGHT, BENT, DOT = range(8)
DOOR, FENCE, END = range(3)
CATALOG = Catalog(
    [
        Proto(Shape(["##", "##"]), {DOOR: [("right", 1), ("top", 2)], FENCE: [("bottom", 1)]}),
        Proto(Shape(["/##\\", "####", "\\##/"]), {DOOR: [("left", 2)]}),
        Proto(Shape(["###", "#..", "###"]), {DOOR: [("top", 1)]}),
        Proto(Shape(["####"]), {DOOR: [("left", 1), ("right", 1)]}),
        Proto(Shape(["oo"]), {END: [("left", 1), ("right", 1)]}),
        Proto(Shape(["o##o"]), {END: [("left", 1), ("right", 1)]}),
        Proto(Shape(["o#", ".o"]), {END: [("left", 1), ("bottom", 2)]}),
        Proto(Shape(["#"]), {}),
    ]
)


def plan_of(*placements: tuple[int, int, int, int]) -> Plan:
    """Pieces 0, 1, 2 … with proto, x, y, rot."""
    return Plan.from_placements([(piece, *rest) for piece, rest in enumerate(placements)], CATALOG)


def test_an_empty_plan() -> None:
    plan = Plan.empty(CATALOG)
    assert (len(plan), plan.pieces(), plan.placements, plan.box(), plan.sides()) == (0, (), (), None, ())
    assert plan.regions() == (OUTER,)
    assert not plan.any_outer(DOOR)


def test_placing_leaves_the_old_plan_alone() -> None:
    first = plan_of((SQUARE, 0, 0, 0))
    before = (first.placements, first.sides(), first.sides_with(DOOR), first.masks.full)
    second = first.placed(1, SQUARE, 2, 0, 0)
    assert (first.placements, first.sides(), first.sides_with(DOOR), first.masks.full) == before
    assert second.pieces() == (0, 1)
    assert second.placement(1) == (1, SQUARE, 2, 0, 0)
    assert len(second.sides_with(DOOR)) == 4
    assert 1 in second
    assert 1 not in first


def test_placements_survive_json() -> None:
    plan = plan_of((HOOK, -105, 3, 1), (SQUARE, 70, 66, 2))
    again = Plan.from_placements(json.loads(json.dumps(plan.placements)), CATALOG)
    assert again.placements == plan.placements
    assert again.sides() == plan.sides()


@pytest.mark.parametrize(
    ("placement", "part"),
    [
        ((0, SQUARE, 9, 9, 0), "in the plan already"),
        ((1, 8, 9, 9, 0), "no proto 8"),
        ((1, -1, 9, 9, 0), "no proto -1"),
        ((1, SQUARE, 9, 9, 4), "4 quarter turns"),
        ((1, SQUARE, 2001, 9, 0), "limit"),
        ((1, SQUARE, 1, 1, 0), "does not fit"),
    ],
)
def test_wrong_placements_are_refused(placement: tuple[int, int, int, int, int], part: str) -> None:
    with pytest.raises(PlanError, match=part):
        plan_of((SQUARE, 0, 0, 0)).placed(*placement)


def test_questions_about_absent_pieces_are_refused() -> None:
    plan = plan_of((SQUARE, 0, 0, 0))
    questions = (plan.placement, plan.cells_of, plan.sides_of, plan.touching, plan.corner_mates, plan.without)
    for question in questions:
        with pytest.raises(PlanError):
            question(5)
    with pytest.raises(PlanError):
        plan.piece_at(side_number(9, 9, TOP))


def test_cells_and_sides_of_a_piece() -> None:
    plan = plan_of((SQUARE, 10, -7, 1))
    assert plan.cells_of(0) == tuple(cell_number(x, y) for y in (-7, -6) for x in (10, 11))
    assert len(plan.sides_of(0)) == 8
    # right 1 and top 2 of the drawing are now bottom and right.
    assert plan.sides_of(0, DOOR) == (side_number(11, -6, RIGHT), side_number(11, -6, BOTTOM))
    assert [plan.edge(side) for side in plan.sides_of(0, DOOR)] == [TOP, RIGHT]
    assert plan.has(side_number(11, -6, RIGHT), DOOR)
    assert not plan.has(side_number(11, -6, RIGHT), FENCE)
    assert plan.features(side_number(10, -7, LEFT)) == 1 << FENCE
    assert plan.piece_in(cell_number(10, -7)) == 0
    assert plan.piece_in(cell_number(9, -7)) is None


def test_sides_face_each_other() -> None:
    plan = plan_of((SQUARE, 0, 0, 0), (LINE, 2, 0, 0))
    right = side_number(1, 0, RIGHT)
    left = side_number(2, 0, LEFT)
    assert plan.facing(right) == left
    assert plan.facing(left) == right
    assert plan.facing(side_number(1, 1, RIGHT)) is None
    assert plan.contacts(0, 1) == (right,)
    assert plan.contacts_of(1) == (left,)
    assert plan.contacts(0, 7) == ()
    assert plan.touching(0) == (1,)
    assert plan.piece_at(left) == 1


def test_touching_at_a_corner_is_told_apart() -> None:
    plan = plan_of((SQUARE, 0, 0, 0), (SQUARE, 2, 2, 0), (SQUARE, 2, 0, 0))
    assert plan.touching(0) == (2,)
    assert plan.corner_touching(0) == (1,)
    assert plan.corner_touching(2) == ()


# -- cut corners --


def test_a_cut_corner_keeps_full_cells_out() -> None:
    plan = plan_of((OCTAGON, 0, 0, 0))
    with pytest.raises(OverlapError):
        plan.placed(1, DOT, 0, 0, 0)
    with pytest.raises(OverlapError):
        plan_of((DOT, 0, 0, 0)).placed(1, OCTAGON, 0, 0, 0)


def test_opposite_cut_corners_share_a_cell() -> None:
    plan = plan_of((OCTAGON, 0, 0, 0), (OCTAGON, 3, 2, 0))
    assert plan.corner_mates(0) == (1,)
    assert plan.corner_mates(1) == (0,)
    assert plan.touching(0) == ()
    assert plan_of((OCTAGON, 0, 0, 0), (OCTAGON, 4, 2, 0)).corner_mates(0) == ()
    shared = cell_number(3, 2)
    assert plan.region_of(shared) is None
    assert plan.region_of(cell_number(0, 0)) == OUTER
    # A third cut cell has no space left, whichever corner it misses.
    for turns in range(4):
        with pytest.raises(OverlapError):
            plan.placed(2, OCTAGON, 3, 2, turns)


def test_cut_corners_that_do_not_point_apart_overlap() -> None:
    # The top right corner of the first and the top left corner of the second: both miss their upper half.
    with pytest.raises(OverlapError):
        plan_of((OCTAGON, 0, 0, 0), (OCTAGON, 3, 0, 0))


def test_cut_cells_are_listed_with_their_corner() -> None:
    plan = plan_of((OCTAGON, 5, 5, 0))
    assert plan.cut_cells_of(0) == (
        (cell_number(5, 5), 0),
        (cell_number(8, 5), 1),
        (cell_number(5, 7), 3),
        (cell_number(8, 7), 2),
    )


# -- over other pieces --


def doors_joined() -> Plan:
    """Two squares side by side; the door on the right of the first and one on the left of the second."""
    return plan_of((SQUARE, 0, 0, 0), (SQUARE, 2, 0, 2), (SHORT, 1, 0, 0))


def test_a_piece_over_a_shared_side_covers_both() -> None:
    plan = doors_joined()
    first, second = side_number(1, 0, RIGHT), side_number(2, 0, LEFT)
    assert plan.lies_on(2) == (0, 1)
    assert plan.covered_by(first) == 2
    assert plan.covered_by(second) == 2
    assert plan.covered_by(side_number(1, 1, RIGHT)) is None
    left_end, right_end = plan.sides_of(2, END)
    assert left_end == side_number(1, 0, LEFT) + OVER
    assert plan.covers(left_end) == first
    assert plan.covers(right_end) == second
    assert plan.covers(first) is None
    assert plan.piece_at(left_end) == 2
    assert plan.piece_over(cell_number(1, 0)) == 2
    assert plan.over_cells_of(2) == (cell_number(1, 0), cell_number(2, 0))
    # The doors still face each other; that they are covered is for the rules to use.
    assert plan.facing(first) == second


def test_a_piece_between_two_others_is_no_contact_where_it_runs_on() -> None:
    plan = plan_of((SQUARE, 0, 0, 0), (SQUARE, 4, 0, 2), (STRAIGHT, 1, 0, 0))
    door = side_number(1, 0, RIGHT)
    assert plan.covered_by(door) == 2
    assert plan.facing(door) is None
    assert plan.front(door) is None
    assert plan.contacts(2, 0) == ()
    assert plan.covers(side_number(1, 0, LEFT) + OVER) == door


def test_a_bent_piece_covers_the_side_towards_its_next_cell() -> None:
    plan = plan_of((DOT, 0, 0, 0), (DOT, 1, 1, 0), (BENT, 0, 0, 0))
    assert plan.covers(side_number(0, 0, LEFT) + OVER) == side_number(0, 0, RIGHT)
    # The end at the bottom is opposite to the side it covers, the one at the left of that cell is not.
    assert plan.covers(side_number(1, 1, BOTTOM) + OVER) == side_number(1, 1, TOP)
    assert plan.covers(side_number(1, 1, LEFT) + OVER) == side_number(1, 1, TOP)


def test_an_over_cell_faces_what_lies_beside_it() -> None:
    plan = plan_of((SQUARE, 0, 0, 0), (SQUARE, 2, 0, 2), (DOT, 1, -1, 0), (SHORT, 1, 0, 0))
    above = side_number(1, 0, TOP) + OVER
    assert plan.facing(above) == side_number(1, -1, BOTTOM)
    assert plan.facing(side_number(1, -1, BOTTOM)) == side_number(1, 0, TOP)
    assert plan.contacts(3, 2) == (above,)
    assert plan.contacts(2, 3) == ()
    # Below it the same piece goes on: nothing to face.
    assert plan.facing(side_number(1, 0, BOTTOM) + OVER) is None


@pytest.mark.parametrize("x", [-1, 0, 2, 5])
def test_over_cells_need_something_beneath(x: int) -> None:
    plan = plan_of((SQUARE, 0, 0, 0), (SQUARE, 2, 0, 2))
    if x in (0, 2):
        assert plan.placed(2, SHORT, x, 0, 0).lies_on(2) == ((0,) if x == 0 else (1,))
    else:
        with pytest.raises(OverlapError):
            plan.placed(2, SHORT, x, 0, 0)


def test_nothing_lies_over_an_over_cell() -> None:
    with pytest.raises(OverlapError):
        doors_joined().placed(3, SHORT, 0, 0, 0)
    with pytest.raises(OverlapError):
        Plan.empty(CATALOG).placed(0, SHORT, 0, 0, 0)


# -- areas --


def ring_of_lines(gap: int = 0) -> Plan:
    """Four lines around a hole of 3 by 3, each beginning where another ends; the last may be moved out."""
    return plan_of((LINE, 0, 0, 0), (LINE, 4, 0, 1), (LINE, 1, 4, 0), (LINE, 0 - gap, 1, 1))


def test_a_ring_of_pieces_closes_a_region() -> None:
    plan = ring_of_lines()
    outer, inner = plan.regions()
    assert outer is OUTER is plan.outer_region()
    assert not outer.enclosed
    assert inner.enclosed
    assert inner.size == 9
    assert inner.cells == tuple(cell_number(x, y) for y in (1, 2, 3) for x in (1, 2, 3))
    inside = side_number(1, 0, BOTTOM)
    assert plan.front(inside) == inner
    assert not plan.is_outer(inside)
    assert plan.front(side_number(1, 0, TOP)) is OUTER
    assert plan.is_outer(side_number(1, 0, TOP))
    assert len(plan.border(inner)) == 12
    assert inside in plan.border(inner)
    assert len(plan.border(OUTER)) == len(plan.sides()) - 12 - sum(len(plan.contacts_of(p)) for p in range(4))
    assert len(ring_of_lines(gap=1).regions()) == 1


def test_pieces_that_touch_at_a_point_close_a_region() -> None:
    plan = plan_of((DOT, 1, 0, 0), (DOT, 0, 1, 0), (DOT, 2, 1, 0), (DOT, 1, 2, 0))
    assert [region.size for region in plan.regions()] == [0, 1]
    assert plan.front(side_number(1, 0, BOTTOM)) == plan.regions()[1]


def test_a_shared_cut_cell_is_no_way_through() -> None:
    # A hole of one cell at (4, 1): octagons at its left and below share no cell yet.
    dots = [(DOT, 4, 0, 0), (DOT, 5, 1, 0), (DOT, 5, 2, 0), (DOT, 4, 3, 0)]
    open_plan = plan_of((OCTAGON, 0, 0, 0), *dots)
    assert len(open_plan.regions()) == 1
    assert open_plan.is_outer(side_number(3, 1, RIGHT))
    closed = plan_of((OCTAGON, 0, 0, 0), (OCTAGON, 3, 2, 0), (DOT, 4, 0, 0), (DOT, 5, 1, 0))
    assert [region.size for region in closed.regions()] == [0, 1]
    assert closed.region_of(cell_number(3, 2)) is None
    assert not closed.is_outer(side_number(3, 1, RIGHT))


def test_what_pieces_enclose_takes_in_what_lies_inside() -> None:
    plan = ring_of_lines().placed(4, DOT, 2, 2, 0).placed(5, DOT, 9, 9, 0).placed(6, DOT, 1, 1, 0)
    area = plan.region_within(range(4))
    assert area is not None
    assert area.size == 9
    assert plan.inside(4, area)
    assert not plan.beyond(4, area)
    assert plan.beyond(5, area)
    assert not plan.inside(5, area)
    assert plan.region_within((0, 1, 2)) is None
    assert plan.region_within((0, 1, 2, 99)) is None
    assert not plan.inside(4, None)
    assert not plan.beyond(4, None)
    assert [region.size for region in plan.regions()] == [0, 7]


def test_some_side_leads_outside() -> None:
    plan = ring_of_lines()
    assert plan.any_outer(DOOR)
    shut = plan_of((DOT, 0, 0, 0), (LINE, 1, 0, 0), (DOT, 5, 0, 0))
    assert not shut.any_outer(DOOR)
    # A way out that is not straight: the door on the left end looks at a wall one cell away.
    bent = plan_of((LINE, 0, 0, 0), (LINE, -2, -1, 1), (DOT, 4, 0, 0))
    assert bent.open_rays(DOOR)
    wall = plan_of((LINE, 0, 0, 0), (DOT, -2, 0, 0), (DOT, 4, 0, 0))
    assert not wall.open_rays(DOOR)
    assert wall.any_outer(DOOR)


# -- far away, changed, on trial --


def test_coordinates_far_apart() -> None:
    plan = plan_of((SQUARE, 0, 0, 0), (SQUARE, -105, 1999, 0), (SQUARE, 1990, -2000, 3), (LINE, 2, 0, 0))
    assert plan.touching(0) == (3,)
    assert plan.touching(1) == ()
    assert plan.is_outer(side_number(-105, 1999, TOP))
    assert plan.box() == (-105, -2000, 1991, 2000)


def test_without_and_with_another_proto() -> None:
    plan = plan_of((SQUARE, 0, 0, 0), (LINE, 2, 0, 0), (DOT, 6, 0, 0))
    assert plan.without(1).placements == ((0, SQUARE, 0, 0, 0), (2, DOT, 6, 0, 0))
    changed = plan.with_proto(2, LINE)
    assert changed.placement(2) == (2, LINE, 6, 0, 0)
    assert changed.pieces() == (0, 1, 2)
    with pytest.raises(OverlapError):
        plan.with_proto(0, LINE)


def test_a_trial_leaves_the_plan_alone() -> None:
    plan = plan_of((OCTAGON, 0, 0, 0), (SQUARE, 4, 1, 0))

    def answers() -> tuple[object, ...]:
        return (plan.placements, plan.sides(), plan.regions(), plan.corner_mates(0), plan.sides_with(DOOR))

    before = answers()
    trial = plan.trial()
    trial.memo["kept"] = 1
    trial.put(8, STRAIGHT, 5, 1, 0)
    trial.put(9, DOT, 9, 1, 0)
    assert trial.lies_on(8) == (1,)
    assert trial.lies_under(1) == (8,)
    assert trial.corner_touching(9) == ()
    assert trial.memo == {}
    assert answers() == before
    with pytest.raises(PlanError):
        trial.put(9, DOT, 20, 1, 0)
    trial.take()
    trial.take()
    assert trial.placements == plan.placements
    assert trial.sides_with(DOOR) == plan.sides_with(DOOR)
    assert trial.piece_over(cell_number(5, 1)) is None
    with pytest.raises(PlanError):
        trial.take()
