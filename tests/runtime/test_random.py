"""The random source: known values, no bias, the same everywhere."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from castlewright.runtime import Random
from castlewright.runtime.random import below, pick, shuffled, splitmix64


def test_the_sequence_is_the_published_one() -> None:
    assert [splitmix64(1234567, n) for n in range(1, 6)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


@given(st.integers(), st.integers(1, 1 << 64))
def test_numbers_stay_within_their_bound(seed: int, bound: int) -> None:
    source = Random(seed)
    assert 0 <= below(source, bound) < bound
    assert source.rng_n >= 1


def test_nothing_can_be_drawn_from_nothing() -> None:
    for bound in (0, -1):
        with pytest.raises(ValueError, match="nothing"):
            below(Random(1), bound)
    with pytest.raises(ValueError, match="nothing"):
        pick(Random(1), ())


def test_no_number_is_favoured() -> None:
    source = Random(9)
    counts = Counter(below(source, 6) for _ in range(6000))
    assert all(900 < counts[n] < 1100 for n in range(6))


def test_no_order_is_favoured() -> None:
    source = Random(3)
    counts = Counter(shuffled(source, (1, 2, 3)) for _ in range(6000))
    assert len(counts) == 6
    assert all(900 < count < 1100 for count in counts.values())


@given(st.lists(st.integers(), max_size=30), st.integers())
def test_a_shuffle_keeps_everything_and_draws_one_number_a_place(items: list[int], seed: int) -> None:
    source = Random(seed)
    assert sorted(shuffled(source, items)) == sorted(items)
    assert source.rng_n == max(0, len(items) - 1)


def test_a_state_is_its_seed_and_count() -> None:
    source = Random(5)
    first = [source.below(100) for _ in range(5)]
    again = Random(5)
    again.rng_n = 2
    assert [again.below(100) for _ in range(3)] == first[2:]
