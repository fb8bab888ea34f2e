"""The board: how the plans and grids of a state are laid, saved, and searched for spots.

A plan or grid zone has two cells: the tuple of its pieces, as every zone, and the layout object that says how
they lie (:class:`~.plan.Plan`, :class:`~.grid.Grid`). Layouts never change, a move puts another one into the
cell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from .grid import Grid
from .plan import Plan
from .proto import ANY, Catalog, Proto
from .reached import Groups
from .shape import Shape
from .spots import Terms

if TYPE_CHECKING:
    from .ruleset import Zone
    from .state import State

__all__ = ["Board", "Placing", "read_board"]

Layout = Plan | Grid
Need = Callable[[Any, int], bool]
Refuse = Callable[[Any, int, int], Groups | None]
PartialNeeds = tuple[int, tuple[Need, ...], Refuse | None]


class Placing:
    """Where pieces `first` to `end - 1` may lie in a zone: what is found by masks, and the needs that are
    asked."""

    __slots__ = (
        "base",
        "carried",
        "checks",
        "count",
        "end",
        "first",
        "guard",
        "needs",
        "number",
        "partial",
        "reads",
        "stop",
        "terms",
        "zone",
    )

    def __init__(self, number: int, row: tuple[Any, ...]) -> None:
        self.number = number
        self.zone: str
        self.base: int
        self.count: int
        self.first: int
        self.end: int
        self.zone, self.base, self.count, self.first, self.end = row[:5]
        self.stop = self.base + self.count
        pairs, bars, keep_off, outer, covers, checks, needs = row[5:12]
        self.reads: tuple[tuple[int, int], ...] | None = row[12] if len(row) > 12 else None
        """What the checks depend on beside the layout and what is printed: runs of cells; None: on more."""
        self.guard: Callable[[State, int], bool] | None = row[13] if len(row) > 13 else None
        """When this rule is the one to use; the next that fits is used where it does not hold."""
        # Without a connector of its own a piece may lie wherever it touches another one.
        self.terms = Terms(
            pairs if pairs or covers else ((ANY, ANY),),
            bars=bars,
            keep_off=keep_off,
            outer=outer,
            covers=covers,
        )
        self.needs: tuple[tuple[str, str, Need, int], ...] = needs
        self.checks: tuple[Need, ...] = tuple([needs[number][2] for number in checks])
        partial: tuple[tuple[int, tuple[int, ...], Refuse | None], ...] = row[14] if len(row) > 14 else ()
        self.partial: tuple[PartialNeeds, ...] = tuple(
            [
                (scope, tuple([needs[number][2] for number in found]), refuse)
                for scope, found, refuse in partial
            ]
        )
        """Needs that are asked only at some places, by their scope (see :data:`.spots.Partial`). Where
        something faces a side with a feature that is a scope, the last function tells what masks refuse
        instead (see :mod:`.reached`)."""
        carried: tuple[int, ...] = row[15] if len(row) > 15 else tuple(range(len(needs)))
        self.carried: tuple[Need, ...] = tuple([needs[number][2] for number in carried])
        """What is asked of a piece that is laid with another that lies over it: masks decide the rest."""

    def told(self, g: State) -> tuple[object, ...] | None:
        """Return what the checks read beside the layout; None where that cannot be told."""
        reads = self.reads
        if reads is None:
            return None
        cells = g.cells
        return tuple([value for first, end in reads for value in cells[first:end]]) if reads else ()


class Board:
    """The tables of plans and grids of one ruleset."""

    __slots__ = (
        "catalog",
        "grid_at",
        "layout_of",
        "numbers",
        "piece_def",
        "placings",
        "placings_of",
        "plan_at",
        "widths",
    )

    def __init__(self) -> None:
        self.catalog = Catalog(())
        self.numbers: tuple[tuple[int, ...], ...] = ()
        """Proto numbers of each piece, by face; () without a drawing."""
        self.piece_def: tuple[int, ...] = ()
        """Definition of each piece."""
        self.widths: tuple[int, ...] = ()
        """Spaces that each piece takes on a grid."""
        self.layout_of: dict[int, int] = {}
        """Zone cell -> layout cell."""
        self.plan_at: list[int] = [-1]
        self.grid_at: list[int] = [-1]
        """Zone cell -> layout cell of its plan or grid, -1 for none; the last is for -1, out of play."""
        self.placings: tuple[Placing, ...] = ()
        self.placings_of: tuple[tuple[Placing, ...], ...] = ()
        """Those of each piece."""

    def lay_out(self, zones: Iterable[Zone], cells: list[Any]) -> None:
        """Put empty layouts into a fresh state."""
        empty = Plan.empty(self.catalog)
        grid = Grid.empty()
        for zone in zones:
            if zone.layout >= 0:
                cells[zone.layout : zone.layout + zone.count] = [
                    grid if zone.structure == "grid" else empty
                ] * zone.count

    def placing(self, g: State, pid: int, cell: int) -> Placing | None:
        """Return the placing rule of a piece in a zone cell, None where there is none."""
        for placing in self.placings_of[pid]:
            if placing.base <= cell < placing.stop:
                guard = placing.guard
                if guard is None or guard(g, cell):
                    return placing
        return None

    def proto(self, g: State, pid: int) -> int:
        """Return the number of the proto of a piece's face. Raises IndexError for pieces without a
        drawing."""
        numbers = self.numbers[pid]
        return numbers[g.face[pid] if len(numbers) > 1 else 0]

    # -- laying ----------------------------------------------------------------------------------------------

    def lay(self, g: State, you: int | None, pid: int, spot: Sequence[int], clause: int) -> None:
        """Move a piece onto a spot, see :mod:`.landing`."""
        from .moves import put

        cell = spot[0]
        if len(spot) > 5 and g.face[pid] != spot[5]:
            g.face[pid] = spot[5]
        lay = self.layout_of[cell]
        put(g, you, (pid,), cell, "under", clause, None, False, spot)
        layout: Layout = g.cells[lay]
        x, y = spot[2], spot[3]
        if isinstance(layout, Plan):
            g.cells[lay] = layout.placed(pid, self.proto(g, pid), x, y, spot[4])
        else:
            g.cells[lay] = layout.placed(pid, self.widths[pid], x, y)

    def take_off(self, g: State, cell: int, pids: Sequence[int]) -> None:
        """Take pieces off the layout of a zone cell, those that lie on it."""
        lay = self.layout_of[cell]
        layout: Layout = g.cells[lay]
        for pid in pids:
            if pid in layout:
                layout = layout.without(pid)
        g.cells[lay] = layout

    def turned(self, g: State, pid: int) -> None:
        """Lay a piece anew whose face was changed."""
        cell = g.where[pid]
        lay = self.layout_of.get(cell, -1)
        if lay >= 0:
            layout: Layout = g.cells[lay]
            if isinstance(layout, Plan) and pid in layout:
                g.cells[lay] = layout.with_proto(pid, self.proto(g, pid))

    # -- saving ----------------------------------------------------------------------------------------------

    def saved(self, layout: Layout) -> list[list[int]]:
        """Return a layout as plain data."""
        return [list(placement) for placement in layout.placements]

    def loaded(self, cell: int, placements: Iterable[Sequence[int]]) -> Layout:
        """Return the layout of a zone cell from plain data. Raises ValueError."""
        if self.grid_at[cell] >= 0:
            return Grid.from_placements(placements)
        return Plan.from_placements(placements, self.catalog)


def read_board(namespace: Mapping[str, Any]) -> Board:
    """Read the tables PROTOS, PIECE_PROTOS, PLACINGS, FIELDS and ZONES of a generated module."""
    board = Board()
    shapes: dict[tuple[str, ...], Shape] = {}
    protos: list[Proto] = []
    for rows, features in namespace.get("PROTOS", ()):
        if rows not in shapes:
            shapes[rows] = Shape(rows)
        protos.append(Proto(shapes[rows], dict(features)))
    board.catalog = Catalog(protos)
    by_definition: tuple[tuple[int, ...], ...] = namespace.get("PIECE_PROTOS", ())
    pieces: tuple[int, ...] = namespace["PIECE_DEF"]
    board.piece_def = pieces
    board.numbers = tuple([by_definition[number] if by_definition else () for number in pieces])
    widths = [1] * len(pieces)
    for field in namespace["FIELDS"]:
        if field[1] == "width" and not namespace["KINDS"][field[0]][2]:
            for pid, width in enumerate(field[4]):
                # A width is the same on all faces.
                width = width[0] if len(field) > 5 and field[5] and width else width
                widths[pid] = widths[pid] if width is None else width
    board.widths = tuple(widths)
    size = len(namespace["INITIAL"]) + 1
    board.plan_at, board.grid_at = [-1] * size, [-1] * size
    for row in namespace["ZONES"]:
        base, count, structure, layout = row[2], row[3], row[5], row[8]
        if layout >= 0:
            table = board.grid_at if structure == "grid" else board.plan_at
            for i in range(count):
                board.layout_of[base + i] = table[base + i] = layout + i
    board.placings = tuple([Placing(number, row) for number, row in enumerate(namespace.get("PLACINGS", ()))])
    _share_terms(board.placings)
    board.placings_of = tuple(
        [tuple([p for p in board.placings if p.first <= pid < p.end]) for pid in range(len(pieces))]
    )
    return board


def _share_terms(placings: Iterable[Placing]) -> None:
    """Let placings that ask the same of masks share their terms, and with them what is kept about these."""
    shared: dict[object, Terms] = {}
    for placing in placings:
        terms = placing.terms
        asked = (terms.pairs, terms.bars, terms.keep_off, terms.outer, terms.covers)
        placing.terms = shared.setdefault(asked, terms)
