"""The flow of a game as blocks: stages, rounds, turns with extra turns, steps."""

from __future__ import annotations

import ast

from castlewright.compiler.generate import pyast
from castlewright.compiler.generate.blocks import BlockRegistry, BlockWriter, Label, Procedure, Question
from castlewright.compiler.lower.layout import ACTIVE, GAME_OVER, Part, flow_parts, path_of
from castlewright.compiler.typed import ir
from castlewright.compiler.typed.rebuild import statements


class FlowWriter(BlockWriter):
    """Writes the procedure that the first frame of a game runs."""

    def __init__(self, registry: BlockRegistry, flow: ir.Flow, procedure: Procedure) -> None:
        super().__init__(registry, procedure)
        self.flow = flow
        self.can_end = _ends_early(registry)
        self.window = self._window()

    def write(self) -> None:
        """Write all blocks of the procedure of the whole game."""
        for top in self.flow.parts:
            if isinstance(top, ir.Stage):
                for part in top.parts:
                    self._part(part)
            else:
                self._part(top)
        self.leave_frame()

    def _part(self, part: ir.Step | ir.Turns | ir.Rounds) -> None:
        numbers = self.layout.parts[path_of(part)]
        match part:
            case ir.Step():
                self._step(part, numbers)
            case ir.Turns():
                self._turns(part, numbers)
            case ir.Rounds():
                self._rounds(part, numbers)

    def _system(self, cell: int) -> ast.expr:
        return self.cell(pyast.const(cell))

    def _begin(self, numbers: Part, player: ast.expr) -> None:
        """Count a new instance and write that it begins."""
        self.put(pyast.increase(self._system(numbers.instance), "+", pyast.const(1)), numbers.node.span)
        self.put(pyast.act(self.ask("enter", pyast.const(numbers.step), player)))
        if self.window is not None:
            after = Label()
            first = self.ask("next_offered", pyast.const(0), pyast.const(self.host.turn_actions(None)))
            self.put(pyast.when(pyast.compare(first, "==", self.player_count), self.away(after)))
            self.call_procedure(self.window, [pyast.const(None)], after)
            self.start(after)

    def _check_over(self) -> None:
        if self.can_end:
            self.put(pyast.when(self._system(GAME_OVER), self.away(self.end)))

    def _window(self) -> Procedure | None:
        """What offers, at the start of a step or turn, the actions that may be taken at any time.

        Each player to whom one is offered is asked until they pass. None when there are no such actions.
        """
        numbers = pyast.const(self.host.turn_actions(None))
        if not numbers.value:
            return None
        procedure = Procedure()
        writer = BlockWriter(self.host, procedure)
        index, taken = procedure.slot("number"), procedure.slot("action")
        you, place = writer.slot_place(1), writer.slot_place(index)
        following, chosen = Label(), Label()
        writer.put(pyast.assign(place, pyast.const(0)))
        writer.start(following)
        writer.put(pyast.assign(place, writer.ask("next_offered", place, numbers)))
        over = pyast.compare(place, "==", writer.player_count)
        writer.put(pyast.when(over, writer.away(writer.end)))
        writer.put(pyast.assign(you, place))
        options = writer.copy_for(("g", "f"))
        with_pass = pyast.binary(options.ask("actions", you, numbers), "+", pyast.const((-1,)))
        options.put(pyast.give(with_pass))
        clause = self.registry.clause(self.flow.span)
        question = Question(
            Label(), self.host.helper("o", options), "action", "action", taken, chosen, clause
        )
        question.text, question.none = "Do something now?", following
        writer.ask_question(question, None)
        writer.start(chosen)
        passed = pyast.compare(writer.slot_place(taken), "==", pyast.const(-1))
        to_next = pyast.increase(place, "+", pyast.const(1))
        writer.put(pyast.when(passed, [to_next, *writer.away(following)]))
        writer.put(pyast.assign(writer.slot_place(0), following.const()))
        writer.put(pyast.act(writer.ask("begin_action", writer.slot_place(taken), you)))
        writer.put(pyast.give(pyast.const(True)))
        writer.closed = True
        writer.finish_block()
        writer.leave_at_end()
        return procedure

    # ----------------------------------------------------------------------------------------------- steps

    def _step(self, step: ir.Step, numbers: Part) -> None:
        after = Label()
        self.start(Label())
        if step.condition is not None:
            self.put(pyast.when(pyast.negate(self.test(step.condition)), self.away(after)), step.span)
        you: ast.expr = pyast.const(None)
        if step.by is not None:
            you = self.slot_place(1)
            self.put(pyast.assign(you, self.value(step.by)), step.span)
        self._begin(numbers, you)
        if step.you is not None:
            self.bind_slot(step.you, 1)
        if self.host.asking.body(step.body):
            procedure = Procedure()
            writer = BlockWriter(self.host, procedure)
            if step.you is not None:
                writer.bind_slot(step.you, 1)
            writer.run(step.body)
            self.call_procedure(procedure, [you], after)
        else:
            self.block(step.body)
            self.jump(after)
        self.start(after)
        self._check_over()

    # ----------------------------------------------------------------------------------------------- turns

    def _turns(self, turns: ir.Turns, numbers: Part) -> None:
        players, index = self.procedure.slot("[player]"), self.procedure.slot("number")
        head, after = Label(), Label()
        self.start(Label())
        query = ir.Query(turns.var, turns.source, turns.where, turns.span)
        order = self.collected(query)
        self.places.pop(turns.var, None)
        self.put(pyast.assign(self._system(numbers.ends), pyast.const(False)), turns.span)
        self.put(pyast.assign(self.slot_place(players), order), turns.span)
        self.put(pyast.assign(self.slot_place(index), pyast.const(0)))
        self.start(head)
        self._check_over()
        self._next_player(numbers, players, index, after)
        you = self.slot_place(1)
        self.put(pyast.assign(self._system(ACTIVE), you))
        self._begin(numbers, you)
        procedure = Procedure()
        writer = BlockWriter(self.host, procedure)
        writer.bind_slot(turns.var, 1)
        writer.run(turns.body)
        self.call_procedure(procedure, [you], head)
        self.start(after)
        self._check_over()

    def _next_player(self, numbers: Part, players: int, index: int, after: Label) -> None:
        """Whose turn comes next: that of a player who has another one, else the next in order."""
        you, scheduled = self.slot_place(1), self._system(numbers.scheduled)
        extra: list[ast.stmt] = [
            pyast.assign(you, pyast.item(scheduled, pyast.const(0))),
            pyast.assign(scheduled, pyast.part(scheduled, pyast.const(1), None)),
        ]
        following: list[ast.stmt] = [
            pyast.assign(you, pyast.item(self.slot_place(players), self.slot_place(index))),
            pyast.increase(self.slot_place(index), "+", pyast.const(1)),
        ]
        finished: list[ast.stmt] = [
            pyast.assign(you, pyast.const(None)),
            pyast.assign(self._system(ACTIVE), pyast.const(None)),
            pyast.assign(scheduled, pyast.const(())),
            *self.away(after),
        ]
        left = pyast.compare(self.slot_place(index), "<", pyast.call("len", self.slot_place(players)))
        ended = self._system(numbers.ends)
        rest = pyast.when(left, following, finished)
        self.put(pyast.when(ended, list(finished), [pyast.when(scheduled, extra, [rest])]))

    # ---------------------------------------------------------------------------------------------- rounds

    def _rounds(self, rounds: ir.Rounds, numbers: Part) -> None:
        head, after = Label(), Label()
        self.start(Label())
        self.put(pyast.assign(self._system(numbers.number), pyast.const(0)), rounds.span)
        self.put(pyast.assign(self._system(numbers.ends), pyast.const(False)))
        self.start(head)
        self.put(pyast.increase(self._system(numbers.number), "+", pyast.const(1)), rounds.span)
        self.put(pyast.increase(self._system(numbers.instance), "+", pyast.const(1)))
        for part in rounds.parts:
            self._part(part)
        self.put(pyast.when(self._system(numbers.ends), self.away(after)), rounds.span)
        self.put(pyast.when(self.test(rounds.until), self.away(after)), rounds.until.span)
        self.jump(head)
        self.start(after)


def _ends_early(registry: BlockRegistry) -> bool:
    """Can a statement end the whole game?"""
    program = registry.layout.program
    bodies = [effect.body for effect in program.effects.values()]
    bodies += [action.body for action in program.actions.values()]
    bodies += [part.body for part in flow_parts(program) if not isinstance(part, ir.Rounds)]
    for kind in program.kinds.values():
        for definition in kind.definitions:
            bodies += [filling.body or () for filling in definition.fillings.values()]
        bodies += [slot.default.body or () for slot in kind.slots.values() if slot.default is not None]
    found = (s for body in bodies for s in statements(body))
    return any(isinstance(s, ir.EndOf) and s.what == "game" for s in found)
