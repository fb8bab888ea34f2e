"""Reading `.rules` text: from a source to the tree of a module."""

from __future__ import annotations

from . import nodes
from .build import TreeBuilder
from .diagnostics import Diagnostics
from .driver import Driver, Stop
from .items import cut_items
from .lexer import Lexer
from .source import Source, Span
from .tables import load_tables

__all__ = ["parse", "parse_expression", "parse_item"]


def parse(source: Source, diagnostics: Diagnostics) -> nodes.Module:
    """Read a whole file.

    Every error is reported into `diagnostics`; the module holds the items that have none.  Raises nothing.
    """
    cut = cut_items(source.text)
    reader = _Reader(source, diagnostics)
    items = [item for begin, end in cut.items if (item := reader.read("item", begin, end)) is not None]
    comments = tuple(
        nodes.Comment(source.text[begin:end], own, span=Span(source, begin, end)) for begin, end, own in cut.comments
    )
    return nodes.Module(tuple(items), comments, span=source.whole())


def parse_item(source: Source, diagnostics: Diagnostics) -> nodes.Item | None:
    """Read a text that holds one item; `None` if it has an error."""
    return _Reader(source, diagnostics).read("item", 0, len(source.text))


def parse_expression(source: Source, diagnostics: Diagnostics) -> nodes.Expr | None:
    """Read a text that holds one expression; `None` if it has an error."""
    return _Reader(source, diagnostics).read("expr", 0, len(source.text))


class _Reader:
    def __init__(self, source: Source, diagnostics: Diagnostics) -> None:
        self._source = source
        self._diagnostics = diagnostics
        self._driver = Driver(load_tables(), source, TreeBuilder(source, diagnostics))

    def read(self, symbol: str, begin: int, end: int):
        return self._driver.parse(symbol, begin, end, self._on_stop)

    def _on_stop(self, stop: Stop, lexer: Lexer) -> bool:
        tables = load_tables()
        due = [t for t in tables.actions[stop.stack[-1]] if tables.accepts(stop.stack, t)]
        self._diagnostics.error(
            "CW0101",
            Span(self._source, stop.start, stop.stop),
            f"`{self._source.text[stop.start : stop.stop]}` does not fit here; due: {', '.join(due)}",
        )
        return False
