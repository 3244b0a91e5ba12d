"""Servers on one PostgreSQL database tell each other of changes; here nobody finds any by looking."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from tests.server.people import ME, OPEN, Person, Stream
from tests.server.servers import Running, settings_for, wait_for
from triarchy.server import announcements
from triarchy.server.service import SELDOM

NEVER = 3600.0


@pytest.fixture(scope="module")
def both(
    postgres_url: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Running, Running]]:
    """Two servers that look for each other's changes only once an hour."""
    folders = (tmp_path_factory.mktemp(name) for name in ("one", "two"))
    servers = [Running(settings_for(folder, postgres_url, poll=NEVER)) for folder in folders]
    for running in servers:
        running.ready("meridian")
        wait_for(lambda running=running: running.service.hub.poll == NEVER * SELDOM)
    yield servers[0], servers[1]
    for running in servers:
        running.close()


def listeners(url: str) -> list[int]:
    """The processes of PostgreSQL that servers listen by."""
    with psycopg.connect(url) as connection:
        query = "SELECT pid FROM pg_stat_activity WHERE query IN ('LISTEN triarchy', 'SELECT 1')"
        return [pid for (pid,) in connection.execute(query).fetchall()]


def test_a_change_reaches_who_is_at_another_server(both: tuple[Running, Running]) -> None:
    anna, ben = Person(both[0].url, "Anna"), Person(both[1].url, "Ben")
    table = anna.make([ME, OPEN])
    stream = Stream(ben, table)
    stream.wait(lambda data: True)
    ben.sit(table)
    anna.post(f"/api/tables/{table}/start")
    for number in range(6):
        mover = wait_for(
            lambda: next((p for p in (anna, ben) if p.table(table)["your_turn"]), None)
        )
        now = mover.play(table, number)["number"]
        stream.wait(lambda data, now=now: data.get("number", 0) >= now)
    anna.post(f"/api/tables/{table}/chat", {"text": "well played"})
    stream.wait(lambda data: "well played" in json.dumps(data))
    stream.stop()


def test_moves_are_followed_in_memory_by_another_server(
    both: tuple[Running, Running], monkeypatch: pytest.MonkeyPatch
) -> None:
    followed: list[str] = []
    follow = both[1].service._follow
    monkeypatch.setattr(
        both[1].service,
        "_follow",
        lambda table, *rest: (followed.append(table), follow(table, *rest)),
    )
    anna = Person(both[0].url, "Anna")
    table = anna.make([ME, {**ME, "name": "Ben"}], hot_seat=True)
    stream = Stream(Person(both[1].url), table)
    stream.wait(lambda data: True)
    now = anna.play(table)["number"]
    stream.wait(lambda data: data.get("number", 0) >= now)
    assert followed == [table]
    assert both[1].service.snapshots.known(table).row.version == anna.table(table)["version"]
    stream.stop()


def test_news_that_are_too_long_are_told_without_the_moves(
    both: tuple[Running, Running], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(announcements, "LONGEST", 150)
    anna = Person(both[0].url, "Anna")
    table = anna.make([ME, {**ME, "name": "Ben"}], hot_seat=True)
    stream = Stream(Person(both[1].url), table)
    stream.wait(lambda data: True)
    now = anna.play(table)["number"]
    stream.wait(lambda data: data.get("number", 0) >= now)
    stream.stop()


def test_a_connection_that_breaks_is_made_anew(
    both: tuple[Running, Running], postgres_url: str
) -> None:
    before = listeners(postgres_url)
    assert len(before) == 2
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        for pid in before:
            connection.execute("SELECT pg_terminate_backend(%s)", (pid,))
    after = wait_for(lambda: len(found := listeners(postgres_url)) == 2 and found)
    assert not set(before) & set(after)
    anna = Person(both[0].url, "Anna")
    table = anna.make([ME, {**ME, "name": "Ben"}], hot_seat=True)
    stream = Stream(Person(both[1].url), table)
    stream.wait(lambda data: True)
    now = anna.play(table)["number"]
    stream.wait(lambda data: data.get("number", 0) >= now)
    stream.stop()


def test_what_nobody_told_is_found_by_looking(postgres_url: str, tmp_path: Path) -> None:
    """As with a server of a version that does not tell."""
    one, other = (Running(settings_for(tmp_path / name, postgres_url)) for name in ("a", "b"))
    one.ready("meridian")
    other.ready("meridian")
    one.service.announcements.tell = lambda *news: None
    anna = Person(one.url, "Anna")
    table = anna.make([ME, {**ME, "name": "Ben"}], hot_seat=True)
    stream = Stream(Person(other.url), table)
    stream.wait(lambda data: True)
    begun, now = time.monotonic(), anna.play(table)["number"]
    stream.wait(lambda data: data.get("number", 0) >= now)
    assert time.monotonic() - begun < 30
    stream.stop()
    one.close()
    other.close()
