"""The closed table of built-in questions: what they take, what they give, and how the back end answers them.

The checker resolves built-in names here, so a name that does not stand in this table is not built in.
`QUESTIONS` holds what is written `NAME` or `NAME(A, B)`; `FACTS` holds what is written `X's NAME`, whose
first parameter is the receiver. A name may have several readings; the first whose parameters fit is meant.
In the typed form all of them become `ir.Builtin(name, args)`; the receiver of a fact is its first argument.
"""

from __future__ import annotations

from dataclasses import dataclass

from castlewright.compiler.typed.types import (
    NUMBER,
    PLAYER,
    RANK,
    REGION,
    SIDE,
    SPOT,
    TEXT,
    YESNO,
    Many,
    OrNone,
    Piece,
    Plain,
    Type,
)

EDGE_NAMES = ("top", "right", "bottom", "left")
"""The edges of a shape, in the order of their numbers."""
EDGE = Plain("edge")
"""Which edge of a shape, as drawn, a side belongs to; at run time 0 top, 1 right, 2 bottom, 3 left."""
FACE = Plain("face")
"""One of the faces of a piece; at run time its number in order of definition."""


@dataclass(frozen=True, slots=True)
class AnyType(Type):
    """A type variable: equal names in one signature stand for equal types."""

    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class AnyAmount(Type):
    """A type variable that stands for number or for one unit."""

    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class AnyPiece(Type):
    """A type variable that stands for pieces of one kind (kind "" included)."""

    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class AnyMark(Type):
    """A value kind whose members print the fields `dx` and `dy`: steps on a square grid."""

    def __str__(self) -> str:
        return "mark"


@dataclass(frozen=True, slots=True)
class ZoneArg(Type):
    """One zone itself, not its pieces: the argument has to be an `ir.GetZone` of one of these structures."""

    structures: tuple[str, ...]

    def __str__(self) -> str:
        return " or ".join(self.structures)


@dataclass(frozen=True, slots=True)
class RuleArg(Type):
    """A rule named without arguments: the argument is an `ir.RuleRef`."""

    params: tuple[Type, ...]
    result: Type

    def __str__(self) -> str:
        return f"rule ({', '.join(str(p) for p in self.params)}) -> {self.result}"


@dataclass(frozen=True, slots=True)
class PackArg(Type):
    """The name of a pack; the checker folds the question to a constant."""

    def __str__(self) -> str:
        return "pack"


@dataclass(frozen=True, slots=True)
class KindArg(Type):
    """The name of a kind, put in by the checker as an `ir.Lit` of text."""

    def __str__(self) -> str:
        return "kind"


@dataclass(frozen=True, slots=True)
class Question:
    """One reading of a built-in name.

    `op` is the runtime primitive that answers it, or "" when the code generator writes the answer inline.
    `chance` marks questions that draw a random number: they stand in effects only.
    `folded` marks questions that the checker replaces by a constant, so that no later stage sees them.
    """

    name: str
    params: tuple[Type, ...]
    result: Type
    summary: str
    op: str = ""
    chance: bool = False
    folded: bool = False


T = AnyType("T")
A = AnyAmount("A")
P = AnyPiece("P")
ANY_PIECE = Piece("")
PLAN = ZoneArg(("plan",))
BOARD = ZoneArg(("plan", "grid"))
SIDES = Many(SIDE)
PIECES = Many(ANY_PIECE)


def _by_name(*questions: Question) -> dict[str, tuple[Question, ...]]:
    table: dict[str, tuple[Question, ...]] = {}
    for question in questions:
        table[question.name] = (*table.get(question.name, ()), question)
    return table


