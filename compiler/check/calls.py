"""Calls: rules, table columns, slots, built-in questions, graph questions."""

from __future__ import annotations

from collections.abc import Sequence

from castlewright.compiler.check import expressions, names
from castlewright.compiler.check.scope import Scope
from castlewright.compiler.check.typing import fits, join, meets
from castlewright.compiler.check.wording import counted, describe, here_are, takes
from castlewright.compiler.typed import builtins, ir
from castlewright.compiler.typed.builtins import (
    AnyAmount,
    AnyMark,
    AnyPiece,
    AnyType,
    PackArg,
    Question,
    RuleArg,
    ZoneArg,
)
from castlewright.compiler.typed.types import (
    ERROR,
    NONE,
    NUMBER,
    YESNO,
    Face,
    Many,
    OrNone,
    Piece,
    Type,
    Unit,
    Value,
    narrowed,
    or_none,
)
from castlewright.compiler.typed.zero import of_nothing, zero
from castlewright.rules_dsl import nodes as n
from castlewright.rules_dsl.names import did_you_mean


def call(scope: Scope, node: n.Call, expected: Type | None) -> ir.Expr:
    """`NAME(ARGS)` or `X's NAME(ARGS)`. Reports CW0301, CW0412, CW0416, CW0611."""
    if node.base is not None:
        return _slot_call(scope, node)
    name = node.path.text
    rule = rule_named(scope, node.path)
    if rule is not None:
        scope.uses(rule, node.path.span)
        return rule_call(scope, rule, node)
    readings = builtins.question(name)
    if readings:
        return _question(scope, node, readings, expected)
    need = scope.symbols.needs.get(name)
    if need is not None:
        scope.diagnostics.error(
            "CW0416", node.path.span, f"`{name}` is a need of a placing: it cannot be asked"
        )
    elif name in scope.symbols.program.effects:
        scope.diagnostics.error(
            "CW0609",
            node.path.span,
            f"`{name}` is an effect: it has no value",
            help=f"carry it out with `do {name}(…)`",
        )
    else:
        _report_unknown_rule(scope, node.path)
    return expressions.failed(node)


def _report_unknown_rule(scope: Scope, path: n.Path) -> None:
    name, symbols = path.text, scope.symbols
    if path.parts[0].text in symbols.broken or not scope.diagnostics.mark(("unknown", scope.pack, name)):
        return
    columns = symbols.tables.get(path.parts[0].text)
    if len(path.parts) == 2 and columns is not None:
        scope.diagnostics.error(
            "CW0516",
            path.parts[1].span,
            f"the table `{path.parts[0].text}` has no column `{path.parts[1].text}`",
            help=did_you_mean(path.parts[1].text, columns),
        )
        return
    if name in symbols.dropped:
        names.report_dropped(scope, path, name, symbols.dropped[name])
        return
    if name in scope.locals or name in symbols.words():
        scope.diagnostics.error("CW0416", path.span, f"`{name}` is no rule: nothing can be asked of it")
        return
    known = {*symbols.program.rules, *builtins.QUESTIONS}
    scope.diagnostics.error("CW0301", path.span, f"there is no rule `{name}`", help=did_you_mean(name, known))


def rule_named(scope: Scope, path: n.Path) -> ir.Rule | None:
    """The rule or table column of this name."""
    return scope.symbols.program.rules.get(path.text)


def rule_call(scope: Scope, rule: ir.Rule, node: n.Call) -> ir.Expr:
    """A call of a rule; asked about nothing it answers with the zero of its type."""
    if len(node.args) != len(rule.params):
        scope.diagnostics.error(
            "CW0412",
            node.span,
            f"`{rule.name}` {takes(len(rule.params))}, {here_are(len(node.args))}",
            related=[(rule.span, f"`{rule.name}` is declared here")],
            help=f"write `{written(rule.name, rule.params)}`",
        )
        return expressions.failed(node)
    noted = scope.symbols.noted
    (noted.asked if scope.fields_of is None else noted.asked_by_defaults).add(rule)
    args = arguments(scope, node.args, rule, rule.params)
    if any(a.type == ERROR for a in args):
        return expressions.failed(node)
    made = ir.CallRule(rule, tuple(args), type=rule.result, span=node.span)
    return guarded(scope, made, args, [p.type for p in rule.params])


