"""Statements as Python: the ones that never ask, as ordinary code.

A statement that *stops its block* (a payment that cannot be made, a piece that is not there) puts the rest of
the block behind an `if`; `pyblocks` replaces that by a jump where a block of the text became several.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Protocol, cast

from castlewright.compiler.generate import pyast
from castlewright.compiler.generate.pyscope import Registry, may_be_none, offset
from castlewright.compiler.generate.values import ValueWriter
from castlewright.compiler.lower.layout import ACTIVE, GAME_OVER, Cells, Unsupported
from castlewright.compiler.typed import ir
from castlewright.compiler.typed.tags import tag
from castlewright.compiler.typed.types import Many, OrNone

_SUPPLY = -1
_LIMIT_STEP = 1 << 12
"""Limit cells hold `instance * _LIMIT_STEP + times used`: those of older instances are always smaller."""


class ActRegistry(Registry, Protocol):
    """What functions with statements ask of the module besides."""

    def effect(self, effect: ir.Effect) -> str:
        """The name of the function of an effect that never asks."""
        ...

    def effect_slot(self, slot: ir.Slot) -> str:
        """The name of the table of functions that fill an effect slot none of whose fillings asks."""
        ...

    def reason(self, reason: ir.Definition) -> int:
        """The number of a reason."""
        ...

    def limit_cells(self, limit: ir.Limit, holder: str | ir.Kind | ir.Definition | None) -> Cells:
        """The cells that count how often something limited was used."""
        ...


class ActWriter(ValueWriter):
    """A function under construction that can write statements."""

    def __init__(self, registry: ActRegistry, params: Sequence[str]) -> None:
        super().__init__(registry, list(params))
        self.acts = registry
        self.inherited: list[ast.expr] = []  # what `do original` hands on: the actor and the arguments
        self.depth = 0  # how many blocks of the text are around the present place, in one function
        self.loops = 0  # how many loops of generated Python are around the present place
        self._statements: dict[type[ir.Stmt], Callable[[ir.Stmt], None]] = {
            ir.Change: self._change,
            ir.Draw: self._draw,
            ir.Move: self._move,
            ir.Place: self._place,
            ir.Look: self._look,
            ir.Shuffle: self._shuffle,
            ir.Flip: self._flip,
            ir.SetKeep: self._set_keep,
            ir.SetFace: self._set_face,
            ir.SetLocal: self._set_local,
            ir.Do: lambda s: self._do(cast("ir.Do", s)),
            ir.DoSlot: self._do_slot,
            ir.RunOriginal: self._run_original,
            ir.If: self._if,
            ir.ForEach: self._for_each,
            ir.Repeat: self._repeat,
            ir.Leave: lambda _: self.leave(),
            ir.EndOf: self._end_of,
            ir.Schedule: self._schedule,
            ir.BeginPart: self._begin_part,
            ir.EndPart: self._end_part,
        }

    # ---------------------------------------------------------------------------------------- control flow

    def block(self, body: ir.Body) -> None:
        """Write a block of statements."""
        before = self.body
        self.depth += 1
        for statement in body:
            self.statement(statement)
        self.depth -= 1
        self.body = before

    def statement(self, statement: ir.Stmt) -> None:
        """Write one statement. Raises Unsupported for one the back end does not know."""
        self.forget()
        writer = self._statements.get(type(statement))
        if writer is None:
            raise Unsupported(f"{type(statement).__name__} is not yet supported here", statement.span)
        writer(statement)

    def go_on_if(self, test: ast.expr) -> None:
        """Stop the present block unless the test holds."""
        rest: list[ast.stmt] = []
        self.put(pyast.when(test, rest))
        self.body = rest

    def leave(self) -> None:
        """Leave the innermost loop."""
        self.put(pyast.jump("break"))

    def store(self, var: ir.Var, value: ast.expr, span: ir.Span) -> None:
        """Give a variable a value."""
        place = self.places.get(var)
        target = pyast.name(self.local(var)) if place is None else place()
        self.put(pyast.assign(target, value), span)

    def needed(self, node: ir.Expr) -> ast.expr:
        """The value of something a statement cannot do without: the block stops where it is none."""
        if not may_be_none(node):
            return self.value(node)
        held = self.name_of(node)
        self.go_on_if(pyast.compare(held, "is not", pyast.const(None)))
        return held

    def actor(self, node: ir.Expr | None) -> ast.expr:
        """Who acts, or None."""
        return pyast.const(None) if node is None else self.value(node)

    def clause(self, statement: ir.Stmt) -> ast.expr:
        """The number of the clause of a statement."""
        return pyast.const(self.registry.clause(statement.span))

    # -------------------------------------------------------------------------------------------- counters

    def _change(self, statement: ir.Stmt) -> None:
        statement = cast("ir.Change", statement)
        holder = None if statement.holder is None else self.needed(statement.holder)
        cell = self.keep_cell(statement.keep, holder if statement.keep.holder is not None else None)
        cell = self.atom(cell)
        amount, parts, element = self._amount(statement.amount)
        about = "" if statement.about is None else tag(statement.about.type)
        clause = self.registry.clause(statement.span, element, about, statement.told)
        args: list[ast.expr] = [self.game, cell, amount, pyast.const(clause)]
        reason = pyast.const(None if statement.reason is None else self.acts.reason(statement.reason))
        other = self._other_side(statement)
        wanted = (reason, other, parts)
        absent = (None, _SUPPLY, ())
        last = 0
        for index, (value, default) in enumerate(zip(wanted, absent, strict=True)):
            if not (isinstance(value, ast.Constant) and value.value == default):
                last = index + 1
        named = {} if statement.about is None else {"about": self.value(statement.about)}
        call = pyast.call_named(self.registry.primitive(statement.verb), [*args, *wanted[:last]], named)
        if statement.verb == "pay":
            self.go_on_if(call)
        else:
            self.put(pyast.act(call), statement.span)

    def _other_side(self, statement: ir.Change) -> ast.expr:
        keep, holder = statement.other_keep, statement.other_holder
        if keep is None:
            return pyast.const(_SUPPLY)
        if holder is None or keep.holder is None:
            return self.keep_cell(keep, None)
        if not may_be_none(holder):
            return self.keep_cell(keep, self.value(holder))
        held = self.name_of(holder)
        there = pyast.compare(held, "is not", pyast.const(None))
        return pyast.choice(there, self.keep_cell(keep, held), pyast.const(_SUPPLY))

    def _amount(self, node: ir.Expr) -> tuple[ast.expr, ast.expr, str]:
        """The amount, its parts (element, amount), and the tag of the elements."""
        query, each = parts_of_amount(node)
        if query is None or each is None:
            return self.value(node), pyast.const(()), ""
        identifier, total = self.temp(), self.temp()
        self.put(pyast.assign(identifier, pyast.list_of([])))
        self.put(pyast.assign(total, pyast.const(0)))
        with self.each(query) as element:
            value = self.name_of(each)
            if not isinstance(value, ast.Constant):
                self.body, outer = [], self.body
                outer.append(pyast.when(value, self.body))
            pair = pyast.tuple_of([element, value])
            self.put(pyast.act(pyast.call(pyast.attr(pyast.name(identifier), "append"), pair)))
            self.put(pyast.increase(total, "+", value))
        return pyast.name(total), pyast.call("tuple", pyast.name(identifier)), tag(query.var.type)

    # ---------------------------------------------------------------------------------------------- pieces

    def place_cell(self, target: ir.ZoneRef) -> ast.expr:
        """The cell of a zone as source or target; -1 for out of play."""
        if target.zone is None:
            return pyast.const(-1)
        if target.base is None or target.zone.holder is None:
            return self.zone_cell(target.zone, None)
        return self.zone_cell(target.zone, self.needed(target.base))

    def _draw(self, statement: ir.Stmt) -> None:
        statement = cast("ir.Draw", statement)
        actor, count = self.actor(statement.actor), self.value(statement.count)
        source, target = self.place_cell(statement.source), self.place_cell(statement.target)
        call = self.ask("draw", actor, count, source, target, self.clause(statement))
        if statement.var is None:
            self.put(pyast.act(call), statement.span)
        else:
            self.store(statement.var, call, statement.span)

    def _move(self, statement: ir.Stmt) -> None:
        statement = cast("ir.Move", statement)
        what = self.needed(statement.what)
        self.write_move(statement, what)

    def write_move(self, statement: ir.Move, what: ast.expr) -> None:
        """Move pieces that are worked out already."""
        target = self.place_cell(statement.target)
        args = [
            self.actor(statement.actor),
            what,
            target,
            pyast.const(statement.mode),
            self.clause(statement),
        ]
        named: dict[str, ast.expr] = {}
        if statement.secret:
            named["secret"] = pyast.const(True)
        if statement.face is not None:
            named["face"] = pyast.const(statement.face)
        move = self.registry.primitive("move")
        self.put(pyast.act(pyast.call_named(move, [self.game, *args], named)), statement.span)

    def _place(self, statement: ir.Stmt) -> None:
        statement = cast("ir.Place", statement)
        what, spot = self.needed(statement.what), self.needed(statement.spot)
        actor = self.actor(statement.actor)
        self.put(pyast.act(self.ask("place", actor, what, spot, self.clause(statement))), statement.span)

    def _look(self, statement: ir.Stmt) -> None:
        statement = cast("ir.Look", statement)
        what = self.needed(statement.what)
        if statement.who is None:
            call = self.ask("reveal", what, self.clause(statement))
        else:
            call = self.ask("look", self.value(statement.who), what, self.clause(statement))
        self.put(pyast.act(call), statement.span)

    def _shuffle(self, statement: ir.Stmt) -> None:
        statement = cast("ir.Shuffle", statement)
        what = self.place_cell(statement.what)
        if statement.into is None:
            call = self.ask("shuffle", what, self.clause(statement))
        else:
            call = self.ask("shuffle_into", what, self.place_cell(statement.into), self.clause(statement))
        self.put(pyast.act(call), statement.span)

    def _flip(self, statement: ir.Stmt) -> None:
        statement = cast("ir.Flip", statement)
        up = pyast.const(statement.face == "up")
        what = self.needed(statement.what)
        if not isinstance(statement.what.type, Many):
            self.put(pyast.act(self.ask("flip", what, up, self.clause(statement))), statement.span)
            return
        item = self.temp("v")
        turn = pyast.act(self.ask("flip", pyast.name(item), up, self.clause(statement)))
        self.put(pyast.loop(item, what, [turn]), statement.span)

    # ----------------------------------------------------------------------------------------- remembering

    def _set_keep(self, statement: ir.Stmt) -> None:
        statement = cast("ir.SetKeep", statement)
        base = (
            None if statement.base is None or statement.keep.holder is None else self.needed(statement.base)
        )
        cell = self.keep_cell(statement.keep, base)
        value = self.value(statement.value)
        self.put(pyast.act(self.ask("set_keep", cell, value, self.clause(statement))), statement.span)

    def _set_face(self, statement: ir.Stmt) -> None:
        statement = cast("ir.SetFace", statement)
        piece, face = self.needed(statement.piece), self.needed(statement.face)
        self.put(pyast.act(self.ask("set_face", piece, face, self.clause(statement))), statement.span)

    def _set_local(self, statement: ir.Stmt) -> None:
        statement = cast("ir.SetLocal", statement)
        self.store(statement.var, self.value(statement.value), statement.span)

    # ---------------------------------------------------------------------------------------- carrying out

    def _do(self, statement: ir.Do) -> None:
        args = [self.needed_as(a, p) for a, p in zip(statement.args, statement.effect.params, strict=True)]
        actor = self.actor(statement.actor)
        self.put(
            pyast.act(pyast.call(self.acts.effect(statement.effect), self.game, actor, *args)), statement.span
        )

    def needed_as(self, arg: ir.Expr, param: ir.Var) -> ast.expr:
        """An argument; where the parameter cannot be none, the block stops if the argument is."""
        return self.value(arg) if isinstance(param.type, OrNone) else self.needed(arg)

    def _do_slot(self, statement: ir.Stmt) -> None:
        statement = cast("ir.DoSlot", statement)
        base = self.atom(self.needed(statement.base))
        args = [self.needed_as(a, p) for a, p in zip(statement.args, statement.slot.params, strict=True)]
        table = pyast.name(self.acts.effect_slot(statement.slot))
        call = pyast.call(pyast.item(table, base), self.game, self.actor(statement.actor), base, *args)
        self.put(pyast.act(call), statement.span)

    def _run_original(self, statement: ir.Stmt) -> None:
        statement = cast("ir.RunOriginal", statement)
        call = pyast.call(self.acts.effect(statement.effect), self.game, *self.inherited)
        self.put(pyast.act(call), statement.span)

    # ------------------------------------------------------------------------------------- branches, loops

    def _if(self, statement: ir.Stmt) -> None:
        statement = cast("ir.If", statement)
        test = self.test(statement.condition)
        with self.nested([]) as then:
            self.block(statement.then)
        with self.nested([]) as otherwise:
            self.block(statement.otherwise)
        self.put(pyast.when(test, then, otherwise), statement.span)

    def _for_each(self, statement: ir.Stmt) -> None:
        statement = cast("ir.ForEach", statement)
        query = statement.query
        # The elements are settled before the first is dealt with: the body may change what is asked here.
        elements = self.collected(query) if query.where is not None else self.iterable(query.source)
        identifier = self.local(query.var)
        with self.nested([]) as body:
            self.count_loop(statement.span)
            self.put(pyast.act(self.ask("tick")))
            self.loops += 1
            self.block(statement.body)
            self.loops -= 1
        self.put(pyast.loop(identifier, elements, body), statement.span)

    def _repeat(self, statement: ir.Stmt) -> None:
        statement = cast("ir.Repeat", statement)
        count = self.value(statement.count)
        with self.nested([]) as body:
            self.count_loop(statement.span)
            self.put(pyast.act(self.ask("tick")))
            self.loops += 1
            self.block(statement.body)
            self.loops -= 1
        self.put(pyast.loop(self.temp("v"), pyast.call("range", count), body), statement.span)

    # ------------------------------------------------------------------------------------------------ flow

    def _end_of(self, statement: ir.Stmt) -> None:
        statement = cast("ir.EndOf", statement)
        cell = GAME_OVER
        if statement.what != "game":
            part = self.layout.part(statement.what, statement.span)
            if isinstance(part.node, ir.Step):
                raise Unsupported("a step cannot be ended yet", statement.span)
            cell = part.ends
        self.put(pyast.assign(self.cell(pyast.const(cell)), pyast.const(True)), statement.span)

    def _schedule(self, statement: ir.Stmt) -> None:
        statement = cast("ir.Schedule", statement)
        part = self.layout.part(statement.turn, statement.span)
        cell = self.cell(pyast.const(part.scheduled))
        player = pyast.tuple_of([self.needed(statement.player)])
        self.put(pyast.increase(cell, "+", player), statement.span)

    def _begin_part(self, statement: ir.Stmt) -> None:
        statement = cast("ir.BeginPart", statement)
        part = self.layout.part(statement.part.path, statement.span)
        player = pyast.const(None) if statement.player is None else self.value(statement.player)
        if isinstance(statement.part, ir.Turns):
            self.put(pyast.assign(self.cell(pyast.const(ACTIVE)), player), statement.span)
        self.put(pyast.increase(self.cell(pyast.const(part.instance)), "+", pyast.const(1)), statement.span)
        self.put(pyast.act(self.ask("enter", pyast.const(part.step), player)))

    def _end_part(self, statement: ir.Stmt) -> None:
        statement = cast("ir.EndPart", statement)
        if isinstance(statement.part, ir.Turns):
            nobody = pyast.assign(self.cell(pyast.const(ACTIVE)), pyast.const(None))
            self.put(nobody, statement.span)

    # ---------------------------------------------------------------------------------------------- limits

    def limit_cell(self, limit: ir.Limit, holder: ast.expr | None, cells: Cells) -> tuple[ast.expr, ast.expr]:
        """The cell that counts the uses of something limited, and the number from which on it is used up."""
        index = pyast.const(cells.base) if holder is None else offset(cells.offset, holder)
        if limit.per == "game":
            return self.cell(index), pyast.const(limit.times)
        part = self.layout.part(limit.per, ir.NO_SPAN)
        instance = pyast.binary(self.cell(pyast.const(part.instance)), "*", pyast.const(_LIMIT_STEP))
        return self.cell(index), pyast.binary(instance, "+", pyast.const(limit.times))

    def has_left(self, limit: ir.Limit, holder: ast.expr | None, cells: Cells) -> ast.expr:
        """May it be used once more?"""
        cell, full = self.limit_cell(limit, holder, cells)
        return pyast.compare(cell, "<", full)

    def use_up(self, limit: ir.Limit, holder: ast.expr | None, cells: Cells) -> None:
        """Count one use."""
        cell, full = self.limit_cell(limit, holder, cells)
        start = pyast.binary(full, "-", pyast.const(limit.times))
        self.put(pyast.assign(cell, pyast.binary(pyast.call("max", cell, start), "+", pyast.const(1))))


def parts_of_amount(node: ir.Expr) -> tuple[ir.Query | None, ir.Expr | None]:
    """The query and the amount for each element, when an amount is a sum over a collection."""
    if isinstance(node, ir.Fold) and node.op == "total":
        return node.query, node.value
    if isinstance(node, ir.Arith) and node.op == "*":
        for one, other in ((node.left, node.right), (node.right, node.left)):
            if (
                isinstance(other, ir.Fold)
                and other.op == "count"
                and not isinstance(other.query.source, ir.Graph)
            ):
                return other.query, one
    return None, None
