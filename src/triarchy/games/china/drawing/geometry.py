"""Where everything on a map lies when it is drawn so many pixels wide.

On a phone a map that is wider than high is turned, west at the top: fields are then half as large
again, and everything is still written upright.
"""

from __future__ import annotations

import math
from functools import lru_cache

from triarchy.kit.definition import Board
from triarchy.kit.drawing import PHONE, text_width
from triarchy.kit.geometry import Point, crossings, extent, is_between, overlaps, steps
from triarchy.kit.svg import number

Box = tuple[float, float, float, float]
MARGIN = 20
"""Pixels between the land and the edge of the map."""


def between(value: float, least: float, most: float) -> float:
    return round(min(max(value, least), most), 1)


class Layout:
    """A map at a width: fields, borders, labels in pixels."""

    def __init__(self, board: Board, width: int):
        data = board.data["provinces"]
        outlines = [[(float(x), float(y)) for x, y in province["outline"]] for province in data]
        points = [point for outline in outlines for point in outline]
        points += [
            (float(place["x"]), float(place["y"]))
            for province in data
            for place in (*province["fields"], province["dragon"])
        ]
        left, right = min(x for x, _ in points), max(x for x, _ in points)
        top, bottom = min(y for _, y in points), max(y for _, y in points)
        across, down = max(right - left, 1.0), max(bottom - top, 1.0)
        self.turned = width < PHONE and across > 1.15 * down
        self.width = float(width)
        margin = MARGIN if width >= PHONE else 8
        self.scale = (width - 2 * margin) / (down if self.turned else across)
        self.height = (across if self.turned else down) * self.scale + 2 * margin

        def put(x: float, y: float) -> Point:
            if self.turned:
                return (bottom - y) * self.scale + margin, (x - left) * self.scale + margin
            return (x - left) * self.scale + margin, (y - top) * self.scale + margin

        scale = self.scale
        self.field = between(17 * scale, 9.5, 27)
        self.dragon = between(20 * scale, 12, 32)
        self.seal = between(10.5 * scale, 8.5, 15)
        """The radius of an alliance's number."""
        self.name_size = between(17.5 * scale, 12, 26)
        self.badge = between(9.5 * scale, 7, 13)
        """The radius of the badge that offers a fortification."""
        self.fields = [put(f["x"], f["y"]) for province in data for f in province["fields"]]
        self.dragons = [put(p["dragon"]["x"], p["dragon"]["y"]) for p in data]
        self.alliances = [put(a["x"], a["y"]) for a in board.data["alliances"]]
        self.outlines = [_hand_drawn([put(x, y) for x, y in outline]) for outline in outlines]
        count = int(board.struct.road_count)
        self.roads = [(one, two) for one, two in board.struct.road_ends[:count].tolist()]
        places = self.fields + self.dragons
        self.reach = [_nearest(place, places) / 2 for place in places]
        """How far around each field, then each dragon field, a click still means it."""
        borders = [[put(x, y) for x, y in outline] for outline in outlines]
        names = [province["name"] for province in data]
        self.names = place_names(self, names, borders)
        written = [
            (label.x + part * label_width(name, self.name_size, label.whole), label.y)
            for label, name in zip(self.names, names, strict=True)
            for part in (0.2, 0.4, 0.6, 0.8)
        ]
        self.badges = [self._badge(index, written) for index in range(len(self.fields))]

    def _badge(self, index: int, written: list[Point]) -> Point:
        """Where beside a field there is most room for a badge, away from what is written."""
        x, y = self.fields[index]
        others = [p for i, p in enumerate(self.fields) if i != index]
        others += self.dragons + self.alliances + written
        away = self.field + self.badge * 0.55
        found = []
        for k in range(8):
            angle = math.pi * (k / 4 + 0.25)
            spot = (x + away * math.cos(angle), y + away * math.sin(angle))
            found.append((min(_nearest(spot, others), 60.0), -k, spot))
        return max(found)[2]


@lru_cache(maxsize=48)
def layout(board: Board, width: int) -> Layout:
    return Layout(board, width)


def _nearest(place: Point, others: list[Point]) -> float:
    return min((math.dist(place, other) for other in others if other != place), default=90.0)


# Borders


def _hand_drawn(outline: list[Point]) -> list[Point]:
    """The outline with a slight tremble; neighbours tremble alike along a common border."""
    drawn: list[Point] = []
    for one, two in zip(outline, outline[1:] + outline[:1], strict=True):
        if one <= two:
            drawn += _tremble(one, two, 3)[:-1]
        else:
            drawn += _tremble(two, one, 3)[::-1][:-1]
    return drawn


