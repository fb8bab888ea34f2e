"""What is reached on a plan over links between sides, and which places of a further piece would be.

A *link* of two pieces may hold only where a side of the first faces a side of the second, or where something
lies over the second. What is reached from a piece over such links is still reached when a further piece is
laid, and more can be reached only through that piece or what it lies over. So a plan keeps what was found; on
a trial the search goes on from there. A piece that lies over nothing is reached itself if and only if one of
its sides comes to lie before an open side of what is reached: masks tell that for all places at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

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
"""Gives the sides of a piece from which a link may lead on."""
Above = Callable[["State", int, int], bool]
"""Tells whether something that lies over the second of two pieces links them."""
Link = tuple[Opens, int, int, Above | None]
"""A link: its open sides, the features that a side facing one of them must have and must not have (as bit
masks), and what else links pieces."""
Kind = tuple[int, int]
"""The first piece of a kind, and the first after it."""


class Reached:
    """What is reached on one plan, for the masks of its window.

    ``pieces`` are those reached, the start among them. ``fronts`` are the free cells before their open sides,
    by the edge of a side that lies in the cell and faces one. A side of a further piece is linked there if it
    has all features of ``must`` and none of ``never`` (as bit masks). Equal to itself only.
    """

    __slots__ = ("fronts", "must", "never", "pieces")

    def __init__(self, pieces: frozenset[int], fronts: Iterable[int], must: int, never: int) -> None:
        self.pieces = pieces
        self.fronts = tuple(fronts)
        self.must = must
        self.never = never


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


def reached(g: State, cell: int, start: int, kind: Kind, link: Link) -> Reached:
    """Return what is reached from a piece on the plan of a zone cell, among its pieces of a kind.

    The plan must not be a trial.
    """
    plan: Plan = g.cells[g.plan_at[cell]]
    key = (link, start)
    known = plan.memo.get(key)
    if isinstance(known, Reached):
        return known
    found = _Flood(g, plan, kind, link)
    found.go_from([start])
    made = plan.memo[key] = found.result()
    return made


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
    made = plan.memo[key] = Reached(frozenset(), fronts, *own)
    return made


def _pieces_reached(g: State, cell: int, start: int | None, kind: Kind, link: Link) -> frozenset[int]:
    """The pieces reached, on a trial or not."""
    lay = g.plan_at[cell]
    if start is None or g.where[start] != cell or lay < 0:
        return frozenset()
    plan: Plan = g.cells[lay]
    base = plan.tried_on()
    if base is None:
        return reached(g, cell, start, kind, link).pieces
    key = (link, start)
    known = plan.memo.get(key)
    if isinstance(known, Reached):
        return known.pieces
    found = _Flood(g, plan, kind, link)
    tried = [pid for pid in plan.pieces() if pid not in base]
    if start in base:
        found.seen |= _reached_before(g, cell, start, kind, link, tried)
        found.go_on(tried)
    else:
        found.go_from([start])
    made = plan.memo[key] = found.result()
    return made.pieces


def _reached_before(
    g: State, cell: int, start: int, kind: Kind, link: Link, tried: list[int]
) -> frozenset[int]:
    """What is reached on the plan of a trial, without the pieces that are tried."""
    cells, lay = g.cells, g.plan_at[cell]
    trial: Plan = cells[lay]
    lying: tuple[int, ...] = cells[cell]
    base = trial.tried_on()
    known = None if base is None else base.memo.get((link, start))
    if isinstance(known, Reached):
        return known.pieces
    cells[lay], cells[cell] = base, tuple([pid for pid in lying if pid not in tried])
    try:
        return reached(g, cell, start, kind, link).pieces
    finally:
        cells[lay], cells[cell] = trial, lying


class _Flood:
    """Goes from piece to piece on one plan; ``seen`` grows, and ``fronts`` where this is no trial."""

    __slots__ = ("_bit_of", "_covered", "fronts", "g", "kind", "link", "plan", "seen")

    def __init__(self, g: State, plan: Plan, kind: Kind, link: Link) -> None:
        self.g = g
        self.plan = plan
        self.kind = kind
        self.link = link
        self.seen: set[int] = set()
        self.fronts = [0, 0, 0, 0]
        self._bit_of = plan.masks.window.bit if plan.tried_on() is None else None
        covered = plan.covered() if link[3] is not None else ()
        self._covered = [pid for pid in covered if kind[0] <= pid < kind[1]]

    def result(self) -> Reached:
        """Return all that was reached."""
        return Reached(frozenset(self.seen), self.fronts, self.link[1], self.link[2])

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
        plan = self.plan
        first, end = self.kind
        opens, must, never, _ = self.link
        bit_of = self._bit_of
        found: list[int] = []
        for open_side in opens(self.g, here):
            side = open_side & SIDE_SPAN - 1
            facing = plan.facing(side)
            if facing is None:
                if bit_of is not None:
                    edge = side & 3
                    self.fronts[edge ^ 2] |= 1 << bit_of((side >> 2 & CELL_MASK) + STEP[edge])
                continue
            features = plan.features(facing)
            if features & must == must and not features & never:
                piece = plan.piece_at(facing)
                if first <= piece < end:
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
        above = self.link[3]
        return above is not None and above(self.g, here, pid)
