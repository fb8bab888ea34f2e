"""A program as it was before changes and hooks were woven in."""

from __future__ import annotations

from castlewright.compiler.typed import ir
from castlewright.compiler.typed.contents import Content, Holder, content_of, holders_in, put_back
from castlewright.compiler.typed.types import Type
from castlewright.compiler.typed.walk import flow_parts

__all__ = ["Unwoven"]

Part = ir.Step | ir.Turns | ir.Rounds


class Unwoven:
    """What stands in a linked program, to be put back when it has been woven."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self._contents: list[tuple[Holder, Content]] = [(h, content_of(h)) for h in holders_in(program)]
        self._keeps = dict(program.keeps)
        self._parts: list[tuple[ir.Rounds | ir.Stage, list[Part]]] = [
            (part, list(part.parts))
            for part in flow_parts(program)
            if isinstance(part, (ir.Rounds, ir.Stage))
        ]
        self._hooks = [(hook, hook.body, hook.you) for hook in program.hooks]
        self._params = [(change, change.params) for change in program.changes]
        self._selves: list[tuple[ir.Var, Type]] = [
            (change.self_var, change.self_var.type)
            for change in program.changes
            if change.self_var is not None
        ]

    def put_back(self) -> None:
        """Undo the weaving."""
        for holder, content in self._contents:
            put_back(holder, content)
        self.program.keeps = dict(self._keeps)
        for part, inner in self._parts:
            part.parts = list(inner)
        for hook, body, you in self._hooks:
            hook.body, hook.you = body, you
        for change, params in self._params:
            change.params = params
        for var, type_ in self._selves:
            var.type = type_
