"""What is settled before a game begins: a linked program for readers, with what never happens left out.

Options are constants when packs are linked, and so is the number of players where a text is for one number.
What asks for them is worked out here: an `if` is one of its two branches, a step that never comes is gone, a
table by the number of players is its one row. All that is still open stays under the name its author gave it.
The program that comes out is for sentences; code is generated from one in which everything is open.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from castlewright.compiler.lower.counted import Counted
from castlewright.compiler.lower.optimise import Optimiser
from castlewright.compiler.typed import ir
from castlewright.compiler.typed.rebuild import map_body, map_query, substitute
from castlewright.compiler.typed.types import NUMBER
from castlewright.compiler.typed.walk import expressions_in

__all__ = ["settle"]

PLAYER_COUNT = "player_count"
Part = ir.Step | ir.Turns | ir.Rounds


def settle(program: ir.Program, players: int | None = None) -> set[int]:
    """Work out, in place, what no game of this program, or of so many players, can have otherwise.

    Returns the ids of the declarations whose text says more, or something else, than what is left of them.
    """
    return _Settling(program, players).run()


class _Folding(Optimiser):
    """Folds constants; names stay, but for columns of tables and for questions that the number of players
    decides.
    """

    def __init__(self, players: int | None, known: dict[ir.Rule, ir.Expr]) -> None:
        super().__init__()
        self.players = players
        self.known = known
        arith = self._writers[ir.Arith]
        for untouched in (ir.Fold, ir.GetField, ir.Neg):
            del self._writers[untouched]
        self._writers[ir.Arith] = lambda node: arith(node) if _is_sum_of_constants(node) else node
        self._writers[ir.CallRule] = self._known
        self._writers[ir.Builtin] = self._count

    def _count(self, node: ir.Expr) -> ir.Expr:
        if isinstance(node, ir.Builtin) and node.name == PLAYER_COUNT and self.players is not None:
            return ir.Lit(self.players, type=NUMBER, span=node.span)
        return node

    def _known(self, node: ir.Expr) -> ir.Expr:
        """The constant that a call comes to, where that is settled."""
        if not isinstance(node, ir.CallRule) or node.rule not in self.known:
            return node
        bound = dict(zip(node.rule.params, node.args, strict=True))
        value = self.simplified(substitute(self.known[node.rule], bound))
        return replace(value, span=node.span) if _is_constant(value) else node

    def truth(self, condition: ir.Expr | None) -> bool | None:
        """Yes or no where a folded condition is settled; yes where there is none."""
        if condition is None:
            return True
        value = condition.value if isinstance(condition, ir.Lit) else None
        return value if isinstance(value, bool) else None


def _is_constant(node: ir.Expr) -> bool:
    return isinstance(node, ir.Lit) or (isinstance(node, ir.MakeSet) and all(map(_is_constant, node.items)))


def _is_sum_of_constants(node: ir.Expr) -> bool:
    return isinstance(node, ir.Arith) and isinstance(node.left, ir.Lit) and isinstance(node.right, ir.Lit)


class _Settling:
    """One pass over a program."""

    def __init__(self, program: ir.Program, players: int | None) -> None:
        self.program = program
        self.players = players
        self.known: dict[ir.Rule, ir.Expr] = {}
        self.folding = _Folding(players, self.known)
        self.touched: set[int] = set()
        self.merged: set[int] = set()

    def run(self) -> set[int]:
        """The whole pass."""
        program = self.program
        counted = Counted(program, PLAYER_COUNT)
        tables = self._tables()
        deciding = self._deciding()
        self._definitions()
        self._changes(tables)
        self._options()
        for rule in self._in_order(program.rules.values()):
            self._rule(rule)
            if rule in tables or rule in deciding:
                self._know(rule, rule in tables)
        self._rest()
        if self.players is not None:
            self._rows(tables)
            program.players = (self.players, self.players)
            program.packs = tuple(replace(pack, players=None) for pack in program.packs)
            program.examples = [
                one
                for one in program.examples
                if one.players in (None, self.players) or not counted.asked_in(one)
            ]
            return self.touched | self.merged
        return self.merged

    # -- what the number of players decides --------------------------------------------------------------

    def _tables(self) -> set[ir.Rule]:
        """The columns of tables by the number of players."""
        return {rule for rule in self.program.rules.values() if rule.by == PLAYER_COUNT}

    def _deciding(self) -> set[ir.Rule]:
        """Rules without parameters that are yes or no by the number of players alone, as it stands."""
        if self.players is None:
            return set()
        found: set[ir.Rule] = set()
        for rule in self.program.rules.values():
            asked = [one for one in expressions_in(rule.value) if isinstance(one, ir.Builtin)]
            if not rule.params and any(one.name == PLAYER_COUNT for one in asked):
                found.add(rule)
        return found

    def _in_order(self, rules: Iterable[ir.Rule]) -> list[ir.Rule]:
        """Rules, those that others ask before them."""
        done: dict[ir.Rule, None] = {}
        begun: set[ir.Rule] = set()

        def visit(rule: ir.Rule) -> None:
            if rule in begun:
                return
            begun.add(rule)
            for value in (rule.value, *(let for _, let in rule.lets)):
                for part in expressions_in(value):
                    if isinstance(part, ir.CallRule):
                        visit(part.rule)
            done[rule] = None

        for rule in rules:
            visit(rule)
        return list(done)

    def _know(self, rule: ir.Rule, is_table: bool) -> None:
        """Note the value of a rule that may stand for its calls, if all its changes are settled."""
        value = rule.value
        if rule.lets:
            return
        for change in self.program.changes:
            if change.rule is not rule:
                continue
            bound: dict[ir.Var, ir.Expr] = dict(zip(change.params, _locals(rule.params), strict=True))
            if change.verb != "to" or change.value is None or change.holder is not None:
                return
            if not _is_constant(change.value):
                return
            if change.condition is None:
                value = change.value
                continue
            if not is_table:
                return
            value = ir.Cond(
                substitute(change.condition, bound), change.value, value, type=rule.result, span=rule.span
            )
        if is_table or _is_constant(value):
            self.known[rule] = value

    def _rows(self, tables: set[ir.Rule]) -> None:
        """One row is left of a table by the number of players; none if nothing asks for it."""
        assert self.players is not None
        count = ir.Lit(self.players, type=NUMBER)
        for rule in tables:
            row = self.folding.simplified(ir.CallRule(rule, (count,), type=rule.result, span=rule.value.span))
            if _is_constant(row):
                key = replace(count, span=rule.value.span)
                rule.value = ir.Select(
                    _locals(rule.params)[0], ((key, row),), None, type=rule.result, span=rule.value.span
                )
                self.touched.add(id(rule))

    # -- declarations --------------------------------------------------------------------------------------

    def _definitions(self) -> None:
        """Definitions that are not in such a game are gone, with all that they say."""
        gone: set[int] = set()
        for kind in self.program.kinds.values():
            kept: list[ir.Definition] = []
            for one in kind.definitions:
                one.guard = None if one.guard is None else self.fold(one.guard)
                truth = self.folding.truth(one.guard)
                if truth is False:
                    gone.add(id(one))
                    continue
                if truth:
                    one.guard = None
                kept.append(one)
            kind.definitions[:] = kept
        program = self.program
        program.changes[:] = [c for c in program.changes if id(c.holder) not in gone]
        program.hooks[:] = [h for h in program.hooks if id(h.holder) not in gone]
        for name in [name for name, action in program.actions.items() if id(action.holder) in gone]:
            del program.actions[name]

    def _changes(self, tables: set[ir.Rule]) -> None:
        """Changes that never hold are gone; those of a table speak of its one row."""
        kept: list[ir.RuleChange] = []
        for change in self.program.changes:
            if change.rule in tables and self.players is not None:
                count = ir.Lit(self.players, type=NUMBER, span=change.span)
                bound: dict[ir.Var, ir.Expr] = dict.fromkeys(change.params, count)
                if change.condition is not None:
                    change.condition = substitute(change.condition, bound)
                if change.value is not None:
                    change.value = substitute(change.value, bound)
                for var in change.params:
                    var.name = f"{self.players} players"
            if self._change(change):
                kept.append(change)
        self.program.changes[:] = kept

    def _options(self) -> None:
        """What an option makes of a rule is what the rule says, where nothing else replaces its value."""
        for rule in {change.rule: None for change in self.program.changes if change.option}:
            replacing = [one for one in self.program.changes if one.rule is rule and one.verb == "to"]
            if all(one.option and one.condition is None and one.subject is None for one in replacing):
                for change in replacing:
                    self._merge(rule, change)

    def _merge(self, rule: ir.Rule, change: ir.RuleChange) -> None:
        assert change.value is not None
        assert change.original is not None
        original = change.original
        if any(isinstance(one, ir.Local) and one.var is original for one in expressions_in(change.value)):
            if rule.lets:
                return
        else:
            rule.lets = ()
        bound: dict[ir.Var, ir.Expr] = dict(zip(change.params, _locals(rule.params), strict=True))
        bound[original] = rule.value
        rule.value = replace(substitute(change.value, bound), span=rule.value.span)
        rule.texts = replace(
            rule.texts,
            cites=(*rule.texts.cites, *change.texts.cites),
            notes=(*rule.texts.notes, *change.texts.notes),
        )
        self.program.changes.remove(change)
        self.merged.add(id(rule))

    def _change(self, change: ir.RuleChange) -> bool:
        """Fold a change; can it ever hold?"""
        before = (change.condition, change.value)
        change.subject = self._maybe(change.subject)
        change.value = self._maybe(change.value)
        change.condition = self._maybe(change.condition)
        truth = self.folding.truth(change.condition)
        if truth:
            change.condition = None
        if change.condition is not before[0] or change.value is not before[1]:
            self.touched.add(id(change))
        return truth is not False

    def _rule(self, rule: ir.Rule) -> None:
        before = (rule.value, rule.lets)
        folded = self.fold(rule.value)
        if folded is not rule.value:
            folded = replace(folded, span=rule.value.span)  # the text is still the whole of it
        rule.value = folded
        rule.lets = tuple((var, self.fold(value)) for var, value in rule.lets)
        if rule.value is not before[0] or any(
            a[1] is not b[1] for a, b in zip(rule.lets, before[1], strict=True)
        ):
            self.touched.add(id(rule))

    def _rest(self) -> None:
        program = self.program
        program.changes[:] = [change for change in program.changes if self._change(change)]
        for kind in program.kinds.values():
            if kind.active is not None:
                self._rule(kind.active)
            for slot in kind.slots.values():
                if slot.default is not None:
                    self._filling(slot.default)
            for one in kind.definitions:
                for filling in one.fillings.values():
                    self._filling(filling)
        for effect in program.effects.values():
            effect.body = self.body(effect.body)
        for name, action in list(program.actions.items()):
            action.condition = self._maybe(action.condition)
            truth = self.folding.truth(action.condition)
            if truth is False:
                del program.actions[name]
                continue
            if truth:
                action.condition = None
            action.body = self.body(action.body)
        for placing in program.placings:
            for need in placing.needs:
                before, need.condition = need.condition, self.fold(need.condition)
                if need.condition is not before:
                    self.touched.add(id(need))
            placing.needs[:] = [n for n in placing.needs if self.folding.truth(n.condition) is not True]
        if program.flow is not None:
            for top in program.flow.parts:
                self._part(top)
            program.flow.winner = tuple(self.fold(key) for key in program.flow.winner)
        self._hooks()

    def _filling(self, filling: ir.Filling) -> None:
        filling.value = self._maybe(filling.value)
        if filling.body is not None:
            filling.body = self.body(filling.body)

    def _part(self, part: ir.Stage | Part) -> bool:
        """Fold a part of the flow; can it ever come?"""
        match part:
            case ir.Stage():
                part.parts[:] = [one for one in part.parts if self._part(one)]
            case ir.Rounds():
                part.until = self.fold(part.until)
                part.parts[:] = [one for one in part.parts if self._part(one)]
            case ir.Turns():
                query = map_query(ir.Query(part.var, part.source, part.where), self.fold)
                part.source, part.where = query.source, query.where
                part.body = self.body(part.body)
            case ir.Step():
                part.by = self._maybe(part.by)
                part.condition = self._maybe(part.condition)
                truth = self.folding.truth(part.condition)
                if truth is False:
                    return False
                if truth:
                    part.condition = None
                part.body = self.body(part.body)
        return True

    def _hooks(self) -> None:
        """Hooks that never happen are gone, and those on parts that are."""
        flow = self.program.flow
        there: set[int] = set()
        stack: list[ir.Stage | Part] = list(flow.parts) if flow is not None else []
        while stack:
            part = stack.pop()
            there.add(id(part))
            if isinstance(part, (ir.Stage, ir.Rounds)):
                stack += part.parts
        kept: list[ir.HookInfo] = []
        for hook in self.program.hooks:
            hook.condition = self._maybe(hook.condition)
            truth = self.folding.truth(hook.condition)
            lost = (
                isinstance(hook.event, (ir.Step, ir.Turns, ir.Rounds, ir.Stage))
                and id(hook.event) not in there
            )
            if truth is False or lost:
                continue
            if truth:
                hook.condition = None
            hook.body = self.body(hook.body)
            kept.append(hook)
        self.program.hooks[:] = kept

    # -- expressions and statements ------------------------------------------------------------------------

    def fold(self, node: ir.Expr) -> ir.Expr:
        """An expression with all in it that is settled worked out; the same object if nothing is."""
        return self.folding.simplified(node)

    def _maybe(self, node: ir.Expr | None) -> ir.Expr | None:
        return None if node is None else self.fold(node)

    def body(self, body: ir.Body) -> ir.Body:
        """Statements with all in them worked out, and without what is never done."""
        made: list[ir.Stmt] = []
        for stmt in map_body(body, self.fold):
            made += self._statement(stmt)
        return tuple(made)

    def _statement(self, stmt: ir.Stmt) -> Iterable[ir.Stmt]:
        match stmt:
            case ir.If():
                truth = self.folding.truth(stmt.condition)
                then, otherwise = self._pruned(stmt.then), self._pruned(stmt.otherwise)
                if truth is not None:
                    return then if truth else otherwise
                if not then and not otherwise:
                    return ()
                return (replace(stmt, then=then, otherwise=otherwise),)
            case ir.ForEach() | ir.Repeat() | ir.AtOnce():
                return (replace(stmt, body=self._pruned(stmt.body)),)
            case ir.Within():
                return (replace(stmt, body=self._pruned(stmt.body), late=self._pruned(stmt.late)),)
            case ir.ChooseOne():
                options = [self._option(one) for one in stmt.options]
                return (replace(stmt, options=tuple(one for one in options if one is not None)),)
            case ir.ChangeRule():
                return (stmt,) if self._change(stmt.change) else ()
            case _:
                return (stmt,)

    def _pruned(self, body: ir.Body) -> ir.Body:
        return tuple(made for stmt in body for made in self._statement(stmt))

    def _option(self, option: ir.OptionBranch) -> ir.OptionBranch | None:
        truth = self.folding.truth(option.condition)
        if truth is False:
            return None
        condition = None if truth else option.condition
        return replace(option, condition=condition, body=self._pruned(option.body))


def _locals(params: tuple[ir.Var, ...]) -> list[ir.Local]:
    return [ir.Local(var, type=var.type) for var in params]
