"""Meridian's maps: a board file checked and turned into the struct the rules use."""

from __future__ import annotations

from typing import Any

from triarchy.engine.arrays import np
from triarchy.engine.errors import BadBoard
from triarchy.games.meridian.state import BOARD, MERIDIANS, MOST_ROWS
from triarchy.kit.definition import Board, Document, State
from triarchy.kit.documents import check_heading
from triarchy.kit.language import Phrase

PLAYERS_BY_ROWS = {5: (2, 4), 4: (3,)}


def read_board(data: Any) -> Board:
    """Check a board file completely and load it; BadBoard names the first mistake."""
    check_heading(data, "meridian")
    if data.get("meridians") != MERIDIANS:
        raise BadBoard(
            "A board has {meridians} meridians, not {count!r}.",
            meridians=MERIDIANS,
            count=data.get("meridians"),
        )
    rows = data.get("rows")
    if type(rows) is not int or rows not in PLAYERS_BY_ROWS:
        raise BadBoard(
            "{rows!r} rows fit no number of players: 5 rows are for 2 or 4, 4 rows for 3.",
            rows=rows,
        )
    players = data.get("players")
    if (
        not isinstance(players, list)
        or not players
        or any(type(n) is not int for n in players)
        or not set(players) <= set(PLAYERS_BY_ROWS[rows])
    ):
        fitting = " or ".join(map(str, PLAYERS_BY_ROWS[rows]))
        raise BadBoard(
            "A board of {rows} rows is for {fitting} players, not {players!r}.",
            rows=rows,
            fitting=fitting,
            players=players,
        )
    canvas = _canvas(data)
    names = _islands(data)
    struct = np.zeros(1, BOARD)[0]
    struct.rows = rows
    struct.islands = len(names)
    _cities(data, struct, list(names), canvas)
    _consecutive(struct, list(names.values()))
    return Board(data["id"], data["title"], tuple(sorted(set(players))), struct, data)


def _canvas(data: Document) -> tuple[float, float]:
    canvas = data.get("canvas")
    if not isinstance(canvas, list) or len(canvas) != 2 or not all(map(_is_number, canvas)):
        raise BadBoard("The board needs a 'canvas' of two numbers, width and height.")
    if min(canvas) <= 0:
        raise BadBoard("The canvas must be wider and higher than 0.")
    return canvas[0], canvas[1]


def _islands(data: Document) -> dict[str, str]:
    """The islands' names by id, in the order of the file."""
    islands = data.get("islands")
    if not isinstance(islands, list) or not islands:
        raise BadBoard("The board needs a list of 'islands'.")
    names: dict[str, str] = {}
    for island in islands:
        if not isinstance(island, dict) or not isinstance(island.get("id"), str):
            raise BadBoard("Every island needs an 'id', a text.")
        id_ = island["id"]
        if id_ in names:
            raise BadBoard("There are two islands {id!r}.", id=id_)
        if not isinstance(island.get("name"), str) or not island["name"]:
            raise BadBoard("Island {id!r} needs a 'name', a text.", id=id_)
        names[id_] = island["name"]
        for key, least in (("outline", 3), ("label", 0)):
            _check_shape(island, key, least)
    return names


def _check_shape(island: Document, key: str, least: int) -> None:
    """An outline or a label's place may be left out; what is there must be drawable."""
    if key not in island:
        return
    points = island[key] if key == "outline" else [island[key]]
    if (
        not isinstance(points, list)
        or len(points) < least
        or not all(
            isinstance(point, list) and len(point) == 2 and all(map(_is_number, point))
            for point in points
        )
    ):
        raise BadBoard(
            "The {key} of island {island!r} is not made of points [x, y].",
            key=key,
            island=island["id"],
        )


def _cities(data: Document, struct: State, islands: list[str], canvas: tuple[float, float]) -> None:
    cities = data.get("cities")
    if not isinstance(cities, list):
        raise BadBoard("The board needs a list of 'cities'.")
    rows = int(struct.rows)
    seen: set[tuple[int, int]] = set()
    for city in cities:
        if not isinstance(city, dict):
            raise BadBoard("Every city is an object with meridian, row, island, capital, x and y.")
        meridian, row = city.get("meridian"), city.get("row")
        if type(meridian) is not int or not 1 <= meridian <= MERIDIANS:
            raise BadBoard(
                "A city lies in meridian {meridian!r}; they count from 1 to 10.", meridian=meridian
            )
        if type(row) is not int or not 1 <= row <= rows:
            raise BadBoard(
                "A city in meridian {meridian} lies in row {row!r} of {rows}.",
                meridian=meridian,
                row=row,
                rows=rows,
            )
        place = Phrase("city {row} of meridian {meridian}", row=row, meridian=meridian)
        if (meridian, row) in seen:
            raise BadBoard("There is more than one {place}.", place=place)
        seen.add((meridian, row))
        if city.get("island") not in islands:
            raise BadBoard(
                "The {place} lies on no island ({island!r}).",
                place=place,
                island=city.get("island"),
            )
        if not isinstance(city.get("capital"), bool):
            raise BadBoard("The {place} needs 'capital', true or false.", place=place)
        for key, limit in zip("xy", canvas, strict=True):
            if not _is_number(city.get(key)) or not 0 <= city[key] <= limit:
                raise BadBoard(
                    "The {place} needs {key!r} between 0 and {limit}.",
                    place=place,
                    key=key,
                    limit=limit,
                )
        island = islands.index(city["island"])
        struct.island[meridian - 1, row - 1] = island
        struct.capital[meridian - 1, row - 1] = city["capital"]
        count = int(struct.value[island])
        if count == MERIDIANS:
            raise BadBoard(
                "Island {island!r} has more than one city in some meridian.", island=city["island"]
            )
        struct.cities[island, count] = MOST_ROWS * (meridian - 1) + row - 1
        struct.value[island] = count + 1
    for meridian in range(1, MERIDIANS + 1):
        for row in range(1, rows + 1):
            if (meridian, row) not in seen:
                raise BadBoard(
                    "There is no city {row} of meridian {meridian}.", row=row, meridian=meridian
                )


def _consecutive(struct: State, names: list[str]) -> None:
    """An island's cities lie in consecutive meridians, one in each."""
    for island, name in enumerate(names):
        count = int(struct.value[island])
        if count == 0:
            raise BadBoard("{name} has no city.", name=name)
        meridians = sorted(int(city) // MOST_ROWS for city in struct.cities[island, :count])
        if len(set(meridians)) < count:
            raise BadBoard("{name} has two cities in one meridian.", name=name)
        if meridians[-1] - meridians[0] != count - 1:
            raise BadBoard("The cities of {name} do not lie in consecutive meridians.", name=name)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
