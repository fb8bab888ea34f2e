"""Which colour and icon each value gets on drawings: what the rules texts choose, else one that stays the
same whatever packs come to it.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from typing import TypedDict

from castlewright.draw.palette import COLOURS, FILLS
from castlewright.printed import Printed
from castlewright.runtime.ruleset import Ruleset

__all__ = ["Colouring", "colouring_of", "icons_of", "palette_of"]


class Colouring(TypedDict):
    """What all drawings of a game have in common: colour keys in order, the fill and the icon of each."""

    keys: list[str]
    palette: dict[str, str]
    icons: dict[str, str]


def icons_of(rules: Ruleset) -> dict[tuple[str, str], tuple[str, str]]:
    """The icon and the colour ("" for any) that texts give to definitions, by kind and name."""
    return {(kind, name): (sign, colour) for kind, name, sign, colour in rules.namespace.get("LOOKS", ())}


def palette_of(keys: Iterable[str], chosen: dict[str, str]) -> dict[str, str]:
    """A fill for each key: the colour of that name where one is chosen, else the first one that nothing
    before it has, looked for from a place that depends on the key alone. So a key that comes later changes
    no other.
    """
    palette = {key: COLOURS[colour] for key, colour in chosen.items() if colour}
    for key in keys:
        if key in palette:
            continue
        first = zlib.crc32(key.encode()) % len(FILLS)
        tries = [FILLS[(first + n) % len(FILLS)] for n in range(len(FILLS))]
        taken = set(palette.values())
        palette[key] = next((fill for fill in tries if fill not in taken), tries[0])
    return palette


def colouring_of(printed: Printed) -> Colouring:
    """The colours of all values that colour pieces, in the order in which they are declared."""
    rules = printed.rules
    given = icons_of(rules)
    keys: list[str] = []
    chosen: dict[str, str] = {}
    icons: dict[str, str] = {}
    for kind in printed.colour_kinds():
        for name in rules.value_names[kind]:
            sign, colour = given.get((kind, name), ("", ""))
            if name not in keys:
                keys.append(name)
            if sign:
                icons[name] = sign
            if colour:
                chosen[name] = colour
    return Colouring(keys=keys, palette=palette_of(keys, chosen), icons=icons)
