"""The calls for learning: puzzles and lessons, played on the real rules without a table."""

from __future__ import annotations

import asyncio
from copy import copy
from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from fastapi.responses import Response
from starlette.concurrency import run_in_threadpool

from triarchy.bots.review import Judged, read_judged
from triarchy.engine.errors import UnknownGame
from triarchy.kit.definition import Definition
from triarchy.kit.learning import Puzzle
from triarchy.server.bots.pool import WorkerDied
from triarchy.server.bots.queue import BotJob
from triarchy.server.http import requests, schemas_study
from triarchy.server.http.dependencies import (
    REFUSALS,
    TheLanguage,
    TheLook,
    TheService,
    TheVisitor,
    document,
    while_connected,
)
from triarchy.server.http.strict_json import StrictRoute
from triarchy.server.people.identity import Visitor
from triarchy.server.people.progress import done, note
from triarchy.server.refusals import Refused
from triarchy.server.screens.practice import (
    is_nearly_best,
    is_second,
    lesson_answer,
    lessons_listed,
    puzzle_answer,
    puzzle_of,
    puzzle_state,
    puzzles_listed,
    small_board,
    tried,
    turn_question,
)
from triarchy.server.service import Service
from triarchy.table import Table

router = APIRouter(prefix="/api", tags=["learning"], responses=REFUSALS, route_class=StrictRoute)
PATIENCE = 6.0
"""Seconds until a turn that nobody had time to judge is taken for worse, as nearly every other one is."""
SVG: dict[int | str, dict[str, Any]] = {
    200: {"content": {"image/svg+xml": {"schema": {"type": "string"}}}}
}
Name = Annotated[str, Path(pattern="^[a-z0-9_-]{1,60}$")]


def _game(service: TheService, name: str) -> Definition[Any]:
    try:
        service.compiling.definition(name)
    except UnknownGame:
        raise Refused(404, "This game does not exist.") from None
    return service.compiling.need(name)


@router.get("/progress", response_model=schemas_study.Progress)
def progress(service: TheService, visitor: TheVisitor) -> Response:
    """What the person has learned so far."""
    return document({"done": done(service, visitor.person)})


@router.put("/progress", response_model=schemas_study.Progress)
def note_progress(
    service: TheService, visitor: TheVisitor, body: requests.ProgressRequest
) -> Response:
    """Note how far the person has come with a lesson or a puzzle."""
    note(service, visitor.person, body.what, body.value)
    return document({"done": done(service, visitor.person)})


@router.get("/games/{game}/puzzles", response_model=schemas_study.PuzzleList)
def puzzle_list(service: TheService, game: Name, language: TheLanguage) -> Response:
    """The puzzles of a game, the easiest first."""
    definition = _game(service, game)
    return document(puzzles_listed(definition, language))


@router.get("/games/{game}/puzzles/{puzzle_id}/picture", response_class=Response, responses=SVG)
def puzzle_picture(
    service: TheService, game: Name, puzzle_id: Name, language: TheLanguage, dark: bool = False
) -> Response:
    """A puzzle's board, to be seen small."""
    picture = small_board(puzzle_of(_game(service, game), puzzle_id), language, dark=dark)
    return Response(
        picture, media_type="image/svg+xml", headers={"Cache-Control": "private, max-age=86400"}
    )


@router.post("/games/{game}/puzzles/{puzzle_id}", response_model=schemas_study.PuzzleAnswer)
async def try_puzzle(
    request: Request,
    service: TheService,
    visitor: TheVisitor,
    game: Name,
    puzzle_id: Name,
    tries: schemas_study.Tries,
    look: TheLook,
) -> Response:
    """A puzzle after the moves made so far and one that is tried.

    A whole turn that nobody has judged yet is judged now: one that is nearly as good as the best counts.
    """
    definition = await run_in_threadpool(_game, service, game)
    puzzle, table, said = await run_in_threadpool(tried, definition, puzzle_id, tries, look)
    state = puzzle_state(puzzle, table)
    if state == "wrong" and not is_second(puzzle, table):
        judged = await while_connected(request, _judged(service, visitor, puzzle, table))
        if judged is not None and is_nearly_best(judged):
            state = "nearly"
    return document(await run_in_threadpool(puzzle_answer, puzzle, table, state, said, look))


async def _judged(
    service: Service, visitor: Visitor, puzzle: Puzzle, table: Table
) -> Judged | None:
    """What the judge says of the turn that was played; None where it has no time."""
    question = turn_question(puzzle, table)
    job = BotJob(visitor.address, visitor.person, ask=partial(copy, question), review=True)
    try:
        service.bot_pool.submit(job)
        answer = await asyncio.wait_for(asyncio.wrap_future(job.answer), PATIENCE)
    except (asyncio.CancelledError, TimeoutError) as error:
        service.bot_pool.cancel(job)
        if isinstance(error, TimeoutError):
            return None
        raise
    except (Refused, WorkerDied):
        return None
    return None if answer is None else read_judged(answer)


@router.get("/games/{game}/lessons", response_model=schemas_study.LessonList)
def lesson_list(service: TheService, game: Name, language: TheLanguage) -> Response:
    """The lessons of a game, in order."""
    definition = _game(service, game)
    return document(lessons_listed(definition, language))


@router.post(
    "/games/{game}/lessons/{lesson_id}/{number}", response_model=schemas_study.LessonAnswer
)
def try_exercise(
    service: TheService,
    game: Name,
    lesson_id: Name,
    number: Annotated[int, Path(ge=0, le=99)],
    tries: schemas_study.Tries,
    look: TheLook,
) -> Response:
    """An exercise of a lesson after the moves made so far and one that is tried."""
    definition = _game(service, game)
    return document(lesson_answer(definition, lesson_id, number, tries, look))
