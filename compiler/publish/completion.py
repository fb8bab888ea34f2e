"""Completion data: what an editor offers at each place, as plain data made from declarations.

The words come from the constructs, the names from a linked program. Every key is always there, so that the
data can be stored as JSON and read by an editor that knows nothing of Python.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final, TypedDict

from castlewright.compiler.publish.reference import TYPE_WORDS, words_of_the_language
from castlewright.compiler.typed import ir
from castlewright.compiler.typed.builtins import FACTS, QUESTIONS, Question
from castlewright.rules_dsl import nodes as n

__all__ = [
    "CompletionJson",
    "ConstructJson",
    "FieldJson",
    "KindJson",
    "MemberJson",
    "PlaceJson",
    "QuestionJson",
    "SignatureJson",
    "completion_data",
    "snippet",
]

VERSION: Final = 1
"""Raised when a key changes its meaning or goes."""


class ConstructJson(TypedDict):
    """A construct: `snippet` has numbered stops as editors know them, `${1:NAME}`."""

    word: str
    syntax: str
    summary: str
    snippet: str
    example: str


class FieldJson(TypedDict):
    """A printed field of a kind; `default` is the text of its default, or null."""

    name: str
    type: str
    required: bool
    default: str | None
    pack: str
    summary: str


class SignatureJson(TypedDict):
    """Something with parameters: a rule, an effect, a slot. `result` is null for what changes things."""

    name: str
    params: list[dict[str, str]]
    result: str | None
    required: bool
    pack: str
    snippet: str
    summary: str


class PlaceJson(TypedDict):
    """Something that keeps: a number or flag (`structure` null) or a zone; `holder` is null for the game."""

    name: str
    holder: str | None
    type: str
    structure: str | None
    pack: str
    summary: str


class MemberJson(TypedDict):
    """A definition."""

    name: str
    title: str | None
    pack: str


class KindJson(TypedDict):
    """A kind, with what may be written in its definitions, and the definitions there are."""

    plural: str
    is_value: bool
    pack: str
    summary: str
    fields: list[FieldJson]
    slots: list[SignatureJson]
    keeps: list[PlaceJson]
    zones: list[PlaceJson]
    members: list[MemberJson]
    snippet: str


class QuestionJson(TypedDict):
    """One reading of a built-in question; of a fact, `receiver` is the type of what is asked, else null."""

    name: str
    receiver: str | None
    params: list[str]
    result: str
    summary: str
    chance: bool


class CompletionJson(TypedDict):
    """Everything; `version` tells how to read it."""

    version: int
    game: str
    packs: list[str]
    areas: dict[str, list[ConstructJson]]
    reserved: list[str]
    words: list[str]
    types: dict[str, str]
    units: list[dict[str, str]]
    kinds: dict[str, KindJson]
    keeps: list[PlaceJson]
    zones: list[PlaceJson]
    rules: list[SignatureJson]
    effects: list[SignatureJson]
    actions: list[dict[str, str | None]]
    flow: list[str]
    options: list[dict[str, str | None]]
    questions: list[QuestionJson]
    facts: list[QuestionJson]


def completion_data(program: ir.Program) -> CompletionJson:
    """What can be completed in texts of the packs of a linked program, as JSON data."""
    reserved, words = words_of_the_language()
    return {
        "version": VERSION,
        "game": program.game,
        "packs": [pack.name for pack in program.packs],
        "areas": _areas(),
        "reserved": reserved,
        "words": words,
        "types": dict(TYPE_WORDS),
        "units": [
            {"singular": unit.singular, "plural": unit.name, "pack": unit.pack}
            for unit in program.units.values()
        ],
        "kinds": {kind.name: _kind(kind) for kind in program.kinds.values()},
        "keeps": [_keep(keep) for keep in program.keeps.values()],
        "zones": [_zone(zone) for zone in program.zones.values()],
        "rules": [_rule(rule) for rule in program.rules.values()],
        "effects": [_effect(effect) for effect in program.effects.values()],
        "actions": [
            {"name": action.name, "title": action.title, "turn": action.turn, "pack": action.pack}
            for action in program.actions.values()
        ],
        "flow": [] if program.flow is None else list(_paths(program.flow.parts)),
        "options": [
            {"name": option.name, "type": str(option.type), "title": option.title, "pack": option.pack}
            for option in program.options.values()
        ],
        "questions": list(_questions(QUESTIONS, facts=False)),
        "facts": list(_questions(FACTS, facts=True)),
    }


# ------------------------------------------------------------------------------------------------ constructs


def _areas() -> dict[str, list[ConstructJson]]:
    areas: dict[str, list[ConstructJson]] = {}
    for told in n.CONSTRUCTS.values():
        areas.setdefault(told.area, []).append(
            {
                "word": told.word,
                "syntax": told.syntax,
                "summary": told.summary,
                "snippet": snippet(told.syntax),
                "example": told.example,
            }
        )
    return areas


_WORDS: Final = re.compile(r"(\w+)(?:\|\w+)+")
_MORE: Final = re.compile(r"(?<=\bA), B\b|[,;] …|(?<=[A-Z]) …(?= \}|$)")
"""What only says that there may be more of the same."""
_HOLE: Final = re.compile(r"\b[A-Z][A-Z_]*\b|…|\bTitle\b")


def snippet(syntax: str) -> str:
    """A snippet of the first form of a syntax.

    Parts that may be left out are left out; what is to be filled in becomes a numbered stop.
    """
    form = _WORDS.sub(r"\1", _MORE.sub("", _without_options(syntax)))
    count = 0

    def stop(found: re.Match[str]) -> str:
        nonlocal count
        count += 1
        return f"${{{count}}}" if found.group() == "…" else f"${{{count}:{found.group()}}}"

    return " ".join(_HOLE.sub(stop, form.replace("}", "\\}")).split())


def _without_options(syntax: str) -> str:
    """The first form of a syntax, without the parts in brackets that may be left out."""
    out: list[str] = []
    at = 0
    while at < len(syntax) and not syntax.startswith(" | ", at):
        char = syntax[at]
        if char != "[":
            out.append(char)
            at += 1
            continue
        end = _closing(syntax, at)
        # Brackets that are written stand at the beginning of a form or right behind a name: `NAME[X]`.
        if (end - at > 2 and at == 0) or (at > 0 and syntax[at - 1].isalpha() and "(" not in syntax[at:end]):
            out.append(syntax[at : end + 1])
        at = end + 1
    return "".join(out).replace("  ", " ").replace(" :", ":")


def _closing(text: str, start: int) -> int:
    """Where the bracket that opens at `start` closes."""
    depth = 0
    for at in range(start, len(text)):
        depth += {"[": 1, "]": -1}.get(text[at], 0)
        if depth == 0:
            return at
    return len(text)


# ----------------------------------------------------------------------------------------------- declarations


def _kind(kind: ir.Kind) -> KindJson:
    needed = [field.name for field in kind.fields.values() if field.required]
    stops = "".join(f"\n  {name}: ${{{at}}}" for at, name in enumerate(needed, 3))
    return {
        "plural": kind.plural,
        "is_value": kind.is_value,
        "pack": kind.pack,
        "summary": _summary(kind.texts),
        "fields": [_field(field) for field in kind.fields.values()],
        "slots": [_slot(slot) for slot in kind.slots.values()],
        "keeps": [_keep(keep) for keep in kind.keeps.values()],
        "zones": [_zone(zone) for zone in kind.zones.values()],
        "members": [{"name": d.name, "title": d.title, "pack": d.pack} for d in kind.definitions],
        "snippet": f'{kind.name} ${{1:name}} "${{2:Title}}" {{{stops}\n  $0\n\\}}',
    }


def _field(field: ir.Field) -> FieldJson:
    return {
        "name": field.name,
        "type": str(field.type),
        "required": field.required,
        "default": None if field.default_span.is_none else field.default_span.text,
        "pack": field.pack,
        "summary": _summary(field.texts),
    }


def _params(params: Iterable[ir.Var]) -> list[dict[str, str]]:
    return [{"name": param.name, "type": str(param.type)} for param in params]


def _stops(params: Iterable[ir.Var]) -> str:
    return ", ".join(f"${{{at}:{param.name}}}" for at, param in enumerate(params, 1))


def _slot(slot: ir.Slot) -> SignatureJson:
    head = f"{slot.name}({', '.join(param.name for param in slot.params)})"
    return {
        "name": slot.name,
        "params": _params(slot.params),
        "result": None if slot.result is None else str(slot.result),
        "required": slot.default is None,
        "pack": slot.pack,
        "snippet": f"{head} = $0" if slot.result is not None else f"{head} {{\n  $0\n\\}}",
        "summary": _summary(slot.texts),
    }


def _rule(rule: ir.Rule) -> SignatureJson:
    return {
        "name": rule.name,
        "params": _params(rule.params),
        "result": str(rule.result),
        "required": False,
        "pack": rule.pack,
        "snippet": f"{rule.name}({_stops(rule.params)})" if rule.params else rule.name,
        "summary": _summary(rule.texts),
    }


def _effect(effect: ir.Effect) -> SignatureJson:
    return {
        "name": effect.name,
        "params": _params(effect.params),
        "result": None,
        "required": False,
        "pack": effect.pack,
        "snippet": f"do {effect.name}({_stops(effect.params)})",
        "summary": _summary(effect.texts),
    }


def _holder(holder: str | ir.Kind | ir.Definition | None) -> str | None:
    return holder if holder is None or isinstance(holder, str) else holder.name


def _keep(keep: ir.Keep) -> PlaceJson:
    return {
        "name": keep.name,
        "holder": _holder(keep.holder),
        "type": str(keep.type),
        "structure": None,
        "pack": keep.pack,
        "summary": _summary(keep.texts),
    }


def _zone(zone: ir.Zone) -> PlaceJson:
    return {
        "name": zone.name,
        "holder": _holder(zone.holder),
        "type": " or ".join(kind.name for kind in zone.kinds),
        "structure": zone.structure,
        "pack": zone.pack,
        "summary": _summary(zone.texts),
    }


def _paths(parts: Iterable[ir.Stage | ir.Rounds | ir.Turns | ir.Step]) -> Iterable[str]:
    for part in parts:
        yield part.path
        if isinstance(part, ir.Stage | ir.Rounds):
            yield from _paths(part.parts)


def _questions(table: Mapping[str, tuple[Question, ...]], *, facts: bool) -> Iterable[QuestionJson]:
    for name, readings in table.items():
        for reading in readings:
            params = [str(param) for param in reading.params]
            yield {
                "name": name,
                "receiver": params[0] if facts else None,
                "params": params[1:] if facts else params,
                "result": str(reading.result),
                "summary": reading.summary,
                "chance": reading.chance,
            }


def _summary(texts: ir.Texts) -> str:
    """What an editor shows beside a name: its phrase, its notes."""
    return " ".join([*([texts.reads] if texts.reads else []), *texts.notes])
