"""Worked examples: positions laid out, things done, what must come of them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from castlewright.compiler.check import expressions, targets
from castlewright.compiler.check.expressions import check, check_yesno
from castlewright.compiler.check.scope import Scope
from castlewright.compiler.check.wording import counted
from castlewright.compiler.packs.texts import texts_of
from castlewright.compiler.typed import ir
from castlewright.compiler.typed.types import ERROR, PLAYER, TEXT, Unit
from castlewright.rules_dsl import nodes as n
from castlewright.rules_dsl.names import did_you_mean
from castlewright.rules_dsl.source import Span

QUOTES = '"""'
EDGE_OF_TURN = (0, 90, 180, 270)


def example(scope: Scope, node: n.ExampleDecl) -> ir.Example:
    """One example. Reports CW0902 when it expects nothing."""
    you = ir.Var("you", PLAYER, "you")
    inner = scope.acting(you)
    inner.in_effect = inner.in_example = True
    made = ir.Example(
        node.title.value,
        scope.pack,
        you=you,
        title=node.title.value,
        span=node.title.span,
        texts=texts_of(node.items),
    )
    made.subject = None if node.subject is None else node.subject.text
    made.packs = tuple(p.text for p in node.packs)
    made.players = node.players
    current = inner
    made.given, current = _part(current, node.given)
    made.when, current = _part(current, node.when)
    made.then, current = _part(current, node.then)
    if not any(
        isinstance(s, (ir.ExpectTrue, ir.ExpectLinesOf)) for s in (*made.given, *made.when, *made.then)
    ):
        scope.diagnostics.error(
            "CW0902", node.title.span, "this example expects nothing", help="add `then { expect … }`"
        )
    return made


def _part(scope: Scope, block: n.Block | None) -> tuple[ir.Body, Scope]:
    from castlewright.compiler.check.statements import check_stmt

    made: list[ir.Stmt] = []
    for stmt in block.body if block else ():
        found, scope = check_stmt(scope, stmt)
        made.extend(found)
    return tuple(made), scope


def statement(scope: Scope, node: n.Stmt) -> list[ir.Stmt]:
    """Statements that stand only in examples."""
    if not scope.in_example:
        scope.diagnostics.error("CW0520", node.span, "this stands only in an example")
        return []
    match node:
        case n.Put():
            return _put(scope, node)
        case n.LayOut():
            return _lay_out(scope, node)
        case n.Answer():
            return [_answer(scope, node)]
        case n.Expect():
            condition = check_yesno(scope, node.condition)
            return [ir.ExpectTrue(condition, tuple(parts_of(condition)), span=node.span)]
        case n.ExpectLines():
            return _expect_lines(scope, node)
        case _:
            scope.diagnostics.error("CW0520", node.span, "this cannot stand here")
            return []


def definition_of(scope: Scope, node: n.Expr, kinds: tuple[ir.Kind, ...]) -> ir.Definition | None:
    """The piece definition that a name stands for, among the kinds that fit. Reports CW0301."""
    name = node.path.text if isinstance(node, n.Name) else ""
    found = [d for d in scope.symbols.definitions.get(name, ()) if not d.kind.is_value]
    if not found and scope.symbols.is_broken(name):
        return None
    fitting = [d for d in found if not kinds or d.kind in kinds]
    if len(fitting) == 1:
        return fitting[0]
    if found and not fitting:
        scope.diagnostics.error(
            "CW0722",
            node.span,
            f"`{name}` is a {found[0].kind.name}; here lie {' and '.join(k.plural for k in kinds)}",
        )
        return None
    known = [d.name for k in kinds for d in k.definitions]
    scope.diagnostics.error(
        "CW0301", node.span, f"no piece is called `{name}`", help=did_you_mean(name, known)
    )
    return None


