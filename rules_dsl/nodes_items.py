"""The nodes of what stands at the top of a file or in the body of a definition; files."""

from __future__ import annotations

from dataclasses import dataclass, field

from .node import Ident, Node, Param, Path, TypeRef, construct
from .nodes_expressions import Expr, Query, TableRow, Text
from .nodes_statements import Block


@dataclass(slots=True)
class Item(Node):
    """Base of what stands at the top of a file or in the body of a definition."""


@construct(
    "text",
    "cites / note / reads …",
    'cites A, B | house | attested | found "…" | note "…" | reads "…" | prose "…" | icon "…"',
    "cites ABC-02",
)
@dataclass(slots=True)
class TextItem(Item):
    """Where a thing comes from, and words for the rulebook."""

    word: str  # "cites", "house", "attested", "found", "note", "reads", "prose", "icon"
    values: tuple[str, ...]


@construct(
    "declaration",
    "pack",
    'pack NAME "Title" { … }',
    'pack islands "Islands" { version "1.0"; language 1 }',
)
@dataclass(slots=True)
class PackDecl(Item):
    """What this folder is, what it needs, which options it has."""

    name: Ident
    title: Text
    items: tuple[Item, ...]  # PackLine, OptionDecl, TextItem


@construct(
    "pack",
    "needs / after / conflicts / version / language / game / players / mode",
    'needs A, B | after A | conflicts A | version "…" | language N | game NAME | players N to M | mode',
    "needs islands",
)
@dataclass(slots=True)
class PackLine(Item):
    """One line of a pack's manifest; a `mode` is another way to play, left out of `all`, one at a time."""

    word: str  # "needs", "after", "conflicts", "version", "language", "game", "players", "mode"
    names: tuple[Ident, ...] = ()
    text: Text | None = None
    numbers: tuple[int, ...] = ()


@construct(
    "pack",
    "option",
    'option NAME ["Title"]: TYPE = DEFAULT',
    'option strict "Strict": yesno = no',
)
@dataclass(slots=True)
class OptionDecl(Item):
    """A setting chosen when the game is loaded."""

    name: Ident
    title: Text | None
    type: TypeRef
    default: Expr


@construct(
    "declaration",
    "unit",
    "unit ONE MANY",
    "unit knot knots",
)
@dataclass(slots=True)
class UnitDecl(Item):
    """A unit of amounts."""

    singular: Ident
    plural: Ident
    items: tuple[Item, ...]


@construct(
    "declaration",
    "values",
    "values NAME plural NAMES { A, B }",
    "values tide plural tides { ebb, flood }",
)
@dataclass(slots=True)
class ValuesDecl(Item):
    """An enumeration without fields; short for a kind that is value."""

    name: Ident
    plural: Ident
    members: tuple[Ident, ...]
    items: tuple[Item, ...]


@construct(
    "declaration",
    "kind",
    "kind NAME plural NAMES [is value] { … }",
    "kind cargo plural cargoes { printed weight: number = 1 }",
)
@dataclass(slots=True)
class KindDecl(Item):
    """A kind of definitions: its printed fields, slots, keeps."""

    name: Ident
    plural: Ident
    is_value: bool
    items: tuple[Item, ...]  # PrintedDecl, SlotDecl, KeepsDecl, ZoneDecl, ActiveWhile, TextItem


@construct(
    "declaration",
    "extend kind",
    "extend kind NAME { … }",
    "extend kind boat { printed draught: yards = 1 yard }",
)
@dataclass(slots=True)
class ExtendKind(Item):
    """Add printed fields, slots or keeps to a kind of another pack."""

    name: Ident
    items: tuple[Item, ...]


@construct(
    "kind",
    "printed",
    "printed NAME: TYPE [= DEFAULT] [through RULE] [on back]",
    "printed draught: yards = 1 yard on back",
)
@dataclass(slots=True)
class PrintedDecl(Item):
    """A field that each definition prints."""

    name: Ident
    type: TypeRef
    default: Expr | None
    through: Ident | None
    on_back: bool
    items: tuple[Item, ...]


@construct(
    "kind",
    "slot",
    "slot NAME(PARAMS) [-> TYPE] [= DEFAULT | { … }]",
    "slot extra(p: player) -> stars = 0 stars",
)
@dataclass(slots=True)
class SlotDecl(Item):
    """Something each definition fills: an amount, a value, an effect."""

    name: Ident
    params: tuple[Param, ...]
    result: TypeRef | None  # None: an effect
    default: Expr | Block | None
    items: tuple[Item, ...]


