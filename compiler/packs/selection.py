"""`only if`: which items of a pack are part of this ruleset.

Options and packs are known when a ruleset is linked; how many play is known when a game begins. What
depends on players stays as a guard on the item.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from castlewright.rules_dsl import nodes as n
from castlewright.rules_dsl.diagnostics import Diagnostics
from castlewright.rules_dsl.names import did_you_mean


@dataclass(slots=True)
class Selected:
    """An item, the pack it belongs to, and what must hold at set-up for it to count (None: nothing)."""

    pack: str
    item: n.Item
    guard: n.Expr | None = None


@dataclass(slots=True)
class Setting:
    """What conditions of `only if` may ask."""

    packs: frozenset[str]
    known_packs: frozenset[str]
    options: dict[str, str]  # name -> value as text: a member's name, yes, no, a number

    def answer(self, node: n.Expr, diagnostics: Diagnostics) -> bool | n.Expr:
        """Yes, no, or what is left to ask when a game begins. Reports CW0215 for anything else."""
        match node:
            case n.Not():
                inner = self.answer(node.operand, diagnostics)
                return not inner if isinstance(inner, bool) else n.Not(inner, span=node.span)
            case n.Logic():
                return self._logic(node, diagnostics)
            case n.Literal() if node.word in ("yes", "no"):
                return node.word == "yes"
            case n.Call() if node.path.text == "in_play" and node.base is None:
                return self._in_play(node, diagnostics)
            case n.Name() if node.path.text in self.options:
                return self.options[node.path.text] == "yes"
            case n.Compare() if node.op in ("is", "is not") and _option(node.left) in self.options:
                same = self.options[_option(node.left) or ""] == _word(node.right)
                return same if node.op == "is" else not same
            case n.Compare() if _asks_players(node):
                return node
            case _:
                diagnostics.error(
                    "CW0215",
                    node.span,
                    "`only if` may ask only for options, packs in play and the number of players",
                    help="put the question into the rule itself",
                )
                return False

    def _logic(self, node: n.Logic, diagnostics: Diagnostics) -> bool | n.Expr:
        left, right = self.answer(node.left, diagnostics), self.answer(node.right, diagnostics)
        decisive = node.op == "or"
        for one, other in ((left, right), (right, left)):
            if isinstance(one, bool):
                return decisive if one is decisive else other
        assert not isinstance(left, bool)
        assert not isinstance(right, bool)
        return n.Logic(node.op, left, right, span=node.span)

    def _in_play(self, node: n.Call, diagnostics: Diagnostics) -> bool:
        argument = node.args[0] if node.args else None
        name = argument.path.text if isinstance(argument, n.Name) else ""
        if name not in self.known_packs:
            diagnostics.error(
                "CW0214", node.span, f"there is no pack `{name}`", help=did_you_mean(name, self.known_packs)
            )
        return name in self.packs


def _option(node: n.Expr) -> str | None:
    return node.path.text if isinstance(node, n.Name) else None


def _word(node: n.Expr) -> str:
    if isinstance(node, n.Name):
        return node.path.text
    if isinstance(node, n.Literal):
        return node.word
    return str(node.value) if isinstance(node, n.Number) else ""


def _asks_players(node: n.Compare) -> bool:
    return _option(node.left) == "player_count" and isinstance(node.right, n.Number)


def select(
    pack: str, items: Iterable[n.Item], setting: Setting, diagnostics: Diagnostics
) -> Iterator[Selected]:
    """The items that count, out of their `only if` blocks."""
    yield from _select(pack, items, setting, diagnostics, None)


def _select(
    pack: str, items: Iterable[n.Item], setting: Setting, diagnostics: Diagnostics, guard: n.Expr | None
) -> Iterator[Selected]:
    for item in items:
        if not isinstance(item, n.OnlyIf):
            yield Selected(pack, item, guard)
            continue
        answer = setting.answer(item.condition, diagnostics)
        if answer is False:
            continue
        inner = guard
        if not isinstance(answer, bool):
            inner = answer if guard is None else n.Logic("and", guard, answer, span=answer.span)
        yield from _select(pack, item.items, setting, diagnostics, inner)


def left_out(items: Iterable[n.Item]) -> Iterator[n.Item]:
    """All items, those inside `only if` too."""
    for item in items:
        if isinstance(item, n.OnlyIf):
            yield from left_out(item.items)
        else:
            yield item
