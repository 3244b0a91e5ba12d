"""What one address may cost: headers, cookies, half-sent requests, connections, names of the server."""

from __future__ import annotations

import contextlib
import json
import logging
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from starlette.datastructures import Headers

from tests.server.people import ME, OPEN, Person
from tests.server.servers import Running, settings_for, wait_for
from triarchy.server.http import guard
from triarchy.server.http.guard import read_cookies
from triarchy.server.http.protocol import network_of, uvicorn_config

HALF = b"GET /api/status HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "


@pytest.fixture(scope="module", params=["h11", "httptools"])
def small_server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Running]:
    """A server with little patience and room for few connections, with either parser."""
    pytest.importorskip(request.param, reason=f"{request.param} is not installed")
    folder = tmp_path_factory.mktemp("small")
    settings = settings_for(
        folder, connections=20, head_seconds=1.0, allow_hosts=("games.example",)
    )
    running = Running(settings, http=request.param)
    running.ready("meridian")
    yield running
    running.close()


def answer_to(client: socket.socket) -> tuple[int, dict[str, str]]:
    """The status and the document of an answer on a bare socket."""
    data = b""
    with contextlib.suppress(ConnectionResetError):
        while piece := client.recv(65536):
            data += piece
    client.close()
    head, _, body = data.partition(b"\r\n\r\n")
    return int(head.split()[1]), json.loads(body)


# Cookies and headers


def test_a_cookie_of_another_application_does_not_hide_ours(plain_server: Running) -> None:
    anna = Person(plain_server.url, "Anna")
    own = f"triarchy_me={anna.client.cookies['triarchy_me']}"
    for foreign in ('prefs={"a":1}', 'a="\\"', "=", ";;", "x=[1,2];y", "triarchy_meagre=1", 'q="'):
        for header in (f"{foreign}; {own}", f"{own}; {foreign}"):
            answer = httpx.get(f"{plain_server.url}/api/me", headers={"Cookie": header})
            assert answer.json()["name"] == "Anna", header
            assert "set-cookie" not in answer.headers


def test_cookies_in_several_headers_are_read(plain_server: Running) -> None:
    anna = Person(plain_server.url, "Anna")
    lines = [("Cookie", "a=1"), ("Cookie", f"triarchy_me={anna.client.cookies['triarchy_me']}")]
    assert httpx.get(f"{plain_server.url}/api/me", headers=lines).json()["name"] == "Anna"


def test_reading_cookies_looks_at_each_character_a_few_times_only() -> None:
    """Counted, not timed: the text is split once, and only our own names are looked into."""

    class Counting(str):
        looks = 0

        def partition(self, sep: str, /) -> tuple[str, str, str]:
            Counting.looks += len(self)
            return super().partition(sep)

        def split(self, *args: object) -> list[str]:  # type: ignore[override]
            Counting.looks += len(self)
            return [Counting(part) for part in super().split(*args)]  # type: ignore[arg-type]

    text = Counting('a="' + '\\"' * 30000 + "; triarchy_theme=dark")
    assert read_cookies(text) == {"triarchy_theme": "dark"}
    assert Counting.looks <= 2 * len(text)


def test_long_headers_are_refused_before_they_are_read(small_server: Running) -> None:
    cookie = 'a="' + '\\"' * 30000
    answer = httpx.get(f"{small_server.url}/api/status", headers={"Cookie": cookie})
    assert answer.status_code == 431
    assert set(answer.json()) == {"error"}
    german = {"Accept-Language": "de", "Cookie": cookie}
    said = httpx.get(f"{small_server.url}/api/status", headers=german).json()["error"]
    assert said == "Die Kopfzeilen dieser Anfrage sind zu lang."
    fitting = {"Cookie": 'a="' + '\\"' * 7000}
    assert httpx.get(f"{small_server.url}/api/status", headers=fitting).status_code == 200
    client = small_server.connect(b"GET /" + b"a" * 20_000)
    assert answer_to(client)[0] == 431


def test_long_headers_behind_another_request_are_refused_too(small_server: Running) -> None:
    first = b"GET /api/status HTTP/1.1\r\nHost: localhost\r\n\r\n"
    second = first[:-2] + b"X: " + b"a" * 20_000 + b"\r\nConnection: close\r\n\r\n"
    client = small_server.connect(first + second)
    data = b""
    with contextlib.suppress(ConnectionResetError):
        while piece := client.recv(65536):
            data += piece
    codes = [int(part[:3]) for part in data.split(b"HTTP/1.1 ")[1:]]
    assert codes in ([], [200], [200, 431]), codes


def test_limits_come_before_cookies_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = Running(settings_for(tmp_path, requests_per_second=1.0))
    try:
        with httpx.Client(base_url=running.url) as client:
            wait_for(lambda: client.get("/api/me").status_code == 429)

            def read(header: str) -> dict[str, str]:
                raise AssertionError("read a cookie of a request that was refused")

            monkeypatch.setattr(guard, "read_cookies", read)
            codes = {client.get("/api/me").status_code for _ in range(3)}
            assert codes == {429}
    finally:
        running.close()


# Half-sent requests


def test_half_sent_requests_are_ended_and_keep_nobody_out(small_server: Running) -> None:
    """Far more than there is room for: the oldest make room, and each is told or closed in time."""
    flood = [small_server.connect(HALF) for _ in range(120)]
    with httpx.Client(base_url=small_server.url) as client:
        assert client.get("/api/status").status_code == 200
    last = flood.pop()
    status, document = answer_to(last)
    assert (status, set(document)) == (408, {"error"})
    for client_socket in flood:
        with contextlib.suppress(ConnectionResetError):
            while client_socket.recv(65536):
                pass
        client_socket.close()


