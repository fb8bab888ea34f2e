"""Needs of placings: what masks decide gives the same spots as asking every need of every place."""

from __future__ import annotations

import random
from typing import Any

import pytest

from castlewright.compiler.lower.layout import lay_out
from castlewright.compiler.lower.placing import PlacingReader
from castlewright.compiler.lower.reaching import Way
from castlewright.compiler.typed import ir
from castlewright.compiler.typed.types import DRAWING, NUMBER, PLAYER, SIDE, YESNO, Many, OrNone, Piece, Value
from castlewright.runtime import primitives
from support.make_ir import (
    ask,
    empty_program,
    in_zone,
    local,
    made,
    member,
    piece,
    piece_kind,
    printed,
    query,
    rule,
    value_kind,
    zone,
)  # isort: skip

SLAB = Piece("slab")
SIDES = Many(SIDE)


def at(edge: str, *indexes: int) -> tuple[ir.SideAt, ...]:
    """Places on a drawing."""
    return tuple(ir.SideAt(edge, index) for index in indexes)


class Board:
    """Slabs of two tiers with links that must meet, rough sides that nothing may touch, and a way out."""

    def __init__(self) -> None:
        self.program = program = empty_program()
        self.features = value_kind(program, "feature", "link", "rough", "hatch")
        self.link, self.rough, self.hatch = self.features.definitions
        self.tier = value_kind(program, "tier", "high", "low")
        high, low = self.tier.definitions
        self.slab = slab = piece_kind(program, "slab", drawing=DRAWING, tier=Value("tier"))
        for name, feature in (("links", self.link), ("roughs", self.rough), ("hatches", self.hatch)):
            slab.fields[name] = ir.Field(name, "toy", kind=slab, type=SIDES, feature=feature)
        square, bar, bent, cut = ("##", "##"), ("####",), ("#.", "##"), ("/#\\", "###", "\\#/")

        def slab_piece(
            name: str, copies: int, drawing: tuple[str, ...], tier: ir.Definition, **more: ir.Const
        ):
            values: dict[str, ir.Const] = {"links": (), "roughs": (), "hatches": (), **more}
            return piece(slab, name, copies, drawing=drawing, tier=tier, **values)

        ends = at("left", 1) + at("right", 1)
        first = slab_piece("first", 1, square, high, links=at("top", 1) + at("right", 2) + at("left", 1))
        slab_piece("bar", 3, bar, high, links=ends + at("top", 2), hatches=at("right", 1))
        bent_links = at("top", 1) + at("bottom", 2) + at("left", 2)
        slab_piece("bent", 3, bent, low, links=bent_links, roughs=at("right", 2))
        slab_piece("round", 2, cut, high, links=at("top", 2) + at("bottom", 2))
        both = slab_piece("both", 2, bar, high, links=ends)
        both.faces = [ir.FaceInfo("up", None, {"tier": high}), ir.FaceInfo("down", None, {"tier": low})]
        self.plan = zone(program, "plan", slab, holder="player", structure="plan")
        self.first = first
        self.placing = ir.Placing("slab in plan", "toy", kind=slab, zone=self.plan)
        program.placings.append(self.placing)

    def side(self, name: str = "s") -> ir.Var:
        """A variable for a side."""
        return ir.Var(name, SIDE)

    def has(self, side: ir.Expr, feature: ir.Definition) -> ir.Expr:
        """Does a side carry a feature?"""
        return ir.HasFeature(side, feature, type=YESNO)

    def facing(self, side: ir.Var) -> ir.Expr:
        """The side at the same place."""
        return ask("facing", OrNone(SIDE), local(side))

    def need(self, name: str, piece_var: ir.Var, condition: ir.Expr) -> None:
        """Add a need to the placing."""
        self.placing.needs.append(ir.Need(name, "toy", piece=piece_var, condition=condition, refusal=name))

    def add_all(self) -> None:
        """The needs of a usual placing."""
        it, s = ir.Var("it", SLAB, "it"), self.side()
        meet = ir.Logic("and", self.has(local(s), self.link), self.has(self.facing(s), self.link), type=YESNO)
        joined = ir.Fold("exists", query(s, ask("sides", SIDES, local(it)), meet), type=YESNO)
        begins = ir.IsDef(local(it), self.first, type=YESNO)
        self.need("joined", it, ir.Logic("or", begins, joined, type=YESNO))

        it, s = ir.Var("it", SLAB, "it"), self.side()
        touched = ir.Logic(
            "or", self.has(local(s), self.rough), self.has(self.facing(s), self.rough), type=YESNO
        )
        none = ir.Fold("exists", query(s, ask("contacts", SIDES, local(it)), touched), type=YESNO)
        self.need("rough", it, ir.Not(none, type=YESNO))

        it, s = ir.Var("it", SLAB, "it"), self.side()
        owned = in_zone(self.plan, ask("owner", OrNone(PLAYER), local(it)))
        outside = ir.Cmp(
            "==", ask("front", OrNone(SIDE), local(s)), ask("outer_region", OrNone(SIDE)), type=YESNO
        )
        open_link = ir.Logic("and", self.has(local(s), self.link), outside, type=YESNO)
        self.need(
            "way out", it, ir.Fold("exists", query(s, ask("sides", SIDES, owned), open_link), type=YESNO)
        )

        it, s = ir.Var("it", SLAB, "it"), self.side()
        meet = ir.Logic("and", self.has(local(s), self.link), self.has(self.facing(s), self.link), type=YESNO)
        same = ir.Cmp("==", self.tier_of(local(s)), self.tier_of(self.facing(s)), type=YESNO)
        self.need(
            "tiers", it, ir.Fold("every", query(s, ask("sides", SIDES, local(it)), meet), same, type=YESNO)
        )

    def tier_of(self, side: ir.Expr) -> ir.Expr:
        """Low where there is a hatch, else the tier of the piece."""
        low = member(self.tier.definitions[1])
        tier = printed(ask("piece", SLAB, side), self.slab.fields["tier"])
        return ir.Cond(self.has(side, self.hatch), low, tier, type=Value("tier"))


