"""A whole program as a Python module: tables, rules, effects, blocks, in the form that the runtime reads.

`tests/runtime/toy_ruleset.py` shows that form, written by hand.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from pathlib import PurePosixPath

from castlewright.compiler.generate import pyast
from castlewright.compiler.generate.blocks import Procedure, Question
from castlewright.compiler.generate.emit import Writer
from castlewright.compiler.generate.flow import FlowWriter
from castlewright.compiler.generate.metering import meter
from castlewright.compiler.generate.module import ModuleBuilder
from castlewright.compiler.generate.tables import repeated, runs_of
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
from castlewright.compiler.lower.placing import PlacingReader
from castlewright.compiler.typed import ir
from castlewright.compiler.typed.rebuild import locals_read, query_of, walk
from castlewright.compiler.typed.tags import tag
from castlewright.compiler.typed.types import DRAWING

FORMAT = 1
"""Format of the module; the runtime says which it reads."""
PRIMITIVES = "castlewright.runtime.primitives"
DIGEST = "?" * 64
"""Stands where the digest of the text will stand."""

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
        self.out = Writer()

    # ------------------------------------------------------------------------------------------------ text

    def write(self) -> str:
        """The text of the module, with `DIGEST` where its digest belongs."""
        self._make_everything()
        late = self._late_tables()
        self._number_blocks()
        self._meter([*self._early_tables(), *self.tables, *late])
        self.out.comment("Made from rules text by the compiler: changes made here are lost.")
        if self.questions:
            self.primitives.add("Choice")
        names = sorted(self.primitives)
        if names:
            self.out.statement(pyast.import_from(PRIMITIVES, names))
        self.out.blank()
        self._assign("FORMAT", pyast.const(FORMAT))
        self._assign("META", self._meta())
        for identifier, value in [*self._early_tables(), *self.tables]:
            self._assign(identifier, value)
        for function in [*self.functions, *(block.function for block in self.blocks)]:
            self.out.blank()
            self.out.blank()
            self.out.statement(function)
        self.out.blank()
        self.out.blank()
        for identifier, value in late:
            self._assign(identifier, value)
        self._assign("LINES", self._lines())
        return self.out.text

    def _meter(self, tables: Sequence[tuple[str, ast.expr]]) -> None:
        """Let functions count their work where it could be long."""
        members = [len(kind.definitions) for kind in self.program.kinds.values() if kind.is_value]
        functions = [*self.functions, *(block.function for block in self.blocks)]
        meter(functions, dict(tables), max([self.layout.piece_count, *members]), self.primitive)

    def _assign(self, identifier: str, value: ast.expr) -> None:
        self.out.statement(pyast.assign(identifier, value))

    def _make_everything(self) -> None:
        """Generate all functions and blocks. What is made later is asked for by what is made before."""
        program = self.program
        for rule in program.rules.values():
            self.rule(rule)
        self._fields_rows = self._field_table_rows()
        if program.flow is not None:
            with self.about(program.flow.name, "flow"):
                self.flow = FlowWriter(self, program.flow).write()
        for action in self.actions:
            self.action_rows.append((action, self.action_offer(action), self.action_procedure(action)))
        for effect in program.effects.values():
            if self.asking.node(effect):
                self.procedure(effect)
            else:
                self.effect(effect)
        self._placings = self._placing_rows()
        self._seen_of = {
            id(holding): self._seen(holding) for holding in (*keeps_of(program), *zones_of(program))
        }
        self._winner = self._winner_function()
        self.make_more()
        self.work_off()

    def make_more(self) -> None:
        """For more things to be generated, see `examples`."""

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
        return [
            ("KINDS", pyast.const(tuple(kinds))),
            ("DEFS", pyast.const(tuple(definitions))),
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
        steps = tuple(
            (path_of(p), p.name.replace("_", " ").capitalize())
            for p in flow_parts(self.program)
            if not isinstance(p, ir.Rounds)
        )
        clauses = tuple((self.file(row[0]), *row[1:]) for row in self.clauses)
        questions = [(f"C{n}", self._choice_call(q)) for n, q in enumerate(self.questions)]
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
            *self.more_tables(),
            ("RULES_BY_NAME", self._rules_by_name()),
            ("EFFECTS_BY_NAME", self._effects_by_name()),
            ("ACTIONS", self._action_table()),
            *questions,
            ("CHOICES", _names("C", len(questions))),
            *self._block_tables(),
            ("WINNER", pyast.const(None) if self._winner is None else pyast.name(self._winner)),
        ]

    def more_tables(self) -> list[tuple[str, ast.expr]]:
        """For more tables, see `examples`."""
        return []

    def file(self, path: str) -> str:
        """How a source file is named in the module: by its place below the folder of all packs."""
        pure = PurePosixPath(path.replace("\\", "/"))
        parts = pure.parts
        return str(PurePosixPath(*parts[parts.index("content") + 1 :])) if "content" in parts else pure.name

    # -- keeps and zones -----------------------------------------------------------------------------------

    def _holder(self, holder: str | ir.Kind | ir.Definition | None) -> str:
        if holder is None or isinstance(holder, str):
            return holder or ""
        return holder.name

    def _seen(self, holding: ir.Keep | ir.Zone) -> ast.expr:
        seen = holding.seen_by
        if seen.expr is None:
            return pyast.const(seen.who)
        value = self.simplified(seen.expr)
        inside = {query.var for node in walk(value) if (query := query_of(node)) is not None}
        bound = {v for v in locals_read(value) if v.role in ("self", "it", "param", "you")} - inside
        identifier = self.fresh("y")
        writer = ValueWriter(self, ["g", "h"])
        for var in bound:
            writer.bind(var, pyast.name("h"))
        writer.give(value)
        self.functions.append(writer.finished(identifier))
        return pyast.name(identifier)

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
            table = self.fresh("N")
            needs = pyast.row([self._need_row(need) for need in placing.needs])
            self.need_tables.append((table, needs))
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
                end = [pyast.const(plan.lasting)]
                if plan.guard is not None or plan.partial:
                    end += [self._guard(plan.guard), pyast.const(_by_scope(plan.partial))]
                rows.append(pyast.row([*map(pyast.const, start), pyast.name(table), *end]))
        return pyast.row(rows)

    def _guard(self, guard: Guard | None) -> ast.expr:
        """The function that tells whether a row is the one to use."""
        if guard is None:
            return pyast.const(None)
        if guard not in self.guards:
            self.guards[guard] = self.fresh("m")
            self.value_function(self.guards[guard], (guard.cell,), self.simplified(guard.value))
        return pyast.name(self.guards[guard])

    def _need_row(self, need: ir.Need) -> ast.expr:
        identifier = self.fresh("n")
        with self.about(need.name, need.name):
            self.value_function(identifier, (need.piece,), self.simplified(need.condition))
            clause = self.clause(need.span)
        row = [pyast.const(need.name), pyast.const(need.refusal), pyast.name(identifier), pyast.const(clause)]
        return pyast.row(row)

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

    def _winner_function(self) -> str | None:
        flow = self.program.flow
        if flow is None or flow.winner_var is None or not flow.winner:
            return None
        writer = ValueWriter(self, ["g"])
        writer.params.append(writer.local(flow.winner_var))
        keys = [writer.value(self.simplified(key)) for key in flow.winner]
        writer.put(pyast.give(ast.Tuple(keys, ast.Load())))
        self.functions.append(writer.finished("winner"))
        return "winner"

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
        for block in self.blocks:
            shapes.setdefault(tuple(block.procedure.slots), len(shapes))
        of_block = [shapes[tuple(block.procedure.slots)] for block in self.blocks]
        timed: list[tuple[ast.expr, ast.expr]] = [
            (resume.const(), ast.Tuple([pyast.const(seconds), late.const()], ast.Load()))
            for resume, seconds, late in self.timed
        ]
        entry: ast.expr = pyast.const(())
        if self.flow is not None:
            entry = ast.Tuple(self.flow.frame([pyast.const(None)]), ast.Load())
        return [
            ("FRAMES", pyast.const(tuple(shapes))),
            ("BLOCK_FRAMES", repeated(runs_of(of_block))),
            ("TIMED", pyast.mapping(timed)),
            ("ENTRY", entry),
            ("BLOCKS", _names("b", len(self.blocks))),
        ]

    def _number_blocks(self) -> None:
        """Give every block its number; fill in numbers and the sizes of frames wherever they are named."""
        for number, block in enumerate(self.blocks):
            block.label.number = number
            block.function.name = f"b{number}"
        for label in [*(block.label for block in self.blocks), *self.aliases]:
            for place in label.places:
                place.value = label.final().number
        procedures = {id(block.procedure): block.procedure for block in self.blocks}
        for procedure in procedures.values():
            for items, known in procedure.frames:
                items.extend(pyast.const(None) for _ in range(len(procedure.slots) - known))

    def _lines(self) -> ast.expr:
        places = list(self.origins)
        rows: list[object] = []
        last: tuple[str, int] | None = None
        for line, origin in self.out.origins:
            place = places[origin - 1]
            if place != last:
                rows.append((line, self.file(place[0]), place[1]))
                last = place
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
