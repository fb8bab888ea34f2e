"""From written statements to typed ones."""

from __future__ import annotations

from collections.abc import Sequence

from castlewright.compiler.check import calls, changes, examples, expressions, names, targets
from castlewright.compiler.check.expressions import check, check_as, check_hidden, check_yesno, query_of
from castlewright.compiler.check.facts import facts_of
from castlewright.compiler.check.quotas import part_of
from castlewright.compiler.check.scope import Scope
from castlewright.compiler.check.speaking import REASON, spoken_of
from castlewright.compiler.check.typing import fits, item_of, join
from castlewright.compiler.check.wording import describe, here_are, suggestion, takes
from castlewright.compiler.typed import ir
from castlewright.compiler.typed.builtins import FACE
from castlewright.compiler.typed.types import (
    ERROR,
    NONE,
    NUMBER,
    PLAYER,
    SPOT,
    YESNO,
    Many,
    OrNone,
    Piece,
    Type,
    Unit,
    narrowed,
    or_none,
)
from castlewright.rules_dsl import nodes as n
from castlewright.rules_dsl.names import did_you_mean
from castlewright.rules_dsl.source import Span

LEAVES = (ir.Leave,)
WITHOUT_ORDER = ("bag", "heap")
MOST_REPEATS = 10_000


def check_block(scope: Scope, block: n.Block) -> ir.Body:
    """The typed statements of a block. Locals live to its end. Reports CW0716 for what is never reached."""
    made: list[ir.Stmt] = []
    current = scope
    for index, stmt in enumerate(block.body):
        if index and made and isinstance(made[-1], LEAVES):
            scope.diagnostics.error(
                "CW0716",
                stmt.span,
                "this is never reached",
                related=[(made[-1].span, "after this nothing more is done")],
            )
            break
        found, current = check_stmt(current, stmt)
        made.extend(found)
    return tuple(made)


def check_stmt(scope: Scope, node: n.Stmt) -> tuple[list[ir.Stmt], Scope]:
    """One statement, and the scope after it."""
    match node:
        case n.Let():
            value = _known(scope, check(scope, node.value))
            var = ir.Var(node.name.text, value.type)
            check_hidden(scope, node.name)
            scope.symbols.noted.locals.append((var, node.name.span))
            return [ir.SetLocal(var, value, span=node.span)], scope.with_locals(var)
        case n.Draw():
            return _draw(scope, node)
        case n.Choose():
            return _choose(scope, node)
        case n.IfStmt():
            return _if(scope, node)
        case _:
            return _plain(scope, node), scope


def _known(scope: Scope, value: ir.Expr) -> ir.Expr:
    """A value whose type can be told. Reports CW0417."""
    empty = isinstance(value, ir.MakeSet) and not value.items and value.type == Many(ERROR)
    if empty or value.type == NONE:
        scope.diagnostics.error(
            "CW0417",
            value.span,
            "nothing tells of which type this is",
            help="give the local its first real value, or keep it with `keeps NAME: TYPE = …`",
        )
        return expressions.failed(value)
    return value


def _plain(scope: Scope, node: n.Stmt) -> list[ir.Stmt]:
    """Statements that bind nothing."""
    match node:
        case n.Transfer():
            return _transfer(scope, node)
        case n.Move():
            return _move(scope, node)
        case n.Place():
            actor = _actor(scope, node.actor)
            what = _piece(scope, node.what)
            spot = check_as(scope, node.spot, SPOT)
            return [] if what is None else [ir.Place(actor, what, spot, span=node.span)]
        case n.Look():
            return _look(scope, node)
        case n.Shuffle():
            what = targets.zone_ref(scope, node.what)
            into = None if node.into is None else targets.zone_ref(scope, node.into)
            if what is None or (node.into is not None and into is None):
                return []
            return [ir.Shuffle(what, into, span=node.span)]
        case n.Flip():
            what = _piece(scope, node.what)
            return [] if what is None else [ir.Flip(what, node.face, span=node.span)]
        case n.SetStmt():
            return _set(scope, node)
        case n.AddStmt():
            return _add(scope, node)
        case n.Do():
            return _do(scope, node)
        case n.ForEach():
            return _for_each(scope, node)
        case n.Repeat():
            count = check_as(scope, node.count, NUMBER, "how often")
            if isinstance(count, ir.Lit) and isinstance(count.value, int) and count.value > MOST_REPEATS:
                scope.diagnostics.error(
                    "CW0721",
                    node.count.span,
                    f"`repeat` goes up to {MOST_REPEATS:,} times",
                    help="gain one large amount instead, or use `for each`",
                )
            return [ir.Repeat(count, check_block(scope.with_loop(), node.body), span=node.span)]
        case n.Leave():
            if not scope.in_loop:
                scope.diagnostics.error("CW0715", node.span, "`leave` leaves a loop, and here is none")
            return [ir.Leave(span=node.span)]
        case n.ChooseOne():
            return _choose_one(scope, node)
        case n.ChooseAction():
            return _choose_action(scope, node)
        case n.May():
            return _may(scope, node)
        case n.AtOnce():
            return _at_once(scope, node)
        case n.Within():
            body = check_block(scope, node.body)
            if node.late is None:
                scope.diagnostics.error(
                    "CW0711",
                    _first_word(node.span),
                    "nothing is said of what happens when time is up",
                    help="add `when time is up { … }` behind the block",
                )
            late = () if node.late is None else check_block(scope, node.late)
            return [ir.Within(node.seconds, body, late, span=node.span)]
        case n.End():
            return _end(scope, node)
        case n.Schedule():
            return _schedule(scope, node)
        case n.ChangeStmt():
            return changes.statement(scope, node)
        case n.Give():
            scope.diagnostics.error("CW0716", node.span, "`give` stands only at the end of a rule")
            return []
        case _:
            return examples.statement(scope, node)


