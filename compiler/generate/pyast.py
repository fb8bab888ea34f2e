"""Building blocks of generated Python: one small function for each node kind that may occur in it.

Nothing else of the host language can be generated. Identifiers are checked to be made by the generator
(`NAME_SHAPE`), so no text of an author can become a name; texts occur as constants only.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence

NAME_SHAPE = re.compile(r"[a-zA-Z][a-zA-Z_]*[0-9]*\Z")
"""What generated identifiers look like: letters, then digits. Runtime names have the same shape."""

Constant = "int | bool | str | None | tuple[Constant, ...]"

_BINARY: dict[str, type[ast.operator]] = {
    "+": ast.Add,
    "-": ast.Sub,
    "*": ast.Mult,
    "//": ast.FloorDiv,
    "%": ast.Mod,
}
_COMPARE: dict[str, type[ast.cmpop]] = {
    "<": ast.Lt,
    ">": ast.Gt,
    "<=": ast.LtE,
    ">=": ast.GtE,
    "==": ast.Eq,
    "!=": ast.NotEq,
    "in": ast.In,
    "not in": ast.NotIn,
    "is": ast.Is,
    "is not": ast.IsNot,
}


def name(identifier: str) -> ast.Name:
    """A read of a local or global. Raises ValueError for an identifier of another shape."""
    if not NAME_SHAPE.match(identifier):
        raise ValueError(f"not a generated name: {identifier!r}")
    return ast.Name(identifier, ast.Load())


def const(value: object) -> ast.Constant:
    """A constant: int, bool, str, None, or a tuple of constants."""
    return ast.Constant(value)  # pyright: ignore[reportArgumentType]


def attr(base: ast.expr, attribute: str) -> ast.Attribute:
    """An attribute of a runtime object."""
    if not NAME_SHAPE.match(attribute):
        raise ValueError(f"not a generated name: {attribute!r}")
    return ast.Attribute(base, attribute, ast.Load())


def item(base: ast.expr, index: ast.expr) -> ast.Subscript:
    """`base[index]`."""
    return ast.Subscript(base, index, ast.Load())


def part(base: ast.expr, lower: ast.expr | None, upper: ast.expr | None) -> ast.Subscript:
    """`base[lower:upper]`."""
    return ast.Subscript(base, ast.Slice(lower, upper), ast.Load())


def call(function: ast.expr | str, *args: ast.expr) -> ast.Call:
    """`function(args)`."""
    return ast.Call(name(function) if isinstance(function, str) else function, list(args), [])


def call_named(function: ast.expr | str, args: Sequence[ast.expr], named: dict[str, ast.expr]) -> ast.Call:
    """`function(args, key=value)`."""
    made = call(function, *args)
    made.keywords = [ast.keyword(key, value) for key, value in named.items() if NAME_SHAPE.match(key)]
    return made


def compare(left: ast.expr, op: str, right: ast.expr) -> ast.Compare:
    """`left op right`."""
    return ast.Compare(left, [_COMPARE[op]()], [right])


def between(low: int, value: ast.expr, high: int) -> ast.Compare:
    """`low <= value < high`."""
    return ast.Compare(const(low), [ast.LtE(), ast.Lt()], [value, const(high)])


def both(*tests: ast.expr) -> ast.expr:
    """`a and b and …`; True without tests."""
    if not tests:
        return const(True)
    return tests[0] if len(tests) == 1 else ast.BoolOp(ast.And(), list(tests))


def either(*tests: ast.expr) -> ast.expr:
    """`a or b or …`; False without tests."""
    if not tests:
        return const(False)
    return tests[0] if len(tests) == 1 else ast.BoolOp(ast.Or(), list(tests))


_OPPOSITE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}


def negate(test: ast.expr) -> ast.expr:
    """`not test`, written shorter where an opposite operator exists."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return test.operand
    if isinstance(test, ast.Constant):
        return const(not test.value)
    if isinstance(test, ast.Compare) and len(test.ops) == 1:
        opposite = _OPPOSITE.get(type(test.ops[0]))
        if opposite is not None:
            return ast.Compare(test.left, [opposite()], test.comparators)
    return ast.UnaryOp(ast.Not(), test)


