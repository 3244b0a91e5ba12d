"""Who is at which table: each process writes down whose event streams it has, all read it.

Of onlookers nothing is written.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, bindparam, delete, select

from triarchy.server.refusals import Refused
from triarchy.server.storage import models
from triarchy.server.storage.database import Storage
from triarchy.server.storage.upsert import put
from triarchy.server.tables.event_hub import CHUNK, EventHub
from triarchy.server.tables.snapshot import Snapshot, iso

BEAT = 10.0
"""Seconds after which a stream that is still open is written down again."""
STALE = 25.0
"""A process that has not written for so long has died."""
KEPT = 60 * 24 * 3600.0
PURGE_EVERY = 3600.0
log = logging.getLogger("triarchy.server")
At = tuple[str, str]
"""A table and a person."""

AT_TABLES = select(models.presence).where(
    models.presence.c.table_id.in_(bindparam("tables", expanding=True))
)


class Follower:
    """An event stream, and the person with a seat who listens by it, if it is one."""

    def __init__(self, streams: Counter[At], table_id: str) -> None:
        self._streams = streams
        self._table = table_id
        self._person: str | None = None

    def is_here(self, person: str | None) -> None:
        """From now on this person is here by this stream."""
        if person == self._person:
            return
        if self._person is not None:
            here = (self._table, self._person)
            self._streams[here] -= 1
            if not self._streams[here]:
                del self._streams[here]
        if person is not None:
            self._streams[(self._table, person)] += 1
        self._person = person


class Presence:
    """One per process."""

    def __init__(self, storage: Storage, hub: EventHub, pace: float) -> None:
        self.storage = storage
        self.hub = hub
        self.pace = pace
        self._streams: Counter[At] = Counter()
        self._written: dict[At, float] = {}
        self._purged = 0.0
        self._known: dict[str, dict[str, tuple[bool, float]]] = {}

    @contextmanager
    def follow(self, table_id: str) -> Iterator[Follower]:
        """An event stream is open at a table (called on the event loop)."""
        follower = Follower(self._streams, table_id)
        try:
            yield follower
        finally:
            follower.is_here(None)

    async def run(self) -> None:
        """Write and read for as long as the server runs."""
        while True:
            try:
                tables = self.hub.tables
                if tables or self._written:
                    here = set(self._streams)
                    for table_id in await asyncio.to_thread(self._round, here, tables):
                        self.hub.stir(table_id)
            except Refused:
                pass  # the storage has said what is wrong
            except Exception:
                log.exception("Who is here could not be written down.")
            await asyncio.sleep(self.pace)

    def _round(self, here: set[At], tables: list[str]) -> list[str]:
        """Write down who came, stays and went; the tables at which somebody came or went."""
        now = time.time()
        gone = set(self._written) - here
        due = {each for each in here if self._written.get(each, 0.0) < now - BEAT}
        if gone or due:
            with self.storage.write() as connection:
                _note(connection, dict.fromkeys(due, True) | dict.fromkeys(gone, False), now)
                if now - self._purged > PURGE_EVERY:
                    presence = models.presence
                    connection.execute(delete(presence).where(presence.c.seen < now - KEPT))
                    self._purged = now
            self._written.update(dict.fromkeys(due, now))
            for each in gone:
                self._written.pop(each, None)
        with self.storage.read() as connection:
            known = read(connection, tables)
        before = {table_id: self._known.get(table_id, {}) for table_id in tables}
        self._known = known
        return [
            table_id
            for table_id in tables
            if _who(before[table_id]) != _who(known.get(table_id, {}))
        ]

    def document(self, snapshot: Snapshot) -> list[dict[str, Any]]:
        """For each seat whether its person is here, else since when they are away."""
        return describe(snapshot, self._known.get(snapshot.row.id, {}))


def _who(seen: dict[str, tuple[bool, float]]) -> set[str]:
    return {person for person, (here, _) in seen.items() if here}


def _note(connection: Connection, here: dict[At, bool], now: float) -> None:
    """Write down of many at once whether they are here."""
    # In one order, so that two processes with the same people do not wait for each other.
    rows = [
        {"table_id": table_id, "person": person, "here": is_here, "seen": now}
        for (table_id, person), is_here in sorted(here.items())
    ]
    put(connection, models.presence, rows)


def read(connection: Connection, tables: list[str]) -> dict[str, dict[str, tuple[bool, float]]]:
    """Who is, or was last, at these tables."""
    known: dict[str, dict[str, tuple[bool, float]]] = {}
    fresh = time.time() - STALE
    for start in range(0, len(tables), CHUNK):
        part = tables[start : start + CHUNK]
        for row in connection.execute(AT_TABLES, {"tables": part}):
            here = bool(row.here) and row.seen > fresh
            known.setdefault(row.table_id, {})[row.person] = (here, row.seen)
    return known


def describe(snapshot: Snapshot, seen: dict[str, tuple[bool, float]]) -> list[dict[str, Any]]:
    """For each seat: here, or away since when; nothing of bots and free seats."""
    seats = []
    for seat in snapshot.seats:
        holders = [person for person, places in snapshot.holders.items() if seat.place in places]
        known = [seen[person] for person in holders if person in seen]
        here = any(each for each, _ in known) if seat.kind == "person" else None
        since = max((moment for _, moment in known), default=None)
        seats.append(
            {
                "seat": seat.seat,
                "here": here,
                "since": iso(since) if here is False and since is not None else None,
            }
        )
    return seats


def away_since(storage: Storage, snapshot: Snapshot, seat: int) -> float | None:
    """Since when nobody who holds a seat has been here; None if somebody is."""
    with storage.read() as connection:
        seen = read(connection, [snapshot.row.id]).get(snapshot.row.id, {})
    place = snapshot.seats[seat].place
    known = [
        seen[person]
        for person, places in snapshot.holders.items()
        if place in places and person in seen
    ]
    if any(here for here, _ in known):
        return None
    return max((moment for _, moment in known), default=float(snapshot.row.moved))
