"""CW10: definitions in JSON form."""

from __future__ import annotations

from .page import page

PAGES = (
    page(
        "CW1001",
        "not JSON",
        "The file cannot be read as JSON. The marked place is the first that does not fit.",
        '{ "kind": "boat", "name": "skiff", }',
        '{ "kind": "boat", "name": "skiff" }',
        form="json",
    ),
    page(
        "CW1002",
        "unknown key in JSON",
        "This object has no such key, so nothing would read it.",
        '{ "kind": "boat", "name": "skiff", "titel": "Skiff" }',
        '{ "kind": "boat", "name": "skiff", "title": "Skiff" }',
        form="json",
    ),
    page(
        "CW1003",
        "key missing in JSON",
        "A key that this object must have is missing.",
        '{ "kind": "boat", "title": "Skiff" }',
        '{ "kind": "boat", "name": "skiff", "title": "Skiff" }',
        form="json",
    ),
    page(
        "CW1004",
        "wrong value in JSON",
        "The value is not one that the schema of this kind allows here.",
        '{ "kind": "boat", "name": 7 }',
        '{ "kind": "boat", "name": "skiff" }',
        form="json",
    ),
    page(
        "CW1005",
        "unknown sort of definition in JSON",
        "The value of `kind` says which schema the object must fit, and no kind is called so.",
        '{ "kind": "baot", "name": "skiff" }',
        '{ "kind": "boat", "name": "skiff" }',
        form="json",
    ),
    page(
        "CW1006",
        "key twice in JSON",
        "The same key stands twice in one object; readers of JSON disagree about which one counts.",
        '{ "kind": "boat", "name": "skiff", "name": "barque" }',
        '{ "kind": "boat", "name": "skiff" }',
        form="json",
    ),
    page(
        "CW1007",
        "JSON of a newer version",
        "The file was written for a later version of the JSON form than this program knows.",
        '{ "version": 99, "items": [] }',
        '{ "version": 1, "items": [] }',
        form="json",
    ),
)
