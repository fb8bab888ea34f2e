"""Queries and folds as Python loops."""

from __future__ import annotations

import ast
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import replace

from castlewright.compiler.generate import pyast
from castlewright.compiler.generate.pyscope import may_be_none
from castlewright.compiler.generate.questions import QuestionWriter
from castlewright.compiler.lower import patterns
from castlewright.compiler.lower.links import kind_asked
from castlewright.compiler.typed import ir
from castlewright.compiler.typed.rebuild import Let, locals_read, query_of, walk
from castlewright.compiler.typed.types import Face, Many, OrNone

_SPOTS = ("spots", "spots_on", "spots_through")
_SEARCHED = frozenset(
    "sides contacts corner_mates corner_contacts facing front covers covered_by lies_on lies_under regions "
    "region_within enclosed border beyond neighbours at_marks chain".split()
).union(_SPOTS)
"""Questions about how pieces lie: the answers have to be looked for."""


def _is_dear(test: ir.Expr) -> bool:
    """Does a condition go through something or call rules? It is asked after those that only look up.

    A later condition may rely on an earlier one (`x is not none and x's size > 3`), but what dear ones tell
    can only be relied on by asking the same again, which is as dear.
    """
    return any(
        query_of(part) is not None
        or isinstance(part, ir.CallRule | ir.CallSlot)
        or (isinstance(part, ir.Builtin) and part.name in _SEARCHED)
        for part in walk(test)
    )


