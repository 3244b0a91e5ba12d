"""Positions to study: documents and records are checked, played on and judged; no table is named."""

from __future__ import annotations

import httpx
import pytest

import triarchy
from tests.bots.test_review import near_the_end, played
from tests.server.people import Person
from tests.server.servers import Running


@pytest.fixture
def visitor(plain_server: Running) -> Person:
    return Person(plain_server.url)


def test_a_position_is_shown_with_its_legal_moves_and_played_on(visitor: Person) -> None:
    table, wins, _ = near_the_end("meridian")
    answer = visitor.post("/api/analyse", {"document": table.position()})
    assert answer.status_code == 200, answer.text
    shown = answer.json()
    assert shown["position"] == table.position() and shown["last"] == 0
    assert [each["move"] for each in shown["screen"]["moves"]] == table.legal
    wish = {"document": table.position(), "moves": wins}
    after = visitor.post("/api/analyse", wish).json()
    assert after["to_move"] is None and after["position"] == played(table, wins).position()


def test_a_record_is_shown_after_any_of_its_moves(visitor: Person) -> None:
    table, _, loses = near_the_end("meridian")
    lost = played(table, loses)
    wish = {"document": lost.record(), "number": len(table.moves)}
    shown = visitor.post("/api/analyse", wish).json()
    assert shown["position"] == table.position()
    assert (shown["number"], shown["last"]) == (len(table.moves), len(lost.moves))
    assert visitor.post("/api/analyse", {**wish, "number": 999}).status_code == 404


def test_the_judge_tells_win_chances_and_the_turn_that_wins(visitor: Person) -> None:
    table, _, _ = near_the_end("meridian")
    answer = visitor.post("/api/analyse/judge", {"document": table.position()}, language="de")
    assert answer.status_code == 200, answer.text
    judged = answer.json()
    assert len(judged["chances"]) == 2 and judged["turns"][0]["share"] == "100\N{NO-BREAK SPACE}%"
    assert played(table, judged["turns"][0]["moves"]).ranking[table.to_move] == 1


def test_a_game_begins_where_only_its_name_is_said(visitor: Person) -> None:
    shown = visitor.post("/api/analyse", {"document": {"game": "meridian", "players": 3}}).json()
    assert shown["players"] == 3 and shown["screen"]["moves"]


@pytest.mark.parametrize(
    ("wish", "status"),
    [
        ({"document": {}}, 422),
        ({"document": {"game": "nothing"}}, 404),
        ({"document": {"game": "meridian", "players": 9}}, 422),
        ({"document": {"game": "meridian", "board": "/etc/a.json"}}, 422),
        ({"document": {"game": "meridian", "board": ["standard"]}}, 422),
        ({"document": {"game": "meridian", "moves": 7}}, 422),
        ({"document": {"game": "meridian", "phase": "card"}}, 422),
        ({"document": {"game": "meridian"}, "moves": ["fly"]}, 422),
        ({"table": "0" * 12}, 422),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(visitor: Person, wish: dict, status: int) -> None:
    for call in ("/api/analyse", "/api/analyse/judge"):
        answer = visitor.post(call, wish)
        assert answer.status_code == status and answer.json()["error"].endswith(".")


def test_a_position_that_the_rules_do_not_allow_is_refused(visitor: Person) -> None:
    position = triarchy.game("meridian", 2).start(1).position()
    answer = visitor.post("/api/analyse", {"document": {**position, "turn": -1}})
    assert answer.status_code == 422


def test_no_call_of_analyse_can_name_a_table(plain_server: Running) -> None:
    described = httpx.get(f"{plain_server.url}/openapi.json").json()
    calls = [path for path in described["paths"] if path.startswith("/api/analyse")]
    assert calls and not any("{" in path for path in calls)
    wish = described["components"]["schemas"]["StudyWish"]["properties"]
    assert set(wish) == {"document", "number", "moves"}
