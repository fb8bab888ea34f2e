"""Links: rules of two pieces that hold only where sides face each other, or where something lies over both.

What such a rule links can be gone through from side to side, without asking about every pair of pieces, and
a piece that is laid later changes no link between the others unless it lies over them.
"""

from __future__ import annotations

from dataclasses import dataclass

from castlewright.compiler.lower import patterns
from castlewright.compiler.lower.optimise import Optimiser
from castlewright.compiler.typed import ir
from castlewright.compiler.typed.rebuild import children, walk
from castlewright.compiler.typed.types import SIDE, YESNO, Many


@dataclass(frozen=True, slots=True)
class Sides:
    """One way in which sides link: from the sides `opens` of the first piece to sides with all features of
    `must` and none of `never`, where `holds` (over both pieces; None: always)."""

    opens: ir.Expr
    must: tuple[ir.Definition, ...]
    never: tuple[ir.Definition, ...]
    holds: ir.Expr | None


@dataclass(frozen=True, slots=True)
class Link:
    """A rule of two pieces, `pair`, that holds only where a side of the first faces one of the second, or
    where something lies over the second. `above` is what it says of pieces that something lies over."""

    rule: ir.Rule
    pair: tuple[ir.Var, ...]
    ways: tuple[Sides, ...]
    above: ir.Expr | None


def kind_asked(query: ir.Query) -> ir.Kind | None:
    """The kind of `KINDs in …`, with no other condition."""
    where = query.where
    is_kind = isinstance(where, ir.IsKind) and patterns.is_var(where.operand, query.var)
    return where.kind if isinstance(where, ir.IsKind) and is_kind else None


def link_by_sides(rule: ir.Rule, optimiser: Optimiser) -> Link | None:
    """Recognise a rule of two pieces that can hold only where a side of the first faces the second, or where
    something lies over the second, and whose answer a further piece changes only if it lies over the
    second."""
    if len(rule.params) != 2 or rule.lets:
        return None
    ways: list[Sides] = []
    above: ir.Expr | None = None
    for part in patterns.alternatives(optimiser.simplified(rule.value)):
        found = _ways(rule.params, part, None)
        if found is not None:
            ways += found
        elif _needs_cover(part, rule.params[1]) and _lasts(part, frozenset(rule.params)):
            above = part if above is None else ir.Logic("or", above, part, type=YESNO, span=part.span)
        else:
            return None
    return Link(rule, rule.params, tuple(ways), above) if ways else None


def _ways(pair: tuple[ir.Var, ...], node: ir.Expr, holds: ir.Expr | None) -> list[Sides] | None:
    """The ways by sides that a part of a rule has; None where it is of another form."""
    if isinstance(node, ir.Fold):
        way = _way(pair, node, holds)
        return None if way is None else [way]
    is_told = isinstance(node, ir.Cond) and _reads_prints(node.condition, pair)
    if isinstance(node, ir.Cond) and is_told and not _reads_faces(node.condition):
        otherwise = ir.Not(node.condition, type=YESNO, span=node.span)
        found: list[Sides] = []
        for branch, test in ((node.then, node.condition), (node.otherwise, otherwise)):
            both = test if holds is None else ir.Logic("and", holds, test, type=YESNO, span=node.span)
            ways = _ways(pair, branch, both)
            if ways is None:
                return None
            found += ways
        return found
    return None


