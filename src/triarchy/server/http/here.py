"""The games on the visitor's own device, at /here/: the site that `triarchy build-site` wrote, from the folder that `--site` names."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, Header, Request
from fastapi.responses import RedirectResponse, Response

from triarchy.server.http.manual import files_below
from triarchy.server.http.pages import FOR_EVER, media_type
from triarchy.server.refusals import Refused

router = APIRouter(include_in_schema=False)
FACTS = "site.json"
"""What a site says of itself; a server adds where it is."""
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; frame-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'"
)
"""What a page of such a site may do, wherever it lies."""
HEADERS = {
    "Content-Security-Policy": f"{POLICY}; frame-ancestors 'self'",
    "X-Frame-Options": "SAMEORIGIN",
}
"""As strict as all of the server's pages, but that WebAssembly runs, and that its own outer page may frame it."""
NAMED_AFTER_CONTENT = ("static/", "python/", "pyodide/", "networks/")


class Here:
    """The files of a site by their addresses below /here/, found once: no address leads to anything else."""

    def __init__(self, folder: Path | None, root: str) -> None:
        self.root = root
        self.files = {} if folder is None else files_below(folder)

    @property
    def address(self) -> str:
        """Where the site begins; "" if none is offered."""
        return f"{self.root}/here/" if self.files else ""

    def answer(self, name: str, known: str | None) -> Response:
        """A file, or that there is none."""
        if name == "" or name.endswith("/"):
            name += "index.html"
        try:
            body = self.files[name].read_bytes()
        except (KeyError, OSError):
            raise Refused(404, "This page does not exist.") from None
        if name == FACTS:
            body = json.dumps({**json.loads(body), "server": f"{self.root}/"}).encode()
        etag = f'"{hashlib.sha256(body).hexdigest()[:16]}"'
        kept = FOR_EVER if name.startswith(NAMED_AFTER_CONTENT) else "no-cache"
        headers = {**HEADERS, "ETag": etag, "Cache-Control": kept}
        if known == etag:
            return Response(status_code=304, headers=headers)
        return Response(body, media_type=media_type(name), headers=headers)


@router.get("/here")
def first(request: Request) -> Response:
    """The same as /here/, from where the site's own links lead."""
    if not request.app.state.here.files:
        raise Refused(404, "This page does not exist.")
    return RedirectResponse("here/", 308, headers=HEADERS)


@router.get("/here/{path:path}")
def page(
    request: Request, path: str, if_none_match: Annotated[str | None, Header()] = None
) -> Response:
    here: Here = request.app.state.here
    return here.answer(path, if_none_match)
