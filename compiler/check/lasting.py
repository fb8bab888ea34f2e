"""Changes that last: what a statement `change … until end of X` does to a rule, in ordinary terms.

Each such statement gets a list that the game keeps. Carrying it out puts an entry there, with the values of
the locals that its text reads; the end of X empties the list; and the rule asks every entry in it.
"""

from __future__ import annotations

from dataclasses import replace

from castlewright.compiler.typed import ir
from castlewright.compiler.typed.makings import Makings
from castlewright.compiler.typed.types import NONE, NUMBER, YESNO, Many, or_none
from castlewright.compiler.typed.walk import expressions_in

ENTRY = Many(NUMBER, "list")
ENTRIES = Many(ENTRY, "list")


def local(var: ir.Var) -> ir.Local:
    """The value of a local."""
    return ir.Local(var, type=var.type)


class Lasting:
    """One statement: its list, what it captures, and the rule that applies its entries."""

    def __init__(self, stmt: ir.ChangeRule, number: int, makings: Makings) -> None:
        self.stmt = stmt
        self.makings = makings
        self.change = stmt.change
        self.captured = _captured(stmt.change)
        keep = ir.Keep(
            f"lasting change {number}",
            stmt.change.pack,
            None,
            type=ENTRIES,
            default=ir.Lit((), type=ENTRIES, span=stmt.span),
            seen_by=ir.Seen("nobody"),
            span=stmt.span,
        )
        self.keep = makings.take(keep)

    def entries(self) -> ir.Expr:
        """What is in the list."""
        return ir.GetKeep(self.keep, None, type=ENTRIES, span=self.stmt.span)

    def begin(self) -> ir.Stmt:
        """What the statement does: one more entry, numbered so that two alike stay two."""
        span = self.stmt.span
        var = ir.Var("it", ENTRY, "it")
        number = ir.Fold("count", ir.Query(var, self.entries(), None, span), None, type=NUMBER, span=span)
        entry = ir.MakeSet((number, *(local(v) for v in self.captured)), type=ENTRY, span=span)
        one = ir.MakeSet((entry,), type=ENTRIES, span=span)
        both = ir.Arith("+", self.entries(), one, type=ENTRIES, span=span)
        return ir.SetKeep(self.keep, None, both, span=span)

    def end(self) -> ir.Stmt:
        """What the end of the instance does."""
        return ir.SetKeep(self.keep, None, ir.Lit((), type=ENTRIES, span=self.stmt.span), span=self.stmt.span)

    def as_rule(self, rule: ir.Rule, holds: ir.Expr | None, changed: ir.Expr) -> ir.Rule:
        """`(params, original) -> value`: `by` adds all entries up; of the others the last one counts."""
        change, span = self.change, self.stmt.span
        assert change.original is not None
        params = (*change.params, change.original)
        inner = (*params, *self.captured)
        value = changed if change.verb != "by" or change.value is None else change.value
        name, pack = self.keep.name, change.pack
        gives = ir.Rule(f"{name} gives", pack, inner, result=rule.result, value=value, span=span)
        gives = self.makings.take(gives)
        var = ir.Var("entry", ENTRY)
        where: ir.Expr | None = None
        if holds is not None:
            asks = ir.Rule(f"{name} holds", pack, inner, result=YESNO, value=holds, span=span)
            asks = self.makings.take(asks)
            where = ir.CallRule(asks, self._args(params, local(var)), type=YESNO, span=span)
        query = ir.Query(var, self.entries(), where, span)
        original: ir.Expr = local(change.original)
        if change.verb == "by":
            each = ir.CallRule(gives, self._args(params, local(var)), type=rule.result, span=span)
            total = ir.Fold("total", query, each, type=rule.result, span=span)
            value = ir.Arith("+", original, total, type=rule.result, span=span)
        else:
            last: ir.Expr = ir.Builtin(
                "last", (ir.Filter(query, type=ENTRIES, span=span),), type=or_none(ENTRY), span=span
            )
            there = ir.Cmp("!=", last, ir.Lit(None, type=NONE, span=span), type=YESNO, span=span)
            value = ir.Cond(
                there,
                ir.CallRule(gives, self._args(params, last), type=rule.result, span=span),
                original,
                type=rule.result,
                span=span,
            )
        made = ir.Rule(name, pack, params, result=rule.result, value=value, span=span)
        return self.makings.take(made)

    def _args(self, params: tuple[ir.Var, ...], entry: ir.Expr) -> tuple[ir.Expr, ...]:
        taken = [
            ir.Builtin(
                "item_round",
                (ir.Lit(place, type=NUMBER, span=self.stmt.span), entry),
                type=var.type,
                span=self.stmt.span,
            )
            for place, var in enumerate(self.captured, 2)
        ]
        return (*(local(p) for p in params), *taken)


def _captured(change: ir.RuleChange) -> tuple[ir.Var, ...]:
    """The locals that the text of a change reads from around it."""
    own = {id(v) for v in change.params} | {id(change.original)}
    found: dict[int, ir.Var] = {}
    bound: set[int] = set()
    for expr in (change.value, change.condition, change.subject):
        for one in expressions_in(expr) if expr is not None else ():
            query = getattr(one, "query", None)
            if isinstance(query, ir.Query):
                bound.add(id(query.var))
            if isinstance(one, ir.Local) and id(one.var) not in own:
                found[id(one.var)] = one.var
    return tuple(var for key, var in found.items() if key not in bound)


def mapped(body: ir.Body, made: dict[int, ir.Stmt]) -> ir.Body:
    """`body` with some statements, by identity, replaced; the same object if it holds none of them."""
    mapped_body = tuple(_mapped(stmt, made) for stmt in body)
    return body if all(a is b for a, b in zip(mapped_body, body, strict=True)) else mapped_body


def _mapped(stmt: ir.Stmt, made: dict[int, ir.Stmt]) -> ir.Stmt:
    if id(stmt) in made:
        return made[id(stmt)]
    match stmt:
        case ir.If():
            bodies = mapped(stmt.then, made), mapped(stmt.otherwise, made)
            if bodies[0] is stmt.then and bodies[1] is stmt.otherwise:
                return stmt
            return replace(stmt, then=bodies[0], otherwise=bodies[1])
        case ir.ForEach() | ir.Repeat() | ir.AtOnce():
            body = mapped(stmt.body, made)
            return stmt if body is stmt.body else replace(stmt, body=body)
        case ir.Within():
            bodies = mapped(stmt.body, made), mapped(stmt.late, made)
            if bodies[0] is stmt.body and bodies[1] is stmt.late:
                return stmt
            return replace(stmt, body=bodies[0], late=bodies[1])
        case ir.ChooseOne():
            inner = [mapped(o.body, made) for o in stmt.options]
            if all(body is o.body for body, o in zip(inner, stmt.options, strict=True)):
                return stmt
            options = tuple(replace(o, body=body) for body, o in zip(inner, stmt.options, strict=True))
            return replace(stmt, options=options)
        case _:
            return stmt


__all__ = ["Lasting", "mapped"]
