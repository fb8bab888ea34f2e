"""Plans and grids as a state has them: laying, taking off, turning, searching, asking, saving."""

from __future__ import annotations

import json
from typing import Any

import pytest

from castlewright.runtime import Game, RuleFailure, Ruleset
from castlewright.runtime import primitives as p
from castlewright.runtime.landing import refusals
from toys import TOY, played, toy

YARD = 84
DOOR, WAY = 0, 1
BLOCK = ("##", "##")
BAR = ("####",)
OVER = ("oo",)

# Pieces 0-5 are blocks, 6-9 bars, 10-15 two-faced blocks, 16-18 lie over two others.
PROTOS = (
    (BLOCK, ((DOOR, (("right", 1), ("left", 1))),)),
    (BAR, ((DOOR, (("left", 1), ("right", 1), ("top", 2))),)),
    (BLOCK, ((DOOR, (("top", 1),)),)),
    (BLOCK, ((DOOR, (("top", 1), ("bottom", 1))),)),
    (OVER, ((WAY, (("left", 1), ("right", 1))),)),
)
DEFS = tuple((*row[:3], ("a", "b") if row[1] == "blue_one" else ()) for row in TOY.namespace["DEFS"])


def not_alone(g: Any, a: int) -> bool:
    return bool(p.piece_contacts(g, a)) or len(g.cells[g.where[a]]) == 1


def on_two(g: Any, a: int) -> bool:
    return len(p.lies_on(g, a)) == 2


def rules(*needs: Any) -> Ruleset:
    zones = tuple((*row[:5], "plan", *row[6:]) if row[0] == "yard" else row for row in TOY.namespace["ZONES"])
    placings = (
        ("yard", YARD, 4, 0, 16, ((DOOR, DOOR),), (), (), None, (), tuple(range(len(needs))), needs),
        (
            "yard",
            YARD,
            4,
            16,
            19,
            (),
            (),
            (),
            None,
            ((WAY, DOOR),),
            (0,),
            (("two", "not on two", on_two, 0),),
        ),
    )
    return toy(
        ZONES=zones,
        DEFS=DEFS,
        PROTOS=PROTOS,
        PIECE_PROTOS=((0,), (1,), (2, 3), (4,), (), ()),
        PLACINGS=placings,
    )


def laid(*spots: tuple[int, ...], needs: tuple[Any, ...] = ()) -> Game:
    game = rules(*needs).position(3, 1)
    for spot in spots:
        p.place(game, 1, spot[1], spot, 0)
    return game


def at(pid: int, x: int, y: int, rot: int = 0) -> tuple[int, ...]:
    return (YARD + 1, pid, x, y, rot)


def test_a_piece_is_laid_and_taken_off() -> None:
    game = laid(at(0, 0, 0), at(1, 2, 0))
    assert game.zone("yard", 1) == (0, 1)
    assert game.view(0)["zones"]["yard"][1]["pieces"][1]["lies"] == [0, 2, 0, 0]
    assert p.side_piece(game, p.side_facing(game, p.piece_sides_with(game, 0, DOOR)[0])) in (1, None)
    p.move(game, None, 0, 24, "to", 0)
    assert game.zone("yard", 1) == (1,)
    assert p.piece_sides(game, 0) == ()
    p.place(game, 1, 0, at(0, 4, 0), 0)
    assert p.joined(game, 0, 1, DOOR, DOOR)


def test_questions_about_sides_are_those_of_the_plan() -> None:
    game = laid(at(0, 0, 0), at(1, 2, 0), at(6, 4, 0))
    assert len(p.piece_sides(game, 0)) == 8
    assert len(p.plan_sides(game, YARD + 1)) == len(
        {s for pid in (0, 1, 6) for s in p.piece_sides(game, pid)}
    )
    assert p.plan_sides_with(game, YARD + 1, WAY) == ()
    assert {p.side_piece(game, s) for s in p.piece_contacts(game, 1)} == {1}
    assert {p.side_facing(game, p.side_facing(game, s)) == s for s in p.piece_contacts(game, 1)} == {True}
    assert p.contacts_between(game, 0, 1) == tuple(s for s in p.piece_contacts(game, 0))
    assert p.contacts_between(game, 0, 6) == ()
    assert p.joined(game, 0, 1, DOOR, DOOR)
    assert not p.joined(game, 0, 1, DOOR, WAY)
    assert not p.joined(game, 0, 6, DOOR, DOOR)
    doors = p.piece_sides_with(game, 0, DOOR)
    assert all(p.has_feature(game, s, DOOR) and not p.has_feature(game, s, WAY) for s in doors)
    assert sorted(p.side_edge(game, s) or 0 for s in doors) == [1, 3]
    assert p.any_outer(game, YARD + 1, DOOR)
    assert not p.any_outer(game, YARD, DOOR)


