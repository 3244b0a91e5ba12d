"""Blocks that are set in lines like words: the hand and the supplies wrap on narrow screens."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from triarchy.kit.svg import Element, Raw

Drawn = list[Element | Raw]
"""Elements in the order they lie on each other."""


@dataclass(frozen=True)
class Block:
    """Something so wide and high that draws itself with its top-left corner anywhere."""

    width: float
    height: float
    draw: Callable[[float, float], Drawn]


def flow(
    blocks: Sequence[Block], x: float, y: float, width: float, gap: float = 20, leading: float = 12
) -> tuple[Drawn, float]:
    """Set the blocks in lines of this width; returns what is drawn and the height used."""
    lines: list[list[Block]] = []
    used = 0.0
    for block in blocks:
        if lines and used + gap + block.width <= width:
            lines[-1].append(block)
            used += gap + block.width
        else:
            lines.append([block])
            used = block.width
    drawn: Drawn = []
    top = y
    for line in lines:
        left = x
        height = max(block.height for block in line)
        for block in line:
            drawn += block.draw(left, top)
            left += block.width + gap
        top += height + leading
    return drawn, max(0.0, top - leading - y)
