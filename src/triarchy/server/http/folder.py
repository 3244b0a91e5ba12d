"""A folder of files at an address of its own: the docs at /help/ (`manual.py`), a built site at /here/ (`here.py`)."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, Header, Request
from fastapi.responses import RedirectResponse, Response

from triarchy.server.http.pages import media_type
from triarchy.server.refusals import Refused


class Folder:
    """The files of a folder by their addresses, found once: no address leads to anything else."""

    headers: dict[str, str] = {}
    """What every answer says beside what all of a server's answers say."""

    def __init__(self, folder: Path | None) -> None:
        self.files = {} if folder is None else _files_below(folder)

    def body(self, name: str) -> bytes:
        """What is answered for a file."""
        return self.files[name].read_bytes()

    def kept(self, name: str) -> str:
        """For how long a browser may keep a file."""
        return "no-cache"

    def answer(self, name: str, known: str | None) -> Response:
        """A file, or where it lies, or that there is none."""
        if name == "" or name.endswith("/"):
            name += "index.html"
        elif f"{name}/index.html" in self.files:
            return self.moved(name)
        try:
            body = self.body(name)
        except (KeyError, OSError):
            raise Refused(404, "This page does not exist.") from None
        etag = f'"{hashlib.sha256(body).hexdigest()[:16]}"'
        headers = {**self.headers, "ETag": etag, "Cache-Control": self.kept(name)}
        if known == etag:
            return Response(status_code=304, headers=headers)
        return Response(body, media_type=media_type(name), headers=headers)

    def moved(self, name: str) -> Response:
        """A folder inside has a slash behind its name: links on its page begin there."""
        return RedirectResponse(f"{name.rpartition('/')[2]}/", 308, headers=self.headers)


def _files_below(folder: Path) -> dict[str, Path]:
    """The files of a folder by their names: no hidden ones, and none that lie elsewhere."""
    folder = folder.resolve()
    found = {}
    for path in folder.rglob("*"):
        inside = path.relative_to(folder)
        hidden = any(part.startswith(".") for part in inside.parts)
        if path.is_file() and not hidden and path.resolve().is_relative_to(folder):
            found[inside.as_posix()] = path
    return found


def routes(name: str) -> APIRouter:
    """The routes of the folder that the application's state has by this name, at the same address."""
    router = APIRouter(include_in_schema=False)

    @router.get(f"/{name}")
    def first(request: Request) -> Response:
        folder: Folder = getattr(request.app.state, name)
        if not folder.files:
            raise Refused(404, "This page does not exist.")
        return folder.moved(name)

    @router.get(f"/{name}/{{path:path}}")
    def page(
        request: Request, path: str, if_none_match: Annotated[str | None, Header()] = None
    ) -> Response:
        folder: Folder = getattr(request.app.state, name)
        return folder.answer(path, if_none_match)

    return router
