"""Games finished on a person's own device: kept once each, as unrated games of theirs."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

import triarchy
from tests.server.people import Person

PATH = "/api/records/device"


@pytest.fixture(scope="module")
def record() -> dict[str, Any]:
    table = triarchy.game("meridian", players=2).start(seed=3)
    choose = random.Random(3).choice
    while not table.over:
        table.play(choose(table.legal))
    return {**table.record(), "names": ["Anna", "Isa"]}


def body(record: dict[str, Any], once: str = "abcdefghij01", **more: Any) -> dict[str, Any]:
    seats = [{"you": True}, {"strength": "hard"}]
    return {"record": record, "seats": seats, "once": once, "finished": 1_700_000_000.0, **more}


def test_a_game_is_among_your_games_and_not_rated(
    someone: Callable[[str], Person], record: dict[str, Any]
) -> None:
    anna = someone("Anna")
    answer = anna.post(PATH, body(record))
    assert answer.status_code == 201, answer.text
    table = answer.json()
    assert table["status"] == "record"
    (game,) = anna.get("/api/me/history").json()["games"]
    assert (game["table"], game["rated"]) == (table["id"], False)
    ranks = record["result"]["ranking"]
    assert {
        tuple(seat[key] for key in ("name", "you", "bot", "rank")) for seat in game["seats"]
    } == {
        ("Anna", True, None, ranks[0]),
        ("Isa", False, "hard", ranks[1]),
    }
    statistics = anna.get("/api/me/statistics").json()
    assert statistics["ratings"] == [] and statistics["records"][0]["games"] == 1
    assert anna.get(f"/api/tables/{table['id']}/record").json()["moves"] == record["moves"]


def test_the_same_game_is_kept_once_for_a_person(
    someone: Callable[[str], Person], record: dict[str, Any]
) -> None:
    anna, ben = someone("Anna"), someone("Ben")
    first = anna.post(PATH, body(record)).json()["id"]
    assert anna.post(PATH, body(record)).json()["id"] == first
    assert len(anna.get("/api/me/history").json()["games"]) == 1
    assert anna.post(PATH, body(record, "abcdefghij02")).json()["id"] != first
    assert ben.post(PATH, body(record)).json()["id"] != first
    assert len(anna.get("/api/me/history").json()["games"]) == 2


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"seats": [{"you": True}]}, "must fit together"),
        ({"seats": [{"strength": "hard"}] * 2}, "must fit together"),
        ({"once": "../etc"}, "once"),
        ({"finished": "now"}, "finished"),
        ({"record": {"game": "meridian"}}, "lacks the key"),
    ],
)
def test_what_is_no_such_game_is_refused_in_a_sentence(
    anna: Person, record: dict[str, Any], change: dict[str, Any], words: str
) -> None:
    answer = anna.post(PATH, {**body(record), **change})
    assert answer.status_code == 422
    assert words in answer.json()["error"]
    assert anna.get("/api/me/history").json()["games"] == []


def test_a_game_that_is_not_over_is_refused_and_nothing_is_kept(
    anna: Person, record: dict[str, Any]
) -> None:
    unfinished = {**record, "moves": record["moves"][:-1], "result": None}
    answer = anna.post(PATH, body(unfinished))
    assert (answer.status_code, answer.json()["error"]) == (
        422,
        "Only a finished game can be handed over.",
    )
    assert anna.get("/api/tables").json()["mine"] == []
