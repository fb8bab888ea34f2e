"""Places that statements read from and write to: zones, and things that are kept."""

from __future__ import annotations

from castlewright.compiler.check import expressions, names
from castlewright.compiler.check.scope import Scope
from castlewright.compiler.check.visibility import is_visible
from castlewright.compiler.check.wording import describe
from castlewright.compiler.typed import ir
from castlewright.compiler.typed.types import ERROR, PLAYER, OrNone, Piece, Type, Unit, narrowed
from castlewright.rules_dsl import nodes as n
from castlewright.rules_dsl.names import did_you_mean

OUT_OF_PLAY = "box"


def zone_ref(scope: Scope, node: n.Expr) -> ir.ZoneRef | None:
    """The zone that an expression names, as source or target. Reports CW0401, CW0418."""
    if (
        isinstance(node, n.Name)
        and node.path.text == OUT_OF_PLAY
        and OUT_OF_PLAY not in scope.symbols.program.zones
    ):
        return ir.ZoneRef(None, None)
    if isinstance(node, n.Name) and node.path.text not in scope.locals:
        zone = scope.symbols.program.zones.get(node.path.text)
        if zone is not None and zone.holder is not None:
            _whose(scope, node, zone)
            return None
        zone = names.zone_named(scope, node)
        if zone is not None and zone.holder is not None:
            _whose(scope, node, zone)
            return None
        rule = scope.symbols.program.rules.get(node.path.text)
        if zone is None and rule is not None and rule.params:
            scope.diagnostics.error(
                "CW0308",
                node.span,
                f"a zone is due here, `{rule.name}` is a rule",
                related=[(rule.span, "declared here")],
                help=did_you_mean(node.path.text, scope.symbols.program.zones),
            )
            return None
    expr = expressions.check(scope, node)
    if isinstance(expr, ir.GetZone):
        return ir.ZoneRef(expr.zone, expr.base)
    if expr.type != ERROR:
        scope.diagnostics.error("CW0401", node.span, f"a zone is due here, this is {describe(expr.type)}")
    return None


def _whose(scope: Scope, node: n.Name, zone: ir.Zone) -> None:
    name = zone.name
    if zone.holder == "player":
        help = f"write `your {name}` or `p's {name}`"
    else:
        holder = zone.holder.name if isinstance(zone.holder, (ir.Kind, ir.Definition)) else "X"
        help = f"write `{name}[{holder}]` or `X's {name}`"
    scope.diagnostics.error("CW0418", node.span, f"there are several `{name}`: say whose", help=help)


def admits(scope: Scope, target: ir.ZoneRef, type: Type, node: n.Node) -> None:
    """Report CW0722 where the zone takes none of these pieces."""
    piece = narrowed(type)
    if target.zone is None or not isinstance(piece, Piece) or piece.kind == "":
        return
    taken = {k.name for k in target.zone.kinds}
    if not taken & set(piece.kind.split("|")):
        held = " and ".join(k.plural for k in target.zone.kinds)
        given = " and ".join(k.plural for k in scope.symbols.kinds_of(piece))
        scope.diagnostics.error(
            "CW0722",
            node.span,
            f"`{target.zone.name}` holds {held}, these are {given}",
            related=[(target.zone.span, "the zone is declared here")],
        )


def keep_ref(scope: Scope, node: n.Expr) -> ir.GetKeep | None:
    """Something kept that an expression names. Reports CW0705."""
    expr = expressions.check(scope, node)
    if isinstance(expr, ir.GetKeep):
        return expr
    if expr.type != ERROR:
        words = (
            f"`{expr.field.name}` is printed: it stays as it is"
            if isinstance(expr, ir.GetField)
            else "this cannot be set"
        )
        scope.diagnostics.error(
            "CW0705",
            node.span,
            words,
            help="what changes is declared with `keeps`; a rule is bent with `change`",
        )
    return None


def counter_of(scope: Scope, holder: ir.Expr | None, unit: Unit, node: n.Node) -> ir.Keep | None:
    """The only counter of a unit that a holder has (None: the game). Reports CW0719."""
    counters = _counters(scope, holder, unit)
    # A counter that a later pack adds changes nothing in the texts that do not know of it.
    found = [k for k in counters if is_visible(scope.symbols, k, node.span)] or counters
    if len(found) == 1:
        return found[0]
    if scope.symbols.broken and not found:
        return None  # it may be kept by an item with errors
    who = "the game" if holder is None else f"a {narrowed(holder.type)}"
    if found:
        named = ", ".join(f"`{k.name}`" for k in found)
        scope.diagnostics.error(
            "CW0719",
            node.span,
            f"{who} has several counters of {unit}: {named}",
            help="use `set` or `add` and name the one",
        )
    else:
        scope.diagnostics.error(
            "CW0719",
            node.span,
            f"{who} has no counter of {unit}",
            help=f"declare one: `keeps NAME per player: {unit} = 0 {unit}`",
        )
    return None


def _counters(scope: Scope, holder: ir.Expr | None, unit: Unit) -> list[ir.Keep]:
    if holder is None:
        return scope.symbols.counters(None, unit)
    bare = narrowed(holder.type)
    if bare == PLAYER:
        return scope.symbols.counters("player", unit)
    found: list[ir.Keep] = []
    for kind in scope.symbols.kinds_of(bare):
        found.extend(k for k in kind.keeps.values() if k.type == unit)
    return found


def other_side(scope: Scope, node: n.Expr, unit: Unit) -> tuple[ir.Keep | None, ir.Expr | None]:
    """`from X`, `to X`: a counter, a holder with one, or the supply (`none`)."""
    expr = expressions.check(scope, node)
    if expr.type == ERROR or (isinstance(expr, ir.Lit) and expr.value is None):
        return None, None
    if isinstance(expr, ir.GetKeep) and expr.type == unit:
        return expr.keep, expr.base
    holder = (
        expr
        if not isinstance(expr.type, OrNone)
        else ir.Local(ir.Var("", expr.type.item), type=expr.type.item)
    )
    keep = counter_of(scope, holder, unit, node)
    return keep, expr
