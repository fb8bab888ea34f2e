"""What stands in declarations: to be remembered, put back, and compared."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from typing import cast

from castlewright.compiler.typed import ir
from castlewright.compiler.typed.walk import flow_parts
from castlewright.rules_dsl.source import Span

__all__ = ["Content", "Holder", "content_of", "differ_in_numbers", "holders_in", "put_back", "say_the_same"]

Holder = ir.Decl | ir.Filling
Content = tuple[object, ...]

_PARTS: dict[type[object], tuple[str, ...]] = {
    ir.Rule: ("params", "subject", "value", "lets"),
    ir.Effect: ("params", "you", "body", "limit"),
    ir.Filling: ("params", "self_var", "you_var", "value", "body", "limit"),
    ir.Action: ("turn", "you", "self_var", "condition", "limit", "body"),
    ir.Need: ("piece", "condition"),
    ir.Step: ("you", "by", "condition", "body"),
    ir.Turns: ("var", "source", "where", "body"),
    ir.Rounds: ("until",),
    ir.Stage: (),
    ir.Flow: ("winner_var", "winner"),
    ir.Keep: ("seen_by",),
    ir.Zone: ("seen_by",),
    ir.RuleChange: ("params", "original", "self_var", "subject", "value", "condition"),
    ir.HookInfo: ("params", "you", "actor", "self_var", "condition", "limit", "body"),
}
"""What of a declaration its text says, or weaving changes."""


def holders_in(program: ir.Program) -> Iterator[Holder]:
    """All declarations of a program that have contents, in a fixed order; hooks and changes left out."""
    yield from program.rules.values()
    yield from program.effects.values()
    yield from program.actions.values()
    yield from program.keeps.values()
    yield from program.zones.values()
    for kind in program.kinds.values():
        if kind.active is not None:
            yield kind.active
        yield from kind.keeps.values()
        yield from kind.zones.values()
        yield from (slot.default for slot in kind.slots.values() if slot.default is not None)
        for definition in kind.definitions:
            yield from definition.fillings.values()
            yield from definition.keeps.values()
            yield from definition.zones.values()
    for placing in program.placings:
        yield from placing.needs
    if program.flow is not None:
        yield program.flow
        yield from flow_parts(program)


def content_of(holder: Holder) -> Content:
    """What stands in a declaration."""
    return tuple(getattr(holder, name) for name in _PARTS[type(holder)])


def put_back(holder: Holder, content: Content) -> None:
    """Give a declaration the contents that it had."""
    for name, value in zip(_PARTS[type(holder)], content, strict=True):
        setattr(holder, name, value)


def say_the_same(one: Content, other: Content) -> bool:
    """Do two contents of one declaration say the same, on the same lines?

    Locals may be other objects, columns may differ. Declarations that are named must be the same objects.
    """
    if all(a is b for a, b in zip(one, other, strict=True)):
        return True
    return _Comparison().same(one, other)


def differ_in_numbers(one: Content, other: Content) -> bool:
    """Do two contents say the same but for numbers?"""
    return _Comparison(numbers_count=False).same(one, other)


@cache
def _names(cls: type) -> tuple[str, ...]:
    return tuple(f.name for f in fields(cls) if f.name != "texts")


class _Comparison:
    """One comparison; knows which local of one side stands for which of the other."""

    def __init__(self, *, numbers_count: bool = True) -> None:
        self.numbers_count = numbers_count
        self._there: dict[ir.Var, ir.Var] = {}
        self._back: dict[ir.Var, ir.Var] = {}

    def same(self, one: object, other: object) -> bool:
        """Are two parts of contents the same?"""
        if isinstance(one, ir.Var):
            return isinstance(other, ir.Var) and self._same_var(one, other)
        if one is other:
            return True
        if type(one) is not type(other):
            return False
        if isinstance(one, int) and not isinstance(one, bool) and not self.numbers_count:
            return True
        if isinstance(one, Span):
            return _same_place(one, cast("Span", other))
        if isinstance(one, tuple | list):
            left, right = cast("tuple[object, ...]", one), cast("tuple[object, ...]", other)
            return len(left) == len(right) and all(map(self.same, left, right))
        if isinstance(one, ir.Expr | ir.Stmt | ir.Query | ir.ZoneRef | ir.OptionBranch | ir.Limit | ir.Seen):
            return all(self.same(getattr(one, name), getattr(other, name)) for name in _names(type(one)))
        if isinstance(one, ir.Decl | ir.Filling):
            return False
        return one == other

    def _same_var(self, one: ir.Var, other: ir.Var) -> bool:
        known = self._there.get(one)
        if known is not None or other in self._back:
            return known is other
        self._there[one], self._back[other] = other, one
        return (one.name, one.type, one.role) == (other.name, other.type, other.role)


def _same_place(one: Span, other: Span) -> bool:
    return one.path == other.path and one.line == other.line and bool(one.end) == bool(other.end)
