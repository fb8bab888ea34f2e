"""Pages of the order of play: each part as numbered steps, with what packs insert and add marked."""

from __future__ import annotations

from collections.abc import Iterable

from castlewright.compiler.english.phrases import Phrases
from castlewright.compiler.english.sentences import sentence
from castlewright.compiler.english.shapes import instead_of
from castlewright.compiler.typed import ir
from castlewright.compiler.typed.walk import statements_in
from castlewright.rulebook.book import Book
from castlewright.rulebook.boxes import Beside, beside
from castlewright.rulebook.layout import layout_table
from castlewright.rulebook.page import Item, Page, escaped
from castlewright.rulebook.steps import added, doing, effects_of_steps, hooks_of, own_effect
from castlewright.rulebook.telling import Teller
from castlewright.rulebook.world import flow_page, parts_below

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
    first = flow.parts[0]
    if isinstance(first, ir.Stage):
        layout_table(book, Teller(book, pages[0]), first)
    return pages


def _page(book: Book, top: ir.Stage | ir.Rounds) -> Page:
    page = Page(flow_page(top), book.world.title_of(top))
    writer = _PlayWriter(book, page, beside(book, list(parts_below(top))))
    for prose in top.texts.prose:
        page.text(writer.teller.linked(prose))
    mark = page.mark(f"part-{top.name}")
    if isinstance(top, ir.Rounds):
        until = book.world.writer.part(top).removeprefix("until ")
        said = f"These steps are carried out again and again, until {until}."
        page.text(mark + writer.teller.linked(said))
    else:
        page.text(mark + "These steps are carried out once, one after the other.")
    page.text(_legend(book, writer.teller, top))
    writer.parts(top.parts, "")
    writer.teller.small(writer.teller.sources(top.texts))
    writer.teller.notes(top)
    return page


def _legend(book: Book, teller: Teller, top: ir.Stage | ir.Rounds) -> str:
    """Which icon stands for which pack, of those that add something here."""
    world = book.world
    packs: set[str] = set()
    for part in parts_below(top):
        packs.add(part.pack)
        packs |= {hook.pack for hook in hooks_of(book, part)}
        for stmt in () if isinstance(part, ir.Rounds) else statements_in(part.body):
            if isinstance(stmt, ir.Do):
                packs |= {hook.pack for hook in hooks_of(book, stmt.effect)}
            elif isinstance(stmt, ir.ChooseAction):
                packs |= {action.pack for action in world.program.actions.values() if action.holder is None}
    shown = [name for name in world.packs if name in packs and not world.is_base(name)]
    signs = ", ".join(f"{teller.icon(name)} {escaped(world.packs[name].title)}" for name in shown)
    return f"What bears a sign belongs to a pack: {signs}." if shown else ""


class _PlayWriter:
    """Writes the steps of one page."""

    def __init__(self, book: Book, page: Page, examples: Beside) -> None:
        self.book = book
        self.page = page
        self.teller = Teller(book, page)
        self.examples = examples
        self.told_here = effects_of_steps(book.world.program)

    def parts(self, parts: Iterable[Part], outer: str) -> None:
        """Each step under a heading with its number and its doings; inner steps count within outer ones."""
        for number, part in enumerate(parts, 1):
            self._part(part, f"{outer}.{number}" if outer else str(number))

    def _part(self, part: Part, number: str) -> None:
        page, world, teller = self.page, self.book.world, self.teller
        title = world.title_of(part)
        place = world.place(part)
        page.anchors.add(place.anchor)
        level = 2 + number.count(".")
        page.heads.append((level, f"{number}. {title}", place.anchor))
        marked = f"{teller.mark(part.pack)}{escaped(title)}"
        page.text(f'{"#" * level} <a id="{place.anchor}"></a>{number}\\. {marked}')
        for prose in part.texts.prose:
            page.text(teller.linked(prose, place))
        who = world.writer.part(part)
        if who:
            page.text(f"*{teller.linked(sentence(who), place)}*")
        if isinstance(part, ir.Rounds):
            self.parts(part.parts, number)
            return
        for moment in ("before", "instead of"):
            added(self.book, teller, part, moment)
        done = doing(self.book, teller, part)
        page.text(done.said)
        page.items(done.items, numbered=len(done.items) > 1)
        if isinstance(part, ir.Turns) or any(
            isinstance(s, ir.ChooseAction) for s in statements_in(part.body)
        ):
            self._actions(part, level + 1)
        added(self.book, teller, part, "after")
        self._beneath(part)

    def _beneath(self, part: ir.Step | ir.Turns) -> None:
        """Sources, notes and an example, of a step and of the effect that is told with it."""
        effect = own_effect(part)
        told: list[ir.Decl] = [part]
        if effect is not None and id(effect) in self.told_here:
            told.append(effect)
        sources = self.teller.sources(*(one.texts for one in told))
        self.teller.small(sources, self.examples.links(self.teller, part))
        for one in told:
            self.teller.notes(one)
        self.examples.box(self.teller, part)

    def _actions(self, part: ir.Turns | ir.Step, level: int) -> None:
        """What a turn offers, and what may be done at any time, each in a sentence."""
        world, teller = self.book.world, self.teller
        offered = [a for a in world.program.actions.values() if a.holder is None]
        turn = [a for a in offered if a.turn is not None and a.turn.rsplit(".", 1)[-1] == part.name]
        for heading, actions in (
            ("Choose one action", turn),
            ("At any time", [a for a in offered if a.turn is None]),
        ):
            if not actions:
                continue
            teller.page.heading(level, heading, f"{heading}-{part.name}")
            teller.page.items(self._action(action) for action in actions)

    def _action(self, action: ir.Action) -> Item:
        teller, writer = self.teller, self.book.world.writer
        terms = "".join(f", {term}" for term in writer.terms_of_offer(action))
        said = sentence(writer.body(action.body))
        lead = f"{teller.mark(action.pack)}**{teller.link(action)}**{teller.linked(terms)}."
        return Item(f"{lead} {teller.linked(said)}")


def _is_same_for_all(key: ir.Expr, program: ir.Program) -> bool:
    """Is this the same for every player, so that it decides nothing?"""
    return isinstance(key, ir.CallRule) and isinstance(instead_of(key.rule, program), ir.Lit)


def _winner(book: Book, page: Page, flow: ir.Flow) -> None:
    phrases = Phrases(book.world.program)
    if flow.winner_var is not None:
        phrases.names[flow.winner_var] = "they"
    page.heading(2, "Who wins", "who-wins")
    program = book.world.program
    keys = [key for key in flow.winner if not _is_same_for_all(key, program)]
    first, *ties = [phrases.value(key).removeprefix("their ").replace(" of they", "") for key in keys]
    said = f"Whoever has the most {first.removeprefix('the ')} wins."
    for tie in ties:
        said += f" Those who tie compare {tie}."
    teller = Teller(book, page)
    page.text(teller.linked(said))
    teller.notes(flow)
