"""The log: what happened, who may know it, and why amounts changed.

Entries are tuples; the first three elements of all are kind, clause and step number. What follows:

- ``step`` (a step or turn begins): player or None.
- ``line`` (a counter changes): verb ("gain" "lose" "pay" "set"), counter cell, change, cell of the counter on
  the other side or -1, its change, reason or None, parts ((element, amount), ...), masks of the players who
  know each part (empty when parts are no pieces), mask of those who know the piece whose counter it is, the
  piece or member of a value kind it is about or None, mask of those who know that.
- ``set``: cell, value, masks of the pieces in it or None, mask of the players who see the cell, mask of those
  who know the piece whose cell it is.
- ``move``: player or None, pieces, masks of who knows each, zone cells they left, zone cell, "up" "down" or
  None, spot.
- ``look``: player or None for everybody, pieces, zone cells.
- ``flip``: piece, up?, mask.
- ``face``: piece, face number, mask.
- ``shuffle``: zone cell, number of pieces.
- ``answer``: player, choice number, value, masks of pieces (of faces, their piece) or None, "answer" or
  "auto".
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from .naming import cell_label, face_name, value_label
from .state import EVERYONE, State, is_many
from .tag import Tag, encode

if TYPE_CHECKING:
    from .ruleset import Ruleset

__all__ = ["Line", "about_of", "entries_for", "entry_plain", "lines", "parts_in_words", "text_of"]

Entry = tuple[Any, ...]


class Line:
    """One change of a counter, with its reason: what a score is made of.

    - ``verb``: "gain", "lose", "pay" or "set"; ``counter`` and ``unit``: names ("" for a plain number).
    - ``player``: whose counter it is, None for nobody's; ``change``: how much it went up (negative: down).
    - ``other``, ``other_change``: the same for the counter on the other side, None and 0 for the supply.
    - ``reason``: the name of the value given with `as`, or None; ``reason_title``: it in words, or what the
      clause is.
    - ``about``: the piece or member of a value kind it speaks of, or None; ``about_tag``: its type.
    - ``parts``: what the amount was counted from, as (element, amount) pairs; ``parts_tag``: their type.
    - ``step``: path of the step; ``file``, ``line``, ``what``: where and what the rule is.
    - ``cell``, ``other_cell``: the counters' cells, -1 for the supply.
    """

    __slots__ = (
        "about",
        "about_tag",
        "cell",
        "change",
        "counter",
        "file",
        "line",
        "other",
        "other_cell",
        "other_change",
        "parts",
        "parts_tag",
        "player",
        "reason",
        "reason_title",
        "step",
        "unit",
        "verb",
        "what",
    )

    def __init__(self, rules: Ruleset, entry: Entry) -> None:
        number: int = entry[1]
        step: int = entry[2]
        reason: int | None = entry[8]
        clause = rules.clauses[number]
        self.verb: str = entry[3]
        self.cell: int = entry[4]
        self.change: int = entry[5]
        self.other_cell: int = entry[6]
        self.other_change: int = entry[7]
        self.parts: tuple[tuple[Any, int], ...] = entry[9]
        self.parts_tag = clause.parts
        self.about: int | None = entry[12]
        self.about_tag = clause.about
        keep = rules.cell_keep[self.cell]
        self.counter = keep.name if keep is not None else ""
        self.unit = keep.tag.name if keep is not None else ""
        self.player = _owner(rules, self.cell)
        self.other = _owner(rules, self.other_cell)
        self.reason = None if reason is None else rules.reasons[reason][0]
        self.reason_title = (
            clause.what if reason is None else rules.reasons[reason][1] or rules.reasons[reason][0]
        )
        self.step = rules.steps[step][0] if step >= 0 else ""
        self.file = clause.file
        self.line = clause.line
        self.what = clause.what

    def __repr__(self) -> str:
        return f"<Line {self.change:+} {self.counter} of {self.player}: {self.reason_title}>"


def _owner(rules: Ruleset, cell: int) -> int | None:
    owner = rules.cell_owner[cell] if cell >= 0 else -1
    return owner if owner >= 0 else None


def lines(g: State) -> Iterator[Line]:
    """Yield all lines of a game, oldest first."""
    rules = g.rules
    for entry in g.log_list[: g.log_n]:
        if entry[0] == "line":
            yield Line(rules, entry)


def entries_for(g: State, viewer: int, since: int = 0) -> list[dict[str, Any]]:
    """Return the log from entry number `since` as JSON data, telling only what a player may know."""
    return [entry_plain(g, entry, viewer) for entry in g.log_list[since : g.log_n]]


def _piece(g: State, pid: int, mask: int, viewer: int) -> Any:
    """A piece in an old entry: by name if the player knew it then, else as the back it has."""
    rules = g.rules
    if mask >> viewer & 1:
        return {"name": rules.definitions[rules.piece_def[pid]][1], "title": rules.piece_title(pid)}
    return {}


def _place(g: State, cell: int) -> str | None:
    """A zone in an entry. Zones on pieces go by their name alone: which piece it was may be hidden."""
    if cell < 0:
        return None
    rules = g.rules
    zone = rules.cell_zone[cell] or rules.cell_keep[cell]
    return zone.name if rules.cell_owner[cell] < -1 and zone is not None else rules.cell_names[cell]


def entry_plain(g: State, entry: Entry, viewer: int) -> dict[str, Any]:
    """Return one entry as JSON data, telling only what a player may know; `viewer` -1 knows everything."""
    rules = g.rules
    kind: str = entry[0]
    number: int = entry[1]
    step: int = entry[2]
    clause = rules.clauses[number]
    plain: dict[str, Any] = {"kind": kind, "step": rules.steps[step][0] if step >= 0 else None}
    if kind == "step":
        plain["player"] = entry[3]
        return plain
    plain["rule"] = {
        "file": clause.file,
        "line": clause.line,
        "what": clause.what,
        "sentence": clause.sentence,
    }
    return {**plain, **_DETAILS[kind](g, entry, viewer if viewer >= 0 else 0, EVERYONE if viewer < 0 else 0)}


def _line(g: State, entry: Entry, viewer: int, extra: int) -> dict[str, Any]:
    line = Line(g.rules, entry)
    tag = line.parts_tag
    masks: tuple[int, ...] = entry[10]
    parts: list[list[Any]] = []
    for i, (element, amount) in enumerate(line.parts):
        if masks:
            parts.append([_piece(g, element, masks[i] | extra, viewer), amount])
        else:
            parts.append([encode(g.rules, tag, element) if tag is not None else element, amount])
    return {
        **_holder(g, line.cell, entry[11] | extra, viewer),
        **_about(g, line, entry[13] | extra, viewer),
        "verb": line.verb,
        "counter": line.counter,
        "unit": line.unit,
        "player": line.player,
        "change": line.change,
        "other": line.other,
        "other_change": line.other_change,
        "reason": line.reason,
        "parts": parts,
    }


def _about(g: State, line: Line, mask: int, viewer: int) -> dict[str, Any]:
    """What a line is about: a piece as elsewhere, a member of a value kind by name where it may be known."""
    tag = line.about_tag
    if line.about is None or tag is None:
        return {}
    if tag.base == "piece":
        return {"about": _piece(g, line.about, mask, viewer)}
    return {"about": encode(g.rules, tag, line.about)} if mask >> viewer & 1 else {}


def _holder(g: State, cell: int, mask: int, viewer: int) -> dict[str, Any]:
    """The piece that keeps what is in a cell."""
    owner = g.rules.cell_owner[cell]
    return {"piece": _piece(g, -2 - owner, mask, viewer)} if owner < -1 else {}


def _set(g: State, entry: Entry, viewer: int, extra: int) -> dict[str, Any]:
    cell: int
    _, _, _, cell, value, masks, seen, holder = entry
    plain: dict[str, Any] = {"keep": _place(g, cell), **_holder(g, cell, holder | extra, viewer)}
    if (seen | extra) >> viewer & 1:
        keep = g.rules.cell_keep[cell]
        if masks is None:
            plain["value"] = encode(g.rules, keep.tag, value) if keep is not None else value
        elif is_many(masks):
            plain["value"] = [_piece(g, p, m | extra, viewer) for p, m in zip(value, masks, strict=True)]
        else:
            plain["value"] = _piece(g, value, masks | extra, viewer)
    return plain


def _move(g: State, entry: Entry, viewer: int, extra: int) -> dict[str, Any]:
    _, _, _, player, pids, masks, sources, target, face, spot = entry
    plain: dict[str, Any] = {
        "player": player,
        "pieces": [_piece(g, p, m | extra, viewer) for p, m in zip(pids, masks, strict=True)],
        "from": [_place(g, cell) for cell in sources],
        "to": _place(g, target),
    }
    if face is not None:
        plain["face"] = face
    if spot is not None:
        plain["at"] = list(spot[2:])
    return plain


def _look(g: State, entry: Entry, viewer: int, extra: int) -> dict[str, Any]:
    _, _, _, player, pids, cells = entry
    mask = (EVERYONE if player is None else 1 << player) | extra
    return {
        "player": player,
        "pieces": [_piece(g, pid, mask, viewer) for pid in pids],
        "in": [_place(g, cell) for cell in cells],
    }


def _flip(g: State, entry: Entry, viewer: int, extra: int) -> dict[str, Any]:
    return {"piece": _piece(g, entry[3], entry[5] | extra, viewer), "up": entry[4]}


def _face(g: State, entry: Entry, viewer: int, extra: int) -> dict[str, Any]:
    mask = entry[5] | extra
    plain: dict[str, Any] = {"piece": _piece(g, entry[3], mask, viewer)}
    if mask >> viewer & 1:
        plain["face"] = g.rules.definitions[g.rules.piece_def[entry[3]]][3][entry[4]]
    return plain


def _shuffle(g: State, entry: Entry, viewer: int, extra: int) -> dict[str, Any]:
    return {"zone": _place(g, entry[3]), "pieces": entry[4]}


def _answer(g: State, entry: Entry, viewer: int, extra: int) -> dict[str, Any]:
    number: int
    _, _, _, player, number, value, masks, mode = entry
    choice = g.rules.choices[number]
    plain: dict[str, Any] = {"player": player, "text": choice.text, "automatic": mode == "auto"}
    if not choice.secret or player == viewer or extra:
        plain["value"] = _chosen(g, choice.tag, choice.titles, value, masks, viewer, extra)
    return plain


def _chosen(
    g: State, tag: Tag, titles: tuple[str, ...], value: Any, masks: Any, viewer: int, extra: int
) -> Any:
    if value is None:
        return None
    if tag.one.base == "face":
        who = -1 if extra else viewer
        faces: tuple[int, ...] = value if is_many(value) else (value,)
        names = [face_name(g, masks, face, who) for face in faces]
        return names if is_many(value) else names[0]
    if masks is not None:
        if is_many(masks):
            return [_piece(g, p, m | extra, viewer) for p, m in zip(value, masks, strict=True)]
        return _piece(g, value, masks | extra, viewer)
    if titles and isinstance(value, int):
        return titles[value]
    if tag.one.base in ("spot", "action"):
        return _past(g, tag.one, value, viewer)
    return encode(g.rules, tag, value)


def _past(g: State, tag: Tag, value: Any, viewer: int) -> Any:
    """A spot or action, without naming the piece: another entry does where it may be known."""
    if tag.base == "spot":
        spot: tuple[int, ...] = value
        return {"zone": g.rules.cell_names[spot[0]], "at": list(spot[2:])}
    number: int = value[0] if is_many(value) else value
    return "pass" if number < 0 else g.rules.actions[number].name


_DETAILS: dict[str, Any] = {
    "line": _line,
    "set": _set,
    "move": _move,
    "look": _look,
    "flip": _flip,
    "face": _face,
    "shuffle": _shuffle,
    "answer": _answer,
}


def _holder_name(g: State, player: int | None, cell: int) -> str:
    owner = g.rules.cell_owner[cell]
    if owner < -1:
        return g.rules.piece_title(-2 - owner)
    return g.names[player] if player is not None else cell_label(g, cell)


def about_of(g: State, line: Line) -> str:
    """Return in words what a line is about, hiding nothing; "" where it is about nothing."""
    tag = line.about_tag
    return "" if line.about is None or tag is None else value_label(g, tag, line.about, -1)


def parts_in_words(g: State, line: Line) -> str:
    """Return in words what an amount was counted from, hiding nothing; "" where that is only what the line is
    about."""
    tag = line.parts_tag
    found = [(item, amount) for item, amount in line.parts if amount]
    if tag is None or (tag is line.about_tag and [item for item, _ in found] == [line.about]):
        return ""
    return ", ".join([f"{value_label(g, tag, item, -1)} {amount:+}" for item, amount in found])


def text_of(g: State, line: Line) -> str:
    """Return a line in words, with its parts, what it is about and where its rule stands."""
    rules = g.rules
    who = _holder_name(g, line.player, line.cell)
    amount = abs(line.change)
    unit = rules.units.get(line.unit, line.unit) if amount == 1 else line.unit
    verb = {"gain": "gains", "lose": "loses", "pay": "pays", "set": "gains"}[line.verb]
    if line.verb in ("gain", "set") and line.change < 0:
        verb = "loses"
    text = f"{who} {verb} {amount} {unit or line.counter}"
    if line.other_cell >= 0:
        other = _holder_name(g, line.other, line.other_cell)
        text += f" {'to' if line.change < 0 else 'from'} {other}"
    counted = parts_in_words(g, line)
    if counted:
        text += f" ({counted})"
    about = about_of(g, line)
    why = f"{line.reason_title}, {about}" if about and about != line.reason_title else line.reason_title
    return f"{text}: {why} [{line.file}:{line.line}]"
