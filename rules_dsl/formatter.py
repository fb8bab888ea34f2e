"""The one way to lay out `.rules` text.

Two blanks a level, lines of at most 100 characters where the grammar lets a line break, one item or
statement a line; a block stays on one line only if it holds a single thing and was written on one line.
Comments stay where they are: on their own line before what follows, or behind what they stand behind.
Blank lines are kept, never two together; top-level items of several lines are set off by one.
Formatting what is formatted changes nothing, and the tree of the result equals the tree of the text.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from . import nodes as n
from .diagnostics import DiagnosticError, Diagnostics
from .layout import HARD, LINE, Doc, Fill, Group, Indent, Parts, render
from .parser import parse
from .source import Source
from .write_expressions import CommentQueue, quoted
from .write_statements import StatementWriter

__all__ = ["WIDTH", "format_module", "format_text", "formatted", "is_formatted"]

WIDTH: Final = 100
"""Longest line, in characters, where a line can be broken at all."""


def formatted(text: str, path: str = "<text>") -> str:
    """`text` laid out.

    The result is read again and must mean the same; a text for which that fails (nonsense such as
    `there is (no)`, where brackets keep words apart that belong together) is given back as it is.  Raises
    `DiagnosticError` if the text has errors: what cannot be read cannot be laid out.
    """
    source = Source(path, text)
    diagnostics = Diagnostics()
    module = parse(source, diagnostics)
    if diagnostics.has_errors:
        raise DiagnosticError(diagnostics)
    result = format_module(module, source)
    check = Diagnostics()
    same = parse(Source(path, result), check) == module
    return result if same and not check else text


format_text = formatted


def is_formatted(text: str) -> bool:
    """Whether `formatted` would leave `text` as it is; a text with errors counts as not formatted."""
    try:
        return formatted(text) == text
    except DiagnosticError:
        return False


def format_module(module: n.Module, source: Source) -> str:
    """The text of a module.

    `source` is the text it was read from (its blank lines and line breaks tell what the author kept
    together); for a tree that was made otherwise, an empty source.
    """
    return _ItemWriter(source, CommentQueue(module.comments)).module(module)


class _ItemWriter(StatementWriter):
    """Writes items."""

    def module(self, module: n.Module) -> str:
        out: list[str] = []
        last = 0
        was_tall = False
        for item in module.items:
            lead: list[str] = []
            before = self.comments.before(item.span.start) if item.span.end else []
            gap = self._blank_before(out, last, before[0].span.start if before else item.span.start)
            for index, comment in enumerate(before):
                if index and self.has_blank_line(before[index - 1].span.end, comment.span.start):
                    lead.append("")
                lead.append(comment.text)
            if before and self.has_blank_line(before[-1].span.end, item.span.start):
                lead.append("")
            doc = self.node(item)
            last = item.span.end
            behind, last = self.behind(last, len(self.text))
            text = render(Parts((doc, *behind)), WIDTH)
            tall = "\n" in text
            if out and (gap or tall or was_tall):
                out.append("")
            out += [*lead, text]
            was_tall = tall
        rest = self.comments.before(len(self.text) + 1)
        for comment in rest:
            if out and self.has_blank_line(last, comment.span.start):
                out.append("")
            out.append(comment.text)
            last = comment.span.end
        return "\n".join(out) + "\n" if out else ""

    def _blank_before(self, out: list[str], last: int, start: int) -> bool:
        return bool(out) and self.has_blank_line(last, start)

    # ---------------------------------------------------------------------------------------- items

    def node(self, node: n.Node) -> Doc:
        match node:
            case n.TextItem():
                return self._text(node)
            case n.FieldItem():
                return self._field(node)
            case n.Definition():
                title = f" {quoted(node.title.value)}" if node.title else ""
                end = node.title.span.end if node.title else node.name.span.end
                return Parts(
                    (
                        f"{node.kind.text} {node.name.text}{title} ",
                        self.braces(end, node.items, node.span.end),
                    )
                )
            case n.Item():
                return self._item(node)
            case _Columns():
                columns = [
                    f"{column.name.text}: {self.type(column.type)}" for column in node.columns if column.type
                ]
                return f"columns {', '.join(columns)}"
            case _Keys():
                return Group(Parts(("columns ", Indent(self.listed(node.columns, self.expr)))))
            case _Written():
                return node.text
            case _Section():
                return Parts((node.word, self.block(node.block)))
            case n.ListRow():
                title = f" {quoted(node.title.value)}" if node.title else ""
                values = Indent(self.listed(node.values, self.expr))
                return Group(Parts((f"{node.name.text}{title}: ", values, self._texts(node.items))))
            case n.TableRow():
                key = "else" if node.key is None else self.expr(node.key)
                return Group(Parts((key, ": ", Indent(self.listed(node.values, self.expr)))))
            case _:
                return super().node(node)

    def _text(self, node: n.TextItem) -> Doc:
        if not node.values:
            return node.word
        if node.word == "cites":
            pieces: list[Doc] = []
            for index, value in enumerate(node.values):
                if index:
                    pieces.append(LINE)
                pieces.append(value + ("," if index + 1 < len(node.values) else ""))
            return Parts(("cites ", Indent(Fill(tuple(pieces)))))
        value = node.values[0]
        if "\n" in value:
            lines: list[Doc] = []
            for line in value.split("\n"):
                lines += [HARD, line]
            return Parts((f'{node.word} """', Indent(Parts((*lines, HARD, '"""')))))
        return f"{node.word} {quoted(value)}"

    def _texts(self, items: Sequence[n.Item]) -> Doc:
        """The texts at the end of a declaration."""
        if not items:
            return ""
        parts: list[Doc] = []
        for item in items:
            parts += [self.gap(LINE, item), self.node(item)]
        return Indent(Parts(tuple(parts)))

    def _field(self, node: n.FieldItem) -> Doc:
        if len(node.values) == 1:
            return Parts((f"{node.name.text}: ", self.expr(node.values[0])))
        return Group(Parts((f"{node.name.text}: ", Indent(self.listed(node.values, self.expr)))))

    def _value(self, head: Doc, value: n.Expr, items: Sequence[n.Item]) -> Doc:
        """`head = value texts`; a value that needs several lines begins on the next one."""
        if isinstance(value, n.TableExpr | n.SetExpr | n.Call):
            body = Parts((self.gap(" ", value), self.expr(value)))
        else:
            body = Group(Indent(Parts((self.gap(LINE, value), self.expr(value)))))
        return Parts((head, " =", body, Group(self._texts(items))))

    def _params(self, params: Sequence[n.Param]) -> str:
        written = (f"{p.name.text}: {self.type(p.type)}" if p.type else p.name.text for p in params)
        return f"({', '.join(written)})"

    def _limit(self, limit: n.Limit | None) -> str:
        if limit is None:
            return ""
        if limit.times == 1:
            return f" once per {limit.per.text}"
        return f" at most {limit.times} times per {limit.per.text}"

    def _default(self, default: n.Expr | None, word: str = "=") -> Doc:
        return "" if default is None else Parts((f" {word} ", self.operand(default, 5, opened=False)))

    def _subject(self, word: str, subject: n.Expr | None) -> Doc:
        return "" if subject is None else Parts((f" {word} ", self.operand(subject, 8, opened=False)))

    def _item(self, node: n.Item) -> Doc:
        match node:
            case n.RuleDecl():
                head = Parts(
                    (
                        f"rule {node.name.text}{self._params(node.params)}",
                        self._subject("for", node.subject),
                        f" -> {self.type(node.result)}",
                    )
                )
                if isinstance(node.body, n.Block):
                    return Parts((head, self.block(node.body, node.items)))
                return self._value(head, node.body, node.items)
            case n.EffectDecl():
                head = f"effect {node.name.text}{self._params(node.params)}{self._limit(node.limit)}"
                return Parts((head, self.block(node.body, node.items)))
            case n.SlotFilling():
                head = f"{node.name.text}{self.bare_params(node.params)}{self._limit(node.limit)}"
                if isinstance(node.body, n.Block):
                    return Parts((head, self.block(node.body, node.items)))
                return self._value(head, node.body, node.items)
            case n.ActionDecl():
                when = f" in {node.turn.text}" if node.turn else ""
                head = f"action {node.name.text} {quoted(node.title.value)}{when or ' at any time'}"
                limit = self._limit(node.limit)
                condition = self.condition(node.condition)
                return Parts((head, limit, condition, self.block(node.body, node.items)))
            case n.Change():
                return Group(Parts((self.change(node), self._texts(node.items))))
            case n.ChangeRow():
                params = "" if node.params is None else self.bare_params(node.params)
                subject = self._subject("for", node.subject)
                values = Indent(self.listed(node.values, self.expr))
                texts = self._texts(node.items)
                return Group(Parts((f"{node.target.text}{params}", subject, ": ", values, texts)))
            case n.Hook():
                params = "" if node.params is None else self.bare_params(node.params)
                who = node.who + (f" {node.binder.text}" if node.binder else "")
                head = f"{node.moment} {node.event.text}{params} by {who}{self._limit(node.limit)}"
                condition = self.condition(node.condition)
                return Parts((head, condition, self.block(node.body, node.items)))
            case n.KeepsDecl():
                holder = f" per {node.holder.text}" if node.holder else ""
                head = f"keeps {node.name.text}{holder}: {self.type(node.type)}"
                parts = [
                    self._default(node.default),
                    self._default(node.least, "at least"),
                    self._default(node.most, "at most"),
                    self._seen_by(node.seen_by),
                ]
                return Group(Parts((head, *parts, self._texts(node.items))))
            case n.ZoneDecl():
                holder = f" per {node.holder.text}" if node.holder else ""
                kinds = " or ".join(kind.text for kind in node.kinds)
                head = f"zone {node.name.text}{holder}: {node.structure} of {kinds}"
                return Group(Parts((head, self._seen_by(node.seen_by), self._texts(node.items))))
            case n.PrintedDecl():
                through = f" through {node.through.text}" if node.through else ""
                back = " on back" if node.on_back else ""
                head = f"printed {node.name.text}: {self.type(node.type)}"
                return Group(
                    Parts((head, self._default(node.default), through, back, self._texts(node.items)))
                )
            case n.SlotDecl():
                result = f" -> {self.type(node.result)}" if node.result else ""
                head = f"slot {node.name.text}{self._params(node.params)}{result}"
                if isinstance(node.default, n.Block):
                    return Group(Parts((head, self.block(node.default), self._texts(node.items))))
                if node.default is not None:
                    return self._value(head, node.default, node.items)
                return Group(Parts((head, self._texts(node.items))))
            case n.ActiveWhile():
                return Group(Parts(("active while ", Indent(self.expr(node.condition)))))
            case n.NeedDecl():
                condition = self.expr(node.condition)
                refusal = Indent(Parts((LINE, f"else {quoted(node.refusal.value)}")))
                return Group(Parts((f"need {node.name.text} = ", condition, refusal)))
            case _:
                return self._container(node)

    def _seen_by(self, viewer: n.Expr | n.Ident | None) -> Doc:
        if viewer is None:
            return ""
        if isinstance(viewer, n.Ident):
            return f" seen by {viewer.text}"
        return self._subject("seen by", viewer)

    def _container(self, node: n.Item) -> Doc:
        end = node.span.end
        match node:
            case n.PackDecl():
                head = f"pack {node.name.text} {quoted(node.title.value)} "
                return Parts((head, self.braces(node.title.span.end, node.items, end)))
            case n.PackLine():
                return self._pack_line(node)
            case n.OptionDecl():
                title = f" {quoted(node.title.value)}" if node.title else ""
                head = f"option {node.name.text}{title}: {self.type(node.type)} = "
                return Parts((head, self.expr(node.default)))
            case n.UnitDecl():
                head = f"unit {node.singular.text} {node.plural.text}"
                if not node.items:
                    return head
                return Parts((head, " ", self.braces(node.plural.span.end, node.items, end)))
            case n.ValuesDecl():
                return self._values(node)
            case n.KindDecl():
                value = " is value" if node.is_value else ""
                head = f"kind {node.name.text} plural {node.plural.text}{value} "
                return Parts((head, self.braces(node.plural.span.end, node.items, end)))
            case n.ExtendKind():
                return Parts(
                    (f"extend kind {node.name.text} ", self.braces(node.name.span.end, node.items, end))
                )
            case n.FaceDecl():
                title = f" {quoted(node.title.value)}" if node.title else ""
                start = node.title.span.end if node.title else node.name.span.end
                return Parts((f"face {node.name.text}{title} ", self.braces(start, node.items, end)))
            case n.ListDecl():
                head = f"list of {node.kind.text} ({self.names(node.columns)}) "
                start = node.columns[-1].span.end
                return Parts((head, self._rows(start, [*node.items, *node.rows], end)))
            case n.TableDecl():
                return self._table_decl(node)
            case n.ChangeTable():
                return self._change_table(node)
            case n.PlacingDecl():
                head = f"placing {node.kind.text} in {node.zone.text} "
                return Parts((head, self.braces(node.zone.span.end, node.items, end)))
            case n.OnlyIf():
                condition = Parts(("only if ", self.expr(node.condition), " "))
                return Parts((condition, self.braces(node.condition.span.end, node.items, end)))
            case n.Refuse():
                return Group(Parts((f"refuse {quoted(node.reason.value)}", self._texts(node.items))))
            case n.ExampleDecl():
                return self._example(node)
            case _:
                return self._flow_item(node)

    def _pack_line(self, node: n.PackLine) -> Doc:
        if node.text is not None:
            return f"{node.word} {quoted(node.text.value)}"
        if node.numbers:
            return f"{node.word} {' to '.join(str(number) for number in node.numbers)}"
        return f"{node.word} {self.names(node.names)}" if node.names else node.word

    def _values(self, node: n.ValuesDecl) -> Doc:
        head = f"values {node.name.text} plural {node.plural.text} "
        lines: list[Doc] = []
        for item in node.items:
            lines += [self.gap(HARD, item), self.node(item)]
        start = self.gap(HARD if node.items else LINE, node.members[0])
        members = self.listed(node.members, lambda member: member.text)
        last = self.comment_lines(self.comments.before(node.span.end - 1)) if node.span.end else []
        if not lines and not last:
            return Group(Parts((head, "{", Indent(Parts((start, members))), LINE, "}")))
        return Parts((head, "{", Indent(Parts((*lines, start, members, *last))), HARD, "}"))

    def _rows(self, head_end: int, rows: Sequence[n.Node], end: int) -> Doc:
        """Rows in braces: each on its line, however few they are."""
        doc = self.braces(head_end, rows, end)
        if isinstance(doc, Group):
            body = self.members(rows, 0)
            return Parts(("{", Indent(Parts((HARD, *body))), HARD, "}"))
        return doc

    def _table_decl(self, node: n.TableDecl) -> Doc:
        columns = _Columns(node.columns, span=node.columns[0].span)
        rows = self._rows(node.by.span.end, [*node.items, columns, *node.rows], node.span.end)
        return Parts((f"table {node.name.text} by {node.by.text} ", rows))

    def _change_table(self, node: n.ChangeTable) -> Doc:
        keys = _Keys(node.columns, span=node.columns[0].span)
        rows = self._rows(node.by.span.end, [*node.items, keys, *node.rows], node.span.end)
        return Parts((f"changes by {node.by.text} ", rows))

    def _flow_item(self, node: n.Item) -> Doc:
        match node:
            case n.FlowDecl():
                return Parts(
                    (f"flow {node.name.text} ", self.braces(node.name.span.end, node.items, node.span.end))
                )
            case n.StageDecl():
                return Parts(
                    (f"stage {node.name.text} ", self.braces(node.name.span.end, node.items, node.span.end))
                )
            case n.RoundsDecl():
                head = Parts((f"rounds {node.name.text} until ", self.expr(node.until), " "))
                return Parts((head, self.braces(node.until.span.end, node.items, node.span.end)))
            case n.StepDecl():
                return Parts((f"step {node.name.text}", self._step_tail(node)))
            case n.TurnsDecl():
                query = self.query(node.query, opened=True)
                head = Parts((f"turns {node.name.text} for each ", query))
                return Parts((head, self.block(node.body, node.items)))
            case n.WinnerDecl():
                return Group(Parts(("winner by ", Indent(self.listed(node.keys, self.expr)))))
            case n.StepEdit():
                if node.step is None:
                    return f"drop step {node.anchor.text}"
                if node.verb == "replace":
                    return Parts((f"replace step {node.anchor.text}", self._step_tail(node.step)))
                head = f"insert step {node.step.name.text} {node.side} {node.anchor.text}"
                return Parts((head, self._step_tail(node.step)))
            case _:
                raise TypeError(f"not an item: {type(node).__name__}")

    def _step_tail(self, step: n.StepDecl) -> Doc:
        by = self._subject("by", step.by)
        condition = self.condition(step.condition)
        return Parts((by, condition, self.block(step.body, step.items)))

    def _example(self, node: n.ExampleDecl) -> Doc:
        subject = f" for {node.subject.text}" if node.subject else ""
        parts: list[n.Node] = [*node.items]
        last = node.items[-1].span if node.items else node.title.span
        if node.packs:
            last = last._replace(start=node.packs[0].span.start, end=node.packs[-1].span.end)
            parts.append(_Written(f"with {self.names(node.packs)}", span=last))
        if node.players is not None:
            # Where it stands is not known; behind what stands before it will do.
            parts.append(_Written(f"players {node.players}", span=last._replace(start=last.end)))
        for word, block in (("given", node.given), ("when", node.when), ("then", node.then)):
            if block is not None:
                parts.append(_Section(word, block, span=block.span))
        start = node.subject.span.end if node.subject else node.title.span.end
        braces = self.braces(start, parts, node.span.end)
        return Parts((f"example {quoted(node.title.value)}{subject} ", braces))


@dataclass(slots=True)
class _Columns(n.Node):
    """The line of a table that names its columns."""

    columns: tuple[n.Param, ...]


@dataclass(slots=True)
class _Keys(n.Node):
    """The line of a table of changes that names its columns."""

    columns: tuple[n.Expr, ...]


@dataclass(slots=True)
class _Written(n.Node):
    """A line of an example."""

    text: str


@dataclass(slots=True)
class _Section(n.Node):
    """`given { … }` and its like."""

    word: str
    block: n.Block
