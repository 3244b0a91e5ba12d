"""Several processes that do the same: started one after the other, started again when one dies."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable
from typing import Any

from triarchy.engine.errors import BadRequest

PAUSE = 1.0
"""Seconds before a process that died is started again."""


def keep_running(count: int, run: Callable[[int, Callable[[], None]], None]) -> None:
    """Let `run(number, ready)` run in so many processes until we are told to stop.

    The first one gets ready before the others start: it makes what all of them need. If it cannot,
    nothing is started.
    """
    if not hasattr(os, "fork"):
        raise BadRequest("Several processes need a system that can fork: Linux or macOS.")
    supervisor = _Supervisor(run)
    for told in (signal.SIGINT, signal.SIGTERM):
        signal.signal(told, supervisor.stop)
    for number in range(count):
        if not supervisor.start(number) and number == 0:
            supervisor.end()
            return
    supervisor.look_after()


class _Supervisor:
    """The processes by their ids."""

    def __init__(self, run: Callable[[int, Callable[[], None]], None]) -> None:
        self.run = run
        self.children: dict[int, int] = {}
        self.stopping = False

    def start(self, number: int) -> bool:
        """Start a process and wait until it is ready; False if it ended before."""
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reading)
            self._live(number, writing)
        os.close(writing)
        self.children[child] = number
        with os.fdopen(reading, "rb") as pipe:
            return pipe.read(1) == b"!"

    def _live(self, number: int, writing: int) -> None:
        """In the child: run, and never come back."""
        from triarchy.server.bots.pool import end_with

        status = 1
        try:
            for told in (signal.SIGINT, signal.SIGTERM):
                signal.signal(told, signal.SIG_DFL)
            end_with(os.getppid())
            self.run(number, lambda: _say_ready(writing))
            status = 0
        except BadRequest as error:
            print(error, file=sys.stderr)
            status = 2
        except KeyboardInterrupt:
            status = 0
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(status)

    def stop(self, told: int, frame: Any) -> None:
        self.stopping = True
        for child in list(self.children):
            try:
                os.kill(child, signal.SIGTERM)
            except ProcessLookupError:
                continue

    def look_after(self) -> None:
        """Wait for ends; a process that we did not stop is started again."""
        while self.children:
            child, _ = os.wait()
            number = self.children.pop(child, None)
            if number is not None and not self.stopping:
                time.sleep(PAUSE)
                self.start(number)

    def end(self) -> None:
        """The first could not start: the others go, and so do we, with its status."""
        self.stop(signal.SIGTERM, None)
        status = 0
        while self.children:
            child, how = os.wait()
            self.children.pop(child, None)
            status = max(status, os.waitstatus_to_exitcode(how))
        if status > 0:
            raise SystemExit(status)


def _say_ready(writing: int) -> None:
    os.write(writing, b"!")
    os.close(writing)
