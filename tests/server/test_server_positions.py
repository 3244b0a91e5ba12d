"""A table that begins with a position: a figure's, or one that somebody brings."""

from __future__ import annotations

import pytest

import triarchy
from tests.server.people import Person
from tests.server.servers import Running
from tests.shared_checks import random_table


@pytest.fixture
def visitor(plain_server: Running) -> Person:
    return Person(plain_server.url, "Anna")


SEATS = [{"kind": "bot", "strength": "easy"}, {"kind": "me"}]


def test_a_table_begins_with_a_position_and_is_played_from_there(visitor: Person) -> None:
    table = random_table(triarchy.game("meridian", players=2), 4, 41)
    while table.to_move != 1:
        table.play(table.legal[0])
    wish = {"game": "meridian", "seats": SEATS, "start": table.position()}
    made = visitor.post("/api/tables", wish)
    assert made.status_code == 201, made.text
    screen = visitor.get(f"/api/tables/{made.json()['id']}/screen").json()
    assert (screen["seat"], screen["your_turn"], screen["number"]) == (1, True, 0)
    assert [each["move"] for each in screen["moves"]] == table.legal
    move = {"move": table.legal[0], "decision": "0.0"}
    assert visitor.post(f"/api/tables/{made.json()['id']}/moves", move).status_code == 200


@pytest.mark.parametrize(
    ("change", "status", "words"),
    [
        ({"start": "no-such-figure"}, 404, "figure does not exist"),
        ({"start": {"game": "meridian"}}, 422, "lacks the key"),
        ({"seats": [{"kind": "me"}, *SEATS]}, 422, "another number of seats"),
        ({"board": "eleven-isles"}, 422, "fixed by the position"),
    ],
)
def test_a_wrong_position_makes_no_table(
    visitor: Person, change: dict[str, object], status: int, words: str
) -> None:
    position = triarchy.game("meridian", players=2).start(1).position()
    wish = {"game": "meridian", "seats": SEATS, "start": position, **change}
    answer = visitor.post("/api/tables", wish)
    assert answer.status_code == status
    assert words in answer.json()["error"]


def test_a_finished_position_is_refused(visitor: Person) -> None:
    over = random_table(triarchy.game("meridian", players=2), 1).position()
    wish = {"game": "meridian", "seats": SEATS, "start": over}
    assert "the end of a game" in visitor.post("/api/tables", wish).json()["error"]