class FoldWriter(QuestionWriter):
    """A function under construction that can write loops."""

    # -------------------------------------------------------------------------------------------------- loops

    def searched(self, query: ir.Query) -> bool:
        """Does the query need more than its source to be answered?"""
        if query.where is not None or isinstance(query.source, ir.Filter):
            return True
        return isinstance(query.source, ir.Builtin) and query.source.name in _SPOTS

    @contextmanager
    def each(self, query: ir.Query) -> Generator[ast.expr]:
        """Go through the elements; what is put meanwhile stands inside the loop. One `break` leaves it."""
        before = self.body
        with self.nested(before):
            yield self.enter(query)

    def enter(self, query: ir.Query) -> ast.expr:
        """Begin a loop over the elements and stay inside it."""
        tests = sorted(patterns.conjuncts(query.where), key=_is_dear)
        if isinstance(query.source, ir.Filter):
            element = self.enter(query.source.query)
            self.bind(query.var, element)
        else:
            tests = self._told_before(query.var, tests)
            iterable = self._featured(query, tests) or self.iterable(query.source)
            identifier = self.local(query.var)
            element = pyast.name(identifier)
            block: list[ast.stmt] = []
            self.count_loop(query.span)
            self.put(pyast.loop(identifier, iterable, block), query.span)
            self.body = block
        self._filter(tests)
        return element

    def _told_before(self, var: ir.Var, tests: list[ir.Expr]) -> list[ir.Expr]:
        """Look up before the loop what a table among its conditions is read by, if that is no element; where
        no row can hold, the loop is passed over."""
        told: list[ir.Expr] = []
        for test in tests:
            is_table = isinstance(test, ir.Select) and not isinstance(test.subject, ir.Lit)
            if isinstance(test, ir.Select) and is_table and var not in locals_read(test.subject):
                held = ir.Var("told", test.subject.type)
                self.bind(held, self.name_of(test.subject))
                subject = ir.Local(held, type=test.subject.type, span=test.subject.span)
                self._pass_over(subject, test)
                told.append(replace(test, subject=subject))
            else:
                told.append(test)
        return told

    def _pass_over(self, subject: ir.Local, table: ir.Select) -> None:
        """Go on only where a row of a table could hold."""
        rest = table.otherwise
        if rest is not None and not (isinstance(rest, ir.Lit) and rest.value is False):
            return
        keys = [key for key, value in table.rows if not (isinstance(value, ir.Lit) and value.value is False)]
        if keys and all(isinstance(key, ir.Lit) for key in keys):
            several = pyast.tuple_of([self.value(key) for key in keys])
            self._open([pyast.compare(self.value(subject), "in", several)])

    def _filter(self, tests: list[ir.Expr]) -> None:
        """Go on inside `if`s that hold the conditions."""
        ready: list[ast.expr] = []
        for test in tests:
            start = len(self.body)
            made = self.test(test)
            before = self.body[start:]
            if before and ready:
                # What this condition needs first is only worked out where the earlier ones hold.
                del self.body[start:]
                self._open(ready)
                ready = []
                self.body.extend(before)
            if not (isinstance(made, ast.Constant) and made.value is True):
                ready.append(made)
        self._open(ready)

    def _open(self, tests: list[ast.expr]) -> None:
        if tests:
            block: list[ast.stmt] = []
            self.put(pyast.when(pyast.both(*tests), block))
            self.body = block

    def _featured(self, query: ir.Query, tests: list[ir.Expr]) -> ast.expr | None:
        """The sides with one feature, when a condition asks for it; it is then taken out of `tests`."""
        base = patterns.fact_of(query.source, "sides")
        if base is None:
            return None
        for index, test in enumerate(tests):
            feature = patterns.own_feature(test, query.var)
            if feature is not None:
                del tests[index]
                self.featured.add((query.var, feature))
                number = pyast.const(self.layout.number(feature))
                return self.sides_with(base, number)
        return None

    def iterable(self, source: ir.Expr) -> ast.expr:
        """A source as something a loop can go through."""
        match source:
            case ir.Members():
                return self.registry.members(source.kind)
            case ir.Builtin(name="players"):
                return pyast.call("range", self.player_count)
            case ir.Builtin(name="range"):
                return self.plain("numbers", *map(self.value, source.args))
            case ir.Fold(op="distinct"):
                return self._distinct(source)
            case _:
                return self.value(source)

    # -------------------------------------------------------------------------------------------- collections

    def collected(self, query: ir.Query) -> ast.expr:
        """The elements as a tuple."""
        if not self.searched(query) or (query.where is None and not isinstance(query.source, ir.Filter)):
            return self.value(query.source)
        return pyast.call("tuple", self.listed(query))

    def listed(self, query: ir.Query) -> ast.expr:
        """The elements as a new list."""
        with self._gathering(query) as (target, element):
            self._append(target, element)
        return target

    @contextmanager
    def _gathering(self, query: ir.Query) -> Generator[tuple[ast.expr, ast.expr]]:
        identifier = self.temp()
        self.put(pyast.assign(identifier, pyast.list_of([])))
        with self.each(query) as element:
            yield pyast.name(identifier), element

    def _append(self, target: ast.expr, element: ast.expr) -> None:
        self.put(pyast.act(pyast.call(pyast.attr(target, "append"), element)))

    def contains(self, item: ir.Expr, group: ir.Expr) -> ast.expr:
        """Is the item among the elements? Without building the set where that can be."""
        held = self.name_of(item)
        if not may_be_none(item):
            return self._among(held, group)
        there = pyast.compare(held, "is not", pyast.const(None))
        return self.conditional(there, lambda: self._among(held, group), lambda: pyast.const(False))

    def _among(self, held: ast.expr, group: ir.Expr) -> ast.expr:
        match group:
            case ir.Filter(query=query):
                self.bind(query.var, held)
                where = query.where
                inside = self._among(held, query.source)
                if where is None:
                    return inside
                return self.conditional(inside, lambda: self.value(where), lambda: pyast.const(False))
            case ir.Members(kind=kind) if all(d.guard is None for d in kind.definitions):
                if kind.is_value:
                    return pyast.const(True)
                run = self.layout.kind_pieces[kind]
                return pyast.between(run.start, held, run.stop)
            case ir.AllOfZone(zone=zone):
                run = self.layout.zones[zone]
                where = pyast.item(pyast.attr(self.game, "where"), held)
                return pyast.between(run.base, where, run.base + run.count)
            case _:
                return pyast.compare(held, "in", self.value(group))

    # -------------------------------------------------------------------------------------------------- folds

    def fold(self, node: ir.Fold) -> ast.expr:
        """The value of a fold."""
        writers: dict[str, Callable[[ir.Fold], ast.expr]] = {
            "count": self._count,
            "total": self._total,
            "highest": self._extreme,
            "lowest": self._extreme,
            "distinct": lambda n: pyast.call("tuple", self._distinct(n)),
            "exists": self._found,
            "every": self._found,
            "most": self._best,
            "least": self._best,
        }
        return writers[node.op](node)

    def _count(self, node: ir.Fold) -> ast.expr:
        query = node.query
        if query.where is None and not isinstance(query.source, ir.Filter):
            if isinstance(query.source, ir.Builtin) and query.source.name == "players":
                return self.player_count
            return pyast.call("len", self.iterable(query.source))
        total = self._start(0)
        with self.each(query):
            self.put(pyast.increase(total, "+", pyast.const(1)))
        return total

    def _start(self, value: object) -> ast.expr:
        identifier = self.temp()
        self.put(pyast.assign(identifier, pyast.const(value)))
        return pyast.name(identifier)

    def _total(self, node: ir.Fold) -> ast.expr:
        assert node.value is not None
        total = self._start(0)
        with self.each(node.query):
            self._add(total, node.value)
        return total

    def _add(self, total: ast.expr, node: ir.Expr) -> None:
        """Add a value to a running total; parts that add nothing are left out."""
        match node:
            case Let():
                value = self.value(node.value)
                self.put(pyast.assign(self.local(node.var), value))
                self._add(total, node.body)
            case ir.Cond(otherwise=ir.Lit(value=0)):
                test = self.test(node.condition)
                with self.nested([]) as block:
                    self._add(total, node.then)
                self.put(pyast.when(test, block))
            case _:
                self.put(pyast.increase(total, "+", self.value(node)))

    def _extreme(self, node: ir.Fold) -> ast.expr:
        assert node.value is not None
        best = self._start(None)
        with self.each(node.query):
            value = self.name_of(node.value)
            empty = pyast.compare(best, "is", pyast.const(None))
            better = pyast.compare(value, ">" if node.op == "highest" else "<", best)
            self.put(pyast.when(pyast.either(empty, better), [pyast.assign(best, value)]))
        if isinstance(node.type, OrNone):
            return best
        return pyast.choice(pyast.compare(best, "is", pyast.const(None)), pyast.const(0), best)

    def _distinct(self, node: ir.Fold) -> ast.expr:
        """The different values, as the keys of a dict."""
        assert node.value is not None
        identifier = self.temp()
        self.put(pyast.assign(identifier, pyast.mapping([])))
        target = pyast.name(identifier)
        with self.each(node.query):
            if isinstance(node.value.type, Many):
                item = self.temp("v")
                keep = pyast.assign(pyast.item(target, pyast.name(item)), pyast.const(None))
                self.put(pyast.loop(item, self.value(node.value), [keep]))
            else:
                value = self.value(node.value)
                if isinstance(node.value.type, OrNone | Face):
                    value = self.atom(value)
                    self._open([pyast.compare(value, "is not", pyast.const(None))])
                self.put(pyast.assign(pyast.item(target, value), pyast.const(None)))
        return target

    def _found(self, node: ir.Fold) -> ast.expr:
        quick = self._quick(node)
        if quick is not None:
            return quick
        if node.op == "exists" and not self.searched(node.query):
            return pyast.call("bool", self.value(node.query.source))
        result = self._start(node.op == "every")
        with self.each(node.query):
            if node.op == "every":
                assert node.value is not None
                self._open([pyast.negate(self.test(node.value))])
            self.put(pyast.assign(result, pyast.const(node.op == "exists")))
            self.put(pyast.jump("break"))
        return result

    def give_found(self, node: ir.Fold) -> bool:
        """Return the answer of `there is` or `every` right from the loop; False if nothing was written."""
        quick = self._quick(node)
        if quick is not None:
            self.put(pyast.give(quick), node.span)
            return True
        if node.op == "exists" and not self.searched(node.query):
            return False
        with self.each(node.query):
            if node.op == "every":
                assert node.value is not None
                self._open([pyast.negate(self.test(node.value))])
            self.put(pyast.give(pyast.const(node.op == "exists")))
        self.put(pyast.give(pyast.const(node.op == "every")))
        return True

    def _quick(self, node: ir.Fold) -> ast.expr | None:
        """Answers that the runtime has faster than by going through sides or spots."""
        every = patterns.all_meeting(node)
        if every is not None:
            return self._meets("all_joined", every)
        if node.op != "exists":
            return None
        query = node.query
        source = query.source
        if query.where is None and isinstance(source, ir.Builtin) and source.name in _SPOTS:
            return self.spots(source, True)
        out = patterns.outward(query)
        if out is not None:
            number = pyast.const(self.layout.number(out.feature))
            return self.of_zone(out.zone, "any_outer", False, number)
        meets = patterns.meeting(query)
        if meets is not None:
            return self._meets("some_joined" if meets.mate is None else "joined", meets)
        return None

    def _meets(self, primitive: str, meets: patterns.Meeting) -> ast.expr:
        """Whether features of a piece's sides meet others."""
        pieces = [self.value(piece) for piece in (meets.piece, meets.mate) if piece is not None]
        own, other = (pyast.const(self.layout.number(f)) for f in (meets.own, meets.other))
        return self.ask(primitive, *pieces, own, other)

    def _best(self, node: ir.Fold) -> ast.expr:
        """The elements with the most (or least) of a value, ties included."""
        assert node.value is not None
        best = self._start(None)
        identifier = self.temp()
        self.put(pyast.assign(identifier, pyast.list_of([])))
        held = pyast.name(identifier)
        with self.each(node.query) as element:
            value = self.name_of(node.value)
            empty = pyast.compare(best, "is", pyast.const(None))
            better = pyast.compare(value, ">" if node.op == "most" else "<", best)
            anew: list[ast.stmt] = [
                pyast.assign(best, value),
                pyast.assign(identifier, pyast.list_of([element])),
            ]
            more = pyast.act(pyast.call(pyast.attr(held, "append"), element))
            tie = pyast.when(pyast.compare(value, "==", best), [more])
            self.put(pyast.when(pyast.either(empty, better), anew, [tie]))
        return pyast.call("tuple", held)

    # --------------------------------------------------------------------------------------- rankings, graphs

    def ranking(self, node: ir.Ranking) -> ast.expr:
        """The places of a ranking."""
        with self._gathering(node.query) as (target, element):
            self._append(target, pyast.tuple_of([self.value(node.key), element]))
        return self.plain("ranking", target)

    def graph(self, node: ir.Graph) -> ast.expr:
        """A question about the graph that a rule draws."""
        by_sides = self._reach_by_sides(node, "reach_by_sides", ())
        if by_sides is not None:
            return by_sides
        start = [] if node.start is None else [self.value(node.start)]
        items = self.collected(node.query)
        link = pyast.name(self.registry.rule(node.rule))
        primitive = {"reach": "reach", "longest path": "longest_path", "most pairs": "most_pairs"}[node.op]
        return self.ask(primitive, *start, items, link)

    def is_reached(self, item: ir.Expr, group: ir.Graph) -> ast.expr | None:
        """Whether an element is reached, where that can be told without gathering all; else None."""
        if may_be_none(item):
            return None
        return self._reach_by_sides(group, "is_reached", False, item)

    def _reach_by_sides(
        self, node: ir.Graph, primitive: str, absent: object, *more: ir.Expr
    ) -> ast.expr | None:
        """A question about what is reached on a plan over links between sides; None for other graphs."""
        kind, zone = kind_asked(node.query), node.query.source
        if node.op != "reach" or node.start is None or kind is None or not isinstance(zone, ir.GetZone):
            return None
        link = self.registry.link_by_sides(node.rule) if zone.zone.structure == "plan" else None
        if link is None:
            return None
        run = self.layout.kind_pieces[kind]
        start = self.atom(self.value(node.start))
        items = [self.atom(self.value(item)) for item in more]
        return self.of_zone(zone, primitive, absent, start, pyast.const((run.start, run.stop)), link, *items)
