"""The parse tables: made from `grammar.lark` by Lark, kept on disk, run by `driver`.

Lark reads the grammar, checks it and computes the LALR(1) tables.  Running them needs none of Lark, so
that a warm start does not even import it.  The tables are plain data and are stored as JSON under a name
that holds a hash of the grammar and of everything else they depend on; a file that is missing, damaged
or unwritable only costs time.
"""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass, field
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Final, TypedDict, cast

from .files import cache_folder, write_atomically

__all__ = ["END", "GRAMMAR", "Reduction", "StoredTables", "Tables", "Word", "load_tables", "spellings"]

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
    """The builder's method that makes the value; empty if the children are only gathered for the
    production above.
    """
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


class StoredTables(TypedDict):
    """The tables as they lie in the cache; a production is `Reduction`'s fields in order."""

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
        return _revived(cast(StoredTables, json.loads(path.read_text(encoding="utf-8"))))
    except (OSError, ValueError, KeyError, TypeError, IndexError):
        # Lark takes its time to import, and is only needed here.
        from .lark_tables import build_tables

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


def _revived(stored: StoredTables) -> Tables:
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
            first, *more = words
            if more:
                tail = r"[ \t]+".join(("", *more)) + r"(?![a-zA-Z0-9_])"
                if more[-1] in ("a", "an") and first == "is":
                    # `a` may also be somebody's name: `b is a's owner`, `x is a and y`.
                    tail += rf"(?=[ \t]+(?!(?:{reserved})\b)[a-z])"
                rest = re.compile(tail)
            value = terminal.strip("_").lower().replace("_", " ")
            # `pile`, `row`, … are one terminal: which of them it is matters.
            word = Word(terminal, rest, " ".join(words) if terminal == "STRUCTURE" else value)
            found.setdefault(first, []).append((len(words), word))
    return {first: [word for _, word in sorted(some, key=lambda w: -w[0])] for first, some in found.items()}


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
