"""The syntax tree: one class a construct, each with the span it was read from.

Two trees are equal when they say the same, wherever it stood: spans take no part in comparison.
What a construct reads is declared here and nowhere else: the fields of its class, in the order they are
written, and the `construct` line above it. The checker, the JSON Schema, the completion list and the language
reference are derived from these declarations.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, fields
from typing import TypeVar

from .source import NO_SPAN, Span

N = TypeVar("N", bound="Node")


@dataclass(frozen=True, slots=True)
class Construct:
    """What the reference page, completion and the schema say of one construct."""

    area: str
    word: str
    syntax: str
    summary: str
    example: str


CONSTRUCTS: dict[type[Node], Construct] = {}


def construct(area: str, word: str, syntax: str, summary: str, example: str) -> Callable[[type[N]], type[N]]:
    """Declare the construct that a node class stands for."""

    def declare(cls: type[N]) -> type[N]:
        CONSTRUCTS[cls] = Construct(area, word, syntax, summary, example)
        return cls

    return declare


@dataclass(slots=True)
class Node:
    """Base of all nodes. `span` is the smallest piece of source that holds the whole construct."""

    span: Span = field(default=NO_SPAN, compare=False, kw_only=True)


Child = Node | tuple["Child", ...] | str | int | bool | None


def children(node: Node) -> Iterator[Node]:
    """Yield the direct child nodes of `node` in source order of its fields."""
    for f in fields(node):
        if f.name != "span":
            yield from _nodes(getattr(node, f.name))


def _nodes(value: object) -> Iterator[Node]:
    if isinstance(value, Node):
        yield value
    elif isinstance(value, tuple):
        for item in value:  # type: ignore[reportUnknownVariableType]
            yield from _nodes(item)  # type: ignore[reportUnknownArgumentType]


def walk(node: Node) -> Iterator[Node]:
    """Yield `node` and everything below it, parents first."""
    yield node
    for child in children(node):
        yield from walk(child)


# --------------------------------------------------------------------------------------------- names and types


@dataclass(slots=True)
class Ident(Node):
    """A name being declared or looked up in a fixed namespace (a field, a step, a pack)."""

    text: str


@dataclass(slots=True)
class Path(Node):
    """Names joined by dots: a step in a stage, a column of a table, a need of a placing."""

    parts: tuple[Ident, ...]

    @property
    def text(self) -> str:
        return ".".join(p.text for p in self.parts)


@dataclass(slots=True)
class TypeRef(Node):
    """A type as written.

    `form` is one of: "name" (a kind, unit plural, or built-in type), "set", "list", "sides", "face";
    for "set"/"list" `item` holds the element type, for "sides"/"face" `name` holds the feature or kind.
    `or_none` marks `T or none`.
    """

    form: str
    name: Ident | None = None
    item: TypeRef | None = None
    or_none: bool = False


@dataclass(slots=True)
class Param(Node):
    """`b: boat`; in hooks, changes and slot fillings the type is left out."""

    name: Ident
    type: TypeRef | None = None


# ------------------------------------------------------------------------------------------------- expressions


@dataclass(slots=True)
class Expr(Node):
    """Base of all expressions."""


@construct("expression", "number", "NUMBER", "A whole number; digits may be grouped with _.", "12")
@dataclass(slots=True)
class Number(Expr):
    value: int


@construct("expression", "amount", "NUMBER UNIT", "A number of a unit.", "3 points")
@dataclass(slots=True)
class Amount(Expr):
    value: int
    unit: Ident


@construct("expression", "text", '"…"', "A text.", '"Pass"')
@dataclass(slots=True)
class Text(Expr):
    value: str


@construct("expression", "drawing", '"""…"""', "A drawing, one character a cell; or one line with | between rows.", '"##|##"')
@dataclass(slots=True)
class Drawing(Expr):
    rows: tuple[str, ...]


@construct("expression", "yes/no/none", "yes | no | none", "The two answers, and nothing.", "yes")
@dataclass(slots=True)
class Literal(Expr):
    word: str  # "yes", "no", "none"


@construct("expression", "side", "EDGE NUMBER [to NUMBER]", "A side of a drawing: edge and position, counted on the box.", "top 2 to 4")
@dataclass(slots=True)
class SideSpec(Expr):
    edge: str  # "top", "right", "bottom", "left"
    first: int
    last: int  # == first when no range is written


@construct("expression", "name", "NAME", "A local, a rule without parameters, a keeps or zone of the game, a definition.", "builder")
@dataclass(slots=True)
class Name(Expr):
    path: Path


@construct("expression", "pronoun", "you | it | self | owner | original", "The actor, the innermost element, this piece, its holder, the rule as it was.", "you")
@dataclass(slots=True)
class Pronoun(Expr):
    word: str  # "you", "it", "self", "owner", "original", "game"


@construct("expression", "field", "X's [printed] NAME | your NAME | its NAME", "A printed field, a keeps, a zone or a built-in fact of X.", "r's size")
@dataclass(slots=True)
class FieldOf(Expr):
    base: Expr
    name: Ident
    printed: bool = False  # `r's printed size`: as printed on X itself, whatever `through` says


@construct("expression", "call", "NAME(ARGS) | X's NAME(ARGS)", "The value of a rule, a slot or a built-in question.", "price(b, you)")
@dataclass(slots=True)
class Call(Expr):
    path: Path
    args: tuple[Expr, ...]
    base: Expr | None = None  # for slots: `t's worth(x)`


@construct("expression", "index", "NAME[X]", "The zone that belongs to X.", "pier[north]")
@dataclass(slots=True)
class Index(Expr):
    base: Expr
    key: Expr


@construct("expression", "set", "[A, B, …]", "A set written out.", "[red, blue]")
@dataclass(slots=True)
class SetExpr(Expr):
    items: tuple[Expr, ...]


@construct("expression", "arithmetic", "A + B, A - B, A * B, A / B, -A", "Whole-number arithmetic; / rounds down; + and - also join and take away sets.", "2 points * n")
@dataclass(slots=True)
class Binary(Expr):
    op: str  # "+", "-", "*", "/"
    left: Expr
    right: Expr


@dataclass(slots=True)
class Negate(Expr):
    operand: Expr


@construct("expression", "comparison", "A < B | A is B | A is in S | A is a KIND …", "A comparison; they do not chain.", "r is completed")
@dataclass(slots=True)
class Compare(Expr):
    op: str  # "<", ">", "<=", ">=", "is", "is not", "is in", "is not in"
    left: Expr
    right: Expr


@construct("expression", "is a", "A is a KIND", "Is it a piece of this kind?", "next is a boat")
@dataclass(slots=True)
class IsKind(Expr):
    operand: Expr
    kind: Ident
    negated: bool


@construct("expression", "and/or/not", "A and B | A or B | not A", "Yes/no logic.", "a and not b")
@dataclass(slots=True)
class Logic(Expr):
    op: str  # "and", "or"
    left: Expr
    right: Expr


@dataclass(slots=True)
class Not(Expr):
    operand: Expr


@construct("expression", "if", "if C then A else B", "One of two values.", "if n >= 10 then 8 points else 0 points")
@dataclass(slots=True)
class IfExpr(Expr):
    condition: Expr
    then: Expr
    otherwise: Expr


@dataclass(slots=True)
class TableRow(Node):
    """`key: values`; key None stands for `else`."""

    key: Expr | None
    values: tuple[Expr, ...]


@construct("expression", "table", "table X { KEY: VALUE, …, else: VALUE }", "A value looked up by a key.", "table n { 1: 8 points, else: 0 points }")
@dataclass(slots=True)
class TableExpr(Expr):
    subject: Expr
    rows: tuple[TableRow, ...]


@construct("expression", "query", "KIND [NAME] in S [where C]", "The elements of S of this kind that satisfy C, in the order of S.", "boat b in your fleet where b is loaded")
@dataclass(slots=True)
class Query(Expr):
    kind: Ident | None  # None: only in `every x in S` / plain set sources that carry a where
    binder: Ident | None
    source: Expr
    where: Expr | None


@construct("expression", "number of", "number of Q", "How many.", "number of boats in harbour")
@dataclass(slots=True)
class Count(Expr):
    source: Expr


@construct("expression", "per", "AMOUNT per Q", "An amount for each element.", "2 stars per boat in your fleet")
@dataclass(slots=True)
class Per(Expr):
    amount: Expr
    source: Expr


@construct("expression", "per full", "AMOUNT per full AMOUNT of X", "An amount for each whole amount contained in X.", "1 star per full 10 shells of p's shells")
@dataclass(slots=True)
class PerFull(Expr):
    amount: Expr
    step: Expr
    of: Expr


@construct("expression", "fold", "total|highest|lowest|distinct E among Q", "A sum, a maximum, a minimum, the different values over a collection.", "total its size among boats in p's fleet")
@dataclass(slots=True)
class Fold(Expr):
    op: str  # "total", "highest", "lowest", "distinct"
    value: Expr
    source: Expr


@construct("expression", "those with", "those with most|least E among Q", "The elements with the most or least of E; ties stay in.", "those with most b's size among boat b in harbour")
@dataclass(slots=True)
class ThoseWith(Expr):
    op: str  # "most", "least"
    value: Expr
    source: Expr


@construct("expression", "there is", "there is Q | there is no Q", "Is there one?", "there is boat b in harbour where b is loaded")
@dataclass(slots=True)
class Exists(Expr):
    source: Expr
    negated: bool


@construct("expression", "every", "every KIND [NAME] in S [where C] satisfies E", "Do all satisfy E?", "every boat b in harbour satisfies b is loaded")
@dataclass(slots=True)
class Every(Expr):
    source: Query
    test: Expr


@construct("expression", "ranking", "ranking of Q by E", "Places from most to least; tied elements share one.", "ranking of players by its stars")
@dataclass(slots=True)
class Ranking(Expr):
    source: Expr
    key: Expr


@construct("expression", "graph", "reach from X among Q linked by R | longest path of Q linked by R | most pairs of Q linked by R", "Questions on the graph that a two-place rule draws.", "longest path of boats in p's fleet linked by moored_at")
@dataclass(slots=True)
class Graph(Expr):
    op: str  # "reach", "longest path", "most pairs"
    start: Expr | None  # only for reach
    source: Expr
    rule: Path


@construct("expression", "face of", "face of KIND", "A type: what any piece shows of a kind's printed fields.", "face of boat")
@dataclass(slots=True)
class FaceOf(Expr):
    kind: Ident


# -------------------------------------------------------------------------------------------------- statements


@dataclass(slots=True)
class Stmt(Node):
    """Base of statements. `actor` is the written subject (`p gains …`) or None for `you`."""


@dataclass(slots=True)
class Block(Node):
    """Statements in braces, or one after a colon (`braced` False)."""

    body: tuple[Stmt, ...]
    braced: bool = field(default=True, compare=False)


@construct("statement", "gain/lose/pay", "[P] gain AMOUNT [as REASON] [from X] | lose … | pay … to X", "Change a counter of this unit and write a line of score.", "gain 3 points as reward")
@dataclass(slots=True)
class Transfer(Stmt):
    verb: str  # "gain", "lose", "pay"
    actor: Expr | None
    amount: Expr
    reason: Ident | None
    other: Expr | None  # `from X` of gain, `to X` of pay and lose


@construct("statement", "draw", "[P] draw N from Z to Z [as NAME]", "Move the top N pieces of a zone.", "draw 3 from cove to p's fleet")
@dataclass(slots=True)
class Draw(Stmt):
    actor: Expr | None
    count: Expr
    source: Expr
    target: Expr
    binder: Ident | None


@construct("statement", "move", "[P] move X to|onto|under|into Z [face up|down] [in your order] [secretly]", "Move pieces to a zone: anywhere, on top, under, mixed in.", "move two to p's picked")
@dataclass(slots=True)
class Move(Stmt):
    actor: Expr | None
    what: Expr
    where: str  # "to", "onto", "under", "into"
    target: Expr
    face: str | None  # "up", "down"
    ordered: bool
    secret: bool


@construct("statement", "place", "place X at SPOT", "Put a piece on a plan or grid.", "place r at s")
@dataclass(slots=True)
class Place(Stmt):
    actor: Expr | None
    what: Expr
    spot: Expr


@construct("statement", "look at / reveal", "[P] look at X | reveal X", "Let the actor, or everyone, see pieces.", "look at cove")
@dataclass(slots=True)
class Look(Stmt):
    verb: str  # "look at", "reveal"
    actor: Expr | None
    what: Expr


@construct("statement", "shuffle", "shuffle Z [into Z]", "Shuffle a zone, first putting it into another.", "shuffle harbour into cove")
@dataclass(slots=True)
class Shuffle(Stmt):
    what: Expr
    into: Expr | None


@construct("statement", "flip", "flip X face up|down", "Turn a piece.", "flip self face down")
@dataclass(slots=True)
class Flip(Stmt):
    what: Expr
    face: str


@construct("statement", "set", "set PLACE to X", "Change something that is kept.", "set r's completed to yes")
@dataclass(slots=True)
class SetStmt(Stmt):
    target: Expr
    value: Expr


@construct("statement", "add", "add X to PLACE", "Add to a number or a set that is kept.", "add 1 to your progress")
@dataclass(slots=True)
class AddStmt(Stmt):
    value: Expr
    target: Expr


@construct("statement", "let", "let NAME = X", "Name a value; it is read once, here.", "let b = top(cove)")
@dataclass(slots=True)
class Let(Stmt):
    name: Ident
    value: Expr


@construct("statement", "give", "give X", "The value of a rule written as a block.", "give first(valid)")
@dataclass(slots=True)
class Give(Stmt):
    value: Expr


@construct("statement", "do", "[P] do EFFECT(ARGS) | do X's SLOT(ARGS) | do original", "Carry out an effect.", "do build(r)")
@dataclass(slots=True)
class Do(Stmt):
    actor: Expr | None
    call: Expr  # Call, or Pronoun("original")


@construct("statement", "if", "if C { … } [else { … }]", "Carry out a block if C holds.", "if f: do build(r)")
@dataclass(slots=True)
class IfStmt(Stmt):
    condition: Expr
    then: Block
    otherwise: Block | None


@construct("statement", "for each", "for each Q [in your order] { … }", "Carry out a block for each element.", "for each player p in players { p gains 1 point }")
@dataclass(slots=True)
class ForEach(Stmt):
    query: Query
    ordered: bool
    body: Block


@construct("statement", "repeat", "repeat N times { … }", "Carry out a block N times; N is read once.", "repeat 3 times { do launch() }")
@dataclass(slots=True)
class Repeat(Stmt):
    count: Expr
    body: Block


@construct("statement", "leave", "leave", "Leave the innermost loop.", "leave")
@dataclass(slots=True)
class Leave(Stmt):
    pass


@dataclass(slots=True)
class Quantity(Node):
    """How many: `a` (1), `n`, `up to n`, `n to m`, `any number of`. `least`/`most` None: no bound written."""

    form: str  # "one", "exactly", "up to", "between", "any"
    least: Expr | None
    most: Expr | None


@construct("statement", "choose", "[P] choose a|N|up to N|N to M KIND in S [where C] as NAME [secretly] [in your order]", "Ask for elements of S.", "choose a boat in harbour as b")
@dataclass(slots=True)
class Choose(Stmt):
    actor: Expr | None
    quantity: Quantity
    query: Query
    binder: Ident
    secret: bool
    ordered: bool


@dataclass(slots=True)
class Option(Node):
    title: Text
    condition: Expr | None
    body: Block


@construct("statement", "choose one", 'choose one { option "…" [if C]: … }', "Ask which of several things to do.", 'choose one { option "Yes": leave }')
@dataclass(slots=True)
class ChooseOne(Stmt):
    actor: Expr | None
    options: tuple[Option, ...]
    secret: bool


@construct("statement", "choose an action", "choose an action", "Offer the actions of this turn.", "choose an action")
@dataclass(slots=True)
class ChooseAction(Stmt):
    actor: Expr | None


@construct("statement", "may", '[P] may "…" [secretly] { … } [else { … }]', "Ask whether to do it.", 'may "Swap" { do swap() }')
@dataclass(slots=True)
class May(Stmt):
    actor: Expr | None
    title: Text
    secret: bool
    body: Block
    otherwise: Block | None


@construct("statement", "at once", "at once for each player P in S { … }", "Ask several players at the same time.", "at once for each player p in players { p chooses a boat in p's fleet as b secretly }")
@dataclass(slots=True)
class AtOnce(Stmt):
    query: Query
    body: Block


@construct("statement", "within", "within N seconds { … } [when time is up { … }]", "A time limit that the app keeps.", "within 15 seconds { do original }")
@dataclass(slots=True)
class Within(Stmt):
    seconds: int
    body: Block
    late: Block | None


@construct("statement", "end", "end NAME", "Stop a rounds, turn or the game when its current instance is over.", "end round")
@dataclass(slots=True)
class End(Stmt):
    what: Ident


@construct("statement", "schedule", "schedule TURN for P", "Give a player one more turn after this one.", "schedule buy_turn for you")
@dataclass(slots=True)
class Schedule(Stmt):
    turn: Ident
    player: Expr


@construct("statement", "change (for a while)", "change RULE … until end of NAME", "A change that lasts until a named step, turn or round ends.", "change slots(s) by -1 if s is short until end of round")
@dataclass(slots=True)
class ChangeStmt(Stmt):
    change: Change


# ------------------------------------------------------------------------------------- example-only statements


@construct("example", "put", "put [N] DEFINITION at X, Y [turned N] [showing FACE] in PLAN | put DEFINITION in ZONE", "Lay out a piece.", "put dinghy at 0, 4 in your bay")
@dataclass(slots=True)
class Put(Stmt):
    where: str  # "at" (with column and row), "in", "on", "under"
    count: int
    what: Expr
    column: int | None
    row: int | None
    turned: int
    face: Ident | None
    target: Expr


@construct("example", "lay out", 'lay out GRID """…"""', "Lay out a grid, one name a space; . is empty, - the rest of a wide piece.", 'lay out your bay """\n a b\n"""')
@dataclass(slots=True)
class LayOut(Stmt):
    target: Expr
    rows: tuple[tuple[str, ...], ...]


@construct("example", "spot", "answer at X, Y [turned N] [showing FACE]", "A spot of the plan in question, as an answer.", "answer at 0, 4 turned 90")
@dataclass(slots=True)
class SpotExpr(Expr):
    column: int
    row: int
    turned: int
    face: Ident | None


@construct("example", "answer", "answer X", "Answer the pending choice.", "answer dinghy")
@dataclass(slots=True)
class Answer(Stmt):
    value: Expr


@construct("example", "expect", "expect C", "Must hold.", "expect your shells is 10 shells")
@dataclass(slots=True)
class Expect(Stmt):
    condition: Expr


@dataclass(slots=True)
class ExpectedLine(Node):
    amount: Expr
    reason: Ident | None


@construct("example", "expect lines", "expect lines { AMOUNT [as REASON]; … }", "The lines of score that the act wrote, in order.", "expect lines { 1 point as printed }")
@dataclass(slots=True)
class ExpectLines(Stmt):
    lines: tuple[ExpectedLine, ...]


# ------------------------------------------------------------------------------------------------------- items


@dataclass(slots=True)
class Item(Node):
    """Base of what stands at the top of a file or in the body of a definition."""


@construct("text", "cites / note / reads …", 'cites A, B | house | attested | found "…" | note "…" | reads "…" | prose "…"', "Where a thing comes from, and words for the rulebook.", "cites EXP-BON-02")
@dataclass(slots=True)
class TextItem(Item):
    word: str  # "cites", "house", "attested", "found", "note", "reads", "prose"
    values: tuple[str, ...]


@construct("declaration", "pack", 'pack NAME "Title" { … }', "What this folder is, what it needs, which options it has.", 'pack islands "Islands" { version "1.0"; language 1 }')
@dataclass(slots=True)
class PackDecl(Item):
    name: Ident
    title: Text
    items: tuple[Item, ...]  # PackLine, OptionDecl, TextItem


@construct("pack", "needs / after / conflicts / version / language / game / players", 'needs A, B | after A | conflicts A | version "…" | language N | game NAME | players N to M', "One line of a pack's manifest.", "needs islands")
@dataclass(slots=True)
class PackLine(Item):
    word: str  # "needs", "after", "conflicts", "version", "language", "game", "players"
    names: tuple[Ident, ...] = ()
    text: Text | None = None
    numbers: tuple[int, ...] = ()


@construct("pack", "option", 'option NAME ["Title"]: TYPE = DEFAULT', "A setting chosen when the game is loaded.", "option strict: yesno = no")
@dataclass(slots=True)
class OptionDecl(Item):
    name: Ident
    title: Text | None
    type: TypeRef
    default: Expr


@construct("declaration", "unit", "unit ONE MANY", "A unit of amounts.", "unit point points")
@dataclass(slots=True)
class UnitDecl(Item):
    singular: Ident
    plural: Ident
    items: tuple[Item, ...]


@construct("declaration", "values", "values NAME plural NAMES { a, b }", "An enumeration without fields; short for a kind that is value.", "values level plural levels { upper, lower }")
@dataclass(slots=True)
class ValuesDecl(Item):
    name: Ident
    plural: Ident
    members: tuple[Ident, ...]
    items: tuple[Item, ...]


@construct("declaration", "kind", "kind NAME plural NAMES [is value] { … }", "A kind of definitions: its printed fields, slots, keeps.", "kind prize plural prizes { slot worth(p: player) -> stars }")
@dataclass(slots=True)
class KindDecl(Item):
    name: Ident
    plural: Ident
    is_value: bool
    items: tuple[Item, ...]  # PrintedDecl, SlotDecl, KeepsDecl, ZoneDecl, ActiveWhile, TextItem


@construct("declaration", "extend kind", "extend kind NAME { … }", "Add printed fields, slots or keeps to a kind of another pack.", "extend kind boat { printed draught: yards = 1 yard }")
@dataclass(slots=True)
class ExtendKind(Item):
    name: Ident
    items: tuple[Item, ...]


@construct("kind", "printed", "printed NAME: TYPE [= DEFAULT] [through RULE] [on back]", "A field that each definition prints.", "printed size: yards on back")
@dataclass(slots=True)
class PrintedDecl(Item):
    name: Ident
    type: TypeRef
    default: Expr | None
    through: Ident | None
    on_back: bool
    items: tuple[Item, ...]


@construct("kind", "slot", "slot NAME(PARAMS) [-> TYPE] [= DEFAULT | { … }]", "Something each definition fills: an amount, a value, an effect.", "slot worth(p: player) -> points")
@dataclass(slots=True)
class SlotDecl(Item):
    name: Ident
    params: tuple[Param, ...]
    result: TypeRef | None  # None: an effect
    default: Expr | Block | None
    items: tuple[Item, ...]


@construct("kind", "active while", "active while C", "When the rules on a definition of this kind are in force.", "active while self is in laws_in_force")
@dataclass(slots=True)
class ActiveWhile(Item):
    condition: Expr


@construct("declaration", "keeps", "keeps NAME [per HOLDER]: TYPE [= DEFAULT] [at least X] [at most X] [seen by WHO]", "A number, flag or reference that the game, a player or a piece remembers.", "keeps shells per player: shells = 0 shells seen by everyone")
@dataclass(slots=True)
class KeepsDecl(Item):
    name: Ident
    holder: Ident | None
    type: TypeRef
    default: Expr | None
    least: Expr | None
    most: Expr | None
    seen_by: Expr | Ident | None  # Ident "everyone"/"nobody"/"owner", or an expression for a player
    items: tuple[Item, ...]


@construct("declaration", "zone", "zone NAME [per HOLDER]: STRUCTURE of KIND [or KIND] seen by WHO", "A place for pieces: pile, row, hand, bag, heap, plan or grid.", "zone fleet per player: row of boat seen by everyone")
@dataclass(slots=True)
class ZoneDecl(Item):
    name: Ident
    holder: Ident | None
    structure: str  # "pile", "row", "hand", "bag", "heap", "plan", "grid"
    kinds: tuple[Ident, ...]
    seen_by: Expr | Ident
    items: tuple[Item, ...]


@construct("declaration", "definition", 'KIND NAME ["Title"] { … }', "One thing of a declared kind.", 'boat dinghy "Dinghy" { size: 5 yards }')
@dataclass(slots=True)
class Definition(Item):
    kind: Ident
    name: Ident
    title: Text | None
    items: tuple[Item, ...]  # FieldItem, SlotFilling, FaceDecl, KeepsDecl, ZoneDecl, Change, Hook, ActionDecl, TextItem


@construct("definition", "field", "NAME: VALUE, …", "The value of a printed field.", "crew: red, blue")
@dataclass(slots=True)
class FieldItem(Item):
    name: Ident
    values: tuple[Expr, ...]


@construct("definition", "slot filling", "NAME(PARAMS) [once per X] = VALUE | { … }", "What this definition puts into a slot of its kind.", "worth(p) = 1 star per boat in p's fleet")
@dataclass(slots=True)
class SlotFilling(Item):
    name: Ident
    params: tuple[Param, ...]
    limit: Limit | None
    body: Expr | Block
    items: tuple[Item, ...] = ()  # TextItem


@construct("definition", "face", "face NAME { … }", "One of several sides; its fields stand in for those of the definition.", "face below { level: lower }")
@dataclass(slots=True)
class FaceDecl(Item):
    name: Ident
    title: Text | None
    items: tuple[Item, ...]


@dataclass(slots=True)
class ListRow(Node):
    name: Ident
    title: Text | None
    values: tuple[Expr, ...]
    items: tuple[Item, ...]  # TextItem


@construct("declaration", "list of", "list of KIND (COLUMNS) { NAME: VALUES … }", "Definitions as rows of a table.", "list of boat (size) { skiff: 3 yards }")
@dataclass(slots=True)
class ListDecl(Item):
    kind: Ident
    columns: tuple[Ident, ...]
    rows: tuple[ListRow, ...]
    items: tuple[Item, ...] = ()  # TextItem


@construct("declaration", "rule", "rule NAME(PARAMS) [for X] -> TYPE = VALUE | { … }", "A named value or yes/no question.", "rule toll(b: boat) -> shells = 3 shells")
@dataclass(slots=True)
class RuleDecl(Item):
    name: Ident
    params: tuple[Param, ...]
    subject: Expr | None
    result: TypeRef
    body: Expr | Block
    items: tuple[Item, ...]


@construct("declaration", "table", "table NAME by X { columns A: T, …; KEY: VALUES; … }", "Rules given by rows: NAME.A(key).", "table supply by player_count { columns market: number; 2: 5; 3: 6 }")
@dataclass(slots=True)
class TableDecl(Item):
    name: Ident
    by: Ident
    columns: tuple[Param, ...]
    rows: tuple[TableRow, ...]
    items: tuple[Item, ...]


@construct("declaration", "placing", "placing KIND in ZONE { need NAME = C else \"…\" }", "Where pieces of a kind may be laid in a plan or grid.", 'placing boat in bay { need joined = there is it else "no" }')
@dataclass(slots=True)
class PlacingDecl(Item):
    kind: Ident
    zone: Ident
    items: tuple[Item, ...]  # NeedDecl, TextItem


@construct("placing", "need", 'need NAME = C else "…"', "One condition of a placing, with the words for a refusal.", 'need afloat = number of its contacts is 0 else "boats keep apart"')
@dataclass(slots=True)
class NeedDecl(Item):
    name: Ident
    condition: Expr
    refusal: Text


@construct("declaration", "effect", "effect NAME(PARAMS) { … }", "A named sequence of statements.", "effect land(b: boat) { gain 1 star }")
@dataclass(slots=True)
class EffectDecl(Item):
    name: Ident
    params: tuple[Param, ...]
    limit: Limit | None
    body: Block
    items: tuple[Item, ...]


@construct("declaration", "action", 'action NAME "Title" [in TURN | at any time] [limit] [if C] { … }', "Something a turn, or any moment, offers.", 'action wait "Wait" in sail { gain 1 shell }')
@dataclass(slots=True)
class ActionDecl(Item):
    name: Ident
    title: Text
    turn: Ident | None  # None: at any time
    limit: Limit | None
    condition: Expr | None
    body: Block
    items: tuple[Item, ...]


@construct("limit", "once per / at most", "once per X | at most N times per X", "How often, counted for each instance of a step, turn, round or the game.", "once per buy_turn")
@dataclass(slots=True)
class Limit(Node):
    times: int
    per: Ident


@construct("declaration", "flow", "flow NAME { stage …; rounds …; winner by … }", "The order of play.", "flow islands { winner by its stars }")
@dataclass(slots=True)
class FlowDecl(Item):
    name: Ident
    items: tuple[Item, ...]  # StageDecl, RoundsDecl, WinnerDecl, TextItem


@construct("flow", "stage", "stage NAME { … }", "Steps carried out once.", "stage setup { step deal { shuffle deck } }")
@dataclass(slots=True)
class StageDecl(Item):
    name: Ident
    items: tuple[Item, ...]  # StepDecl, RoundsDecl, TurnsDecl, TextItem


@construct("flow", "rounds", "rounds NAME until C { … }", "Steps carried out until C holds at the end of an instance.", "rounds round until round_number is 4 { step pass { leave } }")
@dataclass(slots=True)
class RoundsDecl(Item):
    name: Ident
    until: Expr
    items: tuple[Item, ...]


@construct("flow", "step", "step NAME [by X] [if C] { … }", "One step.", "step draw by builder { do refill() }")
@dataclass(slots=True)
class StepDecl(Item):
    name: Ident
    by: Expr | None
    condition: Expr | None
    items: tuple[Item, ...]
    body: Block


@construct("flow", "turns", "turns NAME for each player P in S { … }", "One turn for each player.", "turns buy_turn for each player p in turn_order() { choose an action }")
@dataclass(slots=True)
class TurnsDecl(Item):
    name: Ident
    query: Query
    items: tuple[Item, ...]
    body: Block


@construct("flow", "winner by", "winner by A, B", "Who wins: the most of A, then of B; then they share.", "winner by its stars, its shells")
@dataclass(slots=True)
class WinnerDecl(Item):
    keys: tuple[Expr, ...]


@construct("flow", "insert / replace / drop step", "insert step NAME after|before PATH { … } | replace step PATH { … } | drop step PATH", "Change the order of play of another pack.", "insert step ebb after round.rest { do launch() }")
@dataclass(slots=True)
class StepEdit(Item):
    verb: str  # "insert", "replace", "drop"
    step: StepDecl | None  # insert: the new step; replace: a step that carries the body, named as the target
    side: str | None  # "after", "before" for insert
    anchor: Path


@construct("declaration", "change / allow / forbid", "change RULE[(PARAMS)] [for X] to|by|at least|at most V [if C] [until end of N] [over R] | allow RULE … | forbid RULE …", "Bend a rule of this or another pack.", "change toll for owner to 2 shells")
@dataclass(slots=True)
class Change(Item):
    verb: str  # "to", "by", "at least", "at most", "allow", "forbid"
    target: Path
    params: tuple[Param, ...] | None  # None: no parentheses written
    subject: Expr | None
    value: Expr | None
    condition: Expr | None
    until: Ident | None
    over: Path | None
    items: tuple[Item, ...]


@construct("declaration", "before / after / instead of", "before|after|instead of EVENT[(PARAMS)] by owner|any player [P]|any other player [P]|the game [if C] { … }", "Do something when an effect or step happens.", "after sail by owner if your shells < 3 shells: gain 1 shell as trade")
@dataclass(slots=True)
class Hook(Item):
    moment: str  # "before", "after", "instead of"
    event: Path
    params: tuple[Param, ...] | None
    who: str  # "owner", "any player", "any other player", "the game"
    binder: Ident | None
    limit: Limit | None
    condition: Expr | None
    body: Block
    items: tuple[Item, ...]


@construct("declaration", "only if", "only if C { … }", "Items that exist only with these options, packs or players.", "only if in_play(reefs) { boat raft { house } }")
@dataclass(slots=True)
class OnlyIf(Item):
    condition: Expr
    items: tuple[Item, ...]


@construct("declaration", "example", 'example "…" [for NAME] { with PACKS; given { … } when { … } then { … } }', "A worked example: it is run as a test and drawn in the rulebook.", 'example "Two" { then { expect 1 + 1 is 2 } }')
@dataclass(slots=True)
class ExampleDecl(Item):
    title: Text
    subject: Path | None
    packs: tuple[Ident, ...]
    items: tuple[Item, ...]  # TextItem
    players: int | None
    given: Block | None
    when: Block | None
    then: Block | None


@dataclass(slots=True)
class Comment(Node):
    """`# …` up to the end of the line; `own_line` when nothing but white space stands before it."""

    text: str
    own_line: bool


@dataclass(slots=True)
class Module(Node):
    """A file: its items in order, and its comments (kept apart, placed again by the formatter)."""

    items: tuple[Item, ...]
    comments: tuple[Comment, ...] = field(default=(), compare=False)
    broken: tuple[Ident, ...] = field(default=(), compare=False)
    """Names that items with errors would have declared: uses of them are not to be reported as unknown."""
