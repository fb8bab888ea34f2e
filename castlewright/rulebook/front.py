"""The first page: what the game is, what is in the book, how to read it, and its contents."""

from __future__ import annotations

from castlewright.compiler.english.grammar import words
from castlewright.rulebook.book import Book, Part
from castlewright.rulebook.chapters import brought_by
from castlewright.rulebook.page import Item, Page, escaped, slug
from castlewright.rulebook.telling import Teller
from castlewright.rulebook.world import capital, pack_page

__all__ = ["front_page"]


def front_page(book: Book, parts: list[Part]) -> Page:
    """The first page of a book with these parts."""
    page = Page("index.md", book.world.program.title)
    teller = Teller(book, page)
    paths = {one.path for part in parts for one in part.pages}
    _game(book, teller)
    if len(book.world.packs) > 1:
        _packs(book, teller)
    if "settings.md" in paths:
        _settings(book, page)
    page.heading(2, "How to read this book", "how-to-read")
    page.items(Item(text) for text in _hints(book, teller, paths))
    page.heading(2, "Contents", "contents")
    page.items(_entry(part) for part in parts)
    return page


def _game(book: Book, teller: Teller) -> None:
    """What the author says of the game, and for how many players it is."""
    world = book.world
    fewest, most = world.rules.meta["players"]
    count = f"{fewest} to {most}" if fewest != most else str(fewest)
    modes = [pack for pack in world.packs.values() if pack.mode]
    for pack in modes or [pack for pack in world.packs.values() if world.is_base(pack.name)]:
        for prose in pack.texts.prose:
            teller.page.text(teller.linked(prose))
    way = f" This is the book of one way to play it: {escaped(modes[-1].title)}." if modes else ""
    said = f"A game for {count} player{'' if most == 1 else 's'}.{way}"
    if world.players is not None:
        said += f" This book tells it for {world.players}."
    teller.page.text(said)


def _packs(book: Book, teller: Teller) -> None:
    """The packs with their signs and what they bring; numbers of players and versions where they differ."""
    world = book.world
    teller.page.heading(2, "What is in this book", "in-play")
    packs = list(world.packs.values())
    with_players = len({pack.players for pack in packs}) > 1
    with_versions = len({pack.version for pack in packs}) > 1
    rows: list[list[str]] = []
    for pack in packs:
        row = [
            teller.mark(pack.name) or " ",
            f"[{escaped(pack.title)}]({pack_page(pack.name)})",
            brought_by(book, teller, pack.name) or "rules",
        ]
        if with_players:
            row.append(f"{pack.players[0]} to {pack.players[1]}" if pack.players is not None else "")
        if with_versions:
            row.append(escaped(pack.version))
        rows.append(row)
    heads = ["Sign", "Pack", "What comes with it"]
    heads += (["Players"] if with_players else []) + (["Version"] if with_versions else [])
    teller.page.table(heads, rows)


def _settings(book: Book, page: Page) -> None:
    """How each setting stands in this book."""
    page.heading(2, "Settings", "settings")
    page.text(
        "Where editions differ or a game can be played in several ways, this book tells one of them. "
        "What the others change stands under [Editions and settings](settings.md)."
    )
    rows = [
        [
            f"[{escaped(o.title or capital(words(o.name)))}](settings.md#setting-{slug(o.name)})",
            escaped(_value(o.value)),
        ]
        for o in book.world.options
    ]
    page.table(["Setting", "In this book"], rows)


def _hints(book: Book, teller: Teller, paths: set[str]) -> list[str]:
    """How to read the book, as far as it has what is spoken of."""
    world = book.world
    hints = [
        "Read the pages of play in order and do what they say; the pages of rules tell the details, "
        "and what changes when packs come together."
    ]
    first = next((name for name in world.packs if not world.is_base(name)), None)
    if first is not None:
        title = escaped(world.packs[first].title)
        hints.append(
            f"A sign such as {teller.icon(first)} marks what belongs to a pack, here {title}. "
            "Without the pack, pass over it."
        )
    hints.append(
        "**Bold words** in a sentence are what it is about; other pages link to them wherever they are used."
    )
    if "readings.md" in paths:
        hints.append(
            "Where the sources are silent or damaged, a *Reading* says how this book takes them and why; "
            "[all of them](readings.md) can be changed."
        )
    small = "The small print beneath a rule is the rule itself, as the engine plays it"
    hints.append(
        f"{small}, and the [passages](coverage.md) it follows." if "coverage.md" in paths else f"{small}."
    )
    if "examples.md" in paths:
        hints.append("Every [example](examples.md) is played by the engine before it is printed.")
    hints.append("No sentence was typed in: all are written from the rules, so they change when those do.")
    return hints


def _entry(part: Part) -> Item:
    links = [f"[{escaped(page.title)}]({page.path})" for page in part.pages]
    return Item(part.title, tuple(map(Item, links))) if len(links) > 1 else Item("".join(links))


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    name = getattr(value, "title", None) or getattr(value, "name", None)
    return capital(words(str(name))) if name else str(value)
