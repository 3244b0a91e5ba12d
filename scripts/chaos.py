"""Kills real servers under play and looks whether every acknowledged move is there afterwards.

The command people use is started, people play at several tables against each other and against bots,
and the server is killed by SIGKILL at a random moment, again and again; it comes back on the same
database. With `--postgresql` several servers (`--servers`, two unless said) share a database of the script's own, and one of
them is killed at a time; with `--processes 2` one command has several processes, and one of these is killed,
which the command itself has to replace. Starting takes most of the time; with `--forked` each server is
forked from a process that has the command and the rules in memory already, and runs it from its first
line on. With `--runs 8` so many go beside each other, each with a folder and ports of its own, and share
the kills. At the end, or when the time given with `--seconds` is up or it is told to stop, the moves in
the database are compared with the acknowledged ones; the last line printed says how it went.

Example: python scripts/chaos.py --kills 500
         python scripts/chaos.py --kills 500 --runs 12 --seconds 500
         python scripts/chaos.py --kills 300 --postgresql --servers 3 --forked
         python scripts/chaos.py --kills 500 --processes 2
"""

from __future__ import annotations

import argparse
import contextlib
import functools
import http.client
import json
import os
import random
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sqlalchemy import create_engine, text

sys.path.insert(0, str(Path(__file__).parent.parent))
GAMES = ("meridian", "tigris", "china")
LONGEST_LIFE = 0.5
"""Seconds a server answers, at most, before it is killed."""
PORTS = range(10_000, 32_000)
"""Below those that a system lends to outgoing connections, so that a killed server finds its own free."""
PATIENCE = 120.0
"""Seconds the tables have to get further after the last kill."""
WARM_SECONDS = 600.0
"""The longest time for a first move at each table: rules and bots may have to be compiled."""


def own_port() -> tuple[int, socket.socket]:
    """A free port, and what keeps every other run from taking it for as long as it is held."""
    for port in random.sample(PORTS, 200):
        held = socket.socket(socket.AF_UNIX)
        try:
            held.bind(f"\0triarchy-chaos-{port}")
            with socket.socket() as probe:
                probe.bind(("127.0.0.1", port))
        except OSError:
            held.close()
            continue
        return port, held
    raise SystemExit("There is no free port.")


