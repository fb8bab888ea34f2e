"""The JSON form of definitions: what each object may hold.

These classes are the declaration of the form. They are plain dictionaries to Python (an app can build them
and have its type checker look), Pydantic reads them, and the published JSON Schemas are made from them;
`json_form` and `json_write` turn them into the syntax tree and back.

A text of the language stands in a JSON text wherever the rules text would have an expression or a whole item:
in `slots`, `keeps`, `zones`, `changes`, `hooks`, `actions`, `only_if` and `expression`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final, Literal, NotRequired, Required, TypeAlias

from pydantic import ConfigDict, Field
from typing_extensions import TypeAliasType, TypedDict

from .json_errors import HELP

__all__ = [
    "AMOUNT",
    "EDGES",
    "NAME",
    "NUMBER",
    "VERSION",
    "AmountJson",
    "DefinitionJson",
    "DrawingJson",
    "ExpressionJson",
    "FaceJson",
    "FileJson",
    "FoundJson",
    "ItemJson",
    "ListJson",
    "OnlyIfJson",
    "RowJson",
    "ShapedJson",
    "StandingJson",
    "TextJson",
    "TextsJson",
    "ValueJson",
]

VERSION: Final = 1
"""The version of the form that `{"version": …, "items": […]}` names."""

NAME: Final = r"[a-z][a-z0-9_]*"
"""A name, as a regular expression that JSON Schema understands too."""
NUMBER: Final = r"[0-9][0-9_]*"
AMOUNT: Final = f"-?{NUMBER} {NAME}"
EDGES: Final = ("top", "right", "bottom", "left")
SIDE: Final = f"({'|'.join(EDGES)}) {NUMBER}( to {NUMBER})?"
LIMIT: Final = f" (once per {NAME}|at most {NUMBER} times per {NAME})"
SLOT: Final = rf"{NAME} ?\(({NAME}(, ?{NAME})*)?\)({LIMIT})?"

_CLOSED: Final = ConfigDict(extra="forbid")

Name: TypeAlias = Annotated[
    str, Field(title="a name", pattern=f"^{NAME}$", description="Lower-case letters, digits and `_`.")
]
Title: TypeAlias = Annotated[str, Field(title="a title", description="The name that people read.")]
Citation: TypeAlias = Annotated[
    str,
    Field(
        title="the id of a source", pattern="^[A-Z][A-Z0-9]*(-[A-Z0-9]+)+$", description="Such as `ABC-07`."
    ),
]
Language: TypeAlias = Annotated[
    str, Field(title="a text of the language", min_length=1, description="A text of the language.")
]


class FoundJson(TypedDict):
    """A fact that stands in a public source."""

    __pydantic_config__ = _CLOSED  # type: ignore[misc]

    found: Annotated[str, Field(title="the name of a source", description="Which source.")]


StandingJson: TypeAlias = Annotated[
    Literal["house", "attested"] | FoundJson,
    Field(title='"house", "attested" or {"found": "…"}'),
]


class TextsJson(TypedDict, total=False):
    """Where a thing comes from, and words for the rulebook."""

    cites: Annotated[
        list[Citation],
        Field(title="a list of ids", min_length=1, description="Entries of a source that say so."),
    ]
    standing: Annotated[
        StandingJson | list[StandingJson],
        Field(
            title='"house", "attested" or {"found": "…"}',
            description="How sure it is: made in the house, attested by a rulebook, found in a source.",
        ),
    ]
    notes: Annotated[list[str], Field(title="a list of texts", min_length=1, description="Clarifications.")]
    prose: Annotated[list[str], Field(title="a list of texts", min_length=1, description="Longer texts.")]
    reads: Annotated[
        str | list[str],
        Field(title="a text or a list of texts", description="The phrase by which sentences speak of this."),
    ]
    icon: Annotated[
        str | list[str],
        Field(title="a text", description="The icon that stands for it, and its colour."),
    ]


class AmountJson(TypedDict):
    """A number of a unit: the same as the text "3 units"."""

    __pydantic_config__ = _CLOSED  # type: ignore[misc]

    amount: Annotated[int, Field(title="a whole number")]
    unit: Name


class TextJson(TypedDict):
    """A text, as `"…"` in the language."""

    __pydantic_config__ = _CLOSED  # type: ignore[misc]

    text: Annotated[str, Field(title="a text")]


class DrawingJson(TypedDict):
    """A drawing, one text a row."""

    __pydantic_config__ = _CLOSED  # type: ignore[misc]

    drawing: Annotated[
        list[Annotated[str, Field(title="a row of a drawing")]], Field(title="a list of rows", min_length=1)
    ]


class ExpressionJson(TypedDict):
    """Any other value: an expression of the language."""

    __pydantic_config__ = _CLOSED  # type: ignore[misc]

    expression: Language


ValueWord: TypeAlias = Annotated[
    str,
    Field(
        title="a name, an amount or a side",
        pattern=rf"^({NAME}(\.{NAME})*|{AMOUNT}|{SIDE})$",
        description='A name, an amount such as "3 units", or a side of a drawing such as "top 2".',
        json_schema_extra={HELP: 'write a text as {"text": "…"}, anything else as {"expression": "…"}'},
    ),
]

ShapedJson: TypeAlias = AmountJson | TextJson | DrawingJson | ExpressionJson

if TYPE_CHECKING:
    ValueJson: TypeAlias = "ValueWord | int | bool | ShapedJson | list[ValueJson] | None"
else:  # an alias that speaks of itself: Pydantic wants it as an object
    ValueJson = TypeAliasType("ValueJson", ValueWord | int | bool | ShapedJson | list["ValueJson"] | None)


class FaceJson(TextsJson):
    """One of several sides: its fields stand in for those of the definition."""

    __pydantic_config__ = _CLOSED  # type: ignore[misc]

    title: NotRequired[Title]
    fields: NotRequired[Annotated[dict[Name, ValueJson], Field(title="an object of fields")]]


class DefinitionJson(TextsJson):
    """One thing of a declared kind."""

    __pydantic_config__ = _CLOSED  # type: ignore[misc]

    kind: Required[Annotated[Name, Field(description="The kind it is of; it says which schema holds.")]]
    name: Required[Annotated[Name, Field(description="The name by which texts speak of it.")]]
    title: NotRequired[Title]
    fields: NotRequired[
        Annotated[
            dict[Name, ValueJson],
            Field(title="an object of fields", description="Values of the kind's printed fields."),
        ]
    ]
    faces: NotRequired[
        Annotated[
            dict[Name, FaceJson],
            Field(title="an object of faces", description="The sides of it, if there are several."),
        ]
    ]
    slots: NotRequired[
        Annotated[
            dict[
                Annotated[
                    str, Field(title="a slot with its parameters, such as `worth(p)`", pattern=f"^{SLOT}$")
                ],
                Language,
            ],
            Field(
                title="an object of slots",
                description="What it puts into the kind's slots: an expression, or statements in braces.",
            ),
        ]
    ]
    keeps: NotRequired[
        Annotated[list[Language], Field(title="a list of texts", description="What it remembers: `keeps …`.")]
    ]
    zones: NotRequired[
        Annotated[
            list[Language], Field(title="a list of texts", description="Places for pieces on it: `zone …`.")
        ]
    ]
    changes: NotRequired[
        Annotated[
            list[Language],
            Field(
                title="a list of texts",
                description="How it bends rules: `change …`, `allow …`, `forbid …`.",
            ),
        ]
    ]
    hooks: NotRequired[
        Annotated[
            list[Language],
            Field(
                title="a list of texts",
                description="What it does when something happens: `before …`, `after …`, `instead of …`.",
            ),
        ]
    ]
    actions: NotRequired[
        Annotated[list[Language], Field(title="a list of texts", description="What it offers: `action …`.")]
    ]


class RowJson(TextsJson):
    """A definition as a row of a table."""

    __pydantic_config__ = _CLOSED  # type: ignore[misc]

    name: Required[Name]
    title: NotRequired[Title]
    values: Required[
        Annotated[
            list[ValueJson],
            Field(title="a list of values", min_length=1, description="One value a column, in their order."),
        ]
    ]


class ListJson(TextsJson):
    """Definitions of one kind as a table."""

    __pydantic_config__ = _CLOSED  # type: ignore[misc]

    list_of: Required[Annotated[Name, Field(description="The kind of all of them.")]]
    columns: Required[
        Annotated[
            list[Name], Field(title="a list of names", min_length=1, description="Printed fields of it.")
        ]
    ]
    rows: Required[Annotated[list[RowJson], Field(title="a list of rows", min_length=1)]]


class OnlyIfJson(TypedDict):
    """Definitions that exist only with some options, packs or numbers of players."""

    __pydantic_config__ = _CLOSED  # type: ignore[misc]

    only_if: Required[Language]
    items: Required[Annotated[list[ItemJson], Field(title="a list of definitions")]]


ItemJson: TypeAlias = DefinitionJson | ListJson | OnlyIfJson


class FileJson(TypedDict):
    """A file. A single definition, or a list of them, is a file too."""

    __pydantic_config__ = _CLOSED  # type: ignore[misc]

    version: Required[Annotated[Literal[1], Field(title="the version of the form")]]
    items: Required[Annotated[list[ItemJson], Field(title="a list of definitions")]]
