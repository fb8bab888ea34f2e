"""Bots, which choose among the options of a decision, knowing only what their player may know."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from .decision import Decision
from .errors import NotAllowed
from .game import Game
from .random import Random, below

__all__ = ["Bot", "GreedyBot", "RandomBot", "Seat", "play"]


class Seat:
    """A game as one player sees it: what a bot gets."""

    __slots__ = ("_game", "player")

    def __init__(self, game: Game, player: int) -> None:
        self._game = game
        self.player = player

    def view(self) -> dict[str, object]:
        """Return all that the player may know, as JSON data."""
        return self._game.view(self.player)

    def imagine(self, seed: int) -> Game:
        """Return a copy of the game in which all that the player may not know is made up."""
        return self._game.imagine(self.player, seed)


class Bot(Protocol):
    """Whatever chooses an option."""

    def choose(self, seat: Seat, decision: Decision) -> int:
        """Return the index of an option of a decision of the seat's player."""
        ...


class RandomBot:
    """Chooses any option, each as likely as the others."""

    __slots__ = ("_random",)

    def __init__(self, seed: int = 0) -> None:
        self._random = Random(seed)

    def choose(self, seat: Seat, decision: Decision) -> int:
        """Return the index of any option."""
        return below(self._random, len(decision))


class GreedyBot:
    """Looks one move ahead: takes the option after which its lead over the best opponent is greatest.

    Each option is tried in a few imagined games; questions that follow at once are answered at random there.
    ``samples`` is how often each option is tried, ``width`` how many options at most are (others are passed
    over, at random).
    """

    __slots__ = ("_random", "samples", "width")

    FOLLOW_UP = 8
    """How many answers are given at random after the one that is tried."""

    def __init__(self, seed: int = 0, samples: int = 1, width: int = 16) -> None:
        self._random = Random(seed)
        self.samples = samples
        self.width = width

    def choose(self, seat: Seat, decision: Decision) -> int:
        """Return the index of the best option found; of equal ones any."""
        count = len(decision)
        if count == 1:
            return 0
        tried = list(range(count))
        while len(tried) > self.width:
            tried.pop(self._random.below(len(tried)))
        best: list[int] = []
        best_worth = 0
        seeds = [self._random.below(1 << 32) for _ in range(self.samples)]
        # The same imagined games for every option, or luck would choose.
        games = [(seed, seat.imagine(seed)) for seed in seeds]
        for index in tried:
            worth = sum([self._try(game.copy(), seat.player, index, seed) for seed, game in games])
            if not best or worth > best_worth:
                best, best_worth = [index], worth
            elif worth == best_worth:
                best.append(index)
        return best[self._random.below(len(best))]

    def _try(self, game: Game, player: int, index: int, seed: int) -> int:
        game.choose(index, player)
        random = Random(seed)
        for _ in range(self.FOLLOW_UP):
            decision = _next_to_follow(game, player)
            if decision is None:
                break
            game.choose(random.below(len(decision)), decision.player)
        return _lead(game, player)


def _next_to_follow(game: Game, player: int) -> Decision | None:
    """The decision that belongs to the move that is tried: the player's own, or others' that hold it up."""
    decisions = game.decisions
    own = [decision for decision in decisions if decision.player == player]
    if own:
        return own[0]
    return decisions[0] if game.fibers_wait(player) else None


def _lead(game: Game, player: int) -> int:
    try:
        scores = game.scores
    except NotAllowed:
        return 0
    return scores[player] - max([score for other, score in enumerate(scores) if other != player], default=0)


def play(game: Game, bots: Sequence[Bot], limit: int = 100_000) -> Game:
    """Let bots, one for each player, play a game to its end. Raises :class:`NotAllowed` past so many
    answers. The game cannot be taken back past its end then."""
    seats = [Seat(game, player) for player in range(game.players)]

    def choose(decision: Decision) -> int:
        player = decision.player
        return bots[player].choose(seats[player], decision)

    if not game.answer_all(choose, limit):
        raise NotAllowed(f"the game has not come to its end after {limit} answers")
    return game
