"""Whole sentences: statements that are told together, loops, pronouns, conditions, changes, hooks."""

from __future__ import annotations

import pytest

from castlewright.compiler.english.sentences import Writer
from castlewright.compiler.typed import ir
from castlewright.compiler.typed.walk import flow_parts
from support.linking import link_text

WORDS = """
zone crates per player: hand of boat seen by owner
zone pier per boat: row of boat seen by everyone
keeps calm: yesno = no seen by everyone
  reads "the sea has been calm"
keeps helmsman: player or none = none seen by everyone
keeps rested: yesno = no seen by everyone
rule few() -> number = 2
  reads "the number of boats that may be moored"
rule old(b: boat) -> yesno = b's size >= 20 yards
  reads "{b} is old"
rule calm_again() -> yesno = no
  reads "the sea is calm again"
rule towed(p: player) for p -> set of boat = p's fleet
  reads "the boats that {p} tow"
rule near(b: boat, c: boat) -> yesno = b's size is c's size
  reads "{b} lies near {c}"
"""

NEXT = "\n"

EFFECTS = {
    # loops
    "for each player p in players: p gains 2 stars as trade": "each player gains 2 stars.",
    "for each player p in players: move p's crates to p's fleet": (
        "each player puts their crates into their fleet."
    ),
    "for each player p in clockwise_from(you): p gains 1 star as trade": (
        "clockwise from you, each player gains 1 star."
    ),
    "for each player p in players { for each boat b in p's fleet { p gains b's cost as trade } }": (
        "each player gains the cost of each boat in their fleet."
    ),
    "for each player p in players { p gains 1 star as trade; p gains 2 shells as trade }": (
        "each player gains 1 star and 2 shells."
    ),
    "for each player p in players { p chooses a boat in p's crates as b; p moves b to harbour; }": (
        "each player: choose a boat in your crates and put it into the harbour."
    ),
    "for each boat b in harbour: do buy(b)": "buy for each boat in the harbour.",
    "for each boat b in harbour in your order: move b to your fleet": (
        "put each boat in the harbour into your fleet, in the order you choose."
    ),
    "for each boat b in harbour: set b's loaded to yes": "each boat in the harbour is now loaded.",
    "for each boat b in harbour { if b is loaded { move b to your fleet } }": (
        "for each boat in the harbour, if the boat is loaded, put it into your fleet."
    ),
    'repeat few() times { may "Gain" { gain 1 star as trade } else { leave } }': (
        "up to 2 times, you may gain 1 star."
    ),
    # names that are bound for the next statement
    "let b = top(cove); if b is not none: move b to your fleet": (
        "put the top of the cove into your fleet, if there is one."
    ),
    "let b = top(cove); if b is not none { reveal b; move b to your fleet }": (
        "Take the top of the cove. If there is one, reveal that boat and put that boat into your fleet."
    ),
    "choose a boat in harbour as b; move b to your fleet": (
        "choose a boat in the harbour and put it into your fleet."
    ),
    "choose (few()) boats in harbour as bs; move bs to your fleet": (
        "choose 2 boats in the harbour and put them into your fleet."
    ),
    """choose a boat in harbour as b; choose a boat d in harbour where d is not b as c
    gain b's cost as trade; gain c's cost as trade""": (
        "Choose a boat in the harbour. Choose another boat in the harbour. "
        "Gain the first chosen boat's cost. Gain the second chosen boat's cost."
    ),
    "choose a boat in your crates as b secretly; move b to your fleet secretly": (
        "secretly choose a boat in your crates and put it into your fleet."
    ),
    "choose a boat in harbour as b; reveal b; move b to your fleet": (
        "choose a boat in the harbour, reveal it and put it into your fleet."
    ),
    """choose a boat in harbour as b; move harbour to your fleet
    reveal b""": (
        "choose a boat in the harbour, put the harbour into your fleet and reveal the chosen boat."
    ),
    "for each player p in players { let b = top(cove); if b is not none: move b to p's fleet; }": (
        "each player puts the top of the cove into their fleet, if there is one."
    ),
    "for each number k in range(1, 3): gain k * 1 star as trade": (
        "for each number k from 1 to 3, gain k times 1 star."
    ),
    # what is remembered
    "set calm to yes": "note that the sea has been calm.",
    "set calm to no": "forget that the sea has been calm.",
    "set rested to yes": "note “rested”.",
    "set helmsman to you": "you become the helmsman.",
    "set helmsman to none": "nobody is the helmsman any more.",
    # filling up
    "repeat few() - (number of boats in your crates) times { move top(cove) to your crates }": (
        "until the number of boats in your crates is at least the number of boats that may be moored (2), "
        "put the top of the cove into your crates."
    ),
    "repeat (number of boats in cove) - few() times { move top(cove) to your crates }": (
        "until the number of boats in the cove is at most the number of boats that may be moored (2), "
        "put the top of the cove into your crates."
    ),
    "repeat few() - (number of boats in your crates) times { gain 1 star as trade }": (
        "take the number of boats that may be moored (2) less the number of boats in your crates; "
        "that many times: gain 1 star."
    ),
}


@pytest.mark.parametrize("text", EFFECTS)
def test_what_is_done(text: str) -> None:
    program = linked(f"effect x() {{\n{text}\n}}".replace("; ", NEXT))
    assert Writer(program).effect(program.effects["x"]).partition(": ")[2] == EFFECTS[text]


