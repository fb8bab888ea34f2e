"""The shape of what can be drawn: dictionaries that survive JSON.

Coordinates are cells. On a plan `x` grows to the right and `y` downwards; on a square grid `y` grows
*upwards* and row 0 stands on the ground. Texts are shown as given; nothing is looked up.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, TypedDict

Corner = Literal["nw", "ne", "se", "sw"]
Direction = Literal["n", "e", "s", "w"]
# A cut cell: x, y, which corner is missing, and "arc" as a fourth item where the cut is round.
Cut = Sequence[int | str]


class Side(TypedDict):
    """A feature on one edge of a full cell."""

    x: int
    y: int
    dir: str  # a Direction
    feature: str


class _Texts(TypedDict, total=False):
    """What both kinds of pieces carry. `name` identifies, `title` is shown."""

    name: str
    title: str
    label: str  # shown in place of `title` where it is given
    colour_key: str  # one key, or several joined by "+"; "" is neutral
    badge: str  # the value, in a pill at the top
    small: str  # the rule in a few words, at the bottom
    marks: Sequence[str]  # tokens and the like, each in a pill
    complete: bool
    marked: bool  # with a halo: the text beside the drawing speaks of it
    number: int  # in a disc on a marked piece: the number by which the text speaks of it


class Piece(_Texts, total=False):
    """A piece of a plan (`cells`, `cuts`, `sides`) or of a square grid (`x`, `y`, `w`, `h`)."""

    cells: Sequence[Sequence[int]]
    over: Sequence[Sequence[int]]  # those of `cells` that lie over other pieces
    cuts: Sequence[Cut]
    sides: Sequence[Side]
    x: int
    y: int
    w: int
    h: int
    arrows: Sequence[str]  # of a grid piece: the neighbours it looks at, "n", "ne", "e", ...


class Drawing(TypedDict, total=False):
    """One plan or one square grid (`grid` true)."""

    title: str
    grid: bool
    cell: int  # feet along the edge of a cell, for the scale bar; plans only
    columns: Mapping[str, str]  # of a grid: what stands below a column, by its number
    ground: bool  # draw the ground line of a grid; yes unless told otherwise
    pieces: Sequence[Piece]
    score: int | str
    score_label: str  # the unit after `score`; "points" unless told otherwise
    key_titles: Mapping[str, str]  # legend titles of the colour keys
    feature_titles: Mapping[str, str]  # legend titles of the features
    feature_styles: Mapping[str, str]  # feature -> "door", "fence", "water", "wall" or "sign"
    # Colour keys of the whole set of drawings this one belongs to, in order, so that all get the same looks.
    keys: Sequence[str]
    # What lies open beside it, titles by the name of the place; told on a page.
    beside: Mapping[str, Sequence[str]]
    # Left, top, right, bottom of what is shown at least, so that drawings of one board can be compared.
    frame: Sequence[int]
    paper: bool  # with its squares behind it; yes unless told otherwise
    legend: bool  # below the drawing; yes unless told otherwise
    bare: bool  # leave out the heading, where the page around the drawing has one
    palette: Mapping[str, str]  # colour key -> #rrggbb; missing keys get their stable colour
    icons: Mapping[str, str]  # colour key -> icon of the library; missing keys have their letter alone


class PlayerPart(TypedDict, total=False):
    """What the page shows of one player."""

    name: str
    place: int  # 1 is first; equal for those who share a place
    total: int
    note: str  # such as what broke a tie
    by_reason: Mapping[str, int]  # reason title -> amount
    drawings: Sequence[Drawing]


class LogLine(TypedDict, total=False):
    """One line of the score log."""

    number: int
    moment: str  # when: "Round 3, buying"
    player: str
    amount: int | str
    unit: str
    reason: str
    about: str  # the title of what the line is about
    text: str
    source: str  # file and line of the rule


class GamePage(TypedDict, total=False):
    """A finished game."""

    title: str
    subtitle: str
    unit: str  # of the totals; "points" unless told otherwise
    players: Sequence[PlayerPart]
    reasons: Sequence[str]  # the order of the score table's rows; others follow as met
    drawings: Sequence[Drawing]  # drawings that belong to nobody alone
    log: Sequence[LogLine]
    facts: Mapping[str, str]  # for the foot of the page: seed, decisions, ...
