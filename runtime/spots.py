"""Spots: the places where a piece may go, found from open connectors outward.

A *spot* is ``(x, y, rot)``. What is asked of one stands in :class:`Terms`: which features must join, which
must not, what keeps other pieces off, what must stay open. All of this is decided for every place at once
with bit masks: one shift for each connector, a few shifts for each rectangle of the shape. What else the
rules ask is decided by a ``check`` that gets a :class:`~.trial.Trial` with the piece put on, for the places
that are left.

Spots come in order of rotation, then ``y``, then ``x``; rotations that look alike are given once, as the
lowest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from .cells import CELL_MASK, OVER, ROW, STEP
from .masks import Masks
from .plan import Plan
from .proto import Proto, ProtoTurn
from .trial import Trial
from .window import bits_of

if TYPE_CHECKING:
    from .carried import Joint
    from .reached import Refused

__all__ = [
    "CORNERS",
    "EVERYWHERE",
    "Check",
    "Partial",
    "Shifts",
    "Spot",
    "Terms",
    "any_spot",
    "any_spot_by_masks",
    "covering_shifts",
    "fronts_of",
    "iter_spots",
    "spots",
    "stays_open",
]

Spot = tuple[int, int, int]
"""Column and row of the top left cell of the box as it lies, quarter turns clockwise."""
Check = Callable[[Trial], bool]
"""Tells whether the piece put on last may stay."""
Pair = tuple[int, int]
CORNERS = -1
"""Scope of checks that ask about the pieces with which a piece shares the cells of cut corners."""
EVERYWHERE = -2
"""Scope of needs that masks refuse wherever they may fail; where they cannot, a check is asked everywhere."""
Partial = tuple[tuple[int, Check], ...]
"""Checks that are asked only where they can fail, each with its scope: :data:`CORNERS` where a cut corner of
the piece shares its cell with another's, a feature where any side with that feature faces another."""

Shifts = tuple[tuple[int, int], ...]
"""Pairs of a key of front masks and a shift."""


class Terms:
    """What is asked of a spot, apart from a check. Make one for each placing rule and keep it.

    - ``pairs``: pairs of a feature of the piece and a feature of a piece in the plan. At least one pair must
      join: a side of the piece with the first must face a side with the second.
    - ``bars``: such pairs that must not join anywhere.
    - ``keep_off``: features whose sides nothing may touch: no full cell may lie before them, whosever they
      are.
    - ``outer``: a feature that a side looking into the area around all pieces must have when the piece lies
      there.
    - ``covers``: pairs for pieces with over cells. Every side of the piece that has the first feature must
      cover a side with the second, as :meth:`~.plan.Plan.covers` says.

    :data:`~.proto.ANY` stands for any side in ``pairs``. Without ``pairs`` and ``covers`` a plan that is not
    empty has no spots. On an empty plan only ``outer`` and the check count.
    """

    __slots__ = ("_recipes", "bars", "covers", "joints", "keep_off", "outer", "pairs")

    def __init__(
        self,
        pairs: Iterable[Pair] = (),
        *,
        bars: Iterable[Pair] = (),
        keep_off: Iterable[int] = (),
        outer: int | None = None,
        covers: Iterable[Pair] = (),
    ) -> None:
        self.pairs = tuple(pairs)
        self.bars = tuple(bars)
        self.keep_off = tuple(keep_off)
        self.outer = outer
        self.covers = tuple(covers)
        self._recipes: dict[tuple[Proto, int], tuple[_Recipe, ...]] = {}
        self.joints: dict[tuple[Terms, Proto, Proto, int], tuple[tuple[Joint, ...], ...]] = {}
        """How a carrier with these terms can lie over a piece; kept by :mod:`.carried`."""

    def recipes(self, proto: Proto, stride: int) -> tuple[_Recipe, ...]:
        """Return how to find the spots of each rotation of a proto in windows with this stride."""
        key = (proto, stride)
        recipes = self._recipes.get(key)
        if recipes is None:
            recipes = tuple(_Recipe(self, proto.turns[rot], stride) for rot in proto.rotations)
            self._recipes[key] = recipes
        return recipes


