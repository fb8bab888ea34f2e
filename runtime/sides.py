"""Questions about plans and grids in terms of a state: by piece, by side, by region.

A *side* of a state is one number: the zone cell of its plan times :data:`SIDE_SPAN`, plus the side's number
in the plan (see :mod:`.cells`). A *region* is a pair: the zone cell, and its number among the plan's regions
(0 is the outside) or the tuple of the pieces that enclose it. All questions are total: a piece that lies on
no plan has no sides, and none has none.
"""

from __future__ import annotations

from .cells import CELL_MASK, STEP
from .grid import Grid
from .plan import Plan
from .region import OUTER
from .region import Region as Area
from .state import State

__all__ = [
    "SIDE_SPAN",
    "all_joined",
    "any_outer",
    "at_marks",
    "beyond",
    "contacts_between",
    "corner_contacts",
    "corner_mates",
    "grid_column",
    "grid_row",
    "has_feature",
    "is_outer",
    "joined",
    "lies_on",
    "lies_under",
    "neighbours",
    "piece_contacts",
    "piece_sides",
    "piece_sides_with",
    "plan_regions",
    "plan_sides",
    "plan_sides_with",
    "region_border",
    "region_enclosed",
    "region_within",
    "side_covered_by",
    "side_covers",
    "side_edge",
    "side_facing",
    "side_front",
    "side_piece",
    "some_joined",
]

SIDE_BITS = 27
SIDE_SPAN = 1 << SIDE_BITS
"""Sides of the plan of zone cell `c` are the numbers from `c * SIDE_SPAN`."""
_OWN = SIDE_SPAN - 1

Region = tuple[int, int | tuple[int, ...]]
Sides = tuple[int, ...]

# The tables `g.plan_at` and `g.grid_at` give the layout cell of a zone cell, -1 for none. Their last entry
# is -1, so that they can be asked about -1, out of play. These questions come very often: no helper between.


def _plan_at(g: State, cell: int) -> Plan:
    return g.cells[g.plan_at[cell]]


# ----------------------------------------------------------------------------------------------------- pieces


def piece_sides(g: State, pid: int | None) -> Sides:
    """Return the sides of a piece as it lies."""
    if pid is None:
        return ()
    cell = g.where[pid]
    lay = g.plan_at[cell]
    if lay < 0:
        return ()
    plan: Plan = g.cells[lay]
    base = cell << SIDE_BITS
    return tuple([base + side for side in plan.sides_of(pid)])


def piece_sides_with(g: State, pid: int | None, feature: int) -> Sides:
    """Return the sides of a piece that have a feature."""
    if pid is None:
        return ()
    cell = g.where[pid]
    lay = g.plan_at[cell]
    if lay < 0:
        return ()
    plan: Plan = g.cells[lay]
    base = cell << SIDE_BITS
    return tuple([base + side for side in plan.sides_of(pid, feature)])


def contacts_between(g: State, a: int | None, b: int | None) -> Sides:
    """Return the sides of the first piece that face a side of the second."""
    if a is None or b is None:
        return ()
    cell = g.where[a]
    lay = g.plan_at[cell]
    if lay < 0 or g.where[b] != cell:
        return ()
    plan: Plan = g.cells[lay]
    base = cell << SIDE_BITS
    return tuple([base + side for side in plan.contacts(a, b)])


def piece_contacts(g: State, pid: int | None) -> Sides:
    """Return the sides of a piece that face a side of another one."""
    if pid is None:
        return ()
    cell = g.where[pid]
    lay = g.plan_at[cell]
    if lay < 0:
        return ()
    plan: Plan = g.cells[lay]
    base = cell << SIDE_BITS
    return tuple([base + side for side in plan.contacts_of(pid)])


def corner_mates(g: State, pid: int | None) -> tuple[int, ...]:
    """Return the pieces that share the cell of a cut corner with a piece."""
    lay = -1 if pid is None else g.plan_at[g.where[pid]]
    return () if pid is None or lay < 0 else g.cells[lay].corner_mates(pid)


def corner_contacts(g: State, pid: int | None) -> tuple[int, ...]:
    """Return the pieces that touch a piece at a corner only."""
    lay = -1 if pid is None else g.plan_at[g.where[pid]]
    return () if pid is None or lay < 0 else g.cells[lay].corner_touching(pid)


