"""Setup, rounds and the order of final scoring, as seen at the table; each test names what it proves."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

import castlewright as cw
from castlewright.compiler.check.link import link
from castlewright.compiler.packs.packs import Library
from castlewright.compiler.typed import ir
from castlewright.library import content_roots
from castlewright.rules_dsl.diagnostics import Diagnostics

View = dict[str, Any]
PLAYERS = (2, 3, 4)
BONUSES = 27


@cache
def rules(*packs: str) -> cw.Ruleset:
    return cw.load("castles", packs=packs)


def moments(game: cw.Game, seed: int) -> Iterator[cw.Game]:
    """A random game before each of its decisions."""
    dice = random.Random(seed)
    while not game.over:
        yield game
        decision = dice.choice(game.decisions)
        game.choose(dice.randrange(len(decision)), decision.player)


def until(game: cw.Game, step: str, seed: int = 0) -> cw.Game:
    return next(one for one in moments(game, seed) if one.view(0)["step"] == step)


def count(view: View, zone: str) -> int:
    """How many pieces lie in a zone, in all its cells."""
    found = view["zones"][zone]
    if isinstance(found, list):
        return sum(one["count"] for one in found)
    return found["count"] if "count" in found else sum(one["count"] for one in found.values())


@pytest.mark.parametrize("players", PLAYERS)
def test_what_lies_where_before_the_first_round(players: int) -> None:
    """EXP-SETUP-03, EXP-SETUP-04, EXP-SETUP-10, EXP-MKT-01, EXP-MKT-03, EXP-MKT-04, EXP-PSET-15, EXP-PSET-16,
    EXP-ROUND-03, REN-SETUP-07, REN-SETUP-08, REN-SETUP-09, REN-FIRST-04, REN-FIRST-05, REN-FIRST-06,
    REN-PSET-01, REN-PSET-10, REN-PSET-11, REN-PSET-12, REN-ROUND-01.
    """
    game = until(rules().new_game(players, seed=players), "round.price")
    view = game.view(0)
    keeps, zones = view["keeps"], view["zones"]
    assert keeps["coins"] == [15_000] * players
    assert keeps["round_number"] == 1
    assert [hand["count"] for hand in zones["bonus_hand"]] == [2] * players
    assert count(view, "bonus_deck") == BONUSES - 2 * players
    # Of the deck a player knows the card that went under it, and no other.
    assert sum("name" in card for card in zones["bonus_deck"]["pieces"]) <= 1
    assert not any("name" in card for card in zones["bonus_deck"]["pieces"][:1])
    assert all("name" in card for card in zones["bonus_hand"][0]["pieces"])
    assert not any("name" in card for card in game.view(1)["zones"]["bonus_hand"][0]["pieces"])
    assert zones["public_favors"]["count"] == players
    wanted = game.rule("supply.rooms_in_market", players)
    assert count(view, "unpriced") + count(view, "market") == wanted
    assert count(view, "room_discard") >= wanted
    assert count(view, "room_deck") + count(view, "room_discard") == 11 * players
    assert count(view, "castle") == players
    assert {decision.player for decision in game.decisions} == {keeps["builder"]}


def test_the_deck_of_bonus_cards_is_shuffled() -> None:
    """EXP-SETUP-03, REN-SETUP-07, REN-FIRST-04."""
    zone = rules().zones["bonus_deck"].base
    assert len({until(rules().new_game(2, seed), "round.price").cells[zone] for seed in range(4)}) == 4


@pytest.mark.parametrize("players", PLAYERS)
def test_who_begins_and_what_the_others_have_more(players: int) -> None:
    """EXP-PSET-08, EXP-PSET-09, REN-PSET-02, REN-PSET-03."""
    seen: set[int] = set()
    for seed in range(24):
        keeps = rules().new_game(players, seed).view(0)["keeps"]
        builder = keeps["builder"]
        seen.add(builder)
        assert keeps["points"] == [(player - builder) % players for player in range(players)]
    assert seen == set(range(players))


@pytest.mark.parametrize("players", PLAYERS)
def test_rounds(players: int) -> None:
    """EXP-ROUND-01, EXP-ROUND-02, EXP-ROUND-06, EXP-ROUND-07, EXP-ROUND-13, EXP-ROUND-14, REN-ROUND-03,
    REN-ROUND-04, REN-ROUND-06, REN-ROUND-07.

    Of each round: who prices, who buys in which order, what lies on the rooms that nobody bought.
    """
    builders: dict[int, int] = {}
    buyers: dict[int, list[int]] = {}
    steps: dict[int, list[str]] = {}
    coins: dict[int, dict[str, int]] = {}
    game = rules().new_game(players, seed=11)
    for one in moments(game, 11):
        view = one.view(0)
        number, step = view["keeps"]["round_number"], view["step"]
        if number == 0:
            continue
        steps.setdefault(number, [])
        if steps[number][-1:] != [step]:
            steps[number].append(step)
        (decision,) = one.decisions
        if step == "round.price":
            builders[number] = view["keeps"]["builder"]
            assert decision.player == builders[number]
            coins.setdefault(number, dict(coins_of(view)))
        elif step == "round.buy_turn" and decision.kind == "action":
            buyers.setdefault(number, []).append(decision.player)
    assert len(builders) > 3
    unsold = 0
    for number, builder in builders.items():
        assert builder == (builders[1] + number - 1) % players
        order = [(builder + 1 + place) % players for place in range(players)]
        asked = buyers.get(number, [])
        places = [order.index(player) for player in dict.fromkeys(asked)]
        assert places == sorted(places)
        assert [step for step in steps[number] if step in ("round.price", "round.buy_turn")] == steps[number]
        kept = coins[number].keys() & coins.get(number - 1, {}).keys()
        assert all(coins[number][name] == coins[number - 1][name] + 1000 for name in kept)
        unsold += len(kept)
    assert unsold > 0


def coins_of(view: View) -> Iterator[tuple[str, int]]:
    """The rooms on the table, and what lies on each."""
    cells = [view["zones"]["unpriced"], *view["zones"]["market"].values()]
    for cell in cells:
        for piece in cell["pieces"]:
            yield piece["name"], piece.get("keeps", piece).get("coins_on", 0)


@cache
def linked(*packs: str) -> ir.Program:
    found = Diagnostics()
    program = link(Library.of(content_roots(), found), "castles", packs, found)
    assert program is not None, [finding.message for finding in found]
    return program


def test_the_order_of_final_scoring() -> None:
    """EXP-FS-01, EXP-FS-03, EXP-FS-06, EXP-SWAN-23: seven steps, and the decrees that open them."""
    flow = linked("swans", "royal_decrees", "towers", "moats", "renovations").flow
    assert flow is not None
    final = next(part for part in flow.parts if isinstance(part, ir.Stage) and part.name == "final")
    assert [step.name for step in final.parts] == [
        "opening_decrees",
        "depleted",
        "swan_sets",
        "decrees",
        "favors",
        "bonus",
        "tower_favors",
        "leftover",
    ]


SINGLE = (
    "moats",
    "secret_passages",
    "swans",
    "renovations",
    "royal_decrees",
    "towers",
    "new_rooms",
    "new_cards",
)


@pytest.mark.parametrize("pack", SINGLE)
def test_each_expansion_can_be_played_alone(pack: str) -> None:
    """EXP-PLAY-01, EXP-PLAY-03, EXP-FIVE-04, EXP-TOWR-01, REN-DECR-04, SEC-OVER-01.

    What is not in play leaves no trace.
    """
    program = linked(pack)
    assert {info.name for info in program.packs} == {"castles", pack}
    assert ("decree_row" in program.zones) is (pack == "royal_decrees")
    assert ("renovation" in program.kinds) is (pack == "renovations")


def test_five_players_bring_the_towers() -> None:
    """EXP-PLAY-02, EXP-FIVE-03, EXP-TOWR-01."""
    assert "towers" in {info.name for info in linked("five_players").packs}
