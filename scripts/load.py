"""How many tables a server holds: the figures of docs/performance.md.

Starts a server of its own, then tables without bots: two players and one onlooker each, all
listening, one move a second at every table. Measured is the time from sending a move until every
viewer has received its new screen, and the server's processor time for a move (opening the tables
included). The number of tables is raised until the 99th percentile
passes 100 ms. Client and server share the machine's cores.

Example: python scripts/load.py --game meridian --seconds 10 --json
"""

from __future__ import annotations

import argparse
import asyncio
import gzip
import json
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

LIMIT_MS = 100.0
VIEWERS = 3


class Browser:
    """One keep-alive connection with a cookie jar; speaks just enough HTTP."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self.address = (parts.hostname, parts.port)
        self.cookies: dict[str, str] = {}
        self.lock = asyncio.Lock()
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    def head(self, method: str, path: str, length: int = 0) -> bytes:
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return (
            f"{method} {path} HTTP/1.1\r\nHost: {self.address[0]}:{self.address[1]}\r\n"
            f"Accept-Encoding: gzip\r\nCookie: {cookies}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n"
        ).encode()

    async def ask(self, method: str, path: str, body: Any = None) -> tuple[int, bytes]:
        data = b"" if body is None else json.dumps(body).encode()
        async with self.lock:
            if self.streams is None:
                self.streams = await asyncio.open_connection(*self.address, limit=2**20)
            reader, writer = self.streams
            writer.write(self.head(method, path, len(data)) + data)
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
            for name, value in re.findall(r"(?im)^set-cookie: ([^=]+)=([^;]+)", head):
                self.cookies[name] = value
            length = re.search(r"(?im)^content-length: (\d+)", head)
            content = await reader.readexactly(int(length[1])) if length else b""
        if re.search(r"(?im)^content-encoding: gzip", head):
            content = gzip.decompress(content)
        return int(head.split(" ", 2)[1]), content

    async def document(self, method: str, path: str, body: Any = None) -> Any:
        status, content = await self.ask(method, path, body)
        if status >= 400:
            raise RuntimeError(f"{method} {path}: {status} {content[:200]!r}")
        return json.loads(content) if content else None


class Table:
    """A table of two players and an onlooker who all look at every move."""

    def __init__(self, url: str, game: str) -> None:
        self.url, self.game = url, game
        self.viewers = [Browser(url) for _ in range(VIEWERS)]
        self.seen: dict[int, list[float]] = {}
        self.sent: dict[int, float] = {}
        self.screen: Any = None

    async def open(self) -> None:
        anna, ben, _ = self.viewers
        players = 3 if self.game == "china" else 2
        seats = [{"kind": "me"}] + [{"kind": "open"}] * (players - 1)
        wish = {"game": self.game, "seats": seats, "hot_seat": False}
        if players == 3:
            wish |= {"hot_seat": True, "seats": [{"kind": "me"}, {"kind": "me"}, {"kind": "open"}]}
        table = await anna.document("POST", "/api/tables", wish)
        self.path = f"/api/tables/{table['id']}"
        await ben.document("POST", f"{self.path}/seats", {"name": "Ben"})
        await anna.document("POST", f"{self.path}/start", {})
        self.listeners = [asyncio.create_task(self._listen(each)) for each in self.viewers]

    async def _listen(self, viewer: Browser) -> None:
        """Follow the events; fetch the screen at each, as the client does."""
        reader, writer = await asyncio.open_connection(*viewer.address, limit=2**20)
        writer.write(viewer.head("GET", f"{self.path}/events"))
        await reader.readuntil(b"\r\n\r\n")
        while True:
            line = await reader.readline()
            if not line:
                return
            if line.startswith(b"data: "):
                status, content = await viewer.ask("GET", f"{self.path}/screen?width=800")
                if status == 200:
                    screen = json.loads(content)
                    self.seen.setdefault(screen["number"], []).append(time.perf_counter())

    async def move(self) -> None:
        """One move by whoever's turn it is."""
        for player in self.viewers[:2]:
            screen = await player.document("GET", f"{self.path}/screen?width=800")
            if screen["your_turn"]:
                move = random.choice(screen["moves"])["move"]
                body = {"move": move, "after": screen["number"]}
                self.sent[screen["number"] + 1] = time.perf_counter()
                await player.document("POST", f"{self.path}/moves?width=800", body)
                return

    async def play(self, seconds: float, start: float) -> None:
        await asyncio.sleep(start)
        end = time.perf_counter() + seconds
        while (now := time.perf_counter()) < end:
            await self.move()
            await asyncio.sleep(max(0.0, now + 1 - time.perf_counter()))

    def delays(self) -> list[float]:
        """Milliseconds from each click until the last viewer had its screen."""
        return [
            1000 * (max(self.seen[number]) - sent)
            for number, sent in self.sent.items()
            if len(self.seen.get(number, [])) >= VIEWERS
        ]

    def close(self) -> None:
        for listener in self.listeners:
            listener.cancel()


