"""How large typed expressions grow where they stand twice.

What may be none is asked for before it is used, so its expression stands in two places. Within one another
such expressions would double at each level, and with them the code; so their size as a tree is bounded.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from castlewright.compiler.typed import ir
from castlewright.compiler.typed.walk import parts

HEAVIEST = 2_000
"""Most parts of an expression that stands twice, counting each time it stands somewhere."""


@dataclass(slots=True)
class Weights:
    """The sizes of expressions that have been weighed; they are kept, so that none takes another's place."""

    known: dict[int, tuple[object, int]] = field(default_factory=dict[int, tuple[object, int]])

    def of(self, expr: ir.Expr) -> int:
        """How many parts an expression has as a tree."""
        found = self.known.get(id(expr))
        if found is None:
            self.known[id(expr)] = found = (expr, self._count(expr))
        return found[1]

    def _count(self, expr: ir.Expr) -> int:
        total = 0
        stack: list[object] = [expr]
        while stack:
            one = stack.pop()
            total += 1
            for part in parts(one):
                known = self.known.get(id(part))
                if known is not None:
                    total += known[1]
                else:
                    stack.append(part)
        return total
