"""The first pass: everything that is declared gets a place, so that texts may speak of it in any order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from castlewright.compiler.check import reserved
from castlewright.compiler.check.drawings import has_outline
from castlewright.compiler.check.expressions import PLAYER_COUNT, check, check_as
from castlewright.compiler.check.names import NUMBER_OF
from castlewright.compiler.check.scope import Scope
from castlewright.compiler.check.symbols import Symbols
from castlewright.compiler.check.typing import named_type, resolve_type
from castlewright.compiler.check.visibility import used
from castlewright.compiler.check.wording import describe
from castlewright.compiler.packs.selection import Selected
from castlewright.compiler.packs.texts import check_placeholders, check_reads, texts_of
from castlewright.compiler.typed import ir
from castlewright.compiler.typed.constants import NotConstant, evaluate
from castlewright.compiler.typed.types import ERROR, NUMBER, PLAYER, SIDE, Many, Type, Unit, narrowed
from castlewright.compiler.typed.zero import has_zero
from castlewright.rules_dsl import nodes as n
from castlewright.rules_dsl.diagnostics import Diagnostics
from castlewright.rules_dsl.names import did_you_mean
from castlewright.rules_dsl.source import NO_SPAN, Span

SEEN_WORDS = ("everyone", "nobody", "owner")


@dataclass(slots=True)
class Pending:
    """Texts whose declarations have a place and which are still to be read."""

    rules: list[tuple[ir.Rule, n.RuleDecl]] = field(default_factory=list)
    tables: list[tuple[dict[str, ir.Rule], n.TableDecl, str]] = field(default_factory=list)
    effects: list[tuple[ir.Effect, n.EffectDecl]] = field(default_factory=list)
    actions: list[tuple[ir.Action, n.ActionDecl]] = field(default_factory=list)
    definitions: list[tuple[ir.Definition, n.Definition | n.ListRow, tuple[n.Ident, ...]]] = field(
        default_factory=list
    )
    defaults: dict[tuple[str, str], n.Expr] = field(default_factory=dict)
    throughs: list[tuple[ir.Field, n.Ident]] = field(default_factory=list)
    features: list[tuple[ir.Field, n.Ident]] = field(default_factory=list)
    slot_defaults: list[tuple[ir.Slot, n.SlotDecl]] = field(default_factory=list)
    actives: list[tuple[ir.Kind, n.ActiveWhile]] = field(default_factory=list)
    keeps: list[tuple[ir.Keep, n.KeepsDecl, str]] = field(default_factory=list)
    zones: list[tuple[ir.Zone, n.ZoneDecl, str]] = field(default_factory=list)
    placings: list[tuple[ir.Placing, n.PlacingDecl]] = field(default_factory=list)
    flows: list[tuple[n.FlowDecl, str]] = field(default_factory=list)
    edits: list[tuple[n.StepEdit, str]] = field(default_factory=list)
    changes: list[tuple[n.Change, str, ir.Definition | None, n.Expr | None]] = field(default_factory=list)
    hooks: list[tuple[n.Hook, str, ir.Definition | None, n.Expr | None]] = field(default_factory=list)
    examples: list[tuple[n.ExampleDecl, str]] = field(default_factory=list)
    guards: list[tuple[ir.Definition, n.Expr]] = field(default_factory=list)


class Collector:
    """Collects the declarations of a set of packs. One method a sort of declaration."""

    def __init__(self, symbols: Symbols, diagnostics: Diagnostics) -> None:
        self.symbols = symbols
        self.program = symbols.program
        self.diagnostics = diagnostics
        self.pending = Pending()

    def collect(self, selected: Sequence[Selected]) -> Pending:
        """Give everything its place, in an order that lets types and members be found."""
        for one in selected:
            self._vocabulary(one)
        for one in selected:
            self._definitions(one)
        for one in selected:
            self._kind_bodies(one)
        for one in selected:
            self._places(one)
        for one in selected:
            self._signatures(one)
        for definition, node, _ in self.pending.definitions:
            if isinstance(node, n.Definition):
                self._inside(definition, node)
        self._finish_places()
        return self.pending

    def declared(self, table: Mapping[str, object], name: n.Ident, what: str) -> bool:
        """Is the name free in its namespace? Reports CW0303."""
        other = table.get(name.text)
        if other is None:
            return True
        related = [(other.span, "the first one")] if isinstance(other, ir.Decl) else []
        self.diagnostics.error(
            "CW0303",
            name.span,
            f"there are two {what} called `{name.text}`",
            related=related,
            help="rename one of them",
        )
        return False

    def _is_new(self, table: Mapping[str, object], name: n.Ident, what: str) -> bool:
        """As `declared`, for what is called by its bare name. Reports CW0303, CW0315."""
        return self.declared(table, name, what) and reserved.is_free(name, self.diagnostics)

    # ---------------------------------------------------------------------------- units, kinds, members

    def _vocabulary(self, one: Selected) -> None:
        item = one.item
        match item:
            case n.UnitDecl():
                if self.declared(self.program.units, item.plural, "units"):
                    reserved.check_type(item.plural, self.diagnostics)
                    self._check_singular(item)
                    unit = ir.Unit(item.plural.text, one.pack, item.singular.text, span=item.plural.span)
                    unit.texts = texts_of(item.items)
                    self.program.units[unit.name] = unit
                    self.symbols.units[unit.name] = unit
                    self.symbols.units.setdefault(unit.singular, unit)
            case n.KindDecl():
                self._kind(item.name, item.plural, item.is_value, item.items, one.pack)
            case n.ValuesDecl():
                kind = self._kind(item.name, item.plural, True, item.items, one.pack)
                for member in item.members if kind else ():
                    assert kind is not None
                    self._definition(kind, member, None, one.pack, None)
            case _:
                pass

    def _check_singular(self, item: n.UnitDecl) -> None:
        other = self.symbols.units.get(item.singular.text)
        if other is not None:
            self.diagnostics.error(
                "CW0303",
                item.singular.span,
                f"there are two units called `{item.singular.text}`",
                related=[(other.span, "declared here")],
                help="the singular and the plural of a unit are words of its own",
            )

    def _kind(
        self, name: n.Ident, plural: n.Ident, is_value: bool, items: Iterable[n.Item], pack: str
    ) -> ir.Kind | None:
        if not self.declared(self.symbols.kinds, name, "kinds"):
            return None
        if plural.text in self.symbols.plurals or plural.text == name.text:
            self._report_plural(name, plural)
        for ident in (name, plural):
            reserved.check_type(ident, self.diagnostics)
        free = reserved.is_free(plural, self.diagnostics)
        kind = ir.Kind(name.text, pack, plural.text, is_value, span=name.span, texts=texts_of(items))
        self.symbols.kinds[kind.name] = kind
        if free:
            self.symbols.plurals.setdefault(plural.text, kind)
        self.program.kinds[kind.name] = kind
        return kind

    def _report_plural(self, name: n.Ident, plural: n.Ident) -> None:
        other = self.symbols.plurals.get(plural.text)
        words = (
            f"`{plural.text}` is the plural of `{other.name}` already"
            if other is not None
            else "the plural must differ from the singular"
        )
        related = [] if other is None else [(other.span, "declared here")]
        self.diagnostics.error(
            "CW0518", plural.span, words, related=related, help=f"take another word, such as `{name.text}s`"
        )

    def _definitions(self, one: Selected) -> None:
        item = one.item
        if isinstance(item, n.Definition):
            kind = self._kind_named(item.kind)
            if kind is None:
                self.symbols.broken.add(item.name.text)
            else:
                made = self._definition(kind, item.name, item.title, one.pack, one.guard)
                if made is not None:
                    made.texts = texts_of(item.items)
                    self.pending.definitions.append((made, item, ()))
        elif isinstance(item, n.ListDecl):
            kind = self._kind_named(item.kind)
            if kind is None:
                self.symbols.broken.update(row.name.text for row in item.rows)
            for row in item.rows if kind else ():
                assert kind is not None
                made = self._definition(kind, row.name, row.title, one.pack, one.guard)
                if made is not None:
                    made.texts = texts_of((*item.items, *row.items))
                    self.pending.definitions.append((made, row, item.columns))

    def _kind_named(self, ident: n.Ident) -> ir.Kind | None:
        kind = self.symbols.kinds.get(ident.text)
        if kind is not None:
            used(self.symbols, self.diagnostics, kind, ident.span)
        elif not self.symbols.is_broken(ident.text) and self.diagnostics.mark(("kind", ident.text)):
            known = {*self.symbols.kinds}
            self.diagnostics.error(
                "CW0307",
                ident.span,
                f"there is no kind `{ident.text}`",
                help=did_you_mean(
                    ident.text, {*known, "rule", "effect", "zone", "action", "change", "values"}
                ),
            )
        return kind

    def _definition(
        self, kind: ir.Kind, name: n.Ident, title: n.Text | None, pack: str, guard: n.Expr | None
    ) -> ir.Definition | None:
        others = self.symbols.definitions.setdefault(name.text, [])
        first = next((d for d in others if d.kind is kind), None)
        if first is not None:
            self.diagnostics.error(
                "CW0303",
                name.span,
                f"there are two {kind.plural} called `{name.text}`",
                related=[(first.span, "the first one")],
                help="rename one of them",
            )
            return None
        if not reserved.is_free(name, self.diagnostics):
            return None
        made = ir.Definition(name.text, pack, kind=kind, title=title.value if title else None, span=name.span)
        others.append(made)
        kind.definitions.append(made)
        if guard is not None:
            self.pending.guards.append((made, guard))
        return made

    # ---------------------------------------------------------------------------------- bodies of kinds

    def _kind_bodies(self, one: Selected) -> None:
        item = one.item
        if isinstance(item, n.KindDecl):
            kind = self.symbols.kinds.get(item.name.text)
            if kind is not None and kind.span == item.name.span:
                self._kind_body(kind, item.items, one.pack, extended=False)
        elif isinstance(item, n.ExtendKind):
            kind = self._kind_named(item.name)
            if kind is not None:
                self._kind_body(kind, item.items, one.pack, extended=True)

    def _kind_body(self, kind: ir.Kind, items: Iterable[n.Item], pack: str, *, extended: bool) -> None:
        for item in items:
            match item:
                case n.PrintedDecl():
                    self._printed(kind, item, pack, extended)
                case n.SlotDecl():
                    self._slot(kind, item, pack)
                case n.KeepsDecl():
                    keep = self._keep(item, pack, kind)
                    if self._is_free(kind, item.name):
                        kind.keeps[keep.name] = keep
                case n.ZoneDecl():
                    zone = self._zone(item, pack, kind)
                    if zone is not None and self._is_free(kind, item.name):
                        self._add_zone(kind, zone)
                case n.ActiveWhile():
                    self._active(kind, item)
                case n.TextItem():
                    pass
                case _:
                    self.diagnostics.error("CW0520", item.span, "this cannot stand in a kind")

    def _is_free(self, kind: ir.Kind, name: n.Ident) -> bool:
        """May the kind get a field, slot, zone or counter of this name? Reports CW0315, CW0508."""
        reserved.check_member(name, kind, self.diagnostics)
        tables: tuple[Mapping[str, ir.Decl], ...] = (kind.fields, kind.slots, kind.keeps, kind.zones)
        other = next((table[name.text] for table in tables if name.text in table), None)
        if other is None:
            return True
        self.diagnostics.error(
            "CW0508",
            name.span,
            f"`{kind.name}` has a `{name.text}` already",
            related=[(other.span, "the first one")],
            help="take another name",
        )
        return False

    def _add_zone(self, kind: ir.Kind, zone: ir.Zone) -> None:
        kind.zones[zone.name] = zone
        self.symbols.kind_zones.setdefault(zone.name, []).append(zone)

    def _active(self, kind: ir.Kind, item: n.ActiveWhile) -> None:
        first = next((one for one, _ in self.pending.actives if one is kind), None)
        if first is None:
            self.pending.actives.append((kind, item))
            return
        places = [other.span for one, other in self.pending.actives if one is kind]
        self.diagnostics.error(
            "CW0525",
            item.span,
            f"`{kind.name}` says already when its texts are in force",
            related=[(place, "here") for place in places],
            help="join the two conditions with `and` or `or`",
        )

    def _printed(self, kind: ir.Kind, item: n.PrintedDecl, pack: str, extended: bool) -> None:
        if not self._is_free(kind, item.name):
            return
        type = resolve_type(item.type, self.symbols, self.diagnostics)
        required = item.default is None
        made = ir.Field(
            item.name.text,
            pack,
            kind=kind,
            type=type,
            required=required,
            on_back=item.on_back,
            span=item.name.span,
            texts=texts_of(item.items),
        )
        if extended and kind.pack != pack and required and narrowed(type) == type:
            self.diagnostics.error(
                "CW0507",
                item.name.span,
                f"`{made.name}` is added to a kind of another pack: it needs a default",
                help=f"say `printed {made.name}: {item.type.span.text} = …`",
            )
            made.required = False
        if item.default is not None:
            self.pending.defaults[kind.name, made.name] = item.default
            made.default_span = item.default.span
        if item.through is not None:
            self.pending.throughs.append((made, item.through))
        if narrowed(type) == Many(SIDE) and item.type.name is not None:
            self.pending.features.append((made, item.type.name))
        kind.fields[made.name] = made

    def _slot(self, kind: ir.Kind, item: n.SlotDecl, pack: str) -> None:
        check_reads(item.items, item.params, self.diagnostics)
        if not self._is_free(kind, item.name):
            return
        result = None if item.result is None else resolve_type(item.result, self.symbols, self.diagnostics)
        slot = ir.Slot(
            item.name.text,
            pack,
            kind=kind,
            params=self.params(item.params),
            result=result,
            span=item.name.span,
            texts=texts_of(item.items),
        )
        kind.slots[slot.name] = slot
        if item.default is not None:
            slot.default_span = item.default.span
            self.pending.slot_defaults.append((slot, item))

    def params(self, written: Sequence[n.Param]) -> tuple[ir.Var, ...]:
        """The parameters of a declaration. Reports CW0303, CW0320."""
        made: list[ir.Var] = []
        for param in written:
            if param.type is None:
                self.diagnostics.error(
                    "CW0320", param.name.span, f"the parameter `{param.name.text}` needs a type"
                )
                continue
            if any(p.name == param.name.text for p in made):
                self.diagnostics.error(
                    "CW0303", param.name.span, f"there are two parameters `{param.name.text}`"
                )
            made.append(
                ir.Var(param.name.text, resolve_type(param.type, self.symbols, self.diagnostics), "param")
            )
        return tuple(made)

    # ---------------------------------------------------------------------------------- keeps and zones

    def _places(self, one: Selected) -> None:
        item = one.item
        if isinstance(item, n.KeepsDecl):
            holder = self._holder(item.holder)
            keep = self._keep(item, one.pack, holder)
            if isinstance(holder, ir.Kind):
                if self._is_free(holder, item.name):
                    holder.keeps[keep.name] = keep
            elif self._is_new(self.program.keeps, item.name, "keeps"):
                self.program.keeps[keep.name] = keep
        elif isinstance(item, n.ZoneDecl):
            holder = self._holder(item.holder)
            zone = self._zone(item, one.pack, holder)
            if zone is None:
                return
            if isinstance(holder, ir.Kind):
                if self._is_free(holder, item.name):
                    self._add_zone(holder, zone)
            elif self._is_new(self.program.zones, item.name, "zones"):
                self.program.zones[zone.name] = zone

    def _holder(self, ident: n.Ident | None) -> str | ir.Kind | None:
        if ident is None:
            return None
        return "player" if ident.text == "player" else self._kind_named(ident)

    def _keep(self, item: n.KeepsDecl, pack: str, holder: str | ir.Kind | ir.Definition | None) -> ir.Keep:
        check_placeholders(item.items, _holders(holder), self.diagnostics)
        type = resolve_type(item.type, self.symbols, self.diagnostics)
        keep = ir.Keep(
            item.name.text,
            pack,
            holder,
            type=type,
            seen_by=ir.Seen("everyone"),
            span=item.name.span,
            texts=texts_of(item.items),
        )
        self.pending.keeps.append((keep, item, pack))
        return keep

    def _zone(
        self, item: n.ZoneDecl, pack: str, holder: str | ir.Kind | ir.Definition | None
    ) -> ir.Zone | None:
        kinds = tuple(k for k in map(self._kind_named, item.kinds) if k is not None)
        if any(k.is_value for k in kinds):
            self.diagnostics.error(
                "CW0401", item.kinds[0].span, "a zone holds pieces; the members of an enumeration are none"
            )
            return None
        check_placeholders(item.items, _holders(holder), self.diagnostics)
        zone = ir.Zone(
            item.name.text,
            pack,
            holder,
            item.structure,
            kinds,
            seen_by=ir.Seen("everyone"),
            span=item.name.span,
            texts=texts_of(item.items),
        )
        self.pending.zones.append((zone, item, pack))
        return zone

    def _finish_places(self) -> None:
        """First values, bounds and viewers: they may name members and rules."""
        for keep, item, pack in self.pending.keeps:
            scope = Scope(self.symbols, self.diagnostics, pack)
            if item.default is not None:
                keep.default = check_as(scope, item.default, keep.type, f"the first value of `{keep.name}`")
            elif has_zero(keep.type):
                self.diagnostics.error(
                    "CW0523",
                    item.name.span,
                    f"`{keep.name}` needs a first value",
                    help=f"write `{keep.name}: {item.type.span.text} = …`",
                )
            keep.least = self._bound(scope, item.least, keep.type)
            keep.most = self._bound(scope, item.most, keep.type)
            self.check_bounds(keep, item)
            keep.seen_by = self._seen(scope, item.seen_by, keep.holder)
        for zone, item, pack in self.pending.zones:
            zone.seen_by = self._seen(Scope(self.symbols, self.diagnostics, pack), item.seen_by, zone.holder)

    def check_bounds(self, keep: ir.Keep, item: n.KeepsDecl) -> None:
        """Report CW0612 for bounds that leave nothing, or leave the first value out."""
        least, most = keep.least, keep.most
        if least is not None and most is not None and least > most and item.most is not None:
            self.diagnostics.error(
                "CW0612",
                item.most.span,
                "the highest value lies below the lowest one",
                related=[(item.least.span, "the lowest")] if item.least is not None else [],
                help="change the two numbers round",
            )
            return
        first = keep.default.value if isinstance(keep.default, ir.Lit) else None
        if item.default is None or not isinstance(first, int):
            return
        for bound, node, wrong in (
            (least, item.least, least is not None and first < least),
            (most, item.most, most is not None and first > most),
        ):
            if wrong and node is not None:
                self.diagnostics.error(
                    "CW0612",
                    item.default.span,
                    f"the first value lies outside the bounds: {bound} is the limit",
                    related=[(node.span, "the limit")],
                )

    def _bound(self, scope: Scope, node: n.Expr | None, type: Type) -> int | None:
        if node is None:
            return None
        expr = check_as(scope, node, type, "the bound")
        try:
            value = evaluate(expr)
        except NotConstant:
            self.diagnostics.error("CW0505", node.span, "a bound must be known beforehand")
            return None
        return value if isinstance(value, int) else None

    def _seen(
        self, scope: Scope, node: n.Expr | n.Ident | None, holder: str | ir.Kind | ir.Definition | None
    ) -> ir.Seen:
        if node is None:
            return ir.Seen("everyone")
        word = node.text if isinstance(node, n.Ident) else node.path.text if isinstance(node, n.Name) else ""
        if isinstance(node, n.Pronoun):
            word = node.word
        if word == "owner" and holder is None:
            self.diagnostics.error(
                "CW0309",
                node.span,
                "this belongs to nobody, so it has no owner",
                help="say `per player`, `seen by everyone` or name the player",
            )
            return ir.Seen("nobody")
        if word in SEEN_WORDS:
            return ir.Seen(word)
        if isinstance(node, n.Ident):
            node = n.Name(n.Path((node,), span=node.span), span=node.span)
        expr = check(scope, node)
        if narrowed(expr.type) != PLAYER and expr.type != ERROR:
            self.diagnostics.error(
                "CW0725",
                node.span,
                f"`seen by` is followed by those who see it; this is {describe(expr.type)}",
                help="write `everyone`, `nobody`, `owner` or a player",
            )
        return ir.Seen("rule", expr)

    # --------------------------------------------------------------------------------------- signatures

    def _signatures(self, one: Selected) -> None:
        item, program = one.item, self.program
        match item:
            case n.RuleDecl():
                check_reads(item.items, item.params, self.diagnostics)
                if self._is_new(program.rules, item.name, "rules"):
                    result = resolve_type(item.result, self.symbols, self.diagnostics)
                    rule = ir.Rule(
                        item.name.text,
                        one.pack,
                        self.params(item.params),
                        result=result,
                        value=_nothing(item.span),
                        span=item.name.span,
                        texts=texts_of(item.items),
                    )
                    program.rules[rule.name] = rule
                    self.pending.rules.append((rule, item))
            case n.TableDecl():
                self._table(item, one.pack)
            case n.EffectDecl():
                check_reads(item.items, item.params, self.diagnostics)
                if self.declared(program.effects, item.name, "effects"):
                    effect = ir.Effect(
                        item.name.text,
                        one.pack,
                        self.params(item.params),
                        you=ir.Var("you", PLAYER, "you"),
                        span=item.name.span,
                        texts=texts_of(item.items),
                    )
                    program.effects[effect.name] = effect
                    self.pending.effects.append((effect, item))
            case n.ActionDecl():
                self._action(item, one.pack, None)
            case n.PlacingDecl():
                self._placing(item, one.pack)
            case n.FlowDecl():
                self.pending.flows.append((item, one.pack))
            case n.StepEdit():
                self.pending.edits.append((item, one.pack))
            case n.Change():
                self.pending.changes.append((item, one.pack, None, one.guard))
            case n.Hook():
                self.pending.hooks.append((item, one.pack, None, one.guard))
            case n.ExampleDecl():
                self.pending.examples.append((item, one.pack))
            case n.PackLine() | n.OptionDecl():
                self.diagnostics.error("CW0213", item.span, "this stands in the `pack` block of pack.rules")
            case _:
                pass
        if one.guard is not None and not isinstance(
            item, (n.Change, n.Hook, n.Definition, n.ListDecl, n.Refuse, n.TextItem)
        ):
            self.diagnostics.error(
                "CW0215",
                one.guard.span,
                "the number of players is known only when a game begins: it can switch definitions, "
                "changes, hooks and refusals, not this",
                related=[(item.span, "this item")],
            )

    def _table(self, item: n.TableDecl, pack: str) -> None:
        if not self.declared(self.symbols.tables, item.name, "tables"):
            return
        key = named_type(item.by.text, self.symbols)
        if key is None:
            key = NUMBER  # over a count such as player_count
            if item.by.text != PLAYER_COUNT and not item.by.text.endswith(NUMBER_OF):
                known = {*self.symbols.kinds, PLAYER_COUNT, str(NUMBER)}
                self.diagnostics.error(
                    "CW0320",
                    item.by.span,
                    f"there is no type `{item.by.text}` to look rows up by",
                    help=did_you_mean(item.by.text, known) or "a table is by a kind or a number",
                )
                key = ERROR
        columns: dict[str, ir.Rule] = {}
        for column in item.columns:
            if column.type is None:
                self.diagnostics.error(
                    "CW0320", column.name.span, f"the column `{column.name.text}` needs a type"
                )
                continue
            name = f"{item.name.text}.{column.name.text}"
            result = resolve_type(column.type, self.symbols, self.diagnostics)
            rule = ir.Rule(
                name,
                pack,
                (ir.Var("key", key, "param"),),
                result=result,
                value=_nothing(item.span),
                span=column.name.span,
                texts=texts_of(item.items),
                by=item.by.text if key == NUMBER else "",
            )
            if column.name.text in columns:
                self.diagnostics.error(
                    "CW0303", column.name.span, f"there are two columns `{column.name.text}`"
                )
                continue
            columns[column.name.text] = rule
            self.program.rules[name] = rule
        self.symbols.tables[item.name.text] = columns
        self.pending.tables.append((columns, item, pack))

    def _action(self, item: n.ActionDecl, pack: str, holder: ir.Definition | None) -> None:
        name = item.name.text if holder is None else f"{holder.name}.{item.name.text}"
        if name in self.program.actions:
            self.declared(self.program.actions, item.name, "actions")
            return
        action = ir.Action(
            name,
            pack,
            item.title.value,
            None,
            you=ir.Var("you", PLAYER, "you"),
            holder=holder,
            span=item.name.span,
            texts=texts_of(item.items),
        )
        self.program.actions[name] = action
        self.pending.actions.append((action, item))

    def _placing(self, item: n.PlacingDecl, pack: str) -> None:
        kind = self._kind_named(item.kind)
        others = self.symbols.kind_zones.get(item.zone.text, [None])
        zone = self.program.zones.get(item.zone.text) or others[0]
        if kind is None or self.symbols.is_broken(item.zone.text):
            return
        if zone is None or zone.structure not in ("plan", "grid"):
            self.diagnostics.error(
                "CW0809",
                item.zone.span,
                f"`{item.zone.text}` is no plan or grid",
                help="a placing names a zone declared as `plan of …` or `grid of …`",
            )
            return
        used(self.symbols, self.diagnostics, zone, item.zone.span)
        if kind not in zone.kinds:
            zone.kinds = (*zone.kinds, kind)
        if zone.structure == "plan" and not has_outline(kind, self.symbols.kinds):
            self.diagnostics.error(
                "CW0812",
                item.kind.span,
                f"a {kind.name} has no outline, so it cannot lie in the plan `{zone.name}`",
                related=[(kind.span, f"`{kind.name}` is declared here")],
                help=f"let `{kind.name}` print a drawing, or something that prints one",
            )
        placing = next((p for p in self.program.placings if p.kind is kind and p.zone is zone), None)
        if placing is None:
            placing = ir.Placing(
                f"{kind.name}.{zone.name}",
                pack,
                kind=kind,
                zone=zone,
                span=item.kind.span,
                texts=texts_of(item.items),
            )
            self.program.placings.append(placing)
        for need in item.items:
            if isinstance(need, n.NeedDecl):
                name = f"{kind.name}.{need.name.text}"
                if name in self.symbols.needs:
                    self.diagnostics.error(
                        "CW0810",
                        need.name.span,
                        f"there are two needs `{need.name.text}`",
                        related=[(self.symbols.needs[name].span, "the first one")],
                    )
                    continue
                made = ir.Need(
                    need.name.text,
                    pack,
                    piece=ir.Var("it", self.symbols.type_of(kind), "it"),
                    condition=_nothing(need.span),
                    refusal=need.refusal.value,
                    span=need.name.span,
                )
                placing.needs.append(made)
                self.symbols.needs[name] = made
        self.pending.placings.append((placing, item))

    # ----------------------------------------------------------------------- -- inside definitions

    def _inside(self, definition: ir.Definition, node: n.Definition) -> None:
        """Keeps, zones, actions, changes and hooks that stand in a definition."""
        for item in node.items:
            match item:
                case n.KeepsDecl():
                    definition.keeps[item.name.text] = self._keep(item, definition.pack, definition)
                case n.ZoneDecl():
                    zone = self._zone(item, definition.pack, definition)
                    if zone is not None:
                        definition.zones[zone.name] = zone
                case n.ActionDecl():
                    self._action(item, definition.pack, definition)
                case n.Change():
                    self.pending.changes.append((item, definition.pack, definition, None))
                case n.Hook():
                    self.pending.hooks.append((item, definition.pack, definition, None))
                case n.FieldItem() | n.SlotFilling() | n.FaceDecl() | n.TextItem():
                    pass
                case _:
                    self.diagnostics.error(
                        "CW0520", item.span, f"this cannot stand in a {definition.kind.name}"
                    )


def _nothing(span: Span) -> ir.Expr:
    """What stands where a text is still to be read."""
    return ir.Lit(None, type=ERROR, span=span)


def all_items(modules: Iterable[n.Module]) -> Iterator[n.Item]:
    """The items of all files of a pack."""
    for module in modules:
        yield from module.items


__all__ = ["NO_SPAN", "Collector", "Pending", "Unit", "all_items"]


def _holders(holder: str | ir.Kind | ir.Definition | None) -> list[str]:
    """What a `reads` phrase calls whoever or whatever has a keep or zone."""
    if holder is None or isinstance(holder, ir.Definition):
        return []
    return [holder if isinstance(holder, str) else holder.name]
