"""Reading JSON: what is accepted, where values stand, what is said about the rest."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from castlewright.rules_dsl import limits
from castlewright.rules_dsl.diagnostics import Diagnostics
from castlewright.rules_dsl.json_reader import (
    JsonArray,
    JsonObject,
    JsonText,
    JsonValue,
    at_path,
    plain,
    read_json,
)
from castlewright.rules_dsl.source import Source

SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-limits.MAGNITUDE, limits.MAGNITUDE)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"]))
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=15,
)


def read(text: str) -> tuple[JsonValue | None, Diagnostics]:
    found = Diagnostics()
    return read_json(Source("file.json", text), found), found


@given(VALUES, st.booleans(), st.sampled_from([None, 1, "\t"]))
def test_reads_what_json_writes(value: object, ascii_only: bool, indent: int | str | None) -> None:
    text = json.dumps(value, ensure_ascii=ascii_only, indent=indent)
    result, found = read(text)
    assert found.codes() == []
    assert result is not None
    assert plain(result) == value


@given(VALUES)
def test_every_value_stands_where_its_span_says(value: object) -> None:
    result, _ = read(json.dumps(value, indent=1))
    assert result is not None
    work = [result]
    while work:
        one = work.pop()
        assert json.loads(one.span.text) == plain(one)
        if isinstance(one, JsonArray):
            work += one.items
        elif isinstance(one, JsonObject):
            work += [part for member in one.members for part in (member.key, member.value)]


@given(st.text(st.characters(exclude_categories=["Cs"])), st.booleans(), st.data())
def test_characters_of_a_text_are_found_again(text: str, ascii_only: bool, data: st.DataObject) -> None:
    result, _ = read(json.dumps(text, ensure_ascii=ascii_only))
    assert isinstance(result, JsonText)
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    assert json.loads(f'"{result.part(start, end).text}"') == text[start:end]


@given(st.text(alphabet="{}[]\":,\\u0019.-+eEtrufalsn /#'\n\x00d8", max_size=30))
def test_agrees_with_json_about_what_is_json(text: str) -> None:
    result, found = read(text)
    try:
        expected = json.loads(text, parse_constant=_refuse)
    except ValueError:
        assert result is None
        assert found.has_errors
        return
    if "CW1006" in found.codes() or "CW0008" in found.codes() or "\\ud" in text:
        return  # we refuse more
    assert result is not None
    assert plain(result) == expected


def _refuse(word: str) -> None:
    raise ValueError(word)


@pytest.mark.parametrize(
    ("text", "code", "marked", "words"),
    [
        ("", "CW1001", "", "the file ends"),
        ("[1, 2", "CW1001", "[", "not closed"),
        ('{"a": 1', "CW1001", "{", "not closed"),
        ("[1, 2,]", "CW1001", ",", "comma"),
        ("[1 2]", "CW1001", "2", "`,` or `]`"),
        ("{a: 1}", "CW1001", "a", "in quotes"),
        ("{'a': 1}", "CW1001", "'", "key in quotes"),
        ("['a']", "CW1001", "'", "no JSON"),
        ('{"a" 1}', "CW1001", "1", "`:`"),
        ("[True]", "CW1001", "True", "no value"),
        ("[NaN]", "CW1001", "NaN", "no value"),
        ("[1] // one", "CW1001", "/", "stands behind"),
        ("[ // one\n]", "CW1001", "/", "no comments"),
        ('"ab\ncd"', "CW1001", '"', "not closed on its line"),
        ('"a\tb"', "CW1001", "\t", "control character"),
        ('"\\q"', "CW1001", "\\q", "means nothing"),
        ('"\\u12"', "CW1001", "\\u", "four hexadecimal"),
        ('"\\ud83d"', "CW1001", "\\ud83d", "surrogate"),
        ('"\\udca9"', "CW1001", "\\udca9", "surrogate"),
        ("01", "CW1001", "01", "no number"),
        ("1_000", "CW1001", "1_000", "no number"),
        ("-", "CW1001", "-", "no number"),
        ("9" * 5000, "CW0008", "9" * 5000, "larger than"),
        ('{"a": 1, "a": 2}', "CW1006", '"a"', "twice"),
        ("[" * 500, "CW0006", "[", "deep"),
    ],
)
def test_errors_say_where_and_what(text: str, code: str, marked: str, words: str) -> None:
    _, found = read(text)
    (finding,) = found
    assert finding.code == code
    assert finding.span.text == marked
    assert words in finding.message or words in (finding.help or "")


def test_the_first_of_two_equal_keys_counts() -> None:
    result, found = read('{"a": 1, "a": 2, "b": 3}')
    assert found.codes() == ["CW1006"]
    assert result is not None
    assert plain(result) == {"a": 1, "b": 3}


def test_a_path_leads_as_far_as_it_can() -> None:
    result, _ = read('{"a": [1, {"b": 2}]}')
    assert result is not None
    assert plain(at_path(result, ["a", 1, "b"])) == 2
    assert plain(at_path(result, ["a", 7])) == [1, {"b": 2}]
    assert plain(at_path(result, ["c"])) == {"a": [1, {"b": 2}]}
