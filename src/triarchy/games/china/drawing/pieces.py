"""The things on the table: houses and emissaries by roof, fortifications, cards by emblem.

Everything is drawn in a box around a middle; a size is half its width. Players differ by colour
and roof, provinces by colour, pattern and emblem, so that nothing depends on colour alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from triarchy.kit.drawing import RADIUS, SMALL, TINY, Palette, words
from triarchy.kit.svg import Element, Raw, circle, group, line, moved, path, rect

INK = "#3a2a1a"
PAPER = "#fbf5e6"
STONE, DARK_STONE = "#a99f90", "#5e554a"
SEAL = "#b5342a"
SHADE = {
    "fill": "#1d120a",
    "fill_opacity": ".35",
    "stroke": "#1d120a",
    "stroke_opacity": ".35",
    "stroke_width": ".5",
}
"""The shadow that a piece throws, to the lower right."""
BLACK = 2
"""The seat with black pieces."""


@dataclass(frozen=True)
class Colour:
    """A player's colour: pieces, what is written on them, and their lines."""

    fill: str
    on: str
    edge: str


SEAT_COLOURS = (
    Colour("#2d6bb3", "#ffffff", "#12325a"),  # Blue
    Colour("#fdfbf4", "#2c241b", "#4b4237"),  # White
    Colour("#2a2725", "#ffffff", "#000000"),  # Black
    Colour("#855029", "#ffffff", "#3c210d"),  # Brown
    Colour("#27b3a6", "#0b2f2c", "#0d5049"),  # Turquoise
)


@dataclass(frozen=True)
class Land:
    """The colour of a province and its cards: the ground, the band along its border, its ink."""

    ground: str
    band: str
    ink: str


LANDS = (
    Land("#ecbfae", "#b2432f", "#7c2416"),  # red
    Land("#cbd9ae", "#64873f", "#38521d"),  # green
    Land("#f5d2a0", "#dd8426", "#8a4a08"),  # orange
    Land("#f6ecb4", "#d3b02c", "#6d5706"),  # yellow
    Land("#d5c6e0", "#7a569a", "#4b2d69"),  # violet
)

# Roofs: the outline of each player's roof in a box from -1 to 1, the eaves at 0.
ROOFS = (
    "M-1 .08L0 -1L1 .08Z",
    "M-1 .08L-.58 -.8H.58L1 .08Z",
    "M-1 .08L-.42 -.34H-.74L0 -1.1L.74 -.34H.42L1 .08Z",
    "M-.98 .08A.98 .98 0 0 1 .98 .08Z",
    "M-1 .08L-.54 -.98L0 -.22L.54 -.98L1 .08Z",
)
DARK_SIDES = (
    "M0 -1L1 .08H0Z",
    "M.1 -.8H.58L1 .08H.1Z",
    "M0 -1.1L.74 -.34H.42L1 .08H0Z",
    "M0 -.9A.98 .98 0 0 1 .98 .08H0Z",
    "M.54 -.98L1 .08H0V-.22Z",
)
"""What of each roof lies away from the light, which comes from the upper left."""
BODY = "M-.68 .08H.68V.9H-.68Z"
DARK_WALL, DARK_ROBE = "M.2 .08H.68V.9H.2Z", "M.02 -.1H.26L.72 1H.1Z"
DOOR = "M-.2 .9V.42H.2V.9Z"
ROBE = "M-.26 -.1L.26 -.1L.72 1H-.72Z"