def lies_on(g: State, pid: int | None) -> tuple[int, ...]:
    """Return the pieces that a piece lies over."""
    lay = -1 if pid is None else g.plan_at[g.where[pid]]
    return () if pid is None or lay < 0 else g.cells[lay].lies_on(pid)


def lies_under(g: State, pid: int | None) -> tuple[int, ...]:
    """Return the pieces that lie over a piece."""
    lay = -1 if pid is None else g.plan_at[g.where[pid]]
    return () if pid is None or lay < 0 else g.cells[lay].lies_under(pid)


def joined(g: State, a: int | None, b: int | None, feature: int, other: int) -> bool:
    """Does a side of the first piece with one feature face a side of the second with another?"""
    if a is None or b is None:
        return False
    cell = g.where[a]
    lay = g.plan_at[cell]
    if lay < 0 or g.where[b] != cell:
        return False
    plan: Plan = g.cells[lay]
    return plan.joined(a, b, feature, other)


def some_joined(g: State, pid: int | None, feature: int, other: int) -> bool:
    """Does a side of a piece with one feature face a side with another?"""
    lay = -1 if pid is None else g.plan_at[g.where[pid]]
    return pid is not None and lay >= 0 and g.cells[lay].some_joined(pid, feature, other)


def all_joined(g: State, pid: int | None, feature: int, other: int) -> bool:
    """Does every side of a piece with one feature face a side with another?"""
    lay = -1 if pid is None else g.plan_at[g.where[pid]]
    return pid is None or lay < 0 or g.cells[lay].all_joined(pid, feature, other)


# ------------------------------------------------------------------------------------------------------ sides


def side_piece(g: State, side: int | None) -> int | None:
    """Return the piece a side belongs to."""
    if side is None:
        return None
    plan: Plan = g.cells[g.plan_at[side >> SIDE_BITS]]
    return plan.piece_at(side & _OWN)


def side_edge(g: State, side: int | None) -> int | None:
    """Return the edge of the drawing a side lies on: 0 top, 1 right, 2 bottom, 3 left."""
    if side is None:
        return None
    plan: Plan = g.cells[g.plan_at[side >> SIDE_BITS]]
    return plan.edge(side & _OWN)


def side_facing(g: State, side: int | None) -> int | None:
    """Return the side of another piece at the same place, or None."""
    if side is None:
        return None
    plan: Plan = g.cells[g.plan_at[side >> SIDE_BITS]]
    own = side & _OWN
    facing = plan.facing(own)
    return None if facing is None else side - own + facing


def side_covers(g: State, side: int | None) -> int | None:
    """Return the side beneath, of a piece it lies over, or None."""
    if side is None:
        return None
    plan: Plan = g.cells[g.plan_at[side >> SIDE_BITS]]
    own = side & _OWN
    covered = plan.covers(own)
    return None if covered is None else side - own + covered


def side_covered_by(g: State, side: int | None) -> int | None:
    """Return the piece that lies over a side, or None."""
    if side is None:
        return None
    plan: Plan = g.cells[g.plan_at[side >> SIDE_BITS]]
    return plan.covered_by(side & _OWN)


def side_front(g: State, side: int | None) -> Region | None:
    """Return the empty area before a side, or None where something stands before it."""
    if side is None:
        return None
    cell = side >> SIDE_BITS
    plan: Plan = g.cells[g.plan_at[cell]]
    own = side & _OWN
    if plan.is_outer(own):
        return (cell, 0)
    area = plan.region_of((own >> 2 & CELL_MASK) + STEP[own & 3])
    return None if area is None else (cell, plan.regions().index(area))


def has_feature(g: State, side: int | None, feature: int) -> bool:
    """Does a side have a feature?"""
    if side is None:
        return False
    plan: Plan = g.cells[g.plan_at[side >> SIDE_BITS]]
    return plan.has(side & _OWN, feature)


# ------------------------------------------------------------------------------------------------------ plans


def plan_sides(g: State, cell: int) -> Sides:
    """Return all sides of all pieces on the plan of a zone cell."""
    base = cell << SIDE_BITS
    return tuple([base + side for side in _plan_at(g, cell).sides()])


