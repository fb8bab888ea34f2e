"""Weaving: changes become part of the rules they bend, hooks part of the effects and steps they hear.

What comes out says the same without changes and hooks; the generator knows neither. Runs once on a linked
program.
"""

from __future__ import annotations

from dataclasses import replace

from castlewright.compiler.check.conflicts import is_replacing, name_of
from castlewright.compiler.check.lasting import Lasting, mapped
from castlewright.compiler.check.viewers import weave_viewers
from castlewright.compiler.typed import ir
from castlewright.compiler.typed.makings import Makings
from castlewright.compiler.typed.rebuild import statements
from castlewright.compiler.typed.types import NONE, PLAYER, YESNO, Many, OrNone, Piece, or_none
from castlewright.compiler.typed.walk import bodies_of, flow_parts
from castlewright.rules_dsl.diagnostics import Diagnostics
from castlewright.rules_dsl.source import NO_SPAN, Span

VERBS = ("to", "by", "at least", "at most", "allow", "forbid")


def weave(program: ir.Program, diagnostics: Diagnostics, makings: Makings | None = None) -> ir.Program:
    """Weave all changes and hooks of a program into it. Reports CW0790 for what cannot be woven yet.

    `makings` are the rules and effects that it makes, those of the time before if there was one.
    """
    makings = Makings() if makings is None else makings
    weave_viewers(program, [*program.changes, *_carried_out(program)])
    lasting = _weave_lasting(program, makings)
    _weave_changes(program, lasting, makings)
    _Hooks(program, diagnostics, makings).weave()
    _fill_played(program)
    return program


def _fill_played(program: ir.Program) -> None:
    """Give the effects that play a part of the flow its statements, with all that was woven around them."""
    for effect in program.effects.values():
        part = effect.plays
        if part is None:
            continue
        player = part.var if isinstance(part, ir.Turns) else part.you
        begin = ir.BeginPart(part, None if player is None else local(player), span=part.span)
        effect.body = (begin, *part.body, ir.EndPart(part, span=part.span))


def _carried_out(program: ir.Program) -> list[ir.RuleChange]:
    """The changes among statements."""
    found = [stmt for body in bodies_of(program) for stmt in statements(body)]
    return [stmt.change for stmt in found if isinstance(stmt, ir.ChangeRule)]


def local(var: ir.Var) -> ir.Local:
    """The value of a local."""
    return ir.Local(var, type=var.type)


def locals_of(variables: tuple[ir.Var, ...]) -> tuple[ir.Expr, ...]:
    """The values of some locals."""
    return tuple(local(v) for v in variables)


def is_there(expr: ir.Expr, span: Span) -> ir.Expr:
    """Not none."""
    return ir.Cmp("!=", expr, ir.Lit(None, type=NONE, span=span), type=YESNO, span=span)


def both(left: ir.Expr | None, right: ir.Expr | None) -> ir.Expr | None:
    """Two conditions at once, either of which may be left out."""
    if left is None or right is None:
        return left or right
    return ir.Logic("and", left, right, type=YESNO, span=right.span)


def in_force(holder: ir.Definition, self_var: ir.Var, span: Span) -> ir.Expr | None:
    """When the text on a piece counts: as its kind says, else while it belongs to somebody. None: always."""
    if holder.kind.is_value:
        return None
    if holder.kind.active is not None:
        return ir.CallRule(holder.kind.active, (local(self_var),), type=YESNO, span=span)
    owner = ir.Builtin("owner", (local(self_var),), type=or_none(PLAYER), span=span)
    return is_there(owner, span)


def copies_of(holder: ir.Definition, var: ir.Var, span: Span) -> ir.Query:
    """The pieces of a definition."""
    all_pieces = ir.Members(holder.kind, type=Many(var.type), span=span)
    return ir.Query(var, all_pieces, ir.IsDef(local(var), holder, type=YESNO, span=span), span)


# ---------------------------------------------------------------------------------------------- changes


