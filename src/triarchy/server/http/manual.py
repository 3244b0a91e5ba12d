"""The docs at /help/: the site that `make docs` builds, from the folder that `--docs` names."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, Header, Request
from fastapi.responses import RedirectResponse, Response

from triarchy.engine.errors import BadRequest
from triarchy.kit.language import LANGUAGES
from triarchy.server.http.pages import media_type
from triarchy.server.refusals import Refused

router = APIRouter(include_in_schema=False)


def files_below(folder: Path) -> dict[str, Path]:
    """The files of a folder by their names: no hidden ones, and none that lie elsewhere."""
    folder = folder.resolve()
    found = {}
    for path in folder.rglob("*"):
        inside = path.relative_to(folder)
        hidden = any(part.startswith(".") for part in inside.parts)
        if path.is_file() and not hidden and path.resolve().is_relative_to(folder):
            found[inside.as_posix()] = path
    return found


class Manual:
    """The files of a site by their addresses below /help/, found once: no address leads to anything else."""

    def __init__(self, folder: Path | None) -> None:
        self.files = {} if folder is None else files_below(folder)

    def start(self, language: str) -> str:
        """The address of the first page in a language, without the slash in front; "" if there are no docs."""
        own = f"help/{language}/"
        if language != LANGUAGES[0] and f"{language}/index.html" in self.files:
            return own
        return "help/" if self.files else ""

    def answer(self, name: str, known: str | None) -> Response:
        """A file, or where it lies, or that there is none."""
        if name == "" or name.endswith("/"):
            name += "index.html"
        elif f"{name}/index.html" in self.files:
            return RedirectResponse(f"{name.rpartition('/')[2]}/", 308)
        try:
            body = self.files[name].read_bytes()
        except (KeyError, OSError):
            raise Refused(404, "This page does not exist.") from None
        etag = f'"{hashlib.sha256(body).hexdigest()[:16]}"'
        headers = {"ETag": etag, "Cache-Control": "no-cache"}
        if known == etag:
            return Response(status_code=304, headers=headers)
        return Response(body, media_type=media_type(name), headers=headers)


def check_folder(folder: Path | None) -> Path | None:
    """Refuse a folder that is no site."""
    if folder is not None and not (folder / "index.html").is_file():
        raise BadRequest(f"There are no docs in {str(folder)!r}: `make docs` builds them.")
    return folder


@router.get("/help")
def first(request: Request) -> Response:
    """The same as /help/, from where the links of the first page lead."""
    if not request.app.state.manual.files:
        raise Refused(404, "This page does not exist.")
    return RedirectResponse("help/", 308)


@router.get("/help/{path:path}")
def page(
    request: Request, path: str, if_none_match: Annotated[str | None, Header()] = None
) -> Response:
    manual: Manual = request.app.state.manual
    return manual.answer(path, if_none_match)
