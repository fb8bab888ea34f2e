"""The rules of the shipped games, in positions of real games: compiled and interpreted values agree."""

from __future__ import annotations

import inspect
import random
from pathlib import Path
from typing import Any

import pytest

from castlewright.compiler.build import build
from castlewright.compiler.compile import ALL, Order, link_order
from castlewright.compiler.lower.layout import lay_out
from castlewright.compiler.lower.weave import weave
from castlewright.compiler.typed import ir
from castlewright.compiler.typed.builtins import FACTS, QUESTIONS
from castlewright.compiler.typed.types import NUMBER, PLAYER, Many, OrNone, Piece, Value
from castlewright.library import content_roots
from castlewright.rules_dsl.diagnostics import Diagnostics
from castlewright.runtime import primitives
from castlewright.runtime.errors import RuleFailure
from castlewright.runtime.game import Game
from support.interpreter import Env, Interpreter

SIDES = {"top_edge": 0, "right_edge": 1, "bottom_edge": 2, "left_edge": 3}


class ContentInterpreter(Interpreter):
    """Answers questions about plans and grids with the runtime's own functions."""

    def _builtin(self, node: ir.Builtin, env: Env) -> Any:
        try:
            return super()._builtin(node, env)
        except NotImplementedError:
            pass
        if node.name in SIDES:
            return SIDES[node.name]
        if node.name == "active_player":
            return self.game.cells[0]
        if node.name == "running_number":
            path = node.args[0]
            assert isinstance(path, ir.Lit)
            return self.game.cells[self.layout.parts[str(path.value)].number]
        if node.name == "face":
            pid = self.value(node.args[0], env)
            return None if pid is None else self.game.face[pid]
        if node.name == "faces":
            pid = self.value(node.args[0], env)
            return () if pid is None else tuple(range(max(1, len(self._definition(pid).faces))))
        if node.name == "outer_region":
            return None
        return self._asked(node, env)

    def _asked(self, node: ir.Builtin, env: Env) -> Any:
        of_plan = [isinstance(arg, ir.GetZone) for arg in node.args] == [True]
        found = [q for table in (QUESTIONS, FACTS) for q in table.get(node.name, ())]
        fitting = [q for q in found if len(q.params) == len(node.args)]
        if len(node.args) == 1:
            fitting = [q for q in fitting if ([str(p) for p in q.params] == ["plan"]) == of_plan]
        question = fitting[0]
        if not question.op:
            raise NotImplementedError(node.name)
        args = [
            self._zone_cell(a, env) if isinstance(a, ir.GetZone) else self.value(a, env) for a in node.args
        ]
        if question.name in ("neighbours", "at_marks"):
            marks = node.args[-1].type
            assert isinstance(marks, Many)
            item = marks.item.item if isinstance(marks.item, OrNone) else marks.item
            assert isinstance(item, Value)
            kind = self.layout.program.kinds[item.kind]
            args.append(tuple((d.values["dx"], d.values["dy"]) for d in kind.definitions))
        return getattr(primitives, question.op)(self.game, *args)

    def _zone_cell(self, node: ir.GetZone, env: Env) -> Any:
        run = self.layout.zones[node.zone]
        return run.base if node.base is None else run.base - run.first + self.value(node.base, env)

    def _cmp(self, node: ir.Cmp, env: Env) -> bool:
        for one, other in ((node.left, node.right), (node.right, node.left)):
            if isinstance(other, ir.Builtin) and other.name == "outer_region":
                region = self.value(one, env)
                return (region is not None and region[1] == 0) == (node.op == "==")
        return super()._cmp(node, env)

    def _hasfeature(self, node: ir.HasFeature, env: Env) -> bool:
        number = self.layout.number(node.feature)
        return primitives.has_feature(self.game, self.value(node.side, env), number)

    def _getfield(self, node: ir.GetField, env: Env) -> Any:
        base = self.value(node.base, env)
        through = None if node.printed else node.field.through
        if base is not None and through is not None:
            base = self._callrule(ir.CallRule(through, (ir.Lit(base, type=NUMBER),), type=NUMBER), env)
        node = ir.GetField(ir.Lit(base, type=NUMBER), node.field, True, type=node.type)
        if base is not None and not node.field.kind.is_value:
            definition = self._definition(base)
            if node.field.feature is not None:
                number = self.layout.number(node.field.feature)
                return primitives.piece_sides_with(self.game, base, number)
            if definition.faces and node.field.name in definition.faces[self.game.face[base]].values:
                value = definition.faces[self.game.face[base]].values[node.field.name]
                return self.layout.number(value) if isinstance(value, ir.Definition) else value
        return super()._getfield(node, env)

    def _callslot(self, node: ir.CallSlot, env: Env) -> Any:
        base = self.value(node.base, env)
        definition = node.slot.kind.definitions[base] if node.slot.kind.is_value else self._definition(base)
        filling = definition.fillings.get(node.slot.name, node.slot.default)
        assert filling is not None
        assert filling.value is not None
        args = [self.value(a, env) for a in node.args]
        return self.value(
            filling.value, {filling.self_var: base, **dict(zip(filling.params, args, strict=True))}
        )

    def _pieceof(self, node: ir.PieceOf, env: Env) -> Any:
        run = self.layout.pieces[node.definition]
        base = None if node.base is None else self.value(node.base, env)
        return primitives.piece_of(self.game, base, run.start, run.stop)

    def _graph(self, node: ir.Graph, env: Env) -> Any:
        items = tuple(inner[node.query.var] for inner in self.elements(node.query, env))

        def link(_: Any, a: Any, b: Any) -> bool:
            return self.value(node.rule.value, dict(zip(node.rule.params, (a, b), strict=True)))

        start = [] if node.start is None else [self.value(node.start, env)]
        op = {"reach": "reach", "longest path": "longest_path", "most pairs": "most_pairs"}[node.op]
        return getattr(primitives, op)(self.game, *start, items, link)


