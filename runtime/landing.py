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
from .layout import Need, PartialNeeds, Placing
from .ops import owner_of_cell
from .pieces import owner
from .plan import Plan
from .reached import ALL, Refused
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


def _partial(g: State, needs: Sequence[PartialNeeds], pid: int, face: int, cell: int) -> search.Partial:
    """The checks that are asked at some places only."""
    return tuple([(scope, _Check(g, asked, pid, face, cell)) for scope, asked, _ in needs])


_Asked = tuple[tuple[Need, ...], tuple[PartialNeeds, ...], Refused]
"""Needs that are asked of every place, those that are asked of some, and what masks refuse."""


def _asked(g: State, placing: Placing, pid: int, cell: int, plan: Plan, number: int) -> _Asked:
    """What a search has to ask."""
    if not placing.partial:
        return placing.checks, (), ()
    checks = placing.checks
    asked: list[PartialNeeds] = []
    refused: Refused = ()
    turn = plan.catalog[number].turns[0]
    for need in placing.partial:
        scope, needs, refuse = need
        groups, where = None, ALL
        if refuse is not None and not turn.shape.over:
            if scope == search.EVERYWHERE or plan.is_faced(scope):
                groups = refuse(g, cell, pid)
            elif not turn.sides(scope) and plan.is_level(scope):
                where = scope
                groups = refuse(g, cell, pid)
        if groups is not None:
            refused += tuple([(where, group) for group in groups])
        elif scope == search.EVERYWHERE:
            checks += needs
        else:
            asked.append(need)
    return checks, tuple(asked), refused


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
    if isinstance(layout, Grid):
        return _places_on_grid(g, pid, face, cell, placing, layout)
    numbers = board.numbers[pid]
    if not numbers:
        return ()
    if not len(layout):
        return _first_places(g, pid, face, cell, on, placing, layout)
    number = numbers[face if len(numbers) > 1 else 0]
    checks, asked, refused = _asked(g, placing, pid, cell, layout, number)
    key: object = None
    if not checks and not asked:
        key = (placing.terms, number, on, refused)
    elif (told := placing.told(g)) is not None:
        key = (placing, pid if told else ~board.piece_def[pid], face, on, told)
    kept = layout.memo.get(key)
    if is_many(kept):
        return kept
    found = search.spots(
        layout,
        number,
        placing.terms,
        piece=pid,
        check=_check(g, checks, pid, face, cell),
        partial=_partial(g, asked, pid, face, cell),
        on=on,
        refused=refused,
    )
    kept = tuple(found)
    if key is not None:
        layout.memo[key] = kept
    return kept


def _any_place(g: State, pid: int, face: int, cell: int, on: int | None) -> bool:
    """Is there a place? The answer is kept as the places are."""
    board = g.rules.board
    placing = None if g.where[pid] == cell else board.placing(g, pid, cell)
    if placing is None:
        return False
    layout: Plan | Grid = g.cells[board.layout_of[cell]]
    if isinstance(layout, Grid):
        return bool(_places_on_grid(g, pid, face, cell, placing, layout))
    numbers = board.numbers[pid]
    if not numbers:
        return False
    if not len(layout):
        return bool(_first_places(g, pid, face, cell, on, placing, layout))
    number = numbers[face if len(numbers) > 1 else 0]
    checks, asked, refused = placing.checks, (), ()
    if placing.partial:
        checks, asked, refused = _asked(g, placing, pid, cell, layout, number)
    scopes = tuple([scope for scope, _, _ in asked]) if asked else ()
    key: object = None
    if not checks:
        # What masks can tell without asking holds for every piece of this look.
        key = ("any", placing.terms, number, on, refused, scopes)
        kept = layout.memo.get(key)
        if kept is None and on is None and len(layout):
            kept = search.any_spot_by_masks(layout, number, placing.terms, scopes, refused)
            if kept is not None:
                layout.memo[key] = kept
        if kept is not None:
            return bool(kept)
    if asked or checks:
        told = placing.told(g)
        key = None
        if told is not None:
            key = ("any", placing, pid if told else ~board.piece_def[pid], face, on, told)
            kept = layout.memo.get(key)
            if kept is not None:
                return bool(kept)
    found = search.any_spot(
        layout,
        number,
        placing.terms,
        piece=pid,
        check=_check(g, checks, pid, face, cell),
        partial=_partial(g, asked, pid, face, cell),
        on=on,
        refused=refused,
    )
    if key is not None:
        layout.memo[key] = found
    return found


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


def _places_on_grid(
    g: State, pid: int, face: int, cell: int, placing: Placing, layout: Grid
) -> tuple[Place, ...]:
    """All places on a grid."""
    told = placing.told(g)
    key = (placing, pid if told else ~g.rules.board.piece_def[pid], face, told)
    kept = layout.memo.get(key) if told is not None else None
    if is_many(kept):
        return kept
    check = _check(g, placing.checks, pid, face, cell)
    kept = tuple(layout.spots(g.rules.board.widths[pid], piece=pid, check=check))
    if told is not None:
        layout.memo[key] = kept
    return kept


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


def _kept_through(g: State, pid: int, face: int, carriers: tuple[int, ...]) -> tuple[Plan, object] | None:
    """Where the answer of a search through carriers is kept, and under which key; None where it cannot be."""
    board = g.rules.board
    cell = _carried_cell(g, pid, carriers) if carriers else -1
    if cell < 0:
        return None
    told: list[object] = []
    for piece in (pid, *carriers):
        placing = board.placing(g, piece, cell)
        known = None if placing is None else placing.told(g)
        if known is None:
            return None
        told.append((placing, known))
    layout = g.cells[board.layout_of[cell]]
    faces = tuple([g.face[carrier] for carrier in carriers]) if g.face else ()
    key = (pid, face, carriers, faces, g.where[pid] == cell, tuple(told))
    return (layout, key) if isinstance(layout, Plan) else None


def _spots_through(g: State, pid: int, face: int, carriers: tuple[int, ...]) -> tuple[Spot, ...]:
    """All spots that carriers reach, in the order of other spots."""
    kept = _kept_through(g, pid, face, carriers)
    if kept is None:
        return _find_through(g, pid, face, carriers)
    layout, key = kept
    found = layout.memo.get(("all", key))
    if not is_many(found):
        found = layout.memo["all", key] = _find_through(g, pid, face, carriers)
    return found


def _find_through(g: State, pid: int, face: int, carriers: tuple[int, ...]) -> tuple[Spot, ...]:
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
    kept = _kept_through(g, pid, face, carriers)
    if kept is None:
        return _is_through(g, pid, face, carriers)
    layout, key = kept
    known = layout.memo.get(("any", key))
    if known is None:
        found = layout.memo.get(("all", key))
        known = bool(found) if is_many(found) else _is_through(g, pid, face, carriers)
        layout.memo["any", key] = known
    return bool(known)


def _is_through(g: State, pid: int, face: int, carriers: tuple[int, ...]) -> bool:
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
