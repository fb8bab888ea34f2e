"""Expressions of the typed form as Python: plain code, loops written out, state read inline.

`ValueWriter.value` may put statements (loops, temporary names) before the place where its result is used.
That is sound because expressions have no effects; where evaluation is conditional, they go into the branch.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import cast

from castlewright.compiler.generate import pyast
from castlewright.compiler.generate.folds import FoldWriter
from castlewright.compiler.generate.pyscope import Registry, may_be_none
from castlewright.compiler.lower.layout import Unsupported, constant
from castlewright.compiler.typed import ir
from castlewright.compiler.typed.rebuild import Let
from castlewright.compiler.typed.tags import zero
from castlewright.compiler.typed.types import YESNO, Face, Many, OrNone, Piece, Type

_Build = Callable[[], ast.expr]
_SHORT_TABLE = 8


class ValueWriter(FoldWriter):
    """A function under construction that can write expressions."""

    def __init__(self, registry: Registry, params: tuple[str, ...] | list[str]) -> None:
        super().__init__(registry, params)
        self._writers: dict[type[ir.Expr], Callable[[ir.Expr], ast.expr]] = {
            ir.Lit: self._lit,
            ir.Local: self._local,
            ir.GetField: self._field,
            ir.GetKeep: self._keep,
            ir.GetZone: self._zone,
            ir.AllOfZone: self._all_of_zone,
            ir.Members: self._members,
            ir.PieceOf: self._piece_of,
            ir.Builtin: lambda e: self.question(cast("ir.Builtin", e)),
            ir.CallRule: self._call_rule,
            ir.CallSlot: self._call_slot,
            ir.Arith: self._arith,
            ir.Neg: lambda e: pyast.minus(self.value(cast("ir.Neg", e).operand)),
            ir.Cmp: self._cmp,
            ir.In: self._in,
            ir.HasFeature: self._has_feature,
            ir.IsKind: self._is_kind,
            ir.IsDef: self._is_def,
            ir.Logic: self._logic,
            ir.Not: lambda e: pyast.negate(self.test(cast("ir.Not", e).operand)),
            ir.Cond: self._cond,
            ir.Select: self._select,
            ir.MakeSet: self._make_set,
            ir.Filter: lambda e: self.collected(cast("ir.Filter", e).query),
            ir.Fold: lambda e: self.fold(cast("ir.Fold", e)),
            ir.Ranking: lambda e: self.ranking(cast("ir.Ranking", e)),
            ir.Graph: lambda e: self.graph(cast("ir.Graph", e)),
            Let: self._let,
        }

    def value(self, node: ir.Expr) -> ast.expr:
        """The value of an expression; to be used once, at the present place."""
        writer = self._writers.get(type(node))
        if writer is None:
            raise Unsupported(f"{type(node).__name__} is not yet supported here", node.span)
        return writer(node)

    def test(self, node: ir.Expr) -> ast.expr:
        """A yes/no expression where only its truth counts, so that a set may stand for `there is`."""
        match node:
            case ir.Logic():
                return self._joined(node.op, lambda: self.test(node.left), lambda: self.test(node.right))
            case ir.Fold(op="exists", query=query) if query.where is None and not self.searched(query):
                return self.value(query.source)
            case ir.Not():
                return pyast.negate(self.test(node.operand))
            case _:
                return self.value(node)

    # ------------------------------------------------------------------------------------------ simple values

    def _lit(self, node: ir.Expr) -> ast.expr:
        value = constant(self.layout, cast("ir.Lit", node).value)
        if isinstance(value, tuple) and len(cast("tuple[object, ...]", value)) > 4:
            return self.registry.shared(cast("object", value))
        return pyast.const(cast("object", value))

    def _local(self, node: ir.Expr) -> ast.expr:
        var = cast("ir.Local", node).var
        try:
            return self.read(var)
        except KeyError:
            raise Unsupported(f"{var.name} cannot be read here", node.span) from None

    def _let(self, node: ir.Expr) -> ast.expr:
        node = cast("Let", node)
        value = self.value(node.value)
        self.put(pyast.assign(self.local(node.var), value))
        return self.value(node.body)

    def _make_set(self, node: ir.Expr) -> ast.expr:
        items = [self.value(i) for i in cast("ir.MakeSet", node).items]
        made = pyast.tuple_of(items)
        is_set = isinstance(node.type, Many) and node.type.form == "set"
        if isinstance(made, ast.Constant):
            values = cast("tuple[object, ...]", made.value)
            return pyast.const(tuple(dict.fromkeys(values)) if is_set else values)
        return self.plain("distinct", made) if is_set and len(items) > 1 else made

    def _members(self, node: ir.Expr) -> ast.expr:
        return pyast.call("tuple", self.registry.members(cast("ir.Members", node).kind))

    # -------------------------------------------------------------------------------- fields, keeps and zones

    def _field(self, node: ir.Expr) -> ast.expr:
        node = cast("ir.GetField", node)
        printed = node.field
        through = None if node.printed else printed.through
        sure = self.registry.printed_everywhere(printed, node.base.type)
        if through is None:
            return self.unless_none(
                node.base, node.type, lambda base: self._printed(printed, base, node.type, sure)
            )
        rule = through

        def read_face(base: ast.expr) -> ast.expr:
            face = self.atom(pyast.call(self.registry.rule(rule), self.game, base))
            if not isinstance(rule.result, OrNone | Face):
                return self._printed(printed, face, node.type, True)
            there = pyast.compare(face, "is not", pyast.const(None))
            absent = pyast.const(zero(node.type))
            return self.conditional(
                there, lambda: self._printed(printed, face, node.type, True), lambda: absent
            )

        return self.unless_none(node.base, node.type, read_face)

    def _printed(self, printed: ir.Field, base: ast.expr, result: Type, sure: bool) -> ast.expr:
        """What a piece or value prints; the zero of the result for a piece that prints no such field."""
        if printed.feature is not None and not printed.kind.is_value:
            return self.ask("piece_sides_with", base, pyast.const(self.layout.number(printed.feature)))
        kind = printed.kind if printed.kind.is_value else None
        table, by_face = self.registry.field_table(printed, kind)
        if by_face:
            base = self.atom(base)
            face = pyast.item(pyast.attr(self.game, "face"), base)
            found = pyast.item(pyast.item(pyast.name(table), base), face)
        else:
            found = pyast.item(pyast.name(table), base)
        absent = zero(result)
        if sure or absent is None:
            return found
        found = self.atom(found)
        return pyast.choice(pyast.compare(found, "is", pyast.const(None)), pyast.const(absent), found)

    def _keep(self, node: ir.Expr) -> ast.expr:
        node = cast("ir.GetKeep", node)
        if node.base is None or node.keep.holder is None:
            return self.cell(self.keep_cell(node.keep, None))
        return self._held(
            node.base, node.keep.holder, node.type, lambda b: self.cell(self.keep_cell(node.keep, b))
        )

    def _zone(self, node: ir.Expr) -> ast.expr:
        node = cast("ir.GetZone", node)
        if node.base is None or node.zone.holder is None:
            return self.cell(self.zone_cell(node.zone, None))
        return self._held(
            node.base, node.zone.holder, node.type, lambda b: self.cell(self.zone_cell(node.zone, b))
        )

    def _held(
        self,
        base: ir.Expr,
        holder: str | ir.Kind | ir.Definition,
        result: Type,
        make: Callable[[ast.expr], ast.expr],
    ) -> ast.expr:
        """Read what a holder has; pieces that may be of another kind have the zero of `result`."""
        wanted = self.holder_range(holder)
        if wanted is None or self.surely_within(base.type, wanted):
            return self.unless_none(base, result, make)
        run = wanted

        def checked(held: ast.expr) -> ast.expr:
            held = self.atom(held)
            inside = pyast.between(run.start, held, run.stop)
            return self.conditional(inside, lambda: make(held), lambda: pyast.const(zero(result)))

        return self.unless_none(base, result, checked)

    def holder_range(self, holder: str | ir.Kind | ir.Definition) -> range | None:
        """The pieces that hold something, or None when players or values do."""
        if isinstance(holder, ir.Kind):
            return self.layout.kind_pieces.get(holder)
        return None if isinstance(holder, str) else self.layout.pieces.get(holder)

    def surely_within(self, type_: Type, wanted: range) -> bool:
        """Are all pieces of this type among `wanted`?"""
        inner = type_.item if isinstance(type_, OrNone) else type_
        if isinstance(inner, Face):
            return False
        if not isinstance(inner, Piece):
            return True
        return all(run.start >= wanted.start and run.stop <= wanted.stop for run in self.layout.ranges(inner))

    def _all_of_zone(self, node: ir.Expr) -> ast.expr:
        zone = cast("ir.AllOfZone", node).zone
        return pyast.call("sum", self.zone_run(zone), pyast.const(()))

    def zone_run(self, zone: ir.Zone) -> ast.expr:
        """The contents of a zone of every holder, as a list of sets."""
        run = self.layout.zones[zone]
        if zone.holder == "player":
            return self.cell_run(run.base, pyast.binary(self.player_count, "+", pyast.const(run.base)))
        return self.cell_run(run.base, pyast.const(run.base + run.count))

    def _piece_of(self, node: ir.Expr) -> ast.expr:
        node = cast("ir.PieceOf", node)
        run = self.layout.pieces[node.definition]
        base = pyast.const(None) if node.base is None else self.value(node.base)
        return self.ask("piece_of", base, pyast.const(run.start), pyast.const(run.stop))

    # -------------------------------------------------------------------------------------------------- calls

    def _call_rule(self, node: ir.Expr) -> ast.expr:
        node = cast("ir.CallRule", node)
        args = [self.value(a) for a in node.args]
        return pyast.call(self.registry.rule(node.rule), self.game, *args)

    def _call_slot(self, node: ir.Expr) -> ast.expr:
        node = cast("ir.CallSlot", node)
        table = pyast.name(self.registry.slot_table(node.slot))

        def make(base: ast.expr) -> ast.expr:
            held = self.atom(base)
            args = [self.value(a) for a in node.args]
            return pyast.call(pyast.item(table, held), self.game, held, *args)

        return self.unless_none(node.base, node.type, make)

    # ------------------------------------------------------------------------------ arithmetic and comparison

    def _arith(self, node: ir.Expr) -> ast.expr:
        node = cast("ir.Arith", node)
        if isinstance(node.type, Many):
            left, right = self.value(node.left), self.value(node.right)
            return self.plain("united" if node.op == "+" else "without", left, right)
        op = "//" if node.op == "/" else node.op
        left, right = self.value(node.left), self.value(node.right)
        if op == "*":
            for one, other in ((left, right), (right, left)):
                if isinstance(one, ast.Constant) and one.value == 1:
                    return other
            if not self.registry.product_fits(node):
                return self.plain("product", left, right)
        return pyast.binary(left, op, right)

    def _cmp(self, node: ir.Expr) -> ast.expr:
        node = cast("ir.Cmp", node)
        if node.op in ("==", "!="):
            outer = self._outer(node)
            return outer if outer is not None else self._equality(node)
        left, right = self.value(node.left), self.value(node.right)
        tests: list[ast.expr] = []
        if may_be_none(node.left):
            left = self.atom(left)
            tests.append(pyast.compare(left, "is not", pyast.const(None)))
        if may_be_none(node.right):
            right = self.atom(right)
            tests.append(pyast.compare(right, "is not", pyast.const(None)))
        return pyast.both(*tests, pyast.compare(left, node.op, right))

    def _outer(self, node: ir.Cmp) -> ast.expr | None:
        """A comparison with the outside of a plan."""
        sides = (node.left, node.right)
        for one, other in (sides, sides[::-1]):
            if isinstance(other, ir.Builtin) and other.name == "outer_region":
                test = self.ask("is_outer", self.value(one))
                return test if node.op == "==" else pyast.negate(test)
        return None

    def _equality(self, node: ir.Cmp) -> ast.expr:
        left, right = self.value(node.left), self.value(node.right)
        for one, other, expr in ((left, right, node.left), (right, left, node.right)):
            if isinstance(other, ast.Constant) and isinstance(other.value, bool) and expr.type == YESNO:
                return one if other.value == (node.op == "==") else pyast.negate(one)
            if isinstance(other, ast.Constant) and other.value is None:
                return pyast.compare(one, "is" if node.op == "==" else "is not", other)
        return pyast.compare(left, node.op, right)

    def _in(self, node: ir.Expr) -> ast.expr:
        node = cast("ir.In", node)
        group = node.group
        if isinstance(group, ir.GetZone) and not isinstance(node.item.type, Face):
            return self._in_zone(node.item, group)
        if isinstance(group, ir.Filter | ir.Members | ir.AllOfZone):
            return self.contains(node.item, group)
        reached = self.is_reached(node.item, group) if isinstance(group, ir.Graph) else None
        if reached is not None:
            return reached
        return pyast.compare(self.value(node.item), "in", self.value(group))

    def _in_zone(self, item: ir.Expr, group: ir.GetZone) -> ast.expr:
        """Pieces know where they lie, so nothing has to be searched."""

        def make(held: ast.expr) -> ast.expr:
            where = pyast.item(pyast.attr(self.game, "where"), held)
            if group.base is None or group.zone.holder is None:
                return pyast.compare(where, "==", self.zone_cell(group.zone, None))
            if may_be_none(group.base) or self.holder_range(group.zone.holder) is not None:
                return pyast.compare(held, "in", self.value(group))
            return pyast.compare(where, "==", self.zone_cell(group.zone, self.value(group.base)))

        def held_once(held: ast.expr) -> ast.expr:
            return make(self.atom(held))

        return self.unless_none(item, YESNO, held_once)

    def _has_feature(self, node: ir.Expr) -> ast.expr:
        node = cast("ir.HasFeature", node)
        if isinstance(node.side, ir.Local) and (node.side.var, node.feature) in self.featured:
            return pyast.const(True)
        return self.ask("has_feature", self.value(node.side), pyast.const(self.layout.number(node.feature)))

    def _is_kind(self, node: ir.Expr) -> ast.expr:
        node = cast("ir.IsKind", node)
        run = self.layout.kind_pieces.get(node.kind, range(0))
        if not may_be_none(node.operand) and self.surely_within(node.operand.type, run):
            return pyast.const(True)
        return self._within(node.operand, run)

    def _is_def(self, node: ir.Expr) -> ast.expr:
        node = cast("ir.IsDef", node)
        index = self.layout.members.get(node.definition)
        if index is not None:
            return pyast.compare(self.value(node.operand), "==", pyast.const(index))
        return self._within(node.operand, self.layout.pieces[node.definition])

    def _within(self, operand: ir.Expr, run: range) -> ast.expr:
        if len(run) == 1:
            return pyast.compare(self.value(operand), "==", pyast.const(run.start))
        return self.unless_none(operand, YESNO, lambda held: pyast.between(run.start, held, run.stop))

    # ------------------------------------------------------------------------------------------ logic, choice

    def _logic(self, node: ir.Expr) -> ast.expr:
        node = cast("ir.Logic", node)
        return self._joined(node.op, lambda: self.value(node.left), lambda: self.value(node.right))

    def _joined(self, op: str, left: _Build, right: _Build) -> ast.expr:
        first = left()
        with self.nested([]) as before:
            second = right()
        join = pyast.both if op == "and" else pyast.either
        if isinstance(first, ast.Constant) and not before:
            return second if bool(first.value) == (op == "and") else first
        if not before:
            return join(*_flat(first, op), *_flat(second, op))
        result = self.temp()
        self.put(pyast.assign(result, first))
        before.append(pyast.assign(result, second))
        test = pyast.name(result)
        self.put(pyast.when(test if op == "and" else pyast.negate(test), before))
        return pyast.name(result)

    def _cond(self, node: ir.Expr) -> ast.expr:
        node = cast("ir.Cond", node)
        test = self.test(node.condition)
        return self.conditional(test, lambda: self.value(node.then), lambda: self.value(node.otherwise))

    def _select(self, node: ir.Expr) -> ast.expr:
        node = cast("ir.Select", node)
        if all(isinstance(k, ir.Lit) and isinstance(v, ir.Lit) for k, v in node.rows):
            found = self._looked_up(node)
            if found is not None:
                return found
        subject = self.name_of(node.subject)
        if len(node.rows) > _SHORT_TABLE:
            return self._row_by_row(node, subject)
        return self._first_row(node, subject, 0)

    def _looked_up(self, node: ir.Select) -> ast.expr | None:
        pairs: dict[object, object] = {}
        for key, value in node.rows:
            made = constant(self.layout, cast("ir.Lit", key).value)
            pairs.setdefault(made, constant(self.layout, cast("ir.Lit", value).value))
        table = self.registry.shared_mapping(list(pairs.items()))
        if node.otherwise is None:
            return pyast.item(table, self.value(node.subject))
        if isinstance(node.otherwise, ir.Lit):
            return pyast.call(pyast.attr(table, "get"), self.value(node.subject), self.value(node.otherwise))
        return None

    def _row_by_row(self, node: ir.Select, subject: ast.expr) -> ast.expr:
        """A long table as a chain of branches."""
        result = self.temp()
        keys = [self.value(key) for key, _ in node.rows]
        rest: list[ast.stmt] = []
        with self.nested(rest):
            absent = pyast.const(None) if node.otherwise is None else self.value(node.otherwise)
            self.put(pyast.assign(result, absent))
        for key, (_, value) in reversed(list(zip(keys, node.rows, strict=True))):
            with self.nested([]) as found:
                self.put(pyast.assign(result, self.value(value)))
            chain: ast.stmt = pyast.when(pyast.compare(subject, "==", key), found, rest)
            rest = [chain]
        self.body.extend(rest)
        return pyast.name(result)

    def _first_row(self, node: ir.Select, subject: ast.expr, index: int) -> ast.expr:
        if index == len(node.rows):
            assert node.otherwise is not None
            return self.value(node.otherwise)
        key, value = node.rows[index]
        if index == len(node.rows) - 1 and node.otherwise is None:
            return self.value(value)  # one row must fit, so the last needs no test
        test = pyast.compare(subject, "==", self.value(key))
        return self.conditional(
            test, lambda: self.value(value), lambda: self._first_row(node, subject, index + 1)
        )

    # ---------------------------------------------------------------------------------------- whole functions

    def give(self, node: ir.Expr) -> None:
        """Return the value of an expression from the function, by the shortest way."""
        match node:
            case Let():
                value = self.value(node.value)
                self.put(pyast.assign(self.local(node.var), value), node.span)
                self.give(node.body)
            case ir.Cond():
                test = self.test(node.condition)
                with self.nested([]) as then:
                    self.give(node.then)
                self.put(pyast.when(test, then), node.span)
                self.give(node.otherwise)
            case ir.Fold(op="exists" | "every") if self.give_found(node):
                return
            case ir.Logic(op="and"):
                self._give_and(node)
            case _:
                value = self.value(node)
                self.put(pyast.give(value), node.span)

    def _give_and(self, node: ir.Logic) -> None:
        left = self.value(node.left)
        with self.nested([]) as rest:
            right = self.value(node.right)
        if not rest:
            self.put(pyast.give(pyast.both(*_flat(left, "and"), *_flat(right, "and"))), node.span)
            return
        self.put(pyast.when(pyast.negate(left), [pyast.give(pyast.const(False))]), node.span)
        self.give(node.right)


def _flat(node: ast.expr, op: str) -> list[ast.expr]:
    """The operands of a chain of one operator."""
    wanted = ast.And if op == "and" else ast.Or
    return list(node.values) if isinstance(node, ast.BoolOp) and isinstance(node.op, wanted) else [node]
