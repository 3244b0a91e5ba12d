"""The things on the table: the players' symbols, towers, cards, and the pennants of islands."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from triarchy.games.meridian.sight import meridians_on
from triarchy.games.meridian.state import GROUPS, MERIDIANS
from triarchy.kit.drawing import RADIUS, Palette, card, words
from triarchy.kit.svg import Element, Raw, circle, group, kept, line, number, path, polygon, rect

LIT = "#b5482f"
"""Frames around what can be pressed on the map; also the towns."""

WINDOWED = 3.6
"""The least height of a storey in which a window can be seen."""


@dataclass(frozen=True)
class Colour:
    """A player's colour, its light side, its edge."""

    fill: str
    light: str
    edge: str
    joint: str
    """The lines between the storeys."""


SEATS = (
    Colour("#e8842a", "#f6ab62", "#7a3c08", "#7a3c08"),
    Colour("#a3aab0", "#cfd4d8", "#41474c", "#41474c"),
    Colour("#8c5633", "#b07c58", "#3f220f", "#2b1508"),
    Colour("#33302d", "#6b655f", "#0e0d0c", "#b5aca0"),
)


@dataclass(frozen=True)
class Size:
    """How large things are drawn on a map whose meridians are so many pixels wide."""

    tower: float
    storey: float
    stack: float
    """The most a stack of storeys rises; higher towers have thinner storeys."""
    roof: float
    number: float
    name: float
    city: float
    capital: float

    @property
    def above(self) -> float:
        """How far a tower rises above its city at most."""
        return self.number / 2 + 2 + self.stack + 2 * self.roof

    @property
    def below(self) -> float:
        return self.number / 2 + 3


def size_for(column: float) -> Size:
    """From a phone's 36 pixels for a meridian to a desktop's 100 and more."""
    t = min(max((column - 36) / 64, 0.0), 1.4)

    def scaled(phone: float, desktop: float) -> float:
        return round(phone + t * (desktop - phone), 1)

    return Size(
        tower=scaled(16, 25),
        storey=scaled(4, 6.5),
        stack=scaled(20, 40),
        roof=scaled(6, 9.5),
        number=scaled(12, 15),
        name=scaled(11, 14.5),
        city=scaled(4.5, 8.5),
        capital=scaled(8, 14),
    )


def shape(seat: int, x: float, y: float, radius: float, **attributes: object) -> Element:
    """The players' shapes: circle, square, triangle, diamond, all about equally large."""
    if seat == 0:
        return circle(x, y, radius, **attributes)
    if seat == 1:
        side = radius * 1.72
        return rect(x - side / 2, y - side / 2, side, side, **attributes)
    if seat == 2:
        r = radius * 1.22
        return polygon(
            [(x, y - r), (x + r * 0.98, y + r * 0.72), (x - r * 0.98, y + r * 0.72)], **attributes
        )
    r = radius * 1.22
    return polygon([(x, y - r), (x + r, y), (x, y + r), (x - r, y)], **attributes)


def symbol(
    seat: int, x: float, y: float, radius: float, edge: str | None = None, **attributes: object
) -> Element:
    """A player's symbol in its colour; `edge` on dark ground."""
    colour = SEATS[seat]
    return shape(
        seat,
        x,
        y,
        radius,
        fill=colour.fill,
        stroke=edge or colour.edge,
        stroke_width=1.2,
        stroke_linejoin="round",
        **attributes,
    )


@lru_cache(maxsize=2048)
def tower(seat: int, height: int, size: Size, capital: bool = False) -> Raw:
    """A tower around its city at (0, 0): storeys to count, the symbol on top, the number below."""
    colour = SEATS[seat]
    half, foot = size.tower / 2, -size.number / 2 + 1
    storey = min(size.storey, size.stack / height)
    top = foot - storey * height
    step = 1 if storey >= 2.4 else 5
    joints = "".join(
        f"M{number(-half)} {number(foot - storey * i)}H{number(half)}"
        for i in range(step, height, step)
    )
    windows = "".join(
        f"M-1 {number(foot - storey * (i + 0.72))}h2v{number(storey * 0.44)}h-2z"
        for i in range(height)
    )
    plate = max(size.tower + 4, size.number * (1.0 if height < 10 else 1.5) + 4)
    parts = [
        # The light comes from the upper left: the shadow lies at the foot, the right wall is dark.
        Element(
            "ellipse",
            cx=half * 0.35,
            cy=size.number / 2 + 1.5,
            rx=plate * 0.56,
            ry=3.2,
            fill="#1d120a",
            fill_opacity=".3",
        ),
        rect(-half, top, 2 * half, foot - top, fill=colour.fill),
        rect(-half + 1, top, half * 0.42, foot - top, fill=colour.light),
        rect(half * 0.4, top, half * 0.6, foot - top, fill=colour.edge, fill_opacity=".38"),
        path(joints, stroke=colour.joint, fill="none", stroke_width=0.9 if storey >= 3 else 0.7),
        *([path(windows, fill=colour.joint)] if storey >= WINDOWED else []),
        rect(-half, top, 2 * half, foot - top, fill="none", stroke=colour.edge, stroke_width=1.2),
        symbol(seat, 0, top - size.roof * 0.72, size.roof),
        rect(
            -plate / 2,
            -size.number / 2 - 1.5,
            plate,
            size.number + 3,
            rx=3,
            fill="#f4c542" if capital else "#fffaf0",
            stroke=colour.edge,
            stroke_width=1.2,
        ),
        words(
            0, size.number * 0.36, str(height), "#2a1d10", size.number, anchor="middle", bold=True
        ),
    ]
    return Raw("".join(str(part) for part in parts))


