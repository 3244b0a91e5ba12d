"""What a server costs and how fast it is under play: the figures of docs/lab/performance.md.

Starts servers of its own and plays whole games at many tables: people against each other and, at every
third table, a bot among them. Three viewers a table, each a browser of its own with its own address,
language, width and seat (where fewer than three play, the rest look on). Moves come in an open loop:
at each table at random moments, on average `--rate` a second, whether the server keeps up or not, and a
move's time runs from that moment until the last viewer has the screen after it. Printed are the
processor time of all server processes for a move (bots' own processes apart) and the quantiles of those
times. Several sources take turns, so that whatever else the machine does weighs on all alike.

    python scripts/load.py --source ../before --source .          before and after, in one run
    python scripts/load.py --tables 30,60,90 --rate 1 --seconds 40  how many tables are held
    python scripts/load.py --servers 1,3 --apart --postgresql     one server, and three on one database
    python scripts/load.py --watchers 1000 --rate 0.5             a crowd around one table
    python scripts/load.py --pages                                starting, and the first page
"""

from __future__ import annotations

import argparse
import asyncio
import gzip
import json
import math
import os
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from load_clients import LOOKS, Browser, Table, Tally, Viewer

HERE = Path(__file__).resolve().parent.parent
GAMES = ("meridian", "tigris", "china")
LEAST_SAMPLES = 1000
"""Fewer moves make no 99th percentile."""
WARM_SECONDS = 5.0
"""Not counted where tables are added: a server that has just started draws everything for the first time."""
READY_ANSWERS = 20
"""So many in a row, and all processes of a server are ready."""
LIMITS = ("--requests-per-second", "--tables-per-hour", "--streams", "--connections")


# Servers


class Server:
    """One `triarchy serve` of some checkout, without limits, and what its processes have used."""

    def __init__(self, source: Path, *options: str) -> None:
        command = [sys.executable, "-c", "from triarchy.shell import main; main()", "serve"]
        no_limits = [part for limit in LIMITS for part in (limit, "0")]
        env = {**os.environ, "PYTHONPATH": str(source / "src")}
        known = subprocess.run([*command, "--help"], env=env, capture_output=True, text=True).stdout
        if "--connections" not in known:
            no_limits = no_limits[:-2]
        self.process = subprocess.Popen(
            [*command, "--no-browser", "--port", "0", *no_limits, *options],
            stdout=subprocess.PIPE,
            text=True,
            env=env,
        )
        assert self.process.stdout is not None
        self.url = self.process.stdout.readline().split()[3]

    def processor(self) -> tuple[float, float]:
        """Milliseconds of processor time used so far: the server's processes, and the bots'.

        The bots' include those of processes that have ended, such as the one that compiles.
        """
        served = bots = 0.0
        for process in family(self.process.pid):
            try:
                used, of_children = processor_ms(process)
                command = Path(f"/proc/{process}/cmdline").read_text(encoding="utf-8")
            except OSError:
                continue
            bots += of_children
            if "multiprocessing" in command:
                bots += used
            else:
                served += used
        return served, bots

    def megabytes(self) -> float:
        """Memory of the server's processes and the bots'."""
        total = 0
        for process in family(self.process.pid):
            text = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
            match = re.search(r"VmRSS:\s+(\d+)", text)
            total += int(match[1]) if match else 0
        return total / 1024

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait()


def served(running: list[Server]) -> float:
    """Milliseconds of processor time that all servers' own processes have used so far."""
    return sum(server.processor()[0] for server in running)


def family(process: int) -> list[int]:
    """A process and all that come from it."""
    members = [process]
    for member in members:
        for task in Path(f"/proc/{member}/task").glob("*/children"):
            members += map(int, task.read_text(encoding="utf-8").split())
    return members


