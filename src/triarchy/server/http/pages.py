"""The pages around the board: templates and static files of `triarchy/web`, and /docs."""

from __future__ import annotations

import hashlib
import mimetypes
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

import jinja2
from fastapi import APIRouter, Header, Request
from fastapi import Path as InPath
from fastapi.responses import HTMLResponse, Response

from triarchy.bots.named import USUAL, strength_words
from triarchy.kit.definition import Definition
from triarchy.kit.language import LANGUAGES, catalogue, translator
from triarchy.kit.learning import Section
from triarchy.server.http.dependencies import TheService, TheVisitor
from triarchy.server.people import identity
from triarchy.server.refusals import Refused
from triarchy.server.screens.game_facts import game_card
from triarchy.server.screens.rulebook import blocks, draw_figures
from triarchy.server.screens.text_cache import Cache
from triarchy.server.tables.seat_names import called
from triarchy.server.tables.snapshot import Snapshot

WEB = Path(__file__).parents[2] / "web"
OWN = Path(__file__).parent / "templates"
FOR_EVER = "public, max-age=31536000, immutable"
KINDS = {".js": "text/javascript", ".svg": "image/svg+xml", ".css": "text/css", ".wav": "audio/wav"}

router = APIRouter(include_in_schema=False)
templates = jinja2.Environment(
    loader=jinja2.FileSystemLoader([WEB / "templates", OWN]),
    autoescape=True,
    trim_blocks=True,
    lstrip_blocks=True,
)
templates.policies["json.dumps_kwargs"] = {"sort_keys": False}
"""What the pages get as JSON stays in its order: strengths from the weakest to the strongest."""


@cache
def words_of(language: str) -> dict[str, str]:
    """The client's catalogue."""
    return catalogue(WEB / "languages", language)


class StaticFile(NamedTuple):
    """A file as it is answered."""

    body: bytes
    etag: str
    media_type: str


def media_type(name: str) -> str:
    """What a file is by its name."""
    kind = KINDS.get(Path(name).suffix) or mimetypes.guess_type(name)[0]
    return kind or "application/octet-stream"


def _static_file(path: Path) -> StaticFile:
    body = path.read_bytes()
    etag = f'"{hashlib.sha256(body).hexdigest()[:16]}"'
    return StaticFile(body, etag, media_type(path.name))


class Static:
    """The static files by their path below /static, read once; a hash of all of them is part of their addresses."""

    def __init__(self, root: str = "") -> None:
        self.root = root
        folder = WEB / "static"
        self.files = {
            path.relative_to(folder).as_posix(): _static_file(path)
            for path in sorted(folder.rglob("*"))
            if path.is_file() and not any(part.startswith(".") for part in path.parts[-3:])
        }
        total = hashlib.sha256()
        for name, file in self.files.items():
            total.update(name.encode() + b"\0" + file.body)
        self.version = total.hexdigest()[:12]

    def address(self, name: str) -> str:
        return f"{self.root}/static/{self.version}/{name}"

    def answer(self, name: str, immutable: bool, known: str | None) -> Response:
        file = self.files.get(name)
        if file is None:
            raise Refused(404, "This file does not exist.")
        headers = {"ETag": file.etag, "Cache-Control": FOR_EVER if immutable else "no-cache"}
        if known == file.etag:
            return Response(status_code=304, headers=headers)
        return Response(file.body, media_type=file.media_type, headers=headers)


def render(request: Request, page: str, /, code: int = 200, **more: Any) -> Response:
    """A page in the reader's language."""
    state, app = request.state, request.app.state
    language = state.language
    theme = state.cookies.get(identity.THEME)
    try:
        template = templates.get_template(f"{page}.html")
    except jinja2.TemplateNotFound:
        template = templates.get_template("plain.html")
    text = template.render(
        page=page,
        root=app.service.settings.root_path,
        language=language,
        languages=list(LANGUAGES),
        theme=theme if theme in ("light", "dark") else "auto",
        name=app.service.name_of(state.visitor.person),
        share=app.service.settings.share,
        version=request.app.version,
        words=words_of(language),
        strengths={"usual": USUAL, "words": strength_words(language)},
        _=translator(WEB / "languages", language),
        static=app.static.address,
        help=app.help.start(language),
        here=app.here.address,
        **more,
    )
    headers = {"Cache-Control": "no-store", "Vary": "Cookie, Accept-Language"}
    return HTMLResponse(text, code, headers=headers)


def _games(service: TheService, request: Request) -> list[dict[str, Any]]:
    return [
        game_card(definition, request.state.language)
        for definition in service.compiling.definitions()
    ]


