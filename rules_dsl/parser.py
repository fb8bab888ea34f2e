"""Reading `.rules` text: from a source to the tree of a module."""

from __future__ import annotations

import re
from typing import Final, TypeVar

from . import limits, nodes
from .build import TreeBuilder
from .diagnostics import Diagnostics, Suggestion
from .driver import Driver, Stop
from .items import Bracket, Piece, cut_items
from .lexer import BAD_CHARACTER
from .mistakes import find_mistake
from .source import Source, Span
from .tables import END, load_tables

__all__ = ["parse", "parse_expression", "parse_item"]

MISTAKES_PER_ITEM: Final = 20
"""Most errors looked for in one item: behind so many, further ones say little."""

_UNSEEN: Final = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]"
)
_LONG_LINE: Final = re.compile(rf"^[^\n]{{{limits.LINE_LENGTH + 1},}}", re.MULTILINE)

_CLOSING: Final = {"{": "}", "(": ")", "[": "]"}

N = TypeVar("N", bound=nodes.Node)


def parse(source: Source, diagnostics: Diagnostics) -> nodes.Module:
    """Read a whole file.

    Every error is reported into `diagnostics`; the module holds the items that have none, and the names
    that the others would have declared.  Raises nothing.
    """
    reader = _Reader(source, diagnostics)
    reader.check_characters()
    cut = cut_items(source.text)
    for piece in cut.pieces:
        if diagnostics.error_count > limits.DIAGNOSTICS:
            break  # Nobody reads more, and garbage must end soon.
        reader.read_piece(piece)
    if cut.too_many >= 0:
        span = Span(source, cut.too_many, cut.too_many + 1)
        diagnostics.error("CW0007", span, f"this file has more than {limits.DEFINITIONS:,} declarations")
    comments = tuple(
        nodes.Comment(source.text[begin:end].rstrip(), own, span=Span(source, begin, end))
        for begin, end, own in cut.comments
    )
    return nodes.Module(tuple(reader.items), comments, tuple(reader.broken), span=source.whole())


def parse_item(source: Source, diagnostics: Diagnostics) -> nodes.Item | None:
    """Read a text that holds one item; `None` if it has an error.  Raises nothing."""
    errors = diagnostics.error_count
    module = parse(source, diagnostics)
    if diagnostics.error_count > errors:
        return None
    if len(module.items) != 1:
        rest = module.items[1].span if module.items else Span(source, 0, 0)
        diagnostics.error("CW0125", rest, "one declaration is due here")
        return None
    return module.items[0]


def parse_expression(source: Source, diagnostics: Diagnostics) -> nodes.Expr | None:
    """Read a text that holds one expression; `None` if it has an error.  Raises nothing."""
    reader = _Reader(source, diagnostics)
    reader.check_characters()
    cut = cut_items(f"({source.text})")
    if any(piece.too_deep >= 0 for piece in cut.pieces):
        reader.report_depth(source.whole())
        return None
    return reader.read("expr", 0, len(source.text), nodes.Expr)


