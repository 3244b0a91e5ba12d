"""Keeps tables going: lets bots think when it is their turn, looks after time limits."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import hashlib
import logging
import secrets
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from sqlalchemy import or_, select

from triarchy.bots.named import USUAL
from triarchy.server import models
from triarchy.server.bot_pool import WorkerDied
from triarchy.server.fair_queue import Question, Thought
from triarchy.server.lobby import close_abandoned
from triarchy.server.playing import LEASE, away, bot_move, lease
from triarchy.server.refusals import Refused
from triarchy.server.service import Service
from triarchy.server.snapshots import Snapshot

CLOSE_EVERY = 600.0
STAND_IN = USUAL
"""The strength of the bot that plays on for an absent person."""
THREADS = 4
MOST_CLAIMED = 10_000
MOST_SEEN = 300
"""Tables that are looked after at one look."""
T = TypeVar("T")
log = logging.getLogger("triarchy.server")


class BotDriver:
    """One per process; which process lets a table's bots think is settled by a lease in the row."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.process = secrets.token_hex(8)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._busy: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        self._claimed: dict[str, float] = {}
        """Until when the tables' bots are surely ours."""
        self._closing = False
        self._threads = ThreadPoolExecutor(THREADS, "bot-driver")
        service.poke = self.poke

    def poke(self, table_id: str) -> None:
        """A table has changed (called from any thread): see whether a bot is to move."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._see, table_id)

    def _see(self, table_id: str) -> None:
        if table_id in self._busy or self._closing:
            self._again.add(table_id)
            return
        task = asyncio.create_task(self._drive(table_id))
        self._busy[table_id] = task
        task.add_done_callback(lambda _: self._done(table_id))

    def _done(self, table_id: str) -> None:
        del self._busy[table_id]
        if table_id in self._again and not self._closing:
            self._again.discard(table_id)
            self._see(table_id)

    async def _drive(self, table_id: str) -> None:
        """Let bots move at a table until it is a person's turn."""
        try:
            snapshot = await self._in_thread(self.service.snapshot, table_id)
            while snapshot.bot_to_move:
                begun = time.monotonic()
                action = await self._think(snapshot)
                if action is None:
                    return
                rest = self.service.settings.bot_pace - (time.monotonic() - begun)
                if rest > 0:
                    await asyncio.sleep(rest)
                number = snapshot.row.number
                await bot_move(self.service, table_id, action, number, self._in_thread)
                # As it was just written; if it is not that any more, the next thought finds out.
                snapshot = self.service.snapshots.known(table_id) or snapshot
        except Refused:
            # The table moved on, is gone, or its rules are not ready: the next look will tell.
            return
        except WorkerDied:
            return  # the server is stopping
        except Exception:
            log.exception("A bot could not move at table %s.", table_id)

    async def _in_thread(self, work: Callable[..., T], *arguments: Any) -> T:
        """Threads of the bots' own: a database that is slow to write holds up no reader."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, functools.partial(work, *arguments))

    async def _think(self, snapshot: Snapshot) -> int | None:
        """The action of the bot to move; None if another process lets it think."""
        row = snapshot.row
        thought = Thought(
            self.service.address_of(row.id),
            row.maker or "",
            ask=functools.partial(self._question, snapshot),
            bots_only=not any(seat.kind == "person" and not seat.away for seat in snapshot.seats),
            renew=functools.partial(self._renew, row.id),
        )
        self.service.bot_pool.submit(thought)
        return await asyncio.wrap_future(thought.answer)

    def _question(self, snapshot: Snapshot) -> Question | None:
        """What the bot is asked, now that its turn has come; the table is ours while it thinks."""
        service, row = self.service, snapshot.row
        now = service.snapshot(row.id)
        if now.row.number != row.number or not now.bot_to_move:
            return None
        if not self._claim(row.id):
            return None
        frame = service.frame(now)
        seat = frame.to_move
        assert seat is not None
        mover = now.seats[seat]
        strength = STAND_IN if mover.kind == "person" else mover.strength
        # The salt is secret while the game goes on: nobody can reckon the bot's choices.
        digest = hashlib.sha256(f"{row.salt}:{row.number}".encode()).digest()
        seed = int.from_bytes(digest[:8], "big")
        return Question(frame.game, frame.view(seat).tobytes(), seat, strength, seed)

    def _claim(self, table_id: str) -> bool:
        """Claim a table's bots; what was claimed a moment ago need not be written down again."""
        now = time.time()
        if self._claimed.get(table_id, 0.0) > now:
            return True
        if not lease(self.service, table_id, self.process):
            return False
        if len(self._claimed) > MOST_CLAIMED:
            self._claimed.clear()
        self._claimed[table_id] = now + LEASE / 2
        return True

    def _renew(self, table_id: str) -> None:
        with contextlib.suppress(Refused):
            lease(self.service, table_id, self.process)

    async def run(self) -> None:
        """Look, now and then, for time limits and for bots that nobody drives."""
        self._loop = asyncio.get_running_loop()
        closed = 0.0
        while True:
            try:
                waiting, late = await self._in_thread(self._look)
                for table_id in waiting:
                    self._see(table_id)
                for table_id, number in late:
                    await self._away(table_id, number)
                if time.monotonic() - closed > CLOSE_EVERY:
                    await self._in_thread(close_abandoned, self.service)
                    closed = time.monotonic()
            except Refused:
                pass  # the storage has said what is wrong
            except Exception:
                log.exception("The tables could not be looked after.")
            await asyncio.sleep(self.service.settings.sweep)

    def close(self) -> None:
        """Leave all tables as they are."""
        self._closing = True
        for task in self._busy.values():
            task.cancel()
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _away(self, table_id: str, number: int) -> None:
        try:
            await self._in_thread(away, self.service, table_id, number)
        except Refused:
            return

    def _look(self) -> tuple[list[str], list[tuple[str, int]]]:
        """Tables where a bot is to move and nobody drives, and those past their time limit."""
        tables, seats, now = models.tables.c, models.seats.c, time.time()
        mover = (
            select(tables.id, tables.number)
            .join(models.seats, (seats.table_id == tables.id) & (seats.seat == tables.to_move))
            .where(tables.status == "playing")
        )
        # Those that have waited longest first, so that many tables of one visitor hide no other.
        bots = (
            mover.where(or_(seats.kind == "bot", seats.away), tables.lease_until < now)
            .order_by(tables.lease_until)
            .limit(MOST_SEEN)
        )
        late = mover.where(
            seats.kind == "person",
            seats.away.is_(False),
            seats.clock.is_not(None),
            tables.moved + seats.clock < now,
        )
        ready = self.service.compiling.is_ready
        with self.service.storage.read() as connection:
            waiting = [row.id for row in connection.execute(bots.where(
                tables.game.in_([name for name in self.service.compiling.order if ready(name)])
            ))]  # fmt: skip
            return waiting, [(row.id, row.number) for row in connection.execute(late)]
