"""Where pieces may be laid: needs that bit masks can decide, and the rest as functions, cheap ones first.

A need is looked at with the rules it calls written out. What has one of these forms goes into the masks:

- `there is side s in its sides where s is F and s's facing is G`: the features F and G must meet;
- `there is no side s in its contacts where s is F or s's facing is F`: nothing may touch F; with `and`, or
  one half alone, a pair of features that must not meet;
- `there is side s in ITS ZONE's sides where s is F and s's front is outer_region`: a way out must be left;
- `every side s in its sides where s is F satisfies s's covers is G`: F must lie over G;
- `every side s in its sides where s is F and s's facing is G satisfies E`, see `sideclasses`;
- what fails only where the piece would be reached, or touch sides with some features, see `reaching`.

What is left is asked of each place, or only where it can fail: `every piece in its corner_mates satisfies E`
where a cut corner shares its cell with another; and what holds unless some side with F faces anything (`there
is side s in ITS ZONE's sides where s is F and s's facing is not none`) where one does.

What does not change during a search, such as whose a piece is, makes two plans of one, see `moments`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from castlewright.compiler.lower import patterns
from castlewright.compiler.lower.layout import Layout, features, outline
from castlewright.compiler.lower.moments import Guard, Moments
from castlewright.compiler.lower.optimise import WrittenOut, yes_or_no
from castlewright.compiler.lower.reaching import ReachReader, Refusals
from castlewright.compiler.lower.reads import Reads, cells_read
from castlewright.compiler.lower.sideclasses import Meetings, SideClasses
from castlewright.compiler.typed import ir
from castlewright.compiler.typed.rebuild import children, map_children, query_of, walk
from castlewright.compiler.typed.types import PLAYER, YESNO

ANY = -1
"""Stands for "a side, whatever its features"."""
CORNERS = -1
"""The scope of what is said of the pieces with which a piece shares cut corners."""
EVERYWHERE = -2
"""The scope of what masks refuse wherever it may be."""
_PLAN_WIDE = {"regions", "region_within", "beyond", "spots", "spots_on", "spots_through", "front"}
_NEAR = frozenset(
    "contacts facing corner_mates lies_on lies_under covers covered_by neighbours at_marks".split()
)


@dataclass(slots=True)
class Terms:
    """What masks decide about a placing; features are numbers."""

    pairs: list[tuple[int, int]] = field(default_factory=list)
    bars: list[tuple[int, int]] = field(default_factory=list)
    keep_off: list[int] = field(default_factory=list)
    outer: int | None = None
    covers: list[tuple[int, int]] = field(default_factory=list)
    meetings: list[Meetings] = field(default_factory=list)

    def narrow(self) -> None:
        """Let nothing join but what may meet: a search then begins only where it can end well."""
        for whole, _, fits in self.meetings:
            if whole in self.pairs and fits:
                at = self.pairs.index(whole)
                self.pairs[at : at + 1] = fits


@dataclass(slots=True)
class Plan:
    """How the spots of some pieces are found: the masks' terms, and the needs (by number) that are asked."""

    pieces: range
    terms: Terms
    checks: list[int]
    partial: list[
        tuple[int, int]
    ]  # scope and need: asked only where it can fail, see `Partial` of the runtime
    reads: Reads | None  # what all needs still asked read beside the plan and what is printed
    guard: Guard | None = None  # when the plan is the one to use; None: when none before it is
    refusals: dict[int, Refusals] = field(default_factory=dict[int, Refusals])
    """Partial needs (by number) that masks decide once something faces their feature."""
    carried: list[int] = field(default_factory=list)
    """The needs asked where a piece is laid with another that lies over it, the cheap ones first."""

    @property
    def lasting(self) -> bool:
        """Do the needs still asked read nothing but the plan and what is printed?"""
        return self.reads == frozenset()


