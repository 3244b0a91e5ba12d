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
from triarchy.server.bots.pool import WorkerDied
from triarchy.server.bots.queue import BotJob, Question
from triarchy.server.refusals import Refused
from triarchy.server.service import Service
from triarchy.server.storage import models
from triarchy.server.storage.rows import SeatRow
from triarchy.server.tables.leases import LEASE, lease
from triarchy.server.tables.lobby import close_abandoned
from triarchy.server.tables.playing import away, bot_move
from triarchy.server.tables.snapshot import Snapshot, decision_name

CLOSE_EVERY = 600.0
STAND_IN = USUAL
"""The strength of the bot that plays on for an absent person."""
THREADS = 4
MOST_CLAIMED = 10_000
MOST_SEEN = 300
"""Tables that are looked after at one look."""
T = TypeVar("T")
log = logging.getLogger("triarchy.server")


def _strength_of(seat: SeatRow) -> str:
    """How strong the bot of a seat plays, or the one that plays for an absent person."""
    return STAND_IN if seat.kind == "person" else str(seat.strength)


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
            while snapshot.bot_to_move and (mover := snapshot.mover) is not None:
                begun = time.monotonic()
                used: list[str] = []
                actions = await self._choose(snapshot, used)
                if not actions:
                    return
                rest = self.service.settings.bot_pace - (time.monotonic() - begun)
                if rest > 0:
                    await asyncio.sleep(rest)
                stood_in = used != [_strength_of(mover)]
                decision = snapshot.decision
                await bot_move(
                    self.service, table_id, actions, decision, self._in_thread, stood_in=stood_in
                )
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

    async def _choose(self, snapshot: Snapshot, used: list[str]) -> list[int]:
        """What the bot to move plays, with the choices that nobody else hears of before it; none if another
        process lets it think."""
        actions: list[int] = []
        while (action := await self._think(snapshot.choosing(actions), used)) is not None:
            actions.append(action)
            definition = self.service.compiling.need(snapshot.row.game)
            if not definition.keeps_choices:
                return actions
            if not await self._in_thread(self._waits, snapshot, actions):
                return actions
        return []

    def _waits(self, snapshot: Snapshot, actions: list[int]) -> bool:
        """Whether nothing comes of the last of these yet."""
        *chosen, action = actions
        return self.service.frame(snapshot).choosing(chosen).waits(action)

    async def _think(self, snapshot: Snapshot, used: list[str]) -> int | None:
        """The action of the bot to move, and in `used` who has thought; None if another process lets it think."""
        row = snapshot.row
        job = BotJob(
            self.service.address_of(row.id),
            row.maker or "",
            ask=functools.partial(self._question, snapshot, used),
            bots_only=not any(seat.kind == "person" and not seat.away for seat in snapshot.seats),
            renew=functools.partial(self._renew, row.id),
        )
        self.service.bot_pool.submit(job)
        return await asyncio.wrap_future(job.answer)

    def _question(self, snapshot: Snapshot, used: list[str]) -> Question | None:
        """What the bot is asked, now that its turn has come; the table is ours while it thinks."""
        service, row = self.service, snapshot.row
        now = service.snapshot(row.id)
        if now.choosing(snapshot.chosen).decision != snapshot.decision or not now.bot_to_move:
            return None
        if not self._claim(row.id):
            return None
        frame = service.frame(now).choosing(snapshot.chosen)
        seat = frame.to_move
        assert seat is not None
        strength = service.bot_pool.playable(frame.game, _strength_of(now.seats[seat]))
        used[:] = [strength]
        # The salt is secret while the game goes on: nobody can reckon the bot's choices.
        digest = hashlib.sha256(f"{row.salt}:{frame.number}".encode()).digest()
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
                for table_id, decision in late:
                    await self._away(table_id, decision)
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

    async def _away(self, table_id: str, decision: str) -> None:
        try:
            await self._in_thread(away, self.service, table_id, decision)
        except Refused:
            return

    def _look(self) -> tuple[list[str], list[tuple[str, str]]]:
        """Tables where a bot is to move and nobody drives, and those past their time limit."""
        tables, seats, now = models.tables.c, models.seats.c, time.time()
        mover = (
            select(tables.id, tables.number, tables.undos)
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
            return waiting, [
                (row.id, decision_name(row.number, row.undos)) for row in connection.execute(late)
            ]
