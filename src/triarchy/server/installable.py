"""What makes the pages an app that can be installed: manifest, icons, service worker, offline page."""

from __future__ import annotations

import json
from functools import cache
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, Response

from triarchy.kit.language import translator
from triarchy.kit.png import to_png
from triarchy.server.dependencies import TheLanguage
from triarchy.server.pages import WEB, templates
from triarchy.server.refusals import Refused
from triarchy.server.wishes import Language

router = APIRouter(include_in_schema=False)
PAPER = "#f4ead5"
ICONS = {"180": 180, "192": 192, "512": 512, "maskable": 512, "badge": 96}
"""The icons by their names, with their widths."""
SHELL = ("tokens.css", "base.css", "offline.js", "favicon.svg")
"""The static files that the page for a reader without a network needs."""
BADGE = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path d="M16 3 27 9.5v13L16 29 5 22.5'
    'v-13zM16 3v13m0 0 11 6.5M16 16 5 22.5" fill="none" stroke="#fff" stroke-width="3" '
    'stroke-linejoin="round"/></svg>'
)
"""The mark in one colour, which is all that a status bar shows."""


@router.get("/manifest.webmanifest")
def manifest(language: TheLanguage) -> Response:
    say = translator(WEB / "languages", language)
    document = {
        "id": "/",
        "name": "Triarchy",
        "short_name": "Triarchy",
        "description": say(
            "Three board games of territory, in the browser, with friends or against bots."
        ),
        "lang": language,
        "dir": "ltr",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": PAPER,
        "categories": ["games"],
        "icons": [
            _icon("192", "any"),
            _icon("512", "any"),
            _icon("maskable", "maskable"),
        ],
    }
    headers = {"Cache-Control": "no-cache", "Vary": "Cookie, Accept-Language"}
    body = json.dumps(document, ensure_ascii=False)
    return Response(body, media_type="application/manifest+json", headers=headers)


def _icon(name: str, purpose: str) -> dict[str, str]:
    size = ICONS[name]
    return {
        "src": f"/icons/{name}.png",
        "sizes": f"{size}x{size}",
        "type": "image/png",
        "purpose": purpose,
    }


@router.get("/icons/{name}.png")
def icon(name: str) -> Response:
    if name not in ICONS:
        raise Refused(404, "There is no such file.")
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
def worker(request: Request, language: Annotated[Language, Query()] = "en") -> Response:
    """The service worker, with the files it keeps for a reader of this language."""
    static = request.app.state.static
    text: str = static.files["worker.js"].read_text(encoding="utf-8")
    kept = [f"/offline?language={language}", *map(static.address, SHELL)]
    text = text.replace('const VERSION = "";', f'const VERSION = "{static.version}-{language}";')
    text = text.replace("const SHELL = [];", f"const SHELL = {json.dumps(kept)};")
    return Response(text, media_type="text/javascript", headers={"Cache-Control": "no-cache"})


@router.get("/offline")
def offline(request: Request, language: Annotated[Language, Query()] = "en") -> Response:
    """What the worker shows where there is no network; nothing in it is about the reader."""
    text = templates.get_template("offline.html").render(
        language=language,
        _=translator(WEB / "languages", language),
        static=request.app.state.static.address,
    )
    return HTMLResponse(text, headers={"Cache-Control": "no-cache"})
