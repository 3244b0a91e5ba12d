"""Choices that are half done can be changed in one call; what is forced is played by the table."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.people import BOT, ME, Person
from tests.server.servers import Running, set_up
from tests.tigris.scenes import BULL, LION, document


@pytest.fixture
def anna(plain_server: Running) -> Person:
    plain_server.ready("meridian", "tigris", "china")
    return Person(plain_server.url, "Anna")


def at_position(server: Running, person: Person, **scene: Any) -> str:
    """A game of Tigris & Euphrates that both seats play on one device, from a position."""
    seats = [{"kind": "me", "name": "Anna"}, {"kind": "me", "name": "Ben"}]
    table = person.make(seats, "tigris", hot_seat=True)
    set_up(server, table, document(**scene))
    return table


def again(person: Person, table: str, move: str, decision: str) -> Any:
    return person.post(f"/api/tables/{table}/again", {"move": move, "decision": decision})


def test_another_tile_takes_the_place_of_the_chosen_one(
    plain_server: Running, anna: Person
) -> None:
    table = at_position(plain_server, anna, hands=("red*2 green*2 blue*2", "red*6"))
    first = anna.screen(table)
    assert first["again"] == []
    chosen = anna.move(table, "tile red", first["decision"]).json()
    offered = {each["move"]: each for each in chosen["again"]}
    assert offered["tile red"]["chosen"]
    assert not offered["tile green"]["chosen"]
    assert offered["tile green"]["label"].startswith("Lay a green tile")
    assert 'data-why="tile green"' in chosen["hand"]
    other = again(anna, table, "tile green", chosen["decision"]).json()
    assert other["number"] == chosen["number"]
    assert other["phase"] == "cell"
    assert {each["move"] for each in other["again"] if each["chosen"]} == {"tile green"}
    down = again(anna, table, "tile green", other["decision"]).json()
    assert (down["number"], down["phase"], down["hand"]) == (
        first["number"],
        "action",
        first["hand"],
    )


def test_a_cell_is_not_taken_for_a_tile_that_another_tab_has_chosen(
    plain_server: Running, anna: Person
) -> None:
    """The number of moves is the same in both tabs, the decision is not."""
    table = at_position(plain_server, anna, hands=("red*2 green*2 blue*2", "red*6"))
    tab = anna.move(table, "tile red", anna.screen(table)["decision"]).json()
    cell = {"move": tab["moves"][0]["move"], "decision": tab["decision"]}
    other = again(anna, table, "tile green", tab["decision"]).json()
    assert other["number"] == tab["number"]
    path = f"/api/tables/{table}"
    for refused in (
        anna.post(f"{path}/moves", cell),
        anna.post(f"{path}/again", {"move": "tile blue", "decision": tab["decision"]}),
        anna.post(f"{path}/undo", {"decision": tab["decision"]}),
        anna.post(f"{path}/hint", {"decision": tab["decision"]}),
        anna.get(f"{path}/preview", **cell),
    ):
        assert refused.status_code == 409
        assert refused.json() == {"error": "The game has moved on. Check the board and try again."}
    seen = anna.screen(table)
    assert (seen["board"], seen["decision"]) == (other["board"], other["decision"])
    # What was put down and chosen once more is a decision of its own, too.
    down = again(anna, table, "tile green", other["decision"]).json()
    chosen = anna.move(table, "tile red", down["decision"]).json()
    assert chosen["number"] == tab["number"]
    assert anna.post(f"{path}/moves", cell).status_code == 409
    assert anna.move(table, cell["move"], chosen["decision"]).status_code == 200


def test_a_move_that_names_no_decision_is_refused(plain_server: Running, anna: Person) -> None:
    table = at_position(plain_server, anna, hands=("red*2 green*2 blue*2", "red*6"))
    answer = anna.post(f"/api/tables/{table}/moves", {"move": "tile red"})
    assert (answer.status_code, answer.json()["error"]) == (422, "'decision' is missing.")
    assert anna.screen(table)["number"] == 0


def test_what_has_been_done_is_not_chosen_again(plain_server: Running, anna: Person) -> None:
    table = at_position(plain_server, anna, hands=("red*2 green*2 blue*2", "red*6"))
    first = anna.screen(table)
    screen = anna.move(table, "tile green", first["decision"]).json()
    assert again(anna, table, "tile red", first["decision"]).status_code == 409
    assert again(anna, table, "tile black", screen["decision"]).status_code == 409, "none in hand"
    stranger = Person(str(anna.client.base_url), "Dora")
    assert again(stranger, table, "tile red", screen["decision"]).status_code == 403
    laid = anna.move(table, screen["moves"][0]["move"], screen["decision"]).json()
    assert laid["again"] == []
    assert laid["undo"]
    assert again(anna, table, "tile red", laid["decision"]).status_code == 409
    assert anna.screen(table)["number"] == laid["number"]


def test_cards_can_be_changed_too(plain_server: Running, anna: Person) -> None:
    cards: list[str] = []
    while len(cards) < 2:  # both cards may be of the same number
        table = anna.make([ME, BOT])
        screen = anna.my_turn(table)
        cards = [move["move"] for move in screen["moves"]]
    card, other = cards
    chosen = anna.move(table, card, screen["decision"]).json()
    assert {each["move"] for each in chosen["again"]} == {card, other}
    assert {f'data-why="{each}"' in chosen["hand"] for each in (card, other)} == {True}
    changed = again(anna, table, other, chosen["decision"]).json()
    assert [each["move"] for each in changed["again"] if each["chosen"]] == [other]


TRADERS = {"D6": (LION, "green"), "J6": (BULL, "green")}
KINGS = {"C5": (LION, "black"), "I5": (BULL, "black")}
WAR = {"red": "C6 I6", "green": "E6 G6 H6", "hands": ("green*4 black red", "green black*5")}


def test_the_only_war_is_begun_by_the_table_and_undo_takes_both_back(
    plain_server: Running, anna: Person
) -> None:
    table = at_position(plain_server, anna, **WAR, leaders=TRADERS)
    screen = anna.screen(table)
    screen = anna.move(table, "tile black", screen["decision"]).json()
    fought = anna.move(table, "cell F6", screen["decision"]).json()
    assert fought["phase"] == "support"
    assert fought["number"] == screen["number"] + 2
    assert fought["to_move"] == LION
    assert fought["undo"]
    back = anna.post(f"/api/tables/{table}/undo", {"decision": fought["decision"]}).json()
    assert (back["number"], back["phase"]) == (screen["number"], "cell")
    again_fought = anna.move(table, "cell F6", back["decision"]).json()
    assert again_fought["number"] == fought["number"]


def test_the_order_of_two_wars_is_asked_for(plain_server: Running, anna: Person) -> None:
    table = at_position(plain_server, anna, **WAR, leaders={**TRADERS, **KINGS})
    screen = anna.screen(table)
    screen = anna.move(table, "tile black", screen["decision"]).json()
    asked = anna.move(table, "cell F6", screen["decision"]).json()
    assert asked["phase"] == "war"
    assert [move["move"] for move in asked["moves"]] == ["war black", "war green"]
    assert asked["number"] == screen["number"] + 1
