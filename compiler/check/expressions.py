"""From written expressions to typed ones."""

from __future__ import annotations

from dataclasses import replace

from castlewright.compiler.check import calls, names
from castlewright.compiler.check.completeness import OpenTable
from castlewright.compiler.check.facts import facts_of
from castlewright.compiler.check.scope import Scope, key_of
from castlewright.compiler.check.typing import fits, item_of, join, meets, named_type
from castlewright.compiler.check.wording import describe
from castlewright.compiler.typed import ir
from castlewright.compiler.typed.types import (
    DRAWING,
    ERROR,
    NONE,
    NUMBER,
    PLAYER,
    RANK,
    SIDE,
    TEXT,
    YESNO,
    Face,
    Many,
    OrNone,
    Piece,
    Type,
    Unit,
    Value,
    narrowed,
)
from castlewright.compiler.typed.zero import has_zero, zero
from castlewright.rules_dsl import nodes as n
from castlewright.rules_dsl.names import did_you_mean
from castlewright.rules_dsl.source import Span

PLAYER_COUNT = "player_count"
FOLD_OPS = {"total": "total", "highest": "highest", "lowest": "lowest", "distinct": "distinct"}


def check(scope: Scope, node: n.Expr, expected: Type | None = None) -> ir.Expr:
    """The typed form of an expression; `expected` helps to read bare names and empty sets.

    Reports what is wrong and returns an expression of the error type then, which fits everywhere.
    """
    expr = _check(scope, node, expected)
    key = key_of(expr)
    if key is not None and key in scope.facts:
        expr.type = scope.facts[key]
    return expr


def check_as(scope: Scope, node: n.Expr, wanted: Type, what: str = "") -> ir.Expr:
    """The typed form of an expression that has to be of type `wanted`. Reports CW0401 to CW0411."""
    return coerced(scope, check(scope, node, wanted), wanted, what)


def check_yesno(scope: Scope, node: n.Expr) -> ir.Expr:
    """A condition; something that may be none counts as yes when it is there."""
    expr = check(scope, node, YESNO)
    if isinstance(expr.type, OrNone) and expr.type.item != YESNO:
        return exists(expr)
    return coerced(scope, expr, YESNO, "")


def coerced(scope: Scope, expr: ir.Expr, wanted: Type, what: str) -> ir.Expr:
    """`expr` where `wanted` is due, or a report."""
    given = expr.type
    if fits(given, wanted):
        return expr
    if isinstance(given, OrNone) and fits(given.item, wanted):
        if has_zero(wanted):
            if not scope.is_light(expr):
                return failed(expr)
            return ir.Cond(
                ir.Cmp("==", expr, ir.Lit(None, type=NONE, span=expr.span), type=YESNO, span=expr.span),
                zero(wanted, expr.span),
                expr,
                type=wanted,
                span=expr.span,
            )
        scope.diagnostics.error(
            "CW0409",
            expr.span,
            f"{what + ' ' if what else ''}may be none here, but needs {describe(wanted)}",
            help="ask first, with `is not none`, `there is` or `if`",
        )
        return failed(expr)
    _report_mismatch(scope, expr, given, wanted, what)
    return failed(expr)


def _report_mismatch(scope: Scope, expr: ir.Expr, given: Type, wanted: Type, what: str) -> None:
    prefix = f"{what}: " if what else ""
    error = scope.diagnostics.error
    bare = narrowed(wanted)
    if isinstance(bare, Unit) and given == NUMBER:
        number = f" {bare}"
        shown = expr.span.text if isinstance(expr, ir.Lit) else "…"
        error(
            "CW0403",
            expr.span,
            f"{what or 'this'} needs a unit: {bare} are due",
            help=f"write `{shown}{number}`",
        )
    elif isinstance(given, Unit) and bare == NUMBER:
        error(
            "CW0404",
            expr.span,
            f"{prefix}a plain number is due, this is an amount of {given}",
            help=f"leave the unit out, or divide by one of it: `… / 1 {_one(scope, given)}`",
        )
    elif isinstance(given, Unit) and isinstance(bare, Unit):
        value = expr.value if isinstance(expr, ir.Lit) else None
        unit = _one(scope, bare) if value == 1 else bare
        error(
            "CW0402",
            expr.span,
            f"{prefix}{bare} are due, these are {given}",
            help=f"write `{value} {unit}`" if value is not None else "use an amount of the right unit",
        )
    elif bare == YESNO:
        compared = f"`{expr.span.text} > 0 {given}`" if isinstance(given, Unit) else "`… is …`"
        error(
            "CW0411",
            expr.span,
            f"{prefix}a yes or no is due, this is {describe(given)}",
            help=f"make it a question, such as {compared}",
        )
    elif isinstance(bare, Many) and not isinstance(given, Many):
        error(
            "CW0410",
            expr.span,
            f"{prefix}{describe(bare)} is due, this is {describe(given)}",
            help="put it in brackets: `[…]`" if fits(given, bare.item) else None,
        )
    else:
        error("CW0401", expr.span, f"{prefix}{describe(wanted)} is due, this is {describe(given)}")


