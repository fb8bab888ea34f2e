"""`at once for each player`: what everybody does at the same time may touch only what is their own.

The test knows the player of a part, the pieces in that player's zones, and what is chosen or drawn there. It
may refuse a part that would do no harm; it lets none through that meets another one.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from castlewright.compiler.typed import ir
from castlewright.compiler.typed.types import Face, Many, Piece, Type, narrowed
from castlewright.compiler.typed.walk import bodies_of, statements_in
from castlewright.rules_dsl.diagnostics import Diagnostics
from castlewright.rules_dsl.source import Span

Found = tuple[Span, str]
"""Where something of others is touched, and what it is."""


def check_simultaneous(program: ir.Program, diagnostics: Diagnostics) -> None:
    """Report CW0710 for each part that touches what is not its player's own."""
    effects: dict[tuple[int, tuple[bool, ...]], Found | None] = {}
    for body in bodies_of(program):
        for stmt in statements_in(body):
            if not isinstance(stmt, ir.AtOnce):
                continue
            own = _Own({stmt.query.var}, effects)
            for span, what in own.body(stmt.body):
                diagnostics.error(
                    "CW0710",
                    span,
                    f"everybody does this at the same time, so it may not touch {what}",
                    related=[(stmt.query.span, "these players act at once")],
                    help="do it behind the `at once`, in a `for each player … { … }`",
                )


@dataclass(slots=True)
class _Own:
    """What belongs to the player of one part: players and pieces that locals stand for."""

    vars: set[ir.Var]
    effects: dict[tuple[int, tuple[bool, ...]], Found | None]
    found: list[Found] = field(default_factory=list[Found])

    def body(self, body: ir.Body) -> list[Found]:
        """What a body touches that is not the player's own."""
        for stmt in body:
            self._stmt(stmt)
        return self.found

    # --------------------------------------------------------------------------- what is one's own

    def holds(self, expr: ir.Expr | None) -> bool:
        """Is this the player, or a piece or pieces of the player?"""
        match expr:
            case ir.Local():
                return expr.var in self.vars
            case ir.GetZone() | ir.PieceOf():
                return self.holds(expr.base)
            case ir.Filter():
                return self.holds(expr.query.source)
            case ir.Builtin(name="first" | "last" | "top"):
                return self.holds(expr.args[0])
            case ir.Builtin(name="item_round"):
                return self.holds(expr.args[1])
            case ir.Arith():
                return self.holds(expr.left) and self.holds(expr.right)
            case ir.MakeSet():
                return all(self.holds(item) for item in expr.items)
            case ir.Cond():
                return self.holds(expr.then) and self.holds(expr.otherwise)
            case ir.Fold(op="most" | "least"):
                return self.holds(expr.query.source)
            case ir.Lit():
                return expr.value is None
            case _:
                return False

    def _place(self, ref: ir.ZoneRef, span: Span) -> None:
        if ref.zone is not None and not self.holds(ref.base):
            self.found.append((span, f"`{ref.zone.name}`"))

    def _piece(self, expr: ir.Expr) -> None:
        if not self.holds(expr):
            self.found.append((expr.span, "pieces that may be another player's"))

    def _actor(self, expr: ir.Expr | None) -> None:
        if expr is not None and not self.holds(expr):
            self.found.append((expr.span, "another player"))

    # ------------------------------------------------------------------------------------ statements

    def _stmt(self, stmt: ir.Stmt) -> None:
        match stmt:
            case ir.Change():
                self._change(stmt)
            case ir.Draw():
                self._place(stmt.source, stmt.span)
                self._place(stmt.target, stmt.span)
                if stmt.var is not None:
                    self.vars.add(stmt.var)
            case ir.Move():
                self._piece(stmt.what)
                self._place(stmt.target, stmt.span)
            case ir.Place():
                self._piece(stmt.what)
            case ir.Flip():
                self._piece(stmt.what)
            case ir.SetFace():
                self._piece(stmt.piece)
            case ir.Shuffle():
                self._place(stmt.what, stmt.span)
                if stmt.into is not None:
                    self._place(stmt.into, stmt.span)
            case ir.SetKeep():
                if not self.holds(stmt.base):
                    self.found.append((stmt.span, f"`{stmt.keep.name}`"))
            case ir.SetLocal():
                if self.holds(stmt.value):
                    self.vars.add(stmt.var)
                else:
                    self.vars.discard(stmt.var)
            case ir.Look():
                self._actor(stmt.who)
            case ir.Leave():
                pass
            case _:
                self._block(stmt)

    def _change(self, stmt: ir.Change) -> None:
        self._actor(stmt.holder)
        if stmt.other_keep is not None and not self.holds(stmt.other_holder):
            self.found.append((stmt.span, f"`{stmt.other_keep.name}` of somebody else"))

    def _block(self, stmt: ir.Stmt) -> None:
        """Statements with others in them, and those that reach out of the part."""
        match stmt:
            case ir.If():
                self._bodies((stmt.then, stmt.otherwise))
            case ir.ForEach():
                if self.holds(stmt.query.source):
                    self.vars.add(stmt.query.var)
                self._bodies((stmt.body,))
            case ir.Repeat():
                self._bodies((stmt.body,))
            case ir.Choose():
                self._actor(stmt.who)
                self._chosen(stmt)
            case ir.ChooseOne():
                self._actor(stmt.who)
                self._bodies(option.body for option in stmt.options)
            case ir.Do():
                self._do(stmt)
            case _:
                self.found.append((stmt.span, "what belongs to all"))

    def _bodies(self, bodies: Iterable[ir.Body]) -> None:
        for body in bodies:
            self.body(body)

    def _chosen(self, stmt: ir.Choose) -> None:
        if self.holds(stmt.query.source):
            self.vars.add(stmt.var)
        elif _is_piece(stmt.query.var.type):
            self.found.append((stmt.query.source.span, "pieces that another player may choose as well"))
            self.vars.add(stmt.var)  # said once is enough

    def _do(self, stmt: ir.Do) -> None:
        """An effect touches what its own statements touch, with these arguments."""
        self._actor(stmt.actor)
        owned = tuple(self.holds(arg) for arg in stmt.args)
        key = (id(stmt.effect), owned)
        if key not in self.effects:
            self.effects[key] = None  # an effect that comes to itself again touches no more than it does
            params = {p for p, own in zip(stmt.effect.params, owned, strict=False) if own}
            inner = _Own({stmt.effect.you, *params}, self.effects)
            found = inner.body(stmt.effect.body)
            self.effects[key] = found[0] if found else None
        touched = self.effects[key]
        if touched is not None:
            self.found.append((stmt.span, f"{touched[1]}, as `{stmt.effect.name}` does"))


def _is_piece(type: Type) -> bool:
    bare = narrowed(type)
    if isinstance(bare, Many):
        bare = narrowed(bare.item)
    return isinstance(bare, (Piece, Face))


__all__ = ["check_simultaneous"]
