"""The typed form: what the checker makes of a set of packs, and all that later stages read.

Declarations, the flow, changes and the program stand here; expressions and statements in files of their
own. All are named `ir.X`. Everything is resolved: names are references to the declarations below, queries
carry their variable, amounts are plain integers, `printed` values of definitions are constants. The
lowering pass (`weave`) turns changes and hooks into ordinary rules and effects before code is generated, so
the generator sees none of them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from castlewright.compiler.typed.expressions import (
    AllOfZone as AllOfZone,
)
from castlewright.compiler.typed.expressions import (
    Arith as Arith,
)
from castlewright.compiler.typed.expressions import (
    Builtin as Builtin,
)
from castlewright.compiler.typed.expressions import (
    CallRule as CallRule,
)
from castlewright.compiler.typed.expressions import (
    CallSlot as CallSlot,
)
from castlewright.compiler.typed.expressions import (
    Cmp as Cmp,
)
from castlewright.compiler.typed.expressions import (
    Cond as Cond,
)
from castlewright.compiler.typed.expressions import (
    Expr as Expr,
)
from castlewright.compiler.typed.expressions import (
    Filter as Filter,
)
from castlewright.compiler.typed.expressions import (
    Fold as Fold,
)
from castlewright.compiler.typed.expressions import (
    GetField as GetField,
)
from castlewright.compiler.typed.expressions import (
    GetKeep as GetKeep,
)
from castlewright.compiler.typed.expressions import (
    GetZone as GetZone,
)
from castlewright.compiler.typed.expressions import (
    Graph as Graph,
)
from castlewright.compiler.typed.expressions import (
    HasFeature as HasFeature,
)
from castlewright.compiler.typed.expressions import (
    In as In,
)
from castlewright.compiler.typed.expressions import (
    IsDef as IsDef,
)
from castlewright.compiler.typed.expressions import (
    IsKind as IsKind,
)
from castlewright.compiler.typed.expressions import (
    Lit as Lit,
)
from castlewright.compiler.typed.expressions import (
    Local as Local,
)
from castlewright.compiler.typed.expressions import (
    Logic as Logic,
)
from castlewright.compiler.typed.expressions import (
    MakeSet as MakeSet,
)
from castlewright.compiler.typed.expressions import (
    Members as Members,
)
from castlewright.compiler.typed.expressions import (
    Neg as Neg,
)
from castlewright.compiler.typed.expressions import (
    Not as Not,
)
from castlewright.compiler.typed.expressions import (
    PieceOf as PieceOf,
)
from castlewright.compiler.typed.expressions import (
    Query as Query,
)
from castlewright.compiler.typed.expressions import (
    Ranking as Ranking,
)
from castlewright.compiler.typed.expressions import (
    RuleRef as RuleRef,
)
from castlewright.compiler.typed.expressions import (
    Select as Select,
)
from castlewright.compiler.typed.statements import (
    AtOnce as AtOnce,
)
from castlewright.compiler.typed.statements import (
    Body as Body,
)
from castlewright.compiler.typed.statements import (
    Change as Change,
)
from castlewright.compiler.typed.statements import (
    ChangeRule as ChangeRule,
)
from castlewright.compiler.typed.statements import (
    Choose as Choose,
)
from castlewright.compiler.typed.statements import (
    ChooseAction as ChooseAction,
)
from castlewright.compiler.typed.statements import (
    ChooseOne as ChooseOne,
)
from castlewright.compiler.typed.statements import (
    Do as Do,
)
from castlewright.compiler.typed.statements import (
    DoOriginal as DoOriginal,
)
from castlewright.compiler.typed.statements import (
    DoSlot as DoSlot,
)
from castlewright.compiler.typed.statements import (
    Draw as Draw,
)
from castlewright.compiler.typed.statements import (
    EndOf as EndOf,
)
from castlewright.compiler.typed.statements import (
    Flip as Flip,
)
from castlewright.compiler.typed.statements import (
    ForEach as ForEach,
)
from castlewright.compiler.typed.statements import (
    If as If,
)
from castlewright.compiler.typed.statements import (
    Leave as Leave,
)
from castlewright.compiler.typed.statements import (
    Look as Look,
)
from castlewright.compiler.typed.statements import (
    Move as Move,
)
from castlewright.compiler.typed.statements import (
    OptionBranch as OptionBranch,
)
from castlewright.compiler.typed.statements import (
    Place as Place,
)
from castlewright.compiler.typed.statements import (
    Repeat as Repeat,
)
from castlewright.compiler.typed.statements import (
    RunOriginal as RunOriginal,
)
from castlewright.compiler.typed.statements import (
    Schedule as Schedule,
)
from castlewright.compiler.typed.statements import (
    SetFace as SetFace,
)
from castlewright.compiler.typed.statements import (
    SetKeep as SetKeep,
)
from castlewright.compiler.typed.statements import (
    SetLocal as SetLocal,
)
from castlewright.compiler.typed.statements import (
    Shuffle as Shuffle,
)
from castlewright.compiler.typed.statements import (
    Stmt as Stmt,
)
from castlewright.compiler.typed.statements import (
    Within as Within,
)
from castlewright.compiler.typed.statements import (
    ZoneRef as ZoneRef,
)
from castlewright.compiler.typed.types import Type
from castlewright.rules_dsl.source import NO_SPAN as NO_SPAN
from castlewright.rules_dsl.source import Span as Span

# ------------------------------------------------------------------------------------------------
# declarations


@dataclass(slots=True, eq=False)
class Texts:
    """What is said about a thing: ids it cites, standing, prose."""

    cites: tuple[str, ...] = ()
    standing: str | None = None  # "house", "attested", "found"
    found: str | None = None
    notes: tuple[str, ...] = ()
    prose: tuple[str, ...] = ()
    reads: str | None = None
    icon: tuple[str, str | None] | None = None  # of the library, and its colour


@dataclass(slots=True, eq=False)
class Decl:
    """Base of declarations: where it stands and which pack says it."""

    name: str
    pack: str
    span: Span = field(default=NO_SPAN, kw_only=True)
    texts: Texts = field(default_factory=Texts, kw_only=True)


@dataclass(slots=True, eq=False)
class Var:
    """A local: parameter, binder, `let`, `you`, `self`, `it`. Identity is the object."""

    name: str
    type: Type
    role: str = "local"  # "local", "param", "you", "self", "it"


@dataclass(slots=True, eq=False)
class Unit(Decl):
    """A unit of amounts."""

    singular: str = ""  # name is the plural


@dataclass(slots=True, eq=False)
class Field(Decl):
    """A printed field of a kind. `type` as declared; values stand in `Definition.values`."""

    kind: Kind = field(kw_only=True)
    type: Type = field(kw_only=True)
    required: bool = True  # no default: each definition must give it
    default_span: Span = NO_SPAN  # where the default is written
    feature: Definition | None = None  # `sides of FEATURE`
    through: Rule | None = None  # the face rule: piece -> piece or none whose field is read
    on_back: bool = False


@dataclass(slots=True, eq=False)
class Slot(Decl):
    """A slot that a kind's definitions fill."""

    kind: Kind = field(kw_only=True)
    params: tuple[Var, ...] = ()  # the declared ones; `self` and `you` come on top
    result: Type | None = None  # None: an effect
    default: Filling | None = None
    default_span: Span = NO_SPAN  # where the default is written


