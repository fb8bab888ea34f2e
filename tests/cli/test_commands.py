"""The command line: what each command says, and that bad input never shows a traceback."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from castlewright.cli.app import COMMANDS, app

CASES = Path(__file__).resolve().parents[1] / "cases"
BOATS = """
pack boats "Boats" { game boats; version "1.0"; language 1; players 2 to 3 }
unit star stars
keeps stars per player: stars = 0 stars seen by everyone
values reason plural reasons { catch }
kind boat plural boats { printed size: number = 1 }
boat dinghy "Dinghy" { size: 5 }
zone harbour: row of boat seen by everyone
rule worth(b: boat) -> stars = 1 star * b's size
flow boats {
  stage setup { step boats { move boats to harbour } }
  stage final { step score { for each player p in players { p gains worth(dinghy) as catch } } }
  winner by its stars
}
example "A dinghy" for worth {
  given { put dinghy in harbour }
  then { expect worth(dinghy) is 5 stars }
}
"""


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.delenv("FORCE_COLOR", raising=False)


@pytest.fixture
def boats(tmp_path: Path) -> Path:
    """A folder with a small game of its own."""
    folder = tmp_path / "mine" / "boats"
    folder.mkdir(parents=True)
    pack, rest = BOATS.strip().split("\n", 1)
    (folder / "pack.rules").write_text(pack + "\n", encoding="utf-8")
    (folder / "boats.rules").write_text(rest + "\n", encoding="utf-8")
    return folder.parent


def run(*words: str | Path, status: int = 0) -> Any:
    """Run the command line within this process; what a traceback would show is no answer."""
    result = CliRunner().invoke(app, [str(word) for word in words])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == status, result.output
    assert "Traceback" not in result.output
    return result


# ------------------------------------------------------------------------------------------------ check and
# fmt


def test_check_finds_nothing_in_the_shipped_games() -> None:
    assert "castles: " in run("check").stdout


def test_check_takes_games_folders_and_files(boats: Path) -> None:
    assert "boats: 1 pack checked" in run("check", boats).stdout
    assert "boats: 1 pack checked" in run("check", boats / "boats" / "boats.rules").stdout
    assert "boats: 1 pack checked" in run("check", "boats", "--root", boats).stdout


def test_packs_are_named_by_their_folder_too(boats: Path) -> None:
    pack = boats / "boats"
    assert "boats: 1 pack checked" in run("check", "boats", "--with", pack).stdout
    assert "harbour" in run("list", "boats", "zones", "--with", f"none,{pack}").stdout
    assert "is no folder with a `pack.rules`" in run("play", "boats", "--with", boats, status=2).stderr


def test_a_folder_without_packs_does_not_hide_a_game_of_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "castles").mkdir()
    (tmp_path / "castles" / "index.md").write_text("# Castles\n", encoding="utf-8")
    assert "castles: " in run("check", "castles").stdout
    (tmp_path / "other").mkdir()
    assert "CW0220" in run("check", "other", status=2).stderr


def test_check_reports_an_error_with_its_place(boats: Path) -> None:
    text = (boats / "boats" / "boats.rules").read_text(encoding="utf-8")
    (boats / "boats" / "boats.rules").write_text(text.replace("b's size", "b's siz"), encoding="utf-8")
    result = run("check", boats, status=2)
    assert "error[CW0302]" in result.stderr
    assert "boats.rules:7:" in result.stderr
    data = json.loads(run("check", boats, "--json", status=2).stdout)
    assert data["errors"] == 1
    assert data["diagnostics"][0]["code"] == "CW0302"


def test_check_as_json_of_what_is_right() -> None:
    data = json.loads(run("check", "castles", "--json").stdout)
    assert data == {"version": 1, "errors": 0, "warnings": 0, "dropped": 0, "diagnostics": []}


def test_a_file_without_a_pack_is_read_for_its_syntax(tmp_path: Path) -> None:
    loose = tmp_path / "loose.rules"
    loose.write_text("unit star stars\n", encoding="utf-8")
    assert "CW0201" in run("check", loose).stderr
    loose.write_text("unit star stars stars\n", encoding="utf-8")
    assert "CW01" in run("check", loose, status=2).stderr


def test_fmt_lays_out_and_check_tells(boats: Path) -> None:
    path = boats / "boats" / "boats.rules"
    before = path.read_text(encoding="utf-8")
    assert "would change" in run("fmt", "--check", boats, status=1).stdout
    assert path.read_text(encoding="utf-8") == before
    assert "changed" in run("fmt", boats).stdout
    assert run("fmt", "--check", boats).stdout == ""
    assert run("check", boats)


def test_fmt_leaves_what_cannot_be_read(tmp_path: Path) -> None:
    path = tmp_path / "bad.rules"
    path.write_text("unit star stars stars {\n", encoding="utf-8")
    run("fmt", path, status=2)
    assert path.read_text(encoding="utf-8") == "unit star stars stars {\n"


# --------------------------------------------------------------------------------------- list, describe,
# explain


def test_list_goes_from_games_to_definitions(boats: Path) -> None:
    assert "Castles of Mad King Ludwig" in run("list").stdout
    assert "boat" in run("list", "boats", "--root", boats).stdout
    assert "Dinghy" in run("list", "boats", "boats", "--root", boats).stdout
    games = json.loads(run("list", "--json").stdout)
    assert {"castles", "two_castles"} <= {game["name"] for game in games}
    data = json.loads(run("list", "boats", "boat", "--root", boats, "--json").stdout)
    assert data[0]["fields"] == {"size": 5}
    assert json.loads(run("list", "boats", "--root", boats, "--json").stdout)["players"] == [2, 3]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("complete_rooms", "the complete rooms in your castle that are not"),
        ("take_coins", "(5,000 coins)."),
        ("reveal_room", "once for each card that may be turned"),
    ],
)
def test_sentences_agree_with_their_subjects(name: str, said: str) -> None:
    assert said in " ".join(run("describe", f"castles.{name}").stdout.split())


def test_describe_says_it_in_english() -> None:
    assert run("describe", "castles.anteroom").stdout.startswith("Anteroom")
    data = json.loads(run("describe", "castles.anteroom", "--json").stdout)
    assert data[0]["sentences"]


def test_schema_is_a_json_schema(tmp_path: Path, boats: Path) -> None:
    words = ("schema", "boats.boat", "--root", boats)
    schema = json.loads(run(*words).stdout)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert "size" in schema["properties"]["fields"]["properties"]
    path = tmp_path / "boat.json"
    assert f"wrote {path}" in run(*words, "-o", path).stdout
    assert json.loads(path.read_text(encoding="utf-8")) == schema


def test_explain_shows_example_and_fix() -> None:
    text = run("explain", "cw0107").stdout
    assert "This fails:" in text
    assert "This is right:" in text


# -----------------------------------------------------------------------------------------------------
# examples


def test_examples_run(boats: Path) -> None:
    assert "ok   boats: A dinghy" in run("test", boats).stdout
    assert "ok" in run("test", "castles", "-k", "dungeon").stdout
    assert json.loads(run("test", boats, "-k", "whale", "--json").stdout) == []


def test_a_failing_example_shows_the_values_under_its_expressions(boats: Path) -> None:
    path = boats / "boats" / "boats.rules"
    text = path.read_text(encoding="utf-8").replace("is 5 stars", "is 6 stars")
    path.write_text(text, encoding="utf-8")
    result = run("test", boats, status=1)
    assert "FAIL boats: A dinghy" in result.stdout
    assert "CW0901" in result.stderr
    assert "is 5 stars" in result.stderr
    data = json.loads(run("test", boats, "--json", status=1).stdout)
    assert data[0]["passed"] is False
    assert data[0]["findings"][0]["code"] == "CW0901"


@pytest.mark.parametrize(
    ("part", "code"),
    [
        ("when { answer dinghy } then { expect number of harbour is 1 }", "CW0906"),
        ("given { put 2 dinghy in harbour } then { expect number of harbour is 1 }", "CW0903"),
        ("when { you gain 1 star as catch } then { expect lines { 2 stars as catch } }", "CW0907"),
    ],
)
def test_what_else_goes_wrong_in_examples(boats: Path, part: str, code: str) -> None:
    path = boats / "boats" / "boats.rules"
    head, _ = path.read_text(encoding="utf-8").split("example")
    path.write_text(f'{head}example "Wrong" {{ {part} }}\n', encoding="utf-8")
    assert code in run("test", boats, status=1).stderr


# -------------------------------------------------------------------------------------------------------
# playing


def test_play_prints_a_sheet_and_says_where_the_files_are(tmp_path: Path) -> None:
    page, drawings = tmp_path / "game.html", tmp_path / "svg"
    result = run("play", "castles", "--players", "2", "--seed", "3", "--svg", drawings, "--html", page)
    assert "Points by reason" in result.stdout
    assert re.search(r"Player [12]( and Player 2)? wins? with \d+", result.stdout)
    assert f"wrote {page}" in result.stdout
    assert page.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    names = sorted(path.name for path in drawings.iterdir())
    assert names == ["castle_1.svg", "castle_2.svg"]
    assert all(path.read_text(encoding="utf-8").startswith("<svg") for path in drawings.iterdir())


def test_play_as_json_holds_every_line_of_the_score() -> None:
    data = json.loads(run("play", "castles", "--players", "3", "--seed", "5", "--json", "-").stdout)
    assert data["players"] == ["Player 1", "Player 2", "Player 3"]
    assert data["over"]
    assert data["decisions"] > 100
    for player, score in enumerate(data["scores"]):
        lines = [x for x in data["lines"] if x["player"] == player and x["counter"] == "points"]
        assert sum(line["amount"] for line in lines) == score
        assert all(re.fullmatch(r".+\.rules:\d+", line["rule"]) for line in lines)
    assert [board["player"] for board in data["boards"]] == [0, 1, 2]
    for board in data["boards"]:
        assert [piece["turn"] for piece in board["pieces"]] == sorted(
            piece["turn"] for piece in board["pieces"]
        )
        assert board["pieces"][0]["name"].startswith("foyer")


def test_the_same_seed_gives_the_same_game_and_another_another() -> None:
    words = ("play", "castles", "--players", "2", "--json", "-", "--seed")
    assert run(*words, "11").stdout == run(*words, "11").stdout
    assert run(*words, "11").stdout != run(*words, "12").stdout


def test_several_games(tmp_path: Path) -> None:
    path = tmp_path / "games.json"
    result = run("play", "castles", "--players", "2", "--games", "2", "--json", path)
    assert "2 games" in result.stdout
    assert [game["seed"] for game in json.loads(path.read_text(encoding="utf-8"))] == [7, 8]


def test_a_game_of_ones_own_is_played(boats: Path) -> None:
    assert "wins with 5" in run("play", "boats", "--root", boats, "--players", "2").stdout.replace(
        "win with", "wins with"
    )


# -------------------------------------------------------------------------------------------------------
# scoring


def test_score_prints_a_table_or_json() -> None:
    file = CASES / "two_castles" / "et1.json"
    assert "Total" in run("score", "two_castles", file).stdout
    data = json.loads(run("score", "two_castles", file, "--json").stdout)
    assert [sorted(one) for one in data] == [["case", "tiles", "total"]]
    assert data[0]["case"] == "et1"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "CW1001"),
        ("{", "CW1001"),
        ("[" * 100_000, "CW0006"),
        ("9" * 5000, "CW0008"),
        ('{"a": 1}', "CW1004"),
        ("[1]", "CW1004"),
        ('[{"case": 1}]', "CW1004"),
        ('[{"case": [], "rooms": []}]', "CW1004"),
        ('[{"case": 1, "rooms": {}}]', "CW1004"),
        ('[{"case": 1, "rooms": [{"room": "Foyer"}]}]', "CW1004"),
        ('[{"case": 1, "rooms": [{"room": "Foier", "x": 0, "y": 0, "quarter_turns": 0}]}]', "CW1004"),
        ('[{"case": 1, "rooms": [{"room": "Foyer", "x": 0.5, "y": 0, "quarter_turns": 0}]}]', "CW1004"),
        ('[{"case": 1, "rooms": [{"room": "Foyer", "x": 1e99, "y": 0, "quarter_turns": 0}]}]', "CW1004"),
        (
            '[{"case": 1, "rooms": [{"room": "Foyer", "x": 99999999999, "y": 0, "quarter_turns": 0}]}]',
            "CW1004",
        ),
        ('[{"case": 1, "rooms": [{"room": "Foyer", "x": 0, "y": 0, "quarter_turns": 4}]}]', "CW1004"),
        ('[{"case": 1, "rooms": [{"room": null, "x": 0, "y": 0, "quarter_turns": true}]}]', "CW1004"),
        (
            '[{"case": 1, "rooms": [{"room": "Foyer", "x": 0, "y": 0, "quarter_turns": 0},'
            ' {"room": "Larder", "x": 1, "y": 1, "quarter_turns": 0}]}]',
            "CW1004",
        ),
    ],
)
def test_bad_castles_are_told_and_not_scored(tmp_path: Path, text: str, code: str) -> None:
    path = tmp_path / "castles.json"
    path.write_text(text, encoding="utf-8")
    assert code in run("score", "castles", path, status=2).stderr


def one_castle(**parts: object) -> str:
    empty = {"grid": [], "bonus_cards": [], "royal_attendants": [], "neighbours": []}
    return json.dumps({"case": 1, "castles": [{**empty, **parts}]})


@pytest.mark.parametrize(
    "text",
    [
        "[]",
        '{"case": 1}',
        '{"case": 1, "castles": 3}',
        '{"case": 1, "castles": [{"grid": [["tower"]]}]}',
        one_castle(grid=[["towr"]]),
        one_castle(grid=[[3]]),
        one_castle(grid=[["tower"] * 300]),
        one_castle(bonus_cards=["x"]),
        one_castle(neighbours=[7]),
        '{"case": 1, "castles": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]}',
    ],
)
def test_bad_games_of_the_other_form_too(tmp_path: Path, text: str) -> None:
    path = tmp_path / "castles.json"
    path.write_text(text, encoding="utf-8")
    assert "CW1004" in run("score", "two_castles", path, status=2).stderr


# ----------------------------------------------------------------------------------------------- hostile
# input


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("check", "nope"), "CW0214"),
        (("check", "castels"), "did you mean"),
        (("check", "castles", "--with", "nope"), "CW0214"),
        (("check", "castles", "--option", "edition"), "CW0210"),
        (("check", "castles", "--option", "edition=zeroth"), "CW0210"),
        (("check", "castles", "--root", "nowhere"), "CW0001"),
        (("fmt", "nowhere"), "CW0001"),
        (("explain", "CW9999"), "CW0301"),
        (("explain", "\x00"), "CW0301"),
        (("list", "nope"), "CW0214"),
        (("list", "castles", "nope"), "CW0307"),
        (("schema", "castles.nope"), "CW0307"),
        (("schema", "nope.room"), "CW0214"),
        (("describe", "castles.nope"), "CW0301"),
        (("describe", "nope.nope"), "CW0214"),
        (("describe", ""), "CW0301"),
        (("play", "nope"), "CW0214"),
        (("play", "castles", "--players", "9"), "CW1110"),
        (("play", "castles", "--players", "-1"), "CW1110"),
        (("play", "castles", "--with", "nope"), "CW0214"),
        (("score", "nope", "x.json"), "CW0214"),
        (("score", "castles", "nowhere.json"), "CW0001"),
        (("score", "castles", "."), "CW0001"),
        (("build", "nope", "-o", "x"), "CW0214"),
        (("test", "nope"), "CW0214"),
    ],
)
def test_bad_words_end_with_a_finding(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], code: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert code in run(*words, status=2).stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "words", [("nope",), ("play",), ("play", "castles", "--bots", "clever"), ("play", "--x")]
)
def test_wrong_usage_ends_with_status_2(words: tuple[str, ...]) -> None:
    run(*words, status=2)


@pytest.mark.parametrize(
    "data", [b"\x00\x01\x02", b"\xff\xfe\x00", b"x" * 3_000_000, b"(" * 5000, b'"', b"{" * 300]
)
def test_hostile_files_end_with_a_finding(tmp_path: Path, data: bytes) -> None:
    folder = tmp_path / "pack"
    folder.mkdir()
    (folder / "pack.rules").write_text(
        'pack bad "Bad" { game bad; version "1.0"; language 1 }\n', encoding="utf-8"
    )
    (folder / "bad.rules").write_bytes(data)
    for command in ("check", "fmt", "test"):
        assert "error[CW" in run(command, folder, status=2).stderr
    assert (folder / "bad.rules").read_bytes() == data


def test_a_file_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    taken = tmp_path / "taken"
    taken.write_text("", encoding="utf-8")
    assert "CW0016" in run("play", "castles", "--players", "2", "--svg", taken / "below", status=2).stderr


# ------------------------------------------------------------------------------------------------ as a
# process


def process(*words: str, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "castlewright.cli.main", *words],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env={**os.environ, **env},
        encoding="utf-8",
    )


def test_every_command_has_help() -> None:
    for name in COMMANDS:
        assert "Usage" in run(name, "--help").stdout


def test_colours_only_where_they_are_wanted() -> None:
    assert "\x1b" not in process("list", NO_COLOR="1", FORCE_COLOR="").stdout
    assert "\x1b" not in process("explain", "CW0107", NO_COLOR="1").stdout


def test_the_width_is_kept() -> None:
    for width in ("60", "100"):
        out = process("play", "castles", "--players", "2", COLUMNS=width).stdout
        sheet = [line for line in out.splitlines() if not line.startswith("wrote")]
        assert max(map(len, sheet)) <= int(width)


def test_a_terminal_that_cannot_say_everything_is_no_reason_to_fail() -> None:
    done = process("list", "castles", "room", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert done.returncode == 0, done.stderr
    assert (
        process("play", "castles", "--players", "2", "--json", "-", PYTHONIOENCODING="ascii").returncode == 0
    )


@pytest.mark.parametrize(
    ("section", "form"),
    [
        ("kinds", "printed size: number"),
        ("rules", "worth(b: boat) -> stars"),
        ("flow", "step setup.boats"),
        ("zones", "harbour: row of boat"),
        ("keeps", "stars per player: stars"),
    ],
)
def test_list_gives_the_names_to_build_on(boats: Path, section: str, form: str) -> None:
    assert form in run("list", "boats", section, "--root", boats).stdout
    entries = json.loads(run("list", "boats", section, "--root", boats, "--json").stdout)
    assert any(entry["form"].strip() == form and entry["pack"] == "boats" for entry in entries)


def test_list_says_what_can_be_listed(boats: Path) -> None:
    assert "did you mean `rules`?" in run("list", "boats", "rulles", "--root", boats, status=2).stderr


def test_describe_shows_drawings() -> None:
    assert "    /#\\\n    ###\n" in run("describe", "circle15").stdout
    drawn = json.loads(run("describe", "castles.french_gazebo", "--json").stdout)[0]["drawings"]
    assert list(drawn.values()) == [["####"] * 4]


def test_examples_of_a_pack_alone(boats: Path) -> None:
    more = boats / "more"
    more.mkdir()
    (more / "pack.rules").write_text(
        'pack more "More" { game boats; version "1.0"; language 1; needs boats }'
    )
    (more / "more.rules").write_text('example "One" { then { expect 1 + 1 is 2 } }\n')
    assert "A dinghy" not in run("test", more).stdout
    assert "A dinghy" in run("test", "boats", "--root", boats).stdout


def test_describe_tells_the_changes_of_the_packs_that_are_named() -> None:
    alone = run("describe", "castles.room_slots").stdout
    changed = run("describe", "castles.room_slots", "--with", "five_players").stdout
    assert changed.startswith(alone.strip()[:40])
    assert len(changed) > len(alone)
    assert run("describe", "castles.room_slots", "--with", "none").stdout == alone


def test_a_mode_for_so_many_players_is_named() -> None:
    assert "`--mode solo` is for 1" in run("play", "castles", "--players", "1", status=2).stderr
    assert "help" not in run("play", "castles", "--players", "9", status=2).stderr


def test_a_game_alone_ends_with_what_the_game_remembers() -> None:
    told = run("play", "castles", "--players", "1", "--mode", "solo", "--seed", "1").stdout
    assert "1 player, seed 1" in told
    assert re.search(r"Player 1 ends with \d+\.\nHonour reached: \w+", told)


def test_a_name_that_other_packs_bring_is_told_from_one_that_is_nowhere() -> None:
    told = run("describe", "swan_song", "--with", "royal_decrees", status=2).stderr
    assert "when more packs are played" in told
    assert "when more packs" not in run("describe", "swan_sang", "--with", "swans", status=2).stderr
