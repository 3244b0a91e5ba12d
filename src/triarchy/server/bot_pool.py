"""Bots think in worker processes, from a view of the seat to move alone."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from typing import Any

import numpy as np

from triarchy.bots.named import USUAL, Strength
from triarchy.kit.definition import DEFINITIONS, State
from triarchy.table import Game, game
from triarchy.table.prepare import prepare

ADVISER: Strength = "hard"
"""Who answers when somebody asks for a hint."""
log = logging.getLogger("triarchy.server")


class BotPool:
    """A pool of processes; a worker that dies is replaced and its thought begun again."""

    def __init__(self, workers: int = 0) -> None:
        self.workers = workers or max(1, (os.cpu_count() or 2) - 1)
        self._pool: ProcessPoolExecutor | None = None

    def _started(self) -> ProcessPoolExecutor:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self.workers, context, initializer=_begin)
        return self._pool

    def warm(self, name: str) -> None:
        """Let the workers load a game's rules and the usual bot before they are needed."""
        for _ in range(self.workers):
            self._started().submit(_warm, name, USUAL)

    def compile_all(self, names: list[str]) -> None:
        """Compile the strong bots in a process of its own, so that no table waits behind it."""
        context = multiprocessing.get_context("spawn")
        context.Process(target=_compile, args=(names,), daemon=True).start()

    async def choose(self, game: Game, view: State, seat: int, strength: str, seed: int) -> int:
        """The action a bot chooses."""
        loop = asyncio.get_running_loop()
        task = (game, view.tobytes(), seat, strength, seed)
        try:
            return await loop.run_in_executor(self._started(), _choose, *task)
        except BrokenProcessPool:
            self._pool = None
            return await loop.run_in_executor(self._started(), _choose, *task)

    def close(self) -> None:
        if self._pool is not None:
            pool, self._pool = self._pool, None
            workers = list((getattr(pool, "_processes", None) or {}).values())
            # A long thought would keep the program from ending.
            for worker in workers:
                worker.terminate()
            pool.shutdown(wait=True, cancel_futures=True)


def _begin(nice: int = 5) -> None:
    """Ctrl-C is the server's to handle; bots leave the processor to pages first."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(nice)


def _warm(name: str, strength: str) -> None:
    """Load or compile the rules and a bot of a game."""
    prepare(DEFINITIONS[name])
    _bot(strength).prepare(game(name))


def _compile(names: list[str]) -> None:
    _begin(15)
    for name in names:
        _warm(name, ADVISER)


def _choose(game: Game, view: bytes, seat: int, strength: str, seed: int) -> int:
    record: Any = np.frombuffer(view, game.definition.state)[0].copy()
    return choose_action(game, record, seat, strength, seed)


def choose_action(game: Game, view: State, seat: int, strength: str, seed: int) -> int:
    """A bot's choice by the name of its strength; should it fail, any legal action."""
    try:
        return int(_bot(strength).choose(game, view, seat, seed))
    except Exception:
        # A bot with a fault must not stop a table of people.
        log.exception("The bot %s failed at %s.", strength, game.name)
        legal = game.legal_actions(view)
        return legal[seed % len(legal)]


@cache
def _bot(strength: str) -> Any:
    from triarchy import bots

    return bots.bot(strength)
