"""What a name means: locals, members, rules, keeps, zones; fields of things; the readings of `is`."""

from __future__ import annotations

from dataclasses import dataclass

from castlewright.compiler.check import expressions
from castlewright.compiler.check.scope import Scope
from castlewright.compiler.check.typing import fits, item_of, meets, zone_items
from castlewright.compiler.check.visibility import is_visible
from castlewright.compiler.check.wording import describe
from castlewright.compiler.typed import builtins, ir
from castlewright.compiler.typed.builtins import FACE, KindArg, Question, ZoneArg
from castlewright.compiler.typed.types import (
    ERROR,
    NONE,
    NUMBER,
    PLAYER,
    SIDE,
    TEXT,
    YESNO,
    Face,
    Many,
    OrNone,
    Piece,
    Plain,
    Type,
    Unit,
    Value,
    narrowed,
    or_none,
)
from castlewright.compiler.typed.zero import of_nothing, zero
from castlewright.rules_dsl import nodes as n
from castlewright.rules_dsl.names import did_you_mean
from castlewright.rules_dsl.source import Span

PARITY = ("odd", "even")
NUMBER_OF = "_number"  # `NAME_number` is the number of the running one of the rounds `NAME`
MANY = 12  # more members than this are not listed in a message

# ------------------------------------------------------------------------------------------- bare names


def resolve(scope: Scope, node: n.Name, expected: Type | None) -> ir.Expr:
    """What a bare name stands for. Reports CW0301, CW0304, CW0308."""
    name = node.path.text
    var = scope.locals.get(name)
    if var is not None:
        scope.symbols.noted.read.add(var)
        return ir.Local(var, type=var.type, span=node.span)
    member = member_of(scope, name, expected)
    if member is not None:
        scope.uses(member, node.span)
        return ir.Lit(member, type=_wanted_value(scope, member), span=node.span)
    if scope.fields_of is not None and name in scope.fields_of.fields and scope.self_var is not None:
        return get_field(scope, _self(scope, node), scope.fields_of.fields[name], node.span, printed=False)
    readings = _readings(scope, node, name)
    # A pack that this one does not need cannot give a name a second meaning here.
    seen = [r for r in readings if r.decl is None or is_visible(scope.symbols, r.decl, node.span)]
    readings = seen or readings[:1]
    if len(readings) == 1:
        if readings[0].decl is not None:
            scope.uses(readings[0].decl, node.span)
        return readings[0].expr
    if not readings:
        if not report_unknown_member(scope, node, name, expected):
            report_unknown(scope, node, name)
        return expressions.failed(node)
    scope.diagnostics.error(
        "CW0304",
        node.span,
        f"`{name}` has two readings: {' and '.join(r.words for r in readings[:3])}",
        related=[(r.decl.span, r.words) for r in readings[:3] if r.decl is not None],
        help="rename one of them, or say `X's NAME`",
    )
    return expressions.failed(node)


def _self(scope: Scope, node: n.Node) -> ir.Expr:
    assert scope.self_var is not None
    return ir.Local(scope.self_var, type=scope.self_var.type, span=node.span)


def member_of(scope: Scope, name: str, expected: Type | None) -> ir.Definition | None:
    """The member called `name` of the value kind that is due here."""
    bare = narrowed(expected) if expected is not None else None
    if isinstance(bare, Many):
        bare = narrowed(bare.item)
    if not isinstance(bare, Value):
        return None
    return next((d for d in scope.symbols.definitions.get(name, ()) if d.kind.name == bare.kind), None)


def _wanted_value(scope: Scope, member: ir.Definition) -> Type:
    return scope.symbols.type_of(member.kind)


@dataclass(frozen=True, slots=True)
class Reading:
    """One thing that a bare name may stand for: what declares it, if a text does, and words for it."""

    decl: ir.Decl | None
    words: str
    expr: ir.Expr