def written(name: str, params: Sequence[ir.Var]) -> str:
    """A call with the names of the parameters as arguments."""
    return f"{name}({', '.join(p.name for p in params)})"


def arguments(
    scope: Scope, nodes: Sequence[n.Expr], decl: ir.Decl, params: Sequence[ir.Var]
) -> list[ir.Expr]:
    """The arguments of a call of `decl`, as many as there are parameters."""
    return [
        argument(scope, node, p.type, f"`{p.name}` of `{decl.name}`")
        for node, p in zip(nodes, params, strict=True)
    ]


def argument(scope: Scope, node: n.Expr, wanted: Type, what: str = "") -> ir.Expr:
    """An argument; `T or none` may stand for `T`: the call is then not made."""
    expr = expressions.check(scope, node, wanted)
    if isinstance(expr.type, OrNone) and fits(expr.type.item, wanted) and not fits(expr.type, wanted):
        return expr
    return expressions.coerced(scope, expr, wanted, what)


def guarded(scope: Scope, made: ir.Expr, args: Sequence[ir.Expr], wanted: Sequence[Type]) -> ir.Expr:
    """`made`, or the zero of its type when one of the arguments is none where it must not be."""
    missing: ir.Expr | None = None
    for arg, type in zip(args, wanted, strict=True):
        if isinstance(arg.type, OrNone) and not isinstance(type, (OrNone, Face)):
            if not scope.is_light(arg):
                return expressions.failed(made)
            test = ir.Cmp("==", arg, ir.Lit(None, type=NONE, span=arg.span), type=YESNO, span=arg.span)
            missing = test if missing is None else ir.Logic("or", missing, test, type=YESNO, span=made.span)
    if missing is None:
        return made
    return ir.Cond(missing, zero(made.type, made.span), made, type=of_nothing(made.type), span=made.span)


def _slot_call(scope: Scope, node: n.Call) -> ir.Expr:
    assert node.base is not None
    base = expressions.check(scope, node.base)
    if base.type == ERROR:
        return expressions.failed(node)
    name = node.path.text
    slot = slot_of(scope, base, name)
    if slot is None or slot.result is None:
        if slot is not None:
            scope.diagnostics.error(
                "CW0609",
                node.path.span,
                f"`{name}` is filled with effects: it has no value",
                help="carry it out with `do`",
            )
        elif names.field_of(scope, base, name, node.path.span, printed=False) is not None:
            scope.diagnostics.error(
                "CW0416",
                node.path.span,
                f"`{name}` is a field: it takes no arguments",
                help=f"write `{name}` without parentheses",
            )
        else:
            kinds = scope.symbols.kinds_of(narrowed(base.type))
            known = {s for k in kinds for s in k.slots}
            scope.diagnostics.error(
                "CW0302",
                node.path.span,
                f"{describe(base.type)} has no slot `{name}`",
                help=did_you_mean(name, known),
            )
        return expressions.failed(node)
    scope.uses(slot, node.path.span)
    args = slot_args(scope, slot, node)
    if args is None:
        return expressions.failed(node)
    type = of_nothing(slot.result) if isinstance(base.type, OrNone) else slot.result
    made = ir.CallSlot(slot, base, tuple(args), type=slot.result, span=node.span)
    made.type = type
    return guarded(scope, made, args, [p.type for p in slot.params])


def slot_of(scope: Scope, base: ir.Expr, name: str) -> ir.Slot | None:
    """The slot `name` of the kind that `base` is of."""
    for kind in scope.symbols.kinds_of(narrowed(base.type)):
        if name in kind.slots:
            return kind.slots[name]
    return None