RULES = {
    "x(b: boat) -> yesno = b's size >= 5 yards and b's size <= 9 yards": (
        "A boat is x if its size is at least 5 yards and at most 9 yards."
    ),
    "x(b: boat) -> yesno = b is dinghy or b is barge": "A boat is x if it is “Dinghy” or “Barge”.",
    "x(b: boat) -> yesno = old(b) or (near(b, b) and b is loaded)": (
        "A boat is x if it is old, or it lies near it and it is loaded."
    ),
    "x(b: boat) -> yesno = b is loaded and (old(b) or b is barge)": (
        "A boat is x if it is loaded and either it is old or “Barge”."
    ),
    "x(b: boat or none) -> yesno = b is not none and old(b)": "A boat is x if it is old.",
    "x() -> yesno = there is boat b in boats where old(b)": "“x” holds if there is an old boat.",
    "x(b: boat) -> yesno = there is no boat in harbour where near(it, b)": (
        "A boat is x if no boat in the harbour lies near the boat."
    ),
    "x(b: boat, c: boat) -> yesno = near(c, b) and old(b)": (
        "A boat is x another boat if the other boat lies near the boat and the boat is old."
    ),
    "x() -> yesno = player_count is 2": "“x” holds if there are 2 players.",
    "x() -> yesno = player_count >= 3": "“x” holds if there are at least 3 players.",
    "x() -> number = table player_count { 2: 5, else: 6 }": "The x is 5 for 2 players and 6 otherwise.",
    "x() -> set of player = those with most price(top(cove), it) * 2 among players": (
        "The x is all players for whom their price of the top of the cove times 2 is the highest."
    ),
    "x() -> yesno = round_number > 1": "“x” holds if it is round 2 or a later one.",
    "x() -> yesno = round_number is 1": "“x” holds if it is round 1.",
    "x(b: boat) -> yesno = there is no boat c in boats where near(b, c)": (
        "A boat is x if there is no boat where the boat lies near it."
    ),
    "x(p: player) -> player = left_of(p)": "Your x is the player to your left.",
    "x(b: boat) -> yesno = not (old(b) and b is loaded)": "A boat is x if it is not old or not loaded.",
    "x(b: boat) -> yesno = (old(b) or near(b, b)) and b is loaded": (
        "A boat is x if it is loaded and either it is old or it lies near it."
    ),
    "x(b: boat) -> stars = if b's size >= 9 yards then 2 stars else 1 star": (
        "The x of a boat is 2 stars if its size is at least 9 yards, otherwise 1 star."
    ),
    "x() -> stars = larger(1 star, 1 star * number of harbour)": (
        "The x is 1 star for each boat in the harbour (at least 1 star)."
    ),
}


@pytest.mark.parametrize("text", RULES)
def test_what_a_rule_says(text: str) -> None:
    program = linked(f"rule {text}")
    assert Writer(program).rule_alone(program.rules["x"]) == RULES[text]


MORE = 'pack more "More" { version "1.0"; language 1; game islands; needs islands }'
CHANGES = {
    "change price(b, p) to 2 shells if b is dinghy": "Your price of “Dinghy” is 2 shells.",
    "allow old(b) if b is dinghy": "“Dinghy” is old, too.",
    "allow old(b) if b's loaded": "A boat is old also if it is loaded.",
    "allow calm_again()": "The sea is calm again.",
    "change towed(p) to original - [dinghy]": "The boats that you tow do not include Dinghy.",
    "change towed(p) to (boat b in original where b's loaded)": (
        "Of the boats that you tow, only those count that are loaded."
    ),
    "forbid old(b) if b is dinghy": "“Dinghy” is not old.",
    "change few() by 1 if calm": (
        "The number of boats that may be moored is higher by 1 if the sea has been calm."
    ),
}


@pytest.mark.parametrize("text", CHANGES)
def test_what_a_change_says(text: str) -> None:
    program = linked(f"--- more/pack.rules\n{MORE}\n{text}")
    (change,) = program.changes
    assert Writer(program).change(change) == CHANGES[text]


HOOKS = {
    "after buy(b) by any player: gain 1 star as trade": (
        "After any player buys for a boat, that player gains 1 star."
    ),
    "instead of buy(b) by any player: gain 1 star as trade": (
        "When any player would buy for a boat, that player gains 1 star instead."
    ),
    "after buy(b) by any player { gain 1 star as trade; move b to harbour }": (
        "After any player buys for a boat, gain 1 star and put the boat into the harbour."
    ),
}


@pytest.mark.parametrize("text", HOOKS)
def test_what_a_hook_says(text: str) -> None:
    program = linked(text.replace("; ", NEXT))
    (hook,) = program.hooks
    assert Writer(program).hook(hook) == HOOKS[text]


def linked(text: str) -> ir.Program:
    found = link_text(WORDS + text)
    assert found.program is not None, found.codes
    return found.program


def test_how_many_rounds_are_played() -> None:
    program = linked("")
    (rounds,) = (part for part in flow_parts(program) if isinstance(part, ir.Rounds))
    assert Writer(program).part(rounds) == "until 3 rounds have been played"


def test_the_places_of_all_holders() -> None:
    program = linked(
        """zone bay per boat: row of boat seen by everyone
  reads "{boat}"
zone hold per boat: row of boat seen by everyone
  reads "the hold of {boat}"
rule x() -> number = number of bay
rule y() -> number = number of hold"""
    )
    writer = Writer(program)
    assert writer.rule_alone(program.rules["x"]) == "The x is the number of boats in the bay."
    assert writer.rule_alone(program.rules["y"]) == "The y is the number of boats in the hold of all boats."


def test_another_player_than_each_is_that_player() -> None:
    program = linked("effect x(q: player) {\nfor each player p in players: move p's crates to q's fleet\n}")
    assert Writer(program).effect(program.effects["x"]) == (
        "X for a player: each player puts their crates into that player's fleet."
    )
