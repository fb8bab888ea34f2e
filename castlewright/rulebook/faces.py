"""What is printed on a piece: pieces with an outline to scale, cards, tokens, with their backs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import cast

from castlewright.compiler.english.called import called, kind_called
from castlewright.compiler.typed import ir
from castlewright.draw.contract import Drawing
from castlewright.draw.palette import looks_of
from castlewright.draw.single import draw_single
from castlewright.rulebook.book import Book
from castlewright.rulebook.cardtext import Line, fitted, html_of, title_size
from castlewright.rulebook.flat import flat
from castlewright.rulebook.page import slug
from castlewright.rulebook.pictures import Pictures, first_piece
from castlewright.rulebook.world import capital

__all__ = [
    "BACK",
    "CARD",
    "CELL",
    "Face",
    "card_face",
    "colour_of",
    "faces_of",
    "is_token",
    "printable",
    "size_of",
    "text_card",
]

CELL = 12.0
"""Width in millimetres of a cell of a plan, where nothing else is asked for."""
SPACE = 4.5
"""A space of a grid is so many cells wide."""
CARD = (63.0, 88.0)
"""Width and height of a card in millimetres: poker size."""
TOKEN = (30.0, 30.0)
"""Width and height of a piece that tells no more than one word."""
BODY, BACK = (54.5, 64.0), (54.5, 70.0)
"""Width and height of the text on the front and the back of a card; the style sheet places them."""
FOOT = (36.0, 6.2)
"""Width and height of the small print of a card."""
LARGEST, SMALLEST = 10.5, 6.5
"""Type on cards, in points: no smaller, for reading at arm's length."""
SMALL = 5.75


@dataclass(frozen=True, slots=True)
class Face:
    """A piece to print: its size in millimetres, front and back as HTML.

    A `turned` one lies on its side: front and back were made for `high` by `wide`.
    """

    wide: float
    high: float
    front: str
    back: str
    turned: bool = False


def printable(book: Book) -> list[ir.Kind]:
    """The kinds of which there are pieces to lay on a table."""
    return [k for k in book.world.program.kinds.values() if k.definitions and book.world.is_physical(k)]


def faces_of(book: Book, kind: ir.Kind, cell: float, copies: int | None = None) -> Iterator[Face]:
    """All pieces of a kind, each as often as the game has it, or so many times."""
    pictures = Pictures(book, kind)
    plain = is_token(book, kind)
    for one in kind.definitions:
        if _has_outline(book, pictures):
            made = _piece(book, pictures, one, cell)
            faces = [] if made is None else [made]
        elif plain:
            faces = [_token(book, one)]
        else:
            faces = _cards(book, pictures, one)
        yield from [face for face in faces for _ in range(one.copies if copies is None else copies)]


# -- pieces with an outline --------------------------------------------------------------------------------


def size_of(book: Book, kind: ir.Kind) -> tuple[float, float]:
    """The longest and the shortest side that a piece of a kind may have, in cells; zeros where pieces have no
    outline of their own.
    """
    pictures = Pictures(book, kind)
    if not _has_outline(book, pictures):
        return 0.0, 0.0
    drawings = [pictures.drawing(one) for one in kind.definitions]
    sizes = [_measured(drawing) for drawing in drawings if drawing is not None]
    return max((max(size) for size in sizes), default=0.0), max((min(size) for size in sizes), default=0.0)


def _has_outline(book: Book, pictures: Pictures) -> bool:
    """Is a piece cut out along its outline: does it lie on a plan or grid, or on a piece that does?

    An outline that is lent to a card is only a picture on it.
    """
    if pictures.cell is not None:
        return True
    kinds = book.world.program.kinds.values()
    below = [
        zone for other in kinds for zone in other.zones.values() if Pictures(book, other).cell is not None
    ]
    return pictures.drawable and any(pictures.kind in zone.kinds for zone in below)


def _piece(book: Book, pictures: Pictures, one: ir.Definition, cell: float) -> Face | None:
    """A piece with an outline; one with several faces has its second face as its back."""
    drawings = [pictures.drawing(one, face) for face in range(len(one.faces))] or [pictures.drawing(one)]
    fronts = [drawing for drawing in drawings if drawing is not None]
    if not fronts:
        return None
    behind = fronts[1] if len(fronts) > 1 else _backside(book, fronts[0], one)
    wide, high = (length * cell for length in _measured(fronts[0]))
    front, back = (
        flat(draw_single(drawing, f"{side}-{slug(one.name)}", cell * (SPACE if drawing.get("grid") else 1)))
        for side, drawing in (("f", fronts[0]), ("b", behind))
    )
    return Face(wide, high, front, back)