def processor_ms(process: int) -> tuple[float, float]:
    """Milliseconds of processor time, user and system, that a process has used so far, and those of
    its children that have ended."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    user, system, ended_user, ended_system = map(int, fields[11:15])
    tick = 1000 / os.sysconf("SC_CLK_TCK")
    return (user + system) * tick, (ended_user + ended_system) * tick


@contextmanager
def servers(source: Path, wanted: argparse.Namespace, count: int = 1) -> Iterator[list[Server]]:
    """So many servers of a checkout on one new database, with everything compiled."""
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True))
        options = ["--data", folder]
        if wanted.postgresql:
            sys.path.insert(0, str(HERE))
            from tests.server.servers import postgres

            options += ["--database", stack.enter_context(postgres())]
        if wanted.processes > 1:
            options += ["--processes", str(wanted.processes)]
        running = []
        for _ in range(count):
            running.append(Server(source, *options))
            stack.callback(running[-1].stop)
        for server in running:
            asyncio.run(everything_ready(server.url))
        yield running


async def everything_ready(url: str) -> None:
    """Wait until the server can play; of several processes it is not known which one answers."""
    ready = 0
    while ready < READY_ANSWERS:
        if (await Browser(url).document("GET", "/api/status"))["ready"]:
            ready += 1
        else:
            ready = 0
            await asyncio.sleep(0.2)


# Playing


async def whole_games(
    urls: list[str], game: str, wanted: argparse.Namespace, places: range
) -> Tally:
    """Play whole games at these tables until there are enough samples."""
    tally = Tally()

    async def keep_playing(place: int) -> None:
        while len(tally.delays) < wanted.samples:
            table = Table(urls, game, place, wanted.seed + tally.games, apart=wanted.apart)
            await table.open()
            await table.play(wanted.rate, tally)
            table.leave()
            tally.games += 1

    await asyncio.gather(*(keep_playing(place) for place in places))
    return tally


async def many_tables(running: list[Server], games: list[str], wanted: argparse.Namespace) -> None:
    """More and more tables, a while with each number of them; prints a row for each."""
    urls = [server.url for server in running]
    tables: list[Table] = []
    for count in wanted.tables:
        for place in range(len(tables), count):
            game = games[place % len(games)]
            tables.append(Table(urls, game, place, wanted.seed, apart=wanted.apart))
            await tables[-1].open()
        await play_on(tables, wanted.rate, Tally(), WARM_SECONDS)
        tally = Tally()
        moves, used = -sum(table.number for table in tables), -served(running)
        await play_on(tables, wanted.rate, tally, wanted.seconds)
        moves, used = moves + sum(table.number for table in tables), used + served(running)
        cost = f"{used / max(moves, 1):.1f} ms of processor time a move"
        bad = [f"{number} {name}" for name, number in tally.bad.items() if number]
        row(f"{count} tables", quantiles(tally.delays), f"{len(tally.delays)} moves", cost, *bad)
        for place, table in enumerate(tables):
            if table.over:
                table.leave()
                seed = wanted.seed + count
                tables[place] = Table(urls, table.game, place, seed, apart=wanted.apart)
                await tables[place].open()
    for table in tables:
        table.leave()


async def play_on(tables: list[Table], rate: float, tally: Tally, seconds: float) -> None:
    """Let all tables play for so long."""
    end = time.perf_counter() + seconds
    await asyncio.gather(*(table.play(rate, tally, end) for table in tables))


async def crowd(urls: list[str], game: str, wanted: argparse.Namespace) -> None:
    """One table with a crowd of onlookers; how long until all of them have a move."""
    table = Table(urls, game, 0, wanted.seed)
    for number in range(wanted.watchers):
        look = LOOKS[number % len(LOOKS)]
        browser = Browser(urls[number % len(urls)])
        table.viewers.append(Viewer(table, browser, look, counts_only=True))
    await table.open()
    tally = Tally()
    await table.play(wanted.rate, tally, time.perf_counter() + wanted.seconds)
    row(f"{len(table.viewers)} viewers", quantiles(tally.delays), f"{len(tally.delays)} moves")
    table.leave()


# Figures


def quantiles(delays: list[float]) -> dict[str, float]:
    """Median, 90th and 99th percentile and the longest, in milliseconds."""
    ordered = sorted(delays)
    if not ordered:
        return {}
    figures = {name: ordered[int(len(ordered) * share)] for name, share in SHARES.items()}
    if len(ordered) < LEAST_SAMPLES:
        del figures["p99"]
    return {**figures, "longest": ordered[-1]}


SHARES = {"median": 0.5, "p90": 0.9, "p99": 0.99}


def row(name: str, figures: dict[str, float], *more: str) -> None:
    shown = [f"{key} {value:.0f} ms" for key, value in figures.items()]
    print(" | ".join([name, *more, *shown]), flush=True)


def cost(
    source: Path, game: str, count: int, wanted: argparse.Namespace, *, apart: bool
) -> dict[str, Any]:
    """What whole games of one kind cost so many servers of a checkout."""
    wanted = argparse.Namespace(**{**vars(wanted), "apart": apart})
    with servers(source, wanted, count) as running:
        urls = [server.url for server in running]
        warm = argparse.Namespace(**{**vars(wanted), "samples": 1, "rate": 50})
        asyncio.run(whole_games(urls, game, warm, range(2, 3)))  # a table with a bot
        before = [server.processor() for server in running]
        tally = asyncio.run(whole_games(urls, game, wanted, range(wanted.tables[0])))
        used = [
            (now[0] - then[0], now[1] - then[1])
            for now, then in zip((s.processor() for s in running), before, strict=True)
        ]
        figures: dict[str, Any] = {
            "source": source.name,
            "servers": f"{count}, viewers apart" if apart else str(count),
            "game": game,
            "games": tally.games,
            "moves": tally.moves,
            **tally.bad,
            "ms_per_move": round(sum(each[0] for each in used) / tally.moves, 2),
            "bots_ms_per_move": round(sum(each[1] for each in used) / tally.moves, 2),
            "megabytes": round(sum(server.megabytes() for server in running)),
            **{name: round(value, 1) for name, value in quantiles(tally.delays).items()},
        }
    print(json.dumps(figures), flush=True)
    return figures


def compare(wanted: argparse.Namespace) -> None:
    """All games with all sources and numbers of servers, in turns; a table of what a move costs."""
    figures = [
        cost(source.resolve(), game, count, wanted, apart=apart)
        for game in wanted.game
        for source in wanted.source
        for count in wanted.servers
        for apart in ((False, True) if wanted.apart and count > 1 else (False,))
    ]
    print("\n| game | version | servers | moves | processor time a move | median | p90 | p99 |")
    print("|---|---|---|---|---|---|---|---|")
    for each in figures:
        shares = " | ".join(f"{each.get(name, math.nan):.0f} ms" for name in SHARES)
        start = f"| {each['game']} | {each['source']} | {each['servers']} | {each['moves']}"
        print(f"{start} | {each['ms_per_move']:.1f} ms | {shares} |")


def first_page(url: str) -> dict[str, int]:
    """Bytes sent for the home page with its scripts and styles, and for all its examples."""

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
    return {"files": 1 + len(done), "bytes": total}


def pages(source: Path, wanted: argparse.Namespace) -> None:
    """Seconds from the command to the first page, and the bytes of that page."""
    with servers(source, wanted) as running:
        print(json.dumps(first_page(running[0].url)))
    for name in ("empty", "warm"):
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            begun = time.perf_counter()
            server = Server(source, "--data", folder)
            asyncio.run(Browser(server.url).ask("GET", "/"))
            print(f"start to first page, {name}: {time.perf_counter() - begun:.2f} s", flush=True)
            server.stop()


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--source", type=Path, action="append", help="a checkout; repeated: turns")
    parser.add_argument("--game", action="append", help="default: all three")
    parser.add_argument("--rate", type=float, default=2.0, help="moves a second at a table")
    parser.add_argument("--tables", default="6", help="how many; several numbers: one by one")
    parser.add_argument("--samples", type=int, default=LEAST_SAMPLES)
    parser.add_argument("--seconds", type=float, default=0.0, help="play no whole games, so long")
    parser.add_argument(
        "--servers", default="1", help="commands on one database; several: in turns"
    )
    parser.add_argument(
        "--apart", action="store_true", help="a table's viewers each at another server, in turns"
    )
    parser.add_argument("--processes", type=int, default=1, help="processes of each of them")
    parser.add_argument("--postgresql", action="store_true")
    parser.add_argument("--watchers", type=int, default=0, help="onlookers around one table")
    parser.add_argument("--pages", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    # So that nothing that was started stays behind when this is told to stop.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    wanted.source = wanted.source or [HERE]
    wanted.game = wanted.game or list(GAMES)
    wanted.tables = [int(count) for count in wanted.tables.split(",")]
    wanted.servers = [int(count) for count in wanted.servers.split(",")]
    # A crowd takes two connections each, here and at the server.
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    if wanted.pages:
        pages(wanted.source[0], wanted)
    elif wanted.seconds or wanted.watchers:
        wanted.seconds = wanted.seconds or 40.0
        for source in wanted.source:
            with servers(source.resolve(), wanted, wanted.servers[-1]) as running:
                if wanted.watchers:
                    urls = [server.url for server in running]
                    asyncio.run(crowd(urls, wanted.game[0], wanted))
                else:
                    asyncio.run(many_tables(running, wanted.game, wanted))
    else:
        compare(wanted)


if __name__ == "__main__":
    main()