@dataclass(slots=True, eq=False)
class Filling:
    """What a definition (or the kind's default) puts into a slot."""

    slot: Slot
    params: tuple[Var, ...]
    self_var: Var
    you_var: Var | None  # effects only
    value: Expr | None  # for slots with a result
    body: tuple[Stmt, ...] | None  # for effects
    limit: Limit | None = None
    span: Span = NO_SPAN
    texts: Texts = field(default_factory=Texts)


@dataclass(slots=True, eq=False)
class Keep(Decl):
    """Something remembered. `holder`: None (the game), "player", or a Kind (values or pieces of it), or a
    Definition.
    """

    holder: str | Kind | Definition | None = None
    type: Type = field(kw_only=True)
    default: Expr | None = None  # constant expression; None: the zero of its type (0, no, none, empty)
    least: int | None = None
    most: int | None = None
    seen_by: Seen = field(kw_only=True)


@dataclass(slots=True, eq=False)
class Zone(Decl):
    """A place for pieces."""

    holder: str | Kind | Definition | None = None
    structure: str = "pile"  # pile row hand bag heap plan grid
    kinds: tuple[Kind, ...] = ()
    seen_by: Seen = field(kw_only=True)


@dataclass(slots=True, eq=False)
class Seen:
    """Who sees the fronts: "everyone", "nobody", "owner", or "rule" with an expression over `holder_var`
    giving a player or none.
    """

    who: str
    expr: Expr | None = None


