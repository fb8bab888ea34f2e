"""Conditions on two sides that meet, settled before any game: sides fall into classes, classes are barred.

A need such as

    every side s in its sides where s is F and s's facing is G satisfies E(s, s's facing)

can be decided by masks when E reads of either side nothing but what is printed: features of the side, fields
of its piece, its edge. All printed sides with F are sorted into classes by what E sees of them, and so are
those with G; each class gets a feature of its own beside the printed ones, and each pair of classes that E
refuses is a pair of features that must not meet.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple, cast

from castlewright.compiler.lower import patterns
from castlewright.compiler.lower.layout import Layout, constant, features
from castlewright.compiler.typed import ir
from castlewright.compiler.typed.builtins import EDGE_NAMES
from castlewright.compiler.typed.rebuild import children
from castlewright.compiler.typed.tags import zero

MOST_FEATURES = 62
"""Numbers of features run from 0 to this."""

Place = tuple[str, int]
Look = tuple[ir.Definition, int]
"""A definition and the number of one of its faces."""
Leaf = Callable[[Look, Place], object]

EDGES = {"top_edge": 0, "right_edge": 1, "bottom_edge": 2, "left_edge": 3}


@dataclass(slots=True)
class Derived:
    """Features that nothing prints, made of classes of sides: number -> look -> places."""

    first: int
    places: dict[int, dict[Look, list[Place]]] = field(default_factory=dict)
    _known: dict[tuple[tuple[int, int, Place], ...], int] = field(default_factory=dict)

    def number(self, sides: list[tuple[Look, Place]], layout: Layout) -> int | None:
        """The feature that exactly these sides have; None when there are no numbers left."""
        key = tuple(sorted((layout.definitions[d], face, place) for (d, face), place in sides))
        if key not in self._known:
            number = self.first + len(self._known)
            if number > MOST_FEATURES:
                return None
            self._known[key] = number
            table = self.places.setdefault(number, {})
            for look, place in sides:
                table.setdefault(look, []).append(place)
        return self._known[key]

    def of(self, look: Look) -> Iterator[tuple[int, tuple[Place, ...]]]:
        """The derived features on the sides of a definition's face."""
        for number, table in self.places.items():
            if look in table:
                yield number, tuple(table[look])


@dataclass(slots=True)
class _Facts:
    """What a condition reads of its own side and of the one that faces it, and how to find it."""

    own: list[tuple[ir.Expr, Leaf]] = field(default_factory=list)
    other: list[tuple[ir.Expr, Leaf]] = field(default_factory=list)


class Meetings(NamedTuple):
    """What a need says about sides with one feature that face sides with another, as pairs of features.

    `bars` must not meet. `fits` are those of `whole`, a pair of printed features, that may; empty when there
    were not enough numbers to tell.
    """

    whole: tuple[int, int]
    bars: list[tuple[int, int]]
    fits: list[tuple[int, int]]


