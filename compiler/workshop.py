"""Compiling again and again, as an editor does: what has not changed is not compiled anew.

A workshop keeps the last program of each order, linked and generated. Where an edit has changed nothing but
texts (see `revision`), it reads those again, weaves, looks which declarations now say something else, and
makes the units of these again (see `units`). Whatever does not fit into that is compiled as if nothing were
known. What comes out is the same, byte for byte; `docs/architecture/again.md` says why.
"""

from __future__ import annotations

import gc
from collections import OrderedDict
from collections.abc import Hashable, Sequence
from typing import cast

from castlewright.compiler.build import BuiltRuleset, build, built_of
from castlewright.compiler.check.link import Linker
from castlewright.compiler.check.revision import Revision, revised
from castlewright.compiler.compile import Order, collector_paused, packs_of
from castlewright.compiler.generate.code import Coder
from castlewright.compiler.generate.codegen import ModuleWriter
from castlewright.compiler.generate.text import Text
from castlewright.compiler.generate.units import Differs
from castlewright.compiler.lower.asking import shape_of
from castlewright.compiler.lower.layout import Unsupported
from castlewright.compiler.lower.unweave import Unwoven
from castlewright.compiler.lower.weave import weave
from castlewright.compiler.packs.json_check import is_json
from castlewright.compiler.packs.packs import Library, Pack, choose, complete, report_parts
from castlewright.compiler.typed import ir
from castlewright.compiler.typed.contents import (
    Content,
    Holder,
    content_of,
    holders_in,
    put_back,
    say_the_same,
)
from castlewright.compiler.typed.makings import MadeOtherwise, Makings
from castlewright.compiler.typed.walk import expressions_in, statements_in
from castlewright.rules_dsl import nodes as n
from castlewright.rules_dsl.diagnostics import DiagnosticError, Diagnostics

__all__ = ["Workshop"]

MOST = 4
"""So many orders are remembered, each with its whole program."""


class Workshop:
    """Compiles orders, and remembers the programs of the last ones. For one thread at a time.

    All objects that the process has when an order is compiled for the first time, or anew, are set aside from
    Python's search for garbage (`gc.freeze`).
    """

    def __init__(self) -> None:
        self._benches: OrderedDict[Hashable, _Bench] = OrderedDict()
        self._aside = False
        self.reused = False
        """Whether the last program was made from the one before: linked in part only."""

    def compiled(self, order: Order, diagnostics: Diagnostics | None = None) -> bytes:
        """As `compile.compiled` with no cache: the marshalled code of the ruleset's module.

        Raises `DiagnosticError` if the texts have errors.
        """
        found = Diagnostics() if diagnostics is None else diagnostics
        with collector_paused():
            built = self.build(order, found)
            if built is None:
                raise DiagnosticError(found)
            bench = self._benches.get(_key(order))
            return built.marshalled(None if bench is None else bench.coder)

    def build(self, order: Order, diagnostics: Diagnostics) -> BuiltRuleset | None:
        """The ruleset of an order. None when the texts have errors; see the diagnostics."""
        self.reused = False
        before = diagnostics.error_count
        library = Library.of(order.roots, diagnostics)
        if diagnostics.error_count > before:
            return None
        packs = choose(library, order.game, packs_of(order, library), diagnostics)
        report_parts(library, [pack.info for pack in packs], diagnostics)
        if diagnostics.error_count > before:
            return None
        packs = [complete(pack, diagnostics) for pack in packs]
        known = frozenset(library.loaded)
        bench = self._benches.get(_key(order))
        if bench is not None and not len(diagnostics):
            revisions = bench.revisions(packs, known)
            if revisions is not None:
                del self._benches[_key(order)]  # until it is in order again
                built = bench.again(packs, revisions)
                if built is not None:
                    self._keep(order, bench)
                    self.reused = True
                    return built
        return self._anew(order, packs, known, diagnostics, before)

    def _anew(
        self,
        order: Order,
        packs: Sequence[Pack],
        known: frozenset[str],
        diagnostics: Diagnostics,
        before: int,
    ) -> BuiltRuleset | None:
        """Compile with nothing known. None where there are more errors than `before`."""
        if self._aside:
            gc.unfreeze()
            gc.collect()
        linker = Linker(packs, diagnostics, order.options, known)
        program = linker.link()
        if diagnostics.error_count > before or any(m.broken for pack in packs for m in pack.modules):
            return None
        unwoven, makings = Unwoven(program), Makings()
        weave(program, diagnostics, makings)
        if diagnostics.error_count > before:
            return None
        bench = _Bench(linker, packs, known, unwoven, makings)
        built = build(program, bench.writer)
        if not len(diagnostics):
            self._keep(order, bench)
            # A million objects that stay need not be gone through whenever garbage is looked for.
            gc.freeze()
            self._aside = True
        return built

    def _keep(self, order: Order, bench: _Bench) -> None:
        self._benches[_key(order)] = bench
        self._benches.move_to_end(_key(order))
        while len(self._benches) > MOST:
            self._benches.popitem(last=False)


def _key(order: Order) -> Hashable:
    return order.game, order.packs, tuple(sorted(order.options.items())), order.roots


