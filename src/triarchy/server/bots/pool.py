"""Bots think in worker processes, from a view of the seat to move alone."""

from __future__ import annotations

import contextlib
import logging
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

from triarchy.bots.analysis import Advice, advise
from triarchy.bots.named import USUAL, Strength
from triarchy.engine.compiled import compilations
from triarchy.engine.native import NATIVE
from triarchy.engine.portable import running
from triarchy.kit.language import mark
from triarchy.server.bots import thinking
from triarchy.server.bots.compiler import ADVICE, BotCompiler
from triarchy.server.bots.compiler import WorkerDied as WorkerDied
from triarchy.server.bots.queue import (
    BotJob,
    FairQueue,
    PartQuestion,
    Question,
    StudyQuestion,
)
from triarchy.server.bots.thinking import any_action, bot_of, state_of
from triarchy.server.refusals import Refused
from triarchy.table import Game, game
from triarchy.table.example import example
from triarchy.table.prepare import prepare_words, table_steps

ADVISER: Strength = "hard"
"""Whose judgement hints are; compiled with their judge, once all games are ready."""
AHEAD = 15
"""How far a process that compiles what nobody waits for leaves the processor to others."""
LOOK_SECONDS = 0.02
"""How often it is looked whether something has to be compiled."""
RENEW_SECONDS = 1.0
"""How often a job that takes long says that it is still going on."""
TRIES = 3
"""So often a job is begun whose worker dies."""
PARENT_SECONDS = 1.0
"""How often a worker looks for its parent, where the system does not do that."""
AGAIN: Any = object()
"""In place of an answer: the job waits again."""
NO_ADVICE = mark("Hints are being prepared; this happens once. Try again in a minute.")
log = logging.getLogger("triarchy.server")


class Worker:
    """One process that thinks for us; started when first asked, and again when it has died."""

    def __init__(self, nice: int = 5) -> None:
        self._nice = nice
        self._process: Any = None
        self._connection: Connection | None = None
        self._closed = False
        self.starts = 0

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process is not None else None

    def ask(self, request: Any, renew: Callable[[], None] = lambda: None) -> Any:
        """The answer to a request; WorkerDied if the process ends before it comes."""
        connection = self._started()
        try:
            connection.send(request)
            while not connection.poll(RENEW_SECONDS):
                renew()
            return connection.recv()
        except (EOFError, OSError):
            self.stop()
            raise WorkerDied from None

    def _started(self) -> Connection:
        if self._closed:
            raise WorkerDied
        if self._connection is None:
            context = multiprocessing.get_context("spawn")
            self._connection, theirs = context.Pipe()
            arguments = (theirs, os.getpid(), self._nice, running.begun())
            self._process = context.Process(target=_work, args=arguments, daemon=True)
            self._process.start()
            theirs.close()
            self.starts += 1
        return self._connection

    def stop(self) -> None:
        """End the process, whatever it is doing."""
        connection, process = self._connection, self._process
        self._connection = self._process = None
        if process is not None:
            process.kill()
            process.join()
        if connection is not None:
            connection.close()

    def interrupt(self) -> None:
        """End the process; a thread that waits for an answer is told that it died."""
        process = self._process
        if process is not None:
            process.kill()

    def close(self) -> None:
        """End the process for good; may be called while another thread waits for an answer."""
        self._closed = True
        self.interrupt()


