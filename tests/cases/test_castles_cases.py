"""Castles scored by a public validator: what of its sixty castles can be checked, and those laid out anew.

See `castles/README.md`: in `base.json` the tiles lie where the validator had them, but their entrances were
elsewhere, so nothing that hangs on entrances can be read back from it.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from castlewright.library import load
from castlewright.runtime.ruleset import Ruleset
from castlewright.runtime.staging import cell_of, lay, spare
from castlewright.score import castles
from castlewright.score.reading import Names, Scored
from support.plan_pieces import DRAWINGS

FOLDER = Path(__file__).resolve().parent / "castles"
BASE: list[dict[str, Any]] = json.loads((FOLDER / "base.json").read_text(encoding="utf-8"))
RELAID: list[dict[str, Any]] = json.loads((FOLDER / "relaid.json").read_text(encoding="utf-8"))
COMPLETE_ACTIVITY = 5

# Castles of base.json in which a living room was doubled though incomplete, or complete and not doubled. The
# validator doubles it when it joins as many rooms as it has entrances. With no two tiles in one place the
# first cannot be (an entrance joins one room at most); in the second both entrances lead to the same room,
# and EXP-SCORE-05 counts such a room as complete.
NOT_DOUBLED_AS_COMPLETE = {5, 13, 14, 19, 29, 31, 32, 36, 39, 49, 50, 55, 57, 58}

# Castles of base.json in which the entrances as printed happen to make no difference to any room's points.
WHOLE = {12, 45}


@cache
def rules() -> Ruleset:
    return load("castles", [castles.PACKS])


@cache
def found() -> list[Scored]:
    """What we make of base.json."""
    return castles.score(rules(), BASE)


@cache
def printed(title: str) -> dict[str, Any]:
    """The fields of a room tile, by the title that the file writes."""
    return rules().describe(Names(rules(), "room").find(title, "the file"))["fields"]


def numbered(cases: list[dict[str, Any]]) -> Any:
    return pytest.mark.parametrize("n", range(len(cases)), ids=[f"case{case['case']}" for case in cases])


def pairs(n: int) -> list[tuple[dict[str, Any], int]]:
    """The rooms of a castle of base.json, each with our points."""
    return list(zip(BASE[n]["rooms"], found()[n]["tiles"].values(), strict=True))


def connected_points(room: dict[str, Any], others: list[dict[str, Any]]) -> set[int]:
    """All points that a room with a connection bonus could have, whatever it is joined to."""
    own = printed(room["room"])
    wanted = sum(1 for other in others if set(printed(other["room"])["types"]) & set(own["wants"]))
    times = 2 if room["complete"] and own["types"] == ["living"] else 1
    return {times * (own["points"] + own["each"] * joined) for joined in range(wanted + 1)}


# ------------------------------------------------------------------------------------------- base.json


def test_base_holds_sixty_castles() -> None:
    assert len(BASE) == 60
    assert [one["case"] for one in found()] == [case["case"] for case in BASE]
    assert all(case["total"] == sum(room["points"] for room in case["rooms"]) for case in BASE)


def test_tiles_are_as_large_as_drawn() -> None:
    drawings = {name.lower(): drawing for name, drawing in DRAWINGS.items()}
    for case in BASE + RELAID:
        for room in case["rooms"]:
            drawing = drawings[printed(room["room"])["shape"]]
            size = (len(drawing[0]), len(drawing))
            assert (room["w"], room["h"]) == (size[::-1] if room["quarter_turns"] % 2 else size), room


@numbered(BASE)
def test_points_that_hang_on_no_entrance_agree(n: int) -> None:
    """Rooms without a bonus (living rooms apart), and downstairs bonuses, which count the whole castle."""
    for room, points in pairs(n):
        own = printed(room["room"])
        if own["symbol"] == "anywhere" or (own["symbol"] is None and own["types"] != ["living"]):
            assert points == room["points"], room


@numbered(BASE)
def test_penalties_agree(n: int) -> None:
    """Touching hangs on where the tiles lie; what completion adds to an activity room is taken off first."""
    for room, points in pairs(n):
        if printed(room["room"])["symbol"] == "adjacent":
            theirs = room["points"] - (COMPLETE_ACTIVITY if room["complete"] else 0)
            assert points in (theirs, theirs + COMPLETE_ACTIVITY), room


# Where a living room was not doubled as its completeness says, its bonus cannot be told from its value.
@pytest.mark.parametrize(
    "n", [n for n, case in enumerate(BASE) if case["case"] not in NOT_DOUBLED_AS_COMPLETE]
)
def test_connection_bonuses_are_whole_numbers_of_rooms(n: int) -> None:
    for i, room in enumerate(BASE[n]["rooms"]):
        if printed(room["room"])["symbol"] == "connected":
            others = [other for j, other in enumerate(BASE[n]["rooms"]) if j != i]
            assert room["points"] in connected_points(room, others), room


def test_which_castles_agree_as_a_whole() -> None:
    """If more of them agree one day, the file has been mended: then all of it is to be compared."""
    agree = {
        case["case"]
        for case, one in zip(BASE, found(), strict=True)
        if [room["points"] for room in case["rooms"]] == list(one["tiles"].values())
    }
    assert agree == WHOLE


# ----------------------------------------------------------------------------------------- relaid.json


def test_relaid_castles_are_those_of_the_file() -> None:
    base = {case["case"]: case for case in BASE}
    for case in RELAID:
        theirs = base[case["case"]]
        assert case["total"] == theirs["total"]
        for key in ("room", "complete", "points"):
            assert [room[key] for room in case["rooms"]] == [room[key] for room in theirs["rooms"]]


@numbered(RELAID)
def test_relaid_castles_agree(n: int) -> None:
    case = RELAID[n]
    (one,) = castles.score(rules(), [case])
    assert list(one["tiles"].values()) == [room["points"] for room in case["rooms"]], one
    assert one["total"] == case["total"]


@numbered(RELAID)
def test_relaid_castles_are_complete_where_the_file_says(n: int) -> None:
    game = rules().position(rules().meta["players"][0])
    cell = cell_of(rules(), "castle", "player", 0)
    names = Names(rules(), "room")
    pids: list[int] = []
    for room in RELAID[n]["rooms"]:
        name = names.find(room["room"], "the file")
        pids.append(spare(game, name))
        turned = (room["quarter_turns"] + castles.DRAWN_TURNED.get(name, 0)) % 4
        lay(game, pids[-1], cell, (room["x"], room["y"]), turned)
    told = [room["complete"] for room in RELAID[n]["rooms"]]
    assert [bool(game.rule("complete", pid)) for pid in pids] == told
    joined = [any(game.rule("connected", a, b) for b in pids if b != a) for a in pids]
    assert all(joined)
