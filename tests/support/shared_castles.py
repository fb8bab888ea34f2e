"""The castles of Between Two Castles: which there are, what their tiles print, whether they stand well."""

from __future__ import annotations

from functools import cache

import castlewright as cw
from castlewright.printed import Printed
from castlewright.runtime.grid import Grid

TOPLESS = {"outdoor", "tower_room", "fountain_room"}
DEEP = {"downstairs", "corridor", None}


@cache
def types_of(one: cw.Ruleset) -> dict[int, str | None]:
    """The type printed on each tile."""
    field = next(f for f in Printed(one).fields["tile"] if f.name == "type")
    kind = one.kinds["tile"]
    names = [name for name, _ in one.kinds["room_type"].members]
    found = {pid: field.of(pid) for pid in range(kind.first, kind.end)}
    return {pid: None if number is None else names[number] for pid, number in found.items()}


def grids(game: cw.Game) -> list[Grid]:
    """The castles of a game, in the order of their tokens."""
    zone = game.rules.zones["grid"]
    return [game.cells[zone.layout + i] for i in range(zone.count) if game.cells[zone.base + i]]


def check_castle(grid: Grid, types: dict[int, str | None]) -> None:
    """One throne room on the ground; all tiles joined, held up or hanging, and on a level for their type."""
    places = {place: pid for pid in grid.pieces() for place in grid.cells_of(pid)}
    assert len(places) == sum(grid.width(pid) for pid in grid.pieces())
    assert [grid.row(pid) for pid in grid.pieces() if types[pid] == "throne"] == [0]
    reached = [grid.pieces()[0]]
    for pid in reached:
        for x, y in grid.cells_of(pid):
            near = [places.get(place) for place in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))]
            reached += {other for other in near if other is not None and other not in reached}
    assert len(reached) == len(grid.pieces())
    for (x, y), pid in places.items():
        if y > 0:
            assert types[places[x, y - 1]] not in TOPLESS
        if y < 0:
            assert (x, y + 1) in places
            assert types[pid] in DEEP
        else:
            assert types[pid] != "downstairs"
