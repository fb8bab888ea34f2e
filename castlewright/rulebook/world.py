"""What the book is about: the linked program, a ruleset of it to draw and count with, and where each thing
is told.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from castlewright.compiler.compile import Order, generate, link_order
from castlewright.compiler.english.called import called, kind_called
from castlewright.compiler.english.grammar import words
from castlewright.compiler.english.phrases import Phrases
from castlewright.compiler.english.sentences import Writer
from castlewright.compiler.lower.settled import settle
from castlewright.compiler.packs.packs import Library
from castlewright.compiler.typed import ir
from castlewright.printed import Printed
from castlewright.rulebook.groups import groups_of
from castlewright.rulebook.page import slug
from castlewright.rules_dsl.diagnostics import DiagnosticError, Diagnostics
from castlewright.runtime.ruleset import Ruleset

__all__ = [
    "Place",
    "World",
    "capital",
    "chapter_of",
    "has_page",
    "is_column",
    "linked",
    "pack_page",
    "parts_below",
    "told_program",
]

GLOSSARY = "glossary.md"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a thing is told: a page and an anchor on it."""

    page: str
    anchor: str

    def seen_from(self, page: str) -> str:
        """The address that a link on a page gives."""
        return f"#{self.anchor}" if page == self.page else f"{self.page}#{self.anchor}"


def capital(text: str) -> str:
    """A text with its first letter in upper case."""
    return text[:1].upper() + text[1:]


def chapter_of(decl: ir.Decl) -> str:
    """The name of the file that says a thing, without its ending: chapters follow the files of a pack."""
    return decl.span.path.rsplit("/", 1)[-1].removesuffix(".rules")


def is_column(rule: ir.Rule) -> bool:
    """Is a rule a column of a table of numbers: one of several rules under one name, each a choice by key?"""
    return "." in rule.name and isinstance(rule.value, ir.Select)


def has_page(kind: ir.Kind) -> bool:
    """Do the definitions of a kind get a page: are they pieces, or do they print, keep or do something?"""
    return bool(kind.definitions) and (not kind.is_value or bool(kind.fields or kind.slots))


def linked(order: Order, library: Library) -> ir.Program:
    """The program of an order. Raises `DiagnosticError` if the texts have errors."""
    found = Diagnostics()
    program = link_order(order, found, library)
    if program is None:
        raise DiagnosticError(found)
    return program


def told_program(order: Order, library: Library, players: int | None = None) -> ir.Program:
    """The same, with what is settled before a game begins worked out: what sentences are written from."""
    program = linked(order, library)
    settle(program, players)
    return program


