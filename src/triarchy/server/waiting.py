"""What the event loop does at once, unless it would have to wait for a lock."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from starlette.concurrency import run_in_threadpool

from triarchy.server.locks import WouldWait

T = TypeVar("T")


async def at_once(work: Callable[[], T]) -> T:
    """Do on the event loop what needs nothing but memory; in a thread, if that has to wait after all.

    It may then be begun twice.
    """
    try:
        return work()
    except WouldWait:
        return await run_in_threadpool(work)
