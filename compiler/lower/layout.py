"""Numbers for everything: kinds, definitions, pieces, faces, and the cells in which a running game lies.

The numbering follows the order of the program alone, so equal programs give equal numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from castlewright.compiler.typed import ir
from castlewright.compiler.typed.tags import zero
from castlewright.compiler.typed.types import DRAWING, Piece, Type, Value

ACTIVE = 0
"""The cell of the player whose turn it is."""
GAME_OVER = 1
"""The cell that says whether the game was ended early."""
_FIRST_FREE = 2


class Unsupported(Exception):
    """The program asks for something the back end cannot generate; `span` says where."""

    def __init__(self, message: str, span: ir.Span) -> None:
        super().__init__(message)
        self.message = message
        self.span = span


@dataclass(frozen=True, slots=True)
class Cells:
    """A run of cells, one for each holder: the cell of holder `h` is `base - first + h`."""

    base: int
    count: int = 1
    first: int = 0

    @property
    def offset(self) -> int:
        """What to add to the holder's number."""
        return self.base - self.first


@dataclass(frozen=True, slots=True)
class Part:
    """A step, turns or rounds of the flow, with the cells that belong to it."""

    node: ir.Step | ir.Turns | ir.Rounds
    step: int  # number in the table of steps; -1 for rounds
    instance: int  # counts the instances, over the whole game
    number: int  # rounds only: the number of the running one, counted anew each time
    ends: int  # set by `end NAME`
    scheduled: int  # turns only: players who have another turn


@dataclass(slots=True)
class Layout:
    """The numbering of one program. Made by `lay_out`."""

    program: ir.Program
    kinds: dict[ir.Kind, int] = field(default_factory=dict)
    members: dict[ir.Definition, int] = field(default_factory=dict)  # of value kinds: index in the kind
    pieces: dict[ir.Definition, range] = field(default_factory=dict)  # of piece kinds: the copies
    kind_pieces: dict[ir.Kind, range] = field(default_factory=dict)
    definitions: dict[ir.Definition, int] = field(default_factory=dict)  # of piece kinds: row in DEFS
    piece_count: int = 0
    keeps: dict[ir.Keep, Cells] = field(default_factory=dict)
    zones: dict[ir.Zone, Cells] = field(default_factory=dict)
    layouts: dict[ir.Zone, int] = field(default_factory=dict)
    parts: dict[str, Part] = field(default_factory=dict)  # by path
    limits: dict[int, Cells] = field(default_factory=dict)  # by id of the ir.Limit
    cell_count: int = _FIRST_FREE
    system: list[object] = field(default_factory=lambda: [None, False])  # initial values of the system cells
    drawn: dict[ir.Kind, bool] = field(default_factory=dict)  # does a kind print a drawing?
    outlines: dict[ir.Definition, tuple[str, ...] | None] = field(default_factory=dict)  # of one face
    features: dict[ir.Definition, dict[int, tuple[tuple[str, int], ...]]] = field(default_factory=dict)

    @property
    def seats(self) -> int:
        """For how many players cells are laid out."""
        return self.program.players[1]

    def take(self, count: int) -> int:
        """Reserve `count` cells and return the first."""
        base = self.cell_count
        self.cell_count += count
        return base

    def system_cell(self, value: object) -> int:
        """Reserve one system cell with its first value. Only while the flow is laid out."""
        self.system.append(value)
        return self.take(1)

    def number(self, definition: ir.Definition) -> int:
        """What stands for a definition at run time: its index among values, or its first piece."""
        index = self.members.get(definition)
        return self.pieces[definition].start if index is None else index

    def ranges(self, type_: Type) -> list[range]:
        """The piece numbers of a piece type: one run for each kind of a union, joined where they meet."""
        assert isinstance(type_, Piece)
        if not type_.kind:
            return [range(self.piece_count)]
        runs: list[range] = []
        found = (self.kind_pieces[self.program.kinds[name]] for name in type_.kind.split("|"))
        for run in sorted(found, key=lambda r: r.start):
            if runs and runs[-1].stop == run.start:
                runs[-1] = range(runs[-1].start, run.stop)
            elif run:
                runs.append(run)
        return runs

    def part(self, name: str, span: ir.Span) -> Part:
        """The part of the flow called `name` (a path, or its last word)."""
        found = self.parts.get(name)
        if found is None:
            for path, part in self.parts.items():
                if path.rpartition(".")[2] == name:
                    return part
            raise Unsupported(f"there is no part of the flow called {name}", span)
        return found

    def holder_count(self, holder: str | ir.Kind | ir.Definition | None) -> tuple[int, int]:
        """How many holders there are, and the number of the first."""
        if holder is None:
            return 1, 0
        if isinstance(holder, str):
            return self.seats, 0
        if isinstance(holder, ir.Definition):
            return (1, self.members[holder]) if holder in self.members else _run(self.pieces[holder])
        if holder.is_value:
            return len(holder.definitions), 0
        return _run(self.kind_pieces[holder])

    def cells_for(self, holder: str | ir.Kind | ir.Definition | None) -> Cells:
        """Reserve the cells of something that each holder has one of."""
        count, first = self.holder_count(holder)
        return Cells(self.take(count), count, first)


