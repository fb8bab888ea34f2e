"""Making typed expressions smaller: constants folded, small rules put in place of calls."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from dataclasses import replace
from typing import cast

from castlewright.compiler.lower.patterns import meeting, outward
from castlewright.compiler.typed import ir
from castlewright.compiler.typed.constants import LARGEST
from castlewright.compiler.typed.rebuild import (
    Let,
    children,
    locals_read,
    map_children,
    query_of,
    size,
    substitute,
)
from castlewright.compiler.typed.types import NUMBER, YESNO, Type, Unit

INLINE_SIZE = 20
"""Rules of at most so many expressions are put in place of their calls."""
_IN_LOOPS = 3
"""So many times larger a rule may be where it is called for each element of a collection."""
_WRITTEN_OUT = 200

_NUMBERS: dict[str, Callable[[int, int], int]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
}
_COMPARE: dict[str, Callable[[int, int], bool]] = {
    "<": lambda a, b: a < b,
    ">": lambda a, b: a > b,
    "<=": lambda a, b: a <= b,
    ">=": lambda a, b: a >= b,
}


class Optimiser:
    """Simplifies expressions of one program. `inline_size` bounds what is put in place of calls."""

    def __init__(self, inline_size: int = INLINE_SIZE) -> None:
        self.inline_size = inline_size
        self._values: dict[ir.Rule, ir.Expr] = {}
        self._reads: dict[ir.Rule, dict[ir.Rule, bool]] = {}
        self._reading: dict[ir.Rule, bool] = {}
        self._loops = 0  # how many collections are gone through around the present place
        self._writers: dict[type[ir.Expr], Callable[[ir.Expr], ir.Expr]] = {
            ir.Arith: _arith,
            ir.Neg: _neg,
            ir.Cmp: _cmp,
            ir.Logic: _logic,
            ir.Not: _not,
            ir.Cond: _cond,
            ir.In: _in,
            ir.Fold: self._fold,
            ir.Select: _select,
            ir.GetField: self._field,
            ir.CallRule: self._call,
        }

    def rule_value(self, rule: ir.Rule) -> ir.Expr:
        """The simplified value of a rule, its `let`s around it."""
        self._reading[rule] = True
        return self._value(rule)

    def _value(self, rule: ir.Rule) -> ir.Expr:
        known = self._values.get(rule)
        if known is None:
            whole = rule.value
            for var, value in reversed(rule.lets):
                whole = Let(var, value, whole, type=whole.type, span=whole.span)
            loops, self._loops = self._loops, 0
            with self.reading() as reads:
                known = self._values[rule] = self.simplified(whole)
            self._reads[rule] = reads
            self._loops = loops
        return known

    @contextmanager
    def reading(self) -> Generator[dict[ir.Rule, bool], None, None]:
        """The rules that are read meanwhile: True where the value mattered, False where it was only found to
        be too long to stand in place of a call."""
        outer, self._reading = self._reading, {}
        try:
            yield self._reading
        finally:
            self._reading = outer

    def changed(self, rules: Iterable[ir.Rule]) -> set[ir.Rule] | None:
        """These rules have new values: the rules whose simplified values are no longer what they were.

        None when one has become short enough to stand in place of its calls, or too long.
        """
        readers: dict[ir.Rule, list[ir.Rule]] = {}
        for reader, reads in self._reads.items():
            for rule, whole in reads.items():
                if whole:
                    readers.setdefault(rule, []).append(reader)
        found: set[ir.Rule] = set()
        queue = list(rules)
        while queue:
            rule = queue.pop()
            if rule not in found:
                found.add(rule)
                queue += readers.get(rule, ())
        before = {rule: self._lengths(self._values.pop(rule)) for rule in found if rule in self._values}
        for rule, was_long in before.items():
            if self._lengths(self._value(rule)) != was_long:
                return None
        return found

    def is_long(self, value: ir.Expr, in_loop: bool = False) -> bool:
        """Is the value of a rule too long to stand in place of calls (for each element of a collection)?"""
        most = self.inline_size * (_IN_LOOPS if in_loop else 1)
        return not _is_one_question(value) and size(value, most) > most

    def _lengths(self, value: ir.Expr) -> tuple[bool, bool]:
        return self.is_long(value), self.is_long(value, True)

    def simplified(self, node: ir.Expr) -> ir.Expr:
        """An equal expression, simpler where that can be seen."""
        query = query_of(node)
        if query is None:
            node = map_children(node, self.simplified)
        else:
            source = query.source
            node = map_children(node, lambda part: self._simplified_in(part, part is not source))
        writer = self._writers.get(type(node))
        return node if writer is None else writer(node)

    def _simplified_in(self, node: ir.Expr, is_repeated: bool) -> ir.Expr:
        """The same for what stands in a query and may be asked for each element."""
        self._loops += is_repeated
        made = self.simplified(node)
        self._loops -= is_repeated
        return made

    def holds_for(self, condition: ir.Expr, players: int) -> bool:
        """Does a condition that reads nothing but the number of players hold?"""

        def fixed(node: ir.Expr) -> ir.Expr:
            if isinstance(node, ir.Builtin) and node.name == "player_count":
                return ir.Lit(players, type=NUMBER, span=node.span)
            return map_children(node, fixed)

        return _truth(self.simplified(fixed(condition))) is True

    def _field(self, node: ir.Expr) -> ir.Expr:
        node = cast("ir.GetField", node)
        through = None if node.printed else node.field.through
        if through is not None:
            face = self.rule_value(through)
            if not isinstance(face, ir.Local) or face.var is not through.params[0]:
                return node
            node = replace(node, printed=True)
        base = node.base
        definition = base.value if isinstance(base, ir.Lit) else None
        if not isinstance(definition, ir.Definition) or node.field.name not in definition.values:
            return node
        if not definition.kind.is_value:
            return node
        return ir.Lit(definition.values[node.field.name], type=node.type, span=node.span)

    def _call(self, node: ir.Expr) -> ir.Expr:
        node = cast("ir.CallRule", node)
        value = self._value(node.rule)
        if self.is_long(value, self._loops == 1):
            self._reading.setdefault(node.rule, False)
            return node
        self._reading[node.rule] = True
        reads: dict[ir.Var, int] = {}
        for var in locals_read(value):
            reads[var] = reads.get(var, 0) + 1
        bound: dict[ir.Var, ir.Expr] = {}
        lets: list[tuple[ir.Var, ir.Expr]] = []
        for param, arg in zip(node.rule.params, node.args, strict=True):
            times = reads.get(param, 0)
            if times == 0:
                continue
            if self.may_repeat(arg) or (times == 1 and not _reads_in_loop(value, param)):
                bound[param] = arg
                continue
            held = ir.Var(param.name, arg.type, param.role)
            bound[param] = ir.Local(held, type=arg.type, span=arg.span)
            lets.append((held, arg))
        made = self._again(substitute(value, bound))
        for var, arg in reversed(lets):
            made = Let(var, arg, made, type=made.type, span=node.span)
        return made

    def _fold(self, node: ir.Expr) -> ir.Expr:
        """A total of what is nothing where a condition fails is one over the elements for which it holds."""
        node = cast("ir.Fold", node)
        value = node.value
        if node.op != "total" or not isinstance(value, ir.Cond) or _number(value.otherwise) != 0:
            return node
        query, where = node.query, self._simplified_in(value.condition, True)
        if query.where is not None:
            where = ir.Logic("and", query.where, where, type=YESNO, span=where.span)
        return replace(node, query=replace(query, where=where), value=value.then)

    def may_repeat(self, arg: ir.Expr) -> bool:
        """May an argument stand in place of its parameter wherever that is read?"""
        return isinstance(arg, ir.Lit | ir.Local)

    def _again(self, node: ir.Expr) -> ir.Expr:
        """Fold once more: constants came in place of parameters. Calls inside were seen before."""
        node = map_children(node, self._again)
        writer = self._writers.get(type(node))
        return node if writer is None or isinstance(node, ir.CallRule) else writer(node)


class WrittenOut(Optimiser):
    """Puts whole rules in place of their calls, so that forms show through; nothing is generated from it."""

    def __init__(self) -> None:
        super().__init__(_WRITTEN_OUT)

    def may_repeat(self, arg: ir.Expr) -> bool:
        """Any argument may."""
        return True


def _is_one_question(node: ir.Expr) -> bool:
    """Is it something that the runtime answers in one call, long as it is to say?"""
    if not isinstance(node, ir.Fold) or node.op != "exists":
        return False
    meets = meeting(node.query)
    return outward(node.query) is not None or (meets is not None and meets.mate is not None)


def _reads_in_loop(node: ir.Expr, var: ir.Var) -> bool:
    """Is a variable read where a collection is gone through, so that what stands there is read many times?"""
    query = query_of(node)
    if query is None:
        return any(_reads_in_loop(child, var) for child in children(node))
    if _reads_in_loop(query.source, var):
        return True
    return any(var in locals_read(child) for child in children(node) if child is not query.source)


def _number(node: ir.Expr) -> int | None:
    value = node.value if isinstance(node, ir.Lit) else None
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _truth(node: ir.Expr) -> bool | None:
    value = node.value if isinstance(node, ir.Lit) else None
    return value if isinstance(value, bool) else None


def yes_or_no(value: bool, span: ir.Span) -> ir.Lit:
    """A yes/no constant."""
    return ir.Lit(value, type=YESNO, span=span)


def _arith(node: ir.Expr) -> ir.Expr:
    node = cast("ir.Arith", node)
    left, right = _number(node.left), _number(node.right)
    if left is not None and right is not None and _is_amount(node.type):
        if node.op == "/":
            return ir.Lit(left // right, type=node.type, span=node.span) if right else node
        value = _NUMBERS[node.op](left, right)
        return ir.Lit(value, type=node.type, span=node.span) if abs(value) <= LARGEST else node
    if node.op == "*" and _is_amount(node.type):
        if left == 1:
            return replace(node.right, type=node.type)
        if right == 1:
            return replace(node.left, type=node.type)
    return node


def _is_amount(type_: Type) -> bool:
    return type_ == NUMBER or isinstance(type_, Unit)


def _neg(node: ir.Expr) -> ir.Expr:
    value = _number(cast("ir.Neg", node).operand)
    return node if value is None else ir.Lit(-value, type=node.type, span=node.span)


def _cmp(node: ir.Expr) -> ir.Expr:
    node = cast("ir.Cmp", node)
    if not isinstance(node.left, ir.Lit) or not isinstance(node.right, ir.Lit):
        return node
    if node.op in ("==", "!="):
        same = node.left.value == node.right.value
        return yes_or_no(same == (node.op == "=="), node.span)
    left, right = _number(node.left), _number(node.right)
    return node if left is None or right is None else yes_or_no(_COMPARE[node.op](left, right), node.span)


def _logic(node: ir.Expr) -> ir.Expr:
    node = cast("ir.Logic", node)
    for one, other in ((node.left, node.right), (node.right, node.left)):
        truth = _truth(one)
        if truth is not None:
            return other if truth == (node.op == "and") else one
    return node


def _not(node: ir.Expr) -> ir.Expr:
    operand = cast("ir.Not", node).operand
    truth = _truth(operand)
    if truth is not None:
        return yes_or_no(not truth, node.span)
    return operand.operand if isinstance(operand, ir.Not) else node


def _cond(node: ir.Expr) -> ir.Expr:
    node = cast("ir.Cond", node)
    truth = _truth(node.condition)
    if truth is None:
        return node
    return node.then if truth else node.otherwise


def _in(node: ir.Expr) -> ir.Expr:
    node = cast("ir.In", node)
    if isinstance(node.group, ir.MakeSet) and not node.group.items:
        return yes_or_no(False, node.span)
    if (
        isinstance(node.item, ir.Lit)
        and isinstance(node.group, ir.Lit)
        and isinstance(node.group.value, tuple)
    ):
        return yes_or_no(node.item.value in node.group.value, node.span)
    return node


def _select(node: ir.Expr) -> ir.Expr:
    node = cast("ir.Select", node)
    if not isinstance(node.subject, ir.Lit):
        return node
    for key, value in node.rows:
        if not isinstance(key, ir.Lit):
            return node
        if key.value == node.subject.value:
            return value
    return node if node.otherwise is None else node.otherwise
