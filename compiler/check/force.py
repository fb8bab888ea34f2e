"""Texts on pieces bend rules and hear events; the kind of the piece says when they are in force."""

from __future__ import annotations

from castlewright.compiler.typed import ir
from castlewright.rules_dsl.diagnostics import Diagnostics


def check_force(program: ir.Program, diagnostics: Diagnostics) -> None:
    """Report CW0525, once a kind, for pieces with changes or hooks whose kind has no `active while`."""
    for text in (*program.changes, *program.hooks):
        holder = text.holder
        if holder is None or holder.kind.is_value or holder.kind.active is not None:
            continue
        kind = holder.kind
        if diagnostics.mark(("never in force", kind.name)):
            diagnostics.error(
                "CW0525",
                holder.span,
                f"`{holder.name}` bends rules or hears events; its kind does not say when that holds",
                related=[(text.span, "this text"), (kind.span, f"`{kind.name}` is declared here")],
                help="add `active while …` to the kind, such as `active while self is in ZONE`",
            )
