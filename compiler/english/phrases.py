"""Typed expressions in English.

A phrase is a piece of a sentence: a noun phrase for a value, a clause for a condition. Where a text gives
words of
its own (`reads "…"`) these are used, with the arguments put in; else the words are made from the names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from castlewright.compiler.typed import ir
from castlewright.compiler.typed.types import (
    NUMBER,
    PLAYER,
    SIDE,
    Many,
    Piece,
    Plain,
    Type,
    Unit,
    Value,
    narrowed,
)

VOWELS = "aeiou"
OPS = {
    "<": "is less than",
    ">": "is more than",
    "<=": "is at most",
    ">=": "is at least",
    "==": "is",
    "!=": "is not",
}

_PLURAL = {"is": "are", "has": "have", "does": "do"}
"""The verbs of a `reads` phrase where its subject turns out to be `they` or `you`."""


def words(name: str) -> str:
    """A name as words."""
    return name.replace("_", " ")


def a(noun: str) -> str:
    """With its article."""
    return f"{'an' if noun[:1].lower() in VOWELS else 'a'} {noun}"


def listed(items: Sequence[str], last: str = "and") -> str:
    """`a, b and c`."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"


def grouped(number: int) -> str:
    """A number with its thousands apart."""
    return f"{number:,}"


@dataclass(slots=True)
class Phrases:
    """Writes phrases about one program. `names` are the words for locals; `bound` the definitions that some
    stand for.
    """

    program: ir.Program
    names: dict[ir.Var, str] = field(default_factory=dict)
    bound: dict[ir.Var, ir.Definition] = field(default_factory=dict)
    depth: int = 0

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
        return (
            words(definition.name) if definition.kind.is_value or not definition.title else definition.title
        )

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
        if isinstance(bare, (Piece, Value)):
            kinds = [self.program.kinds[k] for k in bare.kind.split("|") if k in self.program.kinds]
            named = [words(k.plural if plural else k.name) for k in kinds] or [
                "pieces" if plural else "piece"
            ]
            return listed(named, "or")
        if isinstance(bare, Plain):
            return f"{bare.name}s" if plural else bare.name
        return "things" if plural else "thing"

    def var(self, var: ir.Var) -> str:
        """The words for a local."""
        known = self.names.get(var)
        if known is not None:
            return known
        if var.role == "you":
            return "you"
        if var.role == "self":
            return "this " + self.noun(var.type, plural=False)
        if var.role == "it":
            return "it"
        if len(var.name) > 2:
            return "the " + words(var.name)
        return "the " + self.noun(var.type, plural=isinstance(var.type, Many))

    def possessive(self, owner: str) -> str:
        """`your`, `its`, `X's`."""
        if owner == "you":
            return "your"
        if owner in ("it", "they"):
            return {"it": "its", "they": "their"}[owner]
        return f"{owner}'" if owner.endswith("s") else f"{owner}'s"

    def of(self, base: ir.Expr, what: str) -> str:
        """`base's what`, or `the what of …` where the first would be clumsy."""
        owner = self.value(base)
        if owner.count(" ") > 3:
            return f"the {what} of {owner}"
        return f"{self.possessive(owner)} {what}"

    def value(self, expr: ir.Expr) -> str:
        """A noun phrase for an expression."""
        self.depth += 1
        try:
            return self._value(expr) if self.depth < 40 else "…"
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
                return (
                    f"the {words(expr.keep.name)}"
                    if expr.base is None
                    else self.of(expr.base, words(expr.keep.name))
                )
            case ir.GetZone():
                return (
                    f"the {words(expr.zone.name)}"
                    if expr.base is None
                    else self.of(expr.base, words(expr.zone.name))
                )
            case ir.AllOfZone():
                return (
                    f"all {words(expr.zone.name)}"
                    if expr.zone.holder == "player"
                    else f"the {words(expr.zone.name)}"
                )
            case ir.Members():
                return f"the {words(expr.kind.plural)}"
            case ir.PieceOf():
                return (
                    words(expr.definition.name)
                    if expr.base is None
                    else self.of(expr.base, words(expr.definition.name))
                )
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
                return self.collection(expr.query)
            case ir.Fold():
                return self._fold(expr)
            case ir.Ranking():
                return f"the ranking of {self.collection(expr.query)} by {self._inside(expr.query, expr.key)}"
            case ir.Graph():
                return self._graph(expr)
            case _:
                return self.clause(expr)

    def _field(self, expr: ir.GetField) -> str:
        if isinstance(expr.base, ir.Local) and expr.base.var in self.bound:
            definition = self.bound[expr.base.var]
            if expr.field.name in definition.values:
                return self.constant(definition.values[expr.field.name], expr.field.type)
        name = words(expr.field.name)
        return self.of(expr.base, f"printed {name}" if expr.printed else name)

    def _question(self, expr: ir.Builtin) -> str:
        args = [self.value(x) for x in expr.args]
        match expr.name, args:
            case "owner", [x]:
                return "you" if x.startswith("this ") else f"the owner of {x}"
            case "holder", [x, kind]:
                return f"{self.possessive(x)} {words(kind)}"
            case "players" | "player_count", []:
                return "all players" if expr.name == "players" else "the number of players"
            case "active_player", []:
                return "the player at turn"
            case (("left_of" | "right_of"), [p]):
                return f"the player to {self.possessive(p)} {expr.name[:-3]}"
            case (("clockwise_from" | "counterclockwise_from"), [p]):
                return f"the players {expr.name[:-5]} from {p}"
            case (("top" | "first" | "last"), [x]):
                return f"the {'top' if expr.name == 'top' else expr.name} of {x}"
            case "range", [x, y]:
                return f"the numbers from {x} to {y}"
            case (("larger" | "smaller"), [x, y]):
                return f"the {expr.name} of {x} and {y}"
            case "running_number", [path]:
                return f"the number of the {words(path.rsplit('.', 1)[-1])}"
            case "spots", [x, *rest]:
                return f"the places for {x} in {rest[-1]}"
            case "neighbours", [x, marks]:
                return f"the {marks} neighbours of {x}"
            case "at_marks", [x, marks]:
                return f"the spaces {marks} of {x}"
            case "one_at_random", [x]:
                return f"one of {x} at random"
            case name, [x]:
                return f"{self.possessive(x)} {words(name)}"
            case name, []:
                return f"the {words(name)}"
            case name, several:
                return f"the {words(name)} of {listed(several)}"

    def call(self, rule: ir.Rule, args: Sequence[ir.Expr]) -> str:
        """A rule: its own words, a constant it stands for, or its name."""
        if rule.texts.reads:
            return self.filled(rule.texts.reads, dict(zip((p.name for p in rule.params), args, strict=True)))
        if (
            not rule.lets
            and isinstance(rule.value, ir.Lit)
            and (rule.result == NUMBER or isinstance(rule.result, Unit))
        ):
            return self.value(rule.value)
        name = words(rule.name.replace(".", " "))
        if not args:
            return f"the {name}"
        given = [self.value(x) for x in args]
        return f"your {name}" if given == ["you"] else f"the {name} of {listed(given)}"

    def filled(self, phrase: str, args: dict[str, ir.Expr], you: str = "you") -> str:
        """A `reads` phrase with its placeholders filled in; `{p}'s` becomes `your` where p is you."""

        def put(match: re.Match[str]) -> str:
            name, genitive = match.group(1), match.group(2)
            value = you if name == "you" else self.value(args[name]) if name in args else words(name)
            return self.possessive(value) if genitive else value

        text = re.sub(r"\{(\w+)\}('s)?", put, phrase)
        text = re.sub(r"\bthe number of ([\w -]+?) of you\b", r"the number of your \1", text)
        text = re.sub(r"\bthe ([\w -]+?) of you\b", r"your \1", text)
        return re.sub(r"\b(they|you) (is|has|does)\b", lambda m: f"{m[1]} {_PLURAL[m[2]]}", text)

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
            counted = _count_of(expr.right)
            if counted is not None and isinstance(expr.left, ir.Lit):
                return f"{self.value(expr.left)} for each {self.one_of(counted)}"
            full = _full_of(expr.right)
            if full is not None:
                step, whole = self.value(full.right), self.value(full.left)
                return f"{self.value(expr.left)} for every full {step} of {whole}"
        left, right = self.value(expr.left), self.value(expr.right)
        if expr.op == "*" and isinstance(expr.left.type, Unit) and right.startswith("the number of "):
            rest = right.removeprefix("the number of ")
            return (
                f"{left} for each of {rest}" if rest.startswith("your ") else f"{left} for each of the {rest}"
            )
        match expr.op:
            case "+":
                return f"{left} plus {right}"
            case "-":
                return (
                    f"{left} minus {right}" if not isinstance(expr.type, Many) else f"{left} without {right}"
                )
            case "*":
                return f"{left} times {right}"
            case _:
                if (
                    isinstance(expr.right, ir.Lit)
                    and isinstance(expr.right.type, Unit)
                    and expr.right.value == 1
                ):
                    return left
                return f"{left} divided by {right} (rounded down)"

    def _choice(self, expr: ir.Cond) -> str:
        if (
            isinstance(expr.then, ir.Lit)
            and expr.then.type != narrowed(expr.otherwise.type)
            and _is_zero(expr.then)
        ):
            return self.value(expr.otherwise)
        if _is_zero(expr.then) and _none_test(expr.condition):
            return self.value(expr.otherwise)
        if _is_zero(expr.otherwise):
            return f"{self.value(expr.then)} if {self.clause(expr.condition)}"
        return f"{self.value(expr.then)} if {self.clause(expr.condition)}, else {self.value(expr.otherwise)}"

    def _table(self, expr: ir.Select) -> str:
        rows = [f"{self.value(v)} for {self.value(k)}" for k, v in expr.rows]
        if expr.otherwise is not None and not _is_zero(expr.otherwise):
            rows.append(f"{self.value(expr.otherwise)} otherwise")
        return f"{listed(rows)} (by {self.value(expr.subject)})"

    def _fold(self, expr: ir.Fold) -> str:
        query = expr.query
        match expr.op:
            case "count":
                plain = self._plain(query)
                return f"the number of {plain.removeprefix('the ') if plain else self.collection(query)}"
            case "total":
                assert expr.value is not None
                if isinstance(expr.value, ir.Lit) or not _reads(expr.value, query.var):
                    if isinstance(query.source, ir.MakeSet) and len(query.source.items) == 1:
                        return f"{self.value(expr.value)} for {self.value(query.source.items[0])}"
                    plain = self._plain(query)
                    return (
                        f"{self.value(expr.value)} for each {'of ' + plain if plain else self.one_of(query)}"
                    )
                return f"the total of {self._inside(query, expr.value)} over {self.collection(query)}"
            case "highest" | "lowest":
                assert expr.value is not None
                return (
                    f"the {expr.op} {self._inside(query, expr.value, 'their')} among {self.collection(query)}"
                )
            case "distinct":
                assert expr.value is not None
                what = self._inside(query, expr.value, "their").removeprefix("their ")
                return f"the different {what} among {self.collection(query)}"
            case "most" | "least":
                assert expr.value is not None
                what = self._inside(query, expr.value, "their").removeprefix("their ")
                return f"those of {self.collection(query)} with the {expr.op} {what}"
            case _:
                return self.clause(expr)

    def _inside(self, query: ir.Query, value: ir.Expr, owner: str = "its") -> str:
        word = {"its": "it", "their": "they"}[owner]
        old = self.names.get(query.var)
        self.names[query.var] = word
        try:
            return self.value(value)
        finally:
            if old is None:
                del self.names[query.var]
            else:
                self.names[query.var] = old

    def _graph(self, expr: ir.Graph) -> str:
        group = self.collection(expr.query)
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

    def one_of(self, query: ir.Query) -> str:
        """One of them: `grey bead in your hand`."""
        return self._described(query, plural=False)

    def _plain(self, query: ir.Query) -> str | None:
        """The words of a source that says by itself what is in it."""
        source = query.source
        said = (isinstance(source, ir.CallRule) and source.rule.texts.reads) or (
            isinstance(source, ir.Fold) and source.op in ("distinct", "most", "least")
        )
        return self.value(source) if said and query.where is None else None

    def _described(self, query: ir.Query, *, plural: bool) -> str:
        before: list[str] = []
        after: list[str] = []
        old = self.names.get(query.var)
        self.names[query.var] = "they" if plural else "it"
        for part in _conjuncts(query.where):
            if isinstance(part, ir.IsKind):
                continue
            adjective = self._adjective(part, query.var)
            if adjective is not None:
                before.append(adjective)
            else:
                after.append(self.clause(part))
        noun = self.noun(query.var.type, plural=plural)
        place = self._place(query.source)
        if old is None:
            del self.names[query.var]
        else:
            self.names[query.var] = old
        tail = f" where {listed(after)}" if after else ""
        return f"{' '.join([*before, noun])}{place}{tail}"

    def _place(self, source: ir.Expr) -> str:
        if isinstance(source, ir.Members) or (isinstance(source, ir.Builtin) and source.name == "players"):
            return ""
        if isinstance(source, ir.Filter):
            return f" among {self.collection(source.query)}"
        if isinstance(source, ir.Builtin) and source.name == "neighbours":
            return f" {_where_words(self.value(source.args[1]))} {self.value(source.args[0])}"
        if isinstance(source, ir.Builtin) and source.name == "range":
            return f" from {self.value(source.args[0])} to {self.value(source.args[1])}"
        return f" in {self.value(source)}"

    def _adjective(self, part: ir.Expr, var: ir.Var) -> str | None:
        """`grey`, `worn`: conditions that are one word before the noun."""
        negated = isinstance(part, ir.Not)
        inner = part.operand if isinstance(part, ir.Not) else part
        word: str | None = None
        match inner:
            case ir.In(
                item=ir.Lit(value=ir.Definition() as member), group=ir.GetField(base=ir.Local(var=v))
            ) if v is var:
                word = self.title(member)
            case ir.Cmp(
                op="==", left=ir.GetField(base=ir.Local(var=v)), right=ir.Lit(value=ir.Definition() as member)
            ) if v is var:
                word = self.title(member)
            case ir.GetField(base=ir.Local(var=v), field=f) if v is var:
                word = words(f.name)
            case ir.GetKeep(base=ir.Local(var=v), keep=k) if v is var:
                word = words(k.name)
            case ir.CallRule(rule=r, args=(ir.Local(var=v),)) if (
                v is var and not r.texts.reads and " " not in words(r.name)
            ):
                word = words(r.name)
            case _:
                return None
        return f"non-{word}" if negated else word

    # ------------------------------------------------------------------------------------------------------
    # clauses

    def clause(self, expr: ir.Expr) -> str:
        """A condition as a clause."""
        self.depth += 1
        try:
            return self._clause(expr) if self.depth < 40 else "…"
        finally:
            self.depth -= 1

    def _clause(self, expr: ir.Expr) -> str:
        match expr:
            case ir.Lit():
                return "always" if expr.value else "never"
            case ir.Logic():
                return f"{self.clause(expr.left)} {expr.op} {self.clause(expr.right)}"
            case ir.Not():
                return self._negated(expr.operand)
            case ir.Cmp():
                return self._comparison(expr)
            case ir.In():
                return f"{self.value(expr.item)} {self._be(expr.item)} among {self.value(expr.group)}"
            case ir.HasFeature():
                return f"{self.value(expr.side)} {self._be(expr.side)} {a(words(expr.feature.name))}"
            case ir.IsKind():
                return f"{self.value(expr.operand)} {self._be(expr.operand)} {a(words(expr.kind.name))}"
            case ir.IsDef():
                return f"{self.value(expr.operand)} {self._be(expr.operand)} {self.title(expr.definition)}"
            case ir.Fold(op="exists"):
                return f"there is {a(self.one_of(expr.query))}"
            case ir.Fold(op="every"):
                assert expr.value is not None
                old = self.names.get(expr.query.var)
                phrase = self.one_of(expr.query)
                self.names[expr.query.var] = "it"
                test = self.clause(expr.value)
                if old is None:
                    del self.names[expr.query.var]
                return f"for every {phrase}, {test}"
            case ir.Cond():
                if _is_zero(expr.then) and _none_test(expr.condition):
                    return self.clause(expr.otherwise)
                then, otherwise = self.clause(expr.then), self.clause(expr.otherwise)
                return f"{then} if {self.clause(expr.condition)}, else {otherwise}"
            case ir.GetField():
                return f"{self.value(expr.base)} {self._be(expr.base)} {words(expr.field.name)}"
            case ir.GetKeep():
                base = "it" if expr.base is None else self.value(expr.base)
                return f"{base} {'is' if expr.base is None else self._be(expr.base)} {words(expr.keep.name)}"
            case ir.CallRule():
                if expr.rule.texts.reads:
                    return self.call(expr.rule, expr.args)
                if not expr.args:
                    return words(expr.rule.name)
                first, *rest = [self.value(x) for x in expr.args]
                name = words(expr.rule.name).removeprefix("is ")
                return f"{first} {self._be(expr.args[0])} {name}{' ' + listed(rest) if rest else ''}"
            case _:
                return self.value(expr)

    def _be(self, subject: ir.Expr) -> str:
        word = self.value(subject)
        several = (isinstance(subject, ir.GetKeep) and isinstance(subject.type, Unit)) or isinstance(
            narrowed(subject.type), Many
        )
        return "are" if word in ("you", "they") or several else "is"

    def _comparison(self, expr: ir.Cmp) -> str:
        if isinstance(expr.right, ir.Lit) and expr.right.value is None:
            return f"there is {'no ' if expr.op == '==' else ''}{self.value(expr.left)}"
        verb = OPS[expr.op].replace("is", self._be(expr.left), 1)
        return f"{self.value(expr.left)} {verb} {self.value(expr.right)}"

    def _negated(self, expr: ir.Expr) -> str:
        match expr:
            case ir.Fold(op="exists"):
                return f"there is no {self.one_of(expr.query)}"
            case ir.Cmp(op="=="):
                return self._comparison(ir.Cmp("!=", expr.left, expr.right, type=expr.type, span=expr.span))
            case ir.Not():
                return self.clause(expr.operand)
            case ir.In() | ir.HasFeature() | ir.IsKind() | ir.IsDef() | ir.GetField() | ir.GetKeep():
                return re.sub(r" (is|are) ", r" \1 not ", self.clause(expr), count=1)
            case _:
                return f"not ({self.clause(expr)})"