# ----------------------------------------------------------------------------------------------- people


def _actor(scope: Scope, node: n.Expr | None) -> ir.Expr | None:
    """The written actor, or `you`, or nobody."""
    if node is not None:
        return check_as(scope, node, PLAYER, "who acts")
    if scope.you is not None:
        return ir.Local(scope.you, type=PLAYER)
    return None


def _chooser(scope: Scope, node: n.Expr | None, at: n.Node) -> ir.Expr:
    """Who chooses. Reports CW0706."""
    actor = _actor(scope, node)
    if actor is None:
        scope.diagnostics.error(
            "CW0706",
            at.span,
            "nobody acts here, so nobody can choose",
            help="name the player: `p chooses …`, or `step … by X`",
        )
        return expressions.failed(n.Number(0, span=at.span))
    return actor


def _piece(scope: Scope, node: n.Expr) -> ir.Expr | None:
    """A piece, or something that may be one."""
    expr = check(scope, node)
    if isinstance(narrowed(expr.type), Piece):
        return expr
    if expr.type != ERROR:
        scope.diagnostics.error("CW0401", node.span, f"a piece is due here, this is {describe(expr.type)}")
    return None


def _pieces(scope: Scope, node: n.Expr) -> ir.Expr | None:
    """A piece or a collection of pieces."""
    expr = check(scope, node)
    bare = narrowed(expr.type)
    inner = item_of(bare)
    if isinstance(bare, Piece) or isinstance(narrowed(inner) if inner else None, Piece) or inner == ERROR:
        return expr
    if expr.type != ERROR:
        scope.diagnostics.error("CW0401", node.span, f"pieces are due here, this is {describe(expr.type)}")
    return None


# -------------------------------------------------------------------------------------- gain, lose, pay


def _transfer(scope: Scope, node: n.Transfer) -> list[ir.Stmt]:
    if node.actor is None and scope.you is None:
        scope.diagnostics.error(
            "CW0310", node.span, f"nobody acts here: who is to {node.verb}?", help=f"write `p {node.verb}s …`"
        )
        return []
    holder: ir.Expr | None
    if node.actor is None:
        holder = _actor(scope, None)
    else:
        holder = check(scope, node.actor)
    amount = check(scope, node.amount)
    if holder is None or ERROR in (holder.type, amount.type):
        return []
    if not isinstance(amount.type, Unit):
        scope.diagnostics.error(
            "CW0403",
            node.amount.span,
            f"an amount with a unit is due after `{node.verb}`, this is {amount.type}",
        )
        return []
    if isinstance(holder.type, OrNone):
        holder = expressions.coerced(scope, holder, holder.type.item, "who")
        if holder.type == ERROR:
            return []
    if _below_zero(amount):
        instead = {"gain": "lose", "lose": "gain", "pay": "gain"}[node.verb]
        scope.diagnostics.error(
            "CW0727",
            node.amount.span,
            f"an amount that one is to {node.verb} is not below zero",
            help=f"say `{instead}` and leave the minus out",
        )
    keep = targets.counter_of(scope, holder, amount.type, node.amount)
    if keep is None:
        return []
    reason = _reason(scope, node.reason)
    other_keep: ir.Keep | None = None
    other: ir.Expr | None = None
    if node.other is not None:
        other_keep, other = targets.other_side(scope, node.other, amount.type)
    about, told = spoken_of(scope)
    made = ir.Change(node.verb, keep, holder, amount, reason, other_keep, other, about, told, span=node.span)
    return [made]


