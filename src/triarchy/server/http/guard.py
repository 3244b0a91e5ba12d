"""The door: limits, same-origin checks, security headers and the person's cookie, for every request."""

from __future__ import annotations

import asyncio
import ipaddress
import json
import re
import socket
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from urllib.parse import urlsplit

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from triarchy.server.http.protocol import MOST_HEAD, network_of
from triarchy.server.http.reader_language import language_of
from triarchy.server.limits import Limits
from triarchy.server.people import identity
from triarchy.server.people.bans import Bans
from triarchy.server.people.identity import Visitor
from triarchy.server.people.persons import People
from triarchy.server.refusals import Refused
from triarchy.server.settings import Settings

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
SAFE = ("GET", "HEAD", "OPTIONS")
BODY_SECONDS = 30.0
"""A request's body has this long to arrive."""
AT_ONCE = 16
"""Requests of one address that are worked on at the same time."""
MOST_IN_LINE = 1000
"""Further requests of one address that wait for their turn."""
HOST = re.compile(r"(?:\[(?P<six>[0-9a-f:.]+)\]|(?P<name>[^\[\]:/@\\\s]+))(?::\d{1,5})?")
TOO_LARGE = "This is too large."
LONG = ("/hint", "/analyse/judge")
"""What waits for a bot to think: the bots' own queue is fair, so it takes no place of its address's meanwhile."""
UPDATES = ("/events", "/moves", "/undo", "/again")
"""What is answered by an Update, or by a Screen that is packed already."""
FILES = ("/static/", "/here/")
"""Files alike for everybody, of which a page loads many at once: they do not count as requests."""
RECORD_PATHS = ("/api/records", "/api/records/device")
TABLE_PATHS = ("/api/tables", *RECORD_PATHS)


class Turns:
    """How many requests are worked on at once: for one address a few, whose next ones wait in line,
    so that a crowd at one address holds up itself alone; and a limit for everybody together."""

    def __init__(self, everybody: int) -> None:
        self.everybody = everybody
        self.working = 0
        self._lines: dict[str, tuple[asyncio.Semaphore, list[None]]] = {}

    @asynccontextmanager
    async def turn(self, address: str, long: bool) -> AsyncIterator[None]:
        """Wait for one's turn; `long` requests hold no place in their address's line."""
        if self.everybody and self.working >= self.everybody:
            raise Refused(503, "The server is too busy; try again in a moment.")
        self.working += 1
        try:
            if long:
                yield
            else:
                async with self._in_line(address):
                    yield
        finally:
            self.working -= 1

    @asynccontextmanager
    async def _in_line(self, address: str) -> AsyncIterator[None]:
        line, queue = self._lines.setdefault(address, (asyncio.Semaphore(AT_ONCE), []))
        if len(queue) >= AT_ONCE + MOST_IN_LINE:
            raise Refused(429, "Too many requests; wait a moment.")
        queue.append(None)
        try:
            async with line:
                yield
        finally:
            queue.pop()
            if not queue:
                self._lines.pop(address, None)