def test_a_drip_of_bytes_does_not_keep_a_connection(small_server: Running) -> None:
    client = small_server.connect(HALF)
    client.settimeout(0.05)
    end = time.monotonic() + 60
    data = b""
    while time.monotonic() < end:
        try:
            client.sendall(b"a")
            piece = client.recv(65536)
        except TimeoutError:
            continue
        except OSError:
            break
        data += piece
        if not piece:
            break
    assert b"408" in data.split(b"\r\n")[0]


def test_silent_connections_and_second_requests_are_ended_too(small_server: Running) -> None:
    silent = small_server.connect()
    assert silent.recv(1) == b""
    second = small_server.connect(b"GET /api/status HTTP/1.1\r\nHost: localhost\r\n\r\n")
    assert second.recv(65536).startswith(b"HTTP/1.1 200")
    second.sendall(HALF)
    rest = b""
    while piece := second.recv(65536):
        rest += piece
    assert b"HTTP/1.1 408" in rest


def test_a_connection_between_two_requests_is_kept_longer_than_proxies_keep_theirs(
    tmp_path: Path,
) -> None:
    config = uvicorn_config(None, settings_for(tmp_path))
    assert config.timeout_keep_alive > 120


def test_a_body_that_never_comes_is_ended(
    small_server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guard, "BODY_SECONDS", 0.3)
    head = b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    client = small_server.connect(head + b"Connection: close\r\nContent-Length: 50\r\n\r\n{")
    status, document = answer_to(client)
    assert (status, set(document)) == (408, {"error"})


def test_requests_being_answered_are_never_pushed_out(small_server: Running) -> None:
    anna = Person(small_server.url, "Anna")
    table = anna.make([ME, OPEN])
    get = f"GET /api/tables/{table}/events HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
    streams = [small_server.connect(get) for _ in range(19)]
    for stream in streams:
        assert stream.recv(65536).startswith(b"HTTP/1.1 200")
    flood = [small_server.connect(HALF) for _ in range(50)]
    refused = 0
    for each in flood:
        with contextlib.suppress(ConnectionResetError):
            refused += b"HTTP/1.1 503" in each.recv(65536)
        each.close()
    anna.post(f"/api/tables/{table}/chat", {"text": "hello"})
    for stream in streams:
        data = b""
        while b"hello" not in data:
            piece = stream.recv(65536)
            assert piece
            data += piece
        stream.close()


def test_faults_of_visitors_leave_no_lines_in_the_log(
    small_server: Running, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO):
        for data in (
            b"nonsense\r\n\r\n",
            b"\x16\x03\x01\x02\x00\x01\x00",
            b"GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: upgrade\r\n\r\n",
            b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n",
            b"POST /api/records HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{",
        ):
            client = small_server.connect(data)
            client.shutdown(socket.SHUT_WR)
            with contextlib.suppress(ConnectionResetError):
                while client.recv(65536):
                    pass
            client.close()
    lines = [record for record in caplog.records if record.name.startswith(("uvicorn", "triarchy"))]
    assert lines == []


def test_more_requests_at_once_than_the_limit_are_refused_but_streams_do_not_count(
    tmp_path: Path,
) -> None:
    running = Running(settings_for(tmp_path, concurrency=2))
    try:
        running.ready("meridian")
        anna = Person(running.url, "Anna")
        table = anna.make([ME, OPEN])
        get = f"GET /api/tables/{table}/events HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
        streams = [running.connect(get) for _ in range(5)]
        for stream in streams:
            assert stream.recv(65536).startswith(b"HTTP/1.1 200")
        assert anna.get("/api/status").status_code == 200
        head = b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        waiting = []

        def crowded() -> bool:
            # One that comes while the last answer is being finished is refused itself.
            waiting.append(running.connect(head + b"Content-Length: 50\r\n\r\n{"))
            return anna.get("/api/status").status_code == 503

        wait_for(crowded)
        assert set(anna.get("/api/status").json()) == {"error"}
        for each in waiting:
            each.close()
        wait_for(lambda: anna.get("/api/status").status_code == 200)
        for stream in streams:
            stream.close()
    finally:
        running.close()


# Names


@pytest.mark.parametrize(
    ("host", "known"),
    [
        ("127.0.0.1:8000", True),
        ("localhost", True),
        ("LOCALHOST:80", True),
        ("[::1]:8000", True),
        ("192.168.1.7", True),
        ("games.example", True),
        ("Games.Example.:443", True),
        (socket.gethostname(), True),
        ("evil.example", False),
        ("evil.example:8000", False),
        ("127.0.0.1.evil.example", False),
        ("games.example.evil.example", False),
        ("localhost@evil.example", False),
        ("localhost.evil.example", False),
        ("[evil.example]", False),
        ("", False),
    ],
)
def test_only_the_names_of_this_server_are_answered(
    small_server: Running, host: str, known: bool
) -> None:
    for path in ("/", "/api/status", "/api/tables", "/static/favicon.svg"):
        answer = httpx.get(small_server.url + path, headers={"Host": host})
        assert answer.status_code == (200 if known else 400), (path, answer.text)


def test_the_public_address_is_a_name_of_the_server(tmp_path: Path) -> None:
    own = guard.own_hosts(settings_for(tmp_path, public_url="https://play.example/x"))
    for host, known in (("play.example", True), ("example", False)):
        assert guard.known_host([host], own) == known
    assert not guard.known_host(["play.example", "play.example"], own)
    assert guard.known_host(Headers({}).getlist("host"), own)


def test_limits_count_a_whole_ipv6_subscriber() -> None:
    assert network_of("2001:db8::1") == network_of("2001:db8::ffff:1") != network_of("2001:db9::1")
    assert network_of("::ffff:10.0.0.1") == network_of("10.0.0.1") == "10.0.0.1"
