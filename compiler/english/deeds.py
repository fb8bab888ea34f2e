"""Single statements in English: what one of them does, without those inside it."""

from __future__ import annotations

from collections import Counter
from typing import Protocol

from castlewright.compiler.english.called import called, kind_called, part_called
from castlewright.compiler.english.grammar import a, be, is_plural, listed, third_person, words
from castlewright.compiler.english.phrases import Phrases
from castlewright.compiler.english.shapes import is_zero, plainest, same
from castlewright.compiler.typed import ir
from castlewright.compiler.typed.types import NUMBER, PLAYER, YESNO, Many, Piece, Type, Unit, Value, narrowed

__all__ = ["ChangeWriter", "Deeds"]

INTO = {
    "hand": "into",
    "bag": "into",
    "heap": "onto",
    "pile": "onto",
    "row": "into",
    "plan": "on",
    "grid": "on",
}
"""How a piece comes to a zone of each structure."""

TIMES = ("after", "at", "before", "during", "in", "on", "when", "while")
"""Words with which a name says when something is done, not what it is."""

DONE = ("ed", "en")
"""How a name ends that says what was done with a thing, not what it is."""


class ChangeWriter(Protocol):
    """What the writer of statements needs of the writer of sentences: how a change of a rule is told."""

    def change(self, change: ir.RuleChange, phrases: Phrases | None = None) -> str:
        """What a change says."""
        ...


