"""Effects that need somebody who acts, carried out where nobody does."""

from __future__ import annotations

from collections.abc import Iterator

from castlewright.compiler.typed import ir
from castlewright.compiler.typed.walk import everything_in, flow_parts, statements_in
from castlewright.rules_dsl.diagnostics import Diagnostics

Doer = ir.Effect | ir.Filling


def check_actors(program: ir.Program, diagnostics: Diagnostics) -> None:
    """Report CW0706 where a step without `by` carries out something in which `you` chooses, gains or has."""
    needs = _Needs(program)
    for part in flow_parts(program):
        if isinstance(part, ir.Step) and part.you is None:
            for stmt in statements_in(part.body):
                if isinstance(stmt, (ir.Do, ir.DoSlot)) and stmt.actor is None:
                    _check(stmt, needs, diagnostics)


def _check(stmt: ir.Do | ir.DoSlot, needs: _Needs, diagnostics: Diagnostics) -> None:
    for doer in needs.done_by(stmt):
        use = needs.of(doer)
        if use is not None:
            named = stmt.effect if isinstance(stmt, ir.Do) else stmt.slot
            diagnostics.error(
                "CW0706",
                stmt.span,
                f"nobody acts here, and `{named.name}` needs somebody who does",
                related=[(use, "here")],
                help=f"name the player: `p does {named.name}(…)`, or `step … by X`",
            )
            return


class _Needs:
    """Where effects and fillings need an actor."""

    def __init__(self, program: ir.Program) -> None:
        self.known: dict[int, ir.Span | None] = {}
        self.fillings: dict[int, list[ir.Filling]] = {}
        for kind in program.kinds.values():
            for slot in kind.slots.values():
                found = [d.fillings[slot.name] for d in kind.definitions if slot.name in d.fillings]
                found += [slot.default] if slot.default is not None else []
                self.fillings[id(slot)] = found

    def done_by(self, stmt: ir.Do | ir.DoSlot) -> list[Doer]:
        """What a statement may carry out."""
        return [stmt.effect] if isinstance(stmt, ir.Do) else [*self.fillings.get(id(stmt.slot), ())]

    def of(self, doer: Doer) -> ir.Span | None:
        """A place where an actor is needed; None when there is none."""
        order = [doer]
        met = {id(doer)}
        for one in order:  # what it carries out comes behind it
            you = one.you if isinstance(one, ir.Effect) else one.you_var
            if you is None:
                continue
            use = self._own(one, you)
            if use is not None:
                return use
            for stmt in statements_in(one.body or ()):
                if isinstance(stmt, (ir.Do, ir.DoSlot)) and (stmt.actor is None or _is(stmt.actor, you)):
                    further = [d for d in self.done_by(stmt) if id(d) not in met]
                    met.update(map(id, further))
                    order += further
        return None

    def _own(self, doer: Doer, you: ir.Var) -> ir.Span | None:
        if id(doer) not in self.known:
            self.known[id(doer)] = next(_uses(doer.body or (), you), None)
        return self.known[id(doer)]


def _uses(body: ir.Body, you: ir.Var) -> Iterator[ir.Span]:
    """Where somebody has to be: who chooses, who gains, whose things these are."""
    for stmt in body:
        for part in everything_in(stmt):
            match part:
                case ir.Choose() | ir.ChooseOne() | ir.ChooseAction() if _is(part.who, you):
                    yield part.span
                case ir.ForEach(chooser=ir.Expr() as chooser) if _is(chooser, you):
                    yield part.span
                case ir.Move(ordered=True, actor=ir.Expr() as actor) if _is(actor, you):
                    yield part.span
                case ir.Change(holder=ir.Expr() as holder) if _is(holder, you):
                    yield part.span
                case ir.GetKeep() | ir.GetZone() | ir.SetKeep() if _is(part.base, you):
                    yield part.span
                case _:
                    pass


def _is(expr: ir.Expr | None, var: ir.Var) -> bool:
    return isinstance(expr, ir.Local) and expr.var is var
