"""Worked examples as scripts: what to do step by step, with every expression a rule and every act an effect.

The rules and effects are added to the program under names of their own, so that the generator makes code for
them as for any other, and whoever runs a script asks for them by name.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from castlewright.compiler.check.lasting import mapped
from castlewright.compiler.typed import ir
from castlewright.compiler.typed.types import ERROR, PLAYER
from castlewright.compiler.typed.walk import everything_in, statements_in
from castlewright.rules_dsl.source import Span

__all__ = [
    "Act",
    "Answer",
    "Begin",
    "Expect",
    "ExpectLines",
    "Keep",
    "Put",
    "Script",
    "Step",
    "scripts_of",
]


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a script, and where the text says it."""

    span: Span


@dataclass(frozen=True, slots=True)
class Put(Step):
    """Lay copies of a definition down. `holder` is the rule that tells whose zone is meant; zone None.

    Out of play.
    """

    definition: str
    count: int
    zone: str | None
    zone_holder: str
    holder: str | None
    place: tuple[int, int] | None
    turned: int
    face: int | None
    where: str


@dataclass(frozen=True, slots=True)
class Keep(Step):
    """Remember the value of a rule as the next local."""

    rule: str


@dataclass(frozen=True, slots=True)
class Act(Step):
    """Carry out an effect."""

    effect: str


@dataclass(frozen=True, slots=True)
class Begin(Step):
    """Take an action.

    `actor` is the rule that tells whose, `definition` the piece on which it stands, if it stands on one.
    """

    action: str
    actor: str | None
    definition: str | None


@dataclass(frozen=True, slots=True)
class Answer(Step):
    """Answer what is asked: with the value of a rule, a definition's name, a label, or a place on a board."""

    rule: str | None
    definition: str | None
    text: str | None
    place: tuple[int, int, int] | None
    face: str | None


@dataclass(frozen=True, slots=True)
class Expect(Step):
    """A condition.

    `parts` are the pieces of its text whose values tell why it does not hold, each with its rule.
    """

    rule: str
    parts: tuple[tuple[Span, str], ...]


@dataclass(frozen=True, slots=True)
class ExpectLines(Step):
    """What the act must have brought the player: amount, unit, reason (None: any)."""

    lines: tuple[tuple[int, str, str | None], ...]


@dataclass(frozen=True, slots=True)
class Script:
    """One example: its title, pack, number of players (None.

    The fewest), steps, and where the act begins and ends.
    """

    title: str
    pack: str
    players: int | None
    span: Span
    given: tuple[Step, ...]
    when: tuple[Step, ...]
    then: tuple[Step, ...]


def scripts_of(program: ir.Program, examples: Iterable[ir.Example]) -> list[Script]:
    """Turn examples of a linked program into scripts; adds their rules and effects to the program."""
    return [_ScriptWriter(program, example, number).script() for number, example in enumerate(examples)]


