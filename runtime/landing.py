"""Where pieces may be placed: the search for spots, with the needs of a placing rule asked of each.

A spot is ``(zone cell, piece, x, y, rot)`` on a plan and ``(zone cell, piece, column, row)`` on a grid; on a
plan a sixth number may name the face that is up. While a need is
asked, the state is as if the piece lay there already.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from . import spots as search
from .carried import Carried
from .grid import Grid, GridTrial
from .layout import Need, Placing
from .ops import owner_of_cell
from .pieces import owner
from .plan import Plan
from .state import State, is_many
from .trial import Trial

__all__ = [
    "any_spot",
    "any_spot_on",
    "any_spot_showing",
    "any_spot_showing_through",
    "any_spot_through",
    "refusals",
    "spots",
    "spots_on",
    "spots_showing",
    "spots_showing_through",
    "spots_through",
]

Spot = tuple[int, ...]
Place = tuple[int, ...]
"""A spot without its zone cell and piece."""


_NOTHING_ASKED = search.Terms()


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


class _Shown:
    """Lets a piece show a face for the time of a `with` block."""

    __slots__ = ("before", "face", "faces", "pid")

    def __init__(self, g: State, pid: int, face: int) -> None:
        self.faces = g.face
        self.pid, self.face = pid, face

    def __enter__(self) -> None:
        if self.faces:
            self.before = self.faces[self.pid]
            self.faces[self.pid] = self.face

    def __exit__(self, *_: object) -> None:
        if self.faces:
            self.faces[self.pid] = self.before


class _Check:
    """What a search asks of a trial: do some needs hold of a piece, as if it lay there with a face up?"""

    __slots__ = ("cell", "face", "g", "lay", "needs", "pid")

    def __init__(self, g: State, needs: Sequence[Need], pid: int, face: int, cell: int) -> None:
        self.g = g
        self.needs = needs
        self.pid, self.face = pid, face
        self.cell = cell
        self.lay = g.rules.board.layout_of[cell]

    def __call__(self, trial: Trial | GridTrial) -> bool:
        g, pid, cell, lay = self.g, self.pid, self.cell, self.lay
        cells, where, faces = g.cells, g.where, g.face
        place, lying, layout = where[pid], cells[cell], cells[lay]
        face = faces[pid] if faces else 0
        where[pid] = cell
        cells[cell] = (*lying, pid)
        cells[lay] = trial
        if faces:
            faces[pid] = self.face
        try:
            return _every(self.needs, g, pid)
        finally:
            where[pid] = place
            cells[cell] = lying
            cells[lay] = layout
            if faces:
                faces[pid] = face


def _check(g: State, needs: Sequence[Need], pid: int, face: int, cell: int) -> _Check | None:
    """The check of some needs, None for none."""
    return _Check(g, needs, pid, face, cell) if needs else None


def _partial(g: State, placing: Placing, pid: int, face: int, cell: int) -> search.Partial:
    """The checks that are asked at some places only."""
    return tuple([(scope, _Check(g, needs, pid, face, cell)) for scope, needs in placing.partial])


def _every(needs: Iterable[Need], g: State, pid: int) -> bool:
    # A plain loop: a generator would cost as much as a need.
    holds = True
    for need in needs:
        holds = need(g, pid)
        if not holds:
            break
    return holds


def _places(g: State, pid: int, face: int, cell: int, on: int | None) -> tuple[Place, ...]:
    """Return all places of a piece in a zone cell; () where no placing rule admits it, or it lies there
    already.

    They are kept with the layout where they cannot change while it lives.
    """
    board = g.rules.board
    placing = None if g.where[pid] == cell else board.placing(g, pid, cell)
    if placing is None:
        return ()
    layout: Plan | Grid = g.cells[board.layout_of[cell]]
    numbers = board.numbers[pid]
    if isinstance(layout, Plan) and not len(layout):
        return _first_places(g, pid, face, cell, on, placing, layout)
    if placing.looks_only and numbers and isinstance(layout, Plan):
        number = numbers[face if len(numbers) > 1 else 0]
        key: object = (placing.terms, number, on)
        kept = layout.memo.get(key)
        if not is_many(kept):
            kept = layout.memo[key] = tuple(search.spots(layout, number, placing.terms, on=on))
        return kept
    if not placing.lasting:
        return _all_places(g, pid, face, cell, on, placing, layout)
    key = (placing, board.piece_def[pid], face, on)
    kept = layout.memo.get(key)
    if not is_many(kept):
        kept = layout.memo[key] = _all_places(g, pid, face, cell, on, placing, layout)
    return kept


def _any_place(g: State, pid: int, face: int, cell: int, on: int | None) -> bool:
    """Is there a place? The answer is kept as the places are."""
    board = g.rules.board
    placing = None if g.where[pid] == cell else board.placing(g, pid, cell)
    if placing is None:
        return False
    layout: Plan | Grid = g.cells[board.layout_of[cell]]
    numbers = board.numbers[pid]
    if isinstance(layout, Plan) and not len(layout):
        return bool(_first_places(g, pid, face, cell, on, placing, layout))
    if placing.looks_only and numbers and isinstance(layout, Plan):
        number = numbers[face if len(numbers) > 1 else 0]
        key: object = (placing.terms, number, on)
        kept = layout.memo.get(key)
        if kept is None:
            kept = layout.memo[key] = search.any_spot(layout, number, placing.terms, on=on)
        return bool(kept)
    if not placing.lasting:
        return _has_place(g, pid, face, cell, on, placing, layout)
    key = (placing, board.piece_def[pid], face, on)
    kept = layout.memo.get(key)
    if kept is None:
        kept = layout.memo[key] = _has_place(g, pid, face, cell, on, placing, layout)
    return bool(kept)


def _first_places(
    g: State, pid: int, face: int, cell: int, on: int | None, placing: Placing, layout: Plan
) -> tuple[Place, ...]:
    """Where the first piece of a plan may lie: no masks help there, so every need is asked."""
    numbers = g.rules.board.numbers[pid]
    if not numbers or on is not None:
        return ()
    check = _check(g, [need for _, _, need, _ in placing.needs], pid, face, cell)
    number = numbers[face if len(numbers) > 1 else 0]
    return tuple(search.spots(layout, number, _NOTHING_ASKED, piece=pid, check=check))


def _all_places(
    g: State, pid: int, face: int, cell: int, on: int | None, placing: Placing, layout: Plan | Grid
) -> tuple[Place, ...]:
    board = g.rules.board
    check = _check(g, placing.checks, pid, face, cell)
    if isinstance(layout, Grid):
        return tuple(layout.spots(board.widths[pid], piece=pid, check=check))
    numbers = board.numbers[pid]
    if not numbers:
        return ()
    return tuple(
        search.spots(
            layout,
            numbers[face if len(numbers) > 1 else 0],
            placing.terms,
            piece=pid,
            check=check,
            partial=_partial(g, placing, pid, face, cell),
            on=on,
        )
    )


def _has_place(
    g: State, pid: int, face: int, cell: int, on: int | None, placing: Placing, layout: Plan | Grid
) -> bool:
    board = g.rules.board
    check = _check(g, placing.checks, pid, face, cell)
    if isinstance(layout, Grid):
        return layout.any_spot(board.widths[pid], piece=pid, check=check)
    numbers = board.numbers[pid]
    return bool(numbers) and search.any_spot(
        layout,
        numbers[face if len(numbers) > 1 else 0],
        placing.terms,
        piece=pid,
        check=check,
        partial=_partial(g, placing, pid, face, cell),
        on=on,
    )


def _face(g: State, pid: int) -> int:
    return g.face[pid] if g.face else 0


def _spots(g: State, pid: int | None, cell: int, on: int | None) -> tuple[Spot, ...]:
    if pid is None:
        return ()
    return tuple([(cell, pid, *place) for place in _places(g, pid, _face(g, pid), cell, on)])


def spots(g: State, pid: int | None, cell: int) -> tuple[Spot, ...]:
    """Return where a piece may be placed in a zone cell: every need of its placing holds."""
    return _spots(g, pid, cell, None)


def any_spot(g: State, pid: int | None, cell: int) -> bool:
    """Is there a spot?"""
    return pid is not None and _any_place(g, pid, _face(g, pid), cell, None)


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
    return pid is not None and cell >= 0 and _any_place(g, pid, _face(g, pid), cell, on)


# --------------------------------------------------------------------------------------------------- carriers


def _carried_cell(g: State, pid: int, carriers: tuple[int, ...]) -> int:
    """The zone cell that carriers serve: the one for the piece that belongs to their owner."""
    for placing in g.rules.board.placings:
        if placing.first <= pid < placing.end:
            for cell in range(placing.base, placing.base + placing.count):
                if placing.count == 1 or owner_of_cell(g, cell) == owner(g, carriers[0]):
                    return cell
    return -1


def _searches(
    g: State, pid: int, face: int, carriers: tuple[int, ...]
) -> Iterator[tuple[int, int, Plan, Carried]]:
    """Yield for each carrier of another look: the carrier, its zone cell, what lies there, and the search."""
    board = g.rules.board
    cell = _carried_cell(g, pid, carriers) if carriers else -1
    placing = None if g.where[pid] == cell else board.placing(g, pid, cell)
    layout = g.cells[board.layout_of[cell]] if placing is not None else None
    numbers = board.numbers[pid]
    if placing is None or not isinstance(layout, Plan) or not numbers:
        return
    looks: set[int] = set()
    for carrier in carriers:
        carrying = None if g.where[carrier] == cell else board.placing(g, carrier, cell)
        number = board.proto(g, carrier) if board.numbers[carrier] else -1
        if carrying is None or number < 0 or number in looks:
            continue  # carriers of one look reach the same spots: the first stands for all
        looks.add(number)
        reached = Carried(
            numbers[face if len(numbers) > 1 else 0],
            placing.terms,
            number,
            carrying.terms,
            piece=pid,
            carrier_piece=carrier,
            carrier_check=_check_both(g, placing, pid, carrying, carrier, cell),
        )
        yield carrier, cell, layout, reached


def _spots_through(g: State, pid: int, face: int, carriers: tuple[int, ...]) -> tuple[Spot, ...]:
    """All spots that carriers reach, in the order of other spots."""
    found: dict[Spot, None] = {}
    for carrier, cell, layout, reached in _searches(g, pid, face, carriers):
        with _Shown(g, pid, face), _Laid(g, pid, cell), _Laid(g, carrier, cell):
            for place in reached.spots(layout):
                found[cell, pid, *place] = None
    return tuple(sorted(found, key=_place_order))


def spots_through(g: State, pid: int | None, carriers: tuple[int, ...]) -> tuple[Spot, ...]:
    """Return where a piece may be placed if one of the carriers, laid over it afterwards, joins it.

    The plan is that of the carriers' owner. Which carrier and where is asked when it is laid, see
    :func:`spots_on`.
    """
    return () if pid is None else _spots_through(g, pid, _face(g, pid), carriers)


def spots_showing_through(
    g: State, pid: int | None, face: int, carriers: tuple[int, ...]
) -> tuple[Spot, ...]:
    """The same with a face up; these spots end with the face, as those of :func:`spots_showing` do."""
    if pid is None or not g.face:
        return spots_through(g, pid, carriers)
    return tuple([(*spot, face) for spot in _spots_through(g, pid, face, carriers)])


def _place_order(spot: Spot) -> tuple[int, ...]:
    return spot[4], spot[3], spot[2]


def _check_both(
    g: State, placing: Placing, pid: int, carrying: Placing, carrier: int, cell: int
) -> Callable[[Any], bool]:
    cells = g.cells
    lay = g.rules.board.layout_of[cell]

    def check(trial: Trial) -> bool:
        cells[lay] = trial
        return _every(placing.carried, g, pid) and _every(carrying.carried, g, carrier)

    return check


def any_spot_through(g: State, pid: int | None, carriers: tuple[int, ...]) -> bool:
    """Is there a spot that a carrier reaches?"""
    return pid is not None and any_spot_showing_through(g, pid, _face(g, pid), carriers)


def any_spot_showing_through(g: State, pid: int | None, face: int, carriers: tuple[int, ...]) -> bool:
    """Is there a spot that a carrier reaches for a piece with a face up?"""
    if pid is None:
        return False
    for carrier, cell, layout, reached in _searches(g, pid, face, carriers):
        with _Shown(g, pid, face), _Laid(g, pid, cell), _Laid(g, carrier, cell):
            if next(reached.spots(layout), None) is not None:
                return True
    return False


# ------------------------------------------------------------------------------------------------------ faces


def spots_showing(g: State, pid: int | None, face: int, cell: int) -> tuple[Spot, ...]:
    """Return where a piece may be placed with a face up; these spots end with the face, which placing turns
    up."""
    if pid is None:
        return ()
    if not g.face:
        return spots(g, pid, cell)
    places = _places(g, pid, face, cell, None)
    if g.plan_at[cell] >= 0:
        return tuple([(cell, pid, x, y, rot, face) for x, y, rot in places])
    return tuple([(cell, pid, *place, face) for place in places])


def any_spot_showing(g: State, pid: int | None, face: int, cell: int) -> bool:
    """Is there a spot for a piece with a face up?"""
    return pid is not None and _any_place(g, pid, face if g.face else 0, cell, None)


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