# Emblems of the province colours, in a box from -1 to 1: a lantern, a leaf, a coin, a sun, a lotus.
EMBLEMS = (
    "M-.35 -.95H.35V-.72H-.35ZM-.35 .72H.35V.95H-.35ZM-.5 -.62H.5Q1 0 .5 .62H-.5Q-1 0 -.5 -.62Z",
    "M-.85 .85Q-1 -.75 .9 -.95Q.95 .75 -.5 .62L-.85 .95ZM-.5 .5L.5 -.5L.42 -.58L-.58 .42Z",
    "M0 -.95A.95 .95 0 1 1 0 .95A.95 .95 0 1 1 0 -.95ZM-.32 -.32V.32H.32V-.32Z",
    "M0 -1L.24 -.45L.71 -.71L.45 -.24L1 0L.45 .24L.71 .71L.24 .45L0 1"
    "L-.24 .45L-.71 .71L-.45 .24L-1 0L-.45 -.24L-.71 -.71L-.24 -.45Z",
    "M0 -.95Q.5 -.3 .22 .25Q.45 -.3 1 -.3Q.9 .55 .1 .75H-.1Q-.9 .55 -1 -.3Q-.45 -.3 -.22 .25"
    "Q-.5 -.3 0 -.95Z",
)


def emblem(colour: int, x: float, y: float, size: float, fill: str | None = None) -> Element:
    """The emblem of a province colour."""
    ink = fill or LANDS[colour].ink
    return moved(x, y, path(EMBLEMS[colour], fill=ink, fill_rule="evenodd"), scale=size)


def _in_the_light(seat: int, bright: str, dark: str) -> list[Element]:
    """What a light from the upper left does to a piece: black wood shows it where it is bright, all other
    wood where it is dark."""
    if seat == BLACK:
        return [path(bright, fill="#fff", fill_opacity=".2")]
    return [path(dark, fill="#1d120a", fill_opacity=".2")]


@cache
def _house(seat: int) -> str:
    """A house in a box from -1 to 1."""
    own = SEAT_COLOURS[seat]
    outline = {"stroke_linejoin": "round"}
    whole = ROOFS[seat] + BODY
    return str(
        group(
            path(whole, transform="translate(.16 .14)", **SHADE, **outline),
            path(whole, fill=PAPER, stroke=PAPER, stroke_width=".5", **outline),
            path(BODY, fill=own.fill, stroke=own.edge, stroke_width=".12", **outline),
            path(ROOFS[seat], fill=own.fill, stroke=own.edge, stroke_width=".12", **outline),
            *_in_the_light(seat, "M-.9 .04L-.1 -.6V.04Z", DARK_SIDES[seat] + DARK_WALL),
            path("M-.68 .14H.68", stroke=PAPER, stroke_width=".12", stroke_opacity="0.75"),
            path(DOOR, fill=PAPER, fill_opacity="0.85"),
        )
    )


def house(seat: int, x: float, y: float, size: float, **attributes: object) -> Element:
    return moved(x, y, Raw(_house(seat)), scale=size, **attributes)


@cache
def _emissary(seat: int) -> str:
    own = SEAT_COLOURS[seat]
    hat = {"transform": "translate(0 -.28) scale(.72 .66)"}
    return str(
        group(
            path(ROBE, transform="translate(.16 .12)", stroke_linejoin="round", **SHADE),
            path(ROBE, fill=PAPER, stroke=PAPER, stroke_width=".5", stroke_linejoin="round"),
            path(ROOFS[seat], fill=PAPER, stroke=PAPER, stroke_width=".7", **hat),
            path(ROBE, fill=own.fill, stroke=own.edge, stroke_width=".14", stroke_linejoin="round"),
            *_in_the_light(seat, "M-.2 0H-.06L-.3 .92H-.55Z", DARK_ROBE),
            path(ROOFS[seat], fill=own.fill, stroke=own.edge, stroke_width=".18", **hat),
            group(*_in_the_light(seat, "M-.9 .04L-.1 -.6V.04Z", DARK_SIDES[seat]), **hat),
        )
    )


def emissary(seat: int, x: float, y: float, size: float, **attributes: object) -> Element:
    return moved(x, y, Raw(_emissary(seat)), scale=size, **attributes)


