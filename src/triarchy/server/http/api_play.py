"""The calls of a game going on: screens, moves, questions about moves, events, replay."""

from __future__ import annotations

import asyncio
import gzip
import re
from collections.abc import AsyncIterator
from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Header, Path, Query, Request
from fastapi.responses import Response, StreamingResponse
from pydantic_core import to_json
from starlette.concurrency import run_in_threadpool

from triarchy.server.bots.hints import SEED
from triarchy.server.http import requests, schemas, schemas_study
from triarchy.server.http.api_tables import table_of
from triarchy.server.http.dependencies import (
    REFUSALS,
    KnownQuery,
    SeatQuery,
    TableId,
    TheLanguage,
    TheLook,
    TheScreens,
    TheService,
    TheVisitor,
    document,
    while_connected,
)
from triarchy.server.http.move_route import MoveRoute
from triarchy.server.http.strict_json import StrictRoute
from triarchy.server.limits import Limits
from triarchy.server.people import presence
from triarchy.server.people.bans import Bans
from triarchy.server.people.identity import Visitor
from triarchy.server.refusals import Refused
from triarchy.server.screens.questions import hint_question
from triarchy.server.screens.screens import Screens
from triarchy.server.screens.story import story
from triarchy.server.screens.stream import Known, StreamOptions, news
from triarchy.server.screens.text_cache import Look
from triarchy.server.service import Service
from triarchy.server.tables import playing
from triarchy.server.tables.chat import say
from triarchy.server.tables.game_cache import Frame
from triarchy.server.tables.snapshot import Snapshot
from triarchy.server.waiting import at_once

router = APIRouter(
    prefix="/api/tables/{table_id}", tags=["playing"], responses=REFUSALS, route_class=StrictRoute
)
MoveQuery = Annotated[str, Query(min_length=1, max_length=60, description="a move's text")]
DecisionQuery = Annotated[
    requests.DecisionName | None, Query(description="the `decision` of the screen")
]
KEEP_ALIVE_SECONDS = 15
LARGE, QUICK_PACKING = 24_000, 1
"""From so many bytes on an Update is packed, and how hard gzip tries: most are smaller, and packing takes longer
than sending them; where the screen before is not known here, it is a whole one."""


def screen_answer(
    request: Request,
    screens: Screens,
    snapshot: Snapshot,
    visitor: Visitor,
    look: Look,
    seat: int | None = None,
) -> Response:
    """The Screen for who looks, packed if their browser can unpack."""
    etag = screens.etag(snapshot, visitor, seat, look)
    headers = {
        "ETag": etag,
        "Cache-Control": "private, no-cache",
        "Vary": "Cookie, Accept-Encoding",
    }
    if request.method == "GET" and request.headers.get("if-none-match") == etag:
        return Response(status_code=304, headers=headers)
    packed = "gzip" in request.headers.get("accept-encoding", "")
    if packed:
        headers["Content-Encoding"] = "gzip"
    body = screens.screen(snapshot, visitor, seat, look, packed)
    return Response(body, media_type="application/json", headers=headers)