def _weave_lasting(program: ir.Program, makings: Makings) -> list[Lasting]:
    """Give every `change … until end of X` its list, and empty it at the end of X."""
    found: list[Lasting] = []
    for body in bodies_of(program):
        for stmt in statements(body):
            if isinstance(stmt, ir.ChangeRule):
                found.append(Lasting(stmt, len(found) + 1, makings))
    if not found:
        return found
    made = {id(one.stmt): one.begin() for one in found}
    _replace_bodies(program, made)
    for one in found:
        program.keeps[one.keep.name] = one.keep
    for part in flow_parts(program):
        ends = tuple(one.end() for one in found if one.stmt.until == part.path)
        if ends and isinstance(part, (ir.Step, ir.Turns)):
            part.body = (*part.body, *ends)
        elif ends and isinstance(part, (ir.Rounds, ir.Stage)):
            path = f"{part.path}.lasting_changes"
            step = ir.Step("lasting_changes", part.pack, path=path, body=ends, span=part.span)
            part.parts.append(makings.take(step))
    return found


def _replace_bodies(program: ir.Program, made: dict[int, ir.Stmt]) -> None:
    for holder in (*program.effects.values(), *program.actions.values(), *program.hooks):
        holder.body = mapped(holder.body, made)
    for kind in program.kinds.values():
        fillings = [f for d in kind.definitions for f in d.fillings.values()]
        fillings += [s.default for s in kind.slots.values() if s.default is not None]
        for filling in fillings:
            if filling.body is not None:
                filling.body = mapped(filling.body, made)
    for part in flow_parts(program):
        if isinstance(part, (ir.Step, ir.Turns)):
            part.body = mapped(part.body, made)


def _weave_changes(program: ir.Program, lasting: list[Lasting], makings: Makings) -> None:
    order = {pack.name: i for i, pack in enumerate(program.packs)}
    by_rule: dict[int, list[ir.RuleChange]] = {}
    for change in program.changes:
        by_rule.setdefault(id(change.rule), []).append(change)
    entries = {id(one.change): one for one in lasting}
    for one in lasting:
        by_rule.setdefault(id(one.change.rule), []).append(one.change)
    for changes in by_rule.values():
        rule = changes[0].rule
        first = rule.value
        _weave_rule(rule, in_order(changes, order), entries, makings)
        for placing in program.placings:
            for need in placing.needs:
                if need.rule is rule:
                    assert first is not rule.value
                    need.condition = rule.value


def in_order(changes: list[ir.RuleChange], packs: dict[str, int]) -> list[ir.RuleChange]:
    """Innermost first: replacing ones, then those that build on the value, verb by verb.

    Packs come as they stand, then by name; a text that says `over` another comes after it.
    """

    def key(change: ir.RuleChange) -> tuple[int, int, int, str]:
        verb = VERBS.index(change.verb)
        return (verb, 0 if is_replacing(change) else 1, packs.get(change.pack, 0), name_of(change))

    result = sorted(changes, key=key)
    for change in list(result):
        for other in [o for o in result if name_of(o) in change.over and o.verb == change.verb]:
            if result.index(other) > result.index(change):
                result.remove(change)
                result.insert(result.index(other) + 1, change)
    return result


def _weave_rule(
    rule: ir.Rule, changes: list[ir.RuleChange], lasting: dict[int, Lasting], makings: Makings
) -> None:
    """`rule` becomes the outermost of a chain; its old text the innermost."""
    base = ir.Rule(
        f"{rule.name} as printed",
        rule.pack,
        rule.params,
        result=rule.result,
        value=rule.value,
        lets=rule.lets,
        span=rule.span,
    )
    base = makings.take(base)
    value: ir.Expr = ir.CallRule(base, locals_of(rule.params), type=rule.result, span=rule.span)
    for number, change in enumerate(changes):
        args: tuple[ir.Expr, ...] = (*locals_of(rule.params), value)
        entries = lasting.get(id(change))
        if entries is not None:
            assert change.original is not None
            asks = _asks(rule, change, makings)
            step = entries.as_rule(rule, asks, _changed_value(change, local(change.original)))
            value = ir.CallRule(step, args, type=rule.result, span=change.span)
            continue
        step = _change_as_rule(rule, change, number, makings)
        if change.holder is not None and not change.holder.kind.is_value:
            args = (_the_piece(change.holder, change.span), *args)
        value = ir.CallRule(step, args, type=rule.result, span=change.span)
    rule.value, rule.lets = value, ()


