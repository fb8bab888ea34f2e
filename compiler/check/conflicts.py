"""Texts of different packs that bend one rule: which can hold together, and in which order they apply.

The test is small and sound: it may report two changes that never meet, it never lets two through that do. The
cure is for one of them to say `over` the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from castlewright.compiler.typed import ir
from castlewright.compiler.typed.walk import expressions_in
from castlewright.rules_dsl.diagnostics import Diagnostics
from castlewright.rules_dsl.names import did_you_mean

Terms = list[tuple[str, object]]


def check_conflicts(program: ir.Program, diagnostics: Diagnostics) -> None:
    """Report CW0602 for replacing changes that can hold together, CW0603 for wrappers that do not commute."""
    by_rule: dict[int, list[ir.RuleChange]] = {}
    for change in program.changes:
        by_rule.setdefault(id(change.rule), []).append(change)
    needs = {p.name: p for p in program.packs}
    for changes in by_rule.values():
        _check_over(changes, diagnostics)
        # Only those with `to` can clash: the other verbs commute with their like and have a fixed order.
        replacing = [c for c in changes if is_replacing(c)]
        wrapping = [c for c in changes if c.verb == "to" and is_wrapping(c)]
        for one, other in _clashes(replacing):
            diagnostics.error(
                "CW0602",
                other.span,
                f"two texts give `{one.rule.name}` a new value, and both can hold at once",
                related=[(one.span, "the other one"), (one.rule.span, "the rule")],
                help=f"say `over {name_of(one)}` in the one that wins, or build on the other with `original`",
            )
        for one, other in _clashes(wrapping):
            if _related(one, other, needs):
                continue
            diagnostics.error(
                "CW0603",
                other.span,
                f"two packs bend `{one.rule.name}`, and it matters which comes first",
                related=[(one.span, "the other one"), (one.rule.span, "the rule")],
                help=f"let one of the packs say `after` the other, or say `over {name_of(one)}`",
            )


def _check_over(changes: Sequence[ir.RuleChange], diagnostics: Diagnostics) -> None:
    """Report CW0607 for an `over` that names nothing which bends the same rule."""
    names = {name_of(change) for change in changes}
    for change in changes:
        for other in change.over:
            if other not in names or other == name_of(change):
                diagnostics.error(
                    "CW0607",
                    change.span,
                    f"`{other}` does not bend `{change.rule.name}`, so there is nothing to be over",
                    related=[(change.rule.span, "the rule")],
                    help="leave `over` out" if len(names) == 1 else did_you_mean(other, names),
                )


def _clashes(changes: Sequence[ir.RuleChange]) -> Iterator[tuple[ir.RuleChange, ir.RuleChange]]:
    """The pairs that can hold together and of which neither is over the other; one for each later change."""
    terms = [_terms(change.condition) for change in changes]
    for at, other in enumerate(changes):
        for before in range(at):
            one = changes[before]
            if not _ordered(one, other) and _together(one, other, terms[before], terms[at]):
                yield one, other
                break


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


def _related(one: ir.RuleChange, other: ir.RuleChange, packs: dict[str, ir.PackInfo]) -> bool:
    """Packs of which one needs, or stands after, the other; texts of one pack stand in order of name."""
    if one.pack == other.pack:
        return True
    a, b = packs.get(one.pack), packs.get(other.pack)
    return bool(a and b and (b.name in (*a.needs, *a.after) or a.name in (*b.needs, *b.after)))


def _together(one: ir.RuleChange, other: ir.RuleChange, left: Terms, right: Terms) -> bool:
    """May both be in force for the same question?

    They cannot when they stand on one piece and are each for its owner, or when their conditions exclude each
    other: one term compared with two different members.
    """
    if _same_piece(one, other):
        return False
    return not any(key == k and value != v for key, value in left for k, v in right)


def _same_piece(one: ir.RuleChange, other: ir.RuleChange) -> bool:
    """The same text twice is one text; a piece is held by one player at a time."""
    if one.holder is None or other.holder is None or one.subject is None or other.subject is None:
        return False
    return one.holder is other.holder and one.holder.copies == 1


def _terms(condition: ir.Expr | None) -> Terms:
    """The `X is MEMBER` parts that must all hold, keyed by how X is written."""
    found: Terms = []
    stack = [condition] if condition is not None else []
    while stack:
        expr = stack.pop()
        if isinstance(expr, ir.Logic) and expr.op == "and":
            stack += [expr.left, expr.right]
        elif isinstance(expr, ir.Cmp) and expr.op == "==" and isinstance(expr.right, ir.Lit):
            found.append((expr.left.span.text, expr.right.value))
    return found