def slot_args(scope: Scope, slot: ir.Slot, node: n.Call) -> list[ir.Expr] | None:
    """The arguments of a slot call, or None after a report."""
    if len(node.args) != len(slot.params):
        scope.diagnostics.error(
            "CW0412",
            node.span,
            f"`{slot.name}` {takes(len(slot.params))}, {here_are(len(node.args))}",
            related=[(slot.span, "the slot is declared here")],
            help=f"write `{written(slot.name, slot.params)}`",
        )
        return None
    args = arguments(scope, node.args, slot, slot.params)
    return None if any(a.type == ERROR for a in args) else args


# ----------------------------------------------------------------------------------- built-in questions


def _question(scope: Scope, node: n.Call, readings: tuple[Question, ...], expected: Type | None) -> ir.Expr:
    name = node.path.text
    fitting = [q for q in readings if len(q.params) == len(node.args)]
    if not fitting:
        counts = " or ".join(sorted({counted(len(q.params), "argument", "arguments") for q in readings}))
        scope.diagnostics.error("CW0412", node.span, f"`{name}` takes {counts}, {here_are(len(node.args))}")
        return expressions.failed(node)
    question = fitting[0]
    if question.chance and not scope.in_effect:
        scope.diagnostics.error(
            "CW0611", node.span, f"`{name}` draws at random: it stands only in effects and steps"
        )
        return expressions.failed(node)
    if any(isinstance(p, PackArg) for p in question.params):
        return _in_play(scope, node)
    solved: dict[str, Type] = {}
    args: list[ir.Expr] = []
    for written, param in zip(node.args, question.params, strict=True):
        made = _question_arg(scope, written, param, solved, expected)
        if made is None or (made.type == ERROR and not isinstance(made, ir.RuleRef)):
            return expressions.failed(node)
        args.append(made)
    result = substitute(question.result, solved)
    built = ir.Builtin(name, tuple(args), type=result, span=node.span)
    wanted = [p if isinstance(p, (ZoneArg, RuleArg)) else substitute(p, solved) for p in question.params]
    checked = [(a, w) for a, w in zip(args, wanted, strict=True) if not isinstance(w, (ZoneArg, RuleArg))]
    return guarded(scope, built, [a for a, _ in checked], [w for _, w in checked])


def _in_play(scope: Scope, node: n.Call) -> ir.Expr:
    argument = node.args[0]
    name = argument.path.text if isinstance(argument, n.Name) else ""
    if name not in scope.symbols.known_packs:
        scope.diagnostics.error(
            "CW0214",
            argument.span,
            f"there is no pack `{argument.span.text}`",
            help=did_you_mean(name, scope.symbols.known_packs),
        )
        return expressions.failed(node)
    return ir.Lit(any(p.name == name for p in scope.symbols.program.packs), type=YESNO, span=node.span)


def _question_arg(
    scope: Scope, node: n.Expr, param: Type, solved: dict[str, Type], expected: Type | None
) -> ir.Expr | None:
    if isinstance(param, ZoneArg):
        zone = expressions.check(scope, node)
        if isinstance(zone, ir.GetZone) and zone.zone.structure in param.structures:
            return zone
        if isinstance(zone, ir.GetZone) and zone.zone.structure in ("plan", "grid"):
            words = f"a {param} is due here, `{zone.zone.name}` is a {zone.zone.structure}"
            scope.diagnostics.error("CW0814", node.span, words, related=[(zone.zone.span, "declared here")])
        elif isinstance(zone, ir.GetZone):
            words = f"a {param} is due here: `{zone.zone.name}` is a {zone.zone.structure}, without places"
            scope.diagnostics.error("CW0809", node.span, words, related=[(zone.zone.span, "declared here")])
        elif zone.type != ERROR:
            scope.diagnostics.error("CW0809", node.span, f"a {param} is due here")
        return None
    if isinstance(param, RuleArg):
        return rule_ref(scope, node, len(param.params))
    hint = substitute(param, solved)
    expr = expressions.check(scope, node, None if _open(hint) else hint)
    if expr.type == ERROR:
        return None
    if unify(param, expr.type, solved):
        return expr
    wanted = substitute(param, solved)
    bare = narrowed(expr.type)
    if isinstance(expr.type, OrNone) and unify(param, bare, solved):
        return expr
    words = "a collection" if isinstance(param, Many) and not isinstance(bare, Many) else str(wanted)
    code = "CW0410" if words == "a collection" else "CW0401"
    scope.diagnostics.error(code, node.span, f"{words} is due here, this is {expr.type}")
    return None


