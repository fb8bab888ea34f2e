"""How long the questions about floor plans take: `python benchmarks/plan_spots.py`.

Pieces are drawn at random from a small set of outlines with one to fourteen connectors; plans of 12 and of 40
pieces are grown from legal places. Each time is the best of several runs in microseconds for one call.
"first" forgets what earlier searches in the same plan left behind, "again" does not.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from functools import partial

from castlewright.runtime.plan import Plan
from castlewright.runtime.proto import Catalog, Proto
from castlewright.runtime.shape import Shape
from castlewright.runtime.spots import Terms, any_spot, spots
from castlewright.runtime.trial import Trial

CONNECTOR, CLEAR = 0, 1

THREE = [
    (["####", "####"], [("top", 1), ("right", 2), ("bottom", 3)]),
    (["/#\\", "###", "\\#/"], [("left", 2), ("top", 2), ("right", 2)]),
    (["##..", "##..", "####", "####"], [("top", 1), ("right", 2), ("bottom", 2)]),
    (["/###\\", "#####", "#####", "#####", "\\###/"], [("top", 3), ("right", 3), ("bottom", 3)]),
    (["/#####\\", "#######", "#######", "\\#####/"], [("bottom", 3), ("bottom", 4), ("bottom", 5)]),
    (["#######", "#######"], [("top", 6), ("right", 2), ("bottom", 6)]),
    (["######"] * 3, [("top", 3), ("right", 1), ("left", 2)]),
]
OTHERS = [
    (["##", "##"], [("bottom", 1)]),
    (["#####", "#####"], [("bottom", 1), ("bottom", 5)]),
    (["####"] * 4, [("left", 1), ("bottom", 4)]),
    (
        ["######"],
        [(edge, n) for edge in ("top", "bottom") for n in range(1, 7)] + [("left", 1), ("right", 1)],
    ),
]
KEPT_CLEAR = (["#####", "#####"], [("bottom", 1), ("right", 2)])


def catalog() -> Catalog:
    """The pieces with three connectors first."""
    protos = [Proto(Shape(drawing), {CONNECTOR: places}) for drawing, places in THREE + OTHERS]
    drawing, places = KEPT_CLEAR
    protos.append(Proto(Shape(drawing), {CONNECTOR: places, CLEAR: [("top", n) for n in range(1, 6)]}))
    return Catalog(protos)


PIECES = catalog()
TERMS = Terms([(CONNECTOR, CONNECTOR)], keep_off=[CLEAR])
OPEN = Terms([(CONNECTOR, CONNECTOR)], keep_off=[CLEAR], outer=CONNECTOR)


def grown(count: int, seed: int) -> Plan:
    """A plan of `count` pieces, each put at a random legal place."""
    rng = random.Random(seed)
    plan = Plan.empty(PIECES).placed(0, 1, 0, 0, 0)
    while len(plan) < count:
        number = rng.randrange(len(PIECES))
        places = spots(plan, number, OPEN)
        if places:
            plan = plan.placed(len(plan), number, *rng.choice(places))
    return plan


def microseconds(
    call: Callable[[], object], repeat: int, before: Callable[[], object] | None = None
) -> float:
    """The best time of one call."""
    best = float("inf")
    for _ in range(repeat):
        if before is not None:
            before()
        start = time.perf_counter()
        call()
        best = min(best, time.perf_counter() - start)
    return best * 1e6


def check(trial: Trial) -> bool:
    """What rules might ask of each place: every connector that joins one joins a piece placed early."""
    piece = trial.placements[-1][0]
    for side in trial.sides_of(piece, CONNECTOR):
        facing = trial.facing(side)
        if facing is not None and trial.has(facing, CONNECTOR) and trial.piece_at(facing) < 0:
            return False
    return trial.any_outer(CONNECTOR)


def mean(values: list[float]) -> float:
    return sum(values) / len(values)


def main() -> None:
    for count in (12, 40):
        plans = [grown(count, seed) for seed in range(8)]
        found = mean(
            [float(len(spots(plan, number, TERMS))) for plan in plans for number in range(len(THREE))]
        )
        print(f"{count} pieces, {found:.1f} places on average")
        for name, value in searches(plans) + changes(plans[0]):
            print(f"  {name:<46}{value:8.1f} us")


def searches(plans: list[Plan]) -> list[tuple[str, float]]:
    """Times of searches, averaged over the plans and all pieces with three connectors."""

    def over(call: Callable[[Plan, int], object], before: Callable[[Plan], object] | None = None) -> float:
        times: list[float] = []
        for plan in plans:
            ready = None if before is None else partial(before, plan)
            times += [microseconds(partial(call, plan, number), 30, ready) for number in range(len(THREE))]
        return mean(times)

    return [
        ("all places, first", over(lambda p, n: spots(p, n, TERMS), forget)),
        ("all places, again", over(lambda p, n: spots(p, n, TERMS))),
        ("all places, one connector kept open, first", over(lambda p, n: spots(p, n, OPEN), forget)),
        ("all places, one connector kept open, again", over(lambda p, n: spots(p, n, OPEN))),
        ("any place, first", over(lambda p, n: any_spot(p, n, OPEN), forget)),
        ("any place, again", over(lambda p, n: any_spot(p, n, OPEN))),
        ("all places, with a check of each", over(lambda p, n: spots(p, n, TERMS, check=check))),
        ("any place, with a check", over(lambda p, n: any_spot(p, n, TERMS, check=check))),
        ("enclosed areas", mean([microseconds(p.regions, 1, lambda p=p: forget(p)) for p in plans])),
    ]


def changes(plan: Plan) -> list[tuple[str, float]]:
    """Times of placing the plan's last piece."""
    last = plan.placements[-1]
    shorter = Plan.from_placements(plan.placements[:-1], PIECES)
    trial = shorter.trial()

    def put_and_take() -> None:
        trial.put(*last)
        trial.take()

    return [
        ("place a piece", microseconds(lambda: shorter.placed(*last).masks, 300)),
        ("put a piece on a trial and take it off", microseconds(put_and_take, 300)),
        ("rebuild from placements", microseconds(lambda: Plan.from_placements(plan.placements, PIECES), 20)),
    ]


def forget(plan: Plan) -> None:
    """Drop what earlier questions left behind."""
    plan.masks._shrunk.clear()  # pyright: ignore[reportPrivateUsage]
    plan._forget()  # pyright: ignore[reportPrivateUsage]


if __name__ == "__main__":
    main()
