"""Observations declared once, as named blocks: what `observe` writes and the docs list.

    FEATURES = Features(
        ("towers", (4, 50), "tower of the k-th seat in city (m, r)", BITS),
        ("supply", 4, "pieces in supply, by seat"),
    )
    AT_TOWERS, AT_SUPPLY = FEATURES.starts("towers", "supply")

A game keeps the starts as constants of its `state.py`, where compiled code finds them. Blocks that are
said to be bits hold nothing but 0 and 1, so that they can be packed (`research/packing.py`).
"""

from __future__ import annotations

from math import prod
from typing import NamedTuple

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

    def starts(self, *names: str) -> tuple[int, ...]:
        """The starts of all blocks, in order; the names, given for the reader, must be theirs."""
        if names != tuple(block.name for block in self.blocks):
            raise ValueError("The names must be those of all blocks, in order.")
        return tuple(block.start for block in self.blocks)

    def table(self) -> str:
        """The blocks as a table for the docs, in Markdown."""
        rows = ["| from | features | values | what |", "|---|---|---|---|"]
        for block in self.blocks:
            shape = " x ".join(map(str, block.shape))
            rows.append(f"| {block.start} | {shape} | {block.values} | {block.meaning} |")
        return "\n".join(rows) + "\n"