class _Bench:
    """One program in the making: linked, woven and generated, without a finding."""

    def __init__(
        self,
        linker: Linker,
        packs: Sequence[Pack],
        known: frozenset[str],
        unwoven: Unwoven,
        makings: Makings,
    ) -> None:
        self.linker = linker
        self.program = linker.program
        self.known = known
        self.names = [pack.info.name for pack in packs]
        self.seen = _modules_of(packs)  # the trees as they were last read
        self.trees = dict(self.seen)  # the same, but items that did not change are those of before
        self.unwoven = unwoven
        self.makings = makings
        self.contents: dict[Holder, Content]
        self.placed: set[object]
        self.writer: ModuleWriter
        self._begin_writing()
        self.coder = Coder()

    def _holders(self) -> list[Holder]:
        return list(dict.fromkeys((*holders_in(self.program), *self.makings.made)))

    def revisions(self, packs: Sequence[Pack], known: frozenset[str]) -> list[Revision] | None:
        """How the files have changed; None if more than their texts has."""
        now = _modules_of(packs)
        names = [pack.info.name for pack in packs]
        if known != self.known or names != self.names or list(now) != list(self.seen):
            return None
        found: list[Revision] = []
        for path, module in now.items():
            if module is self.seen[path]:
                continue
            revision = None if path.endswith(".json") else revised(self.trees[path], module)
            if revision is None:
                return None
            found.append(revision)
        return found

    def again(self, packs: Sequence[Pack], revisions: Sequence[Revision]) -> BuiltRuleset | None:
        """The ruleset with these texts changed; None if it has to be compiled anew, and this bench to go."""
        self.unwoven.put_back()
        if not self.linker.link_again(packs, revisions):
            return None
        self.unwoven = Unwoven(self.program)
        try:
            if not self._weave_again():
                return None
            text = self._written()
        except (Unsupported, RecursionError):
            return None
        self.seen = _modules_of(packs)
        for revision in revisions:
            self.trees[revision.module.span.path] = revision.module
        return built_of(self.program, text)

    def _weave_again(self) -> bool:
        """Weave as before, or with nothing kept where other things come out. False if there is a finding."""
        diagnostics = Diagnostics()
        try:
            self.makings.begin_again()
            weave(self.program, diagnostics, self.makings)
            self.makings.end()
        except MadeOtherwise:
            self.unwoven.put_back()
            self.makings = Makings()
            weave(self.program, diagnostics, self.makings)
        return not len(diagnostics)

    def _written(self) -> Text:
        """The module: what has changed in it made again, or all of it where that is not enough."""
        try:
            text = self.writer.write_again(self._changed())
        except Differs:
            self._begin_writing()
            text = self.writer.write()
        return text

    def _begin_writing(self) -> None:
        self.contents = {holder: content_of(holder) for holder in self._holders()}
        self.placed = _asked_by_needs(self.program)
        self.writer = ModuleWriter(self.program)

    def _changed(self) -> set[object]:
        """The declarations that say something else than before. The others get the contents that they had,
        so that what was made of these holds. Raises Differs."""
        changed: set[object] = set()
        holders = self._holders()
        if len(holders) != len(self.contents):
            raise Differs("there are more declarations, or fewer")
        for holder in holders:
            before, now = self.contents.get(holder), content_of(holder)
            if before is None:
                raise Differs("there is another declaration")
            if say_the_same(before, now):
                put_back(holder, before)
                continue
            if holder in self.placed or not _asks_the_same(before, now):
                raise Differs("placings, or what can ask, may be no longer the same")
            _keep_limit(holder, before)
            self.contents[holder] = content_of(holder)
            changed.add(holder)
            if isinstance(holder, ir.Step | ir.Turns | ir.Rounds) and self.program.flow is not None:
                changed.add(self.program.flow)
        return changed


def _modules_of(packs: Sequence[Pack]) -> dict[str, n.Module]:
    return {
        source.path: module
        for pack in packs
        for source, module in zip(pack.sources, pack.modules, strict=True)
        if is_json(source) or not module.broken
    }


def _keep_limit(holder: Holder, before: Content) -> None:
    """A limit is counted in a cell of its own: it stays the same object. Raises Differs for another one."""
    if not isinstance(holder, ir.Effect | ir.Action | ir.Filling):
        return
    old = next((part for part in before if isinstance(part, ir.Limit)), None)
    now = holder.limit
    if (old is None) != (now is None):
        raise Differs("something is limited now, or no longer")
    if old is not None and now is not None:
        if (old.times, old.per) != (now.times, now.per):
            raise Differs("a limit is another one")
        holder.limit = old


def _asks_the_same(before: Content, now: Content) -> bool:
    """Does what decides which effects can ask, and whether a text ends the game, stay as it was?"""
    return [_shape(part) for part in before] == [_shape(part) for part in now]


def _shape(part: object) -> object:
    if not isinstance(part, tuple):
        return None
    body = tuple(one for one in cast("tuple[object, ...]", part) if isinstance(one, ir.Stmt))
    ends = any(isinstance(one, ir.EndOf) and one.what == "game" for one in statements_in(body))
    return shape_of(body), ends


def _asked_by_needs(program: ir.Program) -> set[object]:
    """The needs of all placings, and all rules and fillings that they may come to ask.

    How needs are decided by masks is found out for all of them at once.
    """
    found: set[object] = set()
    queue: list[object] = [need for placing in program.placings for need in placing.needs]
    while queue:
        holder = queue.pop()
        if holder in found:
            continue
        found.add(holder)
        match holder:
            case ir.Need():
                parts = [holder.condition]
            case ir.Rule():
                parts = [holder.value, *(value for _, value in holder.lets)]
            case ir.Filling():
                parts = [] if holder.value is None else [holder.value]
            case _:
                continue
        for expr in (one for part in parts for one in expressions_in(part)):
            match expr:
                case ir.CallRule() | ir.RuleRef() | ir.Graph():
                    queue.append(expr.rule)
                case ir.GetField() if expr.field.through is not None:
                    queue.append(expr.field.through)
                case ir.CallSlot():
                    slot = expr.slot
                    queue += [d.fillings[slot.name] for d in slot.kind.definitions if slot.name in d.fillings]
                    queue += [] if slot.default is None else [slot.default]
                case _:
                    pass
    return found
