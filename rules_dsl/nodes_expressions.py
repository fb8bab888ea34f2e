"""The nodes of expressions."""

from __future__ import annotations

from dataclasses import dataclass

from .node import Ident, Node, Path, construct


@dataclass(slots=True)
class Expr(Node):
    """Base of all expressions."""


@construct(
    "expression",
    "number",
    "NUMBER",
    "12",
)
@dataclass(slots=True)
class Number(Expr):
    """A whole number; digits may be grouped with _."""

    value: int


@construct(
    "expression",
    "amount",
    "NUMBER UNIT",
    "3 shells",
)
@dataclass(slots=True)
class Amount(Expr):
    """A number of a unit."""

    value: int
    unit: Ident


@construct(
    "expression",
    "text",
    '"…"',
    '"Pass"',
)
@dataclass(slots=True)
class Text(Expr):
    """A text."""

    value: str


@construct(
    "expression",
    "drawing",
    '"""…"""',
    '"""\n##\n#.\n"""',
)
@dataclass(slots=True)
class Drawing(Expr):
    """A drawing, one character a cell; or one line with | between rows."""

    rows: tuple[str, ...]


@construct(
    "expression",
    "yes/no/none",
    "yes | no | none",
    "yes",
)
@dataclass(slots=True)
class Literal(Expr):
    """The two answers, and nothing."""

    word: str  # "yes", "no", "none"


@construct(
    "expression",
    "side",
    "EDGE NUMBER [to NUMBER]",
    "top 2 to 4",
)
@dataclass(slots=True)
class SideSpec(Expr):
    """A side of a drawing: edge and position, counted on the box."""

    edge: str  # "top", "right", "bottom", "left"
    first: int
    last: int  # == first when no range is written


@construct(
    "expression",
    "name",
    "NAME",
    "captain",
)
@dataclass(slots=True)
class Name(Expr):
    """A local, a rule without parameters, a keeps or zone of the game, a definition."""

    path: Path


@construct(
    "expression",
    "pronoun",
    "you | it | self | owner | original",
    "you",
)
@dataclass(slots=True)
class Pronoun(Expr):
    """The actor, the innermost element, this piece, its holder, the rule as it was."""

    word: str  # "you", "it", "self", "owner", "original", "game"


@construct(
    "expression",
    "field",
    "X's [printed] NAME | your NAME | its NAME",
    "b's size",
)
@dataclass(slots=True)
class FieldOf(Expr):
    """A printed field, a keeps, a zone or a built-in fact of X."""

    base: Expr
    name: Ident
    printed: bool = False  # `r's printed size`: as printed on X itself, whatever `through` says


@construct(
    "expression",
    "call",
    "NAME(ARGS) | X's NAME(ARGS)",
    "price(b, you)",
)
@dataclass(slots=True)
class Call(Expr):
    """The value of a rule, a slot or a built-in question."""

    path: Path
    args: tuple[Expr, ...]
    base: Expr | None = None  # for slots: `t's worth(x)`


@construct(
    "expression",
    "index",
    "NAME[X]",
    "berth[north]",
)
@dataclass(slots=True)
class Index(Expr):
    """The zone that belongs to X."""

    base: Expr
    key: Expr


@construct(
    "expression",
    "set",
    "[A, B, …]",
    "[red, blue]",
)
@dataclass(slots=True)
class SetExpr(Expr):
    """A set written out."""

    items: tuple[Expr, ...]


@construct(
    "expression",
    "arithmetic",
    "A + B | A - B | A * B | A / B | -A",
    "2 stars * n",
)
@dataclass(slots=True)
class Binary(Expr):
    """Whole-number arithmetic; / rounds down; + and - also join and take away sets."""

    op: str  # "+", "-", "*", "/"
    left: Expr
    right: Expr


@dataclass(slots=True)
class Negate(Expr):
    """`-A`."""

    operand: Expr


@construct(
    "expression",
    "comparison",
    "A < B | A > B | A <= B | A >= B | A is [not] B | A is [not] in S",
    "n >= 3",
)
@dataclass(slots=True)
class Compare(Expr):
    """A comparison; they do not chain."""

    op: str  # "<", ">", "<=", ">=", "is", "is not", "is in", "is not in"
    left: Expr
    right: Expr


