"""What people who ask for hints and reviews cost a server that thinks for them, and one whose visitors' browsers think.

Starts a server of its own, without Numba, so that both think on the games' portable files. Each person asks for hints at
positions of random games, then for the review of the last turns of a finished one: first the server is to think, then, about
the same positions, the browsers. What thinks in the browsers' place is one process with the same Python and wasmtime, which is
told the same questions and counted apart. Counted is processor time, user and system, while people ask; tables are made before.

    python scripts/thinking.py
    python scripts/thinking.py --people 3 --hints 1 --last 8 --games meridian
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from load import GAMES, HERE, Server, everything_ready, processor_ms
from load_clients import Browser

from triarchy.engine.portable import running
from triarchy.kit.definition import DEFINITIONS
from triarchy.table import Table, game, read_record

SOON = 1.0
"""Seconds between two looks at a review that is being worked out, as in the page."""
PLAYERS = {"meridian": 3, "tigris": 3, "china": 3}
DEVICE = """
import sys
from triarchy.site.adviser import Adviser
adviser = Adviser()
for question in sys.stdin:
    print(adviser.answer(question), flush=True)
"""


class Device:
    """The process that stands for the browsers."""

    def __init__(self, source: Path) -> None:
        env = {**os.environ, "PYTHONPATH": str(source / "src")}
        pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
        self.process = subprocess.Popen([sys.executable, "-c", DEVICE], env=env, **pipes)
        self.one = asyncio.Lock()

    async def think(self, **asked: Any) -> dict[str, Any]:
        """What a browser would answer."""
        async with self.one:
            return await asyncio.to_thread(self._think, json.dumps({**asked, "language": "en"}))

    def _think(self, question: str) -> dict[str, Any]:
        assert self.process.stdin is not None and self.process.stdout is not None
        print(question, file=self.process.stdin, flush=True)
        answer: dict[str, Any] = json.loads(self.process.stdout.readline())
        return answer


def without_numba(folder: Path) -> Path:
    """The sources as they run where Numba is not installed."""
    (folder / "src").mkdir()
    for package in ("numba", "llvmlite"):
        text = "raise ModuleNotFoundError(__name__)\n"
        (folder / "src" / f"{package}.py").write_text(text, encoding="utf-8")
    (folder / "src" / "triarchy").symlink_to(HERE / "src" / "triarchy")
    return folder


def position(name: str, chance: random.Random) -> dict[str, Any]:
    """Somewhere in a random game."""
    table = game(name, players=PLAYERS[name]).start(seed=chance.getrandbits(32))
    for _ in range(chance.randrange(10, 60)):
        table.play(chance.choice(table.legal))
    return table.position()


def ending(name: str, last: int) -> dict[str, Any]:
    """The last moves of the game's example, as a record of their own."""
    path = DEFINITIONS[name].folder / "example.json"
    whole = read_record(json.loads(path.read_text(encoding="utf-8")))
    first = max(0, len(whole.moves) - last)
    table = Table(whole.game, start=whole.states[first])
    for move in whole.moves[first:]:
        table.play(move)
    return table.record()


@dataclass
class Person:
    """Somebody at the server, with tables at which they are to move and a finished game."""

    browser: Browser
    game: str
    tables: list[tuple[str, str]] = field(default_factory=list)
    """Each table with its decision."""
    finished: str = ""

    async def prepare(self, hints: int, last: int, chance: random.Random) -> None:
        seats = [{"kind": "me"}] * PLAYERS[self.game]
        for _ in range(hints):
            wish = {"game": self.game, "seats": seats, "hot_seat": True}
            wish["start"] = position(self.game, chance)
            made = await self.browser.document("POST", "/api/tables", wish)
            path = f"/api/tables/{made['id']}"
            screen = await self.browser.document("GET", f"{path}/screen")
            self.tables.append((path, screen["decision"]))
        imported = await self.browser.document("POST", "/api/records", ending(self.game, last))
        self.finished = f"/api/tables/{imported['id']}/review"

    async def ask_the_server(self) -> None:
        for path, decision in self.tables:
            await self.browser.document("POST", f"{path}/hint", {"decision": decision})
        while (await self.browser.document("POST", self.finished, {}))["review"] is None:
            await asyncio.sleep(SOON)

    async def ask_the_browser(self, device: Device) -> None:
        for path, decision in self.tables:
            body = {"decision": decision}
            question = await self.browser.document("POST", f"{path}/hint/question", body)
            await device.think(kind="hint", question=question)
        question = await self.browser.document("POST", f"{self.finished}/question", {})
        asked = {"table": self.finished, "question": question}
        asked["query"] = {"language": "en", "width": 1000}
        while (answer := await device.think(kind="review", **asked))["review"] is None:
            asked["judged"] = answer["judged"]  # one process stands for many browsers


async def people(url: str, names: list[str], wanted: argparse.Namespace, seed: int) -> list[Person]:
    """So many people, with what they are to ask about."""
    chance = random.Random(seed)
    found = [Person(Browser(url), names[number % len(names)]) for number in range(wanted.people)]
    for person in found:
        await person.browser.document("PUT", "/api/me", {"name": "Ann"})
        await person.prepare(wanted.hints, wanted.last, chance)
    return found


async def measure(server: Server, source: Path, wanted: argparse.Namespace) -> None:
    """Print what both ways cost."""
    device = Device(source)
    try:
        few = argparse.Namespace(people=len(wanted.games), hints=1, last=6)
        for person in await people(server.url, wanted.games, few, 0):  # everything is loaded
            await person.ask_the_browser(device)
            await person.ask_the_server()
        print(
            "| who thinks | server | its bots | visitors' devices |\n|---|---|---|---|", flush=True
        )
        for way in ("the server", "the browsers"):
            asking = await people(server.url, wanted.games, wanted, 1)
            before = [*server.processor(), sum(processor_ms(device.process.pid))]
            if way == "the server":
                await asyncio.gather(*(each.ask_the_server() for each in asking))
            else:
                await asyncio.gather(*(each.ask_the_browser(device) for each in asking))
            now = [*server.processor(), sum(processor_ms(device.process.pid))]
            spent = [(after - then) / 1000 for then, after in zip(before, now, strict=True)]
            print(f"| {way} | {' | '.join(f'{each:.2f} s' for each in spent)} |", flush=True)
    finally:
        device.process.terminate()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--people", type=int, default=20)
    parser.add_argument("--hints", type=int, default=3, help="for each of them")
    parser.add_argument("--last", type=int, default=24, help="moves of each game that is reviewed")
    parser.add_argument("--games", type=lambda text: text.split(","), default=list(GAMES))
    wanted = parser.parse_args()
    running.begin()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        source = without_numba(Path(folder))
        server = Server(source, "--data", f"{folder}/data")
        try:
            asyncio.run(everything_ready(server.url))
            asyncio.run(measure(server, source, wanted))
        finally:
            server.stop()


if __name__ == "__main__":
    main()
