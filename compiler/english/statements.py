"""Statements in English: what an effect, step, action or slot does, part by part.

A statement is a `Clause`: words, and blocks that follow them, each behind a word of its own (`if …`,
`otherwise`, `for each …`). Inside a sentence blocks stand in line; a list shows them below one another.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from castlewright.compiler.english.grammar import a, be, is_plural, listed, third_person, words
from castlewright.compiler.english.phrases import Phrases
from castlewright.compiler.typed import ir
from castlewright.compiler.typed.types import NUMBER, YESNO, Many, Unit, narrowed

__all__ = ["Block", "Clause", "Line", "Statements"]

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


@dataclass(frozen=True, slots=True)
class Block:
    """Statements behind a few words, such as `if it is your turn`."""

    lead: str
    body: ir.Body


@dataclass(frozen=True, slots=True)
class Clause:
    """A statement in the imperative, or of its actor: words, then blocks."""

    text: str
    blocks: tuple[Block, ...] = ()


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a list of what is done, with lines below it."""

    text: str
    lines: tuple[Line, ...] = ()


class ChangeWriter(Protocol):
    """What `Statements` needs of the writer of sentences: how a change of a rule is told."""

    def change(self, change: ir.RuleChange, phrases: Phrases | None = None) -> str:
        """What a change says."""
        ...


