"""Positions to study: documents and records are checked, played on and judged; no table is named."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

import triarchy
from tests.bots.test_review import near_the_end, played
from tests.server.people import Person
from tests.server.servers import PATIENCE, Running, wait_for
from triarchy.server.http import api_study
from triarchy.server.http.dependencies import PICTURES
from triarchy.server.http.guard import AT_ONCE, Guard
from triarchy.server.refusals import Refused


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


def test_positions_that_are_judged_hold_no_place_in_their_addresss_line(
    plain_server: Running, visitor: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, _, _ = near_the_end("meridian")
    asked, release = [], threading.Event()

    async def slowly(*_: Any) -> Any:
        asked.append(None)
        while not release.is_set():
            await asyncio.sleep(0.01)
        raise Refused(503, "enough")

    monkeypatch.setattr(api_study, "_judged", slowly)
    wish = {"document": table.position()}
    with ThreadPoolExecutor(AT_ONCE) as threads:
        answers = [threads.submit(httpx.post, f"{plain_server.url}/api/analyse/judge", json=wish,
                                  timeout=PATIENCE) for _ in range(AT_ONCE)]  # fmt: skip
        try:
            wait_for(lambda: len(asked) == AT_ONCE)
            assert httpx.get(f"{plain_server.url}/api/status", timeout=20).status_code == 200
        finally:
            release.set()
    assert [answer.result().status_code for answer in answers] == [503] * AT_ONCE


def test_pictures_of_positions_are_made_a_few_at_a_time(
    plain_server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They take long, and screens need the threads that answer requests."""
    at_work: list[None] = []
    most, release = [0], threading.Event()

    def slowly(*_: Any) -> bytes:
        at_work.append(None)
        most[0] = max(most[0], len(at_work))
        release.wait(PATIENCE)
        at_work.pop()
        return b"a picture"

    monkeypatch.setattr(api_study, "position_picture", slowly)
    table, _, _ = near_the_end("meridian")
    wish, url = {"document": table.position()}, f"{plain_server.url}/api/analyse/picture"
    layer: Any = plain_server.app.middleware_stack
    while not isinstance(layer, Guard):
        layer = layer.app
    turns = layer.turns
    with ThreadPoolExecutor(AT_ONCE) as threads:
        answers = [threads.submit(httpx.post, url, json=wish, timeout=PATIENCE)
                   for _ in range(AT_ONCE)]  # fmt: skip
        wait_for(lambda: turns.working >= AT_ONCE and at_work)
        release.set()
    assert [answer.result().content for answer in answers] == [b"a picture"] * AT_ONCE
    assert most[0] <= PICTURES


def test_the_judge_tells_win_chances_and_the_turn_that_wins(visitor: Person) -> None:
    table, _, _ = near_the_end("meridian")
    answer = visitor.post("/api/analyse/judge", {"document": table.position()}, language="de")
    assert answer.status_code == 200, answer.text
    judged = answer.json()
    assert len(judged["chances"]) == 2
    first, *others = judged["turns"]
    assert first["behind"] == "Der beste, oder etwa ebenso gut" and first["why"]
    assert all(each["behind"] and isinstance(each["why"], list) for each in others)
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
    wish = described["components"]["schemas"]["StudyRequest"]["properties"]
    assert set(wish) == {"document", "number", "moves"}
