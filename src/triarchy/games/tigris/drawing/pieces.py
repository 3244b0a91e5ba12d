"""The artwork of Tigris & Euphrates: tiles, leaders, monuments, treasures.

Every symbol is drawn in a box of 100 by 100 and scaled where it is used, so that there are no
shared ids and any number of pictures can stand on one page. Pieces are centred at 0, 0 and kept as
markup for each size.
"""

from __future__ import annotations

from functools import cache
from math import cos, pi, sin

from triarchy.games.tigris.state import PAIRS
from triarchy.kit.drawing import SANS
from triarchy.kit.svg import Element, Raw, circle, group, moved, number, path, rect, text, whole

FACE = ("#37343a", "#b0392c", "#2c6b9c", "#557f30")
"""The colours of the four spheres: black, red, blue, green."""
EDGE = ("#1d1b20", "#74211a", "#163f61", "#314d18")
CREAM = "#fdf3dc"
INK = "#3a2a1a"
GOLD, GOLD_EDGE, GOLD_LIGHT = "#eab62f", "#7a5410", "#fbe7a6"
BACK, BACK_EDGE = "#b79f7c", "#77623f"
ASH, ASH_DARK = "#94867a", "#3c332d"
SIGN_GROUND = "#fdf3dc"
WOOD, WOOD_EDGE = "#ecd3a2", "#5f4423"
SHADE = {"fill": "#1d120a", "fill_opacity": ".3"}
"""The shadow that a piece throws: the light comes from the upper left."""

Symbol = list[Element]
"""Shapes in a box of 100 by 100."""


def scaled(x: float, y: float, size: float, *symbol: Element | Raw) -> Element:
    """A symbol with its centre here, so large."""
    return moved(x - size / 2, y - size / 2, *symbol, scale=size / 100)


def shape(d: str, fill: str, edge: str | None = None, width: float = 3) -> Element:
    if edge is None:
        return path(d, fill=fill)
    return path(d, fill=fill, stroke=edge, stroke_width=width, stroke_linejoin="round")


def strokes(d: str, colour: str, width: float) -> Element:
    return path(
        d,
        fill="none",
        stroke=colour,
        stroke_width=width,
        stroke_linecap="round",
        stroke_linejoin="round",
    )


def centred(size: float, rounding: float, **attributes: object) -> Element:
    """A square around 0, 0 with round corners."""
    return rect(-size / 2, -size / 2, size, size, rx=size * rounding, **attributes)


# The four spheres


def settlement(light: str) -> Symbol:
    """A house with a flat-roofed neighbour."""
    return [shape("M10 82V46L36 22L62 46V82H45V62H28V82Z", light), shape("M68 82V48H90V82Z", light)]


def temple(light: str) -> Symbol:
    """A stepped tower."""
    return [shape("M8 84V68H22V52H34V37H43V20H57V37H66V52H78V68H92V84H59V66H41V84Z", light)]


def farm(light: str) -> Symbol:
    """An ear of wheat."""
    grain = "M50 {y}C36 {y} 27 {a} 25 {b}C39 {b} 49 {c} 50 {y}Z"
    parts = [strokes("M50 92V40", light, 5)]
    for y in (50, 67, 84):
        left = shape(grain.format(y=y, a=y - 9, b=y - 22, c=y - 13), light)
        parts += [left, group(left, transform="translate(100 0) scale(-1 1)")]
    parts.append(shape("M50 36C41 28 41 16 50 8C59 16 59 28 50 36Z", light))
    return parts


def market(light: str) -> Symbol:
    """A pair of scales."""
    return [
        shape("M46 14H54V78H68V86H32V78H46Z", light),
        strokes("M20 26H80", light, 7),
        strokes("M20 28L8 56M20 28L32 56M80 28L68 56M80 28L92 56", light, 3.5),
        shape("M4 56H36A16 15 0 0 1 4 56ZM64 56H96A16 15 0 0 1 64 56Z", light),
    ]


SPHERES = (settlement, temple, farm, market)


# The four dynasties


def lion(light: str, ground: str) -> Symbol:
    points = []
    for i in range(28):
        radius = 46 if i % 2 == 0 else 36
        points.append(f"{50 + radius * sin(pi * i / 14):.0f} {50 - radius * cos(pi * i / 14):.0f}")
    return [
        shape(f"M{'L'.join(points)}Z", light),
        circle(50, 50, 29, fill=ground),
        shape("M31 39A8 8 0 0 1 42 32A20 20 0 0 1 58 32A8 8 0 0 1 69 39V55L58 72H42L31 55Z", light),
        circle(42, 46, 3.6, fill=ground),
        circle(58, 46, 3.6, fill=ground),
        shape("M44 56H56L50 63Z", ground),
        strokes("M50 63V68M43 69Q47 71 50 68Q53 71 57 69", ground, 2.5),
    ]


