"""The module under construction: names for rules, effects, tables; functions, made as they are asked for."""

from __future__ import annotations

import ast
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from typing import cast

from castlewright.compiler.generate import pyast
from castlewright.compiler.generate.acts import ActWriter
from castlewright.compiler.generate.blocks import Block, BlockWriter, Label, Procedure, Question
from castlewright.compiler.generate.emit import Writer, write_constant
from castlewright.compiler.generate.offers import begins_with_condition, write_offer
from castlewright.compiler.generate.tables import field_rows, repeated, runs_of
from castlewright.compiler.generate.values import ValueWriter
from castlewright.compiler.lower.asking import Asking, fillings_of
from castlewright.compiler.lower.layout import Cells, lay_out
from castlewright.compiler.lower.magnitudes import Magnitudes
from castlewright.compiler.lower.optimise import Optimiser
from castlewright.compiler.typed import ir
from castlewright.compiler.typed.rebuild import map_body
from castlewright.compiler.typed.tags import tag, zero
from castlewright.compiler.typed.types import Many, OrNone, Piece, Type, narrowed

ClauseRow = tuple[str, int, str, str, str, str, bool]
"""File, line, what it belongs to, its sentence; tags of the elements of parts and of what lines are about;
may
everybody know the latter?"""


class ModuleBuilder:
    """Everything that is generated for one program."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self.layout = lay_out(program)
        self.asking = Asking(program)
        self.optimiser = Optimiser()
        self.magnitudes = Magnitudes(program, self.optimiser)
        self.primitives: set[str] = set()
        self.functions: list[ast.FunctionDef] = []
        self.tables: list[tuple[str, ast.expr]] = []  # constants that functions read
        self.late_tables: list[tuple[str, Callable[[], ast.expr]]] = []  # tables of functions and blocks
        self.blocks: list[Block] = []
        self.questions: list[Question] = []
        self.aliases: list[Label] = []
        self.timed: list[tuple[Label, int, Label]] = []
        self.clauses: dict[ClauseRow, int] = {}
        self.reasons: dict[ir.Definition, int] = {}
        self.origins: dict[tuple[str, int], int] = {}
        self.procedures: dict[ir.Effect, Procedure] = {}
        self.actions: list[ir.Action] = list(program.actions.values())
        self._todo: list[Callable[[], None]] = []
        self._rules: dict[ir.Rule, str] = {}
        self._effects: dict[ir.Effect, str] = {}
        self._slots: dict[ir.Slot, str] = {}
        self._shared: dict[str, str] = {}
        self._fields: dict[tuple[str, str], tuple[str, bool]] = {}
        self._helpers: dict[str, str] = {}
        self._counts: dict[str, int] = {}
        self._what: tuple[str, str] = ("", "")
        self.place: ir.Span = ir.NO_SPAN  # what is being generated, for messages

    # --------------------------------------------------------------------------------------------- working

    def work_off(self) -> None:
        """Make all functions that were asked for, and those that they ask for."""
        while self._todo:
            self._todo.pop(0)()

    @contextmanager
    def about(self, what: str, sentence: str) -> Generator[None]:
        """Say what the clauses made meanwhile belong to."""
        before, self._what = self._what, (what, sentence)
        try:
            yield
        finally:
            self._what = before

    def fresh(self, letter: str) -> str:
        """A new name."""
        number = self._counts.get(letter, 0)
        self._counts[letter] = number + 1
        return f"{letter}{number}"

    def primitive(self, identifier: str) -> ast.expr:
        """A runtime primitive by name; it will be imported."""
        self.primitives.add(identifier)
        return pyast.name(identifier)

    def origin(self, span: ir.Span) -> int:
        """The number, from 1, that stands for a line of source."""
        return self.origins.setdefault((span.path, span.line), len(self.origins) + 1)

    def clause(self, span: ir.Span, parts: str = "", about: str = "", told: bool = True) -> int:
        """The number of a clause."""
        row = (span.path, span.line, *self._what, parts, about, told)
        return self.clauses.setdefault(row, len(self.clauses))

    def reason(self, reason: ir.Definition) -> int:
        """The number of a reason."""
        return self.reasons.setdefault(reason, len(self.reasons))

    def limit_cells(self, limit: ir.Limit, holder: str | ir.Kind | ir.Definition | None) -> Cells:
        """The cells that count how often something limited was used."""
        cells = self.layout.limits.get(id(limit))
        if cells is None:
            cells = self.layout.limits[id(limit)] = self.layout.cells_for(holder)
        return cells

    # ------------------------------------------------------------------------------------- rules and slots

    def rule(self, rule: ir.Rule) -> str:
        """The name of a rule's function; it will be generated."""
        identifier = self._rules.get(rule)
        if identifier is None:
            identifier = self._rules[rule] = self.fresh("r")
            self._todo.append(lambda: self._write_rule(rule, identifier))
        return identifier

    def rule_value(self, rule: ir.Rule) -> ir.Expr:
        """The simplified value of a rule, its `let`s included."""
        return self.optimiser.rule_value(rule)

    def product_fits(self, node: ir.Arith) -> bool:
        """Is a product surely not beyond the largest number?"""
        return self.magnitudes.product_fits(node)

    def simplified(self, node: ir.Expr) -> ir.Expr:
        """An expression made simpler."""
        return self.optimiser.simplified(node)

    def simplified_body(self, body: ir.Body) -> ir.Body:
        """A block with all its expressions made simpler."""
        return map_body(body, self.optimiser.simplified)

    def value_function(self, identifier: str, params: Sequence[ir.Var], value: ir.Expr) -> None:
        """Make a function that gives a (simplified) value."""
        writer = ValueWriter(self, ["g"])
        writer.params += [writer.local(param) for param in params]
        writer.give(value)
        self.functions.append(writer.finished(identifier))

    def _write_rule(self, rule: ir.Rule, identifier: str) -> None:
        self.place = rule.span
        with self.about(rule.name, rule.name):
            self.value_function(identifier, rule.params, self.rule_value(rule))

    def slot_table(self, slot: ir.Slot) -> str:
        """The name of the table of functions that fill a slot with a result."""
        return self._slot_names(slot, self._value_filling)

    def effect_slot(self, slot: ir.Slot) -> str:
        """The name of the table of functions that fill an effect slot none of whose fillings asks."""
        return self._slot_names(slot, self._effect_filling)

    def _slot_names(self, slot: ir.Slot, make: Callable[[ir.Slot, ir.Filling | None], str]) -> str:
        """A table of function names, by value or by piece."""
        known = self._slots.get(slot)
        if known is not None:
            return known
        table = self._slots[slot] = self.fresh("S")
        made = {id(filling): make(slot, filling) for filling in fillings_of(slot)}
        none = make(slot, None) if slot.default is None else made[id(slot.default)]

        def entry(definition: ir.Definition) -> ast.expr:
            filling = definition.fillings.get(slot.name)
            return pyast.name(none if filling is None else made[id(filling)])

        self.late_tables.append((table, lambda: self.by_definition(slot.kind, entry)))
        return table

    def by_definition(self, kind: ir.Kind, entry: Callable[[ir.Definition], ast.expr]) -> ast.expr:
        """A table with an entry for each value of a kind, or for each piece (None for other kinds)."""
        if kind.is_value:
            return ast.Tuple([entry(d) for d in kind.definitions], ast.Load())
        runs: list[tuple[ast.expr, int]] = []
        first = self.layout.kind_pieces[kind].start
        if first:
            runs.append((pyast.const(None), first))
        runs += [(entry(d), len(self.layout.pieces[d])) for d in kind.definitions]
        return repeated(runs)

    def _filling_what(self, slot: ir.Slot, filling: ir.Filling | None) -> tuple[str, str]:
        for definition in slot.kind.definitions:
            if filling is not None and definition.fillings.get(slot.name) is filling:
                return definition.title or definition.name, f"{definition.name}.{slot.name}"
        return slot.name, f"{slot.kind.name}.{slot.name}"

    def _value_filling(self, slot: ir.Slot, filling: ir.Filling | None) -> str:
        identifier = self.fresh("q")

        def write() -> None:
            with self.about(*self._filling_what(slot, filling)):
                if filling is None or filling.value is None:
                    assert slot.result is not None
                    value: ir.Expr = ir.Lit(_zero_const(slot.result), type=slot.result, span=slot.span)
                    holder, params = ir.Var("self", slot.result), slot.params
                else:
                    value, holder, params = self.simplified(filling.value), filling.self_var, filling.params
                self.value_function(identifier, (holder, *params), value)

        self._todo.append(write)
        return identifier

    def _effect_filling(self, slot: ir.Slot, filling: ir.Filling | None) -> str:
        identifier = self.fresh("z")

        def write() -> None:
            writer = ActWriter(self, ["g", "you"])
            if filling is None:
                writer.params += [writer.temp("v") for _ in range(1 + len(slot.params))]
                self.functions.append(writer.finished(identifier))
                return
            if filling.you_var is not None:
                writer.bind(filling.you_var, pyast.name("you"))
            holder = writer.local(filling.self_var)
            writer.params += [holder, *(writer.local(param) for param in filling.params)]
            with self.about(*self._filling_what(slot, filling)):
                self._limited(writer, filling.limit, slot, pyast.name(holder), pyast.name("you"))
                writer.block(self.simplified_body(filling.body or ()))
            self.functions.append(writer.finished(identifier))

        self._todo.append(write)
        return identifier

    def _limited(
        self, writer: ActWriter, limit: ir.Limit | None, slot: ir.Slot | None, holder: ast.expr, you: ast.expr
    ) -> None:
        """Go on only if the limit allows it, and count the use. Pieces hold their limits, else players do."""
        if limit is None:
            return
        of_piece = slot is not None and not slot.kind.is_value
        cells = self.limit_cells(limit, slot.kind if slot is not None and of_piece else "player")
        who = holder if of_piece else you
        writer.go_on_if(writer.has_left(limit, who, cells))
        writer.use_up(limit, who, cells)

    # --------------------------------------------------------------------------------------------- effects

    def effect(self, effect: ir.Effect) -> str:
        """The name of the function of an effect that never asks."""
        identifier = self._effects.get(effect)
        if identifier is None:
            identifier = self._effects[effect] = self.fresh("e")
            self._todo.append(lambda: self._write_effect(effect, identifier))
        return identifier

    def _write_effect(self, effect: ir.Effect, identifier: str) -> None:
        writer = ActWriter(self, ["g", "you"])
        writer.bind(effect.you, pyast.name("you"))
        writer.params += [writer.local(param) for param in effect.params]
        writer.inherited = [pyast.name(p) for p in writer.params[1:]]
        with self.about(effect.name, effect.name):
            self._limited(writer, effect.limit, None, pyast.name("you"), pyast.name("you"))
            writer.block(self.simplified_body(effect.body))
        self.functions.append(writer.finished(identifier))

    def procedure(self, effect: ir.Effect) -> Procedure:
        """The procedure of an effect that may ask."""
        procedure = self.procedures.get(effect)
        if procedure is None:
            made = procedure = self.procedures[effect] = Procedure()
            self._todo.append(lambda: self._write_procedure(effect, made))
        return procedure

    def _write_procedure(self, effect: ir.Effect, procedure: Procedure) -> None:
        writer = BlockWriter(self, procedure)
        writer.bind_slot(effect.you, 1)
        for param in effect.params:
            writer.new_slot(param)
        with self.about(effect.name, effect.name):
            self._run(writer, effect.limit, None, self.simplified_body(effect.body))

    def _run(self, writer: BlockWriter, limit: ir.Limit | None, slot: ir.Slot | None, body: ir.Body) -> None:
        """Write a whole procedure behind its limit. The holder of a slot's filling lies in slot 2."""
        self._limited(writer, limit, slot, writer.slot_place(2), writer.slot_place(1))
        writer.run(body)

    def procedure_table(self, slot: ir.Slot) -> str:
        """The table of (entry block, further slots) for an effect slot of which a filling may ask."""
        known = self._slots.get(slot)
        if known is not None:
            return known
        table = self._slots[slot] = self.fresh("S")
        made: dict[int, Procedure] = {}
        for filling in fillings_of(slot):
            made[id(filling)] = self._filling_procedure(slot, filling)
        nothing = self._filling_procedure(slot, None) if slot.default is None else made[id(slot.default)]
        fixed = 3 + len(slot.params)

        def entry(definition: ir.Definition) -> ast.expr:
            filling = definition.fillings.get(slot.name)
            procedure = nothing if filling is None else made[id(filling)]
            more = pyast.const(len(procedure.slots) - fixed)
            return ast.Tuple([procedure.entry.const(), more], ast.Load())

        self.late_tables.append((table, lambda: self.by_definition(slot.kind, entry)))
        return table

    def _filling_procedure(self, slot: ir.Slot, filling: ir.Filling | None) -> Procedure:
        procedure = Procedure()

        def write() -> None:
            writer = BlockWriter(self, procedure)
            if filling is None:
                for var in (ir.Var("self", Piece("")), *slot.params):
                    writer.new_slot(var)
                writer.run(())
                return
            if filling.you_var is not None:
                writer.bind_slot(filling.you_var, 1)
            for var in (filling.self_var, *filling.params):
                writer.new_slot(var)
            with self.about(*self._filling_what(slot, filling)):
                self._run(writer, filling.limit, slot, self.simplified_body(filling.body or ()))

        self._todo.append(write)
        return procedure

    # --------------------------------------------------------------------------------------------- actions

    def turn_actions(self, turn: str | None) -> tuple[int, ...]:
        """The numbers of the actions that a turn offers; None: of those offered at any time."""
        wanted = None if turn is None else self.layout.part(turn, ir.NO_SPAN)
        return tuple(
            number
            for number, action in enumerate(self.actions)
            if (None if action.turn is None else self.layout.part(action.turn, action.span)) is wanted
        )

    def action_number(self, action: ir.Action) -> int:
        """The number of an action."""
        return self.actions.index(action)

    def action_procedure(self, action: ir.Action) -> Procedure:
        """The procedure of an action."""
        procedure = Procedure()
        writer = BlockWriter(self, procedure)
        writer.bind_slot(action.you, 1)
        if action.self_var is not None:
            writer.new_slot(action.self_var)
        with self.about(action.title or action.name, action.name):
            if action.limit is not None:
                cells = self._action_limit(action, action.limit)
                holder = writer.slot_place(1 if action.self_var is None else 2)
                writer.use_up(action.limit, holder, cells)
            writer.run(self.simplified_body(action.body))
        return procedure

    def _action_limit(self, action: ir.Action, limit: ir.Limit) -> Cells:
        on_piece = action.holder is not None and not action.holder.kind.is_value
        return self.limit_cells(limit, action.holder if on_piece else "player")

    def action_offer(self, action: ir.Action) -> str:
        """The function that tells whether a player is offered an action, or on which pieces."""
        writer = ActWriter(self, ["g", "you"])
        writer.bind(action.you, pyast.name("you"))
        body = self.simplified_body(action.body)
        with self.about(action.title or action.name, action.name):
            if action.self_var is None or action.holder is None:
                self._offer_tests(writer, action, pyast.name("you"))
                write_offer(writer, body, pyast.give(pyast.const(True)))
                writer.body = writer.top
                writer.put(pyast.give(pyast.const(False)))
            else:
                self._offer_on_pieces(writer, action, action.holder, action.self_var, body)
        return self.helper("a", writer)

    def _offer_on_pieces(
        self, writer: ActWriter, action: ir.Action, holder: ir.Definition, self_var: ir.Var, body: ir.Body
    ) -> None:
        writer.put(pyast.assign("t", pyast.list_of([])))
        held = writer.local(self_var)
        run = self.layout.pieces[holder]
        with writer.nested([]) as inside:
            owner = writer.ask("owner", pyast.name(held))
            writer.go_on_if(pyast.compare(owner, "==", pyast.name("you")))
            if holder.kind.active is not None:
                active = pyast.call(self.rule(holder.kind.active), pyast.name("g"), pyast.name(held))
                writer.go_on_if(active)
            self._offer_tests(writer, action, pyast.name(held))
            identifier = self.fresh("a")
            self._offer_on_piece(identifier, action, self_var, body)
            ready = pyast.call(identifier, pyast.name("g"), pyast.name("you"), pyast.name(held))
            writer.go_on_if(ready)
            add = pyast.attr(pyast.name("t"), "append")
            writer.put(pyast.act(pyast.call(add, pyast.name(held))))
        numbers = pyast.call("range", pyast.const(run.start), pyast.const(run.stop))
        writer.put(pyast.loop(held, numbers, inside))
        writer.put(pyast.give(pyast.call("tuple", pyast.name("t"))))

    def _offer_on_piece(self, identifier: str, action: ir.Action, self_var: ir.Var, body: ir.Body) -> None:
        writer = ActWriter(self, ["g", "you"])
        writer.bind(action.you, pyast.name("you"))
        writer.params.append(writer.local(self_var))
        write_offer(writer, body, pyast.give(pyast.const(True)))
        writer.body = writer.top
        writer.put(pyast.give(pyast.const(False)))
        self.functions.append(writer.finished(identifier))

    def _offer_tests(self, writer: ActWriter, action: ir.Action, holder: ast.expr) -> None:
        if action.condition is not None:
            writer.go_on_if(writer.test(self.simplified(action.condition)))
        if action.limit is not None:
            cells = self._action_limit(action, action.limit)
            writer.go_on_if(writer.has_left(action.limit, holder, cells))

    def offered(self, condition: ir.Expr | None, body: ir.Body, scope: BlockWriter) -> ast.expr:
        """Whether something with this condition and body may be offered, as seen from the frame."""
        tests = [] if condition is None else [scope.test(condition)]
        if begins_with_condition(body):
            writer = scope.copy_for(("g", "f"))
            write_offer(writer, body, pyast.give(pyast.const(True)))
            writer.body = writer.top
            writer.put(pyast.give(pyast.const(False)))
            tests.append(pyast.call(self.helper("a", writer), pyast.name("g"), pyast.name("f")))
        return pyast.both(*tests)

    def helper(self, letter: str, writer: ActWriter) -> str:
        """Put a small function into the module, once if the same is there already; its name."""
        text = Writer()
        text.statement(writer.finished("x"))
        key = letter + text.text
        known = self._helpers.get(key)
        if known is None:
            known = self._helpers[key] = self.fresh(letter)
            self.functions.append(writer.finished(known))
        return known

    # ---------------------------------------------------------------------------------------------- tables

    def shared(self, value: object) -> ast.expr:
        """A constant that is kept at the top of the module."""
        key = write_constant(value)
        if key not in self._shared:
            self._shared[key] = self.fresh("K")
            is_table = isinstance(value, tuple)
            made = repeated(runs_of(cast("tuple[object, ...]", value))) if is_table else pyast.const(value)
            self.tables.append((self._shared[key], made))
        return pyast.name(self._shared[key])

    def shared_mapping(self, pairs: Sequence[tuple[object, object]]) -> ast.expr:
        """A dict of constants that is kept at the top of the module."""
        key = "{" + ", ".join(f"{write_constant(k)}: {write_constant(v)}" for k, v in pairs)
        if key not in self._shared:
            self._shared[key] = self.fresh("K")
            made = pyast.mapping([(pyast.const(k), pyast.const(v)) for k, v in pairs])
            self.tables.append((self._shared[key], made))
        return pyast.name(self._shared[key])

    def members(self, kind: ir.Kind) -> ast.expr:
        """The members of a kind as something a loop can go through, and ask the length of, more than once."""
        if any(d.guard is not None for d in kind.definitions):
            return pyast.item(self.shared(self._by_players(kind)), pyast.attr(pyast.name("g"), "players"))
        run = range(len(kind.definitions)) if kind.is_value else self.layout.kind_pieces[kind]
        ends = [run.stop] if not run.start else [run.start, run.stop]
        return pyast.call("range", *(pyast.const(end) for end in ends))

    def _by_players(self, kind: ir.Kind) -> tuple[object, ...]:
        """For each number of players the members that are in the game."""
        rows: list[object] = []
        for players in range(self.layout.seats + 1):
            row: list[int] = []
            for definition in kind.definitions:
                if definition.guard is None or self.optimiser.holds_for(definition.guard, players):
                    index = self.layout.members.get(definition)
                    row.extend(self.layout.pieces[definition] if index is None else [index])
            rows.append(tuple(row))
        return tuple(rows)

    def steps(self, kind: ir.Kind) -> ast.expr:
        """The table (dx, dy) of a kind of marks."""
        return self.shared(tuple((d.values.get("dx", 0), d.values.get("dy", 0)) for d in kind.definitions))

    def field_table(self, field: ir.Field, kind: ir.Kind | None) -> tuple[str, bool]:
        """The table of a printed field, of the values of `kind` or of all pieces; whether it goes by face."""
        where = "" if kind is None else kind.name
        key = (f"{where}.{field.name}", tag(narrowed(field.type)))
        known = self._fields.get(key)
        if known is None:
            rows, by_face = field_rows(self.layout, field, kind)
            known = self._fields[key] = self.fresh("F"), by_face
            self.tables.append((known[0], repeated(rows)))
        return known

    def printed_everywhere(self, field: ir.Field, type_: Type) -> bool:
        """Do all pieces of a type print a field of this name and type?"""
        inner = type_.item if isinstance(type_, OrNone) else type_
        if not isinstance(inner, Piece):
            return True
        kinds = self.program.kinds.values()
        names = inner.kind.split("|") if inner.kind else [k.name for k in kinds if not k.is_value]
        return all(same_field(field, self.program.kinds[name]) is not None for name in names)


def same_field(field: ir.Field, kind: ir.Kind) -> ir.Field | None:
    """The field of a kind that has the name and type of another field."""
    found = kind.fields.get(field.name)
    return found if found is not None and narrowed(found.type) == narrowed(field.type) else None


def _zero_const(type_: Type) -> ir.Const:
    value = zero(type_)
    if isinstance(type_, Many) or not isinstance(value, int | bool | str):
        return () if isinstance(type_, Many) else None
    return value
