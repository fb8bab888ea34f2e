"""Terms of the game: the words under which things are found in a sentence, and links where they stand."""

from __future__ import annotations

import re
from collections.abc import Iterator

from castlewright.compiler.english.called import called, kind_called
from castlewright.compiler.english.phrases import words
from castlewright.compiler.typed import ir
from castlewright.rulebook.page import escaped
from castlewright.rulebook.world import Place, World, capital

__all__ = ["Terms", "said_of"]

SHORTEST = 4
"""A term of one word has at least so many letters."""
WORD = re.compile(r"[\w-]+")
PLACEHOLDER = re.compile(r"\{\w+\}(?:'s)?")
LINKS = frozenset(
    "of for in on to at by with from and or is the a that which where when who whose if as".split()
)
"""Words that no term ends with."""
AGREEING = {"is": "are", "has": "have", "does": "do"}


class Terms:
    """All terms of a book. A phrase that could mean two things is no term."""

    def __init__(self, world: World) -> None:
        owners: dict[str, dict[Place, int]] = {}
        for rank, phrase, place in _phrases(world):
            places = owners.setdefault(phrase, {})
            places[place] = min(rank, places.get(place, rank))
        # Of several things of one name the first in rank is meant; of equals none, nor any word of theirs.
        self.places: dict[str, Place | None] = {}
        for phrase, places in owners.items():
            first = min(places.values())
            meant = [place for place, rank in places.items() if rank == first]
            self.places[phrase] = meant[0] if len(meant) == 1 else None
        self._by_word: dict[str, list[str]] = {}
        for phrase in sorted(self.places, key=lambda phrase: (-len(phrase), phrase)):
            word = WORD.match(phrase)
            if word is not None:
                self._by_word.setdefault(word[0], []).append(phrase)

    def linked(self, text: str, page: str, own: Place | None = None) -> str:
        """A plain text as Markdown, each term in it linked the first time it stands there.

        `own` is the place of what the text is about, which needs no link to itself.
        """
        done: set[Place] = set() if own is None else {own}
        parts: list[str] = []
        last = 0
        for word in WORD.finditer(text):
            if word.start() < last:
                continue
            phrase = self._phrase_at(text, word)
            if phrase is None:
                continue
            place = self.places[phrase]
            if place is None or place in done or (place.page == page and place.anchor.startswith("kind-")):
                parts.append(escaped(text[last : word.start() + len(phrase)]))
                last = word.start() + len(phrase)
                continue
            done.add(place)
            parts += [escaped(text[last : word.start()]), f"[{escaped(phrase)}]({place.seen_from(page)})"]
            last = word.start() + len(phrase)
        return "".join([*parts, escaped(text[last:])])

    def _phrase_at(self, text: str, word: re.Match[str]) -> str | None:
        """The longest term that begins with a word of a text and ends with one."""
        for phrase in self._by_word.get(word[0], ()):
            end = word.start() + len(phrase)
            if text.startswith(phrase, word.start()) and (
                end == len(text) or not (text[end].isalnum() or text[end] in "_-")
            ):
                return phrase
        return None


def _phrases(world: World) -> Iterator[tuple[int, str, Place]]:
    """Phrases with the places they lead to, and their rank; those of one thing may be several."""
    for rank, phrase, place in _plain(world):
        if len(phrase) >= SHORTEST:
            yield rank, phrase, place
            if phrase[0].islower():
                yield rank, capital(phrase), place


def _plain(world: World) -> Iterator[tuple[int, str, Place]]:
    program = world.program
    held: list[ir.Keep | ir.Zone] = [*program.zones.values()]
    # Units are no terms: amounts stand everywhere.
    held += [keep for keep in program.keeps.values() if keep.name not in program.units]
    for kind in program.kinds.values():
        yield 0, kind_called(kind, plural=False), world.place(kind)
        yield 0, kind_called(kind, plural=True), world.place(kind)
        held += [*kind.zones.values(), *kind.keeps.values()]
        for one in kind.definitions:
            if kind.is_value and not one.title and not kind.slots and one.texts.notes:
                yield 2, words(one.name), world.place(one)
            elif one.title and " " in one.title:
                yield 2, one.title, world.place(one)
    for one in held:
        phrase = called(one)
        # A single word is the name of a place, but of a mark only where its author says more of it.
        if isinstance(one, ir.Zone) or " " in phrase or one.texts.notes or one.texts.cites:
            yield 1, phrase, world.place(one)
    for decl in (*program.rules.values(), *program.effects.values()):
        yield from ((1, phrase, world.place(decl)) for phrase in said_of(decl))


def said_of(decl: ir.Rule | ir.Effect) -> Iterator[str]:
    """The longest run of words that a rule or effect puts between what it is asked of."""
    if not decl.texts.reads:
        name = words(decl.name.rsplit(".", 1)[-1])
        if " " in name and name.rsplit(" ", 1)[-1] not in LINKS:
            yield name
        return
    chunk = max((part.strip() for part in PLACEHOLDER.split(decl.texts.reads)), key=len)
    chunk = chunk.removeprefix("the ")
    while chunk.rsplit(" ", 1)[-1] in LINKS:
        chunk = chunk.rpartition(" ")[0]
    alone = " " not in chunk
    if alone and (len(chunk) < 2 * SHORTEST or not _stands_alone(decl.texts.reads)):
        return
    yield chunk
    first, _, rest = chunk.partition(" ")
    if first in AGREEING and rest:
        yield f"{AGREEING[first]} {rest}"
        if len(rest) >= SHORTEST and " " not in rest:
            yield rest


def _stands_alone(reads: str) -> bool:
    """Does a phrase say of something what it is, or is it a name by itself? Then a word of it can stand for
    all of it?
    """
    return reads.startswith("{") or PLACEHOLDER.search(reads) is None
