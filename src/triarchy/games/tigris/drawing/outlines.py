"""The outlines of kingdoms: closed paths around sets of cells, each kingdom in its own manner."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from triarchy.games.tigris.drawing.geometry import Grid
from triarchy.games.tigris.sight import Kingdom
from triarchy.games.tigris.state import COLUMNS
from triarchy.kit.svg import number

MANNERS = (
    ("#7b3f98", ""),
    ("#c4610c", "9 4"),
    ("#0f7f7a", "2 4"),
    ("#a3264e", "12 4 2 4"),
    ("#4456ad", "5 3"),
    ("#6d6a12", "14 3"),
    ("#5d4037", "2 3 6 3"),
    ("#2f7d4f", "8 3 2 3 2 3"),
)
"""Colour and dashes; a kingdom keeps its own as long as its first leader leads it."""

Point = tuple[int, int]
Corner = tuple[Point, Point]


@lru_cache(maxsize=1024)
def manners(kingdoms: tuple[Kingdom, ...]) -> list[tuple[str, str]]:
    """A colour and dashes for each kingdom, by the leader that comes first by seat and colour."""
    wishes = [min(4 * leader.seat + leader.colour for leader in k.leaders) for k in kingdoms]
    given: dict[int, int] = {}
    for wish in sorted(wishes):
        wanted = ((wish * 3 + i) % len(MANNERS) for i in range(len(MANNERS)))
        taken = given.values()
        given[wish] = next((one for one in wanted if one not in taken), wish % len(MANNERS))
    return [MANNERS[given[wish]] for wish in wishes]


def outline(cells: Iterable[int], grid: Grid, out: float) -> str:
    """A path around a set of cells, so many units outside of their edges, with round corners."""
    return _outline(tuple(cells), grid, out)


@lru_cache(maxsize=1024)
def _outline(cells: tuple[int, ...], grid: Grid, out: float) -> str:
    """The same, kept for a while: a kingdom stays as it is for many moves."""
    return "".join(
        _rounded(_moved_out(loop, grid, out), grid.cell * 0.16) for loop in _loops(cells)
    )


@lru_cache(maxsize=1024)
def _loops(cells: tuple[int, ...]) -> list[list[Corner]]:
    """The boundaries as corners, clockwise on the board (counter-clockwise for holes).

    Kept too: they are the same for every size of the board.
    """
    inside = {(cell % COLUMNS, cell // COLUMNS) for cell in cells}
    following: dict[Point, list[Point]] = {}
    for x, y in inside:
        for near, start, end in (
            ((x, y - 1), (x, y), (x + 1, y)),
            ((x + 1, y), (x + 1, y), (x + 1, y + 1)),
            ((x, y + 1), (x + 1, y + 1), (x, y + 1)),
            ((x - 1, y), (x, y + 1), (x, y)),
        ):
            if near not in inside:
                following.setdefault(start, []).append(end)
    loops = []
    while following:
        start = next(iter(following))
        loop = [start]
        point = start
        direction = (0, 0)
        while True:
            choices = following[point]
            # Where two cells meet only at a corner, keep to the right: they stay apart.
            choices.sort(key=lambda end: _turn(direction, (end[0] - point[0], end[1] - point[1])))
            end = choices.pop()
            if not choices:
                del following[point]
            direction = (end[0] - point[0], end[1] - point[1])
            if end == start:
                break
            loop.append(end)
            point = end
        loops.append(_corners(loop))
    return loops


def _turn(before: Point, after: Point) -> int:
    """Positive for a turn to the right on the screen."""
    return before[0] * after[1] - before[1] * after[0]


def _corners(loop: list[Point]) -> list[Corner]:
    """The points at which the loop turns, with the step from each that leads outwards."""
    corners = []
    for i, (x, y) in enumerate(loop):
        a, b = loop[i - 1], loop[(i + 1) % len(loop)]
        if _turn((x - a[0], y - a[1]), (b[0] - x, b[1] - y)):
            one, two = _left(a, (x, y)), _left((x, y), b)
            corners.append(((x, y), (one[0] + two[0], one[1] + two[1])))
    return corners


def _moved_out(loop: list[Corner], grid: Grid, out: float) -> list[tuple[float, float]]:
    """The corners on the screen, the two edges at each moved outwards."""
    shift = out / grid.cell
    return [grid.point(x + shift * dx, y + shift * dy) for (x, y), (dx, dy) in loop]


def _left(start: Point, end: Point) -> Point:
    """One step to the left of an edge, which is outside."""
    dx = (end[0] > start[0]) - (end[0] < start[0])
    dy = (end[1] > start[1]) - (end[1] < start[1])
    return dy, -dx


def _rounded(points: list[tuple[float, float]], radius: float) -> str:
    parts = []
    for i, (x, y) in enumerate(points):
        a, b = points[i - 1], points[(i + 1) % len(points)]
        start = _towards((x, y), a, radius)
        end = _towards((x, y), b, radius)
        parts.append(
            f"{'L' if i else 'M'}{number(start[0])} {number(start[1])}"
            f"Q{number(x)} {number(y)} {number(end[0])} {number(end[1])}"
        )
    return "".join(parts) + "Z"


def _towards(
    point: tuple[float, float], other: tuple[float, float], distance: float
) -> tuple[float, float]:
    dx, dy = other[0] - point[0], other[1] - point[1]
    length = max(abs(dx), abs(dy), 0.001)
    step = min(distance, length / 2) / length
    return point[0] + dx * step, point[1] + dy * step
