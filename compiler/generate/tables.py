"""Tables of constants in generated text: written short where values repeat."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from castlewright.compiler.generate import pyast
from castlewright.compiler.generate.emit import write_constant
from castlewright.compiler.lower.layout import Layout, constant
from castlewright.compiler.typed import ir
from castlewright.compiler.typed.types import narrowed

_SHORT = 4
_MANY_RUNS = 60

Run = tuple[ast.expr, int]
"""A value and how many times it stands in a row."""


def runs_of(values: Sequence[object]) -> list[Run]:
    """Constants as runs of equal ones."""
    runs: list[tuple[object, str, int]] = []
    for value in values:
        text = write_constant(value)
        if runs and runs[-1][1] == text:
            runs[-1] = (runs[-1][0], text, runs[-1][2] + 1)
        else:
            runs.append((value, text, 1))
    return [(pyast.const(value), count) for value, _, count in runs]


def repeated(runs: Sequence[Run]) -> ast.expr:
    """A tuple of the values; long runs are written `(value,) * count`."""
    pieces: list[ast.expr] = []
    plain: list[ast.expr] = []
    short = len(runs) > _MANY_RUNS
    for value, count in runs:
        if count < _SHORT or short:
            plain.extend([value] * count)
            continue
        if plain:
            pieces.append(pyast.tuple_of(plain))
            plain = []
        pieces.append(ast.BinOp(pyast.tuple_of([value]), ast.Mult(), pyast.const(count)))
    if plain or not pieces:
        pieces.append(pyast.tuple_of(plain))
    whole = pieces[0]
    for piece in pieces[1:]:
        whole = ast.BinOp(whole, ast.Add(), piece)
    return whole


def icon_rows(program: ir.Program) -> tuple[tuple[str, str, str, str], ...]:
    """The icons that definitions give themselves: kind, name, icon, colour ("" for any)."""
    return tuple(
        (kind.name, one.name, one.texts.icon[0], one.texts.icon[1] or "")
        for kind in program.kinds.values()
        for one in kind.definitions
        if one.texts.icon is not None
    )


def field_rows(layout: Layout, field: ir.Field, kind: ir.Kind | None) -> tuple[list[Run], bool]:
    """The values of a printed field, of a kind of values or of all pieces, and whether faces differ in it.

    Pieces of kinds that print no field of this name and type have None. Where faces differ, each value is a
    tuple with one element for each face.
    """
    if kind is not None:
        return runs_of([constant(layout, d.values.get(field.name)) for d in kind.definitions]), False
    printing = [
        k
        for k in layout.program.kinds.values()
        if not k.is_value
        and field.name in k.fields
        and narrowed(k.fields[field.name].type) == narrowed(field.type)
    ]
    by_face = any(field.name in f.values for k in printing for d in k.definitions for f in d.faces)
    values: list[object] = []
    for one in layout.program.kinds.values():
        for definition in one.definitions if not one.is_value else ():
            value = _printed(layout, field, definition, by_face) if one in printing else None
            if by_face and one not in printing:
                value = (None,)
            values.extend([value] * len(layout.pieces[definition]))
    return runs_of(values), by_face


def _printed(layout: Layout, field: ir.Field, definition: ir.Definition, by_face: bool) -> object:
    base = definition.values.get(field.name)
    if not by_face:
        return constant(layout, base)
    faces = definition.faces
    if not faces:
        return (constant(layout, base),)
    return tuple(constant(layout, face.values.get(field.name, base)) for face in faces)
