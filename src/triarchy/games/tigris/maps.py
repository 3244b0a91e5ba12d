"""Boards of Tigris & Euphrates: a board file checked and turned into the struct the rules use."""

from __future__ import annotations

from typing import Any

from triarchy.engine.arrays import np
from triarchy.engine.errors import BadBoard
from triarchy.games.tigris.regions import put
from triarchy.games.tigris.state import BOARD, COLUMNS, ROWS, START_TEMPLES
from triarchy.kit.definition import Board
from triarchy.kit.documents import check_heading

LETTERS = "ABCDEFGHIJKLMNOP"


def read_board(data: Any) -> Board:
    """Check a board file completely and load it; BadBoard names the first mistake."""
    check_heading(data, "tigris")
    players = data.get("players")
    if (
        not isinstance(players, list)
        or not players
        or any(type(n) is not int or not 2 <= n <= 4 for n in players)
    ):
        raise BadBoard(
            "The board's 'players' are numbers from 2 to 4, not {players!r}.", players=players
        )
    rows = data.get("rows")
    if not isinstance(rows, list) or len(rows) != ROWS:
        raise BadBoard("The board needs a list of {rows} 'rows'.", rows=ROWS)
    struct = np.zeros(1, BOARD)[0]
    starts = []
    for r, row in enumerate(rows):
        if not isinstance(row, str) or len(row) != COLUMNS:
            raise BadBoard(
                "Row {number} must be a text of {columns} characters.",
                number=r + 1,
                columns=COLUMNS,
            )
        for c, kind in enumerate(row):
            if kind not in ".~TC":
                raise BadBoard(
                    "Space {column}{number} is {kind!r}, not one of '.', '~', 'T', 'C'.",
                    column=LETTERS[c],
                    number=r + 1,
                    kind=kind,
                )
            cell = COLUMNS * r + c
            put(struct.river if kind == "~" else struct.land, cell)
            if kind in "TC":
                put(struct.starts, cell)
                starts.append(cell)
            if kind == "C":
                put(struct.corners, cell)
    if len(starts) != START_TEMPLES:
        raise BadBoard(
            "The board needs {start_temples} start temples, not {count}.",
            start_temples=START_TEMPLES,
            count=len(starts),
        )
    struct.start_cell[:] = starts
    return Board(data["id"], data["title"], tuple(sorted(set(players))), struct, data)
