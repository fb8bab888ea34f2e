"""Trials: plans on which pieces are put for a while, to ask what would hold if they lay there."""

from __future__ import annotations

from .cells import BACK, CELL_MASK, OVER, STEP
from .plan import Placed, Plan, PlanError
from .rays import boxes_overlap, ray_box

__all__ = ["Trial"]


class Trial(Plan):
    """A copy of a plan that answers every question as if the pieces put on it were placed.

    Get one from :meth:`~.plan.Plan.trial`; the plan itself is never touched. Not to be kept: a trial changes.

    Putting a piece on costs next to nothing. The questions that rules ask about each candidate (``facing``,
    ``has``, ``features``, ``piece_at``, ``piece_in``, ``sides_of``, ``sides_with``, ``contacts_of``,
    ``edge``, ``is_outer``, ``any_outer``, what lies over what, ``corner_mates`` of the new piece) read the
    new pieces beside
    the plan's dictionaries; the first other question writes the pieces into copies of these, which taking
    them off undoes.
    """

    __slots__ = ("_base", "_before", "_entries", "_layered", "_settled", "_shares")

    def __init__(self, plan: Plan) -> None:
        plan._settle()
        self.catalog = plan.catalog
        self.placements = plan.placements
        self._placed = plan._placed.copy()
        # No spot is kept here: pieces come and go.
        self._boxes = ()
        self._known_spots = {}
        # The plan's own dictionaries, to be read only, until the first question that needs copies.
        self._shares = True
        self._owners = plan._owners
        self._over = plan._over
        self._cut_owners = plan._cut_owners
        self._features = plan._features
        self._by_feature = plan._by_feature
        self._ray_hints = {}
        self._base = plan
        self._masks = plan.masks
        self._pending = ()
        self.memo = {}
        self._forget()
        self._entries: list[Placed] = []
        # How many of the entries are written into the dictionaries, and what sides their features had before.
        self._settled = 0
        self._before: list[dict[int, tuple[int, ...]]] = []
        # Whether anything lies over anything else.
        self._layered = bool(plan._over)

    # -- putting and taking --------------------------------------------------------------------------------

    def put(self, piece: int, number: int, x: int, y: int, rot: int) -> None:
        """Put a piece on, last of all; overlap is not looked for. Arguments as for ``placed``.

        Raises :class:`~.plan.PlanError` when the piece is there already.
        """
        if piece in self._placed:
            raise PlanError(f"piece {piece} is in the plan already")
        entry = Placed(piece, number, self.catalog[number], x, y, rot)
        self._placed[piece] = entry
        self._entries.append(entry)
        self.placements = (*self.placements, (piece, number, x, y, rot))
        self._layered = self._layered or bool(entry.turn.shape.over)
        self._refresh()

    def take(self) -> None:
        """Take off the piece put on last. Raises :class:`~.plan.PlanError` when none is left to take."""
        if not self._entries:
            raise PlanError("no piece was put on this trial")
        entry = self._entries.pop()
        if self._settled > len(self._entries):
            self._leave(entry)
        del self._placed[entry.piece]
        self.placements = self.placements[:-1]
        self._layered = bool(self._base._over) or any(entry.turn.shape.over for entry in self._entries)
        self._refresh()

    def _refresh(self) -> None:
        self.memo = {}
        self._forget()
        self._masks = self._base.masks
        self._pending = tuple(self._entries)

    def _settle(self) -> None:
        if self._settled == len(self._entries):
            return
        if self._shares:
            self._shares = False
            self._owners = self._owners.copy()
            self._over = self._over.copy()
            self._cut_owners = self._cut_owners.copy()
            self._features = self._features.copy()
            self._by_feature = self._by_feature.copy()
        for entry in self._entries[self._settled :]:
            self._before.append(
                {feature: self._by_feature.get(feature, ()) for feature in entry.turn.by_feature}
            )
            self._enter(entry)
        self._settled = len(self._entries)

    def _leave(self, entry: Placed) -> None:
        """Take the piece written last out of the dictionaries again."""
        base = entry.base
        shape = entry.turn.shape
        for cell in entry.cells:
            del self._owners[cell]
        for cell in shape.over_cells:
            del self._over[base + cell]
        for cell in shape.cut_cells:
            cell += base
            rest = self._cut_owners[cell][:-1]
            if rest:
                self._cut_owners[cell] = rest
            else:
                del self._cut_owners[cell]
        base *= 4
        for side, _ in entry.turn.features:
            del self._features[base + side]
        self._by_feature.update(self._before.pop())
        self._settled -= 1

    # -- questions answered without writing ----------------------------------------------------------------

    def facing(self, side: int) -> int | None:
        """As for plans."""
        if self._layered:
            return self._facing_in_layers(side)
        edge = side & 3
        beyond = (side >> 2) + STEP[edge]
        if beyond in self._owners:
            return side + BACK[edge]
        for entry in self._entries:
            if beyond - entry.base in entry.turn.shape.cell_set:
                return side + BACK[edge]
        return None

    def tried_on(self) -> Plan | None:
        """As for plans."""
        return self._base

    def _in_layers(self) -> bool:
        return self._layered

    def features(self, side: int) -> int:
        """As for plans."""
        bits = self._features.get(side, 0)
        if not bits:
            for entry in self._entries:
                bits |= entry.turn.bits.get(side - entry.base * 4, 0)
        return bits

    def has(self, side: int, feature: int) -> bool:
        """As for plans."""
        return self.features(side) >> feature & 1 == 1

    def piece_in(self, cell: int) -> int | None:
        """As for plans."""
        piece = self._owners.get(cell)
        if piece is None:
            for entry in self._entries:
                if cell - entry.base in entry.turn.shape.cell_set:
                    return entry.piece
        return piece

    def piece_over(self, cell: int) -> int | None:
        """As for plans."""
        piece = self._over.get(cell)
        if piece is None:
            for entry in self._entries[self._settled :]:
                if cell - entry.base in entry.turn.shape.over_cells:
                    return entry.piece
        return piece

    def piece_at(self, side: int) -> int:
        """As for plans."""
        piece = self.piece_over(side >> 2 & CELL_MASK) if side & OVER else self.piece_in(side >> 2)
        if piece is None:
            raise PlanError(f"there is no piece at side {side}")
        return piece

    def sides_with(self, feature: int) -> tuple[int, ...]:
        """As for plans."""
        sides = self._by_feature.get(feature, ())
        for entry in self._entries[self._settled :]:
            sides += self.sides_of(entry.piece, feature)
        return sides

    def corner_mates(self, piece: int) -> tuple[int, ...]:
        """As for plans."""
        if len(self._entries) != 1 or self._entries[0].piece != piece or self._settled:
            return super().corner_mates(piece)
        entry = self._entries[0]
        base = entry.base
        found: set[int] = set()
        for cell in entry.turn.shape.cut_cells:
            found.update(self._cut_owners.get(base + cell, ()))
        return tuple([other for other in self._placed if other in found]) if found else ()

    def is_outer(self, side: int) -> bool:
        """As for plans; quick when the way straight out is free."""
        cell = (side >> 2 & CELL_MASK) + STEP[side & 3]
        masks = self._base.masks
        # A new piece may lie beyond the window of the plan.
        if masks.window.has(cell) and masks.ray_clear(masks.window.bit(cell), side & 3):
            ray = ray_box(cell, side & 3)
            if not any(boxes_overlap(ray, entry.box) for entry in self._entries):
                return True
        return super().is_outer(side)

    def any_outer(self, feature: int) -> bool:
        """As for plans; quick when a side that was open straight out stays so."""
        boxes = [entry.box for entry in self._entries]
        return self._base.leaves_open(feature, boxes) or super().any_outer(feature)
