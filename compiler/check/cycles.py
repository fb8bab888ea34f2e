"""Rules must not ask themselves: every question has an end."""

from __future__ import annotations

from collections.abc import Iterator

from castlewright.compiler.typed import ir
from castlewright.compiler.typed.walk import expressions_in, statements_in
from castlewright.rules_dsl.diagnostics import Diagnostics

Asked = ir.Rule | ir.Slot | ir.Effect


def check_cycles(program: ir.Program, diagnostics: Diagnostics) -> None:
    """Report CW0601 for each circle of rules and slots, CW0702 for each of effects, once.

    Effects may come to themselves again through slots and hooks: what they do then ends with the pieces, and
    a game counts its steps.
    """
    _check_rules(program, diagnostics)
    _check_effects(program, diagnostics)


def _check_effects(program: ir.Program, diagnostics: Diagnostics) -> None:
    calls: dict[int, tuple[Asked, list[Asked]]] = {}
    for effect in program.effects.values():
        done = [s.effect for s in statements_in(effect.body) if isinstance(s, ir.Do)]
        calls[id(effect)] = (effect, list(done))
    _report(
        calls,
        diagnostics,
        "CW0702",
        "this effect carries out itself",
        " carries out ",
        "let it end: `repeat N times`, `for each`, or a slot or hook in between",
    )


def _check_rules(program: ir.Program, diagnostics: Diagnostics) -> None:
    calls: dict[int, tuple[Asked, list[Asked]]] = {}

    def note(asker: Asked, expr: ir.Expr) -> None:
        _, found = calls.setdefault(id(asker), (asker, []))
        found.extend(_asked(expr))

    for rule in program.rules.values():
        note(rule, rule.value)
        for _, bound in rule.lets:
            note(rule, bound)
    for change in program.changes:
        for expr in (change.value, change.condition):
            if expr is not None:
                note(change.rule, expr)
    for kind in program.kinds.values():
        fillings = [f for d in kind.definitions for f in d.fillings.values()]
        fillings.extend(s.default for s in kind.slots.values() if s.default is not None)
        for filling in fillings:
            if filling.value is not None:
                note(filling.slot, filling.value)
    _report(
        calls,
        diagnostics,
        "CW0601",
        "this rule asks itself",
        " asks ",
        "ask for something that is known without it",
    )


def _asked(expr: ir.Expr) -> Iterator[Asked]:
    for one in expressions_in(expr):
        if isinstance(one, (ir.CallRule, ir.RuleRef, ir.Graph)):
            yield one.rule
        elif isinstance(one, ir.CallSlot):
            yield one.slot
        elif isinstance(one, ir.GetField) and one.field.through is not None and not one.printed:
            yield one.field.through


def _report(
    calls: dict[int, tuple[Asked, list[Asked]]],
    diagnostics: Diagnostics,
    code: str,
    words: str,
    does: str,
    help: str,
) -> None:
    done: set[int] = set()
    for start, _ in list(calls.values()):
        if id(start) in done:
            continue
        # Depth first without recursion: a long chain of rules must not meet Python's own limit.
        path: list[Asked] = []
        on_path: set[int] = set()
        stack: list[tuple[Asked, Iterator[Asked]]] = [(start, iter(calls[id(start)][1]))]
        path.append(start)
        on_path.add(id(start))
        while stack:
            asker, rest = stack[-1]
            following = next(rest, None)
            if following is None:
                stack.pop()
                path.pop()
                on_path.discard(id(asker))
                done.add(id(asker))
                continue
            if id(following) in on_path:
                first = next(i for i, a in enumerate(path) if a is following)
                circle = path[first:]
                if diagnostics.mark(("circle", frozenset(id(a) for a in circle))):
                    names = does.join(f"`{a.name}`" for a in (*circle, following))
                    diagnostics.error(
                        code,
                        following.span,
                        f"{words}: {names}",
                        related=[(a.span, "on the way") for a in circle if a is not following],
                        help=help,
                    )
                continue
            if id(following) not in done and id(following) in calls:
                stack.append((following, iter(calls[id(following)][1])))
                path.append(following)
                on_path.add(id(following))
