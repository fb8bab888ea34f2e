"""Type tags: how a generated module says what a value is, and how such values are written in JSON.

A tag is a word (``number``, ``yesno``, ``text``, ``player``, ``side``, ``spot``, ``region``, ``rank``,
``action``, ``option``, ``face``, ``unit:NAME``, ``value:KIND``, ``piece:KIND``), in brackets for many
(``[piece:KIND]``), followed by ``?`` where none is possible. JSON names what the numbers of a running game
mean, so that an answer of yesterday can be read by a ruleset of today.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeGuard

from .errors import SaveError
from .state import is_many

if TYPE_CHECKING:
    from .ruleset import Ruleset

__all__ = ["Tag", "decode", "encode", "frozen", "is_list", "read_tag", "thawed"]


class Tag:
    """A tag taken apart. ``base`` is the word before the colon, ``name`` what follows it, ``many`` and
    ``none`` flags."""

    __slots__ = ("base", "many", "name", "none", "one")

    def __init__(self, text: str) -> None:
        self.none = text.endswith("?")
        text = text.removesuffix("?")
        self.many = text.startswith("[")
        self.one: Tag = read_tag(text[1:-1]) if self.many else self
        self.base, _, self.name = ("many", "", "") if self.many else text.partition(":")


@lru_cache(maxsize=4096)
def read_tag(text: str) -> Tag:
    """Return the tag for its text; equal texts give the same object."""
    return Tag(text)


def encode(rules: Ruleset, tag: Tag, value: Any) -> Any:
    """Return the JSON form of a value of a running game."""
    if value is None:
        return None
    if tag.many:
        return [encode(rules, tag.one, item) for item in value]
    base = tag.base
    if base == "piece":
        pid: int = value
        return rules.piece_names[pid]
    if base == "value":
        number: int = value
        return rules.value_names[tag.name][number]
    if base == "action":
        return _encode_action(rules, value)
    if base == "spot":
        cell, pid, *place = value
        return [rules.cell_names[cell], rules.piece_names[pid], *place]
    return list(value) if is_many(value) else value


def _encode_action(rules: Ruleset, value: Any) -> Any:
    number: int
    if is_many(value):
        pid: int
        number, pid = value
        return [rules.actions[number].name, rules.piece_names[pid]]
    number = value
    return "pass" if number < 0 else [rules.actions[number].name]


def decode(rules: Ruleset, tag: Tag, value: Any) -> Any:
    """Return the value of a running game for its JSON form. Raises :class:`SaveError` for a name that is not
    known."""
    if value is None:
        return None
    try:
        return _decode(rules, tag, value)
    except (KeyError, TypeError, IndexError) as error:
        raise SaveError(f"{value!r} is not known to this ruleset") from error


def _decode(rules: Ruleset, tag: Tag, value: Any) -> Any:
    if tag.many:
        return tuple([decode(rules, tag.one, item) for item in value])
    base = tag.base
    if base == "piece":
        return rules.piece_numbers[value]
    if base == "value":
        return rules.value_numbers[tag.name][value]
    if base == "action":
        return _decode_action(rules, value)
    if base == "spot":
        return (rules.cell_numbers[value[0]], rules.piece_numbers[value[1]], *value[2:])
    return frozen(value)


def _decode_action(rules: Ruleset, value: Any) -> Any:
    if value == "pass":
        return -1
    number = rules.action_numbers[value[0]]
    return number if len(value) == 1 else (number, rules.piece_numbers[value[1]])


def thawed(value: Any) -> Any:
    """Return a value with lists in place of tuples."""
    return [thawed(item) for item in value] if is_many(value) else value


def frozen(value: Any) -> Any:
    """Return a value with tuples in place of lists."""
    return tuple([frozen(item) for item in value]) if is_list(value) else value


def is_list(value: object) -> TypeGuard[list[Any]]:
    """Is a value of JSON data a list?"""
    return isinstance(value, list)