@dataclass(slots=True, eq=False)
class Kind(Decl):
    """A kind with all that its definitions may print, keep and fill."""

    plural: str = ""
    is_value: bool = False
    fields: dict[str, Field] = field(default_factory=dict)
    slots: dict[str, Slot] = field(default_factory=dict)
    keeps: dict[str, Keep] = field(default_factory=dict)
    zones: dict[str, Zone] = field(default_factory=dict)
    active: Rule | None = None  # `active while`: a yes/no rule of one parameter (the piece)
    definitions: list[Definition] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class FaceInfo:
    """One of several faces: only the fields it changes."""

    name: str
    title: str | None
    values: dict[str, Const]


@dataclass(slots=True, eq=False)
class Definition(Decl):
    """One definition: a member of a value kind, or the face of all its copies."""

    kind: Kind = field(kw_only=True)
    title: str | None = None
    copies: int = 1  # pieces only
    values: dict[str, Const] = field(default_factory=dict)  # every printed field that has a constant value
    written: set[str] = field(default_factory=set)  # fields given by the text, not by a default
    faces: list[FaceInfo] = field(default_factory=list)  # empty: one face
    fillings: dict[str, Filling] = field(default_factory=dict)
    keeps: dict[str, Keep] = field(default_factory=dict)
    zones: dict[str, Zone] = field(default_factory=dict)
    guard: Expr | None = None  # in play only if this holds at set-up (over player_count); None: always
    faulty: bool = False  # errors in its fields were reported: what is worked out from them needs no more


Const: TypeAlias = "int | bool | str | Definition | SideAt | tuple[Const, ...] | None"
"""A printed value: amounts and numbers are int; value members and definitions are `Definition`; sets are
tuples in the
order of definition; `sides of f` is a tuple of SideAt; a drawing is a tuple of row strings."""


@dataclass(frozen=True, slots=True)
class SideAt:
    """Where a feature sits on a drawing."""

    edge: str  # "top", "right", "bottom", "left"
    index: int  # 1-based on the drawn box


@dataclass(slots=True, eq=False)
class Rule(Decl):
    """A pure function. After weaving, `value` holds all changes too."""

    params: tuple[Var, ...] = ()
    result: Type = field(kw_only=True)
    subject: Expr | None = None  # the `for` of the declaration, over params: a player
    value: Expr = field(kw_only=True)
    lets: tuple[tuple[Var, Expr], ...] = ()  # for rules written as a block; read in order before `value`
    answered: bool = False  # it was asked while packs were linked: what is printed may depend on it
    by: str = ""  # of a column of a table by a count: the name of the count


@dataclass(slots=True, eq=False)
class Effect(Decl):
    """A named sequence of statements. `you` is its first, implicit parameter (none without an actor)."""

    params: tuple[Var, ...] = ()
    you: Var = field(kw_only=True)
    body: tuple[Stmt, ...] = ()
    limit: Limit | None = None
    plays: Step | Turns | None = None  # its body becomes that of this part of the flow, hooks included


