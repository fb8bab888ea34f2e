"""Words for messages: types with their articles, numbers of things, what might have been meant."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from castlewright.compiler.typed.types import YESNO, Many, OrNone, Piece, Type, Unit
from castlewright.rules_dsl.names import did_you_mean

FEW = 10
"""Up to so many names are listed in a message."""


def describe(type: Type) -> str:
    """A type with its article: `a boat`, `an amount of yards`, `a set of boat`."""
    if type == YESNO:
        return "a yes or no"
    if isinstance(type, Unit):
        return f"an amount of {type}"
    if isinstance(type, OrNone):
        return f"{describe(type.item)} or none"
    words = str(type).replace("|", " or ")
    return f"{'an' if words[:1] in 'aeiou' else 'a'} {words}"


def describe_pieces(type: Type) -> str:
    """Pieces, or a collection of them: `a boat`, `a list of boat`, `pieces`."""
    if isinstance(type, Piece) and type.kind == "":
        return "pieces of any kind"
    return describe(type) if not isinstance(type, Many) else f"{type.form} of {type.item}"


def counted(count: int, one: str, many: str) -> str:
    """`no entries`, `one entry`, `3 entries`."""
    return f"no {many}" if count == 0 else f"one {one}" if count == 1 else f"{count} {many}"


def takes(count: int) -> str:
    """`takes no arguments`, `takes one argument`, `takes 3 arguments`."""
    return f"takes {counted(count, 'argument', 'arguments')}"


def here_are(count: int) -> str:
    """`here are none`, `here is one`, `here are 3`."""
    return "here are none" if count == 0 else "here is one" if count == 1 else f"here are {count}"


def suggestion(name: str, known: Iterable[str], what: str) -> str | None:
    """The nearest of the known names; where none is near and there are few, all of them after `what`."""
    names = sorted(set(known))
    near = did_you_mean(name, names)
    if near is not None or not 0 < len(names) <= FEW:
        return near
    return f"{what}: {listed(names)}"


def listed(names: Sequence[str]) -> str:
    """`` `a`, `b` and `c` ``."""
    quoted = [f"`{name}`" for name in names]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} and {quoted[-1]}"