QUESTIONS: dict[str, tuple[Question, ...]] = _by_name(
    # players
    Question("players", (), Many(PLAYER, "list"), "All players, in seating order."),
    Question("player_count", (), NUMBER, "How many players there are."),
    Question("first_seat", (), PLAYER, "The player who sits first in seating order."),
    Question("active_player", (), OrNone(PLAYER), "The player whose turn it is, or none outside turns."),
    Question("left_of", (PLAYER,), PLAYER, "The next player clockwise."),
    Question("right_of", (PLAYER,), PLAYER, "The next player counterclockwise."),
    Question(
        "clockwise_from",
        (PLAYER,),
        Many(PLAYER, "list"),
        "All players, clockwise, this one first.",
        "clockwise_from",
    ),
    Question(
        "counterclockwise_from",
        (PLAYER,),
        Many(PLAYER, "list"),
        "All players, counterclockwise, this one first.",
        "counterclockwise_from",
    ),
    Question(
        "steps_between", (PLAYER, PLAYER), NUMBER, "How many seats clockwise from the first to the second."
    ),
    Question(
        "one_at_random",
        (Many(T),),
        T,
        "One element, drawn with the game's own random numbers.",
        "one_at_random",
        chance=True,
    ),
    # collections
    Question("top", (Many(T),), OrNone(T), "The first element: the top of a pile; none when it is empty."),
    Question("first", (Many(T),), OrNone(T), "The first element, or none."),
    Question("last", (Many(T),), OrNone(T), "The last element, or none."),
    Question(
        "range",
        (NUMBER, NUMBER),
        Many(NUMBER, "list"),
        "The numbers from the first to the second, both included.",
    ),
    Question(
        "item_round",
        (NUMBER, Many(T)),
        OrNone(T),
        "The n-th element, counting from 1 and starting again at the end.",
    ),
    Question("larger", (A, A), A, "The larger of two."),
    Question("smaller", (A, A), A, "The smaller of two."),
    Question(
        "chain",
        (T, RuleArg((T,), OrNone(T))),
        Many(T, "list"),
        "The element, what the rule gives for it, and so on, until none or an element met before.",
        "chain",
    ),
    # packs
    Question("in_play", (PackArg(),), YESNO, "Is this pack part of the game?", folded=True),
    Question(
        "running_number",
        (TEXT,),
        NUMBER,
        "Which of these rounds runs now, from 1; written NAME_number. The argument is their path.",
    ),
    # sides and contacts
    Question(
        "contacts",
        (ANY_PIECE, ANY_PIECE),
        SIDES,
        "The sides of the first piece that face a side of the second.",
        "contacts_between",
    ),
    Question("top_edge", (), EDGE, "The top edge of a shape as drawn."),
    Question("right_edge", (), EDGE, "The right edge of a shape as drawn."),
    Question("bottom_edge", (), EDGE, "The bottom edge of a shape as drawn."),
    Question("left_edge", (), EDGE, "The left edge of a shape as drawn."),
    # places
    Question(
        "spots",
        (ANY_PIECE, BOARD),
        Many(SPOT),
        "Where the piece may be placed: every need of its placing holds.",
        "spots",
    ),
    Question(
        "spots",
        (ANY_PIECE, FACE, BOARD),
        Many(SPOT),
        "The same, were this face up; placing it there turns it to that face.",
        "spots_showing",
    ),
    Question(
        "spots_on",
        (ANY_PIECE, ANY_PIECE),
        Many(SPOT),
        "Where the first piece may be placed so that it lies on the second.",
        "spots_on",
    ),
    Question(
        "spots_through",
        (ANY_PIECE, Many(P)),
        Many(SPOT),
        "Where the piece may be placed together with one of these carrier pieces that joins it.",
        "spots_through",
    ),
    Question(
        "spots_through",
        (ANY_PIECE, FACE, Many(P)),
        Many(SPOT),
        "The same, were this face up; placing it there turns it to that face.",
        "spots_showing_through",
    ),
    # regions
    Question("outer_region", (), REGION, "The outside of the plan; only compared with another region."),
    Question(
        "region_within",
        (PLAN, Many(P)),
        OrNone(REGION),
        "The area closed in by a ring of these pieces, or none.",
        "region_within",
    ),
    Question(
        "beyond",
        (ANY_PIECE, OrNone(REGION)),
        YESNO,
        "Does the piece lie outside this area? No when there is none.",
        "beyond",
    ),
    # square grids
    Question(
        "neighbours",
        (P, Many(OrNone(AnyMark()))),
        Many(P),
        "The pieces one such step from any space of the piece.",
        "neighbours",
    ),
    Question(
        "at_marks",
        (P, Many(OrNone(AnyMark()))),
        Many(P),
        "The pieces one such step from the first space of the piece.",
        "at_marks",
    ),
)

