"""Malformed texts and what is said of them: `tests/diagnostics/`, with the expected words beside each.

A file stands beside the prelude of the error pages; a folder holds packs of its own. The head of the first
file says what is wrong and how many errors that makes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from castlewright.rules_dsl.codes import PRELUDE
from castlewright.rules_dsl.report import report_text
from support.linking import BASE, Linked, link_games

FOLDER = Path(__file__).resolve().parents[1] / "diagnostics"
CASES = sorted(path for path in FOLDER.iterdir() if path.is_dir() or path.suffix == ".rules")
HEAD = re.compile(r"# (.+)\n# Errors: (\d+)\n")
WIDTH = 100


def files_of_case(case: Path) -> dict[str, str]:
    """The files of a case by the paths that messages show."""
    if case.is_file():
        return {f"islands/{case.name}": case.read_text(encoding="utf-8")}
    return {
        path.relative_to(case).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted(case.rglob("*.rules"))
    }


def linked(case: Path) -> Linked:
    return link_games({BASE: PRELUDE, **files_of_case(case)})


PLAIN = {"CW0008", "CW0101", "CW0401"}
"""Codes whose message itself says what is due."""


def head_of(case: Path) -> tuple[str, int]:
    """What is wrong, in words, and the number of errors."""
    found = HEAD.match(next(iter(files_of_case(case).values())))
    assert found is not None, f"{case.name} does not begin with `# what is wrong` and `# Errors: N`"
    return found[1], int(found[2])


def test_there_are_many() -> None:
    assert len(CASES) >= 100


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_plain(case: Path, golden: Callable[[Path, str], None]) -> None:
    golden(FOLDER / f"{case.stem}.txt", report_text(linked(case).found, width=WIDTH))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_json(case: Path, golden: Callable[[Path, str], None]) -> None:
    data = linked(case).found.to_json()
    golden(FOLDER / f"{case.stem}.json", json.dumps(data, indent=2, ensure_ascii=False) + "\n")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_one_mistake_is_one_finding(case: Path) -> None:
    _, count = head_of(case)
    found = linked(case).found
    assert len(found) == count, report_text(found)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_every_finding_helps(case: Path) -> None:
    """Each names a way out, in the help or by the word it offers, and marks less than two lines."""
    for finding in linked(case).found:
        helps = finding.help or finding.suggestion or finding.secondary
        assert helps or finding.code in PLAIN, finding
        assert finding.span.text.count("\n") <= 1, finding


def test_nothing_is_left_over() -> None:
    names = {case.stem for case in CASES}
    assert {path.stem for path in FOLDER.iterdir() if path.suffix in (".txt", ".json")} == names