def _one(scope: Scope, type: Type) -> str:
    """The singular of a unit."""
    unit = scope.symbols.units.get(str(type))
    return unit.singular if unit is not None else str(type)


def failed(expr: ir.Expr | n.Expr) -> ir.Expr:
    """An expression of the error type, at the same place."""
    return ir.Lit(None, type=ERROR, span=expr.span)


def exists(expr: ir.Expr) -> ir.Expr:
    """Is there one? Of a collection or of something that may be none."""
    if isinstance(expr.type, Many):
        var = ir.Var("it", expr.type.item, "it")
        return ir.Fold("exists", ir.Query(var, expr, None, expr.span), None, type=YESNO, span=expr.span)
    return ir.Cmp("!=", expr, ir.Lit(None, type=NONE, span=expr.span), type=YESNO, span=expr.span)


def _check(scope: Scope, node: n.Expr, expected: Type | None) -> ir.Expr:
    match node:
        case n.Number():
            return ir.Lit(node.value, type=NUMBER, span=node.span)
        case n.Amount():
            return _amount(scope, node)
        case n.Text():
            return ir.Lit(node.value, type=TEXT, span=node.span)
        case n.Drawing():
            return ir.Lit(node.rows, type=DRAWING, span=node.span)
        case n.Literal():
            value = {"yes": True, "no": False, "none": None}[node.word]
            return ir.Lit(value, type=NONE if value is None else YESNO, span=node.span)
        case n.SideSpec():
            scope.diagnostics.error(
                "CW0815", node.span, "a side of a drawing stands only in a field of sides"
            )
            return failed(node)
        case n.Name():
            return names.resolve(scope, node, expected)
        case n.Pronoun():
            return names.pronoun(scope, node)
        case n.FieldOf():
            return names.field(scope, node, expected)
        case n.Call():
            return calls.call(scope, node, expected)
        case n.Index():
            return names.index(scope, node)
        case n.SetExpr():
            return _set(scope, node, expected)
        case n.Binary():
            return _binary(scope, node, expected)
        case n.Negate():
            operand = check(scope, node.operand, expected)
            if operand.type != NUMBER and not isinstance(operand.type, Unit):
                _numeric(scope, operand)
            return ir.Neg(operand, type=operand.type, span=node.span)
        case n.Compare():
            return _compare(scope, node)
        case n.IsKind():
            return _is_kind(scope, node)
        case n.Logic():
            left = check_yesno(scope, node.left)
            right = check_yesno(scope.knowing(facts_of(left, node.op == "and")), node.right)
            return ir.Logic(node.op, left, right, type=YESNO, span=node.span)
        case n.Not():
            return ir.Not(check_yesno(scope, node.operand), type=YESNO, span=node.span)
        case n.IfExpr():
            return _if(scope, node, expected)
        case n.TableExpr():
            return table(scope, check(scope, node.subject), node.rows, expected, node)
        case n.Query():
            query, _ = query_of(scope, node)
            return ir.Filter(query, type=Many(query.var.type), span=node.span)
        case n.Count():
            return _count(scope, node)
        case n.Per():
            return _per(scope, node, expected)
        case n.PerFull():
            return _per_full(scope, node, expected)
        case n.Fold():
            return _fold(scope, node, expected)
        case n.ThoseWith():
            query, inner = query_of(scope, node.source)
            key = _measure(inner, node.value)
            return ir.Fold(node.op, query, key, type=Many(query.var.type), span=node.span)
        case n.Exists():
            return _exists(scope, node)
        case n.Every():
            query, inner = query_of(scope, node.source)
            test = check_yesno(inner, node.test)
            return ir.Fold("every", query, test, type=YESNO, span=node.span)
        case n.Ranking():
            query, inner = query_of(scope, node.source)
            key = _measure(inner, node.key)
            return ir.Ranking(query, key, type=Many(RANK, "list"), span=node.span)
        case n.Graph():
            return calls.graph(scope, node)
        case _:
            scope.diagnostics.error("CW0417", node.span, "this cannot stand as a value")
            return failed(node)


