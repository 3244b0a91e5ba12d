"""A changed name: it shows wherever the person sits."""

from __future__ import annotations

from contextlib import suppress

from sqlalchemy import select

from triarchy.server.people.identity import Visitor
from triarchy.server.people.persons import remember
from triarchy.server.refusals import Refused
from triarchy.server.service import Service
from triarchy.server.storage import models
from triarchy.server.tables.seat_names import distinct
from triarchy.server.tables.snapshot import Snapshot


def rename(service: Service, visitor: Visitor, name: str) -> None:
    """Note a person's name, and change it at the tables that are open or being played."""
    with service.storage.write() as connection:
        remember(connection, visitor.person, name)
    tables, holders = models.tables.c, models.holders.c
    query = (
        select(tables.id)
        .join(models.holders, holders.table_id == tables.id)
        .where(holders.person == visitor.person, tables.status.in_(("open", "playing")))
        .distinct()
    )
    with service.storage.read() as connection:
        ids = list(connection.execute(query).scalars())
    for table_id in ids:
        with suppress(Refused):  # deleted since
            if _new_name(service.snapshots.get(table_id), visitor, name):
                _rename_at(service, table_id, visitor, name)


def _rename_at(service: Service, table_id: str, visitor: Visitor, name: str) -> None:
    with service.transactions.change(table_id) as change:
        change.status("open", "playing", sentence="The game is over.")
        found = _new_name(change.snapshot, visitor, name)
        if found:
            place, called = found
            change.seat(place, name=called)


def _new_name(snapshot: Snapshot, visitor: Visitor, name: str) -> tuple[int, str] | None:
    """The place of a person's seat and what it is to be called; None if nothing changes.

    Several people on one device have given each seat a name of its own.
    """
    seats = snapshot.held(visitor)
    if len(seats) != 1 or snapshot.row.hot_seat:
        return None
    own = snapshot.seats[seats[0]]
    called = distinct(name, (each.name for each in snapshot.seats if each is not own))
    return None if called == own.name else (own.place, called)