FACTS: dict[str, tuple[Question, ...]] = _by_name(
    # pieces
    Question(
        "owner", (ANY_PIECE,), PLAYER, "The player in whose zone the piece lies; none elsewhere.", "owner"
    ),
    Question(
        "holder",
        (ANY_PIECE, KindArg()),
        T,
        "The holder of this kind in whose zone it lies; written with the kind's name, which is the argument.",
        "holder",
    ),
    Question("faces", (ANY_PIECE,), Many(FACE, "list"), "The faces of the piece."),
    Question("face", (ANY_PIECE,), FACE, "The face that is up."),
    Question("face_up", (ANY_PIECE,), YESNO, "Does its front show?"),
    Question("face_down", (ANY_PIECE,), YESNO, "Does its back show?"),
    Question("sides", (ANY_PIECE,), SIDES, "Its sides, as it lies on a plan.", "piece_sides"),
    Question(
        "contacts", (ANY_PIECE,), SIDES, "Its sides that face a side of another piece.", "piece_contacts"
    ),
    Question(
        "corner_mates",
        (ANY_PIECE,),
        PIECES,
        "The pieces that share a cut corner's cell with it.",
        "corner_mates",
    ),
    Question(
        "corner_contacts",
        (ANY_PIECE,),
        PIECES,
        "The pieces that touch it at a corner only.",
        "corner_contacts",
    ),
    Question("lies_on", (ANY_PIECE,), PIECES, "The pieces it lies over.", "lies_on"),
    Question("lies_under", (ANY_PIECE,), PIECES, "The pieces that lie over it.", "lies_under"),
    Question("row", (ANY_PIECE,), NUMBER, "Its row on a square grid; the ground is row 0.", "grid_row"),
    Question(
        "column", (ANY_PIECE,), NUMBER, "Its column on a square grid: that of its first space.", "grid_column"
    ),
    # sides
    Question("piece", (SIDE,), ANY_PIECE, "The piece the side belongs to.", "side_piece"),
    Question("edge", (SIDE,), EDGE, "The edge it lies on, as drawn.", "side_edge"),
    Question(
        "facing",
        (SIDE,),
        OrNone(SIDE),
        "The side of another piece at the same place, or none.",
        "side_facing",
    ),
    Question("front", (SIDE,), OrNone(REGION), "The empty area before it, or none.", "side_front"),
    Question(
        "covers", (SIDE,), OrNone(SIDE), "The side under it, of a piece it lies over, or none.", "side_covers"
    ),
    Question(
        "covered_by", (SIDE,), OrNone(ANY_PIECE), "The piece that lies over it, or none.", "side_covered_by"
    ),
    # plans
    Question("sides", (PLAN,), SIDES, "All sides of all pieces on the plan.", "plan_sides"),
    Question(
        "regions", (PLAN,), Many(REGION), "The empty areas of the plan, the outside first.", "plan_regions"
    ),
    # regions
    Question("enclosed", (REGION,), YESNO, "Is it closed in on all sides?", "region_enclosed"),
    Question("border", (REGION,), SIDES, "The sides around it.", "region_border"),
    # places of a ranking
    Question("members", (RANK,), Many(PLAYER), "Those who share this place."),
    Question("first", (RANK,), NUMBER, "The first place they take, from 1."),
    Question("last", (RANK,), NUMBER, "The last place they take."),
)


def question(name: str) -> tuple[Question, ...]:
    """The readings of `NAME` or `NAME(…)`; empty when the name is not built in."""
    return QUESTIONS.get(name, ())


def fact(name: str) -> tuple[Question, ...]:
    """The readings of `X's NAME`; empty when the name is not built in."""
    return FACTS.get(name, ())
