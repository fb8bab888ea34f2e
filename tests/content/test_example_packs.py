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


def pairs() -> list[tuple[str, str]]:
    """Each pack with every one that ships; a pack that builds on another of them only with all."""
    alone = [pack for pack in PACKS if not set(needs(pack)) & set(PACKS)]
    return [*((pack, other) for pack in alone for other in SHIPPED), *((pack, "all") for pack in PACKS)]


def needs(pack: str) -> tuple[str, ...]:
    found = library().get(pack)
    return () if found is None else found.info.needs


def test_what_there_is() -> None:
    assert PACKS == ["honey", "meteors", "stargazers"]
    assert needs("meteors") == ("stargazers",)


@pytest.mark.parametrize("pack", PACKS)
def test_its_examples_hold(pack: str) -> None:
    order = Order(GAME, (pack,), {}, (ROOT / "content", FOLDER))
    outcomes = run_examples(order, library(), of=[pack])
    assert [outcome.title for outcome in outcomes if not outcome.passed] == []
    assert len(outcomes) >= 8


@pytest.mark.parametrize(("pack", "other"), pairs())
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


def test_charts_are_bought_kept_and_scored_and_stones_fall() -> None:
    rules = cw.load(GAME, packs=["meteors"], roots=[FOLDER])
    names = ["crane_chart", "plough_chart", "lyre_chart", "hound_chart", "serpent_chart", "pebble", "boulder"]
    pieces = {name: rules.pieces_of(name) for name in names}
    assert sum(map(len, pieces.values())) == 24 + 4 + 12
    paid = scored = kept = 0
    for seed in range(3):
        game = play(rules.new_game(4, seed), [RandomBot(seat) for seat in range(4)])
        assert all(game.where[pid] >= 0 for pids in pieces.values() for pid in pids)
        stones = rules.zones["stones"]
        kept += sum(
            stones.base <= game.where[pid] < stones.base + stones.count
            for name in ("pebble", "boulder")
            for pid in pieces[name]
        )
        lines = [line for line in game.lines if line.reason == "stars"]
        scored += sum(line.unit == "points" for line in lines)
        paid += sum(line.unit == "coins" for line in lines)
    assert paid
    assert scored
    assert kept
