"""Making nodes, second part: statements."""

from __future__ import annotations

from typing import NamedTuple

from . import nodes as n
from .build_expressions import ExpressionBuilder, drawing_rows
from .source import Span

__all__ = ["HeadBlock", "StatementBuilder"]


class HeadBlock(NamedTuple):
    """A block of a declaration: the texts that stand first, then the statements."""

    items: tuple[n.TextItem, ...]
    block: n.Block


class StatementBuilder(ExpressionBuilder):
    """Makes statements."""

    __slots__ = ()

    make_statements = make_options = make_expected_lines = ExpressionBuilder.gathered
    make_move_where = make_move_flag = make_choose_flag = make_put_where = ExpressionBuilder.word

    def make_block(self, span: Span, body: tuple[n.Stmt, ...] | None) -> n.Block:
        return n.Block(body or (), span=span)

    def make_line(self, span: Span, statement: n.Stmt) -> n.Block:
        return n.Block((statement,), braced=False, span=statement.span)

    def report_empty(self, block: n.Block, word: str) -> None:
        """Report a block that could only be there to do something, and is empty."""
        if not block.body and not self._has_error(block.span):
            self.diagnostics.error(
                "CW0127", block.span, f"this `{word}` does nothing", help="say what it does, or leave it out"
            )

    def _has_error(self, span: Span) -> bool:
        """Was something within reported already, so that what stood there was passed over?"""
        return any(span.holds(found.span) for found in self.diagnostics)

    def make_head_block(self, span: Span, *parts: tuple[n.Stmt, ...] | list[n.TextItem]) -> HeadBlock:
        items: tuple[n.TextItem, ...] = ()
        body: tuple[n.Stmt, ...] = ()
        for part in parts:
            if isinstance(part, list):
                items = tuple(part)
            else:
                body = part
        return HeadBlock(items, n.Block(body, span=span))

    def make_head_line(self, span: Span, statement: n.Stmt) -> HeadBlock:
        return HeadBlock((), self.make_line(span, statement))

    def make_transfer(
        self,
        span: Span,
        actor: n.Expr | None,
        verb: str,
        amount: n.Expr,
        reason: n.Ident | None,
        other: n.Expr | None,
    ) -> n.Transfer:
        return n.Transfer(verb, actor, amount, reason, other, span=span)

    def make_pay(
        self,
        span: Span,
        actor: n.Expr | None,
        verb: str,
        amount: n.Expr,
        other: n.Expr,
        reason: n.Ident | None,
    ) -> n.Transfer:
        return n.Transfer(verb, actor, amount, reason, other, span=span)

    def make_draw(
        self,
        span: Span,
        actor: n.Expr | None,
        count: n.Expr,
        source: n.Expr,
        target: n.Expr,
        binder: n.Ident | None,
    ) -> n.Draw:
        return n.Draw(actor, count, source, target, binder, span=span)

    def _flags(self, span: Span, flags: tuple[str, ...]) -> set[str]:
        found: set[str] = set()
        for flag in flags:
            if flag in found:
                self.report_twice(span, flag)
            found.add(flag)
        if {"face up", "face down"} <= found:
            self.report_twice(span, "face …")
        return found

    def make_move(
        self, span: Span, actor: n.Expr | None, what: n.Expr, where: str, target: n.Expr, *flags: str
    ) -> n.Move:
        said = self._flags(span, flags)
        face = "up" if "face up" in said else "down" if "face down" in said else None
        return n.Move(
            actor, what, where, target, face, "in your order" in said, "secretly" in said, span=span
        )

    def make_place(self, span: Span, actor: n.Expr | None, what: n.Expr, spot: n.Expr) -> n.Place:
        return n.Place(actor, what, spot, span=span)

    def make_look(self, span: Span, actor: n.Expr | None, verb: str, what: n.Expr) -> n.Look:
        return n.Look(verb, actor, what, span=span)

    def make_do(self, span: Span, actor: n.Expr | None, call: n.Expr) -> n.Do:
        return n.Do(actor, call, span=span)

    def make_quantity_one(self, span: Span) -> n.Quantity:
        return n.Quantity("one", None, None, span=span)

    def make_quantity_exactly(self, span: Span, count: n.Expr) -> n.Quantity:
        return n.Quantity("exactly", count, count, span=span)

    def make_quantity_up_to(self, span: Span, most: n.Expr) -> n.Quantity:
        return n.Quantity("up to", None, most, span=span)

    def make_quantity_between(self, span: Span, least: n.Expr, most: n.Expr) -> n.Quantity:
        return n.Quantity("between", least, most, span=span)

    def make_quantity_any(self, span: Span) -> n.Quantity:
        return n.Quantity("any", None, None, span=span)

    def make_choose(
        self,
        span: Span,
        actor: n.Expr | None,
        quantity: n.Quantity,
        query: n.Query,
        binder: n.Ident,
        *flags: str,
    ) -> n.Choose:
        said = self._flags(span, flags)
        return n.Choose(
            actor, quantity, query, binder, "secretly" in said, "in your order" in said, span=span
        )

    def make_choose_one(
        self, span: Span, actor: n.Expr | None, secretly: str | None, options: tuple[n.Option, ...]
    ) -> n.ChooseOne:
        return n.ChooseOne(actor, options, secretly is not None, span=span)

    def make_choose_action(self, span: Span, actor: n.Expr | None) -> n.ChooseAction:
        return n.ChooseAction(actor, span=span)

    def make_option(self, span: Span, title: n.Text, condition: n.Expr | None, body: n.Block) -> n.Option:
        return n.Option(title, condition, body, span=span)

    def make_may(
        self,
        span: Span,
        actor: n.Expr | None,
        title: n.Text,
        secretly: str | None,
        body: n.Block,
        otherwise: n.Block | None,
    ) -> n.May:
        return n.May(actor, title, secretly is not None, body, otherwise, span=span)

    def make_may_line(
        self, span: Span, actor: n.Expr | None, title: n.Text, secretly: str | None, statement: n.Stmt
    ) -> n.May:
        body = self.make_line(span, statement)
        return n.May(actor, title, secretly is not None, body, None, span=span)

    def make_shuffle(self, span: Span, what: n.Expr, into: n.Expr | None) -> n.Shuffle:
        return n.Shuffle(what, into, span=span)

    def make_flip(self, span: Span, what: n.Expr, face: str) -> n.Flip:
        return n.Flip(what, face.removeprefix("face "), span=span)

    def make_set_to(self, span: Span, target: n.Expr, value: n.Expr) -> n.SetStmt:
        return n.SetStmt(target, value, span=span)

    def make_add_to(self, span: Span, value: n.Expr, target: n.Expr) -> n.AddStmt:
        return n.AddStmt(value, target, span=span)

    def make_let(self, span: Span, name: n.Ident, value: n.Expr) -> n.Let:
        return n.Let(name, value, span=span)

    def make_give(self, span: Span, value: n.Expr) -> n.Give:
        return n.Give(value, span=span)

    def make_if_line(self, span: Span, condition: n.Expr, statement: n.Stmt) -> n.IfStmt:
        return n.IfStmt(condition, self.make_line(span, statement), None, span=span)

    def make_if_block(
        self, span: Span, condition: n.Expr, then: n.Block, otherwise: n.Block | None
    ) -> n.IfStmt:
        self.report_empty(then, "if")
        return n.IfStmt(condition, then, otherwise, span=span)

    def make_else_if(
        self, span: Span, condition: n.Expr, then: n.Block, otherwise: n.Block | None
    ) -> n.Block:
        self.report_empty(then, "else if")
        return n.Block((n.IfStmt(condition, then, otherwise, span=span),), braced=False, span=span)

    def make_for_each(self, span: Span, query: n.Query, ordered: str | None, body: n.Block) -> n.ForEach:
        self.report_empty(body, "for each")
        return n.ForEach(query, ordered is not None, body, span=span)

    def make_repeat(self, span: Span, count: n.Expr, body: n.Block) -> n.Repeat:
        self.report_empty(body, "repeat")
        return n.Repeat(count, body, span=span)

    def make_leave(self, span: Span) -> n.Leave:
        return n.Leave(span=span)

    def make_at_once(self, span: Span, query: n.Query, body: n.Block) -> n.AtOnce:
        self.report_empty(body, "at once for each")
        return n.AtOnce(query, body, span=span)

    def make_within(self, span: Span, seconds: str, body: n.Block, late: n.Block | None) -> n.Within:
        return n.Within(self.number_of(span, seconds), body, late, span=span)

    def make_end(self, span: Span, what: n.Ident) -> n.End:
        return n.End(what, span=span)

    def make_schedule(self, span: Span, turn: n.Ident, player: n.Expr) -> n.Schedule:
        return n.Schedule(turn, player, span=span)

    def make_change_statement(self, span: Span, change: n.Change) -> n.ChangeStmt:
        return n.ChangeStmt(change, span=span)

    def _name_of(self, path: n.Path) -> n.Name:
        return n.Name(path, span=path.span)

    def make_put_at(
        self,
        span: Span,
        count: str | None,
        what: n.Path,
        column: int,
        row: int,
        turned: str | None,
        face: n.Ident | None,
        target: n.Expr,
    ) -> n.Put:
        number = 1 if count is None else self.number_of(span, count)
        angle = self._angle(span, turned)
        return n.Put("at", number, self._name_of(what), column, row, angle, face, target, span=span)

    def _angle(self, span: Span, turned: str | None) -> int:
        angle = 0 if turned is None else self.number_of(span, turned)
        if angle not in (0, 90, 180, 270):
            self.diagnostics.error(
                "CW0903", span, "a piece is turned by 0, 90, 180 or 270 degrees", label=f"turned {angle}"
            )
        return angle

    def make_put_in(self, span: Span, count: str | None, what: n.Path, where: str, target: n.Expr) -> n.Put:
        number = 1 if count is None else self.number_of(span, count)
        return n.Put(where, number, self._name_of(what), None, None, 0, None, target, span=span)

    def make_lay_out(self, span: Span, target: n.Expr, token: str) -> n.LayOut:
        rows = tuple(tuple(line.split()) for line in drawing_rows(token) if line.strip())
        return n.LayOut(target, rows, span=span)

    def make_answer(self, span: Span, value: n.Expr) -> n.Answer:
        return n.Answer(value, span=span)

    def make_answer_at(
        self, span: Span, column: int, row: int, turned: str | None, face: n.Ident | None
    ) -> n.Answer:
        spot = n.SpotExpr(column, row, self._angle(span, turned), face, span=span)
        return n.Answer(spot, span=span)

    def make_expect(self, span: Span, condition: n.Expr) -> n.Expect:
        return n.Expect(condition, span=span)

    def make_expect_lines(self, span: Span, lines: tuple[n.ExpectedLine, ...] | None) -> n.ExpectLines:
        return n.ExpectLines(lines or (), span=span)

    def make_expected_line(self, span: Span, amount: n.Expr, reason: n.Ident | None) -> n.ExpectedLine:
        return n.ExpectedLine(amount, reason, span=span)