def _the_piece(holder: ir.Definition, span: Span) -> ir.Expr:
    """The piece on which a text stands; of several, the first that is in force."""
    type = or_none(Piece(holder.kind.name))
    if holder.copies == 1:
        return ir.PieceOf(None, holder, type=type, span=span)
    var = ir.Var("self", Piece(holder.kind.name), "self")
    query = copies_of(holder, var, span)
    query.where = both(query.where, in_force(holder, var, span))
    pieces = ir.Filter(query, type=Many(var.type), span=span)
    return ir.Builtin("first", (pieces,), type=type, span=span)


def _asks(rule: ir.Rule, change: ir.RuleChange, makings: Makings) -> ir.Expr | None:
    """Whether a change is for this subject and its own condition holds, over its parameters. None: always."""
    holds = change.condition
    if change.subject is not None and rule.subject is not None:
        whose = ir.Rule(
            f"whose {rule.name}",
            rule.pack,
            rule.params,
            result=or_none(PLAYER),
            value=rule.subject,
            span=rule.span,
        )
        whose = makings.take(whose)
        subject = ir.CallRule(whose, locals_of(change.params), type=or_none(PLAYER), span=change.span)
        holds = both(ir.Cmp("==", subject, change.subject, type=YESNO, span=change.span), holds)
    return holds


def _change_as_rule(rule: ir.Rule, change: ir.RuleChange, number: int, makings: Makings) -> ir.Rule:
    """`([self,] params, original) -> the changed value where the change holds, else original`."""
    assert change.original is not None
    original = local(change.original)
    params: tuple[ir.Var, ...] = (*change.params, change.original)
    holds = _asks(rule, change, makings)
    if change.holder is not None and change.self_var is not None and not change.holder.kind.is_value:
        params = (change.self_var, *params)
        force = both(
            is_there(local(change.self_var), change.span),
            in_force(change.holder, change.self_var, change.span),
        )
        holds = both(force, holds)
    value = _changed_value(change, original)
    if holds is not None:
        value = _where(change, holds, value, original)
    made = ir.Rule(
        f"{rule.name} changed {number + 1}",
        change.pack,
        params,
        result=rule.result,
        value=value,
        span=change.span,
    )
    made.texts = change.texts
    if (
        change.self_var is not None
        and not isinstance(change.self_var.type, OrNone)
        and params[0] is change.self_var
    ):
        change.self_var.type = or_none(change.self_var.type)
    return makings.take(made)


def _where(change: ir.RuleChange, holds: ir.Expr, changed: ir.Expr, original: ir.Expr) -> ir.Expr:
    """`changed` where the change holds, else `original`. An allowance is asked only if it matters."""
    span = change.span
    if change.verb == "allow":
        return ir.Logic("or", original, holds, type=YESNO, span=span)
    if change.verb == "forbid":
        return ir.Logic("and", original, ir.Not(holds, type=YESNO, span=span), type=YESNO, span=span)
    return ir.Cond(holds, changed, original, type=change.rule.result, span=span)


def _changed_value(change: ir.RuleChange, original: ir.Expr) -> ir.Expr:
    value, span = change.value, change.span
    if change.verb == "allow":
        return ir.Lit(True, type=YESNO, span=span)
    if change.verb == "forbid":
        return ir.Lit(False, type=YESNO, span=span)
    assert value is not None
    if change.verb == "by":
        return ir.Arith("+", original, value, type=change.rule.result, span=span)
    if change.verb in ("at least", "at most"):
        name = "larger" if change.verb == "at least" else "smaller"
        return ir.Builtin(name, (original, value), type=change.rule.result, span=span)
    return value


# ------------------------------------------------------------------------------------------------ hooks