class Statements:
    """Writes statements with one set of phrases, which names the locals that they bind."""

    def __init__(self, phrases: Phrases, change: ChangeWriter) -> None:
        self.phrases = phrases
        self.change = change

    # ------------------------------------------------------------------------------------------------
    # bodies

    def sentence(self, body: ir.Body) -> str:
        """A body in one line, its statements joined by `; `."""
        return "; ".join(t for t in (self._inline(self.clause(s)) for s in body) if t)

    def _inline(self, clause: Clause) -> str:
        parts = [clause.text] if clause.text else []
        for block in clause.blocks:
            text = self.sentence(block.body)
            if not text:
                continue
            # Brackets keep what follows from being read as a part of the blocks inside.
            branches = block is not clause.blocks[-1] and isinstance(block.body[-1], (ir.If, ir.ChooseOne))
            several = len(block.body) > 1 or branches
            if block.lead.endswith(" may") and not several:
                parts.append(f"{block.lead} {text}")
            else:
                mark = "," if block.lead.startswith(("if ", "otherwise")) else ":"
                parts.append(f"{block.lead}{mark} {f'({text})' if several else text}")
        if clause.text and len(parts) > 1:
            return f"{parts[0]} {', or '.join(parts[1:])}"
        return "; ".join(parts)

    def lines(self, body: ir.Body) -> tuple[Line, ...]:
        """A body as lines, blocks of several statements below their words."""
        return tuple(line for stmt in body for line in self._lines(self.clause(stmt)))

    def _lines(self, clause: Clause) -> Iterator[Line]:
        if clause.text and clause.blocks:
            yield Line(clause.text, tuple(self._block(block) for block in clause.blocks))
        elif clause.text:
            yield Line(clause.text)
        else:
            for block in clause.blocks:
                if block.body:
                    yield self._block(block)

    def _block(self, block: Block) -> Line:
        inner = self.lines(block.body)
        if len(inner) == 1 and not inner[0].lines:
            mark = "" if block.lead.endswith(" may") else "," if block.lead.startswith("if ") else ":"
            return Line(f"{block.lead}{mark} {inner[0].text}")
        return Line(f"{block.lead}:", inner)

    # ------------------------------------------------------------------------------------------------
    # statements

    def clause(self, stmt: ir.Stmt) -> Clause:
        """A statement."""
        ph = self.phrases
        match stmt:
            case ir.If():
                blocks = (Block(f"if {ph.clause(stmt.condition)}", stmt.then),)
                return Clause("", (*blocks, Block("otherwise", stmt.otherwise)) if stmt.otherwise else blocks)
            case ir.ForEach():
                return Clause("", (self._for_each(stmt),))
            case ir.Repeat():
                return Clause("", (Block(self._times(stmt.count), stmt.body),))
            case ir.AtOnce():
                ph.names.setdefault(stmt.query.var, "you")
                return Clause("", (Block(f"all at once, each {ph.one_of(stmt.query)}", stmt.body),))
            case ir.Within():
                late = (Block("when time is up", stmt.late),) if stmt.late else ()
                return Clause("", (Block(f"within {stmt.seconds} seconds", stmt.body), *late))
            case ir.ChooseOne() if stmt.may:
                yes, no = stmt.options
                who = "you" if self._is_you(stmt.who) else ph.value(stmt.who)
                return Clause("", (Block(f"{who} may", yes.body), Block("otherwise", no.body)))
            case ir.ChooseOne():
                options = tuple(Block(o.title, o.body) for o in stmt.options)
                return Clause(f"{self._who(stmt.who, 'choose')} one:", options)
            case _:
                return Clause(self.text(stmt))

    def _times(self, count: ir.Expr) -> str:
        said = self.phrases.value(count)
        if said.startswith("the number of ") and not isinstance(count, ir.Arith):
            return f"once for each of the {said.removeprefix('the number of ').removeprefix('the ')}"
        return f"{said} times" if isinstance(count, ir.Lit) else f"as many times as {said}"

    def _for_each(self, stmt: ir.ForEach) -> Block:
        ph = self.phrases
        order = " in your order" if stmt.chooser is not None else ""
        lead = f"for each {ph.each_of(stmt.query)}{order}"
        ph.names.setdefault(stmt.query.var, "the " + ph.noun(stmt.query.var.type, plural=False))
        return Block(lead, stmt.body)

    def text(self, stmt: ir.Stmt) -> str:
        """A statement without blocks."""
        ph = self.phrases
        match stmt:
            case ir.Change():
                return self._transfer(stmt)
            case ir.Draw():
                noun = self._drawn(stmt)
                way = f"from {self._zone(stmt.source)} {self._into(stmt.target)}"
                return f"{self._who(stmt.actor, 'draw')} {ph.value(stmt.count)}{noun} {way}"
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
                return f"the {words(stmt.what.rsplit('.', 1)[-1])} ends"
            case ir.Schedule():
                player = ph.value(stmt.player)
                take = "take" if player == "you" else "takes"
                return f"{player} {take} another {words(stmt.turn.rsplit('.', 1)[-1])}"
            case ir.ChangeRule():
                until = words(stmt.until.rsplit(".", 1)[-1])
                said = self.change.change(stmt.change, self.phrases).rstrip(".")
                return f"until the end of the {until}, {said[:1].lower()}{said[1:]}"
            case _:
                return ""

    # ------------------------------------------------------------------------------------------------
    # parts

    @staticmethod
    def _is_you(actor: ir.Expr | None) -> bool:
        return actor is None or (isinstance(actor, ir.Local) and actor.var.role == "you")

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

    def _drawn(self, stmt: ir.Draw) -> str:
        """The word for what is drawn, where the source does not say it."""
        zone = stmt.source.zone
        if zone is None or len(zone.kinds) != 1:
            return ""
        kind = zone.kinds[0]
        if words(kind.plural) in words(zone.name):
            return ""
        one = isinstance(stmt.count, ir.Lit) and stmt.count.value == 1
        said = self.phrases.value(stmt.count)
        told = said.startswith("the number of") or words(kind.plural) in said
        return "" if told else f" {words(kind.name if one else kind.plural)}"

    def _transfer(self, stmt: ir.Change) -> str:
        ph = self.phrases
        mine = stmt.holder is None or self._is_you(stmt.holder)
        text = f"{self._who(None if mine else stmt.holder, stmt.verb)} {ph.value(stmt.amount)}"
        if stmt.other_keep is not None and stmt.other_holder is not None:
            side = "from" if stmt.verb == "gain" else "to"
            text += f" {side} {ph.value(stmt.other_holder)}"
        return text

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
        return f"{verb} {what} {way}{face}{', in your order' if stmt.ordered else ''}"

    def _set(self, stmt: ir.SetKeep) -> str:
        ph = self.phrases
        keep, base = stmt.keep, stmt.base
        kept = ph.value(ir.GetKeep(keep, base, type=keep.type))
        value = stmt.value
        if (
            isinstance(value, ir.Arith)
            and value.op == "+"
            and isinstance(value.left, ir.GetKeep)
            and value.left.keep is keep
        ):
            return self._added(value.right, kept)
        if narrowed(keep.type) == YESNO and isinstance(value, ir.Lit):
            name = words(keep.name)
            if base is None:
                return f"note “{name}”" if value.value else f"“{name}” is no longer noted"
            subject = ph.value(base)
            return (
                f"{subject} {be(subject)} now {name}"
                if value.value
                else f"{subject} {be(subject)} no longer {name}"
            )
        if isinstance(value, ir.Lit) and value.value is None:
            return f"there is no {words(keep.name)} any more"
        if base is None and not isinstance(narrowed(keep.type), Unit) and narrowed(keep.type) != NUMBER:
            said = ph.value(value)
            return f"{said} {'become' if is_plural(said) else 'becomes'} {kept}"
        if (
            base is not None
            and isinstance(value, ir.Lit)
            and value.value == 0
            and isinstance(keep.type, Unit)
        ):
            return f"take {kept} away"
        return f"set {kept} to {ph.value(value)}"

    def _carry_out(self, stmt: ir.DoSlot) -> str:
        """`carry out your goal's reward`, or `what your goal does at dawn`."""
        name = words(stmt.slot.name)
        if name.split(" ", 1)[0] in TIMES:
            return f"carry out what {self.phrases.value(stmt.base)} does {name}"
        return f"carry out {self.phrases.of(stmt.base, name)}"

    def _added(self, amount: ir.Expr, kept: str) -> str:
        if isinstance(amount, ir.Lit) and isinstance(amount.value, int) and amount.value < 0:
            return f"take {self.phrases.amount(-amount.value, narrowed(amount.type))} off {kept}"
        said = self.phrases.value(amount)
        if said.startswith("minus "):
            return f"take {said.removeprefix('minus ')} off {kept}"
        return f"add {said} to {kept}"

    def _let(self, stmt: ir.SetLocal) -> str:
        ph = self.phrases
        name = self._local_name(stmt.var, single=not isinstance(stmt.var.type, Many))
        said = ph.value(stmt.value)
        ph.names[stmt.var] = name
        return f"take {said} as {name}"

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
            args = dict(zip((p.name for p in effect.params), stmt.args, strict=True))
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
        ph = self.phrases
        who = self._who(stmt.who, "choose")
        if stmt.secret:
            who = f"secretly {who}" if self._is_you(stmt.who) else who.replace("choose", "secretly choose")
        name = self._local_name(stmt.var, single=stmt.single)
        text = self._chosen(stmt, who)
        ph.names[stmt.var] = name
        return text

    def _chosen(self, stmt: ir.Choose, who: str) -> str:
        ph = self.phrases
        if stmt.single:
            return f"{who} {a(ph.one_of(stmt.query))}"
        if stmt.most is None:
            return f"{who} any number of {ph.collection(stmt.query)}"
        most = ph.value(stmt.most)
        none = isinstance(stmt.least, ir.Lit) and stmt.least.value == 0
        fixed = stmt.least is None or stmt.least is stmt.most or ph.value(stmt.least) == most
        if isinstance(stmt.most, ir.Lit):
            least = "" if fixed else "up to " if none else f"{ph.value(stmt.least)} to " if stmt.least else ""
            many = most != "1"
            what = ph.collection(stmt.query) if many else ph.one_of(stmt.query)
            return f"{who} {least}{most} {what}"
        if fixed:
            return f"{who} {ph.collection(stmt.query)}, as many as {most}"
        least = "" if none or stmt.least is None else f"at least {ph.value(stmt.least)} and "
        return f"{who} {ph.collection(stmt.query)}, {least}at most {most}"
