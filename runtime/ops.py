"""What effects do to a state: amounts, kept values, looking, turning, shuffling, steps of the flow.

Every function takes the state first. ``cell`` is the number of a cell, ``clause`` the number of the place in
the rules text that asks for it, ``you`` the acting player or None.

Log entries are tuples ``(kind, clause, step, ...)``; :mod:`.log` says what follows for each kind.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .random import pick, shuffled
from .state import EVERYONE, State, is_many
from .work import LARGEST, fitting

__all__ = [
    "enter",
    "flip",
    "front_seen_by",
    "gain",
    "learn",
    "look",
    "lose",
    "one_at_random",
    "pay",
    "pick_random",
    "reveal",
    "seen_mask",
    "set_cell",
    "set_face",
    "set_keep",
    "shuffle",
]

Pieces = int | tuple[int, ...]
Parts = tuple[tuple[Any, int], ...]

# ---------------------------------------------------------------------------------------------------- amounts


def gain(
    g: State,
    cell: int,
    amount: int,
    clause: int,
    reason: int | None = None,
    other: int = -1,
    parts: Parts = (),
    about: int | None = None,
) -> None:
    """Add an amount to a counter and write one line about it; a negative amount takes away.

    ``other`` is the counter the amount comes from, -1 for the supply. Bounds of both hold; nothing happens
    for 0. ``about`` is the piece or member of a value kind it speaks of; the clause has its tag.
    """
    _shift(g, "gain", cell, amount, clause, reason, other, parts, about)


def lose(
    g: State,
    cell: int,
    amount: int,
    clause: int,
    reason: int | None = None,
    other: int = -1,
    parts: Parts = (),
    about: int | None = None,
) -> None:
    """Take an amount from a counter, as far as its bound allows, and give it to ``other`` (-1: the
    supply)."""
    _shift(g, "lose", cell, -amount, clause, reason, other, parts, about)


def pay(
    g: State,
    cell: int,
    amount: int,
    clause: int,
    reason: int | None = None,
    other: int = -1,
    parts: Parts = (),
    about: int | None = None,
) -> bool:
    """Take exactly an amount from a counter; False, and nothing done, where it does not hold that much."""
    if amount > 0:
        keep = g.rules.cell_keep[cell]
        least = keep.least if keep is not None else None
        # Only a bound makes a counter run out; one without may go below zero.
        if least is not None and g.cells[cell] - amount < least:
            return False
    _shift(g, "pay", cell, -amount, clause, reason, other, parts, about)
    return True


def _shift(
    g: State,
    verb: str,
    cell: int,
    delta: int,
    clause: int,
    reason: int | None,
    other: int,
    parts: Parts,
    about: int | None,
) -> None:
    if cell == other:
        return
    cells = g.cells
    value: int = cells[cell]
    delta = _bounded(g, cell, value + delta) - value
    back = 0
    if other >= 0 and delta:
        value_of_other: int = cells[other]
        back = _bounded(g, other, value_of_other - delta) - value_of_other
        if delta > 0:
            # What the other side does not have cannot come from it.
            delta = min(delta, -back)
        cells[other] = value_of_other + back
    if delta or back:
        cells[cell] = value + delta
        g.note(
            (
                "line",
                clause,
                g.step,
                verb,
                cell,
                delta,
                other,
                back,
                reason,
                parts,
                _masks_of_parts(g, clause, parts),
                _holder_mask(g, cell),
                about,
                0 if about is None else _about_mask(g, clause, about),
            )
        )


def _bounded(g: State, cell: int, value: int) -> int:
    keep = g.rules.cell_keep[cell]
    if keep is not None:
        if keep.least is not None and value < keep.least:
            return keep.least
        if keep.most is not None and value > keep.most:
            return keep.most
    return value if -LARGEST <= value <= LARGEST else fitting(value)


def _masks_of_parts(g: State, clause: int, parts: Parts) -> tuple[int, ...]:
    """Who knows the pieces that a line counts; () when its parts are no pieces."""
    if not parts:
        return ()
    tag = g.rules.clauses[clause].parts
    if tag is None or tag.base != "piece":
        return ()
    pids: list[int] = [part[0] for part in parts]
    known = g.known
    return tuple([known[pid] for pid in pids])


def _about_mask(g: State, clause: int, about: int) -> int:
    """Who may know what a line is about."""
    row = g.rules.clauses[clause]
    if row.about is not None and row.about.base == "piece":
        return g.known[about]
    return EVERYONE if row.told else 0


def _holder_mask(g: State, cell: int) -> int:
    """Who knows the piece that keeps something; everybody where no piece does."""
    owner = g.rules.cell_owner[cell]
    return g.known[-2 - owner] if owner < -1 else EVERYONE


def set_keep(g: State, cell: int, value: Any, clause: int) -> None:
    """Set something that is kept, within its bounds; for a counter this writes a line with the difference."""
    cells = g.cells
    keep = g.rules.cell_keep[cell]
    old = cells[cell]
    if keep is not None and keep.tag.base in ("number", "unit") and not keep.tag.many and value is not None:
        value = _bounded(g, cell, value)
    if value == old:
        return
    cells[cell] = value
    if keep is not None and keep.tag.base == "unit":
        seen = _holder_mask(g, cell)
        g.note(("line", clause, g.step, "set", cell, value - old, -1, 0, None, (), (), seen, None, 0))
        return
    masks: Any = None
    if keep is not None and keep.tag.base in ("piece", "many") and value is not None:
        known = g.known
        one = keep.tag.one
        if one.base == "piece":
            pids: tuple[int, ...] = value if keep.tag.many else (value,)
            several = tuple([known[pid] for pid in pids])
            masks = several if keep.tag.many else several[0]
    g.note(("set", clause, g.step, cell, value, masks, seen_mask(g, cell), _holder_mask(g, cell)))


def set_cell(g: State, cell: int, value: Any) -> None:
    """Set a cell without a word in the log."""
    g.cells[cell] = value


def enter(g: State, number: int, player: int | None) -> None:
    """Begin a step or turn: log lines from now on carry its path."""
    g.step = number
    g.note(("step", 0, number, player))


# ---------------------------------------------------------------------------------------------- who sees what


def seen_mask(g: State, cell: int) -> int:
    """Return the mask of the players who see what a cell holds (for zones: the fronts of what lies there face
    up)."""
    mask = g.rules.cell_seen[cell]
    if mask is not None:
        return mask
    rules = g.rules
    holding = rules.cell_zone[cell] or rules.cell_keep[cell]
    if holding is None:
        return EVERYONE
    if holding.seen == "owner" or not callable(holding.seen):
        owner = owner_of_cell(g, cell)
        return 1 << owner if owner is not None else 0
    who = holding.seen(g, holding.first + cell - holding.base)
    if who is None or who is False:
        return 0
    if who is True:
        return EVERYONE
    if is_many(who):
        return _mask(who)
    return 1 << who


def _mask(players: Sequence[int]) -> int:
    mask = 0
    for player in players:
        mask |= 1 << player
    return mask


def owner_of_cell(g: State, cell: int) -> int | None:
    """Return the player to whom a zone belongs, through the pieces it stands on; None for nobody."""
    owners = g.rules.cell_owner
    owner = owners[cell]
    for _ in range(100):
        if owner >= -1:
            break
        cell = g.where[-2 - owner]
        owner = owners[cell] if cell >= 0 else -1
    return owner if owner >= 0 else None


def front_seen_by(g: State, pid: int) -> int:
    """Return the mask of the players who see a piece's front because of where and how it lies."""
    cell = g.where[pid]
    if pid in g.down:
        return 0
    return 0 if cell < 0 else seen_mask(g, cell)