TableId = Annotated[str, InPath(pattern="^[a-z0-9]{12}$")]


@router.get("/")
def home(request: Request, service: TheService) -> Response:
    return render(request, "home", games=_games(service, request))


@router.get("/new")
def new(request: Request, service: TheService, game: str = "") -> Response:
    return render(
        request, "new", games=_games(service, request), game=_known(service, game) if game else ""
    )


@router.get("/table/{table_id}")
def table(request: Request, service: TheService, table_id: TableId) -> Response:
    snapshot = service.snapshots.get(table_id)
    return render(
        request,
        "table",
        games=_games(service, request),
        table=table_id,
        game=snapshot.row.game,
        preview=_preview(request, service, snapshot, f"/table/{table_id}"),
    )


@router.get("/replay/{table_id}")
def replay(
    request: Request, service: TheService, table_id: TableId, move: int | None = None
) -> Response:
    snapshot = service.snapshots.get(table_id)
    address = f"/replay/{table_id}" + ("" if move is None else f"?move={move}")
    return render(
        request,
        "replay",
        games=_games(service, request),
        table=table_id,
        move=move,
        game=snapshot.row.game,
        preview=_preview(request, service, snapshot, address, move),
    )


def _preview(
    request: Request,
    service: TheService,
    snapshot: Snapshot,
    address: str,
    number: int | None = None,
) -> dict[str, str]:
    """What a chat or a forum shows of a link to a table."""
    row, language, share = snapshot.row, request.state.language, service.settings.share
    title = service.title(row.game, language)
    number = None if row.status == "open" else number
    which = "" if number is None else f"&number={number}"
    picture = f"{share}/api/tables/{row.id}/picture?language={language}&v={row.version}{which}"
    names = ", ".join(called(name, language) for name in snapshot.names if name)
    return {
        "title": f"{row.name} · {title}" if row.name else title,
        "names": names,
        "address": share + address,
        "picture": picture,
    }


@router.get("/you")
def you(request: Request, service: TheService) -> Response:
    """The person: ways back to one's seats, signing out."""
    return render(request, "you", games=_games(service, request))


@router.get("/analyse")
def analyse_page(request: Request, service: TheService) -> Response:
    return render(request, "analyse", games=_games(service, request))


@router.get("/import")
def import_page(request: Request, service: TheService) -> Response:
    return render(request, "import", games=_games(service, request))


@router.get("/rules/{game}")
def rules(request: Request, service: TheService, game: str) -> Response:
    """The rulebook of a game, complete, with its figures."""
    text = _sections(request, service, _known(service, game), "rules")
    legend = service.compiling.definition(game).text.legend(request.state.language)
    return render(
        request,
        "rules",
        games=_games(service, request),
        game=game,
        rulebook=text,
        legend=bool(legend),
    )


@router.get("/strategy/{game}")
def strategy(request: Request, service: TheService, game: str) -> Response:
    """How to play a game well, with positions to try; not every game has such a guide."""
    text = _sections(request, service, _known(service, game), "strategy")
    return render(request, "strategy", games=_games(service, request), game=game, guide=text)


@router.get("/rules/{game}/text")
def rules_text(
    request: Request,
    service: TheService,
    game: str,
    dark: bool | None = None,
    narrow: bool | None = None,
) -> Response:
    """The same without the page around it: what the drawer at the table shows."""
    text = _sections(request, service, _known(service, game), "rules", dark, narrow)
    return HTMLResponse(text, headers={"Cache-Control": "no-store"})


@router.get("/strategy/{game}/text")
def strategy_text(
    request: Request,
    service: TheService,
    game: str,
    dark: bool | None = None,
    narrow: bool | None = None,
) -> Response:
    text = _sections(request, service, _known(service, game), "strategy", dark, narrow)
    return HTMLResponse(text, headers={"Cache-Control": "no-store"})


@router.get("/legend/{game}")
def legend(request: Request, service: TheService, game: str) -> Response:
    """What each symbol means."""
    definition = service.compiling.definition(_known(service, game))
    entries = definition.text.legend(request.state.language)
    return render(request, "legend", games=_games(service, request), game=game, entries=entries)


