"""One pool of bots for all processes of a server: the first has it, the others ask it."""

from __future__ import annotations

import contextlib
import threading
from multiprocessing.connection import Client, Connection, Listener
from typing import Any

from triarchy.server.bots.cluster_pool import ClusterPool
from triarchy.server.bots.pool import BotPool, WorkerDied
from triarchy.server.bots.queue import BotJob, Question
from triarchy.server.bots.ray_cluster import RayCluster
from triarchy.server.cluster import Cluster
from triarchy.server.refusals import Refused
from triarchy.server.settings import Settings
from triarchy.table import Game

ASK, ANSWER, REFUSED = "ask", "answer", "refused"
"""What the first process tells another one."""


class PoolServer:
    """Lets the other processes' jobs into the pool's queue, in turn with our own."""

    def __init__(self, pool: BotPool, cluster: Cluster) -> None:
        self.pool = pool
        with contextlib.suppress(OSError):
            cluster.remove_pool_server()
        self._listener = Listener(cluster.pool_address, "AF_UNIX", authkey=cluster.key)
        threading.Thread(target=self._open, name="pool-server", daemon=True).start()

    def _open(self) -> None:
        while True:
            try:
                connection = self._listener.accept()
            except (OSError, EOFError):
                return
            threading.Thread(target=self._let_in, args=(connection,), daemon=True).start()

    def _let_in(self, connection: Connection) -> None:
        with connection, contextlib.suppress(OSError, EOFError, WorkerDied):
            place = connection.recv()

            def ask() -> Question | None:
                connection.send((ASK, None))
                question: Question | None = connection.recv()
                return question

            job = BotJob(**place, ask=ask)
            try:
                self.pool.submit(job)
                connection.send((ANSWER, job.answer.result()))
            except Refused as refusal:
                connection.send((REFUSED, (refusal.status, refusal.sentence)))

    def close(self) -> None:
        self._listener.close()


class RemotePool:
    """The pool of the first process, as seen from another one."""

    def __init__(self, cluster: Cluster) -> None:
        self.cluster = cluster
        self.waiting = 0
        self._lock = threading.Lock()

    def submit(self, job: BotJob) -> None:
        """Let a bot think in the first process when it is this visitor's turn."""
        if not job.answer.set_running_or_notify_cancel():
            return
        self._count(1)
        threading.Thread(target=self._wait, args=(job,), daemon=True).start()

    def _count(self, difference: int) -> None:
        with self._lock:
            self.waiting += difference

    def _wait(self, job: BotJob) -> None:
        try:
            answer = self._ask(job)
        except (OSError, EOFError):
            job.answer.set_exception(WorkerDied())
        except BaseException as error:
            job.answer.set_exception(error)
        else:
            job.answer.set_result(answer)
        finally:
            self._count(-1)

    def _ask(self, job: BotJob) -> Any:
        """What the first process's pool answers to a job, when its turn has come."""
        with Client(self.cluster.pool_address, "AF_UNIX", authkey=self.cluster.key) as connection:
            connection.send(job.place)
            kind, told = connection.recv()
            if kind == ASK:
                connection.send(job.ask())
                kind, told = connection.recv()
        if kind == REFUSED:
            raise Refused(*told)
        return told

    def cancel(self, job: BotJob) -> bool:
        """What the first process has been asked is thought about to its end."""
        return False

    somebody_waits = False
    machines = 0

    def warm(self, name: str, seconds: float) -> None:
        """The first process does."""

    def compile_rules(self, name: str) -> None:
        """The first process does; what it has not done yet is compiled here."""

    def compile_all(self, names: list[str]) -> None:
        """The first process does."""

    def playable(self, played: Game, strength: str) -> str:
        """The first process plays, and knows."""
        return strength

    def stands_in(self, played: Game, strength: str) -> bool:
        """The first process knows; here a table tells that a bot has stood in."""
        return False

    def need_advice(self, played: Game) -> None:
        """The first process compiles it when asked."""

    def status(self) -> list[dict[str, Any]]:
        """The first process knows."""
        return []

    def close(self) -> None:
        """Nothing is open between two jobs."""


Pool = BotPool | RemotePool


def pool_for(settings: Settings) -> Pool:
    """The bots of this process: on the machines of a cluster, its own, or those of the first one."""
    if settings.think:
        return ClusterPool(RayCluster(settings.think), settings.workers)
    if settings.cluster is None or settings.cluster.first:
        return BotPool(settings.workers, compiles=settings.warm)
    return RemotePool(settings.cluster)