def test_questions_are_total() -> None:
    game = laid(at(0, 0, 0))
    for pid in (None, 1, 20):
        for question in (p.piece_sides, p.piece_contacts, p.corner_mates, p.corner_contacts, p.lies_on):
            assert question(game, pid) == ()
        assert p.grid_row(game, pid) == p.grid_column(game, pid) == 0
        assert not p.beyond(game, pid, (YARD + 1, 0))
        assert p.neighbours(game, pid, (0,), ((1, 0),)) == ()
    for question in (
        p.side_piece,
        p.side_edge,
        p.side_facing,
        p.side_covers,
        p.side_covered_by,
        p.side_front,
    ):
        assert question(game, None) is None
    assert not p.has_feature(game, None, DOOR)
    assert p.spots(game, None, YARD) == ()


def ring() -> tuple[tuple[int, ...], ...]:
    """Eight blocks around an empty middle of two by two cells."""
    places = [(x, y) for y in (0, 2, 4) for x in (0, 2, 4) if (x, y) != (2, 2)]
    return tuple(at(pid, x, y) for pid, (x, y) in zip((0, 1, 2, 3, 4, 5, 10, 11), places, strict=True))


def test_regions_can_be_kept_and_saved() -> None:
    game = laid(*ring())
    outer, inner = p.plan_regions(game, YARD + 1)
    assert p.is_outer(game, outer)
    assert not p.region_enclosed(game, outer)
    assert p.region_enclosed(game, inner)
    assert len(p.region_border(game, inner)) == 8
    assert {p.side_front(game, side) for side in p.region_border(game, inner)} == {inner}
    pieces = game.zone("yard", 1)
    within = p.region_within(game, YARD + 1, pieces)
    assert within is not None
    assert p.region_enclosed(game, within)
    # Without a corner the others still touch at a point; without a middle piece there is a way out.
    assert p.region_within(game, YARD + 1, pieces[:-1]) is not None
    assert p.region_within(game, YARD + 1, (*pieces[:1], *pieces[2:])) is None
    assert p.beyond(game, 0, within)
    assert not p.beyond(game, 0, None)
    assert json.loads(json.dumps(within)) == [YARD + 1, list(pieces)]


def test_spots_are_found_and_may_be_laid() -> None:
    game = laid(at(0, 0, 0))
    before = game.to_json()
    found = p.spots(game, 1, YARD + 1)
    assert game.to_json() == before
    assert p.any_spot(game, 1, YARD + 1)
    assert game.to_json() == before
    assert found
    for spot in found:
        copy = game.copy()
        p.place(copy, 1, 1, spot, 0)
        assert p.joined(copy, 0, 1, DOOR, DOOR)
        assert refusals(game, spot) == ()
    assert p.spots(game, 20, YARD + 1) == ()
    assert p.spots(game, 0, YARD + 1) == ()
    assert not p.any_spot(game, 0, YARD + 1)
    assert not p.any_spot(game, 1, YARD + 2) or p.spots(game, 1, YARD + 2)


def test_needs_are_asked_with_the_piece_in_place() -> None:
    asked = []

    def need(g: Any, a: int) -> bool:
        asked.append((g.where[a], g.cells[g.where[a]], len(p.piece_contacts(g, a))))
        return p.piece_sides(g, a) != () and len(p.piece_contacts(g, a)) == 1

    needs = (("one", "must touch one side", need, 0),)
    game = laid(at(0, 0, 0), needs=needs)
    before = game.to_json()
    found = p.spots(game, 6, YARD + 1)
    assert game.to_json() == before
    assert {entry[:2] for entry in asked} == {(YARD + 1, (0, 6))}
    assert 0 < len(found) < len(asked)
    refused = next(iter(set(p.spots(laid(at(0, 0, 0)), 6, YARD + 1)) - set(found)))
    assert refusals(game, refused) == ("must touch one side",)
    assert "taken" in refusals(game, at(6, 0, 0))[0] or refusals(game, at(6, 0, 0))


