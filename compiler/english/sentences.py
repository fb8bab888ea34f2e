"""The English sentences that state what a definition, rule or effect does, from the typed form."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from castlewright.compiler.english.called import called, kind_called, part_called
from castlewright.compiler.english.grammar import (
    MARK,
    a,
    be,
    capital,
    gerund,
    is_plural,
    negated,
    plural_of,
    third_person,
    words,
)
from castlewright.compiler.english.phrases import Phrases
from castlewright.compiler.english.replaced import asks, own_values
from castlewright.compiler.english.shapes import conjuncts, is_zero, plainest
from castlewright.compiler.english.statements import Line, Statements
from castlewright.compiler.english.uses import is_simple
from castlewright.compiler.typed import ir
from castlewright.compiler.typed.types import PLAYER, YESNO, Many, Piece, Type, Unit, Value, narrowed
from castlewright.compiler.typed.walk import expressions_in

__all__ = ["Writer", "describe_all", "sentence"]

WHO = {"owner": "you", "any player": "any player", "any other player": "another player"}
FAR = 30
"""A pronoun that comes later than after so many letters is preceded by its noun once more."""
SHORT = 45
"""A value whose words are no longer than this is told wherever it is asked for."""
PRONOUN = re.compile(r"\b(?:it|its|itself)\b")
SOMEBODYS = "a player's"
"""Who is meant by the players that a hook listens to."""


def sentence(text: str) -> str:
    """With a capital and a full stop."""
    text = " ".join(text.split()).replace(" is is ", " is, is ")
    return "" if not text else capital(text) + ("" if text[-1] in ".:!?" else ".")


class Writer:
    """Writes the sentences of a program, before weaving: each text as its author wrote it."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program

    # -------------------------------------------------------------------------------------------------
    # looking up

    def describe(self, name: str) -> list[str]:
        """Everything that a name may mean, each as a paragraph of sentences; empty when nothing is called
        so.
        """
        found: list[str] = []
        for kind in self.program.kinds.values():
            found += [self.definition(d) for d in kind.definitions if d.name == name]
        if name in self.program.rules:
            found.append(self.rule(self.program.rules[name]))
        if name in self.program.effects:
            found.append(self.effect(self.program.effects[name]))
        if name in self.program.actions:
            found.append(self.action(self.program.actions[name]))
        return found

    def names(self) -> set[str]:
        """Every name that can be described."""
        program = self.program
        found = {d.name for k in program.kinds.values() for d in k.definitions}
        return found | set(program.rules) | set(program.effects) | set(program.actions)

    # ------------------------------------------------------------------------------------------------
    # definitions

    def definition(self, definition: ir.Definition) -> str:
        """Title, printed fields, and what the slots, changes and hooks of a definition do."""
        title = definition.title or capital(words(definition.name))
        parts = [f"{title} ({kind_called(definition.kind, plural=False)}).", self.fields(definition)]
        return " ".join(p for p in (*parts, *self.deeds(definition)) if p)

    def deeds(self, definition: ir.Definition) -> list[str]:
        """What a definition does, a sentence each: its slots, those of the members it prints, its changes,
        hooks and actions.
        """
        parts: list[str] = []
        for filling in definition.fillings.values():
            parts += self.filling(filling)
        parts += self._through_members(definition)
        for change in self.program.changes:
            if change.holder is definition:
                parts.append(self.change(change))
        for hook in self.program.hooks:
            if hook.holder is definition:
                parts.append(self.hook(hook))
        for action in self.program.actions.values():
            if action.holder is definition:
                parts.append(self.action(action))
        return [part for part in parts if part]

    def fields(self, definition: ir.Definition, without: ir.Field | None = None) -> str:
        """What a definition prints, in one sentence, all but one field; drawings are seen, not told."""
        shown: list[str] = []
        for field in definition.kind.fields.values():
            text = self.printed(definition, field)
            if not text or field is without:
                continue
            name = called(field)
            if text == "yes":
                shown.append(name)
            elif isinstance(narrowed(field.type), Unit) and text.split(" ", 1)[-1] in (
                name,
                name.rstrip("s"),
            ):
                shown.append(text)
            elif field.name == "copies":
                shown.append(f"{text} copies")
            else:
                shown.append(f"{name}: {text}")
        return sentence("; ".join(shown))

    def printed(self, definition: ir.Definition, field: ir.Field) -> str:
        """The value that a definition gives to a field, in words; "" where it gives none worth telling."""
        value = definition.values.get(field.name) if field.name in definition.written else None
        if value in (None, (), 0, False, "") or (field.name == "copies" and value == 1):
            return ""
        if isinstance(value, tuple) and value and isinstance(value[0], str):
            return ""
        return Phrases(self.program).constant(value, field.type)

    def _through_members(self, definition: ir.Definition) -> list[str]:
        """What the members that a definition prints say of it: the scoring rule of its type, or what a change
        puts in its place.
        """
        found: list[str] = []
        replaced = own_values(self.program, definition)
        for field in definition.kind.fields.values():
            member = definition.values.get(field.name)
            if not isinstance(member, ir.Definition):
                continue
            for filling in member.fillings.values():
                if (
                    filling.value is not None
                    and len(filling.params) == 1
                    and narrowed(filling.params[0].type) == _type_of(definition)
                ):
                    own = next((c for c in replaced if asks(c.rule, filling.slot)), None)
                    param, value = (filling.params[0], filling.value) if own is None else _of_change(own)
                    found.append(sentence(Phrases(self.program, bound={param: definition}).value(value)))
        return found

    def filling(self, filling: ir.Filling) -> list[str]:
        """What stands in a slot."""
        if filling.texts.reads:
            return [sentence(filling.texts.reads)]
        if filling.value is None:
            limit = self._limit(filling.limit)
            return [sentence(f"{called(filling.slot)}{limit}: {self.body(filling.body or ())}")]
        phrases = Phrases(self.program)
        phrases.introduce(filling.params, _player_of(filling.params))
        phrases.fresh.clear()
        value = phrases.value(filling.value)
        alone = len(filling.slot.kind.slots) == 1
        if isinstance(filling.slot.result, Unit) and alone:
            return [sentence(value)]
        return [sentence(f"{called(filling.slot)}: {value}")]

    # ------------------------------------------------------------------------------------------------
    # rules

    def rule(self, rule: ir.Rule) -> str:
        """A rule: what it is called, its value, and what changes it."""
        changed = [self.change(c) for c in self.program.changes if c.rule is rule and c.holder is None]
        return " ".join([self.rule_alone(rule), *changed])

    def rule_alone(self, rule: ir.Rule) -> str:
        """A rule as its own pack states it."""
        phrases = Phrases(self.program)
        phrases.introduce(rule.params, _player_of(rule.params))
        if rule.by:
            phrases.names |= dict.fromkeys(rule.params, "n")
        met = set(phrases.fresh.values())
        head = self._head(rule, rule.params, phrases)
        subject = _first(met, head)
        lets = [f"{name} {be(name)} {said}" for name, said in self._bound(rule, phrases)]

        def told() -> str:
            if rule.result == YESNO:
                return self._test(head, rule.value, phrases)
            return f"{head} {be(head)} {self._worth(head, rule.value, phrases)}"

        text = told() if lets or not subject else _referring(rule.params, head, subject, told, phrases)
        return " ".join(sentence(t) for t in (*lets, text))

    def _bound(self, rule: ir.Rule, phrases: Phrases) -> Iterator[tuple[str, str]]:
        """The names that a rule binds for good, with their values; a short one, or one that is asked for
        once, is told in place.
        """
        for number, (var, value) in enumerate(rule.lets):
            said = phrases.value(value)
            after = (*(let for _, let in rule.lets[number + 1 :]), rule.value)
            asked = sum(
                isinstance(one, ir.Local) and one.var is var
                for later in after
                for one in expressions_in(later)
            )
            if asked < 2 or len(said) <= SHORT or said.startswith(f"the {words(var.name)} "):
                phrases.names[var] = said
            else:
                phrases.names[var] = f"the {words(var.name)}"
                yield phrases.names[var], said

    def rule_name(self, rule: ir.Rule) -> str:
        """What a rule is called, told of whatever it is asked for."""
        phrases = Phrases(self.program)
        phrases.introduce(rule.params, _player_of(rule.params))
        return capital(self._head(rule, rule.params, phrases))

    def _worth(self, head: str, value: ir.Expr, phrases: Phrases) -> str:
        """The value of a rule; one that says no more than its name is told in other words."""
        said = phrases.value(value)
        if said != head:
            return said
        phrases.adjectives = False
        again = phrases.value(value)
        if again == head:
            phrases.opened = True
            again = phrases.value(value)
        return again if again != head else f"counted as {'they are' if is_plural(head) else 'it is'}"

    def _head(self, rule: ir.Rule, params: Sequence[ir.Var], phrases: Phrases) -> str:
        """What a rule is called, told of these parameters."""
        if rule.texts.reads:
            named = dict(zip((p.name for p in rule.params), map(_local, params), strict=True))
            return phrases.filled(rule.texts.reads, named)
        given = [phrases.var(p) for p in params]
        seen = rule.name.removeprefix("may_see.")
        if seen != rule.name:
            return f"{' and '.join(given)} may see {SOMEBODYS} {words(seen)}"
        if rule.result == YESNO and not given:
            return f"“{words(rule.name)}” holds"
        if rule.result == YESNO:
            rest = f" {', '.join(given[1:])}" if given[1:] else ""
            name = words(rule.name).removeprefix("is ")
            return f"{given[0]} {be(given[0])} {name}{rest}"
        return phrases.named(rule, given)

    def _test(self, head: str, value: ir.Expr, phrases: Phrases) -> str:
        if isinstance(value, ir.Lit):
            return head if value.value else negated(head)
        if isinstance(value, ir.Cond) and not is_zero(value.then) and not is_zero(value.otherwise):
            condition, then = phrases.clause(value.condition), phrases.clause(value.then)
            otherwise = phrases.clause(value.otherwise)
            return f"{head} when {then}, if {condition}; otherwise when {otherwise}"
        clause = phrases.clause(value)
        if clause in ("always", "never"):
            return head if clause == "always" else negated(head)
        return f"{head} if {clause}"

    def change(self, change: ir.RuleChange, phrases: Phrases | None = None) -> str:
        """What a change says: the old value, where it is a constant, stands beside the new.

        `phrases` are those of the text around it, where it stands inside an effect.
        """
        phrases = phrases or Phrases(self.program)
        head = self.changed(change, phrases)
        subject = _first({a(self._sort(param)) for param in change.params}, head)
        said = _referring(change.params, head, subject, lambda: self._told(change, head, phrases), phrases)
        return sentence(said)

    def _sort(self, param: ir.Var) -> str:
        """The word for what a parameter is."""
        return Phrases(self.program).noun(param.type, plural=False)

    def _told(self, change: ir.RuleChange, head: str, phrases: Phrases) -> str:
        rule = change.rule
        rest = [part for part in conjuncts(change.condition) if _equal(change, part) is None]
        if change.original is not None:
            phrases.names[change.original] = "what they were" if is_plural(head) else "what it was"
        condition = f" if {phrases.clause(_all_of(rest))}" if rest else ""
        if rule.result == YESNO and change.verb in ("to", "allow", "forbid"):
            return self._changed_test(change, head, condition, phrases)
        if change.verb == "to":
            return f"{self._replaced(change, head, phrases)}{condition}"
        value = "" if change.value is None else phrases.value(change.value)
        match change.verb:
            case "by" if value.startswith(("minus ", "-")):
                fewer = value.removeprefix("minus ").removeprefix("-")
                return f"{head} {be(head)} lower by {fewer}{condition}"
            case "by":
                return f"{head} {be(head)} higher by {value}{condition}"
            case _:
                return f"{head} {be(head)} {change.verb} {value}{condition}"

    def _replaced(self, change: ir.RuleChange, head: str, phrases: Phrases) -> str:
        """A new value, told by what it leaves of the old one where that is a part of it."""
        value, old = change.value, change.rule.value
        assert value is not None
        several = isinstance(narrowed(change.rule.result), Many)
        match value:
            case ir.Filter(query=ir.Query(source=ir.Local(var=var)) as query) if var is change.original:
                return f"of {head}, only those count{phrases.told_of(query)}"
            case ir.Arith(op="+", left=ir.Local(var=var)) if var is change.original and several:
                return f"{head} also include {phrases.value(value.right)}"
            case ir.Arith(op="-", left=ir.Local(var=var)) if var is change.original and several:
                return f"{head} do not include {phrases.value(value.right)}"
            case ir.Arith(op="*", left=ir.Local(var=var)) if var is change.original:
                return f"{head} {be(head)} multiplied by {phrases.value(value.right)}"
            case _:
                reads = any(
                    isinstance(e, ir.Local) and e.var is change.original for e in expressions_in(value)
                )
                said = self._worth(head, value, phrases)
                was = phrases.value(old) if isinstance(old, ir.Lit) and not reads else said
                return f"{head} {be(head)} {said}{'' if was == said else f' instead of {was}'}"

    def changed(self, change: ir.RuleChange, phrases: Phrases | None = None) -> str:
        """What the rule that a change is about is called, told of the parameters of the change; one that the
        change holds for by name has that name.
        """
        phrases = phrases or Phrases(self.program)
        phrases.introduce(change.params, _reader_of(change))
        for part in conjuncts(change.condition):
            equal = _equal(change, part)
            if equal is not None:
                param, value = equal
                named = (
                    f"“{phrases.title(value)}”" if isinstance(value, ir.Definition) else phrases.value(value)
                )
                phrases.names[param] = named
                phrases.fresh.pop(param, None)
        head = self._head(change.rule, change.params, phrases)
        return head if change.subject is None else head.replace(f" may see {SOMEBODYS} ", " may see your ")

    def _changed_test(self, change: ir.RuleChange, head: str, condition: str, phrases: Phrases) -> str:
        if change.verb == "forbid":
            return f"{negated(head)}{condition}"
        if change.verb == "allow":
            named = "" if change.condition is None else ", too"
            return f"{head}{condition.replace(' if ', ' also if ', 1)}" if condition else f"{head}{named}"
        assert change.value is not None
        if isinstance(change.value, ir.Lit):
            return f"{head if change.value.value else negated(head)}{condition}"
        instead = f"{condition.strip()}, " if condition else ""
        return f"{instead}{head} only if {phrases.clause(change.value)}"

    # ------------------------------------------------------------------------------------------------
    # what is done

    def effect(self, effect: ir.Effect) -> str:
        """An effect: its parts in order."""
        phrases = Phrases(self.program)
        phrases.introduce(effect.params)
        if effect.texts.reads:
            named = {p.name: _local(p) for p in effect.params}
            name = phrases.filled(effect.texts.reads, named).removeprefix("you ")
        else:
            given = [phrases.var(p) for p in effect.params]
            name = f"{words(effect.name)}{' for ' + ' and '.join(given) if given else ''}"
        done = self.body(effect.body, phrases) or "nothing happens"
        return sentence(f"{name}{self._limit(effect.limit)}: {done}")

    def effect_name(self, effect: ir.Effect) -> str:
        """What an effect is called, told of whatever it is asked for."""
        if not effect.texts.reads:
            return capital(words(effect.name))
        phrases = Phrases(self.program)
        phrases.introduce(effect.params)
        named = {p.name: _local(p) for p in effect.params}
        return capital(phrases.filled(effect.texts.reads, named).removeprefix("you "))

    def action(self, action: ir.Action) -> str:
        """An action: when it is offered, and what it does."""
        done = f": {self.body(action.body)}" if action.body else ""
        return sentence(f"{action.title}, {self.offer(action)}{done}")

    def offer(self, action: ir.Action) -> str:
        """When an action is offered: the turn, its limit, its condition."""
        when = "at any time" if action.turn is None else f"in your {part_called(self.program, action.turn)}"
        return ", ".join([when, *self.terms_of_offer(action)])

    def terms_of_offer(self, action: ir.Action) -> list[str]:
        """How often and on what condition an action is offered: a phrase for each that there is."""
        terms = [often(self.program, action.limit)] if action.limit is not None else []
        if action.condition is not None:
            terms.append(f"if {Phrases(self.program).clause(action.condition)}")
        return terms

    def hook(self, hook: ir.HookInfo) -> str:
        """When something happens, and what comes of it."""
        phrases = Phrases(self.program)
        moment = self.moment(hook, phrases)
        done = self.body(hook.body, phrases)
        if ". " in done or ": " in done or done.startswith("within "):
            return sentence(f"{moment}: {done}")
        before = moment.removesuffix(", do this instead")
        if before != moment and ", " not in done and "; " not in done:
            return sentence(f"{before}, {done} instead")
        return sentence(f"{moment}: {done}" if before != moment else f"{moment}, {done}")

    def moment(self, hook: ir.HookInfo, phrases: Phrases) -> str:
        """When a hook happens: `after you sail a boat, if …`."""
        who = WHO.get(hook.who, "")
        phrases.introduce(hook.params)
        said = self._event(hook, who, phrases)
        if hook.actor is not None:
            phrases.names[hook.actor] = "that player" if who != "you" else "you"
        if hook.you is not None and hook.holder is None and who == "any player" and _is_plain(hook.body):
            phrases.names[hook.you] = "that player"
        condition = f", if {phrases.clause(hook.condition)}" if hook.condition is not None else ""
        limit = self._limit(hook.limit)
        if hook.moment == "instead of" and isinstance(hook.event, (ir.Step, ir.Turns, ir.Stage, ir.Rounds)):
            return f"in place of {said}{condition}{limit}"
        if hook.moment == "instead of":
            return f"when {said}{condition}{limit}, do this instead"
        return f"{hook.moment} {said}{condition}{limit}"

    def _event(self, hook: ir.HookInfo, who: str, phrases: Phrases) -> str:
        """What a hook listens to, as a clause or noun phrase."""
        event = hook.event
        name = called(event) if isinstance(event, (ir.Turns, ir.Stage, ir.Rounds)) else words(event.name)
        step = capital(name)
        declared = event.params if isinstance(event, (ir.Effect, ir.Slot)) else ()
        args = {d.name: _local(p) for d, p in zip(declared, hook.params, strict=False)}
        instead = hook.moment == "instead of"
        if event.texts.reads and not isinstance(event, (ir.Turns, ir.Stage, ir.Rounds)):
            acting = event.texts.reads.startswith("{you} ")
            would = f"{who or 'the game'} would" if instead else who
            if acting:
                return phrases.filled(event.texts.reads, args, you=would or "the game")
            said = phrases.filled(event.texts.reads, args, you=who or "you")
            told = (
                said.split(" ", 1)[0] in ("the", "a", "an", "all", "your", "every")
                or event.texts.reads[0] == "{"
            )
            return said if told else _doing(said, instead=instead)
        match event:
            case ir.Turns():
                return f"your {name}" if who == "you" else f"the {name} of {who}" if who else f"each {name}"
            case ir.Stage() | ir.Rounds():
                return f"the {name}"
            case ir.Step():
                return f"your step “{step}”" if who == "you" else f"the step “{step}”"
            case _:
                given = [phrases.value(x) for x in args.values()]
                about = f" for {' and '.join(given)}" if given else ""
                if not who and about:
                    return f"“{name}”{about}"
                if not who:
                    return _doing(name, instead=instead)
                verb, blank, rest = name.partition(" ")
                verb = f"would {verb}" if instead else verb if is_plural(who) else third_person(verb)
                return f"{who} {verb}{blank}{rest}{about}"

    def _limit(self, limit: ir.Limit | None) -> str:
        return f" ({often(self.program, limit)})" if limit is not None else ""

    def limit(self, limit: ir.Limit | None) -> str:
        """How often something may happen, in brackets; "" without a limit."""
        return self._limit(limit)

    def need(self, need: ir.Need) -> str:
        """A condition of a placing, told of `it`."""
        return sentence(Phrases(self.program).clause(need.condition))

    def part(self, part: ir.Step | ir.Turns | ir.Rounds) -> str:
        """Who carries a part of the flow out, and when it is left out: `by the builder, if …`."""
        phrases = Phrases(self.program)
        match part:
            case ir.Step():
                who = f"by {phrases.value(part.by)}" if part.by is not None else ""
                when = f"if {phrases.clause(part.condition)}" if part.condition is not None else ""
                return ", ".join(text for text in (who, when) if text)
            case ir.Turns():
                query = ir.Query(part.var, part.source, part.where)
                with phrases.called(part.var, "they"):
                    return f"one for each {phrases.each_of(query)}"
            case _:
                return f"until {self._so_many(part) or phrases.clause(part.until)}"

    def _so_many(self, part: ir.Rounds) -> str | None:
        """How many rounds have been played when the last one is over, where that is a number."""
        match part.until:
            case ir.Cmp(op=">=" | "==", left=ir.Builtin(name="running_number", args=(path,)), right=most):
                pass
            case _:
                return None
        number = plainest(most, self.program)
        named = isinstance(path, ir.Lit) and path.value == part.path
        if not named or not isinstance(number, ir.Lit) or not isinstance(number.value, int):
            return None
        name = called(part)
        if number.value == 1:
            return f"one {name} has been played"
        return f"{number.value} {plural_of(name)} have been played"

    # --------------------------------------------------------------------------------------------------
    # bodies

    def body(self, body: ir.Body, phrases: Phrases | None = None) -> str:
        """Statements joined by `; `."""
        return Statements(phrases or Phrases(self.program), self).sentence(body)

    def lines(self, body: ir.Body, phrases: Phrases | None = None) -> tuple[Line, ...]:
        """Statements as lines of a list."""
        return Statements(phrases or Phrases(self.program), self).lines(body)


