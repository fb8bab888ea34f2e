"""`castlewright score`: points of castles that were recorded elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from castlewright.cli.arguments import AsJson, Edition, Game, Roots, Settings, With, order_of
from castlewright.cli.console import console, say, table, write_json
from castlewright.cli.guard import Refused, read_json

if TYPE_CHECKING:
    from castlewright.score import Scored

__all__ = ["score"]


def score(
    game: Game,
    file: Annotated[str, typer.Argument(help="A JSON file in the form of the game.", show_default=False)],
    packs: With = None,
    settings: Settings = None,
    edition: Edition = None,
    roots: Roots = None,
    as_json: AsJson = False,
) -> None:
    """Print the points of each tile of the castles in a file, and their totals."""
    from castlewright.library import load
    from castlewright.score import SCORERS, CaseError

    if game not in SCORERS:
        raise Refused("CW0214", f"castles of `{game}` cannot be scored; those of {', '.join(SCORERS)} can")
    usual, scorer = SCORERS[game]
    order = order_of(game, packs or [usual], settings, roots, edition)
    data = read_json(file)
    rules = load(order.game, order.packs, order.options, order.roots)
    try:
        scored = scorer(rules, data)
    except CaseError as error:
        raise Refused("CW1004", str(error), path=file) from error
    if as_json:
        write_json(scored)
        return
    for one in scored:
        _print(one)
    if len(scored) > 1:
        say(f"{len(scored)} castles, {sum(one['total'] for one in scored)} points in all", style="dim")


def _print(scored: Scored) -> None:
    number = scored.get("castle")
    sheet = table(f"Case {scored['case']}" + (f", castle {number + 1}" if number is not None else ""))
    sheet.add_column("Tile")
    sheet.add_column("Points", justify="right")
    for name, points in scored["tiles"].items():
        sheet.add_row(name, str(points))
    sheet.add_row("Total", str(scored["total"]), style="bold")
    console().print(sheet)
    say()
