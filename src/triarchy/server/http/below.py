"""Hosting below a path: everything this server has begins with it, and nothing inside knows of it."""

from __future__ import annotations

from starlette.responses import PlainTextResponse, RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send


class Below:
    """Takes the path off every request; the proxy leaves it on."""

    def __init__(self, app: ASGIApp, root: str) -> None:
        self.app = app
        self.root = root

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        path: str = scope["path"]
        if path.startswith(f"{self.root}/"):
            raw = scope.get("raw_path") or path.encode()
            inner = {"path": path[len(self.root) :], "raw_path": raw[len(self.root) :]}
            await self.app({**scope, **inner}, receive, send)
        elif path == self.root:
            await RedirectResponse(f"{self.root}/")(scope, receive, send)
        else:
            answer = PlainTextResponse(f"This server is at {self.root}/.\n", 404)
            await answer(scope, receive, send)
