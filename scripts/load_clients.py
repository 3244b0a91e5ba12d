"""Visitors for scripts/load.py: browsers that speak just enough HTTP, viewers, and tables they play at."""

from __future__ import annotations

import asyncio
import gzip
import json
import math
import random
import re
import time
import zlib
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

LOOKS = ("width=1000&language=en", "width=360&language=de&dark=true", "width=800&language=nl")
FACTS = ("version", "event", "number", "decision", "moves", "your_turn", "result")
PATIENCE = 60.0
"""Seconds after which a screen that was waited for is taken to be lost."""
LONGEST_THOUGHT = 600.0
"""The first bot may have to be compiled."""


class TooBusy(Exception):
    """The server asks to try again in a moment."""


class Browser:
    """One visitor with an address and cookies of their own; speaks just enough HTTP."""

    count = 0

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self.address = (parts.hostname, parts.port)
        Browser.count += 1
        high, low = divmod(Browser.count, 250)
        self.own = (f"127.1.{high % 250}.{low + 1}", 0)
        self.cookies: dict[str, str] = {}
        self.lock = asyncio.Lock()
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection(*self.address, limit=2**22, local_addr=self.own)

    def head(self, method: str, path: str, length: int = 0) -> bytes:
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return (
            f"{method} {path} HTTP/1.1\r\nHost: {self.address[0]}:{self.address[1]}\r\n"
            f"Accept-Encoding: gzip\r\nCookie: {cookies}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n"
        ).encode()

    async def ask(self, method: str, path: str, body: Any = None) -> tuple[int, bytes]:
        data = b"" if body is None else json.dumps(body).encode()
        request = self.head(method, path, len(data)) + data
        async with self.lock:
            try:
                head, content = await self.exchange(request)
            except (OSError, asyncio.IncompleteReadError):
                self.streams = None  # the server has closed a connection that was long unused
                head, content = await self.exchange(request)
        for name, value in re.findall(r"(?im)^set-cookie: ([^=]+)=([^;]+)", head):
            self.cookies[name] = value
        if re.search(r"(?im)^content-encoding: gzip", head):
            content = gzip.decompress(content)
        return int(head.split(" ", 2)[1]), content

    async def exchange(self, request: bytes) -> tuple[str, bytes]:
        if self.streams is None:
            self.streams = await self.connect()
        reader, writer = self.streams
        writer.write(request)
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        length = re.search(r"(?im)^content-length: (\d+)", head)
        return head, await reader.readexactly(int(length[1])) if length else b""

    async def document(self, method: str, path: str, body: Any = None) -> Any:
        status, content = await self.ask(method, path, body)
        if status == 503:
            raise TooBusy
        if status >= 400:
            raise RuntimeError(f"{method} {path}: {status} {content[:200]!r}")
        return json.loads(content) if content else None

    async def events(self, path: str) -> Any:
        """The data of each event of a stream, as it is sent."""
        reader, writer = await self.connect()
        writer.write(self.head("GET", path))
        head = await reader.readuntil(b"\r\n\r\n")
        chunked = b"chunked" in head.lower()
        packed = b"content-encoding: gzip" in head.lower()
        unpack = zlib.decompressobj(16 + zlib.MAX_WBITS)
        rest = b""
        while True:
            if chunked:
                size = int((await reader.readline()).strip() or b"0", 16)
                if not size:
                    return
                piece = (await reader.readexactly(size + 2))[:-2]
            else:
                piece = await reader.read(2**16)
            if not piece:
                return
            rest += unpack.decompress(piece) if packed else piece
            *lines, rest = rest.split(b"\n")
            for line in lines:
                if line.startswith(b"data: "):
                    yield line[6:]

    def close(self) -> None:
        if self.streams is not None:
            self.streams[1].close()


@dataclass
class Tally:
    """What all tables together have seen."""

    delays: list[float] = field(default_factory=list)
    """Milliseconds from the moment a move was due until the last viewer had its screen."""
    moves: int = 0
    """Moves made, those of bots too."""
    games: int = 0
    lost: int = 0
    refused: int = 0
    """Moves for which the server was too busy."""

    @property
    def bad(self) -> dict[str, int]:
        return {"lost": self.lost, "refused": self.refused}


