"""Servers in processes of their own: killed in mid-game, and two on one database."""

from __future__ import annotations

from pathlib import Path

from tests.server.people import BOT, ME, OPEN, Person, Stream
from tests.server.servers import Process, wait_for


def moved(person: Person, url: str) -> Person:
    """The same browser at another address of the same service."""
    other = Person(url)
    for cookie in person.client.cookies.jar:
        other.client.cookies.set(cookie.name, cookie.value, path=cookie.path)
    return other


def test_nothing_is_lost_when_the_server_is_killed_in_mid_game(tmp_path: Path) -> None:
    first = Process("--data", str(tmp_path))
    try:
        first.ready("meridian")
        anna = Person(first.url, "Anna")
        table = anna.make([ME, BOT])
        anna.post(f"/api/tables/{table}/chat", {"text": "still here"})
        while anna.my_turn(table)["number"] < 8:
            last = anna.play(table)
    finally:
        first.kill()
    second = Process("--data", str(tmp_path))
    try:
        second.ready("meridian")
        anna = moved(anna, second.url)
        known = anna.table(table)
        assert known["number"] >= last["number"]
        screen = anna.my_turn(table)
        assert screen["seat"] == last["seat"]
        assert screen["log"][: len(last["log"])] == last["log"]
        assert [line["text"] for line in screen["chat"]] == ["still here"]
        assert [each["id"] for each in anna.get("/api/tables").json()["mine"]] == [table]
        anna.play(table)
    finally:
        second.kill()


def test_players_on_two_servers_of_one_database(tmp_path: Path, postgres_url: str) -> None:
    both: list[Process] = []
    try:
        for name in ("one", "two"):
            both.append(Process("--data", str(tmp_path / name), "--database", postgres_url))
        for process in both:
            process.ready("meridian")
        anna, ben = Person(both[0].url, "Anna"), Person(both[1].url, "Ben")
        table = anna.make([ME, OPEN, BOT])
        ben.sit(table)
        anna.post(f"/api/tables/{table}/start")
        streams = [Stream(anna, table), Stream(ben, table)]
        for _ in range(12):
            mover = wait_for(
                lambda: next((p for p in (anna, ben) if p.table(table)["your_turn"]), None)
            )
            number = mover.play(table)["number"]
            for stream in streams:
                stream.wait(lambda data, number=number: data["number"] >= number)
        # Bots have moved too, each move by one server only; both tell the same game.
        wait_for(lambda: any(person.table(table)["your_turn"] for person in (anna, ben)))
        seen = [Person(process.url).screen(table) for process in both]
        assert seen[0]["number"] >= 12
        for key in ("number", "version", "board", "log", "players", "score_help"):
            assert seen[0][key] == seen[1][key], key
    finally:
        for process in both:
            process.kill()
