"""Laying out text on lines: a small algebra of documents, after Wadler and Prettier.

A document is a string, or one of the classes below.  A group is set on one line if it fits, else all its
line ends are taken; a fill takes only those it needs.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

__all__ = [
    "HARD",
    "LINE",
    "SOFT",
    "Behind",
    "Doc",
    "Fill",
    "Group",
    "Indent",
    "Line",
    "Parts",
    "has_hard",
    "join",
    "render",
]


@dataclass(frozen=True, slots=True)
class Line:
    """A possible line end: `flat` when it is not taken; a hard one is always taken."""

    flat: str
    hard: bool = False


@dataclass(slots=True)
class Parts:
    """Documents one after another."""

    parts: tuple[Doc, ...]


@dataclass(slots=True)
class Indent:
    """Line ends inside are followed by two more blanks."""

    body: Doc


@dataclass(slots=True)
class Group:
    """On one line if it fits."""

    body: Doc


@dataclass(slots=True)
class Fill:
    """Pieces with line ends between them (`pieces[1::2]`), each taken only if what follows does not fit.

    Of `pieces` those before `start` are done with.
    """

    pieces: tuple[Doc, ...]
    start: int = 0


@dataclass(frozen=True, slots=True)
class Behind:
    """A comment behind what the line says: the line may be too long because of it."""

    text: str


Doc = str | Line | Parts | Indent | Group | Fill | Behind

LINE: Final = Line(" ")
SOFT: Final = Line("")
HARD: Final = Line("", hard=True)

INDENT: Final = 2


def join(separator: Iterable[Doc], docs: Iterable[Doc]) -> Parts:
    """`docs` with all of `separator` between them."""
    between = tuple(separator)
    parts: list[Doc] = []
    for index, doc in enumerate(docs):
        if index:
            parts += between
        parts.append(doc)
    return Parts(tuple(parts))


def has_hard(doc: Doc) -> bool:
    """Whether `doc` holds a line end that is always taken."""
    stack = [doc]
    while stack:
        part = stack.pop()
        if isinstance(part, Line):
            if part.hard:
                return True
        elif isinstance(part, Parts):
            stack += part.parts
        elif isinstance(part, Fill):
            stack += part.pieces[part.start :]
        elif isinstance(part, Indent | Group):
            stack.append(part.body)
    return False


def render(doc: Doc, width: int) -> str:
    """The text of `doc` on lines of at most `width` characters, where that can be had."""
    out: list[str] = []
    column = 0
    # Each entry: indentation, whether line ends are taken, document.
    stack: list[tuple[int, bool, Doc]] = [(0, True, doc)]
    while stack:
        indent, broken, part = stack.pop()
        if isinstance(part, str):
            out.append(part)
            at = part.rfind("\n")
            column = column + len(part) if at < 0 else len(part) - at - 1
        elif isinstance(part, Behind):
            out.append("  " + part.text)
        elif isinstance(part, Line):
            if broken or part.hard:
                _strip(out)
                out.append("\n" + " " * indent)
                column = indent
            else:
                out.append(part.flat)
                column += len(part.flat)
        elif isinstance(part, Parts):
            stack += [(indent, broken, piece) for piece in reversed(part.parts)]
        elif isinstance(part, Indent):
            stack.append((indent + INDENT, broken, part.body))
        elif isinstance(part, Group):
            flat = not has_hard(part.body) and _fits(width - column, part.body, stack)
            stack.append((indent, not flat, part.body))
        else:
            _fill(part, indent, broken, width - column, stack)
    _strip(out)
    return "".join(out)


def _fill(fill: Fill, indent: int, broken: bool, space: int, stack: list[tuple[int, bool, Doc]]) -> None:
    """Put the next piece of a fill on the stack, the line end behind it, and the rest as a fill again."""
    pieces = fill.pieces
    left = len(pieces) - fill.start
    if left <= 0:
        return
    first = pieces[fill.start]
    if left <= 2:
        stack.append((indent, broken, Group(first)))
        return
    line = pieces[fill.start + 1]
    # The next piece must fit behind this one, or the line end between them is taken; what follows the
    # last piece must fit as well.
    pair = Parts((first, line, pieces[fill.start + 2]))
    together = not has_hard(pair) and _fits(space, pair, stack if left == 3 else [])
    stack.append((indent, broken, Fill(pieces, fill.start + 2)))
    stack.append((indent, not together, line))
    stack.append((indent, broken, Group(first)))


def _fits(space: int, doc: Doc, after: list[tuple[int, bool, Doc]]) -> bool:
    """Whether `doc` on one line, and what must follow on that line, needs at most `space` characters."""
    work: list[tuple[bool, Doc]] = [(False, doc)]
    beyond = len(after)
    while space >= 0:
        if not work:
            if beyond == 0:
                return True
            beyond -= 1
            _, broken, part = after[beyond]
            work.append((broken, part))
            continue
        broken, part = work.pop()
        if isinstance(part, str):
            at = part.find("\n")
            if at >= 0:
                return space >= at
            space -= len(part)
        elif isinstance(part, Behind):
            return True
        elif isinstance(part, Line):
            if part.hard or broken:
                return True
            space -= len(part.flat)
        elif isinstance(part, Parts):
            work += [(broken, piece) for piece in reversed(part.parts)]
        elif isinstance(part, Indent | Group):
            work.append((broken, part.body))
        elif part.start < len(part.pieces):
            work.append((broken, Fill(part.pieces, part.start + 1)))
            work.append((broken, part.pieces[part.start]))
    return False


def _strip(out: list[str]) -> None:
    """Take blanks off the end of the text so far."""
    while out:
        stripped = out[-1].rstrip(" ")
        if stripped:
            out[-1] = stripped
            return
        out.pop()
