"""Statements in English: what an effect, step, action or slot does, part by part.

A statement is a `Clause`: words, and blocks that follow them, each behind a word of its own (`if …`,
`otherwise`, `for each …`). Inside a sentence blocks stand in line; a list shows them below one another.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, takewhile

from castlewright.compiler.english.deeds import Deeds
from castlewright.compiler.english.grammar import (
    MARK,
    capital,
    each_one,
    is_plural,
    listed,
    objective,
    once_more,
    third_person,
)
from castlewright.compiler.english.shapes import plainest
from castlewright.compiler.english.uses import fills, gives_up, is_simple, is_there, uses_of, uses_of_you
from castlewright.compiler.typed import ir
from castlewright.compiler.typed.types import NUMBER, PLAYER, Many, narrowed

__all__ = ["Block", "Clause", "Line", "Statements"]

STOP = "stop there"
LONGEST = 200
"""Statements that are longer together stand in sentences of their own."""
_CLOCK = re.compile(r"all players ((?:counter)?clockwise from .+)")
_ENDS = r"(?= (?:is|has|into|onto|to|from|for|by|with|on|in|and|at|as|or|out)\b|[,.;:)]|$)"
_PRONOUNS = {
    True: re.compile(r"\b(?:they|their|them|themselves)\b"),
    False: re.compile(r"\b(?:it|its|itself)\b"),
}
_SUBJECTS = frozenset(
    "the that this these those each every all you a an it they nobody one your its their no from if for once "
    "until clockwise counterclockwise".split()
)
"""Words with which a statement begins that does not say what to do, but what somebody does or what is so."""


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


class Statements(Deeds):
    """Writes statements with those inside them."""

    # ------------------------------------------------------------------------------------------------
    # bodies

    def sentence(self, body: ir.Body) -> str:
        """A body in one line: one sentence, or several with a full stop between them."""
        self.look_over(body)
        said = self._sentences(body)
        return said[0] if len(said) == 1 else ". ".join(capital(one) for one in said)

    def _sentences(self, body: ir.Body) -> list[str]:
        """The sentences of a body, without capitals and full stops."""
        found: list[str] = []
        run: list[str] = []
        for clause in self.clauses(body):
            if not clause.blocks:
                run.append(clause.text)
                continue
            found += _runs(run)
            run = []
            found += self._outer(clause)
        return [one for one in (*found, *_runs(run)) if one]

    def _outer(self, clause: Clause) -> list[str]:
        """A clause with blocks as sentences of their own."""
        if clause.text and clause.blocks and not clause.text.endswith(":"):
            return [clause.text, *self._outer(Clause("", clause.blocks))]
        if clause.text:
            return [self._inline(clause)]
        found: list[str] = []
        for block in clause.blocks:
            told = self._told(block.body)
            if told is None:
                continue
            if len(told) == 1:
                found.append(f"{block.lead}{_mark(block.lead)} {self._referring(block.lead, told[0])}")
            elif block.lead.endswith(" may"):
                found.append(f"{block.lead} do this: {'; '.join(told)}")
            else:
                found.append(f"{block.lead}: {'; '.join(told)}")
        return found

    def _told(self, body: ir.Body) -> list[str] | None:
        """The parts of a body that stands inside a sentence; None where nothing is done."""
        known = set(self.phrases.names)
        told = self._parts_of(body)
        self.phrases.forget(known)
        return told

    def _parts_of(self, body: ir.Body) -> list[str] | None:
        clauses = self.clauses(body)
        if clauses and not any(clause.blocks for clause in clauses):
            return _runs([clause.text for clause in clauses]) or None
        said = [text for text in map(self._inline, clauses) if text]
        return said or None

    def _referring(self, lead: str, text: str) -> str:
        """What is done behind a condition, with `it` for what the condition speaks of."""
        if _PRONOUNS[False].search(text) or _PRONOUNS[False].search(lead):
            return text
        for var, full in self.phrases.names.items():
            one = narrowed(var.type) != PLAYER and not isinstance(narrowed(var.type), Many)
            if not one or not full.startswith(("the ", "that ")):
                continue
            if re.match(rf"if {re.escape(full)}(?:'s | is | has )", lead):
                said = re.sub(rf"\b{re.escape(full)}'s ", "its ", text)
                return re.sub(rf"\b{re.escape(full)}{_ENDS}", "it", said)
        return text

    def _inline(self, clause: Clause) -> str:
        parts: list[str] = [clause.text] if clause.text else []
        for block in clause.blocks:
            told = self._told(block.body)
            if told is None:
                continue
            # Brackets keep what follows from being read as a part of the blocks inside.
            branches = block is not clause.blocks[-1] and isinstance(block.body[-1], (ir.If, ir.ChooseOne))
            text = f"({'; '.join(told)})" if len(told) > 1 or branches else told[0]
            text = self._referring(block.lead, text)
            parts.append(f"{block.lead}{_mark(block.lead)} {text}")
        if clause.text.endswith(":") and len(parts) > 1:
            return f"{parts[0]} {', or '.join(parts[1:])}"
        return "; ".join(parts)

    def lines(self, body: ir.Body) -> tuple[Line, ...]:
        """A body as lines, blocks of several statements below their words."""
        self.look_over(body)
        return tuple(line for clause in self.clauses(body) for line in self._lines(clause))

    def _lines(self, clause: Clause) -> Iterator[Line]:
        if clause.text.endswith(":"):
            yield Line(clause.text, tuple(self._block(block) for block in clause.blocks))
            return
        if clause.text:
            yield Line(clause.text)
        for block in clause.blocks:
            if block.body:
                yield self._block(block)

    def _block(self, block: Block) -> Line:
        known = set(self.phrases.names)
        line = self._line_of(block)
        self.phrases.forget(known)
        return line

    def _line_of(self, block: Block) -> Line:
        clauses = self.clauses(block.body)
        if clauses and not any(clause.blocks for clause in clauses):
            told = _runs([clause.text for clause in clauses])
            if len(told) == 1:
                said = self._referring(block.lead, told[0])
                return Line(f"{block.lead}{_mark(block.lead)} {said}")
            return Line(f"{block.lead}{_more(block.lead)}:", tuple(Line(c.text) for c in clauses if c.text))
        inner = tuple(line for clause in clauses for line in self._lines(clause))
        if len(inner) == 1 and not inner[0].lines and not inner[0].text.startswith(("if ", "otherwise")):
            return Line(f"{block.lead}{_mark(block.lead)} {inner[0].text}")
        return Line(f"{block.lead}{_more(block.lead)}:", inner)

    # ------------------------------------------------------------------------------------------------
    # statements that are told together

    def clauses(self, body: ir.Body) -> list[Clause]:
        """The statements of a body; a name that is bound for the next one is told there."""
        found: list[Clause] = []
        number = 0
        while number < len(body):
            stmt, rest = body[number], body[number + 1 :]
            both: tuple[Clause, int] | None = None
            if rest:
                match stmt:
                    case ir.SetLocal():
                        told = self._in_place(stmt, rest)
                        both = None if told is None else (told, 2)
                    case ir.Choose():
                        both = self._chosen_for(stmt, rest)
                    case _:
                        pass
            clause, taken = (self.clause(stmt), 1) if both is None else both
            found.append(clause)
            number += taken
        return found

    def _in_place(self, stmt: ir.SetLocal, rest: ir.Body) -> Clause | None:
        """A value that only the next statement asks for, told there."""
        ph, var, following = self.phrases, stmt.var, rest[0]
        if uses_of(var, rest[1:]) or any(isinstance(s, ir.SetLocal) and s.var is var for s in rest):
            return None
        if isinstance(following, ir.If) and is_there(following.condition, var) and not following.otherwise:
            return self._if_there(stmt, following)
        once = uses_of(var, (following,)) == 1
        inside = isinstance(following, (ir.If, ir.ForEach, ir.Repeat)) and not is_simple(following)
        if not once or (inside and uses_of(var, _inner(following))):
            return None
        if not is_simple(following) and not inside:
            return None
        ph.names[var] = ph.value(stmt.value)
        return self.clause(following)

    def _if_there(self, stmt: ir.SetLocal, following: ir.If) -> Clause:
        ph, var = self.phrases, stmt.var
        said = ph.value(stmt.value)
        inner = following.then
        if len(inner) == 1 and is_simple(inner[0]) and uses_of(var, inner) == 1:
            ph.names[var] = said
            return Clause(self._again(lambda: f"{self.text(inner[0])}, if there is one"))
        self.name_chosen(var, single=True, word="")
        return Clause(f"take {said}", (Block("if there is one", inner),))

    def _chosen_for(self, stmt: ir.Choose, rest: ir.Body) -> tuple[Clause, int] | None:
        """A choice made for the next statement, told with it."""
        ph, var, following = self.phrases, stmt.var, rest[0]
        used = uses_of(var, (following,))
        if not used or not is_simple(following) or not self._is_you(stmt.who):
            return None
        match following:
            case ir.Place(spot=ir.Local(var=spot)) if stmt.single and spot is var and used == 1:
                if uses_of(var, rest[1:]):
                    return None
                where = self._any_place(stmt.query)
                if where is None:
                    return None
                placed = f"{self._who(following.actor, 'place')} {ph.value(following.what)}"
                return Clause(f"{placed} {where}"), 2
            case ir.SetKeep(value=ir.Local(var=value)) if stmt.single and value is var and used == 1:
                chosen = self._choose(stmt)
                kept = ph.value(ir.GetKeep(following.keep, following.base, type=following.keep.type))
                return Clause(f"{chosen} as {kept}"), 2
            case _:
                pass
        return self._chosen_and(stmt, rest)

    def _chosen_and(self, stmt: ir.Choose, rest: ir.Body) -> tuple[Clause, int] | None:
        """A choice with all that is done with what was chosen, in one sentence."""
        ph, var = self.phrases, stmt.var
        run = list(takewhile(lambda s: is_simple(s) and uses_of(var, (s,)) > 0, rest[:3]))
        for number in range(len(run), 0, -1):
            if uses_of(var, rest[number:]):
                continue
            before = ph.state()
            chosen = self._choose(stmt)
            name = ph.names[var]
            texts = [
                self._pronounced(var, name, lambda one=one: self.clause(one).text) for one in run[:number]
            ]
            if chosen.startswith("secretly "):
                texts = [text.removeprefix("secretly ") for text in texts]
            if _goes_on(chosen, texts):
                return Clause(listed([chosen, *texts])), number + 1
            ph.go_back(before)
        return None

    def _any_place(self, query: ir.Query) -> str | None:
        """Where a piece goes that may be put at any of its places."""
        source = query.source
        if query.where is not None or not isinstance(source, ir.Builtin):
            return None
        match source.name:
            case "spots_through":
                return f"at a place of your choice through {self.phrases.value(source.args[-1])}"
            case "spots":
                return f"at a place of your choice in {self.phrases.value(source.args[-1])}"
            case "spots_on":
                return f"at a place of your choice on {self.phrases.value(source.args[-1])}"
            case _:
                return None

    def _pronounced(self, var: ir.Var, full: str, told: Callable[[], str]) -> str:
        """What is told, with a pronoun for a local that has just been named, if it can mean no other."""
        ph = self.phrases
        several = isinstance(narrowed(var.type), Many) or narrowed(var.type) == PLAYER
        before = ph.state()
        ph.names[var] = full
        plain = told()
        if _PRONOUNS[several].search(plain):
            return plain
        ph.go_back(before)
        ph.names[var] = "they" if several else "it"
        ph.meant.add(var)
        said = told()
        ph.meant.discard(var)
        ph.names[var] = full
        return re.sub(r"^((?:secretly )?\w+) they\b", r"\1 them", objective(said)) if several else said

    # ------------------------------------------------------------------------------------------------
    # statements with others inside

    def clause(self, stmt: ir.Stmt) -> Clause:
        """A statement."""
        ph = self.phrases
        match stmt:
            case ir.If():
                lead = f"if {self._again(lambda: ph.clause(stmt.condition))}"
                blocks = (Block(lead, stmt.then),)
                return Clause("", (*blocks, Block("otherwise", stmt.otherwise)) if stmt.otherwise else blocks)
            case ir.ForEach():
                before = ph.state()
                together = self._again(lambda: self._each(stmt) or "")
                if together:
                    return Clause(together)
                ph.go_back(before)
                return self._for_each(stmt)
            case ir.Repeat():
                return self._repeat(stmt)
            case ir.AtOnce():
                ph.names.setdefault(stmt.query.var, "you")
                who = ph.plain(stmt.query) or f"all {ph.collection(stmt.query)}"
                return Clause("", (Block(f"{who} at the same time", stmt.body),))
            case ir.Within():
                late = (Block("when time is up", stmt.late),) if stmt.late else ()
                return Clause("", (Block(f"within {stmt.seconds} seconds", stmt.body), *late))
            case ir.ChooseOne() if stmt.may:
                yes, no = stmt.options
                who = "you" if self._is_you(stmt.who) else ph.value(stmt.who)
                if who != "you" and isinstance(stmt.who, ir.Local):
                    allowed = self._allowed(stmt.who.var, yes.body)
                    if allowed is not None and not no.body:
                        return Clause(f"{who} may {allowed}")
                refused = f"if {who} {'do' if is_plural(who) else 'does'} not"
                return Clause("", (Block(f"{who} may", yes.body), Block(refused, no.body)))
            case ir.ChooseOne():
                options = tuple(Block(o.title, o.body) for o in stmt.options)
                return Clause(f"{self._who(stmt.who, 'choose')} one:", options)
            case _:
                return Clause(self._again(lambda: self.text(stmt)))

    def _allowed(self, player: ir.Var, body: ir.Body) -> str | None:
        """What somebody else may do, behind `may`; None where it takes more than a sentence."""
        ph = self.phrases
        with ph.called(player, "you"):
            told = self._told(body)
        if told is None or len(told) > 1:
            return None
        return objective(re.sub(r"\byou\b", "they", re.sub(r"\byour\b", "their", told[0])))

    def _again(self, told: Callable[[], str]) -> str:
        """What is told, with a pronoun where a thing that it names is named once more."""
        ph = self.phrases
        before = ph.state()
        text = told()
        after = ph.state()
        for var, full in before[0].items():
            several = narrowed(var.type) == PLAYER
            if not full.startswith(("the ", "that ")) or isinstance(narrowed(var.type), Many):
                continue
            if text.count(full) < 2 or _PRONOUNS[several].search(text):
                continue
            ph.go_back(before)
            for known, name in before[0].items():
                if name == full:
                    ph.names[known] = full + MARK
            said = once_more(told(), full, several=several)
            ph.go_back(after)
            if said is not None:
                return said
        return text

    def _repeat(self, stmt: ir.Repeat) -> Clause:
        ph = self.phrases
        until = fills(stmt)
        if until is not None:
            number, end, more = until
            zone = ph.value(number)
            end_said = ph.value(end)
            at = "at least" if more else "at most"
            return Clause("", (Block(f"until {zone} is {at} {end_said}", stmt.body),))
        offered = gives_up(stmt.body)
        if offered is not None:
            who = "you" if self._is_you(offered.who) else ph.value(offered.who)
            return Clause("", (Block(f"{self._at_most(stmt.count)}, {who} may", offered.options[0].body),))
        return Clause("", (Block(self._times(stmt.count), stmt.body),))

    def _at_most(self, count: ir.Expr) -> str:
        """How often something may be done that may be given up at any time."""
        plain = plainest(count, self.phrases.program)
        if isinstance(plain, ir.Lit):
            return f"up to {self.phrases.value(plain)} times"
        said = self.phrases.value(count)
        if said.startswith("the number of ") and not isinstance(count, ir.Arith):
            return f"up to once for each {each_one(said.removeprefix('the number of ').removeprefix('the '))}"
        return f"at most as many times as {said}"

    def _times(self, count: ir.Expr) -> str:
        said = self.phrases.value(count)
        if said.startswith("the number of ") and not isinstance(count, ir.Arith):
            return f"once for each {each_one(said.removeprefix('the number of ').removeprefix('the '))}"
        if isinstance(count, ir.Lit):
            return f"{said} times"
        taken: list[str] = []
        while isinstance(count, ir.Arith) and count.op == "-":
            taken.insert(0, self.phrases.value(count.right))
            count = count.left
        if taken:
            return f"take {self.phrases.value(count)} less {listed(taken)}; that many times"
        return f"as many times as {said}"

    # ------------------------------------------------------------------------------------------------
    # loops

    def _for_each(self, stmt: ir.ForEach) -> Clause:
        ph = self.phrases
        var = stmt.query.var
        if narrowed(var.type) == PLAYER and not any(map(uses_of_you, stmt.body)):
            lead, first = self._players(stmt.query)
            ph.names[var] = "you"
            return Clause("", (Block(f"{lead}{first}{self._order(stmt)}", stmt.body),))
        each = ph.each_of(stmt.query)
        if narrowed(var.type) == NUMBER and len(var.name) <= 2:
            each = f"number {var.name}{each.removeprefix('number')}"
            ph.names[var] = var.name
        else:
            ph.names[var] = self._element(stmt.query)
        lead = f"for each {each}{self._order(stmt)}"
        return Clause("", (Block(lead, stmt.body),))

    def _element(self, query: ir.Query) -> str:
        """What an element of a loop is called inside it."""
        noun = self.phrases.noun(query.var.type, plural=False)
        taken = any(said == f"the {noun}" for var, said in self.phrases.names.items() if var is not query.var)
        return f"that {noun}" if taken else f"the {noun}"

    def _order(self, stmt: ir.ForEach) -> str:
        if stmt.chooser is None:
            return ""
        if self._is_you(stmt.chooser):
            return ", in the order you choose"
        who = self.phrases.value(stmt.chooser)
        return f", in the order that {who} {'choose' if is_plural(who) else 'chooses'}"

    def _each(self, stmt: ir.ForEach) -> str | None:
        """A loop over one statement as that statement, told of each element; None where it needs more."""
        if narrowed(stmt.query.var.type) == PLAYER:
            single = len(stmt.body) == 1 and isinstance(stmt.body[0], ir.ForEach)
            fit = 0 < len(stmt.body) < 4 and (single or all(map(is_simple, stmt.body)))
            fit = fit or _only_if_there(stmt.body)
            others = [known for known, named in self.phrases.names.items() if named == "the player"]
            self.phrases.names |= dict.fromkeys(others, "that player")
            said = self._each_player(stmt) if fit else None
            self.phrases.names |= dict.fromkeys(others, "the player")
        else:
            fit = len(stmt.body) == 1 and is_simple(stmt.body[0]) and stmt.query.var.type != NUMBER
            said = self._each_thing(stmt) if fit else None
        return None if said is None else said + self._order(stmt)

    def _each_thing(self, stmt: ir.ForEach) -> str | None:
        ph, var = self.phrases, stmt.query.var
        inner = stmt.body[0]
        before = ph.state()
        first = f"each {ph.each_of(stmt.query)}"
        noun = ph.noun(var.type, plural=False)
        with ph.called(var, f"that {noun}", first):
            said = self.text(inner)
        if said.count(first) != 1 or re.search(rf"\bthat {re.escape(noun)}\b.*{re.escape(first)}", said):
            ph.go_back(before)
            return None
        if not _stands_well(said, first):
            ph.go_back(before)
            return None
        return said

    def _each_player(self, stmt: ir.ForEach) -> str | None:
        """`each player …`, with `they` for a player who has been named."""
        ph, var = self.phrases, stmt.query.var
        before = ph.state()
        lead, first = self._players(stmt.query)
        acting: list[ir.Stmt | ir.Body] = [_acted_by(inner, var) for inner in stmt.body]
        if _only_if_there(stmt.body):
            let, test = stmt.body
            assert isinstance(test, ir.If)
            acting = [(let, replace(test, then=(_acted_by(test.then[0], var),)))]
        with ph.called(var, "somebody"):
            plain = [self._text_of(inner) for inner in acting]
        state = ph.state()
        ph.go_back(before)
        if any(text is None or _PRONOUNS[True].search(text) for text in plain):
            return None
        self._players(stmt.query)
        with ph.called(var, "they"):
            told = [objective(self._text_of(inner) or "") for inner in acting]
        found = [re.match(r"they ((?:secretly |alone |each )*)(\w+)", text) for text in told]
        parts: list[str] = []
        for text, match in zip(told, found, strict=True):
            if match is None:
                break
            verb = match[2] if match[2] in ("may", "can", "must", "would") else third_person(match[2])
            parts.append(f"{match[1]}{verb}{text[match.end() :]}")
        if len(parts) == len(told) and (len(parts) < 3 or not any("," in part for part in parts)):
            ph.go_back(state)
            return f"{lead}{first} {listed(_with_one_verb(parts))}"
        ph.go_back(before)
        if len(told) > 1 or (plain[0] or "").count("somebody") != 1:
            return None
        self._players(stmt.query)
        with ph.called(var, first):
            said = self._text_of(acting[0]) or ""
        if said.count(first) != 1 or not _stands_well(said, first):
            ph.go_back(before)
            return None
        return f"{lead}{said}"

    def _text_of(self, stmt: ir.Stmt | ir.Body) -> str | None:
        if isinstance(stmt, tuple):
            return " ".join(clause.text for clause in self.clauses(stmt))
        if isinstance(stmt, ir.ForEach):
            return self._each(stmt)
        return self.text(stmt) or None

    def _players(self, query: ir.Query) -> tuple[str, str]:
        """In which order players come, and what one of them is called."""
        said = self.phrases.plain(query)
        found = _CLOCK.fullmatch(said or "")
        if found is not None:
            return f"{found[1]}, ", "each player"
        each = f"each {self.phrases.each_of(query)}"
        if said is not None and each == f"each player in {said}":
            return f"in {said}, ", "each player"
        return "", each


def _inner(stmt: ir.Stmt) -> ir.Body:
    """The statements inside a statement."""
    match stmt:
        case ir.If():
            return (*stmt.then, *stmt.otherwise)
        case ir.ForEach() | ir.Repeat():
            return stmt.body
        case _:
            return ()


def _acted_by(stmt: ir.Stmt, player: ir.Var) -> ir.Stmt:
    """A move that nobody in particular makes, made by the player whose pieces are moved."""
    if isinstance(stmt, (ir.Draw, ir.Move)) and uses_of(player, (stmt,)):
        mine = stmt.actor is None or (isinstance(stmt.actor, ir.Local) and stmt.actor.var.role == "you")
        if mine and not uses_of_you(stmt):
            return replace(stmt, actor=ir.Local(player, type=player.type))
    return stmt


def _only_if_there(body: ir.Body) -> bool:
    """Is one thing done with something, if there is such a thing?"""
    match body:
        case (ir.SetLocal(var=var), ir.If(then=(inner,), otherwise=()) as test):
            return is_there(test.condition, var) and is_simple(inner) and uses_of(var, (inner,)) == 1
        case _:
            return False


def _stands_well(text: str, first: str) -> bool:
    """Whether a long name such as `each boat that sinks` stands where nothing after it hangs on it."""
    if (
        first.count(" ") < 8
        and " that " not in first
        and " who " not in first
        and " whose " not in first
        and " where " not in first
    ):
        return True
    rest = text.partition(first)[2]
    return not rest or rest.startswith((" into ", " onto ", " to ", " from ", ", "))


def _with_one_verb(texts: Sequence[str]) -> list[str]:
    """`gain a bead`, `gain a shell` with the verb once."""
    verb = texts[0].partition(" ")[0]
    if verb in ("choose", "chooses", "do", "does", "take", "takes") or verb not in _verbs(texts):
        return list(texts)
    return [texts[0], *(text.removeprefix(f"{verb} ") for text in texts[1:])]


def _verbs(texts: Sequence[str]) -> set[str]:
    """The verb with which all texts begin."""
    verbs = {text.partition(" ")[0] for text in texts}
    return verbs if len(verbs) == 1 else set()


def _mark(lead: str) -> str:
    """What stands between the words before a block and a block of one statement."""
    if lead.endswith(" may"):
        return ""
    return (
        "," if lead.startswith(("if ", "otherwise", "for each", "up to ", "until ", "once ", "at ")) else ":"
    )


def _more(lead: str) -> str:
    """What the words before a block of several statements lack."""
    return " do this" if lead.endswith(" may") else ""


def _goes_on(chosen: str, texts: Sequence[str]) -> bool:
    """May what is done with what was chosen stand in the same sentence?"""
    if not all(texts) or any(map(_says, texts)) or len(chosen) + sum(map(len, texts)) > LONGEST:
        return False
    if len(texts) == 1:
        return " and " not in chosen
    named = [_PRONOUNS[False].search(text) or _PRONOUNS[True].search(text) for text in texts]
    if any(later and not earlier for earlier, later in pairwise(named)):
        return False
    return not any(" and " in text or ", " in text for text in (chosen, *texts))


def _says(text: str) -> bool:
    """Does a statement say what somebody does or what is so, rather than what to do?"""
    return text.split(" ", 1)[0] in _SUBJECTS or not text[:1].islower()


def _runs(texts: Sequence[str]) -> list[str]:
    """Statements that follow each other, two or three short ones as one sentence."""
    told = [text for text in texts if text]
    if len(told) in (2, 3) and _short(told):
        return [listed(_with_one_verb(told))]
    found: list[str] = []
    for text in told:
        if found and text == STOP:
            found[-1] = f"{found[-1]}, then stop"
        elif found and text.startswith("shuffle ") and " and " not in found[-1] and _short([found[-1], text]):
            found[-1] = f"{found[-1]} and {text}"
        else:
            found.append(text)
    return found


def _short(texts: Sequence[str]) -> bool:
    """May these be joined by `and` so that each is still understood?"""
    if (
        STOP in texts[1:]
        or any(_says(text) or ": " in text or "; " in text for text in texts)
        or sum(map(len, texts)) > LONGEST
    ):
        return False
    if any(", " in text and " and " in text for text in texts):
        return False
    if len(texts) > 2 and any("," in text or " and " in text for text in texts):
        return False
    return not any(" and " in text or ", if there is one" in text for text in texts[:-1])
