"""One generated function under construction: its statements, its locals, and where each variable is found."""

from __future__ import annotations

import ast
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Protocol

from castlewright.compiler.generate import pyast
from castlewright.compiler.lower.layout import Layout, Unsupported
from castlewright.compiler.typed import ir
from castlewright.compiler.typed.tags import zero
from castlewright.compiler.typed.types import NONE, Face, OrNone, Type


class Registry(Protocol):
    """What functions under construction ask of the module they will stand in."""

    layout: Layout

    def primitive(self, identifier: str) -> ast.expr:
        """A runtime primitive by name; it will be imported."""
        ...

    def rule(self, rule: ir.Rule) -> str:
        """The name of a rule's function; it will be generated."""
        ...

    def slot_table(self, slot: ir.Slot) -> str:
        """The name of the table of functions that fill a slot with a result."""
        ...

    def field_table(self, field: ir.Field, kind: ir.Kind | None) -> tuple[str, bool]:
        """The table of a printed field (of values of `kind`, or of pieces); whether it goes by face."""
        ...

    def printed_everywhere(self, field: ir.Field, type_: Type) -> bool:
        """Do all pieces of a type print a field of this name and type?"""
        ...

    def shared(self, value: object) -> ast.expr:
        """A constant that is kept at the top of the module."""
        ...

    def shared_mapping(self, pairs: Sequence[tuple[object, object]]) -> ast.expr:
        """A dict of constants that is kept at the top of the module."""
        ...

    def members(self, kind: ir.Kind) -> ast.expr:
        """The members of a kind as an iterable that can be gone through more than once."""
        ...

    def steps(self, kind: ir.Kind) -> ast.expr:
        """The table (dx, dy) of a kind of marks."""
        ...

    def link_by_sides(self, rule: ir.Rule) -> ast.expr | None:
        """The table of a rule of two pieces that links them by their sides; None if it is of another form."""
        ...

    def rule_value(self, rule: ir.Rule) -> ir.Expr:
        """The optimised value of a rule, its `let`s included."""
        ...

    def product_fits(self, node: ir.Arith) -> bool:
        """Is a product surely not beyond the largest number?"""
        ...

    def origin(self, span: ir.Span) -> int:
        """The number that stands for a piece of source in the line table."""
        ...

    def clause(self, span: ir.Span, parts: str = "", about: str = "", told: bool = True) -> int:
        """The number of a clause: a place in the text that log lines and choices refer to."""
        ...


Build = Callable[[], ast.expr]
MOST_NESTED = 60
"""How many blocks of a function may stand inside each other; Python itself allows 100."""
MOST_LOOPS = 18
"""How many loops of a function may stand inside each other; Python itself allows 20."""
SIMPLE = (ast.Name, ast.Constant)


