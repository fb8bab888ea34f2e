"""Spots that a carrier reaches: a piece that joins nothing itself, but for another that lies over both.

The carrier has over cells, its ends: some cover sides of the new piece, all others cover sides of pieces that
are in the plan. How a carrier can lie over a piece depends on the two alone; these *joints* are worked out
once. Each of them then gives its spots by one shift for each end that is left.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from .cells import CELL_MASK, OVER, ROW
from .masks import Masks, empty_masks
from .plan import Plan
from .proto import Proto, ProtoTurn
from .spots import Check, Shifts, Spot, Terms, covering_shifts
from .trial import Trial
from .window import bits_of

__all__ = ["Carried", "spots_through"]


class Joint(NamedTuple):
    """A way in which a carrier lies over a piece: what is left for it to do in the plan.

    ``rot`` are the carrier's quarter turns, ``dx`` and ``dy`` lead from the piece's box to its box. ``ends``
    has the shifts of each side that must cover one in the plan (see :func:`~.spots.covering_shifts`),
    ``overs`` the shifts of the over cells that must lie on something there; there is at least one.
    """

    rot: int
    dx: int
    dy: int
    ends: tuple[Shifts, ...]
    overs: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Carried:
    """A search: what is to be placed, and what is to carry it.

    ``terms`` are those of the new piece, but its ``pairs`` are left aside: instead a side with the second
    feature of a pair of ``carrier_terms.covers`` must be covered by the carrier. ``check`` decides about the
    new piece before the carrier lies, ``carrier_check`` when both do. Ways out (``outer``) are looked for
    with both on.
    """

    number: int
    terms: Terms
    carrier: int
    carrier_terms: Terms
    piece: int = -1
    carrier_piece: int = -2
    check: Check | None = None
    carrier_check: Check | None = None

    def spots(self, plan: Plan) -> Iterator[Spot]:
        """Yield the spots of the piece that the carrier can join to the plan, each once, in any order."""
        known: dict[Spot, bool] = {}
        trial: Trial | None = None
        for spot, way in self._pairs(plan):
            if spot in known:
                continue
            trial = trial or plan.trial()
            trial.put(self.piece, self.number, *spot)
            if self.check is not None and not self.check(trial):
                known[spot] = False
            elif self._spans(trial, way):
                known[spot] = True
            trial.take()
            if known.get(spot):
                yield spot

    def _spans(self, trial: Trial, way: Spot) -> bool:
        """Tell whether the carrier may lie there too."""
        trial.put(self.carrier_piece, self.carrier, *way)
        outer = {self.terms.outer, self.carrier_terms.outer}
        good = all(feature is None or trial.any_outer(feature) for feature in outer)
        good = good and (self.carrier_check is None or self.carrier_check(trial))
        trial.take()
        return good

    def _pairs(self, plan: Plan) -> Iterator[tuple[Spot, Spot]]:
        """Yield spots of the piece, each with one of the carrier, as far as the terms tell."""
        if not len(plan):
            return
        bridge = plan.catalog[self.carrier]
        masks = _with_space(plan.masks, bridge.reach)
        window = masks.window
        left, top, stride = window.left, window.top, window.stride
        recipes = self.carrier_terms.recipes(bridge, stride)
        bridges = {recipe.rot: recipe.allowed(masks, window.all, masks.fronts) for recipe in recipes}
        mine = self.terms.recipes(plan.catalog[self.number], stride)
        for recipe, joints in zip(mine, self._joints(plan, stride), strict=True):
            free = recipe.allowed(masks, window.all, masks.fronts) if joints else 0
            for joint in joints:
                anchors = _spanning(masks, joint, bridges[joint.rot])
                both = free & _moved(anchors, joint.dy * stride + joint.dx)
                for bit in bits_of(both):
                    x, y = bit % stride + left, bit // stride + top
                    yield (x, y, recipe.rot), (x + joint.dx, y + joint.dy, joint.rot)

    def _joints(self, plan: Plan, stride: int) -> tuple[tuple[Joint, ...], ...]:
        """The joints for each rotation of the piece; they are kept with the carrier's terms."""
        proto, bridge = plan.catalog[self.number], plan.catalog[self.carrier]
        kept = self.carrier_terms.joints
        key = (self.terms, proto, bridge, stride)
        known = kept.get(key)
        if known is None:
            found = _find_joints(proto, self.terms, bridge, self.carrier_terms, stride)
            known = kept[key] = found
        return known


def spots_through(plan: Plan, search: Carried) -> list[Spot]:
    """Return what a search finds, in the order of :func:`~.spots.spots`."""
    return sorted(search.spots(plan), key=lambda spot: (spot[2], spot[1], spot[0]))


