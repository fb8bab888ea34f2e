"""What a gain, loss or payment speaks of: the piece, or member of a value kind, that is nearest in its
text.
"""

from __future__ import annotations

from castlewright.compiler.check.scope import Scope, key_of
from castlewright.compiler.typed import ir
from castlewright.compiler.typed.types import Face, Piece, Type, Value

__all__ = ["REASON", "spoken_of"]

REASON = "reason"
"""The value kind whose members say why an amount changes, not of what."""


def spoken_of(scope: Scope) -> tuple[ir.Local | None, bool]:
    """The local that a change of a counter is about, and whether everybody may know what it stands for.

    That is the one bound last that holds a piece; without any, the one that holds a member of a value kind.
    Collections, and what may be none here, never count. For pieces the second answer is always yes: who knows
    a piece is known only to a running game.
    """
    member: tuple[ir.Local, bool] | None = None
    for var in scope.innermost_first():
        node = ir.Local(var, type=var.type)
        type_: Type = scope.facts.get(key_of(node) or (), var.type)
        if isinstance(type_, (Piece, Face)):
            return ir.Local(var, type=type_), True
        if member is None and isinstance(type_, Value) and type_.kind != REASON:
            member = ir.Local(var, type=type_), _is_told(scope, var)
    return member or (None, True)


def _is_told(scope: Scope, var: ir.Var) -> bool:
    """Does everybody know the member? The text on a member names it by standing there."""
    return var in scope.told or (var is scope.self_var and scope.definition is not None)
