"""Generated code that could run long counts its own work.

The whole module is looked at once more before it is written. What a function does in a straight line is
weighed, with the functions it calls, and loops are weighed by a usual number of turns:

- A loop whose body is heavy, or that may go through very much, counts the elements it goes through.
- A function that is heavy without such a loop, or may come to itself again, counts itself when it is called.

So whatever a text says, the work between two counts is bounded, and honest rules count next to nothing.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import cast

from castlewright.compiler.generate import pyast

USUAL_TURNS = 64
"""How often a loop that does not count is taken to turn."""
LIGHT_BODY = 12
"""Heaviest body of a loop that need not count."""
LIGHT_FUNCTION = 1000
"""Heaviest function that need not count."""
MOST_ELEMENTS = 1024
"""In games of more pieces, or more values of a kind, every loop counts."""
CALL = 3
"""Weight of a call, and of one to a function that counts itself."""
LIGHT_LINK = 40
"""Heaviest function that need not count where a question of the runtime calls it again and again."""
SEARCHED_TUPLE = 8
"""Weight of looking whether something is in a collection."""

_LONG = (
    *("numbers", "plan_sides", "plan_sides_with", "region_border", "plan_regions"),
    *("spots", "spots_on", "spots_through", "spots_showing", "spots_showing_through"),
)
"""Questions whose answers may be long, whatever the game."""
_SHORT_SEARCHES = (
    "united without distinct ranking beyond contacts_between corner_contacts corner_mates lies_on lies_under "
    "numbers neighbours at_marks piece_contacts piece_sides piece_sides_with plan_sides plan_sides_with"
)
_SEARCHES = {
    **dict.fromkeys(_SHORT_SEARCHES.split(), USUAL_TURNS),
    **dict.fromkeys("plan_regions region_border region_enclosed region_within reach".split(), 300),
    **dict.fromkeys("longest_path most_pairs chain".split(), 300),
    **dict.fromkeys("any_spot any_spot_on any_spot_through any_spot_showing".split(), 1000),
    **dict.fromkeys("spots spots_on spots_through spots_showing".split(), 2000),
    "any_spot_showing_through": 1000,
    "spots_showing_through": 2000,
}
"""Weights of questions that the runtime has to look for."""

Primitive = Callable[[str], ast.expr]


def meter(
    functions: Sequence[ast.FunctionDef], tables: Mapping[str, ast.expr], elements: int, primitive: Primitive
) -> Meter:
    """Let functions count their work; `tables` are those of the module, which may name functions."""
    made = Meter(functions, tables, elements, primitive)
    made.run()
    return made


@dataclass(slots=True)
class _Weighed:
    """What is known of a function: the weight of a call."""

    call: int = CALL
    done: bool = False
    circular: bool = False  # it was asked for while it was weighed
    most: int = LIGHT_FUNCTION  # what it may weigh without counting
    asked: set[str] = field(default_factory=set)  # primitives that it needs in order to count
    called: frozenset[str] = frozenset()  # what its own text names
    handed_on: frozenset[str] = frozenset()  # the functions that it gives to others as arguments


class Meter:
    """One look at a module, and further looks at functions of it."""

    def __init__(
        self,
        functions: Sequence[ast.FunctionDef],
        tables: Mapping[str, ast.expr],
        elements: int,
        primitive: Primitive,
    ) -> None:
        self.functions = {function.name: function for function in functions}
        self.primitive = primitive
        self._asked: set[str] = set()
        self.count_all = elements > MOST_ELEMENTS
        self.weighed = {name: _Weighed() for name in self.functions}
        self.tables: dict[str, tuple[str, ...]] = {}
        for name, value in tables.items():
            named = tuple(dict.fromkeys(_names_in(value, self.functions)))
            if named:
                self.tables[name] = named
        for name in self.functions:
            self._note_names(name)
        for known in [*self.weighed.values()]:
            for name in known.handed_on:
                self.weighed[name].most = LIGHT_LINK

    def run(self) -> None:
        """Weigh all functions, those that they call first."""
        for name in self.functions:
            self._weigh_from(name)

    def again(self, functions: Iterable[ast.FunctionDef]) -> bool:
        """Let functions count that take the places of those of their names.

        False if one weighs more or less than the one before, or hangs together with others in another way:
        the whole module must be looked at again then.
        """
        for function in functions:
            before = self.weighed[function.name]
            self.functions[function.name] = function
            now = self.weighed[function.name] = _Weighed(circular=before.circular, most=before.most)
            self._note_names(function.name)
            if (now.called, now.handed_on) != (before.called, before.handed_on):
                return False
            if any(self.weighed[one].circular for one in (function.name, *self._called(function.name))):
                return False  # in circles it matters who is weighed first
            self._weigh(function.name)
            if (now.call, now.asked) != (before.call, before.asked):
                return False
        return True

    def _note_names(self, name: str) -> None:
        function, known = self.functions[name], self.weighed[name]
        named, handed_on = _names_of(function)
        known.called = frozenset(one for one in named if one in self.functions or one in self.tables)
        known.handed_on = frozenset(one for one in handed_on if one in self.functions)

    def _weigh_from(self, start: str) -> None:
        # Without recursion: a long chain of rules must not meet Python's own limit.
        stack = [(start, self._called(start))]
        on_way = {start}
        while stack:
            name, rest = stack[-1]
            following = next(rest, None)
            if following is None:
                stack.pop()
                on_way.discard(name)
                if not self.weighed[name].done:
                    self._weigh(name)
            elif following in on_way:
                self.weighed[following].circular = True
            elif not self.weighed[following].done:
                stack.append((following, self._called(following)))
                on_way.add(following)

    def _called(self, name: str) -> Iterator[str]:
        for one in sorted(self.weighed[name].called):
            yield from self.tables.get(one, (one,) if one in self.functions else ())

    def _weigh(self, name: str) -> None:
        function, known = self.functions[name], self.weighed[name]
        known.done = True
        self._asked = known.asked
        weight = self._body(function.body)
        if weight <= known.most and not known.circular:
            known.call = CALL + weight
            return
        if not function.args.args or function.args.args[0].arg != "g":
            return
        game = pyast.name("g")
        count: list[ast.stmt] = [pyast.act(pyast.call(self._primitive("spend"), game, pyast.const(weight)))]
        if known.circular:
            count.append(pyast.act(pyast.call(self._primitive("tick"), game)))
        origin = next((n.lineno for n in ast.walk(function) if isinstance(n, ast.stmt) and n.lineno), 0)
        for one in count:
            pyast.at(one, origin)
        function.body[:0] = count

    def _primitive(self, name: str) -> ast.expr:
        self._asked.add(name)
        return self.primitive(name)

    # --------------------------------------------------------------------------------------------- weights

    def _body(self, body: Iterable[ast.stmt]) -> int:
        return sum(map(self._statement, body))

    def _statement(self, node: ast.stmt) -> int:
        match node:
            case ast.If():
                return self._expression(node.test) + max(self._body(node.body), self._body(node.orelse))
            case ast.For():
                return self._loop(node)
            case _:
                return sum(self._expression(e) for e in ast.iter_child_nodes(node) if isinstance(e, ast.expr))

    def _loop(self, node: ast.For) -> int:
        body = self._body(node.body) + 1
        source = self._expression(node.iter)
        if body <= LIGHT_BODY and not self.count_all and not _may_be_long(node.iter):
            return source + USUAL_TURNS * body
        game = pyast.name("g")
        if isinstance(node.body[0], ast.Expr) and _calls(node.iter, "range"):
            # `repeat` counts its turns itself, for it may be left early.
            spend = pyast.act(pyast.call(self._primitive("spend"), game, pyast.const(body)))
            node.body.insert(1, pyast.at(spend, node.lineno))
            return source + CALL
        node.iter = pyast.call(self._primitive("counted"), game, node.iter, pyast.const(body))
        return source + CALL

    def _expression(self, node: ast.expr) -> int:
        match node:
            case ast.Constant() | ast.List() | ast.Dict():
                return 0
            case ast.Name():
                return self._named(node.id)
            case ast.Call():
                callee = node.func
                if isinstance(callee, ast.Subscript) and isinstance(callee.value, ast.Name):
                    own = self._named(callee.value.id) + self._expression(callee.slice)
                elif isinstance(callee, ast.Name):
                    own = self._named(callee.id) + _SEARCHES.get(callee.id, 0)
                else:
                    own = self._expression(callee)
                rest = [*node.args, *(keyword.value for keyword in node.keywords)]
                return CALL + own + sum(map(self._expression, rest))
            case ast.IfExp():
                branches = max(self._expression(node.body), self._expression(node.orelse))
                return self._expression(node.test) + branches
            case ast.Compare(ops=[ast.In() | ast.NotIn()]):
                return SEARCHED_TUPLE + self._expression(node.left) + self._expression(node.comparators[0])
            case _:
                inner = (e for e in ast.iter_child_nodes(node) if isinstance(e, ast.expr))
                return 1 + sum(map(self._expression, inner))

    def _named(self, name: str) -> int:
        """The weight of a call of a function, or of the heaviest one in a table."""
        if name in self.functions:
            return self.weighed[name].call
        return max((self.weighed[one].call for one in self.tables.get(name, ())), default=0)


def _names_in(value: ast.expr, functions: Mapping[str, object]) -> Iterator[str]:
    return (node.id for node in ast.walk(value) if isinstance(node, ast.Name) and node.id in functions)


def _names_of(function: ast.FunctionDef) -> tuple[set[str], set[str]]:
    """The names that a function reads, and those that its calls get as arguments."""
    named: set[str] = set()
    handed_on: set[str] = set()
    # By hand: going through all there is with `ast.walk` takes three times as long.
    stack: list[ast.AST] = [*function.body]
    while stack:
        node = stack.pop()
        if isinstance(node, ast.Name):
            named.add(node.id)
            continue
        if isinstance(node, ast.Call):
            handed_on.update(arg.id for arg in node.args if isinstance(arg, ast.Name))
        for part in _PARTS.get(type(node), node._fields):
            value: object = getattr(node, part, None)
            if isinstance(value, ast.AST):
                stack.append(value)
            elif isinstance(value, list):
                stack += cast("list[ast.AST]", value)
    return named, handed_on


_PARTS: dict[type[ast.AST], tuple[str, ...]] = {
    ast.Constant: (),
    ast.Attribute: ("value",),
    ast.Subscript: ("value", "slice"),
    ast.BinOp: ("left", "right"),
    ast.BoolOp: ("values",),
    ast.UnaryOp: ("operand",),
    ast.Compare: ("left", "comparators"),
    ast.Assign: ("targets", "value"),
    ast.AugAssign: ("target", "value"),
    ast.For: ("iter", "body"),
}
"""Where names can stand in nodes that have other parts besides."""


def _calls(node: ast.expr, *names: str) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names


def _may_be_long(source: ast.expr) -> bool:
    """Is it an answer that may be long, whatever the game?"""
    if not isinstance(source, ast.Call) or not _calls(source, "range", *_LONG):
        return False
    return not _calls(source, "range") or not all(_is_known(arg) for arg in source.args)


def _is_known(node: ast.expr) -> bool:
    """Is it the number of something that a game has: its players, its pieces, members of a kind?"""
    return isinstance(node, ast.Constant) or (isinstance(node, ast.Attribute) and node.attr == "players")
