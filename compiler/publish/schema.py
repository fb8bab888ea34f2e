"""JSON Schemas (draft 2020-12) of the kinds of a ruleset, made from their declarations.

A published schema stays open to what later packs add: members of enumerations are shown as examples and any
name is allowed, fields that it does not know may be given. `strict_schema_of` allows only the fields of the
linked packs; that is what definitions of these packs are checked with.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Iterable, Iterator
from typing import Any, Final, cast

from castlewright.compiler.typed import ir
from castlewright.compiler.typed.types import (
    DRAWING,
    NUMBER,
    SIDE,
    TEXT,
    YESNO,
    Many,
    OrNone,
    Piece,
    Type,
    Unit,
    Value,
    narrowed,
)
from castlewright.rules_dsl import json_models as models
from castlewright.rules_dsl.diagnostics import Diagnostics
from castlewright.rules_dsl.json_errors import MISSING
from castlewright.rules_dsl.json_schema import DRAFT, Schema, form_schema
from castlewright.rules_dsl.json_write import value_to_json
from castlewright.rules_dsl.names import nearest
from castlewright.rules_dsl.parser import parse_expression
from castlewright.rules_dsl.source import Source

__all__ = [
    "UnknownKind",
    "list_schema_of",
    "schema_index",
    "schema_of",
    "schema_of_file",
    "schema_text",
    "strict_schema_of",
    "value_schema",
]

_SHOWN: Final = 60
"""Most names that are listed as examples of a value."""

_NAME_OF: Final = "name_of_"
_AMOUNT_OF: Final = "amount_of_"
_EXPRESSION: Final[Schema] = {"$ref": "#/$defs/expression"}
_SIDE: Final = f"^({'|'.join(models.EDGES)}) {models.NUMBER}( to {models.NUMBER})?$"


class UnknownKind(LookupError):
    """Raised for a kind that the program has not; `near` are the names that are like it."""

    def __init__(self, name: str, near: list[str]) -> None:
        super().__init__(f"there is no kind `{name}`")
        self.name = name
        self.near = near


def schema_text(kind_name: str, program: ir.Program) -> str:
    """The published schema of a kind as JSON text; of a whole file for the name "file" if no kind is called
    so.

    Raises `UnknownKind`.
    """
    kind = program.kinds.get(kind_name)
    if kind is not None:
        return _text(schema_of(kind, program))
    if kind_name == "file":
        return _text(schema_of_file(program))
    raise UnknownKind(kind_name, nearest(kind_name, [*program.kinds, "file"]))


def schema_index(programs: Iterable[ir.Program]) -> str:
    """The Markdown page that lists the published schemas of some games; they lie in a folder a game."""
    parts = [
        "<!-- Made from the kinds of the shipped packs by `make golden`. -->\n",
        "# Schemas\n",
        "JSON Schemas (draft 2020-12) of the kinds of the shipped games, with all their packs. What they "
        "describe is the [JSON form](../language/json.md) of definitions; `castlewright schema KIND` prints "
        "one.\n",
    ]
    for program in programs:
        rows = ["| kind | schema | of the pack |", "| --- | --- | --- |"]
        for kind in program.kinds.values():
            link = f"[{kind.name}.json]({program.game}/{kind.name}.json)"
            rows.append(f"| `{kind.name}` | {link} | `{kind.pack}` |")
        rows.append(f"| any, a whole file | [file.json]({program.game}/file.json) | |")
        parts += [f"## {program.title}\n", "\n".join(rows) + "\n"]
    return "\n".join(parts)


_FIRST: Final = ("$schema", "$id", "title", "description", "type", "const", "enum", "pattern", "required")
_LAST: Final = ("default", "examples", "$defs")


def _text(schema: Schema) -> str:
    return json.dumps(_ordered(schema), indent=2, ensure_ascii=False) + "\n"


def _ordered(schema: object) -> object:
    """Keys of schemas in an order that reads well; those that hold names of fields stay as they are."""
    if isinstance(schema, list):
        return [_ordered(part) for part in cast("list[object]", schema)]
    if not isinstance(schema, dict):
        return schema
    node = cast(Schema, schema)
    middle = [key for key in node if key not in _FIRST and key not in _LAST]
    keys = [*(k for k in _FIRST if k in node), *middle, *(k for k in _LAST if k in node)]
    return {key: _ordered_part(key, node[key]) for key in keys}


def _ordered_part(key: str, part: object) -> object:
    if key in ("properties", "patternProperties", "$defs") and isinstance(part, dict):
        return {name: _ordered(schema) for name, schema in cast(Schema, part).items()}
    return part if key in ("default", "examples", "enum", "required") else _ordered(part)


# ---------------------------------------------------------------------------------------------- whole schemas


def schema_of(kind: ir.Kind, program: ir.Program) -> Schema:
    """The published schema of the definitions of a kind: open to fields and members of packs not linked
    here."""
    return _whole(_kind_schema(kind, program, {"$ref": "#/$defs/value"}), kind.name, program)


def strict_schema_of(kind: ir.Kind, program: ir.Program) -> Schema:
    """The same, but with no other fields than those of the linked packs."""
    return _whole(_kind_schema(kind, program, False), kind.name, program)


def list_schema_of(kind: ir.Kind, columns: Iterable[str], program: ir.Program) -> Schema:
    """The schema of a table of definitions with these columns; unknown columns take any value."""
    fields = [kind.fields.get(name) for name in columns]
    values = [{"$ref": "#/$defs/value"} if f is None else value_schema(f.type, program) for f in fields]
    row = {"properties": {"values": {"prefixItems": values}}}
    return _whole({"properties": {"rows": {"items": row}}}, f"{kind.name}.list", program)


def schema_of_file(program: ir.Program) -> Schema:
    """The schema of a JSON file of definitions: the sort and the kind of each object say which part holds."""
    branches: list[Schema] = [
        _if({"properties": {"kind": {"const": name}}, "required": ["kind"]}, f"kind_{name}")
        for name in program.kinds
    ]
    other = {"required": ["kind"], "properties": {"kind": {"not": {"enum": list(program.kinds)}}}}
    branches += [
        _if(other, "definition"),
        _if({"required": ["list_of"]}, "list"),
        _if({"required": ["only_if"]}, "only_if"),
    ]
    item = {"$ref": "#/$defs/item"}
    form = copy.deepcopy(form_schema())
    for name in ("file", "only_if"):
        form[name]["properties"]["items"]["items"] = item
    parts: Schema = {
        **form,
        "item": {"title": "a definition", "type": "object", "allOf": branches},
        **{
            f"kind_{kind.name}": _kind_schema(kind, program, {"$ref": "#/$defs/value"})
            for kind in program.kinds.values()
        },
    }
    schema: Schema = {
        "title": f"definitions of {program.title}",
        "description": 'One definition, a list of them, or {"version": 1, "items": […]}.',
        "type": ["object", "array"],
        "items": item,
        "if": {"type": "object", "not": _any_of_keys("kind", "list_of", "only_if")},
        "then": {"$ref": "#/$defs/file"},
        "else": {"if": {"type": "object"}, "then": item},
    }
    needed = {name for name in _references(parts) if name.startswith((_NAME_OF, _AMOUNT_OF))}
    parts |= {name: _part(name, program) for name in sorted(needed)}
    head = _whole({}, "file", program)
    return {**head, **schema, "$defs": parts}


def _any_of_keys(*names: str) -> Schema:
    return {"anyOf": [{"required": [name]} for name in names]}


def _if(condition: Schema, name: str) -> Schema:
    return {"if": condition, "then": {"$ref": f"#/$defs/{name}"}}


def _whole(schema: Schema, name: str, program: ir.Program) -> Schema:
    """A schema with its head and the parts that it refers to."""
    return {
        "$schema": DRAFT,
        "$id": f"urn:castlewright:{models.VERSION}:{program.game}:{name}",
        **schema,
        "$defs": _used(schema, program),
    }


def _used(schema: object, program: ir.Program) -> Schema:
    """The parts that a schema refers to, directly or not."""
    found: dict[str, Any] = {}
    work = list(_references(schema))
    while work:
        name = work.pop()
        if name not in found:
            found[name] = copy.deepcopy(_part(name, program))
            work += _references(found[name])
    return {name: found[name] for name in sorted(found)}


def _part(name: str, program: ir.Program) -> Schema:
    """A part by the name that references use: of the form, of the names of a kind, of the amounts of a
    unit."""
    if name.startswith(_NAME_OF):
        return _member(name.removeprefix(_NAME_OF), program)
    if name.startswith(_AMOUNT_OF):
        return _amount(program.units[name.removeprefix(_AMOUNT_OF)])
    return form_schema()[name]


def _references(schema: object) -> Iterator[str]:
    if isinstance(schema, dict):
        for key, part in cast(Schema, schema).items():
            if key == "$ref" and isinstance(part, str):
                yield part.rpartition("/")[2]
            else:
                yield from _references(part)
    elif isinstance(schema, list):
        for part in cast("list[object]", schema):
            yield from _references(part)


# ------------------------------------------------------------------------------------------------ one kind


def _kind_schema(kind: ir.Kind, program: ir.Program, other_fields: Schema | bool) -> Schema:
    """The schema of a kind. `other_fields` is what fields that it does not know may hold, or False."""
    made = copy.deepcopy(form_schema()["definition"])
    made["title"] = _a(kind.name)
    made["description"] = _described(kind.texts, f"A definition of the kind `{kind.name}`.")
    properties: dict[str, Any] = made["properties"]
    properties["kind"] = {"title": f'"{kind.name}"', "const": kind.name}
    fields = {field.name: _field_schema(field, program) for field in kind.fields.values()}
    properties["fields"] = {
        **properties["fields"],
        "properties": fields,
        "additionalProperties": other_fields,
    }
    if other_fields is False:
        del properties["fields"]["propertyNames"]
    face = copy.deepcopy(form_schema()["face"])
    face["properties"]["fields"] = properties["fields"]
    properties["faces"]["additionalProperties"] = face
    _slots(made, kind)
    required = [field.name for field in kind.fields.values() if _must_be_given(field)]
    if required:
        # Where there are faces, these may give the fields.
        made["if"] = {"required": ["faces"]}
        made["else"] = {
            "required": ["fields"],
            "properties": {"fields": {"required": required}},
            MISSING: f"`fields` with `{required[0]}`",
        }
    return made


def _must_be_given(field: ir.Field) -> bool:
    return field.required and narrowed(field.type) == field.type


def _field_schema(field: ir.Field, program: ir.Program) -> Schema:
    schema = value_schema(field.type, program)
    words = f"Type: {field.type}."
    if field.on_back:
        words += " Shown by the back."
    if field.through is not None:
        words += f" Read through `{field.through.name}`."
    if field.pack != field.kind.pack:
        words += f" Added by the pack `{field.pack}`."
    schema["description"] = _described(field.texts, words)
    if not field.default_span.is_none:
        expr = parse_expression(Source("", field.default_span.text), Diagnostics())
        if expr is not None:
            schema["default"] = value_to_json(expr)
    return schema


def _slots(made: Schema, kind: ir.Kind) -> None:
    """Say what the kind's slots are, and which have to be filled."""
    slots: Schema = made["properties"]["slots"]
    slots["patternProperties"] = {
        f"^{slot.name} ?\\(": {
            "title": "statements in braces" if slot.result is None else f"an expression of {slot.result}",
            "description": _described(slot.texts, f"`{_signature(slot)}`"),
            "type": "string",
            "minLength": 1,
        }
        for slot in kind.slots.values()
    }
    needed = [slot for slot in kind.slots.values() if slot.default is None and slot.default_span.is_none]
    if needed:
        heads = [f"`{slot.name}({', '.join(param.name for param in slot.params)})`" for slot in needed]
        made["allOf"] = [{"required": ["slots"], MISSING: f"`slots` with {heads[0]}"}]
        slots["allOf"] = [
            {"not": {"propertyNames": {"not": {"pattern": f"^{slot.name} ?\\("}}}, MISSING: head}
            for slot, head in zip(needed, heads, strict=True)
        ]