def _run(pieces: range) -> tuple[int, int]:
    return len(pieces), pieces.start


def keeps_of(program: ir.Program) -> Iterator[ir.Keep]:
    """All keeps of a program: of the game and players, of kinds, of single definitions."""
    yield from program.keeps.values()
    for kind in program.kinds.values():
        yield from kind.keeps.values()
        for definition in kind.definitions:
            yield from definition.keeps.values()


def zones_of(program: ir.Program) -> Iterator[ir.Zone]:
    """All zones of a program: of the game and players, of kinds, of single definitions."""
    yield from program.zones.values()
    for kind in program.kinds.values():
        yield from kind.zones.values()
        for definition in kind.definitions:
            yield from definition.zones.values()


def flow_parts(program: ir.Program) -> Iterator[ir.Step | ir.Turns | ir.Rounds]:
    """All steps, turns and rounds of the flow, outer before inner, in order."""

    def inside(parts: list[ir.Step | ir.Turns | ir.Rounds]) -> Iterator[ir.Step | ir.Turns | ir.Rounds]:
        for part in parts:
            yield part
            if isinstance(part, ir.Rounds):
                yield from inside(part.parts)

    for top in program.flow.parts if program.flow is not None else ():
        yield from inside(top.parts) if isinstance(top, ir.Stage) else inside([top])


def path_of(part: ir.Step | ir.Turns | ir.Rounds | ir.Stage) -> str:
    """The path of a part of the flow, or its name where the checker gave no path."""
    return part.path or part.name


def lay_out(program: ir.Program) -> Layout:
    """Number a program."""
    layout = Layout(program)
    for number, kind in enumerate(program.kinds.values()):
        layout.kinds[kind] = number
        if kind.is_value:
            for index, definition in enumerate(kind.definitions):
                layout.members[definition] = index
            continue
        first = layout.piece_count
        for definition in kind.definitions:
            layout.definitions[definition] = len(layout.definitions)
            start = layout.piece_count
            layout.piece_count += max(definition.copies, 0)
            layout.pieces[definition] = range(start, layout.piece_count)
        layout.kind_pieces[kind] = range(first, layout.piece_count)
    _lay_out_flow(layout)
    for keep in keeps_of(program):
        layout.keeps[keep] = layout.cells_for(keep.holder)
    for zone in zones_of(program):
        layout.zones[zone] = layout.cells_for(zone.holder)
    for zone in zones_of(program):
        if zone.structure in ("plan", "grid"):
            layout.layouts[zone] = layout.take(layout.zones[zone].count)
    return layout


