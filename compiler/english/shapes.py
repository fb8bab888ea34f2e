"""What an expression is, where its sentence depends on that."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from castlewright.compiler.typed import ir
from castlewright.compiler.typed.types import NUMBER, Unit

__all__ = [
    "conjuncts",
    "constant_in",
    "constant_of",
    "instead_of",
    "is_none_test",
    "is_something",
    "is_zero",
    "joined_by",
    "parity_of",
    "plainest",
    "presupposed",
    "quotient_of",
    "row_for",
    "same",
]


def conjuncts(expr: ir.Expr | None) -> Iterable[ir.Expr]:
    """The conditions that `and` joins."""
    if isinstance(expr, ir.Logic) and expr.op == "and":
        yield from conjuncts(expr.left)
        yield from conjuncts(expr.right)
    elif expr is not None:
        yield expr


def joined_by(expr: ir.Expr, op: str) -> Iterable[ir.Expr]:
    """The conditions that `and`, or `or`, joins."""
    if isinstance(expr, ir.Logic) and expr.op == op:
        yield from joined_by(expr.left, op)
        yield from joined_by(expr.right, op)
    else:
        yield expr


def same(one: ir.Expr, other: ir.Expr) -> bool:
    """Do two expressions ask for the same field, thing kept or local, in the same way?"""
    match one, other:
        case ir.Local(), ir.Local():
            return one.var is other.var
        case ir.GetField(), ir.GetField():
            return one.field is other.field and one.printed == other.printed and same(one.base, other.base)
        case ir.GetKeep(), ir.GetKeep():
            if one.base is None or other.base is None:
                return one.keep is other.keep and one.base is other.base
            return one.keep is other.keep and same(one.base, other.base)
        case _:
            return False


def parity_of(expr: ir.Cmp) -> tuple[ir.Expr, str] | None:
    """What is asked to be `odd` or `even`, which is written as what is left of it beyond twice its half."""
    match expr:
        case ir.Cmp(
            op="==" | "!=",
            left=ir.Arith(
                op="-",
                left=whole,
                right=ir.Arith(
                    op="*",
                    left=ir.Arith(op="/", left=again, right=ir.Lit(value=2)),
                    right=ir.Lit(value=2),
                ),
            ),
            right=ir.Lit(value=0),
        ) if same(whole, again):
            return whole, "even" if expr.op == "==" else "odd"
        case _:
            return None


def is_something(expr: ir.Expr) -> ir.Expr | None:
    """Of what this asks whether it is there at all; None where it asks something else."""
    match expr:
        case ir.Cmp(op="!=", left=left, right=ir.Lit(value=None)):
            return left
        case ir.Not(operand=ir.Cmp(op="==", left=left, right=ir.Lit(value=None))):
            return left
        case _:
            return None


def presupposed(expr: ir.Expr, later: Sequence[ir.Expr]) -> bool:
    """Does a condition only say that there is something, where a later one holds only then?"""
    thing = is_something(expr)
    return thing is not None and any(_needs(one, thing) for one in later)


def _needs(expr: ir.Expr, thing: ir.Expr) -> bool:
    """Does a condition hold only where there is such a thing?"""
    match expr:
        case ir.Cmp(op="<" | ">" | "<=" | ">=" | "==", left=left, right=right):
            return not is_none_test(expr) and any(_mentions(side, thing) for side in (left, right))
        case ir.In(item=item):
            return same(item, thing)
        case ir.CallRule(args=args):
            return any(same(arg, thing) for arg in args)
        case ir.Fold(op="exists", query=query):
            return _mentions(query.source, thing)
        case ir.Logic(op="or"):
            return all(_needs(side, thing) for side in joined_by(expr, "or"))
        case ir.Logic():
            return any(_needs(side, thing) for side in joined_by(expr, "and"))
        case _:
            return False


def _mentions(expr: ir.Expr, thing: ir.Expr) -> bool:
    """Is the thing asked for on the way to a value, so that there is none without it?"""
    match expr:
        case ir.GetField() | ir.GetKeep() | ir.GetZone():
            return same(expr, thing) or (expr.base is not None and _mentions(expr.base, thing))
        case ir.Builtin() | ir.CallRule():
            return any(_mentions(arg, thing) for arg in expr.args)
        case _:
            return same(expr, thing)


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


def instead_of(rule: ir.Rule, program: ir.Program) -> ir.Expr | None:
    """The value that a change puts in place of that of a rule, where it always holds and is the only one."""
    always = [c for c in program.changes if c.rule is rule and c.holder is None and c.condition is None]
    return always[0].value if len(always) == 1 and always[0].verb == "to" else None


def constant_in(rule: ir.Rule, program: ir.Program) -> ir.Lit | None:
    """The number or amount that a rule stands for in a program, where it is one: its own, or what a change
    that always holds puts in its place.
    """
    if rule.params or not (rule.result == NUMBER or isinstance(rule.result, Unit)):
        return constant_of(rule)
    if not any(c.rule is rule and c.holder is None and c.condition is None for c in program.changes):
        return constant_of(rule)
    value = instead_of(rule, program)
    number = None if value is None else _number_in(value, program)
    return None if value is None or number is None else ir.Lit(number, type=rule.result, span=value.span)


def row_for(rule: ir.Rule, args: Sequence[ir.Expr]) -> ir.Expr | None:
    """What a table says where it is asked for something fixed; None where it is not, or there is no table."""
    if not isinstance(rule.value, ir.Select) or len(args) != 1 or not isinstance(args[0], ir.Lit):
        return None
    asked = isinstance(rule.value.subject, ir.Local) and rule.value.subject.var is rule.params[0]
    if not asked:
        return None
    for key, value in rule.value.rows:
        if not isinstance(key, ir.Lit):
            return None
        if key.value == args[0].value:
            return value
    return rule.value.otherwise


def _number_in(expr: ir.Expr, program: ir.Program) -> int | None:
    """The number that an expression of constants comes to."""
    match expr:
        case ir.Lit(value=int(number)):
            return number
        case ir.CallRule(args=(_,)):
            row = row_for(expr.rule, expr.args)
            return None if row is None else _number_in(row, program)
        case ir.CallRule(args=()):
            constant = constant_in(expr.rule, program)
            return None if constant is None else _number_in(constant, program)
        case ir.Arith(op="+" | "-" | "*"):
            left, right = _number_in(expr.left, program), _number_in(expr.right, program)
            if left is None or right is None:
                return None
            return left + right if expr.op == "+" else left - right if expr.op == "-" else left * right
        case _:
            return None


def quotient_of(expr: ir.Expr) -> ir.Arith | None:
    """The division that an expression is, or None."""
    if isinstance(expr, ir.Arith) and expr.op == "/":
        return expr
    return None


def plainest(expr: ir.Expr, program: ir.Program) -> ir.Expr:
    """The constant that a rule stands for in a program, or the expression as it is."""
    constant = constant_in(expr.rule, program) if isinstance(expr, ir.CallRule) else None
    return expr if constant is None else constant