class BotPool:
    """So many processes, and a thread for each that hands it one job after the other.

    A worker that dies is replaced by one, and its job begun again; if the same job
    ends that one too and the next, any legal action is taken, so that no table is stuck.

    `compiles`: bots are compiled apart from the workers, and weaker ones play meanwhile; else in a worker,
    when first asked.
    """

    def __init__(self, workers: int = 0, *, compiles: bool = False) -> None:
        self.compiler = None
        if compiles and NATIVE:
            self.compiler = BotCompiler(Worker(), Worker(AHEAD), self._compiled)
        self.workers = [Worker() for _ in range(workers or max(1, (os.cpu_count() or 2) - 1))]
        self._queue = FairQueue()
        self._rules = Worker(AHEAD)
        self._loads: list[tuple[Game, str]] = []
        """What has been compiled and every worker is to load."""
        self._news = threading.Condition()
        self._threads: list[threading.Thread] = []
        self._closing = False

    def submit(self, job: BotJob) -> None:
        """Let a bot think when it is this visitor's turn; `job.answer` is told."""
        with self._news:
            self._queue.put(job)
            self._start()
            self._news.notify()

    def cancel(self, job: BotJob) -> bool:
        """Take a job out of the queue; False if it has begun."""
        with self._news:
            return self._queue.remove(job)

    machines = 0
    """How many machines of a cluster think for us."""

    @property
    def waiting(self) -> int:
        """How many thoughts wait for their turn."""
        return len(self._queue)

    def warm(self, name: str, seconds: float) -> None:
        """The rules of a game are ready, after so many seconds: let the usual bot be compiled and loaded."""
        with self._news:
            self._start()
        if self.compiler is not None:
            self.compiler.rules_took(name, seconds)
            self.compiler.want(game(name), USUAL, asked=False)

    def compile_rules(self, name: str) -> None:
        """Have the rules of a game compiled for the cache, by a process that leaves the processor to all others."""
        with contextlib.suppress(WorkerDied):
            self._rules.ask(("rules", name))
        self._rules.stop()

    def compile_all(self, names: list[str]) -> None:
        """All rules are ready: let what hints come from be compiled."""
        if self.compiler is not None:
            for name in names:
                self.compiler.want(game(name), ADVICE, asked=False)

    def _compiled(self, played: Game, strength: str) -> None:
        """Let the workers load the usual bot before it is needed, and all that play on the portable file so far."""
        if strength == USUAL or running.ready(played.definition.folder):
            with self._news:
                self._loads.append((played, strength))
                self._news.notify_all()

    @property
    def somebody_waits(self) -> bool:
        """Whether somebody waits for a bot that is not compiled."""
        return self.compiler is not None and self.compiler.somebody_waits

    def playable(self, played: Game, strength: str) -> str:
        """The bot that can play for this one now, without waiting until something is compiled."""
        return strength if self.compiler is None else self.compiler.playable(played, strength)

    def stands_in(self, played: Game, strength: str) -> bool:
        """Whether a weaker bot plays for this one, because it is being compiled."""
        return self.compiler is not None and self.compiler.stands_in(played, strength)

    def need_advice(self, played: Game) -> None:
        """Refuse with 503 while what hints come from is being compiled, which then comes next."""
        if self.compiler is not None and not self.compiler.is_ready(played, ADVICE):
            raise Refused(503, NO_ADVICE, preparing=True)

    def status(self) -> list[dict[str, Any]]:
        """The games whose bots somebody waits for while they are compiled: `BotsPreparing` of docs/reference/http.md."""
        return [] if self.compiler is None else self.compiler.status()

    def _start(self) -> None:
        """Start the threads; the condition is held."""
        if not self._threads and not self._closing:
            for worker in self.workers:
                thread = threading.Thread(target=self._hand_out, args=(worker,), daemon=True)
                self._threads.append(thread)
                thread.start()

    def _hand_out(self, worker: Worker) -> None:
        """Give one worker its work for as long as the pool is open."""
        loaded = 0
        while True:
            with self._news:
                while not (self._closing or self._has_work or loaded < len(self._loads)):
                    self._news.wait()
                if self._closing:
                    break
                job = self._queue.take() if self._has_work else None
            if job is not None:
                self._think(worker, job)
                continue
            loaded += 1
            try:
                worker.ask(("load", self._loads[loaded - 1]))
            except WorkerDied:
                continue
        worker.stop()

    @property
    def thinks_here(self) -> bool:
        """Whether our own workers take jobs."""
        return True

    @property
    def _has_work(self) -> bool:
        return self.thinks_here and len(self._queue) > 0

    def _think(self, worker: Worker, job: BotJob) -> None:
        def think() -> Any:
            question = job.ask()
            if isinstance(question, PartQuestion):
                return worker.ask(("review", question))
            if isinstance(question, StudyQuestion):
                return worker.ask(("study", question))
            return None if question is None else self._decide(worker, question, job.renew)

        self._answer(job, think)

    def _answer(self, job: BotJob, think: Callable[[], Any]) -> None:
        """Tell a job what was thought, unless nobody waits for it any more or it waits again."""
        if not (job.answer.running() or job.answer.set_running_or_notify_cancel()):
            return
        try:
            answer = think()
        except BaseException as error:
            job.answer.set_exception(error)
        else:
            if answer is not AGAIN:
                job.answer.set_result(answer)

    def _decide(self, worker: Worker, question: Question, renew: Callable[[], None]) -> Any:
        for _ in range(TRIES):
            try:
                return worker.ask(("advise" if question.advice else "choose", question), renew)
            except WorkerDied:
                if self._closing:
                    raise
        log.error("The bot %s has ended its process %d times.", question.strength, TRIES)
        return any_answer(question)

    def close(self) -> None:
        """End all thoughts and all workers."""
        with self._news:
            self._closing = True
            self._news.notify_all()
        # A long job would keep the program from ending.
        for worker in self.workers:
            worker.close()
        self._rules.close()
        for thread in self._threads:
            thread.join()
        if self.compiler is not None:
            self.compiler.close()


