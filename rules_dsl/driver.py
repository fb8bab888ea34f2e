"""The parser's engine: runs the tables over what the lexer reads and has the builder make the tree."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol

from . import limits
from .lexer import Lexer
from .source import Source, Span
from .tables import END, Tables

__all__ = ["DEEPEST_TREE", "Builder", "Driver", "Stop"]

DEEPEST_TREE: Final = 3 * limits.NESTING
"""Most levels of a tree: a bracket makes up to three, and long chains such as `a + b + …` make one a sign."""


class Builder(Protocol):
    """What makes the nodes: one method for each name that the grammar gives a production."""

    def maker(self, name: str) -> Callable[..., object]:
        """The function that makes the value of productions called `name`: it gets the span and the children."""
        ...


@dataclass(slots=True)
class Stop:
    """Where and why parsing could not go on."""

    terminal: str
    """The terminal that does not fit."""
    value: object
    start: int
    stop: int
    """Its place."""
    stack: list[int]
    """The parser's states before it."""
    symbols: list[str]
    """What these states stand for, so far as terminals go: the last ones read, newest last."""
    too_deep: bool = False


class Driver:
    """Parses pieces of one source."""

    __slots__ = ("_makers", "_source", "_tables")

    def __init__(self, tables: Tables, source: Source, builder: Builder) -> None:
        self._tables = tables
        self._source = source
        makers: dict[str, Callable[..., object]] = {}
        for reduction in tables.reductions:
            name = reduction.maker
            if name and name not in makers:
                makers[name] = builder.maker(name)
        self._makers = [makers.get(reduction.maker) for reduction in tables.reductions]

    def parse(self, symbol: str, begin: int, end: int, on_stop: Callable[[Stop, Lexer], bool]) -> object | None:
        """Parse the text from `begin` up to `end` as a `symbol` (one of `tables.STARTS`).

        At a terminal that does not fit, `on_stop` is called; if it returns true the parser looks for a place to go on
        (the next line of a block, or the block's end) and reads the rest, to find further errors.  Returns what the
        builder made of `symbol`, or `None` if there was any error.
        """
        tables = self._tables
        actions = tables.actions
        gotos = tables.gotos
        reductions = tables.reductions
        units = tables.units
        makers = self._makers
        source = self._source
        lexer = Lexer(tables, source, begin, end)
        read = lexer.read
        first, last = tables.starts[symbol]
        stack = [first]
        values: list[object] = []
        starts: list[int] = []
        stops: list[int] = []
        depths: list[int] = []
        failed = False
        while True:
            terminal = read(stack)
            while True:
                action = actions[stack[-1]].get(terminal)
                if action is None:
                    failed = True
                    stop = Stop(terminal, lexer.value, lexer.start, lexer.stop, list(stack), [])
                    if not on_stop(stop, lexer):
                        return None
                    return None
                if action >= 0:
                    stack.append(action)
                    values.append(lexer.value)
                    starts.append(lexer.start)
                    stops.append(lexer.stop)
                    depths.append(0)
                    break
                number = ~action
                reduction = reductions[number]
                size = reduction.size
                passes = reduction.passes
                if passes == 0 and size == 1:
                    # One symbol becomes another: most steps are of this sort and come in chains, whose ends are kept.
                    below = stack[-2]
                    origin = reduction.origin
                    key = (below, origin, terminal)
                    state = units.get(key)
                    if state is None:
                        state = self._end_of_chain(below, origin, terminal)
                        units[key] = state
                    stack[-1] = state
                    if state == last and terminal == END:
                        return None if failed else values[0]
                    continue
                base = len(values) - size
                if passes >= 0:
                    value = values[base + passes]
                    depth = depths[base + passes]
                else:
                    depth = 0
                    arguments: list[object] = []
                    for index, splice, nones in reduction.children:
                        if nones:
                            arguments.extend((None,) * nones)
                        at = base + index
                        if splice:
                            arguments.extend(values[at])  # pyright: ignore
                        else:
                            arguments.append(values[at])
                        if depths[at] > depth:
                            depth = depths[at]
                    if reduction.nones:
                        arguments.extend((None,) * reduction.nones)
                    maker = makers[number]
                    if maker is None:
                        value = arguments
                    else:
                        value = maker(Span(source, starts[base], stops[-1]), *arguments)
                        depth += 1
                        if depth > DEEPEST_TREE:
                            stop = Stop(terminal, None, starts[base], stops[-1], list(stack), [], too_deep=True)
                            on_stop(stop, lexer)
                            return None
                del stack[base + 1 :]
                stop_at = stops[-1]
                del values[base:], starts[base + 1 :], stops[base:], depths[base:]
                state = gotos[stack[-1]][reduction.origin]
                stack.append(state)
                values.append(value)
                stops.append(stop_at)
                depths.append(depth)
                if state == last and terminal == END:
                    return None if failed else value

    def _end_of_chain(self, below: int, origin: str, terminal: str) -> int:
        """The state after `origin` upon `below`, and after all productions of one symbol that `terminal` makes follow."""
        tables = self._tables
        state = tables.gotos[below][origin]
        while True:
            action = tables.actions[state].get(terminal)
            if action is None or action >= 0:
                return state
            reduction = tables.reductions[~action]
            if reduction.size != 1 or reduction.passes != 0:
                return state
            state = tables.gotos[below][reduction.origin]