class _Hooks:
    """The hooks of one program, to be woven into what they hear."""

    def __init__(self, program: ir.Program, diagnostics: Diagnostics, makings: Makings) -> None:
        self.program = program
        self.diagnostics = diagnostics
        self.makings = makings

    def weave(self) -> None:
        """Weave them. Reports CW0790 for what cannot be woven yet."""
        by_event: dict[int, list[ir.HookInfo]] = {}
        for hook in self.program.hooks:
            by_event.setdefault(id(hook.event), []).append(hook)
        order = {pack.name: i for i, pack in enumerate(self.program.packs)}
        for hooks in by_event.values():
            hooks.sort(
                key=lambda h: (h.holder is not None, order.get(h.pack, 0), h.holder.name if h.holder else "")
            )
            event = hooks[0].event
            if isinstance(event, ir.Effect):
                self._effect(event, hooks)
            elif isinstance(event, (ir.Step, ir.Turns)):
                self._step(event, hooks)
            elif isinstance(event, (ir.Stage, ir.Rounds)):
                self._around(event, hooks)
            else:
                self.diagnostics.error("CW0790", hooks[0].span, "hooks on slots cannot be compiled yet")

    def _effect(self, event: ir.Effect, hooks: list[ir.HookInfo]) -> None:
        inner = ir.Effect(
            f"{event.name} itself", event.pack, event.params, you=event.you, body=event.body, span=event.span
        )
        inner = self.makings.take(inner)
        event.body = self._surrounded(inner, event.you, locals_of(event.params), hooks)

    def _step(self, event: ir.Step | ir.Turns, hooks: list[ir.HookInfo]) -> None:
        you = event.var if isinstance(event, ir.Turns) else event.you
        actor = you or ir.Var("you", PLAYER, "you")
        inner = ir.Effect(f"{event.path} itself", event.pack, (), you=actor, body=event.body, span=event.span)
        inner = self.makings.take(inner)
        event.body = self._surrounded(inner, you, (), hooks)

    def _around(self, event: ir.Stage | ir.Rounds, hooks: list[ir.HookInfo]) -> None:
        """A stage, and each instance of rounds, is heard by a step of its own at its beginning or end."""
        for number, hook in enumerate(hooks):
            if hook.moment == "instead of":
                self.diagnostics.error(
                    "CW0790",
                    hook.span,
                    f"`instead of` {event.name} cannot be compiled yet",
                    help="replace its steps",
                )
                continue
            step = ir.Step(
                f"hook_{number + 1}", hook.pack, path=f"{event.path}.hook_{number + 1}", span=hook.span
            )
            step.body = _called(self._as_effect(hook, None), hook, None, ())
            step = self.makings.take(step)
            event.parts.insert(0 if hook.moment == "before" else len(event.parts), step)

    def _surrounded(
        self, inner: ir.Effect, you: ir.Var | None, args: tuple[ir.Expr, ...], hooks: list[ir.HookInfo]
    ) -> ir.Body:
        """What happens in place of an effect that is heard: before, the chain of `instead of`, after."""
        current = inner
        for hook in [h for h in hooks if h.moment == "instead of"]:
            current = self._instead(current, hook)
        actor = None if you is None else local(you)
        body: list[ir.Stmt] = []
        for hook in [h for h in hooks if h.moment == "before"]:
            body += _called(self._as_effect(hook, None), hook, you, args)
        body.append(ir.Do(current, actor, args, span=inner.span))
        for hook in [h for h in hooks if h.moment == "after"]:
            body += _called(self._as_effect(hook, None), hook, you, args)
        return tuple(body)

    def _as_effect(self, hook: ir.HookInfo, original: ir.Stmt | None) -> ir.Effect:
        """A hook as an effect of `[self,] [actor,] params`.

        `original` is what `do original` and a refused condition do.
        """
        params: list[ir.Var] = []
        if hook.holder is not None and hook.self_var is not None:
            params.append(hook.self_var)
        if hook.actor is not None:
            params.append(hook.actor)
        params += hook.params
        you = hook.you or ir.Var("you", PLAYER, "you")
        body = hook.body if original is None else with_original(hook.body, original)
        if hook.condition is not None:
            otherwise = () if original is None else (original,)
            body = (ir.If(hook.condition, body, otherwise, span=hook.span),)
        name = f"{hook.moment} {hook.event.name}"
        if hook.holder is not None:
            name = f"{hook.holder.name}: {name}"
        made = ir.Effect(
            name,
            hook.pack,
            tuple(params),
            you=you,
            body=body,
            limit=hook.limit,
            span=hook.span,
            texts=hook.texts,
        )
        return self.makings.take(made)

    def _instead(self, current: ir.Effect, hook: ir.HookInfo) -> ir.Effect:
        """An effect that carries out the hook where it applies, else `current`."""
        you = ir.Var("you", PLAYER, "you")
        params = tuple(ir.Var(p.name, p.type, "param") for p in current.params)
        if hook.you is None:
            hook.you = ir.Var("you", PLAYER, "you")  # the game does it: nobody, but handed on all the same
        actor = hook.actor or hook.you
        original = ir.Do(current, local(actor), locals_of(hook.params), span=hook.span)
        effect = self._as_effect(hook, original)
        keep = ir.Do(current, local(you), locals_of(params), span=hook.span)
        body = _called(effect, hook, you, locals_of(params), otherwise=(keep,))
        made = ir.Effect(f"{current.name}, unless", hook.pack, params, you=you, body=body, span=hook.span)
        return self.makings.take(made)


