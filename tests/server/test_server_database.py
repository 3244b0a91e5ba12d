"""A database that is locked, full, read-only or gone: one sentence, one line, and readers go on."""

from __future__ import annotations

import logging
import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest
from sqlalchemy import event, text

from tests.server.people import ME, OPEN, Person, Stream
from tests.server.servers import Running, settings_for, wait_for
from triarchy.engine.errors import BadRequest
from triarchy.server.storage import database, errors
from triarchy.server.storage.database import Storage

HOT_SEAT = [ME, {**ME, "name": "Cleo"}]


@pytest.fixture
def running(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Running]:
    monkeypatch.setattr(errors, "_logged", {})
    monkeypatch.setattr(database, "WRITE_SECONDS", 0.2)
    running = Running(settings_for(tmp_path))
    running.ready("meridian")
    yield running
    running.close()


def locked(running: Running) -> sqlite3.Connection:
    """Another program's connection that keeps the database locked until it is closed."""
    other = sqlite3.connect(running.service.settings.data / "tables.sqlite")
    other.isolation_level = None
    other.execute("BEGIN EXCLUSIVE")
    return other


def reads(person: Person, table: str) -> list[int]:
    """The answers of everything that only reads."""
    paths = ("", "/screen", "/replay/0")
    own = [person.get(f"/api/tables/{table}{path}").status_code for path in paths]
    pages = ("/", "/api/status", "/api/tables", "/api/me", f"/table/{table}")
    return own + [person.get(page).status_code for page in pages]