@dataclass(slots=True, eq=False)
class Action(Decl):
    """Something that a turn, or any moment, offers."""

    title: str = ""
    turn: str | None = None  # name of the turns; None: at any time
    you: Var = field(kw_only=True)
    self_var: Var | None = None  # actions on cards
    holder: Definition | None = None
    condition: Expr | None = None
    limit: Limit | None = None
    body: tuple[Stmt, ...] = ()


@dataclass(slots=True, eq=False)
class Limit:
    """At most `times` for each instance of the step, turns, rounds or the game named `per`."""

    times: int
    per: str


@dataclass(slots=True, eq=False)
class Need(Decl):
    """One yes/no condition of a placing, over `piece` lying where it would lie."""

    piece: Var = field(kw_only=True)
    condition: Expr = field(kw_only=True)
    refusal: str = ""
    rule: Rule | None = None  # the need as a rule, once a text changes it


@dataclass(slots=True, eq=False)
class Placing(Decl):
    """Where pieces of a kind may lie in a plan or grid."""

    kind: Kind = field(kw_only=True)
    zone: Zone = field(kw_only=True)
    needs: list[Need] = field(default_factory=list)


# ---------------------------------------------------------------------------------------------------------
# flow


@dataclass(slots=True, eq=False)
class Step(Decl):
    """One step of the flow."""

    by: Expr | None = None
    condition: Expr | None = None
    you: Var | None = None
    body: tuple[Stmt, ...] = ()
    path: str = ""


@dataclass(slots=True, eq=False)
class Turns(Decl):
    """One turn for each element of `query`; turns scheduled for a player follow the current one."""

    var: Var = field(kw_only=True)  # the binder; also `you` inside
    source: Expr = field(kw_only=True)
    where: Expr | None = None
    body: tuple[Stmt, ...] = ()
    path: str = ""


@dataclass(slots=True, eq=False)
class Rounds(Decl):
    """Parts carried out again and again; `until` is looked at after each. The number of the running one is
    `NAME_number`.
    """

    until: Expr = field(kw_only=True)
    parts: list[Step | Turns | Rounds] = field(default_factory=list)
    path: str = ""


@dataclass(slots=True, eq=False)
class Stage(Decl):
    """Parts carried out once."""

    parts: list[Step | Turns | Rounds] = field(default_factory=list)
    path: str = ""


@dataclass(slots=True, eq=False)
class Flow(Decl):
    """The order of play."""

    parts: list[Stage | Rounds] = field(default_factory=list)
    winner_var: Var | None = None
    winner: tuple[Expr, ...] = ()


# -------------------------------------------------------------------------------------------- changes and
# hooks


@dataclass(slots=True, eq=False)
class RuleChange(Decl):
    """`change/allow/forbid` of a rule, a printed-field slot filling, a table column, a need or a
    visibility.
    """

    verb: str = "to"  # "to", "by", "at least", "at most", "allow", "forbid"
    rule: Rule = field(kw_only=True)
    params: tuple[Var, ...] = ()
    subject: Expr | None = None
    value: Expr | None = None
    original: Var | None = None  # read by value or condition
    condition: Expr | None = None
    holder: Definition | None = None  # the card it stands on
    self_var: Var | None = None
    over: tuple[str, ...] = ()
    option: str = ""  # of a change in a table of what an option changes: the option


@dataclass(slots=True, eq=False)
class HookInfo(Decl):
    """Something done when an effect, step or turn happens."""

    moment: str = "after"  # "before", "after", "instead of"
    event: Effect | Step | Turns | Slot | Stage | Rounds = field(kw_only=True)
    params: tuple[Var, ...] = ()
    who: str = "any player"
    you: Var | None = None
    actor: Var | None = None  # the event's actor when it is named
    condition: Expr | None = None
    limit: Limit | None = None
    body: Body = ()
    holder: Definition | None = None
    self_var: Var | None = None


# -----------------------------------------------------------------------------------------------------
# examples


