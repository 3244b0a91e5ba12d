"""How fast bots think natively, on the portable file by wasmtime, and in Chromium: the table of docs/lab/performance.md.

    make site
    python scripts/portable_speed.py build/site

Each host is a process of its own with the same Python code; they take turns, so that whatever else the machine does weighs on all
alike. Counted is processor time, of all of Chromium's processes there. A position in the middle of a game is thought about with
so many simulations, beginning anew each time; greedy is asked for its choice again and again, Python's part included.
"""

from __future__ import annotations

import argparse
import http.server
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

from load import family, processor_ms

BOTS = {"search:sims=4000": 1, "champion:sims=8000": 1, "greedy": 2000}
"""Each bot, and how often it chooses while its time is taken."""
GAMES = {
    "meridian": BOTS,
    "tigris": BOTS,
    "china": BOTS,
    "tigris:4": {"champion:sims=400": 1},
}
"""With three players, or as many as are named: with four the champion of Tigris & Euphrates has eyes."""
CODE = """
import random
import triarchy
from triarchy import bots

asked = {}

def prepare(game, text):
    name, _, players = game.partition(":")
    table, chance = triarchy.game(name, int(players or 3)).start(seed=7), random.Random(1)
    while len(table.moves) < 60 or len(table.legal) < 3:
        table.play(chance.choice(table.legal))
    seat = table.to_move
    asked[game, text] = bots.bot(text), table.game, table.view_state(seat), seat
    think(game, text, 1)

def think(game, text, times):
    bot, played, view, seat = asked[game, text]
    for number in range(times):
        bot.choose(played, view, seat, number)
"""
HERE = """
import sys, time
if sys.argv[1] == "wasmtime":
    from triarchy.engine.portable import running
    running.begin(only=True)
exec(sys.argv[2])
for line in sys.stdin:
    begun = time.process_time()
    exec(line)
    print(time.process_time() - begun, flush=True)
"""
WORKER = """
let python;
addEventListener("message", async ({ data }) => {
  if (data.begin) {
    const { pyodide, code, networks } = data.begin;
    const { loadPyodide } = await import(`${pyodide}pyodide.mjs`);
    python = await loadPyodide({ indexURL: pyodide });
    python.unpackArchive(await (await fetch(code)).arrayBuffer(), "zip", { extractDir: "/site" });
    python.runPython("import sys; sys.path.insert(0, '/site')");
    const own = python.pyimport("triarchy.site.page");
    own.begin("adviser", networks);
    for (const game of data.games) own.fetch_networks(game);
  }
  python.runPython(data.run);
  postMessage("done");
});
"""
ASK = """(message) => new Promise((done, failed) => {
  worker.onmessage = () => done();
  worker.onerror = (event) => failed(event.message);
  worker.postMessage(message);
})"""


class Process:
    """Native code or wasmtime, in a process of its own."""

    def __init__(self, host: str) -> None:
        command = [sys.executable, "-c", HERE, host, CODE]
        pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
        self.process = subprocess.Popen(command, **pipes)

    def run(self, code: str) -> float:
        """Seconds of processor time that this takes."""
        assert self.process.stdin is not None and self.process.stdout is not None
        print(code, file=self.process.stdin, flush=True)
        return float(self.process.stdout.readline())

    def close(self) -> None:
        self.process.terminate()


class Chromium:
    """A worker of a page, as a built site has it."""

    def __init__(self, site: Path, games: list[str]) -> None:
        from playwright.sync_api import sync_playwright

        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        own = Path(self.folder.name) / "site"
        shutil.copytree(site, own)
        (own / "speed.js").write_text(WORKER, encoding="utf-8")
        (own / "speed.html").write_text("<!doctype html><title>Speed</title>", encoding="utf-8")
        handler = partial(Quiet, directory=str(own))
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{self.server.server_port}/"
        facts = json.loads((own / "site.json").read_text(encoding="utf-8"))
        files = {**facts["files"], "networks": facts["networks"]}
        self.playwright = sync_playwright().start()
        path = shutil.which("chromium") or shutil.which("google-chrome")
        self.browser = self.playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        self.page = self.browser.new_page()
        self.page.set_default_timeout(0)
        self.page.goto(f"{address}speed.html")
        self.page.evaluate("globalThis.worker = new Worker('speed.js', {type: 'module'})")
        begin = {name: address + files[name] for name in ("pyodide", "code", "networks")}
        names = sorted({game.partition(":")[0] for game in games})
        self.page.evaluate(ASK, {"begin": begin, "games": names, "run": CODE})

    def run(self, code: str) -> float:
        """Seconds of processor time that this takes."""
        before = self.processor()
        self.page.evaluate(ASK, {"run": code})
        return self.processor() - before

    def processor(self) -> float:
        """Seconds that all of Chromium's processes have used."""
        total = 0.0
        for process in family(os.getpid()):
            command = Path(f"/proc/{process}/cmdline")
            try:
                if "chrom" in command.read_text(encoding="utf-8").partition("\0")[0]:
                    total += processor_ms(process)[0] / 1000
            except OSError:
                continue
        return total

    def close(self) -> None:
        self.browser.close()
        self.playwright.stop()
        self.server.shutdown()
        self.folder.cleanup()


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Files, without a line for each."""

    def log_message(self, format: str, *arguments: Any) -> None:
        """Nothing."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("site", type=Path, help="the folder that `make site` wrote")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--games", type=lambda text: text.split(","), default=list(GAMES))
    wanted = parser.parse_args()
    hosts = {
        "native": Process("native"),
        "wasmtime": Process("wasmtime"),
        "Chromium": Chromium(wanted.site, wanted.games),
    }
    print(f"| game | bot | {' | '.join(f'{host}, a second' for host in hosts)} | ratios |")
    print("|---|---|---|---|---|---|", flush=True)
    for game in wanted.games:
        for bot, times in GAMES[game].items():
            for host in hosts.values():
                host.run(f"prepare({game!r}, {bot!r})")
            spent: dict[str, list[float]] = {name: [] for name in hosts}
            for _ in range(wanted.rounds):
                for name, host in hosts.items():
                    spent[name].append(host.run(f"think({game!r}, {bot!r}, {times})"))
            units = int(bot.partition("sims=")[2] or times)
            speeds = {name: units / median(each) for name, each in spent.items()}
            ratios = [f"{speeds[name] / speeds['native']:.2f}" for name in list(hosts)[1:]]
            shown = " | ".join(f"{each:,.0f}" for each in speeds.values())
            print(f"| {game} | {bot} | {shown} | {', '.join(ratios)} |", flush=True)
    for host in hosts.values():
        host.close()


if __name__ == "__main__":
    main()