def _lay_out_flow(layout: Layout) -> None:
    steps = 0
    for part in flow_parts(layout.program):
        instance = layout.system_cell(0)
        number = layout.system_cell(0) if isinstance(part, ir.Rounds) else -1
        ends = layout.system_cell(False)
        scheduled = layout.system_cell(()) if isinstance(part, ir.Turns) else -1
        step = -1
        if not isinstance(part, ir.Rounds):
            step = steps
            steps += 1
        layout.parts[path_of(part)] = Part(part, step, instance, number, ends, scheduled)


def initial_values(layout: Layout) -> list[object]:
    """The first value of every cell. Keeps without a default start at their zero."""
    cells: list[object] = [*layout.system, *([None] * (layout.cell_count - len(layout.system)))]
    for keep, run in layout.keeps.items():
        value = zero(keep.type)
        if isinstance(keep.default, ir.Lit):
            value = constant(layout, keep.default.value)
        cells[run.base : run.base + run.count] = [value] * run.count
    for run in layout.zones.values():
        cells[run.base : run.base + run.count] = [()] * run.count
    for run in layout.limits.values():
        cells[run.base : run.base + run.count] = [0] * run.count
    return cells


def constant(layout: Layout, value: ir.Const) -> object:
    """A printed value as it stands at run time."""
    if isinstance(value, ir.Definition):
        return layout.number(value)
    if isinstance(value, ir.SideAt):
        return (value.edge, value.index)
    if isinstance(value, tuple):
        return tuple(constant(layout, element) for element in value)
    return value


def outline(layout: Layout, definition: ir.Definition, face: ir.FaceInfo | None) -> tuple[str, ...] | None:
    """The drawing of a piece (or one face of it): its own, or that of the value it prints."""
    if face is not None:
        return _outline(layout, definition, face)
    if definition not in layout.outlines:
        layout.outlines[definition] = _outline(layout, definition, None)
    return layout.outlines[definition]


def _outline(layout: Layout, definition: ir.Definition, face: ir.FaceInfo | None) -> tuple[str, ...] | None:
    values = definition.values if face is None else {**definition.values, **face.values}
    for printed in definition.kind.fields.values():
        value = values.get(printed.name)
        if printed.type == DRAWING and isinstance(value, tuple):
            return tuple(str(row) for row in value)
        shape = _drawn(layout, printed, value)
        if shape is not None:
            drawing = outline(layout, shape, None)
            if drawing is not None:
                return drawing
    return None


def _drawn(layout: Layout, printed: ir.Field, value: ir.Const) -> ir.Definition | None:
    """The value of a printed field, if it is of a kind that prints a drawing."""
    if not isinstance(value, ir.Definition) or not isinstance(printed.type, Value | Piece):
        return None
    kind = value.kind
    if kind not in layout.drawn:
        layout.drawn[kind] = any(f.type == DRAWING for f in kind.fields.values())
    return value if layout.drawn[kind] else None


def features(
    layout: Layout, definition: ir.Definition, face: ir.FaceInfo | None
) -> dict[int, tuple[tuple[str, int], ...]]:
    """The features on the sides of a piece: feature number -> places, its own and those of its outline."""
    if face is not None:
        return _features(layout, definition, face)
    if definition not in layout.features:
        layout.features[definition] = _features(layout, definition, None)
    return layout.features[definition]


def _features(
    layout: Layout, definition: ir.Definition, face: ir.FaceInfo | None
) -> dict[int, tuple[tuple[str, int], ...]]:
    values = definition.values if face is None else {**definition.values, **face.values}
    found: dict[int, list[tuple[str, int]]] = {}
    for printed in definition.kind.fields.values():
        value = values.get(printed.name)
        if printed.feature is not None and isinstance(value, tuple):
            places = [(side.edge, side.index) for side in value if isinstance(side, ir.SideAt)]
            found.setdefault(layout.number(printed.feature), []).extend(places)
        shape = _drawn(layout, printed, value)
        if shape is not None:
            for number, more in features(layout, shape, None).items():
                found.setdefault(number, []).extend(more)
    return {number: tuple(dict.fromkeys(places)) for number, places in sorted(found.items()) if places}
