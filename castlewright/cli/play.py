"""`castlewright play`: bots play games to the end."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from castlewright.cli.arguments import Edition, Game, Level, Mode, Roots, Settings, With, order_of
from castlewright.cli.console import console, remark, say, write_json, write_text
from castlewright.cli.guard import Refused

if TYPE_CHECKING:
    from castlewright.compiler.compile import Order
    from castlewright.runtime.bots import Bot
    from castlewright.runtime.game import Game as RunningGame
    from castlewright.runtime.ruleset import Ruleset

__all__ = ["play"]

MOST_GAMES = 1_000_000


class BotKind(StrEnum):
    """Who plays."""

    RANDOM = "random"
    GREEDY = "greedy"


def play(
    game: Game,
    players: Annotated[
        int | None, typer.Option("--players", help="How many play.", show_default="the most")
    ] = None,
    seed: Annotated[int, typer.Option("--seed", help="The same seed gives the same game.")] = 7,
    packs: With = None,
    settings: Settings = None,
    edition: Edition = None,
    mode: Mode = None,
    level: Level = None,
    roots: Roots = None,
    bots: Annotated[BotKind, typer.Option("--bots", help="Who plays.")] = BotKind.RANDOM,
    games: Annotated[
        int, typer.Option("--games", min=1, max=MOST_GAMES, help="How many games, with rising seeds.")
    ] = 1,
    json: Annotated[
        str | None,
        typer.Option("--json", metavar="FILE", help="Write the games as JSON; `-` is standard output."),
    ] = None,
    svg: Annotated[
        Path | None, typer.Option("--svg", metavar="DIR", help="Draw what was built, a file a plan or grid.")
    ] = None,
    html: Annotated[
        Path | None, typer.Option("--html", metavar="FILE", help="Write a page that shows the finished game.")
    ] = None,
) -> None:
    """Play a game with bots and print the score sheet, with the reason of every point."""
    from castlewright.cli.sheet import print_sheet, print_totals
    from castlewright.library import load
    from castlewright.summary import summary

    order = order_of(game, packs, settings, roots, edition, mode, level)
    rules = load(order.game, order.packs, order.options, order.roots)
    fewest, most = rules.meta["players"]
    count = most if players is None else players
    if not fewest <= count <= most:
        raise Refused(
            "CW1110",
            f"{rules.meta['title']} is for {fewest} to {most} players, not {count}",
            help=_modes_for(order, count),
        )
    played = _play_all(rules, count, seed, games, bots)
    quiet = json == "-"
    if json is not None:
        data = [summary(one, seed + number) for number, one in enumerate(played)]
        write_json(data[0] if games == 1 else data, json)
    if not quiet:
        if games == 1:
            print_sheet(played[0], seed)
        else:
            print_totals(played, seed)
    files = [*_drawn(played, svg), *_paged(played, html, seed)]
    files += [Path(json)] if json is not None and not quiet else []
    for path in files:
        (remark if quiet else say)(f"wrote {path}", style="dim")


def _modes_for(order: Order, players: int) -> str | None:
    """Which modes of the game are for so many; None if there are none."""
    from castlewright.cli.programs import library_of

    library = library_of(order)
    fitting: list[str] = []
    for name in library.of_game(order.game):
        said = library.loaded[name].info.players
        if library.is_mode(name) and said is not None and said[0] <= players <= said[1]:
            fitting.append(f"`--mode {name}`")
    return f"{' or '.join(fitting)} is for {players}" if fitting else None


def _play_all(rules: Ruleset, players: int, seed: int, games: int, kind: BotKind) -> list[RunningGame]:
    """Play games with rising seeds; a bar shows how far it is where there are several."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from castlewright.runtime.bots import play as play_out

    columns = (TextColumn("playing"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    bar = Progress(*columns, console=console(stderr=True), transient=True, disable=games == 1)
    played: list[RunningGame] = []
    with bar:
        task = bar.add_task("games", total=games)
        for number in range(games):
            game = rules.new_game(players, seed + number)
            play_out(game, [_bot(kind, seed + number, player) for player in range(players)])
            played.append(game)
            bar.advance(task)
    return played


def _bot(kind: BotKind, seed: int, player: int) -> Bot:
    from castlewright.runtime.bots import GreedyBot, RandomBot

    own = seed * 1009 + player
    return RandomBot(own) if kind is BotKind.RANDOM else GreedyBot(own)


def _drawn(played: list[RunningGame], folder: Path | None) -> list[Path]:
    """Write the drawings of all games; several games get a folder each."""
    if folder is None:
        return []
    from castlewright.draw import draw
    from castlewright.drawings import drawings_of, row_drawings

    written: list[Path] = []
    for number, game in enumerate(played, 1):
        here = folder if len(played) == 1 else folder / f"game_{number}"
        found = [*drawings_of(game), *row_drawings(game)]
        for board, drawing in found:
            path = here / f"{board.stem}.svg"
            write_text(path, draw(drawing))
            written.append(path)
    return written


def _paged(played: list[RunningGame], html: Path | None, seed: int) -> list[Path]:
    """Write the page of each game; several games get numbered pages."""
    if html is None:
        return []
    from castlewright.draw import draw_page
    from castlewright.summary import page_of

    written: list[Path] = []
    for number, game in enumerate(played):
        path = html if len(played) == 1 else html.with_stem(f"{html.stem}_{number + 1}")
        write_text(path, draw_page(page_of(game, seed + number)))
        written.append(path)
    return written
