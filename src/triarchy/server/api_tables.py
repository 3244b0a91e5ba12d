"""The calls around tables: lists, making, seats, starting, records."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import Response
from starlette.concurrency import run_in_threadpool

from triarchy.kit.language import translator
from triarchy.server import lobby, playing, schemas, seat_links, wishes
from triarchy.server.chat import chat_lines
from triarchy.server.dependencies import (
    REFUSALS,
    SVG,
    TableId,
    TheLanguage,
    TheScreens,
    TheService,
    TheVisitor,
    document,
)
from triarchy.server.identity import Visitor
from triarchy.server.pages import WEB
from triarchy.server.qr import qr_svg
from triarchy.server.records import record_of
from triarchy.server.refusals import Refused
from triarchy.server.rematch import again
from triarchy.server.service import Service
from triarchy.server.strict_json import StrictRoute, read_json
from triarchy.server.table_picture import table_picture

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
    skip: Annotated[int, Query(ge=0, le=wishes.MOST_NUMBER, description="of yours")] = 0,
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
def make_table(service: TheService, visitor: TheVisitor, wish: wishes.TableWish) -> Response:
    """Open a table; without an open seat it starts at once."""
    table_id = lobby.create(service, visitor, wish)
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
def table_as_picture(
    service: TheService,
    screens: TheScreens,
    table_id: TableId,
    language: TheLanguage,
    number: Annotated[int | None, Query(ge=0, le=wishes.MOST_NUMBER)] = None,
) -> Response:
    """The board as onlookers see it (after `number` moves), and who plays: 1200 by 630 pixels."""
    say = translator(WEB / "languages", language)
    picture = table_picture(screens, service.snapshot(table_id), number, language, say)
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
    service: TheService, visitor: TheVisitor, table_id: TableId, wish: wishes.JoinWish
) -> Response:
    """Take an open seat."""
    lobby.join(service, visitor, table_id, wish.seat, wish.name)
    return document(table_of(service, visitor, table_id))


@router.put("/tables/{table_id}/seats/{seat}", response_model=schemas.Table)
def change_seat(
    service: TheService,
    visitor: TheVisitor,
    table_id: TableId,
    seat: Annotated[int, Path(ge=0, le=7)],
    wish: wishes.ChangeSeatWish,
) -> Response:
    """Put a bot on a seat, or open it: the maker, before the start."""
    lobby.change_seat(service, visitor, table_id, seat, wish)
    return document(table_of(service, visitor, table_id))


@router.post("/tables/{table_id}/seats/{seat}/stand-in", response_model=schemas.Table)
def put_bot_in(
    service: TheService,
    visitor: TheVisitor,
    table_id: TableId,
    seat: Annotated[int, Path(ge=0, le=7)],
    wish: wishes.Nothing,
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
    wish: wishes.Nothing,
) -> Response:
    """A new private link for somebody who lost their seat: by the maker, told to everybody."""
    token = seat_links.new_link(service, visitor, table_id, seat)
    link = f"{service.settings.share}/carry/{table_id}#{token}"
    return document({"link": link, "days": seat_links.LINK_DAYS})


@router.post("/tables/{table_id}/leave", response_model=schemas.Table)
def leave_table(
    service: TheService, visitor: TheVisitor, table_id: TableId, wish: wishes.Nothing
) -> Response:
    """Give your seat up before the start."""
    lobby.leave(service, visitor, table_id)
    return document(table_of(service, visitor, table_id))


@router.post("/tables/{table_id}/start", response_model=schemas.Table)
def start_game(
    service: TheService, visitor: TheVisitor, table_id: TableId, wish: wishes.StartWish
) -> Response:
    """Begin the game: the maker; `fill` puts bots on seats still open."""
    lobby.start(service, visitor, table_id, wish.fill)
    return document(table_of(service, visitor, table_id))


@router.post("/tables/{table_id}/rematch", response_model=schemas.Table)
def rematch(
    service: TheService, visitor: TheVisitor, table_id: TableId, wish: wishes.Nothing
) -> Response:
    """The same table again: a new one in which you sit."""
    fresh = again(service, visitor, table_id)
    return document(table_of(service, visitor, fresh))


@router.post("/tables/{table_id}/carry", response_model=schemas.Carry)
def carry_seat(
    service: TheService, visitor: TheVisitor, table_id: TableId, wish: wishes.Nothing
) -> Response:
    """A private link, good once, that takes your seat to another device as well."""
    token = seat_links.carry(service, visitor, table_id)
    link = f"{service.settings.share}/carry/{table_id}#{token}"
    return document({"link": link, "minutes": seat_links.CARRY_MINUTES, "qr": qr_svg(link)})


@router.post("/tables/{table_id}/carried", response_model=schemas.Table)
def carried_seat(
    service: TheService, visitor: TheVisitor, table_id: TableId, wish: wishes.CarriedWish
) -> Response:
    """Trade the token of a carry link for the seat."""
    seat_links.carried(service, visitor, table_id, wish.token)
    return document(table_of(service, visitor, table_id))


@router.get("/tables/{table_id}/record")
def download_record(
    service: TheService,
    table_id: TableId,
    names: Annotated[
        bool, Query(description="Say who played, in the further key `names`.")
    ] = False,
) -> Response:
    """The record of a finished game, with the proof of its fair shuffle."""
    snapshot = service.snapshot(table_id)
    row = snapshot.row
    if row.status not in ("over", "record"):
        raise Refused(403, "The record is kept back until the game is over.")
    answer = document(record_of(row, service.frame(snapshot), snapshot.names if names else ()))
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
