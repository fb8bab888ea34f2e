"""Which definitions of a kind are shown together: those that have a printed value in common."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from castlewright.compiler.english.called import called
from castlewright.compiler.english.grammar import capital, words
from castlewright.compiler.typed import ir
from castlewright.compiler.typed.types import NUMBER, Unit, Value, narrowed

__all__ = ["grouping_of", "groups_of"]

FEW = 12
"""Definitions are grouped by a field that takes no more than so many values."""


def grouping_of(kind: ir.Kind) -> ir.Field | None:
    """The field by which the definitions of a kind are shown together: what their backs tell, else the first
    single value that takes few values.
    """
    if len(kind.definitions) < FEW:
        return None
    fields = [
        f for f in kind.fields.values() if isinstance(narrowed(f.type), (Value, Unit)) and f.name != "points"
    ]
    for field in sorted(fields, key=lambda field: not field.on_back):
        values = {_key(one, field) for one in kind.definitions}
        counts = Counter(_key(one, field) for one in kind.definitions)
        singles = sum(1 for count in counts.values() if count == 1)
        even = 4 * max(counts.values()) <= 3 * counts.total()  # else the others are exceptions, no groups
        if 1 < len(values) <= FEW + 8 and singles <= len(values) // 2 and even:
            return field
    return None


def _key(definition: ir.Definition, field: ir.Field) -> ir.Const:
    return definition.values.get(field.name)


def groups_of(kind: ir.Kind) -> Iterator[tuple[str, list[ir.Definition]]]:
    """The definitions of a kind in groups, each with its title."""
    field = grouping_of(kind)
    if field is None:
        yield "", list(kind.definitions)
        return
    groups: dict[ir.Const, list[ir.Definition]] = {}
    for one in kind.definitions:
        groups.setdefault(_key(one, field), []).append(one)
    order: Iterable[ir.Const] = groups
    if isinstance(narrowed(field.type), Unit) or narrowed(field.type) == NUMBER:
        order = sorted(groups, key=lambda value: value if isinstance(value, int) else -1)
    elif isinstance(narrowed(field.type), Value):
        order = sorted(groups, key=_member_number)
    for value in order:
        yield _group_title(kind, field, value), groups[value]


def _member_number(value: ir.Const) -> int:
    return value.kind.definitions.index(value) if isinstance(value, ir.Definition) else -1


def _group_title(kind: ir.Kind, field: ir.Field, value: ir.Const) -> str:
    if value is None:
        return f"Without {called(field)}"
    if isinstance(value, ir.Definition):
        return value.title or capital(words(value.name))
    if isinstance(value, int):
        unit = narrowed(field.type)
        return (
            f"{value:,} {words(unit.name)}" if isinstance(unit, Unit) else f"{capital(called(field))} {value}"
        )
    return str(value)
