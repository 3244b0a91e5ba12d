"""The same table again: everybody moves up a seat, and a series goes on."""

from __future__ import annotations

import json
from typing import Any

from triarchy.server.identity import Visitor
from triarchy.server.lobby import create, join, remove
from triarchy.server.refusals import Refused
from triarchy.server.service import Service
from triarchy.server.snapshots import Snapshot, series
from triarchy.server.wishes import SeatWish, TableWish


def again(service: Service, visitor: Visitor, table_id: str) -> str:
    """A table like this one, or the one somebody has already asked for, with a seat in it."""
    old = service.snapshots.get(table_id)
    if old.row.status not in ("over", "closed"):
        raise Refused(409, "The game is not over yet.")
    if old.row.rematch is not None and _exists(service, old.row.rematch):
        return _join_again(service, visitor, old, old.row.rematch)
    own_seats = old.held(visitor)
    if not own_seats:
        raise Refused(403, "You have no seat at this table.")
    fresh = create(service, visitor, _wish_of(old, own_seats), **_next_game(old))
    with service.change(table_id) as change:
        quicker = change.row.rematch if change.row.rematch != old.row.rematch else None
        if quicker is None:
            change.values["rematch"] = fresh
    if quicker is not None:
        remove(service, visitor, fresh)
        return _join_again(service, visitor, old, quicker)
    return fresh


def _exists(service: Service, table_id: str) -> bool:
    try:
        service.snapshots.get(table_id)
    except Refused:
        return False
    return True


def _join_again(service: Service, visitor: Visitor, old: Snapshot, table_id: str) -> str:
    """A seat at the table that another one has opened for all."""
    if not service.snapshots.get(table_id).held(visitor):
        name = _own_name(old, visitor) or service.name_of(visitor.person)
        join(service, visitor, table_id, _place_again(service, visitor, old, table_id), name)
    return table_id


def _place_again(service: Service, visitor: Visitor, old: Snapshot, table_id: str) -> int | None:
    """The seat that was kept for a player of the game before, if it is still free."""
    held = old.held(visitor)
    if not held:
        return None
    seat = service.snapshots.get(table_id).seats[(held[0] - 1) % len(old.seats)]
    return int(seat.seat) if seat.kind == "open" else None


def _next_game(old: Snapshot) -> dict[str, Any]:
    """What a game inherits from the one before: everybody moves up a seat, wins are kept."""
    more: dict[str, Any] = {"rotated": True}
    standing = series(old.row)
    if standing is not None and standing["decided"] is None:
        wins = standing["wins"]
        more["wins"] = json.dumps([*wins[1:], wins[0]])
        more["game_number"] = standing["game"] + 1
    return more


def _own_name(snapshot: Snapshot, visitor: Visitor) -> str:
    held = snapshot.held(visitor)
    return snapshot.seats[held[0]].name if held else ""


def _wish_of(old: Snapshot, own: tuple[int, ...]) -> TableWish:
    """The same table again: one's own seats and the bots stay, other people's are open."""
    seats = [
        SeatWish(kind="me", name=seat.name)
        if seat.seat in own
        else SeatWish(kind="bot", strength=seat.strength, name=seat.name)
        if seat.kind == "bot"
        else SeatWish(kind="open")
        for seat in (*old.seats[1:], old.seats[0])  # who was second begins
    ]
    row = old.row
    return TableWish(
        game=row.game,
        seats=seats,
        name=row.name,
        board=row.board,
        options=json.loads(row.options),
        public=row.public,
        hot_seat=row.hot_seat,
        hints=row.hints,
        time_limit=row.time_limit,
        clock=row.clock or "turn",
        increment=row.increment or 0,
        best_of=row.best_of or 1,
        start=json.loads(row.start) if row.start is not None and row.base == 0 else None,
    )
