"""The check of headings can fail, and sections end where the next one begins."""

from __future__ import annotations

import pytest

from castlewright.rulebook.page import Page
from support.rulebook_headings import CASTLES, TWO_CASTLES, Heading
from support.sections import fault_of, section


class Shelf:
    """As much of a book as the check looks at."""

    def __init__(self, *pages: Page) -> None:
        self.pages = list(pages)


def page() -> Page:
    made = Page("play-setup.md", "Setup")
    made.heading(2, "First", "first")
    made.text('<a id="rule-a"></a>A. [X-SET-01](coverage.md#x-set-01)')
    made.text('<a id="rule-b"></a>B.')
    made.heading(3, "Inner")
    made.text("[X-INN-01](coverage.md#x-inn-01)")
    made.heading(2, "Second")
    made.text("[X-SEC-01](coverage.md#x-sec-01)")
    return made


@pytest.mark.parametrize(
    ("passages", "book", "target", "fault"),
    [
        ("X-SET", "", "play-setup.md#first", None),
        ("X-INN", "", "play-setup.md#first", None),
        ("X-INN", "", "play-setup.md#inner", None),
        ("X-SET", "", "play-setup.md#rule-a", None),
        ("X-SEC", "", "play-setup.md", None),
        ("", "", "play-setup.md#second", None),
        ("X-SEC", "", "play-setup.md#first", "cites nothing of X-SEC"),
        ("X-SET", "", "play-setup.md#rule-b", "cites nothing of X-SET"),
        ("X-SET", "", "play-setup.md#inner", "cites nothing of X-SET"),
        ("X-SE", "", "play-setup.md#second", "cites nothing of X-SE"),
        ("", "", "play-setup.md#third", "there is no"),
        ("", "", "play-round.md", "there is no"),
        ("", "solo", "play-setup.md", "there is no"),
    ],
)
def test_what_is_wrong_with_a_heading(passages: str, book: str, target: str, fault: str | None) -> None:
    found = fault_of({"": Shelf(page())}, Heading("Words", passages, book, target))
    assert (found is None) if fault is None else (found is not None and fault in found)


def test_a_section_ends_where_the_next_one_begins() -> None:
    found = section(page(), "first")
    assert found is not None
    assert "x-inn-01" in found
    assert "x-sec-01" not in found


def test_the_lists_are_whole() -> None:
    """So many headings stand in the contents lists, and in the rulebook that has no list."""
    assert len(CASTLES) == 23 + 24 + 10
    assert len(TWO_CASTLES) == len({(one.words, one.book) for one in TWO_CASTLES}) == 48
