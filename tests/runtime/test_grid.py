from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from castlewright.runtime.grid import Grid, GridError, GridTrial
from support.plan_pieces import CASES

UP, RIGHT, DOWN, LEFT = (0, 1), (1, 0), (0, -1), (-1, 0)
EIGHT = [(dx, dy) for dy in (1, 0, -1) for dx in (-1, 0, 1) if (dx, dy) != (0, 0)]


def around_a_wide_piece() -> Grid:
    """Piece 0 fills columns 0 and 1 of row 0; the ten spaces around it hold 10 + column + 1, 20…, 30…."""
    grid = Grid.empty().placed(0, 2, 0, 0)
    for base, row in ((10, 1), (20, 0), (30, -1)):
        for column in range(-1, 3):
            if grid.at(column, row) is None:
                grid = grid.placed(base + column + 1, 1, column, row)
    return grid


def test_a_grid_and_its_plain_data() -> None:
    grid = around_a_wide_piece()
    assert len(grid) == 11
    assert grid.pieces()[:3] == (0, 10, 11)
    assert (grid.at(1, 0), grid.at(5, 5)) == (0, None)
    assert (grid.column(0), grid.row(0), grid.width(0)) == (0, 0, 2)
    assert grid.columns_of(0) == (0, 1)
    assert grid.cells_of(0) == ((0, 0), (1, 0))
    assert grid.columns() == (-1, 0, 1, 2)
    assert grid.rows() == (-1, 0, 1)
    assert grid.in_column(1) == (32, 0, 12)
    assert grid.in_row(0) == (20, 0, 23)
    again = Grid.from_placements(json.loads(json.dumps(grid.placements)))
    assert again.placements == grid.placements
    assert 23 in again
    assert 99 not in again


def test_neighbours_start_from_every_space() -> None:
    grid = around_a_wide_piece()
    assert grid.neighbours(0, [UP]) == (11, 12)
    assert grid.neighbours(0, [LEFT, RIGHT]) == (20, 23)
    assert grid.neighbours(0, [RIGHT, LEFT]) == (23, 20)
    assert len(grid.neighbours(0, EIGHT)) == 10
    assert grid.neighbours(0, [UP, RIGHT, DOWN, LEFT]) == (11, 12, 23, 31, 32, 20)
    # A wide piece seen from several spaces counts once, and never itself.
    assert grid.neighbours(11, [DOWN, (1, -1)]) == (0,)
    assert grid.neighbours(0, [(5, 5)]) == ()
    assert grid.neighbours(11, [(0, -2)]) == (31,)


def test_offsets_start_from_the_first_space_and_leave_the_piece() -> None:
    grid = around_a_wide_piece()
    assert grid.at_offsets(0, [LEFT, RIGHT]) == (20, 23)  # both outer ends
    assert grid.at_offsets(0, [UP, (1, 1)]) == (11, 12)  # above the left and the right half
    assert grid.at_offsets(0, [DOWN, (1, -1)]) == (31, 32)
    assert grid.at_offsets(0, [(-1, 1), (2, 1)]) == (10, 13)
    assert grid.at_offsets(11, [DOWN]) == (0,)
    assert grid.at_offsets(11, [DOWN, (1, -1)]) == (0, 0)
    assert grid.at_offsets(0, [(0, 2)]) == ()
    assert grid.offset_place(0, RIGHT) == (2, 0)
    with pytest.raises(GridError):
        grid.at_offsets(0, [(0, 0)])


def test_wrong_placements_and_questions_are_refused() -> None:
    grid = Grid.empty().placed(0, 2, 0, 0)
    wrong = (((0, 1, 5, 5), "already"), ((1, 0, 5, 5), "wide"), ((1, 3, -1, 0), "taken by piece 0"))
    for placement, part in wrong:
        with pytest.raises(GridError, match=part):
            grid.placed(*placement)
    for question in (grid.row, grid.column, grid.width, grid.cells_of, grid.without):
        with pytest.raises(GridError):
            question(9)


def test_placing_leaves_the_old_grid_alone() -> None:
    first = Grid.empty().placed(0, 1, 0, 0)
    second = first.placed(1, 1, 0, 1)
    assert (first.pieces(), first.at(0, 1), first.placements) == ((0,), None, ((0, 1, 0, 0),))
    assert second.without(0).placements == ((1, 1, 0, 1),)