def _tremble(one: Point, two: Point, depth: int) -> list[Point]:
    """Midpoints pushed aside, by an amount that only depends on where they lie."""
    length = math.dist(one, two)
    if depth == 0 or length < 8:
        return [one, two]
    seed = int(one[0] * 7.3 + one[1] * 13.7 + two[0] * 3.1 + two[1] * 5.9) * 2654435761
    aside = ((seed >> 7) % 1000 / 1000 - 0.5) * 0.13 * length
    middle = (
        (one[0] + two[0]) / 2 - (two[1] - one[1]) / length * aside,
        (one[1] + two[1]) / 2 + (two[0] - one[0]) / length * aside,
    )
    return _tremble(one, middle, depth - 1)[:-1] + _tremble(middle, two, depth - 1)


def closed(points: list[Point]) -> str:
    """A closed path through points."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + "Z"


# Names


SEAL_ROOM = 0.3
"""How far the seal of a scored province sticks out before its emblem, in heights of the name."""


CRAMPED, CRAMPED_PHONE = 150.0, 50.0
"""How much less it must cost a label to go without its emblem."""


def label_width(name: str, size: float, whole: bool) -> float:
    """Room for the seal, an emblem (of a whole label), and a name in serifs."""
    emblem = size * 1.2 if whole else size * 0.3
    return size * SEAL_ROOM + emblem + text_width(name, size, bold=True) * 1.04


class Label:
    """A province's name: the left end of its middle line, and whether it has its emblem."""

    __slots__ = ("whole", "x", "y")

    def __init__(self, x: float, y: float, whole: bool):
        self.x, self.y, self.whole = x, y, whole


def place_names(at: Layout, names: list[str], borders: list[list[Point]]) -> list[Label]:
    """Each province's label where it covers least."""
    blocks = [_box(place, at.field * 1.2) for place in at.fields]
    blocks += [_box(place, at.dragon * 1.25) for place in at.dragons]
    blocks += [_box(place, at.seal * 1.2) for place in at.alliances]
    weights = [16.0] * len(at.fields) + [10.0] * len(at.dragons) + [6.0] * len(at.alliances)
    for one, two in at.roads:
        (ax, ay), (bx, by) = at.fields[one], at.fields[two]
        for k in range(1, 8):
            blocks.append(_box((ax + (bx - ax) * k / 8, ay + (by - ay) * k / 8), 3.5))
            weights.append(0.7)
    weighed = list(zip(blocks, weights, strict=True))
    return [_place(at, name, border, weighed) for name, border in zip(names, borders, strict=True)]


def _box(place: Point, half: float) -> Box:
    return (place[0] - half, place[1] - half, place[0] + half, place[1] + half)


def _place(at: Layout, name: str, border: list[Point], blocks: list[tuple[Box, float]]) -> Label:
    west, north, east, south = extent(border)
    near = [
        (box, weight)
        for box, weight in blocks
        if box[0] < east and box[1] < south and box[2] > west and box[3] > north
    ]
    whole = _cheapest(at, border, label_width(name, at.name_size, True), near)
    plain = _cheapest(at, border, label_width(name, at.name_size, False), near)
    if plain[0] + (CRAMPED if at.width >= PHONE else CRAMPED_PHONE) < whole[0]:
        return Label(*plain[1], whole=False)
    return Label(*whole[1], whole=True)


def _cheapest(
    at: Layout, border: list[Point], width: float, blocks: list[tuple[Box, float]]
) -> tuple[float, Point]:
    """The place where a label of this width covers least, and how bad it is."""
    height = at.name_size * 1.15
    west, north, east, south = extent(border)
    step = max(2.5, 7 * at.scale)
    weights = [weight for _, weight in blocks]
    across = [
        (x, overlaps(x, width, [(box[0], box[2]) for box, _ in blocks]))
        for x in steps(west, max(east - width, west + 1), step)
    ]
    middle = west + (east - west) * 0.5, north + (south - north) * 0.5
    best, place = math.inf, (west, north)
    for y in steps(north, max(south - height, north + 1), step):
        down = overlaps(y, height, [(box[1], box[3]) for box, _ in blocks])
        borders = [crossings(y + height * part, border) for part in (0.0, 1.0)]
        for x, beside in across:
            cost = 0.02 * math.hypot(x + width / 2 - middle[0], y + height / 2 - middle[1])
            for block, covered in beside.items():
                if block in down:
                    cost += math.sqrt(covered * down[block]) * weights[block]
            if cost >= best:
                continue
            for part in (-0.06, 0.3, 0.7, 1.06):
                cost += sum(
                    45.0 for crossed in borders if not is_between(x + width * part, crossed)
                )
            if cost < best:
                best, place = cost, (x, y + height / 2)
    return best, place