def _conjuncts(expr: ir.Expr | None) -> Iterable[ir.Expr]:
    if isinstance(expr, ir.Logic) and expr.op == "and":
        yield from _conjuncts(expr.left)
        yield from _conjuncts(expr.right)
    elif expr is not None:
        yield expr


def _is_zero(expr: ir.Expr) -> bool:
    return isinstance(expr, ir.Lit) and expr.value in (0, False, None, "", ())


def _none_test(expr: ir.Expr) -> bool:
    return isinstance(expr, ir.Cmp) and isinstance(expr.right, ir.Lit) and expr.right.value is None


def _count_of(expr: ir.Expr) -> ir.Query | None:
    """The collection that an expression counts, also through a rule without words of its own."""
    if isinstance(expr, ir.Fold) and expr.op == "count":
        return expr.query
    return None


def _full_of(expr: ir.Expr) -> ir.Arith | None:
    if isinstance(expr, ir.Arith) and expr.op == "/" and isinstance(expr.right.type, Unit):
        return expr
    return None


def _reads(expr: ir.Expr, var: ir.Var) -> bool:
    from castlewright.compiler.typed.walk import expressions_in

    return any(isinstance(e, ir.Local) and e.var is var for e in expressions_in(expr))


def _where_words(marks: str) -> str:
    return f"({marks}) of"


__all__ = ["PLAYER", "SIDE", "Phrases", "a", "grouped", "listed", "words"]
