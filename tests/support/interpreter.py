"""A plain reading of typed expressions, to compare generated code with: one function for each construct.

It follows the words of the language reference, builds every set it speaks of, and knows no shortcut.
"""

from __future__ import annotations

from typing import Any

from castlewright.compiler.lower.layout import Layout, constant
from castlewright.compiler.typed import ir
from castlewright.compiler.typed.tags import zero
from castlewright.compiler.typed.types import Many, OrNone, Type

Env = dict[ir.Var, Any]


class Interpreter:
    """Finds the value of an expression in a game."""

    def __init__(self, layout: Layout, game: Any) -> None:
        self.layout = layout
        self.game = game

    def value(self, node: ir.Expr, env: Env) -> Any:
        """The value of an expression as the runtime writes values."""
        return getattr(self, "_" + type(node).__name__.lower())(node, env)

    # -- simple values -------------------------------------------------------------------------------------

    def _lit(self, node: ir.Lit, env: Env) -> Any:
        return constant(self.layout, node.value)

    def _local(self, node: ir.Local, env: Env) -> Any:
        return env[node.var]

    def _makeset(self, node: ir.MakeSet, env: Env) -> Any:
        values = [self.value(i, env) for i in node.items]
        assert isinstance(node.type, Many)
        return tuple(dict.fromkeys(values)) if node.type.form == "set" else tuple(values)

    def _members(self, node: ir.Members, env: Env) -> Any:
        found: list[int] = []
        for definition in node.kind.definitions:
            if node.kind.is_value:
                found.append(self.layout.members[definition])
            else:
                found.extend(self.layout.pieces[definition])
        return tuple(found)

    # -- state ---------------------------------------------------------------------------------------------

    def _definition(self, pid: int) -> ir.Definition:
        return next(d for d, run in self.layout.pieces.items() if pid in run)

    def _getfield(self, node: ir.GetField, env: Env) -> Any:
        base = self.value(node.base, env)
        if base is not None and not node.printed and node.field.through is not None:
            through = node.field.through
            base = self.value(through.value, {through.params[0]: base})
        if base is None:
            return zero(node.type)
        if node.field.kind.is_value:
            definition = node.field.kind.definitions[base]
        else:
            definition = self._definition(base)
        if node.field.name not in definition.kind.fields:
            return zero(node.type)
        return constant(self.layout, definition.values[node.field.name])

    def _getkeep(self, node: ir.GetKeep, env: Env) -> Any:
        run = self.layout.keeps[node.keep]
        return self._cell(node.base, node.keep.holder, run.base, run.first, node.type, env)

    def _getzone(self, node: ir.GetZone, env: Env) -> Any:
        run = self.layout.zones[node.zone]
        return self._cell(node.base, node.zone.holder, run.base, run.first, node.type, env)

    def _cell(self, base: ir.Expr | None, holder: Any, start: int, first: int, result: Type, env: Env) -> Any:
        if base is None or holder is None:
            return self.game.cells[start]
        held = self.value(base, env)
        if held is None:
            return zero(result)
        if isinstance(holder, ir.Kind) and not holder.is_value and self._definition(held).kind is not holder:
            return zero(result)
        return self.game.cells[start + held - first]

    def _allofzone(self, node: ir.AllOfZone, env: Env) -> Any:
        run = self.layout.zones[node.zone]
        count = self.game.players if node.zone.holder == "player" else run.count
        return tuple(pid for cell in self.game.cells[run.base : run.base + count] for pid in cell)

    def _builtin(self, node: ir.Builtin, env: Env) -> Any:
        args = [self.value(a, env) for a in node.args]
        players = self.game.players
        match node.name, args:
            case "players", _:
                return tuple(range(players))
            case "player_count", _:
                return players
            case "left_of", [p]:
                return (p + 1) % players
            case "right_of", [p]:
                return (p + players - 1) % players
            case "clockwise_from", [p]:
                return tuple((p + i) % players for i in range(players))
            case "steps_between", [p, q]:
                return (q - p) % players
            case (("top" | "first"), [group]):
                return group[0] if group else None
            case "last", [group]:
                return group[-1] if group else None
            case "range", [a, b]:
                return tuple(range(a, b + 1))
            case "item_round", [n, group]:
                return group[(n - 1) % len(group)] if group else None
            case "larger", [a, b]:
                return max(a, b)
            case "smaller", [a, b]:
                return min(a, b)
            case "owner", [pid]:
                return None if pid is None else self._owner(pid)
            case _:
                raise NotImplementedError(node.name)

    def _owner(self, pid: int) -> int | None:
        for zone, run in self.layout.zones.items():
            cell = self.game.where[pid]
            if run.base <= cell < run.base + run.count:
                return cell - run.base if zone.holder == "player" else None
        return None

    # -- logic and arithmetic ------------------------------------------------------------------------------

    def _callrule(self, node: ir.CallRule, env: Env) -> Any:
        inner = {p: self.value(a, env) for p, a in zip(node.rule.params, node.args, strict=True)}
        for var, value in node.rule.lets:
            inner[var] = self.value(value, inner)
        return self.value(node.rule.value, inner)

    def _arith(self, node: ir.Arith, env: Env) -> Any:
        left, right = self.value(node.left, env), self.value(node.right, env)
        if isinstance(node.type, Many):
            if node.op == "+":
                return left + tuple(x for x in right if x not in left)
            return tuple(x for x in left if x not in right)
        match node.op:
            case "+":
                return left + right
            case "-":
                return left - right
            case "*":
                return left * right
            case _:
                return left // right

    def _neg(self, node: ir.Neg, env: Env) -> Any:
        return -self.value(node.operand, env)

    def _cmp(self, node: ir.Cmp, env: Env) -> bool:
        left, right = self.value(node.left, env), self.value(node.right, env)
        match node.op:
            case "==":
                return left == right
            case "!=":
                return left != right
            case _ if left is None or right is None:
                return False
            case "<":
                return left < right
            case ">":
                return left > right
            case "<=":
                return left <= right
            case _:
                return left >= right

    def _in(self, node: ir.In, env: Env) -> bool:
        item = self.value(node.item, env)
        return item is not None and item in self.value(node.group, env)

    def _iskind(self, node: ir.IsKind, env: Env) -> bool:
        pid = self.value(node.operand, env)
        return pid is not None and self._definition(pid).kind is node.kind

    def _isdef(self, node: ir.IsDef, env: Env) -> bool:
        held = self.value(node.operand, env)
        if held is None:
            return False
        if node.definition.kind.is_value:
            return held == self.layout.members[node.definition]
        return self._definition(held) is node.definition

    def _logic(self, node: ir.Logic, env: Env) -> bool:
        if node.op == "and":
            return self.value(node.left, env) and self.value(node.right, env)
        return self.value(node.left, env) or self.value(node.right, env)

    def _not(self, node: ir.Not, env: Env) -> bool:
        return not self.value(node.operand, env)

    def _cond(self, node: ir.Cond, env: Env) -> Any:
        return self.value(node.then if self.value(node.condition, env) else node.otherwise, env)

    def _select(self, node: ir.Select, env: Env) -> Any:
        subject = self.value(node.subject, env)
        for key, value in node.rows:
            if self.value(key, env) == subject:
                return self.value(value, env)
        assert node.otherwise is not None
        return self.value(node.otherwise, env)

    # -- collections ---------------------------------------------------------------------------------------

    def elements(self, query: ir.Query, env: Env) -> list[Env]:
        """An environment for each element that is meant."""
        found = [{**env, query.var: element} for element in self.value(query.source, env)]
        return [inner for inner in found if query.where is None or self.value(query.where, inner)]

    def _filter(self, node: ir.Filter, env: Env) -> Any:
        return tuple(inner[node.query.var] for inner in self.elements(node.query, env))

    def _fold(self, node: ir.Fold, env: Env) -> Any:
        found = self.elements(node.query, env)
        values = [] if node.value is None else [self.value(node.value, inner) for inner in found]
        match node.op:
            case "count":
                return len(found)
            case "exists":
                return bool(found)
            case "every":
                return all(values)
            case "total":
                return sum(values)
            case "highest":
                return max(values, default=None if isinstance(node.type, OrNone) else 0)
            case "lowest":
                return min(values, default=None if isinstance(node.type, OrNone) else 0)
            case "distinct":
                many = node.value is not None and isinstance(node.value.type, Many)
                flat = [x for value in values for x in (value if many else (value,))]
                return tuple(dict.fromkeys(x for x in flat if x is not None))
            case _:
                best = max(values, default=0) if node.op == "most" else min(values, default=0)
                pairs = zip(found, values, strict=True)
                return tuple(inner[node.query.var] for inner, value in pairs if value == best)

    def _ranking(self, node: ir.Ranking, env: Env) -> Any:
        keyed = [(self.value(node.key, i), i[node.query.var]) for i in self.elements(node.query, env)]
        places: list[Any] = []
        first = 1
        for key in sorted({k for k, _ in keyed}, reverse=True):
            members = tuple(element for k, element in keyed if k == key)
            places.append((members, first, first + len(members) - 1))
            first += len(members)
        return tuple(places)
