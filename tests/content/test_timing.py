"""When rewards come, and what decides it: each case names the entries of the rule ledger it follows.

Most of them are worked examples of the content; those that need the order of turns are played here.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

import castlewright as cw
from castlewright.compiler.check.link import link
from castlewright.compiler.packs.packs import Library
from castlewright.rules_dsl.diagnostics import Diagnostics
from castlewright.runtime.staging import cell_of, lay, put_in, set_kept

ROOT = Path(__file__).resolve().parents[2]

DECIDED: dict[str, tuple[tuple[str, ...], str]] = {
    "rewards come after all points of the tile": (("EXP-SCORE-05",), "Two rewards for one tile"),
    "one tile completes several rooms": (("EXP-SCORE-07",), "Two rewards for one tile"),
    "two downstairs rooms at once are number one and two": (
        ("SEC-REF-09", "EXP-SCORE-07"),
        "The second downstairs room brings a reward of choice",
    ),
    "a decree lets two rewards be chosen through a downstairs reward": (
        ("EXP-DECR-31", "EXP-DECR-32"),
        "Two different rewards from below",
    ),
    "a decree doubles a reward": (("EXP-DECR-29",), "Both corridor tiles"),
    "a renovation over a complete room": (
        ("EXP-RENO-29", "REN-COMPL-03"),
        "The Undercroft over the complete Sitting Room",
    ),
    "a renovation over a complete downstairs room": (("EXP-RENO-16",), "A pending downstairs room is lost"),
    "the last card goes with a moat": (("EXP-MOAT-09", "SEC-MOAT-28"), "The last card by a moat"),
    "the reward for the ring comes after the points of the moat": (
        ("EXP-SCORE-06",),
        "The third moat, and a Ballroom for nothing",
    ),
    "a room completed by a passage": (("EXP-PASS-15",), "A passage completes two rooms"),
    "a living room scores again with passages": (("EXP-PASS-19",), "Two passages from a renovated room"),
    "a tower brings two rewards": (("EXP-TOWR-05",), "Two rewards for a tower"),
}
"""What is decided: by which entries, and in which example it is seen."""


@cache
def examples() -> dict[str, tuple[str, ...]]:
    """The worked examples of Castles by title, with what they cite."""
    found = Diagnostics()
    library = Library.of([ROOT / "content"], found)
    names = [name for name in library.of_game("castles") if name not in ("castles", "solo")]
    program = link(library, "castles", names, found)
    assert program is not None
    return {example.title: example.texts.cites for example in program.examples}


@pytest.mark.parametrize("what", DECIDED)
def test_an_example_shows_it_and_names_what_decides(what: str) -> None:
    ids, title = DECIDED[what]
    assert title in examples()
    assert set(ids) <= set(examples()[title]), title


# ------------------------------------------------------------------------------------------- turns


def name_of(game: cw.Game, piece: int) -> str:
    return game.rules.definitions[game.rules.piece_def[piece]][1]


def answered(game: cw.Game, label: str) -> None:
    """Give the answer of this label, or that begins with it; the first where there are several."""
    decision = game.decisions[0]
    labels = decision.labels()
    found = [n for n, one in enumerate(labels) if one == label] or [
        n for n, one in enumerate(labels) if one.startswith(label)
    ]
    assert found, (label, labels)
    game.choose(found[0], decision.player)


def at_a_turn(*market: tuple[str, str], seed: int = 3) -> cw.Game:
    """A game for two when its first turn begins; only these rooms are in the market, at these prices."""
    game = cw.load("castles", packs="none").new_game(2, seed)
    while game.step_path != "round.buy_turn":
        game.choose(0, game.decisions[0].player)
    zone = game.rules.zones["market"]
    for cell in range(zone.base, zone.base + zone.count):
        for piece in game.cells[cell]:
            put_in(game, piece, -1)
    prices = [name for name, _ in game.rules.kinds["price"].members]
    for name, price in market:
        (piece,) = game.rules.pieces_of(name)
        put_in(game, piece, -1)
        put_in(game, piece, cell_of(game.rules, "market", "price", prices.index(price)))
    return game


def turns_of(game: cw.Game) -> list[int]:
    """Whose turns began, in order."""
    return [
        entry["player"]
        for entry in game.log
        if entry["kind"] == "step" and entry["step"] == "round.buy_turn" and entry["player"] is not None
    ]


def completes(game: cw.Game, n: int, room: int) -> bool:
    """Does an answer complete a room?"""
    trial = game.copy()
    trial.choose(n, game.decisions[0].player)
    return bool(trial.keep("completed", room - game.rules.kinds["room"].first))


def buy(game: cw.Game, title: str, completing: str) -> None:
    """Buy a room and lay it where it completes another."""
    player = game.decisions[0].player
    (room,) = game.rules.pieces_of(completing)
    answered(game, "Buy a room")
    if title in game.decisions[0].labels():
        answered(game, title)
    while game.decisions[0].labels()[0].startswith(title):
        fits = [n for n in range(len(game.decisions[0])) if completes(game, n, room)]
        game.choose(fits[0], player)
    while "Take coins" not in game.decisions[0].labels():
        game.choose(0, player)  # the order of rewards


def test_a_turn_out_of_a_turn() -> None:
    """SEC-REF-03: each food room brings one more turn, also one completed in it; then others go on."""
    game = at_a_turn(("pantry", "p4"), ("powder_room", "p6"))
    first = game.decisions[0].player
    castle = game.rules.zones["castle"]
    (foyer,) = game.zone("castle", first)
    _, _, x, y, _ = game.cells[castle.layout + first].placement(foyer)
    (larder,) = game.rules.pieces_of("larder")
    put_in(game, larder, -1)
    lay(game, larder, castle.base + first, (x + 3, y))
    set_kept(game, "coins", first, 40_000, "player")
    assert len(turns_of(game)) == 1
    buy(game, "Pantry", "larder")
    assert turns_of(game) == [first] * 2
    buy(game, "Powder Room", "pantry")
    assert turns_of(game) == [first] * 3
    answered(game, "Take coins")
    assert turns_of(game) == [first] * 3 + [1 - first]


def test_turns_that_one_turn_brings_twice() -> None:
    """SEC-REF-03, EXP-SCORE-07: two rewards that are turns make two turns, one after the other."""
    game = at_a_turn(("pantry", "p4"), ("powder_room", "p6"))
    first = game.decisions[0].player
    (larder,), (pantry,) = game.rules.pieces_of("larder"), game.rules.pieces_of("pantry")
    game.choose(game.decisions[0].labels().index("Take coins"), first)
    other = game.decisions[0].player
    assert other == 1 - first
    for piece in (larder, pantry):
        game.perform("finish", other, piece)
    for _ in range(3):
        assert game.decisions[0].player == other
        answered(game, "Take coins")
    assert turns_of(game)[:4] == [first, other, other, other]


def gifts(game: cw.Game) -> list[int]:
    """How many tiles the corridor reward adds to a castle, when the foyer is completed once and once more."""
    player = game.decisions[0].player
    foyer = game.zone("castle", player)[0]
    found: list[int] = []
    for _ in range(2):
        before = len(game.zone("castle", player))
        game.perform("finish", player, foyer)
        while "Take coins" not in game.decisions[0].labels():
            game.choose(0, player)
        found.append(len(game.zone("castle", player)) - before)
    return found


def test_an_extra_turn_has_its_own_limit_of_one_tile_for_nothing() -> None:
    """SEC-REF-05, SEC-REF-06: one tile in a turn, however many are due, one more in an extra turn."""
    game = at_a_turn(("pantry", "p4"), ("powder_room", "p6"))
    first = game.decisions[0].player
    (larder,) = game.rules.pieces_of("larder")
    assert gifts(game) == [1, 0]
    game.perform("finish", first, larder)
    answered(game, "Take coins")
    assert turns_of(game) == [first] * 2
    assert gifts(game) == [1, 0]
