"""The typed form of expressions: each knows its type and its place; names are references."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from castlewright.compiler.typed.types import Type
from castlewright.rules_dsl.source import NO_SPAN, Span

if TYPE_CHECKING:
    from castlewright.compiler.typed.ir import Const, Definition, Field, Keep, Kind, Rule, Slot, Var, Zone


@dataclass(slots=True, eq=False)
class Expr:
    """Base of expressions."""

    type: Type = field(kw_only=True)
    span: Span = field(default=NO_SPAN, kw_only=True)


@dataclass(slots=True, eq=False)
class Lit(Expr):
    """A constant: int, bool, str, None, a value member (Definition of a value kind), or a tuple of such."""

    value: Const


@dataclass(slots=True, eq=False)
class Local(Expr):
    """The value of a local."""

    var: Var


@dataclass(slots=True, eq=False)
class GetField(Expr):
    """A printed field. `printed`: read from the piece itself, not through its face rule."""

    base: Expr
    field: Field
    printed: bool = False


@dataclass(slots=True, eq=False)
class GetKeep(Expr):
    """Something kept: of a holder, or of the game (base None)."""

    keep: Keep
    base: Expr | None


@dataclass(slots=True, eq=False)
class GetZone(Expr):
    """The pieces in one zone, in order (top first)."""

    zone: Zone
    base: Expr | None


@dataclass(slots=True, eq=False)
class AllOfZone(Expr):
    """The pieces in a `per` zone of every holder, holders in order."""

    zone: Zone


@dataclass(slots=True, eq=False)
class Members(Expr):
    """All members of a value kind, or all pieces of a kind, in order of definition."""

    kind: Kind


@dataclass(slots=True, eq=False)
class PieceOf(Expr):
    """`p's NAME`: the only piece of this definition in the zones of `base`, or none."""

    base: Expr | None
    definition: Definition


@dataclass(slots=True, eq=False)
class Builtin(Expr):
    """A question that the engine answers; the names and signatures stand in builtins.py."""

    name: str
    args: tuple[Expr, ...]


@dataclass(slots=True, eq=False)
class RuleRef(Expr):
    """A rule named without arguments: only as an argument of a built-in question that takes a rule."""

    rule: Rule


@dataclass(slots=True, eq=False)
class CallRule(Expr):
    """The value of a rule."""

    rule: Rule
    args: tuple[Expr, ...]


@dataclass(slots=True, eq=False)
class CallSlot(Expr):
    """The value that the base's definition puts into a slot."""

    slot: Slot
    base: Expr
    args: tuple[Expr, ...]


@dataclass(slots=True, eq=False)
class Arith(Expr):
    """Whole-number arithmetic, or sets joined and taken away."""

    # "+", "-", "*", "/" ("/" rounds down); on sets "+" joins (keeping the first of equals), "-" takes away
    op: str
    left: Expr
    right: Expr


@dataclass(slots=True, eq=False)
class Neg(Expr):
    """Minus."""

    operand: Expr


@dataclass(slots=True, eq=False)
class Cmp(Expr):
    """A comparison."""

    # "<", ">", "<=", ">=", "==", "!="; with a none on either side only "!=" can hold (and "==" for none and
    # none)
    op: str
    left: Expr
    right: Expr


@dataclass(slots=True, eq=False)
class In(Expr):
    """Is it among them?"""

    item: Expr
    group: Expr


@dataclass(slots=True, eq=False)
class HasFeature(Expr):
    """Does the side (or none) carry the feature?"""

    side: Expr
    feature: Definition


@dataclass(slots=True, eq=False)
class IsKind(Expr):
    """Is it a piece of this kind?"""

    operand: Expr
    kind: Kind


@dataclass(slots=True, eq=False)
class IsDef(Expr):
    """Is the piece a copy of this definition?"""

    operand: Expr
    definition: Definition


@dataclass(slots=True, eq=False)
class Logic(Expr):
    """Both, or one of them."""

    op: str  # "and", "or"
    left: Expr
    right: Expr


@dataclass(slots=True, eq=False)
class Not(Expr):
    """The opposite."""

    operand: Expr


@dataclass(slots=True, eq=False)
class Cond(Expr):
    """One of two values."""

    condition: Expr
    then: Expr
    otherwise: Expr


@dataclass(slots=True, eq=False)
class Select(Expr):
    """A table: the value of the first row whose key equals the subject; without `otherwise` one must fit."""

    subject: Expr
    rows: tuple[tuple[Expr, Expr], ...]
    otherwise: Expr | None


@dataclass(slots=True, eq=False)
class MakeSet(Expr):
    """A set or list written out."""

    items: tuple[Expr, ...]


@dataclass(slots=True, eq=False)
class Query:
    """The elements of `source`, in its order, for which `where` holds; `var` is the element."""

    var: Var
    source: Expr
    where: Expr | None
    span: Span = NO_SPAN


@dataclass(slots=True, eq=False)
class Filter(Expr):
    """A query as a set."""

    query: Query


@dataclass(slots=True, eq=False)
class Fold(Expr):
    """A fold over a query.

    Of `op`: "count" and "exists" have no value; "total", "highest" and "lowest" (0 when empty) a number or an
    amount;
    "distinct" gives a set (set values are united); "every" has the test as value; "most" and "least" give the
    elements with the most or least of value, where ties stay in.
    """

    op: str
    query: Query
    value: Expr | None = None


@dataclass(slots=True, eq=False)
class Ranking(Expr):
    """Ranks from most to least of key: (members, first, last), 1-based places."""

    query: Query
    key: Expr


@dataclass(slots=True, eq=False)
class Graph(Expr):
    """A question on the graph that a rule of two places draws."""

    op: str  # "reach", "longest path", "most pairs"
    start: Expr | None
    query: Query
    rule: Rule
