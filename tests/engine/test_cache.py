"""Compiled code is kept: a second process compiles nothing, an edited game is compiled anew."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import triarchy

PREPARE = """
import triarchy
from triarchy.kit.definition import DEFINITIONS
from triarchy.table.prepare import prepare
print(prepare(DEFINITIONS["meridian"]))
"""


def prepare_in_a_process(cache: Path, source: Path) -> int:
    done = subprocess.run(
        [sys.executable, "-c", PREPARE],
        env={**os.environ, "TRIARCHY_CACHE": str(cache), "PYTHONPATH": str(source)},
        capture_output=True,
        text=True,
        check=True,
    )
    return int(done.stdout)


def test_a_second_process_compiles_nothing_and_an_edit_compiles_again(tmp_path):
    source = tmp_path / "source"
    shutil.copytree(Path(triarchy.__file__).parent, source / "triarchy")
    cache = tmp_path / "cache"
    assert prepare_in_a_process(cache, source) > 0
    assert prepare_in_a_process(cache, source) == 0
    scoring = source / "triarchy/games/meridian/scoring.py"
    scoring.write_text(scoring.read_text() + "\n# edited\n")
    assert prepare_in_a_process(cache, source) > 0


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
