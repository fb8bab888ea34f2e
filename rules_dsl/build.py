"""From the grammar's productions to the nodes of the tree: the items, and the whole builder.

The grammar names each production; the method `make_NAME` gets its span and its children, `None` for an
optional part that is not there.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple, cast

from . import limits
from . import nodes as n
from .build_expressions import ExpressionBuilder, drawing_rows
from .build_statements import HeadBlock, StatementBuilder
from .icons import check_icon
from .source import Span

__all__ = ["TreeBuilder"]

Items = tuple[n.Item, ...]
Texts = tuple[n.TextItem, ...]


class _Who(NamedTuple):
    """Whose events a hook hears."""

    word: str
    binder: n.Ident | None


class _Target(NamedTuple):
    """What a change bends, and for whom."""

    path: n.Path
    params: tuple[n.Param, ...] | None
    subject: n.Expr | None


class _Part(NamedTuple):
    """A piece of a declaration or an example that may stand in any order."""

    word: str
    span: Span
    value: Any


class TreeBuilder(StatementBuilder):
    """Makes the nodes of one source.

    What the grammar cannot forbid (numbers too large, a word said twice) is reported into `diagnostics`;
    a node is made all the same.
    """

    __slots__ = ()

    make_list_rows = make_table_rows = make_columns = ExpressionBuilder.gathered
    make_keys = make_change_rows = ExpressionBuilder.gathered
    make_zone_kinds = ExpressionBuilder.make_names
    make_change_verb = ExpressionBuilder.word

    def make_module(self, span: Span, *items: n.Item) -> n.Module:
        return n.Module(items, span=span)

    def make_pack_items(self, span: Span, *items: Any) -> Items:
        flat: list[n.Item] = []
        for item in items:
            # Texts on one line come together.
            if isinstance(item, tuple):
                flat += cast(Items, item)
            else:
                flat.append(item)
        return tuple(flat)

    make_kind_items = make_definition_items = make_face_items = make_placing_items = make_pack_items
    make_flow_items = make_only_items = make_pack_items

    def make_head(self, span: Span, *parts: Any) -> list[Any]:
        if len(parts) == 1:
            return [parts[0]]
        # The same list grows: it must not be copied each time.
        parts[0].append(parts[1])
        return parts[0]

    make_example_items = make_head

    def make_text(
        self, span: Span, word: str, value: n.Text | tuple[str, ...] | str | None = None
    ) -> n.TextItem:
        values: tuple[str, ...]
        if value is None:
            values = ()
        elif isinstance(value, tuple):
            values = value
        elif isinstance(value, str):
            values = ("\n".join(drawing_rows(value)),)
        else:
            values = (value.value,)
        if values and len(values[0]) > limits.PROSE_LENGTH:
            self.diagnostics.error(
                "CW0011", span, f"this text has more than {limits.PROSE_LENGTH:,} characters"
            )
        if word == "icon" and values:
            check_icon(values[0], span, self.diagnostics)
        return n.TextItem(word, values, span=span)

    def _title(self, title: n.Text | None) -> None:
        if title is not None and len(title.value) > limits.TITLE_LENGTH:
            self.diagnostics.error(
                "CW0010",
                title.span,
                f"this title has {len(title.value)} characters; the limit is {limits.TITLE_LENGTH}",
                help="put the longer text into a `note`",
            )

    # ---------------------------------------------------------------------------------------- packs

    def make_pack(self, span: Span, name: n.Ident, title: n.Text, items: Items | None) -> n.PackDecl:
        self._title(title)
        return n.PackDecl(name, title, items or (), span=span)

    def make_pack_names(self, span: Span, word: str, names: tuple[n.Ident, ...]) -> n.PackLine:
        return n.PackLine(word, names=names, span=span)

    def make_pack_name(self, span: Span, word: str, name: n.Ident) -> n.PackLine:
        return n.PackLine(word, names=(name,), span=span)

    def make_pack_text(self, span: Span, word: str, text: n.Text) -> n.PackLine:
        return n.PackLine(word, text=text, span=span)

    def make_pack_word(self, span: Span, word: str) -> n.PackLine:
        return n.PackLine(word, span=span)

    def make_pack_numbers(self, span: Span, word: str, first: str, last: str | None) -> n.PackLine:
        numbers = tuple(self.number_of(span, digits) for digits in (first, last) if digits is not None)
        return n.PackLine(word, numbers=numbers, span=span)

    def make_option_decl(
        self, span: Span, name: n.Ident, title: n.Text | None, type: n.TypeRef, default: n.Expr
    ) -> n.OptionDecl:
        self._title(title)
        return n.OptionDecl(name, title, type, default, span=span)

    # --------------------------------------------------------------------------- kinds, definitions

    def make_unit(self, span: Span, singular: n.Ident, plural: n.Ident, texts: Texts | None) -> n.UnitDecl:
        return n.UnitDecl(singular, plural, texts or (), span=span)

    def make_values(
        self,
        span: Span,
        name: n.Ident,
        plural: n.Ident,
        head: list[n.TextItem] | None,
        members: tuple[n.Ident, ...],
    ) -> n.ValuesDecl:
        return n.ValuesDecl(name, plural, members, tuple(head or ()), span=span)

    def make_kind(
        self, span: Span, name: n.Ident, plural: n.Ident, is_value: str | None, items: Items | None
    ) -> n.KindDecl:
        return n.KindDecl(name, plural, is_value is not None, items or (), span=span)

    def make_extend_kind(self, span: Span, name: n.Ident, items: Items | None) -> n.ExtendKind:
        return n.ExtendKind(name, items or (), span=span)

    def _parts(self, parts: tuple[Any, ...]) -> dict[str, Any]:
        """The parts of a declaration by their words; the texts at its end are the last of `parts`."""
        found: dict[str, Any] = {"texts": parts[-1] or ()}
        for part in cast(tuple[_Part, ...], parts[:-1]):
            if part.word in found:
                self.report_twice(part.span, part.word)
            found[part.word] = part.value
        return found

    def make_part_default(self, span: Span, value: n.Expr) -> _Part:
        return _Part("=", span, value)

    def make_part_through(self, span: Span, rule: n.Ident) -> _Part:
        return _Part("through", span, rule)

    def make_part_on_back(self, span: Span, word: str) -> _Part:
        return _Part(word, span, True)

    def make_part_least(self, span: Span, value: n.Expr) -> _Part:
        return _Part("at least", span, value)

    def make_part_most(self, span: Span, value: n.Expr) -> _Part:
        return _Part("at most", span, value)

    def make_part_seen(self, span: Span, viewer: n.Expr) -> _Part:
        return _Part("seen by", span, self._viewer(viewer))

    def make_part_if(self, span: Span, condition: n.Expr) -> _Part:
        return _Part("if", span, condition)

    def make_part_until(self, span: Span, name: n.Ident) -> _Part:
        return _Part("until end of", span, name)

    def make_part_over(self, span: Span, path: n.Path) -> _Part:
        return _Part("over", span, path)

    def make_printed(self, span: Span, name: n.Ident, type: n.TypeRef, *parts: Any) -> n.PrintedDecl:
        said = self._parts(parts)
        through, on_back = said.get("through"), said.get("on back", False)
        return n.PrintedDecl(name, type, said.get("="), through, on_back, said["texts"], span=span)

    def make_slot(
        self,
        span: Span,
        name: n.Ident,
        params: tuple[n.Param, ...],
        result: n.TypeRef | None,
        default: n.Expr | n.Block | None,
        texts: Texts | None,
    ) -> n.SlotDecl:
        return n.SlotDecl(name, params, result, default, texts or (), span=span)

    def make_active_while(self, span: Span, condition: n.Expr) -> n.ActiveWhile:
        return n.ActiveWhile(condition, span=span)

    def _viewer(self, viewer: n.Expr) -> n.Expr | n.Ident:
        """`everyone`, `nobody` and `owner` as names, anything else as the expression it is."""
        if isinstance(viewer, n.Pronoun) and viewer.word == "owner":
            return n.Ident("owner", span=viewer.span)
        if isinstance(viewer, n.Name) and viewer.path.text in ("everyone", "nobody"):
            return viewer.path.parts[0]
        return viewer

    def make_keeps(
        self, span: Span, name: n.Ident, holder: n.Ident | None, type: n.TypeRef, *parts: Any
    ) -> n.KeepsDecl:
        said = self._parts(parts)
        return n.KeepsDecl(
            name,
            holder,
            type,
            said.get("="),
            said.get("at least"),
            said.get("at most"),
            said.get("seen by"),
            said["texts"],
            span=span,
        )

    def make_zone(
        self,
        span: Span,
        name: n.Ident,
        holder: n.Ident | None,
        structure: str,
        kinds: tuple[n.Ident, ...],
        viewer: n.Expr,
        texts: Texts | None,
    ) -> n.ZoneDecl:
        return n.ZoneDecl(name, holder, structure, kinds, self._viewer(viewer), texts or (), span=span)

    def make_definition(
        self, span: Span, kind: n.Ident, name: n.Ident, title: n.Text | None, items: Items | None
    ) -> n.Definition:
        self._title(title)
        return n.Definition(kind, name, title, items or (), span=span)

    def make_field(self, span: Span, name: n.Ident, values: tuple[n.Expr, ...]) -> n.FieldItem:
        return n.FieldItem(name, values, span=span)

    def make_slot_value(
        self,
        span: Span,
        name: n.Ident,
        params: tuple[n.Param, ...],
        limit: n.Limit | None,
        value: n.Expr,
        texts: Texts | None,
    ) -> n.SlotFilling:
        return n.SlotFilling(name, params, limit, value, texts or (), span=span)

    def make_slot_body(
        self,
        span: Span,
        name: n.Ident,
        params: tuple[n.Param, ...],
        limit: n.Limit | None,
        body: HeadBlock,
    ) -> n.SlotFilling:
        return n.SlotFilling(name, params, limit, body.block, body.items, span=span)

    def make_face(self, span: Span, name: n.Ident, title: n.Text | None, items: Items | None) -> n.FaceDecl:
        self._title(title)
        return n.FaceDecl(name, title, items or (), span=span)

    def make_list_row(
        self,
        span: Span,
        name: n.Ident,
        title: n.Text | None,
        values: tuple[n.Expr, ...],
        texts: Texts | None,
    ) -> n.ListRow:
        self._title(title)
        return n.ListRow(name, title, values, texts or (), span=span)

    def make_list_of(
        self,
        span: Span,
        kind: n.Ident,
        columns: tuple[n.Ident, ...],
        head: list[n.TextItem] | None,
        rows: tuple[n.ListRow, ...],
    ) -> n.ListDecl:
        self._check_rows(span, len(rows))
        return n.ListDecl(kind, columns, rows, tuple(head or ()), span=span)

    def _check_rows(self, span: Span, count: int) -> None:
        if count > limits.TABLE_ROWS:
            self.diagnostics.error(
                "CW0015", span, f"this table has {count:,} rows; the limit is {limits.TABLE_ROWS:,}"
            )

    # ---------------------------------------------------------------------- rules, effects, actions

    def make_rule_value(
        self,
        span: Span,
        name: n.Ident,
        params: tuple[n.Param, ...],
        subject: n.Expr | None,
        result: n.TypeRef,
        value: n.Expr,
        texts: Texts | None,
    ) -> n.RuleDecl:
        return n.RuleDecl(name, params, subject, result, value, texts or (), span=span)

    def make_rule_block(
        self,
        span: Span,
        name: n.Ident,
        params: tuple[n.Param, ...],
        subject: n.Expr | None,
        result: n.TypeRef,
        body: HeadBlock,
    ) -> n.RuleDecl:
        return n.RuleDecl(name, params, subject, result, body.block, body.items, span=span)

    def make_table_row(self, span: Span, key: n.Expr | None, values: tuple[n.Expr, ...]) -> n.TableRow:
        return n.TableRow(key, values, span=span)

    def make_table(
        self,
        span: Span,
        name: n.Ident,
        by: n.Ident,
        head: list[n.TextItem] | None,
        columns: tuple[n.Param, ...],
        rows: tuple[n.TableRow, ...],
    ) -> n.TableDecl:
        self._check_rows(span, len(rows))
        return n.TableDecl(name, by, columns, rows, tuple(head or ()), span=span)

    def make_placing(self, span: Span, kind: n.Ident, zone: n.Ident, items: Items | None) -> n.PlacingDecl:
        return n.PlacingDecl(kind, zone, items or (), span=span)

    def make_need(self, span: Span, name: n.Ident, condition: n.Expr, refusal: n.Text) -> n.NeedDecl:
        return n.NeedDecl(name, condition, refusal, span=span)

    def make_effect(
        self, span: Span, name: n.Ident, params: tuple[n.Param, ...], limit: n.Limit | None, body: HeadBlock
    ) -> n.EffectDecl:
        return n.EffectDecl(name, params, limit, body.block, body.items, span=span)

    def make_action_in(
        self,
        span: Span,
        name: n.Ident,
        title: n.Text,
        turn: n.Ident | None,
        limit: n.Limit | None,
        condition: n.Expr | None,
        body: HeadBlock,
    ) -> n.ActionDecl:
        self._title(title)
        return n.ActionDecl(name, title, turn, limit, condition, body.block, body.items, span=span)

    def make_action_any(
        self,
        span: Span,
        name: n.Ident,
        title: n.Text,
        limit: n.Limit | None,
        condition: n.Expr | None,
        body: HeadBlock,
    ) -> n.ActionDecl:
        self._title(title)
        return n.ActionDecl(name, title, None, limit, condition, body.block, body.items, span=span)

    def make_limit(self, span: Span, *parts: Any) -> n.Limit:
        times = 1 if len(parts) == 1 else self.number_of(span, parts[0])
        return n.Limit(times, parts[-1], span=span)

    # ----------------------------------------------------------------------------------------- flow

    def make_flow(self, span: Span, name: n.Ident, items: Items | None) -> n.FlowDecl:
        return n.FlowDecl(name, items or (), span=span)

    def make_stage(self, span: Span, name: n.Ident, items: Items | None) -> n.StageDecl:
        return n.StageDecl(name, items or (), span=span)

    def make_rounds(self, span: Span, name: n.Ident, until: n.Expr, items: Items | None) -> n.RoundsDecl:
        return n.RoundsDecl(name, until, items or (), span=span)

    def make_step(
        self, span: Span, name: n.Ident, by: n.Expr | None, condition: n.Expr | None, body: HeadBlock
    ) -> n.StepDecl:
        return n.StepDecl(name, by, condition, body.items, body.block, span=span)

    def make_turns(self, span: Span, name: n.Ident, query: n.Query, body: HeadBlock) -> n.TurnsDecl:
        return n.TurnsDecl(name, query, body.items, body.block, span=span)

    def make_winner(self, span: Span, keys: tuple[n.Expr, ...]) -> n.WinnerDecl:
        return n.WinnerDecl(keys, span=span)

    def make_insert_step(
        self,
        span: Span,
        name: n.Ident,
        side: str,
        anchor: n.Path,
        by: n.Expr | None,
        condition: n.Expr | None,
        body: HeadBlock,
    ) -> n.StepEdit:
        step = n.StepDecl(name, by, condition, body.items, body.block, span=span)
        return n.StepEdit("insert", step, side, anchor, span=span)

    def make_replace_step(
        self, span: Span, anchor: n.Path, by: n.Expr | None, condition: n.Expr | None, body: HeadBlock
    ) -> n.StepEdit:
        step = n.StepDecl(anchor.parts[-1], by, condition, body.items, body.block, span=span)
        return n.StepEdit("replace", step, None, anchor, span=span)

    def make_drop_step(self, span: Span, anchor: n.Path) -> n.StepEdit:
        return n.StepEdit("drop", None, None, anchor, span=span)

    # ---------------------------------------------------------------------------- changes and hooks

    def make_change_target(
        self, span: Span, target: n.Path, params: tuple[n.Param, ...] | None, subject: n.Expr | None
    ) -> _Target:
        return _Target(target, params, subject)

    def make_change_value(
        self, span: Span, target: _Target, verb: str, value: n.Expr, *parts: Any
    ) -> n.Change:
        said = self._parts((*parts, None))
        until, over = said.get("until end of"), said.get("over")
        return n.Change(verb, *target, value, said.get("if"), until, over, (), span=span)

    def make_change_answer(self, span: Span, verb: str, target: _Target, *parts: Any) -> n.Change:
        said = self._parts((*parts, None))
        until, over = said.get("until end of"), said.get("over")
        return n.Change(verb, *target, None, said.get("if"), until, over, (), span=span)

    def make_change_with_texts(self, span: Span, change: n.Change, texts: Texts) -> n.Change:
        return replace(change, items=texts, span=span)

    def make_other_key(self, span: Span, word: str) -> n.Literal:
        return n.Literal(word, span=span)

    def make_change_row(
        self, span: Span, target: _Target, values: tuple[n.Expr, ...], texts: Texts | None
    ) -> n.ChangeRow:
        return n.ChangeRow(*target, values, texts or (), span=span)

    def make_rows_if(self, span: Span, condition: n.Expr, rows: Items) -> n.OnlyIf:
        return n.OnlyIf(condition, rows, span=span)

    def make_changes(
        self,
        span: Span,
        by: n.Ident,
        head: list[n.TextItem] | None,
        columns: tuple[n.Expr, ...],
        rows: Items,
    ) -> n.ChangeTable:
        self._check_rows(span, len(rows))
        return n.ChangeTable(by, columns, rows, tuple(head or ()), span=span)

    def make_who(self, span: Span, word: str, binder: n.Ident | None = None) -> _Who:
        return _Who(word, binder)

    def make_hook(
        self,
        span: Span,
        moment: str,
        event: n.Path,
        params: tuple[n.Param, ...] | None,
        who: _Who,
        limit: n.Limit | None,
        condition: n.Expr | None,
        body: HeadBlock,
    ) -> n.Hook:
        self.report_empty(body.block, moment)
        return n.Hook(
            moment, event, params, who.word, who.binder, limit, condition, body.block, body.items, span=span
        )

    def make_only_if(self, span: Span, condition: n.Expr, items: Items | None) -> n.OnlyIf:
        return n.OnlyIf(condition, items or (), span=span)

    def make_refuse(self, span: Span, reason: n.Text) -> n.Refuse:
        return n.Refuse(reason, (), span=span)

    def make_refuse_with_texts(self, span: Span, reason: n.Text, items: Items) -> n.Refuse:
        return n.Refuse(reason, items, span=span)

    # ------------------------------------------------------------------------------------- examples

    def make_example_with(self, span: Span, names: tuple[n.Ident, ...]) -> _Part:
        return _Part("with", span, names)

    def make_example_players(self, span: Span, word: str, count: str) -> _Part:
        return _Part("players", span, self.number_of(span, count))

    def make_example_given(self, span: Span, block: n.Block) -> _Part:
        return _Part("given", span, block)

    def make_example_when(self, span: Span, block: n.Block) -> _Part:
        return _Part("when", span, block)

    def make_example_then(self, span: Span, block: n.Block) -> _Part:
        return _Part("then", span, block)

    def make_example(
        self, span: Span, title: n.Text, subject: n.Path | None, items: list[Any] | None
    ) -> n.ExampleDecl:
        self._title(title)
        texts: list[n.TextItem] = []
        parts: dict[str, Any] = {}
        for item in items or ():
            if isinstance(item, n.TextItem):
                texts.append(item)
            else:
                if item.word in parts:
                    self.report_twice(item.span, item.word)
                parts[item.word] = item.value
        return n.ExampleDecl(
            title,
            subject,
            parts.get("with", ()),
            tuple(texts),
            parts.get("players"),
            parts.get("given"),
            parts.get("when"),
            parts.get("then"),
            span=span,
        )