@pytest.fixture
def board() -> Board:
    made_board = Board()
    made_board.add_all()
    return made_board


def test_forms_become_terms(board: Board) -> None:
    plans = PlacingReader(lay_out(board.program)).plans(board.placing)
    by_first = {plan.pieces.start: plan for plan in plans}
    starting, rest = by_first[0], by_first[1]
    assert starting.terms.pairs == []
    # Links of both tiers, told apart by classes of their own: only those that may meet are joined.
    assert sorted(rest.terms.pairs) == [(3, 3), (4, 4)]
    for plan in plans:
        assert plan.terms.keep_off == [1]
        assert plan.terms.outer == 0
        assert sorted(plan.terms.bars) == [(3, 4), (4, 3)]
        assert plan.checks == []


def test_links_join_as_they_are_where_nothing_tells_them_apart() -> None:
    board = Board()
    it, s = ir.Var("it", SLAB, "it"), board.side()
    meet = ir.Logic(
        "and", board.has(local(s), board.link), board.has(board.facing(s), board.link), type=YESNO
    )
    board.need("joined", it, ir.Fold("exists", query(s, ask("sides", SIDES, local(it)), meet), type=YESNO))
    (plan,) = PlacingReader(lay_out(board.program)).plans(board.placing)
    assert plan.terms.pairs == [(0, 0)]
    assert plan.terms.bars == plan.checks == plan.partial == []


def test_nothing_lies_over_a_piece_that_is_tried_alone() -> None:
    board = Board()
    it, s = ir.Var("it", SLAB, "it"), board.side()
    meet = ir.Logic(
        "and", board.has(local(s), board.link), board.has(board.facing(s), board.link), type=YESNO
    )
    cover = ask("covered_by", OrNone(SLAB), local(s))
    covered = ir.Cmp("!=", cover, ir.Lit(None, type=OrNone(SLAB)), type=YESNO)
    joined = ir.Logic("or", covered, meet, type=YESNO)
    board.need("joined", it, ir.Fold("exists", query(s, ask("sides", SIDES, local(it)), joined), type=YESNO))
    (plan,) = PlacingReader(lay_out(board.program)).plans(board.placing)
    assert plan.terms.pairs == [(0, 0)]
    assert plan.checks == plan.partial == []


