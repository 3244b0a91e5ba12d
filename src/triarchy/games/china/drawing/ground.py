"""The map without pieces: drawn once for each board and width, then kept as a string."""

from __future__ import annotations

from functools import lru_cache

from triarchy.games.china.drawing.geometry import MARGIN, SEAL_ROOM, Layout, closed, layout
from triarchy.games.china.drawing.pieces import (
    INK,
    LANDS,
    PAPER,
    dragon,
    emblem,
    patterns,
    road,
)
from triarchy.kit.definition import Board
from triarchy.kit.drawing import SERIF, palette, words
from triarchy.kit.svg import Element, Raw, circle, group, line, number, path, rect, text

BEYOND = {False: "#e9dcc0", True: "#3a332a"}
"""The paper around the land, by day and by night."""
GRID = {False: "#cdbb95", True: "#51473a"}
NIGHT = "#1b1206"
"""What a map is dimmed with in the dark."""
DIMNESS = 0.16


def dimmed(colour: str) -> str:
    """A colour of the map as it looks in the dark."""
    mixed = (
        round(int(colour[k : k + 2], 16) * (1 - DIMNESS) + int(NIGHT[k : k + 2], 16) * DIMNESS)
        for k in (1, 3, 5)
    )
    return "#" + "".join(f"{part:02x}" for part in mixed)


@lru_cache(maxsize=64)
def ground(board: Board, width: int, dark: bool) -> str:
    """The sheet, the provinces, roads and empty fields."""
    at = layout(board, width)
    drawn = group(Raw(patterns("china-map", max(0.7, min(at.scale, 1.3)))), class_="map")
    drawn.add(*_sheet(at, dark))
    drawn.add(_land(board, at))
    drawn.add(_roads(at))
    for index in range(len(at.dragons)):
        drawn.add(_dragon_field(board, at, index))
    drawn.add(*_fields(board, at))
    if dark:
        drawn.add(
            rect(
                0,
                0,
                at.width,
                at.height,
                fill=NIGHT,
                fill_opacity=str(DIMNESS),
                pointer_events="none",
            )
        )
    return str(drawn)


def _sheet(at: Layout, dark: bool) -> list[Element]:
    """Paper, meridians and parallels, and a double line around them."""
    width, height = at.width, at.height
    drawn = [rect(0, 0, width, height, rx=6, fill=BEYOND[dark])]
    step = max(60.0, width / 10)
    grid = {"stroke": GRID[dark], "stroke_width": 0.7, "stroke_opacity": "0.8"}
    for k in range(1, int(width / step) + 1):
        drawn.append(line(k * step, 0, k * step, height, **grid))
    for k in range(1, int(height / step) + 1):
        drawn.append(line(0, k * step, width, k * step, **grid))
    ink = palette(dark).faint
    for inset, stroke in ((3.0, 1.4), (6.5, 0.6)):
        drawn.append(
            rect(
                inset,
                inset,
                width - 2 * inset,
                height - 2 * inset,
                fill="none",
                stroke=ink,
                stroke_width=stroke,
                stroke_opacity="0.7",
            )
        )
    return [*drawn, _compass(at, ink)]


def _compass(at: Layout, ink: str) -> Element:
    """A needle to the north, in the emptiest corner."""
    size = 9.0 if at.turned else max(18.0, MARGIN * at.scale)
    inset = size + (9 if at.turned else 24)
    right = at.width - inset - (16 if at.turned else 0)
    corners = [(x, y) for x in (inset, right) for y in (inset, at.height - inset)]
    points = [point for outline in at.outlines for point in outline]

    def room(corner: tuple[float, float]) -> float:
        return min((corner[0] - x) ** 2 + (corner[1] - y) ** 2 for x, y in points)

    x, y = max(corners, key=room)
    turn = 90 if at.turned else 0
    letter_x = x + (size * 1.2 + 5 if at.turned else 0)
    letter_y = y + (4.0 if at.turned else -size * 1.12)
    return group(
        circle(x, y, size * 0.62, fill="none", stroke=ink, stroke_width=0.8),
        path(
            "M0 -1L.2 0L0 1L-.2 0Z",
            fill="none",
            stroke=ink,
            stroke_width=0.07,
            transform=f"translate({number(x)} {number(y)}) rotate({turn}) scale({size:.1f})",
        ),
        path(
            "M0 -1L.2 0H-.2Z",
            fill=ink,
            transform=f"translate({number(x)} {number(y)}) rotate({turn}) scale({size:.1f})",
        ),
        words(letter_x, letter_y, "N", ink, 12, anchor="middle", serif=True),
    )