class _Reader:
    """Reads the items of one source."""

    def __init__(self, source: Source, diagnostics: Diagnostics) -> None:
        self._source = source
        self._diagnostics = diagnostics
        self._driver = Driver(load_tables(), source, TreeBuilder(source, diagnostics))
        self.items: list[nodes.Item] = []
        self.broken: list[nodes.Ident] = []
        self._debris = False
        """Whether the last item had an error, so that an indented one behind it is most likely a part of
        it.
        """
        self._quiet: list[tuple[int, int]] = []
        """Where the parser stumbles over brackets that have been reported."""
        self._count = 0

    def check_characters(self) -> None:
        """Report what no text may hold: characters that cannot be seen, lines and names that are too long."""
        text = self._source.text
        for found in _UNSEEN.finditer(text):
            self._diagnostics.error(
                "CW0005",
                Span(self._source, *found.span()),
                f"an invisible character (U+{ord(found.group()):04X}) stands here",
                help="delete it",
            )
        for found in _LONG_LINE.finditer(text):
            start = found.start() + limits.LINE_LENGTH
            self._diagnostics.error(
                "CW0012",
                Span(self._source, start, start + 1),
                f"this line has {len(found.group()):,} characters; the limit is {limits.LINE_LENGTH:,}",
            )

    def read_piece(self, piece: Piece) -> None:
        """Read one item of the file, or report why it is none."""
        source = self._source
        text = source.text
        indented = piece.begin > 0 and text[piece.begin - 1] != "\n"
        if self._debris and (indented or text[piece.begin] in "{})]"):
            return
        if piece.too_deep >= 0:
            self.report_depth(Span(source, piece.too_deep, piece.too_deep + 1))
            self._debris = True
            return
        self._report_brackets(piece)
        if text[piece.begin] in "})]":
            self._debris = True
            return
        errors = self._diagnostics.error_count
        item = self.read("item", piece.begin, piece.end, nodes.Item)
        self._debris = self._diagnostics.error_count > errors or item is None
        if item is not None and not self._quiet:
            self.items.append(item)
        else:
            self._note_names(piece)

    def report_depth(self, span: Span) -> None:
        """Report that brackets or expressions lie too deep in one another."""
        self._diagnostics.error(
            "CW0006",
            span,
            f"this is nested more than {limits.NESTING} deep",
            help="give the inner part a name of its own: a rule for a value, an effect for statements",
        )

    def _report_brackets(self, piece: Piece) -> None:
        self._quiet = [(piece.end, piece.end)] if piece.open or piece.open_drawing else []
        for bracket in piece.stray:
            if bracket.mark in _CLOSING:
                self._report_open(bracket, piece)
            else:
                self._report_closing(bracket)
        if piece.open and not piece.open_drawing:
            # Of several the innermost is the one that was forgotten, unless the margin tells otherwise.
            suspect = piece.open[0].suspect
            if suspect >= 0:
                self._report_open(Bracket(suspect, self._source.text[suspect]), piece)
            else:
                self._report_open(piece.open[-1], piece)

    def _report_closing(self, bracket: Bracket) -> None:
        line_end = self._source.text.find("\n", bracket.start)
        self._quiet.append((bracket.start, line_end if line_end >= 0 else len(self._source.text)))
        span = Span(self._source, bracket.start, bracket.start + 1)
        if bracket.suspect < 0:
            self._diagnostics.error(
                "CW0106",
                span,
                f"this `{bracket.mark}` closes nothing",
                help="delete it, or put the opening bracket that is missing",
            )
            return
        opening = self._source.text[bracket.suspect]
        self._diagnostics.error(
            "CW0106",
            span,
            f"this `{bracket.mark}` does not close the `{opening}` before it",
            help=f"write `{_CLOSING[opening]}`",
            related=[(Span(self._source, bracket.suspect, bracket.suspect + 1), "opened here")],
        )

    def _report_open(self, bracket: Bracket, piece: Piece) -> None:
        # Inside `(` and `[` line ends say nothing, so nothing behind such a bracket is as it was meant.
        end = piece.end
        if bracket.mark == "{":
            line_end = self._source.text.find("\n", bracket.start, piece.end)
            end = line_end if line_end >= 0 else piece.end
        self._quiet.append((bracket.start, end))
        self._diagnostics.error(
            "CW0105",
            Span(self._source, bracket.start, bracket.start + 1),
            f"this `{bracket.mark}` is not closed",
            help=f"put `{_CLOSING[bracket.mark]}` where it ends",
            label="opened here",
        )

    def read(self, symbol: str, begin: int, end: int, sort: type[N]) -> N | None:
        """Parse a piece of the source as `symbol`; `None` if it has an error."""
        self._count = 0
        made = self._driver.parse(symbol, begin, end, self._on_stop)
        return made if isinstance(made, sort) else None

    def _on_stop(self, stop: Stop) -> bool:
        if stop.too_deep:
            self.report_depth(Span(self._source, stop.start, stop.stop))
            return False
        if any(begin <= stop.start <= end for begin, end in self._quiet):
            # A bracket without a partner has been reported; what follows from it has not to be.
            return True
        if stop.terminal == END and self._quiet and self._quiet[0][0] == self._quiet[0][1]:
            return False  # The same: the sentence ends too early because a bracket was not closed.
        if stop.terminal == BAD_CHARACTER and _UNSEEN.match(self._source.text, stop.start):
            return True  # Every character that cannot be seen has been reported.
        mistake = find_mistake(stop, self._source.text)
        span = Span(self._source, mistake.start, mistake.end)
        suggestion = None if mistake.replacement is None else Suggestion(span, mistake.replacement)
        self._diagnostics.error(
            mistake.code, span, mistake.message, help=mistake.help, label=mistake.label, suggestion=suggestion
        )
        self._count += 1
        return self._count < MISTAKES_PER_ITEM

    def _note_names(self, piece: Piece) -> None:
        """Remember what an item with errors would have declared, so that uses of it are not unknown names."""
        header = self._source.text[piece.begin : piece.begin + 200]
        found = _DECLARED.match(header)
        if found is not None:
            start = piece.begin + found.start(1)
            span = Span(self._source, start, start + len(found.group(1)))
            self.broken.append(nodes.Ident(found.group(1), span=span))
        text = self._source.text
        inside = _LISTED if _LISTING.match(header) else _DECLARED_INSIDE
        inside = _DECLARED_UNDER if _CONDITION.match(header) else inside
        for found in inside.finditer(text, piece.begin, piece.end):
            span = Span(self._source, *found.span(1))
            self.broken.append(nodes.Ident(found.group(1), span=span))


_LISTING: Final = re.compile(r"(?:values|unit|list[ \t]+of|table)\b")
_LISTED: Final = re.compile(r"(?<![\w\"])([a-z][a-z0-9_]*)(?![\w\"])")
_DECLARED_INSIDE: Final = re.compile(
    r"(?<!\w)(?:plural|printed|slot|keeps|zone|face|step|turns|rounds|stage|need|action)"
    r"[ \t]+([a-z][a-z0-9_]*)"
)
"""What declares a name within an item. In lists of names any word may be one."""

_CONDITION: Final = re.compile(r"only[ \t]+if\b")
_DECLARED_UNDER: Final = re.compile(
    r"^[ \t]+(?:(?:extend[ \t]+kind|insert[ \t]+step|[a-z][a-z0-9_]*)[ \t]+)?([a-z][a-z0-9_]*)\b(?![ \t]*\.)",
    re.MULTILINE,
)
"""Whole items stand under a condition: what a line begins with may be a name, or a word before one."""

_DECLARED: Final = re.compile(
    r"(?!list[ \t]+of\b|only[ \t]+if\b|drop\b|replace\b|instead\b)"
    r"(?:extend[ \t]+kind|insert[ \t]+step|[a-z][a-z0-9_]*)[ \t]+([a-z][a-z0-9_]*)(?![ \t]*\.)"
)
