"""How often something may happen: `once per X`, `at most N times per X`."""

from __future__ import annotations

from castlewright.compiler.check.scope import Scope
from castlewright.compiler.typed import ir
from castlewright.rules_dsl import nodes as n
from castlewright.rules_dsl.names import did_you_mean

MOST_TIMES = 1_000
"""Most times that a limit can allow; uses are counted in what is left of a number beside the instance."""
GAME = "game"
"""The whole game, as what a limit or a change lasts."""


def limit_of(scope: Scope, node: n.Limit | None) -> ir.Limit | None:
    """The limit that a text sets. Reports CW0304, CW0714, CW0721; None then, and where there is no limit."""
    if node is None:
        return None
    if not 1 <= node.times <= MOST_TIMES:
        scope.diagnostics.error(
            "CW0721",
            node.span,
            f"a limit is from 1 to {MOST_TIMES:,} times",
            help="leave the limit out" if node.times else "leave out what never happens",
        )
        return None
    path = part_of(scope, node.per)
    return None if path is None else ir.Limit(node.times, path)


def part_of(scope: Scope, ident: n.Ident) -> str | None:
    """The path of the rounds, turns or step of a name, or `game`. Reports CW0304, CW0714."""
    name = ident.text
    if name == GAME:
        return GAME
    steps = [s for s in scope.symbols.step(name) if not isinstance(s, ir.Stage)]
    if len(steps) == 1:
        scope.uses(steps[0], ident.span)
        return steps[0].path
    if len(steps) > 1:
        scope.diagnostics.error(
            "CW0304",
            ident.span,
            f"`{name}` names {len(steps)} parts of the flow",
            related=[(s.span, f"`{s.path}`") for s in steps],
            help="give one of them another name",
        )
    elif not scope.symbols.is_broken(name):
        known = [s.name for s in scope.symbols.steps.values() if not isinstance(s, ir.Stage)]
        scope.diagnostics.error(
            "CW0714",
            ident.span,
            f"there are no rounds or turns and no step `{name}`",
            help=did_you_mean(name, [*known, GAME]) or f"name a step, turns or rounds, or `{GAME}`",
        )
    return None
