"""The state of a game: plain data at every moment, in the middle of an effect included.

All values in it are immutable (int, str, bool, None, tuples, laid-out plans), so that a copy is a handful of
list copies. Only frames are lists within lists: a frame is ``[block, you, *locals]``; a local that is a
*list* holds the fibers of an ``at once``, each ``[player, frames, stage, log entries of an answer that
waits]``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeGuard

from .random import Random

if TYPE_CHECKING:
    from .decision import Offer
    from .ruleset import Ruleset

__all__ = [
    "ANSWERED",
    "ASKED",
    "CHECK",
    "DONE",
    "EVERYONE",
    "RUN",
    "WORK_LIMIT",
    "Frame",
    "Snapshot",
    "State",
    "copy_frames",
    "is_fibers",
    "is_many",
]

EVERYONE = -1
"""Mask of players with every bit set."""

WORK_LIMIT = 20_000_000
"""Units of work that the rules may do between two decisions."""

RUN, ASKED, ANSWERED, DONE, CHECK = range(5)
"""Stages of a fiber: to be run, waiting for an answer, answered and waiting for the others, at its end,
answered before something else was done."""

Frame = list[Any]
Snapshot = tuple[Any, ...]


def is_many(value: object) -> TypeGuard[tuple[Any, ...]]:
    """Is a value of the state a tuple?"""
    return isinstance(value, tuple)


def is_fibers(local: object) -> TypeGuard[list[list[Any]]]:
    """Is a local of a frame a list of fibers?"""
    return isinstance(local, list)


def copy_frames(frames: list[Frame]) -> list[Frame]:
    """Copy frames and the fibers in them."""
    return [
        [
            [[fiber[0], copy_frames(fiber[1]), *fiber[2:]] for fiber in local] if is_fibers(local) else local
            for local in frame
        ]
        for frame in frames
    ]


class State:
    """What changes while a game is played, as slots that generated code reads and writes.

    ``cells`` holds everything that is kept and every zone (a tuple of piece numbers, first or top first);
    ``where`` the zone cell of each piece or -1; ``known`` the mask of players who know each piece's front
    *where it lies*; ``inside`` the mask of players who know what is in a zone but not where in it; ``down``
    the pieces that lie face down; ``face`` which face of several is up. Logs are shared between copies and
    grow by copy on append.
    """

    __slots__ = (
        "cells",
        "down",
        "face",
        "fiber",
        "forks",
        "frames",
        "grid_at",
        "history_list",
        "history_n",
        "inside",
        "known",
        "log_limit",
        "log_list",
        "log_n",
        "names",
        "offers",
        "plan_at",
        "players",
        "rng_n",
        "rng_seed",
        "rules",
        "seen_n",
        "step",
        "steps",
        "tick",
        "where",
        "work",
    )

    rules: Ruleset
    plan_at: list[int]
    grid_at: list[int]
    """Tables of the ruleset, at hand for questions that are asked very often."""
    players: int
    names: tuple[str, ...]
    cells: list[Any]
    where: list[int]
    known: list[int]
    inside: dict[int, int]
    down: set[int]
    face: list[int]
    frames: list[Frame]
    forks: int
    fiber: int
    """Number of the fiber that runs, -1 outside fibers."""
    offers: tuple[Offer, ...] | None
    """The pending requests; None when they have to be derived from the frames."""
    step: int
    """Number of the running step or turns, -1 before the first."""
    tick: int
    """How often the game has gone on after a decision: names decisions without telling anything hidden."""
    seen_n: int
    """How often somebody came to know a front."""
    steps: int
    """Steps left for the loops of this decision."""
    work: int
    """Work left for questions of rules, see :mod:`.work`; every question from outside starts anew."""
    log_limit: int
    """Length of the log at which this decision is out of events."""
    rng_seed: int
    rng_n: int
    log_list: list[tuple[Any, ...]]
    log_n: int
    history_list: list[tuple[Any, ...]]
    history_n: int

    def start(self, rules: Ruleset, names: tuple[str, ...], seed: int) -> None:
        """Set every slot to its beginning; all pieces are out of play, where everybody may look at them."""
        self.rules = rules
        self.plan_at = rules.board.plan_at
        self.grid_at = rules.board.grid_at
        self.names = names
        self.players = len(names)
        self.cells = list(rules.initial)
        rules.board.lay_out(rules.zones.values(), self.cells)
        self.where = [-1] * rules.piece_count
        self.known = [EVERYONE] * rules.piece_count
        self.inside = {}
        self.down = set()
        self.face = [0] * rules.piece_count if rules.has_faces else []
        self.frames = []
        self.forks = 0
        self.fiber = -1
        self.offers = ()
        self.step = -1
        self.tick = 0
        self.seen_n = 0
        self.steps = 0
        self.work = WORK_LIMIT
        self.log_limit = 0
        self.rng_seed = Random(seed).rng_seed
        self.rng_n = 0
        self.log_list = []
        self.log_n = 0
        self.history_list = []
        self.history_n = 0

    def note(self, entry: tuple[Any, ...]) -> None:
        """Append to the log, which copies of this state may share."""
        if len(self.log_list) != self.log_n:
            self.log_list = self.log_list[: self.log_n]
        self.log_list.append(entry)
        self.log_n += 1

    def record(self, entry: tuple[Any, ...]) -> None:
        """Append to the history, which copies of this state may share."""
        if len(self.history_list) != self.history_n:
            self.history_list = self.history_list[: self.history_n]
        self.history_list.append(entry)
        self.history_n += 1

    def snapshot(self) -> Snapshot:
        """Return what :meth:`restore` needs to come back to this moment."""
        frames = self.frames
        return (
            self.cells[:],
            self.where[:],
            self.known[:],
            self.inside.copy(),
            self.down.copy(),
            self.face[:],
            copy_frames(frames) if self.forks else [frame[:] for frame in frames],
            self.forks,
            self.offers,
            self.step,
            self.tick,
            self.seen_n,
            self.rng_seed,
            self.rng_n,
            self.log_list,
            self.log_n,
            self.history_list,
            self.history_n,
        )

    def restore(self, snapshot: Snapshot) -> None:
        """Come back to a moment; the snapshot is used up."""
        (
            self.cells,
            self.where,
            self.known,
            self.inside,
            self.down,
            self.face,
            self.frames,
            self.forks,
            self.offers,
            self.step,
            self.tick,
            self.seen_n,
            self.rng_seed,
            self.rng_n,
            self.log_list,
            self.log_n,
            self.history_list,
            self.history_n,
        ) = snapshot
        self.fiber = -1

    def take_over(self, other: State) -> None:
        """Become a copy of another state."""
        self.rules = other.rules
        self.plan_at = other.plan_at
        self.grid_at = other.grid_at
        self.players = other.players
        self.names = other.names
        self.cells = other.cells[:]
        self.where = other.where[:]
        self.known = other.known[:]
        self.inside = other.inside.copy()
        self.down = other.down.copy()
        self.face = other.face[:]
        self.frames = copy_frames(other.frames) if other.forks else [frame[:] for frame in other.frames]
        self.forks = other.forks
        self.fiber = -1
        self.offers = other.offers
        self.step = other.step
        self.tick = other.tick
        self.seen_n = other.seen_n
        self.steps = 0
        self.work = WORK_LIMIT
        self.log_limit = 0
        self.rng_seed = other.rng_seed
        self.rng_n = other.rng_n
        self.log_list = other.log_list
        self.log_n = other.log_n
        self.history_list = other.history_list
        self.history_n = other.history_n
