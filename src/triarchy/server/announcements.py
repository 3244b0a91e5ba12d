"""News of changes between all processes of all servers of one PostgreSQL database: LISTEN and NOTIFY.

A change is told after it is on disk, by a connection of its own, so that no commit waits for another's
news. News that are lost, or that a server of an older version did not tell, are found by looking.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

import psycopg
from pydantic_core import from_json, to_json
from sqlalchemy.engine import make_url

from triarchy.server.cluster import Moved
from triarchy.server.limits import Used

CHANNEL = "triarchy"
USED = "triarchy_used"
"""Where it is told what addresses have used (`limits.py`)."""
LONGEST = 7900
"""Bytes of a notice: PostgreSQL takes fewer than 8000."""
MOST_WAITING = 10_000
AT_ONCE = 100
SIGN_OF_LIFE = 15.0
"""After so many silent seconds it is looked whether the connection still leads somewhere."""
PAUSE = 1.0
"""Seconds before a connection that broke is made anew."""
TELL = "SELECT pg_notify(%s, news) FROM unnest(%s::text[]) AS news"
log = logging.getLogger("triarchy.server")


class Announcements:
    """One per process; `server` is the same for all processes of a server.

    `heard` gets what other processes tell, and whether they are of this server; `listening` whether
    news come at all; `used` what addresses have used at another server, and at which process of it.
    """

    def __init__(
        self,
        url: str,
        server: str,
        heard: Callable[[bool, str, int, bool, Moved | None], None],
        listening: Callable[[bool], None],
        used: Callable[[str, Used], None],
    ) -> None:
        address = make_url(url).set(drivername="postgresql")
        self._url = address.render_as_string(hide_password=False)
        self._server = server
        self._process = secrets.token_hex(8)
        self._heard = heard
        self._listening = listening
        self._used = used
        self._news: deque[tuple[str, str]] = deque(maxlen=MOST_WAITING)
        self._some = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None

    def tell(self, table_id: str, version: int, for_bot: bool, moved: Moved | None) -> None:
        """Tell the others of a change that is on disk (called from any thread)."""
        if self._loop is None or self._loop.is_closed():
            return
        about = [self._process, self._server, table_id, version, for_bot]
        news = to_json([*about, moved])
        if len(news) > LONGEST:
            news = to_json([*about, None])
        self._news.append((CHANNEL, news.decode()))
        self._loop.call_soon_threadsafe(self._some.set)

    def tell_used(self, used: Used) -> None:
        """Tell the other servers what addresses have used here (called on the event loop)."""
        self._news.append((USED, to_json([self._process, self._server, used]).decode()))
        self._some.set()

    async def run(self) -> None:
        """Tell and listen for as long as the server runs."""
        self._loop = asyncio.get_running_loop()
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._connected(self._tell))
            tasks.create_task(self._connected(self._listen))

    async def _connected(self, work: Callable[[Any], Awaitable[None]]) -> None:
        """Work with a connection, and with another one when that breaks."""
        while True:
            try:
                connection = await psycopg.AsyncConnection.connect(self._url, autocommit=True)
                async with connection:
                    await work(connection)
            except (psycopg.Error, OSError):
                # What is wrong with the database is said by who needs it: here others are looked for.
                await asyncio.sleep(PAUSE)
            except Exception:
                log.exception("News of other processes could not be told or heard.")
                await asyncio.sleep(PAUSE)

    async def _tell(self, connection: psycopg.AsyncConnection[Any]) -> None:
        # Nothing is kept of news: they need not wait until the disk has them.
        await connection.execute("SET synchronous_commit TO off")
        while True:
            await self._some.wait()
            self._some.clear()
            while self._news:
                channel = self._news[0][0]
                batch: list[str] = []
                while self._news and self._news[0][0] == channel and len(batch) < AT_ONCE:
                    batch.append(self._news.popleft()[1])
                await connection.execute(TELL, (channel, batch))

    async def _listen(self, connection: psycopg.AsyncConnection[Any]) -> None:
        await connection.execute(f"LISTEN {USED}")
        await connection.execute(f"LISTEN {CHANNEL}")
        self._listening(True)
        try:
            while True:
                async for notice in connection.notifies(timeout=SIGN_OF_LIFE):
                    self._read(notice.channel, notice.payload)
                await asyncio.wait_for(connection.execute("SELECT 1"), SIGN_OF_LIFE)
        except TimeoutError as error:
            raise OSError("the database does not answer") from error
        finally:
            self._listening(False)

    def _read(self, channel: str, payload: str) -> None:
        try:
            if channel == USED:
                process, server, used = from_json(payload)
                if server != self._server:
                    self._used(process, used)
                return
            process, server, table_id, version, for_bot, moved = from_json(payload)
        except ValueError:
            log.warning("News that cannot be read came from the database.")
            return
        if process != self._process:
            self._heard(server == self._server, table_id, version, for_bot, moved)
