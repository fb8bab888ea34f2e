"""Where pieces may be placed: the search for spots, with the needs of a placing rule asked of each.

A spot is ``(zone cell, piece, x, y, rot)`` on a plan and ``(zone cell, piece, column, row)`` on a grid; on a
plan a sixth number may name the face that is up. While a need is
asked, the state is as if the piece lay there already.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from typing import Any

from . import spots as search
from .carried import spots_through as carried_spots
from .grid import Grid, GridTrial
from .layout import Placing
from .ops import owner_of_cell
from .pieces import owner
from .plan import Plan
from .state import State, is_many
from .trial import Trial

__all__ = [
    "any_spot",
    "any_spot_on",
    "any_spot_showing",
    "any_spot_through",
    "refusals",
    "spots",
    "spots_on",
    "spots_showing",
    "spots_through",
]

Spot = tuple[int, ...]
Place = tuple[int, ...]
"""A spot without its zone cell and piece."""


class _Laid:
    """Lets a state answer as if a piece lay in a zone, for the time of a `with` block."""

    __slots__ = ("cell", "cells", "lay", "layout", "lying", "pid", "place", "where")

    def __init__(self, g: State, pid: int, cell: int) -> None:
        self.cells, self.where = g.cells, g.where
        self.pid, self.cell = pid, cell
        self.lay = g.rules.board.layout_of[cell]

    def __enter__(self) -> None:
        cells, where = self.cells, self.where
        self.place = where[self.pid]
        self.lying = cells[self.cell]
        self.layout = cells[self.lay]
        where[self.pid] = self.cell
        if self.place != self.cell:
            cells[self.cell] = (*self.lying, self.pid)

    def __exit__(self, *_: object) -> None:
        self.where[self.pid] = self.place
        self.cells[self.cell] = self.lying
        self.cells[self.lay] = self.layout


def _check(g: State, placing: Placing, pid: int, cell: int) -> Callable[[Any], bool] | None:
    """What a search asks of each trial: do all needs hold that masks do not decide? None for no needs."""
    needs = placing.checks
    if not needs:
        return None
    cells = g.cells
    lay = g.rules.board.layout_of[cell]

    def check(trial: Trial | GridTrial) -> bool:
        cells[lay] = trial
        return _every(needs, g, pid)

    return check


def _every(needs: Iterable[Callable[[Any, int], bool]], g: State, pid: int) -> bool:
    # A plain loop: a generator would cost as much as a need.
    holds = True
    for need in needs:
        holds = need(g, pid)
        if not holds:
            break
    return holds


class _Search:
    """The search for the spots of one piece in one zone cell, maybe over another piece."""

    __slots__ = ("cell", "g", "layout", "on", "pid", "placing")

    def __init__(self, g: State, pid: int, cell: int, placing: Placing, on: int | None) -> None:
        self.g = g
        self.pid = pid
        self.cell = cell
        self.placing = placing
        self.on = on
        self.layout: Plan | Grid = g.cells[g.rules.board.layout_of[cell]]

    def places(self) -> tuple[Place, ...]:
        """Return all places; kept with the layout where they cannot change while it lives."""
        if not self.placing.lasting:
            return tuple(self._iter())
        memo = self.layout.memo
        key = self._key("spots")
        found = memo.get(key)
        if not is_many(found):
            found = memo[key] = tuple(self._iter())
        return found

    def any(self) -> bool:
        """Is there a place?"""
        if not self.placing.lasting:
            return self._first()
        memo = self.layout.memo
        full = memo.get(self._key("spots"))
        if is_many(full):
            return bool(full)
        key = self._key("any spot")
        found = memo.get(key)
        if not isinstance(found, bool):
            found = memo[key] = self._first()
        return found

    def _key(self, what: str) -> tuple[object, ...]:
        """What lasting places depend on besides the layout: the rule, and how the piece looks."""
        g, pid = self.g, self.pid
        return what, self.placing.number, g.rules.piece_def[pid], g.face[pid] if g.face else 0, self.on

    def _first(self) -> bool:
        places = self._iter()
        found = next(places, None) is not None
        # Closing it puts the state back as it was.
        places.close()
        return found

    def _iter(self) -> Generator[Place]:
        """Yield the places one by one. The state is changed while this runs: finish or close it."""
        g, pid, layout, terms = self.g, self.pid, self.layout, self.placing.terms
        board = g.rules.board
        with _Laid(g, pid, self.cell):
            check = _check(g, self.placing, pid, self.cell)
            if isinstance(layout, Grid):
                yield from layout.iter_spots(board.widths[pid], piece=pid, check=check)
            elif not board.numbers[pid]:
                return
            elif check is None and terms.outer is None:
                # Without questions to ask, the whole list comes at once and quicker.
                yield from search.spots(layout, board.proto(g, pid), terms, piece=pid, on=self.on)
            else:
                number = board.proto(g, pid)
                yield from search.iter_spots(layout, number, terms, piece=pid, check=check, on=self.on)


def _search(g: State, pid: int | None, cell: int, on: int | None) -> _Search | None:
    """The search for a piece's spots; None where no placing rule admits it, or it lies there already."""
    if pid is not None and pid in g.cells[cell]:
        return None
    placing = g.rules.board.placing(g, pid, cell) if pid is not None else None
    return None if placing is None or pid is None else _Search(g, pid, cell, placing, on)


def _spots(g: State, pid: int | None, cell: int, on: int | None) -> tuple[Spot, ...]:
    found = _search(g, pid, cell, on)
    if found is None or pid is None:
        return ()
    return tuple([(cell, pid, *place) for place in found.places()])


def spots(g: State, pid: int | None, cell: int) -> tuple[Spot, ...]:
    """Return where a piece may be placed in a zone cell: every need of its placing holds."""
    return _spots(g, pid, cell, None)