def _below_zero(amount: ir.Expr) -> bool:
    """A number written with a minus, perhaps times something counted."""
    match amount:
        case ir.Neg(operand=ir.Lit(value=int() as value)):
            return value > 0
        case ir.Lit(value=int() as value):
            return value < 0
        case _:
            return False


def _reason(scope: Scope, ident: n.Ident | None) -> ir.Definition | None:
    """The member of a value kind that says why. Reports CW0318."""
    if ident is None:
        return None
    members = [d for d in scope.symbols.definitions.get(ident.text, ()) if d.kind.is_value]
    reasons = [d for d in members if d.kind.name == REASON]
    if not reasons and REASON not in scope.symbols.kinds:
        reasons = members
    if not reasons and scope.symbols.is_broken(ident.text):
        return None
    if not reasons:
        kind = scope.symbols.kinds.get(REASON)
        known = [d.name for d in kind.definitions] if kind else []
        scope.diagnostics.error(
            "CW0318",
            ident.span,
            f"there is no reason `{ident.text}`",
            help=did_you_mean(ident.text, known)
            or "reasons are declared with `values reason plural reasons { … }`",
        )
        return None
    scope.uses(reasons[0], ident.span)
    return reasons[0]


# ----------------------------------------------------------------------------------------------- pieces


def _draw(scope: Scope, node: n.Draw) -> tuple[list[ir.Stmt], Scope]:
    count = check_as(scope, node.count, NUMBER, "how many")
    source = targets.zone_ref(scope, node.source)
    target = targets.zone_ref(scope, node.target)
    kinds = "|".join(sorted(k.name for k in source.zone.kinds)) if source and source.zone else ""
    var = None if node.binder is None else ir.Var(node.binder.text, Many(Piece(kinds), "list"))
    # One piece drawn is that piece, or none when there was none to draw; several are a list.
    one = None
    if var is not None and isinstance(count, ir.Lit) and count.value == 1:
        one = ir.Var(var.name, or_none(Piece(kinds)))
    named = one or var
    after = scope if named is None else scope.with_locals(named)
    if source is None or target is None:
        return [], after
    if source.zone is None:
        scope.diagnostics.error("CW0401", node.source.span, "nothing is drawn from out of play")
        return [], after
    targets.admits(scope, target, Piece(kinds), node.target)
    made: list[ir.Stmt] = [ir.Draw(_actor(scope, node.actor), count, source, target, var, span=node.span)]
    if one is not None and var is not None:
        drawn = ir.Local(var, type=var.type, span=node.span)
        made.append(
            ir.SetLocal(one, ir.Builtin("first", (drawn,), type=one.type, span=node.span), span=node.span)
        )
    return made, after


def _move(scope: Scope, node: n.Move) -> list[ir.Stmt]:
    what = _pieces(scope, node.what)
    target = targets.zone_ref(scope, node.target)
    if what is None or target is None:
        return []
    bare = narrowed(what.type)
    inner = item_of(bare)
    targets.admits(scope, target, inner if inner is not None else bare, node.target)
    if target.zone is not None and target.zone.structure in WITHOUT_ORDER and node.where in ("onto", "under"):
        scope.diagnostics.error(
            "CW0726",
            node.target.span,
            f"`{target.zone.name}` is a {target.zone.structure}: it has no top and no bottom",
            related=[(target.zone.span, "the zone is declared here")],
            help="write `to`",
        )
    if target.zone is not None and target.zone.structure in ("plan", "grid"):
        scope.diagnostics.error(
            "CW0809",
            node.target.span,
            f"`{target.zone.name}` is a {target.zone.structure}: pieces lie there at a spot",
            help="choose one of the spots and write `place … at …`",
        )
        return []
    actor = _chooser(scope, node.actor, node) if node.ordered or node.secret else _actor(scope, node.actor)
    return [ir.Move(actor, what, node.where, target, node.face, node.ordered, node.secret, span=node.span)]


def _look(scope: Scope, node: n.Look) -> list[ir.Stmt]:
    what = _pieces(scope, node.what)
    who = None if node.verb == "reveal" else _chooser(scope, node.actor, node)
    return [] if what is None else [ir.Look(who, what, span=node.span)]


