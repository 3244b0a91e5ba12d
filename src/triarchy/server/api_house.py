"""The calls about the server, the reader and the games."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import Response

from triarchy.engine.definition import Definition
from triarchy.engine.errors import UnknownGame
from triarchy.server import identity, schemas
from triarchy.server.asking import REFUSALS, TheHouse, TheLanguage, TheLook, TheVisitor, document
from triarchy.server.examples import FRAMES
from triarchy.server.guard import cookie
from triarchy.server.pages import words_of
from triarchy.server.refusals import Refused
from triarchy.server.thinking import STRENGTHS

router = APIRouter(prefix="/api", tags=["house"], responses=REFUSALS)
GameName = Annotated[str, Path(min_length=1, max_length=40)]


@router.get("/status", response_model=schemas.ServerStatus)
def status(request: Request, house: TheHouse) -> Response:
    """Whether the rules are ready, and what is being prepared."""
    facts = {"version": request.app.version, "share": house.settings.share}
    return document({**house.preparing.status(), **facts})


@router.get("/me", response_model=schemas.Me)
def read_me(request: Request, house: TheHouse, visitor: TheVisitor) -> Response:
    """Your name, language and theme."""
    return document(_me(request, house.name_of(visitor.person)))


def _me(request: Request, name: str) -> dict[str, Any]:
    theme = request.state.cookies.get(identity.THEME)
    theme = theme if theme in ("light", "dark") else "auto"
    return {"name": name, "language": request.state.language, "theme": theme}


@router.put("/me", response_model=schemas.Me)
def change_me(
    request: Request, house: TheHouse, visitor: TheVisitor, wish: schemas.MeWish
) -> Response:
    """Say your name, choose a language or a theme."""
    name = house.name_of(visitor.person)
    if wish.name is not None:
        name = identity.clean(wish.name)
        if not name:
            raise Refused(422, "A name needs at least one letter.")
        house.rename(visitor.person, name)
    me = _me(request, name)
    cookies = []
    if "language" in wish.model_fields_set:
        cookies.append(_choice(house, identity.LANGUAGE, wish.language))
        me["language"] = wish.language or me["language"]
    if wish.theme is not None:
        cookies.append(_choice(house, identity.THEME, wish.theme))
        me["theme"] = wish.theme
    answer = document(me)
    for line in cookies:
        answer.headers.append("Set-Cookie", line)
    return answer


def _choice(house: TheHouse, name: str, value: str | None) -> str:
    """A cookie that keeps a choice, or forgets it."""
    if value is None:
        return cookie(name, "", house.settings, age=0)
    return cookie(name, value, house.settings)


@router.get("/words", response_model=schemas.Words)
def words(language: TheLanguage) -> Response:
    """The client's own sentences in a language."""
    return document({"language": language, "words": words_of(language)})


@router.get("/games", response_model=schemas.GamesFacts)
def games(house: TheHouse) -> Response:
    """The games, their boards and options."""
    found = [
        _facts(definition, house.preparing.state[definition.name])
        for definition in house.preparing.definitions()
    ]
    return document({"games": found, "strengths": list(STRENGTHS)})


def _facts(definition: Definition, state: str) -> dict[str, Any]:
    return {
        "game": definition.name,
        "title": definition.title,
        "players": list(definition.players),
        "minutes": list(definition.minutes),
        "state": state,
        "boards": [
            {"id": board.id, "title": board.title, "players": list(board.players)}
            for board in definition.boards.values()
        ],
        "default_boards": {str(n): board for n, board in definition.default_boards.items()},
        "options": {name: list(values) for name, values in definition.options.items()},
        "example": FRAMES,
    }


def _game(house: TheHouse, name: str) -> Definition:
    try:
        return house.preparing.definition(name)
    except UnknownGame:
        raise Refused(404, "There is no such game.") from None


SVG: dict[int | str, dict[str, Any]] = {
    200: {"description": "a drawing", "content": {"image/svg+xml": {"schema": {"type": "string"}}}}
}


@router.get("/games/{game}/example", response_class=Response, responses=SVG)
def example(
    request: Request,
    house: TheHouse,
    game: GameName,
    look: TheLook,
    frame: Annotated[int, Query(ge=0, lt=FRAMES)] = 0,
) -> Response:
    """A picture of a real game that plays itself."""
    _game(house, game)
    definition = house.preparing.need(game)
    drawing = request.app.state.examples.frame(definition, frame, look)
    headers = {"Cache-Control": "public, max-age=86400"}
    return Response(drawing, media_type="image/svg+xml", headers=headers)


@router.get("/games/{game}/rules", response_model=schemas.RulesText)
def rules(house: TheHouse, game: GameName, language: TheLanguage) -> Response:
    """The rules in short."""
    definition = _game(house, game)
    sections = [
        {"anchor": anchor, "heading": heading, "paragraphs": text.strip().split("\n\n")}
        for anchor, heading, text in definition.rules_text(language)
    ]
    return document({"game": game, "title": definition.title, "sections": sections})