def tower_rise(height: int, size: Size) -> float:
    """How far a tower of this height rises above its city."""
    return size.number / 2 + min(size.storey * height, size.stack) + size.roof * 1.9


def tower_key(seat: int, height: int, meridian: int) -> str:
    """A tower's identity; heights differ within a meridian, so it stays the same when pushed."""
    return f"tower-{seat}-{height}-{meridian + 1}"


@lru_cache(maxsize=2048)
def card_face(
    seat: int, number_: int, x: float, y: float, width: float, height: float, colours: Palette
) -> Raw:
    """A card: its number or group, the player's symbol, and where on the map its meridians are."""
    band = height * 0.2
    edge = colours.ink if colours.dark else None
    first, last = meridians_on(number_)[0] + 1, meridians_on(number_)[-1] + 1
    label = f"{first}–{last}" if number_ in GROUPS else str(first)
    large = min(height * 0.38, width * (0.34 if number_ in GROUPS else 0.6))
    tick = (width - 10) / MERIDIANS
    ticks = [
        rect(
            x + 5 + tick * i + 0.5,
            y + height - band * 0.75,
            tick - 1,
            band * 0.45,
            fill=colours.accent if first <= i + 1 <= last else colours.line,
        )
        for i in range(MERIDIANS)
    ]
    drawn = group(
        card(x, y, width, height, colours),
        symbol(seat, x + band * 0.75, y + band * 0.75, band * 0.36, edge),
        words(
            x + width / 2,
            y + height * 0.52 + large * 0.36,
            label,
            colours.ink,
            large,
            anchor="middle",
            serif=True,
        ),
        *ticks,
        data_what="group-card" if number_ in GROUPS else "card",
    )
    return kept(drawn)


def card_back(x: float, y: float, width: float, height: float, colours: Palette) -> Element:
    """A pile of cards face down: three edges and a back ruled like a map."""
    lines = "".join(
        f"M{number(x + width * k / 5)} {number(y + 4)}V{number(y + height - 4)}"
        for k in range(1, 5)
    )
    return group(
        *(
            rect(x + k, y + k, width, height, rx=RADIUS, fill=colours.panel, stroke=colours.faint)
            for k in (4, 2)
        ),
        rect(x, y, width, height, rx=RADIUS, fill=colours.sea, stroke=colours.ink),
        path(lines, stroke=colours.paper, stroke_dasharray="3 3", fill="none", opacity=0.7),
    )


def pennant_kind(leaders: list[int]) -> str:
    """The legend's name for a pennant with these leaders."""
    return ("pennant-free", "pennant-held")[len(leaders)] if len(leaders) < 2 else "pennant-tied"


def pennant_width(leaders: int, text: float) -> float:
    return text * 0.9 + 8 + leaders * text * _spacing(leaders)


def _spacing(leaders: int) -> float:
    """Three and four symbols stand closer, so that a pennant hardly grows."""
    return 1.0 if leaders < 3 else 0.74


def pennant(
    leaders: list[int], value: int, left: float, y: float, text: float, colours: Palette
) -> Element:
    """The pill at an island's name: the symbols of whoever leads there, and the value.

    One symbol: that player holds it; several: a tie, nobody does. `y` is its middle.
    """
    width, height = pennant_width(len(leaders), text), text * 1.4
    space = _spacing(len(leaders))
    symbols = [
        symbol(
            seat, left + 4 + text * space * (0.5 + i), y, text * (0.4 if len(leaders) < 3 else 0.31)
        )
        for i, seat in enumerate(leaders)
    ]
    held = len(leaders) == 1
    frame = rect(
        left,
        y - height / 2,
        width,
        height,
        rx=height / 2,
        fill="#fffaf0" if held else colours.paper,
        stroke=colours.paper_ink,
        stroke_width=1.4 if held else 0.9,
        stroke_dasharray="3 2" if len(leaders) > 1 else None,
    )
    middle = left + (width - 4) - text * 0.45 if leaders else left + width / 2
    return group(
        frame,
        *symbols,
        words(
            middle, y + text * 0.36, str(value), colours.paper_ink, text, anchor="middle", bold=held
        ),
        class_="pennant",
    )


