"""Typed expressions in English.

A phrase is a piece of a sentence: a noun phrase for a value, a clause for a condition. Where a text gives
words of its own (`reads "…"`) these are used, with the arguments put in; else the words are made from the
names.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterable, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from castlewright.compiler.english.grammar import (
    a,
    agreeing,
    base_form,
    be,
    clauses_joined,
    grouped,
    is_plural,
    listed,
    negated,
    nominative,
    objective,
    of_one,
    plural_of,
    plural_that,
    possessive,
    put_in,
    relative,
    third_person,
    words,
)
from castlewright.compiler.english.shapes import (
    conjuncts,
    constant_of,
    is_none_test,
    is_zero,
    plainest,
    quotient_of,
)
from castlewright.compiler.english.vocabulary import NOUNS, OPS, QUESTIONS, TESTS
from castlewright.compiler.typed import ir
from castlewright.compiler.typed.types import (
    NUMBER,
    PLAYER,
    SIDE,
    YESNO,
    Many,
    Piece,
    Plain,
    Type,
    Unit,
    Value,
    narrowed,
)
from castlewright.compiler.typed.walk import expressions_in

__all__ = ["PLAYER", "SIDE", "Phrases", "a", "grouped", "listed", "words"]

DEEPEST = 40
"""Expressions nested deeper than this are cut: no reader would follow them."""
_OF = re.compile(r"the [\w ]+ of \{0\}")
_LINKS = frozenset(
    "of for in on to from at with as by and or is are has have than that where other so per may can".split()
)
"""Words that may follow a noun; before any other word a noun says what sort of thing that is."""
_SIMPLE = re.compile(r"\{(\w+)\} is ([\w-]+)")


def called(kept: ir.Keep | ir.Zone) -> str:
    """What is kept and where pieces lie, without an article: in words of its own, or those of its name."""
    return (kept.texts.reads or words(kept.name)).removeprefix("the ")


@dataclass(slots=True)
class Phrases:
    """Writes phrases about one program.

    `names` are the words for locals, `fresh` the words for those that have not been named yet (used once,
    then `names` takes over), `bound` the definitions that some stand for.
    """

    program: ir.Program
    names: dict[ir.Var, str] = field(default_factory=dict[ir.Var, str])
    bound: dict[ir.Var, ir.Definition] = field(default_factory=dict[ir.Var, ir.Definition])
    fresh: dict[ir.Var, str] = field(default_factory=dict[ir.Var, str])
    depth: int = 0
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
            return "nothing"
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
            return listed([self.constant(v, inner) for v in value]) or "nothing"
        return str(value)

    def noun(self, type: Type, *, plural: bool) -> str:
        """The word for one or several elements of a type."""
        bare = narrowed(type)
        if isinstance(bare, Many):
            bare = narrowed(bare.item)
        if isinstance(bare, (Piece, Value)):
            kinds = [self.program.kinds[k] for k in bare.kind.split("|") if k in self.program.kinds]
            named = [words(k.plural if plural else k.name) for k in kinds] or [
                "pieces" if plural else "piece"
            ]
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
            return "it"
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

    def value(self, expr: ir.Expr) -> str:
        """A noun phrase for an expression."""
        self.depth += 1
        try:
            return self._value(expr) if self.depth < DEEPEST else "…"
        finally:
            self.depth -= 1

    def _value(self, expr: ir.Expr) -> str:
        match expr:
            case ir.Lit():
                return self.constant(expr.value, expr.type)
            case ir.Local():
                bound = self.bound.get(expr.var)
                return self.title(bound) if bound is not None else self.var(expr.var)
            case ir.GetField():
                return self._field(expr)
            case ir.GetKeep():
                return self._held(expr.base, called(expr.keep))
            case ir.GetZone():
                return self._held(expr.base, called(expr.zone))
            case ir.AllOfZone():
                return f"{'all' if expr.zone.holder == 'player' else 'the'} {called(expr.zone)}"
            case ir.Members():
                return f"the {words(expr.kind.plural)}"
            case ir.PieceOf():
                title = self.title(expr.definition)
                return f"the {title}" if expr.base is None else self.of(expr.base, title)
            case ir.Builtin():
                return self._question(expr)
            case ir.CallRule():
                return self.call(expr.rule, expr.args)
            case ir.CallSlot():
                return self._slot(expr)
            case ir.RuleRef():
                return words(expr.rule.name)
            case ir.Arith():
                return self._arith(expr)
            case ir.Neg():
                return f"minus {self.value(expr.operand)}"
            case ir.Cond():
                return self._choice(expr)
            case ir.Select():
                return self._table(expr)
            case ir.MakeSet():
                return listed([self.value(i) for i in expr.items]) or "nothing"
            case ir.Filter():
                return self.several(expr.query)
            case ir.Fold():
                return self._fold(expr)
            case ir.Ranking():
                with self.called(expr.query.var, "they"):
                    key = objective(self.value(expr.key))
                return f"the ranking of {self.several(expr.query)} by {key}"
            case ir.Graph():
                return self._graph(expr)
            case _:
                return self.clause(expr)

    def _held(self, base: ir.Expr | None, what: str) -> str:
        return f"the {what}" if base is None else self.of(base, what)

    def _field(self, expr: ir.GetField) -> str:
        if isinstance(expr.base, ir.Local) and expr.base.var in self.bound:
            definition = self.bound[expr.base.var]
            if expr.field.name in definition.values:
                return self.constant(definition.values[expr.field.name], expr.field.type)
        name = words(expr.field.name)
        return self.of(expr.base, f"printed {name}" if expr.printed else name)

    def _question(self, expr: ir.Builtin) -> str:
        name, args = expr.name, [self.value(x) for x in expr.args]
        match name, args:
            case "owner", [x]:
                return "you" if x.startswith("this ") else self.belonging(x, "owner")
            case "holder", [x, kind]:
                return self.belonging(x, words(kind))
            case "running_number", [path]:
                return f"the number of the {words(path.rsplit('.', 1)[-1])}"
            case "contacts", [x, y]:
                return f"the sides where {x} touches {y}"
            case (("spots" | "spots_through"), [x, _, where]):
                return put_in(QUESTIONS[name], [x, where])
            case _, ["it" | "they" as owner] if _OF.fullmatch(QUESTIONS.get(name, "")):
                return f"{possessive(owner)} {QUESTIONS[name][4:-7]}"
            case _ if name in QUESTIONS:
                return put_in(QUESTIONS[name], args)
            case _, [x]:
                return self.belonging(x, words(name))
            case _, []:
                return f"the {words(name)}"
            case _:
                return f"the {words(name)} of {listed(args)}"

    def call(self, rule: ir.Rule, args: Sequence[ir.Expr]) -> str:
        """A rule: its own words with the constant it stands for, that constant alone, or its name."""
        constant = constant_of(rule)
        if rule.texts.reads:
            said = self.filled(rule.texts.reads, dict(zip((p.name for p in rule.params), args, strict=True)))
            return said if constant is None else f"{said} ({self.value(constant)})"
        if constant is not None:
            return self.value(constant)
        return self.named(rule, [self.value(x) for x in args])

    def named(self, rule: ir.Rule, given: Sequence[str]) -> str:
        """A rule without words of its own, told of what is given to it."""
        table, dot, column = rule.name.partition(".")
        if dot:
            about = f" for {listed(given)}" if given else ""
            return f"“{words(column)}” in the table “{words(table)}”{about}"
        name = words(rule.name)
        if not given:
            return f"the {name}"
        if list(given) == ["you"]:
            return f"your {name}"
        return f"the {name}{'' if name.endswith(' of') else ' of'} {listed(given)}"

    def filled(self, phrase: str, args: dict[str, ir.Expr], you: str = "you") -> str:
        """A `reads` phrase with its placeholders filled in; `{p}'s` becomes `your` where p is you."""

        def put(match: re.Match[str]) -> str:
            name, genitive, after = match[2], match[3], match[4] or ""
            value = you if name == "you" else self.value(args[name]) if name in args else words(name)
            before = match[1] or ""
            if before == "the " and value.startswith(("the ", "your ", "its ", "their ")):
                before = ""
            if before == "a " and value.startswith(("a ", "an ", "any ", "the ", "each ", "every ")):
                before = ""
            if genitive:
                return f"{before}{possessive(value)}{after}"
            sort = name in args and isinstance(narrowed(args[name].type), Value)
            if sort and before == "one ":
                value = re.sub(r"^(?:an?|the) ", "", value)
            elif sort and before in ("of ", "the ") and after and after.strip() not in _LINKS:
                if value in ("it", "they"):
                    value = self.noun(args[name].type, plural=False)
                value = re.sub(r"^(?:an?|the) ", "", value)
            elif value in ("you", "they") and name != "you" and after.endswith("s"):
                return f"{before}{value} {base_form(after.strip())}"
            return f"{before}{value}{after}"

        text = re.sub(r"(\ba |\bof |\bthe |\bone )?\{(\w+)\}('s)?( [a-z]+)?", put, phrase)
        if phrase.startswith("{you} ") and you not in ("you", "they") and not you.endswith(" would"):
            verb, blank, rest = text[len(you) + 1 :].partition(" ")
            text = f"{you} {third_person(verb)}{blank}{rest}"
        text = re.sub(r"\b(the [\w ]+) \1\b", r"\1", text)
        text = re.sub(r"\bthe number of ([\w -]+?) of you\b", r"the number of your \1", text)
        text = re.sub(r"\bthe ([\w -]+?) of you\b", r"your \1", text)
        return text if phrase.startswith("{you} ") else objective(agreeing(text))

    def _slot(self, expr: ir.CallSlot) -> str:
        base = expr.base
        if isinstance(base, ir.GetField) and isinstance(base.base, ir.Local) and base.base.var in self.bound:
            member = self.bound[base.base.var].values.get(base.field.name)
            if isinstance(member, ir.Definition) and expr.slot.name in member.fillings:
                filling = member.fillings[expr.slot.name]
                if filling.value is not None:
                    return self.value(filling.value)
        return self.of(base, words(expr.slot.name))

    def _arith(self, expr: ir.Arith) -> str:
        if expr.op == "*":
            counted = (
                expr.right.query if isinstance(expr.right, ir.Fold) and expr.right.op == "count" else None
            )
            if counted is not None and isinstance(expr.left, ir.Lit):
                return f"{self.value(expr.left)} for each {self.each_of(counted)}"
            full = quotient_of(expr.right)
            if full is not None:
                step = self.value(plainest(full.right))
                whole = self.value(full.left)
                if whole.startswith("the number of "):
                    rest = whole.removeprefix("the number of ").removeprefix("the ")
                    return f"{self.value(expr.left)} for every {step} {rest}"
                return f"{self.value(expr.left)} for every full {step} of {whole}"
        left, right = self.value(expr.left), self.value(expr.right)
        counting = (
            expr.op == "*" and isinstance(expr.left.type, Unit) and not isinstance(expr.right, ir.Arith)
        )
        if counting and right.startswith("the number of "):
            rest = right.removeprefix("the number of ")
            return f"{left} for each of {'' if rest.startswith(('your ', 'the ')) else 'the '}{rest}"
        match expr.op:
            case "+":
                return f"{left} plus {right}"
            case "-" if isinstance(expr.type, Many):
                return f"{left} without {right}"
            case "-" if isinstance(expr.left, ir.Lit) and expr.left.value == 0:
                return f"minus {right}"
            case "-":
                return f"{left} minus {right}"
            case "*":
                return f"{left} times {right}"
            case _:
                step = expr.right
                if isinstance(step, ir.Lit) and isinstance(step.type, Unit) and step.value == 1:
                    return left
                return f"{left} divided by {right} (rounded down)"

    def _choice(self, expr: ir.Cond) -> str:
        if (
            isinstance(expr.then, ir.Lit)
            and expr.then.type != narrowed(expr.otherwise.type)
            and is_zero(expr.then)
        ):
            return self.value(expr.otherwise)
        if is_zero(expr.then) and is_none_test(expr.condition):
            return self.value(expr.otherwise)
        if is_zero(expr.otherwise):
            return f"{self.value(expr.then)} if {self.clause(expr.condition)}"
        then, condition = self.value(expr.then), self.clause(expr.condition)
        return f"{then} if {condition}, otherwise {self.value(expr.otherwise)}"

    def _table(self, expr: ir.Select) -> str:
        subject = self.value(expr.subject)
        rows: list[str] = []
        for key, value in expr.rows:
            when = f"{subject} {be(subject)} {self.value(key)}" if not rows else self.value(key)
            rows.append(f"{self.value(value)} if {when}")
        if expr.otherwise is not None and not is_zero(expr.otherwise):
            rows.append(f"{self.value(expr.otherwise)} otherwise")
        return listed(rows)

    def _fold(self, expr: ir.Fold) -> str:
        query = expr.query
        match expr.op:
            case "count":
                if isinstance(query.source, ir.Graph) and query.source.op == "longest path":
                    return f"the length of {self.value(query.source)}"
                plain = self._plain(query)
                return f"the number of {plain.removeprefix('the ') if plain else self.collection(query)}"
            case "total":
                return self._total(query, expr.value)
            case "highest" | "lowest":
                return f"the {expr.op} of {self._inside(query, expr.value, 'any ')}"
            case "distinct":
                what = self._theirs(query, expr.value)
                if what is None:
                    return f"the different values of {self._inside(query, expr.value)}"
                what = what if is_plural(what) else plural_of(what)
                return f"the different {what} among {self.several(query)}"
            case "most" | "least":
                what = self._theirs(query, expr.value)
                if what is None:
                    return f"{self.several(query)} with the {expr.op} of {self._inside(query, expr.value)}"
                return f"{self.several(query)} with the {expr.op} {what}"
            case _:
                return self.clause(expr)

    def _total(self, query: ir.Query, value: ir.Expr | None) -> str:
        assert value is not None
        if not isinstance(value, ir.Lit) and any(
            isinstance(e, ir.Local) and e.var is query.var for e in expressions_in(value)
        ):
            return f"the total of {self._inside(query, value)}"
        if isinstance(query.source, ir.MakeSet) and len(query.source.items) == 1:
            return f"{self.value(value)} for {self.value(query.source.items[0])}"
        return f"{self.value(value)} for each {self.each_of(query)}"

    def _inside(self, query: ir.Query, value: ir.Expr | None, word: str = "each ") -> str:
        """A value of each element of a query: told of `each boat in …`, or of `that boat` after it."""
        assert value is not None
        noun = self.noun(query.var.type, plural=False)
        first = f"{word}{self.one_of(query)}"
        with self.called(query.var, f"the {noun}", first):
            told = self.value(value)
        if f"{possessive(first)} " not in told and f"{first} of " not in told:
            return told
        with self.called(query.var, f"that {noun}"):
            return f"(for {first}) {self.value(value)}"

    def _theirs(self, query: ir.Query, value: ir.Expr | None) -> str | None:
        """What is asked of each element, in words that need no owner; None where they do."""
        assert value is not None
        with self.called(query.var, "they"):
            said = objective(self.value(value))
        found = re.fullmatch(r"their ([\w -]+)|the ([\w -]+) of them", said)
        return None if found is None else found[1] or found[2]

    def _graph(self, expr: ir.Graph) -> str:
        group = self.several(expr.query)
        if expr.op == "reach":
            start = self.value(expr.start) if expr.start is not None else "it"
            return f"{group} that {start} reaches from one to the next"
        if expr.op == "longest path":
            return f"the longest path through {group}"
        return f"the pairs of {group}, each in one pair only"

    # -------------------------------------------------------------------------------------------------
    # collections

    def collection(self, query: ir.Query) -> str:
        """Several: `grey beads in your hand`."""
        return self._described(query, plural=True)

    def several(self, query: ir.Query) -> str:
        """All of them: `the grey beads in your hand`, or what the source is called by itself."""
        plain = self._plain(query)
        if plain is not None:
            return plain
        return f"the {self.collection(query)}"

    def one_of(self, query: ir.Query) -> str:
        """One of them: `grey bead in your hand`."""
        return self._described(query, plural=False)

    def each_of(self, query: ir.Query) -> str:
        """What follows `for each`: one of them, or `of the` and what the source is called."""
        plain = self._plain(query)
        if plain is None:
            return self.one_of(query)
        return (
            f"player{plain.removeprefix('all players')}" if plain.startswith("all players") else f"of {plain}"
        )

    def _plain(self, query: ir.Query) -> str | None:
        """The words of a source that says by itself what is in it."""
        source = query.source
        if query.where is not None:
            return None
        if isinstance(source, (ir.CallRule, ir.Fold, ir.Filter, ir.Graph)) or (
            isinstance(source, ir.Builtin)
            and source.name in ("players", "clockwise_from", "counterclockwise_from")
        ):
            return self.value(source)
        return None

    def _described(self, query: ir.Query, *, plural: bool) -> str:
        before: list[str] = []
        after: list[str] = []
        with self.called(query.var, "they" if plural else "it"):
            for part in conjuncts(query.where):
                if isinstance(part, ir.IsKind):
                    continue
                adjective = self._adjective(part, query.var)
                if adjective is not None:
                    before.append(adjective)
                else:
                    told = objective(relative(self.clause(part)))
                    after.append(plural_that(told) if plural else told)
        noun = self.noun(query.var.type, plural=plural)
        place = self._place(query.source, noun, self.noun(query.var.type, plural=True))
        return f"{' '.join([*before, noun])}{place}{clauses_joined(after)}"

    def _place(self, source: ir.Expr, noun: str, nouns: str) -> str:
        """Where the elements of a source are, after their noun."""
        match source:
            case ir.Members() | ir.Builtin(name="players"):
                return ""
            case ir.Filter():
                return f" among {self.several(source.query)}"
            case ir.Builtin(name="neighbours" | "at_marks", args=(piece, ir.Lit() | ir.MakeSet() as marks)):
                return f" next to {self.value(piece)} ({self.value(marks)})"
            case ir.Builtin(name="neighbours" | "at_marks", args=(piece, marks)):
                return f" where {self.value(piece)} looks ({self.value(marks)})"
            case ir.Builtin(name="range", args=(first, last)):
                return f" from {self.value(first)} to {self.value(last)}"
            case _:
                said = self.value(source)
                if noun == nouns and said == f"the {nouns}":
                    return ""
                for word in (nouns, noun):
                    if said.startswith(f"the {word} "):
                        return of_one(said.removeprefix(f"the {word}"), single=noun != nouns)
                    if said.endswith(f" {word}") and re.search(rf"(?:your|its|their|'s?) {word}$", said):
                        owner = said.removesuffix(f" {word}")
                        known = {"your": "you", "its": "it", "their": "them"}.get(owner)
                        return f" of {known or nominative(owner)}"
                if isinstance(source, (ir.CallRule, ir.Fold)):
                    return f" among {said}"
                return f" in {said}"

    def _adjective(self, part: ir.Expr, var: ir.Var) -> str | None:
        """`grey`, `worn`: conditions that are one word before the noun."""
        if not self.adjectives:
            return None
        match part:
            case ir.In(
                item=ir.Lit(value=ir.Definition() as member), group=ir.GetField(base=ir.Local(var=v))
            ) if v is var:
                return self.title(member)
            case ir.Cmp(
                op="==", left=ir.GetField(base=ir.Local(var=v)), right=ir.Lit(value=ir.Definition() as member)
            ) if v is var and member.kind.is_value and " " not in self.title(member):
                return self.title(member)
            case ir.GetField(base=ir.Local(var=v), field=f) if v is var:
                return words(f.name)
            case ir.GetKeep(base=ir.Local(var=v), keep=k) if v is var:
                return words(k.name)
            case ir.CallRule(rule=r, args=(ir.Local(var=v),)) if v is var:
                said = _SIMPLE.fullmatch(r.texts.reads or "")
                if said is not None:
                    return said[2]
                return None if r.texts.reads or " " in words(r.name) else words(r.name)
            case _:
                return None

    # ------------------------------------------------------------------------------------------------------
    # clauses

    def clause(self, expr: ir.Expr) -> str:
        """A condition as a clause."""
        self.depth += 1
        try:
            return self._clause(expr) if self.depth < DEEPEST else "…"
        finally:
            self.depth -= 1

    def _clause(self, expr: ir.Expr) -> str:
        match expr:
            case ir.Lit():
                return "always" if expr.value else "never"
            case ir.Logic():
                return self._both(expr)
            case ir.Not():
                return self._negated(expr.operand)
            case ir.Cmp():
                return self._comparison(expr)
            case ir.In():
                return self._among(expr)
            case ir.HasFeature():
                subject = self.value(expr.side)
                return f"{subject} {be(subject)} {a(words(expr.feature.name))}"
            case ir.IsKind():
                subject = self.value(expr.operand)
                return f"{subject} {be(subject)} {a(words(expr.kind.name))}"
            case ir.IsDef():
                subject, title = self.value(expr.operand), self.title(expr.definition)
                if not title[:1].isupper():
                    title = a(title) if expr.definition.copies > 1 else f"the {title}"
                elif not title.startswith(("The ", "A ", "An ")):
                    title = f"“{title}”"
                return f"{subject} {be(subject)} {title}"
            case ir.Fold(op="exists"):
                return self._exists(expr.query, "")
            case ir.Fold(op="every"):
                assert expr.value is not None
                noun = self.noun(expr.query.var.type, plural=False)
                first = f"every {self.one_of(expr.query)}"
                with self.called(expr.query.var, f"the {noun}", first):
                    said = self.clause(expr.value)
                if said.startswith(f"{first} "):
                    return said
                with self.called(expr.query.var, f"the {noun}"):
                    return f"for {first}, {self.clause(expr.value)}"
            case ir.Cond():
                if is_zero(expr.then) and is_none_test(expr.condition):
                    return self.clause(expr.otherwise)
                then, otherwise = self.clause(expr.then), self.clause(expr.otherwise)
                return f"{then}, when {self.clause(expr.condition)}, and otherwise if {otherwise}"
            case ir.Select():
                return self._cases(expr)
            case ir.GetField():
                return self._state(expr.base, words(expr.field.name))
            case ir.GetKeep() if expr.base is not None:
                return self._state(expr.base, words(expr.keep.name))
            case ir.GetKeep():
                return self._said(words(expr.keep.name))
            case ir.Builtin() if expr.name in TESTS:
                args = [self.value(x) for x in expr.args]
                return put_in(TESTS[expr.name], args).replace(" is ", f" {be(args[0])} ", 1)
            case ir.CallRule():
                return self._asked(expr)
            case _:
                return self.value(expr)

    def _said(self, name: str) -> str:
        """A yes-or-no of the game, which has nobody to say it of."""
        return f"“{name}” is noted"

    def _both(self, expr: ir.Logic) -> str:
        """Two conditions; one that holds an `or` stands apart from an `and`."""
        sides: list[str] = []
        for side in (expr.left, expr.right):
            text = self.clause(side)
            if text in ("always", "never"):
                if (text == "always") == (expr.op == "or"):
                    return text
                continue
            mixed = isinstance(side, ir.Logic) and side.op != expr.op
            sides.append(f"({text})" if mixed else text)
        return f" {expr.op} ".join(sides) or ("always" if expr.op == "and" else "never")

    def _state(self, base: ir.Expr, name: str) -> str:
        subject = self.value(base)
        marked = " " in name and not name.endswith(("ed", "en", "ing"))
        return f"{subject} {be(subject)} {f'marked “{name}”' if marked else name}"

    def _asked(self, expr: ir.CallRule) -> str:
        rule = expr.rule
        if rule.texts.reads:
            return self.call(rule, expr.args)
        if not expr.args:
            return self._said(words(rule.name))
        first, *rest = [self.value(x) for x in expr.args]
        name = words(rule.name).removeprefix("is ")
        return f"{first} {be(first)} {name}{' ' + listed(rest) if rest else ''}"

    def _among(self, expr: ir.In, no: str = "") -> str:
        item = self.value(expr.item)
        if isinstance(expr.group, ir.MakeSet):
            return f"{item} {be(item)}{no} {listed([self.value(i) for i in expr.group.items], 'or')}"
        if isinstance(expr.group, ir.GetField):
            group = self.value(expr.group)
            if no:
                return f"{group} {'do' if is_plural(group) else 'does'} not include {item}"
            return f"{group} include{'' if is_plural(group) else 's'} {item}"
        if isinstance(expr.group, (ir.GetZone, ir.AllOfZone)):
            return f"{item} {be(item)}{no} in {self.value(expr.group)}"
        return f"{item} {be(item)}{no} among {self.value(expr.group)}"

    def _exists(self, query: ir.Query, no: str) -> str:
        """There is one, or, with `no`, there is none."""
        source = query.source
        if query.where is None and isinstance(source, (ir.GetZone, ir.AllOfZone)):
            zone = self.value(source)
            return f"{zone} {be(zone)} {'empty' if no else 'not empty'}"
        plain = self._plain(query)
        one = f"one of {plain}" if plain is not None else a(self.one_of(query))
        if not no:
            return f"there is {one}"
        return f"there is none of {plain}" if plain is not None else f"there is no {self.one_of(query)}"

    def _cases(self, expr: ir.Select) -> str:
        subject = self.value(expr.subject)
        rows: list[str] = []
        for key, value in expr.rows:
            what = self.clause(value)
            if what != "never":
                rows.append(f"({subject} {be(subject)} {self.value(key)}) {what}")
        if expr.otherwise is not None and not is_zero(expr.otherwise):
            rows.append(f"(otherwise) {self.clause(expr.otherwise)}")
        return listed(rows, "or")

    def _comparison(self, expr: ir.Cmp) -> str:
        if isinstance(expr.right, ir.Lit) and expr.right.value is None:
            return self._given(expr.left, there=expr.op == "!=")
        if expr.op == "==" and isinstance(expr.left, ir.Builtin) and expr.left.name == "piece":
            (side,) = expr.left.args
            return f"{self.value(side)} belongs to {self.value(expr.right)}"
        if expr.op in ("==", "!=") and isinstance(expr.left, ir.Lit) and isinstance(expr.right, ir.Lit):
            return "always" if (expr.left.value == expr.right.value) == (expr.op == "==") else "never"
        left, right = self.value(expr.left), self.value(expr.right)
        if expr.op in ("==", "!=") and narrowed(expr.left.type) == YESNO and right in ("yes", "no"):
            said = self.clause(expr.left)
            return said if (right == "yes") == (expr.op == "==") else negated(said)
        verb = OPS[expr.op].replace("is", be(left), 1)
        if (
            isinstance(expr.right, ir.Lit)
            and isinstance(expr.right.value, ir.Definition)
            and not expr.right.value.kind.is_value
        ):
            right = f"“{right}”"
        return f"{left} {verb} {right}"

    def _given(self, expr: ir.Expr, *, there: bool) -> str:
        """Whether something is there at all."""
        if isinstance(expr, (ir.GetField, ir.GetKeep)) and expr.base is not None:
            name = words(expr.field.name if isinstance(expr, ir.GetField) else expr.keep.name)
            owner = self.value(expr.base)
            verb = "have" if is_plural(owner) else "has"
            return (
                f"{owner} {verb} {a(name) if not is_plural(name) else name}"
                if there
                else f"{owner} {verb} no {name}"
            )
        if isinstance(expr, ir.Local):
            name = self.var(expr.var).removeprefix("the ")
            if name.startswith("chosen ") or name in ("it", "they", "you"):
                return "there is one" if there else "there is none"
            return f"there is {a(name) if there else f'no {name}'}"
        said = self.value(expr)
        if (
            isinstance(expr, ir.Builtin)
            and expr.args
            and said.startswith(("the top of ", "the first of ", "the last of "))
        ):
            group = self.value(expr.args[0])
            return f"{group} {be(group)} {'not ' if there else ''}empty"
        if isinstance(expr, ir.Builtin) and len(expr.args) in (1, 2) and expr.name in ("owner", "holder"):
            owner, name = (
                self.value(expr.args[0]),
                "owner" if expr.name == "owner" else self.value(expr.args[1]),
            )
            verb = "have" if is_plural(owner) else "has"
            return f"{owner} {verb} {a(words(name)) if there else f'no {words(name)}'}"
        bare = said.removeprefix("the ")
        if bare == said:
            return f"there is {'' if there else 'no '}{said}"
        return f"there is {a(bare) if there else f'no {bare}'}"

    def _negated(self, expr: ir.Expr) -> str:
        match expr:
            case ir.Fold(op="exists"):
                return self._exists(expr.query, "no")
            case ir.Cmp(op="==" | "!="):
                op = "!=" if expr.op == "==" else "=="
                return self._comparison(ir.Cmp(op, expr.left, expr.right, type=expr.type, span=expr.span))
            case ir.Cmp():
                op = {"<": ">=", ">": "<=", "<=": ">", ">=": "<"}[expr.op]
                return self._comparison(ir.Cmp(op, expr.left, expr.right, type=expr.type, span=expr.span))
            case ir.Not():
                return self.clause(expr.operand)
            case ir.In():
                return self._among(expr, " not")
            case ir.Logic():
                return f"it is not so that {self.clause(expr)}"
            case ir.Fold(op="every"):
                return f"not {self.clause(expr)}"
            case _:
                return negated(self.clause(expr))