async def answer_to_change(
    request: Request,
    table_id: str,
    look: Look,
    seat: int | None,
    known: str | None,
    chosen: playing.Chosen = (),
) -> Response:
    """What the reader sees now: the Screen, or the Update from the one they know."""
    service: Service = request.app.state.service
    screens: Screens = request.app.state.screens
    visitor: Visitor = request.state.visitor

    def make(snapshot: Snapshot) -> Response:
        snapshot = snapshot.choosing(chosen)
        if known is None:
            return screen_answer(request, screens, snapshot, visitor, look)
        if (
            service.cluster is not None
            and not chosen
            and not screens.has_shown(snapshot, visitor, seat, look, known)
        ):
            # Another process has their stream and makes this screen for it: once will do.
            row = {"version": snapshot.row.version, "event": snapshot.event}
            return document({"after": snapshot.event, "set": row})
        body = screens.update(snapshot, visitor, seat, look, known)
        if len(body) < LARGE or "gzip" not in request.headers.get("accept-encoding", ""):
            return Response(body, media_type="application/json")
        headers = {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
        packed = gzip.compress(body, QUICK_PACKING, mtime=0)
        return Response(packed, media_type="application/json", headers=headers)

    # Right after a change everything is in memory: nothing waits.
    at_hand = service.at_hand(table_id)
    if at_hand is not None:
        return await at_once(partial(make, at_hand))
    return await run_in_threadpool(lambda: make(service.snapshot(table_id)))


@router.get("/screen", response_model=schemas.Screen)
def read_screen(
    request: Request,
    service: TheService,
    screens: TheScreens,
    visitor: TheVisitor,
    table_id: TableId,
    look: TheLook,
    seat: SeatQuery = None,
    decision: DecisionQuery = None,
) -> Response:
    """All there is to see of a game, for who looks."""
    snapshot = screens.choosing(service.snapshot(table_id), visitor, seat, look, decision)
    return screen_answer(request, screens, snapshot, visitor, look, seat)


async def make_move(
    request: Request,
    table_id: TableId,
    look: TheLook,
    body: requests.MoveRequest,
    seat: SeatQuery = None,
    known: KnownQuery = None,
) -> Response:
    """Play a move, in answer to the decision that your screen asks for."""
    service, visitor = request.app.state.service, request.state.visitor
    move, decision = body.move, body.decision
    kept = await playing.move(
        service, visitor, table_id, move, decision, run_in_threadpool, keep=look.keep
    )
    return await answer_to_change(request, table_id, look, seat, known, kept)


router.add_api_route(
    "/moves",
    make_move,
    methods=["POST"],
    response_model=schemas.Screen | schemas.Update,
    route_class_override=MoveRoute,
)


@router.post("/undo", response_model=schemas.Screen | schemas.Update)
async def take_back(
    request: Request,
    table_id: TableId,
    look: TheLook,
    body: requests.DecisionRequest,
    seat: SeatQuery = None,
    known: KnownQuery = None,
) -> Response:
    """Take back your last decision of this turn, if it revealed nothing."""
    service, visitor = request.app.state.service, request.state.visitor
    kept = await run_in_threadpool(
        playing.undo, service, visitor, table_id, body.decision, look.keep
    )
    return await answer_to_change(request, table_id, look, seat, known, kept)


@router.post("/again", response_model=schemas.Screen | schemas.Update)
async def choose_again(
    request: Request,
    table_id: TableId,
    look: TheLook,
    body: requests.MoveRequest,
    seat: SeatQuery = None,
    known: KnownQuery = None,
) -> Response:
    """Change a choice that is half done (or, with the same move, put it down), in one step."""
    service, visitor = request.app.state.service, request.state.visitor
    move, decision = body.move, body.decision
    kept = await run_in_threadpool(
        playing.choose_again, service, visitor, table_id, move, decision, look.keep
    )
    return await answer_to_change(request, table_id, look, seat, known, kept)


@router.get("/preview", response_model=schemas.Preview)
def preview(
    service: TheService,
    screens: TheScreens,
    visitor: TheVisitor,
    table_id: TableId,
    look: TheLook,
    move: MoveQuery,
    decision: DecisionQuery = None,
) -> Response:
    """What a legal move would do, without what a draw would show."""
    snapshot = service.snapshot(table_id)
    return document(screens.preview(snapshot, visitor, move, decision, look))


@router.get("/changes", response_model=schemas.Changes)
def changes(
    service: TheService,
    screens: TheScreens,
    visitor: TheVisitor,
    table_id: TableId,
    look: TheLook,
    after: Annotated[int, Query(ge=0, le=requests.MOST_NUMBER)] = 0,
) -> Response:
    """What happened after a number of moves, with what each line of the log changed on the board."""
    return document(screens.changes(service.snapshots.get(table_id), visitor, after, look))


@router.get("/why-not", response_model=schemas.WhyNot)
def why_not(
    service: TheService,
    screens: TheScreens,
    visitor: TheVisitor,
    table_id: TableId,
    look: TheLook,
    move: MoveQuery,
    decision: DecisionQuery = None,
) -> Response:
    """Why a move is not legal now."""
    snapshot = service.snapshot(table_id)
    return document(screens.why_not(snapshot, visitor, move, decision, look))


@router.post("/hint", response_model=schemas.Hint)
async def hint(
    request: Request,
    service: TheService,
    screens: TheScreens,
    visitor: TheVisitor,
    table_id: TableId,
    look: TheLook,
    body: requests.DecisionRequest,
) -> Response:
    """A bot's advice with its reasons, where the table allows it."""
    snapshot, frame, seat = await run_in_threadpool(
        _hinted, service, screens, visitor, table_id, body.decision
    )
    asked = service.hints.advice(table_id, frame.game, frame.view(seat), seat, visitor)
    advice = await while_connected(request, asked)
    return document(await run_in_threadpool(screens.hint, snapshot, frame, seat, advice, look))


def _hinted(
    service: Service, screens: Screens, visitor: Visitor, table_id: str, decision: str
) -> tuple[Snapshot, Frame, int]:
    """The position that somebody wants a hint about, and their seat."""
    snapshot = service.snapshot(table_id)
    if not snapshot.row.hints:
        raise Refused(403, "This table plays without hints.")
    return snapshot, *screens.asked(snapshot, visitor, decision)


@router.post("/hint/question", response_model=schemas_study.HintQuestion)
def ask_for_hint(
    service: TheService,
    screens: TheScreens,
    visitor: TheVisitor,
    table_id: TableId,
    language: TheLanguage,
    body: requests.DecisionRequest,
) -> Response:
    """What your own browser needs to work out a hint: your view, and no more."""
    snapshot, frame, seat = _hinted(service, screens, visitor, table_id, body.decision)
    names = screens.reader(snapshot, frame, seat, language).names
    return document(hint_question(frame, seat, names, SEED))


@router.post("/chat", response_model=schemas.ChatLine, status_code=201)
def chat(
    service: TheService, visitor: TheVisitor, table_id: TableId, body: requests.ChatRequest
) -> Response:
    """Say something at a table."""
    return document(say(service, visitor, table_id, body.text), 201)


@router.post("/resign", response_model=schemas.Table)
def resign(
    service: TheService, visitor: TheVisitor, table_id: TableId, body: requests.ResignRequest
) -> Response:
    """Leave your seat to a bot for good."""
    playing.resign(service, visitor, table_id, body.seat, body.strength)
    return document(table_of(service, visitor, table_id))


@router.post("/back", response_model=schemas.Table)
def back(
    service: TheService, visitor: TheVisitor, table_id: TableId, body: requests.Nothing
) -> Response:
    """You are back: the bot that played on for you stops."""
    playing.back(service, visitor, table_id)
    return document(table_of(service, visitor, table_id))


@router.get("/presence", response_model=schemas.PresenceFacts)
def read_presence(service: TheService, table_id: TableId) -> Response:
    """Who is at the table, and since when the others are away."""
    snapshot = service.snapshots.get(table_id)
    with service.storage.read() as connection:
        seen = presence.read(connection, [table_id]).get(table_id, {})
    watching = service.hub.watching(table_id)
    return document({"seats": presence.describe(snapshot, seen), "watching": watching})


@router.get("/replay/{number}", response_model=schemas.Screen)
def replay(
    service: TheService,
    screens: TheScreens,
    visitor: TheVisitor,
    table_id: TableId,
    look: TheLook,
    number: Annotated[int, Path(ge=0, le=requests.MOST_NUMBER)],
    seat: SeatQuery = None,
) -> Response:
    """The position after a number of moves."""
    snapshot = service.snapshot(table_id)
    text = screens.replay(snapshot, visitor, number, seat, look)
    return Response(text, media_type="application/json")


@router.get("/story", response_model=schemas.Story)
def read_story(
    service: TheService,
    screens: TheScreens,
    visitor: TheVisitor,
    table_id: TableId,
    language: TheLanguage,
    seat: SeatQuery = None,
) -> Response:
    """The turns and the whole log of a game, and the turn that decided it."""
    text = story(screens, service.snapshot(table_id), visitor, seat, language)
    return Response(text, media_type="application/json")


# Events

EVENT_ID = re.compile(r"(\d{1,9})\.(\d{1,9})\.(\d{1,9})")
STREAM: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "events `table`, `gone` and, if asked for, `presence`",
        "content": {"text/event-stream": {"schema": {"type": "string"}}},
    }
}