async def load(url: str, game: str, count: int, seconds: float) -> dict[str, float]:
    """Play at `count` tables at once; what the viewers waited."""
    tables = [Table(url, game) for _ in range(count)]
    for table in tables:
        await table.open()
    await asyncio.gather(
        *(table.play(seconds, place / count) for place, table in enumerate(tables))
    )
    await asyncio.sleep(1)
    delays = sorted(delay for table in tables for delay in table.delays())
    lost = sum(len(table.sent) for table in tables) - len(delays)
    for table in tables:
        table.close()
    return {
        "tables": count,
        "moves": len(delays),
        "unseen": lost,
        "median_ms": round(statistics.median(delays), 1),
        "p99_ms": round(delays[int(len(delays) * 0.99)], 1),
    }


@contextmanager
def server(data: Path, **environment: str) -> Iterator[tuple[str, int]]:
    """A server of its own without limits; its address and its process."""
    command = [sys.executable, "-c", "from triarchy.shell import main; main()", "serve"]
    limits = [
        "--requests-per-second",
        "0",
        "--tables-per-hour",
        "0",
        "--streams",
        "0",
        "--connections",
        "0",
    ]
    process = subprocess.Popen(
        [*command, "--no-browser", "--port", "0", "--data", str(data), *limits],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, **environment},
    )
    assert process.stdout is not None
    try:
        yield process.stdout.readline().split()[3], process.pid
    finally:
        process.terminate()
        process.wait()


def memory(process: int) -> float:
    """Megabytes a process has in memory."""
    text = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
    found = re.search(r"VmRSS:\s+(\d+)", text)
    return int(found[1]) / 1024 if found else 0.0


def processor_ms(process: int) -> float:
    """Milliseconds of processor time a process has used so far, its bots' processes apart."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return 1000 * (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def first_page(url: str) -> dict[str, int]:
    """Bytes sent for the home page, its scripts, styles and drawings, as browsers get them."""
    import urllib.request

    def size(path: str) -> tuple[int, str]:
        request = urllib.request.Request(url + path, headers={"Accept-Encoding": "gzip"})
        with urllib.request.urlopen(request) as answer:
            body = answer.read()
            packed = answer.headers.get("content-encoding") == "gzip"
        return len(body), (gzip.decompress(body) if packed else body).decode("utf-8", "replace")

    total, page = size("/")
    wanted = set(re.findall(r'(?:src|href)="(/static/[^"]+)"', page))
    done: set[str] = set()
    while wanted - done:
        path = (wanted - done).pop()
        done.add(path)
        length, text = size(path)
        total += length
        folder = path.rpartition("/")[0]
        for name in re.findall(r"""(?:from|import)\s*["']\./([^"']+)["']""", text):
            wanted.add(f"{folder}/{name}")
    for game in json.loads(size("/api/games")[1])["games"]:
        total += size(f"/api/games/{game['game']}/example?frame=12&width=480")[0]
        done.add(game["game"])
    return {"files": 1 + len(done), "bytes": total}


def starts() -> dict[str, float]:
    """Seconds from the command to the first page, with an empty and with a warm compile cache."""
    found = {}
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        for name in ("empty", "warm"):
            begun = time.perf_counter()
            with server(Path(folder) / name, TRIARCHY_CACHE=f"{folder}/cache") as (url, _):
                asyncio.run(Browser(url).ask("GET", "/"))
                found[f"start_{name}_s"] = round(time.perf_counter() - begun, 2)
                asyncio.run(everything_ready(url))
    return found


async def everything_ready(url: str) -> None:
    while not (await Browser(url).document("GET", "/api/status"))["ready"]:
        await asyncio.sleep(0.2)


def measure(game: str, seconds: float, counts: list[int]) -> dict[str, Any]:
    figures: dict[str, Any] = {"game": game, "steps": []}
    with (
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder,
        server(Path(folder)) as (url, process),
    ):
        asyncio.run(everything_ready(url))
        figures["first_page"] = asyncio.run(first_page(url))
        asyncio.run(load(url, game, 2, 2))
        before = memory(process)
        opened = 0
        for count in counts:
            used = processor_ms(process)
            step = asyncio.run(load(url, game, count, seconds))
            used = processor_ms(process) - used
            step["processor_ms_per_move"] = round(used / (step["moves"] + step["unseen"]), 1)
            opened += count
            step["kb_per_table"] = round(1024 * (memory(process) - before) / opened)
            figures["steps"].append(step)
            print(step, file=sys.stderr, flush=True)
            if step["p99_ms"] > LIMIT_MS or step["unseen"]:
                break
        held = [step["tables"] for step in figures["steps"] if step["p99_ms"] <= LIMIT_MS]
        figures["tables_held"] = max(held, default=0)
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="meridian")
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--tables", default="5,10,20,30,40,60,80", help="numbers of tables to try")
    parser.add_argument("--no-start", action="store_true", help="do not measure the start")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    figures = {} if arguments.no_start else starts()
    counts = [int(count) for count in arguments.tables.split(",")]
    figures |= measure(arguments.game, arguments.seconds, counts)
    if arguments.json:
        print(json.dumps(figures))
        return
    for name, value in figures.items():
        print(f"{name}: {value}")


if __name__ == "__main__":
    main()