FORT_WALL = "M-1.15 1.1V-1.1H-.75V-.82H-.38V-1.1H.38V-.82H.75V-1.1H1.15V1.1Z"
GATE = "M-.34 1.1V.35A.34 .34 0 0 1 .34 .35V1.1Z"
FORT_PIECE = str(
    group(
        path(FORT_WALL, fill=STONE, stroke=DARK_STONE, stroke_width=".16", stroke_linejoin="round"),
        path("M-1.15 -.3H1.15M-1.15 .4H1.15M-.5 -.3V.4M.5 -.3V.4", stroke=DARK_STONE,
             stroke_width=".08", fill="none", stroke_opacity="0.7"),
    )
)  # fmt: skip
FORT_GATE = str(path(GATE, fill=INK))


def fort(x: float, y: float, size: float, gate: bool = True, **attributes: object) -> Element:
    """A fortification; without a gate where a house stands before it."""
    parts = [Raw(FORT_PIECE), Raw(FORT_GATE)] if gate else [Raw(FORT_PIECE)]
    return moved(x, y, *parts, scale=size, **attributes)


def seal(x: float, y: float, size: float, **attributes: object) -> Element:
    """The red stamp of a province whose houses have been scored."""
    return moved(
        x,
        y,
        rect(-1, -1, 2, 2, rx=".3", fill=SEAL),
        path("M-.55 .02L-.15 .45L.58 -.48", stroke="#fff8ea", stroke_width=".32", fill="none"),
        scale=size,
        data_what="seal",
        **attributes,
    )


# A dragon lying in a circle: body, spines, tail and head.
DRAGON = "M.75 -.27A.8 .8 0 1 1 .21 -.77"
DRAGON_SPINES = (
    "M.84 .06L1.01 .31L.79 .29ZM.70 .47L.72 .78L.54 .64ZM.37 .75L.24 1.03L.15 .83ZM-.06 .84L-"
    ".31 1.01L-.29 .79ZM-.47 .70L-.78 .72L-.64 .54ZM-.75 .37L-1.03 .24L-.83 .15ZM-.84 -.06L-1"
    ".01 -.31L-.79 -.29ZM-.70 -.47L-.72 -.78L-.54 -.64ZM-.37 -.75L-.24 -1.03L-.15 -.83ZM.65 -.24L.64 -.54L.86 -.31Z"
)
DRAGON_HEAD = "M-.02 -.98L.1 -1.16L.2 -.94L.5 -.82L.36 -.74L.46 -.6L.16 -.62L-.02 -.64Z"


def dragon(x: float, y: float, size: float, colour: str) -> Element:
    """The dragon around a dragon field, with room for emissaries in its middle."""
    return moved(
        x,
        y,
        path(DRAGON, fill="none", stroke=colour, stroke_width=".19"),
        path(DRAGON_SPINES + DRAGON_HEAD, fill=colour),
        scale=size,
    )


# Cards


@cache
def _card(colour: int, word: str, width: float, height: float) -> str:
    """A card of a province colour, its corner in the origin; needs `patterns("china-card")`."""
    land = LANDS[colour]
    picture = height - (22 if height > 48 else 3.5)  # a small card has no word below its picture
    inner = {"x": 3.5, "y": 3.5, "width": width - 7, "height": picture - 3.5, "rx": RADIUS - 3}
    return str(
        group(
            rect(0, 0, width, height, rx=RADIUS, fill=PAPER, stroke=INK),
            Element("rect", **inner, fill=land.ground, stroke=land.band),
            Element("rect", **inner, fill=f"url(#china-card-{colour})"),
            circle(width / 2, picture / 2 + 1.5, width * 0.3, fill=PAPER, stroke=land.ink),
            emblem(colour, width / 2, picture / 2 + 1.5, width * 0.19),
            words(width / 2, height - 7, word, land.ink, TINY, anchor="middle", bold=True),
        )
    )


