"""What is reached on a plan over links between sides, and which places of a further piece would be.

A *link* of two pieces may hold only where a side of the first faces a side of the second, or where something
lies over the second. What is reached from a piece over such links is still reached when a further piece is
laid, and more can be reached only through that piece or what it lies over. So a plan keeps what was found; on
a trial the search goes on from there. A piece that lies over nothing is reached itself if and only if one of
its sides comes to lie before an open side of what is reached: masks tell that for all places at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, NamedTuple

from .cells import CELL_MASK, OVER, STEP
from .sides import SIDE_SPAN

if TYPE_CHECKING:
    from .plan import Plan
    from .state import State

__all__ = [
    "ALL",
    "Groups",
    "Reached",
    "Refused",
    "before_sides",
    "is_reached",
    "reach_by_sides",
    "reached",
]

ALL = -1
"""Scope of what is refused everywhere."""
Opens = Callable[["State", int], tuple[int, ...]]
"""Gives the sides of a piece from which a link may begin."""
Above = Callable[["State", int, int], bool]
"""Tells whether something that lies over the second of two pieces links them."""
Way = tuple[Opens, int, int, Above | None]
"""A way in which sides link: the open sides, the features that a side facing one of them must have and must
not have (as bit masks), and whether it is so for two pieces, by what they print (None: always)."""
Link = tuple[tuple[Way, ...], Above | None]
"""A link: its ways by sides, and what else links pieces."""
Kind = tuple[int, int]
"""The first piece of a kind, and the first after it."""


Fronts = tuple[tuple[int, int, int, int], int, int]
"""Free cells before open sides, by the edge of a side that lies in the cell and faces one; the features that
this side must have and must not have to be linked (as bit masks)."""


class Reached:
    """What is reached on one plan, for the masks of its window.

    ``pieces`` are those reached, the start among them; a side of a further piece is linked in any of the
    ``fronts``. Equal to itself only.
    """

    __slots__ = ("fronts", "pieces")

    def __init__(self, pieces: frozenset[int], fronts: Iterable[Fronts]) -> None:
        self.pieces = pieces
        self.fronts = tuple(fronts)


Groups = tuple[tuple[Reached, ...], ...]
"""A place is refused where a piece would be reached in every way of one of these groups."""
Refused = tuple[tuple[int, tuple[Reached, ...]], ...]
"""Groups with their scopes: a feature where a group counts only for pieces that come to lie before a side
with it, or :data:`ALL`."""


def reach_by_sides(g: State, cell: int, start: int | None, kind: Kind, link: Link) -> tuple[int, ...]:
    """Return those pieces of a kind in a plan's zone cell that can be reached from ``start``, in the order in
    which they lie there."""
    pieces = _pieces_reached(g, cell, start, kind, link)
    lying: tuple[int, ...] = g.cells[cell]
    return tuple([pid for pid in lying if pid in pieces and kind[0] <= pid < kind[1]]) if pieces else ()


def is_reached(g: State, cell: int, start: int | None, kind: Kind, link: Link, pid: int) -> bool:
    """Is a piece among those that :func:`reach_by_sides` gives?"""
    return kind[0] <= pid < kind[1] and pid in _pieces_reached(g, cell, start, kind, link)


def reached(g: State, cell: int, start: int, kind: Kind, link: Link, pid: int) -> Reached:
    """Return what is reached from a piece on the plan of a zone cell, among its pieces of a kind, with the
    fronts for a further piece ``pid``.

    The plan must not be a trial.
    """
    plan: Plan = g.cells[g.plan_at[cell]]
    found = _flooded(g, plan, start, kind, link)
    asks_of_piece = any(way[3] is not None for way in link[0])
    key = (link, start, g.rules.piece_def[pid] if asks_of_piece else -1)
    known = plan.memo.get(key)
    if isinstance(known, Reached):
        return known
    fronts: list[Fronts] = []
    for number, (_, must, never, holds) in enumerate(link[0]):
        masks = [0, 0, 0, 0]
        for way, piece, edge, bit in found.open:
            if way == number and (holds is None or holds(g, piece, pid)):
                masks[edge] |= bit
        fronts.append(((masks[0], masks[1], masks[2], masks[3]), must, never))
    made = plan.memo[key] = Reached(found.pieces, fronts)
    return made


class _Found(NamedTuple):
    """What a plan keeps: the pieces reached, and the free cells before their open sides, each as the number
    of a way, the piece, the edge of a side that faces it from the cell, and the cell's bit."""

    pieces: frozenset[int]
    open: tuple[tuple[int, int, int, int], ...] = ()


def _flooded(g: State, plan: Plan, start: int, kind: Kind, link: Link) -> _Found:
    """What is reached on a plan that is no trial."""
    known = plan.memo.get((link, start))
    if isinstance(known, _Found):
        return known
    flood = _Flood(g, plan, kind, link)
    flood.go_from([start])
    found = plan.memo[link, start] = _Found(frozenset(flood.seen), tuple(flood.open))
    return found


