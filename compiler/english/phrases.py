"""Typed expressions in English.

A phrase is a piece of a sentence: a noun phrase for a value, a clause for a condition. Where a text gives
words of its own (`reads "…"`) these are used, with the arguments put in; else the words are made from the
names.
"""

from __future__ import annotations

from castlewright.compiler.english.conditions import Conditions
from castlewright.compiler.english.grammar import a, grouped, listed, words
from castlewright.compiler.english.groups import Groups
from castlewright.compiler.english.values import Values

__all__ = ["Phrases", "a", "grouped", "listed", "words"]


class Phrases(Values, Groups, Conditions):
    """Writes phrases about one program.

    `names` are the words for locals, `fresh` the words for those that have not been named yet (used once,
    then `names` takes over), `bound` the definitions that some stand for.
    """

    __slots__ = ()
