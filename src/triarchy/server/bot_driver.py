"""Keeps tables going: lets bots think when it is their turn, looks after time limits."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import secrets
import time

from sqlalchemy import or_, select

from triarchy.bots.named import USUAL
from triarchy.server import models
from triarchy.server.lobby import close_abandoned
from triarchy.server.playing import LEASE, away, bot_move, lease
from triarchy.server.refusals import Refused
from triarchy.server.service import Service
from triarchy.server.snapshots import Snapshot

CLOSE_EVERY = 600.0
STAND_IN = USUAL
"""The strength of the bot that plays on for an absent person."""
log = logging.getLogger("triarchy.server")


class BotDriver:
    """One per process; which process lets a table's bots think is settled by a lease in the row."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.process = secrets.token_hex(8)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._busy: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        service.poke = self.poke

    def poke(self, table_id: str) -> None:
        """A table has changed (called from any thread): see whether a bot is to move."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._see, table_id)

    def _see(self, table_id: str) -> None:
        if table_id in self._busy:
            self._again.add(table_id)
            return
        task = asyncio.create_task(self._drive(table_id))
        self._busy[table_id] = task
        task.add_done_callback(lambda _: self._done(table_id))

    def _done(self, table_id: str) -> None:
        del self._busy[table_id]
        if table_id in self._again:
            self._again.discard(table_id)
            self._see(table_id)

    async def _drive(self, table_id: str) -> None:
        """Let bots move at a table until it is a person's turn."""
        try:
            while True:
                snapshot = await asyncio.to_thread(self.service.snapshot, table_id)
                if not snapshot.bot_to_move:
                    return
                if not await asyncio.to_thread(lease, self.service, table_id, self.process):
                    return
                begun = time.monotonic()
                action = await self._think(snapshot)
                rest = self.service.settings.bot_pace - (time.monotonic() - begun)
                if rest > 0:
                    await asyncio.sleep(rest)
                await asyncio.to_thread(
                    bot_move, self.service, table_id, action, snapshot.row.number
                )
        except Refused:
            # The table moved on, is gone, or its rules are not ready: the next look will tell.
            return
        except Exception:
            log.exception("A bot could not move at table %s.", table_id)

    async def _think(self, snapshot: Snapshot) -> int:
        service, row = self.service, snapshot.row
        frame = await asyncio.to_thread(service.frame, snapshot)
        seat = frame.to_move
        assert seat is not None
        mover = snapshot.seats[seat]
        strength = STAND_IN if mover.kind == "person" else mover.strength
        # The salt is secret while the game goes on: nobody can reckon the bot's choices.
        digest = hashlib.sha256(f"{row.salt}:{row.number}".encode()).digest()
        seed = int.from_bytes(digest[:8], "big")
        thought = asyncio.ensure_future(
            service.bot_pool.choose(frame.game, frame.view(seat), seat, strength, seed)
        )
        while True:
            done, _ = await asyncio.wait({thought}, timeout=LEASE / 4)
            if done:
                return thought.result()
            await asyncio.to_thread(lease, service, row.id, self.process)

    async def run(self) -> None:
        """Look, now and then, for time limits and for bots that nobody drives."""
        self._loop = asyncio.get_running_loop()
        closed = 0.0
        while True:
            try:
                waiting, late = await asyncio.to_thread(self._look)
                for table_id in waiting:
                    self._see(table_id)
                for table_id, number in late:
                    await self._away(table_id, number)
                if time.monotonic() - closed > CLOSE_EVERY:
                    await asyncio.to_thread(close_abandoned, self.service)
                    closed = time.monotonic()
            except Exception:
                log.exception("The tables could not be looked after.")
            await asyncio.sleep(self.service.settings.sweep)

    async def _away(self, table_id: str, number: int) -> None:
        try:
            await asyncio.to_thread(away, self.service, table_id, number)
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
        bots = mover.where(or_(seats.kind == "bot", seats.away), tables.lease_until < now).limit(
            200
        )
        late = mover.where(
            seats.kind == "person",
            seats.away.is_(False),
            tables.time_limit.is_not(None),
            tables.moved + tables.time_limit < now,
        )
        ready = self.service.compiling.is_ready
        with self.service.storage.read() as connection:
            waiting = [row.id for row in connection.execute(bots.where(
                tables.game.in_([name for name in self.service.compiling.order if ready(name)])
            ))]  # fmt: skip
            return waiting, [(row.id, row.number) for row in connection.execute(late)]
