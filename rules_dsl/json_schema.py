"""The JSON Schema of the form of definitions, whatever the kind: made from `json_models`."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Final

from pydantic import TypeAdapter

from . import json_models

if TYPE_CHECKING:
    from jsonschema.protocols import Validator

__all__ = ["DRAFT", "Schema", "form_schema", "validator_of"]

Schema = dict[str, Any]

DRAFT: Final = "https://json-schema.org/draft/2020-12/schema"

_TITLES: Final = {
    "AmountJson": "an amount",
    "DefinitionJson": "a definition",
    "DrawingJson": "a drawing",
    "ExpressionJson": "an expression",
    "FaceJson": "a face",
    "FileJson": "a file of definitions",
    "FoundJson": "a source",
    "ListJson": "a list of definitions",
    "OnlyIfJson": "definitions under a condition",
    "RowJson": "a row",
    "TextJson": "a text",
    "ValueJson": "a value",
}


@cache
def form_schema() -> Schema:
    """The schema of a file, with one entry in `$defs` for each sort of object.

    Raises nothing. The result is shared: callers copy what they change.
    """
    made = TypeAdapter(json_models.FileJson).json_schema()
    definitions: Schema = made.pop("$defs")
    definitions["FileJson"] = made
    for name, schema in definitions.items():
        schema["title"] = _TITLES[name]
        _tidy(schema)
    return definitions


def _tidy(schema: object) -> None:
    """Say of objects with free keys what their keys are in a way that errors can name."""
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
    for part in node.values():
        _tidy(part)


@cache
def validator_of(name: str) -> Validator:
    """A validator for one sort of object: a key of `form_schema()`, such as "DefinitionJson"."""
    from jsonschema import Draft202012Validator

    return Draft202012Validator({"$schema": DRAFT, "$ref": f"#/$defs/{name}", "$defs": form_schema()})
