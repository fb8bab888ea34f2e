"""A game in plain data: who scored what and why, and how the plans and grids lie."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple, TypedDict

from castlewright.draw.contract import GamePage, LogLine, PlayerPart
from castlewright.drawings import boards, drawings_of, row_drawings
from castlewright.printed import Printed, words
from castlewright.runtime.game import Game
from castlewright.runtime.log import Line, about_of, text_of
from castlewright.runtime.ruleset import Keep, Ruleset, Zone

__all__ = [
    "GameJson",
    "Scored",
    "by_reason",
    "held_lines",
    "moment_of",
    "page_of",
    "reasons_of",
    "score_lines",
    "summary",
]


class PlacedJson(TypedDict):
    """A piece on a plan or grid.

    `at` is column and row, `turned` degrees clockwise, `turn` counts placements.
    """

    name: str
    title: str
    at: list[int]
    turned: int
    turn: int


class BoardJson(TypedDict):
    """A plan or grid; `player` is None where it belongs to nobody."""

    zone: str
    title: str
    player: int | None
    pieces: list[PlacedJson]


class LineJson(TypedDict):
    """One change of a counter of a player; `about`: the title of what it speaks of, or None."""

    player: int | None
    counter: str
    unit: str
    amount: int
    reason: str | None
    title: str
    about: str | None
    text: str
    step: str
    rule: str


class GameJson(TypedDict):
    """What `castlewright play --json` writes for each game."""

    game: str
    packs: list[str]
    options: dict[str, object]
    seed: int
    players: list[str]
    over: bool
    decisions: int
    scores: list[int]
    ranking: list[list[int]]
    lines: list[LineJson]
    boards: list[BoardJson]


def summary(game: Game, seed: int) -> GameJson:
    """The game as JSON data: players, scores, every reason line, the number of decisions, the final plans."""
    rules = game.rules
    ranked = rules.winner is not None
    return GameJson(
        game=str(rules.meta["game"]),
        packs=[str(pack[0]) for pack in rules.meta["packs"]],
        options=dict(rules.meta["options"]),
        seed=seed,
        players=list(game.names),
        over=game.over,
        decisions=len(game.history),
        scores=list(game.scores) if ranked else [],
        ranking=[list(place.players) for place in game.ranking] if ranked else [],
        lines=[_line(game, line, player, amount) for line in game.lines for player, amount in sides_of(line)],
        boards=_boards(game),
    )


def sides_of(line: Line) -> list[tuple[int | None, int]]:
    """Whose counters a line changed, and by how much.

    One side, or two where it went from one to the other.
    """
    sides: list[tuple[int | None, int]] = [(line.player, line.change)]
    if line.other_cell >= 0:
        sides.append((line.other, line.other_change))
    return sides


def _line(game: Game, line: Line, player: int | None, amount: int) -> LineJson:
    return LineJson(
        player=player,
        counter=line.counter,
        unit=line.unit,
        amount=amount,
        reason=line.reason,
        title=line.reason_title,
        about=about_of(game, line) or None,
        text=text_of(game, line),
        step=line.step,
        rule=f"{line.file}:{line.line}",
    )


def _boards(game: Game) -> list[BoardJson]:
    turns = _turns(game)
    found: list[BoardJson] = []
    for board in boards(game):
        layout: Any = game.cells[game.rules.board.layout_of[board.cell]]
        pieces = [
            PlacedJson(
                name=_name(game, placement[0]),
                title=game.rules.piece_title(placement[0]),
                at=list(placement[2:4]),
                turned=90 * placement[4] if len(placement) > 4 else 0,
                turn=turns.get(placement[0], 0),
            )
            for placement in layout.placements
        ]
        found.append(BoardJson(zone=board.zone.name, title=board.title, player=board.player, pieces=pieces))
    return found


def _name(game: Game, pid: int) -> str:
    """The name of a piece, the number of the copy with it where there are several."""
    return game.rules.piece_names[pid]


def _turns(game: Game) -> dict[int, int]:
    """For each piece that was placed: as which of all, from 1."""
    placed: dict[int, int] = {}
    for entry in game.log_list[: game.log_n]:
        if entry[0] == "move" and entry[9] is not None:
            for pid in entry[4]:
                placed[pid] = len(placed) + 1
    return placed


class Scored(NamedTuple):
    """A line that changed a score: its number in the log from 1, the line, by how much, and the title of
    what it is about ("" for nothing).
    """

    number: int
    line: Line
    amount: int
    about: str


def score_lines(game: Game, player: int, printed: Printed) -> list[Scored]:
    """The lines that changed the score of a player, oldest first."""
    keep = printed.score
    if keep is None:
        return []
    cell = keep.base + player
    found: list[Scored] = []
    for number, line in enumerate(game.lines, 1):
        if line.cell == cell:
            found.append(Scored(number, line, line.change, about_of(game, line)))
        if line.other_cell == cell:
            found.append(Scored(number, line, line.other_change, about_of(game, line)))
    return found


def held_lines(game: Game, printed: Printed) -> dict[str, list[Scored]]:
    """The lines of counters in the unit of the score that members of a value kind keep, by their titles.

    Those that have no line are left out; the others come in the order of their definitions.
    """
    found: dict[int, list[Scored]] = {}
    for number, line in enumerate(game.lines, 1):
        if line.player is None and line.unit == printed.unit and _holder(game, line.cell):
            found.setdefault(line.cell, []).append(Scored(number, line, line.change, about_of(game, line)))
    return {_holder(game, cell): lines for cell, lines in sorted(found.items())}


def _holder(game: Game, cell: int) -> str:
    """The title of the member of a value kind that keeps a counter, "" for a piece or the game."""
    keep = game.rules.cell_keep[cell]
    return "" if keep is None else _member(game, keep, cell)


def _member(game: Game, holding: Keep | Zone, cell: int) -> str:
    """The title of the member of a value kind that holds a cell, "" where it is held otherwise."""
    kind = game.rules.kinds.get(holding.holder)
    if kind is None or not kind.is_value:
        return ""
    name, title = kind.members[cell - holding.base]
    return title or words(name)


def reasons_of(rules: Ruleset) -> list[str]:
    """The words of all reasons, in the order in which the content declares them."""
    kind = rules.kinds.get("reason")
    return [words(title or name) for name, title in (rules.reasons if kind is None else kind.members)]


def by_reason(game: Game, lines: Iterable[Scored]) -> dict[str, int]:
    """Amounts added up by the words of their reason: declared reasons first, in their order."""
    sums = dict.fromkeys(reasons_of(game.rules), 0)
    for scored in lines:
        reason = words(scored.line.reason_title)
        sums[reason] = sums.get(reason, 0) + scored.amount
    return {reason: amount for reason, amount in sums.items() if amount}


def page_of(game: Game, seed: int) -> GamePage:
    """The data of the page of a finished game."""
    printed = Printed(game.rules)
    places = {
        player: place for place in (game.ranking if game.rules.winner else ()) for player in place.players
    }
    drawn = drawings_of(game, printed)
    players: list[PlayerPart] = []
    log: list[LogLine] = []
    for player, name in enumerate(game.names):
        lines = score_lines(game, player, printed)
        log += [_log_line(game, name, scored) for scored in lines]
        part = PlayerPart(
            name=name,
            by_reason=by_reason(game, lines),
            drawings=[drawing for board, drawing in drawn if board.player == player],
        )
        if player in places:
            part["place"] = places[player].rank
            part["total"] = places[player].keys[0]
            for drawing in part.get("drawings", ()):
                drawing["score"] = places[player].keys[0]
                drawing["score_label"] = printed.unit or "points"
        players.append(part)
    held = held_lines(game, printed)
    for holder, lines in held.items():
        log += [_log_line(game, holder, scored) for scored in lines]
    log.sort(key=lambda line: line.get("number", 0))
    for board, drawing in drawn:
        own = held.get(_member(game, board.zone, board.cell))
        if own is not None:
            drawing["score"] = sum(scored.amount for scored in own)
            drawing["score_label"] = printed.unit or "points"
    return GamePage(
        title=str(game.rules.meta["title"]),
        subtitle=_subtitle(game),
        unit=printed.unit or "points",
        reasons=reasons_of(game.rules),
        players=players,
        drawings=[
            *(drawing for board, drawing in drawn if board.player is None),
            *(drawing for _, drawing in row_drawings(game, printed)),
        ],
        log=log,
        facts={
            "Seed": str(seed),
            "Decisions": str(len(game.history)),
            "Packs": ", ".join(str(pack[0]) for pack in game.rules.meta["packs"]),
            "Ruleset": game.rules.hash[:12],
        },
    )


def _subtitle(game: Game) -> str:
    if not game.over:
        return f"{game.players} players, in {words(game.step_path or 'the beginning')}"
    if game.rules.winner is None:
        return f"{game.players} players"
    winners = [game.names[player] for player in game.winners]
    return f"{' and '.join(winners)} won among {game.players} players"


def _log_line(game: Game, name: str, scored: Scored) -> LogLine:
    line = scored.line
    return LogLine(
        number=scored.number,
        moment=moment_of(game, line),
        player=name,
        amount=scored.amount,
        unit=line.unit,
        reason=words(line.reason_title),
        about=scored.about,
        text=text_of(game, line),
        source=f"{line.file}:{line.line}",
    )


def moment_of(game: Game, line: Line) -> str:
    """When a line was written: the title or path of the step."""
    return dict(game.rules.steps).get(line.step) or words(line.step.replace(".", ", "))
