"""Cutting a text into its top-level items, without parsing it.

Items are parsed one by one, so that one with an error hides none of the others.  The cut minds texts,
drawings, comments and brackets, and nothing else; it takes time linear in the text whatever the text is.

While all brackets of a file have partners, an item ends at the first line end outside brackets that no
next line continues.  If one is missing, a line that begins, in its first column, as a declaration does
ends the item, so that the damage stays inside it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from . import limits
from .lexer import CONTINUES, SKIP

__all__ = ["Bracket", "Cut", "Piece", "cut_items"]

_MARK: Final = re.compile(r'"""|"(?:[^"\\\n]|\\.)*"?|\#[^\n]*|[{}()\[\]\n;]')
_SOLID: Final = re.compile(r"\S")

_TOP_CONTINUES: Final = re.compile(
    r"(?:cites|house|attested|found|icon|note|reads|prose|until|seen|through|on[ \t]+back"
    r"|at[ \t]+(?:least|most))(?!\w)(?![ \t]*:)"
)
"""Words that continue an item: no item begins with them."""

_UNFINISHED: Final = re.compile(r"(?:[,=+\-*/<>(\[{]|->)\Z")

DECLARATION: Final = re.compile(
    r"^(?:(?:pack|unit|values|kind|extend[ \t]+kind|list[ \t]+of|rule|table|placing|effect|action|flow"
    r"|insert[ \t]+step|replace[ \t]+step|drop[ \t]+step|change|changes[ \t]+by|allow|forbid|before|after"
    r"|instead[ \t]+of|keeps|zone|only[ \t]+if|example)[ \t]+[a-z\"]"
    r"|[a-z][a-z0-9_]*[ \t]+[a-z][a-z0-9_]*[ \t]*[\"{])",
    re.MULTILINE,
)
"""A line that begins in its first column as a declaration does."""

_MOST_STRAY: Final = 20
"""Most brackets without a partner that are noted of one item."""

_HOPELESS: Final = 20 * limits.NESTING
"""So many open brackets are no mistake of a pair; the rest of the text is not looked at."""

_PARTNER: Final = {"}": "{", ")": "(", "]": "["}


@dataclass(slots=True)
class Bracket:
    """A bracket without a partner."""

    start: int
    mark: str
    suspect: int = -1
    """For an opening one: an inner opening bracket that is more likely the one not closed.

    For a closing one: the opening bracket of another form that it was meant for.  -1 for none.
    """


@dataclass(slots=True)
class Piece:
    """One item, or what might be one."""

    begin: int
    end: int
    open: list[Bracket] = field(default_factory=list[Bracket])
    """Brackets that are not closed."""
    stray: list[Bracket] = field(default_factory=list[Bracket])
    """Brackets that close nothing."""
    too_deep: int = -1
    """Where the brackets lie too deep in one another; -1 if they do not."""
    open_drawing: bool = False


@dataclass(slots=True)
class Cut:
    """Where the items and comments of a text lie."""

    pieces: list[Piece] = field(default_factory=list[Piece])
    too_many: int = -1
    """Where the item begins that is one too many; the text from there on is not cut.  -1 for none."""
    comments: list[tuple[int, int, bool]] = field(default_factory=list[tuple[int, int, bool]])
    """Begin and end of each comment, and whether it has its line for itself."""


def cut_items(text: str) -> Cut:
    """Find the items of `text`."""
    cutter = _Cutter(text)
    cutter.run()
    return cutter.cut


