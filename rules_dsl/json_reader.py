"""Reading JSON and keeping the place of every value.

The reader takes exactly what RFC 8259 allows and nothing more (no comments, no trailing commas, no `NaN`),
and refuses what readers of JSON disagree about: a key twice in one object, half of a surrogate pair.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, NoReturn, TypeAlias

from . import limits
from .diagnostics import Diagnostics
from .source import Source, Span

__all__ = [
    "JsonArray",
    "JsonConstant",
    "JsonMember",
    "JsonNumber",
    "JsonObject",
    "JsonText",
    "JsonValue",
    "Plain",
    "at_path",
    "member_at",
    "plain",
    "read_json",
    "what_it_is",
]

Plain: TypeAlias = "dict[str, Plain] | list[Plain] | str | int | float | bool | None"
"""JSON as plain Python data."""


@dataclass(frozen=True, slots=True, eq=False)
class JsonText:
    """A text in quotes: what it says, and where (the quotes belong to `span`)."""

    text: str
    span: Span
    offsets: tuple[int, ...] | None = None
    """Where each character of `text` begins in the source, and the end behind them; None: one for one."""

    def offset(self, index: int) -> int:
        """Where in the source the character `index` of `text` begins (its length: where it ends)."""
        index = max(0, min(index, len(self.text)))
        return self.span.start + 1 + index if self.offsets is None else self.offsets[index]

    def part(self, start: int, end: int) -> Span:
        """The place of the characters from `start` up to `end` of `text`."""
        return Span(self.span.source, self.offset(start), max(self.offset(start), self.offset(end)))


@dataclass(frozen=True, slots=True, eq=False)
class JsonNumber:
    """A number. `value` is an int if it is written without fraction and exponent."""

    value: int | float
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class JsonConstant:
    """`true`, `false` or `null`."""

    value: bool | None
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class JsonArray:
    """A list; `span` includes the brackets."""

    items: tuple[JsonValue, ...]
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class JsonMember:
    """A key of an object and its value."""

    key: JsonText
    value: JsonValue


@dataclass(frozen=True, slots=True, eq=False)
class JsonObject:
    """An object, its members in the order of the text; `span` includes the braces."""

    members: tuple[JsonMember, ...]
    span: Span

    def get(self, key: str) -> JsonValue | None:
        """The value of a key, or None."""
        return next((member.value for member in self.members if member.key.text == key), None)


JsonValue: TypeAlias = "JsonText | JsonNumber | JsonConstant | JsonArray | JsonObject"

Step: TypeAlias = "str | int"


def plain(value: JsonValue) -> Plain:
    """The value without its places."""
    if isinstance(value, JsonObject):
        return {member.key.text: plain(member.value) for member in value.members}
    if isinstance(value, JsonArray):
        return [plain(item) for item in value.items]
    if isinstance(value, JsonText):
        return value.text
    return value.value


def member_at(value: JsonValue, key: str) -> JsonMember | None:
    """The member of an object that has this key; None for other values."""
    if not isinstance(value, JsonObject):
        return None
    return next((member for member in value.members if member.key.text == key), None)


def at_path(value: JsonValue, path: Iterable[Step]) -> JsonValue:
    """The value that a path of keys and positions leads to, or the last one on the way that is there."""
    for step in path:
        if isinstance(step, int):
            if not isinstance(value, JsonArray) or step >= len(value.items):
                return value
            value = value.items[step]
        else:
            member = member_at(value, step)
            if member is None:
                return value
            value = member.value
    return value


def what_it_is(value: JsonValue) -> str:
    """A value in words: "a text", "a list"."""
    match value:
        case JsonText():
            return "a text"
        case JsonArray():
            return "a list"
        case JsonObject():
            return "an object"
        case JsonNumber():
            return "a whole number" if isinstance(value.value, int) else "a number with a fraction"
        case JsonConstant():
            return "null" if value.value is None else str(value.value).lower()


def read_json(source: Source, diagnostics: Diagnostics) -> JsonValue | None:
    """Read the one JSON value that a source holds.

    Reports CW1001 (not JSON) at the first place that does not fit, CW0006 (nested too deeply), CW0008 (number
    too large) and each CW1006 (a key twice). Returns None if there was an error other than CW1006; of a key
    that stands twice the first value counts.
    """
    scanner = _Scanner(source, diagnostics)
    try:
        return scanner.document()
    except _Stop:
        return None


class _Stop(Exception):
    """Reading cannot go on; the reason has been reported."""


_BLANK: Final = re.compile(r"[ \t\n\r]*")
_NUMBER: Final = re.compile(r"-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?")
_PLAIN_TEXT: Final = re.compile(r'[^"\\\x00-\x1f]*')
_SIMPLE_TEXT: Final = re.compile(r'"([^"\\\x00-\x1f]*)"')
_WORD: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_CONSTANTS: Final[dict[str, bool | None]] = {"true": True, "false": False, "null": None}
_ESCAPES: Final = {'"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_HEX: Final = re.compile(r"[0-9A-Fa-f]{4}")
_HELP: Final = {
    "True": "JSON writes `true`",
    "False": "JSON writes `false`",
    "None": "JSON writes `null`",
    "yes": "JSON writes `true`",
    "no": "JSON writes `false`",
    "none": "JSON writes `null`",
}


@dataclass(slots=True)
class _Scanner:
    source: Source
    diagnostics: Diagnostics
    at: int = 0
    text: str = field(init=False)

    def __post_init__(self) -> None:
        self.text = self.source.text

    def document(self) -> JsonValue:
        value = self.value(1)
        self.skip()
        if self.at < len(self.text):
            self.fail(
                "a file holds one value; this stands behind it", label="the value has ended before this"
            )
        return value

    def skip(self) -> None:
        found = _BLANK.match(self.text, self.at)
        assert found is not None
        self.at = found.end()

    def here(self) -> Span:
        """The character at hand, or the empty place at the end."""
        return Span(self.source, self.at, min(self.at + 1, len(self.text)))

    def fail(
        self,
        message: str,
        *,
        span: Span | None = None,
        label: str = "",
        help: str | None = None,
        code: str = "CW1001",
    ) -> NoReturn:
        """Report and stop."""
        self.diagnostics.error(code, span or self.here(), message, label=label, help=help)
        raise _Stop

    def value(self, depth: int) -> JsonValue:
        if depth > limits.NESTING:
            self.fail(f"this is nested more than {limits.NESTING} deep", code="CW0006")
        self.skip()
        char = self.text[self.at : self.at + 1]
        if char == "{":
            return self.object(depth)
        if char == "[":
            return self.array(depth)
        if char == '"':
            return self.string()
        if char == "-" or char.isdecimal():
            return self.number()
        return self.constant(char)

    def constant(self, char: str) -> JsonConstant:
        found = _WORD.match(self.text, self.at)
        word = found.group() if found else ""
        if word in _CONSTANTS:
            span = Span(self.source, self.at, self.at + len(word))
            self.at += len(word)
            return JsonConstant(_CONSTANTS[word], span)
        return self.no_value(word, char)

    def no_value(self, word: str, char: str) -> NoReturn:
        if word:
            span = Span(self.source, self.at, self.at + len(word))
            self.fail(
                f"`{word}` is no value of JSON",
                span=span,
                help=_HELP.get(word, f'a text stands in quotes: "{word}"'),
            )
        if not char:
            self.fail("a value is due here, and the file ends")
        if char in "'`“”":
            self.fail("this is no JSON", help='a text stands in straight double quotes: "…"')
        if char in "/#":
            self.fail("JSON has no comments", help="take it out, or put it into a `note`")
        self.fail(
            f"a value is due here, not `{char}`",
            help="take the comma before it out" if char in "]}" else None,
        )

    def object(self, depth: int) -> JsonObject:
        start = self.at
        self.at += 1
        members: dict[str, JsonMember] = {}
        self.skip()
        while not self.text.startswith("}", self.at):
            if not self.text.startswith('"', self.at):
                self.missing_key(start)
            key = self.string()
            self.skip()
            if not self.text.startswith(":", self.at):
                self.fail("a `:` is due here, between a key and its value")
            self.at += 1
            value = self.value(depth + 1)
            first = members.get(key.text)
            if first is None:
                members[key.text] = JsonMember(key, value)
            else:
                self.diagnostics.error(
                    "CW1006",
                    key.span,
                    f"the key `{key.text}` stands twice in this object",
                    related=[(first.key.span, "the first time")],
                    help="keep one of them",
                )
            self.separator("}", start, "object")
        self.at += 1
        return JsonObject(tuple(members.values()), Span(self.source, start, self.at))

    def missing_key(self, start: int) -> NoReturn:
        found = _WORD.match(self.text, self.at)
        if found:
            word = found.group()
            span = Span(self.source, self.at, found.end())
            self.fail("a key stands in quotes", span=span, help=f'write "{word}"')
        self.unclosed(start, "object")
        self.fail("a key in quotes is due here")

    def array(self, depth: int) -> JsonArray:
        start = self.at
        self.at += 1
        items: list[JsonValue] = []
        self.skip()
        while not self.text.startswith("]", self.at):
            self.unclosed(start, "list")
            items.append(self.value(depth + 1))
            self.separator("]", start, "list")
        self.at += 1
        return JsonArray(tuple(items), Span(self.source, start, self.at))

    def unclosed(self, start: int, what: str) -> None:
        if self.at >= len(self.text):
            self.fail(
                f"this {what} is not closed", span=Span(self.source, start, start + 1), label="opened here"
            )

    def separator(self, closer: str, start: int, what: str) -> None:
        """Read the comma behind a member, unless the closer stands there."""
        self.skip()
        if self.text.startswith(closer, self.at):
            return
        self.unclosed(start, what)
        if not self.text.startswith(",", self.at):
            self.fail(f"a `,` or `{closer}` is due here")
        comma = self.at
        self.at += 1
        self.skip()
        if self.text.startswith(closer, self.at):
            self.fail(
                "a comma stands only between two things",
                span=Span(self.source, comma, comma + 1),
                help="take this comma out",
            )

    def number(self) -> JsonNumber:
        found = _NUMBER.match(self.text, self.at)
        end = found.end() if found else self.at
        tail = re.compile(r"[0-9A-Za-z_.+-]*").match(self.text, end)
        assert tail is not None
        span = Span(self.source, self.at, tail.end())
        if found is None or tail.end() > end:
            zero = re.match(r"-?0[0-9]", span.text)
            advice = "JSON writes numbers without leading zeros" if zero else None
            if "_" in span.text:
                advice = "JSON does not group digits"
            self.fail(f"`{_short(span.text)}` is no number of JSON", span=span, help=advice)
        self.at = end
        if found.group(1) or found.group(2):
            value = float(found.group())
        elif len(found.group()) > 14 or abs(int(found.group())) > limits.MAGNITUDE:
            self.fail(
                f"this number is larger than {limits.MAGNITUDE:,}",
                span=span,
                label="too large",
                code="CW0008",
            )
        else:
            value = int(found.group())
        return JsonNumber(value, span)

    def string(self) -> JsonText:
        start = self.at
        whole = _SIMPLE_TEXT.match(self.text, start)
        if whole is not None:
            self.at = whole.end()
            return JsonText(whole.group(1), Span(self.source, start, self.at))
        at = start + 1
        chars: list[str] = []
        offsets: list[int] = []
        while True:
            found = _PLAIN_TEXT.match(self.text, at)
            assert found is not None
            chars.extend(found.group())
            offsets.extend(range(at, found.end()))
            at = found.end()
            char = self.text[at : at + 1]
            if char == '"':
                break
            if char != "\\":
                self.bad_text(start, at, char)
            value, end = self.escape(at)
            chars.append(value)
            offsets.append(at)
            at = end
        self.at = at + 1
        offsets.append(at)
        span = Span(self.source, start, self.at)
        return JsonText("".join(chars), span, tuple(offsets))

    def bad_text(self, start: int, at: int, char: str) -> NoReturn:
        if not char or char == "\n":
            self.fail(
                "this text is not closed on its line",
                span=Span(self.source, start, start + 1),
                label="opened here",
                help='close it with `"`; inside, a line end is written `\\n` and a quote `\\"`',
            )
        name = json.dumps(char)[1:-1]
        self.fail(
            "a control character cannot stand in a text",
            span=Span(self.source, at, at + 1),
            help=f"write `{name}`",
        )

    def escape(self, at: int) -> tuple[str, int]:
        """The character of the escape at `at`, and where it ends."""
        char = self.text[at + 1 : at + 2]
        if char in _ESCAPES and char:
            return _ESCAPES[char], at + 2
        if char != "u":
            span = Span(self.source, at, min(at + 2, len(self.text)))
            self.fail(f"`{span.text}` means nothing in JSON", span=span, help="a backslash is written `\\\\`")
        code = self.code_unit(at)
        if 0xDC00 <= code < 0xE000:
            self.lone(at, at + 6)
        if not 0xD800 <= code < 0xDC00:
            return chr(code), at + 6
        if not self.text.startswith("\\u", at + 6):
            self.lone(at, at + 6)
        low = self.code_unit(at + 6)
        if not 0xDC00 <= low < 0xE000:
            self.lone(at, at + 6)
        return chr(0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00)), at + 12

    def code_unit(self, at: int) -> int:
        found = _HEX.match(self.text, at + 2)
        if found is None:
            self.fail("four hexadecimal digits are due behind `\\u`", span=Span(self.source, at, at + 2))
        return int(found.group(), 16)

    def lone(self, start: int, end: int) -> NoReturn:
        self.fail("this is half of a surrogate pair and no character", span=Span(self.source, start, end))


def _short(text: str) -> str:
    return text if len(text) <= 30 else text[:29] + "…"
