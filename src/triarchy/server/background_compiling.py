"""The rules compile in the background, the game somebody waits for first; pages do not wait.

A game that has its portable file is ready at once. Native code for it is compiled by another process, loaded here when it is
there, and used from then on; where there is no compiler, it stays on the portable files.
"""

from __future__ import annotations

import gc
import logging
import threading
import time
from collections.abc import Callable
from typing import Any

from triarchy.engine.errors import UnknownGame
from triarchy.engine.native import NATIVE
from triarchy.engine.portable import running
from triarchy.kit.definition import DEFINITIONS, Definition, standing
from triarchy.kit.language import translate_error
from triarchy.server.refusals import Refused
from triarchy.table.example import example
from triarchy.table.prepare import TABLE_STEPS, Step, prepare_words, table_steps

COLLECTING = (10_000, 10, 50)
"""When the garbage collector looks through new objects, those of its last ten rounds, and all: a move makes some
thousand, nearly all of them short-lived; to look through all games in memory takes a tenth of a second."""
WAITING, PREPARING, READY, BROKEN = "waiting", "preparing", "ready", "broken"
HOLD_SECONDS = 0.2
"""How often it is looked whether the bots that somebody waits for are compiled."""
log = logging.getLogger("triarchy.server")


class BackgroundCompiling:
    """One background thread that imports and compiles the games."""

    def __init__(
        self,
        when_ready: Callable[[str, float], None],
        when_done: Callable[[list[str]], None],
        hold: Callable[[], bool] = lambda: False,
        elsewhere: Callable[[str], None] = lambda name: None,
    ) -> None:
        self.order = DEFINITIONS.names()
        """In which they are compiled unless somebody asks for one, and shown, once imported."""
        self.state = dict.fromkeys(self.order, WAITING)
        self.step: dict[str, Any] | None = None
        self._definitions: dict[str, Definition] = {}
        self._imported = threading.Event()
        self._wanted: list[str] = []
        self._steps: dict[str, list[Step]] = {}
        """What is left to do for each game that has been begun."""
        self._spent: dict[str, float] = {}
        """Seconds that were spent on each game so far."""
        self._native: set[str] = set()
        """The games whose native code is loaded, or cannot be."""
        self._when_ready = when_ready
        """Called with a game and the seconds that its rules took."""
        self._when_done = when_done
        self._hold = hold
        """Whether games that nobody waits for are to wait."""
        self._elsewhere = elsewhere
        """Compiles a game's rules, for the cache, where that holds up nobody."""
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
                continue
            if running.ready(self._definitions[name].folder):
                self.state[name] = READY
        loaded = sorted(self._definitions.values(), key=standing)
        self.order = [definition.name for definition in loaded]
        self._imported.set()
        if not NATIVE:
            self._native.update(name for name in self.order if self.is_ready(name))
        while (following := self._next()) is not None:
            self._advance(following)
        self.step = None
        self._when_done([name for name in self.order if self.is_ready(name)])

    def _next(self) -> str | None:
        """The game whose next step is to be done: what somebody waits for, be it a bot, comes first."""
        while True:
            for name in [*self._wanted, *self.order]:
                if self.state[name] != BROKEN and name not in self._native:
                    if name in self._wanted or not self._hold():
                        return name
                    break
            else:
                return None
            self.step = None
            threading.Event().wait(HOLD_SECONDS)

    def _advance(self, name: str) -> None:
        """Do one step of what a game needs: in between, somebody may come to wait for another one."""
        definition = self._definitions[name]
        waits = self.state[name] != READY
        if name not in self._steps:
            if waits:
                self.state[name] = PREPARING
            else:
                self._elsewhere(name)
            words = ("words", lambda: prepare_words(example(definition)))
            self._steps[name] = [*table_steps(definition), words]
            self._spent[name] = 0.0
        left = self._steps[name]
        of = len(TABLE_STEPS) + 1
        number, spent = of + 1 - len(left), self._spent[name]
        seconds = None if number == 1 else round(spent / (number - 1) * len(left))
        step, call = left.pop(0)
        told = {
            "game": name, "title": definition.titled, "step": step,
            "number": number, "of": of, "seconds": seconds,
        }  # fmt: skip
        self.step = told if waits else None
        begun = time.monotonic()
        try:
            with running.native():
                call()
        except Exception:
            log.exception("The rules of %s cannot be compiled.", name)
            self._native.add(name)
            if waits:
                self.state[name] = BROKEN
            return
        self._spent[name] += time.monotonic() - begun
        if not left:
            self._native.add(name)
            self.state[name] = READY
            self._when_ready(name, self._spent[name])

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

    def need(self, name: str, *, urgent: bool = True) -> Definition:
        """A game whose rules are ready; refused with 503 while they compile, which then come next if it is urgent."""
        definition = self.definition(name)
        if self.state[name] != READY:
            if urgent:
                self._wanted = [name, *(other for other in self._wanted if other != name)]
            raise Refused(
                503,
                "The rules of {game} are being prepared; this happens once.",
                preparing=True,
                game=definition.titled,
            )
        return definition

    def is_ready(self, name: str) -> bool:
        return self.state.get(name) == READY

    def status(self, language: str) -> dict[str, Any]:
        step = self.step
        if step is not None:
            step = {**step, "title": translate_error(step["title"], language)}
        return {
            "ready": all(state in (READY, BROKEN) for state in self.state.values()),
            "preparing": step,
            "games": dict(self.state),
        }


def freeze_memory() -> None:
    """What has been loaded and compiled stays: the garbage collector need not look through it again.

    Else it stops the server for a fifth of a second now and then, and takes a twelfth of its time.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTING)
