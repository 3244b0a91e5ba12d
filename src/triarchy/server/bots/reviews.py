"""Reviews of finished games: worked out part by part by the bots' workers, behind all games being
played, for as long as somebody looks; then kept with the table."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections import OrderedDict
from copy import copy
from dataclasses import dataclass, field
from functools import partial

from sqlalchemy import select

from triarchy.bots.review import (
    EFFORTS,
    JUDGE,
    Judged,
    Part,
    Review,
    judged_document,
    parts_of,
    put_together,
    read_judged,
)
from triarchy.server.bots.pool import WorkerDied
from triarchy.server.bots.queue import BotJob, PartQuestion
from triarchy.server.bots.remote_pool import Pool
from triarchy.server.people.identity import Visitor
from triarchy.server.refusals import Refused
from triarchy.server.screens.review import EFFORT, table_of_frame, whole
from triarchy.server.storage import models
from triarchy.server.storage.database import Storage
from triarchy.server.storage.upsert import put
from triarchy.server.tables.game_cache import Frame
from triarchy.table import Table

PATIENCE = 20.0
"""Seconds after the last look until a review is given up; what is done so far is kept in memory."""
MOST_JOBS = 100
log = logging.getLogger("triarchy.server")


@dataclass
class Job:
    """A review that is being worked out."""

    table: Table
    parts: list[Part]
    judged: list[Judged] = field(default_factory=list)
    looked: float = 0.0
    task: asyncio.Task[None] | None = None


class Reviews:
    """Those being worked out and those kept; `look` and the jobs run on the event loop."""

    def __init__(self, pool: Pool, storage: Storage) -> None:
        self._pool = pool
        self._storage = storage
        self._jobs: OrderedDict[str, Job] = OrderedDict()

    def kept(self, table_id: str, frame: Frame) -> Review | None:
        """The review that is kept with a table, if it is by today's judge."""
        rows = models.reviews.c
        with self._storage.read() as connection:
            query = select(rows.document).where(rows.table_id == table_id, rows.judge == JUDGE)
            text = connection.execute(query).scalar()
        if text is None:
            return None
        table = table_of_frame(frame)
        parts, judged = parts_of(table), [read_judged(each) for each in json.loads(text)]
        if len(parts) != len(judged):  # the game was brought under newer rules since
            return None
        return whole(table, parts, judged)

    def look(self, table_id: str, frame: Frame, visitor: Visitor) -> tuple[int, int]:
        """Work on a review, or go on with it; how many parts of how many are done."""
        job = self._jobs.get(table_id)
        if job is None:
            table = table_of_frame(frame)
            job = self._jobs[table_id] = Job(table, parts_of(table))
            while len(self._jobs) > MOST_JOBS:
                _, old = self._jobs.popitem(last=False)
                if old.task is not None:
                    old.task.cancel()
        job.looked = time.monotonic()
        if job.task is None or job.task.done():
            job.task = asyncio.create_task(self._work(table_id, job, visitor))
        return len(job.judged), len(job.parts)

    def at_work(self, table_id: str) -> bool:
        """Whether a review is being worked out just now."""
        job = self._jobs.get(table_id)
        return job is not None and job.task is not None and not job.task.done()

    def so_far(self, table_id: str) -> Review | None:
        """What has been judged of a game whose review is being worked out."""
        job = self._jobs.get(table_id)
        if job is None or not job.judged:
            return None
        judged = job.judged[:]
        parts = job.parts[: len(judged)]
        return put_together(job.table, parts, judged, judged[-1].before, EFFORT)

    async def _work(self, table_id: str, job: Job, visitor: Visitor) -> None:
        try:
            while len(job.judged) < len(job.parts):
                if time.monotonic() - job.looked > PATIENCE:
                    return
                part = job.parts[len(job.judged)]
                question = PartQuestion(
                    job.table.game,
                    job.table.states[part.first].tobytes(),
                    tuple(job.table.moves[part.first : part.last]),
                    EFFORTS[EFFORT].shared(len(job.parts)),
                    part.first,
                )
                asked = BotJob(
                    visitor.address, visitor.person, ask=partial(copy, question), review=True
                )
                self._pool.submit(asked)
                try:
                    answer = await asyncio.wrap_future(asked.answer)
                except asyncio.CancelledError:
                    self._pool.cancel(asked)
                    raise
                if answer is None:
                    return  # the worker has said what was wrong
                job.judged.append(read_judged(answer))
            await asyncio.to_thread(self._keep, table_id, job.judged)
            self._jobs.pop(table_id, None)
        except (Refused, WorkerDied):
            return  # too many wait, or the server is stopping: the next look goes on
        except Exception:
            log.exception("The review of table %s failed.", table_id)

    def _keep(self, table_id: str, judged: list[Judged]) -> None:
        rows = models.reviews
        text = json.dumps([judged_document(each) for each in judged])
        with self._storage.write() as connection:
            gone = select(models.tables.c.id).where(models.tables.c.id == table_id)
            if connection.execute(gone).scalar() is None:
                return
            row = {"table_id": table_id, "judge": JUDGE, "document": text, "created": time.time()}
            put(connection, rows, [row])
