"""What conditions of a placing read beside the plan itself: so long as that stays, their answers do."""

from __future__ import annotations

from castlewright.compiler.lower.layout import Cells, Layout
from castlewright.compiler.typed import ir
from castlewright.compiler.typed.rebuild import children

__all__ = ["Reads", "cells_read"]

Reads = frozenset[tuple[int, int]]
"""Runs of cells, as their first and the one after their last."""

_OF_PLAN = frozenset(
    "sides contacts corner_mates corner_contacts lies_on lies_under row column piece edge facing front "
    "covers covered_by regions enclosed border outer_region region_within beyond neighbours at_marks faces "
    "face owner top_edge right_edge bottom_edge left_edge top first last range item_round larger "
    "smaller".split()
)
"""Built-in questions whose answers depend on nothing but how pieces lie on the plan (and whose it is)."""


def cells_read(node: ir.Expr, zone: ir.Zone, layout: Layout) -> Reads | None:
    """The cells that a condition reads beside the plan that is `zone` and what is printed.

    None where it may read what is no cell: where pieces of other zones are, how they lie.
    """
    found: set[tuple[int, int]] = set()
    return frozenset(found) if _gather(node, zone, layout, found) else None


def _gather(node: ir.Expr, zone: ir.Zone, layout: Layout, found: set[tuple[int, int]]) -> bool:
    also: list[ir.Expr] = []
    match node:
        case ir.PieceOf() | ir.CallSlot() | ir.RuleRef():
            return False
        case ir.GetKeep():
            found.add(_run(layout.keeps[node.keep]))
        case ir.GetZone() | ir.AllOfZone():
            if node.zone is not zone:
                if node.zone.structure in ("plan", "grid"):
                    return False
                found.add(_run(layout.zones[node.zone]))
            elif isinstance(node, ir.AllOfZone):
                return False
        case ir.Builtin() if node.name not in _OF_PLAN:
            return False
        case ir.GetField() if node.field.through is not None and not node.printed:
            also = _parts(node.field.through)
        case ir.CallRule():
            also = _parts(node.rule)
        case ir.Graph():
            also = _parts(node.rule)
        case ir.Members() if any(d.guard is not None for d in node.kind.definitions):
            return False
        case _:
            pass
    return all(_gather(part, zone, layout, found) for part in (*also, *children(node)))


def _parts(rule: ir.Rule) -> list[ir.Expr]:
    return [rule.value, *(value for _, value in rule.lets)]


def _run(cells: Cells) -> tuple[int, int]:
    return cells.base, cells.base + cells.count
