"""Noun phrases for the elements of a query: one of them, several, all."""

from __future__ import annotations

import re

from castlewright.compiler.english.called import called
from castlewright.compiler.english.grammar import (
    clauses_joined,
    does,
    each_one,
    is_plural,
    nominative,
    objective,
    of_one,
    of_several,
    plural_that,
    relative,
    words,
)
from castlewright.compiler.english.names import Names
from castlewright.compiler.english.shapes import conjuncts, presupposed
from castlewright.compiler.typed import ir
from castlewright.compiler.typed.types import PLAYER

__all__ = ["Groups"]

_SIMPLE = re.compile(r"\{(\w+)\} is ([\w-]+)")


class Groups(Names):
    """Writes the elements of queries."""

    __slots__ = ()

    def collection(self, query: ir.Query) -> str:
        """Several: `grey beads in your hand`."""
        return self._described(query, plural=True)

    def several(self, query: ir.Query) -> str:
        """All of them: `the grey beads in your hand`, or what the source is called by itself."""
        plain = self.plain(query)
        if plain is not None:
            return plain
        return f"the {self.collection(query)}"

    def one_of(self, query: ir.Query) -> str:
        """One of them: `grey bead in your hand`."""
        return self._described(query, plural=False)

    def each_of(self, query: ir.Query) -> str:
        """What follows `for each`: one of them, or `of the` and what the source is called."""
        plain = self.plain(query)
        if plain is None:
            return self.one_of(query)
        if plain.startswith("all players"):
            return f"player{plain.removeprefix('all players')}"
        one, nouns = (self.noun(query.var.type, plural=many) for many in (False, True))
        if one != nouns and plain.startswith(f"the {nouns} "):
            return f"{one}{of_one(plain.removeprefix(f'the {nouns}'), single=True)}"
        if not is_plural(plain):
            return f"{one} in {plain}"
        return each_one(plain.removeprefix("the ")) if plain.startswith("the ") else f"of {plain}"

    def plain(self, query: ir.Query) -> str | None:
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

    def said_of_one(self, query: ir.Query) -> str | None:
        """`boat at the pier sinks`: what the query asks of one element, as a clause without its article.

        None where it asks nothing, or more than one thing.
        """
        noun, told = self._parts(query, plural=False)
        told = [re.sub("^who ", "that ", clause) for clause in told]
        return f"{noun} {told[0][5:]}" if len(told) == 1 and does(noun, told[0]) else None

    def told_of(self, query: ir.Query) -> str:
        """What a query asks of its elements, as clauses that hang on a noun before them."""
        adjectives, self.adjectives = self.adjectives, False
        told = self._parts(query, plural=True)[1]
        self.adjectives = adjectives
        return clauses_joined(told)

    def _described(self, query: ir.Query, *, plural: bool) -> str:
        noun, told = self._parts(query, plural=plural)
        return f"{noun}{clauses_joined(told)}"

    def _parts(self, query: ir.Query, *, plural: bool) -> tuple[str, list[str]]:
        """The noun with what stands before it and where it is, and the clauses that hang on it."""
        before: list[str] = []
        after: list[str] = []
        noun = self.noun(query.var.type, plural=plural)
        one, nouns = (self.noun(query.var.type, plural=many) for many in (False, True))
        conditions = [part for part in conjuncts(query.where) if not isinstance(part, ir.IsKind)]
        other = next((part for part in conditions if self._is_other(part, query.var, nouns)), None)
        told = [
            part
            for number, part in enumerate(conditions)
            if part is not other and not presupposed(part, conditions[number + 1 :])
        ]
        with self.called(query.var, "they" if plural else "it"), self.inside(query.var):
            for part in told:
                adjective = self._adjective(part, query.var)
                if adjective is not None:
                    before.append(adjective)
                else:
                    said = objective(relative(self.clause(part)))
                    if query.var.type == PLAYER:
                        said = _of_somebody(said, plural=plural)
                    after.append(plural_that(said) if plural else said)
        if other is not None:
            before.insert(0, "other")
        source = self._by_itself(query.source, one, nouns) if not before[1:] else None
        if source is not None:
            return " ".join([*before, source if plural else of_several(source, one, nouns)]), after
        return f"{' '.join([*before, noun])}{self._place(query.source, noun, nouns)}", after

    def _by_itself(self, source: ir.Expr, one: str, nouns: str) -> str | None:
        """`drawn boats`: the name of a group that ends in the noun of its elements."""
        if not isinstance(source, ir.Local) or one == nouns:
            return None
        said = self.var(source.var)
        last = re.escape(nouns.rsplit(" ", 1)[-1])
        found = re.fullmatch(rf"the (.+ {last})", said)
        return None if found is None else found[1]

    def _is_other(self, part: ir.Expr, var: ir.Var, nouns: str) -> bool:
        """Does a condition only leave out one that has been named?"""
        match part:
            case ir.Not(operand=ir.Cmp(op="==") as denied):
                turned = ir.Cmp("!=", denied.left, denied.right, type=denied.type)
                return self._is_other(turned, var, nouns)
            case ir.Cmp(op="!=", left=ir.Local(var=left), right=ir.Local(var=right)) if var in (left, right):
                known = right if left is var else left
                named = self.names.get(known, "")
                return (
                    self.noun(known.type, plural=True) == nouns
                    and (named not in ("it", "they") or known in self.meant)
                    and known not in self.fresh
                )
            case _:
                return False

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
                return f" next to {self.value(piece)} (in the directions of {self.value(marks)})"
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
                        known = {"your": "yours", "its": "it", "their": "them"}.get(owner)
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
            case ir.GetField(base=ir.Local(var=v), field=f) if v is var and " " not in called(f):
                return called(f)
            case ir.GetKeep(base=ir.Local(var=v), keep=k) if v is var and " " not in called(k):
                return called(k)
            case ir.CallRule(rule=r, args=(ir.Local(var=v),)) if v is var:
                said = _SIMPLE.fullmatch(r.texts.reads or "")
                if said is not None:
                    return said[2]
                return None if r.texts.reads or " " in words(r.name) else words(r.name)
            case _:
                return None


def _of_somebody(clause: str, *, plural: bool) -> str:
    """A clause that hangs on a noun, as it hangs on a player."""
    said = f"who{clause[4:]}" if clause.startswith("that ") else clause
    if plural:
        return said
    said = re.sub(r"\b(by|of|to|for|from|with|at|than|and) it\b", r"\1 them", said)
    return re.sub(r"\bits\b", "their", said)
