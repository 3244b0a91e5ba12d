"""The same tournament on a Ray cluster: `--ray auto`. Needs the extra `cluster`."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from importlib import import_module
from typing import Any

from triarchy.arena.plan import Tournament
from triarchy.engine.errors import BadRequest


def play_on_ray(tournament: Tournament, left: list[int], address: str) -> Iterator[dict[str, Any]]:
    """Play games as Ray tasks; `auto` finds a running cluster, `local` starts one here."""
    try:
        ray: Any = import_module("ray")
    except ImportError:
        raise BadRequest(
            "Ray is not installed; pip install 'triarchy[cluster]' brings it."
        ) from None
    from triarchy.arena.running import play_number

    own = not ray.is_initialized()
    if own:
        try:
            ray.init(
                address=None if address == "local" else address,
                log_to_driver=False,
                logging_level=logging.ERROR,
            )
        except ConnectionError:
            raise BadRequest(f"There is no Ray cluster at {address!r}.") from None
    try:
        task = ray.remote(max_retries=3)(play_number)
        most = 2 * max(1, int(ray.cluster_resources().get("CPU", 1)))
        queue = iter(left)
        running: list[Any] = []
        while True:
            while len(running) < most and (number := next(queue, None)) is not None:
                running.append(task.remote(tournament, number))
            if not running:
                return
            finished, running = ray.wait(running)
            yield from ray.get(finished)
    finally:
        if own:
            ray.shutdown()
