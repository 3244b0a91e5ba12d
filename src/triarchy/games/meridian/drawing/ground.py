"""The map that never changes: sea, islands, strips, numbers, cities and names, kept as markup."""

from __future__ import annotations

from functools import lru_cache

from triarchy.games.meridian.drawing.geometry import Layout, layout, outline
from triarchy.games.meridian.drawing.pieces import capital, seal, town
from triarchy.games.meridian.state import MERIDIANS
from triarchy.kit.definition import Board
from triarchy.kit.drawing import SERIF, palette
from triarchy.kit.svg import Element, group, number, path, rect, text

LAND = {
    False: ("#e0cfa0", "#cfd5a2", "#e8d6ac", "#c3c98d", "#c2d6b4", "#e6d489", "#d8bf97"),
    True: ("#b3a683", "#a5ab84", "#b8aa88", "#9ba173", "#97a98c", "#b5a873", "#ab9779"),
}
BEACH = {False: "#f7eccb", True: "#cbbf9d"}
SHOAL = "#d8ecf0"


@lru_cache(maxsize=48)
def sea_and_land(board: Board, width: int, dark: bool) -> str:
    """The sea with its shoals, the islands, the strips and their numbers."""
    at, colours = layout(board, width), palette(dark)
    shore = max(1.0, at.size.city / 6)
    coasts = [outline(coast) for coast in at.coasts]
    everything = "".join(coasts)
    shoals = [
        path(
            everything,
            fill="none",
            stroke=SHOAL,
            stroke_width=shore * spread,
            stroke_linejoin="round",
            opacity=0.16 if dark else 0.24,
        )
        for spread in (26, 17, 10)
    ]
    land = [
        group(
            path(coast, fill="none", stroke=colours.paper_ink, stroke_width=shore * 5),
            path(coast, fill=colour, stroke=BEACH[dark], stroke_width=shore * 3),
            stroke_linejoin="round",
            class_="island",
            data_key=f"island-{island['id']}",
        )
        for island, coast, colour in zip(
            board.data["islands"], coasts, [LAND[dark][tint] for tint in tints(board)], strict=True
        )
    ]
    ruled = "".join(f"M{number(at.column * k)} 0V{number(at.sea)}" for k in range(1, MERIDIANS))
    edge = {"fill": "none", "stroke": colours.paper_ink}
    parts = [
        rect(0, 0, at.width, at.height, fill=colours.sea),
        # An svg of its own cuts off what would reach beyond the edge of the map.
        Element("svg", *shoals, width=at.width, height=at.sea),
        path(ruled, stroke="#fffaf0", stroke_width=1.2, stroke_dasharray="6 6", opacity=0.8),
        *land,
        path(ruled, stroke=colours.paper_ink, stroke_dasharray="2 6", opacity=0.28),
        rect(0, at.sea, at.width, at.strip, fill=colours.paper, stroke=colours.paper_ink),
        path(
            "".join(
                f"M{number(at.column * k)} {number(at.sea)}v{number(at.strip)}"
                for k in range(1, MERIDIANS)
            ),
            stroke=colours.paper_ink,
            opacity=0.5,
        ),
        *(_number(at, meridian) for meridian in range(MERIDIANS)),
        rect(0.75, 0.75, at.width - 1.5, at.height - 1.5, stroke_width=1.5, **edge),
    ]
    return "".join(str(part) for part in parts)


def tints(board: Board) -> list[int]:
    """A colour of the land for each island, other than those of its neighbours."""
    cities = board.struct.island
    chosen: list[int] = []
    for index in range(len(board.data["islands"])):
        near = {
            int(cities[meridian, row + step])
            for meridian, row in zip(*(cities == index).nonzero(), strict=True)
            for step in (-1, 1)
            if 0 <= row + step < int(board.struct.rows)
        }
        taken = {chosen[other] for other in near if other < index} | set(chosen[-2:])
        free = [k % 7 for k in range(index, index + 7) if k % 7 not in taken]
        chosen.append(free[0] if free else index % 7)
    return chosen


def _number(at: Layout, meridian: int) -> Element:
    """A meridian's number on its seal."""
    x, y = at.column * (meridian + 0.5), at.sea + at.strip / 2
    return seal(x, y, at.strip * 0.38, meridian, max(13.0, min(18.0, at.strip * 0.42)))


@lru_cache(maxsize=48)
def names_and_cities(board: Board, width: int, dark: bool) -> str:
    """The islands' names and the cities; capitals are gold with three towers."""
    at, colours = layout(board, width), palette(dark)
    parts: list[Element] = []
    for city, (x, y) in at.cities.items():
        mark = capital if city in at.capitals else town
        parts.append(mark(x, y, at.size, data_key=f"city-{city[0] + 1}-{city[1] + 1}"))
    for label_ in at.labels:
        x, y = label_.name_at
        attributes = {
            "font_family": SERIF,
            "font_style": "italic",
            "font_size": at.size.name,
            "text_anchor": "end" if label_.beside else "middle",
        }
        halo = text(
            x,
            y + at.size.name * 0.34,
            label_.name,
            fill="none",
            stroke=BEACH[dark],
            stroke_width=6,
            stroke_linejoin="round",
            opacity=0.9,
            aria_hidden="true",
            **attributes,
        )
        parts.append(halo)
        parts.append(
            text(x, y + at.size.name * 0.34, label_.name, fill=colours.paper_ink, **attributes)
        )
    return "".join(str(part) for part in parts)
