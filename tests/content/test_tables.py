"""The content holds what the boxes hold: counts, even splits, sources."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from castlewright.compiler.check.link import link
from castlewright.compiler.packs.packs import Library
from castlewright.compiler.typed import ir
from castlewright.rules_dsl.diagnostics import Diagnostics

CONTENT = Path(__file__).resolve().parents[2] / "content"


def linked(game: str, *packs: str) -> ir.Program:
    """The typed form of a game; fails on any finding."""
    found = Diagnostics()
    program = link(Library.of([CONTENT], found), game, packs, found)
    messages = [finding.message for finding in found]
    assert messages == []
    if program is None:
        pytest.fail(f"{game} does not link")
    return program


class Linked:
    """A linked game, wrapped so that a failing test does not print all of its typed form."""

    def __init__(self, game: str, *packs: str) -> None:
        self.program = linked(game, *packs)

    def definitions(self, kind: str) -> list[ir.Definition]:
        """The definitions of a kind; none if the game has no such kind."""
        found = self.program.kinds.get(kind)
        return found.definitions if found is not None else []


@pytest.fixture(scope="module")
def castles() -> Linked:
    return Linked("castles")


@pytest.fixture(scope="module")
def two_castles() -> Linked:
    return Linked("two_castles", "soirees")


def named(value: object) -> str:
    """The name of a printed member, or an empty text."""
    return value.name if isinstance(value, ir.Definition) else ""


def members(value: object) -> tuple[str, ...]:
    """The names in a printed set."""
    return tuple(named(one) for one in value) if isinstance(value, tuple) else ()


def standard_rooms(program: Linked) -> list[ir.Definition]:
    """The rooms that lie in the stacks of a size."""
    found: list[ir.Definition] = []
    for room in program.definitions("room"):
        stack = room.values.get("stack")
        if isinstance(stack, ir.Definition) and stack.values["size"] is not None:
            found.append(room)
    return found


def test_rooms_by_size(castles: Linked) -> None:
    sizes = Counter(room.values["size"] for room in standard_rooms(castles))
    assert sizes == {
        **dict.fromkeys((100, 150, 200, 250, 300), 9),
        **dict.fromkeys((350, 400, 450, 500, 600), 6),
    }


def test_rooms_by_type(castles: Linked) -> None:
    types = Counter(name for room in standard_rooms(castles) for name in members(room.values["types"]))
    assert types == {
        "living": 14,
        "activity": 12,
        "outdoor": 11,
        "downstairs": 10,
        "food": 9,
        "utility": 9,
        "sleeping": 8,
        "corridor": 2,
    }


def test_each_size_holds_three_types_in_equal_parts(castles: Linked) -> None:
    pairs = Counter((room.values["size"], members(room.values["types"])) for room in standard_rooms(castles))
    for size in {size for size, _ in pairs}:
        shares = sorted(count for (one, _), count in pairs.items() if one == size)
        assert shares == ([3, 3, 3] if isinstance(size, int) and size <= 300 else [2, 2, 2])


def test_outdoor_rooms_and_no_others_have_fences(castles: Linked) -> None:
    rooms = castles.definitions("room")
    fenced = {room.name for room in rooms if room.values["fences"]}
    assert fenced == {room.name for room in rooms if "outdoor" in members(room.values["types"])}


def test_downstairs_rooms_and_no_others_lie_low(castles: Linked) -> None:
    rooms = castles.definitions("room")
    low = {room.name for room in rooms if named(room.values.get("level")) == "lower"}
    assert low == {room.name for room in rooms if "downstairs" in members(room.values["types"])}


def test_entrances_of_the_rooms(castles: Linked) -> None:
    doors = [room.values["entrances"] for room in standard_rooms(castles)]
    assert sum(len(one) for one in doors if isinstance(one, tuple)) == 205


def test_counts_of_tiles_and_cards(castles: Linked) -> None:
    copies = {room.name: room.copies for room in castles.definitions("room") if room.copies > 1}
    assert copies == {"foyer": 4, "hallway": 9, "stairs": 6}
    assert sum(card.copies for card in castles.definitions("room_card")) == 50
    assert len(castles.definitions("favor")) == 24
    assert len(castles.definitions("bonus")) == 27
    assert len(castles.definitions("shape")) == 13


def test_tiles_of_two_castles(two_castles: Linked) -> None:
    tiles = two_castles.definitions("tile")
    core = Counter(
        named(tile.values["type"])
        for tile in tiles
        if tile.pack == "two_castles" and tile.values["type"] is not None
    )
    regular = ("corridor", "downstairs", "food", "living", "outdoor", "sleeping", "utility")
    assert [core[name] for name in regular] == [21] * 7
    assert core["throne"] == 7
    added = Counter(
        "secret" if tile.values["type"] is None else named(tile.values["type"])
        for tile in tiles
        if tile.pack == "soirees"
        for _ in range(tile.copies)
    )
    assert added["activity"] == 24
    assert added["ballroom"] == 16
    assert added["secret"] == 16
    assert added["throne"] == 1


def test_hangings_of_the_core_rooms(two_castles: Linked) -> None:
    hangings = Counter(
        named(tile.values["hanging"])
        for tile in two_castles.definitions("tile")
        if tile.pack == "two_castles"
        and tile.values["hanging"] is not None
        and named(tile.values["type"]) != "throne"
    )
    assert hangings == {"painting": 32, "mirror": 32, "sword": 31, "torch": 31}


def test_cards_attendants_and_castles(two_castles: Linked) -> None:
    cards = Counter(card.pack for card in two_castles.definitions("bonus_card"))
    assert cards == {"two_castles": 20, "soirees": 8}
    assert sum(one.copies for one in two_castles.definitions("attendant")) == 28
    assert len(two_castles.definitions("castle")) == 8


@pytest.mark.parametrize("game", ["castles", "two_castles"])
def test_every_tile_and_card_says_where_it_comes_from(game: str, request: pytest.FixtureRequest) -> None:
    program: Linked = request.getfixturevalue(game)
    kinds = ("room", "shape", "favor", "bonus", "room_card", "tile", "bonus_card", "attendant", "castle")
    silent = [
        one.name
        for name in kinds
        for one in program.definitions(name)
        if one.texts.standing is None and one.texts.found is None
    ]
    assert silent == []


def test_readings_say_why() -> None:
    for path in sorted(CONTENT.rglob("*.rules")):
        for line in path.read_text(encoding="utf-8").splitlines():
            assert "Reading:" not in line or "because" in line, f"{path.name}: {line.strip()}"
