"""Making nodes, first part: names, texts, types and expressions."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from . import limits
from . import nodes as n
from .diagnostics import Diagnostics
from .source import Source, Span

__all__ = ["ExpressionBuilder", "drawing_rows", "quoted_value"]

_ESCAPE: Final = re.compile(r"\\(.)")


def quoted_value(token: str) -> str:
    """What a text in quotes says."""
    if "\\" not in token:
        return token[1:-1]
    return _ESCAPE.sub(lambda found: "\n" if found.group(1) == "n" else found.group(1), token[1:-1])


def drawing_rows(token: str) -> tuple[str, ...]:
    """The rows of a drawing in triple quotes.

    Without the blanks that all rows begin with, and without blank rows at its beginning and end.
    """
    lines = [line.rstrip() for line in token[3:-3].expandtabs(8).split("\n")]
    while lines and not lines[0]:
        del lines[0]
    while lines and not lines[-1]:
        del lines[-1]
    margin = min((len(line) - len(line.lstrip()) for line in lines if line), default=0)
    return tuple(line[margin:] for line in lines)


class ExpressionBuilder:
    """Makes the nodes of one source: one method `make_X` for the productions called X in the grammar."""

    __slots__ = ("diagnostics", "source")

    def __init__(self, source: Source, diagnostics: Diagnostics) -> None:
        self.source = source
        self.diagnostics = diagnostics

    def maker(self, name: str) -> Callable[..., object]:
        """The method for productions called `name` in the grammar."""
        return getattr(self, f"make_{name}")

    # ---------------------------------------------------------------------------------- small parts

    def number_of(self, span: Span, digits: str) -> int:
        plain = digits.replace("_", "").lstrip("0") or "0"
        if len(plain) > 13 or int(plain) > limits.MAGNITUDE:
            self.diagnostics.error(
                "CW0008", span, f"this number is larger than {limits.MAGNITUDE:,}", label="too large"
            )
            return limits.MAGNITUDE
        return int(plain)

    def report_twice(self, span: Span, word: str) -> None:
        self.diagnostics.error("CW0101", span, f"`{word}` is said twice here", help=f"keep one `{word}`")

    def make_string(self, span: Span, token: str) -> n.Text:
        if "\\" in token:
            for found in _ESCAPE.finditer(token):
                if found.group(1) not in '"\\n':
                    at = span.start + found.start()
                    self.diagnostics.error(
                        "CW0126",
                        Span(self.source, at, at + 2),
                        f"`{found.group()}` means nothing in a text",
                        help='write `\\"` for a quotation mark, `\\\\` for a backslash, `\\n` for a line end',
                    )
        return n.Text(quoted_value(token), span=span)

    def make_number(self, span: Span, digits: str) -> n.Number:
        return n.Number(self.number_of(span, digits), span=span)

    def make_integer(self, span: Span, *parts: str) -> int:
        value = self.number_of(span, parts[-1])
        return -value if len(parts) == 2 else value

    def make_names(self, span: Span, *names: n.Ident) -> tuple[n.Ident, ...]:
        return names

    def make_path(self, span: Span, *parts: n.Ident) -> n.Path:
        return n.Path(parts, span=span)

    def gathered(self, span: Span, *parts: Any) -> tuple[Any, ...]:
        return parts

    make_exprs = make_texts = make_citations = make_table_cells = gathered

    def word(self, span: Span, word: str) -> str:
        return word

    make_comparison = make_is_a = word

    def make_else_key(self, span: Span, word: str) -> None:
        return None

    def make_field_name(self, span: Span, name: n.Ident | str) -> n.Ident:
        return n.Ident(name, span=span) if isinstance(name, str) else name

    # ---------------------------------------------------------------------------------------- types

    def make_type_name(self, span: Span, name: n.Ident) -> n.TypeRef:
        return n.TypeRef("name", name=name, span=span)

    def make_type_set(self, span: Span, item: n.TypeRef) -> n.TypeRef:
        return n.TypeRef("set", item=item, span=span)

    def make_type_list(self, span: Span, item: n.TypeRef) -> n.TypeRef:
        return n.TypeRef("list", item=item, span=span)

    def make_type_sides(self, span: Span, name: n.Ident) -> n.TypeRef:
        return n.TypeRef("sides", name=name, span=span)

    def make_type_face(self, span: Span, name: n.Ident) -> n.TypeRef:
        return n.TypeRef("face", name=name, span=span)

    def make_type_or_none(self, span: Span, base: n.TypeRef) -> n.TypeRef:
        return replace(base, or_none=True, span=span)

    def make_param(self, span: Span, name: n.Ident, type: n.TypeRef) -> n.Param:
        return n.Param(name, type, span=span)

    def make_params(self, span: Span, *params: n.Param | None) -> tuple[n.Param, ...]:
        return tuple(param for param in params if param is not None)

    def make_bare_params(self, span: Span, *names: n.Ident | None) -> tuple[n.Param, ...]:
        return tuple(n.Param(name, None, span=name.span) for name in names if name is not None)

    # ---------------------------------------------------------------------------------- expressions

    def make_amount(self, span: Span, digits: str, unit: n.Ident) -> n.Amount:
        return n.Amount(self.number_of(span, digits), unit, span=span)

    def make_drawing(self, span: Span, token: str) -> n.Drawing:
        rows = drawing_rows(token)
        if len(rows) > limits.DRAWING_SIDE or any(len(row) > limits.DRAWING_SIDE for row in rows):
            self.diagnostics.error(
                "CW0014", span, f"a drawing is at most {limits.DRAWING_SIDE} cells wide and as many high"
            )
        return n.Drawing(rows, span=span)

    def make_literal(self, span: Span, word: str) -> n.Literal:
        return n.Literal(word, span=span)

    def make_pronoun(self, span: Span, word: str) -> n.Pronoun:
        return n.Pronoun(word, span=span)

    make_original = make_pronoun

    def make_side(self, span: Span, token: str) -> n.SideSpec:
        edge, first, *more = token.split()
        start = self.number_of(span, first)
        return n.SideSpec(edge, start, self.number_of(span, more[1]) if more else start, span=span)

    def make_name(self, span: Span, path: n.Path) -> n.Name:
        return n.Name(path, span=span)

    def make_field_of(self, span: Span, base: n.Expr, name: n.Ident) -> n.FieldOf:
        return n.FieldOf(base, name, span=span)

    def make_printed_field_of(self, span: Span, base: n.Expr, name: n.Ident) -> n.FieldOf:
        return n.FieldOf(base, name, printed=True, span=span)

    def make_call(self, span: Span, path: n.Path, args: tuple[n.Expr, ...] | None) -> n.Call:
        return n.Call(path, args or (), span=span)

    def make_slot_call(
        self, span: Span, base: n.Expr, name: n.Ident, args: tuple[n.Expr, ...] | None
    ) -> n.Call:
        return n.Call(n.Path((name,), span=name.span), args or (), base, span=span)

    def make_index(self, span: Span, base: n.Expr, key: n.Expr) -> n.Index:
        return n.Index(base, key, span=span)

    def make_set_expr(self, span: Span, items: tuple[n.Expr, ...] | None) -> n.SetExpr:
        return n.SetExpr(items or (), span=span)

    def make_binary(self, span: Span, left: n.Expr, op: str, right: n.Expr) -> n.Binary:
        return n.Binary(op, left, right, span=span)

    def make_negate(self, span: Span, sign: str, operand: n.Expr) -> n.Negate:
        return n.Negate(operand, span=span)

    def make_compare(self, span: Span, left: n.Expr, op: str, right: n.Expr) -> n.Compare:
        return n.Compare(op, left, right, span=span)

    def make_is_kind(self, span: Span, operand: n.Expr, op: str, kind: n.Ident) -> n.IsKind:
        return n.IsKind(operand, kind, op == "is not a", span=span)

    def make_logic_or(self, span: Span, left: n.Expr, right: n.Expr) -> n.Logic:
        return n.Logic("or", left, right, span=span)

    def make_logic_and(self, span: Span, left: n.Expr, right: n.Expr) -> n.Logic:
        return n.Logic("and", left, right, span=span)

    def make_logic_not(self, span: Span, operand: n.Expr) -> n.Not:
        return n.Not(operand, span=span)

    def make_if_expr(self, span: Span, condition: n.Expr, then: n.Expr, otherwise: n.Expr) -> n.IfExpr:
        return n.IfExpr(condition, then, otherwise, span=span)

    def make_table_cell(self, span: Span, key: n.Expr | None, value: n.Expr) -> n.TableRow:
        return n.TableRow(key, (value,), span=span)

    def make_table_expr(self, span: Span, subject: n.Expr, rows: tuple[n.TableRow, ...]) -> n.TableExpr:
        return n.TableExpr(subject, rows, span=span)

    def make_query(self, span: Span, kind: n.Ident, binder: n.Ident | None, source: n.Expr) -> n.Query:
        return n.Query(kind, binder, source, None, span=span)

    def make_query_where(
        self, span: Span, kind: n.Ident, binder: n.Ident | None, source: n.Expr, where: n.Expr
    ) -> n.Query:
        return n.Query(kind, binder, source, where, span=span)

    def make_where_source(self, span: Span, source: n.Expr, where: n.Expr) -> n.Query:
        return n.Query(None, None, source, where, span=span)

    def make_every_query(
        self, span: Span, name: n.Ident, binder: n.Ident | None, source: n.Expr, where: n.Expr | None
    ) -> n.Query:
        if binder is None:
            return n.Query(None, name, source, where, span=span)
        return n.Query(name, binder, source, where, span=span)

    def make_every(self, span: Span, query: n.Query, test: n.Expr) -> n.Every:
        return n.Every(query, test, span=span)

    def make_count_of(self, span: Span, source: n.Expr) -> n.Count:
        return n.Count(source, span=span)

    def make_per(self, span: Span, amount: n.Expr, source: n.Expr) -> n.Per:
        return n.Per(amount, source, span=span)

    def make_per_full(self, span: Span, amount: n.Expr, step: n.Expr, of: n.Expr) -> n.PerFull:
        return n.PerFull(amount, step, of, span=span)

    def make_fold(self, span: Span, op: str, value: n.Expr, source: n.Expr) -> n.Fold:
        return n.Fold(op, value, source, span=span)

    def make_those_with(self, span: Span, op: str, value: n.Expr, source: n.Expr) -> n.ThoseWith:
        return n.ThoseWith(op.removeprefix("those with "), value, source, span=span)

    def make_exists(self, span: Span, word: str, source: n.Expr) -> n.Exists:
        return n.Exists(source, word == "there is no", span=span)

    def make_ranking(self, span: Span, source: n.Expr, key: n.Expr) -> n.Ranking:
        return n.Ranking(source, key, span=span)

    def make_reach(self, span: Span, start: n.Expr, source: n.Expr, rule: n.Path) -> n.Graph:
        return n.Graph("reach", start, source, rule, span=span)

    def make_graph(self, span: Span, op: str, source: n.Expr, rule: n.Path) -> n.Graph:
        return n.Graph(op.removesuffix(" of"), None, source, rule, span=span)
