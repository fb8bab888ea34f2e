"""Pages of the order of play: each part as numbered steps, with what packs insert and add marked."""

from __future__ import annotations

from collections.abc import Iterable

from castlewright.compiler.english.grammar import words
from castlewright.compiler.english.phrases import Phrases
from castlewright.compiler.english.sentences import sentence
from castlewright.compiler.typed import ir
from castlewright.compiler.typed.walk import statements_in
from castlewright.rulebook.book import Book
from castlewright.rulebook.layout import layout_table
from castlewright.rulebook.page import Item, Page, escaped
from castlewright.rulebook.telling import Teller
from castlewright.rulebook.world import capital, flow_page

__all__ = ["play_pages"]

Part = ir.Step | ir.Turns | ir.Rounds


def play_pages(book: Book) -> list[Page]:
    """One page for each stage and each rounds of the flow."""
    flow = book.world.program.flow
    if flow is None:
        return []
    pages = [_page(book, top) for top in flow.parts]
    if flow.winner:
        _winner(book, pages[-1], flow)
    return pages


def _page(book: Book, top: ir.Stage | ir.Rounds) -> Page:
    page = Page(flow_page(top), capital(words(top.name)))
    teller = Teller(book, page)
    page.text(page.mark(f"part-{top.name}"))
    if isinstance(top, ir.Rounds):
        until = book.world.writer.part(top).removeprefix("until ")
        page.text(teller.linked(f"The steps below are carried out again and again, until {until}."))
    page.text(_legend(book, teller, top))
    _parts(book, teller, top.parts, "")
    teller.notes(top)
    if (
        isinstance(top, ir.Stage)
        and book.world.program.flow is not None
        and top is book.world.program.flow.parts[0]
    ):
        layout_table(book, teller, top)
    return page


def _legend(book: Book, teller: Teller, top: ir.Stage | ir.Rounds) -> str:
    """Which icon stands for which pack, of those that add something here."""
    world = book.world
    packs = {part.pack for part in _all(top.parts)}
    packs |= {hook.pack for part in _all(top.parts) for hook in _hooks(book, part)}
    shown = [name for name in world.packs if name in packs and not world.is_base(name)]
    if not shown:
        return ""
    return (
        "Added by: "
        + ", ".join(f"{teller.icon(name)} {escaped(world.packs[name].title)}" for name in shown)
        + "."
    )


def _all(parts: Iterable[Part]) -> list[Part]:
    found: list[Part] = []
    for part in parts:
        found.append(part)
        if isinstance(part, ir.Rounds):
            found += _all(part.parts)
    return found


def _parts(book: Book, teller: Teller, parts: Iterable[Part], outer: str) -> None:
    """Each step under a heading with its number and its doings; inner steps count within outer ones."""
    for number, part in enumerate(parts, 1):
        _part(book, teller, part, f"{outer}.{number}" if outer else str(number))


def _part(book: Book, teller: Teller, part: Part, number: str) -> None:
    page, world = teller.page, book.world
    title = capital(words(part.name))
    place = world.place(part)
    page.anchors.add(place.anchor)
    level = 2 + number.count(".")
    page.heads.append((level, f"{number}. {title}", place.anchor))
    marked = f"{teller.mark(part.pack)}{escaped(title)}"
    page.text(f'{"#" * level} <a id="{place.anchor}"></a>{number}\\. {marked}')
    who = world.writer.part(part)
    if who:
        page.text(f"*{teller.linked(sentence(who), place)}*")
    if isinstance(part, ir.Rounds):
        _parts(book, teller, part.parts, number)
        return
    page.items(doings(book, teller, tuple(s for s in part.body if not isinstance(s, ir.ChooseAction))))
    for moment in ("before", "instead of", "after"):
        _added(book, teller, part, moment)
    if isinstance(part, ir.Turns) or any(isinstance(s, ir.ChooseAction) for s in statements_in(part.body)):
        _actions(book, teller, part, level + 1)
    teller.beneath(part)


def doings(book: Book, teller: Teller, body: ir.Body) -> list[Item]:
    """A body as a list; what an effect does is told below it, once."""
    world = book.world
    items: list[Item] = []
    for stmt in body:
        lines = world.writer.lines((stmt,), Phrases(world.program))
        below: tuple[Item, ...] = ()
        if isinstance(stmt, ir.Do):
            inner = Phrases(world.program)
            inner.introduce(stmt.effect.params)
            inner.fresh.clear()
            below = tuple(teller.items(world.writer.lines(stmt.effect.body, inner)))
            below += tuple(_hook_items(book, teller, stmt.effect))
        for line in teller.items(lines):
            items.append(Item(line.text, line.items or below))
    return items


def _hooks(book: Book, event: ir.Decl) -> list[ir.HookInfo]:
    """What packs, not single pieces, add to an event."""
    return [hook for hook in book.world.program.hooks if hook.event is event and hook.holder is None]


def _hook_items(book: Book, teller: Teller, event: ir.Decl) -> list[Item]:
    writer = book.world.writer
    items: list[Item] = []
    for hook in _hooks(book, event):
        phrases = Phrases(book.world.program)
        when = sentence(writer.moment(hook, phrases)).rstrip(".")
        below = tuple(teller.items(writer.lines(hook.body, phrases)))
        items.append(Item(f"{teller.mark(hook.pack)}{teller.linked(when)}:", below))
    return items


def _added(book: Book, teller: Teller, part: ir.Decl, moment: str) -> None:
    for hook in _hooks(book, part):
        if hook.moment == moment:
            phrases = Phrases(book.world.program)
            when = sentence(book.world.writer.moment(hook, phrases)).rstrip(".")
            teller.page.text(f"{teller.mark(hook.pack)}**{escaped(when)}:**")
            teller.page.items(teller.items(book.world.writer.lines(hook.body, phrases)))


def _actions(book: Book, teller: Teller, part: ir.Turns | ir.Step, level: int) -> None:
    """What a turn offers, and what may be done at any time."""
    world = book.world
    offered = [a for a in world.program.actions.values() if a.holder is None]
    turn = [a for a in offered if a.turn is not None and a.turn.rsplit(".", 1)[-1] == part.name]
    for heading, actions in (
        ("Choose one action", turn),
        ("At any time", [a for a in offered if a.turn is None]),
    ):
        if not actions:
            continue
        teller.page.heading(level, heading, f"{heading}-{part.name}")
        for action in actions:
            limits = world.writer.offer(action).partition(", if ")
            condition = f" (if {limits[2]})" if limits[2] else ""
            lines = world.writer.lines(action.body)
            link = teller.link(action)
            teller.page.text(f"{teller.mark(action.pack)}**{link}**{teller.linked(condition)}")
            teller.page.items(teller.items(lines))


def _winner(book: Book, page: Page, flow: ir.Flow) -> None:
    phrases = Phrases(book.world.program)
    if flow.winner_var is not None:
        phrases.names[flow.winner_var] = "they"
    page.heading(2, "Who wins", "who-wins")
    first, *ties = [phrases.value(key).removeprefix("their ").replace(" of they", "") for key in flow.winner]
    said = f"Whoever has the most {first.removeprefix('the ')} wins."
    for tie in ties:
        said += f" Those who tie compare {tie}."
    teller = Teller(book, page)
    page.text(teller.linked(said))
    teller.notes(flow)
