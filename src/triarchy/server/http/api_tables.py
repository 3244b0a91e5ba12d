"""The calls around tables: lists, making, seats, starting, records."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import Response
from starlette.concurrency import run_in_threadpool

from triarchy.kit.language import translator
from triarchy.server.http import requests, schemas
from triarchy.server.http.dependencies import (
    REFUSALS,
    SVG,
    TableId,
    TheLanguage,
    TheScreens,
    TheService,
    TheVisitor,
    document,
    drawn,
)
from triarchy.server.http.pages import WEB
from triarchy.server.http.qr import qr_svg
from triarchy.server.http.strict_json import StrictRoute, read_json
from triarchy.server.people import device_games
from triarchy.server.people.identity import Visitor
from triarchy.server.refusals import Refused
from triarchy.server.screens.table_picture import table_picture
from triarchy.server.service import Service
from triarchy.server.tables import lobby, playing, seat_links, seating
from triarchy.server.tables.chat_lines import chat_lines
from triarchy.server.tables.records import record_of
from triarchy.server.tables.rematch import again
from triarchy.server.tables.seat_names import called

router = APIRouter(prefix="/api", tags=["tables"], responses=REFUSALS, route_class=StrictRoute)
PNG: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "a picture",
        "content": {"image/png": {"schema": {"type": "string", "format": "binary"}}},
    }
}


def table_of(service: Service, visitor: Visitor, table_id: str) -> dict[str, Any]:
    return service.document(service.snapshots.get(table_id), visitor)


@router.get("/tables", response_model=schemas.TableLists)
def list_tables(
    service: TheService,
    visitor: TheVisitor,
    skip: Annotated[int, Query(ge=0, le=requests.MOST_NUMBER, description="of yours")] = 0,
) -> Response:
    """Your tables, and the public ones to join or to watch."""
    lists = lobby.lists(service, visitor, skip)
    return document(
        {
            "mine": [service.document(each, visitor) for each in lists.mine],
            "more": lists.more,
            "open": [service.document(each, visitor) for each in lists.public],
        }
    )


@router.post("/tables", response_model=schemas.Table, status_code=201)
def make_table(service: TheService, visitor: TheVisitor, body: requests.TableRequest) -> Response:
    """Open a table; without an open seat it starts at once."""
    table_id = lobby.create(service, visitor, body)
    return document(table_of(service, visitor, table_id), 201)


@router.get("/tables/{table_id}", response_model=schemas.Table)
def read_table(service: TheService, visitor: TheVisitor, table_id: TableId) -> Response:
    """A table: its settings and who sits where."""
    return document(table_of(service, visitor, table_id))


@router.get("/tables/{table_id}/qr", response_class=Response, responses=SVG)
def table_code(service: TheService, visitor: TheVisitor, table_id: TableId) -> Response:
    """The table's link as a QR code."""
    link = table_of(service, visitor, table_id)["link"]
    headers = {"Cache-Control": "private, max-age=86400"}
    return Response(qr_svg(link), media_type="image/svg+xml", headers=headers)


@router.get("/tables/{table_id}/picture", response_class=Response, responses=PNG)
async def table_as_picture(
    request: Request,
    service: TheService,
    screens: TheScreens,
    table_id: TableId,
    language: TheLanguage,
    number: Annotated[int | None, Query(ge=0, le=requests.MOST_NUMBER)] = None,
) -> Response:
    """The board as onlookers see it (after `number` moves), and who plays: 1200 by 630 pixels."""
    say = translator(WEB / "languages", language)

    def make() -> bytes:
        return table_picture(screens, service.snapshot(table_id), number, language, say)

    picture = await drawn(request, make)
    headers = {"Cache-Control": "public, max-age=300"}
    return Response(picture, media_type="image/png", headers=headers)


@router.get("/tables/{table_id}/chat", response_model=schemas.Chat)
def read_chat(service: TheService, table_id: TableId, language: TheLanguage) -> Response:
    """What has been said at a table, also before the game begins."""
    return document({"chat": chat_lines(service.snapshots.get(table_id), language=language)})


@router.delete("/tables/{table_id}", status_code=204)
def delete_table(service: TheService, visitor: TheVisitor, table_id: TableId) -> Response:
    """Delete a table that you made."""
    lobby.remove(service, visitor, table_id)
    return Response(status_code=204)


@router.post("/tables/{table_id}/seats", response_model=schemas.Table)
def take_seat(
    service: TheService, visitor: TheVisitor, table_id: TableId, body: requests.JoinRequest
) -> Response:
    """Take an open seat."""
    lobby.join(service, visitor, table_id, body.seat, body.name)
    return document(table_of(service, visitor, table_id))


@router.put("/tables/{table_id}/seats/{seat}", response_model=schemas.Table)
def change_seat(
    service: TheService,
    visitor: TheVisitor,
    table_id: TableId,
    seat: Annotated[int, Path(ge=0, le=7)],
    body: requests.ChangeSeatRequest,
) -> Response:
    """Put a bot on a seat, or open it: the maker, before the start."""
    lobby.change_seat(service, visitor, table_id, seat, body)
    return document(table_of(service, visitor, table_id))


