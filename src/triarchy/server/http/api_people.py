"""The calls about oneself beyond a name: being told of one's turn."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any
from zoneinfo import ZoneInfo

from fastapi import APIRouter, Request
from fastapi.responses import Response
from starlette.concurrency import run_in_threadpool

from triarchy.server.http import requests, schemas_people
from triarchy.server.http.dependencies import REFUSALS, TheService, TheVisitor, document
from triarchy.server.http.strict_json import StrictRoute
from triarchy.server.people import push
from triarchy.server.people.identity import Visitor
from triarchy.server.people.persons import remember
from triarchy.server.people.push_delivery import are_keys, checked
from triarchy.server.refusals import Refused
from triarchy.server.service import Service

router = APIRouter(prefix="/api/me", tags=["people"], responses=REFUSALS, route_class=StrictRoute)
NOT_INSTALLED = "This server cannot send notifications: the extra 'push' is not installed."
LOOKUPS = ThreadPoolExecutor(2, "names")
"""Names of push services are looked up in threads of their own: one that is never found holds up no screen."""
LOOKUP_SECONDS = 5.0


@router.get("/waiting", response_model=schemas_people.Waiting)
def waiting(service: TheService, visitor: TheVisitor) -> Response:
    """How many tables wait for your move."""
    with service.storage.read() as connection:
        return document({"waiting": push.waiting_tables(connection, visitor.person)})


@router.get("/push", response_model=schemas_people.PushState)
def read_push(request: Request, service: TheService, visitor: TheVisitor) -> Response:
    """Whether this server can tell you of your turn while its page is closed, and with which key."""
    return document(_state(request, service, visitor.person))


def _state(request: Request, service: TheService, person: str) -> dict[str, Any]:
    with service.storage.read() as connection:
        devices = push.devices_of(connection, person)
    sender: push.Push = request.app.state.push
    return {
        "available": sender.available,
        "key": sender.sender.public_key if sender.available else None,
        "devices": len(devices),
    }


@router.put("/push", response_model=schemas_people.PushState)
async def change_push(
    request: Request, service: TheService, visitor: TheVisitor, body: requests.PushRequest
) -> Response:
    """Let this browser be told of your turn; once more to change its quiet hours."""
    if not request.app.state.push.available:
        raise Refused(409, NOT_INSTALLED)
    look_up = partial(checked, body.endpoint, loopback=service.settings.push_to_loopback)
    try:
        async with asyncio.timeout(LOOKUP_SECONDS):
            await asyncio.get_running_loop().run_in_executor(LOOKUPS, look_up)
    except TimeoutError:
        raise Refused(503, "The push service was not found in time; try again later.") from None
    return await run_in_threadpool(_keep, request, service, visitor, body)


def _keep(
    request: Request, service: Service, visitor: Visitor, body: requests.PushRequest
) -> Response:
    """Note where a browser is to be told."""
    if not are_keys(body.p256dh, body.auth):
        raise Refused(422, "These are not the keys of a browser.")
    quiet = body.quiet
    if quiet is not None:
        _check_zone(quiet.zone)
    with service.storage.write() as connection:
        remember(connection, visitor.person)
        push.keep(
            connection,
            visitor.person,
            body.endpoint,
            p256dh=body.p256dh,
            auth=body.auth,
            language=request.state.language,
            quiet_from=_minute(quiet.begin) if quiet else None,
            quiet_until=_minute(quiet.end) if quiet else None,
            zone=quiet.zone if quiet else None,
        )
    return document(_state(request, service, visitor.person))


def _check_zone(zone: str) -> None:
    try:
        ZoneInfo(zone)
    except (LookupError, ValueError, OSError):
        raise Refused(422, "This time zone does not exist.") from None


def _minute(text: str) -> int:
    hour, minute = text.split(":")
    return int(hour) * 60 + int(minute)


@router.post("/push/stop", response_model=schemas_people.PushState)
def stop_push(
    request: Request, service: TheService, visitor: TheVisitor, body: requests.PushStop
) -> Response:
    """Tell this browser no more."""
    with service.storage.write() as connection:
        push.forget(connection, visitor.person, body.endpoint)
    return document(_state(request, service, visitor.person))
