"""Secret questions that tell: whether one is asked may depend only on what everybody knows.

The test follows conditions within a body, what locals hold, and effects that ask in secret. How many pieces a
hidden zone holds is known to all; what they are is not.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from castlewright.compiler.check.viewers import is_visibility
from castlewright.compiler.typed import ir
from castlewright.compiler.typed.walk import bodies_of, parts, statements_in
from castlewright.rules_dsl.diagnostics import Diagnostics
from castlewright.rules_dsl.source import Span


def check_secrecy(program: ir.Program, diagnostics: Diagnostics) -> None:
    """Report CW0709 for secret questions below a condition that reads what is hidden."""
    asking = _asking(program)
    bent = frozenset(rule.name.rpartition(".")[2] for rule in program.rules.values() if is_visibility(rule))
    for body in bodies_of(program):
        if any(_asks(stmt) or isinstance(stmt, ir.Do) for stmt in statements_in(body)):
            _Reader(diagnostics, asking, bent).body(body, None)


def _asks(stmt: ir.Stmt) -> bool:
    return isinstance(stmt, (ir.Choose, ir.ChooseOne)) and stmt.secret


def _asking(program: ir.Program) -> set[int]:
    """The effects (by id) that ask a secret question, themselves or through others."""
    callers: dict[int, list[int]] = {}
    waiting: list[int] = []
    for effect in program.effects.values():
        for stmt in statements_in(effect.body):
            if isinstance(stmt, ir.Do):
                callers.setdefault(id(stmt.effect), []).append(id(effect))
            elif _asks(stmt):
                waiting.append(id(effect))
    found: set[int] = set()
    while waiting:
        one = waiting.pop()
        if one not in found:
            found.add(one)
            waiting += callers.get(one, [])
    return found


@dataclass(slots=True)
class _Reader:
    """Reads one body; `hidden` are the locals whose values not everybody knows.

    `bent` names what texts may hide that is open by its own declaration.
    """

    diagnostics: Diagnostics
    asking: set[int]
    bent: frozenset[str]
    hidden: set[ir.Var] = field(default_factory=set[ir.Var])

    def body(self, body: ir.Body, why: Span | None) -> None:
        """Read statements that are reached only if something hidden at `why` is so (None: nothing hidden)."""
        for stmt in body:
            self._stmt(stmt, why)

    def _stmt(self, stmt: ir.Stmt, why: Span | None) -> None:
        match stmt:
            case ir.SetLocal():
                self._know(stmt.var, self._reads(stmt.value))
            case ir.Draw():
                if stmt.var is not None:
                    self._know(stmt.var, hidden=True)
            case ir.Choose():
                if stmt.secret:
                    self._report(stmt.span, why)
                self._know(stmt.var, stmt.secret or self._reads(stmt.query.source))
            case ir.ChooseOne():
                if stmt.secret:
                    self._report(stmt.span, why)
                for option in stmt.options:
                    self.body(option.body, why or self._why(option.condition))
            case ir.Do():
                if id(stmt.effect) in self.asking:
                    self._report(stmt.span, why)
            case ir.If():
                inner = why or self._why(stmt.condition)
                self.body(stmt.then, inner)
                self.body(stmt.otherwise, inner)
            case ir.ForEach():
                self._know(stmt.query.var, self._reads(stmt.query.source))
                self.body(stmt.body, why or self._why(stmt.query.where))
            case ir.Repeat():
                self.body(stmt.body, why or self._why(stmt.count))
            case ir.AtOnce():
                self.body(stmt.body, why or self._why(stmt.query.where))
            case ir.Within():
                self.body(stmt.body, why)
                self.body(stmt.late, why)
            case _:
                pass

    def _know(self, var: ir.Var, hidden: bool) -> None:
        if hidden:
            self.hidden.add(var)
        else:
            self.hidden.discard(var)

    def _why(self, condition: ir.Expr | None) -> Span | None:
        return condition.span if condition is not None and self._reads(condition) else None

    def _reads(self, expr: object) -> bool:
        """Does the value depend on something that not everybody knows?"""
        match expr:
            case ir.Fold(op="count" | "exists") if expr.query.where is None and _is_plain(expr.query.source):
                return any(self._reads(part) for part in parts(expr.query.source))
            case ir.GetZone() | ir.AllOfZone() if self._is_hidden(expr.zone):
                return True
            case ir.GetKeep() if self._is_hidden(expr.keep):
                return True
            case ir.Local():
                return expr.var in self.hidden
            case _:
                return any(self._reads(part) for part in parts(expr))

    def _is_hidden(self, place: ir.Keep | ir.Zone) -> bool:
        return place.seen_by.who != "everyone" or place.name in self.bent

    def _report(self, span: Span, why: Span | None) -> None:
        if why is None:
            return
        self.diagnostics.error(
            "CW0709",
            span,
            "that this secret question is asked tells something that is hidden",
            related=[(why, "this is not known to all")],
            help="ask in any case; with nothing to choose from the question is asked all the same",
        )


def _is_plain(source: ir.Expr) -> bool:
    """A zone or what was taken from one: how many there are can be seen."""
    return isinstance(source, (ir.GetZone, ir.AllOfZone, ir.Local))
