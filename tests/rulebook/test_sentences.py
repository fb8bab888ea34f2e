"""Every sentence that is written from the shipped content, kept where a review sees it change."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from castlewright.cli.docs import ordered
from castlewright.compiler.compile import Order
from castlewright.compiler.english.sentences import Writer
from castlewright.compiler.packs.packs import Library
from castlewright.compiler.typed import ir
from castlewright.rulebook.world import told_program

GOLDEN = Path(__file__).parent / "golden"


def told(program: ir.Program) -> Iterator[tuple[str, str]]:
    """What each text of a program says, under the sort and name of the text."""
    writer = Writer(program)
    for rule in program.rules.values():
        yield f"rule {rule.name}", writer.rule_alone(rule)
    for effect in program.effects.values():
        yield f"effect {effect.name}", writer.effect(effect)
    for action in program.actions.values():
        if action.holder is None:
            yield f"action {action.name}", writer.action(action)
    for placing in program.placings:
        for need in placing.needs:
            yield f"need {placing.kind.name}.{need.name}", writer.need(need)
    for change in program.changes:
        if change.holder is None:
            yield f"change {change.pack}: {change.rule.name}", writer.change(change)
    for hook in program.hooks:
        if hook.holder is None:
            yield f"{hook.moment} {hook.pack}: {hook.event.name}", writer.hook(hook)
    for top in program.flow.parts if program.flow is not None else ():
        for part in top.parts:
            if isinstance(part, (ir.Step, ir.Turns)):
                said = f"({writer.part(part)}) {writer.body(part.body)}".removeprefix("() ")
                yield f"step {part.path}", said
    for kind in program.kinds.values():
        for one in kind.definitions:
            if writer.deeds(one):
                yield f"{kind.name} {one.name}", " ".join(writer.deeds(one))


def programs(order: Order, library: Library) -> Iterator[ir.Program]:
    yield told_program(order, library)
    for name in library.of_game(order.game):
        if library.is_mode(name):
            packs = (*order.packs, name)
            yield told_program(Order(order.game, packs, order.options, order.roots), library)


@pytest.mark.parametrize("game", ["castles", "two_castles"])
def test_sentences_of_the_content(game: str, golden: Callable[[Path, str], None]) -> None:
    order, library = ordered(game, None, None, None, None, None, None)
    lines: dict[str, None] = {}
    for program in programs(order, library):
        lines |= dict.fromkeys(f"{name} | {text}" for name, text in told(program))
    golden(GOLDEN / f"sentences_{game}.txt", "\n".join(sorted(lines)) + "\n")