def _sections(
    request: Request,
    service: TheService,
    game: str,
    text: Literal["rules", "strategy"],
    dark: bool | None = None,
    narrow: bool | None = None,
) -> str:
    """The rulebook or the strategy guide as HTML, made once for each way to look.

    Figures need the rules; until these are compiled the text stands alone. How wide and how dark
    a page is only the browser knows: where the guess is wrong, it asks again.
    """
    definition, language = service.compiling.definition(game), request.state.language
    if dark is None:
        dark = request.state.cookies.get(identity.THEME) == "dark"
    if narrow is None:
        narrow = "Mobi" in request.headers.get("User-Agent", "")
    ready = service.compiling.is_ready(game)
    if text == "strategy" and not definition.text.strategy(language):
        raise Refused(404, "This game has no strategy guide.")

    def make() -> str:
        return text_html(definition, text, language, dark, narrow, figures=ready)

    if not ready:
        with suppress(Refused):
            service.compiling.need(game)
        return make()
    cache: Cache = request.app.state.screens.cache
    return cache.get((text, game, language, dark, narrow), make)


def text_html(
    definition: Definition,
    text: Literal["rules", "strategy"],
    language: str,
    dark: bool,
    narrow: bool,
    *,
    figures: bool = True,
) -> str:
    """The rulebook or the strategy guide of a game as a part of a page."""
    words = definition.text
    sections = words.rulebook(language) if text == "rules" else words.strategy(language)
    return sections_html(definition, text, sections, language, dark, narrow, figures=figures)


def sections_html(
    definition: Definition[Any],
    text: str,
    sections: list[Section],
    language: str,
    dark: bool,
    narrow: bool,
    *,
    figures: bool = True,
    still: bool = False,
) -> str:
    """Sections of a text with their figures; `still`: there is nobody to play a figure with."""
    shared, drawn = draw_figures(definition, sections if figures else [], language, dark, narrow)
    return templates.get_template("rulebook.html").render(
        sections=[(section, list(blocks(section))) for section in sections],
        figures=drawn,
        shared=shared,
        dark=dark,
        narrow=narrow,
        game=definition.name,
        text=text,
        still=still,
        _=translator(WEB / "languages", language),
    )


@router.get("/learn/{game}")
@router.get("/learn/{game}/{lesson}")
def learn(request: Request, service: TheService, game: str, lesson: str = "") -> Response:
    return _practice(request, service, "lessons", game, lesson)


@router.get("/puzzles/{game}")
@router.get("/puzzles/{game}/{puzzle}")
def puzzles(request: Request, service: TheService, game: str, puzzle: str = "") -> Response:
    return _practice(request, service, "puzzles", game, puzzle)


def _practice(request: Request, service: TheService, kind: str, game: str, item: str) -> Response:
    known = _known(service, game)
    return render(
        request, "practice", games=_games(service, request), kind=kind, game=known, item=item
    )


@router.get("/history")
def history(request: Request, service: TheService) -> Response:
    return render(request, "history", games=_games(service, request))


@router.get("/leaderboard")
@router.get("/leaderboard/{game}")
def leaderboard(request: Request, service: TheService, game: str = "") -> Response:
    if not service.settings.leaderboard:
        raise Refused(404, "This server has no leaderboard.")
    games = _games(service, request)
    game = _known(service, game) if game else games[0]["game"]
    return render(request, "leaderboard", games=games, game=game)


@router.get("/carry/{table_id}")
def carry(request: Request, service: TheService, table_id: TableId) -> Response:
    service.snapshots.get(table_id)
    return render(request, "carry", games=_games(service, request), table=table_id)


def _known(service: TheService, game: str) -> str:
    if all(each.name != game for each in service.compiling.definitions()):
        raise Refused(404, "This game does not exist.")
    return game


@router.get("/docs")
def docs(request: Request, visitor: TheVisitor) -> Response:
    """The calls of the API, from the same description that /openapi.json gives to machines."""
    from triarchy.server.http.reference import calls

    return render(request, "docs", calls=calls(request.app.openapi()), games=[])


@router.get("/favicon.ico")
def favicon(request: Request) -> Response:
    answer: Response = request.app.state.static.answer("favicon.svg", False, None)
    return answer


@router.get("/static/{path:path}")
def static(
    request: Request, path: str, if_none_match: Annotated[str | None, Header()] = None
) -> Response:
    files: Static = request.app.state.static
    version, _, name = path.partition("/")
    if version == files.version:
        return files.answer(name, True, if_none_match)
    if name in files.files:  # a page from before the last change
        return files.answer(name, False, if_none_match)
    return files.answer(path, False, if_none_match)


@router.get("/docs.css")
def docs_style() -> Response:
    text = (OWN / "docs.css").read_text(encoding="utf-8")
    return Response(text, media_type="text/css", headers={"Cache-Control": "no-cache"})
