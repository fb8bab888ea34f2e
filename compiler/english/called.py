"""What declared things are called: in words of their own (`reads "…"`), or those of their names."""

from __future__ import annotations

import re
from collections.abc import Iterable

from castlewright.compiler.english.grammar import a, plural_of, words
from castlewright.compiler.typed import ir

__all__ = ["all_called", "called", "kind_called", "part_called"]

Part = ir.Stage | ir.Rounds | ir.Turns | ir.Step
_HOLDER = re.compile(r"\{(\w+)\}")


def called(thing: ir.Decl) -> str:
    """What a field, keep, zone, slot or part of the flow is called, without an article.

    Words that say themselves whose it is say so of anybody: `the hold of {boat}` becomes `hold of a boat`.
    """
    reads = thing.texts.reads or words(thing.name)
    if _HOLDER.fullmatch(reads):
        return words(reads[1:-1])
    return _HOLDER.sub(lambda holder: a(words(holder[1])), reads).removeprefix("the ")


def all_called(zone: ir.Zone) -> str:
    """What the places of all holders of a zone are called together, without an article."""
    reads = zone.texts.reads or ""
    if _HOLDER.search(reads) is None:
        return called(zone)
    if _HOLDER.fullmatch(reads) or not isinstance(zone.holder, ir.Kind):
        return words(zone.name)
    holders = kind_called(zone.holder, plural=True)
    return _HOLDER.sub(f"all {holders}", reads).removeprefix("the ")


def kind_called(kind: ir.Kind, *, plural: bool) -> str:
    """The noun for one or several of a kind."""
    said = kind.texts.reads
    if said is None:
        return words(kind.plural if plural else kind.name)
    return plural_of(said) if plural else said


def part_called(program: ir.Program, path: str) -> str:
    """What a turn, step, round or stage is called, found by its path."""
    name = path.rsplit(".", 1)[-1]
    flow = program.flow
    for part in _parts(flow.parts if flow is not None else ()):
        if part.name == name:
            return called(part)
    return words(name)


def _parts(parts: Iterable[Part]) -> Iterable[Part]:
    for part in parts:
        yield part
        if isinstance(part, (ir.Stage, ir.Rounds)):
            yield from _parts(part.parts)
