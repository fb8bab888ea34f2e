"""Scoring castles that were recorded elsewhere: positions read from a file, points asked of the rules.

Each game has its own form of such files, so each has a module here that reads it; nothing else in the package
knows a game. A module gives `PACKS`, which packs to load unless told otherwise, and `score(rules, data)`.
"""

from __future__ import annotations

from collections.abc import Callable

from castlewright.runtime.ruleset import Ruleset
from castlewright.score import castles, two_castles
from castlewright.score.reading import CaseError, Scored

__all__ = ["SCORERS", "CaseError", "Scored"]

SCORERS: dict[str, tuple[str, Callable[[Ruleset, object], list[Scored]]]] = {
    "castles": (castles.PACKS, castles.score),
    "two_castles": (two_castles.PACKS, two_castles.score),
}
"""For each game: the packs it takes, and the function that scores what was read from a file."""