def _readings(scope: Scope, node: n.Name, name: str) -> list[Reading]:
    """All readings of a bare name outside the locals."""
    symbols, program, span = scope.symbols, scope.symbols.program, node.span
    found: list[Reading] = []
    rule = program.rules.get(name)
    if rule is not None and not rule.params:
        found.append(Reading(rule, "a rule", ir.CallRule(rule, (), type=rule.result, span=span)))
    keep = program.keeps.get(name)
    if keep is not None and keep.holder is None:
        found.append(Reading(keep, "something kept", ir.GetKeep(keep, None, type=keep.type, span=span)))
    zone = zone_named(scope, node)
    if zone is not None:
        found.append(Reading(zone, "a zone", whole_zone(zone, span)))
    kind = symbols.plurals.get(name)
    if kind is not None:
        members = ir.Members(kind, type=Many(symbols.type_of(kind), "list"), span=span)
        found.append(Reading(kind, f"all {kind.plural}", members))
    if not found:
        for member in symbols.definitions.get(name, ()):
            literal = ir.Lit(member, type=symbols.type_of(member.kind), span=span)
            found.append(Reading(member, f"the {member.kind.name} of `{member.pack}`", literal))
    option = program.options.get(name)
    if option is not None and not found:
        literal = ir.Lit(option.value, type=option.type, span=span)
        found.append(Reading(None, f"the option of `{option.pack}`", literal))
    if not found:
        counter = _running_number(scope, name, span)
        if counter is not None:
            found.append(Reading(None, "a number of the language", counter))
        for question in builtins.question(name):
            if not question.params:
                asked = ir.Builtin(name, (), type=question.result, span=span)
                found.append(Reading(None, "a word of the language", asked))
    return found


def _running_number(scope: Scope, name: str, span: Span) -> ir.Expr | None:
    """`NAME_number`: which of these rounds is running."""
    if not name.endswith(NUMBER_OF):
        return None
    steps = [s for s in scope.symbols.step(name.removesuffix(NUMBER_OF)) if isinstance(s, ir.Rounds)]
    if len(steps) != 1:
        return None
    path = ir.Lit(steps[0].path, type=TEXT, span=span)
    return ir.Builtin("running_number", (path,), type=NUMBER, span=span)


def whole_zone(zone: ir.Zone, span: Span) -> ir.Expr:
    """A zone named without a holder: the only one, or all of them together."""
    type = Many(zone_items(zone), "list")
    if zone.holder is None:
        return ir.GetZone(zone, None, type=type, span=span)
    return ir.AllOfZone(zone, type=type, span=span)


def report_unknown_member(scope: Scope, node: n.Expr, name: str, expected: Type | None) -> bool:
    """Say that an enumeration has no such member, if one is due. Reports CW0318."""
    bare = narrowed(expected) if expected is not None else None
    if isinstance(bare, Many):
        bare = narrowed(bare.item)
    if not isinstance(bare, Value) or name in scope.symbols.broken or name in scope.symbols.dropped:
        return False
    kind = scope.symbols.kinds[bare.kind]
    known = [d.name for d in kind.definitions]
    if name in scope.symbols.words() or not (known or scope.symbols.is_broken(kind.name)):
        return False
    few = f"one of {', '.join(known)}" if len(known) <= MANY else None
    scope.diagnostics.error(
        "CW0318",
        node.span,
        f"there is no {kind.name} `{name}`",
        related=[(kind.span, f"`{kind.name}` is declared here")],
        help=did_you_mean(name, known) or few,
    )
    return True


def report_unknown(scope: Scope, node: n.Expr, name: str) -> None:
    """Say that a name means nothing here: with the nearest one, or the pack that would bring it."""
    symbols, program = scope.symbols, scope.symbols.program
    lost = name in symbols.broken or name.removesuffix(NUMBER_OF) in symbols.broken
    if lost or not scope.diagnostics.mark(("unknown", scope.pack, name)):
        return
    pack = symbols.dropped.get(name)
    if pack is not None:
        report_dropped(scope, node, name, pack)
        return
    rule = program.rules.get(name)
    if rule is not None:
        scope.diagnostics.error(
            "CW0412",
            node.span,
            f"the rule `{name}` takes arguments",
            related=[(rule.span, "declared here")],
            help=f"write `{name}({', '.join(p.name for p in rule.params)})`",
        )
        return
    if name in program.keeps:
        scope.diagnostics.error(
            "CW0418",
            node.span,
            f"each player keeps `{name}`: say whose",
            help=f"write `your {name}` or `p's {name}`",
        )
        return
    for table, words in (
        (program.effects, "an effect: it is carried out with `do`"),
        (symbols.units, "a unit: it follows a number"),
        (symbols.kinds, "a kind: its pieces are called by the plural"),
        (symbols.tables, "a table: a value of it is written `TABLE.COLUMN(KEY)`"),
    ):
        if name in table:
            scope.diagnostics.error("CW0308", node.span, f"`{name}` is {words}")
            return
    owner, dot, owned = name.partition(".")
    if dot and (owner in scope.locals or owner in symbols.words()):
        help = f"write `{owner}'s {owned}`"
    elif scope.it is not None and name in field_names(scope, ir.Local(scope.it, type=scope.it.type)):
        help = f"did you mean `its {name}`?"
    else:
        names = {*symbols.words(), *scope.locals, *builtins.QUESTIONS}
        help = did_you_mean(name, names)
    scope.diagnostics.error("CW0301", node.span, f"nothing here is called `{name}`", help=help)


