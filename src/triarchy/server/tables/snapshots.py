"""What the database says of a table apart from its moves, read once per version and shared."""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import replace

from sqlalchemy import Connection, bindparam, select

from triarchy.server.refusals import no_table
from triarchy.server.storage import models
from triarchy.server.storage.database import Storage
from triarchy.server.storage.rows import ChatRow, SeatRow, TableRow
from triarchy.server.tables.snapshot import Snapshot

MOST_KEPT = 64 * 1024 * 1024
"""Bytes of snapshots that are kept."""

# Statements are made once: making one costs more than asking it.
VERSION = select(models.tables.c.version).where(models.tables.c.id == bindparam("of_table"))
LOCK = VERSION.with_for_update()
"""The same, and nobody else writes the table until the transaction is over."""
ROW = select(models.tables).where(models.tables.c.id == bindparam("of_table"))
SEATS, HOLDERS, TOKENS, CHAT = (
    select(table).where(table.c.table_id == bindparam("of_table")).order_by(order)
    for table, order in (
        (models.seats, "seat"),
        (models.holders, "place"),
        (models.tokens, "place"),
        (models.chat, "number"),
    )
)


def read(connection: Connection, table_id: str, known: Snapshot | None = None) -> Snapshot:
    """A table as it is now; what is `known` of its other rows is not read again if it still holds."""
    of_table = {"of_table": table_id}
    found = connection.execute(ROW, of_table).first()
    if found is None:
        raise no_table()
    row = TableRow._make(found)
    if known is not None and known.row.seats_version == row.seats_version:
        return replace(known, row=row)
    seats = tuple(map(SeatRow._make, connection.execute(SEATS, of_table)))
    holders: dict[str, tuple[int, ...]] = {}
    for holder in connection.execute(HOLDERS, of_table):
        holders[holder.person] = (*holders.get(holder.person, ()), holder.place)
    tokens: dict[str, tuple[int, ...]] = {}
    for token in connection.execute(TOKENS, of_table):
        tokens[token.hash] = (*tokens.get(token.hash, ()), token.place)
    chat = tuple(map(ChatRow._make, connection.execute(CHAT, of_table)))
    return Snapshot(row, seats, holders, tokens, chat)


class Snapshots:
    """The latest snapshot of each table that was asked for lately."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self._lock = threading.Lock()
        self._kept: OrderedDict[str, Snapshot] = OrderedDict()
        self._size = 0

    def get(self, table_id: str) -> Snapshot:
        """The table as it is now: one short query if nothing has changed."""
        known = self._kept.get(table_id)
        with self.storage.read() as connection:
            of_table = {"of_table": table_id}
            version = connection.execute(VERSION, of_table).scalar()
            if version is None:
                self.drop(table_id)
                raise no_table()
            if known is not None and known.row.version == version:
                return known
            # Where several rows are read one after the other: again, if somebody wrote in between.
            while True:
                snapshot = read(connection, table_id, known)
                one_row = known is not None and snapshot.seats is known.seats
                if (
                    one_row
                    or connection.execute(VERSION, of_table).scalar() == snapshot.row.version
                ):
                    break
        self.keep(snapshot)
        return snapshot

    def known(self, table_id: str) -> Snapshot | None:
        """What was read last, without looking."""
        return self._kept.get(table_id)

    def keep(self, snapshot: Snapshot) -> None:
        """Remember what a table is, unless something newer is known."""
        with self._lock:
            kept = self._kept.get(snapshot.row.id)
            if kept is not None and kept.row.version > snapshot.row.version:
                return
            self._drop(snapshot.row.id)
            self._kept[snapshot.row.id] = snapshot
            self._size += snapshot.cost
            while self._size > MOST_KEPT:
                self._drop(next(iter(self._kept)))

    def drop(self, table_id: str) -> None:
        with self._lock:
            self._drop(table_id)

    def _drop(self, table_id: str) -> None:
        old = self._kept.pop(table_id, None)
        if old is not None:
            self._size -= old.cost
