"""Recorded castles of the square grid: one game or castle a file.

    {"case": "g1", "castles": [{"grid": [["tower", null, …], …], "bonus_cards": […], "royal_attendants": […],
                                "neighbours": [1, 2]}, …]}

`grid` is drawn as it lies, top row first; a throne room fills its own space and the `(throne)` space to its
right, and its row is the ground. `neighbours` are the castles to the left and right. Other keys are passed
over.
"""

from __future__ import annotations

from castlewright.runtime.errors import NotAllowed
from castlewright.runtime.game import Game
from castlewright.runtime.ruleset import Ruleset
from castlewright.runtime.staging import cell_of, lay, put_in, set_kept, spare
from castlewright.score.reading import CaseError, Names, Scored, integer, items, member, text, unique

__all__ = ["PACKS", "score"]

PACKS = "all"
WIDE = "(throne)"
"""The right half of a piece of two spaces."""
LARGEST = 200

Laid = dict[str, tuple[str, int]]
"""What belongs to a castle, by the name it is reported under: the rule that scores it, and its piece."""


def score(rules: Ruleset, data: object) -> list[Scored]:
    """Score the castles of a file. Raises `CaseError`."""
    label = member(data, "case", "the file")
    if not isinstance(label, (str, int)):
        raise CaseError("`case` is to be a number or a text")
    castles = items(member(data, "castles", "the file"), "`castles`")
    members = rules.kinds["castle"].members
    if len(castles) > len(members):
        raise CaseError(f"the file has {len(castles)} castles; there are {len(members)} at most")
    game = rules.position(rules.meta["players"][1])
    laid = [_lay_castle(game, castle, n) for n, castle in enumerate(castles)]
    _seat_neighbours(game, castles)
    found: list[Scored] = []
    for n, pieces in enumerate(laid):
        tiles = {name: int(game.rule(rule, pid)) for name, (rule, pid) in pieces.items()}
        scored = Scored(case=label, total=sum(tiles.values()), tiles=tiles)
        if len(laid) > 1:
            scored["castle"] = n
        found.append(scored)
    return found


def _lay_castle(game: Game, castle: object, number: int) -> Laid:
    """Lay out all that belongs to a castle."""
    where = f"castle {number + 1}"
    laid: Laid = {}
    rows = [
        items(row, f"a row of {where}") for row in items(member(castle, "grid", where), f"`grid` of {where}")
    ]
    if len(rows) > LARGEST or any(len(row) > LARGEST for row in rows):
        raise CaseError(f"{where} is larger than {LARGEST} by {LARGEST}")
    ground = next((i for i, row in enumerate(rows) if WIDE in row), len(rows) - 1)
    names = Names(game.rules, "tile")
    cell = cell_of(game.rules, "grid", "castle", number)
    for i, row in enumerate(rows):
        for column, word in enumerate(row):
            if word in (None, WIDE):
                continue
            here = f"row {i + 1}, column {column + 1} of {where}"
            pid = _spare(game, names, text(word, here), here)
            try:
                lay(game, pid, cell, (column, ground - i))
            except NotAllowed as error:
                raise CaseError(f"{here}: {error}") from error
            laid[_unique(word, laid)] = ("tile_score", pid)
    for key, kind, zone, prefix, rule in (
        ("bonus_cards", "bonus_card", "cards", "card:", "card_score"),
        ("royal_attendants", "attendant", "court", "attendant:", "attendant_score"),
    ):
        names = Names(game.rules, kind)
        for word in items(member(castle, key, where), f"`{key}` of {where}"):
            pid = _spare(game, names, text(word, f"`{key}` of {where}"), f"`{key}` of {where}")
            put_in(game, pid, cell_of(game.rules, zone, "castle", number))
            laid[_unique(prefix + word, laid)] = (rule, pid)
    return laid


def _unique(name: str, laid: Laid) -> str:
    return unique(name, dict.fromkeys(laid, 0))


def _spare(game: Game, names: Names, word: str, here: str) -> int:
    try:
        return spare(game, names.find(word, here))
    except NotAllowed as error:
        raise CaseError(f"{here}: {error}") from error


def _seat_neighbours(game: Game, castles: list[object]) -> None:
    """Put a player between every two castles that are neighbours, going round from castle to castle."""
    near: list[list[int]] = []
    for n, castle in enumerate(castles):
        where = f"`neighbours` of castle {n + 1}"
        words = items(member(castle, "neighbours", f"castle {n + 1}"), where)
        near.append([integer(word, where, 0, len(castles) - 1) for word in words])
    here, came = 0, -1
    for player in range(len(castles)):
        onward = [other for other in reversed(near[here]) if other not in (came, here)]
        if not onward:
            return
        following = onward[0]
        set_kept(game, "second_builder", here, player % game.players, "castle")
        set_kept(game, "first_builder", following, player % game.players, "castle")
        came, here = here, following
        if here == 0:
            return
