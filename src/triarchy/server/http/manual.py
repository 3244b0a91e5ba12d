"""The docs at /help/: the site that `make docs` builds, from the folder that `--docs` names."""

from __future__ import annotations

from pathlib import Path

from triarchy.engine.errors import BadRequest
from triarchy.kit.language import LANGUAGES
from triarchy.server.http.folder import Folder, routes

router = routes("help")


class Manual(Folder):
    def start(self, language: str) -> str:
        """The address of the first page in a language, without the slash in front; "" if there are no docs."""
        own = f"help/{language}/"
        if language != LANGUAGES[0] and f"{language}/index.html" in self.files:
            return own
        return "help/" if self.files else ""


def check_folder(folder: Path | None) -> Path | None:
    """Refuse a folder that is no site."""
    if folder is not None and not (folder / "index.html").is_file():
        raise BadRequest(f"There are no docs in {str(folder)!r}: `make docs` builds them.")
    return folder
