"""What visitors send: texts nobody can keep, deep nesting, huge records, chat without end, equal names."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import triarchy
from tests.server.people import BOT, ME, OPEN, Person, Stream
from tests.server.servers import Running
from tests.shared_checks import random_table
from triarchy.server.tables.chat import MOST_OF_ONE_ONLOOKER, MOST_OF_ONLOOKERS, MOST_OF_PLAYERS
from triarchy.server.tables.seat_names import LONGEST, distinct, same_name
from triarchy.table.record import LONGEST_SALT, commitment

KIND = {"Content-Type": "application/json"}
TEXTS = {
    "half a character": r"a\udfffb",
    "nothing": r"a\u0000b",
}


def calls(person: Person, table: str) -> dict[tuple[str, str], set[str]]:
    """Every call that takes a body, with the table's id filled in, and the fields of its body."""
    description = person.get("/openapi.json").json()
    return {
        (method, path.replace("{table_id}", table).replace("{seat}", "0")): set(
            fields(call["requestBody"], description["components"]["schemas"])
        )
        for path, methods in description["paths"].items()
        for method, call in methods.items()
        if "requestBody" in call
    }


def fields(part: Any, schemas: dict[str, Any]) -> Iterator[str]:
    """The names of all fields in a part of the description, those of what it refers to included."""
    if isinstance(part, list):
        for each in part:
            yield from fields(each, schemas)
    elif isinstance(part, dict):
        yield from part.get("properties", {})
        if "$ref" in part:
            yield from fields(schemas[part["$ref"].rsplit("/", 1)[1]], schemas)
        for each in part.values():
            yield from fields(each, schemas)


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS.keys())
def test_texts_nobody_can_keep_are_refused_by_every_call(anna: Person, text: str) -> None:
    table = anna.make([ME, {**ME, "name": "Cleo"}], hot_seat=True)
    before = anna.table(table)
    every = calls(anna, table)
    assert "name" in every["put", "/api/me"]
    for (method, path), names in every.items():
        bodies = [f'{{"{name}": "{text}"}}' for name in (*sorted(names), "seed", "moves", text)]
        bodies += [f'"{text}"', f'["{text}"]', f'{{"fair": {{"salt": "{text}"}}}}']
        for body in bodies:
            answer = anna.client.request(method, path, content=body.encode(), headers=KIND)
            assert 400 <= answer.status_code < 500, (path, body, answer.text)
            assert set(answer.json()) == {"error"}
    assert anna.table(table) == before


@pytest.mark.parametrize("depth", [33, 990, 5000])
def test_deep_nesting_is_refused_by_every_call(anna: Person, depth: int) -> None:
    table = anna.make([ME, {**ME, "name": "Cleo"}], hot_seat=True)
    for method, path in calls(anna, table):
        for body in (
            "[" * depth + "]" * depth,
            '{"a":' * depth + "1" + "}" * depth,
            '{"options": ' + "[" * depth + "]" * depth + "}",
            '{"moves": ' + '{"x": [' * depth + "]}" * depth + "}",
        ):
            answer = anna.client.request(method, path, content=body.encode(), headers=KIND)
            assert 400 <= answer.status_code < 500, (path, answer.text)
            assert set(answer.json()) == {"error"}


def test_numbers_that_are_none_are_refused(anna: Person) -> None:
    for body in ('{"name": NaN}', '{"name": -Infinity}', '{"name": ' + "9" * 5000 + "}", "1e999"):
        answer = anna.client.put("/api/me", content=body.encode(), headers=KIND)
        assert answer.status_code in (400, 422)
        assert set(answer.json()) == {"error"}


# Records


@pytest.fixture
def record() -> dict[str, Any]:
    table = random_table(triarchy.game("meridian", 2), 5, 30)
    record = table.record()
    salt = "ab" * 16
    return {**record, "fair": {"salt": salt, "commitment": commitment(record["seed"], salt)}}


