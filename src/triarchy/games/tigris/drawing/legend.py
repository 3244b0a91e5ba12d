"""The pictures of the legend, made of the same pieces as the table."""

from __future__ import annotations

from triarchy.games.tigris.drawing import pieces
from triarchy.kit.drawing import LIGHT
from triarchy.kit.svg import Element, Raw, circle, moved, path, rect, svg

SIDE = 64
"""The width and height of a symbol."""


def symbols_by_id() -> dict[str, str]:
    """The picture of each entry of the legend."""
    half = SIDE / 2

    def frame(colour: str) -> list[Element]:
        return [
            moved(half, half, pieces.tile(1, 36)),
            rect(10, 10, 44, 44, rx=6, fill="none", stroke=colour, stroke_width=3),
        ]

    dots = [
        circle(20 + 12 * i, half, 5, fill=pieces.FACE[1], stroke=pieces.CREAM) for i in range(3)
    ]
    outline = path(
        "M10 18Q10 10 18 10H46Q54 10 54 18V30Q54 38 46 38H40V46Q40 54 32 54H18Q10 54 10 46Z",
        fill="#7b3f98",
        fill_opacity=".2",
        stroke="#7b3f98",
        stroke_width=3,
    )
    ring = circle(half, half, 12, fill="none", stroke=LIGHT.faint, stroke_dasharray="4 4")
    piece: dict[str, Raw] = {
        "tile-black": pieces.tile(0, 48),
        "tile-red": pieces.tile(1, 48),
        "tile-blue": pieces.tile(2, 48),
        "tile-green": pieces.tile(3, 48),
        "flipped": pieces.back(48),
        "leader": pieces.leader(0, 3, 52),
        "strength": pieces.badge(3, 3, 34),
        "treasure": pieces.treasure(False, 30),
        "corner": pieces.treasure(True, 30),
        "catastrophe": pieces.catastrophe(48),
        "monument": pieces.monument(1, 52),
        "unification": pieces.unification(44),
        "dynasty": pieces.dynasty_sign(1, 48),
        "tiles-in-hand": pieces.back(30),
        "bag": pieces.bag(44, LIGHT.ink),
    }
    drawn: dict[str, list[Element]] = {
        **{id_: [moved(half, half, face)] for id_, face in piece.items()},
        "temples": dots,
        "kingdom": [outline],
        "laid": frame(LIGHT.accent),
        "support": frame(LIGHT.gold),
        "on-board": [ring],
    }
    paper = rect(0, 0, SIDE, SIDE, rx=8, fill=LIGHT.panel)
    return {
        id_: str(svg(SIDE, SIDE, paper, *parts, aria_hidden="true")) for id_, parts in drawn.items()
    }