@dataclass(slots=True)
class _ScriptWriter:
    """Writes one script. `locals` are the names that the example has given so far."""

    program: ir.Program
    example: ir.Example
    number: int
    locals: list[ir.Var] = field(default_factory=list[ir.Var])
    count: int = 0

    def script(self) -> Script:
        example = self.example
        given, when, then = (tuple(self._steps(body)) for body in (example.given, example.when, example.then))
        return Script(example.title, example.pack, example.players, example.span, given, when, then)

    def _steps(self, body: ir.Body) -> list[Step]:
        steps: list[Step] = []
        acts: list[ir.Stmt] = []
        for stmt in body:
            step = self._step(stmt, fresh=not acts)
            if step is None:
                acts.append(stmt)
                continue
            self._flush(acts, steps)
            steps.append(step)
            if isinstance(stmt, ir.SetLocal):
                self.locals.append(stmt.var)
        self._flush(acts, steps)
        return steps

    def _flush(self, acts: list[ir.Stmt], steps: list[Step]) -> None:
        """Make one effect of the statements gathered so far."""
        if not acts:
            return
        name = self._name()
        you, inner = self._renamed()
        parts = [stmt for act in acts for stmt in statements_in((act,)) if isinstance(stmt, ir.PlayPart)]
        body = mapped(tuple(acts), {id(stmt): self._played(stmt) for stmt in parts})
        self.program.effects[name] = ir.Effect(
            name, self.example.pack, inner, you=you, body=body, span=acts[0].span, texts=ir.Texts()
        )
        steps.append(Act(acts[0].span, name))
        acts.clear()

    def _played(self, stmt: ir.PlayPart) -> ir.Stmt:
        """Carry out an effect that weaving makes the same as a step or turn."""
        part = stmt.part
        name = f"play {part.path}"
        effect = self.program.effects.get(name)
        if effect is None:
            player = part.var if isinstance(part, ir.Turns) else part.you
            you = player or ir.Var("you", PLAYER, "you")
            effect = ir.Effect(name, part.pack, (), you=you, span=part.span, texts=ir.Texts(), plays=part)
            self.program.effects[name] = effect
        return ir.Do(effect, stmt.actor, (), span=stmt.span)

    def _renamed(self) -> tuple[ir.Var, tuple[ir.Var, ...]]:
        """`you` and the locals, as what an effect or rule takes: the same variables in every step."""
        return self.example.you, tuple(self.locals)

    def _name(self) -> str:
        self.count += 1
        return f"example {self.number} step {self.count}"

    def _rule(self, value: ir.Expr) -> str:
        """A rule for an expression; its name."""
        name = self._name()
        you, inner = self._renamed()
        self.program.rules[name] = ir.Rule(
            name, self.example.pack, params=(you, *inner), result=value.type, value=value, span=value.span
        )
        return name

    def _step(self, stmt: ir.Stmt, *, fresh: bool) -> Step | None:
        """The step of a statement that only examples have; None for what is done by an effect."""
        match stmt:
            case ir.PutPiece():
                return self._put(stmt)
            case ir.AnswerWith():
                rule = None if stmt.value is None else self._rule(stmt.value)
                definition = None if stmt.definition is None else stmt.definition.name
                return Answer(stmt.span, rule, definition, stmt.text, stmt.place, stmt.face)
            case ir.TakeAction():
                known = stmt.actor.type != ERROR
                holder = stmt.action.holder
                on_piece = None if holder is None or holder.kind.is_value else holder.name
                return Begin(stmt.span, stmt.action.name, self._rule(stmt.actor) if known else None, on_piece)
            case ir.ExpectTrue():
                parts = tuple((expr.span, self._rule(expr)) for _, expr in stmt.parts)
                return Expect(stmt.span, self._rule(stmt.condition), parts)
            case ir.ExpectLinesOf():
                return ExpectLines(stmt.span, stmt.lines)
            case ir.SetLocal() if fresh and stmt.var not in self.locals and self._known(stmt.value):
                return Keep(stmt.span, self._rule(stmt.value))
            case _:
                return None

    def _known(self, value: ir.Expr) -> bool:
        """Does a value read nothing but what the steps before have named?"""
        bound = {self.example.you, *self.locals}
        bound |= {q.var for q in everything_in(value) if isinstance(q, ir.Query)}
        return all(one.var in bound for one in everything_in(value) if isinstance(one, ir.Local))

    def _put(self, stmt: ir.PutPiece) -> Step:
        zone = stmt.target.zone
        base = stmt.target.base
        holder = zone.holder if zone is not None else None
        return Put(
            stmt.span,
            stmt.definition.name,
            stmt.count,
            None if zone is None else zone.name,
            holder if isinstance(holder, str) else "" if holder is None else holder.name,
            None if base is None else self._rule(base),
            None if stmt.column is None or stmt.row is None else (stmt.column, stmt.row),
            stmt.turned,
            stmt.face,
            stmt.where,
        )
