from __future__ import annotations

import math
import re

from hypothesis import given
from hypothesis import strategies as st

from castlewright.draw.outline import Step, box_of, is_circle, largest_rectangle, path_of, trace

CELLS = st.sets(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=1, max_size=20)


def area(loop: list[Step]) -> float:
    """Signed area in cells of a loop of straight steps; positive when clockwise (y downwards)."""
    return sum(step.start[0] * step.end[1] - step.end[0] * step.start[1] for step in loop) / 2


def points(path: str) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in re.findall(r"[ML](-?[\d.]+) (-?[\d.]+)", path)]


@given(CELLS)
def test_the_loops_enclose_exactly_the_cells(cells: set[tuple[int, int]]) -> None:
    loops = trace(sorted(cells))
    assert sum(area(loop) for loop in loops) == len(cells)
    for loop in loops:
        assert all(loop[n - 1].end == step.start for n, step in enumerate(loop))


@given(CELLS)
def test_neighbouring_steps_of_a_loop_turn(cells: set[tuple[int, int]]) -> None:
    for loop in trace(sorted(cells)):
        for n, step in enumerate(loop):
            assert step.way_out != loop[n - 1].way_in


@given(CELLS)
def test_an_inset_outline_stays_inside(cells: set[tuple[int, int]]) -> None:
    inset = 0.1
    for x, y in points(path_of(trace(sorted(cells)), 1, inset)):
        assert (math.floor(x), math.floor(y)) in cells
        nearest = min(abs(x - round(x)), abs(y - round(y)))
        assert math.isclose(nearest, inset, abs_tol=0.006)


def test_a_hole_runs_the_other_way() -> None:
    ring = [(x, y) for x in range(3) for y in range(3) if (x, y) != (1, 1)]
    assert sorted(area(loop) for loop in trace(ring)) == [-1, 9]


def test_parts_that_touch_at_a_corner_stay_apart() -> None:
    assert [area(loop) for loop in trace([(0, 0), (1, 1)])] == [1, 1]


def test_a_cut_corner_is_a_diagonal_that_takes_half_a_cell() -> None:
    (loop,) = trace([(1, 0), (0, 1), (1, 1)], [(0, 0, "nw")])
    assert area(loop) == 3.5
    assert ((0, 1), (1, 0)) in [(step.start, step.end) for step in loop]
    assert "A" not in path_of([loop], 10, 1)


def test_each_round_corner_bulges_towards_its_missing_corner() -> None:
    full = {(x, y) for x in range(4) for y in range(4)}
    corners = {(0, 0): "nw", (3, 0): "ne", (3, 3): "se", (0, 3): "sw"}
    cuts = [(x, y, corner, "arc") for (x, y), corner in corners.items()]
    (loop,) = trace(sorted(full - corners.keys()), cuts)
    ways = {step.missing: (step.way_out, step.way_in) for step in loop if step.arc}
    assert ways == {
        "nw": ((0, -1), (1, 0)),
        "ne": ((1, 0), (0, 1)),
        "se": ((0, 1), (-1, 0)),
        "sw": ((-1, 0), (0, -1)),
    }
    assert path_of([loop], 10, 1).count("A9 9 0 0 1") == 4


def test_only_a_square_box_with_four_round_corners_is_a_circle() -> None:
    cells = [(1, 0), (0, 1), (1, 1), (2, 1), (1, 2)]
    arcs = [(0, 0, "nw", "arc"), (2, 0, "ne", "arc"), (2, 2, "se", "arc"), (0, 2, "sw", "arc")]
    assert is_circle(cells, arcs)
    assert is_circle(cells, [list(cut) for cut in arcs])
    assert not is_circle(cells, [cut[:3] for cut in arcs])
    assert not is_circle(cells, arcs[:3])
    assert not is_circle([*cells, (3, 1)], arcs)


def test_boxes() -> None:
    assert box_of([]) == (0, 0, 0, 0)
    assert box_of([(2, 3)], [(-1, 3, "nw")]) == (-1, 3, 3, 4)


@given(CELLS)
def test_the_label_rectangle_is_full(cells: set[tuple[int, int]]) -> None:
    left, top, right, bottom = largest_rectangle(sorted(cells))
    assert right > left
    assert bottom > top
    assert {(x, y) for x in range(left, right) for y in range(top, bottom)} <= cells


def test_the_label_rectangle_prefers_the_wide_one() -> None:
    tee = [(0, 0), (1, 0), (2, 0), (1, 1), (1, 2)]
    assert largest_rectangle(tee) == (0, 0, 3, 1)
    assert largest_rectangle([]) == (0, 0, 0, 0)