def any_spot(g: State, pid: int | None, cell: int) -> bool:
    """Is there a spot?"""
    found = _search(g, pid, cell, None)
    return found is not None and found.any()


def _cell_of(g: State, pid: int | None) -> int:
    """The zone cell of the plan a piece lies on, -1 for none."""
    cell = -1 if pid is None else g.where[pid]
    return cell if g.plan_at[cell] >= 0 else -1


def spots_on(g: State, pid: int | None, on: int | None) -> tuple[Spot, ...]:
    """Return where a piece may be placed so that it lies over another, which lies on a plan."""
    cell = _cell_of(g, on)
    return _spots(g, pid, cell, on) if cell >= 0 else ()


def any_spot_on(g: State, pid: int | None, on: int | None) -> bool:
    """Is there a spot over the other piece?"""
    cell = _cell_of(g, on)
    found = _search(g, pid, cell, on) if cell >= 0 else None
    return found is not None and found.any()


# --------------------------------------------------------------------------------------------------- carriers


def _carried_cell(g: State, pid: int, carriers: tuple[int, ...]) -> int:
    """The zone cell that carriers serve: the one for the piece that belongs to their owner."""
    for placing in g.rules.board.placings:
        if placing.first <= pid < placing.end:
            for cell in range(placing.base, placing.base + placing.count):
                if placing.count == 1 or owner_of_cell(g, cell) == owner(g, carriers[0]):
                    return cell
    return -1


def spots_through(g: State, pid: int | None, carriers: tuple[int, ...]) -> tuple[Spot, ...]:
    """Return where a piece may be placed if one of the carriers, laid over it afterwards, joins it.

    The plan is that of the carriers' owner. Which carrier and where is asked when it is laid, see
    :func:`spots_on`.
    """
    if pid is None or not carriers:
        return ()
    board = g.rules.board
    cell = _carried_cell(g, pid, carriers)
    placing = board.placing(g, pid, cell)
    layout = g.cells[board.layout_of[cell]] if placing is not None else None
    if placing is None or not isinstance(layout, Plan) or not board.numbers[pid]:
        return ()
    found: dict[Spot, None] = {}
    looks: set[int] = set()
    for carrier in carriers:
        carrying = board.placing(g, carrier, cell)
        number = board.proto(g, carrier) if board.numbers[carrier] else -1
        if carrying is None or number < 0 or number in looks:
            continue  # carriers of one look reach the same spots: the first stands for all
        looks.add(number)
        with _Laid(g, pid, cell), _Laid(g, carrier, cell):
            # Before the carrier lies nothing is asked: what it joins can only be told when it does.
            for x, y, rot in carried_spots(
                layout,
                board.proto(g, pid),
                placing.terms,
                number,
                carrying.terms,
                piece=pid,
                carrier_piece=carrier,
                carrier_check=_check_both(g, placing, pid, carrying, carrier, cell),
            ):
                found[cell, pid, x, y, rot] = None
    return tuple(sorted(found, key=_place_order))


def _place_order(spot: Spot) -> tuple[int, ...]:
    return spot[4], spot[3], spot[2]


def _check_both(
    g: State, placing: Placing, pid: int, carrying: Placing, carrier: int, cell: int
) -> Callable[[Any], bool]:
    cells = g.cells
    lay = g.rules.board.layout_of[cell]
    # Masks decide for a piece alone; with its carrier every need is asked.
    needs = [need for _, _, need, _ in placing.needs]
    carrier_needs = [need for _, _, need, _ in carrying.needs]

    def check(trial: Trial) -> bool:
        cells[lay] = trial
        return _every(needs, g, pid) and _every(carrier_needs, g, carrier)

    return check


def any_spot_through(g: State, pid: int | None, carriers: tuple[int, ...]) -> bool:
    """Is there a spot that a carrier reaches?"""
    return bool(spots_through(g, pid, carriers))


# ------------------------------------------------------------------------------------------------------ faces


def spots_showing(g: State, pid: int | None, face: int, cell: int) -> tuple[Spot, ...]:
    """Return where a piece may be placed with a face up; these spots end with the face, which placing turns
    up."""
    if pid is None:
        return ()
    if not g.face:
        return spots(g, pid, cell)
    before = g.face[pid]
    g.face[pid] = face
    try:
        return tuple([(*spot, face) for spot in _spots(g, pid, cell, None)])
    finally:
        g.face[pid] = before


def any_spot_showing(g: State, pid: int | None, face: int, cell: int) -> bool:
    """Is there a spot for a piece with a face up?"""
    if pid is None or not g.face:
        return any_spot(g, pid, cell)
    before = g.face[pid]
    g.face[pid] = face
    try:
        return any_spot(g, pid, cell)
    finally:
        g.face[pid] = before


def refusals(g: State, spot: Spot) -> tuple[str, ...]:
    """Return why a piece may not lie at a spot: the words of the needs that do not hold; () when it may."""
    cell, pid = spot[0], spot[1]
    board = g.rules.board
    placing = board.placing(g, pid, cell)
    if placing is None:
        return ("it does not belong there",)
    layout = g.cells[board.layout_of[cell]]
    try:
        if isinstance(layout, Grid):
            laid: Any = layout.placed(pid, board.widths[pid], spot[2], spot[3])
        else:
            laid = layout.placed(pid, board.proto(g, pid), spot[2], spot[3], spot[4])
    except (ValueError, IndexError) as error:
        return (str(error),)
    with _Laid(g, pid, cell):
        g.cells[board.layout_of[cell]] = laid
        return tuple([words for _, words, need, _ in placing.needs if not need(g, pid)])
