"""The pictures of the legend."""

from __future__ import annotations

from collections.abc import Sequence

from triarchy.games.meridian.drawing import pieces
from triarchy.games.meridian.drawing.board import BAND
from triarchy.games.meridian.drawing.hand import track_cell
from triarchy.kit.drawing import LIGHT
from triarchy.kit.svg import Element, Raw, group, rect, svg

SIDE = 64
"""The width and height of a legend's symbol."""


def symbols_by_id() -> dict[str, str]:
    """A small SVG for each entry of the legend, by the functions that draw the table."""
    size, half = pieces.size_for(100), SIDE / 2
    ink = LIGHT.ink

    def pennant(*leaders: int) -> Element:
        left = half - pieces.pennant_width(len(leaders), 15) / 2
        return pieces.pennant(list(leaders), 4, left, half, 15, LIGHT)

    def card(number: int) -> Raw:
        return pieces.card_face(0, number, 10, 4, 44, 56, LIGHT)

    drawn: dict[str, Sequence[Element | Raw]] = {
        "meridian": [pieces.seal(half, half, 18, 4, 20)],
        "town": [pieces.town(half, half, size)],
        "capital": [pieces.capital(half, half, size)],
        "tower": [group(pieces.tower(0, 3, size), transform=f"translate({SIDE // 2} 50)")],
        "pennant-free": [pennant()],
        "pennant-held": [pennant(0)],
        "pennant-tied": [pennant(0, 1)],
        "card": [card(2)],
        "group-card": [card(11)],
        "pile": [pieces.card_back(14, 6, 32, 46, LIGHT)],
        "supply": pieces.pieces_in_rows(0, 8, 6, 23, 13, 4, ink),
        "track": [
            track_cell("3", ("open",), 2, 20, 20, LIGHT),
            track_cell("4", ("pile",), 22, 20, 20, LIGHT),
            track_cell("5", ("played",), 42, 20, 20, LIGHT),
        ],
        "sign": [
            pieces.symbol(seat, 20 + 24 * (seat % 2), 20 + 24 * (seat // 2), 8) for seat in range(4)
        ],
        "band": [rect(20, 4, 24, 56, fill=BAND, stroke=LIGHT.gold, stroke_width=2)],
        "frame": [pieces.ring(16, 10, 32, 44, LIGHT, strong=True)],
        "lift": [pieces.lift_mark(half, half)],
        "push": [pieces.arrow(half, 12, 52, LIGHT)],
        "blocked": [pieces.cross(half, half)],
    }
    paper = rect(0, 0, SIDE, SIDE, rx=8, fill=LIGHT.panel)
    return {
        id_: str(svg(SIDE, SIDE, paper, *parts, aria_hidden="true")) for id_, parts in drawn.items()
    }
