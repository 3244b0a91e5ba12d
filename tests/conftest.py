"""Compile the games and the bots once, before the test workers start."""

from __future__ import annotations

import os
import subprocess
import sys
import warnings
from collections.abc import Iterator

import pytest
from hypothesis import settings

from triarchy.kit import language

# A busy machine is slow, not wrong.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")
warnings.filterwarnings("error", message=".*overflow.*", category=RuntimeWarning)


@pytest.fixture(autouse=True)
def nothing_is_left_in_english(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A sentence without a translation is said in English; a test in which that happens fails."""
    missing: list[tuple[str, str]] = []
    monkeypatch.setattr(language, "unheard", lambda *what: missing.append(what))
    yield
    assert not missing


COMPILE = """
import sys, triarchy
from triarchy.bots import bot
from triarchy.table.example import example
from triarchy.table.prepare import prepare, prepare_words
game = triarchy.game(sys.argv[1])
prepare(game.definition)
prepare_words(example(game.definition))
for name in ("greedy", "search:sims=2"):
    bot(name).prepare(game)
batch = triarchy.Batch(game, 2)
batch.observe()
batch.step(batch.legal().argmax(axis=1))
"""


GAMES = ("tigris", "china", "meridian")


def wanted(asked: list[str]) -> list[str]:
    """All games for the whole suite; for some of its files, the games that these are about."""
    if any(os.path.basename(os.path.normpath(path)) == "tests" for path in asked):
        return list(GAMES)
    return [name for name in GAMES if any(name in path for path in asked)]


def pytest_sessionstart(session: pytest.Session) -> None:
    """In the process that starts the workers: fill the compile cache, a process per game."""
    if "PYTEST_XDIST_WORKER" in os.environ or not getattr(
        session.config.option, "numprocesses", None
    ):
        return
    compiling = [
        subprocess.Popen([sys.executable, "-c", COMPILE, name])
        for name in wanted(session.config.args)
    ]
    for process in compiling:
        if process.wait() != 0:
            raise pytest.UsageError("The rules could not be compiled; see the message above.")