def _measured(drawing: Drawing) -> tuple[float, float]:
    """Width and height of the piece of a drawing, in cells."""
    piece = first_piece(drawing)
    if drawing.get("grid"):
        return piece.get("w", 1) * SPACE, piece.get("h", 1) * SPACE
    places = [(int(place[0]), int(place[1])) for place in (*piece.get("cells", ()), *piece.get("cuts", ()))]
    xs, ys = [x for x, _ in places], [y for _, y in places]
    return max(xs) - min(xs) + 1, max(ys) - min(ys) + 1


def _backside(book: Book, drawing: Drawing, one: ir.Definition) -> Drawing:
    """The back of a piece: its outline in the mirror without colours, and what its back tells."""
    piece = first_piece(drawing)
    cells = [[-int(x), int(y)] for x, y, *_ in piece.get("cells", ())]
    mirror = {"nw": "ne", "ne": "nw", "sw": "se", "se": "sw"}
    cuts = [[-int(x), int(y), mirror[str(corner)], *rest] for x, y, corner, *rest in piece.get("cuts", ())]
    plain = {**piece, "cells": cells, "cuts": cuts, "sides": [], "colour_key": "", "badge": "", "marks": []}
    plain |= {"title": _back_text(book, one), "small": "", "arrows": []}
    return cast("Drawing", {**drawing, "pieces": [plain]})


def _back_text(book: Book, one: ir.Definition) -> str:
    """What the back of a definition tells: its fields on the back, or its kind."""
    return _behind(book, one) or capital(kind_called(one.kind, plural=False))


def _behind(book: Book, one: ir.Definition) -> str:
    """The fields that the back of a definition prints."""
    told = [book.world.writer.printed(one, field) for field in one.kind.fields.values() if field.on_back]
    return " ".join(text for text in told if text)


# -- cards and tokens --------------------------------------------------------------------------------------


def is_token(book: Book, kind: ir.Kind) -> bool:
    """Do the pieces of a kind do nothing and print one thing at most, so that a small piece holds it?"""
    writer = book.world.writer
    return not Pictures(book, kind).drawable and all(
        not writer.deeds(one) and len(list(_fields(book, one))) < 2 for one in kind.definitions
    )


def _fields(book: Book, one: ir.Definition) -> Iterator[str]:
    """What the front of a definition prints, field by field."""
    for field in one.kind.fields.values():
        told = book.world.writer.printed(one, field)
        if told and not field.on_back and field.name != "copies":
            yield told if told.startswith(called(field)) else f"{called(field)}: {told}"


def _token(book: Book, one: ir.Definition) -> Face:
    title = book.world.title_of(one)
    size, _ = title_size(title, TOKEN[0] - 5, 11, 5)
    colour = colour_of(book, one.kind)
    small = escape(capital(next(_fields(book, one), "")))
    front = (
        f'<div class="token" style="--colour:{colour}"><h2 style="font-size:{size:g}pt">{escape(title)}</h2>'
        f"<p>{small}</p></div>"
    )
    return Face(*TOKEN, front, _token_back(book, one, colour))


def _token_back(book: Book, one: ir.Definition, colour: str) -> str:
    noun = capital(kind_called(one.kind, plural=False))
    size, _ = title_size(noun, TOKEN[0] - 5, 10, 5)
    behind = escape(_behind(book, one))
    return (
        f'<div class="token back" style="--colour:{colour}">'
        f'<h2 style="font-size:{size:g}pt">{escape(noun)}</h2><p>{behind}</p></div>'
    )


