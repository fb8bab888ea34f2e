"""Turns the plans and grids of a game into the plain data that `castlewright.draw` draws."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from castlewright.colouring import colouring_of
from castlewright.draw.contract import Drawing, Piece, Side
from castlewright.printed import ROUND, Printed, words
from castlewright.runtime.cells import cell_place, side_place
from castlewright.runtime.game import Game
from castlewright.runtime.grid import Grid
from castlewright.runtime.plan import Plan
from castlewright.runtime.ruleset import Zone

__all__ = ["Board", "boards", "drawings_of", "feature_titles", "grid_piece", "plan_piece", "row_drawings"]

STEPS = ("dx", "dy")
"""Values that print numbers under these names are directions: pieces that print a set of them get arrows."""
COMPASS = {
    (0, 1): "n",
    (1, 1): "ne",
    (1, 0): "e",
    (1, -1): "se",
    (0, -1): "s",
    (-1, -1): "sw",
    (-1, 0): "w",
    (-1, 1): "nw",
}
CORNERS = ("nw", "ne", "se", "sw")
DIRECTIONS = ("n", "e", "s", "w")


@dataclass(frozen=True, slots=True)
class Board:
    """A plan or grid of a game: its zone, whose it is (None.

    Nobody's), its cell, and its name for people and files.
    """

    zone: Zone
    player: int | None
    cell: int
    title: str
    stem: str


def boards(game: Game) -> list[Board]:
    """All plans and grids of a game that hold something, those of players first, in their order."""
    rules = game.rules
    laid = [zone for zone in rules.zones.values() if zone.layout >= 0]
    found: list[Board] = []
    for zone in laid:
        for i in range(zone.count):
            cell = zone.base + i
            player = i if zone.holder == "player" else None
            if not game.cells[cell] or (player is not None and player >= game.players):
                continue
            found.append(Board(zone, player, cell, *_names(game, zone, i, alone=len(laid) == 1)))
    return sorted(found, key=lambda board: game.players if board.player is None else board.player)


def _names(game: Game, zone: Zone, i: int, *, alone: bool) -> tuple[str, str]:
    """How a board is called for people, and in the names of files."""
    kind = game.rules.kinds.get(zone.holder)
    if zone.holder == "player":
        title = game.names[i] if alone else f"{game.names[i]}: {words(zone.name)}"
        return title, f"{zone.name}_{i + 1}"
    if kind is not None and kind.is_value:
        name, member = kind.members[i]
        named = _players_of(game, zone.holder, i)
        return ": ".join([member or words(name), *named]), f"{zone.name}_{name}"
    return words(zone.name), zone.name if zone.count == 1 else f"{zone.name}_{i + 1}"


def _players_of(game: Game, holder: str, i: int) -> list[str]:
    """Whom the i-th member of a value kind keeps in mind, as one text; none where it is nobody."""
    kept: list[int | None] = [
        game.cells[keep.base + i]
        for keep in game.rules.keeps.values()
        if keep.holder == holder and keep.tag.base == "player" and not keep.tag.many
    ]
    names = [game.names[player] for player in dict.fromkeys(kept) if player is not None]
    return [" and ".join(names)] if names else []


def drawings_of(game: Game, printed: Printed | None = None) -> list[tuple[Board, Drawing]]:
    """The drawing of every plan and grid that holds something."""
    printed = Printed(game.rules) if printed is None else printed
    colouring = colouring_of(printed)
    found: list[tuple[Board, Drawing]] = []
    for board in boards(game):
        layout: Any = game.cells[game.rules.board.layout_of[board.cell]]
        if isinstance(layout, Plan):
            pieces = [plan_piece(game, printed, layout, pid) for pid in layout.pieces()]
        else:
            pieces = [grid_piece(game, printed, layout, pid) for pid in layout.pieces()]
        drawing = Drawing(
            title=board.title,
            grid=isinstance(layout, Grid),
            pieces=pieces,
            key_titles=printed.colour_titles(),
            feature_titles=feature_titles(game),
            **colouring,
        )
        beside = _beside(game, board)
        if beside:
            drawing["beside"] = beside
        found.append((board, drawing))
    return found


def row_drawings(game: Game, printed: Printed | None = None) -> list[tuple[Board, Drawing]]:
    """Rows that everybody sees of pieces that lie on square grids elsewhere: a row of nobody as a line, those
    of the members of a value kind as columns side by side.
    """
    printed = Printed(game.rules) if printed is None else printed
    found: list[tuple[Board, Drawing]] = []
    for zone in game.rules.zones.values():
        if zone.structure != "row" or zone.seen != "everyone" or not _all_on_grids(game, zone):
            continue
        kind = game.rules.kinds.get(zone.holder)
        if zone.holder and (kind is None or not kind.is_value):
            continue
        rows = [list(game.cells[zone.base + i]) for i in range(zone.count)]
        if not any(rows):
            continue
        columns: dict[str, str] = {}
        pieces: list[Piece] = []
        last = max(i for i, row in enumerate(rows) if row)
        for i, row in enumerate(rows[: last + 1]):
            for n, pid in enumerate(row):
                x, y = (i, n) if kind is not None else (n, 0)
                pieces.append({**_grid_texts(game, printed, pid), "x": x, "y": y, "w": 1, "h": 1})
            if kind is not None:
                name, member = kind.members[i]
                columns[str(i)] = member or words(name)
        title = f"{words(zone.name)[:1].upper()}{words(zone.name)[1:]}" + (
            f" of each {words(zone.holder)}" if kind is not None else ""
        )
        drawing = Drawing(
            title=title,
            grid=True,
            ground=kind is not None,
            columns=columns,
            pieces=pieces,
            key_titles=printed.colour_titles(),
            **colouring_of(printed),
        )
        found.append((Board(zone, None, zone.base, title, zone.name), drawing))
    return found


def _all_on_grids(game: Game, zone: Zone) -> bool:
    """May all pieces of a zone lie on a square grid, and on no plan?"""
    layouts = {
        kind: {
            isinstance(game.cells[game.rules.board.layout_of[other.base]], Grid)
            for other in game.rules.zones.values()
            if other.layout >= 0 and kind in other.kinds
        }
        for kind in zone.kinds
    }
    return all(found == {True} for found in layouts.values())


def _beside(game: Game, board: Board) -> dict[str, list[str]]:
    """What else lies open with the member of a value kind that holds a board: titles by the place's name."""
    kind = game.rules.kinds.get(board.zone.holder)
    if kind is None or not kind.is_value:
        return {}
    found: dict[str, list[str]] = {}
    for zone in game.rules.zones.values():
        if zone.holder == kind.name and zone.layout < 0 and zone.seen == "everyone":
            pieces = game.cells[zone.base + board.cell - board.zone.base]
            titles = [game.rules.piece_title(pid) for pid in pieces if pid not in game.down]
            if titles:
                found[words(zone.name)] = titles
    return found


def feature_titles(game: Game) -> dict[str, str]:
    """What the features on the sides of pieces are called, by name."""
    kind = game.rules.kinds.get("feature")
    return {} if kind is None else {name: title or words(name) for name, title in kind.members}


def _texts(game: Game, printed: Printed, pid: int) -> Piece:
    marks, complete = _marks(game, pid)
    return Piece(
        name=game.rules.piece_names[pid],
        title=printed.title(game, pid),
        colour_key="+".join(printed.colour(game, pid)),
        badge=printed.value(game, pid),
        small=printed.remark(game, pid),
        marks=marks,
        complete=complete,
    )


def _marks(game: Game, pid: int) -> tuple[list[str], bool]:
    """What is remembered about a piece, in words, and whether the first yes-or-no of it is yes."""
    rules = game.rules
    name = rules.definitions[rules.piece_def[pid]][1]
    marks: list[str] = []
    flags: list[bool] = []
    for keep in rules.keeps.values():
        place = pid - keep.first
        if keep.holder not in (rules.piece_kind(pid), name) or not 0 <= place < keep.count:
            continue
        value = game.cells[keep.base + place]
        if keep.tag.base == "yesno":
            flags.append(bool(value))
            if value and len(flags) > 1:
                marks.append(words(keep.name))
        elif keep.tag.base in ("unit", "number") and value:
            marks.append(f"{value} {keep.tag.name or words(keep.name)}")
    for zone in rules.zones.values():
        place = pid - zone.first
        if zone.holder in (rules.piece_kind(pid), name) and 0 <= place < zone.count:
            marks += [
                rules.piece_title(other) for other in game.cells[zone.base + place] if other not in game.down
            ]
    return marks, bool(flags) and flags[0]


def plan_piece(game: Game, printed: Printed, plan: Plan, pid: int) -> Piece:
    """A piece that lies on a plan, as it is drawn."""
    piece = _texts(game, printed, pid)
    over = plan.over_cells_of(pid)
    piece["cells"] = [list(cell_place(cell)) for cell in (*plan.cells_of(pid), *over)]
    piece["sides"] = [side for side in _sides(game, plan, pid) if not side["feature"].endswith(ROUND)]
    if over:
        # It is drawn as a band in one colour, which shows by itself where its ends lie.
        piece["over"] = [list(cell_place(cell)) for cell in over]
        piece["sides"] = []
        piece["colour_key"] = ""
    curve = ["arc"] if printed.is_round(pid) else []
    piece["cuts"] = [[*cell_place(cell), CORNERS[corner], *curve] for cell, corner in plan.cut_cells_of(pid)]
    return piece


def _sides(game: Game, plan: Plan, pid: int) -> list[Side]:
    kind = game.rules.kinds.get("feature")
    found: list[Side] = []
    for number, (name, _) in enumerate(kind.members if kind is not None else ()):
        for side in plan.sides_of(pid, number):
            x, y, edge = side_place(side)
            found.append(Side(x=x, y=y, dir=DIRECTIONS[edge], feature=name))
    return found


def grid_piece(game: Game, printed: Printed, grid: Grid, pid: int) -> Piece:
    """A piece that lies on a square grid, as it is drawn."""
    piece = _grid_texts(game, printed, pid)
    piece["x"] = grid.column(pid)
    piece["y"] = grid.row(pid)
    piece["w"] = grid.width(pid)
    piece["h"] = 1
    return piece


def _grid_texts(game: Game, printed: Printed, pid: int) -> Piece:
    piece = _texts(game, printed, pid)
    piece["arrows"], shown = _arrows(game, printed, pid)
    signs = {field: sign for field, sign in printed.signs(game, pid).items() if field not in shown}
    piece["small"] = printed.remark(game, pid, without=(*shown, *signs))
    piece["marks"] = [*signs.values(), *piece.get("marks", ())]
    return piece


def _arrows(game: Game, printed: Printed, pid: int) -> tuple[list[str], list[str]]:
    """The neighbours a piece looks at, and the fields that say no more than that.

    No arrows are needed where it looks at all eight.
    """
    said: list[str] = []
    for field in printed.fields[game.rules.piece_kind(pid)]:
        if field.tag.one.base != "value":
            continue
        steps = {f.name: f for f in printed.fields[field.tag.one.name] if f.name in STEPS}
        if len(steps) == len(STEPS):
            looks = [
                COMPASS.get((steps["dx"].of(mark), steps["dy"].of(mark)))
                for mark in field.many(pid, printed.face(game, pid))
            ]
            near = [look for look in looks if look is not None]
            if len(near) == len(looks):
                said.append(field.name)
            if 0 < len(near) < len(COMPASS):
                return near, said
    return [], said
