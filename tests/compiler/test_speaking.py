"""What lines of score are about: the nearest piece, else the nearest member of a value kind."""

from __future__ import annotations

import pytest

from castlewright.compiler.compile import generate
from castlewright.compiler.typed import ir
from castlewright.compiler.typed.walk import statements_in
from castlewright.runtime.ruleset import Ruleset
from support.linking import link_text

CASES = {
    "effect x(b: boat) { gain 1 star as catch }": ("b", True),
    "effect x(b: boat, c: boat) { gain 1 star as catch }": ("c", True),
    "effect x(b: boat, p: crew, n: number, q: player) { gain 1 star as catch }": ("b", True),
    "effect x(b: boat) { for each boat c in harbour { lose 1 star } }": ("c", True),
    "effect x(b: boat) { for each boat c in harbour { shuffle cove }; gain 1 star }": ("b", True),
    "effect x(b: boat) { for each boats in harbour { pay its cost to none } }": ("it", True),
    "effect x() { for each boats in harbour { for each boat c in your fleet { gain 1 star } } }": (
        "c",
        True,
    ),
    "effect x() { choose a boat in harbour as b; pay 1 shell to none }": ("b", True),
    "effect x() { choose 2 boats in harbour as many; pay 1 shell to none }": (None, True),
    "effect x() { let many = harbour; gain 1 star * number of many }": (None, True),
    "effect x() { let b = first(harbour); if b is not none { gain 1 star } }": ("b", True),
    "effect x() { let b = first(harbour); gain 1 star; if b is none: gain 1 star }": (None, True),
    "effect x(r: reason) { gain 1 star }": (None, True),
    "effect x(p: crew) { gain 1 star }": ("p", False),
    "effect x(p: crew) { for each crew c in crews { gain 1 star } }": ("c", True),
    "effect x() { for each crew c in crews where c is red { gain 1 star } }": ("c", False),
    "effect x() { choose a crew in crews as p; gain 1 star }": ("p", True),
    "effect x() { choose a crew in crews as p secretly; gain 1 star }": ("p", False),
}


def changes(text: str) -> list[ir.Change]:
    linked = link_text(text)
    assert linked.program is not None, linked.found.codes()
    effect = linked.program.effects["x"]
    return [one for one in statements_in(effect.body) if isinstance(one, ir.Change)]


@pytest.mark.parametrize("text", CASES)
def test_the_nearest_piece_else_the_nearest_member(text: str) -> None:
    for change in changes(text):
        name = None if change.about is None else change.about.var.name
        assert (name, change.told) == CASES[text]


FUNCTIONS = """
kind chest plural chests {
  slot worth(b: boat)
  slot opened()
}
chest oak "Oak" {
  worth(b): gain 1 star as trade
  opened(): gain 2 stars as trade
}
kind flag_kind plural flag_kinds is value { slot raised() }
flag_kind ensign "Ensign" { raised(): gain 4 stars as trade }
before rest by the game {
  for each player p in players {
    for each chest c in chests {
      for each boat b in boats where b is raft { p does c's worth(b) }
      p does c's opened()
    }
    for each flag_kind f in flag_kinds { p does f's raised() }
  }
}
boat raft "Raft" { size: 5 yards }
"""


def test_texts_on_pieces_and_members_speak_of_them() -> None:
    linked = link_text(FUNCTIONS)
    assert linked.codes == [], linked.found
    assert linked.program is not None
    built = generate(linked.program, linked.found)
    assert built is not None, linked.found.codes()
    game = Ruleset.from_text(built.text, "<islands>").new_game(2, 1)
    while not game.over:
        game.choose(0)
    told = [entry["about"] for entry in game.log if entry["kind"] == "line" and entry["counter"] == "stars"]
    raft, oak = {"name": "raft", "title": "Raft"}, {"name": "oak", "title": "Oak"}
    assert told == [raft, oak, "ensign"] * 6  # two players, three rounds
    assert any(line.endswith("]") and "trade, Ensign" in line for line in game.explain().splitlines())
