"""The one transaction that every change of a table goes through."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

from sqlalchemy import Connection, Update, bindparam, delete, insert, update

from triarchy.server.cluster import Moved
from triarchy.server.refusals import Refused
from triarchy.server.storage import models
from triarchy.server.storage.database import Storage
from triarchy.server.storage.move_writer import Entry, Played
from triarchy.server.storage.rows import TableRow
from triarchy.server.tables.game_cache import CachedGame, GameCache
from triarchy.server.tables.snapshot import Snapshot
from triarchy.server.tables.snapshots import LOCK, Snapshots, read
from triarchy.table import Table

InThread = Callable[..., Awaitable[Any]]
"""Calls a function with arguments where it may wait for the database."""
ADD_MOVES = insert(models.moves)
ERASE_MOVES = delete(models.moves).where(
    models.moves.c.table_id == bindparam("of_table"), models.moves.c.number > bindparam("after")
)


@lru_cache(maxsize=64)
def _update(columns: tuple[str, ...]) -> Update:
    """The statement that changes these columns of a table's row, made once."""
    return (
        update(models.tables)
        .where(models.tables.c.id == bindparam("of_table"))
        .values({name: bindparam(f"new_{name}") for name in columns})
    )


class NotInMemory(Exception):
    """What is to be done takes more than is in memory: the table must be locked."""


class Change:
    """One table, locked: what it is, and what is to be written of it.

    Without a connection the table is what was known of it last, and nothing but moves can be made.
    """

    def __init__(
        self, connection: Connection | None, snapshot: Snapshot, cached: CachedGame
    ) -> None:
        self._connection = connection
        self.snapshot = snapshot
        self.cached = cached
        self.row = snapshot.row
        self.values: dict[str, Any] = {}
        self.rows_change = False
        """Whether more may be written than moves and the table's own row."""
        self._moves: list[Played] = []
        self._erases = False
        self._table: Table | None = None

    @property
    def connection(self) -> Connection:
        """To write whatever else belongs to the table: seats, holders, chat."""
        self.rows_change = True
        return self._locked

    @property
    def _locked(self) -> Connection:
        if self._connection is None:
            raise NotInMemory
        return self._connection

    def table(self) -> Table:
        """The game as it stands, to be changed here: others see it when it is written."""
        if self._table is None:
            table = self.cached.standing(self.row)
            self._table = table or self.cached.synced(self._locked, self.row).copy()
        return self._table

    def add_move(self, number: int, move: str, at: float, *, bot: bool) -> None:
        """Write down a move."""
        self._moves.append(Played(number, move, bot, at))

    def take_back(self, number: int) -> None:
        """Erase the moves after this number."""
        self._erases = True
        self._locked.execute(ERASE_MOVES, {"of_table": self.row.id, "after": number})

    def write(self) -> dict[str, Any]:
        """Write the moves and the table's row; the values that are new in it."""
        values = self._new()
        if self._moves:
            rows = [{"table_id": self.row.id, **move._asdict()} for move in self._moves]
            self._locked.execute(ADD_MOVES, rows)
        row = {f"new_{name}": value for name, value in values.items()}
        self._locked.execute(_update(tuple(values)), {"of_table": self.row.id, **row})
        return values

    def _new(self) -> dict[str, Any]:
        version = self.row.version + 1
        values = {"version": version, "changed": time.time(), **self.values}
        if self.rows_change:
            values["seats_version"] = version
        return values

    def entry(self) -> Entry:
        """The moves and the new values of the table's row, to be written if it is still what it was."""
        return Entry(self.row.id, self.row.version, self._new(), self._moves)

    def moved(self, values: dict[str, Any]) -> Moved | None:
        """What has changed, if it is no more than moves and the table's own row."""
        if self.rows_change or self._erases:
            return None
        return {"values": values, "moves": [(move.move, move.bot) for move in self._moves]}

    def publish(self, row: TableRow) -> None:
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
        announce: Callable[[str, int, Moved | None], None],
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
            snapshot = self._current(connection, table_id)
            change = Change(connection, snapshot, self.games[table_id])
            yield change
            values = change.write()
            after = (
                read(connection, table_id) if change.rows_change else snapshot.with_values(values)
            )
        self._publish(change, after, values)

    async def play(
        self, table_id: str, work: Callable[[Change], None], in_thread: InThread
    ) -> None:
        """Let `work` make moves at a table, as `change` would; called on the event loop.

        It is done first with what is in memory, before anybody waits for it. If that does not do, if the
        work refuses or somebody has changed the table since, it is done once more with the table locked.
        """
        change = self._from_memory(table_id, work)
        if change is not None:
            entry = change.entry()
            if await in_thread(self.storage.enter, entry):
                self._publish(change, change.snapshot.with_values(entry.values), entry.values)
                return
        await in_thread(self._locked, table_id, work)

    def _locked(self, table_id: str, work: Callable[[Change], None]) -> None:
        with self.change(table_id) as change:
            work(change)

    def _from_memory(self, table_id: str, work: Callable[[Change], None]) -> Change | None:
        """What `work` makes of a table as it is known, if it makes moves of that and no more."""
        snapshot = self.snapshots.known(table_id)
        if snapshot is None:
            return None
        change = Change(None, snapshot, self.games[table_id])
        try:
            work(change)
        except (NotInMemory, Refused):
            return None
        return change

    def _publish(self, change: Change, after: Snapshot, values: dict[str, Any]) -> None:
        """What was written becomes what is in memory, and is announced."""
        table_id = after.row.id
        change.publish(after.row)
        self.games.grown(table_id)
        if after.row.status == "over":
            self.games.over(table_id)
        self.snapshots.keep(after)
        self.announce(table_id, after.row.version, change.moved(values))
        for follow in self.followers:
            follow(change.snapshot, after)

    def _current(self, connection: Connection, table_id: str) -> Snapshot:
        """The table as it is, locked; what is in memory if it has the same version."""
        version = connection.execute(LOCK, {"of_table": table_id}).scalar()
        known = self.snapshots.known(table_id)
        if known is not None and known.row.version == version:
            return known
        return read(connection, table_id, known)