def before_sides(g: State, cell: int, own: tuple[int, int], facing: tuple[int, int]) -> Reached:
    """Return what sides of a further piece face that have some features, as if it were reached there.

    Both pairs are the features that sides must have and must not have, those of the further piece and those
    of the plan; the latter must have one.
    """
    plan: Plan = g.cells[g.plan_at[cell]]
    key = ("before", own, facing)
    known = plan.memo.get(key)
    if isinstance(known, Reached):
        return known
    must, never = facing
    bit_of = plan.masks.window.bit
    fronts = [0, 0, 0, 0]
    for side in plan.sides_with((must & -must).bit_length() - 1):
        features = plan.features(side)
        if features & must == must and not features & never and not side & OVER:
            edge = side & 3
            fronts[edge ^ 2] |= 1 << bit_of((side >> 2) + STEP[edge])
    front = fronts[0], fronts[1], fronts[2], fronts[3]
    made = plan.memo[key] = Reached(frozenset(), [(front, *own)])
    return made


def _pieces_reached(g: State, cell: int, start: int | None, kind: Kind, link: Link) -> frozenset[int]:
    """The pieces reached, on a trial or not."""
    lay = g.plan_at[cell]
    if start is None or g.where[start] != cell or lay < 0:
        return frozenset()
    plan: Plan = g.cells[lay]
    base = plan.tried_on()
    if base is None:
        return _flooded(g, plan, start, kind, link).pieces
    known = plan.memo.get((link, start))
    if isinstance(known, _Found):
        return known.pieces
    found = _Flood(g, plan, kind, link)
    tried = [pid for pid in plan.pieces() if pid not in base]
    if start in base:
        found.seen |= _reached_before(g, cell, start, kind, link, tried)
        found.go_on(tried)
    else:
        found.go_from([start])
    pieces = frozenset(found.seen)
    plan.memo[link, start] = _Found(pieces)
    return pieces


def _reached_before(
    g: State, cell: int, start: int, kind: Kind, link: Link, tried: list[int]
) -> frozenset[int]:
    """What is reached on the plan of a trial, without the pieces that are tried."""
    cells, lay = g.cells, g.plan_at[cell]
    trial: Plan = cells[lay]
    lying: tuple[int, ...] = cells[cell]
    base = trial.tried_on()
    assert base is not None
    known = base.memo.get((link, start))
    if isinstance(known, _Found):
        return known.pieces
    cells[lay], cells[cell] = base, tuple([pid for pid in lying if pid not in tried])
    try:
        return _flooded(g, base, start, kind, link).pieces
    finally:
        cells[lay], cells[cell] = trial, lying


class _Flood:
    """Goes from piece to piece on one plan; ``seen`` grows, and free cells are noted where this is no trial:
    ``open`` has the number of a way, a piece, an edge and a bit for each."""

    __slots__ = ("_bit_of", "_covered", "g", "kind", "link", "open", "plan", "seen")

    def __init__(self, g: State, plan: Plan, kind: Kind, link: Link) -> None:
        self.g = g
        self.plan = plan
        self.kind = kind
        self.link = link
        self.seen: set[int] = set()
        self.open: list[tuple[int, int, int, int]] = []
        self._bit_of = plan.masks.window.bit if plan.tried_on() is None else None
        covered = plan.covered() if link[1] is not None else ()
        self._covered = [pid for pid in covered if kind[0] <= pid < kind[1]]

    def go_from(self, todo: list[int]) -> None:
        """Reach all that can be reached from some pieces."""
        seen = self.seen
        seen.update(todo)
        while todo:
            here = todo.pop()
            for piece in self._next_by_sides(here):
                if piece not in seen:
                    seen.add(piece)
                    todo.append(piece)
            for piece in self._covered:
                if piece not in seen and self._is_linked_above(here, piece):
                    seen.add(piece)
                    todo.append(piece)

    def go_on(self, tried: list[int]) -> None:
        """Reach what can be reached besides, once some pieces have been laid."""
        first, end = self.kind
        beneath = [pid for pid in self._covered if any(pid in self.plan.lies_on(over) for over in tried)]
        more = {pid for pid in (*tried, *beneath) if first <= pid < end and pid not in self.seen}
        while True:
            found = [pid for pid in more if self._is_linked(pid)]
            if not found:
                return
            self.go_from(found)
            more -= self.seen

    def _next_by_sides(self, here: int) -> list[int]:
        """The pieces of the kind that sides of a piece lead to; free cells before it are noted."""
        plan, g = self.plan, self.g
        first, end = self.kind
        bit_of = self._bit_of
        found: list[int] = []
        for number, (opens, must, never, holds) in enumerate(self.link[0]):
            for open_side in opens(g, here):
                side = open_side & SIDE_SPAN - 1
                facing = plan.facing(side)
                if facing is None:
                    if bit_of is not None:
                        edge = side & 3
                        bit = bit_of((side >> 2 & CELL_MASK) + STEP[edge])
                        self.open.append((number, here, edge ^ 2, 1 << bit))
                    continue
                features = plan.features(facing)
                if features & must == must and not features & never:
                    piece = plan.piece_at(facing)
                    if first <= piece < end and (holds is None or holds(g, here, piece)):
                        found.append(piece)
        return found

    def _is_linked(self, pid: int) -> bool:
        """Is a piece linked to one that was seen?"""
        near = self.plan.near(pid)
        for here in self.seen:
            if here in near and pid in self._next_by_sides(here):
                return True
        return pid in self._covered and any(self._is_linked_above(here, pid) for here in self.seen)

    def _is_linked_above(self, here: int, pid: int) -> bool:
        above = self.link[1]
        return above is not None and above(self.g, here, pid)