@construct(
    "kind",
    "active while",
    "active while C",
    "active while self is in laws_in_force",
)
@dataclass(slots=True)
class ActiveWhile(Item):
    """When the rules on a definition of this kind are in force."""

    condition: Expr


@construct(
    "declaration",
    "keeps",
    "keeps NAME [per HOLDER]: TYPE [= DEFAULT] [at least X] [at most X] [seen by WHO]",
    "keeps crates per player: number = 0 at least 0 seen by owner",
)
@dataclass(slots=True)
class KeepsDecl(Item):
    """A number, flag or reference that the game, a player or a piece remembers."""

    name: Ident
    holder: Ident | None
    type: TypeRef
    default: Expr | None
    least: Expr | None
    most: Expr | None
    seen_by: Expr | Ident | None  # Ident "everyone"/"nobody"/"owner", or an expression for a player
    items: tuple[Item, ...]


@construct(
    "declaration",
    "zone",
    "zone NAME [per HOLDER]: STRUCTURE of KIND [or KIND] seen by WHO",
    "zone anchorage per player: row of boat or raft seen by everyone",
)
@dataclass(slots=True)
class ZoneDecl(Item):
    """A place for pieces: pile, row, hand, bag, heap, plan or grid."""

    name: Ident
    holder: Ident | None
    structure: str  # "pile", "row", "hand", "bag", "heap", "plan", "grid"
    kinds: tuple[Ident, ...]
    seen_by: Expr | Ident
    items: tuple[Item, ...]


@construct(
    "declaration",
    "definition",
    'KIND NAME ["Title"] { … }',
    'boat sloop "Sloop" { size: 5 yards; crew: red }',
)
@dataclass(slots=True)
class Definition(Item):
    """One thing of a declared kind."""

    kind: Ident
    name: Ident
    title: Text | None
    # FieldItem, SlotFilling, FaceDecl, KeepsDecl, ZoneDecl, Change, Hook, ActionDecl, TextItem
    items: tuple[Item, ...]


@construct(
    "definition",
    "field",
    "NAME: VALUE, …",
    "crew: red, blue",
)
@dataclass(slots=True)
class FieldItem(Item):
    """The value of a printed field."""

    name: Ident
    values: tuple[Expr, ...]


@construct(
    "definition",
    "slot filling",
    "NAME(PARAMS) [once per X] = VALUE | { … }",
    "worth(p) = 1 star per boat in p's fleet",
)
@dataclass(slots=True)
class SlotFilling(Item):
    """What this definition puts into a slot of its kind."""

    name: Ident
    params: tuple[Param, ...]
    limit: Limit | None
    body: Expr | Block
    items: tuple[Item, ...] = ()  # TextItem


@construct(
    "definition",
    "face",
    "face NAME { … }",
    'face laden "Laden" { size: 6 yards }',
)
@dataclass(slots=True)
class FaceDecl(Item):
    """One of several sides; its fields stand in for those of the definition."""

    name: Ident
    title: Text | None
    items: tuple[Item, ...]


@dataclass(slots=True)
class ListRow(Node):
    """A row of a list: `NAME ["Title"]: VALUES`."""

    name: Ident
    title: Text | None
    values: tuple[Expr, ...]
    items: tuple[Item, ...]  # TextItem


@construct(
    "declaration",
    "list of",
    "list of KIND (COLUMNS) { NAME: VALUES … }",
    'list of boat (size) { skiff: 3 yards; ketch "Ketch": 4 yards }',
)
@dataclass(slots=True)
class ListDecl(Item):
    """Definitions as rows of a table."""

    kind: Ident
    columns: tuple[Ident, ...]
    rows: tuple[ListRow, ...]
    items: tuple[Item, ...] = ()  # TextItem


@construct(
    "declaration",
    "rule",
    "rule NAME(PARAMS) [for X] -> TYPE = VALUE | { … }",
    "rule toll(b: boat) -> shells = 3 shells",
)
@dataclass(slots=True)
class RuleDecl(Item):
    """A named value or yes/no question."""

    name: Ident
    params: tuple[Param, ...]
    subject: Expr | None
    result: TypeRef
    body: Expr | Block
    items: tuple[Item, ...]


