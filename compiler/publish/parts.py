"""What a construct is made of, told from the declaration of its node class."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from typing import Final

from castlewright.rules_dsl import nodes as n

__all__ = ["Part", "parts_of"]

_WORDS: Final = {
    "Expr": "an expression",
    "Query": "a query",
    "Stmt": "a statement",
    "Block": "statements",
    "Item": "an item",
    "Ident": "a name",
    "Path": "a name, or names joined by dots",
    "TypeRef": "a type",
    "Param": "a parameter",
    "Text": "a text",
    "Limit": "a limit",
    "Quantity": "how many",
    "Option": "an option",
    "TableRow": "a row",
    "ChangeRow": "a row",
    "ListRow": "a row",
    "ExpectedLine": "a line",
    "StepDecl": "a step",
    "Change": "a change",
    "str": "a word",
    "int": "a whole number",
    "bool": "whether it is said",
}
_TUPLE: Final = re.compile(r"^tuple\[(.+), \.\.\.\]$")


@dataclass(frozen=True, slots=True)
class Part:
    """A field of a node class: its name, what it holds in words, whether there may be several, or none."""

    name: str
    holds: str
    several: bool
    optional: bool


def parts_of(construct: type[n.Node]) -> list[Part]:
    """The parts that a construct reads, in the order they are written."""
    return [_part(field.name, str(field.type)) for field in fields(construct) if field.name != "span"]


def _part(name: str, annotation: str) -> Part:
    options = [option.strip() for option in annotation.split(" | ")]
    optional = "None" in options
    several = False
    words: list[str] = []
    for option in options:
        if option == "None":
            continue
        found = _TUPLE.match(option)
        several = several or found is not None
        inner = found.group(1) if found else option
        words.append(_WORDS.get(inner) or ("rows" if inner.startswith("tuple") else inner))
    return Part(name, " or ".join(dict.fromkeys(words)), several, optional)
