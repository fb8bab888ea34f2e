"""The 79 samples of the language study, as packs: every legal combination links without an error."""

from __future__ import annotations

from functools import cache
from itertools import chain, combinations
from pathlib import Path

import pytest

from castlewright.compiler.check.link import link
from castlewright.compiler.packs.packs import Library
from castlewright.rules_dsl.diagnostics import Diagnostics
from castlewright.rules_dsl.report import report_text

SAMPLES = Path(__file__).resolve().parents[1] / "samples"


@cache
def library() -> Library:
    found = Diagnostics()
    packs = Library.of([SAMPLES], found)
    assert not found, report_text(found)
    return packs


def with_needed(chosen: tuple[str, ...]) -> frozenset[str]:
    found: set[str] = set()
    waiting = list(chosen)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += library().loaded[name].info.needs
    return frozenset(found)


def combinations_of(game: str) -> list[list[str]]:
    """One or two packs with what they need, and all but at most one."""
    packs = [name for name in library().of_game(game) if name != game]
    few = chain.from_iterable(combinations(packs, size) for size in range(3))
    most = (tuple(n for n in packs if out not in with_needed((n,))) for out in packs)
    sets = {with_needed(chosen) - {game} for chosen in chain(few, most, [tuple(packs)])}
    return sorted(sorted(chosen) for chosen in sets)


@pytest.mark.parametrize("game", ["castles", "two_castles"])
def test_every_combination_links(game: str) -> None:
    for chosen in combinations_of(game):
        found = Diagnostics()
        program = link(library(), game, chosen, found)
        assert program is not None, f"{', '.join(chosen)}\n{report_text(found)}"
        assert found.codes() == [], f"{', '.join(chosen)}\n{report_text(found)}"


def test_the_combinations_are_not_trivial() -> None:
    found = combinations_of("castles")
    assert len(found) > 25
    assert [] in found
    assert ["moats", "stables"] in found
    assert ["stables"] not in found
