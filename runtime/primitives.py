"""What generated code may call: the primitives, by name.

Generated modules import from here and from nowhere else. :data:`PRIMITIVES` is the whole list; the signatures
are those of the functions.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .decision import Choice
from .driver import actions, ask, begin_action, fork, join, next_offered, tick
from .landing import (
    any_spot,
    any_spot_on,
    any_spot_showing,
    any_spot_showing_through,
    any_spot_through,
    spots,
    spots_on,
    spots_showing,
    spots_showing_through,
    spots_through,
)
from .moves import draw, move, place, shuffle_into
from .ops import (
    enter,
    flip,
    gain,
    look,
    lose,
    one_at_random,
    pay,
    pick_random,
    reveal,
    set_cell,
    set_face,
    set_keep,
    shuffle,
)
from .pieces import holder, is_up, owner, piece_of
from .reached import before_sides, is_reached, reach_by_sides, reached
from .sets import (
    chain,
    clockwise_from,
    counterclockwise_from,
    distinct,
    item_round,
    left_of,
    longest_path,
    most_pairs,
    numbers,
    ranking,
    reach,
    right_of,
    united,
    without,
)
from .sides import (
    SIDE_SPAN,
    all_joined,
    any_outer,
    at_marks,
    beyond,
    contacts_between,
    corner_contacts,
    corner_mates,
    grid_column,
    grid_row,
    has_feature,
    is_outer,
    joined,
    lies_on,
    lies_under,
    neighbours,
    piece_contacts,
    piece_sides,
    piece_sides_with,
    plan_regions,
    plan_sides,
    plan_sides_with,
    region_border,
    region_enclosed,
    region_within,
    side_covered_by,
    side_covers,
    side_edge,
    side_facing,
    side_front,
    side_piece,
    some_joined,
)
from .work import counted, product, spend

__all__ = [
    "PRIMITIVES",
    "SIDE_SPAN",
    "Choice",
    "actions",
    "all_joined",
    "any_outer",
    "any_spot",
    "any_spot_on",
    "any_spot_showing",
    "any_spot_showing_through",
    "any_spot_through",
    "ask",
    "at_marks",
    "before_sides",
    "begin_action",
    "beyond",
    "chain",
    "clockwise_from",
    "contacts_between",
    "corner_contacts",
    "corner_mates",
    "counted",
    "counterclockwise_from",
    "distinct",
    "draw",
    "enter",
    "flip",
    "fork",
    "gain",
    "grid_column",
    "grid_row",
    "has_feature",
    "holder",
    "is_outer",
    "is_reached",
    "is_up",
    "item_round",
    "join",
    "joined",
    "left_of",
    "lies_on",
    "lies_under",
    "longest_path",
    "look",
    "lose",
    "most_pairs",
    "move",
    "neighbours",
    "next_offered",
    "numbers",
    "one_at_random",
    "owner",
    "pay",
    "pick_random",
    "piece_contacts",
    "piece_of",
    "piece_sides",
    "piece_sides_with",
    "place",
    "plan_regions",
    "plan_sides",
    "plan_sides_with",
    "product",
    "ranking",
    "reach",
    "reach_by_sides",
    "reached",
    "region_border",
    "region_enclosed",
    "region_within",
    "reveal",
    "right_of",
    "set_cell",
    "set_face",
    "set_keep",
    "shuffle",
    "shuffle_into",
    "side_covered_by",
    "side_covers",
    "side_edge",
    "side_facing",
    "side_front",
    "side_piece",
    "some_joined",
    "spend",
    "spots",
    "spots_on",
    "spots_showing",
    "spots_showing_through",
    "spots_through",
    "tick",
    "united",
    "without",
]

_CHOICES_AND_FLOW = (Choice, actions, ask, begin_action, enter, fork, join, next_offered, tick)
_CHANGES = (
    *(draw, flip, gain, look, lose, move, one_at_random, pay, place, reveal),
    *(set_cell, set_face, set_keep, shuffle, shuffle_into),
)
_COLLECTIONS = (
    *(chain, clockwise_from, counterclockwise_from, distinct, item_round, left_of, longest_path, most_pairs),
    *(numbers, ranking, reach, right_of, united, without),
)
_WORK = (counted, product, spend)
_PIECES = (holder, is_up, owner, piece_of)
_LAYOUTS = (
    *(all_joined, any_outer, at_marks, beyond, contacts_between, corner_contacts, corner_mates),
    *(grid_column, grid_row, some_joined),
    *(
        has_feature,
        is_outer,
        joined,
        lies_on,
        lies_under,
        neighbours,
        piece_contacts,
        piece_sides,
        piece_sides_with,
    ),
    *(plan_regions, plan_sides, plan_sides_with, region_border, region_enclosed, region_within),
    *(side_covered_by, side_covers, side_edge, side_facing, side_front, side_piece),
)
_SPOTS = (
    *(any_spot, any_spot_on, any_spot_showing, any_spot_through, any_spot_showing_through),
    *(
        spots,
        spots_on,
        spots_showing,
        spots_through,
        is_reached,
        reach_by_sides,
        reached,
        spots_showing_through,
    ),
)

PRIMITIVES: dict[str, Callable[..., Any]] = {
    function.__name__: function
    for function in (*_WORK, *_CHOICES_AND_FLOW, *_CHANGES, *_COLLECTIONS, *_PIECES, *_LAYOUTS, *_SPOTS)
}
"""Name -> function (or, for ``Choice``, class)."""

PRIMITIVES["pick_random"] = pick_random