def _amount(scope: Scope, node: n.Amount) -> ir.Expr:
    unit = scope.symbols.units.get(node.unit.text)
    if unit is None and scope.symbols.is_broken(node.unit.text):
        return failed(node)
    if unit is None:
        scope.diagnostics.error(
            "CW0314",
            node.unit.span,
            f"there is no unit `{node.unit.text}`",
            help=did_you_mean(node.unit.text, scope.symbols.units)
            or "units are declared with `unit ONE MANY`",
        )
        return failed(node)
    scope.uses(unit, node.unit.span)
    return ir.Lit(node.value, type=Unit(unit.name), span=node.span)


def _set(scope: Scope, node: n.SetExpr, expected: Type | None) -> ir.Expr:
    wanted = None if expected is None else item_of(narrowed(expected))
    items = tuple(check(scope, item, wanted) for item in node.items)
    found: Type = wanted if wanted is not None and not items else ERROR
    for item in items:
        joined = item.type if found == ERROR else join(found, item.type)
        if joined is None:
            scope.diagnostics.error(
                "CW0413",
                item.span,
                f"this is {describe(item.type)}, the elements before it are each {describe(found)}",
                help="all elements of a set are of one type",
            )
            return failed(node)
        found = joined
    if isinstance(found, OrNone):
        if not all(scope.is_light(item) for item in items if isinstance(item.type, OrNone)):
            return failed(node)
        return _set_of_those_there(items, found.item, node)
    return ir.MakeSet(items, type=Many(found), span=node.span)


def _set_of_those_there(items: tuple[ir.Expr, ...], type: Type, node: n.SetExpr) -> ir.Expr:
    """A set written out with elements that may be none: those are left out."""
    whole: ir.Expr | None = None
    many = Many(type)
    for item in items:
        part: ir.Expr = ir.MakeSet((item,), type=many, span=item.span)
        if isinstance(item.type, OrNone):
            part = ir.Cond(
                exists(item), part, ir.Lit((), type=many, span=item.span), type=many, span=item.span
            )
        whole = part if whole is None else ir.Arith("+", whole, part, type=many, span=node.span)
    assert whole is not None
    return whole


def _numeric(scope: Scope, expr: ir.Expr) -> None:
    if expr.type != ERROR:
        scope.diagnostics.error(
            "CW0401", expr.span, f"a number or an amount is due, this is {describe(expr.type)}"
        )


def _zeroed(scope: Scope, expr: ir.Expr) -> ir.Expr:
    """An amount that may be none counts as nothing in sums."""
    if isinstance(expr.type, OrNone) and has_zero(expr.type.item):
        if not scope.is_light(expr):
            return failed(expr)
        none = ir.Lit(None, type=NONE, span=expr.span)
        test = ir.Cmp("==", expr, none, type=YESNO, span=expr.span)
        return ir.Cond(test, zero(expr.type.item, expr.span), expr, type=expr.type.item, span=expr.span)
    return expr


