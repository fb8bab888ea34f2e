"""Changes of who sees what, asked through views."""

from __future__ import annotations

from functools import cache

import pytest

from castlewright.compiler.compile import Order, generate, link_order
from castlewright.compiler.packs.packs import Library
from castlewright.rules_dsl.diagnostics import Diagnostics
from castlewright.rules_dsl.report import report_text
from castlewright.rules_dsl.source import Source
from castlewright.runtime.game import Game
from castlewright.runtime.ruleset import Ruleset

PACK = """
pack pond "Pond" { game pond; version "1.0"; language 1; players 2 to 3 }
"""
TEXT = """
unit pearl pearls
keeps pearls per player: pearls = 3 pearls seen by everyone
keeps tally: number = 4 seen by nobody
keeps secret per player: number = 5 seen by owner
kind duck plural ducks { active while self is in nests; keeps eggs: number = 2 seen by owner }
zone nests per player: row of duck seen by everyone
zone reeds: pile of duck seen by nobody
keeps lifted: yesno = no seen by everyone
duck diver "Diver" { change may_see.pearls(viewer) for owner to viewer is owner }
duck pintail "Pintail" { allow may_see.secret(viewer) for owner if viewer is left_of(owner) }
duck teal "Teal" { change may_see.tally(viewer) to viewer is owner }
duck mallard "Mallard" { allow may_see.eggs for owner }
allow may_see.reeds if lifted
effect dive(d: duck) { move d to your nests }
effect peep() { change may_see.tally(viewer) to viewer is you until end of wait }
effect lift() { set lifted to yes }
flow pond {
  stage opening { step swim {
    move (duck d in ducks where d is not diver and d is not teal) to reeds
    shuffle reeds
  } }
  rounds day until day_number is 2 {
    turns wait for each player p in players {
      choose one { option "Stay": leave_all(); option "Go": leave_all() }
    }
  }
}
"""


@cache
def pond() -> Ruleset:
    text = TEXT.replace("leave_all()", "set lifted to lifted")
    found = Diagnostics()
    sources = [Source("pond/pack.rules", PACK.strip() + "\n"), Source("pond/pond.rules", text.strip() + "\n")]
    library = Library.of_sources(sources, found)
    program = link_order(Order("pond"), found, library)
    assert program is not None, report_text(found)
    built = generate(program, found)
    assert built is not None, report_text(found)
    return Ruleset.from_text(built.text, "<pond>")


def piece(game: Game, name: str) -> int:
    rules = game.rules
    return next(p for p in range(rules.piece_count) if rules.definitions[rules.piece_def[p]][1] == name)


def seen(game: Game, name: str) -> list[object]:
    """What each player sees of something kept."""
    return [game.view(viewer)["keeps"][name] for viewer in range(game.players)]


def test_a_change_on_a_card_hides_what_its_owner_has() -> None:
    game = pond().new_game(3, 1)
    assert seen(game, "pearls") == [[3, 3, 3]] * 3
    game.perform("dive", 1, piece(game, "diver"))
    assert seen(game, "pearls") == [[3, None, 3], [3, 3, 3], [3, None, 3]]


def test_what_its_declaration_says_stays_where_nothing_is_changed() -> None:
    game = pond().new_game(3, 1)
    assert seen(game, "secret") == [[5, None, None], [None, 5, None], [None, None, 5]]
    game.perform("dive", 2, piece(game, "pintail"))
    assert seen(game, "secret") == [[5, None, 5], [None, 5, None], [None, None, 5]]


def test_what_belongs_to_nobody() -> None:
    game = pond().new_game(2, 1)
    assert seen(game, "tally") == [None, None]
    game.perform("dive", 1, piece(game, "teal"))
    assert seen(game, "tally") == [None, 4]


def test_what_pieces_keep() -> None:
    game = pond().new_game(2, 1)
    game.perform("dive", 1, piece(game, "diver"))
    cell = pond().keeps["eggs"].base + piece(game, "diver") - pond().keeps["eggs"].first
    game.cells[cell] = 7

    def eggs() -> list[object]:
        nests = [game.view(viewer)["zones"]["nests"][1]["pieces"] for viewer in range(2)]
        return [row[0].get("keeps", {}).get("eggs") for row in nests]

    assert eggs() == [None, 7]
    game.perform("dive", 1, piece(game, "mallard"))
    assert eggs() == [7, 7]


def test_a_zone_shows_what_lies_in_it_while_it_is_seen() -> None:
    game = pond().new_game(2, 1)
    pieces = game.view(0)["zones"]["reeds"]["pieces"]
    assert not [one for one in pieces if "name" in one]
    game.perform("lift", None)
    names = {one["name"] for one in game.view(0)["zones"]["reeds"]["pieces"]}
    assert names == {"pintail", "mallard"}


def test_a_change_for_a_while() -> None:
    game = pond().new_game(2, 1)
    game.perform("peep", 0)
    assert seen(game, "tally") == [4, None]
    game.choose(0)
    assert seen(game, "tally") == [None, None]


@pytest.mark.parametrize("seed", range(3))
def test_imagined_games_look_the_same(seed: int) -> None:
    game = pond().new_game(3, seed)
    game.perform("dive", 0, piece(game, "diver"))
    for viewer in range(3):
        assert game.imagine(viewer, seed).view(viewer) == game.view(viewer)


def test_a_question_of_the_game_is_for_nobody() -> None:
    found = Diagnostics()
    bad = TEXT.replace("change may_see.tally(viewer) to viewer is owner", "allow may_see.tally for owner")
    bad = bad.replace("leave_all()", "set lifted to lifted")
    library = Library.of_sources([Source("pond/pack.rules", PACK), Source("pond/pond.rules", bad)], found)
    assert link_order(Order("pond"), found, library) is None
    assert found.codes() == ["CW0606"]