def _land(board: Board, at: Layout) -> Element:
    """The provinces: ground, pattern, and a band of colour along the inside of the border."""
    names = [province["id"] for province in board.data["provinces"]]
    ids = [f"china-{board.id}-{int(at.width)}-{name}" for name in names]
    shapes = Element("defs")
    for outline, id_ in zip(at.outlines, ids, strict=True):
        shapes.add(path(closed(outline), id=id_))
        shapes.add(Element("clipPath", _use(id_), id=f"{id_}-inside"))
    shore = group(fill="none", stroke=INK, stroke_linejoin="round")
    for stroke, opacity in ((20.0, "0.07"), (9.0, "0.13")):
        wide = stroke * max(0.6, min(at.scale, 1.2))
        shore.add(group(*map(_use, ids), stroke_width=wide, stroke_opacity=opacity))
    drawn = group(shapes, shore)
    for index, (name, id_) in enumerate(zip(names, ids, strict=True)):
        colour = int(board.struct.colour_of[index])
        land = LANDS[colour]
        drawn.add(
            group(
                _use(id_, fill=land.ground),
                _use(id_, fill=f"url(#china-map-{colour})"),
                group(
                    _use(id_, fill="none", stroke=land.band, stroke_width=max(7.0, 13 * at.scale)),
                    stroke_opacity="0.5",
                    clip_path=f"url(#{id_}-inside)",
                ),
                _use(id_, fill="none", stroke=INK, stroke_width=1.3, stroke_linejoin="round"),
                data_key=f"province-{name}",
                data_what="province",
            )
        )
    return drawn


def _use(id_: str, **attributes: object) -> Element:
    """A shape that has been defined before."""
    return Element("use", href=f"#{id_}", **attributes)


def _roads(at: Layout) -> Element:
    """Each road as a light line with ink on both sides."""
    wide = max(4.0, min(6.5 * at.scale, 9.0))
    drawn = group(data_what="road")
    for stroke, colour in ((wide, "#7d6446"), (wide - 2, "#f7ecd2")):
        for one, two in at.roads:
            (ax, ay), (bx, by) = at.fields[one], at.fields[two]
            drawn.add(road(ax, ay, bx, by, stroke=colour, stroke_width=stroke))
    return drawn


def _dragon_field(board: Board, at: Layout, index: int) -> Element:
    land = LANDS[int(board.struct.colour_of[index])]
    return dragon_field(*at.dragons[index], at.dragon, land.ink)


def dragon_field(x: float, y: float, size: float, ink: str) -> Element:
    points = [(0, -1), (0.71, -0.71), (1, 0), (0.71, 0.71), (0, 1), (-0.71, 0.71), (-1, 0)]
    points.append((-0.71, -0.71))
    octagon = closed([(x + size * dx, y + size * dy) for dx, dy in points])
    return group(
        path(octagon, fill=PAPER, stroke=ink, stroke_width=1.2),
        dragon(x, y, size * 0.84, ink),
        data_what="dragon-field",
    )


def _fields(board: Board, at: Layout) -> list[Element]:
    """The house fields, each with its number, the one of "wei3"."""
    numbers = []
    for province in board.data["provinces"]:
        for field in province["fields"]:
            number_ = field["id"].removeprefix(province["id"])
            numbers.append(number_ if number_.isdigit() else "")
    return [
        house_field(*place, at.field, number_)
        for place, number_ in zip(at.fields, numbers, strict=True)
    ]


def house_field(x: float, y: float, radius: float, number_: str) -> Element:
    """An empty house field."""
    size = max(11.0, radius * 0.78)
    drawn = group(
        circle(x, y, radius, fill=PAPER, stroke=INK, stroke_width=1.3), data_what="house-field"
    )
    if number_:
        drawn.add(words(x, y + size * 0.36, number_, "#7d6446", size, anchor="middle", serif=True))
    return drawn


@lru_cache(maxsize=64)
def labels(board: Board, width: int, dark: bool) -> str:
    """The provinces' names, which lie on the pieces where a small map leaves no other room."""
    return str(group(*_names(board, layout(board, width), dark), pointer_events="none"))


def _names(board: Board, at: Layout, dark: bool) -> list[Element]:
    """Each province's emblem and name, on a halo of its ground."""
    drawn = []
    size = at.name_size
    for index, place in enumerate(at.names):
        x, y = place.x + size * SEAL_ROOM, place.y
        colour = int(board.struct.colour_of[index])
        land = LANDS[colour]
        if place.whole:
            drawn.append(circle(x + size * 0.45, y, size * 0.58, fill=PAPER, stroke=land.ink))
            drawn.append(emblem(colour, x + size * 0.45, y, size * 0.36))
        drawn.append(
            text(
                x + size * (1.2 if place.whole else 0.3),
                y + size * 0.35,
                board.data["provinces"][index]["name"],
                fill=INK,
                stroke=dimmed(land.ground) if dark else land.ground,
                stroke_width=size * 0.28,
                stroke_linejoin="round",
                paint_order="stroke",
                font_family=SERIF,
                font_size=size,
                font_style="italic",
                font_weight="600",
            )
        )
    return drawn


def seal_place(at: Layout, index: int) -> tuple[float, float, float]:
    """Where the seal of a scored province goes, on its emblem, and its size."""
    place, size = at.names[index], at.name_size
    return place.x + size * 0.28, place.y - size * (0.42 if place.whole else 0), size * 0.38