def _binary(scope: Scope, node: n.Binary, expected: Type | None) -> ir.Expr:
    hint = expected if node.op in "+-" else None
    left = _zeroed(scope, check(scope, node.left, hint))
    right = _zeroed(scope, check(scope, node.right, left.type if node.op in "+-" else None))
    a, b = left.type, right.type
    if ERROR in (a, b):
        return failed(node)
    if isinstance(a, Many) and isinstance(b, Many) and node.op in "+-":
        joined = join(a, b)
        if joined is None:
            scope.diagnostics.error(
                "CW0413", node.span, f"{describe(a)} and {describe(b)} have no elements in common"
            )
            return failed(node)
        return ir.Arith(node.op, left, right, type=joined if node.op == "+" else a, span=node.span)
    for side in (left, right):
        if side.type != NUMBER and not isinstance(side.type, Unit):
            _numeric(scope, side)
            return failed(node)
    result: Type
    if node.op in "+-":
        if a != b:
            code = "CW0405" if isinstance(a, Unit) and isinstance(b, Unit) else "CW0403"
            scope.diagnostics.error(
                code,
                node.span,
                f"{_words(a)} and {_words(b)} do not add up",
                related=[(left.span, _words(a)), (right.span, _words(b))],
                help=f"say what one is worth in the other, as in `1 {_one(scope, a)} per full 10 {b} of …`"
                if code == "CW0405"
                else "give the number a unit, or take it away with `/ 1 UNIT`",
            )
            return failed(node)
        result = a
    elif node.op == "*":
        if isinstance(a, Unit) and isinstance(b, Unit):
            scope.diagnostics.error(
                "CW0406",
                node.span,
                f"{a} times {b} mean nothing",
                help="one of the two must be a plain number",
            )
            return failed(node)
        result = a if isinstance(a, Unit) else b
    else:
        if isinstance(b, Unit) and a != b:
            scope.diagnostics.error("CW0405", node.span, f"{_words(a)} cannot be divided by {b}")
            return failed(node)
        result = NUMBER if isinstance(b, Unit) else a
        if isinstance(right, ir.Lit) and right.value == 0:
            scope.diagnostics.error(
                "CW0420", right.span, "nothing can be divided by zero", help="divide by another number"
            )
            return failed(node)
    return ir.Arith(node.op, left, right, type=result, span=node.span)


def _words(type: Type) -> str:
    return "a plain number" if type == NUMBER else str(type)


def _compare(scope: Scope, node: n.Compare) -> ir.Expr:
    if node.op in ("is", "is not"):
        expr = names.is_(scope, node)
        return (
            ir.Not(expr, type=YESNO, span=node.span) if node.op == "is not" and expr.type != ERROR else expr
        )
    if node.op in ("is in", "is not in"):
        return _is_in(scope, node)
    left = check(scope, node.left)
    right = check(scope, node.right, left.type)
    a, b = narrowed(left.type), narrowed(right.type)
    if ERROR in (a, b):
        return failed(node)
    for side, type in ((left, a), (right, b)):
        if type != NUMBER and not isinstance(type, Unit):
            scope.diagnostics.error(
                "CW0408", side.span, f"{describe(type)} has no size: `{node.op}` compares numbers and amounts"
            )
            return failed(node)
    if a != b:
        code = "CW0405" if isinstance(a, Unit) and isinstance(b, Unit) else "CW0403"
        scope.diagnostics.error(
            code,
            node.span,
            f"{_words(a)} and {_words(b)} cannot be compared",
            related=[(left.span, _words(a)), (right.span, _words(b))],
            help="both sides need the same unit",
        )
        return failed(node)
    return ir.Cmp(node.op, left, right, type=YESNO, span=node.span)


def _is_in(scope: Scope, node: n.Compare) -> ir.Expr:
    group = check(scope, node.right)
    inner = item_of(group.type)
    item = check(scope, node.left, inner)
    if ERROR in (group.type, item.type):
        return failed(node)
    if inner is None:
        scope.diagnostics.error(
            "CW0410", group.span, f"a collection is due after `{node.op}`, this is {describe(group.type)}"
        )
        return failed(node)
    if isinstance(item, ir.Lit) and isinstance(item.value, ir.Definition) and not item.value.kind.is_value:
        scope.diagnostics.error(
            "CW0407", item.span, "a definition is no piece; ask with `there is … where it is NAME`"
        )
        return failed(node)
    if not meets(narrowed(item.type), narrowed(inner)):
        scope.diagnostics.error(
            "CW0407",
            node.span,
            f"{describe(item.type)} is never in {describe(group.type)}",
            related=[(item.span, str(item.type))],
        )
        return failed(node)
    expr: ir.Expr = ir.In(item, group, type=YESNO, span=node.span)
    return ir.Not(expr, type=YESNO, span=node.span) if node.op == "is not in" else expr


