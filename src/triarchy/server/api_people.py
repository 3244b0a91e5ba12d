"""The calls about oneself beyond a name: being told of one's turn."""

from __future__ import annotations

from typing import Any
from zoneinfo import ZoneInfo

from fastapi import APIRouter, Request
from fastapi.responses import Response

from triarchy.server import push, schemas_people, wishes
from triarchy.server.dependencies import REFUSALS, TheService, TheVisitor, document
from triarchy.server.push_delivery import are_keys, checked
from triarchy.server.refusals import Refused
from triarchy.server.strict_json import StrictRoute

router = APIRouter(prefix="/api/me", tags=["people"], responses=REFUSALS, route_class=StrictRoute)
NOT_INSTALLED = "This server cannot send notifications: the extra 'push' is not installed."


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
def change_push(
    request: Request, service: TheService, visitor: TheVisitor, wish: wishes.PushWish
) -> Response:
    """Let this browser be told of your turn; once more to change its quiet hours."""
    if not request.app.state.push.available:
        raise Refused(409, NOT_INSTALLED)
    checked(wish.endpoint, loopback=service.settings.push_to_loopback)
    if not are_keys(wish.p256dh, wish.auth):
        raise Refused(422, "These are not the keys of a browser.")
    quiet = wish.quiet
    if quiet is not None:
        _check_zone(quiet.zone)
    with service.storage.write() as connection:
        push.keep(
            connection,
            visitor.person,
            wish.endpoint,
            p256dh=wish.p256dh,
            auth=wish.auth,
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
        raise Refused(422, "There is no such time zone.") from None


def _minute(text: str) -> int:
    hour, minute = text.split(":")
    return int(hour) * 60 + int(minute)


@router.post("/push/stop", response_model=schemas_people.PushState)
def stop_push(
    request: Request, service: TheService, visitor: TheVisitor, wish: wishes.PushStop
) -> Response:
    """Tell this browser no more."""
    with service.storage.write() as connection:
        push.forget(connection, visitor.person, wish.endpoint)
    return document(_state(request, service, visitor.person))
