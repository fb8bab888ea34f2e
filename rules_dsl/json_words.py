"""Values that are a single word in JSON: names, amounts and sides, read without the parser.

Most values of a file are of these forms; the parser gives the same nodes for them, only slower.
"""

from __future__ import annotations

import re
from typing import Final

from . import nodes as n
from .json_reader import JsonText
from .tables import load_tables

__all__ = ["plain_word"]

_NAME: Final = re.compile(r"[a-z][a-z0-9_]*")
_AMOUNT: Final = re.compile(r"(-?)([0-9][0-9_]{0,11}) ([a-z][a-z0-9_]*)")
_SIDE: Final = re.compile(r"(top|right|bottom|left) ([0-9]{1,6})(?: to ([0-9]{1,6}))?")


def plain_word(text: JsonText) -> n.Expr | None:
    """The node of a text that is plainly a name, an amount or a side; None for what the parser reads."""
    if text.offsets is not None:
        return None
    words = load_tables().words
    whole = text.part(0, len(text.text))
    if _NAME.fullmatch(text.text):
        if text.text in words:
            return None
        ident = n.Ident(text.text, span=whole)
        return n.Name(n.Path((ident,), span=whole), span=whole)
    amount = _AMOUNT.fullmatch(text.text)
    if amount is not None and amount.group(3) not in words:
        unit = n.Ident(amount.group(3), span=text.part(*amount.span(3)))
        span = text.part(amount.start(2), amount.end())
        value = n.Amount(int(amount.group(2).replace("_", "")), unit, span=span)
        return n.Negate(value, span=whole) if amount.group(1) else value
    side = _SIDE.fullmatch(text.text)
    if side is not None:
        first = int(side.group(2))
        return n.SideSpec(side.group(1), first, int(side.group(3) or first), span=whole)
    return None
