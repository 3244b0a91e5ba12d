"""Several processes of one server: what one does the others hear at once, limits hold for all."""

from __future__ import annotations

import asyncio
import json
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from pydantic_core import from_json, to_json

import triarchy
from tests.server.people import BOT, ME, Person, Stream
from tests.server.servers import PATIENCE, Process, Running, settings_for, wait_for
from triarchy.kit.definition import DEFINITIONS
from triarchy.server.bots.hints import Hints
from triarchy.server.bots.pool import WorkerDied
from triarchy.server.bots.queue import TOO_MUCH, BotJob
from triarchy.server.bots.remote_pool import PoolServer, RemotePool
from triarchy.server.cluster import (
    PLACES,
    Cluster,
    Moved,
    SharedAllowance,
    SharedCounts,
    place_of,
)
from triarchy.server.people.identity import Visitor
from triarchy.server.refusals import Refused
from triarchy.server.tables.snapshots import read

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")


def test_an_allowance_is_for_all_processes() -> None:
    cluster = Cluster(2)
    one, other = (SharedAllowance(cluster.requests, 0.001, 3) for _ in range(2))
    assert [one.take("a"), other.take("a"), one.take("a")] == [True] * 3
    assert not other.take("a") and not one.take("a")
    assert other.take("b")
    cluster.close()


def test_counts_are_added_up_and_those_of_a_killed_process_go() -> None:
    cluster = Cluster(2)
    counts = SharedCounts(cluster)
    counts.add("a", 5)
    cluster.number = 1
    assert counts.others("a") == 5
    counts.add("a", 2)
    cluster.number = 0
    assert counts.others("a") == 2
    cluster.number = 1
    counts.begin()
    cluster.number = 0
    assert counts.others("a") == 0
    assert 0 <= place_of("2001:db8::/64") < PLACES
    cluster.close()


@pytest.mark.parametrize("game", ["meridian", "tigris", "china"])
def test_moves_of_another_process_are_followed_in_memory(tmp_path: Path, game: str) -> None:
    """What is told is what would be read; what is not told, or cannot be followed, is read."""
    one, other = Running(settings_for(tmp_path)), Running(settings_for(tmp_path))
    for running in (one, other):
        running.ready(game)
    told: list[tuple[str, int, Moved | None]] = []
    tell = one.service.transactions
    tell.announce = lambda *news: told.append(news)
    anna = Person(one.url, "Anna")
    seats = [ME, *({**ME, "name": name} for name in ("Ben", "Cleo"))]
    table = anna.make(seats[: DEFINITIONS[game].players[0]], game, hot_seat=True)
    here = other.service
    for number in range(30):
        here.frame(here.snapshot(table))
        told.clear()
        anna.play(table, number)
        ((_, version, moved),) = told
        assert moved is not None and moved["moves"]
        news = from_json(to_json(moved))
        here._follow(table, version + 1, news)  # a change in between was not heard of
        assert here.snapshots.known(table).row.version == version - 1
        here._follow(table, version, news)
        followed = here.snapshots.known(table)
        with here.storage.read() as connection:
            assert followed.row == read(connection, table).row
        assert here.at_hand(table) is followed
        assert here.frame(followed).state.tobytes() == one_state(one, table)
    told.clear()
    assert anna.post(f"/api/tables/{table}/chat", {"text": "Hello"}).status_code == 201
    assert told[0][2] is None
    for running in (one, other):
        running.close()


def test_a_screen_that_another_process_makes_for_the_stream_is_not_made_twice(
    tmp_path: Path,
) -> None:
    cluster = Cluster(2)
    running = Running(settings_for(tmp_path, cluster=cluster))
    running.ready("meridian")
    anna = Person(running.url, "Anna")
    table = anna.make([ME, {**ME, "name": "Cleo"}], hot_seat=True)
    path = f"/api/tables/{table}/moves"
    screen = anna.screen(table)
    body = {"move": screen["moves"][0]["move"], "decision": screen["decision"]}
    # Drawn in another way than here so far: whoever knows it has it from another process.
    answer = anna.post(path, body, known=screen["event"], width=360).json()
    after = anna.screen(table)
    assert answer == {
        "after": after["event"],
        "set": {"version": after["version"], "event": after["event"]},
    }
    body = {"move": after["moves"][0]["move"], "decision": after["decision"]}
    answer = anna.post(path, body, known=after["event"]).json()
    assert answer["after"] == after["event"]
    assert answer["set"]["number"] == after["number"] + 1
    running.close()
    cluster.close()


