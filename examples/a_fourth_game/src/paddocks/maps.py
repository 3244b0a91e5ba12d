"""Board files: a meadow as rows of `.` (a paddock) and `~` (a pond)."""

from __future__ import annotations

from typing import Any

from paddocks.state import BOARD, HAND, MOST_PLAYERS, MOST_SIDE
from triarchy.engine.arrays import np
from triarchy.engine.errors import BadBoard, BadPosition
from triarchy.kit.definition import Board
from triarchy.kit.documents import keys, listed, shown, whole


def read_board(data: Any) -> Board:
    """Check a board file completely; BadBoard names the first mistake."""
    try:
        keys(data, ("id", "title", "players", "rows"), "The board")
        players = tuple(
            whole(number, "A number of players", 2, MOST_PLAYERS)
            for number in listed(data["players"], "'players'")
        )
        rows = listed(data["rows"], "'rows'")
    except BadPosition as error:
        raise BadBoard(error.sentence, **error.values) from None
    for key in ("id", "title"):
        if not isinstance(data[key], str) or not data[key]:
            raise BadBoard("'{key}' must be a text, not {value}.", key=key, value=shown(data[key]))
    if not 2 <= len(rows) <= MOST_SIDE:
        raise BadBoard("A meadow has 2 to {most} rows, not {rows}.", most=MOST_SIDE, rows=len(rows))
    struct = np.zeros(1, BOARD)[0]
    struct.side = len(rows)
    for number, row in enumerate(rows):
        if not isinstance(row, str) or len(row) != len(rows) or set(row) - {".", "~"}:
            raise BadBoard(
                "Row {number} must be {rows} of '.' and '~'.", number=number + 1, rows=len(rows)
            )
        for column, sign in enumerate(row):
            struct.dry[MOST_SIDE * number + column] = sign == "."
    struct.paddocks = int(struct.dry.sum())
    if not players or max(players) * HAND > int(struct.paddocks):
        raise BadBoard("There must be at least three paddocks for each player.")
    return Board(data["id"], data["title"], players, struct, data)
