"""Runs the worked examples of the rules texts: lays positions out, acts, answers, and compares."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from castlewright.compiler.compile import Order, generate, link_order
from castlewright.compiler.lower import scripts
from castlewright.compiler.packs.packs import Library
from castlewright.compiler.typed import ir
from castlewright.rules_dsl import nodes as n
from castlewright.rules_dsl.diagnostics import DiagnosticError, Diagnostics
from castlewright.rules_dsl.finding import Diagnostic
from castlewright.rules_dsl.names import did_you_mean
from castlewright.rules_dsl.source import Span
from castlewright.runtime.decision import Decision
from castlewright.runtime.errors import IllegalAnswer, NotAllowed, RuleFailure, RuntimeFault
from castlewright.runtime.game import Game
from castlewright.runtime.log import Line
from castlewright.runtime.naming import value_label
from castlewright.runtime.ruleset import Ruleset
from castlewright.runtime.staging import cell_of, lay, put_in, spare
from castlewright.runtime.tag import read_tag

__all__ = ["Outcome", "Watch", "run_examples", "run_together"]

YOU = 0
"""The player that `you` means in examples."""
TIME_IS_UP = "time is up"
"""Answers a question with a time limit by letting it run out."""
_UNSET = "`given` may lack what this reads: a thing that is kept without a default is none until it is set"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one example: its pack and title, the packs it was played with, and what did not hold."""

    pack: str
    title: str
    packs: tuple[str, ...]
    span: Span
    findings: tuple[Diagnostic, ...]

    @property
    def passed(self) -> bool:
        """Did everything hold?"""
        return not self.findings


Watch = Callable[[scripts.Script, str, Game], None]
"""Told of each position that an example comes to: `before` its act, and `after` it."""


def _look_away(_script: scripts.Script, _moment: str, _game: Game) -> None:
    """Watches nothing."""


@dataclass(frozen=True, slots=True)
class _Setting:
    """What an example is played with: packs beside its own, and options as (name, value) in order of name."""

    packs: frozenset[str] = frozenset()
    options: tuple[tuple[str, str], ...] = ()

    def also(self, packs: Iterable[str] = (), options: Mapping[str, str] | None = None) -> _Setting:
        """This setting and more; what is chosen already stays."""
        chosen = {**(options or {}), **dict(self.options)}
        return _Setting(self.packs.union(packs), tuple(sorted(chosen.items())))


def run_examples(
    order: Order,
    library: Library,
    words: Sequence[str] = (),
    of: Sequence[str] | None = None,
    watch: Watch = _look_away,
    only: frozenset[Span] | None = None,
) -> list[Outcome]:
    """Run the examples of the ordered packs whose title or subject holds one of `words` (none: all).

    `of` names the packs whose examples count; left out, all that are ordered and the base pack. Each is
    played with its own pack, those that needs, those it names with `with`, and the packs and options that the
    `only if` around it asks for; examples of packs that are needed only are not run. `watch` is shown the
    positions; with `only`, no
    others than those at these places are run. Raises `DiagnosticError` if the texts have errors.
    """
    outcomes: list[Outcome] = []
    ordered = [order.game, *(name for name in order.packs if name != order.game)]
    for pack in ordered if of is None else [name for name in ordered if name in of]:
        if only is None:
            _linked(order, (pack,), library)  # so that the pack is read, and what is wrong in it is reported
        groups: dict[_Setting, set[Span]] = {}
        read = library.get(pack)
        for module in read.modules if read is not None else ():
            for example, setting in _settings(module.items, _Setting().also(options=order.options)):
                if only is None or example.title.span in only:
                    groups.setdefault(setting, set()).add(example.title.span)
        for setting, places in groups.items():
            packs = tuple(sorted({pack, *setting.packs} - {order.game}))
            alike = replace(order, packs=packs, options=dict(setting.options))
            chosen = {
                example.span
                for example in _examples(_linked(alike, packs, library), pack)
                if example.span in places
                and (not words or any(word.lower() in _searched(example) for word in words))
            }
            if chosen:
                outcomes += _run_group(alike, packs, library, pack, chosen, watch)
    return outcomes


def run_together(order: Order, library: Library, watch: Watch) -> list[Outcome]:
    """Run all examples that the ordered packs and options bring, all in one game with all of these packs.

    What an example says of its own pack may fail to hold beside others; such an outcome is no fault of the
    text. Examples for numbers of players that these packs rule out are left out. Raises `DiagnosticError` if
    the texts have errors.
    """
    program = _linked(order, order.packs, library)
    fewest, most = program.players
    fitting = [one for one in program.examples if one.players is None or fewest <= one.players <= most]
    return list(_carried_out(program, fitting, order.packs, watch))


def _settings(items: Iterable[n.Item], around: _Setting) -> Iterator[tuple[n.ExampleDecl, _Setting]]:
    """The examples among some items, and what each is played with."""
    for item in items:
        if isinstance(item, n.OnlyIf):
            yield from _settings(item.items, _where(item.condition, around))
        elif isinstance(item, n.ExampleDecl):
            yield item, around.also(ident.text for ident in item.packs)


