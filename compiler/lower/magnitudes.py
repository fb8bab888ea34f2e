"""How large a number can come out, as far as the text alone tells.

Products that surely fit into what numbers may be are multiplied without a second look. Everything that is
kept fits; printed values are known.
"""

from __future__ import annotations

from castlewright.compiler.lower.optimise import Optimiser
from castlewright.compiler.typed import ir
from castlewright.compiler.typed.rebuild import Let

LARGEST_BITS = 63
"""Bits of the largest number that rules may reckon with."""
_COUNT_BITS = 24
"""More elements than that has no collection."""
_SMALL = frozenset("player_count row column steps_between running_number".split())


class Magnitudes:
    """Bounds on the numbers of one program, in bits."""

    def __init__(self, program: ir.Program, optimiser: Optimiser) -> None:
        self.program = program
        self.optimiser = optimiser
        self._fields: dict[str, int] = {}
        self._rules: dict[ir.Rule, int] = {}

    def product_fits(self, node: ir.Arith) -> bool:
        """Is a product surely not beyond the largest number?"""
        return self.bits(node.left) + self.bits(node.right) <= LARGEST_BITS

    def bits(self, node: ir.Expr) -> int:
        """How many bits a number may need."""
        match node:
            case ir.Lit(value=int(value)):
                return value.bit_length()
            case ir.GetField():
                return self._field(node.field.name)
            case ir.GetKeep(keep=ir.Keep(least=int(least), most=int(most))):
                return max(least.bit_length(), most.bit_length())
            case ir.Fold(op="count"):
                return _COUNT_BITS
            case ir.Fold(op="total", value=ir.Expr() as value):
                return self.bits(value) + _COUNT_BITS
            case ir.Fold(op="highest" | "lowest", value=ir.Expr() as value):
                return self.bits(value)
            case ir.Arith(op="+" | "-"):
                return max(self.bits(node.left), self.bits(node.right)) + 1
            case ir.Arith(op="*"):
                return min(self.bits(node.left) + self.bits(node.right), LARGEST_BITS)
            case ir.Arith():
                return self.bits(node.left)
            case ir.Neg():
                return self.bits(node.operand)
            case ir.Cond():
                return max(self.bits(node.then), self.bits(node.otherwise))
            case Let():
                return self.bits(node.body)
            case ir.CallRule():
                return self._rule(node.rule)
            case ir.Builtin(name=name) if name in _SMALL:
                return _COUNT_BITS
            case ir.Builtin(name="larger" | "smaller"):
                return max(map(self.bits, node.args))
            case _:
                return LARGEST_BITS

    def stay(self) -> bool:
        """Rules have new values: are the bounds on them what they were?"""
        before, self._rules = self._rules, {}
        return all(self._rule(rule) == bits for rule, bits in before.items())

    def _rule(self, rule: ir.Rule) -> int:
        if rule not in self._rules:
            self._rules[rule] = LARGEST_BITS  # what a long chain of rules asks meanwhile
            self._rules[rule] = self.bits(self.optimiser.rule_value(rule))
        return self._rules[rule]

    def _field(self, name: str) -> int:
        """What any piece or value prints under this name."""
        found = self._fields.get(name)
        if found is None:
            definitions = [d for kind in self.program.kinds.values() for d in kind.definitions]
            printed = [d.values.get(name) for d in definitions]
            printed += [face.values.get(name) for d in definitions for face in d.faces]
            found = max((v.bit_length() for v in printed if isinstance(v, int)), default=0)
            self._fields[name] = found
        return found
