"""Worked examples where they help: a few of the most telling ones stand beside what they explain."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from castlewright.compiler.english.grammar import listed
from castlewright.compiler.typed import ir
from castlewright.rulebook.book import Book
from castlewright.rulebook.examples import (
    Shown,
    amount_of,
    examples_shown,
    lines_of,
    pictures_of,
    shown_of,
)
from castlewright.rulebook.page import escaped
from castlewright.rulebook.telling import Teller

__all__ = ["Beside", "beside"]

A_CHAPTER = 2
"""So many examples stand in a chapter; the others are linked."""
NEAR = 0.3
"""An example of which less has to do with a rule is about something else."""
LINKED = 3
"""So many examples are linked beneath one rule."""
MOST_LINES = 6
"""An example with more lines of score than this explains too much at once."""


@dataclass(frozen=True, slots=True)
class Beside:
    """The examples of a chapter: those shown in boxes and those linked, by what they explain."""

    boxed: dict[int, ir.Example]
    linked: dict[int, list[ir.Example]]

    def links(self, teller: Teller, decl: ir.Decl) -> str:
        """Links to the examples of a thing that stand elsewhere; "" without any."""
        found = [teller.link(one) for one in self.linked.get(id(decl), ())[:LINKED]]
        return f"Example{'s' if len(found) > 1 else ''}: {', '.join(found)}" if found else ""

    def box(self, teller: Teller, decl: ir.Decl) -> None:
        """The box with the example of a thing, if it has one."""
        example = self.boxed.get(id(decl))
        if example is not None:
            _box(teller, example)


def beside(book: Book, told: Sequence[ir.Decl]) -> Beside:
    """Which examples belong to what a chapter tells, each to the one it has most in common with."""
    packs = {decl.pack for decl in told}
    examples = [e for e in book.world.program.examples if e.pack in packs and examples_shown(book, e.pack)]
    found: list[tuple[float, ir.Decl, ir.Example]] = []
    linked: dict[int, list[ir.Example]] = {}
    for example in examples:
        near = [(_nearness(example, decl), decl) for decl in told if decl.pack == example.pack]
        nearest = max((weight for weight, _ in near), default=0)
        if nearest >= NEAR:
            decl = next(decl for weight, decl in near if weight == nearest)
            found.append((3 * nearest + _merit(book, example), decl, example))
    boxed: dict[int, ir.Example] = {}
    for _, decl, example in sorted(found, key=lambda one: -one[0]):
        fresh = id(decl) not in boxed and example.title not in book.boxed
        if len(boxed) < A_CHAPTER and fresh and _tells(book, example):
            boxed[id(decl)] = example
            book.boxed.add(example.title)
        else:
            linked.setdefault(id(decl), []).append(example)
    return Beside(boxed, linked)


def _nearness(example: ir.Example, decl: ir.Decl) -> float:
    """How much of an example has to do with a thing: it is about it, or most of what it cites."""
    about = 1 if example.subject == decl.name and isinstance(decl, (ir.Rule, ir.Effect)) else 0
    cites = set(example.texts.cites)
    return about + (len(cites & set(decl.texts.cites)) / len(cites) if cites else 0)


def _tells(book: Book, example: ir.Example) -> bool:
    """Are there two of these: words of its author, a position, a few lines of score?"""
    shown = shown_of(book, example)
    if shown is None:
        return False
    few = 0 < len(shown.lines) <= MOST_LINES
    return bool(example.texts.notes and (few or shown.after)) or bool(few and shown.after)


def _merit(book: Book, example: ir.Example) -> int:
    """How well an example explains by itself: words of its author, a few lines of score, what changed."""
    shown = shown_of(book, example)
    if shown is None:
        return 0
    few = 2 if 1 < len(shown.lines) <= MOST_LINES else 1 if shown.lines else 0
    return 3 * bool(example.texts.notes) + few + (shown.before != shown.after)


def _box(teller: Teller, example: ir.Example) -> None:
    book = teller.book
    shown = shown_of(book, example)
    if shown is None:
        return
    place = book.world.place(example)
    notes = " ".join(teller.linked(note) for note in example.texts.notes)
    title = escaped(example.title.rstrip("."))
    pictures = pictures_of(book, example, shown, f"box-{place.anchor}")[:1]
    score = _score(teller, shown) if len(shown.lines) <= MOST_LINES else ""
    link = f"[All about this example]({place.seen_from(teller.page.path)})"
    teller.page.box([f"**Example: {title}.** {notes}".rstrip(), *pictures, score, f"<small>{link}</small>"])


def _score(teller: Teller, shown: Shown) -> str:
    """The lines of score in one paragraph: those about one thing behind its name, then what they come to."""
    groups: list[tuple[str, list[str]]] = []
    for amount, reason, of in lines_of(teller, shown):
        if not groups or groups[-1][0] != of:
            groups.append((of, []))
        groups[-1][1].append(f"**{amount}** {reason}")
    said = [f"{of}: {', '.join(lines)}" if of else ", ".join(lines) for of, lines in groups]
    counts = Counter(unit for _, unit, _, _ in shown.lines)
    sums = [
        f"**{amount_of(teller, sum(line[0] for line in shown.lines if line[1] == unit), unit)}**"
        for unit, count in counts.items()
        if count > 1
    ]
    together = f". Together {listed(sums)}." if sums else "."
    return f"{'; '.join(said)}{together}" if said else ""