class Server:
    """One server that is killed and started again on the same port."""

    def __init__(self, arguments: list[str]) -> None:
        self.port, self._held = own_port()
        command = [sys.executable, "-c", "from triarchy.shell import main; main()", "serve"]
        bots = ["--bot-pace", "0", "--bot-workers", "1"]
        limits = ["--requests-per-second", "0", "--tables-per-hour", "0", "--connections", "0"]
        self.command = [*command, "--no-browser", "--port", str(self.port)]
        self.command += [*bots, *limits, *arguments]
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        # In a session of its own: whoever tells this script to stop does not tell the server.
        self.process = subprocess.Popen(
            self.command, stdout=subprocess.PIPE, text=True, start_new_session=True
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line.startswith("Triarchy is at"):
            raise SystemExit("The server did not start.")

    def kill(self) -> None:
        """SIGKILL to the server alone: its workers have to notice by themselves."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def end(self) -> None:
        """The last kill of all; also after a start that failed."""
        if self.process is not None:
            self.kill()


MOTHER = """
import os, sys
from triarchy.kit.definition import DEFINITIONS
from triarchy.server import app, background_compiling
from triarchy.shell import main
from triarchy.table.prepare import prepare
for name in sys.argv[2].split(","):
    prepare(DEFINITIONS[name])
while os.read(0, 1) == b"s":
    child = os.fork()
    if child == 0:
        os.close(0)
        sys.argv = ["triarchy", *sys.argv[3:]]
        main()
        os._exit(0)
    print("child", child, flush=True)
    os.waitpid(child, 0)
    print("gone", flush=True)
"""


class Forked(Server):
    """A server whose process has everything in memory when it starts."""

    mother: subprocess.Popen[str] | None = None
    child = 0

    def start(self) -> None:
        if self.mother is None:
            command = [sys.executable, "-c", MOTHER, "chaos", ",".join(GAMES)]
            self.mother = subprocess.Popen(
                [*command, *self.command[3:]],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                start_new_session=True,
            )
        assert self.mother.stdin is not None and self.mother.stdout is not None
        self.mother.stdin.write("s")
        self.mother.stdin.flush()
        lines = [self.mother.stdout.readline(), self.mother.stdout.readline()]
        words = next(line for line in lines if line.startswith("child")).split()
        self.child = int(words[1])
        if not any(line.startswith("Triarchy is at") for line in lines):
            raise SystemExit("The server did not start.")

    def kill(self) -> None:
        assert self.mother is not None and self.mother.stdout is not None
        os.kill(self.child, signal.SIGKILL)
        while self.mother.stdout.readline().strip() != "gone":
            pass

    def end(self) -> None:
        if self.mother is not None and self.mother.stdin is not None:
            with contextlib.suppress(ProcessLookupError):
                self.kill()
            self.mother.stdin.close()
            self.mother.wait()


class Family(Server):
    """One command with several processes, of which one at a time is killed and comes back by itself."""

    def __init__(self, arguments: list[str], processes: int) -> None:
        super().__init__([*arguments, "--processes", str(processes)])
        self.processes = processes

    def start(self) -> None:
        if self.process is None:
            super().start()
        _wait(lambda: len(self.members()) == self.processes)

    def members(self) -> list[int]:
        """The processes that answer; those of the bots come from these."""
        assert self.process is not None
        tasks = Path(f"/proc/{self.process.pid}/task").glob("*/children")
        return [int(each) for task in tasks for each in task.read_text(encoding="utf-8").split()]

    def kill(self) -> None:
        os.kill(random.choice(self.members()), signal.SIGKILL)
        _wait(lambda: len(self.members()) < self.processes)

    def end(self) -> None:
        if self.process is not None:
            self.process.terminate()
            self.process.wait()


class Player(threading.Thread):
    """Plays all seats of people at one table, and notes every move that was acknowledged."""

    def __init__(self, servers: list[Server], game: str, bots: int, stop: threading.Event) -> None:
        super().__init__(daemon=True)
        self.servers, self.game, self.bots, self.stop = servers, game, bots, stop
        self.cookies: dict[str, str] = {}
        self.acknowledged: dict[int, str] = {}
        self.tables: dict[str, dict[int, str]] = {}
        self.table = ""
        self.unanswered = 0

    def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """The answer of any server that is there; 0 if none is."""
        server = random.choice(self.servers)
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        headers = {"Content-Type": "application/json", "Cookie": cookies}
        try:
            connection.request(
                method, path, json.dumps(body) if body is not None else None, headers
            )
            answer = connection.getresponse()
            content = answer.read()
        except (OSError, http.client.HTTPException):
            return 0, None
        finally:
            connection.close()
        for line in answer.headers.get_all("set-cookie") or []:
            match = re.match(r"([^=]+)=([^;]*)", line)
            if match:
                self.cookies[match[1]] = match[2]
        return answer.status, json.loads(content) if content else None

    def run(self) -> None:
        while not self.stop.is_set():
            if not self.table and not self._open():
                time.sleep(0.05)
                continue
            self._move()

    def _open(self) -> bool:
        people = {"meridian": 2, "tigris": 3, "china": 3}[self.game] - self.bots
        seats = [{"kind": "me"}] * people + [{"kind": "bot", "strength": "easy"}] * self.bots
        wish = {"game": self.game, "seats": seats, "hot_seat": True}
        status, table = self.ask("POST", "/api/tables", wish)
        if status != 201:
            return False
        self.table = table["id"]
        self.acknowledged = self.tables[self.table] = {}
        return True

    def _move(self) -> None:
        status, screen = self.ask("GET", f"/api/tables/{self.table}/screen?width=360")
        if status == 200 and screen["result"]:
            self.table = ""
            return
        if status != 200 or not screen["your_turn"]:
            time.sleep(0.02)
            return
        body = {"move": random.choice(screen["moves"])["move"], "decision": screen["decision"]}
        status, _ = self.ask("POST", f"/api/tables/{self.table}/moves?width=360", body)
        if status == 200:
            self.acknowledged[screen["number"] + 1] = body["move"]
        elif status == 0:
            self.unanswered += 1


def chaos(servers: list[Server], kills: int, url: str, seconds: float) -> dict[str, Any]:
    """Play and kill, for at most so many seconds; what was acknowledged, what is there."""
    begun = time.monotonic()
    stop, enough = threading.Event(), threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: enough.set())
    players = [Player(servers, game, bots, stop) for game in GAMES for bots in (0, 1)]
    try:
        for server in servers:
            server.start()
        for player in players:
            player.start()
        number = _killing(servers, players, kills, begun + seconds, enough)
        going_on = _all_go_on(players)
        stop.set()
        for player in players:
            player.join()
    finally:
        for server in servers:
            server.end()
    tables = {table: moves for player in players for table, moves in player.tables.items()}
    return {
        "kills": number,
        "wanted": kills,
        "servers": len(servers),
        "seconds": round(time.monotonic() - begun),
        "tables": len(tables),
        "acknowledged": sum(map(len, tables.values())),
        "unanswered": sum(player.unanswered for player in players),
        "lost": lost(url, tables),
        "bots_go_on": going_on,
    }


def _killing(
    servers: list[Server],
    players: list[Player],
    kills: int,
    end: float,
    enough: threading.Event,
) -> int:
    """Kill one server after the other while the players play; how many were killed."""
    with contextlib.suppress(TimeoutError):
        patience = min(WARM_SECONDS, end - time.monotonic())
        _wait(lambda: enough.is_set() or all(player.acknowledged for player in players), patience)
    number = 0
    while number < kills and not enough.is_set() and time.monotonic() < end:
        server = random.choice(servers)
        before = _moves(players)
        time.sleep(random.uniform(0, LONGEST_LIFE))
        server.kill()
        server.start()
        # Most servers get to acknowledge something before they are killed.
        with contextlib.suppress(TimeoutError):
            _wait(functools.partial(_more_than, players, before), 20)
        number += 1
        if sys.stderr.isatty() or number % 50 == 0:
            print(f"{number} kills, {_moves(players)} moves", file=sys.stderr, flush=True)
    return number


def _more_than(players: list[Player], count: int) -> bool:
    return _moves(players) > count


def _moves(players: list[Player]) -> int:
    return sum(len(each) for player in players for each in list(player.tables.values()))


def _wait(what: Any, patience: float = WARM_SECONDS) -> None:
    end = time.monotonic() + patience
    while not what():
        if time.monotonic() > end:
            raise TimeoutError
        time.sleep(0.02)


def _all_go_on(players: list[Player]) -> bool:
    """Whether every table, with bots or without, gets further after the last kill."""
    before = {player: _moves([player]) for player in players}
    try:
        _wait(lambda: all(_moves([player]) > before[player] + 3 for player in players), PATIENCE)
    except TimeoutError:
        return False
    return True


def lost(url: str, tables: dict[str, dict[int, str]]) -> list[str]:
    """The acknowledged moves that the database does not have."""
    engine = create_engine(url)
    query = text("SELECT table_id, number, move FROM moves")
    with engine.connect() as connection:
        kept = {(row.table_id, row.number): row.move for row in connection.execute(query)}
    return [
        f"{table} {number} {move}"
        for table, moves in tables.items()
        for number, move in moves.items()
        if kept.get((table, number)) != move
    ]


@contextlib.contextmanager
def on_sqlite(kind: type[Server], processes: int) -> Iterator[tuple[list[Server], str]]:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        data = ["--data", folder]
        server = kind(data) if processes == 1 else Family(data, processes)
        yield [server], f"sqlite:///{folder}/tables.sqlite"


@contextlib.contextmanager
def on_postgresql(kind: type[Server], count: int) -> Iterator[tuple[list[Server], str]]:
    from tests.server.servers import postgres

    with postgres() as url:
        servers = [kind(["--database", url]) for _ in range(count)]
        yield servers, url.replace("postgresql:", "postgresql+psycopg:")


def beside(wanted: argparse.Namespace) -> dict[str, Any]:
    """Several runs at once, which share the kills; one report of all."""
    begun = time.monotonic()
    if not wanted.postgresql:
        # Once for all: whatever is to be compiled.
        one_run(argparse.Namespace(**{**vars(wanted), "kills": 0}))
    left = wanted.seconds - (time.monotonic() - begun)
    shares = [(wanted.kills + number) // wanted.runs for number in range(wanted.runs)]
    options = [f"--processes={wanted.processes}", f"--servers={wanted.servers}"]
    options += ["--postgresql"] * wanted.postgresql + ["--forked"] * wanted.forked
    runs = [
        subprocess.Popen(
            [sys.executable, __file__, f"--kills={share}", f"--seconds={left}", *options],
            stdout=subprocess.PIPE,
            text=True,
        )
        for share in shares
        if share
    ]
    signal.signal(signal.SIGTERM, lambda *_: [run.terminate() for run in runs])
    lines = [run.communicate()[0].splitlines() for run in runs]
    reports = [json.loads(each[-1]) for each in lines if each]
    sums = ("kills", "servers", "tables", "acknowledged", "unanswered")
    return {
        "runs": len(runs),
        "reported": len(reports),
        "wanted": wanted.kills,
        **{name: sum(report[name] for report in reports) for name in sums},
        "seconds": round(time.monotonic() - begun),
        "lost": [move for report in reports for move in report["lost"]],
        "bots_go_on": len(reports) == len(runs) and all(each["bots_go_on"] for each in reports),
    }


def one_run(wanted: argparse.Namespace) -> dict[str, Any]:
    """Kills on one database; its report."""
    kind = Forked if wanted.forked else Server
    on_sqlite_or = on_postgresql(kind, wanted.servers) if wanted.postgresql else None
    with on_sqlite_or or on_sqlite(kind, wanted.processes) as (servers, url):
        return chaos(servers, wanted.kills, url, wanted.seconds)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=1e9, help="kill no more after so long")
    parser.add_argument("--runs", type=int, default=1, help="so many beside each other")
    parser.add_argument("--postgresql", action="store_true", help="servers on one PostgreSQL")
    parser.add_argument("--servers", type=int, default=2, help="so many, with --postgresql")
    parser.add_argument("--processes", type=int, default=1, help="of one command, on SQLite")
    parser.add_argument("--forked", action="store_true", help="kills that come sooner")
    wanted = parser.parse_args()
    report = beside(wanted) if wanted.runs > 1 else one_run(wanted)
    report["processors"] = os.cpu_count()
    print(json.dumps(report))
    sys.exit(1 if report["lost"] or not report["bots_go_on"] else 0)


if __name__ == "__main__":
    main()