def _put(scope: Scope, node: n.Put) -> list[ir.Stmt]:
    target = targets.zone_ref(scope, node.target)
    if target is None:
        return []
    definition = definition_of(scope, node.what, target.zone.kinds if target.zone else ())
    if definition is None:
        return []
    on_board = target.zone is not None and target.zone.structure in ("plan", "grid")
    if on_board != (node.column is not None):
        words = "say where: `at X, Y`" if on_board else "only plans and grids have places"
        scope.diagnostics.error("CW0903", node.span, words)
        return []
    if node.turned not in EDGE_OF_TURN:
        scope.diagnostics.error("CW0903", node.span, "pieces are turned by 90, 180 or 270")
        return []
    face: int | None = None
    if node.face is not None:
        names = [f.name for f in definition.faces]
        if node.face.text not in names:
            scope.diagnostics.error(
                "CW0521",
                node.face.span,
                f"`{definition.name}` has no face `{node.face.text}`",
                help=did_you_mean(node.face.text, names),
            )
            return []
        face = names.index(node.face.text)
    return [
        ir.PutPiece(
            node.count,
            definition,
            target,
            node.column,
            node.row,
            node.turned // 90,
            face,
            node.where,
            span=node.span,
        )
    ]


def _lay_out(scope: Scope, node: n.LayOut) -> list[ir.Stmt]:
    """A grid drawn in words: rows from the top; `.` empty, `-` the rest of a wide piece.

    Row 0 is the row of the first wide piece, or the lowest.
    """
    target = targets.zone_ref(scope, node.target)
    if target is None:
        return []
    if target.zone is None or target.zone.structure != "grid":
        scope.diagnostics.error("CW0908", node.target.span, "only a grid can be laid out")
        return []
    places = _places(node)
    width = len(node.rows[0]) if node.rows else 0
    for row, spans in zip(node.rows, places, strict=True):
        if len(row) != width:
            scope.diagnostics.error(
                "CW0908",
                spans[0].to(spans[-1]),
                f"this row has {counted(len(row), 'entry', 'entries')}, the first one {width}",
                related=[(places[0][0].to(places[0][-1]), "the first row")],
                help="write `.` for an empty space and `-` for the rest of a wide piece",
            )
            return []
    ground = next((i for i, row in enumerate(node.rows) if "-" in row), len(node.rows) - 1)
    made: list[ir.Stmt] = []
    for index, row in enumerate(node.rows):
        for column, word in enumerate(row):
            if word in (".", "-"):
                continue
            at = places[index][column]
            name = n.Name(n.Path((n.Ident(word, span=at),), span=at), span=at)
            definition = definition_of(scope, name, target.zone.kinds)
            if definition is not None:
                made.append(
                    ir.PutPiece(1, definition, target, column, ground - index, 0, None, "at", span=node.span)
                )
    return made


def _places(node: n.LayOut) -> list[list[Span]]:
    """The source of each entry of a layout, row by row."""
    text = node.span.text
    begin, end = text.find(QUOTES) + len(QUOTES), text.rfind(QUOTES)
    words = iter(re.finditer(r"\S+", text[begin:end]))
    first = node.span.start + begin
    rows: list[list[Span]] = []
    for row in node.rows:
        found = [next(words) for _ in row]
        rows.append([Span(node.span.source, first + w.start(), first + w.end()) for w in found])
    return rows


