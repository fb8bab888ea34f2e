"""The words for things by themselves: kinds, members, units, locals, and what belongs to them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Generator, Iterable, Sequence, Set
from contextlib import contextmanager
from dataclasses import dataclass, field

from castlewright.compiler.english.called import kind_called
from castlewright.compiler.english.grammar import a, grouped, listed, possessive, words
from castlewright.compiler.english.vocabulary import NOUNS
from castlewright.compiler.typed import ir
from castlewright.compiler.typed.types import NUMBER, PLAYER, Many, Piece, Plain, Type, Unit, Value, narrowed

__all__ = ["Names"]


@dataclass(slots=True)
class Names(ABC):
    """Writes phrases about one program.

    `names` are the words for locals, `fresh` the words for those that have not been named yet (used once,
    then `names` takes over), `bound` the definitions that some stand for.
    """

    program: ir.Program
    names: dict[ir.Var, str] = field(default_factory=dict[ir.Var, str])
    bound: dict[ir.Var, ir.Definition] = field(default_factory=dict[ir.Var, ir.Definition])
    fresh: dict[ir.Var, str] = field(default_factory=dict[ir.Var, str])
    meant: set[ir.Var] = field(default_factory=set[ir.Var])  # locals that a pronoun stands for in a statement
    depth: int = 0
    opened: bool = False  # rules are told by what they say, not by their names
    within: bool = False  # what is told hangs on an element of a query
    adjectives: bool = True  # conditions of one word stand before their noun

    # ------------------------------------------------------------------------------------------------------
    # names

    def introduce(self, params: Iterable[ir.Var], you: ir.Var | None = None) -> None:
        """Name parameters: `a boat` where one is met first, `the boat` afterwards; `you` stands for one."""
        counts: dict[str, int] = {}
        for param in params:
            if param is you:
                self.names[param] = "you"
                continue
            if narrowed(param.type) == NUMBER or isinstance(narrowed(param.type), Unit):
                self.names[param] = param.name if len(param.name) <= 2 else f"the {words(param.name)}"
                continue
            noun = self.noun(param.type, plural=isinstance(param.type, Many))
            count = counts[noun] = counts.get(noun, 0) + 1
            which = {1: "", 2: "other ", 3: "third "}.get(count, f"{count}th ")
            self.names[param] = f"the {which}{noun}"
            if isinstance(param.type, Many):
                continue
            self.fresh[param] = {1: a(noun), 2: f"another {noun}"}.get(count, f"a {which}{noun}")

    @contextmanager
    def called(self, var: ir.Var, name: str, first: str | None = None) -> Generator[None, None, None]:
        """Call a local by a name for a while, by `first` where it is met first."""
        old, old_first = self.names.get(var), self.fresh.get(var)
        self.names[var] = name
        if first is not None:
            self.fresh[var] = first
        try:
            yield
        finally:
            self.fresh.pop(var, None)
            if old is None:
                del self.names[var]
            else:
                self.names[var] = old
            if old_first is not None:
                self.fresh[var] = old_first

    def state(self) -> tuple[dict[ir.Var, str], dict[ir.Var, str]]:
        """What locals are called now."""
        return dict(self.names), dict(self.fresh)

    def forget(self, known: Set[ir.Var]) -> None:
        """Forget what locals are called that were not known before."""
        for var in [var for var in self.names if var not in known]:
            del self.names[var]

    def go_back(self, state: tuple[dict[ir.Var, str], dict[ir.Var, str]]) -> None:
        """Call locals as they were called before."""
        self.names.clear()
        self.names.update(state[0])
        self.fresh.clear()
        self.fresh.update(state[1])

    @contextmanager
    def inside(self, var: ir.Var) -> Generator[None, None, None]:
        """While what is asked of an element is told, others that were `it` or `they` have a noun."""
        others = {
            known: said for known, said in self.names.items() if said in ("it", "they") and known is not var
        }
        outer, self.within = self.within, True
        for known in others:
            self.names[known] = f"that {self.noun(known.type, plural=False)}"
        try:
            yield
        finally:
            self.within = outer
            self.names.update(others)

    # ------------------------------------------------------------------------------------------------------
    # values

    def amount(self, value: int, type: Type) -> str:
        """A number, or an amount with its unit."""
        if not isinstance(type, Unit):
            return grouped(value)
        unit = self.program.units[type.name]
        return f"{grouped(value)} {words(unit.singular if abs(value) == 1 else unit.name)}"

    def title(self, definition: ir.Definition) -> str:
        """The words for a member or a definition."""
        name, title = words(definition.name), definition.title
        kind = definition.kind
        # Members that hold something are things with a name; others are words like any adjective.
        holds = not kind.slots and (kind.zones or kind.keeps)
        if not title or (kind.is_value and not holds and not any(letter.isdigit() for letter in name)):
            return name
        return title

    def shown(self, definition: ir.Definition) -> str:
        """The words for a member as a page shows it by itself: its title, if it has one."""
        return definition.title or words(definition.name)

    def constant(self, value: ir.Const, type: Type) -> str:
        """A printed value."""
        bare = narrowed(type)
        if value is None:
            return "nobody" if bare == PLAYER else "nothing"
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, int):
            return self.amount(value, bare)
        if isinstance(value, ir.Definition):
            return self.title(value)
        if isinstance(value, ir.SideAt):
            return f"{value.edge} {value.index}"
        if isinstance(value, tuple):
            inner = bare.item if isinstance(bare, Many) else bare
            return listed([self.constant(v, inner) for v in value]) or "none"
        return str(value)

    def noun(self, type: Type, *, plural: bool) -> str:
        """The word for one or several elements of a type."""
        bare = narrowed(type)
        if isinstance(bare, Many):
            bare = narrowed(bare.item)
        if isinstance(bare, (Piece, Value)):
            kinds = [self.program.kinds[k] for k in bare.kind.split("|") if k in self.program.kinds]
            named = [kind_called(k, plural=plural) for k in kinds] or ["pieces" if plural else "piece"]
            return listed(named, "or")
        if isinstance(bare, Plain):
            one, many = NOUNS.get(bare.name, (bare.name, f"{bare.name}s"))
            return many if plural else one
        if str(bare).startswith("face of"):
            return "sides" if plural else "side"
        return "things" if plural else "thing"

    def var(self, var: ir.Var) -> str:
        """The words for a local."""
        first = self.fresh.pop(var, None)
        if first is not None:
            return first
        known = self.names.get(var)
        if known is not None:
            return known
        if var.role == "you":
            return "you"
        if var.role == "self":
            return "this " + self.noun(var.type, plural=False)
        if var.role == "it":
            return f"that {self.noun(var.type, plural=False)}" if self.within else "it"
        if len(var.name) > 2 and var.name.replace("_", "").isalnum():
            return "the " + words(var.name)
        return "the " + self.noun(var.type, plural=isinstance(var.type, Many))

    def of(self, base: ir.Expr, what: str) -> str:
        """`base's what`, or `the what of …` where the first would be clumsy."""
        return self.belonging(self.value(base), what)

    def belonging(self, owner: str, what: str) -> str:
        """What belongs to an owner; a name such as `beads_on` puts the owner behind it."""
        what = what.removesuffix(" of")
        if what.rsplit(" ", 1)[-1] in ("on", "in", "under", "for", "from", "at", "to", "with"):
            return f"the {what} {owner}"
        clumsy = owner.count(" ") > 3 or "'s " in owner or " of " in owner or owner[:5] in ("each ", "your ")
        if clumsy or owner.startswith(("every ", "what ", "those ")):
            return f"the {what} of {owner}"
        return f"{possessive(owner)} {what}"

    # ------------------------------------------------------------------------------------------------------
    # what the parts say of each other

    @abstractmethod
    def value(self, expr: ir.Expr) -> str:
        """A noun phrase for an expression."""

    @abstractmethod
    def clause(self, expr: ir.Expr) -> str:
        """A condition as a clause."""

    @abstractmethod
    def call(self, rule: ir.Rule, args: Sequence[ir.Expr]) -> str:
        """A rule that is asked."""

    @abstractmethod
    def one_of(self, query: ir.Query) -> str:
        """One of the elements of a query."""

    @abstractmethod
    def each_of(self, query: ir.Query) -> str:
        """What follows `for each`."""

    @abstractmethod
    def several(self, query: ir.Query) -> str:
        """All elements of a query."""

    @abstractmethod
    def collection(self, query: ir.Query) -> str:
        """Several elements of a query."""

    @abstractmethod
    def said_of_one(self, query: ir.Query) -> str | None:
        """What a query asks of one element, as a clause."""

    @abstractmethod
    def plain(self, query: ir.Query) -> str | None:
        """The words of a source that says by itself what is in it."""