def bull(light: str, ground: str) -> Symbol:
    head = (
        "M16 10C4 30 10 48 30 47L18 54C20 61 27 63 33 60L38 80C40 89 45 92 50 92"
        "C55 92 60 89 62 80L67 60C73 63 80 61 82 54L70 47C90 48 96 30 84 10"
        "C86 26 78 35 64 33H36C22 35 14 26 16 10Z"
    )
    return [
        shape(head, light),
        circle(41, 52, 4, fill=ground),
        circle(59, 52, 4, fill=ground),
        circle(45, 81, 2.8, fill=ground),
        circle(55, 81, 2.8, fill=ground),
    ]


def archer(light: str, ground: str) -> Symbol:
    return [
        strokes("M30 8Q40 12 44 18C74 32 74 68 44 82Q40 88 30 92", light, 8),
        strokes("M32 10L20 50L32 90", light, 3),
        strokes("M10 50H86", light, 6),
        shape("M96 50L76 38V62Z", light),
        strokes("M10 50L4 41M10 50L4 59M20 50L14 41M20 50L14 59", light, 4),
    ]


def potter(light: str, ground: str) -> Symbol:
    jar = (
        "M36 8H64V17C60 24 62 29 68 34C88 50 82 76 64 86V93H36V86C18 76 12 50 32 34C38 29 40 24"
        " 36 17Z"
    )
    zigzag = "M23 63L30 56L37 63L44 56L51 63L58 56L65 63L72 56L77 61"
    return [
        shape(jar, light),
        strokes("M36 20C20 16 16 32 26 40M64 20C80 16 84 32 74 40", light, 5),
        strokes("M25 49H75", ground, 3.5),
        strokes(zigzag, ground, 3.5),
        strokes("M26 71H74", ground, 3.5),
    ]


DYNASTIES = (lion, bull, archer, potter)


@cache
def dynasty_sign(seat: int, size: float) -> Raw:
    """A seat's symbol on a pale disc: players are a symbol, not a colour."""
    return whole(
        circle(0, 0, size / 2, fill=SIGN_GROUND, stroke=INK, stroke_width=1.2),
        scaled(0, 0, size * 0.66, *DYNASTIES[seat](INK, SIGN_GROUND)),
    )


# Pieces


def block(size: float, face: str, edge: str) -> list[Element]:
    """A square piece of some thickness: its shadow, its side below and at the right, its face, the light on
    two of its edges."""
    half, thick = size / 2, size * 0.045
    flat, glint = size - thick, half - size * 0.09
    return [
        rect(-half + thick, -half + thick, size, size, rx=size * 0.1, **SHADE),
        rect(-half, -half, size, size, rx=size * 0.1, fill=edge),
        rect(-half, -half, flat, flat, rx=size * 0.09, fill=face, stroke=edge, stroke_width=0.7),
        path(
            f"M{number(-glint)} {number(glint - thick)}V{number(-glint)}H{number(glint - thick)}",
            fill="none",
            stroke=CREAM,
            stroke_opacity=".6",
            stroke_width=max(0.7, size * 0.022),
            stroke_linejoin="round",
        ),
    ]


@cache
def tile(colour: int, size: float) -> Raw:
    """A face-up tile so many units wide."""
    aside = -size * 0.02
    return whole(
        *block(size, FACE[colour], EDGE[colour]),
        scaled(aside, aside, size * 0.66, *SPHERES[colour](CREAM)),
    )


@cache
def back(size: float) -> Raw:
    """A tile turned over: under a monument, or in somebody's hand."""
    q = number(size * 0.24)
    return whole(
        *block(size, BACK, BACK_EDGE),
        strokes(f"M-{q} 0L0 -{q}L{q} 0L0 {q}Z", BACK_EDGE, 1),
    )


@cache
def leader(seat: int, colour: int, size: float) -> Raw:
    """A leader's disc with the symbol of its dynasty, and small below it left that of its sphere:
    nobody has to tell leaders by colour alone."""
    radius = size / 2
    thick, rim = size * 0.05, number(radius * 0.93)
    light, way = number(radius * 0.4), number(radius * 0.84)
    parts: list[Element | Raw] = [
        circle(thick, thick * 1.3, radius, **SHADE),
        circle(0, thick * 0.6, radius, fill=WOOD_EDGE),
        circle(0, -thick * 0.4, radius, fill=WOOD, stroke=WOOD_EDGE, stroke_width=1),
        path(
            f"M-{way} {light}A{rim} {rim} 0 0 1 {light} -{way}",
            fill="none",
            stroke="#fff",
            stroke_opacity=".7",
            stroke_width=max(0.8, size * 0.03),
            stroke_linecap="round",
        ),
        circle(0, -thick * 0.4, radius * 0.83, fill=FACE[colour], stroke=EDGE[colour]),
        scaled(0, -thick * 0.4, size * 0.58, *DYNASTIES[seat](CREAM, FACE[colour])),
    ]
    if size >= 24:
        parts.append(moved(-size * 0.38, size * 0.38, chip(colour, size * 0.36)))
    return whole(*parts)


