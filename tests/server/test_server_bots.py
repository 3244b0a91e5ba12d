"""Bots' processes and whose turn it is: workers that die, crowds of tables, floods of hints."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import triarchy
from tests.server.people import BOT, ME, Person
from tests.server.servers import Process, Running, settings_for, wait_for
from triarchy.server.bots.pool import BotPool
from triarchy.server.bots.queue import (
    MOST_WAITING,
    MOST_WAITING_OF_ONE,
    BotJob,
    FairQueue,
    Question,
)
from triarchy.server.refusals import Refused

EXPERT = {"kind": "bot", "strength": "expert"}


def nothing() -> None:
    return None


def thought(address: str, person: str = "", bots_only: bool = False) -> BotJob:
    return BotJob(address, person, ask=nothing, bots_only=bots_only)


def question(strength: str = "easy") -> Question:
    game = triarchy.game("meridian", 2)
    return Question(game, game.view(game.state(5), 0).tobytes(), 0, strength, 3)


class Blocked(BotJob):
    """Holds a worker until it is let go, without costing any processor time."""

    def __init__(self, address: str = "blocker") -> None:
        self.begun, self.go_on = threading.Event(), threading.Event()
        super().__init__(address, "", ask=self._wait)

    def _wait(self) -> None:
        self.begun.set()
        assert self.go_on.wait(120)


# The order of the queue


def test_a_crowd_of_one_address_delays_another_by_one_thought() -> None:
    queue = FairQueue()
    for number in range(MOST_WAITING_OF_ONE):
        queue.put(thought("crowd", f"person {number}"))
    queue.put(thought("other"))
    assert "other" in [queue.take().address for _ in range(2)]  # type: ignore[union-attr]


def test_persons_of_one_address_take_turns() -> None:
    queue = FairQueue()
    for _ in range(50):
        queue.put(thought("school", "greedy pupil"))
    queue.put(thought("school", "pupil"))
    assert "pupil" in [queue.take().person for _ in range(2)]  # type: ignore[union-attr]


def test_tables_of_people_come_before_tables_of_bots_alone() -> None:
    queue = FairQueue()
    for number in range(20):
        queue.put(thought(f"address {number}", bots_only=True))
    late = [thought("late", f"{n}") for n in range(5)]
    for each in late:
        queue.put(each)
    assert [queue.take() for _ in late] == late


def test_every_thought_is_taken_once_and_removed_ones_never() -> None:
    queue = FairQueue()
    thoughts = [thought(f"a{n % 7}", f"p{n % 3}", bots_only=n % 2 == 0) for n in range(90)]
    for each in thoughts:
        queue.put(each)
    assert all(queue.remove(each) for each in thoughts[::5])
    assert not queue.remove(thoughts[0])
    taken = []
    while (each := queue.take()) is not None:
        taken.append(each)
    assert len(queue) == 0
    assert {id(each) for each in taken} == {id(t) for n, t in enumerate(thoughts) if n % 5}
    assert len(taken) == 72


def test_no_more_wait_than_there_is_room_for() -> None:
    queue = FairQueue()
    for _ in range(MOST_WAITING_OF_ONE):
        queue.put(thought("crowd"))
    with pytest.raises(Refused):
        queue.put(thought("crowd"))
    for number in range(MOST_WAITING - MOST_WAITING_OF_ONE):
        queue.put(thought(f"address {number}"))
    with pytest.raises(Refused):
        queue.put(thought("one more"))


# Workers


@pytest.fixture
def pool() -> Iterator[BotPool]:
    pool = BotPool(2)
    yield pool
    pool.close()


def test_a_worker_that_dies_is_replaced_once_and_no_thought_is_lost(pool: BotPool) -> None:
    thoughts = [BotJob("anna", "", ask=question) for _ in range(30)]
    for each in thoughts:
        pool.submit(each)
    wait_for(lambda: all(worker.pid for worker in pool.workers))
    victim = pool.workers[0].pid
    assert victim is not None
    os.kill(victim, signal.SIGKILL)
    legal = set(question().game.legal_actions(question().game.state(5)))
    assert all(each.answer.result(120) in legal for each in thoughts)
    more = [BotJob("anna", "", ask=question) for _ in range(4)]
    for each in more:
        pool.submit(each)
    assert all(each.answer.result(120) in legal for each in more)
    assert sum(worker.starts for worker in pool.workers) <= len(pool.workers) + 1
    assert victim not in [worker.pid for worker in pool.workers]


def test_a_thought_that_ends_every_worker_is_given_up(
    pool: BotPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    deadly = BotJob("anna", "", ask=lambda: question("no such strength: die"))
    worker = pool.workers[0]
    asked = worker.ask

    def die(request: object, renew: object = None) -> object:
        worker._started()
        assert worker.pid is not None
        os.kill(worker.pid, signal.SIGKILL)
        return asked(request)

    for each in pool.workers:
        monkeypatch.setattr(each, "ask", die)
    pool.submit(deadly)
    assert deadly.answer.result(120) in question().game.legal_actions(question().game.state(5))


def children(parent: int) -> set[int]:
    """The processes below a process, from /proc."""
    parents: dict[int, int] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if fields[0] != "Z":
            parents[int(path.parent.name)] = int(fields[1])
    found = {parent}
    while more := {pid for pid, above in parents.items() if above in found} - found:
        found |= more
    return found - {parent}


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads /proc")
def test_workers_end_with_a_server_that_is_killed(tmp_path: Path) -> None:
    server = Process("--data", str(tmp_path))
    try:
        server.ready("meridian")
        anna = Person(server.url, "Anna")
        anna.my_turn(anna.make([ME, BOT]))
        anna.make([EXPERT, EXPERT])  # keeps a worker busy for as long as the server lives
        below = wait_for(lambda: children(server.process.pid))
        os.kill(server.process.pid, signal.SIGKILL)
        server.process.wait()
        wait_for(lambda: not any(alive(pid) for pid in below))
    finally:
        server.kill()


# Crowds of tables, floods of hints


@pytest.fixture
def busy(tmp_path: Path) -> Iterator[tuple[Running, Blocked]]:
    """A server whose only worker is held, so that everything that is asked now has to wait."""
    running = Running(settings_for(tmp_path))
    running.ready("meridian")
    blocked = Blocked()
    running.service.bot_pool.submit(blocked)
    assert blocked.begun.wait(120)
    yield running, blocked
    blocked.go_on.set()
    running.close()


def test_a_crowd_of_tables_does_not_hold_up_another_visitors_bot(
    busy: tuple[Running, Blocked], monkeypatch: pytest.MonkeyPatch
) -> None:
    running, blocked = busy
    pool = running.service.bot_pool
    crowd = Person(running.url)
    crowd.client.headers["X-Forwarded-For"] = "10.0.0.66"
    tables = [crowd.make([BOT, BOT]) for _ in range(20)]
    wait_for(lambda: pool.waiting == 20)
    history: list[tuple[str, str]] = []
    put, take = pool._queue.put, pool._queue.take

    def noted_put(thought: BotJob) -> None:
        history.append(("put", thought.address))
        put(thought)

    def noted_take() -> BotJob | None:
        thought = take()
        if thought is not None:
            history.append(("take", thought.address))
        return thought

    monkeypatch.setattr(pool._queue, "put", noted_put)
    monkeypatch.setattr(pool._queue, "take", noted_take)
    anna = Person(running.url, "Anna")
    anna.client.headers["X-Forwarded-For"] = "10.0.0.7"
    table = anna.make([BOT, BOT, ME])
    wait_for(lambda: pool.waiting == 21)
    blocked.go_on.set()
    anna.my_turn(table)
    waits, before = [], 0
    for event in history:
        if event == ("put", "10.0.0.7"):
            before = 0
        elif event == ("take", "10.0.0.7"):
            waits.append(before)
        elif event[0] == "take":
            before += 1
    assert len(waits) >= 1
    assert max(waits) == 0  # tables of people even come before those of bots alone
    for each in tables:
        crowd.delete(f"/api/tables/{each}")


def test_many_who_ask_for_one_hint_cost_one_thought(
    busy: tuple[Running, Blocked], monkeypatch: pytest.MonkeyPatch
) -> None:
    running, blocked = busy
    pool = running.service.bot_pool
    submitted: list[BotJob] = []
    submit = pool.submit
    monkeypatch.setattr(pool, "submit", lambda t: (submitted.append(t), submit(t)))
    anna = Person(running.url, "Anna")
    table = anna.make([ME, {**ME, "name": "Cleo"}], hot_seat=True)
    with ThreadPoolExecutor(10) as threads:
        answers = [
            threads.submit(anna.post, f"/api/tables/{table}/hint", {"decision": "0.0"})
            for _ in range(10)
        ]
        wait_for(lambda: submitted)
        blocked.go_on.set()
        moves = {answer.result().json()["move"] for answer in answers}
    assert len(moves) == 1
    assert len(submitted) == 1
    # The same position again: nothing is thought about at all.
    assert anna.post(f"/api/tables/{table}/hint", {"decision": "0.0"}).json()["move"] in moves
    assert len(submitted) == 1


def test_a_hint_nobody_waits_for_is_not_thought_about(busy: tuple[Running, Blocked]) -> None:
    running, blocked = busy
    pool = running.service.bot_pool
    anna = Person(running.url, "Anna")
    table = anna.make([ME, {**ME, "name": "Cleo"}], hot_seat=True)
    cookies = "; ".join(f"{each.name}={each.value}" for each in anna.client.cookies.jar)
    client = running.connect(
        f"POST /api/tables/{table}/hint HTTP/1.1\r\nHost: localhost\r\nCookie: {cookies}\r\n"
        'Content-Type: application/json\r\nContent-Length: 19\r\n\r\n{"decision": "0.0"}'.encode()
    )
    wait_for(lambda: pool.waiting == 1)
    client.close()
    wait_for(lambda: pool.waiting == 0)
    blocked.go_on.set()
    assert anna.post(f"/api/tables/{table}/hint", {"decision": "0.0"}).status_code == 200
