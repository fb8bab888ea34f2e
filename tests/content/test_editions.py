"""The editions of Castles: one table, games in each, readings that a pack may change."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import pytest

import castlewright as cw
from castlewright.rules_dsl import nodes as n
from castlewright.rules_dsl.diagnostics import DiagnosticError, Diagnostics
from castlewright.rules_dsl.parser import parse
from castlewright.rules_dsl.source import Source

CASTLES = Path(__file__).resolve().parents[2] / "content" / "castles"
EDITIONS = ("first", "second", "collectors", "royal")
PACKS = (
    ("moats", "secret_passages"),
    ("moats", "swans", "new_rooms", "new_cards", "towers"),
    ("renovations", "swans", "new_rooms", "royal_decrees"),
    ("moats", "secret_passages", "swans", "renovations", "new_rooms", "new_cards", "royal_decrees", "towers"),
)


@cache
def rules(edition: str, *packs: str, **options: str) -> cw.Ruleset:
    return cw.load("castles", packs=packs, edition=edition, options=dict(options))


def play(game: cw.Game, seed: int) -> cw.Game:
    dice = random.Random(seed)
    while not game.over:
        decision = dice.choice(game.decisions)
        game.choose(dice.randrange(len(decision)), decision.player)
    return game


def parsed(path: Path) -> n.Module:
    found = Diagnostics()
    module = parse(Source(str(path), path.read_text(encoding="utf-8")), found)
    assert not found.has_errors
    return module


def asks_edition(node: n.Node) -> bool:
    return any(isinstance(one, n.Name) and one.path.text == "edition" for one in n.walk(node))


def test_nothing_but_the_table_asks_for_the_edition() -> None:
    """Elsewhere only examples stand under a condition on the edition."""
    for path in sorted(CASTLES.rglob("*.rules")):
        if path.name == "pack.rules" or path.parts[-2:] == ("base", "editions.rules"):
            continue
        for item in parsed(path).items:
            if isinstance(item, n.OnlyIf) and asks_edition(item.condition):
                kinds = {type(inner) for inner in item.items}
                assert kinds <= {n.ExampleDecl, n.TextItem, n.OnlyIf}, path
            else:
                assert not asks_edition(item), path


def test_every_row_of_the_table_differs_somewhere() -> None:
    (table,) = (
        item for item in parsed(CASTLES / "base" / "editions.rules").items if isinstance(item, n.ChangeTable)
    )
    rows = [node for node in n.walk(table) if isinstance(node, n.ChangeRow)]
    assert len(rows) > 15
    for row in rows:
        assert len(row.values) == len(EDITIONS)
        assert any(not isinstance(value, n.Pronoun) for value in row.values), row.target.text


@pytest.mark.parametrize(
    ("edition", "number"),
    [*(("first", number) for number in range(4)), *zip(EDITIONS[1:], (3, 2, 1), strict=True)],
)
def test_games_to_the_end(edition: str, number: int) -> None:
    players = 2 + number % 3
    game = play(rules(edition, *PACKS[number]).new_game(players, seed=number), number)
    assert game.over
    assert len(game.scores) == players


def test_how_many_play_the_first_edition() -> None:
    assert rules("first", "five_players").meta["players"] == (2, 5)
    assert rules("first", "five_players", "moats").meta["players"] == (2, 4)
    assert rules("first", "five_players", "secret_passages").meta["players"] == (2, 4)
    assert rules("second", "five_players", "moats").meta["players"] == (2, 5)


def test_swans_of_the_first_edition_come_with_its_rooms() -> None:
    with pytest.raises(DiagnosticError, match="only the new rooms show swans"):
        rules("first", "swans")
    assert rules("first", "swans", "new_rooms").meta["options"]["room_box"] == "thirty"
    assert rules("first", "swans", "new_rooms", room_box="seventy_five").meta["options"]["room_box"] == (
        "seventy_five"
    )


def pack_with(tmp_path: Path, needs: str, text: str) -> Path:
    folder = tmp_path / "mine"
    folder.mkdir()
    manifest = f'pack mine "Mine" {{ game castles; version "1.0"; language 1; needs {needs} }}\n'
    (folder / "pack.rules").write_text(manifest + text, encoding="utf-8")
    return tmp_path


def test_an_edition_of_ones_own(tmp_path: Path) -> None:
    text = """
edition jubilee "Jubilee Edition" { house }
changes by edition {
  columns jubilee, else
  deck_size(): original + 4, original
}
"""
    root = pack_with(tmp_path, "castles", text)
    usual = cw.load("castles", packs=["mine"], roots=[root]).new_game(2, seed=1)
    longer = cw.load("castles", packs=["mine"], roots=[root], edition="jubilee").new_game(2, seed=1)
    cards = [sum(len(pile) for pile in piles(game, "room_deck")) for game in (usual, longer)]
    assert cards[1] == cards[0] + 4


def piles(game: cw.Game, zone: str) -> list[tuple[int, ...]]:
    found = game.rules.zones[zone]
    return [game.cells[cell] for cell in range(found.base, found.base + found.count)]


READINGS = {
    "moats": """
change water_free_of_fences() to no
change moat_payee(p) to none
change gardens_apart(p) to no
change searched_stacks() to stacks
""",
    "swans": """
change splits_trades() to no
change tokens_at_setup() to no
""",
    "royal_decrees": """
change late_start_counts() to no
change start_order() to clockwise_from(left_of(builder))
allow takes_one_more(s)
change crown_lands_price() to 1000 coins
""",
}


@pytest.mark.parametrize("pack", READINGS)
def test_readings_that_a_pack_changes(pack: str, tmp_path: Path) -> None:
    root = pack_with(tmp_path, pack, READINGS[pack])
    assert play(cw.load("castles", packs=["mine"], roots=[root]).new_game(3, seed=2), 2).over


@pytest.mark.parametrize(("reading", "turns"), [("change last_card_ends_turns() to yes\n", 1), ("", 3)])
def test_the_last_card_may_end_the_turns(reading: str, turns: int, tmp_path: Path) -> None:
    """The first player builds a moat, which takes the last card of the deck."""
    short = "change deck_size() to supply.rooms_in_market(player_count) + 1\n"
    root = pack_with(tmp_path, "moats", short + reading)
    game = cw.load("castles", packs=["mine"], roots=[root]).new_game(3, seed=4)
    acted: list[int] = []
    while not game.over:
        decision = game.decisions[0]
        moats = [one.index for one in decision.options if one.label == "Build a moat"]
        acted += [decision.player] if decision.kind == "action" else []
        game.choose(moats[0] if moats else 0, decision.player)
    assert len(acted) == turns


def test_a_game_in_which_nothing_fits_ends() -> None:
    """Whoever builds every moat that there is may wall in both castles; found by chance with this seed."""
    game = rules("second", "moats").new_game(2, seed=8)
    dice = random.Random(8)
    for _ in range(1000):
        if game.over:
            break
        decision = dice.choice(game.decisions)
        moats = [one.index for one in decision.options if one.label == "Build a moat"]
        game.choose(moats[0] if moats else dice.randrange(len(decision)), decision.player)
    assert game.over