class Packing(GZipMiddleware):
    """Packs answers, apart from those of every move, which are packed where it pays (`api_play.py`)."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["path"].endswith(UPDATES):
            await self.app(scope, receive, send)
        else:
            await super().__call__(scope, receive, send)


class Guard:
    """ASGI middleware around the whole application."""

    def __init__(
        self,
        app: ASGIApp,
        settings: Settings,
        secret: bytes,
        bans: Bans,
        people: People,
        limits: Limits,
    ) -> None:
        self.app = app
        self.bans = bans
        self.settings = settings
        self.secret = secret
        self.people = people
        self.hosts = own_hosts(settings)
        self.limits = limits
        self.turns = Turns(settings.concurrency)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        state = scope.setdefault("state", {})
        state["address"] = network_of((scope.get("client") or ("",))[0])
        state["language"] = language_of(None, headers.get("accept-language", ""))
        sender = self._dressed(send, scope, None)
        try:
            self._admit(scope, headers)
            sender = self._dressed(send, scope, self._know(scope, headers))
            self._check_origin(scope, headers)
            await self._check_ban(scope)
            path: str = scope["path"]
            settings = self.settings
            limit = settings.most_record if path in RECORD_PATHS else settings.most_body
            body = limited(scope, headers, receive, limit)
            if path.startswith("/api/tables/") and path.endswith("/events"):
                await self.app(scope, body, sender)  # counted by `Streams`
                return
            async with self.turns.turn(state["address"], long=path.endswith(LONG)):
                await self.app(scope, body, sender)
        except Refused as refusal:
            await answer(sender, refusal, state["language"])

    def _admit(self, scope: Scope, headers: Headers) -> None:
        """The limits and the server's names: before anything of the request is looked into."""
        self.bans.check_address(scope["state"]["address"])
        counts = not scope["path"].startswith(FILES)
        if counts and not self.limits.take_request(scope["state"]["address"]):
            raise Refused(429, "Too many requests; wait a moment.")
        size = len(scope.get("raw_path") or b"") + len(scope.get("query_string") or b"")
        if size + sum(len(name) + len(value) + 4 for name, value in headers.raw) > MOST_HEAD:
            raise Refused(431, "The headers of this request are too long.")
        if not known_host(headers.getlist("host"), self.hosts):
            raise Refused(400, "This server can't be reached by that name.")

    def _know(self, scope: Scope, headers: Headers) -> Visitor:
        """Note who asks and in which language; the visitor, to whom the answer may bring a key."""
        cookies = read_cookies("; ".join(headers.getlist("cookie")))
        state, path = scope["state"], scope["path"]
        state["cookies"] = cookies
        chosen = cookies.get(identity.LANGUAGE)
        state["language"] = language_of(chosen, headers.get("accept-language", ""))
        own = cookies.get(identity.ME, "")
        visitor = Visitor(
            identity.hash_in_cookie(own, self.secret),
            self.people.person_of,
            state["language"],
            state["address"],
            cookies.get(identity.SEAT),
        )
        state["visitor"] = visitor
        if visitor.key is None and not path.startswith("/api/"):
            visitor.key = (
                own  # a page renews the cookie, so that it is kept for as long as it is used
            )
        return visitor

    async def _check_ban(self, scope: Scope) -> None:
        if scope["method"] in SAFE:
            return
        visitor: Visitor = scope["state"]["visitor"]
        known = self.people.knows(visitor.key_hash)
        self.bans.check_person(
            visitor.person if known else await run_in_threadpool(lambda: visitor.person)
        )

    def _check_origin(self, scope: Scope, headers: Headers) -> None:
        if scope["method"] in SAFE:
            return
        if not same_origin(headers, self.settings.public_url):
            raise Refused(403, "This request came from another site.")
        if scope["path"] in TABLE_PATHS and not self.limits.take_table(scope["state"]["address"]):
            raise Refused(429, "Too many tables; wait a while.")

    def _dressed(self, send: Send, scope: Scope, visitor: Visitor | None) -> Send:
        async def dressed(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                key = visitor.key if visitor is not None else None
                if key is not None and not others_may_keep(headers):
                    headers.append("Set-Cookie", cookie(identity.ME, key, self.settings))
                if "set-cookie" in headers or "cache-control" not in headers:
                    headers["Cache-Control"] = "no-store"
            await send(message)

        return dressed


def others_may_keep(headers: MutableHeaders) -> bool:
    """Whether a cache may give this answer to other people: then it must not bring anybody's key."""
    wishes = {each.strip() for each in headers.get("cache-control", "no-store").split(",")}
    return wishes.isdisjoint(("no-store", "private"))


def cookie(name: str, value: str, settings: Settings, age: int = identity.YEAR) -> str:
    """A Set-Cookie header: not for scripts, not for other sites."""
    secure = "; Secure" if settings.secure else ""
    path = f"{settings.root_path}/"
    return f"{name}={value}; Path={path}; Max-Age={age}; HttpOnly; SameSite=Lax{secure}"


def read_cookies(header: str) -> dict[str, str]:
    """Our own cookies; whatever else the browser sends along is none of our business."""
    cookies: dict[str, str] = {}
    for part in header.split(";"):
        name, _, value = part.partition("=")
        name = name.strip()
        if name in identity.COOKIES and name not in cookies:
            cookies[name] = value.strip().strip('"')
    return cookies


def own_hosts(settings: Settings) -> set[str]:
    """The names this server goes by, in small letters."""
    machine = socket.gethostname()
    names = {settings.host, machine, f"{machine.partition('.')[0]}.local", *settings.allow_hosts}
    names.add(urlsplit(settings.public_url).hostname or "")
    return {name.lower().rstrip(".") for name in names} - {""}


def known_host(values: list[str], own: set[str]) -> bool:
    """Whether a Host header names this server: else a page of another site may have been led here.

    A request without the header comes from no browser.
    """
    if not values:
        return True
    match = HOST.fullmatch(values[0].lower())
    if len(values) > 1 or match is None:
        return False
    name = (match["name"] or "").rstrip(".")
    if match["six"] is not None or name == "localhost" or name.endswith(".localhost"):
        return match["six"] is None or is_address(match["six"])
    return is_address(name) or name in own


def is_address(text: str) -> bool:
    """Whether a text is an IP address."""
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True


def same_origin(headers: Headers, public_url: str) -> bool:
    """Whether a write comes from our own pages (or from no page at all)."""
    if headers.get("sec-fetch-site", "none") not in ("same-origin", "none"):
        return False
    origin = headers.get("origin")
    if origin is None:
        return True
    own = {headers.get("host", ""), urlsplit(public_url).netloc}
    return urlsplit(origin).netloc in own - {""}


def limited(scope: Scope, headers: Headers, receive: Receive, limit: int) -> Receive:
    """The same messages, refused once a body is larger than the limit."""
    length = headers.get("content-length", "0")
    if not length.isascii() or not length.isdigit() or len(length) > 12 or int(length) > limit:
        raise Refused(413, TOO_LARGE)
    seen, complete = 0, False
    end = time.monotonic() + BODY_SECONDS

    def refused(refusal: Refused) -> Refused:
        # Whoever reads the body may turn this into an error of its own; see `app._http`.
        scope["state"]["refusal"] = refusal
        return refusal

    async def counted() -> Message:
        nonlocal seen, complete
        if complete:  # what is waited for now is the client's going away
            return await receive()
        try:
            async with asyncio.timeout(end - time.monotonic()):
                message = await receive()
        except TimeoutError:
            raise refused(Refused(408, "The request took too long to arrive.")) from None
        complete = not message.get("more_body", False)
        seen += len(message.get("body", b""))
        if seen > limit:
            raise refused(Refused(413, TOO_LARGE))
        return message

    return counted


async def answer(send: Send, refusal: Refused, language: str) -> None:
    """A refusal as a response."""
    body = json.dumps({"error": refusal.in_language(language)}, ensure_ascii=False).encode()
    await send(
        {
            "type": "http.response.start",
            "status": refusal.status,
            "headers": [
                (b"content-type", b"application/json"),
                (b"content-length", str(len(body)).encode()),
            ],
        }
    )
    await send({"type": "http.response.body", "body": body})
