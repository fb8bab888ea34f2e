"""The types of the language: small frozen values, compared by equality."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Type:
    """Base of all types; `str()` gives the words an author would use."""


@dataclass(frozen=True, slots=True)
class Plain(Type):
    """A built-in type without parts: number, yesno, text, player, side, spot, region, place, drawing."""

    name: str

    def __str__(self) -> str:
        return self.name


NUMBER = Plain("number")
YESNO = Plain("yesno")
TEXT = Plain("text")
PLAYER = Plain("player")
SIDE = Plain("side")
SPOT = Plain("spot")
REGION = Plain("region")
DRAWING = Plain("drawing")
RANK = Plain("rank")  # one place of a ranking: members, first, last
NONE = Plain("none")  # the type of `none` before it meets another
ERROR = Plain("?")  # after a reported error: fits everywhere, so that one error stays one


@dataclass(frozen=True, slots=True)
class Unit(Type):
    """An amount of a unit; `name` is the unit's plural, as types are written."""

    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Value(Type):
    """A member of a kind that `is value`."""

    kind: str

    def __str__(self) -> str:
        return self.kind


@dataclass(frozen=True, slots=True)
class Piece(Type):
    """A physical piece of a kind; kind "" stands for any piece."""

    kind: str

    def __str__(self) -> str:
        return self.kind or "piece"


@dataclass(frozen=True, slots=True)
class Face(Type):
    """Any piece that prints the fields which `kind` reads through a rule."""

    kind: str

    def __str__(self) -> str:
        return f"face of {self.kind}"


@dataclass(frozen=True, slots=True)
class Place(Type):
    """A zone named as a target: where pieces of `kinds` may be moved to."""

    kinds: tuple[str, ...]

    def __str__(self) -> str:
        return "place"


@dataclass(frozen=True, slots=True)
class Many(Type):
    """A set or list: both keep an order; `form` is "set" or "list" and matters only in words."""

    item: Type
    form: str = "set"

    def __str__(self) -> str:
        return f"{self.form} of {self.item}"


@dataclass(frozen=True, slots=True)
class OrNone(Type):
    """`T or none`."""

    item: Type

    def __str__(self) -> str:
        return f"{self.item} or none"


def or_none(item: Type) -> Type:
    """`item or none`, not nested."""
    return item if isinstance(item, OrNone) or item in (ERROR, NONE) else OrNone(item)


def narrowed(item: Type) -> Type:
    """The type without `or none`."""
    return item.item if isinstance(item, OrNone) else item