class PlacingReader:
    """Reads the needs of placings."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.optimiser = WrittenOut()
        self.classes = SideClasses(layout)

    def plans(self, placing: ir.Placing) -> list[Plan]:
        """Decide for each need of a placing whether masks can answer it, for runs of pieces that are alike.

        Conditions that a definition settles by itself (is it that one? does it print this?) come first.
        """
        conditions: list[ir.Expr] = []
        bare: dict[int, bool] = {}
        for number, need in enumerate(placing.needs):
            condition, settled = self._laid_last(need.condition, need.piece)
            conditions.append(condition)
            if settled:
                bare[number] = self._hangs_on_carrier(need)
        moments = Moments(placing, self.layout.zones[placing.zone].base)
        for need, condition in zip(placing.needs, conditions, strict=True):
            moments.look(condition, need.piece)
        plans: list[Plan] = []
        for guard, truths in moments.cases():
            plans += self._plans(placing, [self._with(c, truths) for c in conditions], bare, guard)
        return plans

    def _hangs_on_carrier(self, need: ir.Need) -> bool:
        """Can a need fail because something lies over a side of the piece, though it held without that?

        It cannot where it reads nothing of the kind, or holds as soon as anything covers any side.
        """
        whole = self.optimiser.simplified(need.condition)
        if not any(isinstance(part, ir.Builtin) and part.name == "covered_by" for part in walk(whole)):
            return False

        def settle(node: ir.Expr) -> ir.Expr:
            if (
                isinstance(node, ir.Fold)
                and node.op == "exists"
                and _is_own_sides(node.query.source, need.piece)
            ):
                tests = patterns.alternatives(node.query.where)
                if any(_is_covered(test, node.query.var) for test in tests):
                    return yes_or_no(True, node.span)
            return map_children(node, settle)

        return not _is_true(self.optimiser.simplified(settle(whole)))

    def has_carriers(self, placing: ir.Placing) -> bool:
        """May a piece of the zone lie over others?"""
        return any(
            "o" in row
            for kind in placing.zone.kinds
            for definition in kind.definitions
            for face in definition.faces or [None]
            for row in outline(self.layout, definition, face) or ()
        )

    def _laid_last(self, condition: ir.Expr, piece: ir.Var) -> tuple[ir.Expr, bool]:
        """A condition written out for a piece that is tried alone, and whether it matters that nothing lies
        over it then.

        A carrier may; but where that is tried, such needs are asked as they are written.
        """
        own: set[ir.Var] = set()
        asked: list[ir.Expr] = []

        def settle(node: ir.Expr) -> ir.Expr:
            query = query_of(node)
            if query is not None and _is_own_sides(query.source, piece):
                own.add(query.var)
            side = patterns.fact_of(node, "covered_by")
            if side is not None and any(patterns.is_var(side, var) for var in own):
                asked.append(node)
                return ir.Lit(None, type=node.type, span=node.span)
            return map_children(node, settle)

        settled = self.optimiser.simplified(settle(self.optimiser.simplified(condition)))
        return settled, bool(asked)

    def _plans(
        self, placing: ir.Placing, conditions: list[ir.Expr], bare: dict[int, bool], guard: Guard | None
    ) -> list[Plan]:
        settled: list[tuple[ir.Expr, ir.Var]] = []
        for need, condition in zip(placing.needs, conditions, strict=True):
            settled += [(part, need.piece) for part in _settled_by_definition(condition, need.piece)]
        known: dict[tuple[bool | None, ...], Plan] = {}
        plans: list[Plan] = []
        for definition in placing.kind.definitions:
            facts = tuple(self._holds(part, piece, definition) for part, piece in settled)
            plan = known.get(facts)
            if plan is None:
                settling = zip(settled, facts, strict=True)
                truths = {id(part): fact for (part, _), fact in settling if fact is not None}
                settled_by = [self._with(condition, truths) for condition in conditions]
                plan = known[facts] = self._plan(placing, settled_by, bare)
            run = self.layout.pieces[definition]
            if plans and plans[-1].terms is plan.terms and plans[-1].pieces.stop == run.start:
                plans[-1].pieces = range(plans[-1].pieces.start, run.stop)
            elif run:
                plans.append(replace(plan, pieces=run, guard=guard))
        return plans

    def _holds(self, node: ir.Expr, piece: ir.Var, definition: ir.Definition) -> bool | None:
        """Does a part that definitions may settle hold for this one? None: this one does not settle it."""
        if isinstance(node, ir.Fold):  # over those who share its cut corners
            faces = definition.faces or [None]
            drawings = [outline(self.layout, definition, face) or () for face in faces]
            cut = any(mark in row for rows in drawings for row in rows for mark in "/\\")
            return None if cut else node.op == "every"
        return bool(_printed_value(node, definition))

    def _with(self, condition: ir.Expr, truths: dict[int, bool]) -> ir.Expr:
        """A condition in which some parts are settled."""

        def settle(node: ir.Expr) -> ir.Expr:
            if id(node) in truths:
                return yes_or_no(truths[id(node)], node.span)
            return map_children(node, settle)

        return self.optimiser.simplified(settle(condition))

    def _plan(self, placing: ir.Placing, conditions: list[ir.Expr], bare: dict[int, bool]) -> Plan:
        """How a placing with these conditions is searched. `bare` are those read as if nothing lay over the
        piece, and whether they can fail where something does."""
        terms = Terms()
        rest: list[tuple[int, int]] = []
        partial: list[tuple[int, int]] = []
        refusals: dict[int, Refusals] = {}
        reads: Reads | None = frozenset()
        carried: list[tuple[int, int]] = []
        for number, (need, condition) in enumerate(zip(placing.needs, conditions, strict=True)):
            parts = [self._bare(part, need.piece) for part in patterns.conjuncts(condition)]
            joined = bool(terms.pairs)
            taken = [self._take(terms, part, need.piece, placing) for part in parts]
            asks_more = joined != bool(terms.pairs)  # a carrier joins in place of the piece
            if not all(taken) or bare.get(number, asks_more):
                carried.append((_cost(condition), number))
                reads = _both_read(reads, cells_read(need.condition, placing.zone, self.layout))
            if not all(taken):
                left = [part for part, done in zip(parts, taken, strict=True) if not done]
                scope = self._scope(left, need.piece, placing)
                found = self._refusals(scope, left, need.piece, placing)
                if found is not None:
                    refusals[number] = found
                    scope = EVERYWHERE if scope is None else scope
                if scope is None:
                    rest.append((_cost(condition), number))
                else:
                    partial.append((scope, number))
        terms.narrow()
        checks, asked = ([number for _, number in sorted(numbers)] for numbers in (rest, carried))
        return Plan(range(0), terms, checks, partial, reads, carried=asked, refusals=refusals)

    def _scope(self, parts: list[ir.Expr], piece: ir.Var, placing: ir.Placing) -> int | None:
        """Where alone these conditions can fail, as the runtime's scopes say it; None: anywhere."""
        if all(_about_mates(part, piece) for part in parts):
            return CORNERS
        scopes: list[int] = []
        for feature, faced in self._faced(parts, piece, placing):
            truths = {id(fold): False for fold in faced}
            if all(_is_true(self._with(part, truths)) for part in parts):
                scopes.append(feature)
        return min(scopes, key=lambda scope: self._printed_sides(scope, placing), default=None)

    def _printed_sides(self, feature: int, placing: ir.Placing) -> int:
        """How many sides with a feature there are on all that may lie there."""
        return sum(
            len(features(self.layout, definition, face).get(feature, ()))
            for kind in placing.zone.kinds
            for definition in kind.definitions
            for face in definition.faces or [None]
        )

    def _refusals(
        self, scope: int | None, parts: list[ir.Expr], piece: ir.Var, placing: ir.Placing
    ) -> Refusals | None:
        """How these conditions fail (once something faces a side with the feature that is their scope)."""
        if scope == CORNERS:
            return None
        faced: list[ir.Fold] = [] if scope is None else dict(self._faced(parts, piece, placing))[scope]
        truths = {id(fold): True for fold in faced if patterns.faced(fold.query) is not None}
        reader = ReachReader(placing, piece, self.optimiser, ir.Var("you", PLAYER))
        return reader.refusals([self._with(part, truths) for part in parts])

    def _faced(
        self, parts: list[ir.Expr], piece: ir.Var, placing: ir.Placing
    ) -> Iterator[tuple[int, list[ir.Fold]]]:
        """The features F of which the conditions ask whether one faces anything, and where they do.

        That is `there is side s in ITS PLAN's sides where s is F and s's facing is not none`, or `there is
        side s in its sides where … s's facing is F`.
        """
        found: dict[int, list[ir.Fold]] = {}
        for node in (node for part in parts for node in walk(part)):
            if isinstance(node, ir.Fold) and node.op == "exists":
                for feature in self._needs_faced(node.query, piece, placing):
                    found.setdefault(self._number(feature), []).append(node)
        yield from found.items()

    def _needs_faced(self, query: ir.Query, piece: ir.Var, placing: ir.Placing) -> Iterator[ir.Definition]:
        """The features that must face something, or there is no such side."""
        if _is_own_sides(query.source, piece):
            for test in patterns.conjuncts(query.where):
                feature = patterns.other_feature(test, query.var)
                if feature is not None:
                    yield feature
        faced = patterns.faced(query)
        if faced is not None and self._is_own_plan(faced.zone, piece, placing):
            yield faced.feature

    def _is_own_plan(self, zone: ir.GetZone, piece: ir.Var, placing: ir.Placing) -> bool:
        """Is it the plan the piece is laid on?"""
        if zone.zone is not placing.zone:
            return False
        if zone.base is None:
            return True
        owned = patterns.fact_of(zone.base, "owner")
        return owned is not None and patterns.is_var(owned, piece) and placing.zone.holder == "player"

    def _bare(self, node: ir.Expr, piece: ir.Var) -> ir.Expr:
        """Without the case that the piece has no owner: on the plan where it is tried it has one."""
        if isinstance(node, ir.Cond):
            if _has_owner(node.condition, piece, "!="):
                return node.then
            if _has_owner(node.condition, piece, "=="):
                return node.otherwise
        return node

    def _take(self, terms: Terms, node: ir.Expr, piece: ir.Var, placing: ir.Placing) -> bool:
        """Put a condition into the terms; False if masks cannot decide it."""
        if _is_true(node):
            return True
        if _has_owner(node, piece, "!="):
            return placing.zone.holder == "player"
        if isinstance(node, ir.Fold) and node.op == "exists":
            return self._take_meeting(terms, node, piece) or self._take_outer(terms, node, piece, placing)
        if isinstance(node, ir.Fold) and node.op == "every":
            return self._take_cover(terms, node, piece) or self._take_classes(terms, node, piece, placing)
        if isinstance(node, ir.Not) and isinstance(node.operand, ir.Fold) and node.operand.op == "exists":
            return self._take_bars(terms, node.operand.query, piece)
        return False

    def _number(self, feature: ir.Definition) -> int:
        return self.layout.number(feature)

    def _take_meeting(self, terms: Terms, node: ir.Fold, piece: ir.Var) -> bool:
        if terms.pairs:
            return False  # one search begins at one kind of connector; a second need is asked
        pairs: list[tuple[int, int]] = []
        for where in patterns.alternatives(node.query.where):
            query = ir.Query(node.query.var, node.query.source, where, node.query.span)
            meets = patterns.meeting(query)
            if meets is None or meets.mate is not None or not patterns.is_var(meets.piece, piece):
                return False
            pairs.append((self._number(meets.own), self._number(meets.other)))
        terms.pairs = pairs
        return bool(pairs)

    def _take_outer(self, terms: Terms, node: ir.Fold, piece: ir.Var, placing: ir.Placing) -> bool:
        found = patterns.outward(node.query)
        if found is None or terms.outer is not None or not self._is_own_plan(found.zone, piece, placing):
            return False
        terms.outer = self._number(found.feature)
        return True

    def _take_cover(self, terms: Terms, node: ir.Fold, piece: ir.Var) -> bool:
        base = patterns.fact_of(node.query.source, "sides")
        tests = list(patterns.conjuncts(node.query.where))
        if base is None or not patterns.is_var(base, piece) or len(tests) != 1 or node.value is None:
            return False
        own = patterns.own_feature(tests[0], node.query.var)
        under = patterns.covered_feature(node.value, node.query.var)
        if own is None or under is None:
            return False
        terms.covers.append((self._number(own), self._number(under)))
        return True

    def _take_classes(self, terms: Terms, node: ir.Fold, piece: ir.Var, placing: ir.Placing) -> bool:
        found = self.classes.meetings(node, piece, placing)
        if found is None:
            return False
        terms.bars += [bar for bar in found.bars if bar not in terms.bars]
        terms.meetings.append(found)
        return True

    def _take_bars(self, terms: Terms, query: ir.Query, piece: ir.Var) -> bool:
        base = patterns.fact_of(query.source, "contacts") or patterns.fact_of(query.source, "sides")
        if base is None or not patterns.is_var(base, piece):
            return False
        every_side = patterns.fact_of(query.source, "sides") is not None
        own: list[int] = []
        facing: list[int] = []
        pairs: list[tuple[int, int]] = []
        for part in patterns.alternatives(query.where):
            tests = list(patterns.conjuncts(part))
            mine = [f for t in tests if (f := patterns.own_feature(t, query.var)) is not None]
            others = [f for t in tests if (f := patterns.other_feature(t, query.var)) is not None]
            if len(mine) + len(others) != len(tests) or len(mine) > 1 or len(others) > 1:
                return False
            if mine and others:
                pairs.append((self._number(mine[0]), self._number(others[0])))
            elif mine and every_side:
                return False  # a side with the feature anywhere, touching or not
            elif mine:
                own.append(self._number(mine[0]))
            else:
                facing.append(self._number(others[0]))
        for feature in [f for f in own if f in facing]:
            terms.keep_off.append(feature)
            own.remove(feature)
            facing.remove(feature)
        terms.bars += [(feature, ANY) for feature in own] + [(ANY, feature) for feature in facing] + pairs
        return True


