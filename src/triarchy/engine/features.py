"""Observations declared once, as named blocks: what `observe` writes and the docs list.

    FEATURES = Features(
        ("towers", (4, 50), "tower of the k-th seat in city (m, r)"),
        ("supply", 4, "pieces in supply, by seat"),
    )
    AT_TOWERS, AT_SUPPLY = FEATURES.starts("towers", "supply")

A game keeps the starts as constants of its `state.py`, where compiled code finds them.
"""

from __future__ import annotations

from math import prod
from typing import NamedTuple


class Block(NamedTuple):
    """Features that belong together, in rows, from `start` on."""

    name: str
    shape: tuple[int, ...]
    meaning: str
    start: int

    @property
    def size(self) -> int:
        return prod(self.shape)


class Features:
    """The blocks of a game's observation, in order."""

    def __init__(self, *blocks: tuple[str, int | tuple[int, ...], str]) -> None:
        self.blocks: list[Block] = []
        self.size = 0
        for name, shape, meaning in blocks:
            if any(name == block.name for block in self.blocks):
                raise ValueError(f"Two blocks of the observation are called {name!r}.")
            shape = (shape,) if isinstance(shape, int) else shape
            self.blocks.append(Block(name, shape, meaning, self.size))
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
        rows = ["| from | features | what |", "|---|---|---|"]
        for block in self.blocks:
            shape = " x ".join(map(str, block.shape))
            rows.append(f"| {block.start} | {shape} | {block.meaning} |")
        return "\n".join(rows) + "\n"