def test_a_salt_has_a_length(anna: Person, record: dict[str, Any]) -> None:
    assert anna.post("/api/records", record).status_code == 201
    for salt, code in (("s" * LONGEST_SALT, 201), ("s" * (LONGEST_SALT + 1), 422),
                       ("s" * 900_000, 422)):  # fmt: skip
        fair = {"salt": salt, "commitment": commitment(record["seed"], salt)}
        answer = anna.post("/api/records", {**record, "fair": fair})
        assert answer.status_code == code, answer.text
        assert len(answer.content) < 5000


def parts(document: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The places of all values in a document."""
    inner = document.items() if isinstance(document, dict) else enumerate(document)
    places = [path] if path else []
    for key, value in inner:
        below = (*path, key)
        places += parts(value, below) if isinstance(value, (dict, list)) else [below]
    return places


def test_no_part_of_a_record_may_be_large_or_of_another_kind(
    anna: Person, record: dict[str, Any]
) -> None:
    """Every value replaced by every wrong one: refused in one short sentence, nothing is kept."""
    started = random_table(triarchy.game("meridian", 2), 5, 4)
    from_position = started.record()
    del from_position["seed"]
    from_position["start"] = started.game.document(started.states[0])
    assert anna.post("/api/records", from_position).status_code == 201
    wrongs = ("x" * 100_000, [1] * 5000, {"a": 1}, 10**30, -1, 1.5, True, None, "\u2028")
    before = len(anna.get("/api/tables").json()["mine"])
    for document in (record, from_position):
        some = [place for place in parts(document) if len(place) < 3 or place[-1] in (0, "id")]
        for place in some[:80]:
            for wrong in wrongs:
                changed = copy.deepcopy(document)
                inner = changed
                for key in place[:-1]:
                    inner = inner[key]
                if inner[place[-1]] == wrong:
                    continue
                inner[place[-1]] = wrong
                answer = anna.post("/api/records", changed)
                assert answer.status_code in (422, 503), (place, wrong, answer.text[:300])
                assert len(answer.content) < 1000, (place, answer.content[:300])
    assert len(anna.get("/api/tables").json()["mine"]) == before


# Chat


def chat(person: Person, table: str) -> list[str]:
    return [line["text"] for line in person.screen(table)["chat"]]


def say(person: Person, table: str, text: str) -> dict[str, Any]:
    answer = person.post(f"/api/tables/{table}/chat", {"text": text})
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


def test_a_stranger_cannot_end_a_tables_chat(
    plain_server: Running, someone: Callable[[str], Person]
) -> None:
    anna, ben, stranger = (Person(plain_server.url, name) for name in ("Anna", "Ben", "Stranger"))
    table = anna.make([ME, BOT])
    own = [f"Anna's line {n}" for n in range(5)]
    for text in own:
        say(anna, table, text)
    say(ben, table, "Ben watches")
    for number in range(MOST_OF_ONE_ONLOOKER + 30):
        say(stranger, table, f"noise {number}")
    lines = chat(anna, table)
    assert [text for text in lines if text in own] == own
    assert "Ben watches" in lines
    assert len([text for text in lines if text.startswith("noise")]) == MOST_OF_ONE_ONLOOKER
    assert lines[-1] == f"noise {MOST_OF_ONE_ONLOOKER + 29}"
    say(anna, table, "still here")
    assert chat(anna, table)[-1] == "still here"


def test_a_crowd_of_strangers_cannot_either(plain_server: Running) -> None:
    anna, ben = Person(plain_server.url, "Anna"), Person(plain_server.url, "Ben")
    table = anna.make([ME, BOT])
    say(anna, table, "hello")
    say(ben, table, "Ben watches")
    for number in range(12):
        stranger = Person(plain_server.url, f"Stranger {number}")
        for _ in range(10):
            say(stranger, table, "noise")
    lines = chat(anna, table)
    assert len(lines) == MOST_OF_ONLOOKERS + 1
    assert lines[:2] == ["hello", "Ben watches"]


def test_players_oldest_lines_make_room(
    plain_server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("triarchy.server.tables.chat.MOST_OF_PLAYERS", 10)
    assert MOST_OF_PLAYERS > 10
    anna, ben = Person(plain_server.url, "Anna"), Person(plain_server.url, "Ben")
    table = anna.make([ME, OPEN, BOT])
    ben.sit(table)
    anna.post(f"/api/tables/{table}/start")
    say(ben, table, "Ben's line")
    ids = [say(anna, table, f"line {n}")["id"] for n in range(15)]
    assert ids == list(range(2, 17))
    assert chat(ben, table) == ["Ben's line", *(f"line {n}" for n in range(6, 15))]


def test_a_stream_tells_every_new_line_once_although_old_ones_go(
    plain_server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("triarchy.server.tables.chat.MOST_OF_PLAYERS", 3)
    anna = Person(plain_server.url, "Anna")
    table = anna.make([ME, BOT])
    for number in range(5):
        say(anna, table, f"early {number}")
    known = anna.screen(table)["event"]
    for number in range(2):
        say(anna, table, f"late {number}")
    news = Stream(anna, table, last=known).wait(lambda data: data["chat"])[2]
    assert [line["text"] for line in news["chat"]] == ["late 0", "late 1"]
    assert anna.screen(table)["event"].endswith(".7")


# Names


def names(person: Person, table: str) -> list[str]:
    return [seat["name"] for seat in person.table(table)["seats"] if seat["kind"] != "open"]


def test_two_seats_never_have_one_name(someone: Callable[[str], Person]) -> None:
    anna, other, third = someone("Isa"), someone("ISA"), someone("Ｉｓａ")
    table = anna.make([ME, OPEN, BOT, OPEN])
    other.sit(table)
    third.sit(table, name="isa ")
    called = names(anna, table)
    assert len(called) == len({same_name(name) for name in called}) == 4
    assert called[0] == "Isa"
    # One's own name stays one's own; only the seat has the number.
    assert other.get("/api/me").json()["name"] == "ISA"
    path = f"/api/tables/{table}/seats"
    anna.put(f"{path}/1", {"kind": "bot"})
    anna.put(f"{path}/3", {"kind": "open"})
    assert len({same_name(name) for name in names(anna, table)}) == 3
    anna.post(f"/api/tables/{table}/start", {"fill": "easy"})
    assert len({same_name(name) for name in names(anna, table)}) == 4


def test_names_given_to_seats_are_made_distinct(anna: Person) -> None:
    seats = [{**ME, "name": "Cleo"}, {**ME, "name": "cleo"}, {**BOT, "name": "Cleo"}, BOT]
    table = anna.make(seats, hot_seat=True)
    called = names(anna, table)
    assert "Cleo" in called  # the seats of several people are shuffled
    assert len({same_name(name) for name in called}) == 4
    for seats in ([ME, ME, ME], [ME, {**BOT, "name": "Anna"}], [BOT] * 4):
        called = names(anna, anna.make(seats, hot_seat=True))
        assert len({same_name(name) for name in called}) == len(seats)


def test_an_onlooker_is_not_taken_for_a_player(someone: Callable[[str], Person]) -> None:
    anna, other = someone("Anna"), someone("Anna")
    table = anna.make([ME, BOT])
    assert say(anna, table, "hello")["name"] == "Anna"
    assert same_name(say(other, table, "hello")["name"]) != same_name("Anna")


def test_a_long_name_keeps_within_its_length() -> None:
    long = "x" * LONGEST
    others = [long]
    for _ in range(12):
        others.append(distinct(long, others))
    assert len({same_name(name) for name in others}) == 13
    assert max(map(len, others)) == LONGEST


def test_records_go_through_a_file_unchanged(anna: Person, record: dict[str, Any]) -> None:
    table = anna.post("/api/records", record).json()["id"]
    assert json.loads(anna.get(f"/api/tables/{table}/record").content) == record
