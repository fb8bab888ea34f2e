"""Grids: pieces on unit squares, counted in columns and rows.

The plain data of a grid is its tuple of placements ``(piece, width, column, row)`` in order of placing. Row 0
is the ground and rows grow upwards, so the space above ``(column, row)`` is ``(column, row + 1)``. A piece
covers ``width`` spaces side by side; its *first* space is the leftmost, ``(column, row)``.

An *offset* is a pair ``(dx, dy)`` of columns to the right and rows up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

__all__ = ["Grid", "GridCheck", "GridError", "GridPlacement", "GridSpot", "GridTrial", "Offset"]

GridPlacement = tuple[int, int, int, int]
"""Piece, width, column, row."""
GridSpot = tuple[int, int]
"""Column and row of the first space."""
Offset = tuple[int, int]

_BESIDE = ((0, 1), (1, 0), (0, -1), (-1, 0))


class GridError(ValueError):
    """A placement that cannot be, or a question about a piece that is not in the grid."""


class Grid:
    """An arrangement of pieces. It never changes; :meth:`placed` returns a new one.

    ``placements`` is the plain data; ``memo`` a dict for callers, good as long as the object lives. Lists of
    pieces are in order of placing unless a method says otherwise. Methods that take a piece raise
    :class:`GridError` when it is not in the grid.
    """

    __slots__ = ("_at", "_placed", "memo", "placements")

    def __init__(self) -> None:
        self.placements: tuple[GridPlacement, ...] = ()
        self.memo: dict[object, object] = {}
        self._placed: dict[int, GridPlacement] = {}
        self._at: dict[GridSpot, int] = {}

    @classmethod
    def empty(cls) -> Grid:
        """Return a grid without pieces."""
        return Grid()

    @classmethod
    def from_placements(cls, placements: Iterable[Sequence[int]]) -> Grid:
        """Return the grid of these placements (tuples, or lists as JSON has them).

        Raises :class:`GridError` for a placement that cannot be.
        """
        grid = Grid()
        for piece, width, column, row in placements:
            grid = grid.placed(piece, width, column, row)
        return grid

    def placed(self, piece: int, width: int, column: int, row: int) -> Grid:
        """Return this grid with one more piece.

        Raises :class:`GridError` when the piece is there already, has no width, or a space is taken.
        """
        if piece in self._placed:
            raise GridError(f"piece {piece} is in the grid already")
        if width < 1:
            raise GridError(f"a piece must be one space wide or more, not {width}")
        grid = Grid()
        grid.placements = (*self.placements, (piece, width, column, row))
        grid._placed = {**self._placed, piece: (piece, width, column, row)}
        grid._at = self._at.copy()
        for x in range(column, column + width):
            if (x, row) in grid._at:
                raise GridError(f"the space in column {x}, row {row} is taken by piece {grid._at[x, row]}")
            grid._at[x, row] = piece
        return grid

    def without(self, piece: int) -> Grid:
        """Return the grid without one of its pieces."""
        self.placement(piece)
        return Grid.from_placements([entry for entry in self.placements if entry[0] != piece])

    def trial(self) -> GridTrial:
        """Return a copy on which pieces can be put for a while and taken off again."""
        return GridTrial(self)

    # -- pieces and spaces ---------------------------------------------------------------------------------

    def __len__(self) -> int:
        return len(self._placed)

    def __contains__(self, piece: int) -> bool:
        return piece in self._placed

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {len(self)} pieces>"

    def pieces(self) -> tuple[int, ...]:
        """Return all pieces."""
        return tuple(self._placed)

    def placement(self, piece: int) -> GridPlacement:
        """Return ``(piece, width, column, row)`` of a piece."""
        entry = self._placed.get(piece)
        if entry is None:
            raise GridError(f"piece {piece} is not in the grid")
        return entry

    def at(self, column: int, row: int) -> int | None:
        """Return the piece that covers a space, or ``None``."""
        return self._at.get((column, row))

    def cells_of(self, piece: int) -> tuple[GridSpot, ...]:
        """Return the spaces of a piece from left to right."""
        _, width, column, row = self.placement(piece)
        return tuple([(column + x, row) for x in range(width)])

    def width(self, piece: int) -> int:
        """Return how many spaces a piece covers."""
        return self.placement(piece)[1]

    def column(self, piece: int) -> int:
        """Return the column of a piece's first space."""
        return self.placement(piece)[2]

    def columns_of(self, piece: int) -> tuple[int, ...]:
        """Return the columns of all spaces of a piece from left to right."""
        _, width, column, _ = self.placement(piece)
        return tuple(range(column, column + width))

    def row(self, piece: int) -> int:
        """Return the row of a piece, 0 for the ground."""
        return self.placement(piece)[3]

    def columns(self) -> tuple[int, ...]:
        """Return all columns that hold a piece, from left to right."""
        return tuple(sorted({column for column, _ in self._at}))

    def rows(self) -> tuple[int, ...]:
        """Return all rows that hold a piece, from the lowest to the highest."""
        return tuple(sorted({row for _, row in self._at}))

    def in_column(self, column: int) -> tuple[int, ...]:
        """Return the pieces in a column from the lowest to the highest."""
        return tuple([self._at[place] for place in sorted(place for place in self._at if place[0] == column)])

    def in_row(self, row: int) -> tuple[int, ...]:
        """Return the pieces in a row from left to right, each once."""
        found = sorted(place for place in self._at if place[1] == row)
        return tuple(dict.fromkeys([self._at[place] for place in found]))

    # -- neighbours ----------------------------------------------------------------------------------------

    def neighbours(self, piece: int, offsets: Iterable[Offset]) -> tuple[int, ...]:
        """Return the pieces at the offsets from any space of a piece, each once, without the piece itself.

        They come in the order of the offsets; for one offset, from the leftmost space of the piece to the
        rightmost.
        """
        _, width, column, row = self.placement(piece)
        at = self._at
        found: dict[int, None] = {}
        for dx, dy in offsets:
            for x in range(column + dx, column + dx + width):
                other = at.get((x, row + dy))
                if other is not None and other != piece:
                    found[other] = None
        return tuple(found)

    def at_offsets(self, piece: int, offsets: Iterable[Offset]) -> tuple[int, ...]:
        """Return the pieces at the offsets from a piece's first space, one for each offset that leads to one.

        A step that ends on the piece itself goes on in the same direction until it leaves it. So for a piece
        two spaces wide, ``(1, 0)`` is the space to the right of its right half, ``(0, 1)`` the one above its
        left half, ``(1, 1)`` the one above its right half. A piece reached by two offsets is there twice.
        """
        found: list[int] = []
        for offset in offsets:
            other = self._at.get(self.offset_place(piece, offset))
            if other is not None:
                found.append(other)
        return tuple(found)

    def offset_place(self, piece: int, offset: Offset) -> GridSpot:
        """Return the space at an offset from a piece, as :meth:`at_offsets` takes it.

        Raises :class:`GridError` for the offset ``(0, 0)``, which leads nowhere.
        """
        dx, dy = offset
        if dx == dy == 0:
            raise GridError("the offset (0, 0) leads nowhere")
        _, width, column, row = self.placement(piece)
        x, y = column + dx, row + dy
        while y == row and column <= x < column + width:
            x += dx
        return x, y

    # -- spots ---------------------------------------------------------------------------------------------

    def spots(self, width: int = 1, *, piece: int = -1, check: GridCheck | None = None) -> list[GridSpot]:
        """Return where a piece may go: all its spaces empty, one of them side by side with a piece.

        In an empty grid that is ``(0, 0)`` only. Spots come row by row from the lowest, in a row from the
        left. ``check`` gets a :class:`GridTrial` with the piece put on, as number ``piece``, and tells
        whether it may stay.
        """
        return list(self.iter_spots(width, piece=piece, check=check))

    def any_spot(self, width: int = 1, *, piece: int = -1, check: GridCheck | None = None) -> bool:
        """Tell whether there is a spot; arguments as for :meth:`spots`."""
        return next(self.iter_spots(width, piece=piece, check=check), None) is not None

    def iter_spots(
        self, width: int = 1, *, piece: int = -1, check: GridCheck | None = None
    ) -> Iterator[GridSpot]:
        """Yield what :meth:`spots` lists, one by one."""
        trial: GridTrial | None = None
        for column, row in self._candidates(width):
            if check is not None:
                trial = trial or self.trial()
                trial.put(piece, width, column, row)
                good = check(trial)
                trial.take()
                if not good:
                    continue
            yield column, row

    def _candidates(self, width: int) -> list[GridSpot]:
        at = self._at
        if not at:
            return [(0, 0)]
        free = {(x + dx, y + dy) for x, y in at for dx, dy in _BESIDE}
        firsts = {(x - back, y) for x, y in free for back in range(width)}
        fitting = [(x, y) for x, y in firsts if not any((x + i, y) in at for i in range(width))]
        fitting.sort(key=lambda place: (place[1], place[0]))
        return fitting


