"""Checking JSON files of definitions against the schemas of their kinds, before the checker reads their
trees.

The kind of an object picks its schema first, so that an error is always one of that kind. Places with an
error are muted: the checker, which would find the same, says nothing about them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import TYPE_CHECKING

from castlewright.rules_dsl.diagnostics import Diagnostics
from castlewright.rules_dsl.names import did_you_mean
from castlewright.rules_dsl.source import Source, Span

if TYPE_CHECKING:
    from castlewright.compiler.typed import ir
    from castlewright.rules_dsl.json_errors import Validator
    from castlewright.rules_dsl.json_form import JsonItem
    from castlewright.rules_dsl.json_reader import JsonObject, JsonValue

__all__ = ["JsonCheck", "is_json"]

_SHAPED = frozenset({"amount", "unit", "text", "drawing", "expression"})
"""Keys of objects that stand for one value."""


def is_json(source: Source) -> bool:
    """Is this a JSON file?"""
    return source.path.endswith(".json")


class JsonCheck:
    """Checks the JSON files among the sources of a set of packs; costs nothing if there are none."""

    def __init__(self, sources: Iterable[Source]) -> None:
        self._items: list[JsonItem] = []
        for source in sources:
            if is_json(source):
                self._items += _items_of(source)
        self._validators: dict[tuple[str, ...], Validator] = {}

    def check_kinds(self, kinds: Collection[str], diagnostics: Diagnostics) -> None:
        """Before anything is collected: is every kind declared? `kinds` are the names of all. Reports
        CW1005."""
        for item in self._items:
            word = item.word
            if word is None or word.text in kinds:
                continue
            diagnostics.error(
                "CW1005",
                word.span,
                f"there is no kind `{word.text}`",
                help=did_you_mean(word.text, kinds),
            )
            diagnostics.mark(("kind", word.text))

    def check_items(self, program: ir.Program, diagnostics: Diagnostics) -> None:
        """When the kinds of `program` have their fields: does every object fit? Reports CW1002 to CW1004."""
        from castlewright.rules_dsl.json_errors import report_errors

        places: list[Span] = []
        for item in self._items:
            kind = program.kinds.get(item.word.text) if item.word is not None else None
            if kind is not None:
                found = report_errors(item.value, self._validator(item, kind, program), diagnostics)
                places += (_whole_value(item.value, place) for place in found)
        for place in places:
            diagnostics.mute(place)

    def _validator(self, item: JsonItem, kind: ir.Kind, program: ir.Program) -> Validator:
        from jsonschema import Draft202012Validator

        from castlewright.compiler.publish.schema import list_schema_of, strict_schema_of

        columns = _columns(item.value) if item.sort == "list_of" else ()
        key = (item.sort, kind.name, *columns)
        if key not in self._validators:
            if item.sort == "list_of":
                schema = list_schema_of(kind, columns, program)
            else:
                schema = strict_schema_of(kind, program)
            self._validators[key] = Draft202012Validator(schema)
        return self._validators[key]


def _whole_value(value: JsonValue, place: Span) -> Span:
    """The place of the value that a place belongs to: `{"amount": …, "unit": …}` is one."""
    from castlewright.rules_dsl.json_reader import JsonArray, JsonObject

    inner: tuple[JsonValue, ...] = ()
    if isinstance(value, JsonObject):
        if value.members and {member.key.text for member in value.members} <= _SHAPED:
            return value.span
        inner = tuple(member.value for member in value.members)
    elif isinstance(value, JsonArray):
        inner = value.items
    for part in inner:
        if part.span.holds(place):
            return _whole_value(part, place)
    return place


def _columns(value: JsonObject) -> tuple[str, ...]:
    from castlewright.rules_dsl.json_reader import JsonArray, JsonText

    columns = value.get("columns")
    items = columns.items if isinstance(columns, JsonArray) else ()
    return tuple(item.text for item in items if isinstance(item, JsonText))


def _items_of(source: Source) -> Iterator[JsonItem]:
    """The definitions and tables of a file, those under `only_if` too, that fit the form; nothing is
    reported."""
    from castlewright.rules_dsl.json_form import json_items, sound
    from castlewright.rules_dsl.json_reader import read_json

    def below(value: JsonValue) -> Iterator[JsonItem]:
        for item in json_items(value, Diagnostics()):
            if item.sort != "only_if":
                if sound(item):
                    yield item
                continue
            inner = item.value.get("items")
            if inner is not None:
                yield from below(inner)

    document = read_json(source, Diagnostics())
    if document is not None:
        yield from below(document)
