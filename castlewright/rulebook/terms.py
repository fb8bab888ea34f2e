"""Terms of the game: the words under which things are found in a sentence, and links where they stand."""

from __future__ import annotations

import re
from collections.abc import Iterator

from castlewright.compiler.english.phrases import words
from castlewright.compiler.typed import ir
from castlewright.rulebook.page import escaped
from castlewright.rulebook.world import Place, World, capital

__all__ = ["Terms"]

SHORTEST = 4
"""A term of one word has at least so many letters."""
WORD = re.compile(r"[\w-]+")
PLACEHOLDER = re.compile(r"\{\w+\}(?:'s)?")
LINKS = frozenset("of for in on to at by with from and or is the a".split())
"""Words that no term ends with."""
AGREEING = {"is": "are", "has": "have", "does": "do"}


class Terms:
    """All terms of a book. A phrase that could mean two things is no term."""

    def __init__(self, world: World) -> None:
        owners: dict[str, set[Place]] = {}
        for phrase, place in _phrases(world):
            owners.setdefault(phrase, set()).add(place)
        kinds = {world.place(kind) for kind in world.program.kinds.values()}
        # Of several things of one name a kind is meant; else the phrase and its words lead nowhere.
        self.places: dict[str, Place | None] = {}
        for phrase, places in owners.items():
            meant = places if len(places) == 1 else places & kinds
            self.places[phrase] = next(iter(meant)) if len(meant) == 1 else None
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


def _phrases(world: World) -> Iterator[tuple[str, Place]]:
    """Phrases with the places they lead to; those of one thing may be several."""
    for phrase, place in _plain(world):
        if len(phrase) >= SHORTEST:
            yield phrase, place
            if phrase[0].islower():
                yield capital(phrase), place


def _plain(world: World) -> Iterator[tuple[str, Place]]:
    program = world.program
    for kind in program.kinds.values():
        yield words(kind.name), world.place(kind)
        yield words(kind.plural), world.place(kind)
        yield from ((words(zone.name), world.place(zone)) for zone in kind.zones.values())
        yield from ((words(keep.name), world.place(keep)) for keep in kind.keeps.values())
        for one in kind.definitions:
            if kind.is_value and not one.title and not kind.slots:
                yield words(one.name), world.place(one)
            elif one.title and " " in one.title:
                yield one.title, world.place(one)
    # Units are no terms: amounts stand everywhere.
    for decl in (*program.keeps.values(), *program.zones.values()):
        if decl.name not in program.units:
            yield words(decl.name), world.place(decl)
    for rule in program.rules.values():
        yield from ((phrase, world.place(rule)) for phrase in _said(rule))
    for effect in program.effects.values():
        yield from ((phrase, world.place(effect)) for phrase in _said(effect))


def _said(decl: ir.Rule | ir.Effect) -> Iterator[str]:
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
    if " " not in chunk and len(chunk) < 2 * SHORTEST:
        return
    yield chunk
    first, _, rest = chunk.partition(" ")
    if first in AGREEING and rest:
        yield f"{AGREEING[first]} {rest}"
        if len(rest) >= SHORTEST and " " not in rest:
            yield rest
