"""New rooms, towers, a fifth player, new favors and bonus cards: what the boxes hold, and games with them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache

import pytest

import castlewright as cw
from castlewright.compiler.check.link import link
from castlewright.compiler.packs.packs import Library
from castlewright.compiler.typed import ir
from castlewright.library import content_roots
from castlewright.rules_dsl.diagnostics import Diagnostics

SMALL, LARGE = (100, 150, 200, 250, 300), (350, 400, 450, 500, 600)
STEPS = ["depleted", "swan_sets", "favors", "bonus", "tower_favors", "leftover"]
"""The order of the final scoring, without the decrees."""


@cache
def linked(*packs: str, edition: str = "second_edition") -> ir.Program:
    found = Diagnostics()
    library = Library.of(content_roots(), found)
    program = link(library, "castles", packs, found, {"edition": edition})
    assert [finding.message for finding in found] == []
    assert program is not None
    return program


def of_pack(program: ir.Program, kind: str, pack: str) -> list[ir.Definition]:
    return [one for one in program.kinds[kind].definitions if one.pack == pack]


def number(definition: ir.Definition, field: str) -> int:
    value = definition.values[field]
    assert isinstance(value, int)
    return value


def types(definition: ir.Definition) -> tuple[str, ...]:
    value = definition.values["types"]
    return (
        tuple(one.name for one in value if isinstance(one, ir.Definition)) if isinstance(value, tuple) else ()
    )


def alike(rooms: list[ir.Definition]) -> Counter[tuple[object, ...]]:
    """How many rooms there are of each size, types, points, bonus and number of types that it wants."""
    return Counter(
        (number(r, "size"), types(r), number(r, "points"), number(r, "each"), wanted(r)) for r in rooms
    )


def wanted(room: ir.Definition) -> int:
    wants = room.values["wants"]
    return len(wants) if isinstance(wants, tuple) else 0


def stacked(program: ir.Program, pack: str) -> list[ir.Definition]:
    """The rooms of a pack that lie in a stack of their size."""
    rooms = of_pack(program, "room", pack)
    return [
        r for r in rooms if isinstance(s := r.values["stack"], ir.Definition) and s.values["size"] is not None
    ]


# ------------------------------------------------------------------------------------------------- rooms


def test_new_rooms_by_size_and_type() -> None:
    rooms = stacked(linked("new_rooms"), "new_rooms")
    sizes = Counter(number(r, "size") for r in rooms)
    assert sizes == {**dict.fromkeys(SMALL, 9), **dict.fromkeys(LARGE, 6)}
    for size in sizes:
        shares = Counter(types(r) for r in rooms if number(r, "size") == size)
        assert sorted(shares.values()) == ([3, 3, 3] if size in SMALL else [2, 2, 2])


def test_new_rooms_are_made_like_the_old_ones() -> None:
    program = linked("new_rooms")
    assert alike(stacked(program, "new_rooms")) == alike(stacked(program, "castles"))


@pytest.mark.parametrize("pack", ["new_rooms", "towers"])
def test_entrances_by_type(pack: str) -> None:
    allowed = {
        "living": {4},
        "activity": {3},
        "outdoor": {2, 3, 4},
        "sleeping": {2},
        "food": {2},
        "utility": {1},
        "downstairs": {1, 2},
        "corridor": {11, 6},
    }
    for room in stacked(linked(pack), pack):
        (type,) = types(room)
        entrances = room.values["entrances"]
        assert isinstance(entrances, tuple)
        assert len(entrances) in allowed[type], room.name
        assert bool(room.values["fences"]) is (type == "outdoor"), room.name
        level = room.values["level"]
        assert isinstance(level, ir.Definition)
        assert (level.name == "lower") is (type == "downstairs"), room.name


@pytest.mark.parametrize(
    ("name", "size", "points", "each"),
    [
        ("ballroom", 600, 7, -2),
        ("game_room", None, None, -2),
        ("fencing_room", None, 4, -1),
        ("painting_room", None, None, 3),
        ("library", None, 2, 3),
    ],
)
def test_what_the_books_say_of_rooms(name: str, size: int | None, points: int | None, each: int) -> None:
    room = next(one for one in linked("new_rooms").kinds["room"].definitions if one.name == name)
    assert room.texts.standing == "attested"
    assert size in (None, room.values["size"])
    assert points in (None, room.values["points"])
    assert room.values["each"] == each


def test_rooms_of_the_first_edition() -> None:
    first = stacked(linked("new_rooms", edition="first_edition"), "new_rooms")
    assert Counter(number(r, "size") for r in first) == dict.fromkeys((*SMALL, *LARGE), 3)
    assert {r.name for r in first} >= {"library", "fountains", "sanctum", "small_yard"}
    assert {number(r, "first_icons") for r in first} == {1, 2}
    assert {r.name for r in first} < {r.name for r in stacked(linked("new_rooms"), "new_rooms")}


# ------------------------------------------------------------------------------------------------ towers


def test_towers() -> None:
    program = linked("towers")
    towers = of_pack(program, "room", "towers")
    assert [number(t, "size") for t in towers] == [325] * 8
    assert sorted(types(t) for t in towers) == sorted(
        (t.name,) for t in program.kinds["room_type"].definitions
    )
    (card,) = of_pack(program, "room_card", "towers")
    assert card.copies == 5


def test_the_outline_of_towers_has_their_area() -> None:
    (shape,) = of_pack(linked("towers"), "shape", "towers")
    rows = shape.values["drawing"]
    assert isinstance(rows, tuple)
    halves = sum(
        {"#": 2, "/": 1, "\\": 1}.get(cell, 0) for row in rows if isinstance(row, str) for cell in row
    )
    assert halves * 25 == 2 * 325


# ------------------------------------------------------------------------------------- the fifth player


def test_a_fifth_player_needs_the_pack_and_the_towers() -> None:
    assert linked().players == (2, 4)
    assert linked("towers").players == (2, 4)
    program = linked("five_players")
    assert program.players == (2, 5)
    assert "towers" in {pack.name for pack in program.packs}
    with pytest.raises(ValueError, match="players"):
        rules("towers").new_game(5)


def test_tiles_of_a_fifth_player() -> None:
    def copies(program: ir.Program) -> list[int]:
        rooms = {room.name: room.copies for room in program.kinds["room"].definitions}
        return [rooms["foyer"], rooms["stairs"], rooms["hallway"]]

    assert copies(linked("towers")) == [4, 6, 9]
    assert copies(linked("five_players")) == [5, 7, 11]
    assert sum(card.copies for card in linked("five_players").kinds["room_card"].definitions) == 55


# ------------------------------------------------------------------------------------------------- cards


def cards(kind: str, edition: str, *packs: str) -> set[str]:
    program = linked("new_cards", *packs, edition=edition)
    return {card.name.partition("_")[2] for card in of_pack(program, kind, "new_cards")}


FREE_FAVORS = {
    "unique_sizes",
    "unique_types",
    "fewest_points",
    "courtyards",
    "without_swans",
    "total_rooms",
    "longest_path",
}
FREE_CARDS = {
    *("castle_icon", "square_footage", "zero_cards", "ten_sizes", "courtyards"),
    *("first_places", "master_builder", "depleted_stack", "swan_icon"),
}
BOUND = ("towers", "swans", "renovations")


@pytest.mark.parametrize("edition", ["second_edition", "collectors", "royal"])
def test_cards_of_the_large_box(edition: str) -> None:
    assert cards("favor", edition) == FREE_FAVORS
    assert cards("bonus", edition) == FREE_CARDS
    for pack in BOUND:
        assert cards("favor", edition, pack) == {*FREE_FAVORS, pack}
        assert cards("bonus", edition, pack) == {*FREE_CARDS, pack}


def test_cards_of_the_first_edition() -> None:
    favors = {"unique_sizes", "unique_types", "fewest_points", "courtyards"}
    assert cards("favor", "first_edition") == favors
    assert cards("favor", "first_edition", "new_rooms") == {*favors, "without_swans"}
    both = cards("favor", "first_edition", "new_rooms", *BOUND)
    assert both == {*favors, "without_swans", "swans", "renovations"}
    bonus = {"castle_icon", "square_footage", "zero_cards", "swans", "renovations"}
    assert cards("bonus", "first_edition", "new_rooms", *BOUND) == bonus


def test_swans_of_the_first_edition_need_the_new_rooms() -> None:
    found = Diagnostics()
    library = Library.of(content_roots(), found)
    assert link(library, "castles", ["swans"], found, {"edition": "first_edition"}) is None
    assert [finding.code for finding in found] == ["CW0221"]


# -------------------------------------------------------------------------------------------------- aids


def test_aids_for_everybody() -> None:
    """SEC-COMP-08, EXP-COMP-14: four player aids, a fifth with the large box; each player gets one."""
    for packs, most in (((), 4), (("five_players",), 5)):
        (aid,) = linked(*packs).kinds["aid"].definitions
        assert aid.copies == most
        for players in range(2, most + 1):
            game = rules(*packs).new_game(players, 1)
            held = game.rules.zones["aids_held"]
            assert [len(game.cells[held.base + player]) for player in range(players)] == [1] * players
            assert len(zone_pieces(game, "aid_box")) == most - players


# ------------------------------------------------------------------------------------------------- games


@cache
def rules(*packs: str, edition: str = "second_edition") -> cw.Ruleset:
    return cw.load("castles", packs or "none", {"edition": edition}, cache=False)


def played(game: cw.Game, seed: int) -> Iterator[cw.Game]:
    """A random game after each of its decisions."""
    dice = random.Random(seed)
    while not game.over:
        decision = dice.choice(game.decisions)
        game.choose(dice.randrange(len(decision)), decision.player)
        yield game


@pytest.mark.parametrize(("players", "seed"), [(2, 5), (3, 6), (5, 7)])
def test_the_final_scoring_has_one_order(players: int, seed: int) -> None:
    game = rules("five_players", "swans", "renovations", "new_rooms", "new_cards").new_game(players, seed)
    *_, over = played(game, seed)
    final = [line.step.rpartition(".")[2] for line in over.lines if line.step.startswith("final.")]
    assert list(dict.fromkeys(final)) == [step for step in STEPS if step in final]
    assert {"favors", "bonus"} <= set(final)


def test_hidden_favors_are_seen_by_their_owner_only() -> None:
    """EXP-TOWR-08: at every moment the owner sees the fronts, and nobody else does."""
    looks = 0
    for seed in range(8):
        game = rules("five_players", "new_cards").new_game(3, seed)
        for at in played(game, seed):
            if at.over or (at.step_path or "").startswith("final"):
                continue
            zone = at.rules.zones["hidden_favors"]
            for owner in range(3):
                held = len(at.cells[zone.base + owner])
                if not held:
                    continue
                looks += 1
                for viewer in range(3):
                    shown = at.view(viewer)["zones"]["hidden_favors"][owner]
                    assert shown["count"] == held
                    fronts = [piece for piece in shown["pieces"] if "name" in piece]
                    assert len(fronts) == (held if viewer == owner else 0)
        if looks > 20:
            break
    assert looks


def test_favors_are_conserved() -> None:
    game = rules("five_players", "new_cards").new_game(5, 11)
    names = ("favor_pile", "favor_discard", "hidden_favors", "offered_favors", "public_favors")
    start = None
    for at in played(game, 11):
        held = [zone for name in names for zone in zone_pieces(at, name)]
        start = start or len(held)
        assert len(set(held)) == len(held) == start == 24 + 5


def zone_pieces(game: cw.Game, name: str) -> list[int]:
    zone = game.rules.zones[name]
    return [pid for cell in range(zone.base, zone.base + zone.count) for pid in game.cells[cell]]