def test_lasting_spots_are_looked_for_once() -> None:
    asked: list[int] = []

    def need(g: Any, a: int) -> bool:
        asked.append(a)
        return len(p.piece_contacts(g, a)) == 2

    needs = (("two", "must touch two sides", need, 0),)
    plain = laid(at(0, 0, 0), needs=needs)
    rows = tuple((*row, ()) for row in plain.rules.namespace["PLACINGS"])
    ruleset = toy(
        **{name: plain.rules.namespace[name] for name in ("ZONES", "DEFS", "PROTOS", "PIECE_PROTOS")},
        PLACINGS=rows,
    )
    game = ruleset.from_json(plain.to_json())
    assert p.any_spot(game, 1, YARD + 1)
    count = len(asked)
    found = p.spots(game, 1, YARD + 1)
    assert found == p.spots(plain, 1, YARD + 1)
    assert len(asked) > count
    count = len(asked)
    # Another copy looks the same; a bar does not, nor does another plan.
    assert p.spots(game, 2, YARD + 1) == tuple((cell, 2, *rest) for cell, _, *rest in found)
    assert p.any_spot(game.copy(), 3, YARD + 1)
    assert len(asked) == count
    p.spots(game, 6, YARD + 1)
    assert len(asked) > count
    count = len(asked)
    p.place(game, 1, 1, found[0], 0)
    p.spots(game, 2, YARD + 1)
    assert len(asked) > count


def test_a_guarded_placing_stands_back_for_the_next() -> None:
    base = rules()
    first, *others = base.namespace["PLACINGS"]
    barred = (*first[:6], ((DOOR, DOOR),), *first[7:], False, lambda g, cell: g.cells[10] == 0)
    names = ("ZONES", "DEFS", "PROTOS", "PIECE_PROTOS")
    game = toy(**{name: base.namespace[name] for name in names}, PLACINGS=(barred, first, *others)).position(
        2, 1
    )
    p.place(game, 1, 0, at(0, 0, 0), 0)
    assert p.spots(game, 1, YARD + 1) == ()
    game.cells[10] = 1
    assert p.spots(game, 1, YARD + 1)


def test_a_failing_need_leaves_the_state_as_it_was() -> None:
    def need(g: Any, a: int) -> bool:
        raise ZeroDivisionError

    game = laid(at(0, 0, 0), needs=(("bad", "", need, 0),))
    before = game.to_json()
    for question in (p.spots, p.any_spot):
        with pytest.raises(ZeroDivisionError):
            question(game, 1, YARD + 1)
        assert game.to_json() == before


def test_faces_are_chosen_by_the_spot() -> None:
    game = laid(at(0, 0, 0))
    a, b = (p.spots_showing(game, 10, face, YARD + 1) for face in (0, 1))
    assert {spot[5] for spot in a} == {0}
    assert {spot[5] for spot in b} == {1}
    assert len(b) > len(a) > 0
    assert game.face[10] == 0
    assert p.any_spot_showing(game, 10, 1, YARD + 1)
    p.place(game, 1, 10, b[0], 0)
    assert game.face[10] == 1
    assert len(p.piece_sides_with(game, 10, DOOR)) == 2
    p.set_face(game, 10, 0, 0)
    assert len(p.piece_sides_with(game, 10, DOOR)) == 1
    assert game.view(0)["zones"]["yard"][1]["pieces"][1]["face"] == "a"
    loaded = game.rules.from_json(json.loads(json.dumps(game.to_json())))
    assert loaded.to_json() == game.to_json()
    assert p.piece_sides_with(loaded, 10, DOOR) == p.piece_sides_with(game, 10, DOOR)


def test_pieces_over_others() -> None:
    game = laid(at(0, 0, 0), at(1, 2, 0))
    found = p.spots_on(game, 16, 0)
    assert found
    assert p.any_spot_on(game, 16, 0)
    p.place(game, 1, 16, found[0], 0)
    assert p.lies_on(game, 16) == (0, 1)
    assert p.lies_under(game, 0) == p.lies_under(game, 1) == (16,)
    assert p.lies_under(game, 16) == p.lies_under(game, 17) == ()
    covered = [p.side_covers(game, s) for s in p.piece_sides_with(game, 16, WAY)]
    assert all(p.has_feature(game, s, DOOR) for s in covered)
    assert {p.side_covered_by(game, s) for s in covered} == {16}
    assert not p.any_spot_on(game, 17, 20)


def test_spots_through_a_carrier() -> None:
    game = laid(at(0, 0, 0))
    p.move(game, None, 16, 33 + 1, "to", 0)
    before = game.to_json()
    found = p.spots_through(game, 1, (16,))
    assert game.to_json() == before
    assert p.any_spot_through(game, 1, (16,)) == bool(found)
    for spot in found:
        copy = game.copy()
        p.place(copy, 1, 1, spot, 0)
        assert p.spots_on(copy, 16, 1)
    assert p.spots_through(game, 1, ()) == ()


