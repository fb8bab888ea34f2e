"""The texts on the hand-written pages of the language are right."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from castlewright.rules_dsl.codes import PRELUDE
from castlewright.rules_dsl.report import report_text
from support.linking import BASE, link_files

PAGES = Path(__file__).resolve().parents[2] / "docs" / "language"
BLOCK = re.compile(r"```(\w+)\n(.*?)```", re.DOTALL)


def blocks(page: str, language: str) -> list[str]:
    text = (PAGES / page).read_text(encoding="utf-8")
    return [block for found, block in BLOCK.findall(text) if found == language]


def test_the_first_text() -> None:
    (text,) = blocks("index.md", "text")
    flow = "flow islands { winner by its stars }\n"
    manifest = 'pack islands "Islands" { version "1.0"; language 1 }\nunit yard yards\n'
    linked = link_files({"islands/pack.rules": manifest + flow + text}, "islands")
    assert linked.codes == [], report_text(linked.found)


@pytest.mark.parametrize("number", range(2))
def test_the_json_files(number: int) -> None:
    text = blocks("json.md", "json")[number]
    json.loads(text)
    more = (
        "extend kind boat {\n  slot worth(p: player) -> stars = 0 stars\n  active while self is in fleet\n}\n"
    )
    files = {BASE: PRELUDE, "islands/more.rules": more, "islands/more.json": text}
    linked = link_files(files, "islands")
    assert linked.codes == [], report_text(linked.found)


def test_the_report_on_the_json_page() -> None:
    (shown,) = blocks("json.md", "text")
    text = '{"kind": "boat", "name": "cog", "fields": {"size": "3 shells"}}'
    linked = link_files({BASE: PRELUDE, "islands/more.json": text}, "islands")
    assert report_text(linked.found).strip().startswith(shown.strip())
