"""The JSON Schema of the form of definitions, whatever the kind: made from `json_models`."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Final

from pydantic import TypeAdapter

from . import json_models
from .json_errors import HELP

if TYPE_CHECKING:
    from jsonschema.protocols import Validator

__all__ = ["DRAFT", "Schema", "form_schema", "validator_of"]

Schema = dict[str, Any]

DRAFT: Final = "https://json-schema.org/draft/2020-12/schema"

_NAMES: Final = {
    "AmountJson": ("amount", "an amount"),
    "DefinitionJson": ("definition", "a definition"),
    "DrawingJson": ("drawing", "a drawing"),
    "ExpressionJson": ("expression", "an expression"),
    "FaceJson": ("face", "a face"),
    "FileJson": ("file", "a file of definitions"),
    "FoundJson": ("found", "a source"),
    "ListJson": ("list", "a list of definitions"),
    "OnlyIfJson": ("only_if", "definitions under a condition"),
    "RowJson": ("row", "a row"),
    "TextJson": ("text", "a text"),
    "ValueJson": ("value", "a value"),
}
"""The classes of `json_models`: the key of each in `$defs` of a schema, and what it is in words."""


@cache
def form_schema() -> Schema:
    """The schemas of all sorts of objects by name ("file", "definition", "value", …), as `$defs` holds them.

    The result is shared: callers copy what they change.
    """
    made = TypeAdapter(json_models.FileJson).json_schema()
    found: Schema = {**made.pop("$defs"), "FileJson": made}
    definitions: Schema = {}
    for name in sorted(found):
        key, title = _NAMES[name]
        definitions[key] = {**found[name], "title": title}
        _tidy(definitions[key])
    _share_texts(definitions)
    for name in ("file", "only_if"):
        # The objects of a list are not all of one sort: each is checked by the schema of its own.
        del definitions[name]["properties"]["items"]["items"]
    definitions["value"][HELP] = (
        'an object that is a value is {"amount": …, "unit": …}, {"text": …}, {"drawing": […]} '
        'or {"expression": …}'
    )
    return definitions


def _share_texts(definitions: Schema) -> None:
    """Put the schemas of texts, which several objects hold, among the definitions."""
    for schema in [*definitions.values()]:
        properties: Schema = schema.get("properties", {})
        for key in json_models.TextsJson.__annotations__:
            if key in properties:
                definitions[key] = properties[key]
                properties[key] = {"$ref": f"#/$defs/{key}"}


def _tidy(schema: object) -> None:
    """Say what the keys of objects with free keys are, in a way that errors can name; shorten references."""
    if isinstance(schema, list):
        for part in schema:  # type: ignore[reportUnknownVariableType]
            _tidy(part)  # type: ignore[reportUnknownArgumentType]
    if not isinstance(schema, dict):
        return
    node: Schema = schema  # type: ignore[reportUnknownVariableType]
    patterns = node.pop("patternProperties", None)
    if patterns is not None:
        ((pattern, value),) = patterns.items()
        slots = "\\(" in pattern
        title = "a slot with its parameters, such as `worth(p)`" if slots else "a name"
        node["propertyNames"] = {"title": title, "pattern": pattern}
        node["additionalProperties"] = value
    reference = node.get("$ref")
    if isinstance(reference, str):
        node["$ref"] = "#/$defs/" + _NAMES[reference.rpartition("/")[2]][0]
    for part in node.values():
        _tidy(part)


@cache
def validator_of(name: str) -> Validator:
    """A validator for one sort of object: a key of `form_schema()`, such as "definition"."""
    from jsonschema import Draft202012Validator

    return Draft202012Validator({"$schema": DRAFT, "$ref": f"#/$defs/{name}", "$defs": form_schema()})
