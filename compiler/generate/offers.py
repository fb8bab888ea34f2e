"""What may be offered: the condition of an action or option holds, and what it begins with can be done.

Leading `let`s are read, a leading choice needs something to choose, a leading payment must be possible.
"""

from __future__ import annotations

import ast

from castlewright.compiler.generate import pyast
from castlewright.compiler.generate.acts import ActWriter
from castlewright.compiler.typed import ir
from castlewright.compiler.typed.builtins import QUESTIONS
from castlewright.compiler.typed.rebuild import walk


def begins_with_condition(body: ir.Body) -> bool:
    """Does it begin with something that may turn out to be impossible?"""
    for statement in body:
        if isinstance(statement, ir.SetLocal):
            continue
        if isinstance(statement, ir.Choose):
            return statement.single
        return isinstance(statement, ir.Change) and statement.verb == "pay"
    return False


def write_offer(writer: ActWriter, body: ir.Body, yes: ast.stmt) -> None:
    """Write `yes` where all that the body begins with can be done; what follows is for the other case."""
    before, loops = writer.body, writer.loop_depth
    writer.depth += 1
    for statement in body:
        if not _write_lead(writer, statement):
            break
    writer.put(yes)
    writer.depth -= 1
    writer.body, writer.loop_depth = before, loops


def _write_lead(writer: ActWriter, statement: ir.Stmt) -> bool:
    """Write the test of one leading statement and go on inside it; False for one that is no lead."""
    match statement:
        case ir.SetLocal() if not _draws(statement.value):
            writer.places.pop(statement.var, None)
            writer.put(pyast.assign(writer.local(statement.var), writer.value(statement.value)))
        case ir.Choose(single=True):
            element = writer.enter(statement.query)
            writer.bind(statement.var, element)
        case ir.Change(verb="pay"):
            _write_payment(writer, statement)
        case _:
            return False
    return True


def _draws(node: ir.Expr) -> bool:
    """Does it draw a random number? Looking at what may be offered must not."""
    names = {part.name for part in walk(node) if isinstance(part, ir.Builtin)}
    return any(question.chance for name in names for question in QUESTIONS.get(name, ()))


def _write_payment(writer: ActWriter, statement: ir.Change) -> None:
    keep = statement.keep
    least = keep.least
    if least is None:
        return
    holder = None if statement.holder is None else writer.needed(statement.holder)
    held = writer.cell(writer.keep_cell(keep, holder if keep.holder is not None else None))
    amount = writer.value(statement.amount)
    writer.go_on_if(pyast.compare(pyast.binary(held, "-", pyast.const(least)), ">=", amount))
