"""Units: what is generated in one go, what it asked of the module meanwhile, and how one is made again.

A module is made of units, one after the other: a rule, an effect, an action, the flow. A unit sees the rest
of the module only by asking it for names and numbers, which are given out in the order in which they are
first asked for. So a unit whose text has changed can be made again by itself: if it is the first to ask for
exactly the things for which it was the first to ask before, and makes as many blocks and questions with
frames of the same shape, then every other unit would come out as it stands. If not, `Differs` is raised, and
the whole module has to be made anew.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Hashable
from dataclasses import dataclass, field

from castlewright.compiler.generate.blocks import Block, Label, Procedure, Question
from castlewright.compiler.generate.emit import Writer
from castlewright.compiler.typed import ir

__all__ = ["Changed", "Chunk", "Differs", "Key", "Outcome", "Unit", "chunk_of"]

Key = tuple[Hashable, ...]
"""Something that a unit asks the module for."""


Changed = Collection[object]
"""Declarations whose contents have changed."""


class Differs(Exception):
    """A unit that is made again meets the rest of the module in another way than before."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """Some lines of the module, and for statements in them their line, from 0, and their origin."""

    lines: tuple[str, ...]
    origins: tuple[tuple[int, int], ...]

    @property
    def text(self) -> str:
        """The lines with their line ends."""
        return "\n".join(self.lines) + "\n"


def chunk_of(statement: ast.stmt) -> Chunk:
    """A statement at the top of the module as text."""
    out = Writer()
    out.statement(statement)
    return Chunk(tuple(out.lines), tuple((line - 1, origin) for line, origin in out.origins))


@dataclass(slots=True)
class Outcome:
    """What making a unit gave."""

    functions: list[ast.FunctionDef] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)
    questions: list[Question] = field(default_factory=list)
    aliases: list[Label] = field(default_factory=list)
    timed: list[tuple[Label, int, Label]] = field(default_factory=list)
    kept: list[Key] = field(default_factory=list)  # texts it asked to be put into the module, in order
    shapes: list[tuple[str, ...]] = field(default_factory=list)  # the frame of each block
    chunks: dict[int, Chunk] = field(default_factory=dict)  # functions and blocks as text, by id

    def chunk(self, function: ast.FunctionDef) -> Chunk:
        """One of its functions as text; it must have its final name and numbers."""
        known = self.chunks.get(id(function))
        if known is None:
            known = self.chunks[id(function)] = chunk_of(function)
        return known


@dataclass(slots=True, eq=False)
class Unit:
    """One unit. `owner` is the declaration that it says; `procedure` what others call of it if it asks."""

    number: int
    owner: object
    work: Callable[[], None]
    procedure: Procedure | None = None
    outcome: Outcome = field(default_factory=Outcome)
    names: list[str] = field(default_factory=list)  # names of its own
    asked: list[Key] = field(default_factory=list)  # what it was the first to ask for, in order
    reads: dict[ir.Rule, bool] = field(default_factory=dict)  # see `Optimiser.reading`
    first_block: int = 0
    first_question: int = 0


@dataclass(slots=True)
class Again:
    """A unit being made again: what it has asked for so far."""

    unit: Unit
    kept_before: list[Key]  # the texts that it kept when it was made before
    names: int = 0
    asked: dict[Key, None] = field(default_factory=dict)
    kept: set[Key] = field(default_factory=set)  # texts that it has put into the module

    def name(self, letter: str) -> str:
        """The next of the unit's own names. Raises Differs where it had none of this letter."""
        names = self.unit.names
        if self.names >= len(names) or names[self.names].rstrip("0123456789") != letter:
            raise Differs(f"one more name {letter}")
        self.names += 1
        return names[self.names - 1]

    def ask(self, key: Key, owner: Unit | None) -> None:
        """Note that it asks for something that `owner` was the first to ask for. Raises Differs."""
        if owner is self.unit:
            self.asked[key] = None
        elif owner is None or owner.number > self.unit.number:
            raise Differs(f"asks first for {key[0]}")

    def before(self, place: int) -> Key:
        """The text that stood in this place of the texts it keeps. Raises Differs."""
        if place >= len(self.kept_before):
            raise Differs("keeps more texts")
        return self.kept_before[place]
