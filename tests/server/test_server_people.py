"""People: one key for any number of seats, and no row about who only looks around."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import func, select

from tests.server.people import BOT, ME, OPEN, Person
from tests.server.servers import Running
from triarchy.server.storage import models


def rows(server: Running) -> dict[str, int]:
    with server.service.storage.read() as connection:
        return {
            table.name: connection.execute(select(func.count()).select_from(table)).scalar_one()
            for table in models.metadata.sorted_tables
        }


def test_nothing_is_kept_of_who_only_looks_around(server: Running, anna: Person) -> None:
    table = anna.make([ME, BOT], public=True)
    before = rows(server)
    somebody = Person(server.url)
    for path in ("/", "/new", f"/table/{table}", "/api/me", "/api/tables", "/api/progress"):
        assert somebody.get(path).status_code == 200
    assert somebody.screen(table)["seat"] is None
    assert somebody.put("/api/me", {"language": "de", "theme": "dark"}).status_code == 200
    assert somebody.post(f"/api/tables/{table}/chat", {"text": "hello"}).status_code == 409
    after = rows(server)
    grown = {name for name in before if after[name] > before[name]}
    assert grown <= {"moves"}  # the bot plays meanwhile


def test_a_name_a_seat_a_table_or_progress_makes_one_row(server: Running, anna: Person) -> None:
    table = anna.make([ME, OPEN, OPEN])
    steps: list[Callable[[Person], object]] = [
        lambda person: person.put("/api/me", {"name": "Eva"}),
        lambda person: person.sit(table, name="Ole"),
        lambda person: person.make([OPEN, BOT]),
        lambda person: person.put("/api/progress", {"what": "x", "value": 1}),
    ]
    for step in steps:
        person = Person(server.url)
        before = rows(server)["people"]
        step(person)
        assert rows(server)["people"] == before + 1
        person.put("/api/me", {"name": "Mia"})
        person.make([ME, OPEN])
        assert rows(server)["people"] == before + 1


def test_one_cookie_is_enough_at_any_number_of_tables(server: Running) -> None:
    person = Person(server.url, "Anna")
    tables = [person.make([ME, OPEN]) for _ in range(30)]
    assert [cookie.name for cookie in person.client.cookies.jar] == ["triarchy_me"]
    assert all(person.table(table)["seats"][0]["you"] for table in tables)
