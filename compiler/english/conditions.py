"""Conditions as clauses."""

from __future__ import annotations

from castlewright.compiler.english.grammar import a, be, is_plural, listed, negated, put_in, words
from castlewright.compiler.english.names import Names
from castlewright.compiler.english.shapes import is_none_test, is_zero
from castlewright.compiler.english.values import DEEPEST
from castlewright.compiler.english.vocabulary import OPS, TESTS
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
        plain = self.plain(query)
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
