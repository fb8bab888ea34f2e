"""A whole program as a Python module: tables, rules, effects, blocks, in the form that the runtime reads.

`tests/runtime/toy_ruleset.py` shows that form, written by hand.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from functools import partial

from castlewright.compiler.generate import pyast
from castlewright.compiler.generate.blocks import Procedure, Question
from castlewright.compiler.generate.flow import FlowWriter
from castlewright.compiler.generate.metering import Meter, meter
from castlewright.compiler.generate.module import ModuleBuilder
from castlewright.compiler.generate.refusing import write_refusals
from castlewright.compiler.generate.tables import icon_rows, repeated, runs_of
from castlewright.compiler.generate.text import DIGEST, Part, Text, function_parts, shown_file, table_part
from castlewright.compiler.generate.units import Changed, Differs, Unit
from castlewright.compiler.generate.values import ValueWriter
from castlewright.compiler.lower.layout import (
    ACTIVE,
    features,
    flow_parts,
    initial_values,
    keeps_of,
    outline,
    path_of,
    zones_of,
)
from castlewright.compiler.lower.moments import Guard
from castlewright.compiler.lower.placing import PlacingReader, Plan
from castlewright.compiler.typed import ir
from castlewright.compiler.typed.rebuild import locals_read, query_of, walk
from castlewright.compiler.typed.tags import tag
from castlewright.compiler.typed.types import DRAWING

PRIMITIVES = "castlewright.runtime.primitives"


Row = Sequence[object]


class ModuleWriter(ModuleBuilder):
    """Writes the module of a program."""

    def __init__(self, program: ir.Program) -> None:
        super().__init__(program)
        self.flow: Procedure | None = None
        self.action_rows: list[tuple[ir.Action, str, Procedure]] = []
        self.need_tables: list[tuple[str, ast.expr]] = []
        self.guards: dict[Guard, str] = {}
        self.protos: dict[object, int] = {}
        self.placings = PlacingReader(self.layout)
        self._seen_of: dict[int, ast.expr] = {}
        self._winner: str | None = None
        self._metered: Meter | None = None
        self._early: list[Part] = []
        self._late: list[Part] = []
        self._late_values: list[tuple[int, str, ast.expr]] = []  # to take the places of others
        self._table_parts: dict[str, Part] = {}

    # ------------------------------------------------------------------------------------------------ text

    def write(self) -> Text:
        """The text of the module, with `DIGEST` where its digest belongs."""
        with self.optimiser.reading() as reads:
            self._make_everything()
            late = self._late_tables()
        self.unit.reads.update(reads)
        self._number_all()
        self._metered = self._meter(late)
        if any(unit.outcome.questions for unit in self.units):
            self.primitives.add("Choice")
        self._early = list(map(table_part, self._early_tables()))
        self._late = list(map(table_part, late))
        return self._text()

    def write_again(self, changed: Changed) -> Text:
        """The text of the module when the contents of some declarations have changed, and nothing else.

        Raises `Differs` where too much would come out in another way; the writer is then good for nothing.
        """
        for unit in self.due(changed):
            self.make_again(unit)
            self._late_again(unit)
            functions = [*unit.outcome.functions, *(block.function for block in unit.outcome.blocks)]
            if self._metered is None or not self._metered.again(functions):
                raise Differs("weighs more or less than before")
        self.settle_kept()
        self._fill_procedures()
        return self._text()

    def _late_again(self, unit: Unit) -> None:
        """Put what a unit that was made again has in late tables into those."""
        for number, question in enumerate(unit.outcome.questions, unit.first_question):
            self._replace_late(f"C{number}", self._choice_call(question))
        if unit.outcome.timed:
            self._replace_late("TIMED", self._timed())
            for resume, _, late in (row for one in self.units for row in one.outcome.timed):
                resume.fill()
                late.fill()
        self.number_blocks(unit)

    def _replace_late(self, name: str, value: ast.expr) -> None:
        at = next(number for number, part in enumerate(self._late) if part.table == name)
        self._late_values.append((at, name, value))

    def _text(self) -> Text:
        for at, name, value in self._late_values:
            self._late[at] = table_part((name, value))
        self._late_values = []
        known = self._table_parts
        for name, value in self.tables.items():
            if name not in known or known[name].value is not value:
                known[name] = table_part((name, value))
        names = sorted(self.primitives)
        imports = pyast.import_from(PRIMITIVES, names) if names else None
        tables = [*self._early, *(known[name] for name in self.tables)]
        return Text(imports, self._meta(), tables, self._function_parts(), self._late, self._lines)

    def _function_parts(self) -> list[Part]:
        """The functions of all units, then all blocks."""
        outcomes = [unit.outcome for unit in self.units]
        found = [(one, function) for one in outcomes for function in one.functions]
        found += [(one, block.function) for one in outcomes for block in one.blocks]
        return [part for one, made in found for part in function_parts(made, one.chunk(made))]

    def _meter(self, late: Sequence[tuple[str, ast.expr]]) -> Meter:
        """Let functions count their work where it could be long."""
        members = [len(kind.definitions) for kind in self.program.kinds.values() if kind.is_value]
        outcomes = [unit.outcome for unit in self.units]
        functions = [function for one in outcomes for function in one.functions]
        functions += [block.function for one in outcomes for block in one.blocks]
        tables = dict([*self._early_tables(), *self.tables.items(), *late])
        return meter(functions, tables, max([self.layout.piece_count, *members]), self.primitive)

    def _make_everything(self) -> None:
        """Generate all functions and blocks. What is made later is asked for by what is made before."""
        program = self.program
        for rule in program.rules.values():
            self.rule(rule)
        self._fields_rows = self._field_table_rows()
        if program.flow is not None:
            self.flow = Procedure()
            writing = partial(self._write_flow, program.flow, self.flow)
            self.make(program.flow, writing, self.flow)
        for action in self.actions:
            procedure = Procedure()
            row: list[str] = []
            self.make(action, partial(self._write_offer, action, row))
            self.make(action, partial(self.write_action, action, procedure), procedure)
            self.action_rows.append((action, row[0], procedure))
        for effect in program.effects.values():
            if self.asking.node(effect):
                self.procedure(effect)
            else:
                self.effect(effect)
        self._placings = self._placing_rows()
        for holding in (*keeps_of(program), *zones_of(program)):
            self._see(holding)
        if program.flow is not None and program.flow.winner_var is not None and program.flow.winner:
            self._winner = "winner"
            self.make(program.flow, partial(self._write_winner, program.flow, program.flow.winner_var))
        self.work_off()

    def _write_flow(self, flow: ir.Flow, procedure: Procedure) -> None:
        with self.about(flow.name, "flow"):
            FlowWriter(self, flow, procedure).write()

    def _write_offer(self, action: ir.Action, row: list[str]) -> None:
        row[:] = [self.action_offer(action)]

    # ---------------------------------------------------------------------------------------------- tables

    def _early_tables(self) -> list[tuple[str, ast.expr]]:
        """Tables without functions in them, apart from those that functions asked for."""
        layout = self.layout
        kinds = [self._kind_row(kind) for kind in self.program.kinds.values()]
        definitions: list[object] = []
        of_piece: list[object] = []
        protos: list[object] = []
        for definition, number in layout.definitions.items():
            faces = tuple(face.name for face in definition.faces)
            titles = tuple(face.title or "" for face in definition.faces)
            title = definition.title or ""
            row = (layout.kinds[definition.kind], definition.name, title, faces)
            definitions.append((*row, titles) if any(titles) else row)
            of_piece.extend([number] * len(layout.pieces[definition]))
            protos.append(self._protos_of(definition))
        looks = icon_rows(self.program)
        return [
            ("KINDS", pyast.const(tuple(kinds))),
            ("DEFS", pyast.const(tuple(definitions))),
            *([("LOOKS", pyast.const(looks))] if looks else []),
            ("PIECE_DEF", repeated(runs_of(of_piece))),
            ("PROTOS", pyast.const(tuple(self.protos))),
            ("PIECE_PROTOS", repeated(runs_of(protos))),
        ]

    def _kind_row(self, kind: ir.Kind) -> Row:
        if kind.is_value:
            members: object = tuple((d.name, d.title or "") for d in kind.definitions)
        else:
            run = self.layout.kind_pieces[kind]
            members = (run.start, run.stop)
        return (kind.name, kind.plural, kind.is_value, members)

    def _protos_of(self, definition: ir.Definition) -> tuple[int, ...]:
        numbers: list[int] = []
        for number, face in enumerate(definition.faces or [None]):
            rows = outline(self.layout, definition, face)
            if rows is None:
                return ()
            derived = self.placings.classes.derived.of((definition, number))
            proto = (rows, (*features(self.layout, definition, face).items(), *derived))
            numbers.append(self.protos.setdefault(proto, len(self.protos)))
        return tuple(numbers)

    def _field_table_rows(self) -> list[ast.expr]:
        rows: list[ast.expr] = []
        for kind, number in self.layout.kinds.items():
            for printed in kind.fields.values():
                if printed.type == DRAWING:
                    continue
                table, by_face = self.field_table(printed, kind if kind.is_value else None)
                feature = printed.feature
                type_ = tag(printed.type) if feature is None else f"sides:{feature.name}"
                start = [number, printed.name, type_, printed.on_back]
                row = [*map(pyast.const, start), pyast.name(table)]
                rows.append(pyast.row([*row, pyast.const(True)] if by_face else row))
        return rows

    def _meta(self) -> ast.expr:
        program = self.program
        packs = tuple((pack.name, pack.version, pack.digest) for pack in program.packs)
        options = [(name, _option_text(option)) for name, option in sorted(program.options.items())]
        pairs: list[tuple[str, ast.expr]] = [
            ("game", pyast.const(program.game)),
            ("title", pyast.const(program.title)),
            ("packs", pyast.const(packs)),
            ("options", pyast.mapping([(pyast.const(k), pyast.const(v)) for k, v in options])),
            ("players", pyast.const(program.players)),
            ("hash", pyast.const(DIGEST)),
        ]
        return pyast.mapping([(pyast.const(key), value) for key, value in pairs])

    def _late_tables(self) -> list[tuple[str, ast.expr]]:
        """Tables that hold functions, blocks or what was counted while they were made: made last."""
        layout = self.layout
        tables = [(identifier, make()) for identifier, make in self.late_tables]
        reasons = tuple((r.name, r.title or "") for r in self.reasons)
        units = tuple((unit.name, unit.singular) for unit in self.program.units.values())
        actions = self._action_table()  # which has clauses of its own
        steps = tuple(
            (path_of(p), p.name.replace("_", " ").capitalize())
            for p in flow_parts(self.program)
            if not isinstance(p, ir.Rounds)
        )
        clauses = tuple((shown_file(row[0]), *row[1:]) for row in self.clauses)
        asked = [question for unit in self.units for question in unit.outcome.questions]
        questions = [(f"C{n}", self._choice_call(question)) for n, question in enumerate(asked)]
        return [
            ("FIELDS", ast.Tuple(self._fields_rows, ast.Load())),
            ("KEEPS", self._keep_rows()),
            ("ZONES", self._zone_rows()),
            ("INITIAL", repeated(runs_of(initial_values(layout)))),
            ("CLAUSES", pyast.const(clauses or (("", 0, "", "", "", "", True),))),
            ("REASONS", pyast.const(reasons)),
            ("UNITS", pyast.const(units)),
            ("STEPS", pyast.const(steps)),
            *self.need_tables,
            ("PLACINGS", self._placings),
            *tables,
            ("RULES_BY_NAME", self._rules_by_name()),
            ("EFFECTS_BY_NAME", self._effects_by_name()),
            ("ACTIONS", actions),
            *questions,
            ("CHOICES", _names("C", len(questions))),
            *self._block_tables(),
            ("WINNER", pyast.const(None) if self._winner is None else pyast.name(self._winner)),
        ]

    # -- keeps and zones -----------------------------------------------------------------------------------

    def _holder(self, holder: str | ir.Kind | ir.Definition | None) -> str:
        if holder is None or isinstance(holder, str):
            return holder or ""
        return holder.name

    def _see(self, holding: ir.Keep | ir.Zone) -> None:
        """Make what tells who sees something: a word, or a function."""
        seen = holding.seen_by
        if seen.expr is None:
            self._seen_of[id(holding)] = pyast.const(seen.who)
            return
        identifier = self.numbered("y")
        self._seen_of[id(holding)] = pyast.name(identifier)
        self.make(holding, partial(self._write_seen, holding, identifier))

    def _write_seen(self, holding: ir.Keep | ir.Zone, identifier: str) -> None:
        assert holding.seen_by.expr is not None
        value = self.simplified(holding.seen_by.expr)
        inside = {query.var for node in walk(value) if (query := query_of(node)) is not None}
        bound = {v for v in locals_read(value) if v.role in ("self", "it", "param", "you")} - inside
        writer = ValueWriter(self, ["g", "h"])
        for var in bound:
            writer.bind(var, pyast.name("h"))
        writer.give(value)
        self.functions.append(writer.finished(identifier))

    def _keep_rows(self) -> ast.expr:
        rows: list[ast.expr] = [
            pyast.const(("active_player", "", ACTIVE, 1, 0, "player?", "everyone", None, None))
        ]
        for path, part in self.layout.parts.items():
            if part.number >= 0:
                public = f"{path.rpartition('.')[2]}_number"
                rows.append(pyast.const((public, "", part.number, 1, 0, "number", "everyone", None, None)))
        for keep, run in self.layout.keeps.items():
            start = [keep.name, self._holder(keep.holder), run.base, run.count, run.first, tag(keep.type)]
            end = [keep.least, keep.most]
            made = [*map(pyast.const, start), self._seen_of[id(keep)], *map(pyast.const, end)]
            rows.append(pyast.tuple_of(made))
        return ast.Tuple(rows, ast.Load())

    def _zone_rows(self) -> ast.expr:
        rows: list[ast.expr] = []
        for zone, run in self.layout.zones.items():
            kinds = tuple(kind.name for kind in zone.kinds)
            start = [
                zone.name,
                self._holder(zone.holder),
                run.base,
                run.count,
                run.first,
                zone.structure,
                kinds,
            ]
            layout = self.layout.layouts.get(zone, -1)
            made = [*map(pyast.const, start), self._seen_of[id(zone)], pyast.const(layout)]
            rows.append(pyast.tuple_of(made))
        return ast.Tuple(rows, ast.Load())

    # -- placings ------------------------------------------------------------------------------------------

    def _placing_rows(self) -> ast.expr:
        reader = self.placings
        rows: list[ast.expr] = []
        for placing in self.program.placings:
            zone = self.layout.zones[placing.zone]
            table = self.numbered("N")
            needs = pyast.row([self._need_row(need) for need in placing.needs])
            self.need_tables.append((table, needs))
            carriers = reader.has_carriers(placing)
            for plan in reader.plans(placing):
                terms = plan.terms
                start: list[object] = [
                    placing.zone.name,
                    zone.base,
                    zone.count,
                    plan.pieces.start,
                    plan.pieces.stop,
                ]
                start += [tuple(terms.pairs), tuple(terms.bars), tuple(terms.keep_off)]
                start += [terms.outer, tuple(terms.covers), tuple(plan.checks)]
                end = [pyast.const(None if plan.reads is None else tuple(sorted(plan.reads)))]
                if plan.guard is not None or plan.partial or carriers:
                    end += [self._guard(plan.guard), self._partial_rows(plan, zone.base)]
                if carriers:
                    end.append(pyast.const(tuple(plan.carried)))
                rows.append(pyast.row([*map(pyast.const, start), pyast.name(table), *end]))
        return pyast.row(rows)

    def _partial_rows(self, plan: Plan, first: int) -> ast.expr:
        """The needs that are asked at some places only, by scope, each with what masks refuse instead."""
        rows: list[ast.expr] = []
        for scope, numbers in _by_scope(plan.partial):
            found = [plan.refusals.get(number) for number in numbers]
            told = [refusals for refusals in found if refusals is not None]
            refused = pyast.const(None)
            if len(told) == len(found):
                refused = pyast.name(write_refusals(self, told, first))
            rows.append(pyast.row([pyast.const(scope), pyast.const(numbers), refused]))
        return pyast.row(rows)

    def _guard(self, guard: Guard | None) -> ast.expr:
        """The function that tells whether a row is the one to use."""
        if guard is None:
            return pyast.const(None)
        if guard not in self.guards:
            identifier = self.guards[guard] = self.numbered("m")
            self.make(guard, partial(self._write_guard, guard, identifier))
        return pyast.name(self.guards[guard])

    def _write_guard(self, guard: Guard, identifier: str) -> None:
        self.value_function(identifier, (guard.cell,), self.simplified(guard.value))

    def _need_row(self, need: ir.Need) -> ast.expr:
        identifier = self.numbered("n")
        self.make(need, partial(self._write_need, need, identifier))
        with self.about(need.name, need.name):
            clause = self.clause(need.span)
        row = [pyast.const(need.name), pyast.const(need.refusal), pyast.name(identifier), pyast.const(clause)]
        return pyast.row(row)

    def _write_need(self, need: ir.Need, identifier: str) -> None:
        with self.about(need.name, need.name):
            self.value_function(identifier, (need.piece,), self.simplified(need.condition))

    # -- what can be asked by name -------------------------------------------------------------------------

    def _rules_by_name(self) -> ast.expr:
        rows: list[tuple[ast.expr, ast.expr]] = []
        for name, rule in self.program.rules.items():
            params = tuple(tag(param.type) for param in rule.params)
            made = [pyast.name(self.rule(rule)), pyast.const(params), pyast.const(tag(rule.result))]
            rows.append((pyast.const(name), pyast.row(made)))
        return pyast.mapping(rows)

    def _effects_by_name(self) -> ast.expr:
        rows: list[tuple[ast.expr, ast.expr]] = []
        for name, effect in self.program.effects.items():
            params = pyast.const(tuple(tag(param.type) for param in effect.params))
            if self.asking.node(effect):
                procedure = self.procedure(effect)
                frame = ast.Tuple(procedure.frame([pyast.const(None)] * (1 + len(effect.params))), ast.Load())
                made = [procedure.entry.const(), pyast.const(True), params, frame]
            else:
                made = [pyast.name(self.effect(effect)), pyast.const(False), params, pyast.const(())]
            rows.append((pyast.const(name), pyast.row(made)))
        return pyast.mapping(rows)

    def _action_table(self) -> ast.expr:
        rows: list[ast.expr] = []
        for action, offer, procedure in self.action_rows:
            on_piece = action.self_var is not None
            with self.about(action.title or action.name, action.name):
                clause = self.clause(action.span)
            start = [action.name, action.title, action.turn]
            frame = ast.Tuple(procedure.frame([pyast.const(None)] * (2 if on_piece else 1)), ast.Load())
            made = [
                *map(pyast.const, start),
                pyast.name(offer),
                pyast.const(on_piece),
                frame,
                pyast.const(clause),
            ]
            rows.append(pyast.row(made))
        return ast.Tuple(rows, ast.Load())

    def _write_winner(self, flow: ir.Flow, winner: ir.Var) -> None:
        writer = ValueWriter(self, ["g"])
        writer.params.append(writer.local(winner))
        keys = [writer.value(self.simplified(key)) for key in flow.winner]
        writer.put(pyast.give(ast.Tuple(keys, ast.Load())))
        self.functions.append(writer.finished("winner"))

    # -- blocks and choices --------------------------------------------------------------------------------

    def _choice_call(self, question: Question) -> ast.expr:
        def bound(value: int | str | None) -> ast.expr:
            return pyast.name(value) if isinstance(value, str) else pyast.const(value)

        named: dict[str, ast.expr] = {
            "block": question.block.const(),
            "options": pyast.name(question.options),
            "kind": pyast.const(question.kind),
            "type": pyast.const(question.type),
            "text": pyast.const(question.text),
            "slot": pyast.const(question.slot),
            "next": question.next.const(),
            "clause": pyast.const(question.clause),
        }
        if question.titles:
            named["titles"] = pyast.const(question.titles)
        if question.who is not None:
            named["who"] = pyast.name(question.who)
        if question.faces_of is not None:
            named["faces_of"] = pyast.name(question.faces_of)
        if not question.single:
            named["single"] = pyast.const(False)
            named["least"], named["most"] = bound(question.least), bound(question.most)
            named["work"] = pyast.const(question.work)
        if question.none is not None:
            named["none"] = question.none.const()
        for word in ("secret", "ordered"):
            if getattr(question, word):
                named[word] = pyast.const(True)
        return pyast.call_named("Choice", [], named)

    def _block_tables(self) -> list[tuple[str, ast.expr]]:
        shapes: dict[tuple[str, ...], int] = {}
        blocks = [block for unit in self.units for block in unit.outcome.blocks]
        for block in blocks:
            shapes.setdefault(tuple(block.procedure.slots), len(shapes))
        of_block = [shapes[tuple(block.procedure.slots)] for block in blocks]
        entry: ast.expr = pyast.const(())
        if self.flow is not None:
            entry = ast.Tuple(self.flow.frame([pyast.const(None)]), ast.Load())
        return [
            ("FRAMES", pyast.const(tuple(shapes))),
            ("BLOCK_FRAMES", repeated(runs_of(of_block))),
            ("TIMED", self._timed()),
            ("ENTRY", entry),
            ("BLOCKS", _names("b", len(blocks))),
        ]

    def _timed(self) -> ast.expr:
        rows: list[tuple[ast.expr, ast.expr]] = [
            (resume.const(), ast.Tuple([pyast.const(seconds), late.const()], ast.Load()))
            for unit in self.units
            for resume, seconds, late in unit.outcome.timed
        ]
        return pyast.mapping(rows)

    def _number_all(self) -> None:
        """Give every block its number; fill in numbers and the sizes of frames wherever they are named."""
        number = 0
        for unit in self.units:
            unit.first_block = number
            self.number_blocks(unit)
            number += len(unit.outcome.blocks)
        self._fill_procedures()

    def _fill_procedures(self) -> None:
        found = {id(b.procedure): b.procedure for unit in self.units for b in unit.outcome.blocks}
        for procedure in found.values():
            procedure.fill()

    def _lines(self, written: Sequence[tuple[int, int]]) -> ast.expr:
        """The line table: from which line on the statements come from which line of which file.

        `written` pairs lines of the module with origins.
        """
        places = [(shown_file(path), line) for path, line in self.origins]
        rows: list[object] = []
        last = 0
        for line, origin in written:
            if origin != last:
                rows.append((line, *places[origin - 1]))
                last = origin
        return pyast.const(tuple(rows))


def _by_scope(partial: list[tuple[int, int]]) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Needs that are asked at some places only, gathered by their scope."""
    scopes = dict.fromkeys(scope for scope, _ in partial)
    return tuple((one, tuple(number for scope, number in partial if scope == one)) for one in scopes)


def _names(letter: str, count: int) -> ast.expr:
    return ast.Tuple([pyast.name(f"{letter}{n}") for n in range(count)], ast.Load())


def _option_text(option: ir.Option) -> object:
    value = option.value
    return (
        value.name
        if isinstance(value, ir.Definition)
        else value
        if isinstance(value, int | bool | str)
        else None
    )
