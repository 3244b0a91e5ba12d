"""The route of every move: a request without faults is read in one go, any other one by FastAPI."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import Request
from fastapi.responses import Response
from pydantic import BaseModel, ValidationError

from triarchy.server.http.dependencies import (
    WIDTH,
    DarkQuery,
    HandQuery,
    KeepQuery,
    KnownQuery,
    LanguageQuery,
    SeatQuery,
    TableId,
    WidthQuery,
    WordsQuery,
    look_of,
)
from triarchy.server.http.requests import MoveRequest
from triarchy.server.http.strict_json import StrictRequest, StrictRoute


class Asked(BaseModel):
    """What the address of a move says, under the same rules as for FastAPI."""

    table_id: TableId
    language: LanguageQuery = None
    width: WidthQuery = WIDTH
    dark: DarkQuery = False
    hand: HandQuery = None
    words: WordsQuery = False
    keep: KeepQuery = False
    seat: SeatQuery = None
    known: KnownQuery = None


class MoveRoute(StrictRoute):
    """FastAPI takes several times as long to find out the same; what is wrong with a request it says."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        fully = super().get_route_handler()

        async def quickly(request: Request) -> Response:
            request = StrictRequest(request.scope, request.receive)
            is_json = request.headers.get("content-type") == "application/json"
            if not is_json or not await request.body():
                return await fully(request)
            try:
                asked = Asked.model_validate({**request.query_params, **request.path_params})
                body = MoveRequest.model_validate(await request.json())
            except ValidationError:
                return await fully(request)
            look = await look_of(
                request,
                asked.language,
                asked.width,
                asked.dark,
                asked.hand,
                asked.words,
                asked.keep,
            )
            answer: Response = await self.endpoint(
                request, asked.table_id, look, body, asked.seat, asked.known
            )
            return answer

        return quickly
