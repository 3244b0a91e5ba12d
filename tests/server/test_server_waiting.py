"""The event loop waits for no thread: whatever one holds, everybody else is answered meanwhile."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest

from tests.server.people import ME, OPEN, Person, Stream
from tests.server.servers import PATIENCE, Running, wait_for
from triarchy.server.screens.text_cache import Cache
from triarchy.server.service import Service
from triarchy.server.tables.game_cache import CachedGame

LOOK = {"width": 640, "language": "nl"}
ANSWERED = PATIENCE / 4
"""Seconds within which whoever asks for nothing of that is answered, while threads hold what they hold."""


@pytest.fixture
def table(plain_server: Running) -> str:
    """A game of two that has begun and is in memory."""
    anna, ben = Person(plain_server.url, "Anna"), Person(plain_server.url, "Ben")
    table = anna.make([ME, OPEN])
    ben.sit(table)
    anna.post(f"/api/tables/{table}/start")
    anna.screen(table)
    return table


@contextmanager
def a_thread_in(lock: Any) -> Iterator[None]:
    """While a thread holds a lock."""
    begun, end = threading.Event(), threading.Event()

    def hold() -> None:
        with lock:
            begun.set()
            end.wait(PATIENCE)

    thread = threading.Thread(target=hold)
    thread.start()
    begun.wait(PATIENCE)
    try:
        yield
    finally:
        end.set()
        thread.join()


def noting(monkeypatch: pytest.MonkeyPatch, kind: type, name: str) -> threading.Event:
    """Set when the event loop calls this."""
    called, usual = threading.Event(), getattr(kind, name)

    def noted(self: Any, *arguments: Any, **more: Any) -> Any:
        if threading.current_thread() in LOOPS:
            called.set()
        return usual(self, *arguments, **more)

    monkeypatch.setattr(kind, name, noted)
    return called


LOOPS: list[threading.Thread] = []


@pytest.fixture(autouse=True)
def loop_of(plain_server: Running) -> Iterator[None]:
    LOOPS[:] = [plain_server.thread]
    yield
    LOOPS.clear()


def test_a_game_that_a_thread_is_at(
    plain_server: Running, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The thread came just after it was seen that nobody is at the game.
    monkeypatch.setattr(CachedGame, "at_hand", lambda self, row: self.knows(row))
    asked = noting(monkeypatch, Service, "frame")
    with a_thread_in(plain_server.service.games[table].lock):
        stream = Stream(Person(plain_server.url), table, screen=True, **LOOK)
        assert asked.wait(PATIENCE)
        assert httpx.get(f"{plain_server.url}/api/status", timeout=ANSWERED).status_code == 200
        assert not stream.events
    stream.wait(lambda data: "screen" in data)
    stream.close()


def test_a_drawing_that_a_thread_makes(
    plain_server: Running, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache: Cache = plain_server.app.state.screens.cache
    made, begun, end = threading.Event(), threading.Event(), threading.Event()
    keep = cache._keep

    def slowly(key: tuple[Any, ...], text: Any) -> None:
        if key[0] == "picture" and threading.current_thread() not in LOOPS:
            begun.set()
            end.wait(PATIENCE)
        keep(key, text)

    monkeypatch.setattr(cache, "_keep", slowly)
    reader = threading.Thread(
        target=lambda: (Person(plain_server.url).screen(table, **LOOK), made.set())
    )
    reader.start()
    assert begun.wait(PATIENCE)
    asked = noting(monkeypatch, Service, "frame")
    stream = Stream(Person(plain_server.url), table, screen=True, **LOOK)
    assert asked.wait(PATIENCE)
    assert httpx.get(f"{plain_server.url}/api/status", timeout=ANSWERED).status_code == 200
    assert not stream.events
    end.set()
    stream.wait(lambda data: "screen" in data)
    reader.join()
    assert made.is_set()
    stream.close()
    wait_for(lambda: not cache._making)
