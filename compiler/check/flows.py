"""The order of play: stages, rounds, turns and steps, and what packs insert, replace or drop."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence, Set

from castlewright.compiler.check.expressions import check, check_as, check_yesno, query_of
from castlewright.compiler.check.quotas import GAME
from castlewright.compiler.check.scope import Scope
from castlewright.compiler.check.statements import check_block
from castlewright.compiler.check.symbols import Symbols
from castlewright.compiler.check.visibility import used
from castlewright.compiler.check.wording import suggestion
from castlewright.compiler.packs.texts import texts_of
from castlewright.compiler.typed import ir
from castlewright.compiler.typed.constants import NotConstant, evaluate
from castlewright.compiler.typed.types import ERROR, NUMBER, PLAYER, Unit
from castlewright.rules_dsl import nodes as n
from castlewright.rules_dsl.diagnostics import Diagnostics

Part = ir.Step | ir.Turns | ir.Rounds
Written = n.StepDecl | n.TurnsDecl


class FlowBuilder:
    """Builds the flow in two passes: first all parts get their paths, then their texts are read."""

    def __init__(self, symbols: Symbols, diagnostics: Diagnostics) -> None:
        self.symbols = symbols
        self.diagnostics = diagnostics
        self.flow: ir.Flow | None = None
        self.texts: list[tuple[Part, n.StepDecl | n.TurnsDecl | n.RoundsDecl, str]] = []
        self.winner: tuple[n.WinnerDecl, str] | None = None

    # --------------------------------------------------------------------------------------- first pass

    def build(
        self, flows: Sequence[tuple[n.FlowDecl, str]], edits: Sequence[tuple[n.StepEdit, str]]
    ) -> ir.Flow | None:
        """Place every part. Reports CW0712, CW0713, CW0216, CW0217, CW0723."""
        for node, pack in flows:
            if self.flow is not None:
                self.diagnostics.error(
                    "CW0723",
                    node.name.span,
                    "there are two flows",
                    related=[(self.flow.span, "the first one")],
                    help="packs change the flow with `insert step`, `replace step`, `drop step`",
                )
                continue
            self.flow = ir.Flow(node.name.text, pack, span=node.name.span, texts=texts_of(node.items))
            for item in node.items:
                match item:
                    case n.StageDecl():
                        self.flow.parts.append(self._stage(item, pack))
                    case n.RoundsDecl():
                        self.flow.parts.append(self._rounds(item, pack, ""))
                    case n.WinnerDecl():
                        self.winner = (item, pack)
                    case n.TextItem():
                        pass
                    case _:
                        self.diagnostics.error(
                            "CW0520", item.span, "a flow holds stages, rounds and `winner by`"
                        )
        self._edits(edits)
        return self.flow

    def _stage(self, node: n.StageDecl, pack: str) -> ir.Stage:
        stage = ir.Stage(
            node.name.text, pack, span=node.name.span, path=node.name.text, texts=texts_of(node.items)
        )
        self._register(stage, stage.path)
        stage.parts = self._parts(node.items, pack, stage.path)
        return stage

    def _rounds(self, node: n.RoundsDecl, pack: str, prefix: str) -> ir.Rounds:
        path = _under(prefix, node.name.text)
        made = ir.Rounds(
            node.name.text,
            pack,
            until=ir.Lit(True, type=ERROR),
            span=node.name.span,
            path=path,
            texts=texts_of(node.items),
        )
        self._register(made, path)
        self.texts.append((made, node, pack))
        made.parts = self._parts(node.items, pack, path)
        return made

    def _parts(self, items: Iterable[n.Item], pack: str, prefix: str) -> list[Part]:
        parts: list[Part] = []
        for item in items:
            if isinstance(item, (n.StepDecl, n.TurnsDecl)):
                parts.append(self._step(item, pack, prefix))
            elif isinstance(item, n.RoundsDecl):
                parts.append(self._rounds(item, pack, prefix))
            elif not isinstance(item, n.TextItem):
                self.diagnostics.error("CW0520", item.span, "here stand steps, turns and rounds")
        return parts

    def _step(self, node: Written, pack: str, prefix: str) -> Part:
        path = _under(prefix, node.name.text)
        texts = texts_of(node.items)
        made: Part
        if isinstance(node, n.StepDecl):
            made = ir.Step(node.name.text, pack, span=node.name.span, path=path, texts=texts)
        else:
            made = ir.Turns(
                node.name.text,
                pack,
                var=ir.Var("you", PLAYER, "you"),
                source=ir.Lit((), type=ERROR),
                span=node.name.span,
                path=path,
                texts=texts,
            )
        self._register(made, path)
        self.texts.append((made, node, pack))
        return made

    def _register(self, part: Part | ir.Stage, path: str) -> None:
        first = self.symbols.steps.get(path)
        if first is not None:
            self.diagnostics.error(
                "CW0713", part.span, f"there are two steps `{path}`", related=[(first.span, "the first one")]
            )
            return
        self.symbols.add_step(path, part)

    # -------------------------------------------------------------------------------------------- edits

    def _edits(self, edits: Sequence[tuple[n.StepEdit, str]]) -> None:
        """Carry the edits out: first what is inserted, then what is replaced or dropped, in order of packs.

        An insertion may name a step that another one inserts; it waits for it.
        """
        replaced: dict[str, tuple[n.StepEdit, str]] = {}
        inserted: dict[tuple[str, str], tuple[n.StepEdit, str]] = {}
        ordered = sorted(edits, key=lambda one: one[0].verb != "insert")
        waiting: dict[str, list[tuple[n.StepEdit, str]]] = {}
        ready: deque[tuple[n.StepEdit, str]] = deque()
        for one in ordered:
            if self.symbols.step(one[0].anchor.text):
                ready.append(one)
            else:
                waiting.setdefault(one[0].anchor.parts[-1].text, []).append(one)
        while ready:
            edit, pack = ready.popleft()
            self._edit(edit, pack, replaced, inserted)
            for one in waiting.pop(edit.step.name.text, ()) if edit.step is not None else ():
                if self.symbols.step(one[0].anchor.text):
                    ready.append(one)
                else:
                    waiting.setdefault(one[0].anchor.parts[-1].text, []).append(one)
        for left in waiting.values():
            for edit, _ in left:
                self._report_no_step(edit)

    def _report_no_step(self, edit: n.StepEdit) -> None:
        if any(self.symbols.is_broken(part.text) for part in edit.anchor.parts):
            return
        known = [p.rsplit(".", 1)[-1] for p in self.symbols.steps]
        self.diagnostics.error(
            "CW0712",
            edit.anchor.span,
            f"there is no step `{edit.anchor.text}`",
            help=suggestion(edit.anchor.text, {*known, *self.symbols.steps}, "the steps are"),
        )

    def _edit(
        self,
        edit: n.StepEdit,
        pack: str,
        replaced: dict[str, tuple[n.StepEdit, str]],
        inserted: dict[tuple[str, str], tuple[n.StepEdit, str]],
    ) -> None:
        found = self.symbols.step(edit.anchor.text)
        if not found:
            # Another edit dropped it: that clash is what has to be said.
            first = replaced.get(edit.anchor.text) or next(
                (r for path, r in replaced.items() if path.endswith("." + edit.anchor.text)), None
            )
            self._clash(first, edit, pack, "CW0217", "two packs replace or drop this step")
            return
        if len(found) > 1:
            self.diagnostics.error(
                "CW0304",
                edit.anchor.span,
                f"`{edit.anchor.text}` names {len(found)} steps",
                related=[(f.span, "this one") for f in found],
                help="write the path: `STAGE.STEP`",
            )
            return
        anchor = found[0]
        used(self.symbols, self.diagnostics, anchor, edit.anchor.span)
        if isinstance(anchor, ir.Stage):
            self.diagnostics.error("CW0712", edit.anchor.span, f"`{anchor.name}` is a stage, not a step")
            return
        home = self._home(anchor)
        if home is None:
            return
        place = home.index(anchor)
        if edit.verb == "insert" and edit.step is not None:
            key = (anchor.path, edit.side or "after")
            self._clash(inserted.get(key), edit, pack, "CW0216", "two packs insert a step here")
            prefix = anchor.path.rpartition(".")[0]
            made = self._step(edit.step, pack, prefix)
            before = edit.side == "before"
            if not before and key in inserted:
                place += sum(1 for k in inserted if k == key)
            inserted[key] = (edit, pack)
            home.insert(place if before else place + 1, made)
            return
        self._clash(replaced.get(anchor.path), edit, pack, "CW0217", "two packs replace or drop this step")
        replaced[anchor.path] = (edit, pack)
        if edit.verb == "drop":
            home.remove(anchor)
            gone = [anchor, *_inside(anchor)]
            for part in gone:
                self.symbols.drop_step(part.path)
            self.texts = [t for t in self.texts if not any(t[0] is part for part in gone)]
        elif edit.step is not None:
            made = ir.Step(
                anchor.name, pack, span=edit.span, path=anchor.path, texts=texts_of(edit.step.items)
            )
            home[place] = made
            self.symbols.add_step(anchor.path, made)
            self.texts = [t for t in self.texts if t[0] is not anchor]
            self.texts.append((made, edit.step, pack))

    def _clash(
        self, first: tuple[n.StepEdit, str] | None, edit: n.StepEdit, pack: str, code: str, words: str
    ) -> None:
        """Two packs at one place: an error unless one of them says that it comes after the other."""
        if first is None or first[1] == pack:
            return
        packs = {p.name: p for p in self.symbols.program.packs}
        one, other = packs.get(pack), packs.get(first[1])
        if (
            one
            and other
            and (other.name in (*one.needs, *one.after) or one.name in (*other.needs, *other.after))
        ):
            return
        self.diagnostics.error(
            code,
            edit.anchor.span,
            words,
            related=[(first[0].anchor.span, f"the pack `{first[1]}` does it here")],
            help=f"let one of the two packs say `after`, as in `after {first[1]}`, "
            "or anchor the step elsewhere",
        )

    def _home(self, part: Part) -> list[Part] | None:
        """The list in which a part stands."""
        queue: list[ir.Stage | ir.Rounds] = list(self.flow.parts) if self.flow else []
        while queue:
            one = queue.pop()
            if part in one.parts:
                return one.parts
            queue.extend(p for p in one.parts if isinstance(p, ir.Rounds))
        self.diagnostics.error("CW0712", part.span, f"`{part.name}` is no step: nothing can be put beside it")
        return None

    # -------------------------------------------------------------------------------------- second pass

    def read(self, number: int, node: n.Node) -> None:
        """Read the text of a part, of the node that has it now."""
        part, _, pack = self.texts[number]
        scope = Scope(self.symbols, self.diagnostics, pack, in_effect=True)
        if isinstance(part, ir.Step) and isinstance(node, n.StepDecl):
            self._check_step(scope, part, node)
        elif isinstance(part, ir.Turns) and isinstance(node, n.TurnsDecl):
            self._check_turns(scope, part, node)
        elif isinstance(part, ir.Rounds) and isinstance(node, n.RoundsDecl):
            self.texts[number] = part, node, pack
            part.until = check_yesno(scope, node.until)

    def check_winner(self) -> None:
        """Read who wins."""
        if self.flow is not None and self.winner is not None:
            self._check_winner(self.flow, *self.winner)

    def _check_step(self, scope: Scope, part: ir.Step, node: n.StepDecl) -> None:
        if node.by is not None:
            part.by = check_as(scope, node.by, PLAYER, "who carries it out")
            part.you = ir.Var("you", PLAYER, "you")
        part.condition = None if node.condition is None else check_yesno(scope, node.condition)
        part.body = check_block(scope if part.you is None else scope.acting(part.you), node.body)

    def check_endings(self, ended: Set[str]) -> None:
        """Report CW0724 for rounds that nothing ends; `ended` holds what an `end` names."""
        for part, node, _ in self.texts:
            if not isinstance(part, ir.Rounds) or not isinstance(node, n.RoundsDecl):
                continue
            outer = {part.path, *(part.path[:at] for at, c in enumerate(part.path) if c == "."), GAME}
            if ended & outer or not _is_no(part.until):
                continue
            self.diagnostics.error(
                "CW0724",
                node.until.span,
                f"this never holds, and nothing ends `{part.name}`",
                help=f"ask something that changes, such as `{part.name}_number is 3`, or `end {part.name}`",
            )

    def _check_turns(self, scope: Scope, part: ir.Turns, node: n.TurnsDecl) -> None:
        query, inner = query_of(scope, node.query)
        if query.var.type not in (PLAYER, ERROR):
            self.diagnostics.error(
                "CW0401", node.query.span, f"turns are taken by players, these are of type {query.var.type}"
            )
            return
        query.var.role = "you"
        part.var, part.source, part.where = query.var, query.source, query.where
        inner = inner.acting(query.var)
        inner.turn = part.path
        part.body = check_block(inner, node.body)

    def _check_winner(self, flow: ir.Flow, node: n.WinnerDecl, pack: str) -> None:
        var = ir.Var("it", PLAYER, "it")
        scope = Scope(self.symbols, self.diagnostics, pack).with_it(var)
        keys: list[ir.Expr] = []
        for key in node.keys:
            expr = check(scope, key)
            if expr.type != NUMBER and not isinstance(expr.type, Unit) and expr.type != ERROR:
                self.diagnostics.error(
                    "CW0401", key.span, f"winners are found by numbers and amounts, this is {expr.type}"
                )
            keys.append(expr)
        flow.winner_var, flow.winner = var, tuple(keys)


def _is_no(condition: ir.Expr) -> bool:
    try:
        return evaluate(condition) is False
    except NotConstant:
        return False


def _under(prefix: str, name: str) -> str:
    return f"{prefix}.{name}" if prefix else name


def _inside(part: Part) -> Iterator[Part]:
    """The parts that stand in a part, outer ones first."""
    for one in part.parts if isinstance(part, ir.Rounds) else ():
        yield one
        yield from _inside(one)
