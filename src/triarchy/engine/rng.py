"""Seeded random numbers: splitmix64, the same numbers on every platform and backend.

A generator is an array of one uint64, its state. Wrapping multiplication is meant here.
"""

from __future__ import annotations

from triarchy.engine.arrays import np
from triarchy.engine.compiled import INTERPRETED, compiled
from triarchy.engine.native import overload

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
FIRST = np.uint64(0xBF58476D1CE4E5B9)
SECOND = np.uint64(0x94D049BB133111EB)
RECIPROCALS = np.array([0] + [(2**64 - 1) // n for n in range(1, 256)], np.uint64)
_LOW = np.uint64(0xFFFFFFFF)
_HALF = np.uint64(32)


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
def high_product(a, b):
    """The upper 64 bits of a product."""
    a_low, a_high, b_low, b_high = a & _LOW, a >> _HALF, b & _LOW, b >> _HALF
    middle = a_high * b_low + (a_low * b_low >> _HALF)
    return a_high * b_high + (middle >> _HALF) + (a_low * b_high + (middle & _LOW) >> _HALF)


@compiled
def remainder_by_product(value, n):
    """`value` modulo n without a division, where n is small."""
    divisor = np.uint64(n)
    if n >= len(RECIPROCALS):
        return value % divisor
    rest = value - high_product(value, RECIPROCALS[n]) * divisor
    # The quotient is at most one too small.
    return rest - divisor * np.uint64(rest >= divisor)


def remainder(value, n):
    """`value` modulo n. A GPU divides slowly, and one game that is set up keeps all others of a batch
    waiting; a CPU is faster by division."""
    return value % np.uint64(n)


@overload(remainder)
def _on_cpu(value, n):
    return remainder


@overload(remainder, target="cuda")
def _on_gpu(value, n):
    return lambda value, n: remainder_by_product(value, n)


@compiled
def shuffle(rng, items, n):
    """Shuffle the first n items in place: for i = n-1 down to 1, swap i and next() mod (i+1)."""
    value = rng[0]
    for i in range(n - 1, 0, -1):
        value = _advance(value)
        j = np.int64(remainder(_mix(value), i + 1))
        kept = items[i]
        items[i] = items[j]
        items[j] = kept
    rng[0] = value


@compiled
def shuffle_pile(rng, pile, n):
    """The same for a list whose first item lies last, where the next one is drawn from."""
    value = rng[0]
    last = n - 1
    for i in range(last, 0, -1):
        value = _advance(value)
        j = np.int64(remainder(_mix(value), i + 1))
        kept = pile[last - i]
        pile[last - i] = pile[last - j]
        pile[last - j] = kept
    rng[0] = value


@compiled
def seed_of_game(seed, number):
    """The seed of the number-th game of a batch: every game has a stream of its own."""
    return _mix(_advance(np.uint64(seed)) ^ _mix(_advance(np.uint64(number))))
