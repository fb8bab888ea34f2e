"""Errors of reading: which, where, in which words; that one hides no other and causes none."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from castlewright.rules_dsl.codes import ALL, CodeInfo
from castlewright.rules_dsl.diagnostics import Diagnostics
from castlewright.rules_dsl.nodes import Definition
from castlewright.rules_dsl.parser import parse_expression, parse_item
from castlewright.rules_dsl.source import Source
from support.reading import ROOT, cases, described, expression, read, written

FILES = sorted((ROOT / "tests" / "rules_dsl" / "errors").glob("*.txt"))
PAGES = [info for info in ALL if info.form == "rules" and "\n--- " not in f"\n{info.good}"]

# What the checker finds, not the parser.
LATER = {"CW0014"}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_messages(path: Path, golden: Callable[[Path, str], None]) -> None:
    got = [replace(case, expected=described(case.text, read(case.text)[1])) for case in cases(path)]
    golden(path, written(got))


@pytest.mark.parametrize("info", [i for i in PAGES if i.code[:4] in ("CW00", "CW01")], ids=lambda i: i.code)
def test_the_bad_example_of_a_page_has_its_code(info: CodeInfo) -> None:
    if info.code not in LATER:
        assert read(info.bad)[1].codes() == [info.code]


@pytest.mark.parametrize("info", PAGES, ids=lambda i: i.code)
def test_the_good_example_of_a_page_is_read(info: CodeInfo) -> None:
    diagnostics = read(info.good)[1]
    assert not diagnostics, diagnostics


def test_one_bad_item_hides_no_other() -> None:
    tree, diagnostics = read(
        "unit a\nrule f() -> number = 1\neffect e() { gain }\nrule g() -> number = 2\nrule h( -> number = 3\n"
        "unit c d\n"
    )
    assert [d.span.line for d in diagnostics] == [1, 3, 5]
    assert len(tree.items) == 3
    assert {"a", "e", "h"} <= {name.text for name in tree.broken}


def test_several_errors_of_one_item_are_found() -> None:
    _, diagnostics = read(
        "effect e() {\n  gain\n  set x to 3\n  move\n  if a { gain\n    leave }\n  add 1\n}\n"
    )
    assert [d.span.line for d in diagnostics] == [2, 4, 5, 7]


def test_an_open_bracket_harms_its_item_only() -> None:
    for opener in ("{", "(", "[", '"', '"""'):
        tree, diagnostics = read(
            f"thing a {{ }}\nthing b {{ x: {opener}\n  y: 2 }}\nthing c {{ }}\nthing d {{ }}\n"
        )
        last = tree.items[-1]
        assert isinstance(last, Definition)
        assert last.name.text == "d", opener
        assert len(diagnostics) == 1, (opener, diagnostics)


def test_a_missing_brace_is_shown_where_it_opens() -> None:
    _, diagnostics = read("thing a {\n  x: 1\n  f(p) {\n    leave\n}\nthing b { }\n")
    assert [(d.code, d.span.line) for d in diagnostics] == [("CW0105", 3)]


def test_what_follows_a_broken_header_is_not_reported() -> None:
    _, diagnostics = read('thing a "A"\n  size: 3\n  points: 4\n}\nthing b { }\n')
    assert diagnostics.codes() == ["CW0120"]


def test_messages_name_no_terminal() -> None:
    for path in FILES:
        for case in cases(path):
            for finding in read(case.text)[1]:
                words = finding.message.replace("`", " ").split()
                assert not any(word.isupper() and len(word) > 3 and "-" not in word for word in words), (
                    finding
                )
                assert "_" not in finding.message.split("`")[0]


def test_suggestions_mend() -> None:
    for text, mended in (
        ("thing Abc { }", "thing abc { }"),
        ("efect e() { leave }", "effect e() { leave }"),
        (
            "rule f() -> number = number of room r in z were a",
            "rule f() -> number = number of room r in z where a",
        ),
        ("thing a { b = 3 }", "thing a { b : 3 }"),
        ("thing a { b: [c d] }", "thing a { b: [c , d] }"),
    ):
        (finding,) = read(text)[1]
        assert finding.suggestion is not None
        span = finding.suggestion.span
        assert text[: span.start] + finding.suggestion.replacement + text[span.end :] == mended
        assert not read(mended)[1]


def test_expressions_and_items_by_themselves() -> None:
    diagnostics = Diagnostics()
    assert parse_expression(Source("x", "1 +"), diagnostics) is None
    assert parse_expression(Source("x", ""), diagnostics) is None
    assert parse_expression(Source("x", "(" * 100 + "1" + ")" * 100), diagnostics) is None
    assert parse_expression(Source("x", "1; 2"), diagnostics) is None
    assert parse_item(Source("x", "unit a b; unit c d"), diagnostics) is None
    assert parse_item(Source("x", ""), diagnostics) is None
    assert len(diagnostics) >= 5
    assert expression(" 1 \n") == expression("1")


def _said(text: str) -> list[tuple[str, str, str | None]]:
    return [(found.code, found.message, found.help) for found in read(text)[1]]


def test_an_invisible_character_is_reported_once() -> None:
    assert [code for code, *_ in _said("rule x() -> number = 1 \x1b + 2\n")] == ["CW0005"]


def test_a_name_with_a_line_in_front() -> None:
    ((code, message, help),) = _said("kind _boat plural boats { }\n")
    assert (code, help) == ("CW0117", "write `boat`")
    assert "capital" not in message


@pytest.mark.parametrize(("word", "help"), [("requires", "did you mean `needs`?"), ("colour", "`after`")])
def test_a_line_that_no_pack_has(word: str, help: str) -> None:
    ((code, _, said),) = _said(f'pack p "P" {{\n  game g\n  {word} q\n}}\n')
    assert code == "CW0203"
    assert said is not None
    assert help in said
    assert "manifest" not in said
