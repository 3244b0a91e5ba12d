"""A choice that could tell of a hand is kept back until something comes of it: all others hear the same, and
at the same moments, whether it was forced or free."""

from __future__ import annotations

from typing import Any

import pytest

from tests.china.scenes import document
from tests.server.people import ME, OPEN, Person, Stream
from tests.server.servers import Running, set_up, wait_for

SCENE: dict[str, Any] = {
    "houses": {1: "chu1"},
    "row": "red green orange yellow",
    "deck": "red red red red",
}
FREE = "violet red red"
"""A house in violet Chu can be paid in two ways with it,"""
FORCED = "violet red green"
"""and with this in one."""


@pytest.fixture
def people(plain_server: Running) -> list[Person]:
    plain_server.ready("china")
    return [Page(plain_server.url, name) for name in ("Anna", "Ben", "Cleo", "")]


def at(server: Running, people: list[Person], hand: str, **more: Any) -> str:
    """A table of three at which Anna, with this hand, is to move; the fourth only looks on."""
    anna, ben, cleo, _ = people
    table = anna.make([ME, OPEN, OPEN], "china", name="A table", hints=True)
    ben.sit(table)
    cleo.sit(table)
    anna.post(f"/api/tables/{table}/start")
    seat = next(s["seat"] for s in anna.table(table)["seats"] if s["you"])
    order = [next(s["seat"] for s in p.table(table)["seats"] if s["you"]) for p in people[:3]]
    houses = {(seat + 1) % 3: "chu1"}
    hands = {order[1]: "red red red", order[2]: "green green green"}
    set_up(
        server,
        table,
        document(**{**SCENE, "houses": houses}, seat=seat, hand=hand, hands=hands, **more),
    )
    return table


class Page(Person):
    """Somebody who plays by the page, which keeps choices back."""

    def post(self, path: str, body: Any = None, **query: Any) -> Any:
        return super().post(path, body, keep=True, **query)

    def screen(self, table: str, **query: Any) -> dict[str, Any]:
        return super().screen(table, keep=True, **query)


def play(person: Person, table: str, *moves: str) -> dict[str, Any]:
    """Moves as a page sends them, each in answer to the screen that the one before has brought."""
    screen = person.screen(table)
    for move in moves:
        answer = person.move(table, move, screen["decision"])
        assert answer.status_code == 200, answer.text
        screen = answer.json()
    return screen


def seen(person: Person, table: str) -> tuple[Any, ...]:
    """What somebody sees who is not to move: nothing of it changes while a choice is kept back."""
    screen = person.screen(table)
    names = (
        "event",
        "version",
        "number",
        "decision",
        "board",
        "prompt",
        "phase",
        "log",
        "players",
        "deadline",
    )
    return tuple(screen[name] for name in names)


def heard(server: Running, people: list[Person], hand: str, *steps: str) -> list[Any]:
    """What all others are sent at each press of Anna's: no more than how much of the game it tells."""
    table = at(server, people, hand)
    anna, others = people[0], people[1:]
    streams = [
        Stream(person, table, last=person.screen(table)["event"], screen=True, keep=True)
        for person in others
    ]
    for stream in streams:
        wait_for(lambda stream=stream: getattr(stream, "_answer", None))
    begun = [[len(stream.events) for stream in streams]]
    found: list[Any] = []
    screen = anna.screen(table)
    first = screen["version"], int(screen["decision"].partition(".")[0])
    for press in steps:
        before = [seen(person, table) for person in others]
        answer = anna.move(table, press, screen["decision"])
        assert answer.status_code == 200, answer.text
        screen = answer.json()
        after = [seen(person, table) for person in others]
        if after == before:
            continue
        version = others[0].table(table)["version"]
        for stream in streams:
            stream.wait(lambda data, version=version: data["version"] == version)
        news = [
            (
                data["version"] - first[0],
                data["number"] - first[1],
                [line["text"] for line in data["lines"]],
            )
            for _, kind, data in streams[0].events
            if kind == "table" and data["version"] > first[0]
        ]
        found.append(news)
    assert begun
    for stream in streams:
        stream.stop()
    return found


def test_a_piece_and_its_payment_are_one_event_whether_the_payment_was_forced_or_free(
    plain_server: Running, people: list[Person]
) -> None:
    forced = heard(plain_server, people, FORCED, "house chu2")
    free = heard(plain_server, people, FREE, "house chu2", "pay violet")
    assert forced == free
    assert [(version, number) for version, number, _ in forced[-1]] == [(1, 2)]


def test_that_no_more_is_placed_is_heard_of_with_the_first_card_whether_it_was_forced_or_free(
    plain_server: Running, people: list[Person]
) -> None:
    forced = heard(plain_server, people, FORCED, "house chu2", "draw 2")
    free = heard(plain_server, people, "violet violet red", "house chu2", "end", "draw 2")
    assert forced == free
    assert [number for _, number, _ in forced[-1]] == [2, 4]


