"""The calls about finished games: their review, the better turns in it, playing on from a position."""

from __future__ import annotations

import json
from typing import Annotated, Any

from fastapi import APIRouter, Query
from fastapi.responses import Response
from starlette.concurrency import run_in_threadpool

from triarchy.bots.review import Review
from triarchy.bots.review_words import ReviewWords
from triarchy.kit import curve
from triarchy.kit.presentation import Picture
from triarchy.server import schemas, schemas_study, wishes
from triarchy.server.api_tables import table_of
from triarchy.server.dependencies import (
    REFUSALS,
    TableId,
    TheLook,
    TheScreens,
    TheService,
    TheVisitor,
    document,
)
from triarchy.server.game_cache import Frame
from triarchy.server.play_on import play_on
from triarchy.server.refusals import Refused
from triarchy.server.reviews import check_finished, table_of_frame, told
from triarchy.server.screens import Screens
from triarchy.server.service import Service
from triarchy.server.snapshots import Snapshot
from triarchy.server.strict_json import StrictRoute
from triarchy.server.text_cache import Look

router = APIRouter(
    prefix="/api/tables/{table_id}", tags=["review"], responses=REFUSALS, route_class=StrictRoute
)

playing_on = APIRouter(prefix="/api", tags=["review"], responses=REFUSALS, route_class=StrictRoute)


@playing_on.post("/play-on", response_model=schemas.Table, status_code=201)
def play_on_from(service: TheService, visitor: TheVisitor, wish: wishes.PlayOnWish) -> Response:
    """A new table against bots from a position of a finished game, a lesson or a puzzle."""
    table_id = play_on(service, visitor, wish)
    return document(table_of(service, visitor, table_id), 201)


def _finished(service: Service, table_id: str) -> tuple[Snapshot, Frame]:
    snapshot = service.snapshot(table_id)
    check_finished(snapshot)
    return snapshot, service.frame(snapshot)


def _kept(service: Service, table_id: str) -> tuple[Snapshot, Frame, Review | None]:
    snapshot, frame = _finished(service, table_id)
    return snapshot, frame, service.reviews.kept(table_id, frame)


def _words(
    screens: Screens, snapshot: Snapshot, frame: Frame, review: Review, language: str
) -> ReviewWords:
    names = screens.reader(snapshot, frame, None, language).names
    return ReviewWords(review, table_of_frame(frame), language, names)


def _told(
    screens: Screens, snapshot: Snapshot, frame: Frame, review: Review, look: Look, height: int
) -> dict[str, Any]:
    def make() -> str:
        words = _words(screens, snapshot, frame, review, look.language)
        return json.dumps(told(review, frame, words, look.width, height))

    key = ("review", snapshot.row.id, snapshot.row.version, review.judge, look, height)
    answer: dict[str, Any] = json.loads(screens.cache.get(key, make))
    return answer


@router.post("/review", response_model=schemas_study.ReviewState)
async def review(
    service: TheService,
    screens: TheScreens,
    visitor: TheVisitor,
    table_id: TableId,
    look: TheLook,
    wish: wishes.Nothing,
    low: Annotated[bool, Query(description="a curve for a screen that is not high")] = False,
) -> Response:
    """The review of a finished game; worked on for as long as somebody asks now and then."""
    snapshot, frame, kept = await run_in_threadpool(_kept, service, table_id)
    if kept is None:
        done, of = service.reviews.look(table_id, frame, visitor)
        return document({"done": done, "of": of, "review": None})
    height = curve.LOWEST if low else curve.LOWER
    answer = await run_in_threadpool(_told, screens, snapshot, frame, kept, look, height)
    return document({"done": len(kept.parts), "of": len(kept.parts), "review": answer})


@router.get("/review/better", response_model=schemas_study.BetterTurn)
def better_turn(
    service: TheService,
    screens: TheScreens,
    table_id: TableId,
    look: TheLook,
    first: Annotated[int, Query(ge=0, le=wishes.MOST_NUMBER, description="where the part begins")],
    step: Annotated[int, Query(ge=0, le=100, description="moves of the better turn")] = 100,
) -> Response:
    """The position after some moves of the better turn of a mistake."""
    snapshot, frame, kept = _kept(service, table_id)
    if kept is None:
        raise Refused(404, "This game has not been reviewed yet.")
    for part in kept.mistakes:
        if frame.base + part.first == first:
            words = _words(screens, snapshot, frame, kept, look.language)
            table = words.played_better(part, step)
            return document(
                {
                    **_pictures(words, table.state, part.seat, look),
                    "step": len(table.moves) - part.first,
                    "lines": words.better(part),
                }
            )
    raise Refused(404, "The review knows no better turn there.")


def _pictures(words: ReviewWords, state: Any, seat: int, look: Look) -> dict[str, str]:
    game = words.table.game
    sight, reader = game.sight(state), game.reader(seat, look.language, words.reader.names)

    def draw(part: str, width: int) -> str:
        picture = Picture(width, part, dark=look.dark)
        return game.definition.drawing.draw(sight, reader, picture)

    return {"board": draw("board", look.width), "hand": draw("hand", look.hand)}
