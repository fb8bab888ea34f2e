"""Definitions in JSON form: from a JSON file to the syntax tree.

A file holds one definition, a list of definitions, or `{"version": 1, "items": […]}`. It is read like a file
of rules text: the tree is the same, every node has its place in the JSON file, and so have all errors.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from . import limits
from . import nodes as n
from .diagnostics import Diagnostics
from .icons import check_icon
from .json_errors import report_errors
from .json_reader import (
    JsonArray,
    JsonConstant,
    JsonMember,
    JsonNumber,
    JsonObject,
    JsonText,
    JsonValue,
    member_at,
    read_json,
    what_it_is,
)
from .json_schema import validator_of
from .json_stitch import read_expression, read_member
from .json_words import plain_word
from .json_write import definition_to_json, items_to_json, json_text, module_to_json
from .names import did_you_mean
from .source import Source, Span

__all__ = [
    "VERSION",
    "JsonItem",
    "definition_to_json",
    "definitions_from_json",
    "items_to_json",
    "json_items",
    "json_text",
    "module_from_json",
    "module_to_json",
    "sound",
]

VERSION: Final = 1
"""The version of the form."""

_SORTS: Final = {"kind": "definition", "list_of": "list", "only_if": "only_if"}
"""Keys that tell what an object is, and the name of its schema."""

_TEXT_WORDS: Final = {
    "cites": "cites", "icon": "icon", "notes": "note", "prose": "prose", "reads": "reads", "standing": "",
}  # fmt: skip

_MEMBERS: Final[dict[str, tuple[tuple[type[n.Item], ...], str]]] = {
    "keeps": ((n.KeepsDecl,), "`keeps …`"),
    "zones": ((n.ZoneDecl,), "`zone …`"),
    "changes": ((n.Change,), "`change …`, `allow …` or `forbid …`"),
    "hooks": ((n.Hook,), "`before …`, `after …` or `instead of …`"),
    "actions": ((n.ActionDecl,), "`action …`"),
}
"""Keys that hold lists of whole items, with the classes of these items and how they begin."""

_NAME: Final = re.compile(r"[a-z][a-z0-9_]*")


def definitions_from_json(source: Source, diagnostics: Diagnostics) -> list[n.Definition]:
    """The definitions of a JSON file, those under `only_if` and the rows of tables left out.

    Reports what `module_from_json` reports.
    """
    return [item for item in module_from_json(source, diagnostics).items if isinstance(item, n.Definition)]


def module_from_json(source: Source, diagnostics: Diagnostics) -> n.Module:
    """Read a JSON file as `parser.parse` reads a file of rules text.

    Reports CW1001 to CW1007 and, for texts of the language inside, what the parser reports; the module holds
    the items that have no error. Raises nothing.
    """
    document = read_json(source, diagnostics)
    if document is None:
        return n.Module((), span=source.whole())
    broken: list[n.Ident] = []
    items = _read_items(document, diagnostics, broken)
    return n.Module(items, broken=tuple(broken), span=source.whole())


# ------------------------------------------------------------------------------------------ what a file holds


@dataclass(frozen=True, slots=True)
class JsonItem:
    """An object of a file that tells what it is."""

    sort: str
    """The key that tells it: "kind", "list_of" or "only_if"."""
    value: JsonObject

    @property
    def word(self) -> JsonText | None:
        """The value of that key, if it is a text: the name of the kind for the first two."""
        found = self.value.get(self.sort)
        return found if isinstance(found, JsonText) else None


def json_items(document: JsonValue, diagnostics: Diagnostics) -> Iterator[JsonItem]:
    """The items of a file, or of the `items` of an object. Reports CW1002 to CW1004, CW1007."""
    if isinstance(document, JsonArray):
        for value in document.items:
            yield from _sorted(value, diagnostics)
    elif isinstance(document, JsonObject) and _is_file(document):
        yield from _versioned(document, diagnostics)
    else:
        yield from _sorted(document, diagnostics)


def _is_file(document: JsonObject) -> bool:
    keys = {member.key.text for member in document.members}
    return bool(keys & {"version", "items"}) and not keys & _SORTS.keys()


def _versioned(document: JsonObject, diagnostics: Diagnostics) -> Iterator[JsonItem]:
    version = document.get("version")
    if isinstance(version, JsonNumber) and isinstance(version.value, int) and version.value > VERSION:
        diagnostics.error(
            "CW1007",
            version.span,
            f"this file is of version {version.value}, this program reads up to {VERSION}",
            help="install a newer program",
        )
        return
    report_errors(document, validator_of("file"), diagnostics)
    items = document.get("items")
    for value in items.items if isinstance(items, JsonArray) else ():
        yield from _sorted(value, diagnostics)


def _sorted(value: JsonValue, diagnostics: Diagnostics) -> Iterator[JsonItem]:
    if not isinstance(value, JsonObject):
        diagnostics.error("CW1004", value.span, f"a definition is due here, not {what_it_is(value)}")
        return
    sorts = [member for member in value.members if member.key.text in _SORTS]
    if len(sorts) == 1:
        yield JsonItem(sorts[0].key.text, value)
    elif sorts:
        first, second = sorts[0].key, sorts[1].key
        diagnostics.error(
            "CW1002",
            second.span,
            f"an object is told by one of `kind`, `list_of` and `only_if`, and this one has `{first.text}`",
            related=[(first.span, "the first one")],
        )
    else:
        near = [m.key for m in value.members if did_you_mean(m.key.text, _SORTS)]
        span = near[0].span if near else Span(value.span.source, value.span.start, value.span.start + 1)
        diagnostics.error(
            "CW1003",
            span,
            "the key `kind` is missing in this object",
            help=did_you_mean(near[0].text, _SORTS) if near else 'begin it with `"kind": "…"`',
        )


# ------------------------------------------------------------------------------------------- objects to nodes


def sound(item: JsonItem) -> bool:
    """Has the object the form that its sort asks for, whatever its kind?"""
    return not report_errors(item.value, validator_of(_SORTS[item.sort]), Diagnostics())


def _read_items(document: JsonValue, diagnostics: Diagnostics, broken: list[n.Ident]) -> tuple[n.Item, ...]:
    """The items of a file or list that have no errors; `broken` gets the names that the others would
    declare."""
    made: list[n.Item] = []
    for found in json_items(document, diagnostics):
        reader = _Reader(diagnostics, broken)
        item = reader.item(found)
        diagnostics.extend(reader.own)
        if item is not None:
            made.append(item)
        else:
            broken += _names_of(found.value)
    return tuple(made)


def _names_of(value: JsonObject) -> Iterator[n.Ident]:
    """The names that a definition or a table would have declared, so far as they can be told."""
    rows = value.get("rows")
    for holder in (value, *(rows.items if isinstance(rows, JsonArray) else ())):
        member = member_at(holder, "name")
        if member is not None and isinstance(member.value, JsonText) and _NAME.fullmatch(member.value.text):
            yield n.Ident(member.value.text, span=_inside(member.value))


class _Reader:
    """Makes the node of one checked object.

    Findings about the object go into `own`; those about objects inside it straight into `diagnostics`.
    """

    def __init__(self, diagnostics: Diagnostics, broken: list[n.Ident]) -> None:
        self.diagnostics = diagnostics
        self.broken = broken
        self.own = Diagnostics()

    def item(self, found: JsonItem) -> n.Item | None:
        """The node, or None if there was an error."""
        makers: dict[str, Callable[[JsonObject], n.Item | None]] = {
            "kind": self.definition,
            "list_of": self.listed,
            "only_if": self.only_if,
        }
        # What a schema has refused may have any shape, so nothing is made of it.
        if report_errors(found.value, validator_of(_SORTS[found.sort]), self.own):
            return None
        made = makers[found.sort](found.value)
        return None if self.own.has_errors else made

    def definition(self, value: JsonObject) -> n.Item | None:
        kind, name, title = self.name_in(value, "kind"), self.name_in(value, "name"), self.title(value)
        items: list[n.Item] = []
        for member in value.members:
            items += self.member(member)
        return n.Definition(kind, name, title, tuple(items), span=value.span)

    def member(self, member: JsonMember) -> Iterator[n.Item]:
        key, value = member.key.text, member.value
        if key in _TEXT_WORDS:
            yield from self.texts(member)
        elif key == "fields":
            yield from self.fields(value)
        elif key == "faces":
            for face in _members(value):
                yield self.face(face)
        elif key == "slots":
            for slot in _members(value):
                yield from self.slot(slot)
        elif key in _MEMBERS:
            classes, words = _MEMBERS[key]
            for text in _texts(value):
                item = read_member((text,), classes, words, self.own)
                if item is not None:
                    yield item

    def listed(self, value: JsonObject) -> n.Item | None:
        columns = tuple(self.ident(text) for text in _texts(value.get("columns")))
        rows = value.get("rows")
        assert isinstance(rows, JsonArray)
        if len(rows.items) > limits.TABLE_ROWS:
            message = f"this table has {len(rows.items):,} rows; the limit is {limits.TABLE_ROWS:,}"
            self.own.error("CW0015", rows.span, message)
            return None
        made = tuple(self.row(row) for row in rows.items if isinstance(row, JsonObject))
        items = tuple(item for member in value.members for item in self.texts(member))
        return n.ListDecl(self.name_in(value, "list_of"), columns, made, items, span=value.span)

    def row(self, value: JsonObject) -> n.ListRow:
        values = value.get("values")
        assert isinstance(values, JsonArray)
        made = tuple(self.value(item) for item in values.items)
        items = tuple(item for member in value.members for item in self.texts(member))
        return n.ListRow(self.name_in(value, "name"), self.title(value), made, items, span=value.span)

    def only_if(self, value: JsonObject) -> n.Item | None:
        condition, items = value.get("only_if"), value.get("items")
        assert isinstance(condition, JsonText)
        assert isinstance(items, JsonArray)
        expr = read_expression(condition, self.own)
        inside = _read_items(items, self.diagnostics, self.broken)
        return None if expr is None else n.OnlyIf(expr, inside, span=value.span)

    # -------------------------------------------------------------------------------------------- small parts

    def ident(self, text: JsonText) -> n.Ident:
        """A name. Reports CW1004 for what only looks like one to a schema (a line end behind it), CW0009."""
        span = _inside(text)
        if _NAME.fullmatch(text.text) is None:
            self.own.error("CW1004", text.span, f'"{text.text}" is not a name')
        elif len(text.text) > limits.NAME_LENGTH:
            self.own.error("CW0009", span, f"a name has at most {limits.NAME_LENGTH} characters")
        return n.Ident(text.text, span=span)

    def name_in(self, value: JsonObject, key: str) -> n.Ident:
        found = value.get(key)
        assert isinstance(found, JsonText)
        return self.ident(found)

    def title(self, value: JsonObject) -> n.Text | None:
        found = value.get("title")
        if not isinstance(found, JsonText):
            return None
        if len(found.text) > limits.TITLE_LENGTH:
            message = f"a title has at most {limits.TITLE_LENGTH} characters"
            self.own.error("CW0010", found.span, message)
        return n.Text(found.text, span=found.span)

    def texts(self, member: JsonMember) -> Iterator[n.Item]:
        """The text items of one key."""
        key, value = member.key.text, member.value
        parts = value.items if isinstance(value, JsonArray) else (value,)
        if key == "cites":
            yield n.TextItem("cites", tuple(t.text for t in _texts(value)), span=member.value.span)
        elif key == "standing":
            for part in parts:
                found = part.get("found") if isinstance(part, JsonObject) else None
                if isinstance(found, JsonText):
                    yield n.TextItem("found", (found.text,), span=part.span)
                elif isinstance(part, JsonText):
                    yield n.TextItem(part.text, (), span=part.span)
        elif key in _TEXT_WORDS:
            for part in parts:
                assert isinstance(part, JsonText)
                if len(part.text) > limits.PROSE_LENGTH:
                    message = f"this text has more than {limits.PROSE_LENGTH:,} characters"
                    self.own.error("CW0011", part.span, message)
                if key == "icon":
                    check_icon(part.text, part.span, self.own)
                yield n.TextItem(_TEXT_WORDS[key], (part.text,), span=part.span)

    def fields(self, value: JsonValue) -> Iterator[n.FieldItem]:
        for member in _members(value):
            inner = member.value
            values = inner.items if isinstance(inner, JsonArray) and inner.items else (inner,)
            span = member.key.span.to(inner.span)
            yield n.FieldItem(self.ident(member.key), tuple(map(self.value, values)), span=span)

    def face(self, member: JsonMember) -> n.FaceDecl:
        value = member.value
        assert isinstance(value, JsonObject)
        items: list[n.Item] = []
        for inner in value.members:
            if inner.key.text == "fields":
                items += self.fields(inner.value)
            else:
                items += self.texts(inner)
        span = member.key.span.to(value.span)
        return n.FaceDecl(self.ident(member.key), self.title(value), tuple(items), span=span)

    def slot(self, member: JsonMember) -> Iterator[n.Item]:
        text = member.value
        assert isinstance(text, JsonText)
        between = " " if text.text.lstrip().startswith("{") else " = "
        parts = (member.key, between, text)
        item = read_member(parts, (n.SlotFilling,), "a value, or statements in braces", self.own)
        if item is not None:
            yield item

    # ------------------------------------------------------------------------------------------------- values

    def value(self, value: JsonValue) -> n.Expr:
        span = value.span
        match value:
            case JsonNumber(value=int(number)):
                positive = n.Number(abs(number), span=span)
                return n.Negate(positive, span=span) if number < 0 else positive
            case JsonConstant(value=constant):
                word = "none" if constant is None else "yes" if constant else "no"
                return n.Literal(word, span=span)
            case JsonText():
                return plain_word(value) or read_expression(value, self.own) or _nothing(span)
            case JsonArray():
                return n.SetExpr(tuple(map(self.value, value.items)), span=span)
            case JsonObject():
                return self.shaped(value)
            case _:
                raise AssertionError(value)

    def shaped(self, value: JsonObject) -> n.Expr:
        """An object that stands for a value."""
        first = value.members[0].key.text
        if first in ("amount", "unit"):
            amount = value.get("amount")
            assert isinstance(amount, JsonNumber)
            number = int(amount.value)
            positive = n.Amount(abs(number), self.name_in(value, "unit"), span=value.span)
            return n.Negate(positive, span=value.span) if number < 0 else positive
        inner = value.members[0].value
        if first == "text":
            assert isinstance(inner, JsonText)
            return n.Text(inner.text, span=value.span)
        if first == "drawing":
            rows = tuple(text.text for text in _texts(inner))
            if len(rows) > limits.DRAWING_SIDE or any(len(row) > limits.DRAWING_SIDE for row in rows):
                message = f"a drawing is at most {limits.DRAWING_SIDE} cells wide and as many high"
                self.own.error("CW0014", inner.span, message)
            return n.Drawing(rows, span=value.span)
        assert isinstance(inner, JsonText)
        return read_expression(inner, self.own) or _nothing(value.span)


def _nothing(span: Span) -> n.Expr:
    """What stands for a value with an error, in an item that will be dropped."""
    return n.Literal("none", span=span)


def _inside(text: JsonText) -> Span:
    """The place of a text without its quotes."""
    return text.part(0, len(text.text))


def _members(value: JsonValue) -> tuple[JsonMember, ...]:
    assert isinstance(value, JsonObject)
    return value.members


def _texts(value: JsonValue | None) -> tuple[JsonText, ...]:
    assert isinstance(value, JsonArray)
    return tuple(item for item in value.items if isinstance(item, JsonText))