def _is_own_sides(source: ir.Expr, piece: ir.Var) -> bool:
    """Is it `piece's sides` or `piece's contacts`?"""
    bases = [patterns.fact_of(source, name) for name in ("sides", "contacts")]
    return any(base is not None and patterns.is_var(base, piece) for base in bases)


def _both_read(one: Reads | None, other: Reads | None) -> Reads | None:
    return None if one is None or other is None else one | other


def _is_covered(node: ir.Expr, side: ir.Var) -> bool:
    """Is it `s's covered_by is not none`?"""
    wanted = "!="
    if isinstance(node, ir.Not):
        node, wanted = node.operand, "=="
    if not isinstance(node, ir.Cmp) or node.op != wanted:
        return False
    covered = patterns.fact_of(node.left, "covered_by")
    is_none = isinstance(node.right, ir.Lit) and node.right.value is None
    return covered is not None and is_none and patterns.is_var(covered, side)


def _has_owner(node: ir.Expr, piece: ir.Var, op: str) -> bool:
    """Is it `piece's owner is not none` (`!=`), or `is none` (`==`)?"""
    if not isinstance(node, ir.Cmp) or node.op != op:
        return False
    owned = patterns.fact_of(node.left, "owner")
    is_none = isinstance(node.right, ir.Lit) and node.right.value is None
    return owned is not None and is_none and patterns.is_var(owned, piece)


