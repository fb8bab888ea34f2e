"""What an expression is, where its sentence depends on that."""

from __future__ import annotations

from collections.abc import Iterable

from castlewright.compiler.typed import ir
from castlewright.compiler.typed.types import NUMBER, Unit

__all__ = ["conjuncts", "constant_of", "is_none_test", "is_zero", "plainest", "quotient_of"]


def conjuncts(expr: ir.Expr | None) -> Iterable[ir.Expr]:
    """The conditions that `and` joins."""
    if isinstance(expr, ir.Logic) and expr.op == "and":
        yield from conjuncts(expr.left)
        yield from conjuncts(expr.right)
    elif expr is not None:
        yield expr


def is_zero(expr: ir.Expr) -> bool:
    """Is this nothing: zero, no, none, empty?"""
    return isinstance(expr, ir.Lit) and expr.value in (0, False, None, "", ())


def is_none_test(expr: ir.Expr) -> bool:
    """Does this ask whether something is none?"""
    return isinstance(expr, ir.Cmp) and isinstance(expr.right, ir.Lit) and expr.right.value is None


def constant_of(rule: ir.Rule) -> ir.Lit | None:
    """The number or amount that a rule stands for, where it is one."""
    constant = not rule.lets and (rule.result == NUMBER or isinstance(rule.result, Unit))
    return rule.value if constant and isinstance(rule.value, ir.Lit) else None


def quotient_of(expr: ir.Expr) -> ir.Arith | None:
    """The division that an expression is, or None."""
    if isinstance(expr, ir.Arith) and expr.op == "/":
        return expr
    return None


def plainest(expr: ir.Expr) -> ir.Expr:
    """The constant that a rule stands for, or the expression as it is."""
    constant = constant_of(expr.rule) if isinstance(expr, ir.CallRule) else None
    return expr if constant is None else constant
