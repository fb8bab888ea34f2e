"""A page for each kind that has something to tell: a catalogue of pieces drawn to scale, cards, members."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from castlewright.compiler.english.called import called, kind_called
from castlewright.compiler.english.grammar import words
from castlewright.compiler.english.phrases import Phrases
from castlewright.compiler.english.sentences import sentence
from castlewright.compiler.english.statements import Line
from castlewright.compiler.typed import ir
from castlewright.compiler.typed.types import NUMBER, Unit, Value, narrowed
from castlewright.rulebook.book import Book
from castlewright.rulebook.page import Page, escaped, slug
from castlewright.rulebook.pictures import Pictures, icons_in
from castlewright.rulebook.telling import Teller
from castlewright.rulebook.world import capital, has_page

__all__ = ["grouping_of", "groups_of", "kind_pages"]

MANY = 4
"""A note that more definitions of a kind share than this is told once for all."""
FEW = 12
"""Definitions are grouped by a field that takes no more than so many values."""


def kind_pages(book: Book) -> list[Page]:
    """The pages of all kinds that get one."""
    kinds = [
        kind for kind in book.world.program.kinds.values() if has_page(kind) and not _is_outline(book, kind)
    ]
    return [_page(book, kind) for kind in kinds]


def _is_outline(book: Book, kind: ir.Kind) -> bool:
    return False


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
    for title, definitions in groups_of(kind):
        if title:
            page.heading(2, title, f"group-{title}")
        if drawn and pictures is not None:
            _catalogue(book, teller, kind, definitions, pictures)
        for one in definitions:
            _entry(book, teller, one, drawn=drawn, common=common)
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
    return f"There are {pieces} {kind_called(kind, plural=True)}, {different} of them different."


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
        text = f"{teller.mark(one.pack)}**{escaped(capital(words(one.name)))}.** {notes}"
        teller.page.text(f"{text} <small>{sources}</small>" if sources else text)


# -- groups ----------------------------------------------------------------------------------------------


def grouping_of(kind: ir.Kind) -> ir.Field | None:
    """The field by which the definitions of a kind are shown together: what their backs tell, else the first
    single value that takes few values.
    """
    if len(kind.definitions) < FEW:
        return None
    fields = [
        f for f in kind.fields.values() if isinstance(narrowed(f.type), (Value, Unit)) and f.name != "points"
    ]
    for field in sorted(fields, key=lambda field: not field.on_back):
        values = {_key(one, field) for one in kind.definitions}
        counts = Counter(_key(one, field) for one in kind.definitions)
        singles = sum(1 for count in counts.values() if count == 1)
        even = 4 * max(counts.values()) <= 3 * counts.total()  # else the others are exceptions, no groups
        if 1 < len(values) <= FEW + 8 and singles <= len(values) // 2 and even:
            return field
    return None


def _key(definition: ir.Definition, field: ir.Field) -> ir.Const:
    return definition.values.get(field.name)


def groups_of(kind: ir.Kind) -> Iterator[tuple[str, list[ir.Definition]]]:
    """The definitions of a kind in groups, each with its title."""
    field = grouping_of(kind)
    if field is None:
        yield "", list(kind.definitions)
        return
    groups: dict[ir.Const, list[ir.Definition]] = {}
    for one in kind.definitions:
        groups.setdefault(_key(one, field), []).append(one)
    order: Iterable[ir.Const] = groups
    if isinstance(narrowed(field.type), Unit) or narrowed(field.type) == NUMBER:
        order = sorted(groups, key=lambda value: value if isinstance(value, int) else -1)
    elif isinstance(narrowed(field.type), Value):
        order = sorted(groups, key=_member_number)
    for value in order:
        yield _group_title(kind, field, value), groups[value]


def _member_number(value: ir.Const) -> int:
    return value.kind.definitions.index(value) if isinstance(value, ir.Definition) else -1


def _group_title(kind: ir.Kind, field: ir.Field, value: ir.Const) -> str:
    if value is None:
        return f"Without {called(field)}"
    if isinstance(value, ir.Definition):
        return value.title or capital(words(value.name))
    if isinstance(value, int):
        unit = narrowed(field.type)
        return (
            f"{value:,} {words(unit.name)}" if isinstance(unit, Unit) else f"{capital(called(field))} {value}"
        )
    return str(value)


# -- entries ----------------------------------------------------------------------------------------------


def _catalogue(
    book: Book, teller: Teller, kind: ir.Kind, definitions: list[ir.Definition], pictures: Pictures
) -> None:
    """The pieces of a group side by side, to scale, then a table of what they print."""
    shown: list[str] = []
    for one in definitions:
        for face in range(len(one.faces)) if one.faces else (None,):
            picture = pictures.picture(one, face)
            if picture is not None:
                shown.append(f"![{escaped(picture[1])}]({picture[0]})")
    if shown:
        teller.page.text("\n".join(shown))
    _table(book, teller, kind, definitions)


def _table(book: Book, teller: Teller, kind: ir.Kind, definitions: list[ir.Definition]) -> None:
    world = book.world
    grouped = grouping_of(kind)
    fields = [
        field
        for field in kind.fields.values()
        if any(world.writer.printed(one, field) for one in definitions) and field is not grouped
    ]
    amounts = [
        n for n, f in enumerate(fields, 1) if isinstance(narrowed(f.type), Unit) or narrowed(f.type) == NUMBER
    ]
    rows: list[list[str]] = []
    for one in definitions:
        name = f'<a id="{world.place(one).anchor}"></a>{teller.mark(one.pack)}{escaped(world.title_of(one))}'
        cells = [
            icons_in(book, one, field) + teller.linked(world.writer.printed(one, field)) for field in fields
        ]
        rows.append([name, *cells, _standing(one.texts)])
        teller.page.anchors.add(world.place(one).anchor)
    heads = [
        capital(kind_called(kind, plural=False)),
        *(capital(called(field)) for field in fields),
        "Source",
    ]
    teller.page.table(heads, rows, right=amounts)


def _standing(texts: ir.Texts) -> str:
    return texts.standing or ("found" if texts.found else "")


def _entry(book: Book, teller: Teller, one: ir.Definition, *, drawn: bool, common: frozenset[str]) -> None:
    """A definition with what it does; of a drawn one only what its table does not say."""
    world = book.world
    deeds = world.writer.deeds(one)
    if drawn:
        texts = [*deeds] if any(f for f in one.fillings) or _acts(book, one) else []
        if texts:
            said = teller.linked(" ".join(texts), world.place(one))
            teller.page.text(f"**{escaped(world.title_of(one))}.** {said}")
        for note in one.texts.notes:
            if note in common:
                continue
            said = teller.linked(note.removeprefix("Reading: "), world.place(one))
            teller.page.aside(world.title_of(one), said)
        return
    place = world.place(one)
    fields = world.writer.fields(one, grouping_of(one.kind))
    lines = _listed(book, one)
    said = [fields] if lines else [fields, *deeds]
    anchor = teller.page.mark(place.anchor)
    title = f"**{escaped(world.title_of(one))}**."
    teller.page.text(
        f"{anchor}{teller.mark(one.pack)}{title} {teller.linked(' '.join(said).strip(), place)}".rstrip()
    )
    for lead, body in lines:
        teller.page.text(teller.linked(lead, place))
        teller.page.items(teller.items(body, place))
    teller.beneath(one, common)


def _common_notes(kind: ir.Kind) -> frozenset[str]:
    """Notes that so many definitions repeat that they are told once."""
    counts = Counter(note for one in kind.definitions for note in one.texts.notes)
    return frozenset(
        note for note, count in counts.items() if count > MANY and not note.startswith("Reading:")
    )


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
            found.append((f"{action.title} ({writer.offer(action)}):", writer.lines(action.body)))
    return found
