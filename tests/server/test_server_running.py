"""No call that names a running table gives a review, a curve or an analysis to anybody.

Every route with a table in its path, and those that take one in the body, is called by everybody;
`CALLS` of test_server_visitors.py names them all, and a new one fails there until it is listed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from pydantic import BaseModel

from tests.server.servers import Running
from tests.server.test_server_visitors import CALLS, KINDS, World, ask, world
from triarchy.server.http import requests, schemas, schemas_study

NAMING = sorted(call for call in CALLS if "{table_id}" in call or call == "POST /api/play-on")
HINT = "POST /api/tables/{table_id}/hint"
STUDY = ("/api/analyse", "/api/analyse/setup", "/api/analyse/judge", "/api/analyse/picture")
PERCENT = re.compile(r"\d\s?%")
USUAL = {
    *("seat", "name", "title", "about", "width", "seats", "first", "last", "lines", "kind"),
    *("after", "moves", "turns", "low", "columns", "played", "decided", "symbol"),
}
"""Keys that other answers have too, and that say nothing by themselves."""


def keys_of(model: type[BaseModel]) -> Iterator[str]:
    """The keys of an answer and of all that is in it."""
    description = model.model_json_schema()
    for each in (description, *description.get("$defs", {}).values()):
        yield from each.get("properties", {})


JUDGED = {
    key for model in (schemas_study.Review, schemas_study.StudiedChances) for key in keys_of(model)
} - USUAL


def inside(value: Any) -> Iterator[Any]:
    """A JSON value and all values in it."""
    yield value
    children = value.values() if isinstance(value, dict) else value
    if isinstance(value, (dict, list)):
        for child in children:
            yield from inside(child)


def read(text: str) -> Any:
    """An answer, or the events of a stream, as JSON; other text as it is."""
    lines = [line[6:] for line in text.splitlines() if line.startswith("data: ")]
    try:
        return [json.loads(line) for line in lines] if lines else json.loads(text)
    except json.JSONDecodeError:
        return text


@pytest.fixture(scope="module")
def running(plain_server: Running) -> World:
    return world(plain_server)


def judgements(answer: Any) -> list[str]:
    """What a review or an analysis would say, of all that an answer says."""
    found = []
    for value in inside(answer):
        if isinstance(value, dict):
            found += sorted(JUDGED & set(value))
            found += ["decided"] * (value.get("decided") is not None)
        elif isinstance(value, str) and not value.lstrip().startswith("<"):
            found += PERCENT.findall(value)
    return found


def test_a_review_and_an_analysis_would_be_seen() -> None:
    assert {"chances", "curve", "luck", "better", "figures", "behind", "why"} <= JUDGED
    assert judgements({"parts": [{"chances": ["40%"]}]}) == ["parts", "chances", "0%"]
    assert judgements({"decided": 3}) == ["decided"]
    assert judgements({"lines": ["Red builds 3."], "board": "<svg width='100%'/>"}) == []


@pytest.mark.parametrize("call", NAMING)
def test_no_call_that_names_a_running_table_judges_it(running: World, call: str) -> None:
    assert running.server.service.snapshots.get(running.table).row.status == "playing"
    if call.startswith(("DELETE", "POST", "PUT")) and call != HINT and CALLS[call].who:
        running = world(running.server)  # the call may change the game, or end it
    for kind in KINDS:
        answer = ask(running, call, kind)
        if call == HINT and answer.status_code == 200:
            assert set(answer.json()) == set(schemas.Hint.model_fields)
        if answer.headers.get("Content-Type") == "image/png":
            continue  # the board and the names, as the table's picture has them
        assert judgements(read(answer.text)) == [], kind


def test_analyse_takes_no_table_and_nothing_that_a_table_shows(running: World) -> None:
    person = running.people["owner"]
    name, link = running.table, f"/table/{running.table}"
    bodies: list[Any] = [
        {"table": name},
        {"document": name},
        {"document": {"table": name}},
        {"document": {"game": "meridian", "table": name}},
        {"document": {"game": "meridian", "link": link}},
        {"document": {"game": "meridian", "moves": name}},
    ]
    shown = (
        read(ask(running, call, "owner").text)
        for call in NAMING
        if call.startswith("GET") and "/qr" not in call and "/picture" not in call
    )
    documents = [
        value
        for answer in shown
        for value in inside(answer)
        if isinstance(value, dict) and "game" in value
    ]
    assert documents
    bodies += [{"document": document} for document in documents]
    for body in bodies:
        for call in STUDY:
            answer = person.post(call, body)
            assert answer.status_code == 422, (body, answer.text[:200])
            assert set(answer.json()) <= {"error", "preparing"}


def test_what_analyse_takes_names_no_table() -> None:
    for body in (requests.StudyRequest, requests.SetupRequest, requests.SetupChange):
        assert not {"table", "table_id", "id", "link"} & set(body.model_fields)
