"""`House`: all parts of one server process, and the transaction every change of a table goes through."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, insert, select, update

from triarchy.engine.definition import Definition
from triarchy.server import models
from triarchy.server.hub import Hub
from triarchy.server.live import Frame, Live, Lives
from triarchy.server.preparing import Preparing
from triarchy.server.refusals import Refused
from triarchy.server.settings import Settings
from triarchy.server.snapshots import Snapshot, Snapshots, read, table_document
from triarchy.server.storage import Storage
from triarchy.server.thinking import Thinkers


@dataclass(frozen=True)
class Visitor:
    """Who sends a request: the person of the cookie, and the token of a seat at this table."""

    person: str
    token: str | None
    language: str
    address: str = ""


class Change:
    """One table, locked: what it is, and what is to be written of it."""

    def __init__(self, connection: Connection, snapshot: Snapshot, live: Live) -> None:
        self.connection = connection
        self.snapshot = snapshot
        self.live = live
        self.row = snapshot.row
        self.values: dict[str, Any] = {}
        self.played = False
        """Whether the game in memory is ahead of what is written."""

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


class House:
    """What the calls of the API work on."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.storage = Storage(settings.database_url)
        self.lives = Lives(settings.live_tables)
        self.snapshots = Snapshots(self.storage)
        self.thinkers = Thinkers(settings.workers)
        warm = settings.warm
        self.preparing = Preparing(
            when_ready=self.thinkers.warm if warm else lambda name: None,
            when_done=self.thinkers.compile_all if warm else lambda names: None,
        )
        self.hub = Hub(self.storage, settings.poll)
        self.poke: Callable[[str], None] = lambda table_id: None
        """Tells the driver of bots that a table may be waiting for one."""

    def close(self) -> None:
        self.thinkers.close()
        self.storage.close()

    @contextmanager
    def change(self, table_id: str) -> Iterator[Change]:
        """Change a table: all or nothing, durable when this ends, then told to whoever listens."""
        live = self.lives[table_id]
        change: Change | None = None
        with live.lock:
            try:
                with self.storage.write() as connection:
                    change = Change(connection, read(connection, table_id, lock=True), live)
                    yield change
                    version = change.row.version + 1
                    now = time.time()
                    connection.execute(
                        update(models.tables)
                        .where(models.tables.c.id == table_id)
                        .values(version=version, changed=now, **change.values)
                    )
                    after = read(connection, table_id)
            except BaseException:
                if change is not None and change.played:
                    live.forget()
                raise
        self.snapshots.keep(after)
        self.told(table_id, version)

    def told(self, table_id: str, version: int) -> None:
        self.hub.changed(table_id, version)
        self.poke(table_id)

    def frame(self, snapshot: Snapshot, number: int | None = None) -> Frame:
        """The game of a table as it stands (or stood after `number` moves)."""
        row = snapshot.row
        definition = self.preparing.need(row.game)
        if row.status == "open" or (row.status == "closed" and row.to_move is None):
            raise Refused(409, "The game has not begun yet.")
        if row.rules != definition.version:
            snapshot = self.renew_rules(row.id, definition)
            row = snapshot.row
        live = self.lives[row.id]
        with live.lock, self.storage.read() as connection:
            live.sync(connection, row)
            if number is not None and not row.base <= number <= row.number:
                raise Refused(404, "The game has no such move.")
            return live.frame(row, number)

    def renew_rules(self, table_id: str, definition: Definition) -> Snapshot:
        """Go on under newer rules from the stored position; earlier moves are history."""
        with self.change(table_id) as change:
            row = change.row
            if row.rules != definition.version and row.position is not None:
                change.live.forget()
                change.values.update(rules=definition.version, start=row.position, base=row.number)
        return self.snapshots.get(table_id)

    # Facts about people and tables

    def name_of(self, person: str) -> str:
        """What a person is called; "" before they have said it."""
        people = models.people.c
        with self.storage.read() as connection:
            return connection.execute(select(people.name).where(people.id == person)).scalar() or ""

    def rename(self, person: str, name: str) -> None:
        with self.storage.write() as connection:
            remember(connection, person, name)

    def document(self, snapshot: Snapshot, visitor: Visitor) -> dict[str, Any]:
        """The Table as a visitor at it sees it."""
        return self._document(snapshot, visitor, snapshot.held(visitor.token))

    def listed(self, snapshot: Snapshot, visitor: Visitor) -> dict[str, Any]:
        """The Table as it stands in a list, where seats' cookies are not sent along."""
        return self._document(snapshot, visitor, snapshot.seats_of(visitor.person))

    def _document(
        self, snapshot: Snapshot, visitor: Visitor, held: tuple[int, ...]
    ) -> dict[str, Any]:
        return table_document(
            snapshot,
            self.title(snapshot.row.game),
            held,
            snapshot.row.maker == visitor.person,
            self.settings.share,
        )

    def title(self, game: str) -> str:
        for definition in self.preparing.definitions():
            if definition.name == game:
                return definition.title
        return game


def remember(connection: Connection, person: str, name: str) -> None:
    """Note a person's name."""
    people = models.people
    changed = connection.execute(update(people).where(people.c.id == person).values(name=name))
    if changed.rowcount == 0:
        connection.execute(insert(people).values(id=person, name=name, created=time.time()))