def report_dropped(scope: Scope, node: n.Node, name: str, pack: str) -> None:
    """Say that a name exists only with other options, packs or players than those chosen."""
    scope.diagnostics.error(
        "CW0305",
        node.span,
        f"`{name}` of the pack `{pack}` is left out here: it stands in an `only if` that does not hold",
        help="put this text into the same `only if`",
    )


def unknown_kind(scope: Scope, ident: n.Ident) -> None:
    """Say that there is no such kind."""
    if ident.text in scope.symbols.broken or not scope.diagnostics.mark(("kind", ident.text)):
        return
    known = {*scope.symbols.kinds, *scope.symbols.plurals}
    scope.diagnostics.error(
        "CW0307", ident.span, f"there is no kind `{ident.text}`", help=did_you_mean(ident.text, known)
    )


def pronoun(scope: Scope, node: n.Pronoun) -> ir.Expr:
    """`you`, `it`, `self`, `owner`, `original`. Reports CW0309 to CW0313."""
    word = node.word
    if word in ("you", "it", "self", "original"):
        var = {"you": scope.you, "it": scope.it, "self": scope.self_var, "original": scope.original}[word]
        if var is not None:
            return ir.Local(var, type=var.type, span=node.span)
        code, words, help = {
            "you": (
                "CW0310",
                "nobody acts here, so there is no `you`",
                "name a player: a parameter, `owner`, or `step … by X`",
            ),
            "it": (
                "CW0311",
                "`it` is the element of a collection, and here is none",
                "name the element: `piece x in …`",
            ),
            "self": ("CW0312", "`self` is the piece whose text this is, and this is no piece's text", None),
            "original": ("CW0313", "`original` stands only in a change or an `instead of`", None),
        }[word]
        if word == "it" and scope.element is not None:
            words = f"`it` is an element without a name; here it is called `{scope.element.name}`"
            help = (
                f"write `{scope.element.name}` (or `{scope.element.name}'s …`), or leave the name out above"
            )
        scope.diagnostics.error(code, node.span, words, help=help)
        return expressions.failed(node)
    if word == "owner":
        if scope.self_var is not None and isinstance(scope.self_var.type, Piece):
            return ir.Builtin("owner", (_self(scope, node),), type=PLAYER, span=node.span)
        scope.diagnostics.error(
            "CW0309",
            node.span,
            "nothing here is owned, so there is no `owner`",
            help="`owner` is the holder of the piece whose text this is",
        )
    else:
        scope.diagnostics.error("CW0308", node.span, "`the game` is no player")
    return expressions.failed(node)


# ----------------------------------------------------------------------------------------------- fields


def field(scope: Scope, node: n.FieldOf, expected: Type | None) -> ir.Expr:
    """`X's NAME`. Reports CW0302, CW0418."""
    base = expressions.check(scope, node.base)
    name = node.name.text
    if base.type == ERROR:
        return expressions.failed(node)
    found = field_of(scope, base, name, node.span, printed=node.printed)
    if found is not None:
        return found
    # A kind's name asks for the holder, which may be lost with a zone that has errors.
    lost = scope.symbols.is_broken(name) or (scope.symbols.broken and name in scope.symbols.kinds)
    if lost or _other_plan(scope, base, node.name):
        return expressions.failed(node)
    candidates = field_names(scope, base)
    scope.diagnostics.error(
        "CW0302",
        node.name.span,
        f"{describe(base.type)} has no `{name}`",
        help=did_you_mean(name, candidates),
    )
    return expressions.failed(node)