def learn(g: State, pid: int, mask: int) -> None:
    """Let the players of a mask know a piece's front where it lies."""
    old = g.known[pid]
    new = old | mask
    if new != old:
        g.known[pid] = new
        g.seen_n += 1


def look(g: State, who: int | None, pids: Pieces, clause: int) -> None:
    """Let a player see pieces; None: everybody."""
    several = (pids,) if isinstance(pids, int) else pids
    if not several:
        return
    mask = EVERYONE if who is None else 1 << who
    where = g.where
    g.note(("look", clause, g.step, who, several, tuple([where[pid] for pid in several])))
    for pid in several:
        learn(g, pid, mask)


def reveal(g: State, pids: Pieces, clause: int) -> None:
    """Let everybody see pieces."""
    look(g, None, pids, clause)


def flip(g: State, pid: int, up: bool, clause: int) -> None:
    """Turn a piece face up or down where it lies; who has seen it still knows it."""
    if up == (pid not in g.down):
        return
    if up:
        g.down.discard(pid)
        learn(g, pid, front_seen_by(g, pid))
    else:
        learn(g, pid, front_seen_by(g, pid))
        g.down.add(pid)
    g.note(("flip", clause, g.step, pid, up, g.known[pid]))


def set_face(g: State, pid: int, face: int, clause: int) -> None:
    """Turn a piece to one of its faces."""
    if not g.face or g.face[pid] == face:
        return
    g.face[pid] = face
    g.rules.board.turned(g, pid)
    g.note(("face", clause, g.step, pid, face, g.known[pid]))


# ----------------------------------------------------------------------------------------------------- random


def shuffle(g: State, cell: int, clause: int) -> None:
    """Put the pieces of a zone in random order; nobody who does not see them knows any longer which lies
    where."""
    pids: tuple[int, ...] = g.cells[cell]
    mix(g, cell, pids)
    g.note(("shuffle", clause, g.step, cell, len(pids)))


def mix(g: State, cell: int, pids: tuple[int, ...]) -> None:
    """Shuffle without a word in the log. Who knew all of the pieces keeps knowing what is in the zone."""
    if len(pids) < 2:
        return
    known = g.known
    inside = EVERYONE
    for pid in pids:
        inside &= known[pid]
    inside |= g.inside.get(cell, 0)
    g.cells[cell] = shuffled(g, pids)
    mask = seen_mask(g, cell)
    if mask == EVERYONE and not g.down:
        return
    down = g.down
    for pid in pids:
        known[pid] = 0 if pid in down else mask
    if inside:
        g.inside[cell] = inside
    elif cell in g.inside:
        del g.inside[cell]


def one_at_random(g: State, items: Sequence[Any]) -> Any:
    """Return one element, drawn at random; None when there is none."""
    return pick(g, items) if items else None


pick_random = one_at_random
