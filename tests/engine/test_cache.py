"""Compiled code is kept: what was edited is compiled anew, and nothing else."""

from __future__ import annotations

import importlib
import os
import pkgutil
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import triarchy
from triarchy.engine.compiled import DISPATCHERS, compiled
from triarchy.engine.dispatch import Rules, register
from triarchy.engine.sources import name_of, sources_of_game, with_imports
from triarchy.engine.structs import struct_type
from triarchy.kit.definition import DEFINITIONS

PACKAGE = Path(triarchy.__file__).parent

STATE = """
from triarchy.engine.structs import struct_type
STATE = struct_type(
    __file__,
    [("turn", "i2"), ("players", "i1"), ("phase", "i1"), ("to_move", "i1"), ("viewer", "i1")],
)
BOARD = struct_type(__file__, [("size", "i2")])
"""
NUMBERS = "WORTH = 5\n"
RULES = """
import numpy as np
from triarchy.engine.compiled import compiled
from triarchy.engine.dispatch import Rules, register
from pebbles.numbers import WORTH
from pebbles.state import STATE

@compiled
def setup(board, state, players, options, seed):
    state.players = players

@compiled
def legal(board, state, out):
    out[0] = 0
    return 1 if int(state.to_move) == 0 else 0

@compiled
def apply(board, state, action):
    state.to_move = -1

@compiled
def final(board, state, scores, ranks):
    for seat in range(int(state.players)):
        scores[seat, 0] = WORTH
        ranks[seat] = 1

@compiled
def observe(board, state, seat, out, part, parts):
    out[0] = 0

register(STATE, Rules(setup, legal, apply, final, apply, final, observe, legal))
"""
PLAY = """
import numpy as np
import pebbles.rules, pebbles.text
from pebbles.state import BOARD, STATE
from triarchy.engine.compiled import compilations
from triarchy.engine.playout import play_games
scores = np.zeros((1, 2, 1), np.int32)
play_games(
    np.zeros(1, BOARD)[0], np.zeros(2, STATE), 2, 0, np.uint64(1), 0,
    scores, np.zeros((1, 2), np.int8), np.zeros(1, np.int32), np.zeros(4, np.int16),
)
print(compilations(), scores[0, 0, 0])
"""


@pytest.fixture
def source(tmp_path):
    """A copy of the package, beside it a small game in a package of its own."""
    folder = tmp_path / "source"
    shutil.copytree(
        PACKAGE, folder / "triarchy", ignore=shutil.ignore_patterns("__pycache__", "web")
    )
    game = folder / "pebbles"
    game.mkdir()
    (game / "__init__.py").write_text('"""A pile of pebbles."""\n')
    (game / "state.py").write_text(STATE)
    (game / "numbers.py").write_text(NUMBERS)
    (game / "rules.py").write_text(RULES)
    (game / "text.py").write_text("from pebbles.rules import WORTH\n")
    return folder


def play(source: Path) -> tuple[int, int]:
    """How much a fresh process compiles to play a game of pebbles, and what a seat scores."""
    done = subprocess.run(
        [sys.executable, "-c", PLAY],
        env={
            **os.environ,
            "TRIARCHY_CACHE": str(source.parent / "cache"),
            "PYTHONPATH": str(source),
        },
        capture_output=True,
        text=True,
        check=True,
    )
    compilations, score = done.stdout.split()
    return int(compilations), int(score)


def edit(file: Path) -> None:
    file.write_text(file.read_text() + "\n# edited\n")


def test_only_an_edit_of_what_is_compiled_compiles_again(source):
    assert play(source)[0] > 0
    assert play(source) == (0, 5)
    not_compiled = [
        "pebbles/text.py",
        "pebbles/__init__.py",
        "triarchy/__init__.py",
        "triarchy/engine/errors.py",
        "triarchy/kit/svg.py",
        "triarchy/kit/definition.py",
        "triarchy/bots/tree.py",
        "triarchy/games/meridian/rules.py",
    ]
    for name in not_compiled:
        edit(source / name)
    assert play(source) == (0, 5)
    for name in ["pebbles/rules.py", "triarchy/engine/rng.py"]:
        edit(source / name)
        assert play(source)[0] > 0, name
        assert play(source)[0] == 0, name
    (source / "pebbles/numbers.py").write_text("WORTH = 6\n")
    compilations, score = play(source)
    assert compilations > 0
    assert score == 6


def compiled_files() -> set[Path]:
    """The files of all compiled functions of the package."""
    for module in pkgutil.walk_packages([str(PACKAGE)], "triarchy."):
        if ".migrations" in module.name:
            continue
        try:
            importlib.import_module(module.name)
        except ModuleNotFoundError as error:
            # A package of an extra that is not installed, such as torch.
            if str(error.name).startswith("triarchy"):
                raise
    files = {Path(function.py_func.__code__.co_filename) for function in DISPATCHERS}
    return {file for file in files if PACKAGE in file.parents}


def test_nothing_is_compiled_from_the_kit_or_from_words_and_pictures():
    files = compiled_files()
    assert PACKAGE / "engine/rng.py" in files
    assert PACKAGE / "bots/tree.py" in files
    layers = ("kit/", "table/", "server/", "shell/", "arena/")
    rooms = ("/text", "/drawing", "/sight.py", "/positions.py", "/maps.py", "/loading.py")
    for file in files:
        for used in with_imports([file]):
            name = name_of(used).removeprefix("triarchy/")
            assert not name.startswith(layers), f"{file} is compiled from {name}"
            assert not any(room in name for room in rooms), f"{file} is compiled from {name}"


@pytest.mark.parametrize("name", DEFINITIONS.names())
def test_a_games_marker_is_a_hash_of_all_its_compiled_files(name):
    game = PACKAGE / "games" / name
    own = {file for file in compiled_files() if game in file.parents}
    sources = sources_of_game(game / "state.py")
    assert own <= sources
    assert PACKAGE / "engine/rng.py" in sources
    assert game / "state.py" in sources
    assert game / "__init__.py" not in sources


def test_a_rule_that_the_marker_does_not_cover_is_refused(source):
    """Else an edit of it would leave the marker, and code compiled from the old rule would run."""
    state = struct_type(str(source / "pebbles/state.py"), [("turn", "i2")])

    @compiled
    def rule(board, state):
        return None

    with pytest.raises(TypeError, match=r"rule\(\) is compiled from .*test_cache.py"):
        register(state, Rules(*[rule] * len(Rules._fields)))


def test_without_a_writable_folder_nothing_is_kept_and_all_works(tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            "import numpy as np; from triarchy.engine.rng import next_random;"
            "print(int(next_random(np.zeros(1, np.uint64))))",
        ],
        env={**os.environ, "TRIARCHY_CACHE": str(blocked)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert int(done.stdout) == 0xE220A8397B1DCDAF
