"""Protos: a shape with features on its sides, as a definition (or one face of it) prints them.

A feature is a small number; what it means is the business of the rules. Protos are made once for a ruleset
and shared by every plan; a :class:`Catalog` numbers them, so that a plan's plain data can name a proto by an
int.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from .cells import OVER, ROW, STEP
from .shape import Rectangle, Shape, ShapeError, ShapeTurn, cover_with_rectangles
from .stencil import Stencil

__all__ = ["ANY", "Catalog", "Proto", "ProtoTurn"]

ANY = -1
"""Stands for "a side, whatever its features" where a feature is asked for."""


class ProtoTurn:
    """A proto after ``rot`` quarter turns clockwise.

    ``shape`` is the turned shape; ``features`` pairs each side that has features (relative number, see
    :mod:`.cells`) with their bit mask, in rising order, and ``bits`` is the same as a dict; ``by_feature``
    gives the sides of each feature.
    """

    __slots__ = ("_stencils", "bits", "by_feature", "features", "rot", "shape")

    def __init__(self, rot: int, shape: ShapeTurn, features: dict[int, int]) -> None:
        self.rot = rot
        self.shape = shape
        self.features = tuple(sorted(features.items()))
        self.bits = dict(self.features)
        by_feature: dict[int, list[int]] = {}
        for side, bits in self.features:
            for feature in range(bits.bit_length()):
                if bits >> feature & 1:
                    by_feature.setdefault(feature, []).append(side)
        self.by_feature = {feature: tuple(sides) for feature, sides in sorted(by_feature.items())}
        self._stencils: dict[int, Stencil] = {}

    def stencil(self, stride: int) -> Stencil:
        """Return the masks of this turn for windows with rows of ``stride`` cells (made once, then kept)."""
        stencil = self._stencils.get(stride)
        if stencil is None:
            stencil = self._stencils[stride] = Stencil(self.shape, self.by_feature, stride)
        return stencil

    def sides(self, feature: int) -> tuple[int, ...]:
        """Return the relative sides with ``feature``; all of them for :data:`ANY`."""
        return self.shape.sides if feature == ANY else self.by_feature.get(feature, ())

    def front_rectangles(self, features: Iterable[int]) -> tuple[Rectangle, ...]:
        """Return rectangles that cover the cells before the sides that have any of ``features``."""
        solid = set(self.shape.full) | set(self.shape.over)
        fronts: set[tuple[int, int]] = set()
        for feature in features:
            for side in self.sides(feature):
                # Numbers of the row above and the column to the left are negative: count from there.
                y, x = divmod((side & ~OVER) // 4 + STEP[side & 3] + ROW + 1, ROW)
                fronts.add((x - 1, y - 1))
        return cover_with_rectangles(fronts - solid)


class Proto:
    """What a definition looks like on a plan: a shape, and the features of its sides.

    ``features`` maps the number of each feature (0 to 62) to the places where it is printed: pairs of an edge
    (``top``, ``right``, ``bottom``, ``left``) and a number that counts the columns or rows of the drawn box
    from 1; the feature sits on the outermost full cell of that column or row.

    ``turns[rot]`` is the proto after ``rot`` quarter turns clockwise; ``rotations`` lists the turns that
    differ from all earlier ones in cells or in where features sit; ``reach`` is the longer side of the box.
    Raises :class:`~.shape.ShapeError` for a place that is not there.
    """

    __slots__ = ("reach", "rotations", "shape", "turns")

    def __init__(self, shape: Shape, features: Mapping[int, Iterable[tuple[str, int]]] | None = None) -> None:
        self.shape = shape
        self.reach = max(shape.width, shape.height)
        drawn: dict[tuple[int, int, int], int] = {}
        for feature, places in sorted((features or {}).items()):
            if not 0 <= feature <= 62:
                raise ShapeError(f"feature numbers run from 0 to 62, not {feature}")
            for edge, index in places:
                side = shape.outermost(edge, index)
                drawn[side] = drawn.get(side, 0) | 1 << feature
        turns: list[ProtoTurn] = []
        width, height = shape.width, shape.height
        for rot, turned in enumerate(shape.turns):
            over = set(turned.over)
            numbers = {
                (y * ROW + x) * 4 + edge + (OVER if (x, y) in over else 0): bits
                for (x, y, edge), bits in drawn.items()
            }
            turns.append(ProtoTurn(rot, turned, numbers))
            drawn = {(height - 1 - y, x, (edge + 1) & 3): bits for (x, y, edge), bits in drawn.items()}
            width, height = height, width
        self.turns = tuple(turns)
        seen: list[object] = []
        rotations: list[int] = []
        for turn in turns:
            looks = (turn.shape.cells, turn.shape.over_cells, turn.shape.cuts, turn.features)
            if looks not in seen:
                seen.append(looks)
                rotations.append(turn.rot)
        self.rotations = tuple(rotations)


class Catalog:
    """All protos that may lie in one kind of plan; their numbers in it stand in placements.

    ``reach`` is the longest side of any of their boxes: how far a piece can stick out beyond the others.
    """

    __slots__ = ("_protos", "reach")

    def __init__(self, protos: Iterable[Proto]) -> None:
        self._protos = tuple(protos)
        self.reach = max((proto.reach for proto in self._protos), default=1)

    def __getitem__(self, number: int) -> Proto:
        return self._protos[number]

    def __len__(self) -> int:
        return len(self._protos)

    def __iter__(self) -> Iterator[Proto]:
        return iter(self._protos)
