"""Choices of faces: the options go by what the texts call them, unless that would tell what lies there."""

from __future__ import annotations

from castlewright.compiler.compile import generate
from castlewright.runtime.game import Game
from support.linking import link_text

TEXT = """
kind sign plural signs { printed size: yards = 1 yard }
sign arrow "Arrow" {
  face ahead "Straight ahead" { size: 2 yards }
  face turned_left { size: 3 yards }
}
sign flag "Flag" {
  face up_high { size: 1 yard }
  face half_down { size: 3 yards }
}
kind post plural posts { printed size: yards = 1 yard }
post oak "Oak" {
  face rough { size: 1 yard }
  face smooth { size: 2 yards }
}
post elm "Elm" {
  face rough { size: 1 yard }
  face smooth { size: 3 yards }
}
zone shown: row of sign or post seen by everyone
zone hidden: row of sign or post seen by nobody
rule turns(s: sign) -> set of face = s's faces
effect turn_sign(s: sign) { choose a face in turns(s) as f; set s's face to f }
effect turn_post(p: post) { choose a face in p's faces as f; set p's face to f }
effect show() { move signs to shown; move posts to shown }
effect hide() { move signs to hidden; move posts to hidden; shuffle hidden }
"""


def position(where: str) -> Game:
    linked = link_text(TEXT)
    assert linked.program is not None, linked.found.codes()
    built = generate(linked.program, linked.found)
    assert built is not None
    return built.ruleset().position(2).perform(where, 0)


def asked(game: Game, effect: str, name: str) -> list[str]:
    game.perform(effect, 0, game.rules.pieces_of(name)[0])
    assert game.decision is not None
    return list(game.decision.labels())


def test_faces_go_by_their_names() -> None:
    game = position("show")
    assert asked(game, "turn_sign", "arrow") == ["Straight ahead", "turned left"]
    assert game.decision is not None
    assert [option.plain for option in game.decision.options] == ["ahead", "turned_left"]
    before = game.copy()
    game.decide("turned_left")
    assert game.face[game.rules.pieces_of("arrow")[0]] == 1
    before.decide("turned left")
    assert before.face == game.face
    answers = [entry for entry in game.log if entry["kind"] == "answer"]
    assert answers[-1]["value"] == "turned_left"


def test_names_do_not_tell_what_lies_hidden() -> None:
    assert asked(position("hide"), "turn_sign", "flag") == ["face 1", "face 2"]
    assert asked(position("hide"), "turn_post", "elm") == ["rough", "smooth"]


def test_replays_and_saves_know_faces() -> None:
    game = position("show")
    asked(game, "turn_sign", "flag")
    game.decide("half down")
    again = game.rules.from_json(game.to_json())
    assert again.log == game.log
    assert again.face == game.face
