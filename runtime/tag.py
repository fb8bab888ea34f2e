"""Type tags: how a generated module says what a value is, and how such values are written in JSON.

A tag is a word (``number``, ``yesno``, ``text``, ``player``, ``side``, ``spot``, ``region``, ``rank``, ``action``,
``option``, ``face``, ``unit:NAME``, ``value:KIND``, ``piece:KIND``), in brackets for many (``[piece:card]``), followed
by ``?`` where none is possible. JSON names what the numbers of a running game mean, so that an answer of yesterday can
be read by a ruleset of today.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from .errors import SaveError

if TYPE_CHECKING:
    from .ruleset import Ruleset

__all__ = ["Tag", "decode", "encode", "read_tag"]


class Tag:
    """A tag taken apart. ``base`` is the word before the colon, ``name`` what follows it, ``many`` and ``none`` flags."""

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
        return rules.piece_names[value]
    if base == "value":
        return rules.value_names[tag.name][value]
    if base == "action":
        return _encode_action(rules, value)
    if base == "spot":
        return [rules.cell_names[value[0]], rules.piece_names[value[1]], *value[2:]]
    return list(value) if isinstance(value, tuple) else value


def _encode_action(rules: Ruleset, value: Any) -> Any:
    if isinstance(value, tuple):
        number, card = value
        return [rules.actions[number].name, rules.piece_names[card]]
    return "pass" if value < 0 else [rules.actions[value].name]


def decode(rules: Ruleset, tag: Tag, value: Any) -> Any:
    """Return the value of a running game for its JSON form. Raises :class:`SaveError` for a name that is not known."""
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
    return _frozen(value)


def _decode_action(rules: Ruleset, value: Any) -> Any:
    if value == "pass":
        return -1
    number = rules.action_numbers[value[0]]
    return number if len(value) == 1 else (number, rules.piece_numbers[value[1]])


def _frozen(value: Any) -> Any:
    return tuple([_frozen(item) for item in value]) if isinstance(value, list) else value
