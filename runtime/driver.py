"""The driver: runs blocks until the game waits for an answer, within budgets; asks; runs fibers in
lockstep."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .errors import AsksNothingError, BudgetError, DepthError, EventsError, RuleFailure, line_place
from .state import ANSWERED, ASKED, CHECK, DONE, RUN, WORK_LIMIT, Frame, State, is_fibers, is_many

if TYPE_CHECKING:
    from .decision import Choice, Offer

__all__ = [
    "EVENT_LIMIT",
    "FRAME_LIMIT",
    "STEP_LIMIT",
    "actions",
    "answer",
    "answer_in",
    "ask",
    "begin_action",
    "bounds",
    "fork",
    "join",
    "next_offered",
    "offer_again",
    "run",
    "take_back",
    "tick",
]

STEP_LIMIT = 200_000
"""Blocks, and turns of loops, that one decision may set off."""
FRAME_LIMIT = 100
"""Frames that may lie on one stack."""
EVENT_LIMIT = 4_000
"""Log entries that one decision may write."""


def run(g: State) -> None:
    """Run until the stack is empty or its top frame waits. Raises :class:`BudgetError`."""
    blocks = g.rules.blocks
    frames = g.frames
    for _ in range(STEP_LIMIT):
        if not frames:
            return
        frame = frames[-1]
        if not blocks[frame[0]](g, frame):
            return
        if len(frames) > FRAME_LIMIT:
            words = f"effects set off each other more than {FRAME_LIMIT} deep"
            raise DepthError(words, *_place_of(g, frame))
        if g.log_n > g.log_limit:
            words = f"one decision set off more than {EVENT_LIMIT:,} events"
            raise EventsError(words, *_place_of(g, frame))
    words = f"one decision took more than {STEP_LIMIT:,} steps"
    raise BudgetError(words, *_place_of(g, frames[-1] if frames else [0]))


def _place_of(g: State, frame: Frame) -> tuple[str | None, int | None]:
    """The place in the text of the block that ran last."""
    number: int = frame[0]
    code = getattr(g.rules.blocks[number], "__code__", None)
    return line_place(code.co_firstlineno if code is not None else 0, g.rules.lines)


def tick(g: State) -> None:
    """Count one turn of a loop, or one effect that may come to itself again. Raises :class:`BudgetError`."""
    g.steps -= 1
    if g.steps < 0:
        raise BudgetError(f"one decision took more than {STEP_LIMIT:,} steps")
    if g.log_n > g.log_limit:
        raise EventsError(f"one decision set off more than {EVENT_LIMIT:,} events")


# ----------------------------------------------------------------------------------------------------- asking


def ask(g: State, f: Frame, choice: Choice) -> bool:
    """Ask a choice: settle it where the rules leave nothing to choose, else park the frame (False).

    Secret choices are always asked, for the question itself would tell what there is.
    """
    options = choice.options(g, f)
    player: int = f[1] if choice.who is None else choice.who(g, f)
    if not choice.single:
        return _ask_several(g, f, choice, player, options)
    if not choice.secret:
        if len(options) == 1:
            _settle(g, f, choice, player, options[0], "auto")
            return True
        if not options:
            f[choice.slot] = None
            f[0] = choice.none
            return True
    _park(g, choice, player, options, not options)
    return False


def _ask_several(g: State, f: Frame, choice: Choice, player: int, options: tuple[Any, ...]) -> bool:
    least, most = bounds(g, f, choice, len(options))
    chosen: tuple[Any, ...] = f[choice.work] or ()
    if chosen:
        # Something done in between may have taken an option away again.
        chosen = tuple([value for value in chosen if value in options])
        f[choice.work] = chosen
    count = len(chosen)
    rest = tuple([value for value in options if value not in chosen]) if chosen else options
    if not choice.secret and not (choice.ordered and len(rest) > 1) and least - count >= len(rest):
        # All that is left has to be taken.
        _settle(
            g, f, choice, player, _in_order(choice, options, chosen + rest), "answer" if count else "auto"
        )
        return True
    if count >= most and (count or not choice.secret):
        _settle(g, f, choice, player, _in_order(choice, options, chosen), "answer" if count else "auto")
        return True
    _park(g, choice, player, rest if most else (), count >= least)
    return False


def bounds(g: State, f: Frame, choice: Choice, count: int) -> tuple[int, int]:
    """Return how many of `count` options must and may be chosen."""
    least = choice.least if isinstance(choice.least, int) else choice.least(g, f)
    most = choice.most if choice.most is None or isinstance(choice.most, int) else choice.most(g, f)
    most = count if most is None else max(0, min(most, count))
    return max(0, min(least, most)), most


def _in_order(choice: Choice, options: tuple[Any, ...], chosen: tuple[Any, ...]) -> tuple[Any, ...]:
    if choice.ordered or len(chosen) < 2:
        return chosen
    return tuple([value for value in options if value in chosen])


def _park(g: State, choice: Choice, player: int, options: tuple[Any, ...], done: bool) -> None:
    if choice.one.base == "piece" and len(options) > 1:
        options = _without_order(g, player, options)
    g.offers = (*(g.offers or ()), (player, choice, options, g.fiber, done))


def _without_order(g: State, player: int, pids: tuple[int, ...]) -> tuple[int, ...]:
    """Sort pieces by place if the player does not know them all: another order could tell what they are."""
    known, bit = g.known, 1 << player
    for pid in pids:
        if not known[pid] & bit:
            break
    else:
        return pids
    where, cells = g.where, g.cells
    return tuple(
        sorted(pids, key=lambda pid: (where[pid], cells[where[pid]].index(pid) if where[pid] >= 0 else pid))
    )


def _settle(g: State, f: Frame, choice: Choice, player: int, value: Any, mode: str) -> None:
    f[choice.slot] = value
    if not choice.single:
        f[choice.work] = None
    f[0] = choice.next
    note_answer(g, choice, player, value, mode, f)


def note_answer(g: State, choice: Choice, player: int, value: Any, mode: str, f: Frame) -> None:
    """Write what was chosen into the log, with who knew the pieces then; of faces, whose they are."""
    if mode == "auto" and value == ():
        return
    masks: Any = None
    if choice.one.base == "piece" and value is not None:
        known = g.known
        pids: tuple[int, ...] = (value,) if choice.single else value
        several = tuple([known[pid] for pid in pids])
        masks = several[0] if choice.single else several
    elif choice.faces_of is not None and value is not None:
        masks = choice.faces_of(g, f)
    g.note(("answer", choice.clause, g.step, player, choice.no, value, masks, mode))


def answer(g: State, f: Frame, offer: Offer, value: Any) -> bool:
    """Store a checked answer in the parked frame; True when the choice is complete."""
    player, choice = offer[0], offer[1]
    if choice.single:
        if value is None:
            f[choice.slot] = None
            f[0] = choice.none
            note_answer(g, choice, player, None, "answer", f)
        else:
            _settle(g, f, choice, player, value, "answer")
        return True
    chosen: tuple[Any, ...] = f[choice.work] or ()
    if value is not None:
        f[choice.work] = (*chosen, value)
        return ask(g, f, choice)
    _settle(g, f, choice, player, _in_order(choice, choice.options(g, f), chosen), "answer")
    return True


# ---------------------------------------------------------------------------------------------------- actions


def actions(g: State, you: int, numbers: tuple[int, ...]) -> tuple[Any, ...]:
    """Return which of these actions a player is offered: numbers, or (number, piece) where on pieces."""
    table = g.rules.actions
    found: list[Any] = []
    for number in numbers:
        action = table[number]
        offered = action.offered(g, you)
        if action.on_piece:
            found.extend([(number, pid) for pid in offered])
        elif offered:
            found.append(number)
    return tuple(found)


def next_offered(g: State, first: int, numbers: tuple[int, ...]) -> int:
    """Return the first player from number `first` on who is offered one of these actions; the number of
    players when there is none."""
    table = g.rules.actions
    for player in range(first, g.players):
        for number in numbers:
            if table[number].offered(g, player):
                return player
    return g.players


def begin_action(g: State, option: Any, you: int) -> None:
    """Push the first frame of an action taken by `you`."""
    number: int
    number, *piece = option if is_many(option) else (option,)
    action = g.rules.actions[number]
    frame: Frame = list(action.frame)
    frame[1] = you
    if action.on_piece:
        frame[2] = piece[0]
    g.frames.append(frame)


# ---------------------------------------------------------------------------------------------------- at once


def fork(g: State, f: Frame, slot: int, frames: list[Frame]) -> None:
    """Start one fiber for each of these frames, whose slot 1 is its player. Keep them in a slot of the
    frame."""
    if g.fiber >= 0:
        raise RuleFailure("`at once` cannot stand within `at once`")
    f[slot] = [[frame[1], [frame], RUN, ()] for frame in frames]
    g.forks += 1


def join(g: State, f: Frame, slot: int, after: int) -> bool:
    """Run the fibers in lockstep; go on at block `after` when all are at their end.

    A fiber that is asked waits until all that wait have their answers; then all go on, in order. So the order
    of the answers cannot matter, and nothing can be seen of one before the last.
    """
    fibers: list[Any] = f[slot]
    while True:
        waiting = False
        for number, fiber in enumerate(fibers):
            if fiber[2] == CHECK:
                _check_answer(g, fiber)
            if fiber[2] == RUN:
                _run_fiber(g, number, fiber)
            waiting = waiting or fiber[2] == ASKED
        if waiting:
            return False
        going = [fiber for fiber in fibers if fiber[2] == ANSWERED]
        if not going:
            break
        for fiber in going:
            for entry in fiber[3]:
                g.note(entry)
            fiber[2:] = [RUN, ()]
    f[slot] = None
    f[0] = after
    g.forks -= 1
    return True


def _check_answer(g: State, fiber: list[Any]) -> None:
    """Ask again what was answered, if something done since took away what was chosen."""
    entry = answer_in(fiber)
    number: int = entry[4]
    choice = g.rules.choices[number]
    frame: Frame = fiber[1][-1]
    options = choice.options(g, frame)
    chosen: tuple[Any, ...] = entry[5] if not choice.single else () if entry[5] is None else (entry[5],)
    if all(value in options for value in chosen) and (chosen or not choice.single or not options):
        fiber[2] = ANSWERED
    else:
        take_back(g, fiber)
        fiber[2] = RUN


def answer_in(fiber: list[Any]) -> tuple[Any, ...]:
    """Return the log entry of the answer that an answered fiber holds back."""
    return [entry for entry in fiber[3] if entry[0] == "answer"][-1]


def take_back(g: State, fiber: list[Any]) -> None:
    """Let a fiber forget its answer: its top frame asks again."""
    number: int = answer_in(fiber)[4]
    choice = g.rules.choices[number]
    frame: Frame = fiber[1][-1]
    frame[0] = choice.block
    frame[choice.slot] = None
    fiber[2:] = [ASKED, ()]


def _run_fiber(g: State, number: int, fiber: list[Any]) -> None:
    frames = g.frames
    g.frames = fiber[1]
    g.fiber = number
    run(g)
    g.fiber = -1
    g.frames = frames
    fiber[2] = ASKED if fiber[1] else DONE


def fibers_of(frame: Frame) -> list[Any] | None:
    """Return the fibers that a frame holds, or None."""
    for local in frame:
        if is_fibers(local):
            return local
    return None


def offer_again(g: State) -> None:
    """Derive the pending requests from the parked frames, by running the asking blocks once more."""
    g.offers = ()
    if not g.frames:
        return
    g.log_limit = g.log_n + EVENT_LIMIT
    g.steps = STEP_LIMIT
    g.work = WORK_LIMIT
    fibers = fibers_of(g.frames[-1])
    if fibers is None:
        _ask_again(g, g.frames[-1])
        return
    for number, fiber in enumerate(fibers):
        if fiber[2] == ASKED:
            g.fiber = number
            _ask_again(g, fiber[1][-1])
    g.fiber = -1


def asks(g: State) -> bool:
    """Derive the pending requests; tell whether every parked question has something to ask."""
    try:
        offer_again(g)
    except AsksNothingError:
        g.offers = None
        return False
    return True


def _ask_again(g: State, frame: Frame) -> None:
    if g.rules.blocks[frame[0]](g, frame):
        raise AsksNothingError("a saved question asks nothing any more")
