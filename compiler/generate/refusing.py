"""Functions that tell before a search what masks are to refuse, see `compiler/lower/reaching.py`."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from castlewright.compiler.generate import pyast
from castlewright.compiler.generate.acts import ActWriter
from castlewright.compiler.generate.module import ModuleBuilder
from castlewright.compiler.lower.reaching import Contact, Refusals, Way

__all__ = ["write_refusals"]


def write_refusals(module: ModuleBuilder, told: Sequence[Refusals], first: int) -> str:
    """Write a function over the zone cell of a plan and a piece that lies elsewhere; its name.

    It returns groups as the runtime's `reached` module has them, None where a way has no start. Zone cells of
    the placing begin at `first`.
    """
    writer = ActWriter(module, ["g"])
    cell, held = writer.temp("v"), writer.temp("v")
    writer.params += [cell, held]
    you = writer.temp("v")
    writer.put(pyast.assign(you, pyast.binary(pyast.name(cell), "-", pyast.const(first))))
    groups = writer.temp()
    writer.put(pyast.assign(groups, pyast.list_of([])))
    for refusals in told:
        writer.bind(refusals.piece, pyast.name(held))
        writer.bind(refusals.you, pyast.name(you))
        for failure in refusals.failures:
            tests = [writer.test(module.simplified(test)) for test in failure.conditions]
            with writer.nested([]) as inside:
                ways = [
                    _way(module, writer, way, pyast.name(cell), held)
                    if isinstance(way, Way)
                    else _contact(module, writer, way, pyast.name(cell))
                    for way in failure.ways
                ]
                add = pyast.call(pyast.attr(pyast.name(groups), "append"), pyast.row(ways))
                writer.put(pyast.act(add))
            if tests:
                inside = [pyast.when(pyast.both(*tests), inside)]
            for statement in inside:
                writer.put(statement)
    writer.put(pyast.give(pyast.call("tuple", pyast.name(groups))))
    return module.helper("j", writer)


def _way(module: ModuleBuilder, writer: ActWriter, way: Way, cell: ast.expr, held: str) -> ast.expr:
    start = writer.atom(writer.value(module.simplified(way.start)))
    missing = pyast.compare(start, "is", pyast.const(None))
    writer.put(pyast.when(missing, [pyast.give(pyast.const(None))]))
    run = module.layout.kind_pieces[way.kind]
    kind = pyast.const((run.start, run.stop))
    return writer.atom(writer.ask("reached", cell, start, kind, module.link(way.link), pyast.name(held)))


def _contact(module: ModuleBuilder, writer: ActWriter, contact: Contact, cell: ast.expr) -> ast.expr:
    rows = [
        pyast.row([module.bits(sides.must), module.bits(sides.never)])
        for sides in (contact.own, contact.facing)
    ]
    return writer.atom(writer.ask("before_sides", cell, *rows))
