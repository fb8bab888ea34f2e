"""What a module gives out while it is made: names, numbers of clauses and lines; noted for each unit."""

from __future__ import annotations

import ast
from collections.abc import Callable, Generator
from contextlib import contextmanager

from castlewright.compiler.generate import pyast
from castlewright.compiler.generate.blocks import Block, Label, Procedure, Question
from castlewright.compiler.generate.units import Again, Changed, Differs, Key, Outcome, Unit
from castlewright.compiler.lower.layout import Cells, Layout
from castlewright.compiler.lower.magnitudes import Magnitudes
from castlewright.compiler.lower.optimise import Optimiser
from castlewright.compiler.typed import ir

ClauseRow = tuple[str, int, str, str, str, str, bool]
"""File, line, what it belongs to, its sentence; tags of the elements of parts and of what lines are about;
may everybody know the latter?"""


class Recorder:
    """The units of a module, and all that they have asked for. `unit` is the one that is being made.

    Unit 0 stands for the module itself and is never made again.
    """

    layout: Layout
    optimiser: Optimiser
    magnitudes: Magnitudes

    def __init__(self) -> None:
        self.unit = Unit(0, None, lambda: None)
        self.units = [self.unit]
        self.primitives: set[str] = set()
        self.tables: dict[str, ast.expr] = {}  # constants that functions read
        self.clauses: dict[ClauseRow, int] = {}
        self.reasons: dict[ir.Definition, int] = {}
        self.origins: dict[tuple[str, int], int] = {}
        self._what: tuple[str, str] = ("", "")
        self._counts: dict[str, int] = {}
        self._todo: list[tuple[object, Callable[[], None], Procedure | None]] = []
        self._owners: dict[Key, Unit] = {}
        self._kept: dict[Key, str] = {}
        self._uses: dict[Key, int] = {}
        self._renamed: dict[Key, Key] = {}  # kept texts that have changed: before -> now
        self._agreed: dict[Key, int] = {}  # how many of those who keep one have it changed
        self._questions = 0
        self._again: Again | None = None

    # ---------------------------------------------------------------------------- what the present unit makes

    @property
    def functions(self) -> list[ast.FunctionDef]:
        """The functions of the present unit."""
        return self.unit.outcome.functions

    @property
    def blocks(self) -> list[Block]:
        """The blocks of the present unit."""
        return self.unit.outcome.blocks

    @property
    def aliases(self) -> list[Label]:
        """The blocks of the present unit that only led on to another."""
        return self.unit.outcome.aliases

    @property
    def timed(self) -> list[tuple[Label, int, Label]]:
        """The time limits of the present unit: where it goes on, seconds, where it goes after them."""
        return self.unit.outcome.timed

    def add_question(self, question: Question) -> int:
        """Put a question into the module; its number."""
        found = self.unit.outcome.questions
        found.append(question)
        return self.unit.first_question + len(found) - 1

    @contextmanager
    def about(self, what: str, sentence: str) -> Generator[None]:
        """Say what the clauses made meanwhile belong to."""
        before, self._what = self._what, (what, sentence)
        try:
            yield
        finally:
            self._what = before

    # ------------------------------------------------------------------------------------------------- units

    def later(self, owner: object, work: Callable[[], None], procedure: Procedure | None = None) -> None:
        """Make a unit when those asked for before are made."""
        self._todo.append((owner, work, procedure))

    def work_off(self) -> None:
        """Make all units that were asked for, and those that they ask for."""
        at = 0
        while at < len(self._todo):
            self.make(*self._todo[at])
            at += 1
        self._todo = []

    def make(self, owner: object, work: Callable[[], None], procedure: Procedure | None = None) -> None:
        """Make a unit now."""
        unit = Unit(len(self.units), owner, work, procedure, first_question=self._questions)
        self.units.append(unit)
        self._carry_out(unit)
        self._questions += len(unit.outcome.questions)

    def _carry_out(self, unit: Unit) -> None:
        outer, self.unit = self.unit, unit
        try:
            with self.optimiser.reading() as reads:
                unit.work()
        finally:
            self.unit = outer
        unit.reads = reads

    def due(self, changed: Changed) -> list[Unit]:
        """The units that have to be made again, in order. Raises Differs."""
        rules = [holder for holder in changed if isinstance(holder, ir.Rule)]
        stale = self.optimiser.changed(rules)
        if stale is None or any(self.unit.reads.get(rule) for rule in stale) or not self.magnitudes.stay():
            raise Differs("a rule is no longer as long or as large, or the module itself reads it")
        return [
            unit
            for unit in self.units[1:]
            if unit.owner in changed or any(whole and rule in stale for rule, whole in unit.reads.items())
        ]

    def make_again(self, unit: Unit) -> None:
        """Make a unit once more, its owner having changed.

        Raises Differs where the rest of the module would not stay as it is; the module is then good for
        nothing. The numbers of its blocks are those it had.
        """
        before, unit.outcome = unit.outcome, Outcome()
        entry = None
        if unit.procedure is not None:
            entry = unit.procedure.entry.final().number
            unit.procedure.begin_again()
        again = self._again = Again(unit, before.kept)
        try:
            self._carry_out(unit)
        finally:
            self._again = None
        now = unit.outcome
        if again.names != len(unit.names) or list(again.asked) != unit.asked:
            raise Differs("asks for other things")
        if len(now.kept) != len(before.kept):
            raise Differs("keeps other texts")
        for old, new in zip(before.kept, now.kept, strict=True):
            if old != new and self._renamed.get(old) != new:
                raise Differs("keeps another text")
        if len(now.questions) != len(before.questions):
            raise Differs("asks another number of questions")
        self.number_blocks(unit)
        if now.shapes != before.shapes:
            raise Differs("has other blocks")
        if unit.procedure is not None and unit.procedure.entry.final().number != entry:
            raise Differs("begins elsewhere")

    def number_blocks(self, unit: Unit) -> None:
        """Give the blocks of a unit their numbers, and fill these in wherever the unit names them."""
        outcome = unit.outcome
        for number, block in enumerate(outcome.blocks, unit.first_block):
            block.label.number = number
            block.function.name = f"b{number}"
        for label in [*(block.label for block in outcome.blocks), *outcome.aliases]:
            label.fill()
        outcome.shapes = [tuple(block.procedure.slots) for block in outcome.blocks]

    # ------------------------------------------------------------------------------------ names and numbers

    def first(self, key: Key) -> bool:
        """Note that the present unit asks for something; is it the first that does?"""
        owner = self._owners.get(key)
        if self._again is not None:
            self._again.ask(key, owner)
        if owner is not None:
            return False
        self._owners[key] = self.unit
        self.unit.asked.append(key)
        return True

    def numbered(self, letter: str) -> str:
        """A new name, for something that whoever asks for it first brings into the module."""
        number = self._counts.get(letter, 0)
        self._counts[letter] = number + 1
        return f"{letter}{number}"

    def fresh(self, letter: str) -> str:
        """A new name for something of the present unit alone."""
        if self._again is not None:
            return self._again.name(letter)
        name = self.numbered(letter)
        self.unit.names.append(name)
        return name

    def kept(self, sort: str, text: str, letter: str, make: Callable[[str], None]) -> str:
        """The name of something that stands in the module once, whoever asks for it; `make` puts it in."""
        key = (sort, letter, text)
        again = self._again
        name = self._kept.get(key)
        if again is None:
            if name is None:
                name = self._kept[key] = self.numbered(letter)
                self._owners[key] = self.unit
                make(name)
            self._uses[key] = self._uses.get(key, 0) + 1
        elif name is None or self._owners[key] is self.unit:
            before = again.before(len(self.unit.outcome.kept))
            if before[:2] != key[:2]:
                raise Differs("keeps a new text")
            if before != key:
                self._change_kept(before, key)
            name = self._kept[before]
            if self._owners[before] is self.unit and key not in again.kept:
                again.kept.add(key)
                make(name)
        elif self._owners[key].number > self.unit.number:
            raise Differs("keeps a text that a later unit was the first to keep")
        self.unit.outcome.kept.append(key)
        return name

    def _change_kept(self, before: Key, now: Key) -> None:
        """A text takes the place of another, if all who keep that one agree. Raises Differs."""
        if now in self._kept:
            raise Differs("keeps a text that others keep too")
        if before not in self._renamed:
            if self._owners[before] is not self.unit or now in self._renamed.values():
                raise Differs("whoever kept it first keeps the text as it was")
            self._renamed[before] = now
            self._agreed[before] = 0
        if self._renamed[before] != now:
            raise Differs("two texts take the place of one")
        self._agreed[before] += 1

    def settle_kept(self) -> None:
        """All units that had to be made again are made. Raises Differs if others keep a changed text."""
        for before, now in self._renamed.items():
            if self._agreed[before] != self._uses[before]:
                raise Differs("a text that others keep is no longer the same")
            self._kept[now] = self._kept.pop(before)
            self._uses[now] = self._uses.pop(before)
            self._owners[now] = self._owners.pop(before)
        self._renamed, self._agreed = {}, {}

    def primitive(self, identifier: str) -> ast.expr:
        """A runtime primitive by name; it will be imported."""
        self.first(("primitive", identifier))
        self.primitives.add(identifier)
        return pyast.name(identifier)

    def origin(self, span: ir.Span) -> int:
        """The number, from 1, that stands for a line of source."""
        place = (span.path, span.line)
        if self.first(("line", *place)):
            self.origins[place] = len(self.origins) + 1
        return self.origins[place]

    def clause(self, span: ir.Span, parts: str = "", about: str = "", told: bool = True) -> int:
        """The number of a clause."""
        row = (span.path, span.line, *self._what, parts, about, told)
        if self.first(("clause", *row)):
            self.clauses[row] = len(self.clauses)
        return self.clauses[row]

    def reason(self, reason: ir.Definition) -> int:
        """The number of a reason."""
        if self.first(("reason", reason)):
            self.reasons[reason] = len(self.reasons)
        return self.reasons[reason]

    def limit_cells(self, limit: ir.Limit, holder: str | ir.Kind | ir.Definition | None) -> Cells:
        """The cells that count how often something limited was used."""
        if self.first(("limit", id(limit))):
            self.layout.limits[id(limit)] = self.layout.cells_for(holder)
        return self.layout.limits[id(limit)]