@construct(
    "declaration",
    "table",
    "table NAME by X { columns A: T, …; KEY: VALUES; … }",
    "table catches by player_count { columns boats: number; 2: 5; 3: 6; else: 7 }",
)
@dataclass(slots=True)
class TableDecl(Item):
    """Rules given by rows: NAME.A(key)."""

    name: Ident
    by: Ident
    columns: tuple[Param, ...]
    rows: tuple[TableRow, ...]
    items: tuple[Item, ...]


@construct(
    "declaration",
    "placing",
    'placing KIND in ZONE { need NAME = C else "…" }',
    'placing raft in bay { need apart = number of its contacts is 0 else "rafts keep apart" }',
)
@dataclass(slots=True)
class PlacingDecl(Item):
    """Where pieces of a kind may be laid in a plan or grid."""

    kind: Ident
    zone: Ident
    items: tuple[Item, ...]  # NeedDecl, TextItem


@construct(
    "placing",
    "need",
    'need NAME = C else "…"',
    'need apart = number of its contacts is 0 else "rafts keep apart"',
)
@dataclass(slots=True)
class NeedDecl(Item):
    """One condition of a placing, with the words for a refusal."""

    name: Ident
    condition: Expr
    refusal: Text


@construct(
    "declaration",
    "effect",
    "effect NAME(PARAMS) { … }",
    "effect land(b: boat) { gain 1 star as catch }",
)
@dataclass(slots=True)
class EffectDecl(Item):
    """A named sequence of statements."""

    name: Ident
    params: tuple[Param, ...]
    limit: Limit | None
    body: Block
    items: tuple[Item, ...]


@construct(
    "declaration",
    "action",
    'action NAME "Title" [in TURN | at any time] [LIMIT] [if C] { … }',
    'action nap "Nap" in sail { gain 1 shell as catch }',
)
@dataclass(slots=True)
class ActionDecl(Item):
    """Something a turn, or any moment, offers."""

    name: Ident
    title: Text
    turn: Ident | None  # None: at any time
    limit: Limit | None
    condition: Expr | None
    body: Block
    items: tuple[Item, ...]


@construct(
    "limit",
    "once per / at most",
    "once per X | at most N times per X",
    "once per sail",
)
@dataclass(slots=True)
class Limit(Node):
    """How often, counted for each instance of a step, turn, round or the game."""

    times: int
    per: Ident


@construct(
    "declaration",
    "flow",
    "flow NAME { stage …; rounds …; winner by … }",
    "flow islands { winner by its stars }",
)
@dataclass(slots=True)
class FlowDecl(Item):
    """The order of play."""

    name: Ident
    items: tuple[Item, ...]  # StageDecl, RoundsDecl, WinnerDecl, TextItem


@construct(
    "flow",
    "stage",
    "stage NAME { … }",
    "stage opening { step mix { shuffle cove } }",
)
@dataclass(slots=True)
class StageDecl(Item):
    """Steps carried out once."""

    name: Ident
    items: tuple[Item, ...]  # StepDecl, RoundsDecl, TurnsDecl, TextItem


@construct(
    "flow",
    "rounds",
    "rounds NAME until C { … }",
    "rounds year until year_number is 4 { step mix { shuffle cove } }",
)
@dataclass(slots=True)
class RoundsDecl(Item):
    """Steps carried out until C holds at the end of an instance."""

    name: Ident
    until: Expr
    items: tuple[Item, ...]


@construct(
    "flow",
    "step",
    "step NAME [by X] [if C] { … }",
    "step unload by captain { gain 1 star }",
)
@dataclass(slots=True)
class StepDecl(Item):
    """One step."""

    name: Ident
    by: Expr | None
    condition: Expr | None
    items: tuple[Item, ...]
    body: Block


@construct(
    "flow",
    "turns",
    "turns NAME for each player P in S { … }",
    "turns voyage for each player p in players { choose an action }",
)
@dataclass(slots=True)
class TurnsDecl(Item):
    """One turn for each player."""

    name: Ident
    query: Query
    items: tuple[Item, ...]
    body: Block


@construct(
    "flow",
    "winner by",
    "winner by A, B",
    "winner by its stars, its shells",
)
@dataclass(slots=True)
class WinnerDecl(Item):
    """Who wins: the most of A, then of B; then they share."""

    keys: tuple[Expr, ...]


