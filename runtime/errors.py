"""What can go wrong while a ruleset runs. Every error is a :class:`RuntimeFault` with a message for
people."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import TracebackType

__all__ = [
    "BadCall",
    "BudgetError",
    "DepthError",
    "EventsError",
    "FormatError",
    "IllegalAnswer",
    "NotAllowed",
    "NotAskedError",
    "NothingAskedError",
    "OtherRulesError",
    "PlayersError",
    "RuleFailure",
    "RulesetError",
    "RuntimeFault",
    "SaveError",
    "SearchError",
    "UnknownName",
    "failure_place",
    "line_place",
    "seat",
    "whole",
]


class RuntimeFault(Exception):
    """Base of all errors of the runtime. ``code`` is the code of its page, as the command line knows it."""

    code = "CW1112"


class IllegalAnswer(RuntimeFault, ValueError):
    """An answer that the pending decision does not offer. Nothing has changed.

    ``player`` is the one who answered (or None), ``reasons`` the refusals of the rules where they give any.
    """

    code = "CW1101"

    def __init__(self, message: str, player: int | None = None, reasons: tuple[str, ...] = ()) -> None:
        super().__init__(message if not reasons else f"{message}: {'; '.join(reasons)}")
        self.player = player
        self.reasons = reasons


class NothingAskedError(IllegalAnswer):
    """An answer where nothing is asked: the game is over."""

    code = "CW1108"


class NotAskedError(IllegalAnswer):
    """An answer in the name of a player who is not asked anything now."""

    code = "CW1109"


class NotAllowed(RuntimeFault):
    """Something asked of a game that is not possible now: undo past a random draw, a result before the
    end."""

    code = "CW1116"


class BadCall(RuntimeFault, ValueError):
    """Something an app handed over that is not of the sort that is wanted, or out of range."""

    code = "CW1115"


class PlayersError(BadCall):
    """A number of players that the ruleset is not for."""

    code = "CW1110"


class UnknownName(BadCall, KeyError):
    """A name that the ruleset does not know."""

    def __str__(self) -> str:
        return str(self.args[0])


class RuleFailure(RuntimeFault):
    """A rule failed while it ran; the decision that set it off was undone.

    ``file`` and ``line`` name the place in the rules text, ``rule`` the rule or effect, where they are known.
    """

    def __init__(
        self, message: str, file: str | None = None, line: int | None = None, rule: str | None = None
    ) -> None:
        place = f"{file}:{line}: " if file is not None and line is not None else ""
        super().__init__(f"{place}{message} (in `{rule}`)" if rule else f"{place}{message}")
        self.message = message
        self.file = file
        self.line = line
        self.rule = rule


class AsksNothingError(RuleFailure):
    """A parked question has nothing to ask: what it depends on is not what it was when it was parked."""


class BudgetError(RuleFailure):
    """A decision set off more than the limits allow; it was undone. This one: steps, or questions."""

    code = "CW1102"


class EventsError(BudgetError):
    """A decision wrote more log entries than it may."""

    code = "CW1103"


class DepthError(BudgetError):
    """Effects set off each other deeper than they may."""

    code = "CW1104"


class SearchError(BudgetError):
    """A search among linked elements took more steps than it may."""

    code = "CW1113"


class RulesetError(RuntimeFault):
    """A generated module that this runtime cannot read."""

    code = "CW1111"


class SaveError(RuntimeFault, ValueError):
    """Saved data that cannot be loaded. This one: data that is damaged, or a history that does not fit."""

    code = "CW1107"


class OtherRulesError(SaveError):
    """A saved game of another ruleset, or of another version of it: its history can be replayed."""

    code = "CW1106"


class FormatError(SaveError):
    """A saved game written by another version of the runtime: its history can be replayed."""

    code = "CW1114"


def whole(value: object, what: str) -> int:
    """Return a whole number that an app handed over. Raises :class:`BadCall` for anything else."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    raise BadCall(f"{what} is a whole number, not {value!r}")


def seat(value: object, players: int) -> int:
    """Return the number of a seat that an app handed over. Raises :class:`BadCall` for anything else."""
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < players:
        return value
    raise BadCall(f"{value!r} is no seat: they count from 0 to {players - 1}")


Lines = tuple[tuple[int, str, int], ...]
"""Sorted table of a generated module: (first generated line, file, line)."""


def failure_place(trace: TracebackType | None, filename: str, lines: Lines) -> tuple[str | None, int | None]:
    """Return file and line of the rules text for the innermost generated line of a traceback."""
    generated = 0
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == filename:
            generated = trace.tb_lineno
        trace = trace.tb_next
    return line_place(generated, lines)


def line_place(generated: int, lines: Lines) -> tuple[str | None, int | None]:
    """Return file and line of the rules text for a generated line; (None, None) where there is none."""
    file: str | None = None
    number: int | None = None
    for first, file_there, line_there in lines:
        if first > generated:
            break
        file, number = file_there, line_there
    return file, number
