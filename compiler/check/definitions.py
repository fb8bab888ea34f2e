"""Definitions: their printed fields, faces and slots; and what kinds declare."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from castlewright.compiler.check import expressions
from castlewright.compiler.check.drawings import SidesText, check_drawing
from castlewright.compiler.check.expressions import check, check_as
from castlewright.compiler.check.quotas import limit_of
from castlewright.compiler.check.scope import Scope
from castlewright.compiler.check.statements import check_block
from castlewright.compiler.check.symbols import Symbols
from castlewright.compiler.check.typing import fits, item_of
from castlewright.compiler.packs.texts import texts_of
from castlewright.compiler.typed import ir
from castlewright.compiler.typed.constants import LARGEST, NotConstant, TooLarge, evaluate
from castlewright.compiler.typed.types import DRAWING, ERROR, PLAYER, SIDE, Many, Piece, Type, narrowed
from castlewright.compiler.typed.zero import zero
from castlewright.rules_dsl import limits
from castlewright.rules_dsl import nodes as n
from castlewright.rules_dsl.diagnostics import Diagnostics
from castlewright.rules_dsl.names import did_you_mean

COPIES = "copies"
MOST_COPIES = 1000


def scope_in(symbols: Symbols, diagnostics: Diagnostics, pack: str) -> Scope:
    """The outermost scope of a pack."""
    return Scope(symbols, diagnostics, pack)


def copies_advice(name: str) -> str | None:
    """What to do about the one field that every author expects to be there."""
    return None if name != COPIES else f"add `printed {COPIES}: number = 1` to the kind"


def self_of(symbols: Symbols, kind: ir.Kind) -> ir.Var:
    """`self` in the text of a definition of this kind."""
    return ir.Var("self", symbols.type_of(kind), "self")


# --------------------------------------------------------------------------------------- printed fields


def constant(
    scope: Scope,
    expr: ir.Expr,
    what: str = "a printed value",
    help: str = "print a plain amount, or ask a rule instead of printing it",
) -> ir.Const:
    """The value of an expression that has to be known now. Reports CW0505, which names `what` it is."""
    if expr.type == ERROR:
        return None
    try:
        return evaluate(expr)
    except NotConstant as error:
        if error.expr.type == ERROR:
            return None
        if isinstance(error, TooLarge):
            scope.diagnostics.error(
                "CW0008",
                error.expr.span or expr.span,
                f"this comes to more than {LARGEST:,}",
                label="too large",
            )
            return None
        scope.diagnostics.error(
            "CW0505",
            error.expr.span or expr.span,
            f"{what} must be known beforehand; this depends on the game",
            help=help,
        )
        return None


def field_value(scope: Scope, field: ir.Field, values: Sequence[n.Expr], at: n.Node) -> ir.Const:
    """The constant that a definition gives to a field. Reports CW0505, CW0815 and the type errors."""
    wanted = narrowed(field.type)
    if wanted == Many(SIDE):
        return sides_of(scope, values)
    if wanted == DRAWING:
        return _drawing(scope, values)
    inner = item_of(wanted)
    if inner is not None:
        return _many(scope, inner, values)
    if len(values) != 1:
        scope.diagnostics.error("CW0505", at.span, f"`{field.name}` takes one value, here are {len(values)}")
        return None
    made = constant(scope, check_as(scope, values[0], field.type, f"`{field.name}`"))
    if field.name == COPIES and isinstance(made, int) and not 1 <= made <= MOST_COPIES:
        scope.diagnostics.error(
            "CW0522",
            values[0].span,
            f"a piece has from 1 to {MOST_COPIES:,} copies",
            help="leave the definition out if there are none" if made == 0 else None,
        )
        return 1
    return made


def _many(scope: Scope, inner: Type, values: Sequence[n.Expr]) -> ir.Const:
    found: list[ir.Const] = []
    for value in values:
        expr = check(scope, value, Many(inner) if isinstance(value, n.SetExpr) else inner)
        if isinstance(narrowed(expr.type), Many):
            whole = constant(scope, expressions.coerced(scope, expr, Many(inner), ""))
            found.extend(whole if isinstance(whole, tuple) else ())
        elif isinstance(expr, ir.Lit) and expr.value is None and expr.type != ERROR:
            continue
        else:
            found.append(constant(scope, expressions.coerced(scope, expr, inner, "")))
    return _in_order(tuple(dict.fromkeys(v for v in found if v is not None)))


def _in_order(values: tuple[ir.Const, ...]) -> tuple[ir.Const, ...]:
    """A set of members stands in the order of their definition."""

    def place(value: ir.Const) -> int:
        return value.kind.definitions.index(value) if isinstance(value, ir.Definition) else 0

    if all(isinstance(v, ir.Definition) and v.kind.is_value for v in values):
        return tuple(sorted(values, key=place))
    return values


def sides_of(scope: Scope, values: Iterable[n.Expr]) -> tuple[ir.SideAt, ...]:
    """The sides that a text gives, each once."""
    specs = [spec for value in values for spec in side_specs(scope, value)]
    return tuple(dict.fromkeys(ir.SideAt(s.edge, at) for s in specs for at in range(s.first, s.last + 1)))


def side_specs(scope: Scope, value: n.Expr) -> Iterable[n.SideSpec]:
    """The sides in a value as they are written. Reports CW0815."""
    if isinstance(value, n.SideSpec):
        if value.first > value.last:
            scope.diagnostics.error(
                "CW0815",
                value.span,
                "the lower number stands first",
                help=f"write `{value.edge} {value.last} to {value.first}`",
            )
        elif value.last - value.first > limits.DRAWING_SIDE:
            scope.diagnostics.error(
                "CW0815", value.span, f"a drawing has at most {limits.DRAWING_SIDE} rows and columns"
            )
        else:
            yield value
    elif isinstance(value, n.SetExpr):
        for item in value.items:
            yield from side_specs(scope, item)
    elif isinstance(value, n.Literal) and value.word == "none":
        return
    else:
        scope.diagnostics.error("CW0815", value.span, "a side is due here: `top 2`, `left 1 to 3`")


def _drawing(scope: Scope, values: Sequence[n.Expr]) -> ir.Const:
    if len(values) == 1:
        value = values[0]
        rows: tuple[str, ...] | None = None
        if isinstance(value, n.Drawing):
            rows = value.rows
        elif isinstance(value, n.Text):
            rows = tuple(value.value.split("|"))
        if rows is not None:
            return rows if check_drawing(value, rows, scope.diagnostics) else None
    scope.diagnostics.error("CW0505", values[0].span, 'a drawing is due here: """…"""')
    return None


def note_sides(
    scope: Scope,
    definition: ir.Definition,
    face: ir.FaceInfo | None,
    field: ir.Field,
    values: Sequence[n.Expr],
) -> None:
    """Remember sides: they are compared with the drawing when all fields are known."""
    if narrowed(field.type) == Many(SIDE):
        quiet = replace(scope, diagnostics=Diagnostics())
        specs = [spec for value in values for spec in side_specs(quiet, value)]
        scope.symbols.side_texts.append(SidesText(definition, face, field, specs))


def default_value(scope: Scope, field: ir.Field, default: n.Expr, definition: ir.Definition) -> ir.Const:
    """The default of a field for one definition; it may read its other fields by their bare names."""
    wanted = narrowed(field.type)
    if wanted == Many(SIDE):
        scope.symbols.side_texts.append(SidesText(definition, None, field, list(side_specs(scope, default))))
        return sides_of(scope, [default])
    if wanted == DRAWING:
        return _drawing(scope, [default])
    known = scope.symbols.defaults.get(field)
    if known is None:
        known = scope.symbols.defaults[field] = _default(scope, field, default)
    var, expr = known
    if expr.type == ERROR:
        return None
    try:
        return evaluate(expr, {var: definition})
    except NotConstant as error:
        if error.expr.type == ERROR or definition.faulty:
            return None
        scope.diagnostics.error(
            "CW0505",
            default.span,
            f"the default of `{field.name}` cannot be worked out for `{definition.name}`",
            related=[(definition.span, "this definition leaves the field out")],
        )
        return None


def _default(scope: Scope, field: ir.Field, default: n.Expr) -> tuple[ir.Var, ir.Expr]:
    """The typed form of a default, and what stands in it for the definition that leaves the field out."""
    kind = field.kind
    var = self_of(scope.symbols, kind)
    inner = Scope(scope.symbols, scope.diagnostics, field.pack, self_var=var, fields_of=kind)
    element = item_of(narrowed(field.type))
    expr = check(
        inner, default, element if element is not None and not isinstance(default, n.SetExpr) else field.type
    )
    if element is not None and fits(expr.type, element):
        expr = ir.MakeSet((expr,), type=Many(expr.type), span=expr.span)
    return var, expressions.coerced(inner, expr, field.type, f"the default of `{field.name}`")


# ------------------------------------------------------------------------------------------ definitions


def check_fields(
    scope: Scope, definition: ir.Definition, items: Iterable[n.Item], columns: dict[str, tuple[n.Expr, ...]]
) -> None:
    """Fill in the printed fields: written ones, then defaults. Reports CW0501 to CW0503."""
    kind = definition.kind
    errors = scope.diagnostics.error_count
    written: dict[str, n.Node] = {}
    for name, values in columns.items():
        field = kind.fields.get(name)
        if field is not None:
            definition.values[name] = field_value(scope, field, values, values[0])
            note_sides(scope, definition, None, field, values)
            written[name] = values[0]
            definition.written.add(name)
    for item in items:
        if isinstance(item, n.FieldItem):
            _written(scope, definition, item, written)
        elif isinstance(item, n.FaceDecl):
            _face(scope, definition, item)
    definition.faulty = scope.diagnostics.error_count > errors


def _written(scope: Scope, definition: ir.Definition, item: n.FieldItem, written: dict[str, n.Node]) -> None:
    kind, name = definition.kind, item.name.text
    field = kind.fields.get(name)
    if field is None:
        if name in kind.slots:
            scope.diagnostics.error("CW0501", item.name.span, f"`{name}` is a slot: write `{name}(…) = …`")
        else:
            scope.diagnostics.error(
                "CW0501",
                item.name.span,
                f"a {kind.name} has no field `{name}`",
                help=did_you_mean(name, kind.fields) or copies_advice(name),
                related=[(kind.span, f"`{kind.name}` is declared here")],
            )
        return
    if name in written:
        scope.diagnostics.error(
            "CW0503", item.span, f"`{name}` is given twice", related=[(written[name].span, "the first time")]
        )
        return
    written[name] = item
    definition.written.add(name)
    definition.values[name] = field_value(scope, field, item.values, item)
    note_sides(scope, definition, None, field, item.values)


def _face(scope: Scope, definition: ir.Definition, item: n.FaceDecl) -> None:
    if any(f.name == item.name.text for f in definition.faces):
        scope.diagnostics.error("CW0521", item.name.span, f"there are two faces `{item.name.text}`")
        return
    face = ir.FaceInfo(item.name.text, item.title.value if item.title else None, {})
    for inner in item.items:
        if isinstance(inner, n.FieldItem):
            field = definition.kind.fields.get(inner.name.text)
            if field is None:
                scope.diagnostics.error(
                    "CW0501",
                    inner.name.span,
                    f"a {definition.kind.name} has no field `{inner.name.text}`",
                    help=did_you_mean(inner.name.text, definition.kind.fields),
                )
                continue
            face.values[field.name] = field_value(scope, field, inner.values, inner)
            note_sides(scope, definition, face, field, inner.values)
    definition.faces.append(face)


def fill_defaults(scope: Scope, definition: ir.Definition, defaults: dict[tuple[str, str], n.Expr]) -> None:
    """Give every field left out its default. Reports CW0502."""
    kind = definition.kind
    pending: list[ir.Field] = []
    lacking: list[ir.Field] = []
    for field in kind.fields.values():
        if field.name in definition.values or field.name in _face_fields(definition):
            continue
        if field.required and (kind.name, field.name) not in defaults:
            if narrowed(field.type) != field.type:
                definition.values[field.name] = None
                continue
            lacking.append(field)
            definition.values[field.name] = zero(field.type, definition.span).value
            continue
        if (kind.name, field.name) in defaults:
            pending.append(field)
        else:
            definition.values[field.name] = zero(field.type, definition.span).value
    if lacking:
        _report_lacking(scope, definition, lacking)
    for field in pending:
        definition.values[field.name] = default_value(
            scope, field, defaults[kind.name, field.name], definition
        )
    copies = definition.values.get(COPIES, 1)
    if not kind.is_value and COPIES in kind.fields:
        definition.copies = copies if isinstance(copies, int) else 1


def _report_lacking(scope: Scope, definition: ir.Definition, lacking: Sequence[ir.Field]) -> None:
    """Say in one message which fields a definition has to give."""
    first, *more = [f"`{field.name}`" for field in lacking]
    needed = f"{', '.join([first, *more[:-1]])} and {more[-1]}" if more else f"a {first}"
    lines = [f"`{field.name}: …`" for field in lacking]
    scope.diagnostics.error(
        "CW0502",
        definition.span,
        f"`{definition.name}` needs {needed}",
        related=[(field.span, "the field is declared here, without a default") for field in lacking],
        help=f"add {', '.join(lines[:-1])} and {lines[-1]}" if more else f"add {lines[0]}",
    )
    definition.faulty = True


def _face_fields(definition: ir.Definition) -> set[str]:
    """Fields that every face gives."""
    if not definition.faces:
        return set()
    common = set(definition.faces[0].values)
    for face in definition.faces[1:]:
        common &= set(face.values)
    return common


# ------------------------------------------------------------------------------------------------ slots


def filling(
    scope: Scope,
    slot: ir.Slot,
    params: Sequence[n.Param],
    body: n.Expr | n.Block,
    limit: n.Limit | None,
    at: n.Item,
    definition: ir.Definition | None,
    texts: ir.Texts,
) -> ir.Filling:
    """What stands in a slot. Reports CW0511."""
    if len(params) != len(slot.params):
        scope.diagnostics.error(
            "CW0511",
            at.span,
            f"the slot `{slot.name}` has {len(slot.params)} parameters, here are {len(params)}",
            related=[(slot.span, "declared here")],
        )
        params = ()
    variables = tuple(
        ir.Var(p.name.text, s.type, "param") for p, s in zip(params, slot.params, strict=False)
    ) or tuple(ir.Var(s.name, s.type, "param") for s in slot.params)
    self_var = self_of(scope.symbols, slot.kind)
    inner = scope.with_locals(*variables)
    inner.self_var, inner.definition = self_var, definition
    made = ir.Filling(slot, variables, self_var, None, None, None, None, at.span, texts)
    if slot.result is not None:
        if isinstance(body, n.Block):
            scope.diagnostics.error(
                "CW0609", at.span, f"the slot `{slot.name}` has a value: write `{slot.name}(…) = …`"
            )
            return made
        made.value = check_as(inner, body, slot.result, f"`{slot.name}`")
        return made
    you = ir.Var("you", PLAYER, "you")
    made.you_var = you
    inner.you, inner.in_effect = you, True
    if isinstance(body, n.Block):
        made.body = check_block(inner, body)
    else:
        scope.diagnostics.error(
            "CW0701", at.span, f"the slot `{slot.name}` holds effects: write `{slot.name}(…) {{ … }}`"
        )
        made.body = ()
    made.limit = limit_of(scope, limit)
    return made


def check_slots(scope: Scope, definition: ir.Definition, items: Iterable[n.Item]) -> None:
    """The slot fillings of a definition. Reports CW0509, CW0510, CW0512."""
    kind = definition.kind
    for item in items:
        if not isinstance(item, n.SlotFilling):
            continue
        slot = kind.slots.get(item.name.text)
        if slot is None:
            scope.diagnostics.error(
                "CW0510",
                item.name.span,
                f"a {kind.name} has no slot `{item.name.text}`",
                help=did_you_mean(item.name.text, kind.slots),
            )
            continue
        if slot.name in definition.fillings:
            scope.diagnostics.error("CW0512", item.name.span, f"`{slot.name}` is filled twice")
            continue
        definition.fillings[slot.name] = filling(
            scope, slot, item.params, item.body, item.limit, item, definition, texts_of(item.items)
        )
    for slot in kind.slots.values():
        if slot.name not in definition.fillings and slot.default is None:
            scope.diagnostics.error(
                "CW0509",
                definition.span,
                f"`{definition.name}` leaves the slot `{slot.name}` empty",
                related=[(slot.span, "the slot is declared here, without a default")],
                help=f"add `{slot.name}({', '.join(p.name for p in slot.params)}) …`",
            )


__all__ = [
    "COPIES",
    "Piece",
    "check_fields",
    "check_slots",
    "constant",
    "fill_defaults",
    "filling",
    "scope_in",
    "self_of",
]
