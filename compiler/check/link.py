"""Linking: from the trees of a set of packs to one typed program."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import partial
from typing import Any

from castlewright.compiler.check import changes, definitions, examples
from castlewright.compiler.check.actors import check_actors
from castlewright.compiler.check.collect import Collector, Pending
from castlewright.compiler.check.completeness import check_tables
from castlewright.compiler.check.conflicts import check_conflicts
from castlewright.compiler.check.cycles import check_cycles
from castlewright.compiler.check.drawings import check_sides
from castlewright.compiler.check.expressions import check_as, check_yesno, table
from castlewright.compiler.check.flows import FlowBuilder
from castlewright.compiler.check.force import check_force
from castlewright.compiler.check.lint import check_unused
from castlewright.compiler.check.quotas import limit_of
from castlewright.compiler.check.reprints import Reprints, names_print
from castlewright.compiler.check.reserved import check_counters
from castlewright.compiler.check.revision import Revision
from castlewright.compiler.check.scope import Scope
from castlewright.compiler.check.secrecy import check_secrecy
from castlewright.compiler.check.simultaneous import check_simultaneous
from castlewright.compiler.check.statements import check_block, rule_body
from castlewright.compiler.check.symbols import Noted, Symbols
from castlewright.compiler.check.typing import fits, resolve_type
from castlewright.compiler.check.visibility import grants_in, used, with_needed
from castlewright.compiler.check.wording import counted, listed
from castlewright.compiler.packs.json_check import JsonCheck
from castlewright.compiler.packs.packs import Library, Pack, choose, complete
from castlewright.compiler.packs.selection import (
    OTHERS,
    Selected,
    Setting,
    holds_for,
    left_out,
    select,
    word_of,
)
from castlewright.compiler.typed import ir
from castlewright.compiler.typed.contents import Holder, content_of, differ_in_numbers
from castlewright.compiler.typed.types import ERROR, PLAYER, YESNO, Face, OrNone, narrowed
from castlewright.compiler.typed.weight import Weights
from castlewright.rules_dsl import nodes as n
from castlewright.rules_dsl.diagnostics import Diagnostics
from castlewright.rules_dsl.names import did_you_mean
from castlewright.rules_dsl.source import NO_SPAN

_BLIND_TO_NUMBERS = (check_actors, check_cycles, check_force, check_simultaneous, check_secrecy)
"""Tests that ask how texts hang together, whatever numbers stand in them."""
PLAYERS = (1, 8)  # when no pack says how many may play


def link(
    library: Library,
    game: str,
    packs: Sequence[str],
    diagnostics: Diagnostics,
    options: Mapping[str, str] | None = None,
) -> ir.Program | None:
    """Link the base pack of a game, `packs`, and all they need; None when there are errors.

    `options` gives values as text: the name of a member, yes, no, a number.
    """
    before = diagnostics.error_count
    chosen = choose(library, game, packs, diagnostics)
    if diagnostics.error_count > before:
        return None
    # Items that cannot be read are left out, and what is wrong in the others is said in the same run.
    chosen = [complete(pack, diagnostics) for pack in chosen]
    program = link_packs(chosen, diagnostics, options, frozenset(library.loaded))
    unread = any(module.broken for pack in chosen for module in pack.modules)
    return None if unread or diagnostics.error_count > before else program


def link_packs(
    packs: Sequence[Pack],
    diagnostics: Diagnostics,
    options: Mapping[str, str] | None = None,
    known: frozenset[str] = frozenset(),
) -> ir.Program:
    """Link packs that are known to fit together, needed ones first."""
    return Linker(packs, diagnostics, options or {}, known).link()


@dataclass(slots=True)
class _Text:
    """A text that may be read again, of the node that has it now; `number` is its place in the order."""

    number: int
    node: n.Node
    read: Callable[[Any], None]  # takes a node of the class of `node`
    says: Callable[[], Iterable[Holder]]  # the declarations whose contents it gives


class Linker:
    """One linking: collects declarations, then reads their texts, then checks the whole."""

    def __init__(
        self,
        packs: Sequence[Pack],
        diagnostics: Diagnostics,
        options: Mapping[str, str],
        known: frozenset[str],
    ) -> None:
        self.packs = packs
        self.diagnostics = diagnostics
        self.chosen = options
        names = frozenset(p.info.name for p in packs)
        self._texts: dict[
            int, _Text | None
        ] = {}  # by id of their nodes; None: of what is read no second time
        self.setting = Setting(names, known | names, self._option_texts())
        self.set_by_tables: set[str] = set()
        for pack in packs:
            for module in pack.modules:
                self.set_by_tables |= self.setting.set_by_tables(module.items, options)
        self.change_tables: list[tuple[n.ChangeTable, str]] = []
        self.by_option: dict[int, str] = {}
        self.idle: list[Selected] = []
        base = packs[0].info
        self.program = ir.Program(base.game, base.title, tuple(p.info for p in packs), {}, _players(packs))
        self.symbols = Symbols(self.program)
        self.symbols.sees = _visible(packs)
        self.symbols.known_packs = known | names
        for pack in packs:
            self.symbols.homes.update((source.path, pack.info.name) for source in pack.sources)
        self._grant(module for pack in packs for module in pack.modules)

    def _grant(self, modules: Iterable[n.Module]) -> None:
        """Note where texts ask for packs."""
        asked = [one for module in modules for one in grants_in(module.items)]
        self.symbols.grants = [(span, with_needed(packs, self.symbols.sees)) for span, packs in asked]

    def link(self) -> ir.Program:
        """Run all passes."""
        before = self.diagnostics.error_count
        selected = self._select()
        collector = Collector(self.symbols, self.diagnostics)
        json_files = JsonCheck(source for pack in self.packs for source in pack.sources)
        json_files.check_kinds(_kinds_in(selected), self.diagnostics)
        # Options may be of enumerations that the packs declare, and rules may read them.
        pending = collector.collect(selected)
        json_files.check_items(self.program, self.diagnostics)
        self._options()
        self.flow = FlowBuilder(self.symbols, self.diagnostics)
        self.program.flow = self.flow.build(pending.flows, pending.edits)
        check_counters(self.symbols, self.diagnostics)
        self._rules(pending)
        with self.symbols.reading("values"):
            self._values(pending)
        self._first_values(pending, collector)
        self._kinds(pending)
        self._effects(pending)
        for number, (_, node, _) in enumerate(self.flow.texts):
            part = self.flow.texts[number][0]
            self._read(node, partial(self.flow.read, number), partial(_all, part))
        self.flow.check_winner()
        self._needs(pending)
        self._changes(pending)
        self._examples(pending)
        noted = self.symbols.all_noted()
        self._check_numbers(noted)
        for test in _BLIND_TO_NUMBERS:
            test(self.program, self.diagnostics)
        if self.diagnostics.error_count == before and not self.symbols.broken:
            check_unused(noted, self.diagnostics)
        return self.program

    def _check_numbers(self, noted: Noted) -> None:
        """Tests that ask for numbers in the texts."""
        self.flow.check_endings(noted.ended)
        only_defaults = noted.asked_by_defaults - noted.asked
        if not self.symbols.broken:
            check_tables(self.program, noted.open_tables, only_defaults, self.diagnostics)
        check_conflicts(self.program, self.diagnostics)

    # --------------------------------------------------------------------------------------- texts again

    def link_again(self, packs: Sequence[Pack], revisions: Iterable[Revision]) -> bool:
        """Read texts again that have changed, where nothing else has; `packs` are those now.

        False when that is not enough, or anything is to be reported: all has to be linked anew then. The
        program must be as `link` left it; it is good for nothing if the answer is False.
        """
        due: dict[int, _Text] = {}
        for revision in revisions:
            moved: dict[int, _Text | None] = {}
            for old, node in revision.nodes.items():
                if old not in self._texts:
                    continue  # nothing that is in play
                text = moved[id(node)] = self._texts.pop(old)
                if text is None:
                    if old in revision.changed:
                        return False
                    continue
                if old == id(text.node):
                    text.node = node
                if old in revision.changed:
                    due[text.number] = text
            self._texts.update(moved)
        self.diagnostics = self.flow.diagnostics = Diagnostics()
        self.packs = packs
        self.program.packs = tuple(pack.info for pack in packs)
        self._grant(module for pack in packs for module in pack.modules)
        self.symbols.weights = Weights()
        said = (holder for text in due.values() for holder in text.says())
        if any(isinstance(holder, ir.Rule) and holder.answered for holder in said):
            return False
        hangs_together = True
        for _, text in sorted(due.items()):
            before = [content_of(holder) for holder in text.says()]
            with self.symbols.reading(text.number):
                text.read(text.node)
            now = [content_of(holder) for holder in text.says()]
            hangs_together &= len(before) == len(now) and all(map(differ_in_numbers, before, now))
        noted = self.symbols.all_noted()
        self._check_numbers(noted)
        for test in () if hangs_together else _BLIND_TO_NUMBERS:
            test(self.program, self.diagnostics)
        check_unused(noted, self.diagnostics)
        return not len(self.diagnostics)

    def _read(
        self,
        node: n.N,
        read: Callable[[n.N], None],
        says: Callable[[], Iterable[Holder]],
        parts: Iterable[n.Node] = (),
    ) -> None:
        """Read a text, perhaps not for the last time. `parts` of its node are texts too; `says` gives the
        declarations of whose contents it tells."""
        text = _Text(len(self.symbols.texts), node, read, says)
        for one in (node, *parts):
            self._texts[id(one)] = text
        with self.symbols.reading(text.number):
            read(node)

    def scope(self, pack: str) -> Scope:
        """The outermost scope of a pack."""
        return Scope(self.symbols, self.diagnostics, pack)

    # -------------------------------------------------------------------------------------- what counts

    def _select(self) -> list[Selected]:
        found: list[Selected] = []
        for pack in self.packs:
            for module in pack.modules:
                items = [i for i in module.items if not isinstance(i, n.PackDecl)]
                here = list(select(pack.info.name, items, self.setting, self.diagnostics))
                found.extend(one for one in here if not one.idle)
                self.idle.extend(one for one in here if one.idle)
                self.by_option |= {id(one.item): one.option for one in here if one.option}
                self._refuse(here)
                self.change_tables += [
                    (item, pack.info.name) for item in left_out(items) if isinstance(item, n.ChangeTable)
                ]
                self._note_dropped(pack.info.name, items, here)
                for broken in module.broken:
                    self.diagnostics.mark(("name", broken.text))
                    self.symbols.broken.add(broken.text)
        return found

    def _refuse(self, here: Iterable[Selected]) -> None:
        """Keep to what a pack says it will not be played with: packs, options, numbers of players.

        Reports CW0221.
        """
        for one in here:
            if not isinstance(one.item, n.Refuse):
                continue
            guard = one.guard
            if guard is None or not self._fewer(guard):
                self.diagnostics.error(
                    "CW0221",
                    one.item.span,
                    one.item.reason.value,
                    help="choose other packs or options"
                    if guard is None
                    else "refuse numbers of players from the fewest or the most, and not all of them",
                )

    def _fewer(self, guard: n.Expr) -> bool:
        """Leave out the numbers of players for which this holds; no, if none remains or there is a gap."""
        fewest, most = self.program.players
        left = [count for count in range(fewest, most + 1) if not holds_for(guard, count)]
        if not left or left[-1] - left[0] >= len(left):
            return False
        self.program.players = (left[0], left[-1])
        return True

    def _note_dropped(self, pack: str, items: Iterable[n.Item], here: Sequence[Selected]) -> None:
        """Remember names that exist only with other options or packs, for better messages."""
        kept = {id(one.item) for one in here}
        for item in left_out(items):
            name = getattr(item, "name", None)
            if id(item) not in kept and isinstance(name, n.Ident):
                self.symbols.dropped.setdefault(name.text, pack)

    def _option_texts(self) -> dict[str, str]:
        """The chosen or default value of every option, as text. Reports CW0210, CW0211."""
        texts: dict[str, str] = {}
        for pack in self.packs:
            for option in pack.options:
                name = option.name.text
                if name in texts:
                    self.diagnostics.error("CW0211", option.name.span, f"there are two options `{name}`")
                default = option.default
                text = (
                    default.path.text
                    if isinstance(default, n.Name)
                    else default.word
                    if isinstance(default, n.Literal)
                    else str(getattr(default, "value", ""))
                )
                texts[name] = self._spelt_out(option, self.chosen[name]) if name in self.chosen else text
        for name in self.chosen:
            if name not in texts:
                self.diagnostics.error(
                    "CW0210", NO_SPAN, f"there is no option `{name}`", help=did_you_mean(name, texts)
                )
        return texts

    def _spelt_out(self, option: n.OptionDecl, text: str) -> str:
        """A value of an option; its first or last words will do where no other member has them there."""
        items = (item for pack in self.packs for module in pack.modules for item in left_out(module.items))
        kind = option.type.name.text if option.type.name else ""
        members: set[str] = set()
        for item in items:
            if isinstance(item, n.ValuesDecl) and item.name.text == kind:
                members |= {member.text for member in item.members}
            elif isinstance(item, n.Definition) and item.kind.text == kind:
                members.add(item.name.text)
            elif isinstance(item, n.ListDecl) and item.kind.text == kind:
                members |= {row.name.text for row in item.rows}
        meant = [name for name in members if name.startswith(f"{text}_") or name.endswith(f"_{text}")]
        return meant[0] if text not in members and len(meant) == 1 else text

    def _options(self) -> None:
        for pack in self.packs:
            for option in pack.options:
                type = resolve_type(option.type, self.symbols, self.diagnostics)
                name, text = option.name.text, self.setting.options[option.name.text]
                default = definitions.constant(
                    self.scope(pack.info.name), check_as(self.scope(pack.info.name), option.default, type)
                )
                value = self._option_value(text, narrowed(type), default, option)
                title = option.title.value if option.title else None
                self.program.options[name] = ir.Option(name, pack.info.name, title, type, default, value)
        for one, pack in self.change_tables:
            option = self.program.options.get(one.by.text)
            if option is not None:
                self._check_columns(one, pack, narrowed(option.type))

    def _option_value(self, text: str, type: object, default: ir.Const, option: n.OptionDecl) -> ir.Const:
        if option.name.text not in self.chosen and option.name.text not in self.set_by_tables:
            return default
        if type == YESNO and text in ("yes", "no"):
            return text == "yes"
        if text.isdecimal() and isinstance(default, int) and type != YESNO:
            return int(text)
        kind = self.symbols.kinds.get(getattr(type, "kind", ""))
        member = next((d for d in kind.definitions if d.name == text), None) if kind else None
        if member is None:
            known = [d.name for d in kind.definitions] if kind else ["yes", "no"]
            self.diagnostics.error(
                "CW0210",
                option.name.span,
                f"the option `{option.name.text}` cannot be `{text}`",
                help=did_you_mean(text, known) or f"one of: {', '.join(known)}",
            )
            return default
        return member

    def _check_columns(self, node: n.ChangeTable, pack: str, type: object) -> None:
        """Each column is a value of the option, and each value that the pack knows has one.

        Reports CW0210, CW0513, CW0514.
        """
        kind = self.symbols.kinds.get(getattr(type, "kind", ""))
        members = [d.name for d in kind.definitions] if kind else ["yes", "no"] if type == YESNO else []
        seen: dict[str, n.Expr] = {}
        for key in node.columns:
            word = word_of(key)
            if members and word not in (*members, OTHERS):
                self.diagnostics.error(
                    "CW0210",
                    key.span,
                    f"the option `{node.by.text}` cannot be `{word}`",
                    help=did_you_mean(word, members) or f"one of: {', '.join(members)}",
                )
            elif word in seen:
                self.diagnostics.error(
                    "CW0514", key.span, "this column is there", related=[(seen[word].span, "the first one")]
                )
            seen.setdefault(word, key)
        known = self.symbols.sees[pack]
        later = {d.name for d in kind.definitions if d.pack not in known} if kind else set[str]()
        missing = [name for name in members if name not in seen and name not in later]
        if OTHERS not in seen and (missing or not members):
            words = listed([f"`{name}`" for name in missing]) if missing else "all other values"
            self.diagnostics.error(
                "CW0513", node.by.span, f"there is no column for {words}", help="add it, or the column `else`"
            )

    # ------------------------------------------------------------------------------------ reading texts

    def _rules(self, pending: Pending) -> None:
        for rule, node in pending.rules:
            self._read(node, partial(self._rule, rule), partial(_all, rule))
        for columns, node, pack in pending.tables:
            self._read(node, partial(self._table, columns, pack), partial(_all, *columns.values()))

    def _rule(self, rule: ir.Rule, node: n.RuleDecl) -> None:
        scope = self.scope(rule.pack).with_locals(*rule.params)
        rule.lets = ()
        if isinstance(node.body, n.Block):
            rule.lets, rule.value = rule_body(scope, node.body, rule.result)
        else:
            rule.value = check_as(scope, node.body, rule.result, f"the value of `{rule.name}`")
        if node.subject is not None:
            subject = check_as(scope, node.subject, PLAYER, "whose rule it is")
            rule.subject = subject

    def _table(self, columns: dict[str, ir.Rule], pack: str, node: n.TableDecl) -> None:
        names = [c.name.text for c in node.columns if c.name.text in columns]
        for row in node.rows:
            if len(row.values) != len(node.columns):
                self.diagnostics.error(
                    "CW0515",
                    row.span,
                    f"the table has {len(node.columns)} columns, this row {len(row.values)}",
                    related=[(node.name.span, "the table")],
                )
                return
        for index, name in enumerate(names):
            rule = columns[name]
            key = ir.Local(rule.params[0], type=rule.params[0].type, span=node.by.span)
            rows = tuple(n.TableRow(row.key, (row.values[index],), span=row.span) for row in node.rows)
            value = table(self.scope(pack), key, rows, rule.result, node)
            from castlewright.compiler.check.expressions import coerced

            rule.value = coerced(self.scope(pack), value, rule.result, f"the column `{name}`")

    def _values(self, pending: Pending) -> None:
        """Printed fields: written ones first, then defaults, which may read them."""
        for field, ident in pending.features:
            kind = self.symbols.kinds.get("feature")
            feature = next((d for d in kind.definitions if d.name == ident.text), None) if kind else None
            if feature is None and self.symbols.is_broken(ident.text):
                continue
            if feature is None:
                known = [d.name for d in kind.definitions] if kind else []
                self.diagnostics.error(
                    "CW0808",
                    ident.span,
                    f"there is no feature `{ident.text}`",
                    help=did_you_mean(ident.text, known) or "features are members of the kind `feature`",
                )
            field.feature = feature
        for field, ident in pending.throughs:
            self._through(field, ident)
        scoped = [(self.scope(d.pack), d, node, columns) for d, node, columns in pending.definitions]
        for scope, definition, node, columns in scoped:
            if isinstance(node, n.Definition):
                definitions.check_fields(scope, definition, node.items, {})
            else:
                definitions.check_fields(scope, definition, (), self._row(definition, node, columns))
        reprints = Reprints(self.symbols, self.diagnostics, pending.changes)
        reprints.write()
        for kind in self.program.kinds.values():
            for definition in kind.definitions:
                definitions.fill_defaults(self.scope(definition.pack), definition, pending.defaults)
        reprints.write_defaults()
        check_sides(self.symbols.side_texts, self.diagnostics)
        for definition, guard in pending.guards:
            definition.guard = check_yesno(self.scope(definition.pack), guard)

    def _row(
        self, definition: ir.Definition, row: n.ListRow, columns: Sequence[n.Ident]
    ) -> dict[str, tuple[n.Expr, ...]]:
        """The values of a row by column. Reports CW0515, CW0516."""
        if len(row.values) != len(columns):
            self.diagnostics.error(
                "CW0515",
                row.name.span,
                f"the list has {counted(len(columns), 'column', 'columns')}, "
                f"`{row.name.text}` gives {counted(len(row.values), 'value', 'values')}",
                help=_missing_columns(columns, row),
            )
            return {}
        found: dict[str, tuple[n.Expr, ...]] = {}
        for ident, value in zip(columns, row.values, strict=True):
            if ident.text not in definition.kind.fields:
                if self.diagnostics.mark(("column", ident.span)):
                    self.diagnostics.error(
                        "CW0516",
                        ident.span,
                        f"a {definition.kind.name} has no field `{ident.text}`",
                        help=did_you_mean(ident.text, definition.kind.fields)
                        or definitions.copies_advice(ident.text),
                    )
                continue
            found[ident.text] = (value,)
        return found

    def _through(self, field: ir.Field, ident: n.Ident) -> None:
        rule = self.program.rules.get(ident.text)
        if rule is None:
            if not self.symbols.is_broken(ident.text):
                self.diagnostics.error(
                    "CW0524",
                    ident.span,
                    f"there is no rule `{ident.text}` to read `{field.name}` through",
                    help=did_you_mean(ident.text, self.program.rules),
                )
            return
        used(self.symbols, self.diagnostics, rule, ident.span)
        own = self.symbols.type_of(field.kind)
        gives = narrowed(rule.result)
        faces = isinstance(gives, Face) and gives.kind == field.kind.name
        if len(rule.params) == 1 and fits(own, rule.params[0].type) and (faces or fits(gives, own)):
            field.through = rule
        elif rule.result != ERROR:
            name = field.kind.name
            self.diagnostics.error(
                "CW0524",
                ident.span,
                f"`{rule.name}` does not give the face of a {name}",
                related=[(rule.span, "the rule is declared here")],
                help=f"it must be declared as `rule {rule.name}(x: {name}) -> face of {name} = …`",
            )

    def _first_values(self, pending: Pending, collector: Collector) -> None:
        """Work out first values of what is kept that are no plain constants. Reports CW0505, CW0612."""
        for keep, item, pack in pending.keeps:
            if keep.default is None or isinstance(keep.default, ir.Lit):
                continue
            scope, help = self.scope(pack), "begin with a plain amount, and set it in a step of the setup"
            value = definitions.constant(scope, keep.default, "a first value", help)
            keep.default = ir.Lit(value, type=keep.type, span=keep.default.span)
            collector.check_bounds(keep, item)

    def _kinds(self, pending: Pending) -> None:
        for kind, item in pending.actives:
            var = definitions.self_of(self.symbols, kind)
            scope = self.scope(kind.pack)
            scope.self_var = var
            value = check_yesno(scope, item.condition)
            kind.active = ir.Rule(
                f"{kind.name} is active", kind.pack, (var,), result=YESNO, value=value, span=item.span
            )
        for slot, item in pending.slot_defaults:
            assert item.default is not None
            slot.default = definitions.filling(
                self.scope(slot.pack), slot, item.params, item.default, None, item, None, slot.texts
            )
        written = {id(d): node for d, node, _ in pending.definitions}
        for kind in self.program.kinds.values():
            for definition in kind.definitions:
                node = written.get(id(definition))
                if isinstance(node, n.Definition):
                    slots = [item for item in node.items if isinstance(item, n.SlotFilling)]
                    says = partial(_fillings_of, definition)
                    self._read(node, partial(self._fillings, definition), says, slots)
                else:
                    definitions.check_slots(self.scope(definition.pack), definition, ())

    def _fillings(self, definition: ir.Definition, node: n.Definition) -> None:
        before, definition.fillings = definition.fillings, {}
        definitions.check_slots(self.scope(definition.pack), definition, node.items)
        for name, made in definition.fillings.items():
            # Whoever knows a filling goes on knowing it.
            if name in before:
                definition.fillings[name] = _moved_into(before[name], made)

    def _effects(self, pending: Pending) -> None:
        for effect, node in pending.effects:
            self._read(node, partial(self._effect, effect), partial(_all, effect))
        for action, node in pending.actions:
            self._read(node, partial(self._action, action), partial(_all, action))

    def _effect(self, effect: ir.Effect, node: n.EffectDecl) -> None:
        scope = self.scope(effect.pack).with_locals(*effect.params).acting(effect.you)
        scope.in_effect = True
        effect.limit = limit_of(scope, node.limit)
        effect.body = check_block(scope, node.body)

    def _action(self, action: ir.Action, node: n.ActionDecl) -> None:
        scope = self.scope(action.pack).acting(action.you)
        scope.in_effect = True
        if action.holder is not None:
            self._on_piece(scope, action.holder)
            action.self_var = scope.self_var
        dropped = None if node.turn is None else self.symbols.dropped_step(node.turn.text)
        if node.turn is not None:
            # Turns that a pack drops offer nothing any more; examples may still play what they offered.
            steps = self.symbols.step(node.turn.text) or ([] if dropped is None else [dropped])
            if not steps and self.symbols.is_broken(node.turn.text):
                pass
            elif len(steps) != 1 or not isinstance(steps[0], ir.Turns):
                known = [s.name for s in self.symbols.steps.values() if isinstance(s, ir.Turns)]
                self.diagnostics.error(
                    "CW0714",
                    node.turn.span,
                    f"there are no turns `{node.turn.text}`",
                    help=did_you_mean(node.turn.text, known),
                )
            else:
                action.turn = steps[0].path
        action.condition = None if node.condition is None else check_yesno(scope, node.condition)
        action.limit = None if dropped is not None else limit_of(scope, node.limit)
        action.body = check_block(scope, node.body)

    def _on_piece(self, scope: Scope, holder: ir.Definition) -> None:
        """`self` and `owner` in texts that stand on a piece."""
        scope.definition = holder
        scope.self_var = definitions.self_of(self.symbols, holder.kind)

    def _needs(self, pending: Pending) -> None:
        for placing, node in pending.placings:
            for item in node.items:
                if isinstance(item, n.NeedDecl):
                    need = next((x for x in placing.needs if x.name == item.name.text), None)
                    if need is not None and need.span == item.name.span:
                        self._read(item, partial(self._need, need), partial(_all, need))

    def _need(self, need: ir.Need, node: n.NeedDecl) -> None:
        need.condition = check_yesno(self.scope(need.pack).with_it(need.piece), node.condition)
        if need.rule is not None:
            need.rule.value = need.condition

    def _changes(self, pending: Pending) -> None:
        for node, pack, holder, guard in pending.changes:
            if names_print(self.symbols, node.target):
                self._texts[id(node)] = None
                continue
            place = len(self.program.changes)
            says = partial(_one_of, self.program.changes, place)
            self._read(node, partial(self._change, place, pack, holder, guard), says)
        for node, pack, holder, guard in pending.hooks:
            place = len(self.program.hooks)
            says = partial(_one_of, self.program.hooks, place)
            self._read(node, partial(self._hook, place, pack, holder, guard), says)
        for one in self.idle:
            if isinstance(one.item, n.Change) and not names_print(self.symbols, one.item.target):
                changes.change(self.scope(one.pack), one.item, None)

    def _change(
        self, place: int, pack: str, holder: ir.Definition | None, guard: n.Expr | None, node: n.Change
    ) -> None:
        scope = self.scope(pack)
        if holder is not None:
            self._on_piece(scope, holder)
        made = changes.change(scope, node, holder)
        if made is not None:
            if node.until is not None:
                self.diagnostics.error("CW0608", node.until.span, "only a change that is carried out can end")
            made.condition = self._guarded(made.condition, guard, pack)
            made.option = self.by_option.get(id(node), "")
            self.program.changes[place : place + 1] = [made]

    def _hook(
        self, place: int, pack: str, holder: ir.Definition | None, guard: n.Expr | None, node: n.Hook
    ) -> None:
        scope = self.scope(pack)
        if holder is not None:
            self._on_piece(scope, holder)
        hook = changes.hook(scope, node, holder)
        if hook is not None:
            hook.condition = self._guarded(hook.condition, guard, pack)
            self.program.hooks[place : place + 1] = [hook]

    def _guarded(self, condition: ir.Expr | None, guard: n.Expr | None, pack: str) -> ir.Expr | None:
        if guard is None:
            return condition
        made = check_yesno(self.scope(pack), guard)
        return made if condition is None else ir.Logic("and", made, condition, type=YESNO, span=guard.span)

    def _examples(self, pending: Pending) -> None:
        names = {p.info.name for p in self.packs}
        for node, pack in pending.examples:
            if all(p.text in names for p in node.packs):
                place = len(self.program.examples)
                self._read(node, partial(self._example, place, pack), _all)

    def _example(self, place: int, pack: str, node: n.ExampleDecl) -> None:
        self.program.examples[place : place + 1] = [examples.example(self.scope(pack), node)]


def _all(*holders: Holder) -> Iterable[Holder]:
    """These."""
    return holders


def _one_of(holders: Sequence[Holder], place: int) -> Iterable[Holder]:
    """The one in this place, if there is one."""
    return holders[place : place + 1]


def _fillings_of(definition: ir.Definition) -> Iterable[Holder]:
    """What a definition puts into slots."""
    return definition.fillings.values()


def _moved_into(old: ir.Filling, new: ir.Filling) -> ir.Filling:
    """The old object with what stands in the new one."""
    for field in fields(ir.Filling):
        setattr(old, field.name, getattr(new, field.name))
    return old


def _kinds_in(selected: Iterable[Selected]) -> set[str]:
    """The names of all kinds that items declare."""
    return {one.item.name.text for one in selected if isinstance(one.item, (n.KindDecl, n.ValuesDecl))}


def _missing_columns(columns: Sequence[n.Ident], row: n.ListRow) -> str:
    """What a row of another length lacks, or has too much."""
    missing = [column.text for column in columns[len(row.values) :]]
    return f"add {listed(missing)}" if missing else f"the columns are {listed([c.text for c in columns])}"


def _players(packs: Sequence[Pack]) -> tuple[int, int]:
    """From the fewest to the most that any pack allows; a mode that says a number is for that number."""
    said = [p.info.players for p in packs if p.info.players is not None and p.info.mode]
    said = said or [p.info.players for p in packs if p.info.players is not None]
    return (min(a for a, _ in said), max(b for _, b in said)) if said else PLAYERS


def _visible(packs: Sequence[Pack]) -> dict[str, frozenset[str]]:
    """For each pack: itself and all that it needs, directly or not."""
    sees: dict[str, frozenset[str]] = {}
    for pack in packs:
        found = {pack.info.name}
        for need in pack.info.needs:
            found |= sees.get(need, frozenset())
        sees[pack.info.name] = frozenset(found)
    return sees


__all__ = ["Linker", "OrNone", "link", "link_packs"]
