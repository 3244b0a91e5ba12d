"""What a server does beside the tables, now and then: keep bans, purge where its host wants it."""

from __future__ import annotations

import asyncio
import logging
import time

from triarchy.server import hosting
from triarchy.server.bans import Bans
from triarchy.server.refusals import Refused
from triarchy.server.settings import Settings
from triarchy.server.storage import Storage

PURGE_EVERY = 3600.0
DAY = 24 * 3600.0
log = logging.getLogger("triarchy.server")


class Housekeeping:
    """One per process."""

    def __init__(self, storage: Storage, settings: Settings) -> None:
        self.storage = storage
        self.settings = settings
        self.bans = Bans(storage)
        self._purged = -PURGE_EVERY

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
        if self.settings.purge_days and time.monotonic() - self._purged >= PURGE_EVERY:
            with self.storage.write() as connection:
                hosting.purge(connection, time.time() - self.settings.purge_days * DAY)
            self._purged = time.monotonic()
