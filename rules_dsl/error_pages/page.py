"""What is written about one error code."""

from __future__ import annotations

from dataclasses import dataclass
from textwrap import dedent
from typing import Final

__all__ = ["AREAS", "PRELUDE", "CodeInfo", "page"]

AREAS: Final = {
    "CW00": "Files and limits",
    "CW01": "Words and sentences",
    "CW02": "Packs",
    "CW03": "Names",
    "CW04": "Types and units",
    "CW05": "Kinds, definitions and tables",
    "CW06": "Rules and changes",
    "CW07": "Effects, choices, hooks and flow",
    "CW08": "Drawings and places",
    "CW09": "Examples",
    "CW10": "JSON",
    "CW11": "Play",
}
"""The areas of the codes by their first four characters."""

PRELUDE: Final = """\
pack islands "Islands" { version "1.0"; language 1 }
unit star stars
unit shell shells
unit yard yards
values reason plural reasons { catch, trade }
kind feature plural features is value { }
kind shape plural shapes { printed drawing: drawing }
values crew plural crews { red, blue }
keeps stars per player: stars = 0 stars seen by everyone
keeps shells per player: shells = 10 shells at least 0 shells seen by everyone
kind boat plural boats {
  printed size: yards = 10 yards
  printed crew: set of crew = []
  printed cost: shells = 1 shell
  keeps loaded: yesno = no seen by everyone
}
boat dinghy "Dinghy" { size: 5 yards; crew: red }
boat barge "Barge" { size: 20 yards; crew: red, blue; cost: 4 shells }
zone harbour: row of boat seen by everyone
zone cove: pile of boat seen by nobody
zone fleet per player: row of boat seen by everyone
rule price(b: boat, p: player) for p -> shells = b's cost
effect buy(b: boat) {
  pay price(b, you) to none
  move b to your fleet
}
flow islands {
  stage setup { step deal { move boats to harbour } }
  rounds round until round_number is 3 {
    turns sail for each player p in players { choose an action }
    step rest { for each player p in players { p gains 1 shell as trade } }
  }
  winner by its stars
}
action wait "Wait" in sail { gain 1 shell as trade }
"""
"""The pack that every example of the pages stands in."""


@dataclass(frozen=True, slots=True)
class CodeInfo:
    """The page of one code.

    `bad` fails with the code, `good` is the cure. `form` says what they are: "rules" is a file beside
    `PRELUDE` (or several files, each after a line `--- folder/file.rules`), "json" is a definition in JSON
    form, "words" describes what cannot be shown in a few lines, "python" is a use of the library.
    """

    code: str
    title: str
    explanation: str
    bad: str
    good: str
    form: str = "rules"

    @property
    def area(self) -> str:
        """The area, a value of `AREAS`."""
        return AREAS[self.code[:4]]


def page(code: str, title: str, explanation: str, bad: str, good: str, form: str = "rules") -> CodeInfo:
    """Make a page from indented texts; a blank line parts paragraphs of the explanation."""
    paragraphs = [" ".join(part.split()) for part in dedent(explanation).strip().split("\n\n")]
    return CodeInfo(code, title, "\n\n".join(paragraphs), _text(bad), _text(good), form)


def _text(example: str) -> str:
    return dedent(example).strip("\n")
