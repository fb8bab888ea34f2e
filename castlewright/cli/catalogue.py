"""What the texts of a game declare: the names that a pack may use, bend, hear or stand beside."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from castlewright.compiler.english.sentences import Writer
    from castlewright.compiler.typed import ir

__all__ = ["SECTIONS", "Entry", "entries"]


@dataclass(frozen=True, slots=True)
class Entry:
    """A name: the form in which it is declared, the pack that declares it, what it says."""

    name: str
    form: str
    pack: str
    says: str = ""


def entries(section: str, writer: Writer) -> list[Entry]:
    """All names of a section, one of `SECTIONS`, in the order of the texts."""
    return list(SECTIONS[section](writer))


def _rules(writer: Writer) -> Iterator[Entry]:
    for rule in writer.program.rules.values():
        subject = next(
            (p.name for p in rule.params if rule.subject is not None and _is_local(rule.subject, p)), None
        )
        whose = "" if subject is None else f" for {subject}"
        form = f"{rule.name}{_params(rule.params) or '()'}{whose} -> {rule.result}"
        yield Entry(rule.name, form, rule.pack, _brief(writer.rule(rule)))


def _effects(writer: Writer) -> Iterator[Entry]:
    for effect in writer.program.effects.values():
        if effect.plays is None:
            form = f"{effect.name}{_params(effect.params) or '()'}"
            yield Entry(effect.name, form, effect.pack, _brief(writer.effect(effect)))


def _actions(writer: Writer) -> Iterator[Entry]:
    for action in writer.program.actions.values():
        when = "at any time" if action.turn is None else f"in {action.turn}"
        yield Entry(action.name, f"{action.name} {when}", action.pack, _brief(writer.action(action)))


def _flow(writer: Writer) -> Iterator[Entry]:
    flow = writer.program.flow
    for part in flow.parts if flow is not None else ():
        yield from _part(part, 0, writer)


def _part(part: ir.Stage | ir.Rounds | ir.Step | ir.Turns, depth: int, writer: Writer) -> Iterator[Entry]:
    word, path = type(part).__name__.lower(), part.path or part.name
    says = _brief(writer.body(getattr(part, "body", ())))
    yield Entry(path, f"{'  ' * depth}{word} {path}", part.pack, says)
    for inner in getattr(part, "parts", ()):
        yield from _part(inner, depth + 1, writer)


def _kinds(writer: Writer) -> Iterator[Entry]:
    for kind in writer.program.kinds.values():
        form = f"{kind.name}{' is value' if kind.is_value else ''}"
        yield Entry(
            kind.name, form, kind.pack, f"{len(kind.definitions)} of them" if kind.definitions else ""
        )
        for field in kind.fields.values():
            needed = "must be given" if field.required else ""
            typed = field.type if field.feature is None else f"sides of {field.feature.name}"
            yield Entry(field.name, f"  printed {field.name}: {typed}", field.pack, needed)
        for slot in kind.slots.values():
            result = "" if slot.result is None else f" -> {slot.result}"
            needed = "must be filled" if slot.default is None and slot.result is not None else ""
            yield Entry(slot.name, f"  slot {slot.name}{_params(slot.params)}{result}", slot.pack, needed)


def _zones(writer: Writer) -> Iterator[Entry]:
    program = writer.program
    for zone in (*program.zones.values(), *(z for k in program.kinds.values() for z in k.zones.values())):
        kinds = " or ".join(kind.name for kind in zone.kinds)
        form = f"{zone.name}{_holder(zone.holder)}: {zone.structure} of {kinds}"
        yield Entry(zone.name, form, zone.pack, _seen(zone.seen_by))


def _keeps(writer: Writer) -> Iterator[Entry]:
    program = writer.program
    for keep in (
        *program.keeps.values(),
        *(k for kind in program.kinds.values() for k in kind.keeps.values()),
    ):
        form = f"{keep.name}{_holder(keep.holder)}: {keep.type}"
        yield Entry(keep.name, form, keep.pack, _seen(keep.seen_by))


SECTIONS: dict[str, Callable[[Writer], Iterator[Entry]]] = {
    "kinds": _kinds,
    "rules": _rules,
    "effects": _effects,
    "actions": _actions,
    "flow": _flow,
    "zones": _zones,
    "keeps": _keeps,
}
"""What can be listed besides kinds, by the word for it."""


def _is_local(expression: ir.Expr, var: ir.Var) -> bool:
    return getattr(expression, "var", None) is var


def _params(params: tuple[ir.Var, ...]) -> str:
    return f"({', '.join(f'{p.name}: {p.type}' for p in params)})" if params else ""


def _holder(holder: str | ir.Kind | ir.Definition | None) -> str:
    return "" if holder is None else f" per {holder if isinstance(holder, str) else holder.name}"


def _seen(seen: ir.Seen) -> str:
    return "seen by those whom a rule names" if seen.expr is not None else f"seen by {seen.who}"


def _brief(text: str, most: int = 110) -> str:
    """The beginning of a text, cut between words."""
    return text if len(text) <= most else f"{text[:most].rsplit(' ', 1)[0]} …"