@router.post("/tables/{table_id}/seats/{seat}/stand-in", response_model=schemas.Table)
def put_bot_in(
    service: TheService,
    visitor: TheVisitor,
    table_id: TableId,
    seat: Annotated[int, Path(ge=0, le=7)],
    body: requests.Nothing,
) -> Response:
    """Let a bot play on for who is away: the maker at once, other players after a while."""
    playing.stand_in(service, visitor, table_id, seat)
    return document(table_of(service, visitor, table_id))


@router.post("/tables/{table_id}/seats/{seat}/link", response_model=schemas.SeatLink)
def link_to_seat(
    service: TheService,
    visitor: TheVisitor,
    table_id: TableId,
    seat: Annotated[int, Path(ge=0, le=7)],
    body: requests.Nothing,
) -> Response:
    """A new private link for somebody who lost their seat: by the maker, told to everybody."""
    token = seat_links.new_link(service, visitor, table_id, seat)
    link = f"{service.settings.share}/carry/{table_id}#{token}"
    return document({"link": link, "days": seat_links.LINK_DAYS})


@router.post("/tables/{table_id}/leave", response_model=schemas.Table)
def leave_table(
    service: TheService, visitor: TheVisitor, table_id: TableId, body: requests.Nothing
) -> Response:
    """Give your seat up before the start."""
    lobby.leave(service, visitor, table_id)
    return document(table_of(service, visitor, table_id))


@router.post("/tables/{table_id}/start", response_model=schemas.Table)
def start_game(
    service: TheService, visitor: TheVisitor, table_id: TableId, body: requests.StartRequest
) -> Response:
    """Begin the game: the maker; `fill` puts bots on seats still open."""
    seating.start(service, visitor, table_id, body.fill)
    return document(table_of(service, visitor, table_id))


@router.post("/tables/{table_id}/rematch", response_model=schemas.Table)
def rematch(
    service: TheService, visitor: TheVisitor, table_id: TableId, body: requests.Nothing
) -> Response:
    """The same table again: a new one in which you sit."""
    fresh = again(service, visitor, table_id)
    return document(table_of(service, visitor, fresh))


@router.post("/tables/{table_id}/carry", response_model=schemas.Carry)
def carry_seat(
    service: TheService, visitor: TheVisitor, table_id: TableId, body: requests.Nothing
) -> Response:
    """A private link, good once, that takes your seat to another device as well."""
    token = seat_links.transfer_token(service, visitor, table_id)
    link = f"{service.settings.share}/carry/{table_id}#{token}"
    return document({"link": link, "minutes": seat_links.CARRY_MINUTES, "qr": qr_svg(link)})


@router.post("/tables/{table_id}/carried", response_model=schemas.Table)
def carried_seat(
    service: TheService, visitor: TheVisitor, table_id: TableId, body: requests.TransferRequest
) -> Response:
    """Trade the token of a carry link for the seat."""
    seat_links.take_transfer(service, visitor, table_id, body.token)
    return document(table_of(service, visitor, table_id))


@router.get("/tables/{table_id}/record")
def download_record(
    service: TheService,
    table_id: TableId,
    language: TheLanguage,
    names: Annotated[
        bool, Query(description="Say who played, in the further key `names`.")
    ] = False,
) -> Response:
    """The record of a finished game, with the proof of its fair shuffle."""
    snapshot = service.snapshot(table_id)
    row = snapshot.row
    if row.status not in ("over", "record"):
        raise Refused(403, "The game file is available once the game is over.")
    players = [called(name, language) for name in snapshot.names] if names else ()
    answer = document(record_of(row, service.frame(snapshot), players))
    answer.headers["Content-Disposition"] = f'attachment; filename="{row.game}-{row.id}.json"'
    return answer


RECORD_BODY: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {"application/json": {"schema": {"type": "object"}}},
    }
}


@router.post("/records", response_model=schemas.Table, status_code=201, openapi_extra=RECORD_BODY)
async def import_record(request: Request, service: TheService, visitor: TheVisitor) -> Response:
    """Keep a record so that it can be replayed and shared; it is checked by replaying it."""
    body = await request.body()
    return await run_in_threadpool(_import, service, visitor, body)


def _import(service: Service, visitor: Visitor, body: bytes) -> Response:
    table_id = lobby.import_record(service, visitor, read_json(body))
    return document(table_of(service, visitor, table_id), 201)


@router.post("/records/device", response_model=schemas.Table, status_code=201)
def hand_over(
    service: TheService, visitor: TheVisitor, body: requests.DeviceGameRequest
) -> Response:
    """Keep a game that you have finished on your own device: unrated, among your games, once."""
    table_id = device_games.keep(service, visitor, body)
    return document(table_of(service, visitor, table_id), 201)
