"""Words of their own for kinds, fields, slots, features, what is kept and parts of the flow."""

from __future__ import annotations

import pytest

from castlewright.compiler.english.called import called, kind_called, part_called
from castlewright.compiler.english.sentences import Writer
from castlewright.compiler.typed import ir
from support.linking import link_text

CRATES = """
kind crate plural crates {
  reads "wooden crate"
  printed worth: shells = 2 shells reads "the value"
  printed sealed: yesno = no reads "closed for good"
  keeps opened: yesno = no seen by everyone reads "broken open"
  slot shake() { } reads "sound"
}
crate chest { }
keeps stormy: yesno = no seen by everyone reads "a storm was seen"
zone store: row of crate seen by everyone
"""

SAID = {
    "effect x(c: crate) { move c to store }": "put the wooden crate into the store",
    "effect x(c: crate) { you gains c's worth as trade }": "gain the wooden crate's value",
    "effect x(c: crate) { if c is sealed: gain 1 star }": "if the wooden crate is closed for good, gain",
    "effect x(c: crate) { if c is not opened: gain 1 star }": "if the wooden crate is not broken open, gain",
    "effect x(c: crate) { set c's opened to yes }": "the wooden crate is now broken open",
    "effect x(c: crate) { you does c's shake() }": "carry out the wooden crate's sound",
    "effect x() { set stormy to yes }": "note that a storm was seen",
    "effect x() { if stormy: gain 1 star }": "if a storm was seen, gain 1 star",
    "effect x() { if number of crates in store >= 2: gain 1 star }": "wooden crates in the store",
    "effect x(p: player) { if p's stars is odd: p gains 1 star }": "stars are odd",
    "effect x(p: player) { if p's stars is even: p gains 1 star }": "stars are even",
}


def linked(text: str) -> ir.Program:
    found = link_text(CRATES + text)
    assert found.program is not None, found.found.codes()
    return found.program


@pytest.mark.parametrize("text", SAID)
def test_sentences_use_words_of_their_own(text: str) -> None:
    program = linked(text)
    assert SAID[text] in Writer(program).effect(program.effects["x"])


def test_nouns_of_a_kind() -> None:
    kind = linked("").kinds["crate"]
    assert kind_called(kind, plural=False) == "wooden crate"
    assert kind_called(kind, plural=True) == "wooden crates"
    assert kind_called(linked("").kinds["boat"], plural=True) == "boats"
    assert called(kind.fields["worth"]) == "value"


def test_a_part_of_the_flow_without_words_has_its_name() -> None:
    program = linked("")
    assert part_called(program, "nowhere.at_all") == "at all"
    assert part_called(program, "year.sail") == "sail"
