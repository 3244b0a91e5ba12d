"""Moves on their way into the database: written for a table that is what it was, several in one go."""

from __future__ import annotations

import secrets
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from threading import Event

import pytest
from sqlalchemy import insert, select, text, update
from sqlalchemy.exc import DBAPIError, IntegrityError

from tests.server.people import ME, Person
from tests.server.servers import Running, wait_for
from triarchy.server.refusals import Refused
from triarchy.server.storage import database, models
from triarchy.server.storage.database import Storage
from triarchy.server.storage.move_writer import Entry, Played, write_all

TABLE = {
    "name": "Anna's table", "game": "meridian", "players": 2, "board": "original", "options": "{}",
    "rules": 1, "base": 0, "status": "playing", "public": True, "hot_seat": False, "hints": True,
    "created": 0.0, "changed": 0.0, "moved": 0.0, "version": 1, "number": 0, "undos": 0,
    "lease_until": 0.0,
}  # fmt: skip


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Storage]:
    url = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    if request.param == "postgresql":
        url = request.getfixturevalue("postgres_url").replace("postgresql:", "postgresql+psycopg:")
    opened = Storage(url)
    yield opened
    opened.close()


def tables_of(store: Storage, count: int) -> list[str]:
    """Ids of so many new tables; the database may have others."""
    names = [secrets.token_hex(8) for _ in range(count)]
    with store.write() as connection:
        connection.execute(insert(models.tables), [{"id": name, **TABLE} for name in names])
    return names


def entry(table_id: str, version: int = 1, *moves: str) -> Entry:
    """Moves that follow a version of a table."""
    played = [Played(number, move, False, 1.5) for number, move in enumerate(moves or ("a",), 1)]
    values = {"version": version + 1, "number": len(played), "winners": None}
    return Entry(table_id, version, values, played)


def moves_of(store: Storage, table_id: str) -> list[str]:
    moves = models.moves.c
    query = select(moves.move).where(moves.table_id == table_id).order_by(moves.number)
    with store.read() as connection:
        return list(connection.execute(query).scalars())


def version_of(store: Storage, table_id: str) -> object:
    tables = models.tables.c
    with store.read() as connection:
        return connection.execute(select(tables.version).where(tables.id == table_id)).scalar_one()


def test_moves_and_the_row_are_written_together(store: Storage) -> None:
    [one] = tables_of(store, 1)
    assert store.enter(entry(one, 1, "a", "b"))
    assert moves_of(store, one) == ["a", "b"]
    assert version_of(store, one) == 2


def test_nothing_is_written_of_a_table_that_has_changed_or_gone(store: Storage) -> None:
    [one] = tables_of(store, 1)
    with store.write() as connection:
        own = models.tables.c.id == one
        connection.execute(update(models.tables).where(own).values(version=7))
    assert not store.enter(entry(one, 1))
    assert not store.enter(entry("none", 1))
    assert (moves_of(store, one), version_of(store, one)) == ([], 7)


def test_a_move_that_cannot_be_written_leaves_the_row_as_it_was(store: Storage) -> None:
    [one] = tables_of(store, 1)
    with store.write() as connection:
        row = {"table_id": one, "number": 1, "move": "z", "bot": False, "at": time.time()}
        connection.execute(insert(models.moves), row)
    with pytest.raises(DBAPIError):
        store.enter(entry(one, 1, "a"))
    assert (moves_of(store, one), version_of(store, one)) == (["z"], 1)
    assert store.enter(Entry(one, 1, {"version": 2}, [Played(2, "b", False, 1.5)]))


def sharing(store: Storage, entries: list[Entry]) -> tuple[list[bool], int]:
    """Enter all while somebody else has the turn; what came of them, and how many transactions it took."""
    begun = 0

    def note(statement: str) -> None:
        nonlocal begun
        begun += statement == "BEGIN IMMEDIATE"

    with store._driver() as connection:
        connection.set_trace_callback(note)
    with ThreadPoolExecutor(len(entries)) as threads:
        with store._writing:
            waiting = [threads.submit(store.enter, each) for each in entries]
            wait_for(lambda: len(store._entries) == len(entries))
        return [each.result() for each in waiting], begun


@pytest.mark.parametrize("store", ["sqlite"], indirect=True)
def test_who_waits_together_is_written_in_one_transaction(store: Storage) -> None:
    names = tables_of(store, 8)
    late = entry(names[0], 5)
    written, begun = sharing(store, [*(entry(name) for name in names), late])
    assert written == [True] * 8 + [False]
    assert begun == 1
    assert all(moves_of(store, name) == ["a"] for name in names)


@pytest.mark.parametrize("store", ["sqlite"], indirect=True)
def test_of_two_moves_after_one_version_the_first_counts(store: Storage) -> None:
    [one] = tables_of(store, 1)
    written, _ = sharing(store, [entry(one, 1, name) for name in "abc"])
    assert sorted(written) == [False, False, True]
    assert len(moves_of(store, one)) == 1