@construct(
    "expression",
    "is a",
    "A is a KIND",
    "top(dock) is a boat",
)
@dataclass(slots=True)
class IsKind(Expr):
    """Is it a piece of this kind?"""

    operand: Expr
    kind: Ident
    negated: bool


@construct(
    "expression",
    "and/or/not",
    "A and B | A or B | not A",
    "n > 2 and not b is loaded",
)
@dataclass(slots=True)
class Logic(Expr):
    """Yes/no logic."""

    op: str  # "and", "or"
    left: Expr
    right: Expr


@dataclass(slots=True)
class Not(Expr):
    """`not A`."""

    operand: Expr


@construct(
    "expression",
    "if",
    "if C then A else B",
    "if n >= 10 then 8 stars else 0 stars",
)
@dataclass(slots=True)
class IfExpr(Expr):
    """One of two values."""

    condition: Expr
    then: Expr
    otherwise: Expr


@dataclass(slots=True)
class TableRow(Node):
    """`key: values`; key None stands for `else`."""

    key: Expr | None
    values: tuple[Expr, ...]


@construct(
    "expression",
    "table",
    "table X { KEY: VALUE, …, else: VALUE }",
    "table n { 1: 8 stars, else: 0 stars }",
)
@dataclass(slots=True)
class TableExpr(Expr):
    """A value looked up by a key."""

    subject: Expr
    rows: tuple[TableRow, ...]


@construct(
    "expression",
    "query",
    "KIND [NAME] in S [where C]",
    "boat x in your fleet where x is loaded",
)
@dataclass(slots=True)
class Query(Expr):
    """The elements of S of this kind that satisfy C, in the order of S."""

    kind: Ident | None  # None: only in `every x in S` / plain set sources that carry a where
    binder: Ident | None
    source: Expr
    where: Expr | None


@construct(
    "expression",
    "number of",
    "number of Q",
    "number of boats in harbour",
)
@dataclass(slots=True)
class Count(Expr):
    """How many."""

    source: Expr


@construct(
    "expression",
    "per",
    "AMOUNT per Q",
    "2 stars per boat in your fleet",
)
@dataclass(slots=True)
class Per(Expr):
    """An amount for each element."""

    amount: Expr
    source: Expr


@construct(
    "expression",
    "per full",
    "AMOUNT per full AMOUNT of X",
    "1 star per full 10 shells of your shells",
)
@dataclass(slots=True)
class PerFull(Expr):
    """An amount for each whole amount contained in X."""

    amount: Expr
    step: Expr
    of: Expr


@construct(
    "expression",
    "fold",
    "total|highest|lowest|distinct E among Q",
    "total its size among boats in your fleet",
)
@dataclass(slots=True)
class Fold(Expr):
    """A sum, a maximum, a minimum, the different values over a collection."""

    op: str  # "total", "highest", "lowest", "distinct"
    value: Expr
    source: Expr


@construct(
    "expression",
    "those with",
    "those with most|least E among Q",
    "those with most x's size among boat x in harbour",
)
@dataclass(slots=True)
class ThoseWith(Expr):
    """The elements with the most or least of E; ties stay in."""

    op: str  # "most", "least"
    value: Expr
    source: Expr


@construct(
    "expression",
    "there is",
    "there is Q | there is no Q",
    "there is boat x in harbour where x is loaded",
)
@dataclass(slots=True)
class Exists(Expr):
    """Is there one?"""

    source: Expr
    negated: bool


@construct(
    "expression",
    "every",
    "every KIND [NAME] in S [where C] satisfies E",
    "every boat x in harbour satisfies x is loaded",
)
@dataclass(slots=True)
class Every(Expr):
    """Do all satisfy E?"""

    source: Query
    test: Expr


@construct(
    "expression",
    "ranking",
    "ranking of Q by E",
    "ranking of players by its stars",
)
@dataclass(slots=True)
class Ranking(Expr):
    """Places from most to least; tied elements share one."""

    source: Expr
    key: Expr


@construct(
    "expression",
    "graph",
    "reach from X among Q linked by R | longest path of Q linked by R | most pairs of Q linked by R",
    "longest path of boats in harbour linked by kin",
)
@dataclass(slots=True)
class Graph(Expr):
    """Questions on the graph that a two-place rule draws."""

    op: str  # "reach", "longest path", "most pairs"
    start: Expr | None  # only for reach
    source: Expr
    rule: Path
