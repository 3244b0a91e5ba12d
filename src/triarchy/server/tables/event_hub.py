"""Who listens to which table, and how a change reaches them: at once in this process, and by
looking at the tables' versions where another process may have made it."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from sqlalchemy import bindparam, select

from triarchy.server.people.persons import KNOWN_SECONDS, People
from triarchy.server.refusals import Refused
from triarchy.server.storage import models
from triarchy.server.storage.database import Storage

CHUNK = 500
GONE = -1
"""The version of a table that is to be read anew, or is no more."""
VERSIONS = select(models.tables.c.id, models.tables.c.version).where(
    models.tables.c.id.in_(bindparam("wanted", expanding=True))
)


class Listener:
    """One event stream: whose browser it is, and whether they hold no seat now."""

    def __init__(self, onlooker: bool, key_hash: str, keep_alive: float) -> None:
        self.news = asyncio.Event()
        self.onlooker = onlooker
        self.key_hash = key_hash
        self._keep_alive = keep_alive
        self._quiet = False
        self._timer = asyncio.get_running_loop().call_later(keep_alive, self._tick)

    async def wait(self) -> bool:
        """Wait for news; False if it is only time for a sign of life."""
        await self.news.wait()
        quiet, self._quiet = self._quiet, False
        return not quiet

    def _tick(self) -> None:
        # One timer for each stream, rather than one for each time it waits.
        self._quiet = not self.news.is_set()
        self.news.set()
        self._timer = asyncio.get_running_loop().call_later(self._keep_alive, self._tick)

    def close(self) -> None:
        self._timer.cancel()


class EventHub:
    """Everything here runs on the event loop, except `changed`."""

    def __init__(self, storage: Storage, people: People, poll: float) -> None:
        self.storage = storage
        self.people = people
        self.poll = poll
        self.closing = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread = 0
        self._listeners: dict[str, set[Listener]] = {}
        self._versions: dict[str, int] = {}
        self._someone = asyncio.Event()

    def changed(self, table_id: str, version: int) -> None:
        """Something about a table has changed (called from any thread)."""
        if self._loop is None or self._loop.is_closed():
            return
        if threading.get_ident() == self._thread:
            self._wake(table_id, version)
        else:
            self._loop.call_soon_threadsafe(self._wake, table_id, version)

    def _wake(self, table_id: str, version: int) -> None:
        newest = self._versions.get(table_id)
        older = newest is not None and GONE < version <= newest
        if table_id in self._listeners and not older and version != newest:
            self._versions[table_id] = version
            for listener in self._listeners[table_id]:
                listener.news.set()

    @asynccontextmanager
    async def listening(
        self, table_id: str, onlooker: bool, key_hash: str, keep_alive: float
    ) -> AsyncIterator[Listener]:
        """News of a table, and every `keep_alive` seconds a reason to show that one is still there."""
        listener = Listener(onlooker, key_hash, keep_alive)
        self._listeners.setdefault(table_id, set()).add(listener)
        self._someone.set()
        if onlooker:
            self.stir(table_id)
        try:
            yield listener
        finally:
            listener.close()
            others = self._listeners[table_id]
            others.discard(listener)
            if not others:
                del self._listeners[table_id]
                self._versions.pop(table_id, None)
            elif listener.onlooker:
                self.stir(table_id)

    def version(self, table_id: str) -> int:
        """The newest version of a table that was heard of while somebody listens; 0 if none was."""
        return self._versions.get(table_id, 0)

    def listens(self, table_id: str) -> bool:
        """Whether somebody listens here."""
        return table_id in self._listeners

    def watching(self, table_id: str) -> int:
        """How many browsers listen here without a seat."""
        # Copied in one step: the loop may add a listener while another thread counts.
        listeners = tuple(self._listeners.get(table_id, ()))
        return len({each.key_hash for each in listeners if each.onlooker})

    @property
    def tables(self) -> list[str]:
        """The tables at which somebody listens."""
        return list(self._listeners)

    def note_onlooker(self, table_id: str, listener: Listener, onlooker: bool) -> None:
        """Whoever listens has taken a seat meanwhile, or has none any more."""
        if onlooker != listener.onlooker:
            listener.onlooker = onlooker
            self.stir(table_id)

    def stir(self, table_id: str) -> None:
        """Somebody came to a table or left: let its listeners look."""
        for listener in self._listeners.get(table_id, ()):
            listener.news.set()

    async def run(self) -> None:
        """Look for other processes' changes for as long as the server runs."""
        self._loop, self._thread = asyncio.get_running_loop(), threading.get_ident()
        refreshed = 0.0
        while True:
            if not self._listeners:
                self._someone.clear()
                await self._someone.wait()
            await asyncio.sleep(self.poll)
            wanted = list(self._listeners)
            due = time.monotonic() - refreshed >= KNOWN_SECONDS
            hashes = {each.key_hash for table in self._listeners.values() for each in table if due}
            try:
                versions = await asyncio.to_thread(self._look, wanted, list(hashes))
            except Refused:
                continue  # the storage has said what is wrong
            if due:
                refreshed = time.monotonic()
            for table_id in wanted:
                self._wake(table_id, versions.get(table_id, GONE))

    def _look(self, wanted: list[str], hashes: list[str]) -> dict[str, int]:
        """The versions of tables; whose keys these are is looked up with them, if there are any."""
        versions: dict[str, int] = {}
        with self.storage.read() as connection:
            for start in range(0, len(wanted), CHUNK):
                part = {"wanted": wanted[start : start + CHUNK]}
                versions.update({row.id: row.version for row in connection.execute(VERSIONS, part)})
        if hashes:
            self.people.refresh(hashes)
        return versions

    def close(self) -> None:
        """End all streams, so that the server can stop."""
        self.closing = True
        for listeners in self._listeners.values():
            for listener in listeners:
                listener.news.set()
