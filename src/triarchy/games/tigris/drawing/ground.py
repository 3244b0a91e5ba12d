"""The empty board: paper, rivers with their banks, start cells, frame and coordinates.

It is drawn once for each size and kept as markup.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from triarchy.games.tigris.drawing.geometry import Grid
from triarchy.games.tigris.drawing.pieces import scaled, shape, strokes
from triarchy.games.tigris.maps import LETTERS
from triarchy.games.tigris.state import COLUMNS, ROWS
from triarchy.kit.drawing import SANS, Palette, palette
from triarchy.kit.svg import Element, Raw, group, number, path, rect, text, whole


@dataclass(frozen=True)
class Tones:
    """The map's own colours."""

    paper: str
    fertile: str
    bank: str
    water: str
    ripple: str
    ink: str


def tones(dark: bool) -> Tones:
    if dark:
        return Tones("#cfc2a4", "#c3bf95", "#3b4f55", "#7d9fab", "#93b1bb", "#2e2115")
    return Tones("#f4ead5", "#e8e4bd", "#48707f", "#9cc4d2", "#b5d4de", "#3a2a1a")


@lru_cache(maxsize=64)
def ground(rows: tuple[str, ...], grid: Grid, dark: bool) -> Raw:
    """The empty board; `rows` as in the board file."""
    tone = tones(dark)
    return whole(
        rect(grid.x, grid.y, grid.width, grid.height, fill=tone.paper),
        _rivers(rows, grid, tone),
        _landscape(rows, grid, tone),
        _grid_lines(grid, tone),
        _start_cells(rows, grid, tone),
        *_frame(grid, tone),
        _coordinates(grid, palette(dark)),
    )


# Rivers: bands of water from edge to edge of each cell, bending where the river bends, with
# lines along the banks as on old maps.


def _rivers(rows: tuple[str, ...], grid: Grid, tone: Tones) -> Element:
    course = "".join(
        _course(rows, grid, column, row)
        for row in range(ROWS)
        for column in range(COLUMNS)
        if rows[row][column] == "~"
    )
    bands = (
        (1.34, tone.fertile),
        (0.9, tone.bank),
        (0.86, tone.water),
        (0.66, tone.ripple),
        (0.62, tone.water),
        (0.4, tone.ripple),
        (0.36, tone.water),
    )
    water = [
        path(
            course,
            fill="none",
            stroke=colour,
            stroke_width=width * grid.cell,
            stroke_linejoin="round",
        )
        for width, colour in bands
    ]
    # A nested picture cuts off what flows over the edge of the board.
    return Element(
        "svg",
        *water,
        *_lakes(rows, grid, tone),
        x=grid.x,
        y=grid.y,
        width=grid.width,
        height=grid.height,
        viewBox=" ".join(number(n) for n in (grid.x, grid.y, grid.width, grid.height)),
    )


def _lakes(rows: tuple[str, ...], grid: Grid, tone: Tones) -> list[Element]:
    """Still water where four river cells form a square, out to the edge of the board."""
    parts = []
    for row in range(ROWS - 1):
        for column in range(COLUMNS - 1):
            if not all(rows[row + j][column + i] == "~" for i in (0, 1) for j in (0, 1)):
                continue
            west = column if column == 0 else column + 0.14
            east = column + 2 if column + 2 == COLUMNS else column + 1.86
            north = row if row == 0 else row + 0.14
            south = row + 2 if row + 2 == ROWS else row + 1.86
            (x1, y1), (x2, y2) = grid.point(west, north), grid.point(east, south)
            left, top = min(x1, x2), min(y1, y2)
            parts.append(rect(left, top, abs(x2 - x1), abs(y2 - y1), fill=tone.water))
    return parts


def _course(rows: tuple[str, ...], grid: Grid, column: int, row: int) -> str:
    """The pieces of a path through one river cell."""
    exits = [
        step
        for step in ((0, -1), (1, 0), (0, 1), (-1, 0))
        if _is_river(rows, column + step[0], row + step[1])
    ]
    if len(exits) == 1 or _in_lake(rows, column, row):
        away = (0, -1) if row == 0 else (0, 1) if row == ROWS - 1 else (0, 0)
        away = (-1, 0) if column == 0 else (1, 0) if column == COLUMNS - 1 else away
        if away != (0, 0) and away not in exits:
            exits.append(away)
    middle = grid.point(column + 0.5, row + 0.5)
    ends = [grid.point(column + 0.5 + 0.51 * dx, row + 0.5 + 0.51 * dy) for dx, dy in exits]
    if len(ends) == 1:
        return _line(ends[0], middle)
    return "".join(
        _bend(ends[i], middle, ends[j]) for i in range(len(ends)) for j in range(i + 1, len(ends))
    )


def _is_river(rows: tuple[str, ...], column: int, row: int) -> bool:
    return 0 <= row < ROWS and 0 <= column < COLUMNS and rows[row][column] == "~"


