"""From an order to a book, and from a book to files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from castlewright.compiler.compile import Order
from castlewright.compiler.packs.packs import Library
from castlewright.rulebook.aid import aid_page, card_page
from castlewright.rulebook.book import Book, Part
from castlewright.rulebook.changes import changes_page
from castlewright.rulebook.chapters import pack_pages
from castlewright.rulebook.components import components_page
from castlewright.rulebook.examples import examples_page
from castlewright.rulebook.front import front_page
from castlewright.rulebook.glossary import glossary_page
from castlewright.rulebook.kinds import kind_pages
from castlewright.rulebook.names import coverage_page, index_page
from castlewright.rulebook.openers import open_pages
from castlewright.rulebook.pictures import pack_signs, value_signs
from castlewright.rulebook.play import play_pages
from castlewright.rulebook.readings import readings_page
from castlewright.rulebook.settings import settings_page
from castlewright.rulebook.world import World

__all__ = ["NAVIGATION", "book_of", "books_of", "files_of", "navigation"]

NAVIGATION = "nav.yml"


def book_of(order: Order, library: Library, players: int | None = None) -> Book:
    """Write the book of an order. Raises `DiagnosticError` if the texts have errors."""
    book = Book(World(order, library, players))
    pack_signs(book)
    value_signs(book)
    book.add("Components", components_page(book))
    book.add("Play", *play_pages(book))
    book.add("Rules", *pack_pages(book))
    book.add("Pieces", *kind_pages(book))
    book.add("Worked examples", examples_page(book))
    book.add("Player aids", aid_page(book), card_page(book))
    book.add("Packs and settings", changes_page(book), settings_page(book))
    book.add("About the rules", readings_page(book), coverage_page(book))
    book.add("Words", glossary_page(book), index_page(book))
    book.parts.insert(0, Part("Start", (front_page(book, book.parts),)))
    open_pages(book)
    return book


def books_of(order: Order, library: Library, players: int | None = None) -> dict[str, Book]:
    """The book of an order under no name, and of each other way to play the game under that of its pack.

    With `players`, ways to play that are not for so many are left out.
    """
    books = {"": book_of(order, library, players)}
    names = [name for name in library.of_game(order.game) if library.is_mode(name)]
    built_on = {need for name in names if (pack := library.get(name)) is not None for need in pack.info.needs}
    for name in names:
        if name not in built_on and _is_for(library, name, players):
            books[name] = book_of(replace(order, packs=(*order.packs, name)), library, players)
    return books


def _is_for(library: Library, mode: str, players: int | None) -> bool:
    """Can so many play a mode? A mode that does not say how many is for as many as the game."""
    pack = library.get(mode)
    if players is None or pack is None or pack.info.players is None:
        return True
    fewest, most = pack.info.players
    return fewest <= players <= most


def navigation(book: Book, folder: str = "") -> str:
    """The navigation for mkdocs: a YAML list, its pages below `folder`."""
    lines: list[str] = []
    for part in book.parts:
        if len(part.pages) == 1:
            lines.append(f"- {_quoted(part.pages[0].title)}: {folder}{part.pages[0].path}")
            continue
        lines.append(f"- {_quoted(part.title)}:")
        lines += [f"    - {_quoted(page.title)}: {folder}{page.path}" for page in part.pages]
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    """A title in YAML; readers of navigations take it for HTML."""
    text = " ".join(text.splitlines()).replace("<", "&lt;").replace(">", "&gt;")
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def files_of(books: Mapping[str, Book]) -> dict[str, str]:
    """The pages, drawings and navigation of a book, by path, and of others in folders of their names."""
    files: dict[str, str] = {}
    navigations: list[str] = []
    for name, book in books.items():
        below = f"{name}/" if name else ""
        files |= {below + page.path: page.markdown() for page in book.pages}
        files |= {below + path: text for path, text in book.files.items()}
        if name:
            title = _quoted(book.world.packs[name].title)
            inner = navigation(book, below).replace("\n", "\n    ").rstrip()
            navigations.append(f"- {title}:\n    {inner}\n")
        else:
            navigations.append(navigation(book))
    files[NAVIGATION] = "".join(navigations)
    return files
