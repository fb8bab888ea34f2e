"""The blocks of the documentation are run: files are written, commands carried out, Python executed."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from castlewright.cli.app import app

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
BLOCK = re.compile(r"(?:<!-- (?P<note>[^>]*?) -->\n)?```(?P<language>\w+)\n(?P<text>.*?)```", re.DOTALL)
PAGES = ["tutorial/index.md", "tutorial/expansion.md", "embedding/index.md"]


def run(command: str) -> str:
    """The output of a command line of ours; it has to succeed."""
    words = shlex.split(command)
    assert words[0] == "castlewright"
    result = CliRunner().invoke(app, words[1:])
    assert result.exit_code == 0, f"{command}\n{result.output}"
    return result.output


def squeezed(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("page", PAGES)
def test_blocks_of(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    names: dict[str, object] = {}
    output = ""
    ran = 0
    for match in BLOCK.finditer((DOCS / page).read_text(encoding="utf-8")):
        note, language, text = match["note"] or "", match["language"], match["text"]
        ran += 1
        if note.startswith("file: "):
            path = tmp_path / note.removeprefix("file: ")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        elif note.startswith("from: "):
            assert text in (ROOT / note.removeprefix("from: ")).read_text(encoding="utf-8")
        elif note.startswith("fails: "):
            _, name, change = note.split(": ", 2)
            old, new = change.split(" => ")
            path = tmp_path / name
            kept = path.read_text(encoding="utf-8")
            assert old in kept
            path.write_text(kept.replace(old, new), encoding="utf-8")
            result = CliRunner().invoke(app, ["check", name.split("/")[0]])
            path.write_text(kept, encoding="utf-8")
            assert result.exit_code != 0
            for line in text.strip().splitlines():
                assert squeezed(line) in squeezed(result.output)
        elif note == "output":
            assert squeezed(text) in squeezed(output)
        elif language == "console":
            output = "\n".join(run(line) for line in text.strip().splitlines())
        elif language == "python":
            exec(compile(text, f"{page} block {ran}", "exec"), names)
        else:
            ran -= 1
    assert ran >= 6
