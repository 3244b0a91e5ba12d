"""Caddy and nginx, started with the examples of deploy/ before a server: TLS with a certificate of our own,
event streams that come at once, and addresses of visitors that only the proxy can say."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import httpx
import pytest

from tests.hosting.proxies import NAME, Certificate, Proxy, caddy, nginx
from tests.hosting.whole_game import free_port, play_a_game
from tests.server.people import Person
from tests.server.servers import PATIENCE, Process

pytestmark = pytest.mark.slow


@dataclass
class Served:
    """A server's address behind its proxy, and the one that people use."""

    inside: str
    public: str


@contextmanager
def server(folder: Path, proxy: Proxy, certificate: Certificate, *more: str) -> Iterator[Served]:
    """A server behind one of the proxies."""
    inside, outside = free_port(), free_port()
    public = f"https://{NAME}:{outside}"
    process = Process(
        "--data", str(folder / "data"), "--port", str(inside), "--public-url", public,
        "--connections", "0", *more,
    )  # fmt: skip
    try:
        with proxy(folder, [f"127.0.0.1:{inside}"], outside, certificate):
            yield Served(f"http://127.0.0.1:{inside}", public)
    finally:
        process.kill()


@pytest.mark.parametrize("proxy", [caddy, nginx])
def test_a_game_through_a_proxy(proxy: Proxy, certificate: Certificate, tmp_path: Path) -> None:
    with server(tmp_path, proxy, certificate) as served:
        anna = Person(served.public)
        anna.client = httpx.Client(
            base_url=served.public, timeout=PATIENCE, verify=certificate.trust
        )
        anna.put("/api/me", {"name": "Anna"})
        assert [cookie.secure for cookie in anna.client.cookies.jar] == [True]
        play_a_game(anna, trust=certificate.trust)


@pytest.mark.parametrize("proxy", [caddy, nginx])
def test_only_the_proxy_says_who_asks(
    proxy: Proxy, certificate: Certificate, tmp_path: Path
) -> None:
    """Whoever claims another address with each request has one visitor's allowance all the same."""
    with server(tmp_path, proxy, certificate, "--tables-per-hour", "3") as served:
        with httpx.Client(
            base_url=served.public, timeout=PATIENCE, verify=certificate.trust
        ) as client:
            assert [claimed(client, number) for number in range(5)] == [422, 422, 422, 429, 429]
        # The server believes who asks from where its proxy is.
        with httpx.Client(base_url=served.inside, timeout=PATIENCE) as client:
            assert [claimed(client, number) for number in range(5)] == [422] * 5


def claimed(client: httpx.Client, number: int) -> int:
    """The status for a record that is none, from an address that is claimed."""
    headers = {"X-Forwarded-For": f"198.51.100.{number}"}
    return client.post("/api/records", json={}, headers=headers).status_code


@contextmanager
def named_servers(count: int) -> Iterator[list[str]]:
    """So many servers that answer with their own address."""

    class Named(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            port = self.connection.getsockname()[1]
            answer = f"127.0.0.1:{port}".encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, *_: object) -> None:
            """Nobody reads it."""

    servers = [ThreadingHTTPServer(("127.0.0.1", 0), Named) for _ in range(count)]
    try:
        for each in servers:
            threading.Thread(target=each.serve_forever, daemon=True).start()
        yield [f"127.0.0.1:{each.server_port}" for each in servers]
    finally:
        for each in servers:
            each.shutdown()
            each.server_close()


@pytest.mark.parametrize("proxy", [caddy, nginx])
def test_all_who_are_at_a_table_are_at_one_server(
    proxy: Proxy, certificate: Certificate, tmp_path: Path
) -> None:
    outside = free_port()
    with named_servers(3) as inside, proxy(tmp_path, inside, outside, certificate):
        public = f"https://{NAME}:{outside}"

        def asked(path: str) -> str:
            # A visitor of its own for each: nothing but the table can lead them together.
            with httpx.Client(base_url=public, verify=certificate.trust) as visitor:
                return visitor.get(path).text

        found = set()
        for number in range(20):
            table = f"Tab-le_{number}"
            pages = (f"/table/{table}", f"/replay/{table}?at=3", f"/games/table/{table}")
            calls = (f"/api/tables/{table}", f"/api/tables/{table}/screen?width=360")
            (one,) = {asked(path) for path in (*pages, *calls)}
            found.add(one)
        assert found == set(inside)
