"""The calls of /analyse: any position document or record, played on, judged. Nothing of it is kept,
and no table can be named."""

from __future__ import annotations

import asyncio
from functools import partial

from fastapi import APIRouter, Request
from fastapi.responses import Response
from starlette.concurrency import run_in_threadpool

from triarchy.bots.analysis import Study
from triarchy.kit.language import translator
from triarchy.server.bots.pool import WorkerDied
from triarchy.server.bots.queue import TOO_MUCH, BotJob, StudyQuestion
from triarchy.server.http import requests, schemas_study
from triarchy.server.http.api_tables import PNG
from triarchy.server.http.dependencies import (
    REFUSALS,
    TheLanguage,
    TheLook,
    TheService,
    TheVisitor,
    document,
    drawn,
    while_connected,
)
from triarchy.server.http.pages import WEB
from triarchy.server.http.strict_json import StrictRoute
from triarchy.server.people.identity import Visitor
from triarchy.server.refusals import Refused
from triarchy.server.screens.setting_up import changed, palette
from triarchy.server.screens.study import EFFORT, studied, study_screen, study_told
from triarchy.server.screens.table_picture import position_picture
from triarchy.server.service import Service
from triarchy.table import Table

router = APIRouter(
    prefix="/api/analyse", tags=["analyse"], responses=REFUSALS, route_class=StrictRoute
)


@router.post("", response_model=schemas_study.StudiedPosition)
def read_study(service: TheService, look: TheLook, body: requests.StudyRequest) -> Response:
    """A position, checked by the rules: its board, its legal moves, and its document."""
    return document(study_screen(*studied(service, body), look))


@router.post("/setup", response_model=schemas_study.SetUpPosition)
def set_up_study(service: TheService, look: TheLook, body: requests.SetupRequest) -> Response:
    """A position after one change by hand, checked by the rules, and what can be put where."""
    table, _, _ = studied(service, body)
    return document(palette(changed(table, body.change), look))


@router.post("/picture", response_class=Response, responses=PNG)
async def picture_of_study(
    request: Request, service: TheService, language: TheLanguage, body: requests.StudyRequest
) -> Response:
    """A position as a picture: 1200 by 630 pixels."""
    picture = await drawn(request, _picture, service, language, body)
    return Response(picture, media_type="image/png")


def _picture(service: Service, language: str, body: requests.StudyRequest) -> bytes:
    table, _, _ = studied(service, body)
    return position_picture(table, language, translator(WEB / "languages", language))


@router.post("/judge", response_model=schemas_study.StudiedChances)
async def judge_study(
    request: Request,
    service: TheService,
    visitor: TheVisitor,
    look: TheLook,
    body: requests.StudyRequest,
) -> Response:
    """Win chances and best turns of a position, by the judge of the review."""
    table, _, _ = await run_in_threadpool(studied, service, body)
    found = await while_connected(request, _judged(service, visitor, table))
    return document(await run_in_threadpool(study_told, table, found, look.language))


async def _judged(service: Service, visitor: Visitor, table: Table) -> Study:
    question = StudyQuestion(table.game, table.state.tobytes(), EFFORT)
    job = BotJob(visitor.address, visitor.person, ask=partial(_same, question), review=True)
    service.bot_pool.submit(job)
    try:
        found: Study | None = await asyncio.wrap_future(job.answer)
    except asyncio.CancelledError:
        service.bot_pool.cancel(job)
        raise
    except WorkerDied:
        raise Refused(503, TOO_MUCH) from None
    if found is None:
        raise Refused(500, "Something went wrong on the server.")
    return found


def _same(question: StudyQuestion) -> StudyQuestion:
    return question
