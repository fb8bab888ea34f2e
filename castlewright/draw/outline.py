"""Outlines of pieces made of cells, some of them with a corner missing.

Points are in cells, `y` downwards. A loop runs clockwise around what it encloses (and the other way
round a hole), so that the inside always lies to the right of the way.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .markup import number

Point = tuple[int, int]
Vector = tuple[float, float]
_CORNERS = ("nw", "ne", "se", "sw")


@dataclass(frozen=True, slots=True)
class Step:
    """One stretch of an outline, straight or a quarter of a circle of radius one cell."""

    start: Point
    end: Point
    arc: bool = False
    missing: str = ""  # of a cut: the corner it leaves out

    @property
    def way_out(self) -> Vector:
        """Unit direction at the start."""
        return self._tangent(first=True)

    @property
    def way_in(self) -> Vector:
        """Unit direction at the end."""
        return self._tangent(first=False)

    def _tangent(self, *, first: bool) -> Vector:
        dx, dy = self.end[0] - self.start[0], self.end[1] - self.start[1]
        if self.arc:
            # A quarter circle that bulges towards the missing corner leaves along one axis and
            # arrives along the other; which is first follows from the corner.
            vertical_first = self.missing in ("nw", "se")
            return (0.0, float(dy)) if vertical_first == first else (float(dx), 0.0)
        length = math.hypot(dx, dy)
        return (dx / length, dy / length)


def _corner_points(x: int, y: int) -> list[Point]:
    return [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)]


def _steps(cells: Iterable[Sequence[int]], cuts: Iterable[Sequence[int | str]]) -> list[Step]:
    steps: list[Step] = []
    for cell in cells:
        points = _corner_points(cell[0], cell[1])
        steps += [Step(points[n], points[(n + 1) % 4]) for n in range(4)]
    for cut in cuts:
        missing = str(cut[2])
        points = _corner_points(int(cut[0]), int(cut[1]))
        gone = _CORNERS.index(missing)
        around = [points[(gone + n) % 4] for n in (1, 2, 3)]
        arc = len(cut) > 3 and cut[3] == "arc"
        steps += [
            Step(around[0], around[1]),
            Step(around[1], around[2]),
            Step(around[2], around[0], arc, missing),
        ]
    return steps


def trace(cells: Iterable[Sequence[int]], cuts: Iterable[Sequence[int | str]] = ()) -> list[list[Step]]:
    """The loops of an outline, straight runs merged; the one with the topmost left point first."""
    steps = {(step.start, step.end): step for step in _steps(cells, cuts)}
    border = [step for (start, end), step in steps.items() if (end, start) not in steps]
    leaving: defaultdict[Point, list[Step]] = defaultdict(list)
    for step in border:
        leaving[step.start].append(step)
    loops: list[list[Step]] = []
    for first in sorted(border, key=lambda step: (step.start[1], step.start[0], step.end)):
        if first not in leaving[first.start]:
            continue
        loop = [first]
        leaving[first.start].remove(first)
        while loop[-1].end != first.start:
            choices = leaving[loop[-1].end]
            step = max(choices, key=lambda choice: _turn(loop[-1].way_in, choice.way_out))
            choices.remove(step)
            loop.append(step)
        loops.append(_merged(loop))
    return loops


def _turn(before: Vector, after: Vector) -> float:
    """How far right the way turns, in radians; the rightmost keeps two parts that touch apart."""
    cross = before[0] * after[1] - before[1] * after[0]
    dot = before[0] * after[0] + before[1] * after[1]
    return math.atan2(cross, dot)


def _merged(loop: list[Step]) -> list[Step]:
    merged: list[Step] = []
    for step in loop:
        if merged and _straight_on(merged[-1], step):
            merged[-1] = Step(merged[-1].start, step.end)
        else:
            merged.append(step)
    if len(merged) > 1 and _straight_on(merged[-1], merged[0]):
        merged[0] = Step(merged.pop().start, merged[0].end)
    return merged


def _straight_on(before: Step, after: Step) -> bool:
    return not before.arc and not after.arc and _turn(before.way_in, after.way_out) == 0.0


def box_of(
    cells: Iterable[Sequence[int]], cuts: Iterable[Sequence[int | str]] = ()
) -> tuple[int, int, int, int]:
    """Left, top, right, bottom of all cells, in cells; 0, 0, 0, 0 of none."""
    xs: list[int] = []
    ys: list[int] = []
    for place in (*cells, *cuts):
        xs.append(int(place[0]))
        ys.append(int(place[1]))
    return (min(xs), min(ys), max(xs) + 1, max(ys) + 1) if xs else (0, 0, 0, 0)


def is_circle(cells: Sequence[Sequence[int]], cuts: Sequence[Sequence[int | str]]) -> bool:
    """A square box whose four corner cells, and no others, are cut by arcs, is drawn as a circle."""
    left, top, right, bottom = box_of(cells, cuts)
    side = right - left
    if side != bottom - top or side < 2 or len(cells) != side * side - 4:
        return False
    corners = {
        (left, top, "nw", "arc"),
        (right - 1, top, "ne", "arc"),
        (right - 1, bottom - 1, "se", "arc"),
        (left, bottom - 1, "sw", "arc"),
    }
    return {tuple(cut) for cut in cuts} == corners


def path_of(loops: Iterable[Sequence[Step]], unit: float, inset: float) -> str:
    """SVG path data of loops, in units of `unit` a cell, moved inwards by `inset`."""
    return "".join(_loop_path(loop, unit, inset) for loop in loops)


def _loop_path(loop: Sequence[Step], unit: float, inset: float) -> str:
    corners = [
        _inner_corner(loop[n - 1].way_in, step.way_out, step.start, unit, inset)
        for n, step in enumerate(loop)
    ]
    parts = [f"M{number(corners[0][0])} {number(corners[0][1])}"]
    for n, step in enumerate(loop):
        x, y = corners[(n + 1) % len(corners)]
        if step.arc:
            radius = number(unit - inset)
            parts.append(f"A{radius} {radius} 0 0 1 {number(x)} {number(y)}")
        else:
            parts.append(f"L{number(x)} {number(y)}")
    return "".join(parts) + "z"


def _inner_corner(before: Vector, after: Vector, at: Point, unit: float, inset: float) -> Vector:
    """Where two neighbouring stretches meet once both have moved to their right by `inset`."""
    x, y = at[0] * unit, at[1] * unit
    cross = before[0] * after[1] - before[1] * after[0]
    normal_before = (-before[1], before[0])
    normal_after = (-after[1], after[0])
    if abs(cross) < 1e-9:
        return (x + normal_before[0] * inset, y + normal_before[1] * inset)
    # p + before * t lies on both moved lines; see the offset of polygons with mitred corners.
    dx, dy = normal_after[0] - normal_before[0], normal_after[1] - normal_before[1]
    t = (dx * after[1] - dy * after[0]) / cross
    return (
        x + inset * (normal_before[0] + before[0] * t),
        y + inset * (normal_before[1] + before[1] * t),
    )


def largest_rectangle(cells: Sequence[Sequence[int]]) -> tuple[int, int, int, int]:
    """The rectangle of full cells that gives a label most room: left, top, right, bottom.

    Area counts, and width before height where areas are near, because text is wide.
    """
    full = {(cell[0], cell[1]) for cell in cells}
    best, best_worth = (0, 0, 0, 0), -1.0
    for left, top in sorted(full, key=lambda cell: (cell[1], cell[0])):
        widest = 0
        while (left + widest, top) in full:
            widest += 1
        bottom = top
        while widest and (left, bottom) in full:
            run = 0
            while run < widest and (left + run, bottom) in full:
                run += 1
            widest, bottom = run, bottom + 1
            wide, high = widest, bottom - top
            worth = wide * high + 0.6 * min(wide, 5) + 0.3 * min(high, 3)
            if worth > best_worth:
                best, best_worth = (left, top, left + wide, bottom), worth
    return best
