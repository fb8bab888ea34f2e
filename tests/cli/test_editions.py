"""`--edition` and `load(edition=…)`: short for the setting `edition`, where a game has one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import castlewright as cw
from castlewright.cli.app import app
from castlewright.rules_dsl.diagnostics import DiagnosticError

EDITIONS = ["first", "second", "collectors", "royal"]
WHOLE = {"first": "first_edition", "second": "second_edition"}


def run(*words: str | Path, status: int = 0) -> Any:
    result = CliRunner().invoke(app, [str(word) for word in words])
    assert result.exit_code == status, result.output
    return result


@pytest.mark.parametrize("edition", EDITIONS)
def test_play_and_load(edition: str, tmp_path: Path) -> None:
    out = tmp_path / "game.json"
    run("play", "castles", "--players", "2", "--edition", edition, "--json", out)
    assert json.loads(out.read_text())["options"]["edition"] == WHOLE.get(edition, edition)
    rules = cw.load("castles", edition=edition)
    assert rules.meta["options"]["edition"] == WHOLE.get(edition, edition)
    assert rules.hash == cw.load("castles", options={"edition": edition}).hash


def test_every_command_takes_it(tmp_path: Path) -> None:
    run("build", "castles", "--edition", "first", "-o", tmp_path / "built")
    assert cw.load_built(tmp_path / "built").meta["options"]["edition"] == "first_edition"
    assert "castles" in run("check", "castles", "--with", "none", "--edition", "first").output
    bent = run("describe", "castles.chooses_foyer_face", "--with", "none", "--edition", "first").output
    assert bent != run("describe", "castles.chooses_foyer_face", "--with", "none").output
    case = Path(__file__).resolve().parents[1] / "cases" / "castles"
    file = min(case.glob("*.json"))
    run("score", "castles", file, "--edition", "collectors")


def test_games_without_editions_are_left_alone() -> None:
    assert "two_castles" not in run("check", "--edition", "first", "--with", "none").output
    assert "there is no option" in run("list", "two_castles", "--edition", "first", status=2).output


def test_an_edition_that_is_none() -> None:
    with pytest.raises(DiagnosticError) as caught:
        cw.load("castles", edition="third")
    assert caught.value.diagnostics.codes() == ["CW0210"]


@pytest.mark.parametrize("name", ["twofold_ring", "takes_token_of", "splits_trades"])
@pytest.mark.parametrize("edition", ["first", "second"])
def test_names_that_mean_something_beside_other_packs_only(name: str, edition: str) -> None:
    """A decree of one pack for another, a rule of one for the tiles of another, a pack not played alone."""
    assert len(run("describe", f"castles.{name}", "--edition", edition).output) > 20