class Pool:
    """Bots that note who asks, and answer or refuse."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer
        self.asked: list[tuple[BotJob, Any]] = []

    def submit(self, thought: BotJob) -> None:
        if isinstance(self.answer, Refused):
            raise self.answer
        self.asked.append((thought, thought.ask()))
        if isinstance(self.answer, Exception):
            thought.answer.set_exception(self.answer)
        else:
            thought.answer.set_result(self.answer)


@contextmanager
def at_another_process(answer: Any) -> Iterator[tuple[Pool, RemotePool]]:
    """The pool of the first process, and how another one sees it."""
    cluster, pool = Cluster(2), Pool(answer)
    door = PoolServer(pool, cluster)  # type: ignore[arg-type]
    yield pool, RemotePool(cluster)
    door.close()
    cluster.close()


@pytest.mark.parametrize("kind", ["review", "bots_only", "neither"])
def test_a_thought_waits_in_the_same_line_whichever_process_is_asked(kind: str) -> None:
    wanted = {kind: True} if kind != "neither" else {}
    with at_another_process(7) as (pool, remote):
        thought = BotJob("address", "person", ask=lambda: "question", **wanted)  # type: ignore
        remote.submit(thought)
        assert thought.answer.result(PATIENCE) == 7
    ((asked, question),) = pool.asked
    assert (asked.address, asked.person, asked.line) == ("address", "person", thought.line)
    assert question == "question"


def test_bots_that_have_too_much_to_do_refuse_another_process_too() -> None:
    with at_another_process(Refused(503, TOO_MUCH)) as (_, remote):
        thought = BotJob("address", "person", ask=lambda: None)
        remote.submit(thought)
        refusal = thought.answer.exception(PATIENCE)
    assert isinstance(refusal, Refused)
    assert (refusal.status, refusal.sentence) == (503, TOO_MUCH)


def test_a_hint_whose_bot_is_gone_is_for_later() -> None:
    async def ask(remote: RemotePool) -> None:
        game = triarchy.game("meridian", 2)
        visitor = Visitor("mark", lambda mark: mark, "en")
        view = game.view(game.state(0), 0)
        await Hints(remote).advice("table", game, view, 0, visitor)  # type: ignore[arg-type]

    with at_another_process(WorkerDied()) as (_, remote), pytest.raises(Refused) as refusal:
        asyncio.run(ask(remote))
    assert refusal.value.status == 503


def test_a_thought_that_was_given_up_does_not_wait_any_more() -> None:
    with at_another_process(7) as (pool, remote):
        given_up, other = (BotJob("address", "person", ask=lambda: None) for _ in range(2))
        given_up.answer.cancel()
        for thought in (given_up, other):
            remote.submit(thought)
        assert other.answer.result(PATIENCE) == 7
        wait_for(lambda: remote.waiting == 0)
    assert len(pool.asked) == 1


def one_state(running: Running, table: str) -> bytes:
    state = running.service.frame(running.service.snapshot(table)).state
    return bytes(state.tobytes())


def children(process: int) -> list[int]:
    path = Path(f"/proc/{process}/task/{process}/children")
    return [int(child) for child in path.read_text(encoding="utf-8").split()]


@pytest.fixture(scope="module")
def family(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    folder = tmp_path_factory.mktemp("together")
    process = Process("--processes", "2", "--data", str(folder))
    # Each question is a connection of its own: a dozen of them reach both processes.
    wait_for(lambda: all(is_ready(process.url) for _ in range(12)))
    yield process
    process.kill()


def is_ready(url: str) -> bool:
    return bool(httpx.get(f"{url}/api/status").json()["games"]["meridian"] == "ready")


def test_everybody_hears_of_a_move_whichever_process_they_are_at(family: Process) -> None:
    anna = Person(family.url, "Anna")
    table = anna.make([ME, {**ME, "name": "Cleo"}], hot_seat=True)
    # Each stream is a connection of its own: with eight of them both processes have some.
    streams = [Stream(Person(family.url), table) for _ in range(8)]
    for stream in streams:
        stream.wait(lambda data: True)
    screen = wait_for(lambda: anna.get(f"/api/tables/{table}/screen").json())
    move = screen["moves"][0]["move"]
    assert anna.move(table, move, screen["number"]).status_code == 200
    for stream in streams:
        stream.wait(lambda data: data["number"] > screen["number"])
        stream.stop()


def test_bots_play_and_give_hints_whichever_process_is_asked(family: Process) -> None:
    anna = Person(family.url, "Anna")
    table = anna.make([ME, BOT])
    screen = anna.my_turn(table)
    path = f"/api/tables/{table}/hint"

    def hinted() -> httpx.Response | None:
        """The answer of whichever process is asked, once what hints come from is compiled."""
        with httpx.Client(base_url=family.url, timeout=120) as client:
            client.cookies = anna.client.cookies
            answer = client.post(path, json={"decision": screen["decision"]})
        return None if answer.json().get("preparing") else answer

    for _ in range(4):
        answer = wait_for(hinted, 5 * PATIENCE)  # nothing may be compiled yet
        assert answer.status_code == 200, answer.text
        assert answer.json()["move"] in [move["move"] for move in screen["moves"]]


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="no /proc")
def test_a_process_that_is_killed_is_started_again(family: Process) -> None:
    first, second = wait_for(lambda: len(pids := children(family.process.pid)) == 2 and pids)
    os.kill(second, signal.SIGKILL)
    wait_for(lambda: len(pids := children(family.process.pid)) == 2 and second not in pids)
    assert first in children(family.process.pid)
    with httpx.Client(base_url=family.url) as client:
        assert json.loads(client.get("/api/status").content)["games"]
