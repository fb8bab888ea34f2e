"""Drawings of single pieces, to one scale, and the signs of packs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from castlewright.colouring import Colouring, colouring_of, palette_of
from castlewright.compiler.english.called import called, kind_called
from castlewright.compiler.english.grammar import words
from castlewright.compiler.typed import ir
from castlewright.compiler.typed.types import DRAWING, Many, Piece, Unit, Value, narrowed
from castlewright.draw.contract import Drawing
from castlewright.draw.contract import Piece as Drawn
from castlewright.draw.palette import COLOURS, looks_of
from castlewright.draw.single import draw_sign, draw_single, draw_tag
from castlewright.drawings import feature_titles, grid_piece, plan_piece
from castlewright.rulebook.book import Book
from castlewright.rulebook.page import slug
from castlewright.rulebook.world import capital
from castlewright.runtime.errors import RuntimeFault
from castlewright.runtime.game import Game
from castlewright.runtime.plan import Plan
from castlewright.runtime.staging import lay, spare

__all__ = ["CELL", "Pictures", "colours_of", "icons_in", "pack_signs", "signs_of", "value_signs"]

CELL = 26.0
"""Width in pixels of a cell of a plan; a space of a grid is as wide as `SPACE`."""
SPACE = 130.0
FAR = 0


def pack_signs(book: Book) -> None:
    """Write the sign of each pack."""
    world = book.world
    names = [name for name in world.packs if not world.is_base(name)]
    icons = {name: world.packs[name].texts.icon for name in names}
    chosen = {name: one[1] or "" for name, one in icons.items() if one is not None}
    looks = looks_of(
        names,
        palette_of(names, chosen),
        {name: one[0] for name, one in icons.items() if one is not None},
        names,
    )
    for name in names:
        book.files[f"img/mark-{slug(name)}.svg"] = draw_sign(name, looks, world.packs[name].title)


def value_signs(book: Book) -> None:
    """Write the icons of kinds, and those of values that colour pieces with their letters."""
    program = book.world.program
    colouring = colours_of(book)
    looks = looks_of((), colouring["palette"], colouring["icons"], colouring["keys"])
    colour_kinds = book.world.printed.colour_kinds()
    for kind in program.kinds.values():
        if kind.texts.icon is not None:
            name, colour = kind.texts.icon
            own = looks_of((), {kind.name: COLOURS[colour or "white"]}, {kind.name: name}, [kind.name])
            book.files[_kind_sign(kind)] = draw_sign(kind.name, own, capital(kind_called(kind, plural=True)))
        for one in kind.definitions if kind.name in colour_kinds else ():
            if looks[one.name].icon:
                title = one.title or capital(words(one.name))
                book.files[_value_sign(one)] = draw_tag(looks[one.name], title)


def _kind_sign(kind: ir.Kind) -> str:
    return f"img/icon-kind-{slug(kind.name)}.svg"


def _value_sign(one: ir.Definition) -> str:
    return f"img/icon-{slug(one.kind.name)}-{slug(one.name)}.svg"


def signs_of(book: Book, keys: Iterable[str]) -> list[str]:
    """The icons of colour keys, as Markdown with a blank after each."""
    kinds = book.world.printed.colour_kinds()
    paths = [f"img/icon-{slug(kind)}-{slug(key)}.svg" for key in keys for kind in kinds]
    return [f"![]({path})\N{NO-BREAK SPACE}" for path in paths if path in book.files]


def icons_in(book: Book, definition: ir.Definition, field: ir.Field) -> str:
    """The icons of the values that a definition prints in a field, as Markdown with a blank after each."""
    value = definition.values.get(field.name)
    many = value if isinstance(value, tuple | list | frozenset) else (value,)
    paths = [_value_sign(one) for one in many if isinstance(one, ir.Definition) and one.kind.is_value]
    return "".join(f"![]({path})\N{NO-BREAK SPACE}" for path in paths if path in book.files)


def colours_of(book: Book) -> Colouring:
    """What all drawings of a book have in common: colour keys, and the fill and icon of each."""
    return colouring_of(book.world.printed)


class Pictures:
    """Draws the pieces of one kind; `drawable` tells whether they have an outline."""

    def __init__(self, book: Book, kind: ir.Kind) -> None:
        self.book = book
        self.kind = kind
        self.rules = book.world.rules
        self.cell = self._cell(kind.name)
        self._game: Game | None = None
        self.lender = None if self.cell is not None or kind.is_value else self._lender()

    @property
    def drawable(self) -> bool:
        """Can these pieces be drawn to scale?"""
        return self.cell is not None or self.lender is not None

    def _cell(self, kind: str) -> int | None:
        """A plan or grid on which pieces of a kind may lie."""
        return next(
            (zone.base for zone in self.rules.zones.values() if zone.layout >= 0 and kind in zone.kinds),
            None,
        )

    def _lender(self) -> Lender | None:
        for other in self.book.world.program.kinds.values():
            if other is not self.kind and not other.is_value and self._cell(other.name) is not None:
                found = Lender.between(self.kind, other)
                if found is not None:
                    return found
        return None

    def drawing(self, definition: ir.Definition, face: int | None = None) -> Drawing | None:
        """The drawing of one piece; None where it has no outline."""
        if self.cell is not None:
            return self._laid(definition.name, self.cell, face)
        if self.lender is None:
            return None
        like = self.lender.like(definition)
        cell = self._cell(like.kind.name) if like is not None else None
        if like is None or cell is None:
            return None
        drawing = self._laid(like.name, cell, None)
        if drawing is None:
            return None
        game = self.rules.position(self.rules.meta["players"][0])
        own = self._own_texts(game, spare(game, definition.name))
        shape = first_piece(drawing)
        piece: Drawn = {**own, "cells": shape.get("cells", ()), "cuts": shape.get("cuts", ())}
        return {**drawing, "pieces": [piece]}

    def _own_texts(self, game: Game, pid: int) -> Drawn:
        printed = self.book.world.printed
        return Drawn(
            name=self.rules.piece_names[pid],
            title=printed.title(game, pid),
            colour_key="+".join(printed.colour(game, pid)),
            badge=printed.value(game, pid),
            small=printed.remark(game, pid),
        )

    def _laid(self, name: str, cell: int, face: int | None) -> Drawing | None:
        game = self.rules.position(self.rules.meta["players"][0])
        printed = self.book.world.printed
        try:
            pid = spare(game, name)
            lay(game, pid, cell, (FAR, FAR), 0, face)
        except RuntimeFault:
            return None
        layout: Any = game.cells[self.rules.board.layout_of[cell]]
        grid = not isinstance(layout, Plan)
        piece = grid_piece(game, printed, layout, pid) if grid else plan_piece(game, printed, layout, pid)
        return Drawing(
            title=piece.get("title", ""),
            grid=grid,
            pieces=[piece],
            key_titles=printed.colour_titles(),
            **colours_of(self.book),
            feature_titles=feature_titles(game),
        )

    def picture(self, definition: ir.Definition, face: int | None = None) -> tuple[str, str] | None:
        """Draw a piece into the book: the path of the drawing and what it shows in words."""
        drawing = self.drawing(definition, face)
        if drawing is None:
            return None
        name = f"{slug(self.kind.name)}-{slug(definition.name)}"
        if face is not None:
            name += f"-{face + 1}"
        path = f"img/{name}.svg"
        said = self._said(definition, str(first_piece(drawing).get("title", "")))
        size = SPACE if drawing.get("grid") else CELL
        self.book.files[path] = draw_single(drawing, name, size, said)
        return path, said

    def _said(self, definition: ir.Definition, title: str) -> str:
        """What is seen on a piece, in words: its title, kind, and all that it prints."""
        writer = self.book.world.writer
        facts: list[str] = [title, kind_called(self.kind, plural=False)]
        for field in self.kind.fields.values():
            text = writer.printed(definition, field)
            told = isinstance(narrowed(field.type), (Value, Unit)) or _many_values(field)
            if text and field.name != "copies":
                facts.append(text if told else f"{called(field)} {text}")
        return ", ".join(facts)


def first_piece(drawing: Drawing) -> Drawn:
    """The piece that a drawing of one piece holds."""
    return next(iter(drawing.get("pieces", [])))


class Lender:
    """Where a kind has no outline of its own: another kind that prints a field of the same name and type, and
    whose outlines go by it. A piece is drawn like those of the other kind that print the same.
    """

    def __init__(self, field: str, like: dict[ir.Const, ir.Definition]) -> None:
        self.field = field
        self._like = like

    @classmethod
    def between(cls, kind: ir.Kind, other: ir.Kind) -> Lender | None:
        """The lender of a kind among the definitions of another one; None where outlines do not go by a
        common field.
        """
        outline = next((f for f in other.fields.values() if _is_outline(f)), None)
        if outline is None:
            return None
        for name, field in kind.fields.items():
            theirs = other.fields.get(name)
            if theirs is None or theirs.type != field.type or isinstance(narrowed(field.type), Many):
                continue
            usual: dict[ir.Const, Counter[ir.Const]] = {}
            for one in other.definitions:
                usual.setdefault(one.values.get(name), Counter())[one.values.get(outline.name)] += 1
            wanted = {one.values.get(name) for one in kind.definitions}
            if wanted and all(_agreed(usual.get(value)) for value in wanted):
                return cls(name, {value: _first(other, name, value, outline.name, usual) for value in wanted})
        return None

    def like(self, definition: ir.Definition) -> ir.Definition | None:
        """The definition whose outline is lent."""
        return self._like.get(definition.values.get(self.field))


def _many_values(field: ir.Field) -> bool:
    bare = narrowed(field.type)
    return isinstance(bare, Many) and isinstance(bare.item, Value)


def _is_outline(field: ir.Field) -> bool:
    bare = narrowed(field.type)
    return bare == DRAWING or (isinstance(bare, Piece) and bare.kind != "")


def _agreed(outlines: Counter[ir.Const] | None) -> bool:
    """Do nearly all have the same outline?"""
    if not outlines:
        return False
    return 5 * outlines.most_common(1)[0][1] > 4 * outlines.total()


def _first(
    other: ir.Kind, name: str, value: ir.Const, outline: str, usual: dict[ir.Const, Counter[ir.Const]]
) -> ir.Definition:
    best = usual[value].most_common(1)[0][0]
    return next(d for d in other.definitions if d.values.get(name) == value and d.values.get(outline) is best)
