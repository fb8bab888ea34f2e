"""Tables without `else`: every key must have its row, from the table or from a change of its rule."""

from __future__ import annotations

from dataclasses import dataclass

from castlewright.compiler.typed import ir
from castlewright.compiler.typed.walk import expressions_in
from castlewright.rules_dsl.diagnostics import Diagnostics
from castlewright.rules_dsl.source import Span


@dataclass(slots=True)
class OpenTable:
    """A table without `else`: the members for which it has no row (None: `none`).

    `missing` None: the keys cannot be counted, such as numbers; `words` says then what lacks. `counts` holds
    the numbers of players that may play and have no row.
    """

    select: ir.Select
    missing: list[ir.Definition | None] | None
    span: Span
    words: str
    counts: tuple[int, ...] = ()


def check_tables(
    program: ir.Program, tables: list[OpenTable], only_defaults: set[ir.Rule], diagnostics: Diagnostics
) -> None:
    """Report CW0513 for members that neither a row nor a change `… if x is MEMBER` answers for, and CW0517
    for other keys. A change `… if n is 5` answers for a number of players.

    Tables in rules that only defaults of fields ask (`only_defaults`) are left alone: each default is worked
    out here, and one without a row is an error of its own.
    """
    if not tables:
        return
    rules = {
        id(expr): rule
        for rule in program.rules.values()
        for expr in expressions_in(rule.value)
        if isinstance(expr, ir.Select)
    }
    for table in tables:
        rule = rules.get(id(table.select))
        answered = _answered(program, rule) if rule is not None else set[ir.Const]()
        if table.counts:
            absent = [str(count) for count in table.counts if count not in answered]
            if absent and diagnostics.mark(("open table", table.span)):
                words = f"there is no row for {', '.join(absent)} players, and no `else`"
                diagnostics.error("CW0517", table.span, words, help="add `else: …` as the last row")
            continue
        if table.missing is None:
            if rule not in only_defaults and diagnostics.mark(("open table", table.span)):
                diagnostics.error("CW0517", table.span, table.words, help="add `else: …` as the last row")
            continue
        missing = [m for m in table.missing if m not in answered]
        if not missing:
            continue
        named = ", ".join("none" if m is None else f"`{m.name}`" for m in missing)
        later = [m for m in missing if m is not None and rule is not None and m.pack != rule.pack]
        diagnostics.error(
            "CW0513",
            table.span,
            f"there is no row for {named}",
            related=[(m.span, f"`{m.name}` is declared here") for m in later[:1]],
            help="add the rows, or an `else`",
        )


def _answered(program: ir.Program, rule: ir.Rule) -> set[ir.Const]:
    """The members and numbers that the conditions of a rule's changes name."""
    found: set[ir.Const] = set()
    for change in program.changes:
        if change.rule is rule and change.verb == "to" and change.condition is not None:
            for expr in expressions_in(change.condition):
                if isinstance(expr, ir.Lit) and expr.value is not None:
                    found.add(expr.value)
    return found
