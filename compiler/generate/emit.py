"""Writing generated syntax trees as Python text, with the table from generated lines to origins.

The writer knows the node kinds of `pyast` and no others. Its text is the same under every Python version,
which that of `ast.unparse` is not, and it notes the origin of each statement while it writes, so the line
table needs no second pass.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import cast

_WIDE = 100
_TERNARY, _OR, _AND, _NOT, _COMPARE, _SUM, _PRODUCT, _UNARY, _ATOM = range(9)
_OPERATORS: dict[type[ast.AST], str] = {
    ast.Add: " + ",
    ast.Sub: " - ",
    ast.Mult: " * ",
    ast.FloorDiv: " // ",
    ast.Mod: " % ",
    ast.Lt: " < ",
    ast.Gt: " > ",
    ast.LtE: " <= ",
    ast.GtE: " >= ",
    ast.Eq: " == ",
    ast.NotEq: " != ",
    ast.In: " in ",
    ast.NotIn: " not in ",
    ast.Is: " is ",
    ast.IsNot: " is not ",
}


class UnknownNode(TypeError):
    """The generator made a node that generated code may not hold."""


def write_constant(value: object) -> str:
    """The text of a constant; texts in ASCII, so that it does not depend on the Python version."""
    if type(value) is int:
        return str(value)
    if isinstance(value, tuple):
        items = cast("tuple[object, ...]", value)
        inner = ", ".join(map(write_constant, items))
        return f"({inner},)" if len(items) == 1 else f"({inner})"
    if value is None or isinstance(value, bool | int):
        return str(value)
    if isinstance(value, str):
        return ascii(value)
    raise UnknownNode(f"constant {type(value).__name__}")


def write_expression(node: ast.expr, level: int = _TERNARY) -> str:
    """The text of an expression, in brackets if it binds less tightly than `level`."""
    writer = _EXPRESSIONS.get(type(node))
    if writer is None:
        raise UnknownNode(type(node).__name__)
    own, text = writer(node)
    return f"({text})" if own < level else text


def _constant(node: ast.expr) -> tuple[int, str]:
    value = cast("ast.Constant", node).value
    negative = isinstance(value, int) and value < 0
    return _UNARY if negative else _ATOM, write_constant(value)


def _name(node: ast.expr) -> tuple[int, str]:
    return _ATOM, cast("ast.Name", node).id


def _attribute(node: ast.expr) -> tuple[int, str]:
    node = cast("ast.Attribute", node)
    return _ATOM, f"{write_expression(node.value, _ATOM)}.{node.attr}"


def _subscript(node: ast.expr) -> tuple[int, str]:
    node = cast("ast.Subscript", node)
    return _ATOM, f"{write_expression(node.value, _ATOM)}[{write_expression(node.slice)}]"


def _slice(node: ast.expr) -> tuple[int, str]:
    node = cast("ast.Slice", node)
    ends = [write_expression(end) if end is not None else "" for end in (node.lower, node.upper)]
    return _ATOM, ":".join(ends)


def _call(node: ast.expr) -> tuple[int, str]:
    node = cast("ast.Call", node)
    args = [write_expression(a) for a in node.args]
    args += [f"{k.arg}={write_expression(k.value)}" for k in node.keywords]
    return _ATOM, f"{write_expression(node.func, _ATOM)}({', '.join(args)})"


def _comparison(node: ast.expr) -> tuple[int, str]:
    node = cast("ast.Compare", node)
    text = write_expression(node.left, _SUM)
    for op, right in zip(node.ops, node.comparators, strict=True):
        text += _OPERATORS[type(op)] + write_expression(right, _SUM)
    return _COMPARE, text


def _logic(node: ast.expr) -> tuple[int, str]:
    node = cast("ast.BoolOp", node)
    own, word = (_AND, " and ") if isinstance(node.op, ast.And) else (_OR, " or ")
    return own, word.join(write_expression(v, own + 1) for v in node.values)


def _unary(node: ast.expr) -> tuple[int, str]:
    node = cast("ast.UnaryOp", node)
    if isinstance(node.op, ast.Not):
        return _NOT, "not " + write_expression(node.operand, _NOT)
    return _UNARY, "-" + write_expression(node.operand, _ATOM)


def _binary(node: ast.expr) -> tuple[int, str]:
    node = cast("ast.BinOp", node)
    own = _SUM if isinstance(node.op, ast.Add | ast.Sub) else _PRODUCT
    left = write_expression(node.left, own)
    return own, left + _OPERATORS[type(node.op)] + write_expression(node.right, own + 1)


def _ternary(node: ast.expr) -> tuple[int, str]:
    node = cast("ast.IfExp", node)
    then, test = write_expression(node.body, _OR), write_expression(node.test, _OR)
    return _TERNARY, f"{then} if {test} else {write_expression(node.orelse)}"


def _tuple(node: ast.expr) -> tuple[int, str]:
    items = [write_expression(e) for e in cast("ast.Tuple", node).elts]
    return _ATOM, f"({items[0]},)" if len(items) == 1 else f"({', '.join(items)})"


def _list(node: ast.expr) -> tuple[int, str]:
    return _ATOM, f"[{', '.join(write_expression(e) for e in cast('ast.List', node).elts)}]"


def _dict(node: ast.expr) -> tuple[int, str]:
    node = cast("ast.Dict", node)
    pairs = zip(node.keys, node.values, strict=True)
    inner = ", ".join(f"{write_expression(k)}: {write_expression(v)}" for k, v in pairs if k is not None)
    return _ATOM, f"{{{inner}}}"


_EXPRESSIONS: dict[type[ast.expr], Callable[[ast.expr], tuple[int, str]]] = {
    ast.Constant: _constant,
    ast.Name: _name,
    ast.Attribute: _attribute,
    ast.Subscript: _subscript,
    ast.Slice: _slice,
    ast.Call: _call,
    ast.Compare: _comparison,
    ast.BoolOp: _logic,
    ast.UnaryOp: _unary,
    ast.BinOp: _binary,
    ast.IfExp: _ternary,
    ast.Tuple: _tuple,
    ast.List: _list,
    ast.Dict: _dict,
}


class Writer:
    """Writes statements one after the other; `origins` pairs generated lines (from 1) with origin numbers."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.origins: list[tuple[int, int]] = []

    @property
    def text(self) -> str:
        """All that was written, with a line end after each line."""
        return "".join(line + "\n" for line in self.lines)

    def blank(self) -> None:
        """Write an empty line."""
        self.lines.append("")

    def comment(self, words: str) -> None:
        """Write a comment; `words` are the generator's own."""
        self.lines.append(f"# {words}")

    def statements(self, body: Sequence[ast.stmt], depth: int = 0) -> None:
        """Write a list of statements at a depth of indentation; `pass` for an empty one inside something."""
        if depth and not body:
            self._line("    " * depth, "pass")
        for node in body:
            self.statement(node, depth)

    def statement(self, node: ast.stmt, depth: int = 0) -> None:
        """Write one statement."""
        origin: int = getattr(node, "lineno", 0)
        if origin:
            self.origins.append((len(self.lines) + 1, origin))
        pad = "    " * depth
        match node:
            case ast.Assign():
                self._assign(pad, write_expression(node.targets[0]), node.value)
            case ast.AugAssign():
                op = _OPERATORS[type(node.op)].strip()
                self._line(pad, f"{write_expression(node.target)} {op}= {write_expression(node.value)}")
            case ast.Expr():
                self._line(pad, write_expression(node.value))
            case ast.Return():
                self._line(pad, "return" if node.value is None else f"return {write_expression(node.value)}")
            case ast.If():
                self._if(node, depth, pad, "if")
            case ast.For():
                self._line(pad, f"for {write_expression(node.target)} in {write_expression(node.iter)}:")
                self.statements(node.body, depth + 1)
            case ast.FunctionDef():
                params = ", ".join(a.arg for a in node.args.args)
                self._line(pad, f"def {node.name}({params}):")
                self.statements(node.body, depth + 1)
            case ast.ImportFrom():
                self._import(node)
            case ast.Pass():
                self._line(pad, "pass")
            case ast.Break():
                self._line(pad, "break")
            case ast.Continue():
                self._line(pad, "continue")
            case _:
                raise UnknownNode(type(node).__name__)

    def _line(self, pad: str, text: str) -> None:
        self.lines.append(pad + text)

    def _if(self, node: ast.If, depth: int, pad: str, word: str) -> None:
        self._line(pad, f"{word} {write_expression(node.test)}:")
        self.statements(node.body, depth + 1)
        rest = node.orelse
        if len(rest) == 1 and isinstance(rest[0], ast.If) and not getattr(rest[0], "lineno", 0):
            self._if(rest[0], depth, pad, "elif")
        elif rest:
            self._line(pad, "else:")
            self.statements(rest, depth + 1)

    def _import(self, node: ast.ImportFrom) -> None:
        self.lines.append(f"from {node.module} import (")
        self.lines.extend(f"    {alias.name}," for alias in node.names)
        self.lines.append(")")

    def _assign(self, pad: str, target: str, value: ast.expr) -> None:
        """Write an assignment; a long table at the top of the module gets a line for each row."""
        rows = None if pad else _rows(value)
        if rows is None or sum(map(len, rows)) < _WIDE:
            self._line(pad, f"{target} = {write_expression(value)}")
            return
        opening, closing = ("{", "}") if isinstance(value, ast.Dict) else ("(", ")")
        self.lines.append(f"{target} = {opening}")
        self.lines.extend(f"    {row}," for row in rows)
        self.lines.append(closing)


def _rows(value: ast.expr) -> list[str] | None:
    """The elements of a table as texts, short ones gathered on shared lines; None when it is no table."""
    if isinstance(value, ast.Dict):
        pairs = zip(value.keys, value.values, strict=True)
        return [f"{write_expression(k)}: {write_expression(v)}" for k, v in pairs if k is not None]
    if isinstance(value, ast.Tuple):
        items = [write_expression(e) for e in value.elts]
    elif isinstance(value, ast.Constant) and isinstance(value.value, tuple):
        items = [write_constant(e) for e in cast("tuple[object, ...]", value.value)]
    else:
        return None
    if any(len(i) > 40 for i in items):
        return items
    rows: list[str] = []
    row = ""
    for text in items:
        if row and len(row) + len(text) > _WIDE:
            rows.append(row)
            row = ""
        row = f"{row}, {text}" if row else text
    return [*rows, row]