def minus(operand: ast.expr) -> ast.expr:
    """`-operand`."""
    return ast.UnaryOp(ast.USub(), operand)


def binary(left: ast.expr, op: str, right: ast.expr) -> ast.expr:
    """`left op right`; sums with a constant zero are left out."""
    if op in ("+", "-") and isinstance(right, ast.Constant) and right.value == 0:
        return left
    if op == "+" and isinstance(left, ast.Constant) and left.value == 0 and isinstance(left.value, int):
        return right
    return ast.BinOp(left, _BINARY[op](), right)


def choice(test: ast.expr, then: ast.expr, otherwise: ast.expr) -> ast.expr:
    """`then if test else otherwise`."""
    return ast.IfExp(test, then, otherwise)


def tuple_of(items: Sequence[ast.expr]) -> ast.expr:
    """`(a, b)`; a constant when all items are."""
    values: list[object] = []
    for element in items:
        if not isinstance(element, ast.Constant):
            return ast.Tuple(list(items), ast.Load())
        values.append(element.value)
    return const(tuple(values))


def row(items: Sequence[ast.expr]) -> ast.Tuple:
    """`(a, b)` whose items stay apart, so that they can still be filled in later."""
    return ast.Tuple(list(items), ast.Load())


def list_of(items: Sequence[ast.expr]) -> ast.List:
    """`[a, b]`."""
    return ast.List(list(items), ast.Load())


def mapping(pairs: Sequence[tuple[ast.expr, ast.expr]]) -> ast.Dict:
    """`{key: value}`."""
    return ast.Dict([key for key, _ in pairs], [value for _, value in pairs])


def stored(target: ast.expr) -> ast.expr:
    """The same name, item or attribute as the target of an assignment."""
    if isinstance(target, ast.Name):
        return ast.Name(target.id, ast.Store())
    if isinstance(target, ast.Subscript):
        return ast.Subscript(target.value, target.slice, ast.Store())
    if isinstance(target, ast.Attribute):
        return ast.Attribute(target.value, target.attr, ast.Store())
    raise TypeError(f"no target: {type(target).__name__}")


def assign(target: ast.expr | str, value: ast.expr) -> ast.Assign:
    """`target = value`."""
    return ast.Assign([stored(name(target) if isinstance(target, str) else target)], value, lineno=0)


def increase(target: ast.expr | str, op: str, value: ast.expr) -> ast.AugAssign:
    """`target op= value`."""
    place = stored(name(target) if isinstance(target, str) else target)
    assert isinstance(place, ast.Name | ast.Subscript | ast.Attribute)
    return ast.AugAssign(place, _BINARY[op](), value, lineno=0)


def when(test: ast.expr, then: list[ast.stmt], otherwise: list[ast.stmt] | None = None) -> ast.If:
    """`if test: then else: otherwise`."""
    return ast.If(test, then, otherwise or [], lineno=0)


def loop(variable: str, source: ast.expr, body: list[ast.stmt]) -> ast.For:
    """`for variable in source: body`."""
    return ast.For(stored(name(variable)), source, body, [], lineno=0)


def give(value: ast.expr | None = None) -> ast.Return:
    """`return value`."""
    return ast.Return(value, lineno=0)


def act(value: ast.expr) -> ast.Expr:
    """An expression as a statement."""
    return ast.Expr(value, lineno=0)


def function(identifier: str, params: Sequence[str], body: list[ast.stmt]) -> ast.FunctionDef:
    """`def identifier(params): body`."""
    arguments = ast.arguments([], [ast.arg(name(p).id) for p in params], None, [], [], None, [])
    return ast.FunctionDef(name(identifier).id, arguments, body, [], None, lineno=0)


def import_from(module: str, names: Sequence[str]) -> ast.ImportFrom:
    """`from module import names`."""
    return ast.ImportFrom(module, [ast.alias(n) for n in names], 0, lineno=0)


def jump(kind: str) -> ast.stmt:
    """`break` or `continue`."""
    return ast.Break(lineno=0) if kind == "break" else ast.Continue(lineno=0)


def at(node: ast.stmt, origin: int) -> ast.stmt:
    """Note which origin (a number the generator keeps) a statement was made from."""
    node.lineno = origin
    return node
