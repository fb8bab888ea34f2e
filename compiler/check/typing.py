"""How types fit: assignment, joining, and the types that authors write."""

from __future__ import annotations

from castlewright.compiler.check.symbols import Symbols
from castlewright.compiler.check.visibility import used
from castlewright.compiler.typed import ir
from castlewright.compiler.typed.types import (
    DRAWING,
    ERROR,
    NONE,
    NUMBER,
    PLAYER,
    RANK,
    REGION,
    SIDE,
    SPOT,
    TEXT,
    YESNO,
    Face,
    Many,
    OrNone,
    Piece,
    Plain,
    Type,
    Unit,
    or_none,
)
from castlewright.rules_dsl import nodes as n
from castlewright.rules_dsl.diagnostics import Diagnostics
from castlewright.rules_dsl.names import did_you_mean

BUILT_IN: dict[str, Type] = {
    "number": NUMBER,
    "numbers": NUMBER,
    "yesno": YESNO,
    "text": TEXT,
    "player": PLAYER,
    "players": PLAYER,
    "side": SIDE,
    "sides": SIDE,
    "spot": SPOT,
    "spots": SPOT,
    "region": REGION,
    "regions": REGION,
    "drawing": DRAWING,
    "face": Plain("face"),
    "faces": Plain("face"),
    "place": RANK,
    "places": RANK,
}


def named_type(name: str, symbols: Symbols) -> Type | None:
    """The type that a single word names: built in, a unit's plural, a kind."""
    if name in BUILT_IN:
        return BUILT_IN[name]
    unit = symbols.units.get(name)
    if unit is not None and unit.name == name:
        return Unit(unit.name)
    kind = symbols.kind(name)
    return None if kind is None else symbols.type_of(kind)


def _declaring(name: str, symbols: Symbols) -> ir.Decl | None:
    """The unit or kind that a type's name stands for; None for built-in types."""
    return None if name in BUILT_IN else symbols.units.get(name) or symbols.kind(name)


def resolve_type(ref: n.TypeRef, symbols: Symbols, diagnostics: Diagnostics) -> Type:
    """The type that an author wrote. Reports CW0320; the error type then."""
    if ref.form in ("set", "list"):
        item = ERROR if ref.item is None else resolve_type(ref.item, symbols, diagnostics)
        found: Type = Many(item, ref.form)
    elif ref.form == "sides":
        found = Many(SIDE)
    elif ref.form == "face" and ref.name is not None:
        found = Face(ref.name.text)
        if symbols.kind(ref.name.text) is None and symbols.is_broken(ref.name.text):
            return ERROR
        if symbols.kind(ref.name.text) is None:
            diagnostics.error("CW0320", ref.name.span, f"there is no kind `{ref.name.text}`")
            return ERROR
    else:
        assert ref.name is not None
        plain = named_type(ref.name.text, symbols)
        declaring = _declaring(ref.name.text, symbols)
        if declaring is not None:
            used(symbols, diagnostics, declaring, ref.name.span)
        if plain is None and symbols.is_broken(ref.name.text):
            return ERROR
        if plain is None:
            known = {*BUILT_IN, *symbols.kinds, *(u.name for u in symbols.units.values())}
            diagnostics.error(
                "CW0320",
                ref.name.span,
                f"there is no type `{ref.name.text}`",
                help=did_you_mean(ref.name.text, known)
                or "a type is number, yesno, text, player, a unit or a kind",
            )
            return ERROR
        found = plain
    return or_none(found) if ref.or_none else found


def fits(given: Type, wanted: Type) -> bool:
    """May a value of type `given` stand where `wanted` is due?"""
    if given == wanted or ERROR in (given, wanted):
        return True
    if isinstance(wanted, OrNone):
        return given == NONE or fits(given.item if isinstance(given, OrNone) else given, wanted.item)
    if isinstance(wanted, Face):
        return (
            given == NONE
            or isinstance(given, (Piece, Face))
            or (isinstance(given, OrNone) and isinstance(given.item, (Piece, Face)))
        )
    if isinstance(wanted, Many) and isinstance(given, Many):
        return fits(given.item, wanted.item)
    if isinstance(wanted, Piece) and isinstance(given, Piece):
        return wanted.kind == "" or (
            given.kind != "" and set(given.kind.split("|")) <= set(wanted.kind.split("|"))
        )
    return False


def meets(a: Type, b: Type) -> bool:
    """May values of these types be equal?"""
    if fits(a, b) or fits(b, a):
        return True
    a, b = _bare(a), _bare(b)
    if isinstance(a, Piece) and isinstance(b, Piece):
        return bool(set(a.kind.split("|")) & set(b.kind.split("|")))
    return (isinstance(a, (Piece, Face)) and isinstance(b, (Piece, Face))) or a == b or NONE in (a, b)


def _bare(type: Type) -> Type:
    return type.item if isinstance(type, OrNone) else type


def join(a: Type, b: Type) -> Type | None:
    """The smallest type that both fit, or None."""
    if fits(a, b):
        return b
    if fits(b, a):
        return a
    if a == NONE:
        return or_none(b)
    if b == NONE:
        return or_none(a)
    if isinstance(a, OrNone) or isinstance(b, OrNone):
        inner = join(_bare(a), _bare(b))
        return None if inner is None else or_none(inner)
    if isinstance(a, Many) and isinstance(b, Many):
        inner = join(a.item, b.item)
        return None if inner is None else Many(inner, a.form)
    if isinstance(a, Piece) and isinstance(b, Piece):
        return Piece("|".join(sorted({*a.kind.split("|"), *b.kind.split("|")})))
    return None


def item_of(type: Type) -> Type | None:
    """The element type of a collection, or None."""
    return type.item if isinstance(type, Many) else None


def zone_items(zone: ir.Zone) -> Type:
    """The type of the pieces in a zone."""
    return Piece("|".join(sorted(k.name for k in zone.kinds))) if zone.kinds else ERROR