def _other_plan(scope: Scope, base: ir.Expr, name: n.Ident) -> bool:
    """Say that a question belongs to the other sort of plan, if it does. Reports CW0814."""
    if not isinstance(base, ir.GetZone) or base.zone.structure not in ("plan", "grid"):
        return False
    for question in builtins.fact(name.text):
        first = question.params[0]
        if isinstance(first, ZoneArg) and base.zone.structure not in first.structures:
            scope.diagnostics.error(
                "CW0814",
                name.span,
                f"`{base.zone.name}` is a {base.zone.structure}: only a {first} has `{name.text}`",
                related=[(base.zone.span, "the zone is declared here")],
            )
            return True
    return False


def field_of(scope: Scope, base: ir.Expr, name: str, span: Span, printed: bool) -> ir.Expr | None:
    """The typed form of `base's name`, or None when it has no such thing."""
    bare = narrowed(base.type)
    nullable = isinstance(base.type, OrNone)
    if isinstance(bare, Face):
        declared = scope.symbols.kinds[bare.kind].fields.get(name)
        return None if declared is None else get_field(scope, base, declared, span, printed)
    if isinstance(bare, (Piece, Value)):
        found = _of_thing(scope, base, bare, name, span, printed)
        if found is not None:
            return found
    if bare == PLAYER:
        found = _of_player(scope, base, name, span)
        if found is not None:
            return found
    return _fact(scope, base, bare, name, span, nullable)


def get_field(scope: Scope, base: ir.Expr, declared: ir.Field, span: Span, printed: bool) -> ir.Expr:
    """A printed field, `none`-safe. A piece of another kind prints the zero of the field's type."""
    scope.uses(declared, span)
    type = declared.type
    faced = declared.through is not None and not printed
    if isinstance(base.type, OrNone) or (
        faced and isinstance(declared.through and declared.through.result, OrNone)
    ):
        type = of_nothing(type)
    return ir.GetField(base, declared, printed, type=type, span=span)


def _of_thing(
    scope: Scope, base: ir.Expr, bare: Piece | Value, name: str, span: Span, printed: bool
) -> ir.Expr | None:
    kinds = scope.symbols.kinds_of(bare)
    having = [k for k in kinds if name in k.fields or name in k.keeps or name in k.zones]
    if len(having) == 1:
        return _member_of_kind(scope, base, having[0], name, span, printed)
    if len(having) > 1:
        return _of_union(scope, base, having, name, span, printed)
    definition = scope.definition
    if definition is not None and isinstance(base, ir.Local) and base.var is scope.self_var:
        if name in definition.keeps:
            keep = definition.keeps[name]
            return ir.GetKeep(keep, base, type=keep.type, span=span)
        if name in definition.zones:
            zone = definition.zones[name]
            return ir.GetZone(zone, base, type=Many(zone_items(zone), "list"), span=span)
    if isinstance(bare, Piece):
        return _holder(scope, base, name, span)
    return None


def _member_of_kind(
    scope: Scope, base: ir.Expr, kind: ir.Kind, name: str, span: Span, printed: bool
) -> ir.Expr:
    nullable = isinstance(base.type, OrNone)
    if name in kind.fields:
        return get_field(scope, base, kind.fields[name], span, printed)
    if name in kind.keeps:
        keep = kind.keeps[name]
        scope.uses(keep, span)
        return ir.GetKeep(keep, base, type=of_nothing(keep.type) if nullable else keep.type, span=span)
    zone = kind.zones[name]
    scope.uses(zone, span)
    return ir.GetZone(zone, base, type=Many(zone_items(zone), "list"), span=span)


