"""What a server does beside the tables, now and then: keep bans and results, purge where its host
wants it."""

from __future__ import annotations

import asyncio
import logging
import time

from triarchy.server import disk, hosting
from triarchy.server.people import history
from triarchy.server.people.bans import Bans
from triarchy.server.refusals import Refused
from triarchy.server.settings import Settings
from triarchy.server.storage.database import Storage
from triarchy.server.tables.snapshot import Snapshot

PURGE_EVERY = 3600.0
LOOK_EVERY = 600.0
"""How often games are looked for whose results nobody has written."""
WARN_EVERY = 3600.0
"""How often a host whose disk is nearly full is told."""
DAY = 24 * 3600.0
log = logging.getLogger("triarchy.server")


class Housekeeping:
    """One per process."""

    def __init__(self, storage: Storage, settings: Settings) -> None:
        self.storage = storage
        self.settings = settings
        self.bans = Bans(storage)
        self._purged = -PURGE_EVERY
        self._warned = -WARN_EVERY
        self._looked = -LOOK_EVERY
        self._finished: list[str] = []

    def changed(self, before: Snapshot, after: Snapshot) -> None:
        """A table has changed (called from any thread): is its game over?"""
        if after.row.status == "over" != before.row.status:
            self._finished.append(after.row.id)

    async def run(self) -> None:
        """For as long as the server runs."""
        while True:
            try:
                await asyncio.to_thread(self.once)
            except Refused:
                pass  # the storage has said what is wrong
            except Exception:
                log.exception("The house could not be kept.")
            await asyncio.sleep(self.settings.sweep)

    def once(self) -> None:
        """One round."""
        self.bans.look()
        while self._finished:
            history.note(self.storage, self._finished.pop(0))
        if time.monotonic() - self._looked >= LOOK_EVERY:
            # On an older database there may be many: then the next round goes on with them.
            left = history.note_finished(self.storage) == history.AT_ONCE
            self._looked = self._looked if left else time.monotonic()
        if time.monotonic() - self._warned >= WARN_EVERY and (
            said := disk.warning(self.settings.data)
        ):
            log.warning(said)
            self._warned = time.monotonic()
        if self.settings.purge_days and time.monotonic() - self._purged >= PURGE_EVERY:
            with self.storage.write() as connection:
                hosting.purge(connection, time.time() - self.settings.purge_days * DAY)
            self._purged = time.monotonic()
