"""What is printed on pieces, and which of it to show on a drawing: found from the tables of a ruleset alone.

A ruleset does not say which field is the value of a piece and which its colour, so this module goes by the
types: amounts in the unit that wins the game are values, sets of values are colours, single values are
remarks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from typing import Any

from castlewright.runtime.game import Game
from castlewright.runtime.ruleset import Keep, Ruleset
from castlewright.runtime.tag import Tag, read_tag

__all__ = ["ROUND", "Printed", "words"]

ROUND = "arc"
"""Names that end in this belong to round outlines: sides with such a feature, corners of such a sort."""


def words(name: str) -> str:
    """A name as people read it."""
    return name.replace("_", " ")


class Field:
    """A printed field of a kind of pieces: `tag` is its type, `on_back` whether the back shows it too."""

    __slots__ = ("by_face", "name", "on_back", "table", "tag")

    def __init__(self, row: tuple[Any, ...]) -> None:
        self.name: str = row[1]
        self.tag: Tag = read_tag(row[2])
        self.on_back: bool = row[3]
        self.table: tuple[Any, ...] = row[4]
        self.by_face: bool = len(row) > 5 and bool(row[5])

    def of(self, pid: int, face: int = 0) -> Any:
        """The value printed on a piece, on one of its faces."""
        value = self.table[pid]
        if not self.by_face:
            return value
        return value[face] if face < len(value) else value[0]

    def many(self, pid: int, face: int = 0) -> tuple[int, ...]:
        """The values printed on a piece: those of a set, a single one, or none."""
        value = self.of(pid, face)
        return () if value is None else value if self.tag.many else (value,)


class Printed:
    """Reads what is printed on the pieces of a ruleset."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.score = score_keep(rules)
        """The counter that decides who wins, None where it is not a single one."""
        self.unit = self.score.tag.name if self.score is not None else _only_unit(rules)
        names = list(rules.kinds)
        self.fields: dict[str, list[Field]] = {name: [] for name in names}
        for row in rules.namespace["FIELDS"]:
            self.fields[names[row[0]]].append(Field(row))
        self._common: dict[tuple[str, str], Any] = {}

    def face(self, game: Game, pid: int) -> int:
        """The number of the face of a piece that is up."""
        return game.face[pid] if game.face else 0

    def title(self, game: Game, pid: int) -> str:
        """The title of a piece, with the face that is up where it has several."""
        faces = self.rules.definitions[self.rules.piece_def[pid]][3]
        title = self.rules.piece_title(pid)
        return f"{title} ({words(faces[self.face(game, pid)])})" if faces else title

    def value(self, game: Game, pid: int) -> str:
        """The printed amount in the unit of the score, "" where there is none or nothing."""
        field = self._value_field(self.rules.piece_kind(pid))
        amount = field.of(pid, self.face(game, pid)) if field is not None else None
        return str(amount) if amount else ""

    def is_round(self, pid: int) -> bool:
        """Is a piece round: does the outline that it prints print a value whose name ends in `ROUND`?"""
        for field in self.fields[self.rules.piece_kind(pid)]:
            if field.tag.one.base in ("piece", "value") and field.tag.one.name in self.fields:
                for outline in field.many(pid):
                    if self._says_round(field.tag.one.name, outline):
                        return True
        return False

    def _says_round(self, kind: str, outline: int) -> bool:
        for field in self.fields[kind]:
            if field.tag.one.base == "value":
                names = self.rules.value_names[field.tag.one.name]
                if any(names[value].endswith(ROUND) for value in field.many(outline)):
                    return True
        return False

    def colour(self, game: Game, pid: int) -> tuple[str, ...]:
        """Names of the values that give a piece its colour: the first set of values, else the first value."""
        field = self._colour_field(self.rules.piece_kind(pid))
        if field is None:
            return ()
        members = self.rules.value_names[field.tag.one.name]
        return tuple([members[item] for item in field.many(pid, self.face(game, pid))])

    def colour_titles(self) -> dict[str, str]:
        """Titles of all values that give colours, by name."""
        found: dict[str, str] = {}
        for kind in self.rules.kinds:
            field = self._colour_field(kind)
            if field is not None:
                members = self.rules.kinds[field.tag.one.name].members
                found.update({name: title or words(name) for name, title in members})
        return found

    def colour_kinds(self) -> list[str]:
        """The kinds of values that give colours: first those of pieces that lie on plans and grids."""
        laid = {name for zone in self.rules.zones.values() if zone.layout >= 0 for name in zone.kinds}
        kinds = sorted(self.rules.kinds, key=lambda kind: kind not in laid)
        fields = [self._colour_field(kind) for kind in kinds]
        return list(dict.fromkeys(field.tag.one.name for field in fields if field is not None))

    def signs(self, game: Game, pid: int) -> dict[str, str]:
        """The single values that a piece prints besides its colour, by field, each in a word or two."""
        kind = self.rules.piece_kind(pid)
        face = self.face(game, pid)
        colour = self._colour_field(kind)
        return {
            field.name: text
            for field in self.fields[kind]
            if field.tag.base == "value" and not field.tag.many and field is not colour and not field.on_back
            for text in (self._told(kind, field, pid, face),)
            if text
        }

    def remark(self, game: Game, pid: int, without: Collection[str] = ()) -> str:
        """The rest that tells pieces apart, in a few words; some fields may be left out.

        Other amounts of the score, values, sets of values.
        """
        kind = self.rules.piece_kind(pid)
        taken = (self._value_field(kind), self._colour_field(kind))
        face = self.face(game, pid)
        told = [
            text
            for field in self.fields[kind]
            if field not in taken and not field.on_back and field.name not in without
            for text in (self._told(kind, field, pid, face),)
            if text
        ]
        return " ".join(told)

    def _told(self, kind: str, field: Field, pid: int, face: int) -> str:
        value, tag = field.of(pid, face), field.tag
        if tag.base == "unit" and tag.name == self.unit:
            return f"{value:+}".replace("-", "\u2212") if value else ""
        if tag.base == "yesno":
            return words(field.name) if value and not self._most_common(kind, field) else ""
        if tag.one.base != "value" or value is None or value == self._most_common(kind, field):
            return ""
        members = self.rules.kinds[tag.one.name].members
        told = ", ".join([members[i][1] or words(members[i][0]) for i in field.many(pid, face)])
        return f"{words(field.name)} {told}" if told and self._is_second(kind, field) else told

    def _is_second(self, kind: str, field: Field) -> bool:
        """Does another field before this one hold sets of the same values, the colour apart?"""
        sets = [other for other in self.fields[kind] if other.tag.many and other.tag.one == field.tag.one]
        colour = self._colour_field(kind)
        return field.tag.many and field is not next(other for other in sets if other is not colour)

    def _most_common(self, kind: str, field: Field) -> Any:
        """What most pieces print in a field says nothing about any of them."""
        key = (kind, field.name)
        if key not in self._common:
            of_kind = self.rules.kinds[kind]
            values = Counter(field.of(pid) for pid in range(of_kind.first, of_kind.end))
            value, count = values.most_common(1)[0] if values else (None, 0)
            self._common[key] = value if 2 * count > values.total() else None
        return self._common[key]

    def _value_field(self, kind: str) -> Field | None:
        return next((f for f in self.fields[kind] if f.tag.base == "unit" and f.tag.name == self.unit), None)

    def _colour_field(self, kind: str) -> Field | None:
        fitting = [f for f in self.fields[kind] if f.tag.one.base == "value"]
        many = [f for f in fitting if f.tag.many]
        single = [f for f in fitting if not f.tag.many and not f.on_back]
        # A set first; but a field that stands before all sets is what the kind is about.
        first = fitting[:1] if fitting and not fitting[0].on_back else []
        return next(iter(first or many or single), None)


