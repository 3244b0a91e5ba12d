"""Reading a request's JSON: what no database, no file and no other language could hold is refused."""

from __future__ import annotations

import json
from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import Request
from fastapi.responses import Response
from fastapi.routing import APIRoute

from triarchy.server.refusals import Refused

DEEPEST = 32
"""How deep lists and objects may be nested."""


def read_json(body: bytes) -> Any:
    """A body as JSON: UTF-8, no NaN, nested a few times only, texts without NUL and half characters."""
    try:
        document = json.loads(body.decode("utf-8"), parse_constant=_no_number)
    except (ValueError, RecursionError):
        raise Refused(422, "The body of the request can't be read.") from None
    _check(document)
    return document


def _no_number(name: str) -> None:
    raise ValueError(f"{name} is no number")


def _check(document: Any) -> None:
    """Look at every part, without calling itself: what is too deep must not get that far."""
    level = [document]
    for _ in range(DEEPEST):
        parts: list[Any] = []
        for each in level:
            if isinstance(each, dict):
                parts.extend(each)
                parts.extend(each.values())
            elif isinstance(each, list):
                parts.extend(each)
            elif isinstance(each, str) and not _can_be_kept(each):
                raise Refused(422, "The request contains a character that can't be stored.")
        if not parts:
            return
        level = parts
    raise Refused(422, "The request is nested too deeply.")


def _can_be_kept(text: str) -> bool:
    """Whether a text is without NUL, which PostgreSQL refuses, and without half characters."""
    if text.isascii():
        return "\0" not in text
    try:
        return b"\0" not in text.encode()
    except UnicodeEncodeError:
        return False


class StrictRequest(Request):
    """A request whose JSON is read strictly."""

    async def json(self) -> Any:
        try:
            return read_json(await self.body())
        except Refused as refusal:
            # FastAPI turns this into an error of its own; see `app._http`.
            self.state.refusal = refusal
            raise


class StrictRoute(APIRoute):
    """A route that hands on strict requests."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handler = super().get_route_handler()

        async def strictly(request: Request) -> Response:
            if not isinstance(request, StrictRequest):
                request = StrictRequest(request.scope, request.receive)
            return await handler(request)

        return strictly
