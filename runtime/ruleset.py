"""A ruleset: a generated module with its tables read, ready to start games.

What a generated module holds is shown by the comments of ``tests/runtime/toy_ruleset.py``.
"""

from __future__ import annotations

import marshal
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import CodeType, ModuleType
from typing import TYPE_CHECKING, Any

from .errors import RulesetError, UnknownName, whole
from .layout import Board, read_board
from .tag import Tag, encode, read_tag

if TYPE_CHECKING:
    from .decision import Choice
    from .game import Game

__all__ = ["Action", "Clause", "Keep", "Kind", "Ruleset", "Zone"]

FORMAT = 1
"""Format of generated modules that this runtime reads."""

ALL_PLAYERS = -1
"""Mask of players: every bit set."""

_TABLES = (
    "META KINDS DEFS PIECE_DEF FIELDS KEEPS ZONES INITIAL CLAUSES REASONS UNITS STEPS FRAMES BLOCK_FRAMES "
    "RULES_BY_NAME EFFECTS_BY_NAME ACTIONS CHOICES BLOCKS ENTRY TIMED WINNER LINES"
).split()


class Kind:
    """A kind of values or pieces. Values: ``members`` are (name, title). Pieces: numbers from ``first`` to
    ``end - 1``."""

    __slots__ = ("end", "first", "is_value", "members", "name", "plural")

    def __init__(self, row: tuple[Any, ...]) -> None:
        self.name: str = row[0]
        self.plural: str = row[1]
        self.is_value: bool = row[2]
        self.members: tuple[tuple[str, str], ...] = row[3] if self.is_value else ()
        self.first, self.end = (0, len(self.members)) if self.is_value else row[3]


class Holding:
    """What keeps and zones have in common: cells ``base`` to ``base + count - 1``, one for each holder."""

    __slots__ = ("base", "count", "first", "holder", "name", "seen")

    def __init__(self, name: str, holder: str, base: int, count: int, first: int, seen: Any) -> None:
        self.name = name
        self.holder = holder
        self.base = base
        self.count = count
        self.first = first
        self.seen: str | Callable[[Any, int], Any] = seen


class Keep(Holding):
    """Something remembered, with its type and bounds."""

    __slots__ = ("least", "most", "tag", "type")

    def __init__(self, row: tuple[Any, ...]) -> None:
        super().__init__(row[0], row[1], row[2], row[3], row[4], row[6])
        self.type: str = row[5]
        self.tag: Tag = read_tag(row[5])
        self.least: int | None = row[7]
        self.most: int | None = row[8]


class Zone(Holding):
    """A place for pieces. ``layout`` is the base of its layout cells, -1 without."""

    __slots__ = ("kinds", "layout", "structure")

    def __init__(self, row: tuple[Any, ...]) -> None:
        super().__init__(row[0], row[1], row[2], row[3], row[4], row[7])
        self.structure: str = row[5]
        self.kinds: tuple[str, ...] = row[6]
        self.layout: int = row[8]


class Action:
    """Something that a turn or any moment offers; ``frame`` is the frame it starts with."""

    __slots__ = ("clause", "frame", "name", "offered", "on_piece", "title", "turn")

    def __init__(self, row: tuple[Any, ...]) -> None:
        self.name: str = row[0]
        self.title: str = row[1]
        self.turn: str | None = row[2]
        self.offered: Callable[[Any, int], Any] = row[3]
        self.on_piece: bool = row[4]
        self.frame: tuple[Any, ...] = row[5]
        self.clause: int = row[6]


class Clause:
    """A place in the rules text: what log lines refer to. ``parts`` is the tag of the elements of their
    parts, ``about`` that of what they are about; ``told``: everybody may know the member of a value kind
    which that is."""

    __slots__ = ("about", "file", "line", "parts", "sentence", "told", "what")

    def __init__(self, row: tuple[Any, ...]) -> None:
        self.file: str = row[0]
        self.line: int = row[1]
        self.what: str = row[2]
        self.sentence: str = row[3]
        self.parts: Tag | None = read_tag(row[4]) if len(row) > 4 and row[4] else None
        self.about: Tag | None = read_tag(row[5]) if len(row) > 5 and row[5] else None
        self.told: bool = row[6] if len(row) > 6 else True


