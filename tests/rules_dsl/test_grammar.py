"""The grammar and its tables: no conflict, a plain name for every terminal, Lark as the driver's judge."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar, cast

import pytest
from lark import Lark, Token, Tree
from lark.lexer import Lexer as LarkLexer

from castlewright.rules_dsl import driver, lark_tables, tables
from castlewright.rules_dsl.driver import Driver
from castlewright.rules_dsl.lexer import Lexer
from castlewright.rules_dsl.nodes import Ident
from castlewright.rules_dsl.source import Source
from castlewright.rules_dsl.tables import END, GRAMMAR, STARTS, load_tables, spellings
from castlewright.rules_dsl.terminals import GROUPS, PLAIN, expected, is_word, plain_name
from support.reading import SAMPLES

TABLES = load_tables()


def test_the_grammar_has_no_conflict_and_no_empty_production() -> None:
    stored = lark_tables.build_tables(GRAMMAR.read_text(encoding="utf-8"))  # strict: raises on a conflict
    assert all(production[1] > 0 for production in stored["reductions"])
    assert len(stored["actions"]) > 1000


def test_every_terminal_has_a_plain_name() -> None:
    for terminal in [*TABLES.patterns, END]:
        name = plain_name(terminal)
        assert name
        if terminal == "STRUCTURE":
            continue
        assert (terminal in PLAIN) != bool(spellings(TABLES.patterns.get(terminal, "")))
        if is_word(terminal):
            assert name.startswith("`")
            assert name.strip("`").replace(" ", "").isalpha()


def test_groups_name_terminals_that_exist() -> None:
    for _, needed, members in GROUPS:
        assert needed | members <= {*TABLES.patterns, END}
        assert needed <= members


def test_no_state_needs_many_words() -> None:
    for actions in TABLES.actions:
        said = expected(frozenset(actions))
        assert len(said) <= 5
        assert bool(said) == bool(actions)


def test_words_are_told_apart() -> None:
    """No phrase belongs to two terminals, so that the state alone decides between a word and a name."""
    seen: dict[tuple[str, ...], str] = {}
    for terminal, pattern in TABLES.patterns.items():
        for words in spellings(pattern):
            assert seen.setdefault(words, terminal) == terminal, words


def test_reserved_words_are_words() -> None:
    assert TABLES.reserved <= set(TABLES.words)


# ------------------------------------------------------------------------------------ Lark as judge


class _Recorder(Lexer):
    """Remembers what it reads."""

    tokens: ClassVar[list[Token]] = []

    def read(self, stack: list[int]) -> str:
        terminal = super().read(stack)
        if terminal != END:
            # What we read must be what the grammar says the terminal is.
            text = self._text[self.start : self.stop]
            assert re.fullmatch(TABLES.patterns[terminal], text), (terminal, text)
            self.tokens.append(Token(terminal, text, self.start))
        return terminal


class _Repeater(LarkLexer):
    """Gives Lark's own parser the terminals that our lexer has read."""

    __future_interface__ = 1

    def __init__(self, conf: object) -> None:
        pass

    def lex(self, lexer_state: Any, parser_state: Any) -> Iterator[Token]:
        yield from _Recorder.tokens


class _Shapes:
    """A builder that makes nested tuples, to be compared with Lark's trees."""

    def maker(self, name: str) -> Any:
        return lambda span, *children: (name, *(_plain(child) for child in children))


def _plain(child: object) -> object:
    if isinstance(child, tuple) or child is None:
        return child
    return "token"


def _tree_shape(tree: object) -> object:
    if isinstance(tree, Tree):
        node = cast("Tree[Token]", tree)
        return (str(node.data), *(_tree_shape(child) for child in node.children))
    return None if tree is None else "token"


LARK = Lark(
    GRAMMAR.read_text(encoding="utf-8"),
    parser="lalr",
    lexer=_Repeater,
    start=list(STARTS),
    maybe_placeholders=True,
)


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.parent.name + "/" + path.name)
def test_the_driver_does_what_lark_does(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = path.read_text(encoding="utf-8").rstrip("\n")
    monkeypatch.setattr(driver, "Lexer", _Recorder)
    _Recorder.tokens.clear()
    ours = Driver(TABLES, Source("sample", text), _Shapes()).parse("module", 0, len(text), lambda stop: False)
    assert ours is not None
    assert ours == _tree_shape(LARK.parse("", start="module"))


# ---------------------------------------------------------------------------------------- the cache


def test_tables_come_from_the_cache_and_survive_a_damaged_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CASTLEWRIGHT_CACHE", str(tmp_path / "deep" / "cache"))
    built: list[str] = []
    stored = lark_tables.build_tables(GRAMMAR.read_text(encoding="utf-8"))

    def build(grammar: str) -> tables.StoredTables:
        built.append(grammar)
        return stored

    monkeypatch.setattr(lark_tables, "build_tables", build)
    fresh = load_tables.__wrapped__
    first = fresh()
    (file,) = (tmp_path / "deep" / "cache").iterdir()
    assert fresh().actions == first.actions  # Lark numbers the states anew each time it builds them.
    assert len(built) == 1
    for damage in ("", "{}", "[1]", '{"reductions": 3}', file.read_text(encoding="utf-8")[:1000]):
        file.write_text(damage, encoding="utf-8")
        assert len(fresh().actions) == len(first.actions)
    assert len(built) == 6
    assert json.loads(file.read_text(encoding="utf-8"))["starts"]


def test_an_unwritable_cache_only_costs_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder", encoding="utf-8")
    monkeypatch.setenv("CASTLEWRIGHT_CACHE", str(blocked / "cache"))
    assert len(load_tables.__wrapped__().actions) == len(TABLES.actions)


def test_lexer_values_are_what_the_builder_expects() -> None:
    source = Source("x", "a")
    lexer = Lexer(TABLES, source, 0, 1)
    assert lexer.read([TABLES.starts["expr"][0]]) == "NAME"
    assert lexer.value == Ident("a")
