"""The application: the parts of a server put together, and how errors leave it."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from triarchy.engine.errors import TriarchyError
from triarchy.kit.language import translate_error
from triarchy.server.bots.driver import BotDriver
from triarchy.server.housekeeping import Housekeeping
from triarchy.server.http import (
    api_history,
    api_me,
    api_people,
    api_play,
    api_practice,
    api_review,
    api_server,
    api_study,
    api_tables,
    here,
    installable,
    manual,
    pages,
)
from triarchy.server.http.below import Below
from triarchy.server.http.guard import Guard, Packing
from triarchy.server.http.validation import invalid
from triarchy.server.metrics import Counted, Requests
from triarchy.server.people.push import Push
from triarchy.server.refusals import Refused
from triarchy.server.screens.examples import Examples
from triarchy.server.screens.screens import Screens
from triarchy.server.service import Service
from triarchy.server.settings import Settings

SENTENCES = {
    400: "The body of the request can't be read.",
    404: "This page does not exist.",
    405: "This address does not accept that method.",
}
LONGEST_SENTENCE = 400
SWITCH_SECONDS = 0.0001
"""How long a thread that writes a move waits for the interpreter while screens are made. Writing takes
several such waits with the database locked: at Python's 5 ms, writers queue until they are refused."""
log = logging.getLogger("triarchy.server")


def create_app(settings: Settings) -> FastAPI:
    """A server's application; its database is opened and migrated here."""
    service = Service(settings)
    app = FastAPI(
        title="Triarchy",
        version=version("triarchy"),
        description="Tables of the games that are installed: see docs/reference/http.md.",
        docs_url=None,
        redoc_url=None,
        lifespan=_lifespan,
        servers=[{"url": settings.root_path}] if settings.root_path else None,
    )
    app.state.service = service
    app.state.bot_driver = BotDriver(service)
    app.state.screens = Screens(service)
    app.state.examples = Examples(app.state.screens.cache)
    app.state.static = pages.Static(settings.root_path)
    app.state.help = manual.Manual(settings.docs)
    app.state.here = here.Here(settings.site, settings.root_path)
    app.state.housekeeping = Housekeeping(service.storage, settings)
    bans = app.state.housekeeping.bans
    app.state.streams = api_play.Streams(service.limits, bans)
    service.followers.append(app.state.housekeeping.changed)
    app.state.requests = Requests()
    app.state.push = Push(service)
    for router in (
        api_play.router,  # routes are tried one after the other: those of every move first
        api_server.router,
        api_me.router,
        api_people.router,
        api_history.router,
        api_tables.router,
        api_practice.router,
        api_review.router,
        api_review.playing_on,
        api_study.router,
        installable.router,
        manual.router,
        here.router,
        pages.router,
    ):
        app.include_router(router)
    app.add_middleware(Packing, minimum_size=1000, compresslevel=5)
    app.add_middleware(
        Guard,
        settings=settings,
        secret=service.storage.secret,
        bans=bans,
        people=service.people,
        limits=service.limits,
    )
    app.add_middleware(Counted, requests=app.state.requests)
    if settings.root_path:
        app.add_middleware(Below, root=settings.root_path)
    app.add_exception_handler(Refused, _refused)
    app.add_exception_handler(TriarchyError, _mistaken)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(ClientDisconnect, _gone)
    app.add_exception_handler(Exception, _broken)
    return app


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    service: Service = app.state.service
    sys.setswitchinterval(SWITCH_SECONDS)
    service.compiling.start()
    app.state.push.start()
    tasks = [
        asyncio.create_task(service.listen()),
        asyncio.create_task(service.hub.run()),
        asyncio.create_task(service.presence.run()),
        asyncio.create_task(app.state.housekeeping.run()),
    ]
    if service.cluster is None or service.cluster.first:
        tasks.append(asyncio.create_task(app.state.bot_driver.run()))
    try:
        yield
    finally:
        service.hub.close()
        for task in tasks:
            task.cancel()
        app.state.bot_driver.close()
        app.state.push.close()
        service.close()


def _say(request: Request, status: int, sentence: str, **more: Any) -> Response:
    """The one sentence: JSON for the API, a page for people."""
    if len(sentence) > LONGEST_SENTENCE:  # what was sent is not sent back at length
        sentence = sentence[: LONGEST_SENTENCE - 3] + "..."
    headers = {"Retry-After": "1"} if status == 503 else {}
    path = request.url.path
    if path.startswith(("/api/", "/static/", "/here/")) or path == "/openapi.json":
        return JSONResponse({"error": sentence, **more}, status, headers=headers)
    return pages.render(request, "error", code=status, status=status, sentence=sentence, games=[])


def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refused)
    more = {"preparing": True} if error.preparing else {}
    return _say(request, error.status, error.in_language(request.state.language), **more)


def _mistaken(request: Request, error: Exception) -> Response:
    """A mistake in a document, in the reader's language; each game brings sentences of its own."""
    assert isinstance(error, TriarchyError)
    service: Service = request.app.state.service
    folders = [each.folder / "languages" for each in service.compiling.definitions()]
    return _say(request, 422, translate_error(error, request.state.language, *folders))


def _invalid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    if first["type"] == "json_invalid":
        return _refused(request, Refused(422, SENTENCES[400]))
    if first["loc"][0] == "path" and not request.url.path.startswith("/api/"):
        return _refused(request, Refused(404, SENTENCES[404]))
    return _refused(request, invalid(first))


def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if (refusal := getattr(request.state, "refusal", None)) is not None:
        return _refused(request, refusal)
    sentence = SENTENCES.get(error.status_code, "That is not possible.")
    answer = _refused(request, Refused(error.status_code, sentence))
    for name, value in (error.headers or {}).items():
        answer.headers[name] = value
    return answer


def _gone(request: Request, error: Exception) -> Response:
    """Who has gone while sending gets no answer, and no line in the log."""
    return _refused(request, Refused(400, SENTENCES[400]))


def _broken(request: Request, error: Exception) -> Response:
    log.error("A request failed: %s %s", request.method, request.url.path, exc_info=error)
    return _refused(request, Refused(500, "Something went wrong on the server."))
