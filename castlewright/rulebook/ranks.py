"""The order of chapters: as the flow comes to what they say, from the first part to the last."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from castlewright.compiler.typed import ir
from castlewright.compiler.typed.walk import everything_in
from castlewright.rulebook.book import Book
from castlewright.rulebook.world import chapter_of, parts_below

__all__ = ["ranks_of"]


def ranks_of(book: Book) -> dict[tuple[str, str], int]:
    """The rank of each chapter, by pack and file, that play comes to."""
    ranks: dict[tuple[str, str], int] = {}
    seen: set[int] = set()
    heard: dict[int, list[ir.HookInfo]] = {}
    for hook in book.world.program.hooks:
        if hook.holder is None:
            heard.setdefault(id(hook.event), []).append(hook)

    def meet(decl: ir.Decl) -> None:
        if id(decl) in seen:
            return
        seen.add(id(decl))
        ranks.setdefault((decl.pack, chapter_of(decl)), len(ranks))
        for hook in heard.get(id(decl), ()):
            meet(hook)
        for part in _inside(decl):
            for node in everything_in(part):
                for met in _named(node):
                    meet(met)

    program = book.world.program
    for top in program.flow.parts if program.flow is not None else ():
        for part in parts_below(top):
            meet(part)
            if isinstance(part, ir.Turns):
                for action in program.actions.values():
                    meet(action)
    return ranks


def _inside(decl: ir.Decl) -> Iterable[object]:
    match decl:
        case ir.Rule():
            return [*(value for _, value in decl.lets), decl.value]
        case ir.Effect() | ir.Action() | ir.HookInfo() | ir.Step() | ir.Turns():
            return decl.body
        case ir.Definition():
            return [
                part
                for f in decl.fillings.values()
                for part in (f.value, *(f.body or ()))
                if part is not None
            ]
        case ir.Kind():
            return [part for d in decl.definitions for f in d.fillings.values() for part in (f.body or ())]
        case _:
            return ()


def _named(node: object) -> Iterator[ir.Decl]:
    match node:
        case ir.CallRule(rule=rule) | ir.RuleRef(rule=rule):
            yield rule
        case ir.Do(effect=effect):
            yield effect
        case ir.DoSlot(slot=slot) | ir.CallSlot(slot=slot):
            yield slot.kind
        case _:
            pass
