"""One piece by itself, to scale: for catalogues and for sheets to cut out."""

from __future__ import annotations

from collections.abc import Mapping

from .contract import Drawing
from .describe import spoken
from .grid import UNIT as SPACE
from .grid import grid_mark, grid_shape
from .icons import icon
from .markup import element, escape, number, text_at
from .outline import box_of
from .palette import Look, drawing_looks, fill_of, paint_definitions, tag
from .plan import UNIT as CELL
from .plan import plan_mark, plan_shape
from .style import STYLE

__all__ = ["draw_sign", "draw_single", "draw_tag"]


def draw_single(data: Drawing, prefix: str, cell: float, said: str = "") -> str:
    """The SVG of the first piece of a drawing, cropped to it; `cell` is the width of a cell (of a space on a
    grid) in pixels, so that pieces drawn with the same number are to one scale. `said` tells what it shows.
    """
    piece = next(iter(data.get("pieces", [])))
    looks = drawing_looks(data)
    titles = data.get("key_titles", {})
    if data.get("grid"):
        unit, (left, top, right, bottom) = SPACE, (0, 0, piece.get("w", 1), piece.get("h", 1))
        body = grid_shape({**piece, "x": 0, "y": 0}, 0, bottom * unit, looks, titles, prefix)
        body += grid_mark({**piece, "x": 0, "y": 0}, 0, bottom * unit) if piece.get("marked") else ""
    else:
        unit = CELL
        left, top, right, bottom = box_of(piece.get("cells", ()), piece.get("cuts", ()))
        body = plan_shape(piece, looks, titles, data.get("feature_styles", {}), prefix)
        body += plan_mark(piece) if piece.get("marked") else ""
    defs = paint_definitions([piece.get("colour_key", "")], looks, prefix)
    content = (element("defs", defs) if defs else "") + body
    return _frame(
        content,
        said or spoken(piece, titles),
        (left * unit, top * unit, right * unit, bottom * unit),
        cell / unit,
    )


def _frame(body: str, said: str, box: tuple[float, float, float, float], scale: float) -> str:
    left, top, right, bottom = box
    wide, high = right - left, bottom - top
    view = " ".join(map(number, (left, top, wide, high)))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}" width="{number(wide * scale)}" '
        f'height="{number(high * scale)}" role="img" aria-label="{escape(said)}">'
        f"<style>{STYLE}</style>{body}</svg>\n"
    )


def draw_sign(key: str, looks: Mapping[str, Look], title: str, size: float = 16) -> str:
    """The SVG of the sign of one colour key: for marking lines of a text. It is its icon, or else its tag."""
    look = looks[key]
    swatch = element(
        "rect",
        x=0.6,
        y=0.6,
        width=18.8,
        height=18.8,
        rx=4.5,
        fill=fill_of(key, looks, "sign"),
        class_="cw-edge",
    )
    defs = paint_definitions([key], looks, "sign")
    body = element("title", escape(title)) + (element("defs", defs) if defs else "")
    body += swatch + (icon(look.icon, 10, 10, 14, "cw-ink") if look.icon else tag(look, 10, 10, 15))
    return _sign_frame(body, 20, size, title)


def draw_tag(look: Look, title: str, size: float = 16) -> str:
    """The SVG of the icon of a key with its letter on its colour: for tables."""
    wide = 34 if len(look.letter) == 1 else 40
    swatch = element(
        "rect", x=0.6, y=0.6, width=wide - 1.2, height=18.8, rx=4.5, fill=look.fill, class_="cw-edge"
    )
    words = text_at((wide + 18) / 2, 15.2, look.letter, 14, "cw-name", "middle")
    body = element("title", escape(title)) + swatch + icon(look.icon, 10.5, 10, 14, "cw-ink") + words
    return _sign_frame(body, wide, size, title)


def _sign_frame(body: str, wide: int, size: float, title: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} 20" width="{number(size * wide / 20)}" '
        f'height="{number(size)}" role="img" aria-label="{escape(title)}">'
        f"<style>{STYLE}</style>{body}</svg>\n"
    )
