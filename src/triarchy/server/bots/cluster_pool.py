"""Bots think on the machines of a cluster: `triarchy serve --think ray://head:10001`.

A machine that joins gets questions as soon as it answers; of one that leaves the questions go back to the front of the
line. While there is no machine at all, workers of this process think, as they do without a cluster.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Any, Protocol

from triarchy.server.bots.compiler import WorkerDied
from triarchy.server.bots.pool import AGAIN, TRIES, BotPool, any_answer
from triarchy.server.bots.queue import BotJob, Question
from triarchy.server.bots.ray_cluster import Machine, first_line

LOOK_SECONDS = 2.0
"""How often it is looked which machines there are."""
AWAY_SECONDS = 5.0
"""How long after a cluster was not to be reached it is tried again."""
log = logging.getLogger("triarchy.server")


class Machines(Protocol):
    """Where machines come from: `ray_cluster.RayCluster`."""

    def machines(self, patience: float) -> list[Machine]: ...
    def leave(self) -> None: ...


class ClusterPool(BotPool):
    """The line of a server process; its questions are made when a machine has room for them."""

    def __init__(self, cluster: Machines, workers: int = 0) -> None:
        super().__init__(workers)
        self._cluster = cluster
        self._there: list[Machine] = []
        self._closed = threading.Event()
        self._tries: dict[BotJob, int] = {}
        """How often a job was begun on a machine that left, of those that wait again."""
        self._watching = threading.Thread(target=self._watch, name="cluster", daemon=True)
        self._watching.start()

    @property
    def thinks_here(self) -> bool:
        return not self._there

    def _watch(self) -> None:
        """Look, now and then, which machines there are."""
        away = False
        while not self._closed.is_set():
            try:
                self._now(self._cluster.machines(LOOK_SECONDS))
                away = False
            except Exception as error:
                if not away and not self._closed.is_set():
                    said = first_line(error)
                    log.warning("The cluster cannot be reached (%s): bots think here.", said)
                away = True
                self._now([])
                self._cluster.leave()
            self._closed.wait(AWAY_SECONDS if away else LOOK_SECONDS)
        self._cluster.leave()

    def _now(self, there: list[Machine]) -> None:
        """These machines think for us from now on."""
        with self._news:
            new = [machine for machine in there if machine not in self._there]
            self._there, self.machines = list(there), len(there)
            for machine in new:
                for _ in range(machine.workers):
                    threading.Thread(target=self._send_to, args=(machine,), daemon=True).start()
            self._news.notify_all()

    def _send_to(self, machine: Machine) -> None:
        """Give a machine one job after the other, for as long as it is there."""
        while True:
            with self._news:
                while machine in self._there and not (self._closing or len(self._queue)):
                    self._news.wait()
                if self._closing or machine not in self._there:
                    return
                job = self._queue.take()
            if job is not None:
                self._let_think(machine, job)

    def _let_think(self, machine: Machine, job: BotJob) -> None:
        def think() -> Any:
            question = job.ask()
            if question is None:
                return None
            try:
                return machine.think(job.place, question, job.renew, self._closed.is_set)
            except WorkerDied:
                if self._closing:
                    raise
                return self._left(machine, job, question)

        self._answer(job, think)

    def _left(self, machine: Machine, job: BotJob, question: Any) -> Any:
        """A machine has left with a question: it is asked again, unless it seems to be what ends machines."""
        tries = self._tries.pop(job, 0) + 1
        with self._news:
            machine.gone = True
            self._there = [each for each in self._there if each is not machine]
            self.machines = len(self._there)
            if tries < TRIES:
                self._tries[job] = tries
                self._queue.put_back(job)
            self._news.notify_all()
        if tries < TRIES:
            return AGAIN
        log.error("%d machines have left with the same question.", TRIES)
        return any_answer(question) if isinstance(question, Question) else None

    def _answer(self, job: BotJob, think: Callable[[], Any]) -> None:
        super()._answer(job, think)
        if job.answer.done():
            self._tries.pop(job, None)

    def close(self) -> None:
        self._closed.set()
        super().close()
        self._watching.join(LOOK_SECONDS)