def _where(condition: n.Expr, around: _Setting) -> _Setting:
    """A setting in which a condition of `only if` holds, as far as packs and options can make it hold."""
    match condition:
        case n.Logic(op="and"):
            return _where(condition.right, _where(condition.left, around))
        case n.Logic():
            return _where(condition.left, around)
        case n.Call(base=None, args=(n.Name() as pack,)) if condition.path.text == "in_play":
            return around.also([pack.path.text])
        case n.Compare(op="is", left=n.Name() as option, right=n.Name() as value):
            return around.also(options={option.path.text: value.path.text})
        case n.Compare(op="is", left=n.Name() as option, right=n.Literal() as value):
            return around.also(options={option.path.text: value.word})
        case n.Name():
            return around.also(options={condition.path.text: "yes"})
        case n.Not(operand=n.Name() as option):
            return around.also(options={option.path.text: "no"})
        case _:
            return around


def _searched(example: ir.Example) -> str:
    return f"{example.title} {example.subject or ''} {example.pack}".lower()


def _examples(program: ir.Program, pack: str) -> list[ir.Example]:
    return [example for example in program.examples if example.pack == pack]


def _linked(order: Order, packs: Sequence[str], library: Library) -> ir.Program:
    found = Diagnostics()
    names = tuple(name for name in packs if name != order.game)
    program = link_order(Order(order.game, names, order.options, order.roots), found, library)
    if program is None:
        raise DiagnosticError(found)
    return program


def _run_group(
    order: Order, packs: tuple[str, ...], library: Library, pack: str, places: set[Span], watch: Watch
) -> Iterable[Outcome]:
    """Build one ruleset for examples that need the same packs and options, and run them."""
    program = _linked(order, packs, library)
    chosen = [example for example in _examples(program, pack) if example.span in places]
    return _carried_out(program, chosen, packs, watch)


def _carried_out(
    program: ir.Program, examples: Sequence[ir.Example], packs: tuple[str, ...], watch: Watch
) -> Iterable[Outcome]:
    """Build the ruleset of a program, which it uses up, and run examples of it."""
    written = scripts.scripts_of(program, examples)
    found = Diagnostics()
    built = generate(program, found)
    if built is None:
        raise DiagnosticError(found)
    rules = Ruleset.from_text(built.text, f"<examples of {program.game}>")
    return [
        Outcome(one.pack, one.title, packs, one.span, tuple(_Run(rules, one, watch).run())) for one in written
    ]


class _Stop(Exception):
    """The example cannot go on; the finding has been noted."""


