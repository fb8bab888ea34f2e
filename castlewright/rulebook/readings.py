"""Readings: how damaged or silent passages of the sources are read, why, and how to have it otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from castlewright.rulebook.book import Book
from castlewright.rulebook.page import Page, slug
from castlewright.rulebook.world import Place, capital

__all__ = ["PAGE", "WORD", "Reading", "reading_of", "readings_page"]

PAGE = "readings.md"
WORD = "Reading:"
"""A note that begins so states a reading."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What is read, the reason, and what to write to have it otherwise; the last two may be empty."""

    text: str
    reason: str
    change: str


def reading_of(note: str) -> Reading | None:
    """The reading that a note states: `Reading: this, because of that; change it so.`"""
    if not note.startswith(WORD):
        return None
    said = note.removeprefix(WORD).strip()
    text, because, rest = said.partition(", because ")
    if not because:
        head, mark, change = said.partition("; ")
        return Reading(_ended(head), "", _ended(change) if mark else "")
    reason, mark, change = rest.partition("; ")
    return Reading(_ended(text), _ended(reason), _ended(change) if mark else "")


def _ended(text: str) -> str:
    text = capital(text.strip())
    return text if not text or text.endswith((".", "!", "?")) else f"{text}."


def readings_page(book: Book) -> Page | None:
    """The page that lists every reading, by pack; None where there is none."""
    page = Page(PAGE, "Readings")
    page.text(
        "Where the sources are silent, damaged or at odds, this book takes one reading and says so. "
        "Each reading has its reason, and each can be changed by a pack of your own."
    )
    found = False
    for pack in book.world.packs.values():
        rows = list(_rows(book, pack.name))
        if not rows:
            continue
        found = True
        page.heading(2, pack.title, f"readings-{pack.name}")
        for subject, place, reading, number in rows:
            _write(book, page, subject, place, reading, number)
    return page if found else None


def _rows(book: Book, pack: str) -> Iterator[tuple[str, Place | None, Reading, int]]:
    world = book.world
    info = world.packs[pack]
    number = 0
    for note in info.texts.notes:
        reading = reading_of(note)
        if reading is not None:
            number += 1
            yield info.title, None, reading, number
    for decl in world.told():
        if decl.pack != pack:
            continue
        for note in decl.texts.notes:
            reading = reading_of(note)
            if reading is not None:
                number += 1
                yield world.title_of(decl), world.home(decl), reading, number


def _write(book: Book, page: Page, subject: str, place: Place | None, reading: Reading, number: int) -> None:
    name = f"[{subject}]({place.seen_from(page.path)})" if place is not None else subject
    mark = page.mark(f"reading-{slug(subject)}-{number}")
    linked = book.terms.linked
    page.text(f"{mark}**{name}.** {linked(reading.text, page.path, place)}")
    lines = [
        f"*{word}* {linked(text, page.path, place)}"
        for word, text in (("Why:", reading.reason), ("To change it:", reading.change))
        if text
    ]
    if lines:
        page.text(" ".join(lines))