class Viewer:
    """One of those who look at a table: keeps the facts of the newest screen."""

    def __init__(
        self, table: Table, browser: Browser, look: str, *, counts_only: bool = False
    ) -> None:
        """`counts_only`: one of a crowd, who takes from an event no more than how far the game is."""
        self.table, self.browser, self.look = table, browser, look
        self.counts_only = counts_only
        self.facts: dict[str, Any] = {}
        self.listening: asyncio.Task[None] | None = None

    async def enter(self) -> None:
        path = f"{self.table.path}/screen?{self.look}"
        self.take(await self.browser.document("GET", path))
        self.listening = asyncio.create_task(self.listen())

    async def listen(self) -> None:
        """Take the screen from the stream where it is in there; else fetch it, as clients then do."""
        last = self.facts["event"]
        async for line in self.browser.events(
            f"{self.table.path}/events?{self.look}&last={last}&screen=true"
        ):
            if self.counts_only:
                numbers = re.findall(rb'"number": ?(\d+)', line)
                self.facts["number"] = max([self.facts["number"], *map(int, numbers)])
                self.table.seen()
                continue
            data = json.loads(line)
            if "screen" in data:
                self.take(data["screen"])
            elif data.get("version", 0) > self.facts["version"]:
                path = f"{self.table.path}/screen?{self.look}"
                self.take(await self.browser.document("GET", path))

    def take(self, answer: dict[str, Any]) -> None:
        """Note the facts of a Screen, or of an Update of the one before."""
        screen = answer.get("set", answer)
        comes_by_stream = answer.get("after") == screen["event"]
        if comes_by_stream or screen["version"] <= self.facts.get("version", -1):
            return
        self.facts |= {name: screen[name] for name in FACTS if name in screen}
        self.table.seen()

    def leave(self) -> None:
        if self.listening is not None:
            self.listening.cancel()
        self.browser.close()


class Table:
    """A game with three viewers, two or three of whom play."""

    def __init__(
        self, urls: list[str], game: str, place: int, seed: int, *, apart: bool = False
    ) -> None:
        """All viewers at one of the servers, as the proxies of deploy/ have it, or each at another."""
        self.game, self.chance = game, random.Random(f"{seed} {game} {place}")
        self.viewers = [
            Viewer(self, Browser(urls[(place + n * apart) % len(urls)]), look)
            for n, look in enumerate(LOOKS)
        ]
        self.bot = place % 3 == 2
        people = 3 if game == "china" and not self.bot else 2
        self.players = self.viewers[:people]
        self.news = asyncio.Event()
        self.path = ""

    async def open(self) -> None:
        maker, *others = self.players
        seats = [{"kind": "me"}] + [{"kind": "open"}] * len(others)
        if self.bot:
            seats.append({"kind": "bot", "strength": "easy"})
        wish = {"game": self.game, "seats": seats, "hot_seat": False}
        table = await maker.browser.document("POST", "/api/tables", wish)
        self.path = f"/api/tables/{table['id']}"
        for n, other in enumerate(others):
            await other.browser.document("POST", f"{self.path}/seats", {"name": f"Player {n}"})
        await maker.browser.document("POST", f"{self.path}/start", {})
        for viewer in self.viewers:
            await viewer.enter()

    def seen(self) -> None:
        self.news.set()

    async def until(self, what: Any, patience: float = PATIENCE) -> float:
        """Wait for something the viewers will see; when it was so."""
        async with asyncio.timeout(patience):
            while not what():
                self.news.clear()
                await self.news.wait()
        return time.perf_counter()

    @property
    def number(self) -> int:
        """How many moves somebody has seen."""
        return int(max(viewer.facts["number"] for viewer in self.viewers))

    @property
    def over(self) -> bool:
        return any(viewer.facts["result"] for viewer in self.viewers)

    def mover(self) -> Viewer | None:
        return next((each for each in self.players if each.facts["your_turn"]), None)

    async def play(self, rate: float, tally: Tally, end: float = math.inf) -> None:
        """Moves at random moments until the game, or the time for it, is over."""
        due = time.perf_counter()
        while due < end:
            due += self.chance.expovariate(rate)
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            turn = await self.until(lambda: self.over or self.mover(), LONGEST_THOUGHT)
            if self.over:
                break
            try:
                await self.move(max(due, turn) if self.bot else due, tally)
            except TimeoutError:
                tally.lost += 1
            except TooBusy:
                tally.refused += 1
        tally.moves += self.number

    async def move(self, due: float, tally: Tally) -> None:
        mover = self.mover()
        assert mover is not None
        after = mover.facts["number"]
        move = self.chance.choice(mover.facts["moves"])["move"]
        body = {"move": move, "decision": mover.facts["decision"]}
        path = f"{self.path}/moves?{mover.look}"
        known = f"&known={mover.facts['event']}"
        mover.take(await mover.browser.document("POST", path + known, body))
        done = await self.until(lambda: all(v.facts["number"] > after for v in self.viewers))
        tally.delays.append(1000 * (done - due))

    def leave(self) -> None:
        for viewer in self.viewers:
            viewer.leave()
