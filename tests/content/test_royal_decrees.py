"""Royal decrees in random games: the draft, who knows what, decrees at work on turns and prices."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import castlewright as cw
from castlewright.compiler.compile import Order
from castlewright.compiler.packs.packs import Library
from castlewright.examples import run_examples
from castlewright.library import content_roots
from castlewright.rules_dsl.diagnostics import Diagnostics
from castlewright.runtime.staging import put_in

SEEDS = st.integers(0, 2**32)
KNOWN = {2: 32, 3: 33, 4: 34}
"""Decrees that can be dealt without swans and renovations, by the number of players."""


@cache
def rules(*packs: str, **options: str) -> cw.Ruleset:
    return cw.load("castles", packs=packs or ("royal_decrees",), options=dict(options))


def moments(rules: cw.Ruleset, players: int, seed: int) -> Iterator[cw.Game]:
    """A random game after each of its decisions."""
    game = rules.new_game(players, seed)
    dice = random.Random(seed)
    yield game
    while not game.over:
        decision = dice.choice(game.decisions)
        game.choose(dice.randrange(len(decision)), decision.player)
        yield game


def name_of(rules: cw.Ruleset, piece: int) -> str:
    return rules.definitions[rules.piece_def[piece]][1]


def piece_of(rules: cw.Ruleset, name: str) -> int:
    return next(piece for piece in range(rules.piece_count) if name_of(rules, piece) == name)


def zone(game: cw.Game, name: str) -> list[tuple[int, ...]]:
    """What lies in each of the cells of a zone."""
    found = game.rules.zones[name]
    count = game.players if found.holder == "player" else found.count
    return [game.cells[cell] for cell in range(found.base, found.base + count)]


def where(game: cw.Game) -> str:
    """The path of the step that runs."""
    return game.step_path or ""


def names_in(game: cw.Game, name: str) -> set[str]:
    return {name_of(game.rules, piece) for cell in zone(game, name) for piece in cell}


def give(game: cw.Game, name: str, player: int) -> None:
    """Put a decree before a player."""
    found = game.rules.zones["decree_row"]
    put_in(game, piece_of(game.rules, name), found.base + player, "to")


def kept(game: cw.Game, name: str) -> list[Any]:
    found = game.rules.keeps[name]
    return [game.cells[cell] for cell in range(found.base, found.base + found.count)]


# ---------------------------------------------------------------------------------------------- the draft


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("double", ["no", "yes"])
def test_every_player_ends_with_as_many_decrees_as_are_due(players: int, double: str) -> None:
    due = 2 if double == "yes" else 1
    for game in moments(rules(double_decrees=double), players, 7):
        rows = zone(game, "decree_row")
        assert all(len(row) in (0, due) for row in rows)
        if where(game).startswith("round"):
            assert all(len(row) == due for row in rows)
            assert not names_in(game, "draft_hand") | names_in(game, "kept_decrees")
            assert len(zone(game, "decree_deck")[0]) == KNOWN[players] - due * players


@pytest.mark.parametrize("players", [2, 3, 4])
def test_hands_of_the_draft(players: int) -> None:
    """Players + 2 decrees go round against the order of turns; the Master Builder sees three of them."""
    game = rules().new_game(players, 3)
    seen: list[tuple[int, int]] = []
    while where(game) == "setup.foyers" or "draft" in where(game):
        decision = game.decision
        assert decision is not None
        if "draft" in where(game):
            seen.append((decision.player, len(decision)))
        game.choose(0, decision.player)
    builder = kept(game, "builder")[0]
    assert seen == [((builder - 1 - i) % players, players + 2 - i) for i in range(players)]


def test_decrees_lie_face_up_for_everybody() -> None:
    """EXP-DECR-03, REN-DECR-03: whoever looks sees the decrees before every player, at any moment."""
    seen = 0
    for game in moments(rules(), 3, 5):
        rows = zone(game, "decree_row")
        for viewer in range(3) if where(game).startswith(("round", "final")) else ():
            shown = game.view(viewer)["zones"]["decree_row"]
            for owner, row in enumerate(rows):
                fronts = [piece.get("name") for piece in shown[owner]["pieces"]]
                assert fronts == [name_of(game.rules, piece) for piece in row]
                seen += len(fronts)
    assert seen > 100


@pytest.mark.parametrize("edition", ["second_edition", "collectors", "royal"])
def test_examples_of_the_small_box_hold_in_every_edition(edition: str) -> None:
    """REN-DECR-05: whether two decrees each are advised is the matter of the edition's row of the table."""
    found = Diagnostics()
    library = Library.of(content_roots(), found)
    order = Order("castles", ("royal_decrees",), {"edition": edition}, ())
    outcomes = run_examples(order, library, words=["small box"], of=["royal_decrees"])
    assert outcomes
    assert [outcome.title for outcome in outcomes if not outcome.passed] == []


def test_nobody_sees_what_others_keep() -> None:
    """Before all are turned up a decree is known to those only who hold it or hold the hand."""
    game = rules().new_game(4, 11)
    while not where(game).startswith("round"):
        for viewer in range(4):
            zones = game.view(viewer)["zones"]
            for player in range(4):
                told = [piece for piece in zones["kept_decrees"][player]["pieces"] if "name" in piece]
                assert player == viewer or not told
            if kept(game, "drafter")[0] != viewer:
                assert not [piece for piece in zones["draft_hand"]["pieces"] if "name" in piece]
            imagined = game.imagine(viewer, 5)
            assert imagined.view(viewer) == game.view(viewer)
        decision = game.decisions[0]
        assert not any("#" in label for label in decision.labels())  # who is asked sees the cards
        game.choose(len(decision) - 1, decision.player)
    for viewer in range(4):
        rows = game.view(viewer)["zones"]["decree_row"]
        assert all(len(row["pieces"]) == 1 for row in rows)