def any_answer(question: Question) -> Any:
    """What is said where nobody could think: any legal action."""
    action = any_action(question.game, state_of(question), question.seed)
    return Advice((action,), None) if question.advice else action


# In the workers


def _work(connection: Connection, parent: int, nice: int, portable: bool) -> None:
    """Answer requests until the server closes the connection or is gone."""
    _begin(parent, nice)
    if portable:
        running.begin()
    loading = threading.Thread()
    while True:
        try:
            kind, about = connection.recv()
            if kind == "load":
                _load(*about)
                connection.send(None)
            elif kind == "rules":
                _compile_rules(about)
                connection.send(None)
            elif kind == "compile":
                before = compilations()
                loading = threading.Thread(target=_load, args=about)
                loading.start()
                connection.send(_only_loads(loading, before))
            elif kind == "compiled":
                loading.join()
                connection.send(None)
            elif kind == "advise":
                connection.send(thinking.advised(about))
            elif kind == "review":
                connection.send(thinking.judged(about))
            elif kind == "study":
                connection.send(thinking.studied(about))
            else:
                connection.send(thinking.chosen(about))
        except (EOFError, OSError):
            return


def _begin(parent: int, nice: int) -> None:
    """Ctrl-C is the server's to handle; bots leave the processor to pages first."""
    end_with(parent)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(nice)


def end_with(parent: int) -> None:
    """End this process when its parent ends, however that happens."""
    if sys.platform == "linux":
        import ctypes

        kill_me_when_parent_ends = 1  # PR_SET_PDEATHSIG
        ctypes.CDLL(None).prctl(kill_me_when_parent_ends, signal.SIGKILL)
    else:
        threading.Thread(target=_watch, args=(parent,), daemon=True).start()
    if os.getppid() != parent:  # it was quicker
        os._exit(1)


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        threading.Event().wait(PARENT_SECONDS)
    os._exit(1)


def _load(played: Game, strength: str) -> None:
    """Load or compile the native code of a bot for a game whose rules are ready."""
    try:
        with running.native():
            bot_of(ADVISER if strength == ADVICE else strength).prepare(played)
            if strength == ADVICE:
                start = played.state(0)
                advise(played, played.view(start, int(start.to_move)), playouts=1)
    except Exception:
        log.exception("The bot %s of %s could not be loaded.", strength, played.name)


def _compile_rules(name: str) -> None:
    """Compile the rules of a game, and what its words ask, for the cache."""
    definition = game(name).definition
    try:
        with running.native():
            for _, step in table_steps(definition):
                step()
            prepare_words(example(definition))
    except Exception:
        log.exception("The rules of %s could not be compiled.", name)


def _only_loads(loading: threading.Thread, before: int) -> bool:
    """Wait until a bot is loaded; False as soon as something has to be compiled for it."""
    while loading.is_alive():
        if compilations() > before:
            return False
        loading.join(LOOK_SECONDS)
    return True
