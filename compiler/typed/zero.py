"""What a question about nothing gives: the zero of each type."""

from __future__ import annotations

from castlewright.compiler.typed import ir
from castlewright.compiler.typed.types import NUMBER, TEXT, YESNO, Many, OrNone, Type, Unit, or_none
from castlewright.rules_dsl.source import Span


def has_zero(type: Type) -> bool:
    """Does the type have a value that stands for nothing, other than none?"""
    return type in (NUMBER, YESNO, TEXT) or isinstance(type, (Unit, Many))


def of_nothing(type: Type) -> Type:
    """The type of a question about something that may be none: itself where it has a zero, else `or none`."""
    return type if has_zero(type) or isinstance(type, OrNone) else or_none(type)


def zero(type: Type, span: Span) -> ir.Lit:
    """The zero of a type: 0, no, an empty text or set, none."""
    if type is YESNO or type == YESNO:
        return ir.Lit(False, type=type, span=span)
    if type == NUMBER or isinstance(type, Unit):
        return ir.Lit(0, type=type, span=span)
    if type == TEXT:
        return ir.Lit("", type=type, span=span)
    if isinstance(type, Many):
        return ir.Lit((), type=type, span=span)
    return ir.Lit(None, type=of_nothing(type), span=span)
