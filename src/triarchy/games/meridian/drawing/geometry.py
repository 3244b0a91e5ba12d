"""Where everything on a map lies when it is drawn so many pixels wide.

A narrow map is stretched from north to south, so that towers and names have room on a phone.
"""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import pairwise, product

from triarchy.games.meridian.drawing.pieces import Size, pennant_width, size_for
from triarchy.games.meridian.state import MERIDIANS
from triarchy.kit.definition import Board
from triarchy.kit.drawing import text_width
from triarchy.kit.geometry import Point, crossings, extent, overlaps, steps
from triarchy.kit.svg import number

Block = tuple[float, float, float, float, float]
"""What a name should not cover: west, north, east, south, and how bad it is."""
LEAST_SEA = 370
"""The least pixels from the northern edge of the map to the southern one."""
TALL_WIDTHS = range(380, 480)
TALL_SEA = 1.2
"""Phones of these widths are tall: their sea is so many times as high as wide."""
GRID = 4
CAPE = 34
"""How far the coast of an island without an outline lies from its cities, in map units."""
APART = 7
"""Pixels between a name and the pennant beside it."""
SAMPLES = tuple(product((0.03, 0.35, 0.65, 0.97), (0.1, 0.9)))
"""Where in a name it is looked what lies under it."""


class Layout:
    """A map at a width: cities, coasts and labels in pixels."""

    def __init__(self, board: Board, width: int):
        data = board.data
        canvas_width, canvas_height = data["canvas"]
        strip = data.get("number_strip_y")
        sea = strip[0] if strip else canvas_height
        self.width = float(width)
        self.column = width / MERIDIANS
        self.size: Size = size_for(self.column)
        scale_x = width / canvas_width
        least = TALL_SEA * width if width in TALL_WIDTHS else LEAST_SEA
        self.scale_y = max(scale_x, least / sea)
        self.scale_x = scale_x
        self.sea = sea * self.scale_y
        """The height of the sea; the strip of numbers lies below it."""
        self.strip = max(30.0, min(44.0, width * 0.042))
        self.height = self.sea + self.strip
        self.cities: dict[tuple[int, int], Point] = {
            (city["meridian"] - 1, city["row"] - 1): self._clear(
                city["x"] * scale_x, city["y"] * self.scale_y
            )
            for city in data["cities"]
        }
        self.capitals = {
            (city["meridian"] - 1, city["row"] - 1) for city in data["cities"] if city["capital"]
        }
        self.coasts: list[list[Point]] = [
            self._coast(board, index) for index in range(len(data["islands"]))
        ]
        self.land = self._land()
        self.labels: list[Label] = place_labels(board, self)

    def _clear(self, x: float, y: float) -> Point:
        """A city's place, moved a little if a tower on it would leave the map."""
        y = min(max(y, self.size.above + 3), self.sea - self.size.below - 3)
        half = self.size.tower / 2 + 4
        return min(max(x, half), self.width - half), y

    def _land(self) -> list[bytearray]:
        """Which island lies where, from 1, on a grid of GRID pixels; 0 is sea."""
        columns = int(self.width / GRID) + 1
        land = [bytearray(columns) for _ in range(int(self.sea / GRID) + 1)]
        for index, coast in enumerate(self.coasts):
            _, north, _, south = extent(coast)
            for row in range(max(0, int(north / GRID)), min(int(south / GRID) + 1, len(land))):
                crossed = crossings((row + 0.5) * GRID, coast)
                for west, east in zip(crossed[::2], crossed[1::2], strict=True):
                    begin, end = (
                        min(max(0, math.ceil(x / GRID - 0.5)), columns) for x in (west, east)
                    )
                    land[row][begin:end] = bytes([index + 1]) * (end - begin)
        return land

    def island_at(self, x: float, y: float) -> int:
        """The island at a point, from 1; 0 for the sea."""
        row = self.land[min(max(int(y / GRID), 0), len(self.land) - 1)]
        return row[min(max(int(x / GRID), 0), len(row) - 1)]

    def _coast(self, board: Board, index: int) -> list[Point]:
        outline = board.data["islands"][index].get("outline")
        if not _is_outline(outline):
            outline = coast_around(
                sorted(
                    (city["x"], city["y"])
                    for city in board.data["cities"]
                    if city["island"] == board.data["islands"][index]["id"]
                )
            )
        scaled = [(x * self.scale_x, y * self.scale_y) for x, y in outline]
        return simplified(scaled, 0.35)


