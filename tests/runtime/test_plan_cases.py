"""The recorded castles as arrangements: their placements build, and what can be read off them holds."""

from __future__ import annotations

import json
from typing import Any

import pytest

from castlewright.runtime.plan import Plan
from support.plan_pieces import CASES, FENCE, castle_catalog

# Two sources spell this name in two ways.
SPELLINGS: dict[str, str] = {"Singer's Chamber": "Singers' Chamber"}


def recorded() -> list[dict[str, Any]]:
    return json.loads((CASES / "castles" / "base.json").read_text(encoding="utf-8"))


def spelled(name: str) -> str:
    return SPELLINGS.get(name, name)


def plan_of(case: dict[str, Any]) -> Plan:
    catalog, names = castle_catalog()
    return Plan.from_placements(
        [
            (piece, names[spelled(room["room"])], room["x"], room["y"], room["quarter_turns"])
            for piece, room in enumerate(case["rooms"])
        ],
        catalog,
    )


@pytest.mark.parametrize("case", recorded(), ids=lambda case: str(case["case"]))
def test_recorded_castles_build_without_overlap(case: dict[str, Any]) -> None:
    plan = plan_of(case)
    assert len(plan) == len(case["rooms"])
    for piece, room in enumerate(case["rooms"]):
        shape = plan.catalog[plan.placement(piece)[1]].turns[room["quarter_turns"]].shape
        assert (shape.width, shape.height) == (room["w"], room["h"])
        for side in plan.contacts_of(piece):
            facing = plan.facing(side)
            assert facing is not None
            assert not plan.has(side, FENCE)
            assert not plan.has(facing, FENCE)


def test_there_are_sixty_of_them() -> None:
    assert len(recorded()) == 60