def program_of(name: str, *packs: str) -> ir.Program:
    found = Diagnostics()
    program = link_order(Order(name, packs, roots=content_roots()), found)
    assert program is not None
    weave(program, found)
    return program


def arguments(layout: Any, game: Game, rule: ir.Rule, rng: random.Random) -> list[list[Any]] | None:
    """A few lists of arguments for a rule, or None when it takes something that cannot be picked here."""
    pools: list[list[Any]] = []
    for param in rule.params:
        type_ = param.type.item if isinstance(param.type, OrNone) else param.type
        if type_ == PLAYER:
            pools.append(list(range(game.players)))
        elif isinstance(type_, Value):
            pools.append(list(range(len(layout.program.kinds[type_.kind].definitions))))
        elif isinstance(type_, Piece):
            placed = [p for run in layout.ranges(type_) for p in run if game.where[p] >= 0]
            pools.append(placed or [p for run in layout.ranges(type_) for p in run])
        else:
            return None
    return [[rng.choice(pool) for pool in pools] for _ in range(6)]


# Paths and groups are walked by the slow reader too: packs that ask for them of large castles stay out.
MANY = ("towers", "renovations")


@pytest.mark.parametrize("packs", [(), MANY], ids=["base", "many"])
def test_rules_of_a_running_game(packs: tuple[str, ...]) -> None:
    program = program_of("castles", *packs)
    built = build(program)
    layout = lay_out(program)
    rng = random.Random(5)
    game = built.ruleset().new_game(3, seed=5)
    compared = 0
    for decision in range(160):
        if game.decision is None:
            break
        game.decide(game.decision.options[rng.randrange(len(game.decision))])
        if decision % 80 == 79:
            compared += compare(program, layout, game, rng)
    assert compared > 300


def compare(program: ir.Program, layout: Any, game: Game, rng: random.Random) -> int:
    reader = ContentInterpreter(layout, game)
    compared = 0
    for name, rule in program.rules.items():
        for args in arguments(layout, game, rule, rng) or []:
            env: Env = dict(zip(rule.params, args, strict=True))
            for var, value in rule.lets:
                env[var] = reader.value(value, env)
            try:
                found = game.rule(name, *args)
            except RuleFailure:
                continue  # a question about a piece that lies where it cannot be asked
            assert found == reader.value(rule.value, env), (name, args)
            compared += 1
    return compared


def test_every_question_has_a_primitive() -> None:
    known = dict(inspect.getmembers(primitives))
    missing = [
        q.op
        for table in (QUESTIONS, FACTS)
        for qs in table.values()
        for q in qs
        if q.op and q.op not in known
    ]
    assert missing == []


@pytest.mark.parametrize("name", ["castles", "two_castles"])
def test_shipped_games_are_generated(name: str) -> None:
    first, second = build(program_of(name, ALL)), build(program_of(name, ALL))
    assert first.text == second.text
    assert str(Path.cwd()) not in first.text