def _answer(scope: Scope, node: n.Answer) -> ir.Stmt:
    value = node.value
    if isinstance(value, n.SpotExpr):
        face = None if value.face is None else value.face.text
        return ir.AnswerWith(
            None, None, None, (value.column, value.row, value.turned // 90), face, span=node.span
        )
    if isinstance(value, n.Text):
        return ir.AnswerWith(None, None, value.value, span=node.span)
    if isinstance(value, n.Name):
        name = value.path.text
        if name not in scope.locals:
            found = scope.symbols.definitions.get(name, [])
            if found:
                return ir.AnswerWith(None, found[0], None, span=node.span)
            action = scope.symbols.program.actions.get(name)
            if action is not None or name == "done":
                return ir.AnswerWith(None, None, action.title if action else "done", span=node.span)
            for definitions in scope.symbols.definitions.values():
                for one in definitions:
                    if any(f.name == name for f in one.faces):
                        return ir.AnswerWith(None, None, name, span=node.span)
    return ir.AnswerWith(check(scope, value), None, None, span=node.span)


def take_action(scope: Scope, action: ir.Action, actor: ir.Expr | None, node: n.Stmt) -> ir.Stmt:
    """`you does buy()` in an example: the action is carried out as if it had been chosen."""
    who = actor if actor is not None else expressions.failed(n.Number(0, span=node.span))
    return ir.TakeAction(action, who, span=node.span)


def play_part(scope: Scope, call: n.Call, node: n.Do) -> list[ir.Stmt]:
    """`do final.count()`, `you does sail()` in an example: a step, or the turn of a player, is played.

    Reports CW0304, CW0412, CW0909.
    """
    name = call.path.text
    steps = [part for part in scope.symbols.step(name) if isinstance(part, (ir.Step, ir.Turns))]
    if len(steps) != 1:
        words = f"`{name}` names {len(steps)} steps" if steps else f"`{name}` is neither a step nor a turn"
        scope.diagnostics.error("CW0304", call.span, words, help="write the path: `STAGE.STEP`")
        return []
    (part,) = steps
    scope.uses(part, call.path.span)
    if call.args:
        scope.diagnostics.error("CW0412", call.span, f"`{name}` takes nothing", help=f"write `{name}()`")
        return []
    if isinstance(part, ir.Step):
        if node.actor is not None:
            scope.diagnostics.error(
                "CW0909",
                node.actor.span,
                f"whose step `{name}` is says the flow, not the example",
                help=f"write `do {name}()`",
            )
            return []
        return [ir.PlayPart(part, part.by, span=node.span)]
    actor = None if node.actor is None else expressions.check_as(scope, node.actor, PLAYER, "whose turn")
    if actor is None:
        scope.diagnostics.error(
            "CW0909", node.span, "it is not said whose turn it is", help=f"write `you does {name}()`"
        )
        return []
    return [ir.PlayPart(part, actor, span=node.span)]


def _expect_lines(scope: Scope, node: n.ExpectLines) -> list[ir.Stmt]:
    lines: list[tuple[int, str, str | None]] = []
    for line in node.lines:
        amount = check(scope, line.amount)
        value = amount.value if isinstance(amount, ir.Lit) else None
        if (
            isinstance(amount, ir.Neg)
            and isinstance(amount.operand, ir.Lit)
            and isinstance(amount.operand.value, int)
        ):
            value = -amount.operand.value
        if not isinstance(amount.type, Unit) or not isinstance(value, int):
            if amount.type != ERROR:
                scope.diagnostics.error("CW0403", line.amount.span, "a line gives an amount: `3 points`")
            continue
        lines.append((value, amount.type.name, line.reason.text if line.reason else None))
    return [ir.ExpectLinesOf(tuple(lines), span=node.span)]


def parts_of(expr: ir.Expr) -> Iterator[tuple[str, ir.Expr]]:
    """The parts of a condition whose values are worth showing when it fails."""
    match expr:
        case ir.Cmp():
            for side in (expr.left, expr.right):
                if not isinstance(side, ir.Lit):
                    yield side.span.text, side
        case ir.Logic():
            yield from parts_of(expr.left)
            yield from parts_of(expr.right)
        case ir.Not():
            yield from parts_of(expr.operand)
        case ir.In():
            yield expr.item.span.text, expr.item
            yield expr.group.span.text, expr.group
        case ir.Fold() if expr.value is not None and expr.op == "every":
            yield (
                expr.query.span.text,
                ir.Filter(expr.query, type=expr.query.source.type, span=expr.query.span),
            )
        case _:
            return


__all__ = ["TEXT", "example", "play_part", "statement", "take_action"]
