"""Texts of different packs that bend one rule: which can hold together, and in which order they apply.

The test is small and sound: it may report two changes that never meet, it never lets two through that do. The
cure is for one of them to say `over` the other.
"""

from __future__ import annotations

from itertools import combinations

from castlewright.compiler import ir
from castlewright.compiler.walk import expressions_in
from castlewright.rules_dsl.diagnostics import Diagnostics


def check_conflicts(program: ir.Program, diagnostics: Diagnostics) -> None:
    """Report CW0602 for replacing changes that can hold together, CW0603 for wrappers that do not commute."""
    by_rule: dict[int, list[ir.RuleChange]] = {}
    for change in program.changes:
        by_rule.setdefault(id(change.rule), []).append(change)
    needs = {p.name: p for p in program.packs}
    for changes in by_rule.values():
        for one, other in combinations(changes, 2):
            if _ordered(one, other) or not can_hold_together(one, other):
                continue
            if is_replacing(one) and is_replacing(other):
                diagnostics.error(
                    "CW0602",
                    other.span,
                    f"two texts give `{one.rule.name}` a new value, and both can hold at once",
                    related=[(one.span, "the other one"), (one.rule.span, "the rule")],
                    help=f"say `over {name_of(one)}` in the one that wins, "
                    "or use `original` to build on the other",
                )
            elif (
                is_wrapping(one)
                and is_wrapping(other)
                and not _commute(one, other)
                and not _related(one, other, needs)
            ):
                diagnostics.error(
                    "CW0603",
                    other.span,
                    f"two packs bend `{one.rule.name}`, and it matters which comes first",
                    related=[(one.span, "the other one"), (one.rule.span, "the rule")],
                    help=f"let one of the packs say `after` the other, or say `over {name_of(one)}`",
                )


def name_of(change: ir.RuleChange) -> str:
    """The name by which `over` speaks of a change: the piece it stands on, else its pack."""
    return change.holder.name if change.holder is not None else change.pack


def _ordered(one: ir.RuleChange, other: ir.RuleChange) -> bool:
    """Has one of the two said that it comes over the other?"""
    return name_of(one) in other.over or name_of(other) in one.over


def is_replacing(change: ir.RuleChange) -> bool:
    """A `to` that does not use `original`: it replaces the value."""
    return change.verb == "to" and not _reads_original(change)


def is_wrapping(change: ir.RuleChange) -> bool:
    """Everything else builds on the value."""
    return not is_replacing(change)


def _reads_original(change: ir.RuleChange) -> bool:
    return change.value is not None and any(
        isinstance(e, ir.Local) and e.var is change.original for e in expressions_in(change.value)
    )


def _commute(one: ir.RuleChange, other: ir.RuleChange) -> bool:
    """`by` with `by`, `allow` with `allow` and so on: any order will do. Other pairs have one."""
    return one.verb != other.verb or one.verb != "to"


def _related(one: ir.RuleChange, other: ir.RuleChange, packs: dict[str, ir.PackInfo]) -> bool:
    """Packs of which one needs, or stands after, the other; texts of one pack stand in order of name."""
    if one.pack == other.pack:
        return True
    a, b = packs.get(one.pack), packs.get(other.pack)
    return bool(a and b and (b.name in (*a.needs, *a.after) or a.name in (*b.needs, *b.after)))


def can_hold_together(one: ir.RuleChange, other: ir.RuleChange) -> bool:
    """May both be in force for the same question?

    They cannot when they stand on pieces of which a player holds at most one and are each for the owner, or
    when their conditions exclude each other: one term compared with two different members.
    """
    if _same_piece(one, other):
        return False
    terms = [(_terms(a), _terms(b)) for a, b in [(one.condition, other.condition)]]
    for left, right in terms:
        for key, value in left:
            if any(key == k and value != v for k, v in right):
                return False
    return True


def _same_piece(one: ir.RuleChange, other: ir.RuleChange) -> bool:
    """The same text twice is one text; a piece is held by one player at a time."""
    if one.holder is None or other.holder is None or one.subject is None or other.subject is None:
        return False
    return one.holder is other.holder and one.holder.copies == 1


def _terms(condition: ir.Expr | None) -> list[tuple[str, object]]:
    """The `X is MEMBER` parts that must all hold, keyed by how X is written."""
    found: list[tuple[str, object]] = []
    stack = [condition] if condition is not None else []
    while stack:
        expr = stack.pop()
        if isinstance(expr, ir.Logic) and expr.op == "and":
            stack += [expr.left, expr.right]
        elif isinstance(expr, ir.Cmp) and expr.op == "==" and isinstance(expr.right, ir.Lit):
            found.append((expr.left.span.text, expr.right.value))
    return found
