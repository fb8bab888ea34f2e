"""Who sees what: what a text that changes `may_see.NAME` needs to become an ordinary change of a rule.

`may_see.NAME(viewer)` is a question about a keep or zone and its holder, which a text does not write: `for p`
compares with the player to whom the holder belongs. Views ask it for every viewer.
"""

from __future__ import annotations

from collections.abc import Iterable

from castlewright.compiler.typed import ir
from castlewright.compiler.typed.types import PLAYER, YESNO, Many, Piece, Type, or_none

MAY_SEE = "may_see"

Place = ir.Keep | ir.Zone


def places_named(program: ir.Program, name: str) -> list[Place]:
    """The keeps and zones of which `may_see.NAME` can speak: those of kinds and definitions too."""
    holders = [program, *program.kinds.values()]
    holders += [one for kind in program.kinds.values() for one in kind.definitions]
    found: dict[int, Place] = {}
    for holder in holders:
        for place in (holder.keeps.get(name), holder.zones.get(name)):
            if place is not None:
                found[id(place)] = place
    return list(found.values())


def is_visibility(rule: ir.Rule) -> bool:
    """Is this the question who sees something?"""
    return rule.name.startswith(f"{MAY_SEE}.")


def question_of(place: Place) -> ir.Rule:
    """`may_see.NAME(viewer)` as a rule to be changed; it is `for` the owner where the place can have one."""
    viewer = ir.Var("viewer", PLAYER, "param")
    everyone = ir.Lit(True, type=YESNO, span=place.span)
    full = f"{MAY_SEE}.{place.name}"
    rule = ir.Rule(full, place.pack, (viewer,), result=YESNO, value=everyone, span=place.span)
    holder = _holder_of(place)
    if holder is not None:
        rule.subject = _owner(place, holder)
    return rule


def weave_viewers(program: ir.Program, changes: Iterable[ir.RuleChange]) -> None:
    """Give the questions that are changed, and the texts that change them, the holder as a parameter.

    Their places are then seen by the players for whom the question says yes; run before changes are woven.
    """
    done: set[int] = set()
    for change in changes:
        rule = change.rule
        if not is_visibility(rule):
            continue
        (place,) = places_named(program, rule.name.removeprefix(f"{MAY_SEE}."))
        if id(rule) not in done:
            done.add(id(rule))
            _ask_for_everybody(rule, place)
        if len(rule.params) > len(change.params):
            change.params = (*change.params, ir.Var("(holder)", rule.params[-1].type, "param"))


def _ask_for_everybody(rule: ir.Rule, place: Place) -> None:
    """`rule` begins with what the place says itself; the place is seen by all for whom it holds."""
    (viewer,) = rule.params
    one = ir.Var("viewer", PLAYER, "local")
    holder = _holder_of(place)
    rule.value = _as_written(place, ir.Local(viewer, type=PLAYER, span=place.span), holder)
    arguments: list[ir.Expr] = [ir.Local(one, type=PLAYER, span=place.span)]
    if holder is not None:
        rule.params = (viewer, holder)
        rule.subject = _owner(place, holder)
        whose = ir.Var("holder", holder.type, "self")
        arguments.append(ir.Local(whose, type=holder.type, span=place.span))
    asked = ir.CallRule(rule, tuple(arguments), type=YESNO, span=place.span)
    players = ir.Builtin("players", (), type=Many(PLAYER, "list"), span=place.span)
    query = ir.Query(one, players, asked, place.span)
    place.seen_by = ir.Seen("rule", ir.Filter(query, type=Many(PLAYER), span=place.span))


def _as_written(place: Place, viewer: ir.Expr, holder: ir.Var | None) -> ir.Expr:
    """Whether the place lets a viewer see it by its own words."""
    seen, span = place.seen_by, place.span
    if seen.who == "rule" and seen.expr is not None:
        return ir.Cmp("==", viewer, seen.expr, type=YESNO, span=span)
    if seen.who == "owner" and holder is not None:
        return ir.Cmp("==", viewer, _owner(place, holder), type=YESNO, span=span)
    return ir.Lit(seen.who == "everyone", type=YESNO, span=span)


def _holder_of(place: Place) -> ir.Var | None:
    """A player or piece that has the place to itself; None where the game or a value has it."""
    type: Type
    match place.holder:
        case "player":
            type = PLAYER
        case ir.Kind(is_value=False) as kind:
            type = Piece(kind.name)
        case ir.Definition() as definition if not definition.kind.is_value:
            type = Piece(definition.kind.name)
        case _:
            return None
    return ir.Var("holder", type, "param")


def _owner(place: Place, holder: ir.Var) -> ir.Expr:
    """The player whom `for p` means."""
    read = ir.Local(holder, type=holder.type, span=place.span)
    if holder.type == PLAYER:
        return read
    return ir.Builtin("owner", (read,), type=or_none(PLAYER), span=place.span)