class GridTrial(Grid):
    """A copy of a grid that answers as if the pieces put on it were placed. Not to be kept: it changes."""

    __slots__ = ()

    def __init__(self, grid: Grid) -> None:
        self.placements = grid.placements
        self.memo = {}
        self._placed = grid._placed.copy()
        self._at = grid._at.copy()

    def put(self, piece: int, width: int, column: int, row: int) -> None:
        """Put a piece on, last of all. Its spaces must be empty; that is not checked.

        Raises :class:`GridError` when the piece is there already.
        """
        if piece in self._placed:
            raise GridError(f"piece {piece} is in the grid already")
        entry = (piece, width, column, row)
        self.placements = (*self.placements, entry)
        self._placed[piece] = entry
        for x in range(column, column + width):
            self._at[x, row] = piece
        self.memo = {}

    def take(self) -> None:
        """Take off the piece placed or put on last. Raises :class:`GridError` when there is none."""
        if not self.placements:
            raise GridError("no piece is left to take")
        piece, width, column, row = self.placements[-1]
        self.placements = self.placements[:-1]
        del self._placed[piece]
        for x in range(column, column + width):
            del self._at[x, row]
        self.memo = {}


GridCheck = Callable[[GridTrial], bool]
"""Tells whether the piece put on last may stay."""