def test_what_is_said_of_shared_corners_is_asked_only_there(board: Board) -> None:
    add_corners(board)
    plans = PlacingReader(lay_out(board.program)).plans(board.placing)
    assert {tuple(plan.partial) for plan in plans} == {(), ((-1, 4),)}
    assert all(plan.checks == [] and plan.lasting for plan in plans)
    (cut,) = [plan for plan in plans if plan.partial]
    round_piece = next(d for d in board.slab.definitions if d.name == "round")
    assert cut.pieces == lay_out(board.program).pieces[round_piece]


def test_what_is_said_of_a_faced_side_is_asked_only_where_one_may_be(board: Board) -> None:
    plans = PlacingReader(lay_out(add_hatches(board).program)).plans(board.placing)
    assert all(plan.partial == [(2, 4)] and plan.checks == [] for plan in plans)


def test_of_several_features_the_rarest_tells_where_to_ask() -> None:
    """Links are everywhere, hatches are not."""
    board = Board()
    board.add_all()
    it, s = ir.Var("it", SLAB, "it"), board.side()
    tests = [board.has(local(s), board.link)]
    tests += [board.has(board.facing(s), feature) for feature in (board.link, board.hatch)]
    both = ir.Logic("and", ir.Logic("and", tests[0], tests[1], type=YESNO), tests[2], type=YESNO)
    meets = ir.Fold("exists", query(s, ask("sides", SIDES, local(it)), both), type=YESNO)
    board.need("hatch", it, ir.Not(meets, type=YESNO))
    plans = PlacingReader(lay_out(board.program)).plans(board.placing)
    assert all(plan.partial == [(2, 4)] and plan.checks == [] for plan in plans)


def test_with_a_carrier_only_what_masks_leave_open_is_asked(board: Board) -> None:
    reader = PlacingReader(lay_out(board.program))
    first, *others = reader.plans(board.placing)
    # The first slab joins nothing; all others must join, which the carrier does for them.
    assert first.carried == []
    assert all(plan.carried == [0] for plan in others)
    assert not reader.has_carriers(board.placing)
    slab = board.slab.definitions[1]
    slab.values["drawing"] = ("o#o",)
    assert PlacingReader(lay_out(board.program)).has_carriers(board.placing)


def add_hatches(board: Board) -> Board:
    """The need that nothing but pieces with two contacts comes where a hatch of the plan is faced."""
    it, s = ir.Var("it", SLAB, "it"), board.side()
    owned = in_zone(board.plan, ask("owner", OrNone(PLAYER), local(it)))
    faces = ir.Not(ir.Cmp("==", board.facing(s), ir.Lit(None, type=OrNone(SIDE)), type=YESNO), type=YESNO)
    faced = ir.Logic("and", board.has(local(s), board.hatch), faces, type=YESNO)
    used = ir.Fold("exists", query(s, ask("sides", SIDES, owned), faced), type=YESNO)
    contacts = ir.Fold("count", query(ir.Var("c", SIDE), ask("contacts", SIDES, local(it))), type=NUMBER)
    two = ir.Cmp("==", contacts, ir.Lit(2, type=NUMBER), type=YESNO)
    board.need("hatches", it, ir.Logic("or", ir.Not(used, type=YESNO), two, type=YESNO))
    return board


def kept(board: Board, name: str, holder: str | ir.Kind) -> ir.Keep:
    """Something that is kept, yes or no."""
    seen = ir.Seen("everyone")
    keep = ir.Keep(name, "toy", holder, type=YESNO, default=ir.Lit(False, type=YESNO), seen_by=seen)
    board.program.keeps[name] = keep
    return keep


