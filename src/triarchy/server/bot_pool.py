"""Bots think in worker processes, from a view of the seat to move alone."""

from __future__ import annotations

import logging
import multiprocessing
import os
import pickle
import signal
import sys
import threading
from collections.abc import Callable
from functools import cache
from multiprocessing.connection import Connection
from typing import Any

import numpy as np

from triarchy.bots.analysis import Advice, advise
from triarchy.bots.named import USUAL, Strength
from triarchy.kit.definition import DEFINITIONS, State
from triarchy.server.fair_queue import (
    FairQueue,
    PartQuestion,
    Question,
    StudyQuestion,
    Thought,
)
from triarchy.table import Game, game
from triarchy.table.prepare import prepare

ADVISER: Strength = "hard"
"""Compiled in the background, with the judge that hints come from, once all games are ready."""
RENEW_SECONDS = 1.0
"""How often a thought that takes long says that it is still going on."""
TRIES = 3
"""So often a thought is begun whose worker dies."""
PARENT_SECONDS = 1.0
"""How often a worker looks for its parent, where the system does not do that."""
log = logging.getLogger("triarchy.server")


class WorkerDied(Exception):
    """A worker process ended in the middle of its work."""


class Worker:
    """One process that thinks for us; started when first asked, and again when it has died."""

    def __init__(self) -> None:
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
            self._process = context.Process(target=_work, args=(theirs, os.getpid()), daemon=True)
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

    def close(self) -> None:
        """End the process for good; may be called while another thread waits for an answer."""
        self._closed = True
        if self._process is not None:
            self._process.kill()


class BotPool:
    """So many processes, and a thread for each that hands it one thought after the other.

    A worker that dies is replaced by one, and its thought begun again; if the same thought
    ends that one too and the next, any legal action is taken, so that no table is stuck.
    """

    def __init__(self, workers: int = 0) -> None:
        self.workers = [Worker() for _ in range(workers or max(1, (os.cpu_count() or 2) - 1))]
        self._queue = FairQueue()
        self._games: list[str] = []
        self._news = threading.Condition()
        self._threads: list[threading.Thread] = []
        self._compiler: Any = None
        self._closing = False

    def submit(self, thought: Thought) -> None:
        """Let a bot think when it is this visitor's turn; `thought.answer` is told."""
        with self._news:
            self._queue.put(thought)
            self._start()
            self._news.notify()

    def cancel(self, thought: Thought) -> bool:
        """Take a thought out of the queue; False if it has begun."""
        with self._news:
            return self._queue.remove(thought)

    @property
    def waiting(self) -> int:
        """How many thoughts wait for their turn."""
        return len(self._queue)

    def warm(self, name: str) -> None:
        """Let the workers load a game's rules and the usual bot before they are needed."""
        with self._news:
            self._games.append(name)
            self._start()
            self._news.notify_all()

    def compile_all(self, names: list[str]) -> None:
        """Compile the strong bots in a process of its own, so that no table waits behind it."""
        # A thread that waits for it: the process ends with the thread that has started it.
        threading.Thread(target=self._compile, args=(names,), daemon=True).start()

    def _compile(self, names: list[str]) -> None:
        context = multiprocessing.get_context("spawn")
        self._compiler = context.Process(target=_compile, args=(names, os.getpid()), daemon=True)
        self._compiler.start()
        self._compiler.join()

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
                while not (self._closing or len(self._queue) or loaded < len(self._games)):
                    self._news.wait()
                if self._closing:
                    break
                thought = self._queue.take()
            if thought is not None:
                self._think(worker, thought)
                continue
            loaded += 1
            try:
                worker.ask(("load", self._games[loaded - 1]))
            except WorkerDied:
                continue
        worker.stop()

    def _think(self, worker: Worker, thought: Thought) -> None:
        if not thought.answer.set_running_or_notify_cancel():
            return
        try:
            question = thought.ask()
            answer: Any = None
            if isinstance(question, PartQuestion):
                answer = worker.ask(("review", question))
            elif isinstance(question, StudyQuestion):
                answer = worker.ask(("study", question))
            elif question is not None:
                answer = self._decide(worker, question, thought.renew)
        except BaseException as error:
            thought.answer.set_exception(error)
        else:
            thought.answer.set_result(answer)

    def _decide(self, worker: Worker, question: Question, renew: Callable[[], None]) -> Any:
        for _ in range(TRIES):
            try:
                return worker.ask(("advise" if question.advice else "choose", question), renew)
            except WorkerDied:
                if self._closing:
                    raise
        log.error("The bot %s has ended its process %d times.", question.strength, TRIES)
        action = _any_action(question.game, _state(question), question.seed)
        return Advice((action,), None) if question.advice else action

    def close(self) -> None:
        """End all thoughts and all workers."""
        with self._news:
            self._closing = True
            self._news.notify_all()
        # A long thought would keep the program from ending.
        for worker in self.workers:
            worker.close()
        for thread in self._threads:
            thread.join()
        if self._compiler is not None:
            self._compiler.kill()


