"""A book for one number of players speaks of no other one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from castlewright.cli.docs import ordered
from castlewright.compiler.compile import Order
from castlewright.compiler.english.sentences import Writer
from castlewright.compiler.packs.packs import Library
from castlewright.compiler.typed import ir
from castlewright.rulebook import examples, settings
from castlewright.rulebook.book import Book
from castlewright.rulebook.world import told_program
from castlewright.rulebook.write import book_of, books_of

PACKS = Path(__file__).parent / "packs"
OTHERS = re.compile(r"(\d+) players|number of players is|for the number of players")
MARKUP = re.compile(r"<[^>]*>|\*\*|!?\[([^\]]*)\]\([^)]*\)")
COVER = {"index", "settings"}


def pages(order: Order, library: Library, players: int | None) -> dict[str, str]:
    return written_in(book_of(order, library, players))


def written_in(book: Book) -> dict[str, str]:
    """The pages of a book as plain text; notes and readings are left out, they are not made from rules."""
    found: dict[str, str] = {}
    for page in book.pages:
        blocks = [block for block in page.blocks if not block.startswith("> ")]
        found[page.path.removesuffix(".md")] = MARKUP.sub(r"\1", "\n\n".join(blocks))
    return found


def others(written: dict[str, str], players: int) -> list[str]:
    """Where a book speaks of a number of players that it is not for."""
    return [
        f"{name}: {found[0]}"
        for name, text in written.items()
        if name not in COVER
        for found in OTHERS.finditer(text)
        if found[1] != str(players)
    ]


@pytest.fixture(scope="module")
def tricks() -> tuple[Order, Library]:
    return ordered(str(PACKS / "tricks"), None, None, None, None, None, None)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_page_speaks_of_other_numbers(tricks: tuple[Order, Library], players: int) -> None:
    written = pages(*tricks, players)
    assert others(written, players) == []
    assert f"This book tells it for {players}." in written["index"]
    assert others(pages(*tricks, None), players) != []


def test_what_two_players_read(tricks: tuple[Order, Library]) -> None:
    written = pages(*tricks, 2)
    assert "The number of cards in a hand is 5." in written["pack-tricks"]
    assert "The value of a trick is 2 marks." in written["pack-tricks"]
    assert "| 2 | 5 | 2 marks |" in written["pack-tricks"]
    assert "4 marks |" not in written["pack-tricks"]
    assert "Two of Leaves" not in written["kind-card"]
    assert "There are 12 cards" in written["kind-card"]
    assert "| Cards | 12 |" in written["components"]
    assert "Pass a card" not in written["play-deal"]
    assert "drawn at random" in written["play-deal"].rpartition("Trump")[2]
    assert "top of the" not in written["play-deal"]
    assert "fewest" in written["play-trick"] or "least" in written["play-trick"]
    assert "A trick of three" not in written["examples"]
    assert "A trump is stronger than any other card" in written["examples"]


def test_what_four_players_read(tricks: tuple[Order, Library]) -> None:
    written = pages(*tricks, 4)
    assert "The number of cards in a hand is 3." in written["pack-tricks"]
    assert "| 4 | 3 | 4 marks |" in written["pack-tricks"]
    assert "Two of Leaves" in written["kind-card"]
    assert "Pass a card" in written["play-deal"]
    assert "top of the" in written["play-deal"]
    assert "least" not in written["play-trick"]
    assert "two players" not in written["examples"]


def test_a_step_that_comes_with_some_numbers_says_so_where_all_are_told(
    tricks: tuple[Order, Library],
) -> None:
    written = pages(*tricks, None)
    assert "more than 3 players" in written["play-deal"]
    assert "Two of Leaves" in written["kind-card"]


# -- the shipped games


def said(game: str, players: int | None) -> dict[str, str]:
    program = told_program(*ordered(game, None, None, None, None, None, None), players)
    writer = Writer(program)
    return {name: writer.rule_alone(rule) for name, rule in program.rules.items()}


def test_sentences_of_the_content_with_two_and_with_five() -> None:
    two, five = said("castles", 2), said("castles", 5)
    assert two["deck_size"] == "The number of cards in the room deck is 22."
    assert five["deck_size"] == "The number of cards in the room deck is 55."
    assert two["draft_hand_size"] == "The number of decrees dealt is 4."
    assert five["draft_hand_size"] == "The number of decrees dealt is 7."
    assert five["room_slots"].endswith(" is 1.")
    assert "1,000" in two["room_slots"]
    assert "5" in two["stack_height"]
    assert "11" in five["stack_height"]
    assert [text for text in two.values() if re.search("number of players(?! in| at)", text)] == []


def test_decrees_that_two_cannot_play_are_in_no_book_for_two() -> None:
    def decrees(players: int | None) -> set[str]:
        program = told_program(*ordered("castles", None, None, None, None, None, None), players)
        return {one.name for one in program.kinds["decree"].definitions}

    assert "first_refusal" not in decrees(2)
    assert "crown_lands" not in decrees(3)
    assert {"first_refusal", "crown_lands"} <= decrees(4) == decrees(None)


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 5])
def test_no_page_of_the_content_speaks_of_other_numbers(
    players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(examples, "_play", lambda *_: None)
    monkeypatch.setattr(settings, "_difference", lambda *_: None)
    books = books_of(*ordered("castles", None, None, None, None, None, None), players)
    assert others(written_in(books[""]), players) == []
    assert "solo" not in books


def test_a_program_for_all_numbers_keeps_every_rule() -> None:
    order, library = ordered("castles", None, None, None, None, None, None)
    program = told_program(order, library)
    names = {rule.name for rule in program.rules.values()}
    assert {"supply.rooms_in_market", "favor_places"} <= names
    assert isinstance(program.rules["supply.rooms_in_market"].value, ir.Select)
