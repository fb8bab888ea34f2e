"""Statements that can ask, cut into blocks: small functions between which a game may be parked.

A *procedure* is what one frame runs: the body of an effect, action, step or turn. Its locals are slots of the
frame; its control flow is the numbers of blocks. A block does some work and says which block comes next.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol, cast

from castlewright.compiler.english.phrases import a
from castlewright.compiler.generate import pyast
from castlewright.compiler.generate.acts import ActRegistry, ActWriter
from castlewright.compiler.lower import patterns
from castlewright.compiler.lower.asking import Asking
from castlewright.compiler.lower.layout import Unsupported
from castlewright.compiler.typed import ir
from castlewright.compiler.typed.builtins import FACE
from castlewright.compiler.typed.rebuild import expressions_of, locals_read, statements, vars_bound
from castlewright.compiler.typed.tags import choice_kind, tag
from castlewright.compiler.typed.types import Many, Type, narrowed

SHORT = 2
"""Letters of a name that says nothing to a player."""


@dataclass(slots=True, eq=False)
class Label:
    """A block, before its number is known: `places` are the constants that shall hold the number."""

    number: int | None = None
    places: list[ast.Constant] = field(default_factory=list)
    same_as: Label | None = None
    kept: bool = False  # the block must stand even if all it does is lead to another
    wanted: bool = False  # a question leads there

    def const(self) -> ast.Constant:
        """A constant that will hold the number."""
        place = ast.Constant(None)
        self.places.append(place)
        return place

    def final(self) -> Label:
        """The block that is really meant, after blocks that only led on."""
        label = self
        while label.same_as is not None:
            label = label.same_as
        return label

    def fill(self) -> None:
        """Write the number, which is known now, into all places that wait for it."""
        number = self.final().number
        for place in self.places:
            place.value = number
        self.places.clear()


@dataclass(slots=True, eq=False)
class Procedure:
    """What one frame runs. `slots`: the type tags of its frame; `frames`: new frames, to be filled up."""

    entry: Label = field(default_factory=Label)
    slots: list[str] = field(default_factory=lambda: ["block", "player"])
    frames: list[tuple[list[ast.expr], int]] = field(default_factory=list)

    def slot(self, tag_: str) -> int:
        """Reserve a slot of the frame."""
        self.slots.append(tag_)
        return len(self.slots) - 1

    def frame(self, values: Sequence[ast.expr]) -> list[ast.expr]:
        """The items of a new frame: entry block, the values, and None for the rest once its size is known."""
        items: list[ast.expr] = [self.entry.const(), *values]
        self.frames.append((items, len(items)))
        return items

    def fill(self) -> None:
        """Fill up the new frames, and the number of the entry block: both are known now."""
        self.entry.fill()
        for items, known in self.frames:
            items.extend(ast.Constant(None) for _ in range(len(self.slots) - known))
        self.frames.clear()

    def begin_again(self) -> None:
        """Forget what was written: it will be written once more. Frames that others have made of it stay."""
        del self.slots[2:]
        self.entry.same_as = None
        self.entry.wanted = False


@dataclass(slots=True, eq=False)
class Block:
    """A finished block."""

    label: Label
    function: ast.FunctionDef
    procedure: Procedure


@dataclass(slots=True, eq=False)
class Question:
    """What a `Choice` of the runtime is made of; labels become numbers at the end."""

    block: Label
    options: str
    kind: str
    type: str
    slot: int
    next: Label
    clause: int
    text: str = ""
    titles: tuple[str, ...] = ()
    who: str | None = None
    single: bool = True
    least: int | str = 1
    most: int | str | None = 1
    secret: bool = False
    ordered: bool = False
    work: int = 0
    none: Label | None = None
    faces_of: str | None = None


class BlockRegistry(ActRegistry, Protocol):
    """What procedures ask of the module besides."""

    asking: Asking

    @property
    def blocks(self) -> list[Block]:
        """The blocks of what is being made."""
        ...

    @property
    def timed(self) -> list[tuple[Label, int, Label]]:
        """Its time limits: where it goes on, seconds, where it goes when they are over."""
        ...

    @property
    def aliases(self) -> list[Label]:
        """Its blocks that only led on to another."""
        ...

    def add_question(self, question: Question) -> int:
        """Put a question into the module; its number."""
        ...

    def procedure(self, effect: ir.Effect) -> Procedure:
        """The procedure of an effect that may ask."""
        ...

    def procedure_table(self, slot: ir.Slot) -> str:
        """The table of (entry block, further slots) for an effect slot of which a filling may ask."""
        ...

    def helper(self, letter: str, writer: ActWriter) -> str:
        """Put a small function into the module (once, if the same is there already) and return its name."""
        ...

    def offered(self, condition: ir.Expr | None, body: ir.Body, scope: BlockWriter) -> ast.expr:
        """Whether something with this condition and body may be offered, as seen from the frame."""
        ...

    def turn_actions(self, turn: str | None) -> tuple[int, ...]:
        """The numbers of the actions that a turn offers; None: of those offered at any time."""
        ...

    def action_number(self, action: ir.Action) -> int:
        """The number of an action."""
        ...


class BlockWriter(ActWriter):
    """A procedure under construction."""

    def __init__(self, registry: BlockRegistry, procedure: Procedure) -> None:
        super().__init__(registry, ("g", "f"))
        self.host = registry
        self.procedure = procedure
        self.closed = False
        self.label = procedure.entry
        self.end = Label()  # where the procedure ends
        self.stop = self.end  # where the present block of the text ends
        self.loop_end: Label | None = None
        self._only: Label | None = None  # where the present block leads, if it does nothing else
        self._parks: dict[type[ir.Stmt], Callable[[ir.Stmt], None]] = {
            ir.If: self._cut_if,
            ir.ForEach: self._cut_for_each,
            ir.Repeat: self._cut_repeat,
            ir.Choose: self._cut_choose,
            ir.ChooseOne: self._cut_choose_one,
            ir.ChooseAction: self._cut_choose_action,
            ir.Do: self._cut_do,
            ir.DoSlot: self._cut_do_slot,
            ir.RunOriginal: self._cut_run_original,
            ir.AtOnce: self._cut_at_once,
            ir.Within: self._cut_within,
            ir.Move: self._cut_move,
            ir.TakeAction: self._cut_take_action,
        }

    # ---------------------------------------------------------------------------------------------- blocks

    def slot_place(self, slot: int) -> ast.expr:
        """A slot of the frame."""
        return pyast.item(pyast.name("f"), pyast.const(slot))

    def bind_slot(self, var: ir.Var, slot: int) -> None:
        """Say that a variable lives in a slot."""
        self.places[var] = lambda: self.slot_place(slot)

    def new_slot(self, var: ir.Var) -> int:
        """Give a variable a slot of its own."""
        slot = self.procedure.slot(tag(var.type))
        self.bind_slot(var, slot)
        return slot

    def jump(self, label: Label) -> None:
        """End the block: go on with another one."""
        if self.closed:
            return
        self._only = None if self.top or label is self.end else label
        self.body.extend(self.away(label))
        self.closed = True

    def away(self, label: Label) -> list[ast.stmt]:
        """The statements of a jump."""
        if label is self.end:
            frames = pyast.attr(self.game, "frames")
            return [pyast.act(pyast.call(pyast.attr(frames, "pop"))), pyast.give(pyast.const(True))]
        return [pyast.assign(self.slot_place(0), label.const()), pyast.give(pyast.const(True))]

    def start(self, label: Label) -> None:
        """Begin another block; the one before leads to it unless it was ended."""
        self.jump(label)
        self.finish_block()
        self.label = label
        self.closed = False

    def finish_block(self) -> None:
        """Hand the present block over to the module, unless it does nothing but lead to another."""
        label, only = self.label, self._only
        if only is not None and only is not label and not label.kept:
            only.places.pop()
            label.same_as = only
            self.host.aliases.append(label)
        else:
            self.host.blocks.append(Block(label, self.finished("b"), self.procedure))
        self._only = None
        self.forget()
        self.restart()

    def run(self, body: ir.Body) -> None:
        """Write the whole procedure."""
        self.sequence(body, self.end)
        self.leave_frame()

    def leave_frame(self) -> None:
        """End the procedure."""
        self.jump(self.end)
        self.finish_block()
        self.leave_at_end()

    def leave_at_end(self) -> None:
        """Write the block at the end of the procedure, if others lead there."""
        if self.end.places or self.end.wanted:
            self.label, self.closed = self.end, False
            self.body.extend(self.away(self.end))
            self.finish_block()

    def sequence(self, body: ir.Body, stop: Label) -> None:
        """Write a block of the text whose statements may ask; `stop` is where it ends early."""
        before, self.stop = self.stop, stop
        for statement in body:
            if self.closed:
                break
            if self.host.asking.statement(statement):
                self.cut(statement)
            else:
                self.statement(statement)
        self.stop = before

    def cut(self, statement: ir.Stmt) -> None:
        """Write a statement that can ask."""
        self.forget()
        writer = self._parks.get(type(statement))
        if writer is None:
            raise Unsupported(f"{type(statement).__name__} is not yet supported here", statement.span)
        writer(statement)

    def go_on_if(self, test: ast.expr) -> None:
        """Stop the present block of the text unless the test holds."""
        if self.depth:
            super().go_on_if(test)
        else:
            self.put(pyast.when(pyast.negate(test), self.away(self.stop)))

    def leave(self) -> None:
        """Leave the innermost loop, be it one of generated Python or one of blocks."""
        if self.loops:
            super().leave()
        elif self.loop_end is not None:
            self.body.extend(self.away(self.loop_end))
            if not self.depth:
                self.closed = True

    def store(self, var: ir.Var, value: ast.expr, span: ir.Span) -> None:
        """Give a variable a value; those that live longer than a block live in the frame."""
        if not self.depth and var not in self.places:
            self.new_slot(var)
        super().store(var, value, span)

    # -------------------------------------------------------------------------------------------- branches

    def _cut_if(self, statement: ir.Stmt) -> None:
        statement = cast("ir.If", statement)
        test = self.test(statement.condition)
        after = Label()
        otherwise = Label() if statement.otherwise else after
        self.put(pyast.when(pyast.negate(test), self.away(otherwise)), statement.span)
        self.sequence(statement.then, after)
        if statement.otherwise:
            self.jump(after)
            self.start(otherwise)
            self.sequence(statement.otherwise, after)
        self.start(after)

    def _cut_choose_one(self, statement: ir.Stmt) -> None:
        statement = cast("ir.ChooseOne", statement)
        slot = self.procedure.slot("option")
        after, chosen = Label(), Label()
        titles = tuple(option.title for option in statement.options)
        question = self._choice(statement, self._branch_options(statement), slot, chosen, "option")
        question.kind = "yesno" if statement.may else "option"
        question.titles = (titles[0], titles[1] or "No") if statement.may else titles
        question.text = titles[0] if statement.may else "Choose one"
        question.secret = statement.secret
        question.none = after
        self.ask_question(question, self._who(statement.who))
        self.start(chosen)
        labels = [Label() for _ in statement.options]
        table = ast.Tuple([label.const() for label in labels], ast.Load())
        self.put(pyast.assign(self.slot_place(0), pyast.item(table, self.slot_place(slot))))
        self.put(pyast.give(pyast.const(True)))
        self.closed = True
        for label, option in zip(labels, statement.options, strict=True):
            self.start(label)
            self.sequence(option.body, after)
            self.jump(after)
        self.start(after)

    def _branch_options(self, statement: ir.ChooseOne) -> str:
        """The function that gives the numbers of the options that are open."""
        writer = self.copy_for(("g", "f"))
        tests = [self.host.offered(o.condition, o.body, writer) for o in statement.options]
        if all(isinstance(test, ast.Constant) and test.value for test in tests):
            writer.put(pyast.give(pyast.const(tuple(range(len(tests))))))
            return self.host.helper("o", writer)
        writer.put(pyast.assign("t", pyast.list_of([])))
        for index, test in enumerate(tests):
            add = pyast.act(pyast.call(pyast.attr(pyast.name("t"), "append"), pyast.const(index)))
            always = isinstance(test, ast.Constant) and test.value
            writer.put(add if always else pyast.when(test, [add]))
        writer.put(pyast.give(pyast.call("tuple", pyast.name("t"))))
        return self.host.helper("o", writer)

    # ----------------------------------------------------------------------------------------------- loops

    def _cut_for_each(self, statement: ir.Stmt) -> None:
        statement = cast("ir.ForEach", statement)
        query = statement.query
        many = f"[{tag(query.var.type)}]"
        elements = self.procedure.slot(many)
        found = self.collected(query)
        self.put(pyast.assign(self.slot_place(elements), found), statement.span)
        if statement.chooser is not None:
            elements = self._put_in_order(statement, statement.chooser, elements, query.var)
        index = self.procedure.slot("number")
        self.put(pyast.assign(self.slot_place(index), pyast.const(0)))
        head, after = Label(), Label()
        self.start(head)
        done = pyast.compare(self.slot_place(index), ">=", pyast.call("len", self.slot_place(elements)))
        self.put(pyast.when(done, self.away(after)))
        place = self.new_slot(query.var) if query.var not in self.places else None
        target = self.slot_place(place) if place is not None else self.read(query.var)
        self.put(pyast.assign(target, pyast.item(self.slot_place(elements), self.slot_place(index))))
        self.put(pyast.increase(self.slot_place(index), "+", pyast.const(1)))
        self._loop_body(statement.body, head, after)

    def _loop_body(self, body: ir.Body, head: Label, after: Label) -> None:
        outer, self.loop_end = self.loop_end, after
        self.sequence(body, head)
        self.loop_end = outer
        self.jump(head)
        self.start(after)

    def _put_in_order(self, statement: ir.Stmt, chooser: ir.Expr, elements: int, var: ir.Var) -> int:
        """Let a player put the elements in order; the slot where they lie afterwards."""
        many = f"[{tag(var.type)}]"
        ordered, work = self.procedure.slot(many), self.procedure.slot(many)
        writer = self.copy_for(("g", "f"))
        writer.put(pyast.give(self.slot_place(elements)))
        options = self.host.helper("o", writer)
        count = self.copy_for(("g", "f"))
        count.put(pyast.give(pyast.call("len", self.slot_place(elements))))
        after = Label()
        question = self._choice(statement, options, ordered, after, tag(var.type))
        question.kind, question.text = choice_kind(var.type), "In which order?"
        question.single, question.ordered, question.work = False, True, work
        question.least = question.most = self.host.helper("l", count)
        self.ask_question(question, self._who(chooser))
        self.start(after)
        return ordered

    def _cut_repeat(self, statement: ir.Stmt) -> None:
        statement = cast("ir.Repeat", statement)
        left = self.procedure.slot("number")
        self.put(pyast.assign(self.slot_place(left), self.value(statement.count)), statement.span)
        head, after = Label(), Label()
        self.start(head)
        done = pyast.compare(self.slot_place(left), "<=", pyast.const(0))
        self.put(pyast.when(done, self.away(after)))
        self.put(pyast.increase(self.slot_place(left), "-", pyast.const(1)))
        self._loop_body(statement.body, head, after)

    # --------------------------------------------------------------------------------------------- choices

    def copy_for(self, params: Sequence[str]) -> BlockWriter:
        """A writer of a helper function that sees the same variables."""
        writer = BlockWriter(self.host, self.procedure)
        writer.params = list(params)
        writer.places = dict(self.places)
        writer.depth = 1
        return writer

    def _who(self, who: ir.Expr) -> str | None:
        """The function that tells who chooses; None for the player in slot 1."""
        writer = self.copy_for(("g", "f"))
        value = writer.value(who)
        if isinstance(value, ast.Subscript) and ast.dump(value) == ast.dump(self.slot_place(1)):
            return None
        writer.put(pyast.give(value))
        return self.host.helper("w", writer)

    def _choice(self, statement: ir.Stmt, options: str, slot: int, following: Label, type_: str) -> Question:
        clause = self.registry.clause(statement.span)
        return Question(Label(), options, "option", type_, slot, following, clause)

    def ask_question(self, question: Question, who: str | None) -> None:
        """Write the block that asks."""
        question.who = who
        question.block.kept = True
        if question.none is not None:
            question.none.wanted = True
        self.start(question.block)
        number = self.host.add_question(question)
        self.put(pyast.give(self.ask("ask", pyast.name("f"), pyast.name(f"C{number}"))))
        self.closed = True

    def _cut_choose(self, statement: ir.Stmt) -> None:
        statement = cast("ir.Choose", statement)
        writer = self.copy_for(("g", "f"))
        found = writer.collected(statement.query)
        writer.put(pyast.give(found), statement.span)
        options = self.host.helper("o", writer)
        element = statement.query.var.type
        least = None if statement.single else self._bound("l", statement.least)
        most = None if statement.single else self._bound("m", statement.most)
        slot = self.new_slot(statement.var)
        after = Label()
        question = self._choice(statement, options, slot, after, tag(element))
        question.kind, question.text = choice_kind(element), _words(statement, element)
        question.secret, question.ordered, question.single = (
            statement.secret,
            statement.ordered,
            statement.single,
        )
        question.none = self.stop
        if narrowed(element) == FACE:
            question.faces_of = self._faces_of(statement.query.source)
        if not statement.single:
            question.work = self.procedure.slot(f"[{tag(element)}]")
            question.least, question.most = least or 0, most
        self.ask_question(question, self._who(statement.who))
        self.start(after)

    def _faces_of(self, source: ir.Expr) -> str | None:
        """The function that tells whose faces are offered, where the text names one piece."""
        piece = patterns.piece_of_faces(source, self.registry.rule_value)
        if piece is None or any(var not in self.places for var in locals_read(piece)):
            return None
        writer = self.copy_for(("g", "f"))
        writer.put(pyast.give(writer.value(piece)))
        return self.host.helper("o", writer)

    def _bound(self, letter: str, node: ir.Expr | None) -> int | str | None:
        if node is None:
            return None
        writer = self.copy_for(("g", "f"))
        value = writer.value(node)
        if isinstance(value, ast.Constant) and isinstance(value.value, int):
            return value.value
        writer.put(pyast.give(value))
        return self.host.helper(letter, writer)

    def _cut_choose_action(self, statement: ir.Stmt) -> None:
        statement = cast("ir.ChooseAction", statement)
        slot = self.procedure.slot("action")
        writer = self.copy_for(("g", "f"))
        numbers = pyast.const(self.host.turn_actions(statement.turn))
        writer.put(pyast.give(writer.ask("actions", writer.value(statement.who), numbers)))
        taken, after = Label(), Label()
        question = self._choice(statement, self.host.helper("o", writer), slot, taken, "action")
        question.kind, question.text, question.none = "action", "Choose an action", after
        self.ask_question(question, self._who(statement.who))
        self.start(taken)
        self.put(pyast.assign(self.slot_place(0), after.const()))
        who = self.value(statement.who)
        self.put(pyast.act(self.ask("begin_action", self.slot_place(slot), who)))
        self.put(pyast.give(pyast.const(True)))
        self.closed = True
        self.start(after)

    def _cut_move(self, statement: ir.Stmt) -> None:
        """`in your order`: the order is asked first."""
        statement = cast("ir.Move", statement)
        what = self.needed(statement.what)
        if not isinstance(statement.what.type, Many):
            self.write_move(statement, what)
            return
        item = ir.Var("it", statement.what.type.item)
        elements = self.procedure.slot(f"[{tag(item.type)}]")
        self.put(pyast.assign(self.slot_place(elements), what))
        assert statement.actor is not None
        ordered = self._put_in_order(statement, statement.actor, elements, item)
        self.write_move(statement, self.slot_place(ordered))

    # --------------------------------------------------------------------------------------- other procedures

    def _push(self, items: ast.expr, resume: Label) -> None:
        """Put a frame on the stack; this procedure goes on at `resume` when it is done."""
        self.put(pyast.assign(self.slot_place(0), resume.const()))
        frames = pyast.attr(self.game, "frames")
        self.put(pyast.act(pyast.call(pyast.attr(frames, "append"), items)))
        self.put(pyast.give(pyast.const(True)))
        self.closed = True

    def call_procedure(self, procedure: Procedure, values: Sequence[ast.expr], resume: Label) -> None:
        """Push the frame of a procedure with its first slots filled."""
        items = procedure.frame(values)
        made = ast.List(items, ast.Load())
        self._push(made, resume)

    def _cut_do(self, statement: ir.Stmt) -> None:
        statement = cast("ir.Do", statement)
        args = [self.needed_as(a, p) for a, p in zip(statement.args, statement.effect.params, strict=True)]
        actor = self.actor(statement.actor)
        after = Label()
        self.call_procedure(self.host.procedure(statement.effect), [actor, *args], after)
        self.start(after)

    def _cut_do_slot(self, statement: ir.Stmt) -> None:
        statement = cast("ir.DoSlot", statement)
        base = self.atom(self.needed(statement.base))
        args = [self.needed_as(a, p) for a, p in zip(statement.args, statement.slot.params, strict=True)]
        row = self.atom(pyast.item(pyast.name(self.host.procedure_table(statement.slot)), base))
        entry, more = (pyast.item(row, pyast.const(i)) for i in (0, 1))
        filled = pyast.list_of([entry, self.actor(statement.actor), base, *args])
        rest = ast.BinOp(pyast.list_of([pyast.const(None)]), ast.Mult(), more)
        after = Label()
        self._push(ast.BinOp(filled, ast.Add(), rest), after)
        self.start(after)

    def _cut_run_original(self, statement: ir.Stmt) -> None:
        statement = cast("ir.RunOriginal", statement)
        count = len(statement.effect.params)
        values = [self.slot_place(slot) for slot in range(1, 2 + count)]
        after = Label()
        if self.host.asking.node(statement.effect):
            self.call_procedure(self.host.procedure(statement.effect), values, after)
            self.start(after)
        else:
            call = pyast.call(self.acts.effect(statement.effect), self.game, *values)
            self.put(pyast.act(call), statement.span)

    def captured(self, body: ir.Body, own: Sequence[ir.Var]) -> list[ir.Var]:
        """The variables of this procedure that a body reads or sets, in the order in which it first does."""
        bound = set(own)
        found: dict[ir.Var, None] = {}
        for statement in statements(body):
            for node in expressions_of(statement):
                found.update(dict.fromkeys(v for v in locals_read(node) if v in self.places))
            found.update(dict.fromkeys(v for v in vars_bound(statement) if v in self.places))
        return [var for var in found if var not in bound]

    def inner(self, body: ir.Body, you: ir.Var | None) -> tuple[Procedure, list[ir.Var]]:
        """A procedure for a body inside this one, and the variables it takes over."""
        captured = self.captured(body, [you] if you is not None else [])
        procedure = Procedure()
        writer = BlockWriter(self.host, procedure)
        if you is not None:
            writer.bind_slot(you, 1)
        for var in captured:
            writer.new_slot(var)
        writer.run(body)
        return procedure, captured

    def _cut_at_once(self, statement: ir.Stmt) -> None:
        statement = cast("ir.AtOnce", statement)
        slot = self.procedure.slot("fibers")
        procedure, captured = self.inner(statement.body, statement.query.var)
        frames = self.temp()
        self.put(pyast.assign(frames, pyast.list_of([])), statement.span)
        with self.each(statement.query) as player:
            items = procedure.frame([player, *(self.read(var) for var in captured)])
            add = pyast.attr(pyast.name(frames), "append")
            self.put(pyast.act(pyast.call(add, ast.List(items, ast.Load()))))
        self.places.pop(statement.query.var, None)
        self.put(pyast.act(self.ask("fork", pyast.name("f"), pyast.const(slot), pyast.name(frames))))
        waiting, after = Label(kept=True), Label(kept=True)
        self.start(waiting)
        self.put(pyast.give(self.ask("join", pyast.name("f"), pyast.const(slot), after.const())))
        self.closed = True
        self.start(after)

    def _cut_within(self, statement: ir.Stmt) -> None:
        statement = cast("ir.Within", statement)
        resume, late, after = Label(kept=True), Label(kept=True), Label()
        procedure, captured = self.inner(statement.body, None)
        self.host.timed.append((resume, statement.seconds, late))
        you = self.slot_place(1)
        self.call_procedure(procedure, [you, *(self.read(var) for var in captured)], resume)
        self.start(resume)
        self.jump(after)
        self.start(late)
        self.sequence(statement.late, after)
        self.start(after)

    def _cut_take_action(self, statement: ir.Stmt) -> None:
        statement = cast("ir.TakeAction", statement)
        number = pyast.const(self.host.action_number(statement.action))
        after = Label()
        self.put(pyast.assign(self.slot_place(0), after.const()))
        self.put(pyast.act(self.ask("begin_action", number, self.value(statement.actor))))
        self.put(pyast.give(pyast.const(True)))
        self.closed = True
        self.start(after)


def _words(statement: ir.Choose, element: Type) -> str:
    """The question in words: the name under which the answer goes on, or the type where that is a letter."""
    name = statement.var.name
    if len(name) > SHORT:
        return f"Choose {name.replace('_', ' ')}"
    return f"Choose {a(str(narrowed(element)).replace('_', ' ').replace('|', ' or '))}"
