"""Expressions and their values, by compiled code, and by the linker where they are constant."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest

from castlewright.compiler.check.expressions import check
from castlewright.compiler.check.link import Linker
from castlewright.compiler.check.scope import Scope
from castlewright.compiler.compile import generate
from castlewright.compiler.lower.scripts import Script, scripts_of
from castlewright.compiler.packs.packs import Library, choose
from castlewright.compiler.typed import ir
from castlewright.compiler.typed.constants import NotConstant, evaluate
from castlewright.compiler.typed.types import Many, OrNone, Type, Unit
from castlewright.examples import _Run
from castlewright.rules_dsl.diagnostics import Diagnostics
from castlewright.rules_dsl.parser import parse_expression
from castlewright.rules_dsl.report import report_text
from castlewright.rules_dsl.source import Source
from castlewright.runtime.game import Game
from castlewright.runtime.ruleset import Ruleset
from castlewright.runtime.tag import Tag, read_tag
from support.conformance import PRELUDE, value_files

YOU = 0
FILES = {file.name: file for file in value_files()}
CASES = [(file.name, number) for file in FILES.values() for number in range(len(file.cases))]


@dataclass
class Played:
    """A file made ready: the typed expressions, the position, and the compiled rules."""

    expressions: list[ir.Expr]
    game: Game
    rules: Ruleset


@cache
def played(name: str) -> Played:
    file = FILES[name]
    found = Diagnostics()
    example = f'example "position" {{ {file.given or "given { }"}\n then {{ expect yes }} }}\n'
    sources = [
        Source("bay/pack.rules", PRELUDE.read_text(encoding="utf-8")),
        Source("bay/position.rules", example),
    ]
    library = Library.of_sources(sources, found)
    linker = Linker(choose(library, "bay", [], found), found, {}, frozenset({"bay"}))
    program = linker.link()
    you = program.examples[0].you
    expressions = [_typed(linker, you, text, found) for text, _ in file.cases]
    assert not found.has_errors, report_text(found)
    for number, expr in enumerate(expressions):
        program.rules[rule_name(number)] = ir.Rule(
            rule_name(number), "bay", (you,), result=expr.type, value=expr, span=expr.span
        )
    script: Script = scripts_of(program, program.examples)[0]
    built = generate(program, found)
    assert built is not None, report_text(found)
    rules = Ruleset.from_text(built.text, f"<{name}>")
    run = _Run(rules, script, lambda *_: None)
    assert run.run() == []
    return Played(expressions, run.game, rules)


def _typed(linker: Linker, you: ir.Var, text: str, found: Diagnostics) -> ir.Expr:
    node = parse_expression(Source(text, text), found)
    assert node is not None, f"{text}\n{report_text(found)}"
    scope = Scope(linker.symbols, found, "bay", you=you)
    return check(scope, node)


def rule_name(number: int) -> str:
    return f"value {number}"


# ------------------------------------------------------------------------------------ values as text


def shown(game: Game, tag: Tag, type_: Type, value: Any) -> str:
    """A value of the running game, as the files write it."""
    if value is None:
        return "none"
    if isinstance(type_, OrNone):
        type_ = type_.item
    if tag.many:
        assert isinstance(type_, Many)
        return f"[{', '.join(shown(game, tag.one, type_.item, one) for one in value)}]"
    match tag.base:
        case "piece":
            return game.rules.definitions[game.rules.piece_def[value]][1]
        case "value":
            return game.rules.value_names[tag.name][value]
        case "player":
            return f"player {value + 1}"
        case "yesno":
            return "yes" if value else "no"
        case "unit":
            return f"{value} {tag.name}"
        case _:
            return str(value)


def shown_constant(type_: Type, value: ir.Const) -> str:
    """A constant of the linker, as the files write it."""
    if isinstance(type_, OrNone):
        type_ = type_.item
    match value:
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
        case int():
            return f"{value} {type_.name}" if isinstance(type_, Unit) else str(value)
        case ir.Definition():
            return value.name
        case tuple():
            assert isinstance(type_, Many)
            return f"[{', '.join(shown_constant(type_.item, one) for one in value)}]"
        case _:
            return str(value)


@pytest.mark.parametrize(("name", "number"), CASES)
def test_compiled_code_gives_the_value(name: str, number: int) -> None:
    ready = played(name)
    text, expected = FILES[name].cases[number]
    expr = ready.expressions[number]
    tag = read_tag(ready.rules.rules[rule_name(number)][2])
    value = ready.game.rule(rule_name(number), YOU)
    assert shown(ready.game, tag, expr.type, value) == expected, text


@pytest.mark.parametrize("name", FILES)
def test_constants_are_the_same_when_linked(name: str) -> None:
    ready = played(name)
    for expr, (text, expected) in zip(ready.expressions, FILES[name].cases, strict=True):
        try:
            value = evaluate(expr)
        except NotConstant:
            continue
        assert shown_constant(expr.type, value) == expected, text


def test_many_values_are_constant() -> None:
    constant = 0
    for name in ("arithmetic", "questions", "members", "sets"):
        for expr in played(name).expressions:
            try:
                evaluate(expr)
                constant += 1
            except NotConstant:
                pass
    assert constant > 100


def test_every_case_stands_once() -> None:
    for file in FILES.values():
        texts = [text for text, _ in file.cases]
        assert len(texts) == len(set(texts)), file.name
