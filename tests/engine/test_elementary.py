"""`exp` and `log` are right to about the last bit, and the same in the interpreter and compiled."""

from __future__ import annotations

import math

import numpy as np
import pytest

from triarchy.engine import elementary
from triarchy.engine.compiled import INTERPRETED

CHANCE = np.random.default_rng(5)
POWERS = [
    *CHANCE.uniform(-40, 3, 400).tolist(),
    *CHANCE.uniform(-708, 709, 100).tolist(),
    0.0,
    -0.0,
]
NUMBERS = [
    *(10 ** CHANCE.uniform(-9, 9, 400)).tolist(),
    *CHANCE.uniform(0.9, 1.1, 100).tolist(),
    1.0,
]


def ulps(found: float, right: float) -> float:
    return abs(found - right) / math.ulp(right)


@pytest.mark.parametrize(
    ("own", "right", "inputs"),
    [(elementary.exp, math.exp, POWERS), (elementary.log, math.log, NUMBERS)],
)
def test_they_are_right_but_for_the_last_bits(own, right, inputs):
    assert max(ulps(own(x), right(x)) for x in inputs) <= 2


def test_beyond_what_numbers_hold_there_is_nothing_and_infinity():
    assert elementary.exp(-709.0) == 0.0
    assert elementary.exp(710.0) == math.inf
    assert elementary.exp(0.0) == 1.0
    assert elementary.log(1.0) == 0.0


@pytest.mark.skipif(INTERPRETED, reason="there is nothing to compare")
@pytest.mark.parametrize(
    ("name", "inputs"), [("exp", POWERS), ("log", NUMBERS), ("power_of_two", range(-1022, 1024))]
)
def test_the_interpreter_gives_the_same_bits(monkeypatch, name, inputs):
    compiled = getattr(elementary, name)
    expected = [compiled(x) for x in inputs]
    for one in ("exp", "log", "power_of_two"):
        monkeypatch.setattr(elementary, one, getattr(elementary, one).py_func)
    interpreted = getattr(elementary, name)
    assert [float(interpreted(x)) for x in inputs] == expected
