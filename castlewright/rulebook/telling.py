"""How things are told on every page: an entry with its sentence, formula, sources and notes."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence

from castlewright.compiler.english.sentences import sentence
from castlewright.compiler.english.statements import Line
from castlewright.compiler.typed import ir
from castlewright.rulebook.book import Book
from castlewright.rulebook.formula import formula_of
from castlewright.rulebook.labels import in_markdown
from castlewright.rulebook.page import Item, Page, escaped, slug
from castlewright.rulebook.readings import PAGE as READINGS
from castlewright.rulebook.readings import anchors, reading_of
from castlewright.rulebook.world import Place, pack_page

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
        """A plain text as Markdown with its terms linked and its labels bold."""
        return in_markdown(self.book.terms.linked(text, self.page.path, own))

    def link(self, decl: ir.Decl, text: str | None = None) -> str:
        """A link to where a thing is told, or its name alone."""
        shown = escaped(self.book.world.title_of(decl) if text is None else text)
        place = self.book.world.home(decl)
        return shown if place is None else f"[{shown}]({place.seen_from(self.page.path)})"

    def mark(self, pack: str) -> str:
        """The icon of a pack and a blank; nothing for the pack that the game is named after, and on a pack's
        own page, which bears its icon once.
        """
        if self.book.world.is_base(pack) or self.page.path == pack_page(pack):
            return ""
        return f"{self.icon(pack)} "

    def icon(self, pack: str) -> str:
        """The icon of a pack."""
        title = self.book.world.packs[pack].title
        return f"![{escaped(title)}](img/mark-{slug(pack)}.svg)"

    def entry(
        self,
        decl: ir.Decl,
        text: str,
        lines: Sequence[Line] = (),
        more: Iterable[str] = (),
        before: str = "",
    ) -> None:
        """An entry of its own: anchor, what its author says first, sentence, list, and all that is small
        beneath it, `more` with it. `before` stands before the sentence; it is Markdown already.
        """
        place = self.book.world.places.get(id(decl))
        anchor = self.page.mark(place.anchor) if place is not None and place.page == self.page.path else ""
        for prose in decl.texts.prose:
            self.page.text(anchor + self.linked(prose, place))
            anchor = ""
        self.page.text(f"{anchor}{self.mark(decl.pack)}{before}{self.linked(text, place)}".rstrip())
        self.steps(lines, place)
        self.small(self.formula(decl), self.sources(decl.texts), *more)
        self.notes(decl)

    def steps(self, lines: Sequence[Line], own: Place | None = None) -> None:
        """What is done, as a list; several things are numbered, for they are done in this order."""
        self.page.items(self.items(lines, own), numbered=len(lines) > 1)

    def items(self, lines: Iterable[Line], own: Place | None = None) -> list[Item]:
        """Lines of a text as a list."""
        return [self._item(line, own) for line in lines]

    def _item(self, line: Line, own: Place | None) -> Item:
        text = line.text if line.lines else sentence(line.text)
        return Item(self.linked(text[:1].upper() + text[1:], own), tuple(self.items(line.lines, own)))

    def small(self, *parts: str) -> None:
        """A line in small type of all that is not empty."""
        shown = " · ".join(part for part in parts if part)
        if shown:
            self.page.text(f"<small>{shown}</small>")

    def beneath(self, decl: ir.Decl, told: Container[str] = ()) -> None:
        """What stands beneath an entry: prose, formula and sources in small, notes and readings apart.

        Notes in `told` stand elsewhere.
        """
        for prose in decl.texts.prose:
            self.page.text(self.linked(prose))
        self.small(self.formula(decl), self.sources(decl.texts))
        self.notes(decl, told)

    def notes(self, decl: ir.Decl, told: Container[str] = (), about: str = "") -> None:
        """Notes and readings, set apart; those in `told` stand elsewhere. `about` says what they are about
        where that does not stand before them.
        """
        place = self.book.world.home(decl)
        for note in decl.texts.notes:
            if note not in told:
                self.note(note, place, about)

    def note(self, note: str, own: Place | None = None, about: str = "") -> None:
        """A note or reading, set apart."""
        of = f", {about}" if about else ""
        reading = reading_of(note)
        if reading is None:
            self.page.aside(f"Note{of}", self.linked(note, own))
            return
        because = f" *Why:* {self.linked(reading.reason, own)}" if reading.reason else ""
        anchor = self.readings.get(reading.text, "")
        more = f"[Readings]({READINGS}{'#' if anchor else ''}{anchor})"
        self.page.aside(f"Reading{of}", f"{self.linked(reading.text, own)}{because} {more}")

    def formula(self, decl: ir.Decl) -> str:
        """The formula of a thing; "" for one of which less is told than its text says."""
        return "" if id(decl) in self.book.world.shortened else formula_of(decl)

    def sources(self, *texts: ir.Texts) -> str:
        """How sure things are, and the ids they cite, linked to the page that lists them."""
        parts: list[str] = []
        for one in texts:
            if one.standing:
                word = {"house": "made in the house", "attested": "attested"}.get(one.standing)
                found = f"found: {escaped(one.found)}" if one.found else "found"
                parts.append(word or found)
            if one.found and one.standing != "found":
                parts.append(f"found: {escaped(one.found)}")
        cites = dict.fromkeys(cite for one in texts for cite in one.cites)
        parts.append(", ".join(f"[{cite}]({COVERAGE}#{slug(cite)})" for cite in cites))
        return " · ".join(dict.fromkeys(part for part in parts if part))
