"""The runtime: plays built rulesets. It needs nothing but the standard library."""

from __future__ import annotations

from .bots import Bot, GreedyBot, RandomBot, Seat, play
from .decision import Decision, Option
from .errors import (
    BudgetError,
    IllegalAnswer,
    NotAllowed,
    RuleFailure,
    RulesetError,
    RuntimeFault,
    SaveError,
)
from .game import Game, Place
from .log import Line
from .random import Random
from .ruleset import Ruleset

__all__ = [
    "Bot",
    "BudgetError",
    "Decision",
    "Game",
    "GreedyBot",
    "IllegalAnswer",
    "Line",
    "NotAllowed",
    "Option",
    "Place",
    "Random",
    "RandomBot",
    "RuleFailure",
    "Ruleset",
    "RulesetError",
    "RuntimeFault",
    "SaveError",
    "Seat",
    "play",
]
