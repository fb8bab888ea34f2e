"""From characters to terminals, one at a time and at the parser's request.

What a word means depends on what the parser can use here: `number of` is one terminal where a value is
due, `number` is a name where a type is.  So the lexer asks the tables about the parser's state before it
decides.

Ends of lines: a line end is an `_NL`, as `;` is.  It counts as a blank

- inside `( )` and `[ ]`, after `{`, `,`, `;`, `=`, `->`, an operator or another line end, and before `}`;
- before a line that begins with a word or sign that continues what stood before (`and`, `where`, `else`,
  `+`, …);
- before a line that begins with a word for origins and texts (`cites`, `reads`, …) or for the tail of a
  declaration (`seen by`, `until end of`, …) if the parser can use it there.
"""

from __future__ import annotations

import re
from typing import Final

from . import limits
from .nodes import Ident, Pronoun
from .source import Source, Span
from .tables import END, Tables

__all__ = [
    "BAD_CHARACTER",
    "BAD_NAME",
    "BAD_NUMBER",
    "CONTINUES",
    "LONG_NAME",
    "OPEN_DRAWING",
    "OPEN_TEXT",
    "SKIP",
    "Lexer",
]

BAD_CHARACTER: Final = "bad character"
BAD_NAME: Final = "bad name"
BAD_NUMBER: Final = "bad number"
LONG_NAME: Final = "long name"
OPEN_TEXT: Final = "open text"
OPEN_DRAWING: Final = "open drawing"

_TOKEN: Final = re.compile(
    r"""[ \t]*(?:
      ([a-z][a-z0-9_]*)(?!\w)                           # 1 word
    | (->|<=|>=|'s(?![A-Za-z0-9_])|[-+*/<>(){}\[\],:.=])  # 2 sign
    | ([0-9][0-9_]*)(?!\w)                              # 3 number
    | (\n)                                              # 4 line end
    | (;)                                               # 5 the same
    | (\"\"\"(?:.|\n)*?\"\"\")                          # 6 drawing
    | ("(?!"")[^"\\\n]*(?:\\.[^"\\\n]*)*")              # 7 text
    | (\#[^\n]*)                                        # 8 comment
    | ([A-Z][A-Z0-9]*(?:-[A-Z0-9]+)+)(?![A-Za-z0-9_-])  # 9 citation
    | ([0-9][A-Za-z0-9_]*)                              # 10 number with letters
    | ([^\W\d][\w-]*|_\w*)                              # 11 name with capitals or foreign letters
    | (\"\"\")                                          # 12 drawing without an end
    | (")                                               # 13 text without an end
    | (.)                                               # 14 anything else
    )""",
    re.VERBOSE,
)
_WORD, _SIGN, _NUMBER, _LINE_END, _SEMICOLON, _DRAWING, _TEXT, _COMMENT = range(1, 9)
_CITATION, _BAD_NUMBER, _BAD_NAME, _OPEN_DRAWING, _OPEN_TEXT = range(9, 14)

SKIP: Final = re.compile(r"(?:[ \t\n]|#[^\n]*)*")
"""Blanks, line ends and comments."""

_SKIP_MORE: Final = re.compile(r"(?:[ \t\n;]|#[^\n]*)*")

CONTINUES: Final = re.compile(
    r"(?:and|or|where|among|as|over|linked|satisfies|else(?![ \t]*:)|then(?![ \t]*\{)|when[ \t]+time)"
    r"(?![A-Za-z0-9_])|[+*/{]"
)
"""What continues the line before, wherever it stands."""

_MAY_CONTINUE: Final = re.compile(
    r"(?:cites|house|attested|found|icon|note|reads|prose|until|seen|through|on|at)(?![A-Za-z0-9_])"
)

_SIDE: Final = re.compile(r"[ \t]+[0-9]+(?:[ \t]+to[ \t]+[0-9]+)?(?![0-9A-Za-z_])")
_EDGES: Final = frozenset({"top", "right", "bottom", "left"})
_COLON: Final = re.compile(r"[ \t]*:")

