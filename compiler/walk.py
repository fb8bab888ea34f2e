"""Walking over typed expressions and statements."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from functools import cache

from castlewright.compiler import ir

DECLARATIONS = (ir.Decl, ir.Filling)


@cache
def _names(cls: type) -> tuple[str, ...]:
    return tuple(f.name for f in fields(cls) if f.name not in ("type", "span", "name"))


def parts(node: object) -> Iterator[object]:
    """The expressions, queries and statements directly below, without declarations that are only named."""
    for name in _names(type(node)):
        yield from _flat(getattr(node, name))


def _flat(value: object) -> Iterator[object]:
    if isinstance(value, (ir.Expr, ir.Stmt, ir.Query, ir.ZoneRef, ir.OptionBranch)):
        yield value
    elif isinstance(value, ir.RuleChange):
        yield from (e for e in (value.subject, value.value, value.condition) if e is not None)
    elif isinstance(value, tuple):
        for item in value:  # pyright: ignore[reportUnknownVariableType]
            yield from _flat(item)  # pyright: ignore[reportUnknownArgumentType]


def everything_in(node: object) -> Iterator[object]:
    """`node` and all below it, parents first."""
    stack = [node]
    while stack:
        one = stack.pop()
        yield one
        stack.extend(reversed(list(parts(one))))


def expressions_in(node: object) -> Iterator[ir.Expr]:
    """All expressions in an expression or statement, parents first."""
    return (one for one in everything_in(node) if isinstance(one, ir.Expr))


def statements_in(body: ir.Body) -> Iterator[ir.Stmt]:
    """All statements of a body, nested ones too."""
    for stmt in body:
        yield from (one for one in everything_in(stmt) if isinstance(one, ir.Stmt))
