"""What all nodes of the syntax tree share; names and types.

Two trees are equal when they say the same, wherever it stood: spans take no part in comparison. What a
construct reads is declared in its class and nowhere else: the fields, in the order they are written, the
docstring, and the `construct` line above it. The checker, the JSON Schema, the completion list and the
language reference are derived from these declarations.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, fields
from typing import TypeVar, cast

from .source import NO_SPAN, Span

N = TypeVar("N", bound="Node")


@dataclass(frozen=True, slots=True)
class Construct:
    """What the reference page, completion and the schema say of one construct."""

    area: str
    word: str
    syntax: str
    summary: str
    example: str


CONSTRUCTS: dict[type[Node], Construct] = {}


def construct(area: str, word: str, syntax: str, example: str) -> Callable[[type[N]], type[N]]:
    """Declare the construct that a node class stands for; the docstring of the class is its summary."""

    def declare(cls: type[N]) -> type[N]:
        summary = " ".join((cls.__doc__ or "").partition("\n\n")[0].split())
        CONSTRUCTS[cls] = Construct(area, word, syntax, summary, example)
        return cls

    return declare


@dataclass(slots=True)
class Node:
    """Base of all nodes. `span` is the smallest piece of source that holds the whole construct."""

    span: Span = field(default=NO_SPAN, compare=False, kw_only=True)


Child = Node | tuple["Child", ...] | str | int | bool | None


def children(node: Node) -> Iterator[Node]:
    """Yield the direct child nodes of `node` in source order of its fields."""
    for f in fields(node):
        if f.name != "span":
            yield from _nodes(getattr(node, f.name))


def _nodes(value: object) -> Iterator[Node]:
    if isinstance(value, Node):
        yield value
    elif isinstance(value, tuple):
        for item in cast("tuple[object, ...]", value):
            yield from _nodes(item)


def walk(node: Node) -> Iterator[Node]:
    """Yield `node` and everything below it, parents first."""
    yield node
    for child in children(node):
        yield from walk(child)


# ------------------------------------------------------------------------------------------ names and types


@dataclass(slots=True)
class Ident(Node):
    """A name being declared or looked up in a fixed namespace (a field, a step, a pack)."""

    text: str


@dataclass(slots=True)
class Path(Node):
    """Names joined by dots: a step in a stage, a column of a table, a need of a placing."""

    parts: tuple[Ident, ...]

    @property
    def text(self) -> str:
        """The names with dots between them."""
        parts = self.parts
        return parts[0].text if len(parts) == 1 else ".".join(p.text for p in parts)


@construct(
    "type",
    "type",
    "NAME | set of T | list of T | sides of FEATURE | face of KIND | T or none",
    "set of boat",
)
@dataclass(slots=True)
class TypeRef(Node):
    """A type as written: a unit, a kind, a built-in type, or one made of others.

    `form` is one of: "name" (a kind, unit plural, or built-in type), "set", "list", "sides", "face";
    for "set"/"list" `item` holds the element type, for "sides"/"face" `name` holds the feature or kind.
    `or_none` marks `T or none`.
    """

    form: str
    name: Ident | None = None
    item: TypeRef | None = None
    or_none: bool = False


@dataclass(slots=True)
class Param(Node):
    """`b: boat`; in hooks, changes and slot fillings the type is left out."""

    name: Ident
    type: TypeRef | None = None
