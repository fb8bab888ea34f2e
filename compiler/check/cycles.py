"""Rules must not ask themselves, and not ask too much: every question has an end that comes soon."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from castlewright.compiler.typed import ir
from castlewright.compiler.typed.walk import everything_in, expressions_in, parts, statements_in
from castlewright.rules_dsl.diagnostics import Diagnostics
from castlewright.rules_dsl.source import Span

Asked = ir.Rule | ir.Slot | ir.Effect

MOST_ASKED = 1_000_000
"""How often one rule may come to ask others, each of them counted as often as it is asked, loops once.

How long loops are only a running game knows; it counts their work itself.
"""


def check_cycles(program: ir.Program, diagnostics: Diagnostics) -> None:
    """Report CW0601 for each circle of rules and slots, CW0702 for each of effects, once.

    Effects may come to themselves again through slots and hooks: what they do then ends with the pieces, and
    a game counts its steps. Where nothing goes in a circle, CW0614 is looked for.
    """
    before = diagnostics.error_count
    _check_rules(program, diagnostics)
    _check_effects(program, diagnostics)
    if diagnostics.error_count == before:
        check_costs(program, diagnostics)


def check_costs(program: ir.Program, diagnostics: Diagnostics) -> None:
    """Report CW0614 for each rule or effect that asks or carries out others more often than `MOST_ASKED`.

    The program must have no circles. Of two branches the dearer one counts; a slot counts as its dearest
    filling.
    """
    costs = _Costs()
    for rule in program.rules.values():
        costs.add(rule, (rule.value, *(bound for _, bound in rule.lets)))
    for change in program.changes:
        costs.add(change.rule, (change.value, change.condition))
    for kind in program.kinds.values():
        for slot in kind.slots.values():
            fillings = [d.fillings[slot.name] for d in kind.definitions if slot.name in d.fillings]
            fillings += [slot.default] if slot.default is not None else []
            costs.add_one_of(slot, [f.value for f in fillings if f.value is not None])
    for effect in program.effects.values():
        costs.add(effect, effect.body)
    costs.report(diagnostics)


class _Costs:
    """How often each rule, slot and effect comes to ask others.

    For each it knows the ways it may go, of which the dearest counts, and the parts of each.
    """

    def __init__(self) -> None:
        self.parts: dict[int, tuple[Asked, list[Sequence[object]]]] = {}  # of each: the ways it may go
        self.known: dict[int, int] = {}

    def add(self, asker: Asked, parts: Iterable[object]) -> None:
        """What something asks, besides what is known of it already."""
        _, ways = self.parts.setdefault(id(asker), (asker, [[]]))
        ways[:] = [[*way, *(part for part in parts if part is not None)] for way in ways]

    def add_one_of(self, asker: Asked, ways: Sequence[object]) -> None:
        """Something that asks one of these."""
        self.parts[id(asker)] = (asker, [[way] for way in ways])

    def report(self, diagnostics: Diagnostics) -> None:
        """Report CW0614 where the costs first come to be too high; those that ask it only ask too much."""
        for start, _ in list(self.parts.values()):
            # Without recursion: a long chain of rules must not meet Python's own limit.
            stack: list[tuple[Asked, Iterator[Asked]]] = [(start, self._asked_by(start))]
            while stack:
                asker, rest = stack[-1]
                following = next((a for a in rest if id(a) in self.parts and id(a) not in self.known), None)
                if following is not None:
                    stack.append((following, self._asked_by(following)))
                    continue
                stack.pop()
                if id(asker) not in self.known:
                    self._settle(asker, diagnostics)

    def _asked_by(self, asker: Asked) -> Iterator[Asked]:
        for way in self.parts[id(asker)][1]:
            for part in way:
                for one in everything_in(part):
                    yield from _named_in(one)

    def _settle(self, asker: Asked, diagnostics: Diagnostics) -> None:
        _, ways = self.parts[id(asker)]
        cost = max((1 + sum(map(self._cost, way)) for way in ways), default=1)
        if cost > MOST_ASKED:
            is_effect = isinstance(asker, ir.Effect)
            does = "carries out" if is_effect else "asks"
            diagnostics.error(
                "CW0614",
                asker.span,
                f"`{asker.name}` {does} others more than {MOST_ASKED:,} times, all in all",
                help="gain one large amount instead, or use `for each`"
                if is_effect
                else "ask once, and keep the answer under a name: `let x = …`",
            )
            cost = 1
        self.known[id(asker)] = cost

    def _cost(self, node: object) -> int:
        own = sum(self.known.get(id(one), 1) for one in _named_in(node))
        match node:
            case ir.Cond():
                return self._cost(node.condition) + max(self._cost(node.then), self._cost(node.otherwise))
            case ir.Select():
                rows = [self._cost(value) for _, value in node.rows]
                rows += [self._cost(node.otherwise)] if node.otherwise is not None else []
                keys = sum(self._cost(key) for key, _ in node.rows)
                return self._cost(node.subject) + keys + max(rows, default=0)
            case ir.If():
                branches = [sum(map(self._cost, body)) for body in (node.then, node.otherwise)]
                return self._cost(node.condition) + max(branches)
            case _:
                return own + sum(map(self._cost, parts(node)))


def _named_in(node: object) -> Iterator[Asked]:
    """What one expression or statement itself asks or carries out."""
    match node:
        case ir.CallRule() | ir.RuleRef() | ir.Graph():
            yield node.rule
        case ir.CallSlot():
            yield node.slot
        case ir.GetField(printed=False, field=ir.Field(through=ir.Rule() as through)):
            yield through
        case ir.Do():
            yield node.effect
        case _:
            pass


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
    bent: dict[tuple[int, int], Span] = {}
    for change in program.changes:
        for expr in (change.value, change.condition):
            if expr is not None:
                note(change.rule, expr)
                for asked in _asked(expr):
                    bent.setdefault((id(change.rule), id(asked)), change.span)
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
        bent,
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
    bent: Mapping[tuple[int, int], Span] | None = None,
) -> None:
    """Report each circle of `calls` once; `bent` has the changes by which one comes to ask another."""
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
                        related=[
                            *((a.span, "on the way") for a in circle if a is not following),
                            *_changes_in([*circle, following], bent or {}),
                        ],
                        help=help,
                    )
                continue
            if id(following) not in done and id(following) in calls:
                stack.append((following, iter(calls[id(following)][1])))
                path.append(following)
                on_path.add(id(following))


def _changes_in(circle: Sequence[Asked], bent: Mapping[tuple[int, int], Span]) -> Iterator[tuple[Span, str]]:
    """The changes that make one of a circle ask the next."""
    for asker, asked in pairwise(circle):
        span = bent.get((id(asker), id(asked)))
        if span is not None:
            yield span, f"this change asks `{asked.name}`"