def add_pass(board: Board) -> ir.Keep:
    """The need that tiers are the same, but for the owner of who keeps a pass."""
    keep = kept(board, "pass", "player")
    it, s = ir.Var("it", SLAB, "it"), board.side()
    meet = ir.Logic(
        "and", board.has(local(s), board.link), board.has(board.facing(s), board.link), type=YESNO
    )
    same = ir.Cmp("==", board.tier_of(local(s)), board.tier_of(board.facing(s)), type=YESNO)
    mine = ir.GetKeep(keep, ask("owner", OrNone(PLAYER), ask("piece", SLAB, local(s))), type=YESNO)
    either = ir.Logic("or", mine, same, type=YESNO)
    board.need(
        "pass", it, ir.Fold("every", query(s, ask("sides", SIDES, local(it)), meet), either, type=YESNO)
    )
    return keep


def test_what_a_search_cannot_change_makes_two_plans_of_one() -> None:
    board = Board()
    add_pass(board)
    plans = PlacingReader(lay_out(board.program)).plans(board.placing)
    without, with_pass = plans
    assert without.guard is not None
    assert with_pass.guard is None
    assert without.terms.bars
    assert with_pass.terms.bars == []
    assert without.checks == with_pass.checks == without.partial == []
    game = made(board.program).ruleset().position(2)
    first = game.rules.zones["plan"].base
    at = game.rules.keeps["pass"].base
    placings = game.rules.board.placings
    for player, other in ((0, 1), (1, 0)):
        game.cells[at + player], game.cells[at + other] = True, False
        assert game.rules.board.placing(game, 1, first + player) is placings[1]
        assert game.rules.board.placing(game, 1, first + other) is placings[0]


def test_what_a_search_may_change_does_not() -> None:
    board = Board()
    it, x = ir.Var("it", SLAB, "it"), ir.Var("x", SLAB)
    owned = in_zone(board.plan, ask("owner", OrNone(PLAYER), local(it)))
    lies = ir.Fold("exists", query(x, owned, ir.IsDef(local(x), board.first, type=YESNO)), type=YESNO)
    board.need("first", it, lies)
    (plan,) = PlacingReader(lay_out(board.program)).plans(board.placing)
    assert plan.guard is None
    assert plan.checks == [0]


def add_corners(board: Board) -> None:
    """The need that corners are shared with nothing but the first piece, which has none to share."""
    it, r = ir.Var("it", SLAB, "it"), ir.Var("r", SLAB)
    mates = query(r, ask("corner_mates", Many(SLAB), local(it)))
    begins = ir.IsDef(local(r), board.first, type=YESNO)
    board.need("corners", it, ir.Fold("every", mates, begins, type=YESNO))


def add_reach(board: Board) -> Board:
    """Once a hatch is faced: who is reached over links from the first piece has to be marked, and then must
    not be reached over links without hatches."""
    program, slabs = board.program, Many(SLAB)
    a, b, s = ir.Var("a", SLAB), ir.Var("b", SLAB), board.side()
    meets = [board.has(local(s), board.link), board.has(board.facing(s), board.link)]
    mate = ir.Cmp("==", ask("piece", SLAB, board.facing(s)), local(b), type=YESNO)
    hatches = [board.has(local(s), board.hatch), board.has(board.facing(s), board.hatch)]
    barred = [ir.Not(has, type=YESNO) for has in hatches]
    wide = linked(program, "wide", a, b, s, [*meets, mate])
    narrow = linked(program, "narrow", a, b, s, [*meets, *barred, mate])

    it = ir.Var("it", SLAB, "it")
    x, y = ir.Var("x", SLAB), ir.Var("y", SLAB)
    owned = in_zone(board.plan, ask("owner", OrNone(PLAYER), local(it)))
    begins = ir.IsDef(local(x), board.first, type=YESNO)
    start = ask("first", OrNone(SLAB), ir.Filter(query(x, owned, begins), type=slabs))
    members = query(y, owned, ir.IsKind(local(y), board.slab, type=YESNO))
    in_wide, in_narrow = (
        ir.In(local(it), ir.Graph("reach", start, members, rule, type=slabs), type=YESNO)
        for rule in (wide, narrow)
    )
    facing = ir.Not(ir.Cmp("==", board.facing(s), ir.Lit(None, type=OrNone(SIDE)), type=YESNO), type=YESNO)
    faced = ir.Logic("and", board.has(local(s), board.hatch), facing, type=YESNO)
    used = ir.Fold("exists", query(s, ask("sides", SIDES, owned), faced), type=YESNO)
    mark = ir.GetKeep(kept(board, "mark", board.slab), local(it), type=YESNO)
    apart = ir.Logic("and", mark, ir.Not(in_narrow, type=YESNO), type=YESNO)
    free = ir.Not(ir.Logic("and", used, in_wide, type=YESNO), type=YESNO)
    board.need("reach", it, ir.Logic("or", free, apart, type=YESNO))
    return board