def _is_kind(scope: Scope, node: n.IsKind) -> ir.Expr:
    operand = check(scope, node.operand)
    kind = scope.symbols.kind(node.kind.text)
    if kind is None:
        names.unknown_kind(scope, node.kind)
        return failed(node)
    bare = narrowed(operand.type)
    if bare == ERROR:
        return failed(node)
    if not isinstance(bare, (Piece, Face)):
        scope.diagnostics.error(
            "CW0401", operand.span, f"a piece is due before `is a`, this is {describe(bare)}"
        )
        return failed(node)
    expr: ir.Expr = ir.IsKind(operand, kind, type=YESNO, span=node.span)
    return ir.Not(expr, type=YESNO, span=node.span) if node.negated else expr


def _if(scope: Scope, node: n.IfExpr, expected: Type | None) -> ir.Expr:
    condition = check_yesno(scope, node.condition)
    then = check(scope.knowing(facts_of(condition, True)), node.then, expected)
    otherwise = check(scope.knowing(facts_of(condition, False)), node.otherwise, expected or then.type)
    joined = join(then.type, otherwise.type)
    if joined is None:
        scope.diagnostics.error(
            "CW0414",
            node.otherwise.span,
            f"one branch gives {describe(then.type)}, the other {describe(otherwise.type)}",
            related=[(node.then.span, str(then.type))],
        )
        return failed(node)
    return ir.Cond(condition, then, otherwise, type=joined, span=node.span)


def table(
    scope: Scope, subject: ir.Expr, rows: tuple[n.TableRow, ...], expected: Type | None, node: n.Node
) -> ir.Expr:
    """A table with one column. Reports CW0513, CW0514, CW0517."""
    key_type = subject.type
    found: Type = ERROR
    pairs: list[tuple[ir.Expr, ir.Expr]] = []
    otherwise: ir.Expr | None = None
    seen: dict[object, n.TableRow] = {}
    for row in rows:
        value = check(scope, row.values[0], expected)
        joined = value.type if found == ERROR else join(found, value.type)
        if joined is None:
            scope.diagnostics.error(
                "CW0414",
                value.span,
                f"the rows above give {describe(found)}, this one {describe(value.type)}",
            )
            return failed(row.values[0])
        found = joined
        if row.key is None:
            otherwise = value
            continue
        key = check_as(scope, row.key, key_type)
        if isinstance(key, ir.Lit) and key.type != ERROR and not isinstance(key.value, tuple):
            first = seen.setdefault((type(key.value), key.value), row)
            if first is not row:
                scope.diagnostics.error(
                    "CW0514", row.span, "this key has a row already", related=[(first.span, "the first one")]
                )
        pairs.append((key, value))
    made = ir.Select(subject, tuple(pairs), otherwise, type=found, span=node.span)
    if otherwise is None:
        _complete_table(scope, key_type, made, node)
    return made


def _complete_table(scope: Scope, key_type: Type, made: ir.Select, node: n.Node) -> None:
    """A table over an enumeration has a row for each member; over numbers it needs an `else`."""
    bare = narrowed(key_type)
    there = {key.value for key, _ in made.rows if isinstance(key, ir.Lit)}
    span = node.name.span if isinstance(node, n.TableDecl) else _head(node.span)
    if isinstance(bare, Value):
        missing: list[ir.Definition | None] = [
            d for d in scope.symbols.kinds[bare.kind].definitions if d not in there
        ]
        if isinstance(key_type, OrNone) and None not in there:
            missing.append(None)
        if missing:
            scope.symbols.noted.open_tables.append(OpenTable(made, missing, span, ""))
        return
    if key_type == ERROR or (bare == YESNO and {True, False} <= there):
        return
    if isinstance(node, n.TableDecl) and node.by.text == PLAYER_COUNT:
        fewest, most = scope.symbols.program.players
        absent = tuple(count for count in range(fewest, most + 1) if count not in there)
        if absent:
            scope.symbols.noted.open_tables.append(OpenTable(made, None, span, "", absent))
        return
    words = "the table does not say what holds for all other keys"
    scope.symbols.noted.open_tables.append(OpenTable(made, None, span, words))