# ------------------------------------------------------------------------------------------ set and add


def _set(scope: Scope, node: n.SetStmt) -> list[ir.Stmt]:
    target = node.target
    if isinstance(target, n.Name) and target.path.text in scope.locals:
        var = scope.locals[target.path.text]
        if var.role == "param":
            scope.diagnostics.error(
                "CW0705", target.span, f"`{var.name}` was given from outside and cannot be changed"
            )
            return []
        value = check_as(scope, node.value, var.type)
        return [ir.SetLocal(var, value, span=node.span)]
    if isinstance(target, n.FieldOf) and target.name.text == "face":
        piece = _piece(scope, target.base)
        face = check_as(scope, node.value, FACE)
        return [] if piece is None else [ir.SetFace(piece, face, span=node.span)]
    keep = targets.keep_ref(scope, target)
    if keep is None:
        check(scope, node.value)
        return []
    value = check_as(scope, node.value, keep.keep.type)
    return [ir.SetKeep(keep.keep, keep.base, value, span=node.span)]


def _add(scope: Scope, node: n.AddStmt) -> list[ir.Stmt]:
    if isinstance(node.target, n.Name) and node.target.path.text in scope.locals:
        var = scope.locals[node.target.path.text]
        old: ir.Expr = ir.Local(var, type=var.type, span=node.target.span)
        new = _joined(scope, old, node)
        return [] if new is None else [ir.SetLocal(var, new, span=node.span)]
    keep = targets.keep_ref(scope, node.target)
    if keep is None:
        return []
    new = _joined(scope, keep, node)
    return [] if new is None else [ir.SetKeep(keep.keep, keep.base, new, span=node.span)]


def _joined(scope: Scope, old: ir.Expr, node: n.AddStmt) -> ir.Expr | None:
    """`old + value`, where a single element may be added to a set."""
    inner = item_of(old.type)
    value = check(scope, node.value, inner or old.type)
    if value.type == ERROR:
        return None
    if inner is not None:
        if fits(value.type, inner):
            value = ir.MakeSet((value,), type=Many(value.type), span=value.span)
        value = expressions.coerced(scope, value, old.type, "what is added")
    else:
        value = expressions.coerced(scope, value, old.type, "what is added")
    return None if value.type == ERROR else ir.Arith("+", old, value, type=old.type, span=node.span)


# --------------------------------------------------------------------------------------------------- do


def _do(scope: Scope, node: n.Do) -> list[ir.Stmt]:
    call = node.call
    if isinstance(call, n.Pronoun):
        if not scope.may_do_original:
            scope.diagnostics.error("CW0717", node.span, "`do original` stands only in an `instead of`")
        return [ir.DoOriginal(span=node.span)]
    if not isinstance(call, n.Call):
        scope.diagnostics.error("CW0701", call.span, "the name of an effect is due after `do`")
        return []
    actor = _actor(scope, node.actor)
    if call.base is not None:
        return _do_slot(scope, node, call, actor)
    name = call.path.text
    effect = scope.symbols.program.effects.get(name)
    action = scope.symbols.program.actions.get(name)
    if effect is None and action is not None and scope.in_example:
        return [examples.take_action(scope, action, actor, node)]
    if effect is None and scope.in_example and scope.symbols.step(name):
        return examples.play_part(scope, call, node)
    if effect is None:
        _report_no_effect(scope, call, name)
        return []
    scope.uses(effect, call.path.span)
    if len(call.args) != len(effect.params):
        scope.diagnostics.error(
            "CW0412",
            call.span,
            f"`{name}` {takes(len(effect.params))}, {here_are(len(call.args))}",
            related=[(effect.span, f"`{name}` is declared here")],
            help=f"write `do {calls.written(name, effect.params)}`",
        )
        return []
    args = calls.arguments(scope, call.args, effect, effect.params)
    if any(a.type == ERROR for a in args):
        return []
    return [ir.Do(effect, actor, tuple(args), span=node.span)]


def _report_no_effect(scope: Scope, call: n.Call, name: str) -> None:
    program = scope.symbols.program
    if name in program.rules:
        scope.diagnostics.error(
            "CW0701",
            call.path.span,
            f"`{name}` is a rule: it has a value and does nothing",
            help="use it where a value stands, or name an effect",
        )
    elif name in scope.symbols.broken:
        return
    elif name in scope.symbols.dropped:
        names.report_dropped(scope, call.path, name, scope.symbols.dropped[name])
    elif scope.diagnostics.mark(("effect", scope.pack, name)):
        scope.diagnostics.error(
            "CW0301",
            call.path.span,
            f"there is no effect `{name}`",
            help=suggestion(name, program.effects, "the effects are"),
        )


