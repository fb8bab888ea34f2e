"""Values known when a ruleset is linked: printed fields, first values, options."""

from __future__ import annotations

from castlewright.compiler.typed import ir
from castlewright.compiler.typed.types import ERROR, NONE, Many
from castlewright.compiler.typed.zero import zero

Env = dict[ir.Var, ir.Const]


class NotConstant(Exception):
    """Raised for what only a running game knows; carries the expression."""

    def __init__(self, expr: ir.Expr) -> None:
        super().__init__(str(expr.span))
        self.expr = expr


LARGEST = (1 << 63) - 1
"""Largest number that is worked out here; running games know none beyond it either."""
DEEPEST = 100
"""Most calls and parts within one another."""
MOST_STEPS = 100_000
"""Most steps for one value: what needs more is no printed value of an honest text."""
LONGEST = 10_000
"""Most elements of a collection that is counted through here."""


class TooLarge(NotConstant):
    """Raised for a number beyond `LARGEST`."""


def evaluate(expr: ir.Expr, env: Env | None = None) -> ir.Const:
    """The value of an expression. Raises NotConstant for what is not known yet, or takes too long."""
    if type(expr) is ir.Lit and expr.type != ERROR:
        return expr.value
    return _Evaluator().value(expr, env or {}, 0)


class _Evaluator:
    """Works one value out, counting its steps."""

    def __init__(self) -> None:
        self.steps = 0

    def value(self, expr: ir.Expr, env: Env, depth: int) -> ir.Const:
        """The value of an expression where the locals of `env` are known."""
        self.steps += 1
        if depth > DEEPEST or self.steps > MOST_STEPS:
            raise NotConstant(expr)
        # What most printed values are made of comes first.
        if type(expr) is ir.Lit and expr.type != ERROR:
            return expr.value
        if type(expr) is ir.Local and expr.var in env:
            return env[expr.var]
        if type(expr) is ir.GetField:
            return _field(expr, self.value(expr.base, env, depth + 1))

        def value(node: ir.Expr, more: Env | None = None) -> ir.Const:
            return self.value(node, env if more is None else more, depth + 1)

        match expr:
            case ir.Lit():
                raise NotConstant(expr)  # it has been reported
            case ir.MakeSet():
                return tuple(dict.fromkeys(value(i) for i in expr.items))
            case ir.Neg():
                return -number(value(expr.operand))
            case ir.Arith():
                return _arith(expr, value(expr.left), value(expr.right))
            case ir.Cmp():
                return _compare(expr.op, value(expr.left), value(expr.right))
            case ir.In():
                return value(expr.item) in group(value(expr.group))
            case ir.Not():
                return not value(expr.operand)
            case ir.Logic():
                left = bool(value(expr.left))
                return left if left is (expr.op == "or") else bool(value(expr.right))
            case ir.Cond():
                return value(expr.then) if value(expr.condition) else value(expr.otherwise)
            case ir.Select():
                return self._select(expr, env, depth)
            case ir.CallRule():
                expr.rule.answered = True
                inner: Env = dict(zip(expr.rule.params, (value(a) for a in expr.args), strict=True))
                for var, bound in expr.rule.lets:
                    inner[var] = value(bound, inner)
                return value(expr.rule.value, inner)
            case ir.Members() if expr.kind.is_value:
                return tuple(expr.kind.definitions)
            case ir.Filter():
                return tuple(item for item, _ in self._items(expr.query, env, depth))
            case ir.Fold():
                return self._fold(expr, env, depth)
            case ir.Builtin() if expr.name in ("larger", "smaller", "range", "first", "last", "top"):
                return _builtin(expr, [value(a) for a in expr.args])
            case _:
                raise NotConstant(expr)

    def _select(self, expr: ir.Select, env: Env, depth: int) -> ir.Const:
        subject = self.value(expr.subject, env, depth + 1)
        for key, result in expr.rows:
            if self.value(key, env, depth + 1) == subject:
                return self.value(result, env, depth + 1)
        if expr.otherwise is None:
            raise NotConstant(expr)
        return self.value(expr.otherwise, env, depth + 1)

    def _items(self, query: ir.Query, env: Env, depth: int) -> list[tuple[ir.Const, Env]]:
        found: list[tuple[ir.Const, Env]] = []
        for item in group(self.value(query.source, env, depth + 1)):
            inner = {**env, query.var: item}
            if query.where is None or self.value(query.where, inner, depth + 1):
                found.append((item, inner))
        return found

    def _fold(self, expr: ir.Fold, env: Env, depth: int) -> ir.Const:
        items = self._items(expr.query, env, depth)
        if expr.op == "count":
            return len(items)
        if expr.op == "exists":
            return bool(items)
        if expr.value is None:
            raise NotConstant(expr)
        values = [self.value(expr.value, inner, depth + 1) for _, inner in items]
        match expr.op:
            case "every":
                return all(values)
            case "total":
                return _fitting(sum(number(v) for v in values), expr)
            case "highest":
                return max((number(v) for v in values), default=0)
            case "lowest":
                return min((number(v) for v in values), default=0)
            case "distinct":
                flat = (x for v in values for x in (v if isinstance(v, tuple) else (v,)) if x is not None)
                return tuple(dict.fromkeys(flat))
            case _:
                best = (max if expr.op == "most" else min)((number(v) for v in values), default=0)
                return tuple(item for (item, _), v in zip(items, values, strict=True) if v == best)


def number(value: ir.Const) -> int:
    """A value as a number. Raises NotConstant where an error has left something else."""
    if not isinstance(value, int):
        raise NotConstant(ir.Lit(None, type=ERROR))
    return value


def group(value: ir.Const) -> tuple[ir.Const, ...]:
    """A value as a collection. Raises NotConstant where an error has left something else."""
    if not isinstance(value, tuple):
        raise NotConstant(ir.Lit(None, type=ERROR))
    return value


def _arith(expr: ir.Arith, left: ir.Const, right: ir.Const) -> ir.Const:
    if isinstance(left, tuple) and isinstance(right, tuple):
        if expr.op == "+":
            return tuple(dict.fromkeys((*left, *right)))
        return tuple(item for item in left if item not in right)
    a, b = number(left), number(right)
    match expr.op:
        case "+":
            return _fitting(a + b, expr)
        case "-":
            return _fitting(a - b, expr)
        case "*":
            return _fitting(a * b, expr)
        case _:
            if b == 0:
                raise NotConstant(expr)
            return a // b


def _fitting(value: int, expr: ir.Expr) -> int:
    if abs(value) > LARGEST:
        raise TooLarge(expr)
    return value


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


def _builtin(expr: ir.Builtin, args: list[ir.Const]) -> ir.Const:
    if expr.name in ("larger", "smaller"):
        a, b = number(args[0]), number(args[1])
        return max(a, b) if expr.name == "larger" else min(a, b)
    if expr.name == "range":
        first, last = number(args[0]), number(args[1])
        if last - first > LONGEST:
            raise NotConstant(expr)
        return tuple(range(first, last + 1))
    items = group(args[0])
    if not items:
        return None
    return items[-1] if expr.name == "last" else items[0]


__all__ = ["LARGEST", "NONE", "Env", "Many", "NotConstant", "TooLarge", "evaluate"]
