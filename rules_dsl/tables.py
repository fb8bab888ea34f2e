"""The parse tables: made from `grammar.lark` by Lark, kept on disk, run by `driver`.

Lark reads the grammar, checks it and computes the LALR(1) tables.  Running them needs none of Lark, so that a warm
start does not even import it.  The tables are plain data and are stored as JSON under a name that holds a hash of the
grammar and of everything else they depend on; a file that is missing, damaged or unwritable only costs time.
"""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass, field
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypedDict, cast

from .files import cache_folder, write_atomically

if TYPE_CHECKING:
    from lark.grammar import Rule

__all__ = ["END", "GRAMMAR", "Reduction", "Tables", "Word", "build_tables", "load_tables", "spellings"]

GRAMMAR: Final = Path(__file__).with_name("grammar.lark")

FORMAT: Final = 1
"""Raise this when the meaning of the stored data changes."""

STARTS: Final = ("module", "item", "expr")

END: Final = "$END"
"""The terminal that stands for the end of what is parsed."""


@dataclass(slots=True)
class Reduction:
    """One production of the grammar, as the driver wants it."""

    origin: str
    """The nonterminal it makes."""
    size: int
    """How many symbols it takes off the stack."""
    passes: int
    """The index of the only child, if that child stands for the whole; else -1."""
    maker: str
    """The builder's method that makes the value; empty if the children are only gathered for the production above."""
    children: list[tuple[int, bool, int]]
    """Index of a child, whether it is a gathering to be spliced in, and how many `None`s stand before it."""
    nones: int
    """How many `None`s follow the last child."""


@dataclass(slots=True)
class Word:
    """One spelling of a word or phrase of the language."""

    terminal: str
    rest: re.Pattern[str] | None
    """What must follow the first word; `None` for a single word."""
    value: str
    """How the builder is told which word it was, however it was spelt."""


@dataclass(slots=True)
class Tables:
    """Everything `driver` and `lexer` need; shared by all parsers of a process."""

    reductions: list[Reduction]
    actions: list[dict[str, int]]
    """Of each state: terminal to the state it shifts to, or to `~n` for production `n`."""
    gotos: list[dict[str, int]]
    starts: dict[str, tuple[int, int]]
    """Of each start symbol: the first state, and the state in which all is read."""
    patterns: dict[str, str]
    """Regular expression of each terminal."""
    words: dict[str, list[Word]]
    """First word to the phrases it can begin, longest first."""
    reserved: frozenset[str]
    """Words that can never be names."""
    units: dict[tuple[int, str, str], int] = field(default_factory=dict[tuple[int, str, str], int])
    """Memory of the driver: where a chain of productions with one symbol ends."""

    def accepts(self, stack: list[int], terminal: str) -> bool:
        """Whether a parser whose states are `stack` could go on with `terminal`; `stack` is left as it is."""
        states = list(stack)
        while True:
            action = self.actions[states[-1]].get(terminal)
            if action is None:
                return False
            if action >= 0:
                return True
            reduction = self.reductions[~action]
            if reduction.size:
                del states[-reduction.size :]
            target = self.gotos[states[-1]].get(reduction.origin)
            if target is None:
                return True  # The start symbol itself: everything has been read.
            states.append(target)


class _StoredTables(TypedDict):
    reductions: list[tuple[str, int, int, str, list[tuple[int, bool, int]], int]]
    actions: list[dict[str, int]]
    gotos: list[dict[str, int]]
    starts: dict[str, tuple[int, int]]
    patterns: dict[str, str]


@cache
def load_tables() -> Tables:
    """The tables of this grammar, once a process: from the cache on disk if they are there, else built."""
    grammar = GRAMMAR.read_text(encoding="utf-8")
    path = _cache_path(grammar)
    try:
        return _revived(cast(_StoredTables, json.loads(path.read_text(encoding="utf-8"))))
    except (OSError, ValueError, KeyError, TypeError, IndexError):
        stored = build_tables(grammar)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, json.dumps(stored, separators=(",", ":")))
    except OSError:
        pass  # A read-only home is no reason to fail; the next process builds the tables again.
    return _revived(stored)


def _cache_path(grammar: str) -> Path:
    key = hashlib.sha256(f"{FORMAT}\n{metadata.version('lark')}\n{grammar}".encode()).hexdigest()[:24]
    return cache_folder() / f"grammar-{key}.json"


def build_tables(grammar: str) -> _StoredTables:
    """Compute the tables with Lark.  Raises Lark's `GrammarError` if the grammar has a conflict."""
    from lark import Lark
    from lark.parsers.lalr_analysis import Shift

    lark = Lark(grammar, parser="lalr", lexer="contextual", start=list(STARTS), maybe_placeholders=True)
    table = lark.parser.parser._parse_table  # pyright: ignore[reportPrivateUsage]
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


def _revived(stored: _StoredTables) -> Tables:
    patterns = stored["patterns"]
    return Tables(
        reductions=[
            Reduction(origin, size, passes, maker, [(i, splice, gap) for i, splice, gap in children], nones)
            for origin, size, passes, maker, children, nones in stored["reductions"]
        ],
        actions=stored["actions"],
        gotos=stored["gotos"],
        starts={start: (first, last) for start, (first, last) in stored["starts"].items()},
        patterns=patterns,
        words=_words(patterns),
        reserved=_reserved(patterns["NAME"]),
    )


def _words(patterns: dict[str, str]) -> dict[str, list[Word]]:
    reserved = "|".join(sorted(_reserved(patterns["NAME"])))
    found: dict[str, list[tuple[int, Word]]] = {}
    for terminal, pattern in patterns.items():
        for words in spellings(pattern):
            rest = None
            if len(words) > 1:
                tail = r"[ \t]+".join(("", *words[1:])) + r"(?![a-zA-Z0-9_])"
                if words[-1] in ("a", "an") and words[0] == "is":
                    # `a` may also be somebody's name: `b is a's owner`, `x is a and y`.
                    tail += rf"(?=[ \t]+(?!(?:{reserved})\b)[a-z])"
                rest = re.compile(tail)
            value = terminal.strip("_").lower().replace("_", " ")
            # `pile`, `row`, … are one terminal: which of them it is matters.
            word = Word(terminal, rest, " ".join(words) if terminal == "STRUCTURE" else value)
            found.setdefault(words[0], []).append((len(words), word))
    return {first: [word for _, word in sorted(words, key=lambda w: -w[0])] for first, words in found.items()}


_OPTIONAL = re.compile(r"([a-z])\?")


def spellings(pattern: str) -> list[tuple[str, ...]]:
    """All ways to write a word terminal, each as its words; empty if the pattern is of another sort.

    Understood are words between blanks, `x?` for a letter that may be missing, and `(a|b)`.
    """
    if not pattern.endswith(r"\b"):
        return []
    body = pattern.removesuffix(r"\b").removeprefix("(?:").removesuffix(")")
    texts: list[str] = []
    for option in body.strip("()").split("|") if "|" in body else [body]:
        texts += [_OPTIONAL.sub(r"\1", option), _OPTIONAL.sub("", option)] if "?" in option else [option]
    found = [tuple(text.split(" +")) for text in texts]
    if all(word.isalpha() and word.islower() for words in found for word in words):
        return found
    return []


def _reserved(name_pattern: str) -> frozenset[str]:
    excluded = re.match(r"\(\?!\(\?:([a-z|]+)\)", name_pattern)
    if excluded is None:
        raise ValueError("the pattern of NAME excludes no words")
    return frozenset(excluded.group(1).split("|"))
