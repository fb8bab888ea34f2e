"""What examples can do: play steps and turns, take the actions of cards, let a time limit run out."""

from __future__ import annotations

import pytest

from castlewright.compiler.compile import Order
from castlewright.compiler.packs.packs import Library
from castlewright.examples import run_examples
from castlewright.rules_dsl.diagnostics import DiagnosticError, Diagnostics
from castlewright.rules_dsl.report import report_text
from castlewright.rules_dsl.source import Source

PACK = """
pack fair "Fair" { game fair; version "1.0"; language 1; players 2 to 3 }
"""
TEXT = """
unit coin coins
keeps coins per player: coins = 0 coins seen by everyone
keeps host: player seen by everyone
keeps visits: number = 0 seen by everyone
kind charm plural charms { active while self is in pockets }
zone pockets per player: row of charm seen by everyone
charm bell "Bell" {
  after walk by owner: gain 2 coins
  action ring "Ring" at any time { gain 5 coins }
}
effect limited() once per walk { add 1 to visits }
flow fair {
  stage opening { step greet by host { gain 1 coin } }
  rounds day until day_number is 2 {
    turns walk for each player p in players { do limited(); do limited(); choose an action }
    step hurry by host {
      within 5 seconds { choose one { option "One": gain 1 coin; option "Two": gain 2 coins } }
      when time is up { gain 9 coins }
    }
  }
  stage close { step count { for each player p in players { p gains 1 coin } } }
}
before close.count by the game { for each player p in players { p gains 10 coins } }
action rest "Rest" in walk { gain 1 coin }
"""


def codes(example: str) -> list[str]:
    """What is found by running one example."""
    found = Diagnostics()
    text = f'{TEXT}\nexample "One" {{ {example} }}\n'
    library = Library.of_sources([Source("fair/pack.rules", PACK), Source("fair/fair.rules", text)], found)
    assert not found.has_errors, report_text(found)
    try:
        outcomes = run_examples(Order("fair"), library)
    except DiagnosticError as error:
        return error.diagnostics.codes()
    return [one.code for outcome in outcomes for one in outcome.findings]


@pytest.mark.parametrize(
    "example",
    [
        # A step acts for whom the flow says, and its hooks are heard.
        "given { set host to left_of(you) }; when { do greet() }; "
        "then { expect left_of(you)'s coins is 1 coin }",
        "when { do close.count() }; then { expect your coins is 11 coins }",
        "when { do count() }; then { expect lines { 10 coins; 1 coin } }",
        # A turn is a new instance each time, of the player named; it ends.
        "when { you does walk() }; then { expect your coins is 1 coin; expect active_player is none }",
        "when { you does walk(); you does walk() }; then { expect visits is 2 }",
        "given { put bell in your pockets }; when { you does walk() }; then { expect your coins is 3 coins }",
        "given { put bell in your pockets }; when { left_of(you) does walk() }; "
        "then { expect your coins is 0 coins; expect left_of(you)'s coins is 1 coin }",
        "when { for each player p in players { p does walk() } }; then { expect visits is 2 }",
        # The action of a card.
        "given { put bell in your pockets }; when { you does bell.ring() }; "
        "then { expect your coins is 5 coins }",
        # A time limit.
        'given { set host to you }; when { do hurry(); answer "time is up" }; '
        "then { expect your coins is 9 coins }",
        'given { set host to you }; when { do hurry(); answer "Two" }; then { expect your coins is 2 coins }',
    ],
)
def test_acts_of_examples(example: str) -> None:
    assert codes(example) == []


@pytest.mark.parametrize(
    ("example", "code"),
    [
        ("when { you does count() }; then { expect your coins is 1 coin }", "CW0909"),
        ("when { do walk() }; then { expect your coins is 1 coin }", "CW0909"),
        ("when { do count(3) }; then { expect your coins is 1 coin }", "CW0412"),
        ("when { do opening() }; then { expect your coins is 1 coin }", "CW0304"),
        ('when { you does walk(); answer "time is up" }; then { expect your coins is 1 coin }', "CW0906"),
        # A place is no answer to a question for something else.
        (
            "given { set host to you }; when { do hurry(); answer at 0, 0 }; then { expect visits is 0 }",
            "CW0904",
        ),
    ],
)
def test_what_examples_cannot_do(example: str, code: str) -> None:
    assert codes(example)[0] == code
