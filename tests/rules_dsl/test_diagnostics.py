"""The bag of findings, its JSON form, and near names."""

from __future__ import annotations

import json
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from castlewright.rules_dsl import limits
from castlewright.rules_dsl.diagnostics import (
    Diagnostic,
    DiagnosticError,
    Diagnostics,
    Label,
    Severity,
    Suggestion,
    to_json,
)
from castlewright.rules_dsl.names import did_you_mean, distance, nearest
from castlewright.rules_dsl.source import NO_SPAN, Source

A = Source("a.rules", "one two three\nfour five\n")
B = Source("b.rules", "one two three\n")


def test_sorted_by_file_and_place() -> None:
    bag = Diagnostics()
    bag.error("CW0301", B.span(0, 3), "second file")
    bag.error("CW0302", A.span(4, 7), "later")
    bag.warning("CW0316", A.span(0, 3), "first")
    bag.error("CW0301", A.span(4, 7), "same place, smaller code")
    assert bag.codes() == ["CW0316", "CW0301", "CW0302", "CW0301"]
    assert next(iter(bag)).severity is Severity.WARNING


def test_the_same_code_at_the_same_place_is_kept_once() -> None:
    bag = Diagnostics()
    for message in ("one way", "another way"):
        bag.error("CW0301", A.span(0, 3), message)
    bag.error("CW0302", A.span(0, 3), "another code")
    bag.error("CW0301", A.span(4, 7), "another place")
    assert [item.message for item in bag] == ["one way", "another code", "another place"]
    # The same file read again is the same place.
    bag.error("CW0301", Source("a.rules", A.text).span(0, 3), "again")
    assert len(bag) == 3


def test_findings_without_extent_are_told_apart_by_their_words() -> None:
    bag = Diagnostics()
    bag.error("CW0205", NO_SPAN, "a")
    bag.error("CW0205", NO_SPAN, "b")
    bag.error("CW0205", NO_SPAN, "a")
    assert len(bag) == 2


def test_only_errors_make_it_bad() -> None:
    bag = Diagnostics()
    bag.warning("CW0316", A.span(0, 3), "unused")
    assert not bag.has_errors
    bag.raise_errors()
    bag.error("CW0301", A.span(0, 3), "unknown")
    assert bag.has_errors
    with pytest.raises(DiagnosticError) as caught:
        bag.raise_errors()
    assert caught.value.diagnostics is bag
    assert "error[CW0301]: unknown" in str(caught.value)
    assert "1 error, 1 warning" in str(caught.value)


def test_marks_and_muting_keep_cascades_away() -> None:
    bag = Diagnostics()
    assert bag.mark(("name", "x"))
    assert not bag.mark(("name", "x"))
    assert bag.is_marked(("name", "x"))
    assert not bag.is_marked(("name", "y"))
    bag.error("CW0101", A.span(4, 7), "the cause")
    bag.mute(A.span(0, 13))
    bag.error("CW0301", A.span(0, 3), "a consequence")
    bag.error("CW0301", A.span(8, 18), "sticks out")
    bag.error("CW0301", B.span(0, 3), "another file")
    assert [item.message for item in bag] == ["the cause", "sticks out", "another file"]


def test_a_flood_is_counted_but_not_kept() -> None:
    long = Source("long.rules", "x" * (limits.DIAGNOSTICS + 10))
    bag = Diagnostics()
    for at in range(limits.DIAGNOSTICS):
        bag.warning("CW0316", long.span(at, at + 1), "w")
    for at in range(limits.DIAGNOSTICS, limits.DIAGNOSTICS + 10):
        bag.error("CW0301", long.span(at, at + 1), "e")
    assert len(bag) == limits.DIAGNOSTICS
    assert bag.dropped == 10
    assert bag.error_count == 10
    assert bag.has_errors
    other = Diagnostics(bag)
    assert (len(other), other.dropped, other.error_count) == (limits.DIAGNOSTICS, 10, 10)
    assert "and 950 more" in str(DiagnosticError(bag))


def test_json_has_every_key_and_is_plain() -> None:
    item = Diagnostic(
        "CW0302",
        "no field `tow`",
        Label(A.span(4, 7), "here"),
        (Label(B.span(0, 3), "there"),),
        ("a note",),
        "did you mean `two`?",
        Suggestion(A.span(4, 7), "two"),
    )
    place = {"file": "a.rules", "start": 4, "end": 7, "line": 1, "column": 5, "end_line": 1, "end_column": 8}
    other = {"file": "b.rules", "start": 0, "end": 3, "line": 1, "column": 1, "end_line": 1, "end_column": 4}
    assert to_json(item) == {
        "code": "CW0302",
        "severity": "error",
        "message": "no field `tow`",
        "primary": {"place": place, "text": "here"},
        "secondary": [{"place": other, "text": "there"}],
        "notes": ["a note"],
        "help": "did you mean `two`?",
        "suggestion": {"place": place, "replacement": "two"},
    }
    bare = to_json(Diagnostic("CW0001", "gone", Label(NO_SPAN)))
    assert (bare["help"], bare["suggestion"], bare["notes"]) == (None, None, [])
    bag = Diagnostics([item])
    assert json.loads(json.dumps(bag.to_json())) == {
        "version": 1,
        "errors": 1,
        "warnings": 0,
        "dropped": 0,
        "diagnostics": [to_json(item)],
    }


def test_an_error_can_be_sent_to_another_process() -> None:
    bag = Diagnostics()
    bag.error("CW0301", A.span(0, 3), "unknown")
    again = pickle.loads(pickle.dumps(DiagnosticError(bag)))
    assert str(again) == str(DiagnosticError(bag))


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("efect", ["effect"]),
        ("lenght", ["length"]),
        ("Size", ["size"]),
        ("turn", ["sail_turn"]),
        ("turn_sail", ["sail_turn"]),
        ("x", []),
        ("harbour", []),
    ],
)
def test_nearest(name: str, near: list[str]) -> None:
    assert nearest(name, ["effect", "length", "size", "sail_turn", "y", "red"]) == near


def test_nearest_are_ordered_and_few() -> None:
    assert nearest("board", ["broad", "boards", "bord", "bored", "cord", "beard"], limit=3) == [
        "beard",
        "boards",
        "bord",
    ]


def test_did_you_mean() -> None:
    assert did_you_mean("sise", ["size"]) == "did you mean `size`?"
    assert did_you_mean("bord", ["board", "cord"]) == "did you mean `board` or `cord`?"
    assert did_you_mean("bord", ["board", "cord", "ford"]) == "did you mean `board`, `cord` or `ford`?"
    assert did_you_mean("bord", ["elephant"]) is None


def test_distance_counts_a_swap_once() -> None:
    assert distance("form", "from", 4) == 1
    assert distance("", "abc", 4) == 3
    assert distance("abc", "xyz", 2) > 2


@given(st.text("abc", max_size=6), st.text("abc", max_size=6))
def test_distance_is_symmetric_and_zero_only_for_equals(a: str, b: str) -> None:
    assert distance(a, b, 9) == distance(b, a, 9)
    assert (distance(a, b, 9) == 0) == (a == b)
    assert distance(a, b, 9) <= max(len(a), len(b))
