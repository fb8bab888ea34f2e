"""What a JSON Schema says about a value, as findings at the place in the file.

The schemas carry a `title` wherever a value can be wrong: it says in words what is due there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, Protocol, cast

from .diagnostics import Diagnostics
from .json_reader import JsonObject, JsonText, JsonValue, Plain, at_path, member_at, plain, what_it_is
from .names import did_you_mean, nearest
from .source import Span

if TYPE_CHECKING:
    from jsonschema import ValidationError

__all__ = ["HELP", "MISSING", "Validator", "report_errors"]

MISSING: Final = "x-missing"
"""Beside a `required` or `not` of a schema: in words, what is missing where it fails."""
HELP: Final = "x-help"
"""What to do about a value that a schema refuses."""


class Validator(Protocol):
    """A compiled schema, as `jsonschema` makes them."""

    def iter_errors(self, instance: Any) -> Iterable[ValidationError]:
        """The errors of a value."""
        ...


def report_errors(value: JsonValue, validator: Validator, diagnostics: Diagnostics) -> list[Span]:
    """Check a value against a schema. Reports CW1002, CW1003, CW1004; returns the places of the errors."""
    places: list[Span] = []
    missing: dict[Span, list[str]] = {}
    seen: set[tuple[object, ...]] = set()
    for error in validator.iter_errors(plain(value)):
        for leaf in _leaves(error):
            place = tuple(leaf.absolute_path)
            key = (place, leaf.validator, id(leaf.schema))
            if leaf.validator in ("required", "additionalProperties") and key in seen:
                continue  # told together with the first one of this object
            seen.add(key)
            found = at_path(value, place)
            absent = _absent(found, leaf)
            if absent is None:
                places += _report(found, leaf, diagnostics)
            elif absent:
                missing.setdefault(_named(value, place) or _opening(found), []).extend(absent)
    for span, names in missing.items():
        words = f"the key {names[0]} is" if len(names) == 1 else f"the keys {', '.join(names)} are"
        diagnostics.error("CW1003", span, f"{words} missing in this object")
    return [*places, *missing]


def _named(value: JsonValue, path: Sequence[str | int]) -> Span | None:
    """The name of the innermost thing around a place that has one."""
    found: Span | None = None
    for length in range(len(path) + 1):
        member = member_at(at_path(value, path[:length]), "name")
        if member is not None and isinstance(member.value, JsonText):
            found = member.value.span
    return found


def _leaves(error: ValidationError) -> Iterator[ValidationError]:
    """The errors that say something: of alternatives, those of the one that was meant."""
    if error.validator != "anyOf" or not error.context:
        yield error
        return
    branches: dict[int, list[ValidationError]] = {}
    for inner in cast("Sequence[ValidationError]", error.context):
        branches.setdefault(cast(int, inner.relative_schema_path[0]), []).append(inner)
    meant = [branch for branch in branches.values() if not any(_rules_out(inner) for inner in branch)]
    if len(meant) != 1:
        yield error
        return
    for inner in meant[0]:
        yield from _leaves(inner)


def _rules_out(error: ValidationError) -> bool:
    """Does this error of an alternative say that another one was meant?"""
    if error.relative_path:
        return False
    return error.validator in ("type", "required", "const", "enum")


def _report(value: JsonValue, error: ValidationError, diagnostics: Diagnostics) -> list[Span]:
    schema = cast("Mapping[str, Any]", error.schema)
    match error.validator:
        case "additionalProperties" | "unevaluatedProperties":
            return list(_unknown_keys(value, schema, diagnostics))
        case _ if isinstance(value, JsonObject) and isinstance(error.instance, str):
            return [_bad_key(value, error.instance, schema, diagnostics)]
        case _:
            return [_wrong(value, error, schema, diagnostics)]


def _unknown_keys(value: JsonValue, schema: Mapping[str, Any], diagnostics: Diagnostics) -> Iterator[Span]:
    known = cast("Mapping[str, Any]", schema.get("properties", {}))
    for member in value.members if isinstance(value, JsonObject) else ():
        name = member.key.text
        if name in known:
            continue
        names = ", ".join(f"`{key}`" for key in known)
        diagnostics.error(
            "CW1002",
            member.key.span,
            f"there is no key `{name}` here",
            help=did_you_mean(name, known) or (f"the keys are {names}" if names else None),
        )
        yield member.key.span


def _absent(value: JsonValue, error: ValidationError) -> list[str] | None:
    """The missing keys, in words, but for those that seem to be there with a slip; None for other errors."""
    schema = cast("Mapping[str, Any]", error.schema)
    if error.validator == "not" and MISSING in schema:
        return [str(schema[MISSING])]
    if error.validator != "required":
        return None
    keys = {member.key.text for member in value.members} if isinstance(value, JsonObject) else set[str]()
    slips = keys - cast("Mapping[str, Any]", schema.get("properties", {})).keys()
    if schema.get("additionalProperties") is not False:
        slips = set[str]()
    missing = [name for name in cast("Sequence[str]", error.validator_value) if name not in keys]
    missing = [name for name in missing if not any(name in nearest(slip, missing) for slip in slips)]
    if missing and MISSING in schema:
        return [str(schema[MISSING])]
    return [f"`{name}`" for name in missing]


def _opening(value: JsonValue) -> Span:
    span = value.span
    return Span(span.source, span.start, min(span.start + 1, span.end))


def _bad_key(value: JsonObject, key: str, schema: Mapping[str, Any], diagnostics: Diagnostics) -> Span:
    member = member_at(value, key)
    span = value.span if member is None else member.key.span
    diagnostics.error("CW1004", span, f"`{key}` is not {schema.get('title', 'a key of this object')}")
    return span


def _wrong(
    value: JsonValue, error: ValidationError, schema: Mapping[str, Any], diagnostics: Diagnostics
) -> Span:
    due = _due(schema, cast(Plain, error.validator_value), str(error.validator))
    if error.validator in ("minItems", "minLength", "minProperties"):
        message = f"{due} is due here, and this is empty"
    elif isinstance(value, JsonText) and error.validator in ("pattern", "enum", "const", "anyOf"):
        message = f'"{value.text}" is not {due}'
    else:
        message = f"{due} is due here, not {what_it_is(value)}"
    known = [word for word in cast("Sequence[object]", schema.get("examples", ())) if isinstance(word, str)]
    near = did_you_mean(value.text, known) if isinstance(value, JsonText) else None
    diagnostics.error("CW1004", value.span, message, help=near or cast("str | None", schema.get(HELP)))
    return value.span


def _due(schema: Mapping[str, Any], wanted: Plain, validator: str) -> str:
    if "title" in schema:
        return str(schema["title"])
    if validator == "type":
        types = wanted if isinstance(wanted, list) else [wanted]
        return " or ".join(_TYPES.get(str(name), str(name)) for name in types)
    return "another value"


_TYPES = {
    "object": "an object",
    "array": "a list",
    "string": "a text",
    "integer": "a whole number",
    "boolean": "true or false",
    "null": "null",
}