def _with_space(masks: Masks, reach: int) -> Masks:
    """Masks over a window in which a piece fits on the far side of a carrier, wherever that lies."""
    box = masks.box
    if box is None:
        return masks
    return masks.holding((box[0] - reach, box[1] - reach, box[2] + reach, box[3] + reach))


def _spanning(masks: Masks, joint: Joint, anchors: int) -> int:
    """Those of the carrier's first cells at which its ends that are left lie as they must."""
    for shift in joint.overs:
        anchors &= _moved(masks.open_to_over(), shift)
    for end in joint.ends:
        below = 0
        for key, shift in end:
            below |= _moved(masks.fronts.get(key, 0), shift)
        anchors &= below
    return anchors


def _moved(mask: int, shift: int) -> int:
    return mask >> shift if shift >= 0 else mask << -shift


# ----------------------------------------------------------------------------------------------------- joints


def _find_joints(
    proto: Proto, terms: Terms, bridge: Proto, bridge_terms: Terms, stride: int
) -> tuple[tuple[Joint, ...], ...]:
    """For each rotation of a piece the joints that neither it nor the carrier forbids."""
    empty = empty_masks(max(proto.reach, bridge.reach))
    beside = {rot: empty.added(bridge.turns[rot], 0, 0) for rot in bridge.rotations}
    found: list[tuple[Joint, ...]] = []
    for rot in proto.rotations:
        turn, alone = proto.turns[rot], empty.added(proto.turns[rot], 0, 0)
        joints: dict[Joint, None] = {}
        for way in bridge.rotations:
            for dx, dy in _offsets(turn, bridge.turns[way], bridge_terms):
                if not _allows(bridge_terms, bridge, way, alone, dx, dy):
                    continue
                if not _allows(terms, proto, rot, beside[way], -dx, -dy):
                    continue
                joint = _joint(turn, bridge.turns[way], dx, dy, bridge_terms, stride)
                if joint is not None:
                    joints[joint] = None
        found.append(tuple(joints))
    return tuple(found)


def _allows(terms: Terms, proto: Proto, rot: int, masks: Masks, x: int, y: int) -> bool:
    """Tell whether nothing of these masks is in the way of a turned proto at a place."""
    window = masks.window
    recipe = terms.recipes(proto, window.stride)[proto.rotations.index(rot)]
    here = 1 << (y - window.top) * window.stride + x - window.left
    return recipe.allowed(masks, here, masks.fronts) != 0


def _offsets(turn: ProtoTurn, way: ProtoTurn, terms: Terms) -> Iterator[tuple[int, int]]:
    """Yield where the carrier's box lies, seen from the piece's, when an end covers a side of the piece."""
    seen: set[tuple[int, int]] = set()
    for end, under in terms.covers:
        for side in way.sides(end):
            edges = _edges_on(way, side)
            x, y = _place(side)
            for covered in turn.sides(under):
                if covered & OVER or covered & 3 not in edges:
                    continue
                left, top = _place(covered)
                offset = (left - x, top - y)
                if offset not in seen:
                    seen.add(offset)
                    yield offset


def _joint(turn: ProtoTurn, way: ProtoTurn, dx: int, dy: int, terms: Terms, stride: int) -> Joint | None:
    """The joint of a carrier that lies there; None if an end on the piece covers no side as it must, or if
    nothing of it is left for the plan."""
    full = set(turn.shape.full)
    overs = [(x, y) for x, y in way.shape.over if (x + dx, y + dy) not in full]
    ends: list[Shifts] = []
    for end, under in terms.covers:
        below = {(*_place(side), side & 3) for side in turn.sides(under) if not side & OVER}
        for side in way.sides(end):
            x, y = _place(side)
            if (x, y) in overs:
                ends.append(covering_shifts(side, under, way, stride))
            elif not any((x + dx, y + dy, edge) in below for edge in _edges_on(way, side)):
                return None
    shifts = tuple([y * stride + x for x, y in overs])
    return Joint(way.rot, dx, dy, tuple(ends), shifts) if overs else None


def _edges_on(way: ProtoTurn, side: int) -> frozenset[int]:
    """The edges of a side's cell towards cells of the same piece."""
    own = {*way.shape.full, *way.shape.over}
    x, y = _place(side)
    return frozenset(
        edge for edge, (dx, dy) in enumerate(((0, -1), (1, 0), (0, 1), (-1, 0))) if (x + dx, y + dy) in own
    )


def _place(side: int) -> tuple[int, int]:
    """Column and row, in the box of its proto, of the cell of a relative side."""
    y, x = divmod(side >> 2 & CELL_MASK, ROW)
    return x, y