def rule_ref(scope: Scope, node: n.Expr, arity: int) -> ir.Expr | None:
    """A rule named without arguments."""
    if isinstance(node, n.Name):
        rule = rule_named(scope, node.path)
        if rule is not None:
            scope.uses(rule, node.span)
        if rule is not None and len(rule.params) == arity:
            return ir.RuleRef(rule, type=ERROR, span=node.span)
        if rule is not None:
            scope.diagnostics.error(
                "CW0412",
                node.span,
                f"a rule of {arity} parameters is due, `{rule.name}` has {len(rule.params)}",
            )
            return None
        if scope.symbols.is_broken(node.path.text):
            return None
        known = {name for name, r in scope.symbols.program.rules.items() if len(r.params) == arity}
        scope.diagnostics.error(
            "CW0301",
            node.span,
            f"there is no rule `{node.path.text}`",
            help=did_you_mean(node.path.text, known),
        )
        return None
    scope.diagnostics.error("CW0416", node.span, "the name of a rule is due here")
    return None


def _open(type: Type) -> bool:
    """Does the type still hold a type variable?"""
    if isinstance(type, (AnyType, AnyAmount, AnyPiece, AnyMark)):
        return True
    return isinstance(type, (Many, OrNone)) and _open(type.item)


def substitute(type: Type, solved: dict[str, Type]) -> Type:
    """Put in what is known of the type variables."""
    if isinstance(type, (AnyType, AnyAmount, AnyPiece)):
        return solved.get(type.name, type)
    if isinstance(type, Many):
        return Many(substitute(type.item, solved), type.form)
    if isinstance(type, OrNone):
        return or_none(substitute(type.item, solved))
    return type


def unify(param: Type, given: Type, solved: dict[str, Type]) -> bool:
    """Does `given` fit `param`? Type variables are bound on the way."""
    if isinstance(param, (AnyType, AnyAmount, AnyPiece)):
        return _bind(param, given, solved)
    if isinstance(param, AnyMark):
        return isinstance(given, Value) or given == ERROR
    if isinstance(param, OrNone):
        return given == NONE or unify(param.item, narrowed(given), solved)
    if isinstance(param, Many):
        return isinstance(given, Many) and unify(param.item, given.item, solved)
    return fits(given, param)


def _bind(param: AnyType | AnyAmount | AnyPiece, given: Type, solved: dict[str, Type]) -> bool:
    if isinstance(param, AnyAmount) and given != NUMBER and not isinstance(given, Unit):
        return False
    if isinstance(param, AnyPiece) and not isinstance(given, Piece) and given != ERROR:
        return False
    known = solved.get(param.name)
    if known is None:
        solved[param.name] = given
        return True
    joined = join(known, given)
    if joined is None:
        return False
    solved[param.name] = joined
    return True


def graph(scope: Scope, node: n.Graph) -> ir.Expr:
    """`reach …`, `longest path of …`, `most pairs of …`."""
    query, _ = expressions.query_of(scope, node.source)
    ref = rule_ref(scope, n.Name(node.rule, span=node.rule.span), 2)
    start = None if node.start is None else expressions.check(scope, node.start)
    if ref is None or not isinstance(ref, ir.RuleRef):
        return expressions.failed(node)
    rule = ref.rule
    if not all(meets(p.type, query.var.type) for p in rule.params) or rule.result != YESNO:
        scope.diagnostics.error(
            "CW0401",
            node.rule.span,
            f"`{rule.name}` must ask a yes or no about two of type {query.var.type}",
            related=[(rule.span, "declared here")],
        )
        return expressions.failed(node)
    item: Type = query.var.type
    return ir.Graph(node.op, start, query, rule, type=Many(item, "list"), span=node.span)
