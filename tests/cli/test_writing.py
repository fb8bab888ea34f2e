"""Where commands write: existing files, folders that are none, permissions."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import castlewright as cw
from castlewright.cli.app import app

PACK = """
pack tiny "Tiny" { version "1.0"; language 1; players 1 to 2 }
unit point points
values reason plural reasons { luck }
keeps points per player: points = 0 points seen by everyone
flow tiny {
  rounds round until round_number is 2 {
    turns turn for each player p in players { p gains 1 point as luck }
  }
  winner by its points
}
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "packs" / "tiny"
    folder.mkdir(parents=True)
    (folder / "pack.rules").write_text(PACK, encoding="utf-8")
    return folder.parent


def build(root: Path, out: Path | str) -> Result:
    return CliRunner().invoke(app, ["build", "tiny", "--root", str(root), "-o", str(out)])


def test_a_build_is_replaced_by_the_next(root: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    for _ in range(2):
        assert build(root, out).exit_code == 0
    assert cw.load_built(out).new_game(2).over
    (out / "meta.json").unlink()  # as an interrupted one leaves it
    assert build(root, out).exit_code == 0


def test_built_files_can_be_read_by_others(root: Path, tmp_path: Path) -> None:
    plain = tmp_path / "plain"
    plain.touch()
    assert build(root, tmp_path / "out").exit_code == 0
    for name in ("ruleset.py", "__init__.py", "meta.json"):
        assert (tmp_path / "out" / name).stat().st_mode == plain.stat().st_mode


@pytest.mark.parametrize("name", ["ruleset.py", "__init__.py", "meta.json"])
def test_files_of_somebody_else_are_left_alone(root: Path, tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("mine = 1\n", encoding="utf-8")
    before = {path.name for path in tmp_path.iterdir()}
    done = build(root, tmp_path)
    assert done.exit_code == 2
    assert "CW0016" in done.output
    assert name in done.output
    assert (tmp_path / name).read_text(encoding="utf-8") == "mine = 1\n"
    assert {path.name for path in tmp_path.iterdir()} == before


def test_places_that_are_no_folders(root: Path, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "full" / "ruleset.py").mkdir(parents=True)
    for place in ("file", "file/below", "full", "x" * 300):
        done = build(root, tmp_path / place)
        assert done.exit_code == 2, place
        assert "CW0016" in done.output, place
        assert ".new" not in done.output, place


def test_numbers_out_of_range(root: Path) -> None:
    start = ["play", "tiny", "--root", str(root)]
    for more in (["--games", "0"], ["--games", "-1"], ["--games", "2000000"], ["--players", "9" * 30]):
        assert CliRunner().invoke(app, [*start, *more]).exit_code == 2
    for seed in ("-5", "9" * 30):
        assert CliRunner().invoke(app, [*start, "--seed", seed]).exit_code == 0


def test_json_alone_goes_to_standard_output(root: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    done = CliRunner().invoke(
        app, ["play", "tiny", "--root", str(root), "--games", "2", "--json", "-", "--html", str(page)]
    )
    assert done.exit_code == 0
    assert len(json.loads(done.stdout)) == 2


LAID_OUT = "unit coin coins\nrule x() -> number = 1 + 2\n"
LOOSE = "unit   coin coins\nrule x()->number=1+2\n"


def fmt(path: Path) -> Result:
    return CliRunner().invoke(app, ["fmt", str(path)])


@pytest.mark.parametrize(
    "text", [LOOSE, LOOSE.replace("\n", "\r\n"), LOOSE.replace("\n", "\r"), "\ufeff" + LOOSE, LOOSE.rstrip()]
)
def test_odd_line_ends_are_laid_out(tmp_path: Path, text: str) -> None:
    path = tmp_path / "odd.rules"
    path.write_bytes(text.encode())
    assert fmt(path).exit_code == 0
    assert path.read_bytes() == LAID_OUT.encode()
    assert "0 changed" in fmt(path).output


def test_links_stay_links_and_read_only_files_stay_as_they_are(tmp_path: Path) -> None:
    target, link = tmp_path / "target.rules", tmp_path / "link.rules"
    target.write_text(LOOSE, encoding="utf-8")
    link.symlink_to(target)
    assert fmt(link).exit_code == 0
    assert link.is_symlink()
    assert target.read_text(encoding="utf-8") == LAID_OUT
    target.write_text(LOOSE, encoding="utf-8")
    target.chmod(0o444)
    done = fmt(target)
    assert done.exit_code == 2
    assert "CW0016" in done.output
    assert target.read_text(encoding="utf-8") == LOOSE
