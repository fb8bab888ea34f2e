"""Outlines drawn in text: what may stand in a drawing, and which sides of it there are.

The same reading as at run time, with the places of what is wrong.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from castlewright.compiler.typed import ir
from castlewright.compiler.typed.types import DRAWING
from castlewright.rules_dsl import limits
from castlewright.rules_dsl import nodes as n
from castlewright.rules_dsl.diagnostics import Diagnostics
from castlewright.rules_dsl.source import Span

FULL, OVER, EMPTY = "#", "o", "."
CUTS = {"/": ((0, -1), (-1, 0), (1, 0), (0, 1)), "\\": ((0, -1), (1, 0), (-1, 0), (0, 1))}
"""For each stroke the neighbours beside its one corner (the first two) and beside the other."""
NEXT = ((0, -1), (1, 0), (0, 1), (-1, 0))

Place = tuple[int, int]


@dataclass(slots=True)
class SidesText:
    """Sides as a text gives them to a field, kept until the drawing of the piece is known."""

    definition: ir.Definition
    face: ir.FaceInfo | None
    field: ir.Field
    specs: list[n.SideSpec]


def check_drawing(node: n.Expr, rows: Sequence[str], diagnostics: Diagnostics) -> bool:
    """Is this the outline of a piece? Reports CW0801 to CW0804, one for a drawing."""
    if len(rows) > limits.DRAWING_SIDE or max(map(len, rows), default=0) > limits.DRAWING_SIDE:
        diagnostics.error(
            "CW0014",
            node.span,
            f"a drawing is at most {limits.DRAWING_SIDE} cells wide and high",
            help="draw fewer cells",
        )
        return False
    full: set[Place] = set()
    cuts: dict[Place, str] = {}
    for y, row in enumerate(rows):
        for x, mark in enumerate(row):
            if mark in (FULL, OVER):
                full.add((x, y))
            elif mark in CUTS:
                cuts[x, y] = mark
            elif mark != EMPTY:
                words = "a blank" if mark == " " else f"`{mark}`"
                diagnostics.error(
                    "CW0801",
                    _place(node, rows, x, y),
                    f"{words} means nothing in a drawing",
                    help=r"a drawing is made of `#`, `.`, `/`, `\` and `o`",
                )
                return False
    if not full:
        diagnostics.error(
            "CW0802", node.span, "this drawing has no full cell", help="draw the cells of the piece with `#`"
        )
        return False
    return (
        _check_box(node, {*full, *cuts}, rows, diagnostics)
        and _check_whole(node, full, rows, diagnostics)
        and all(_check_cut(node, at, mark, full, rows, diagnostics) for at, mark in cuts.items())
    )


def _check_box(node: n.Expr, places: set[Place], rows: Sequence[str], diagnostics: Diagnostics) -> bool:
    """Sides are counted along the drawn box, so its outer rows and columns must not be empty."""
    width, height = max(map(len, rows)), len(rows)
    columns, lines = {x for x, _ in places}, {y for _, y in places}
    for there, name in (
        (0 in columns, "left column"),
        (width - 1 in columns, "right column"),
        (0 in lines, "top row"),
        (height - 1 in lines, "bottom row"),
    ):
        if not there:
            diagnostics.error(
                "CW0802",
                node.span,
                f"the {name} of this drawing is empty",
                help="leave it out: sides are counted along the edges of the drawing",
            )
            return False
    return True


def _check_whole(node: n.Expr, full: set[Place], rows: Sequence[str], diagnostics: Diagnostics) -> bool:
    first = min(full, key=lambda at: (at[1], at[0]))
    reached = {first}
    waiting = [first]
    while waiting:
        x, y = waiting.pop()
        for dx, dy in NEXT:
            at = (x + dx, y + dy)
            if at in full and at not in reached:
                reached.add(at)
                waiting.append(at)
    apart = min(full - reached, key=lambda at: (at[1], at[0]), default=None)
    if apart is None:
        return True
    diagnostics.error(
        "CW0803",
        _place(node, rows, *apart),
        "the cells of this drawing do not hang together",
        related=[(_place(node, rows, *first), "not joined to this part by an edge")],
        help="join the parts by full cells, edge to edge",
    )
    return False


def _check_cut(
    node: n.Expr, at: Place, mark: str, full: set[Place], rows: Sequence[str], diagnostics: Diagnostics
) -> bool:
    x, y = at
    beside = [(x + dx, y + dy) in full for dx, dy in CUTS[mark]]
    if sum(beside[:2]) != sum(beside[2:]):
        return True
    diagnostics.error(
        "CW0804",
        _place(node, rows, x, y),
        f"it cannot be told which corner `{mark}` cuts off",
        help="a cut cell has full cells on one side of its stroke only",
    )
    return False


def _place(node: n.Expr, rows: Sequence[str], column: int, row: int) -> Span:
    """The source of one cell of a drawing."""
    text, at = node.span.text, 0
    for index in range(row + 1):
        at = text.find(rows[index], at)
        if at < 0:
            return node.span
        if index < row:
            at += len(rows[index])
    start = node.span.start + at + column
    return Span(node.span.source, start, start + 1)


# ------------------------------------------------------------------------------------------ sides


def has_outline(kind: ir.Kind, symbols: dict[str, ir.Kind]) -> bool:
    """Does a kind print a drawing, or a member or piece of a kind that does?"""
    for declared in kind.fields.values():
        if declared.type == DRAWING:
            return True
        other = symbols.get(getattr(declared.type, "kind", ""))
        if other is not None and any(f.type == DRAWING for f in other.fields.values()):
            return True
    return False


def outline_of(definition: ir.Definition, face: ir.FaceInfo | None) -> tuple[str, ...] | None:
    """The drawing that a definition, or one of its faces, prints; None when it prints none."""
    values = definition.values if face is None else {**definition.values, **face.values}
    for declared in definition.kind.fields.values():
        value = values.get(declared.name)
        if declared.type == DRAWING and isinstance(value, tuple):
            return tuple(str(row) for row in value)
        if isinstance(value, ir.Definition) and value is not definition:
            for other in value.kind.fields.values():
                rows = value.values.get(other.name)
                if other.type == DRAWING and isinstance(rows, tuple):
                    return tuple(str(row) for row in rows)
    return None


def check_sides(texts: Iterable[SidesText], diagnostics: Diagnostics) -> None:
    """Report CW0805 to CW0807 for sides that the drawing of their piece does not have."""
    outlines: dict[tuple[ir.Definition, ir.FaceInfo | None], tuple[str, ...] | None] = {}
    for text in texts:
        look = text.definition, text.face
        if look not in outlines:
            outlines[look] = outline_of(*look)
        rows = outlines[look]
        seen: dict[tuple[str, int], n.SideSpec] = {}
        for spec in text.specs:
            if rows is not None and not _check_side(spec, rows, text.definition, diagnostics):
                continue
            for index in range(spec.first, spec.last + 1):
                first = seen.setdefault((spec.edge, index), spec)
                if first is not spec:
                    diagnostics.error(
                        "CW0807",
                        spec.span,
                        f"{spec.edge} {index} is given twice",
                        related=[(first.span, "the first time")],
                    )
                    break


def _check_side(
    spec: n.SideSpec, rows: Sequence[str], definition: ir.Definition, diagnostics: Diagnostics
) -> bool:
    upright = spec.edge in ("top", "bottom")
    size = max(map(len, rows)) if upright else len(rows)
    what = "columns" if upright else "rows"
    for index in (spec.first, spec.last):
        if not 1 <= index <= size:
            diagnostics.error(
                "CW0805",
                spec.span,
                f"there is no {spec.edge} {index}: the drawing of `{definition.name}` has {size} {what}",
                help=f"{spec.edge} counts from 1 to {size}",
            )
            return False
    for index in range(spec.first, spec.last + 1):
        line = [row[index - 1 : index] for row in rows] if upright else list(rows[index - 1])
        if FULL not in line and OVER not in line:
            diagnostics.error(
                "CW0806",
                spec.span,
                f"{spec.edge} {index} meets no full cell in the drawing of `{definition.name}`",
                help="a feature lies on the edge of a full cell",
            )
            return False
    return True
