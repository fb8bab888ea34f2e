"""The glossary: what the words of the game mean, where pieces lie, and what is noted and counted."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from castlewright.compiler.english.called import called, kind_called
from castlewright.compiler.english.grammar import listed, words
from castlewright.compiler.english.phrases import Phrases
from castlewright.compiler.english.sentences import sentence
from castlewright.compiler.typed import ir
from castlewright.compiler.typed.types import NUMBER, YESNO, Unit, narrowed
from castlewright.rulebook.book import Book
from castlewright.rulebook.page import Page, escaped
from castlewright.rulebook.telling import Teller
from castlewright.rulebook.terms import said_of
from castlewright.rulebook.world import GLOSSARY, capital, has_page

__all__ = ["glossary_page"]

STRUCTURES = {
    "pile": "a pile",
    "row": "a row",
    "hand": "a hand",
    "bag": "a bag",
    "heap": "a heap",
    "plan": "a plan",
    "grid": "a square grid",
}
SEEN = {"everyone": "open to all", "nobody": "face down", "owner": "seen by its owner alone"}
MOST_WORDS = 4
"""A rule of which more words than this stand together is a sentence, no word of a glossary."""
_ARTICLE = re.compile("^(?:an?|the) ")
COPULAS = ("is ", "are ", "has ", "have ")


@dataclass(frozen=True, slots=True)
class Entry:
    """A word of the glossary: its title and text as Markdown, anchors that lead here, the pack it is from."""

    title: str
    text: str
    anchors: tuple[str, ...]
    pack: str


def glossary_page(book: Book) -> Page:
    """What words mean, then places, then what is noted; each part in alphabetical order."""
    page = Page(GLOSSARY, "Glossary")
    teller = Teller(book, page)
    parts = (
        ("Words", "words", _words(book, teller)),
        ("Places", "places", _places(book, teller)),
        ("What is noted and counted", "noted", _kept(book, teller)),
    )
    for title, anchor, entries in parts:
        found = sorted(entries, key=lambda entry: entry.title.strip("[*").lower())
        if found:
            page.heading(2, title, anchor)
        for entry in found:
            marks = "".join(page.mark(one) for one in entry.anchors)
            page.text(f"{marks}{teller.mark(entry.pack)}**{entry.title}.** {entry.text}".rstrip())
    return page


# -- words -------------------------------------------------------------------------------------------------


def _words(book: Book, teller: Teller) -> Iterator[Entry]:
    """Kinds of things, and rules that say when something is so."""
    world = book.world
    for kind in world.program.kinds.values():
        place = world.place(kind)
        name = capital(kind_called(kind, plural=False))
        notes = " ".join(teller.linked(text, place) for text in (*kind.texts.prose, *_notes(kind)))
        if has_page(kind):
            yield Entry(
                f"[{escaped(name)}]({place.seen_from(GLOSSARY)})", notes or _count(kind), (), kind.pack
            )
        elif kind.definitions or notes:
            anchors = [place.anchor, *(world.place(one).anchor for one in kind.definitions)]
            said = f"{notes} {_members(book, teller, kind)}".strip()
            yield Entry(escaped(name), said, tuple(anchors), kind.pack)
    for rule in world.program.rules.values():
        title = _defined(rule)
        if title:
            place = world.place(rule)
            text = teller.linked(world.writer.rule_alone(rule), place)
            yield Entry(f"[{escaped(title)}]({place.seen_from(GLOSSARY)})", text, (), rule.pack)


def _notes(decl: ir.Decl) -> Iterator[str]:
    return (note.removeprefix("Reading: ") for note in decl.texts.notes)


def _count(kind: ir.Kind) -> str:
    """How many of a kind there are, where nobody says more of it."""
    different = len(kind.definitions)
    noun = kind_called(kind, plural=different != 1)
    return f"There {'is' if different == 1 else 'are'} {different} {escaped(noun)}."


def _members(book: Book, teller: Teller, kind: ir.Kind) -> str:
    """The members of a kind by name, those with notes told."""
    names = [escaped(one.title or words(one.name)) for one in kind.definitions]
    said = f"One of these: {listed(names)}." if len(names) > 1 else f"Only {names[0]}." if names else ""
    told = [
        f"*{escaped(book.world.title_of(one))}:* {teller.linked(' '.join(_notes(one)))}"
        for one in kind.definitions
        if one.texts.notes
    ]
    return " ".join([said, *told]).strip()


def _defined(rule: ir.Rule) -> str:
    """The word that a rule defines: what something is, if it is so; "" for other rules."""
    if rule.result != YESNO or not rule.params or not rule.texts.reads or isinstance(rule.value, ir.Lit):
        return ""
    if not rule.texts.reads.startswith("{"):
        return ""
    phrase = next(said_of(rule), "")
    verb = next((one for one in COPULAS if phrase.startswith(one)), None)
    if len(phrase.split()) > MOST_WORDS:
        return ""
    if verb in COPULAS[:2]:
        phrase = _ARTICLE.sub("", phrase.removeprefix(verb))
    return capital(phrase)


# -- places and counters -----------------------------------------------------------------------------------


def _places(book: Book, teller: Teller) -> Iterator[Entry]:
    for zone in _held(book, "zones"):
        assert isinstance(zone, ir.Zone)
        kinds = listed([kind_called(kind, plural=True) for kind in zone.kinds])
        what = f"{STRUCTURES.get(zone.structure, zone.structure)} of {kinds}{_whose(zone)}"
        yield _entry(book, teller, zone, f"{what}, {_seen(zone)}")


def _kept(book: Book, teller: Teller) -> Iterator[Entry]:
    units = dict(book.world.program.units)
    for keep in _held(book, "keeps"):
        assert isinstance(keep, ir.Keep)
        unit = units.pop(keep.name, None)
        anchors = (book.world.place(unit).anchor,) if unit is not None else ()
        yield _entry(book, teller, keep, f"{_counted(book, keep)}; {_seen(keep)}", anchors)
    for unit in units.values():
        yield _entry(book, teller, unit, "what amounts are counted in")


def _held(book: Book, what: str) -> Iterator[ir.Keep | ir.Zone]:
    program = book.world.program
    holders: list[ir.Program | ir.Kind | ir.Definition] = [program]
    for kind in program.kinds.values():
        holders += [kind, *kind.definitions]
    for holder in holders:
        yield from (holder.zones if what == "zones" else holder.keeps).values()


def _entry(
    book: Book, teller: Teller, held: ir.Keep | ir.Zone | ir.Unit, what: str, anchors: tuple[str, ...] = ()
) -> Entry:
    place = book.world.place(held)
    sources = teller.sources(held.texts)
    text = " ".join([teller.linked(sentence(what), place), *map(teller.linked, _notes(held))])
    small = f" <small>{sources}</small>" if sources else ""
    name = called(held) if not isinstance(held, ir.Unit) else words(held.name)
    return Entry(escaped(capital(name)), text + small, (place.anchor, *anchors), held.pack)


def _counted(book: Book, keep: ir.Keep) -> str:
    """What is kept: a mark, a number, or something else."""
    bare = narrowed(keep.type)
    counted = bare == NUMBER or isinstance(bare, Unit)
    what = "a mark" if bare == YESNO else "a count" if counted else "noted"
    what += _whose(keep) or " for the whole game"
    start = Phrases(book.world.program).value(keep.default) if keep.default is not None else ""
    if start and start not in ("nothing", "no", "0"):
        what += f", {start} at first"
    bounds = [f"never below {keep.least:,}"] if keep.least is not None else []
    bounds += [f"never above {keep.most:,}"] if keep.most is not None else []
    return ", ".join([what, *bounds])


def _whose(held: ir.Keep | ir.Zone) -> str:
    match held.holder:
        case "player":
            return " of each player"
        case ir.Kind() as kind:
            return f" of each {kind_called(kind, plural=False)}"
        case ir.Definition() as one:
            return f" of {one.title or words(one.name)}"
        case _:
            return ""


def _seen(held: ir.Keep | ir.Zone) -> str:
    return SEEN.get(held.seen_by.who, "seen as a rule says")
