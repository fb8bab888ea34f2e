"""Questions about pieces, wherever they lie."""

from __future__ import annotations

from .ops import owner_of_cell
from .state import State

__all__ = ["holder", "is_up", "owner", "piece_of"]


def owner(g: State, pid: int | None) -> int | None:
    """Return the player in whose zone a piece lies, or on whose piece; None for nobody."""
    if pid is None:
        return None
    cell = g.where[pid]
    if cell < 0:
        return None
    player = g.rules.cell_owner[cell]
    return player if player >= 0 else owner_of_cell(g, cell) if player < -1 else None


def holder(g: State, pid: int | None, kind: str) -> int | None:
    """Return the value or piece of a kind in whose zone a piece lies (through the pieces it lies on), or
    None."""
    rules = g.rules
    for _ in range(100):
        cell = -1 if pid is None else g.where[pid]
        zone = rules.cell_zone[cell] if cell >= 0 else None
        if zone is None:
            return None
        number = zone.first + cell - zone.base
        if zone.holder == kind:
            return number
        if rules.cell_owner[cell] >= -1:
            return None
        if rules.piece_kind(number) == kind:
            return number
        pid = number
    return None


def piece_of(g: State, player: int | None, first: int, end: int) -> int | None:
    """Return the only piece from `first` to `end - 1` that a player owns (None: that is in play at all), or
    None."""
    found: int | None = None
    where = g.where
    for pid in range(first, end):
        if where[pid] >= 0 and (player is None or owner(g, pid) == player):
            if found is not None:
                return None
            found = pid
    return found


def is_up(g: State, pid: int | None) -> bool:
    """Does a piece lie face up? One that lies in no zone or whose zone shows no fronts is not face down
    either."""
    return pid is not None and pid not in g.down
