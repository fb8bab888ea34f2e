"""Views: what one player may know of a game, as JSON data. Nothing else of a game is to leave a server."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import log
from .driver import fibers_of
from .naming import back_plain, known_plain, knows, shows_back, value_plain
from .ops import seen_mask
from .state import ANSWERED, CHECK, State

if TYPE_CHECKING:
    from .game import Game
    from .ruleset import Holding, Keep, Zone

__all__ = ["view"]


def view(g: Game, viewer: int) -> dict[str, Any]:
    """Return all that a player may know.

    - ``keeps``: name -> value, list by player, or dict by value; what the player may not see is left out
      (None in lists).
    - ``zones``: name -> zone, list by player, or dict by value. A zone is ``{"count", "pieces"}``: of its
      pieces those whose front is known or whose back shows, each with ``at``, its number in the zone from 1.
      ``holds`` lists what is in a zone whose order the player does not know. Keeps and zones of pieces stand
      with the piece.
    - ``decisions``: the player's own with their options, of others only that they are asked; ``answered``:
      who has answered already where several are asked at once; ``asides``: what the player may do unasked;
      ``log``.

    The viewer is a seat that somebody has.
    """
    rules = g.rules
    return {
        "player": viewer,
        "players": list(g.names),
        "over": g.over,
        "step": g.step_path,
        "keeps": _held(g, rules.keeps, viewer, keep_plain),
        "zones": _held(g, rules.zones, viewer, zone_plain),
        "decisions": [_decision_plain(d, viewer) for d in g.decisions],
        "answered": _answered(g),
        "asides": [d.to_json() for d in g.asides if d.player == viewer],
        "log": log.entries_for(g, viewer),
    }


def _decision_plain(decision: Any, viewer: int) -> dict[str, Any]:
    if decision.player == viewer:
        return decision.to_json()
    return {
        "player": decision.player,
        "text": decision.text,
        "kind": decision.kind,
        "seconds": decision.seconds,
    }


def _answered(g: State) -> list[int]:
    fibers = fibers_of(g.frames[-1]) if g.frames else None
    return [fiber[0] for fiber in fibers or () if fiber[2] in (ANSWERED, CHECK)]


def _held(g: State, table: dict[str, Any], viewer: int, plain: Any) -> dict[str, Any]:
    """What the game, players and values hold; None where a player may not see it."""
    found: dict[str, Any] = {}
    for name, holding in table.items():
        if holding.holder == "player":
            found[name] = [plain(g, holding, holding.base + i, viewer) for i in range(g.players)]
        elif not holding.holder:
            found[name] = plain(g, holding, holding.base, viewer)
        elif holding.holder in g.rules.kinds and g.rules.kinds[holding.holder].is_value:
            members = g.rules.kinds[holding.holder].members
            found[name] = {
                members[i][0]: plain(g, holding, holding.base + i, viewer) for i in range(holding.count)
            }
    return found


def keep_plain(g: State, keep: Keep, cell: int, viewer: int) -> Any:
    """Return what is kept in a cell, None if the player may not see it."""
    if not seen_mask(g, cell) >> viewer & 1:
        return None
    return value_plain(g, keep.tag, g.cells[cell], viewer)


def zone_plain(g: State, zone: Zone, cell: int, viewer: int) -> dict[str, Any]:
    """Return a zone as a player sees it; see :func:`view`."""
    pids: tuple[int, ...] = g.cells[cell]
    pieces: list[dict[str, Any]] = []
    places = _places(g, zone, cell)
    for number, pid in enumerate(pids):
        if knows(g, pid, viewer):
            plain = known_plain(g, pid)
        elif shows_back(g, pid):
            plain = back_plain(g, pid)
        else:
            continue
        plain["at"] = number + 1
        if pid in g.down:
            plain["down"] = True
        if pid in places:
            plain["lies"] = places[pid]
        plain.update(_on_piece(g, pid, viewer))
        pieces.append(plain)
    found: dict[str, Any] = {"count": len(pids), "pieces": pieces}
    if g.inside.get(cell, 0) >> viewer & 1:
        names = [g.rules.definitions[g.rules.piece_def[pid]][1] for pid in pids]
        found["holds"] = sorted(names)
    return found


def _places(g: State, zone: Zone, cell: int) -> dict[int, list[int]]:
    if zone.layout < 0:
        return {}
    return {
        placement[0]: list(placement[1:]) for placement in g.cells[g.rules.board.layout_of[cell]].placements
    }


def _on_piece(g: State, pid: int, viewer: int) -> dict[str, Any]:
    """What a piece keeps and holds, as far as it differs from the beginning."""
    rules = g.rules
    found: dict[str, Any] = {}
    keeps: dict[str, Any] = {}
    zones: dict[str, Any] = {}
    for keep in rules.piece_keeps[pid]:
        cell = _cell_on(keep, pid)
        if g.cells[cell] != rules.initial[cell] and seen_mask(g, cell) >> viewer & 1:
            keeps[keep.name] = value_plain(g, keep.tag, g.cells[cell], viewer)
    for zone in rules.piece_zones[pid]:
        cell = _cell_on(zone, pid)
        if g.cells[cell]:
            zones[zone.name] = zone_plain(g, zone, cell, viewer)
    if keeps:
        found["keeps"] = keeps
    if zones:
        found["zones"] = zones
    return found


def _cell_on(holding: Holding, pid: int) -> int:
    return holding.base + pid - holding.first