# In the workers


def _work(connection: Connection, parent: int) -> None:
    """Answer requests until the server closes the connection or is gone."""
    _begin(parent)
    while True:
        try:
            kind, about = connection.recv()
            if kind == "load":
                _load(about, USUAL)
                connection.send(None)
            elif kind == "advise":
                connection.send(_advise(about))
            elif kind == "review":
                connection.send(_judge(about))
            elif kind == "study":
                connection.send(_study(about))
            else:
                connection.send(_choose(about))
        except (EOFError, OSError):
            return


def _begin(parent: int, nice: int = 5) -> None:
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


def _load(name: str, strength: str) -> None:
    """Load or compile the rules and a bot of a game."""
    try:
        prepare(DEFINITIONS[name])
        _bot(strength).prepare(game(name))
    except Exception:
        log.exception("The bot %s of %s could not be loaded.", strength, name)


def _compile(names: list[str], parent: int) -> None:
    _begin(parent, 15)
    for name in names:
        _load(name, ADVISER)
        kind = game(name)
        start = kind.state(0)
        advise(kind, kind.view(start, int(start.to_move)), playouts=1)


def _state(question: Question) -> State:
    state: State = np.frombuffer(question.view, question.game.definition.state)[0].copy()
    return state


def _choose(question: Question) -> int:
    return choose_action(
        question.game, _state(question), question.seat, question.strength, question.seed
    )


def _advise(question: Question) -> Advice:
    """A hint; should the search fail, any legal action."""
    view = _state(question)
    try:
        return advise(question.game, view, question.seed)
    except Exception:
        log.exception("The adviser failed at %s.", question.game.name)
        return Advice((_any_action(question.game, view, question.seed),), None)


def choose_action(game: Game, view: State, seat: int, strength: str, seed: int) -> int:
    """A bot's choice by the name of its strength; should it fail, any legal action."""
    try:
        return int(_bot(strength).choose(game, view, seat, seed))
    except Exception:
        # A bot with a fault must not stop a table of people.
        log.exception("The bot %s failed at %s.", strength, game.name)
        return _any_action(game, view, seed)


_reviewers: dict[bytes, Any] = {}
"""The reviewer of this process, by the kind of game and effort: the last one is kept."""


def _judge(question: PartQuestion) -> dict[str, Any] | None:
    """What is said of a part of a finished game; None, and a line in the log, should that fail."""
    from triarchy.bots.review import Reviewer, judged_document

    try:
        kind = pickle.dumps((question.game, question.effort))
        if kind not in _reviewers:
            _reviewers.clear()
            _reviewers[kind] = Reviewer(question.game, question.effort)
        state = np.frombuffer(question.state, question.game.definition.state)[0].copy()
        judged = _reviewers[kind].judge(state, question.moves, question.seed)
        return judged_document(judged)
    except Exception:
        log.exception("A part of a game of %s could not be judged.", question.game.name)
        return None


def _study(question: StudyQuestion) -> Any:
    """What the judge thinks of a position; None, and a line in the log, should that fail."""
    from triarchy.bots.analysis import study

    try:
        state = np.frombuffer(question.state, question.game.definition.state)[0].copy()
        return study(question.game, state, question.effort)
    except Exception:
        log.exception("A position of %s could not be judged.", question.game.name)
        return None


def _any_action(game: Game, view: State, seed: int) -> int:
    legal = game.legal_actions(view)
    return legal[seed % len(legal)]


@cache
def _bot(strength: str) -> Any:
    from triarchy import bots

    return bots.bot(strength)