@dataclass(slots=True, eq=False)
class PutPiece(Stmt):
    """Lay out pieces."""

    count: int
    definition: Definition
    target: ZoneRef
    column: int | None = None
    row: int | None = None
    turned: int = 0  # quarter turns
    face: int | None = None
    where: str = "in"  # "at" (column, row), "in", "on" (top), "under"


@dataclass(slots=True, eq=False)
class AnswerWith(Stmt):
    """Answer the pending choice: with a value, or with every piece of a definition that is offered."""

    value: Expr | None
    # a member of a value kind, or any piece of this definition among the options
    definition: Definition | None
    text: str | None  # an option's label, "done", or a face's name
    place: tuple[int, int, int] | None = None  # a spot: x, y (or column, row), quarter turns
    face: str | None = None


@dataclass(slots=True, eq=False)
class TakeAction(Stmt):
    """Carry out an action as if it had been chosen."""

    action: Action
    actor: Expr


@dataclass(slots=True, eq=False)
class PlayPart(Stmt):
    """Carry out a step, or the turn of a player, as if the flow had come to it."""

    part: Step | Turns
    actor: Expr | None


@dataclass(slots=True, eq=False)
class BeginPart(Stmt):
    """A new instance of a step, or of the turn of a player, begins."""

    part: Step | Turns
    player: Expr | None


@dataclass(slots=True, eq=False)
class EndPart(Stmt):
    """It ends: a turn is nobody's any longer."""

    part: Step | Turns


@dataclass(slots=True, eq=False)
class ExpectTrue(Stmt):
    """`parts` are the subexpressions whose values are shown when it fails, with their source text."""

    condition: Expr
    parts: tuple[tuple[str, Expr], ...]


@dataclass(slots=True, eq=False)
class ExpectLinesOf(Stmt):
    """The lines of score that the act wrote, in order."""

    lines: tuple[tuple[int, str, str | None], ...]  # amount, unit plural, reason name


@dataclass(slots=True, eq=False)
class Example(Decl):
    """A worked example."""

    title: str = ""
    subject: str | None = None
    packs: tuple[str, ...] = ()
    players: int | None = None
    you: Var = field(kw_only=True)
    given: Body = ()
    when: Body = ()
    then: Body = ()


# ------------------------------------------------------------------------------------------------------
# program


@dataclass(slots=True, eq=False)
class PackInfo:
    """What a manifest says."""

    name: str
    title: str
    game: str
    version: str
    language: int
    needs: tuple[str, ...]
    after: tuple[str, ...]
    conflicts: tuple[str, ...]
    players: tuple[int, int] | None
    digest: str
    texts: Texts = field(default_factory=Texts)
    mode: bool = False  # another way to play, of which there is one at a time


@dataclass(slots=True, eq=False)
class Option:
    """A setting and its chosen value."""

    name: str
    pack: str
    title: str | None
    type: Type
    default: Const
    value: Const  # the chosen one


@dataclass(slots=True, eq=False)
class Program:
    """A linked set of packs."""

    game: str
    title: str
    packs: tuple[PackInfo, ...]
    options: dict[str, Option]
    players: tuple[int, int]
    units: dict[str, Unit] = field(default_factory=dict)
    kinds: dict[str, Kind] = field(
        default_factory=dict
    )  # value kinds and piece kinds, "feature" and "shape" among them if declared
    keeps: dict[str, Keep] = field(
        default_factory=dict
    )  # of the game and of players; those of kinds stand in the kind
    zones: dict[str, Zone] = field(default_factory=dict)
    rules: dict[str, Rule] = field(default_factory=dict)
    effects: dict[str, Effect] = field(default_factory=dict)
    actions: dict[str, Action] = field(default_factory=dict)
    placings: list[Placing] = field(default_factory=list)
    flow: Flow | None = None
    changes: list[RuleChange] = field(default_factory=list)
    hooks: list[HookInfo] = field(default_factory=list)
    examples: list[Example] = field(default_factory=list)
