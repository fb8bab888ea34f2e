"""Completion data: plain data, complete, and snippets that an editor can use."""

from __future__ import annotations

import json
import re

import pytest

from castlewright.compiler.publish.completion import CompletionJson, completion_data, snippet
from castlewright.compiler.publish.reference_world import world_text
from castlewright.compiler.typed.builtins import FACTS, QUESTIONS
from castlewright.rules_dsl import nodes as n
from castlewright.rules_dsl.diagnostics import Diagnostics
from castlewright.rules_dsl.parser import parse
from castlewright.rules_dsl.source import Source
from support.linking import link_files


@pytest.fixture(scope="module")
def data() -> CompletionJson:
    linked = link_files({"islands/pack.rules": world_text()}, "islands")
    assert linked.program is not None
    return completion_data(linked.program)


def test_it_is_plain_data(data: CompletionJson) -> None:
    assert json.loads(json.dumps(data)) == data
    assert data["version"] == 1
    assert data["game"] == "islands"
    assert data["packs"] == ["islands"]


def test_every_construct_stands_in_its_area(data: CompletionJson) -> None:
    assert sum(len(constructs) for constructs in data["areas"].values()) == len(n.CONSTRUCTS)
    choose = next(c for c in data["areas"]["statement"] if c["word"] == "choose")
    assert choose["summary"].startswith("Ask for elements")
    assert choose["snippet"] == "choose ${1:MANY} ${2:KIND} in ${3:S} as ${4:NAME}"


def test_a_kind_tells_what_stands_in_its_definitions(data: CompletionJson) -> None:
    boat = data["kinds"]["boat"]
    assert boat["plural"] == "boats"
    assert [member["name"] for member in boat["members"]] == ["dinghy", "barge"]
    assert [keep["name"] for keep in boat["keeps"]] == ["loaded"]
    assert boat["fields"][0] == {
        "name": "size",
        "type": "yards",
        "required": False,
        "default": "10 yards",
        "pack": "islands",
        "summary": "",
    }
    worth = data["kinds"]["prize"]["slots"][0]
    assert worth["params"] == [{"name": "p", "type": "player"}]
    assert (worth["result"], worth["required"], worth["snippet"]) == ("stars", True, "worth(p) = $0")
    assert data["kinds"]["mark"]["is_value"]
    assert "\n  shape: ${3}\n" in data["kinds"]["raft"]["snippet"]


def test_the_game_tells_its_names(data: CompletionJson) -> None:
    assert {unit["plural"] for unit in data["units"]} == {"stars", "shells", "yards"}
    fleet = next(zone for zone in data["zones"] if zone["name"] == "fleet")
    assert (fleet["holder"], fleet["type"], fleet["structure"]) == ("player", "boat", "row")
    stars = next(keep for keep in data["keeps"] if keep["name"] == "stars")
    assert (stars["holder"], stars["type"], stars["structure"]) == ("player", "stars", None)
    price = next(rule for rule in data["rules"] if rule["name"] == "price")
    assert (price["snippet"], price["result"]) == ("price(${1:b}, ${2:p})", "shells")
    assert [effect["name"] for effect in data["effects"]] == ["buy"]
    assert data["flow"] == ["setup", "setup.deal", "round", "round.sail", "round.rest"]
    assert [action["name"] for action in data["actions"]] == ["wait"]


def test_all_built_in_names_are_told(data: CompletionJson) -> None:
    assert {question["name"] for question in data["questions"]} == set(QUESTIONS)
    assert {fact["name"] for fact in data["facts"]} == set(FACTS)
    owner = next(fact for fact in data["facts"] if fact["name"] == "owner")
    assert (owner["receiver"], owner["params"], owner["result"]) == ("piece", [], "player")


@pytest.mark.parametrize(
    ("syntax", "expected"),
    [
        ("NAME", "${1:NAME}"),
        ("yes | no | none", "yes"),
        ("NAME[X]", "${1:NAME}[${2:X}]"),
        ("[A, B, …]", "[${1:A}]"),
        ("[P] gain AMOUNT [as REASON] [from X] | lose …", "gain ${1:AMOUNT}"),
        ("move X to|onto|under|into Z [face up|down]", "move ${1:X} to ${2:Z}"),
        ("if C { … } [else { … }]", "if ${1:C} { ${2} \\}"),
        ('option NAME ["Title"]: TYPE = DEFAULT', "option ${1:NAME}: ${2:TYPE} = ${3:DEFAULT}"),
        ("slot NAME(PARAMS) [-> TYPE] [= DEFAULT | { … }]", "slot ${1:NAME}(${2:PARAMS})"),
    ],
)
def test_a_snippet_is_the_shortest_form(syntax: str, expected: str) -> None:
    assert snippet(syntax) == expected


@pytest.mark.parametrize("construct", list(n.CONSTRUCTS), ids=lambda c: c.__name__)
def test_snippets_hold_no_signs_of_the_notation(construct: type[n.Node]) -> None:
    made = snippet(n.CONSTRUCTS[construct].syntax)
    bare = re.sub(r"\$\{\d+(:\w+)?\}", "x", made).replace("\\}", "}")
    assert "|" not in bare
    assert "…" not in bare
    assert bare.count("{") == bare.count("}")
    assert re.findall(r"\$\{(\d+)", made) == [str(i) for i in range(1, len(re.findall(r"\$\{", made)) + 1)]


def test_the_snippet_of_a_kind_makes_a_definition(data: CompletionJson) -> None:
    text = data["kinds"]["raft"]["snippet"].replace("${1:name}", "log").replace("${2:Title}", "Log")
    text = text.replace("${3}", "strip").replace("$0", "").replace("\\}", "}")
    found = Diagnostics()
    module = parse(Source("file.rules", text), found)
    assert found.codes() == []
    assert isinstance(module.items[0], n.Definition)
