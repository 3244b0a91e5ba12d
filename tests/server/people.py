"""People at tables: a browser's worth of cookies, and the calls a client makes."""

from __future__ import annotations

import contextlib
import json
import socket
import threading
from collections.abc import Sequence
from typing import Any

import httpx

from tests.server.servers import wait_for

BOT = {"kind": "bot", "strength": "easy"}
ME = {"kind": "me"}
OPEN = {"kind": "open"}


class Person:
    """One browser; keeps every byte it was sent."""

    def __init__(self, url: str, name: str = "") -> None:
        self.client = httpx.Client(base_url=url, timeout=60)
        self.seen: list[bytes] = []
        if name:
            assert self.put("/api/me", {"name": name}).status_code == 200

    def _keep(self, answer: httpx.Response) -> httpx.Response:
        self.seen.append(answer.content)
        return answer

    def get(self, path: str, **query: Any) -> httpx.Response:
        return self._keep(self.client.get(path, params=query))

    def post(self, path: str, body: Any = None, **query: Any) -> httpx.Response:
        return self._keep(self.client.post(path, json=body or {}, params=query))

    def put(self, path: str, body: Any) -> httpx.Response:
        return self._keep(self.client.put(path, json=body))

    def delete(self, path: str) -> httpx.Response:
        return self._keep(self.client.delete(path))

    # Tables

    def make(self, seats: list[dict[str, Any]], game: str = "meridian", **more: Any) -> str:
        """Make a table, as soon as the process that is asked has its game ready."""
        wish = {"game": game, "seats": seats, **more}

        def made() -> httpx.Response | None:
            answer = self.post("/api/tables", wish)
            return None if answer.json().get("preparing") else answer

        answer = wait_for(made)
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])

    def sit(self, table: str, **body: Any) -> dict[str, Any]:
        answer = self.post(f"/api/tables/{table}/seats", body)
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    def table(self, table: str) -> dict[str, Any]:
        answer = self.get(f"/api/tables/{table}")
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    def screen(self, table: str, **query: Any) -> dict[str, Any]:
        answer = self.get(f"/api/tables/{table}/screen", **query)
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    def move(self, table: str, move: str, decision: str | int) -> httpx.Response:
        """Send a move; a number stands for the decision after so many moves, none taken back."""
        name = decision if isinstance(decision, str) else f"{decision}.0"
        return self.post(f"/api/tables/{table}/moves", {"move": move, "decision": name})

    def play(self, table: str, choice: int = 0) -> dict[str, Any]:
        """Play one of the moves on the screen; the screen after it."""
        screen = self.screen(table)
        moves = screen["moves"]
        answer = self.move(table, moves[choice % len(moves)]["move"], screen["decision"])
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    def my_turn(self, table: str) -> dict[str, Any]:
        """Wait until it is this person's turn, or the game is over; the screen then."""

        def mine() -> dict[str, Any] | None:
            state = self.table(table)
            return state if state["your_turn"] or state["status"] != "playing" else None

        wait_for(mine)
        return self.screen(table)


def finish(table: str, people: Sequence[Person], moves: list[str]) -> None:
    """Play the last moves of a game (see `hurry`), each by whose turn it is."""
    screen: dict[str, Any] = {"your_turn": False}
    for move in moves:
        if not screen["your_turn"]:
            mover = next(person for person in people if person.table(table)["your_turn"])
            screen = mover.screen(table)
        answer = mover.move(table, move, screen["decision"])
        assert answer.status_code == 200, answer.text
        screen = dict(answer.json())
    assert people[0].table(table)["status"] == "over"


class Stream:
    """An event stream being read in the background."""

    def __init__(self, person: Person, table: str, **query: Any) -> None:
        self.person = person
        self.events: list[tuple[str, str, Any]] = []
        self.raw = b""
        self.ended = threading.Event()
        headers = query.pop("headers", {})
        self.once = query.pop("once", False)
        self._trust = query.pop("trust", True)
        self._request = (f"/api/tables/{table}/events", query, headers)
        self._stop = threading.Event()
        self.thread = threading.Thread(target=self._read, daemon=True)
        self.thread.start()

    def _read(self) -> None:
        with contextlib.suppress(httpx.HTTPError):  # the server may be killed
            self._follow()
        self.ended.set()

    def _follow(self) -> None:
        path, query, headers = self._request
        cookies = "; ".join(f"{c.name}={c.value}" for c in self.person.client.cookies.jar
                            if path.startswith(c.path))  # fmt: skip
        with (
            httpx.Client(
                base_url=self.person.client.base_url, timeout=60, verify=self._trust
            ) as client,
            client.stream(
                "GET", path, params=query, headers={"cookie": cookies, **headers}
            ) as answer,
        ):
            self.status = answer.status_code
            self._answer = answer
            fields: dict[str, str] = {}
            for line in answer.iter_lines():
                self.raw += line.encode() + b"\n"
                if self._stop.is_set():
                    return
                if line:
                    name, _, value = line.partition(": ")
                    fields[name] = value
                elif "event" in fields:
                    entry = (fields.get("id", ""), fields["event"], json.loads(fields["data"]))
                    self.events.append(entry)
                    fields = {}
                    if self.once:
                        return

    def wait(self, wanted: Any) -> Any:
        """The first event of which `wanted(data)` is true."""
        return wait_for(lambda: next((e for e in self.events if wanted(e[2])), None))

    def close(self) -> None:
        """Hang up: the connection ends at once."""
        wait_for(lambda: getattr(self, "_answer", None))
        network = self._answer.extensions["network_stream"]
        network.get_extra_info("socket").shutdown(socket.SHUT_RDWR)
        self.thread.join(10)

    def stop(self) -> None:
        self._stop.set()
