"""Again: everybody moves up a seat, and a series is won by who wins more than half."""

from __future__ import annotations

import json

from tests.server.people import BOT, ME, OPEN, Person, Stream, finish
from tests.server.servers import Running, hurry
from triarchy.server.storage import models


def names(person: Person, table: str) -> list[str]:
    return [seat["name"] for seat in person.table(table)["seats"]]


def play_out(server: Running, table: str, people: list[Person]) -> None:
    finish(table, people, hurry(server, table))


def won_by(server: Running, table: str, seat: int) -> None:
    """Let a finished game be won by one seat."""
    tables = models.tables
    with server.service.storage.write() as connection:
        connection.execute(
            tables.update()
            .where(tables.c.id == table)
            .values(winners=json.dumps([seat]), version=tables.c.version + 1)
        )


def test_seats_rotate_from_game_to_game(server: Running, anna: Person, ben: Person) -> None:
    cleo = Person(server.url, "Cleo")
    table = anna.make([ME, OPEN, OPEN, {**BOT, "name": "Milo"}])
    people = [anna, ben, cleo]
    for each in people[1:]:
        each.sit(table)
    anna.post(f"/api/tables/{table}/start")
    for _ in range(2):
        before = names(anna, table)
        with server.service.transactions.change(table) as change:
            change.values["status"] = "over"
        again = ben.post(f"/api/tables/{table}/rematch").json()["id"]
        for each in (cleo, anna):
            assert each.post(f"/api/tables/{table}/rematch").json()["id"] == again
        assert ben.post(f"/api/tables/{again}/start").status_code == 200
        assert names(anna, again) == [*before[1:], before[0]]
        table = again


def test_the_best_of_three(server: Running, anna: Person, ben: Person) -> None:
    table = anna.make([ME, OPEN], best_of=3)
    ben.sit(table)
    anna.post(f"/api/tables/{table}/start")
    assert anna.table(table)["series"] == {"best_of": 3, "game": 1, "wins": [0, 0], "decided": None}
    winner = names(anna, table)[0]
    for number, wins in ((1, 1), (2, 2)):
        seat = names(anna, table).index(winner)
        play_out(server, table, [anna, ben])
        assert json.loads(server.service.snapshots.get(table).row.winners)
        won_by(server, table, seat)
        series = anna.table(table)["series"]
        assert (series["game"], series["wins"][seat]) == (number, wins)
        assert series["decided"] == (seat if wins == 2 else None)
        again = anna.post(f"/api/tables/{table}/rematch").json()["id"]
        ben.post(f"/api/tables/{table}/rematch")
        anna.post(f"/api/tables/{again}/start")
        table = again
    assert anna.table(table)["series"] == {"best_of": 3, "game": 1, "wins": [0, 0], "decided": None}


def test_one_game_is_no_series(anna: Person) -> None:
    assert anna.table(anna.make([ME, OPEN]))["series"] is None


def test_after_a_resignation_the_next_game_is_a_lobby_to_which_the_friend_is_invited(
    server: Running, anna: Person, ben: Person
) -> None:
    table = anna.make([ME, OPEN, {**BOT, "name": "Milo"}])
    ben.sit(table)
    anna.post(f"/api/tables/{table}/start")
    assert ben.post(f"/api/tables/{table}/resign").status_code == 200
    hurry(server, table, 0)
    stream = Stream(ben, table)
    again = anna.post(f"/api/tables/{table}/rematch").json()
    assert again["status"] == "open"
    kinds = {seat["name"]: seat["kind"] for seat in again["seats"]}
    assert kinds == {"Anna": "person", "": "open", "Milo": "bot"}
    stream.wait(lambda data: data.get("rematch") == again["id"])
    assert ben.screen(table)["table"]["played"]
    assert again["id"] in [each["id"] for each in ben.get("/api/tables").json()["mine"]]
    assert ben.post(f"/api/tables/{table}/rematch").json()["id"] == again["id"]
    assert sorted(names(ben, again["id"])) == ["Anna", "Ben", "Milo"]
    stream.close()


def test_who_resigned_can_ask_for_the_next_game_and_strangers_cannot(
    server: Running, anna: Person, ben: Person
) -> None:
    table = anna.make([ME, OPEN])
    ben.sit(table)
    anna.post(f"/api/tables/{table}/start")
    ben.post(f"/api/tables/{table}/resign")
    hurry(server, table, 0)
    stranger = Person(server.url, "Cleo")
    assert stranger.post(f"/api/tables/{table}/rematch").status_code == 403
    assert not stranger.screen(table)["table"]["played"]
    again = ben.post(f"/api/tables/{table}/rematch").json()
    assert sorted(seat["kind"] for seat in again["seats"]) == ["open", "person"]
    assert again["id"] not in [each["id"] for each in stranger.get("/api/tables").json()["mine"]]