def plan_sides_with(g: State, cell: int, feature: int) -> Sides:
    """Return the sides on the plan of a zone cell that have a feature."""
    base = cell << SIDE_BITS
    return tuple([base + side for side in _plan_at(g, cell).sides_with(feature)])


def any_outer(g: State, cell: int, feature: int) -> bool:
    """Does a side with a feature look into the area around all pieces?"""
    return _plan_at(g, cell).any_outer(feature)


def plan_regions(g: State, cell: int) -> tuple[Region, ...]:
    """Return the empty areas of the plan of a zone cell, the outside first."""
    return tuple([(cell, number) for number in range(len(_plan_at(g, cell).regions()))])


def region_within(g: State, cell: int, pids: tuple[int, ...]) -> Region | None:
    """Return the area that pieces enclose, or None."""
    plan = _plan_at(g, cell)
    return None if _ring_area(plan, pids) is None else (cell, pids)


def _ring_area(plan: Plan, pids: tuple[int, ...]) -> Area | None:
    memo = plan.memo
    key = ("within", pids)
    if key not in memo:
        memo[key] = plan.region_within(pids)
    found = memo[key]
    return found if isinstance(found, Area) else None


def _area(g: State, region: Region) -> tuple[Plan, Area | None]:
    plan = _plan_at(g, region[0])
    which = region[1]
    if isinstance(which, tuple):
        return plan, _ring_area(plan, which)
    areas = plan.regions()
    return plan, areas[which] if which < len(areas) else None


def is_outer(g: State, region: Region | None) -> bool:
    """Is a region the area around all pieces?"""
    return region is not None and region[1] == 0


def region_enclosed(g: State, region: Region | None) -> bool:
    """Is a region closed in on all sides?"""
    if region is None:
        return False
    _, area = _area(g, region)
    return area is not None and area is not OUTER and area.enclosed


def region_border(g: State, region: Region | None) -> Sides:
    """Return the sides that look into a region."""
    if region is None:
        return ()
    plan, area = _area(g, region)
    base = region[0] << SIDE_BITS
    return () if area is None else tuple([base + side for side in plan.border(area)])


def beyond(g: State, pid: int | None, region: Region | None) -> bool:
    """Does a piece lie outside an area that pieces enclose? No where there is no such area."""
    if pid is None or region is None or g.where[pid] != region[0]:
        return False
    plan, area = _area(g, region)
    return plan.beyond(pid, area)


# ------------------------------------------------------------------------------------------------------ grids

Steps = tuple[tuple[int, int], ...]


def grid_row(g: State, pid: int | None) -> int:
    """Return a piece's row on a grid, 0 for the ground; 0 also where it lies on none."""
    lay = -1 if pid is None else g.grid_at[g.where[pid]]
    return 0 if pid is None or lay < 0 else g.cells[lay].row(pid)


def grid_column(g: State, pid: int | None) -> int:
    """Return the column of a piece's first space; 0 where it lies on no grid."""
    lay = -1 if pid is None else g.grid_at[g.where[pid]]
    return 0 if pid is None or lay < 0 else g.cells[lay].column(pid)


def neighbours(g: State, pid: int | None, marks: tuple[int | None, ...], steps: Steps) -> tuple[int, ...]:
    """Return the pieces one of these steps from any space of a piece.

    `marks` are numbers in `steps`; none among them is skipped.
    """
    lay = -1 if pid is None else g.grid_at[g.where[pid]]
    if pid is None or lay < 0:
        return ()
    grid: Grid = g.cells[lay]
    return grid.neighbours(pid, [steps[mark] for mark in marks if mark is not None])


def at_marks(g: State, pid: int | None, marks: tuple[int | None, ...], steps: Steps) -> tuple[int, ...]:
    """Return the pieces one of these steps from the first space of a piece, each once."""
    lay = -1 if pid is None else g.grid_at[g.where[pid]]
    if pid is None or lay < 0:
        return ()
    grid: Grid = g.cells[lay]
    found = grid.at_offsets(pid, [steps[mark] for mark in marks if mark is not None])
    return tuple(dict.fromkeys(found))
