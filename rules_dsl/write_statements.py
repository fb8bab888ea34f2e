"""Writing statements and blocks."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from . import nodes as n
from .layout import HARD, LINE, Behind, Doc, Group, Indent, Parts, has_hard
from .source import Source
from .tables import load_tables
from .terminals import STATEMENTS
from .write_expressions import OR, POSTFIX, CommentQueue, ExpressionWriter, number_text, quoted

__all__ = ["StatementWriter"]

_BLANK_LINE: Final = re.compile(r"\n[ \t]*\n")
_OPENING: Final = re.compile(r"(?:[^{#]|#[^\n]*)*\{[ \t]*")


class StatementWriter(ExpressionWriter):
    """Writes statements and everything that stands in braces."""

    def __init__(self, source: Source, comments: CommentQueue) -> None:
        super().__init__(comments)
        self.text = source.text

    # --------------------------------------------------------------------------------------- blocks

    def members(self, members: Sequence[n.Node], end: int) -> list[Doc]:
        """One entry a line: each member with the comments before and behind it, then the comments up to
        `end`.

        `members` are the nodes in order; a blank line between two is kept.
        """
        lines: list[Doc] = []
        last = -1
        for node in members:
            start = node.span.start
            for comment in self.comments.before(start):
                self._open_line(lines, last, comment.span.start)
                lines.append(comment.text)
                last = comment.span.end
            self._open_line(lines, last, start)
            doc = self.node(node)
            last = node.span.end
            behind = self.behind(last, end)
            last = behind[1]
            lines.append(Parts((doc, *behind[0])))
        for comment in self.comments.before(end):
            self._open_line(lines, last, comment.span.start)
            lines.append(comment.text)
            last = comment.span.end
        return lines

    def behind(self, end: int, limit: int) -> tuple[list[Doc], int]:
        """The comment behind what ends at `end`, on its last line and before `limit`, and where it ends."""
        comment = self.comments.peek()
        if end == 0 or comment is None or comment.span.start >= min(self._line_end(end), limit):
            return [], end
        # One comment a line; another one that found no place inside stands before what follows.
        self.comments.take()
        return [Behind(comment.text)], max(end, comment.span.end)

    def _open_line(self, lines: list[Doc], last: int, following: int) -> None:
        if not lines:
            return
        lines.append(HARD)
        if last >= 0 and self.has_blank_line(last, following):
            lines.append(HARD)

    def has_blank_line(self, begin: int, end: int) -> bool:
        """Whether the source has an empty line between two offsets."""
        return begin < end and _BLANK_LINE.search(self.text, begin, end) is not None

    def _line_end(self, offset: int) -> int:
        at = self.text.find("\n", offset)
        return len(self.text) if at < 0 else at

    def braces(self, head_end: int, members: Sequence[n.Node], end: int) -> Doc:
        """`{ … }`: on one line if it holds at most one thing, fits, and did not stand on several lines
        before.

        The opening brace is the first one behind `head_end`; `end` is the offset behind the closing one.
        """
        opening: list[Doc] = ["{"]
        one_line = len(members) <= 1
        if end > 0:
            found = _OPENING.match(self.text, head_end)
            brace = found.end() if found else head_end
            first = members[0].span.start if members else end - 1
            one_line = one_line and "\n" not in self.text[brace:first]
            comment = self.comments.peek()
            if comment is not None and comment.span.start < first and not comment.own_line:
                opening += [Behind(c.text) for c in self.comments.before(self._line_end(brace))]
                one_line = False
        lines = self.members(members, end - 1 if end > 0 else 0)
        if not lines:
            return "{ }" if one_line or len(opening) == 1 else Parts((*opening, HARD, "}"))
        body = Parts(tuple(lines))
        if one_line and not has_hard(body):
            return Group(Parts((*opening, Indent(Parts((LINE, body))), LINE, "}")))
        return Parts((*opening, Indent(Parts((HARD, body))), HARD, "}"))

    def block(self, block: n.Block, items: Sequence[n.Item] = (), before: int = 0) -> Doc:
        """` { … }` or `: statement`, with the texts that stand first."""
        if not block.braced and not items and len(block.body) == 1:
            return Parts((": ", self.node(block.body[0])))
        head_end = block.span.start if block.span.end else before
        return Parts((" ", self.braces(head_end, [*items, *block.body], block.span.end)))

    # ----------------------------------------------------------------------------------- statements

    def node(self, node: n.Node) -> Doc:
        """Whatever stands on a line of its own."""
        match node:
            case n.Transfer():
                return self._transfer(node)
            case n.Choose():
                return self._choose(node)
            case n.Move():
                return self._move(node)
            case n.IfStmt():
                return self._if_statement(node)
            case n.May():
                secret = " secretly" if node.secret else ""
                head = self._led(node.actor, "may", f"{quoted(node.title.value)}{secret}")
                return Parts((head, self.block(node.body), self._else(node.otherwise)))
            case n.Stmt():
                return self._statement(node)
            case n.Option():
                condition = self.condition(node.condition)
                return Parts(("option ", quoted(node.title.value), condition, self.block(node.body)))
            case n.ExpectedLine():
                reason = f" as {node.reason.text}" if node.reason else ""
                return Parts((self.expr(node.amount), reason))
            case _:
                raise TypeError(f"nothing that has a line of its own: {type(node).__name__}")

    def _led(self, actor: n.Expr | None, verb: str, *rest: Doc) -> Doc:
        """`[actor] verb rest`, the verb in its third person behind an actor."""
        if actor is None:
            return Parts((f"{verb} ", *rest))
        subject = self.operand(actor, POSTFIX, opened=False)
        first = actor.path.parts[0].text if isinstance(actor, n.Name) else ""
        if any(word.terminal in STATEMENTS for word in load_tables().words.get(first, ())):
            subject = Parts(("(", subject, ")"))  # Else the name would be read as a verb.
        first, space, more = verb.partition(" ")
        third = {"do": "does", "may": "may"}.get(first, first + "s")
        return Parts((subject, f" {third}{space}{more} ", *rest))

    def condition(self, condition: n.Expr | None, word: str = "if") -> Doc:
        """` if C`, or nothing."""
        return "" if condition is None else Parts((f" {word} ", self.expr(condition)))

    def _binder(self, line: n.Ident | None) -> Doc:
        return "" if line is None else Parts((LINE, f"as {line.text}"))

    def _transfer(self, node: n.Transfer) -> Doc:
        amount = self.expr(node.amount)
        reason = self._binder(node.reason)
        other: Doc = ""
        if node.other is not None:
            word = "from" if node.verb == "gain" else "to"
            other = Parts((f" {word} ", self.expr(node.other)))
        rest = (other, reason) if node.verb == "pay" else (reason, other)
        return Group(self._led(node.actor, node.verb, amount, Indent(Parts(rest))))

    def _choose(self, node: n.Choose) -> Doc:
        query = self.query(node.query, opened=True)
        flags = (" secretly" if node.secret else "") + (" in your order" if node.ordered else "")
        tail = Indent(Parts((LINE, f"as {node.binder.text}{flags}")))
        return Group(self._led(node.actor, "choose", self._quantity(node.quantity), " ", query, tail))

    def _quantity(self, quantity: n.Quantity) -> Doc:
        match quantity.form:
            case "one":
                return "a"
            case "any":
                return "any number of"
            case "exactly":
                return self._count(quantity.least)
            case "up to":
                return Parts(("up to ", self._count(quantity.most)))
            case _:
                return Parts((self._count(quantity.least), " to ", self._count(quantity.most)))

    def _count(self, count: n.Expr | None) -> Doc:
        if isinstance(count, n.Number):
            return number_text(count.value)
        return Parts(("(", self.expr(count) if count is not None else "", ")"))

    def _what(self, what: n.Expr) -> Doc:
        """What is moved: a query stands in parentheses, so that its `in` is not taken for the place."""
        if isinstance(what, n.Query):
            return Parts(("(", self.expr(what), ")"))
        return self.expr(what)

    def _move(self, node: n.Move) -> Doc:
        flags = f" face {node.face}" if node.face else ""
        flags += (" in your order" if node.ordered else "") + (" secretly" if node.secret else "")
        what = self._what(node.what)
        return self._led(node.actor, "move", what, f" {node.where} ", self.expr(node.target), flags)

    def _if_statement(self, node: n.IfStmt) -> Doc:
        return Parts(("if ", self.expr(node.condition), self.block(node.then), self._else(node.otherwise)))

    def _else(self, block: n.Block | None) -> Doc:
        if block is None:
            return ""
        if not block.braced and len(block.body) == 1 and isinstance(block.body[0], n.IfStmt):
            return Parts((" else ", self.node(block.body[0])))
        return Parts((" else", self.block(block)))

    def _statement(self, node: n.Stmt) -> Doc:
        match node:
            case n.Draw():
                count = self.expr(node.count)
                source = self.expr(node.source)
                target = self.expr(node.target)
                binder = f" as {node.binder.text}" if node.binder else ""
                return self._led(node.actor, "draw", count, " from ", source, " to ", target, binder)
            case n.Place():
                return self._led(node.actor, "place", self._what(node.what), " at ", self.expr(node.spot))
            case n.Look():
                return self._led(node.actor, node.verb, self.expr(node.what))
            case n.Do():
                return self._led(node.actor, "do", self.expr(node.call))
            case n.ChooseAction():
                return self._led(node.actor, "choose", "an action")
            case n.ChooseOne():
                head = self._led(node.actor, "choose", "one secretly " if node.secret else "one ")
                start = node.actor.span.end if node.actor is not None else node.span.start
                return Parts((head, self.braces(start, node.options, node.span.end)))
            case n.Shuffle():
                into = Parts((" into ", self.expr(node.into))) if node.into is not None else ""
                return Parts(("shuffle ", self.expr(node.what), into))
            case n.Flip():
                return Parts(("flip ", self.expr(node.what), f" face {node.face}"))
            case n.SetStmt():
                target = self.operand(node.target, POSTFIX, opened=False)
                return Parts(("set ", target, " to ", self.expr(node.value)))
            case n.AddStmt():
                value = self.expr(node.value)
                return Parts(("add ", value, " to ", self.operand(node.target, POSTFIX, opened=False)))
            case n.Let():
                return Parts((f"let {node.name.text} = ", self.expr(node.value)))
            case n.Give():
                return Parts(("give ", self.expr(node.value)))
            case n.ForEach():
                query = self.query(node.query, opened=True)
                order = " in your order" if node.ordered else ""
                return Parts(("for each ", query, order, self.block(node.body)))
            case n.Repeat():
                return Parts(("repeat ", self.expr(node.count), " times", self.block(node.body)))
            case n.Leave():
                return "leave"
            case n.AtOnce():
                query = self.query(node.query, opened=True)
                return Parts(("at once for each ", query, self.block(node.body)))
            case n.Within():
                head = Parts((f"within {number_text(node.seconds)} seconds", self.block(node.body)))
                late = Parts((" when time is up", self.block(node.late))) if node.late is not None else ""
                return Parts((head, late))
            case n.End():
                return f"end {node.what.text}"
            case n.Schedule():
                player = self.operand(node.player, POSTFIX, opened=False)
                return Parts((f"schedule {node.turn.text} for ", player))
            case n.ChangeStmt():
                return self.change(node.change)
            case _:
                return self._example_statement(node)

    def _example_statement(self, node: n.Stmt) -> Doc:
        match node:
            case n.Put():
                count = f"{number_text(node.count)} " if node.count != 1 else ""
                what = self.expr(node.what)
                where = node.where
                if node.where == "at":
                    where = f"at {node.column}, {node.row}{self.turned(node.turned, node.face)} in"
                return Parts(
                    (f"put {count}", what, f" {where} ", self.operand(node.target, POSTFIX, opened=False))
                )
            case n.LayOut():
                return self._lay_out(node)
            case n.Answer():
                return Parts(("answer ", self.expr(node.value)))
            case n.Expect():
                return Group(Parts(("expect ", self.expr(node.condition))))
            case n.ExpectLines():
                return Parts(("expect lines ", self.braces(node.span.start, node.lines, node.span.end)))
            case _:
                raise TypeError(f"not a statement: {type(node).__name__}")

    def _lay_out(self, node: n.LayOut) -> Doc:
        # A grid is a picture: its columns stand below one another.
        widths = [0] * max((len(row) for row in node.rows), default=0)
        for row in node.rows:
            for column, name in enumerate(row):
                widths[column] = max(widths[column], len(name))
        lines: list[Doc] = []
        for row in node.rows:
            cells = [name.ljust(widths[column]) for column, name in enumerate(row)]
            lines += [HARD, "  ".join(cells).rstrip()]
        target = self.operand(node.target, POSTFIX, opened=False)
        return Parts(("lay out ", target, ' """', Indent(Parts((*lines, HARD, '"""')))))

    # -------------------------------------------------------------------------------------- changes

    def change(self, node: n.Change) -> Doc:
        """A change, as a declaration or a statement."""
        params = "" if node.params is None else self.bare_params(node.params)
        parts: list[Doc] = []
        if node.subject is not None:
            parts += [" for ", self.operand(node.subject, POSTFIX, opened=False)]
        if node.value is not None:
            parts += [f" {node.verb} ", Group(Indent(self.operand(node.value, OR, opened=True)))]
        parts.append(self.condition(node.condition))
        if node.until is not None:
            parts.append(f" until end of {node.until.text}")
        if node.over is not None:
            parts += [Indent(Parts((LINE, f"over {node.over.text}")))]
        word = node.verb if node.verb in ("allow", "forbid") else "change"
        return Group(Parts((f"{word} {node.target.text}{params}", *parts)))

    def bare_params(self, params: Sequence[n.Param]) -> str:
        """`(a, b)`."""
        return f"({', '.join(param.name.text for param in params)})"
