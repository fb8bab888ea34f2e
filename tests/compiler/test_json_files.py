"""JSON files among the files of a pack: checked by the schemas of their kinds, and then like any text."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from castlewright.compiler.check.link import link
from castlewright.compiler.generate.codegen import ModuleWriter
from castlewright.compiler.packs.packs import Library
from castlewright.rules_dsl import nodes as n
from castlewright.rules_dsl.codes import ALL, PRELUDE, CodeInfo
from castlewright.rules_dsl.diagnostics import Diagnostics
from castlewright.rules_dsl.json_form import items_to_json, json_text
from castlewright.rules_dsl.parser import parse
from castlewright.rules_dsl.report import report_text
from castlewright.rules_dsl.source import Source
from support.linking import BASE, Linked, link_files

PRIZES = """
kind prize plural prizes {
  printed back: text
  printed for_crew: crew or none = none
  printed ends: sides of buoy = []
  slot worth(p: player) -> stars
  slot extra(p: player) -> stars = 0 stars
}
feature buoy { }
"""
PAGES = [info for info in ALL if info.form == "json"]


def link_json(*texts: str, more: str = "") -> Linked:
    files = {f"islands/file{index}.json": text for index, text in enumerate(texts)}
    return link_files({BASE: PRELUDE, "islands/more.rules": more or "\n", **files}, "islands")


@pytest.mark.parametrize("info", PAGES, ids=lambda info: info.code)
def test_the_examples_on_the_error_pages(info: CodeInfo) -> None:
    assert link_json(info.bad).codes == [info.code]
    assert link_json(info.good).codes == []


def boat(**keys: object) -> str:
    return json.dumps({"kind": "boat", "name": "cog", **keys})


def prize(**keys: object) -> str:
    made = {
        "kind": "prize",
        "name": "cup",
        "fields": {"back": {"text": "b"}},
        "slots": {"worth(p)": "1 star"},
    }
    return json.dumps({**made, **keys})


FULL = {"back": {"text": "b"}}

CASES = [
    # what stands in the file, the codes, the places
    (boat(fields={"size": "3 yards", "crew": ["red"], "cost": {"amount": 2, "unit": "shells"}}), [], []),
    (boat(fields={"crew": "red"}), [], []),
    (boat(fields={"crew": None}), [], []),
    (boat(fields={"size": {"expression": "2 yards * 3"}}), [], []),
    (boat(fields={"sise": "3 yards"}), ["CW1002"], ['"sise"']),
    (boat(fields={"size": 3}), ["CW1004"], ["3"]),
    (boat(fields={"size": "3 shells"}), ["CW1004"], ['"3 shells"']),
    (boat(fields={"size": {"amount": 3, "unit": "shells"}}), ["CW1004"], ['"shells"']),
    (boat(fields={"size": {"expression": "3 shells"}}), ["CW0402"], ["3 shells"]),
    (boat(fields={"crew": ["red", "green"]}), ["CW0318"], ["green"]),
    (boat(fields={"crew": ["red", 3]}), ["CW1004"], ["3"]),
    (boat(faces={"up": {"fields": {"sise": "3 yards"}}}), ["CW1002"], ['"sise"']),
    (boat(slots={"worth(p)": "1 star"}), ["CW0510"], ["worth"]),
    (boat(keeps=["keeps cargo: shells = 0 stars"]), ["CW0402"], ["0 stars"]),
    (boat(kind="bout"), ["CW1005"], ['"bout"']),
    (boat(name="dinghy"), ["CW0303"], ["dinghy"]),
    (prize(), [], []),
    (prize(fields={**FULL, "for_crew": None, "ends": ["top 1", "left 1 to 2"]}), [], []),
    (prize(fields={**FULL, "ends": "top"}), ["CW1004"], ['"top"']),
    (prize(fields={"back": "b"}), ["CW1004"], ['"b"']),
    (prize(fields={}), ["CW1003"], ['"cup"']),
    (prize(slots={"extra(p)": "1 star"}), ["CW1003"], ['"cup"']),
    (prize(slots={"worth(p, q)": "1 star"}), ["CW0511"], None),
    (prize(slots={"worth(p)": "1 shell"}), ["CW0402"], ["1 shell"]),
    (prize(fields={}, faces={"a": {"fields": FULL}, "b": {"fields": FULL}}), [], []),
    (
        '{"list_of": "boat", "columns": ["size", "cost"],'
        ' "rows": [{"name": "a", "values": ["1 yard", "2 yards"]}]}',
        ["CW1004"],
        ['"2 yards"'],
    ),
    (
        '{"list_of": "boat", "columns": ["sise"], "rows": [{"name": "a", "values": [1]}]}',
        ["CW0516"],
        ["sise"],
    ),
    (
        f'{{"only_if": "in_play(islands)", "items": [{boat(fields={"size": True})}, {boat(kind="bout")}]}}',
        ["CW1004", "CW1005"],
        ["true", '"bout"'],
    ),
]


@pytest.mark.parametrize(("text", "codes", "places"), CASES)
def test_one_error_at_one_place(text: str, codes: list[str], places: list[str] | None) -> None:
    linked = link_json(text, more=PRIZES)
    assert linked.codes == codes, report_text(linked.found)
    if places is not None:
        assert [finding.span.text for finding in linked.found] == places


def test_other_texts_may_speak_of_what_a_json_file_defines() -> None:
    more = "rule best() -> set of boat = boat b in harbour where b is cog\n"
    assert link_json(more=more).codes == ["CW0301"]
    assert link_json(boat(), more=more).codes == []
    # A definition with an error is there all the same: what speaks of it is no second error.
    assert link_json(boat(fields={"size": 3}), more=more).codes == ["CW1004"]
    assert link_json(boat(titel="Cog"), more=more).codes == ["CW1002"]


def test_errors_of_several_files_come_together() -> None:
    linked = link_json(boat(fields={"size": 3}), "[", boat(name="ark", titel="Ark"))
    assert linked.codes == ["CW1004", "CW1001", "CW1002"]


def code_of(files: dict[str, str]) -> str:
    """The generated code of packs, without the places in their files."""
    found = Diagnostics()
    library = Library.of_sources([Source(path, text) for path, text in files.items()], found)
    program = link(library, "castles", [], found)
    assert program is not None, report_text(found)
    for info in program.packs:
        info.digest = ""
    text = ModuleWriter(program).write().whole
    # A block of statements has many lines in rules text and one in JSON, so places have other numbers there.
    kept = [line for line in text.split("\n") if not re.search(r"\.(rules|json)'", line)]
    return re.sub(r"clause=\d+|, \d+(?=\),?$|, face=|, secret=)", "", "\n".join(kept), flags=re.MULTILINE)


def test_content_in_json_form_compiles_to_the_same_code() -> None:
    root = Path(__file__).resolve().parents[2] / "content"
    texts = {
        path.relative_to(root).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted((root / "castles").rglob("*.rules"))
    }
    files = dict(texts)
    moved = 0
    for path, text in texts.items():
        if not path.startswith("castles/base/"):
            continue
        items = parse(Source(path, text), Diagnostics()).items
        definitions = [item for item in items if isinstance(item, n.Definition | n.ListDecl)]
        moved += len(definitions)
        for item in definitions:  # blanks take their place, so that all else stays where it was
            blank = re.sub(r"\S", " ", item.span.text)
            text = text[: item.span.start] + blank + text[item.span.end :]
        files[path] = text
        files[path.replace(".rules", ".json")] = json_text(items_to_json(definitions))
    assert moved > 50
    assert code_of(files) == code_of(texts)
