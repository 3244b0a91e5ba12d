"""Observations as packed rows of bytes: a bit for every feature, then the numbers.

Bit k % 8 of byte k // 8, the lowest counted as 0, says whether feature k is other than 0. After these
bytes come the features of the blocks that are numbers (`engine/features.py`), a byte each, in their order.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from triarchy.engine.features import NUMBERS, Features
from triarchy.kit.definition import Definition


class Packing:
    """Where everything is in the packed rows of a game."""

    def __init__(self, features: Features):
        self.features = features.size
        self.numbers = [block for block in features.blocks if block.values == NUMBERS]
        self.words = -(-self.features // 8)
        """How many words of 64 bits the features fill, which are the bytes that their bits fill."""
        self.size = self.words + sum(block.size for block in self.numbers)
        """How many bytes a packed row has."""
        self.places = np.array(
            [k for block in self.numbers for k in range(block.start, block.start + block.size)],
            np.int32,
        )
        """The feature of each number."""
        self.firsts = np.searchsorted(self.places, 8 * np.arange(self.words + 1)).astype(np.int32)
        """For each word the first number in it or behind it."""

    def unpack(self, rows: Any, out: Any) -> Any:
        """Write the features of packed rows into rows of `out`, and return it.

        Both are arrays of NumPy, or tensors of PyTorch or CuPy on any device; `out` may have any type of
        number, and longer rows, which are left as they are beyond the features.
        """
        for bit in range(8):
            count = len(range(bit, self.features, 8))
            out[..., bit : self.features : 8] = rows[..., :count] >> bit & 1
        at = self.words
        for block in self.numbers:
            out[..., block.start : block.start + block.size] = rows[..., at : at + block.size]
            at += block.size
        return out


@cache
def packing(definition: Definition) -> Packing:
    return Packing(definition.features)
