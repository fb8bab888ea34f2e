from __future__ import annotations

from itertools import combinations, pairwise, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from castlewright.runtime.graph import SearchBudgetError, chain, longest_path, most_pairs, reach


@st.composite
def graphs(draw: st.DrawFn, most: int = 7) -> tuple[int, set[tuple[int, int]]]:
    count = draw(st.integers(1, most))
    pairs = list(combinations(range(count), 2))
    return count, draw(st.sets(st.sampled_from(pairs))) if pairs else set()


def link(edges: set[tuple[int, int]]):
    return lambda a, b: (min(a, b), max(a, b)) in edges


def longest_by_trying(count: int, edges: set[tuple[int, int]]) -> int:
    linked = link(edges)
    for length in range(count, 1, -1):
        for way in permutations(range(count), length):
            if all(linked(a, b) for a, b in pairwise(way)):
                return length
    return 1


def pairs_by_trying(left: frozenset[int], edges: set[tuple[int, int]]) -> int:
    if not left:
        return 0
    first = min(left)
    best = pairs_by_trying(left - {first}, edges)
    for other in left - {first}:
        if (first, other) in edges:
            best = max(best, 1 + pairs_by_trying(left - {first, other}, edges))
    return best


@given(graphs())
def test_a_longest_path_is_a_path_and_none_is_longer(graph: tuple[int, set[tuple[int, int]]]) -> None:
    count, edges = graph
    path = longest_path(range(count), link(edges))
    assert len(set(path)) == len(path)
    assert all(link(edges)(a, b) for a, b in pairwise(path))
    assert len(path) == longest_by_trying(count, edges)


@given(graphs(most=9))
def test_most_pairs(graph: tuple[int, set[tuple[int, int]]]) -> None:
    count, edges = graph
    pairs = most_pairs(range(count), link(edges))
    assert all(pair in edges for pair in pairs)
    assert len({member for pair in pairs for member in pair}) == 2 * len(pairs)
    assert len(pairs) == pairs_by_trying(frozenset(range(count)), edges)
    assert list(pairs) == sorted(pairs)


def test_paths_with_known_lengths() -> None:
    six_in_a_circle = {(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (0, 5)}
    names = "abcdef"
    linked = link(six_in_a_circle)
    assert len(longest_path(names, lambda a, b: linked(names.index(a), names.index(b)))) == 6
    star = {(0, 1), (0, 2), (0, 3), (0, 4)}
    assert len(longest_path(range(5), link(star))) == 3
    assert longest_path([], link(star)) == ()
    assert longest_path([7], link(star)) == (7,)
    # Two circles of three that share a member: all five, through the shared one.
    eight = {(0, 1), (1, 2), (0, 2), (2, 3), (3, 4), (2, 4)}
    assert len(longest_path(range(5), link(eight))) == 5


def test_long_paths_through_many_small_blocks_are_quick() -> None:
    """Forty squares in a row, joined at corners: three of four members of each lie on the way."""
    edges: set[tuple[int, int]] = set()
    for k in range(40):
        a, b, c, d = 3 * k, 3 * k + 1, 3 * k + 2, 3 * k + 3
        edges |= {(a, b), (a, c), (b, d), (c, d)}
    # In a square between opposite corners one member is left out, but not at either end of the path.
    assert len(longest_path(range(121), link(edges))) == 83


def test_a_search_that_takes_too_long_says_so() -> None:
    wide = {(a, b) for a in range(12) for b in range(12, 31)}
    with pytest.raises(SearchBudgetError, match="100 steps"):
        longest_path(range(31), link(wide), budget=100)


def test_reach_goes_over_members_only_and_keeps_their_order() -> None:
    linked = link({(0, 1), (1, 2), (2, 3), (4, 5)})
    assert reach(0, [3, 1, 2, 5], linked) == (3, 1, 2)
    assert reach(0, [3, 2, 5], linked) == ()
    assert reach(0, [2, 0, 1], linked) == (2, 0, 1)
    assert reach(4, [], linked) == ()


def test_a_chain_ends_at_none_or_before_it_repeats() -> None:
    follow = {1: 2, 2: 3, 3: None, 5: 6, 6: 7, 7: 6, 8: 8}
    assert chain(1, follow.get) == (1, 2, 3)
    assert chain(5, follow.get) == (5, 6, 7)
    assert chain(8, follow.get) == (8,)
    assert chain(9, follow.get) == (9,)