def test_spots_of_small_grids() -> None:
    assert Grid.empty().spots() == [(0, 0)]
    one = Grid.empty().placed(0, 1, 0, 0)
    assert one.spots() == [(0, -1), (-1, 0), (1, 0), (0, 1)]
    assert one.spots(2) == [(-1, -1), (0, -1), (-2, 0), (1, 0), (-1, 1), (0, 1)]
    assert one.any_spot(2)

    def upward(trial: GridTrial) -> bool:
        assert trial.placements[-1][0] == 8
        return trial.row(8) > 0 and trial.neighbours(8, [DOWN]) == (0,)

    assert one.spots(piece=8, check=upward) == [(0, 1)]
    assert not one.any_spot(piece=8, check=lambda trial: trial.row(8) > 5)
    assert one.placements == ((0, 1, 0, 0),)


places = st.tuples(st.integers(1, 3), st.integers(-3, 3), st.integers(-3, 3))


@given(st.lists(places, max_size=9), st.integers(1, 3))
def test_spots_equal_those_found_by_trying_every_place(
    pieces: list[tuple[int, int, int]], width: int
) -> None:
    grid = Grid.empty()
    for piece, (wide, column, row) in enumerate(pieces):
        if all(grid.at(column + x, row) is None for x in range(wide)):
            grid = grid.placed(piece, wide, column, row)
    expected = []
    for row in range(-6, 7):
        for column in range(-9, 10):
            taken = [(column + x, row) for x in range(width)]
            if any(grid.at(*place) is not None for place in taken):
                continue
            if any(
                grid.at(x + dx, y + dy) is not None for x, y in taken for dx, dy in (UP, RIGHT, DOWN, LEFT)
            ):
                expected.append((column, row))
    assert grid.spots(width) == (expected if len(grid) else [(0, 0)])


def test_a_trial_undoes_what_it_did() -> None:
    grid = around_a_wide_piece()
    trial = grid.trial()
    trial.put(99, 2, 5, 5)
    assert trial.at(6, 5) == 99
    with pytest.raises(GridError):
        trial.put(99, 1, 8, 8)
    trial.take()
    assert (trial.placements, trial.at(6, 5), 99 in trial) == (grid.placements, None, False)
    with pytest.raises(GridError):
        Grid.empty().trial().take()


# -- recorded arrangements --


def recorded() -> list[tuple[str, int, dict[str, Any]]]:
    found = []
    for path in sorted((CASES / "two_castles").glob("*.json")):
        for index, castle in enumerate(json.loads(path.read_text(encoding="utf-8"))["castles"]):
            found.append((path.stem, index, castle))
    return found


def grid_of(castle: dict[str, Any]) -> tuple[Grid, list[str]]:
    """The recorded rows, topmost first, as a grid whose ground is the row of the wide piece."""
    rows = castle["grid"]
    ground = next((y for y, row in enumerate(rows) if "(throne)" in row), len(rows) - 1)
    grid, names = Grid.empty(), []
    for y, row in enumerate(rows):
        for x, name in enumerate(row):
            if name is None or name == "(throne)":
                continue
            width = 2 if x + 1 < len(row) and row[x + 1] == "(throne)" else 1
            grid = grid.placed(len(names), width, x, ground - y)
            names.append(name)
    return grid, names


@pytest.mark.parametrize(("case", "index", "castle"), recorded(), ids=lambda value: str(value)[:24])
def test_recorded_arrangements(case: str, index: int, castle: dict[str, Any]) -> None:
    """Every piece could be put where it lies; two kinds that only count places score as recorded."""
    grid, names = grid_of(castle)
    for piece in grid.pieces():
        rest = grid.without(piece)
        assert (grid.column(piece), grid.row(piece)) in rest.spots(grid.width(piece)), names[piece]
    for piece, name in enumerate(names):
        kind = name.rstrip("0123456789_")
        if kind == "grand_foyer":
            assert castle["expected"][name] == len(grid.neighbours(piece, EIGHT))
        if kind == "tower":
            column = grid.in_column(grid.column(piece))
            assert castle["expected"][name] == column.index(piece)


def test_the_recordings_are_there() -> None:
    assert len(list(Path(CASES / "two_castles").glob("*.json"))) == 9
    assert sum("grand_foyer" in json.dumps(castle) for _, _, castle in recorded()) > 2
