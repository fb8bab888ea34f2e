"""Drawings, summaries and pages are made from the tables of a ruleset, whatever the game."""

from __future__ import annotations

import json
from functools import cache
from html import escape
from pathlib import Path

import pytest

import castlewright as cw
from castlewright.cli.sheet import print_sheet
from castlewright.draw import draw, draw_page
from castlewright.draw.contract import Piece
from castlewright.drawings import boards, drawings_of
from castlewright.printed import Printed
from castlewright.runtime.bots import RandomBot, play
from castlewright.runtime.staging import cell_of, lay, set_kept, spare
from castlewright.summary import by_reason, held_lines, page_of, score_lines, summary

CASES = Path(__file__).resolve().parents[1] / "cases"


@cache
def castles() -> cw.Ruleset:
    return cw.load("castles", packs="none")


@cache
def two_castles() -> cw.Ruleset:
    return cw.load("two_castles", packs="none")


@cache
def finished() -> cw.Game:
    game = castles().new_game(["Ann", "Bob"], 3)
    return play(game, [RandomBot(1), RandomBot(2)])


def laid(*rooms: tuple[str, int, int, int]) -> cw.Game:
    game = castles().position(["Ann", "Bob"])
    for name, x, y, turned in rooms:
        lay(game, spare(game, name), cell_of(game.rules, "castle", "player", 0), (x, y), turned)
    return game


def only_piece(game: cw.Game) -> Piece:
    ((_, drawing),) = drawings_of(game)
    pieces = drawing.get("pieces", ())
    assert len(pieces) == 1
    return pieces[0]


def test_the_counter_that_wins_is_found() -> None:
    for rules in (castles(), two_castles()):
        keep = Printed(rules).score
        assert keep is not None
        assert (keep.name, keep.holder, keep.tag.name) == ("points", "player", "points")


def test_a_piece_shows_value_colour_rule_and_features() -> None:
    piece = only_piece(laid(("porch", 2, 3, 1)))
    assert (piece.get("title"), piece.get("badge"), piece.get("colour_key")) == ("Porch", "1", "outdoor")
    assert piece.get("small") == "connected +1 Sleeping"
    cells = {(x, y) for x, y in piece.get("cells", ())}
    assert cells == {(x, y) for x in (2, 3) for y in range(3, 8)}
    sides = piece.get("sides", ())
    assert {(side["x"], side["dir"]) for side in sides if side["feature"] == "fence"} == {(3, "e")}
    assert sum(side["feature"] == "fence" for side in sides) == 5
    assert sum(side["feature"] == "entrance" for side in sides) == 2


@pytest.mark.parametrize(("name", "round_"), [("piano_room", True), ("forum", True), ("throne_room", False)])
def test_round_outlines_are_drawn_round(name: str, round_: bool) -> None:
    piece = only_piece(laid((name, 0, 0, 0)))
    assert {cut[3:] == ["arc"] for cut in piece.get("cuts", ())} == {round_}
    assert all(side["feature"] != "arc" for side in piece.get("sides", ()))


def test_what_is_remembered_of_a_piece_is_marked() -> None:
    game = laid(("larder", 0, 0, 0))
    place = spare_number(game, "larder")
    set_kept(game, "completed", place, True, "room")
    set_kept(game, "coins_on", place, 2000, "room")
    piece = only_piece(game)
    assert piece.get("complete") is True
    assert piece.get("marks") == ["2000 coins"]
    assert "2000 coins" in draw(drawings_of(game)[0][1])


def spare_number(game: cw.Game, name: str) -> int:
    return game.rules.pieces_of(name)[0]


def test_boards_have_names_for_people_and_files() -> None:
    assert [(b.player, b.title, b.stem) for b in boards(finished())] == [
        (0, "Ann", "castle_1"),
        (1, "Bob", "castle_2"),
    ]


def test_a_grid_is_drawn_with_its_arrows() -> None:
    game = two_castles().position(3)
    cell = cell_of(game.rules, "grid", "castle", 2)
    lay(game, spare(game, "bakery"), cell, (3, 1))
    lay(game, spare(game, "throne_room_per_utility_food"), cell, (1, 0))
    ((board, drawing),) = drawings_of(game)
    assert (board.player, board.title, board.stem) == (None, "Linderhof", "grid_linderhof")
    assert drawing.get("grid") is True
    pieces = drawing.get("pieces", ())
    assert len(pieces) == 2
    bakery, throne = pieces[0], pieces[-1]
    assert (bakery.get("x"), bakery.get("y"), bakery.get("w")) == (3, 1, 1)
    assert bakery.get("arrows") == ["w", "e"]
    assert (throne.get("x"), throne.get("y"), throne.get("w")) == (1, 0, 2)
    assert draw(drawing).startswith("<svg")


def test_scores_are_the_sums_of_their_reasons() -> None:
    game = finished()
    printed = Printed(game.rules)
    for player, score in enumerate(game.scores):
        lines = score_lines(game, player, printed)
        assert sum(line.amount for line in lines) == score
        assert sum(by_reason(game, lines).values()) == score


