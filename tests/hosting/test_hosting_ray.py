"""Bots, hints and reviews on a real Ray cluster of two machines (on this one), which leave and join."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from concurrent.futures import wait
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest

import triarchy
from tests.hosting.whole_game import free_port, pause
from tests.server.people import BOT, ME, Person
from tests.server.servers import PATIENCE, Process, wait_for
from triarchy.server.bots import ray_cluster
from triarchy.server.bots.cluster_pool import ClusterPool
from triarchy.server.bots.pool import AHEAD
from triarchy.server.bots.queue import BotJob, Question
from triarchy.server.bots.ray_cluster import RayCluster, RayMachine

pytestmark = pytest.mark.slow
LONG = 600.0
MEMORY = 80 * 1024 * 1024
"""Bytes for Ray's own store on each machine: as little as it takes."""


class Ray:
    """A cluster that is one machine to begin with."""

    def __init__(self) -> None:
        from ray.cluster_utils import Cluster

        port = free_port()
        first = {**self.usual, "ray_client_server_port": port, "include_dashboard": False}
        self.cluster = Cluster(initialize_head=True, head_node_args=first)
        self.address = f"ray://127.0.0.1:{port}"

    usual: dict[str, Any] = {"num_cpus": 1, "object_store_memory": MEMORY}

    def join(self) -> Any:
        return self.cluster.add_node(**self.usual)

    def leave(self, machine: Any) -> None:
        """All its processes are killed."""
        self.cluster.remove_node(machine, allow_graceful=False)


@contextmanager
def a_cluster() -> Iterator[Ray]:
    pytest.importorskip("ray", reason="Ray is not installed: pip install 'triarchy[cluster]'")
    pytest.importorskip("grpc", reason="Ray's client is not installed: pip install 'triarchy[cluster]'")  # fmt: skip
    ray = Ray()
    try:
        yield ray
    finally:
        ray.cluster.shutdown()


def thinking_here(server: int) -> list[int]:
    """The processes of a server in which bots think; those that compile leave more to others."""
    family = [server]
    for member in family:
        for task in Path(f"/proc/{member}/task").glob("*/children"):
            family += map(int, task.read_text("utf-8").split())
    own = os.getpriority(os.PRIO_PROCESS, server)
    return [each for each in family if 0 < os.getpriority(os.PRIO_PROCESS, each) - own < AHEAD]


def test_bots_hints_and_reviews_think_on_two_machines(tmp_path: Path) -> None:
    with a_cluster() as ray:
        ray.join()
        metrics = f"127.0.0.1:{free_port()}"
        server = Process(
            "--data", str(tmp_path), "--think", ray.address, "--metrics", metrics,
            "--processes", "2",
        )  # fmt: skip
        try:
            wait_for(lambda: "triarchy_thinking_machines 2.0" in figures(metrics), LONG)
            anna = Person(server.url, "Anna")
            anna.client.timeout = httpx.Timeout(LONG)  # bots leave the processor to all others
            table = anna.make([ME, BOT])
            play_on(anna, table, hints=2)
            wait_for(lambda: parts_reviewed(anna, table) >= 3, LONG)
            assert thinking_here(server.process.pid) == []
        finally:
            server.kill()


def figures(address: str) -> str:
    return httpx.get(f"http://{address}/metrics").text


def play_on(anna: Person, table: str, hints: int) -> None:
    """Play to the end, the first moves as hints say."""
    while (screen := anna.my_turn(table))["result"] is None:
        move = screen["moves"][0]["move"]
        if hints:
            hints -= 1
            answer = anna.post(f"/api/tables/{table}/hint", {"decision": screen["decision"]})
            assert answer.status_code == 200, answer.text
            move = answer.json()["move"]
        assert anna.move(table, move, screen["decision"]).status_code == 200


def parts_reviewed(anna: Person, table: str) -> int:
    """How many parts of the finished game have been judged so far."""
    pause(0.5)
    return int(anna.post(f"/api/tables/{table}/review").json()["done"])


def test_machines_leave_and_join_and_no_thought_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    thought: list[RayMachine] = []
    think = RayMachine.think

    def noted(self: RayMachine, *arguments: Any) -> Any:
        thought.append(self)
        return think(self, *arguments)

    monkeypatch.setattr(RayMachine, "think", noted)
    with a_cluster() as ray:
        second = ray.join()
        pool = ClusterPool(RayCluster(ray.address), workers=1)
        try:
            wait_for(lambda: pool.machines == 2, LONG)
            jobs = [submitted(pool, number, "expert") for number in range(6)]
            wait_for(lambda: len({id(machine) for machine in thought}) == 2)
            ray.leave(second)
            for job, action in zip(jobs, map(result, jobs), strict=True):
                assert action in legal(job)
            assert pool.machines == 1
            ray.join()
            wait_for(lambda: pool.machines == 2, LONG)
            thought.clear()
            wait([submitted(pool, number, "expert").answer for number in range(4)], LONG)
            assert len({id(machine) for machine in thought}) == 2
            # The whole cluster goes: bots think here.
            last = submitted(pool, 1, "expert")
            ray.cluster.shutdown()
            assert result(last) in legal(last)
            assert pool.machines == 0
        finally:
            pool.close()


def test_servers_share_the_machines_and_leave_alone_what_has_another_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with a_cluster() as ray:
        at = [f"127.0.0.1:{free_port()}" for _ in range(2)]
        servers = [
            Process("--data", str(tmp_path / each), "--think", ray.address, "--metrics", each)
            for each in at
        ]
        try:
            for each in at:
                wait_for(lambda each=each: "triarchy_thinking_machines 1.0" in figures(each), LONG)
            # To a server of another version the machine's sources are not its own.
            monkeypatch.setattr(ray_cluster, "sources", lambda: "another version")
            pool = ClusterPool(RayCluster(ray.address), workers=1)
            wait_for(lambda: "it has another version of Triarchy" in caplog.text, LONG)
            from ray.util import list_named_actors

            names = [actor["name"] for actor in list_named_actors(all_namespaces=True)]
            assert len([name for name in names if "another version" not in name]) == 1
            assert pool.machines == 0
            assert result(job := submitted(pool, 1, "easy")) in legal(job)
            pool.close()
            for server in servers:
                server.process.terminate()
            ended = [server.process.wait(PATIENCE) for server in servers]
            assert ended == [-signal.SIGTERM] * 2
        finally:
            for server in servers:
                with suppress(ProcessLookupError):
                    server.kill()


GAME = triarchy.game("meridian", players=2)


def submitted(pool: ClusterPool, seed: int, strength: str) -> BotJob:
    state = GAME.state(seed)
    seat = int(state.to_move)
    question = Question(GAME, GAME.view(state, seat).tobytes(), seat, strength, seed)
    job = BotJob("address", "person", ask=lambda: question)
    pool.submit(job)
    return job


def result(job: BotJob) -> Any:
    return job.answer.result(LONG)


def legal(job: BotJob) -> list[int]:
    question = job.ask()
    assert isinstance(question, Question)
    return GAME.legal_actions(GAME.state(question.seed))