def _of_union(
    scope: Scope, base: ir.Expr, kinds: list[ir.Kind], name: str, span: Span, printed: bool
) -> ir.Expr | None:
    """A field that several of the possible kinds print: asked of the one it is."""
    result: ir.Expr | None = None
    if not scope.is_light(base):
        return expressions.failed(base)
    for kind in reversed(kinds):
        found = _member_of_kind(scope, base, kind, name, span, printed)
        if result is None:
            result = found
            continue
        if narrowed(found.type) != narrowed(result.type):
            return None
        test = ir.IsKind(base, kind, type=YESNO, span=span)
        result = ir.Cond(test, found, result, type=found.type, span=span)
    return result


def _holder(scope: Scope, base: ir.Expr, name: str, span: Span) -> ir.Expr | None:
    """`piece's stack`: the holder of the zone in which it lies, when zones belong to that kind."""
    kind = scope.symbols.kinds.get(name)
    if kind is None or not any(z.holder is kind for z in kind.zones.values()):
        return None
    argument = ir.Lit(kind.name, type=TEXT, span=span)
    return ir.Builtin("holder", (base, argument), type=or_none(scope.symbols.type_of(kind)), span=span)


def _of_player(scope: Scope, base: ir.Expr, name: str, span: Span) -> ir.Expr | None:
    program = scope.symbols.program
    keep = program.keeps.get(name)
    if keep is not None and keep.holder == "player":
        scope.uses(keep, span)
        type = of_nothing(keep.type) if isinstance(base.type, OrNone) else keep.type
        return ir.GetKeep(keep, base, type=type, span=span)
    zone = program.zones.get(name)
    if zone is not None and zone.holder == "player":
        scope.uses(zone, span)
        return ir.GetZone(zone, base, type=Many(zone_items(zone), "list"), span=span)
    pieces = [d for d in scope.symbols.definitions.get(name, ()) if not d.kind.is_value]
    if len(pieces) == 1:
        scope.uses(pieces[0], span)
        return ir.PieceOf(base, pieces[0], type=or_none(Piece(pieces[0].kind.name)), span=span)
    return None


def _fact(scope: Scope, base: ir.Expr, bare: Type, name: str, span: Span, nullable: bool) -> ir.Expr | None:
    """Built-in facts."""
    for question in builtins.fact(name):
        first = question.params[0]
        if isinstance(first, ZoneArg):
            if not (isinstance(base, ir.GetZone) and base.zone.structure in first.structures):
                continue
        elif not fits(bare, first) or any(isinstance(p, KindArg) for p in question.params):
            continue
        return ir.Builtin(name, (base,), type=fact_type(scope, question, base, nullable), span=span)
    return None


def fact_type(scope: Scope, question: Question, base: ir.Expr, nullable: bool) -> Type:
    """The result type of a fact; of a fact about nothing, or none."""
    result = question.result
    if question.name == "piece":
        result = pieces_on_plans(scope)
    return of_nothing(result) if nullable else result


def pieces_on_plans(scope: Scope) -> Type:
    """The type of what lies on plans: sides belong to no other pieces."""
    program = scope.symbols.program
    zones = [*program.zones.values(), *(z for k in scope.symbols.kinds.values() for z in k.zones.values())]
    return Piece("|".join(sorted({k.name for z in zones if z.structure == "plan" for k in z.kinds})))


def field_names(scope: Scope, base: ir.Expr) -> set[str]:
    """Everything that may follow `base's`, for suggestions and completion."""
    bare = narrowed(base.type)
    names: set[str] = set()
    for kind in scope.symbols.kinds_of(bare):
        names |= {*kind.fields, *kind.keeps, *kind.zones, *kind.slots}
    if isinstance(bare, Face):
        names |= {*scope.symbols.kinds[bare.kind].fields}
    if bare == PLAYER:
        program = scope.symbols.program
        names |= {k.name for k in program.keeps.values() if k.holder == "player"}
        names |= {z.name for z in program.zones.values() if z.holder == "player"}
    names |= {q for q, readings in builtins.FACTS.items() if any(fits(bare, r.params[0]) for r in readings)}
    return names


