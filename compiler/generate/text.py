"""The text of a generated module, put together from its parts."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import PurePosixPath

from castlewright.compiler.generate import pyast
from castlewright.compiler.generate.units import Chunk, chunk_of

__all__ = ["DIGEST", "FORMAT", "META", "Part", "Table", "Text", "shown_file"]

DIGEST = "?" * 64
"""Stands where the digest of the text will stand."""
FORMAT = 1
"""Format of the module; the runtime says which it reads."""
META = "META"
"""The table that names the module, its packs and its digest."""
_COMMENT = Chunk(("# Made from rules text by the compiler: changes made here are lost.",), ())
_BLANK = Chunk(("",), ())
_TWO = Chunk(("", ""), ())
Table = tuple[str, ast.expr]
LineTable = Callable[[Sequence[tuple[int, int]]], ast.expr]
"""Makes the line table of (line of the module, origin)."""


@cache
def shown_file(path: str) -> str:
    """How a source file is named in the module: by its place below the folder of all packs."""
    pure = PurePosixPath(path.replace("\\", "/"))
    parts = pure.parts
    return str(PurePosixPath(*parts[parts.index("content") + 1 :])) if "content" in parts else pure.name


@dataclass(frozen=True, slots=True)
class Part:
    """Some lines of a module: a table (`table` is its name), a function (`function`), or neither."""

    chunk: Chunk
    table: str = ""
    value: ast.expr | None = None  # of the table
    function: str = ""


_BETWEEN = Part(_TWO)


def table_part(table: Table) -> Part:
    """A table as a part."""
    return Part(chunk_of(pyast.assign(*table)), table[0], table[1])


def function_parts(function: ast.FunctionDef, chunk: Chunk) -> Iterator[Part]:
    """A function as parts, with the empty lines before it."""
    yield _BETWEEN
    yield Part(chunk, function=function.name)


class Text:
    """The parts of a module in order: what it imports, tables, functions, late tables, the line table."""

    def __init__(
        self,
        imports: ast.stmt | None,
        meta: ast.expr,
        tables: Sequence[Part],
        functions: Sequence[Part],
        late: Sequence[Part],
        lines: LineTable,
    ) -> None:
        self.meta = meta
        self.parts = [Part(_COMMENT)]
        if imports is not None:
            self.parts.append(Part(chunk_of(imports)))
        self.parts.append(Part(_BLANK))
        self.parts += map(table_part, [("FORMAT", pyast.const(FORMAT)), (META, meta)])
        self.parts += [*tables, *functions, _BETWEEN, *late]
        written: list[tuple[int, int]] = []
        at = 1
        for part in self.parts:
            written += [(at + line, origin) for line, origin in part.chunk.origins]
            at += len(part.chunk.lines)
        self.parts.append(table_part(("LINES", lines(written))))

    @property
    def whole(self) -> str:
        """The text of the module."""
        return "".join(part.chunk.text for part in self.parts)