class _Recipe:
    """The shifts that find the spots of one turned proto, worked out for one stride.

    ``joins`` and ``bars`` pair the key of front masks with the shift that takes the cell where the piece's
    own side must lie to the piece's first cell; ``ends`` has such a list for each side that must cover one.
    """

    __slots__ = (
        "_ways",
        "bars",
        "cuts",
        "ends",
        "height",
        "joins",
        "keep_off",
        "kept_clear",
        "overs",
        "rectangles",
        "rot",
        "turn",
        "width",
    )

    def __init__(self, terms: Terms, turn: ProtoTurn, stride: int) -> None:
        self.turn = turn
        self.rot = turn.rot
        self._ways: dict[tuple[int, int, int], Shifts] = {}
        shape = turn.shape
        self.width = shape.width
        self.height = shape.height
        self.keep_off = terms.keep_off
        self.joins = _joining(terms.pairs, turn, stride)
        self.bars = _joining(terms.bars, turn, stride)
        self.ends = tuple(
            covering_shifts(side, under, turn, stride)
            for end, under in terms.covers
            for side in turn.sides(end)
        )
        self.rectangles = tuple((w, h, y * stride + x) for x, y, w, h in shape.rectangles)
        self.cuts: Shifts = tuple((corner, y * stride + x) for (x, y), corner in shape.cuts)
        self.overs = tuple(y * stride + x for x, y in shape.over)
        # Cells before the piece's own sides may lie above or left of it: their shifts may be negative.
        near = turn.front_rectangles(terms.keep_off)
        self.kept_clear = tuple((w, h, y * stride + x) for x, y, w, h in near)

    def anchors(self, masks: Masks, extra: Mapping[int, int] | None) -> int:
        """Return the first cells of all boxes that the terms allow (``outer`` apart)."""
        fronts = masks.fronts if extra is None else {**masks.fronts, **extra}
        found = 0
        for key, shift in self.joins:
            front = fronts.get(key) if key >= 0 else masks.front(key)
            if front:
                found |= front >> shift
        if self.ends:
            if not self.joins:
                found = masks.window.all
            for end in self.ends:
                below = 0
                for key, shift in end:
                    front = fronts.get(key)
                    if front:
                        below |= front >> shift if shift >= 0 else front << -shift
                found &= below
        for shift in self.overs:
            found &= masks.open_to_over() >> shift
        return self.allowed(masks, found, fronts)

    def allowed(self, masks: Masks, found: int, fronts: Mapping[int, int]) -> int:
        """Return those of the first cells ``found`` where nothing is in the way of the full and cut cells.

        What the piece joins or lies over is not looked at.
        """
        if not found:
            return 0
        for width, height, shift in self.rectangles:
            found &= masks.open_to_full(self.keep_off, width, height) >> shift
            if not found:
                return 0
        for corner, shift in self.cuts:
            found &= masks.open_to_cut(corner) >> shift
        for width, height, shift in self.kept_clear:
            free = masks.without_full(width, height)
            found &= free >> shift if shift >= 0 else free << -shift
        if self.bars and found:
            barred = 0
            for key, shift in self.bars:
                front = fronts.get(key) if key >= 0 else masks.front(key)
                if front:
                    barred |= front >> shift
            found ^= found & barred
        return found

    def refused(self, masks: Masks, groups: Refused) -> int:
        """Return the first cells of the boxes where one of these groups keeps the piece away."""
        found = 0
        stride = masks.window.stride
        for scope, group in groups:
            everywhere = -1 if scope < 0 else self.before(masks, scope)
            for reached in group:
                somewhere = 0
                for fronts, must, never in reached.fronts:
                    for edge, shift in self._ways_to(must, never, stride):
                        front = fronts[edge]
                        if front:
                            somewhere |= front >> shift
                everywhere &= somewhere
                if not everywhere:
                    break
            found |= everywhere
        return found

    def before(self, masks: Masks, feature: int) -> int:
        """Return the first cells of the boxes where a full cell lies before a side with a feature."""
        cells = 0
        for edge in range(4):
            cells |= masks.front(feature * 4 + edge)
        found = 0
        if cells:
            stride = masks.window.stride
            for x, y in self.turn.shape.full:
                found |= cells >> y * stride + x
        return found

    def _ways_to(self, must: int, never: int, stride: int) -> Shifts:
        """Return for each own side with these features the edge it lies on, and the shift from its cell to
        the piece's first."""
        key = (must, never, stride)
        ways = self._ways.get(key)
        if ways is None:
            bits = self.turn.bits
            found: list[tuple[int, int]] = []
            for side in self.turn.shape.sides:
                features = bits.get(side, 0)
                if features & must == must and not features & never:
                    y, x = divmod(side >> 2 & CELL_MASK, ROW)
                    found.append((side & 3, y * stride + x))
            ways = self._ways[key] = tuple(found)
        return ways

    def doubtful(self, plan: Plan, scope: int) -> int:
        """Return the first cells of boxes where a check with this scope has to be asked, see :data:`Partial`;
        some more may be among them."""
        masks = plan.masks
        if scope == CORNERS:
            return self._sharing_corners(masks)
        if self.turn.sides(scope) or plan.is_faced(scope):
            return masks.window.all
        return masks.boxes_before(scope, self.width, self.height)

    def _sharing_corners(self, masks: Masks) -> int:
        cuts = masks.cuts
        there = cuts[0] | cuts[1] | cuts[2] | cuts[3]
        found = 0
        if there:
            for _, shift in self.cuts:
                found |= there >> shift
        return found


