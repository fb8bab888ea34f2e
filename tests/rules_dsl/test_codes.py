"""The registry of error codes, and the pages made from it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from castlewright.rules_dsl.codes import ALL, AREAS, CODES, CodeInfo
from castlewright.rules_dsl.error_pages.markdown import error_pages_markdown

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs" / "errors"
PAGES = error_pages_markdown()


def test_codes_are_unique_ordered_and_in_an_area() -> None:
    codes = [info.code for info in ALL]
    assert len(set(codes)) == len(codes) == len(CODES)
    assert codes == sorted(codes)
    for code in codes:
        assert re.fullmatch(r"CW\d{4}", code)
        assert code[:4] in AREAS


@pytest.mark.parametrize("info", ALL, ids=lambda info: info.code)
def test_a_page_is_complete(info: CodeInfo) -> None:
    assert info.title
    assert not info.title.endswith(".")
    assert info.explanation.endswith((".", ")"))
    assert len(info.explanation) > 40
    assert info.bad
    assert info.good
    assert info.bad != info.good
    assert info.form in ("rules", "json", "python", "words")
    assert info.explanation.count("`") % 2 == 0


def test_titles_are_told_apart() -> None:
    titles = [info.title for info in ALL]
    assert len(set(titles)) == len(titles)


def test_every_code_used_in_the_tree_has_a_page() -> None:
    for folder in ("rules_dsl", "compiler", "runtime", "castlewright"):
        for path in (ROOT / folder).rglob("*.py"):
            if path.parent.name == "error_pages":
                continue
            unknown = set(re.findall(r"\bCW\d{4}\b", path.read_text(encoding="utf-8"))) - set(CODES)
            assert not unknown, f"{path.relative_to(ROOT)} uses {sorted(unknown)}"


def test_every_code_is_reported_somewhere() -> None:
    waiting = {info.code for info in ALL}
    for folder in ("rules_dsl", "compiler", "castlewright", "runtime"):
        for path in (ROOT / folder).rglob("*.py"):
            if path.parent.name != "error_pages":
                waiting -= set(re.findall(r"[\"'](CW\d{4})[\"']", path.read_text(encoding="utf-8")))
    assert sorted(waiting) == []


@pytest.mark.parametrize("name", PAGES)
def test_the_committed_page_is_current(name: str, golden: Callable[[Path, str], None]) -> None:
    golden(DOCS / name, PAGES[name])


def test_no_page_is_left_over() -> None:
    assert {path.name for path in DOCS.glob("*.md")} == set(PAGES)
