"""How long somebody waits on an empty compile cache: for a table, and for the bots' first answer.

    python scripts/cold_start.py                      # a fresh server for each game
    python scripts/cold_start.py --src ../before/src china
    python scripts/cold_start.py --without-numba --together   # one server for all, and its memory

Starts `triarchy serve` on an empty cache and asks as a browser does: the home page's examples of all games, then
"Play now" with the bots that sit there (`--strength`), again and again until a table is there; then it makes every
decision of its own at once, the first that is legal, until the turn has come round to it again.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx

GAMES = ("meridian", "tigris", "china")
LONGEST = 600.0
HERE = Path(__file__).resolve().parent.parent / "src"


def measure(src: Path, games: list[str], strength: str, without: bool) -> None:
    """Print, for each of these games at one server, the seconds since it said where it is: until a table, its first
    screen, and all bots' first answer; then the memory of the server and its bots."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [folder, str(src)] if without else [str(src)]
        for package in ("numba", "llvmlite") if without else ():
            Path(folder, f"{package}.py").write_text("raise ModuleNotFoundError(__name__)\n")
        path, cache = os.pathsep.join(paths), f"{folder}/cache"
        environment = os.environ | {"PYTHONPATH": path, "TRIARCHY_CACHE": cache}
        command = [
            Path(sys.executable).with_name("triarchy"),
            "serve",
            "--port",
            "0",
            "--no-browser",
        ]
        server = subprocess.Popen(
            [*command, "--data", f"{folder}/data"],
            env=environment,
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            assert server.stdout is not None
            url = server.stdout.readline().split(" is at ")[1].split()[0]
            with httpx.Client(base_url=url, timeout=LONGEST) as browser:
                for game in games:
                    found = _play(browser, game, strength)
                    print(game, ", ".join(f"{what} {s:.1f} s" for what, s in found.items()))
            print(f"{_memory(server.pid):.0f} MB", flush=True)
        finally:
            server.terminate()
            server.wait()


def _memory(process: int) -> float:
    """Megabytes that a process and all that it started hold."""
    members = [process]
    for member in members:
        for task in Path(f"/proc/{member}/task").glob("*/children"):
            members += map(int, task.read_text(encoding="utf-8").split())
    sizes = (Path(f"/proc/{member}/statm").read_text().split()[1] for member in members)
    return sum(map(int, sizes)) * os.sysconf("SC_PAGE_SIZE") / 1e6


def _play(browser: httpx.Client, game: str, strength: str) -> dict[str, float]:
    begun = time.monotonic()
    browser.get("/")
    browser.put("/api/me", json={"name": "Early"})
    for other in GAMES:
        browser.get(f"/api/games/{other}/example", params={"frame": 0})
    seats = [
        {"kind": "me"},
        {"kind": "bot", "strength": strength},
        {"kind": "bot", "strength": strength},
    ]
    table = _until(lambda: browser.post("/api/tables", json={"game": game, "seats": seats}))
    found = {"table": time.monotonic() - begun}
    address = f"/api/tables/{table['id']}/screen"
    screen = _until(lambda: browser.get(address))
    found["screen"] = time.monotonic() - begun
    while "turn again" not in found and time.monotonic() - begun < LONGEST:
        if screen["your_turn"] and "bot" in found:
            found["turn again"] = time.monotonic() - begun
        elif screen["your_turn"]:
            wish = {"move": screen["moves"][0]["move"], "decision": screen["decision"]}
            browser.post(f"/api/tables/{table['id']}/moves", json=wish).raise_for_status()
        time.sleep(0.1)
        screen = _until(lambda: browser.get(address))
        if any(line["seat"] != screen["seat"] for line in screen["log"]):
            found.setdefault("bot", time.monotonic() - begun)
    return found


def _until(ask: Any) -> Any:
    """Ask again each second while the rules are being prepared, as the page does."""
    while (answer := ask()).status_code == 503:
        time.sleep(1.0)
    answer.raise_for_status()
    return answer.json()


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", nargs="*", default=GAMES, help="meridian, tigris, china")
    parser.add_argument("--src", type=Path, default=HERE, help="the source folder to measure")
    parser.add_argument("--strength", default="normal")
    parser.add_argument("--without-numba", action="store_true", help="as if it were not installed")
    parser.add_argument("--together", action="store_true", help="all games at one server")
    asked = parser.parse_args()
    games = list(asked.games or GAMES)
    for some in [games] if asked.together else [[game] for game in games]:
        measure(asked.src.resolve(), some, asked.strength, asked.without_numba)


if __name__ == "__main__":
    main()
