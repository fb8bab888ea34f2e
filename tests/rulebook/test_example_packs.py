"""The rulebook of an expansion by somebody else, and of one that builds on it: what they change is told."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from castlewright.cli.docs import ordered
from castlewright.compiler.english.sentences import Writer
from castlewright.rulebook import examples
from castlewright.rulebook.book import Book
from castlewright.rulebook.world import told_program
from castlewright.rulebook.write import book_of

FOLDER = Path(__file__).resolve().parents[2] / "examples" / "packs"
MARKUP = re.compile(r"<[^>]*>|\*\*|!?\[((?:[^\]\\]|\\.)*)\]\([^)]*\)")


def plain(book: Book) -> dict[str, str]:
    return {page.path.removesuffix(".md"): MARKUP.sub(r"\1", page.markdown()) for page in book.pages}


@pytest.fixture(scope="module")
def pages() -> dict[str, str]:
    """The pages of the second expansion, and so of the first, without the examples played."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(examples, "_play", lambda *_: None)
        return plain(book_of(*ordered(str(FOLDER / "meteors"), None, None, None, None, None, None)))


def lines(page: str, *words: str) -> list[str]:
    """The lines of a page in which all these words stand."""
    return [line for line in page.splitlines() if all(word in line for word in words)]


def test_the_first_page_names_both_packs(pages: dict[str, str]) -> None:
    assert "The Stargazers" in pages["index"]
    assert "Meteor Showers" in pages["index"]
    assert "Needs The Stargazers." in pages["pack-meteors"]


def test_the_new_type_stands_among_the_types_with_its_reward(pages: dict[str, str]) -> None:
    told = pages["kind-room-type"]
    assert "observatory" in told.lower()
    assert re.search(r"take 2 charts", told, re.IGNORECASE)
    assert lines(pages["reference"], "Observatory", "2 charts")
    assert lines(pages["pack-stargazers"], "Observatory", "2 charts")


def test_the_new_token_is_counted_and_listed(pages: dict[str, str]) -> None:
    assert lines(pages["components"], "Charts", "24", "4", "28")
    assert lines(pages["kind-chart"], "The Crane", "crane", "6")
    assert lines(pages["kind-chart"], "Meteor Showers", "The Serpent", "4")


def test_the_new_steps_stand_in_order_under_their_signs(pages: dict[str, str]) -> None:
    def heads(name: str) -> list[str]:
        return [
            line.rpartition(" Stargazers ")[2] for line in pages[name].splitlines() if line.startswith("## ")
        ]

    setup = " ".join(heads("play-setup"))
    assert setup.index("Hand out charts") < setup.index("Prepare omens") < setup.index("Fill crater")
    assert lines(pages["play-setup"], "## ", "The Stargazers", "Hand out charts")
    assert lines(pages["play-setup"], "## ", "Meteor Showers", "Fill crater")
    round_ = " ".join(heads("play-round"))
    assert round_.index("Dusk") < round_.index("Impact") < round_.index("Price")
    final = " ".join(heads("play-final"))
    assert final.index("Full skies") < final.index("Weigh stones") < final.index("Dawn")
    assert lines(pages["play-round"], "The Stargazers", "Map the sky")
    assert lines(pages["play-round"], "The Stargazers", "Sell a chart")


def test_what_changes_in_other_packs_is_told_on_both_sides(pages: dict[str, str]) -> None:
    told = pages["changes"]
    assert lines(told, "number of types that the card for all types asks for is 9 instead of 8")
    assert lines(told, "A Bright Moon", "lower by 1,000 coins")
    assert lines(told, "full sky", "of The Stargazers", "higher by 2 points")
    assert lines(told, "After any player buys a chart", "draws 1 meteorite")
    assert lines(told, "Adds", "1 room type")
    assert lines(pages["pack-castles"], "Changed by", "The Stargazers")
    assert lines(pages["pack-stargazers"], "full sky", "Changed by", "Meteor Showers")


def test_the_new_cards_stand_among_those_of_their_kinds(pages: dict[str, str]) -> None:
    assert lines(pages["kind-favor"], "The Stargazers", "Charts")
    assert lines(pages["kind-bonus"], "The Stargazers", "Observatories")
    for title in ("A Falling Star", "A Bright Moon", "The Morning Star", "A Shower of Stones"):
        assert title in pages["kind-omen"]
    assert lines(pages["kind-omen"], "each player takes 1 chart")


def test_settings_tell_what_each_night_and_edition_changes(pages: dict[str, str]) -> None:
    told = pages["settings"]
    assert lines(told, "The night", "Clear sky, Hazy sky, Stormy sky")
    stormy = told.partition("Stormy sky\n")[2]
    assert lines(stormy, "price of a chart", "4,000 coins")
    assert lines(told.partition("First Edition\n")[2], "full sky", "5 points")


def test_what_is_made_up_says_so(pages: dict[str, str]) -> None:
    assert "made in the house" in pages["kind-omen"]
    for name in ("pack-stargazers", "pack-meteors", "kind-chart", "kind-omen", "kind-meteorite"):
        assert "attested" not in pages[name]
        assert "found:" not in pages[name]


# -- sentences


@pytest.fixture(scope="module")
def writer() -> Writer:
    return Writer(told_program(*ordered(str(FOLDER / "meteors"), None, None, None, None, None, None)))


def test_so_many_of_a_thing(writer: Writer) -> None:
    program = writer.program
    assert "take 1 chart." in writer.effect(program.effects["map_sky"]).replace(" and take", " take")
    told = " ".join(writer.deeds(program.kinds["room_type"].definitions[-1]))
    assert "take 2 charts" in told
    assert "(2)" not in told


def test_a_member_that_is_asked_for(writer: Writer) -> None:
    told = writer.rule_alone(writer.program.rules["charts_of"])
    assert "whose constellation is the constellation" not in told
    assert "of that constellation" in told


def test_an_option_that_is_settled_is_not_asked_for(writer: Writer) -> None:
    assert writer.rule_alone(writer.program.rules["omens_open"]) == "The number of omens that lie open is 1."
    order, library = ordered(str(FOLDER / "meteors"), None, ["two_omens=yes"], None, None, None, None)
    other = Writer(told_program(order, library))
    assert other.rule_alone(other.program.rules["omens_open"]) == "The number of omens that lie open is 2."
