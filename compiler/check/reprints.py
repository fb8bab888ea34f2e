"""Changes of what definitions print: `change dinghy.copies by 2`, worked out when the packs are linked.

A printed value is the same for everybody and all game long, so such a change holds from the start or not at
all; which packs and options it depends on is said by `only if`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from castlewright.compiler.check import definitions
from castlewright.compiler.check.expressions import check_as
from castlewright.compiler.check.scope import Scope
from castlewright.compiler.check.symbols import Symbols
from castlewright.compiler.typed import ir
from castlewright.compiler.typed.types import NUMBER, YESNO, Unit, narrowed
from castlewright.rules_dsl import nodes as n
from castlewright.rules_dsl.diagnostics import Diagnostics
from castlewright.rules_dsl.names import did_you_mean

ChangeText = tuple[n.Change, str, ir.Definition | None, n.Expr | None]
"""A change, its pack, the piece it stands on, and what depends on the number of players."""

NUMERIC: dict[str, Callable[[int, int], int]] = {
    "by": lambda old, new: old + new,
    "at least": max,
    "at most": min,
}
ANSWERS = {"allow": True, "forbid": False}


@dataclass(slots=True)
class Reprint:
    """One change of one printed field."""

    definition: ir.Definition
    field: ir.Field
    node: n.Change
    scope: Scope


def names_print(symbols: Symbols, path: n.Path) -> bool:
    """Does a change with this target speak of something printed: `DEFINITION.FIELD`?"""
    return (
        len(path.parts) == 2
        and path.parts[0].text in symbols.definitions
        and path.text not in symbols.program.rules
        and path.text not in symbols.needs
    )


class Reprints:
    """The changes of printed fields in a set of packs. Reports CW0505, CW0522, CW0602, CW0604, CW0605."""

    def __init__(self, symbols: Symbols, diagnostics: Diagnostics, changes: Iterable[ChangeText]) -> None:
        self.diagnostics = diagnostics
        self.found: list[Reprint] = []
        for node, pack, holder, guard in changes:
            if names_print(symbols, node.target):
                reprint = self._read(symbols, node, pack)
                if reprint is not None and self._lasts(node, holder, guard):
                    self.found.append(reprint)

    def _read(self, symbols: Symbols, node: n.Change, pack: str) -> Reprint | None:
        named, wanted = node.target.parts
        scope = definitions.scope_in(symbols, self.diagnostics, pack)
        candidates = symbols.definitions[named.text]
        for definition in candidates:
            field = definition.kind.fields.get(wanted.text)
            if field is None:
                continue
            scope.uses(definition, named.span)
            if any(field.name in face.values for face in definition.faces):
                self.diagnostics.error(
                    "CW0604",
                    wanted.span,
                    f"each face of `{definition.name}` prints a `{field.name}` of its own",
                    related=[(definition.span, "the definition")],
                )
                return None
            return Reprint(definition, field, node, scope)
        known = {name for one in candidates for name in one.kind.fields}
        self.diagnostics.error(
            "CW0604",
            wanted.span,
            f"`{named.text}` prints no `{wanted.text}`",
            help=did_you_mean(wanted.text, known),
            related=[(one.span, "the definition") for one in candidates[:1]],
        )
        return None

    def _lasts(self, node: n.Change, holder: ir.Definition | None, guard: n.Expr | None) -> bool:
        """Does it hold all game long, for everybody?"""
        at = (
            guard or node.condition or node.subject or node.until or (node if holder or node.params else None)
        )
        if at is None:
            return True
        self.diagnostics.error(
            "CW0505",
            at.span,
            "what is printed stays the same all game long, for everybody",
            help="let `only if` say with which packs and options it changes, or change a rule",
        )
        return False

    def write(self) -> None:
        """Carry out those of values that definitions give themselves, before defaults are worked out."""
        self._carry_out(lambda one: one.node.verb == "to" or one.field.name in one.definition.values)

    def write_defaults(self) -> None:
        """Carry out those of values that come from defaults, which are known now."""
        self._carry_out(lambda one: True)

    def _carry_out(self, due: Callable[[Reprint], bool]) -> None:
        now = [one for one in self.found if due(one)]
        self.found = [one for one in self.found if one not in now]
        for one in self._winners([one for one in now if one.node.verb == "to"]):
            self._replace(one)
        for one in now:
            if one.node.verb != "to":
                self._bend(one)
        for one in now:
            self._check_copies(one)

    def _winners(self, replacing: list[Reprint]) -> list[Reprint]:
        """Of several new values for one field the one that is over the others."""
        winners: dict[tuple[str, str], Reprint] = {}
        for one in replacing:
            key = one.definition.name, one.field.name
            other = winners.get(key)
            if other is None or _over(one) == other.scope.pack:
                winners[key] = one
            elif _over(other) != one.scope.pack:
                self.diagnostics.error(
                    "CW0602",
                    one.node.span,
                    f"two texts give `{'.'.join(key)}` a new value, and both hold",
                    related=[(other.node.span, "the other one")],
                    help=f"say `over {other.scope.pack}` in the one that wins",
                )
        return list(winners.values())

    def _replace(self, one: Reprint) -> None:
        assert one.node.value is not None
        values = one.node.value.items if isinstance(one.node.value, n.SetExpr) else (one.node.value,)
        one.definition.values[one.field.name] = definitions.field_value(
            one.scope, one.field, values, one.node
        )
        one.definition.written.add(one.field.name)
        definitions.note_sides(one.scope, one.definition, None, one.field, values)

    def _bend(self, one: Reprint) -> None:
        verb, type = one.node.verb, narrowed(one.field.type)
        answers = verb in ANSWERS
        if type != YESNO if answers else type != NUMBER and not isinstance(type, Unit):
            kinds = "yes/no fields" if answers else "numbers and amounts"
            self.diagnostics.error(
                "CW0605",
                one.node.span,
                f"`{verb}` bends {kinds}; `{one.field.name}` is {one.field.type}",
                related=[(one.field.span, "declared here")],
            )
        elif answers:
            one.definition.values[one.field.name] = ANSWERS[verb]
        else:
            assert one.node.value is not None
            made = definitions.constant(
                one.scope, check_as(one.scope, one.node.value, type, f"`{one.field.name}`")
            )
            old = one.definition.values.get(one.field.name)
            if isinstance(made, int) and isinstance(old, int):
                one.definition.values[one.field.name] = NUMERIC[verb](old, made)

    def _check_copies(self, one: Reprint) -> None:
        value = one.definition.values.get(one.field.name)
        is_copies = one.field.name == definitions.COPIES and not one.definition.kind.is_value
        if not is_copies or not isinstance(value, int):
            return
        if 1 <= value <= definitions.MOST_COPIES:
            one.definition.copies = value
            return
        self.diagnostics.error(
            "CW0522",
            one.node.span,
            f"a piece has from 1 to {definitions.MOST_COPIES:,} copies, not {value:,}",
        )


def _over(one: Reprint) -> str | None:
    return None if one.node.over is None else one.node.over.text