class Ruleset:
    """A built ruleset.

    Make one with :meth:`from_module`, :meth:`from_text` or :meth:`from_code`, then :meth:`new_game`. All
    attributes are to be read only. Raises :class:`RulesetError` for a module that this runtime cannot read.
    """

    def __init__(self, namespace: Mapping[str, Any], filename: str) -> None:
        missing = [name for name in _TABLES if name not in namespace]
        if namespace.get("FORMAT") != FORMAT or missing:
            what = f"lacks {', '.join(missing)}" if missing else f"has format {namespace.get('FORMAT')!r}"
            raise RulesetError(f"{filename} {what}; this runtime reads format {FORMAT}")
        self.namespace = namespace
        self.filename = filename
        self.meta: dict[str, Any] = dict(namespace["META"])
        self.hash: str = str(self.meta["hash"])
        self.blocks: tuple[Callable[[Any, list[Any]], bool], ...] = namespace["BLOCKS"]
        self.entry: tuple[Any, ...] = namespace["ENTRY"]
        self.initial: tuple[Any, ...] = namespace["INITIAL"]
        self.winner: Callable[[Any, int], tuple[int, ...]] | None = namespace["WINNER"]
        self.lines: tuple[tuple[int, str, int], ...] = tuple(namespace["LINES"])
        self.timed: dict[int, tuple[int, int]] = dict(namespace["TIMED"])
        self.steps: tuple[tuple[str, str], ...] = namespace["STEPS"]
        self.reasons: tuple[tuple[str, str], ...] = namespace["REASONS"]
        self.units: dict[str, str] = dict(namespace["UNITS"])
        self.rules: dict[str, tuple[Any, ...]] = dict(namespace["RULES_BY_NAME"])
        self.effects: dict[str, tuple[Any, ...]] = dict(namespace["EFFECTS_BY_NAME"])
        self._read_kinds(namespace)
        self._read_cells(namespace)
        self._read_flow(namespace)
        self.board: Board = read_board(namespace)

    # -- tables ----------------------------------------------------------------------------------------------

    def _read_kinds(self, namespace: Mapping[str, Any]) -> None:
        self.kinds: dict[str, Kind] = {row[0]: Kind(row) for row in namespace["KINDS"]}
        kinds = tuple(self.kinds.values())
        self.definitions: tuple[tuple[Any, ...], ...] = namespace["DEFS"]
        self.piece_def: tuple[int, ...] = namespace["PIECE_DEF"]
        self.piece_count = len(self.piece_def)
        totals: dict[int, int] = {}
        for number in self.piece_def:
            totals[number] = totals.get(number, 0) + 1
        copies: dict[int, int] = {}
        names: list[str] = []
        for number in self.piece_def:
            copies[number] = copy = copies.get(number, 0) + 1
            name: str = self.definitions[number][1]
            names.append(name if totals[number] == 1 else f"{name}#{copy}")
        self.piece_names = tuple(names)
        """Unique name of each piece, for saves: its definition, and the number of the copy where there are
        several."""
        self.piece_numbers: dict[str, int] = {name: pid for pid, name in enumerate(names)}
        if len(self.piece_numbers) != len(
            names
        ):  # kinds may use a name twice: then the kind stands before it
            names = [
                f"{kinds[int(self.definitions[d][0])].name}.{name}"
                for d, name in zip(self.piece_def, names, strict=True)
            ]
            self.piece_names = tuple(names)
            self.piece_numbers = {name: pid for pid, name in enumerate(names)}
        self.value_names: dict[str, tuple[str, ...]] = {
            kind.name: tuple([name for name, _ in kind.members]) for kind in kinds if kind.is_value
        }
        self.value_numbers: dict[str, dict[str, int]] = {
            kind: {name: i for i, name in enumerate(members)} for kind, members in self.value_names.items()
        }
        self.fields: tuple[tuple[Any, ...], ...] = namespace["FIELDS"]
        self.has_faces = any(definition[3] for definition in self.definitions)
        self._read_backs(kinds)

    def _read_backs(self, kinds: tuple[Kind, ...]) -> None:
        """Pieces of one kind whose fields `on back` are equal look alike from behind."""
        on_back = [(field[1], read_tag(field[2]), field[4], field[0]) for field in self.fields if field[3]]
        numbers: dict[tuple[Any, ...], int] = {}
        back_of: list[int] = []
        backs: list[tuple[str, tuple[tuple[str, Tag, Any], ...]]] = []
        for pid, definition in enumerate(self.piece_def):
            kind: int = self.definitions[definition][0]
            fields = tuple([(name, tag, table[pid]) for name, tag, table, owner in on_back if owner == kind])
            key = (kind, tuple([value for _, _, value in fields]))
            if key not in numbers:
                numbers[key] = len(backs)
                backs.append((kinds[kind].name, fields))
            back_of.append(numbers[key])
        self.back_of = tuple(back_of)
        """Number of the back of each piece; pieces with the same number look alike from behind."""
        named: list[set[tuple[Any, ...]]] = [set() for _ in backs]
        for back, definition in zip(back_of, self.piece_def, strict=True):
            named[back].add(self.definitions[definition][3:])
        self.back_faces = tuple([len(names) == 1 for names in named])
        """For each back: do the faces of all pieces that have it go by the same names?"""
        self.backs = tuple(backs)
        """For each back: kind, and its fields as (name, tag, value)."""

    def _read_cells(self, namespace: Mapping[str, Any]) -> None:
        self.keeps: dict[str, Keep] = {}
        self.zones: dict[str, Zone] = {}
        size = len(self.initial)
        self.cell_keep: list[Keep | None] = [None] * size
        self.cell_zone: list[Zone | None] = [None] * size
        self.cell_names = [str(cell) for cell in range(size)]
        """Name of each cell: that of its keep or zone and, where there are several, its holder."""
        self.cell_owner = [-1] * size
        """Owner of each cell: a player, -1 for nobody, -2 - pid where it is the owner of a piece."""
        self.cell_seen: list[int | None] = [ALL_PLAYERS] * size
        """Mask of the players who see what lies in a zone; None where it has to be asked."""
        for keep in (Keep(row) for row in namespace["KEEPS"]):
            self.keeps[self._unique(keep, self.keeps)] = keep
            self._read_holders(keep, self.cell_keep)
        for zone in (Zone(row) for row in namespace["ZONES"]):
            self.zones[self._unique(zone, self.zones)] = zone
            self._read_holders(zone, self.cell_zone)
        self.cell_numbers: dict[str, int] = {name: cell for cell, name in enumerate(self.cell_names)}
        self.on_pieces: list[Holding] = []
        """Keeps and zones that pieces have."""
        cells = range(size)
        self.zone_cells = tuple([cell for cell in cells if self.cell_zone[cell] is not None])
        self.hidden_keep_cells = tuple(
            [
                cell
                for cell in cells
                if self.cell_keep[cell] is not None and self.cell_seen[cell] != ALL_PLAYERS
            ]
        )
        """Cells of keeps that not everybody may always see."""
        self.reference_cells = tuple(
            [
                cell
                for cell in cells
                if (keep := self.cell_keep[cell]) is not None and keep.tag.one.base == "piece"
            ]
        )
        """Cells of keeps that name pieces."""
        self.piece_keeps: list[tuple[Keep, ...]] = self._on_pieces(self.keeps.values())
        self.piece_zones: list[tuple[Zone, ...]] = self._on_pieces(self.zones.values())

    def _on_pieces(self, holdings: Iterable[Any]) -> list[tuple[Any, ...]]:
        """Return what each piece keeps or holds."""
        found: list[list[Any]] = [[] for _ in range(self.piece_count)]
        for holding in holdings:
            if self.cell_owner[holding.base] < -1:
                self.on_pieces.append(holding)
                for i in range(holding.count):
                    found[holding.first + i].append(holding)
        return [tuple(some) for some in found]

    @staticmethod
    def _unique(holding: Holding, table: Mapping[str, object]) -> str:
        """Keeps and zones of different holders may have one name: the later ones go by `name of holder`."""
        if holding.name in table:
            holding.name = f"{holding.name} of {holding.holder or 'game'}"
        return holding.name

    def _read_holders(self, holding: Holding, table: list[Any]) -> None:
        seen = (
            {"everyone": ALL_PLAYERS, "nobody": 0}.get(holding.seen)
            if isinstance(holding.seen, str)
            else None
        )
        for i in range(holding.count):
            cell = holding.base + i
            table[cell] = holding
            self.cell_names[cell] = holding.name
            self.cell_seen[cell] = seen
            if holding.holder == "player":
                self.cell_owner[cell] = i
                self.cell_names[cell] = f"{holding.name}.{i}"
                if holding.seen == "owner":
                    self.cell_seen[cell] = 1 << i
            elif holding.holder:
                kind = self.kinds.get(holding.holder)
                if kind is not None and kind.is_value:
                    self.cell_names[cell] = f"{holding.name}.{kind.members[i][0]}"
                else:
                    self.cell_owner[cell] = -2 - (holding.first + i)
                    self.cell_names[cell] = f"{holding.name}.{self.piece_names[holding.first + i]}"

    def _read_flow(self, namespace: Mapping[str, Any]) -> None:
        self.clauses: tuple[Clause, ...] = tuple([Clause(row) for row in namespace["CLAUSES"]])
        self.actions: tuple[Action, ...] = tuple([Action(row) for row in namespace["ACTIONS"]])
        self.action_numbers: dict[str, int] = {action.name: i for i, action in enumerate(self.actions)}
        self.action_tag: Tag = read_tag("action")
        self.any_time: tuple[int, ...] = tuple([i for i, a in enumerate(self.actions) if a.turn is None])
        self.choices: tuple[Choice, ...] = namespace["CHOICES"]
        self.choice_at: dict[int, Choice] = {}
        for number, choice in enumerate(self.choices):
            choice.no = number
            self.choice_at[choice.block] = choice
        shapes: tuple[tuple[str, ...], ...] = namespace["FRAMES"]
        tags = [tuple([read_tag(tag) for tag in shape]) for shape in shapes]
        shape_of: tuple[int, ...] = namespace["BLOCK_FRAMES"]
        self.frame_tags: tuple[tuple[Tag, ...], ...] = tuple([tags[shape] for shape in shape_of])
        """Tags of the slots of a frame, by its block."""

    # -- making ----------------------------------------------------------------------------------------------

    @classmethod
    def from_module(cls, module: ModuleType) -> Ruleset:
        """Read an imported generated module."""
        return cls(vars(module), module.__file__ or module.__name__)

    @classmethod
    def from_text(cls, text: str, filename: str = "<ruleset>") -> Ruleset:
        """Run the text of a generated module, which must come from the compiler, and read it."""
        return cls.from_code(compile(text, filename, "exec"))

    @classmethod
    def from_code(cls, code: CodeType | bytes) -> Ruleset:
        """Run compiled (and maybe marshalled) code of a generated module and read it."""
        if isinstance(code, bytes):
            try:
                code = marshal.loads(code)
            except (ValueError, EOFError, TypeError) as error:
                raise RulesetError("the built ruleset is damaged or of another Python version") from error
        if not isinstance(code, CodeType):
            raise RulesetError("the built ruleset holds no code")
        namespace: dict[str, Any] = {"__name__": "ruleset"}
        exec(code, namespace)
        return cls(namespace, code.co_filename)

    # -- games -----------------------------------------------------------------------------------------------

    def new_game(self, players: int | Sequence[str], seed: int = 0) -> Game:
        """Start a game and run it to its first decision.

        ``players`` is how many play, or their names in seating order. Raises :class:`PlayersError` for a
        number of players that the ruleset does not allow, :class:`BadCall` for anything else.
        """
        from .game import Game

        return Game.new(self, players, seed)

    def position(self, players: int | Sequence[str], seed: int = 0) -> Game:
        """Return a game before its flow: nothing laid out, nothing pending. For examples, tests and
        previews."""
        from .game import Game

        return Game.blank(self, players, seed)

    def from_json(self, saved: Mapping[str, Any]) -> Game:
        """Return the game saved by :meth:`Game.to_json`. Raises :class:`SaveError`."""
        from .save import load

        return load(self, saved)

    def replay(self, players: int | Sequence[str], seed: int, history: Iterable[Sequence[Any]]) -> Game:
        """Play a game again from its history (as :meth:`Game.to_json` writes it). Raises
        :class:`SaveError`."""
        from .save import replay

        return replay(self, players, seed, history)

    # -- what there is ---------------------------------------------------------------------------------------

    def piece_kind(self, pid: int) -> str:
        """Return the name of a piece's kind. Raises :class:`UnknownName`."""
        return self.backs[self.back_of[self._piece(pid)]][0]

    def _piece(self, pid: int) -> int:
        if not 0 <= whole(pid, "a piece") < self.piece_count:
            raise UnknownName(f"there is no piece {pid}; they count from 0 to {self.piece_count - 1}")
        return pid

    def piece_title(self, pid: int) -> str:
        """Return the printed title of a piece."""
        definition = self.definitions[self.piece_def[self._piece(pid)]]
        return definition[2] or definition[1].replace("_", " ")

    def pieces_of(self, definition: str) -> tuple[int, ...]:
        """Return the numbers of all copies of a definition. Raises :class:`UnknownName`."""
        found = tuple([pid for pid, d in enumerate(self.piece_def) if self.definitions[d][1] == definition])
        if not found:
            raise UnknownName(f"there is no piece {definition!r}")
        return found

    def describe(self, definition: str) -> dict[str, Any]:
        """Return what is printed on a definition of pieces: name, kind, title, copies, fields. Raises
        :class:`UnknownName`."""
        pids = self.pieces_of(definition)
        pid = pids[0]
        kind = self.definitions[self.piece_def[pid]][0]
        fields = {field[1]: _printed(self, field, pid) for field in self.fields if field[0] == kind}
        return {
            "name": definition,
            "kind": self.piece_kind(pid),
            "title": self.piece_title(pid),
            "copies": len(pids),
            "fields": fields,
        }


def _printed(rules: Ruleset, field: tuple[Any, ...], pid: int) -> Any:
    """What a field prints on a piece, as JSON data: a list by face where faces differ (sixth column)."""
    _, _, type_tag, _, table, *by_face = field
    tag = read_tag(type_tag)
    if any(by_face):
        return [encode(rules, tag, value) for value in table[pid]]
    return encode(rules, tag, table[pid])