def _cost(node: ir.Expr) -> int:
    """How dear it is to ask: 0 the piece alone, 1 what is around it, 2 other pieces and rules, 3 the plan."""
    return max((_cost_of(part) for part in walk(node)), default=0)


def _cost_of(node: ir.Expr) -> int:
    match node:
        case ir.Builtin(name=name):
            return 3 if name in _PLAN_WIDE else 1 if name in _NEAR else 0
        case ir.Graph() | ir.Ranking():
            return 3
        case ir.GetZone() | ir.AllOfZone() | ir.CallRule() | ir.CallSlot():
            return 2
        case _:
            return 0


def _settled_by_definition(node: ir.Expr, piece: ir.Var) -> Iterator[ir.Expr]:
    """The largest yes/no parts of a condition that the definition of the piece settles."""
    if node.type == YESNO and not isinstance(node, ir.Lit) and _is_settled(node, piece):
        yield node
        return
    if isinstance(node, ir.Fold) and node.op in ("every", "exists"):
        corners = patterns.fact_of(node.query.source, "corner_mates")
        if corners is not None and patterns.is_var(corners, piece):
            yield node
            return
    for child in children(node):
        yield from _settled_by_definition(child, piece)


def _is_true(node: ir.Expr) -> bool:
    return isinstance(node, ir.Lit) and node.value is True