@cache
def badge(value: int, colour: int, size: float) -> Raw:
    """A leader's strength on a small round sign."""
    return whole(
        circle(0, 0, size / 2, fill=CREAM, stroke=EDGE[colour], stroke_width=1.3),
        numeral(str(value), size, INK, SANS),
    )


def numeral(value: str, size: float, colour: str, family: str) -> Element:
    """A number in the middle of a round sign."""
    return text(
        0,
        size * 0.27,
        value,
        text_anchor="middle",
        font_family=family,
        font_size=size * 0.78,
        font_weight="700",
        fill=colour,
    )


@cache
def treasure(corner: bool, size: float) -> Raw:
    """A gold ring with a pearl; in the corners of the board a cut stone."""
    half = size / 2
    if not corner:
        return whole(
            circle(0, 0, half + 1.2, fill=CREAM),
            circle(0, 0, half, fill=GOLD, stroke=GOLD_EDGE, stroke_width=1.4),
            circle(0, 0, half * 0.42, fill=GOLD_LIGHT, stroke=GOLD_EDGE),
        )
    h, q = number(half * 1.16), number(half * 0.5)
    stone = f"M0 -{h}L{h} 0L0 {h}L-{h} 0Z"
    cut = f"M0 -{q}L{q} 0L0 {q}L-{q} 0ZM0 -{h}V-{q}M{h} 0H{q}M0 {h}V{q}M-{h} 0H-{q}"
    return whole(
        shape(stone, GOLD, CREAM, 4),
        shape(stone, GOLD, GOLD_EDGE, 1.4),
        path(cut, fill=GOLD_LIGHT, stroke=GOLD_EDGE, stroke_width=1),
    )


@cache
def catastrophe(size: float) -> Raw:
    """Scorched, cracked ground."""
    burst = shape(
        "M50 4L58 30L78 12L72 38L97 34L76 52L94 70L68 67L70 94L51 74L32 95L32 69L6 74"
        "L24 54L3 38L29 37L22 12L42 29Z",
        ASH_DARK,
    )
    cracks = strokes("M50 50L60 30M50 50L74 56M50 50L44 74M50 50L26 44M60 40L68 36", ASH, 4)
    return whole(*block(size, ASH, ASH_DARK), scaled(0, 0, size * 0.88, burst, cracks))


@cache
def unification(size: float) -> Raw:
    """Two linked rings on a pale disc: the tile that joins two kingdoms."""
    return whole(
        circle(0, 0, size / 2, fill=CREAM, stroke=INK, stroke_width=1.5),
        scaled(
            0,
            0,
            size * 0.8,
            circle(36, 50, 22, fill="none", stroke=INK, stroke_width=9),
            circle(64, 50, 22, fill="none", stroke="#b5482f", stroke_width=9),
        ),
    )


# Monuments: a shape for each pair, the first colour below, the second above

_LOWER = (
    "M4 92V74H16V58H84V74H96V92Z",
    "M8 92V40H32V92ZM68 92V40H92V92Z",
    "M14 92V80H24V68H76V80H86V92Z",
    "M8 92V80H14V56H86V80H92V92Z",
    "M4 92L26 52H74L96 92Z",
    "M8 92V34H40V92Z",
)
_UPPER = (
    "M28 58V42H38V26H44V10H56V26H62V42H72V58Z",
    "M4 40V22H96V40ZM32 40H68V46A18 12 0 0 0 32 46Z",
    "M36 68L42 20L50 6L58 20L64 68Z",
    "M20 56A30 40 0 0 1 80 56ZM46 18V8H54V18Z",
    "M28 48L50 8L72 48Z",
    "M60 92V34H92V92ZM8 34V12H16V20H20V12H28V20H32V12H40V20H60V12H68V20H72V12H80V20H84V12H92V34Z",
)


@cache
def monument(which: int, size: float) -> Raw:
    """The building alone, so many units wide."""
    lower, upper = PAIRS[which]
    return whole(
        scaled(
            0,
            0,
            size,
            group(path(_LOWER[which] + _UPPER[which], **SHADE), transform="translate(5 6)"),
            shape(_LOWER[which], FACE[lower], CREAM, 7),
            shape(_UPPER[which], FACE[upper], CREAM, 7),
            shape(_LOWER[which], FACE[lower], EDGE[lower], 2),
            shape(_UPPER[which], FACE[upper], EDGE[upper], 2),
        )
    )


@cache
def chip(colour: int, size: float) -> Raw:
    """A tiny tile: a sphere beside a number."""
    return whole(
        centred(size, 0.18, fill=FACE[colour], stroke=CREAM, stroke_width=1),
        scaled(0, 0, size * 0.72, *SPHERES[colour](CREAM)),
    )


@cache
def bag(size: float, ink: str) -> Raw:
    """The bag the tiles are drawn from."""
    return whole(
        scaled(
            0,
            0,
            size,
            strokes("M36 28C24 44 12 62 16 78C20 92 80 92 84 78C88 62 76 44 64 28Z", ink, 6),
            strokes("M32 28H68M40 26L34 12C44 16 56 16 66 12L60 26", ink, 6),
        )
    )
