"""Type tags: how a built ruleset names types, so that the runtime can show, save and read values."""

from __future__ import annotations

from castlewright.compiler.typed.types import Face, Many, OrNone, Piece, Place, Plain, Type, Unit, Value


def tag(type_: Type) -> str:
    """The tag of a type.

    `number`, `unit:NAME`, `value:KIND`, `piece:KIND`, `[T]` for sets and lists, `T?` for `T or none`.
    """
    match type_:
        case OrNone(item):
            return f"{tag(item)}?"
        case Many(item):
            return f"[{tag(item)}]"
        case Unit(name):
            return f"unit:{name}"
        case Value(kind):
            return f"value:{kind}"
        case Piece(kind):
            return f"piece:{kind}"
        case Face():
            return "piece:"
        case Place():
            return "place"
        case Plain(name):
            return name
        case _:
            return "?"


def choice_kind(type_: Type) -> str:
    """The word by which a decision says what is chosen: piece, value, spot, player, number, …"""
    match type_:
        case OrNone(item):
            return choice_kind(item)
        case Unit():
            return "number"
        case Value():
            return "value"
        case Piece() | Face():
            return "piece"
        case Plain(name):
            return name
        case _:
            return "value"


def zero(type_: Type) -> object:
    """What a field of none gives: 0, no, the empty text, the empty set, none."""
    match type_:
        case Unit() | Plain("number"):
            return 0
        case Plain("yesno"):
            return False
        case Plain("text"):
            return ""
        case Many():
            return ()
        case _:
            return None
