"""Compiled score rules beside the same rules written by hand: `python benchmarks/score_rule.py`.

A random game is played to its end; then the points of every castle are found by the compiled rule and by
Python that a person would write over the same state, with the runtime's own questions about plans. Times are
the best of several runs, in microseconds for one castle; answers are compared first.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from castlewright.library import load
from castlewright.runtime.game import Game
from castlewright.runtime.primitives import contacts_between, has_feature, joined, side_facing
from castlewright.runtime.ruleset import Ruleset
from castlewright.runtime.state import WORK_LIMIT

SEED = 7
ROUNDS = 60


class Row(NamedTuple):
    """One comparison: microseconds for one castle."""

    name: str
    compiled: float
    by_hand: float

    @property
    def ratio(self) -> float:
        """How many times as long the compiled rule takes."""
        return self.compiled / self.by_hand


class ByHand:
    """The points of a castle, written by hand over the tables of a ruleset."""

    def __init__(self, rules: Ruleset) -> None:
        kind = list(rules.kinds).index("room")
        self.table = {field[1]: field[4] for field in rules.fields if field[0] == kind}
        self.castle = rules.zones["castle"].base
        features = {name: number for number, (name, _) in enumerate(rules.kinds["feature"].members)}
        self.entrance, self.arc = features["entrance"], features["arc"]
        symbols = {name: number for number, (name, _) in enumerate(rules.kinds["symbol"].members)}
        self.connected, self.adjacent = symbols["connected"], symbols["adjacent"]

    def castle_points(self, g: Game, player: int) -> int:
        """Printed points, and what symbols pay for the rooms they look at."""
        points, symbol, each = self.table["points"], self.table["symbol"], self.table["each"]
        wants, types = self.table["wants"], self.table["types"]
        rooms = g.cells[self.castle + player]
        total = 0
        for a in rooms:
            total += points[a]
            looks = symbol[a]
            if looks is None:
                continue
            for b in rooms:
                if looks == self.connected:
                    if not joined(g, a, b, self.entrance, self.entrance):
                        continue
                elif looks == self.adjacent and not self._touch(g, a, b):
                    continue
                wanted = 0
                for t in types[b]:
                    if t in wants[a]:
                        wanted += 1
                total += each[a] * wanted
        return total

    def _touch(self, g: Game, a: int, b: int) -> bool:
        for side in contacts_between(g, a, b):
            if not has_feature(g, side, self.arc) and not has_feature(g, side_facing(g, side), self.arc):
                return True
        return False

    def area(self, g: Game, player: int) -> int:
        """Printed sizes added up."""
        size = self.table["size"]
        total = 0
        for a in g.cells[self.castle + player]:
            total += size[a]
        return total

    def typed(self, g: Game, player: int, wanted: int) -> int:
        """How many rooms are of a type."""
        types = self.table["types"]
        count = 0
        for a in g.cells[self.castle + player]:
            if wanted in types[a]:
                count += 1
        return count


def played(rules: Ruleset) -> Game:
    """A game at its end, its answers drawn at random."""
    rng = random.Random(SEED)
    game = rules.new_game(4, seed=SEED)
    while (decision := game.decision) is not None:
        game.decide(decision.options[rng.randrange(len(decision))])
    return game


def side_by_side(questions: list[Callable[[], Any]], calls: int) -> list[float]:
    """The best of several runs of each question, in turns, in microseconds for one call."""
    best = [float("inf")] * len(questions)
    for _ in range(9):
        for index, question in enumerate(questions):
            start = time.perf_counter()
            for _ in range(calls):
                question()
            best[index] = min(best[index], (time.perf_counter() - start) / calls * 1e6)
    return best


def rows() -> Iterator[Row]:
    """All comparisons. Raises AssertionError when a rule and its twin differ."""
    rules = load("castles")
    game = played(rules)
    hand = ByHand(rules)
    own = rules.rules["worth_in_castle"][0]

    def compiled_points(player: int) -> int:
        return sum([own(game, room) for room in game.cells[hand.castle + player]])

    pairs: list[tuple[str, Callable[[int], int], Callable[[int], int]]] = [
        ("points of a castle", compiled_points, lambda p: hand.castle_points(game, p)),
        ("area", lambda p: rules.rules["castle_area"][0](game, p), lambda p: hand.area(game, p)),
    ]
    for name, rule, twin in pairs:
        for player in range(game.players):
            assert rule(player) == twin(player), (name, player, rule(player), twin(player))

        def four(question: Callable[[int], int]) -> Callable[[], None]:
            def ask() -> None:
                game.work = WORK_LIMIT
                for player in range(4):
                    question(player)

            return ask

        times = side_by_side([four(rule), four(twin)], ROUNDS)
        yield Row(name, times[0] / 4, times[1] / 4)


def main() -> None:
    """Print the table."""
    print(f"{'rule':24} {'compiled':>10} {'by hand':>10} {'ratio':>7}")
    for row in rows():
        print(f"{row.name:24} {row.compiled:8.1f}us {row.by_hand:8.1f}us {row.ratio:6.2f}x")


if __name__ == "__main__":
    main()
