"""A page for each kind that has something to tell: a catalogue of pieces drawn to scale, cards, members."""

from __future__ import annotations

from collections import Counter

from castlewright.compiler.english.called import called, kind_called
from castlewright.compiler.english.phrases import Phrases
from castlewright.compiler.english.sentences import sentence
from castlewright.compiler.english.statements import Line
from castlewright.compiler.typed import ir
from castlewright.rulebook.book import Book
from castlewright.rulebook.catalogue import card_table, fits_table, piece_table
from castlewright.rulebook.groups import grouping_of, groups_of
from castlewright.rulebook.page import Page, escaped, slug
from castlewright.rulebook.pictures import Pictures
from castlewright.rulebook.telling import Teller
from castlewright.rulebook.world import capital, has_page

__all__ = ["kind_pages"]

MANY = 4
"""A note that more definitions of a kind share than this is told once for all."""


def kind_pages(book: Book) -> list[Page]:
    """The pages of all kinds that get one."""
    return [_page(book, kind) for kind in book.world.program.kinds.values() if has_page(kind)]


def _page(book: Book, kind: ir.Kind) -> Page:
    world = book.world
    page = Page(f"kind-{slug(kind.name)}.md", capital(kind_called(kind, plural=True)))
    teller = Teller(book, page)
    page.text(page.mark(f"kind-{kind.name}") + _summary(book, kind))
    for prose in kind.texts.prose:
        page.text(teller.linked(prose))
    teller.notes(kind)
    _fields(book, teller, kind)
    common = _common_notes(kind)
    for note in common:
        page.aside(f"Of many {kind_called(kind, plural=True)}", teller.linked(note))
    pictures = Pictures(book, kind) if not kind.is_value else None
    drawn = pictures is not None and pictures.drawable
    book.drawn[kind.name] = drawn
    tabled = drawn or fits_table(book, kind)
    for title, definitions in groups_of(kind):
        if title:
            page.heading(2, title, f"group-{title}")
        if drawn and pictures is not None:
            _drawings(teller, definitions, pictures)
            piece_table(book, teller, kind, definitions)
        elif tabled:
            card_table(book, teller, kind, definitions)
        for one in definitions:
            if tabled:
                _more(book, teller, one, drawn=drawn, common=common)
            else:
                _entry(book, teller, one, common)
    if world.is_base(kind.pack) is False:
        page.text(f"This kind comes with {teller.mark(kind.pack)}{escaped(world.packs[kind.pack].title)}.")
    return page


def _summary(book: Book, kind: ir.Kind) -> str:
    different = len(kind.definitions)
    noun = kind_called(kind, plural=different != 1)
    if kind.is_value:
        return f"There {'is' if different == 1 else 'are'} {different} {noun}."
    pieces = sum(one.copies for one in kind.definitions)
    if pieces == different:
        return f"There {'is' if different == 1 else 'are'} {different} {noun}, each of them different."
    several = kind_called(kind, plural=True)
    alike = "all alike" if different == 1 else f"{different} of them different"
    return f"There are {pieces} {several}, {alike}."


def _fields(book: Book, teller: Teller, kind: ir.Kind) -> None:
    """What every definition of the kind prints, does and remembers, where something is said of it."""
    said = [
        one
        for one in (*kind.fields.values(), *kind.slots.values(), *kind.keeps.values(), *kind.zones.values())
        if one.texts.notes or one.texts.cites
    ]
    for one in said:
        sources = teller.sources(one.texts)
        notes = " ".join(teller.linked(note) for note in one.texts.notes if not note.startswith("Reading:"))
        text = f"{teller.mark(one.pack)}**{escaped(capital(called(one)))}.** {notes}"
        teller.page.text(f"{text} <small>{sources}</small>" if sources else text)


# -- entries ----------------------------------------------------------------------------------------------


def _drawings(teller: Teller, definitions: list[ir.Definition], pictures: Pictures) -> None:
    """The pieces of a group side by side, to scale."""
    shown: list[str] = []
    for one in definitions:
        for face in range(len(one.faces)) if one.faces else (None,):
            picture = pictures.picture(one, face)
            if picture is not None:
                shown.append(f"![{escaped(picture[1])}]({picture[0]})")
    if shown:
        teller.page.text("\n".join(shown))


def _more(book: Book, teller: Teller, one: ir.Definition, *, drawn: bool, common: tuple[str, ...]) -> None:
    """What a table does not say of a definition: of a drawn one what it does, of any its notes."""
    world = book.world
    place = world.place(one)
    deeds = world.writer.deeds(one)
    if drawn and deeds and (one.fillings or _acts(book, one)):
        teller.page.text(f"**{escaped(world.title_of(one))}.** {teller.linked(' '.join(deeds), place)}")
    teller.notes(one, common, world.title_of(one))


def _entry(book: Book, teller: Teller, one: ir.Definition, common: tuple[str, ...]) -> None:
    """A definition with what it does."""
    world = book.world
    place = world.place(one)
    fields = world.writer.fields(one, grouping_of(one.kind))
    lines = _listed(book, one)
    said = [fields] if lines else [fields, *world.writer.deeds(one)]
    pack = teller.mark(one.pack) if one.pack != one.kind.pack else ""
    lead = f"{teller.page.mark(place.anchor)}{pack}**{escaped(world.title_of(one))}.**"
    teller.page.text(f"{lead} {teller.linked(' '.join(said).strip(), place)}".rstrip())
    for lead, body in lines:
        teller.page.text(teller.linked(lead, place))
        teller.steps(body, place)
    teller.beneath(one, common)


def _common_notes(kind: ir.Kind) -> tuple[str, ...]:
    """Notes that so many definitions repeat that they are told once, in the order in which they are met."""
    counts = Counter(note for one in kind.definitions for note in one.texts.notes)
    return tuple(note for note, count in counts.items() if count > MANY and not note.startswith("Reading:"))


def _acts(book: Book, one: ir.Definition) -> bool:
    program = book.world.program
    return any(x.holder is one for x in (*program.changes, *program.hooks, *program.actions.values()))


def _listed(book: Book, one: ir.Definition) -> list[tuple[str, tuple[Line, ...]]]:
    """Long slots, hooks and actions as lists; empty where sentences do."""
    writer, program = book.world.writer, book.world.program
    if sum(len(text) for text in writer.deeds(one)) < 240:
        return []
    found: list[tuple[str, tuple[Line, ...]]] = []
    for filling in one.fillings.values():
        if filling.texts.reads or filling.body is None:
            found.append((" ".join(writer.filling(filling)), ()))
        else:
            lead = f"{capital(called(filling.slot))}{writer.limit(filling.limit)}:"
            found.append((lead, writer.lines(filling.body)))
    for change in program.changes:
        if change.holder is one:
            found.append((writer.change(change), ()))
    for hook in program.hooks:
        if hook.holder is one:
            phrases = Phrases(program)
            lead = sentence(writer.moment(hook, phrases)).rstrip(".")
            found.append((f"{lead}:", writer.lines(hook.body, phrases)))
    for action in program.actions.values():
        if action.holder is one:
            found.append((f"{action.title}, {writer.offer(action)}:", writer.lines(action.body)))
    return found