class SideClasses:
    """Sorts sides into classes for the needs of one program's placings."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        kind = layout.program.kinds.get("feature")
        self.derived = Derived(0 if kind is None else len(kind.definitions))
        self._looks: dict[Look, dict[int, tuple[Place, ...]]] = {}

    def meetings(self, node: ir.Fold, piece: ir.Var, placing: ir.Placing) -> Meetings | None:
        """The pairs of derived features that must not meet, and those that may; None when the need is not of
        this form."""
        base = patterns.fact_of(node.query.source, "sides")
        tests = list(patterns.conjuncts(node.query.where))
        if base is None or not patterns.is_var(base, piece) or node.value is None:
            return None
        side = node.query.var
        own = [f for t in tests if (f := patterns.own_feature(t, side)) is not None]
        other = [f for t in tests if (f := patterns.other_feature(t, side)) is not None]
        if len(tests) != 2 or len(own) != 1 or len(other) != 1:
            return None
        facts = _Facts()
        if not self._read(node.value, side, facts):
            return None
        mine = self._sides([placing.kind], own[0])
        others = self._sides(placing.zone.kinds, other[0])
        whole = self.layout.number(own[0]), self.layout.number(other[0])
        return self._sorted(whole, node.value, facts, mine, others)

    # ------------------------------------------------------------------------------------------------ reading

    def _read(self, node: ir.Expr, side: ir.Var, facts: _Facts) -> bool:
        """Gather what a condition reads; False if it reads anything that a game could change."""
        found = self._leaf(node, side)
        if found is not None:
            leaf, faces = found
            (facts.other if faces else facts.own).append((node, leaf))
            return True
        if _facing_is_none(node, side) is not None:
            return True
        if isinstance(node, ir.Builtin) and node.name in EDGES:
            return True
        if isinstance(node, ir.Lit | ir.Logic | ir.Not | ir.Cmp | ir.In | ir.Cond | ir.Select | ir.MakeSet):
            found_all = [self._read(child, side, facts) for child in children(node)]
            return all(found_all)
        return False

    def _leaf(self, node: ir.Expr, side: ir.Var) -> tuple[Leaf, bool] | None:
        """How to find a printed fact, and whether it is one of the facing side."""
        match node:
            case ir.HasFeature(side=base, feature=feature):
                number = self.layout.number(feature)

                def has_it(look: Look, place: Place) -> bool:
                    return place in self._features(look).get(number, ())

                return _with(_which(base, side), has_it)
            case ir.GetField(base=base, field=printed) if node.printed or printed.through is None:
                if printed.feature is not None:
                    return None
                return _with(_which_piece(base, side), lambda look, _: self._printed(look, node))
            case ir.IsDef(operand=base, definition=definition):
                return _with(_which_piece(base, side), lambda look, _: look[0] is definition)
            case ir.IsKind(operand=base, kind=kind):
                return _with(_which_piece(base, side), lambda look, _: look[0].kind is kind)
            case ir.Builtin(name="edge", args=args):
                return _with(_which(args[0], side), lambda _, place: EDGE_NAMES.index(place[0]))
            case _:
                return None

    def _features(self, look: Look) -> dict[int, tuple[Place, ...]]:
        known = self._looks.get(look)
        if known is None:
            known = self._looks[look] = features(self.layout, look[0], _face(look))
        return known

    def _printed(self, look: Look, node: ir.GetField) -> object:
        definition, face = look
        name = node.field.name
        if name not in definition.kind.fields:
            return zero(node.type)
        value = definition.values.get(name)
        if definition.faces:
            value = definition.faces[face].values.get(name, value)
        return constant(self.layout, value)

    def _sides(
        self, kinds: tuple[ir.Kind, ...] | list[ir.Kind], feature: ir.Definition
    ) -> list[tuple[Look, Place]]:
        """All printed sides with a feature."""
        number = self.layout.number(feature)
        found: list[tuple[Look, Place]] = []
        for kind in kinds:
            for definition in kind.definitions:
                for face in range(max(1, len(definition.faces))):
                    look = (definition, face)
                    found += [(look, place) for place in self._features(look).get(number, ())]
        return found

    # ------------------------------------------------------------------------------------------------ classes

    def _sorted(
        self,
        whole: tuple[int, int],
        node: ir.Expr,
        facts: _Facts,
        mine: list[tuple[Look, Place]],
        others: list[tuple[Look, Place]],
    ) -> Meetings | None:
        own = _by_signature(mine, facts.own)
        other = _by_signature(others, facts.other)
        refused: dict[tuple[object, object], bool] = {}
        for one in own:
            for two in other:
                known = dict(zip([id(e) for e, _ in facts.own], one, strict=True))
                known.update(zip([id(e) for e, _ in facts.other], two, strict=True))
                refused[one, two] = not self._value(node, known)
        rows = _merged(own, lambda one: tuple(refused[one, two] for two in other))
        columns = _merged(other, lambda two: tuple(refused[one, two] for one in own))
        bars: list[tuple[int, int]] = []
        for row, sides in rows:
            for column, facing in columns:
                if refused[row, column]:
                    pair = self._pair(sides, facing)
                    if pair is None:
                        return None
                    bars.append(pair)
        fits = [
            self._pair(sides, facing)
            for row, sides in rows
            for column, facing in columns
            if bars and not refused[row, column]
        ]
        return Meetings(whole, bars, [] if None in fits else [pair for pair in fits if pair is not None])

    def _pair(self, sides: Sides, facing: Sides) -> tuple[int, int] | None:
        """The features of two classes; None when there are no numbers left."""
        own, other = self.derived.number(sides, self.layout), self.derived.number(facing, self.layout)
        return None if own is None or other is None else (own, other)

    # ------------------------------------------------------------------------------------------ evaluation

    def _value(self, node: ir.Expr, known: dict[int, object]) -> object:
        """The value of a condition whose printed facts are known."""
        if id(node) in known:
            return known[id(node)]
        match node:
            case ir.Lit():
                return constant(self.layout, node.value)
            case ir.Builtin():
                return EDGES[node.name]
            case ir.Logic():
                first = self._value(node.left, known)
                return self._value(node.right, known) if bool(first) == (node.op == "and") else first
            case ir.Not():
                return not self._value(node.operand, known)
            case ir.Cond():
                return self._value(node.then if self._value(node.condition, known) else node.otherwise, known)
            case ir.MakeSet():
                return tuple(self._value(item, known) for item in node.items)
            case ir.In():
                group = cast("tuple[object, ...]", self._value(node.group, known))
                return self._value(node.item, known) in group
            case ir.Select():
                return self._selected(node, known)
            case ir.Cmp():
                return self._compared(node, known)
            case _:
                raise TypeError(type(node).__name__)

    def _selected(self, node: ir.Select, known: dict[int, object]) -> object:
        subject = self._value(node.subject, known)
        for key, value in node.rows:
            if self._value(key, known) == subject:
                return self._value(value, known)
        return None if node.otherwise is None else self._value(node.otherwise, known)

    def _compared(self, node: ir.Cmp, known: dict[int, object]) -> bool:
        if patterns.fact_of(node.left, "facing") is not None:
            return node.op == "!="  # compared with none: something faces the side
        left, right = self._value(node.left, known), self._value(node.right, known)
        if node.op in ("==", "!="):
            return (left == right) == (node.op == "==")
        if not isinstance(left, int) or not isinstance(right, int):
            return False
        return {"<": left < right, ">": left > right, "<=": left <= right, ">=": left >= right}[node.op]


Signature = tuple[object, ...]
Sides = list[tuple[Look, Place]]


def _by_signature(sides: Sides, facts: list[tuple[ir.Expr, Leaf]]) -> dict[Signature, Sides]:
    found: dict[Signature, Sides] = {}
    for look, place in sides:
        found.setdefault(tuple(leaf(look, place) for _, leaf in facts), []).append((look, place))
    return found


def _merged(
    classes: dict[Signature, Sides], column: Callable[[Signature], tuple[bool, ...]]
) -> list[tuple[Signature, Sides]]:
    """Classes with equal answers made one; each keeps the signature of the first."""
    found: dict[tuple[bool, ...], tuple[Signature, Sides]] = {}
    for signature, sides in classes.items():
        known = found.setdefault(column(signature), (signature, []))
        known[1].extend(sides)
    return list(found.values())


def _face(look: Look) -> ir.FaceInfo | None:
    return look[0].faces[look[1]] if look[0].faces else None


def _which(node: ir.Expr, side: ir.Var) -> bool | None:
    """False for the side itself, True for the one that faces it, None for anything else."""
    if patterns.is_var(node, side):
        return False
    base = patterns.fact_of(node, "facing")
    return True if base is not None and patterns.is_var(base, side) else None


def _which_piece(node: ir.Expr, side: ir.Var) -> bool | None:
    base = patterns.fact_of(node, "piece")
    return None if base is None else _which(base, side)


def _with(faces: bool | None, leaf: Leaf) -> tuple[Leaf, bool] | None:
    return None if faces is None else (leaf, faces)


def _facing_is_none(node: ir.Expr, side: ir.Var) -> bool | None:
    """The answer to `s's facing is none` where something faces s; None for another question."""
    if not isinstance(node, ir.Cmp) or node.op not in ("==", "!="):
        return None
    is_none = isinstance(node.right, ir.Lit) and node.right.value is None
    return node.op == "!=" if is_none and _which(node.left, side) is True else None
