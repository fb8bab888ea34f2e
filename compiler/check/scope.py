"""What a name may mean at one place: locals, pronouns, and what has been found out about them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from castlewright.compiler.check.symbols import Symbols
from castlewright.compiler.check.visibility import used
from castlewright.compiler.typed import ir
from castlewright.compiler.typed.types import Type
from castlewright.compiler.typed.weight import HEAVIEST
from castlewright.rules_dsl.diagnostics import Diagnostics
from castlewright.rules_dsl.source import Span

Key = tuple[object, ...]


@dataclass(slots=True)
class Scope:
    """One place in a text. Scopes are copied and extended, never changed, except that `let` adds a local."""

    symbols: Symbols
    diagnostics: Diagnostics
    pack: str
    locals: dict[str, ir.Var] = field(default_factory=dict)
    it: ir.Var | None = None
    it_after: int = 0  # how many locals there were when `it` came
    element: ir.Var | None = None  # the innermost element that has a name of its own
    you: ir.Var | None = None
    self_var: ir.Var | None = None
    definition: ir.Definition | None = None  # whose body this is
    fields_of: ir.Kind | None = None  # bare names may be printed fields of `self`
    original: ir.Var | None = None
    in_effect: bool = False  # chance is allowed
    in_loop: bool = False
    in_example: bool = False
    may_do_original: bool = False
    turn: str | None = None  # path of the turns whose actions are offered here
    facts: dict[Key, Type] = field(default_factory=dict)
    told: frozenset[ir.Var] = frozenset()  # locals whose value everybody knows, whatever is hidden

    def uses(self, decl: ir.Decl, span: Span) -> None:
        """Report CW0305 if this text may not use `decl`."""
        used(self.symbols, self.diagnostics, decl, span)

    def is_light(self, expr: ir.Expr) -> bool:
        """May the expression stand twice? Reports CW0006 where that grows too large."""
        if self.symbols.weights.of(expr) <= HEAVIEST:
            return True
        self.diagnostics.error(
            "CW0006",
            expr.span,
            "too many things that may be none lie within one another here",
            help="name the inner ones with `let`, or ask `is not none` first",
        )
        return False

    def with_locals(self, *new: ir.Var) -> Scope:
        """This scope and some more locals."""
        return replace(self, locals={**self.locals, **{v.name: v for v in new}})

    def with_it(self, it: ir.Var) -> Scope:
        """This scope inside a collection without a binder."""
        return replace(self, it=it, it_after=len(self.locals))

    def with_loop(self) -> Scope:
        """This scope inside a loop."""
        return replace(self, in_loop=True)

    def telling(self, var: ir.Var) -> Scope:
        """This scope where everybody knows what a local stands for."""
        return replace(self, told=self.told | {var})

    def innermost_first(self) -> Iterator[ir.Var]:
        """What locals, `it` and `self` stand for here, what was bound last first."""
        known = list(self.locals.values())
        if self.it is not None:
            known.insert(self.it_after, self.it)
        yield from reversed(known)
        if self.self_var is not None:
            yield self.self_var

    def acting(self, you: ir.Var) -> Scope:
        """This scope where `you` is this player."""
        return replace(self, you=you)

    def knowing(self, facts: dict[Key, Type]) -> Scope:
        """This scope where some expressions are known to have narrower types."""
        return replace(self, facts={**self.facts, **facts}) if facts else self


def key_of(expr: ir.Expr) -> Key | None:
    """A key for expressions that cannot change while a text is read: locals and printed facts of them."""
    if isinstance(expr, ir.Local):
        return ("local", id(expr.var))
    if isinstance(expr, ir.GetField):
        base = key_of(expr.base)
        return base and ("field", base, id(expr.field))
    if isinstance(expr, ir.Builtin) and len(expr.args) == 1:
        base = key_of(expr.args[0])
        return base and ("builtin", base, expr.name)
    return None
