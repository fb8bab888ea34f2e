"""What a condition tells about types when it holds, or when it does not."""

from __future__ import annotations

from castlewright.compiler.check.scope import Key, key_of
from castlewright.compiler.typed import ir
from castlewright.compiler.typed.types import OrNone, Piece, Type, narrowed


def facts_of(condition: ir.Expr, holds: bool) -> dict[Key, Type]:
    """Narrower types of expressions, known where `condition` is `holds`."""
    match condition:
        case ir.Not():
            return facts_of(condition.operand, not holds)
        case ir.Logic(op="and") if holds:
            return {**facts_of(condition.left, True), **facts_of(condition.right, True)}
        case ir.Logic(op="or") if not holds:
            return {**facts_of(condition.left, False), **facts_of(condition.right, False)}
        case ir.IsKind():
            return _kind_facts(condition, holds)
        case ir.Cmp(op="!=") if _is_none(condition.right):
            return _there(condition.left) if holds else {}
        case ir.Cmp(op="==") if _is_none(condition.right):
            return {} if holds else _there(condition.left)
        case ir.Cmp(op="==") if holds:
            # Equal to something that is there: there itself.
            facts = {} if isinstance(condition.right.type, OrNone) else _there(condition.left)
            return facts if isinstance(condition.left.type, OrNone) else {**facts, **_there(condition.right)}
        case ir.In() | ir.Cmp() if holds:
            return _there(condition.item if isinstance(condition, ir.In) else condition.left)
        case ir.HasFeature() if holds:
            return _there(condition.side)
        case ir.IsDef() if holds:
            facts = _there(condition.operand)
            key = key_of(condition.operand)
            if key is not None:
                facts[key] = Piece(condition.definition.kind.name)
            return facts
        case _:
            return {}


def _is_none(expr: ir.Expr) -> bool:
    return isinstance(expr, ir.Lit) and expr.value is None


def _there(expr: ir.Expr) -> dict[Key, Type]:
    """`expr` is not none; neither, then, is what it is a field of."""
    facts: dict[Key, Type] = {}
    key = key_of(expr)
    if key is not None and isinstance(expr.type, OrNone):
        facts[key] = expr.type.item
    if isinstance(expr, ir.GetField):
        facts.update(_there(expr.base))
    elif isinstance(expr, ir.Builtin) and len(expr.args) == 1:
        facts.update(_there(expr.args[0]))
    return facts


def _kind_facts(condition: ir.IsKind, holds: bool) -> dict[Key, Type]:
    key = key_of(condition.operand)
    type = narrowed(condition.operand.type)
    if key is None or not isinstance(type, Piece):
        return {}
    if holds:
        return {key: Piece(condition.kind.name)}
    left = [name for name in type.kind.split("|") if name and name != condition.kind.name]
    if not left:
        return {}
    rest: Type = Piece("|".join(left))
    return {key: OrNone(rest) if isinstance(condition.operand.type, OrNone) else rest}
