"""The JSON form of definitions: text to tree to JSON to tree, and the places of everything."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from castlewright.rules_dsl import nodes as n
from castlewright.rules_dsl.diagnostics import Diagnostics
from castlewright.rules_dsl.json_form import (
    definition_to_json,
    definitions_from_json,
    items_to_json,
    json_text,
    module_from_json,
    module_to_json,
)
from castlewright.rules_dsl.parser import parse, parse_item
from castlewright.rules_dsl.source import Source

ROOT = Path(__file__).resolve().parents[2]
TEXTS = sorted([*(ROOT / "content").rglob("*.rules"), *(ROOT / "tests" / "samples").rglob("*.rules")])


def definition(text: str) -> n.Definition:
    found = Diagnostics()
    item = parse_item(Source("file.rules", text), found)
    assert found.codes() == []
    assert isinstance(item, n.Definition)
    return item


def read(text: str) -> tuple[n.Module, Diagnostics]:
    found = Diagnostics()
    return module_from_json(Source("file.json", text), found), found


def definitions_in(items: Iterable[n.Item]) -> Iterator[n.Item]:
    for item in items:
        if isinstance(item, n.OnlyIf):
            yield from definitions_in(item.items)
        elif isinstance(item, (n.Definition, n.ListDecl)):
            yield item


def together(item: n.Item) -> n.Item:
    """A definition with members of a sort side by side: their order among other sorts means nothing."""
    if not isinstance(item, n.Definition):
        return item
    sorts = list(dict.fromkeys(_sort(member) for member in item.items))
    items = sorted(item.items, key=lambda member: sorts.index(_sort(member)))
    return n.Definition(item.kind, item.name, item.title, tuple(items))


def _sort(member: n.Item) -> str:
    return member.word if isinstance(member, n.TextItem) else type(member).__name__


# ------------------------------------------------------------------------------------------------ both ways


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_json_gives_every_definition_back(path: Path) -> None:
    module = parse(Source(path.name, path.read_text(encoding="utf-8")), Diagnostics())
    items = tuple(definitions_in(module.items))
    text = json_text({"version": 1, "items": items_to_json(items)})
    again, found = read(text)
    assert found.codes() == []
    assert again.items == tuple(map(together, items))


def test_the_texts_hold_many_definitions_and_few_need_to_be_put_together() -> None:
    items = [
        item
        for path in TEXTS
        for item in definitions_in(
            parse(Source(path.name, path.read_text(encoding="utf-8")), Diagnostics()).items
        )
    ]
    apart = [item for item in items if together(item) != item]
    assert len(items) > 200
    assert len(apart) * 50 < len(items)


FULL = """
boat cog "Cog" {
  cites ABC-01, ABC-02
  found "a letter"
  note "first"
  note "second"
  prose "long"
  reads "the cog"
  size: 12_000 yards
  level: -3
  cost: -2 shells
  crew: red, blue
  mates: [red]
  none_at_all: []
  open: yes
  shut: no
  beside: none
  ends: top 2, left 1 to 3
  label: "a \\"word\\""
  shape: \"\"\"
  ##
  #.
  \"\"\"
  share: 2 stars * 3
  kin: castles.big
  face up "Up" {
    house
    size: 1 yard
  }
  face down { size: 2 yards }
  worth(p) = 1 star per boat b in p's fleet where b is loaded
  reward(b) once per turn {
    gain 1 star
    move b to harbour
  }
  keeps cargo: shells = 0 shells seen by owner
  zone hold: pile of boat seen by nobody
  change price(b, p) for owner by -1 shell if b is self
  allow passing for owner
  after buy(b) by owner: gain 1 star as trade
  action sink "Sink" at any time once per game if self is loaded { flip self face down }
}
"""

FULL_JSON: dict[str, object] = {
    "kind": "boat",
    "name": "cog",
    "title": "Cog",
    "cites": ["ABC-01", "ABC-02"],
    "standing": {"found": "a letter"},
    "notes": ["first", "second"],
    "prose": ["long"],
    "reads": "the cog",
    "fields": {
        "size": "12000 yards",
        "level": -3,
        "cost": "-2 shells",
        "crew": ["red", "blue"],
        "mates": [["red"]],
        "none_at_all": [],
        "open": True,
        "shut": False,
        "beside": None,
        "ends": ["top 2", "left 1 to 3"],
        "label": {"text": 'a "word"'},
        "shape": {"drawing": ["##", "#."]},
        "share": {"expression": "2 stars * 3"},
        "kin": "castles.big",
    },
    "faces": {
        "up": {"title": "Up", "standing": "house", "fields": {"size": "1 yard"}},
        "down": {"fields": {"size": "2 yards"}},
    },
    "slots": {
        "worth(p)": "1 star per boat b in p's fleet where b is loaded",
        "reward(b) once per turn": "{\n  gain 1 star\n  move b to harbour\n}",
    },
    "keeps": ["keeps cargo: shells = 0 shells seen by owner"],
    "zones": ["zone hold: pile of boat seen by nobody"],
    "changes": ["change price(b, p) for owner by -1 shell if b is self", "allow passing for owner"],
    "hooks": ["after buy(b) by owner: gain 1 star as trade"],
    "actions": ['action sink "Sink" at any time once per game if self is loaded {\n  flip self face down\n}'],
}


def test_every_key_of_the_form() -> None:
    node = definition(FULL)
    made = json.loads(json.dumps(definition_to_json(node)))
    one_line = {**made, "actions": [" ".join(text.split()) for text in made["actions"]]}
    assert one_line == {**FULL_JSON, "actions": [" ".join(str(FULL_JSON["actions"][0]).split())]}  # type: ignore[index]
    again, found = read(json_text(FULL_JSON))
    assert found.codes() == []
    assert again.items == (node,)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({"amount": 3, "unit": "yards"}, "3 yards"),
        ({"amount": -3, "unit": "yards"}, "-3 yards"),
        ({"expression": "3 yards"}, "3 yards"),
        ("3 yards", "3 yards"),
        (["red"], "red"),
        ({"expression": "[red]"}, "[red]"),
        ([["red", "blue"]], "[red, blue]"),
        ({"expression": "yes"}, "yes"),
        ("top 2 to 2", "top 2"),
    ],
)
def test_other_ways_to_write_a_value(value: object, text: str) -> None:
    module, found = read(json.dumps({"kind": "boat", "name": "cog", "fields": {"x": value}}))
    assert found.codes() == []
    assert module.items == (definition(f"boat cog {{ x: {text} }}"),)


@pytest.mark.parametrize(
    "word",
    [
        *("red", "total", "yes", "you", "top", "number", "table", "house", "red.blue"),
        *("3 yards", "-3 yards", "12_000 yards", "0 yards", "00 yards", "3 to", "9" * 13 + " yards"),
        *("top 2", "left 1 to 3", "top 2 to 1"),
    ],
)
def test_words_that_are_read_quickly_are_read_alike(word: str) -> None:
    found, expected = Diagnostics(), Diagnostics()
    text = json.dumps({"kind": "boat", "name": "cog", "fields": {"x": word}})
    source = Source("file.json", text)
    module = module_from_json(source, found)
    item = parse_item(Source("file.rules", f"boat cog {{ x: {word} }}"), expected)
    assert module.items == (() if item is None or expected.has_errors else (item,))
    assert found.has_errors == expected.has_errors
    if module.items:
        at, before = text.index(word), "boat cog { x: "
        quick = [(type(node), node.span.start - at, node.span.end - at) for node in _values(module.items[0])]
        assert item is not None
        slow = [
            (type(node), node.span.start - len(before), node.span.end - len(before)) for node in _values(item)
        ]
        assert quick == slow


def _values(item: n.Item) -> list[n.Node]:
    assert isinstance(item, n.Definition)
    field = item.items[0]
    assert isinstance(field, n.FieldItem)
    return list(n.walk(field.values[0]))


def test_a_file_is_one_definition_or_a_list_or_has_a_version() -> None:
    one = '{"kind": "boat", "name": "cog"}'
    for text in (one, f"[{one}]", f'{{"version": 1, "items": [{one}]}}'):
        assert read(text)[0].items == (definition("boat cog { }"),)
    assert read("[]")[0].items == ()


def test_conditions_and_tables() -> None:
    text = (
        'only if in_play(reefs) { list of boat (size, crew) { house; cog "Cog": 3 yards, [red] note "x" } }'
    )
    found = Diagnostics()
    item = parse_item(Source("file.rules", text), found)
    assert item is not None
    made = items_to_json([item])
    assert made == [
        {
            "only_if": "in_play(reefs)",
            "items": [
                {
                    "list_of": "boat",
                    "columns": ["size", "crew"],
                    "standing": "house",
                    "rows": [
                        {"name": "cog", "title": "Cog", "values": ["3 yards", ["red"]], "notes": ["x"]},
                    ],
                }
            ],
        }
    ]
    assert read(json_text(made))[0].items == (item,)


def test_what_has_no_json_form() -> None:
    module = parse(Source("file.rules", "unit star stars\n"), Diagnostics())
    with pytest.raises(ValueError, match="only definitions"):
        module_to_json(module)
    with pytest.raises(ValueError, match="stands twice"):
        definition_to_json(definition("boat cog { size: 1; size: 2 }"))


def test_only_definitions_are_asked_for() -> None:
    found = Diagnostics()
    source = Source("file.json", '[{"kind": "boat", "name": "cog"}, {"only_if": "yes", "items": []}]')
    assert [node.name.text for node in definitions_from_json(source, found)] == ["cog"]


# ------------------------------------------------------------------------------------------------ places


def test_every_node_stands_in_the_json_file() -> None:
    text = json.dumps(FULL_JSON, indent=1).replace("gain 1 star", "gain 1 \\u0073tar")
    source = Source("file.json", text)
    module = module_from_json(source, Diagnostics())
    for node in n.walk(module):
        assert node.span.source is source
        assert 0 <= node.span.start <= node.span.end <= len(text)
        if isinstance(node, n.Ident) and node.span.end - node.span.start == len(node.text):
            assert node.span.text == node.text
    escaped = [node for node in n.walk(module) if node.span.text == "\\u0073tar"]
    assert {node.text for node in escaped if isinstance(node, n.Ident)} == {"star"}


def test_children_stand_inside_their_parents() -> None:
    module, _ = read(json_text(FULL_JSON))
    for node in n.walk(module):
        for child in n.children(node):
            assert node.span.holds(child.span), (node, child)


ERRORS = [
    ('{"kind": "boat", "name": "cog", "titel": "Cog"}', "CW1002", '"titel"'),
    (
        '{"kind": "boat", "name": "cog", "fields": {"a": {"amount": 1, "unit": "x", "of": 2}}}',
        "CW1002",
        '"of"',
    ),
    ('{"kind": "boat", "name": "cog", "list_of": "boat"}', "CW1002", '"list_of"'),
    ('{"kind": "boat"}', "CW1003", "{"),
    ('{"name": "cog"}', "CW1003", "{"),
    ('{"kidn": "boat", "name": "cog"}', "CW1003", '"kidn"'),
    ('{"list_of": "boat", "columns": ["a"], "rows": [{"name": "cog"}]}', "CW1003", '"cog"'),
    ('{"items": []}', "CW1003", "{"),
    ("3", "CW1004", "3"),
    ("[3]", "CW1004", "3"),
    ('{"kind": "Boat", "name": "cog"}', "CW1004", '"Boat"'),
    ('{"kind": "boat\\n", "name": "cog"}', "CW1004", '"boat\\n"'),
    ('{"kind": "boat", "name": "cog", "fields": []}', "CW1004", "[]"),
    ('{"kind": "boat", "name": "cog", "fields": {"A": 1}}', "CW1004", '"A"'),
    ('{"kind": "boat", "name": "cog", "fields": {"a": 1.5}}', "CW1004", "1.5"),
    ('{"kind": "boat", "name": "cog", "fields": {"a": "two words more"}}', "CW1004", '"two words more"'),
    ('{"kind": "boat", "name": "cog", "fields": {"a": {"amount": "1", "unit": "x"}}}', "CW1004", '"1"'),
    ('{"kind": "boat", "name": "cog", "fields": {"a": {"amout": 1}}}', "CW1004", '{"amout": 1}'),
    ('{"kind": "boat", "name": "cog", "slots": {"worth": "1"}}', "CW1004", '"worth"'),
    ('{"kind": "boat", "name": "cog", "slots": {"worth(p)": "1 star\\n size: 2"}}', "CW1004", "size: 2"),
    ('{"kind": "boat", "name": "cog", "hooks": ["size: 3"]}', "CW1004", '"size: 3"'),
    ('{"kind": "boat", "name": "cog", "hooks": [""]}', "CW1004", '""'),
    ('{"kind": "boat", "name": "cog", "cites": ["abc"]}', "CW1004", '"abc"'),
    ('{"kind": "boat", "name": "cog", "standing": "hause"}', "CW1004", '"hause"'),
    ('{"version": 2, "items": []}', "CW1007", "2"),
    ('{"kind": "boat", "name": "' + "x" * 65 + '"}', "CW0009", "x" * 65),
    ('{"kind": "boat", "name": "cog", "title": "' + "x" * 201 + '"}', "CW0010", '"' + "x" * 201 + '"'),
]


@pytest.mark.parametrize(("text", "code", "marked"), ERRORS)
def test_errors_stand_at_the_exact_place(text: str, code: str, marked: str) -> None:
    module, found = read(text)
    assert module.items == ()
    (finding,) = found
    assert (finding.code, finding.span.text) == (code, marked)


@pytest.mark.parametrize(
    ("key", "value", "marked"),
    [
        ("hooks", ["after buy(b) by owner: gain 1 \\u0073tar as"], None),
        ("hooks", ["after buy(b) owner: gain 1 star"], "owner"),
        ("fields", {"x": {"expression": "1 + \\u002a 2"}}, "\\u002a"),
        ("slots", {"worth(p)": "1 star \\u0070er"}, None),
        ("slots", {"worth(p)": "{ gian 1 star }"}, None),
        ("slots", {"worth(p)": "1 } boat b { x: 2"}, None),
        ("keeps", ["keeps x y"], "y"),
    ],
)
def test_errors_in_texts_inside_stand_inside_that_text(key: str, value: object, marked: str | None) -> None:
    escaped = json.dumps(value).replace("\\\\u", "\\u")
    text = f'{{"kind": "boat", "name": "cog", "{key}": {escaped}, "notes": ["x"]}}'
    module, found = read(text)
    assert module.items == ()
    assert [ident.text for ident in module.broken] == ["cog"]
    assert found.has_errors
    for finding in found:
        assert finding.code.startswith("CW01")
        assert (
            text.index(escaped) < finding.span.start <= finding.span.end < text.index(escaped) + len(escaped)
        )
    if marked is not None:
        assert [finding.span.text for finding in found] == [marked]


def test_one_bad_definition_does_not_hide_the_others() -> None:
    good = '{"kind": "boat", "name": "cog"}'
    bad = '{"kind": "boat", "name": "ark", "titel": "Ark"}'
    module, found = read(f'[{bad}, {good}, {{"only_if": "yes", "items": [{bad}, {good}]}}]')
    assert found.codes() == ["CW1002", "CW1002"]
    assert module.items == (
        definition("boat cog { }"),
        n.OnlyIf(n.Literal("yes"), (definition("boat cog { }"),)),
    )
    assert [ident.text for ident in module.broken] == ["ark", "ark"]


def test_deep_values_are_refused_not_followed() -> None:
    text = '{"kind": "boat", "name": "cog", "fields": {"a": ' + "[" * 60 + "]" * 60 + "}}"
    _, found = read(text)
    assert found.codes() == []
    _, found = read(text.replace("[", "[[").replace("]", "]]"))
    assert found.codes() == ["CW0006"]


# -------------------------------------------------------------------------------------------- anything at all

KEYS = st.sampled_from(
    "kind name title fields faces slots keeps hooks cites standing found list_of columns rows values only_if "
    "items version amount unit text drawing expression worth(p) notes reads x".split()
)
WORDS = st.sampled_from(
    [
        "boat",
        "cog",
        "3 yards",
        "top 2",
        "house",
        "1 star",
        "{ gain 1 star }",
        "after x by owner: leave",
        "",
        "}",
        "(",
    ]
)
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 5) | WORDS | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=5),
    max_leaves=20,
)


@given(ANYTHING)
def test_any_json_gives_definitions_or_errors(value: object) -> None:
    module, found = read(json.dumps(value))
    assert module.items or found.has_errors or value in ([], {"version": 1, "items": []})
    for finding in found:
        assert finding.span.source.path == "file.json"


@given(st.data())
def test_damaged_files_give_errors_only(data: st.DataObject) -> None:
    text = json_text(FULL_JSON)
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 20)))
    put_in = data.draw(st.sampled_from(["", '"', "{", "}", "[", ",", "\\", "\\u00e9", "null", "\x00", "é"]))
    module, found = read(text[:start] + put_in + text[end:])
    for finding in found:
        span = finding.span
        assert 0 <= span.start <= span.end <= len(span.source.text)
    assert found.has_errors or all(isinstance(item, n.Definition) for item in module.items)
