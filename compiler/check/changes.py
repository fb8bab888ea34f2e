"""Changes of rules and hooks on events, as declarations and as statements."""

from __future__ import annotations

import re
from collections.abc import Sequence

from castlewright.compiler.check.expressions import check_as, check_yesno
from castlewright.compiler.check.quotas import limit_of, part_of
from castlewright.compiler.check.scope import Scope
from castlewright.compiler.check.symbols import Event
from castlewright.compiler.check.viewers import MAY_SEE, places_named, question_of
from castlewright.compiler.check.wording import counted, describe, here_are, suggestion
from castlewright.compiler.packs.texts import texts_of
from castlewright.compiler.typed import ir
from castlewright.compiler.typed.types import ERROR, NUMBER, PLAYER, YESNO, Many, Type, Unit, narrowed
from castlewright.rules_dsl import nodes as n
from castlewright.rules_dsl.names import did_you_mean
from castlewright.rules_dsl.source import Span


def target_of(scope: Scope, path: n.Path) -> ir.Rule | None:
    """The rule, table column, need or visibility that a change names. Reports CW0604."""
    name = path.text
    rule = scope.symbols.program.rules.get(name)
    if rule is not None:
        scope.uses(rule, path.span)
        return rule
    need = scope.symbols.needs.get(name)
    if need is not None:
        scope.uses(need, path.span)
        return _as_rule(need)
    if path.parts[0].text == MAY_SEE and len(path.parts) == 2:
        return _visibility(scope, path)
    if any(scope.symbols.is_broken(part.text) for part in path.parts):
        return None
    if name in scope.symbols.program.effects:
        scope.diagnostics.error(
            "CW0604",
            path.span,
            f"`{name}` is an effect: it has no value to change",
            help=f"write `instead of {name} by any player {{ … }}`, or `before`, or `after`",
        )
        return None
    known = {*scope.symbols.program.rules, *scope.symbols.needs}
    scope.diagnostics.error(
        "CW0604", path.span, f"there is no rule `{name}` to change", help=did_you_mean(name, known)
    )
    return None


def _as_rule(need: ir.Need) -> ir.Rule:
    """A need, asked as a rule over the piece."""
    if need.rule is None:
        need.rule = ir.Rule(
            f"need {need.name}", need.pack, (need.piece,), result=YESNO, value=need.condition, span=need.span
        )
    return need.rule


def _visibility(scope: Scope, path: n.Path) -> ir.Rule | None:
    """`may_see.NAME(viewer)`: who sees something kept or a zone."""
    name = path.parts[1].text
    program = scope.symbols.program
    places = places_named(program, name)
    if len(places) > 1:
        scope.diagnostics.error(
            "CW0304",
            path.parts[1].span,
            f"`{name}` is the name of {len(places)} things",
            related=[(place.span, "one of them") for place in places],
            help="give one of them another name",
        )
        return None
    if not places:
        known = {*program.keeps, *program.zones}
        scope.diagnostics.error(
            "CW0604",
            path.parts[1].span,
            f"nothing kept and no zone is called `{name}`",
            help=suggestion(name, known, "known here"),
        )
        return None
    return program.rules.setdefault(f"{MAY_SEE}.{name}", question_of(places[0]))


def change(scope: Scope, node: n.Change, holder: ir.Definition | None) -> ir.RuleChange | None:
    """One change. Reports CW0604 to CW0606, CW0613 and what is wrong in its parts."""
    rule = target_of(scope, node.target)
    if rule is None:
        return None
    params = _params(scope, node.params, rule.params, node, "CW0613", rule)
    original = ir.Var("original", rule.result, "param")
    inner = scope.with_locals(*params)
    inner.original = original
    if rule.result == ERROR:
        return None
    if node.verb in ("allow", "forbid") and rule.result != YESNO:
        scope.diagnostics.error(
            "CW0605",
            node.target.span,
            f"`{node.verb}` bends questions of yes or no; `{rule.name}` gives {describe(rule.result)}",
            related=[(rule.span, "declared here")],
            help=f"write `change {rule.name} to …`",
        )
        return None
    if (
        node.verb in ("by", "at least", "at most")
        and rule.result != NUMBER
        and not isinstance(rule.result, Unit)
    ):
        scope.diagnostics.error(
            "CW0605",
            node.target.span,
            f"`{node.verb}` bends numbers and amounts; `{rule.name}` gives {describe(rule.result)}",
            related=[(rule.span, "declared here")],
            help=f"write `change {rule.name} to …`",
        )
        return None
    if node.subject is not None and rule.subject is None:
        scope.diagnostics.error(
            "CW0606",
            node.subject.span,
            f"`{rule.name}` is nobody's rule: it cannot be changed for one player",
            related=[(rule.span, "declared here, without `for`")],
            help="add `for p` to the rule, or ask in the condition: `if …`",
        )
        return None
    subject = None if node.subject is None else check_as(scope, node.subject, PLAYER, "for whom")
    condition = None if node.condition is None else check_yesno(inner, node.condition)
    value = None if node.value is None else check_as(inner, node.value, rule.result, "the new value")
    return ir.RuleChange(
        rule.name,
        scope.pack,
        node.verb,
        rule=rule,
        params=params,
        subject=subject,
        value=value,
        original=original,
        condition=condition,
        holder=holder,
        self_var=scope.self_var,
        over=(node.over.text,) if node.over else (),
        span=node.span,
        texts=texts_of(node.items),
    )


