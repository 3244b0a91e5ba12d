"""Boards of Euphrat & Tigris: a board file checked and turned into the record the rules use."""

from __future__ import annotations

from typing import Any

import numpy as np

from triarchy.engine.errors import BadBoard
from triarchy.games.tigris.regions import put
from triarchy.games.tigris.state import BOARD, COLUMNS, ROWS, START_TEMPLES
from triarchy.kit.definition import Board

LETTERS = "ABCDEFGHIJKLMNOP"


def read_board(data: Any) -> Board:
    """Check a board file completely and load it; BadBoard names the first mistake."""
    if not isinstance(data, dict):
        raise BadBoard("A board file is a JSON object.")
    if data.get("game") != "tigris":
        raise BadBoard(f"The board's game is {data.get('game')!r}, not 'tigris'.")
    for key in ("id", "title"):
        if not isinstance(data.get(key), str) or not data[key]:
            raise BadBoard(f"The board needs a text {key!r}.")
    players = data.get("players")
    if (
        not isinstance(players, list)
        or not players
        or any(type(n) is not int or not 2 <= n <= 4 for n in players)
    ):
        raise BadBoard(f"The board's 'players' are numbers from 2 to 4, not {players!r}.")
    rows = data.get("rows")
    if not isinstance(rows, list) or len(rows) != ROWS:
        raise BadBoard(f"The board needs a list of {ROWS} 'rows'.")
    record = np.zeros(1, BOARD)[0]
    starts = []
    for r, row in enumerate(rows):
        if not isinstance(row, str) or len(row) != COLUMNS:
            raise BadBoard(f"Row {r + 1} must be a text of {COLUMNS} cells.")
        for c, kind in enumerate(row):
            if kind not in ".~TC":
                raise BadBoard(
                    f"Cell {LETTERS[c]}{r + 1} is {kind!r}, not one of '.', '~', 'T', 'C'."
                )
            cell = COLUMNS * r + c
            put(record.river if kind == "~" else record.land, cell)
            if kind in "TC":
                put(record.starts, cell)
                starts.append(cell)
            if kind == "C":
                put(record.corners, cell)
    if len(starts) != START_TEMPLES:
        raise BadBoard(f"The board needs {START_TEMPLES} start temples, not {len(starts)}.")
    record.start_cell[:] = starts
    return Board(data["id"], data["title"], tuple(sorted(set(players))), record, data)
