"""Which pack changes what of which other, what it hears and inserts; packs that exclude each other."""

from __future__ import annotations

from castlewright.compiler.english.grammar import words
from castlewright.compiler.english.phrases import Phrases
from castlewright.compiler.english.sentences import sentence
from castlewright.compiler.typed.walk import flow_parts
from castlewright.rulebook.book import Book
from castlewright.rulebook.page import Page, escaped
from castlewright.rulebook.telling import Teller

__all__ = ["changes_page"]

PAGE = "changes.md"
ROWS = dict[tuple[str, str], list[str]]


def changes_page(book: Book) -> Page | None:
    """The page; None for a game without packs."""
    world = book.world
    if len(world.packs) < 2:
        return None
    page = Page(PAGE, "What each pack changes")
    teller = Teller(book, page)
    found = {name: _rows(book, teller, name) for name in world.packs}
    page.text("How often a pack (row) changes, hears or adds to something that another one (column) says.")
    names = list(world.packs)
    heads = ["Pack", *(escaped(world.packs[n].title) for n in names)]
    rows: list[list[str]] = []
    for name in names:
        if not found[name]:
            continue
        cells = [str(len([1 for _, other, _ in found[name] if other == target]) or "") for target in names]
        rows.append([f"{teller.mark(name)}{escaped(world.packs[name].title)}", *cells])
    page.table(heads, rows, right=range(1, len(heads)))
    for name in names:
        if found[name]:
            page.heading(2, world.packs[name].title, f"changes-by-{name}")
            page.table(
                ["How", "Of", "What"],
                [[how, _title(book, other), text] for how, other, text in found[name]],
            )
    _conflicts(book, page)
    return page


def _title(book: Book, pack: str) -> str:
    info = book.world.packs.get(pack)
    return escaped(info.title if info is not None else pack)


def _rows(book: Book, teller: Teller, pack: str) -> list[tuple[str, str, str]]:
    """How a pack touches others: the sort of touch, the other pack, and what comes of it."""
    world = book.world
    program, writer = world.program, world.writer
    rows: list[tuple[str, str, str]] = []
    for change in program.changes:
        if change.pack == pack and change.rule.pack != pack:
            by = f"{teller.link(change.holder)}: " if change.holder is not None else ""
            rows.append(("changes", change.rule.pack, by + teller.linked(writer.change(change))))
    for hook in program.hooks:
        if hook.pack == pack and hook.event.pack != pack:
            by = f"{teller.link(hook.holder)}: " if hook.holder is not None else ""
            when = sentence(writer.moment(hook, Phrases(program)))
            rows.append((hook.moment, hook.event.pack, by + teller.linked(when)))
    owner = {
        id(p): top.pack for top in (program.flow.parts if program.flow else ()) for p in flow_parts(program)
    }
    for part in flow_parts(program):
        if part.pack == pack and program.flow is not None and program.flow.pack != pack:
            rows.append(("inserts", owner.get(id(part), program.flow.pack), f"the step {teller.link(part)}"))
    for kind in program.kinds.values():
        if kind.pack == pack:
            continue
        for field in (
            *kind.fields.values(),
            *kind.slots.values(),
            *kind.keeps.values(),
            *kind.zones.values(),
        ):
            if field.pack == pack:
                rows.append(
                    ("adds", kind.pack, f"{words(field.name)} to {teller.link(kind, words(kind.plural))}")
                )
        new = [one for one in kind.definitions if one.pack == pack]
        if new:
            noun = words(kind.name if len(new) == 1 else kind.plural)
            rows.append(("adds", kind.pack, f"{len(new)} {teller.link(kind, noun)}"))
    return rows


def _conflicts(book: Book, page: Page) -> None:
    packs = [pack for pack in book.world.packs.values() if pack.conflicts]
    page.heading(2, "Packs that exclude each other", "conflicts")
    if not packs:
        page.text("None: all packs of this book can be played together.")
        return
    for pack in packs:
        others = ", ".join(_title(book, name) for name in pack.conflicts)
        page.text(f"{escaped(pack.title)} cannot be played with {others}.")
