"""The calls by which a person comes to other browsers, signs out, is forgotten."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from fastapi.responses import Response

from triarchy.server.http import requests, schemas_people
from triarchy.server.http.dependencies import REFUSALS, TheService, TheVisitor, document
from triarchy.server.http.strict_json import StrictRoute
from triarchy.server.people import passkeys, recovery
from triarchy.server.people.identity import Visitor, clean
from triarchy.server.service import Service
from triarchy.server.tables.snapshot import iso

router = APIRouter(prefix="/api/me", tags=["you"], responses=REFUSALS, route_class=StrictRoute)
PasskeyId = Annotated[str, Path(pattern="^[0-9a-f]{64}$", description="the passkey's id")]


def _ways(service: Service, visitor: Visitor) -> Response:
    with service.storage.read() as connection:
        facts = recovery.overview(connection, visitor.person)
    listed: list[dict[str, Any]] = [
        {
            "id": each.hash,
            "name": each.name,
            "made": iso(each.made),
            "used": None if each.used is None else iso(each.used),
        }
        for each in facts["passkeys"]
    ]
    return document({**facts, "passkeys": listed, "possible": passkeys.available()})


def _at(request: Request, service: Service) -> passkeys.Passkeys:
    return passkeys.Passkeys(service, request.headers.get("host", ""))


@router.get("/ways", response_model=schemas_people.Ways)
def ways_back(service: TheService, visitor: TheVisitor) -> Response:
    """By which ways you can come back in another browser."""
    return _ways(service, visitor)


@router.post("/recovery", response_model=schemas_people.RecoveryCode)
def make_recovery_code(
    service: TheService, visitor: TheVisitor, body: requests.Nothing
) -> Response:
    """A recovery code: it is shown this once, and replaces the one before."""
    return document({"code": recovery.new_code(service, visitor)})


@router.post("/recover", response_model=schemas_people.Ways)
def recover(service: TheService, visitor: TheVisitor, body: requests.RecoverRequest) -> Response:
    """This browser becomes the person whose recovery code this is."""
    recovery.recover(service, visitor, body.code, body.merge)
    return _ways(service, visitor)


@router.post("/passkeys/begin", response_model=schemas_people.PasskeyOptions)
def begin_passkey(
    request: Request, service: TheService, visitor: TheVisitor, body: requests.Nothing
) -> Response:
    """What `navigator.credentials.create` needs to make a passkey for you."""
    return document({"options": _at(request, service).begin(visitor)})


@router.post("/passkeys", response_model=schemas_people.Ways, status_code=201)
def make_passkey(
    request: Request, service: TheService, visitor: TheVisitor, body: requests.PasskeyRequest
) -> Response:
    """Keep the passkey that the browser has made."""
    _at(request, service).make(visitor, body.credential, clean(body.name))
    answer = _ways(service, visitor)
    answer.status_code = 201
    return answer


@router.delete("/passkeys/{passkey}", response_model=schemas_people.Ways)
def delete_passkey(service: TheService, visitor: TheVisitor, passkey: PasskeyId) -> Response:
    """Delete one of your passkeys."""
    passkeys.forget(service, visitor, passkey)
    return _ways(service, visitor)


@router.post("/sign-in/begin", response_model=schemas_people.PasskeyOptions)
def begin_sign_in(
    request: Request, service: TheService, visitor: TheVisitor, body: requests.Nothing
) -> Response:
    """What `navigator.credentials.get` needs to show a passkey."""
    return document({"options": _at(request, service).ask(visitor)})


@router.post("/sign-in", response_model=schemas_people.Ways)
def sign_in(
    request: Request, service: TheService, visitor: TheVisitor, body: requests.SignInRequest
) -> Response:
    """This browser becomes the person whose passkey was shown."""
    _at(request, service).use(visitor, body.credential, body.merge)
    return _ways(service, visitor)


@router.post("/sign-out", response_model=schemas_people.Ways)
def sign_out(service: TheService, visitor: TheVisitor, body: requests.SignOutRequest) -> Response:
    """Sign out here, in all other browsers, or everywhere."""
    recovery.sign_out(service, visitor, body.which)
    return _ways(service, visitor)


@router.delete("", status_code=204)
def delete_me(service: TheService, visitor: TheVisitor) -> Response:
    """Forget you: "guest" replaces your name, bots play on, the games stay whole."""
    recovery.delete_person(service, visitor)
    return Response(status_code=204)
