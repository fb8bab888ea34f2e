"""A zone that a placing opens to a second kind holds both: each kind is sorted out, in copied rules too."""

from __future__ import annotations

from pathlib import Path

import castlewright as cw

TEXT = """
pack yard "Yard" { game yard; version "1.0.0"; language 1; players 2 to 2 }
unit point points
keeps points per player: points = 0 points seen by everyone
kind shape plural shapes { printed drawing: drawing }
shape dot { drawing: "#" }
kind hut plural huts { printed worth: points; printed shape: shape = dot; printed copies: number = 3 }
kind wall plural walls { printed shape: shape = dot; printed copies: number = 3 }
hut small_hut "Hut" { worth: 2 points }
wall low_wall "Wall" { }
zone yard per player: plan of hut seen by everyone
placing wall in yard { need free = yes else "there is no room" }
rule huts_of(p: player) -> points {
  reads "the huts of {p}"
  give total its worth among huts in p's yard
}
rule walls_of(p: player) -> number = number of walls in p's yard reads "the walls of {p}"
effect score() {
  reads "{you} score"
  gain huts_of(you)
  gain 1 point * walls_of(you)
}
flow yard {
  stage play {
    step lay {
      for each player p in players {
        let w = first(walls)
        if w is not none { let s = first(spots(w, p's yard)); if s is not none: place w at s }
        p does score()
      }
    }
  }
  winner by its points
}
"""


def test_kinds_are_told_apart_where_a_rule_is_written_out(tmp_path: Path) -> None:
    folder = tmp_path / "yard"
    folder.mkdir()
    (folder / "pack.rules").write_text(TEXT, encoding="utf-8")
    game = cw.load("yard", roots=[tmp_path], cache=False).new_game(2, 1)
    assert game.over
