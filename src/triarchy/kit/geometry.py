"""Where something may be written on a map: places to try, what lies under them, what is inside a line."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterable, Sequence

Point = tuple[float, float]


def steps(begin: float, end: float, step: float) -> list[float]:
    """The places from one to another, the last excluded."""
    step = (begin + step) - begin
    return [begin + number * step for number in range(max(0, math.ceil((end - begin) / step)))]


def extent(points: Iterable[Point]) -> tuple[float, float, float, float]:
    """The least and the greatest x and y: west, north, east, south."""
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def overlaps(begin: float, length: float, spans: Sequence[tuple[float, float]]) -> dict[int, float]:
    """How much of each span something covers that is so long; those alone of which it covers any."""
    end = begin + length
    return {
        number: min(end, high) - max(begin, low)
        for number, (low, high) in enumerate(spans)
        if low < end and begin < high
    }


def crossings(y: float, outline: Sequence[Point]) -> list[float]:
    """Where a closed line crosses this height, from west to east."""
    found = []
    x1, y1 = outline[-1]
    for x2, y2 in outline:
        if (y1 > y) != (y2 > y):
            found.append((x2 - x1) * (y - y1) / (y2 - y1) + x1)
        x1, y1 = x2, y2
    return sorted(found)


def is_between(x: float, crossed: Sequence[float]) -> bool:
    """Whether a point lies within the closed line that is crossed so at its height."""
    return (len(crossed) - bisect_right(crossed, x)) % 2 == 1