class Scope(ABC):
    """A function under construction.

    `put` adds a statement where the function stands now; `nested` redirects that to an inner block.
    Expressions handed out may be used once; `atom` makes one that may be used often.
    """

    def __init__(self, registry: Registry, params: Sequence[str]) -> None:
        self.registry = registry
        self.layout = registry.layout
        self.params = list(params)
        self.body: list[ast.stmt] = []
        self.top = self.body
        self.places: dict[ir.Var, Callable[[], ast.expr]] = {}
        self.featured: set[tuple[ir.Var, ir.Definition]] = set()  # sides known to have a feature
        self._known: dict[tuple[str, ir.Var], str] = {}
        self._nesting = 0
        self.loop_depth = 0  # how many loops are around the present place
        self._temps = 0
        self._cells = False

    # --------------------------------------------------------------------------------------------- statements

    def put(self, node: ast.stmt, span: ir.Span | None = None) -> None:
        """Add a statement, made from the source at `span`."""
        if span is not None and span.end:
            pyast.at(node, self.registry.origin(span))
        self.body.append(node)

    @contextmanager
    def nested(self, block: list[ast.stmt]) -> Generator[list[ast.stmt]]:
        """Put statements into `block` for a while."""
        self._nesting += 1
        if self._nesting > MOST_NESTED:
            raise Unsupported(
                "this is nested too deeply: give the inner parts names of their own", ir.NO_SPAN
            )
        before, self.body = self.body, block
        known, loops = self._known, self.loop_depth
        self._known = dict(known)
        try:
            yield block
        finally:
            self.body, self._known, self.loop_depth = before, known, loops
            self._nesting -= 1

    def count_loop(self, span: ir.Span) -> None:
        """Note that one more loop is around what follows in the present block."""
        self.loop_depth += 1
        if self.loop_depth > MOST_LOOPS:
            words = "too many collections are gone through inside each other: give the inner parts names"
            raise Unsupported(words, span)

    def restart(self) -> None:
        """Begin an empty function with the same parameters and variables."""
        self.body = self.top = []
        self._cells = False

    def finished(self, identifier: str) -> ast.FunctionDef:
        """The whole function."""
        start: list[ast.stmt] = []
        if self._cells:
            start.append(pyast.assign("c", pyast.attr(pyast.name("g"), "cells")))
        return pyast.function(identifier, self.params, [*start, *self.top])

    # ---------------------------------------------------------------------------------------------- variables

    def temp(self, letter: str = "t") -> str:
        """A new local name."""
        self._temps += 1
        return f"{letter}{self._temps}"

    def bind(self, var: ir.Var, place: ast.expr) -> None:
        """Say where a variable is found from now on: a name, constant or slot of the frame."""
        self.places[var] = lambda: place

    def local(self, var: ir.Var) -> str:
        """Give a variable a local of its own and return its name."""
        identifier = self.temp("v")
        self.bind(var, pyast.name(identifier))
        return identifier

    def read(self, var: ir.Var) -> ast.expr:
        """The value of a variable. Raises KeyError for one that nothing gave a place."""
        return self.places[var]()

    def remembered(self, fact: str, var: ir.Var, make: Build) -> ast.expr:
        """A fact about a variable: worked out where a block first asks for it, then remembered there."""
        identifier = self._known.get((fact, var))
        if identifier is None:
            identifier = self.temp()
            self.put(pyast.assign(identifier, make()))
            self._known[fact, var] = identifier
        return pyast.name(identifier)

    def forget(self) -> None:
        """Remember no facts any more: the state may have changed."""
        self._known = {}

    def atom(self, value: ast.expr) -> ast.expr:
        """The same value, safe and cheap to use more than once."""
        if isinstance(value, SIMPLE):
            return value
        identifier = self.temp()
        self.put(pyast.assign(identifier, value))
        return pyast.name(identifier)

    # -------------------------------------------------------------------------------------------------- state

    @property
    def game(self) -> ast.expr:
        """The game object."""
        return pyast.name("g")

    def cell(self, index: ast.expr) -> ast.expr:
        """The content of a cell."""
        self._cells = True
        return pyast.item(pyast.name("c"), index)

    def cell_run(self, first: int, stop: ast.expr) -> ast.expr:
        """The contents of neighbouring cells."""
        self._cells = True
        return pyast.part(pyast.name("c"), pyast.const(first), stop)

    @property
    def player_count(self) -> ast.expr:
        """How many players play."""
        return pyast.attr(self.game, "players")

    def ask(self, primitive: str, *args: ast.expr) -> ast.expr:
        """A call of a runtime primitive with the game as its first argument."""
        return pyast.call(self.registry.primitive(primitive), self.game, *args)

    def plain(self, primitive: str, *args: ast.expr) -> ast.expr:
        """A call of a runtime primitive that does not need the game."""
        return pyast.call(self.registry.primitive(primitive), *args)

    # --------------------------------------------------------------- what the writers of expressions bring in

    @abstractmethod
    def value(self, node: ir.Expr) -> ast.expr:
        """The value of an expression; to be used once, at the present place."""

    @abstractmethod
    def test(self, node: ir.Expr) -> ast.expr:
        """A yes/no expression where only its truth counts."""

    @abstractmethod
    def each(self, query: ir.Query) -> AbstractContextManager[ast.expr]:
        """Go through the elements of a query; what is put meanwhile stands inside the loop."""

    @abstractmethod
    def iterable(self, source: ir.Expr) -> ast.expr:
        """A source as something a loop can go through."""

    def name_of(self, node: ir.Expr) -> ast.expr:
        """The value of an expression, safe to use more than once."""
        return self.atom(self.value(node))

    def unless_none(self, base: ir.Expr, result: Type, make: Callable[[ast.expr], ast.expr]) -> ast.expr:
        """What `make` gives for the base; the zero of `result` when the base is none."""
        if not may_be_none(base):
            return make(self.value(base))
        held = self.name_of(base)
        there = pyast.compare(held, "is not", pyast.const(None))
        return self.conditional(there, lambda: make(held), lambda: pyast.const(zero(result)))

    def conditional(self, test: ast.expr, then: Build, otherwise: Build) -> ast.expr:
        """One of two values; statements that a branch needs are put into that branch."""
        with self.nested([]) as yes:
            a = then()
        with self.nested([]) as no:
            b = otherwise()
        if not yes and not no:
            if isinstance(b, ast.Constant) and b.value is False and _is_yesno(test) and _is_yesno(a):
                return pyast.both(test, a)
            return pyast.choice(test, a, b)
        result = self.temp()
        yes.append(pyast.assign(result, a))
        no.append(pyast.assign(result, b))
        self.put(pyast.when(test, yes, no))
        return pyast.name(result)

    def keep_cell(self, keep: ir.Keep, base: ast.expr | None) -> ast.expr:
        """The number of the cell of a keep, for a holder that surely is one."""
        run = self.layout.keeps[keep]
        return pyast.const(run.base) if base is None else offset(run.offset, base)

    def zone_cell(self, zone: ir.Zone, base: ast.expr | None) -> ast.expr:
        """The number of the cell of a zone, for a holder that surely is one."""
        run = self.layout.zones[zone]
        return pyast.const(run.base) if base is None else offset(run.offset, base)


def offset(base: int, holder: ast.expr) -> ast.expr:
    """The number `base + holder`, worked out when the holder is a constant."""
    if isinstance(holder, ast.Constant) and isinstance(holder.value, int):
        return pyast.const(base + holder.value)
    if not base:
        return holder
    if base < 0:
        return pyast.binary(holder, "-", pyast.const(-base))
    return pyast.binary(pyast.const(base), "+", holder)


def may_be_none(node: ir.Expr) -> bool:
    """Can the value be none at run time? (Owners and holders can, whatever their type says.)"""
    if isinstance(node.type, OrNone | Face) or node.type == NONE:
        return True
    return isinstance(node, ir.Builtin) and node.name in ("owner", "holder")


def _is_yesno(node: ast.expr) -> bool:
    if isinstance(node, ast.BoolOp):
        return all(map(_is_yesno, node.values))
    return isinstance(node, ast.Compare) or (isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not))