def index(scope: Scope, node: n.Index) -> ir.Expr:
    """`ZONE[X]`: the zone of one holder. Reports CW0418."""
    zone = zone_named(scope, node.base)
    if zone is None and isinstance(node.base, n.Name) and scope.symbols.is_broken(node.base.path.text):
        return expressions.failed(node)
    if zone is not None and zone.holder is None and scope.symbols.broken:
        return expressions.failed(node)  # what holds it may have errors
    if zone is None or not isinstance(zone.holder, ir.Kind):
        scope.diagnostics.error(
            "CW0418", node.base.span, "brackets choose one of the zones that belong to the members of a kind"
        )
        return expressions.failed(node)
    scope.uses(zone, node.base.span)
    key = expressions.check(scope, node.key, scope.symbols.type_of(zone.holder))
    wanted = scope.symbols.type_of(zone.holder)
    if not fits(narrowed(key.type), wanted):
        expressions.coerced(scope, key, wanted, "the key")
        return expressions.failed(node)
    return ir.GetZone(zone, key, type=Many(zone_items(zone), "list"), span=node.span)


def zone_named(scope: Scope, node: n.Expr) -> ir.Zone | None:
    """The zone that a bare name declares, also one that belongs to the members of a kind."""
    if not isinstance(node, n.Name):
        return None
    name = node.path.text
    zone = scope.symbols.program.zones.get(name)
    if zone is not None:
        return zone
    found = scope.symbols.kind_zones.get(name, [])
    return found[0] if len(found) == 1 else None


# --------------------------------------------------------------------------------------------------- is


def is_(scope: Scope, node: n.Compare) -> ir.Expr:
    """`X is A`, read by the type of X. Reports CW0415 for two readings, CW0407 when it can never hold."""
    left = expressions.check(scope, node.left)
    if left.type == ERROR:
        return expressions.failed(node)
    bare = narrowed(left.type)
    if isinstance(node.right, n.Name) and node.right.path.text not in scope.locals:
        readings = is_readings(scope, left, bare, node.right.path.text, node)
        if len(readings) > 1:
            scope.diagnostics.error(
                "CW0415",
                node.right.span,
                f"`is {node.right.path.text}` has two readings for {describe(bare)}: "
                f"{' and '.join(w for w, _ in readings)}",
                help="say which field is meant: `X's FIELD is …`",
            )
            return expressions.failed(node)
        if readings:
            return readings[0][1]
    right = expressions.check(scope, node.right, bare)
    if right.type == ERROR:
        return expressions.failed(node)
    if isinstance(bare, Face) and isinstance(narrowed(right.type), (Face, Piece)):
        return ir.Cmp("==", left, right, type=YESNO, span=node.span)
    if not meets(left.type, right.type):
        a, b = narrowed(left.type), narrowed(right.type)
        if NUMBER in (a, b) and a != b and (isinstance(left, ir.Lit) or isinstance(right, ir.Lit)):
            expressions.coerced(scope, right, a, "")
        else:
            scope.diagnostics.error(
                "CW0407",
                node.span,
                f"{describe(left.type)} is never {describe(right.type)}",
                related=[(left.span, describe(left.type)), (right.span, describe(right.type))],
            )
        return expressions.failed(node)
    return ir.Cmp("==", left, right, type=YESNO, span=node.span)


def is_readings(
    scope: Scope, left: ir.Expr, bare: Type, name: str, node: n.Compare
) -> list[tuple[str, ir.Expr]]:
    """The readings of `X is NAME` other than plain equality."""
    span = node.span
    found = scope.symbols.definitions.get(name, [])
    definitions = [d for d in found if is_visible(scope.symbols, d, span)] or found
    if isinstance(bare, Value):
        member = next((d for d in definitions if d.kind.name == bare.kind), None)
        if member is not None:
            scope.uses(member, span)
            return [("the member", _same(left, member, span))]
    if bare == SIDE:
        feature = next((d for d in definitions if _is_feature(d)), None)
        if feature is not None:
            scope.uses(feature, span)
            return [("the feature", ir.HasFeature(left, feature, type=YESNO, span=span))]
    readings: list[tuple[str, ir.Expr]] = []
    if isinstance(bare, (Piece, Value, Face)):
        flag = _seen_flag(scope, left, bare, name, span)
        if flag is not None and narrowed(flag.type) == YESNO:
            readings.append((f"the field {name}", flag))
        readings.extend(_by_value_field(scope, left, bare, definitions, span))
        own = [d for d in definitions if not d.kind.is_value and _may_be(bare, d)]
        if own and isinstance(bare, (Piece, Face)):
            scope.uses(own[0], span)
            readings.append(("the definition", ir.IsDef(left, own[0], type=YESNO, span=span)))
        return readings
    if name in PARITY and (bare == NUMBER or isinstance(bare, Unit)):
        if not scope.is_light(left):
            return [(f"the fact {name}", expressions.failed(left))]
        return [(f"the fact {name}", _parity(left, bare, name, span))]
    fact = _fact(scope, left, bare, name, span, isinstance(left.type, OrNone))
    if fact is not None and narrowed(fact.type) == YESNO:
        readings.append((f"the fact {name}", fact))
    return readings


