"""Questions about collections and seats that generated code asks. Collections are tuples and keep their
order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from . import graph
from .errors import BudgetError
from .state import State
from .work import spend

__all__ = [
    "LONGEST_RUN",
    "chain",
    "clockwise_from",
    "counterclockwise_from",
    "distinct",
    "item_round",
    "left_of",
    "longest_path",
    "most_pairs",
    "numbers",
    "ranking",
    "reach",
    "right_of",
    "united",
    "without",
]

LONGEST_RUN = 10_000
"""Most numbers in a run of numbers."""

FEW = 12
"""A tuple of more elements is looked through slower than a set is made of it."""
STEP_WORK = 20
"""Units of work for each step of the search for a longest path."""
LINK_WORK = 8
"""Units of work for each pair of elements that a rule may be asked about."""

T = TypeVar("T")
Link = Callable[[State, Any, Any], bool]


def left_of(g: State, player: int) -> int:
    """Return the next player clockwise."""
    return (player + 1) % g.players


def right_of(g: State, player: int) -> int:
    """Return the next player counterclockwise."""
    return (player - 1) % g.players


def clockwise_from(g: State, player: int) -> tuple[int, ...]:
    """Return all players clockwise, this one first."""
    count = g.players
    return tuple([(player + i) % count for i in range(count)])


def counterclockwise_from(g: State, player: int) -> tuple[int, ...]:
    """Return all players counterclockwise, this one first."""
    count = g.players
    return tuple([(player - i) % count for i in range(count)])


def united(a: tuple[T, ...], b: tuple[T, ...]) -> tuple[T, ...]:
    """Return `a` and those of `b` that are not in it."""
    there = set(a) if len(a) > FEW else a
    return a + tuple([item for item in b if item not in there])


def without(a: tuple[T, ...], b: tuple[T, ...]) -> tuple[T, ...]:
    """Return those of `a` that are not in `b`."""
    gone = set(b) if len(b) > FEW else b
    return tuple([item for item in a if item not in gone])


def distinct(items: Iterable[T]) -> tuple[T, ...]:
    """Return the elements without repeats, the first of equal ones."""
    return tuple(dict.fromkeys(items))


def item_round(n: int, items: Sequence[T]) -> T | None:
    """Return the n-th element, counting from 1 and starting again at the end; None of nothing."""
    return items[(n - 1) % len(items)] if items else None


def ranking(pairs: Iterable[tuple[Any, T]]) -> tuple[tuple[tuple[T, ...], int, int], ...]:
    """Return the places of (key, element) pairs, most first: (members, first place, last place), from 1."""
    groups: dict[Any, list[T]] = {}
    for key, item in pairs:
        groups.setdefault(key, []).append(item)
    places: list[tuple[tuple[T, ...], int, int]] = []
    first = 1
    for key in sorted(groups, reverse=True):
        members = tuple(groups[key])
        places.append((members, first, first + len(members) - 1))
        first += len(members)
    return tuple(places)


def reach(g: State, start: Any, items: Sequence[Any], link: Link) -> tuple[Any, ...]:
    """Return those of the elements that can be reached from `start` over links between elements."""
    if start is None:
        return ()
    spend(g, len(items) * len(items) * LINK_WORK)
    return graph.reach(start, items, lambda a, b: link(g, a, b))


def longest_path(g: State, items: Sequence[Any], link: Link) -> tuple[Any, ...]:
    """Return a longest path that enters no element twice."""
    spend(g, len(items) * len(items) * LINK_WORK)

    def count(steps: int) -> None:
        spend(g, steps * STEP_WORK)

    return tuple(graph.longest_path(items, lambda a, b: link(g, a, b), count=count))


def most_pairs(g: State, items: Sequence[Any], link: Link) -> tuple[tuple[Any, Any], ...]:
    """Return as many pairs of linked elements as there can be, each element in one pair at most."""
    spend(g, len(items) * len(items) * LINK_WORK)
    return graph.most_pairs(items, lambda a, b: link(g, a, b))


def chain(g: State, start: Any, follow: Callable[[State, Any], Any]) -> tuple[Any, ...]:
    """Return `start`, what the rule gives for it, and so on, until none or an element met before."""
    if start is None:
        return ()

    def next_of(item: Any) -> Any:
        spend(g, LINK_WORK)
        return follow(g, item)

    return graph.chain(start, next_of)


def numbers(first: int, last: int) -> range:
    """Return the numbers from `first` to `last`, both with them.

    Raises :class:`BudgetError` for a run longer than :data:`LONGEST_RUN`.
    """
    if last - first >= LONGEST_RUN:
        raise BudgetError(f"the numbers from {first} to {last} are more than {LONGEST_RUN:,}")
    return range(first, last + 1)