def test_a_carrier_reaches_what_shows_another_face() -> None:
    """Piece 10 has a door at the top, and with its other face up one at the bottom as well."""
    game = laid(at(0, 0, 0))
    p.move(game, None, 16, 33 + 1, "to", 0)
    before = game.to_json()
    one, two = (p.spots_showing_through(game, 10, face, (16,)) for face in (0, 1))
    assert {spot[5] for spot in one} == {0}
    assert {spot[5] for spot in two} == {1}
    assert len(one) > 0
    assert {spot[:5] for spot in one} < {spot[:5] for spot in two}
    assert p.any_spot_showing_through(game, 10, 1, (16,))
    assert not p.any_spot_showing_through(game, 10, 1, ())
    assert not p.any_spot_showing_through(game, None, 0, (16,))
    assert game.to_json() == before
    # What lies there already is carried nowhere.
    assert p.spots_through(game, 0, (16,)) == ()


def test_a_carrier_is_refused_by_what_the_piece_needs() -> None:
    def never(g: Any, a: int) -> bool:
        return a != 1

    game = laid(at(0, 0, 0), needs=(("never", "", never, 0),))
    p.move(game, None, 16, 33 + 1, "to", 0)
    assert p.spots_through(game, 1, (16,)) == ()
    assert p.spots_through(game, 2, (16,))


def test_a_grid_lays_moves_and_saves() -> None:
    game = TOY.position(2, 1)
    p.place(game, 0, 0, (YARD, 0, 0, 0), 0)
    p.place(game, 0, 10, (YARD, 10, 1, 0), 0)
    assert (p.grid_column(game, 10), p.grid_row(game, 10)) == (1, 0)
    steps = ((0, 1), (1, 0), (0, -1), (-1, 0))
    assert p.neighbours(game, 0, (0, 1, 2, 3), steps) == p.at_marks(game, 0, (1, None), steps) == (10,)
    loaded = TOY.from_json(json.loads(json.dumps(game.to_json())))
    assert loaded.to_json() == game.to_json()
    assert p.spots(loaded, 11, YARD) == p.spots(game, 11, YARD)
    p.move(game, None, 0, 24, "to", 0)
    assert p.neighbours(game, 10, (0, 1, 2, 3), steps) == ()


def test_damaged_layouts_are_refused() -> None:
    game = laid(at(0, 0, 0), at(1, 2, 0))
    saved = json.loads(json.dumps(game.to_json()))
    saved["cells"][88 + 1][1] = [1, 0, 1, 0, 0]
    with pytest.raises(ValueError, match="damaged"):
        game.rules.from_json(saved)


def test_laying_on_a_taken_place_fails_and_undoes() -> None:
    game = laid(at(0, 0, 0))
    row = (lambda g, you, pid: p.place(g, you, pid, at(pid, 0, 0), 0), False, ("piece:card",), ())
    game.rules.effects["lay"] = row
    before = game.to_json()
    with pytest.raises(RuleFailure):
        game.perform("lay", 1, 1)
    assert game.to_json() == before


def test_copies_share_layouts_that_never_change() -> None:
    game = played(3, 11, 30)
    copy = game.copy()
    lay = TOY.board.layout_of[YARD]
    assert copy.cells[lay] is game.cells[lay]


def touches(g: Any, a: int) -> bool:
    return bool(p.piece_contacts(g, a))


def test_on_an_empty_plan_needs_that_masks_decide_elsewhere_are_asked() -> None:
    needs = (("touches", "it touches nothing", touches, 0),)
    row = ("yard", YARD, 4, 0, 16, ((DOOR, DOOR),), (), (), None, (), (), needs)
    like = rules()
    game = toy(**{name: like.namespace[name] for name in ("ZONES", "DEFS", "PROTOS", "PIECE_PROTOS")},
               PLACINGS=(row,)).position(3, 1)  # fmt: skip
    assert p.spots(game, 0, YARD + 1) == ()
    assert not p.any_spot(game, 0, YARD + 1)
    assert refusals(game, at(0, 0, 0)) == ("it touches nothing",)
    p.place(game, 1, 1, at(1, 0, 0), 0)
    found = p.spots(game, 0, YARD + 1)
    assert found
    assert all(refusals(game, spot) == () for spot in found)
