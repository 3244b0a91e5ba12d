"""Bit helpers on uint64 masks; everything stays uint64, counts and indices are signed."""

from __future__ import annotations

from triarchy.engine.arrays import np
from triarchy.engine.compiled import INTERPRETED, compiled

ZERO = np.uint64(0)
ONE = np.uint64(1)
ALL = ~ZERO
_M1 = np.uint64(0x5555555555555555)
_M2 = np.uint64(0x3333333333333333)
_M4 = np.uint64(0x0F0F0F0F0F0F0F0F)
_H01 = np.uint64(0x0101010101010101)
_U1, _U2, _U4, _U56 = np.uint64(1), np.uint64(2), np.uint64(4), np.uint64(56)


@compiled
def bit(index):
    """The mask with just this bit set."""
    return ONE << np.uint64(index)


@compiled
def has(mask, index):
    """Whether this bit is set."""
    return (mask >> np.uint64(index)) & ONE != ZERO


@compiled
def count(mask):
    """How many bits are set."""
    mask = mask - ((mask >> _U1) & _M1)
    mask = (mask & _M2) + ((mask >> _U2) & _M2)
    mask = (mask + (mask >> _U4)) & _M4
    return int(np.int64((mask * _H01) >> _U56))


@compiled
def lowest(mask):
    """The mask with just the lowest set bit (0 for 0)."""
    return mask & (~mask + ONE)


@compiled
def index_of_lowest(mask):
    """The index of the lowest set bit; 64 for 0."""
    return count(lowest(mask) - ONE)


if INTERPRETED:
    _wrapping = np.errstate(over="ignore")
    count = _wrapping(count)
    lowest = _wrapping(lowest)
    index_of_lowest = _wrapping(index_of_lowest)
