"""What a placing's needs ask of the moment: conditions that do not change while places are looked for.

Whether a piece is in use, whose it is, what somebody keeps: none of that depends on where the piece would
lie. So the needs are read twice, as if such a condition held and as if it did not, and each reading can be
decided by masks. A guard tells which reading is the one to use.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product

from castlewright.compiler.lower import patterns
from castlewright.compiler.typed import ir
from castlewright.compiler.typed.rebuild import Let, children, map_children, query_of, walk
from castlewright.compiler.typed.types import NUMBER, PLAYER, YESNO, Piece

MOST = 3
"""So many conditions of the moment are told apart; with each the plans double."""
_QUIET = frozenset(
    {"owner", "face_up", "face_down", "first_seat", "active_player", "player_count", "left_of", "right_of"}
)
"""Questions whose answers a search does not change, asked of pieces that are not laid on its plan."""


@dataclass(slots=True, eq=False)
class Guard:
    """A condition over `cell`, the number of a zone cell of the placing."""

    cell: ir.Var
    value: ir.Expr


@dataclass(slots=True)
class Moments:
    """The conditions of the moment in the needs of one placing, whose zone's cells begin at `base`."""

    placing: ir.Placing
    base: int
    found: list[tuple[ir.Expr, ir.Expr]] = field(default_factory=list)
    _you: ir.Var = field(default_factory=lambda: ir.Var("you", PLAYER))

    def look(self, condition: ir.Expr, piece: ir.Var) -> None:
        """Gather the largest such conditions of a need, each with what it asks of the owner of the plan."""
        if self.placing.zone.holder == "player":
            self._look(condition, (piece,), ())

    def cases(self) -> Iterator[tuple[Guard | None, dict[int, bool]]]:
        """All ways these conditions may be answered (by identity), each with its guard; the last has none."""
        told = self.found[:MOST]
        answers = list(product((False, True), repeat=len(told)))
        for truths in answers:
            tests = [
                value if truth else ir.Not(value, type=YESNO, span=value.span)
                for (_, value), truth in zip(told, truths, strict=True)
            ]
            guard = None if truths is answers[-1] else self._guard(tests)
            yield guard, {id(node): truth for (node, _), truth in zip(told, truths, strict=True)}

    def _guard(self, tests: list[ir.Expr]) -> Guard:
        value = tests[0]
        for test in tests[1:]:
            value = ir.Logic("and", value, test, type=YESNO, span=test.span)
        cell = ir.Var("cell", NUMBER)
        at = ir.Local(cell, type=NUMBER, span=value.span)
        first = ir.Lit(self.base, type=NUMBER, span=value.span)
        you = ir.Arith("-", at, first, type=NUMBER, span=value.span)
        return Guard(cell, Let(self._you, you, value, type=YESNO, span=value.span))

    # ---------------------------------------------------------------------------------------------- looking

    def _look(self, node: ir.Expr, pieces: tuple[ir.Var, ...], sides: tuple[ir.Var, ...]) -> None:
        if node.type == YESNO and _reads_the_game(node):
            asked = self._of_owner(node, pieces, sides)
            if self._is_quiet(asked):
                self.found.append((node, asked))
                return
        query = query_of(node)
        if query is not None:
            base = patterns.fact_of(query.source, "sides") or patterns.fact_of(query.source, "contacts")
            if base is not None and any(patterns.is_var(base, piece) for piece in pieces):
                sides = (*sides, query.var)
        for child in children(node):
            self._look(child, pieces, sides)

    def _of_owner(self, node: ir.Expr, pieces: tuple[ir.Var, ...], sides: tuple[ir.Var, ...]) -> ir.Expr:
        """The same with the owner of the plan in place of the owner of the piece, and of a side's piece."""
        held = patterns.fact_of(node, "owner")
        if held is not None:
            side = patterns.fact_of(held, "piece")
            own = any(patterns.is_var(held, piece) for piece in pieces)
            if own or (side is not None and any(patterns.is_var(side, s) for s in sides)):
                return ir.Local(self._you, type=node.type, span=node.span)
        return map_children(node, lambda child: self._of_owner(child, pieces, sides))

    def _is_quiet(self, node: ir.Expr) -> bool:
        """Does a condition read nothing that a search changes?"""
        match node:
            case ir.Local():
                return node.var is self._you
            case ir.PieceOf():
                quiet = not self._may_be_laid(node.definition.kind)
            case ir.GetZone() | ir.AllOfZone():
                holder = node.zone.holder
                quiet = node.zone is not self.placing.zone and (holder is None or holder == "player")
            case ir.GetKeep():
                quiet = node.keep.holder is None or node.keep.holder == "player"
            case ir.GetField():
                quiet = node.printed or node.field.through is None
            case ir.Builtin():
                quiet = node.name in _QUIET and not any(self._may_lie_here(arg) for arg in node.args)
            case (
                ir.Lit() | ir.Logic() | ir.Not() | ir.Cmp() | ir.In() | ir.Cond() | ir.MakeSet() | ir.IsDef()
            ):
                quiet = True
            case _:
                quiet = False
        return quiet and all(self._is_quiet(child) for child in children(node))

    def _may_be_laid(self, kind: ir.Kind) -> bool:
        return kind is self.placing.kind or kind in self.placing.zone.kinds

    def _may_lie_here(self, node: ir.Expr) -> bool:
        """May it be a piece of the plan? Who owns it could then depend on the search."""
        inner = getattr(node.type, "item", node.type)
        if not isinstance(inner, Piece):
            return False
        names = {self.placing.kind.name, *(kind.name for kind in self.placing.zone.kinds)}
        return not inner.kind or bool(names & set(inner.kind.split("|")))


def _reads_the_game(node: ir.Expr) -> bool:
    """Does it read what a game changes, or does it only test what is printed and how pieces lie?"""
    return any(
        isinstance(part, ir.PieceOf | ir.AllOfZone | ir.GetZone | ir.GetKeep)
        or (isinstance(part, ir.Builtin) and part.name == "active_player")
        for part in walk(node)
    )
