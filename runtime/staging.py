"""Setting a position up by hand, without asking whether the rules would allow it: for examples, previews,
scoring.

Pieces come from out of play; nothing is asked and no rule is told.
"""

from __future__ import annotations

from typing import Any

from .errors import NotAllowed
from .game import Game
from .grid import GridError
from .moves import put
from .plan import OverlapError, PlanError
from .ruleset import Holding, Ruleset

__all__ = ["cell_of", "lay", "put_in", "set_kept", "spare"]


def spare(game: Game, definition: str) -> int:
    """Return a copy of a definition that is out of play.

    Raises KeyError (no such definition), NotAllowed (all lie).
    """
    for pid in game.rules.pieces_of(definition):
        if game.where[pid] < 0:
            return pid
    raise NotAllowed(f"every copy of {definition} lies somewhere already")


def cell_of(rules: Ruleset, zone: str, of: str = "", holder: int = 0) -> int:
    """Return the cell of a zone by its name, the sort of its holder ("" none, "player", a kind) and the
    holder.

    Raises KeyError when there is no such zone, or no such holder.
    """
    found: Holding | None = rules.zones.get(zone)
    if found is not None and found.holder != of:
        found = rules.zones.get(f"{zone} of {of or 'game'}")
    if found is None or not found.first <= holder < found.first + found.count:
        raise KeyError(zone)
    return found.base + holder - found.first


def put_in(game: Game, pid: int, cell: int, where: str = "in") -> None:
    """Put a piece into a zone cell (-1.

    Out of play) as its structure does it, or `on` the others or `under` them.
    """
    mode = {"on": "onto", "under": "under"}.get(where, "to")
    put(game, None, (pid,), cell, mode, 0, None, False)
    game.offers = None


def lay(
    game: Game, pid: int, cell: int, at: tuple[int, int], turned: int = 0, face: int | None = None
) -> None:
    """Lay a piece on a plan or grid: column and row of its upper left cell, quarter turns clockwise, which
    face is up.

    Raises NotAllowed where it would lie over another piece, or has no outline.
    """
    if face is not None and game.face:
        game.face[pid] = face
    board = game.rules.board
    spot: tuple[Any, ...] = (cell, pid, *at) if board.grid_at[cell] >= 0 else (cell, pid, *at, turned)
    try:
        board.lay(game, None, pid, spot, 0)
    except (PlanError, GridError, IndexError) as error:
        why = "it does not fit in with the pieces there" if isinstance(error, OverlapError) else error
        raise NotAllowed(f"{game.rules.piece_title(pid)} cannot lie at {at[0]}, {at[1]}: {why}") from error
    game.offers = None


def set_kept(game: Game, name: str, holder: int, value: Any, of: str = "") -> None:
    """Set what is kept under a name for a holder of the sort `of` ("" none, "player", a kind).

    Raises KeyError.
    """
    keeps = game.rules.keeps
    found = keeps.get(name)
    if found is not None and found.holder != of:
        found = keeps.get(f"{name} of {of or 'game'}")
    if found is None or not found.first <= holder < found.first + found.count:
        raise KeyError(name)
    game.cells[found.base + holder - found.first] = value
    game.offers = None
