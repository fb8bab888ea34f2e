"""Tables of numbers: rules of one name as columns, with the rows that other packs add to them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from castlewright.compiler.english.grammar import words
from castlewright.compiler.english.phrases import Phrases
from castlewright.compiler.english.shapes import is_zero
from castlewright.compiler.typed import ir
from castlewright.compiler.typed.types import NUMBER
from castlewright.compiler.typed.walk import everything_in
from castlewright.rulebook.book import Book
from castlewright.rulebook.entries import changed_by
from castlewright.rulebook.labels import bold
from castlewright.rulebook.page import escaped
from castlewright.rulebook.telling import Teller
from castlewright.rulebook.world import World, capital, is_column

__all__ = ["number_table", "scale_of", "scale_table"]

SHORTEST = 4
"""So many amounts are clearer in a table than in a sentence."""


def number_table(book: Book, teller: Teller, name: str) -> None:
    """The table of all rules whose names begin with `name.`: a row for each key, a column for each rule."""
    world = book.world
    rules = [r for r in world.program.rules.values() if r.name.startswith(f"{name}.") and is_column(r)]
    columns = [_column(book, teller, rule) for rule in rules]
    here = str(world.players)
    # In a book for one number of players, rules that ask the table have its answer already.
    settled = world.players is not None and all([*column] == [here] for column in columns)
    players = settled or any(_asked_for_players(world, rule) for rule in rules)
    if players and not settled and world.players is not None:
        columns = [{key: cell for key, cell in column.items() if key == here} or column for column in columns]
    keys = list(dict.fromkeys(key for column in columns for key in column))
    marks = "".join(teller.page.mark(world.place(rule).anchor) for rule in rules)
    by = " by the number of players" if players else ""
    teller.page.text(f"{marks}{teller.mark(rules[0].pack)}**{escaped(capital(words(name)))}{by}**")
    heads = ["Players" if players else "For", *(capital(words(r.name.partition(".")[2])) for r in rules)]
    rows = [[key, *(column.get(key, "") for column in columns)] for key in keys]
    teller.page.table(heads, rows, right=range(1, len(heads)))
    sources = teller.sources(*(rule.texts for rule in rules))
    teller.small(sources, changed_by(book, teller, rules))
    for rule in rules:
        teller.notes(rule)


def scale_of(rule: ir.Rule) -> ir.Select | None:
    """The amounts that a rule gives for the first, second, third … of something; None for other rules."""
    value = rule.value
    if not isinstance(value, ir.Select) or rule.lets or is_column(rule) or len(value.rows) < SHORTEST:
        return None
    if not (isinstance(value.subject, ir.Local) and value.subject.type == NUMBER):
        return None
    return value if all(isinstance(one, ir.Lit) for _, one in value.rows) else None


def scale_table(book: Book, teller: Teller, rule: ir.Rule, scale: ir.Select, more: Iterable[str]) -> None:
    """A rule that is a scale, as a table of one row."""
    phrases = Phrases(book.world.program)
    place = book.world.place(rule)
    head = teller.linked(bold(book.world.writer.rule_name(rule)), place)
    teller.page.text(f"{teller.page.mark(place.anchor)}{teller.mark(rule.pack)}{head}")
    assert isinstance(scale.subject, ir.Local)
    columns = [(phrases.value(key), phrases.value(value)) for key, value in scale.rows]
    if scale.otherwise is not None and not is_zero(scale.otherwise):
        columns.append(("otherwise", phrases.value(scale.otherwise)))
    teller.page.table(
        [scale.subject.var.name, *(key for key, _ in columns)], [["it is", *(v for _, v in columns)]]
    )
    teller.small(teller.formula(rule), teller.sources(rule.texts), changed_by(book, teller, [rule]), *more)
    teller.notes(rule)


def _column(book: Book, teller: Teller, rule: ir.Rule) -> dict[str, str]:
    """What a rule gives for each key, as Markdown; keys that a pack adds bear its sign."""
    phrases = Phrases(book.world.program)
    column: dict[str, str] = {}
    assert isinstance(rule.value, ir.Select)
    for key, value in rule.value.rows:
        column[phrases.value(key)] = teller.linked(phrases.value(value))
    for change in book.world.program.changes:
        if change.rule is rule and change.verb == "to" and change.value is not None:
            key = _single_key(change)
            if key is not None:
                said = teller.linked(phrases.value(change.value))
                column[phrases.value(key)] = f"{teller.mark(change.pack)}{said}"
    if rule.value.otherwise is not None:
        column["otherwise"] = teller.linked(phrases.value(rule.value.otherwise))
    return column


def _single_key(change: ir.RuleChange) -> ir.Lit | None:
    """The one key for which a change holds: its condition compares the parameter with a constant."""
    match change.condition:
        case ir.Cmp(op="==", left=ir.Local(), right=ir.Lit() as key):
            return key
        case _:
            return None


def _asked_for_players(world: World, rule: ir.Rule) -> bool:
    """Is a rule asked for the number of players?"""
    return any(
        isinstance(node, ir.CallRule) and node.rule is rule and _is_player_count(node.args)
        for other in world.program.rules.values()
        for node in everything_in(other.value)
    )


def _is_player_count(args: Sequence[ir.Expr]) -> bool:
    return len(args) == 1 and isinstance(args[0], ir.Builtin) and args[0].name == "player_count"