def _head(span: Span) -> Span:
    """A table up to its opening brace."""
    return Span(span.source, span.start, span.start + len(span.text.partition("{")[0].rstrip()))


def _count(scope: Scope, node: n.Count) -> ir.Expr:
    source = node.source
    if not isinstance(source, n.Query):
        plain = check(scope, source)
        if isinstance(plain.type, OrNone) and not isinstance(plain.type.item, Many):
            one, nothing = (ir.Lit(v, type=NUMBER, span=node.span) for v in (1, 0))
            return ir.Cond(exists(plain), one, nothing, type=NUMBER, span=node.span)
        query, _ = _plain_query(scope, plain, source)
    else:
        query, _ = query_of(scope, source)
    return ir.Fold("count", query, None, type=NUMBER, span=node.span)


def _per(scope: Scope, node: n.Per, expected: Type | None) -> ir.Expr:
    if not isinstance(node.source, n.Query):
        plain = check(scope, node.source)
        if plain.type == NUMBER:
            amount = check(scope, node.amount, expected)
            return ir.Arith("*", amount, plain, type=amount.type, span=node.span)
        query, inner = _plain_query(scope, plain, node.source)
    else:
        query, inner = query_of(scope, node.source)
    amount = check(inner, node.amount, expected)
    if amount.type != NUMBER and not isinstance(amount.type, Unit):
        _numeric(scope, amount)
        return failed(node)
    return ir.Fold("total", query, amount, type=amount.type, span=node.span)


def _per_full(scope: Scope, node: n.PerFull, expected: Type | None) -> ir.Expr:
    amount = check(scope, node.amount, expected)
    step = check(scope, node.step)
    whole = check_as(scope, node.of, step.type)
    if ERROR in (amount.type, step.type, whole.type):
        return failed(node)
    times = ir.Arith("/", whole, step, type=NUMBER, span=node.span)
    return ir.Arith("*", amount, times, type=amount.type, span=node.span)


def _fold(scope: Scope, node: n.Fold, expected: Type | None) -> ir.Expr:
    query, inner = query_of(scope, node.source)
    if node.op == "distinct":
        value = check(inner, node.value)
        item = item_of(value.type)
        return ir.Fold("distinct", query, value, type=Many(narrowed(item or value.type)), span=node.span)
    value = _zeroed(scope, check(inner, node.value, expected))
    if value.type != NUMBER and not isinstance(value.type, Unit):
        _numeric(scope, value)
        return failed(node)
    return ir.Fold(FOLD_OPS[node.op], query, value, type=value.type, span=node.span)


def _measure(scope: Scope, node: n.Expr) -> ir.Expr:
    value = _zeroed(scope, check(scope, node))
    if value.type != NUMBER and not isinstance(value.type, Unit):
        _numeric(scope, value)
    return value


def _exists(scope: Scope, node: n.Exists) -> ir.Expr:
    expr: ir.Expr
    if isinstance(node.source, n.Query):
        query, _ = query_of(scope, node.source)
        expr = ir.Fold("exists", query, None, type=YESNO, span=node.span)
    else:
        plain = check(scope, node.source)
        if plain.type == ERROR:
            return failed(node)
        if not isinstance(plain.type, (Many, OrNone)):
            scope.diagnostics.error(
                "CW0410",
                plain.span,
                f"`there is` asks about a collection, or what may be none; this is {describe(plain.type)}",
            )
            return failed(node)
        expr = exists(plain)
        expr.span = node.span
    return ir.Not(expr, type=YESNO, span=node.span) if node.negated else expr