def _seen_flag(
    scope: Scope, left: ir.Expr, bare: Piece | Value | Face, name: str, span: Span
) -> ir.Expr | None:
    """The field `name`, unless only a pack that this text does not know adds it."""
    kinds = [scope.symbols.kinds[bare.kind]] if isinstance(bare, Face) else scope.symbols.kinds_of(bare)
    for kind in kinds:
        decl = kind.fields.get(name) or kind.keeps.get(name)
        if decl is not None and not is_visible(scope.symbols, decl, span):
            return None
    return field_of(scope, left, name, span, printed=False)


def _parity(left: ir.Expr, type: Type, name: str, span: Span) -> ir.Expr:
    """`X is odd`, `X is even`: what is left after taking the halves away."""
    two = ir.Lit(2, type=NUMBER, span=span)
    halves = ir.Arith("*", ir.Arith("/", left, two, type=type, span=span), two, type=type, span=span)
    rest = ir.Arith("-", left, halves, type=type, span=span)
    op = "!=" if name == "odd" else "=="
    return ir.Cmp(op, rest, ir.Lit(0, type=type, span=span), type=YESNO, span=span)


def _may_be(bare: Type, definition: ir.Definition) -> bool:
    if isinstance(bare, Face):
        return True
    return isinstance(bare, Piece) and (bare.kind == "" or definition.kind.name in bare.kind.split("|"))


def _is_feature(definition: ir.Definition) -> bool:
    return definition.kind.name == "feature"


def _same(left: ir.Expr, member: ir.Definition, span: Span) -> ir.Expr:
    type = Value(member.kind.name)
    return ir.Cmp("==", left, ir.Lit(member, type=type, span=span), type=YESNO, span=span)


def _by_value_field(
    scope: Scope, left: ir.Expr, bare: Piece | Value | Face, definitions: list[ir.Definition], span: Span
) -> list[tuple[str, ir.Expr]]:
    """`x is NAME`: the first declared field of the value kind to which the name belongs holds it."""
    kinds = [scope.symbols.kinds[bare.kind]] if isinstance(bare, Face) else scope.symbols.kinds_of(bare)
    found: list[tuple[str, ir.Expr]] = []
    for member in definitions:
        if not member.kind.is_value:
            continue
        for kind in kinds:
            declared = next((f for f in kind.fields.values() if _holds_kind(f.type, member.kind.name)), None)
            if declared is None:
                continue
            scope.uses(member, span)
            get = get_field(scope, left, declared, span, printed=False)
            if item_of(narrowed(declared.type)) is not None:
                type = Value(member.kind.name)
                test: ir.Expr = ir.In(ir.Lit(member, type=type, span=span), get, type=YESNO, span=span)
            else:
                test = _same(get, member, span)
            if isinstance(bare, Piece) and bare.kind != kind.name:
                here = ir.IsKind(left, kind, type=YESNO, span=span)
                test = ir.Logic("and", here, test, type=YESNO, span=span)
            found.append((f"the field {declared.name}", test))
    if len(found) > 1 and len(kinds) > 1 and len({w for w, _ in found}) == 1:
        joined = found[0][1]
        for _, test in found[1:]:
            joined = ir.Logic("or", joined, test, type=YESNO, span=span)
        return [(found[0][0], joined)]
    return found


def _holds_kind(type: Type, kind: str) -> bool:
    bare = narrowed(type)
    if isinstance(bare, Many):
        bare = narrowed(bare.item)
    return isinstance(bare, Value) and bare.kind == kind


__all__ = ["FACE", "NONE", "Plain", "zero"]
