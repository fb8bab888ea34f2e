"""How values are named for a player: pieces whose front he does not know go by their place, never by what
they are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .ops import seen_mask
from .state import is_many
from .tag import Tag, encode

if TYPE_CHECKING:
    from .decision import Choice
    from .state import State

__all__ = [
    "back_plain",
    "face_name",
    "known_plain",
    "knows",
    "option_label",
    "option_plain",
    "piece_label",
    "piece_plain",
    "place_name",
]


def place_name(g: State, pid: int) -> str:
    """Return a piece's place: its zone, and its number in it from 1."""
    cell = g.where[pid]
    if cell < 0:
        return "out of play"
    return f"{cell_label(g, cell)} #{g.cells[cell].index(pid) + 1}"


def cell_label(g: State, cell: int) -> str:
    """Return a zone or keep in words: that of a piece that not everybody knows is named by the piece's
    place."""
    if cell < 0:
        return "out of play"
    rules = g.rules
    owner = rules.cell_owner[cell]
    if owner >= 0:
        holding = rules.cell_zone[cell] or rules.cell_keep[cell]
        return f"{holding.name if holding else cell} of {g.names[owner] if owner < g.players else owner}"
    if owner < -1:
        holding = rules.cell_zone[cell] or rules.cell_keep[cell]
        return f"{holding.name if holding else cell} of {place_name(g, -2 - owner)}"
    return rules.cell_names[cell]


def known_plain(g: State, pid: int) -> dict[str, Any]:
    """Return a piece that is known, as JSON data: the name and title of its definition (copies are alike)."""
    rules = g.rules
    plain: dict[str, Any] = {
        "name": rules.definitions[rules.piece_def[pid]][1],
        "title": rules.piece_title(pid),
    }
    if g.face and (faces := rules.definitions[rules.piece_def[pid]][3]):
        plain["face"] = faces[g.face[pid]]
    return plain


def back_plain(g: State, pid: int) -> dict[str, Any]:
    """Return what the back of a piece shows, as JSON data: its kind and the fields `on back`."""
    kind, fields = g.rules.backs[g.rules.back_of[pid]]
    return {"back": kind, **{name: encode(g.rules, tag, value) for name, tag, value in fields}}


def shows_back(g: State, pid: int) -> bool:
    """Can the back of a piece be seen? Not inside a bag, and only on top of a pile."""
    cell = g.where[pid]
    zone = g.rules.cell_zone[cell] if cell >= 0 else None
    if zone is None:
        return False
    if zone.structure == "pile":
        return g.cells[cell][0] == pid
    return zone.structure != "bag"


def piece_plain(g: State, pid: int, viewer: int) -> dict[str, Any]:
    """Return a piece where it lies as JSON data, telling only what a player may know."""
    if knows(g, pid, viewer):
        return {**known_plain(g, pid), "place": place_name(g, pid)}
    back = back_plain(g, pid) if shows_back(g, pid) else {}
    return {**back, "place": place_name(g, pid)}


def knows(g: State, pid: int, viewer: int) -> bool:
    """Does a player know a piece's front, or see it at this moment? Viewer -1 knows everything."""
    if viewer < 0 or g.known[pid] >> viewer & 1:
        return True
    cell = g.where[pid]
    # Zones whose visibility is a rule may show more at one time than at another.
    return (
        cell >= 0
        and g.rules.cell_seen[cell] is None
        and pid not in g.down
        and bool(seen_mask(g, cell) >> viewer & 1)
    )


def piece_label(g: State, pid: int, viewer: int) -> str:
    """Return a piece in words, telling only what a player may know."""
    return g.rules.piece_title(pid) if knows(g, pid, viewer) else place_name(g, pid)


def face_name(g: State, pid: int | None, face: int, viewer: int) -> str:
    """Return a face of a piece as the rules call it; by its number where the name could tell the piece."""
    faces = () if pid is None else _told_faces(g, pid, viewer)
    return faces[face] if face < len(faces) else f"face {face + 1}"