def _local(var: ir.Var) -> ir.Expr:
    return ir.Local(var, type=var.type)


def _player_of(params: Sequence[ir.Var]) -> ir.Var | None:
    """The parameter that readers take for themselves: the only one that is a player."""
    players = [param for param in params if param.type == PLAYER]
    return players[0] if len(players) == 1 else None


def _reader_of(change: ir.RuleChange) -> ir.Var | None:
    """The parameter of a change that readers take for themselves: the player whose rule it is."""
    subject = change.rule.subject
    if subject is None:
        return _player_of(change.params)
    for declared, own in zip(change.rule.params, change.params, strict=True):
        if isinstance(subject, ir.Local) and subject.var is declared:
            return own
    return None


def _equal(change: ir.RuleChange, part: ir.Expr) -> tuple[ir.Var, ir.Definition | ir.Expr] | None:
    """The parameter that a condition says to be one certain thing, and that thing."""
    match part:
        case ir.IsDef(operand=ir.Local(var=var)) if var in change.params:
            return var, part.definition
        case ir.Cmp(op="==", left=ir.Local(var=var), right=ir.Lit() as right) if var in change.params:
            return None if right.value is None else (var, right)
        case ir.Cmp(op="==", left=ir.Local(var=var), right=ir.Local() as right) if var in change.params:
            return None if right.var in change.params or right.var.role == "you" else (var, right)
        case _:
            return None


