"""Random numbers that are the same on every machine: splitmix64, counted.

The source of a game is two numbers of its state, a seed and how many numbers were drawn, so a draw can be
repeated and a game saved at any moment. Bounded numbers are drawn by rejection and hence without bias.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol, TypeVar

__all__ = ["Random", "Source", "below", "pick", "shuffled", "splitmix64"]

T = TypeVar("T")

_ALL = (1 << 64) - 1
_STEP = 0x9E3779B97F4A7C15


class Source(Protocol):
    """What holds a seed and a count: every game state, and :class:`Random`."""

    rng_seed: int
    rng_n: int


class Random:
    """A source of its own, for bots and tests; ``seed`` is any integer."""

    __slots__ = ("rng_n", "rng_seed")

    def __init__(self, seed: int) -> None:
        self.rng_seed = seed & _ALL
        self.rng_n = 0

    def below(self, bound: int) -> int:
        """Return a number from 0 to ``bound - 1``."""
        return below(self, bound)


def splitmix64(seed: int, n: int) -> int:
    """Return the ``n``-th number (from 1) of the sequence of ``seed``, a 64-bit integer."""
    z = (seed + n * _STEP) & _ALL
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _ALL
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _ALL
    return z ^ (z >> 31)


def below(source: Source, bound: int) -> int:
    """Draw a number from 0 to ``bound - 1``; ``bound`` from 1 to 2**64. Raises ValueError for less than 1."""
    if bound < 1:
        raise ValueError("nothing to draw from")
    while True:
        source.rng_n += 1
        number = splitmix64(source.rng_seed, source.rng_n)
        rest = number % bound
        # Numbers at or above the greatest multiple of the bound would favour small remainders.
        if number - rest <= _ALL + 1 - bound:
            return rest


def pick(source: Source, items: Sequence[T]) -> T:
    """Draw one element. Raises ValueError when there is none."""
    return items[below(source, len(items))]


def shuffled(source: Source, items: Iterable[T]) -> tuple[T, ...]:
    """Return the elements in random order: Fisher-Yates from the top, one draw a place but the last."""
    order = list(items)
    seed, drawn = source.rng_seed, source.rng_n
    for i in range(len(order) - 1):
        bound = len(order) - i
        while True:
            # As in `below` and `splitmix64`: calls of these would take most of the time.
            drawn += 1
            z = (seed + drawn * _STEP) & _ALL
            z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _ALL
            z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _ALL
            number = z ^ (z >> 31)
            rest = number % bound
            if number - rest <= _ALL + 1 - bound:
                break
        j = i + rest
        order[i], order[j] = order[j], order[i]
    source.rng_n = drawn
    return tuple(order)
