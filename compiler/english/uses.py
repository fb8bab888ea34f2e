"""How statements use the locals that others bind, and shapes of bodies that have words of their own."""

from __future__ import annotations

from castlewright.compiler.english.shapes import is_something
from castlewright.compiler.typed import ir
from castlewright.compiler.typed.walk import everything_in

__all__ = ["fills", "gives_up", "is_simple", "is_there", "uses_of", "uses_of_you"]

_HOLDING = (ir.If, ir.ForEach, ir.Repeat, ir.AtOnce, ir.Within, ir.ChooseOne, ir.SetLocal, ir.Choose)


def uses_of(var: ir.Var, body: ir.Body) -> int:
    """How often a local is read."""
    return sum(isinstance(one, ir.Local) and one.var is var for stmt in body for one in everything_in(stmt))


def uses_of_you(stmt: ir.Stmt) -> bool:
    """Does a statement speak of the player who is told what to do, other than as the one who acts?"""
    actor = stmt.actor if isinstance(stmt, (ir.Draw, ir.Move)) else None
    return any(
        isinstance(one, ir.Local) and one.var.role == "you" and one is not actor
        for one in everything_in(stmt)
    )


def is_simple(stmt: ir.Stmt) -> bool:
    """Does a statement hold no others, bind no name that others read, and leave nothing?"""
    return not isinstance(stmt, (*_HOLDING, ir.Leave)) and not (
        isinstance(stmt, ir.Draw) and stmt.var is not None
    )


def is_there(expr: ir.Expr, var: ir.Var) -> bool:
    """Is this the question whether a local is something?"""
    thing = is_something(expr)
    return isinstance(thing, ir.Local) and thing.var is var


def gives_up(body: ir.Body) -> ir.ChooseOne | None:
    """The offer that a loop makes again and again until it is refused."""
    match body:
        case (ir.ChooseOne(may=True, options=(_, ir.OptionBranch(body=(ir.Leave(),)))) as offer,):
            return offer
        case _:
            return None


def fills(stmt: ir.Repeat) -> tuple[ir.Expr, ir.Expr, bool] | None:
    """A loop that moves one piece each time, as many times as a zone lacks or has too many.

    The number of pieces in the zone, the number that it comes to, and whether it grows; None where nobody can
    know that the one comes to the other: where that number may itself change on the way.
    """
    count = stmt.count
    if not (isinstance(count, ir.Arith) and count.op == "-"):
        return None
    moved = [one for one in stmt.body if not isinstance(one, (ir.Choose, ir.SetLocal))]
    move = moved[0] if len(moved) == 1 else None
    if isinstance(move, ir.If) and not move.otherwise and len(move.then) == 1:
        bound = [one.var for one in stmt.body if isinstance(one, ir.SetLocal)]
        if not any(is_there(move.condition, var) for var in bound):
            return None
        move = move.then[0]
    if not isinstance(move, ir.Move):
        return None
    left, right = count.left, count.right
    if _counts(right, move.target) and _is_fixed(left, set()):
        return right, left, True
    source = move.what
    taken = isinstance(source, ir.Builtin) and source.name in ("top", "first", "last")
    if taken and isinstance(left, ir.Fold) and _is_fixed(right, set()):
        assert isinstance(source, ir.Builtin)
        zone, counted = source.args[0], left.query
        if left.op == "count" and counted.where is None and _same_zone(zone, counted.source):
            return left, right, False
    return None


def _counts(expr: ir.Expr, target: ir.ZoneRef) -> bool:
    """Is this the number of pieces in the zone that is moved to?"""
    if not isinstance(expr, ir.Fold) or expr.op != "count" or expr.query.where is not None:
        return False
    source = expr.query.source
    return target.zone is not None and _same_zone(
        source, ir.GetZone(target.zone, target.base, type=source.type)
    )


def _same_zone(one: ir.Expr, other: ir.Expr) -> bool:
    if not (isinstance(one, ir.GetZone) and isinstance(other, ir.GetZone) and one.zone is other.zone):
        return False
    if one.base is None or other.base is None:
        return one.base is other.base
    return (
        isinstance(one.base, ir.Local) and isinstance(other.base, ir.Local) and one.base.var is other.base.var
    )


def _is_fixed(expr: ir.Expr, seen: set[str]) -> bool:
    """Does a value depend on nothing that a move of pieces can change?"""
    for part in everything_in(expr):
        match part:
            case ir.CallRule():
                rule = part.rule
                if rule.name in seen:
                    continue
                seen.add(rule.name)
                if not all(_is_fixed(value, seen) for value in (rule.value, *(v for _, v in rule.lets))):
                    return False
            case ir.GetKeep() | ir.GetZone() | ir.AllOfZone() | ir.PieceOf() | ir.Graph() | ir.CallSlot():
                return False
            case ir.Builtin() if part.name != "player_count":
                return False
            case _:
                pass
    return True
