"""Who is at a table, over several processes too; a bot for who is away; a link for who lost their seat."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from tests.server.people import ME, OPEN, Person, Stream
from tests.server.servers import Running, settings_for, wait_for
from tests.server.test_server_clocks import begun


def here(person: Person, table: str) -> dict[str, bool | None]:
    """By name whether somebody is here."""
    seats = person.get(f"/api/tables/{table}/presence").json()["seats"]
    names = [seat["name"] for seat in person.table(table)["seats"]]
    return {names[seat["seat"]]: seat["here"] for seat in seats}


def seat_of(person: Person, table: str, name: str) -> int:
    seats = person.table(table)["seats"]
    return next(int(seat["seat"]) for seat in seats if seat["name"] == name)


def is_here(person: Person, table: str, **wanted: bool | None) -> Callable[[], bool]:
    return lambda: here(person, table).items() >= wanted.items()


def test_who_comes_and_goes_is_seen_by_all(server: Running, anna: Person, ben: Person) -> None:
    table, _, _ = begun(anna, ben)
    assert here(anna, table) == {"Anna": False, "Ben": False}
    annas, bens = Stream(anna, table, who=True), Stream(ben, table, who=True)
    wait_for(is_here(anna, table, Anna=True, Ben=True))

    def told(wanted: bool) -> Callable[[Any], bool]:
        seat = seat_of(anna, table, "Ben")
        return lambda data: any(
            each["seat"] == seat and each["here"] is wanted for each in data.get("seats", ())
        )

    annas.wait(told(True))
    count = len(annas.events)
    bens.close()
    wait_for(lambda: [e for e in annas.events[count:] if told(False)(e[2])])
    assert here(anna, table) == {"Anna": True, "Ben": False}
    stranger = Person(server.url)
    watching = Stream(stranger, table, who=True)
    watching.wait(lambda data: "seats" in data)
    assert here(anna, table) == {"Anna": True, "Ben": False}


def test_who_is_at_another_process_is_here(tmp_path: Path) -> None:
    servers = [Running(settings_for(tmp_path)) for _ in range(2)]
    try:
        for running in servers:
            running.ready("meridian")
        anna, ben = (
            Person(running.url, name)
            for running, name in zip(servers, ("Anna", "Ben"), strict=True)
        )
        table, _, _ = begun(anna, ben)
        stream = Stream(ben, table)
        wait_for(is_here(anna, table, Ben=True))
        stream.close()
        wait_for(is_here(anna, table, Ben=False))
    finally:
        for running in servers:
            running.close()


def test_the_maker_puts_a_bot_in_and_the_friend_takes_the_seat_back(
    server: Running, anna: Person, ben: Person
) -> None:
    table, _, _ = begun(anna, ben)
    path = f"/api/tables/{table}/seats/{seat_of(anna, table, 'Ben')}/stand-in"
    stream = Stream(ben, table)
    wait_for(is_here(anna, table, Ben=True))
    assert anna.post(path).json()["error"] == "Ben is at the table."
    stream.close()
    wait_for(is_here(anna, table, Ben=False))
    assert anna.post(path).status_code == 200
    assert anna.post(path).status_code == 409
    anna.my_turn(table)
    while anna.screen(table)["your_turn"]:
        anna.play(table)
    assert anna.my_turn(table)["your_turn"]
    assert ben.post(f"/api/tables/{table}/back").status_code == 200
    while anna.screen(table)["your_turn"]:
        anna.play(table)
    assert ben.screen(table)["your_turn"]


def test_what_a_bot_did_for_me_is_news_to_me(server: Running, anna: Person, ben: Person) -> None:
    """News count from one's own last decision, also where the game is read from the database again."""
    table, _, _ = begun(anna, ben)
    for person in (anna, ben, anna, ben):
        while person.screen(table)["your_turn"]:
            person.play(table)
    since = ben.screen(table)["since"]
    assert since > 0
    path = f"/api/tables/{table}/seats/{seat_of(anna, table, 'Ben')}/stand-in"
    assert anna.post(path).status_code == 200
    anna.my_turn(table)
    while anna.screen(table)["your_turn"]:
        anna.play(table)
    assert anna.my_turn(table)["since"] > since
    assert ben.screen(table)["since"] == since
    server.service.games.drop(table)
    server.app.state.screens.forget()
    assert ben.screen(table)["since"] == since


