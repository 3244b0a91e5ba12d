"""The one transaction that every change of a table goes through."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, update

from triarchy.server import models
from triarchy.server.game_cache import CachedGame, GameCache
from triarchy.server.refusals import Refused
from triarchy.server.snapshots import Snapshot, Snapshots, read
from triarchy.server.storage import Storage
from triarchy.table import Table


class Change:
    """One table, locked: what it is, and what is to be written of it."""

    def __init__(self, connection: Connection, snapshot: Snapshot, cached: CachedGame) -> None:
        self.connection = connection
        self.snapshot = snapshot
        self.cached = cached
        self.row = snapshot.row
        self.values: dict[str, Any] = {}
        self._table: Table | None = None

    def table(self) -> Table:
        """The game as it stands, to be changed here: others see it when it is written."""
        if self._table is None:
            self._table = self.cached.synced(self.connection, self.row).copy()
        return self._table

    def publish(self, row: Any) -> None:
        """The change is durable, with this row: the game in memory becomes what was made of it."""
        if self._table is not None:
            self.cached.keep(self._table, row)

    def seat(self, place: int, **values: Any) -> None:
        """Change a seat's row."""
        seats = models.seats.c
        self.connection.execute(
            update(models.seats)
            .where(seats.table_id == self.row.id, seats.place == place)
            .values(**values)
        )

    def status(self, *allowed: str, sentence: str) -> None:
        """Refuse unless the table is in one of these states."""
        if self.row.status not in allowed:
            raise Refused(409, sentence)


class Transactions:
    """Changes tables, one change after the other; `announce` is called when one is durable."""

    def __init__(
        self,
        storage: Storage,
        games: GameCache,
        snapshots: Snapshots,
        announce: Callable[[str, int], None],
        followers: list[Callable[[Snapshot, Snapshot], None]],
    ) -> None:
        self.storage = storage
        self.games = games
        self.snapshots = snapshots
        self.announce = announce
        self.followers = followers

    @contextmanager
    def change(self, table_id: str) -> Iterator[Change]:
        """Change a table: all or nothing, durable when this ends, then announced."""
        # Nothing that readers need is held while the database is waited for.
        with self.storage.write() as connection:
            snapshot = read(connection, table_id, lock=True)
            change = Change(connection, snapshot, self.games[table_id])
            yield change
            version = change.row.version + 1
            connection.execute(
                update(models.tables)
                .where(models.tables.c.id == table_id)
                .values(version=version, changed=time.time(), **change.values)
            )
            after = read(connection, table_id)
        change.publish(after.row)
        self.games.grown(table_id)
        self.snapshots.keep(after)
        self.announce(table_id, version)
        for follow in self.followers:
            follow(snapshot, after)
