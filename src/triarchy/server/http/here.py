"""The games on the visitor's own device, at /here/: the site that `triarchy build-site` wrote, from the folder that `--site` names."""

from __future__ import annotations

import json
from pathlib import Path

from triarchy.server.http.folder import Folder, routes
from triarchy.server.http.pages import FOR_EVER

router = routes("here")
FACTS = "site.json"
"""What a site says of itself; a server adds where it is."""
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; frame-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'"
)
"""What a page of such a site may do, wherever it lies."""
NAMED_AFTER_CONTENT = ("static/", "python/", "pyodide/", "networks/")


class Here(Folder):
    headers = {
        "Content-Security-Policy": f"{POLICY}; frame-ancestors 'self'",
        "X-Frame-Options": "SAMEORIGIN",
    }
    """As strict as all of the server's pages, but that WebAssembly runs, and that its own outer page may frame it."""

    def __init__(self, folder: Path | None, root: str) -> None:
        super().__init__(folder)
        self.root = root

    @property
    def address(self) -> str:
        """Where the site begins; "" if none is offered."""
        return f"{self.root}/here/" if self.files else ""

    def body(self, name: str) -> bytes:
        body = super().body(name)
        if name == FACTS:
            body = json.dumps({**json.loads(body), "server": f"{self.root}/"}).encode()
        return body

    def kept(self, name: str) -> str:
        return FOR_EVER if name.startswith(NAMED_AFTER_CONTENT) else super().kept(name)
