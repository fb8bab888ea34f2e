"""The nodes of statements, those of worked examples among them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from .node import Ident, Node, construct
from .nodes_expressions import Expr, Query, Text

if TYPE_CHECKING:
    from .nodes_items import Change


@dataclass(slots=True)
class Stmt(Node):
    """Base of statements. `actor` is the written subject (`p gains …`) or None for `you`."""


@dataclass(slots=True)
class Block(Node):
    """Statements in braces, or one after a colon (`braced` False)."""

    body: tuple[Stmt, ...]
    braced: bool = field(default=True, compare=False)


@construct(
    "statement",
    "gain/lose/pay",
    "[P] gain AMOUNT [as REASON] [from X] | lose … | pay … to X",
    "gain 3 stars as catch",
)
@dataclass(slots=True)
class Transfer(Stmt):
    """Change a counter of this unit and write a line of score."""

    verb: str  # "gain", "lose", "pay"
    actor: Expr | None
    amount: Expr
    reason: Ident | None
    other: Expr | None  # `from X` of gain, `to X` of pay and lose


@construct(
    "statement",
    "draw",
    "[P] draw N from Z to Z [as NAME]",
    "draw 3 from cove to your fleet",
)
@dataclass(slots=True)
class Draw(Stmt):
    """Move the top N pieces of a zone."""

    actor: Expr | None
    count: Expr
    source: Expr
    target: Expr
    binder: Ident | None


@construct(
    "statement",
    "move",
    "[P] move X to|onto|under|into Z [face up|down] [in your order] [secretly]",
    "move b to harbour face up",
)
@dataclass(slots=True)
class Move(Stmt):
    """Move pieces to a zone: anywhere, on top, under, mixed in."""

    actor: Expr | None
    what: Expr
    where: str  # "to", "onto", "under", "into"
    target: Expr
    face: str | None  # "up", "down"
    ordered: bool
    secret: bool


@construct(
    "statement",
    "place",
    "place X at SPOT",
    "place r at z",
)
@dataclass(slots=True)
class Place(Stmt):
    """Put a piece on a plan or grid."""

    actor: Expr | None
    what: Expr
    spot: Expr


@construct(
    "statement",
    "look at / reveal",
    "[P] look at X | reveal X",
    "look at cove",
)
@dataclass(slots=True)
class Look(Stmt):
    """Let the actor, or everyone, see pieces."""

    verb: str  # "look at", "reveal"
    actor: Expr | None
    what: Expr


@construct(
    "statement",
    "shuffle",
    "shuffle Z [into Z]",
    "shuffle harbour into cove",
)
@dataclass(slots=True)
class Shuffle(Stmt):
    """Shuffle a zone, first putting it into another."""

    what: Expr
    into: Expr | None


@construct(
    "statement",
    "flip",
    "flip X face up|down",
    "flip b face down",
)
@dataclass(slots=True)
class Flip(Stmt):
    """Turn a piece."""

    what: Expr
    face: str


@construct(
    "statement",
    "set",
    "set PLACE to X",
    "set b's loaded to yes",
)
@dataclass(slots=True)
class SetStmt(Stmt):
    """Change something that is kept."""

    target: Expr
    value: Expr


@construct(
    "statement",
    "add",
    "add X to PLACE",
    "add 1 to your voyages",
)
@dataclass(slots=True)
class AddStmt(Stmt):
    """Add to a number or a set that is kept."""

    value: Expr
    target: Expr


@construct(
    "statement",
    "let",
    "let NAME = X",
    "let next = top(cove)",
)
@dataclass(slots=True)
class Let(Stmt):
    """Name a value; it is read once, here."""

    name: Ident
    value: Expr


@construct(
    "statement",
    "give",
    "give X",
    "give top(cove)",
)
@dataclass(slots=True)
class Give(Stmt):
    """The value of a rule written as a block."""

    value: Expr


@construct(
    "statement",
    "do",
    "[P] do EFFECT(ARGS) | do X's SLOT(ARGS) | do original",
    "do buy(b)",
)
@dataclass(slots=True)
class Do(Stmt):
    """Carry out an effect."""

    actor: Expr | None
    call: Expr  # Call, or Pronoun("original")


@construct(
    "statement",
    "if",
    "if C { … } [else { … }]",
    "if b is loaded: gain 1 star",
)
@dataclass(slots=True)
class IfStmt(Stmt):
    """Carry out a block if C holds."""

    condition: Expr
    then: Block
    otherwise: Block | None


@construct(
    "statement",
    "for each",
    "for each Q [in your order] { … }",
    "for each player x in players { x gains 1 star }",
)
@dataclass(slots=True)
class ForEach(Stmt):
    """Carry out a block for each element."""

    query: Query
    ordered: bool
    body: Block


@construct(
    "statement",
    "repeat",
    "repeat N times { … }",
    "repeat 3 times { gain 1 star }",
)
@dataclass(slots=True)
class Repeat(Stmt):
    """Carry out a block N times; N is read once."""

    count: Expr
    body: Block


@construct(
    "statement",
    "leave",
    "leave",
    "leave",
)
@dataclass(slots=True)
class Leave(Stmt):
    """Leave the innermost loop."""


@dataclass(slots=True)
class Quantity(Node):
    """How many: `a` (1), `n`, `up to n`, `n to m`, `any number of`. `least`/`most` None: no bound written."""

    form: str  # "one", "exactly", "up to", "between", "any"
    least: Expr | None
    most: Expr | None


@construct(
    "statement",
    "choose",
    "[P] choose MANY KIND in S [where C] as NAME [secretly] [in your order]",
    "choose a boat in harbour as chosen",
)
@dataclass(slots=True)
class Choose(Stmt):
    """Ask for elements of S; MANY is `a`, `N`, `up to N`, `N to M` or `any number of`."""

    actor: Expr | None
    quantity: Quantity
    query: Query
    binder: Ident
    secret: bool
    ordered: bool


@dataclass(slots=True)
class Option(Node):
    """`option "…" [if C]: …`, one of several things to do."""

    title: Text
    condition: Expr | None
    body: Block


@construct(
    "statement",
    "choose one",
    'choose one { option "…" [if C]: … }',
    'choose one { option "Fish": gain 1 shell; option "Rest" if b is loaded: gain 1 star }',
)
@dataclass(slots=True)
class ChooseOne(Stmt):
    """Ask which of several things to do."""

    actor: Expr | None
    options: tuple[Option, ...]
    secret: bool


@construct(
    "statement",
    "choose an action",
    "choose an action",
    "choose an action",
)
@dataclass(slots=True)
class ChooseAction(Stmt):
    """Offer the actions of this turn."""

    actor: Expr | None


@construct(
    "statement",
    "may",
    '[P] may "…" [secretly] { … } [else { … }]',
    'may "Buy it" { do buy(b) }',
)
@dataclass(slots=True)
class May(Stmt):
    """Ask whether to do it."""

    actor: Expr | None
    title: Text
    secret: bool
    body: Block
    otherwise: Block | None


@construct(
    "statement",
    "at once",
    "at once for each player P in S { … }",
    "at once for each player x in players { x chooses a boat in x's fleet as kept secretly }",
)
@dataclass(slots=True)
class AtOnce(Stmt):
    """Ask several players at the same time."""

    query: Query
    body: Block


@construct(
    "statement",
    "within",
    "within N seconds { … } [when time is up { … }]",
    "within 15 seconds { choose a boat in harbour as taken } when time is up { gain 1 shell }",
)
@dataclass(slots=True)
class Within(Stmt):
    """A time limit that the app keeps."""

    seconds: int
    body: Block
    late: Block | None


@construct(
    "statement",
    "end",
    "end NAME",
    "end round",
)
@dataclass(slots=True)
class End(Stmt):
    """Stop a rounds, turn or the game when its current instance is over."""

    what: Ident


@construct(
    "statement",
    "schedule",
    "schedule TURN for P",
    "schedule sail for you",
)
@dataclass(slots=True)
class Schedule(Stmt):
    """Give a player one more turn after this one."""

    turn: Ident
    player: Expr


@construct(
    "statement",
    "change (for a while)",
    "change RULE … until end of NAME",
    "change price(b, p) by -1 shell until end of round",
)
@dataclass(slots=True)
class ChangeStmt(Stmt):
    """A change that lasts until a named step, turn or round ends."""

    change: Change


@construct(
    "example",
    "put",
    "put [N] DEFINITION at X, Y [turned N] [showing FACE] in PLAN | put DEFINITION in ZONE",
    "put skerry at 0, 4 turned 90 in your bay",
)
@dataclass(slots=True)
class Put(Stmt):
    """Lay out a piece."""

    where: str  # "at" (with column and row), "in", "on", "under"
    count: int
    what: Expr
    column: int | None
    row: int | None
    turned: int
    face: Ident | None
    target: Expr


@construct(
    "example",
    "lay out",
    'lay out GRID """…"""',
    'lay out your reef """\npalm rock\npalm .\n"""',
)
@dataclass(slots=True)
class LayOut(Stmt):
    """Lay out a grid, one name a space; . is empty, - the rest of a wide piece."""

    target: Expr
    rows: tuple[tuple[str, ...], ...]


@construct(
    "example",
    "spot",
    "answer at X, Y [turned N] [showing FACE]",
    "answer at 0, 4 turned 90",
)
@dataclass(slots=True)
class SpotExpr(Expr):
    """A spot of the plan in question, as an answer."""

    column: int
    row: int
    turned: int
    face: Ident | None


@construct(
    "example",
    "answer",
    "answer X",
    "answer dinghy",
)
@dataclass(slots=True)
class Answer(Stmt):
    """Answer the pending choice."""

    value: Expr


@construct(
    "example",
    "expect",
    "expect C",
    "expect your shells is 10 shells",
)
@dataclass(slots=True)
class Expect(Stmt):
    """Must hold."""

    condition: Expr


@dataclass(slots=True)
class ExpectedLine(Node):
    """A line of score that is expected: `AMOUNT [as REASON]`."""

    amount: Expr
    reason: Ident | None


@construct(
    "example",
    "expect lines",
    "expect lines { AMOUNT [as REASON]; … }",
    "expect lines { 1 star as catch; 2 shells as catch }",
)
@dataclass(slots=True)
class ExpectLines(Stmt):
    """The lines of score that the act wrote, in order."""

    lines: tuple[ExpectedLine, ...]