def _params(
    scope: Scope,
    written: Sequence[n.Param] | None,
    declared: Sequence[ir.Var],
    node: n.Node,
    code: str,
    target: ir.Decl,
) -> tuple[ir.Var, ...]:
    """The parameters of the target under the names given here."""
    if written is None:
        return tuple(ir.Var(f"({v.name})", v.type, "param") for v in declared)
    if len(written) != len(declared):
        count = counted(len(declared), "parameter", "parameters")
        scope.diagnostics.error(
            code,
            written[0].span.to(written[-1].span) if written else node.span,
            f"`{target.name}` has {count}, {here_are(len(written))}",
            related=[(target.span, "declared here")],
            help=f"write `{target.name}({', '.join(v.name for v in declared)})`, or no parentheses at all",
        )
        return tuple(ir.Var(v.name, v.type, "param") for v in declared)
    return tuple(ir.Var(w.name.text, d.type, "param") for w, d in zip(written, declared, strict=True))


def statement(scope: Scope, node: n.ChangeStmt) -> list[ir.Stmt]:
    """A change for a while. Reports CW0608, CW0714."""
    made = change(scope, node.change, scope.definition)
    if node.change.until is None:
        scope.diagnostics.error(
            "CW0608",
            node.span,
            "a change that is carried out needs an end",
            help="add `until end of round` or another step",
        )
        return []
    path = part_of(scope, node.change.until)
    return [] if made is None or path is None else [ir.ChangeRule(made, path, span=node.span)]


# ------------------------------------------------------------------------------------------------ hooks


def event_of(scope: Scope, path: n.Path) -> Event | None:
    """The effect or step that a hook hears. Reports CW0304, CW0703."""
    name = path.text
    effect = scope.symbols.program.effects.get(name)
    steps = scope.symbols.step(name)
    found: list[Event] = [*([effect] if effect else []), *steps]
    if len(found) == 1:
        scope.uses(found[0], path.span)
        return found[0]
    if name in scope.symbols.broken:
        return None
    if found:
        places = [(e.span, "this one") for e in found]
        scope.diagnostics.error(
            "CW0304",
            path.span,
            f"`{name}` names {len(found)} events",
            related=places,
            help="write the path: `STAGE.STEP`",
        )
        return None
    if name in scope.symbols.program.rules:
        scope.diagnostics.error(
            "CW0703",
            path.span,
            f"`{name}` is a rule: rules do not happen, they are asked",
            help="use `change`",
        )
        return None
    known = {*scope.symbols.program.effects, *(p.rsplit(".", 1)[-1] for p in scope.symbols.steps)}
    if name in scope.symbols.dropped:
        scope.diagnostics.error(
            "CW0703",
            path.span,
            f"`{name}` belongs to the pack `{scope.symbols.dropped[name]}`, which is not in play here",
        )
        return None
    scope.diagnostics.error(
        "CW0703", path.span, f"no effect and no step is called `{name}`", help=did_you_mean(name, known)
    )
    return None


def _by(node: n.Hook) -> Span:
    """The words that say whose events a hook hears."""
    found = re.search(r"\s+".join(("by", *node.who.split())), node.span.text)
    if found is None:
        return node.span
    return Span(node.span.source, node.span.start + found.start(), node.span.start + found.end())


def hook(scope: Scope, node: n.Hook, holder: ir.Definition | None) -> ir.HookInfo | None:
    """One hook. Reports CW0703, CW0704, CW0309."""
    event = event_of(scope, node.event)
    if event is None:
        return None
    declared = event.params if isinstance(event, (ir.Effect, ir.Slot)) else ()
    params = _params(scope, node.params, declared, node, "CW0704", event)
    if node.who in ("owner", "any other player") and holder is None:
        scope.diagnostics.error(
            "CW0309",
            _by(node),
            f"`by {node.who}` speaks of the owner of a piece; this stands on none",
            help="say `by any player` or `by the game`",
        )
        return None
    you: ir.Var | None = ir.Var("you", PLAYER, "you")
    actor: ir.Var | None = None
    if node.who == "the game" and holder is None:
        you = None
    if node.binder is not None:
        actor = ir.Var(node.binder.text, PLAYER, "param")
    inner = scope.with_locals(*params, *([actor] if actor else []))
    inner.you, inner.in_effect = you, True
    inner.may_do_original = node.moment == "instead of"
    made = ir.HookInfo(
        event.name,
        scope.pack,
        node.moment,
        event=event,
        params=params,
        who=node.who,
        you=you,
        actor=actor,
        limit=limit_of(scope, node.limit),
        holder=holder,
        self_var=scope.self_var,
        span=node.span,
        texts=texts_of(node.items),
    )
    made.condition = None if node.condition is None else check_yesno(inner, node.condition)
    from castlewright.compiler.check.statements import check_block

    made.body = check_block(inner, node.body)
    return made


__all__ = ["ERROR", "Many", "Type", "change", "event_of", "hook", "narrowed", "statement", "target_of"]