def _all_of(parts: Sequence[ir.Expr]) -> ir.Expr:
    """Conditions as one."""
    whole = parts[0]
    for part in parts[1:]:
        whole = ir.Logic("and", whole, part, type=whole.type)
    return whole


def _doing(done: str, *, instead: bool) -> str:
    """What is done by nobody in particular, as that which something comes before, after or in place of."""
    verb, blank, rest = done.partition(" ")
    return f"anybody would {done}" if instead else f"{gerund(verb)}{blank}{rest}"


def _first(met: Iterable[str], text: str) -> str:
    """Which of some words a text begins with, or comes to first; "" if it has none of them."""
    return min((one for one in met if one in text), key=text.index, default="")


def _referring(
    params: Sequence[ir.Var], head: str, subject: str, told: Callable[[], str], phrases: Phrases
) -> str:
    """A rule with `it` for what its name speaks of, where no other can be meant."""
    text = told()
    param = next((p for p in params if phrases.names.get(p) == f"the {subject.partition(' ')[2]}"), None)
    if not text.startswith(head) and text.startswith(negated(head)):
        head = negated(head)
    if param is None or param.type == PLAYER or PRONOUN.search(text) or not text.startswith(head):
        return text
    if "another " in head[: head.index(subject) + len("another ")] or f"{subject} and " in head:
        return text
    full = phrases.names[param]
    phrases.names[param] = full + MARK
    said = told()
    phrases.names[param] = full
    body = said[len(head) :]
    before = body.partition(MARK)[0]
    others = [phrases.names.get(p, "") for p in params if p is not param]
    named = [body.index(other) for other in others if other.startswith("the ") and other in body]
    end = min(named, default=len(body))
    if len(before) > end:
        return text
    body, after = body[:end], body[end:].replace(MARK, "")
    if not head.startswith((f"{subject} ", f"{subject}'s ")):
        return head + body.replace(f"{full}{MARK}'s", "its").replace(MARK, "") + after
    if len(before) > FAR:
        body = body.replace(MARK, "", 1)
    return head + body.replace(f"{full}{MARK}'s", "its").replace(full + MARK, "it").replace(MARK, "") + after


def _is_plain(body: ir.Body) -> bool:
    """Is this one thing to do, or to be allowed to do?"""
    match body:
        case (ir.ChooseOne(may=True, options=(yes, no)),):
            return not no.body and _is_plain(yes.body)
        case (one,):
            return is_simple(one)
        case _:
            return False


def _of_change(change: ir.RuleChange) -> tuple[ir.Var, ir.Expr]:
    """The parameter and the value of a change that replaces a value."""
    assert change.value is not None
    return change.params[0], change.value


def _type_of(definition: ir.Definition) -> Type:
    kind = definition.kind
    return Value(kind.name) if kind.is_value else Piece(kind.name)


def describe_all(program: ir.Program, kinds: Iterable[str] = ()) -> Sequence[str]:
    """The sentences of every definition of the kinds (all kinds by default), in order."""
    writer = Writer(program)
    chosen = set(kinds)
    return [
        writer.definition(d)
        for k in program.kinds.values()
        if not chosen or k.name in chosen
        for d in k.definitions
    ]


def often(program: ir.Program, limit: ir.Limit) -> str:
    """How often something may happen: `once per turn`."""
    times = "once" if limit.times == 1 else f"at most {limit.times} times"
    return f"{times} per {part_called(program, limit.per)}"
