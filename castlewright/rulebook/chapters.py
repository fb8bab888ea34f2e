"""A page for each pack: its rules in chapters, one for each of its files, as play meets them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from castlewright.compiler.english.called import called, kind_called
from castlewright.compiler.english.grammar import words
from castlewright.compiler.typed import ir
from castlewright.rulebook.book import Book
from castlewright.rulebook.boxes import Beside, beside
from castlewright.rulebook.entries import Told, tell, terms
from castlewright.rulebook.examples import examples_shown
from castlewright.rulebook.formula import formula_of
from castlewright.rulebook.labels import bold
from castlewright.rulebook.members import has_deeds, member_table
from castlewright.rulebook.optiontables import option_tables
from castlewright.rulebook.page import Item, Page, escaped, slug
from castlewright.rulebook.ranks import ranks_of
from castlewright.rulebook.steps import effects_of_steps
from castlewright.rulebook.tables import number_table, scale_of, scale_table
from castlewright.rulebook.telling import Teller
from castlewright.rulebook.variants import variant_tables
from castlewright.rulebook.world import capital, chapter_of, has_page, is_column, pack_page

__all__ = ["brought_by", "pack_pages"]

MANY = 12
"""Of more things than this a chapter gives the number; their names stand on a page of their own."""


def pack_pages(book: Book) -> list[Page]:
    """The pages of all packs, that of the game first."""
    ranks = ranks_of(book)
    return [_page(book, pack, ranks) for pack in book.world.packs.values()]


def _page(book: Book, pack: ir.PackInfo, ranks: dict[tuple[str, str], int]) -> Page:
    page = Page(pack_page(pack.name), pack.title)
    teller = Teller(book, page)
    _about(book, teller, pack)
    chapters: dict[str, list[Told]] = {}
    for decl in _told(book, pack.name):
        chapters.setdefault(chapter_of(decl), []).append(decl)
    defining = _defining(book, pack.name)
    tables = option_tables(book.world, pack.name)
    for table in tables:
        chapters.setdefault(table.chapter, [])
    order = sorted({*chapters, *defining}, key=lambda name: (ranks.get((pack.name, name), len(ranks)), name))
    for name in order:
        if name in chapters:
            _chapter(book, teller, pack, name, chapters[name])
            variant_tables(book, teller, [table for table in tables if table.chapter == name])
    brought = [name for name in order if name not in chapters]
    if brought:
        page.heading(2, "Pieces of this pack", "pieces-of-this-pack")
        page.items(
            Item(
                f"{page.mark(name)}**{escaped(capital(words(name)))}.** "
                + " ".join(_defined(book, teller, pack.name, name))
            )
            for name in brought
        )
    _examples(book, teller, pack)
    return page


def _examples(book: Book, teller: Teller, pack: ir.PackInfo) -> None:
    """Where all examples of a pack stand."""
    count = sum(one.pack == pack.name for one in book.world.program.examples)
    if count and examples_shown(book, pack.name):
        link = f"[Worked examples](examples.md#examples-of-{slug(pack.name)})"
        teller.page.text(f"{link}: all {count} of this pack." if count > 1 else f"{link}: there is one.")


def _about(book: Book, teller: Teller, pack: ir.PackInfo) -> None:
    """What a pack says about itself, needs and brings; its sign stands here and nowhere else on its page."""
    page, world = teller.page, book.world
    for prose in pack.texts.prose:
        page.text(teller.linked(prose))
    facts: list[str] = []
    if pack.players is not None:
        fewest, most = pack.players
        facts.append(f"For {fewest} to {most} players." if fewest != most else f"For {fewest} players.")
    needs = [name for name in pack.needs if not world.is_base(name)]
    if needs:
        facts.append(f"Needs {', '.join(_pack_link(book, name) for name in needs)}.")
    if pack.conflicts:
        facts.append(f"Cannot be played with {', '.join(_pack_link(book, n) for n in pack.conflicts)}.")
    brings = brought_by(book, teller, pack.name)
    if brings:
        facts.append(f"In this pack: {brings}.")
    if not world.is_base(pack.name):
        facts.append(f"{teller.icon(pack.name)} marks on other pages what comes with it.")
    page.text(" ".join(facts))
    teller.small(teller.sources(pack.texts))
    for note in pack.texts.notes:
        page.aside("Note", teller.linked(capital(note.removeprefix("Reading: "))))


def brought_by(book: Book, teller: Teller, pack: str) -> str:
    """The pieces that a pack brings, counted, with links to their kinds."""
    return ", ".join(
        teller.link(kind, f"{count} {kind_called(kind, plural=count != 1)}")
        for kind in book.world.program.kinds.values()
        if has_page(kind) and book.world.is_physical(kind)
        for count in (sum(one.copies for one in kind.definitions if one.pack == pack),)
        if count
    )


def _pack_link(book: Book, name: str) -> str:
    pack = book.world.packs.get(name)
    return escaped(name) if pack is None else f"[{escaped(pack.title)}]({pack_page(name)})"


def _told(book: Book, pack: str) -> Iterator[Told]:
    """What the chapters of a pack tell, in the order of its files."""
    program = book.world.program
    found: list[Told] = [*program.rules.values(), *program.effects.values()]
    found += [a for a in program.actions.values() if a.holder is None]
    found += [c for c in program.changes if c.holder is None]
    found += [h for h in program.hooks if h.holder is None]
    found += [need for placing in program.placings for need in placing.needs]
    yield from sorted((d for d in found if d.pack == pack), key=lambda d: (d.span.path, d.span.start))


def _defining(book: Book, pack: str) -> set[str]:
    """The chapters in which a pack defines pieces or members, whether or not there are rules beside them."""
    return {
        chapter_of(one)
        for kind in book.world.program.kinds.values()
        if has_page(kind)
        for one in kind.definitions
        if one.pack == pack
    }


# -- a chapter ---------------------------------------------------------------------------------------------


def _chapter(book: Book, teller: Teller, pack: ir.PackInfo, chapter: str, told: list[Told]) -> None:
    """First what players do, then the rules for it, then what changes elsewhere, then mere terms."""
    teller.page.heading(2, capital(words(chapter)), chapter)
    teller.page.text(teller.linked(_intro(book, pack.name, chapter)))
    teller.page.text(" ".join(_defined(book, teller, pack.name, chapter)))
    _member_tables(book, teller, pack.name, chapter)
    steps = effects_of_steps(book.world.program)
    small = [one for one in told if isinstance(one, ir.Rule) and _is_term(one)]
    elsewhere = {one: steps[id(one)] for one in told if isinstance(one, ir.Effect) and id(one) in steps}
    entries = sorted((one for one in told if one not in small and one not in elsewhere), key=_rank)
    examples = beside(book, entries)
    tables: set[str] = set()
    for decl in entries:
        match decl:
            case ir.Rule() if is_column(decl):
                name = decl.name.partition(".")[0]
                if name not in tables:
                    tables.add(name)
                    number_table(book, teller, name)
            case ir.Rule() if (scale := scale_of(decl)) is not None:
                scale_table(book, teller, decl, scale, [examples.links(teller, decl)])
            case ir.Need():
                _need(book, teller, decl, examples)
            case _:
                tell(book, teller, decl, [examples.links(teller, decl)])
        examples.box(teller, decl)
    terms(book, teller, small, elsewhere)


def _is_term(rule: ir.Rule) -> bool:
    """Does a rule only name something: one expression, of which its author says no more?"""
    said = rule.texts
    more = said.cites or said.notes or said.prose or said.standing or said.found
    return not more and not rule.lets and not is_column(rule) and bool(formula_of(rule))


def _rank(decl: Told) -> int:
    match decl:
        case ir.Action():
            return 0
        case ir.Effect():
            return 1
        case ir.HookInfo() if decl.event.pack == decl.pack:
            return 1
        case ir.RuleChange() | ir.HookInfo():
            return 3
        case _:
            return 2


def _defined(book: Book, teller: Teller, pack: str, chapter: str) -> Iterator[str]:
    """What a chapter defines, a line for each kind: names with links, of many only how many."""
    for kind in book.world.program.kinds.values():
        own = _own(kind, pack, chapter)
        if not own or has_deeds(kind):
            continue
        noun = kind_called(kind, plural=len(own) != 1)
        if len(own) == 1 and book.world.title_of(own[0]).lower() == noun.lower():
            continue
        if len(own) > MANY:
            yield f"{len(own)} {teller.link(kind, noun)} belong to this."
        else:
            yield f"{capital(noun)}: {', '.join(teller.link(one) for one in own)}."


def _member_tables(book: Book, teller: Teller, pack: str, chapter: str) -> None:
    for kind in book.world.program.kinds.values():
        own = _own(kind, pack, chapter)
        if own and has_deeds(kind):
            member_table(book, teller, kind, own)


def _own(kind: ir.Kind, pack: str, chapter: str) -> list[ir.Definition]:
    if not has_page(kind):
        return []
    return [one for one in kind.definitions if one.pack == pack and chapter_of(one) == chapter]


def _need(book: Book, teller: Teller, need: ir.Need, examples: Beside) -> None:
    """A condition of a placing; what all of them are about stands before the first of a page."""
    world = book.world
    placing = next(p for p in world.program.placings if need in p.needs)
    place = world.place(placing)
    here = place.page == teller.page.path
    if next(one for one in placing.needs if one.pack == need.pack) is need:
        mark = teller.page.mark(place.anchor) if here else ""
        kind, zone = kind_called(placing.kind, plural=False), called(placing.zone)
        more = "all of these hold" if here else "these hold too"
        teller.page.text(f"{mark}**A {escaped(kind)} may lie in a {escaped(zone)}** only where {more}:")
        if here:
            teller.small(teller.sources(placing.texts))
            teller.notes(placing)
    text = world.writer.need(need)
    lead = f"{bold(capital(need.refusal.rstrip('.')) + ':')} " if need.refusal else ""
    said = text[:1].lower() + text[1:] if lead else text
    teller.entry(need, lead + said, more=[examples.links(teller, need)])


def _intro(book: Book, pack: str, chapter: str) -> str:
    """What the author says at the head of a file; a text with numbers is left out, they would not keep up."""
    loaded = book.world.library.get(pack)
    for module in loaded.modules if loaded is not None else ():
        path = module.span.source.path
        if path.rsplit("/", 1)[-1].removesuffix(".rules") != chapter:
            continue
        lines: list[str] = []
        for comment in module.comments:
            if not comment.own_line or comment.span.line != len(lines) + 1:
                break
            lines.append(comment.text.lstrip("# ").rstrip())
        said = " ".join(lines)
        return "" if re.search(r"\d|`", said) else said
    return ""
