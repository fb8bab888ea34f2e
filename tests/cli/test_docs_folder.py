"""Where `castlewright docs` and `print` write: nothing stale is left, nothing of anybody else's is lost."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from castlewright.cli.app import app
from castlewright.cli.folder import LIST, Folder
from castlewright.cli.guard import Refused

PACKS = Path(__file__).parents[1] / "rulebook" / "packs"


def run(*words: object) -> Result:
    return CliRunner().invoke(app, [str(word) for word in words])


def names(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_a_second_run_leaves_nothing_of_the_first(tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert run("docs", PACKS / "gulls", "-o", out, "--html").exit_code == 0
    first = names(out)
    assert {"book.html", "pack-gulls.md", "kind-gull.md", "changes.md", LIST} <= first
    assert run("docs", PACKS / "tricks", "-o", out).exit_code == 0
    second = names(out)
    assert not {"book.html", "pack-gulls.md", "kind-gull.md", "changes.md"} & second
    fresh = tmp_path / "fresh"
    assert run("docs", PACKS / "tricks", "-o", fresh).exit_code == 0
    assert second == names(fresh)


def test_what_no_run_wrote_stays(tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert run("docs", PACKS / "shore", "-o", out).exit_code == 0
    (out / "mine.md").write_text("mine")
    (out / "img" / "mine.svg").write_text("mine")
    assert run("docs", PACKS / "tricks", "-o", out).exit_code == 0
    assert (out / "mine.md").read_text() == "mine"
    assert (out / "img" / "mine.svg").read_text() == "mine"


def test_a_file_that_no_run_wrote_is_not_written_over(tmp_path: Path) -> None:
    (tmp_path / "index.md").write_text("mine")
    result = run("docs", PACKS / "shore", "-o", tmp_path)
    assert result.exit_code == 2
    assert "was not written by this command" in result.output
    assert names(tmp_path) == {"index.md"}
    assert (tmp_path / "index.md").read_text() == "mine"


def test_pages_changed_by_hand_are_written_again(tmp_path: Path) -> None:
    assert run("docs", PACKS / "shore", "-o", tmp_path).exit_code == 0
    before = (tmp_path / "glossary.md").read_text("utf-8")
    (tmp_path / "glossary.md").write_text("changed")
    assert run("docs", PACKS / "shore", "-o", tmp_path).exit_code == 0
    assert (tmp_path / "glossary.md").read_text("utf-8") == before


@pytest.mark.parametrize("below", ["", "deep/er"])
def test_a_file_in_place_of_a_folder_is_told_before_the_work(tmp_path: Path, below: str) -> None:
    (tmp_path / "taken").write_text("")
    result = run("docs", "no_such_game", "-o", tmp_path / "taken" / below)
    assert result.exit_code == 2
    assert "is no folder" in result.output
    assert "name a folder behind -o" in result.output


def test_a_folder_in_place_of_a_page_is_told(tmp_path: Path) -> None:
    (tmp_path / "glossary.md").mkdir()
    result = run("docs", PACKS / "shore", "-o", tmp_path)
    assert result.exit_code == 2
    assert "glossary.md" in result.output
    assert names(tmp_path) == set()


@pytest.mark.parametrize("name", ["x.svg", "noending", "x.md"])
def test_sheets_are_pdf_or_html(tmp_path: Path, name: str) -> None:
    result = run("print", PACKS / "shore", "--kind", "boat", "-o", tmp_path / name)
    assert result.exit_code == 2
    assert ".pdf or .html" in result.output


def test_sheets_are_no_folder(tmp_path: Path) -> None:
    (tmp_path / "x.html").mkdir()
    result = run("print", PACKS / "shore", "--kind", "boat", "-o", tmp_path / "x.html")
    assert result.exit_code == 2
    assert "is a folder" in result.output


@pytest.mark.parametrize("line", ["../precious", "/etc/passwd", "a/../../precious", LIST, ""])
def test_a_list_that_leads_out_of_the_folder_removes_nothing(tmp_path: Path, line: str) -> None:
    precious = tmp_path / "precious"
    precious.write_text("mine")
    out = tmp_path / "out"
    out.mkdir()
    (out / LIST).write_text(f"{line}\nold.md\n", encoding="utf-8")
    (out / "old.md").write_text("old")
    Folder(out).write({"index.md": "new"})
    assert names(out) == {"index.md", LIST}
    assert precious.read_text() == "mine"


def test_a_linked_page_is_unlinked_and_what_it_leads_to_stays(tmp_path: Path) -> None:
    precious = tmp_path / "precious"
    precious.write_text("mine")
    out = tmp_path / "out"
    Folder(out).write({"a/old.md": "old"})
    (out / "a" / "old.md").unlink()
    (out / "a" / "old.md").symlink_to(precious)
    Folder(out).write({"index.md": "new"})
    assert names(out) == {"index.md", LIST}
    assert precious.read_text() == "mine"


def test_a_full_disk_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("castlewright.cli.folder.write_atomically", full)
    with pytest.raises(Refused, match="No space left"):
        Folder(tmp_path).write({"index.md": "new"})
