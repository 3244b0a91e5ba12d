"""Bots compile in processes of their own: what somebody waits for first, the rest when nobody does.

Where a game has its portable file, nobody waits: bots play on it until their native code is there.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from triarchy.bots.named import STRENGTHS, bot
from triarchy.engine.portable import running
from triarchy.table import Game

ADVICE = "advice"
"""Compiled like a bot: the judge that hints, reviews and the analysis come from."""
SIMPLEST = "simple"
"""The bot that nothing has to be compiled for."""
SHARES = {"greedy": 1.0, "search": 1.5, ADVICE: 2.0, "champion": 1.3, "guided champion": 1.3}
"""About how long each takes to compile, where a game's rules take 1."""
RULES_SECONDS = 8.0
"""How long rules take if this process has found them in the cache."""
LEAST_SECONDS = 5
TRIES = 3
"""So often something is begun whose process dies."""

State = Literal["waiting", "loading", "compiling", "ready"]


class WorkerDied(Exception):
    """A worker process ended in the middle of its work."""


class Compiling(Protocol):
    """The process in which something is compiled."""

    def ask(self, request: Any) -> Any:
        """The answer to a request; WorkerDied if the process ends before it comes."""

    def interrupt(self) -> None:
        """End the process: whoever waits for an answer is told that it died."""

    def stop(self) -> None: ...


@dataclass
class Job:
    """Code that is to be compiled for a game."""

    game: Game
    strength: str
    code: str
    asked: bool = False
    """Whether somebody waits for it."""
    state: State = "waiting"
    begun: float = 0.0
    tries: int = 0


class BotCompiler:
    """What is compiled for the bots, and what is not yet.

    What nobody has asked for is compiled by a process that leaves the processor to all others, and is ended as soon
    as somebody asks for something: of a function that it has not finished the work is lost, no more.
    """

    def __init__(
        self, asked: Compiling, ahead: Compiling, when_ready: Callable[[Game, str], None]
    ) -> None:
        self._workers = {True: asked, False: ahead}
        self._when_ready = when_ready
        self._jobs: dict[tuple[str, str], Job] = {}
        self._codes: dict[tuple[str, int, str, str], str] = {}
        self._rules: dict[str, float] = {}
        self._news = threading.Condition()
        self._threads: list[threading.Thread] = []
        self._closing = False

    def rules_took(self, game: str, seconds: float) -> None:
        """How long the rules of a game took to compile here: the bots take some times as long."""
        self._rules[game] = max(seconds, 1.0)

    def want(self, game: Game, strength: str, *, asked: bool = True) -> Job | None:
        """See that a bot is compiled, before all that nobody asked for; None if nothing has to be."""
        code = self._code(game, strength)
        if not code:
            return None
        asked = asked and not running.ready(game.definition.folder)
        job = self._jobs.get((game.name, code))
        if job is not None and (job.asked or not asked):
            return job
        with self._news:
            job = self._jobs.setdefault((game.name, code), Job(game, strength, code))
            if asked and not job.asked:
                job.asked = True
                if job.state != "ready" and any(each.begun for each in self._ahead()):
                    self._workers[False].interrupt()
            self._start()
            self._news.notify_all()
            return job

    def _code(self, game: Game, strength: str) -> str:
        """What has to be compiled before a bot can play a game; "" if nothing has."""
        key = (game.name, game.players, game.board.id, strength)
        if key not in self._codes:
            self._codes[key] = ADVICE if strength == ADVICE else bot(strength).code(game)
        return self._codes[key]

    def playable(self, game: Game, strength: str) -> str:
        """The bot that can play for this one now: itself, or the strongest of the weaker ones that is compiled.

        Waits as long as it takes to see whether it has to be compiled.
        """
        job = self._waited_for(game, strength)
        with self._news:
            while job is not None and job.state != "ready" and not self._closing:
                if any(each.state == "compiling" for each in self._jobs.values() if each.asked):
                    return self._weaker(game, strength)
                self._news.wait()
        return strength

    def _weaker(self, game: Game, strength: str) -> str:
        weaker = list(STRENGTHS)[: list(STRENGTHS).index(strength)] if strength in STRENGTHS else []
        for each in reversed(weaker):
            job = self._jobs.get((game.name, self._code(game, each)))
            if job is not None and job.state == "ready":
                return each
        return SIMPLEST

    def is_ready(self, game: Game, strength: str) -> bool:
        """Whether a bot can play at once; if not, it is compiled next."""
        job = self._waited_for(game, strength)
        return job is None or job.state == "ready"

    def stands_in(self, game: Game, strength: str) -> bool:
        """Whether a weaker bot plays for this one, because it is being compiled."""
        job = self._waited_for(game, strength)
        return job is not None and job.state == "compiling"

    def _waited_for(self, game: Game, strength: str) -> Job | None:
        """What a bot has to wait for; None if it can play."""
        job = self.want(game, strength)
        return None if running.ready(game.definition.folder) else job

    @property
    def somebody_waits(self) -> bool:
        return any(job.asked and job.state != "ready" for job in list(self._jobs.values()))

    def status(self) -> list[dict[str, Any]]:
        """The games whose bots somebody waits for, and about how many seconds that takes."""
        total, found = 0.0, {}
        for job in list(self._jobs.values()):
            if job.asked and job.state != "ready":
                whole = SHARES.get(job.code, 2.0) * self._rules.get(job.game.name, RULES_SECONDS)
                spent = time.monotonic() - job.begun if job.begun else 0.0
                total += max(LEAST_SECONDS, whole - spent)
                found[job.game.name] = round(total)
        return [{"game": game, "seconds": seconds} for game, seconds in found.items()]

    def close(self) -> None:
        with self._news:
            self._closing = True
            self._news.notify_all()
        for worker in self._workers.values():
            worker.interrupt()
        for thread in self._threads:
            thread.join()

    # The threads that have it done

    def _start(self) -> None:
        """Start the threads; the condition is held."""
        if not self._threads and not self._closing:
            for asked, worker in self._workers.items():
                thread = threading.Thread(target=self._run, args=(worker, asked), daemon=True)
                self._threads.append(thread)
                thread.start()

    def _ahead(self) -> Iterator[Job]:
        return (job for job in self._jobs.values() if not job.asked and job.state != "ready")

    def _run(self, worker: Compiling, asked: bool) -> None:
        while (job := self._take(asked)) is not None:
            with self._done(job):
                if not worker.ask(("compile", (job.game, job.strength))):
                    with self._news:
                        job.state = "compiling"
                        self._news.notify_all()
                    worker.ask(("compiled", None))
        worker.stop()

    def _take(self, asked: bool) -> Job | None:
        with self._news:
            while not self._closing:
                for job in self._jobs.values():
                    if job.state == "waiting" and job.asked == asked:
                        if not asked and self.somebody_waits:
                            break
                        job.state, job.begun = "loading", time.monotonic()
                        return job
                self._news.wait()
        return None

    @contextmanager
    def _done(self, job: Job) -> Iterator[None]:
        """It is ready after this, or was interrupted and waits again; what fails every time is left to the workers."""
        try:
            yield
            job.tries = TRIES
        except WorkerDied:
            job.tries += job.asked
        with self._news:
            ready = job.tries >= TRIES
            job.state, job.begun = ("ready" if ready else "waiting"), 0.0
            self._news.notify_all()
        if ready:
            self._when_ready(job.game, job.strength)