def parse_event(text: str | None) -> Known | None:
    """Version, number of moves and lines of chat that a reader knows."""
    match = EVENT_ID.fullmatch(text or "")
    return (int(match[1]), int(match[2]), int(match[3])) if match else None


@router.get("/events", response_class=StreamingResponse, responses=STREAM)
async def events(
    request: Request,
    service: TheService,
    screens: TheScreens,
    visitor: TheVisitor,
    table_id: TableId,
    look: TheLook,
    seat: SeatQuery = None,
    screen: Annotated[bool, Query(description="let events carry the screen")] = False,
    last: Annotated[str | None, Query(max_length=40, description="the screen's `event`")] = None,
    who: Annotated[bool, Query(description="tell also who comes and goes")] = False,
    last_event_id: Annotated[str | None, Header()] = None,
) -> Response:
    """What happens at a table, as it happens."""
    snapshot = await run_in_threadpool(service.snapshot, table_id)
    streams = request.app.state.streams
    streams.limits.enter_stream(visitor.address)
    known = parse_event(last_event_id) or parse_event(last)
    if known is None:
        # Nothing is known yet: everything up to now counts as seen, and is said to be there.
        known = (-1, snapshot.row.number, snapshot.last_line)
    options = StreamOptions(look, seat, screen)
    onlooker = not await run_in_threadpool(snapshot.held, visitor)
    source = stream(service, screens, visitor, table_id, options, known, who, onlooker=onlooker)
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    answer = StreamingResponse(
        streams.counted(visitor.address, source), media_type="text/event-stream", headers=headers
    )
    return answer