@construct(
    "flow",
    "insert / replace / drop step",
    "insert step NAME after|before PATH { … } | replace step PATH { … } | drop step PATH",
    "insert step ebb after round.sail { shuffle cove }",
)
@dataclass(slots=True)
class StepEdit(Item):
    """Change the order of play of another pack."""

    verb: str  # "insert", "replace", "drop"
    step: StepDecl | None  # insert: the new step; replace: a step that carries the body, named as the target
    side: str | None  # "after", "before" for insert
    anchor: Path


@construct(
    "declaration",
    "change / allow / forbid",
    "change RULE[(PARAMS)] [for X] HOW V [if C] [until end of N] [over R] | allow RULE … | forbid RULE …",
    "change price(b, p) to 2 shells if b is dinghy",
)
@dataclass(slots=True)
class Change(Item):
    """Bend a rule of this or another pack; HOW is `to`, `by`, `at least` or `at most`.

    `change DEFINITION.FIELD HOW V` bends what is printed, for the whole game.
    """

    verb: str  # "to", "by", "at least", "at most", "allow", "forbid"
    target: Path
    params: tuple[Param, ...] | None  # None: no parentheses written
    subject: Expr | None
    value: Expr | None
    condition: Expr | None
    until: Ident | None
    over: Path | None
    items: tuple[Item, ...]


@dataclass(slots=True)
class ChangeRow(Item):
    """A row of a table of changes: what is bent, and its value in each column."""

    target: Path
    params: tuple[Param, ...] | None  # None: no parentheses written
    subject: Expr | None
    values: tuple[Expr, ...]
    items: tuple[Item, ...]  # TextItem


@construct(
    "declaration",
    "changes by",
    "changes by OPTION { columns A, B, else; RULE[(PARAMS)]: V, V, V; … }",
    "changes by weather { columns rough, else; price(b, p): 2 shells, original }",
)
@dataclass(slots=True)
class ChangeTable(Item):
    """What an option changes, as one table: a column for each of its values, a row for each rule.

    Rows are for printed fields, `DEFINITION.FIELD`, and for other options too.
    The column of the chosen value is in force. `original` leaves a rule as it is; `else` stands for all
    values without a column. Rows stand in `only if in_play(P) { … }` where they need a pack.
    """

    by: Ident
    columns: tuple[Expr, ...]  # `else` is a Literal
    rows: tuple[Item, ...]  # ChangeRow, OnlyIf of such
    items: tuple[Item, ...]  # TextItem


@construct(
    "declaration",
    "before / after / instead of",
    "before EVENT[(PARAMS)] by WHO [LIMIT] [if C] { … } | after EVENT … | instead of EVENT …",
    "after sail by any player p if p's shells is 0 shells: p gains 1 shell as catch",
)
@dataclass(slots=True)
class Hook(Item):
    """Do something when an effect or step happens.

    WHO is `owner`, `any player [P]`, `any other player [P]` or `the game`.
    """

    moment: str  # "before", "after", "instead of"
    event: Path
    params: tuple[Param, ...] | None
    who: str  # "owner", "any player", "any other player", "the game"
    binder: Ident | None
    limit: Limit | None
    condition: Expr | None
    body: Block
    items: tuple[Item, ...]


@construct(
    "declaration",
    "only if",
    "only if C { … }",
    "only if player_count >= 3 { boat sloop { size: 4 yards } }",
)
@dataclass(slots=True)
class OnlyIf(Item):
    """Items that exist only with these options, packs or players."""

    condition: Expr
    items: tuple[Item, ...]


@construct(
    "declaration",
    "refuse",
    'refuse "…"',
    'refuse "there is no sea without islands"',
)
@dataclass(slots=True)
class Refuse(Item):
    """The packs and options of the `only if` around it cannot be played together; the text says why."""

    reason: Text
    items: tuple[Item, ...]  # TextItem


@construct(
    "declaration",
    "example",
    'example "…" [for NAME] { with PACKS; given { … } when { … } then { … } }',
    'example "Two and two" { then { expect 2 + 2 is 4 } }',
)
@dataclass(slots=True)
class ExampleDecl(Item):
    """A worked example: it is run as a test and drawn in the rulebook."""

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
