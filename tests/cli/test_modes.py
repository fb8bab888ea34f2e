"""`--mode`: another way to play, which is a pack that says so."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import castlewright as cw
from castlewright.cli.app import app


def run(*words: str | Path, status: int = 0) -> Any:
    result = CliRunner().invoke(app, [str(word) for word in words])
    assert result.exit_code == status, result.output
    return result


def test_play_in_a_mode(tmp_path: Path) -> None:
    out = tmp_path / "game.json"
    run("play", "two_castles", "--mode", "demand", "--players", "2", "--json", out)
    assert json.loads(out.read_text())["packs"] == ["two_castles", "demand"]
    run("play", "two_castles", "--mode", "demand", "--with", "soirees", "--players", "8", "--json", out)
    assert json.loads(out.read_text())["packs"] == ["two_castles", "soirees", "demand"]


def test_a_mode_may_be_for_other_numbers_of_players() -> None:
    assert (
        "for 2 to 7 players"
        in run("play", "two_castles", "--mode", "demand", "--players", "8", status=2).output
    )


def test_build_in_a_mode(tmp_path: Path) -> None:
    run("build", "two_castles", "--mode", "demand", "-o", tmp_path / "built")
    assert "demand" in [pack[0] for pack in cw.load_built(tmp_path / "built").meta["packs"]]


def test_a_mode_that_is_none() -> None:
    assert "there is no pack `demnd`" in run("play", "two_castles", "--mode", "demnd", status=2).output


def test_a_mode_that_others_build_on_is_no_game(tmp_path: Path) -> None:
    """SOI-SOL-01: a game alone names one of two modes."""
    for word in ("--mode", "--with"):
        told = run("play", "two_castles", word, "solitaire", status=2).output
        assert "error[CW0221]: `solitaire` is a part of other modes" in told
        assert "play with `automa` or `introvert`" in told
    with pytest.raises(cw.DiagnosticError, match="CW0221"):
        cw.load("two_castles", packs=["solitaire"])
    run("build", "two_castles", "--with", "solitaire", "-o", tmp_path / "built", status=2)
    assert cw.load("two_castles", packs=["solitaire", "automa"]).meta["players"] == (3, 3)


def test_a_level_of_difficulty(tmp_path: Path) -> None:
    out = tmp_path / "game.json"
    run("play", "two_castles", "--mode", "automa", "--level", "4", "--json", out)
    assert json.loads(out.read_text())["options"]["level"] == "level_4"
    assert (
        "one of: level_1" in run("play", "two_castles", "--mode", "automa", "--level", "8", status=2).output
    )


def test_the_sheet_has_a_line_for_each_sort_of_the_expansion() -> None:
    """SOI-CMP-10, SOI-SET-07."""
    sheet = run("play", "two_castles", "--with", "soirees", "--players", "5", "--seed", "5").output
    for sort in ("Activity", "Ballroom", "Secret room", "Throne Room"):
        assert f"\n{sort} " in sheet


def test_list_names_the_modes_that_can_be_played() -> None:
    told = json.loads(run("list", "two_castles", "--json").stdout)
    assert "demand" in [mode["name"] for mode in told["modes"]]
    assert "solitaire" not in [mode["name"] for mode in told["modes"]]
    assert "--mode" in run("list", "two_castles").output
