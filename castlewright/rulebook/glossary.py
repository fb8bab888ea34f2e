"""Glossary and index: the words of the game, and where everything is told."""

from __future__ import annotations

from collections.abc import Iterator

from castlewright.compiler.english.grammar import a, listed, words
from castlewright.compiler.english.phrases import Phrases
from castlewright.compiler.english.sentences import sentence
from castlewright.compiler.typed import ir
from castlewright.rulebook.book import Book
from castlewright.rulebook.page import Item, Page, escaped, slug
from castlewright.rulebook.telling import Teller
from castlewright.rulebook.world import GLOSSARY, capital, has_page

__all__ = ["coverage_page", "glossary_page", "index_page"]

STRUCTURES = {
    "pile": "a pile",
    "row": "a row",
    "hand": "a hand",
    "bag": "a bag",
    "heap": "a heap",
    "plan": "a plan",
    "grid": "a square grid",
}


def glossary_page(book: Book) -> Page:
    """Every kind, member, place and counter in a line or two, in alphabetical order."""
    page = Page(GLOSSARY, "Glossary")
    teller = Teller(book, page)
    entries = sorted(_entries(book, teller), key=lambda entry: entry[0].lower())
    for title, anchor, pack, text in entries:
        mark = page.mark(anchor) if anchor else ""
        page.text(f"{mark}{teller.mark(pack)}**{escaped(capital(title))}.** {text}".rstrip())
    return page


def _entries(book: Book, teller: Teller) -> Iterator[tuple[str, str, str, str]]:
    """Title, anchor on this page ("" where the thing is told elsewhere), pack, and text as Markdown."""
    world = book.world
    program = world.program
    for kind in program.kinds.values():
        place = world.place(kind)
        here = place.anchor if place.page == GLOSSARY else ""
        yield words(kind.name), here, kind.pack, _kind(book, teller, kind)
        if not has_page(kind):
            for one in kind.definitions:
                text = f"{capital(a(words(kind.name)))}. {_notes(teller, one)}".strip()
                yield world.title_of(one), world.place(one).anchor, one.pack, text
        for held in (*kind.keeps.values(), *kind.zones.values()):
            yield words(held.name), world.place(held).anchor, held.pack, _held(book, teller, held)
        for one in kind.definitions:
            for held in (*one.keeps.values(), *one.zones.values()):
                yield words(held.name), world.place(held).anchor, held.pack, _held(book, teller, held)
    for unit in program.units.values():
        yield (
            words(unit.name),
            world.place(unit).anchor,
            unit.pack,
            f"What amounts are counted in. {_notes(teller, unit)}",
        )
    for held in (*program.keeps.values(), *program.zones.values()):
        yield words(held.name), world.place(held).anchor, held.pack, _held(book, teller, held)


def _notes(teller: Teller, decl: ir.Decl) -> str:
    return " ".join(teller.linked(note.removeprefix("Reading: ")) for note in decl.texts.notes)


def _kind(book: Book, teller: Teller, kind: ir.Kind) -> str:
    count = len(kind.definitions)
    if has_page(kind):
        return f"See {teller.link(kind, words(kind.plural))}. {_notes(teller, kind)}".strip()
    names = listed([teller.link(one) for one in kind.definitions]) if count else "none yet"
    return f"One of these: {names}. {_notes(teller, kind)}".strip()


def _held(book: Book, teller: Teller, held: ir.Keep | ir.Zone) -> str:
    program = book.world.program
    match held.holder:
        case None:
            whose = ""
        case "player":
            whose = " of each player"
        case ir.Kind() as kind:
            whose = f" of each {words(kind.name)}"
        case ir.Definition() as one:
            whose = f" of {one.title or words(one.name)}"
        case _:
            whose = ""
    if isinstance(held, ir.Zone):
        kinds = listed([words(kind.plural) for kind in held.kinds])
        what = f"{STRUCTURES.get(held.structure, held.structure)} of {kinds}{whose}"
    else:
        start = Phrases(program).value(held.default) if held.default is not None else ""
        what = f"remembered{whose.replace(' of', ' for', 1) if whose else ' for the game'}"
        if start and start not in ("nothing", "no"):
            what += f"; {start} at first"
        if held.least is not None or held.most is not None:
            bounds = [
                f"at least {held.least:,}" if held.least is not None else "",
                f"at most {held.most:,}" if held.most is not None else "",
            ]
            what += f"; {' and '.join(b for b in bounds if b)}"
    seen = {
        "everyone": "seen by everyone",
        "nobody": "seen by nobody",
        "owner": "seen by its owner",
    }.get(held.seen_by.who, "seen as a rule says")
    sources = teller.sources(held.texts)
    small = f" <small>{sources}</small>" if sources else ""
    told = teller.linked(sentence(f"{what}; {seen}"), book.world.place(held))
    return f"{told} {_notes(teller, held)}".rstrip() + small


def index_page(book: Book) -> Page:
    """Every name with links to where it is told, by first letter."""
    page = Page("index-of-names.md", "Index")
    teller = Teller(book, page)
    world = book.world
    found: dict[str, set[str]] = {}
    for decl in world.told():
        if isinstance(decl, (ir.RuleChange, ir.HookInfo, ir.Field, ir.Slot, ir.Flow)):
            continue
        place = world.home(decl)
        if place is not None:
            found.setdefault(world.title_of(decl), set()).add(place.seen_from(page.path))
    letters: dict[str, list[Item]] = {}
    for title in sorted(found, key=str.lower):
        first, *more = sorted(found[title])
        text = f"[{escaped(title)}]({first})" + "".join(f", [{n}]({url})" for n, url in enumerate(more, 2))
        letter = next((c for c in title.upper() if c.isalnum()), "#")
        letters.setdefault(letter, []).append(Item(text))
    for letter, items in letters.items():
        page.heading(2, letter, f"letter-{slug(letter)}")
        page.items(items)
    del teller
    return page


def coverage_page(book: Book) -> Page | None:
    """Every id that a text cites, with links to what states it; None where nothing is cited."""
    world = book.world
    page = Page("coverage.md", "Coverage")
    cited: dict[str, list[str]] = {}
    for info in world.packs.values():
        for cite in info.texts.cites:
            cited.setdefault(cite, []).append(f"[{escaped(info.title)}](pack-{slug(info.name)}.md)")
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
