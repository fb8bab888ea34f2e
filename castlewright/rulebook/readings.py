"""Readings: how damaged or silent passages of the sources are read, why, and how to have it otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from castlewright.rulebook.book import Book
from castlewright.rulebook.optiontables import option_tables
from castlewright.rulebook.page import Page, escaped, slug
from castlewright.rulebook.world import Place, capital

__all__ = ["PAGE", "WORD", "Reading", "anchors", "reading_of", "readings_page"]

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
        for subject, place, reading, anchor in rows:
            _write(book, page, subject, place, reading, anchor)
    return page if found else None


def _rows(book: Book, pack: str) -> Iterator[tuple[str, Place | None, Reading, str]]:
    """The readings of a pack: what they are about, where that is told, the reading, its anchor."""
    world = book.world
    info = world.packs[pack]
    found: list[tuple[str, Place | None, str]] = [(info.title, None, note) for note in info.texts.notes]
    for decl in world.told():
        if decl.pack == pack:
            found += [(world.title_of(decl), world.home(decl), note) for note in decl.texts.notes]
    for table in option_tables(world, pack):
        found += [(world.option_title(table.option), table.place, note) for note in table.texts.notes]
    taken: set[str] = set()
    for subject, place, note in found:
        reading = reading_of(note)
        if reading is not None:
            yield subject, place, reading, anchor_of(pack, subject, taken)


def anchor_of(pack: str, subject: str, taken: set[str]) -> str:
    """An anchor for a reading that no other one has; it joins those that are taken."""
    base = slug(f"reading-{pack}-{subject}")
    number = 1
    name = base
    while name in taken:
        number += 1
        name = f"{base}-{number}"
    taken.add(name)
    return name


def anchors(book: Book) -> dict[str, str]:
    """The anchor of each reading on the page of readings, by what is read."""
    return {reading.text: anchor for pack in book.world.packs for _, _, reading, anchor in _rows(book, pack)}


def _write(book: Book, page: Page, subject: str, place: Place | None, reading: Reading, anchor: str) -> None:
    shown = escaped(subject)
    name = f"[{shown}]({place.seen_from(page.path)})" if place is not None else shown
    mark = page.mark(anchor)
    linked = book.terms.linked
    page.text(f"{mark}**{name}.** {linked(reading.text, page.path, place)}")
    lines = [
        f"*{word}* {linked(text, page.path, place)}"
        for word, text in (("Why:", reading.reason), ("To change it:", reading.change))
        if text
    ]
    if lines:
        page.text(" ".join(lines))
