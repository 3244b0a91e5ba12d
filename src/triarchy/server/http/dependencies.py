"""What the calls of the API have in common: who asks, how it shall look, how answers are sent."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Annotated, Any, TypeVar

from anyio import CapacityLimiter, to_thread
from fastapi import Depends, Path, Query, Request
from fastapi.responses import Response
from pydantic_core import to_json
from starlette.requests import ClientDisconnect

from triarchy.server.http.requests import Language
from triarchy.server.http.schemas import Error
from triarchy.server.people.identity import Visitor
from triarchy.server.screens.screens import Screens
from triarchy.server.screens.text_cache import Look
from triarchy.server.service import Service

T = TypeVar("T")
PICTURES = 2
"""Large pictures that are made at once."""
LanguageQuery = Annotated[Language | None, Query(description="default: the reader's")]
WidthQuery = Annotated[int, Query(ge=240, le=2400, description="pixels the board has")]
WIDTH = 1000
DarkQuery = Annotated[bool, Query(description="for a dark page")]
HandQuery = Annotated[
    int | None, Query(ge=240, le=2400, description="pixels the hand has; default: width")
]
WordsQuery = Annotated[bool, Query(description="tell the board in words too")]
KeepQuery = Annotated[
    bool, Query(description="tell nobody else of your choices before something comes of them")
]
SeatQuery = Annotated[int | None, Query(ge=0, le=7, description="whose eyes, if you hold several")]
KnownQuery = Annotated[
    str | None,
    Query(max_length=40, description="the `event` of the screen you have: you get an Update"),
]
TableId = Annotated[str, Path(pattern="^[a-z0-9]{12}$", description="the table's id")]
REFUSALS: dict[int | str, dict[str, Any]] = {
    400: {"model": Error, "description": "The request cannot be read."},
    403: {"model": Error, "description": "Not your seat, turn or table, or from another site."},
    404: {"model": Error, "description": "There is no such thing."},
    409: {"model": Error, "description": "Stale, or not possible in this state."},
    413: {"model": Error, "description": "Too large."},
    422: {"model": Error, "description": "The request makes no sense."},
    429: {"model": Error, "description": "Too many requests."},
    503: {"model": Error, "description": "The rules are being prepared."},
}
SVG: dict[int | str, dict[str, Any]] = {
    200: {"description": "a drawing", "content": {"image/svg+xml": {"schema": {"type": "string"}}}}
}


# These do nothing that waits, and are `async` so that none of them costs a change of thread.


async def service_of(request: Request) -> Service:
    service: Service = request.app.state.service
    return service


async def screens_of(request: Request) -> Screens:
    screens: Screens = request.app.state.screens
    return screens


async def visitor_of(request: Request) -> Visitor:
    visitor: Visitor = request.state.visitor
    return visitor


async def look_of(
    request: Request,
    language: LanguageQuery = None,
    width: WidthQuery = WIDTH,
    dark: DarkQuery = False,
    hand: HandQuery = None,
    words: WordsQuery = False,
    keep: KeepQuery = False,
) -> Look:
    return Look.of(language or request.state.language, width, dark, hand, words, keep)


async def language_wanted(request: Request, language: LanguageQuery = None) -> str:
    chosen: str = language or request.state.language
    return chosen


TheService = Annotated[Service, Depends(service_of)]
TheScreens = Annotated[Screens, Depends(screens_of)]
TheVisitor = Annotated[Visitor, Depends(visitor_of)]
TheLook = Annotated[Look, Depends(look_of)]
TheLanguage = Annotated[str, Depends(language_wanted)]


async def while_connected(request: Request, work: Coroutine[Any, Any, T]) -> T:
    """The result of what takes long; cancelled when the client has gone."""
    working = asyncio.create_task(work)
    leaving = asyncio.create_task(_left(request))
    try:
        await asyncio.wait({working, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise ClientDisconnect
        return working.result()
    finally:
        working.cancel()
        leaving.cancel()


async def _left(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def drawn(request: Request, make: Callable[..., T], *about: Any) -> T:
    """A large picture: it takes long, so a few are made at a time, in threads that no screen needs."""
    state = request.app.state
    if not hasattr(state, "drawing"):
        state.drawing = CapacityLimiter(PICTURES)
    return await to_thread.run_sync(make, *about, limiter=state.drawing)


def document(value: Any, status: int = 200) -> Response:
    """An answer in JSON."""
    return Response(to_json(value), status, media_type="application/json")
