"""The packs of `examples/packs`, by an author who reads no Python: alone, and with every other pack."""

from __future__ import annotations

from pathlib import Path

import pytest

import castlewright as cw
from castlewright.compiler.compile import Order
from castlewright.compiler.packs.packs import Library
from castlewright.examples import run_examples
from castlewright.rules_dsl.diagnostics import Diagnostics
from castlewright.runtime.bots import RandomBot, play

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "examples" / "packs"
PACKS = sorted(path.parent.name for path in FOLDER.glob("*/pack.rules"))
GAME = "castles"


def library() -> Library:
    found = Diagnostics()
    made = Library.of([ROOT / "content", FOLDER], found)
    found.raise_errors()
    return made


SHIPPED = [name for name in library().of_game(GAME) if name != GAME and name not in PACKS]


def test_there_is_one() -> None:
    assert "honey" in PACKS


@pytest.mark.parametrize("pack", PACKS)
def test_its_examples_hold(pack: str) -> None:
    order = Order(GAME, (pack,), {}, (ROOT / "content", FOLDER))
    outcomes = run_examples(order, library(), of=[pack])
    assert [outcome.title for outcome in outcomes if not outcome.passed] == []
    assert len(outcomes) >= 8


@pytest.mark.parametrize("pack", PACKS)
@pytest.mark.parametrize("other", [*SHIPPED, "all"])
def test_it_is_played_with_every_other_pack(pack: str, other: str) -> None:
    rules = cw.load(GAME, packs="all" if other == "all" else [pack, other], roots=[FOLDER])
    assert {pack, other} - {"all"} <= {one[0] for one in rules.meta["packs"]}
    for players in set(rules.meta["players"]):
        game = play(rules.new_game(players, 11), [RandomBot(seat) for seat in range(players)])
        assert game.over
        for player in range(players):
            assert game.scores[player] == sum(line.change for line in game.lines_of(player, "points"))


def test_honey_is_bought_scored_and_never_lost() -> None:
    rules = cw.load(GAME, packs=["honey", "royal_decrees"], roots=[FOLDER])
    jars = [pid for name in ("clover_jar", "linden_jar", "heather_jar") for pid in rules.pieces_of(name)]
    assert len(jars) == 24
    bought = tasted = 0
    for seed in range(3):
        game = play(rules.new_game(4, seed), [RandomBot(seat) for seat in range(4)])
        assert all(game.where[pid] >= 0 for pid in jars)
        shelves = rules.zones["shelf"]
        kept = [pid for pid in jars if shelves.base <= game.where[pid] < shelves.base + shelves.count]
        bought += len(kept)
        tasted += sum(line.reason == "honey" for line in game.lines)
    assert bought
    assert tasted