def _do_slot(scope: Scope, node: n.Do, call: n.Call, actor: ir.Expr | None) -> list[ir.Stmt]:
    assert call.base is not None
    base = check(scope, call.base)
    if base.type == ERROR:
        return []
    slot = calls.slot_of(scope, base, call.path.text)
    if slot is None or slot.result is not None:
        words = (
            f"{narrowed(base.type)} has no slot `{call.path.text}`"
            if slot is None
            else f"`{call.path.text}` has a value and does nothing"
        )
        known = {s for k in scope.symbols.kinds_of(narrowed(base.type)) for s in k.slots}
        scope.diagnostics.error("CW0701", call.path.span, words, help=did_you_mean(call.path.text, known))
        return []
    scope.uses(slot, call.path.span)
    args = calls.slot_args(scope, slot, call)
    return [] if args is None else [ir.DoSlot(slot, base, actor, tuple(args), span=node.span)]


# -------------------------------------------------------------------------------------- control of flow


def _if(scope: Scope, node: n.IfStmt) -> tuple[list[ir.Stmt], Scope]:
    condition = check_yesno(scope, node.condition)
    then = check_block(scope.knowing(facts_of(condition, True)), node.then)
    otherwise: ir.Body = ()
    if node.otherwise is not None:
        otherwise = check_block(scope.knowing(facts_of(condition, False)), node.otherwise)
    after = scope
    if then and isinstance(then[-1], LEAVES):
        after = scope.knowing(facts_of(condition, False))
    return [ir.If(condition, then, otherwise, span=node.span)], after


def _for_each(scope: Scope, node: n.ForEach) -> list[ir.Stmt]:
    query, inner = query_of(scope, node.query)
    if isinstance(query.source, ir.Members) and query.where is None:
        inner = inner.telling(query.var)
    chooser = _chooser(scope, None, node) if node.ordered else None
    body = check_block(inner.with_loop(), node.body)
    return [ir.ForEach(query, chooser, body, span=node.span)]


def _quantity(scope: Scope, node: n.Quantity) -> tuple[bool, ir.Expr | None, ir.Expr | None]:
    """Single?, least, most. Reports CW0720."""
    least = None if node.least is None else check_as(scope, node.least, NUMBER, "how many")
    most = None if node.most is None else check_as(scope, node.most, NUMBER, "how many")
    if (
        isinstance(least, ir.Lit)
        and isinstance(most, ir.Lit)
        and isinstance(least.value, int)
        and isinstance(most.value, int)
        and least.value > most.value
    ):
        scope.diagnostics.error("CW0720", node.span, "the lower number stands first")
    match node.form:
        case "one":
            return True, None, None
        case "exactly":
            return False, least, least if most is None else most
        case "up to":
            return False, ir.Lit(0, type=NUMBER, span=node.span), most if most is not None else least
        case "between":
            return False, least, most
        case _:
            return False, ir.Lit(0, type=NUMBER, span=node.span), None


def _choose(scope: Scope, node: n.Choose) -> tuple[list[ir.Stmt], Scope]:
    who = _chooser(scope, node.actor, node)
    single, least, most = _quantity(scope, node.quantity)
    if _reads_itself(scope, node):
        return [], scope.with_locals(ir.Var(node.binder.text, ERROR))
    query, _ = query_of(scope, node.query)
    element = query.var.type
    check_hidden(scope, node.binder)
    var = ir.Var(node.binder.text, element if single else Many(element, "list"))
    made = ir.Choose(who, query, var, single, least, most, node.secret, node.ordered, span=node.span)
    after = scope.with_locals(var)
    return [made], after if node.secret else after.telling(var)


def _reads_itself(scope: Scope, node: n.Choose) -> bool:
    """Does the condition ask for what is being chosen? Reports CW0707."""
    name = node.binder.text
    if node.query.where is None or name in scope.locals:
        return False
    for part in n.walk(node.query.where):
        if isinstance(part, n.Name) and part.path.text == name:
            scope.diagnostics.error(
                "CW0707",
                part.span,
                f"`{name}` is what is being chosen: the condition cannot ask for it",
                help="choose one after the other, each with a condition of its own",
            )
            return True
    return False