def _who_is_here(service: Service, snapshot: Snapshot) -> dict[str, Any]:
    watching = service.hub.watching(snapshot.row.id)
    return {"seats": service.presence.document(snapshot), "watching": watching}


async def stream(
    service: Service,
    screens: Screens,
    visitor: Visitor,
    table_id: str,
    options: StreamOptions,
    known: Known,
    who: bool,
    *,
    onlooker: bool,
) -> AsyncIterator[bytes]:
    """The lines of one event stream."""

    def tell(snapshot: Snapshot) -> tuple[Snapshot, bytes]:
        nonlocal visitor
        if snapshot.row.version == known[0]:
            return snapshot, b""
        visitor = visitor.reload()  # they may have been signed out since
        return snapshot, news(screens, snapshot, visitor, known, options)

    yield b"retry: 1000\n\n"
    seen: object = None
    listening = service.hub.listening(table_id, onlooker, visitor.key_hash, KEEP_ALIVE_SECONDS)
    async with listening as listener:
        with service.presence.follow(table_id) as follower:
            while not service.hub.closing:
                listener.news.clear()
                try:
                    at_hand = service.at_hand(table_id)
                    if at_hand is not None and service.people.knows(visitor.key_hash):
                        snapshot, data = await at_once(partial(tell, at_hand))
                    else:
                        snapshot, data = await asyncio.to_thread(
                            lambda: tell(service.snapshot(table_id))
                        )
                    if data:
                        event = snapshot.event.encode()
                        yield b"id: %b\nevent: table\ndata: %b\n\n" % (event, data)
                        known = (snapshot.row.version, snapshot.row.number, snapshot.last_line)
                    seated = bool(snapshot.held(visitor))
                    follower.is_here(visitor.person if seated else None)
                    service.hub.note_onlooker(table_id, listener, not seated)
                    if who and (facts := _who_is_here(service, snapshot)) != seen:
                        yield b"event: presence\ndata: %b\n\n" % to_json(facts)
                        seen = facts
                except Refused as refusal:
                    if refusal.status == 404:
                        yield b"event: gone\ndata: {}\n\n"
                        return
                if not await listener.wait():
                    yield b": still here\n\n"


class Streams:
    """The event streams that are open; those of an address that is shut out end."""

    def __init__(self, limits: Limits, bans: Bans) -> None:
        self.limits = limits
        self.bans = bans

    async def counted(self, address: str, source: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
        self.limits.count_stream(address, 1)
        try:
            async for text in source:
                if self.bans.shuts_out(address):
                    return
                yield text
        finally:
            self.limits.count_stream(address, -1)
