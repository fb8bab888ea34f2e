"""Worked examples as pictures: the position before and after, what was laid marked, the lines of score."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import cast

from castlewright.compiler.compile import Order
from castlewright.compiler.english.grammar import words
from castlewright.compiler.english.phrases import Phrases
from castlewright.compiler.lower.scripts import Script
from castlewright.compiler.typed import ir
from castlewright.compiler.typed.types import Unit
from castlewright.draw import draw, frame_of
from castlewright.draw.contract import Drawing, Piece
from castlewright.draw.describe import described
from castlewright.draw.palette import parts_of
from castlewright.drawings import drawings_of, row_drawings
from castlewright.examples import run_examples, run_together
from castlewright.printed import Printed
from castlewright.rulebook.book import Book
from castlewright.rulebook.page import Page, escaped, slug
from castlewright.rulebook.pictures import colours_of, signs_of
from castlewright.rulebook.telling import Teller
from castlewright.rules_dsl.source import Span
from castlewright.runtime.game import Game
from castlewright.runtime.log import about_of

__all__ = ["Shown", "amount_of", "examples_page", "examples_shown", "lines_of", "pictures_of", "shown_of"]

YOU = 0
MANY_MARKED = 9
"""More pieces than this are marked without numbers."""


@dataclass
class Shown:
    """What an example came to: the drawings before and after its act, the lines that the act wrote, and, of
    boards that hold the same before and after, only one.
    """

    before: dict[str, Drawing] = field(default_factory=dict[str, Drawing])
    after: dict[str, Drawing] = field(default_factory=dict[str, Drawing])
    lines: list[tuple[int, str, str, str]] = field(default_factory=list[tuple[int, str, str, str]])
    first_line: int = 0


class Watcher:
    """Remembers the positions of examples by where they are written."""

    def __init__(self) -> None:
        self.shown: dict[tuple[str, int], Shown] = {}
        self._printed: dict[int, Printed] = {}

    def __call__(self, script: Script, moment: str, game: Game) -> None:
        """Look at a position."""
        key = (script.span.path, script.span.line)
        shown = self.shown.setdefault(key, Shown())
        if id(game.rules) not in self._printed:
            self._printed = {id(game.rules): Printed(game.rules)}
        printed = self._printed[id(game.rules)]
        drawn = [*drawings_of(game, printed), *row_drawings(game, printed)]
        drawings = {board.stem: drawing for board, drawing in drawn}
        if moment == "before":
            shown.before = drawings
            shown.first_line = len(game.lines)
            return
        shown.after = drawings
        for line in game.lines[shown.first_line :]:
            if line.player == YOU:
                shown.lines.append((line.change, line.unit, line.reason_title, about_of(game, line)))
            if line.other == YOU:
                shown.lines.append((line.other_change, line.unit, line.reason_title, about_of(game, line)))


def examples_page(book: Book) -> Page | None:
    """The page of worked examples, by pack; None where there are none."""
    world = book.world
    examples = [one for one in world.program.examples if examples_shown(book, one.pack)]
    if not examples:
        return None
    page = Page("examples.md", "Worked examples")
    page.text(
        "Every example is played by the engine before it is printed. "
        "A red frame with a number marks what was laid or changed; lines of the score stand beside it."
    )
    teller = Teller(book, page)
    for pack in world.packs.values():
        own = [one for one in examples if one.pack == pack.name]
        if own:
            page.heading(2, pack.title, f"examples-of-{pack.name}")
        for one in own:
            _example(book, teller, one, shown_of(book, one))
    return page


def shown_of(book: Book, example: ir.Example) -> Shown | None:
    """What an example came to; all examples of the book are played when the first one is asked for."""
    if book.shown is None:
        world = book.world
        watcher = Watcher()
        names = tuple(name for name in world.packs if not world.is_base(name))
        examples = [one for one in world.program.examples if examples_shown(book, one.pack)]
        _play(book, replace(world.order, packs=names), examples, watcher)
        book.shown = watcher.shown
    return cast("dict[tuple[str, int], Shown]", book.shown).get((example.span.path, example.span.line))


def examples_shown(book: Book, pack: str) -> bool:
    """Are the examples of a pack shown? In the book of another way to play only those of that way."""
    packs = book.world.packs
    return packs[pack].mode or not any(one.mode for one in packs.values())


def _play(book: Book, order: Order, examples: Sequence[ir.Example], watcher: Watcher) -> None:
    """Play all examples together, and by themselves those that other packs get in the way of; of an example
    that shows nothing it does not matter.
    """
    library = book.world.library
    passed = {outcome.span for outcome in run_together(order, library, watcher) if outcome.passed}
    failed: set[Span] = set()
    for example in examples:
        shown = watcher.shown.get((example.span.path, example.span.line))
        empty = shown is not None and not (shown.before or shown.after or shown.lines)
        if example.span not in passed and not empty:
            watcher.shown.pop((example.span.path, example.span.line), None)
            failed.add(example.span)
    if failed:
        run_examples(order, library, watch=watcher, only=frozenset(failed))


def _example(book: Book, teller: Teller, example: ir.Example, shown: Shown | None) -> None:
    page, world = teller.page, book.world
    place = world.place(example)
    page.heading(3, example.title, place.anchor)
    about = _subject(book, teller, example)
    if about:
        page.text(f"<small>{about}</small>")
    page.text(" ".join(teller.linked(note) for note in example.texts.notes))
    if shown is None:
        return
    for pictures in pictures_of(book, example, shown, f"example-{place.anchor}"):
        page.text(pictures)
    page.table(["Line", "Reason", "About"], lines_of(teller, shown), right=(0,))


def lines_of(teller: Teller, shown: Shown) -> list[list[str]]:
    """The lines of score of an example as rows: amount, reason, what it is about."""
    return [
        [amount_of(teller, amount, unit), teller.linked(words(reason)), _of(teller, shown, of)]
        for amount, unit, reason, of in shown.lines
    ]


def _of(teller: Teller, shown: Shown, title: str) -> str:
    """What a line is about, with the icon of the piece of that title where one is shown."""
    keys = {
        key
        for drawing in shown.after.values()
        for piece in drawing.get("pieces", ())
        if piece.get("title") == title
        for key in parts_of(piece.get("colour_key", ""))
    }
    icons = "".join(signs_of(teller.book, sorted(keys)))
    return f"{icons}{teller.linked(title)}"


def amount_of(teller: Teller, amount: int, unit: str) -> str:
    """An amount with its sign and unit."""
    phrases = Phrases(teller.book.world.program)
    sign = "+" if amount > 0 else "\u2212" if amount < 0 else ""
    said = phrases.amount(abs(amount), Unit(unit)) if unit in phrases.program.units else str(abs(amount))
    return escaped(sign + said)


def _subject(book: Book, teller: Teller, example: ir.Example) -> str:
    """What an example is about: a rule, an effect, a definition."""
    program = book.world.program
    parts: list[str] = []
    if example.subject:
        found: ir.Decl | None = program.rules.get(example.subject) or program.effects.get(example.subject)
        if found is None:
            found = next(
                (d for k in program.kinds.values() for d in k.definitions if d.name == example.subject), None
            )
        if found is not None:
            parts.append(f"About: {teller.link(found)}")
    sources = teller.sources(example.texts)
    return " · ".join(part for part in (*parts, sources) if part)


def pictures_of(book: Book, example: ir.Example, shown: Shown, base: str) -> list[str]:
    """The drawings of each board before and after the act, as Markdown; their files begin with `base`.

    What was laid or changed is marked and numbered.
    """
    pictures: list[str] = []
    stems = dict.fromkeys([*shown.before, *shown.after])
    alone = len({stem.split("_")[0] for stem in stems}) == 1
    for stem in stems:
        before, after = shown.before.get(stem), shown.after.get(stem)
        if before is not None and after is not None and _places(before) == _places(after):
            before = None
        if after is not None and stem not in shown.before:
            after = _marked(after, {"pieces": []})
        elif after is not None and before is not None:
            after = _marked(after, before)
        moments = [(word, one) for word, one in (("Before", before), ("After", after)) if one is not None]
        frame = frame_of([one for _, one in moments])
        shown_here: list[str] = []
        for word, drawing in moments:
            name = f"img/{base}-{slug(stem)}-{word.lower()}.svg"
            last = drawing is moments[-1][1]
            full = cast(
                "Drawing",
                {**drawing, **colours_of(book), "bare": True, "frame": frame, "legend": last},
            )
            book.files[name] = draw(full, slug(name))
            board = str(drawing.get("title", ""))
            caption = word if len(moments) > 1 else "The position"
            if not alone or len(stems) > 1:
                caption = f"{board}, {caption.lower()}" if len(moments) > 1 else board
            said = escaped(f"{example.title}. {board}, {word.lower()}: {described(full)}")
            shown_here.append(f'![{said}]({name} "{_quotable(caption)}")')
        if shown_here:
            pictures.append("\n".join(shown_here))
    return pictures


def _quotable(text: str) -> str:
    return escaped(text).replace('"', "&quot;")


def _places(drawing: Drawing) -> list[tuple[object, ...]]:
    return [
        (p.get("title"), p.get("cells"), p.get("x"), p.get("y"), p.get("badge"))
        for p in drawing.get("pieces", ())
    ]


def _marked(drawing: Drawing, other: Drawing) -> Drawing:
    """A drawing with a mark and a number on each piece that does not lie so in the other one."""
    known = [str(place) for place in _places(other)]
    pieces: list[Piece] = []
    number = 0
    for piece, place in zip(drawing.get("pieces", ()), _places(drawing), strict=True):
        marked = piece.copy()
        if str(place) not in known:
            number += 1
            marked["marked"] = True
            marked["number"] = number
        pieces.append(marked)
    if number > MANY_MARKED:
        for marked in pieces:
            marked.pop("number", None)
    if number == len(pieces) and not known:
        for marked in pieces:  # all of them: nothing to tell apart
            marked["marked"] = False
    return cast("Drawing", {**drawing, "pieces": pieces})
