"""The log: what happened, who may know it, and why amounts changed.

Entries are tuples; the first three elements of all but the first kind are kind, clause and step number.

=======  ===========================================================================================================
step     0, step number, player or None: a step or turn begins
line     verb ("gain" "lose" "pay" "set"), counter cell, change, other counter cell or -1, its change, reason or None,
         parts ((element, amount), ...), masks of the players who know each part (empty when parts are no pieces)
set      cell, value, masks of pieces in it or None, mask of the players who see the cell
move     player or None, pieces, masks of who knows each, zone cells they left, zone cell, "up" "down" or None, spot
look     player or None for everybody, pieces, zone cells
flip     piece, up?, mask
face     piece, face number, mask
shuffle  zone cell, number of pieces
answer   player, choice number, value, masks of pieces or None, "answer" or "auto"
=======  ===========================================================================================================
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from .naming import back_plain, cell_label, value_label, value_plain
from .state import EVERYONE, State
from .tag import Tag, encode

if TYPE_CHECKING:
    from .ruleset import Ruleset

__all__ = ["Line", "entries_for", "entry_plain", "lines", "text_of"]

Entry = tuple[Any, ...]


class Line:
    """One change of a counter, with its reason: what a score is made of.

    ``change`` is how much the counter of ``player`` (None: a counter of no player) went up or down; ``other`` and
    ``other_change`` the same for the counter on the other side, if there is one.
    """

    __slots__ = ("_clause", "_entry", "_rules")

    def __init__(self, rules: Ruleset, entry: Entry) -> None:
        self._rules = rules
        self._entry = entry
        self._clause = rules.clauses[entry[1]]

    @property
    def verb(self) -> str:
        """What was done: "gain", "lose", "pay" or "set"."""
        return self._entry[3]

    @property
    def cell(self) -> int:
        """The counter's cell."""
        return self._entry[4]

    @property
    def counter(self) -> str:
        """The counter's name."""
        keep = self._rules.cell_keep[self._entry[4]]
        return keep.name if keep is not None else ""

    @property
    def unit(self) -> str:
        """The unit, "" for a plain number."""
        keep = self._rules.cell_keep[self._entry[4]]
        return keep.tag.name if keep is not None else ""

    @property
    def player(self) -> int | None:
        """Whose counter it is."""
        owner = self._rules.cell_owner[self._entry[4]]
        return owner if owner >= 0 else None

    @property
    def change(self) -> int:
        """How much the counter went up; negative: down."""
        return self._entry[5]

    @property
    def other(self) -> int | None:
        """Whose counter stands on the other side; None for the supply."""
        cell = self._entry[6]
        owner = self._rules.cell_owner[cell] if cell >= 0 else -1
        return owner if owner >= 0 else None

    @property
    def other_cell(self) -> int:
        """The cell of the counter on the other side, -1 for the supply."""
        return self._entry[6]

    @property
    def other_change(self) -> int:
        """How much the other side went up."""
        return self._entry[7]

    @property
    def reason(self) -> str | None:
        """The name of the reason given with `as`."""
        number = self._entry[8]
        return None if number is None else self._rules.reasons[number][0]

    @property
    def reason_title(self) -> str:
        """The reason in words: that given with `as`, else what the clause is."""
        number = self._entry[8]
        return self._clause.what if number is None else self._rules.reasons[number][1] or self._rules.reasons[number][0]

    @property
    def parts(self) -> tuple[tuple[Any, int], ...]:
        """What the amount was counted from: (element, amount) pairs."""
        return self._entry[9]

    @property
    def parts_tag(self) -> Tag | None:
        """The type of the elements of the parts."""
        return self._clause.parts

    @property
    def step(self) -> str:
        """The path of the step in which it happened."""
        number = self._entry[2]
        return self._rules.steps[number][0] if number >= 0 else ""

    @property
    def file(self) -> str:
        """The file of the rule."""
        return self._clause.file

    @property
    def line(self) -> int:
        """The line of the rule in its file."""
        return self._clause.line

    @property
    def what(self) -> str:
        """Which rule, action or effect it was."""
        return self._clause.what

    def __repr__(self) -> str:
        return f"<Line {self.change:+} {self.counter} of {self.player}: {self.reason_title} ({self.file}:{self.line})>"


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
    kind = entry[0]
    clause = rules.clauses[entry[1]]
    step = entry[2]
    plain: dict[str, Any] = {"kind": kind, "step": rules.steps[step][0] if step >= 0 else None}
    if kind == "step":
        return {**plain, "player": entry[3]}
    plain["rule"] = {"file": clause.file, "line": clause.line, "what": clause.what, "sentence": clause.sentence}
    return {**plain, **_DETAILS[kind](g, entry, viewer if viewer >= 0 else 0, EVERYONE if viewer < 0 else 0)}


def _line(g: State, entry: Entry, viewer: int, extra: int) -> dict[str, Any]:
    line = Line(g.rules, entry)
    tag = g.rules.clauses[entry[1]].parts
    masks: tuple[int, ...] = entry[10]
    parts: list[list[Any]] = []
    for i, (element, amount) in enumerate(line.parts):
        if masks:
            parts.append([_piece(g, element, masks[i] | extra, viewer), amount])
        else:
            parts.append([encode(g.rules, tag, element) if tag is not None else element, amount])
    return {
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


def _set(g: State, entry: Entry, viewer: int, extra: int) -> dict[str, Any]:
    _, _, _, cell, value, masks, seen = entry
    plain: dict[str, Any] = {"keep": _place(g, cell)}
    if (seen | extra) >> viewer & 1:
        keep = g.rules.cell_keep[cell]
        if masks is None:
            plain["value"] = encode(g.rules, keep.tag, value) if keep is not None else value
        elif isinstance(masks, tuple):
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
    _, _, _, player, number, value, masks, mode = entry
    choice = g.rules.choices[number]
    plain: dict[str, Any] = {"player": player, "text": choice.text, "automatic": mode == "auto"}
    if not choice.secret or player == viewer or extra:
        plain["value"] = _chosen(g, choice.tag, choice.titles, value, masks, viewer, extra)
    return plain


def _chosen(g: State, tag: Tag, titles: tuple[str, ...], value: Any, masks: Any, viewer: int, extra: int) -> Any:
    if value is None:
        return None
    if masks is not None:
        if isinstance(masks, tuple):
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
        return {"zone": g.rules.cell_names[value[0]], "at": list(value[2:])}
    number = value[0] if isinstance(value, tuple) else value
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


def text_of(g: State, line: Line) -> str:
    """Return a line in words, with its parts and where its rule stands."""
    rules = g.rules
    who = g.names[line.player] if line.player is not None else cell_label(g, line.cell)
    amount = abs(line.change)
    unit = rules.units.get(line.unit, line.unit) if amount == 1 else line.unit
    verb = {"gain": "gains", "lose": "loses", "pay": "pays", "set": "gains"}[line.verb]
    if line.verb in ("gain", "set") and line.change < 0:
        verb = "loses"
    text = f"{who} {verb} {amount} {unit or line.counter}"
    if line.other_cell >= 0:
        other = g.names[line.other] if line.other is not None else cell_label(g, line.other_cell)
        text += f" {'to' if line.change < 0 else 'from'} {other}"
    if line.parts and line.parts_tag is not None:
        counted = [f"{value_label(g, line.parts_tag, item, -1)} {amount:+}" for item, amount in line.parts if amount]
        text += f" ({', '.join(counted)})"
    return f"{text}: {line.reason_title} [{line.file}:{line.line}]"
