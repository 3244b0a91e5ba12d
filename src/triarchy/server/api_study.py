"""The calls of /analyse: any position document or record, played on, judged. Nothing of it is kept,
and no table can be named."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response
from starlette.concurrency import run_in_threadpool

from triarchy.bots.analysis import Study
from triarchy.bots.review import Review
from triarchy.bots.review_words import ReviewWords
from triarchy.engine.errors import IllegalMove, UnknownGame
from triarchy.kit.language import translator
from triarchy.server import schemas_study, wishes
from triarchy.server.api_tables import PNG
from triarchy.server.bot_pool import WorkerDied
from triarchy.server.dependencies import (
    REFUSALS,
    TheLanguage,
    TheLook,
    TheService,
    TheVisitor,
    document,
    while_connected,
)
from triarchy.server.fair_queue import TOO_MUCH, StudyQuestion, Thought
from triarchy.server.identity import Visitor
from triarchy.server.pages import WEB
from triarchy.server.practice import practice_screen
from triarchy.server.refusals import Refused
from triarchy.server.service import Service
from triarchy.server.setting_up import changed, palette, settable
from triarchy.server.strict_json import StrictRoute
from triarchy.server.table_picture import position_picture
from triarchy.table import Table, read_position, read_record
from triarchy.table.game import random_seed, read_game

router = APIRouter(
    prefix="/api/analyse", tags=["analyse"], responses=REFUSALS, route_class=StrictRoute
)
EFFORT = "usual"
BEGINNING = {"game", "players", "board", "options"}
"""A document of these keys alone means the beginning of a game, newly dealt."""


def studied(service: Service, wish: wishes.StudyWish) -> tuple[Table, int, int]:
    """The position that is meant as a table of its own; of a record, which move and of how many."""
    name = wish.document.get("game")
    if not isinstance(name, str):
        raise Refused(422, "Say which game it is.")
    try:
        service.compiling.definition(name)
    except UnknownGame:
        raise Refused(404, "There is no such game.") from None
    definition = service.compiling.need(name)
    number = last = 0
    if "moves" in wish.document:
        whole = read_record(wish.document)
        last = len(whole.moves)
        number = last if wish.number is None else wish.number
        if number > last:
            raise Refused(404, "The game has no such move.")
        table = Table(whole.game, start=whole.states[number])
    elif set(wish.document) <= BEGINNING:
        players, board, options = map(wish.document.get, ("players", "board", "options"))
        if board is not None and not (isinstance(board, str) and board in definition.boards):
            raise Refused(422, "A board is named by its id.")
        table = Table(read_game(name, players, board, options), seed=random_seed())
    else:
        game, state = read_position(wish.document)
        table = Table(game, start=state)
    for move in wish.moves:
        try:
            table.play(move)
        except IllegalMove:
            raise Refused(422, "This move is not legal now.") from None
    return table, number, last


@router.post("", response_model=schemas_study.StudiedPosition)
def read_study(service: TheService, look: TheLook, wish: wishes.StudyWish) -> Response:
    """A position, checked by the rules: its board, its legal moves, and its document."""
    table, number, last = studied(service, wish)
    game = table.game
    seat = table.to_move
    reader = game.reader(seat, look.language)
    return document(
        {
            "game": game.name,
            "title": game.definition.title,
            "players": game.players,
            "position": table.position(),
            "number": number,
            "last": last,
            "to_move": seat,
            "names": list(reader.names),
            "lines": table.log(seat, look.language),
            "settable": settable(table),
            "screen": practice_screen(table, 0 if seat is None else seat, look, lit=True),
        }
    )


@router.post("/setup", response_model=schemas_study.SetUpPosition)
def set_up_study(service: TheService, look: TheLook, wish: wishes.SetupWish) -> Response:
    """A position after one change by hand, checked by the rules, and what can be put where."""
    table, _, _ = studied(service, wish)
    return document(palette(changed(table, wish.change), look))


@router.post("/picture", response_class=Response, responses=PNG)
def picture_of_study(
    service: TheService, language: TheLanguage, wish: wishes.StudyWish
) -> Response:
    """A position as a picture: 1200 by 630 pixels."""
    table, _, _ = studied(service, wish)
    say = translator(WEB / "languages", language)
    return Response(position_picture(table, language, say), media_type="image/png")


@router.post("/judge", response_model=schemas_study.StudiedChances)
async def judge_study(
    request: Request,
    service: TheService,
    visitor: TheVisitor,
    look: TheLook,
    wish: wishes.StudyWish,
) -> Response:
    """Win chances and best turns of a position, by the judge of the review."""
    table, _, _ = await run_in_threadpool(studied, service, wish)
    found = await while_connected(request, _judged(service, visitor, table))
    return document(await run_in_threadpool(_told, table, found, look.language))


async def _judged(service: Service, visitor: Visitor, table: Table) -> Study:
    question = StudyQuestion(table.game, table.state.tobytes(), EFFORT)
    thought = Thought(visitor.address, visitor.person, ask=partial(_same, question), review=True)
    service.bot_pool.submit(thought)
    try:
        found: Study | None = await asyncio.wrap_future(thought.answer)
    except asyncio.CancelledError:
        service.bot_pool.cancel(thought)
        raise
    except WorkerDied:
        raise Refused(503, TOO_MUCH) from None
    if found is None:
        raise Refused(500, "Something went wrong on the server.")
    return found


def _same(question: StudyQuestion) -> StudyQuestion:
    return question


def _told(table: Table, found: Study, language: str) -> dict[str, Any]:
    here = Table(table.game, start=table.state)
    words = ReviewWords(Review(table.game, 0, "usual", [], found.chances), here, language)
    tell = words.percent if table.over else words.chance
    return {
        "chances": [tell(share) for share in found.chances],
        "turns": [
            {
                "moves": list(turn.moves),
                "lines": words.told_after(0, turn.moves),
                **dict(zip(("share", "low", "high"), map(words.percent, promised), strict=True)),
            }
            for turn, promised in zip(found.turns, found.promised(), strict=True)
        ],
        "about": words.about_study(),
    }
