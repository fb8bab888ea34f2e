"""English as strings: what agrees, what is denied, what hangs on a noun."""

from __future__ import annotations

import pytest

from castlewright.compiler.english import grammar


@pytest.mark.parametrize(
    ("phrase", "plural"),
    [
        ("the beads of your string", True),
        ("your beads", True),
        ("the number of beads", False),
        ("what the owner pays", False),
        ("the bonus", False),
        ("3 beads", True),
        ("each bead on the string", False),
        ("the boats next to the pier", True),
        ("the players from the left", True),
        ("you", True),
        ("whoever sells to you", False),
        ("the boats wanted by the owner", True),
        ("the different boats other than the barge", True),
    ],
)
def test_a_noun_phrase_names_one_or_several(phrase: str, plural: bool) -> None:
    assert grammar.is_plural(phrase) is plural


@pytest.mark.parametrize(
    ("clause", "denied"),
    [
        ("the boat is worn", "the boat is not worn"),
        ("corners count as contact", "corners do not count as contact"),
        ("the buyer needs the full price", "the buyer does not need the full price"),
        ("it lies over the pier", "it does not lie over the pier"),
        ("you own the pier", "you do not own the pier"),
        ("the boat may sail", "the boat may not sail"),
        ("the boat can sail", "the boat cannot sail"),
        ("the stack has boats left", "the stack has no boats left"),
        ("the owner plays along", "the owner does not play along"),
        ("the hull of a boat closes harbours in", "the hull of a boat does not close harbours in"),
        ("the turns end when a boat sinks", "the turns do not end when a boat sinks"),
    ],
)
def test_a_clause_is_denied(clause: str, denied: str) -> None:
    assert grammar.negated(clause) == denied


@pytest.mark.parametrize(
    ("noun", "with_article"),
    [
        ("oar", "an oar"),
        ("boat", "a boat"),
        ("honour", "an honour"),
        ("unit", "a unit"),
        ("unimportant boat", "an unimportant boat"),
        ("one-legged parrot", "a one-legged parrot"),
        ("other boat", "another boat"),
    ],
)
def test_articles(noun: str, with_article: str) -> None:
    assert grammar.a(noun) == with_article


@pytest.mark.parametrize(
    ("clause", "hanging"),
    [
        ("they are worn", "that are worn"),
        ("its price is 3", "whose price is 3"),
        ("the number of beads of it is at least 2", "whose number of beads is at least 2"),
        ("there is a bead in their hold", "with a bead in their hold"),
        ("there is no bead in its hold", "without a bead in its hold"),
        ("it and the pier touch", "where it and the pier touch"),
        ("the shells on it are at least 3 shells", "with at least 3 shells on it"),
        ("the number of beads on them is 0", "without beads on them"),
        ("the pier of it has room", "whose pier has room"),
        ("the owner's crews include them", "that the owner's crews include"),
        ("you may moor it", "that you may moor"),
        ("the barge may cover it", "that the barge may cover"),
        ("the wind blows over it", "where the wind blows over it"),
    ],
)
def test_a_clause_hangs_on_its_noun(clause: str, hanging: str) -> None:
    assert grammar.relative(clause) == hanging


@pytest.mark.parametrize(
    ("verb", "base"),
    [("is", "are"), ("has", "have"), ("carries", "carry"), ("lies", "lie"), ("reaches", "reach")],
)
def test_verbs_of_several(verb: str, base: str) -> None:
    assert grammar.base_form(verb) == base
    assert grammar.third_person(base) == verb


def test_clauses_on_one_noun_share_their_first_word() -> None:
    assert grammar.clauses_joined(["that are worn", "that sink", "whose price is 3"]) == (
        " that are worn and sink and whose price is 3"
    )


def test_they_is_an_object_behind_a_preposition() -> None:
    assert grammar.objective("the border of they") == "the border of them"
    assert grammar.agreeing("they counts as boats") == "they count as boats"
    assert grammar.possessive("the bonus") == "the bonus's"
    assert grammar.possessive("the boats") == "the boats'"


def test_a_clause_that_says_what_there_is_is_denied() -> None:
    assert grammar.nowhere("a boat was moored") == "no boat was moored"
    assert grammar.nowhere("the harbour is full") == "the harbour is not full"


@pytest.mark.parametrize(
    ("clauses", "word", "joined"),
    [
        (["it is red", "it is worn"], "and", "it is red and worn"),
        (["it is red", "it is not worn"], "and", "it is red and not worn"),
        (["it is not red", "it is worn"], "and", "it is not red and is worn"),
        (["the boat is red", "the boat is blue", "the boat is grey"], "or", "the boat is red, blue or grey"),
        (["you own a boat", "you have a pier"], "or", "you own a boat or have a pier"),
        (["the boat is red", "the pier is blue"], "and", "the boat is red and the pier is blue"),
    ],
)
def test_what_conditions_share_is_said_once(clauses: list[str], word: str, joined: str) -> None:
    assert grammar.joined(clauses, word) == joined


@pytest.mark.parametrize(
    ("several", "each"),
    [
        ("boats at the pier", "boat at the pier"),
        ("players who have boats", "player who has boats"),
        ("your boats", "of your boats"),
        ("different boats", "different boat"),
        ("downstairs boats of the harbour", "downstairs boat of the harbour"),
        ("boats wanted by the owner", "boat wanted by the owner"),
        ("pairs of boats, each in one pair only", "pair of boats, each in one pair only"),
        ("thousands of shells", "of the thousands of shells"),
    ],
)
def test_one_of_several_behind_each(several: str, each: str) -> None:
    assert grammar.each_one(several) == each


@pytest.mark.parametrize(
    ("verb", "doing"), [("score", "scoring"), ("put", "putting"), ("lay", "laying"), ("see", "seeing")]
)
def test_what_is_being_done(verb: str, doing: str) -> None:
    assert grammar.gerund(verb) == doing


@pytest.mark.parametrize(
    ("tail", "of_one"),
    [
        (" who have tiles", " who has tiles"),
        (" that lie on the pier", " that lies on the pier"),
        (" that you own", " that you own"),
        (" that the owner pays", " that the owner pays"),
        (" at the pier", " at the pier"),
        (" who alone are first", " who alone is first"),
        (" that may sail", " that may sail"),
    ],
)
def test_what_hangs_on_several_hangs_on_one_of_them(tail: str, of_one: str) -> None:
    assert grammar.of_one(tail, single=True) == of_one
    assert grammar.of_one(tail, single=False) == tail