def _about_mates(node: ir.Expr, piece: ir.Var) -> bool:
    """Does a condition hold wherever the piece shares no cut corner? So does `every` over those it shares
    one with, and `there is no`."""
    if isinstance(node, ir.Not):
        node = node.operand
        op = "exists"
    else:
        op = "every"
    if not isinstance(node, ir.Fold) or node.op != op:
        return False
    mates = patterns.fact_of(node.query.source, "corner_mates")
    return mates is not None and patterns.is_var(mates, piece)


def _is_settled(node: ir.Expr, piece: ir.Var) -> bool:
    """Does it read nothing but constants and what is printed alike on all faces of the piece?"""
    match node:
        case ir.Lit():
            return True
        case ir.IsDef(operand=operand) | ir.IsKind(operand=operand):
            return patterns.is_var(operand, piece)
        case ir.GetField(base=base, field=printed):
            on_face = any(printed.name in f.values for d in printed.kind.definitions for f in d.faces)
            read_here = node.printed or printed.through is None
            return patterns.is_var(base, piece) and read_here and not on_face and printed.feature is None
        case ir.Logic() | ir.Not() | ir.Cmp() | ir.In() | ir.MakeSet():
            return all(_is_settled(child, piece) for child in children(node))
        case _:
            return False


def _printed_value(node: ir.Expr, definition: ir.Definition) -> object:
    match node:
        case ir.Lit():
            return node.value
        case ir.IsDef():
            return node.definition is definition
        case ir.IsKind():
            return node.kind is definition.kind
        case ir.GetField():
            return definition.values.get(node.field.name)
        case ir.MakeSet():
            return tuple(_printed_value(item, definition) for item in node.items)
        case ir.Not():
            return not _printed_value(node.operand, definition)
        case ir.In():
            group = _printed_value(node.group, definition)
            return isinstance(group, tuple) and _printed_value(node.item, definition) in group
        case ir.Logic():
            left, right = _printed_value(node.left, definition), _printed_value(node.right, definition)
            return (left and right) if node.op == "and" else (left or right)
        case ir.Cmp():
            return _compared(
                node.op, _printed_value(node.left, definition), _printed_value(node.right, definition)
            )
        case _:
            raise TypeError(type(node).__name__)


def _compared(op: str, left: object, right: object) -> bool:
    if op in ("==", "!="):
        return (left == right) == (op == "==")
    if not isinstance(left, int) or not isinstance(right, int):
        return False
    return {"<": left < right, ">": left > right, "<=": left <= right, ">=": left >= right}[op]
