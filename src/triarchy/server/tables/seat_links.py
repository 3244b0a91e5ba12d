"""Private links to a seat: for another device of one's own, or for somebody who lost their seat."""

from __future__ import annotations

import time

from sqlalchemy import delete, insert, select

from triarchy.server.people.identity import Visitor, hashed, new_token
from triarchy.server.people.persons import remember
from triarchy.server.people.presence import away_since
from triarchy.server.refusals import Refused
from triarchy.server.service import Service
from triarchy.server.storage import models
from triarchy.server.tables.chat import notice
from triarchy.server.tables.lobby import free_seat, hold
from triarchy.server.tables.seating import maker_only

CARRY_MINUTES = 10
LINK_DAYS = 7


def transfer_token(service: Service, visitor: Visitor, table_id: str) -> str:
    """A token, good once and for a few minutes, that takes one's seats to another device."""
    token = new_token()
    snapshot = service.snapshots.get(table_id)
    held = snapshot.held(visitor)
    if not held:
        raise Refused(403, "You have no seat at this table.")
    expires = time.time() + 60 * CARRY_MINUTES
    with service.storage.write() as connection:
        connection.execute(
            delete(models.seat_transfers).where(models.seat_transfers.c.expires < time.time())
        )
        for seat in held:
            connection.execute(
                insert(models.seat_transfers).values(
                    table_id=table_id,
                    hash=hashed(token),
                    place=snapshot.seats[seat].place,
                    expires=expires,
                )
            )
    return token


def new_link(service: Service, visitor: Visitor, table_id: str, seat: int) -> str:
    """A private link to the seat of somebody who lost theirs: by the maker, told to everybody.

    Who opens it holds the seat in place of those who held it.
    """
    token = new_token()
    snapshot = service.snapshots.get(table_id)
    if seat >= len(snapshot.seats):
        raise Refused(404, "This seat does not exist.")
    since = away_since(service.storage, snapshot, seat)
    with service.transactions.change(table_id) as change:
        maker_only(change, visitor)
        change.status("open", "playing", sentence="The game is over.")
        row = change.snapshot.seats[seat]
        if row.kind != "person" or seat in change.snapshot.held(visitor):
            raise Refused(409, "Nobody else holds this seat.")
        if since is None:
            raise Refused(409, "{name} is at the table.", name=row.name)
        change.connection.execute(
            insert(models.seat_transfers).values(
                table_id=table_id,
                hash=hashed(token),
                place=row.place,
                expires=time.time() + 24 * 3600 * LINK_DAYS,
                replaces=True,
            )
        )
        notice(change, "There is a new private link to {name}'s seat.", name=row.name)
    return token


def take_transfer(service: Service, visitor: Visitor, table_id: str, token: str) -> None:
    """The person who opens a private link holds its seats."""
    transfers = models.seat_transfers.c
    with service.transactions.change(table_id) as change:
        mine = (transfers.table_id == table_id, transfers.hash == hashed(token))
        links = change.connection.execute(select(models.seat_transfers).where(*mine)).all()
        change.connection.execute(delete(models.seat_transfers).where(*mine))
        if not links or links[0].expires < time.time():
            raise Refused(403, "This link has already been used or is too old.")
        remember(change.connection, visitor.person)
        for row in links:
            if row.replaces:
                free_seat(change, row.place)
                name = next(s.name for s in change.snapshot.seats if s.place == row.place)
                notice(change, "The private link to {name}'s seat was opened.", name=name)
            hold(change.connection, table_id, row.place, visitor.person)