def test_readers_do_not_wait_behind_a_write_that_waits(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = Person(running.url, "Anna")
    table = anna.make(HOT_SEAT, hot_seat=True)
    move = anna.screen(table)["moves"][0]["move"]
    store = running.service.storage
    monkeypatch.setattr(store, "_patience", 100.0)
    store.engine.dispose()
    other = locked(running)
    with ThreadPoolExecutor(20) as threads:
        try:
            writes = [threads.submit(anna.move, table, move, 0) for _ in range(8)]
            wait_for(lambda: store._writing.locked())
            reader = Person(running.url)
            assert set(reads(reader, table)) == {200}
            stream = Stream(reader, table)
            stream.wait(lambda data: data["number"] == 0)
            assert not any(write.done() for write in writes)
        finally:
            other.close()
        codes = sorted(write.result().status_code for write in writes)
    assert codes == [200] + [409] * 7
    stream.wait(lambda data: data["number"] == 1)
    stream.stop()


def test_a_locked_database_is_503_with_a_sentence_and_one_line_in_the_log(
    running: Running, caplog: pytest.LogCaptureFixture
) -> None:
    anna = Person(running.url, "Anna")
    table = anna.make(HOT_SEAT, hot_seat=True)
    move = anna.screen(table)["moves"][0]["move"]
    other = locked(running)
    with caplog.at_level(logging.WARNING):
        for _ in range(3):
            answer = anna.move(table, move, 0)
            assert answer.status_code == 503
            assert answer.json() == {"error": errors.BUSY}
        anna.client.headers["Accept-Language"] = "de"
        assert "Datenbank" in anna.post("/api/tables", _table()).json()["error"]
        assert set(reads(anna, table)) == {200}
    assert [record.levelname for record in caplog.records] == ["ERROR"]
    assert "\n" not in caplog.records[0].getMessage()
    other.close()
    assert anna.move(table, move, 0).status_code == 200


def _table() -> dict[str, object]:
    return {"game": "meridian", "seats": [ME, OPEN]}


def test_writers_that_wait_leave_room_for_readers(running: Running) -> None:
    """More writes at once than threads: those beyond a few are refused at once."""
    anna = Person(running.url, "Anna")
    table = anna.make(HOT_SEAT, hot_seat=True)
    other = locked(running)
    people = [Person(running.url) for _ in range(8)]
    for number, person in enumerate(people):
        person.client.headers["X-Forwarded-For"] = f"10.0.0.{number}"
    with ThreadPoolExecutor(64) as threads:
        writes = [threads.submit(person.post, "/api/tables", _table()) for person in people * 10]
        assert set(reads(anna, table)) == {200}
        assert {write.result().status_code for write in writes} == {503}
    other.close()
    assert anna.post("/api/tables", _table()).status_code == 201


@pytest.mark.parametrize(
    ("pragma", "sentence"),
    [("max_page_count=1", errors.FULL), ("query_only=ON", errors.READ_ONLY)],
)
def test_a_full_disk_and_a_read_only_database_are_said_and_change_nothing(
    running: Running, caplog: pytest.LogCaptureFixture, pragma: str, sentence: str
) -> None:
    anna = Person(running.url, "Anna")
    table = anna.make(HOT_SEAT, hot_seat=True)
    engine = running.service.storage.engine

    def restrict(connection: sqlite3.Connection, _: object) -> None:
        connection.execute(f"PRAGMA {pragma}")

    event.listen(engine, "connect", restrict)
    engine.dispose()
    before = anna.screen(table)
    long = {"text": "x" * 500}
    with caplog.at_level(logging.WARNING):
        wait_for(lambda: anna.post(f"/api/tables/{table}/chat", long).status_code == 503)
        kept = len(anna.screen(table)["chat"])
        for _ in range(3):
            answer = anna.post(f"/api/tables/{table}/chat", long)
            assert answer.status_code == 503
            assert answer.json() == {"error": sentence}
    assert len(anna.screen(table)["chat"]) == kept
    assert anna.screen(table)["board"] == before["board"]
    assert len(caplog.records) == 1
    assert "\n" not in caplog.records[0].getMessage()
    event.remove(engine, "connect", restrict)
    engine.dispose()
    assert anna.post(f"/api/tables/{table}/chat", long).status_code == 201


def test_a_database_that_has_gone_is_said_and_not_made_anew(
    running: Running, caplog: pytest.LogCaptureFixture
) -> None:
    anna = Person(running.url, "Anna")
    table = anna.make(HOT_SEAT, hot_seat=True)
    folder = running.service.settings.data
    for path in folder.iterdir():
        path.rename(folder.parent / path.name)
    with caplog.at_level(logging.WARNING):
        for answer in (
            anna.get(f"/api/tables/{table}"),
            anna.get("/api/tables"),
            anna.post("/api/tables", _table()),
        ):
            assert answer.status_code == 503
            assert answer.json() == {"error": errors.GONE}
        assert anna.get("/").status_code == 503
        assert anna.get("/api/status").status_code == 200
    assert len(caplog.records) == 1
    assert list(folder.iterdir()) == []
    for path in folder.parent.glob("tables.sqlite*"):
        path.rename(folder / path.name)
    assert anna.get(f"/api/tables/{table}").status_code == 200


# PostgreSQL


def test_a_row_locked_on_postgresql_holds_up_no_reader(
    tmp_path: Path, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "WRITE_SECONDS", 0.2)
    running = Running(settings_for(tmp_path, postgres_url))
    try:
        running.ready("meridian")
        anna = Person(running.url, "Anna")
        table = anna.make(HOT_SEAT, hot_seat=True)
        move = anna.screen(table)["moves"][0]["move"]
        with psycopg.connect(postgres_url) as other:
            other.execute("SELECT 1 FROM tables WHERE id = %s FOR UPDATE", (table,))
            answer = anna.move(table, move, 0)
            assert answer.status_code == 503
            assert answer.json() == {"error": errors.BUSY}
            assert set(reads(anna, table)) == {200}
        assert anna.move(table, move, 0).status_code == 200
    finally:
        running.close()


def test_a_postgresql_database_that_has_gone_is_said(tmp_path: Path, postgres_url: str) -> None:
    with psycopg.connect(postgres_url, autocommit=True) as other:
        other.execute("CREATE DATABASE vanishing")
        running = Running(settings_for(tmp_path, postgres_url.replace("/postgres?", "/vanishing?")))
        try:
            running.ready("meridian")
            anna = Person(running.url, "Anna")
            other.execute("DROP DATABASE vanishing WITH (FORCE)")
            for answer in (anna.get("/api/tables"), anna.post("/api/tables", _table())):
                assert answer.status_code == 503
                assert answer.json() == {"error": errors.GONE}
            assert anna.get("/api/status").status_code == 200
        finally:
            running.close()


# The start


def test_a_start_without_a_usable_database_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "START_SECONDS", 0.1)
    (tmp_path / "folder.sqlite").mkdir()
    (tmp_path / "text.sqlite").write_text("This is no database. " * 100)
    (tmp_path / "file").write_text("")
    for place in ("folder.sqlite", "text.sqlite", "file/tables.sqlite"):
        with pytest.raises(BadRequest, match="cannot be used"):
            Storage(f"sqlite:///{tmp_path / place}")
    good = f"sqlite:///{tmp_path / 'good.sqlite'}"
    Storage(good).close()
    other = sqlite3.connect(tmp_path / "good.sqlite", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(BadRequest, match="locked"):
        Storage(good)
    other.execute("ROLLBACK")
    other.execute("UPDATE alembic_version SET version_num = 'from the future'")
    with pytest.raises(BadRequest, match="newer version"):
        Storage(good)
    other.close()


def test_a_start_that_could_not_write_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An up-to-date database in a read-only folder: nothing would have to be written to start."""
    good = f"sqlite:///{tmp_path / 'good.sqlite'}"
    Storage(good).close()
    careful = Storage._careful_sqlite

    def restricted(self: Storage, connection: sqlite3.Connection, record: object) -> None:
        careful(self, connection, record)
        connection.execute("PRAGMA query_only=ON")

    monkeypatch.setattr(Storage, "_careful_sqlite", restricted)
    with pytest.raises(BadRequest, match="readonly"):
        Storage(good)


def test_the_command_says_why_it_does_not_start(tmp_path: Path) -> None:
    (tmp_path / "tables.sqlite").write_text("This is no database. " * 100)
    command = [sys.executable, "-c", "from triarchy.shell import main; main()", "serve"]
    result = subprocess.run(
        [*command, "--no-browser", "--port", "0", "--data", str(tmp_path)],
        capture_output=True,
        text=True,
        env=os.environ | {"TRIARCHY_DATA": str(tmp_path)},
    )
    assert result.returncode == 2
    assert result.stdout == ""
    assert result.stderr == "The database cannot be used: file is not a database.\n"


def test_httpx_is_told_when_to_ask_again(running: Running) -> None:
    other = locked(running)
    answer = httpx.post(f"{running.url}/api/tables", json=_table())
    assert answer.headers["retry-after"] == "1"
    other.close()


def test_a_reader_at_postgresql_begins_no_transaction(postgres_url: str) -> None:
    storage = Storage(postgres_url)
    with storage.read() as connection:
        assert connection.execute(text("SELECT 1")).scalar() == 1
        driver: Any = connection.connection.driver_connection
        assert driver.info.transaction_status == psycopg.pq.TransactionStatus.IDLE
    with storage.write() as connection:
        connection.execute(text("SELECT 1"))
        driver = connection.connection.driver_connection
        assert driver.info.transaction_status == psycopg.pq.TransactionStatus.INTRANS
    storage.close()
