"""Spots that a carrier reaches: a piece that joins nothing itself, but for another that lies over both.

The carrier has over cells, its ends: one end covers a side of the new piece, all others cover sides of pieces
that are in the plan. The new piece goes first, the carrier after it.
"""

from __future__ import annotations

from .plan import Plan
from .proto import ProtoTurn
from .spots import Check, Spot, Terms, covering_shifts, iter_spots
from .trial import Trial

__all__ = ["spots_through"]

# No proto prints this feature; it marks the cells where the new piece's sides could be reached.
_REACHED = 63


def spots_through(
    plan: Plan,
    number: int,
    terms: Terms,
    carrier: int,
    carrier_terms: Terms,
    *,
    piece: int = -1,
    carrier_piece: int = -2,
    check: Check | None = None,
    carrier_check: Check | None = None,
) -> list[Spot]:
    """Return the spots of proto ``number`` that proto ``carrier`` can join to the plan.

    ``terms`` are those of the new piece, but its ``pairs`` are left aside: instead a side with the second
    feature of a pair of ``carrier_terms.covers`` must be covered by the carrier. ``check`` decides about the
    new piece before the carrier lies, ``carrier_check`` when both do; the carrier's own spots then are those
    of :func:`~.spots.spots` with ``on`` the new piece.
    """
    if not len(plan):
        return []
    reached = Terms(
        [(under, _REACHED) for _, under in carrier_terms.covers],
        bars=terms.bars,
        keep_off=terms.keep_off,
        outer=terms.outer,
    )
    extra: dict[int, int] = {}
    stride = plan.masks.window.stride
    bridge = plan.catalog[carrier]
    for rot in bridge.rotations:
        turn = bridge.turns[rot]
        for end, under in carrier_terms.covers:
            for side in turn.sides(end):
                _add_reached(
                    extra, plan, carrier_terms, turn, side, covering_shifts(side, under, turn, stride)
                )

    def spans(trial: Trial) -> bool:
        # Both ends on the new piece would join nothing.
        return len(trial.lies_on(carrier_piece)) > 1 and (carrier_check is None or carrier_check(trial))

    def joined(trial: Trial) -> bool:
        if check is not None and not check(trial):
            return False
        bridges = iter_spots(trial, carrier, carrier_terms, piece=carrier_piece, check=spans, on=piece)
        return next(bridges, None) is not None

    return list(iter_spots(plan, number, reached, piece=piece, check=joined, extra=extra)) if extra else []


def _add_reached(
    extra: dict[int, int],
    plan: Plan,
    terms: Terms,
    turn: ProtoTurn,
    free_side: int,
    free_shifts: tuple[tuple[int, int], ...],
) -> None:
    """Add the cells beneath the end of ``free_side`` wherever the carrier's other ends cover sides."""
    masks = plan.masks
    stride = masks.window.stride
    anchors = masks.window.all
    for end, under in terms.covers:
        for side in turn.sides(end):
            if side == free_side:
                continue
            below = 0
            for key, shift in covering_shifts(side, under, turn, stride):
                front = masks.front(key)
                below |= front >> shift if shift >= 0 else front << -shift
            anchors &= below
    for x, y, width, height in turn.shape.rectangles:
        anchors &= masks.open_to_full(terms.keep_off, width, height) >> y * stride + x
    if not anchors:
        return
    for key, shift in free_shifts:
        edge = key & 3
        # The shift leads to the carrier's next cell; the end's own cell is one step back from there.
        own = shift - (-stride, 1, stride, -1)[edge]
        place = _REACHED * 4 + (edge ^ 2)
        extra[place] = extra.get(place, 0) | anchors << own
