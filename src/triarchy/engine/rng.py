"""Seeded random numbers: splitmix64, the same numbers on every platform and backend.

A generator is an array of one uint64, its state. Wrapping multiplication is meant here.
"""

from __future__ import annotations

import numpy as np

from triarchy.engine.compiled import INTERPRETED, compiled

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
FIRST = np.uint64(0xBF58476D1CE4E5B9)
SECOND = np.uint64(0x94D049BB133111EB)


@compiled
def _advance(value):
    return value + GOLDEN


@compiled
def _mix(value):
    value = (value ^ (value >> np.uint64(30))) * FIRST
    value = (value ^ (value >> np.uint64(27))) * SECOND
    return value ^ (value >> np.uint64(31))


if INTERPRETED:
    _wrapping = np.errstate(over="ignore")
    _advance = _wrapping(_advance)
    _mix = _wrapping(_mix)


@compiled
def next_random(rng):
    """The next 64 random bits; `rng` is an array of one uint64 (or a record's field of one)."""
    rng[0] = _advance(rng[0])
    return _mix(rng[0])


@compiled
def random_below(rng, n):
    """A whole number from 0 to n - 1 (the next number modulo n, as the notation says)."""
    return int(np.int64(next_random(rng) % np.uint64(n)))


@compiled
def shuffle(rng, items, n):
    """Shuffle the first n items in place: for i = n-1 down to 1, swap i and next() mod (i+1)."""
    for i in range(n - 1, 0, -1):
        j = random_below(rng, i + 1)
        kept = items[i]
        items[i] = items[j]
        items[j] = kept


@compiled
def seed_of_game(seed, number):
    """The seed of the number-th game of a batch: every game has a stream of its own."""
    return _mix(_advance(np.uint64(seed)) ^ _mix(_advance(np.uint64(number))))