def _cards(book: Book, pictures: Pictures, one: ir.Definition) -> list[Face]:
    """A card with what it does in generated sentences, its fields and pack in small; a text that is too long
    goes on on the back.
    """
    world = book.world
    lines = [Line(text) for text in world.writer.deeds(one)]
    fields = "; ".join(_fields(book, one))
    foot = capital(f"{fields}.") if fields else ""
    small = [Line(foot)] if foot else []
    if not lines or len(fitted(small, [FOOT], SMALL, SMALL).boxes) > 1:
        lines, foot = [*lines, *(Line(capital(f"{text}.")) for text in _fields(book, one))], ""
    picture = _picture(pictures, one)
    if picture:
        lines, foot = [], capital(f"{fields}.") if fields else ""
    pack = "" if world.is_base(one.pack) else world.packs[one.pack].title
    noun = capital(kind_called(one.kind, plural=False))
    return card_face(
        world.title_of(one),
        lines,
        (noun, _behind(book, one), world.program.title),
        (foot, pack),
        colour_of(book, one.kind),
        picture,
    )


def _picture(pictures: Pictures, one: ir.Definition) -> str:
    """The outline that a card shows; "" for a card without."""
    drawing = pictures.drawing(one) if pictures.drawable else None
    if drawing is None:
        return ""
    wide, high = _measured(drawing)
    cell = min(BODY[0] / wide, BODY[1] / high, 7.0)
    svg = flat(draw_single(drawing, f"c-{slug(one.name)}", 20))
    return f'<div class="picture" style="width:{wide * cell:.1f}mm;height:{high * cell:.1f}mm">{svg}</div>'


def card_face(
    title: str,
    lines: Sequence[Line],
    back: tuple[str, str, str],
    foot: tuple[str, str],
    colour: str,
    picture: str = "",
) -> list[Face]:
    """The cards that a text takes: usually one; the rest of a long text stands on its back, and what does not
    fit there on further cards. `back` is the deck, what tells its cards apart, and the game.
    """
    setting = fitted(lines, [BODY], LARGEST, SMALLEST)
    if len(setting.boxes) > 1:
        setting = fitted(lines, [BODY, BACK], LARGEST, SMALLEST)
    boxes = setting.boxes
    pairs = [(boxes[n], boxes[n + 1] if n + 1 < len(boxes) else ()) for n in range(0, len(boxes), 2)]
    faces: list[Face] = []
    for number, (front, behind) in enumerate(pairs, 1):
        name = title if len(pairs) == 1 else f"{title} ({number})"
        more = " → on the back" if behind else ""
        faces.append(
            Face(
                *CARD,
                _front(name, front, setting.size, (foot[0] + more, foot[1]), colour, picture),
                _more(name, behind, setting.size, colour) if behind else _back(back, colour),
            )
        )
    return faces


def text_card(title: str, front: Sequence[Line], behind: Sequence[Line], size: float, colour: str) -> Face:
    """A card with text on both of its sides."""
    return Face(*CARD, _more(title, front, size, colour), _more(title, behind, size, colour))


def _front(
    title: str, lines: Iterable[Line], size: float, foot: tuple[str, str], colour: str, picture: str
) -> str:
    return (
        f'<div class="card" style="--colour:{colour}">{_title(title)}'
        f'<div class="told" style="font-size:{size:g}pt"><div>{picture}{html_of(list(lines))}</div></div>'
        f"<footer><span>{escape(foot[0])}</span><span>{escape(foot[1])}</span></footer></div>"
    )


def _more(title: str, lines: Iterable[Line], size: float, colour: str) -> str:
    """The back of a card whose text does not fit its front."""
    return (
        f'<div class="card more" style="--colour:{colour}">{_title(title)}'
        f'<div class="told" style="font-size:{size:g}pt">{html_of(list(lines))}</div></div>'
    )


def _back(told: tuple[str, str, str], colour: str) -> str:
    """The back that all cards of a deck have in common."""
    noun, apart, game = told
    size, _ = title_size(noun, BACK[0] - 8, 21, 9)
    return (
        f'<div class="card back" style="--colour:{colour}"><div class="ring">'
        f'<h2 style="font-size:{size:g}pt">{escape(noun)}</h2><p class="apart">{escape(capital(apart))}</p>'
        f"<p>{escape(game)}</p></div></div>"
    )


def _title(title: str) -> str:
    size, lines = title_size(title, BODY[0], 12.5, 6.5)
    return f'<h2 class="lines-{lines}" style="font-size:{size:g}pt">{escape(title)}</h2>'


def colour_of(book: Book, kind: ir.Kind) -> str:
    """The colour of a kind of cards among all kinds."""
    names = sorted(kind.name for kind in printable(book))
    return looks_of(names)[kind.name].fill
