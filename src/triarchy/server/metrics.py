"""Figures for Prometheus, at an address of their own that is not the public one."""

from __future__ import annotations

import ipaddress
import sys
import threading
import time
from bisect import bisect_left
from collections.abc import Iterable
from typing import Any

from fastapi import FastAPI
from prometheus_client import CollectorRegistry, start_http_server
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    InfoMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from triarchy.engine.errors import BadRequest
from triarchy.server.disk import free_bytes
from triarchy.server.hosting import statistics
from triarchy.server.refusals import Refused
from triarchy.server.service import Service

BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Seconds by which answers are sorted."""
KEEP_SECONDS = 15.0
"""For how long what was counted in the database is told again."""


class Requests:
    """How many requests were answered, how, and how long it took."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.by_status: dict[int, int] = {}
        self.buckets = [0] * (len(BUCKETS) + 1)
        self.seconds = 0.0

    def note(self, status: int, seconds: float | None) -> None:
        """An answer; `seconds` is None for a stream, which lasts as long as its reader likes."""
        with self._lock:
            self.by_status[status] = self.by_status.get(status, 0) + 1
            if seconds is not None:
                self.buckets[bisect_left(BUCKETS, seconds)] += 1
                self.seconds += seconds


class Counted:
    """The application, with its answers counted."""

    def __init__(self, app: ASGIApp, requests: Requests) -> None:
        self.app = app
        self.requests = requests

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        status, begun = 0, time.perf_counter()

        async def noted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, noted)
        finally:
            if status:
                stream = scope["path"].endswith("/events")
                self.requests.note(status, None if stream else time.perf_counter() - begun)


class Metrics(Collector):
    """All figures of one process, found when they are asked for."""

    def __init__(self, app: FastAPI) -> None:
        self.app = app
        self.service: Service = app.state.service
        self._started = time.time()
        self._lock = threading.Lock()
        self._counted: tuple[float, dict[str, Any] | None] = (-KEEP_SECONDS, None)

    def describe(self) -> Iterable[Metric]:
        """Nothing is asked of the database before somebody looks."""
        return ()

    def collect(self) -> Iterable[Metric]:
        yield from self._of_database()
        yield from self._of_requests(self.app.state.requests)
        service = self.service
        yield _figure("streams", "Event streams that are open.", service.limits.streams)
        waiting = service.bot_pool.waiting
        yield _figure("thoughts_waiting", "Bots' thoughts waiting for their turn.", waiting)
        machines = service.bot_pool.machines
        yield _figure("thinking_machines", "Machines of a cluster that think for us.", machines)
        yield _figure("games_in_memory", "Games kept rebuilt.", len(service.games))
        yield _figure("games_bytes", "Memory that those take.", service.games.size)
        yield _figure("memory_bytes", "The most memory this process had.", most_memory())
        free = free_bytes(service.settings.data)
        if free is not None:
            yield _figure("disk_free_bytes", "Room left on the disk of the data folder.", free)
        yield _figure("start_seconds", "When this process began.", self._started)
        about = {"version": self.app.version}
        yield InfoMetricFamily("triarchy_version", "The version that runs.", value=about)

    def _of_database(self) -> Iterable[Metric]:
        counted = self._statistics()
        up = int(counted is not None)
        yield _figure("database_up", "1 if the database could be asked.", up)
        if counted is None:
            return
        yield _figure("people", "People who have said their name.", counted["people"])
        for name, about in (
            ("tables", "Tables by game and status."),
            ("moves", "Moves at those tables."),
        ):
            figure = GaugeMetricFamily(f"triarchy_{name}", about, labels=("game", "status"))
            for row in counted["tables"]:
                figure.add_metric((row["game"], row["status"]), row[name])
            yield figure

    def _statistics(self) -> dict[str, Any] | None:
        """What is in the database, counted now and then only; None if it cannot be asked."""
        with self._lock:
            when, counted = self._counted
            if time.monotonic() - when >= KEEP_SECONDS:
                try:
                    with self.service.storage.read() as connection:
                        counted = statistics(connection)
                except Refused:
                    counted = None
                self._counted = (time.monotonic() if counted else -KEEP_SECONDS, counted)
            return counted

    def _of_requests(self, requests: Requests) -> Iterable[Metric]:
        answered = CounterMetricFamily(
            "triarchy_requests", "Requests answered, by status.", labels=("status",)
        )
        for status, count in sorted(dict(requests.by_status).items()):
            answered.add_metric((str(status),), count)
        yield answered
        buckets, sum_of = [], 0
        for limit, count in zip((*map(str, BUCKETS), "+Inf"), tuple(requests.buckets), strict=True):
            sum_of += count
            buckets.append((limit, sum_of))
        about = "How long answers took, event streams apart."
        yield HistogramMetricFamily(
            "triarchy_request_seconds", about, buckets=buckets, sum_value=requests.seconds
        )


def _figure(name: str, about: str, value: float) -> Metric:
    return GaugeMetricFamily(f"triarchy_{name}", about, value=value)


def most_memory() -> int:
    """The most bytes of memory that this process has had at once."""
    if sys.platform == "win32":
        return 0
    import resource

    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


def read_address(text: str) -> tuple[str, int]:
    """The host and port of an option; only addresses that the public does not reach are taken."""
    host, _, port = text.rpartition(":")
    host = "127.0.0.1" if host == "localhost" else host.strip("[]")
    try:
        address = ipaddress.ip_address(host)
        number = int(port)
    except ValueError:
        number = -1
    if not 0 <= number <= 65535:
        raise BadRequest(f"Metrics are given at an address such as 127.0.0.1:9100, not {text!r}.")
    if address.is_unspecified or not (address.is_private or address.is_loopback):
        raise BadRequest(f"Metrics are given at a private address only, not at {host}.")
    return host, number


class MetricsServer:
    """Answers who asks for the metrics, in threads of its own."""

    def __init__(self, metrics: Metrics, host: str, port: int) -> None:
        registry = CollectorRegistry(auto_describe=False)
        registry.register(metrics)
        try:
            self._server, _ = start_http_server(port, host, registry)
        except OSError as error:
            said = f"Metrics cannot be given at {host}:{port}: {error.strerror}."
            raise BadRequest(said) from None
        port = self._server.server_port
        self.url = f"http://{f'[{host}]' if ':' in host else host}:{port}/metrics"

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
