"""Changes that give a definition a value of its own, in place of what its members say of it."""

from __future__ import annotations

from castlewright.compiler.typed import ir
from castlewright.compiler.typed.walk import expressions_in

__all__ = ["asks", "own_values"]


def own_values(program: ir.Program, definition: ir.Definition) -> list[ir.RuleChange]:
    """The changes `change RULE(x) to V if x is DEFINITION` that take nothing from the old value."""
    return [
        change
        for change in program.changes
        if change.verb == "to"
        and change.value is not None
        and not _reads_original(change, change.value)
        and change.holder is None
        and len(change.params) == 1
        and isinstance(change.condition, ir.IsDef)
        and change.condition.definition is definition
    ]


def _reads_original(change: ir.RuleChange, value: ir.Expr) -> bool:
    """Whether the old value is a part of the new one."""
    return any(isinstance(part, ir.Local) and part.var is change.original for part in expressions_in(value))


def asks(rule: ir.Rule, slot: ir.Slot) -> bool:
    """Whether the value of a rule is taken from a slot, by itself or through other rules."""
    seen: list[ir.Rule] = [rule]
    for one in seen:
        for value in (one.value, *(let for _, let in one.lets)):
            for part in expressions_in(value):
                if isinstance(part, ir.CallSlot) and part.slot is slot:
                    return True
                if isinstance(part, ir.CallRule) and part.rule not in seen:
                    seen.append(part.rule)
    return False
