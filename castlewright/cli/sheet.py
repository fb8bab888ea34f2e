"""The score sheet of a finished game, and the totals of many, for a terminal."""

from __future__ import annotations

from collections import Counter
from statistics import mean

from rich.table import Table
from rich.text import Text

from castlewright.cli.console import console, say, table
from castlewright.printed import Printed, words
from castlewright.runtime.game import Game, Place
from castlewright.runtime.log import parts_in_words
from castlewright.summary import Scored, by_reason, held_lines, moment_of, reasons_of, score_lines

__all__ = ["print_sheet", "print_totals"]


def print_sheet(game: Game, seed: int) -> None:
    """Print who won, the points by reason, then each player's lines."""
    printed = Printed(game.rules)
    lines = [score_lines(game, player, printed) for player in range(game.players)]
    out = console()
    seats = "1 player" if game.players == 1 else f"{game.players} players"
    out.print(Text(f"{game.rules.meta['title']}, {seats}, seed {seed}", style="bold"))
    out.print()
    out.print(_by_reason(game, lines, printed))
    held = held_lines(game, printed)
    if held:
        out.print()
        out.print(_by_sort(game, held, printed))
    for player in _by_place(game):
        out.print()
        out.print(_lines_of(game, game.names[player], lines[player], printed))
    for holder, scored in held.items():
        out.print()
        out.print(_lines_of(game, holder, scored, printed))
    out.print()
    out.print(_outcome(game), style="bold")
    for name, title in remembered(game):
        say(f"{words(name).capitalize()}: {title}")
    say(f"{len(game.history)} decisions, {len(game.lines)} changes of counters", style="dim")


def _by_place(game: Game) -> list[int]:
    if game.rules.winner is None:
        return list(range(game.players))
    return [player for place in game.ranking for player in place.players]


def _by_reason(game: Game, lines: list[list[Scored]], printed: Printed) -> Table:
    unit = words(printed.unit or "points")
    sheet = table(f"{unit.capitalize()} by reason")
    order = _by_place(game)
    sheet.add_column("Reason")
    for player in order:
        sheet.add_column(game.names[player], justify="right")
    sums = [by_reason(game, own) for own in lines]
    declared = reasons_of(game.rules)
    met = dict.fromkeys(reason for own in sums for reason in own)
    for reason in [*(one for one in declared if one in met), *(one for one in met if one not in declared)]:
        amounts = [sums[player].get(reason, 0) for player in order]
        sheet.add_row(reason, *[str(amount) if amount else "·" for amount in amounts])
    if game.rules.winner is not None:
        sheet.add_section()
        sheet.add_row("Total", *[str(game.winner_keys(player)[0]) for player in order], style="bold")
    return sheet


def _by_sort(game: Game, held: dict[str, list[Scored]], printed: Printed) -> Table:
    """What others than players scored: by the colour of the piece on a plan or grid, else by reason."""
    titles = printed.colour_titles()
    sums: dict[str, Counter[str]] = {holder: Counter() for holder in held}
    for holder, lines in held.items():
        for scored in lines:
            sums[holder][_sort(game, scored, printed, titles)] += scored.amount
    met = {sort for own in sums.values() for sort in own}
    sheet = table(f"{words(printed.unit or 'points').capitalize()} by sort")
    sheet.add_column("Sort")
    for holder in held:
        sheet.add_column(holder, justify="right")
    declared = [*titles.values(), *reasons_of(game.rules)]
    for sort in [*(one for one in dict.fromkeys(declared) if one in met), *sorted(met - {*declared})]:
        sheet.add_row(sort, *[str(own[sort]) if own[sort] else "·" for own in sums.values()])
    sheet.add_section()
    sheet.add_row("Total", *[str(sum(own.values())) for own in sums.values()], style="bold")
    return sheet


def _sort(game: Game, scored: Scored, printed: Printed, titles: dict[str, str]) -> str:
    line = scored.line
    tag, about = line.about_tag, line.about
    if about is not None and tag is not None and tag.base == "piece":
        cell = game.where[about]
        colours = printed.colour(game, about) if cell in game.rules.board.layout_of else ()
        if colours:
            return ", ".join([titles[colour] for colour in colours])
    return words(line.reason_title)


def _lines_of(game: Game, holder: str, lines: list[Scored], printed: Printed) -> Table:
    total = sum(scored.amount for scored in lines)
    sheet = table(f"{holder}: {total} {words(printed.unit or 'points')} in {len(lines)} lines")
    sheet.add_column("#", justify="right", style="dim")
    sheet.add_column("When", style="dim")
    sheet.add_column("Amount", justify="right")
    sheet.add_column("Reason", no_wrap=True)
    sheet.add_column("For", ratio=1)
    sheet.add_column("Rule", style="dim", no_wrap=True, overflow="ellipsis")
    for scored in lines:
        line = scored.line
        sheet.add_row(
            str(scored.number),
            moment_of(game, line),
            f"{scored.amount:+}",
            words(line.reason_title),
            counted_from(game, scored),
            f"{line.file}:{line.line}",
        )
    return sheet


def counted_from(game: Game, scored: Scored) -> str:
    """What an amount is about and was counted from, in words; for neither, the text that gave it."""
    line = scored.line
    told = parts_in_words(game, line)
    if not told and not scored.about:
        what = line.what.removesuffix(" itself")
        # The reason says no less than the name of the game, and the moment no less than that of a step.
        told = "" if what == game.rules.meta["game"] or what in dict(game.rules.steps) else words(what)
    return f"{scored.about}: {told}" if scored.about and told else scored.about or told


def _outcome(game: Game) -> str:
    if not game.over:
        return "The game is not over."
    if game.rules.winner is None:
        return "The game is over."
    places: list[Place] = [*game.ranking]
    first: Place = places[0]
    names = [game.names[player] for player in first.players]
    points, note = first.keys[0], ""
    if game.players == 1:
        return f"{names[0]} ends with {points}."
    if len(places) > 1 and len(first.keys) > 1 and places[1].keys[0] == points:
        note = f" (a tie, broken by {first.keys[1]} to {places[1].keys[1]})"
    return f"{' and '.join(names)} {'win' if len(names) > 1 else 'wins'} with {points}{note}."


def remembered(game: Game) -> list[tuple[str, str]]:
    """The members of enumerations that the game itself keeps, with the names under which it does."""
    found: list[tuple[str, str]] = []
    for keep in game.rules.keeps.values():
        member: int | None = game.cells[keep.base]
        if keep.tag.base == "value" and not keep.holder and member is not None:
            named: tuple[str, str] = game.rules.kinds[keep.tag.name].members[member]
            found.append((keep.name, named[1] or words(named[0])))
    return found


def print_totals(games: list[Game], seed: int) -> None:
    """Print the scores of many games in short: mean, least, most and victories by seat."""
    rules = games[0].rules
    sheet = table(f"{rules.meta['title']}: {len(games)} games, seeds {seed} to {seed + len(games) - 1}")
    for heading in ("Seat", "Mean", "Lowest", "Highest", "Victories"):
        sheet.add_column(heading, justify="left" if heading == "Seat" else "right")
    won: Counter[int] = Counter()
    for game in games:
        won.update(game.winners)
    for player, name in enumerate(games[0].names):
        scores = [game.scores[player] for game in games]
        sheet.add_row(name, f"{mean(scores):.1f}", str(min(scores)), str(max(scores)), str(won[player]))
    console().print(sheet)
    say(f"{sum(len(game.history) for game in games)} decisions", style="dim")
