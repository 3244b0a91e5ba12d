"""`exp` and `log` in plain arithmetic: the same bits in the interpreter, compiled and as WebAssembly.

Every C library rounds the last bit of these its own way. These are right but for about the last bit, and equal wherever
numbers have 64 bits and no product and sum are joined into one rounding.
"""

from __future__ import annotations

import math

from triarchy.engine.arrays import np
from triarchy.engine.compiled import compiled

LOG2_E = 1.4426950408889634
LN2_HIGH = 0.6931471804855391
"""The logarithm of 2 to 33 bits, so that whole multiples of it are exact;"""
LN2_LOW = 7.440617110012397e-11
"""and what is left of it."""
LEAST, MOST = -708.0, 709.0
"""Beyond, `exp` gives 0 and infinity."""
BIAS = 1023
"""What an exponent is stored above,"""
FRACTION = 52
"""and how many bits of fraction follow it."""
FRACTION_BITS = (1 << FRACTION) - 1
ROOT_2 = 1.4142135623730951


@compiled
def power_of_two(exponent):
    """2 to a whole power from -1022 to 1023."""
    return np.int64((exponent + BIAS) << FRACTION).view(np.float64)


@compiled
def exp(x):
    """e to the power of x."""
    if x < LEAST:
        return 0.0
    if x > MOST:
        return math.inf
    whole = math.floor(x * LOG2_E + 0.5)
    r = (x - whole * LN2_HIGH) - whole * LN2_LOW
    # The series of r ** n / n!: with |r| < 0.35, all that is left out is less than half a bit.
    total = 1 / 6227020800 + r * (1 / 87178291200)
    total = 1 / 39916800 + r * (1 / 479001600 + r * total)
    total = 1 / 362880 + r * (1 / 3628800 + r * total)
    total = 1 / 5040 + r * (1 / 40320 + r * total)
    total = 1 / 120 + r * (1 / 720 + r * total)
    total = 1 / 6 + r * (1 / 24 + r * total)
    total = 1.0 + r * (1.0 + r * (0.5 + r * total))
    return total * power_of_two(int(whole))


@compiled
def log(x):
    """The natural logarithm of a normal number above 0."""
    bits = np.float64(x).view(np.int64)
    exponent = int(bits >> FRACTION) - BIAS
    m = np.int64((bits & FRACTION_BITS) | (BIAS << FRACTION)).view(np.float64)
    if m > ROOT_2:
        m *= 0.5
        exponent += 1
    # Twice the series of the odd powers of s: with |s| < 0.172, all that is left out is less than half a bit.
    s = (m - 1.0) / (m + 1.0)
    q = s * s
    total = 2 / 19 + q * (2 / 21 + q * (2 / 23))
    total = 2 / 15 + q * (2 / 17 + q * total)
    total = 2 / 11 + q * (2 / 13 + q * total)
    total = 2 / 7 + q * (2 / 9 + q * total)
    total = 2 / 3 + q * (2 / 5 + q * total)
    return exponent * LN2_HIGH + (exponent * LN2_LOW + s * (2.0 + q * total))
