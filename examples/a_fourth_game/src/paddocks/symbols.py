"""The stones as pictures: on the meadow, in the hand, in the legend."""

from __future__ import annotations

from triarchy.kit.drawing import words
from triarchy.kit.svg import Element, circle, group, path, rect

SEATS = ("#b5402f", "#2f6f9f", "#4f7d3a", "#b98a1f")
MARKS = ("square", "circle", "diamond", "triangle")
"""A seat has a shape beside its colour, for eyes that do not part colours."""
GRASS, GRASS_DARK, FENCE, POND = "#c9d8a0", "#8fa368", "#8a6b45", "#7fb2c6"


def mark(seat: int, x: float, y: float, size: float) -> Element:
    """A seat's shape, filled with its colour."""
    fill, half = SEATS[seat], size / 2
    if MARKS[seat] == "square":
        return rect(x - half, y - half, size, size, rx=3, fill=fill)
    if MARKS[seat] == "circle":
        return circle(x, y, half, fill=fill)
    if MARKS[seat] == "diamond":
        d = f"M{x} {y - half * 1.2}L{x + half * 1.2} {y}L{x} {y + half * 1.2}L{x - half * 1.2} {y}Z"
    else:
        d = f"M{x} {y - half * 1.2}L{x + half * 1.2} {y + half}L{x - half * 1.2} {y + half}Z"
    return path(d, fill=fill)


def stone(seat: int, number: int, size: float) -> Element:
    """A stone: its owner's shape with its number."""
    figure = words(0, size * 0.16, str(number), "#fffaf0", size * 0.46, anchor="middle", bold=True)
    return group(mark(seat, 0, 0, size), figure)