def linked(program: ir.Program, name: str, a: ir.Var, b: ir.Var, s: ir.Var, tests: list[ir.Expr]) -> ir.Rule:
    """A rule of two pieces: some side of the first passes these tests."""
    where = tests[0]
    for test in tests[1:]:
        where = ir.Logic("and", where, test, type=YESNO)
    value = ir.Fold("exists", query(s, ask("sides", SIDES, local(a)), where), type=YESNO)
    return rule(program, name, value, a, b)


def test_what_is_reached_is_refused_by_masks(board: Board) -> None:
    plans = PlacingReader(lay_out(add_reach(board).program)).plans(board.placing)
    assert all(plan.partial == [(2, 4)] and list(plan.refusals) == [4] for plan in plans)
    one_way, two_ways = plans[-1].refusals[4].failures
    assert (len(one_way.ways), len(two_ways.ways)) == (1, 2)
    assert two_ways.ways[0] is one_way.ways[0]
    assert isinstance(two_ways.ways[1], Way)
    assert two_ways.ways[1].link.ways[0].never == (board.hatch,)


def test_what_lies_over_a_piece_may_link_it(board: Board) -> None:
    add_reach(board)
    wide = board.program.rules["wide"]
    a, b = wide.params
    x = ir.Var("x", SLAB)
    over = [ir.In(local(piece), ask("lies_on", Many(SLAB), local(x)), type=YESNO) for piece in (a, b)]
    both = ir.Logic("and", *over, type=YESNO)
    owned = in_zone(board.plan, ask("owner", OrNone(PLAYER), local(a)))
    plain = wide.value
    # Without the second piece it could hold of pieces that nothing lies over.
    for where, told in ((both, True), (over[0], False)):
        tied = ir.Fold("exists", query(x, owned, where), type=YESNO)
        wide.value = ir.Cond(tied, ir.Lit(True, type=YESNO), plain, type=YESNO)
        plans = PlacingReader(lay_out(board.program)).plans(board.placing)
        assert all(plan.partial == [(2, 4)] and bool(plan.refusals) == told for plan in plans)
        ways = [way for plan in plans for r in plan.refusals.values() for way in r.failures[0].ways]
        assert all(isinstance(way, Way) and way.link.above is not None for way in ways)


def test_a_link_may_differ_by_what_its_pieces_print(board: Board) -> None:
    add_reach(board)
    wide = board.program.rules["wide"]
    begins = ir.IsDef(local(wide.params[1]), board.first, type=YESNO)
    plain = wide.value
    wide.value = ir.Cond(begins, plain, plain, type=YESNO)
    for plan in PlacingReader(lay_out(board.program)).plans(board.placing):
        (way,) = plan.refusals[4].failures[0].ways
        assert isinstance(way, Way)
        assert [sides.holds is not None for sides in way.link.ways] == [True, True]
    owner = ask("owner", OrNone(PLAYER), local(wide.params[1]))
    mine = ir.Cmp("==", owner, ir.Lit(0, type=PLAYER), type=YESNO)
    wide.value = ir.Cond(mine, plain, plain, type=YESNO)
    assert all(not plan.refusals for plan in PlacingReader(lay_out(board.program)).plans(board.placing))


def test_a_link_that_asks_more_than_sides_is_asked_of_each_place(board: Board) -> None:
    add_reach(board)
    narrow = board.program.rules["narrow"]
    assert isinstance(narrow.value, ir.Fold)
    owner = ask("owner", OrNone(PLAYER), local(narrow.params[0]))
    mine = ir.Cmp("==", owner, ir.Lit(0, type=PLAYER), type=YESNO)
    query_before = narrow.value.query
    assert query_before.where is not None
    where = ir.Logic("and", query_before.where, mine, type=YESNO)
    narrow.value = ir.Fold("exists", query(query_before.var, query_before.source, where), type=YESNO)
    plans = PlacingReader(lay_out(board.program)).plans(board.placing)
    assert all(plan.partial == [(2, 4)] and plan.refusals == {} for plan in plans)


