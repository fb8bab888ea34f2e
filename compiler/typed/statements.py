"""The typed form of statements: what effects, steps and hooks do."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from castlewright.rules_dsl.source import NO_SPAN, Span

if TYPE_CHECKING:
    from castlewright.compiler.typed.expressions import Expr, Local, Query
    from castlewright.compiler.typed.ir import Definition, Effect, Keep, RuleChange, Slot, Var, Zone


@dataclass(slots=True, eq=False)
class Stmt:
    """Base of statements."""

    span: Span = field(default=NO_SPAN, kw_only=True)


Body = tuple[Stmt, ...]


@dataclass(slots=True, eq=False)
class Change(Stmt):
    """Gain, lose or pay. `keep`/`holder` is the counter, `other_keep`/`other_holder` the other side (None:
    the supply).
    """

    verb: str  # "gain", "lose", "pay"
    keep: Keep
    holder: Expr | None
    amount: Expr
    reason: Definition | None
    other_keep: Keep | None = None
    other_holder: Expr | None = None  # may be none at run time: then the supply
    about: Local | None = None  # the piece or member of a value kind that it speaks of
    told: bool = True  # everybody may know which member `about` is; of pieces the game says who does


@dataclass(slots=True, eq=False)
class ZoneRef:
    """A zone as source or target; zone None: out of play (the box)."""

    zone: Zone | None
    base: Expr | None


@dataclass(slots=True, eq=False)
class Draw(Stmt):
    """Move the top pieces of a zone."""

    actor: Expr | None
    count: Expr
    source: ZoneRef
    target: ZoneRef
    var: Var | None  # the drawn pieces, a list


@dataclass(slots=True, eq=False)
class Move(Stmt):
    """`what` is a piece, `piece or none` or a set of pieces. mode: "to" (as the structure puts it: on top
    of piles, at the end
    of rows and hands), "onto" (top), "under" (bottom), "into" (mixed in)."""

    actor: Expr | None
    what: Expr
    mode: str
    target: ZoneRef
    face: str | None
    ordered: bool
    secret: bool


@dataclass(slots=True, eq=False)
class Place(Stmt):
    """Put a piece on a plan or grid."""

    actor: Expr | None
    what: Expr
    spot: Expr


@dataclass(slots=True, eq=False)
class Look(Stmt):
    """who None: everyone (`reveal`)."""

    who: Expr | None
    what: Expr


@dataclass(slots=True, eq=False)
class Shuffle(Stmt):
    """Shuffle a zone, first putting it into another if `into` is given."""

    what: ZoneRef
    into: ZoneRef | None


@dataclass(slots=True, eq=False)
class Flip(Stmt):
    """Turn a piece face up or down."""

    what: Expr
    face: str


@dataclass(slots=True, eq=False)
class SetKeep(Stmt):
    """Change something kept."""

    keep: Keep
    base: Expr | None
    value: Expr


@dataclass(slots=True, eq=False)
class SetFace(Stmt):
    """Turn a piece to one of its faces (a number, by order of definition)."""

    piece: Expr
    face: Expr


@dataclass(slots=True, eq=False)
class SetLocal(Stmt):
    """`let x = …`, and `set x to …` of a local."""

    var: Var
    value: Expr


@dataclass(slots=True, eq=False)
class Do(Stmt):
    """Carry out an effect."""

    effect: Effect
    actor: Expr | None
    args: tuple[Expr, ...]


@dataclass(slots=True, eq=False)
class DoSlot(Stmt):
    """Carry out what the base's definition puts into a slot."""

    slot: Slot
    base: Expr
    actor: Expr | None
    args: tuple[Expr, ...]


@dataclass(slots=True, eq=False)
class DoOriginal(Stmt):
    """Inside an `instead of` hook; gone after weaving."""


@dataclass(slots=True, eq=False)
class If(Stmt):
    """One of two blocks."""

    condition: Expr
    then: Body
    otherwise: Body


@dataclass(slots=True, eq=False)
class ForEach(Stmt):
    """A block for each element."""

    query: Query
    chooser: Expr | None  # `in your order`: who orders
    body: Body


@dataclass(slots=True, eq=False)
class Repeat(Stmt):
    """A block a number of times, read once."""

    count: Expr
    body: Body


@dataclass(slots=True, eq=False)
class Leave(Stmt):
    """Leave the innermost loop."""


@dataclass(slots=True, eq=False)
class Choose(Stmt):
    """Ask `who` for elements of the query. single: `var` holds the element and an empty list of options
    stops the block;
    otherwise `var` holds a list of least..most elements (None: no bound)."""

    who: Expr
    query: Query
    var: Var
    single: bool
    least: Expr | None
    most: Expr | None
    secret: bool
    ordered: bool


@dataclass(slots=True, eq=False)
class OptionBranch:
    """One of several things to do."""

    title: str
    condition: Expr | None
    body: Body
    span: Span = NO_SPAN


@dataclass(slots=True, eq=False)
class ChooseOne(Stmt):
    """Ask which of several things to do."""

    who: Expr
    options: tuple[OptionBranch, ...]
    secret: bool
    may: bool = False  # a `may`: options are (do it, do not)


@dataclass(slots=True, eq=False)
class ChooseAction(Stmt):
    """Offer the actions of these turns."""

    who: Expr
    turn: str


@dataclass(slots=True, eq=False)
class AtOnce(Stmt):
    """Ask several players at the same time."""

    query: Query  # over players; var is the player, and `you` inside
    body: Body


@dataclass(slots=True, eq=False)
class Within(Stmt):
    """A block under a time limit that the app keeps."""

    seconds: int
    body: Body
    late: Body


@dataclass(slots=True, eq=False)
class EndOf(Stmt):
    """Stop rounds, turns or the game when the running instance is over."""

    what: str  # a rounds, turns, step, or "game"


@dataclass(slots=True, eq=False)
class Schedule(Stmt):
    """One more turn for a player after this one."""

    turn: str
    player: Expr


@dataclass(slots=True, eq=False)
class ChangeRule(Stmt):
    """A change carried out as a statement, with the locals as they are then, until the instance ends."""

    change: RuleChange
    until: str


@dataclass(slots=True, eq=False)
class RunOriginal(Stmt):
    """Woven effects: call the next inner version."""

    effect: Effect
