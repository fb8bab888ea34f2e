"""The language reference: examples are right, constructs and questions have one, the pages are current."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from castlewright.compiler.check.typing import BUILT_IN
from castlewright.compiler.publish.parts import parts_of
from castlewright.compiler.publish.reference import PAGES, TYPE_WORDS, reference_pages, words_of_the_language
from castlewright.compiler.publish.reference_world import (
    FACT_EXAMPLES,
    QUESTION_EXAMPLES,
    files_with,
    files_with_expression,
    world_text,
)
from castlewright.compiler.typed.builtins import FACTS, QUESTIONS
from castlewright.rules_dsl import nodes as n
from castlewright.rules_dsl.diagnostics import Diagnostics, Severity
from castlewright.rules_dsl.formatter import formatted
from castlewright.rules_dsl.parser import parse
from castlewright.rules_dsl.report import report_text
from castlewright.rules_dsl.source import Source
from support.linking import Linked, link_files

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs" / "language" / "reference"
CONSTRUCTS = list(n.CONSTRUCTS)


def errors_of(linked: Linked) -> str:
    """The errors as text; warnings (such as a `let` that nothing reads) do not count."""
    errors = [finding for finding in linked.found if finding.severity is Severity.ERROR]
    return report_text(Diagnostics(errors)) if errors else ""


def test_the_world_is_right() -> None:
    linked = link_files({"islands/pack.rules": world_text()}, "islands")
    assert linked.codes == [], report_text(linked.found)


@pytest.mark.parametrize("construct", CONSTRUCTS, ids=lambda c: c.__name__)
def test_every_example_stands_in_the_world(construct: type[n.Node]) -> None:
    linked = link_files(files_with(construct, n.CONSTRUCTS[construct].example), "islands")
    assert errors_of(linked) == ""


@pytest.mark.parametrize("construct", CONSTRUCTS, ids=lambda c: c.__name__)
def test_every_example_shows_its_construct(construct: type[n.Node]) -> None:
    example = n.CONSTRUCTS[construct].example
    found = [
        node
        for path, text in files_with(construct, example).items()
        for node in n.walk(parse(Source(path, text), Diagnostics()))
        if type(node) is construct and node.span.text in (example, example.strip())
    ]
    assert found, f"no {construct.__name__} is made of {example!r}"


@pytest.mark.parametrize("construct", CONSTRUCTS, ids=lambda c: c.__name__)
def test_the_formatter_knows_every_construct(construct: type[n.Node]) -> None:
    for path, text in files_with(construct, n.CONSTRUCTS[construct].example).items():
        once = formatted(text, path)
        assert formatted(once, path) == once
        before, after = (parse(Source(path, version), Diagnostics()) for version in (text, once))
        assert before == after


def test_every_question_has_an_example() -> None:
    assert set(QUESTION_EXAMPLES) == set(QUESTIONS)
    assert set(FACT_EXAMPLES) == set(FACTS)


@pytest.mark.parametrize("example", [*QUESTION_EXAMPLES.values(), *FACT_EXAMPLES.values()])
def test_the_examples_of_questions_are_right(example: str) -> None:
    assert errors_of(link_files(files_with_expression(example), "islands")) == ""


def test_every_area_has_a_page() -> None:
    shown = {area for page in PAGES.values() for area in page.areas} | {"type"}
    assert {told.area for told in n.CONSTRUCTS.values()} == shown


def test_every_built_in_type_has_its_words() -> None:
    assert set(TYPE_WORDS) <= set(BUILT_IN)
    assert {BUILT_IN[name] for name in TYPE_WORDS} == set(BUILT_IN.values())


def test_parts_are_told_in_words() -> None:
    for construct in CONSTRUCTS:
        for part in parts_of(construct):
            assert part.holds[:1].islower(), f"{construct.__name__}.{part.name}: {part.holds!r}"
    words = {part.name: (part.holds, part.several, part.optional) for part in parts_of(n.RuleDecl)}
    assert words["name"] == ("a name", False, False)
    assert words["params"] == ("a parameter", True, False)
    assert words["subject"] == ("an expression", False, True)
    assert words["body"] == ("an expression or statements", False, False)


def test_words_are_told_apart() -> None:
    reserved, words = words_of_the_language()
    assert "where" in reserved
    assert "number of" in words
    assert not set(reserved) & set(words)


@pytest.mark.parametrize("name", sorted(reference_pages()))
def test_the_committed_page_is_current(name: str, golden: Callable[[Path, str], None]) -> None:
    golden(DOCS / name, reference_pages()[name])


def test_no_page_is_left_over() -> None:
    assert {path.name for path in DOCS.glob("*.md")} == set(reference_pages())