@lru_cache(maxsize=48)
def layout(board: Board, width: int) -> Layout:
    return Layout(board, width)


def _is_outline(outline: object) -> bool:
    """Whether a board file's outline is a list of at least three points."""
    return (
        isinstance(outline, list)
        and len(outline) >= 3
        and all(
            isinstance(point, list)
            and len(point) == 2
            and all(isinstance(value, int | float) for value in point)
            for point in outline
        )
    )


def coast_around(cities: list[Point]) -> list[Point]:
    """A coast around cities that follow each other from west to east, round at both ends."""
    if len(cities) == 1:
        cities = [(cities[0][0] - 1, cities[0][1]), cities[0]]
    angles = [math.atan2(b[1] - a[1], b[0] - a[0]) for a, b in pairwise(cities)]
    normals = [angles[0]] + [(one + two) / 2 for one, two in pairwise(angles)] + [angles[-1]]
    north = [
        (x + CAPE * math.sin(angle), y - CAPE * math.cos(angle))
        for (x, y), angle in zip(cities, normals, strict=True)
    ]
    south = [(2 * x - nx, 2 * y - ny) for (x, y), (nx, ny) in zip(cities, north, strict=True)]
    return [
        *north,
        *_cape(cities[-1], normals[-1] - math.pi / 2),
        *reversed(south),
        *_cape(cities[0], normals[0] + math.pi / 2),
    ]


def _cape(city: Point, start: float) -> list[Point]:
    """Half a circle around a city, clockwise from an angle, without its two ends."""
    return [
        (
            city[0] + CAPE * math.cos(start + math.pi * k / 8),
            city[1] + CAPE * math.sin(start + math.pi * k / 8),
        )
        for k in range(1, 8)
    ]


def simplified(points: list[Point], tolerance: float) -> list[Point]:
    """The line without the points that lie nearly on it (Ramer, Douglas, Peucker)."""
    if len(points) < 3:
        return points
    (ax, ay), (bx, by) = points[0], points[-1]
    length = math.hypot(bx - ax, by - ay)
    far, where = -1.0, 0
    for i, (x, y) in enumerate(points[1:-1], 1):
        if length:
            distance = abs((bx - ax) * (ay - y) - (ax - x) * (by - ay)) / length
        else:
            distance = math.hypot(x - ax, y - ay)
        if distance > far:
            far, where = distance, i
    if far <= tolerance:
        return [points[0], points[-1]]
    return simplified(points[: where + 1], tolerance)[:-1] + simplified(points[where:], tolerance)


def outline(points: list[Point]) -> str:
    """A closed path through points, in short steps from each to the next."""
    at_x, at_y = round(points[0][0], 1), round(points[0][1], 1)
    steps = [f"M{number(at_x)} {number(at_y)}l"]
    for x, y in points[1:]:
        step_x, step_y = round(x - at_x, 1), round(y - at_y, 1)
        at_x, at_y = at_x + step_x, at_y + step_y
        steps.append(f"{number(step_x)} {number(step_y)} ")
    return "".join(steps).rstrip() + "z"


# Labels


class Label:
    """Where an island's name and its pennant are written, side by side or one below the other.

    `beside`: the name ends at `name_at`, the pennant begins at `pennant_at`; otherwise both are
    middles.
    """

    __slots__ = ("beside", "name", "name_at", "pennant_at")

    def __init__(self, name: str, beside: bool, name_at: Point, pennant_at: Point):
        self.name, self.beside = name, beside
        self.name_at, self.pennant_at = name_at, pennant_at


