"""Observations declared once, as named blocks: what `observe` writes and the docs list.

    FEATURES = Features(
        ("towers", (4, 50), "tower of the k-th seat in city (m, r)", BITS),
        ("supply", 4, "pieces in supply, by seat"),
    )
    AT = FEATURES.starts()
    out[AT.supply + k] = ...

A game keeps the starts as a constant of its `state.py`, where compiled code finds them. Blocks that are
said to be bits hold nothing but 0 and 1, so that they can be packed (`research/packing.py`).
"""

from __future__ import annotations

from collections import namedtuple
from math import prod
from typing import Any, NamedTuple

BITS, NUMBERS = "0 or 1", "numbers"
Shape = int | tuple[int, ...]


class Block(NamedTuple):
    """Features that belong together, in rows, from `start` on."""

    name: str
    shape: tuple[int, ...]
    meaning: str
    values: str
    """BITS or NUMBERS."""
    start: int

    @property
    def size(self) -> int:
        return prod(self.shape)


class Features:
    """The blocks of a game's observation, in order: name, shape, meaning, and BITS where they are."""

    def __init__(self, *blocks: tuple[str, Shape, str] | tuple[str, Shape, str, str]) -> None:
        self.blocks: list[Block] = []
        self.size = 0
        for name, shape, meaning, *bits in blocks:
            if any(name == block.name for block in self.blocks):
                raise ValueError(f"Two blocks of the observation are called {name!r}.")
            shape = (shape,) if isinstance(shape, int) else shape
            values = BITS if bits else NUMBERS
            self.blocks.append(Block(name, shape, meaning, values, self.size))
            self.size += prod(shape)

    def start(self, name: str) -> int:
        """The number of a block's first feature."""
        return next(block.start for block in self.blocks if block.name == name)

    def starts(self) -> Any:
        """The number of each block's first feature, by the block's name."""
        starts = {block.name: block.start for block in self.blocks}
        make: Any = namedtuple  # of names that are known only here
        return make("Starts", starts)(**starts)

    def table(self) -> str:
        """The blocks as a table for the docs, in Markdown."""
        rows = ["| from | features | values | what |", "|---|---|---|---|"]
        for block in self.blocks:
            shape = " x ".join(map(str, block.shape))
            rows.append(f"| {block.start} | {shape} | {block.values} | {block.meaning} |")
        return "\n".join(rows) + "\n"


class EyeLayout(NamedTuple):
    """What a network with eyes sees and does, as `see`, `hint` and `deeds` number it.

    A row of what is seen has planes of cells, single numbers from `numbers_at` on, and more planes from `more_at` on.
    Deeds with a cell are numbered by sort, then cell; those without follow. The first `seats` hints are logarithms of
    the evaluation's shares of the win, in parts of `hint_unit`, the others small whole numbers.
    """

    rows: int
    columns: int
    planes: int
    numbers_at: int
    numbers: int
    more_at: int
    more: int
    hints: int
    hint_unit: int
    seats: int
    sorts: int
    others: int

    @property
    def cells(self) -> int:
        return self.rows * self.columns

    @property
    def row(self) -> int:
        """How long a row of what is seen is."""
        return self.more_at + self.more * self.cells

    @property
    def deeds(self) -> int:
        return self.sorts * self.cells + self.others
