"""What depends on a count that is known when a game begins, such as the number of players."""

from __future__ import annotations

from collections.abc import Iterator

from castlewright.compiler.typed import ir
from castlewright.compiler.typed.walk import everything_in, flow_parts

__all__ = ["Counted"]


class Counted:
    """The rules, effects, actions and parts of the flow that ask for a count, themselves or through what they
    name; what slots and hooks do is left out.
    """

    def __init__(self, program: ir.Program, count: str) -> None:
        self.count = count
        self._found: dict[ir.Decl, bool] = {}
        self._changed: dict[ir.Rule, list[ir.RuleChange]] = {}
        for change in program.changes:
            self._changed.setdefault(change.rule, []).append(change)
        told: list[ir.Decl] = [*program.rules.values(), *program.effects.values(), *program.actions.values()]
        for decl in (*told, *flow_parts(program)):
            self.asks(decl)

    def asks(self, decl: ir.Decl) -> bool:
        """Does this ask for the count?"""
        if decl not in self._found:
            self._found[decl] = False  # what names itself asks for nothing more by that
            self._found[decl] = any(
                self._asked(node) for part in self._said(decl) for node in everything_in(part)
            )
        return self._found[decl]

    def asked_in(self, example: ir.Example) -> bool:
        """Does anything that an example names ask for the count?"""
        blocks = (*example.given, *example.when, *example.then)
        return any(self._asked(node) for stmt in blocks for node in everything_in(stmt))

    def _said(self, decl: ir.Decl) -> Iterator[object]:
        match decl:
            case ir.Rule():
                yield decl.value
                yield from (value for _, value in decl.lets)
                yield from self._changed.get(decl, ())
            case ir.Effect() | ir.Turns():
                yield from decl.body
            case ir.Action() | ir.Step():
                yield from decl.body
                if decl.condition is not None:
                    yield decl.condition
            case _:
                pass

    def _asked(self, node: object) -> bool:
        match node:
            case ir.Builtin():
                return node.name == self.count
            case ir.CallRule() | ir.RuleRef():
                return node.rule.by == self.count or self.asks(node.rule)
            case ir.Do():
                return self.asks(node.effect)
            case ir.PlayPart():
                return self.asks(node.part)
            case ir.TakeAction():
                return self.asks(node.action)
            case _:
                return False
