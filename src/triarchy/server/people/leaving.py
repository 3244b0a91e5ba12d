"""What becomes of the tables of a person who is deleted."""

from __future__ import annotations

from sqlalchemy import Connection, delete, select, update

from triarchy.bots.named import USUAL
from triarchy.server.storage import models
from triarchy.server.storage.rows import TableRow
from triarchy.server.tables.seat_names import DELETED, distinct


def leave_everything(connection: Connection, person: str) -> list[str]:
    """Open seats are free again, others are played on by bots; the tables this concerns."""
    tables, holders = models.tables, models.holders
    held: dict[str, list[int]] = {}
    for row in connection.execute(select(holders).where(holders.c.person == person)):
        held.setdefault(row.table_id, []).append(row.place)
    made = select(tables.c.id).where(tables.c.maker == person)
    said = select(models.chat.c.table_id).where(models.chat.c.person == person)
    concerned = set(held)
    for query in (made, said):
        concerned |= set(connection.execute(query).scalars())
    again = update(tables).where(tables.c.id.in_(concerned))
    connection.execute(again.values(models.BUMP_VERSIONS))
    for table_id in concerned:
        query = select(tables).where(tables.c.id == table_id)
        table = TableRow._make(connection.execute(query).one())
        for place in held.get(table_id, ()):
            _leave_seat(connection, table, place, person)
        _anonymous_chat(connection, table_id, person, held.get(table_id, []))
        if table.maker == person:
            _pass_on(connection, table, person)
    return sorted(concerned)


def _leave_seat(connection: Connection, table: TableRow, place: int, person: str) -> None:
    seats, holders = models.seats, models.holders
    rows = connection.execute(select(seats).where(seats.c.table_id == table.id)).all()
    others = [row.name for row in rows if row.place != place]
    shared = connection.execute(
        select(holders.c.person).where(
            holders.c.table_id == table.id, holders.c.place == place, holders.c.person != person
        )
    ).first()
    values: dict[str, object] = {"name": distinct(DELETED, others)}
    if shared is None and table.status == "open":
        values = {"name": "", "kind": "open"}
    elif shared is None and table.status == "playing":
        values |= {"kind": "bot", "strength": USUAL, "away": False}
    connection.execute(
        update(seats).where(seats.c.table_id == table.id, seats.c.place == place).values(values)
    )


def _anonymous_chat(connection: Connection, table_id: str, person: str, places: list[int]) -> None:
    chat = models.chat
    # Lines of old say the place alone.
    own = (chat.c.person == person) | (chat.c.person.is_(None) & chat.c.place.in_(places))
    connection.execute(update(chat).where(chat.c.table_id == table_id, own).values(name=DELETED))


def _pass_on(connection: Connection, table: TableRow, person: str) -> None:
    """Another player looks after the table; one that nobody else came to goes."""
    tables, holders = models.tables, models.holders
    others = (
        select(holders.c.person)
        .where(holders.c.table_id == table.id, holders.c.person != person)
        .order_by(holders.c.place)
    )
    heir = connection.execute(others).scalar()
    mine = tables.c.id == table.id
    if heir is None and table.status == "open":
        connection.execute(delete(tables).where(mine))
    else:
        connection.execute(update(tables).where(mine).values(maker=heir))
