"""What a server's host does to the database: look at it, export, delete, purge, count."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import ColumnElement, Connection, delete, func, select

from triarchy.engine.errors import BadRequest
from triarchy.kit.definition import DEFINITIONS
from triarchy.server.people.persons import is_known
from triarchy.server.people.recovery import forget_person
from triarchy.server.refusals import Refused
from triarchy.server.settings import Settings
from triarchy.server.storage import models
from triarchy.server.storage.database import Storage, is_empty
from triarchy.server.storage.rows import TableRow
from triarchy.server.tables.game_cache import CachedGame
from triarchy.server.tables.records import record_of
from triarchy.server.tables.seat_names import called
from triarchy.server.tables.snapshot import iso

STATUSES = ("open", "playing", "over", "closed", "record")
FINISHED = ("over", "closed", "record")
"""Tables at which nothing happens any more."""


@contextmanager
def opened(settings: Settings, *, or_made: bool = False) -> Iterator[Storage]:
    """The database of a server that may be running; what is wrong with it is a BadRequest.

    With `or_made` one that is not there yet, or has nothing in it, is made.
    """
    url = settings.database_url
    storage = Storage(url, existing=not (or_made and is_empty(url)))
    try:
        yield storage
    except Refused as refusal:
        raise BadRequest(refusal.sentence) from refusal
    finally:
        storage.close()


def list_tables(
    connection: Connection, status: str | None, game: str | None, person: str | None, most: int
) -> list[dict[str, Any]]:
    """The tables, the latest first."""
    tables, seats, holders = models.tables.c, models.seats.c, models.holders.c
    query = select(models.tables).order_by(tables.changed.desc(), tables.id).limit(most)
    if status is not None:
        if status not in STATUSES:
            raise BadRequest(f"A table's status is {', '.join(STATUSES)}, not {status!r}.")
        query = query.where(tables.status == status)
    if game is not None:
        query = query.where(tables.game == game)
    if person is not None:
        theirs = select(holders.table_id).where(holders.person == person)
        query = query.where((tables.maker == person) | tables.id.in_(theirs))
    rows = connection.execute(query).all()
    names: dict[str, list[str]] = {row.id: [] for row in rows}
    seated = select(models.seats).where(seats.table_id.in_(list(names)))
    for seat in connection.execute(seated.order_by(seats.seat)):
        names[seat.table_id].append(called(seat.name, "en") or "-")
    return [
        {
            "id": row.id,
            "name": row.name,
            "game": row.game,
            "status": row.status,
            "public": row.public,
            "moves": row.number,
            "maker": row.maker,
            "players": names[row.id],
            "created": iso(row.created),
            "changed": iso(row.changed),
        }
        for row in rows
    ]


def list_people(connection: Connection, name: str | None, most: int) -> list[dict[str, Any]]:
    """The people who have said their name, the latest first, with the number of their tables."""
    people, holders = models.people.c, models.holders.c
    count = (
        select(func.count(holders.table_id.distinct()))
        .where(holders.person == people.id)
        .scalar_subquery()
    )
    query = select(people.id, people.name, people.created, count.label("tables"))
    if name is not None:
        query = query.where(func.lower(people.name).contains(name.lower(), autoescape=True))
    rows = connection.execute(query.order_by(people.created.desc(), people.id).limit(most))
    return [
        {"id": row.id, "name": row.name, "created": iso(row.created), "tables": row.tables}
        for row in rows
    ]


def export_table(connection: Connection, table_id: str) -> dict[str, Any]:
    """The record of a game, whether it is over or not."""
    row = find_table(connection, table_id)
    if row.status == "open" or (row.to_move is None and row.number == 0):
        raise BadRequest(f"The game of table {table_id!r} has not begun yet.")
    definition = DEFINITIONS[row.game]
    if row.rules != definition.version:
        raise BadRequest(
            f"Table {table_id!r} was begun under older rules: open its page once, then export it."
        )
    cached = CachedGame()
    cached.synced(connection, row)
    return record_of(row, cached.frame(row))


def find_table(connection: Connection, table_id: str) -> TableRow:
    """A table's row."""
    query = select(models.tables).where(models.tables.c.id == table_id)
    row = connection.execute(query).first()
    if row is None:
        raise BadRequest(f"There is no table {table_id!r} here.")
    return TableRow._make(row)


def what_is(connection: Connection, id_: str) -> str:
    """Which table or person an id names, in a few words."""
    people = models.people.c
    person = connection.execute(select(people.name).where(people.id == id_)).first()
    if person is not None:
        return f"The person {id_} ({person.name or 'without a name'})"
    row = find_table(connection, id_)
    return f"Table {id_} ({row.game}, {row.status})"


def delete_either(connection: Connection, id_: str) -> None:
    """Delete a table, or forget a person: what they played at stays, under the name of a guest."""
    if is_known(connection, id_):
        forget_person(connection, id_)
    else:
        delete_table(connection, id_)


def delete_table(connection: Connection, table_id: str) -> None:
    """Delete a table with all that was played and said at it."""
    find_table(connection, table_id)
    connection.execute(delete(models.tables).where(models.tables.c.id == table_id))


def finished_before(connection: Connection, moment: float) -> int:
    """How many tables came to their end, or were left, before this moment."""
    return connection.execute(
        select(func.count()).select_from(models.tables).where(_old(moment))
    ).scalar_one()


def purge(connection: Connection, moment: float) -> int:
    """Delete the finished tables that were last changed before this moment; how many."""
    return connection.execute(delete(models.tables).where(_old(moment))).rowcount


def _old(moment: float) -> ColumnElement[bool]:
    tables = models.tables.c
    return tables.status.in_(FINISHED) & (tables.changed < moment)


def statistics(connection: Connection) -> dict[str, Any]:
    """How much there is of everything."""
    tables = models.tables.c
    counted = connection.execute(
        select(tables.game, tables.status, func.count(), func.sum(tables.number)).group_by(
            tables.game, tables.status
        )
    ).all()
    week = time.time() - 7 * 24 * 3600
    lately = select(func.count()).select_from(models.tables).where(tables.changed >= week)
    return {
        "tables": [
            {"game": game, "status": status, "tables": count, "moves": int(moves or 0)}
            for game, status, count, moves in sorted(counted, key=lambda row: (row[0], row[1]))
        ],
        "people": connection.execute(select(func.count()).select_from(models.people)).scalar_one(),
        "tables_used_in_7_days": connection.execute(lately).scalar_one(),
    }
