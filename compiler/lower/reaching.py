"""Needs about what a piece would be reached from, read so that masks can decide them.

A need such as

    not (E and it is in reach from X among kind in ITS ZONE linked by L)

can be told for all places at once when a link may hold only where sides face each other: what is reached
without the piece is reached with it, and the piece itself is where one of its sides faces an open side of
what is reached. All ways in which a need can fail are gathered; each asks of the piece that it is reached in
some ways, and of the moment what does not hang on the place.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from castlewright.compiler.lower import patterns
from castlewright.compiler.lower.links import Link, is_on_faces, kind_asked, link_by_sides
from castlewright.compiler.lower.optimise import Optimiser
from castlewright.compiler.typed import ir
from castlewright.compiler.typed.rebuild import Let, children, map_children, query_of
from castlewright.compiler.typed.types import PLAYER, YESNO

MOST_WAYS = 8
"""So many ways to fail are told apart; a need with more is asked of each place."""


@dataclass(frozen=True, slots=True, eq=False)
class Way:
    """`it is in reach from START among KIND in ITS ZONE linked by LINK`; `start` reads the owner as `you`."""

    start: ir.Expr
    link: Link
    kind: ir.Kind


@dataclass(frozen=True, slots=True)
class Sides:
    """Sides that have all features of `must` and none of `never`."""

    must: tuple[ir.Definition, ...]
    never: tuple[ir.Definition, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Contact:
    """`there is side s in its sides where s is one of OWN and s's facing is one of FACING`."""

    own: Sides
    facing: Sides


@dataclass(frozen=True, slots=True)
class Failure:
    """A need fails where the piece is reached (or touches the plan) in all these ways while all these
    conditions hold."""

    ways: tuple[Way | Contact, ...]
    conditions: tuple[ir.Expr, ...]


@dataclass(slots=True, eq=False)
class Refusals:
    """All ways in which needs about `piece` can fail; `you` is the owner of the plan."""

    piece: ir.Var
    you: ir.Var
    failures: list[Failure]


class _Unreadable(Exception):
    """A need is not of this form."""


Failures = list[tuple[tuple[Way | Contact, ...], tuple[ir.Expr, ...]]]


@dataclass(slots=True)
class ReachReader:
    """Reads needs of one placing; `piece` is the one that is placed."""

    placing: ir.Placing
    piece: ir.Var
    optimiser: Optimiser
    you: ir.Var
    _ways: dict[int, Way] = field(default_factory=dict[int, Way])

    def refusals(self, conditions: list[ir.Expr]) -> Refusals | None:
        """How some conditions can fail; None where masks cannot tell."""
        if self.placing.zone.holder != "player":
            return None
        try:
            found = [way for condition in conditions for way in self._fails(condition)]
        except _Unreadable:
            return None
        if len(found) > MOST_WAYS or not all(ways for ways, _ in found):
            return None
        failures = [Failure(ways, tests) for ways, tests in _each_once(found)]
        return Refusals(self.piece, self.you, failures)

    # ------------------------------------------------------------------------------------------------ failing

    def _fails(self, node: ir.Expr) -> Failures:
        match node:
            case ir.Lit(value=bool(value)):
                return [] if value else [((), ())]
            case ir.Not():
                return self._holds(node.operand)
            case ir.Logic(op="and"):
                return self._fails(node.left) + self._fails(node.right)
            case ir.Logic():
                return _both(self._fails(node.left), self._fails(node.right))
            case _:
                return [((), (ir.Not(self._of_piece(node), type=YESNO, span=node.span),))]

    def _holds(self, node: ir.Expr) -> Failures:
        match node:
            case ir.Lit(value=bool(value)):
                return [((), ())] if value else []
            case ir.Not():
                return self._fails(node.operand)
            case ir.Logic(op="and"):
                return _both(self._holds(node.left), self._holds(node.right))
            case ir.Logic():
                return self._holds(node.left) + self._holds(node.right)
            case ir.In(item=item, group=ir.Graph(op="reach") as graph) if patterns.is_var(item, self.piece):
                return [((self._way(graph),), ())]
            case ir.Fold(op="exists") if self._is_about_own_sides(node):
                return [((self._contact(node.query),), ())]
            case _:
                return [((), (self._of_piece(node),))]

    # --------------------------------------------------------------------------------------------------- ways

    def _way(self, graph: ir.Graph) -> Way:
        if id(graph) not in self._ways:
            self._ways[id(graph)] = self._read_way(graph)
        return self._ways[id(graph)]

    def _read_way(self, graph: ir.Graph) -> Way:
        query = graph.query
        link = link_by_sides(graph.rule, self.optimiser)
        kind = kind_asked(query)
        own_plan = self._is_own_plan(query.source)
        if (
            link is None
            or graph.start is None
            or kind is None
            or kind is not self.placing.kind
            or not own_plan
        ):
            raise _Unreadable
        return Way(self._start(graph.start), link, kind)

    def _is_about_own_sides(self, node: ir.Fold) -> bool:
        base = patterns.fact_of(node.query.source, "sides") or patterns.fact_of(node.query.source, "contacts")
        return base is not None and patterns.is_var(base, self.piece)

    def _contact(self, query: ir.Query) -> Contact:
        found: dict[tuple[bool, bool], list[ir.Definition]] = {}
        for test in patterns.conjuncts(query.where):
            bare = test.operand if isinstance(test, ir.Not) else test
            own = patterns.own_feature(bare, query.var)
            facing = patterns.other_feature(bare, query.var)
            feature = own if own is not None else facing
            if feature is None:
                raise _Unreadable
            found.setdefault((own is None, bare is test), []).append(feature)
        if (True, True) not in found:
            raise _Unreadable  # masks find sides by a feature
        mine, others = (
            Sides(tuple(found.get((faces, True), ())), tuple(found.get((faces, False), ())))
            for faces in (False, True)
        )
        return Contact(mine, others)

    def _start(self, node: ir.Expr) -> ir.Expr:
        """The first of some pieces of the plan, which a piece laid after them does not change."""
        first = patterns.fact_of(node, "first")
        if not isinstance(first, ir.Filter) or not self._is_own_plan(first.query.source):
            raise _Unreadable
        where = first.query.where
        if where is not None and not reads_piece_only(where, first.query.var):
            raise _Unreadable
        return self._of_owner(node)

    def _is_own_plan(self, source: ir.Expr) -> bool:
        """Is it the plan the piece is laid on?"""
        if not isinstance(source, ir.GetZone) or source.zone is not self.placing.zone or source.base is None:
            return False
        owned = patterns.fact_of(source.base, "owner")
        return owned is not None and patterns.is_var(owned, self.piece)

    def _of_owner(self, node: ir.Expr) -> ir.Expr:
        """The same with the owner of the plan in place of the owner of the piece, which lies elsewhere."""
        owned = patterns.fact_of(node, "owner")
        if owned is not None and patterns.is_var(owned, self.piece):
            return ir.Local(self.you, type=PLAYER, span=node.span)
        return map_children(node, self._of_owner)

    def _of_piece(self, node: ir.Expr) -> ir.Expr:
        """A condition that does not hang on where the piece lies."""
        if not reads_piece_only(node, self.piece, self.placing.zone):
            raise _Unreadable
        return node


def _both(first: Failures, second: Failures) -> Failures:
    """All pairs of one of the first and one of the second."""
    if len(first) * len(second) > MOST_WAYS * MOST_WAYS:
        raise _Unreadable
    return [(a + b, c + d) for a, c in first for b, d in second]


def _each_once(found: Failures) -> Failures:
    """The same without what another one tells: who is reached in one way need not be looked at for two."""
    told: Failures = []
    for ways, tests in found:
        for fewer, conditions in found:
            if fewer != ways and set(fewer) <= set(ways):
                if not conditions:
                    break
                tests = (*tests, _not_all(conditions))
        else:
            told.append((ways, tests))
    return told


def _not_all(conditions: tuple[ir.Expr, ...]) -> ir.Expr:
    both = conditions[0]
    for condition in conditions[1:]:
        both = ir.Logic("and", both, condition, type=YESNO, span=condition.span)
    return ir.Not(both, type=YESNO, span=both.span)


# ----------------------------------------------------------------------------------------------- of the piece


def reads_piece_only(node: ir.Expr, piece: ir.Var, plan: ir.Zone | None = None) -> bool:
    """Does a condition read nothing but a piece, what is printed, and what is kept with the piece itself?

    Its answer then is the same wherever on a plan the piece lies.
    """
    return _is_of_piece(node, {piece}, plan)


def _is_of_piece(node: ir.Expr, known: set[ir.Var], plan: ir.Zone | None) -> bool:
    match node:
        case ir.Local():
            return node.var in known
        case ir.GetField():
            through = None if node.printed else node.field.through
            quiet = not is_on_faces(node.field) and (through is None or _is_rule_of_piece(through, plan))
        case ir.CallRule():
            quiet = _is_rule_of_piece(node.rule, plan)
        case ir.GetZone():
            held = node.base is not None and node.zone.holder not in (None, "player")
            quiet = held and node.zone is not plan and node.zone.structure not in ("plan", "grid")
        case ir.GetKeep():
            quiet = node.base is not None and node.keep.holder not in (None, "player")
        case ir.Builtin():
            quiet = node.name in ("first", "last", "top")
        case ir.Lit() | ir.Logic() | ir.Not() | ir.Cmp() | ir.In() | ir.Cond() | ir.Select() | ir.MakeSet():
            quiet = True
        case ir.IsDef() | ir.IsKind() | ir.Filter() | ir.Fold() | Let():
            quiet = True
        case _:
            quiet = False
    if not quiet:
        return False
    return all(_is_of_piece(child, known | set(_bound(node)), plan) for child in children(node))


def _is_rule_of_piece(rule: ir.Rule, plan: ir.Zone | None) -> bool:
    known = set(rule.params)
    for var, value in rule.lets:
        if not _is_of_piece(value, known, plan):
            return False
        known.add(var)
    return _is_of_piece(rule.value, known, plan)


def _bound(node: ir.Expr) -> Iterator[ir.Var]:
    """The variables that an expression gives to its parts."""
    if isinstance(node, Let):
        yield node.var
    query = query_of(node)
    if query is not None:
        yield query.var
