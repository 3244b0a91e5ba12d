"""What a connection may cost before a request is complete: time, bytes, and connections per address.

uvicorn's own protocol, with whichever parser it uses, waits for ever for the rest of a request and
takes any number of connections; `limited_protocol` puts these limits around it.
"""

from __future__ import annotations

import asyncio
import ipaddress
import json
import re
import sys
from http import HTTPStatus
from typing import Any

import uvicorn

from triarchy.server.cluster import Cluster
from triarchy.server.http.reader_language import language_of
from triarchy.server.refusals import Refused
from triarchy.server.settings import Settings

MOST_HEAD = 16 * 1024
"""Bytes of a request line with its headers."""
LINGER_SECONDS = 2.0
"""So long a refused client may still send, so that it gets to read the answer."""
KEEP_SECONDS = 150
"""So long a connection may be silent between two requests: longer than proxies keep theirs (Caddy two
minutes), for whoever closes first may lose a request that is on its way. One too many pushes out the oldest."""
MOST_OPEN = 10_000
SPARE_FILES = 200
"""Open files that are kept for the database and everything else."""
END_OF_HEAD = re.compile(rb"\r?\n\r?\n")
ACCEPTED = re.compile(rb"(?im)^accept-language:([^\r\n]*)")


def network_of(host: str) -> str:
    """Whom an address stands for: an IPv6 subscriber has a whole /64."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return str(ipaddress.ip_network((address, 64), strict=False).network_address) + "/64"
    return str(address)


class Connections:
    """All open connections by address. One too many pushes out the oldest that asks for nothing."""

    def __init__(self, per_address: int, most: int, cluster: Cluster | None = None) -> None:
        self._shared = cluster.connections if cluster is not None else None
        self.per_address = per_address
        self.most = most
        self.count = 0
        self._open: dict[str, dict[LimitedProtocol, None]] = {}

    def admit(self, connection: LimitedProtocol) -> bool:
        """Note a new connection; False if there is no room for it."""
        own = self._open.setdefault(connection.address, {})
        own[connection] = None
        self.count += 1
        others = 0
        if self._shared is not None:
            self._shared.add(connection.address, 1)
            others = self._shared.others(connection.address)
        if self.per_address and len(own) + others > self.per_address:
            return self._make_room(own, connection)
        if self.count > self.most:
            crowds = sorted(self._open.values(), key=len, reverse=True)
            return any(self._make_room(each, connection) for each in crowds)
        return True

    def _make_room(self, among: dict[LimitedProtocol, None], newest: LimitedProtocol) -> bool:
        for connection in among:
            if connection is not newest and connection.asks_nothing:
                connection.drop()
                return True
        return False

    def leave(self, connection: LimitedProtocol) -> None:
        own = self._open.get(connection.address, {})
        if connection in own:
            del own[connection]
            self.count -= 1
            if self._shared is not None:
                self._shared.add(connection.address, -1)
        if not own:
            self._open.pop(connection.address, None)


class LimitedProtocol(asyncio.Protocol):
    """Mixed into uvicorn's protocol: see `limited_protocol`."""

    open_connections: Connections
    head_seconds: float
    # uvicorn's own:
    transport: asyncio.Transport
    loop: asyncio.AbstractEventLoop
    client: tuple[str, int] | None
    cycle: Any

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._head = bytearray()
        self._timer: asyncio.TimerHandle | None = None
        self._refused = False
        super().connection_made(transport)
        self.address = network_of(self.client[0] if self.client else "")
        if self.open_connections.admit(self):
            self._start_timer()
        else:
            self._refuse(Refused(503, "Too many connections; try again in a moment."))

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_timer()
        self.open_connections.leave(self)
        super().connection_lost(exc)

    @property
    def answering(self) -> bool:
        """Whether a request is being worked on."""
        return self.cycle is not None and not self.cycle.response_complete

    @property
    def asks_nothing(self) -> bool:
        """Whether no request is complete: silent, between two requests, or half sent."""
        return not self.answering and not self.transport.is_closing()

    def data_received(self, data: bytes) -> None:
        if self._refused or self.transport.is_closing():
            return
        request = self.cycle
        if request is None or not request.more_body:
            if self._head_too_long(data):
                self._refuse(Refused(431, "The headers of this request are too long."))
                return
            if self._timer is None and not self.answering:
                self._start_timer()
        super().data_received(data)
        if self.cycle is not request:
            self._head.clear()
            self._stop_timer()

    def _head_too_long(self, data: bytes) -> bool:
        """Whether the bytes up to the blank line are more than a request may have."""
        searched = max(0, len(self._head) - 3)
        self._head += data[: MOST_HEAD + 4]
        end = END_OF_HEAD.search(self._head, searched)
        return (len(self._head) if end is None else end.end()) > MOST_HEAD

    def _start_timer(self) -> None:
        self._timer = self.loop.call_later(self.head_seconds, self._too_slow)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _too_slow(self) -> None:
        self._timer = None
        if self.transport.is_closing():
            return
        if self._head:
            self._refuse(Refused(408, "The request took too long to arrive."))
        else:
            self.transport.close()

    def drop(self) -> None:
        """Close without an answer, to make room."""
        self.open_connections.leave(self)
        self.transport.abort()

    def _refuse(self, refusal: Refused) -> None:
        """Answer without uvicorn, and read no more of this connection."""
        self._stop_timer()
        self._refused = True
        if self.answering:
            self.transport.abort()
            return
        accepted = ACCEPTED.search(self._head)
        language = language_of(None, accepted[1].decode("latin-1") if accepted else "")
        body = json.dumps({"error": refusal.in_language(language)}, ensure_ascii=False).encode()
        phrase = HTTPStatus(refusal.status).phrase
        head = (
            f"HTTP/1.1 {refusal.status} {phrase}\r\ncontent-type: application/json\r\n"
            f"content-length: {len(body)}\r\nconnection: close\r\n\r\n"
        )
        self.transport.write(head.encode() + body)
        if self.transport.can_write_eof():
            self.transport.write_eof()
        self.loop.call_later(LINGER_SECONDS, self.transport.abort)


def limited_protocol(base: type[asyncio.Protocol], settings: Settings) -> type[asyncio.Protocol]:
    """One of uvicorn's protocols (for h11 or httptools) with our limits."""
    most = min(MOST_OPEN, max(50, allowed_files() - SPARE_FILES))
    limits = {
        "open_connections": Connections(settings.connections, most, settings.cluster),
        "head_seconds": settings.head_seconds,
    }
    return type(f"Limited{base.__name__}", (LimitedProtocol, base), limits)


def allowed_files() -> int:
    """How many files this process may have open; raised as far as the system lets us."""
    if sys.platform == "win32":
        return MOST_OPEN
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_OPEN + SPARE_FILES
    if soft != resource.RLIM_INFINITY and soft < wanted:
        most = wanted if hard == resource.RLIM_INFINITY else min(hard, wanted)
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
            return most
        except (ValueError, OSError):
            return soft
    return wanted


def uvicorn_config(app: Any, settings: Settings, http: str = "auto") -> uvicorn.Config:
    """How uvicorn serves the application: our limits, and no line in the log for a visitor's faults."""
    config = uvicorn.Config(
        app,
        http=http,
        log_level="error",
        access_log=False,
        ws="none",
        server_header=False,
        timeout_keep_alive=KEEP_SECONDS,
        timeout_graceful_shutdown=3,
        forwarded_allow_ips=list(settings.trust_proxy),
    )
    config.load()
    config.http_protocol_class = limited_protocol(config.http_protocol_class, settings)
    return config