def place_labels(board: Board, at: Layout) -> list[Label]:
    """A place for each island's name: clear of towers and other names, on the island if it can.

    The smallest islands choose first; their towers and pennants leave them the least room.
    """
    size = at.size
    blocks: list[Block] = []
    for (meridian, row), (x, y) in at.cities.items():
        half = size.tower / 2 + 4.5
        mark = size.capital if (meridian, row) in at.capitals else half
        blocks.append((x - half, y - size.above, x + half, y - size.number / 2, 2.0))
        blocks.append((x - mark, y - size.number / 2 - 2, x + mark, y + size.below, 6.0))
    names = [island["name"] for island in board.data["islands"]]
    found: dict[int, Label] = {}
    for index in sorted(range(len(names)), key=lambda i: int(board.struct.value[i])):
        label, box = _place(at, index, names[index], blocks)
        found[index] = label
        blocks.append((*box, 8.0))
    return [found[index] for index in range(len(names))]


def _place(
    at: Layout, index: int, name: str, blocks: list[Block]
) -> tuple[Label, tuple[float, float, float, float]]:
    size = at.size
    wide, high = text_width(name, size.name) + 2, size.name * 1.15
    pill, pill_high = pennant_width(2, size.name), size.name * 1.45
    best: tuple[float, Label, tuple[float, float, float, float]] | None = None
    beside = (wide + APART + pill, max(high, pill_high))
    below = (max(wide, pill), high + pill_high)
    for kind, (width, height) in (("beside", beside), ("below", below)):
        left, top, cost = _cheapest(at, index, width, height, blocks)
        if best is not None and cost >= best[0]:
            continue
        middle = top + height / 2
        if kind == "beside":
            label = Label(name, True, (left + wide, middle), (left + wide + APART, middle))
        else:
            centre = left + width / 2
            label = Label(
                name, False, (centre, top + high / 2), (centre, top + high + pill_high / 2)
            )
        best = (cost, label, (left, top, left + width, top + height))
    assert best is not None
    return best[1], best[2]


def _cheapest(
    at: Layout, index: int, width: float, height: float, blocks: list[Block]
) -> tuple[float, float, float]:
    """The corner where a box of this size covers the least, and how bad it is."""
    margin = at.size.name
    west, north, east, south = extent(at.coasts[index])
    west, north, east, south = west - margin, north - margin, east + margin, south + margin
    xs = steps(max(2.0, west), min(at.width - 2, east) - width, at.column / 12)
    ys = steps(max(2.0, north), min(at.sea - 2, south) - height, at.column / 14 + 1)
    if not xs:
        xs = [min(max(2.0, (west + east - width) / 2), at.width - width - 2)]
    if not ys:
        ys = [min(max(2.0, (north + south - height) / 2), at.sea - height - 2)]
    weights = [block[4] for block in blocks]
    across = [(x, overlaps(x, width, [(block[0], block[2]) for block in blocks])) for x in xs]
    best = (xs[0], ys[0], math.inf)
    for y in ys:
        down = overlaps(y, height, [(block[1], block[3]) for block in blocks])
        for x, beside in across:
            covered = 0.0
            for block, shared in beside.items():
                if block in down:
                    covered += shared * down[block] * weights[block]
            cost = covered / (width * height) * 6
            if cost < best[2]:
                cost += _off(at, index, x, y, width, height)
                if cost < best[2]:
                    best = (x, y, cost)
    return best


def _off(at: Layout, index: int, x: float, y: float, width: float, height: float) -> float:
    """How bad what lies under a name is: names are sought on their own island, rather at sea, and least
    of all on another one."""
    bad = 0.0
    for across, down in SAMPLES:
        under = at.island_at(x + width * across, y + height * down)
        if under != index + 1:
            bad += 4.0 if under else 0.19
    return bad
