"""Whoever waits for the first compilation is told; who only looks on is not."""

from __future__ import annotations

import os
import subprocess
import sys

import numba
import pytest

from triarchy.engine import announce, compiled
from triarchy.engine.announce import SENTENCE, Announcer


class Event:
    def __init__(self, dispatcher):
        self.data = {"dispatcher": dispatcher}


@pytest.mark.parametrize("watched", [True, False])
def test_the_first_compilation_is_told_once_to_those_who_watch(monkeypatch, capsys, watched):
    monkeypatch.setattr(announce, "is_watched", lambda: watched)
    announcer, rule = Announcer(), compiled.DISPATCHERS[0]
    announcer.on_start(Event(numba.njit(lambda: 0)))
    assert capsys.readouterr().err == "", "somebody else's function"
    announcer.on_start(Event(rule))
    announcer.on_start(Event(rule))
    assert capsys.readouterr().err == (f"{SENTENCE}\n" if watched else "")


def test_a_real_compilation_is_noticed(tmp_path):
    code = """
from triarchy.engine import announce, rng
announce.is_watched = lambda: True
rng.high_product(rng.GOLDEN, rng.GOLDEN)
"""
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "TRIARCHY_CACHE": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == f"{SENTENCE}\n"
