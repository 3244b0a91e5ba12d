"""Limits per address, in one process, in all of a server, and in all servers of one PostgreSQL database.

Processes of a server share memory (`cluster.py`). Servers tell each other once a second what addresses have used that
come near a limit, so that a limit is reached a second later than it would be at a single server, no more.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice
from typing import TypedDict

from triarchy.server.cluster import SharedAllowance
from triarchy.server.refusals import Refused
from triarchy.server.settings import Settings

BURST_SECONDS = 10
MOST_ADDRESSES = 10_000
TELL_SECONDS = 1.0
NEAR = 0.1
"""The share of a limit from which on others are told."""
TOLD_AGAIN = 5.0
GONE_SECONDS = 15.0
"""After so many silent seconds the streams at another server count no more."""
AT_ONCE = 100
"""Addresses that are told of in one notice."""


class Used(TypedDict):
    """What addresses have used at a server: requests and tables since it last told, streams that are open."""

    requests: dict[str, int]
    tables: dict[str, int]
    streams: dict[str, int]


class Allowance:
    """So much per second and address, with some saved up; the addresses seen last are remembered."""

    def __init__(self, per_second: float, burst: float) -> None:
        self.per_second = per_second
        self.burst = burst
        self._lock = threading.Lock()
        self._left: dict[str, tuple[float, float]] = {}

    def take(self, address: str) -> bool:
        """Whether one more is allowed now."""
        if self.per_second <= 0:
            return True
        now = time.monotonic()
        with self._lock:
            left, then = self._left.pop(address, (self.burst, now))
            left = min(self.burst, left + (now - then) * self.per_second)
            allowed = left >= 1
            self._left[address] = (left - 1 if allowed else left, now)
            if len(self._left) > MOST_ADDRESSES:
                del self._left[next(iter(self._left))]
        return allowed

    def spend(self, address: str, count: int) -> None:
        """So many were taken elsewhere; they count here."""
        now = time.monotonic()
        with self._lock:
            left, then = self._left.pop(address, (self.burst, now))
            left = min(self.burst, left + (now - then) * self.per_second)
            self._left[address] = (max(left - count, 0.0), now)


class Limits:
    """All limits per address that hold wherever a visitor is let in."""

    def __init__(self, settings: Settings) -> None:
        rate, tables = settings.requests_per_second, settings.tables_per_hour
        limits = (rate, rate * BURST_SECONDS), (tables / 3600, max(1.0, tables))
        shared = settings.cluster
        self.most_streams = settings.streams
        self._requests: Allowance | SharedAllowance = Allowance(*limits[0])
        self._tables: Allowance | SharedAllowance = Allowance(*limits[1])
        self._shared = shared.streams if shared is not None else None
        if shared is not None:
            self._requests = SharedAllowance(shared.requests, *limits[0])
            self._tables = SharedAllowance(shared.tables, *limits[1])
        self._first = shared is None or shared.first
        self._least_requests = max(1.0, rate * NEAR * TELL_SECONDS)
        self._least_streams = max(1.0, settings.streams * NEAR)
        self._open: Counter[str] = Counter()
        self._elsewhere: dict[tuple[str, str], tuple[int, float]] = {}
        """How many streams an address has open at another process, by both, and when that was told."""
        self._taken: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
        """Requests and tables since others were told."""
        self._told: dict[str, tuple[int, float]] = {}
        """Of how many streams of an address others were told, and when."""
        self.tells = False
        """Whether there are others."""

    def take_request(self, address: str) -> bool:
        """Whether one more request is allowed now."""
        return self._taken_by(address, 0, self._requests.take(address))

    def take_table(self, address: str) -> bool:
        """Whether one more table is allowed now."""
        return self._taken_by(address, 1, self._tables.take(address))

    def _taken_by(self, address: str, kind: int, allowed: bool) -> bool:
        """Note for others what was allowed."""
        if allowed and self.tells:
            self._taken[kind][address] += 1
        return allowed

    @property
    def streams(self) -> int:
        """How many event streams are open in this process."""
        return sum(self._open.copy().values())

    def enter_stream(self, address: str) -> None:
        """Refuse one stream too many."""
        if self.most_streams and self._open[address] + self._others(address) >= self.most_streams:
            raise Refused(429, "Too many open connections from one address.")

    def _others(self, address: str) -> int:
        """How many streams an address has open in other processes, here or at other servers."""
        since = time.monotonic() - GONE_SECONDS
        told = sum(
            count
            for (_, whose), (count, at) in self._elsewhere.items()
            if whose == address and at > since
        )
        return told + (self._shared.others(address) if self._shared is not None else 0)

    def count_stream(self, address: str, difference: int) -> None:
        """One more stream is open, or one less."""
        self._open[address] += difference
        if not self._open[address]:
            del self._open[address]
        if self._shared is not None:
            self._shared.add(address, difference)

    # What servers tell each other

    async def run(self, tell: Callable[[Used], None]) -> None:
        """Tell others, for as long as the server runs."""
        self.tells = True
        while True:
            await asyncio.sleep(TELL_SECONDS)
            for used in self.told():
                tell(used)

    def told(self) -> Iterator[Used]:
        """What others are to know now, in notices that are not too long."""
        requests, tables = self._taken
        self._taken = (Counter(), Counter())
        near = {each: count for each, count in requests.items() if count >= self._least_requests}
        kinds: list[tuple[str, dict[str, int]]] = [
            ("requests", near),
            ("tables", dict(tables)),
            ("streams", self._streams_to_tell()),
        ]
        for kind, counts in kinds:
            rest = iter(counts.items())
            while part := dict(islice(rest, AT_ONCE)):
                used = Used(requests={}, tables={}, streams={})
                used[kind] = part  # type: ignore[literal-required]
                yield used

    def _streams_to_tell(self) -> dict[str, int]:
        """The streams of addresses that have many, where they have changed or were told long ago."""
        now, found = time.monotonic(), {}
        for address in {*self._open, *self._told}:
            count = self._open.get(address, 0)
            if count < self._least_streams:
                count = 0
            before, at = self._told.get(address, (0, 0.0))
            if count != before or (count and now - at > TOLD_AGAIN):
                found[address] = count
                self._told[address] = (count, now)
                if not count:
                    del self._told[address]
        return found

    def hear(self, process: str, used: Used) -> None:
        """What another server has told counts here; of the processes that share memory one does that for all."""
        if self._first:
            for address, count in used["requests"].items():
                self._requests.spend(address, count)
            for address, count in used["tables"].items():
                self._tables.spend(address, count)
        now = time.monotonic()
        for address, count in used["streams"].items():
            if count:
                self._elsewhere[process, address] = (count, now)
            else:
                self._elsewhere.pop((process, address), None)
        for key, (_, at) in list(self._elsewhere.items()):
            if now - at > GONE_SECONDS or len(self._elsewhere) > MOST_ADDRESSES:
                del self._elsewhere[key]
