"""The first page: what the book is about, and its contents."""

from __future__ import annotations

from castlewright.compiler.english.grammar import words
from castlewright.rulebook.book import Book, Part
from castlewright.rulebook.page import Item, Page, escaped
from castlewright.rulebook.telling import Teller
from castlewright.rulebook.world import capital, pack_page

__all__ = ["front_page"]


def front_page(book: Book, parts: list[Part]) -> Page:
    """The first page of a book with these parts."""
    world = book.world
    program = world.program
    page = Page("index.md", program.title)
    teller = Teller(book, page)
    fewest, most = world.rules.meta["players"]
    count = f"{fewest} to {most}" if fewest != most else str(fewest)
    page.text(f"A game for {count} player{'' if most == 1 else 's'}, as the rules texts state it.")
    if world.players is not None and fewest != most:
        page.text(f"This book is written for games of {world.players} players.")
    if len(world.packs) > 1:
        page.heading(2, "What is in play", "in-play")
        rows = [
            [
                teller.mark(pack.name) or " ",
                f"[{escaped(pack.title)}]({pack_page(pack.name)})",
                f"{pack.players[0]} to {pack.players[1]}" if pack.players is not None else "",
                escaped(pack.version),
            ]
            for pack in world.packs.values()
        ]
        page.table(["", "Pack", "Players", "Version"], rows)
    options = [
        f"{escaped(o.title or words(o.name))}: {escaped(_value(o.value))}" for o in program.options.values()
    ]
    if options and any(one.path == "settings.md" for part in parts for one in part.pages):
        page.text("[Settings](settings.md) of this book: " + "; ".join(options) + ".")
    page.heading(2, "Contents", "contents")
    page.items(_entry(part) for part in parts)
    page.text(
        "Every sentence of this book is written from the rules that the engine plays, so that it cannot say "
        "anything else than what happens at the table. The small print beneath a rule is the rule itself."
    )
    return page


def _entry(part: Part) -> Item:
    links = [f"[{escaped(page.title)}]({page.path})" for page in part.pages]
    return Item(part.title, tuple(map(Item, links))) if len(links) > 1 else Item("".join(links))


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    name = getattr(value, "title", None) or getattr(value, "name", None)
    return capital(words(str(name))) if name else str(value)
