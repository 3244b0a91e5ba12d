"""The calls about finished games: their review, the better turns in it, playing on from a position."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query
from fastapi.responses import Response
from starlette.concurrency import run_in_threadpool

from triarchy.bots.review import Review
from triarchy.kit import curve
from triarchy.server.http import requests, schemas, schemas_study
from triarchy.server.http.api_tables import table_of
from triarchy.server.http.dependencies import (
    REFUSALS,
    TableId,
    TheLanguage,
    TheLook,
    TheScreens,
    TheService,
    TheVisitor,
    document,
)
from triarchy.server.http.strict_json import StrictRoute
from triarchy.server.refusals import Refused
from triarchy.server.screens.questions import review_question
from triarchy.server.screens.review import (
    check_finished,
    found_response,
    review_told,
    seat_of_story,
    turn_shown,
    words_of,
)
from triarchy.server.service import Service
from triarchy.server.tables.game_cache import Frame
from triarchy.server.tables.play_on import play_on
from triarchy.server.tables.snapshot import Snapshot

router = APIRouter(
    prefix="/api/tables/{table_id}", tags=["review"], responses=REFUSALS, route_class=StrictRoute
)

playing_on = APIRouter(prefix="/api", tags=["review"], responses=REFUSALS, route_class=StrictRoute)


@playing_on.post("/play-on", response_model=schemas.Table, status_code=201)
def play_on_from(
    service: TheService, visitor: TheVisitor, body: requests.PlayOnRequest
) -> Response:
    """A new table against bots from a position of a finished game, a lesson or a puzzle."""
    table_id = play_on(service, visitor, body)
    return document(table_of(service, visitor, table_id), 201)


def _finished(service: Service, table_id: str) -> tuple[Snapshot, Frame]:
    snapshot = service.snapshot(table_id)
    check_finished(snapshot)
    return snapshot, service.frame(snapshot)


def _kept(service: Service, table_id: str) -> tuple[Snapshot, Frame, Review | None]:
    snapshot, frame = _finished(service, table_id)
    return snapshot, frame, service.reviews.kept(table_id, frame)


@router.post("/review", response_model=schemas_study.ReviewState)
async def review(
    service: TheService,
    screens: TheScreens,
    visitor: TheVisitor,
    table_id: TableId,
    look: TheLook,
    body: requests.Nothing,
    low: Annotated[bool, Query(description="a curve for a screen that is not high")] = False,
) -> Response:
    """The review of a finished game; worked on for as long as somebody asks now and then."""
    snapshot, frame, kept = await run_in_threadpool(_kept, service, table_id)
    if kept is None:
        done, of = service.reviews.look(table_id, frame, visitor)
        found = await run_in_threadpool(_found, service, screens, snapshot, frame, look.language)
        return document({"done": done, "of": of, "found": found, "review": None})
    height = curve.LOWEST if low else curve.LOWER
    answer = await run_in_threadpool(
        review_told, screens, snapshot, frame, kept, visitor, look, height
    )
    parts = len(kept.parts)
    return document({"done": parts, "of": parts, "found": [], "review": answer})


def _found(
    service: Service, screens: TheScreens, snapshot: Snapshot, frame: Frame, language: str
) -> list[dict[str, Any]]:
    review = service.reviews.so_far(snapshot.row.id)
    if review is None:
        return []
    return found_response(frame.base, words_of(screens, snapshot, frame, review, language))


@router.post("/review/question", response_model=schemas_study.ReviewQuestion | None)
def ask_for_review(
    service: TheService,
    screens: TheScreens,
    visitor: TheVisitor,
    table_id: TableId,
    language: TheLanguage,
    body: requests.Nothing,
) -> Response:
    """What your own browser needs to review a finished game; null where the server has its review, or is at it."""
    snapshot, frame, kept = _kept(service, table_id)
    if kept is not None or service.reviews.at_work(table_id):
        return document(None)
    names = screens.reader(snapshot, frame, None, language).names
    seat = seat_of_story(snapshot, visitor)
    return document(review_question(snapshot.row, frame, names, seat))


@router.get("/review/better", response_model=schemas_study.BetterTurn)
def better_turn(
    service: TheService,
    screens: TheScreens,
    table_id: TableId,
    look: TheLook,
    first: Annotated[
        int, Query(ge=0, le=requests.MOST_NUMBER, description="where the part begins")
    ],
    step: Annotated[int, Query(ge=0, le=100, description="moves of the turn")] = 100,
    way: Annotated[
        Literal["better", "played"], Query(description="the better turn, or the one played")
    ] = "better",
) -> Response:
    """The position after some moves of the better turn of a mistake, or of the turn that was played, and
    the board before it, so that what the turn changes can be marked."""
    snapshot, frame, kept = _kept(service, table_id)
    if kept is None:
        raise Refused(404, "This game has not been reviewed yet.")
    words = words_of(screens, snapshot, frame, kept, look.language)
    return document(turn_shown(frame.base, words, look, first, step, way))