def query_of(scope: Scope, node: n.Expr) -> tuple[ir.Query, Scope]:
    """A collection with its variable, and the scope in which its elements are spoken of."""
    if not isinstance(node, n.Query):
        source = check(scope, node)
        return _plain_query(scope, source, node)
    source = check(scope, node.source)
    item = item_of(narrowed(source.type))
    if item is None:
        if source.type != ERROR:
            scope.diagnostics.error(
                "CW0410", source.span, f"a collection is due after `in`, this is {describe(source.type)}"
            )
        item = ERROR
    if _check_words(scope, node):
        type, test = _element_type(scope, node, item)
    else:
        type, test = ERROR, None
    var = ir.Var(node.binder.text if node.binder else "it", type, "local" if node.binder else "it")
    inner = replace(scope.with_locals(var), element=var) if node.binder else scope.with_it(var)
    where: ir.Expr | None = None
    if test is not None:
        where = ir.IsKind(ir.Local(var, type=item, span=node.span), test, type=YESNO, span=node.span)
    if node.where is not None:
        condition = check_yesno(inner, node.where)
        inner = inner.knowing(facts_of(condition, True))
        where = condition if where is None else ir.Logic("and", where, condition, type=YESNO, span=node.span)
    return ir.Query(var, source, where, node.span), inner


def _check_words(scope: Scope, node: n.Query) -> bool:
    """Singular with a name for the element; the name is no other one. Reports CW0306, CW0317, CW0319.

    False where the kind and the name cannot have been meant as they stand.
    """
    binder, symbols = node.binder, scope.symbols
    if binder is None:
        return True
    if node.kind is not None and node.kind.text in symbols.plurals and node.kind.text not in symbols.kinds:
        singular = symbols.plurals[node.kind.text].name
        scope.diagnostics.error(
            "CW0317",
            node.kind.span,
            f"`{binder.text}` is one of them, so the singular is due",
            help=f"write `{singular} {binder.text} in …`",
        )
    if symbols.kind(binder.text) is not None:
        scope.diagnostics.error(
            "CW0319",
            binder.span,
            f"`{binder.text}` is the name of a kind; here it would name one element",
            help=f"did you mean `of {binder.text}`? If not, take another name",
        )
        return False
    check_hidden(scope, binder)
    return True


def check_hidden(scope: Scope, name: n.Ident) -> None:
    """Report CW0306 where a local has the name of another one."""
    if name.text in scope.locals:
        scope.diagnostics.error(
            "CW0306",
            name.span,
            f"`{name.text}` is the name of another local here",
            help="take another name",
        )


def _plain_query(scope: Scope, source: ir.Expr, node: n.Expr) -> tuple[ir.Query, Scope]:
    item = item_of(narrowed(source.type))
    if item is None:
        if source.type != ERROR:
            scope.diagnostics.error(
                "CW0410",
                source.span,
                f"a collection is due, this is {describe(source.type)}",
                help="a collection is a zone, a set, or `KINDS in …`",
            )
        item = ERROR
    if isinstance(source, ir.Filter):
        return source.query, scope.with_it(source.query.var)
    var = ir.Var("it", item, "it")
    return ir.Query(var, source, None, node.span), scope.with_it(var)


def _element_type(scope: Scope, node: n.Query, item: Type) -> tuple[Type, ir.Kind | None]:
    """The type of the elements, and the kind to sort them out by when the collection holds others too."""
    if node.kind is None:
        return item, None
    named = named_type(node.kind.text, scope.symbols)
    if named is None:
        names.unknown_kind(scope, node.kind)
        return item, None
    bare = narrowed(item)
    if item == ERROR or named == bare:
        return named, None
    if (isinstance(named, Piece) and isinstance(bare, Piece) and meets(named, bare)) or (
        isinstance(named, Piece) and bare == Piece("")
    ):
        return named, scope.symbols.kinds[named.kind]
    if isinstance(named, Piece) and isinstance(bare, Face):
        return named, None
    scope.diagnostics.error(
        "CW0401",
        node.kind.span,
        f"the collection holds elements of type {item}, not {named}",
        related=[(node.source.span, str(item))],
    )
    return named, None


__all__ = [
    "PLAYER",
    "SIDE",
    "check",
    "check_as",
    "check_hidden",
    "check_yesno",
    "coerced",
    "exists",
    "failed",
    "query_of",
    "table",
]
