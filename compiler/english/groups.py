"""Noun phrases for the elements of a query: one of them, several, all."""

from __future__ import annotations

import re

from castlewright.compiler.english.grammar import (
    clauses_joined,
    nominative,
    objective,
    of_one,
    plural_that,
    relative,
    words,
)
from castlewright.compiler.english.names import Names
from castlewright.compiler.english.shapes import conjuncts
from castlewright.compiler.typed import ir

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
        return (
            f"player{plain.removeprefix('all players')}" if plain.startswith("all players") else f"of {plain}"
        )

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
