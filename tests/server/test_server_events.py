"""The event stream: news at once, resumed where it broke off, only what the reader may know."""

from __future__ import annotations

from tests.server.people import BOT, ME, OPEN, Person, Stream


def test_everyone_hears_of_a_move(anna: Person, ben: Person) -> None:
    table = anna.make([ME, OPEN])
    stream = Stream(ben, table)
    stream.wait(lambda data: data["status"] == "open")
    ben.sit(table)
    anna.post(f"/api/tables/{table}/start")
    stream.wait(lambda data: data["status"] == "playing")
    mover = anna if anna.table(table)["your_turn"] else ben
    screen = mover.play(table)
    event = stream.wait(lambda data: data["number"] == 1)
    assert event[0] == event[2]["event"] == screen["event"]
    stream.stop()


def test_a_stream_goes_on_from_the_last_event(anna: Person) -> None:
    table = anna.make([ME, {**ME, "name": "Cleo"}], hot_seat=True)
    known = anna.screen(table)["event"]
    while not anna.play(table)["log"]:
        pass
    anna.post(f"/api/tables/{table}/chat", {"text": "hello"})
    now = anna.screen(table)
    news = Stream(anna, table, last=known).wait(lambda data: True)[2]
    lines = [{k: v for k, v in line.items() if k != "keys"} for line in news["lines"]]
    assert lines == now["log"]
    assert [line["text"] for line in news["chat"]] == ["hello"]
    resumed = Stream(anna, table, last=known, headers={"Last-Event-ID": now["event"]})
    anna.play(table)
    first = resumed.wait(lambda data: True)[2]
    assert first["number"] == now["number"] + 1
    assert first["chat"] == []


def test_a_deleted_table_ends_the_stream(anna: Person) -> None:
    table = anna.make([ME, BOT])
    stream = Stream(anna, table)
    stream.wait(lambda data: True)
    anna.delete(f"/api/tables/{table}")
    assert stream.ended.wait(30)
    assert stream.events[-1][1] == "gone"


def test_onlookers_are_counted(anna: Person, ben: Person) -> None:
    table = anna.make([ME, BOT])
    stream = Stream(ben, table)
    stream.wait(lambda data: True)
    assert anna.screen(table)["watching"] == 1
    stream.stop()


def test_a_stream_of_no_table_is_404(anna: Person) -> None:
    assert anna.get("/api/tables/zzzzzzzzzzzz/events").status_code == 404
