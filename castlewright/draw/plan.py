"""A free plan: pieces of cells with walls, doors and cut corners."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from .contract import Cut, Drawing, Piece
from .describe import described, spoken
from .features import edge_mark, style_of
from .label import Box, ghost, label, numbered
from .legend import Entry, feature_entry, key_entries, legend, scale_entry, tick_entry
from .markup import element, escape, number
from .outline import box_of, is_circle, largest_rectangle, path_of, trace
from .palette import Look, drawing_looks, fill_of, paint_definitions
from .style import MARGIN, WALL, frame, head_of, heading

UNIT = 30.0  # drawing units along the edge of a cell
LEAST_WIDTH = 330.0
INLAY = WALL + 1.3
BAND = 0.2  # of a cell is left free on either side of a piece that lies over others


def draw_plan(data: Drawing, prefix: str = "plan") -> str:
    """The SVG of a plan.

    `prefix` begins every identifier in it, so that several drawings can stand in one page.
    """
    pieces = data.get("pieces", ())
    keys = [piece.get("colour_key", "") for piece in pieces]
    looks = drawing_looks(data)
    left, top, right, bottom = extent(data)
    width = max(LEAST_WIDTH, (right - left) * UNIT + 2 * MARGIN)
    head = head_of(data)
    across = (width - (right - left) * UNIT) / 2
    shift = f"translate({number(across - left * UNIT)} {number(head - top * UNIT)})"
    titles = data.get("key_titles", {})
    styles = data.get("feature_styles", {})
    # What lies over other pieces comes last.
    layers = sorted(pieces, key=lambda piece: bool(piece.get("over")))
    drawn = "".join(plan_shape(piece, looks, titles, styles, prefix) for piece in layers)
    foot = head + (bottom - top) * UNIT + 10
    rows, high = legend(_entries(data, looks, styles), foot, width)
    height = foot + high + 4
    defs = element("defs", _squared(prefix) + paint_definitions(keys, looks, prefix))
    # Inside the moved group, so that the squares' lines run along the edges of cells.
    paper = element(
        "rect",
        x=MARGIN / 2 - across + left * UNIT,
        y=top * UNIT,
        width=width - MARGIN,
        height=(bottom - top) * UNIT,
        fill=f"url(#{prefix}-squares)",
    )
    marks = "".join(plan_mark(piece) for piece in layers if piece.get("marked"))
    if not data.get("paper", True):
        paper = ""
    plan = element("g", paper + drawn + marks, transform=shift)
    body = defs + plan + heading(data, width) + rows
    return frame(
        body,
        width,
        height,
        prefix,
        data.get("title", "") or "Plan",
        described(data),
        paper=data.get("paper", True),
    )


def extent(data: Drawing) -> tuple[int, int, int, int]:
    """The box of what is shown: that of all cells with a margin of one cell around it, or more."""
    given = data.get("frame")
    left, top, right, bottom = _cells_extent(data.get("pieces", ()))
    if given is None:
        return left, top, right, bottom
    return min(left, given[0]), min(top, given[1]), max(right, given[2]), max(bottom, given[3])


def _cells_extent(pieces: Iterable[Piece]) -> tuple[int, int, int, int]:
    places: list[tuple[int, int]] = [(0, 0)]
    for piece in pieces:
        places += [(int(place[0]), int(place[1])) for place in _places(piece)]
    if len(places) > 1:
        places = places[1:]
    left, top, right, bottom = box_of(places)
    return left - 1, top - 1, right + 1, bottom + 1


def _places(piece: Piece) -> list[Cut]:
    return [*piece.get("cells", ()), *piece.get("cuts", ())]


def _squared(prefix: str) -> str:
    """The paper's squares; their lines run where the cells' edges run."""
    line = element("path", d=f"M{number(UNIT)} 0H0V{number(UNIT)}", class_="cw-grid")
    return element(
        "pattern", line, id=f"{prefix}-squares", width=UNIT, height=UNIT, patternUnits="userSpaceOnUse"
    )


def plan_shape(
    piece: Piece, looks: Mapping[str, Look], titles: Mapping[str, str], styles: Mapping[str, str], prefix: str
) -> str:
    """The markup of one piece, in the coordinates of the plan."""
    if piece.get("over"):
        return _band(piece, looks, titles)
    cells, cuts = piece.get("cells", ()), piece.get("cuts", ())
    paint = fill_of(piece.get("colour_key", ""), looks, prefix)
    parts = [element("title", escape(spoken(piece, titles)))]
    inside = WALL / 2
    if is_circle(cells, cuts):
        left, top, right, bottom = box_of(cells, cuts)
        radius = (right - left) * UNIT / 2
        x, y = (left + right) / 2 * UNIT, (top + bottom) / 2 * UNIT
        parts.append(
            element("circle", cx=x, cy=y, r=radius - inside, fill=paint, class_="cw-wall", stroke_width=WALL)
        )
        inlay = element("circle", cx=x, cy=y, r=radius - INLAY, class_="cw-inlay")
        # Nearly the box that a circle holds; only rounded signs stand in its corners.
        box = Box(x - radius * 0.71, y - radius * 0.65, radius * 1.42, radius * 1.3)
    else:
        outline = path_of(trace(cells, cuts), UNIT, inside)
        parts.append(element("path", d=outline, fill=paint, class_="cw-wall", stroke_width=WALL))
        inlay = element("path", d=path_of(trace(cells, cuts), UNIT, INLAY), class_="cw-inlay")
        left, top, right, bottom = largest_rectangle(cells)
        pad = WALL + 4
        box = Box(
            left * UNIT + pad,
            top * UNIT + pad,
            (right - left) * UNIT - 2 * pad,
            (bottom - top) * UNIT - 2 * pad,
        )
    parts.append(inlay + ghost(piece, box, looks))
    for side in piece.get("sides", ()):
        style = style_of(side["feature"], styles)
        parts.append(edge_mark(style, side["x"] * UNIT, side["y"] * UNIT, side["dir"], UNIT, paint))
    parts.append(label(piece, box, looks))
    return element("g", "".join(parts))


def _band(piece: Piece, looks: Mapping[str, Look], titles: Mapping[str, str]) -> str:
    """A piece that lies over others: a band in the middle of its cells, so that these stay legible."""
    cells = piece.get("cells", ())
    name = element("title", escape(spoken(piece, titles)))
    outline = path_of(trace(cells), UNIT, UNIT * BAND)
    shape = element("path", d=outline, class_="cw-band")
    free = [cell for cell in cells if cell not in piece.get("over", ())]
    left, top, right, bottom = largest_rectangle(free or cells)
    inside = UNIT * BAND + 1
    box = Box(
        left * UNIT + inside,
        top * UNIT + inside,
        (right - left) * UNIT - 2 * inside,
        (bottom - top) * UNIT - 2 * inside,
    )
    written = label({**piece, "colour_key": ""}, box, looks) if free else ""
    return element("g", name + shape + written)


def plan_mark(piece: Piece) -> str:
    """A halo around a piece that the text around the drawing speaks of, and its number; above all pieces."""
    cells, cuts = piece.get("cells", ()), piece.get("cuts", ())
    left, top, right, bottom = box_of(cells, cuts)
    around = UNIT * BAND if piece.get("over") else -1.6
    if is_circle(cells, cuts):
        x, y = (left + right) / 2 * UNIT, (top + bottom) / 2 * UNIT
        rings = [
            element("circle", cx=x, cy=y, r=(right - left) * UNIT / 2 - around, class_=css)
            for css in ("cw-halo", "cw-marked")
        ]
    else:
        outline = path_of(trace(cells, cuts), UNIT, around)
        rings = [element("path", d=outline, class_=css) for css in ("cw-halo", "cw-marked")]
    first = min(cells, key=lambda cell: (cell[1], cell[0]), default=(left, top))
    return "".join(rings) + numbered(piece.get("number", 0), first[0] * UNIT, first[1] * UNIT)


def _entries(data: Drawing, looks: Mapping[str, Look], styles: Mapping[str, str]) -> list[Entry]:
    if not data.get("legend", True):
        return []
    pieces = data.get("pieces", ())
    entries = key_entries(data, looks)
    named = data.get("feature_titles", {})
    features = sorted({side["feature"] for piece in pieces for side in piece.get("sides", ())})
    for feature in features:
        style = style_of(feature, styles)
        if style != "wall":
            entries.append(feature_entry(style, named.get(feature, feature.replace("_", " "))))
    if any(piece.get("complete") for piece in pieces):
        entries.append(tick_entry())
    if data.get("cell"):
        entries.append(scale_entry(int(data.get("cell", 5)), 2, UNIT))
    return entries