def card_front(colour: int, word: str, x: float, y: float, width: float, height: float) -> Element:
    """The front of a card: its emblem, and the word for its colour."""
    return moved(x, y, Raw(_card(colour, word, width, height)), data_what="card")


def card_back(
    x: float, y: float, width: float, height: float, palette: Palette, caption: str = ""
) -> Element:
    """The back of a card, with a number or a word."""
    back = "#6d3b2a" if not palette.dark else "#7d4a37"
    drawn = group(
        rect(x, y, width, height, rx=RADIUS, fill=PAPER, stroke=INK),
        rect(x + 3, y + 3, width - 6, height - 6, rx=RADIUS - 2, fill=back),
        dragon(x + width / 2, y + height / 2, width * 0.3, "#b98a68"),
    )
    if caption:
        size = SMALL if width > 30 else TINY
        radius = max(11.0, width * 0.24)
        drawn.add(
            circle(x + width / 2, y + height / 2, radius, fill=PAPER, stroke=INK),
            words(
                x + width / 2,
                y + height / 2 + size * 0.36,
                caption,
                INK,
                size,
                anchor="middle",
                bold=True,
            ),
        )
    return drawn


def small_card(colour: int, x: float, y: float, width: float) -> Element:
    """A card no larger than a letter: the emblem on its ground."""
    height = width * 1.3
    land = LANDS[colour]
    return group(
        rect(x, y, width, height, rx=3, fill=land.ground, stroke=land.ink),
        emblem(colour, x + width / 2, y + height / 2, width * 0.32),
    )


def empty_card(x: float, y: float, width: float, height: float, palette: Palette) -> Element:
    """A place without a card."""
    return rect(
        x,
        y,
        width,
        height,
        rx=RADIUS,
        fill="none",
        stroke=palette.faint,
        stroke_dasharray="4 4",
        stroke_opacity="0.6",
    )


@cache
def patterns(name: str, scale: float) -> str:
    """The patterns of the five province colours; with the ids `name-0` to `name-4`."""
    size = round(14 * scale, 1)
    half, quarter = size / 2, size / 4
    thin = {"stroke_width": 1.0, "fill": "none", "stroke_opacity": "0.38"}
    inks = [land.band for land in LANDS]
    drawn = (
        [path(f"M0 {size}L{size} 0M{-quarter} {quarter}L{quarter} {-quarter}"
              f"M{size - quarter} {size + quarter}L{size + quarter} {size - quarter}",
              stroke=inks[0], **thin)],
        [path(f"M{quarter} {quarter}v{quarter}M{half + quarter} {half + quarter}v{quarter}",
              stroke=inks[1], **{**thin, "stroke_opacity": "0.6", "stroke_width": 1.2})],
        [circle(quarter, quarter, 1.2 * scale, fill=inks[2], fill_opacity="0.5"),
         circle(half + quarter, half + quarter, 1.2 * scale, fill=inks[2], fill_opacity="0.5")],
        [path(f"M{quarter} {half}l{quarter} {-quarter}l{quarter} {quarter}", stroke=inks[3],
              **{**thin, "stroke_opacity": "0.65"})],
        [path(f"M0 {half}q{quarter} {-quarter} {half} 0t{half} 0", stroke=inks[4], **thin)],
    )  # fmt: skip
    made = []
    for colour, marks in enumerate(drawn):
        made.append(
            Element(
                "pattern",
                *marks,
                id=f"{name}-{colour}",
                width=size,
                height=size,
                patternUnits="userSpaceOnUse",
            )
        )
    return str(Element("defs", *made))


def road(x1: float, y1: float, x2: float, y2: float, **attributes: object) -> Element:
    return line(x1, y1, x2, y2, stroke_linecap="round", **attributes)


def small_card_back(x: float, y: float, width: float) -> Element:
    """The back of a card, no larger than a letter."""
    return rect(x, y, width, width * 1.3, rx=3, fill="#6d3b2a", stroke="#3a1f14")
