"""What is done in a step of play: a sentence that says it, and the detail of what it calls, as a list."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from castlewright.compiler.english.grammar import capital
from castlewright.compiler.english.phrases import Phrases
from castlewright.compiler.english.sentences import sentence
from castlewright.compiler.english.statements import Line
from castlewright.compiler.typed import ir
from castlewright.compiler.typed.walk import bodies_of, flow_parts, statements_in
from castlewright.rulebook.book import Book
from castlewright.rulebook.labels import folded
from castlewright.rulebook.page import Item
from castlewright.rulebook.telling import Teller

__all__ = ["Doing", "added", "doing", "effects_of_steps", "own_effect"]

FOLDED = ("any player", "the game", "")
"""What a pack adds for everybody is a step like the others; for somebody else it says for whom."""
_STEP = re.compile(r"the step “[^”]*”")


@dataclass(frozen=True, slots=True)
class Doing:
    """What is done in a step, as Markdown: a sentence ("" where its title says as much), and the detail."""

    said: str
    items: tuple[Item, ...]


def doing(book: Book, teller: Teller, part: ir.Step | ir.Turns) -> Doing:
    """What is done in a step or turn, its choice of an action left out."""
    body = tuple(stmt for stmt in part.body if not isinstance(stmt, ir.ChooseAction))
    if not body:
        return Doing("", ())
    writer = book.world.writer
    effect = own_effect(part)
    if effect is not None:
        said = sentence(writer.body(body))
        if said.rstrip(".") == book.world.title_of(part):
            said = ""
        items = tuple(_effect_items(book, teller, effect))
        if len(items) == 1 and not items[0].items:
            return Doing(f"{teller.linked(said)} {items[0].text}".strip(), ())
        return Doing(teller.linked(said), items)
    lines = writer.lines(body)
    if len(lines) == 1 and not lines[0].lines:
        return Doing(teller.linked(sentence(lines[0].text)), ())
    if len(lines) == 1:
        return Doing(teller.linked(capital(lines[0].text)), tuple(teller.items(lines[0].lines)))
    return Doing("", tuple(_items(book, teller, body, lines)))


def own_effect(part: ir.Step | ir.Turns) -> ir.Effect | None:
    """The effect that a step carries out and nothing else, once or for everyone."""
    body = [stmt for stmt in part.body if not isinstance(stmt, ir.ChooseAction)]
    done = [stmt for stmt in statements_in(tuple(body)) if isinstance(stmt, ir.Do)]
    others = [stmt for stmt in statements_in(tuple(body)) if not isinstance(stmt, (ir.Do, ir.ForEach))]
    return done[0].effect if len(done) == 1 and not others else None


def effects_of_steps(program: ir.Program) -> dict[int, ir.Step | ir.Turns]:
    """The effects that one step of the flow carries out and nothing else does: they are told there."""
    asked: Counter[int] = Counter()
    for body in bodies_of(program):
        asked.update(id(stmt.effect) for stmt in statements_in(body) if isinstance(stmt, ir.Do))
    found: dict[int, ir.Step | ir.Turns] = {}
    for part in flow_parts(program):
        effect = own_effect(part) if isinstance(part, (ir.Step, ir.Turns)) else None
        if effect is not None and asked[id(effect)] == 1 and effect.limit is None:
            assert isinstance(part, (ir.Step, ir.Turns))
            found[id(effect)] = part
    return found


def _items(book: Book, teller: Teller, body: ir.Body, lines: Sequence[Line]) -> Iterable[Item]:
    """The statements of a step, each with the detail of the effect that it carries out."""
    if len(lines) != len(body):
        yield from teller.items(lines)
        return
    for stmt, line in zip(body, lines, strict=True):
        (item,) = teller.items((line,))
        below = tuple(_effect_items(book, teller, stmt.effect)) if isinstance(stmt, ir.Do) else ()
        yield Item(item.text, item.items or below)


def _effect_items(book: Book, teller: Teller, effect: ir.Effect) -> Iterable[Item]:
    """What an effect does, with what packs add before, in place of and after it."""
    phrases = Phrases(book.world.program)
    phrases.introduce(effect.params)
    phrases.fresh.clear()
    yield from _hooked(book, teller, effect, "before")
    yield from _hooked(book, teller, effect, "instead of")
    yield from teller.items(book.world.writer.lines(effect.body, phrases))
    yield from _hooked(book, teller, effect, "after")


def _hooked(book: Book, teller: Teller, event: ir.Decl, moment: str) -> Iterable[Item]:
    writer = book.world.writer
    for hook in hooks_of(book, event):
        if hook.moment != moment:
            continue
        phrases = Phrases(book.world.program)
        lead, _, condition = writer.moment(hook, phrases).partition(", if ")
        lines = writer.lines(hook.body, phrases)
        mark = teller.mark(hook.pack)
        if moment == "instead of" or hook.who not in FOLDED:
            lead = f"{lead}, if {condition}" if condition else lead
        else:
            lead = f"if {condition}" if condition else ""
        if not lead:
            yield from (Item(mark + item.text, item.items) for item in teller.items(lines))
            continue
        text, below = folded(capital(lead), lines, "," if moment != "instead of" else ":")
        yield Item(mark + teller.linked(text).replace("**", ""), tuple(teller.items(below)))


def hooks_of(book: Book, event: ir.Decl) -> list[ir.HookInfo]:
    """What packs, not single pieces, add to an event."""
    return [hook for hook in book.world.program.hooks if hook.event is event and hook.holder is None]


def added(book: Book, teller: Teller, part: ir.Decl, moment: str) -> None:
    """What packs add to a step before, in place of or after it, each under the sign of its pack."""
    for hook in hooks_of(book, part):
        if hook.moment != moment:
            continue
        phrases = Phrases(book.world.program)
        lead = _STEP.sub("this step", capital(book.world.writer.moment(hook, phrases)))
        text, lines = folded(lead, book.world.writer.lines(hook.body, phrases), ",")
        teller.page.text(teller.mark(hook.pack) + teller.linked(text))
        teller.steps(lines)