class _Run:
    """One script being carried out."""

    def __init__(self, rules: Ruleset, script: scripts.Script, watch: Watch) -> None:
        self.rules = rules
        self.watch = watch
        self.script = script
        self.game: Game = rules.position(script.players or rules.meta["players"][0], seed=1)
        self.locals: list[Any] = []
        self.found = Diagnostics()
        self.from_line = 0

    def run(self) -> list[Diagnostic]:
        """Carry the script out; what did not hold."""
        try:
            self._part(self.script.given)
            self.watch(self.script, "before", self.game)
            self.from_line = len(self.game.lines)
            self._part(self.script.when)
            self.watch(self.script, "after", self.game)
            answered = any(isinstance(step, scripts.Answer) for step in self.script.then)
            if self.game.decision is not None and not answered:
                self._error("CW0905", self.script.span, f"a question is left open: {self._question()}")
            self._part(self.script.then)
        except _Stop:
            pass
        return self.found.sorted()

    def _part(self, steps: Sequence[scripts.Step]) -> None:
        for step in steps:
            try:
                self._step(step)
            except IllegalAnswer as error:
                self._stop("CW0904", step.span, str(error))
            except RuleFailure as error:
                self._stop("CW1112", step.span, f"a rule failed: {error}", help=_UNSET)
            except NotAllowed as error:
                self._stop("CW0903", step.span, str(error))
            except RuntimeFault as error:
                self._stop("CW1112", step.span, str(error))

    def _step(self, step: scripts.Step) -> None:
        match step:
            case scripts.Put():
                self._put(step)
            case scripts.Keep():
                self.locals.append(self._value(step.rule))
            case scripts.Act():
                self.game.perform(step.effect, YOU, *self.locals)
            case scripts.Begin():
                actor = YOU if step.actor is None else self._value(step.actor)
                self.game.begin(step.action, actor, self._piece_of(step.definition))
            case scripts.Answer():
                self._answer(step)
            case scripts.Expect():
                self._expect(step)
            case scripts.ExpectLines():
                self._expect_lines(step)
            case _:
                raise TypeError(type(step).__name__)

    def _piece_of(self, definition: str | None) -> int | None:
        """The piece on which an action stands: of several copies the first one in play."""
        if definition is None:
            return None
        numbers = self.rules.piece_def
        copies = [pid for pid, one in enumerate(numbers) if self.rules.definitions[one][1] == definition]
        return next((pid for pid in copies if self.game.where[pid] >= 0), copies[0])

    def _value(self, rule: str) -> Any:
        return self.game.rule(rule, YOU, *self.locals)

    def _shown(self, rule: str) -> str:
        """The value of a rule in words."""
        tag = read_tag(self.rules.rules[rule][2])
        try:
            return value_label(self.game, tag, self._value(rule), -1)
        except RuntimeFault as error:
            return f"no value ({error})"

    def _error(self, code: str, span: Span, message: str, **more: Any) -> None:
        self.found.error(code, span, message, **more)

    def _stop(self, code: str, span: Span, message: str, **more: Any) -> None:
        self._error(code, span, message, **more)
        raise _Stop

    # -- positions
    # ---------------------------------------------------------------------------------------------

    def _put(self, step: scripts.Put) -> None:
        holder: int | None = 0 if step.holder is None else self._value(step.holder)
        if holder is None:
            self._error("CW0903", step.span, "nobody has this zone")
            raise _Stop
        cell = -1 if step.zone is None else cell_of(self.rules, step.zone, step.zone_holder, holder)
        for _ in range(step.count):
            pid = spare(self.game, step.definition)
            if step.face is not None and self.game.face:
                self.game.face[pid] = step.face
            if step.place is not None:
                lay(self.game, pid, cell, step.place, step.turned, step.face)
            else:
                put_in(self.game, pid, cell, step.where)

    # -- acts
    # --------------------------------------------------------------------------------------------------

    def _question(self) -> str:
        decision = self.game.decision
        if decision is None:
            return "nothing"
        offered = ", ".join(decision.labels()[:12])
        return f"{decision.text or decision.kind} ({offered}{', ...' if len(decision) > 12 else ''})"

    def _answer(self, step: scripts.Answer) -> None:
        decision = self.game.decision
        if decision is None:
            self._stop("CW0906", step.span, "nobody is asked anything here")
            return
        if step.text == TIME_IS_UP:
            self.game.expire(decision.player)
            return
        fitting = [i for i in range(len(decision)) if self._fits(step, i)]
        if not fitting:
            near = did_you_mean(step.definition or step.text or "", decision.labels())
            self._error("CW0904", step.span, f"this is not among the options: {self._question()}", help=near)
            raise _Stop
        self.game.choose(fitting[0], decision.player)

    def _fits(self, step: scripts.Answer, index: int) -> bool:
        """Is the option of this number what the step answers?"""
        decision = self.game.decision
        assert decision is not None
        value = decision.value_at(index)
        if step.rule is not None:
            # What is offered by its title has a number here, which is no value of the rules.
            by_title = decision.choice.one.base == "option"
            return value is not None and not by_title and value == self._value(step.rule)
        if step.text is not None:
            if value is None:
                return step.text == "done"
            return step.text in (decision.label(index), decision.label(index).replace(" ", "_"))
        if value is None:
            return False
        if step.place is not None:
            if decision.choice.one.base != "spot":
                return False
            here: tuple[int, ...] = tuple(value[2 : 2 + len(step.place)])
            return here == step.place[: len(here)] and self._shows(step, value)
        return self._name_of(decision, index) == step.definition

    def _name_of(self, decision: Decision, index: int) -> str:
        """The name of the definition that an option is, or its label."""
        tag = decision.choice.one
        value = decision.value_at(index)
        if tag.base == "value":
            return self.rules.value_names[tag.name][int(value)]
        if tag.base == "piece":
            return self.rules.definitions[self.rules.piece_def[int(value)]][1]
        return decision.label(index)

    def _shows(self, step: scripts.Answer, spot: tuple[int, ...]) -> bool:
        """Does a spot show the face that the step names?"""
        if step.face is None:
            return True
        faces = self.rules.definitions[self.rules.piece_def[spot[1]]][3]
        return len(spot) > 5 and faces[spot[5]] == step.face

    # -- what must hold
    # ----------------------------------------------------------------------------------------

    def _expect(self, step: scripts.Expect) -> None:
        if self._value(step.rule):
            return
        values = [(span, f"is {self._shown(rule)}") for span, rule in step.parts]
        title = self.script.title
        self._error("CW0901", step.span, f"the example “{title}” fails: this does not hold", related=values)

    def _expect_lines(self, step: scripts.ExpectLines) -> None:
        units = {unit for _, unit, _ in step.lines}
        found: list[tuple[int, str, str | None]] = []
        for line in self.game.lines[self.from_line :]:
            if line.unit in units:
                found += [(amount, line.unit, line.reason) for amount in _changes(line)]
        reasons = [reason for _, _, reason in step.lines]
        compared = [
            (amount, unit, reason if i >= len(reasons) or reasons[i] is not None else None)
            for i, (amount, unit, reason) in enumerate(found)
        ]
        if compared == list(step.lines):
            return
        lines = "; ".join(
            f"{amount} {unit}{f' as {reason}' if reason else ''}" for amount, unit, reason in found
        )
        self._error(
            "CW0907",
            step.span,
            f"the example “{self.script.title}” fails: other lines were written",
            help=f"the lines are: {lines or 'none'}",
        )


def _changes(line: Line) -> list[int]:
    """By how much a line changed the counters of `you`."""
    found = [line.change] if line.player == YOU else []
    return [*found, line.other_change] if line.other == YOU else found
