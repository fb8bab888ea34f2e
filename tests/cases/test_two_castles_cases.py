"""Recorded castles of the square grid: every tile has the points that the authors of a scoring app expect.

None of them disagrees with a rulebook: tiles, cards and attendants are scored as they write.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from castlewright.library import load
from castlewright.score import two_castles

FILES = sorted((Path(__file__).resolve().parent / "two_castles").glob("*.json"))


def read(file: Path) -> dict[str, Any]:
    return json.loads(file.read_text(encoding="utf-8"))


@cache
def scored(file: Path) -> list[dict[str, Any]]:
    return [dict(one) for one in two_castles.score(load("two_castles", [two_castles.PACKS]), read(file))]


CASTLES = [(file, n) for file in FILES for n in range(len(read(file)["castles"]))]


def test_there_are_thirteen_castles() -> None:
    assert len(CASTLES) == 13


@pytest.mark.parametrize(("file", "n"), CASTLES, ids=[f"{file.stem}-{n + 1}" for file, n in CASTLES])
def test_castles_agree(file: Path, n: int) -> None:
    castle = read(file)["castles"][n]
    one = scored(file)[n]
    assert one["case"] == read(file)["case"]
    assert one["tiles"] == castle["expected"]
    assert one["total"] == castle["total"] == sum(castle["expected"].values())
    assert one.get("castle") == (n if len(read(file)["castles"]) > 1 else None)