@pytest.mark.parametrize("store", ["sqlite"], indirect=True)
def test_a_move_that_was_refused_is_not_written_later(
    store: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = tables_of(store, 2)
    monkeypatch.setattr(store, "_patience", 0.05)
    with store._writing, pytest.raises(Refused) as refusal:
        store.enter(entry(one))
    assert refusal.value.status == 503
    assert store.enter(entry(two))
    assert (moves_of(store, one), moves_of(store, two)) == ([], ["a"])


@pytest.mark.parametrize("store", ["sqlite"], indirect=True)
def test_a_move_that_is_being_written_is_not_refused(
    store: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever waits too long while another writes for them hears what came of it."""
    one, two = tables_of(store, 2)
    monkeypatch.setattr(store, "_patience", 2.0)
    go_on = Event()

    def slowly(connection: object, entries: list[Entry]) -> None:
        go_on.wait(10)
        write_all(connection, entries)

    monkeypatch.setattr(database, "write_all", slowly)
    with ThreadPoolExecutor(2) as threads:
        with store._writing:
            waiting = [threads.submit(store.enter, entry(name)) for name in (one, two)]
            wait_for(lambda: len(store._entries) == 2)
        wait_for(lambda: not store._writers)  # the other one has waited in vain
        go_on.set()
        assert [each.result() for each in waiting] == [True, True]
    assert moves_of(store, one) == moves_of(store, two) == ["a"]


@pytest.mark.parametrize("store", ["sqlite"], indirect=True)
def test_moves_refused_while_others_are_written_stay_refused(
    store: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many crowd in: what was refused is not written, what was not is."""
    names = tables_of(store, 160)
    monkeypatch.setattr(database, "MOST_WRITERS", 3)
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)

    def enter(table: str) -> bool:
        try:
            return store.enter(entry(table))
        except Refused:
            return False

    try:
        with ThreadPoolExecutor(16) as threads:
            written = list(threads.map(enter, names))
    finally:
        sys.setswitchinterval(before)
    assert [bool(moves_of(store, name)) for name in names] == written
    assert not store._entries


@pytest.mark.parametrize("store", ["sqlite"], indirect=True)
def test_the_fault_of_one_table_is_not_the_others(store: Storage) -> None:
    names = tables_of(store, 3)
    with store.write() as connection:
        row = {"table_id": names[1], "number": 1, "move": "z", "bot": False, "at": 0.0}
        connection.execute(insert(models.moves), row)
    outcomes: list[object] = []

    def enter(table: str) -> None:
        try:
            outcomes.append((table, store.enter(entry(table))))
        except IntegrityError:
            outcomes.append((table, "fault"))

    with ThreadPoolExecutor(3) as threads, store._writing:
        for name in names:
            threads.submit(enter, name)
        wait_for(lambda: len(store._entries) == 3)
    assert set(outcomes) == {(names[0], True), (names[1], "fault"), (names[2], True)}


def test_no_connection_to_be_had_is_said_in_a_sentence(
    store: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    [one] = tables_of(store, 1)
    while store._idle:
        store._idle.pop().close()

    def none() -> None:
        raise store.engine.dialect.dbapi.OperationalError("no more connections")  # type: ignore[union-attr]

    with monkeypatch.context() as patched:
        patched.setattr(store.engine, "raw_connection", none)
        with pytest.raises(Refused) as refusal:
            store.enter(entry(one))
    assert refusal.value.status == 503
    assert store.enter(entry(one))


@pytest.mark.parametrize("store", ["postgresql"], indirect=True)
def test_a_kept_connection_that_died_is_replaced(store: Storage) -> None:
    one, two = tables_of(store, 2)
    assert store.enter(entry(one))
    [kept] = store._idle
    with store.write() as connection:
        end = text("SELECT pg_terminate_backend(:process)")
        connection.execute(end, {"process": kept.info.backend_pid})
    assert not store.enter(entry(two))  # the caller makes the move with the table locked then
    assert moves_of(store, two) == []
    assert store.enter(entry(two))


@pytest.mark.parametrize("written", [False, True])
def test_a_move_waits_for_its_own_game_and_keeps_nobody_else_waiting(
    plain_server: Running, monkeypatch: pytest.MonkeyPatch, written: bool
) -> None:
    """While somebody is at the game in memory, before a move is made there or when it has just been
    written, the event loop does not wait."""
    anna, ben = Person(plain_server.url, "Anna"), Person(plain_server.url, "Ben")
    table = anna.make([ME, {**ME, "name": "Cleo"}], hot_seat=True)
    screen = anna.screen(table)
    service = plain_server.service
    game, enter, get_ready = service.games[table], service.storage.enter, service.get_ready
    come, go_on = Event(), Event()

    def enter_slowly(one: Entry) -> bool:
        outcome = enter(one)
        come.set()
        go_on.wait(10)
        return outcome

    def get_ready_noted(table_id: str) -> None:
        come.set()
        get_ready(table_id)

    with ThreadPoolExecutor(1) as threads, ExitStack() as held:
        if written:
            monkeypatch.setattr(service.storage, "enter", enter_slowly)
        else:
            monkeypatch.setattr(service, "get_ready", get_ready_noted)
            held.enter_context(game.lock)
        move = threads.submit(anna.move, table, screen["moves"][0]["move"], screen["number"])
        assert come.wait(10)
        if written:
            held.enter_context(game.lock)
            go_on.set()
        for _ in range(3):
            assert ben.get("/api/status").status_code == 200
        assert not move.done()
        held.close()
        assert move.result().status_code == 200
    assert anna.screen(table)["number"] == screen["number"] + 1


def test_a_move_after_somebody_else_changed_the_table(server: Running) -> None:
    """What another process has written is not in memory: the move is made with the table locked."""
    anna = Person(server.url, "Anna")
    table = anna.make([ME, {**ME, "name": "Cleo"}], hot_seat=True)
    screen = anna.screen(table)
    with server.service.storage.write() as connection:
        own = models.tables.c.id == table
        connection.execute(update(models.tables).where(own).values(models.BUMP_VERSIONS))
    answer = anna.move(table, screen["moves"][0]["move"], screen["number"])
    assert answer.status_code == 200
    assert anna.screen(table)["table"]["version"] == screen["table"]["version"] + 2
