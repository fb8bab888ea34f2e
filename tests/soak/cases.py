"""What a game can be played with: each legal choice of packs, players, edition and options, in order."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import combinations, product
from typing import Any, Self

PACKS = (
    "five_players",
    "moats",
    "renovations",
    "royal_decrees",
    "secret_passages",
    "swans",
    "towers",
)
"""The seven packs of which every combination is played."""
EXTRAS = ("new_cards", "new_rooms")
"""Cards and rooms that are mixed in by chance: they change no rule of the others."""
EDITIONS = ("first_edition", "second_edition", "collectors", "royal")
OPTIONS: dict[str, tuple[str, tuple[str, ...]]] = {
    "double_decrees": ("royal_decrees", ("no", "yes")),
    "end_check": ("renovations", ("round_end", "turn_end")),
}
"""Options that are chosen by chance: the pack that has them, and their values."""
ALONE = "solo"


@dataclass(frozen=True, order=True, slots=True)
class Case:
    """One game: packs in order of name, options as (name, value) in order of name."""

    packs: tuple[str, ...]
    players: int
    edition: str
    options: tuple[tuple[str, str], ...] = ()
    seed: int = 0

    @property
    def ruleset(self) -> tuple[Any, ...]:
        """What games must share to share a ruleset."""
        return (self.packs, self.edition, self.options)

    @property
    def settings(self) -> dict[str, str]:
        """All options, the edition among them."""
        return {"edition": self.edition, **dict(self.options)}

    def __str__(self) -> str:
        chosen = [f"{name}={value}" for name, value in self.options]
        return "/".join(
            ["+".join(self.packs) or "none", str(self.players), self.edition, *chosen, str(self.seed)]
        )

    @classmethod
    def read(cls, text: str) -> Self:
        """The case that `str` wrote. Raises ValueError for anything else."""
        packs, players, edition, *chosen, seed = text.split("/")
        options = tuple((name, value) for name, _, value in (one.partition("=") for one in chosen))
        names = () if packs == "none" else tuple(packs.split("+"))
        return cls(names, int(players), edition, options, int(seed))


def choices(of: Iterable[str] = PACKS) -> Iterator[tuple[str, ...]]:
    """Every choice of packs that can be made: who takes a pack takes what it needs."""
    names = tuple(of)
    for count in range(len(names) + 1):
        for chosen in combinations(names, count):
            if "five_players" not in chosen or "towers" in chosen:
                yield chosen


def seats(packs: Iterable[str]) -> tuple[int, ...]:
    """How many can play with these packs; 1 is the solo game."""
    return (1, 2, 3, 4, 5) if "five_players" in packs else (1, 2, 3, 4)


def made(packs: tuple[str, ...], players: int, edition: str, seed: int) -> Case:
    """A case with extras and options drawn from the seed; in the first edition swans bring the new rooms."""
    dice = random.Random(f"{packs} {edition} {seed}")
    extras = {extra for extra in EXTRAS if dice.random() < 0.5}
    if edition == "first_edition" and "swans" in packs:
        extras.add("new_rooms")
    drawn = {name: dice.choice(values) for name, (_, values) in OPTIONS.items()}
    options = tuple((name, value) for name, value in sorted(drawn.items()) if OPTIONS[name][0] in packs)
    alone = [ALONE] if players == 1 else []
    return Case(tuple(sorted({*packs, *extras, *alone})), players, edition, options, seed)


def every_case(seed: int = 0) -> list[Case]:
    """Each legal choice of the seven packs, players and edition; those that share a ruleset in a row."""
    found = [
        made(packs, players, edition, seed)
        for packs, edition in product(choices(), EDITIONS)
        for players in seats(packs)
        if not is_refused(packs, players, edition)
    ]
    return sorted(found, key=lambda case: (case.packs, case.edition, case.options, case.players))


def is_refused(packs: Iterable[str], players: int, edition: str) -> bool:
    """The first edition has barbicans and passages for four."""
    return edition == "first_edition" and players == 5 and bool({"moats", "secret_passages"} & set(packs))


@dataclass(slots=True)
class _Wanted:
    """Pairs that are still to be met: packs in or out, editions, numbers of players."""

    open: set[frozenset[object]] = field(default_factory=set[frozenset[object]])

    @staticmethod
    def met_by(case: Case) -> set[frozenset[object]]:
        facts: list[object] = [(pack, pack in case.packs) for pack in (*PACKS, *EXTRAS)]
        facts += [case.edition, case.players]
        return {frozenset(pair) for pair in combinations(facts, 2)}


def sample(seed: int, most: int) -> list[Case]:
    """So many cases at most, chosen so that they meet many pairs: both packs, one of them, neither, with each
    edition and number of players.
    """
    dice = random.Random(seed)
    every = every_case(seed)
    wanted = _Wanted({pair for case in every for pair in _Wanted.met_by(case)})
    found: list[Case] = []
    while wanted.open and len(found) < most:
        best = max(dice.sample(every, 150), key=lambda case: len(wanted.open & _Wanted.met_by(case)))
        wanted.open -= _Wanted.met_by(best)
        found.append(best)
    return found
