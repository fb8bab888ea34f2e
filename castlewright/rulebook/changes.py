"""Which pack changes which rule of which other, what it adds to it; packs that exclude each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from castlewright.compiler.english.called import called, kind_called
from castlewright.compiler.english.grammar import capital, listed
from castlewright.compiler.english.sentences import sentence
from castlewright.compiler.typed import ir
from castlewright.rulebook.book import Book
from castlewright.rulebook.page import Page, escaped, slug
from castlewright.rulebook.telling import Teller
from castlewright.rulebook.world import has_page, pack_page

__all__ = ["changes_page"]

PAGE = "changes.md"
LONGEST = 320
"""What a pack adds to an event is told here up to this length; longer texts are only linked."""


@dataclass(frozen=True, slots=True)
class Touch:
    """How one pack touches another: `rule` or what else is touched, and what comes of it, as Markdown."""

    pack: str
    what: str
    said: str


def changes_page(book: Book) -> Page | None:
    """The page; None for a game without packs."""
    world = book.world
    if len(world.packs) < 2:
        return None
    page = Page(PAGE, "What each pack changes")
    teller = Teller(book, page)
    page.text(
        "Each pack changes rules, and adds something to what happens, of the packs that it is played with. "
        "Where the other pack is not in play, this is not either."
    )
    changed = {name: list(_changed(book, teller, name)) for name in world.packs}
    heard = {name: list(_heard(book, teller, name)) for name in world.packs}
    rows: list[list[str]] = []
    for name, pack in world.packs.items():
        touches = Counter(one.pack for one in (*changed[name], *heard[name]))
        brings = listed([*_brought(book, teller, name)])
        if not touches and not brings:
            continue
        others = ", ".join(f"{_pack(book, other)} ({count})" for other, count in touches.most_common())
        title = f"[{escaped(pack.title)}](#changes-by-{slug(name)})"
        rows.append([f"{teller.mark(name)}{title}", others or "nothing", brings or "nothing"])
    page.table(["Pack", "Changes in", "Adds to what others have"], rows)
    for name, pack in world.packs.items():
        if not (changed[name] or heard[name] or any(_brought(book, teller, name))):
            continue
        page.heading(2, pack.title, f"changes-by-{name}")
        _table(book, page, "Rule", changed[name])
        _table(book, page, "What happens", heard[name])
        steps = list(_inserted(book, teller, name))
        if steps:
            page.text(f"New in the order of play: {', '.join(steps)}.")
        brings = [*_brought(book, teller, name)]
        if brings:
            page.text(f"Adds {listed(brings)}.")
    _conflicts(book, page)
    return page


def _table(book: Book, page: Page, head: str, touches: list[Touch]) -> None:
    rows: list[list[str]] = []
    for one in touches:
        of = "" if book.world.is_base(one.pack) else f" (of {_pack(book, one.pack)})"
        rows.append([one.what + of, one.said])
    page.table([head, "With this pack"], rows)


def _pack(book: Book, name: str) -> str:
    info = book.world.packs.get(name)
    return escaped(name) if info is None else f"[{escaped(info.title)}]({pack_page(name)})"


def _changed(book: Book, teller: Teller, pack: str) -> Iterator[Touch]:
    """The rules of others that a pack or a piece of it changes."""
    world = book.world
    for change in world.program.changes:
        if change.pack != pack or change.rule.pack == pack:
            continue
        by = f"{teller.link(change.holder)}: " if change.holder is not None else ""
        rule = teller.link(change.rule)
        yield Touch(change.rule.pack, rule, by + teller.linked(world.writer.change(change)))


def _heard(book: Book, teller: Teller, pack: str) -> Iterator[Touch]:
    """What a pack or a piece of it does when something of another one happens."""
    world = book.world
    for hook in world.program.hooks:
        if hook.pack != pack or hook.event.pack == pack:
            continue
        told = world.writer.hook(hook)
        if len(told) > LONGEST:
            told = sentence(world.title_of(hook) + " …").rstrip(".")
        by = hook.holder if hook.holder is not None else hook
        name = f"{teller.link(hook.holder)}: " if hook.holder is not None else ""
        more = f" {teller.link(by, 'More')}" if told.endswith("…") else ""
        event = teller.link(hook.event) if not isinstance(hook.event, ir.Slot) else _slot(teller, hook.event)
        yield Touch(hook.event.pack, event, name + teller.linked(told) + more)


def _slot(teller: Teller, slot: ir.Slot) -> str:
    return teller.link(slot.kind, f"{capital(called(slot))} ({kind_called(slot.kind, plural=False)})")


def _inserted(book: Book, teller: Teller, pack: str) -> Iterator[str]:
    """The steps that a pack puts into an order of play that is not its own."""
    flow = book.world.program.flow
    if flow is None or flow.pack == pack:
        return
    yield from (teller.link(part) for part in book.world.steps() if part.pack == pack)


def _brought(book: Book, teller: Teller, pack: str) -> Iterator[str]:
    """The pieces that a pack adds to kinds of others."""
    for kind in book.world.program.kinds.values():
        if kind.pack == pack:
            continue
        new = sum(one.copies for one in kind.definitions if one.pack == pack)
        if new and (book.world.is_physical(kind) or has_page(kind)):
            yield f"{new} {teller.link(kind, kind_called(kind, plural=new != 1))}"


def _conflicts(book: Book, page: Page) -> None:
    packs = [pack for pack in book.world.packs.values() if pack.conflicts]
    page.heading(2, "Packs that exclude each other", "conflicts")
    if not packs:
        page.text("None: all packs of this book can be played together.")
        return
    for pack in packs:
        others = ", ".join(_pack(book, name) for name in pack.conflicts)
        page.text(f"{_pack(book, pack.name)} cannot be played with {others}.")