def test_the_summary_is_plain_data() -> None:
    data = summary(finished(), 3)
    assert json.loads(json.dumps(data)) == data
    assert data["scores"] == list(finished().scores)
    assert data["players"] == ["Ann", "Bob"]
    assert len(data["boards"][0]["pieces"]) == len(finished().zone("castle", 0))


def test_the_page_shows_the_whole_game() -> None:
    page = page_of(finished(), 3)
    assert [part.get("total") for part in page.get("players", ())] == list(finished().scores)
    text = draw_page(page)
    assert all(name in text for name in ("Ann", "Bob", "Foyer"))
    assert text.count("<svg") >= 2


def test_a_game_under_way_can_be_shown_too() -> None:
    game = castles().new_game(2, 1)
    assert summary(game, 1)["over"] is False
    assert "in setup" in draw_page(page_of(game, 1))


@cache
def finished_in_castles(seed: int = 3) -> cw.Game:
    game = two_castles().new_game(["Ann", "Bob", "Cid"], seed)
    return play(game, [RandomBot(1), RandomBot(2), RandomBot(3)])


def test_what_others_than_players_scored_is_told_by_holder() -> None:
    game = finished_in_castles()
    held = held_lines(game, Printed(game.rules))
    titles = [title for _, title in game.rules.kinds["castle"].members]
    assert list(held) == titles[:3]
    for number, lines in enumerate(held.values()):
        assert sum(scored.amount for scored in lines) == game.rule("castle_score", number)
        assert all(scored.about for scored in lines)


def test_the_sheet_has_a_column_and_a_table_for_each_holder(capsys: pytest.CaptureFixture[str]) -> None:
    game = finished_in_castles()
    print_sheet(game, 3)
    told = capsys.readouterr().out
    total = game.rule("castle_score", 0)
    assert f"{game.rules.kinds['castle'].members[0][1]}: {total} points in" in told
    rows = [line.split() for line in told.splitlines()]
    assert ["Total", *[str(game.rule("castle_score", number)) for number in range(3)]] in rows


@pytest.mark.parametrize(("name", "small"), [("nap_room", "torch"), ("puppy_room", "painting")])
def test_the_first_member_of_a_kind_is_no_less_than_the_others(name: str, small: str) -> None:
    rules = two_castles()
    game = rules.position(3)
    pid = spare(game, name)
    assert Printed(rules).remark(game, pid) == small


def test_drawings_of_holders_name_who_is_remembered_and_what_they_scored() -> None:
    game = finished_in_castles()
    page = page_of(game, 3)
    drawings = list(page.get("drawings", ()))
    first = game.rules.kinds["castle"].members[0][1]
    assert drawings[0].get("title") == f"{first}: Ann and Bob"
    assert [drawing.get("score") for drawing in drawings] == [
        game.rule("castle_score", number) for number in range(3)
    ]
    assert {line.get("player") for line in page.get("log", ())} >= {"Ann", "Bob", "Cid", first}


def test_what_lies_open_beside_a_board_is_told_on_the_page() -> None:
    game = finished_in_castles(8)
    zones = game.rules.zones
    page = page_of(game, 8)
    text = draw_page(page)
    told: list[str] = []
    for number, drawing in enumerate(page.get("drawings", ())):
        held = {
            name: [game.rules.piece_title(pid) for pid in game.cells[zones[name].base + number]]
            for name in ("court", "cards")
        }
        assert drawing.get("beside", {}) == {name: titles for name, titles in held.items() if titles}
        told += [
            f"<p><b>{name.title()}:</b> {escape(', '.join(held[name]))}</p>" for name in held if held[name]
        ]
    assert len(told) == 4
    assert all(line in text for line in told)


@pytest.mark.parametrize(
    ("name", "arrows", "small", "marks"),
    [
        ("bakery", ["w", "e"], "Utility", ["sword"]),
        ("spice_room", ["s"], "Downstairs below, second below", ["mirror"]),
        ("crown_storage", [], "wants specialty rooms", ["painting"]),
        ("tower", [], "", []),
    ],
)
def test_a_piece_of_a_grid_shows_where_it_looks_and_what_it_wants(
    name: str, arrows: list[str], small: str, marks: list[str]
) -> None:
    game = two_castles().position(3)
    cell = cell_of(game.rules, "grid", "castle", 0)
    lay(game, spare(game, "throne_room_per_living_corridor"), cell, (0, 0))
    lay(game, spare(game, name), cell, (2, 0))
    ((_, drawing),) = drawings_of(game)
    piece = next(one for one in drawing.get("pieces", ()) if str(one.get("name")).startswith(name))
    assert piece.get("arrows") == arrows
    assert piece.get("small") == small
    assert piece.get("marks") == marks


@pytest.mark.parametrize(("name", "small"), [("trumpet_room", "dislikes Sleeping"), ("lounge", "Activity")])
def test_a_second_set_of_the_same_values_is_named(name: str, small: str) -> None:
    rules = cw.load("two_castles", packs="soirees")
    printed = Printed(rules)
    game = rules.position(3)
    pid = spare(game, name)
    assert printed.remark(game, pid, without=printed.signs(game, pid)) == small
