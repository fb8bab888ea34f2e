"""The JSON Schemas of kinds: what they allow, that they are sound, that the published ones are current."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, cast

import pytest
from jsonschema import Draft202012Validator

from castlewright.compiler.check.link import link
from castlewright.compiler.packs.packs import Library
from castlewright.compiler.publish.schema import (
    UnknownKind,
    schema_index,
    schema_of,
    schema_of_file,
    schema_text,
    strict_schema_of,
)
from castlewright.compiler.typed import ir
from castlewright.rules_dsl import nodes as n
from castlewright.rules_dsl.diagnostics import Diagnostics
from castlewright.rules_dsl.json_form import items_to_json
from castlewright.rules_dsl.parser import parse
from castlewright.rules_dsl.report import report_text
from castlewright.rules_dsl.source import Source
from support.linking import link_files

ROOT = Path(__file__).resolve().parents[2]
SCHEMAS = ROOT / "docs" / "schemas"
GAMES = ("castles", "two_castles")

MANIFEST = 'pack islands "Islands" { version "1.0"; language 1 }\n'

WORLD = """
unit star stars
unit shell shells
unit yard yards
values reason plural reasons { catch, fare }
values crew plural crews { red, blue }
kind feature plural features is value { }
feature buoy { }
keeps stars per player: stars = 0 stars seen by everyone
keeps shells per player: shells = 10 shells at least 0 shells seen by everyone
kind boat plural boats {
  printed size: yards = 10 yards
  printed crew: set of crew = []
  printed cost: shells = 1 shell
}
boat dinghy "Dinghy" { size: 5 yards; crew: red }
zone harbour: row of boat seen by everyone
flow islands { winner by its stars }
"""

KINDS = """
kind prize plural prizes {
  note "A prize is given once."
  printed back: text on back
  printed crew: set of crew = [red]
  printed sponsor: boat or none
  printed rank: number = 3
  printed open: yesno = no
  printed ends: sides of buoy = []
  printed shape: drawing = "#"
  printed price: shells = 2 shells * 3
  slot worth(p: player) -> stars
  slot extra(b: boat) { }
}
"""


@cache
def islands() -> ir.Program:
    linked = link_files({"islands/pack.rules": MANIFEST + WORLD + KINDS}, "islands")
    assert linked.program is not None, report_text(linked.found)
    return linked.program


@cache
def program_of(game: str) -> ir.Program:
    """A game with all packs of it that are shipped, modes apart."""
    found = Diagnostics()
    library = Library.of([ROOT / "content"], found)
    packs = [name for name in library.of_game(game) if name != game and not library.is_mode(name)]
    program = link(library, game, packs, found)
    assert program is not None, report_text(found)
    return program


def is_valid(schema: Mapping[str, Any], value: Any) -> bool:
    return Draft202012Validator(schema).is_valid(value)


@cache
def prize_schemas() -> tuple[Mapping[str, Any], Mapping[str, Any], Mapping[str, Any]]:
    """The published schema, the strict one, and that of a file."""
    program = islands()
    kind = program.kinds["prize"]
    return schema_of(kind, program), strict_schema_of(kind, program), schema_of_file(program)


GOOD: dict[str, Any] = {
    "kind": "prize",
    "name": "cup",
    "fields": {"back": {"text": "x"}},
    "slots": {"worth(p)": "1 star"},
}


def with_field(name: str, value: object) -> dict[str, Any]:
    return {**GOOD, "fields": {**GOOD["fields"], name: value}}


ALLOWED = [
    GOOD,
    with_field("crew", "red"),
    with_field("crew", ["red", "a_member_of_a_later_pack"]),
    with_field("crew", None),
    with_field("sponsor", None),
    with_field("sponsor", "dinghy"),
    with_field("rank", -3),
    with_field("open", True),
    with_field("ends", "top 2"),
    with_field("ends", ["top 2", "left 1 to 4"]),
    with_field("shape", {"drawing": ["#", "#"]}),
    with_field("shape", {"text": "#|#"}),
    with_field("price", "1 shell"),
    with_field("price", {"amount": 3, "unit": "shells"}),
    with_field("price", {"expression": "2 shells * 3"}),
    {**GOOD, "slots": {"worth(who)": "1 star", "extra(b)": "{ gain 1 star }"}},
    {**GOOD, "slots": {"worth(p) once per turn": "1 star"}},
    {**GOOD, "fields": {}, "faces": {"a": {"fields": {"back": {"text": "x"}}}}},
]
REFUSED = [
    {**GOOD, "kind": "boat"},
    {**GOOD, "name": "Cup"},
    {**GOOD, "titel": "Cup"},
    {**GOOD, "fields": {}},
    {key: value for key, value in GOOD.items() if key != "fields"},
    {key: value for key, value in GOOD.items() if key != "slots"},
    {**GOOD, "slots": {"extra(b)": "{ }"}},
    with_field("crew", 3),
    with_field("sponsor", True),
    with_field("rank", 1.5),
    with_field("rank", "three"),
    with_field("open", "yes"),
    with_field("ends", "top"),
    with_field("ends", ["middle 2"]),
    with_field("shape", "#"),
    with_field("price", 3),
    with_field("price", "3 stars"),
    with_field("price", {"amount": 3, "unit": "stars"}),
    with_field("price", {"amount": 3}),
]


@pytest.mark.parametrize("value", ALLOWED, ids=json.dumps)
def test_what_a_schema_allows(value: object) -> None:
    published, strict, file = prize_schemas()
    assert is_valid(published, value)
    assert is_valid(strict, value)
    assert is_valid(file, value)
    assert is_valid(file, [value])
    assert is_valid(file, {"version": 1, "items": [{"only_if": "yes", "items": [value]}]})


@pytest.mark.parametrize("value", REFUSED, ids=json.dumps)
def test_what_a_schema_refuses(value: dict[str, Any]) -> None:
    published, strict, file = prize_schemas()
    assert not is_valid(published, value)
    assert not is_valid(strict, value)
    if value["kind"] == "prize":
        assert not is_valid(file, value)
        assert not is_valid(file, {"version": 1, "items": [value]})


def test_a_published_schema_stays_open_to_fields_of_later_packs() -> None:
    program = islands()
    value = with_field("of_a_later_pack", 3)
    assert is_valid(schema_of(program.kinds["prize"], program), value)
    assert not is_valid(strict_schema_of(program.kinds["prize"], program), value)


def test_the_file_schema_leaves_unknown_kinds_to_the_form() -> None:
    schema = schema_of_file(islands())
    assert is_valid(schema, {"kind": "of_a_later_pack", "name": "x", "fields": {"a": 1}})
    assert not is_valid(schema, {"kind": "of_a_later_pack", "name": "x", "felds": {"a": 1}})
    assert is_valid(schema, {"list_of": "boat", "columns": ["a"], "rows": [{"name": "x", "values": [1]}]})
    assert not is_valid(schema, {"list_of": "boat", "columns": ["a"], "rows": []})
    assert not is_valid(schema, {"version": 2, "items": []})
    assert not is_valid(schema, 3)


def test_what_a_schema_says() -> None:
    program = islands()
    schema = schema_of(program.kinds["prize"], program)
    assert schema["$id"] == "urn:castlewright:1:islands:prize"
    assert schema["description"].startswith("A prize is given once.")
    fields = schema["properties"]["fields"]["properties"]
    assert list(fields) == ["back", "crew", "sponsor", "rank", "open", "ends", "shape", "price"]
    assert fields["rank"]["default"] == 3
    assert fields["open"]["default"] is False
    assert fields["crew"]["default"] == ["red"]
    assert fields["price"]["default"] == {"expression": "2 shells * 3"}
    assert "default" not in fields["back"]
    assert "Shown by the back." in fields["back"]["description"]
    assert schema["$defs"]["name_of_crew"]["examples"] == ["red", "blue"]
    assert "enum" not in json.dumps(schema["$defs"]["name_of_crew"])


def test_fields_that_another_pack_adds_say_so() -> None:
    reefs = 'pack reefs "Reefs" { version "1.0"; language 1; needs islands; game islands }\n'
    files = {
        "islands/pack.rules": MANIFEST + WORLD,
        "reefs/pack.rules": reefs + "extend kind boat { printed draught: yards = 1 yard }\n",
    }
    linked = link_files(files, "islands")
    assert linked.program is not None, report_text(linked.found)
    fields = schema_of(linked.program.kinds["boat"], linked.program)["properties"]["fields"]["properties"]
    assert "Added by the pack `reefs`." in fields["draught"]["description"]


def test_the_text_of_a_schema() -> None:
    program = islands()
    text = schema_text("prize", program)
    assert text.endswith("}\n")
    assert json.loads(text) == schema_of(program.kinds["prize"], program)
    assert json.loads(schema_text("file", program)) == schema_of_file(program)
    with pytest.raises(UnknownKind, match="price") as caught:
        schema_text("price", program)
    assert caught.value.near == ["prize"]


@pytest.mark.parametrize("game", GAMES)
def test_the_schemas_of_shipped_kinds_are_sound(game: str) -> None:
    program = program_of(game)
    Draft202012Validator.check_schema(schema_of_file(program))
    for kind in program.kinds.values():
        Draft202012Validator.check_schema(schema_of(kind, program))


def shipped(game: str) -> Iterator[n.Item]:
    library = Library.of([ROOT / "content"], Diagnostics())
    packs = [library.loaded[name] for name in library.of_game(game) if not library.is_mode(name)]
    folders = [pack.folder for pack in packs if pack.folder is not None]
    for path in sorted(path for folder in folders for path in folder.rglob("*.rules")):
        module = parse(Source(path.name, path.read_text(encoding="utf-8")), Diagnostics())
        for item in module.items:
            if isinstance(item, n.OnlyIf):
                yield from item.items
            else:
                yield item


@pytest.mark.parametrize("game", GAMES)
def test_every_shipped_definition_fits_the_schema_of_its_kind(game: str) -> None:
    program = program_of(game)
    count = 0
    validators = {
        kind.name: Draft202012Validator(strict_schema_of(kind, program)) for kind in program.kinds.values()
    }
    for item in shipped(game):
        if isinstance(item, n.Definition):
            errors = [
                error.message
                for made in items_to_json([item])
                for error in validators[item.kind.text].iter_errors(cast("Any", made))
            ]
            assert errors == [], item.name.text
            count += 1
    assert count > 10


def schema_files() -> list[tuple[str, str]]:
    return [(game, kind) for game in GAMES for kind in [*program_of(game).kinds, "file"]]


def test_the_published_schemas_are_current(golden: Callable[[Path, str], None]) -> None:
    for game, kind in schema_files():
        golden(SCHEMAS / game / f"{kind}.json", schema_text(kind, program_of(game)))
    golden(SCHEMAS / "index.md", schema_index(program_of(game) for game in GAMES))


def test_no_published_schema_is_left_over() -> None:
    written = {(path.parent.name, path.stem) for path in SCHEMAS.rglob("*.json")}
    assert written == set(schema_files())