def _signature(slot: ir.Slot) -> str:
    params = ", ".join(f"{param.name}: {param.type}" for param in slot.params)
    result = "" if slot.result is None else f" -> {slot.result}"
    return f"{slot.name}({params}){result}"


def _described(texts: ir.Texts, words: str) -> str:
    return " ".join([*texts.prose, *texts.notes, words])


# ------------------------------------------------------------------------------------------------ values


def value_schema(type: Type, program: ir.Program) -> Schema:
    """The schema of a value of a type. Every value may also be an expression of the language."""
    title, variants = _variants(type, program)
    return {"title": title, "anyOf": [*variants, _EXPRESSION]}


def _variants(type: Type, program: ir.Program) -> tuple[str, list[Schema]]:
    """What a value of the type is in words, and the schemas of the ways to write it."""
    if isinstance(type, OrNone):
        title, variants = _variants(type.item, program)
        return f"{title}, or null", [*variants, {"type": "null"}]
    if isinstance(type, Many):
        title, variants = _variants(type.item, program)
        single: Schema = {"title": title, "anyOf": [*variants, _EXPRESSION]}
        inner: Schema = {"type": "array", "items": single}
        several: Schema = {"type": "array", "items": {"title": title, "anyOf": [*single["anyOf"], inner]}}
        return f"{title}, or a list of such", [*variants, several, {"type": "null"}]
    if isinstance(type, Unit):
        title = _amount(program.units[type.name])["title"]
        return title, [{"$ref": f"#/$defs/{_AMOUNT_OF}{type.name}"}]
    if isinstance(type, Value | Piece) and "|" not in type.kind:
        return f"the name of {_a(type.kind or 'piece')}", [{"$ref": f"#/$defs/{_NAME_OF}{type.kind}"}]
    found = _PLAIN.get(type)
    if found is not None:
        return found
    return f"an expression of {type}", [{"$ref": "#/$defs/value"}]


