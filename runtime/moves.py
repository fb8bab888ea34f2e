"""Moving pieces: from zone to zone, by drawing, onto plans and grids; and who can still tell them apart after
it.

``mode`` says where pieces go in their new zone: "to" as its structure puts it (on top of piles, at the end of
the others), "onto" in front, "under" at the end, "into" mixed in. Out of play is cell -1: nobody looks there,
but who knew a piece knows that it is there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .ops import mix, seen_mask
from .random import below
from .state import EVERYONE, State

__all__ = ["draw", "move", "place", "put", "shuffle_into"]


def draw(g: State, you: int | None, count: int, src: int, dst: int, clause: int) -> tuple[int, ...]:
    """Move pieces from the top of a zone (at random from a bag) to another; fewer when it runs out. Return
    them."""
    pids: tuple[int, ...] = g.cells[src]
    count = min(count, len(pids))
    if count <= 0:
        return ()
    zone = g.rules.cell_zone[src]
    if zone is not None and zone.structure == "bag":
        rest = list(pids)
        drawn = tuple([rest.pop(below(g, len(rest))) for _ in range(count)])
        # Which of its pieces left a bag is known to those only who see them where they come to lie.
        mask = seen_mask(g, src)
        for pid in pids:
            g.known[pid] &= mask
    else:
        drawn = pids[:count]
    put(g, you, drawn, dst, "to", clause, None, False)
    return drawn


def move(
    g: State,
    you: int | None,
    pids: int | tuple[int, ...],
    dst: int,
    mode: str,
    clause: int,
    secret: bool = False,
    face: str | None = None,
) -> None:
    """Move a piece, or several in their order, to a zone (-1: out of play).

    ``secret``: the mover chose them in secret, so that whoever does not see one of the zones cannot follow.
    ``face`` "up" or "down" turns them on the way; without it they lie as the zone shows them.
    """
    put(g, you, (pids,) if isinstance(pids, int) else pids, dst, mode, clause, face, secret)


def shuffle_into(g: State, src: int, dst: int, clause: int) -> None:
    """Move all pieces of one zone into another and shuffle it."""
    pids: tuple[int, ...] = g.cells[src]
    put(g, None, pids, dst, "under", clause, None, False)
    mix(g, dst, g.cells[dst])
    g.note(("shuffle", clause, g.step, dst, len(g.cells[dst])))


def place(g: State, you: int | None, pid: int, spot: Sequence[int], clause: int) -> None:
    """Lay a piece on a spot of a plan or grid; carriers that the spot names are laid with it."""
    g.rules.board.lay(g, you, pid, spot, clause)


def put(
    g: State,
    you: int | None,
    pids: tuple[int, ...],
    dst: int,
    mode: str,
    clause: int,
    face: str | None,
    secret: bool,
    spot: Any = None,
) -> None:
    """Move pieces and write one log entry, with who knew them before or after."""
    if not pids:
        return
    where, known = g.where, g.known
    if len(pids) == 1:
        src = where[pids[0]]
        sources: tuple[int, ...] = (src,)
        if src >= 0:
            _leave(g, src, pids)
    else:
        sources = tuple([where[pid] for pid in pids])
        for src in dict.fromkeys(sources):
            if src >= 0:
                _leave(g, src, pids)
    shown = 0
    structure = ""
    if dst >= 0:
        cells = g.cells
        zone = g.rules.cell_zone[dst]
        structure = "" if zone is None else zone.structure
        if mode == "onto" or (mode == "to" and structure == "pile"):
            cells[dst] = pids + cells[dst]
        else:
            cells[dst] += pids
        if face != "down":
            shown = g.rules.cell_seen[dst]
            if shown is None:
                shown = seen_mask(g, dst)
    if secret:
        _lose_track(g, you, pids, sources, dst, shown)
    down = g.down
    grown = False
    knowers = EVERYONE
    for pid in pids:
        where[pid] = dst
        old = known[pid]
        if shown & ~old:
            known[pid] = old = old | shown
            grown = True
        knowers &= old
        if face == "down":
            down.add(pid)
        elif down:
            down.discard(pid)
    if grown:
        g.seen_n += 1
    # Before bags hide again what came into them.
    masks = (knowers,) if len(pids) == 1 else tuple([known[pid] for pid in pids])
    if g.inside or structure == "bag":
        _track_insides(g, pids, sources, dst, knowers)
    g.note(("move", clause, g.step, you, pids, masks, sources, dst, face, spot))
    if mode == "into" and dst >= 0:
        mix(g, dst, g.cells[dst])


def _leave(g: State, src: int, pids: tuple[int, ...]) -> None:
    """Take pieces out of a zone cell."""
    cells = g.cells
    lying: tuple[int, ...] = cells[src]
    count = len(pids)
    if lying[:count] == pids:
        cells[src] = lying[count:]
    elif count == 1:
        at = lying.index(pids[0])
        cells[src] = lying[:at] + lying[at + 1 :]
    else:
        gone = set(pids)
        cells[src] = tuple([pid for pid in lying if pid not in gone])
    rules = g.rules
    zone = rules.cell_zone[src]
    if zone is not None:
        if zone.layout >= 0:
            rules.board.take_off(g, src, pids)
        if rules.cell_seen[src] is None and (mask := seen_mask(g, src)):
            # What somebody may see for the moment he knows from now on, unless it lies face down.
            for pid in pids:
                if g.where[pid] == src and pid not in g.down:
                    g.known[pid] |= mask


def _lose_track(
    g: State, you: int | None, pids: tuple[int, ...], sources: tuple[int, ...], dst: int, shown: int
) -> None:
    """After a secret move, only the mover and those who see one of the two zones know what lies where in
    them."""
    mover = 0 if you is None else 1 << you
    known = g.known
    for src in dict.fromkeys(sources):
        followers = mover | shown | (EVERYONE if src < 0 else seen_mask(g, src))
        if followers == EVERYONE:
            continue
        for pid in g.cells[src]:
            known[pid] &= followers
        if dst >= 0:
            for pid in g.cells[dst]:
                known[pid] &= followers
        for pid, source in zip(pids, sources, strict=True):
            if source == src:
                known[pid] &= followers
        if src in g.inside:
            _narrow(g, src, followers)


def _track_insides(g: State, pids: tuple[int, ...], sources: tuple[int, ...], dst: int, knowers: int) -> None:
    """Who knew what a zone holds still does if he knows what left it or came into it."""
    table = g.inside
    if table:
        for src in dict.fromkeys(sources):
            if src in table:
                _narrow(g, src, knowers)
    if dst < 0:
        return
    zone = g.rules.cell_zone[dst]
    if zone is not None and zone.structure == "bag":
        before = EVERYONE if len(g.cells[dst]) == len(pids) else table.get(dst, 0)
        table[dst] = before
        _narrow(g, dst, knowers)
        mask = seen_mask(g, dst)
        for pid in pids:
            g.known[pid] &= mask
    elif dst in table:
        _narrow(g, dst, knowers)


def _narrow(g: State, cell: int, mask: int) -> None:
    left = g.inside[cell] & mask
    if left and g.cells[cell]:
        g.inside[cell] = left
    else:
        del g.inside[cell]
