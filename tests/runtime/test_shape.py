from __future__ import annotations

import pytest

from castlewright.runtime.cells import LEFT, RIGHT, ROW, TOP, side_number, side_place
from castlewright.runtime.proto import Catalog, Proto
from castlewright.runtime.shape import Shape, ShapeError, cover_with_rectangles
from support.naive_plan import NaiveProto
from support.plan_pieces import COUNTS, DRAWINGS, SMALL, doors, piece_rows


@pytest.mark.parametrize("name", DRAWINGS)
def test_drawings_have_the_stated_cells(name: str) -> None:
    shape = Shape(DRAWINGS[name])
    assert shape.count == COUNTS[name]
    assert all(len(turn.full) == COUNTS[name] for turn in shape.turns)


def test_all_doors_lie_on_outer_edges_of_full_cells() -> None:
    checked = 0
    for row in piece_rows():
        shape = Shape(DRAWINGS[row["shape"]])
        places = doors(row["doors"])
        turn = Proto(shape, {0: places}).turns[0]
        assert len(turn.by_feature[0]) == len(places), row["name"]
        assert set(turn.by_feature[0]) <= set(turn.shape.sides), row["name"]
        checked += len(places)
    assert checked == 238


@pytest.mark.parametrize("index", range(len(SMALL)))
def test_turns_agree_with_turned_text(index: int) -> None:
    drawing, features = SMALL[index]
    proto, naive = Proto(Shape(drawing), features), NaiveProto(drawing, features)
    corners = {(-1, -1): 0, (1, -1): 1, (1, 1): 2, (-1, 1): 3}
    for turn, slow in zip(proto.turns, naive.turns, strict=True):
        assert set(turn.shape.full) == slow.full
        assert set(turn.shape.over) == slow.over
        assert dict(turn.shape.cuts) == {cell: corners[corner] for cell, corner in slow.cuts.items()}
        there = {}
        for side, bits in turn.features:
            y, x = divmod((side & (ROW * ROW * 4 - 1)) >> 2, ROW)
            there[x, y, side & 3] = {feature for feature in range(63) if bits >> feature & 1}
        assert there == slow.marked


def test_features_sit_on_the_outermost_full_cell_of_a_column_of_the_box() -> None:
    shape = Shape(DRAWINGS["L20"])
    assert shape.outermost("right", 1) == (1, 0, RIGHT)  # the inner edge of the upper arm
    assert shape.outermost("right", 3) == (3, 2, RIGHT)
    assert shape.outermost("top", 3) == (2, 2, TOP)
    assert Shape(DRAWINGS["circle25"]).outermost("left", 1) == (1, 0, LEFT)


@pytest.mark.parametrize(
    ("drawing", "part"),
    [
        ([], "at least one full cell"),
        (["/\\"], "at least one full cell"),
        (["##", "#x"], "unknown mark 'x' in row 2, column 2"),
        ([".#", ".#"], "left column"),
        (["..", "##"], "top row"),
        (["##", ""], "bottom row"),
        (["#.#"], "falls apart"),
        (["#.", ".#"], "falls apart"),
        (["#/#"], "not clear"),
        (["/.", "##"], None),
    ],
)
def test_wrong_drawings_are_refused(drawing: list[str], part: str | None) -> None:
    if part is None:
        assert Shape(drawing).turns[0].cuts == (((0, 0), 0),)
        return
    with pytest.raises(ShapeError, match=part):
        Shape(drawing)


@pytest.mark.parametrize(
    ("place", "part"),
    [
        (("top", 5), "counts from 1 to 4"),
        (("top", 0), "counts from 1 to 4"),
        (("north", 1), "no edge 'north'"),
    ],
)
def test_wrong_places_of_features_are_refused(place: tuple[str, int], part: str) -> None:
    with pytest.raises(ShapeError, match=part):
        Proto(Shape(DRAWINGS["L20"]), {0: [place]})


def test_feature_numbers_are_bounded() -> None:
    with pytest.raises(ShapeError, match="0 to 62"):
        Proto(Shape(["#"]), {63: [("top", 1)]})


@pytest.mark.parametrize(
    ("drawing", "places", "rotations"),
    [
        (["##", "##"], [], (0,)),
        (["##", "##"], [("top", 1)], (0, 1, 2, 3)),
        (["####"], [], (0, 1)),
        (["####"], [("left", 1), ("right", 1)], (0, 1)),
        (["####"], [("left", 1)], (0, 1, 2, 3)),
        (DRAWINGS["circle15"], [("left", 2), ("right", 2), ("top", 2), ("bottom", 2)], (0,)),
        (DRAWINGS["L20"], [], (0, 1, 2, 3)),
    ],
)
def test_rotations_that_look_alike_count_once(
    drawing: list[str], places: list[tuple[str, int]], rotations: tuple[int, ...]
) -> None:
    assert Proto(Shape(drawing), {0: places}).rotations == rotations


def test_rectangles_cover_exactly() -> None:
    for drawing in (*DRAWINGS.values(), *(drawing for drawing, _ in SMALL)):
        for turn in Shape(drawing).turns:
            covered = {(x + i, y + j) for x, y, w, h in turn.rectangles for i in range(w) for j in range(h)}
            assert covered == set(turn.full)
    assert cover_with_rectangles(set()) == ()


def test_a_catalog_knows_its_longest_side() -> None:
    catalog = Catalog([Proto(Shape(["##"])), Proto(Shape(["#"] * 5))])
    assert (len(catalog), catalog.reach, catalog[1].shape.height) == (2, 5, 5)


def test_side_numbers() -> None:
    assert side_place(side_number(-105, 70, 3)) == (-105, 70, 3)
