"""Which effects can ask: those that must be cut into blocks, so that a choice can park them.

An effect asks if a statement in it does, or if it carries out one that does, through however many others.
Effects that can reach themselves again count as asking too: their calls then lie on the game's own stack,
under its budgets.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from castlewright.compiler.typed import ir
from castlewright.compiler.typed.rebuild import statements

Node = ir.Effect | ir.Slot


class Asking:
    """Knows of every effect and effect slot of a program whether it can ask."""

    def __init__(self, program: ir.Program) -> None:
        self._bodies: dict[Node, list[ir.Body]] = {}
        for effect in program.effects.values():
            self._take(effect)
        for kind in program.kinds.values():
            for slot in kind.slots.values():
                if slot.result is None:
                    self._take(slot)
        roots = [*program.actions.values(), *flow_bodies(program)]
        for root in roots:
            for called in _called(root.body):
                self._take(called)
        self._calls = {
            node: list(dict.fromkeys(c for body in bodies for c in _called(body)))
            for node, bodies in self._bodies.items()
        }
        self._asking: set[Node] = {
            node for node, bodies in self._bodies.items() if any(_asks_itself(body) for body in bodies)
        }
        self._asking |= _in_circles(self._calls)
        self._spread()

    def _take(self, node: Node) -> None:
        if node in self._bodies:
            return
        bodies = [node.body] if isinstance(node, ir.Effect) else [f.body or () for f in fillings_of(node)]
        self._bodies[node] = bodies
        for body in bodies:
            for called in _called(body):
                self._take(called)

    def _spread(self) -> None:
        callers: dict[Node, list[Node]] = {}
        for node, called in self._calls.items():
            for one in called:
                callers.setdefault(one, []).append(node)
        queue = list(self._asking)
        while queue:
            for caller in callers.get(queue.pop(), ()):
                if caller not in self._asking:
                    self._asking.add(caller)
                    queue.append(caller)

    def node(self, node: Node) -> bool:
        """Can this effect, or any filling of this slot, ask?"""
        return node in self._asking

    def body(self, body: ir.Body) -> bool:
        """Can these statements ask?"""
        return any(self.statement(s) for s in body)

    def statement(self, statement: ir.Stmt) -> bool:
        """Can this statement ask?"""
        return any(
            _parks(inner) or any(c in self._asking for c in _calls_of(inner))
            for inner in statements((statement,))
        )


def shape_of(body: ir.Body) -> tuple[bool, list[Node]]:
    """All that decides, of a body, which effects can ask: does it ask itself, and what does it carry out?"""
    return _asks_itself(body), list(_called(body))


def fillings_of(slot: ir.Slot) -> Iterator[ir.Filling]:
    """What the definitions of the slot's kind put into it, and its default."""
    if slot.default is not None:
        yield slot.default
    for definition in slot.kind.definitions:
        filling = definition.fillings.get(slot.name)
        if filling is not None:
            yield filling


def flow_bodies(program: ir.Program) -> Iterator[ir.Step | ir.Turns]:
    """The steps and turns of the flow."""
    from castlewright.compiler.lower.layout import flow_parts

    for part in flow_parts(program):
        if not isinstance(part, ir.Rounds):
            yield part


def _parks(statement: ir.Stmt) -> bool:
    """Does the statement itself wait for an answer (bodies apart)?"""
    match statement:
        case ir.Choose() | ir.ChooseOne() | ir.ChooseAction() | ir.AtOnce() | ir.Within() | ir.TakeAction():
            return True
        case ir.ForEach():
            return statement.chooser is not None
        case ir.Move():
            return statement.ordered
        case _:
            return False


def _asks_itself(body: ir.Body) -> bool:
    return any(_parks(s) for s in statements(body))


def _calls_of(statement: ir.Stmt) -> tuple[Node, ...]:
    match statement:
        case ir.Do() | ir.RunOriginal():
            return (statement.effect,)
        case ir.DoSlot():
            return (statement.slot,)
        case _:
            return ()


def _called(body: ir.Body) -> Iterator[Node]:
    for statement in statements(body):
        yield from _calls_of(statement)


def _in_circles(calls: dict[Node, list[Node]]) -> set[Node]:
    """The nodes from which a way leads back to themselves."""
    found: set[Node] = set()
    for group in _components(calls):
        if len(group) > 1 or group[0] in calls[group[0]]:
            found.update(group)
    return found


def _components(calls: dict[Node, list[Node]]) -> Iterable[list[Node]]:
    """Strongly connected groups (Tarjan's way, without recursion)."""
    index: dict[Node, int] = {}
    low: dict[Node, int] = {}
    stack: list[Node] = []
    on_stack: set[Node] = set()
    groups: list[list[Node]] = []
    for root in calls:
        if root in index:
            continue
        work: list[tuple[Node, Iterator[Node]]] = [(root, iter(calls[root]))]
        index[root] = low[root] = len(index)
        stack.append(root)
        on_stack.add(root)
        while work:
            node, rest = work[-1]
            following = next(rest, None)
            if following is None:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    groups.append(_popped(stack, on_stack, node))
            elif following not in index:
                index[following] = low[following] = len(index)
                stack.append(following)
                on_stack.add(following)
                work.append((following, iter(calls[following])))
            elif following in on_stack:
                low[node] = min(low[node], index[following])
    return groups


def _popped(stack: list[Node], on_stack: set[Node], node: Node) -> list[Node]:
    group: list[Node] = []
    while True:
        top = stack.pop()
        on_stack.discard(top)
        group.append(top)
        if top is node:
            return group
