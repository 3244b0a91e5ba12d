"""The door: limits, same-origin checks, security headers and the person's cookie, for every request."""

from __future__ import annotations

import json
import threading
import time
from http.cookies import CookieError, SimpleCookie
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from triarchy.kit.language import LANGUAGES
from triarchy.server import identity
from triarchy.server.refusals import Refused
from triarchy.server.settings import Settings

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; "
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
BURST_SECONDS = 10
MOST_ADDRESSES = 10_000
TOO_LARGE = "This is too large."
TABLE_PATHS = ("/api/tables", "/api/records")


class Allowance:
    """So much per second and address, with some saved up; the addresses seen last are remembered."""

    def __init__(self, per_second: float, burst: float) -> None:
        self.per_second = per_second
        self.burst = burst
        self._lock = threading.Lock()
        self._left: dict[str, tuple[float, float]] = {}

    def take(self, address: str) -> bool:
        """Whether one more is allowed now."""
        if self.per_second <= 0:
            return True
        now = time.monotonic()
        with self._lock:
            left, then = self._left.pop(address, (self.burst, now))
            left = min(self.burst, left + (now - then) * self.per_second)
            allowed = left >= 1
            self._left[address] = (left - 1 if allowed else left, now)
            if len(self._left) > MOST_ADDRESSES:
                del self._left[next(iter(self._left))]
        return allowed


class Guard:
    """ASGI middleware around the whole application."""

    def __init__(self, app: ASGIApp, settings: Settings, secret: bytes) -> None:
        self.app = app
        self.settings = settings
        self.secret = secret
        rate = settings.requests_per_second
        self.requests = Allowance(rate, rate * BURST_SECONDS)
        self.tables = Allowance(settings.tables_per_hour / 3600, max(1, settings.tables_per_hour))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        cookies = read_cookies(headers.get("cookie", ""))
        person = identity.signed(cookies.get(identity.ME, ""), self.secret)
        state = scope.setdefault("state", {})
        state["cookies"] = cookies
        state["person"] = person or identity.new_person()
        state["address"] = (scope.get("client") or ("",))[0]
        state["language"] = language_of(cookies, headers.get("accept-language", ""))
        path: str = scope["path"]
        keeps_cookie = person is None and not path.startswith(("/static/", "/api/games"))
        sender = self._dressed(send, scope, state["person"] if keeps_cookie else None)
        try:
            self._admit(scope, headers, path)
            limit = self.settings.most_record if path == "/api/records" else self.settings.most_body
            await self.app(scope, limited(scope, headers, receive, limit), sender)
        except Refused as refusal:
            await answer(sender, refusal, state["language"])

    def _admit(self, scope: Scope, headers: Headers, path: str) -> None:
        address = scope["state"]["address"]
        if not path.startswith("/static/") and not self.requests.take(address):
            raise Refused(429, "Too many requests; wait a moment.")
        if scope["method"] in SAFE:
            return
        if not same_origin(headers, self.settings.public_url):
            raise Refused(403, "This request came from another site.")
        if path in TABLE_PATHS and not self.tables.take(address):
            raise Refused(429, "Too many tables; wait a while.")

    def _dressed(self, send: Send, scope: Scope, person: str | None) -> Send:
        async def dressed(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if scope["path"].startswith("/api/"):
                    headers.setdefault("Cache-Control", "no-store")
                if person is not None:
                    value = identity.sign(person, self.secret)
                    headers.append("Set-Cookie", cookie(identity.ME, value, self.settings))
            await send(message)

        return dressed


def cookie(
    name: str, value: str, settings: Settings, path: str = "/", age: int = identity.YEAR
) -> str:
    """A Set-Cookie header: not for scripts, not for other sites."""
    secure = "; Secure" if settings.secure else ""
    return f"{name}={value}; Path={path}; Max-Age={age}; HttpOnly; SameSite=Lax{secure}"


def read_cookies(header: str) -> dict[str, str]:
    jar: SimpleCookie = SimpleCookie()
    try:
        jar.load(header)
    except CookieError:
        return {}
    return {name: morsel.value for name, morsel in jar.items()}


def language_of(cookies: dict[str, str], accepted: str) -> str:
    """The language chosen, else the first one the browser asks for that we speak."""
    if cookies.get(identity.LANGUAGE) in LANGUAGES:
        return cookies[identity.LANGUAGE]
    wishes = []
    for part in accepted[:200].split(","):
        tag, _, quality = part.strip().partition(";q=")
        try:
            wishes.append((-float(quality or 1), tag.split("-")[0].lower()))
        except ValueError:
            continue
    for _, tag in sorted(wishes, key=lambda wish: wish[0]):
        if tag in LANGUAGES:
            return tag
    return "en"


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
    seen = 0

    async def counted() -> Message:
        nonlocal seen
        message = await receive()
        if message["type"] == "http.request":
            seen += len(message.get("body", b""))
            if seen > limit:
                # Whoever reads the body may turn this into an error of its own; see `app._http`.
                scope["state"]["too_large"] = True
                raise Refused(413, TOO_LARGE)
        return message

    return counted


async def answer(send: Send, refusal: Refused, language: str) -> None:
    """A refusal as a response."""
    body = json.dumps({"error": refusal.said(language)}, ensure_ascii=False).encode()
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
