"""Plans: pieces laid out on an endless plane of cells, and every question about how they lie.

The plain data of a plan is its tuple of placements ``(piece, proto, x, y, rot)`` in order of placing: the
piece's number, the number of its proto in the catalog, the column and row of the top left cell of its box as
it lies (``y`` grows downwards) and its quarter turns clockwise. A :class:`Plan` is derived from them; it
never changes, :meth:`Plan.placed` returns a new one. Cells and sides are numbers, see :mod:`.cells`.

Two layers: full cells of different pieces never share a place, over cells lie over full cells of another
piece. A *side* is an edge of a full or over cell towards a cell that is neither in the same piece. The plan
reports which sides face each other; which of them count for anything is for the rules to say.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from .cells import BACK, CELL_MASK, LIMIT, OVER, ROW, STEP, cell_number
from .masks import Masks, empty_masks
from .proto import ANY, Catalog, Proto, ProtoTurn
from .rays import Rays, boxes_overlap
from .region import OUTER, Region, enclosed_mask, split_regions
from .window import Box

if TYPE_CHECKING:
    from .trial import Trial

__all__ = [
    "OverlapError",
    "Placed",
    "Placement",
    "Plan",
    "PlanError",
]

Placement = tuple[int, int, int, int, int]
"""Piece, proto number, x, y, quarter turns clockwise."""

_DIAGONALS = (-ROW - 1, -ROW + 1, ROW + 1, ROW - 1)


class PlanError(ValueError):
    """A placement that cannot be, or a question about a piece that is not in the plan."""


class OverlapError(PlanError):
    """A piece would share cells with another, or its over cells would lie over nothing."""


class Placed:
    """One piece where it lies: its placement, its turned proto, and what depends only on these. Immutable."""

    __slots__ = ("_cells", "_sides", "_with", "base", "box", "number", "piece", "rot", "turn", "x", "y")

    def __init__(self, piece: int, number: int, proto: Proto, x: int, y: int, rot: int) -> None:
        self.piece = piece
        self.number = number
        self.turn: ProtoTurn = proto.turns[rot]
        self.x = x
        self.y = y
        self.rot = rot
        self.base = cell_number(x, y)
        shape = self.turn.shape
        self.box: Box = (x, y, x + shape.width - 1, y + shape.height - 1)
        """The bounding box, cut and over cells included."""
        self._with: dict[int, tuple[int, ...]] = {}
        self._cells: tuple[int, ...] | None = None
        self._sides: tuple[int, ...] | None = None

    @property
    def placement(self) -> Placement:
        """The plain data."""
        return self.piece, self.number, self.x, self.y, self.rot

    @property
    def cells(self) -> tuple[int, ...]:
        """The full cells, row by row."""
        if self._cells is None:
            base = self.base
            self._cells = tuple([base + cell for cell in self.turn.shape.cells])
        return self._cells

    @property
    def sides(self) -> tuple[int, ...]:
        """All sides in rising order: cell by cell, row by row, those of over cells last."""
        if self._sides is None:
            base = self.base * 4
            self._sides = tuple([base + side for side in self.turn.shape.sides])
        return self._sides

    def sides_with(self, feature: int) -> tuple[int, ...]:
        """Return the sides with a feature in rising order."""
        sides = self._with.get(feature)
        if sides is None:
            base = self.base * 4
            sides = tuple([base + side for side in self.turn.by_feature.get(feature, ())])
            self._with[feature] = sides
        return sides


class Plan:
    """An arrangement of pieces. Make one with :meth:`empty` or :meth:`from_placements`.

    ``placements`` is the plain data, ``catalog`` what the proto numbers in it refer to. ``memo`` is a dict
    for callers: whatever they keep there about this plan holds as long as the object lives. Answers do not
    depend on the order in which questions are asked, nor on where the plan lies; lists are in order of
    placing, then of sides.

    Methods that take a piece raise :class:`PlanError` when it is not in the plan.
    """

    __slots__ = (
        "_boxes",
        "_by_feature",
        "_contacts",
        "_cut_owners",
        "_enclosed",
        "_features",
        "_joins",
        "_known_spots",
        "_masks",
        "_over",
        "_owners",
        "_pending",
        "_piles",
        "_placed",
        "_ray_hints",
        "_rays",
        "_regions",
        "catalog",
        "memo",
        "placements",
    )

    def __init__(self, catalog: Catalog) -> None:
        self.catalog = catalog
        self.placements: tuple[Placement, ...] = ()
        self.memo: dict[object, object] = {}
        self._placed: dict[int, Placed] = {}
        self._boxes: tuple[Box, ...] = ()
        # What a search was for -> spots it found, see :meth:`known_spots`.
        self._known_spots: dict[object, tuple[tuple[tuple[int, ...], ...], int]] = {}
        # Full cell -> piece, over cell -> piece lying over, cut cell -> its one or two pieces.
        self._owners: dict[int, int] = {}
        self._over: dict[int, int] = {}
        self._cut_owners: dict[int, tuple[int, ...]] = {}
        # Side -> bits of its features (sides without any are left out), feature -> its sides.
        self._features: dict[int, int] = {}
        self._by_feature: dict[int, tuple[int, ...]] = {}
        # The masks hold all pieces but the pending ones; they catch up when asked for.
        self._masks = empty_masks(catalog.reach)
        self._pending: tuple[Placed, ...] = ()
        # Rays of the plan this one grew from that the new piece leaves free: found without a search.
        self._ray_hints: dict[int, tuple[Box, ...]] = {}
        self._forget()

    def _forget(self) -> None:
        """Drop all answers kept."""
        self._contacts: dict[int, dict[int, tuple[int, ...]]] = {}
        # Piece and two features -> the pieces whose sides with the second its sides with the first face.
        self._joins: dict[tuple[int, int, int], tuple[int, ...]] = {}
        # Feature -> the ways that lead straight out.
        self._rays: dict[int, Rays] = {}
        self._regions: tuple[Region, ...] | None = None
        self._enclosed: int | None = None
        self._piles: tuple[dict[int, tuple[int, ...]], dict[int, tuple[int, ...]]] | None = None

    # -- making plans --------------------------------------------------------------------------------------

    @classmethod
    def empty(cls, catalog: Catalog) -> Plan:
        """Return a plan without pieces."""
        return Plan(catalog)

    @classmethod
    def from_placements(cls, placements: Iterable[Sequence[int]], catalog: Catalog) -> Plan:
        """Return the plan of these placements (tuples, or lists as JSON has them), laid in order.

        Raises :class:`PlanError` for a placement that cannot be.
        """
        plan = Plan(catalog)
        for piece, number, x, y, rot in placements:
            plan = plan.placed(piece, number, x, y, rot)
        return plan

    def placed(self, piece: int, number: int, x: int, y: int, rot: int) -> Plan:
        """Return this plan with one more piece; see :mod:`.plan` for the arguments.

        Raises :class:`OverlapError` for an overlap, :class:`PlanError` for a piece that is there already, an
        unknown proto or rotation, or a place beyond the limits.
        """
        if piece in self._placed:
            raise PlanError(f"piece {piece} is in the plan already")
        if not 0 <= number < len(self.catalog):
            raise PlanError(f"there is no proto {number} in the catalog")
        if not 0 <= rot <= 3:
            raise PlanError(f"{rot} quarter turns: from 0 to 3 are allowed")
        if not (-LIMIT <= x <= LIMIT and -LIMIT <= y <= LIMIT):
            raise PlanError(f"({x}, {y}) lies beyond the limit of {LIMIT} cells")
        entry = Placed(piece, number, self.catalog[number], x, y, rot)
        masks = self.masks
        if not masks.fits(entry.turn, x, y):
            raise OverlapError(f"piece {piece} does not fit at ({x}, {y}) with {rot} quarter turns")
        plan = Plan.__new__(Plan)
        plan._copy(self)
        plan.placements = (*self.placements, (piece, number, x, y, rot))
        plan._masks = masks
        plan._pending = (entry,)
        plan._enter(entry)
        box = entry.box
        plan._boxes = (*self._boxes, box)
        plan._ray_hints = {
            feature: tuple([ray for ray in rays.found if not boxes_overlap(ray, box)])
            for feature, rays in self._rays.items()
        }
        return plan

    def without(self, piece: int) -> Plan:
        """Return the plan without one of its pieces (built anew: slow)."""
        self._entry(piece)
        return Plan.from_placements([entry for entry in self.placements if entry[0] != piece], self.catalog)

    def with_proto(self, piece: int, number: int) -> Plan:
        """Return the plan with another proto for one of its pieces, for instance its other face (slow)."""
        self._entry(piece)
        changed = [(p, number if p == piece else n, x, y, rot) for p, n, x, y, rot in self.placements]
        return Plan.from_placements(changed, self.catalog)

    def trial(self) -> Trial:
        """Return a copy on which pieces can be put for a while and taken off again."""
        from .trial import Trial

        return Trial(self)

    def _settle(self) -> None:
        """See that the dictionaries hold every piece; trials put that off."""

    def _copy(self, other: Plan) -> None:
        other._settle()
        self.catalog = other.catalog
        self.placements = other.placements
        self.memo = {}
        self._placed = other._placed.copy()
        self._known_spots = other._known_spots.copy()
        self._owners = other._owners.copy()
        self._over = other._over.copy()
        self._cut_owners = other._cut_owners.copy()
        self._features = other._features.copy()
        self._by_feature = other._by_feature.copy()
        self._masks = other._masks
        self._pending = other._pending
        self._ray_hints = {}
        self._forget()

    def _enter(self, entry: Placed) -> None:
        """Write a piece into the dictionaries."""
        piece, base = entry.piece, entry.base
        turn = entry.turn
        shape = turn.shape
        self._placed[piece] = entry
        self._owners.update(dict.fromkeys(entry.cells, piece))
        for cell in shape.over_cells:
            self._over[base + cell] = piece
        for cell in shape.cut_cells:
            cell += base
            self._cut_owners[cell] = (*self._cut_owners.get(cell, ()), piece)
        base *= 4
        features = self._features
        for side, bits in turn.features:
            features[base + side] = bits
        by_feature = self._by_feature
        for feature in turn.by_feature:
            by_feature[feature] = by_feature.get(feature, ()) + entry.sides_with(feature)

    # -- pieces and cells ----------------------------------------------------------------------------------

    def __len__(self) -> int:
        return len(self._placed)

    def __contains__(self, piece: int) -> bool:
        return piece in self._placed

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {len(self)} pieces>"

    @property
    def masks(self) -> Masks:
        """The same arrangement as bit masks, see :mod:`.masks`; for searches, not for rules."""
        if self._pending:
            masks = self._masks
            for entry in self._pending:
                masks = masks.added(entry.turn, entry.x, entry.y)
            self._masks = masks
            self._pending = ()
        return self._masks

    def _entry(self, piece: int) -> Placed:
        entry = self._placed.get(piece)
        if entry is None:
            raise PlanError(f"piece {piece} is not in the plan")
        return entry

    def pieces(self) -> tuple[int, ...]:
        """Return all pieces in order of placing."""
        return tuple(self._placed)

    def placement(self, piece: int) -> Placement:
        """Return ``(piece, proto, x, y, rot)`` of a piece."""
        return self._entry(piece).placement

    def box(self) -> Box | None:
        """Return smallest x and y, largest x and y of all boxes, or ``None`` for an empty plan."""
        return self.masks.box

    def cells_of(self, piece: int) -> tuple[int, ...]:
        """Return the full cells of a piece, row by row."""
        return self._entry(piece).cells

    def cut_cells_of(self, piece: int) -> tuple[tuple[int, int], ...]:
        """Return the cut cells of a piece with the corner each misses: 0 top left, then clockwise."""
        entry = self._entry(piece)
        shape = entry.turn.shape
        return tuple(
            (entry.base + cell, corner) for cell, (_, corner) in zip(shape.cut_cells, shape.cuts, strict=True)
        )

    def over_cells_of(self, piece: int) -> tuple[int, ...]:
        """Return the cells of a piece that lie over other pieces, row by row."""
        entry = self._entry(piece)
        return tuple(entry.base + cell for cell in entry.turn.shape.over_cells)

    def piece_in(self, cell: int) -> int | None:
        """Return the piece that has a full cell at this place, or ``None``."""
        return self._owners.get(cell)

    def piece_over(self, cell: int) -> int | None:
        """Return the piece that lies over the one at this place, or ``None``."""
        return self._over.get(cell)

    # -- sides ---------------------------------------------------------------------------------------------

    def sides(self) -> tuple[int, ...]:
        """Return the sides of all pieces."""
        return tuple([side for entry in self._placed.values() for side in entry.sides])

    def sides_of(self, piece: int, feature: int = ANY) -> tuple[int, ...]:
        """Return the sides of a piece, or only those with a feature."""
        entry = self._placed.get(piece)
        if entry is None:
            raise PlanError(f"piece {piece} is not in the plan")
        return entry.sides if feature < 0 else entry.sides_with(feature)

    def sides_with(self, feature: int) -> tuple[int, ...]:
        """Return the sides of all pieces that have a feature."""
        return self._by_feature.get(feature, ())

    def has(self, side: int, feature: int) -> bool:
        """Tell whether a side has a feature."""
        return self._features.get(side, 0) >> feature & 1 == 1

    def features(self, side: int) -> int:
        """Return the features of a side as a bit mask."""
        return self._features.get(side, 0)

    def piece_at(self, side: int) -> int:
        """Return the piece a side belongs to. Raises :class:`PlanError` if there is none."""
        piece = self._over.get(side >> 2 & CELL_MASK) if side & OVER else self._owners.get(side >> 2)
        if piece is None:
            raise PlanError(f"there is no piece at side {side}")
        return piece

    def edge(self, side: int) -> int:
        """Return on which edge of the drawing a side is: 0 top, 1 right, 2 bottom, 3 left."""
        return (side - self._placed[self.piece_at(side)].rot) & 3

    def facing(self, side: int) -> int | None:
        """Return the side at the same place seen from the other cell, or ``None``.

        Sides of full cells face each other. The side of an over cell faces that of a full cell next to it,
        unless that cell belongs to the very piece it lies over; no side faces the side of an over cell.
        """
        edge = side & 3
        if self._over:
            return self._facing_in_layers(side)
        if (side >> 2) + STEP[edge] in self._owners:
            return side + BACK[edge]
        return None

    def _facing_in_layers(self, side: int) -> int | None:
        cell = side >> 2 & CELL_MASK
        edge = side & 3
        beyond = cell + STEP[edge]
        owner = self.piece_in(beyond)
        if owner is None:
            return None
        if side & OVER:
            if owner == self.piece_in(cell):
                return None
        elif self.piece_over(cell) == owner:
            # The other piece runs on from there to its over cell that lies on this one: no side.
            return None
        return (side & ~OVER) + BACK[edge]

    def contacts_of(self, piece: int) -> tuple[int, ...]:
        """Return the sides of a piece that face a side."""
        return tuple([side for side in self._entry(piece).sides if self.facing(side) is not None])

    def joined(self, piece: int, other: int, feature: int, facing_feature: int) -> bool:
        """Tell whether a side of a piece with one feature faces a side of another with the second."""
        known = self._joins.get((piece, feature, facing_feature))
        if known is None:
            # Full cells face each other: what is known of the other piece tells as much.
            mirrored = None if self._in_layers() else self._joins.get((other, facing_feature, feature))
            if mirrored is not None:
                return piece in mirrored
            if self._apart(piece, other):
                return False
            known = self._find_joins(piece, feature, facing_feature)
            self._joins[piece, feature, facing_feature] = known
        return other in known

    def some_joined(self, piece: int, feature: int, facing_feature: int) -> bool:
        """Tell whether any side of a piece with one feature faces a side with another."""
        for side in self._entry(piece).sides_with(feature):
            facing = self.facing(side)
            if facing is not None and self.has(facing, facing_feature):
                return True
        return False

    def all_joined(self, piece: int, feature: int, facing_feature: int) -> bool:
        """Tell whether every side of a piece with one feature faces a side with another."""
        for side in self._entry(piece).sides_with(feature):
            facing = self.facing(side)
            if facing is None or not self.has(facing, facing_feature):
                return False
        return True

    def _find_joins(self, piece: int, feature: int, facing_feature: int) -> tuple[int, ...]:
        found: list[int] = []
        for side in self._entry(piece).sides_with(feature):
            facing = self.facing(side)
            if facing is not None and self.has(facing, facing_feature):
                found.append(self.piece_at(facing))
        return tuple(found)

    def _apart(self, piece: int, other: int) -> bool:
        """Tell whether two pieces are too far from each other to touch; one that is not here is."""
        one, two = self._placed.get(piece), self._placed.get(other)
        if one is None or two is None:
            return True
        a, b = one.box, two.box
        return a[0] > b[2] + 1 or b[0] > a[2] + 1 or a[1] > b[3] + 1 or b[1] > a[3] + 1

    def near(self, piece: int) -> tuple[int, ...]:
        """Return the pieces so close to one that they may touch it, in order of placing."""
        return tuple([other for other in self._placed if other != piece and not self._apart(piece, other)])

    def covered(self) -> tuple[int, ...]:
        """Return the pieces that something lies over, in order of placing."""
        if not self._in_layers():
            return ()
        self._settle()
        owners = self._owners
        found = {owners.get(cell) for cell in self._over}
        return tuple([piece for piece in self._placed if piece in found])

    def tried_on(self) -> Plan | None:
        """Return the plan that pieces are tried on; None if this is no trial."""
        return None

    def _in_layers(self) -> bool:
        """Tell whether anything lies over anything else."""
        return bool(self._over)

    def is_flat(self) -> bool:
        """Tell whether nothing lies over anything else."""
        return not self._in_layers()

    def is_level(self, feature: int) -> bool:
        """Tell whether no side with a feature lies over another piece."""
        return not self._in_layers() or not any(side & OVER for side in self.sides_with(feature))

    def is_faced(self, feature: int) -> bool:
        """Tell whether any side with a feature faces another side."""
        faced = self.memo.get(("faced", feature))
        if faced is None:
            faced = any(self.facing(side) is not None for side in self.sides_with(feature))
            self.memo["faced", feature] = faced
        return bool(faced)

    def contacts(self, piece: int, other: int) -> tuple[int, ...]:
        """Return the sides of ``piece`` that face sides of ``other``."""
        if piece not in self._contacts and piece in self._placed and self._apart(piece, other):
            return ()
        return self._contacts_by_piece(piece).get(other, ())

    def touching(self, piece: int) -> tuple[int, ...]:
        """Return the pieces that a side of this one faces, in order of placing."""
        found = self._contacts_by_piece(piece)
        return tuple([other for other in self._placed if other in found])

    def _contacts_by_piece(self, piece: int) -> dict[int, tuple[int, ...]]:
        self._settle()
        found = self._contacts.get(piece)
        if found is None:
            lists: dict[int, list[int]] = {}
            owners = self._owners
            for side in self._entry(piece).sides:
                facing = self.facing(side)
                if facing is not None:
                    lists.setdefault(owners[facing >> 2], []).append(side)
            found = self._contacts[piece] = {other: tuple(sides) for other, sides in lists.items()}
        return found

    def corner_touching(self, piece: int) -> tuple[int, ...]:
        """Return the pieces that touch this one at corners of full cells only, in order of placing."""
        self._settle()
        owners = self._owners
        edge_on = self._contacts_by_piece(piece)
        found = {owners.get(cell + step) for cell in self._entry(piece).cells for step in _DIAGONALS}
        return tuple(
            [other for other in self._placed if other in found and other != piece and other not in edge_on]
        )

    def corner_mates(self, piece: int) -> tuple[int, ...]:
        """Return the pieces that share a place of a cut cell with this one, in order of placing."""
        self._settle()
        entry = self._entry(piece)
        base = entry.base
        found: set[int] = set()
        for cell in entry.turn.shape.cut_cells:
            found.update(self._cut_owners[base + cell])
        if len(found) < 2:
            return ()
        return tuple([other for other in self._placed if other in found and other != piece])

    # -- over other pieces ---------------------------------------------------------------------------------

    def lies_on(self, piece: int) -> tuple[int, ...]:
        """Return the pieces beneath the over cells of a piece, in order of placing."""
        entry = self._entry(piece)
        if not entry.turn.shape.over_cells:
            return ()
        return self._layers()[0][piece]

    def lies_under(self, piece: int) -> tuple[int, ...]:
        """Return the pieces whose over cells lie on this one, in order of placing."""
        if piece not in self._placed:
            raise PlanError(f"piece {piece} is not in the plan")
        return self._layers()[1].get(piece, ()) if self._in_layers() else ()

    def _layers(self) -> tuple[dict[int, tuple[int, ...]], dict[int, tuple[int, ...]]]:
        """What each piece with over cells lies on, and what lies over each piece that something lies over."""
        known = self._piles
        if known is None:
            beneath: dict[int, tuple[int, ...]] = {}
            above: dict[int, tuple[int, ...]] = {}
            for piece, entry in self._placed.items():
                over = entry.turn.shape.over_cells
                if over:
                    base = entry.base
                    found = {self.piece_in(base + cell) for cell in over}
                    beneath[piece] = tuple([other for other in self._placed if other in found])
                    for other in beneath[piece]:
                        above[other] = (*above.get(other, ()), piece)
            known = self._piles = beneath, above
        return known

    def covered_by(self, side: int) -> int | None:
        """Return the piece that lies over a side (both cells beside the side are its own), or ``None``."""
        if side & OVER or not self._in_layers():
            return None
        cover = self.piece_over(side >> 2)
        if cover is None:
            return None
        beyond = (side >> 2) + STEP[side & 3]
        return cover if self.piece_over(beyond) == cover or self.piece_in(beyond) == cover else None

    def covers(self, side: int) -> int | None:
        """Return the side that the piece of ``side`` covers in the same cell, or ``None``.

        ``side`` must be one of an over cell, else the answer is ``None``. If the piece covers several sides
        of that cell, the one opposite to ``side`` is meant, else the first clockwise from the top.
        """
        if not side & OVER:
            return None
        cell = side >> 2 & CELL_MASK
        under = self.piece_in(cell)
        edge = side & 3
        for covered in (edge ^ 2, 0, 1, 2, 3):
            number = cell * 4 + covered
            if self.piece_in(cell + STEP[covered]) != under and self.covered_by(number) is not None:
                return number
        return None

    # -- spots found before --------------------------------------------------------------------------------

    def known_spots(self, key: object) -> tuple[tuple[int, ...], ...]:
        """Return the boxes (with what else was noted) of spots found by a search with this key, on this plan
        or one that it grew from.

        They are given only while nothing has come to lie in that box or beside it. So whatever is asked of
        the cells in the box and around it still holds; what is asked of other cells has to be asked again.
        """
        known = self._known_spots.get(key)
        if known is None:
            return ()
        found, count = known
        boxes = self._boxes
        if count < len(boxes):
            later = boxes[count:]
            found = tuple([spot for spot in found if not _is_beside(spot, later)])
            self._known_spots[key] = found, len(boxes)
        return found

    def note_spots(self, key: object, spots: tuple[tuple[int, ...], ...]) -> None:
        """Keep the boxes of spots that a search with this key has found; further numbers may follow each."""
        self._known_spots[key] = spots, len(self._boxes)

    # -- empty areas ---------------------------------------------------------------------------------------

    def outer_region(self) -> Region:
        """Return the area around all pieces."""
        return OUTER

    def regions(self) -> tuple[Region, ...]:
        """Return all areas: :data:`~.region.OUTER`, then the enclosed ones by first cell, row by row."""
        if self._regions is None:
            self._regions = (OUTER, *split_regions(self.masks))
        return self._regions

    def region_of(self, cell: int) -> Region | None:
        """Return the region that holds a cell; ``None`` if the cell is full or shared by two cut cells."""
        self._settle()
        if cell in self._owners or len(self._cut_owners.get(cell, ())) > 1:
            return None
        for region in self.regions():
            if region.holds(cell):
                return region
        return OUTER

    def front(self, side: int) -> Region | None:
        """Return the region that a side looks into, or ``None`` when something stands before it."""
        return self.region_of((side >> 2 & CELL_MASK) + STEP[side & 3])

    def is_outer(self, side: int) -> bool:
        """Tell whether a side looks into the area around all pieces; quicker than :meth:`front`."""
        masks = self.masks
        bit = masks.window.bit((side >> 2 & CELL_MASK) + STEP[side & 3])
        if self._enclosed is None and masks.ray_clear(bit, side & 3):
            return True
        return not (self._enclosed_mask() | masks.obstacles()) >> bit & 1

    def any_outer(self, feature: int) -> bool:
        """Tell whether a side of a full cell with this feature looks into the area around all pieces."""
        if self.leaves_open(feature, ()):
            return True
        masks = self.masks
        free = masks.window.all ^ (masks.obstacles() | self._enclosed_mask())
        return any(masks.front(feature * 4 + edge) & free for edge in range(4))

    def open_rays(self, feature: int) -> tuple[Box, ...]:
        """Return the boxes of free cells that lead straight out from sides with a feature."""
        return self._rays_of(feature).all()

    def stays_open(self, feature: int, size: int) -> bool:
        """Tell whether no box with sides of this length, wherever it lies, lies on all of the open rays."""
        rays = self._rays.get(feature)
        if rays is None:
            rays = self._rays_of(feature)
        return rays.span >= size or rays.are_apart(size)

    def leaves_open(self, feature: int, boxes: Sequence[Box]) -> bool:
        """Tell whether one of the open rays stays free when something lies in these boxes."""
        return self._rays_of(feature).leave_out(boxes)

    def _rays_of(self, feature: int) -> Rays:
        rays = self._rays.get(feature)
        if rays is None:
            known = self._ray_hints.get(feature, ())
            rays = Rays(known, self.sides_with(feature), self.masks, self._owners)
            self._rays[feature] = rays
        return rays

    def border(self, region: Region) -> tuple[int, ...]:
        """Return the sides of full cells that look into a region, piece by piece."""
        if not region.enclosed:
            return tuple([side for side in self.sides() if not side & OVER and self.front(side) == region])
        if region not in self.regions():
            return ()
        cells = region.members
        return tuple(
            [side for side in self.sides() if not side & OVER and (side >> 2) + STEP[side & 3] in cells]
        )

    def _enclosed_mask(self) -> int:
        if self._enclosed is None:
            self._enclosed = enclosed_mask(self.masks)
        return self._enclosed

    def region_within(self, pieces: Iterable[int]) -> Region | None:
        """Return the area that these pieces alone enclose, or ``None``.

        It takes in what other pieces lie in it, and is one region even if it falls into several parts. Pieces
        that are not in the plan are passed over.
        """
        window = self.masks.window
        ring = Masks(window, None, 0, (0, 0, 0, 0), 0, 0, {})
        for piece in dict.fromkeys(pieces):
            entry = self._placed.get(piece)
            if entry is not None:
                ring = ring.added(entry.turn, entry.x, entry.y)
        enclosed = enclosed_mask(ring)
        return Region(ring.window, enclosed) if enclosed else None

    def inside(self, piece: int, region: Region | None) -> bool:
        """Tell whether all full cells of a piece lie within an area as :meth:`region_within` gives it."""
        return region is not None and all(region.holds(cell) for cell in self._entry(piece).cells)

    def beyond(self, piece: int, region: Region | None) -> bool:
        """Tell whether there is such an area and no full cell of the piece lies within it."""
        return region is not None and not any(region.holds(cell) for cell in self._entry(piece).cells)


def _is_beside(spot: tuple[int, ...], boxes: Sequence[Box]) -> bool:
    """Does one of some boxes touch the one of a spot?"""
    left, top, right, bottom = spot[0] - 1, spot[1] - 1, spot[2] + 1, spot[3] + 1
    for box in boxes:
        if box[0] <= right and left <= box[2] and box[1] <= bottom and top <= box[3]:
            break
    else:
        return False
    return True
