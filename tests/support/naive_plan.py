"""A second, slow and simple implementation of plans, to compare the quick one with.

Written from the rules alone: sets of cells, every place tried, nothing shared with the runtime.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from functools import cached_property

Place = tuple[int, int]
NaiveSide = tuple[int, int, int, bool]
"""x, y, edge (0 top, then clockwise), whether its cell lies over another piece."""

STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
EDGES = ("top", "right", "bottom", "left")
TURNED = {"/": "\\", "\\": "/"}


class NaiveProto:
    """A drawing and its features, turned by turning the text."""

    def __init__(self, drawing: list[str], features: dict[int, list[tuple[str, int]]]) -> None:
        width = max(map(len, drawing))
        rows = [row.ljust(width, ".") for row in drawing]
        marked: dict[tuple[int, int, int], set[int]] = {}
        for feature, places in features.items():
            for edge, index in places:
                marked.setdefault((*outermost(rows, edge, index), EDGES.index(edge)), set()).add(feature)
        self.turns: list[NaiveTurn] = []
        for _ in range(4):
            self.turns.append(NaiveTurn(rows, marked))
            height = len(rows)
            marked = {(height - 1 - y, x, (edge + 1) % 4): bits for (x, y, edge), bits in marked.items()}
            turned = ["".join(row[x] for row in reversed(rows)) for x in range(len(rows[0]))]
            rows = ["".join(TURNED.get(mark, mark) for mark in row) for row in turned]


def outermost(rows: list[str], edge: str, index: int) -> Place:
    """The outermost full cell of a row or column of a drawing."""
    if edge in ("top", "bottom"):
        line = [(index - 1, y) for y in range(len(rows))]
    else:
        line = [(x, index - 1) for x in range(len(rows[0]))]
    there = [(x, y) for x, y in line if rows[y][x] in "#o"]
    return there[0] if edge in ("top", "left") else there[-1]


class NaiveTurn:
    """A turned drawing: full cells, over cells, cut cells with the corner that is missing, features."""

    def __init__(self, rows: list[str], marked: dict[tuple[int, int, int], set[int]]) -> None:
        self.width = len(rows[0])
        self.height = len(rows)
        self.marked = marked
        self.full = {(x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "#"}
        self.over = {(x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "o"}
        self.cuts: dict[Place, Place] = {}
        for y, row in enumerate(rows):
            for x, mark in enumerate(row):
                if mark in "/\\":
                    # The corner is the diagonal direction whose two neighbours are emptier.
                    options = ((-1, -1), (1, 1)) if mark == "/" else ((1, -1), (-1, 1))
                    self.cuts[x, y] = min(
                        options,
                        key=lambda d, x=x, y=y: ((x + d[0], y) in self.full) + ((x, y + d[1]) in self.full),
                    )

    @property
    def looks(self) -> object:
        marked = {side: frozenset(bits) for side, bits in self.marked.items()}
        return (self.full, self.over, self.cuts, marked)


class NaivePiece:
    """A piece where it lies, all in coordinates of the plane."""

    def __init__(self, piece: int, turn: NaiveTurn, x: int, y: int, rot: int) -> None:
        self.piece = piece
        self.rot = rot
        self.full = {(x + a, y + b) for a, b in turn.full}
        self.over = {(x + a, y + b) for a, b in turn.over}
        self.cuts = {(x + a, y + b): corner for (a, b), corner in turn.cuts.items()}
        self.marked = {(x + a, y + b, edge): bits for (a, b, edge), bits in turn.marked.items()}

    @cached_property
    def all_sides(self) -> list[NaiveSide]:
        return [
            (x, y, edge, over)
            for over, cells in ((False, self.full), (True, self.over))
            for x, y in sorted(cells, key=lambda place: (place[1], place[0]))
            for edge, (dx, dy) in enumerate(STEPS)
            if (x + dx, y + dy) not in self.full and (x + dx, y + dy) not in self.over
        ]

    def sides(self) -> list[NaiveSide]:
        return self.all_sides

    def features(self, side: NaiveSide) -> set[int]:
        return self.marked.get(side[:3], set())


class NaivePlan:
    """Pieces in a list, every answer worked out from nothing."""

    def __init__(
        self, protos: list[NaiveProto], placements: Iterable[tuple[int, int, int, int, int]] = ()
    ) -> None:
        self.protos = protos
        self.pieces: list[NaivePiece] = []
        self.placements: list[tuple[int, int, int, int, int]] = []
        self.full: dict[Place, NaivePiece] = {}
        self.over: dict[Place, NaivePiece] = {}
        self.cuts: dict[Place, list[Place]] = {}
        self.known_areas: list[set[Place]] | None = None
        for placement in placements:
            self.add(*placement)

    def add(self, piece: int, number: int, x: int, y: int, rot: int) -> None:
        new = NaivePiece(piece, self.protos[number].turns[rot], x, y, rot)
        self.pieces.append(new)
        self.full.update(dict.fromkeys(new.full, new))
        self.over.update(dict.fromkeys(new.over, new))
        for cell, corner in new.cuts.items():
            self.cuts.setdefault(cell, []).append(corner)
        self.known_areas = None
        self.placements.append((piece, number, x, y, rot))

    def plus(self, piece: int, number: int, x: int, y: int, rot: int) -> NaivePlan:
        return NaivePlan(self.protos, [*self.placements, (piece, number, x, y, rot)])

    def __getitem__(self, piece: int) -> NaivePiece:
        return next(entry for entry in self.pieces if entry.piece == piece)

    def fits(self, number: int, x: int, y: int, rot: int) -> bool:
        new = NaivePiece(-1, self.protos[number].turns[rot], x, y, rot)
        full, over = self.full.keys(), self.over.keys()
        if new.full & full or new.full & self.cuts.keys() or new.cuts.keys() & full:
            return False
        if not new.over <= full or new.over & over:
            return False
        for cell, (dx, dy) in new.cuts.items():
            there = self.cuts.get(cell, [])
            if len(there) > 1 or (there and there[0] != (-dx, -dy)):
                return False
        return True

    # -- sides --

    def owner(self, cell: Place) -> NaivePiece | None:
        return self.full.get(cell)

    def cover(self, cell: Place) -> NaivePiece | None:
        return self.over.get(cell)

    def facing(self, side: NaiveSide) -> NaiveSide | None:
        x, y, edge, over = side
        dx, dy = STEPS[edge]
        other = self.owner((x + dx, y + dy))
        if other is None:
            return None
        back = (x + dx, y + dy, (edge + 2) % 4, False)
        if over and other is self.owner((x, y)):
            return None
        return back if back in other.sides() else None

    def features(self, side: NaiveSide) -> set[int]:
        piece = self.cover(side[:2]) if side[3] else self.owner(side[:2])
        assert piece is not None
        return piece.features(side)

    def contacts(self, a: int, b: int) -> list[NaiveSide]:
        return [
            side
            for side in self[a].sides()
            if (facing := self.facing(side)) is not None and self.owner(facing[:2]) is self[b]
        ]

    def touching(self, a: int) -> list[int]:
        return [other.piece for other in self.pieces if other.piece != a and self.contacts(a, other.piece)]

    def corner_touching(self, a: int) -> list[int]:
        cells = {(x + i, y + j) for x, y in self[a].full for i in (-1, 1) for j in (-1, 1)}
        edge_on = self.touching(a)
        return [e.piece for e in self.pieces if e.piece != a and e.piece not in edge_on and cells & e.full]

    def corner_mates(self, a: int) -> list[int]:
        return [e.piece for e in self.pieces if e.piece != a and set(e.cuts) & set(self[a].cuts)]

    def lies_on(self, a: int) -> list[int]:
        return [e.piece for e in self.pieces if self[a].over & e.full]

    def covered_by(self, side: NaiveSide) -> int | None:
        x, y, edge, over = side
        dx, dy = STEPS[edge]
        cover = None if over else self.cover((x, y))
        if cover is None:
            return None
        beyond = (x + dx, y + dy)
        return cover.piece if beyond in cover.over or beyond in cover.full else None

    def covers(self, side: NaiveSide) -> NaiveSide | None:
        x, y, edge, over = side
        under = self.owner((x, y))
        if not over or under is None:
            return None
        for other in ((edge + 2) % 4, 0, 1, 2, 3):
            below = (x, y, other, False)
            if below in under.sides() and self.covered_by(below) is not None:
                return below
        return None

    # -- areas --

    def blocked(self) -> set[Place]:
        found = {cell for entry in self.pieces for cell in entry.full}
        for index, entry in enumerate(self.pieces):
            for other in self.pieces[:index]:
                found |= set(entry.cuts) & set(other.cuts)
        return found

    def areas(self) -> list[set[Place]]:
        """The outer area within a frame around everything, then the enclosed ones by first cell."""
        if self.known_areas is None:
            self.known_areas = self.find_areas()
        return self.known_areas

    def find_areas(self) -> list[set[Place]]:
        blocked = self.blocked()
        cells = {cell for entry in self.pieces for cell in (*entry.full, *entry.cuts)} or {(0, 0)}
        left, right = min(x for x, _ in cells) - 2, max(x for x, _ in cells) + 2
        top, bottom = min(y for _, y in cells) - 2, max(y for _, y in cells) + 2
        rest = [
            (x, y) for y in range(top, bottom + 1) for x in range(left, right + 1) if (x, y) not in blocked
        ]
        found: list[set[Place]] = []
        seen: set[Place] = set()
        for start in rest:
            if start in seen:
                continue
            area = {start}
            queue = deque([start])
            while queue:
                x, y = queue.popleft()
                for dx, dy in STEPS:
                    cell = (x + dx, y + dy)
                    inside = left <= cell[0] <= right and top <= cell[1] <= bottom
                    if inside and cell not in blocked and cell not in area:
                        area.add(cell)
                        queue.append(cell)
            seen |= area
            found.append(area)
        return found

    def is_outer(self, side: NaiveSide) -> bool:
        dx, dy = STEPS[side[2]]
        return (side[0] + dx, side[1] + dy) in self.areas()[0]

    # -- spots --

    def candidates(self, number: int) -> Iterator[tuple[int, int, int]]:
        """Every place within reach of the pieces, in the documented order, rotations that look alike once."""
        cells = {cell for entry in self.pieces for cell in (*entry.full, *entry.cuts)}
        seen: list[object] = []
        for rot, turn in enumerate(self.protos[number].turns):
            if turn.looks in seen:
                continue
            seen.append(turn.looks)
            for y in range(min(y for _, y in cells) - turn.height, max(y for _, y in cells) + 2):
                for x in range(min(x for x, _ in cells) - turn.width, max(x for x, _ in cells) + 2):
                    if self.fits(number, x, y, rot):
                        yield x, y, rot

    def allowed(
        self,
        piece: int,
        pairs: Iterable[tuple[int, int]],
        bars: Iterable[tuple[int, int]] = (),
        keep_off: Iterable[int] = (),
        outer: int | None = None,
        covers: Iterable[tuple[int, int]] = (),
    ) -> bool:
        """Whether the terms hold for a piece that is in the plan already."""
        new = self[piece]
        keep_off = set(keep_off)

        def fits(bits: set[int], feature: int) -> bool:
            return feature < 0 or feature in bits

        meetings = [
            (self.features(side), self.features(facing))
            for side in new.sides()
            if not side[3] and (facing := self.facing(side)) is not None
        ]
        joined = any(fits(own, a) and fits(other, b) for a, b in pairs for own, other in meetings)
        if list(pairs) and not joined:
            return False
        if any(fits(own, a) and fits(other, b) for a, b in bars for own, other in meetings):
            return False
        # Nothing full before a side that keeps others off, the new piece's or an old one's.
        full = self.full.keys()
        for entry in self.pieces:
            for side in entry.sides():
                x, y = side[0] + STEPS[side[2]][0], side[1] + STEPS[side[2]][1]
                if self.features(side) & keep_off and (x, y) in (full if entry is new else new.full):
                    return False
        for a, b in covers:
            for side in new.sides():
                if a in new.features(side):
                    below = self.covers(side)
                    if below is None or b not in self.features(below):
                        return False
        if outer is not None:
            area = self.areas()[0]
            ways = [
                (side[0] + STEPS[side[2]][0], side[1] + STEPS[side[2]][1])
                for entry in self.pieces
                for side in entry.sides()
                if not side[3] and outer in entry.features(side)
            ]
            return any(way in area for way in ways)
        return True
