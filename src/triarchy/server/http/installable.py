"""What makes the pages an app that can be installed: manifest, icons, service worker, offline page."""

from __future__ import annotations

import json
from functools import cache
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, Response

from triarchy.kit.definition import Definition
from triarchy.kit.language import translator
from triarchy.kit.learning import Figure, Section
from triarchy.kit.png import to_png
from triarchy.server.http.api_server import GameName
from triarchy.server.http.dependencies import TheLanguage, TheService
from triarchy.server.http.pages import WEB, sections_html, templates
from triarchy.server.http.requests import Language
from triarchy.server.refusals import Refused
from triarchy.server.screens.game_facts import game_card
from triarchy.server.screens.text_cache import Cache
from triarchy.server.service import Service

router = APIRouter(include_in_schema=False)
TEXTS = ("rules", "learn")
"""The pages of a game that can be read without a network."""
PAPER = "#f4ead5"
ICONS = {"180": 180, "192": 192, "512": 512, "maskable": 512, "badge": 96}
"""The icons by their names, with their widths."""
SHELL = ("tokens.css", "base.css", "rules.css", "offline.js", "favicon.svg")
"""The static files that the page for a reader without a network needs."""
BADGE = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path d="M16 3 27 9.5v13L16 29 5 22.5'
    'v-13zM16 3v13m0 0 11 6.5M16 16 5 22.5" fill="none" stroke="#fff" stroke-width="3" '
    'stroke-linejoin="round"/></svg>'
)
"""The mark in one colour, which is all that a status bar shows."""


@router.get("/manifest.webmanifest")
def manifest(service: TheService, language: TheLanguage) -> Response:
    root = service.settings.root_path
    say = translator(WEB / "languages", language)
    document = {
        "id": f"{root}/",
        "name": "Triarchy",
        "short_name": "Triarchy",
        "description": say(
            "Three classic territory games in your browser, with friends or against bots."
        ),
        "lang": language,
        "dir": "ltr",
        "start_url": f"{root}/",
        "scope": f"{root}/",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": PAPER,
        "categories": ["games"],
        "icons": [
            _icon(root, "192", "any"),
            _icon(root, "512", "any"),
            _icon(root, "maskable", "maskable"),
        ],
    }
    headers = {"Cache-Control": "no-cache", "Vary": "Cookie, Accept-Language"}
    body = json.dumps(document, ensure_ascii=False)
    return Response(body, media_type="application/manifest+json", headers=headers)


def _icon(root: str, name: str, purpose: str) -> dict[str, str]:
    size = ICONS[name]
    return {
        "src": f"{root}/icons/{name}.png",
        "sizes": f"{size}x{size}",
        "type": "image/png",
        "purpose": purpose,
    }


@router.get("/icons/{name}.png")
def icon(name: str) -> Response:
    if name not in ICONS:
        raise Refused(404, "This file does not exist.")
    headers = {"Cache-Control": "public, max-age=86400"}
    return Response(drawn(name), media_type="image/png", headers=headers)


@cache
def drawn(name: str) -> bytes:
    """An icon as a PNG, drawn from the mark of the pages."""
    mark = (WEB / "static" / "favicon.svg").read_text(encoding="utf-8")
    if name == "badge":
        mark = BADGE
    elif name in ("maskable", "180"):
        # A device cuts its own shape out: the mark stays within, its ground reaches the edges.
        inner = mark.replace("<svg ", '<svg x="3" y="3" width="26" height="26" ', 1)
        ground = f'<rect width="32" height="32" fill="{PAPER}"/>'
        space = "http://www.w3.org/2000/svg"
        mark = f'<svg xmlns="{space}" viewBox="0 0 32 32">{ground}{inner}</svg>'
    return to_png(mark, ICONS[name])


@router.get("/worker.js")
def worker(
    request: Request, service: TheService, language: Annotated[Language, Query()] = "en"
) -> Response:
    """The service worker, with the files it keeps for a reader of this language."""
    static = request.app.state.static
    text: str = static.files["worker.js"].body.decode()
    kept = [f"{static.root}/offline?language={language}", *map(static.address, SHELL)]
    if not request.app.state.here.files:
        root, names = static.root, [each.name for each in service.compiling.definitions()]
        texts = {
            f"{root}/{page}/{name}": f"{root}/offline/{page}/{name}?language={language}"
            for name in names
            for page in TEXTS
        }
        text = text.replace("const TEXTS = {};", f"const TEXTS = {json.dumps(texts)};")
    text = text.replace('const VERSION = "";', f'const VERSION = "{static.version}-{language}";')
    text = text.replace("const SHELL = [];", f"const SHELL = {json.dumps(kept)};")
    return Response(text, media_type="text/javascript", headers={"Cache-Control": "no-cache"})


@router.get("/offline")
def offline(
    request: Request, service: TheService, language: Annotated[Language, Query()] = "en"
) -> Response:
    """What the worker shows where there is no network; nothing in it is about the reader."""
    games = [game_card(each, language) for each in service.compiling.definitions()]
    return _page(request, language, games=games)


@router.get("/offline/rules/{game}")
def offline_rules(
    request: Request,
    service: TheService,
    game: GameName,
    language: Annotated[Language, Query()] = "en",
) -> Response:
    """The rules of a game, to be read where there is no network."""
    return _to_read(request, service, "rules", game, language)


@router.get("/offline/learn/{game}")
def offline_lessons(
    request: Request,
    service: TheService,
    game: GameName,
    language: Annotated[Language, Query()] = "en",
) -> Response:
    """The lessons of a game, to be read where there is no network."""
    return _to_read(request, service, "learn", game, language)


def _to_read(
    request: Request, service: Service, page: Literal["rules", "learn"], game: str, language: str
) -> Response:
    if all(each.name != game for each in service.compiling.definitions()):
        raise Refused(404, "This game does not exist.")
    definition = service.compiling.definition(game)
    ready = service.compiling.is_ready(game)
    say = translator(WEB / "languages", language)
    title = definition.title_in(language)
    if page == "rules":
        heading, sections = say("Rules of {game}", game=title), definition.text.rulebook(language)
    else:
        heading, sections = (
            say("Lessons: {game}", game=title),
            lessons_to_read(definition, language),
        )

    def make() -> str:
        return sections_html(
            definition, page, sections, language, False, True, figures=ready, still=True
        )

    cache: Cache = request.app.state.screens.cache
    text = cache.get(("offline", page, game, language), make) if ready else make()
    return _page(request, language, heading=heading, text=text)


def lessons_to_read(definition: Definition[Any], language: str) -> list[Section]:
    """A game's lessons as a text: their words, and the positions that they begin with."""
    say = translator(WEB / "languages", language)
    return [
        Section(
            lesson.id,
            lesson.title,
            tuple(f"{n}. {each.words}" for n, each in enumerate(lesson.exercises, 1)),
            tuple(
                Figure(each.figure, say("Step {number}", number=n), each.seat, keys=each.keys)
                for n, each in enumerate(lesson.exercises, 1)
                if each.figure
            ),
        )
        for lesson in definition.text.lessons(language)
    ]


def _page(request: Request, language: str, **more: Any) -> Response:
    text = templates.get_template("offline.html").render(
        root=request.app.state.static.root,
        here=request.app.state.here.address,
        language=language,
        _=translator(WEB / "languages", language),
        static=request.app.state.static.address,
        **more,
    )
    return HTMLResponse(text, headers={"Cache-Control": "no-cache"})
