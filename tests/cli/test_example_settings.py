"""Examples are played with the packs and options that they need."""

from __future__ import annotations

from pathlib import Path

import pytest

from castlewright.compiler.compile import Order
from castlewright.compiler.packs.packs import Library
from castlewright.examples import Outcome, run_examples
from castlewright.rules_dsl.diagnostics import Diagnostics

BASE = """
pack shop "Shop" {
  game shop; version "1.0"; language 1; players 2 to 3
  option dear: yesno = no; option mood: mood = glad
}
"""
GOODS = """
unit coin coins
values mood plural moods { glad, sad }
rule price() -> coins = 5 coins
only if dear {
  change price() to 9 coins
  example "Dear" { then { expect price() is 9 coins } }
}
only if not dear {
  example "Cheap" { then { expect price() is 5 coins } }
}
only if mood is sad and dear {
  change price() by 1 coin
  example "Sad and dear" { then { expect price() is 10 coins } }
}
flow shop { stage final { step nothing { let x = 1 } } }
"""
SALE = """
pack sale "Sale" { game shop; version "1.0"; language 1; needs shop }
"""
PRICES = """
change price() by -1 coins
example "Alone" { then { expect price() is 4 coins } }
example "With gifts" { with gifts; then { expect price() is 4 coins; expect gifts_given() is 1 } }
only if in_play(gifts) {
  example "Where gifts are" { then { expect gifts_given() is 1 } }
}
"""
GIFTS = """
pack gifts "Gifts" { game shop; version "1.0"; language 1; needs shop }
"""
GIVEN = """
rule gifts_given() -> number = 1
"""


@pytest.fixture
def library(tmp_path: Path) -> Library:
    for name, manifest, text in (("shop", BASE, GOODS), ("sale", SALE, PRICES), ("gifts", GIFTS, GIVEN)):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "pack.rules").write_text(manifest.strip() + "\n", encoding="utf-8")
        (folder / f"{name}.rules").write_text(text.strip() + "\n", encoding="utf-8")
    found = Diagnostics()
    made = Library.of([tmp_path], found)
    assert not list(found)
    return made


def outcomes(library: Library, *packs: str) -> dict[str, Outcome]:
    return {one.title: one for one in run_examples(Order("shop", packs), library)}


def test_examples_that_name_another_pack_are_played_with_it(library: Library) -> None:
    found = outcomes(library, "sale")
    assert found["Alone"].packs == ("sale",)
    assert found["With gifts"].packs == ("gifts", "sale")
    assert found["Where gifts are"].packs == ("gifts", "sale")
    assert [one.title for one in found.values() if one.findings] == []


def test_options_are_chosen_as_the_conditions_around_an_example_ask(library: Library) -> None:
    found = outcomes(library)
    assert set(found) == {"Dear", "Cheap", "Sad and dear"}
    assert [one.title for one in found.values() if one.findings] == []


def test_options_of_the_order_win(library: Library) -> None:
    ordered = run_examples(Order("shop", (), {"dear": "yes", "mood": "sad"}), library)
    assert {one.title for one in ordered} == {"Dear", "Sad and dear"}
    failed = {one.title for one in ordered if one.findings}
    assert failed == {"Dear"}
