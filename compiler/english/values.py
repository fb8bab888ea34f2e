"""Noun phrases for values: numbers, amounts, members, pieces, places."""

from __future__ import annotations

import re
from collections.abc import Sequence

from castlewright.compiler.english.called import all_called, called, kind_called, part_called
from castlewright.compiler.english.grammar import (
    agreeing,
    base_form,
    be,
    capital,
    each_one,
    is_plural,
    listed,
    objective,
    of_one,
    plural_of,
    possessive,
    put_in,
    singular_of,
    third_person,
    words,
)
from castlewright.compiler.english.names import Names
from castlewright.compiler.english.shapes import (
    constant_in,
    is_none_test,
    is_zero,
    plainest,
    quotient_of,
    row_for,
)
from castlewright.compiler.english.vocabulary import COUNTS, QUESTIONS
from castlewright.compiler.typed import ir
from castlewright.compiler.typed.types import NUMBER, PLAYER, Many, Piece, Unit, Value, narrowed
from castlewright.compiler.typed.walk import expressions_in

__all__ = ["DEEPEST", "Values"]

DEEPEST = 40
"""Expressions nested deeper than this are cut: no reader would follow them."""
_OF = re.compile(r"the [\w ]+ of \{0\}")
_OWNED = r"((?:(?!the\b)[\w-]+ )*?(?!the\b)[\w-]+)"
_IN_CASE = re.compile(r"\b(?:of|for|in|on|to|from|at|with|by|and|or|than|under|over) $")
"""What stands before a noun that is not the subject of what follows it."""
_REACHED = re.compile(r" (?:times|plus|minus|of the|of an?) ")
"""What makes the words for a value too long to stand behind `the most`."""
_LINKS = frozenset(
    "of for in on to from at with as by and or is are has have than that where other so per may can".split()
)
"""Words that may follow a noun; before any other word a noun says what sort of thing that is."""


