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
    ],
)
def test_a_clause_is_denied(clause: str, denied: str) -> None:
    assert grammar.negated(clause) == denied


@pytest.mark.parametrize(
    ("clause", "hanging"),
    [
        ("they are worn", "that are worn"),
        ("its price is 3", "whose price is 3"),
        ("the number of beads of it is at least 2", "whose number of beads is at least 2"),
        ("there is a bead in their hold", "with a bead in their hold"),
        ("there is no bead in its hold", "without a bead in its hold"),
        ("it and the pier touch", "where it and the pier touch"),
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


@pytest.mark.parametrize(
    ("tail", "of_one"),
    [
        (" who have tiles", " who has tiles"),
        (" that lie on the pier", " that lies on the pier"),
        (" that you own", " that you own"),
        (" that the owner pays", " that the owner pays"),
        (" at the pier", " at the pier"),
    ],
)
def test_what_hangs_on_several_hangs_on_one_of_them(tail: str, of_one: str) -> None:
    assert grammar.of_one(tail, single=True) == of_one
    assert grammar.of_one(tail, single=False) == tail
