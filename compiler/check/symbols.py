"""What the chosen packs declare, by namespace. Filled by the collecting pass, read by everything after it."""

from __future__ import annotations

from collections.abc import Generator, Hashable
from contextlib import contextmanager
from dataclasses import dataclass, field

from castlewright.compiler.check.completeness import OpenTable
from castlewright.compiler.check.drawings import SidesText
from castlewright.compiler.typed import ir
from castlewright.compiler.typed.types import Piece, Type, Value
from castlewright.compiler.typed.weight import Weights
from castlewright.rules_dsl.source import Span

Event = ir.Effect | ir.Step | ir.Turns | ir.Slot | ir.Stage | ir.Rounds
FlowPart = ir.Step | ir.Turns | ir.Rounds | ir.Stage


@dataclass(slots=True)
class Noted:
    """What reading a text has brought to light that later tests ask for."""

    locals: list[tuple[ir.Var, Span]] = field(default_factory=list)  # those of `let` and `draw … as`
    ended: set[str] = field(default_factory=set)  # paths that an `end` names
    asked: set[ir.Rule] = field(default_factory=set)  # rules that a running game asks
    asked_by_defaults: set[ir.Rule] = field(default_factory=set)  # rules that defaults of fields ask
    read: set[ir.Var] = field(default_factory=set)  # locals that something reads
    open_tables: list[OpenTable] = field(default_factory=list)  # without `else`, rows missing

    def add(self, other: Noted) -> None:
        """Put in what another text has brought to light."""
        self.locals += other.locals
        self.ended |= other.ended
        self.asked |= other.asked
        self.asked_by_defaults |= other.asked_by_defaults
        self.read |= other.read
        self.open_tables += other.open_tables


@dataclass(slots=True)
class Symbols:
    """All names of a ruleset. A name belongs to its pack; packs see those of packs they need."""

    program: ir.Program
    units: dict[str, ir.Unit] = field(default_factory=dict)  # by singular and by plural
    kinds: dict[str, ir.Kind] = field(default_factory=dict)  # by name
    kind_zones: dict[str, list[ir.Zone]] = field(default_factory=dict)  # zones of kinds, by name
    plurals: dict[str, ir.Kind] = field(default_factory=dict)  # by plural
    definitions: dict[str, list[ir.Definition]] = field(default_factory=dict)  # by name, all kinds
    tables: dict[str, dict[str, ir.Rule]] = field(default_factory=dict)  # table -> column -> rule
    needs: dict[str, ir.Need] = field(default_factory=dict)  # "kind.need"
    steps: dict[str, FlowPart] = field(default_factory=dict)  # by path
    dropped_steps: dict[str, FlowPart] = field(default_factory=dict)  # by path: those that packs drop
    tails: dict[str, dict[str, None]] = field(default_factory=dict)  # end of a path -> paths, in order
    sees: dict[str, frozenset[str]] = field(default_factory=dict)  # pack -> packs whose names it may use
    homes: dict[str, str] = field(default_factory=dict)  # path of a file -> its pack
    grants: list[tuple[Span, frozenset[str]]] = field(default_factory=list)  # texts that ask for packs
    known_packs: frozenset[str] = frozenset()  # all packs there are, chosen or not
    dropped: dict[str, str] = field(default_factory=dict)  # names of packs that are not in play -> pack
    # Of printed fields, over the definition that leaves them out.
    defaults: dict[ir.Field, tuple[ir.Var, ir.Expr]] = field(default_factory=dict)
    side_texts: list[SidesText] = field(default_factory=list)  # to be compared with drawings
    noted: Noted = field(default_factory=Noted)  # by the text that is being read
    texts: dict[Hashable, Noted] = field(default_factory=dict)  # by each text that was read, in order
    kept: dict[tuple[str | None, Type], list[ir.Keep]] = field(default_factory=dict)  # see `counters`
    weights: Weights = field(default_factory=Weights)
    broken: set[str] = field(default_factory=set)  # names that items with errors would have declared

    @contextmanager
    def reading(self, text: Hashable) -> Generator[None, None, None]:
        """Read a text of this name, or read it again: what it brings to light is noted anew."""
        outer, self.noted = self.noted, Noted()
        self.texts[text] = self.noted
        try:
            yield
        finally:
            self.noted = outer

    def all_noted(self) -> Noted:
        """What all texts have brought to light."""
        whole = Noted()
        for one in (self.noted, *self.texts.values()):
            whole.add(one)
        return whole

    def kind(self, name: str) -> ir.Kind | None:
        """The kind of this name or plural."""
        return self.kinds.get(name) or self.plurals.get(name)

    def kinds_of(self, type: Type) -> list[ir.Kind]:
        """The kinds that a piece or value type stands for; [] for other types."""
        if isinstance(type, Value):
            return [self.kinds[type.kind]] if type.kind in self.kinds else []
        if isinstance(type, Piece):
            if type.kind == "":
                return [k for k in self.kinds.values() if not k.is_value]
            return [self.kinds[name] for name in type.kind.split("|") if name in self.kinds]
        return []

    def type_of(self, kind: ir.Kind) -> Type:
        """The type of the members or pieces of a kind."""
        return Value(kind.name) if kind.is_value else Piece(kind.name)

    def step(self, path: str) -> list[FlowPart]:
        """The parts of the flow that a path names: the whole path, or its end."""
        exact = self.steps.get(path)
        if exact is not None:
            return [exact]
        whole = self.tails.get(path, {})
        return [self.steps[name] for name in whole if name in self.steps]

    def drop_step(self, path: str) -> None:
        """Take a part out of the flow."""
        self.dropped_steps[path] = self.steps.pop(path)

    def dropped_step(self, path: str) -> FlowPart | None:
        """The part that a path, whole or its end, named until a pack dropped it."""
        found = (part for name, part in self.dropped_steps.items() if f".{name}".endswith(f".{path}"))
        return next(found, None)

    def add_step(self, path: str, part: FlowPart) -> None:
        """Put in a part of the flow, or another one in its place."""
        self.steps[path] = part
        words = path.split(".")
        for at in range(1, len(words)):
            self.tails.setdefault(".".join(words[at:]), {})[path] = None

    def counters(self, holder: str | None, unit: Type) -> list[ir.Keep]:
        """What the game (None) or each player keeps of a unit, once all declarations have their place."""
        if not self.kept:
            for keep in self.program.keeps.values():
                if keep.holder is None or isinstance(keep.holder, str):
                    self.kept.setdefault((keep.holder, keep.type), []).append(keep)
        return self.kept.get((holder, unit), [])

    def is_broken(self, name: str) -> bool:
        """Would an item with errors have declared this name? Then its absence has been reported."""
        return name in self.broken

    def words(self) -> set[str]:
        """Every name that an expression may use, for suggestions."""
        program = self.program
        return {
            *self.kinds,
            *self.plurals,
            *self.definitions,
            *program.rules,
            *program.effects,
            *program.keeps,
            *program.zones,
            *self.tables,
        }