@dataclass
class World:
    """A game with packs, as the book tells it; `players` narrows all of it to one number of players."""

    order: Order
    library: Library
    players: int | None = None
    places: dict[int, Place] = field(default_factory=dict[int, Place])

    def __post_init__(self) -> None:
        self.program = linked(self.order, self.library)
        self.shortened = frozenset(settle(self.program, self.players))
        """The ids of the declarations whose text says more, or something else, than is told of them here."""
        self.writer = Writer(self.program)
        self.packs: Mapping[str, ir.PackInfo] = {
            pack.name: pack
            for pack in sorted(self.program.packs, key=lambda pack: pack.name != self.program.game)
        }
        self._settle()

    @cached_property
    def rules(self) -> Ruleset:
        """A ruleset of the same order: pieces are drawn and counted with it."""
        found = Diagnostics()
        built = generate(linked(self.order, self.library), found)
        if built is None:
            raise DiagnosticError(found)
        return Ruleset.from_code(built.marshalled())

    @cached_property
    def printed(self) -> Printed:
        """What the pieces print."""
        return Printed(self.rules)

    @property
    def counts(self) -> tuple[int, ...]:
        """The numbers of players that the book speaks of."""
        fewest, most = self.rules.meta["players"]
        return (self.players,) if self.players is not None else tuple(range(fewest, most + 1))

    def is_base(self, pack: str) -> bool:
        """Is this the pack that the game is named after?"""
        return pack == self.program.game

    @property
    def options(self) -> list[ir.Option]:
        """The options that this book tells: those of another way to play stand in a book of their own, and
        its book leaves the others to that of the game.
        """
        modes = {pack.name for pack in self.packs.values() if pack.mode}
        return [one for one in self.program.options.values() if not modes or one.pack in modes]

    def option_title(self, name: str) -> str:
        """What an option is called."""
        return self.program.options[name].title or capital(words(name))

    def is_physical(self, kind: ir.Kind) -> bool:
        """Can a piece of this kind lie anywhere? Outlines and the like are pieces of no zone."""
        zones = [*self.program.zones.values()]
        for other in self.program.kinds.values():
            zones += [*other.zones.values(), *(z for one in other.definitions for z in one.zones.values())]
        return not kind.is_value and any(kind in zone.kinds for zone in zones)

    # -- places ------------------------------------------------------------------------------------------

    def _settle(self) -> None:
        """Give everything that is told a place, before any page is written."""
        program = self.program
        for kind in program.kinds.values():
            page = f"kind-{slug(kind.name)}.md" if has_page(kind) else GLOSSARY
            self._at(kind, page, f"kind-{kind.name}")
            # On a site of Markdown pages a heading is an anchor as well, by the words of it.
            heads = {slug(title) for title, _ in groups_of(kind)}
            for one in kind.definitions:
                free = has_page(kind) and slug(one.name) not in heads
                self._at(one, page, one.name if free else f"{kind.name}-{one.name}")
                self._all(one.keeps.values(), GLOSSARY, "keep")
                self._all(one.zones.values(), GLOSSARY, "zone")
            self._all(kind.keeps.values(), GLOSSARY, f"keep-{kind.name}")
            self._all(kind.zones.values(), GLOSSARY, f"zone-{kind.name}")
        self._all(program.units.values(), GLOSSARY, "unit")
        self._all(program.keeps.values(), GLOSSARY, "keep")
        self._all(program.zones.values(), GLOSSARY, "zone")
        for rule in program.rules.values():
            self._at(rule, pack_page(rule.pack), f"rule-{rule.name}")
        for effect in program.effects.values():
            self._at(effect, pack_page(effect.pack), f"effect-{effect.name}")
        for action in program.actions.values():
            if action.holder is None:
                self._at(action, pack_page(action.pack), f"action-{action.name}")
            else:
                self.places[id(action)] = self.places[id(action.holder)]
        for placing in program.placings:
            self._at(placing, pack_page(placing.pack), f"placing-{placing.kind.name}-{placing.zone.name}")
            for need in placing.needs:
                self._at(need, pack_page(need.pack), f"need-{placing.kind.name}-{need.name}")
        for number, change in enumerate(program.changes, 1):
            self._beside(change, change.holder, f"change-{number}-{change.rule.name}")
        for number, hook in enumerate(program.hooks, 1):
            self._beside(hook, hook.holder, f"when-{number}-{hook.event.name}")
        for top in program.flow.parts if program.flow is not None else ():
            page = flow_page(top)
            self._at(top, page, f"part-{top.name}")
            for part in parts_below(top):
                self._at(part, page, f"step-{part.path.partition('.')[2] or part.name}")
        modes = any(pack.mode for pack in program.packs)
        for number, example in enumerate(program.examples, 1):
            if modes and not self.packs[example.pack].mode:
                continue  # these stand in the book of the game itself
            taken = {place.anchor for place in self.places.values() if place.page == "examples.md"}
            anchor = slug(f"{example.pack}-{example.title}")
            self._at(example, "examples.md", anchor if anchor not in taken else f"{anchor}-{number}")

    def _all(self, decls: Iterable[ir.Decl], page: str, word: str) -> None:
        for decl in decls:
            self._at(decl, page, f"{word}-{decl.name}")

    def _at(self, decl: ir.Decl, page: str, anchor: str) -> None:
        self.places[id(decl)] = Place(page, slug(anchor))

    def _beside(self, decl: ir.Decl, holder: ir.Definition | None, anchor: str) -> None:
        if holder is not None:
            self.places[id(decl)] = self.places[id(holder)]
        else:
            self._at(decl, pack_page(decl.pack), anchor)

    def place(self, decl: ir.Decl) -> Place:
        """Where a thing is told. Raises KeyError for one that the book does not tell."""
        return self.places[id(decl)]

    def title_of(self, decl: ir.Decl) -> str:
        """What a thing is called in headings and lists."""
        match decl:
            case ir.Definition():
                return decl.title or capital(words(decl.name))
            case ir.Action() | ir.Example():
                return decl.title
            case ir.Rule() if is_column(decl):
                table, _, column = decl.name.partition(".")
                return f"{capital(words(table))}: {words(column)}"
            case ir.Rule():
                return self.writer.rule_name(decl)
            case ir.Effect():
                return self.writer.effect_name(decl)
            case ir.RuleChange():
                return capital(self.writer.changed(decl))
            case ir.HookInfo():
                return capital(self.writer.moment(decl, Phrases(self.program)).partition(", if ")[0])
            case ir.Need():
                return capital(decl.refusal or words(decl.name))
            case ir.Placing():
                return f"Where {kind_called(decl.kind, plural=True)} may lie"
            case ir.Step() | ir.Turns() | ir.Rounds() | ir.Stage():
                said = decl.texts.reads or words(decl.name)
                return capital(said.removeprefix("{you} ").removeprefix("the "))
            case ir.Keep() | ir.Zone() | ir.Field() | ir.Slot():
                return capital(called(decl))
            case ir.Kind():
                return capital(kind_called(decl, plural=False))
            case _:
                return capital(words(decl.name.replace(".", " ")))

    def told(self) -> Iterator[ir.Decl]:
        """Everything that has texts of its own, in the order of packs."""
        program = self.program
        for kind in program.kinds.values():
            yield kind
            yield from kind.fields.values()
            yield from kind.slots.values()
            yield from kind.keeps.values()
            yield from kind.zones.values()
            yield from kind.definitions
            for one in kind.definitions:
                yield from one.keeps.values()
                yield from one.zones.values()
        yield from program.units.values()
        yield from program.keeps.values()
        yield from program.zones.values()
        yield from program.rules.values()
        yield from program.effects.values()
        yield from program.actions.values()
        for placing in program.placings:
            yield placing
            yield from placing.needs
        yield from program.changes
        yield from program.hooks
        if program.flow is not None:
            yield program.flow
            for top in program.flow.parts:
                yield top
                yield from parts_below(top)
        yield from program.examples

    def steps(self) -> Iterator[ir.Stage | ir.Rounds | ir.Step | ir.Turns]:
        """All parts of the order of play."""
        for top in self.program.flow.parts if self.program.flow is not None else ():
            yield top
            yield from parts_below(top)

    def home(self, decl: ir.Decl) -> Place | None:
        """The place of a thing, or of what it belongs to."""
        found = self.places.get(id(decl))
        if found is None and isinstance(decl, (ir.Field, ir.Slot)):
            found = self.places.get(id(decl.kind))
        if found is None and isinstance(decl, ir.Flow) and decl.parts:
            found = self.places.get(id(decl.parts[0]))
        return found


def pack_page(pack: str) -> str:
    """The page of a pack."""
    return f"pack-{slug(pack)}.md"


def flow_page(part: ir.Stage | ir.Rounds) -> str:
    """The page of one part of the order of play."""
    return f"play-{slug(part.name)}.md"


def parts_below(part: ir.Stage | ir.Rounds) -> Iterator[ir.Step | ir.Turns | ir.Rounds]:
    """Everything inside a part of the flow, outer parts first."""
    for one in part.parts:
        yield one
        if isinstance(one, ir.Rounds):
            yield from parts_below(one)
