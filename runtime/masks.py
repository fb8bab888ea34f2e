"""Masks: what lies where in a plan, as big integers.

This is the fast half of a :class:`~.plan.Plan`: overlap of a piece is one AND, the places where a rectangle
of cells is free are a few shifts, and where a connector could join another one is one shift for each pair.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .cells import BOTTOM, LEFT, RIGHT
from .window import Box, Window, bits_of, window_around

if TYPE_CHECKING:
    from .proto import ProtoTurn

__all__ = ["Masks", "empty_masks"]


class Masks:
    """The cells of a plan's pieces as masks over one window. Immutable; ``added`` returns new masks.

    ``full`` holds the full cells, ``cuts`` the cut cells by missing corner, ``shared`` the cells that two cut
    cells share, ``over`` the full cells another piece lies over. ``fronts`` maps ``feature * 4 + edge`` to
    the cells before the sides with that feature and edge. ``box`` bounds all full and cut cells, ``None``
    when there are none.
    """

    __slots__ = ("_shrunk", "box", "cuts", "fronts", "full", "over", "shared", "window")

    def __init__(
        self,
        window: Window,
        box: Box | None,
        full: int,
        cuts: tuple[int, int, int, int],
        shared: int,
        over: int,
        fronts: dict[int, int],
    ) -> None:
        self.window = window
        self.box = box
        self.full = full
        self.cuts = cuts
        self.shared = shared
        self.over = over
        self.fronts = fronts
        # Shrunken masks by what they were made from and the rectangle's size.
        self._shrunk: dict[object, int] = {}

    def added(self, turn: ProtoTurn, x: int, y: int) -> Masks:
        """Return these masks with one more piece, whose box begins at ``(x, y)``."""
        shape = turn.shape
        right, bottom = x + shape.width - 1, y + shape.height - 1
        box = self.box
        new_box = (
            (x, y, right, bottom)
            if box is None
            else (
                x if x < box[0] else box[0],
                y if y < box[1] else box[1],
                right if right > box[2] else box[2],
                bottom if bottom > box[3] else box[3],
            )
        )
        base = self if self.window.holds(new_box) else self._moved(new_box)
        window = base.window
        stencil = turn.stencil(window.stride)
        anchor = (y - window.top) * window.stride + x - window.left
        cuts, shared = base.cuts, base.shared
        if stencil.has_cuts:
            before = cuts[0] | cuts[1] | cuts[2] | cuts[3]
            c0, c1, c2, c3 = stencil.cuts
            shared |= before & (c0 | c1 | c2 | c3) << anchor
            cuts = (
                cuts[0] | c0 << anchor,
                cuts[1] | c1 << anchor,
                cuts[2] | c2 << anchor,
                cuts[3] | c3 << anchor,
            )
        fronts = base.fronts.copy()
        front_anchor = anchor - window.stride - 1
        for key, mask in stencil.fronts:
            fronts[key] = fronts.get(key, 0) | mask << front_anchor
        over = base.over | stencil.over << anchor if stencil.over else base.over
        return Masks(window, new_box, base.full | stencil.full << anchor, cuts, shared, over, fronts)

    def fits(self, turn: ProtoTurn, x: int, y: int) -> bool:
        """Tell whether a piece may lie at ``(x, y)``: nothing overlaps and over cells lie over something.

        A full cell keeps full and cut cells of other pieces out. Two cut cells (never three) may share a
        place if they miss opposite corners. An over cell needs a full cell beneath it that no other piece
        lies over.
        """
        window = self.window
        shape = turn.shape
        box = (x, y, x + shape.width - 1, y + shape.height - 1)
        own = self.box
        # A box apart from all pieces overlaps nothing; it need not lie in the window.
        if own is None or box[0] > own[2] or box[2] < own[0] or box[1] > own[3] or box[3] < own[1]:
            return not shape.over
        stencil = turn.stencil(window.stride)
        # The box overlaps the pieces' box, so the margin keeps the anchor positive.
        anchor = (y - window.top) * window.stride + x - window.left
        cuts = self.cuts
        any_cut = cuts[0] | cuts[1] | cuts[2] | cuts[3]
        if (self.full | any_cut) >> anchor & stencil.full:
            return False
        if stencil.has_cuts:
            for corner in range(4):
                if self.closed_to_cut(corner) >> anchor & stencil.cuts[corner]:
                    return False
        if stencil.over:
            open_below = self.full & ~self.over
            return open_below >> anchor & stencil.over == stencil.over
        return True

    def closed_to_cut(self, corner: int) -> int:
        """Return the cells that no cut cell with ``corner`` missing may share."""
        key = ("cut", corner)
        mask = self._shrunk.get(key)
        if mask is None:
            cuts = self.cuts
            # A place shared by two holds each corner or its opposite, so it is among these three.
            mask = self.full | cuts[corner] | cuts[corner ^ 1] | cuts[corner ^ 3]
            self._shrunk[key] = mask
        return mask

    def open_to_cut(self, corner: int) -> int:
        """Return the cells that a cut cell with ``corner`` missing may lie on."""
        key = ("open", corner)
        mask = self._shrunk.get(key)
        if mask is None:
            mask = self._shrunk[key] = self.window.all ^ self.closed_to_cut(corner)
        return mask

    def open_to_full(self, keep_off: tuple[int, ...], width: int, height: int) -> int:
        """Return the cells where a rectangle of full cells may begin (with its top left cell).

        Nothing lies on any of its cells, and none of them is before a side with a feature of ``keep_off``.
        """
        key = (keep_off, width, height)
        mask = self._shrunk.get(key)
        if mask is not None:
            return mask
        if width == height == 1:
            cuts = self.cuts
            taken = self.full | cuts[0] | cuts[1] | cuts[2] | cuts[3]
            for feature in keep_off:
                for edge in range(4):
                    taken |= self.front(feature * 4 + edge)
            mask = self.window.all ^ taken
        elif height == 1:
            mask = _shrink(self.open_to_full(keep_off, 1, 1), width, 1)
        else:
            mask = _shrink(self.open_to_full(keep_off, width, 1), height, self.window.stride)
        self._shrunk[key] = mask
        return mask

    def without_full(self, width: int, height: int) -> int:
        """Return the cells where a rectangle without any full cell may begin (with its top left cell)."""
        key = (width, height)
        mask = self._shrunk.get(key)
        if mask is not None:
            return mask
        if width == height == 1:
            mask = self.window.all ^ self.full
        elif height == 1:
            mask = _shrink(self.without_full(1, 1), width, 1)
        else:
            mask = _shrink(self.without_full(width, 1), height, self.window.stride)
        self._shrunk[key] = mask
        return mask

    def open_to_over(self) -> int:
        """Return the full cells that nothing lies over."""
        return self.full & ~self.over

    def front(self, key: int) -> int:
        """Return the cells before sides with ``feature * 4 + edge``; the feature -1 stands for any side."""
        mask = self.fronts.get(key)
        if mask is not None:
            return mask
        if key >= 0:
            return 0
        edge = key & 3
        stride = self.window.stride
        full = self.full
        moved = (full >> stride, full << 1, full << stride, full >> 1)[edge]
        return moved & ~full

    def boxes_before(self, feature: int, width: int, height: int) -> int:
        """Return the first cells of all boxes of a size that hold a cell before a side with the feature."""
        key = ("before", feature, width, height)
        mask = self._shrunk.get(key)
        if mask is None:
            window = self.window
            mask = 0
            for edge in range(4):
                for bit in bits_of(self.front(feature * 4 + edge)):
                    x, y = bit % window.stride + window.left, bit // window.stride + window.top
                    mask |= window.rectangle((x - width + 1, y - height + 1, x, y))
            self._shrunk[key] = mask
        return mask

    def obstacles(self) -> int:
        """Return the cells that cannot be passed: full cells, and cells that two cut cells share."""
        return self.full | self.shared

    def ray_clear(self, bit: int, edge: int) -> bool:
        """Tell whether the way from the cell at ``bit`` straight on in the direction of ``edge`` is free."""
        window = self.window
        obstacles = self.full | self.shared
        column = bit % window.stride
        if edge == RIGHT:
            return not obstacles >> bit & ((1 << window.stride - column) - 1)
        if edge == BOTTOM:
            return not obstacles >> bit & window.column
        if edge == LEFT:
            return not obstacles >> bit - column & ((2 << column) - 1)
        return not obstacles & window.column << column & ((2 << bit) - 1)

    def holding(self, box: Box) -> Masks:
        """Return these masks over a window that has space for ``box`` as well."""
        return self if self.window.holds(box) else self._moved(box)

    def _moved(self, box: Box) -> Masks:
        """Return the same masks over a window that holds ``box`` as well."""
        old = self.window
        if self.box is None:
            return Masks(window_around(box, old.margin), None, 0, (0, 0, 0, 0), 0, 0, {})
        new = window_around(box, old.margin, old)
        shift = (old.top - new.top) * new.stride + old.left - new.left

        def move(mask: int) -> int:
            if new.stride != old.stride:
                mask = _with_stride(mask, old.stride, new.stride)
            return mask << shift if shift >= 0 else mask >> -shift

        c0, c1, c2, c3 = self.cuts
        return Masks(
            new,
            self.box,
            move(self.full),
            (move(c0), move(c1), move(c2), move(c3)),
            move(self.shared),
            move(self.over),
            {key: move(mask) for key, mask in self.fronts.items()},
        )


def empty_masks(reach: int) -> Masks:
    """Return the masks of an empty plan whose pieces have boxes of at most ``reach`` cells a side."""
    margin = reach + 2
    return Masks(window_around((0, 0, 0, 0), margin), None, 0, (0, 0, 0, 0), 0, 0, {})


def _shrink(mask: int, size: int, step: int) -> int:
    """Keep the bits that begin a run of ``size`` set bits, ``step`` positions from each to the next."""
    done = 1
    while done * 2 <= size:
        mask &= mask >> done * step
        done *= 2
    if done < size:
        mask &= mask >> (size - done) * step
    return mask


def _with_stride(mask: int, old: int, new: int) -> int:
    """Return a mask with its rows set ``new`` instead of ``old`` positions apart."""
    row_bits = (1 << old) - 1
    row = mask.bit_length() // old
    moved = 0
    while row >= 0:
        moved = moved << new | (mask >> row * old & row_bits)
        row -= 1
    return moved
