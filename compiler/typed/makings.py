"""Declarations that a stage makes by itself, the same objects whenever it makes them again."""

from __future__ import annotations

from dataclasses import fields
from typing import TypeVar

from castlewright.compiler.typed import ir

__all__ = ["MadeOtherwise", "Makings"]

D = TypeVar("D", bound=ir.Decl)


class MadeOtherwise(Exception):
    """The second time something else is made than the first time."""


class Makings:
    """What was made, in order. Made again, each takes over the contents of what is made in its place."""

    def __init__(self) -> None:
        self.made: list[ir.Decl] = []
        self._next: int | None = None

    def begin_again(self) -> None:
        """All will be made once more."""
        self._next = 0

    def end(self) -> None:
        """All has been made. Raises MadeOtherwise if less than before."""
        if self._next is not None and self._next != len(self.made):
            raise MadeOtherwise

    def take(self, decl: D) -> D:
        """This, or what was made in its place before, now with its contents. Raises MadeOtherwise."""
        if self._next is None:
            self.made.append(decl)
            return decl
        if self._next >= len(self.made):
            raise MadeOtherwise
        known = self.made[self._next]
        self._next += 1
        if type(known) is not type(decl) or known.name != decl.name:
            raise MadeOtherwise
        for field in fields(decl):
            setattr(known, field.name, getattr(decl, field.name))
        assert isinstance(known, type(decl))
        return known