def _way(pair: tuple[ir.Var, ...], value: ir.Fold, holds: ir.Expr | None) -> Sides | None:
    one, other = pair
    query = value.query
    base = patterns.fact_of(query.source, "sides")
    if value.op != "exists" or base is None or not patterns.is_var(base, one):
        return None
    own: list[ir.Expr] = []
    must: list[ir.Definition] = []
    never: list[ir.Definition] = []
    faces_other = False
    for test in patterns.conjuncts(query.where):
        mate = patterns.facing_piece(test, query.var)
        feature = patterns.other_feature(test, query.var)
        refused = patterns.other_feature(test.operand, query.var) if isinstance(test, ir.Not) else None
        if mate is not None and patterns.is_var(mate, other):
            faces_other = True
        elif feature is not None:
            must.append(feature)
        elif refused is not None:
            never.append(refused)
        elif _reads_prints(test, (query.var, one)):
            own.append(test)
        else:
            return None
    if not faces_other:
        return None
    where = None
    for test in own:
        where = test if where is None else ir.Logic("and", where, test, type=YESNO, span=test.span)
    sides = ir.Query(query.var, query.source, where, query.span)
    opens = ir.Filter(sides, type=Many(SIDE), span=query.span)
    return Sides(opens, tuple(must), tuple(never), holds)


def _needs_cover(node: ir.Expr, piece: ir.Var) -> bool:
    """Can a condition hold only for a piece that something lies over?"""
    match node:
        case ir.Logic(op="and"):
            return _needs_cover(node.left, piece) or _needs_cover(node.right, piece)
        case ir.Logic():
            return _needs_cover(node.left, piece) and _needs_cover(node.right, piece)
        case ir.Fold(op="exists"):
            return node.query.where is not None and _needs_cover(node.query.where, piece)
        case ir.In():
            above = patterns.fact_of(node.group, "lies_on")
            return above is not None and patterns.is_var(node.item, piece)
        case _:
            return False


def _lasts(node: ir.Expr, known: frozenset[ir.Var]) -> bool:
    """Does a condition that holds for pieces of a plan go on holding when further pieces are laid, and can no
    others make it hold than those that its `there is` could find?"""
    if isinstance(node, ir.Logic):
        return _lasts(node.left, known) and _lasts(node.right, known)
    if isinstance(node, ir.Fold) and node.op == "exists":
        source, where = node.query.source, node.query.where
        base = source.base if isinstance(source, ir.GetZone) else patterns.fact_of(source, "lies_under")
        if base is not None or isinstance(source, ir.GetZone):
            inside = known | {node.query.var}
            return (base is None or _is_settled(base, known)) and (where is None or _lasts(where, inside))
    return _is_settled(node, known)


def _is_settled(node: ir.Expr, known: frozenset[ir.Var]) -> bool:
    """Is the answer for pieces of a plan the same whatever is laid after them?"""
    match node:
        case ir.Local():
            return node.var in known
        case ir.GetField():
            quiet = node.printed or node.field.through is None
        case ir.Builtin():
            quiet = node.name in ("lies_on", "sides", "covers", "owner", "piece", "edge")
        case ir.Lit() | ir.Logic() | ir.Not() | ir.Cmp() | ir.In() | ir.MakeSet():
            quiet = True
        case ir.HasFeature() | ir.IsDef() | ir.IsKind():
            quiet = True
        case ir.Fold(op="exists" | "every"):
            quiet = True
            known |= {node.query.var}
        case _:
            quiet = False
    return quiet and all(_is_settled(child, known) for child in children(node))


def _reads_prints(node: ir.Expr, known: tuple[ir.Var, ...]) -> bool:
    """Does a condition read nothing but what is printed on these sides and pieces?"""
    match node:
        case ir.Local():
            return node.var in known
        case ir.GetField():
            quiet = node.printed or node.field.through is None
        case ir.Lit() | ir.Logic() | ir.Not() | ir.Cmp() | ir.In() | ir.MakeSet():
            quiet = True
        case ir.HasFeature() | ir.IsDef() | ir.IsKind():
            quiet = True
        case _:
            quiet = False
    return quiet and all(_reads_prints(child, known) for child in children(node))


def _reads_faces(node: ir.Expr) -> bool:
    return any(isinstance(part, ir.GetField) and is_on_faces(part.field) for part in walk(node))


def is_on_faces(field: ir.Field) -> bool:
    """May a face print its own value? Which face is up is settled for a search, not for the game."""
    return any(field.name in face.values for d in field.kind.definitions for face in d.faces)
