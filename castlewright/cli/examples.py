"""`castlewright test`: run the worked examples inside the rules texts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from castlewright.cli.arguments import AsJson, Edition, Roots, Settings, With, order_of
from castlewright.cli.console import remark, say, write_json
from castlewright.cli.guard import FAILED

if TYPE_CHECKING:
    from castlewright.examples import Outcome

__all__ = ["run_tests"]

Targets = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[GAME]...",
        help="Games, packs or folders; all shipped games by default.",
        show_default=False,
    ),
]
Words = Annotated[
    list[str] | None,
    typer.Option("-k", metavar="WORD", help="Only examples with this word in title or subject."),
]


def run_tests(
    targets: Targets = None,
    packs: With = None,
    words: Words = None,
    settings: Settings = None,
    edition: Edition = None,
    roots: Roots = None,
    as_json: AsJson = False,
) -> None:
    """Run the examples that the texts give; one that fails shows the values under its expressions."""
    from castlewright.cli.programs import games_offering
    from castlewright.cli.targets import find_targets
    from castlewright.compiler.compile import Order
    from castlewright.examples import run_examples
    from castlewright.rules_dsl.diagnostics import Diagnostics
    from castlewright.rules_dsl.report import print_report

    order = order_of("", packs, settings, roots, edition)
    found = Diagnostics()
    chosen = find_targets(targets or [], order.roots, found)
    found.raise_errors()
    outcomes: list[Outcome] = []
    for game in games_offering(chosen.library, chosen.games, order.options):
        names = chosen.games[game]
        wanted = order.packs if packs else tuple(name for name in names if name != game)
        one = Order(game, wanted, order.options, chosen.roots)
        outcomes += run_examples(one, chosen.library, words or (), (*names, *wanted))
    failed = [outcome for outcome in outcomes if not outcome.passed]
    for outcome in failed:
        found.extend(outcome.findings)
    if as_json:
        write_json([_plain(outcome) for outcome in outcomes])
    else:
        for outcome in outcomes:
            say(f"{'ok  ' if outcome.passed else 'FAIL'} {outcome.pack}: {outcome.title}")
        if failed:
            print_report(found)
        remark(f"{len(outcomes)} examples, {len(failed)} failed")
    if failed:
        raise typer.Exit(FAILED)


def _plain(outcome: Outcome) -> dict[str, Any]:
    from castlewright.rules_dsl.diagnostics import to_json

    return {
        "pack": outcome.pack,
        "title": outcome.title,
        "with": list(outcome.packs),
        "place": str(outcome.span),
        "passed": outcome.passed,
        "findings": [to_json(finding) for finding in outcome.findings],
    }
