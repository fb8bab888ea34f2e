"""What can go wrong while a ruleset runs. Every error is a :class:`RuntimeFault` with a message for
people."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import TracebackType

__all__ = [
    "BudgetError",
    "IllegalAnswer",
    "NotAllowed",
    "RuleFailure",
    "RulesetError",
    "RuntimeFault",
    "SaveError",
    "failure_place",
    "line_place",
]


class RuntimeFault(Exception):
    """Base of all errors of the runtime."""


class IllegalAnswer(RuntimeFault, ValueError):
    """An answer that the pending decision does not offer. Nothing has changed.

    ``player`` is the one who answered (or None), ``reasons`` the refusals of the rules where they give any.
    """

    def __init__(self, message: str, player: int | None = None, reasons: tuple[str, ...] = ()) -> None:
        super().__init__(message if not reasons else f"{message}: {'; '.join(reasons)}")
        self.player = player
        self.reasons = reasons


class NotAllowed(RuntimeFault):
    """Something asked of a game that is not possible now: undo past a random draw, a result before the
    end."""


class RuleFailure(RuntimeFault):
    """A rule failed while it ran; the decision that set it off was undone.

    ``file`` and ``line`` name the place in the rules text, when it is known.
    """

    def __init__(self, message: str, file: str | None = None, line: int | None = None) -> None:
        place = f"{file}:{line}: " if file is not None and line is not None else ""
        super().__init__(place + message)
        self.file = file
        self.line = line


class BudgetError(RuleFailure):
    """A decision set off more steps, frames or events than the limits allow; it was undone."""


class RulesetError(RuntimeFault):
    """A generated module that this runtime cannot read."""


class SaveError(RuntimeFault, ValueError):
    """Saved data that cannot be loaded: damaged, of another format, or of another ruleset."""


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
