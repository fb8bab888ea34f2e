"""Reading recorded castles: every value is checked, and what is wrong says where it stands."""

from __future__ import annotations

import re
from typing import Any, NotRequired, TypedDict, cast

from castlewright.rules_dsl.names import did_you_mean
from castlewright.runtime.ruleset import Ruleset

__all__ = ["CaseError", "Names", "Scored", "integer", "items", "member", "text", "unique"]


class Scored(TypedDict):
    """One scored castle; `castle` is its number in a file that holds several, from 0."""

    case: str | int
    total: int
    tiles: dict[str, int]
    castle: NotRequired[int]


class CaseError(ValueError):
    """Recorded data that cannot be read; the message says where and why."""


def items(data: object, where: str) -> list[Any]:
    """`data` as a list. Raises `CaseError`."""
    if not isinstance(data, list):
        raise CaseError(f"{where} is to be a list")
    return cast("list[Any]", data)


def member(data: object, key: str, where: str) -> Any:
    """What an object holds under a key. Raises `CaseError` if it is no object or lacks the key."""
    if not isinstance(data, dict):
        raise CaseError(f"{where} is to be an object")
    found = cast("dict[str, Any]", data)
    if key not in found:
        raise CaseError(f"{where} lacks `{key}`")
    return found[key]


def integer(data: object, where: str, least: int, most: int) -> int:
    """`data` as a whole number within bounds. Raises `CaseError`."""
    if not isinstance(data, int) or isinstance(data, bool) or not least <= data <= most:
        raise CaseError(f"{where} is to be a whole number from {least} to {most}")
    return data


def text(data: object, where: str) -> str:
    """`data` as a text. Raises `CaseError`."""
    if not isinstance(data, str):
        raise CaseError(f"{where} is to be a text")
    return data


def unique(name: str, taken: dict[str, int]) -> str:
    """A name that is not taken yet: the second `Name` becomes `Name 2`."""
    number = 2
    chosen = name
    while chosen in taken:
        chosen = f"{name} {number}"
        number += 1
    return chosen


class Names:
    """Finds the definitions of a kind by the names and titles that other people write."""

    def __init__(self, rules: Ruleset, kind: str) -> None:
        number = list(rules.kinds).index(kind)
        self.kind = kind
        self.found: dict[str, str] = {}
        for of_kind, name, title, *_ in rules.definitions:
            if of_kind == number:
                self.found.setdefault(squeezed(name), name)
                if title:
                    self.found.setdefault(squeezed(title), name)

    def find(self, word: str, where: str) -> str:
        """The name of the definition; a number at the end marks a further copy. Raises `CaseError`."""
        for form in (word, re.sub(r"[_ ]\d+$", "", word)):
            name = self.found.get(squeezed(form))
            if name is not None:
                return name
        near = did_you_mean(word, self.found.values())
        raise CaseError(f"{where}: there is no {self.kind} `{word}`" + (f"; {near}" if near else ""))


def squeezed(word: str) -> str:
    """A name without what people write differently: case, blanks, underscores, apostrophes."""
    return re.sub(r"[\W_]+", "", word).lower()
