"""Hooks on what nobody does: `by the game`."""

from __future__ import annotations

import pytest

from castlewright.compiler.compile import generate
from castlewright.runtime.ruleset import Ruleset
from support.linking import link_text

TEXT = """
boat raft "Raft" { size: 5 yards }
effect launch(b: boat) { move b to cove }
before rest by the game { for each boat b in harbour { do launch(b) } }
instead of launch(b) by the game if b is not raft { ORIGINAL; shuffle cove }
"""


@pytest.mark.parametrize(
    ("original", "left"), [("do original", 0), ("do original; do original", 0), ("leave_it", 2)]
)
def test_instead_of_an_effect_of_the_game(original: str, left: int) -> None:
    body = TEXT.replace("ORIGINAL; ", "" if original == "leave_it" else f"{original}; ")
    linked = link_text(body)
    assert linked.codes == []
    assert linked.program is not None
    built = generate(linked.program, linked.found)
    assert built is not None, linked.found.codes()
    game = Ruleset.from_text(built.text, "<islands>").new_game(2, 1)
    while not game.over:
        game.choose(0)
    zone = game.rules.zones["harbour"]
    assert len(game.cells[zone.base]) == left
