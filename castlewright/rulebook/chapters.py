"""A page for each pack: its rules in chapters, one for each of its files, as play meets them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from castlewright.compiler.english.grammar import words
from castlewright.compiler.english.phrases import Phrases
from castlewright.compiler.english.sentences import sentence
from castlewright.compiler.typed import ir
from castlewright.compiler.typed.walk import everything_in
from castlewright.rulebook.book import Book
from castlewright.rulebook.examples import examples_shown
from castlewright.rulebook.page import Item, Page, escaped
from castlewright.rulebook.telling import Teller
from castlewright.rulebook.world import capital, chapter_of, has_page, pack_page, parts_below

__all__ = ["pack_pages"]

Told = ir.Rule | ir.Effect | ir.Action | ir.RuleChange | ir.HookInfo | ir.Need | ir.Example


def pack_pages(book: Book) -> list[Page]:
    """The pages of all packs, that of the game first."""
    ranks = _ranks(book)
    return [_page(book, pack, ranks) for pack in book.world.packs.values()]


def _page(book: Book, pack: ir.PackInfo, ranks: dict[tuple[str, str], int]) -> Page:
    page = Page(pack_page(pack.name), pack.title)
    teller = Teller(book, page)
    if not book.world.is_base(pack.name):
        page.text(f"{teller.icon(pack.name)} marks everything that this pack adds.")
    _about(book, teller, pack)
    chapters: dict[str, list[Told]] = {}
    for decl in _told(book, pack.name):
        chapters.setdefault(chapter_of(decl), []).append(decl)
    for chapter in _kept(book, pack.name):
        chapters.setdefault(chapter, [])
    order = sorted(chapters, key=lambda name: (ranks.get((pack.name, name), len(ranks)), name))
    ruling = [name for name in order if any(not isinstance(one, ir.Example) for one in chapters[name])]
    for chapter in ruling:
        _chapter(book, teller, pack, chapter, chapters[chapter])
    brought = [name for name in order if name not in ruling and name in _kept(book, pack.name)]
    if brought:
        page.heading(2, "Pieces of this pack", "pieces-of-this-pack")
        for chapter in brought:
            page.heading(3, capital(words(chapter)), chapter)
            _defined(book, teller, pack.name, chapter)
    examples = [one for told in chapters.values() for one in told if isinstance(one, ir.Example)]
    if examples and examples_shown(book, pack.name):
        page.heading(2, "Worked examples", "worked-examples")
        page.items(Item(teller.link(one)) for one in sorted(examples, key=lambda one: one.span.start))
    return page


def _about(book: Book, teller: Teller, pack: ir.PackInfo) -> None:
    """What a pack says about itself, needs and brings."""
    page, world = teller.page, book.world
    if pack.players is not None:
        page.text(f"For {pack.players[0]} to {pack.players[1]} players.")
    needs = [name for name in pack.needs if not world.is_base(name)]
    if needs:
        page.text("Needs " + ", ".join(_pack_link(book, name) for name in needs) + ".")
    if pack.conflicts:
        page.text(
            "Cannot be played with " + ", ".join(_pack_link(book, name) for name in pack.conflicts) + "."
        )
    for prose in pack.texts.prose:
        page.text(teller.linked(prose))
    sources = teller.sources(pack.texts)
    if sources:
        page.text(f"<small>{sources}</small>")
    for note in pack.texts.notes:
        page.aside("Note", teller.linked(note.removeprefix("Reading: ")))
    brings = [
        f"{teller.link(kind, f'{count} {words(kind.name if count == 1 else kind.plural)}')}"
        for kind in world.program.kinds.values()
        if has_page(kind) and not kind.is_value
        for count in (sum(one.copies for one in kind.definitions if one.pack == pack.name),)
        if count
    ]
    if brings:
        page.text(f"In this pack: {', '.join(brings)}.")


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
    found += program.examples
    yield from sorted((d for d in found if d.pack == pack), key=lambda d: (d.span.path, d.span.start))


def _kept(book: Book, pack: str) -> set[str]:
    """The chapters in which a pack defines pieces or members, whether or not there are rules beside them."""
    return {
        chapter_of(one)
        for kind in book.world.program.kinds.values()
        if has_page(kind)
        for one in kind.definitions
        if one.pack == pack
    }


def _chapter(book: Book, teller: Teller, pack: ir.PackInfo, chapter: str, told: list[Told]) -> None:
    page = teller.page
    page.heading(2, capital(words(chapter)), chapter)
    intro = _intro(book, pack.name, chapter)
    if intro:
        page.text(teller.linked(intro))
    _defined(book, teller, pack.name, chapter)
    tables: set[str] = set()
    placed: set[int] = set()
    for decl in told:
        match decl:
            case ir.Rule() if "." in decl.name:
                name = decl.name.partition(".")[0]
                if name not in tables:
                    tables.add(name)
                    _columns(book, teller, name)
            case ir.Need():
                _need(book, teller, decl, placed)
            case ir.Example():
                pass
            case _:
                _entry(book, teller, decl)


def _defined(book: Book, teller: Teller, pack: str, chapter: str) -> None:
    """Links to what a chapter defines: whole kinds of pieces in one line each."""
    for kind in book.world.program.kinds.values():
        if not has_page(kind):
            continue
        own = [one for one in kind.definitions if one.pack == pack and chapter_of(one) == chapter]
        if own:
            noun = words(kind.name if len(own) == 1 else kind.plural)
            names = ", ".join(teller.link(one) for one in own)
            teller.page.text(f"{capital(noun)}: {names}.")


def _entry(book: Book, teller: Teller, decl: Told) -> None:
    writer, program = book.world.writer, book.world.program
    title = book.world.title_of(decl)
    match decl:
        case ir.Rule():
            teller.entry(decl, title, writer.rule_alone(decl))
            _changed(book, teller, decl)
        case ir.Effect():
            phrases = Phrases(program)
            phrases.introduce(decl.params)
            phrases.fresh.clear()
            name = writer.effect_name(decl)
            lead = f"{name if name != title else ''}{writer.limit(decl.limit)}:".removeprefix(":")
            teller.entry(decl, title, lead, writer.lines(decl.body, phrases))
        case ir.Action():
            teller.entry(decl, title, capital(writer.offer(decl)) + ":", writer.lines(decl.body))
        case ir.RuleChange():
            teller.entry(decl, title, writer.change(decl))
        case ir.HookInfo():
            phrases = Phrases(program)
            lead = sentence(writer.moment(decl, phrases)).rstrip(".")
            teller.entry(decl, title, f"{lead}:", writer.lines(decl.body, phrases))
        case _:
            pass


def _changed(book: Book, teller: Teller, rule: ir.Rule) -> None:
    """Beneath a rule: who changes it, with a link to the change."""
    world = book.world
    found: list[str] = []
    for change in world.program.changes:
        if change.rule is not rule:
            continue
        by = change.holder if change.holder is not None else change
        name = world.title_of(change.holder) if change.holder is not None else world.packs[change.pack].title
        found.append(f"{teller.mark(change.pack)}{teller.link(by, name)}")
    if found:
        teller.page.text(f"<small>Changed by</small> {', '.join(dict.fromkeys(found))}.")


def _columns(book: Book, teller: Teller, name: str) -> None:
    """A table of constants: a row for each key, a column for each rule."""
    world = book.world
    rules = [r for r in world.program.rules.values() if r.name.startswith(f"{name}.")]
    phrases = Phrases(world.program)
    keys: list[str] = []
    columns: list[dict[str, str]] = []
    for rule in rules:
        column: dict[str, str] = {}
        if isinstance(rule.value, ir.Select):
            for key, value in rule.value.rows:
                column[phrases.value(key)] = phrases.value(value)
            if rule.value.otherwise is not None:
                column["otherwise"] = phrases.value(rule.value.otherwise)
        keys += [key for key in column if key not in keys]
        columns.append(column)
    marks = "".join(teller.page.mark(world.place(rule).anchor) for rule in rules)
    mark = teller.mark(rules[0].pack)
    teller.page.text(f"{marks}{mark}**{escaped(capital(words(name)))}.** By the number it is asked for:")
    heads = ["For", *(capital(words(rule.name.partition(".")[2])) for rule in rules)]
    rows = [[key, *(teller.linked(column.get(key, "")) for column in columns)] for key in keys]
    teller.page.table(heads, rows, right=range(1, len(heads)))
    for rule in rules:
        _changed(book, teller, rule)
        teller.notes(rule)
    sources = teller.sources(rules[0].texts)
    if sources:
        teller.page.text(f"<small>{sources}</small>")


def _need(book: Book, teller: Teller, need: ir.Need, placed: set[int]) -> None:
    """A condition of a placing; what all of them are about stands before the first."""
    world = book.world
    placing = next(p for p in world.program.placings if need in p.needs)
    if id(placing) not in placed:
        placed.add(id(placing))
        place = world.place(placing)
        mark = teller.page.mark(place.anchor) if place.page == teller.page.path else ""
        kind, zone = words(placing.kind.name), words(placing.zone.name)
        lead = f"**Placing.** A {kind} may lie in a {zone} where all of these hold of it:"
        teller.page.text(mark + lead)
        if place.page == teller.page.path:
            teller.beneath(placing)
    text = world.writer.need(need)
    refusal = f" (“{need.refusal}”)" if need.refusal else ""
    teller.entry(need, world.title_of(need), f"{text.rstrip('.')}{refusal}.")


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


def _ranks(book: Book) -> dict[tuple[str, str], int]:
    """The order of chapters: as the flow comes to what they say, from the first part to the last."""
    ranks: dict[tuple[str, str], int] = {}
    seen: set[int] = set()

    def meet(decl: ir.Decl) -> None:
        if id(decl) in seen:
            return
        seen.add(id(decl))
        ranks.setdefault((decl.pack, chapter_of(decl)), len(ranks))
        for part in _inside(decl):
            for node in everything_in(part):
                for met in _named(node):
                    meet(met)

    program = book.world.program
    for top in program.flow.parts if program.flow is not None else ():
        for part in parts_below(top):
            meet(part)
            if isinstance(part, ir.Turns):
                for action in program.actions.values():
                    meet(action)
    return ranks


def _inside(decl: ir.Decl) -> Iterable[object]:
    match decl:
        case ir.Rule():
            return [*(value for _, value in decl.lets), decl.value]
        case ir.Effect() | ir.Action() | ir.Step() | ir.Turns():
            return decl.body
        case ir.Definition():
            return [
                part
                for f in decl.fillings.values()
                for part in (f.value, *(f.body or ()))
                if part is not None
            ]
        case ir.Kind():
            return [part for d in decl.definitions for f in d.fillings.values() for part in (f.body or ())]
        case _:
            return ()


def _named(node: object) -> Iterator[ir.Decl]:
    match node:
        case ir.CallRule(rule=rule) | ir.RuleRef(rule=rule):
            yield rule
        case ir.Do(effect=effect):
            yield effect
        case ir.DoSlot(slot=slot) | ir.CallSlot(slot=slot):
            yield slot.kind
        case _:
            pass
