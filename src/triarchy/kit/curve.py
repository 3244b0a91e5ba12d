"""The curve of win chances as a picture: a line for every seat, with its symbol and a stroke of its own."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from triarchy.kit.svg import Element, Raw, circle, group, line, path, svg, text

WIDTH, HEIGHT = 1000, 240
LOWER, LOWEST = 170, 120
"""The height beside a board, and on a small phone or one that lies on its side."""
LEFT, RIGHT, TOP, BOTTOM = 34, 30, 18, 16
STROKES = (
    ("#0072b2", None),
    ("#d55e00", "14 5"),
    ("#009e73", "3 4"),
    ("#b0478a", "14 4 3 4"),
    ("#8a6d00", "7 4"),
    ("#4d5a66", "20 4 3 4 3 4"),
)
"""Colours that eyes of all kinds tell apart, for seats that have none of their own, and for those that
see none a pattern of dashes."""
WIDE, EDGE = 2.4, 4.0
"""The width of a line, and with the ink along both its sides: a white one is seen on paper too."""
SYMBOL = 18
PAPER = "#f4ead5"
MARKS = {"mistake": 7, "blunder": 9}
"""The radius of a mark,"""
LARGEST_MARK = MARKS["blunder"]
"""which lies beside the numbers of the scale, also where the game begins."""
SYMBOLS_EVERY = 250.0
"""A line shows its symbol again after so much of the width."""
Mark = Literal["mistake", "blunder", "luck", "decided"]


@dataclass(frozen=True)
class Point:
    """The chances of all seats after a number of moves."""

    number: int
    shares: Sequence[float]


@dataclass(frozen=True)
class Marked:
    """Something that happened at a number of moves, to a seat."""

    number: int
    seat: int
    share: float
    kind: Mark
    label: str


@dataclass(frozen=True)
class Field:
    """Where things lie in a curve of some width, for a game of so many moves."""

    width: int
    height: int
    last: int

    def across(self, number: int) -> float:
        """From left to right; the client reckons back by the same margins."""
        return LEFT + (self.width - LEFT - RIGHT) * number / max(1, self.last)

    def down(self, share: float) -> float:
        return TOP + (self.height - TOP - BOTTOM) * (1.0 - share)


def draw_curve(
    points: Sequence[Point],
    last: int,
    symbols: Sequence[str],
    colours: Sequence[str],
    marks: Sequence[Marked],
    label: str,
    width: int = WIDTH,
    height: int = HEIGHT,
) -> str:
    """The picture as SVG. Lines are `data-seat`, marks `data-number`; its words are in `label`.

    `colours` are those of the seats; "": one of our own.
    """
    field = Field(width, height, last)
    picture = svg(width, height, class_="curve", role="img", aria_label=label)
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        y = field.down(share)
        picture.add(
            line(LEFT, y, width - RIGHT, y, stroke="#8a8f93", stroke_width=0.6, opacity=0.6),
            text(
                LEFT - LARGEST_MARK - 3,
                y + 4,
                f"{round(100 * share)}",
                font_size=11,
                text_anchor="end",
                fill="currentColor",
                opacity=0.75,
            ),
        )
    ends = _apart([field.down(share) for share in points[-1].shares])
    for seat, symbol in enumerate(symbols):
        drawn = _line_of(points, field, seat, colours[seat])
        picture.add(_with_symbols(drawn, points, field, seat, symbol, ends[seat]))
    for mark in marks:
        picture.add(_mark(mark, field))
    picture.add(
        line(
            LEFT,
            TOP,
            LEFT,
            field.height - BOTTOM,
            stroke="currentColor",
            stroke_width=1.5,
            class_="now",
        )
    )
    return str(picture)


def _apart(heights: list[float]) -> list[float]:
    """The same heights, moved up where symbols would lie on each other."""
    placed = list(heights)
    lowest = float("inf")
    for seat in sorted(range(len(heights)), key=lambda each: -heights[each]):
        placed[seat] = min(heights[seat], lowest - SYMBOL)
        lowest = placed[seat]
    return placed


def _strokes(way: str, seat: int, colour: str) -> list[Element]:
    """A seat's line: its colour, with ink along both sides."""
    own, dashes = STROKES[seat % len(STROKES)]
    how = {"fill": "none", "stroke_linejoin": "round", "stroke_dasharray": dashes}
    return [
        path(way, stroke="currentColor", stroke_width=EDGE, **how),
        path(way, stroke=colour or own, stroke_width=WIDE, **how),
    ]


def _places(points: Sequence[Point], field: Field, seat: int) -> list[tuple[float, float]]:
    return [(field.across(point.number), field.down(point.shares[seat])) for point in points]


def _line_of(points: Sequence[Point], field: Field, seat: int, colour: str) -> Element:
    way = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in _places(points, field, seat))
    return group(*_strokes(way, seat, colour), data_seat=seat)


def _with_symbols(
    drawn: Element, points: Sequence[Point], field: Field, seat: int, symbol: str, end: float
) -> Element:
    """The line with its seat's symbol now and then, and at its end."""
    places = _places(points, field, seat)
    following = SYMBOLS_EVERY * (0.5 + seat / 8)
    for x, y in places[:-1]:
        if x >= following:
            drawn.add(_symbol(symbol, x, y))
            following = x + SYMBOLS_EVERY
    return drawn.add(_symbol(symbol, places[-1][0] + 16, end))


def _symbol(symbol: str, x: float, y: float) -> Element:
    """A seat's symbol as it stands in the players' list, put on the line; it is drawn for paper."""
    size = f'x="{x - SYMBOL / 2:.1f}" y="{y - SYMBOL / 2:.1f}" width="{SYMBOL}" height="{SYMBOL}"'
    shown = Raw(re.sub(r'width="\d+" height="\d+"', size, symbol, count=1))
    return group(circle(x, y, SYMBOL * 0.6, fill=PAPER), shown)


def _mark(mark: Marked, field: Field) -> Element:
    x, y = field.across(mark.number), field.down(mark.share)
    drawn = group(Element("title", mark.label), data_number=mark.number, class_=mark.kind)
    if mark.kind == "decided":
        flag = f"M{x:.1f} {TOP - 14}l10 4l-10 4z"
        foot = field.height - BOTTOM
        pole = {"stroke": "currentColor", "stroke_width": 1.2, "stroke_dasharray": "2 3"}
        return drawn.add(
            line(x, TOP - 14, x, foot, **pole), path(flag, fill="#b00020", stroke="none")
        )
    if mark.kind == "luck":
        diamond = f"M{x:.1f} {y - 7:.1f}l6 7l-6 7l-6-7z"
        return drawn.add(path(diamond, fill="#f0e442", stroke="#222", stroke_width=1))
    drawn.add(circle(x, y, MARKS[mark.kind], fill="#fff", stroke="#b00020", stroke_width=2))
    sign = "??" if mark.kind == "blunder" else "?"
    words = {"font_size": 12, "font_weight": "bold", "fill": "#b00020", "text_anchor": "middle"}
    return drawn.add(text(x, y + 4, sign, **words))


def stroke_sample(seat: int, colour: str) -> str:
    """A short piece of a seat's line, for a legend."""
    picture = Element("svg", viewBox="0 0 44 10", width=44, height=10, aria_hidden="true")
    picture.attributes["xmlns"] = "http://www.w3.org/2000/svg"
    return str(picture.add(*_strokes("M0 5H44", seat, colour)))
