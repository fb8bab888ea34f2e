"""Recorded castles of the free plan: a list of cases, each with its rooms where they lie.

    [{"case": 1, "rooms": [{"room": "Foyer", "x": 0, "y": 0, "w": 3, "h": 3, "quarter_turns": 0}, …]}, …]

`x` and `y` are column and row of the upper left cell as the room lies, `quarter_turns` clockwise from its
drawing; the drawing of the foyer in these files has its closed side on top. Other keys, such as the points
somebody else counted, are passed over.
"""

from __future__ import annotations

from castlewright.runtime.errors import NotAllowed
from castlewright.runtime.game import Game
from castlewright.runtime.ruleset import Ruleset
from castlewright.runtime.staging import cell_of, lay, spare
from castlewright.score.reading import CaseError, Names, Scored, integer, items, member, text, unique

__all__ = ["PACKS", "score"]

PACKS = "none"
FARTHEST = 1900
DRAWN_TURNED = {"foyer": 2}
"""Quarter turns from our drawing to that of the files, where the two differ."""


def score(rules: Ruleset, data: object) -> list[Scored]:
    """Score the castles of a file. Raises `CaseError`."""
    names = Names(rules, "room")
    return [_score_one(rules, names, case, f"case {n}") for n, case in enumerate(items(data, "the file"), 1)]


def _score_one(rules: Ruleset, names: Names, case: object, where: str) -> Scored:
    label = member(case, "case", where)
    if not isinstance(label, (str, int)):
        raise CaseError(f"`case` of {where} is to be a number or a text")
    game = rules.position(rules.meta["players"][0])
    cell = cell_of(rules, "castle", "player", 0)
    laid: dict[str, int] = {}
    for n, room in enumerate(items(member(case, "rooms", where), f"`rooms` of {where}"), 1):
        here = f"room {n} of {where}"
        title = text(member(room, "room", here), f"`room` of {here}")
        laid[unique(title, laid)] = _lay(game, names, room, title, cell, here)
    tiles = {title: int(game.rule("standing", pid)) for title, pid in laid.items()}
    return Scored(case=label, total=sum(tiles.values()), tiles=tiles)


def _lay(game: Game, names: Names, room: object, title: str, cell: int, here: str) -> int:
    x, y = (integer(member(room, key, here), f"`{key}` of {here}", -FARTHEST, FARTHEST) for key in ("x", "y"))
    turned = integer(member(room, "quarter_turns", here), f"`quarter_turns` of {here}", 0, 3)
    try:
        name = names.find(title, here)
        pid = spare(game, name)
        lay(game, pid, cell, (x, y), (turned + DRAWN_TURNED.get(name, 0)) % 4)
    except NotAllowed as error:
        raise CaseError(f"{here}: {error}") from error
    return pid
