"""Walking over typed expressions and statements."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from functools import cache

from castlewright.compiler.typed import ir

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


def bodies_of(program: ir.Program) -> list[ir.Body]:
    """All statements of a program, examples left out."""
    bodies: list[ir.Body] = [e.body for e in program.effects.values()]
    bodies += [a.body for a in program.actions.values()]
    bodies += [h.body for h in program.hooks]
    for kind in program.kinds.values():
        fillings = [f for d in kind.definitions for f in d.fillings.values()]
        fillings += [s.default for s in kind.slots.values() if s.default is not None]
        bodies += [f.body for f in fillings if f.body is not None]
    bodies += [p.body for p in flow_parts(program) if isinstance(p, (ir.Step, ir.Turns))]
    return bodies


def flow_parts(program: ir.Program) -> list[ir.Step | ir.Turns | ir.Rounds | ir.Stage]:
    """All parts of the flow, outer ones first."""
    found: list[ir.Step | ir.Turns | ir.Rounds | ir.Stage] = []
    queue: list[ir.Step | ir.Turns | ir.Rounds | ir.Stage] = list(program.flow.parts) if program.flow else []
    while queue:
        part = queue.pop(0)
        found.append(part)
        if isinstance(part, (ir.Rounds, ir.Stage)):
            queue[:0] = part.parts
    return found
