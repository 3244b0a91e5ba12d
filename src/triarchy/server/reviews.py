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
from typing import Any

from sqlalchemy import delete, insert, select

from triarchy.bots.review import (
    EFFORTS,
    JUDGE,
    EffortName,
    Judged,
    Part,
    Review,
    judged_document,
    parts_of,
    put_together,
    read_judged,
)
from triarchy.bots.review_words import LUCK, ReviewWords
from triarchy.engine.results import win_shares
from triarchy.kit import curve
from triarchy.server import models
from triarchy.server.bot_pool import BotPool, WorkerDied
from triarchy.server.fair_queue import PartQuestion, Thought
from triarchy.server.game_cache import Frame
from triarchy.server.identity import Visitor
from triarchy.server.refusals import Refused
from triarchy.server.snapshots import Snapshot
from triarchy.server.storage import Storage
from triarchy.table import Table

EFFORT: EffortName = "usual"
PATIENCE = 20.0
"""Seconds after the last look until a review is given up; what is done so far is kept in memory."""
MOST_JOBS = 100
FINISHED = ("over", "record")
log = logging.getLogger("triarchy.server")


@dataclass
class Job:
    """A review that is being worked out."""

    table: Table
    parts: list[Part]
    judged: list[Judged] = field(default_factory=list)
    looked: float = 0.0
    task: asyncio.Task[None] | None = None


def check_finished(snapshot: Snapshot) -> None:
    """A game that goes on is reviewed for nobody."""
    if snapshot.row.status not in FINISHED:
        raise Refused(409, "Only a finished game is reviewed.")


def table_of_frame(frame: Frame) -> Table:
    """The game of a frame as a table, to be read only."""
    table = Table(frame.game, start=frame.states[0])
    table.states, table.moves = list(frame.states), list(frame.moves)
    return table


class Reviews:
    """Those being worked out and those kept; `look` and the jobs run on the event loop."""

    def __init__(self, pool: BotPool, storage: Storage) -> None:
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
        return _whole(table, parts, judged)

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
                thought = Thought(
                    visitor.address, visitor.person, ask=partial(copy, question), review=True
                )
                self._pool.submit(thought)
                try:
                    answer = await asyncio.wrap_future(thought.answer)
                except asyncio.CancelledError:
                    self._pool.cancel(thought)
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
            connection.execute(delete(rows).where(rows.c.table_id == table_id))
            connection.execute(
                insert(rows).values(
                    table_id=table_id, judge=JUDGE, document=text, created=time.time()
                )
            )


def _whole(table: Table, parts: list[Part], judged: list[Judged]) -> Review:
    ranking = table.ranking
    assert ranking is not None
    return put_together(table, parts, judged, tuple(win_shares(ranking)), EFFORT)


def told(
    review: Review, frame: Frame, words: ReviewWords, width: int, height: int
) -> dict[str, Any]:
    """A review as the client gets it: the curve drawn, every part in words."""
    turning = {part.first for part in review.turning_points}
    parts = []
    for part in review.parts:
        said = words.part(part)
        parts.append(
            {
                "seat": part.seat,
                "first": frame.base + part.first,
                "last": frame.base + part.last,
                "chances": [words.chance(share) for share in part.before],
                "after": words.after(part),
                "kind": part.verdict.kind if part.verdict else "",
                "called": words.kind(part)
                or (words.turning_point() if part.first in turning else ""),
                "turning_point": part.first in turning,
                "luck": any(abs(each) >= review.certain(LUCK) for each in part.luck),
                "title": said.title,
                "played": said.played,
                "better": said.better,
                "steps": len(part.verdict.best) if said.better and part.verdict else 0,
                "said": said.said,
            }
        )
    seats = [
        {"name": name, "stroke": curve.stroke_sample(seat), "figures": words.figures(seat)}
        for seat, name in enumerate(words.reader.names)
    ]
    return {
        "judge": review.judge,
        "about": words.about(),
        "curve": words.curve(width, height),
        "width": width,
        "left": curve.LEFT,
        "right": curve.RIGHT,
        "columns": words.columns(),
        "seats": seats,
        "parts": parts,
    }
