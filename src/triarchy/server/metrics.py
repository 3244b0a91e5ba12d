"""Figures for Prometheus, in its text format, at an address of their own that is not the public one."""

from __future__ import annotations

import ipaddress
import sys
import threading
import time
from bisect import bisect_left
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from fastapi import FastAPI
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from triarchy.engine.errors import BadRequest
from triarchy.server.hosting import statistics
from triarchy.server.refusals import Refused
from triarchy.server.service import Service

BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Seconds by which answers are sorted."""
KEEP_SECONDS = 15.0
"""For how long what was counted in the database is told again."""
KIND = "text/plain; version=0.0.4; charset=utf-8"


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


class Metrics:
    """All figures of one process as a page."""

    def __init__(self, app: FastAPI) -> None:
        self.app = app
        self.service: Service = app.state.service
        self._started = time.time()
        self._lock = threading.Lock()
        self._counted: tuple[float, dict[str, Any] | None] = (-KEEP_SECONDS, None)

    def text(self) -> str:
        return "".join(f"{line}\n" for line in self._lines())

    def _lines(self) -> Iterator[str]:
        yield from self._of_database()
        yield from self._of_requests(self.app.state.requests)
        service, streams = self.service, self.app.state.streams
        yield from _figure("streams", "Event streams that are open.", streams.count)
        waiting = service.bot_pool.waiting
        yield from _figure("thoughts_waiting", "Bots' thoughts waiting for their turn.", waiting)
        yield from _figure("games_in_memory", "Games kept rebuilt.", len(service.games))
        yield from _figure("games_bytes", "Memory that those take.", service.games.size)
        yield from _figure("memory_bytes", "The most memory this process had.", most_memory())
        yield from _figure("start_seconds", "When this process began.", f"{self._started:.3f}")

    def _of_database(self) -> Iterator[str]:
        counted = self._statistics()
        up = int(counted is not None)
        yield from _figure("database_up", "1 if the database could be asked.", up)
        if counted is None:
            return
        yield from _figure("people", "People who have said their name.", counted["people"])
        for name, about in (
            ("tables", "Tables by game and status."),
            ("moves", "Moves at those tables."),
        ):
            yield from _head(name, about, "gauge")
            for row in counted["tables"]:
                labels = f'game="{row["game"]}",status="{row["status"]}"'
                yield f"triarchy_{name}{{{labels}}} {row[name]}"

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

    def _of_requests(self, requests: Requests) -> Iterator[str]:
        yield from _head("requests_total", "Requests answered, by status.", "counter")
        for status, count in sorted(dict(requests.by_status).items()):
            yield f'triarchy_requests_total{{status="{status}"}} {count}'
        name, sum_of = "request_seconds", 0
        yield from _head(name, "How long answers took, event streams apart.", "histogram")
        buckets = tuple(requests.buckets)
        for limit, count in zip((*map(str, BUCKETS), "+Inf"), buckets, strict=True):
            sum_of += count
            yield f'triarchy_{name}_bucket{{le="{limit}"}} {sum_of}'
        yield f"triarchy_{name}_sum {requests.seconds:.6f}"
        yield f"triarchy_{name}_count {sum_of}"


def _head(name: str, about: str, kind: str) -> Iterator[str]:
    yield f"# HELP triarchy_{name} {about}"
    yield f"# TYPE triarchy_{name} {kind}"


def _figure(name: str, about: str, value: Any) -> Iterator[str]:
    yield from _head(name, about, "gauge")
    yield f"triarchy_{name} {value}"


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
    """Answers GET /metrics in a thread of its own, and nothing else."""

    def __init__(self, metrics: Metrics, host: str, port: int) -> None:
        server_class = type(
            "Server",
            (ThreadingHTTPServer,),
            {"address_family": _family(host), "daemon_threads": True},
        )
        try:
            self._server = server_class((host, port), _handler(metrics))
        except OSError as error:
            said = f"Metrics cannot be given at {host}:{port}: {error.strerror}."
            raise BadRequest(said) from None
        port = self._server.server_address[1]
        self.url = f"http://{f'[{host}]' if ':' in host else host}:{port}/metrics"
        threading.Thread(target=self._server.serve_forever, name="metrics", daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


def _family(host: str) -> Any:
    import socket

    return socket.AF_INET6 if ":" in host else socket.AF_INET


def _handler(metrics: Metrics) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        timeout = 10
        server_version = "Triarchy"
        sys_version = ""

        def do_GET(self) -> None:
            if self.path.partition("?")[0] != "/metrics":
                self.send_error(404)
                return
            body = metrics.text().encode()
            self.send_response(200)
            self.send_header("Content-Type", KIND)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *arguments: Any) -> None:
            """Nothing is written about who looks."""

    return Handler
