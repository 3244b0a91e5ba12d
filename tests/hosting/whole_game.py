"""A whole game through a server that runs some way, and what has to be true of any way to run one."""

from __future__ import annotations

import re
import socket
import subprocess
import sys
import textwrap
import threading
import tomllib
from pathlib import Path
from typing import Any

from tests.server.people import ME, Person, Stream
from tests.server.servers import wait_for

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"
AT_ONCE = 30.0
"""Seconds within which an event that is not held back comes, on a busy machine too."""
COMPILED = 900.0
"""Seconds in which a machine that has never compiled the rules has done so."""


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return int(taken.getsockname()[1])


def play_a_game(anna: Person, **streaming: Any) -> str:
    """Two seats at one browser play to the end; each move's event must come before the next move."""
    wait_for(lambda: anna.get("/api/status").json()["games"]["meridian"] == "ready", COMPILED)
    table = anna.make([ME, {**ME, "name": "Ben"}], hot_seat=True)
    stream = Stream(anna, table, **streaming)
    screen = anna.screen(table)
    for choice in range(2000):
        moves = screen["moves"]
        answer = anna.move(table, moves[choice % len(moves)]["move"], screen["decision"])
        assert answer.status_code == 200, answer.text
        number = answer.json()["number"]
        wait_for(lambda number=number: told(stream, number), AT_ONCE)
        if anna.table(table)["status"] == "over":
            break
        screen = anna.screen(table)
    record = anna.get(f"/api/tables/{table}/record").json()
    assert record["result"] and len(record["moves"]) == anna.table(table)["number"]
    stream.stop()
    return table


def told(stream: Stream, number: int) -> bool:
    return any(data.get("number", 0) >= number for _, _, data in list(stream.events))


def pause(seconds: float) -> None:
    threading.Event().wait(seconds)


def wheels(folder: Path, *extras: str) -> None:
    """All that Triarchy needs, with these extras, so that whoever installs it asks no network."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    optional = project["project"]["optional-dependencies"]
    wanted = [*project["project"]["dependencies"], *project["build-system"]["requires"]]
    wanted += [one for name in extras for one in optional[name]]
    subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "--quiet", "-c", str(ROOT / "constraints.txt"),
         "-w", str(folder), *wanted],
        check=True,
    )  # fmt: skip


def blocks(page: str) -> list[str]:
    """What a page for hosts tells them to type."""
    text = (ROOT / "docs" / "hosting" / page).read_text("utf-8")
    found = re.findall(r"^( *)```text\n(.*?)^\1```$", text, re.MULTILINE | re.DOTALL)
    return [textwrap.dedent(code) for _, code in found]
