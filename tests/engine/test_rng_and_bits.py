"""The generator gives splitmix64's published numbers; bit helpers agree with Python's integers."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from triarchy.engine import bits
from triarchy.engine.rng import (
    next_random,
    random_below,
    remainder_by_product,
    shuffle,
    shuffle_pile,
)

MASKS = st.integers(0, 2**64 - 1)


def plain_splitmix64(seed: int):
    """Splitmix64 in plain integers, as the notation describes it."""
    while True:
        seed = (seed + 0x9E3779B97F4A7C15) % 2**64
        z = seed
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) % 2**64
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) % 2**64
        yield z ^ (z >> 31)


def test_the_first_number_of_seed_0_is_the_published_one():
    assert int(next_random(np.array([0], np.uint64))) == 0xE220A8397B1DCDAF


@given(MASKS)
def test_numbers_and_shuffles_are_those_of_the_notation(seed):
    rng, plain = np.array([seed], np.uint64), plain_splitmix64(seed)
    assert [int(next_random(rng)) for _ in range(5)] == [next(plain) for _ in range(5)]
    assert random_below(rng, 7) == next(plain) % 7
    items, expected = np.arange(20, dtype=np.uint8), list(range(20))
    shuffle(rng, items, 20)
    for i in range(19, 0, -1):
        j = next(plain) % (i + 1)
        expected[i], expected[j] = expected[j], expected[i]
    assert items.tolist() == expected


@given(MASKS, st.integers(0, 143))
def test_a_pile_is_shuffled_like_a_list_and_its_first_item_lies_last(seed, size):
    items, pile = np.arange(size, dtype=np.uint8), np.arange(size, dtype=np.uint8)[::-1].copy()
    first, second = np.array([seed], np.uint64), np.array([seed], np.uint64)
    shuffle(first, items, size)
    shuffle_pile(second, pile, size)
    assert pile[::-1].tolist() == items.tolist()
    assert first[0] == second[0]


@given(MASKS)
def test_remainders_as_a_gpu_works_them_out(value):
    for n in range(1, 300):
        below = value - value % n
        for one in {value, below, max(below - 1, 0), 2**64 - 1, 2**64 - 1 - (2**64 - 1) % n}:
            assert int(remainder_by_product(np.uint64(one), n)) == one % n


@given(MASKS)
def test_bits(mask):
    value = np.uint64(mask)
    assert bits.count(value) == mask.bit_count()
    assert int(bits.lowest(value)) == mask & -mask
    assert bits.index_of_lowest(value) == ((mask & -mask).bit_length() - 1 if mask else 64)
    assert all(bits.has(value, i) == bool(mask >> i & 1) for i in range(64))
