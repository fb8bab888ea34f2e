"""What must hold after every decision of every game of Castles, whatever is in play."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import castlewright as cw
from castlewright.runtime.plan import Plan

HIDDEN = ("hidden_favors", "bonus_hand", "kept_decrees", "offered_favors")
"""Zones of a player whose pieces nobody else may know, whatever they know of a deck's last cards."""
UNSEEN = ("room_deck", "favor_pile", "lake", "tiles", "makeovers")
"""Zones of which nobody knows a piece when the first round begins: what a player put back lies elsewhere."""
LAYING = 4
"""Most questions that are asked while a room lies where only a passage will join it."""
COUNTED = ("swan_token", "moat", "passage", "renovation", "favor", "bonus", "decree")
"""Kinds of which none comes back once it is out of the game."""


class Watch:
    """Checks one game as it goes on; remembers what it saw."""

    def __init__(self, game: cw.Game, decrees: int) -> None:
        self.game = game
        self.rules = game.rules
        self.first: list[Any] = game.rules.position(game.players).cells[:]
        self.decrees = decrees
        self.plans: dict[int, Plan] = {}
        self.in_play: dict[str, int] = {}
        self.sums: dict[int, int] = {}
        self.lines_read = 0
        self.fresh: tuple[Any, ...] = ()
        self.begun = False
        self.apart: dict[int, int] = {}
        self.kinds = [kind for kind in COUNTED if kind in self.rules.kinds]
        self.rooms = range(self.rules.kinds["room"].first, self.rules.kinds["room"].end)

    def check(self) -> None:
        """All that must hold now. Raises AssertionError."""
        self.pieces()
        self.counters()
        self.castles()
        self.renovations()
        self.counts()
        if (self.game.step_path or "").startswith("round"):
            self.decree_rows()
            if not self.begun:
                self.begun = True
                self.decks()

    def check_hidden(self, seed: int) -> None:
        """No view tells what only others may know: neither by name, before it is revealed, nor by any
        difference.
        """
        game = self.game
        final = game.over or (game.step_path or "").startswith("final")
        for viewer in range(game.players):
            seen = game.view(viewer)
            zones = seen["zones"]
            for name in () if final else HIDDEN:
                for holder, shown in enumerate(zones.get(name, ())):
                    told = [piece for piece in shown["pieces"] if "name" in piece]
                    assert holder == viewer or not told, (name, holder, viewer)
            assert game.imagine(viewer, seed).view(viewer) == seen, viewer

    # ---------------------------------------------------------------------------------------------

    def pieces(self) -> None:
        """Every piece lies in one place, and the places agree."""
        game = self.game
        seen: set[int] = set()
        for zone in self.rules.zones.values():
            for cell in range(zone.base, zone.base + zone.count):
                for pid in game.cells[cell]:
                    assert pid not in seen, self.rules.piece_names[pid]
                    assert game.where[pid] == cell, self.rules.piece_names[pid]
                    assert self.rules.piece_kind(pid) in zone.kinds
                    seen.add(pid)
        assert seen == {pid for pid, cell in enumerate(game.where) if cell >= 0}

    def counters(self) -> None:
        """Every counter is its first value and its lines, and keeps to its bounds."""
        game = self.game
        lines = game.lines
        self.fresh = lines[self.lines_read :]
        for line in self.fresh:
            self.sums[line.cell] = self.sums.get(line.cell, 0) + line.change
            if line.other_cell >= 0:
                assert line.change + line.other_change == 0
                self.sums[line.other_cell] = self.sums.get(line.other_cell, 0) + line.other_change
        self.lines_read = len(lines)
        for keep in self.rules.keeps.values():
            if keep.tag.base == "unit":
                plain = keep.name in ("coins", "points")
                for cell in range(keep.base, keep.base + keep.count):
                    value = game.cells[cell]
                    assert not plain or value == self.first[cell] + self.sums.get(cell, 0), keep.name
                    assert keep.least is None or value >= keep.least, keep.name
                    assert keep.most is None or value <= keep.most, keep.name

    def castles(self) -> None:
        """No overlap, all joined, a way out, complete rooms open, moats and passages within their numbers."""
        for player, plan in self._changed():
            taken: dict[int, int] = {}
            for pid in plan.pieces():
                for place in plan.cells_of(pid):
                    assert taken.setdefault(place, pid) == pid, self._names(pid, taken[place])
            for pid in plan.pieces():
                assert all(place in taken for place in plan.over_cells_of(pid)) or self._is_bridge(pid)
            self._joined(player, [pid for pid in plan.pieces() if pid in self.rooms])
            if "moat" in self.rules.kinds:
                assert self.game.rule("moat_count", player) <= self.game.rule("moat_limit", player)

    def _is_bridge(self, pid: int) -> bool:
        """May parts of it lie over nothing?"""
        return self.rules.piece_kind(pid) == "passage"

    def _joined(self, player: int, rooms: list[int]) -> None:
        """All is reached from the first room, an entrance leads outside, nothing complete is blocked."""
        game = self.game
        reached = rooms[:1]
        for pid in reached:
            rest = [one for one in rooms if one not in reached]
            reached += [
                one for one in rest if game.rule("connected", pid, one) or game.rule("connected", one, pid)
            ]
        apart = [pid for pid in rooms if pid not in reached]
        # Between a room and the passage that is to join it lie a few questions.
        self.apart[player] = self.apart.get(player, 0) + 1 if apart else 0
        allowed = LAYING if "passage" in self.rules.kinds else 0
        assert self.apart[player] <= allowed, [self._names(pid) for pid in apart]
        if rooms:
            assert game.rule("way_out", player)
        for pid in rooms:
            if game.keep("completed", pid - self.rooms.start):
                assert game.rule("complete", pid), self._names(pid)

    def renovations(self) -> None:
        """At most one renovation a room, on a room of its size that lies in a castle."""
        if "renovation" not in self.rules.kinds:
            return
        zone, castle = self.rules.zones["cover"], self.rules.zones["castle"]
        for number in range(zone.count):
            cover = self.game.cells[zone.base + number]
            assert len(cover) <= 1
            if cover:
                place = self.game.where[zone.first + number]
                assert castle.base <= place < castle.base + castle.count

    def counts(self) -> None:
        """Of no kind does a piece come back; swans leave only when they are traded."""
        for kind in self.kinds:
            found = self.rules.kinds[kind]
            now = sum(cell >= 0 for cell in self.game.where[found.first : found.end])
            before = self.in_play.get(kind)
            if before is not None and (self.game.step_path or "").startswith(("round", "final")):
                assert now <= before, kind
                if kind == "swan_token" and now < before:
                    assert any(line.reason == "swan_trade" for line in self.fresh)
                if kind == "moat":
                    assert now == before
            self.in_play[kind] = now

    def decree_rows(self) -> None:
        """Each player has as many decrees as were drafted."""
        if "decree" in self.rules.kinds:
            rows = [len(self.game.zone("decree_row", player)) for player in range(self.game.players)]
            assert rows == [self.decrees] * self.game.players

    def decks(self) -> None:
        """Nobody knows what lies in stacks and decks."""
        for viewer in range(self.game.players):
            zones = self.game.view(viewer)["zones"]
            for name in UNSEEN:
                shown = zones.get(name, [])
                for zone in shown if isinstance(shown, list) else [shown]:
                    assert not [piece for piece in zone.get("pieces", ()) if "name" in piece], (name, viewer)

    # --------------------------------------------------------------------------------------------------

    def _changed(self) -> Iterator[tuple[int, Plan]]:
        """The castles that are not as they were."""
        zone = self.rules.zones["castle"]
        for player in range(self.game.players):
            plan = self.game.cells[zone.layout + player]
            if self.plans.get(player) is not plan or self.apart.get(player):
                self.plans[player] = plan
                yield player, plan

    def _names(self, *pieces: int) -> str:
        return ", ".join(self.rules.piece_names[pid] for pid in pieces)


def check_end(game: cw.Game) -> None:
    """The score is the sum of its lines, and all places are taken."""
    for player in range(game.players):
        assert game.scores[player] == sum(line.change for line in game.lines_of(player, "points"))
    assert sum(len(place.players) for place in game.ranking) == game.players
    numbers = [place.rank for place in game.ranking]
    assert all(one < other for one, other in pairwise(numbers))
