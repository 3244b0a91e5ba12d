"""Two requests of one person at the same moment: neither fails, and nothing is left of who was deleted."""

from __future__ import annotations

import threading
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import Connection, select, text

from tests.server.people import BOT, ME, OPEN, Person
from tests.server.servers import PATIENCE, Running, wait_for
from triarchy.server.bots.reviews import Reviews
from triarchy.server.http.requests import TableRequest
from triarchy.server.people import presence, progress, push, recovery
from triarchy.server.people.identity import Visitor, hash_of_key
from triarchy.server.people.persons import remember
from triarchy.server.people.renaming import rename
from triarchy.server.refusals import Refused
from triarchy.server.storage import models
from triarchy.server.storage.database import note_start
from triarchy.server.tables import lobby
from triarchy.server.tables.chat import say

DEVICE = {"p256dh": "x", "auth": "x", "language": "en"}
NOTES: dict[str, Callable[[Connection, Any], None]] = {
    "a person": lambda c, who: remember(c, who.person),
    "a name": lambda c, who: remember(c, who.person, "Anna"),
    "who is here": lambda c, who: presence._note(c, {(who.table, who.person): True}, 1.0),
    "a key": lambda c, who: recovery._set_key(c, who.person, None),
    "a start": lambda c, who: note_start(c),
    "a browser": lambda c, who: push.keep(c, who.person, "https://push.example/1", **DEVICE),
}


def sharing(connection: Connection) -> Any:
    """A storage all of whose transactions are this one."""

    class Same:
        def __enter__(self) -> Connection:
            return connection

        def __exit__(self, *_: object) -> None:
            pass

    return SimpleNamespace(write=Same)


NOTES["a lesson"] = lambda c, who: progress.note(
    SimpleNamespace(storage=sharing(c)),  # type: ignore[arg-type]
    who.person,
    "lesson",
    1,
)
NOTES["a review"] = lambda c, who: Reviews(None, sharing(c))._keep(who.table, [])  # type: ignore


def waits(server: Running) -> bool:
    """Whether a transaction waits for another one (or, in a file, for its turn to write)."""
    if server.service.storage.sqlite:
        return bool(server.service.storage._writers)
    query = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
    with server.service.storage.read() as connection:
        return bool(connection.execute(text(query)).scalar())


class Meanwhile:
    """Something done in a thread while a transaction is open: it waits for that, or is done."""

    def __init__(self, server: Running, work: Callable[[], None]) -> None:
        self.error: BaseException | None = None
        self._work = work
        self._thread = threading.Thread(target=self._run)
        self._thread.start()
        wait_for(lambda: not self._thread.is_alive() or waits(server))

    def _run(self) -> None:
        try:
            self._work()
        except BaseException as error:
            self.error = error

    def end(self) -> None:
        self._thread.join(PATIENCE)
        if self.error is not None:
            raise self.error


def person_of(person: Person) -> str:
    return hash_of_key(person.client.cookies["triarchy_me"])


@pytest.mark.parametrize("what", sorted(NOTES))
def test_the_same_is_noted_twice_at_once(server: Running, anna: Person, what: str) -> None:
    table = anna.make([ME, OPEN])
    who = SimpleNamespace(person=f"new-{what.replace(' ', '-')}", table=table)
    storage = server.service.storage

    def note() -> None:
        with storage.write() as connection:
            NOTES[what](connection, who)

    with storage.write() as connection:
        NOTES[what](connection, who)
        other = Meanwhile(server, note)
    other.end()


def left_of(server: Running, person: str) -> list[str]:
    """The tables of the database that say anything of a person, and of whom they are made."""
    found = []
    with server.service.storage.read() as connection:
        for table in models.metadata.sorted_tables:
            for column in ("person", "id", "maker"):
                if column in table.c and table is not models.presence:
                    query = select(table.c[column]).where(table.c[column] == person)
                    found += [table.name] * len(connection.execute(query).all())
    return found


@pytest.mark.parametrize("named", [False, True], ids=["as known", "with a name"])
def test_who_is_deleted_while_taking_a_seat_leaves_none(
    server: Running, anna: Person, someone: Callable[[str], Person],
    monkeypatch: pytest.MonkeyPatch, named: bool,
) -> None:  # fmt: skip
    """The seat is taken and not yet written when the other tab asks to forget everything."""
    ben = someone("Ben")
    table, person = anna.make([ME, OPEN]), person_of(ben)
    deleting: list[Meanwhile] = []

    def slowly(connection: Connection, *about: Any) -> None:
        remember(connection, *about)
        deleting.append(
            Meanwhile(server, lambda: recovery.delete_person(server.service, visitor(person)))
        )

    monkeypatch.setattr(lobby, "remember", slowly)
    lobby.join(server.service, visitor(person), table, None, "Benno" if named else None)
    deleting[0].end()
    assert left_of(server, person) == []
    assert [seat["kind"] for seat in anna.table(table)["seats"]] == ["person", "open"]


def visitor(person: str) -> Visitor:
    """Somebody who was known to be this person when the request came."""
    return Visitor(person, lambda mark: person, "en")


@pytest.mark.parametrize("what", ["seat", "table", "name", "lesson", "chat", "merged"])
def test_a_request_of_who_was_deleted_meanwhile_makes_nobody_anew(
    server: Running, anna: Person, someone: Callable[[str], Person], what: str
) -> None:
    ben, service = someone("Ben"), server.service
    table, person = anna.make([ME, OPEN]), person_of(ben)
    who = visitor(person)
    if what == "merged":
        code = anna.post("/api/me/recovery").json()["code"]
        assert ben.post("/api/me/recover", {"code": code, "merge": True}).status_code == 200
    else:
        assert ben.delete("/api/me").status_code == 204
    late: dict[str, Callable[[], object]] = {
        "seat": lambda: lobby.join(service, who, table, None, "Ben"),
        "merged": lambda: lobby.join(service, who, table, None, "Ben"),
        "table": lambda: lobby.create(service, who, TableRequest(game="meridian", seats=[ME, BOT])),
        "name": lambda: rename(service, who, "Ben"),
        "lesson": lambda: progress.note(service, person, "lesson", 1),
        "chat": lambda: say(service, who, table, "hello"),
    }
    with pytest.raises(Refused) as refusal:
        late[what]()
    assert refusal.value.status == 409
    assert left_of(server, person) == []


def test_a_snapshot_that_others_read_stays_as_it_is_when_bots_get_their_names(
    server: Running, anna: Person
) -> None:
    table = anna.make([ME, OPEN])
    before = server.service.snapshots.get(table)
    assert len(before.names) == 2
    assert anna.post(f"/api/tables/{table}/start", {"fill": "easy"}).status_code == 200
    assert len(before.names) == 2
