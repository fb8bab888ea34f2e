"""Conditions as clauses."""

from __future__ import annotations

from castlewright.compiler.english.called import called, kind_called
from castlewright.compiler.english.grammar import (
    a,
    be,
    is_plural,
    joined,
    listed,
    negated,
    nowhere,
    of_one,
    put_in,
    words,
)
from castlewright.compiler.english.names import Names
from castlewright.compiler.english.shapes import is_none_test, is_zero, joined_by, parity_of, presupposed
from castlewright.compiler.english.values import DEEPEST
from castlewright.compiler.english.vocabulary import COUNTS, OPS, TESTS
from castlewright.compiler.typed import ir
from castlewright.compiler.typed.types import YESNO, narrowed

__all__ = ["Conditions"]


class Conditions(Names):
    """Writes conditions."""

    __slots__ = ()

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
                what = expr.feature.texts.reads or a(words(expr.feature.name))
                return f"{subject} {be(subject)} {what}"
            case ir.IsKind():
                subject = self.value(expr.operand)
                return f"{subject} {be(subject)} {a(kind_called(expr.kind, plural=False))}"
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
                with self.called(expr.query.var, f"that {noun}"):
                    return f"for {first}, {self.clause(expr.value)}"
            case ir.Cond():
                if is_zero(expr.then) and is_none_test(expr.condition):
                    return self.clause(expr.otherwise)
                then, otherwise = self.clause(expr.then), self.clause(expr.otherwise)
                return f"{then}, when {self.clause(expr.condition)}, and otherwise if {otherwise}"
            case ir.Select():
                return self._cases(expr)
            case ir.GetField():
                return self._state(expr.base, expr.field)
            case ir.GetKeep() if expr.base is not None:
                return self._state(expr.base, expr.keep)
            case ir.GetKeep():
                return expr.keep.texts.reads or self._said(words(expr.keep.name))
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
        """Conditions that `and` or `or` joins; those of the other word among them stand apart."""
        sides: list[ir.Expr] = []
        for side in joined_by(expr, expr.op):
            fixed = self._fixed(side)
            if fixed is None:
                sides.append(side)
            elif fixed == (expr.op == "or"):
                return "always" if fixed else "never"
        if expr.op == "and":
            sides = [side for n, side in enumerate(sides) if not presupposed(side, sides[n + 1 :])]
        texts = [self.clause(side) for side in sides]
        if not texts:
            return "always" if expr.op == "and" else "never"
        if sum(isinstance(side, ir.Logic) for side in sides) == 1:
            pairs = sorted(zip(sides, texts, strict=True), key=lambda pair: isinstance(pair[0], ir.Logic))
            sides, texts = [side for side, _ in pairs], [text for _, text in pairs]
        if not any(isinstance(side, ir.Logic) for side in sides):
            return joined(texts, expr.op)
        if expr.op == "or":
            if not any(" or " in text for text in texts):
                return ", or ".join(texts)
        elif isinstance(sides[-1], ir.Logic) and not any(isinstance(side, ir.Logic) for side in sides[:-1]):
            inner = texts[-1]
            if " and " not in inner and ", or " not in inner:
                return " and ".join([*filter(None, [joined(texts[:-1], "and")]), f"either {inner}"])
        said = [f"({t})" if isinstance(s, ir.Logic) else t for s, t in zip(sides, texts, strict=True)]
        return f" {expr.op} ".join(said)

    def _fixed(self, expr: ir.Expr) -> bool | None:
        """What a condition says of itself whatever the position; None where that depends."""
        said = self.probed(expr)
        return {"always": True, "never": False}.get(said)

    def probed(self, expr: ir.Expr) -> str:
        """A clause, without naming anything by it."""
        fresh = dict(self.fresh)
        said = self.clause(expr)
        self.fresh.clear()
        self.fresh.update(fresh)
        return said

    def _state(self, base: ir.Expr, kept: ir.Field | ir.Keep) -> str:
        subject, name = self.value(base), called(kept)
        marked = not kept.texts.reads and " " in name and not name.endswith(("ed", "en", "ing"))
        return f"{subject} {be(subject)} {f'marked “{name}”' if marked else name}"

    def _asked(self, expr: ir.CallRule) -> str:
        rule = expr.rule
        if rule.texts.reads:
            return self.call(rule, expr.args)
        if not expr.args:
            return f"“{words(rule.name)}” holds"
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
        plain = self.plain(query)
        if plain is not None:
            noun, nouns = (self.noun(query.var.type, plural=many) for many in (False, True))
            rest = plain.removeprefix(f"the {nouns} ")
            if rest == plain:
                return f"there is {'none' if no else 'one'} of {plain}"
            one = f"{noun}{of_one(f' {rest}', single=True)}"
            return f"there is no {one}" if no else f"there is {a(one)}"
        told = self.said_of_one(query)
        if told is not None:
            return f"no {told}" if no else a(told)
        one = self.one_of(query)
        return f"there is no {one}" if no else f"there is {a(one)}"

    def _cases(self, expr: ir.Select) -> str:
        subject = self.value(expr.subject)
        rows: list[str] = []
        for key, value in expr.rows:
            what = self.clause(value)
            if what == "never":
                continue
            case = f"{subject} {be(subject)} {self.value(key)}"
            told = f"({what})" if " or " in what else what
            rows.append(case if what == "always" else f"{case} and {told}")
        if expr.otherwise is not None and not is_zero(expr.otherwise):
            rows.append(f"{subject} {be(subject)} anything else and {self.clause(expr.otherwise)}")
        return ", or ".join(rows)

    def _comparison(self, expr: ir.Cmp) -> str:
        if isinstance(expr.right, ir.Lit) and expr.right.value is None:
            return self._given(expr.left, there=expr.op == "!=")
        if expr.op == "==" and isinstance(expr.left, ir.Builtin) and expr.left.name == "piece":
            (side,) = expr.left.args
            return f"{self.value(side)} belongs to {self.value(expr.right)}"
        if expr.op in ("==", "!=") and isinstance(expr.left, ir.Lit) and isinstance(expr.right, ir.Lit):
            return "always" if (expr.left.value == expr.right.value) == (expr.op == "==") else "never"
        counted = self._counted(expr) or self._running(expr) or self._so_many(expr)
        if counted is not None:
            return counted
        halved = parity_of(expr)
        if halved is not None:
            whole = self.value(halved[0])
            return f"{whole} {be(whole)} {halved[1]}"
        left, right = self.value(expr.left), self.value(expr.right)
        if expr.op in ("==", "!=") and narrowed(expr.left.type) == YESNO and right in ("yes", "no"):
            if (right == "yes") == (expr.op == "=="):
                return self.clause(expr.left)
            return self._negated(expr.left)
        verb = OPS[expr.op].replace("is", be(left), 1)
        if (
            isinstance(expr.right, ir.Lit)
            and isinstance(expr.right.value, ir.Definition)
            and not expr.right.value.kind.is_value
        ):
            right = f"“{right}”"
        return f"{left} {verb} {right}"

    def _so_many(self, expr: ir.Cmp) -> str | None:
        """How many players there are."""
        left, right = expr.left, expr.right
        if not (isinstance(left, ir.Builtin) and left.name in COUNTS and isinstance(right, ir.Lit)):
            return None
        _, one, many = COUNTS[left.name]
        how = {"==": "", "!=": "not "}.get(expr.op, OPS[expr.op].removeprefix("is ") + " ")
        number = right.value
        return f"there {'is' if number == 1 else 'are'} {how}{number} {one if number == 1 else many}"

    def _running(self, expr: ir.Cmp) -> str | None:
        """Which round it is."""
        left, right = expr.left, expr.right
        if not (isinstance(left, ir.Builtin) and left.name == "running_number" and isinstance(right, ir.Lit)):
            return None
        number = right.value
        if not isinstance(number, int) or isinstance(number, bool):
            return None
        name = words(self.value(left.args[0]).rsplit(".", 1)[-1])
        match expr.op:
            case "==":
                return f"it is {name} {number}"
            case "!=":
                return f"it is not {name} {number}"
            case ">" | ">=":
                return f"it is {name} {number + (expr.op == '>')} or a later one"
            case _:
                last = number - (expr.op == "<")
                return f"it is {name} {last}{' or an earlier one' if last > 1 else ''}"

    def _counted(self, expr: ir.Cmp) -> str | None:
        """Whether there are any, where a number is asked for only to know that."""
        if not (
            isinstance(expr.left, ir.Fold) and expr.left.op == "count" and isinstance(expr.right, ir.Lit)
        ):
            return None
        query = expr.left.query
        if isinstance(query.source, ir.Graph):
            return None
        match expr.op, expr.right.value:
            case (">", 0) | (">=", 1) | ("!=", 0):
                return self._exists(query, "")
            case ("<", 1) | ("<=", 0) | ("==", 0):
                return self._exists(query, "no")
            case _:
                return None

    def _given(self, expr: ir.Expr, *, there: bool) -> str:
        """Whether something is there at all."""
        if isinstance(expr, (ir.GetField, ir.GetKeep)) and expr.base is not None:
            name = called(expr.field if isinstance(expr, ir.GetField) else expr.keep)
            owner = self.value(expr.base)
            verb = "have" if is_plural(owner) else "has"
            return (
                f"{owner} {verb} {a(name) if not is_plural(name) else name}"
                if there
                else f"{owner} {verb} no {name}"
            )
        if isinstance(expr, ir.Local):
            name = self.var(expr.var).removeprefix("the ")
            if name.startswith(("chosen ", "that ")) or name in ("it", "they", "you"):
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
                left, right = (ir.Not(side, type=side.type) for side in (expr.left, expr.right))
                op = "or" if expr.op == "and" else "and"
                return self.clause(ir.Logic(op, left, right, type=expr.type))
            case ir.Cond() if is_zero(expr.then) and is_none_test(expr.condition):
                return self._negated(expr.otherwise)
            case ir.Cond() | ir.Select():
                return f"it is not so that {self.clause(expr)}"
            case ir.Fold(op="every"):
                return f"not {self.clause(expr)}"
            case ir.GetKeep(base=None) | ir.CallRule(args=()):
                return nowhere(self.clause(expr))
            case _:
                return negated(self.clause(expr))