def face_title(g: State, pid: int | None, face: int, viewer: int) -> str:
    """Return a face in words: its title, else as :func:`face_name`."""
    name = face_name(g, pid, face, viewer)
    if pid is not None and name in _told_faces(g, pid, viewer):
        *_, titles = g.rules.definitions[g.rules.piece_def[pid]][3:]
        name = titles[face] or name
    return name.replace("_", " ")


def _told_faces(g: State, pid: int, viewer: int) -> tuple[str, ...]:
    """The names of a piece's faces for who knows it, or where all that look like it have the same faces."""
    alike = g.rules.back_faces[g.rules.back_of[pid]]
    return g.rules.definitions[g.rules.piece_def[pid]][3] if alike or knows(g, pid, viewer) else ()


def option_label(g: State, choice: Choice, value: Any, viewer: int, faced: int | None = None) -> str:
    """Return an option in words for a player; `faced` is the piece whose faces are offered."""
    if choice.titles and isinstance(value, int):
        return choice.titles[value]
    if choice.one.base == "face":
        return face_title(g, faced, value, viewer)
    return value_label(g, choice.one, value, viewer)


def option_plain(g: State, choice: Choice, value: Any, viewer: int, faced: int | None = None) -> Any:
    """Return an option as JSON data for a player; `faced` is the piece whose faces are offered."""
    if choice.titles and isinstance(value, int):
        return choice.titles[value]
    if choice.one.base == "face":
        return face_name(g, faced, value, viewer)
    return value_plain(g, choice.one, value, viewer)


def value_label(g: State, tag: Tag, value: Any, viewer: int) -> str:
    """Return a value in words for a player."""
    if value is None:
        return "none"
    if tag.many:
        return ", ".join([value_label(g, tag.one, item, viewer) for item in value]) or "nothing"
    rules = g.rules
    base = tag.base
    if base == "piece":
        return piece_label(g, value, viewer)
    if base == "value":
        number: int = value
        name, title = rules.kinds[tag.name].members[number]
        return title or name.replace("_", " ")
    if base == "player":
        player: int = value
        return g.names[player]
    if base == "yesno":
        return "yes" if value else "no"
    if base == "action":
        return _action_label(g, value, viewer)
    if base == "unit":
        return f"{value} {rules.units.get(tag.name, tag.name) if value in (1, -1) else tag.name}"
    if base == "spot":
        return _spot_label(g, value, viewer)
    if base == "face":
        return face_name(g, None, value, viewer)
    return str(value)


def _spot_label(g: State, spot: tuple[int, ...], viewer: int) -> str:
    """A spot as examples write it: place, turn unless it is none, and the face where there are several."""
    _, pid, column, row, *rest = spot
    piece = "" if pid < 0 else f"{piece_label(g, pid, viewer)} at "
    turn = f" turned {90 * rest[0]}" if rest and rest[0] else ""
    faces = _told_faces(g, pid, viewer) if pid >= 0 and len(rest) > 1 else ()
    return f"{piece}{column}, {row}{turn}" + (f" showing {faces[rest[1]]}" if faces else "")


def _action_label(g: State, value: Any, viewer: int) -> str:
    number: int
    if is_many(value):
        pid: int
        number, pid = value
        return f"{g.rules.actions[number].title} ({piece_label(g, pid, viewer)})"
    number = value
    return "Pass" if number < 0 else g.rules.actions[number].title


def value_plain(g: State, tag: Tag, value: Any, viewer: int) -> Any:
    """Return a value as JSON data for a player."""
    if value is None:
        return None
    if tag.many:
        return [value_plain(g, tag.one, item, viewer) for item in value]
    base = tag.base
    if base == "piece":
        return piece_plain(g, value, viewer)
    if base == "spot":
        spot: tuple[int, ...] = value
        zone = g.rules.cell_names[spot[0]]
        return {"zone": zone, "piece": piece_plain(g, spot[1], viewer), "at": list(spot[2:])}
    if base == "action":
        number: int
        number, *piece = value if is_many(value) else (value,)
        plain: dict[str, Any] = {"name": "pass" if number < 0 else g.rules.actions[number].name}
        return {**plain, "piece": piece_plain(g, piece[0], viewer)} if piece else plain
    return encode(g.rules, tag, value)
