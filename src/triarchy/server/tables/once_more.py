"""What a table that is played again takes from the one before."""

from __future__ import annotations

import json
from typing import Any

from triarchy.server.tables.seat_names import own_name
from triarchy.server.tables.snapshot import Snapshot, series


def next_game(old: Snapshot) -> dict[str, Any]:
    """What a game inherits from the one before: everybody moves up a seat, wins are kept."""
    more: dict[str, Any] = {"rotated": True}
    standing = series(old.row)
    if standing is not None and standing["decided"] is None:
        wins = standing["wins"]
        more["wins"] = json.dumps([*wins[1:], wins[0]])
        more["game_number"] = standing["game"] + 1
    return more


def seats_again(old: Snapshot, own: tuple[int, ...]) -> list[dict[str, Any]]:
    """One's own seats and the bots stay, other people's are open, also of those who resigned; who was second begins."""
    return [
        {"kind": "me", "name": own_name(seat.name)}
        if seat.seat in own
        else {"kind": "bot", "strength": seat.strength, "name": seat.name}
        if seat.kind == "bot" and not old.resigned(seat)
        else {"kind": "open"}
        for seat in (*old.seats[1:], old.seats[0])
    ]


def settings_again(old: Snapshot) -> dict[str, Any]:
    """The keys of a request for a table, beside its seats."""
    row = old.row
    return {
        "game": row.game,
        "name": row.name,
        "board": row.board,
        "options": json.loads(row.options),
        "public": row.public,
        "hot_seat": row.hot_seat,
        "hints": row.hints,
        "time_limit": row.time_limit,
        "clock": row.clock or "turn",
        "increment": row.increment or 0,
        "best_of": row.best_of or 1,
        "start": json.loads(row.start) if row.start is not None and row.base == 0 else None,
    }
