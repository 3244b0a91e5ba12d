"""The calls about the server, the reader and the games."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import Response

from triarchy.bots import STRENGTHS
from triarchy.engine.errors import UnknownGame
from triarchy.kit.definition import Definition
from triarchy.server.http import requests, schemas, schemas_people
from triarchy.server.http.dependencies import (
    REFUSALS,
    SVG,
    TheLanguage,
    TheLook,
    TheService,
    TheVisitor,
    document,
)
from triarchy.server.http.guard import cookie
from triarchy.server.http.pages import FOR_EVER, words_of
from triarchy.server.http.strict_json import StrictRoute
from triarchy.server.people import identity
from triarchy.server.people.renaming import rename
from triarchy.server.refusals import Refused
from triarchy.server.screens.examples import FRAMES
from triarchy.server.screens.game_facts import game_facts
from triarchy.server.screens.pictures import sheet_text

router = APIRouter(prefix="/api", tags=["server"], responses=REFUSALS, route_class=StrictRoute)
GameName = Annotated[str, Path(min_length=1, max_length=40)]


@router.get("/status", response_model=schemas.ServerStatus)
async def status(request: Request, service: TheService) -> Response:
    """Whether the rules are ready, and what is being prepared."""
    facts = {
        "version": request.app.version,
        "share": service.settings.share,
        "only_here": service.settings.only_here,
        "bots": service.bot_pool.status(),
    }
    return document({**service.compiling.status(request.state.language), **facts})


@router.get("/me", response_model=schemas_people.Me)
def read_me(request: Request, service: TheService, visitor: TheVisitor) -> Response:
    """Your name, language and theme."""
    return document(_me(request, service.name_of(visitor.person)))


def _me(request: Request, name: str) -> dict[str, Any]:
    theme = request.state.cookies.get(identity.THEME)
    theme = theme if theme in ("light", "dark") else "auto"
    return {"name": name, "language": request.state.language, "theme": theme}


@router.put("/me", response_model=schemas_people.Me)
def change_me(
    request: Request, service: TheService, visitor: TheVisitor, body: requests.MeRequest
) -> Response:
    """Say your name, choose a language or a theme."""
    name = service.name_of(visitor.person)
    if body.name is not None:
        name = identity.clean(body.name)
        if not name:
            raise Refused(422, "A name needs at least one letter.")
        rename(service, visitor, name)
    me = _me(request, name)
    cookies = []
    if "language" in body.model_fields_set:
        cookies.append(_choice(service, identity.LANGUAGE, body.language))
        me["language"] = body.language or me["language"]
    if body.theme is not None:
        cookies.append(_choice(service, identity.THEME, body.theme))
        me["theme"] = body.theme
    answer = document(me)
    for line in cookies:
        answer.headers.append("Set-Cookie", line)
    return answer


def _choice(service: TheService, name: str, value: str | None) -> str:
    """A cookie that keeps a choice, or forgets it."""
    if value is None:
        return cookie(name, "", service.settings, age=0)
    return cookie(name, value, service.settings)


@router.get("/words", response_model=schemas.Words)
def words(language: TheLanguage) -> Response:
    """The client's own sentences in a language."""
    return document({"language": language, "words": words_of(language)})


@router.get("/games", response_model=schemas.GamesFacts)
def games(service: TheService, language: TheLanguage) -> Response:
    """The games, their boards and options."""
    facts = [
        game_facts(definition, service.compiling.state[definition.name], language)
        for definition in service.compiling.definitions()
    ]
    return document({"games": facts, "strengths": list(STRENGTHS)})


def _game(service: TheService, name: str) -> Definition:
    try:
        return service.compiling.definition(name)
    except UnknownGame:
        raise Refused(404, "This game does not exist.") from None


@router.get("/games/{game}/example", response_class=Response, responses=SVG)
def example(
    request: Request,
    service: TheService,
    game: GameName,
    look: TheLook,
    frame: Annotated[int, Query(ge=0, lt=FRAMES)] = 0,
) -> Response:
    """A picture of a real game that plays itself."""
    _game(service, game)
    definition = service.compiling.need(game, urgent=False)
    drawing = request.app.state.examples.frame(definition, frame, look)
    headers = {"Cache-Control": "public, max-age=86400"}
    return Response(drawing, media_type="image/svg+xml", headers=headers)


@router.get("/games/{game}/film", response_model=schemas.Film)
def film(request: Request, service: TheService, game: GameName, look: TheLook) -> Response:
    """All pictures of that game at once, by what changes from one to the next."""
    _game(service, game)
    definition = service.compiling.need(game, urgent=False)
    text = request.app.state.examples.film(definition, look)
    headers = {"Cache-Control": "public, max-age=86400"}
    return Response(text, media_type="application/json", headers=headers)


@router.get("/games/{game}/sheets/{board}/{name}", response_model=schemas.Sheet)
def sheet(service: TheService, game: GameName, board: GameName, name: GameName) -> Response:
    """How the scenes of a board look in one layout and theme: a scene has the address."""
    text = sheet_text(_game(service, game), board, name)
    return Response(text, media_type="application/json", headers={"Cache-Control": FOR_EVER})


@router.get("/games/{game}/rules", response_model=schemas.RulesText)
def rules(service: TheService, game: GameName, language: TheLanguage) -> Response:
    """The words of the rulebook; its page has the figures."""
    definition = _game(service, game)
    sections = [
        {"anchor": each.anchor, "heading": each.heading, "paragraphs": list(each.paragraphs)}
        for each in definition.text.rulebook(language)
    ]
    return document({"game": game, "title": definition.title_in(language), "sections": sections})


@router.get("/games/{game}/legend", response_model=schemas.Legend)
def legend(service: TheService, game: GameName, language: TheLanguage) -> Response:
    """What the symbols of a game mean; drawings name them by `data-what`."""
    entries = [asdict(entry) for entry in _game(service, game).text.legend(language)]
    return document({"game": game, "entries": entries})
