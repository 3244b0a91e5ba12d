"""A built site that a server offers: whether a folder holds one, made from the sources that the server runs."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

from triarchy.engine.errors import BadRequest
from triarchy.engine.sources import PACKAGE, top_of
from triarchy.kit.definition import DEFINITIONS
from triarchy.server.http.here import FACTS
from triarchy.server.http.pages import WEB

NOT_IN_PAGES = ("arena/", "portable/", "research/", "server/http/", "shell/", "web/", "tests/")
"""What of the package no page runs."""
WRITERS = ("server/http/pages.py", "server/http/here.py")
"""What of it writes pages all the same."""


def check_site(folder: Path | None) -> Path | None:
    """Refuse a folder that holds no site, or one of other sources."""
    if folder is None:
        return None
    try:
        facts = json.loads((folder / FACTS).read_text(encoding="utf-8"))
        found = facts["sources"]
    except (OSError, ValueError, KeyError, TypeError):
        raise BadRequest(
            f"There is no site in {str(folder)!r}: `triarchy build-site` writes one."
        ) from None
    if found != digest():
        raise BadRequest(
            f"The site in {str(folder)!r} was built from other sources than this server: build it again with "
            "`triarchy build-site`."
        )
    return folder


def facts() -> dict[str, str | None]:
    """What a site says of itself; where a server is, only a server says."""
    return {"version": version("triarchy"), "sources": digest(), "server": None}


def digest() -> str:
    """A hash of all that a site is written from, but Pyodide."""
    total = hashlib.sha256(version("triarchy").encode())
    for name, path in sorted((*package_files(), *_page_files())):
        total.update(name.encode() + b"\0" + path.read_bytes())
    return total.hexdigest()[:16]


def package_files() -> Iterator[tuple[str, Path]]:
    """Python's part, with the games' data and their networks, by the names that files have in an archive."""
    tops = {PACKAGE} | {top_of(each.folder / "state.py") for each in DEFINITIONS.all()}
    for top in tops:
        for path in sorted(top.rglob("*")):
            name = path.relative_to(top).as_posix()
            cached = "__pycache__" in name or name.endswith(".pyc")
            if path.is_file() and not cached and not name.startswith(NOT_IN_PAGES):
                yield f"{top.name}/{name}", path


def _page_files() -> Iterator[tuple[str, Path]]:
    for path in (*(PACKAGE / name for name in WRITERS), *WEB.rglob("*")):
        if path.is_file():
            yield path.relative_to(PACKAGE).as_posix(), path