def _in_lake(rows: tuple[str, ...], column: int, row: int) -> bool:
    return any(
        all(_is_river(rows, column + i + a, row + j + b) for a in (0, 1) for b in (0, 1))
        for i in (-1, 0)
        for j in (-1, 0)
    )


def _line(start: tuple[float, float], end: tuple[float, float]) -> str:
    return f"M{number(start[0])} {number(start[1])}L{number(end[0])} {number(end[1])}"


def _bend(start: tuple[float, float], middle: tuple[float, float], end: tuple[float, float]) -> str:
    return (
        f"M{number(start[0])} {number(start[1])}Q{number(middle[0])} {number(middle[1])}"
        f" {number(end[0])} {number(end[1])}"
    )


# Land


def _landscape(rows: tuple[str, ...], grid: Grid, tone: Tones) -> Element:
    """A few hills and palms in ink, always in the same places, to be covered by tiles."""
    hills = strokes("M14 68Q30 34 46 66M38 54Q56 22 80 68M56 46L62 68", tone.ink, 3.2)
    palm = strokes(
        "M50 84Q54 62 49 42M49 42Q34 30 22 44M49 42Q38 20 26 24M49 42Q62 20 74 26"
        "M49 42Q66 32 78 46M49 42Q50 26 50 20",
        tone.ink,
        3.2,
    )
    parts = []
    for row in range(ROWS):
        for column in range(COLUMNS):
            if rows[row][column] != ".":
                continue
            chance = (column * 37 + row * 61 + column * row * 13) % 29
            by_water = any(
                _is_river(rows, column + dx, row + dy)
                for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0))
            )
            symbol = palm if by_water and chance < 5 else hills if chance in (6, 11) else None
            if symbol and not (by_water and symbol is hills):
                x, y = grid.point(column + 0.5, row + 0.5)
                parts.append(scaled(x, y, grid.cell * 0.62, symbol))
    return group(*parts, opacity=".32")


def _grid_lines(grid: Grid, tone: Tones) -> Element:
    parts = []
    for i in range(1, grid.columns):
        x = number(grid.x + i * grid.cell)
        parts.append(f"M{x} {number(grid.y)}V{number(grid.y + grid.height)}")
    for i in range(1, grid.rows):
        y = number(grid.y + i * grid.cell)
        parts.append(f"M{number(grid.x)} {y}H{number(grid.x + grid.width)}")
    return path("".join(parts), stroke=tone.ink, stroke_opacity=".16", fill="none")


def _start_cells(rows: tuple[str, ...], grid: Grid, tone: Tones) -> Element:
    """A winged sun where a temple stands at the start."""
    wings = (
        shape("M50 39A11 11 0 1 1 49.9 39Z", tone.ink),
        strokes("M36 46Q20 34 6 38Q12 52 36 52M64 46Q80 34 94 38Q88 52 64 52", tone.ink, 4),
        strokes("M40 62L34 76M60 62L66 76M50 64V78", tone.ink, 4),
    )
    parts = []
    for row in range(ROWS):
        for column in range(COLUMNS):
            if rows[row][column] in "TC":
                x, y = grid.point(column + 0.5, row + 0.5)
                parts.append(scaled(x, y, grid.cell * 0.7, *wings))
    return group(*parts, opacity=".45")


# Frame


def _frame(grid: Grid, tone: Tones) -> list[Element]:
    """A double line with a scale of light and dark pieces, a piece for each cell."""
    x, y, w, h, s = grid.x, grid.y, grid.width, grid.height, grid.cell
    dashes = []
    for i in range(0, grid.columns, 2):
        for at in (y - 4, y + h + 4):
            dashes.append(f"M{number(x + i * s)} {number(at)}h{number(s)}")
    for i in range(0, grid.rows, 2):
        for at in (x - 4, x + w + 4):
            dashes.append(f"M{number(at)} {number(y + i * s)}v{number(s)}")
    lines = [
        rect(x - out, y - out, w + 2 * out, h + 2 * out, fill="none", stroke=tone.ink)
        for out in (0.5, 6.5)
    ]
    return [
        rect(x - 4, y - 4, w + 8, h + 8, fill="none", stroke=tone.paper, stroke_width=4),
        path("".join(dashes), stroke=tone.ink, stroke_width=3, fill="none"),
        *lines,
    ]


def _coordinates(grid: Grid, colours: Palette) -> Element:
    across = [str(ROWS - i) for i in range(ROWS)] if grid.turned else list(LETTERS)
    down = list(LETTERS) if grid.turned else [str(i + 1) for i in range(ROWS)]
    small = grid.x < 20
    size = 11 if small else 12
    parts = []
    for i, name in enumerate(across):
        x = grid.x + (i + 0.5) * grid.cell
        parts.append(text(x, grid.y - (8 if small else 9), name))
    for i, name in enumerate(down):
        y = grid.y + (i + 0.5) * grid.cell + 4
        parts.append(text(grid.x - (11.5 if small else 14), y, name))
    return group(
        *parts,
        font_family=SANS,
        font_size=size,
        fill=colours.faint,
        text_anchor="middle",
        aria_hidden="true",
    )
