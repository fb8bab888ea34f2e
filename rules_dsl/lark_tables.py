"""Computing the parse tables with Lark: the only module that needs it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from lark import Lark, Token
from lark.grammar import Rule
from lark.lexer import Lexer
from lark.parsers.lalr_analysis import Shift

from .tables import END, STARTS, StoredTables

__all__ = ["build_tables"]


class _NoLexer(Lexer):
    """Keeps Lark from building a lexer of its own: `lexer.Lexer` reads the text."""

    def __init__(self, conf: object) -> None:
        """Take what Lark hands to a lexer, and do nothing with it."""

    def lex(self, lexer_state: Any, parser_state: Any) -> Iterator[Token]:
        """Lex nothing."""
        raise NotImplementedError


def build_tables(grammar: str) -> StoredTables:
    """Compute the tables with Lark.  Raises Lark's `GrammarError` if the grammar has a conflict."""
    lark = Lark(
        grammar, parser="lalr", lexer=_NoLexer, strict=True, start=list(STARTS), maybe_placeholders=True
    )
    # Lark's own types end here: the table is no part of what it promises, so the tests watch over its form.
    parser: Any = lark.parser
    table: Any = parser.parser._parse_table
    order = {rule: index for index, rule in enumerate(lark.rules)}
    terminals = {terminal.name for terminal in lark.terminals} | {END}
    size = max(table.states) + 1
    actions: list[dict[str, int]] = [{} for _ in range(size)]
    gotos: list[dict[str, int]] = [{} for _ in range(size)]
    for state, row in table.states.items():
        for symbol, (action, argument) in row.items():
            if symbol not in terminals:
                gotos[state][symbol] = argument
            elif action is Shift:
                actions[state][symbol] = argument
            else:
                actions[state][symbol] = ~order[argument]
    return {
        "reductions": [_reduction_of(rule) for rule in lark.rules],
        "actions": actions,
        "gotos": gotos,
        "starts": {start: (table.start_states[start], table.end_states[start]) for start in STARTS},
        "patterns": {terminal.name: terminal.pattern.to_regexp() for terminal in lark.terminals},
    }


def _reduction_of(rule: Rule) -> tuple[str, int, int, str, list[tuple[int, bool, int]], int]:
    """The stored form of one production: Lark's rules for what becomes a child, worked out beforehand."""
    options = rule.options
    size = len(rule.expansion)
    gaps = [0] * (size + 1)
    if options.empty_indices:
        marks = "".join(str(int(mark)) for mark in options.empty_indices)
        gaps = [len(ones) for ones in marks.split("0")]
    children: list[tuple[int, bool, int]] = []
    nones = 0
    symbol: Any
    for index, symbol in enumerate(rule.expansion):
        nones += gaps[index]
        if symbol.is_term:
            if symbol.filter_out and not options.keep_all_tokens:
                continue
            children.append((index, False, nones))
        else:
            children.append((index, symbol.name.startswith("_"), nones))
        nones = 0
    nones += gaps[size]
    origin = str(rule.origin.name)
    alone = len(children) == 1 and not children[0][1] and children[0][2] == nones == 0
    passes = children[0][0] if alone and options.expand1 and not rule.alias else -1
    maker = "" if origin.startswith("_") or passes >= 0 else str(rule.alias or origin)
    return origin, size, passes, maker, children, nones