class Deeds:
    """Writes statements that hold no others, with one set of phrases, which names the locals they bind."""

    def __init__(self, phrases: Phrases, change: ChangeWriter) -> None:
        self.phrases = phrases
        self.change = change
        self.crowded: set[str] = set()

    def look_over(self, body: ir.Body) -> None:
        """Find out of which sorts a body names several."""
        self.crowded |= {noun for noun, count in self._sorts(body).items() if count > 1}

    def _sorts(self, body: ir.Body) -> Counter[str]:
        """How many of each sort a body names; of branches only one is taken."""
        counts: Counter[str] = Counter()
        for stmt in body:
            match stmt:
                case ir.If():
                    counts += self._sorts(stmt.then) | self._sorts(stmt.otherwise)
                case ir.ChooseOne():
                    taken: Counter[str] = Counter()
                    for option in stmt.options:
                        taken |= self._sorts(option.body)
                    counts += taken
                case ir.ForEach() | ir.Repeat() | ir.AtOnce() | ir.Within():
                    counts += self._sorts(stmt.body)
                case ir.Choose():
                    counts[self._sort_of(stmt.var, single=stmt.single)] += 1
                case ir.SetLocal():
                    single = not isinstance(narrowed(stmt.var.type), Many)
                    counts[self._sort_of(stmt.var, single=single)] += 1
                case ir.Draw(var=ir.Var() as drawn):
                    counts[self._sort_of(drawn, single=False)] += 1
                case _:
                    pass
        return counts

    def _sort_of(self, var: ir.Var, *, single: bool) -> str:
        noun = self.phrases.noun(var.type, plural=not single)
        return "piece" if " or " in noun else noun

    def text(self, stmt: ir.Stmt) -> str:
        """A statement without blocks."""
        ph = self.phrases
        match stmt:
            case ir.Change():
                return self._transfer(stmt)
            case ir.Draw():
                noun = self._drawn(stmt)
                way = f"from {self._zone(stmt.source)} {self._into(stmt.target)}"
                text = f"{self._who(stmt.actor, 'draw')} {self._how_many(stmt.count)}{noun} {way}"
                if stmt.var is not None:
                    self.name_chosen(stmt.var, single=False, word="drawn")
                return text
            case ir.Move():
                return self._move(stmt)
            case ir.Place():
                return f"{self._who(stmt.actor, 'place')} {ph.value(stmt.what)} at {ph.value(stmt.spot)}"
            case ir.Look():
                return (
                    f"reveal {ph.value(stmt.what)}"
                    if stmt.who is None
                    else f"{self._who(stmt.who, 'look')} at {ph.value(stmt.what)}"
                )
            case ir.Shuffle():
                into = f" into {self._zone(stmt.into)}" if stmt.into is not None else ""
                return f"shuffle {self._zone(stmt.what)}{into}"
            case ir.Flip():
                return f"turn {ph.value(stmt.what)} face {stmt.face}"
            case ir.SetKeep():
                return self._set(stmt)
            case ir.SetFace():
                return f"turn {ph.value(stmt.piece)} to {ph.value(stmt.face)}"
            case ir.SetLocal():
                return self._let(stmt)
            case ir.Do():
                return self._do(stmt)
            case ir.DoSlot():
                return self._carry_out(stmt)
            case ir.DoOriginal():
                return "do as usual"
            case ir.Leave():
                return "stop there"
            case ir.Choose():
                return self._choose(stmt)
            case ir.ChooseAction():
                return f"{self._who(stmt.who, 'take')} an action"
            case ir.EndOf():
                return f"the {part_called(ph.program, stmt.what)} ends"
            case ir.Schedule():
                player = ph.value(stmt.player)
                take = "take" if player == "you" else "takes"
                return f"{player} {take} another {part_called(ph.program, stmt.turn)}"
            case ir.ChangeRule():
                until = part_called(ph.program, stmt.until)
                said = self.change.change(stmt.change, self.phrases).rstrip(".")
                return f"until the end of the {until}, {said[:1].lower()}{said[1:]}"
            case _:
                return ""

    # ------------------------------------------------------------------------------------------------
    # parts

    def _is_you(self, actor: ir.Expr | None) -> bool:
        """Is this the player who is told what to do?"""
        if actor is None:
            return True
        if not isinstance(actor, ir.Local):
            return False
        return self.phrases.names.get(actor.var, "you" if actor.var.role == "you" else "") == "you"

    def _who(self, actor: ir.Expr | None, verb: str) -> str:
        """`draw`, or `the player draws`."""
        if self._is_you(actor):
            return verb
        assert actor is not None
        who = self.phrases.value(actor)
        return f"{who} {verb if is_plural(who) else third_person(verb)}"

    def _zone(self, ref: ir.ZoneRef) -> str:
        if ref.zone is None:
            return "the box"
        return self.phrases.value(ir.GetZone(ref.zone, ref.base, type=Many(NUMBER)))

    def _into(self, ref: ir.ZoneRef) -> str:
        return f"{INTO.get(ref.zone.structure, 'to') if ref.zone is not None else 'into'} {self._zone(ref)}"

    def _how_many(self, count: ir.Expr) -> str:
        """A number of pieces: the number itself where a rule stands for it."""
        return self.phrases.value(plainest(count, self.phrases.program))

    def _drawn(self, stmt: ir.Draw) -> str:
        """The word for what is drawn, where the source does not say it."""
        zone = stmt.source.zone
        if zone is None or len(zone.kinds) != 1:
            return ""
        kind = zone.kinds[0]
        many = kind_called(kind, plural=True)
        if many in called(zone):
            return ""
        count = plainest(stmt.count, self.phrases.program)
        one = isinstance(count, ir.Lit) and count.value == 1
        said = self.phrases.value(count)
        told = said.startswith("the number of") or many in said
        return "" if told else f" {kind_called(kind, plural=not one)}"

    def _transfer(self, stmt: ir.Change) -> str:
        ph = self.phrases
        mine = stmt.holder is None or self._is_you(stmt.holder)
        lead, amount = self._amount(stmt.amount)
        text = f"{lead}{self._who(None if mine else stmt.holder, stmt.verb)} {amount}"
        if stmt.other_keep is not None and stmt.other_holder is not None:
            side = "from" if stmt.verb == "gain" else "to"
            amount = stmt.amount
            base = amount.base if isinstance(amount, ir.GetKeep) else None
            if base is None or not same(base, stmt.other_holder):
                text += f" {side} {ph.value(stmt.other_holder)}"
        return text

    def _amount(self, amount: ir.Expr) -> tuple[str, str]:
        """What is gained, with `for each …` in front where that says it better than a total."""
        ph = self.phrases
        if isinstance(amount, ir.Fold) and amount.op == "total" and amount.value is not None:
            before = ph.state()
            said = ph.value(amount)
            if not said.startswith("the total of (for each "):
                return "", said
            ph.go_back(before)
            first = f"for each {ph.one_of(amount.query)}, "
            with ph.called(amount.query.var, f"that {ph.noun(amount.query.var.type, plural=False)}"):
                return first, ph.value(amount.value)
        return "", ph.value(amount)

    def _move(self, stmt: ir.Move) -> str:
        ph = self.phrases
        what = ph.value(stmt.what)
        who = "" if self._is_you(stmt.actor) else f"{self._who(stmt.actor, 'put')} "
        verb = "secretly put" if stmt.secret and not who else who.strip() or "put"
        if stmt.target.zone is None:
            return f"{verb} {what} into the box"
        zone = self._zone(stmt.target)
        match stmt.mode:
            case "onto":
                way = f"on top of {zone}"
            case "under":
                way = f"under {zone}"
            case "into":
                way = f"into {zone}"
            case _:
                way = self._into(stmt.target)
        face = f", face {stmt.face}" if stmt.face else ""
        return f"{verb} {what} {way}{face}{', in the order you choose' if stmt.ordered else ''}"

    def _set(self, stmt: ir.SetKeep) -> str:
        ph = self.phrases
        keep, base, value = stmt.keep, stmt.base, stmt.value
        bare = narrowed(keep.type)
        if bare == YESNO and isinstance(value, ir.Lit):
            return self._noted(keep, base, on=bool(value.value))
        held = ir.GetKeep(keep, base, type=keep.type)
        nobody = isinstance(value, ir.Lit) and value.value is None
        if (bare == PLAYER or isinstance(bare, (Piece, Value))) and not nobody:
            return self._becomes(value, held)
        written = is_zero(value) or isinstance(value, (ir.MakeSet, ir.Arith))
        if isinstance(bare, Many) and not written:
            return self._becomes(value, held)
        kept = ph.value(held)
        if (
            isinstance(value, ir.Arith)
            and value.op == "+"
            and isinstance(value.left, ir.GetKeep)
            and value.left.keep is keep
        ):
            return self._added(value.right, kept)
        if isinstance(bare, Many):
            empty = is_zero(value) or (isinstance(value, ir.MakeSet) and not value.items)
            return f"clear {kept}" if empty else f"note {ph.value(value)} as {kept}"
        if isinstance(value, ir.Lit) and value.value is None:
            return f"nobody is {kept} any more" if bare == PLAYER else f"there is no {called(keep)} any more"
        if not isinstance(value, ir.Lit):
            return f"note {ph.value(value)} as {kept}"
        if value.value == 0:
            away = base is not None and isinstance(bare, Unit)
            return f"take {kept} away" if away else f"set {kept} back to 0"
        return f"set {kept} to {ph.value(value)}"

    def _becomes(self, value: ir.Expr, held: ir.GetKeep) -> str:
        said = self.phrases.value(value)
        several = is_plural(said) or isinstance(narrowed(value.type), Many)
        return f"{said} {'become' if several else 'becomes'} {self.phrases.value(held)}"

    def _noted(self, keep: ir.Keep, base: ir.Expr | None, *, on: bool) -> str:
        """Something that is so or not from now on."""
        if base is not None:
            subject = self.phrases.value(base)
            return f"{subject} {be(subject)} {'now' if on else 'no longer'} {called(keep)}"
        if keep.texts.reads:
            return f"{'note' if on else 'forget'} that {keep.texts.reads}"
        name = words(keep.name)
        return f"note “{name}”" if on else f"“{name}” is no longer noted"

    def _carry_out(self, stmt: ir.DoSlot) -> str:
        """`carry out your goal's reward`, or `what your goal does at dawn`."""
        who = self._who(stmt.actor, "carry out")
        if not self._is_you(stmt.actor):
            who = who.replace("carry outs", "carries out")
        name = called(stmt.slot)
        if name.split(" ", 1)[0] in TIMES:
            return f"{who} what {self.phrases.value(stmt.base)} does {name}"
        return f"{who} {self.phrases.of(stmt.base, name)}"

    def _added(self, amount: ir.Expr, kept: str) -> str:
        if isinstance(amount, ir.Lit) and isinstance(amount.value, int) and amount.value < 0:
            return f"take {self.phrases.amount(-amount.value, narrowed(amount.type))} off {kept}"
        said = self.phrases.value(amount)
        if said.startswith("minus "):
            return f"take {said.removeprefix('minus ')} off {kept}"
        if said == "you":
            said = "yourself"
        return f"add {said} to {kept}"

    def _let(self, stmt: ir.SetLocal) -> str:
        ph = self.phrases
        said = ph.value(stmt.value)
        single = not isinstance(narrowed(stmt.var.type), Many)
        if single and narrowed(stmt.var.type) == NUMBER:
            ph.names[stmt.var] = "the number noted"
            return f"note {said}"
        if single and said.startswith(("the top of ", "the first of ", "the last of ")):
            self.name_chosen(stmt.var, single=True, word="")
            return f"take {said}"
        name = ph.names[stmt.var] = self._local_name(stmt.var, single=single)
        return f"{name} {be(name)} {said}"

    def name_chosen(self, var: ir.Var, *, single: bool, word: str) -> None:
        """Call a local what it is, `the chosen boat`, or by its own word where there are more of its sort."""
        ph = self.phrases
        noun = ph.noun(var.type, plural=not single)
        own = self._local_name(var, single=single)
        if " or " in noun and not word and "piece" not in self.crowded:
            ph.names[var] = "that piece"
        elif " or " in noun or noun in self.crowded or noun in ("thing", "things", "number", "numbers"):
            taken = [said for known, said in ph.names.items() if known is not var]
            count = next(n for n in range(1, 9) if n == 8 or _nth(own, n) not in taken)
            ph.names[var] = _nth(own, count) if noun in self.crowded and len(var.name) <= 2 else own
        else:
            ph.names[var] = f"the {word} {noun}" if word else f"that {noun}"

    def _local_name(self, var: ir.Var, *, single: bool) -> str:
        """What a local is called: by its own word, and what it is if that is no noun."""
        name = words(var.name)
        noun = self.phrases.noun(var.type, plural=not single)
        if len(name) <= 2:
            return f"the chosen {noun}"
        if noun in ("thing", "things", "number", "numbers", "yes or no", "place", "places") or name == noun:
            return f"the {name}"
        if " or " in noun:
            return f"the {name} {'one' if single else 'ones'}"
        if (not single and name.endswith("s")) or name.split()[-1] in noun.split():
            return f"the {name}"
        return f"the {name} {noun}"

    def _do(self, stmt: ir.Do) -> str:
        ph = self.phrases
        effect = stmt.effect
        mine = self._is_you(stmt.actor)
        if effect.texts.reads:
            args = {p.name: _as(arg, p.type) for p, arg in zip(effect.params, stmt.args, strict=True)}
            you = "you" if mine or stmt.actor is None else ph.value(stmt.actor)
            text = ph.filled(effect.texts.reads, args, you=you)
            return (
                text.removeprefix("you ") if mine and not text.startswith(("you may ", "you can ")) else text
            )
        args_text = listed([ph.value(x) for x in stmt.args])
        done = f"{words(effect.name)}{' for ' + args_text if args_text else ''}"
        if mine or stmt.actor is None:
            return done
        verb, blank, rest = done.partition(" ")
        who = ph.value(stmt.actor)
        return f"{who} {verb if is_plural(who) else third_person(verb)}{blank}{rest}"

    def _choose(self, stmt: ir.Choose) -> str:
        who = self._who(stmt.who, "choose")
        if stmt.secret:
            who = f"secretly {who}" if self._is_you(stmt.who) else who.replace("choose", "secretly choose")
        text = self._chosen(stmt, who)
        self.name_chosen(stmt.var, single=stmt.single, word="chosen")
        return text

    def _chosen(self, stmt: ir.Choose, who: str) -> str:
        ph = self.phrases
        if stmt.single:
            source = stmt.query.source
            if stmt.query.where is None and isinstance(source, ir.Local):
                return f"{who} one of {ph.value(source)}"
            return f"{who} {a(ph.one_of(stmt.query))}"
        if stmt.most is None:
            return f"{who} any number of {ph.collection(stmt.query)}"
        bound = plainest(stmt.most, ph.program)
        most = ph.value(bound)
        none = isinstance(stmt.least, ir.Lit) and stmt.least.value == 0
        fixed = (
            stmt.least is None
            or stmt.least is stmt.most
            or ph.value(plainest(stmt.least, ph.program)) == most
        )
        if isinstance(bound, ir.Lit):
            least = "" if fixed else "up to " if none else f"{ph.value(stmt.least)} to " if stmt.least else ""
            many = most != "1"
            what = ph.collection(stmt.query) if many else ph.one_of(stmt.query)
            return f"{who} {least}{most if many else 'one'} {what}"
        if fixed:
            return f"{who} {ph.collection(stmt.query)}, as many as {most}"
        least = "" if none or stmt.least is None else f"at least {ph.value(stmt.least)} and "
        return f"{who} {ph.collection(stmt.query)}, {least}at most {most}"


def _as(expr: ir.Expr, type: Type) -> ir.Expr:
    """A `none` as what it is none of."""
    return ir.Lit(None, type=type) if isinstance(expr, ir.Lit) and expr.value is None else expr


def _nth(name: str, number: int) -> str:
    """`the chosen boat` as the first, second … of its name."""
    which = {1: "first", 2: "second", 3: "third"}.get(number, f"{number}th")
    return name.replace("the ", f"the {which} ", 1)
