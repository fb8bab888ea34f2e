"""The English sentences that state what a definition, rule or effect does, from the typed form."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from castlewright.compiler.english.phrases import Phrases, a, listed, words
from castlewright.compiler.typed import ir
from castlewright.compiler.typed.types import NUMBER, PLAYER, YESNO, Many, Unit, narrowed

THIRD = {
    "gain": "gains",
    "lose": "loses",
    "pay": "pays",
    "draw": "draws",
    "look at": "looks at",
    "choose": "chooses",
    "move": "moves",
    "take": "takes",
    "do": "does",
    "place": "places",
}


def sentence(text: str) -> str:
    """With a capital and a full stop."""
    text = " ".join(text.split())
    return "" if not text else text[0].upper() + text[1:] + ("" if text[-1] in ".:!?" else ".")


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
    # declarations

    def definition(self, definition: ir.Definition) -> str:
        """Title, printed fields, and what the slots, changes and hooks of a definition do."""
        title = definition.title or words(definition.name).capitalize()
        parts = [f"{title} ({words(definition.kind.name)})."]
        fields = self._fields(definition)
        if fields:
            parts.append(sentence(fields))
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
        return " ".join(p for p in parts if p)

    def _fields(self, definition: ir.Definition) -> str:
        phrases = Phrases(self.program)
        shown: list[str] = []
        for field in definition.kind.fields.values():
            value = definition.values.get(field.name) if field.name in definition.written else None
            if value in (None, (), 0, False, "") or (field.type == YESNO and value is not True):
                continue
            if isinstance(value, tuple) and value and isinstance(value[0], str):
                continue  # a drawing is seen, not told
            if field.name == "copies":
                if value != 1:
                    shown.append(f"{value} copies")
                continue
            text = phrases.constant(value, field.type)
            name = words(field.name)
            if value is True:
                shown.append(name)
            elif isinstance(narrowed(field.type), Unit) and text.endswith(name):
                shown.append(text)
            else:
                shown.append(f"{name}: {text}")
        return "; ".join(shown)

    def _through_members(self, definition: ir.Definition) -> list[str]:
        """What the members that a definition prints say of it: the scoring rule of its type."""
        found: list[str] = []
        for field in definition.kind.fields.values():
            member = definition.values.get(field.name)
            if not isinstance(member, ir.Definition):
                continue
            for filling in member.fillings.values():
                if (
                    filling.value is not None
                    and len(filling.params) == 1
                    and narrowed(filling.params[0].type) == self._type(definition)
                ):
                    phrases = Phrases(self.program, bound={filling.params[0]: definition})
                    found.append(sentence(phrases.value(filling.value)))
        return found

    def _type(self, definition: ir.Definition) -> object:
        from castlewright.compiler.typed.types import Piece, Value

        return Value(definition.kind.name) if definition.kind.is_value else Piece(definition.kind.name)

    def filling(self, filling: ir.Filling) -> list[str]:
        """What stands in a slot."""
        if filling.texts.reads:
            return [sentence(filling.texts.reads)]
        if filling.value is not None:
            names = {p: "you" for p in filling.params if p.type == PLAYER}
            phrases = Phrases(self.program, names)
            value = phrases.value(filling.value)
            alone = len(filling.slot.kind.slots) == 1
            if isinstance(filling.slot.result, Unit) and alone:
                return [sentence(value)]
            return [sentence(f"{words(filling.slot.name)}: {value}")]
        limit = self._limit(filling.limit)
        return [sentence(f"{words(filling.slot.name)}{limit}: {self.body(filling.body or ())}")]

    def rule(self, rule: ir.Rule) -> str:
        """A rule: what it is called, and its value."""
        phrases = Phrases(
            self.program, {p: "you" for p in rule.params if p.type == PLAYER and len(rule.params) == 1}
        )
        head = (
            phrases.filled(
                rule.texts.reads,
                dict(zip((p.name for p in rule.params), map(_local, rule.params), strict=True)),
            )
            if rule.texts.reads
            else f"the {words(rule.name.replace('.', ' '))}"
        )
        lets = [f"let the {words(v.name)} be {phrases.value(x)}" for v, x in rule.lets]
        if rule.result == YESNO:
            text = f"{head} if {phrases.clause(rule.value)}"
        else:
            text = f"{head} is {phrases.value(rule.value)}"
        changed = [self.change(c) for c in self.program.changes if c.rule is rule and c.holder is None]
        return " ".join(sentence(t) for t in (*lets, text, *changed))

    def effect(self, effect: ir.Effect) -> str:
        """An effect: its parts in order."""
        return sentence(f"{words(effect.name)}{self._limit(effect.limit)}: {self.body(effect.body)}")

    def action(self, action: ir.Action) -> str:
        """An action: when it is offered, and what it does."""
        phrases = Phrases(self.program)
        when = "at any time" if action.turn is None else f"in a {words(action.turn.rsplit('.', 1)[-1])}"
        condition = f", if {phrases.clause(action.condition)}" if action.condition is not None else ""
        return sentence(
            f"{action.title} ({when}{self._limit(action.limit)}{condition}): {self.body(action.body)}"
        )

    def _limit(self, limit: ir.Limit | None) -> str:
        if limit is None:
            return ""
        times = "once" if limit.times == 1 else f"at most {limit.times} times"
        return f" ({times} per {words(limit.per.rsplit('.', 1)[-1])})"

    def change(self, change: ir.RuleChange) -> str:
        """What a change says: the old value, where it is a constant, stands beside the new."""
        phrases = Phrases(self.program)
        whose = change.subject is not None
        names: dict[str, ir.Expr] = {}
        for declared, own in zip(change.rule.params, change.params, strict=True):
            names[declared.name] = _local(own)
            if whose and own.type == PLAYER:
                phrases.names[own] = "you"
        if change.original is not None:
            phrases.names[change.original] = "it"
        reads = change.rule.texts.reads
        head = (
            phrases.filled(reads, names)
            if reads
            else f"{'your ' if whose else 'the '}{words(change.rule.name.replace('.', ' '))}"
        )
        condition = f" if {phrases.clause(change.condition)}" if change.condition is not None else ""
        old = change.rule.value
        before = (
            f" instead of {phrases.value(old)}" if isinstance(old, ir.Lit) and change.verb == "to" else ""
        )
        value = "" if change.value is None else phrases.value(change.value)
        match change.verb:
            case "to":
                return sentence(f"{head} is {value}{before}{condition}")
            case "by":
                return sentence(f"{head} is {value} more{condition}")
            case "at least" | "at most":
                return sentence(f"{head} is {change.verb} {value}{condition}")
            case "allow":
                return sentence(f"{head} is allowed{condition}")
            case _:
                return sentence(f"{head} is forbidden{condition}")

    def hook(self, hook: ir.HookInfo) -> str:
        """When something happens, and what comes of it."""
        phrases = Phrases(self.program)
        event = hook.event
        name = words(event.name)
        declared = event.params if isinstance(event, (ir.Effect, ir.Slot)) else ()
        args = {d.name: _local(p) for d, p in zip(declared, hook.params, strict=False)}
        who = {"owner": "you", "any player": "any player", "any other player": "another player"}.get(
            hook.who, ""
        )
        said = (
            phrases.filled(event.texts.reads, args, you=who or "you")
            if event.texts.reads
            else f"{'your ' if who == 'you' else ''}{name}"
        )
        condition = f", if {phrases.clause(hook.condition)}" if hook.condition is not None else ""
        return sentence(f"{hook.moment} {said}{condition}{self._limit(hook.limit)}: {self.body(hook.body)}")

    # --------------------------------------------------------------------------------------------------
    # statements

    def body(self, body: ir.Body, phrases: Phrases | None = None) -> str:
        """Statements joined by `; `."""
        phrases = phrases or Phrases(self.program)
        return "; ".join(t for t in (self.statement(s, phrases) for s in body) if t)

    def statement(self, stmt: ir.Stmt, ph: Phrases) -> str:
        """One statement as a clause in the imperative, or of its actor."""
        match stmt:
            case ir.Change():
                return self._transfer(stmt, ph)
            case ir.Draw():
                way = f"from {self._zone(stmt.source, ph)} to {self._zone(stmt.target, ph)}"
                return f"{self._who(stmt.actor, 'draw', ph)} {ph.value(stmt.count)} {way}"
            case ir.Move():
                return self._move(stmt, ph)
            case ir.Place():
                return f"place {ph.value(stmt.what)}"
            case ir.Look():
                return (
                    f"reveal {ph.value(stmt.what)}"
                    if stmt.who is None
                    else f"{self._who(stmt.who, 'look at', ph)} {ph.value(stmt.what)}"
                )
            case ir.Shuffle():
                into = f" into {self._zone(stmt.into, ph)}" if stmt.into is not None else ""
                return f"shuffle {self._zone(stmt.what, ph)}{into}"
            case ir.Flip():
                return f"turn {ph.value(stmt.what)} face {stmt.face}"
            case ir.SetKeep(value=ir.Arith(op="+", left=ir.GetKeep(keep=kept))) if kept is stmt.keep:
                assert isinstance(stmt.value, ir.Arith)
                return f"add {ph.value(stmt.value.right)} to {ph.value(stmt.value.left)}"
            case ir.SetKeep():
                kept_there = ir.GetKeep(stmt.keep, stmt.base, type=stmt.keep.type)
                return f"set {ph.value(kept_there)} to {ph.value(stmt.value)}"
            case ir.SetFace():
                return f"turn {ph.value(stmt.piece)} to the chosen side"
            case ir.SetLocal():
                return f"take {ph.value(stmt.value)} as the {words(stmt.var.name)}"
            case ir.Do():
                return self._do(stmt, ph)
            case ir.DoSlot():
                return f"carry out {ph.of(stmt.base, words(stmt.slot.name))}"
            case ir.DoOriginal():
                return "do as usual"
            case ir.If():
                return self._if(stmt, ph)
            case ir.ForEach():
                order = " in your order" if stmt.chooser is not None else ""
                ph.names.setdefault(stmt.query.var, "the " + ph.noun(stmt.query.var.type, plural=False))
                return f"for each {ph.one_of(stmt.query)}{order}: {self._nested(stmt.body, ph)}"
            case ir.Repeat():
                return f"repeat {ph.value(stmt.count)} times: {self._nested(stmt.body, ph)}"
            case ir.Leave():
                return "stop there"
            case ir.Choose():
                return self._choose(stmt, ph)
            case ir.ChooseOne():
                return self._choose_one(stmt, ph)
            case ir.ChooseAction():
                return f"{self._who(stmt.who, 'take', ph)} an action"
            case ir.AtOnce():
                return f"all at once, each {ph.one_of(stmt.query)}: {self._nested(stmt.body, ph)}"
            case ir.Within():
                late = f"; when time is up: {self._nested(stmt.late, ph)}" if stmt.late else ""
                return f"within {stmt.seconds} seconds: {self._nested(stmt.body, ph)}{late}"
            case ir.EndOf():
                return f"the {words(stmt.what.rsplit('.', 1)[-1])} ends"
            case ir.Schedule():
                player = ph.value(stmt.player)
                take = "take" if player == "you" else "takes"
                return f"{player} {take} another {words(stmt.turn.rsplit('.', 1)[-1])}"
            case ir.ChangeRule():
                until = words(stmt.until.rsplit(".", 1)[-1])
                return f"{self.change(stmt.change).rstrip('.')} until the end of the {until}"
            case _:
                return ""

    def _nested(self, body: ir.Body, ph: Phrases) -> str:
        text = self.body(body, ph)
        return f"({text})" if len(body) > 1 else text

    def _who(self, actor: ir.Expr | None, verb: str, ph: Phrases) -> str:
        """`draw`, or `the player draws`."""
        if actor is None or (isinstance(actor, ir.Local) and actor.var.role == "you"):
            return verb
        return f"{ph.value(actor)} {THIRD.get(verb, verb + 's')}"

    def _zone(self, ref: ir.ZoneRef, ph: Phrases) -> str:
        if ref.zone is None:
            return "the box"
        return ph.value(ir.GetZone(ref.zone, ref.base, type=Many(NUMBER)))

    def _transfer(self, stmt: ir.Change, ph: Phrases) -> str:
        verb = stmt.verb
        mine = stmt.holder is None or (isinstance(stmt.holder, ir.Local) and stmt.holder.var.role == "you")
        text = f"{self._who(None if mine else stmt.holder, verb, ph)} {ph.value(stmt.amount)}"
        if stmt.other_keep is not None and stmt.other_holder is not None:
            side = "from" if verb == "gain" else "to"
            text += f" {side} {ph.value(stmt.other_holder)}"
        return text

    def _move(self, stmt: ir.Move, ph: Phrases) -> str:
        way = {"to": "to", "onto": "on top of", "under": "under", "into": "into"}[stmt.mode]
        tail = (
            (f", face {stmt.face}" if stmt.face else "")
            + (", in your order" if stmt.ordered else "")
            + (", in secret" if stmt.secret else "")
        )
        if stmt.target.zone is None:
            return f"put {ph.value(stmt.what)} out of play"
        return f"put {ph.value(stmt.what)} {way} {self._zone(stmt.target, ph)}{tail}"

    def _do(self, stmt: ir.Do, ph: Phrases) -> str:
        effect = stmt.effect
        if effect.texts.reads:
            args = dict(zip((p.name for p in effect.params), stmt.args, strict=True))
            mine = stmt.actor is None or (isinstance(stmt.actor, ir.Local) and stmt.actor.var.role == "you")
            text = ph.filled(
                effect.texts.reads, args, you="you" if mine or stmt.actor is None else ph.value(stmt.actor)
            )
            return text.removeprefix("you ") if mine else text
        args_text = listed([ph.value(x) for x in stmt.args])
        return f"{words(effect.name)}{' ' + args_text if args_text else ''}"

    def _if(self, stmt: ir.If, ph: Phrases) -> str:
        text = f"if {ph.clause(stmt.condition)}, {self._nested(stmt.then, ph)}"
        if stmt.otherwise:
            text += f", else {self._nested(stmt.otherwise, ph)}"
        return text

    def _choose(self, stmt: ir.Choose, ph: Phrases) -> str:
        name = words(stmt.var.name)
        ph.names[stmt.var] = (
            f"the chosen {ph.noun(stmt.query.var.type, plural=not stmt.single)}"
            if len(name) <= 2
            else f"the {name} {ph.noun(stmt.query.var.type, plural=not stmt.single)}"
        )
        who = self._who(stmt.who, "choose", ph)
        secret = " in secret" if stmt.secret else ""
        if stmt.single:
            return f"{who} {a(ph.one_of(stmt.query))}{secret}"
        if stmt.most is None:
            return f"{who} any number of {ph.collection(stmt.query)}{secret}"
        most = ph.value(stmt.most)
        if isinstance(stmt.least, ir.Lit) and stmt.least.value == 0:
            return f"{who} up to {most} {ph.collection(stmt.query)}{secret}"
        if stmt.least is None or stmt.least is stmt.most:
            return f"{who} {most} {ph.collection(stmt.query)}{secret}"
        return f"{who} {ph.value(stmt.least)} to {most} {ph.collection(stmt.query)}{secret}"

    def _choose_one(self, stmt: ir.ChooseOne, ph: Phrases) -> str:
        if stmt.may:
            yes, no = stmt.options
            who = (
                self._who(stmt.who, "you", ph)
                if not (isinstance(stmt.who, ir.Local) and stmt.who.var.role == "you")
                else "you"
            )
            text = f"{who} may: {self._nested(yes.body, ph)}"
            return text + (f"; otherwise {self._nested(no.body, ph)}" if no.body else "")
        options = [f"{o.title.lower()} ({self.body(o.body, ph)})" for o in stmt.options]
        return f"{self._who(stmt.who, 'choose', ph)} one: {listed(options, 'or')}"


def _local(var: ir.Var) -> ir.Expr:
    return ir.Local(var, type=var.type)


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
