"""The same table again: everybody moves up a seat, and a series goes on."""

from __future__ import annotations

from triarchy.server.http.requests import SeatRequest, TableRequest
from triarchy.server.people.identity import Visitor
from triarchy.server.refusals import Refused
from triarchy.server.service import Service
from triarchy.server.tables.lobby import create, join, remove
from triarchy.server.tables.once_more import next_game, seats_again, settings_again
from triarchy.server.tables.seat_names import own_name
from triarchy.server.tables.snapshot import Snapshot


def again(service: Service, visitor: Visitor, table_id: str) -> str:
    """A table like this one, or the one somebody has already asked for, with a seat in it."""
    old = service.snapshots.get(table_id)
    if old.row.status not in ("over", "closed"):
        raise Refused(409, "The game is not over yet.")
    if old.row.rematch is not None and _exists(service, old.row.rematch):
        return _join_again(service, visitor, old, old.row.rematch)
    own_seats = old.had(visitor)
    if not own_seats:
        raise Refused(403, "You have no seat at this table.")
    fresh = create(service, visitor, _request_of(old, own_seats), **next_game(old))
    with service.transactions.change(table_id) as change:
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
    had = old.had(visitor)
    if not had:
        return None
    seat = service.snapshots.get(table_id).seats[(had[0] - 1) % len(old.seats)]
    return int(seat.seat) if seat.kind == "open" else None


def _own_name(snapshot: Snapshot, visitor: Visitor) -> str:
    had = snapshot.had(visitor)
    return own_name(snapshot.seats[had[0]].name) if had else ""


def _request_of(old: Snapshot, own: tuple[int, ...]) -> TableRequest:
    """The same table again: one's own seats and the bots stay, other people's are open, also of those who resigned."""
    seats = [SeatRequest(**seat) for seat in seats_again(old, own)]
    return TableRequest(seats=seats, **settings_again(old))