def score_keep(rules: Ruleset) -> Keep | None:
    """The counter of each player that `winner by` compares first, found by changing each and looking; else
    the only one in the only unit of the game.
    """
    if rules.winner is None:
        return None
    return _moving_keep(rules) or _only_keep(rules)


def _moving_keep(rules: Ruleset) -> Keep | None:
    game = rules.position(rules.meta["players"][0])
    try:
        before = game.winner_keys(0)[0]
        for keep in _counters(rules):
            cell = keep.base
            old = game.cells[cell]
            game.cells[cell] = old + 1_000_003
            after = game.winner_keys(0)[0]
            game.cells[cell] = old
            if after - before == 1_000_003:
                return keep
    except Exception:  # a rule that does not hold of an empty position: nothing can be told
        return None
    return None


def _counters(rules: Ruleset) -> Iterator[Keep]:
    for keep in rules.keeps.values():
        if keep.holder == "player" and keep.tag.base in ("unit", "number"):
            yield keep


def _only_keep(rules: Ruleset) -> Keep | None:
    unit = _only_unit(rules)
    found = [keep for keep in _counters(rules) if keep.tag.base == "unit" and keep.tag.name == unit]
    return found[0] if len(found) == 1 else None


def _only_unit(rules: Ruleset) -> str:
    """The unit, where there is no more than one."""
    return next(iter(rules.units)) if len(rules.units) == 1 else ""
