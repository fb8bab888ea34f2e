"""`only if` and `changes by`: which items of a pack are part of this ruleset.

Options and packs are known when a ruleset is linked; how many play is known when a game begins. What
depends on players stays as a guard on the item. Of a table of changes, the column of the option's value
counts; its rows become changes, but for those that set other options.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from operator import eq, ge, gt, le, lt, ne

from castlewright.rules_dsl import nodes as n
from castlewright.rules_dsl.diagnostics import Diagnostics
from castlewright.rules_dsl.names import did_you_mean

OTHERS = "else"
"""The column of a table of changes for all values that have none."""


@dataclass(slots=True)
class Selected:
    """An item, the pack it belongs to, and what must hold at set-up for it to count (None: nothing)."""

    pack: str
    item: n.Item
    guard: n.Expr | None = None
    idle: bool = False
    """It stands in a column of a table of changes that does not count: it is checked, and no more."""
    option: str = ""
    """Of a change in such a table: the option whose value makes it."""


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
                same = self.options[_option(node.left) or ""] == word_of(node.right)
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
        decisive = node.op == "or"
        left = self.answer(node.left, diagnostics)
        if left is decisive:
            return decisive  # What follows may ask for an option of a pack that is not in play.
        right = self.answer(node.right, diagnostics)
        for one, other in ((left, right), (right, left)):
            if isinstance(one, bool):
                return decisive if one is decisive else other
        assert not isinstance(left, bool)
        assert not isinstance(right, bool)
        return n.Logic(node.op, left, right, span=node.span)

    def column(self, node: n.ChangeTable, diagnostics: Diagnostics) -> int | None:
        """Which column of a table of changes counts; None if none does. Reports CW0210."""
        chosen = self.options.get(node.by.text)
        if chosen is None:
            near = did_you_mean(node.by.text, self.options)
            diagnostics.error("CW0210", node.by.span, f"there is no option `{node.by.text}`", help=near)
            return None
        words = [word_of(key) for key in node.columns]
        for wanted in (chosen, OTHERS):
            if wanted in words:
                return words.index(wanted)
        return None

    def is_option(self, row: n.ChangeRow) -> bool:
        """Does a row of a table of changes set another option?"""
        return row.params is None and row.subject is None and row.target.text in self.options

    def set_by_tables(self, items: Iterable[n.Item], chosen: Iterable[str]) -> frozenset[str]:
        """Set the options that tables of changes among some items set and nobody has `chosen`.

        Gives their names.
        """
        found: set[str] = set()
        unsaid = Diagnostics()  # What is wrong is said when the items are selected.
        for table, _ in _chosen(items, self, unsaid, None):
            column = self.column(table, unsaid) if isinstance(table, n.ChangeTable) else None
            if column is None or not isinstance(table, n.ChangeTable):
                continue
            for row, _ in _chosen(table.rows, self, unsaid, None):
                if not isinstance(row, n.ChangeRow) or len(row.values) <= column:
                    continue
                value, name = row.values[column], row.target.text
                if self.is_option(row) and not _unchanged(value) and name not in chosen:
                    self.options[name] = word_of(value)
                    found.add(name)
        return frozenset(found)

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


def word_of(node: n.Expr) -> str:
    """A value of an option as it is written."""
    if isinstance(node, n.Name):
        return node.path.text
    if isinstance(node, n.Literal):
        return node.word
    return str(node.value) if isinstance(node, n.Number) else ""


def _asks_players(node: n.Compare) -> bool:
    return _option(node.left) == "player_count" and isinstance(node.right, n.Number)


_COMPARISONS = {"is": eq, "is not": ne, "<": lt, "<=": le, ">": gt, ">=": ge}


def holds_for(guard: n.Expr, players: int) -> bool:
    """Does what is left to ask when a game begins hold for so many players?"""
    match guard:
        case n.Not():
            return not holds_for(guard.operand, players)
        case n.Logic():
            both = (holds_for(guard.left, players), holds_for(guard.right, players))
            return any(both) if guard.op == "or" else all(both)
        case n.Compare(right=n.Number() as number) if guard.op in _COMPARISONS:
            return _COMPARISONS[guard.op](players, number.value)
        case _:
            return False


def select(
    pack: str, items: Iterable[n.Item], setting: Setting, diagnostics: Diagnostics
) -> Iterator[Selected]:
    """The items that count, out of their `only if` blocks and tables of changes.

    Reports CW0210 and CW0515 for tables of changes.
    """
    for item, guard in _chosen(items, setting, diagnostics, None):
        if isinstance(item, n.ChangeTable):
            yield from _bent(pack, item, guard, setting, diagnostics)
        else:
            yield Selected(pack, item, guard)


def _chosen(
    items: Iterable[n.Item], setting: Setting, diagnostics: Diagnostics, guard: n.Expr | None
) -> Iterator[tuple[n.Item, n.Expr | None]]:
    """The items whose conditions hold, and what is left to ask for each."""
    for item in items:
        if not isinstance(item, n.OnlyIf):
            yield item, guard
            continue
        answer = setting.answer(item.condition, diagnostics)
        if answer is False:
            continue
        inner = guard
        if not isinstance(answer, bool):
            inner = answer if guard is None else n.Logic("and", guard, answer, span=answer.span)
        yield from _chosen(item.items, setting, diagnostics, inner)


def _bent(
    pack: str, table: n.ChangeTable, guard: n.Expr | None, setting: Setting, diagnostics: Diagnostics
) -> Iterator[Selected]:
    """The changes that the column in force makes, and the texts of the table."""
    for text in table.items:
        yield Selected(pack, text, guard)
    for row in left_out(table.rows):
        if isinstance(row, n.ChangeRow) and len(row.values) != len(table.columns):
            diagnostics.error(
                "CW0515",
                row.span,
                f"the table has {len(table.columns)} columns, this row {len(row.values)}",
                related=[(table.by.span, "the table")],
            )
            return
    column = setting.column(table, diagnostics)
    if column is None:
        return
    for row, inner in _chosen(table.rows, setting, diagnostics, guard):
        if not isinstance(row, n.ChangeRow):
            continue
        if setting.is_option(row):
            if inner is not None:
                diagnostics.error(
                    "CW0215",
                    row.span,
                    "an option is fixed before anybody knows how many play",
                    help="let a rule hang on the number of players",
                )
            continue
        for number, value in enumerate(row.values):
            if not _unchanged(value):
                made = n.Change(
                    "to",
                    row.target,
                    row.params,
                    row.subject,
                    value,
                    None,
                    None,
                    None,
                    row.items,
                    span=row.span,
                )
                yield Selected(pack, made, inner, idle=number != column, option=table.by.text)


def _unchanged(value: n.Expr) -> bool:
    return isinstance(value, n.Pronoun) and value.word == "original"


def left_out(items: Iterable[n.Item]) -> Iterator[n.Item]:
    """All items, those inside `only if` too."""
    for item in items:
        if isinstance(item, n.OnlyIf):
            yield from left_out(item.items)
        else:
            yield item