def _choose_one(scope: Scope, node: n.ChooseOne) -> list[ir.Stmt]:
    who = _chooser(scope, node.actor, node)
    branches: list[ir.OptionBranch] = []
    for option in node.options:
        condition = None if option.condition is None else check_yesno(scope, option.condition)
        body = check_block(scope, option.body)
        branches.append(ir.OptionBranch(option.title.value, condition, body, option.span))
    return [ir.ChooseOne(who, tuple(branches), node.secret, span=node.span)]


def _may(scope: Scope, node: n.May) -> list[ir.Stmt]:
    who = _chooser(scope, node.actor, node)
    body = check_block(scope, node.body)
    otherwise = () if node.otherwise is None else check_block(scope, node.otherwise)
    branches = (
        ir.OptionBranch(node.title.value, None, body, node.span),
        ir.OptionBranch("", None, otherwise, node.span),
    )
    return [ir.ChooseOne(who, branches, node.secret, may=True, span=node.span)]


def _choose_action(scope: Scope, node: n.ChooseAction) -> list[ir.Stmt]:
    who = _chooser(scope, node.actor, node)
    if scope.turn is None:
        scope.diagnostics.error("CW0706", node.span, "actions are offered in `turns`, and this is none")
        return []
    return [ir.ChooseAction(who, scope.turn, span=node.span)]


def _at_once(scope: Scope, node: n.AtOnce) -> list[ir.Stmt]:
    query, inner = query_of(scope, node.query)
    if query.var.type != PLAYER and query.var.type != ERROR:
        scope.diagnostics.error(
            "CW0401", node.query.span, f"`at once` is for players, these are of type {query.var.type}"
        )
        return []
    query.var.role = "you"
    body = check_block(inner.acting(query.var), node.body)
    return [ir.AtOnce(query, body, span=node.span)]


def _end(scope: Scope, node: n.End) -> list[ir.Stmt]:
    path = part_of(scope, node.what)
    if path is None:
        return []
    scope.symbols.noted.ended.add(path)
    return [ir.EndOf(path, span=node.span)]


def _schedule(scope: Scope, node: n.Schedule) -> list[ir.Stmt]:
    name = node.turn.text
    steps = [s for s in scope.symbols.step(name) if isinstance(s, ir.Turns)]
    player = check_as(scope, node.player, PLAYER, "whose turn")
    if not steps and scope.symbols.is_broken(name):
        return []
    if len(steps) != 1:
        scope.diagnostics.error(
            "CW0714",
            node.turn.span,
            f"there are no turns `{name}`",
            help=did_you_mean(name, _step_names(scope)),
        )
        return []
    return [ir.Schedule(steps[0].path, player, span=node.span)]


def _step_names(scope: Scope) -> list[str]:
    return [path.rsplit(".", 1)[-1] for path in scope.symbols.steps]


# ------------------------------------------------------------------------------ rules written as blocks


def rule_body(
    scope: Scope, block: n.Block, result: Type
) -> tuple[tuple[tuple[ir.Var, ir.Expr], ...], ir.Expr]:
    """`{ let …; give … }`: the locals in order, and the value. Reports CW0609, CW0610."""
    lets: list[tuple[ir.Var, ir.Expr]] = []
    value: ir.Expr | None = None
    current = scope
    for stmt in block.body:
        if isinstance(stmt, n.Let):
            made = _known(scope, check(current, stmt.value))
            var = ir.Var(stmt.name.text, made.type)
            check_hidden(current, stmt.name)
            scope.symbols.noted.locals.append((var, stmt.name.span))
            lets.append((var, made))
            current = current.with_locals(var)
        elif isinstance(stmt, n.Give):
            value = check_as(current, stmt.value, result, "the value")
        else:
            scope.diagnostics.error(
                "CW0609", stmt.span, "a rule does nothing: it holds only `let` and, last, `give`"
            )
    if value is None:
        scope.diagnostics.error("CW0610", block.span, "this rule has no value", help="end it with `give X`")
        value = expressions.failed(n.Number(0, span=block.span))
    return tuple(lets), value


def _first_word(span: Span) -> Span:
    """The word with which a statement begins."""
    word = span.text.split(None, 1)[0] if span.text.strip() else ""
    return Span(span.source, span.start, span.start + len(word))


def body_span(stmts: Sequence[ir.Stmt]) -> Span:
    """From the first to the last statement."""
    return stmts[0].span


__all__ = ["YESNO", "check_block", "check_stmt", "join", "rule_body"]
