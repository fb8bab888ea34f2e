"""How things are told on every page: an entry with its sentence, formula, sources and notes."""

from __future__ import annotations

from collections.abc import Container, Iterable

from castlewright.compiler.english.sentences import sentence
from castlewright.compiler.english.statements import Line
from castlewright.compiler.typed import ir
from castlewright.rulebook.book import Book
from castlewright.rulebook.formula import formula_of
from castlewright.rulebook.page import Item, Page, escaped, slug
from castlewright.rulebook.readings import PAGE as READINGS
from castlewright.rulebook.readings import anchors, reading_of
from castlewright.rulebook.world import Place

__all__ = ["COVERAGE", "Teller"]

COVERAGE = "coverage.md"


class Teller:
    """Writes entries on one page of a book."""

    def __init__(self, book: Book, page: Page) -> None:
        self.book = book
        self.page = page

    @property
    def readings(self) -> dict[str, str]:
        """The anchors of all readings, found once for a book."""
        if not self.book.readings:
            self.book.readings.update(anchors(self.book))
        return self.book.readings

    def linked(self, text: str, own: Place | None = None) -> str:
        """A plain text as Markdown with its terms linked."""
        return self.book.terms.linked(text, self.page.path, own)

    def link(self, decl: ir.Decl, text: str | None = None) -> str:
        """A link to where a thing is told, or its name alone."""
        shown = escaped(self.book.world.title_of(decl) if text is None else text)
        place = self.book.world.home(decl)
        return shown if place is None else f"[{shown}]({place.seen_from(self.page.path)})"

    def mark(self, pack: str) -> str:
        """The icon of a pack and a blank; nothing for the pack that the game is named after."""
        if self.book.world.is_base(pack):
            return ""
        return f"{self.icon(pack)} "

    def icon(self, pack: str) -> str:
        """The icon of a pack."""
        title = self.book.world.packs[pack].title
        return f"![{escaped(title)}](img/mark-{slug(pack)}.svg)"

    def entry(self, decl: ir.Decl, title: str, text: str, lines: Iterable[Line] = ()) -> None:
        """An entry of its own: anchor, title, sentence, list, and all that is small beneath it."""
        place = self.book.world.places.get(id(decl))
        anchor = self.page.mark(place.anchor) if place is not None and place.page == self.page.path else ""
        mark = self.mark(decl.pack)
        self.page.text(f"{anchor}{mark}**{escaped(title)}.** {self.linked(text, place)}".rstrip())
        self.page.items(self.items(lines, place))
        self.beneath(decl)

    def items(self, lines: Iterable[Line], own: Place | None = None) -> list[Item]:
        """Lines of a text as a list."""
        return [self._item(line, own) for line in lines]

    def _item(self, line: Line, own: Place | None) -> Item:
        text = line.text if line.lines else sentence(line.text)
        return Item(self.linked(text[:1].upper() + text[1:], own), tuple(self.items(line.lines, own)))

    def beneath(self, decl: ir.Decl, told: Container[str] = ()) -> None:
        """What stands beneath an entry: prose, formula and sources in small, notes and readings apart.

        Notes in `told` stand elsewhere.
        """
        for prose in decl.texts.prose:
            self.page.text(self.linked(prose))
        small = " · ".join(part for part in (formula_of(decl), self.sources(decl.texts)) if part)
        if small:
            self.page.text(f"<small>{small}</small>")
        self.notes(decl, told)

    def notes(self, decl: ir.Decl, told: Container[str] = ()) -> None:
        """Notes and readings, set apart; those in `told` stand elsewhere."""
        place = self.book.world.home(decl)
        for note in decl.texts.notes:
            if note in told:
                continue
            reading = reading_of(note)
            if reading is None:
                self.page.aside("Note", self.linked(note, place))
            else:
                because = f" *Why:* {self.linked(reading.reason, place)}" if reading.reason else ""
                anchor = self.readings.get(reading.text, "")
                more = f"[Readings]({READINGS}{'#' if anchor else ''}{anchor})"
                self.page.aside("Reading", f"{self.linked(reading.text, place)}{because} {more}")

    def sources(self, texts: ir.Texts) -> str:
        """How sure a thing is, and the ids it cites, linked to the page that lists them."""
        parts: list[str] = []
        if texts.standing:
            word = {"house": "made in the house", "attested": "attested"}.get(texts.standing)
            found = f"found: {escaped(texts.found)}" if texts.found else "found"
            parts.append(word or found)
        if texts.found and texts.standing != "found":
            parts.append(f"found: {escaped(texts.found)}")
        if texts.cites:
            parts.append(", ".join(f"[{cite}]({COVERAGE}#{slug(cite)})" for cite in texts.cites))
        return " · ".join(parts)
