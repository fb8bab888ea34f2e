"""The icons and colours that texts choose from by name: `icon "flame in yellow"`.

Only the names stand here; whoever draws has the drawings.
"""

from __future__ import annotations

import re
from typing import Final

from .diagnostics import Diagnostics
from .names import did_you_mean
from .source import Span

__all__ = ["COLOURS", "ICONS", "check_icon", "read_icon"]

ICONS: Final = tuple(
    """
    apple arch arrows bag ball banner barrel battlement bed bell bird blade boat book bread bricks broom
    candle chair chest column compass crown cup cutlery dice door eye fish flame flask flower gear gem
    hammer hand heart hourglass house key leaf lock medal money moon music papers people person plus pot
    scroll shield sofa spade star steps sun table tree wave wheel window
    """.split()
)
"""Names of icons, in order."""

COLOURS: Final = tuple("blue green grey olive orange rose sand sky violet white yellow".split())
"""Names of colours, in order."""

_FORM: Final = re.compile(r"\s*(\S+)(?:\s+in\s+(\S+))?\s*")


def read_icon(text: str) -> tuple[str, str | None] | None:
    """The icon and the colour that a text names; None where it does not have the form `NAME` or `NAME in
    COLOUR`. Neither name is looked up.
    """
    found = _FORM.fullmatch(text)
    return None if found is None else (found[1], found[2])


def check_icon(text: str, span: Span, diagnostics: Diagnostics) -> None:
    """Report CW0528 for a text that names no icon of the library, or no colour of it."""
    read = read_icon(text)
    if read is None:
        diagnostics.error(
            "CW0528", span, "an icon is given as `NAME` or `NAME in COLOUR`", help=_known("icons", ICONS)
        )
        return
    name, colour = read
    if name not in ICONS:
        message = f"there is no icon `{name}` in the library"
        diagnostics.error("CW0528", span, message, help=did_you_mean(name, ICONS) or _known("icons", ICONS))
    if colour is not None and colour not in COLOURS:
        message = f"there is no colour `{colour}` in the library"
        diagnostics.error(
            "CW0528", span, message, help=did_you_mean(colour, COLOURS) or _known("colours", COLOURS)
        )


def _known(what: str, names: tuple[str, ...]) -> str:
    return f"{what}: {', '.join(names)}"
