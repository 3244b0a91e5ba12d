"""Clocks: for a turn and for the whole game; what has run off never comes back."""

from __future__ import annotations

import time
from typing import Any

import pytest

from tests.server.people import ME, OPEN, Person
from tests.server.servers import Running, wait_for
from triarchy.server.storage import models


def begun(anna: Person, ben: Person, **settings: Any) -> tuple[str, Person, Person]:
    """A game of two: who is to move, and the other one."""
    table = anna.make([ME, OPEN], **settings)
    ben.sit(table)
    anna.post(f"/api/tables/{table}/start")
    return (table, anna, ben) if anna.table(table)["your_turn"] else (table, ben, anna)


def ago(server: Running, table: str, seconds: float) -> None:
    """The clock that runs began so many seconds ago."""
    with server.service.storage.write() as connection:
        connection.execute(
            models.tables.update()
            .where(models.tables.c.id == table)
            .values(moved=time.time() - seconds, version=models.tables.c.version + 1)
        )


def clock(person: Person, table: str) -> float:
    """What this person's clock showed when it last stood still."""
    return next(float(p["clock"]) for p in person.screen(table)["players"] if p["you"])


def turn(person: Person, table: str) -> None:
    while person.screen(table)["your_turn"]:
        person.play(table)


def test_a_total_clock_runs_down_and_gets_its_increment(
    server: Running, anna: Person, ben: Person
) -> None:
    table, first, second = begun(anna, ben, clock="total", time_limit=300, increment=20)
    assert clock(first, table) == clock(second, table) == 300
    ago(server, table, 100)
    turn(first, table)
    assert 215 < clock(first, table) <= 220  # 300 - 100 + 20, and the time of the test
    assert clock(second, table) == 300
    assert second.screen(table)["deadline"]


def test_a_clock_for_each_turn_begins_anew_with_every_turn(
    server: Running, anna: Person, ben: Person
) -> None:
    table, first, second = begun(anna, ben, clock="turn", time_limit=300)
    ago(server, table, 100)
    first.play(table)
    if first.screen(table)["your_turn"]:  # one turn, several decisions
        assert clock(first, table) <= 200
    turn(first, table)
    ago(server, table, 100)
    turn(second, table)
    assert clock(first, table) == 300


def test_taking_back_and_choosing_again_give_no_time_back(
    server: Running, anna: Person, ben: Person
) -> None:
    table, first, _ = begun(anna, ben, clock="total", time_limit=300, increment=20)
    for _ in range(3):
        before = clock(first, table)
        ago(server, table, 30)
        screen = first.play(table)
        if screen["undo"]:
            answer = first.post(f"/api/tables/{table}/undo", {"decision": screen["decision"]})
            assert answer.status_code == 200
        assert first.screen(table)["your_turn"]
        assert clock(first, table) <= before - 29
    assert first.screen(table)["number"] == 0


def test_when_a_total_clock_has_run_out_a_bot_plays_on_for_good(
    server: Running, anna: Person, ben: Person
) -> None:
    table, first, second = begun(anna, ben, clock="total", time_limit=300, increment=20)
    ago(server, table, 301)
    late = first.move(table, first.screen(table)["moves"][0]["move"] if first.screen(table)["moves"]
                      else "x", 0)  # fmt: skip
    assert late.status_code in (403, 409)
    assert second.my_turn(table)["number"] > 0
    assert [p["away"] for p in first.screen(table)["players"] if p["you"]] == [True]
    assert clock(first, table) == 0
    assert first.post(f"/api/tables/{table}/back").status_code == 409
    turn(second, table)
    assert second.my_turn(table)["your_turn"]


def test_coming_back_gives_no_time_back(server: Running, anna: Person, ben: Person) -> None:
    """Whoever leaves and comes back finds the clock where it is, not where it was."""
    table, first, _ = begun(anna, ben, clock="total", time_limit=300, increment=0)
    end = first.screen(table)["deadline"]
    again = Person(server.url)
    code = first.post("/api/me/recovery").json()["code"]
    again.post("/api/me/recover", {"code": code})
    assert again.post(f"/api/tables/{table}/back").status_code == 200
    assert again.screen(table)["deadline"] == first.screen(table)["deadline"] == end


@pytest.mark.parametrize(
    ("settings", "status"),
    [
        ({"clock": "total", "time_limit": 300, "increment": 0}, 201),
        ({"clock": "total", "time_limit": 3600, "increment": 30}, 201),
        ({"clock": "turn", "time_limit": 2592000}, 201),
        ({"clock": "total", "time_limit": 1209600, "increment": 86400}, 201),
        ({"clock": "sand", "time_limit": 300}, 422),
        ({"clock": "total", "time_limit": 5}, 422),
        ({"clock": "total", "time_limit": 300, "increment": -1}, 422),
    ],
)
def test_clocks_that_can_be_had(anna: Person, settings: dict[str, Any], status: int) -> None:
    body = {"game": "meridian", "seats": [ME, OPEN], **settings}
    assert anna.post("/api/tables", body).status_code == status


def test_bots_have_no_clock_and_stop_nobodys(server: Running, anna: Person) -> None:
    table = anna.make([ME, {"kind": "bot", "strength": "easy"}], clock="total", time_limit=300)
    wait_for(lambda: anna.table(table)["your_turn"])
    turn(anna, table)
    screen = anna.my_turn(table)
    assert 290 < clock(anna, table) <= 300
    assert screen["deadline"]