@pytest.mark.parametrize("seed", range(6))
def test_masks_refuse_what_is_reached(board: Board, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    quick = made(add_reach(board).program).ruleset().position(2)
    monkeypatch.setattr(PlacingReader, "_scope", lambda *_: None)
    slow_board = Board()
    slow_board.add_all()
    slow = made(add_reach(slow_board).program).ruleset().position(2)
    rng = random.Random(seed)
    cell, mark = quick.rules.zones["plan"].base, quick.rules.keeps["mark"]
    pieces = list(range(1, len(quick.rules.piece_def)))
    rng.shuffle(pieces)
    refused = 0
    for pid in [0, *pieces, *pieces]:
        if quick.where[pid] == cell:
            continue
        face = rng.randrange(2) if quick.rules.definitions[quick.rules.piece_def[pid]][1] == "both" else 0
        quick.face[pid] = slow.face[pid] = face
        for is_marked in (False, True):
            at = mark.base + pid - mark.first
            quick.cells[at] = slow.cells[at] = is_marked
            found, wanted = spots(quick, pid, cell), spots(slow, pid, cell)
            assert found == wanted
            assert bool(found) == primitives.any_spot(quick, pid, cell)
            refused += not is_marked and len(found) == 0
        if found:
            spot = rng.choice(found)
            primitives.place(quick, 0, pid, spot, 0)
            primitives.place(slow, 0, pid, spot, 0)
    assert refused


def test_a_rule_that_reads_the_game_stays_a_check(board: Board) -> None:
    it = ir.Var("it", SLAB, "it")
    full = ir.Fold(
        "count", query(ir.Var("x", SLAB), in_zone(board.plan, ir.Lit(0, type=PLAYER))), type=NUMBER
    )
    few = ir.Cmp("<", full, ir.Lit(5, type=NUMBER), type=YESNO)
    board.need("few", it, few)
    (plan, *_) = PlacingReader(lay_out(board.program)).plans(board.placing)
    assert plan.checks == [4]
    assert plan.lasting
    board.need("marked", it, ir.GetKeep(kept(board, "mark", board.slab), local(it), type=YESNO))
    (plan, *_) = PlacingReader(lay_out(board.program)).plans(board.placing)
    assert plan.checks == [5, 4]
    assert not plan.lasting


@pytest.mark.parametrize("seed", range(4))
def test_masks_and_checks_find_the_same_spots(
    board: Board, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    add_corners(add_hatches(board))
    quick = made(board.program).ruleset().position(2)
    monkeypatch.setattr(PlacingReader, "_take", lambda *_: False)
    monkeypatch.setattr(PlacingReader, "_scope", lambda *_: None)
    slow_board = Board()
    slow_board.add_all()
    add_corners(add_hatches(slow_board))
    slow = made(slow_board.program).ruleset().position(2)
    rng = random.Random(seed)
    cell = quick.rules.zones["plan"].base
    pieces = list(range(1, len(quick.rules.piece_def)))
    rng.shuffle(pieces)
    compared = 0
    for pid in [0, *pieces]:
        face = rng.randrange(2) if quick.rules.definitions[quick.rules.piece_def[pid]][1] == "both" else 0
        quick.face[pid] = slow.face[pid] = face
        found, wanted = spots(quick, pid, cell), spots(slow, pid, cell)
        assert found == wanted
        assert bool(found) == primitives.any_spot(quick, pid, cell)
        compared += len(found)
        if found:
            spot = rng.choice(found)
            primitives.place(quick, 0, pid, spot, 0)
            primitives.place(slow, 0, pid, spot, 0)
    assert compared > 20


def spots(game: Any, pid: int, cell: int) -> list[tuple[int, ...]]:
    """The spots of a piece, in order of place."""
    return sorted(primitives.spots(game, pid, cell))
