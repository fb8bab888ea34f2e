"""Drawings and pieces for the tests of plans, for the quick and the slow implementation alike."""

from __future__ import annotations

import csv
import random
from functools import cache
from pathlib import Path

from castlewright.runtime.cells import OVER, side_number
from castlewright.runtime.plan import Plan
from castlewright.runtime.proto import Catalog, Proto
from castlewright.runtime.shape import Shape
from support.naive_plan import NaivePlan, NaiveProto, NaiveSide

CASES = Path(__file__).resolve().parent.parent / "cases"

DRAWINGS = {
    "square10": ["##", "##"],
    "circle15": ["/#\\", "###", "\\#/"],
    "rect20x10": ["####", "####"],
    "rect25x10": ["#####", "#####"],
    "L20": ["##..", "##..", "####", "####"],
    "rect35x10": ["#######", "#######"],
    "square20": ["####"] * 4,
    "rect30x15": ["######"] * 3,
    "circle25": ["/###\\", "#####", "#####", "#####", "\\###/"],
    "octagon35x20": ["/#####\\", "#######", "#######", "\\#####/"],
    "foyer15": ["/#\\", "###", "\\#/"],
    "rect30x5": ["######"],
    "rect15x5": ["###"],
}
COUNTS = {
    "square10": 4,
    "circle15": 5,
    "rect20x10": 8,
    "rect25x10": 10,
    "L20": 12,
    "rect35x10": 14,
    "square20": 16,
    "rect30x15": 18,
    "circle25": 21,
    "octagon35x20": 24,
    "foyer15": 5,
    "rect30x5": 6,
    "rect15x5": 3,
}

DOOR, FENCE, END, WET = range(4)
"""Features of the pieces below."""

LETTERS = {"T": "top", "R": "right", "B": "bottom", "L": "left"}


def piece_rows() -> list[dict[str, str]]:
    """The table of pieces: name, shape, size, doors, fenced."""
    with (CASES / "castles" / "pieces.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def doors(text: str) -> list[tuple[str, int]]:
    """``T:3;L:1`` as pairs of edge and number."""
    return [(LETTERS[door[0]], int(door[2:])) for door in text.split(";")]


def fence(shape: str) -> list[tuple[str, int]]:
    """The flat part of the top edge; of a circle only its middle."""
    width = len(DRAWINGS[shape][0])
    if shape.startswith("circle"):
        return [("top", width // 2 + 1)]
    cut = 1 if shape.startswith("octagon") else 0
    return [("top", index) for index in range(1 + cut, width + 1 - cut)]


@cache
def castle_catalog() -> tuple[Catalog, dict[str, int]]:
    """All pieces of the table, and their numbers by name."""
    rows = piece_rows()
    protos = []
    for row in rows:
        features = {DOOR: doors(row["doors"])}
        if row["fenced"] == "yes":
            features[FENCE] = fence(row["shape"])
        protos.append(Proto(Shape(DRAWINGS[row["shape"]]), features))
    return Catalog(protos), {row["name"]: number for number, row in enumerate(rows)}


# A small set in which everything happens often: cut corners, notches, fences, pieces over others.
SMALL: list[tuple[list[str], dict[int, list[tuple[str, int]]]]] = [
    (["##", "##"], {DOOR: [("top", 1), ("right", 2)]}),
    (["/#\\", "###", "\\#/"], {DOOR: [("left", 2), ("top", 2), ("right", 2)]}),
    (["##..", "##..", "####", "####"], {DOOR: [("right", 2), ("bottom", 2)], WET: [("top", 3)]}),
    (["###"], {DOOR: [("left", 1), ("right", 1), ("top", 2)]}),
    (["/##\\", "####"], {DOOR: [("bottom", 1), ("bottom", 4), ("left", 2)], WET: [("top", 2), ("top", 3)]}),
    (["####", "####"], {DOOR: [("bottom", 1), ("right", 2)], FENCE: [("top", n) for n in (1, 2, 3, 4)]}),
    (["###", "#.#", "###"], {DOOR: [("top", 2), ("bottom", 2), ("left", 2)]}),
    (["#.#", "###"], {DOOR: [("bottom", 2), ("top", 2), ("left", 1)], FENCE: [("right", 1)]}),
    (
        ["######"],
        {DOOR: [(e, n) for e in ("top", "bottom") for n in range(1, 7)] + [("left", 1), ("right", 1)]},
    ),
    (["oo"], {END: [("left", 1), ("right", 1)]}),
    (["o##o"], {END: [("left", 1), ("right", 1)]}),
    (["o#.", ".#o"], {END: [("left", 1), ("right", 2)]}),
]
CARRIERS = (9, 10, 11)
GROUND = tuple(range(9))


@cache
def small_catalog() -> Catalog:
    """The small set for the quick implementation."""
    return Catalog([Proto(Shape(drawing), features) for drawing, features in SMALL])


@cache
def small_protos() -> list[NaiveProto]:
    """The small set for the slow one."""
    return [NaiveProto(drawing, features) for drawing, features in SMALL]


def random_placements(
    seed: int, count: int, over_share: float = 0.2, origin: tuple[int, int] = (0, 0)
) -> list[tuple[int, int, int, int, int]]:
    """Pieces thrown about until ``count`` lie without overlap, mostly near each other."""
    rng = random.Random(seed)
    plan = NaivePlan(small_protos())
    plan.add(0, rng.choice(GROUND), *origin, rng.randrange(4))
    tries = 0
    while len(plan.pieces) < count and tries < 4000:
        tries += 1
        number = rng.choice(CARRIERS if rng.random() < over_share else GROUND)
        x = origin[0] + rng.randint(-9, 9)
        y = origin[1] + rng.randint(-9, 9)
        rot = rng.randrange(4)
        if plan.fits(number, x, y, rot):
            plan.add(len(plan.pieces), number, x, y, rot)
    return plan.placements


def both(placements: list[tuple[int, int, int, int, int]]) -> tuple[Plan, NaivePlan]:
    """The same plan in both implementations."""
    return Plan.from_placements(placements, small_catalog()), NaivePlan(small_protos(), placements)


def number_of(side: NaiveSide | None) -> int | None:
    """The public number of a side of the slow implementation."""
    if side is None:
        return None
    return side_number(*side[:3]) + (OVER if side[3] else 0)
