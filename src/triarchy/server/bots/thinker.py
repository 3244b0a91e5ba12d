"""What thinks on one machine of a cluster: a pool like a server's own, asked by all servers of the same sources.

A Ray actor (`ray_cluster.py` starts it). It keeps its workers, with the rules and bots they have loaded or compiled,
from one question to the next, and ends when no server has spoken to it for a while.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
import threading
import time
from functools import cache
from typing import Any

from triarchy.engine.portable import running
from triarchy.engine.sources import PACKAGE
from triarchy.kit.definition import DEFINITIONS
from triarchy.server.bots.pool import BotPool
from triarchy.server.bots.queue import BotJob, Place

FORGOTTEN = 120.0
"""Seconds without a server's greeting after which nobody needs this any more."""


@cache
def sources() -> str:
    """What is equal on two machines whose bots and rules are the same."""
    total = hashlib.sha256()
    for path in sorted(PACKAGE.rglob("*.py")):
        total.update(path.relative_to(PACKAGE).as_posix().encode())
        total.update(path.read_bytes())
    for name in DEFINITIONS.names():
        total.update(f"{name} {DEFINITIONS[name].version}".encode())
    return total.hexdigest()[:16]


class Thinker:
    """Bots, hints and reviews of all servers that ask; their visitors wait in one line."""

    def __init__(self, workers: int, *, compiles: bool = True) -> None:
        running.begin()
        self._pool = BotPool(workers, compiles=compiles)
        self._greeted = time.monotonic()
        for work in (self._look_whether_forgotten, *([self._compile] if compiles else [])):
            threading.Thread(target=work, daemon=True).start()

    async def greet(self) -> str:
        """A server is there; by the answer it knows whether we play as it does."""
        self._greeted = time.monotonic()
        return sources()

    async def think(self, place: Place, question: Any) -> Any:
        """The answer to a question, when its turn has come."""
        job = BotJob(**place, ask=lambda: question)
        self._pool.submit(job)
        return await asyncio.wrap_future(job.answer)

    def _compile(self) -> None:
        """Native code, in place of portable files, for this machine's cache and its workers."""
        names = DEFINITIONS.names()
        for name in names:
            begun = time.monotonic()
            self._pool.compile_rules(name)
            self._pool.warm(name, time.monotonic() - begun)
        self._pool.compile_all(names)

    def _look_whether_forgotten(self) -> None:
        while (left := self._greeted + FORGOTTEN - time.monotonic()) > 0:
            time.sleep(left)
        os._exit(0)