def test_other_players_have_to_wait_and_strangers_may_not(
    server: Running, anna: Person, ben: Person
) -> None:
    table, _, _ = begun(anna, ben)
    path = f"/api/tables/{table}/seats/{seat_of(anna, table, 'Anna')}/stand-in"
    assert ben.post(path).json()["error"] == "Anna has not been away for long."
    assert Person(server.url, "Eve").post(path).status_code == 403
    own = f"/api/tables/{table}/seats/{seat_of(anna, table, 'Ben')}/stand-in"
    assert ben.post(own).status_code == 409


def test_everybody_left_may_after_a_time(tmp_path: Path) -> None:
    running = Running(settings_for(tmp_path, away_seconds=0.0))
    try:
        running.ready("meridian")
        anna, ben = Person(running.url, "Anna"), Person(running.url, "Ben")
        table, _, _ = begun(anna, ben)
        path = f"/api/tables/{table}/seats/{seat_of(anna, table, 'Anna')}/stand-in"
        assert ben.post(path).status_code == 200
    finally:
        running.close()


def test_a_new_link_replaces_the_holder_and_is_told_to_all(
    server: Running, anna: Person, ben: Person
) -> None:
    table, _, _ = begun(anna, ben)
    seat = seat_of(anna, table, "Ben")
    path = f"/api/tables/{table}/seats/{seat}/link"
    assert ben.post(path).status_code == 403
    assert anna.post(f"/api/tables/{table}/seats/{1 - seat}/link").status_code == 409
    link = urlsplit(anna.post(path).json()["link"])
    told = ben.screen(table)["chat"]
    assert [line["text"] for line in told] == ["There is a new private link to Ben's seat."]
    assert told[0]["name"] == ""
    german = ben.screen(table, language="de")["chat"]
    assert german[0]["text"] == "Es gibt einen neuen privaten Link zum Platz von Ben."
    lost = Person(server.url)
    body = {"token": link.fragment}
    assert lost.post(f"/api/tables/{table}/carried", body).json()["seats"][seat]["you"]
    assert not any(each["you"] for each in ben.table(table)["seats"])
    assert Person(server.url).post(f"/api/tables/{table}/carried", body).status_code == 403
    assert len(anna.screen(table)["chat"]) == 2


def test_no_link_to_the_seat_of_somebody_who_is_here(
    server: Running, anna: Person, ben: Person
) -> None:
    table = anna.make([ME, OPEN])
    ben.sit(table)
    stream = Stream(ben, table)
    wait_for(is_here(anna, table, Ben=True))
    assert anna.post(f"/api/tables/{table}/seats/1/link").status_code == 409
    stream.close()


def test_onlookers_are_counted_as_they_come_go_and_sit_down(
    server: Running, anna: Person, ben: Person
) -> None:
    table = anna.make([ME, OPEN])
    annas = Stream(anna, table, who=True)

    def told(count: int) -> Callable[[], bool]:
        return lambda: (
            [e[2]["watching"] for e in annas.events if e[1] == "presence"][-1:] == [count]
        )

    wait_for(told(0))
    bens = [Stream(ben, table, who=True) for _ in range(2)]
    wait_for(told(1))  # one browser, however many pages it has
    ben.sit(table)
    wait_for(told(0))
    anna.post(f"/api/tables/{table}/start")
    stranger = Stream(Person(server.url), table, who=True)
    wait_for(told(1))
    assert anna.screen(table)["watching"] == 1
    stranger.close()
    wait_for(told(0))
    for stream in (annas, *bens):
        stream.close()
