"""Drawings for paper: each element bears its own look, so that no style sheet is read for each of them."""

from __future__ import annotations

import re
from functools import cache

from castlewright.draw.style import FONT, STYLE

__all__ = ["flat"]

_RULE = re.compile(r"\.([\w-]+)\{([^}]*)\}")
_CLASS = re.compile(r' class="([^"]*)"')
_STYLE = re.compile(r"<style>.*?</style>", re.DOTALL)


@cache
def _rules() -> dict[str, str]:
    """What each class of the drawings looks like by daylight."""
    light = STYLE.partition("@media")[0]
    return {name: body.strip(";") for name, body in _RULE.findall(light)}


def flat(svg: str) -> str:
    """A drawing whose elements bear their look themselves, in the colours for paper."""

    def look(found: re.Match[str]) -> str:
        told = ";".join(rule for name in found[1].split() if (rule := _rules().get(name)))
        return f' style="{told}"' if told else ""

    plain = _CLASS.sub(look, _STYLE.sub("", svg))
    return plain.replace("<svg ", f'<svg font-family="{FONT}" ', 1)
