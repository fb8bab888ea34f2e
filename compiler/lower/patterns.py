"""Forms of questions about sides that have a fast answer: what they are, recognised in the typed form.

Each function takes a query (after inlining of small rules) and gives the parts of its form, or None.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from castlewright.compiler.typed import ir
from castlewright.compiler.typed.rebuild import locals_read, walk


def conjuncts(node: ir.Expr | None) -> Iterator[ir.Expr]:
    """The conditions that are joined by `and`."""
    if isinstance(node, ir.Logic) and node.op == "and":
        yield from conjuncts(node.left)
        yield from conjuncts(node.right)
    elif node is not None:
        yield node


def alternatives(node: ir.Expr | None) -> Iterator[ir.Expr]:
    """The conditions that are joined by `or` (and by `if A then yes else B`)."""
    if isinstance(node, ir.Logic) and node.op == "or":
        yield from alternatives(node.left)
        yield from alternatives(node.right)
    elif isinstance(node, ir.Cond) and isinstance(node.then, ir.Lit) and node.then.value is True:
        yield from alternatives(node.condition)
        yield from alternatives(node.otherwise)
    elif node is not None:
        yield node


def is_var(node: ir.Expr, var: ir.Var) -> bool:
    """Is this just the variable?"""
    return isinstance(node, ir.Local) and node.var is var


def fact_of(node: ir.Expr, name: str) -> ir.Expr | None:
    """`x` when the expression is `x's NAME`."""
    return (
        node.args[0] if isinstance(node, ir.Builtin) and node.name == name and len(node.args) == 1 else None
    )


def own_feature(node: ir.Expr, side: ir.Var) -> ir.Definition | None:
    """The feature F of `s is F`."""
    return node.feature if isinstance(node, ir.HasFeature) and is_var(node.side, side) else None


def other_feature(node: ir.Expr, side: ir.Var) -> ir.Definition | None:
    """The feature F of `s's facing is F`."""
    if not isinstance(node, ir.HasFeature):
        return None
    base = fact_of(node.side, "facing")
    return node.feature if base is not None and is_var(base, side) else None


def covered_feature(node: ir.Expr, side: ir.Var) -> ir.Definition | None:
    """The feature F of `s's covers is F`."""
    if not isinstance(node, ir.HasFeature):
        return None
    base = fact_of(node.side, "covers")
    return node.feature if base is not None and is_var(base, side) else None


def looks_outside(node: ir.Expr, side: ir.Var) -> bool:
    """Is it `s's front is outer_region`?"""
    if not isinstance(node, ir.Cmp) or node.op != "==":
        return False
    for one, other in ((node.left, node.right), (node.right, node.left)):
        base = fact_of(one, "front")
        if base is not None and is_var(base, side) and isinstance(other, ir.Builtin):
            return other.name == "outer_region"
    return False


@dataclass(frozen=True, slots=True)
class Outward:
    """The zone and the feature of a question about the sides with F in a zone, as in `there is side s in
    ZONE's sides where s is F and s's front is outer_region`."""

    zone: ir.GetZone
    feature: ir.Definition


def outward(query: ir.Query) -> Outward | None:
    """Recognise a side of a plan that must look outside."""
    return _side_of_plan(query, looks_outside)


def faced(query: ir.Query) -> Outward | None:
    """Recognise a side of a plan that anything faces: `… where s is F and s's facing is not none`."""
    return _side_of_plan(query, _faces_something)


def _side_of_plan(query: ir.Query, asked: Callable[[ir.Expr, ir.Var], bool]) -> Outward | None:
    """Recognise `side s in PLAN's sides where s is F and …`, if the rest of it is what is asked for."""
    zone = fact_of(query.source, "sides")
    tests = list(conjuncts(query.where))
    if not isinstance(zone, ir.GetZone) or len(tests) != 2:
        return None
    for one, other in (tests, tests[::-1]):
        feature = own_feature(one, query.var)
        if feature is not None and asked(other, query.var):
            return Outward(zone, feature)
    return None


def _faces_something(node: ir.Expr, side: ir.Var) -> bool:
    """Is it `s's facing is not none`?"""
    wanted = "!="
    if isinstance(node, ir.Not):
        node, wanted = node.operand, "=="
    if not isinstance(node, ir.Cmp) or node.op != wanted:
        return False
    base = fact_of(node.left, "facing")
    is_none = isinstance(node.right, ir.Lit) and node.right.value is None
    return base is not None and is_none and is_var(base, side)


@dataclass(frozen=True, slots=True)
class Meeting:
    """`there is side s in A's sides where s is F and s's facing is G [and s's facing's piece is B]`."""

    piece: ir.Expr
    own: ir.Definition
    other: ir.Definition
    mate: ir.Expr | None


def meeting(query: ir.Query) -> Meeting | None:
    """Recognise two features that must meet."""
    piece = fact_of(query.source, "sides")
    if piece is None or isinstance(piece, ir.GetZone):
        return None
    own: ir.Definition | None = None
    other: ir.Definition | None = None
    mate: ir.Expr | None = None
    for test in conjuncts(query.where):
        if own is None and (found := own_feature(test, query.var)) is not None:
            own = found
        elif other is None and (found := other_feature(test, query.var)) is not None:
            other = found
        elif mate is None and (against := facing_piece(test, query.var)) is not None:
            mate = against
        else:
            return None
    return Meeting(piece, own, other, mate) if own is not None and other is not None else None


def all_meeting(node: ir.Fold) -> Meeting | None:
    """Recognise `every side s in A's sides where s is F satisfies s's facing is G`."""
    query = node.query
    piece = fact_of(query.source, "sides")
    if node.op != "every" or node.value is None or piece is None or isinstance(piece, ir.GetZone):
        return None
    asked = [own_feature(test, query.var) for test in conjuncts(query.where)]
    own = asked[0] if asked else None
    others: list[ir.Definition] = []
    for test in conjuncts(node.value):
        other = other_feature(test, query.var)
        if other is not None:
            others.append(other)
        elif own_feature(test, query.var) is not own:
            return None
    if own is None or any(feature is not own for feature in asked) or len(others) != 1:
        return None
    return Meeting(piece, own, others[0], None)


def facing_piece(node: ir.Expr, side: ir.Var) -> ir.Expr | None:
    """The piece `b` of `s's facing's piece is b`."""
    if not isinstance(node, ir.Cmp) or node.op != "==":
        return None
    for one, other in ((node.left, node.right), (node.right, node.left)):
        facing = fact_of(one, "piece")
        base = None if facing is None else fact_of(facing, "facing")
        if base is not None and is_var(base, side) and not _reads(other, side):
            return other
    return None


def _reads(node: ir.Expr, var: ir.Var) -> bool:
    return any(found is var for found in locals_read(node))


def piece_of_faces(source: ir.Expr, value_of: Callable[[ir.Rule], ir.Expr]) -> ir.Expr | None:
    """The piece whose faces a collection holds, where one is named: in it, or in a rule that gives them."""
    for part in walk(source):
        if isinstance(part, ir.Builtin) and part.name == "faces":
            return part.args[0]
        if isinstance(part, ir.CallRule):
            inner = piece_of_faces(value_of(part.rule), value_of)
            if isinstance(inner, ir.Local) and inner.var in part.rule.params:
                return part.args[part.rule.params.index(inner.var)]
    return None