_SIGNS: Final = {
    "->": "_ARROW", "<=": "_LE", ">=": "_GE", "'s": "_POSSESSIVE", "-": "MINUS", "+": "PLUS",
    "*": "TIMES_SIGN", "/": "SLASH", "<": "LESSTHAN", ">": "MORETHAN", "(": "LPAR", ")": "RPAR",
    "{": "LBRACE", "}": "RBRACE", "[": "LSQB", "]": "RSQB", ",": "COMMA", ":": "COLON", ".": "DOT",
    "=": "EQUAL",
}  # fmt: skip

_OPENERS: Final = frozenset({"LPAR", "LBRACE", "LSQB"})
_CLOSERS: Final = frozenset({"RPAR", "RBRACE", "RSQB"})
_UNFINISHED: Final = frozenset(
    """LBRACE LPAR LSQB _NL COMMA EQUAL _ARROW PLUS MINUS TIMES_SIGN SLASH LESSTHAN MORETHAN _LE
    _GE""".split()
) | {""}
"""After these a line end is a blank."""

_ITEM_STARTS: Final = frozenset({"", "LBRACE", "_NL"})


class Lexer:
    """Reads the terminals of one piece of a source, from `begin` up to `end`.

    After each call of `read`, `value` is what the builder gets, and `start` and `stop` are the offsets
    of the terminal.
    """

    __slots__ = (
        "_actions", "_end", "_source", "_tables", "_text", "_words",
        "before", "brackets", "position", "start", "stop", "value",
    )  # fmt: skip

    value: object
    start: int
    stop: int
    position: int
    before: str
    brackets: list[tuple[str, int]]

    def __init__(self, tables: Tables, source: Source, begin: int, end: int) -> None:
        self._tables = tables
        self._actions = tables.actions
        self._words = tables.words
        self._source = source
        self._text = source.text
        self._end = end
        self.position = begin
        self.start = self.stop = begin
        self.value = None
        self.before = ""
        """The terminal read last."""
        self.brackets = []
        """The open brackets: terminal and offset, outermost first."""

    def read(self, stack: list[int]) -> str:
        """Read the next terminal for a parser whose states are `stack`; returns its name, `END` at the
        end.
        """
        actions = self._actions[stack[-1]]
        text = self._text
        end = self._end
        match = _TOKEN.match
        while True:
            found = match(text, self.position, end)
            if found is None:
                self.start = self.stop = self._last_stop()
                self.position = end
                self.value = None
                return END
            kind = found.lastindex
            assert kind is not None
            self.start, stop = found.span(kind)
            if kind == _WORD:
                return self._word(found.group(1), stop, actions)
            self.position = self.stop = stop
            if kind == _SIGN:
                sign = found.group(2)
                terminal = _SIGNS[sign]
                self.value = sign
                self.before = terminal
                if terminal in _OPENERS:
                    self.brackets.append((terminal, self.start))
                elif terminal in _CLOSERS and self.brackets:
                    self.brackets.pop()
                return terminal
            if kind == _COMMENT:
                continue
            if kind in (_LINE_END, _SEMICOLON):
                if self._is_blank(kind == _SEMICOLON, stack):
                    continue
                terminal = "_NL"
            elif kind == _NUMBER:
                terminal = "NUMBER"
            elif kind == _TEXT:
                terminal = "TEXT"
            elif kind == _DRAWING:
                terminal = "DRAWING"
            elif kind == _CITATION:
                terminal = "CITATION"
            elif kind == _BAD_NUMBER:
                terminal = BAD_NUMBER
            elif kind == _BAD_NAME:
                terminal = BAD_NAME
            elif kind == _OPEN_DRAWING:
                terminal = OPEN_DRAWING
            elif kind == _OPEN_TEXT:
                terminal = OPEN_TEXT
            else:
                terminal = BAD_CHARACTER
            self.value = found.group(kind)
            self.before = terminal
            return terminal

    def begins_anew(self, offset: int) -> bool:
        """Whether the next line that says something, from `offset` on, is not the continuation of another."""
        skipped = SKIP.match(self._text, offset, self._end)
        return CONTINUES.match(self._text, skipped.end() if skipped else offset, self._end) is None

    def resume(self, offset: int, before: str) -> None:
        """Read on at `offset`, as if the terminal before it were `before`, in the innermost block that
        is open.
        """
        self.position = offset
        self.before = before
        while self.brackets and (self.brackets[-1][1] >= offset or self.brackets[-1][0] != "LBRACE"):
            self.brackets.pop()

    def _last_stop(self) -> int:
        """The end of the last terminal: what is missing is missing there, not after the comments."""
        return self.stop

    def _word(self, word: str, stop: int, actions: dict[str, int]) -> str:
        start = self.start
        before = self.before
        if stop - start > limits.NAME_LENGTH:
            self.position = self.stop = stop
            self.value = word
            self.before = LONG_NAME
            return LONG_NAME
        candidates = self._words.get(word)
        if candidates is not None:
            text = self._text
            for candidate in candidates:
                if candidate.terminal not in actions:
                    continue
                if candidate.rest is None:
                    if (
                        before in _ITEM_STARTS
                        and word not in self._tables.reserved
                        and _COLON.match(text, stop)
                    ):
                        break  # A field may be called like a word of the language: `move: 3`.
                else:
                    rest = candidate.rest.match(text, stop, self._end)
                    if rest is None:
                        continue
                    stop = rest.end()
                self.position = self.stop = stop
                self.before = terminal = candidate.terminal
                if terminal == "ITS":
                    self.value = Pronoun("it", span=Span(self._source, start, stop))
                elif terminal == "YOUR":
                    self.value = Pronoun("you", span=Span(self._source, start, stop))
                else:
                    self.value = candidate.value
                return terminal
            if word in self._tables.reserved:
                self.position = self.stop = stop
                self.value = word
                self.before = candidates[-1].terminal
                return self.before
        elif word in _EDGES and "SIDE" in actions:
            side = _SIDE.match(self._text, stop, self._end)
            if side is not None:
                self.position = self.stop = side.end()
                self.value = self._text[start : self.stop]
                self.before = "SIDE"
                return "SIDE"
        self.position = self.stop = stop
        self.value = Ident(word, span=Span(self._source, start, stop))
        self.before = "NAME"
        return "NAME"

    def _is_blank(self, semicolon: bool, stack: list[int]) -> bool:
        """Whether the line end just met counts as a blank; skips to the next line that says something."""
        skipped = (_SKIP_MORE if semicolon else SKIP).match(self._text, self.position, self._end)
        assert skipped is not None
        following = skipped.end()
        if semicolon:
            # Behind `;` nothing continues, but the last one of a block may be left standing.
            if self._text.startswith("}", following) or following == self._end or self.before in _ITEM_STARTS:
                self.position = following
                return True
            return False
        if (self.brackets and self.brackets[-1][0] != "LBRACE") or self.before in _UNFINISHED:
            self.position = following
            return True
        if following == self._end or self._text.startswith("}", following):
            self.position = following
            return True
        if CONTINUES.match(self._text, following, self._end):
            self.position = following
            return True
        word = _MAY_CONTINUE.match(self._text, following, self._end)
        if word is not None and self._could_use(word.group(), word.end(), stack):
            self.position = following
            return True
        self.position = following
        return False

    def _could_use(self, word: str, stop: int, stack: list[int]) -> bool:
        for candidate in self._words[word]:
            if candidate.rest is None or candidate.rest.match(self._text, stop, self._end):
                return self._tables.accepts(stack, candidate.terminal)
        return False
