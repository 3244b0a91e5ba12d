"""What the processes of one server share: news of changes, limits per address, and one pool of bots.

Made before the processes part by fork. Counts of addresses lie in shared memory, in as many places as
there is room for: two addresses may share one, and then share its limit. Nothing is locked, so that a
process that is killed holds up no other.
"""

from __future__ import annotations

import asyncio
import contextlib
import mmap
import os
import secrets
import socket
import sys
import tempfile
import time
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypedDict

from pydantic_core import from_json, to_json

PLACES = 1 << 14
"""Places for addresses in shared memory."""
LONGEST_NEWS = 1 << 16
# Of datagrams Linux keeps ten at a time, of such packets as many as there is room for.
IN_PIECES = socket.SOCK_SEQPACKET if sys.platform == "linux" else socket.SOCK_DGRAM


class Moved(TypedDict):
    """A change of a table that is no more than new moves and new values in its own row."""

    values: dict[str, Any]
    moves: list[tuple[str, bool]]
    """Each with whether a bot made it."""


Heard = Callable[[str, int, bool, Moved | None], None]
"""Called with a table, its version, whether a bot may be to move there, and what has changed."""


class Cluster:
    """What all processes of a server have; `number` says which one this is."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.number = 0
        self._ends = [socket.socketpair(socket.AF_UNIX, IN_PIECES) for _ in range(count)]
        for pair in self._ends:
            for end in pair:
                end.setblocking(False)
        self._folder = tempfile.mkdtemp(prefix="triarchy-")
        self.pool_address = str(Path(self._folder) / "bots")
        self.key = secrets.token_bytes(32)
        self.requests = _allowances()
        self.tables = _allowances()
        self.streams = SharedCounts(self)
        self.connections = SharedCounts(self)

    @property
    def first(self) -> bool:
        """Whether this process looks after what one alone must look after."""
        return self.number == 0

    def become(self, number: int) -> None:
        """This process is the one of that number."""
        self.number = number
        self.streams.begin()
        self.connections.begin()

    # News

    def tell(self, table_id: str, version: int, for_bot: bool, moved: Moved | None) -> None:
        """Tell the others of a change; who does not hear it finds out by looking."""
        news = to_json([table_id, version, for_bot, moved])
        if len(news) > LONGEST_NEWS:
            news = to_json([table_id, version, for_bot, None])
        for number, (_, end) in enumerate(self._ends):
            if number != self.number:
                with contextlib.suppress(OSError):
                    end.send(news)

    def listen(self, heard: Heard) -> None:
        """Call `heard` on the running loop with what others tell."""
        end = self._ends[self.number][0]

        def read() -> None:
            with contextlib.suppress(BlockingIOError):
                while True:
                    heard(*from_json(end.recv(LONGEST_NEWS)))

        asyncio.get_running_loop().add_reader(end, read)

    def remove_pool_server(self) -> None:
        """Take away what a first process that was killed has left."""
        os.unlink(self.pool_address)

    def close(self) -> None:
        with contextlib.suppress(OSError):
            self.remove_pool_server()
        with contextlib.suppress(OSError):
            os.rmdir(self._folder)


def _allowances() -> memoryview[float]:
    """Memory for what is left, and since when, per place."""
    return memoryview(mmap.mmap(-1, PLACES * 16)).cast("d")


def place_of(address: str) -> int:
    return zlib.crc32(address.encode()) % PLACES


class SharedAllowance:
    """So much per second and address, whichever process is asked."""

    def __init__(self, memory: memoryview[float], per_second: float, burst: float) -> None:
        self.memory = memory
        self.per_second = per_second
        self.burst = burst

    def take(self, address: str) -> bool:
        """Whether one more is allowed now."""
        if self.per_second <= 0:
            return True
        place, now = 2 * place_of(address), time.monotonic()
        left, then = self.memory[place], self.memory[place + 1]
        left = min(self.burst, left + (now - then) * self.per_second) if then else self.burst
        allowed = left >= 1
        self.memory[place], self.memory[place + 1] = (left - 1 if allowed else left), now
        return allowed

    def spend(self, address: str, count: int) -> None:
        """So many were taken at another server; they count here."""
        place, now = 2 * place_of(address), time.monotonic()
        left, then = self.memory[place], self.memory[place + 1]
        left = min(self.burst, left + (now - then) * self.per_second) if then else self.burst
        self.memory[place], self.memory[place + 1] = max(left - count, 0.0), now


class SharedCounts:
    """How many of something each address has, in all processes."""

    def __init__(self, cluster: Cluster) -> None:
        self.memory = memoryview(mmap.mmap(-1, cluster.count * PLACES * 4)).cast("i")
        self.cluster = cluster

    def begin(self) -> None:
        """This process has nothing yet; one before it may have been killed."""
        start = self.cluster.number * PLACES
        for place in range(start, start + PLACES):
            self.memory[place] = 0

    def add(self, address: str, difference: int) -> None:
        self.memory[self.cluster.number * PLACES + place_of(address)] += difference

    def others(self, address: str) -> int:
        """How many the other processes have."""
        place = place_of(address)
        return sum(
            self.memory[number * PLACES + place]
            for number in range(self.cluster.count)
            if number != self.cluster.number
        )
