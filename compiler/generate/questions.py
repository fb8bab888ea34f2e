"""Built-in questions as Python: inline where that is short, else a call of a runtime primitive."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence

from castlewright.compiler.generate import pyast
from castlewright.compiler.generate.pyscope import Registry, Scope, may_be_none
from castlewright.compiler.lower.layout import ACTIVE, Layout, Unsupported
from castlewright.compiler.lower.sideclasses import EDGES
from castlewright.compiler.typed import ir
from castlewright.compiler.typed.builtins import FACTS, QUESTIONS, Question, RuleArg
from castlewright.compiler.typed.types import Many, OrNone, Type, Value

_REMEMBERED = ("facing", "piece", "front", "owner")
"""Facts that are looked up once for each variable, as long as nothing can change them."""


class QuestionWriter(Scope):
    """A function under construction that can write built-in questions."""

    def __init__(self, registry: Registry, params: Sequence[str]) -> None:
        super().__init__(registry, params)
        self._inline: dict[str, Callable[[ir.Builtin], ast.expr]] = {
            "players": lambda _: pyast.call("tuple", pyast.call("range", self.player_count)),
            "player_count": lambda _: self.player_count,
            "first_seat": lambda _: pyast.const(0),
            "active_player": lambda _: self.cell(pyast.const(ACTIVE)),
            "left_of": lambda n: self._seat(n, "+"),
            "right_of": lambda n: self._seat(n, "-"),
            "steps_between": self._steps_between,
            "top": lambda n: self._end(n, 0),
            "first": self._first,
            "last": self._last,
            "range": self._range,
            "item_round": lambda n: self.plain("item_round", *map(self.value, n.args)),
            "larger": lambda n: self._larger(n, "max"),
            "smaller": lambda n: self._larger(n, "min"),
            "running_number": self._running_number,
            "holder": self._holder,
            "faces": self._faces,
            "face": self._face,
            "face_up": lambda n: self.ask("is_up", self.value(n.args[0])),
            "face_down": lambda n: self._about(n, lambda p: pyast.negate(self.ask("is_up", p))),
            "members": lambda n: self._about(n, lambda r: pyast.item(r, pyast.const(0))),
            "contacts": self._contacts,
            "sides": self._sides,
            "regions": lambda n: self.of_zone(n.args[0], "plan_regions", ()),
            "spots": lambda n: self.spots(n, False),
            "spots_on": lambda n: self.spots(n, False),
            "spots_through": lambda n: self.spots(n, False),
            "region_within": self._region_within,
            "neighbours": lambda n: self._marked(n, "neighbours"),
            "at_marks": lambda n: self._marked(n, "at_marks"),
        }

    def question(self, node: ir.Builtin) -> ast.expr:
        """The answer to a built-in question."""
        inline = self._inline.get(node.name)
        if inline is not None:
            return inline(node)
        if node.name in EDGES:
            return pyast.const(EDGES[node.name])
        question = self._question(node)
        if question is None or not question.op:
            raise Unsupported(f"{node.name} is not yet supported by the code generator", node.span)
        if len(node.args) == 1 and node.name in _REMEMBERED and isinstance(node.args[0], ir.Local):
            return self.remembered(
                node.name, node.args[0].var, lambda: self.ask(question.op, self.value(node.args[0]))
            )
        args = [self._argument(arg, param) for arg, param in zip(node.args, question.params, strict=True)]
        made = self.ask(question.op, *args)
        return self.atom(made) if question.chance else made

    def _question(self, node: ir.Builtin) -> Question | None:
        for table in (QUESTIONS, FACTS):
            for question in table.get(node.name, ()):
                if len(question.params) == len(node.args):
                    return question
        return None

    def _argument(self, arg: ir.Expr, param: Type) -> ast.expr:
        if isinstance(param, RuleArg):
            if not isinstance(arg, ir.RuleRef):
                raise Unsupported("a rule named without arguments is due here", arg.span)
            return pyast.name(self.registry.rule(arg.rule))
        return self.value(arg)

    def _about(self, node: ir.Builtin, make: Callable[[ast.expr], ast.expr]) -> ast.expr:
        """A fact of the first argument; its zero when that is none."""
        return self.unless_none(node.args[0], node.type, make)

    # ------------------------------------------------------------------------------------------------ players

    def _seat(self, node: ir.Builtin, op: str) -> ast.expr:
        count = self.player_count
        moved = pyast.binary(self.value(node.args[0]), op, pyast.const(1))
        return pyast.binary(moved, "%", count)

    def _steps_between(self, node: ir.Builtin) -> ast.expr:
        start, end = map(self.value, node.args)
        return pyast.binary(pyast.binary(end, "-", start), "%", self.player_count)

    def _running_number(self, node: ir.Builtin) -> ast.expr:
        path = node.args[0]
        assert isinstance(path, ir.Lit)
        part = self.layout.part(str(path.value), node.span)
        return self.cell(pyast.const(part.number))

    # -------------------------------------------------------------------------------------------- collections

    def _end(self, node: ir.Builtin, index: int) -> ast.expr:
        group = self.name_of(node.args[0])
        return pyast.choice(group, pyast.item(group, pyast.const(index)), pyast.const(None))

    def _first(self, node: ir.Builtin) -> ast.expr:
        if not isinstance(node.args[0].type, Many):
            return self._about(node, lambda rank: pyast.item(rank, pyast.const(1)))
        source = node.args[0]
        if isinstance(source, ir.Filter):
            return self._first_found(source.query)
        return self._end(node, 0)

    def _first_found(self, query: ir.Query) -> ast.expr:
        result = self.temp()
        self.put(pyast.assign(result, pyast.const(None)))
        with self.each(query) as element:
            self.put(pyast.assign(result, element))
            self.put(pyast.jump("break"))
        return pyast.name(result)

    def _last(self, node: ir.Builtin) -> ast.expr:
        if not isinstance(node.args[0].type, Many):
            return self._about(node, lambda rank: pyast.item(rank, pyast.const(2)))
        return self._end(node, -1)

    def _range(self, node: ir.Builtin) -> ast.expr:
        return pyast.call("tuple", self.iterable(node))

    def _larger(self, node: ir.Builtin, function: str) -> ast.expr:
        return pyast.call(function, *map(self.value, node.args))

    # ------------------------------------------------------------------------------------------------- pieces

    def _holder(self, node: ir.Builtin) -> ast.expr:
        kind = node.args[1]
        assert isinstance(kind, ir.Lit)
        return self.ask("holder", self.value(node.args[0]), pyast.const(kind.value))

    def _face(self, node: ir.Builtin) -> ast.expr:
        """The face that is up; a game in which nothing has several keeps none."""
        if not any(definition.faces for definition in self.layout.pieces):
            return self._about(node, lambda _: pyast.const(0))
        return self._about(node, lambda piece: pyast.item(pyast.attr(self.game, "face"), piece))

    def _faces(self, node: ir.Builtin) -> ast.expr:
        table = self.registry.shared(face_lists(self.layout))
        return self._about(node, lambda piece: pyast.item(table, piece))

    # --------------------------------------------------------------------------------------- sides and places

    def of_zone(self, zone: ir.Expr, primitive: str, absent: object, *more: ast.expr) -> ast.expr:
        """Ask something of a zone as a whole; `absent` when it belongs to nobody."""
        return self.in_zone(zone, absent, lambda cell: self.ask(primitive, cell, *more))

    def _sides(self, node: ir.Builtin) -> ast.expr:
        if isinstance(node.args[0], ir.GetZone):
            return self.of_zone(node.args[0], "plan_sides", ())
        return self.ask("piece_sides", self.value(node.args[0]))

    def sides_with(self, base: ir.Expr, feature: ast.expr) -> ast.expr:
        """The sides of a piece or a plan that carry a feature."""
        if isinstance(base, ir.GetZone):
            return self.of_zone(base, "plan_sides_with", (), feature)
        return self.ask("piece_sides_with", self.value(base), feature)

    def _contacts(self, node: ir.Builtin) -> ast.expr:
        if len(node.args) == 2:
            return self.ask("contacts_between", *map(self.value, node.args))
        return self.ask("piece_contacts", self.value(node.args[0]))

    def spots(self, node: ir.Builtin, quick: bool) -> ast.expr:
        """Where a piece may be placed; `quick`: only whether it may be at all."""
        name = node.name if len(node.args) == 2 else node.name.replace("spots", "spots_showing", 1)
        primitive = f"any_{name.replace('spots', 'spot', 1)}" if quick else name
        absent = False if quick else ()
        piece, last = node.args[0], node.args[-1]
        held = self.name_of(piece)

        def make() -> ast.expr:
            faces = [self.value(face) for face in node.args[1:-1]]
            if name in ("spots", "spots_showing"):
                return self.in_zone(last, absent, lambda cell: self.ask(primitive, held, *faces, cell))
            return self.ask(primitive, held, *faces, self.value(last))

        if not isinstance(piece.type, OrNone):
            return make()
        there = pyast.compare(held, "is not", pyast.const(None))
        return self.conditional(there, make, lambda: pyast.const(absent))

    def in_zone(self, zone: ir.Expr, absent: object, make: Callable[[ast.expr], ast.expr]) -> ast.expr:
        """What `make` gives for the cell of a zone; `absent` when it belongs to nobody."""
        if not isinstance(zone, ir.GetZone):
            raise Unsupported("one zone is due here, not a set of pieces", zone.span)
        held = zone.zone
        if zone.base is None or held.holder is None:
            return make(self.zone_cell(held, None))
        if not may_be_none(zone.base):
            return make(self.zone_cell(held, self.value(zone.base)))
        base = self.name_of(zone.base)
        there = pyast.compare(base, "is not", pyast.const(None))
        return self.conditional(there, lambda: make(self.zone_cell(held, base)), lambda: pyast.const(absent))

    def _region_within(self, node: ir.Builtin) -> ast.expr:
        pieces = self.value(node.args[1])
        return self.of_zone(node.args[0], "region_within", None, pieces)

    def _marked(self, node: ir.Builtin, primitive: str) -> ast.expr:
        marks = node.args[1].type
        item = marks.item if isinstance(marks, Many) else marks
        item = item.item if isinstance(item, OrNone) else item
        if not isinstance(item, Value):
            raise Unsupported("marks of one kind are due here", node.span)
        table = self.registry.steps(self.layout.program.kinds[item.kind])
        group = self.value(node.args[1])
        return self._about(node, lambda piece: self.ask(primitive, piece, group, table))


def face_lists(layout: Layout) -> tuple[object, ...]:
    """For each piece the numbers of its faces."""
    lists: list[object] = []
    for definition, run in layout.pieces.items():
        lists.extend([tuple(range(max(len(definition.faces), 1)))] * len(run))
    return tuple(lists)