_PLAIN: Final[dict[Type, tuple[str, list[Schema]]]] = {
    NUMBER: ("a whole number", [{"type": "integer"}]),
    YESNO: ("true or false", [{"type": "boolean"}]),
    TEXT: ('a text: {"text": "…"}', [{"$ref": "#/$defs/text"}]),
    DRAWING: (
        'a drawing: {"drawing": ["…"]}',
        [{"$ref": "#/$defs/drawing"}, {"$ref": "#/$defs/text"}],
    ),
    SIDE: (
        'a side such as "top 2" or "left 1 to 3"',
        [{"title": 'a side such as "top 2" or "left 1 to 3"', "type": "string", "pattern": _SIDE}],
    ),
}


def _amount(unit: ir.Unit) -> Schema:
    names = list(dict.fromkeys([unit.singular, unit.name]))
    title = f'an amount of {unit.name} such as "3 {unit.name}"'
    words: Schema = {
        "title": title,
        "type": "string",
        "pattern": f"^-?{models.NUMBER} ({'|'.join(names)})$",
    }
    parts: Schema = {
        "title": title,
        "type": "object",
        "properties": {
            "amount": {"title": "a whole number", "type": "integer"},
            "unit": {"title": " or ".join(f'"{name}"' for name in names), "enum": names},
        },
        "required": ["amount", "unit"],
        "additionalProperties": False,
    }
    return {"title": title, "anyOf": [words, parts]}


def _member(kind_name: str, program: ir.Program) -> Schema:
    """The schema of the name of a member or piece of a kind; the kind "" stands for any piece."""
    schema: Schema = {
        "title": f"the name of {_a(kind_name or 'piece')}",
        "type": "string",
        "pattern": f"^{models.NAME}$",
    }
    kind = program.kinds.get(kind_name)
    known = [definition.name for definition in kind.definitions] if kind else []
    if known:
        schema["examples"] = known[:_SHOWN]
    return schema


def _a(name: str) -> str:
    return f"{'an' if name[:1] in 'aeiou' else 'a'} {name}"