# Marks on the map


def arrow(x: float, start: float, end: float, colours: Palette) -> Element:
    """The way of a pushed tower, from its city to the next."""
    down = 1 if end > start else -1
    head = 5.0
    shaft = (
        f"M{number(x)} {number(start)}V{number(end)}"
        f"M{number(x - head)} {number(end - head * 1.4 * down)}L{number(x)} {number(end)}"
        f"L{number(x + head)} {number(end - head * 1.4 * down)}"
    )
    return _outlined(shaft, colours.accent)


def push_heads(x: float, y: float, north: bool, count: int) -> Element:
    """A small arrow head for each tower that would move."""
    down = -1 if north else 1
    heads = "".join(
        f"M{number(x - 5)} {number(y + 7 * i * down)}l5 {5 * down}l5 {-5 * down}"
        for i in range(count)
    )
    return _outlined(heads, LIT)


def _outlined(shape: str, colour: str) -> Element:
    style = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}
    return group(
        path(shape, stroke="#fffaf0", stroke_width=6, **style),
        path(shape, stroke=colour, stroke_width=3, **style),
        class_="push",
        data_what="push",
    )


def lift_mark(x: float, y: float) -> Element:
    """An arrow up: the tower can be taken back."""
    return group(
        circle(x, y, 9, fill=LIT, stroke="#fffaf0", stroke_width=1.5),
        path(
            f"M{number(x)} {number(y + 5)}v-9m-4 4l4 -4l4 4",
            fill="none",
            stroke="#fffaf0",
            stroke_width=2,
            stroke_linecap="round",
            stroke_linejoin="round",
        ),
    )


def ring(x: float, y: float, wide: float, high: float, colours: Palette, strong: bool) -> Element:
    """A lit frame around what can be pressed on the map."""
    return rect(
        x,
        y,
        wide,
        high,
        rx=wide * 0.35,
        fill=colours.gold,
        fill_opacity=0.28 if strong else 0.12,
        stroke=LIT,
        stroke_width=2.5,
        class_="lit",
    )


def cross(x: float, y: float) -> Element:
    """A city that takes no tower."""
    u = 4.5
    return group(
        circle(x, y, 8, fill="#fffaf0", stroke="#6f5c47"),
        line(x - u, y - u, x + u, y + u, stroke="#6f5c47", stroke_width=2),
        line(x - u, y + u, x + u, y - u, stroke="#6f5c47", stroke_width=2),
    )


def town(x: float, y: float, size: Size, **attributes: object) -> Element:
    return circle(
        x,
        y,
        size.city,
        fill=LIT,
        stroke="#5b1f10",
        stroke_width=1.2,
        data_what="town",
        **attributes,
    )


def capital(x: float, y: float, size: Size, **attributes: object) -> Element:
    """A capital: gold, with three towers."""
    u = size.capital / 10
    houses = "".join(
        f"M{number(x + left * u)} {number(y + 5 * u)}v{number(-high * u)}l{number(1.6 * u)} "
        f"{number(-2.4 * u)}l{number(1.6 * u)} {number(2.4 * u)}v{number(high * u)}z"
        for left, high in ((-6, 5), (-1.6, 7.4), (2.8, 5))
    )
    return group(
        circle(x, y, size.capital, fill="#f4c542", stroke="#5b3a10", stroke_width=1.6),
        path(houses, fill="#5b2a10"),
        data_what="capital",
        **attributes,
    )


def seal(x: float, y: float, radius: float, meridian: int, size: float) -> Element:
    """A meridian's number at the southern edge."""
    return group(
        circle(x, y, radius, fill="#7b3a1e"),
        words(
            x,
            y + size * 0.36,
            str(meridian + 1),
            "#fff3da",
            size,
            anchor="middle",
            bold=True,
            serif=True,
        ),
        data_key=f"meridian-{meridian + 1}",
        data_what="meridian",
    )


def pieces_in_rows(
    seat: int, count: int, x: float, y: float, step: float, across: int, edge: str
) -> list[Element]:
    """Pieces in supply, so many to a row."""
    return [
        rect(
            x + i % across * step,
            y + i // across * 9,
            step - 2.5,
            6.5,
            rx=1.5,
            fill=SEATS[seat].fill,
            stroke=edge,
            stroke_width=0.7,
        )
        for i in range(count)
    ]
