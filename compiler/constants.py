"""Values known when a ruleset is linked: printed fields, first values, options."""

from __future__ import annotations

from castlewright.compiler import ir
from castlewright.compiler.types import ERROR, NONE, Many
from castlewright.compiler.zero import zero

Env = dict[ir.Var, ir.Const]


class NotConstant(Exception):
    """Raised for what only a running game knows; carries the expression."""

    def __init__(self, expr: ir.Expr) -> None:
        super().__init__(str(expr.span))
        self.expr = expr


def evaluate(expr: ir.Expr, env: Env | None = None, depth: int = 0) -> ir.Const:
    """The value of an expression. Raises NotConstant for what is not known yet."""
    scope: Env = env or {}
    if depth > 100:
        raise NotConstant(expr)

    def value(node: ir.Expr, more: Env | None = None) -> ir.Const:
        return evaluate(node, scope if more is None else more, depth + 1)

    match expr:
        case ir.Lit():
            if expr.type == ERROR:
                raise NotConstant(expr)  # it has been reported
            return expr.value
        case ir.Local() if expr.var in scope:
            return scope[expr.var]
        case ir.MakeSet():
            return tuple(dict.fromkeys(value(i) for i in expr.items))
        case ir.Neg():
            return -number(value(expr.operand))
        case ir.Arith():
            return _arith(expr, value(expr.left), value(expr.right))
        case ir.Cmp():
            return _compare(expr.op, value(expr.left), value(expr.right))
        case ir.In():
            group = value(expr.group)
            return isinstance(group, tuple) and value(expr.item) in group
        case ir.Not():
            return not value(expr.operand)
        case ir.Logic():
            left = bool(value(expr.left))
            return left if left is (expr.op == "or") else bool(value(expr.right))
        case ir.Cond():
            return value(expr.then) if value(expr.condition) else value(expr.otherwise)
        case ir.Select():
            subject = value(expr.subject)
            for key, result in expr.rows:
                if value(key) == subject:
                    return value(result)
            if expr.otherwise is None:
                raise NotConstant(expr)
            return value(expr.otherwise)
        case ir.CallRule():
            inner: Env = dict(zip(expr.rule.params, (value(a) for a in expr.args), strict=True))
            for var, bound in expr.rule.lets:
                inner[var] = value(bound, inner)
            return value(expr.rule.value, inner)
        case ir.GetField():
            return _field(expr, value(expr.base))
        case ir.Members() if expr.kind.is_value:
            return tuple(expr.kind.definitions)
        case ir.Filter():
            return tuple(item for item, _ in _items(expr.query, scope, depth))
        case ir.Fold():
            return _fold(expr, scope, depth)
        case ir.Builtin() if expr.name in ("larger", "smaller", "range", "first", "last", "top"):
            return _builtin(expr.name, [value(a) for a in expr.args])
        case _:
            raise NotConstant(expr)


def number(value: ir.Const) -> int:
    """A value as a number."""
    assert isinstance(value, int)
    return value


def _arith(expr: ir.Arith, left: ir.Const, right: ir.Const) -> ir.Const:
    if isinstance(left, tuple) and isinstance(right, tuple):
        if expr.op == "+":
            return tuple(dict.fromkeys((*left, *right)))
        return tuple(item for item in left if item not in right)
    a, b = number(left), number(right)
    match expr.op:
        case "+":
            return a + b
        case "-":
            return a - b
        case "*":
            return a * b
        case _:
            if b == 0:
                raise NotConstant(expr)
            return a // b


def _compare(op: str, left: ir.Const, right: ir.Const) -> bool:
    if op in ("==", "!="):
        return (left == right) is (op == "==")
    if not isinstance(left, int) or not isinstance(right, int):
        return False
    return {"<": left < right, ">": left > right, "<=": left <= right, ">=": left >= right}[op]


def _field(expr: ir.GetField, base: ir.Const) -> ir.Const:
    if base is None:
        return zero(expr.field.type, expr.span).value
    if isinstance(base, ir.Definition) and expr.field.name in base.values:
        return base.values[expr.field.name]
    raise NotConstant(expr)


def _items(query: ir.Query, scope: Env, depth: int) -> list[tuple[ir.Const, Env]]:
    source = evaluate(query.source, scope, depth + 1)
    assert isinstance(source, tuple)
    found: list[tuple[ir.Const, Env]] = []
    for item in source:
        inner = {**scope, query.var: item}
        if query.where is None or evaluate(query.where, inner, depth + 1):
            found.append((item, inner))
    return found


def _fold(expr: ir.Fold, scope: Env, depth: int) -> ir.Const:
    items = _items(expr.query, scope, depth)
    if expr.op == "count":
        return len(items)
    if expr.op == "exists":
        return bool(items)
    assert expr.value is not None
    values = [evaluate(expr.value, inner, depth + 1) for _, inner in items]
    match expr.op:
        case "every":
            return all(values)
        case "total":
            return sum(number(v) for v in values)
        case "highest":
            return max((number(v) for v in values), default=0)
        case "lowest":
            return min((number(v) for v in values), default=0)
        case "distinct":
            flat = (x for v in values for x in (v if isinstance(v, tuple) else (v,)))
            return tuple(dict.fromkeys(flat))
        case _:
            best = (max if expr.op == "most" else min)((number(v) for v in values), default=0)
            return tuple(item for (item, _), v in zip(items, values, strict=True) if v == best)


def _builtin(name: str, args: list[ir.Const]) -> ir.Const:
    if name in ("larger", "smaller"):
        a, b = number(args[0]), number(args[1])
        return max(a, b) if name == "larger" else min(a, b)
    if name == "range":
        return tuple(range(number(args[0]), number(args[1]) + 1))
    group = args[0]
    assert isinstance(group, tuple)
    if not group:
        return None
    return group[-1] if name == "last" else group[0]


__all__ = ["NONE", "Env", "Many", "NotConstant", "evaluate"]