class _Cutter:
    def __init__(self, text: str) -> None:
        self.text = text
        self.cut = Cut()
        self.careful = False
        """Whether a declaration in the first column ends an item with open brackets."""
        self._begin()

    def _begin(self) -> None:
        self.piece: Piece | None = None
        self.stack: list[Bracket] = []
        self.first_comment = len(self.cut.comments)
        self.solid = 0
        """The offset behind the last thing said."""

    def run(self) -> None:
        text = self.text
        mark_of = _MARK.search
        position = 0
        while True:
            found = mark_of(text, position)
            at = found.start() if found is not None else len(text)
            if at > position:
                self._say(position, at)
            if found is None:
                if self.stack and not self.careful:
                    # Read the item that is not closed again, and mind where declarations begin.
                    assert self.piece is not None
                    position = self.piece.begin
                    del self.cut.comments[self.first_comment :]
                    self.careful = True
                    self._begin()
                    continue
                self._end(len(text))
                return
            if self.cut.too_many >= 0:
                return
            if len(self.stack) > _HOPELESS:
                self._end(len(text))
                return
            mark = text[at]
            position = found.end()
            if mark == "\n" or mark == ";":
                position = self._line_end(mark, at, position)
            elif mark == "#":
                self._comment(at, position)
            elif mark == '"':
                position = self._quotes(at, position)
            else:
                self._bracket(mark, at, position)

    def _say(self, begin: int, end: int) -> None:
        """Note that something other than a mark stands between two offsets, if it does."""
        if self.piece is None:
            solid = _SOLID.search(self.text, begin, end)
            if solid is None:
                return
            self.piece = Piece(solid.start(), end)
            self.first_comment = len(self.cut.comments)
        said = self.text[begin:end].rstrip()
        if said:
            self.solid = begin + len(said)

    def _mark(self, begin: int, end: int) -> Piece:
        if self.piece is None:
            self.piece = Piece(begin, end)
            self.first_comment = len(self.cut.comments)
        self.solid = end
        return self.piece

    def _end(self, end: int) -> None:
        if self.piece is not None:
            self.piece.end = end
            self.piece.open = self.stack
            self._add(self.piece)
        self._begin()

    def _add(self, piece: Piece) -> None:
        if len(self.cut.pieces) < limits.DEFINITIONS:
            self.cut.pieces.append(piece)
        elif self.cut.too_many < 0:
            self.cut.too_many = piece.begin

    def _comment(self, begin: int, end: int) -> None:
        line = self.text.rfind("\n", 0, begin) + 1
        self.cut.comments.append((begin, end, not self.text[line:begin].strip()))

    def _quotes(self, begin: int, end: int) -> int:
        """Pass a text or a drawing; returns where to go on."""
        text = self.text
        piece = self._mark(begin, end)
        if end - begin < 3 or text[begin:end] != '"""':
            if end - begin == 1 or text[end - 1] != '"':
                # It has no end on this line.  Its words are read as if the quote were not there, for the
                # brackets' sake.
                end = begin + 1
            self.solid = end
            return end
        close = text.find('"""', end)
        limit = len(text) if close < 0 else close
        declaration = DECLARATION.search(text, text.find("\n", end, limit) + 1 or limit, limit)
        if close >= 0 and declaration is None:
            self.solid = close + 3
            return close + 3
        piece.open_drawing = True
        stop = declaration.start() if declaration is not None else len(text)
        self.solid = stop
        self.stack = []
        self._end(stop)
        return stop

    def _bracket(self, mark: str, begin: int, end: int) -> None:
        if mark in "{([":
            piece = self._mark(begin, end)
            self.stack.append(Bracket(begin, mark))
            if len(self.stack) > limits.NESTING and piece.too_deep < 0:
                piece.too_deep = begin
            return
        if self.piece is None:
            # A closing bracket between items: a piece of its own.
            self._add(Piece(begin, end, stray=[Bracket(begin, mark)]))
            return
        self.solid = end
        wanted = _PARTNER[mark]
        if self.stack and self.stack[-1].mark == wanted:
            opened = self.stack.pop()
            if self.careful and self.stack:
                self._suspect(opened, begin)
            return
        if any(bracket.mark == wanted for bracket in self.stack[-limits.NESTING :]):
            # What is open inside of its partner is not closed.
            while self.stack[-1].mark != wanted:
                opened = self.stack.pop()
                self.piece.stray.append(opened)
            self.stack.pop()
            return
        # A bracket of another form: it was meant for the innermost one, if there is one.
        meant_for = self.stack.pop().start if self.stack and mark != "}" else -1
        if len(self.piece.stray) < _MOST_STRAY:
            self.piece.stray.append(Bracket(begin, mark, meant_for))

    def _suspect(self, opened: Bracket, closing: int) -> None:
        """If a closing bracket begins a line further left than the line of its partner, it was meant for
        an outer one.
        """
        text = self.text
        line = text.rfind("\n", 0, closing) + 1
        if text[line:closing].strip():
            return
        start = text.rfind("\n", 0, opened.start) + 1
        indent = len(text[start : opened.start]) - len(text[start : opened.start].lstrip())
        if closing - line < indent and self.stack[0].suspect < 0:
            self.stack[0].suspect = opened.start

    def _line_end(self, mark: str, at: int, position: int) -> int:
        """A line end or `;`: maybe the end of the item.  Returns where to go on."""
        text = self.text
        if self.stack:
            if self.careful and mark == "\n" and DECLARATION.match(text, position):
                self._end(at)
            return position
        if self.piece is None:
            return position
        if mark == ";":
            self._end(at)
            return position
        skipped = SKIP.match(text, position)
        following = skipped.end() if skipped is not None else position
        last = text[max(self.solid - 2, self.piece.begin) : self.solid].rstrip()
        if (
            _UNFINISHED.search(last) is not None
            or CONTINUES.match(text, following)
            or _TOP_CONTINUES.match(text, following)
        ):
            for comment in re.finditer(r"#[^\n]*", text[position:following]):
                self._comment(position + comment.start(), position + comment.end())
            return following
        self._end(at)
        return position
