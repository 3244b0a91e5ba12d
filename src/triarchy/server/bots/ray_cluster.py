"""A Ray cluster whose machines think for a server: the only file that speaks to Ray. Needs the extra `cluster`."""

from __future__ import annotations

import logging
import re
import socket
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Protocol
from urllib.parse import urlsplit

from triarchy.engine.errors import BadRequest
from triarchy.server.bots.compiler import WorkerDied
from triarchy.server.bots.queue import Place
from triarchy.server.bots.thinker import Thinker, sources

NAMESPACE = "triarchy"
RENEW_SECONDS = 1.0
"""How often a thought that takes long says that it is still going on."""
REACHED_SECONDS = 3.0
REFUSED_SECONDS = 300.0
"""For how long a machine that cannot think for us is left alone: longer than an old thinker lives that nobody greets."""
MISSING = "Ray is not installed; pip install 'triarchy[cluster]' brings it."
log = logging.getLogger("triarchy.server")


def read_address(address: str) -> str:
    """The address of a cluster, such as ray://head:10001."""
    parts = urlsplit(address)
    try:
        port = parts.port
    except ValueError:
        port = None
    if parts.scheme != "ray" or not parts.hostname or not port or parts.path or parts.query:
        raise BadRequest(f"A Ray cluster is such as ray://head:10001, not {address!r}.")
    if find_spec("ray") is None:
        raise BadRequest(MISSING)
    return address


def reached(address: str) -> str:
    """Why nobody answers at a cluster's address; "" if somebody does."""
    parts = urlsplit(address)
    try:
        socket.create_connection((parts.hostname or "", parts.port or 0), REACHED_SECONDS).close()
    except OSError as error:
        return error.strerror or str(error)
    return ""


class Machine(Protocol):
    """A machine that thinks for us."""

    name: str
    workers: int
    """How many questions it works on at once."""
    gone: bool
    """Whether it is known to have left."""

    def think(
        self, place: Place, question: Any, renew: Callable[[], None], closing: Callable[[], bool]
    ) -> Any:
        """The answer to a question; WorkerDied if the machine leaves before it comes, or we are closing."""


@dataclass(eq=False)
class RayMachine:
    """A machine of a Ray cluster with the thinker there."""

    ray: Any
    name: str
    workers: int
    thinker: Any
    greeting: Any = None
    """An answer that is waited for."""
    plays_as_we_do: bool = False
    gone: bool = False

    def think(
        self, place: Place, question: Any, renew: Callable[[], None], closing: Callable[[], bool]
    ) -> Any:
        try:
            answer = self.thinker.think.remote(place, question)
            while not closing():
                try:
                    return self.ray.get(answer, timeout=RENEW_SECONDS)
                except self.ray.exceptions.GetTimeoutError:
                    renew()
        except Exception as error:
            log.warning("The machine %s does not think any more: %s", self.name, first_line(error))
        raise WorkerDied


@dataclass
class RayCluster:
    """The machines of a cluster, as they come and go."""

    address: str
    _machines: dict[str, RayMachine] = field(default_factory=dict)
    _refused: dict[str, float] = field(default_factory=dict)
    """Machines that cannot think for us, by their ids, and until when they are left alone."""
    _ray: Any = None

    def machines(self, patience: float) -> list[Machine]:
        """Those that can think for us now; waits at most so long for what they say. An error if the cluster is away."""
        ray = self._connected()
        there = {node["NodeID"]: node for node in ray.nodes() if node["Alive"]}
        now = time.monotonic()
        self._refused = {each: end for each, end in self._refused.items() if end > now}
        for node_id, machine in list(self._machines.items()):
            if machine.gone or node_id not in there:
                machine.gone = True
                del self._machines[node_id]
        for node_id, node in there.items():
            cores = int(node["Resources"].get("CPU", 0))
            if cores and node_id not in self._machines and node_id not in self._refused:
                name = node.get("NodeManagerHostname") or node["NodeManagerAddress"]
                thinker = self._thinker(ray, node_id, cores)
                self._machines[node_id] = RayMachine(ray, name, cores, thinker)
        self._greet(ray, patience)
        return [each for each in self._machines.values() if each.plays_as_we_do and not each.gone]

    def _connected(self) -> Any:
        if self._ray is None:
            ray: Any = import_module("ray")
            ray.init(self.address, namespace=NAMESPACE, log_to_driver=False, logging_level="ERROR")
            self._ray = ray
        return self._ray

    def _thinker(self, ray: Any, node_id: str, cores: int) -> Any:
        """The thinker of a machine, which all servers of these sources share; started if it is not there.

        It takes none of the cores that Ray gives away: its workers leave them to others' work.
        """
        scheduling = import_module("ray.util.scheduling_strategies")
        where = scheduling.NodeAffinitySchedulingStrategy(node_id, soft=False)
        return (
            ray.remote(Thinker)
            .options(
                name=f"thinker-{sources()}-{node_id}",
                namespace=NAMESPACE,
                lifetime="detached",
                get_if_exists=True,
                num_cpus=0,
                scheduling_strategy=where,
            )
            .remote(cores)
        )

    def _greet(self, ray: Any, patience: float) -> None:
        """Tell all thinkers that we are there, and hear from which ones that have just started."""
        for node_id, machine in list(self._machines.items()):
            try:
                machine.greeting = machine.greeting or machine.thinker.greet.remote()
            except Exception:
                # Another server has made the thinker at the same moment: at the next look it is found.
                machine.gone = True
                del self._machines[node_id]
        waited_for = [machine.greeting for machine in self._machines.values()]
        if not waited_for:
            return
        heard, _ = ray.wait(waited_for, num_returns=len(waited_for), timeout=patience)
        for node_id, machine in self._machines.items():
            if machine.greeting in heard:
                try:
                    self._hear(node_id, machine, ray.get(machine.greeting))
                except ray.exceptions.RayError as error:
                    if not machine.plays_as_we_do:
                        self._refuse(node_id, machine, first_line(error))
                    machine.gone = True
                machine.greeting = None

    def _hear(self, node_id: str, machine: RayMachine, its_sources: str) -> None:
        machine.plays_as_we_do = its_sources == sources()
        if not machine.plays_as_we_do:
            self._refuse(node_id, machine, "it has another version of Triarchy")
            machine.gone = True

    def _refuse(self, node_id: str, machine: RayMachine, why: str) -> None:
        """Leave a machine alone for a while."""
        self._refused[node_id] = time.monotonic() + REFUSED_SECONDS
        log.warning("The machine %s cannot think for this server: %s.", machine.name, why)

    def leave(self) -> None:
        """The cluster is away, or we are: what was known of it is forgotten."""
        for machine in self._machines.values():
            machine.gone = True
        self._machines.clear()
        self._refused.clear()
        ray, self._ray = self._ray, None
        if ray is not None:
            ray.shutdown()


def first_line(error: BaseException) -> str:
    """An error in one line: those of Ray have pages."""
    lines = [line.strip() for line in re.split(r"\n", str(error)) if line.strip()]
    said = lines[-1] if lines else type(error).__name__
    return said.rstrip(".")[:300]