def spots(
    plan: Plan,
    number: int,
    terms: Terms,
    *,
    piece: int = -1,
    check: Check | None = None,
    partial: Partial = (),
    on: int | None = None,
    extra: Mapping[int, int] | None = None,
    refused: Refused = (),
) -> list[Spot]:
    """Return all spots of proto ``number`` in ``plan`` that ``terms`` allow and pass the checks.

    ``piece`` is the number the piece has while it is put on a trial; ``on`` a piece that one of the over
    cells must lie on. ``check`` is asked of every place, those of ``partial`` of some. ``extra`` gives the
    front masks of features that are not printed but worked out, see :func:`fronts_of`. What is ``refused``
    (see :mod:`.reached`) is for pieces without over cells.
    """
    if check is None and not partial and len(plan) and stays_open(plan, number, terms.outer):
        masks = plan.masks
        window = masks.window
        left, top, stride = window.left, window.top, window.stride
        found: list[Spot] = []
        for recipe in terms.recipes(plan.catalog[number], stride):
            anchors = recipe.anchors(masks, extra)
            if anchors and on is not None:
                anchors &= _over_piece(plan, on, recipe)
            if anchors and refused:
                anchors &= ~recipe.refused(masks, refused)
            if anchors:
                rot = recipe.rot
                found += [(bit % stride + left, bit // stride + top, rot) for bit in bits_of(anchors)]
        return found
    search = iter_spots(
        plan, number, terms, piece=piece, check=check, partial=partial, on=on, extra=extra, refused=refused
    )
    return list(search)


def any_spot(
    plan: Plan,
    number: int,
    terms: Terms,
    *,
    piece: int = -1,
    check: Check | None = None,
    partial: Partial = (),
    on: int | None = None,
    extra: Mapping[int, int] | None = None,
    refused: Refused = (),
) -> bool:
    """Tell whether there is any spot; arguments as for :func:`spots`."""
    if check is None and on is None and extra is None and len(plan):
        found = any_spot_by_masks(plan, number, terms, tuple([scope for scope, _ in partial]), refused)
        if found is not None:
            return found
    search = iter_spots(
        plan, number, terms, piece=piece, check=check, partial=partial, on=on, extra=extra, refused=refused
    )
    return next(search, None) is not None


def any_spot_by_masks(
    plan: Plan, number: int, terms: Terms, scopes: tuple[int, ...] = (), refused: Refused = ()
) -> bool | None:
    """Tell whether there is any spot in a plan that is not empty; None where masks alone cannot tell.

    ``scopes`` are those of the checks that would have to be asked.
    """
    outer = terms.outer
    sure = stays_open(plan, number, outer)
    masks = plan.masks
    window = masks.window
    left, top, stride = window.left, window.top, window.stride
    recipes = terms.recipes(plan.catalog[number], stride)
    key = (terms, number, scopes)
    for known in plan.known_spots(key):
        box = known[0], known[1], known[2], known[3]
        way_out = sure or outer is None or plan.leaves_open(outer, (box,))
        if way_out and _is_good_still(plan, known, recipes, refused):
            for scope in scopes:
                if scope != CORNERS and plan.is_faced(scope):
                    return None
            return True
    doubtful = False
    for index, recipe in enumerate(recipes):
        anchors = recipe.anchors(masks, None)
        if anchors and refused:
            anchors &= ~recipe.refused(masks, refused)
        if not anchors:
            continue
        for scope in scopes:
            doubted = recipe.doubtful(plan, scope) & anchors
            doubtful = doubtful or doubted != 0
            anchors ^= doubted
        width, height = recipe.width - 1, recipe.height - 1
        while anchors:
            bit = anchors.bit_length() - 1
            x, y = bit % stride + left, bit // stride + top
            box = (x, y, x + width, y + height)
            if sure or outer is None or plan.leaves_open(outer, (box,)):
                found = ((*box, index),)
                first = (anchors & -anchors).bit_length() - 1
                if first != bit:
                    # Another one far from it: seldom does a piece come beside both.
                    x, y = first % stride + left, first // stride + top
                    found = (*found, (x, y, x + width, y + height, index))
                plan.note_spots(key, found)
                return True
            doubtful = True
            anchors ^= 1 << bit
    return None if doubtful else False


def _is_good_still(plan: Plan, known: tuple[int, ...], recipes: Sequence[_Recipe], refused: Refused) -> bool:
    """Tell whether what is refused now leaves a spot found before."""
    if not refused:
        return True
    masks = plan.masks
    window = masks.window
    bit = (known[1] - window.top) * window.stride + known[0] - window.left
    return not recipes[known[4]].refused(masks, refused) >> bit & 1


def iter_spots(
    plan: Plan,
    number: int,
    terms: Terms,
    *,
    piece: int = -1,
    check: Check | None = None,
    partial: Partial = (),
    on: int | None = None,
    extra: Mapping[int, int] | None = None,
    refused: Refused = (),
) -> Iterator[Spot]:
    """Yield the spots that :func:`spots` lists, one by one."""
    proto = plan.catalog[number]
    outer = None if stays_open(plan, number, terms.outer) else terms.outer
    always = () if check is None else (check,)
    trial: Trial | None = None
    for turn, places in _searches(plan, proto, terms, on, extra, partial, refused):
        rot = turn.rot
        width, height = turn.shape.width, turn.shape.height
        for x, y, some in places:
            way_out = outer is None or plan.leaves_open(outer, ((x, y, x + width - 1, y + height - 1),))
            if not way_out or always or some:
                trial = trial or plan.trial()
                trial.put(piece, number, x, y, rot)
                good = way_out or outer is None or trial.any_outer(outer)
                for asked in (*always, *some):
                    good = good and asked(trial)
                trial.take()
                if not good:
                    continue
            yield x, y, rot


_Place = tuple[int, int, tuple[Check, ...]]
"""Column, row, which of the partial checks to ask."""


def _searches(
    plan: Plan,
    proto: Proto,
    terms: Terms,
    on: int | None,
    extra: Mapping[int, int] | None,
    partial: Partial,
    refused: Refused,
) -> Iterator[tuple[ProtoTurn, Iterable[_Place]]]:
    """Yield for each rotation the places that the terms allow."""
    if not len(plan):
        for rot in proto.rotations:
            if not proto.turns[rot].shape.over:
                yield proto.turns[rot], ((0, 0, ()),)
        return
    masks = plan.masks
    window = masks.window
    for recipe in terms.recipes(proto, window.stride):
        anchors = recipe.anchors(masks, extra)
        if anchors and on is not None:
            anchors &= _over_piece(plan, on, recipe)
        if anchors and refused:
            anchors &= ~recipe.refused(masks, refused)
        if anchors:
            doubts = [(recipe.doubtful(plan, scope) & anchors, check) for scope, check in partial]
            yield recipe.turn, _places(masks, anchors, [doubt for doubt in doubts if doubt[0]])


def _places(masks: Masks, anchors: int, doubts: Sequence[tuple[int, Check]]) -> list[_Place]:
    window = masks.window
    left, top, stride = window.left, window.top, window.stride
    if not doubts:
        return [(bit % stride + left, bit // stride + top, ()) for bit in bits_of(anchors)]
    return [
        (
            bit % stride + left,
            bit // stride + top,
            tuple([check for mask, check in doubts if mask >> bit & 1]),
        )
        for bit in bits_of(anchors)
    ]


def stays_open(plan: Plan, number: int, feature: int | None) -> bool:
    """Tell whether no piece with this proto, wherever it lies, can close off all sides with a feature."""
    return feature is None or plan.stays_open(feature, plan.catalog[number].reach)


def _over_piece(plan: Plan, piece: int, recipe: _Recipe) -> int:
    """Return the anchors at which an over cell lies on ``piece``."""
    bit_of = plan.masks.window.bit
    cells = 0
    for cell in plan.cells_of(piece):
        cells |= 1 << bit_of(cell)
    found = 0
    for shift in recipe.overs:
        found |= cells >> shift
    return found


def _joining(pairs: Iterable[Pair], turn: ProtoTurn, stride: int) -> Shifts:
    """Return for each own side of each pair the key of fronts it must lie on, and its shift."""
    found: dict[tuple[int, int], None] = {}
    for own, facing in pairs:
        for side in turn.sides(own):
            if not side & OVER:
                y, x = divmod(side >> 2, ROW)
                found[facing * 4 + (side & 3 ^ 2), y * stride + x] = None
    return tuple(found)


def covering_shifts(side: int, under: int, turn: ProtoTurn, stride: int) -> Shifts:
    """Return the keys of fronts that a cell next to the over cell of ``side`` must lie on, with shifts.

    The side beneath lies between the over cell and the piece's next cell; its front is that next cell.
    """
    shape = turn.shape
    own = set(shape.full) | set(shape.over)
    y, x = divmod(side >> 2 & CELL_MASK, ROW)
    found: list[tuple[int, int]] = []
    for edge, (dx, dy) in enumerate(((0, -1), (1, 0), (0, 1), (-1, 0))):
        if (x + dx, y + dy) in own:
            found.append((under * 4 + edge, (y + dy) * stride + x + dx))
    return tuple(found)


def fronts_of(plan: Plan, sides: Iterable[int], feature: int) -> dict[int, int]:
    """Return front masks for a feature that some sides have for the moment, to be given as ``extra``.

    Rules can so narrow a search to sides chosen by any condition: take a feature number that nothing prints,
    name it in ``pairs`` or ``bars``, and give the sides that count. Good for this plan object only.
    """
    bit_of = plan.masks.window.bit
    found: dict[int, int] = {}
    for side in sides:
        if not side & OVER:
            edge = side & 3
            key = feature * 4 + edge
            found[key] = found.get(key, 0) | 1 << bit_of((side >> 2) + STEP[edge])
    return found