class Values(Names):
    """Writes values."""

    __slots__ = ()

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
                return self._whose(expr.keep, expr.base) or self._held(expr.base, self._kept(expr.keep))
            case ir.GetZone():
                return self._whose(expr.zone, expr.base) or self._held(expr.base, called(expr.zone))
            case ir.AllOfZone():
                return f"{'all' if expr.zone.holder == 'player' else 'the'} {all_called(expr.zone)}"
            case ir.Members():
                return f"the {kind_called(expr.kind, plural=True)}"
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
                return listed([self.value(i) for i in expr.items]) or "none"
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

    def _kept(self, keep: ir.Keep) -> str:
        """What is kept, without an article; a name such as `marked` says what it is that was marked."""
        said, bare = called(keep), narrowed(keep.type)
        if keep.texts.reads or not said.endswith(("ed", "en")):
            return said
        if isinstance(bare, Unit):
            return f"{words(bare.name)} {said}"
        one = isinstance(bare, (Piece, Value)) or bare == PLAYER
        noun = self.noun(bare, plural=False)
        return f"{said} {noun}" if one and noun not in said.split() else said

    def _whose(self, kept: ir.Keep | ir.Zone, base: ir.Expr | None) -> str:
        """What is kept, or a place, in words that say themselves whose it is; "" where it has none."""
        reads = kept.texts.reads or ""
        if base is None or "{" not in reads:
            return ""
        holder = kept.holder.name if isinstance(kept.holder, ir.Decl) else kept.holder
        return self.filled(reads, {holder: base}) if holder is not None else ""

    def _held(self, base: ir.Expr | None, what: str) -> str:
        return f"the {what}" if base is None else self.of(base, what)

    def _field(self, expr: ir.GetField) -> str:
        if isinstance(expr.base, ir.Local) and expr.base.var in self.bound:
            definition = self.bound[expr.base.var]
            if expr.field.name in definition.values:
                return self.constant(definition.values[expr.field.name], expr.field.type)
        name = called(expr.field)
        return self.of(expr.base, f"printed {name}" if expr.printed else name)

    def _question(self, expr: ir.Builtin) -> str:
        name, args = expr.name, [self.value(x) for x in expr.args]
        match name, args:
            case "owner", [x]:
                return "you" if x.startswith("this ") else self.belonging(x, "owner")
            case "holder", [x, kind]:
                return self.belonging(x, words(kind))
            case "running_number", [path]:
                return f"the number of the {part_called(self.program, path)}"
            case (("left_of" | "right_of"), [x]) if x.count(" ") > 2 or " of " in x:
                return f"the player to the {name.removesuffix('_of')} of {x}"
            case (("first" | "last"), [x]) if isinstance(narrowed(expr.args[0].type), Many):
                return self._one_at(name, x, expr.args[0])
            case "one_at_random", ["all players"]:
                return "one player drawn at random"
            case "contacts", [x, y]:
                return f"the sides where {x} touches {y}"
            case "larger", [x, y] if isinstance(expr.args[0], ir.Lit):
                return f"{y} (at least {x})"
            case "smaller", [x, y] if isinstance(expr.args[0], ir.Lit):
                return f"{y} (at most {x})"
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

    def _one_at(self, which: str, group: str, source: ir.Expr) -> str:
        """`the first boat at the pier`, `the last of your choices`."""
        if isinstance(source, ir.Filter) and self.plain(source.query) is None:
            return f"the {which} {self.one_of(source.query)}"
        one, nouns = (self.noun(source.type, plural=many) for many in (False, True))
        rest = group.removeprefix(f"the {nouns}")
        if one == nouns or rest == group or (rest and not rest.startswith(" ")):
            return f"the {which} of {group}"
        return f"the {which} {one}{of_one(rest, single=True)}"

    def call(self, rule: ir.Rule, args: Sequence[ir.Expr]) -> str:
        """A rule: its own words with the constant it stands for, that constant alone, or its name."""
        if self.opened and not rule.lets:
            for param, arg in zip(rule.params, args, strict=True):
                self.names[param] = self.value(arg)
            self.opened = False
            said = self.value(rule.value)
            self.opened = True
            return said
        row = row_for(rule, args)
        if row is not None:
            return self.value(row)
        constant = constant_in(rule, self.program)
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
            number = "the amount" if isinstance(rule.result, Unit) else "what stands"
            number = "the number" if rule.result == NUMBER else number
            what = "those" if isinstance(rule.result, Many) else number
            count, one, many = COUNTS.get(rule.by, ("", "", ""))
            told = [key for key in given if key != count]
            about = f" for {listed(told)} {one if told == ['1'] else many}".rstrip() if told else ""
            return f"{what} under “{words(column)}” in the table “{capital(words(table))}”{about}"
        name = words(rule.name)
        if not given:
            return f"the {name}"
        for owner, own in (("you", "your"), ("they", "their")):
            if owner in given:
                rest = [one for one in given if one != owner]
                return f"{own} {name}{' of ' + listed(rest) if rest else ''}"
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
            if (sort and before == "one ") or (
                sort
                and before in ("of ", "the ")
                and after
                and after.strip() not in _LINKS
                and not after.endswith("ed")
            ):
                if value in ("it", "they"):
                    value = self.noun(args[name].type, plural=False)
                value = re.sub(r"^(?:an?|the) ", "", value)
            elif (
                value in ("you", "they")
                and not _IN_CASE.search(phrase[: match.start(2) - 1])
                and name != "you"
                and after.endswith("s")
            ):
                return f"{before}{value} {base_form(after.strip())}"
            number = plainest(args[name], self.program) if name in args and after else None
            if isinstance(number, ir.Lit) and number.type == NUMBER and after.endswith("s"):
                value = self.value(number)  # so many charts: the number tells enough
                after = singular_of(after) if value == "1" else after
            return f"{before}{value}{after}"

        text = re.sub(r"(\ba |\bof |\bthe |\bone )?\{(\w+)\}('s)?( [a-z]+)?", put, phrase)
        if phrase.startswith("{you} ") and you not in ("you", "they") and not you.endswith(" would"):
            verb, blank, rest = text[len(you) + 1 :].partition(" ")
            rest = re.sub(
                r"(\band|,) (\w+) (?=(?:the|an?|it|them|its|their|your|all|each|one) )",
                lambda found: f"{found[1]} {third_person(found[2])} ",
                rest,
            )
            text = f"{you} {third_person(verb)}{blank}{rest}"
        text = re.sub(r"\b(the [\w ]+) \1\b", r"\1", text)
        text = re.sub(r"\bthe (\w+) ((?:each|every|any|that|an?|another) \1)\b", r"\2", text)
        text = re.sub(r"\bthe number of ((?:[\w-]+ )*([\w-]+)) \2\b", r"the number of \1", text)
        for owner, own in (("you", "your"), ("they", "their")):
            text = re.sub(rf"\bthe number of {_OWNED} of {owner}\b", rf"the number of {own} \1", text)
            text = re.sub(rf"\bthe {_OWNED} of {owner}\b", rf"{own} \1", text)
        if "they" in text:
            text = re.sub(r"\bits own\b", "their own", text)
        return text if phrase.startswith("{you} ") else objective(agreeing(text))

    def _slot(self, expr: ir.CallSlot) -> str:
        base = expr.base
        if isinstance(base, ir.GetField) and isinstance(base.base, ir.Local) and base.base.var in self.bound:
            member = self.bound[base.base.var].values.get(base.field.name)
            if isinstance(member, ir.Definition) and expr.slot.name in member.fillings:
                filling = member.fillings[expr.slot.name]
                if filling.value is not None:
                    return self.value(filling.value)
        return self.of(base, called(expr.slot))

    def _arith(self, expr: ir.Arith) -> str:
        if expr.op == "*":
            counted = (
                expr.right.query if isinstance(expr.right, ir.Fold) and expr.right.op == "count" else None
            )
            if counted is not None and isinstance(expr.left, ir.Lit):
                return f"{self.value(expr.left)} for each {self.each_of(counted)}"
            full = quotient_of(expr.right)
            if full is not None:
                step = self.value(plainest(full.right, self.program))
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
            return f"{left} for each {each_one(right.removeprefix('the number of ').removeprefix('the '))}"
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
        counted = isinstance(expr.subject, ir.Builtin) and expr.subject.name in COUNTS
        if counted and isinstance(expr.subject, ir.Builtin):
            return self._by_count(expr, expr.subject.name)
        subject = self.value(expr.subject)
        rows: list[str] = []
        for key, value in expr.rows:
            when = f"{subject} {be(subject)} {self.value(key)}" if not rows else self.value(key)
            rows.append(f"{self.value(value)} if {when}")
        if expr.otherwise is not None and not is_zero(expr.otherwise):
            rows.append(f"{self.value(expr.otherwise)} otherwise")
        return listed(rows)

    def _by_count(self, expr: ir.Select, count: str) -> str:
        """A table by a count: `3 for 2 players, 4 for 3 and 5 otherwise`."""
        _, one, many = COUNTS[count]
        rows: list[str] = []
        for key, value in expr.rows:
            said = self.value(key)
            noun = "" if rows else f" {one if said == '1' else many}"
            rows.append(f"{self.value(value)} for {said}{noun}")
        if expr.otherwise is not None and not is_zero(expr.otherwise):
            rows.append(f"{self.value(expr.otherwise)} otherwise")
        return listed(rows)

    def _fold(self, expr: ir.Fold) -> str:
        query = expr.query
        match expr.op:
            case "count":
                if isinstance(query.source, ir.Graph) and query.source.op == "longest path":
                    return f"the length of {self.value(query.source)}"
                plain = self.plain(query)
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
                    return self._extreme(expr)
                return f"{self.several(query)} with the {expr.op} {what}"
            case _:
                return self.clause(expr)

    def _extreme(self, expr: ir.Fold) -> str:
        """Those for whom a value is the highest or lowest, where it has no words without an owner."""
        query = expr.query
        which = "highest" if expr.op == "most" else "lowest"
        assert expr.value is not None
        several = self.several(query)
        with self.called(query.var, "they"):
            said = objective(self.value(expr.value))
        person = narrowed(query.var.type) == PLAYER
        return f"{several} for {'whom' if person else 'which'} {said} {be(said)} the {which}"

    def _total(self, query: ir.Query, value: ir.Expr | None) -> str:
        assert value is not None
        if not isinstance(value, ir.Lit) and any(
            isinstance(e, ir.Local) and e.var is query.var for e in expressions_in(value)
        ):
            said = self._inside(query, value)
            counted = re.match(r"\((for each number \w\b[^()]*)\) ", said)
            if counted is not None:
                return f"the total, {counted[1]}, of {said[counted.end() :]}"
            many = re.match(r"\d[\d,]* \w+ for each ", said)
            return said if many is not None else f"the total of {said}"
        if isinstance(query.source, ir.MakeSet) and len(query.source.items) == 1:
            return f"{self.value(value)} for {self.value(query.source.items[0])}"
        return f"{self.value(value)} for each {self.each_of(query)}"

    def _inside(self, query: ir.Query, value: ir.Expr | None, word: str = "each ") -> str:
        """A value of each element of a query: told of `each boat in …`, or of `that boat` after it."""
        assert value is not None
        noun = self.noun(query.var.type, plural=False)
        first = f"{word}{self.one_of(query)}"
        if narrowed(query.var.type) == NUMBER:
            name = query.var.name if len(query.var.name) <= 2 and query.var.role != "it" else "n"
            with self.called(query.var, name):
                return f"(for {first.replace(noun, f'{noun} {name}', 1)}) {self.value(value)}"
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
        what = None if found is None else found[1] or found[2]
        return None if what is None or _REACHED.search(what) else what

    def _graph(self, expr: ir.Graph) -> str:
        group = self.several(expr.query)
        if expr.op == "reach":
            start = self.value(expr.start) if expr.start is not None else "it"
            return f"{group} that {start} reaches from one to the next"
        if expr.op == "longest path":
            return f"the longest path through {group}"
        return f"the pairs of {group}, each in one pair only"
