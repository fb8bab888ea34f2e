"""Tiny programs, put together by hand from the classes of the typed form."""

from __future__ import annotations

from castlewright.compiler.build import BuiltRuleset, build
from castlewright.compiler.typed import ir
from castlewright.compiler.typed.types import NUMBER, PLAYER, YESNO, Many, Piece, Type, Unit, Value, or_none
from castlewright.rules_dsl.source import Source

EVERYONE = ir.Seen("everyone")
PACK = "toy"
_SOURCE = Source("toy/toy.rules", "\n" * 400)


def line(number: int) -> ir.Span:
    """A place in the imaginary text of the tests."""
    return _SOURCE.span(number - 1, number)


def empty_program(players: tuple[int, int] = (2, 4)) -> ir.Program:
    """A program with nothing in it."""
    pack = ir.PackInfo(PACK, "Toy", PACK, "1.0", 1, (), (), (), None, "0")
    return ir.Program(PACK, "Toy", (pack,), {}, players)


def value_kind(program: ir.Program, name: str, *members: str, **columns: tuple[int, ...]) -> ir.Kind:
    """A kind of values; each column is a printed number."""
    kind = ir.Kind(name, PACK, plural=f"{name}s", is_value=True)
    program.kinds[name] = kind
    for column in columns:
        kind.fields[column] = ir.Field(column, PACK, kind=kind, type=NUMBER)
    for index, member in enumerate(members):
        values: dict[str, ir.Const] = {column: cells[index] for column, cells in columns.items()}
        kind.definitions.append(ir.Definition(member, PACK, kind=kind, values=values))
    return kind


def piece_kind(program: ir.Program, name: str, **types: Type) -> ir.Kind:
    """A kind of pieces without definitions yet."""
    kind = ir.Kind(name, PACK, plural=f"{name}s")
    program.kinds[name] = kind
    for column, type_ in types.items():
        kind.fields[column] = ir.Field(column, PACK, kind=kind, type=type_)
    return kind


def piece(kind: ir.Kind, name: str, copies: int = 1, **values: ir.Const) -> ir.Definition:
    """A definition of a piece."""
    made = ir.Definition(name, PACK, kind=kind, copies=copies, values=dict(values))
    kind.definitions.append(made)
    return made


def keep(
    program: ir.Program, name: str, type_: Type, holder: str | ir.Kind | None = None, least: int | None = None
) -> ir.Keep:
    """Something remembered, of the game, of players or of a kind."""
    made = ir.Keep(name, PACK, holder=holder, type=type_, seen_by=EVERYONE, least=least)
    (holder.keeps if isinstance(holder, ir.Kind) else program.keeps)[name] = made
    return made


def zone(
    program: ir.Program,
    name: str,
    *kinds: ir.Kind,
    holder: str | ir.Kind | None = None,
    structure: str = "pile",
    seen: ir.Seen = EVERYONE,
) -> ir.Zone:
    """A place for pieces."""
    made = ir.Zone(name, PACK, holder=holder, structure=structure, kinds=kinds, seen_by=seen)
    (holder.zones if isinstance(holder, ir.Kind) else program.zones)[name] = made
    return made


def rule(program: ir.Program, name: str, value: ir.Expr, *params: ir.Var) -> ir.Rule:
    """A rule with an expression as its value."""
    made = ir.Rule(name, PACK, params, result=value.type, value=value)
    program.rules[name] = made
    return made


def effect(
    program: ir.Program, name: str, you: ir.Var, *body: ir.Stmt, params: tuple[ir.Var, ...] = ()
) -> ir.Effect:
    """A named effect."""
    made = ir.Effect(name, PACK, params, you=you, body=body)
    program.effects[name] = made
    return made


# -- expressions -------------------------------------------------------------------------------------------


def number(value: int) -> ir.Lit:
    """A whole number."""
    return ir.Lit(value, type=NUMBER)


def amount(value: int, unit: str) -> ir.Lit:
    """A number of a unit."""
    return ir.Lit(value, type=Unit(unit))


def truth(value: bool) -> ir.Lit:
    """Yes or no."""
    return ir.Lit(value, type=YESNO)


def member(definition: ir.Definition) -> ir.Lit:
    """A value."""
    return ir.Lit(definition, type=Value(definition.kind.name))


def local(var: ir.Var) -> ir.Local:
    """The value of a variable."""
    return ir.Local(var, type=var.type)


def in_zone(place: ir.Zone, base: ir.Expr | None = None) -> ir.GetZone:
    """The pieces in a zone."""
    kinds = "|".join(sorted(kind.name for kind in place.kinds))
    return ir.GetZone(place, base, type=Many(Piece(kinds), "list"))


def kept(what: ir.Keep, base: ir.Expr | None = None) -> ir.GetKeep:
    """What is remembered."""
    return ir.GetKeep(what, base, type=what.type)


def printed(base: ir.Expr, field: ir.Field) -> ir.GetField:
    """What is printed on a piece or value."""
    return ir.GetField(base, field, type=field.type)


def ask(name: str, type_: Type, *args: ir.Expr) -> ir.Builtin:
    """A built-in question."""
    return ir.Builtin(name, args, type=type_)


def query(var: ir.Var, source: ir.Expr, where: ir.Expr | None = None) -> ir.Query:
    """The elements of a collection for which something holds."""
    return ir.Query(var, source, where)


def count(of: ir.Query) -> ir.Fold:
    """How many."""
    return ir.Fold("count", of, type=NUMBER)


def same(left: ir.Expr, right: ir.Expr) -> ir.Cmp:
    """Are they equal?"""
    return ir.Cmp("==", left, right, type=YESNO)


PLAYERS = ask("players", Many(PLAYER, "list"))
NOTHING = ir.Lit(None, type=or_none(PLAYER))


def made(program: ir.Program) -> BuiltRuleset:
    """The module of a program."""
    return build(program)
