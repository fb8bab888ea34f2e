"""Whole sentences of effects and actions: what keeps their parts apart."""

from __future__ import annotations

import pytest

from castlewright.compiler.english.sentences import Writer
from support.linking import link_text

CHESTS = """
kind chest plural chests {
  keeps price: shells = 0 shells at least 0 shells seen by everyone
  slot lid()
  slot before_dawn()
}
chest oak "Oak" {
  lid(): gain 1 star as trade
  before_dawn(): gain 2 stars as trade
}
"""

SAID = {
    "effect x(c: chest) { you does c's lid() }": "carry out the chest's lid.",
    "effect x(c: chest) { you does c's before_dawn() }": "carry out what the chest does before dawn.",
    "effect x(c: chest) { set c's price to 0 shells }": "take the chest's price away.",
    "effect x(c: chest) { set c's price to 2 shells }": "set the chest's price to 2 shells.",
    """effect x(n: number) {
      if n is 1 { if n is 2 { gain 1 star } else { gain 2 stars } } else { gain 3 stars }
    }""": "If n is 1, if n is 2, gain 1 star; otherwise, gain 2 stars. Otherwise, gain 3 stars.",
    """effect x(n: number) {
      if n is 1 { gain 3 stars } else { if n is 2 { gain 1 star } else { gain 2 stars } }
    }""": "If n is 1, gain 3 stars. Otherwise, if n is 2, gain 1 star; otherwise, gain 2 stars.",
    """effect x(n: number) {
      if n is 1 { if n is 2 { if n is 3 { gain 1 star } else { gain 2 stars } } else { gain 3 stars } }
    }""": "if n is 1, if n is 2, (if n is 3, gain 1 star; otherwise, gain 2 stars); otherwise, gain 3 stars.",
}


@pytest.mark.parametrize("text", SAID)
def test_what_an_effect_does(text: str) -> None:
    linked = link_text(CHESTS + text)
    assert linked.program is not None, linked.found.codes()
    said = Writer(linked.program).effect(linked.program.effects["x"])
    assert said.partition(": ")[2] == SAID[text]


def test_the_limit_of_an_action_stands_in_its_brackets() -> None:
    linked = link_text('action doze "Doze" in sail once per sail if number of players is 2 { gain 1 star }')
    assert linked.program is not None, linked.found.codes()
    said = Writer(linked.program).action(linked.program.actions["doze"])
    assert said.startswith("Doze, in your sail, once per sail, if ")


def test_a_zone_and_what_is_kept_may_say_whose_they_are() -> None:
    linked = link_text(
        'zone deck per player: row of boat seen by everyone reads "the deck of {player}"\n'
        'kind crane plural cranes { keeps load: number = 0 seen by everyone reads "what {crane} lifts" }\n'
        "crane jib { }\n"
        "effect x(c: crane, b: boat, p: player) { move b to p's deck; set c's load to 2 }"
    )
    assert linked.program is not None, linked.found.codes()
    said = Writer(linked.program).effect(linked.program.effects["x"])
    assert "the boat into the deck of " in said
    assert "what the crane lifts" in said


def test_a_number_is_the_one_that_holds_in_the_game() -> None:
    files = (
        'rule tides() -> number = 2 reads "the number of tides"\n'
        'rule storms() -> number = 3 reads "the number of storms"\n'
        'rule waves() -> number = 4 reads "the number of waves"\n'
        "change tides() to 5 * storms()\n"
        "change waves() to 6 if player_count is 3\n"
        "effect x() { repeat tides() times { gain 1 star }; repeat waves() times { gain 1 star } }"
    )
    linked = link_text(files)
    assert linked.program is not None, linked.found.codes()
    said = Writer(linked.program).effect(linked.program.effects["x"])
    assert "15" in said
    assert "2" not in said
    assert "4" in said


def test_an_action_that_only_passes_says_no_more() -> None:
    linked = link_text('action doze "Doze" in sail { }')
    assert linked.program is not None, linked.found.codes()
    assert Writer(linked.program).action(linked.program.actions["doze"]) == "Doze, in your sail."


def test_a_table_asked_for_something_fixed_says_what_is_in_the_row() -> None:
    linked = link_text(
        "table fares by crew { columns toll: shells; red: 3 shells; blue: 5 shells }\n"
        "rule passage() -> shells = 0 shells\n"
        "change passage() to fares.toll(blue)\n"
        'rule fee() -> shells = 5 shells reads "the fee"\n'
        "change fee() to fares.toll(blue)"
    )
    assert linked.program is not None, linked.found.codes()
    said = [Writer(linked.program).change(change) for change in linked.program.changes]
    assert said == ["The passage is 5 shells instead of 0 shells.", "The fee is 5 shells."]
