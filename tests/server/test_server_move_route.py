"""A move's request is read in one go, with the same outcome as by FastAPI."""

from __future__ import annotations

from typing import Any

import fastapi.routing
import pytest
from fastapi import APIRouter, FastAPI, Request
from fastapi.responses import JSONResponse, Response
from fastapi.testclient import TestClient
from starlette.exceptions import HTTPException

from triarchy.server.http.dependencies import KnownQuery, SeatQuery, TableId, TheLook
from triarchy.server.http.move_route import MoveRoute
from triarchy.server.http.requests import MoveRequest
from triarchy.server.http.strict_json import StrictRoute
from triarchy.server.refusals import Refused

TABLE = "abcdefghi123"
JSON = "application/json"


async def echo(
    request: Request,
    table_id: TableId,
    look: TheLook,
    body: MoveRequest,
    seat: SeatQuery = None,
    known: KnownQuery = None,
) -> Response:
    return JSONResponse([table_id, look, body.model_dump(), seat, known])


def client(route: type[StrictRoute]) -> TestClient:
    app = FastAPI()
    router = APIRouter(prefix="/api/tables/{table_id}")
    router.add_api_route("/moves", echo, methods=["POST"], route_class_override=route)
    app.include_router(router)

    async def refused(request: Request, error: Exception) -> Response:
        assert isinstance(error, Refused)
        return JSONResponse({"error": error.sentence}, error.status)

    async def unreadable(request: Request, error: Exception) -> Response:
        refusal = getattr(request.state, "refusal", None)
        return await refused(request, refusal or error)

    @app.middleware("http")
    async def speak(request: Request, call_next: Any) -> Response:
        request.state.language = "de"
        answer: Response = await call_next(request)
        return answer

    app.add_exception_handler(Refused, refused)
    app.add_exception_handler(HTTPException, unreadable)
    return TestClient(app)


def ask(
    route: type[StrictRoute], query: str, body: bytes, kind: str = JSON, table: str = TABLE
) -> tuple[int, Any]:
    """The status and the document that are answered."""
    address = f"/api/tables/{table}/moves{query}"
    answer = client(route).post(address, content=body, headers={"content-type": kind})
    return answer.status_code, answer.json()


GOOD = (
    "",
    "?width=300&dark=true&hand=500&language=nl&seat=2&known=5.3.0",
    "?dark=1&unknown=7&width=240&width=2400",
    "?table_id=zzzzzzzzz999&known=",
)


@pytest.mark.parametrize("query", GOOD)
def test_a_request_without_faults_is_read_without_fastapi(
    query: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    body = b'{"move": "a1", "decision": "3.0"}'
    usual = ask(StrictRoute, query, body)
    assert usual[0] == 200
    monkeypatch.delattr(fastapi.routing, "solve_dependencies")
    assert ask(MoveRoute, query, body) == usual


@pytest.mark.parametrize(
    ("query", "body", "kind", "table"),
    [
        ("?width=100", b'{"move": "a1", "decision": "3.0"}', JSON, TABLE),
        ("?width=", b'{"move": "a1", "decision": "3.0"}', JSON, TABLE),
        ("?seat=8", b'{"move": "a1", "decision": "3.0"}', JSON, TABLE),
        ("?language=fr&dark=perhaps", b'{"move": "a1", "decision": "3.0"}', JSON, TABLE),
        (f"?known={'1' * 41}", b'{"move": "a1", "decision": "3.0"}', JSON, TABLE),
        ("", b'{"move": "a1", "decision": "3.0"}', JSON, "ABC"),
        ("", b"", JSON, TABLE),
        ("", b"null", JSON, TABLE),
        ("", b"[1]", JSON, TABLE),
        ("", b'{"move": "a1"}', JSON, TABLE),
        ("", b'{"move": "", "decision": "-1.0"}', JSON, TABLE),
        ("", b'{"move": "a1", "decision": 3}', JSON, TABLE),
        ("", b'{"move": "a1", "decision": "3.0", "more": 1}', JSON, TABLE),
        ("", b'{"move": "a1", "decision": "3.0"', JSON, TABLE),
        ("", b'{"move": "a\\u0000", "decision": "3.0"}', JSON, TABLE),
        ("", b"\xff", JSON, TABLE),
        ("", b'{"move": "a1", "decision": "3.0"}', "text/plain", TABLE),
        ("", b'{"move": "a1", "decision": "3.0"}', "application/json; charset=utf-8", TABLE),
    ],
)
def test_any_other_request_is_answered_as_by_fastapi(
    query: str, body: bytes, kind: str, table: str
) -> None:
    usual = ask(StrictRoute, query, body, kind, table)
    assert usual[0] == (200 if "charset" in kind else 422)
    assert ask(MoveRoute, query, body, kind, table) == usual
