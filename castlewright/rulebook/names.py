"""The index of names, and what states each passage that the texts cite."""

from __future__ import annotations

import re
from collections.abc import Iterator

from castlewright.compiler.english.called import called, kind_called
from castlewright.compiler.typed import ir
from castlewright.rulebook.book import Book
from castlewright.rulebook.optiontables import option_tables
from castlewright.rulebook.page import Item, Page, escaped, slug
from castlewright.rulebook.terms import said_of
from castlewright.rulebook.world import Place, capital

__all__ = ["coverage_page", "index_page"]

_FIRST = re.compile(r"^(?:(?:the|an?|your|is|are|has|have|every|number of|one of) +)+", re.IGNORECASE)
"""Words by which nobody looks a name up."""


def index_page(book: Book) -> Page:
    """Every name with links to the pages that tell of it, by first letter."""
    page = Page("index-of-names.md", "Index")
    titles = {one.path: one.title for one in book.pages}
    found: dict[str, dict[str, str]] = {}
    for name, place in _names(book):
        shown = capital(_FIRST.sub("", name))
        title = titles.get(place.page, "Glossary" if place.page == "glossary.md" else place.page)
        found.setdefault(shown, {}).setdefault(place.seen_from(page.path), title)
    letters: dict[str, list[Item]] = {}
    for name in sorted(found, key=str.lower):
        links = [f"[{escaped(title)}]({url})" for url, title in found[name].items()]
        first = next((c for c in name.upper() if c.isalnum()), "0")
        letter = first if first.isalpha() else "0–9"
        letters.setdefault(letter, []).append(Item(f"{escaped(name)}: {', '.join(links)}"))
    for letter, items in sorted(letters.items()):
        page.heading(2, letter, f"letter-{slug(letter)}")
        page.items(items)
    return page


def _names(book: Book) -> Iterator[tuple[str, Place]]:
    """Names by which players look things up, and where those stand."""
    world = book.world
    program = world.program
    for kind in program.kinds.values():
        yield kind_called(kind, plural=True), world.place(kind)
        yield from ((world.title_of(one), world.place(one)) for one in kind.definitions if one.title)
        yield from ((called(one), world.place(one)) for one in (*kind.keeps.values(), *kind.zones.values()))
    yield from ((called(one), world.place(one)) for one in (*program.keeps.values(), *program.zones.values()))
    yield from ((action.title, world.place(action)) for action in program.actions.values())
    for decl in (*program.rules.values(), *program.effects.values()):
        if decl.texts.reads:
            name = world.title_of(decl) if isinstance(decl, ir.Effect) else next(said_of(decl), "")
            if name:
                yield name, world.place(decl)
    for part in book.world.steps():
        yield world.title_of(part), world.place(part)


def coverage_page(book: Book) -> Page | None:
    """Every id that a text cites, with links to what states it; None where nothing is cited."""
    world = book.world
    page = Page("coverage.md", "Coverage")
    cited: dict[str, list[str]] = {}
    for info in world.packs.values():
        for cite in info.texts.cites:
            cited.setdefault(cite, []).append(f"[{escaped(info.title)}](pack-{slug(info.name)}.md)")
        for table in option_tables(world, info.name):
            link = f"[{escaped(world.option_title(table.option))}]({table.place.seen_from(page.path)})"
            for cite in table.texts.cites:
                cited.setdefault(cite, []).append(link)
    for decl in world.told():
        place = world.home(decl)
        name = escaped(world.title_of(decl))
        for cite in decl.texts.cites:
            cited.setdefault(cite, []).append(
                name if place is None else f"[{name}]({place.seen_from(page.path)})"
            )
    if not cited:
        return None
    page.text(
        f"The {len(cited)} passages of the sources that the texts cite, and what states each of them. "
        "The ids are those of the list of rules that the texts were written from."
    )
    groups: dict[str, list[str]] = {}
    for cite in cited:
        groups.setdefault(cite.rsplit("-", 1)[0], []).append(cite)
    for group in sorted(groups):
        page.heading(2, group, f"passages-{group}")
        rows = [
            [f'<a id="{page.anchor(cite)}"></a>{cite}', ", ".join(dict.fromkeys(cited[cite]))]
            for cite in sorted(groups[group])
        ]
        page.table(["Passage", "Stated by"], rows)
    return page
