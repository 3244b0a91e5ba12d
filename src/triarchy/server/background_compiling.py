"""The rules compile in the background, the game somebody waits for first; pages do not wait."""

from __future__ import annotations

import gc
import logging
import threading
from collections.abc import Callable
from typing import Any

from triarchy.engine.errors import UnknownGame
from triarchy.kit.definition import DEFINITIONS, Definition, standing
from triarchy.server.refusals import Refused
from triarchy.table.example import example
from triarchy.table.prepare import prepare, prepare_words

COLLECTING = (10_000, 10, 50)
"""When the garbage collector looks through new objects, those of its last ten rounds, and all: a move makes some
thousand, nearly all of them short-lived; to look through all games in memory takes a tenth of a second."""
WAITING, PREPARING, READY, BROKEN = "waiting", "preparing", "ready", "broken"
log = logging.getLogger("triarchy.server")


class BackgroundCompiling:
    """One background thread that imports and compiles the games."""

    def __init__(
        self, when_ready: Callable[[str], None], when_done: Callable[[list[str]], None]
    ) -> None:
        self.order = DEFINITIONS.names()
        """In which they are compiled unless somebody asks for one, and shown, once imported."""
        self.state = dict.fromkeys(self.order, WAITING)
        self.step: dict[str, Any] | None = None
        self._definitions: dict[str, Definition] = {}
        self._imported = threading.Event()
        self._wanted: list[str] = []
        self._when_ready = when_ready
        self._when_done = when_done
        self._thread = threading.Thread(target=self._run, name="preparing", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def _run(self) -> None:
        for name in self.order:
            try:
                self._definitions[name] = DEFINITIONS[name]
            except Exception:
                log.exception("The game %s cannot be loaded.", name)
                self.state[name] = BROKEN
        loaded = sorted(self._definitions.values(), key=standing)
        self.order = [definition.name for definition in loaded]
        self._imported.set()
        while (following := self._next()) is not None:
            self._prepare(following)
        self.step = None
        self._when_done([name for name in self.order if self.is_ready(name)])

    def _next(self) -> str | None:
        for name in [*self._wanted, *self.order]:
            if self.state[name] == WAITING:
                return name
        return None

    def _prepare(self, name: str) -> None:
        definition = self._definitions[name]
        self.state[name] = PREPARING

        def say(step: str, number: int, steps: int) -> None:
            title = definition.title
            self.step = {
                "game": name, "title": title, "step": step, "number": number, "of": steps
            }  # fmt: skip

        try:
            prepare(definition, say)
            prepare_words(example(definition))
        except Exception:
            log.exception("The rules of %s cannot be compiled.", name)
            self.state[name] = BROKEN
            return
        self.state[name] = READY
        self._when_ready(name)

    def definitions(self) -> list[Definition]:
        """The games that can be played here; waits only for their import."""
        self._wait_for_import()
        return [self._definitions[name] for name in self.order if self.state[name] != BROKEN]

    def _wait_for_import(self) -> None:
        if not self._imported.wait(10):
            raise Refused(503, "The games are being loaded; try again in a moment.", preparing=True)

    def definition(self, name: str) -> Definition:
        """A game by its name, compiled or not."""
        self._wait_for_import()
        if self.state.get(name, BROKEN) != BROKEN:
            return self._definitions[name]
        raise UnknownGame(
            "There is no game {name!r}; there are {names}.",
            name=name[:60],
            names=", ".join(each.name for each in self.definitions()),
        )

    def need(self, name: str) -> Definition:
        """A game whose rules are ready; refused with 503 while they compile, which then come next."""
        definition = self.definition(name)
        if self.state[name] != READY:
            if name not in self._wanted:
                self._wanted.insert(0, name)
            title = definition.title
            raise Refused(
                503,
                "The rules of {game} are being prepared; this happens once.",
                preparing=True,
                game=title,
            )
        return definition

    def is_ready(self, name: str) -> bool:
        return self.state.get(name) == READY

    def status(self) -> dict[str, Any]:
        return {
            "ready": all(state in (READY, BROKEN) for state in self.state.values()),
            "preparing": self.step,
            "games": dict(self.state),
        }


def settle() -> None:
    """What has been loaded and compiled stays: the garbage collector need not look through it again.

    Else it stops the server for a fifth of a second now and then, and takes a twelfth of its time.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTING)
