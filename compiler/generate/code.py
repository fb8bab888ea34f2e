"""A generated module as code: each function compiled by itself, tables of constants not at all.

Python's compiler reads only the frame of a module: its functions as stubs, and constants in place of those
tables that hold nothing but constants. Functions that were compiled before, and tables, then take the places
of what stands for them. What comes out runs as the text of the module does, and names the lines of that text
in its functions; only the frame itself knows no lines.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from types import CodeType
from typing import cast

from castlewright.compiler.generate.emit import write_expression
from castlewright.compiler.generate.text import DIGEST, META, Part, Text
from castlewright.compiler.generate.units import Chunk

__all__ = ["Coder"]


class _NotConstant(Exception):
    """A table names something."""


class Coder:
    """Compiles modules, and remembers what it has compiled as long as the next one still has it."""

    def __init__(self) -> None:
        self._functions: dict[str, CodeType] = {}
        self._frames: dict[str, CodeType] = {}
        self._values: dict[int, tuple[ast.expr, object]] = {}  # of tables, by id; NOTHING: not constant

    def code(self, text: Text, name: str, digest: str) -> CodeType:
        """The code of a module; `name` stands for its file, `digest` is that of its text."""
        functions: dict[str, CodeType] = {}
        compiled: dict[str, CodeType] = {}
        values: dict[int, tuple[ast.expr, object]] = {}
        held: dict[bytes, object] = {}
        frame: list[str] = []
        line = 1
        for part in text.parts:
            if part.function:
                code = self._functions.get(part.chunk.text) or _function(part.chunk, name)
                compiled[part.chunk.text] = code
                functions[part.function] = _moved(code, line - 1)
                frame.append(f"{part.chunk.lines[0]} pass\n")
            elif part.table == META:
                frame.append(_meta(cast("ast.Dict", part.value), held, digest))
            elif part.value is not None:
                value = self._value(part.value)
                values[id(part.value)] = part.value, value
                frame.append(self._table(part, value, held))
            else:
                frame.append(part.chunk.text)
            line += len(part.chunk.lines)
        self._functions, self._values = compiled, values
        whole = "".join(frame)
        made = self._frames.get(whole) or compile(whole, name, "exec", dont_inherit=True)
        self._frames = {whole: made}
        return made.replace(co_consts=tuple(_put_in(const, functions, held) for const in made.co_consts))

    def _value(self, node: ast.expr) -> object:
        """The value of a table of constants; NOTHING for another one."""
        known = self._values.get(id(node))
        if known is not None:
            return known[1]
        try:
            return _constant(node)
        except _NotConstant:
            return NOTHING

    def _table(self, part: Part, value: object, held: dict[bytes, object]) -> str:
        """What stands for a table in the frame."""
        if value is NOTHING:
            return part.chunk.text
        name = part.table.encode()
        held[name] = value
        return f"{part.table} = {name!r}\n"


NOTHING = object()


def _constant(node: ast.expr) -> object:
    """The value of an expression of constants. Raises _NotConstant."""
    match node:
        case ast.Constant():
            return node.value
        case ast.Tuple():
            return tuple(map(_constant, node.elts))
        case ast.BinOp(op=ast.Mult()):
            return cast("tuple[object, ...]", _constant(node.left)) * cast("int", _constant(node.right))
        case ast.BinOp(op=ast.Add()):
            left, right = _constant(node.left), _constant(node.right)
            return cast("tuple[object, ...]", left) + cast("tuple[object, ...]", right)
        case _:
            raise _NotConstant


def _meta(meta: ast.Dict, held: dict[bytes, object], digest: str) -> str:
    """What stands for META in the frame: constants in place of the digests in it, which change with all."""
    pairs: list[str] = []
    for key, value in zip(meta.keys, meta.values, strict=True):
        assert isinstance(key, ast.Constant)
        written = write_expression(value)
        if isinstance(value, ast.Constant):
            name = f"{META}.{key.value}".encode()
            held[name] = digest if value.value == DIGEST else value.value
            written = repr(name)
        pairs.append(f"{key.value!r}: {written}")
    return f"{META} = {{{', '.join(pairs)}}}\n"


def _function(chunk: Chunk, name: str) -> CodeType:
    """The code of a function whose text stands alone."""
    module = compile(chunk.text, name, "exec", dont_inherit=True)
    (code,) = [const for const in module.co_consts if isinstance(const, CodeType)]
    return code


def _moved(code: CodeType, lines: int) -> CodeType:
    """The same function so many lines further down."""
    return code.replace(co_firstlineno=code.co_firstlineno + lines)


def _put_in(const: object, functions: Mapping[str, CodeType], held: Mapping[bytes, object]) -> object:
    """What takes the place of a constant of the frame. Only what stands for something else is bytes."""
    if isinstance(const, CodeType):
        return functions[const.co_name]
    return held[const] if isinstance(const, bytes) else const
