"""Rows about playing: load, decisions per second and copies beside catanatron, ten times the content."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from compiling import grown, load_from, seconds_to_compile
from measure import Row, best, fresh

import castlewright as cw
from castlewright.library import content_roots
from castlewright.runtime.bots import RandomBot, Seat, play

PLAYERS = 4
MIDDLE = 150
"""Decisions into a game at which it is copied."""
BUILT = """
import castlewright.built
from castlewright import load_built
imported = clock()
rules = load_built({path!r})
seconds = clock() - imported
heavy = [name for name in ("lark", "pydantic", "jsonschema") if name in sys.modules]
print(json.dumps({{"seconds": seconds, "imports": imported - start, "heavy": heavy}}))
"""


def built_row(times: int) -> Row:
    """How long a fresh process takes to load a built ruleset, once the runtime is imported."""
    from castlewright.cli.build import build

    with tempfile.TemporaryDirectory() as place:
        build("castles", Path(place), ["all"])
        found = fresh(BUILT.format(path=place), times)
    heavy = f"imported {', '.join(found['heavy'])}" if found["heavy"] else "no authoring package"
    note = f"a fresh process, {heavy}; importing the runtime takes {found['imports'] * 1000:.0f} ms more"
    return Row("load a built ruleset", found["seconds"] * 1000, "ms", 50, "50 ms", note=note)


def random_games(rules: cw.Ruleset, first: int, count: int) -> int:
    """Play random games; how many decisions they took."""
    decisions = 0
    for seed in range(first, first + count):
        game = rules.new_game(PLAYERS, seed)
        play(game, [RandomBot(seed * PLAYERS + player) for player in range(PLAYERS)])
        decisions += len(game.history)
    return decisions


def catan_game(seed: int) -> Any:
    """A game of the peer, with random players."""
    from catanatron import Color, Game, RandomPlayer

    return Game([RandomPlayer(color) for color in list(Color)[:PLAYERS]], seed=seed)


def catan_games(first: int, count: int) -> int:
    """Play random games of the peer; how many decisions they took."""
    decisions = 0
    for seed in range(first, first + count):
        game = catan_game(seed)
        game.play()
        decisions += len(game.state.actions)
    return decisions


def rate(run: Callable[[int, int], int], first: int, games: int) -> tuple[float, float]:
    """Decisions and games per second of computing, of some games with rising seeds."""
    start = time.process_time()
    decisions = run(first, games)
    seconds = time.process_time() - start
    return decisions / seconds, games / seconds


def in_turns(runs: Sequence[Callable[[int, int], int]], rounds: int, games: int) -> list[tuple[float, float]]:
    """The best rates of several ways to play, in turns: a busy machine is then busy for all of them."""
    found = [(0.0, 0.0) for _ in runs]
    for number in range(rounds):
        for n, run in enumerate(runs):
            found[n] = max(found[n], rate(run, number * games, games))
    return found


def middle_game(rules: cw.Ruleset) -> cw.Game:
    """A game under way."""
    game = rules.new_game(PLAYERS, 7)
    bots = [RandomBot(player) for player in range(PLAYERS)]
    for _ in range(MIDDLE):
        decision = game.decision
        assert decision is not None
        game.choose(bots[decision.player].choose(Seat(game, decision.player), decision), decision.player)
    return game


def copies(make: Callable[[], object], times: int) -> float:
    """Microseconds for one copy."""

    def thousand() -> None:
        for _ in range(1000):
            make()

    return best(thousand, times) * 1000


def rows(times: int) -> Iterator[Row]:
    """Measure."""
    yield built_row(times)
    rules = cw.load("castles", "all")
    base = cw.load("castles")
    with_all, plain, theirs = in_turns(
        [partial(random_games, rules), partial(random_games, base), catan_games], times, 4
    )
    for what, (decisions, games) in (("all expansions", with_all), ("base", plain)):
        yield Row(
            f"{what}, 4 players, decisions",
            decisions,
            "/s",
            theirs[0],
            "the peer's",
            True,
            "catanatron",
            theirs[0],
            f"{decisions / theirs[0]:.2f} of the peer's",
        )
        yield Row(f"{what}, 4 players, games", games, "/s", 100, "100 /s", True, "catanatron", theirs[1])
    game, other = middle_game(rules), catan_game(7)
    for _ in range(MIDDLE):
        other.play_tick()
    ours_copy, theirs_copy = copies(game.copy, times), copies(other.copy, times)
    yield Row(
        "copy of a running game", ours_copy, "us", theirs_copy, "the peer's", False, "catanatron", theirs_copy
    )
    yield from tenfold_rows(base, times)


def tenfold_rows(rules: cw.Ruleset, times: int) -> Iterator[Row]:
    """The same game with ten times the text."""
    with tempfile.TemporaryDirectory() as place:
        content, growth = grown(Path(place))
        plain = seconds_to_compile(content_roots()[0], times)
        seconds = seconds_to_compile(content, times)
        large = load_from(content, "castles", cache=False)
    yield Row(
        f"compile {growth:.0f} times the content",
        seconds / plain,
        "x",
        growth,
        "10 x",
        note=f"{plain * 1000:.0f} ms against {seconds * 1000:.0f} ms",
    )
    rates = in_turns([partial(random_games, rules), partial(random_games, large)], times, 4)
    small_rate, large_rate = (rate for rate, _ in rates)
    yield Row(
        "play with ten times the content",
        small_rate / large_rate,
        "x",
        1.1,
        "unchanged",
        note=f"{small_rate:.0f} against {large_rate:.0f} decisions/s",
    )
