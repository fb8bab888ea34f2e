"""The module under construction: names for rules, effects, tables; functions, made as they are asked for."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from functools import partial
from typing import cast

from castlewright.compiler.generate import pyast
from castlewright.compiler.generate.acts import ActWriter
from castlewright.compiler.generate.blocks import BlockWriter, Procedure
from castlewright.compiler.generate.emit import Writer, write_constant
from castlewright.compiler.generate.offers import begins_with_condition, write_offer
from castlewright.compiler.generate.recorder import Recorder
from castlewright.compiler.generate.tables import field_rows, repeated, runs_of
from castlewright.compiler.generate.values import ValueWriter
from castlewright.compiler.lower.asking import Asking, fillings_of
from castlewright.compiler.lower.layout import Cells, lay_out
from castlewright.compiler.lower.links import Link, link_by_sides
from castlewright.compiler.lower.magnitudes import Magnitudes
from castlewright.compiler.lower.optimise import Optimiser, WrittenOut
from castlewright.compiler.typed import ir
from castlewright.compiler.typed.rebuild import map_body, walk
from castlewright.compiler.typed.tags import tag, zero
from castlewright.compiler.typed.types import Many, OrNone, Piece, Type, narrowed


class ModuleBuilder(Recorder):
    """Everything that is generated for one program."""

    def __init__(self, program: ir.Program) -> None:
        super().__init__()
        self.program = program
        self.layout = lay_out(program)
        self.asking = Asking(program)
        self.optimiser = Optimiser()
        self.magnitudes = Magnitudes(program, self.optimiser)
        self.late_tables: list[tuple[str, Callable[[], ast.expr]]] = []  # tables of functions and blocks
        self.procedures: dict[ir.Effect, Procedure] = {}
        self.actions: list[ir.Action] = list(program.actions.values())
        self._rules: dict[ir.Rule, str] = {}
        self._effects: dict[ir.Effect, str] = {}
        self._slots: dict[ir.Slot, str] = {}
        self._links: dict[ir.Rule, str] = {}
        self._written_out = WrittenOut()
        self._fields: dict[tuple[str, str], tuple[str, bool]] = {}
        self._fillers = {
            id(filling): definition
            for kind in program.kinds.values()
            for definition in kind.definitions
            for filling in definition.fillings.values()
        }
        self.place: ir.Span = ir.NO_SPAN  # what is being generated, for messages

    # ------------------------------------------------------------------------------------- rules and slots

    def rule(self, rule: ir.Rule) -> str:
        """The name of a rule's function; it will be generated."""
        if self.first(("rule", rule)):
            identifier = self._rules[rule] = self.numbered("r")
            self.later(rule, lambda: self._write_rule(rule, identifier))
        return self._rules[rule]

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
        if not self.first(("slot", slot)):
            return self._slots[slot]
        table = self._slots[slot] = self.numbered("S")
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
        definition = None if filling is None else self._fillers.get(id(filling))
        if definition is not None:
            return definition.title or definition.name, f"{definition.name}.{slot.name}"
        return slot.name, f"{slot.kind.name}.{slot.name}"

    def _value_filling(self, slot: ir.Slot, filling: ir.Filling | None) -> str:
        identifier = self.numbered("q")

        def write() -> None:
            with self.about(*self._filling_what(slot, filling)):
                if filling is None or filling.value is None:
                    assert slot.result is not None
                    value: ir.Expr = ir.Lit(_zero_const(slot.result), type=slot.result, span=slot.span)
                    holder, params = ir.Var("self", slot.result), slot.params
                else:
                    value, holder, params = self.simplified(filling.value), filling.self_var, filling.params
                self.value_function(identifier, (holder, *params), value)

        self.later(filling or slot, write)
        return identifier

    def _effect_filling(self, slot: ir.Slot, filling: ir.Filling | None) -> str:
        identifier = self.numbered("z")

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

        self.later(filling or slot, write)
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
        if self.first(("effect", effect)):
            identifier = self._effects[effect] = self.numbered("e")
            self.later(effect, lambda: self._write_effect(effect, identifier))
        return self._effects[effect]

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
        if self.first(("procedure", effect)):
            made = self.procedures[effect] = Procedure()
            self.later(effect, lambda: self._write_procedure(effect, made), made)
        return self.procedures[effect]

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
        if not self.first(("slot", slot)):
            return self._slots[slot]
        table = self._slots[slot] = self.numbered("S")
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

        self.later(filling or slot, write, procedure)
        return procedure

    # --------------------------------------------------------------------------------------------- actions

    def turn_actions(self, turn: str | None) -> tuple[int, ...]:
        """The numbers of the actions that a turn offers; None: of those offered at any time."""
        return tuple(number for number, action in enumerate(self.actions) if action.turn == turn)

    def action_number(self, action: ir.Action) -> int:
        """The number of an action."""
        return self.actions.index(action)

    def write_action(self, action: ir.Action, procedure: Procedure) -> None:
        """Write the procedure of an action."""
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
        return self.kept(
            "helper", text.text, letter, lambda name: self.functions.append(writer.finished(name))
        )

    # ----------------------------------------------------------------------------------------------- links

    def link_by_sides(self, rule: ir.Rule) -> ast.expr | None:
        """The table of a rule of two pieces that links them by their sides; None if it is of another form."""
        self._note_link(rule)
        link = link_by_sides(rule, self._written_out)
        return None if link is None else self.link(link)

    def link(self, link: Link) -> ast.expr:
        """The table of a link, as the runtime's `reached` module has it."""
        rule = link.rule
        if self.first(("link", rule)):
            table = self._links[rule] = self.numbered("L")
            self._note_link(rule)
            ways = [
                pyast.row(
                    [
                        self._of_pieces(rule, link.pair[:1], way.opens),
                        self.bits(way.must),
                        self.bits(way.never),
                        self._of_pieces(rule, link.pair, way.holds),
                    ]
                )
                for way in link.ways
            ]
            made = pyast.row([pyast.row(ways), self._of_pieces(rule, link.pair, link.above)])
            self.late_tables.append((table, lambda: made))
        return pyast.name(self._links[rule])

    def _of_pieces(self, rule: ir.Rule, pieces: Sequence[ir.Var], value: ir.Expr | None) -> ast.expr:
        """The function of something that a link says of its pieces."""
        if value is None:
            return pyast.const(None)
        identifier = self.numbered("l")
        self.later(rule, partial(self._write_of_pieces, identifier, pieces, value))
        return pyast.name(identifier)

    def _write_of_pieces(self, identifier: str, pieces: Sequence[ir.Var], value: ir.Expr) -> None:
        self.value_function(identifier, pieces, self.simplified(value))

    def _note_link(self, rule: ir.Rule) -> None:
        """Note that the module itself reads a rule and all that it may come to ask."""
        queue = [rule]
        while queue:
            one = queue.pop()
            if not self.units[0].reads.get(one):
                self.units[0].reads[one] = True
                values = [one.value, *(value for _, value in one.lets)]
                queue += [
                    part.rule for value in values for part in walk(value) if isinstance(part, ir.CallRule)
                ]

    def bits(self, features: Sequence[ir.Definition]) -> ast.expr:
        """Features as a bit mask."""
        bits = 0
        for feature in features:
            bits |= 1 << self.layout.number(feature)
        return pyast.const(bits)

    # ---------------------------------------------------------------------------------------------- tables

    def shared(self, value: object) -> ast.expr:
        """A constant that is kept at the top of the module."""

        def make(name: str) -> None:
            is_table = isinstance(value, tuple)
            made = repeated(runs_of(cast("tuple[object, ...]", value))) if is_table else pyast.const(value)
            self.tables[name] = made

        return pyast.name(self.kept("constant", write_constant(value), "K", make))

    def shared_mapping(self, pairs: Sequence[tuple[object, object]]) -> ast.expr:
        """A dict of constants that is kept at the top of the module."""
        key = "{" + ", ".join(f"{write_constant(k)}: {write_constant(v)}" for k, v in pairs)

        def make(name: str) -> None:
            self.tables[name] = pyast.mapping([(pyast.const(k), pyast.const(v)) for k, v in pairs])

        return pyast.name(self.kept("constant", key, "K", make))

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
        if self.first(("field", *key)):
            rows, by_face = field_rows(self.layout, field, kind)
            known = self._fields[key] = self.numbered("F"), by_face
            self.tables[known[0]] = repeated(rows)
        return self._fields[key]

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