@pytest.mark.parametrize(
    ("players", "left_out"),
    [(2, {"first_refusal", "crown_lands"}), (3, {"crown_lands"}), (4, set[str]())],
)
def test_decrees_for_more_players_are_never_dealt(players: int, left_out: set[str]) -> None:
    for seed in range(3):
        game = rules().new_game(players, seed)
        while "draft" not in where(game):
            game.choose(0, game.decisions[0].player)
        known = names_in(game, "decree_deck") | names_in(game, "draft_hand")
        assert {"first_refusal", "crown_lands"} - known == left_out
        assert not known & {"swan_song", "guild_of_restorers"}


def test_there_are_as_many_decrees_as_are_described() -> None:
    every = rules("royal_decrees", "renovations", "swans")
    kind = every.kinds["decree"]
    assert kind.end - kind.first == 36


def test_a_pack_can_take_decrees_out(tmp_path: Path) -> None:
    folder = tmp_path / "trimmed"
    folder.mkdir()
    (folder / "pack.rules").write_text(
        """pack trimmed "Trimmed" {
  game castles
  version "1.0"
  language 1
  needs royal_decrees
}

forbid decree_mixed_in(d) if d is no_detours
""",
        encoding="utf-8",
    )
    trimmed = cw.load("castles", packs=("royal_decrees", "trimmed"), roots=[tmp_path])
    game = trimmed.new_game(3, 1)
    while "draft" not in where(game):
        game.choose(0, game.decisions[0].player)
    known = names_in(game, "decree_deck") | names_in(game, "draft_hand")
    assert len(known) == KNOWN[3] - 1
    assert "no_detours" not in known


# -------------------------------------------------------------------------------------------- hidden coins


def test_coins_are_hidden_from_others_and_counted_as_before() -> None:
    game = rules().position(3, seed=1)
    give(game, "closed_purse", 0)
    assert [game.view(viewer)["keeps"]["coins"][0] for viewer in range(3)] == [15_000] * 3
    game.begin("closed_purse.hide", 0, piece_of(game.rules, "closed_purse"))
    assert [game.view(viewer)["keeps"]["coins"][0] for viewer in range(3)] == [15_000, None, None]
    assert [game.view(0)["keeps"]["coins"][player] for player in (1, 2)] == [15_000] * 2
    game.begin("pass", 0)
    assert [game.view(viewer)["keeps"]["coins"][0] for viewer in range(3)] == [20_000, None, None]
    # What is gained is told to all.
    assert any(entry.get("change") == 5000 for entry in game.view(1)["log"])


def test_coins_are_seen_where_nobody_hides_them() -> None:
    game = rules().new_game(3, 5)
    for viewer in range(3):
        assert game.view(viewer)["keeps"]["coins"] == [15_000] * 3


# ---------------------------------------------------------------------------------------------- at work


def owner_of(game: cw.Game, name: str) -> int | None:
    """Before whom a decree lies face up."""
    piece = piece_of(game.rules, name)
    for player, row in enumerate(zone(game, "decree_row")):
        if piece in row and piece not in game.down:
            return player
    return None


@settings(max_examples=6, deadline=None)
@given(st.integers(2, 4), SEEDS)
def test_random_games_end_with_conserved_decrees(players: int, seed: int) -> None:
    game = rules(double_decrees="yes").new_game(players, seed)
    for game in moments(rules(double_decrees="yes"), players, seed):
        held = [
            piece
            for name in ("decree_deck", "draft_hand", "kept_decrees", "decree_row", "offered_decrees")
            for cell in zone(game, name)
            for piece in cell
        ]
        assert len(held) == len(set(held))
        assert len(held) in (0, KNOWN[players])
        assert sum(map(len, zone(game, "room_pile"))) <= 1
    assert game.over


def test_an_even_temper_never_ends_a_turn_on_an_odd_number() -> None:
    found = 0
    for seed in range(40):
        owner: int | None = None
        game = rules().new_game(2, seed)
        for game in moments(rules(), 2, seed):
            owner = owner_of(game, "even_temper")
            if where(game).startswith("round") and owner is None:
                break
        else:
            turns = [line for line in game.lines if line.player == owner and line.counter == "points"]
            gained = [line for line in turns if line.reason == "royal_decree"]
            total = 0
            for line in turns:
                total += line.change
                if line in gained and line.step == "round.buy_turn":
                    assert total % 2 == 0
                    found += 1
    assert found > 3


def test_the_order_of_final_scoring() -> None:
    """Decrees come after depleted stacks and swan sets, before favors, cards, towers and coins."""
    packs = ("royal_decrees", "swans", "towers", "new_cards")
    steps = [path for path, _ in rules(*packs).steps if path.startswith("final.")]
    wanted = [
        "opening_decrees",
        "depleted",
        "swan_sets",
        "decrees",
        "favors",
        "bonus",
        "tower_favors",
        "leftover",
    ]
    assert [step.removeprefix("final.") for step in steps if step.removeprefix("final.") in wanted] == wanted


def test_every_decree_has_examples_at_work_and_not_at_work() -> None:
    folder = Path(__file__).resolve().parents[2] / "content" / "castles" / "royal_decrees"
    text = "\n".join(path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.rules")))
    decrees = re.findall(r"^ *decree (\w+) \"", text, re.M)
    subjects = re.findall(r"^ *example \".*\" for (\w+)", text, re.M)
    assert len(decrees) >= 36
    assert [name for name in decrees if subjects.count(name) < 2] == []
