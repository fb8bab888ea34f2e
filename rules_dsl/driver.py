"""The parser's engine: runs the tables over what the lexer reads and has the builder make the tree."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol, cast

from . import limits
from .lexer import Lexer
from .source import Source, Span
from .tables import END, Tables

__all__ = ["DEEPEST_TREE", "Builder", "Driver", "Stop"]

_RESUME: Final = re.compile(r'"""(?:.|\n)*?"""|"(?!"")[^"\\\n]*(?:\\.[^"\\\n]*)*"|#[^\n]*|[{}\n;]')

DEEPEST_TREE: Final = 3 * limits.NESTING
"""Most levels of a tree: a bracket makes up to three, and long chains such as `a + b + …` make one a sign."""

DEEPEST_STACK: Final = 20 * limits.NESTING
"""Most states of a parse: words such as `not` put one on another without a bracket."""


class Builder(Protocol):
    """What makes the nodes: one method for each name that the grammar gives a production."""

    def maker(self, name: str) -> Callable[..., object]:
        """The function that makes the value of productions called `name`: it gets the span and the
        children.
        """
        ...


@dataclass(slots=True)
class Stop:
    """Where and why parsing could not go on."""

    terminal: str
    """The terminal that does not fit."""
    start: int
    stop: int
    """Its place."""
    begin: int
    """Where the text that is parsed begins."""
    last: int
    """The end of the terminal before it."""
    stack: list[int]
    """The parser's states before it."""
    too_deep: bool = False
    """Whether it is not the terminal that is wrong but the depth of the tree."""


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

    def parse(self, symbol: str, begin: int, end: int, on_stop: Callable[[Stop], bool]) -> object | None:
        """Parse the text from `begin` up to `end` as a `symbol` (one of `tables.STARTS`).

        At a terminal that does not fit, `on_stop` is called; if it returns true the parser looks for a
        place to go on (the next line of a block, or the block's end) and reads the rest, to find further
        errors.  Returns what the builder made of `symbol`, or `None` if there was any error.
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
        blocks: list[int] = []
        """Of each open brace: how many states lie below and with it."""
        resumed = -1
        while True:
            terminal = read(stack)
            while True:
                action = actions[stack[-1]].get(terminal)
                if action is None:
                    if terminal == "RBRACE" and resumed >= 0 and blocks and len(stack) == blocks[-1]:
                        return None  # The block is only empty because what stood in it had an error.
                    last_stop = stops[-1] if stops else begin
                    if not on_stop(Stop(terminal, lexer.start, lexer.stop, begin, last_stop, list(stack))):
                        return None
                    place = self._place_to_resume(lexer, blocks, stack, resumed, end)
                    if place is None:
                        return None
                    resumed, height = place
                    del stack[height:], values[height - 1 :], starts[height - 1 :]
                    del stops[height - 1 :], depths[height - 1 :]
                    while blocks and blocks[-1] > height:
                        blocks.pop()
                    break
                if action >= 0:
                    if len(stack) > DEEPEST_STACK:
                        on_stop(Stop(terminal, lexer.start, lexer.stop, begin, begin, stack, too_deep=True))
                        return None
                    if terminal == "LBRACE":
                        blocks.append(len(stack) + 1)
                    elif terminal == "RBRACE":
                        blocks.pop()
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
                    # One symbol becomes another: most steps are of this sort and come in chains, whose
                    # ends are kept.
                    below = stack[-2]
                    origin = reduction.origin
                    key = (below, origin, terminal)
                    state = units.get(key)
                    if state is None:
                        state = self._end_of_chain(below, origin, terminal)
                        units[key] = state
                    stack[-1] = state
                    if state == last and terminal == END:
                        return None if resumed >= 0 else values[0]
                    continue
                base = len(values) - size
                if passes >= 0:
                    value = values[base + passes]
                    depth = depths[base + passes]
                else:
                    depth = 0
                    arguments: list[object] = []
                    children = reduction.children
                    if makers[number] is None and children[0][1]:
                        # A growing list takes one more: it must not be copied each time.
                        arguments = cast(list[object], values[base])
                        depth = depths[base]
                        children = children[1:]
                    for index, splice, nones in children:
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
                            on_stop(
                                Stop(terminal, starts[base], stops[-1], begin, begin, stack, too_deep=True)
                            )
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
                    return None if resumed >= 0 else value

    def _end_of_chain(self, below: int, origin: str, terminal: str) -> int:
        """The state after `origin` upon `below`, and after all productions of one symbol that `terminal`
        makes follow.
        """
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

    def _place_to_resume(
        self, lexer: Lexer, blocks: list[int], stack: list[int], resumed: int, end: int
    ) -> tuple[int, int] | None:
        """Where to go on after an error: the offset, and how many states to keep; `None` if there is no
        such place.

        The next place behind the error, in the innermost block, where something can begin anew.  The
        lexer is set to read on there.
        """
        if not blocks:
            return None
        text = self._source.text
        depth = 0
        for found in _RESUME.finditer(text, lexer.start, end):
            mark = found.group()
            at = found.start()
            if mark == "{":
                depth += 1
            elif mark == "}":
                if depth == 0:
                    terminal = "RBRACE"
                    break
                depth -= 1
            elif mark in ("\n", ";") and depth == 0 and lexer.begins_anew(found.end()):
                terminal = "_NL"
                break
        else:
            return None
        if at <= resumed:
            return None
        block = blocks[-1]
        accepts = self._tables.accepts
        for height in range(len(stack), block - 1, -1):
            if accepts(stack[:height], terminal):
                lexer.resume(at, "NAME")
                return at, height
        if terminal == "RBRACE":
            return None
        # Nothing before this line in the block could be kept: go on as if the block began here.
        lexer.resume(at, "LBRACE")
        return at, block