def _called(
    effect: ir.Effect,
    hook: ir.HookInfo,
    you: ir.Var | None,
    args: tuple[ir.Expr, ...],
    otherwise: ir.Body = (),
) -> ir.Body:
    """The call of a hook for those it speaks of; `otherwise` where it speaks of nobody."""
    span = hook.span
    actor = None if you is None else local(you)
    given: tuple[ir.Expr, ...] = (
        *((local(you),) if hook.actor is not None and you is not None else ()),
        *args,
    )
    if hook.holder is None or hook.self_var is None:
        return (ir.Do(effect, actor, given, span=span),)
    if hook.holder.kind.is_value:
        member = ir.Lit(hook.holder, type=hook.self_var.type, span=span)
        return (ir.Do(effect, actor, (member, *given), span=span),)
    holder = ir.Var("holder", Piece(hook.holder.kind.name))
    owner = ir.Builtin("owner", (local(holder),), type=PLAYER, span=span)
    holds = in_force(hook.holder, holder, span)
    if you is not None and hook.who == "owner":
        holds = both(holds, ir.Cmp("==", owner, local(you), type=YESNO, span=span))
    elif you is not None and hook.who == "any other player":
        holds = both(holds, ir.Cmp("!=", owner, local(you), type=YESNO, span=span))
    call = ir.Do(effect, owner, (local(holder), *given), span=span)
    if otherwise:
        piece = ir.SetLocal(holder, _the_piece(hook.holder, span), span=span)
        holder.type = or_none(holder.type)
        there = both(is_there(local(holder), span), holds)
        assert there is not None
        return (piece, ir.If(there, (call,), otherwise, span=span))
    query = copies_of(hook.holder, holder, span)
    query.where = both(query.where, holds)
    return (ir.ForEach(query, None, (call,), span=span),)


def with_original(body: ir.Body, original: ir.Stmt) -> ir.Body:
    """`body` with every `do original` replaced."""
    return tuple(_replaced(stmt, original) for stmt in body)


def _replaced(stmt: ir.Stmt, original: ir.Stmt) -> ir.Stmt:
    match stmt:
        case ir.DoOriginal():
            return original
        case ir.If():
            then, otherwise = with_original(stmt.then, original), with_original(stmt.otherwise, original)
            return replace(stmt, then=then, otherwise=otherwise)
        case ir.ForEach() | ir.Repeat() | ir.AtOnce():
            return replace(stmt, body=with_original(stmt.body, original))
        case ir.Within():
            body, late = with_original(stmt.body, original), with_original(stmt.late, original)
            return replace(stmt, body=body, late=late)
        case ir.ChooseOne():
            options = [replace(o, body=with_original(o.body, original)) for o in stmt.options]
            return replace(stmt, options=tuple(options))
        case _:
            return stmt


__all__ = ["NO_SPAN", "bodies_of", "flow_parts", "weave"]
