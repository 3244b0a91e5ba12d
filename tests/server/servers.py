"""Servers for the tests: one in this process, ones in processes of their own, and PostgreSQL."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import uvicorn

from triarchy.server.app import create_app
from triarchy.server.http.protocol import uvicorn_config
from triarchy.server.settings import Settings
from triarchy.server.storage import models
from triarchy.server.tables import playing

PATIENCE = 120.0
"""Seconds after which something that was waited for is taken not to come."""


def wait_for(what: Any, patience: float = PATIENCE) -> Any:
    """Ask until the answer is true; the answer."""
    end = time.monotonic() + patience
    while time.monotonic() < end:
        if answer := what():
            return answer
        threading.Event().wait(0.02)
    raise AssertionError("waited in vain")


class Running:
    """A server in this process, on a port of its own."""

    def __init__(self, settings: Settings, http: str = "auto") -> None:
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        self.socket.bind(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.socket.getsockname()[1]}"
        self.app = create_app(settings)
        config = uvicorn_config(self.app, settings, http)
        config.timeout_graceful_shutdown = 1
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.server.run, kwargs={"sockets": [self.socket]})
        self.thread.start()
        wait_for(lambda: self.server.started or not self.thread.is_alive())

    @property
    def service(self) -> Any:
        return self.app.state.service

    def ready(self, *games: str) -> None:
        wait_for(lambda: all(self.service.compiling.is_ready(game) for game in games))

    def connect(self, data: bytes = b"") -> socket.socket:
        """A bare connection on which this was sent."""
        client = socket.create_connection(self.socket.getsockname(), timeout=60)
        client.sendall(data)
        return client

    def close(self) -> None:
        self.service.hub.close()
        self.server.should_exit = True
        self.thread.join()


def hurry(running: Running, table_id: str, left: int = 6) -> list[str]:
    """Play at random, straight into the database, until about so many decisions are left; those.

    A forced move is none of them: the table plays it by itself.
    """
    service = running.service
    with service.transactions.change(table_id) as change:
        table = change.table()
        chance = random.Random(change.row.seed)
        begun = len(table.moves)
        while not table.over:
            table.play_action(chance.choice(table.game.legal_actions(table.state)))
        forced = [
            table.game.forced(state) >= 0
            for _, state in zip(table.moves, table.states, strict=False)
        ]
        first = max(begun, len(table.moves) - left)
        while first > begun and first < len(forced) and forced[first]:
            first -= 1
        rest = [table.moves[n] for n in range(first, len(table.moves)) if not forced[n]]
        for _ in range(len(table.moves) - first):
            table.undo()
        base = change.row.base
        rows = [
            {
                "table_id": table_id,
                "number": base + n + 1,
                "move": table.moves[n],
                "bot": True,
                "at": 0.0,
            }
            for n in range(begun, len(table.moves))
        ]
        change.connection.execute(models.moves.insert(), rows)
        change.values.update(number=base + len(table.moves), **playing.where(table))
    return rest


def set_up(running: Running, table_id: str, position: dict[str, Any]) -> None:
    """Let a table's game go on from this position, which must be one of its game and players."""
    with running.service.transactions.change(table_id) as change:
        change.cached.forget()
        text = json.dumps(position)
        change.values.update(
            start=text, position=text, base=change.row.number, to_move=position["to_move"]
        )


def settings_for(folder: Path, database: str = "", **more: Any) -> Settings:
    """Quick bots and no limits, unless a test asks for them."""
    usual: dict[str, Any] = {
        "data": folder,
        "database": database,
        "bot_pace": 0.0,
        "sweep": 0.1,
        "poll": 0.03,
        "presence": 0.05,
        "workers": 1,
        "warm": False,
        "requests_per_second": 0.0,
        "tables_per_hour": 0,
    }
    return Settings(**(usual | more))


class Process:
    """A server in a process of its own, started by the command people use."""

    def __init__(self, *arguments: str) -> None:
        command = [sys.executable, "-c", "from triarchy.shell import main; main()", "serve"]
        self.process = subprocess.Popen(
            [*command, "--no-browser", "--port", "0", "--bot-pace", "0", *arguments],
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line.startswith("Triarchy is at http"), line
        self.url = line.split()[3]

    def ready(self, game: str) -> None:
        with httpx.Client(base_url=self.url) as client:
            wait_for(lambda: client.get("/api/status").json()["games"][game] == "ready")

    def kill(self) -> None:
        """SIGKILL to the server and its workers: nobody gets to tidy up."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


BINARIES = Path("/usr/lib/postgresql")


def postgres_binaries() -> Path | None:
    """Where the system's PostgreSQL server is, if there is one."""
    programs = sorted(BINARIES.glob("*/bin/initdb"))
    if programs:
        return programs[-1].parent
    program = shutil.which("initdb")
    return Path(program).parent if program else None


@contextmanager
def postgres() -> Iterator[str]:
    """A PostgreSQL server of the test's own in a temporary folder; the address of a database."""
    binaries = postgres_binaries()
    assert binaries is not None
    # PostgreSQL refuses to run as root: then the system's user `postgres` runs it.
    as_user = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
    with tempfile.TemporaryDirectory(prefix="triarchy-pg-") as name:
        folder = Path(name)
        folder.chmod(0o777)
        data = folder / "data"

        def run(*command: str) -> None:
            subprocess.run([*as_user, *command], check=True, stdout=subprocess.DEVNULL, cwd="/")

        run(str(binaries / "initdb"), "-D", str(data), "-A", "trust", "-U", "triarchy", "-N")
        options = f"-k {folder} -c listen_addresses='' -c fsync=off"
        run(str(binaries / "pg_ctl"), "-D", str(data), "-w", "-l", str(folder / "log"),
            "-o", options, "start")  # fmt: skip
        try:
            yield f"postgresql://triarchy@/postgres?host={folder}"
        finally:
            run(str(binaries / "pg_ctl"), "-D", str(data), "-m", "immediate", "stop")
