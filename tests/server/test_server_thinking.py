"""Bots that think on the machines of a cluster: machines join and leave, and nothing is lost.

The machines here are threads of the test; tests/hosting/test_hosting_ray.py has real ones.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

import triarchy
from tests.server.servers import PATIENCE, wait_for
from triarchy.bots.analysis import Advice
from triarchy.engine.errors import BadRequest
from triarchy.server.bots import cluster_pool, ray_cluster
from triarchy.server.bots.cluster_pool import ClusterPool
from triarchy.server.bots.compiler import WorkerDied
from triarchy.server.bots.pool import TRIES, Worker
from triarchy.server.bots.queue import BotJob, FairQueue, Question
from triarchy.server.bots.ray_cluster import RayCluster, first_line, reached, read_address
from triarchy.server.settings import Settings
from triarchy.server.setup_check import WARNING, check


class Machine:
    """A machine that answers at once, or keeps what it is asked until it leaves."""

    def __init__(self, name: str, answers: bool = True, workers: int = 1) -> None:
        self.name, self.answers, self.workers = name, answers, workers
        self.gone = False
        self.asked: list[tuple[Any, Any]] = []
        self.leaves = threading.Event()

    def think(
        self, place: Any, question: Any, renew: Callable[[], None], closing: Callable[[], bool]
    ) -> Any:
        self.asked.append((place, question))
        if self.answers:
            return self.name
        while not closing() and not self.leaves.wait(0.01):
            renew()
        raise WorkerDied


class Cluster:
    """Machines that the test lets come and go."""

    def __init__(self, *machines: Machine) -> None:
        self.there = list(machines)
        self.away = False

    def machines(self, patience: float) -> list[Any]:
        if self.away:
            raise ConnectionError("nobody answers")
        return [machine for machine in self.there if not machine.gone]

    def leave(self) -> None:
        """Nothing is open."""


@pytest.fixture
def pool(monkeypatch: pytest.MonkeyPatch) -> Any:
    """What makes a pool of a cluster that is looked at often."""
    monkeypatch.setattr(cluster_pool, "LOOK_SECONDS", 0.01)
    monkeypatch.setattr(cluster_pool, "AWAY_SECONDS", 0.01)
    pools: list[ClusterPool] = []

    def made(cluster: Cluster) -> ClusterPool:
        pools.append(ClusterPool(cluster, workers=1))
        return pools[-1]

    yield made
    for each in pools:
        each.close()


def job(question: Any = "question", **more: Any) -> BotJob:
    return BotJob("address", "person", ask=lambda: question, **more)


def question(advice: bool = False) -> Question:
    game = triarchy.game("meridian", players=2)
    view = game.view(game.state(1), 0)
    return Question(game, view.tobytes(), 0, "easy", 7, advice=advice)


def test_a_machine_is_told_where_in_the_line_a_question_belongs(pool: Any) -> None:
    machine = Machine("one")
    thought = job(review=True)
    pool(Cluster(machine)).submit(thought)
    assert thought.answer.result(PATIENCE) == "one"
    place = {"address": "address", "person": "person", "bots_only": False, "review": True}
    assert machine.asked == [(place, "question")]


def test_a_machine_that_joins_is_used(pool: Any) -> None:
    busy = Machine("busy", answers=False)
    cluster = Cluster(busy)
    bots = pool(cluster)
    first, second = job(), job()
    bots.submit(first)
    wait_for(lambda: busy.asked)
    bots.submit(second)
    cluster.there.append(Machine("new"))
    assert second.answer.result(PATIENCE) == "new"
    assert bots.machines == 2 and not first.answer.done()


def test_what_a_machine_leaves_behind_is_thought_about_elsewhere_and_first(pool: Any) -> None:
    leaving = Machine("leaving", answers=False)
    cluster = Cluster(leaving)
    bots = pool(cluster)
    asked: list[str] = []

    def noted(name: str) -> BotJob:
        return BotJob("address", "person", ask=lambda: asked.append(name) or name)

    began, waits = noted("began"), noted("waits")
    bots.submit(began)
    wait_for(lambda: leaving.asked)
    bots.submit(waits)
    cluster.there.append(Machine("stays"))
    assert waits.answer.result(PATIENCE) == "stays"
    bots.submit(later := noted("later"))
    leaving.leaves.set()
    assert began.answer.result(PATIENCE) == later.answer.result(PATIENCE) == "stays"
    assert asked.count("began") == 2  # the question is made anew: the table may have moved on
    assert bots.machines == 1 and leaving.gone


def test_a_question_that_nobody_asks_any_more_is_not_asked_again(pool: Any) -> None:
    leaving = Machine("leaving", answers=False)
    cluster = Cluster(leaving)
    questions: list[Any] = ["question", None]
    thought = BotJob("address", "person", ask=lambda: questions.pop(0))
    pool(cluster).submit(thought)
    wait_for(lambda: leaving.asked)
    cluster.there.append(stays := Machine("stays"))
    leaving.leaves.set()
    assert thought.answer.result(PATIENCE) is None and stays.asked == []


@pytest.mark.parametrize("advice", [False, True])
def test_a_question_that_ends_every_machine_is_given_up(pool: Any, advice: bool) -> None:
    machines = [Machine(str(number), answers=False) for number in range(TRIES)]
    for machine in machines:
        machine.leaves.set()
    thought = job(question(advice))
    pool(Cluster(*machines)).submit(thought)
    answer = thought.answer.result(PATIENCE)
    asked = question()
    action = answer.actions[0] if advice else answer
    assert isinstance(answer, Advice) == advice
    assert action in asked.game.legal_actions(asked.game.state(1))
    assert sum(len(machine.asked) for machine in machines) == TRIES


@pytest.mark.parametrize("away", ["no machines", "not to be reached"])
def test_bots_think_here_while_there_is_no_machine(
    pool: Any, away: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(Worker, "ask", lambda self, request, renew=None: asked.append(request[0]))
    cluster = Cluster()
    cluster.away = away == "not to be reached"
    bots = pool(cluster)
    bots.submit(thought := job(question()))
    assert thought.answer.result(PATIENCE) is None and asked == ["choose"]
    cluster.away = False
    cluster.there.append(machine := Machine("one"))
    wait_for(lambda: bots.machines == 1)
    for _ in range(5):
        bots.submit(thought := job())
        assert thought.answer.result(PATIENCE) == "one"
    assert len(machine.asked) == 5 and asked == ["choose"]


def test_a_pool_that_closes_waits_for_no_thought(pool: Any) -> None:
    machine = Machine("busy", answers=False)
    bots = pool(Cluster(machine))
    bots.submit(thought := job())
    wait_for(lambda: machine.asked)
    bots.close()
    assert isinstance(thought.answer.exception(PATIENCE), WorkerDied)


def test_a_machine_whose_answer_is_an_error_passes_it_on(pool: Any) -> None:
    def broken() -> Any:
        raise ValueError("no question")

    thought = BotJob("address", "person", ask=broken)
    pool(Cluster(Machine("one"))).submit(thought)
    assert isinstance(thought.answer.exception(PATIENCE), ValueError)


def test_who_is_put_back_comes_next() -> None:
    queue = FairQueue()
    jobs = [BotJob(address, person, ask=lambda: None) for address, person in
            (("a", "anna"), ("a", "ben"), ("b", "cleo"))]  # fmt: skip
    for each in jobs:
        queue.put(each)
    first, second = queue.take(), queue.take()
    assert first is jobs[0] and second is jobs[2]
    queue.put_back(second)
    assert queue.take() is second and queue.take() is jobs[1] and queue.take() is None
    queue.put_back(first)
    assert len(queue) == 1 and queue.take() is first


class Ray:
    """As much of Ray as is spoken to: machines, and a thinker on each that answers what it is told to."""

    class exceptions:
        class RayError(Exception):
            """Something of the cluster is gone."""

        class GetTimeoutError(RayError):
            """There is no answer yet."""

    def __init__(self) -> None:
        self.there: dict[str, Any] = {}
        """What is answered by the thinker of each machine; an error is raised."""
        self.cores = 2
        self.made: list[str] = []
        self.taken = 0
        """How often another server makes a thinker at the same moment."""
        self.open = 0

    def init(self, address: str, **more: Any) -> None:
        self.open += 1

    def shutdown(self) -> None:
        self.open -= 1

    def nodes(self) -> list[dict[str, Any]]:
        resources = {"CPU": float(self.cores)} if self.cores else {}
        return [
            {"NodeID": each, "Alive": True, "NodeManagerHostname": each, "Resources": resources}
            for each in self.there
        ]

    def remote(self, kind: type) -> Ray:
        return self

    def options(self, *, name: str, scheduling_strategy: str, **more: Any) -> Any:
        assert more["lifetime"] == "detached" and more["get_if_exists"] and more["num_cpus"] == 0
        self.made.append(name)

        def asked(*about: Any) -> str:
            if self.taken:
                self.taken -= 1
                raise ValueError("The name is already taken.")
            return scheduling_strategy

        call = SimpleNamespace(remote=asked)
        thinker = SimpleNamespace(greet=call, think=call)
        return SimpleNamespace(remote=lambda workers: thinker)

    def wait(self, answers: list[str], **more: Any) -> tuple[list[str], list[str]]:
        assert answers
        return [each for each in answers if self.there.get(each) is not None], []

    def get(self, node: str, timeout: float | None = None) -> Any:
        answer = self.there.get(node, self.exceptions.RayError("the machine is gone"))
        if answer is None:
            raise self.exceptions.GetTimeoutError
        if isinstance(answer, Exception):
            raise answer
        return answer


@pytest.fixture
def ray(monkeypatch: pytest.MonkeyPatch) -> Ray:
    found = Ray()
    affinity = SimpleNamespace(NodeAffinitySchedulingStrategy=lambda node, soft: node)
    monkeypatch.setattr(
        ray_cluster, "import_module", lambda name: found if name == "ray" else affinity
    )
    return found


def names(cluster: RayCluster) -> list[tuple[str, int]]:
    return [(machine.name, machine.workers) for machine in cluster.machines(0.0)]


def test_machines_are_used_once_they_answer_and_until_they_leave(ray: Ray) -> None:
    cluster = RayCluster("ray://head:10001")
    assert names(cluster) == []
    ray.there = {"one": ray_cluster.sources(), "two": None}
    assert names(cluster) == [("one", 2)]
    ray.there["two"] = ray_cluster.sources()
    assert names(cluster) == [("one", 2), ("two", 2)]
    first, second = cluster.machines(0.0)
    del ray.there["one"]
    assert names(cluster) == [("two", 2)] and first.gone
    ray.there["two"] = ray.exceptions.RayError("killed")
    assert names(cluster) == [] and second.gone
    ray.there["two"] = ray_cluster.sources()
    assert names(cluster) == [("two", 2)]
    assert len(ray.made) == 3 and len(set(ray.made)) == 2
    cluster.leave()
    assert ray.open == 0


@pytest.mark.parametrize("answer", ["of another version", Ray.exceptions.RayError("\n no memory")])
def test_a_machine_that_cannot_think_for_us_is_left_alone_for_a_while(
    ray: Ray, answer: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    clock = 1000.0
    monkeypatch.setattr(ray_cluster, "time", SimpleNamespace(monotonic=lambda: clock))
    cluster = RayCluster("ray://head:10001")
    ray.there = {"one": answer}
    for _ in range(3):
        assert names(cluster) == []
    assert len(ray.made) == 1 and caplog.text.count("The machine one cannot think") == 1
    ray.there["one"] = ray_cluster.sources()
    clock += ray_cluster.REFUSED_SECONDS + 1
    assert names(cluster) == [("one", 2)]


def test_two_servers_that_start_a_thinker_at_once_share_it(ray: Ray) -> None:
    cluster = RayCluster("ray://head:10001")
    ray.there = {"one": ray_cluster.sources(), "two": ray_cluster.sources()}
    ray.taken = 1
    assert names(cluster) == [("two", 2)]
    assert names(cluster) == [("two", 2), ("one", 2)]


def test_a_machine_without_cores_is_not_asked(ray: Ray) -> None:
    ray.cores = 0
    ray.there = {"one": ray_cluster.sources()}
    assert names(RayCluster("ray://head:10001")) == [] and ray.made == []


def test_who_waits_for_a_machine_renews_until_it_leaves(ray: Ray) -> None:
    ray.there = {"one": ray_cluster.sources()}
    (machine,) = RayCluster("ray://head:10001").machines(0.0)
    ray.there["one"] = None
    renewed: list[int] = []

    def renew() -> None:
        renewed.append(1)
        if len(renewed) == 3:
            del ray.there["one"]

    with pytest.raises(WorkerDied):
        machine.think(job().place, "question", renew, lambda: False)
    assert len(renewed) == 3
    ray.there["one"] = "an answer"
    assert machine.think(job().place, "question", renew, lambda: False) == "an answer"
    with pytest.raises(WorkerDied):
        machine.think(job().place, "question", renew, lambda: True)


@pytest.mark.parametrize("address", ["head:10001", "ray://head", "ray://:1", "ray://head:x", "http://head:1", "ray://h:1/a"])  # fmt: skip
def test_the_address_of_a_cluster_is_checked(address: str) -> None:
    with pytest.raises(BadRequest, match="such as ray://head:10001"):
        read_address(address)


def test_without_ray_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("triarchy.server.bots.ray_cluster.find_spec", lambda name: None)
    with pytest.raises(BadRequest, match=r"triarchy\[cluster\]"):
        read_address("ray://head:10001")


def test_a_check_says_when_a_cluster_is_away(tmp_path: Any) -> None:
    assert reached("ray://127.0.0.1:1")
    settings = Settings(data=tmp_path, port=0, think="ray://127.0.0.1:1")
    said = [each.sentence for each in check(settings) if each.kind == WARNING]
    assert any("ray://127.0.0.1:1 cannot be reached" in sentence for sentence in said)


def test_an_error_of_many_lines_is_told_in_one() -> None:
    assert first_line(ValueError("It died.\n  The reason:\n\n  no memory.\n")) == "no memory"
    assert first_line(ValueError()) == "ValueError"
