"""Locks that threads hold while they work, and the event loop, which must never wait for one."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager


class WouldWait(Exception):
    """The event loop would have to wait for a thread here: the whole is to be done in a thread."""


@contextmanager
def held(lock: threading.Lock | threading.RLock) -> Iterator[None]:
    """Hold a lock. A thread waits for it; the event loop does not, see `waiting.at_once`."""
    if not lock.acquire(blocking=not _on_the_loop()):
        raise WouldWait
    try:
        yield
    finally:
        lock.release()


def _on_the_loop() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True