def test_nothing_is_written_and_nobody_hears_while_a_choice_is_kept_back(
    plain_server: Running, people: list[Person]
) -> None:
    table = at(plain_server, people, FREE)
    before = [(seen(person, table), person.table(table)) for person in people[1:]]
    screen = play(people[0], table, "house chu2")
    assert (screen["phase"], screen["undo"]) == ("pay", True)
    assert {move["move"] for move in screen["moves"]} == {"pay violet", "pay red"}
    assert [(seen(person, table), person.table(table)) for person in people[1:]] == before
    anna = people[0]
    other = anna.post(
        f"/api/tables/{table}/again", {"move": "house chu3", "decision": screen["decision"]}
    ).json()
    assert {each["move"] for each in other["again"] if each["chosen"]} == {"house chu3"}
    preview = anna.get(
        f"/api/tables/{table}/preview", move="pay violet", decision=other["decision"]
    )
    assert preview.status_code == 200
    down = anna.post(f"/api/tables/{table}/undo", {"decision": other["decision"]}).json()
    assert (down["phase"], down["undo"], down["again"]) == ("main", False, [])
    assert [(seen(person, table), person.table(table)) for person in people[1:]] == before


def test_a_forced_payment_stays_in_the_record_and_undo_takes_both_back(
    plain_server: Running, people: list[Person]
) -> None:
    table, anna = at(plain_server, people, FORCED), people[0]
    begun = anna.screen(table)
    paid = play(anna, table, "house chu2")
    # What is asked next is a card: that nothing more can be placed goes with it.
    assert (paid["phase"], paid["again"]) == ("draw", [])
    assert anna.table(table)["number"] == begun["number"] + 2
    frame = plain_server.service.frame(plain_server.service.snapshot(table))
    assert list(frame.moves) == ["house chu2", "pay violet"]
    back = anna.post(f"/api/tables/{table}/undo", {"decision": paid["decision"]}).json()
    assert (back["phase"], back["number"]) == ("main", begun["number"])
    drawn = play(anna, table, "house chu2", "draw 2")
    frame = plain_server.service.frame(plain_server.service.snapshot(table))
    assert (
        list(frame.moves) == ["house chu2", "pay violet", "end", "draw 2"] or drawn["number"] == 4
    )


def test_taking_a_free_payment_back_leaves_the_piece_to_its_player_alone(
    plain_server: Running, people: list[Person]
) -> None:
    table, anna = at(plain_server, people, FREE), people[0]
    before = [seen(person, table)[4:8] for person in people[1:]]
    paid = play(anna, table, "house chu2", "pay red")
    back = anna.post(f"/api/tables/{table}/undo", {"decision": paid["decision"]}).json()
    assert back["phase"] == "pay"
    assert [seen(person, table)[4:8] for person in people[1:]] == before
    again = anna.move(table, "pay violet", back["decision"]).json()
    assert again["phase"] != "pay"


def test_a_screen_that_is_fetched_anew_keeps_what_has_been_chosen(
    plain_server: Running, people: list[Person]
) -> None:
    table, anna = at(plain_server, people, FREE), people[0]
    chosen = play(anna, table, "house chu2")
    people[1].post(f"/api/tables/{table}/chat", {"text": "hello"})
    kept = anna.screen(table, decision=chosen["decision"])
    assert kept["phase"] == "pay" and kept["version"] > chosen["version"]
    assert anna.screen(table)["phase"] == "main", "a page that is opened anew begins anew"
    # Nobody else can look at it by that name.
    assert people[1].screen(table, decision=chosen["decision"])["phase"] == "main"
    assert anna.screen(table, decision="0.0+1+2")["phase"] == "main", "what cannot be"
    refused = anna.move(table, "pay violet", f"{kept['number']}.0+9999")
    assert refused.status_code == 409


def test_a_program_that_asks_for_nothing_of_it_is_asked_each_decision(
    plain_server: Running, people: list[Person]
) -> None:
    table = at(plain_server, people, FREE)
    program = Person(plain_server.url)
    program.client.cookies = people[0].client.cookies
    begun = program.screen(table)
    chosen = program.move(table, "house chu2", begun["decision"]).json()
    assert (chosen["phase"], chosen["number"]) == ("pay", begun["number"] + 1)
    paid = program.move(table, "pay red", program.screen(table)["decision"]).json()
    assert (paid["phase"], paid["number"]) == ("main", begun["number"] + 2)
    last = program.move(table, "house chu3", paid["decision"]).json()
    assert last["number"] == begun["number"] + 4, "the only payment was made by the table"
